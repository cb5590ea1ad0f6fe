"""At eighty columns no line is wider, and each number stands in one piece."""

from __future__ import annotations

import re

import pytest

from tests.cli.calls import call
from tests.conftest import IDS

_NUMBER = re.compile(r"\d[\d,./]*")
_PLACE = re.compile(r"\S+:\d+:\d+: ")
"""A message that tools read is one line, however long."""


def list_numbers(text):
    return {found.rstrip(",./") for found in _NUMBER.findall(text)}


def check_width(monkeypatch, *words):
    monkeypatch.setenv("COLUMNS", "80")
    narrow = call(*words)
    monkeypatch.setenv("COLUMNS", "5000")
    wide = call(*words)
    assert narrow.out, narrow.err
    assert "\x1b" not in narrow.out
    assert [
        line for line in narrow.out.splitlines() if len(line) > 80 and not _PLACE.match(line)
    ] == []
    assert list_numbers(narrow.out) == list_numbers(wide.out)


@pytest.mark.parametrize("spec", IDS)
def test_odds_and_rules_of_a_document(monkeypatch, spec):
    check_width(monkeypatch, "odds", spec)
    check_width(monkeypatch, "validate", spec)


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "jurisdictions"),
        ("compare", "mbs", "south-dakota"),
        ("price", "flush=4 straight=2", "--stake", "5"),
        ("solve", "flush=4 straight=2", "--edge", "30%"),
        ("set", "mbs", "4c4h2s2hKcQd7s", "--best"),
        ("house-way", "mbs"),
        ("play", "mbs", "--rounds", "2", "--seed", "3"),
        ("explain",),
        ("doctor",),
    ],
    ids=lambda words: words[0],
)
def test_other_commands(monkeypatch, words):
    check_width(monkeypatch, *words)


@pytest.mark.slow
@pytest.mark.parametrize("spec", IDS)
def test_issues_of_a_document(monkeypatch, spec):
    check_width(monkeypatch, "check", spec, "--explain")
    check_width(monkeypatch, "check", spec, "--statistics")


@pytest.mark.slow
def test_differences_of_two_documents(monkeypatch):
    check_width(monkeypatch, "diff", "mbs", "pennsylvania")
