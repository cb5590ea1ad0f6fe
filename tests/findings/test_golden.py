"""Figures and sentences of the findings are compared with the golden files, each on its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.findings.finding import Severity
from tests.conftest import IDS
from tests.findings.record import (
    FIGURES,
    RENEW,
    WORDS,
    check,
    format_figures,
    format_words,
    list_changes,
    list_comparison_figures,
    list_comparison_words,
    list_figures,
    list_finding_figures,
    list_words,
)


@pytest.mark.parametrize("name", [*IDS, "comparison"])
def test_figures(name):
    rows = list_comparison_figures() if name == "comparison" else list_figures(name)
    changes = list_changes(FIGURES / f"{name}.json", format_figures(rows))
    assert not changes, f"explain the change, then run `{RENEW} --figures`:\n" + "\n".join(changes)


@pytest.mark.parametrize("name", [*IDS, "comparison"])
def test_words(name):
    lines = list_comparison_words() if name == "comparison" else list_words(name)
    changes = list_changes(WORDS / f"{name}.txt", format_words(lines))
    assert not changes, f"read the change, then run `{RENEW} --words`:\n" + "\n".join(changes)


def test_a_changed_figure_is_listed_and_a_changed_sentence_is_not_a_figure():
    rows = list(list_figures("south-dakota"))
    path = FIGURES / "south-dakota.json"
    place = next(place for place, row in enumerate(rows) if "effect" in row)
    changed = [*rows[:place], rows[place] | {"to": ["1/7", "1/7"]}, *rows[place + 1 :]]
    old, new = list_changes(path, format_figures(changed))
    assert (old[0], new[0]) == ("-", "+")
    assert '"to": ["1/7", "1/7"]' in new
    moved = [*rows[1:], rows[0]]
    assert len(list_changes(path, format_figures(moved))) == 2
    _, checked = check("south-dakota")
    for finding in checked.findings:
        other = replace(finding, subject="", because="", slots={})
        assert list_finding_figures(other) == list_finding_figures(finding)
        worse = replace(finding, severity=Severity(finding.severity % 3 + 1))
        assert list_finding_figures(worse) != list_finding_figures(finding)
