"""Golden files of the findings: figures as JSON with one row per line, and sentences as text.

`python -m tests.findings.record --figures` writes tests/golden/figures, and `--words` writes
tests/golden/words. Waivers and certificates are not part of either.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from certify.base.figures import format_fraction
from certify.findings.case import Case
from certify.findings.checked import Checked, check_document
from certify.findings.comparison import Comparison, compare_jurisdictions, format_comparison
from certify.findings.finding import Effect, Finding, Severity
from certify.spec.catalogue.parameter import Kind
from certify.spec.model import Citation, Statement
from certify.spec.values import format_value
from tests.conftest import IDS, ROOT, load
from tests.findings.cases import case_of, everyone

FIGURES = ROOT / "tests" / "golden" / "figures"
WORDS = ROOT / "tests" / "golden" / "words"
RENEW = "python -m tests.findings.record"
COMPARED = ("mbs", "designated-player", "pennsylvania")
FIGURE = re.compile(
    r"(?:\b(?:10|[2-9AKQJ])[shdc]\b ?){2,}(?:Joker)?"  # cards
    r"|[^\s(),;:“”\"]*\d[^\s(),;:“”\"]*"  # numbers, paytables, clauses
    r"|[a-z-]{2,}\.[a-z_.]*[a-z]"  # keys of statements
)
CONDITIONS = {
    "stake": re.compile(r"[\d.,]+ [A-Z]{3}\b"),
    "seats": re.compile(r"\d+(?: to \d+)?(?= others?\b)"),
    "paytable": re.compile(r"(?<=paytable )[\w-]+"),
}
Row = dict[str, Any]
Trials = dict[str, Sequence[Sequence[Finding]]]
"""What each rule finds in a file with its defect, in one with less of it and in one with more."""


@cache
def check(name: str) -> tuple[Case, Checked]:
    """Check a document together with the others."""
    case = case_of(load(name), *everyone())
    return case, check_document(case)


@cache
def compare() -> Comparison:
    return compare_jurisdictions([load(name) for name in COMPARED])


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
    for verdict in (checked.verdict, *checked.verdict.wagers):
        yield {
            "verdict": verdict.word.name,
            "wager": verdict.wager,
            "errors": verdict.errors,
            "questions": len(verdict.questions),
            "issues": [name_finding(item.head) for item in verdict.matters],
        }
        for reading in verdict.readings:
            statement = case.jurisdiction.by_key.get(reading.statement)
            yield {
                "reading": reading.statement,
                "standing": reading.standing,
                "values": _list_values(statement) if statement else [],
                "confirmed": reading.confirmed,
            }
    counts = Counter((item.code, item.severity) for item in checked.findings)
    for code in sorted({code for code, _ in counts}):
        yield {"code": code, **{item.word: counts[code, item] for item in Severity}}
    yield {"issues": checked.counts}
    for matter in checked.matters:
        row = {"issue": name_finding(matter.head), "severity": matter.severity.word}
        clauses = _list_citations(matter.clauses)
        yield row | {"kind": matter.kind, "wagers": matter.wagers, "clauses": clauses}
        for finding in matter.findings:
            yield from list_finding_figures(finding)
    # Some fingerprints depend on words. As rows of their own they show that nothing else changed.
    for matter in checked.matters:
        yield {"fingerprint": matter.fingerprint, "issue": name_finding(matter.head)}
        for finding in matter.findings:
            yield {"fingerprint": finding.fingerprint, "finding": name_finding(finding)}


def list_finding_figures(finding: Finding) -> list[Row]:
    """The data of a finding and of its effects; of its evidence only numbers, cards and keys."""
    evidence = " ; ".join(f"{key} {value}" for key, value in finding.evidence.items())
    row = {
        "finding": finding.code,
        "severity": finding.severity.word,
        "kind": finding.kind,
        "jurisdictions": finding.jurisdictions,
        "statements": finding.statements,
        "wagers": finding.wagers,
        "citations": _list_citations(finding.citations),
        "evidence": [item.strip(" .") for item in FIGURE.findall(evidence)],
        "bars": finding.bars,
        "spared": bool(finding.spared),
        "unpriced": bool(finding.price.unpriced),
    }
    return [row, *map(_list_effect_figures, finding.price.effects)]


def _list_effect_figures(effect: Effect) -> Row:
    edges = {"low": effect.low, "high": effect.high, "from": effect.before, "to": effect.after}
    conditions = f"{effect.at}; {effect.basis}"
    return {
        "effect": effect.wager,
        **{key: _format_fraction(edge) for key, edge in edges.items()},
        "tables": effect.tables,
        **{key: pattern.findall(conditions) for key, pattern in CONDITIONS.items()},
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
    for label, _, wagers, _ in comparison.uncounted:
        yield {"uncovered": label, "wagers": wagers}


def _format_fraction(value: Fraction | None) -> str | None:
    return None if value is None else format_fraction(value)


def _list_values(statement: Statement) -> list[str]:
    """The value used and the others; none where they are free text."""
    if statement.value is None or statement.parameter.kind is Kind.TEXT:
        return []
    return [format_value(item) for item in (statement.value, *statement.other_values)]


def _list_citations(citations: Iterable[Citation]) -> list[list[str]]:
    return [[*filter(None, [item.document]), item.clause, item.lines] for item in citations]


def list_trial_figures(trials: Trials) -> Iterator[Row]:
    """What the rules find in their edited files."""
    for found in trials.values():
        told = [[list_finding_figures(item) for item in each] for each in found]
        for part, findings in _list_parts(told):
            yield from ({"trial": part, **row} for rows in findings for row in rows)


def list_words(name: str) -> Iterator[str]:
    """All sentences of a document, each after its finding and slot."""
    _, checked = check(name)
    for verdict in (checked.verdict, *checked.verdict.wagers):
        key = f"verdict {verdict.wager}".strip()
        yield f"{key}: {verdict.name}: {verdict.text}"
        yield from (f"{key} question: {text}" for text in verdict.questions)
        for reading in verdict.readings if verdict.wager else ():
            yield f"{key} {reading.statement}: {reading.question} {reading.answer}"
    for matter in checked.matters:
        head = matter.head
        if (matter.title, matter.question) != (head.title, head.question):
            yield f"{name_finding(head)} issue: {matter.title}: {matter.question}"
        for finding in matter.findings:
            yield from _list_finding_words(finding)
            line = _read_lines(finding.path)[finding.line - 1]
            yield f"{name_finding(finding)} at: {line[finding.column - 1 :][:60]}"
            for effect in finding.price.effects:
                at = f" [{effect.at}]" if effect.at else ""
                yield f"{name_finding(finding)} effect: {effect}{at}"


def _list_finding_words(finding: Finding) -> Iterator[str]:
    slots = {
        "title": finding.title,
        "message": finding.message,
        "question": finding.question,
        "cure": finding.cure,
        "unpriced": finding.price.unpriced,
        "spared": finding.spared,
        "subject": finding.subject,
        **{f"evidence {key}": value for key, value in finding.evidence.items()},
    }
    yield from (f"{name_finding(finding)} {slot}: {text}" for slot, text in slots.items() if text)


@cache
def _read_lines(path: str) -> tuple[str, ...]:
    return tuple(Path(path).read_text(encoding="utf-8").split("\n"))


def list_trial_words(trials: Trials) -> Iterator[str]:
    """What the rules say of their edited files."""
    for found in trials.values():
        told = [[list(_list_finding_words(item)) for item in each] for each in found]
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
