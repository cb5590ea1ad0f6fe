"""What a reader found in MBS and Designated Player, each beside the lines of its document."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from certify.base.figures import format_percent
from certify.findings.finding import Severity
from certify.findings.matter import list_matters
from certify.findings.registry import list_findings
from tests.conftest import IDS, ROOT, load
from tests.edits import put
from tests.findings.cases import case_of, changed, find, leave_open, say
from tests.findings.test_known import cite, read, stands
from tests.findings.test_readers import pick

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
    assert [item.low for item in found.price.effects] == [after - before]
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
    (found,) = [
        item
        for item in find(load("designated-player"), "MTH003")
        if stands(item, "ace-high.main.bank-without-joker.pays")
    ]
    assert found.price.effects[0].after == edge < 0
    assert "with the joker? It loses" in found.message
    own = pick("designated-player", "INT001", "ace-high.main.bank-without-joker.pays")
    assert own.price.effects[0].after == edge


def test_the_advantage_of_a_hand_seen_first_names_its_condition():
    """Line 3 of Designated Player calls the game face up, which goes with a push on the bank's hand."""
    (found,) = [
        item
        for item in find(load("designated-player"), "MTH003")
        if stands(item, "play.bank_exposed")
    ]
    assert "both together" in found.message
    both = GOLDEN["designated-player: dealer-exposed=before, dealer-ace-high-push=yes"]
    edge = format_percent(Fraction(both["house_edge"]))
    assert f"and the house then has an edge of {edge} %" in found.message


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
    assert (found.severity, found.bars) == (Severity.ERROR, True)
    assert {(place.first, place.last) for place in found.citations} == {(65, 69)}


def test_what_moves_less_than_is_printed_is_a_note(documents):
    """Lines 1297-1298 of MBS name a pair of kings; twenty hands of 154 million hold three."""
    assert "King" in read(documents, "mbs", 1297, 1298)
    found = pick("mbs", "GAP001", QUADS)
    assert found.severity is Severity.NOTE
    (matter,) = [
        item
        for item in list_matters(find(load("mbs"), "GAP001", "HWY005"))
        if QUADS in item.statements
    ]
    assert matter.head == found, "the question is the head, and the hands that turn on it its point"
    assert [item.code for item in matter.points] == ["HWY005"]


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
    assert "house_way.tie_break" in found.evidence
    cured = changed(name, put("house_way", "tie_break", value=say("best-high")))
    (less,) = find(cured, "GAP004")
    assert "house_way.tie_break" not in less.evidence


def test_a_reading_that_cannot_be_told_apart_is_none(documents):
    """3.18.1.3, lines 418-419: what a third player's royal match then pays is taken, and not priced."""
    assert "unless another" in " ".join(read(documents, "mbs", 418, 419).split())
    key = "fortune-bonus.envy.forfeits"
    assert not [item for item in find(load("mbs"), "GAP001", "INT001") if stands(item, key)]
    (found,) = find(load("mbs"), "GAP004")
    assert key in found.evidence


def test_a_chapter_that_is_missing_is_not_filled_from_elsewhere():
    """Designated Player has no word on irregularities; what we would do comes from another document."""
    found = pick("designated-player", "GAP002", "irregularities.misdeal")
    assert "We take" not in found.message
    assert "We take" in pick("mbs", "GAP002", "irregularities.misdeal_handled").message


def test_what_stands_in_more_places_goes_before_what_stands_in_one():
    """Rounds that are void (five clauses of MBS), fouls, irregularities, then several hands of one player."""
    matters = list_matters(list_findings(case_of(load("mbs"))))
    titles = [item.title for item in matters]
    wanted = ["void", "Foul hands", "Irregularities", "Several hands"]
    places = [next(n for n, title in enumerate(titles) if word in title) for word in wanted]
    assert places == sorted(places)
    assert places[2] < 10


@pytest.mark.parametrize("name", IDS)
def test_an_appendix_has_numbers_of_its_own(name):
    assert not find(load(name), "DOC003")


@pytest.mark.parametrize("name", IDS)
def test_only_a_document_without_any_mark_of_its_edition_is_asked_for_one(documents, name):
    """Lines 3-5 of Designated Player are its title, and the rules begin at once; PA has a placeholder."""
    found = find(load(name), "DOC014")
    assert bool(found) is (name == "designated-player")
    if found:
        assert cite(found[0]) == {3}
        assert not read(documents, name, 6).strip()
        (rest,) = find(load(name), "GAP010")
        assert "identity.version" not in rest.evidence["not mentioned"]


def test_a_price_that_no_seat_moves_names_no_seats():
    """Which of two lines is paid moves the bonus alike whoever else plays; who has envy does not."""
    assert not pick("mbs", "GAP001", "fortune-bonus.precedence").price.effects[0].basis
    several = pick("mbs", "GAP001", "fortune-bonus.envy.several_qualifying_hands")
    assert "other players" in several.price.effects[0].basis


def test_equal_hands_that_foul_are_not_priced_for_a_reason_of_the_text():
    """1.1.5, lines 133-134 of MBS: what the house way would do instead is nowhere said."""
    found = pick("mbs", "INT001", "setting.equal_high_and_low")
    assert "not said" in found.price.unpriced
    assert "must rank higher" in found.message


def test_a_question_that_is_open_and_worth_nothing_is_no_warning():
    """The grade follows the price: below a ten-thousandth of a point a note, above it a warning."""
    open_ = leave_open("loses", "push", because="ties are named")
    found = pick_of(changed("designated-player", put("comparison", "copy_both", value=open_)))
    assert found.price.size > 0
    assert found.severity is Severity.WARNING


def pick_of(jurisdiction):
    (found,) = [
        item for item in find(jurisdiction, "GAP001") if stands(item, "comparison.copy_both")
    ]
    return found
