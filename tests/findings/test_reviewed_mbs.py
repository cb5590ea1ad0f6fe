"""What a reader found in MBS and Designated Player, each beside the lines of its document."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from certify.findings.finding import NoEffect, Severity
from certify.findings.issue import list_issues
from certify.findings.registry import list_findings
from tests.conftest import IDS, ROOT, load
from tests.edits import put
from tests.findings.cases import case_of, changed, find, say
from tests.findings.test_reviewed_earlier import cite, read, stands
from tests.findings.test_reviewed_edition_4 import pick

GOLDEN = json.loads((ROOT / "tests" / "golden" / "standard.json").read_text(encoding="utf-8"))
LOWS = "deck.low_hand_ranking"
QUADS = "house_way.aces_with_three_kings"


def test_low_hands_of_one_highest_card_are_a_question_with_a_price(documents):
    """Lines 334-336 of MBS end with the highest card; lines 301-303 go on, in the list of high hands."""
    assert "highest ranked card wins" in " ".join(read(documents, "mbs", 334, 336).split())
    assert "remaining" in read(documents, "mbs", 301, 303)
    found = pick("mbs", "GAP001", LOWS)
    before, after = (
        Fraction(GOLDEN[f"mbs: {case}"]["house_edge"])
        for case in ("adopted", f"{LOWS}=pairs-then-highest-card")
    )
    assert found.severity is Severity.ERROR
    assert [item.change for item in found.effects] == [(after - before, after - before)]
    assert {301, 334} <= {place.first for place in found.citations}
    cured = changed("mbs", put("deck", "low_hand_ranking", value=say("pairs-then-high-card", 334)))
    assert not [item for item in find(cured, "GAP001") if stands(item, LOWS)]


def test_an_advantage_is_told_with_what_the_same_words_bring(documents):
    """Rows 66 and 67 both without the joker: 10 without it and nothing with it, counted by hand."""
    assert "10:1" in read(documents, "designated-player", 67)
    deals = GOLDEN["designated-player: adopted"]["bank_ace_high"]
    every = sum(GOLDEN["designated-player: adopted"]["deals"].values())
    paid = deals["both"] + deals["bank_without_joker"]
    edge = Fraction(every - paid - 25 * deals["both"] - 10 * deals["bank_without_joker"], every)
    own = pick("designated-player", "INT001", "ace-high.main.bank-without-joker.pays")
    assert own.effects[0].after[0] == edge < 0
    (option,) = own.alternatives
    assert [(key, str(value)) for key, value in option.implies] == [
        ("ace-high.main.bank-with-joker.pays", "loses")
    ]


def test_the_name_of_the_game_is_no_finding_beside_what_it_promises(documents):
    """Line 3 of Designated Player has face up and line 7 has not; what follows from it is what matters."""
    assert "Face Up" in read(documents, "designated-player", 3)
    assert "Face Up" not in read(documents, "designated-player", 7)
    (found,) = find(load("designated-player"), "INT002")
    assert found.statements == ("play.bank_exposed",)
    quiet = changed("designated-player", put("play", "bank_exposed", value=say("after", 36)))
    (left,) = find(quiet, "INT002")
    assert left.severity is Severity.NOTE


def test_a_wager_that_is_never_described_leads_and_bars(documents):
    """Lines 65-69 of Designated Player are all that it has of the Ace High Bonus."""
    assert "Ace High Bonus" in read(documents, "designated-player", 65)
    (found,) = find(load("designated-player"), "INT014")
    assert (found.weight, found.blocks) == (Severity.ERROR, True)
    assert {(place.first, place.last) for place in found.citations} == {(65, 69)}


def test_what_moves_less_than_is_printed_is_a_note(documents):
    """Lines 1297-1298 of MBS name a pair of kings; twenty hands of 154 million hold three."""
    assert "King" in read(documents, "mbs", 1297, 1298)
    found = pick("mbs", "GAP001", QUADS)
    assert found.severity is Severity.NOTE
    assert found.slots["setting"].hands == 20
    assert not [item for item in find(load("mbs"), "GAP003") if item.slots["setting"]], (
        "reported with the point that they depend on"
    )


def test_an_exception_with_a_row_of_its_own_is_a_note_and_a_contradiction_is_not(documents):
    """Lines 1268-1278 of MBS are a row for four of a kind with a pair; 1254-1264 speak of ranks."""
    assert "PAIR" in read(documents, "mbs", 1268, 1278).upper()
    key = "house_way.quads_with_pair"
    assert pick("mbs", "INT001", key).severity is Severity.NOTE
    place = next(
        number
        for number, item in enumerate(load("mbs").house_way["readings"])
        if item["reading"] == "house-way-quads-with-pair"
    )
    outright = put("house_way", "readings", place, "stated", 0, "implied", value=False)
    (found,) = [item for item in find(changed("mbs", outright), "INT001") if stands(item, key)]
    assert found.severity is Severity.WARNING


@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_which_of_two_equal_low_hands_is_laid_is_told(name):
    """The figures rest on it: lines 997-1000 of MBS and 41 of Designated Player do not choose."""
    (found,) = find(load(name), "GAP004")
    assert "house_way.tie_break" in dict(found.assumed)
    cured = changed(name, put("house_way", "tie_break", value=say("best-high")))
    (less,) = find(cured, "GAP004")
    assert "house_way.tie_break" not in dict(less.assumed)


def test_a_question_of_the_document_without_another_value_is_a_finding_of_its_own(documents):
    """3.18.1.3, lines 418-419 of MBS: what a third player's royal match then pays is not said."""
    assert "unless another" in " ".join(read(documents, "mbs", 418, 419).split())
    key = "fortune-bonus.envy.forfeits"
    assert not [item for item in find(load("mbs"), "GAP001", "INT001") if stands(item, key)]
    (found,) = [item for item in find(load("mbs"), "GAP003") if stands(item, key)]
    assert [item.reason for item in found.price.missing] == [NoEffect.NO_ALTERNATIVE]
    assert found.severity is Severity.WARNING
    (rest,) = find(load("mbs"), "GAP004")
    assert key not in dict(rest.assumed)


def test_a_chapter_that_is_missing_is_not_filled_from_elsewhere():
    """Designated Player has no word on irregularities; what we would do comes from another document."""
    found = pick("designated-player", "GAP002", "irregularities.misdeal")
    assert not found.assumed
    assert pick("mbs", "GAP002", "irregularities.misdeal_handled").assumed


def test_what_stands_in_more_places_goes_before_what_stands_in_one():
    """Rounds that are void (five clauses of MBS), fouls, irregularities, then several hands of one player."""
    issues = list_issues(list_findings(case_of(load("mbs"))))
    subjects = [item.head.subject for item in issues]
    places = [subjects.index(name) for name in ("void", "fouls", "irregularities", "table")]
    assert places == sorted(places)


@pytest.mark.parametrize("name", IDS)
def test_an_appendix_has_numbers_of_its_own(name):
    assert not [item for item in find(load(name), "DOC001") if item.variant == "shared"]


@pytest.mark.parametrize("name", IDS)
def test_only_a_document_without_any_mark_of_its_edition_is_asked_for_one(documents, name):
    """Lines 3-5 of Designated Player are its title, and the rules begin at once; PA has a placeholder."""
    found = find(load(name), "DOC014")
    assert bool(found) is (name == "designated-player")
    if found:
        assert cite(found[0]) == {3}
        assert not read(documents, name, 6).strip()
        (rest,) = find(load(name), "GAP010")
        assert "identity.version" not in rest.slots["points"]


def test_equal_hands_that_foul_are_not_priced_for_a_reason_of_the_text():
    """1.1.5, lines 133-134 of MBS: what the house way would do instead is nowhere said."""
    found = pick("mbs", "INT001", "setting.equal_high_and_low")
    assert [item.reason for item in found.price.missing] == [NoEffect.EQUAL_HANDS]
