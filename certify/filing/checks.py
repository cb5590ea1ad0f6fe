"""What was checked, with numbers: the figure expected, the one obtained, and how to repeat it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

from certify.base.progress import Progress
from certify.filing.sheets import Sheet
from certify.filing.standard import ProofSummary
from certify.filing.wording import count
from certify.game.cards import JOKER, Card
from certify.game.rank import RankRules
from certify.game.views import look
from certify.gate.certificates import describe_figures
from certify.odds.crosscheck import crosscheck
from certify.odds.identity import remember
from certify.odds.result import WagerOdds
from certify.spec.choices import Exposed, StandardResult, YesNo
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.rulebook import Rulebook, StandardTerms
from certify.wagers.limits import STANDARD
from certify.wagers.standard import Comparison, settle_standard

_SMALL = ((8, 9, 10, 11, 12), 3)
"""Ranks and suits of the reduced deck: ten to ace in three suits, and the joker."""
_HAND = 7
_REMAKE = "certify verify filing.pdf"
"""A filing is made anew, checks and all, when it is verified."""


@dataclass(frozen=True, slots=True)
class FilingCheck:
    """One check."""

    what: str
    expected: str
    obtained: str
    holds: bool
    repeat: str


def list_checks(
    jurisdiction: Jurisdiction,
    sheets: tuple[Sheet, ...],
    proof: ProofSummary | None,
    progress: Progress | None = None,
) -> tuple[FilingCheck, ...]:
    """Every check of the figures."""
    rulebook = compile_rulebook(jurisdiction)
    return (
        _check_settlements(jurisdiction),
        *_check_views(rulebook.ranking.rank_rules(), progress),
        *_check_totals(jurisdiction, sheets),
        *_check_symmetry(jurisdiction, rulebook, sheets),
        *_check_printed(jurisdiction, sheets),
        *_check_house_way(jurisdiction, proof),
    )


def _check_settlements(jurisdiction: Jurisdiction) -> FilingCheck:
    """The engine against a model of settlement that shares no code with it, to the cent."""
    found = crosscheck(jurisdiction)
    alike = "both models alike" if found.holds else f"differs: {'; '.join(found.differences[:3])}"
    return FilingCheck(
        "Money settled by the engine, against an independently written model: every view of seven cards, "
        "every pair of rows, every result of the standard wager, and every limit with a cent more and less",
        f"{count(found.rounds)} rounds, {count(found.payments)} payments",
        alike,
        found.holds,
        f"certify gate {jurisdiction.id} --full",
    )


def _check_views(rules: RankRules, progress: Progress | None) -> Iterator[FilingCheck]:
    described = {"joker": rules.joker, "wheel": rules.wheel, "jokers": rules.jokers}

    def compute() -> dict[str, Any]:
        return {**_enumerate(rules, progress), **_reduce(rules)}

    found = remember("verification", described, compute)
    hands = comb(len(rules.deck), _HAND)
    listed, kinds = found["listed"], found["kinds"]
    yield FilingCheck(
        "Every hand listed one by one, against the count by patterns of ranks and suits",
        f"{count(hands)} hands in {kinds} kinds",
        f"{count(listed)} hands listed, {found['differing']} kinds differ",
        listed == hands and not found["differing"],
        _REMAKE,
    )
    yield FilingCheck(
        f"Two hands from a deck of {found['cards']} cards: the counting code, against dealing every pair",
        f"{count(found['pairs'])} pairs dealt",
        f"{count(found['counted'])} pairs counted, {found['pairs_differing']} kinds differ",
        found["pairs"] == found["counted"] and not found["pairs_differing"],
        _REMAKE,
    )


def _enumerate(rules: RankRules, progress: Progress | None) -> dict[str, Any]:
    """All hands by the set of classes they hold: by patterns, and by a kernel that lists them."""
    from certify.kernels.deck import Deck
    from certify.kernels.views import FEATURES, count_features
    from certify.odds.classes import count_views

    def merge(names: frozenset[str]) -> frozenset[str]:
        return frozenset(name.replace("royal-match-joker", "royal-match") for name in names)

    patterns: dict[frozenset[str], int] = {}
    for view, number in count_views(rules).items():
        patterns[view.held] = patterns.get(view.held, 0) + number
    listed: dict[frozenset[str], int] = {}
    features = count_features(
        Deck(jokers=rules.jokers), wild=rules.joker == "wild", progress=progress
    )
    for mask, number in features.items():
        held = merge(frozenset(name for bit, name in enumerate(FEATURES) if mask >> bit & 1))
        listed[held] = listed.get(held, 0) + number
    differing = sum(patterns.get(key) != listed.get(key) for key in {*patterns, *listed})
    return {"listed": sum(listed.values()), "kinds": len(patterns), "differing": differing}


def _reduce(rules: RankRules) -> dict[str, Any]:
    """Pairs of hands of a small deck: dealt one by one, and counted by the kernels."""
    from certify.kernels.deck import Deck
    from certify.odds.count_joint import tally_pairs

    ranks, suits = _SMALL
    deck = [Card(rank, suit) for rank in ranks for suit in range(suits)] + [JOKER] * rules.jokers
    views = {hand: look(hand, rules) for hand in combinations(sorted(deck), _HAND)}
    groups: dict[Any, int] = {}
    for view in views.values():
        groups.setdefault(view, len(groups))
    dealt: dict[tuple[int, int], int] = {}
    for hand, view in views.items():
        left = [card for card in sorted(deck) if card not in hand]
        for other in combinations(left, _HAND):
            key = (groups[view], groups[views[other]])
            dealt[key] = dealt.get(key, 0) + 1
    matrix = tally_pairs(
        Deck(ranks, suits, rules.jokers), rules, (frozenset(), frozenset()), (groups, groups)
    )
    counted = {
        (row, column): number
        for row, numbers in enumerate(matrix)
        for column, number in enumerate(numbers)
        if number
    }
    return {
        "cards": len(deck),
        "pairs": sum(dealt.values()),
        "counted": sum(counted.values()),
        "pairs_differing": sum(dealt.get(key) != counted.get(key) for key in {*dealt, *counted}),
    }


def _check_totals(jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...]) -> Iterator[FilingCheck]:
    by_deals: dict[int, list[Sheet]] = {}
    for sheet in sheets:
        if sheet.has_figures:
            by_deals.setdefault(sheet.odds.deals, []).append(sheet)
    for deals, own in by_deals.items():
        found = {sum(row.deals for row in sheet.rows) for sheet in own}
        names = ", ".join(dict.fromkeys(sheet.wager for sheet in own))
        tables = f" on {len(own)} paytables" if len(own) > 1 else ""
        yield FilingCheck(
            f"The outcomes make up all deals: {names}{tables}",
            count(deals),
            " and ".join(map(count, sorted(found))),
            found == {deals},
            f"certify odds {jurisdiction.id}",
        )


def _check_symmetry(
    jurisdiction: Jurisdiction, rulebook: Rulebook, sheets: tuple[Sheet, ...]
) -> Iterator[FilingCheck]:
    """Where both sides set by one house way and the bank wins copies, only copies part their chances.

    That holds of the comparisons alone: what a hand of the bank's makes a push is put back first.
    """
    terms = rulebook.standard
    alike = terms.bank_exposed.said is Exposed.AFTER and rulebook.strategy == "house-way"
    for sheet in sheets:
        copies = sheet.odds.details.get("copies")
        if sheet.odds.wager != STANDARD or not alike or not copies or not _takes_copies(terms):
            continue
        results: Counter[str] = Counter()
        for item in sheet.odds.outcomes:  # a result that pays in two ways stands twice
            results[item.name] += item.deals
        pushed = sheet.odds.details.get("pushed_by_bank_hand", {"wins": 0, "losses": 0})
        losses, wins = results["lose"] + pushed["losses"], results["win"] + pushed["wins"]
        difference = 2 * (losses - wins)
        total = copies["low"] + copies["high"]
        put_back = (
            "; the wins and losses that the bank's hand makes a push are put back"
            if terms.bank_hand_push.said is YesNo.YES
            else ""
        )
        yield FilingCheck(
            "Both sides set alike, so the bank is ahead by its copies alone: twice the losses less twice "
            f"the wins, against the copies of low and high hand{put_back}",
            count(total),
            count(difference),
            total == difference,
            f"certify odds {jurisdiction.id}",
        )


def _takes_copies(terms: StandardTerms) -> bool:
    """Whether the bank wins every copy, and both hands are needed to win and to lose."""
    sides = (-1, 0, 1)
    return all(
        settle_standard(terms, Comparison(low, high)).result
        is {2: StandardResult.WINS, -2: StandardResult.LOSES}.get(
            (low or -1) + (high or -1), StandardResult.PUSH
        )
        for low in sides
        for high in sides
    )


def _check_printed(jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...]) -> Iterator[FilingCheck]:
    found = [item for sheet in sheets for item in sheet.odds.published]
    if found:
        agreeing = sum(item.agrees for item in found)
        yield FilingCheck(
            "House edges that the document prints itself",
            f"{len(found)} printed",
            f"{agreeing} come out",
            agreeing == len(found),
            f"certify reconcile {jurisdiction.id}",
        )


def _check_house_way(
    jurisdiction: Jurisdiction, proof: ProofSummary | None
) -> Iterator[FilingCheck]:
    if proof is None:
        return
    yield FilingCheck(
        "Every hand is set by the house way, and none fouls",
        count(proof.hands),
        f"{count(proof.hands - proof.unset - proof.fouls)}, by {proof.rules_in_force} rules",
        not proof.unset and not proof.fouls,
        f"certify house-way {jurisdiction.id}",
    )
    yield FilingCheck(
        "Inputs of the house way set again by the readable engine",
        count(proof.checked),
        f"{count(proof.checked)} alike",
        holds=True,
        repeat=f"certify house-way {jurisdiction.id}",
    )
    if proof.examples:
        yield FilingCheck(
            "Worked examples of the document",
            str(proof.examples),
            f"{proof.examples - proof.broken_examples} come out",
            not proof.broken_examples,
            f"certify house-way {jurisdiction.id}",
        )


def check_certificate(
    jurisdiction: Jurisdiction, certified: Sequence[Any], odds: Sequence[WagerOdds]
) -> tuple[FilingCheck, ...]:
    """The figures that were approved, against those computed for this filing."""
    if not certified:
        return ()
    alike = count_certified(certified, odds)
    return (
        FilingCheck(
            "Figures of the certificate, against those computed for this filing: outcomes, edge, hit "
            "rate, variance and envy of every wager",
            f"{len(certified)} sets of figures",
            f"{alike} alike",
            alike == len(certified) == len(odds),
            f"certify gate {jurisdiction.id}",
        ),
    )


def count_certified(certified: Sequence[Any], odds: Sequence[WagerOdds]) -> int:
    """How many wagers and paytables have the figures that were approved."""
    computed = [_leave_readings(describe_figures(item)) for item in odds]
    return sum(_leave_readings(item) in computed for item in certified)


def _leave_readings(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Figures without those of other readings, which a filing computes only where they are asked for."""
    return {key: value for key, value in figures.items() if key != "alternatives"}
