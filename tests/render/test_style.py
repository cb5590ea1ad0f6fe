"""The words that the style guide replaces do not appear in what certify prints about documents."""

from __future__ import annotations

import re

import pytest

from certify.cli.reference import build_reference
from certify.findings.registry import load_rules
from certify.render.check import View, format_text
from certify.render.compare import format_comparison
from certify.render.odds import format_odds
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
)
"""Words of the old style; each has a plain replacement in the style guide."""


ALLOWED = ("why it matters",)
"""Uses of a replaced word in another sense, here a verb."""


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
    view = View(explain=True, differences=True)
    assert not list_hits(format_text([checked], {}, [None], view))
    assert not list_hits(format_odds(checked.jurisdiction, list(case.odds), "", checked.verdict))


def test_comparison():
    assert not list_hits(format_comparison(compare(), 120))


@pytest.mark.parametrize("rule", load_rules().values(), ids=lambda rule: rule.code)
def test_rules(rule):
    assert not list_hits(rule.documentation)


def test_help():
    assert not list_hits(build_reference())
