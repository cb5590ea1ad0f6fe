"""The bank's hands that each of the player's settings reaches, his own seven cards being out of the deck.

He holds A. The bank's hands without a card of A are, for anything that adds up over hands, the sum over the
subsets S of A of (-1)^|S| times the hands that contain S, and these are base(S) + change(S) as in
``ranked_hands``: all hands by the label of their form, then flush hands by their own label less that of
their form. So what a setting of A reaches has two parts:

- of the base, which depends on the ranks of S alone. Added up over S it depends on the form of A and on
  the setting: one sum for each candidate of each distinct input;
- of the changes, which add up over the suits a flush can be in. Of the suit's flush hands those matter
  to S whose ranks hold the cards of S in the suit, with at most two other cards of S beside them; and
  which suits these two lie in does not. So the sum over S depends on the ranks of A and on those that lie
  in the suit, no matter how the others lie: one sum for each candidate, and for each way in which one suit
  can hold some of the ranks of A.

A plain hand has at most 2^d such ways, d being the number of its different ranks. A flush hand has one for
the suit of its flush, and at most four for another, which holds some of the two cards beside it.

S = A is left out of both parts: the bank's hand that is A itself comes off in ``optimal``. The sums of
changes are kept in 32 bits: those on the way may leave them and come back, since the last, of a suit's
flush hands that share no card with A, added once and taken off once, is smaller than the deck's hands.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, combinations_with_replacement
from math import comb
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, Deck, population, require
from certify.kernels.face_up import BankTypes, lay_out, reach
from certify.kernels.keys import DistinctInputs, count_in_key, split_key
from certify.kernels.ranked_hands import (
    FORMS,
    NATURAL_FORMS,
    RANKS,
    list_rank_subsets,
    place_inputs,
    rank_inputs,
    rest_place,
)
from certify.kernels.ranked_tallies import (
    FlushTables,
    RankTables,
    clear,
    list_forms,
    list_tables,
    make_room,
    tally_suit,
)
from certify.kernels.settings import ABOVE, BELOW, Staircases, drain, mark, mark_words
from certify.kernels.threads import run_in_chunks

_CHUNKS = 64
OWN_SUIT = 4
"""The way of a flush hand in its own suit; those below are of another suit, by the cards it has beside."""
FLUSH_WAYS = OWN_SUIT + 1


class Ways(NamedTuple):
    """Where the sums of changes of each distinct input start, and what of it lies beside a flush."""

    starts: NDArray[np.int64]
    """By input: its candidates stand together for each way, ways after each other."""
    beside: NDArray[np.int32]
    """The ranks beside the flush of an input, a bit each; -1 for an input without."""


class OpponentSums(NamedTuple):
    """What candidates reach: of the base by candidate and level, and of the changes by ways as well."""

    base: NDArray[np.int64]
    changes: NDArray[np.int32]


class _OpponentCandidates(NamedTuple):
    """Settings by distinct input, the ends of what they reach, and the bank's settings."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int16]  # candidate, low or high, relation
    terms: NDArray[np.int64]  # level, relation of low, of high, sign
    bank: NDArray[np.int32]  # by input
    types: NDArray[np.int32]
    sizes: NDArray[np.int64]


class _Forms(NamedTuple):
    """Distinct inputs in the order of their forms; the plain one of each form, and flush ones."""

    starts: NDArray[np.int64]
    inputs: NDArray[np.int32]
    plain: NDArray[np.int32]


def list_ways(inputs: DistinctInputs, candidates: NDArray[np.int64]) -> Ways:
    """Lay out room for each way of each input, given how many candidates each has."""
    numbers = np.empty(len(inputs.keys), dtype=np.int64)
    beside = np.empty(len(inputs.keys), dtype=np.int32)
    _count_ways(inputs.keys, numbers, beside)
    starts = np.zeros(len(numbers) + 1, dtype=np.int64)
    np.cumsum(numbers * candidates, out=starts[1:])
    return Ways(starts, beside)


@compiled
def _count_ways(
    keys: NDArray[np.int64], numbers: NDArray[np.int64], beside: NDArray[np.int32]
) -> None:
    for i in range(len(keys)):
        mask = split_key(keys[i])[0]
        ranks = 0
        others = 0
        for rank in range(RANKS):
            count = count_in_key(keys[i], rank)
            ranks += count > 0
            if count > ((mask >> rank) & 1):
                others |= 1 << rank
        numbers[i] = FLUSH_WAYS if mask else 1 << ranks
        beside[i] = others if mask else -1


def sum_met_hands(
    deck: Deck,
    inputs: DistinctInputs,
    steps: Staircases,
    bank: BankTypes,
    terms: NDArray[np.int64],
    ways: Ways,
    *,
    threads: int,
    progress: Progress | None,
) -> OpponentSums:
    """Sum the bank's hands that each candidate reaches at each level, over all S but A itself.

    ``terms`` gives the signed sum of R for each level, as ``face_up`` has it: level, relation of low, of
    high, sign.
    """
    ends = np.stack(
        [
            np.column_stack([reach(values, own, relation) for relation in range(BELOW, ABOVE + 1)])
            for values, own in ((bank.lows, steps.lows), (bank.highs, steps.highs))
        ],
        axis=1,
    )
    tags = int(bank.types[:, 2].max()) + 1
    sizes = np.array([len(bank.lows), len(bank.highs), tags], dtype=np.int64)
    candidates = _OpponentCandidates(steps.starts, ends, terms, bank.of_label, bank.types, sizes)
    require(deck.hands < 2**31, "hands that contain a subset are counted in 32 bits")
    rank_tables, flush_tables = list_tables(rank_inputs(deck))
    forms = _sort_by_form(inputs)
    levels = int(terms[:, 0].max()) + 1
    spaces: SimpleQueue[OpponentSums] = SimpleQueue()
    for _ in range(threads):
        spaces.put(
            OpponentSums(
                np.zeros((len(steps.lows), levels), dtype=np.int64),
                np.zeros((ways.starts[-1], levels), dtype=np.int32),
            )
        )

    def add_ranks(size: int, columns: tuple[NDArray[np.int8], ...], start: int, stop: int) -> None:
        space = spaces.get()
        held, jokers = (column[start:stop] for column in columns)
        try:
            _add_ranks((-1) ** size, held, jokers, rank_tables, forms, candidates, space.base)
        finally:  # a thread that waits must not wait for ever
            spaces.put(space)

    def add_flushes(subsets: NDArray[np.int64], start: int, stop: int) -> None:
        space = spaces.get()
        try:
            _add_flushes(
                subsets[start:stop],
                flush_tables,
                rank_tables,
                forms,
                ways,
                candidates,
                space.changes,
            )
        finally:
            spaces.put(space)

    for size in range(HAND):
        ranks = list_rank_subsets(deck, size)
        run_in_chunks(
            partial(add_ranks, size, (ranks.counts, ranks.jokers)),
            len(ranks.weights),
            chunks=_CHUNKS,
            threads=threads,
            stage=f"ranks, |S| = {size}",
            progress=progress,
        )
    subsets = _list_suit_subsets(deck)
    run_in_chunks(
        partial(add_flushes, subsets),
        len(subsets),
        chunks=4 * _CHUNKS,
        threads=threads,
        stage="flushes",
        progress=progress,
    )
    total = spaces.get()
    for _ in range(1, threads):
        other = spaces.get()
        total.base[:] += other.base
        total.changes[:] += other.changes
    return total


def _sort_by_form(inputs: DistinctInputs) -> _Forms:
    forms, places = place_inputs(inputs)
    order = np.argsort(forms, kind="stable").astype(np.int32)
    plain = np.full(FORMS, -1, dtype=np.int32)
    without = np.flatnonzero(places < 0)
    plain[forms[without]] = without
    return _Forms(np.searchsorted(forms[order], np.arange(FORMS + 1)), order, plain)


def _list_suit_subsets(deck: Deck) -> NDArray[np.int64]:
    """Every S as one suit sees it: ranks of the suit, joker, and the ranks of up to two cards beside it."""
    rests = [(-1, -1), *((-1, rank) for rank in deck.ranks)]
    rests += list(combinations_with_replacement(deck.ranks, 2))
    rows = []
    for count in range(HAND):
        masks = [sum(1 << rank for rank in held) for held in combinations(deck.ranks, count)]
        require(len(masks) == comb(len(deck.ranks), count), "one mask for each set of ranks")
        for joker in range(deck.jokers + 1):
            for lower, higher in rests:
                beside = (lower >= 0) + (higher >= 0)
                possible = beside == 0 or deck.suits > 1 + (lower == higher)
                if possible and count + joker + beside < HAND:
                    listed = np.empty((len(masks), 4), dtype=np.int64)
                    listed[:, 0] = masks
                    listed[:, 1:] = joker, lower, higher
                    rows.append(listed)
    listed = np.concatenate(rows)
    # the few cards that many hands contain take longest: they are strewn among the others
    return listed[np.random.default_rng(0).permutation(len(listed))]


@compiled
def _add_ranks(
    sign: int,
    held: NDArray[np.int8],
    jokers: NDArray[np.int8],
    tables: RankTables,
    forms: _Forms,
    candidates: _OpponentCandidates,
    sums: NDArray[np.int64],
) -> None:
    """Add the base of subsets of given ranks to the sums of all inputs that have these ranks."""
    types, sizes = candidates.types, candidates.sizes
    room = make_room(1)
    banks = np.zeros(len(types), dtype=np.int32)
    order = np.empty(len(types), dtype=np.int32)
    words, summary = mark_words(len(types))
    rows = np.zeros((sizes[1] + 1, sizes[2], sizes[0] + 1), dtype=np.int32)
    row_of_high = np.empty(sizes[1] + 1, dtype=np.int16)
    for s in range(len(held)):
        found = list_forms(held[s], jokers[s], tables, room)
        for i in range(found):
            kind = candidates.bank[tables.base[room.forms[i]]]
            banks[kind] += room.ways[i]
            mark(words, summary, kind)
        lay_out(order, drain(words, summary, order), banks, types, rows, row_of_high)
        for i in range(found):
            form = room.forms[i]
            factor = sign * room.subsets[i]
            for place in range(forms.starts[form], forms.starts[form + 1]):
                own = forms.inputs[place]
                for step in range(candidates.starts[own], candidates.starts[own + 1]):
                    _read(step, step, factor, candidates, rows, row_of_high, sums)


@compiled
def _read(
    step: int,
    place: int,
    factor: int,
    candidates: _OpponentCandidates,
    rows: NDArray[np.int32],
    row_of_high: NDArray[np.int16],
    sums: NDArray[np.integer[Any]],
) -> None:
    """Add so many times what a candidate reaches of the hands laid out."""
    terms, ends = candidates.terms, candidates.ends
    for term in range(len(terms)):
        low = ends[step, 0, terms[term, 1]]
        row = row_of_high[ends[step, 1, terms[term, 2]]]
        sums[place, terms[term, 0]] += factor * terms[term, 3] * rows[row, 0, low]


@compiled
def _add_flushes(
    subsets: NDArray[np.int64],
    flushes: FlushTables,
    tables: RankTables,
    forms: _Forms,
    ways: Ways,
    candidates: _OpponentCandidates,
    sums: NDArray[np.int32],
) -> None:
    """Add the changes of subsets as one suit sees them to the sums of all inputs that contain them."""
    types, sizes = candidates.types, candidates.sizes
    room = make_room(len(candidates.bank))
    banks = np.zeros(len(types), dtype=np.int32)
    order = np.empty(len(types), dtype=np.int32)
    words, summary = mark_words(len(types))
    rows = np.zeros((sizes[1] + 1, sizes[2], sizes[0] + 1), dtype=np.int32)
    row_of_high = np.empty(sizes[1] + 1, dtype=np.int16)
    for s in range(len(subsets)):
        inside, joker, lower, higher = subsets[s]
        found = tally_suit(inside, joker, lower, higher, 0, flushes, room, 0)
        changed = False
        for i in range(found):
            number = room.changes[room.touched[i]]
            if number:
                kind = candidates.bank[room.touched[i]]
                banks[kind] += number
                mark(words, summary, kind)
                changed = True
        clear(room, found)
        if changed:
            lay_out(order, drain(words, summary, order), banks, types, rows, row_of_high)
            for own_joker in range(joker, flushes.jokers + 1):
                _add_holders(
                    subsets[s],
                    own_joker,
                    flushes,
                    tables,
                    forms,
                    ways,
                    candidates,
                    rows,
                    row_of_high,
                    sums,
                )


@compiled
def _add_holders(  # noqa: C901, PLR0915  (one walk, plain arrays)
    subset: NDArray[np.int64],
    joker: int,
    flushes: FlushTables,
    tables: RankTables,
    forms: _Forms,
    ways: Ways,
    candidates: _OpponentCandidates,
    rows: NDArray[np.int32],
    row_of_high: NDArray[np.int16],
    sums: NDArray[np.int32],
) -> None:
    """Add what is laid out to all inputs and ways of one suit that contain a subset.

    Walks over the ranks of the deck; each takes no card or one of the suit, and some of the others.
    """
    ranks, suits = flushes.ranks, flushes.suits
    inside, lower, higher = subset[0], subset[2], subset[3]
    count = len(ranks)
    wanted = np.zeros(count, dtype=np.int64)  # cards of S beside the suit
    needed = np.zeros(count + 1, dtype=np.int64)
    for j in range(count - 1, -1, -1):
        wanted[j] = (ranks[j] == lower) + (ranks[j] == higher)
        needed[j] = needed[j + 1] + wanted[j] + ((inside >> ranks[j]) & 1)
    parity = population(inside) + subset[1] + (lower >= 0) + (higher >= 0)
    choices = np.empty(count + 1, dtype=np.int64)
    lefts = np.empty(count + 1, dtype=np.int64)
    places = np.empty(count + 1, dtype=np.int64)
    factors = np.empty(count + 1, dtype=np.int64)
    masks = np.empty(count + 1, dtype=np.int64)
    bits = np.empty(count + 1, dtype=np.int64)
    found = np.empty(count + 1, dtype=np.int64)
    lowers = np.empty(count + 1, dtype=np.int64)
    highers = np.empty(count + 1, dtype=np.int64)
    total = HAND - joker
    lefts[0], places[0], factors[0] = total, joker * NATURAL_FORMS, 1 - 2 * (parity & 1)
    masks[0], bits[0], found[0], lowers[0], highers[0] = 0, 0, 0, -1, -1
    choices[0] = -1
    j = 0
    while j >= 0:
        choices[j] += 1
        others = choices[j] >> 1
        own = choices[j] & 1
        if others >= suits or others > lefts[j]:
            j -= 1
            continue
        held = (inside >> ranks[j]) & 1
        left = lefts[j] - own - others
        if own < held or others < wanted[j]:
            continue
        if left < needed[j + 1] or left > suits * (count - j - 1):
            continue
        number = own + others
        after = j + 1
        lefts[after] = left
        places[after] = places[j] + tables.offsets[ranks[j], number, total - lefts[j]]
        factors[after] = factors[j] * tables.binomials[others, wanted[j]]
        masks[after] = masks[j] | (own << ranks[j])
        bits[after] = bits[j] | (own << found[j])
        found[after] = found[j] + (number > 0)
        lowers[after], highers[after] = lowers[j], highers[j]
        for _ in range(min(others, 2)):
            lowers[after], highers[after] = highers[after], ranks[j]
        if left:
            j = after
            choices[j] = -1
            continue
        mask = masks[after]
        form = places[after]
        if population(mask) >= 5 - joker:
            input_ = flushes.beside[joker, mask, rest_place(lowers[after], highers[after]), 0]
            _add_way(input_, OWN_SUIT, factors[after], ways, candidates, rows, row_of_high, sums)
            continue
        if forms.plain[form] >= 0:
            input_ = forms.plain[form]
            _add_way(input_, bits[after], factors[after], ways, candidates, rows, row_of_high, sums)
        if population(mask) <= 2:
            for place in range(forms.starts[form], forms.starts[form + 1]):
                input_ = forms.inputs[place]
                beside = ways.beside[input_]
                if beside >= 0 and mask & ~beside == 0:
                    way = way_beside(mask, beside)
                    _add_way(input_, way, factors[after], ways, candidates, rows, row_of_high, sums)


@compiled
def way_beside(mask: int, beside: int) -> int:
    """Return the way in which a suit holds some of the ranks beside a flush, two at most."""
    lowest = beside & -beside
    return (1 if mask & lowest else 0) | (2 if mask & (beside ^ lowest) else 0)


@compiled
def _add_way(
    own: int,
    way: int,
    factor: int,
    ways: Ways,
    candidates: _OpponentCandidates,
    rows: NDArray[np.int32],
    row_of_high: NDArray[np.int16],
    sums: NDArray[np.int32],
) -> None:
    first = candidates.starts[own]
    number = candidates.starts[own + 1] - first
    place = ways.starts[own] + way * number
    for step in range(number):
        _read(first + step, place + step, factor, candidates, rows, row_of_high, sums)
