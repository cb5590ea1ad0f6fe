"""The different values in a long column, without sorting it.

Millions of hands have some hundred thousand different values at most. Each value is looked up in a table by
a hash and gets the number of its first appearance; only the different values are then sorted.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled

_MIX = np.uint64(0x9E3779B97F4A7C15)


class Numbered(NamedTuple):
    """The different values ascending, where each is met first, and for each entry its value's place."""

    values: NDArray[np.int64]
    first: NDArray[np.int64]
    places: NDArray[np.int32]


def number_values(column: NDArray[np.int64]) -> Numbered:
    """Number the values of a column by their ascending order."""
    column = np.ascontiguousarray(column, dtype=np.int64)
    places = np.empty(len(column), dtype=np.int32)
    first = _number(column, places)
    values = column[first]
    order = np.argsort(values)
    place_of = np.empty(len(order), dtype=np.int32)
    place_of[order] = np.arange(len(order), dtype=np.int32)
    return Numbered(values[order], first[order], place_of[places])


@compiled
def _number(column: NDArray[np.int64], places: NDArray[np.int32]) -> NDArray[np.int64]:
    """Write for each entry the number of its value in order of appearance; return where each appears."""
    bits = 12
    slots = np.full(1 << bits, -1, dtype=np.int32)
    first = np.empty(1 << (bits - 1), dtype=np.int64)
    found = 0
    for i in range(len(column)):
        slot = _find(column, column[i], slots, first, bits)
        number = slots[slot]
        if number < 0:
            if found == len(first):  # half full: twice the room
                bits += 1
                larger = np.empty(2 * len(first), dtype=np.int64)
                larger[:found] = first
                first = larger
                slots = np.full(1 << bits, -1, dtype=np.int32)
                for known in range(found):
                    slots[_find(column, column[first[known]], slots, first, bits)] = known
                slot = _find(column, column[i], slots, first, bits)
            number = np.int32(found)
            slots[slot] = number
            first[found] = i
            found += 1
        places[i] = number
    return first[:found].copy()


@compiled
def _find(
    column: NDArray[np.int64],
    value: int,
    slots: NDArray[np.int32],
    first: NDArray[np.int64],
    bits: int,
) -> int:
    """The slot of a value, or the empty one where it belongs."""
    slot = int(np.int64((np.uint64(value) * _MIX) >> np.uint64(64 - bits)))
    while slots[slot] >= 0 and column[first[slots[slot]]] != value:
        slot = (slot + 1) & (len(slots) - 1)
    return slot
