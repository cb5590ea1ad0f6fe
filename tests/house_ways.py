"""The house ways of the documents, the inputs they are asked for, and house ways with a fault."""

import random
from functools import cache
from textwrap import dedent

from certify.base.load import load_bytes, load_file
from certify.base.resources import locate_folder
from certify.game.cards import DECK
from certify.game.house_way.rules import build_house_way
from certify.game.rank import RankRules
from certify.odds.house_way_proof import tabulate_house_way

DOCUMENTS = ("mbs", "designated-player")
ADOPTED = {
    "house-way-joker": "ace",
    "house-way-two-pair-complete": "two-pair-rule",
    "house-way-quads-with-pair": "keep",
    "house-way-three-aces-complete": "complete-hand",
    "house-way-named-card": "at-least",
    "house-way-full-house-pair": "any-pair",
    "house-way-aces-with-three-kings": "split",
}


@cache
def data_of(document):
    return load_file(locate_folder("jurisdictions") / f"{document}.yaml").data["house_way"]


@cache
def house_way_of(document):
    return build_house_way(data_of(document))


def read_rules(text):
    """The plain data of a house way written in a test."""
    return load_bytes(dedent(text).encode(), "house-way.yaml").data


def read_house_way(text):
    return build_house_way(read_rules(text))


def inputs():
    return table_of("mbs").inputs


@cache
def table_of(document):
    return tabulate_house_way(house_way_of(document), RankRules())


def hand_of(place):
    return tuple(DECK[code] for code in inputs().representatives[place])


def sample_of_inputs(count, seed):
    return random.Random(seed).sample(range(len(inputs().weights)), count)


PLAIN = """
    - {rule: no pair, when: {shape: no-pair}, low: second-and-third-highest, at: {lines: 1}}
    - {rule: one pair, when: {shape: one-pair}, low: two-highest-singles, at: {lines: 1}}
    - {rule: two pairs, when: {shape: two-pair}, low: lower-pair, at: {lines: 1}}
    - {rule: three pairs, when: {shape: three-pair}, low: highest-pair, at: {lines: 1}}
    - {rule: three, when: {shape: three-of-a-kind}, low: two-highest-singles, at: {lines: 1}}
    - {rule: two threes, when: {shape: two-threes}, low: pair-of-higher-three, at: {lines: 1}}
    - {rule: full house, when: {shape: [full-house, full-house-and-pair]}, low: highest-pair,
       at: {lines: 1}}
    - {rule: four, when: {shape: four-of-a-kind}, low: two-highest-singles, at: {lines: 1}}
    - {rule: four and more, when: {shape: [four-and-pair, four-and-three]}, low: pair-beside-four,
       at: {lines: 1}}
    - {rule: five, when: {shape: [five-aces, five-aces-and-pair]}, low: pair-of-five,
       at: {lines: 1}}
"""
"""A house way without a fault: it sets every hand and asks nothing but the shape."""
