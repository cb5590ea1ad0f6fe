"""A house edge that a document prints of its standard wager: held against the text and the computed one."""

from fractions import Fraction

from certify.odds.compute import Request, compute_odds
from certify.spec.sources import check_sources
from tests.compare.changes import list_changes
from tests.conftest import load
from tests.edits import edit, put
from tests.findings.cases import changed, find
from tests.spec.test_sources_fictional import FOLDER, made_up


def print_edges(*percents, line=5):
    at = {"clause": "here", "lines": line}
    return put("standard", "published", value=[{"percent": item, "at": at} for item in percents])


def test_it_is_computed_and_what_does_not_come_out_is_an_error():
    """The file's own certificate has the edge of this wager as an exact fraction, to 2.72 percent."""
    wrong = changed("mbs", print_edges("1.15", "2.72"))
    (odds,) = compute_odds(wrong, Request(wagers=("standard",), alternatives=False))
    assert [(item.published.label, item.agrees) for item in odds.published] == [
        ("standard", False),
        ("standard-2", True),
    ]
    assert {item.exact for item in odds.published} == {odds.house_edge}
    before = {item.fingerprint for item in find(load("mbs"), "MTH001")}
    (found,) = [item for item in find(wrong, "MTH001") if item.fingerprint not in before]
    assert found.wagers == ("standard",)
    (effect,) = found.effects
    assert effect.is_printed
    assert (effect.before[0], effect.after[0]) == (odds.house_edge, Fraction("0.0115"))


def test_it_must_stand_in_the_lines_that_are_cited():
    line = next(
        item.citation.first for _, table in made_up().list_paytables() for item in table.published
    )
    right = next(
        item.percent for _, table in made_up().list_paytables() for item in table.published
    )
    assert check_sources(edit(made_up(), print_edges(right, line=line)), FOLDER)[1] == []
    (fault,) = check_sources(edit(made_up(), print_edges("1.15", line=line)), FOLDER)[1]
    assert "standard: 1.15% is not in line" in fault.what


def test_the_gate_tells_that_it_changed():
    old, new = changed("mbs", print_edges("1.15")), changed("mbs", print_edges("1.16"))
    (change,) = list_changes(old, new)
    assert (change.before, change.after) == ("1.15% (here, line 5)", "1.16% (here, line 5)")
    assert list_changes(old, old) == ()
