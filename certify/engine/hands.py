"""Both hands of a seat as they count: as set, or as the house way sets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from certify.base.errors import CertifyError
from certify.engine.grounds import Basis, Ground, Grounds, find_ground
from certify.engine.round import Bank, Player
from certify.game.cards import ACE, JOKER, Card, format_cards, sort_cards
from certify.game.house_way.rules import HouseWay, build_house_way, set_hand
from certify.game.rank import (
    Rank,
    RankRules,
    compare_high_with_low,
    is_complete,
    rank_high,
    rank_low,
)
from certify.game.vocabulary import WAGERS
from certify.spec.model import Jurisdiction, Rules

STANDARD = WAGERS[0]
_WHEEL = frozenset({ACE, 0, 1, 2, 3})


@dataclass(frozen=True, slots=True)
class Hands:
    """Seven cards as a low and a high hand, with what the division rests on.

    Nothing but the cards where no wager turns on the division and nobody made it.
    """

    cards: tuple[Card, ...]
    low: tuple[Card, ...] = ()
    high: tuple[Card, ...] = ()
    low_rank: Rank = ()
    high_rank: Rank = ()
    basis: Basis = ()
    because: str = ""
    fouled: bool = False
    """Set by the player so that the low hand outranks the high one, whatever followed from it."""
    lost: bool = False
    """Fouled, and the document takes the standard wager for it."""

    @property
    def holds_wheel(self) -> bool:
        """Whether the high hand is the straight whose rank documents differ about."""
        ranks = {card.rank for card in self.high if not card.is_joker}
        return is_complete(self.high_rank) and ranks <= _WHEEL


@dataclass(frozen=True, slots=True)
class HouseWayInForce:
    """A house way with the document that gives it, which may be another than the one in force."""

    way: HouseWay
    rules: Rules
    borrowed: bool

    def set(self, cards: tuple[Card, ...], rank_rules: RankRules) -> Hands:
        """Set seven cards."""
        readings = {key: str(self.rules.reading(key)) for key in self.way.reading_keys}
        setting = set_hand(self.way, cards, readings, rank_rules)
        if setting.rule is None:
            raise CertifyError(
                f"could not judge: no rule of the house way of "
                f"{self.rules.jurisdiction.id} sets {format_cards(cards)}"
            )
        rule = setting.rule
        place = "lines" if "-" in rule.lines else "line"
        clause = ", ".join(filter(None, (rule.clause, rule.lines and f"{place} {rule.lines}")))
        grounds = [Ground(clause or f"not said (house way: {rule.rule})", rule.standing)]
        if self.borrowed:
            grounds = [
                Ground(f"house way of {self.rules.jurisdiction.id}, assumed: {clause}", "deferred")
            ]
        elif rule.under:
            grounds += [
                find_ground(self.rules, statement.parameter.key)
                for statement in self.rules.jurisdiction.statements.values()
                if statement.reading in dict(rule.under)
            ]
        return replace(
            divide(cards, setting.low, rank_rules),
            basis=tuple(grounds),
            because=f"set by the house way: {rule.rule}",
        )


def find_house_way(rules: Rules, lender: Jurisdiction | None = None) -> HouseWayInForce | None:
    """The house way of the document, or that of a lender where one is named."""
    if lender is not None:
        if not lender.house_way:
            raise CertifyError(f"{lender.id} gives no house way that could be assumed")
        lent = Rules(
            lender,
            lender.paytables[0],
            {key: value for key, value in rules.overrides.items() if key.startswith("house-way")},
        )
        return HouseWayInForce(build_house_way(lender.house_way), lent, borrowed=True)
    if not rules.jurisdiction.house_way:
        return None
    return HouseWayInForce(build_house_way(rules.jurisdiction.house_way), rules, borrowed=False)


def divide(cards: tuple[Card, ...], low: Sequence[Card], rank_rules: RankRules) -> Hands:
    """Seven cards with two of them as the low hand."""
    low = sort_cards(low)
    high = sort_cards(card for card in cards if card not in low)
    return Hands(cards, low, high, rank_low(low, rank_rules), rank_high(high, rank_rules))


@dataclass(frozen=True, slots=True)
class Setter:
    """Sets hands by one document's rules."""

    rules: Rules
    rank_rules: RankRules
    house_way: HouseWayInForce | None

    def set_by_house_way(self, cards: tuple[Card, ...], field: str) -> Hands:
        """Set cards for a seat that did not, or did so wrongly."""
        if self.house_way is None:
            statement = self.rules.statement("setting.house_way")
            missing = (
                f"it defers to {statement.deferred_to} ({statement.clause})"
                if statement.deferred_to
                else "it gives none"
            )
            raise CertifyError(
                f"{field}: the house way must set this hand, and the document does not hold it: "
                f"{missing}; give low, or name a house way with --assume-house-way"
            )
        return self.house_way.set(cards, self.rank_rules)

    def set_player(self, player: Player, field: str) -> Hands:
        """A player's hands, with what a foul setting costs."""
        compared = STANDARD in player.wagers
        if player.low is None:
            if self.house_way is None and not compared:
                return Hands(player.cards)
            return self.set_by_house_way(player.cards, f"{field}.low")
        hands = divide(player.cards, player.low, self.rank_rules)
        grounds = Grounds(self.rules)
        if not self._is_foul(hands, grounds, compared=compared):
            return replace(hands, basis=grounds.basis)
        told = f"foul with {format_cards(hands.low)} low"
        if not compared:
            return replace(hands, basis=grounds.basis, because=told, fouled=True)
        if grounds.choose("setting.foul_standard") == "reset-by-house-way":
            reset = self.set_by_house_way(player.cards, f"{field}.low")
            return replace(
                reset,
                basis=(*grounds.basis, *reset.basis),
                because=f"{told}, {reset.because}",
                fouled=True,
            )
        return replace(hands, basis=grounds.basis, because=told, fouled=True, lost=True)

    def _is_foul(self, hands: Hands, grounds: Grounds, *, compared: bool) -> bool:
        relation = compare_high_with_low(hands.high_rank, hands.low_rank)
        if relation == 0 and (compared or self.rules.value("setting.equal_high_and_low")):
            return grounds.choose("setting.equal_high_and_low") == "foul"
        return relation < 0

    def set_bank(self, bank: Bank, *, compared: bool) -> Hands:
        """The bank's hands; where they differ from the house way they count as set wrongly."""
        if bank.low is None:
            if self.house_way is None and not compared:
                return Hands(bank.cards)
            return self.set_by_house_way(bank.cards, "bank.low")
        hands = divide(bank.cards, bank.low, self.rank_rules)
        fouled = compare_high_with_low(hands.high_rank, hands.low_rank) < 0
        if self.house_way is None or self.house_way.borrowed:
            if fouled:
                raise CertifyError(
                    f"bank.low: {format_cards(hands.low)} outranks the high hand, "
                    "and the document holds no house way to reset it by"
                )
            return hands
        ordered = self.set_by_house_way(bank.cards, "bank.low")
        if (ordered.low_rank, ordered.high_rank) == (hands.low_rank, hands.high_rank):
            return replace(hands, basis=ordered.basis, because=ordered.because)
        grounds = Grounds(self.rules)
        grounds.need("setting.bank_error")
        return replace(
            ordered,
            basis=(*grounds.basis, *ordered.basis),
            because=(f"set wrongly with {format_cards(hands.low)} low, then {ordered.because}"),
        )


def holds_joker(*groups: Sequence[Card]) -> bool:
    """Whether the joker is among the cards."""
    return any(JOKER in cards for cards in groups)
