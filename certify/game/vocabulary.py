"""The closed lists of names."""

from __future__ import annotations

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

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("c", "d", "h", "s")


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
    "complete": "whether a complete hand is among the seven; or classes, where one is and each is "
    "of these",
    "holds": "a class of complete hand, or several, each of which five of the seven cards make",
    "joker": "whether the joker is among the seven",
    "joker_used": "whether every complete hand among the seven needs the joker; false: one does not",
    "joker_apart": "the joker stands beside an ace and is a single of its own, not one more ace",
    "pairs": "the groups of the pairs' ranks, highest pair first",
    "pair": "the group of the only pair's rank",
    "three": "the group of the three of a kind's rank, of the higher where there are two",
    "four": "the group of the four of a kind's rank",
    "straights": "a group that the top rank of every straight falls in, and there is one",
    "singles": "the groups of the highest singles' ranks, highest first, for as many as are given",
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
    "highest-permissible-pair": "the highest two equal cards that leave a high hand and are no foul",
    "best-leaving-complete": "the highest two cards that leave a complete hand",
    "pair-leaving-complete": "the highest pair that leaves a complete hand",
}
"""How a rule of a house way names the low hand."""

COMPLETE_CLASSES = ("royal-flush", "straight-flush", "flush", "straight")
"""What a house way calls a complete hand."""

PATTERN: dict[str, str] = {
    "of": "pair, or two-ranks for two cards of different rank",
    "holding": "a group that one of the two cards falls in; or two groups, one for each card",
    "leaving": "the class of the high hand that is left, or several; complete for any complete hand",
}
"""What a low hand may be asked: every word given must hold."""

LOW_KINDS = ("pair", "two-ranks")
COMPLETE = "complete"
"""The word for every complete class together."""

LEAVING = (
    COMPLETE,
    "five-aces",
    "five-of-a-kind",
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pair",
    "one-pair",
    "high-card",
)
"""The classes that a high hand can be asked for."""

TIE_BREAK = "house-way-tie-break"
"""The reading that every house way answers: of low hands that rank equal, which is laid."""

TIE_BREAKS = ("best-high", "lowest-high")
"""The one that leaves the best high hand, or the one that leaves the lowest."""
