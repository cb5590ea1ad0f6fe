"""The low hand that a rule plays: of those its words allow, the highest; of equal ones, by tie-break.

The words are a named selector, a pattern, or several of either. Where the two hands that are left
rank equal too, the cards that come first in the deck are laid low, so that the same cards are
always set alike and the joker stays in the high hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from certify.base.errors import CertifyError
from certify.game.house_way import selectors
from certify.game.house_way.patterns import LowPattern, build_pattern
from certify.game.house_way.selectors import Selector
from certify.game.house_way.shapes import GROUP_SIZES, Hand, Low
from certify.game.rank import rank_low
from certify.game.vocabulary import TIE_BREAKS

BEST_HIGH = TIE_BREAKS[0]


@dataclass(frozen=True, slots=True)
class LowChoice:
    """How a rule names the low hand, and what the low hand so named must be."""

    parts: tuple[Selector | LowPattern, ...]
    provided: tuple[LowPattern, ...] = ()
    """Where there are any, the low hand must be one of these, or the rule does not match."""

    @property
    def name(self) -> str:
        """The choice in words."""
        return ", or ".join(part.name for part in self.parts)

    @property
    def always(self) -> bool:
        """Whether every hand of its shapes has such a low hand."""
        found = any(isinstance(part, Selector) and part.always for part in self.parts)
        return found and not self.provided

    @property
    def shapes(self) -> frozenset[str]:
        """The shapes for which every part makes sense; a pattern does for all."""
        found = frozenset(GROUP_SIZES)
        for part in self.parts:
            found &= part.shapes if isinstance(part, Selector) else found
        return found

    def name_low(self, hand: Hand, tie_break: str = BEST_HIGH) -> Low | None:
        """The low hand that the words name, whatever is provided; None where they find none."""
        ranked = {low: rank_low(low, hand.rules) for part in self.parts for low in part.offer(hand)}
        if not ranked:
            return None
        best = max(ranked.values())
        lows = [low for low, rank in ranked.items() if rank == best]
        # equal low hands leave equal ranks: only straights, flushes or a wild joker tell them apart
        if len(lows) > 1 and (hand.complete or hand.rules.joker == "wild"):
            highs = {low: hand.rank_left(low) for low in lows}
            wanted = max(highs.values()) if tie_break == BEST_HIGH else min(highs.values())
            lows = [low for low in lows if highs[low] == wanted]
        return min(lows)

    def is_provided(self, low: Low, hand: Hand) -> bool:
        """Whether a low hand is what the rule asks it to be."""
        return not self.provided or any(pattern.fits(low, hand) for pattern in self.provided)

    def choose(self, hand: Hand, tie_break: str = BEST_HIGH) -> Low | None:
        """The low hand to play; None where the rule does not match."""
        low = self.name_low(hand, tie_break)
        return low if low is not None and self.is_provided(low, hand) else None


def build_low(low: Any, provided: Any = ()) -> LowChoice:
    """Read `low` and `provided` from the plain data of a rule."""
    parts = low if isinstance(low, list | tuple) else [low]
    asked: Sequence[Mapping[str, Any]] = provided if isinstance(provided, list) else [provided]
    return LowChoice(
        tuple(_build_part(part) for part in parts),
        tuple(build_pattern(item) for item in asked) if provided else (),
    )


def _build_part(part: str | Mapping[str, Any]) -> Selector | LowPattern:
    if not isinstance(part, str):
        return build_pattern(part)
    if part not in selectors.REGISTRY:
        raise CertifyError(
            f"{part!r} is not a selector of a house way; write one of {', '.join(selectors.REGISTRY)}"
        )
    return selectors.REGISTRY[part]
