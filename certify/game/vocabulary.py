"""The closed lists of names."""

from __future__ import annotations

from dataclasses import dataclass

HAND_CLASSES = (
    "seven-card-straight-flush",
    "royal-match",
    "seven-card-straight-flush-joker",
    "five-aces",
    "five-of-a-kind",
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "three-pair",
    "two-pair",
    "one-pair",
    "high-card",
)
"""From the highest to the lowest: this is the order of rank."""

WAGERS = ("standard", "fortune-bonus", "ace-high")
BANKS = ("house", "player-dealer", "designated-player")
EVENTS = (
    "foreign-card",
    "misdeal",
    "misdeal-handled",
    "bank-miscount",
    "player-miscount",
    "exposed-cards",
    "deck-count",
)
"""Irregularities a round can carry, each with a consequence among the statements."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("c", "d", "h", "s")


@dataclass(frozen=True, slots=True)
class ReadingKey:
    """A question that a document may leave open, its answers, and the wagers it touches."""

    key: str
    values: tuple[str, ...]
    """The closed list of answers; empty where the answer is money or a number."""
    wagers: tuple[str, ...]


READINGS: dict[str, ReadingKey] = {
    reading.key: reading
    for reading in (
        ReadingKey("bonus-precedence", ("paytable-order", "rank-order"), ("fortune-bonus",)),
        ReadingKey("royal-match-joker", ("completes-royal", "not-allowed"), ("fortune-bonus",)),
        ReadingKey("wheel", ("lowest", "second-highest"), ("standard",)),
        ReadingKey("joker", ("bug", "wild"), ("standard", "fortune-bonus", "ace-high")),
        ReadingKey("envy-minimum", (), ("fortune-bonus",)),
        ReadingKey("envy-several", ("each-pays", "highest-pays"), ("fortune-bonus",)),
        ReadingKey("bonus-when-dealer-not-beaten", ("loses", "pushes"), ("fortune-bonus",)),
        ReadingKey("bonus-tie-with-dealer", ("loses", "pushes", "pays"), ("fortune-bonus",)),
        ReadingKey("bonus-comparison", ("by-class", "by-hand"), ("fortune-bonus",)),
        ReadingKey("ace-high-player-only", ("loses", "pushes"), ("ace-high",)),
        ReadingKey("ace-high-bank-without-joker", (), ("ace-high",)),
        ReadingKey("ace-high-bank-with-joker", (), ("ace-high",)),
        ReadingKey("dealer-exposed", ("before", "after"), ("standard",)),
        ReadingKey("dealer-ace-high-push", ("yes", "no"), ("standard",)),
        ReadingKey("player-strategy", ("house-way", "optimal"), ("standard",)),
        ReadingKey("commission", (), ("standard",)),
        ReadingKey("house-way-joker", ("ace", "completes"), ("standard",)),
        ReadingKey(
            "house-way-two-pair-complete", ("two-pair-rule", "complete-hand"), ("standard",)
        ),
        ReadingKey("house-way-quads-with-pair", ("split", "keep"), ("standard",)),
        ReadingKey(
            "house-way-three-aces-complete", ("complete-hand", "three-aces-rule"), ("standard",)
        ),
        ReadingKey("house-way-named-card", ("at-least", "exactly"), ("standard",)),
        ReadingKey("house-way-full-house-pair", ("any-pair", "keep-three"), ("standard",)),
        ReadingKey("house-way-aces-with-three-kings", ("split", "keep"), ("standard",)),
    )
}

SHAPES: dict[str, str] = {
    "no-pair": "seven different ranks",
    "one-pair": "a pair and five singles",
    "two-pair": "two pairs and three singles",
    "three-pair": "three pairs and a single",
    "three-of-a-kind": "three of a kind and four singles",
    "two-threes": "two threes of a kind and a single",
    "full-house": "three of a kind, a pair and two singles",
    "full-house-and-pair": "three of a kind and two pairs",
    "four-of-a-kind": "four of a kind and three singles",
    "four-and-pair": "four of a kind, a pair and a single",
    "four-and-three": "four of a kind and three of a kind",
    "five-aces": "five aces and two singles",
    "five-aces-and-pair": "five aces and a pair",
}
"""How often each rank occurs among seven cards, the joker being an ace. Each hand has one shape."""

CONDITIONS: dict[str, str] = {
    "shape": "the shape of the seven cards, or one of several shapes",
    "complete": "whether a straight, flush, straight flush or royal flush is among the seven",
    "joker_apart": "the joker stands beside an ace and is a single of its own, not one more ace",
    "pairs": "the groups of the pairs' ranks, highest pair first",
    "pair": "the group of the only pair's rank",
    "three": "the group of the three of a kind's rank, of the higher where there are two",
    "four": "the group of the four of a kind's rank",
    "singles": "the groups of all singles' ranks, highest first",
    "highest_single": "the group of the highest single's rank",
    "two_highest_singles_hold": "a group that one of the two highest singles falls in",
    "beside_four": "a group that one of the cards beside the four of a kind falls in",
}
"""What a rule of a house way may look at. A rule matches where all of its conditions hold."""

SELECTORS: dict[str, str] = {
    "two-highest-singles": "the two highest singles",
    "second-and-third-highest": "the second and third highest of seven different ranks",
    "highest-pair": "the highest pair",
    "lower-pair": "the lower of two pairs",
    "pair-beside-four": "the pair, or two of the three, beside a four of a kind",
    "pair-of-three": "two of the three of a kind",
    "pair-of-higher-three": "two of the higher of two threes of a kind",
    "pair-of-four": "two of the four of a kind",
    "pair-of-five": "two of the five aces",
    "ace-and-next-highest": "an ace and the highest card that is none",
    "highest-permissible-pair": "the highest two equal cards that leave a high hand not below them",
    "best-leaving-complete": "the highest two cards that leave a complete hand",
    "pair-leaving-complete": "the highest pair that leaves a complete hand",
}
"""How a rule of a house way names the low hand."""
