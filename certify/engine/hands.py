"""Both hands of a seat as they count, as set or as the house way sets them, with the values they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from certify.base.errors import CertifyError
from certify.engine.round import Bank, Player
from certify.game.cards import ACE, JOKER, Card, format_cards, sort_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import HouseWay, set_hand
from certify.game.rank import (
    Rank,
    RankRules,
    compare_high_with_low,
    compare_highs,
    compare_lows,
    is_complete,
    is_foul,
    rank_high,
    rank_low,
)
from certify.spec.choices import BankError, Foul, SetBy
from certify.spec.model import Standing
from certify.spec.resolved import COUNTERFACTUAL, NotJudged, Resolved
from certify.spec.rulebook import Rulebook
from certify.wagers.limits import STANDARD
from certify.wagers.standard import Comparison, settle_standard

_FROM_STRONG_TO_WEAK = (
    Standing.STATED,
    Standing.CONFLICTING,
    Standing.SILENT,
    Standing.DEFERRED,
    Standing.TODO,
    COUNTERFACTUAL,
)


@dataclass(frozen=True, slots=True)
class Ground:
    """A place in the document, or the want of one, and how firmly it stands."""

    clause: str
    standing: str = Standing.STATED


Basis = tuple[Ground, ...]


def cite(items: Iterable[Resolved[Any] | Ground]) -> Basis:
    """Values as grounds, each once."""
    return tuple(dict.fromkeys(Ground(item.clause, item.standing) for item in items))


def join_clauses(basis: Basis) -> str:
    """The clauses of a basis, each once, also where several statements cite it."""
    return "; ".join(
        dict.fromkeys(clause for ground in basis for clause in ground.clause.split("; "))
    )


def find_weakest(basis: Basis) -> str:
    """The weakest standing of a basis."""
    return str(
        max(
            (ground.standing for ground in basis),
            key=_FROM_STRONG_TO_WEAK.index,
            default=Standing.STATED,
        )
    )


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


def divide(cards: tuple[Card, ...], low: Sequence[Card], rank_rules: RankRules) -> Hands:
    """Seven cards with two of them as the low hand."""
    low = sort_cards(low)
    high = sort_cards(card for card in cards if card not in low)
    return Hands(cards, low, high, rank_low(low, rank_rules), rank_high(high, rank_rules))


@dataclass(frozen=True, slots=True)
class Setter:
    """Sets hands by one document's rules."""

    rulebook: Rulebook
    rank_rules: RankRules
    house_way: HouseWay | None = field(default=None)

    def set_by_house_way(self, cards: tuple[Card, ...], place: str) -> Hands:
        """Set cards for a seat that did not, or did so wrongly."""
        if self.house_way is None:
            statement = self.rulebook.ranking.house_way.statement
            missing = (
                f"it defers to {statement.deferred_to} ({statement.clause})"
                if statement.deferred_to
                else "it gives none"
            )
            raise CertifyError(
                f"{place}: the house way must set this hand, and the document does not contain "
                f"it: {missing}; give low, or add --assume-house-way SPEC"
            )
        asked = self.rulebook.house_way_readings
        readings = {key: str(given.value) for key, given in asked.items()}
        setting = set_hand(self.house_way, cards, readings, self.rank_rules)
        if setting.rule is None:
            raise CertifyError(
                f"could not judge: no rule of the house way sets {format_cards(cards)}"
            )
        rule = setting.rule
        word = "lines" if "-" in rule.lines else "line"
        clause = ", ".join(filter(None, (rule.clause, rule.lines and f"{word} {rule.lines}")))
        lender = self.rulebook.borrowed
        if lender:
            grounds: list[Any] = [Ground(f"house way of {lender}, assumed: {clause}", "deferred")]
        else:
            grounds = [Ground(clause or f"not said (house way: {rule.rule})", rule.standing)]
            grounds += [asked[key] for key in dict(rule.under)]
        hands = divide(cards, setting.low, self.rank_rules)
        self._refuse_foul(hands)
        return replace(hands, basis=cite(grounds), because=f"set by the house way: {rule.rule}")

    def _refuse_foul(self, hands: Hands) -> None:
        """A hand that is foul to a player is not good because the house way lays it, nor to the bank."""
        if is_foul(hands.high_rank, hands.low_rank, self.rank_rules):
            equal = self.rulebook.ranking.equal_high_and_low
            raise NotJudged(
                equal,
                f"could not judge: the house way sets {format_cards(hands.cards)} with "
                f"{format_cards(hands.low)} low, which is foul ({equal.key} is {equal.said}, "
                f"{equal.statement.clause}); what then counts is not modelled",
            )

    def set_player(self, player: Player, place: str) -> Hands:
        """A player's hands, with what a wrong setting costs."""
        terms = self.rulebook.standard
        compared = STANDARD in player.wagers
        if player.surrender:
            return Hands(player.cards)
        by_dealer = terms.by_player.said is not None and terms.by_player.value is SetBy.DEALER
        if player.low is None or (compared and by_dealer):
            if self.house_way is None and not compared:
                return Hands(player.cards)
            return self.set_by_house_way(player.cards, f"{place}.low")
        if len(player.low) != 2:
            return self._correct(
                Hands(player.cards), terms.wrong_card_count, player, place, compared=compared
            )
        hands = divide(player.cards, player.low, self.rank_rules)
        grounds: list[Any] = []
        if not self._is_foul(hands, grounds, compared=compared):
            return replace(hands, basis=cite(grounds))
        hands = replace(hands, basis=cite(grounds))
        return self._correct(hands, terms.foul_standard, player, place, compared=compared)

    def _correct(
        self, hands: Hands, rule: Resolved[Foul], player: Player, place: str, *, compared: bool
    ) -> Hands:
        """Hands that were set wrongly, as the document has them count."""
        low = format_cards(player.low or ())
        told = (
            f"foul with {low} low" if len(player.low or ()) == 2 else f"set wrongly with {low} low"
        )
        if not compared:
            return replace(hands, because=told, fouled=True)
        consequence = rule.value
        basis = cite([*hands.basis, rule])
        if consequence is Foul.RESET:
            reset = self.set_by_house_way(player.cards, f"{place}.low")
            return replace(
                reset,
                basis=cite([*basis, *reset.basis]),
                because=f"{told}, {reset.because}",
                fouled=True,
            )
        return replace(hands, basis=basis, because=told, fouled=True, lost=True)

    def _is_foul(self, hands: Hands, grounds: list[Any], *, compared: bool) -> bool:
        equal = self.rulebook.ranking.equal_high_and_low
        if compare_high_with_low(hands.high_rank, hands.low_rank) == 0 and (
            compared or equal.said is not None
        ):
            grounds.append(equal)
            _ = equal.value
        return is_foul(hands.high_rank, hands.low_rank, self.rank_rules)

    def set_bank(self, bank: Bank, *, compared: bool) -> Hands:
        """The bank's hands; where they differ from the house way they count as set wrongly."""
        if bank.low is None:
            if self.house_way is None and not compared:
                return Hands(bank.cards)
            return self.set_by_house_way(bank.cards, "bank.low")
        hands = divide(bank.cards, bank.low, self.rank_rules)
        fouled = is_foul(hands.high_rank, hands.low_rank, self.rank_rules)
        if self.house_way is None or self.rulebook.borrowed:
            if fouled:
                raise CertifyError(
                    f"bank.low: {format_cards(hands.low)} low is a foul, "
                    "and the document contains no house way to reset it"
                )
            return hands
        ordered = self.set_by_house_way(bank.cards, "bank.low")
        if (ordered.low_rank, ordered.high_rank) == (hands.low_rank, hands.high_rank):
            return replace(hands, basis=ordered.basis, because=ordered.because)
        rule = self.rulebook.standard.bank_error
        if rule.value is BankError.STANDS and not fouled:
            return replace(hands, basis=cite([rule]), because="not set as the house way says")
        return replace(
            ordered,
            basis=cite([rule, *ordered.basis]),
            because=(f"set wrongly with {format_cards(hands.low)} low, then {ordered.because}"),
        )


def find_house_way(rulebook: Rulebook) -> HouseWay | None:
    """The house way in force; None where the document gives none and none is borrowed."""
    return build_house_way(rulebook.house_way) if rulebook.house_way else None


def holds_joker(*groups: Sequence[Card]) -> bool:
    """Whether the joker is among the cards."""
    return any(JOKER in cards for cards in groups)


def answer_bank(
    rulebook: Rulebook,
    cards: tuple[Card, ...],
    bank: tuple[Card, ...],
    house_way: HouseWay | None,
) -> tuple[Card, ...]:
    """The low hand that nets the player most against the bank's hand as the house way sets it."""
    rules = rulebook.ranking.rank_rules()
    seen = Setter(rulebook, rules, house_way).set_bank(Bank(bank), compared=True)
    settings = [divide(cards, low, rules) for low in combinations(cards, 2)]
    legal = [item for item in settings if not is_foul(item.high_rank, item.low_rank, rules)]

    def worth(low: Rank, high: Rank) -> Fraction:
        view = Comparison(
            compare_lows(low, seen.low_rank, rules), compare_highs(high, seen.high_rank)
        )
        return settle_standard(rulebook.standard, view).won.times

    best = max(legal, key=lambda item: worth(item.low_rank, item.high_rank))
    return best.low
