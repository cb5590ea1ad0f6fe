"""What a regulation requires, and whether the filing meets it: each by a check that can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.extras import locate_folder
from certify.base.load import SourceFile, load_file, read_bytes
from certify.findings.finding import Severity
from certify.render.numbers import count
from certify.render.values import begin, cite, join_words, name_line
from certify.spec.catalogue import Moves
from certify.spec.model import Standing
from certify.spec.validate import list_schema_faults
from certify.wagers.limits import STANDARD

if TYPE_CHECKING:
    from certify.filing.report import FilingReport

MET, PARTLY, NOT_MET = "met", "partly met", "not met"
_FEW = 4
"""Titles that a result names; the others are counted."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement of a regulation."""

    clause: str
    requires: str
    check: str
    statements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Regulation:
    """A regulation that filings are held against."""

    name: str
    requirements: tuple[Requirement, ...]
    not_judged: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Judged:
    """A requirement with the result of its check."""

    requirement: Requirement
    result: str
    found: str
    """What the filing or the document has, or what is missing."""
    section: str = ""
    """The section of the filing that shows it."""


def find_regulation(name: str) -> Path:
    """A file, or the shipped regulation of that name."""
    path = Path(name)
    if path.is_file():
        return path
    folder = locate_folder("jurisdictions") / "policy" / "regulations"
    shipped = folder / f"{name}.yaml"
    if shipped.is_file():
        return shipped
    known = ", ".join(sorted(item.stem for item in folder.glob("*.yaml")))
    raise CertifyError(f"--regulation: there is no file '{name}'; give a file or one of {known}")


def load_regulation(path: Path) -> Regulation:
    """Read the requirements of a regulation."""
    source = load_file(path)
    faults = list_schema_faults(source, "regulation")
    if faults:
        raise InvalidSpec(faults)
    for number, item in enumerate(source.data["requirements"]):
        if ("statements" in item) != (item["check"] == "stated"):
            _refuse(source, number)
    data = source.data
    return Regulation(
        data["regulation"],
        tuple(
            Requirement(
                item["clause"],
                item["requires"],
                item["check"],
                tuple(item.get("statements", ())),
            )
            for item in data["requirements"]
        ),
        data.get("not_judged", ""),
        read_bytes(path),
    )


def _refuse(source: SourceFile, number: int) -> None:
    fault = source.fault(
        ("requirements", number),
        "the check 'stated' needs statements, and no other check takes any",
        "add statements, or remove them",
    )
    raise InvalidSpec([fault])


def judge_requirements(report: FilingReport) -> tuple[Judged, ...]:
    """Every requirement of the regulation with its result."""
    if report.regulation is None:
        return ()
    return tuple(_CHECKS[item.check](report, item) for item in report.regulation.requirements)


def _judge_applicant(report: FilingReport, asked: Requirement) -> Judged:
    name = report.identity.applicant
    return Judged(asked, MET if name else NOT_MET, name or "no applicant is named", "decision")


def _judge_evidence(report: FilingReport, asked: Requirement) -> Judged:
    checks, failed = report.examination.checks, report.examination.failed
    found = f"{len(checks) - len(failed)} of {count(len(checks), 'check')} OK"
    if failed:
        found += f"; failed: {failed[0].what}"
    return Judged(asked, NOT_MET if failed or not checks else MET, found, "evidence")


def _judge_examples(report: FilingReport, asked: Requirement) -> Judged:
    found = count(len(report.rounds), "settled round")
    return Judged(asked, _grade(len(report.rounds), 3), found, "rounds")


def _judge_exposure(report: FilingReport, asked: Requirement) -> Judged:
    wagers = {sheet.odds.wager: sheet.wager for sheet in report.sheets}
    largest = report.examination.largest
    known = {part.wager for part in largest.parts} if largest else set()
    left = [name for name in wagers.values() if name not in known]
    found = f"not for {join_words(left)}" if left else "for every wager"
    return Judged(asked, _grade(len(wagers) - len(left), len(wagers)), found, "envy")


def _judge_limits(report: FilingReport, asked: Requirement) -> Judged:
    known = {sheet.odds.wager for sheet, _ in report.holds}
    left = [sheet.wager for sheet in report.sheets if sheet.odds.wager not in known]
    total = len({sheet.odds.wager for sheet in report.sheets})
    found = f"not for {join_words(dict.fromkeys(left))}" if left else "for every wager"
    return Judged(asked, _grade(len(known), total), found, "envy")


def _judge_errors(report: FilingReport, asked: Requirement) -> Judged:
    errors = [item.label for item in report.own if item.severity is Severity.ERROR]
    found = f"{count(len(errors), 'error')}: {join_words(errors)}" if errors else "no error"
    return Judged(asked, NOT_MET if errors else MET, found, "money")


def _judge_odds(report: FilingReport, asked: Requirement) -> Judged:
    left = [sheet.name for sheet in report.sheets if not sheet.has_figures]
    done = len(report.sheets) - len(left)
    found = f"no figure for {_name(left)}" if left else f"{count(done, 'figure')}"
    return Judged(asked, _grade(done, len(report.sheets)), found, "paytables")


def _judge_others(report: FilingReport, asked: Requirement) -> Judged:
    names = [item.name for item in report.others]
    found = join_words(names) if names else "compared with no other document"
    return Judged(asked, MET if names else NOT_MET, found, "documents")


def _judge_payouts(report: FilingReport, asked: Requirement) -> Judged:
    jurisdiction = report.jurisdiction
    rows = [
        (statement, name_line(line, paytable.lines, jurisdiction.names.bank))
        for _, paytable in jurisdiction.list_paytables()
        for line in paytable.lines
        for statement in (line.pays,)
    ]
    statement = jurisdiction.by_key.get(f"{STANDARD}.pays")
    rows += [(statement, jurisdiction.names.standard)] if statement is not None else []
    left = [name for item, name in rows if item.standing is not Standing.STATED]
    found = f"not stated for {_name(left)}" if left else f"{count(len(rows), 'payout')} stated"
    return Judged(asked, _grade(len(rows) - len(left), len(rows)), found, "paytables")


def _judge_rules(report: FilingReport, asked: Requirement) -> Judged:
    rules = [
        item
        for item in report.jurisdiction.list_statements()
        if item.line is None
        and item.parameter.moves in {Moves.ODDS, Moves.ROUND}
        and item.standing is not Standing.NOT_OFFERED
    ]
    left = [item for item in rules if item.standing is not Standing.STATED]
    found = f"{len(rules) - len(left)} of {count(len(rules), 'rule')} stated"
    if left:
        found += f"; not stated, for example: {report.words.lower(report.words.title(left[0].key))}"
    return Judged(asked, _grade(len(rules) - len(left), len(rules)), found, "rules")


def _judge_stated(report: FilingReport, asked: Requirement) -> Judged:
    statements = report.jurisdiction.by_key
    stated, left = [], []
    for key in asked.statements:
        item = statements.get(key)
        if item is not None and item.standing is Standing.STATED and item.value is not None:
            stated += list(item.citations)
        else:
            left.append(report.words.lower(report.words.title(key)))
    found = cite(*dict.fromkeys(stated)) if stated else ""
    if left:
        found = "; ".join(filter(None, (found, f"not stated: {join_words(left)}")))
    done = len(asked.statements) - len(left)
    return Judged(asked, _grade(done, len(asked.statements)), begin(found), "")


def _grade(done: int, total: int) -> str:
    return NOT_MET if not done else MET if done >= total else PARTLY


def _name(names: list[str]) -> str:
    distinct = list(dict.fromkeys(names))
    more = len(distinct) - _FEW
    shown = distinct[:_FEW] + ([f"{more} more"] if more > 0 else [])
    return join_words(shown)


_CHECKS: Mapping[str, Callable[[FilingReport, Requirement], Judged]] = {
    "applicant": _judge_applicant,
    "evidence": _judge_evidence,
    "examples": _judge_examples,
    "exposure": _judge_exposure,
    "limits": _judge_limits,
    "no-errors": _judge_errors,
    "odds": _judge_odds,
    "other-documents": _judge_others,
    "payouts": _judge_payouts,
    "rules": _judge_rules,
    "stated": _judge_stated,
}
