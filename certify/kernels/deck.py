"""The cards that hands are dealt from; numpy is needed for nothing but their codes in a column."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
