"""The cards that hands are dealt from; numpy is needed for nothing but their codes in a column."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray


def _population(context: Any, word: Any) -> Any:  # noqa: ARG001  (numba's protocol)
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest_bit(context: Any, word: Any) -> Any:  # noqa: ARG001  (numba's protocol)
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


population = cast("Callable[[int], int]", intrinsic(_population))
"""Counts the bits that are set."""

lowest_bit = cast("Callable[[int], int]", intrinsic(_lowest_bit))
"""Gives the position of the lowest bit that is set; 64 where there is none."""


HAND = 7
JOKER = 52


@dataclass(frozen=True, slots=True)
class Deck:
    """Some ranks in some suits, with a joker or without; by default the full pack of 53.

    A *position* numbers the cards of the deck from 0 in ascending order of their codes, the
    joker last. For the full deck position and code are the same.
    """

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4
    jokers: int = 1

    def __post_init__(self) -> None:
        if sorted(set(self.ranks) & set(range(13))) != list(self.ranks):
            raise ValueError(f"ranks must ascend within 0..12: {self.ranks}")
        if not 1 <= self.suits <= 4 or not 0 <= self.jokers <= 1:
            raise ValueError(f"1 to 4 suits and 0 or 1 joker, not {self.suits} and {self.jokers}")

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.ranks) * self.suits + self.jokers

    @property
    def hands(self) -> int:
        """Return the number of seven-card hands."""
        return comb(self.size, HAND)

    @property
    def deals(self) -> int:
        """Return the number of ordered deals of two disjoint hands."""
        return self.hands * comb(self.size - HAND, HAND)

    def codes(self) -> NDArray[np.int8]:
        """Return the card codes by position."""
        import numpy as np

        natural = [4 * rank + suit for rank in self.ranks for suit in range(self.suits)]
        return np.array(natural + [JOKER] * self.jokers, dtype=np.int8)


FULL_DECK = Deck()


class TotalDisagreesError(ArithmeticError):
    """A kernel's result breaks a law that it must obey: never a wrong input, always a defect."""


def require(holds: object, law: str) -> None:
    """Stop with the law's name where it does not hold."""
    if not holds:
        raise TotalDisagreesError(law)


def containing_pairs(cards: int, size: int) -> int:
    """Return the ordered pairs of hands that both contain a subset, summed over its size."""
    return comb(cards, size) * comb(cards - size, HAND - size) ** 2


def require_fit(cards: int) -> None:
    """Make sure that no sum over subsets, signed or not, can leave 64 bits."""
    bound = sum(containing_pairs(cards, size) for size in range(HAND + 1))
    require(bound < 2**63, f"pairs of hands of {cards} cards can be counted in 64 bits")


def fits_each(cards: int, ways: int) -> bool:
    """Tell whether the sum over the subsets of each size stays in 64 bits, a pair having ``ways``.

    That is enough for a signed sum of them: numbers that leave 64 bits on the way come back, since
    the last sum, of disjoint pairs, is less than that of the empty subset.
    """
    return ways * max(containing_pairs(cards, size) for size in range(HAND + 1)) < 2**63
