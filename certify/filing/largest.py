"""The largest round: a deal with every wager at the policy's highest stake, settled by the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from certify.base.errors import CertifyError
from certify.engine.hands import Hands, Setter, divide, find_house_way
from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.engine.settlement import Settlement
from certify.filing.sheets import Sheet
from certify.findings.policy import Policy
from certify.game.cards import Card, format_cards
from certify.game.rank import Rank, RankRules, compare_high_with_low, compare_highs, compare_lows
from certify.game.views import look
from certify.odds.envy import HAND, count_others
from certify.odds.exposure import Exposure, bound_loss, find_exposure, list_alike
from certify.render.values import begin
from certify.render.words import Words
from certify.spec.choices import CapCovers, CapExcludes
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings
from certify.spec.rulebook import Rulebook
from certify.spec.values import Money, Pay
from certify.wagers.limits import STANDARD
from certify.wagers.lines import settle, situate

_REQUIRED = "play.standard_wager_required"


@dataclass(frozen=True, slots=True)
class LargestSeat:
    """A seat of the largest round: its cards and what the bank pays it."""

    number: int
    cards: str
    net: Money
    low: tuple[Card, ...] | None = None
    """The low hand that the player sets; none where the standard wager is not in the round."""


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
    seats: tuple[LargestSeat, ...]
    bank: str
    parts: tuple[Part, ...]
    loss: Money
    bound: Money
    """What no round exceeds: the single maxima together, as far as caps and the aggregate allow."""
    aggregate: Money | None = None
    """The most that the table pays in a round, where that and not the deal bounds the loss."""
    cut: Money | None = None
    """What the aggregate took from this round's payments, where it took something."""
    ordered: bool = True
    """Whether the document says in which order the seats are settled, which decides who is cut."""

    @property
    def is_capped(self) -> bool:
        """Whether a maximum payout keeps the bound below the sum of the single maxima."""
        return self.bound.amount < sum((part.single.amount for part in self.parts), Fraction(0))

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
    envies: dict[str, Fraction] = {}
    worst: tuple[str, str, Rulebook, Exposure] | None = None
    for wager, paytable in jurisdiction.list_paytables():
        rulebook = _compile(jurisdiction, wager.id, paytable.id, STANDARD in counted)
        stake = Money(_find_stake(rulebook, policy, wager.id), jurisdiction.currency)
        exposure = find_exposure(rulebook, rulebook.wagers[wager.id], stake)
        if exposure is None:
            continue
        singles[wager.id] = max(singles.get(wager.id, Fraction(0)), exposure.loss.amount)
        envies[wager.id] = max(envies.get(wager.id, Fraction(0)), exposure.envy.amount)
        if worst is None or exposure.loss > worst[3].loss:
            worst = (paytable.id, wager.id, rulebook, exposure)
    if worst is None:
        return None
    name, wager_of, rulebook, exposure = worst
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
            own = rulebook.wagers.get(sheet.odds.wager)
            if own is not None and own.envy is not None:  # how much of it is envy is not known
                envies[sheet.odds.wager] = singles[sheet.odds.wager]
    bound = _share_caps(rulebook, {name: singles[name] for name in stakes}, envies)
    try:
        settled, played = _settle(rulebook, hands, exposure.bank, stakes)
        if len(stakes) > 1 and -settled.bank_net < bound:
            costliest = _find_costliest(rulebook, exposure, wager_of, stakes)
            other = _settle(rulebook, costliest[0], costliest[1], stakes)
            settled, played = min((settled, played), other, key=lambda item: item[0].bank_net)
        free = settle_round(_lift_aggregate(rulebook), played, find_house_way(rulebook))
    except CertifyError:
        return None
    found = _build(jurisdiction, name, stakes, singles, played, settled, bound)
    return _tell_aggregate(found, rulebook, settled, free)


def _share_caps(
    rulebook: Rulebook, singles: dict[str, Fraction], envies: dict[str, Fraction]
) -> Fraction:
    """The single maxima together, as far as a cap on all wagers of a player lets them be paid."""
    every = sum(singles.values(), Fraction(0))
    players = count_others(rulebook.ranking) + 1
    for terms in rulebook.wagers.values():
        cap, leaves = terms.cap.said, terms.cap_excludes.said
        plain = terms.cap_floor.said is None and not any(
            line.pays.said.meter for line in terms.lines if isinstance(line.pays.said, Pay)
        )
        if terms.cap_covers.said is not CapCovers.ALL or not isinstance(cap, Money) or not plain:
            continue
        apart = isinstance(leaves, CapExcludes) and leaves.leaves_envy_out
        others = every - singles.get(terms.id, Fraction(0))
        if others > players * cap.amount:  # without the wager there is no cap
            continue
        beside = sum((envies.get(name, Fraction(0)) for name in singles if apart), Fraction(0))
        every = min(every, players * cap.amount + beside)
    return every


_ATTEMPTS, _GUESSED = 160, 6
"""Deals that are tried, and of each the bank's hands, the weakest, that are looked at."""


def _find_costliest(
    rulebook: Rulebook, exposure: Exposure, wager: str, stakes: dict[str, Fraction]
) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """Hands with the same loss on the costliest wager, and the bank's that costs most on the others."""
    rules = rulebook.ranking.rank_rules()
    setter = Setter(rulebook, rules, find_house_way(rulebook)) if STANDARD in stakes else None
    found = [([cards for _, cards in exposure.players], exposure.bank)]
    for hands in list_alike(rulebook, rulebook.wagers[wager], exposure, _ATTEMPTS):
        left = [card for card in rules.deck if not any(card in hand for hand in hands)]
        weakest = sorted(combinations(left, HAND), key=_guess_strength)[:_GUESSED]
        found += [([*hands], bank) for bank in weakest]
    return max(found, key=lambda deal: _estimate(rulebook, setter, deal[0], deal[1], stakes))


def _estimate(
    rulebook: Rulebook,
    setter: Setter | None,
    hands: Sequence[tuple[Card, ...]],
    bank: tuple[Card, ...],
    stakes: dict[str, Fraction],
) -> Fraction:
    """What a bank's hand pays on the standard wager and on those that look at it, before any limit."""
    rules = rulebook.ranking.rank_rules()
    paid = Fraction(0)
    for name, terms in rulebook.wagers.items():
        if name in stakes and terms.envy is None and terms.looks_at_bank:
            aspects = terms.list_aspects("player") | terms.list_aspects("bank")
            other = look(bank, rules, aspects)
            for hand in hands:
                situation = situate(terms, look(hand, rules, aspects), other)
                paid += settle(terms, situation).pay.times * stakes[name]
    if setter is not None:
        own = setter.set_bank(Bank(bank), compared=True)
        paid += sum(stakes[STANDARD] * _compare_best(hand, own, rules) for hand in hands)
    return paid


def _compare_best(cards: tuple[Card, ...], bank: Hands, rules: RankRules) -> int:
    """1, 0 or -1 as a hand set at best wins both comparisons with the bank's, one, or none."""
    found = (
        (compare_lows(low, bank.low_rank, rules) > 0) + (compare_highs(high, bank.high_rank) > 0)
        for low, high, _ in _list_settings(cards, rules)
    )
    return max(found) - 1


@lru_cache(maxsize=256)
def _list_settings(
    cards: tuple[Card, ...], rules: RankRules
) -> tuple[tuple[Rank, Rank, tuple[Card, ...]], ...]:
    """Every way to set a hand that is no foul: ranks of the low and the high hand, and the low hand."""
    settings = (divide(cards, low, rules) for low in combinations(cards, 2))
    return tuple(
        (item.low_rank, item.high_rank, item.low)
        for item in settings
        if compare_high_with_low(item.high_rank, item.low_rank) > 0
    )


def _guess_strength(bank: tuple[Card, ...]) -> tuple[int, int, int]:
    """How strong a hand looks: by equal ranks, by cards of one suit, and by the ranks."""
    ranks = Counter(card.rank for card in bank)
    suits = Counter(card.suit for card in bank if not card.is_joker)
    return -len(ranks), max(suits.values()), sum(card.rank for card in bank)


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
    pays = rulebook.standard.pays.said
    if isinstance(pays, Pay):  # what the bank pays, of which a commission is no part
        return (pays.times * stake + pays.money) * (count_others(rulebook.ranking) + 1)
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
) -> tuple[Settlement, Round]:
    """A round in which every player sets the hand that is best against the bank's."""
    kind = rulebook.table.bank.said
    house_way = find_house_way(rulebook)
    round_ = Round(
        {terms.id: terms.paytable for terms in rulebook.wagers.values() if terms.named} or None,
        Bank(bank, kind=str(kind) if kind else None),
        tuple(Player(seat, cards, None, stakes) for seat, cards in enumerate(hands, 1)),
    )
    settled = settle_round(rulebook, round_, house_way)
    if settled.bank is None or STANDARD not in stakes:
        return settled, round_
    lows = [_choose_low(rulebook, cards, settled.bank) for cards in hands]
    players = tuple(
        replace(player, low=low) for player, low in zip(round_.players, lows, strict=True)
    )
    better = replace(round_, players=players)
    return settle_round(rulebook, better, house_way), better


def _choose_low(rulebook: Rulebook, cards: tuple[Card, ...], bank: Hands) -> tuple[Card, ...]:
    """The low hand, no foul, with which a hand compares best with the bank's."""
    rules = rulebook.ranking.rank_rules()

    def count_won(setting: tuple[Rank, Rank, tuple[Card, ...]]) -> int:
        low, high, _ = setting
        won = compare_lows(low, bank.low_rank, rules) > 0
        return won + (compare_highs(high, bank.high_rank) > 0)

    return max(_list_settings(cards, rules), key=count_won)[2]


def _build(
    jurisdiction: Jurisdiction,
    paytable: str,
    stakes: dict[str, Fraction],
    singles: dict[str, Fraction],
    played: Round,
    settled: Settlement,
    bound: Fraction,
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
            LargestSeat(
                seat.seat,
                format_cards(sorted(player.cards, reverse=True)),
                value(seat.net),
                player.low,
            )
            for seat, player in zip(settled.seats, played.players, strict=True)
        ),
        format_cards(sorted(played.bank.cards, reverse=True)),
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
        value(bound),
    )
