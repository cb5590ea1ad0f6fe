"""A difference in each format: every part of it, with the same figures in all."""

from __future__ import annotations

import html
from fractions import Fraction

import pytest

from certify.compare.differences import Difference, Sort
from certify.compare.figures import Figure, FigureChange, FigureKey, list_figure_changes
from certify.compare.revisions import IssueChange, RevisionComparison, StatusChange
from certify.render.changes import join_lines, list_rows
from certify.render.diff import (
    NOTHING,
    PRINTERS,
    describe,
    describe_all,
    escape,
    format_html,
    format_markdown,
    format_text,
    list_sections,
)
from certify.spec.values import Money
from tests.conftest import load

FIVE = Money(Fraction(5), "USD")
BONUS, STANDARD = FigureKey("bonus", "A", FIVE), FigureKey("standard")


def share(text):
    return Fraction(text)


BEFORE = Figure(share("1/20"), (share("1/25"), None, share("3/100"), share("1/50"), share("1/100")))
AFTER = Figure(share("3/50"), (), share("7/100"))
MOVE = FigureChange(BONUS, BEFORE, AFTER)
LOST = FigureChange(STANDARD, Figure(share("1/40")), Figure(why_not="nobody\nsays it"))
ALONE = FigureChange(BONUS, BEFORE, Figure(share("11/200"), BEFORE.envy))


def differ(name, line, old, new, **more):
    return Difference(
        address=("uncovered", name), old=old, new=new, file="new.yaml", line=line, **more
    )


SIDES = (load("mbs"), load("mbs"))
WHOLE = RevisionComparison(
    "one",
    "old.yaml (edition 1)",
    "new.yaml (edition 2)",
    "certified",
    "not certifiable",
    (MOVE, LOST),
    (StatusChange("lucky", "certified", "deferred"),),
    3,
    (
        differ("a | cell", 7, "1", "2", sort=Sort.MONEY, effects=(ALONE,), uncounted=("lucky",)),
        differ(
            "a | cell", 7, "1", "2", sort=Sort.MONEY, effects=(ALONE,), not_calculated="no\nstake"
        ),
        differ("players", 8, "6", "5", sort=Sort.ROUND),
        differ("name", 2, "Old", "New\nname"),
    ),
    (IssueChange("error", "INT001", "a new\nmatter", "f1", "new.yaml:9"),),
    (IssueChange("note", "GAP001", "", "f2"),),
    (IssueChange("warning", "GAP002", "heavier", "f3", "new.yaml:10", "note"),),
    ("look at it",),
    SIDES,
)
EMPTY = RevisionComparison("two", "old", "old", "certified", "certified")


def test_what_a_move_comes_to():
    assert MOVE.edge == share("1/100")
    assert MOVE.envy == (share("1/50"), None, share("3/100"), share("1/25"), share("1/20"))
    assert MOVE.capped == share("1/50")
    assert (MOVE.money, MOVE.money_with_envy) == (50, 250)
    assert (LOST.edge, LOST.money, LOST.capped, LOST.envy) == (None, None, None, ())
    assert LOST.money_with_envy is None
    back = FigureChange(BONUS, AFTER, BEFORE)
    assert back.capped == share("-1/50")
    assert back.envy[0] == share("-1/50")
    gap = FigureChange(BONUS, BEFORE, Figure(share("1/20"), (*BEFORE.envy[:4], None)))
    assert gap.money_with_envy is None
    assert list(list_figure_changes([BONUS, STANDARD], {BONUS: BEFORE}, {BONUS: BEFORE})) == []
    assert list(list_figure_changes([BONUS], {}, {BONUS: AFTER})) == [
        FigureChange(BONUS, Figure(), AFTER)
    ]


def list_parts(difference):
    """Every line that a format has to show."""
    for _, items in list_sections(difference):
        for item, more in items:
            yield from (item, *more)
    for move in difference.moves:
        for row in list_rows(move):
            yield from row


def test_every_part_of_a_difference_has_a_line():
    sections = dict(list_sections(WHOLE))
    assert {heading: len(items) for heading, items in sections.items()} == {
        "Notes on the figures": 3,
        "Status of figures": 1,
        "Changes, each with its effect alone": 3,
        "All changes together": 1,
        "Changes without effect on money": 1,
        "Issues": 3,
        "Remarks": 1,
    }
    changes = sections["Changes, each with its effect alone"]
    assert [line for line, _ in changes] == [
        "new.yaml:7: uncovered: a | cell: 1 → 2",
        "new.yaml:7: uncovered: a | cell: 1 → 2",
        "new.yaml:8: uncovered: players: 6 → 5",
    ]
    assert [len(effects) for _, effects in changes] == [2, 2, 1]
    assert all("[f" in line for line, _ in sections["Issues"])


def test_every_format_shows_every_part():
    text, markdown, page = (
        form([WHOLE, EMPTY]) for form in (format_text, format_markdown, format_html)
    )
    for part in list_parts(WHOLE):
        assert part in text
        assert escape(part) in markdown
        assert html.escape(part) in page
    for shown in (text, markdown, page):
        assert "two" in shown
        assert NOTHING not in shown
    assert format_text([EMPTY]) == format_text([]) == NOTHING
    assert all(NOTHING[1:] in PRINTERS[name]([EMPTY]) for name in PRINTERS)


def test_tables_are_aligned_and_whole():
    lines = format_text([WHOLE]).splitlines()
    start = next(place for place, line in enumerate(lines) if set(line) <= {"-", " "})
    rows = lines[start + 1 : start + 8]
    assert max(map(len, lines[start - 1 : start + 8])) <= 80
    assert len({row.index("%") for row in rows if row.count("%") == 2}) == 1
    page = format_html([WHOLE])
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    assert [row.count("<td>") for row in body.split("<tr>")[1:]] == [6] * 7
    table = [line for line in format_markdown([WHOLE]).splitlines() if line.startswith("|")]
    assert len(table) == 9
    assert {line.count("|") for line in table} == {7}


def test_plain_data():
    told = describe(WHOLE)
    assert {key: told[key] for key in ("jurisdiction", "before", "after", "verdict")} == {
        "jurisdiction": "one",
        "before": "old.yaml (edition 1)",
        "after": "new.yaml (edition 2)",
        "verdict": {"before": "certified", "after": "not certifiable"},
    }
    bonus, standard = told["wagers"]
    assert (bonus["wager"], bonus["paytable"], bonus["stake"]) == ("bonus", "A", "5 USD")
    assert (standard["wager"], standard["paytable"], standard["stake"]) == ("standard", None, None)
    assert bonus["before"]["house_edge"]["fraction"] == "1/20"
    assert [
        (item["other_players"], item["house_edge"]["fraction"]) for item in bonus["before"]["envy"]
    ] == [(1, "1/25"), (3, "3/100"), (4, "1/50"), (5, "1/100")]
    assert "house_edge_with_cap" not in bonus["before"]
    assert bonus["after"]["house_edge_with_cap"]["fraction"] == "7/100"
    assert "envy" not in bonus["after"]
    assert standard["after"] == {"not_counted": "nobody says it"}
    assert bonus["points"] == {"fraction": "1/100", "points": "1.0000"}
    assert bonus["envy"][:2] == [
        {"other_players": 1, "points": {"fraction": "1/50", "points": "2.0000"}},
        {"other_players": 2, "points": None},
    ]
    assert bonus["points_with_cap"] == {"fraction": "1/50", "points": "2.0000"}
    assert bonus["money"] == {
        "rounds": 1000,
        "stake": "5 USD",
        "without_envy": "50.00",
        "full_table": "250.00",
    }
    uncounted = FigureChange(BONUS, BEFORE, Figure(why_not="x"))
    assert (
        "money"
        not in describe(RevisionComparison("x", "a", "b", "c", "d", (uncounted,)))["wagers"][0]
    )
    assert (standard["points"], standard["envy"]) == (None, [])
    assert {"money", "points_with_cap"}.isdisjoint(standard)
    assert told["statuses"] == [{"wager": "lucky", "before": "certified", "after": "deferred"}]
    first, second, third, fourth = told["changes"]
    assert {key: first[key] for key in ("what", "at", "before", "after", "moves")} == {
        "what": "uncovered: a | cell",
        "at": "new.yaml:7",
        "before": "1",
        "after": "2",
        "moves": "money",
    }
    assert first["worth"]["not_counted"] == ["lucky"]
    assert "not_priced" not in first["worth"]
    assert second["worth"]["not_priced"] == "no stake"
    (move,) = first["worth"]["moves"]
    assert (move["wager"], move["paytable"], move["stake"]) == ("bonus", "A", "5 USD")
    assert move["points"]["fraction"] == "1/200"
    assert (third["moves"], third["worth"]) == ("round", {"moves": []})
    assert fourth["moves"] == "words"
    assert told["issues_new"] == [
        {
            "severity": "error",
            "code": "INT001",
            "text": "a new\nmatter",
            "fingerprint": "f1",
            "at": "new.yaml:9",
        }
    ]
    assert [item["fingerprint"] for item in told["issues_gone"]] == ["f2"]
    (changed,) = told["issues_changed"]
    assert (changed["severity_before"], changed["severity"]) == ("note", "warning")
    assert told["remarks"] == ["look at it"]
    assert (told["untouched"], describe(EMPTY)["untouched"]) == (False, True)
    assert describe_all([WHOLE]) == told
    assert describe_all([WHOLE, EMPTY]) == [told, describe(EMPTY)]
    assert describe_all([]) == []


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("a_b*c", "a\\_b\\*c"), ("a\n b", "a b"), ("\\|`<>[]", "\\\\\\|\\`\\<\\>\\[\\]"), ("", "")],
)
def test_text_that_markdown_would_read_is_escaped(text, escaped):
    assert escape(text) == escaped


def test_one_line_stays_one_line():
    assert join_lines("  a\n\tb ") == "a b"
    assert all("\n" not in part for part in list_parts(WHOLE))
