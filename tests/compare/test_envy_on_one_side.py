"""An Envy Bonus that only one of two documents offers is one difference, which can be made alone."""

import pytest

from certify.compare.differences import Sort, change_at, list_differences, make
from certify.spec.compile import compile_rulebook
from tests.conftest import load
from tests.edits import edit


def drop_envy(data):
    wager = data["wagers"][0]
    del wager["envy"]
    for table in wager.get("paytables", [wager]):
        for line in table["lines"]:
            line.pop("envy", None)


@pytest.mark.parametrize("name", ["mbs", "south-dakota"])
def test_it_is_one_difference_with_its_cells_and_leads_to_the_other_file(name):
    full = load(name)
    bare = edit(full, drop_envy)
    wager = full.wagers[0].id
    for old, new in ((full, bare), (bare, full)):
        (found,) = [item for item in list_differences(old, new) if item.sort is not Sort.WORDS]
        assert (found.address, found.wagers) == (("wagers", wager, "envy"), (wager,))
        assert (found.old is None, found.new is None) == (old is bare, new is bare)
        made = make(old, found, new)
        assert made.wagers[0].has_envy is new.wagers[0].has_envy
        assert not [one for one in list_differences(made, new) if one.sort is not Sort.WORDS]


def test_documents_with_and_without_it_can_be_compared_change_by_change():
    """Each difference, made alone on the old document, leaves one that can be compiled."""
    old, new = load("mbs"), load("designated-player")
    found = [item for item in list_differences(old, new) if item.sort is not Sort.WORDS]
    assert [item.address for item in found if "envy" in item.address] == [
        ("wagers", "fortune-bonus", "envy")
    ]
    for item in found:
        assert compile_rulebook(make(old, item, new)).jurisdiction == old.id


def test_a_list_that_is_absent_is_empty():
    rule = {"rule": "a"}
    assert list(change_at({}, ("rules", "a"), lambda _: rule, ["a"])["rules"]) == [rule]
