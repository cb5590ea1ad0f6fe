"""The nine results of a comparison in levels, for a player who chooses among his settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from certify.base.errors import NotCounted

if TYPE_CHECKING:
    from certify.kernels.settings import Worth

Results = Sequence[Sequence[Fraction]]
"""What a deal is worth to the player: [low + 1][high + 1], each -1, 0 or 1 as he sees it."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The values of nine results, ascending, and the corners that reach each but the lowest.

    What is asked of the kernels, without them: a count that is at hand needs none to be loaded.
    """

    values: tuple[Fraction, ...]
    corners: tuple[tuple[tuple[int, int], ...], ...]


def load_worth(levels: Levels) -> Worth:
    """The same for the kernels."""
    from certify.kernels.settings import Worth

    return Worth(levels.values, levels.corners)


def weigh(results: Results) -> Levels:
    """The levels of nine results and the corners that reach each; refused where not monotone."""
    cells = {(low, high): Fraction(results[low][high]) for low in range(3) for high in range(3)}
    for (low, high), value in cells.items():
        better = [cells[a, b] for a in range(low, 3) for b in range(high, 3)]
        if min(better) < value:
            raise NotCounted(
                "a better hand can be worth less to the player than a worse one: "
                "his best setting is not counted"
            )
    values = sorted(set(cells.values()))
    if len(values) == 1:
        return Levels((values[0], values[0]), (((0, 0),),))
    corners = []
    for value in values[1:]:
        reached = [cell for cell, worth in cells.items() if worth >= value]
        corners.append(
            tuple(
                cell
                for cell in sorted(reached)
                if not any(
                    other != cell and other[0] <= cell[0] and other[1] <= cell[1]
                    for other in reached
                )
            )
        )
    return Levels(tuple(values), tuple(corners))
