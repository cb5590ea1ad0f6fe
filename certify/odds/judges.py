"""The outcome of every wager, deal by deal: once through the readable engine, once by the kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from certify.game.cards import DECK, Card
from certify.game.holdings import NONE, find_class, is_ace_high, list_classes, rank_within
from certify.game.house_way.rules import build_house_way, set_hand
from certify.game.rank import Rank, RankRules, compare_high_with_low, rank_high, rank_low
from certify.odds.contested import is_contested
from certify.odds.house_way_readings import read_house_way
from certify.spec.model import Rules

Judge = Callable[[Any], dict[str, Sequence[str]]]
"""Rows of fourteen card codes to the name of each wager's outcome, deal by deal."""

_RESULTS = ("lose", "push", "win")


def judge_plainly(rules: Rules, wagers: tuple[str, ...]) -> Judge:
    """Judge each deal by the reference engine."""
    judges = {
        "standard": _plain_standard,
        "fortune-bonus": _plain_fortune,
        "ace-high": _plain_ace_high,
    }
    chosen = {name: judges[name](rules) for name in wagers}

    def judge(rows: Any) -> dict[str, Sequence[str]]:
        found: dict[str, list[str]] = {name: [] for name in wagers}
        for row in rows.tolist():
            player = tuple(DECK[code] for code in row[:7])
            bank = tuple(DECK[code] for code in row[7:])
            for name, one in chosen.items():
                found[name].append(one(player, bank))
        return dict(found)

    return judge


Hand = tuple[Card, ...]


def _plain_standard(rules: Rules) -> Callable[[Hand, Hand], str]:
    readings, rank_rules = read_house_way(rules.jurisdiction, rules.overrides)
    house_way = build_house_way(rules.jurisdiction.house_way)
    exposed = rules.choice("play.bank_exposed") == "before"
    ace_high_pushes = rules.value("comparison.bank_ace_high_push") == "yes"

    def settle(hand: Hand) -> tuple[Rank, Rank]:
        setting = set_hand(house_way, hand, readings, rank_rules)
        return rank_low(setting.low, rank_rules), rank_high(setting.high, rank_rules)

    def judge(player: Hand, bank: Hand) -> str:
        if ace_high_pushes and is_ace_high(bank, rank_rules.joker):
            return "push"
        against = settle(bank)
        options = _list_settings(player, rank_rules) if exposed else [settle(player)]
        return _RESULTS[max((own[0] > against[0]) + (own[1] > against[1]) for own in options)]

    return judge


def _list_settings(hand: Hand, rank_rules: RankRules) -> list[tuple[Rank, Rank]]:
    """Every permissible way to set seven cards."""
    options = []
    for first in range(7):
        for second in range(first + 1, 7):
            low = rank_low((hand[first], hand[second]), rank_rules)
            rest = [card for place, card in enumerate(hand) if place not in {first, second}]
            high = rank_high(rest, rank_rules)
            if compare_high_with_low(high, low) >= 0:
                options.append((low, high))
    return options


def _plain_fortune(rules: Rules) -> Callable[[Hand, Hand], str]:
    joker, match = rules.choice("deck.joker"), rules.choice("deck.royal_match_joker")
    rank_rules = RankRules(joker, rules.choice("deck.wheel") or "lowest")
    by_hand = rules.choice("fortune.bank_comparison") == "by-hand"
    pays_ties = rules.choice("fortune.bank_tied") == "pays"

    def find(hand: Hand) -> str:
        return find_class(list_classes(hand, joker, match), rules.order)

    def judge(player: Hand, bank: Hand) -> str:
        own = find(player)
        if own == NONE or not is_contested(rules):
            return own
        other = find(bank)
        places = (*rules.order, NONE)
        difference = places.index(other) - places.index(own)
        if not difference and by_hand:
            mine = rank_within(player, own, rank_rules)
            theirs = rank_within(bank, own, rank_rules)
            difference = (mine > theirs) - (mine < theirs)
        if difference < 0:
            return "not-beaten"
        return own if difference or pays_ties else "tied"

    return judge


def _plain_ace_high(rules: Rules) -> Callable[[Hand, Hand], str]:
    joker = rules.choice("deck.joker")

    def judge(player: Hand, bank: Hand) -> str:
        own = is_ace_high(player, joker)
        if not is_ace_high(bank, joker):
            return "player-only" if own else "neither"
        if own:
            return "both"
        return "bank-with-joker" if any(card.is_joker for card in bank) else "bank-without-joker"

    return judge


def judge_by_kernel(rules: Rules, wagers: tuple[str, ...]) -> Judge:
    """Judge many deals at once by the kernels."""
    from certify.kernels.holdings import label_hands
    from certify.odds.settings import find_place

    wild = rules.choice("deck.joker") == "wild"
    names = (*rules.order, NONE)
    places: dict[int, int] = {}

    def find(hands: Any) -> list[int]:
        labels = label_hands(hands.copy(), wild=wild).tolist()
        for bits in set(labels) - set(places):
            places[bits] = find_place(bits, rules.order, rules.choice("deck.royal_match_joker"))
        return [places[bits] for bits in labels]

    def fortune(rows: Any) -> list[str]:
        own = find(rows[:, :7])
        if not is_contested(rules):
            return [names[place] for place in own]
        tie = "paid" if rules.choice("fortune.bank_tied") == "pays" else "tied"
        other = find(rows[:, 7:])
        found = []
        for mine, theirs in zip(own, other, strict=True):
            if mine == len(rules.order):
                found.append(NONE)
            elif theirs < mine:
                found.append("not-beaten")
            else:
                found.append("tied" if theirs == mine and tie == "tied" else names[mine])
        return found

    judges = {"fortune-bonus": fortune, "ace-high": _kernel_ace_high(wild)}
    if "standard" in wagers:
        judges["standard"] = _kernel_standard(rules, wild)
    return lambda rows: {name: judges[name](rows) for name in wagers}


def _kernel_ace_high(wild: bool) -> Callable[[Any], list[str]]:
    from certify.kernels.standard import tag_hands

    names = {(0, 0): "neither", (0, 1): "bank-without-joker", (0, 2): "bank-with-joker"}

    def judge(rows: Any) -> list[str]:
        own = tag_hands(rows[:, :7], wild=wild).tolist()
        other = tag_hands(rows[:, 7:], wild=wild).tolist()
        return [
            names.get((mine, theirs)) or ("both" if theirs else "player-only")
            for mine, theirs in zip(own, other, strict=True)
        ]

    return judge


def _kernel_standard(rules: Rules, wild: bool) -> Callable[[Any], list[str]]:
    from certify.kernels.keys import distinct_inputs, find_inputs
    from certify.kernels.standard import judge_face_up, judge_hidden, tag_hands
    from certify.kernels.subsets import FULL_DECK
    from certify.odds.settings import read_modes, set_all

    readings, rank_rules = read_house_way(rules.jurisdiction, rules.overrides)
    inputs = {"joker": rank_rules.joker, "wheel": rank_rules.wheel, "readings": readings}
    lows, highs = set_all(inputs, rules.jurisdiction.house_way)
    distinct = distinct_inputs(FULL_DECK)
    exposed = rules.choice("play.bank_exposed") == "before"
    ace_high_pushes = rules.value("comparison.bank_ace_high_push") == "yes"

    def judge(rows: Any) -> list[str]:
        places = find_inputs(distinct, rows[:, 7:])
        bank = (lows[places], highs[places])
        if exposed:
            results = judge_face_up(rows[:, :7], bank, **read_modes(inputs))
        else:
            own = find_inputs(distinct, rows[:, :7])
            results = judge_hidden((lows[own], highs[own]), bank)
        if ace_high_pushes:
            results[tag_hands(rows[:, 7:], wild=wild) > 0] = 1
        return [_RESULTS[result] for result in results.tolist()]

    return judge
