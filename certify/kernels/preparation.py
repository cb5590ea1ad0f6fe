"""Compiles every kernel for the arguments that the counts give it, so that no command waits for it.

Each task calls kernels as the counts do, on a deck of a few cards: what is compiled depends on the types of
the arguments, not on their number. `certify doctor --compile` runs them all, once for each edition of the
kernels.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

from certify.base.progress import Progress
from certify.kernels.store import can_write, is_complete, locate_store, note_complete
from certify.kernels.threads import available_threads

_WIDE = 1 << 22
"""Ways in which counts of a small deck leave 32 bits."""


def _prepare_comparisons() -> None:
    """Two hands as set, both hidden or one seen; and hands by class."""
    import numpy as np

    from certify.kernels.contest import BEST, LONG_RUN, THREE_PAIR, compare_places
    from certify.kernels.deck import Deck
    from certify.kernels.dominance import Settings
    from certify.kernels.keys import distinct_inputs
    from certify.kernels.rank import BUG, WHEEL_LOWEST
    from certify.kernels.ranked_hands import rank_suited
    from certify.kernels.settings import mark_fouls, undominated_settings
    from certify.kernels.standard import count_hidden

    deck = Deck((8, 9, 10, 11, 12), 3, 1)
    hands = distinct_inputs(deck).representatives
    stairs = undominated_settings(hands, joker_mode=BUG, wheel=WHEEL_LOWEST)
    lows, highs = stairs.lows[stairs.starts[:-1]], stairs.highs[stairs.starts[:-1]]
    mark_fouls(lows, highs)
    settings = Settings(lows, highs, np.zeros(len(lows), dtype=np.int64))
    count_hidden(deck, settings, threads=1)
    other = highs.copy()
    other[-1] += 1
    count_hidden(deck, replace(settings, highs=other), threads=1)
    inputs = rank_suited(deck)
    places = np.arange(len(inputs.of_input), dtype=np.int64) % 3
    codes = (BEST, THREE_PAIR, LONG_RUN)
    compare_places(inputs, places, codes, joker_mode=BUG, wheel=WHEEL_LOWEST, threads=1)


def _prepare_choices() -> None:
    """A player who answers a bank that he sees, or who sets as well as he can against one he does not."""
    import numpy as np

    from certify.kernels.deck import Deck
    from certify.kernels.dominance import Settings
    from certify.kernels.face_up import COPIES_TO_BANK
    from certify.kernels.keys import distinct_inputs
    from certify.kernels.optimal import find_best_settings, find_low_cards, list_kinds
    from certify.kernels.rank import BUG, WHEEL_LOWEST
    from certify.kernels.settings import Worth, undominated_settings
    from certify.kernels.standard import count_face_up

    deck = Deck((8, 9, 10, 11, 12), 3, 1)
    hands = distinct_inputs(deck).representatives
    stairs = undominated_settings(hands, joker_mode=BUG, wheel=WHEEL_LOWEST)
    lows, highs = stairs.lows[stairs.starts[:-1]], stairs.highs[stairs.starts[:-1]]
    modes: dict[str, Any] = {"joker_mode": BUG, "wheel": WHEEL_LOWEST, "threads": 1}
    tags = np.zeros(len(lows), dtype=np.int64)
    count_face_up(deck, Settings(lows, highs, tags), **modes)
    worth = Worth((Fraction(-1), Fraction(0), Fraction(1)), COPIES_TO_BANK)
    found = find_best_settings(deck, lows, highs, worth, **modes).departures
    list_kinds(found)
    low, high = (int(value) for value in found.best[0])
    find_low_cards(found.cards[0], low, high, joker_mode=BUG, wheel=WHEEL_LOWEST)


def _prepare_pairs() -> None:
    """Pairs of hands by label, in as few bytes as the labels need, and in 64 bits."""
    import numpy as np

    from certify.kernels.deck import HAND, Deck
    from certify.kernels.pairs import count_joint
    from certify.kernels.subsets import suit_classes

    classes = suit_classes(Deck((8, 9, 11, 12), 4, 0), HAND)
    places = np.arange(len(classes), dtype=np.int64) % 3
    for labels in (3, 1 << 9, 1 << 17):
        rows = np.zeros((labels, 2), dtype=np.int64)
        rows[:, 0] = 1
        count_joint(classes, places, rows, threads=1)
    count_joint(classes, places, _WIDE * rows, rows, threads=1)
    count_joint(classes, 0 * places, rows[:1], threads=1)


def _prepare_hands() -> None:
    """What single hands show, how they are set, and what one of them meets."""
    import numpy as np

    from certify.kernels.bank_hands import compare_settings, weigh_replies
    from certify.kernels.dealing import deal_pairs
    from certify.kernels.deck import HAND, Deck
    from certify.kernels.hand_table import tabulate_hands
    from certify.kernels.keys import distinct_inputs, find_inputs
    from certify.kernels.rank import BUG, WHEEL_LOWEST, high_value, low_value
    from certify.kernels.subsets import binomials, colex_rank
    from certify.kernels.views import LABELS, count_features, label

    deck = Deck((8, 9, 10, 11, 12), 3, 1)
    inputs = distinct_inputs(deck)
    hands = inputs.representatives
    for aspect in LABELS:
        if LABELS[aspect].fill is not None:
            label(aspect, hands, wild=False, threads=1)
    table = tabulate_hands(hands, joker_mode=BUG, wheel=WHEEL_LOWEST)
    count_features(deck, wild=False, threads=1)
    find_inputs(inputs, hands)
    colex_rank(np.arange(HAND, dtype=np.int8), binomials())
    deal_pairs(1, 1)
    lows = np.array([low_value(32, 36, BUG)], dtype=np.int32)
    highs = np.array([high_value(hands[0][:5], BUG, WHEEL_LOWEST)], dtype=np.int32)
    tags = np.zeros(len(hands), dtype=np.int64)
    bank = (table.lows[:, 0].copy(), table.highs[:, 0].copy(), tags)
    compare_settings(weigh_replies(deck, inputs, hands[0]), bank, lows, highs)


TASKS: tuple[Callable[[], None], ...] = (
    _prepare_choices,
    _prepare_comparisons,
    _prepare_hands,
    _prepare_pairs,
)
"""The longest first."""


def _run(place: int) -> None:
    TASKS[place]()


def prepare(progress: Progress | None = None) -> bool:
    """Compile every kernel and keep the machine code; returns whether there was anything to do."""
    if is_complete():
        return False
    if not can_write(locate_store()):
        raise OSError(f"{locate_store()} cannot be written")
    workers = min(len(TASKS), available_threads())
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        results = pool.map(_run, range(len(TASKS)))
        for done in range(len(TASKS) + 1):
            if done:
                next(results)
            if progress:
                progress("compiling the counting code", done, len(TASKS))
    note_complete()
    return True
