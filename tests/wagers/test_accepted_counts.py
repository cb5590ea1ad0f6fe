"""Every count and edge of the made-up wagers, a second time from plain enumeration and arithmetic."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tests.independent_model.house_way_made_up import set_orchard
from tests.independent_model.poker import JOKER, rank_high, rank_low, rest
from tests.independent_model.test_every_input import distinct_inputs
from tests.wagers.accepted_specs import find_wager, odds_of
from tests.wagers.brute_force import (
    ACE,
    RANKS,
    count_both_clear,
    count_disjoint,
    count_first_three,
    count_hands,
    holds,
    list_bare,
    ranks_in,
)

HANDS = {0: comb(52, 7), 1: comb(53, 7)}
REPLIES = {0: comb(45, 7), 1: comb(46, 7)}
BARE = {"9": 31_080, "10": 248_640, "J": 963_480}
"""Hands without a pair, straight or flush by their highest card."""
LOW_CLASSES = ("high-card", "one-pair")
HIGH_CLASSES = (
    *("high-card", "one-pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house"),
    *("four-of-a-kind", "straight-flush", "royal-flush", "five-aces"),
)


def read_pay(pay, stake=1, meter=0):
    """What a line pays, net to one, as it is written."""
    if not isinstance(pay, dict):
        return Fraction({"loses": -1, "pushes": 0}.get(pay, pay))
    net = Fraction(pay.get("for", 1)) - 1
    net += Fraction(str(pay.get("money", "0 USD")).split()[0]) / stake
    net += Fraction(str(pay.get("meter", 0))) * meter / stake
    return net - (pay.get("stake") == "lost")


def take_first(lines, deals, meets=holds):
    """Deals by the first line that they meet; None for no line."""
    found = Counter()
    for what, number in deals.items():
        place = next((at for at, line in enumerate(lines) if meets(line, what)), None)
        found[place] += number
    return found


def check(odds, lines, found, times=1, **money):
    """Outcomes and edge against deals by the place of their line."""
    nets = [read_pay(line["pays"], **money) for line in lines]
    counted = [(item.deals, odds.net(item)) for item in odds.outcomes if item.name != "none"]
    assert counted == [(found[at] * times, net) for at, net in enumerate(nets)]
    total = sum(found.values())
    lost = found[None] - sum(found[at] * net for at, net in enumerate(nets))
    assert odds.deals == total * times
    assert odds.house_edge == Fraction(lost, total)


def want(line):
    """The condition of a line of one hand."""
    return {key: line[key] for key in line if key not in {"pays", "envy", "at", "printed"}}


def test_hands_without_a_pair():
    assert {RANKS[at]: len(list_bare(at)) for at in (7, 8, 9)} == BARE
    odds = odds_of("no-pair-bonus", "bonus")
    deals = {item.name: item.deals for item in odds.outcomes}
    assert [deals[f"high-card-{rank}-high"] for rank in BARE] == list(BARE.values())
    assert f"{float(odds.house_edge * 100):.4f}" == "4.1714"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wager", "paytable", "money"),
    [
        ("no-pair-bonus", "bonus", None, {}),
        ("dragon", "dragon", None, {}),
        ("ace-king-match", "match", None, {}),
        ("progressive", "jackpot", None, {"meter": 10_000}),
        ("fifty-two-cards", "bonus", None, {}),
        ("two-paytables", "bonus", "A", {}),
        ("two-paytables", "bonus", "B", {}),
        ("shared-envy", "bonus", None, {}),
        ("limits", "bonus", None, {}),
        ("three-documents", "bonus", None, {}),
    ],
)
def test_one_line_of_one_hand(name, wager, paytable, money):
    jokers = 0 if name == "fifty-two-cards" else 1
    data = find_wager(name, wager)
    table = data
    if paytable:
        table = next(item for item in data["paytables"] if item["id"] == paytable)
    lines = [{**want(line), "pays": line["pays"]} for line in table["lines"]]
    for line in lines:
        if isinstance(line["pays"], dict) and "adopted" in line["pays"]:
            line["pays"] = line["pays"]["adopted"]
    hands, _ = count_hands(jokers, GROUPS)
    found = take_first(lines, hands, lambda line, facts: holds(without_pay(line), facts))
    times = REPLIES[jokers] if data["looks_at"] == "bank" else 1
    check(odds_of(name, wager, paytable), lines, found, times, **money)


def without_pay(line):
    return {key: value for key, value in line.items() if key != "pays"}


def test_the_dragon_by_arithmetic():
    """Queen high: six of the ten ranks below the queen, no straight, no five of a suit."""
    odds = odds_of("dragon", "dragon")
    queens = len(list_bare(10))
    assert odds.outcomes[0].deals == queens * REPLIES[1]
    assert odds.house_edge == 1 - Fraction(51 * queens, HANDS[1])
    assert f"{float(odds.house_edge * 100):.4f}" == "10.0222"


TIMES = {"four-of-a-kind": 4, "full-house": 3, "three-of-a-kind": 3, "two-pair": 2, "one-pair": 2}


def _list_groups():
    lines = find_wager("ranks-and-colours", "ranks")["lines"]
    return tuple(
        (
            TIMES[line["hand"]],
            sum(1 << rank for rank in ranks_in(line["rank"])),
            int(line["hand"] == "two-pair"),  # the rank of the higher pair, whatever the lower one
        )
        for line in lines
    )


GROUPS = _list_groups()


@pytest.mark.slow
def test_ranks_of_fours_threes_and_pairs():
    lines = find_wager("ranks-and-colours", "ranks")["lines"]
    _, held = count_hands(1, GROUPS)

    def meets(place, key):
        line = lines[place]
        more = {"full-house": 1, "two-pair": 2}.get(line["hand"])
        return (
            bool(key >> 3 + place & 1)
            and (more is None or bool(key >> more & 1))
            and (line.get("joker") != "without" or not key & 1)
        )

    found = take_first(range(len(lines)), held, meets)
    check(odds_of("ranks-and-colours", "ranks"), lines, found)


@pytest.mark.slow
def test_colours():
    """26 cards of a colour; the joker has none. Red with the joker is not paid as red beside it."""
    one_colour, with_joker = comb(26, 7), comb(26, 6)
    found = Counter({0: one_colour, 1: with_joker, 2: one_colour + with_joker})
    found[None] = HANDS[1] - sum(found.values())
    lines = find_wager("ranks-and-colours", "colours")["lines"]
    check(odds_of("ranks-and-colours", "colours"), lines, found)


@pytest.mark.slow
def test_the_first_three_cards():
    """Every line is paid that the three cards meet, so a straight flush is paid as three."""
    odds = odds_of("ranks-and-colours", "three-cards")
    lines = find_wager("ranks-and-colours", "three-cards")["lines"]
    pays = {line["first_three"]: line["pays"] for line in lines}
    found = count_first_three()
    assert sum(found.values()) == comb(53, 3)
    nets = {made: sum(pays[name] for name in made) if made else -1 for made in found}
    edge = -Fraction(sum(nets[made] * number for made, number in found.items()), comb(53, 3))
    assert odds.house_edge == edge
    by_net = Counter()
    for made, number in found.items():
        by_net[nets[made]] += Fraction(number, comb(53, 3))
    computed = Counter()
    for item in odds.outcomes:
        computed[item.net] += Fraction(item.deals, odds.deals)
    assert {net: share for net, share in computed.items() if share} == by_net


@pytest.mark.slow
def test_hands_as_set():
    """Every distinct input set by the second reading of the house way, with its number of deals."""
    settings = Counter()
    for cards, deals in distinct_inputs():
        low = set_orchard(cards)
        high = rank_high(rest(cards, low))
        lows = rank_low(low)
        lead = high[1] if len(high) > 1 else ACE  # a royal flush
        key = (LOW_CLASSES[lows[0]], lows[1], HIGH_CLASSES[high[0]], lead, JOKER in cards)
        settings[key] += deals
    assert sum(settings.values()) == HANDS[1]

    def meets(line, key):
        low, low_rank, high, high_rank, joker = key
        for wanted, hand, rank in (
            (line.get("low", {}), low, low_rank),
            (line.get("high", {}), high, high_rank),
        ):
            if wanted.get("hand", hand) != hand:
                return False
            if "rank" in wanted and rank not in ranks_in(wanted["rank"]):
                return False
        return line.get("joker") != "without" or not joker

    for wager, times in (("fronts", 1), ("backs", REPLIES[1])):
        lines = find_wager("as-set", wager)["lines"]
        check(odds_of("as-set", wager), lines, take_first(lines, settings, meets), times)


@pytest.mark.slow
def test_a_bonus_on_both_hands():
    """The player's lines and the bank's add up; only the stake looks at both hands at once."""
    lines = find_wager("bankers-bonus", "together")["lines"]
    assert find_wager("bankers-bonus", "beside")["lines"] == lines
    own = [{**line["player"], "pays": line["pays"]} for line in lines if "player" in line]
    hands, _ = count_hands(1, GROUPS)
    found = take_first(own, hands, lambda line, facts: holds(without_pay(line), facts))
    paid = sum(found[at] * line["pays"] for at, line in enumerate(own))
    bank = sum(BARE[str(line["bank"]["highest"])] * line["pays"] for line in lines[len(own) :])
    beside = Fraction(found[None] - paid - bank, HANDS[1])
    assert odds_of("bankers-bonus", "beside").house_edge == beside
    kept = {rank: count_both_clear(list_bare(RANKS.index(rank))) for rank in BARE}
    together = beside - Fraction(sum(kept.values()), HANDS[1] * REPLIES[1])
    odds = odds_of("bankers-bonus", "together")
    assert odds.house_edge == together
    deals = {item.name: item.deals for item in odds.outcomes}
    assert {rank: deals[f"bank-high-card-{rank}-high"] for rank in BARE} == kept
    assert [f"{float(edge * 100):.4f}" for edge in (together, beside)] == ["2.8264", "3.4775"]


@pytest.mark.slow
def test_both_hands_nine_high():
    nines, tens = list_bare(7), list_bare(8)
    both = count_disjoint(nines, nines)
    one = BARE["9"]
    for name, wager, jokers in (("both-hands", "nines", 1), ("fifty-two-cards", "nothing", 0)):
        deals, replies = HANDS[jokers] * REPLIES[jokers], REPLIES[jokers]
        lines = find_wager(name, wager)["lines"]
        third = one * replies - both
        if jokers == 0:  # the last line is nine or ten high, where the bank is not nine high
            third = (one + BARE["10"]) * replies - both - count_disjoint(tens, nines)
        found = Counter({0: both, 1: one * replies - both, 2: third})
        found[None] = deals - sum(found.values())
        check(odds_of(name, wager), lines, found, stake=5)


@pytest.mark.slow
def test_one_joker_in_two_hands():
    """It is in one hand at most, so no deal meets lines of both."""
    hands, _ = count_hands(1, GROUPS)
    fours = sum(
        number
        for facts, number in hands.items()
        if holds({"hand": "four-of-a-kind", "joker": "with"}, facts)
    )
    others = comb(52, 6) - fours
    found = Counter({0: fours, 1: fours, 2: others, 3: others})
    found[None] = HANDS[1] - sum(found.values())
    lines = find_wager("both-hands", "jokers")["lines"]
    check(odds_of("both-hands", "jokers"), lines, found, REPLIES[1])


@pytest.mark.slow
def test_envy():
    hands, _ = count_hands(1, GROUPS)

    def expect(lines, read):
        own = [{**want(line), "pays": 0} for line in lines]
        found = take_first(own, hands, lambda line, facts: holds(without_pay(line), facts))
        amounts = [read(line["envy"]) if "envy" in line else 0 for line in lines]
        return Fraction(sum(found[at] * amount for at, amount in enumerate(amounts)), HANDS[1])

    def money(text):
        return Fraction(text.split()[0])

    tables = find_wager("two-paytables", "bonus")["paytables"]
    odds = odds_of("two-paytables", "bonus", "A")
    each = expect(tables[0]["lines"], money)
    assert [item.house_edge for item in odds.envy] == [
        odds.house_edge - others * each / 5 for others in range(1, 6)
    ]
    assert odds_of("two-paytables", "bonus", "B").envy == ()
    odds = odds_of("progressive", "jackpot")
    each = expect(find_wager("progressive", "jackpot")["lines"], money)
    assert [item.per_other_player for item in odds.envy] == [each] * 5
    # own hand and bank's count and all share: of each of n + 2 hands everybody has one part in n + 1
    odds = odds_of("shared-envy", "bonus")
    each = expect(find_wager("shared-envy", "bonus")["lines"], lambda envy: envy["times"])
    assert [item.house_edge for item in odds.envy] == [
        odds.house_edge - each * (others + 2) / (others + 1) for others in range(1, 6)
    ]


def list_royals():
    """All hands with a royal flush, joker or not, as sums of 1 << card; and those beside suited ace-king."""
    royals, matches = set(), set()
    for suit in range(4):
        royal = [4 * rank + suit for rank in range(8, 13)]
        cores = [royal, *([52, *royal[:at], *royal[at + 1 :]] for at in range(5))]
        for core in cores:
            made = sum(1 << card for card in core)
            others = [card for card in range(53) if card not in core]
            royals |= {made | 1 << one | 1 << two for one, two in combinations(others, 2)}
            matches |= {
                made | 1 << (4 * ACE + other) | 1 << (4 * (ACE - 1) + other)
                for other in range(4)
                if other != suit
            }
    return royals, matches


@pytest.mark.slow
def test_envy_on_any_condition():
    """One hand by arithmetic; two hands by hypergeometric counts, and by listing them."""
    pairs = HANDS[1] * REPLIES[1]
    red = Fraction(10 * (comb(26, 7) + comb(26, 6)), HANDS[1])
    made = count_first_three()
    flushes = sum(number for classes, number in made.items() if "straight-flush" in classes)
    # 5 aces, the joker being one. Four of them: four naturals, or three and the joker. Beside three
    # naturals of another, the last ace and the joker are a pair of one's own, which forfeits.
    fours = comb(4, 4) * comb(49, 3) + comb(4, 3) * comb(48, 3)
    threes = comb(4, 3) * comb(48, 4)
    forfeited = Fraction(2 * threes * comb(44, 5), pairs)
    royals, matches = list_royals()
    assert len(matches) == 72
    match = Fraction(0)
    for other in royals:
        stopped = sum(not own & other for own in matches)
        match += (500 if other in matches else 100) * (REPLIES[1] - stopped)
    expected = {
        "red": red,
        "three": Fraction(5 * flushes, comb(53, 3)),
        "aces": Fraction(50 * fours + 2 * threes, HANDS[1]) - forfeited,
        "match": match / pairs,
    }
    for wager, each in expected.items():
        odds = odds_of("any-envy", wager)
        assert {item.per_other_player for item in odds.envy} == {each}, wager
        assert [item.house_edge for item in odds.envy] == [
            odds.house_edge - others * each / 5 for others in range(1, 6)
        ]


@pytest.mark.slow
def test_the_edge_as_a_function_of_the_meter():
    """Shares of the meter: 32 seven-card straight flushes, a tenth for 196 with joker and 1128 five aces."""
    hands, _ = count_hands(1, GROUPS)
    meter = odds_of("progressive", "jackpot").progressive
    slope = Fraction(32 + Fraction(196 + 1128, 10), HANDS[1])
    assert meter.edge_per_unit == slope
    lines = [{**want(line), "pays": line["pays"]} for line in LINES_OF_JACKPOT]
    found = take_first(lines, hands, lambda line, facts: holds(without_pay(line), facts))

    def edge(amount):
        nets = [read_pay(line["pays"], meter=amount) for line in lines]
        lost = found[None] - sum(found[at] * net for at, net in enumerate(nets))
        return Fraction(lost, HANDS[1])

    assert edge(0) == meter.edge_without
    assert edge(10_000) == meter.edge_at_seed == odds_of("progressive", "jackpot").house_edge
    assert edge(meter.break_even) == 0


LINES_OF_JACKPOT = find_wager("progressive", "jackpot")["lines"]


def test_four_and_three_are_no_ace():
    """The groups are the ranks as written: a check of the checks."""
    assert [len(ranks_in(text)) for text in ("A", "2-4", "K+", "2-6")] == [1, 3, 2, 5]
    assert list(ranks_in("A")) == [ACE]
