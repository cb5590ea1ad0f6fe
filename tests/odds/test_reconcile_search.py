"""The search for readings that give all printed figures, over edges that are made up: each answer is known.

The document prints an edge for the paytables A and B of one wager. What is counted under some readings is
stood in for by a table of the test, so that it is plain which readings, numbers of others and roundings fit.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

from certify.base.errors import CertifyError
from certify.base.load import load_bytes
from certify.base.progress import Work
from certify.odds import reconcile as search
from certify.odds.reconcile import Reconciliation, Solution, list_lines, reconcile
from certify.spec.validate import read_jurisdiction
from tests.edits import edit, put
from tests.tutorial.walk import build_file

ROUNDINGS = {"half-up", "half-even", "truncated"}


@pytest.fixture(scope="module")
def made_up():
    return read_jurisdiction(load_bytes(build_file().encode(), "kelp-island.yaml"))


def percent(text):
    return Fraction(text) / 100


def figure(text, label="no-envy"):
    return {"label": label, "percent": text, "at": {"clause": "4.1", "lines": 52}}


def publish(document, first, second):
    """Other printed figures of the paytables A and B."""
    return edit(
        document,
        put("wagers", 0, "paytables", 0, "published", value=first),
        put("wagers", 0, "paytables", 1, "published", value=second),
    )


def count_by(monkeypatch, edges, envy=()):
    """Edges by paytable, joker and precedence; the first that stands there holds."""
    asked = []

    def count(rulebook, terms, stake):
        words = (terms.paytable, str(rulebook.ranking.joker.said), str(terms.precedence.said))
        asked.append((*words, terms.envy is not None, stake))
        for length in (3, 2, 1):
            if words[:length] in edges:
                found = edges[words[:length]]
                if found is None:
                    raise CertifyError("not counted")
                return SimpleNamespace(edge=percent(found), envy=envy)
        raise KeyError(words)

    monkeypatch.setattr(search, "count_wager", count)
    return asked


def test_tables_must_agree_on_what_they_share(made_up, monkeypatch):
    """A comes out with a wild joker and B with a bug: each for itself, and never both."""
    edges = {
        ("A", "wild"): "4.91",
        ("A", "bug"): "4.00",
        ("B", "wild"): "6.00",
        ("B", "bug"): "6.49",
    }
    asked = count_by(monkeypatch, edges)
    document = publish(made_up, [figure("4.91")], [figure("6.49")])
    found = reconcile(document)
    assert (found.figures, found.best, found.solutions) == (2, 1, ())
    assert found.domain == {"joker": ("bug", "wild")}
    assert found.candidates == 2 * 3
    assert not found.with_envy
    assert found.passed_over == 0
    assert (
        len(asked) == 2 * 2**3
    )  # joker, wheel and precedence for each table, whatever turns on them
    assert not any(with_envy for *_, with_envy, _ in asked)
    edges["B", "wild"] = "6.49"
    found = reconcile(document)
    assert found.best == 2
    assert {item.rounding for item in found.solutions} == ROUNDINGS
    assert all(item.readings == {"joker": "wild"} for item in found.solutions)
    assert all(item.other_players is None for item in found.solutions)
    edges |= dict.fromkeys(edges, "1.00")
    assert reconcile(document).best == 0


def test_a_reading_of_one_table_alone_is_chosen_for_it(made_up, monkeypatch):
    """Of the two readings that A turns on, one is nothing to B."""
    edges = {
        ("A", "wild", "rank-order"): "4.91",
        ("A", "wild"): "4.00",
        ("A", "bug"): "3.00",
        ("B",): "6.49",
    }
    count_by(monkeypatch, edges)
    found = reconcile(publish(made_up, [figure("4.91")], [figure("6.49")]))
    assert set(found.domain) == {"joker", "bonus-precedence"}
    assert found.candidates == 4 * 3
    assert found.best == 2
    assert [item.readings for item in found.solutions] == [
        {"joker": "wild", "bonus-precedence": "rank-order"}
    ] * 3


def test_a_choice_that_is_not_counted_fits_nothing(made_up, monkeypatch):
    edges = {("A", "wild"): None, ("A", "bug"): "4.91", ("B",): "6.49"}
    count_by(monkeypatch, edges)
    found = reconcile(publish(made_up, [figure("4.91")], [figure("6.49")]))
    assert {tuple(item.readings.values()) for item in found.solutions} == {("bug",)}
    found = reconcile(publish(made_up, [figure("4.92")], [figure("6.49")]))
    assert (found.best, found.solutions) == (1, ())


@pytest.mark.parametrize(
    ("exact", "printed", "roundings"),
    [
        ("4.925", "4.92", {"half-even", "truncated"}),
        ("4.925", "4.93", {"half-up"}),
        ("4.915", "4.92", {"half-up", "half-even"}),
        ("4.915", "4.91", {"truncated"}),
        ("4.925", "4.925", ROUNDINGS),
        ("4.925", "5", {"half-up", "half-even"}),
        ("4.925", "4.94", set()),
    ],
)
def test_a_figure_is_rounded_to_the_places_it_is_printed_with(
    made_up, monkeypatch, exact, printed, roundings
):
    count_by(monkeypatch, {("A",): exact, ("B",): "6.49"})
    found = reconcile(publish(made_up, [figure(printed)], [figure("6.49")]))
    assert {item.rounding for item in found.solutions} == roundings
    assert found.best == (2 if roundings else 1)
    assert found.domain == {}
    assert found.candidates == 3


def seat(others, low, high=None):
    edges = [percent(edge) if edge else None for edge in (low, high)]
    return SimpleNamespace(other_players=others, house_edge=edges[0], highest_edge=edges[1])


def test_figures_with_envy_are_those_of_one_number_of_others(made_up, monkeypatch):
    """With three others both bounds round to what is printed, with two only one, with four none is known."""
    envy = (
        seat(1, "3.40"),
        seat(2, "3.30", "3.34"),
        seat(3, "3.2995", "3.3004"),
        seat(4, None),
        seat(5, "3.30"),
    )
    asked = count_by(monkeypatch, {("A",): "4.91", ("B",): "6.49"}, envy)
    first = [figure("4.91"), figure("3.30", "max-envy")]
    found = reconcile(publish(made_up, first, [figure("6.49")]))
    assert found.with_envy
    assert (found.figures, found.best) == (3, 3)
    assert {(item.other_players, item.rounding) for item in found.solutions} == {
        (3, "half-up"),
        (3, "half-even"),
        *((5, rounding) for rounding in ROUNDINGS),
    }
    assert found.candidates == 5 * 3
    assert found.domain == {}
    # envy is counted for the table that prints a figure with it, under both least stakes, and only there
    stakes = {(paytable, envy, str(stake)) for paytable, _, _, envy, stake in asked}
    assert {item[:2] for item in stakes} == {("A", True), ("B", False)}
    assert len({stake for paytable, _, stake in stakes if paytable == "A"}) == 2
    assert len(asked) == 2**3 * 2 * 2 + 2**3


def test_what_is_tried_is_told_as_it_goes(made_up, monkeypatch):
    count_by(monkeypatch, {("A",): "4.91", ("B",): "6.49"})
    told = []
    reconcile(made_up, Work(lambda *step: told.append(step)))
    assert told == [
        step
        for number in range(16)
        for step in (("tidal-bonus", number / 16), ("", (number + 1) / 16))
    ]


def test_a_document_that_prints_nothing_is_not_searched(made_up, monkeypatch):
    count_by(monkeypatch, {})
    found = reconcile(publish(made_up, [], []))
    assert found == Reconciliation(0, 0, {}, (), 0)
    assert list(list_lines(made_up, found)) == ["kelp-island prints no figures to reconcile"]


# --- the answer for people

HEAD = "kelp-island: 3 printed figures, 60 candidates searched"
READINGS = {"joker": ("bug", "wild"), "wheel": ("lowest", "second-highest")}
ROUNDED = "wager amount: the stated minimum; rounding: half-up, half-even, truncated"


def test_an_answer_that_is_unique(made_up):
    solution = Solution({"joker": "wild", "wheel": "lowest"}, 3, "half-up")
    found = Reconciliation(3, 60, READINGS, (solution,), 3, True)
    assert list(list_lines(made_up, found)) == [
        HEAD,
        "  joker: bug, wild",
        "  wheel: lowest, second-highest",
        f"  other players: 1 to 5; {ROUNDED}",
        "all figures match with joker=wild, wheel=lowest, 3 other players, half-up",
        "no other candidate reproduces all figures",
    ]


def test_answers_without_envy_that_are_several(made_up):
    several = tuple(Solution({"joker": "bug"}, None, name) for name in ("half-up", "truncated"))
    found = Reconciliation(3, 60, {"joker": ("bug", "wild")}, several, 3, False, 7)
    assert list(list_lines(made_up, found)) == [
        HEAD,
        "  joker: bug, wild",
        f"  {ROUNDED}",
        "  not tried: hands compared card by card together with a value that contradicts the text",
        "all figures match with joker=bug, half-up",
        "all figures match with joker=bug, truncated",
        "not unique: 2 candidates reproduce all figures",
    ]


def test_no_answer(made_up):
    found = Reconciliation(3, 60, {}, (), 2)
    assert list(list_lines(made_up, found)) == [
        HEAD,
        f"  {ROUNDED}",
        "no candidate reproduces all figures; the best reproduces 2",
    ]
