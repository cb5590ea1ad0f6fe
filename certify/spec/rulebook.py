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
from certify.spec.model import Citation
from certify.spec.resolved import Resolved
from certify.spec.values import Exclusion, Money, Pay

Word = TypeVar("Word", bound=StrEnum)
BORROWED = "assumed from "
"""How the reason of a value begins that another document lends."""


class Terms:
    """Terms of any kind: a frozen dataclass whose fields are values with their standing."""

    __slots__ = ()

    def list_resolved(self) -> Iterator[Resolved[Any]]:
        """Every value among the fields, and in the lines."""
        for own in fields(self):  # type: ignore[arg-type]
            held = getattr(self, own.name)
            for item in held if isinstance(held, tuple) else (held,):
                if isinstance(item, Resolved):
                    yield item
                elif isinstance(item, Terms):
                    yield from item.list_resolved()

    def put(self, given: Resolved[Any], said: object) -> Any:
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

    cards: Resolved[int]
    jokers: Resolved[int]
    cards_dealt: Resolved[int]
    card_rank: Resolved[str]
    joker: Resolved[choices.Joker]
    wheel: Resolved[choices.Wheel]
    hand_ranking: Resolved[tuple[str, ...]]
    low_hand_ranking: Resolved[choices.LowHands]
    within_class: Resolved[str]
    seven_card_straight_flush: Resolved[str]
    seven_card_straight_flush_joker: Resolved[str]
    equal_high_and_low: Resolved[choices.EqualHands]
    house_way: Resolved[str]

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

    method: Resolved[str]
    both_win: Resolved[choices.StandardResult]
    both_lose: Resolved[choices.StandardResult]
    one_each: Resolved[choices.StandardResult]
    copy: Resolved[choices.Copy]
    copy_and_win: Resolved[choices.StandardResult]
    copy_and_lose: Resolved[choices.StandardResult]
    copy_both: Resolved[choices.StandardResult]
    bank_hand_push: Resolved[choices.YesNo]
    bank_hand_push_when: Resolved[HandCondition]
    pays: Resolved[Pay]
    commission: Resolved[Fraction]
    commission_fixed: Resolved[Money]
    collection_fee: Resolved[Money | Fraction]
    bank_exposed: Resolved[choices.Exposed]
    bank_hand_push_foul: Resolved[choices.PushFoul]
    foul_standard: Resolved[choices.Foul]
    wrong_card_count: Resolved[choices.Foul]
    bank_error: Resolved[choices.BankError]
    by_player: Resolved[choices.SetBy]
    commission_rounding: Resolved[choices.Rounding]
    smallest_chip: Resolved[Money]
    surrender_costs: Resolved[Fraction]
    stake_minimum: Resolved[Money]
    stake_maximum: Resolved[Money]


@dataclass(frozen=True, slots=True)
class LineTerms(Terms):
    """A line: what it wants of the hands and what it gives."""

    id: str
    player: HandCondition
    bank: HandCondition
    pays: Resolved[Pay]
    envy: Resolved[Pay] | None
    citation: Citation

    @property
    def hand(self) -> str | None:
        """The class that it wants of the player, where it wants nothing else."""
        return self.player.hand if self.player.is_class and self.bank == ANYTHING else None


@dataclass(frozen=True, slots=True)
class EnvyTerms(Terms):
    """What another's hand is worth to a player; the amounts stand on the lines."""

    offer: Resolved[str]
    minimum_stake: Resolved[Money]
    lowest_hand: Resolved[str]
    own_hand: Resolved[choices.Inclusion]
    bank_hand: Resolved[choices.Inclusion]
    several_qualifying_hands: Resolved[choices.Several]
    sharing: Resolved[choices.Sharing]
    own_bonus_lost: Resolved[choices.OwnLost]
    bank_qualifies: Resolved[choices.BankQualifies]
    forfeits: Resolved[tuple[Exclusion, ...]]
    whose_hand: Resolved[choices.WhoseHand]
    fouled_hand: Resolved[choices.FouledHand]
    entitlement: Resolved[choices.Entitlement]
    settled: Resolved[choices.EnvySettled]
    payer: Resolved[choices.BankKind]


@dataclass(frozen=True, slots=True)
class WagerTerms(Terms):
    """Any list of lines."""

    id: str
    paytable: str
    named: bool
    lines: tuple[LineTerms, ...]
    rows_in_own_words: tuple[str, ...]
    """The rows that no condition expresses: no figure counts them, and no round can be settled."""
    definition: Resolved[HandCondition]
    """Of the hand after which the wager is named; the lines that require it hold the value in force."""
    classes: tuple[str, ...]
    """The order of rank."""
    lines_paid: Resolved[choices.LinesPaid]
    stake_lost: Resolved[choices.StakeLost]
    precedence: Resolved[choices.Precedence]
    not_qualifying: Resolved[choices.NotPaid]
    hand_considered: Resolved[choices.HandConsidered]
    royal_match_joker: Resolved[choices.MatchJoker]
    bank_condition: Resolved[choices.BankCondition]
    bank_comparison: Resolved[choices.BankComparison]
    bank_tied: Resolved[choices.Tied]
    bank_not_beaten: Resolved[choices.NotPaid]
    offer: Resolved[choices.Offer]
    foul: Resolved[choices.SideFoul]
    surrender: Resolved[choices.SideSurrender]
    settled: Resolved[choices.WagerSettled]
    payer: Resolved[choices.BankKind]
    bank_wager: Resolved[choices.BankWager]
    cap: Resolved[Money]
    cap_floor: Resolved[Pay]
    cap_covers: Resolved[choices.CapCovers]
    cap_excludes: Resolved[choices.CapExcludes]
    cap_per: Resolved[choices.CapPer]
    stake_minimum: Resolved[Money]
    stake_maximum: Resolved[Money]
    progressive: Resolved[choices.Progressive]
    meter_seed: Resolved[Money]
    meter_contribution: Resolved[Fraction]
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

    @property
    def looks_at_standard(self) -> bool:
        """Whether money turns on what comes of the standard wager."""
        return Aspect.STANDARD in self.list_aspects("player")


@dataclass(frozen=True, slots=True)
class TableTerms(Terms):
    """Who sits, who banks, what is covered, and what an irregularity does."""

    players: Resolved[int]
    positions: Resolved[int]
    hands_per_player: Resolved[choices.HandsPerPlayer]
    bank: Resolved[choices.BankKind]
    bank_refused: Resolved[choices.BankRefused]
    bank_cover: Resolved[choices.Cover]
    bank_cover_reach: Resolved[choices.CoverReach]
    uncovered: Resolved[choices.NotCovered]
    settling_order: Resolved[choices.SettlingOrder]
    aggregate: Resolved[Money]
    standard_wager_required: Resolved[choices.Required]
    late_wager: Resolved[choices.LateWager]
    raised_wager: Resolved[choices.RaisedWager]
    withdrawn_wager: Resolved[choices.WithdrawnWager]
    surrender: Resolved[choices.Surrender]
    foreign_card: Resolved[choices.Irregularity]
    earlier_rounds: Resolved[choices.EarlierRounds]
    misdeal: Resolved[choices.Irregularity]
    misdeal_handled: Resolved[choices.Irregularity]
    bank_miscount: Resolved[choices.Irregularity]
    player_miscount: Resolved[choices.Irregularity]
    exposed_cards: Resolved[choices.Irregularity]
    exposed_otherwise: Resolved[choices.Irregularity]
    deck_count: Resolved[choices.Irregularity]

    def find_irregularity(
        self, event: str
    ) -> Resolved[choices.Irregularity | choices.EarlierRounds]:
        """What the document says of an irregularity."""
        found: Resolved[choices.Irregularity | choices.EarlierRounds] = getattr(
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
    house_way_readings: Mapping[str, Resolved[str]]
    strategy: str
    """How the players set their hands: house-way or optimal."""
    readings: Mapping[Any, Mapping[str, Any]]
    """The readings that were asked for."""
    borrowed: str = ""
    """Whose house way and answers are assumed where the document gives none."""

    def list_resolved(self) -> Iterator[Resolved[Any]]:
        """Every value of the rulebook."""
        for terms in (self.ranking, self.table, self.standard, *self.wagers.values()):
            yield from terms.list_resolved()
        yield from self.house_way_readings.values()

    def list_borrowed(self) -> dict[str, Resolved[Any]]:
        """The values that another document lends beside its house way, by key."""
        return {
            given.key: given
            for terms in (self.ranking, self.standard)
            for given in terms.list_resolved()
            if given.said is not None and given.statement.because.startswith(BORROWED)
        }
