"""Ten paytables, published and made up, and a plain reading of each over every hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from certify.game.vocabulary import HAND_CLASSES
from certify.odds.price import Assumptions, price_lines


@dataclass(frozen=True)
class Made:
    """Lines from the top of the paytable down, and the game around them."""

    name: str
    lines: tuple[tuple[str, int], ...]
    joker: str = "bug"
    deck: int = 53
    precedence: str = "paytable-order"
    envy: tuple[tuple[str, int], ...] = ()
    stake: int = 5

    def price(self, **more):
        text = " ".join(f"{hand}={pays or 'push'}" for hand, pays in self.lines)
        envy = " ".join(f"{hand}={amount}" for hand, amount in self.envy)
        assumptions = Assumptions(
            self.joker, self.deck, self.precedence, envy or None, order="written"
        )
        return price_lines(text, assumptions, stake=str(self.stake), **more)


_TOP = (
    ("seven-card-straight-flush", 8000),
    ("royal-match", 2000),
    ("seven-card-straight-flush-joker", 1000),
    ("five-aces", 400),
    ("royal-flush", 150),
    ("straight-flush", 50),
    ("four-of-a-kind", 25),
    ("full-house", 5),
    ("flush", 4),
)
_ENVY = (
    ("seven-card-straight-flush", 5000),
    ("royal-match", 1000),
    ("seven-card-straight-flush-joker", 500),
    ("five-aces", 250),
    ("royal-flush", 50),
    ("straight-flush", 20),
    ("four-of-a-kind", 5),
)

PAYTABLES = (
    Made(
        "published, three of a kind first",
        (*_TOP, ("three-of-a-kind", 3), ("straight", 2)),
        envy=_ENVY,
    ),
    Made(
        "the same by rank",
        (*_TOP, ("three-of-a-kind", 3), ("straight", 2)),
        precedence="rank-order",
    ),
    Made(
        "the same with a wild joker", (*_TOP, ("three-of-a-kind", 3), ("straight", 2)), joker="wild"
    ),
    Made(
        "with three pair that pushes",
        (*_TOP[4:], ("three-of-a-kind", 3), ("straight", 2), ("three-pair", 0)),
    ),
    Made(
        "without joker",
        (("royal-flush", 300), *_TOP[5:], ("straight", 3), ("three-of-a-kind", 2)),
        deck=52,
    ),
    Made(
        "full house as a ladder",
        (("full-house", 6), ("flush", 4), ("three-of-a-kind", 2), ("two-pair", 0)),
    ),
    Made(
        "from two pair up",
        (*_TOP[3:], ("straight", 2), ("three-of-a-kind", 1), ("two-pair", 0)),
        envy=_ENVY[4:],
    ),
    Made("high card only", (("high-card", 4),)),
    Made(
        "pairs, wild",
        (("five-of-a-kind", 100), ("four-of-a-kind", 8), ("one-pair", 0)),
        joker="wild",
    ),
    Made(
        "by rank against the paper",
        (("straight", 5), ("full-house", 4), ("flush", 3)),
        precedence="rank-order",
        envy=(("straight", 1),),
    ),
)


@cache
def enumerate_hands(deck: int, joker: str):
    """Every hand of the deck one by one: sets of classes held, and how many hands have each."""
    from certify.kernels.deck import Deck
    from certify.kernels.views import FEATURES, count_features

    counted = count_features(Deck(jokers=deck - 52), wild=joker == "wild")
    found: dict[frozenset[str], int] = {}
    for mask, number in counted.items():
        held = {name for bit, name in enumerate(FEATURES) if mask >> bit & 1}
        if "royal-match-joker" in held:
            held = held - {"royal-match-joker"} | {"royal-match"}
        key = frozenset(held)
        found[key] = found.get(key, 0) + number
    return found


def read_plainly(made: Made):
    """Edge, hit rate, variance and envy for each other player, by going through the hands."""
    hands = enumerate_hands(made.deck, made.joker)
    total = sum(hands.values())
    order = list(made.lines)
    if made.precedence == "rank-order":
        order.sort(key=lambda line: HAND_CLASSES.index(line[0]))
    envy = dict(made.envy)
    gain = square = hits = envied = Fraction(0)
    for held, number in hands.items():
        plain = held if len(held) == 1 else held - {"high-card"}
        line = next((line for line in order if line[0] in plain), None)
        net = line[1] if line else -1
        gain += Fraction(net * number, total)
        square += Fraction(net * net * number, total)
        hits += Fraction(number, total) if net > 0 else 0
        envied += Fraction(envy.get(line[0], 0) * number, total) if line else 0
    return -gain, hits, square - gain**2, envied
