"""The verification of a house way in the numbers that a filing prints, and its rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.base.names import name_class
from certify.base.progress import Progress
from certify.game.house_way.build import build_house_way
from certify.game.house_way.lows import build_low
from certify.game.vocabulary import HAND_CLASSES, SELECTORS, SHAPES
from certify.odds.house_way_readings import find_proof, read_house_way
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.resolved import NotJudged

_VERDICTS = {
    "proved": "verified for all hands",
    "proved-except": "verified for all hands, except for rules that could not be modelled",
    "not-proved": "not verified",
}


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule of the house way for paper."""

    rule: str
    when: str
    low: str
    where: str
    is_stated: bool
    example: tuple[str, str] | None
    hands: int


@dataclass(frozen=True, slots=True)
class ProofSummary:
    """The result for all hands."""

    verdict: str
    hands: int
    inputs: int
    unset: int
    fouls: int
    silent: int
    overlapping: int
    examples: int
    broken_examples: int
    checked: int
    rules_written: int
    rules: tuple[HouseRule, ...]
    """Those that apply under the readings used, in order."""
    unexpressed: tuple[str, ...]

    @property
    def rules_in_force(self) -> int:
        """The number of rules that apply under the readings used."""
        return len(self.rules)

    def part(self, hands: int) -> Fraction:
        """A number of hands as a share of all."""
        return Fraction(hands, self.hands)


def summarise_proof(
    jurisdiction: Jurisdiction, progress: Progress | None = None
) -> ProofSummary | None:
    """The verification under the readings used; None without a house way or if it cannot be modelled."""
    rulebook = compile_rulebook(jurisdiction)
    try:
        data = find_proof(rulebook, progress)
    except NotJudged:  # listed with the wagers that rest on the same value
        return None
    if data is None:
        return None
    way = build_house_way(rulebook.house_way)
    in_force = way.list_in_force(read_house_way(rulebook))
    set_by = {item["rule"]: item["hands"] for item in data["rules"]}
    written = {item["rule"]: item for item in rulebook.house_way["rules"]}
    return ProofSummary(
        verdict=_VERDICTS[data["verdict"]],
        hands=data["hands"],
        inputs=data["inputs"],
        unset=data["unset"]["hands"],
        fouls=data["fouls"]["hands"],
        silent=data["silent"]["hands"],
        overlapping=data["overlapping"],
        examples=sum(len(rule.examples) for rule in in_force),
        broken_examples=len(data["broken_examples"]),
        checked=data["checked_by_engine"],
        rules_written=data["rules_written"],
        rules=tuple(
            _word_rule(written[rule.rule], rule.clause, rule.lines, set_by.get(rule.rule, 0))
            for rule in in_force
        ),
        unexpressed=tuple(item["rule"] for item in data["unexpressed"]),
    )


def _word_rule(item: Mapping[str, Any], clause: str, lines: str, hands: int) -> HouseRule:
    example = next(iter(item.get("examples", ())), None)
    where = f"{'lines' if '-' in lines else 'line'} {lines}" if lines else ""
    named = ", ".join(part for part in (clause, where) if part)
    return HouseRule(
        item["rule"],
        "; ".join(_word_condition(key, value) for key, value in item.get("when", {}).items()),
        word_low(item),
        named or "not addressed",
        not item.get("silent"),
        (example["cards"], example["low"]) if example else None,
        hands,
    )


def word_low(item: Mapping[str, Any]) -> str:
    """The low hand that a rule sets, in words."""
    choice = build_low(item["low"], item.get("provided", ()))
    named = (SELECTORS.get(part.name) or _word_pattern(part.name) for part in choice.parts)
    text = ", or ".join(named) + (", whichever is higher" if len(choice.parts) > 1 else "")
    asked = " or ".join(_word_pattern(pattern.name) for pattern in choice.provided)
    return f"{text}, provided that is {asked}" if asked else text


def _word_pattern(text: str) -> str:
    """A pattern in words: classes as people call them, ranges of ranks as they are."""
    for name in sorted(HAND_CLASSES, key=len, reverse=True):
        text = text.replace(name, name_class(name))
    return text


_WORDS = {
    "pairs": "the pairs are of",
    "pair": "the pair is of",
    "three": "the three are of",
    "four": "the four are of",
    "straights": "the highest card of every straight is",
    "singles": "the highest singles are",
    "highest_single": "the highest single is",
    "two_highest_singles_hold": "the two highest singles hold",
    "beside_four": "next to the four is",
}


_TRUTHS = {
    "joker": ("with the joker", "without the joker"),
    "joker_used": ("every complete hand needs the joker", "a complete hand needs no joker"),
    "joker_apart": (
        "the joker counts on its own next to an ace",
        "the joker does not count on its own",
    ),
}


def _word_condition(key: str, value: Any) -> str:
    several = value if isinstance(value, list | tuple) else [value]
    if key == "shape":
        return " or ".join(SHAPES[str(shape)] for shape in several)
    if key in _TRUTHS:
        return _TRUTHS[key][not value]
    if key == "complete" and isinstance(value, bool):
        return "a complete hand is possible" if value else "no complete hand is possible"
    if key in {"complete", "holds"}:
        return f"holding a {' and a '.join(name_class(str(item)) for item in several)}"
    groups = " and ".join(_word_group(str(item)) for item in several)
    return f"{_WORDS.get(key, name_class(key.replace('_', ' ')))} {groups}"


def _word_group(group: str) -> str:
    if group.endswith("+"):
        return f"{group[:-1]} or better"
    return group.replace("-", " to ")
