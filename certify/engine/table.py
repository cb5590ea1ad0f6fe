"""A round with every hand set and looked at: what the wagers are decided on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from certify.base.errors import CertifyError
from certify.engine.hands import Hands, Setter, find_house_way, holds_joker
from certify.engine.round import Player, Round
from certify.game.holdings import rank_within
from certify.game.house_way.rules import HouseWay
from certify.game.rank import RankRules, rank_high
from certify.game.views import HandView, look
from certify.spec.resolved import Resolved
from certify.spec.rulebook import LineTerms, Rulebook, WagerTerms
from certify.wagers.limits import STANDARD
from certify.wagers.lines import Situation, find_envy_line, find_line, situate


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with his hands as they count."""

    player: Player
    hands: Hands

    @property
    def number(self) -> int:
        """The number of the seat."""
        return self.player.seat


@dataclass(frozen=True, slots=True)
class Table:
    """The seats, the bank and the rules they play by."""

    rulebook: Rulebook
    rank_rules: RankRules
    bank: Hands
    seats: tuple[Seat, ...]
    bank_wagers: Mapping[str, Fraction]

    def look(self, terms: WagerTerms, hands: Hands, side: str) -> HandView:
        """What a wager sees of one hand."""
        aspects = terms.list_aspects(side)
        if side == "bank" and terms.is_contested:
            aspects |= terms.list_aspects("player")
        try:
            return look(hands.cards, self.rank_rules, aspects, hands.low)
        except LookupError:
            raise CertifyError(
                f"could not judge: {terms.id} depends on the hands as set, and no low hand is given; add low"
            ) from None

    def situate(
        self, terms: WagerTerms, seat: Seat, results: frozenset[str] = frozenset()
    ) -> Situation:
        """What a wager sees of a seat's deal, and of its standard wager."""
        own = replace(self.look(terms, seat.hands, "player"), standard=results)
        if not terms.looks_at_bank:
            return situate(terms, own)
        bank = self.look(terms, self.bank, "bank")
        return situate(terms, own, bank, self._compare_within(terms, seat, own, bank))

    def _compare_within(
        self, terms: WagerTerms, seat: Seat, own: HandView, bank: HandView
    ) -> int | None:
        """How the hands compare inside one line, where the bank must be beaten."""
        if not terms.is_contested:
            return None
        line = find_line(terms, own)
        if line is None or line != find_line(terms, bank):
            return None  # not on one line, or on one that asks for both hands together
        mine, theirs = (
            rank_inside(line, cards, self.rank_rules)
            for cards in (seat.hands.cards, self.bank.cards)
        )
        return (mine > theirs) - (mine < theirs)

    def find_envy_line(self, terms: WagerTerms, hands: Hands) -> LineTerms | None:
        """The line of a hand that envy looks at."""
        return find_envy_line(terms, self.look(terms, hands, "player"))

    def list_ranking(self, *hands: Hands) -> list[Resolved[Any]]:
        """The statements on the joker and on A-2-3-4-5, where these cards make them matter."""
        found: list[Resolved[Any]] = []
        if holds_joker(*(item.cards for item in hands)):
            found.append(self.rulebook.ranking.joker)
        if any(item.high and item.holds_wheel for item in hands):
            _ = self.rulebook.ranking.wheel.value
            found.append(self.rulebook.ranking.wheel)
        return found


def rank_inside(line: LineTerms, cards: tuple[Any, ...], rules: RankRules) -> tuple[int, ...]:
    """How a hand stands among those on one line: by the best cards of its class, or of any."""
    if line.player.hand is None:
        return max(rank_high(five, rules) for five in combinations(cards, 5))
    return rank_within(cards, line.player.hand, rules)


def lay_out(rulebook: Rulebook, round_: Round, house_way: HouseWay | None = None) -> Table:
    """Set every hand of a round."""
    if holds_joker(round_.bank.cards, *(player.cards for player in round_.players)):
        _ = rulebook.ranking.joker.value
    rank_rules = rulebook.ranking.rank_rules()
    setter = Setter(rulebook, rank_rules, house_way or find_house_way(rulebook))
    compared = any(STANDARD in player.wagers for player in round_.players)
    return Table(
        rulebook,
        rank_rules,
        setter.set_bank(round_.bank, compared=compared),
        tuple(
            Seat(player, setter.set_player(player, f"players[{place}]"))
            for place, player in enumerate(round_.players)
        ),
        round_.bank.wagers,
    )
