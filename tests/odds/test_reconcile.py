"""Printed figures searched for: pays of single lines too, and no more counted than a figure turns on."""

import pytest

from certify.base.load import load_bytes
from certify.odds import counted, reconcile
from certify.odds.reconcile import list_lines
from certify.spec.validate import read_jurisdiction
from tests.conftest import load
from tests.edits import edit, put, state
from tests.findings import cases
from tests.tutorial.walk import build_file

FLUSH = {"A": 7, "B": 7}


@pytest.fixture(scope="module")
def made_up():
    return read_jurisdiction(load_bytes(build_file().encode(), "kelp-island.yaml"))


def conflict(table, *values, adopted):
    """Two rows give the flush of a paytable different pays."""
    line = ("wagers", 0, "paytables", "AB".index(table), "lines", FLUSH[table])
    at = {"clause": "4.1", "lines": 50}
    said = [{"value": value, "at": at} for value in values]
    statement = {"stated": said, "adopted": adopted, "because": "it stands first"}
    return put(*line, "pays", value=statement)


def test_the_pay_that_gives_the_printed_figure_is_found_for_each_table_alone(made_up):
    """Both flushes pay 4 in the document whose edges are printed; 3 and 5 are wrong readings of it."""
    both = edit(made_up, conflict("A", 5, 4, adopted=5), conflict("B", 3, 4, adopted=3))
    assert both.wagers[0].paytables[0].lines[FLUSH["A"]].hand == "flush"
    found = reconcile.reconcile(both)
    first, second = "tidal-bonus.A.flush.pays", "tidal-bonus.B.flush.pays"
    assert {first, second, "joker"} == set(found.domain)
    assert {
        (str(item.readings[first]), str(item.readings[second]), item.readings["joker"])
        for item in found.solutions
    } == {("4", "4", "wild")}
    assert {item.rounding for item in found.solutions} == {"half-up", "half-even"}
    assert found.candidates == 2 * 2 * 2 * 3
    told = list(list_lines(both, found))
    assert f"  {first}: 5, 4" in told
    assert any(f"{first}=4" in line and "joker=wild" in line for line in told)


def test_nothing_fits_where_neither_pay_is_the_printed_one(made_up):
    wrong = edit(made_up, conflict("A", 5, 3, adopted=5))
    found = reconcile.reconcile(wrong)
    assert not found.solutions
    assert found.best == 1  # the other table's


def test_envy_is_neither_counted_nor_searched_where_no_figure_has_it(made_up, monkeypatch):
    def refuse(_ranking, terms, *_arguments, **_more):
        assert terms.envy is None
        return ()

    monkeypatch.setattr(counted, "compute_envy", refuse)
    found = reconcile.reconcile(made_up)
    assert found.solutions
    assert not found.with_envy
    assert {item.other_players for item in found.solutions} == {None}
    assert "envy-several" not in found.domain
    assert not any("other players" in line for line in list_lines(made_up, found))


def test_a_table_is_counted_once_for_each_choice_of_its_own_readings(made_up, monkeypatch):
    """Pays of one table do not multiply the counts of another."""
    counts = []
    plain = reconcile._compute

    def count(jurisdiction, table, readings):
        counts.append(table.paytable.id)
        return plain(jurisdiction, table, readings)

    monkeypatch.setattr(reconcile, "_compute", count)
    both = edit(made_up, conflict("A", 5, 4, adopted=5), conflict("B", 3, 4, adopted=3))
    reconcile.reconcile(both)
    with_pays = counts.count("A")
    counts.clear()
    reconcile.reconcile(edit(made_up, conflict("A", 5, 4, adopted=5)))
    assert counts.count("A") == with_pays
    assert 2 * counts.count("B") == with_pays


def test_hands_are_not_compared_card_by_card_beside_what_the_text_states_otherwise(monkeypatch):
    """Such a count takes long; beside readings that the text leaves open it is made."""
    tried = []

    def count(_rulebook, terms, _stake):
        tried.append(str(terms.bank_comparison.said))
        raise reconcile.CertifyError("not counted here")

    monkeypatch.setattr(reconcile, "count_wager", count)
    figure = [{"label": "no-envy", "percent": "9.99", "at": {"lines": 70}}]
    found = reconcile.reconcile(
        edit(
            load("designated-player"),
            put("wagers", 0, "paytables", 0, "published", value=figure),
            state("deck.royal_match_joker", cases.conflict("completes-royal", "not-allowed")),
            state(
                "fortune-bonus.bank_condition", cases.conflict("bank-hand-must-be-beaten", "none")
            ),
        )
    )
    # joker and wheel are stated there: by hand only under what they say. The order of the rows is implied in
    # two ways. Whether the bank's hand must be beaten is open too: where it need not be, all are tried
    beaten = 2**4 * 2 * 3
    assert tried.count("by-class") == 2 * beaten
    assert tried.count("by-hand") == 2 * 2 * 2 * 3 + beaten
    assert found.passed_over == (2**2 - 1) * 2 * 2 * 2 * 3
