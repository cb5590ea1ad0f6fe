"""From the rules of a house way to the kernels: the settings of all hands, and their comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.game.cards import DECK, format_cards, sort_cards
from certify.game.house_way.rules import build_house_way
from certify.game.rank import CATEGORIES, RankRules
from certify.kernels import contest, optimal, standard
from certify.kernels.features import FEATURES
from certify.kernels.house_way import list_values
from certify.kernels.rank import BUG, WHEEL_LOWEST, WHEEL_SECOND_HIGHEST, WILD
from certify.kernels.subsets import FULL_DECK
from certify.odds.house_way_proof import tabulate_house_way
from certify.odds.pairs import Progress, translate_features

COSTLIEST = 5
"""How many kinds of departure from the house way are kept, each by its costliest example."""

Inputs = Mapping[str, Any]
"""Joker, wheel and house-way readings, as they are stored with a result."""


def read_modes(inputs: Inputs) -> dict[str, Any]:
    """Joker and wheel as the kernels name them."""
    return {
        "joker_mode": WILD if inputs["joker"] == "wild" else BUG,
        "wheel": WHEEL_LOWEST if inputs["wheel"] == "lowest" else WHEEL_SECOND_HIGHEST,
    }


def set_all(
    inputs: Inputs, rules: Sequence[Mapping[str, Any]], progress: Progress | None = None
) -> tuple[Any, Any]:
    """The values of the low and of the high hand of every distinct input."""
    table = tabulate_house_way(
        build_house_way(rules), RankRules(inputs["joker"], inputs["wheel"]), progress
    )
    lows, highs = list_values(table.hands, table.play(inputs["readings"]))
    if int(lows.min()) < 0:
        raise CertifyError("the house way leaves some hands unset; see certify house-way")
    return lows, highs


def count_hidden(
    inputs: Inputs,
    rules: Sequence[Mapping[str, Any]],
    threads: int | None,
    progress: Progress | None,
) -> Any:
    """Counts by tag of player and bank, and by how low and high compare."""
    return standard.count_hidden(
        *set_all(inputs, rules, progress),
        wild=inputs["joker"] == "wild",
        threads=threads,
        progress=progress,
    )


def count_face_up(
    inputs: Inputs,
    rules: Sequence[Mapping[str, Any]],
    threads: int | None,
    progress: Progress | None,
) -> Any:
    """Counts by tag of player and bank, and by the result of the player's best answer."""
    return standard.count_face_up(
        *set_all(inputs, rules, progress), **read_modes(inputs), threads=threads, progress=progress
    )


def find_best(
    inputs: Inputs,
    rules: Sequence[Mapping[str, Any]],
    threads: int | None,
    progress: Progress | None,
) -> dict[str, Any]:
    """The player's best setting of every suit class against a hidden bank, and what departs."""
    lows, highs = set_all(inputs, rules, progress)
    modes = read_modes(inputs)
    pushes = standard.mark_ace_high(wild=inputs["joker"] == "wild") if inputs["ace_high"] else None
    found = optimal.find_best_settings(
        FULL_DECK,
        lows,
        highs,
        **modes,
        pays=Fraction(inputs["pays"]),
        pushes=pushes,
        threads=threads,
        progress=progress,
    )
    departures = found.departures
    return {
        "win": found.best.win,
        "lose": found.best.lose,
        "departing_hands": departures.hands,
        "costliest": [
            {
                "cards": _write(departures.cards[kind.place]),
                "house_way_low": _write(_find_low(departures, departures.house, kind.place, modes)),
                "best_low": _write(_find_low(departures, departures.best, kind.place, modes)),
                "cost": str(Fraction(int(departures.costs[kind.place]), departures.cost_unit)),
                "hands_of_the_kind": kind.hands,
            }
            for kind in optimal.list_kinds(departures)[:COSTLIEST]
        ],
    }


def _find_low(departures: Any, settings: Any, place: int, modes: Mapping[str, Any]) -> Any:
    low, high = (int(value) for value in settings[place])
    return optimal.find_low_cards(departures.cards[place], low, high, **modes)


def _write(codes: Iterable[int]) -> str:
    return format_cards(sort_cards(DECK[int(code)] for code in codes))


def count_contest(
    order: Sequence[str], inputs: Inputs, threads: int | None, progress: Progress | None
) -> dict[str, list[int]]:
    """Deals by the player's class in which his hand beats, ties or loses to the bank's.

    Hands are compared by class in the order given, then by the best five cards of that class.
    """
    categories = [CATEGORIES.index(name) if name in CATEGORIES else -1 for name in order]
    counts = contest.count_contest(
        FULL_DECK,
        lambda bits: find_place(bits, order, inputs["royal_match_joker"]),
        categories,
        **read_modes(inputs),
        threads=threads,
        progress=progress,
    )
    return {name: counts[place][::-1] for place, name in enumerate((*order, "none"))}


def find_place(bits: int, order: Sequence[str], royal_match_joker: str) -> int:
    """The place in an order of the first class that a set of features holds; its end for none."""
    held = {feature for place, feature in enumerate(FEATURES) if bits >> place & 1}
    if royal_match_joker == "not-allowed":
        held.discard("royal-match-joker")
    held = translate_features(held)
    return next((place for place, name in enumerate(order) if name in held), len(order))
