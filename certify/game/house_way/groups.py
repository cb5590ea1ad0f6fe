"""Groups of ranks, as the rules of a house way name them: `2-6`, `K+`, `A`."""

from __future__ import annotations

from dataclasses import dataclass

from certify.base.errors import CertifyError
from certify.game.cards import ACE
from certify.game.vocabulary import RANKS


@dataclass(frozen=True, slots=True)
class RankGroup:
    """Ranks from one to another: `2-6`, `K+` (king or better) or `A` alone."""

    lowest: int
    highest: int

    def __contains__(self, rank: int) -> bool:
        return self.lowest <= rank <= self.highest

    def __str__(self) -> str:
        first, last = RANKS[self.lowest], RANKS[self.highest]
        return first if first == last else f"{first}-{last}"

    def covers(self, other: RankGroup) -> bool:
        """Whether every rank of the other group is in this one."""
        return self.lowest <= other.lowest and other.highest <= self.highest


def parse_group(text: str) -> RankGroup:
    """Read a group of ranks, the lower rank first."""
    first, dash, last = text.partition("-")
    if not dash:
        last = RANKS[ACE] if first.endswith("+") else first
        first = first.removesuffix("+")
    ends = [RANKS.index(rank) for rank in (first, last) if rank in RANKS]
    if len(ends) != 2 or ends[0] > ends[1]:
        raise CertifyError(
            f"{text!r} is not a group of ranks; write for example 2-6, K+ or A, the lower rank first"
        )
    return RankGroup(*ends)
