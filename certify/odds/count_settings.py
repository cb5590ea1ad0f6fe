"""Two hands as set: how low and high compare over all deals, and what a player who chooses can reach.

The bank keeps to a house way. So does the player, or he answers a bank whose hand he sees, or he sets
every hand as well as he can against one that he does not see.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

from certify.base.cache import hash_data
from certify.base.errors import CertifyError, NotCounted
from certify.base.progress import Progress
from certify.game.cards import DECK, format_cards, sort_cards
from certify.game.house_way.build import build_house_way, strip_rules
from certify.game.rank import RankRules
from certify.game.views import NEED_SUITS, NO_ASPECTS, Aspect, HandView
from certify.odds.classes import HAND_SIZE
from certify.odds.count_levels import Levels, Results, load_worth, weigh
from certify.odds.count_views import (
    HouseWaySetting,
    decode,
    describe_rules,
    describe_view,
    find_deck,
    label_classes,
    label_hands,
    share_colours,
)
from certify.odds.counts import count_hands
from certify.odds.identity import remember

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from certify.kernels.deck import Deck
    from certify.kernels.dominance import Settings
    from certify.odds.house_way_table import HouseWayTable

COSTLIEST = 5
"""How many kinds of departure from the house way are kept, each by its costliest example."""

Tags = Callable[[HandView], int]
"""What the terms look at in a hand: 0 for none of it, small numbers otherwise."""


@dataclass(frozen=True, slots=True)
class SettingView:
    """How the player's low and high hand compare with the bank's, and what both hands are tagged."""

    low: int
    high: int
    bank: int = 0
    player: int = 0
    """Kept only where it is asked for."""


@dataclass(frozen=True, slots=True)
class SettingCounts:
    """Ordered deals of a player's and the bank's hand, both set by the house way."""

    views: Mapping[SettingView, int]
    deals: int


@dataclass(frozen=True, slots=True)
class ChoiceCounts:
    """Ordered deals by the result of the player's best answer and by the bank's tag."""

    results: Mapping[tuple[Fraction, int], int]
    deals: int


@dataclass(frozen=True, slots=True)
class Departure:
    """A hand that the best player sets otherwise than the house way, and how many are of its kind."""

    cards: str
    house_way_low: str
    best_low: str
    cost: Fraction
    hands_of_the_kind: int


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Ordered deals by result where the player sets every hand as well as he can."""

    results: Mapping[Fraction, int]
    pushed: int
    """Deals that the bank's hand makes a push whatever the player holds."""
    departing_hands: int
    costliest: tuple[Departure, ...]


def encode(rules: RankRules) -> dict[str, int]:
    """Joker, wheel and equal hands as the kernels name them."""
    from certify.kernels.rank import BUG, WHEEL_LOWEST, WHEEL_SECOND_HIGHEST, WILD
    from certify.kernels.settings import EQUAL_ALLOWED, EQUAL_FOUL

    return {
        "joker_mode": WILD if rules.joker == "wild" else BUG,
        "wheel": WHEEL_LOWEST if rules.wheel == "lowest" else WHEEL_SECOND_HIGHEST,
        "equal": EQUAL_FOUL if rules.equal == "foul" else EQUAL_ALLOWED,
    }


def order_lows(rules: RankRules) -> Callable[[NDArray[np.int32]], NDArray[np.int32]] | None:
    """What turns low values into the order in which low hands are compared; None where they stand in it."""
    if not _looks_at_highest(rules):
        return None
    from certify.kernels.rank import (
        keep_leads,  # only here: what is stored is told without the kernels
    )

    return keep_leads


def _looks_at_highest(rules: RankRules) -> bool:
    return rules.lows == "pairs-then-highest-card"


def order_setting(rules: RankRules, setting: HouseWaySetting) -> HouseWaySetting:
    """The same setting with low values in the order in which low hands are compared."""
    if not _looks_at_highest(rules):
        return setting

    def load() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        from certify.kernels.rank import keep_leads

        lows, highs = setting.load()
        return keep_leads(lows), highs

    return HouseWaySetting({**setting.inputs, "lows": rules.lows}, load)


def set_by_house_way(
    rules: RankRules,
    house_way: Mapping[str, Any],
    readings: Mapping[str, str],
    progress: Progress | None = None,
) -> HouseWaySetting:
    """How a house way, under the readings that its rules name, sets every hand of the deck.

    How low hands are compared with each other is no part of it.
    """
    rules = replace(rules, lows=RankRules().lows)
    inputs = {
        **_describe_ranking(rules),
        "house_way": hash_data(strip_rules(house_way)),
        "readings": dict(sorted(readings.items())),
    }

    @cache
    def load() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        from certify.kernels.house_way import list_values
        from certify.kernels.settings import mark_fouls

        if progress:
            progress("house way", 0, 1)
        table = _tabulate(json.dumps(house_way, sort_keys=True), rules)
        lows, highs = list_values(table.hands, table.play(readings))
        if int(lows.min()) < 0:
            raise CertifyError("the house way leaves some hands unset; see certify house-way")
        if bool(mark_fouls(lows, highs, equal=encode(rules)["equal"]).any()):
            raise CertifyError("the house way sets some hands foul; see certify house-way")
        return lows, highs

    return HouseWaySetting(inputs, load)


@lru_cache(maxsize=1)
def _tabulate(house_way: str, rules: RankRules) -> HouseWayTable:
    """The last house way matched against every hand: all its readings are answered from one table."""
    from certify.odds.house_way_table import tabulate_house_way

    return tabulate_house_way(build_house_way(json.loads(house_way)), rules)


def _describe_ranking(rules: RankRules) -> dict[str, Any]:
    return {**describe_rules(rules), "wheel": rules.wheel, "equal": rules.equal}


def tag_inputs(
    deck: Deck,
    rules: RankRules,
    tags: Tags | None,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    setting: HouseWaySetting | None = None,
) -> NDArray[np.int64]:
    """The tag of each distinct input, which all hands of that input must have."""
    import numpy as np

    from certify.kernels.keys import distinct_inputs, label_inputs

    if aspects & NEED_SUITS:
        asked = " and ".join(sorted(aspects & NEED_SUITS))
        raise NotCounted(
            f"a condition of the standard wager depends on {asked}, "
            "which is not counted together with hands as set"
        )
    if tags is None:
        return np.zeros(len(distinct_inputs(deck).keys), dtype=np.int64)
    if not aspects:
        found = _tag_plainly(distinct_inputs(deck).representatives, rules, tags)
        if found is not None:
            return found
    labels = label_classes(deck, rules, aspects, setting)
    by_label, _ = labels.list_views(aspects)
    of_class = np.array([tags(views[0][0]) for views in by_label], dtype=np.int64)[labels.of_class]
    inputs, places = label_inputs(labels.classes)
    found = np.zeros(len(inputs.keys), dtype=np.int64)
    found[places] = of_class
    if bool((found[places] != of_class).any()):
        raise NotCounted(
            "a condition of the standard wager tells hands apart that differ in nothing but suits "
            "without a flush; hands as set are counted without them"
        )
    return found


def _tag_plainly(hands: NDArray[np.int8], rules: RankRules, tags: Tags) -> NDArray[np.int64] | None:
    """Tag one hand for each distinct input; None where a royal match would make a difference.

    Of all classes only the royal match turns on suits that a distinct input does not keep.
    """
    import numpy as np

    numbers, places = np.unique(label_hands(hands, rules, NO_ASPECTS)["seen"], return_inverse=True)
    shares = share_colours(4)
    views = [decode({"seen": int(number)}, NO_ASPECTS, shares)[0][0] for number in numbers]
    for view in views:
        if "royal-flush" in view.held:
            both = (view.held | {"royal-match"}, view.held - {"royal-match"})
            if len({tags(replace(view, held=held)) for held in both}) > 1:
                return None
    return np.array([tags(view) for view in views], dtype=np.int64)[places.reshape(-1)]


def _describe_tags(
    rules: RankRules,
    tags: Tags | None,
    aspects: frozenset[Aspect],
    setting: HouseWaySetting | None,
) -> list[Any]:
    """The views that have a tag other than 0, as plain data."""
    if tags is None:
        return []
    views = count_hands(rules, aspects, setting).views
    tagged = [(json.dumps(describe_view(view), sort_keys=True), tags(view)) for view in views]
    return [[view, tag] for view, tag in sorted(tagged) if tag]


def count_settings(
    rules: RankRules,
    setting: HouseWaySetting,
    tags: Tags | None = None,
    *,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    keep_player: bool = False,
    progress: Progress | None = None,
) -> SettingCounts:
    """Count all deals by how the settings of both hands compare, the bank's hand being hidden."""
    ordered = order_setting(rules, setting)
    inputs = {
        "setting": dict(ordered.inputs),
        "tags": _describe_tags(rules, tags, aspects, setting),
    }

    def compute() -> Any:
        deck = find_deck(rules)
        return tally_settings(
            deck, ordered, tag_inputs(deck, rules, tags, aspects, setting), progress
        )

    counts = remember("settings", inputs, compute)
    views: Counter[SettingView] = Counter()
    for player, bank, low, high in product(*map(range, (len(counts), len(counts), 3, 3))):
        own = player if keep_player else 0
        number = counts[player][bank][low][high]
        if number:
            views[SettingView(low - 1, high - 1, bank, own)] += number
    return SettingCounts(dict(views), _check(views.values(), rules))


def _check(numbers: Iterable[int], rules: RankRules) -> int:
    cards = 52 + rules.jokers  # without the kernels, which take longer to load than this to check
    deals = comb(cards, HAND_SIZE) * comb(cards - HAND_SIZE, HAND_SIZE)
    if sum(numbers) != deals:
        raise AssertionError("the settings do not sum to all deals of two hands")
    return deals


def tally_settings(
    deck: Deck,
    setting: HouseWaySetting,
    tags: NDArray[np.int64],
    progress: Progress | None = None,
) -> Any:
    """The same from the kernels: by tags of player and bank, then by low and by high."""
    from certify.kernels.standard import count_hidden

    return count_hidden(deck, _set(setting, tags), progress=progress).tolist()


def _set(setting: HouseWaySetting, tags: NDArray[np.int64]) -> Settings:
    """The settings with their tags."""
    from certify.kernels.dominance import Settings

    lows, highs = setting.load()
    if len(lows) != len(tags):
        raise NotCounted("the house way sets the hands of another deck")
    return Settings(lows, highs, tags)


def count_choices(
    rules: RankRules,
    setting: HouseWaySetting,
    results: Results,
    tags: Tags | None = None,
    *,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    progress: Progress | None = None,
) -> ChoiceCounts:
    """Count all deals by the result of the player's best answer to a bank whose hand he sees."""
    levels = weigh(results)
    ordered = order_setting(rules, setting)
    inputs = {
        "setting": dict(ordered.inputs),
        "tags": _describe_tags(rules, tags, aspects, setting),
        "levels": [list(map(list, corners)) for corners in levels.corners],
    }

    def compute() -> Any:
        deck = find_deck(rules)
        return tally_choices(
            deck, rules, ordered, levels, tag_inputs(deck, rules, tags, aspects, setting), progress
        )

    counts = remember("choices", inputs, compute)
    found: Counter[tuple[Fraction, int]] = Counter()
    for tag, by_level in enumerate(counts):
        for value, number in zip(levels.values, by_level, strict=True):
            if number:
                found[value, tag] += number
    return ChoiceCounts(dict(found), _check(found.values(), rules))


def tally_choices(
    deck: Deck,
    rules: RankRules,
    setting: HouseWaySetting,
    levels: Levels,
    tags: NDArray[np.int64],
    progress: Progress | None = None,
) -> Any:
    """The same from the kernels: by tag of the bank and level of result."""
    from certify.kernels.standard import count_face_up

    counts = count_face_up(
        deck,
        _set(setting, tags),
        levels.corners,
        **encode(rules),
        order_lows=order_lows(rules),
        progress=progress,
    )
    return counts.sum(axis=0).tolist()


def refuse_other_order(rules: RankRules) -> None:
    """Raise where low hands are compared by less than both cards: best settings are not sought then."""
    if _looks_at_highest(rules):
        raise NotCounted(
            "the best setting of every hand is sought only where both cards of a low hand count; "
            "leave out deck.low_hand_ranking=pairs-then-highest-card"
        )


def find_best(
    rules: RankRules,
    setting: HouseWaySetting,
    results: Results,
    pushes: Callable[[HandView], bool] | None = None,
    *,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    progress: Progress | None = None,
) -> BestPlay:
    """The player's best setting of every hand against a hidden bank, and what departs from its way.

    `pushes` marks the bank's hands that make a push of the deal whatever the player holds.
    """
    refuse_other_order(rules)
    levels = weigh(results)
    tags = (lambda view: int(pushes(view))) if pushes else None
    inputs = {
        "setting": dict(setting.inputs),
        "pushes": _describe_tags(rules, tags, aspects, setting),
        "results": [[str(Fraction(value)) for value in row] for row in results],
    }

    def compute() -> Any:
        deck = find_deck(rules)
        void = tag_inputs(deck, rules, tags, aspects, setting) > 0
        return tally_best(deck, rules, setting, levels, void, progress)

    found = remember("best", inputs, compute)
    deals: Counter[Fraction] = Counter()
    for value, number in zip(levels.values, found["deals"], strict=True):
        deals[value] += number
    _check([*deals.values(), found["pushed"]], rules)
    departures = [{**item, "cost": Fraction(item["cost"])} for item in found["costliest"]]
    return BestPlay(
        dict(deals),
        found["pushed"],
        found["departing_hands"],
        tuple(Departure(**item) for item in departures),
    )


def tally_best(
    deck: Deck,
    rules: RankRules,
    setting: HouseWaySetting,
    levels: Levels,
    void: NDArray[np.bool_],
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The same from the kernels, as plain data."""
    from certify.kernels import optimal
    from certify.kernels import optimal as kernel

    modes = encode(rules)
    lows, highs = setting.load()
    found = optimal.find_best_settings(
        deck, lows, highs, load_worth(levels), **modes, pushes=void, progress=progress
    )
    departures = found.departures

    def find_low(settings: Any, place: int) -> str:
        low, high = (int(value) for value in settings[place])
        return _write(kernel.find_low_cards(departures.cards[place], low, high, **modes))

    return {
        "deals": list(found.best.deals),
        "pushed": found.best.void,
        "departing_hands": departures.hands,
        "costliest": [
            {
                "cards": _write(departures.cards[kind.place]),
                "house_way_low": find_low(departures.house, kind.place),
                "best_low": find_low(departures.best, kind.place),
                "cost": str(Fraction(int(departures.costs[kind.place]), departures.cost_unit)),
                "hands_of_the_kind": kind.hands,
            }
            for kind in kernel.list_kinds(departures)[:COSTLIEST]
        ],
    }


def _write(codes: Iterable[int]) -> str:
    return format_cards(sort_cards(DECK[int(code)] for code in codes))
