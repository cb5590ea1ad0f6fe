"""A certificate and a result of now: every difference has its address, and is listed once."""

from __future__ import annotations

import copy

import pytest

from certify.compare.certificates import TWICE, list_certificate_differences
from tests.gate.certificate_content import CONTENT


def list_addresses(old, new):
    return [item.address for item in list_certificate_differences(old, new)]


def drop(*path):
    return change(*path, value=None, gone=True)


def change(*path, value, gone=False):
    content = copy.deepcopy(CONTENT)
    inner = content
    for step in path[:-1]:
        inner = inner[step]
    if gone:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return content


def double(part, place):
    content = copy.deepcopy(CONTENT)
    content[part].append(copy.deepcopy(content[part][place]))
    return content


ISSUES = [item["fingerprint"] for item in CONTENT["issues"]]
COUNTS = [item["question"] for item in CONTENT["counts"]]


@pytest.mark.parametrize(
    ("new", "address"),
    [
        (change("jurisdiction", value="elsewhere"), ("jurisdiction",)),
        (change("spec_sha256", value="f" * 64), ("spec_sha256",)),
        (change("policy_sha256", value="f" * 64), ("policy_sha256",)),
        (change("program", "version", value="9"), ("program", "version")),
        (change("readings", "wheel", value="high"), ("readings", "wheel")),
        (change("wagers", 1, "house_edge", value="1/3"), ("wagers", "bonus paytable 1")),
        (drop("wagers", 2), ("wagers", "bonus paytable 2")),
        (change("wagers", value=CONTENT["wagers"][::-1]), ("wagers",)),
        (drop("issues", 0), ("issues", ISSUES[0])),
        (change("issues", 0, "severity", value="note"), ("issues", ISSUES[0])),
        (drop("counts", 0), ("counts", COUNTS[0])),
    ],
)
def test_each_difference_has_its_address_in_both_directions(new, address):
    assert list_addresses(CONTENT, new) == [address]
    assert list_addresses(new, CONTENT) == [address]
    assert list_addresses(new, copy.deepcopy(new)) == []


@pytest.mark.parametrize(
    ("part", "address"),
    [
        ("wagers", ("wagers", "standard", TWICE)),
        ("issues", ("issues", TWICE)),
        ("counts", ("counts", TWICE)),
    ],
)
def test_what_a_certificate_lists_twice_is_a_difference(part, address):
    assert list_addresses(double(part, 0), CONTENT) == [address]


def test_settled_rounds_differ_in_their_result_and_not_in_code_or_words():
    for key, differs in (("rounds", True), ("sha256", True), ("code_sha256", False)):
        found = list_addresses(CONTENT, change("settlements", key, value="f"))
        assert found == [("settlements", key)] * differs
    assert list_addresses(drop("settlements"), CONTENT) == [("settlements",)]


def test_counts_of_other_code_are_not_compared():
    new = drop("counts", 0)
    new["program"]["code_sha256"] = "f" * 64
    assert list_addresses(CONTENT, new) == []
