"""Trials of the rules on house ways: a small house way, and what cures or worsens each fault of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from certify.spec.model import Jurisdiction
from tests.conftest import load
from tests.edits import edit, put
from tests.findings.cases import Edit, conflict, place, say
from tests.wagers.accepted_specs import load as load_accepted

RULES = ("house_way", "rules")
NO_PAIR, ONE_PAIR = 7, 6
EXAMPLE = "As Kh Jd 9c 7s 4h 2d"
LAID, WRONG = "Kh Jd", "As Kh"


@dataclass(frozen=True)
class Laying:
    """A rule, the file it is tried on, the fault put in, and the edits after it."""

    code: str
    fault: Edit
    cure: Edit
    worse: Edit
    name: str = "commission-free"

    def build(self, *more: Edit) -> Jurisdiction:
        """The file with the fault, and with more done to it."""
        base = load(self.name) if self.name == "mbs" else load_accepted(self.name)
        return edit(base, self.fault, *more)


def drop(*numbers: int) -> Edit:
    """Take rules away."""

    def change(data: Any) -> None:
        for number in sorted(numbers, reverse=True):
            del data["house_way"]["rules"][number]

    return change


def add(**rule: Any) -> Edit:
    """A rule more at the end."""

    def change(data: Any) -> None:
        data["house_way"]["rules"].append({**rule, "at": place(20)})

    return change


def begin_with(**rule: Any) -> Edit:
    """A rule before all others, an exception to each of them."""

    def change(data: Any) -> None:
        rules = data["house_way"]["rules"]
        others = [item["rule"] for item in rules]
        rules.insert(0, {**rule, "exception_to": others, "at": place(20)})

    return change


def write(**parts: Any) -> Edit:
    """Parts of the house way beside its rules."""

    def change(data: Any) -> None:
        data["house_way"].update(parts)

    return change


def together(*edits: Edit) -> Edit:
    def change(data: Any) -> None:
        for item in edits:
            item(data)

    return change


def nothing(data: Any) -> None:
    del data


def work(*lows: str) -> Edit:
    """Worked examples of the rule for no pair."""
    examples = [{"cards": EXAMPLE, "low": low, "at": place(30 + n)} for n, low in enumerate(lows)]
    return put(*RULES, NO_PAIR, "examples", value=examples)


def ask(**standing: Any) -> Mapping[str, Any]:
    return {
        "reading": "house-way-front",
        "title": "the front",
        "question": "Which cards go low without a pair?",
        "values": ["second", "first"],
        **standing,
    }


OPEN = ask(silent=True, assumed="second", because="it is usual", alternatives=["first"])
CLOSED = ask(value="second", at=place(20))
PRINTED = {"exception_by": "ours", "because": "the file says so"}
THREE, STRAIGHT = "a pair before three of a kind or two pairs", "a pair before a straight or flush"
COMPLETE, TRIPS = "two cards before a complete hand", "two cards before three of a kind"
FOUL = {"when": {"shape": "no-pair", "highest_single": "A"}, "low": "two-highest-singles"}
BONUS = ("wagers", 0)

LAYINGS = [
    Laying(
        "HWY001",
        drop(NO_PAIR),
        add(rule="no pair", when={"shape": "no-pair"}, low="second-and-third-highest"),
        drop(ONE_PAIR),
    ),
    Laying(
        "HWY002",
        put(*RULES, 3, "exception_to", value=[COMPLETE, TRIPS, "no pair"]),
        put(
            *RULES, 3, "exception_to", value=[COMPLETE, TRIPS, "two cards before a pair", "no pair"]
        ),
        put(*RULES, 3, "exception_to", value=["no pair"]),
    ),
    Laying(
        "HWY003",
        begin_with(rule="aces in front", **FOUL),
        drop(0),
        put(*RULES, 0, "when", value={"shape": "no-pair", "highest_single": "K+"}),
    ),
    Laying("HWY004", work(WRONG), work(LAID), work(WRONG, "As Jd")),
    Laying(
        "GAP003",
        together(
            write(readings=[OPEN]),
            begin_with(
                rule="the front",
                under={"house-way-front": "first"},
                when={"shape": "no-pair", "highest_single": "A"},
                low={"of": "two-ranks", "holding": "2-9"},
            ),
        ),
        write(readings=[CLOSED]),
        put(*RULES, 0, "when", value={"shape": "no-pair"}),
    ),
    Laying(
        "HWY001",
        together(
            put(*RULES, NO_PAIR, "silent", value=True),
            put(*RULES, NO_PAIR, "because", value="it is usual"),
        ),
        lambda data: data["house_way"]["rules"][NO_PAIR].pop("silent"),
        together(
            put(*RULES, ONE_PAIR, "silent", value=True),
            put(*RULES, ONE_PAIR, "because", value="it is usual"),
        ),
    ),
    Laying(
        "HWY007",
        add(rule="again", when={"shape": "no-pair"}, low="second-and-third-highest"),
        drop(8),
        add(rule="once more", when={"shape": "no-pair"}, low="second-and-third-highest"),
    ),
    Laying(
        "HWY008",
        put("setting", "equal_high_and_low", value=conflict("allowed", "foul")),
        put("setting", "equal_high_and_low", value=say("allowed")),
        lambda data: data["setting"]["equal_high_and_low"]["stated"].append(
            {"value": "foul", "at": place(9)}
        ),
    ),
    Laying(
        "MOD002",
        write(unexpressed=[{"rule": "he asks", "because": "nobody knows", "at": place(44)}]),
        write(unexpressed=[]),
        write(
            unexpressed=[
                {"rule": "he asks", "because": "nobody knows", "at": place(44)},
                {"rule": "he waits", "because": "nobody knows", "at": place(45)},
            ]
        ),
    ),
    Laying(
        "HWY010",
        write(as_printed=[{"rule": THREE, **PRINTED}]),
        write(as_printed=[{"rule": THREE, **PRINTED, "exception_by": "document"}]),
        write(as_printed=[{"rule": THREE, **PRINTED}, {"rule": STRAIGHT, **PRINTED}]),
    ),
    Laying(
        "HWY011",
        nothing,
        put(*BONUS, "hand_considered", value=say("best-of-seven")),
        put(
            *BONUS,
            "envy",
            "bank_qualifies",
            value={
                "stated": [
                    {"value": "no-envy-paid", "at": place(407)},
                    {"value": "no-envy-paid", "at": place(412)},
                ]
            },
        ),
        "mbs",
    ),
]
SET_DIFFERENTLY = Laying(
    "XJD007",
    begin_with(rule="two pairs", when={"shape": "two-pair"}, low="two-highest-singles"),
    drop(0),
    put(*RULES, NO_PAIR + 1, "low", value="two-highest-singles"),
)
"""A house way beside the same without the first rule."""
QUICK = {"MOD002", "HWY011"}
"""Rules that need no proof over all hands."""
