"""Golden files of the findings: figures as JSON with one row per line, and sentences as text.

`python -m tests.findings.record --figures` writes tests/golden/figures, and `--words` writes
tests/golden/words. Waivers and certificates are not part of either.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from certify.base.figures import format_fraction
from certify.compare.documents import DocumentComparison, compare_documents
from certify.findings.case import Case
from certify.findings.checked import Checked, check_document
from certify.findings.finding import Effect, Finding, Severity
from certify.render.check import describe_headline
from certify.render.compare import format_comparison, list_uncovered
from certify.render.finding import FindingText, title_issue
from certify.render.words import Words
from certify.spec.catalogue import ValueKind
from certify.spec.model import Citation, Jurisdiction, Statement
from certify.spec.values import format_value
from tests.conftest import IDS, ROOT, load
from tests.findings.cases import case_of, everyone

FIGURES = ROOT / "tests" / "golden" / "figures"
WORDS = ROOT / "tests" / "golden" / "words"
RENEW = "python -m tests.findings.record"
COMPARED = ("mbs", "designated-player", "pennsylvania")
Row = dict[str, Any]
Trials = dict[str, Sequence[tuple[Jurisdiction, Sequence[Finding]]]]
"""What each rule finds in a file with its defect, in one with less of it and in one with more."""


@cache
def check(name: str) -> tuple[Case, Checked]:
    """Check a document together with the others."""
    case = case_of(load(name), *everyone())
    return case, check_document(case)


@cache
def compare() -> DocumentComparison:
    return compare_documents([load(name) for name in COMPARED])


def name_finding(finding: Finding) -> str:
    """Code, the other document of a difference, and the first statement or wager."""
    about = (*finding.statements, *finding.wagers)[:1]
    return " ".join((finding.code, *finding.jurisdictions[1:], *about))


def list_figures(name: str) -> Iterator[Row]:
    """Odds, verdicts, severities by code, issues with their findings, and fingerprints."""
    case, checked = check(name)
    for odds in case.odds:
        yield {
            "odds": odds.wager,
            "paytable": odds.paytable,
            "status": str(odds.status),
            "house_edge": _format_fraction(odds.house_edge if odds.has_figures else None),
            "missing": [text.partition(":")[0] for text in odds.missing],
        }
        for envy in odds.envy:
            yield {
                "envy": odds.wager,
                "paytable": odds.paytable,
                "stake": envy.stake and str(envy.stake),
                "seats": envy.other_players,
                "per_other_player": _format_fraction(envy.per_other_player),
                "house_edge": _format_fraction(envy.house_edge),
                "highest_edge": _format_fraction(envy.highest_edge),
            }
    for verdict in checked.verdict.wagers:
        yield {
            "verdict": str(verdict.verdict),
            "wager": verdict.wager,
            "paytable": verdict.paytable,
            "low": _format_fraction(verdict.low),
            "high": _format_fraction(verdict.high),
            "issues": [name_finding(item.head) for item in verdict.issues],
        }
        for reading in verdict.readings:
            yield {
                "reading": reading.parameter,
                "standing": reading.standing,
                "value": reading.value,
                "confirmed": reading.confirmed,
            }
    counts = Counter((item.code, item.weight) for item in checked.findings)
    for code in sorted({code for code, _ in counts}):
        yield {"code": code, **{item.word: counts[code, item] for item in Severity}}
    yield {"issues": checked.counts}
    for issue in checked.issues:
        row = {"issue": name_finding(issue.head), "severity": issue.severity.word}
        clauses = _list_citations(issue.clauses)
        yield row | {"kind": issue.kind, "wagers": issue.wagers, "clauses": clauses}
        for finding in issue.findings:
            yield from list_finding_figures(finding)
    for issue in checked.issues:
        yield {"fingerprint": issue.fingerprint, "issue": name_finding(issue.head)}
        for finding in issue.findings:
            yield {"fingerprint": finding.fingerprint, "finding": name_finding(finding)}


def list_finding_figures(finding: Finding) -> list[Row]:
    """The data of a finding and of its effects."""
    row = {
        "finding": finding.code,
        "variant": finding.variant,
        "severity": finding.weight.word,
        "kind": finding.kind,
        "jurisdictions": finding.jurisdictions,
        "statements": finding.statements,
        "wagers": finding.wagers,
        "citations": _list_citations(finding.citations),
        "sources": [
            [format_value(item.value), item.document, _list_citations(item.citations)]
            for item in finding.sources
        ],
        "used": format_value(finding.used),
        "alternatives": [format_value(item.value) for item in finding.alternatives],
        "assumed": [[key, format_value(value)] for key, value in finding.assumed],
        "blocks": finding.blocks,
        "downgraded": finding.downgraded,
        "missing": [[item.reason, item.wager, item.statement] for item in finding.price.missing],
    }
    return [row, *map(_list_effect_figures, finding.effects)]


def _list_effect_figures(effect: Effect) -> Row:
    return {
        "effect": effect.wager,
        "paytable": effect.paytable,
        "stake": effect.stake and str(effect.stake),
        "seats": effect.other_players,
        "from": [_format_fraction(edge) for edge in effect.before],
        "to": [_format_fraction(edge) for edge in effect.after],
        "basis": effect.basis,
        "assumed_house_way": effect.assumed_house_way,
    }


def list_comparison_figures() -> Iterator[Row]:
    """Every statement, cell and edge of the documents compared."""
    comparison = compare()
    for row in comparison.rows:
        for label, item in zip(comparison.labels, row.statements, strict=True):
            if item is not None:
                told = {"statement": row.key, "in": label, "differs": row.differs}
                told |= {"standing": item.standing, "values": _list_values(item)}
                yield told | {"citations": _list_citations(item.citations)}
    for cell in comparison.cells:
        place = [cell.wager, cell.paytable, cell.line, cell.column]
        yield {"cell": place, "differs": cell.differs, "values": cell.values}
    for edge in comparison.edges:
        place = [edge.jurisdiction, edge.odds.wager, edge.odds.paytable]
        yield {"edge": place, "house_edge": format_fraction(edge.odds.house_edge)}
    for label, _, wagers, _ in list_uncovered(comparison):
        yield {"uncovered": label, "wagers": wagers}


def _format_fraction(value: Fraction | None) -> str | None:
    return None if value is None else format_fraction(value)


def _list_values(statement: Statement) -> list[str]:
    """The value used and the others; none where they are free text."""
    if statement.value is None or statement.parameter.kind is ValueKind.TEXT:
        return []
    return [format_value(item) for item in (statement.value, *statement.other_values)]


def _list_citations(citations: Iterable[Citation]) -> list[list[str]]:
    return [[*filter(None, [item.document]), item.clause, item.lines] for item in citations]


def list_trial_figures(trials: Trials) -> Iterator[Row]:
    """What the rules find in their edited files."""
    for found in trials.values():
        told = [[list_finding_figures(item) for item in each] for _, each in found]
        for part, findings in _list_parts(told):
            yield from ({"trial": part, **row} for rows in findings for row in rows)


def list_words(name: str) -> Iterator[str]:
    """All sentences of a document, each after its finding and label."""
    _, checked = check(name)
    words = Words(checked.jurisdiction)
    yield f"verdict: {describe_headline(words, checked.verdict)}"
    for issue in checked.issues:
        yield f"{name_finding(issue.head)} issue: {title_issue(words, issue)}"
        for finding in issue.findings:
            yield from _list_finding_words(words, finding)


def _list_finding_words(words: Words, finding: Finding) -> Iterator[str]:
    text = FindingText(words, finding)
    rows = [("title", text.title), *text.list_rows(), ("subject", finding.subject)]
    yield from (f"{name_finding(finding)} {label or 'problem'}: {row}" for label, row in rows)


def list_trial_words(trials: Trials) -> Iterator[str]:
    """What the rules say of their edited files."""
    for found in trials.values():
        told = [
            [list(_list_finding_words(Words(document), item)) for item in each]
            for document, each in found
        ]
        for part, findings in _list_parts(told):
            yield from (f"{part}: {line}" for lines in findings for line in lines)


def list_comparison_words() -> Iterator[str]:
    yield format_comparison(compare(), 120)


def _list_parts(found: Sequence[list[Any]]) -> Iterator[tuple[str, list[Any]]]:
    """What is found with the defect, then what is gone and new in each of the other files."""
    before, *others = found
    yield "found", before
    for name, after in zip(("cured", "worse"), others, strict=True):
        yield f"{name} gone", _subtract(before, after)
        yield f"{name} new", _subtract(after, before)


def _subtract(items: list[Any], others: list[Any]) -> list[Any]:
    """The items beyond the others; equal findings count as often as they occur."""
    left = list(items)
    for item in others:
        if item in left:
            left.remove(item)
    return left


def format_figures(rows: Iterable[Row]) -> str:
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


def format_words(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def list_changes(path: Path, text: str) -> list[str]:
    """The lines of a golden file that are gone (-) and those that are new (+)."""
    old, new = (
        [line.removesuffix(",") for line in each.split("\n")]
        for each in (path.read_text(encoding="utf-8"), text)
    )
    changes = list(unified_diff(old, new, n=0, lineterm=""))[2:]
    return [line for line in changes if not line.startswith("@@")]


def write_figures(trials: Trials) -> None:
    rows = {name: list_figures(name) for name in IDS}
    rows |= {"trials": list_trial_figures(trials), "comparison": list_comparison_figures()}
    for name, each in rows.items():
        (FIGURES / f"{name}.json").write_text(format_figures(each), encoding="utf-8")


def write_words(trials: Trials) -> None:
    lines = {name: list_words(name) for name in IDS}
    lines |= {"trials": list_trial_words(trials), "comparison": list_comparison_words()}
    for name, each in lines.items():
        (WORDS / f"{name}.txt").write_text(format_words(each), encoding="utf-8")


if __name__ == "__main__":
    from tests.findings.test_rules import try_all

    writers = {"--figures": write_figures, "--words": write_words}
    if len(sys.argv) != 2 or sys.argv[1] not in writers:
        sys.exit(f"usage: {RENEW} --figures or {RENEW} --words")
    writers[sys.argv[1]](try_all())
