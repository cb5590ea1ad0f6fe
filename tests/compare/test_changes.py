"""Changes from one file to another: each named with its line, and made alone they lead to the other file."""

from __future__ import annotations

import copy
from itertools import permutations

import pytest

from certify.base.errors import CertifyError
from certify.compare.differences import Sort, change_at, put_in_order
from certify.gate.difference import Side, compare_sides, find_side
from certify.odds.identity import find_impossible
from certify.render.changes import ABSENT
from tests.compare.changes import list_changes
from tests.conftest import load
from tests.edits import drop_line, edit, put, put_line, state
from tests.gate.accepted_folder import change as change_file
from tests.gate.accepted_folder import plant
from tests.gate.test_base_revision import build_counts


def on_rules(work):
    def apply(data):
        work(data["house_way"]["rules"])

    return apply


def _move(rules):
    rules.insert(0, rules.pop())


def _drop(rules):
    del rules[3]


def _double(rules):
    rules.insert(2, {**copy.deepcopy(rules[2]), "rule": "a rule of its own"})


def _replay(rules):
    rules[0]["low"] = (
        "second-and-third-highest"
        if rules[0]["low"] != ("second-and-third-highest")
        else "two-highest-singles"
    )


def _reword(rules):
    rules[1]["at"] = {"clause": "elsewhere", "lines": 3}


def _leave_out(data):
    data["house_way"].setdefault("unexpressed", []).append(
        {"rule": "aces up", "at": {"clause": "x", "lines": 1}, "because": "it is not clear"}
    )


def _leave_uncovered(data):
    data.setdefault("uncovered", []).append(
        {"what": "a lucky seat", "wagers": ["fortune-bonus"], "at": {"clause": "x", "lines": 1}}
    )


def _drop_wager(data):
    data["wagers"].pop()


def _drop_paytable(data):
    del data["wagers"][0]["paytables"][1]


def _swap_lines(data):
    lines = data["wagers"][0]["paytables"][0]["lines"]
    lines[0], lines[1] = lines[1], lines[0]


EDITS = {
    "a rule moved": ("mbs", on_rules(_move), "house way: order of rules", "money"),
    "a rule gone": ("mbs", on_rules(_drop), "house way: ", "money"),
    "a rule more": ("mbs", on_rules(_double), "house way: a rule of its own", "money"),
    "a rule played otherwise": ("mbs", on_rules(_replay), "house way: ", "money"),
    "a rule cited elsewhere": ("mbs", on_rules(_reword), "house way: ", "words"),
    "a rule not expressed": ("mbs", _leave_out, "house way: not expressed: aces up", "money"),
    "something uncovered": ("mbs", _leave_uncovered, "uncovered: a lucky seat", "money"),
    "a wager gone": ("pennsylvania", _drop_wager, "ace-high", "money"),
    "a paytable gone": ("south-dakota", _drop_paytable, "fortune-bonus paytable 2", "money"),
    "lines in another order": (
        "mbs",
        _swap_lines,
        "fortune-bonus paytable main: order of rows",
        "money",
    ),
    "a line gone": (
        "mbs",
        drop_line("fortune-bonus", "flush"),
        "fortune-bonus paytable main: flush",
        "money",
    ),
    "a pay": ("mbs", put_line("fortune-bonus", "flush", "pays", 9), "flush: pays", "money"),
    "a statement": ("mbs", state("comparison.copy", "push"), "comparison.copy", "money"),
    "what moves rounds": ("mbs", state("table.players", 4), "table.players", "round"),
    "a name": ("mbs", put("name", value="Another name"), "name", "words"),
}


@pytest.mark.parametrize("label", EDITS)
def test_a_change_is_named_and_made_alone_it_leads_to_the_other_file(label):
    name, work, told, sort = EDITS[label]
    old, new = load(name), edit(load(name), work)
    changes = list_changes(old, new)
    moving = [item for item in changes if item.sort is not Sort.WORDS]
    named = [item for item in changes if told in item.what]
    assert named, [item.what for item in changes]
    assert {str(item.sort) for item in named} == {sort}
    for item in changes:
        assert item.at.rpartition(":")[2].isdigit()
        assert item.before != item.after
        assert (item.apply is None) is (item.sort is Sort.WORDS)
    made = old
    for item in moving:
        made = item.apply(made)
    left = [item for item in list_changes(made, new) if item.sort is not Sort.WORDS]
    assert left == [], [(item.what, item.before, item.after) for item in left]
    assert list_changes(old, old) == ()


@pytest.mark.parametrize("label", EDITS)
def test_the_way_back_has_the_same_changes_turned_round(label):
    name, work, _, _ = EDITS[label]
    old, new = load(name), edit(load(name), work)
    there = {(item.what, item.before, item.after, item.sort) for item in list_changes(old, new)}
    back = {(item.what, item.after, item.before, item.sort) for item in list_changes(new, old)}
    if "inventory" not in " ".join(item[0] for item in there):
        assert there == back


def test_a_house_way_that_goes_or_comes_is_one_change():
    old = load("mbs")
    new = edit(old, put("house_way", value={}), state("setting.house_way", {"silent": True}))
    (gone,) = [item for item in list_changes(old, new) if item.what == "house way"]
    assert gone.after == ABSENT
    assert gone.before == f"{len(old.house_way['rules'])} rules"
    assert gone.sort is Sort.MONEY
    assert not gone.apply(old).house_way
    (come,) = [item for item in list_changes(new, old) if item.what == "house way"]
    assert (come.before, come.after) == (gone.after, gone.before)
    assert come.apply(new).house_way == old.house_way
    assert come.at.startswith(old.source.name)


def test_a_rule_is_reported_by_what_it_plays_or_by_its_words():
    old = load("mbs")
    played = edit(old, on_rules(_replay))
    (item,) = [
        change for change in list_changes(old, played) if change.what.startswith("house way")
    ]
    assert "low " in item.before
    assert "clause" not in item.before
    reworded = edit(old, on_rules(_reword))
    (item,) = [
        change for change in list_changes(old, reworded) if change.what.startswith("house way")
    ]
    assert "elsewhere" in item.after
    assert "low " not in item.after


def test_uncovered_things_touch_their_wagers_and_no_other():
    new = edit(load("mbs"), _leave_uncovered)
    (item,) = [one for one in list_changes(load("mbs"), new) if "lucky seat" in one.what]
    assert item.wagers == ("fortune-bonus",)
    assert item.touches("fortune-bonus")
    assert not item.touches("standard")
    assert item.before == ABSENT
    assert item.apply(load("mbs")).list_uncovered("fortune-bonus")


# --- lists and mappings with one thing changed


def put_item(mapping, key, item):
    return change_at(mapping, (key,), lambda _: item)


def test_one_item_of_a_mapping():
    assert put_item({"a": 1, "b": 2}, "a", 9) == {"a": 9, "b": 2}
    assert put_item({"a": 1, "b": 2}, "c", 9) == {"a": 1, "b": 2, "c": 9}
    assert put_item({"a": 1, "b": 2}, "a", None) == {"b": 2}
    assert put_item({"a": 1}, "c", None) == {"a": 1}


def test_one_item_of_a_list_goes_behind_what_precedes_it():
    order = ["a", "b", "c", "d"]

    def place(names, name, item):
        rules = [{"rule": own, "at": 1} for own in names]
        found = put_in_order(rules, name, item and {"rule": item, "at": 9}, order)
        return [f"{rule['rule']}{rule['at']}" for rule in found]

    assert place("ac", "b", "b") == ["a1", "b9", "c1"]
    assert place("bc", "a", "a") == ["a9", "b1", "c1"]
    assert place("ac", "d", "d") == ["a1", "c1", "d9"]
    assert place("ac", "c", "c") == ["a1", "c9"]
    assert place("ac", "c", None) == ["a1"]
    for given in permutations("abd"):
        found = place(given, "c", "c")
        assert found[found.index("b1") + 1] == "c9"


# --- sides


def fail(_):
    raise AssertionError("no filing was named")


def test_a_side_is_a_file_a_folder_or_a_certificate(tmp_path):
    folder = plant(tmp_path) / "jurisdictions"
    whole = find_side(str(folder), fail)
    assert sorted(whole.jurisdictions) == ["one", "two"]
    assert not whole.is_single
    one = find_side(str(folder / "one.yaml"), fail)
    assert (list(one.jurisdictions), one.certificates, one.is_single) == (["one"], {}, True)
    certificate = find_side(str(folder / "one.certificate.json"), fail)
    assert (list(certificate.certificates), certificate.is_single) == (["one"], True)
    assert one.name == str(folder / "one.yaml")
    named = []
    filing = folder / "a.PDF"
    filing.write_bytes(b"%PDF")
    side = find_side(str(filing), lambda path: named.append(path) or {"one": load("mbs")})
    assert named == [filing]
    assert list(side.jurisdictions) == ["one"]


def test_a_side_that_is_nothing_is_refused(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(CertifyError, match="no specification in this folder"):
        find_side(str(empty), fail)
    for name in ("x.yaml", "x.yml", "x.json", "x.pdf"):
        with pytest.raises(CertifyError, match="file not found"):
            find_side(str(tmp_path / name), fail)
    folder = plant(tmp_path / "tree") / "jurisdictions"
    (folder / "three.yaml").write_text("id: [", encoding="utf-8")
    (remark,) = find_side(str(folder), fail).remarks
    assert "three.yaml: skipped because it is not valid" in remark


def test_one_file_against_a_folder_is_that_file_alone(tmp_path):
    from tests.compare.test_diff_command import POLICY

    first = plant(tmp_path / "old") / "jurisdictions"
    second = plant(tmp_path / "new") / "jurisdictions"
    change_file(tmp_path / "new", "name: ", "name: New ", times=count_names(second))
    folder, one = find_side(str(first), fail), find_side(str(second / "one.yaml"), fail)

    def compare(old, new):
        return compare_sides(old, new, POLICY, lambda _: None)

    assert [item.jurisdiction for item in compare(folder, one)] == ["one"]
    assert [item.jurisdiction for item in compare(one, folder)] == ["one"]
    both = compare(folder, find_side(str(first), fail))
    assert [(item.jurisdiction, item.is_empty) for item in both] == [("one", True), ("two", True)]
    with pytest.raises(CertifyError, match="a certificate can be compared with one"):
        compare(folder, Side("x", certificates={"one": {}}))


def count_names(folder):
    return (folder / "one.yaml").read_text(encoding="utf-8").count("name: ")


# --- counts that a certificate vouches for


def test_a_cell_without_any_deal_is_possible_and_one_below_nothing_is_not():
    """All one-each deals counted as copies of both: sums, symmetry and the bank's lead still hold."""
    counts = build_counts()
    cells = counts[0][0]
    cells[1][1] += cells[0][2] + cells[2][0]
    cells[0][2] = cells[2][0] = 0
    assert find_impossible("settings", counts) == ""
    cells[0][2] = cells[2][0] = -1
    assert find_impossible("settings", counts) == "a count is negative"
