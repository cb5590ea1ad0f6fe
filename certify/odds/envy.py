"""Envy over every deal: the claims of the settlement, summed over one hand, two, or three.

A claim turns on another's hand, on the player's own and on the bank's. Where neither of the last two can
stop it one hand is enough; where one of them can, pairs of hands are; where both can, the deals in which both
do are listed hand by hand, or bounded where the hands are too many to list. The lines may ask for
anything that a view of one hand shows; what cannot be counted in pairs is refused where pairs are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any

from certify.base.cache import share
from certify.base.errors import NotCounted
from certify.base.progress import Progress
from certify.game.rank import RankRules
from certify.game.views import BEYOND_CARDS, Aspect, HandView
from certify.odds.count_views import HouseWaySetting
from certify.odds.counts import HandCounts, PairCounts, count_hands, count_pairs, list_hands_where
from certify.odds.result import EnvyOdds
from certify.odds.situations import count_plain_pairs
from certify.spec.choices import OwnLost, Several
from certify.spec.resolved import Resolved, Uncounted
from certify.spec.rulebook import EnvyTerms, LineTerms, Ranking, WagerTerms
from certify.spec.values import PUSHES, Money, Pay
from certify.wagers.envy import (
    combine_claims,
    counts,
    find_amount,
    list_claim_givens,
    qualifies,
    settle_claim,
    share_amount,
)
from certify.wagers.lines import find_envy_line, settle, situate

HAND = 7

Named = tuple[tuple[str, frozenset[HandView]], ...]
"""Lines by name, each with the views that stand on it."""


def count_triples(
    rules: RankRules, aspects: frozenset[Aspect], others: Named, owns: Named, banks: Named
) -> tuple[dict[tuple[str, str], int], int] | None:
    """Deals of another's, one's own and the bank's hand on some lines, by the first two, and all deals.

    None where there are too many hands to list.
    """

    def list_hands(lines: Named) -> list[tuple[str, list[int]]] | None:
        listed = []
        for name, views in lines:
            found = list_hands_where(rules, views.__contains__, aspects)
            if found is None:
                return None
            listed.append((name, found))
        return listed

    def count() -> dict[tuple[str, str], int] | None:
        first, second, third = map(list_hands, (others, owns, banks))
        if first is None or second is None or third is None:
            return None
        last = [mask for _, masks in third for mask in masks]
        found: dict[tuple[str, str], int] = {}
        for other, ones in first:
            for own, twos in second:
                found[other, own] = 0
                for one in ones:
                    beside = [three for three in last if not one & three]
                    found[other, own] += sum(
                        sum(not two & three for three in beside) for two in twos if not one & two
                    )
        return found

    triples = share(("triples", rules, aspects, others, owns, banks), count)
    if triples is None:
        return None
    cards = len(rules.deck)
    return triples, comb(cards, HAND) * comb(cards - HAND, HAND) * comb(cards - 2 * HAND, HAND)


Label = LineTerms | None
"""The line on which a hand stands by itself."""


def count_others(ranking: Ranking) -> int:
    """The most other players: as many hands as the deck gives, less the player's and the bank's."""
    return len(ranking.rank_rules().deck) // HAND - 2


@dataclass(frozen=True)
class _Hands:
    """Hands by the line they stand on."""

    terms: WagerTerms
    ranking: Ranking
    setting: HouseWaySetting | None
    stake: Fraction
    progress: Progress | None

    @cached_property
    def aspects(self) -> frozenset[Aspect]:
        """What the lines ask of a hand."""
        return self.terms.list_aspects("player")

    @cached_property
    def counted(self) -> HandCounts:
        """All hands by their views."""
        return count_hands(self.ranking.rank_rules(), self.aspects, self.setting)

    def label(self, view: HandView) -> Label:
        return find_envy_line(self.terms, view)

    @cached_property
    def _kinds(self) -> dict[HandView, tuple[tuple[int, ...], bool]]:
        """All that the terms tell of the hands seen so far: on which lines they stand, and the joker."""
        conditions = tuple((line.player, line.bank) for line in self.terms.lines)
        return share(("kinds", conditions), dict[HandView, tuple[tuple[int, ...], bool]])

    @cached_property
    def _places(self) -> dict[tuple[tuple[int, ...], bool], int]:
        return {}

    def place(self, view: HandView) -> int:
        """The place of a hand's line; beyond the last for none."""
        if view not in self._kinds:
            self._kinds[view] = (situate(self.terms, view).held, view.joker)
        kind = self._kinds[view]
        if kind not in self._places:
            line = self.label(view)
            lines = self.terms.lines
            self._places[kind] = next(
                (place for place, own in enumerate(lines) if own is line), len(lines)
            )
        return self._places[kind]

    def has_lost(self, line: Label) -> bool:
        """Whether a hand's own wager loses, where that can be told from the hand alone."""
        return self._lost_by_line.get(_name(line), False)

    @cached_property
    def _lost_by_line(self) -> Mapping[str, bool]:
        from certify.engine.wager import pay_stake  # seldom asked, and the engine is large

        found: dict[str, bool] = {}
        for view in self.counted.views:
            paid = pay_stake(self.find_pay(view), self.stake, self.terms)
            found[_name(self.label(view))] = paid < 0
        return found

    def list_views(self) -> dict[str, frozenset[HandView]]:
        """The views that stand on each line, by its name."""
        found: dict[str, set[HandView]] = {_name(line): set() for line in (*self.terms.lines, None)}
        lines = (*self.terms.lines, None)
        for view in self.counted.views:
            found[_name(lines[self.place(view)])].add(view)
        return {name: frozenset(views) for name, views in found.items()}

    @cached_property
    def single(self) -> tuple[dict[int, int], int]:
        """Hands by the place of their line, and all of them."""
        found: dict[int, int] = {}
        for view, number in self.counted.views.items():
            place = self.place(view)
            found[place] = found.get(place, 0) + number
        return found, self.counted.deals

    def load_pairs(self) -> PairCounts:
        """Ordered pairs of hands; of further aspects only what tells lines and pays apart."""
        if not self.aspects:
            return count_plain_pairs(self.ranking, self.progress)
        return count_pairs(
            self.ranking.rank_rules(),
            self.aspects,
            self.aspects,
            tell_apart=lambda view: (self.place(view), self.find_pay(view)),
            setting=self.setting,
            progress=self.progress,
        )

    def find_pay(self, view: HandView) -> Pay:
        """What a hand's own wager comes to, where the bank's hand does not matter."""
        if self.terms.looks_at_bank:
            return PUSHES
        return settle(self.terms, situate(self.terms, view)).pay

    @cached_property
    def pairs(self) -> tuple[dict[tuple[int, int], int], int]:
        """Ordered pairs of hands by the places of their lines, and all of them."""
        pairs = self.load_pairs()
        places = {view: self.place(view) for view in {own for own, _ in pairs.views}}
        found: dict[tuple[int, int], int] = {}
        for (first, second), number in pairs.views.items():
            key = (places[first], places[second])
            found[key] = found.get(key, 0) + number
        return found, pairs.deals


def compute_envy(
    ranking: Ranking,
    terms: WagerTerms,
    edge: Fraction,
    stake: Money | None,
    *,
    with_variance: bool = False,
    setting: HouseWaySetting | None = None,
    progress: Progress | None = None,
) -> tuple[EnvyOdds, ...]:
    """The edge with envy from one to as many other players as the deck allows."""
    if terms.envy is None or not any(line.envy for line in terms.lines):
        return ()
    hands = _Hands(terms, ranking, setting, stake.amount if stake else Fraction(1), progress)
    model = _Envy(terms, terms.envy, hands, stake)
    qualified = stake is None or qualifies(terms.envy, stake.amount)
    result = []
    for others in range(1, count_others(ranking) + 1):
        low, high = model.expect(others) if qualified else (Fraction(0), Fraction(0))
        variance = None
        if with_variance and stake and low == high and not model.is_excluded and qualified:
            variance = model.find_variance(others, stake.amount)
        result.append(
            EnvyOdds(
                others,
                stake,
                high / others,
                edge - high / stake.amount if stake else None,
                edge - low / stake.amount if stake and low != high else None,
                variance,
            )
        )
    return tuple(result)


class _Envy:
    """Expected envy of one player, in money."""

    def __init__(
        self, terms: WagerTerms, envy: EnvyTerms, hands: _Hands, stake: Money | None
    ) -> None:
        self.terms, self.envy, self.hands = terms, envy, hands
        self.stake = stake.amount if stake else Fraction(0)
        self.lines: tuple[Label, ...] = (*terms.lines, None)
        self._place_of = {id(line): place for place, line in enumerate(self.lines)}
        self._claims = self._share_claims()
        self.plain = [self.claim(other, None, None, lost=False) for other in self.lines]
        """What each line of another is worth where nothing stops it."""
        paying = [place for place, amount in enumerate(self.plain) if amount]
        self.own_stops = any(
            self.claim(self.lines[place], own, None) != self.plain[place]
            for place in paying
            for own in self.lines
        )
        self.bank_stops = any(
            self.claim(self.lines[place], None, bank, lost=False) != self.plain[place]
            for place in paying
            for bank in self.lines
        )

    def _share_claims(self) -> dict[tuple[int, int, int, bool], Fraction]:
        """The claims known so far of all rulebooks that say the same of envy, by the places of lines."""
        terms = self.terms
        said = tuple((id(item.statement), item.said) for item in list_claim_givens(terms))
        lines = tuple((line.id, line.player.hand) for line in terms.lines)
        claims, _ = share(  # the terms are kept, so that no other statement takes the place of one
            ("claims", terms.id, terms.classes, lines, said, self.stake),
            lambda: (dict[tuple[int, int, int, bool], Fraction](), terms),
        )
        return claims

    @property
    def is_excluded(self) -> bool:
        """Whether another hand can take a claim away."""
        return self.own_stops or self.bank_stops

    def claim(self, other: Label, own: Label, bank: Label, *, lost: bool | None = None) -> Fraction:
        """One claim in money."""
        if lost is None:
            lost = self._is_lost(own)
        place_of = self._place_of
        asked = (place_of[id(other)], place_of[id(own)], place_of[id(bank)], lost)
        if asked not in self._claims:
            claim = settle_claim(self.terms, other, own, bank, own_lost=lost)
            self._claims[asked] = self._to_money(claim.pay)
        return self._claims[asked]

    def _is_lost(self, own: Label) -> bool:
        if self.envy.own_bonus_lost.said is not OwnLost.NO_ENVY:
            return False  # then it makes no difference
        if self.terms.looks_at_bank:
            raise Uncounted(self.envy.own_bonus_lost)
        return self.hands.has_lost(own)

    def _to_money(self, pay: Pay) -> Fraction:
        if pay.times and not self.stake:
            raise Uncounted(self.envy.minimum_stake)
        return pay.times * self.stake + pay.money

    def expect(self, others: int) -> tuple[Fraction, Fraction]:
        """Bounds of what all claims of one player come to; equal where it is exact."""
        low, high = self._one
        own_counts = counts(self.envy.own_hand)
        share = share_amount(self.envy, Fraction(1), others + own_counts)
        low, high = (others * share * bound for bound in (low, high))
        if self.envy.several_qualifying_hands.said is Several.HIGHEST:
            if own_counts or counts(self.envy.bank_hand):
                raise Uncounted(
                    self.envy.several_qualifying_hands
                )  # the highest of hands that depend on each other
            if others > 1:
                low, high = self._bound_highest(others, share, low, high)
        extra = self._expect_extra(others, share)
        return low + extra, high + extra

    @cached_property
    def _one(self) -> tuple[Fraction, Fraction]:
        """What one other player's hand is worth, all exclusions applied."""
        single, deals = self.hands.single
        plain = _mean(single, deals, lambda other: self.plain[other])
        if not self.is_excluded:
            return plain, plain
        pairs, total = self.hands.pairs
        by_own = _mean(
            pairs, total, lambda pair: self.claim(self.lines[pair[1]], self.lines[pair[0]], None)
        )
        by_bank = _mean(
            pairs,
            total,
            lambda pair: self.claim(self.lines[pair[1]], None, self.lines[pair[0]], lost=False),
        )
        if not self.bank_stops:
            return by_own, by_own
        if not self.own_stops:
            return by_bank, by_bank
        least = by_own + by_bank - plain
        both = self._list_both()
        if both is not None:
            return least + both, least + both
        return max(least, Fraction(0)), least + min(plain - by_own, plain - by_bank)

    def _list_both(self) -> Fraction | None:
        """What is claimed where own hand and bank's both stop it, by listing the hands; None if many."""
        if self.hands.aspects & BEYOND_CARDS:
            return None
        by_name = {_name(line): line for line in self.lines}
        paying = {line.id for line in self.terms.lines if self.claim(line, None, None, lost=False)}
        owns, banks = (
            {name for name, line in by_name.items() if self._stops(line, as_bank=side)}
            for side in (False, True)
        )
        views = self.hands.list_views()
        counted = count_triples(
            self.hands.ranking.rank_rules(),
            self.hands.aspects,
            *(
                tuple((name, views[name]) for name in sorted(names))
                for names in (paying, owns, banks)
            ),
        )
        if counted is None:
            return None
        triples, deals = counted
        total = Fraction(0)
        for (other, own), number in triples.items():
            if not self.claim(by_name[other], by_name[own], None):
                total += number * self.claim(by_name[other], None, None, lost=False)
        return total / deals

    def _stops(self, line: Label, *, as_bank: bool) -> bool:
        for other in self.terms.lines:
            plain = self.claim(other, None, None, lost=False)
            if as_bank and self.claim(other, None, line, lost=False) != plain:
                return True
            if not as_bank and self.claim(other, line, None) != plain:
                return True
        return False

    def _expect_extra(self, others: int, share: Fraction) -> Fraction:
        """What a player's own hand and the bank's are worth, where they count; the bank's to all seats."""
        single, deals = self.hands.single
        extra = Fraction(0)
        if counts(self.envy.own_hand):
            if self.bank_stops:
                raise Uncounted(self.envy.own_hand)
            extra += share * _mean(
                single, deals, lambda own: self.claim(self.lines[own], self.lines[own], None)
            )
        if counts(self.envy.bank_hand):
            if self.bank_stops or self.own_stops:
                raise Uncounted(self.envy.bank_hand)
            to_all = share_amount(self.envy, Fraction(1), others + 1)
            extra += to_all * _mean(single, deals, lambda bank: self.plain[bank])
        return extra

    def _bound_highest(
        self, others: int, share: Fraction, low: Fraction, high: Fraction
    ) -> tuple[Fraction, Fraction]:
        """Exact bounds of the expected highest single payment among several others.

        At each amount t, the chance that some hand reaches t lies between S1 - S2 and S1 - (2/n) S2,
        where S1 and S2 sum the chances of single hands and of pairs (Bonferroni; Kounias). For two
        others both are the exact value. Integrated over t, S1 gives what paying each would, and S2 the
        smaller of the two payments of a pair.
        """
        pairs, total = self.hands.pairs

        def smaller(pair: tuple[int, int]) -> Fraction:
            return min(self.plain[place] for place in pair)

        both = comb(others, 2) * share * _mean(pairs, total, smaller)
        if self.is_excluded:  # exclusions only take away, so the lower bound stays one
            return low - both, high
        return low - both, high - both * Fraction(2, others)

    def find_variance(self, others: int, stake: Fraction) -> Fraction | None:
        """Variance of wager and envy together, to one, from the joint distribution of two hands."""
        if self.terms.looks_at_bank or counts(self.envy.own_hand) or counts(self.envy.bank_hand):
            return None
        try:
            pairs = self.hands.load_pairs()
        except NotCounted:
            return None
        views = {view for pair in pairs.views for view in pair}
        own = {view: self.hands.find_pay(view) for view in views}
        if any(pay.money or pay.meter for pay in own.values()):
            return None
        share_of_each = share_amount(self.envy, Fraction(1), others)
        envy = {view: self.plain[self.hands.place(view)] * share_of_each / stake for view in views}
        # all in whole numbers over one denominator: thousands of fractions take a hundred times as long
        unit = lcm(*(x.denominator for x in (*envy.values(), *(p.times for p in own.values()))))
        paid = {view: int(pay.times * unit) for view, pay in own.items()}
        won = {view: int(amount * unit) for view, amount in envy.items()}
        hands: dict[HandView, int] = {}
        crossed = both = 0
        for (first, second), number in pairs.views.items():
            hands[first] = hands.get(first, 0) + number
            crossed += number * paid[first] * won[second]
            both += number * won[first] * won[second]

        def expect(value: Callable[[HandView], int], power: int) -> Fraction:
            total = sum(number * value(view) ** power for view, number in hands.items())
            return Fraction(total, pairs.deals * unit**power)

        mean_own, mean_envy = expect(paid.__getitem__, 1), expect(won.__getitem__, 1)
        squares = pairs.deals * unit**2
        return (
            expect(paid.__getitem__, 2)
            - mean_own**2
            + others * (expect(won.__getitem__, 2) - mean_envy**2)
            + 2 * others * (Fraction(crossed, squares) - mean_own * mean_envy)
            + others * (others - 1) * (Fraction(both, squares) - mean_envy**2)
        )


def _name(line: Label) -> str:
    return line.id if line else ""


def _mean(numbers: Mapping[Any, int], deals: int, value: Callable[..., Fraction]) -> Fraction:
    return sum((value(key) * number for key, number in numbers.items()), Fraction(0)) / deals


def evaluate_envy(terms: WagerTerms) -> tuple[tuple[object, ...], list[Resolved[Any]]]:
    """What envy comes to for every line of own, other and bank, and everything that was consulted."""
    envy = terms.envy
    if envy is None:
        return (), []
    lines: tuple[Label, ...] = (*terms.lines, None)
    claims = [
        settle_claim(terms, other, own, bank, own_lost=lost)
        for other in terms.lines
        if find_amount(terms, other)[0] != PUSHES
        for own, bank, lost in (
            *((own, None, lost) for own in lines for lost in (False, True)),
            *((None, bank, False) for bank in lines),
        )
    ]
    if not claims:
        return (), []
    consulted = {id(item): item for claim in claims for item in claim.grounds}
    kept, several = combine_claims(envy, (Fraction(1), Fraction(2)))
    for given in (*several, envy.sharing, envy.own_hand, envy.bank_hand, envy.minimum_stake):
        if given.is_offered and given.said is not None:
            consulted[id(given)] = given
    results = (
        tuple(claim.pay for claim in claims),
        kept,
        share_amount(envy, Fraction(1), 2),
        counts(envy.own_hand),
        counts(envy.bank_hand),
        envy.minimum_stake.value
        if envy.minimum_stake.is_offered and envy.minimum_stake.said is not None
        else None,
    )
    return results, list(consulted.values())
