"""One deal for every view of a hand and for every pair of views: `python -m tests.golden.deals`.

The kernels label every suit class of hands with what is seen of it; one hand of each label is kept, and for
each pair of views that comes at all two hands without a common card. The engine then looks at the same cards
by itself: cards are the only thing that both sides share.
"""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from certify.game.cards import DECK, format_cards
from certify.game.rank import RankRules
from certify.game.views import NO_ASPECTS, HandView
from certify.kernels.deck import Deck
from certify.odds.count_views import describe_view, label_classes, read_view
from certify.odds.counts import count_pairs

FILE = Path(__file__).parent / "deals.json"
TRIES = 400
JOKER = 52


def list_hands(joker: str) -> dict[HandView, list[tuple[int, ...]]]:
    """Some hands of every view, by the kernels' labels alone."""
    labels = label_classes(Deck(), RankRules(joker=joker))
    views, _ = labels.list_views(NO_ASPECTS)
    hands = labels.classes.representatives()
    chosen: dict[HandView, list[tuple[int, ...]]] = {}
    draw = random.Random(13)
    suits = list(permutations(range(4)))
    for label, weighted in enumerate(views):
        (view, _), *_ = weighted
        places = np.flatnonzero(labels.of_class == label)
        picked = places if len(places) <= TRIES else draw.sample(places.tolist(), TRIES)
        for place in picked:
            cards = hands[place].tolist()
            for renamed in draw.sample(suits, 6):
                codes = tuple(
                    sorted(
                        code if code == JOKER else code // 4 * 4 + renamed[code % 4]
                        for code in cards
                    )
                )
                chosen.setdefault(view, []).append(codes)
    return {view: list(dict.fromkeys(found)) for view, found in chosen.items()}


def find_disjoint(
    first: list[tuple[int, ...]], second: list[tuple[int, ...]]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Two hands without a common card."""
    masks = [(hand, sum(1 << code for code in hand)) for hand in second]
    for own in first:
        mask = sum(1 << code for code in own)
        for other, taken in masks:
            if not mask & taken:
                return own, other
    return None


def write_cards(codes: tuple[int, ...]) -> str:
    return format_cards([DECK[code] for code in codes])


def generate() -> dict[str, Any]:
    """The deals as plain data: views, hands by view, and pairs of hands by the places of their views."""
    found: dict[str, Any] = {}
    for joker in ("bug", "wild"):
        hands = list_hands(joker)
        views = sorted(hands, key=lambda view: json.dumps(describe_view(view), sort_keys=True))
        found[joker] = {
            "views": [describe_view(view) for view in views],
            "hands": [write_cards(hands[view][0]) for view in views],
        }
    places = {read_view(view): place for place, view in enumerate(found["bug"]["views"])}
    hands = list_hands("bug")
    pairs = []
    for own, bank in count_pairs(RankRules()).views:
        dealt = find_disjoint(hands[own], hands[bank])
        if dealt is None:
            raise AssertionError(f"no deal found for {own} against {bank}")
        pairs.append([places[own], places[bank], *map(write_cards, dealt)])
    found["bug"]["pairs"] = pairs
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(generate(), indent=0) + "\n", encoding="utf-8")
