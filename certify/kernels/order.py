"""Sorting small numbers as they come: one bit each, and one bit for each word of those."""

import numpy as np
from numpy.typing import NDArray

from certify.kernels.bits import lowest_bit
from certify.kernels.compilation import compiled


@compiled
def mark_words(numbers: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return empty words for the numbers below a limit, and the summary of the words."""
    words = (numbers >> 6) + 1
    return np.zeros(words, dtype=np.int64), np.zeros((words >> 6) + 1, dtype=np.int64)


@compiled
def mark(words: NDArray[np.int64], summary: NDArray[np.int64], number: int) -> None:
    """Enter a number; entering it again changes nothing."""
    word = number >> 6
    words[word] |= 1 << (number & 63)
    summary[word >> 6] |= 1 << (word & 63)


@compiled
def drain(words: NDArray[np.int64], summary: NDArray[np.int64], order: NDArray[np.int32]) -> int:
    """List the numbers entered in ascending order, return how many, and forget them."""
    length = 0
    for block in range(len(summary)):
        marked = summary[block]
        summary[block] = 0
        while marked:
            word = (block << 6) + lowest_bit(marked)
            marked &= marked - 1
            held = words[word]
            words[word] = 0
            while held:
                order[length] = (word << 6) + lowest_bit(held)
                held &= held - 1
                length += 1
    return length
