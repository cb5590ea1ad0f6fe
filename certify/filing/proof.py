"""The proof of a house way in the few numbers that a filing prints, kept between runs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from certify.base.cache import remember
from certify.game.cards import format_cards
from certify.odds.house_way_readings import list_house_way_alternatives, read_house_way
from certify.spec.model import Jurisdiction

if TYPE_CHECKING:
    from certify.game.rank import RankRules
    from certify.odds.house_way_proof import HouseWayProof, Tally
    from certify.odds.pairs import Progress


@dataclass(frozen=True, slots=True)
class OtherReading:
    """How many hands are set differently under another reading, and one of them."""

    key: str
    value: str
    hands: int
    cards: str
    low: str
    other_low: str


@dataclass(frozen=True, slots=True)
class ProofSummary:
    """What holds of a house way over all hands."""

    hands: int
    inputs: int
    holds: bool
    unset: int
    fouls: int
    silent: int
    equal: int
    overlapping: int
    unreachable: int
    broken_examples: int
    checked: int
    shares: tuple[tuple[str, int], ...]
    """Rules in force, in order, with the hands that each sets."""
    alternatives: tuple[OtherReading, ...]

    def hands_of(self, rule: str) -> int:
        """How many hands a rule sets."""
        return dict(self.shares).get(rule, 0)

    def share(self, rule: str) -> Fraction:
        """The share of all hands that a rule sets."""
        return self.part(self.hands_of(rule))

    def part(self, hands: int) -> Fraction:
        """A number of hands as a share of all."""
        return Fraction(hands, self.hands)

    def largest(self, number: int) -> tuple[tuple[str, int], ...]:
        """The rules that set most hands."""
        return tuple(sorted(self.shares, key=lambda item: -item[1])[:number])


def summarise_proof(
    jurisdiction: Jurisdiction, progress: Progress | None = None
) -> ProofSummary | None:
    """Prove the house way under the adopted readings; None where the document gives none."""
    if not jurisdiction.house_way:
        return None
    readings, rules = read_house_way(jurisdiction, {})
    inputs = {
        "house_way": list(jurisdiction.house_way),
        "readings": readings,
        "joker": rules.joker,
        "wheel": rules.wheel,
        "form": [item.name for item in fields(ProofSummary)],
    }
    data = remember("proof", inputs, lambda: _prove(jurisdiction, readings, rules, progress))
    return ProofSummary(
        **{
            **data,
            "shares": tuple((rule, hands) for rule, hands in data["shares"]),
            "alternatives": tuple(OtherReading(**item) for item in data["alternatives"]),
        }
    )


def _prove(
    jurisdiction: Jurisdiction,
    readings: dict[str, str],
    rules: RankRules,
    progress: Progress | None,
) -> dict[str, Any]:
    from certify.game.house_way.rules import build_house_way
    from certify.odds.house_way_proof import prove_house_way

    house_way = build_house_way(jurisdiction.house_way)
    others = list_house_way_alternatives(jurisdiction, {})
    return _describe(prove_house_way(house_way, readings, others, rules, progress))


def _describe(proof: HouseWayProof) -> dict[str, Any]:
    def cards(tally: Tally) -> tuple[str, str]:
        return format_cards(tally.example), format_cards(tally.low)

    return {
        "hands": proof.hands,
        "inputs": proof.inputs,
        "holds": proof.holds,
        "unset": proof.unset.hands,
        "fouls": proof.fouls.hands,
        "silent": proof.silent.hands,
        "equal": proof.equal.hands,
        "overlapping": proof.overlapping,
        "unreachable": len(proof.unreachable),
        "broken_examples": len(proof.broken_examples),
        "checked": proof.checked,
        "shares": [[item.rule.rule, item.tally.hands] for item in proof.rules],
        "alternatives": [
            {
                "key": item.key,
                "value": item.value,
                "hands": item.tally.hands,
                "cards": cards(item.tally)[0],
                "low": cards(item.tally)[1],
                "other_low": format_cards(item.other_low),
            }
            for item in proof.alternatives
        ],
    }
