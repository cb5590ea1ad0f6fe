"""The house ways of the documents, the inputs they are asked for, and house ways with a fault."""

import json
import random
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

from certify.base.extras import locate_folder
from certify.base.load import load_bytes, load_file
from certify.game.cards import DECK
from certify.game.house_way.build import build_house_way
from certify.game.rank import RankRules
from certify.odds.house_way_table import tabulate_house_way
from certify.spec.expand import expand
from tests.specs.faults import build_minimal

DOCUMENTS = ("mbs", "designated-player")
ADOPTED = {
    "house-way-joker": "ace",
    "house-way-two-pair-complete": "two-pair-rule",
    "house-way-quads-with-pair": "keep",
    "house-way-three-aces-complete": "complete-hand",
    "house-way-named-card": "at-least",
    "house-way-full-house-pair": "any-pair",
    "house-way-aces-with-three-kings": "split",
    "house-way-tie-break": "best-high",
}
ANSWERS = {
    "house-way-joker": ("ace", "completes"),
    "house-way-two-pair-complete": ("two-pair-rule", "complete-hand"),
    "house-way-quads-with-pair": ("split", "keep"),
    "house-way-three-aces-complete": ("complete-hand", "three-aces-rule"),
    "house-way-named-card": ("at-least", "exactly"),
    "house-way-full-house-pair": ("any-pair", "keep-three"),
    "house-way-aces-with-three-kings": ("split", "keep"),
    "house-way-tie-break": ("best-high", "lowest-high"),
}
"""The names and values of the readings are a contract: they are written here a second time."""

TIE = {"house-way-tie-break": "best-high"}


@cache
def data_of(document):
    return expand(load_file(locate_folder("jurisdictions") / f"{document}.yaml")).data["house_way"]


@cache
def house_way_of(document):
    return build_house_way(data_of(document))


def declare(rules, **more):
    """The plain data of a house way around some rules, with every reading that they name."""
    named = dict.fromkeys(key for rule in rules for key in rule.get("under", {}))
    readings = [
        {"reading": key, "question": "which?", "values": list(ANSWERS[key]), "silent": True}
        for key in named
        if key in ANSWERS
    ]
    tie_break = {"silent": True, "assumed": "best-high", "because": "in tests"}
    return {"readings": readings, "tie_break": tie_break, "rules": rules, **more}


def read_rules(text):
    """The ordered rules of a house way written in a test."""
    rules = f"rules:\n{indent(dedent(text), '  ')}"
    return expand(load_bytes(rules.encode(), "house-way.yaml")).data["rules"]


def read_house_way(text, **more):
    return build_house_way(declare(read_rules(text), **more))


def inputs():
    return table_of("mbs").inputs


@cache
def table_of(document):
    return tabulate_house_way(house_way_of(document), RankRules())


def hand_of(place):
    return tuple(DECK[code] for code in inputs().representatives[place])


def sample_of_inputs(count, seed):
    return random.Random(seed).sample(range(len(inputs().weights)), count)


MADE_UP = ("harbour", "meadow", "quarry", "orchard")
FOLDER = Path(__file__).parent / "house_way_files"


def build_spec(name, change=None):
    """A whole jurisdiction file around a made-up house way; the quarry deals without a joker."""
    data = load_bytes(build_minimal(name).encode(), name).data
    data["house_way"] = load_file(FOLDER / f"{name}.yaml").data
    if name == "quarry":
        at = "(1) L5"
        data["deck"] |= {
            "cards": {"value": 52, "at": at},
            "jokers": {"value": 0, "at": at},
            "joker": {"not_offered": True},
        }
    if change is not None:
        change(data)
    return json.dumps(data, indent=1, ensure_ascii=False)


PLAIN = """
    - {rule: no pair, when: {shape: no-pair}, low: second-and-third-highest, at: L1}
    - {rule: one pair, when: {shape: one-pair}, low: two-highest-singles, at: L1}
    - {rule: two pairs, when: {shape: two-pair}, low: lower-pair, at: L1}
    - {rule: three pairs, when: {shape: three-pair}, low: highest-pair, at: L1}
    - {rule: three, when: {shape: three-of-a-kind}, low: two-highest-singles, at: L1}
    - {rule: two threes, when: {shape: two-threes}, low: pair-of-higher-three, at: L1}
    - {rule: full house, when: {shape: [full-house, full-house-and-pair]}, low: highest-pair,
       at: L1}
    - {rule: four, when: {shape: four-of-a-kind}, low: two-highest-singles, at: L1}
    - {rule: four and more, when: {shape: [four-and-pair, four-and-three]}, low: pair-beside-four,
       at: L1}
    - {rule: five, when: {shape: [five-aces, five-aces-and-pair]}, low: pair-of-five,
       at: L1}
"""
"""A house way without a fault: it sets every hand and asks nothing but the shape."""
