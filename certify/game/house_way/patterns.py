"""What a low hand may be asked to be: a pair or two ranks, the cards it holds, what it leaves.

A pattern stands where a rule names the low hand (`low`), and where it asks that the low hand which
it named be one of some (`provided`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from certify.game.house_way.groups import RankGroup, parse_group
from certify.game.house_way.shapes import Hand, Low
from certify.game.rank import is_foul, name_category, rank_low
from certify.game.vocabulary import COMPLETE, COMPLETE_CLASSES

PAIR = "pair"


@dataclass(frozen=True, slots=True)
class LowPattern:
    """A pattern of low hands; a key that is omitted does not restrict it."""

    of: str
    """pair, two-ranks, or empty for either."""
    holding: RankGroup | None
    leaving: tuple[str, ...]
    """The classes of the high hand that is left; none where any will do."""

    @property
    def name(self) -> str:
        """The pattern in words."""
        kind = {PAIR: "a pair", "two-ranks": "two ranks"}.get(self.of, "two cards")
        held = f" holding {self.holding}" if self.holding else ""
        left = f" leaving {' or '.join(self.leaving)}" if self.leaving else ""
        return kind + held + left

    @property
    def classes(self) -> frozenset[str]:
        """The classes that may be left, each by its name."""
        named = set(self.leaving)
        return frozenset(named - {COMPLETE} | set(COMPLETE_CLASSES if COMPLETE in named else ()))

    def fits(self, low: Low, hand: Hand) -> bool:
        """Whether a low hand is one of these."""
        return (
            (not self.of or (self.of == PAIR) == is_pair(low, hand))
            and (self.holding is None or any(rank in self.holding for rank in _ranks(low, hand)))
            and (not self.leaving or name_category(hand.rank_left(low)) in self.classes)
        )

    def offer(self, hand: Hand) -> Iterable[Low]:
        """Every low hand that is one of these."""
        only_complete = self.leaving and self.classes <= set(COMPLETE_CLASSES)
        lows = hand.lows_leaving_complete if only_complete else hand.lows
        return [low for low in lows if self.fits(low, hand)]


def build_pattern(item: Mapping[str, Any]) -> LowPattern:
    """Read a pattern from the plain data of a rule."""
    leaving = item.get("leaving", ())
    return LowPattern(
        item.get("of", ""),
        parse_group(item["holding"]) if "holding" in item else None,
        (leaving,) if isinstance(leaving, str) else tuple(leaving),
    )


def is_pair(low: Low, hand: Hand) -> bool:
    """Whether two cards are a pair."""
    return name_category(rank_low(low, hand.rules)) == "one-pair"


def is_permissible(low: Low, hand: Hand) -> bool:
    """Whether a low hand leaves a high hand with which it is no foul."""
    rules = hand.rules
    return not is_foul(hand.rank_left(low), rank_low(low, rules), rules)


def _ranks(low: Low, hand: Hand) -> tuple[int, ...]:
    return rank_low(low, hand.rules)[1:]
