"""Random rounds through the engine, their money held against the exact odds.

A simulation proves no figure: engine and odds share one settlement. Every round is dealt, set and settled as
`certify settle` would do it; what the first seat wins or loses on each wager, and in envy, is one sample.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.figures import format_root
from certify.base.progress import Progress
from certify.engine.hands import answer_bank, find_house_way
from certify.engine.play import choose_stakes, deal_round
from certify.engine.settle import settle_round
from certify.engine.settlement import ENVY
from certify.game.house_way.rules import HouseWay
from certify.odds.result import WagerOdds
from certify.spec.choices import Exposed, Required
from certify.spec.rulebook import Rulebook, WagerTerms
from certify.wagers.envy import find_amount
from certify.wagers.limits import STANDARD

LIMIT = 5
"""Standard errors beyond which money does not agree: one in two million by chance."""
MOST_DEALS = 10_000_000
_EVERY = 256
"""Rounds between two words of progress."""


@dataclass(frozen=True, slots=True)
class MoneyCheck:
    """The money of one wager: what came on average for one unit staked, and what should."""

    wager: str
    paytable: str | None
    rounds: int
    mean: Fraction
    expected: Fraction
    variance: Fraction
    """Of one round: the exact one, or that of the sample where no exact one is known."""

    @property
    def square(self) -> Fraction:
        """The square of the z-score, exactly."""
        difference = self.mean - self.expected
        if not self.variance:
            return Fraction(0) if not difference else Fraction(LIMIT + 1) ** 2
        return difference**2 * self.rounds / self.variance

    @property
    def score(self) -> str:
        """The z-score as text."""
        return ("-" if self.mean < self.expected else "") + format_root(self.square, 2)

    @property
    def standard_error(self) -> str:
        """The standard deviation of the mean as text."""
        return format_root(self.variance / self.rounds, 6)

    @property
    def agrees(self) -> bool:
        """Whether the mean lies within the limit."""
        return self.square <= LIMIT**2


@dataclass(frozen=True, slots=True)
class Dealer:
    """Rounds under one rulebook, with a stake on every wager that has figures."""

    rulebook: Rulebook
    counted: Mapping[str, WagerOdds]
    stakes: Mapping[str, Fraction]
    house_way: HouseWay | None
    seed: int
    players: int

    @property
    def names(self) -> list[str]:
        """The wagers that are staked, and those that give envy once more for it."""
        giving = [
            f"{name} {ENVY}"
            for name, terms in self.rulebook.wagers.items()
            if name in self.stakes and terms.envy is not None
        ]
        return [*self.stakes, *giving]

    def play(self, number: int) -> dict[str, Fraction]:
        """What the first seat wins on each wager, and in envy by wager, for one unit staked."""
        stakes, rulebook = dict(self.stakes), self.rulebook
        round_ = deal_round(rulebook, self.seed, number, self.players, stakes)
        if STANDARD in stakes and rulebook.standard.bank_exposed.said is Exposed.BEFORE:
            answered = tuple(
                replace(
                    player,
                    low=answer_bank(rulebook, player.cards, round_.bank.cards, self.house_way),
                )
                for player in round_.players
            )
            round_ = replace(round_, players=answered)
        settlement = settle_round(rulebook, round_, self.house_way)
        money = dict.fromkeys(self.names, Fraction(0))
        for line in settlement.seats[0].lines:
            name = f"{line.owner} {ENVY}" if line.wager == ENVY else line.wager
            money[name] += line.amount / stakes[line.owner]
        return money

    def check(self, name: str, tally: Counter[Fraction]) -> MoneyCheck | None:
        """The money of a wager, or of its envy, against the odds; none where no exact mean is known."""
        wager, _, kind = name.partition(" ")
        item, deals = self.counted[wager], tally.total()
        mean = sum((value * times for value, times in tally.items()), Fraction(0)) / deals
        if kind != ENVY:
            return MoneyCheck(name, item.paytable, deals, mean, -item.house_edge, item.variance)
        others, stake = self.players - 1, self.stakes[wager]
        expected = _expect_envy(item, others, stake) if others and item.envy else None
        if expected is None:
            return None
        squares = sum((value**2 * times for value, times in tally.items()), Fraction(0))
        rare = _expect_square(self.rulebook.wagers[wager], item, others, stake)
        variance = max(squares / deals - mean**2, rare - expected**2)
        return MoneyCheck(name, item.paytable, deals, mean, expected, variance)


def seat_players(
    rulebook: Rulebook, odds: Iterable[WagerOdds], seed: int, players: int = 2
) -> Dealer:
    """Put a stake on every wager that has figures."""
    counted = {item.wager: item for item in odds if item.has_figures}
    stakes = {
        name: item.stake.amount if (item := counted[name]).stake else stake
        for name, stake in choose_stakes(rulebook).items()
        if name in counted
    }
    if not stakes:
        raise CertifyError(
            f"{rulebook.jurisdiction} has no wager with exact figures to compare with"
        )
    if STANDARD not in stakes:
        rulebook = _leave_out_standard(rulebook)
    elif rulebook.strategy == "optimal":
        raise CertifyError("best play against a hidden banker is not simulated; omit that reading")
    return Dealer(rulebook, counted, stakes, find_house_way(rulebook), seed, players)


def deal_all(
    dealers: Sequence[Dealer], deals: int, progress: Progress | None = None
) -> list[dict[str, Counter[Fraction]]]:
    """For each dealer: by wager, and by its envy, how many rounds gave what."""
    if deals > MOST_DEALS:
        raise CertifyError(f"--deals: {deals} is too many; write {MOST_DEALS} or less")
    found: list[dict[str, Counter[Fraction]]] = [{} for _ in dealers]
    for number in range(deals):
        if progress and number % _EVERY == 0:
            progress("rounds", number, deals)
        for dealer, tallies in zip(dealers, found, strict=True):
            for name, value in dealer.play(number).items():
                tallies.setdefault(name, Counter())[value] += 1
    return found


def simulate(
    rulebook: Rulebook,
    odds: Iterable[WagerOdds],
    deals: int,
    seed: int,
    *,
    players: int = 2,
    progress: Progress | None = None,
) -> list[MoneyCheck]:
    """Deal and settle rounds, and hold the money of each wager against its exact odds."""
    dealer = seat_players(rulebook, odds, seed, players)
    (tallies,) = deal_all([dealer], deals, progress)
    checks = (dealer.check(name, tally) for name, tally in tallies.items())
    return [check for check in checks if check is not None]


def _leave_out_standard(rulebook: Rulebook) -> Rulebook:
    """Rounds of the other wagers alone, where nothing here tells how the hands are set."""
    required = rulebook.table.standard_wager_required.put(Required.NOT_REQUIRED)
    return replace(rulebook, table=replace(rulebook.table, standard_wager_required=required))


def _expect_envy(item: WagerOdds, others: int, stake: Fraction) -> Fraction | None:
    """Expected envy to one, where it is known exactly and not between bounds."""
    found = next((envy for envy in item.envy if envy.other_players == others), None)
    if found is None or found.highest_edge is not None:
        return None
    return found.per_other_player * others / stake


def _expect_square(terms: WagerTerms, item: WagerOdds, others: int, stake: Fraction) -> Fraction:
    """The expected square of the envy for single hands: hands so rare that a sample may see none."""
    chances = {outcome.name: Fraction(outcome.deals, item.deals) for outcome in item.outcomes}
    square = Fraction(0)
    for line in terms.lines:
        amount, _ = find_amount(terms, line)
        paid = amount.times + amount.money / stake
        square += paid**2 * chances.get(line.id, Fraction(0))
    return others * square
