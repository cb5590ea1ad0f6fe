"""Seeded dealing that gives the same cards on any machine and under any version of Python.

The generator is SHA-256 over a counter: block n of a round is the digest of the ASCII text
`certify-deal-1/SEED/ROUND/n`, n from 0, read as four numbers of 64 bits, most significant byte
first. A number below a bound is the remainder by it of the next number that is less than the
largest multiple of the bound within 2^64, so that each is equally likely. The deck, in the order
2c 2d 2h 2s 3c ... As Joker (without it where a document has none), is shuffled by Fisher and Yates
from its last card down: card i changes
places with card j, j drawn below i + 1. Another implementation can repeat it from this paragraph.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from certify.game.cards import DECK, Card

HAND_SIZE = 7
_NUMBERS = 1 << 64


@dataclass(slots=True)
class Generator:
    """The numbers of one round of one seed."""

    seed: int
    round: int
    _numbers: Iterator[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._numbers = self._list_numbers()

    def _list_numbers(self) -> Iterator[int]:
        block = 0
        while True:
            text = f"certify-deal-1/{self.seed}/{self.round}/{block}"
            digest = hashlib.sha256(text.encode("ascii")).digest()
            for start in range(0, len(digest), 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1

    def draw(self, bound: int) -> int:
        """A number from 0 up to, not including, the bound, each equally likely."""
        limit = _NUMBERS - _NUMBERS % bound
        return next(number for number in self._numbers if number < limit) % bound

    def shuffle(self, deck: tuple[Card, ...] = DECK) -> tuple[Card, ...]:
        """The whole deck in random order."""
        cards = list(deck)
        for last in range(len(cards) - 1, 0, -1):
            other = self.draw(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

    def deal(self, hands: int, deck: tuple[Card, ...] = DECK) -> tuple[tuple[Card, ...], ...]:
        """So many hands of seven from the top of a shuffled deck, the bank's last."""
        cards = self.shuffle(deck)
        return tuple(cards[HAND_SIZE * place : HAND_SIZE * (place + 1)] for place in range(hands))
