"""Every view of one hand and of two, and the number of deals that have it.

One hand seen in the usual way is counted from patterns, in milliseconds. Further aspects and pairs of
hands come from the kernels and are kept between runs.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Any

from certify.base.errors import NotCounted
from certify.base.progress import Progress
from certify.game.cards import DECK
from certify.game.rank import CATEGORIES, RankRules
from certify.game.views import (
    BEYOND_CARDS,
    NO_ASPECTS,
    Aspect,
    HandView,
    count_choices,
    look,
)
from certify.odds.classes import HAND_SIZE, count_views
from certify.odds.count_views import (
    HouseWaySetting,
    Labels,
    describe_rules,
    describe_view,
    find_deck,
    label_classes,
    rank_labels,
    read_view,
)
from certify.odds.identity import remember

if TYPE_CHECKING:
    from certify.kernels.deck import Deck
    from certify.odds.count_joint import Groups

MOST_KINDS = 256
"""Kinds of hands that a matrix of pairs can hold, those of both sides together."""

TellApart = Callable[[HandView], Hashable]


@dataclass(frozen=True, slots=True)
class HandCounts:
    """Hands by view. A hand counts once for each choice of the cards that are looked at."""

    views: Mapping[HandView, int]
    deals: int


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Ordered deals of two hands by their views: the player's or one's own, the bank's or another's.

    Where views need not be told apart, one stands for all that are alike.
    """

    views: Mapping[tuple[HandView, HandView], int]
    deals: int


def count_hands(
    rules: RankRules,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    setting: HouseWaySetting | None = None,
) -> HandCounts:
    """Count all hands of the deck by their views."""
    if Aspect.STANDARD in aspects:
        raise NotCounted(
            "the result of the standard wager is not counted together with this condition"
        )
    if not aspects:
        views = count_views(rules)
        return HandCounts(views, sum(views.values()))
    inputs = _describe(rules, aspects, setting)

    def compute() -> dict[str, Any]:
        return _write(tally_hands(find_deck(rules), rules, aspects, setting))

    data = remember("hands", inputs, compute)
    views = {read_view(view): number for view, number in data["views"]}
    counts = HandCounts(views, data["deals"])
    ways = count_choices(aspects)
    if not sum(views.values()) == counts.deals == comb(52 + rules.jokers, HAND_SIZE) * ways:
        raise AssertionError("the views of one hand do not sum to all hands")
    return counts


def _write(counts: HandCounts) -> dict[str, Any]:
    return {
        "views": [[describe_view(view), number] for view, number in counts.views.items()],
        "deals": counts.deals,
    }


def _describe(
    rules: RankRules, aspects: frozenset[Aspect], setting: HouseWaySetting | None
) -> dict[str, Any]:
    """All that the views of a hand depend on, as plain data."""
    described: dict[str, Any] = {"rules": describe_rules(rules), "aspects": sorted(aspects)}
    if Aspect.AS_SET in aspects and setting is not None:
        described["setting"] = dict(setting.inputs)
    return described


def tally_hands(
    deck: Deck,
    rules: RankRules,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    setting: HouseWaySetting | None = None,
) -> HandCounts:
    """Label every suit class of a deck and count, from the kernels alone."""
    import numpy as np

    labels = label_classes(deck, rules, aspects, setting)
    hands = np.zeros(len(labels.rows), dtype=np.int64)
    np.add.at(hands, labels.of_class, labels.classes.orbits)
    by_label, ways = labels.list_views(aspects)
    counts: Counter[HandView] = Counter()
    for number, views in zip(hands.tolist(), by_label, strict=True):
        for view, times in views:
            counts[view] += number * times
    kept = count_choices(aspects)
    shared = ways // kept  # the namings of suits, each as likely as another
    if any(number % shared for number in counts.values()):
        raise AssertionError("hands do not divide by the names of suits")
    ordered = sorted(counts, key=_order)
    return HandCounts({view: counts[view] // shared for view in ordered}, deck.hands * kept)


@lru_cache(maxsize=1 << 16)
def _order(view: HandView) -> str:
    return json.dumps(describe_view(view), sort_keys=True)


def count_pairs(
    rules: RankRules,
    first: frozenset[Aspect] = NO_ASPECTS,
    second: frozenset[Aspect] = NO_ASPECTS,
    *,
    tell_apart: TellApart | None = None,
    setting: HouseWaySetting | None = None,
    progress: Progress | None = None,
) -> PairCounts:
    """Count the ordered deals of two hands by their views.

    With further aspects only views that `tell_apart` gives different answers for are kept apart.
    """
    sides = (first, second)
    if not first and not second:
        tell_apart = None  # one matrix serves all, whatever they tell apart
    grouped = {
        side: _group(count_hands(rules, side, setting).views, tell_apart) for side in set(sides)
    }
    groups = [grouped[side] for side in sides]
    _refuse(groups)
    inputs = {
        "first": _describe(rules, first, setting),
        "second": _describe(rules, second, setting),
        "apart": [_hash(group) for group in groups] if first or second else [],
    }

    def compute() -> list[list[int]]:
        from certify.odds.count_joint import tally_pairs

        return tally_pairs(find_deck(rules), rules, sides, groups, setting, progress)

    matrix = remember("pairs", inputs, compute)
    names = [_represent(group) for group in groups]
    views = {
        (one, two): number
        for one, row in zip(names[0], matrix, strict=True)
        for two, number in zip(names[1], row, strict=True)
        if number
    }
    cards = 52 + rules.jokers
    deals = comb(cards, HAND_SIZE) * comb(cards - HAND_SIZE, HAND_SIZE)
    for side in sides:
        deals *= count_choices(side)
    if sum(views.values()) != deals:
        raise AssertionError("the pairs do not sum to all deals of two hands")
    return PairCounts(views, deals)


def _group(views: Iterable[HandView], tell_apart: TellApart | None) -> Groups:
    numbers: dict[Hashable, int] = {}
    return {
        view: numbers.setdefault(tell_apart(view) if tell_apart else view, len(numbers))
        for view in sorted(views, key=_order)
    }


def _represent(groups: Groups) -> list[HandView]:
    """One view of each group, in the order of the groups."""
    found: dict[int, HandView] = {}
    for view, number in groups.items():
        found.setdefault(number, view)
    return [found[number] for number in range(len(found))]


def _hash(groups: Groups) -> str:
    listed = [[_order(view), number] for view, number in groups.items()]
    return hashlib.sha256(json.dumps(listed).encode()).hexdigest()


def _refuse(groups: Sequence[Groups]) -> None:
    """Refuse more kinds of hands than can be counted in pairs, saying how many there are."""
    kinds = sum(max(group.values()) + 1 for group in groups)
    if kinds > MOST_KINDS:
        raise NotCounted(
            f"{kinds} kinds of hands are too many to be counted in pairs; {MOST_KINDS} are not"
        )


def count_contests(
    rules: RankRules,
    place: Callable[[HandView], int],
    categories: Sequence[str],
    progress: Progress | None = None,
) -> Mapping[tuple[int, int, int], int]:
    """Count ordered deals by the places of both hands in an order, and how they compare within one.

    `place` gives the number of a class in the order, its length for none; `categories` names the
    classes. The third number is -1, 0 or 1 as the player's hand is below, level with or above the
    bank's inside one place, and 0 where the places differ. Hands without a place are level.
    """
    places = {view: place(view) for view in sorted(count_hands(rules).views, key=_order)}
    inputs = {
        "rules": {**describe_rules(rules), "wheel": rules.wheel},
        "places": list(places.values()),
        "categories": list(categories),
    }

    def compute() -> Any:
        return tally_contests(find_deck(rules), rules, places, categories, progress)

    found = remember("contests", inputs, compute)
    return {(player, bank, within): number for player, bank, within, number in found}


def tally_contests(
    deck: Deck,
    rules: RankRules,
    places: Mapping[HandView, int],
    categories: Sequence[str],
    progress: Progress | None = None,
) -> list[list[int]]:
    """The same from the kernels: lists of player's place, bank's place, within and deals."""
    import numpy as np

    from certify.kernels.contest import compare_places
    from certify.odds.count_settings import encode

    labels = rank_labels(deck, rules)
    by_label, _ = labels.list_views(NO_ASPECTS)
    of_label = np.array([places[views[0][0]] for views in by_label], dtype=np.int64)
    codes = [_find_measure(name) for name in categories]
    modes = encode(rules)
    counts = compare_places(
        labels.inputs,
        of_label[labels.of_input],
        codes,
        joker_mode=modes["joker_mode"],
        wheel=modes["wheel"],
        progress=progress,
    )
    found = []
    for (player, bank), cells in _walk(counts):
        if player == bank:
            found += [[player, bank, within - 1, n] for within, n in enumerate(cells) if n]
        elif sum(cells):
            found.append([player, bank, 0, sum(cells)])
    return found


def _find_measure(name: str) -> int:
    """What decides between two hands of one class, as `game.holdings.rank_within` has it."""
    from certify.kernels import contest

    if name in CATEGORIES:
        return CATEGORIES.index(name)
    if name.startswith("seven-card"):
        return contest.LONG_RUN
    return {"royal-match": contest.LEVEL, "three-pair": contest.THREE_PAIR}.get(name, contest.BEST)


def _walk(counts: Any) -> Iterable[tuple[tuple[int, int], list[int]]]:
    for player, row in enumerate(counts.tolist()):
        for bank, cells in enumerate(row):
            yield (player, bank), cells


def list_hands_where(
    rules: RankRules,
    predicate: Callable[[HandView], bool],
    aspects: frozenset[Aspect] = NO_ASPECTS,
    most: int = 4096,
) -> list[int] | None:
    """The hands that hold a predicate as sums of 1 << code of their cards; None where too many."""
    if aspects & BEYOND_CARDS:
        asked = ", ".join(sorted(aspects & BEYOND_CARDS))
        raise NotCounted(f"{asked}: such views are not listed hand by hand")
    views = count_hands(rules, aspects).views
    wanted = sorted(filter(predicate, views), key=_order)
    if sum(views[view] for view in wanted) > most:
        return None
    inputs = {
        **_describe(rules, aspects, None),
        "wanted": [describe_view(view) for view in wanted],
    }
    chosen = frozenset(wanted)

    def compute() -> list[int]:
        return _list_members(label_classes(find_deck(rules), rules, aspects), aspects, chosen)

    masks: list[int] = remember("listed", inputs, compute)
    if len(masks) != sum(views[view] for view in wanted):
        raise AssertionError("the hands listed are not as many as were counted")
    return masks


def _list_members(
    labels: Labels, aspects: frozenset[Aspect], wanted: frozenset[HandView]
) -> list[int]:
    """All hands of the suit classes that can have a wanted view, but those that have another."""
    import numpy as np

    by_label, _ = labels.list_views(aspects)
    holds = np.array([any(view in wanted for view, _ in views) for views in by_label])
    masks: set[int] = set()
    rows = labels.classes.representatives()[holds[labels.of_class]]
    for row in rows.tolist():
        for order in permutations(range(4)):
            codes = [code if code == 52 else code & ~3 | order[code & 3] for code in row]
            if look([DECK[code] for code in codes], labels.rules, aspects) in wanted:
                masks.add(sum(1 << code for code in codes))
    return sorted(masks)
