"""What a document means, once: its statements under readings, as typed ranking and terms.

*Ranking* shapes what a wager can see of a deal; *terms* turn what it sees into money. Every field is a value
with its standing, so the fields of a wager's terms are all that its figures can rest on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

from certify.game.rank import RankRules
from certify.game.views import ANYTHING, Aspect, HandCondition
from certify.game.vocabulary import HAND_CLASSES
from certify.spec import choices
from certify.spec.given import Given
from certify.spec.model import Citation
from certify.spec.values import Exclusion, Money, Pay

Word = TypeVar("Word", bound=StrEnum)
BORROWED = "assumed from "
"""How the reason of a value begins that another document lends."""


class Terms:
    """Terms of any kind: a frozen dataclass whose fields are values with their standing."""

    __slots__ = ()

    def list_givens(self) -> Iterator[Given[Any]]:
        """Every value among the fields, and in the lines."""
        for own in fields(self):  # type: ignore[arg-type]
            held = getattr(self, own.name)
            for item in held if isinstance(held, tuple) else (held,):
                if isinstance(item, Given):
                    yield item
                elif isinstance(item, Terms):
                    yield from item.list_givens()

    def put(self, given: Given[Any], said: object) -> Any:
        """The same terms with another value in the place of one."""

        def change(item: Any) -> Any:
            if isinstance(item, tuple):
                return tuple(change(part) for part in item)
            if isinstance(item, Terms):
                return item.put(given, said)
            return item.put(said) if item is given else item

        changed = {
            own.name: change(getattr(self, own.name))
            for own in fields(self)  # type: ignore[arg-type]
            if own.init
        }
        return replace(self, **changed)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class Ranking(Terms):
    """All of the rulebook that shapes a view."""

    cards: Given[int]
    jokers: Given[int]
    cards_dealt: Given[int]
    card_rank: Given[str]
    joker: Given[choices.Joker]
    wheel: Given[choices.Wheel]
    hand_ranking: Given[tuple[str, ...]]
    low_hand_ranking: Given[choices.LowHands]
    within_class: Given[str]
    seven_card_straight_flush: Given[str]
    seven_card_straight_flush_joker: Given[str]
    equal_high_and_low: Given[choices.EqualHands]
    house_way: Given[str]

    def rank_rules(self) -> RankRules:
        """How hands rank, for one deal and for the kernels; what is not said is asked where it matters."""
        return RankRules(
            str(self.joker.said or choices.Joker.BUG),
            str(self.wheel.said or choices.Wheel.LOWEST),
            str(self.equal_high_and_low.said or choices.EqualHands.ALLOWED),
            1 if self.jokers.said is None else int(bool(self.jokers.value)),
            str(self.low_hand_ranking.said or choices.LowHands.BOTH_CARDS),
        )

    @property
    def classes(self) -> tuple[str, ...]:
        """The hand classes in the order of the document's ranking, highest first.

        Classes that the document does not rank keep their place before the next lower one that it does.
        """
        printed = self.hand_ranking.said
        if not isinstance(printed, tuple):
            return HAND_CLASSES
        order = list(printed)
        for place, name in reversed(list(enumerate(HAND_CLASSES))):
            if name not in order:
                below = HAND_CLASSES[place + 1 : place + 2]  # which has its place already
                order.insert(order.index(below[0]) if below else len(order), name)
        return tuple(order)


@dataclass(frozen=True, slots=True)
class StandardTerms(Terms):
    """The standard wager: nine cells, what pushes them all, what a win pays and costs."""

    method: Given[str]
    both_win: Given[choices.StandardResult]
    both_lose: Given[choices.StandardResult]
    one_each: Given[choices.StandardResult]
    copy: Given[choices.Copy]
    copy_and_win: Given[choices.StandardResult]
    copy_and_lose: Given[choices.StandardResult]
    copy_both: Given[choices.StandardResult]
    bank_hand_push: Given[choices.YesNo]
    bank_hand_push_when: Given[HandCondition]
    pays: Given[Pay]
    commission: Given[Fraction]
    commission_fixed: Given[Money]
    collection_fee: Given[Money | Fraction]
    bank_exposed: Given[choices.Exposed]
    bank_hand_push_foul: Given[choices.PushFoul]
    foul_standard: Given[choices.Foul]
    wrong_card_count: Given[choices.Foul]
    bank_error: Given[choices.BankError]
    by_player: Given[choices.SetBy]
    commission_rounding: Given[choices.Rounding]
    smallest_chip: Given[Money]
    surrender_costs: Given[Fraction]
    stake_minimum: Given[Money]
    stake_maximum: Given[Money]


@dataclass(frozen=True, slots=True)
class LineTerms(Terms):
    """A line: what it wants of the hands and what it gives."""

    id: str
    player: HandCondition
    bank: HandCondition
    pays: Given[Pay]
    envy: Given[Pay] | None
    citation: Citation

    @property
    def hand(self) -> str | None:
        """The class that it wants of the player, where it wants nothing else."""
        return self.player.hand if self.player.is_class and self.bank == ANYTHING else None


@dataclass(frozen=True, slots=True)
class EnvyTerms(Terms):
    """What another's hand is worth to a player; the amounts stand on the lines."""

    offer: Given[str]
    minimum_stake: Given[Money]
    lowest_hand: Given[str]
    own_hand: Given[choices.Inclusion]
    bank_hand: Given[choices.Inclusion]
    several_qualifying_hands: Given[choices.Several]
    sharing: Given[choices.Sharing]
    own_bonus_lost: Given[choices.OwnLost]
    bank_qualifies: Given[choices.BankQualifies]
    forfeits: Given[tuple[Exclusion, ...]]
    whose_hand: Given[choices.WhoseHand]
    fouled_hand: Given[choices.FouledHand]
    entitlement: Given[choices.Entitlement]
    settled: Given[choices.EnvySettled]
    payer: Given[choices.BankKind]


@dataclass(frozen=True, slots=True)
class WagerTerms(Terms):
    """Any list of lines."""

    id: str
    paytable: str
    named: bool
    lines: tuple[LineTerms, ...]
    rows_in_own_words: tuple[str, ...]
    """The rows that no condition expresses: no figure counts them, and no round can be settled."""
    definition: Given[HandCondition]
    """Of the hand after which the wager is named; the lines that require it hold the value in force."""
    classes: tuple[str, ...]
    """The order of rank."""
    lines_paid: Given[choices.LinesPaid]
    stake_lost: Given[choices.StakeLost]
    precedence: Given[choices.Precedence]
    not_qualifying: Given[choices.NotPaid]
    hand_considered: Given[choices.HandConsidered]
    royal_match_joker: Given[choices.MatchJoker]
    bank_condition: Given[choices.BankCondition]
    bank_comparison: Given[choices.BankComparison]
    bank_tied: Given[choices.Tied]
    bank_not_beaten: Given[choices.NotPaid]
    offer: Given[choices.Offer]
    foul: Given[choices.SideFoul]
    surrender: Given[choices.SideSurrender]
    settled: Given[choices.WagerSettled]
    payer: Given[choices.BankKind]
    bank_wager: Given[choices.BankWager]
    cap: Given[Money]
    cap_floor: Given[Pay]
    cap_covers: Given[choices.CapCovers]
    cap_excludes: Given[choices.CapExcludes]
    cap_per: Given[choices.CapPer]
    stake_minimum: Given[Money]
    stake_maximum: Given[Money]
    progressive: Given[choices.Progressive]
    meter_seed: Given[Money]
    meter_contribution: Given[Fraction]
    envy: EnvyTerms | None
    is_contested: bool = field(init=False)
    """Whether the bank's hand must be beaten."""
    looks_at_bank: bool = field(init=False)
    """Whether money turns on the bank's hand."""
    all_classes: bool = field(init=False)
    """Whether every line is a class of the player's hand and nothing else."""

    def __post_init__(self) -> None:
        contested = self.bank_condition.said is choices.BankCondition.BEATEN
        looks = contested or any(line.bank != ANYTHING for line in self.lines)
        object.__setattr__(self, "is_contested", contested)
        object.__setattr__(self, "looks_at_bank", looks)
        object.__setattr__(self, "all_classes", all(line.hand is not None for line in self.lines))

    def list_aspects(self, side: str) -> frozenset[Aspect]:
        """What the conditions ask of one side's hand."""
        found: frozenset[Aspect] = frozenset()
        for line in self.lines:
            found |= (line.player if side == "player" else line.bank).aspects
        return found


@dataclass(frozen=True, slots=True)
class TableTerms(Terms):
    """Who sits, who banks, what is covered, and what an irregularity does."""

    players: Given[int]
    positions: Given[int]
    hands_per_player: Given[choices.HandsPerPlayer]
    bank: Given[choices.BankKind]
    bank_refused: Given[choices.BankRefused]
    bank_cover: Given[choices.Cover]
    bank_cover_reach: Given[choices.CoverReach]
    uncovered: Given[choices.NotCovered]
    settling_order: Given[choices.SettlingOrder]
    aggregate: Given[Money]
    standard_wager_required: Given[choices.Required]
    late_wager: Given[choices.LateWager]
    raised_wager: Given[choices.RaisedWager]
    withdrawn_wager: Given[choices.WithdrawnWager]
    surrender: Given[choices.Surrender]
    foreign_card: Given[choices.Irregularity]
    earlier_rounds: Given[choices.EarlierRounds]
    misdeal: Given[choices.Irregularity]
    misdeal_handled: Given[choices.Irregularity]
    bank_miscount: Given[choices.Irregularity]
    player_miscount: Given[choices.Irregularity]
    exposed_cards: Given[choices.Irregularity]
    exposed_otherwise: Given[choices.Irregularity]
    deck_count: Given[choices.Irregularity]

    def find_irregularity(self, event: str) -> Given[choices.Irregularity | choices.EarlierRounds]:
        """What the document says of an irregularity."""
        found: Given[choices.Irregularity | choices.EarlierRounds] = getattr(
            self, event.replace("-", "_")
        )
        return found


@dataclass(frozen=True)
class Rulebook:
    """A document under readings, compiled: what its words mean for one choice of paytables."""

    jurisdiction: str
    currency: str
    ranking: Ranking
    table: TableTerms
    standard: StandardTerms
    wagers: Mapping[str, WagerTerms]
    house_way: Mapping[str, Any]
    """The rules as data; empty where the document gives none."""
    house_way_readings: Mapping[str, Given[str]]
    strategy: str
    """How the players set their hands: house-way or optimal."""
    readings: Mapping[Any, Mapping[str, Any]]
    """The readings that were asked for."""
    borrowed: str = ""
    """Whose house way and answers are assumed where the document gives none."""

    def list_givens(self) -> Iterator[Given[Any]]:
        """Every value of the rulebook."""
        for terms in (self.ranking, self.table, self.standard, *self.wagers.values()):
            yield from terms.list_givens()
        yield from self.house_way_readings.values()

    def list_borrowed(self) -> dict[str, Given[Any]]:
        """The values that another document lends beside its house way, by key."""
        return {
            given.key: given
            for terms in (self.ranking, self.standard)
            for given in terms.list_givens()
            if given.said is not None and given.statement.because.startswith(BORROWED)
        }
