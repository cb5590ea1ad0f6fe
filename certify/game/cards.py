"""Cards, the deck, and the notation that people type and read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from certify.base.errors import CertifyError
from certify.game.vocabulary import RANKS, SUITS

ACE, KING, QUEEN = 12, 11, 10
RED_SUITS = (1, 2)
_JOKER_RANK = 13
_CARD = re.compile(r"joker|jk|@|(?:10|[2-9tjqka])[cdhs♣♦♥♠]", re.IGNORECASE)
_SYMBOLS = dict(zip("♣♦♥♠", SUITS, strict=True))


class Card(NamedTuple):
    """A card: rank 0 (deuce) to 12 (ace), suit 0 to 3 (clubs, diamonds, hearts, spades)."""

    rank: int
    suit: int

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self.rank == _JOKER_RANK

    @property
    def code(self) -> int:
        """The number the kernels know the card by."""
        return 4 * self.rank + self.suit

    def __str__(self) -> str:
        return "Joker" if self.is_joker else RANKS[self.rank] + SUITS[self.suit]


JOKER = Card(_JOKER_RANK, 0)
DECK: tuple[Card, ...] = (*(Card(rank, suit) for rank in range(13) for suit in range(4)), JOKER)
"""The deck in the order of the kernels' codes."""


def parse_card(text: str) -> Card:
    """Read one card: `As`, `10d`, `Td`, `A♠`, `Joker`, `JK` or `@`."""
    if text.lower() in {"joker", "jk", "@"}:
        return JOKER
    if text.upper().replace("T", "10") in RANKS:
        raise CertifyError(
            f"{text!r} is not a card: its suit is missing; write cards like As Kh 10d 2c Joker"
        )
    rank, suit = text[:-1].upper().replace("T", "10"), _SYMBOLS.get(text[-1:], text[-1:].lower())
    if rank not in RANKS:
        raise CertifyError(
            f"{text!r} is not a card: the rank {rank!r} is not one of "
            f"{' '.join(RANKS)}; write cards like As Kh 10d 2c Joker"
        )
    if suit not in SUITS:
        raise CertifyError(
            f"{text!r} is not a card: the suit {suit!r} is not one of "
            f"{' '.join(SUITS)} ♠ ♥ ♦ ♣; write cards like As Kh 10d 2c Joker"
        )
    return Card(RANKS.index(rank), SUITS.index(suit))


def parse_cards(text: str, count: int | None = None) -> tuple[Card, ...]:
    """Read several different cards, separated by spaces or commas or run together: `8c8h6s`."""
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    cards = tuple(parse_card(part) for word in words for part in _divide(word))
    if count is not None and len(cards) != count:
        raise CertifyError(
            f"{len(cards)} cards given, {count} needed: {text!r}; write cards like As Kh 10d 2c Joker"
        )
    for card in cards:
        if cards.count(card) > 1:
            raise CertifyError(f"duplicate card: {card} (in {text!r})")
    return cards


def _divide(word: str) -> list[str]:
    """The cards that are run together in a word, and what among them is none."""
    parts = [part for part in re.split(f"({_CARD.pattern})", word, flags=_CARD.flags) if part]
    # what is no card and stands alone may still have been meant as one: `1s`, `Ax`
    return parts if _CARD.match(word) else [word]


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards the way `parse_cards` reads them."""
    return " ".join(str(card) for card in cards)


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Highest rank first, the joker before all."""
    return tuple(sorted(cards, reverse=True))
