"""The words that the style guide replaces do not appear in what certify prints about documents."""

from __future__ import annotations

import re

import pytest

from certify.cli.reference import build_reference
from certify.findings.registry import load_rules
from certify.render.check import CheckView, format_text
from certify.render.compare import format_comparison
from certify.render.odds import format_odds
from tests.cli.calls import call
from tests.conftest import IDS
from tests.findings.record import check, compare

REPLACED = (
    r"we take",
    r"\bcures?\b",
    r"\bmatters\b",
    r"\bunpriced\b|\bnot priced\b|\bpriced\b|\bdear(er)?\b|\bgraver\b",
    r"(?<!percentage )points of house edge\b",
    r"\bsilences?\b",
    r"\banew\b|\bbut for\b|\bbeside\b",
    r"\bhe\b|\bhis\b|\bhim\b",
    r"\bcomes? out\b|\bturns? on\b|\bspeaks? of\b|\bknows? no\b",
    r"\bthe house has\b",
    r"\b(pays?|with|of) envy\b(?! bonus)",
    r"\bgiv(e|es|ing) up (a|the) hand\b",
    r"\bhit rate\b|\bnet to one\b|\blargest round\b",
    r"certified-under-readings",
    r"\bpublisher of these files\b",
    r"\bstand(s|ing)? (on|in|there|twice)\b",
    r"\bof what\b|\bthe stranger\b|\brooms?\b|\bthe six laws\b",
    r"\bgoes? round\b|\bfor it is\b|\btold\b|\blays?\b|\bbears?\b",
)
"""Words of the old style; each has a plain replacement in the style guide."""


ALLOWED = (
    "why it matters",  # a verb
    "the publisher of these files",  # who accepted earlier revisions, in their certificates
)
"""Uses of a replaced word in another sense, or in stored data."""
COMMANDS = (
    "odds mbs",
    "odds designated-player",
    "reconcile south-dakota",
    "price straight=2 trips=3 flush=4",
    "price straight=3 --like south-dakota:2 --stake 5 --others 5",
    "solve --like south-dakota:2 --edge 6%",
    "set mbs KsKh9d8c4s3d2h --best",
    "house-way mbs",
    "play mbs --seed 1 --rounds 1",
    "check mbs --quiet",
    "check pennsylvania --format md",
    "check california-bgc",
    "explain",
    "diff mbs pennsylvania",
    "letter california-bgc --severity note",
    "register",
    "validate",
    "doctor",
)


def list_hits(text: str) -> list[str]:
    joined = re.sub(
        "“[^”]*”[^·;]*", "", " ".join(text.split())
    )  # words of the document and their correction
    for use in ALLOWED:
        joined = joined.replace(use, "")
    return [
        joined[max(0, found.start() - 40) : found.end() + 40]
        for pattern in REPLACED
        for found in re.finditer(pattern, joined, re.IGNORECASE)
    ]


@pytest.mark.parametrize("name", IDS)
def test_findings_and_odds(name):
    case, checked = check(name)
    view = CheckView(explain=True, differences=True)
    assert not list_hits(format_text([checked], {}, [None], view))
    assert not list_hits(format_odds(checked.jurisdiction, list(case.odds), "", checked.verdict))


def test_comparison():
    assert not list_hits(format_comparison(compare(), 120))


@pytest.mark.parametrize("rule", load_rules().values(), ids=lambda rule: rule.code)
def test_rules(rule):
    assert not list_hits(rule.documentation)


def test_help():
    assert not list_hits(build_reference())


@pytest.mark.parametrize("line", COMMANDS)
def test_commands(line):
    done = call(*line.split())
    assert done.code in {0, 1}, done.err
    assert done.out
    assert not list_hits(done.all)
