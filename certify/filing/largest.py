"""The largest round: a deal with every wager at the policy's highest stake, settled by the engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.engine.hands import find_house_way
from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.engine.settlement import Settlement
from certify.filing.sheets import Sheet
from certify.findings.policy import Policy
from certify.game.cards import Card, format_cards
from certify.odds.envy import count_others
from certify.odds.exposure import Exposure, bound_loss, find_exposure
from certify.render.values import begin
from certify.render.words import Words
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings
from certify.spec.rulebook import Rulebook
from certify.spec.values import Money
from certify.wagers.limits import STANDARD

_REQUIRED = "play.standard_wager_required"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the largest round: its cards and what the bank pays it."""

    number: int
    cards: str
    net: Money


@dataclass(frozen=True, slots=True)
class Part:
    """One wager: what this round pays on it, and the most that it could pay alone."""

    wager: str
    stake: Money
    paid: Money
    single: Money


@dataclass(frozen=True, slots=True)
class Largest:
    """A round that costs the bank much, and the sum of what each wager could cost alone."""

    paytable: str
    seats: tuple[Seat, ...]
    bank: str
    parts: tuple[Part, ...]
    loss: Money
    bound: Money
    """What no round exceeds: the single maxima together, or the table's aggregate where that is less."""
    aggregate: Money | None = None
    """The most that the table pays in a round, where that and not the deal bounds the loss."""
    cut: Money | None = None
    """What the aggregate took from this round's payments, where it took something."""
    ordered: bool = True
    """Whether the document says in which order the seats are settled, which decides who is cut."""

    @property
    def gap(self) -> Money:
        """How far the round lies below the sum of the single maxima."""
        return Money(self.bound.amount - self.loss.amount, self.loss.currency)


def find_largest(
    jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...], policy: Policy
) -> Largest | None:
    """The costliest deal of the wager that can cost most, all wagers at their highest stakes."""
    counted = {sheet.odds.wager for sheet in sheets if sheet.has_figures}
    singles: dict[str, Fraction] = {}
    worst: tuple[str, Rulebook, Exposure] | None = None
    for wager, paytable in jurisdiction.list_paytables():
        rulebook = _compile(jurisdiction, wager.id, paytable.id, STANDARD in counted)
        stake = Money(_find_stake(rulebook, policy, wager.id), jurisdiction.currency)
        exposure = find_exposure(rulebook, rulebook.wagers[wager.id], stake)
        if exposure is None:
            continue
        singles[wager.id] = max(singles.get(wager.id, Fraction(0)), exposure.loss.amount)
        if worst is None or exposure.loss > worst[2].loss:
            worst = (paytable.id, rulebook, exposure)
    if worst is None:
        return None
    name, rulebook, exposure = worst
    stakes = {
        wager: _find_stake(rulebook, policy, wager)
        for wager in (STANDARD, *rulebook.wagers)
        if wager in counted
    }
    hands = [cards for _, cards in exposure.players]
    for sheet in sheets:
        if sheet.has_figures and sheet.odds.wager not in singles:
            highest = max(sheet.odds.net(item) for item in sheet.odds.outcomes)
            singles[sheet.odds.wager] = _bound(rulebook, sheet.odds.wager, highest, stakes)
    try:
        settled = _settle(rulebook, hands, exposure.bank, stakes)
        free = _settle(_lift_aggregate(rulebook), hands, exposure.bank, stakes)
    except CertifyError:
        return None
    found = _build(jurisdiction, name, stakes, singles, hands, exposure.bank, settled)
    return _tell_aggregate(found, rulebook, settled, free)


def _lift_aggregate(rulebook: Rulebook) -> Rulebook:
    """The same rules without a most that the table pays."""
    return replace(
        rulebook, table=replace(rulebook.table, aggregate=rulebook.table.aggregate.put(None))
    )


def _tell_aggregate(
    found: Largest, rulebook: Rulebook, settled: Settlement, free: Settlement
) -> Largest:
    """The round with what the table's aggregate does to it and to the bound."""
    aggregate = rulebook.table.aggregate.said
    if not isinstance(aggregate, Money):
        return found
    cut = settled.bank_net - free.bank_net
    least = min(found.bound, aggregate)
    return replace(
        found,
        bound=least,
        aggregate=aggregate if least < found.bound or cut else None,
        cut=Money(cut, aggregate.currency) if cut else None,
        ordered=rulebook.table.settling_order.said is not None,
    )


def _find_stake(rulebook: Rulebook, policy: Policy, wager: str) -> Fraction:
    """The policy's highest stake, or the document's where that is lower."""
    most = policy.most_stake(wager)
    named = rulebook.wagers[wager].stake_maximum.said if wager in rulebook.wagers else None
    return min(most, named.amount) if isinstance(named, Money) else most


def _bound(
    rulebook: Rulebook, wager: str, highest: Fraction, stakes: dict[str, Fraction]
) -> Fraction:
    """What a wager cannot exceed in one round, where no costliest deal of its own was looked for."""
    stake = stakes[wager]
    if wager in rulebook.wagers:
        return bound_loss(rulebook, rulebook.wagers[wager], highest, stake)
    return highest * stake * (count_others(rulebook.ranking) + 1)


def _compile(
    jurisdiction: Jurisdiction, wager: str, paytable: str, with_standard: bool
) -> Rulebook:
    """The document, the other wagers free of the standard wager where that has no figures."""
    free: Readings = {} if with_standard else {None: {_REQUIRED: "not-required"}}
    return compile_rulebook(jurisdiction, free, {wager: paytable})


def _settle(
    rulebook: Rulebook,
    hands: list[tuple[Card, ...]],
    bank: tuple[Card, ...],
    stakes: dict[str, Fraction],
) -> Settlement:
    kind = rulebook.table.bank.said
    round_ = Round(
        {terms.id: terms.paytable for terms in rulebook.wagers.values() if terms.named} or None,
        Bank(bank, kind=str(kind) if kind else None),
        tuple(Player(seat, cards, None, stakes) for seat, cards in enumerate(hands, 1)),
    )
    return settle_round(rulebook, round_, find_house_way(rulebook))


def _build(
    jurisdiction: Jurisdiction,
    paytable: str,
    stakes: dict[str, Fraction],
    singles: dict[str, Fraction],
    hands: list[tuple[Card, ...]],
    bank: tuple[Card, ...],
    settled: Settlement,
) -> Largest:
    def value(amount: Fraction) -> Money:
        return Money(amount, jurisdiction.currency)

    paid = dict.fromkeys(stakes, Fraction(0))
    for seat in settled.seats:
        for line in seat.lines:
            paid[line.owner or line.wager] += line.paid
    return Largest(
        paytable,
        tuple(
            Seat(seat.seat, format_cards(sorted(cards, reverse=True)), value(seat.net))
            for seat, cards in zip(settled.seats, hands, strict=True)
        ),
        format_cards(sorted(bank, reverse=True)),
        tuple(
            Part(
                begin(Words(jurisdiction).wager(name)),
                value(stake),
                value(paid[name]),
                value(singles[name]),
            )
            for name, stake in stakes.items()
        ),
        value(-settled.bank_net),
        value(sum((singles[name] for name in stakes), Fraction(0))),
    )
