"""Documents side by side: rows, cells, edges and marks, as text and as data."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from certify.base.errors import InvalidSpec
from certify.compare.documents import (
    CellRow,
    DocumentComparison,
    StatementRow,
    compare_documents,
)
from certify.findings.policy import load_policy
from certify.render.catalogue import format_catalogue, main
from certify.render.compare import describe_comparison, format_cell, list_uncovered
from tests.conftest import ROOT, load
from tests.edits import drop_line, put, put_line, state
from tests.findings.cases import changed, conflict, leave_open, place, policy, say

BONUS = "fortune-bonus"


@pytest.fixture(scope="module")
def pair():
    """South Dakota, and the same with one thing of each sort changed."""

    def uncover(data):
        data["uncovered"] = [{"what": "a common pot", "wagers": [BONUS, "standard"], "at": place()}]
        data["house_way"] = {
            "rules": [],
            "unexpressed": [{"rule": "ask", "because": "so", "at": place(7)}],
        }

    other = changed(
        "south-dakota",
        state("table.players", conflict(6, 7)),
        state("deck.wheel", leave_open("second-highest", "lowest")),
        put_line(BONUS, "flush", "pays", 9, "1"),
        drop_line(BONUS, "straight", "2"),
        uncover,
    )
    return compare_documents([load("south-dakota"), other])


def test_two_of_one_name_are_told_apart_by_their_files(pair):
    name = load("south-dakota").source.name
    assert pair.labels == (f"south-dakota ({name})",) * 2
    apart = compare_documents([load("south-dakota"), load("pennsylvania")])
    assert apart.labels == ("south-dakota", "pennsylvania")


def test_rows_differ_where_values_do(pair):
    differing = {row.key for row in pair.rows if row.differs}
    assert differing == {"deck.wheel"}
    assert all(item.line is None for row in pair.rows for item in row.statements if item)
    one = load("south-dakota").by_key["deck.wheel"]
    assert not StatementRow("deck.wheel", (one, None), ({}, {})).differs


def test_cells_stand_where_two_have_the_paytable(pair):
    rows = [(row.paytable, row.line, row.column, row.values) for row in pair.cells if row.differs]
    lines = {line.id: line for line in load("south-dakota").wagers[0].paytables[0].lines}
    before = str(lines["flush"].pays.value)
    assert ("1", "flush", "pays", (before, "9")) in rows
    assert ("2", "straight", "pays", ("2", "no line")) in rows
    assert ("2", "straight", "envy", ("none", "no line")) in rows
    assert len(rows) == 3
    apart = compare_documents([load("mbs"), load("pennsylvania"), load("south-dakota")])
    assert {row.paytable for row in apart.cells} == {"main"}
    assert all(len(row.values) == 3 and row.values[2] == "" for row in apart.cells)
    assert {row.column for row in apart.cells} == {"pays", "envy"}


def test_a_paytable_of_one_document_alone_hides_none_after_it():
    first, *others = [table.id for table in load("south-dakota").wagers[0].paytables]

    def drop_first(data):
        del data["wagers"][0]["paytables"][0]

    fewer = changed("south-dakota", drop_first)
    found = compare_documents([load("south-dakota"), fewer])
    assert first not in {row.paytable for row in found.cells}
    assert list(dict.fromkeys(row.paytable for row in found.cells)) == others


def test_a_wager_without_figures_has_no_edge():
    odd = {"value": {"other": "it is what the caller says"}, "at": place()}
    uncounted = changed("pennsylvania", state("deck.joker", odd))
    found = compare_documents([load("south-dakota"), uncounted])
    assert {edge.jurisdiction for edge in found.edges} == {"south-dakota"}
    assert len(found.edges) == 6


def test_the_standard_wager_has_its_edge_where_it_is_counted():
    found = compare_documents([load("mbs"), load("pennsylvania")])
    assert [edge.jurisdiction for edge in found.edges if edge.odds.wager == "standard"] == ["mbs"]


def test_edges_go_by_wager_from_the_lowest(pair):
    keys = [(edge.odds.wager, edge.odds.house_edge) for edge in pair.edges]
    assert keys == sorted(keys)
    assert len(keys) == 12
    assert {edge.jurisdiction for edge in pair.edges} == set(pair.labels)


def test_what_is_said_and_not_counted(pair):
    label = pair.labels[1]
    assert list_uncovered(pair) == [
        (label, "a common pot", f"{BONUS}, standard", "here, line 5"),
        (label, "rule of the house way that is not modelled: ask", "standard", "here, line 7"),
    ]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (say(6), "6"),
        (conflict(6, 7), "6 ! 7"),
        ({"stated": [say(6), say(7), say(4)], "adopted": 7, "because": "so"}, "7 ! 6 or 4"),
        (leave_open(6, 7), "6 ?"),
        ({"silent": True}, "?"),
        ({"not_offered": True}, "x"),
        ({"deferred": {"to": "a chart", "at": place()}}, ">"),
        ({"todo": "ask the house"}, "…"),
        ({"deferred": {"to": "a chart", "at": place()}, "assumed": 6, "because": "so"}, "6 >"),
    ],
)
def test_a_cell_bears_the_mark_of_its_standing(value, told):
    found = changed("south-dakota", put("table", "players", value=value))
    assert format_cell(found, found.by_key["table.players"]) == told
    assert format_cell(found, None) == ""


def test_the_joker_of_single_paytables_is_compared():
    (row,) = (
        row
        for row in compare_documents([load("california-bgc"), load("mbs")]).rows
        if row.key == "deck.joker"
    )
    assert row.differs
    california, mbs = row.on_paytables
    assert {own.value for own in california.values()} == {"wild"}
    assert not mbs
    assert set(california) == {"FPG-07", "FPG-08", "FPG-09"}


def test_as_data(pair):
    data = describe_comparison(pair)
    assert list(data) == ["jurisdictions", "parameters", "cells", "edges", "uncovered"]
    first, second = load("south-dakota"), pair.jurisdictions[1]
    small = DocumentComparison(
        (first, second),
        ("a", "b"),
        (
            StatementRow("table.players", (None, second.by_key["table.players"]), ({}, {})),
            StatementRow("deck.hand_ranking", (first.by_key["deck.hand_ranking"], None), ({}, {})),
        ),
        (CellRow(BONUS, "1", "flush", "pays", ("4", "9")),),
        tuple(edge for edge in pair.edges if edge.odds.paytable == "1")[:1],
    )
    data = json.loads(json.dumps(describe_comparison(small)))
    players, ranking = data["parameters"]
    assert players == {
        "parameter": "table.players",
        "differs": False,
        "statements": {
            "a": None,
            "b": {
                "standing": "conflicting",
                "value": "6",
                "citations": [{"clause": "here", "lines": "5"}, {"clause": "here", "lines": "6"}],
                "alternatives": ["7"],
            },
        },
    }
    told = ranking["statements"]["a"]
    statement = first.by_key["deck.hand_ranking"]
    assert (told["standing"], told["deferred_to"]) == ("deferred", statement.deferred_to)
    assert (told["value"] is None) is (statement.value is None)
    assert data["cells"] == [
        {
            "wager": BONUS,
            "paytable": "1",
            "line": "flush",
            "column": "pays",
            "differs": True,
            "values": {"a": "4", "b": "9"},
        }
    ]
    (edge,) = data["edges"]
    own = small.edges[0].odds
    assert (edge["wager"], edge["paytable"]) == (BONUS, "1")
    assert Fraction(edge["house_edge"]["fraction"]) == own.house_edge
    assert edge["house_edge"]["percent"] == f"{float(own.house_edge * 100):.4f}"
    assert edge["jurisdiction"] == small.edges[0].jurisdiction
    assert data["uncovered"][0] == {
        "jurisdiction": "b",
        "what": "a common pot",
        "wagers": f"{BONUS}, standard",
        "at": "here, line 5",
    }


def test_the_catalogue_is_written_as_it_stands(tmp_path):
    main(str(tmp_path / "rules.md"))
    assert (tmp_path / "rules.md").read_text(encoding="utf-8") == format_catalogue()
    assert format_catalogue() == (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_policy_is_read_from_its_file(tmp_path, monkeypatch):
    own = policy()
    assert own.least_stake("no such wager") == own.least_stakes["other"]
    assert own.most_stake("no such wager") == own.most_stakes["other"]
    named = next(name for name in own.most_stakes if name != "other")
    assert own.most_stake(named) == own.most_stakes[named]
    text = (ROOT / "jurisdictions" / "policy" / "limits.yaml").read_text(encoding="utf-8")
    folder = tmp_path / "jurisdictions" / "policy"
    folder.mkdir(parents=True)
    (folder / "limits.yaml").write_text(text.replace(own.owner, "somebody"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_policy().owner == "somebody"
    (folder / "limits.yaml").write_text("owner: nobody\n", encoding="utf-8")
    with pytest.raises(InvalidSpec):
        load_policy()
    monkeypatch.chdir(folder)
    shipped = load_policy()
    assert (shipped.owner, shipped.materiality) == (own.owner, own.materiality)
    assert (shipped.lowest_edge, shipped.highest_edge) == (own.lowest_edge, own.highest_edge)
    assert shipped.lowest_edge < shipped.highest_edge
    assert shipped.full_table_others == own.full_table_others
