"""Random rounds through the engine, their money held against the exact odds.

A simulation checks figures; it never makes one. Every round is dealt, set and settled as `certify
settle` would do it; what the first seat wins or loses on each wager, and in envy, is one sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.figures import format_root
from certify.base.progress import Progress
from certify.engine.answer import answer_bank
from certify.engine.hands import find_house_way
from certify.engine.play import choose_stakes, deal_round
from certify.engine.settle import settle_round
from certify.engine.settlement import ENVY
from certify.game.house_way.rules import HouseWay
from certify.odds.result import WagerOdds
from certify.spec.rulebook import Rulebook, WagerTerms
from certify.spec.words import Exposed, Required
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


@dataclass(slots=True)
class _Sum:
    """Running sums of money to one."""

    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def add(self, value: Fraction) -> None:
        self.total += value
        self.squares += value * value


def simulate(
    rulebook: Rulebook,
    odds: list[WagerOdds],
    deals: int,
    seed: int,
    *,
    players: int = 2,
    progress: Progress | None = None,
) -> list[MoneyCheck]:
    """Deal and settle rounds, and hold the money of each wager against its exact odds."""
    if deals > MOST_DEALS:
        raise CertifyError(f"{deals} deals would not end; {MOST_DEALS} are the most")
    counted = {item.wager: item for item in odds if item.has_figures}
    stakes = {
        name: item.stake.amount if (item := counted[name]).stake else stake
        for name, stake in choose_stakes(rulebook).items()
        if name in counted
    }
    if not stakes:
        raise CertifyError(f"{rulebook.jurisdiction} has no wager with figures to simulate")
    if STANDARD not in stakes:
        rulebook = _leave_out_standard(rulebook)
    sums: dict[str, _Sum] = {}
    for money in _list_money(rulebook, stakes, deals, seed, players, progress):
        for name, value in money.items():
            sums.setdefault(name, _Sum()).add(value)
    return list(_list_checks(rulebook, counted, stakes, sums, deals, players))


def _leave_out_standard(rulebook: Rulebook) -> Rulebook:
    """Rounds of the other wagers alone, where nothing here tells how the hands are set."""
    required = rulebook.table.standard_required.put(Required.NOT_REQUIRED)
    return replace(rulebook, table=replace(rulebook.table, standard_required=required))


def _list_money(
    rulebook: Rulebook,
    stakes: Mapping[str, Fraction],
    deals: int,
    seed: int,
    players: int,
    progress: Progress | None,
) -> Iterator[dict[str, Fraction]]:
    """What the first seat wins on each wager, and in envy by wager, for one unit staked."""
    house_way = find_house_way(rulebook)
    if STANDARD in stakes and rulebook.strategy == "optimal":
        raise CertifyError("best play against a hidden bank is not simulated; leave it out")
    for number in range(deals):
        if progress and number % _EVERY == 0:
            progress("rounds", number, deals)
        yield _play(rulebook, house_way, dict(stakes), seed, number, players)


def _play(
    rulebook: Rulebook,
    house_way: HouseWay | None,
    stakes: dict[str, Fraction],
    seed: int,
    number: int,
    players: int,
) -> dict[str, Fraction]:
    round_ = deal_round(rulebook, seed, number, players, stakes)
    if STANDARD in stakes and rulebook.standard.exposed.said is Exposed.BEFORE:
        answered = tuple(
            replace(player, low=answer_bank(rulebook, player.cards, round_.bank.cards, house_way))
            for player in round_.players
        )
        round_ = replace(round_, players=answered)
    settlement = settle_round(rulebook, round_, house_way)
    money = dict.fromkeys(stakes, Fraction(0))
    for name, terms in rulebook.wagers.items():
        if name in stakes and terms.envy is not None:
            money[f"{name} {ENVY}"] = Fraction(0)
    for line in settlement.seats[0].lines:
        name = f"{line.owner} {ENVY}" if line.wager == ENVY else line.wager
        money[name] += line.amount / stakes[line.owner]
    return money


def _list_checks(
    rulebook: Rulebook,
    counted: Mapping[str, WagerOdds],
    stakes: Mapping[str, Fraction],
    sums: Mapping[str, _Sum],
    deals: int,
    players: int,
) -> Iterator[MoneyCheck]:
    for name, found in sums.items():
        wager, _, kind = name.partition(" ")
        item = counted[wager]
        mean = found.total / deals
        sample = found.squares / deals - mean**2
        if kind != ENVY:
            yield MoneyCheck(name, item.paytable, deals, mean, -item.house_edge, item.variance)
        elif players > 1 and item.envy:
            expected = _expect_envy(item, players - 1, stakes[wager])
            if expected is not None:
                rare = _expect_square(rulebook.wagers[wager], item, players - 1, stakes[wager])
                variance = max(sample, rare - expected**2)
                yield MoneyCheck(name, item.paytable, deals, mean, expected, variance)


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
