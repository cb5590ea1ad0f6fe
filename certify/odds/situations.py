"""Every situation of a wager, and the number of deals that lead there."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from math import comb

from certify.base.cache import hash_data, share
from certify.base.errors import NotCounted
from certify.base.progress import Progress
from certify.game.rank import RankRules
from certify.game.views import ANYTHING, NO_ASPECTS, Aspect, HandView
from certify.odds.classes import HAND_SIZE
from certify.odds.count_settings import count_settings
from certify.odds.count_views import HouseWaySetting
from certify.odds.counts import (
    HandCounts,
    PairCounts,
    count_contests,
    count_hands,
    count_pairs,
)
from certify.spec.choices import BankComparison, Exposed, LinesPaid, YesNo
from certify.spec.resolved import Uncounted
from certify.spec.rulebook import Ranking, StandardTerms, WagerTerms
from certify.wagers.lines import Situation, find_line, meet, rank_lines, situate
from certify.wagers.standard import Comparison, bank_pushes, name_results

_UNSEEN = HandView(frozenset(), joker=False, highest=None)
"""A player's hand at which no line looks: every one counts."""


@dataclass(frozen=True, slots=True)
class SituationCounts:
    """Deals by situation."""

    deals: int
    situations: Mapping[Situation, int]


def count_situations(
    ranking: Ranking,
    terms: WagerTerms,
    setting: HouseWaySetting | None = None,
    progress: Progress | None = None,
    *,
    standard: StandardTerms | None = None,
) -> SituationCounts:
    """Count all deals by what a wager sees of them: one hand, two, or two compared card by card."""
    if terms.looks_at_standard:
        return _count_results(ranking, terms, standard, setting, progress)
    if _is_by_hand(terms):
        return _count_compared(ranking, terms, progress)
    conditions = tuple((line.player, line.bank) for line in terms.lines)
    inputs = hash_data(dict(setting.inputs)) if setting is not None else ""
    return share(  # what is paid for a line, and under which reading, is nothing that can be seen
        ("situations", ranking.rank_rules(), conditions, terms.is_contested, inputs),
        lambda: _count_seen(ranking, terms, setting, progress),
    )


def list_situations(
    ranking: Ranking,
    terms: WagerTerms,
    setting: HouseWaySetting | None = None,
    progress: Progress | None = None,
    *,
    standard: StandardTerms | None = None,
) -> Collection[Situation]:
    """Every situation, to weigh the terms by; nothing has to be known of them that shapes a count.

    Hands that are compared card by card are counted by the line they stand on, which is itself a question
    of the terms; so here they stand on all lines that they hold, and compare in every way.
    """
    if not _is_by_hand(terms):
        return count_situations(ranking, terms, setting, progress, standard=standard).situations
    seen = _count_seen(ranking, terms, setting, progress).situations
    return [replace(item, within=within) for item in seen for within in (-1, 0, 1)]


def _is_by_hand(terms: WagerTerms) -> bool:
    return terms.is_contested and terms.bank_comparison.said is BankComparison.BY_HAND


def _count_seen(
    ranking: Ranking, terms: WagerTerms, setting: HouseWaySetting | None, progress: Progress | None
) -> SituationCounts:
    rules = ranking.rank_rules()
    found: dict[Situation, int] = {}
    if not terms.looks_at_bank:
        hands = _see_hands(rules, terms.list_aspects("player"), setting)
        for view, number in hands.views.items():
            situation = situate(terms, view)
            found[situation] = found.get(situation, 0) + number
        return SituationCounts(hands.deals, found)
    first, second = terms.list_aspects("player"), terms.list_aspects("bank")
    if not terms.is_contested and all(line.player == ANYTHING for line in terms.lines):
        banks = _see_hands(rules, second, setting)
        replies = comb(52 + rules.jokers - HAND_SIZE, HAND_SIZE)
        for view, number in banks.views.items():
            situation = situate(terms, _UNSEEN, view)
            found[situation] = found.get(situation, 0) + number * replies
        return SituationCounts(banks.deals * replies, found)
    if terms.is_contested:
        second |= first
    if first | second == NO_ASPECTS:
        pairs = count_plain_pairs(ranking, progress)
    else:
        pairs = count_pairs(
            rules,
            first,
            second,
            tell_apart=lambda view: _tell_apart(terms, view),
            setting=setting,
            progress=progress,
        )
    return SituationCounts(pairs.deals, _situate_pairs(terms, pairs))


def _see_hands(
    rules: RankRules, aspects: frozenset[Aspect], setting: HouseWaySetting | None
) -> HandCounts:
    """All hands by view; reading what is stored takes longer than settling it, so once for a file."""
    inputs = hash_data(dict(setting.inputs)) if setting is not None else ""
    return share(("hands", rules, aspects, inputs), lambda: count_hands(rules, aspects, setting))


def _situate_pairs(terms: WagerTerms, pairs: PairCounts) -> dict[Situation, int]:
    """Pairs of views by situation: thousands of pairs, made of a few dozen views that can be told apart."""
    views = {id(view): view for pair in pairs.views for view in pair}
    kinds: dict[Hashable, int] = {}
    kind_of = {
        place: kinds.setdefault(_tell_apart(terms, view), len(kinds))
        for place, view in views.items()
    }
    one_of = {kind: views[place] for place, kind in reversed(kind_of.items())}
    gathered: dict[tuple[int, int], int] = {}
    for (player, bank), number in pairs.views.items():
        alike = (kind_of[id(player)], kind_of[id(bank)])
        gathered[alike] = gathered.get(alike, 0) + number
    alone = {}
    if all(line.bank == ANYTHING for line in terms.lines):
        alone = {kind: situate(terms, view) for kind, view in one_of.items()}
    found: dict[Situation, int] = {}
    for (one, two), number in gathered.items():
        situation = (
            meet(terms, alone[one], alone[two])
            if alone
            else situate(terms, one_of[one], one_of[two])
        )
        found[situation] = found.get(situation, 0) + number
    return found


def count_plain_pairs(ranking: Ranking, progress: Progress | None = None) -> PairCounts:
    """Ordered deals of two hands by views that nobody asked more of; the same for every wager."""
    rules = ranking.rank_rules()
    return share(("pairs", rules), lambda: count_pairs(rules, progress=progress))


def _tell_apart(terms: WagerTerms, view: HandView) -> Hashable:
    """All that the terms can tell of one hand, on either side."""

    def ask(condition: object) -> bool | None:
        try:
            return bool(condition.holds(view))  # type: ignore[attr-defined]
        except LookupError:  # a view of the other side, which was not set
            return None

    asked = tuple((ask(line.player), ask(line.bank)) for line in terms.lines)
    return (view.joker, asked)


def _count_results(
    ranking: Ranking,
    terms: WagerTerms,
    standard: StandardTerms | None,
    setting: HouseWaySetting | None,
    progress: Progress | None,
) -> SituationCounts:
    """Deals by the result of the standard wager too, both hands being set by the house way."""
    if standard is None or setting is None:
        raise NotCounted("there is no house way that sets the hands of the standard wager")
    if standard.bank_exposed.said is Exposed.BEFORE:
        raise NotCounted("players who see the bank's hand do not set by the house way")
    if terms.is_contested:
        raise Uncounted(terms.bank_condition)
    rules = ranking.rank_rules()
    pushes = standard.bank_hand_push.said is YesNo.YES
    aspects = terms.list_aspects("player") | terms.list_aspects("bank")
    if pushes:
        aspects |= standard.bank_hand_push_when.value.aspects
    aspects -= {Aspect.STANDARD}
    plain = replace(
        terms,
        lines=tuple(
            replace(line, player=replace(line.player, standard=None)) for line in terms.lines
        ),
    )
    kinds: dict[Hashable, int] = {}
    views: list[HandView] = []

    def tag(view: HandView) -> int:
        kind = (_tell_apart(plain, view), pushes and bank_pushes(standard, view))
        if kind not in kinds:
            kinds[kind] = len(views)
            views.append(view)
        return kinds[kind]

    for view in count_hands(rules, aspects, setting).views:  # in one order: a tag names a kind
        tag(view)
    counts = count_settings(
        rules, setting, tag, aspects=aspects, keep_player=True, progress=progress
    )
    found: dict[Situation, int] = {}
    for cell, number in counts.views.items():
        own, bank = views[cell.player], views[cell.bank]
        comparison = Comparison(cell.low, cell.high, pushes and bank_pushes(standard, bank))
        shown = replace(own, standard=name_results(standard, comparison, []))
        situation = situate(terms, shown, bank)
        found[situation] = found.get(situation, 0) + number
    return SituationCounts(counts.deals, found)


def _count_compared(
    ranking: Ranking, terms: WagerTerms, progress: Progress | None
) -> SituationCounts:
    """The bank's hand must be beaten card by card: deals by both lines and how the hands compare."""
    if terms.lines_paid.said is not LinesPaid.ONE and terms.lines_paid.is_offered:
        raise Uncounted(terms.lines_paid)
    if not terms.all_classes:
        raise Uncounted(terms.bank_comparison)
    order = rank_lines(terms)

    def place(view: HandView) -> int:
        line = find_line(terms, view)
        return len(order) if line is None else order.index(line)

    categories = [str(line.hand) for line in order]
    counts = count_contests(ranking.rank_rules(), place, categories, progress)
    places = [*((terms.lines.index(line),) for line in order), ()]
    found: dict[Situation, int] = {}
    for (player, bank, within), number in counts.items():
        situation = Situation(places[player], bank_held=places[bank], within=within)
        found[situation] = found.get(situation, 0) + number
    return SituationCounts(sum(counts.values()), found)
