"""What careful readers found untrue in an earlier edition, each beside the lines of its document.

The words looked for are single words or figures; the documents' sentences are not copied here.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

import pytest

from certify.findings.checked import check_document
from certify.findings.finding import Severity
from certify.findings.registry import list_findings, load_rules
from certify.game.cards import parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.odds.house_way_readings import read_house_way
from certify.spec.catalogue import Moves
from certify.spec.compile import compile_rulebook
from certify.spec.values import Money
from tests.conftest import IDS, load
from tests.edits import put
from tests.findings.cases import case_of, changed, conflict, find, find_between, policy, say

FILES = {
    "mbs": "000",
    "south-dakota": "001",
    "designated-player": "002",
    "california-bgc": "003",
    "pennsylvania": "004",
}


def read(documents, name: str, first: int, last: int | None = None) -> str:
    (path,) = documents.glob(f"{FILES[name]}_*.txt")
    lines = path.read_text(encoding="utf-8").split("\n")
    return " ".join(lines[first - 1 : last or first])


def stands(finding, key: str) -> bool:
    return key in finding.statements


@pytest.mark.parametrize(
    ("name", "stake", "button"),
    [
        ("south-dakota", (11, 11), (21, 21)),
        ("pennsylvania", (26, 26), (28, 28)),
        ("california-bgc", (132, 134), (172, 173)),
    ],
)
def test_stake_and_button_do_not_disagree(documents, name, stake, button):
    """The dealer lays the button because of the stake; whoever has the one has the other."""
    assert "place" in read(documents, name, *stake)
    assert "button" in read(documents, name, *button).casefold()
    for finding in find(load(name), "INT001", "INT002"):
        assert not stands(finding, "fortune-bonus.envy.entitlement")


@pytest.mark.parametrize(
    ("name", "lines"), [("designated-player", (7, 7)), ("california-bgc", (73, 74))]
)
def test_fifty_two_and_fifty_three_is_one_deck(documents, name, lines):
    """The sentence totals 53 itself; that the joker is included in 52 is a slip of language."""
    assert {"52", "53"} <= set(read(documents, name, *lines).split())
    assert not [item for item in find(load(name), "INT001") if stands(item, "deck.cards")]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("south-dakota", (7, 7)),
        ("pennsylvania", (24, 24)),
        ("designated-player", (55, 55)),
        ("california-bgc", (154, 155)),
    ],
)
def test_the_best_hand_is_one_hand(documents, name, lines):
    """A bonus that looks at the best hand pays one line; nobody can read it as paying all."""
    assert "best" in read(documents, name, *lines)
    found = find(load(name), "GAP001", "GAP003", "INT001")
    assert not [item for item in found if stands(item, "fortune-bonus.lines_paid")]


def test_one_of_the_winning_hands_is_one_line(documents):
    """3.17 lets the wager win where one of the hands is achieved; that all be paid argues from silence."""
    assert "one of the winning hands" in read(documents, "mbs", 364)
    found = find(load("mbs"), "GAP001", "GAP003", "INT001")
    assert not [item for item in found if stands(item, "fortune-bonus.lines_paid")]


@pytest.mark.parametrize("name", IDS)
def test_a_term_that_is_never_defined_stands_in_its_lines(documents, name):
    """Terms of our own, and terms that are there under a heading, are no findings."""
    for finding in find(load(name), "DOC007"):
        for place in finding.citations:
            text = read(documents, name, place.first, place.last).casefold()
            for word in finding.slots["term"].casefold().split():
                assert word.rstrip("s") in text


@pytest.mark.parametrize(("name", "line"), [("pennsylvania", 9), ("designated-player", 50)])
def test_no_rounding_where_there_is_no_commission(documents, name, line):
    text = read(documents, name, line)
    assert "commission" in text or "1 to 1" in text
    found = find(load(name), "GAP001", "GAP002", "GAP003")
    assert not [item for item in found if stands(item, "standard.commission_rounding")]


def test_rounding_is_asked_where_there_is_a_commission(documents):
    assert "5 %" in read(documents, "mbs", 468)
    found = find(load("mbs"), "GAP002")
    assert [item for item in found if stands(item, "standard.commission_rounding")]


@pytest.mark.parametrize("name", IDS)
def test_a_limit_is_named_as_the_policy_owners(name):
    for finding in find(load(name), "POL001", "POL002"):
        assert finding.slots["owner"] == policy().owner


def test_no_rule_compares_names_that_are_our_own():
    assert not [rule for rule in load_rules().values() if "inventory" in rule.documentation]


def test_california_glossary_pays_envy_from_another_stake(documents):
    """Lines 68 and 132 have one stake, line 255 another; and the price is the glossary's."""
    for line, amount in ((68, "$25"), (132, "$25"), (255, "$5")):
        assert amount in read(documents, "california-bgc", line)
    (found,) = [
        item
        for item in find(load("california-bgc"), "INT001")
        if any("minimum_stake" in key for key in item.statements)
    ]
    assert found.severity is Severity.ERROR
    assert {place.first for place in found.citations} == {67, 132, 255}
    assert all(effect.change[1] < 0 for effect in found.effects)


def test_south_dakota_skips_paytable_five(documents):
    assert "Paytable 4" in read(documents, "south-dakota", 45)
    assert "Paytable 6" in read(documents, "south-dakota", 61)
    (found,) = find(load("south-dakota"), "DOC001")
    assert found.severity is Severity.WARNING
    assert found.slots["name"] == "Paytable 5"


def test_pennsylvania_has_no_approval_date(documents):
    assert "XX/XX/XX" in read(documents, "pennsylvania", 52)
    (found,) = find(load("pennsylvania"), "DOC005")
    assert found.severity is Severity.WARNING


def test_pennsylvania_line_11_resets_a_hand_that_it_also_loses(documents):
    text = read(documents, "pennsylvania", 11)
    assert "automatic loser" in text
    assert "reset" in text
    assert [
        item
        for item in find(load("pennsylvania"), "INT001")
        if stands(item, "setting.foul_standard")
    ]


def test_mbs_rows_by_rank_split_what_the_row_with_a_pair_keeps(documents):
    assert "Always Split" in read(documents, "mbs", 1259)
    assert "WITH A PAIR" in read(documents, "mbs", 1270)
    found = find(load("mbs"), "INT001")
    assert [item for item in found if stands(item, "house_way.quads_with_pair")]


def test_three_pair_pushes_on_one_paytable_only(documents):
    for name, line in (("south-dakota", 41), ("california-bgc", 209)):
        assert "Push" in read(documents, name, line)
        (found,) = find(load(name), "GAP007")
        assert [effect.paytable for effect in found.effects] == [
            load(name).wagers[0].paytables[0].id
        ]
        assert found.effects[0].change[0] > 0
        assert line in cite(found)
        assert not [one for one in find(load(name), "INT010") if one.variant == "push"], (
            "one finding tells the push"
        )


def test_an_alternative_without_words_is_no_finding():
    """The same alternative is found once words of the text are named for it."""
    wheel = {
        "silent": True,
        "assumed": "lowest",
        "because": "x",
        "alternatives": ["second-highest"],
    }
    bare = changed("pennsylvania", put("deck", "wheel", value=wheel))
    assert not [item for item in find(bare, "GAP001") if stands(item, "deck.wheel")]
    words = {
        "value": "second-highest",
        "because": "it is said so",
        "at": {"clause": "here", "lines": 9},
    }
    told = changed("pennsylvania", put("deck", "wheel", value={**wheel, "alternatives": [words]}))
    assert [item for item in find(told, "GAP001") if stands(item, "deck.wheel")]


def test_a_wager_without_its_losing_line_does_not_end_in_a_traceback():
    """A line of a wager left to another text is told, and its odds are left out."""

    def defer(data):
        for line in data["wagers"][1]["lines"]:
            if line["id"] == "player-only":
                line["pays"] = {"deferred": {"to": "a chart", "at": {"clause": "here", "lines": 9}}}

    found = list_findings(case_of(changed("pennsylvania", defer)))
    assert any(item.slots["target"] == "a chart" for item in found if item.code == "REF003")


def cite(finding, document: str = "") -> set[int]:
    """The first lines that a finding cites of a document."""
    return {place.first for place in finding.citations if place.document == document}


def test_a_difference_tells_each_value_with_its_own_lines(documents):
    """California has 25 dollars in lines 68 and 132 and 5 in line 255; the message keeps them apart."""
    for line, amount in ((68, "$25"), (132, "$25"), (255, "$5")):
        assert amount in read(documents, "california-bgc", line)
    found = find_between(load("pennsylvania"), load("california-bgc"), "XJD001")
    (envy,) = [item for item in found if stands(item, "fortune-bonus.envy.minimum_stake")]
    there = {
        item.value: [place.first for place in item.citations]
        for item in envy.sources
        if item.document == "California"
    }
    assert there == {
        Money(Fraction(25), "USD"): [67, 132],
        Money(Fraction(5), "USD"): [255],
    }


def test_the_title_is_not_cited_for_what_it_does_not_say(documents):
    """Line 3 says face up, line 36 has the hand exposed when all are set."""
    assert "Face Up" in read(documents, "designated-player", 3)
    assert "have been set" in read(documents, "designated-player", 36)
    found = find_between(load("pennsylvania"), load("designated-player"), "XJD001")
    (exposed,) = [item for item in found if stands(item, "play.bank_exposed")]
    there = [
        (item.value, [place.first for place in item.citations], item.implied)
        for item in exposed.sources
        if item.document
    ]
    assert there == [("after", [36], False), ("before", [3], True)]


def test_posted_limits_are_no_difference(documents):
    """Lines 30 and 130-131 say the same in other words; descriptions are not compared."""
    assert "posted table minimum" in read(documents, "designated-player", 30)
    assert "posted table minimum" in read(documents, "california-bgc", 130)
    found = find_between(load("designated-player"), load("california-bgc"), "XJD001")
    assert not [item for item in found if stands(item, "table.limits")]


def test_the_royal_match_is_one_thing_in_south_dakota_and_in_california(documents):
    """The row of line 29 adds the match to the royal flush, as line 84 does; the note explains a word."""
    assert "Royal Flush + Royal Match" in read(documents, "south-dakota", 29)
    assert "+ Q-K suited" in read(documents, "california-bgc", 84)
    assert not find(load("south-dakota"), "INT012")
    found = find_between(load("south-dakota"), load("california-bgc"), "XJD001")
    assert not [item for item in found if stands(item, "deck.royal_match")]


def test_the_words_for_a_royal_match_in_pennsylvania_take_in_every_royal_flush(documents):
    """Line 34 asks for a king and queen of the same suit and not for further ones; line 37 pays the rest."""
    assert "with King/Queen of Same Suit" in read(documents, "pennsylvania", 34)
    (found,) = find(load("pennsylvania"), "INT012")
    assert found.severity is Severity.WARNING
    assert cite(found) == {34, 37}
    assert not found.price.effects, "the line of 37 speaks against it: no reading, so no price"


@pytest.mark.parametrize("name", IDS)
def test_what_is_said_to_move_no_money_moves_none(name):
    """Banking one's own bonus, several hands, the hand that a wager is named after: none of them idle."""
    for finding in find(load(name), "GAP010"):
        keys = finding.slots["points"]
        for key in keys:
            assert load(name).by_key[key].parameter.bears is Moves.NOTHING
        assert not {"table.hands_per_player", "fortune-bonus.bank_wager"} & set(keys)
        assert not [key for key in keys if key.endswith((".definition", ".meter_contribution"))]


def test_a_push_that_is_not_taken_to_exist_asks_nothing_more():
    """Without words for it no push on the bank's hand is taken, so nothing is asked of that hand."""
    bare = put("comparison", "bank_hand_push", "alternatives", value=["yes"])
    found = find(changed("designated-player", bare), "GAP002", "GAP003", "GAP004", "GAP001")
    asked = {key for item in found for key in (*item.statements, *dict(item.assumed))}
    assert "comparison.bank_hand_push" in asked
    assert not [key for key in asked if key.startswith("comparison.bank_hand_push_")]


def test_who_wins_a_copy_is_asked_in_california(documents):
    """Lines 252-253 define the copy and give nobody the hand."""
    text = read(documents, "california-bgc", 252, 253)
    assert "ranked equally" in text
    assert "wins" not in text
    found = find(load("california-bgc"), "GAP001")
    (copy,) = [item for item in found if stands(item, "comparison.copy")]
    assert 252 in cite(copy)


def test_a_wild_joker_gives_each_paytable_its_own_figure():
    (found,) = [
        item for item in find(load("california-bgc"), "GAP001") if stands(item, "deck.joker")
    ]
    full = [item for item in found.effects if item.favours_player and item.other_players]
    assert {item.paytable for item in full} == {f"FPG-0{number}" for number in range(1, 7)}
    assert len({item.after for item in full}) == 6


def test_the_straight_at_one_to_one_is_found(documents):
    """Line 76 pays 1 to 1, line 43 of Pennsylvania 2 to 1, and all other pays are equal."""
    assert "1:1" in read(documents, "designated-player", 76)
    assert "2 to 1" in read(documents, "pennsylvania", 43)
    found = find_between(load("designated-player"), load("pennsylvania"), "XJD005")
    (straight,) = [item for item in found if item.wagers == ("fortune-bonus",)]
    (near,) = straight.slots["near"]
    assert near.cells == (("straight", "pays"),)


def read_cells(documents, name: str, lines: tuple[int, ...], table: int) -> list[str]:
    """Pays and envy of one of several tables that stand side by side, row by row as printed."""
    cells: list[str] = []
    for line in lines:
        text = " ".join(read(documents, name, line).replace("\\", "").split())
        cells += re.findall(r"([0-9,]+) to 1 ([$][0-9,]+)", text)[table]
    return cells


def test_a_paytable_is_set_beside_those_that_differ_from_it_least(documents):
    """FPG-05, lines 214-221, against the tables of South Dakota, lines 28-36, 47-53 and 63-70.

    One figure differs from paytable 2 (8,000 for the first hand, line 28) and one from paytable 3 (3,000
    of envy, line 47); from paytable 7 every envy does. Counted here in the printed rows themselves.
    """
    own = read_cells(documents, "california-bgc", (214, 215, 217, 218, 219, 220, 221), 1)
    others = {
        "2": read_cells(documents, "south-dakota", (28, 29, 30, 33, 34, 35, 36), 1),
        "3": read_cells(documents, "south-dakota", tuple(range(47, 54)), 0),
        "7": read_cells(documents, "south-dakota", (63, 64, 65, 66, 68, 69, 70), 1),
    }
    apart = {
        table: sum(one != two for one, two in zip(own, cells, strict=True))
        for table, cells in others.items()
    }
    assert apart == {"2": 1, "3": 1, "7": 7}
    (found,) = find_between(load("california-bgc"), load("south-dakota"), "XJD005")
    near = [item for item in found.slots["near"] if [table.id for table in item.own] == ["FPG-05"]]
    assert [item.table.id for each in near for item in each.tables] == ["2", "3"]
    (found,) = find_between(load("south-dakota"), load("california-bgc"), "XJD005")
    (mixed,) = [item for item in found.slots["near"] if item.is_mixed]
    assert [table.id for table in mixed.own] == ["7"]
    assert [item.table.id for item in mixed.envy_of] == ["FPG-06"]


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc"])
def test_a_document_whose_tables_all_stand_here_is_near_to_none(name):
    """Pennsylvania's only table is one of these; the others differ from it as they do among themselves."""
    assert not find_between(load(name), load("pennsylvania"), "XJD005")


def test_an_ace_high_pai_gow_is_asked_for(documents):
    """Lines 9 and 15 pay and push on it, and nothing says what it is."""
    for line in (9, 15):
        assert "Ace High Pai Gow" in read(documents, "pennsylvania", line)
    (found,) = [
        item
        for item in find(load("pennsylvania"), "GAP012")
        if item.slots["term"] == "Ace High Pai Gow"
    ]
    assert cite(found) == {9, 15}
    assert set(found.wagers) == {"ace-high", "standard"}
    assert "ace-high.definition" in found.statements


def test_nobody_turns_the_dealers_hand_up_in_pennsylvania(documents):
    """Line 3 is the title and line 9 has the dealer set first; neither shows the hand."""
    assert "prior to the players" in read(documents, "pennsylvania", 9)
    found = find(load("pennsylvania"), "GAP011")
    (exposed,) = [item for item in found if stands(item, "play.bank_exposed")]
    assert exposed.severity is Severity.WARNING
    assert cite(exposed) == {3, 9}


@pytest.mark.parametrize("name", ["california-bgc", "pennsylvania", "mbs"])
def test_whether_ace_to_five_is_a_straight_is_asked(name):
    found = find(load(name), "GAP001", "GAP003", "GAP011", "GAP015")
    (wheel,) = [item for item in found if stands(item, "deck.wheel")]
    assert wheel.weight is Severity.WARNING
    assert not [effect for effect in wheel.price.effects if effect.wager == "fortune-bonus"]


@pytest.mark.parametrize("name", IDS)
def test_a_capital_letter_is_no_finding_and_a_slip_counts_once(name):
    found = [item.slots.get("misprints", ()) for item in find(load(name), "DOC008")]
    slips = [(printed, meant) for each in found for _, printed, meant in each]
    assert len(set(slips)) == len(slips)
    assert not [1 for printed, meant in slips if printed.casefold() == meant.casefold()]


@pytest.mark.parametrize("name", IDS)
def test_a_term_that_a_section_describes_is_no_finding(name):
    found = {item.slots["term"] for item in find(load(name), "DOC007")}
    assert "Fortune Bonus" not in found
    assert not found & {"5 Aces", "Three Pair", "designated area", "standard Pai Gow wager"}


def test_ace_high_does_not_turn_on_the_royal_match(documents):
    """Lines 15 to 20 of Pennsylvania know no royal match; the wager's verdict must not ask for one."""
    assert "Royal Match" not in read(documents, "pennsylvania", 15, 20)
    assert "Royal Match" in read(documents, "pennsylvania", 34)
    both = conflict("completes-royal", "not-allowed", (7, 34))
    told = changed("pennsylvania", put("deck", "royal_match_joker", value=both))
    checked = check_document(case_of(told))
    (found,) = [item for item in checked.findings if stands(item, "deck.royal_match_joker")]
    assert found.wagers == ("fortune-bonus",)
    (wager,) = [item for item in checked.verdict.wagers if item.wager == "ace-high"]
    assert wager.issues == ()
    assert "deck.royal_match_joker" not in {item.parameter for item in wager.readings}


def test_the_house_way_never_lays_a_royal_match(documents):
    """Line 146 words it by the low hand, line 811 splits high pairs, line 410 has envy turn on it."""
    assert "Low Hand" in read(documents, "mbs", 146)
    assert "High Pair + High Pair" in read(documents, "mbs", 811)
    (found,) = find(load("mbs"), "HWY011")
    assert found.slots["hands"] == 72
    assert {146, 407} <= cite(found)
    plain = changed("mbs", put("wagers", 0, "hand_considered", value=say("best-of-seven", 360)))
    assert not find(plain, "HWY011")


def test_pennsylvania_ranks_no_hands(documents):
    """No line of the text has a list of hands; line 9 compares them."""
    text = read(documents, "pennsylvania", 1, 31)
    assert "Full House" not in text
    assert "rank higher" in text
    (found,) = find(load("pennsylvania"), "GAP015")
    assert found.severity is Severity.WARNING
    assert cite(found) == {9}
    assert not find(load("mbs"), "GAP015")


def test_a_copy_beside_a_won_hand_is_asked_alike(documents):
    """Line 9 of Pennsylvania and line 358 of MBS give the dealer what ranks alike, hand or wager."""
    assert "wins all copy hands" in read(documents, "pennsylvania", 9)
    assert "the Dealer wins" in read(documents, "mbs", 358)
    for name in ("pennsylvania", "mbs"):
        found = find(load(name), "GAP001")
        assert [item for item in found if stands(item, "comparison.copy_and_win")]


def test_documents_with_both_values_differ_in_the_value_used_alone(documents):
    """Lines 9 and 11 of Pennsylvania, 34 and 43 of Designated Player: both state both values."""
    assert "must always rank higher" in read(documents, "pennsylvania", 9)
    assert "ranks higher than the five-card hand" in read(documents, "pennsylvania", 11)
    assert "must rank higher" in read(documents, "designated-player", 34)
    found = find_between(load("pennsylvania"), load("designated-player"), "XJD001")
    (both,) = [item for item in found if stands(item, "setting.equal_high_and_low")]
    assert (both.slots["conflicting_here"], both.slots["conflicting_there"]) == (True, True)
    assert both.weight is Severity.NOTE
    found = find_between(load("pennsylvania"), load("california-bgc"), "XJD001")
    assert [item for item in found if stands(item, "fortune-bonus.envy.minimum_stake")]


def test_what_california_leaves_open_of_the_ranking_is_told_by_itself(documents):
    """Lines 77 to 110 rank the hands; only how two cards rank is left to another text."""
    assert "hand rankings" in read(documents, "california-bgc", 77)
    (found,) = [item for item in find(load("california-bgc"), "REF003") if len(item.statements) > 1]
    assert "deck.low_hand_ranking" in found.statements
    assert "deck.hand_ranking" not in found.statements


def test_the_glossary_of_california_has_another_number_of_positions(documents):
    """Lines 122-123 total eight seated positions, line 267 has seven."""
    assert "eight" in read(documents, "california-bgc", 122)
    assert "seven" in read(documents, "california-bgc", 267)
    (found,) = find(load("california-bgc"), "INT004")
    assert 267 in cite(found)


def test_a_pay_that_is_our_reading_is_told_as_one(documents):
    """Lines 66 and 67 of Designated Player bear one label; which pays what is our reading."""
    for line in (66, 67):
        assert "N/Joker" in read(documents, "designated-player", line)
    for one, two in (("designated-player", "pennsylvania"), ("pennsylvania", "designated-player")):
        found = find_between(load(one), load(two), "XJD005")
        (ace,) = [item for item in found if item.wagers == ("ace-high",)]
        assert ("bank-without-joker", "pays") in ace.slots["near"][0].cells


def test_a_placeholder_is_told_once(documents):
    assert "XX/XX/XX" in read(documents, "pennsylvania", 52)
    (found,) = find(load("pennsylvania"), "GAP010")
    assert "identity.approval_date" not in found.slots["points"]


@pytest.mark.parametrize(("name", "line"), [("mbs", 482), ("designated-player", 61)])
def test_a_currency_that_we_infer_is_told(documents, name, line):
    assert "$" in read(documents, name, line)
    (found,) = find(load(name), "GAP010")
    assert "identity.currency" in found.slots["points"]
    assert cite(found) == {line}


def test_hands_that_two_house_ways_set_differently():
    """Each example is set by the engine; five aces with two kings are six hands."""
    own, other = load("mbs"), load("designated-player")
    (found,) = find_between(own, other, "XJD007")
    groups = found.slots["groups"]
    assert found.slots["hands"] == sum(item["hands"] for item in groups)
    (kings,) = [item for item in groups if item["rules"][0] == "five aces with a pair of kings"]
    assert kings["hands"] == comb(4, 2)
    for item in groups:
        cards = parse_cards(item["example"])
        for document, low in zip((own, other), item["lows"], strict=True):
            rulebook = compile_rulebook(document, {}, None)
            way, values = build_house_way(rulebook.house_way), read_house_way(rulebook)
            ranks = compile_rulebook(own, {}, None).ranking.rank_rules()
            assert set(set_hand(way, cards, values, ranks).low) == set(parse_cards(low))
    (mirror,) = find_between(other, own, "XJD007")
    assert mirror.slots["hands"] == found.slots["hands"]
    assert (found.mirror == mirror.fingerprint) != (mirror.mirror == found.fingerprint)
