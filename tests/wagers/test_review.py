"""What reviewers of edition 0.1.0 proved wrong in the meaning of the game, each by its number."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from certify.base.errors import CertifyError, InvalidSpec, NotCounted
from certify.cli.main import main
from certify.filing.standard import summarise_proof
from certify.game.cards import ACE
from certify.game.views import BARE
from certify.odds import compute as computing
from certify.odds import house_way_table
from certify.odds.classes import count_holdings
from certify.odds.compute import Request, compute_odds
from certify.odds.counts import count_pairs
from certify.odds.house_way_readings import find_proof, read_house_way
from certify.odds.result import Status
from certify.odds.simulate import MOST_DEALS, simulate
from certify.odds.standard import count_standard
from certify.spec.compile import compile_rulebook
from certify.spec.readings import parse_readings
from certify.spec.values import Money
from tests.conftest import ROOT, load
from tests.edits import NOT_OFFERED, SILENT, check, drop_line, edit, put, state
from tests.engine.rounds import line, make, player, settle, told

ALL = comb(53, 7)
PAIRS = ALL * comb(46, 7)
STANDARD = json.loads((ROOT / "tests" / "golden" / "standard.json").read_text(encoding="utf-8"))
SEVENS = "7c 7d 7h 6s 5d 4c 3d"
"""Three of a kind and a straight."""


def compute(jurisdiction, wager="fortune-bonus", paytable=None, **more):
    return compute_odds(
        jurisdiction, Request(wagers=(wager,), paytable=paytable, alternatives=False, **more)
    )[0]


def change(name, **statements):
    """A document with other statements, `fortune_bonus__cap=...`, that is still a valid file."""
    changes = [
        state(
            key.replace("__", ".")
            .replace("fortune_bonus", "fortune-bonus")
            .replace("ace_high", "ace-high"),
            value,
        )
        for key, value in statements.items()
    ]
    return check(edit(load(name), *changes))


def alone(spec):
    """The same document where the bonus may be told of alone, as where another text has the rest."""
    elsewhere = {"deferred": {"to": "another text", "at": {"clause": "test", "lines": 1}}}
    return edit(spec, state("comparison.both_win", elsewhere))


def sum_lines(paytable, choose):
    """The edge by plain counting: `choose` tells which of the lines held are paid."""
    lost = Fraction(0)
    for held, count in count_holdings(wild=False).items():
        lines = [item for item in paytable.lines if item.hand in held]
        paid = sum((item.pays.value.times for item in choose(lines)), Fraction(0))
        lost += count * (1 if not lines else -paid)
    return lost / ALL


IMPLIED = {
    "full-house": {"three-of-a-kind"},
    "four-of-a-kind": {"three-of-a-kind"},
    "five-aces": {"four-of-a-kind", "three-of-a-kind"},
    "straight-flush": {"straight", "flush"},
    "royal-flush": {"straight-flush", "straight", "flush"},
    "royal-match": {"royal-flush", "straight-flush", "straight", "flush"},
    "seven-card-straight-flush": {"straight-flush", "straight", "flush"},
    "seven-card-straight-flush-joker": {"straight-flush", "straight", "flush"},
}
"""What a poker hand of one name always is as well, as far as the pay tables name it."""


def drop_implied(lines):
    names = {item.hand for item in lines}
    return [item for item in lines if not any(item.hand in IMPLIED.get(x, ()) for x in names)]


def test_r1_every_line_held_moves_settlement_and_odds_alike():
    spec = change("south-dakota", fortune_bonus__lines_paid="every-line-held")
    data = make(player(1, SEVENS, fortune_bonus="1"), paytable="1")
    assert told(settle(alone(spec), data), 1, "fortune-bonus") == ("win", "5")
    assert told(settle(alone(load("south-dakota")), data), 1, "fortune-bonus") == ("win", "3")
    table = spec.wager("fortune-bonus").paytable("1")
    assert compute(spec, paytable="1").house_edge == sum_lines(table, lambda lines: lines)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("copy", "expected"),
    [
        # The bank's copies are the player's now: by symmetry wins and losses change places.
        ("player-wins", lambda won, lost: won - Fraction(19, 20) * lost),
        ("bank-wins", lambda won, lost: lost - Fraction(19, 20) * won),
    ],
)
def test_r1_who_wins_a_copy_moves_the_standard_wager(copy, expected):
    cells = dict.fromkeys(
        ("comparison__copy_and_win", "comparison__copy_and_lose", "comparison__copy_both"), SILENT
    )
    spec = change("mbs", comparison__copy=copy, **cells)
    counted = count_standard(compile_rulebook(spec))
    golden = STANDARD["mbs: adopted"]
    deals = golden["deals"]
    assert counted.house_edge == Fraction(expected(deals["win"], deals["lose"])) / PAIRS
    cards = player(1, "Qd 10d 8c 6s 4c 3c 2d", "10d 8c", standard="10")
    result = "win" if copy == "player-wins" else "lose"
    assert told(settle(spec, make(cards)), 1, "standard")[0] == result


@pytest.mark.slow
def test_r1_a_push_of_both_copies_moves_the_standard_wager_by_just_those_deals():
    spec = change("mbs", comparison__copy_both="push")
    plain = count_standard(compile_rulebook(load("mbs")))
    both = STANDARD["mbs: adopted"]["copies"]["both"]
    moved = plain.house_edge - count_standard(compile_rulebook(spec)).house_edge
    assert moved == Fraction(both, PAIRS)


def is_ace_high(view):
    return view.held == BARE and view.highest == ACE


def test_r1_every_line_of_ace_high_moves_settlement_and_odds_alike():
    spec = change("pennsylvania", ace_high__lines_paid="every-line-held")
    views = count_pairs(compile_rulebook(spec).ranking.rank_rules()).views
    lost = 0
    for (own, bank), number in views.items():
        if not is_ace_high(bank):
            lost += number
            continue
        alone = 12 if bank.joker else 5
        lost -= number * (alone + 40 if is_ace_high(own) else alone)
    assert compute(spec, "ace-high").house_edge == Fraction(lost, PAIRS)
    assert compute(load("pennsylvania"), "ace-high").house_edge > Fraction(lost, PAIRS)
    data = make(
        player(1, "Ah Qh 10c 8d 5d 3c 2h", "Qh 10c", standard="10", ace_high="1"),
        bank="As Qd 10d 8c 6h 4c 3h",
        bank_low="Qd 10d",
    )
    assert told(settle(spec, data), 1, "ace-high") == ("win", "45")


def test_r1_hands_as_set_are_not_modelled_and_never_certified():
    odds = compute(change("south-dakota", fortune_bonus__hand_considered="as-set"), paytable="1")
    assert odds.status is Status.NOT_MODELLED
    assert not odds.has_figures
    assert any("fortune-bonus.hand_considered" in item for item in odds.missing)


def test_r1_envy_of_a_player_whose_own_bonus_lost():
    """By pairs: the other's hand pays only where the player's own stands on a line that does not lose."""
    spec = edit(load("pennsylvania"), state("fortune-bonus.envy.own_bonus_lost", "no-envy"))
    table = check(spec).wager("fortune-bonus").paytable("main")
    rules = compile_rulebook(spec).ranking.rank_rules()

    def find(view):
        return next((item for item in table.lines if item.hand in view.held), None)

    worth = Fraction(0)
    for (own, other), number in count_pairs(rules).views.items():
        found = find(other)
        if find(own) is not None and found is not None and found.envy:
            worth += number * found.envy.value.money
    odds = compute(spec)
    assert {item.per_other_player for item in odds.envy} == {worth / PAIRS}
    plain = compute(load("pennsylvania"))
    assert odds.envy[0].per_other_player < plain.envy[0].per_other_player


def test_r1_52_cards_without_a_joker_are_counted_as_such():
    """Against the published frequencies of seven-card hands from 52 cards."""
    joker_lines = ("seven-card-straight-flush-joker", "five-aces")
    tables = [item.id for item in load("south-dakota").wager("fortune-bonus").paytables]
    changes = [state("deck.cards", 52), state("deck.jokers", 0)]
    with pytest.raises(InvalidSpec, match="needs a joker, and the deck has none"):
        check(edit(load("south-dakota"), *changes))
    changes += [drop_line("fortune-bonus", name, table) for name in joker_lines for table in tables]
    odds = compute(
        check(edit(load("south-dakota"), *changes)),
        paytable="1",
        readings={None: {"bonus-precedence": "rank-order"}},
    )
    deals = {item.name: item.deals for item in odds.outcomes}
    assert odds.deals == sum(deals.values()) == 133_784_560
    assert deals["seven-card-straight-flush"] == 4 * 8
    assert deals["royal-match"] == 4 * 3
    royal = deals["seven-card-straight-flush"] + deals["royal-match"] + deals["royal-flush"]
    assert royal + deals["straight-flush"] == 4_324 + 37_260
    assert deals["four-of-a-kind"] == 224_848
    assert deals["full-house"] == 3_473_184
    assert deals["flush"] == 4_047_644
    assert deals["straight"] == 6_180_020
    assert deals["three-of-a-kind"] == 6_461_620


@pytest.mark.parametrize(
    ("key", "value"),
    [("deck.jokers", 2), ("deck.cards", 106), ("play.cards_dealt", 6)],
)
def test_r1_other_decks_and_deals_are_not_modelled(key, value):
    spec = edit(load("south-dakota"), state(key, value))
    odds = compute(spec, paytable="1")
    assert odds.status is Status.NOT_MODELLED
    assert any(key in item for item in odds.missing)
    with pytest.raises(CertifyError, match="not modelled"):
        settle(alone(spec), make(player(1, SEVENS, fortune_bonus="1"), paytable="1"))


@pytest.mark.parametrize(
    ("key", "value"),
    [("deck.jokers", 2), ("deck.cards", 106), ("play.cards_dealt", 6)],
)
def test_r1_no_house_way_is_proved_or_played_on_another_deck_or_deal(key, value):
    spec = edit(load("mbs"), state(key, value))
    rulebook = compile_rulebook(spec)
    for play in (find_proof, read_house_way):
        with pytest.raises(CertifyError, match="which is not modelled"):
            play(rulebook)
    assert summarise_proof(spec) is None


@pytest.mark.parametrize(("cards", "jokers"), [(52, 1), (53, 0), (53, 2), (52, 2)])
def test_r1_a_deck_that_contradicts_itself_is_refused(cards, jokers):
    with pytest.raises(InvalidSpec, match="are not a full deck"):
        change("mbs", deck__cards=cards, deck__jokers=jokers)


def test_r1_a_wager_that_is_not_offered_has_no_paytable():
    with pytest.raises(InvalidSpec):
        check(edit(load("south-dakota"), state("fortune-bonus.offer", NOT_OFFERED)))


@pytest.mark.parametrize(("name", "paytable"), [("mbs", "main"), ("south-dakota", "1")])
def test_r3_three_meanings_of_several_lines_have_three_prices(name, paytable):
    """The prices of the review are those of the first document and of South Dakota's first paytable."""
    table = load(name).wager("fortune-bonus").paytable(paytable)
    one = compute(load(name), paytable=paytable).house_edge
    found = {}
    for word, choose in (
        ("every-line-held", lambda lines: lines),
        ("every-line-not-implied", drop_implied),
    ):
        spec = change(name, fortune_bonus__lines_paid=word)
        found[word] = compute(spec, paytable=paytable).house_edge - one
        assert found[word] == sum_lines(table, choose) - one
    assert [round(float(price * 100), 4) for price in found.values()] == [-12.4623, -2.0132]


def test_r3_a_full_house_beside_a_royal_flush_is_paid_once_for_its_three():
    """The engine of 0.1.0 dropped what the main line implies, and still paid the three of a kind."""
    cards = "Ad Kd Qd Jd 10d As Ah"
    data = make(player(1, cards, "As Ah", fortune_bonus="1"), paytable="1")
    paid = {
        word: told(
            settle(alone(change("south-dakota", fortune_bonus__lines_paid=word)), data),
            1,
            "fortune-bonus",
        )[1]
        for word in ("one-line", "every-line-not-implied", "every-line-held")
    }
    # royal flush 100; with three of a kind 3; with straight flush 50, flush 4 and straight 2 as well
    assert paid == {
        "one-line": "100",
        "every-line-not-implied": "103",
        "every-line-held": "159",
    }


def test_r4_every_alternative_is_priced_from_the_one_settlement():
    statement = {
        "silent": True,
        "assumed": "one-line",
        "because": "the others do",
        "alternatives": ["every-line-held", "every-line-not-implied"],
    }
    spec = change("south-dakota", fortune_bonus__lines_paid=statement)
    odds = compute_odds(spec, Request(wagers=("fortune-bonus",), paytable="1"))[0]
    table = spec.wager("fortune-bonus").paytable("1")
    prices = {
        item.readings["fortune-bonus.lines_paid"]: item.house_edge
        for item in odds.alternatives
        if "fortune-bonus.lines_paid" in item.readings
    }
    assert prices["every-line-held"] == sum_lines(table, lambda lines: lines) < 0
    assert prices["every-line-not-implied"] == sum_lines(table, drop_implied) > 0
    assert min(odds.edges) < 0


def find_line(paytable, view):
    return next((item for item in paytable.lines if item.hand in view.held), None)


@pytest.mark.parametrize("side", ["bank", "own"])
def test_r5_one_exclusion_is_exact_for_any_classes(side):
    """By pairs of hands and plain reading of the paytable, for an ordinary column of envy."""
    key, value = {
        "bank": ("bank_qualifies", "no-envy-paid"),
        "own": ("forfeits", [{"own": "full-house", "still_paid": ["royal-flush"]}]),
    }[side]
    spec = check(edit(load("south-dakota"), state(f"fortune-bonus.envy.{key}", value)))
    table = spec.wager("fortune-bonus").paytable("1")
    worth = Fraction(0)
    rules = compile_rulebook(spec).ranking.rank_rules()
    for (first, other), number in count_pairs(rules).views.items():
        paid, stops = find_line(table, other), find_line(table, first)
        if paid is None or paid.envy is None:
            continue
        if side == "bank" and stops is not None and stops.envy is not None:
            continue
        if (
            side == "own"
            and stops is not None
            and stops.hand == "full-house"
            and paid.hand != "royal-flush"
        ):
            continue
        worth += number * paid.envy.value.money
    odds = compute(spec, paytable="1")
    assert {item.per_other_player for item in odds.envy} == {worth / PAIRS}
    assert all(item.highest_edge is None for item in odds.envy)


@pytest.mark.slow
def test_r5_both_exclusions_at_once_are_exact_bounds():
    spec = edit(
        load("south-dakota"),
        state("fortune-bonus.envy.bank_qualifies", "no-envy-paid"),
        state("fortune-bonus.envy.forfeits", [{"own": "full-house"}]),
    )
    odds = compute(check(spec), paytable="1")
    for item in odds.envy:
        assert item.house_edge < item.highest_edge < odds.house_edge


QUEENS = "Qc Qd Qh Qs 6d 5c 3h"


@pytest.mark.parametrize(("reading", "lost"), [("allowed", False), ("foul", True)])
def test_r6_equal_hands_mean_the_same_whoever_lays_them(reading, lost):
    """Where they are foul no house way makes them good: neither a player's nor the bank's is settled."""
    bank = "Kd 10h 8s 6h 4h 3s 2c"
    laid = settle(
        "designated-player",
        make(player(1, QUEENS, "Qc Qd", standard="10"), bank=bank),
        equal_high_and_low=reading,
    )
    assert (told(laid, 1, "standard") == ("lose", "-10")) is lost
    by_house_way = (
        make(player(1, QUEENS, standard="10"), bank=bank),
        make(player(1, bank, "10h 8s", standard="10"), bank=QUEENS),
    )
    for data in by_house_way:
        if lost:
            with pytest.raises(
                CertifyError, match=r"Qd Qc low.*setting\.equal_high_and_low is foul"
            ):
                settle("designated-player", data, equal_high_and_low=reading)
        else:
            result = settle("designated-player", data, equal_high_and_low=reading)
            assert told(result, 1, "standard")[0] == ("win" if data is by_house_way[0] else "lose")


@pytest.mark.parametrize("name", ["designated-player", "mbs"])
@pytest.mark.parametrize("strategy", ["house-way", "optimal"])
def test_r6_where_the_house_way_is_foul_nothing_is_counted(name, strategy, monkeypatch):
    """One hand shows it, so no table of all hands is made."""
    monkeypatch.setattr(house_way_table, "tabulate_house_way", None)
    readings = {None: {"equal-high-and-low": "foul", "player-strategy": strategy}}
    (odds,) = compute_odds(load(name), Request(wagers=("standard",), readings=readings))
    assert odds.status is Status.NOT_MODELLED
    assert not odds.has_figures
    assert any("setting.equal_high_and_low is 'foul'" in item for item in odds.missing)


def test_r7_a_precedence_that_nobody_gives_is_never_guessed():
    spec = change("south-dakota", fortune_bonus__precedence=SILENT)
    odds = compute(spec, paytable="2")
    assert odds.status is Status.DEFERRED
    assert not odds.has_figures
    assert any("fortune-bonus.precedence" in item for item in odds.missing)
    with pytest.raises(CertifyError, match=r"fortune-bonus\.precedence is needed"):
        settle(alone(spec), make(player(1, SEVENS, fortune_bonus="1"), paytable="2"))


@pytest.mark.parametrize("word", ["by-class", "by-hand"])
def test_r7_a_gap_is_named_however_the_hands_are_compared(word):
    """The line on which a hand stands is a question of the terms, also where hands compare card by card."""
    spec = change(
        "designated-player",
        fortune_bonus__precedence=SILENT,
        fortune_bonus__bank_comparison=word,
        fortune_bonus__lines_paid=SILENT,
    )
    odds = compute(spec)
    assert (odds.status, odds.has_figures) == (Status.DEFERRED, False)
    assert {item.partition(":")[0] for item in odds.missing} == {
        "fortune-bonus.precedence",
        "fortune-bonus.lines_paid",
    }


@pytest.mark.parametrize("word", ["by-class", "by-hand"])
def test_r8_a_contested_bonus_rests_on_the_same_however_the_hands_are_compared(word, monkeypatch):
    """Nothing has to be counted for it; without a count there is no figure, and all else is told."""

    def refuse(*_):
        raise NotCounted("not here")

    monkeypatch.setattr(computing, "count_under", refuse)
    odds = compute(load("designated-player"), readings={None: {"bonus-comparison": word}})
    assert odds.missing == ("not here",)
    assert {"bonus-precedence", "royal-match-joker", "bonus-tie-with-dealer"} <= set(odds.readings)
    assert {"fortune-bonus.precedence", "fortune-bonus.lines_paid", "deck.royal_match_joker"} <= {
        item.parameter for item in odds.rests_on
    }


def test_r7_the_order_of_the_paytable_is_worth_twenty_points():
    """The same pays in reverse order: 27.85 % against 7.77 %."""
    spec = change("south-dakota", fortune_bonus__precedence="paytable-order")

    def reverse(data):
        tables = next(item for item in data["wagers"] if item["id"] == "fortune-bonus")["paytables"]
        next(item for item in tables if item["id"] == "2")["lines"].reverse()

    printed = compute(spec, paytable="2").house_edge
    reverted = compute(edit(spec, reverse), paytable="2").house_edge
    assert [round(float(edge * 100), 2) for edge in (printed, reverted)] == [7.77, 27.85]
    table = spec.wager("fortune-bonus").paytable("2")
    assert reverted == sum_lines(table, lambda lines: lines[-1:])


def test_r7_an_order_of_rank_asked_of_all_wagers_leaves_those_without_classes_alone():
    """`bonus-precedence` is one question; the lines of Ace High are no classes and have no rank."""
    asked = {"readings": {None: {"bonus-precedence": "rank-order"}}}
    ace = compute(load("pennsylvania"), "ace-high", **asked)
    assert ace.house_edge == compute(load("pennsylvania"), "ace-high").house_edge
    assert not ace.counterfactual
    fortune = compute(load("pennsylvania"), **asked)
    assert fortune.house_edge != compute(load("pennsylvania")).house_edge


def test_r8_a_figure_that_rests_on_an_assumption_says_so():
    odds = compute(load("south-dakota"), paytable="1")
    joker = next(item for item in odds.rests_on if item.parameter == "deck.joker")
    assert joker.standing == "deferred"
    assert odds.status is Status.UNDER_READINGS
    stated = edit(
        load("south-dakota"),
        *(
            state(item.parameter, value)
            for item in odds.rests_on
            if item.standing != "stated"
            and (value := load("south-dakota").by_key[item.parameter].value) is not None
            and isinstance(value, str | int)
        ),
    )
    assert compute(stated, paytable="1").status is Status.EXACT


def test_r9_an_irregularity_that_changes_nothing_leaves_a_cited_line():
    data = make(player(1, "Kh Jh 9d 7s 5h 3d 2s", standard="10"), events=["misdeal-handled"])
    (event,) = settle("mbs", data)["events"]
    assert (event["event"], event["consequence"]) == ("misdeal-handled", "stands")
    assert (event["clause"], event["standing"]) == (
        "not said (irregularities.misdeal_handled)",
        "silent",
    )


def test_r9_the_rounding_of_a_commission_is_cited_where_it_matters():
    for stake, won, cited in (("7.77", "7.3815", True), ("10", "9.50", False)):
        data = make(player(1, "Kh Jh 9d 7s 5h 3d 2s", standard=stake))
        found = line(settle("mbs", data), 1, "standard")
        assert found["amount"] == won
        assert ("standard.commission_rounding" in found["clause"]) is cited
        assert found["standing"] == ("silent" if cited else "stated")


def test_r9_a_round_carries_surrender():
    spec = change("pennsylvania", play__surrender_costs="1/2")
    seat = {**player(1, "Kh Jh 9d 7s 5h 3d 2s", standard="10"), "surrender": True}
    assert told(settle(spec, make(seat, bank_low="10h 8s")), 1, "standard") == ("lose", "-5")
    seat["wagers"]["fortune-bonus"] = "5"
    with pytest.raises(CertifyError, match=r"players\[0\]\.surrender: the document does not allow"):
        settle(spec, make(seat, bank_low="10h 8s"))


def test_r9_the_first_documents_silence_on_a_restored_envy_is_told():
    """3.18.1.3 (415-419): another's royal match beside a straight flush turns on three hands."""
    statement = load("mbs").by_key["fortune-bonus.envy.forfeits"]
    assert statement.standing == "silent"
    assert "third" in statement.because
    assert [str(place) for place in statement.near] == ["3.18.1.2 and 3.18.1.3, lines 415-419"]


def test_r10_a_date_that_no_calendar_has_is_refused():
    spec = edit(load("mbs"), put("edition", "date", value="2030-02-31"))
    with pytest.raises(InvalidSpec):
        check(spec)
    check(edit(load("mbs"), put("edition", "date", value="2030-02-28")))


def test_r50_a_deferred_value_gives_a_status_and_no_traceback():
    spec = change(
        "pennsylvania",
        ace_high__not_qualifying={"deferred": {"to": "a text", "at": {"clause": "x", "lines": 1}}},
    )
    odds = compute(spec, "ace-high")
    assert odds.status is Status.DEFERRED
    assert any("ace-high.not_qualifying" in item for item in odds.missing)


def run(monkeypatch, capsys, *arguments):
    monkeypatch.setattr("sys.argv", ["certify", *arguments])
    try:
        main()
    except SystemExit as leave:
        return leave.code, capsys.readouterr().err
    return 0, capsys.readouterr().err


def test_r51_a_stake_in_another_currency_is_refused(monkeypatch, capsys):
    code, error = run(monkeypatch, capsys, "odds", "south-dakota", "--maximum-stake", "5 EUR")
    assert (code, "EUR is not in USD" in error) == (2, True)


@pytest.mark.parametrize("text", ["commission=2", "commission=21/20", "play.surrender_costs=3/2"])
def test_r51_a_share_above_one_is_refused(text):
    with pytest.raises(CertifyError, match="a share between 0 and 1"):
        parse_readings(load("mbs"), (text,))


def test_r19_a_wager_without_lines_is_told_and_not_dropped():
    """A document that leaves the pays to another text: the wager is there, its figures are not."""
    base = load("south-dakota")

    def strip(game):
        return replace(game, wagers=tuple(replace(item, paytables=()) for item in game.wagers))

    bare = strip(base)
    (found,) = compute_odds(bare, Request(wagers=("fortune-bonus",)))
    assert (found.wager, found.paytable, found.status) == ("fortune-bonus", None, Status.DEFERRED)
    assert found.missing == ("fortune-bonus: no line of its pays is given",)
    assert {item.wager for item in compute_odds(bare, Request())} == {"standard", "fortune-bonus"}
    none = strip(edit(base, state("fortune-bonus.offer", NOT_OFFERED)))
    assert compute_odds(none, Request(wagers=("fortune-bonus",))) == []


def test_r51_a_simulation_without_end_is_refused():
    base = load("south-dakota")
    with pytest.raises(CertifyError, match="is too many"):
        simulate(compile_rulebook(base), [compute(base, paytable="1")], MOST_DEALS + 1, 1)


def test_money_is_in_the_currency_of_the_document():
    with pytest.raises(CertifyError, match="is not in USD"):
        compute(load("south-dakota"), paytable="1", stake=Money(Fraction(5), "EUR"))


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc", "pennsylvania"])
def test_an_alternative_that_nothing_counts_has_no_edge(name):
    """Without A-2-3-4-5 there are fewer straights: the edge of the adopted reading is not its edge."""
    other_wheel = put("deck", "wheel", "alternatives", value=["second-highest", "no-straight"])
    odds = compute_odds(edit(load(name), other_wheel), Request(wagers=("fortune-bonus",)))
    found = [
        other
        for item in odds
        for other in item.alternatives
        if "no-straight" in other.readings.values()
    ]
    assert found
    for other in found:
        assert other.house_edge is None
        assert "deck.wheel is 'no-straight'" in other.why_not
        assert not other.envy
