"""What a change does: statement by statement, edge before and after, findings new and gone."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import format_percent
from certify.base.load import load_bytes
from certify.findings.case import Case
from certify.findings.comparison import format_cell
from certify.findings.finding import Finding
from certify.findings.policy import load_policy
from certify.findings.registry import list_findings
from certify.gate.certificates import SUFFIX, read_certificate, trust_long_results
from certify.odds.compute import Request, compute_odds
from certify.odds.result import WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.validate import read_jurisdiction


@dataclass(frozen=True, slots=True)
class Change:
    """A statement or line that says something else than before."""

    subject: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class EdgeChange:
    """A wager's house edge before and after."""

    wager: str
    before: Fraction | None
    after: Fraction | None

    @property
    def difference(self) -> str:
        """The change in percentage points, with its sign."""
        if self.before is None or self.after is None:
            return "-"
        change = self.after - self.before
        return ("+" if change > 0 else "") + format_percent(change)


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change does to one jurisdiction."""

    jurisdiction: str
    changes: tuple[Change, ...]
    edges: tuple[EdgeChange, ...]
    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing changes."""
        return not (
            self.changes
            or self.new
            or self.gone
            or any(edge.before != edge.after for edge in self.edges)
        )


def read_revision(revision: str, folder: Path) -> dict[str, Jurisdiction]:
    """The jurisdictions of a folder as they were at a git revision."""
    if shutil.which("git") is None:
        raise CertifyError("git is not installed; install it, or leave --base out")
    root = _ask_git(
        folder,
        "rev-parse",
        "--show-toplevel",
        failure=f"{folder} is in no git repository; leave --base out",
    )
    prefix = _ask_git(folder, "rev-parse", "--show-prefix", failure="git cannot place the folder")
    shallow = _ask_git(folder, "rev-parse", "--is-shallow-repository", failure="git fails")
    advice = (
        " (this is a shallow clone; fetch more history, e.g. git fetch --unshallow)"
        if shallow.strip() == "true"
        else ""
    )
    _ask_git(
        folder,
        "rev-parse",
        "--verify",
        "--quiet",
        f"{revision}^{{commit}}",
        failure=f"git knows no revision {revision!r}{advice}",
    )
    listing = _ask_git(
        folder,
        "ls-tree",
        "--full-tree",
        "--name-only",
        f"{revision}:{prefix.strip()}",
        failure=f"{folder} did not exist at {revision}",
    ).splitlines()
    found = {}
    for name in listing:
        if name.endswith(SUFFIX):
            content = _show(root, revision, prefix.strip() + name)
            try:
                trust_long_results(read_certificate(content, name))
            except CertifyError:
                continue
        elif name.endswith(".yaml"):
            content = _show(root, revision, prefix.strip() + name)
            jurisdiction = read_jurisdiction(load_bytes(content, name))
            found[jurisdiction.id] = jurisdiction
    return found


def _ask_git(folder: Path, *arguments: str, failure: str) -> str:
    done = subprocess.run(  # noqa: S603  (git, with arguments of our own)
        ["git", "-C", str(folder), *arguments],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CertifyError(failure)
    return done.stdout


def _show(root: str, revision: str, path: str) -> bytes:
    done = subprocess.run(  # noqa: S603  (git, with arguments of our own)
        ["git", "-C", root.strip(), "show", f"{revision}:{path}"],  # noqa: S607
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise CertifyError(f"git cannot show {path} at {revision}")
    return done.stdout


def measure_impact(old: dict[str, Jurisdiction], new: dict[str, Jurisdiction]) -> list[Impact]:
    """What the change from the old files to the new ones does, jurisdiction by jurisdiction."""
    impacts = []
    for name in sorted(set(old) | set(new)):
        before, after = old.get(name), new.get(name)
        edges = _list_edges(before, after)
        first = _find(before, old)
        second = _find(after, new)
        impacts.append(
            Impact(
                name,
                tuple(_list_changes(before, after)),
                tuple(edges),
                tuple(item for key, item in second.items() if key not in first),
                tuple(item for key, item in first.items() if key not in second),
            )
        )
    return [impact for impact in impacts if not impact.is_empty]


def _find(jurisdiction: Jurisdiction | None, known: dict[str, Jurisdiction]) -> dict[str, Finding]:
    if jurisdiction is None:
        return {}
    case = Case(jurisdiction, tuple(known.values()), load_policy())
    return {item.fingerprint: item for item in list_findings(case)}


def _list_changes(before: Jurisdiction | None, after: Jurisdiction | None) -> Iterator[Change]:
    first = _describe(before) if before else {}
    second = _describe(after) if after else {}
    for subject in dict.fromkeys([*first, *second]):
        if first.get(subject) != second.get(subject):
            yield Change(subject, first.get(subject, "(absent)"), second.get(subject, "(absent)"))


def _describe(jurisdiction: Jurisdiction) -> dict[str, str]:
    """Every statement and every paytable line as text, citations included."""
    told = {}
    for statement in jurisdiction.list_statements():
        scope = f" (paytable {statement.paytable})" if statement.paytable else ""
        told[statement.parameter.key + scope] = (
            f"{format_cell(statement)} [{statement.standing}: {statement.clause}]"
        )
    for paytable in jurisdiction.paytables:
        for line in paytable.lines:
            pays = "push" if line.is_push else f"{line.pays} to 1"
            told[f"paytable {paytable.id}: {line.hand}"] = (
                f"{pays}, envy {line.envy or 'none'} [{line.citation}]"
            )
        for item in paytable.published:
            told[f"paytable {paytable.id}: printed {item.label}"] = f"{item.percent} %"
    for rule in jurisdiction.house_way:
        told[f"house way: {rule['rule']}"] = str(
            {key: value for key, value in rule.items() if key not in {"rule", "at", "examples"}}
        )
    return told


def _list_edges(before: Jurisdiction | None, after: Jurisdiction | None) -> Iterator[EdgeChange]:
    first, second = _compute(before), _compute(after)
    for name in dict.fromkeys([*first, *second]):
        yield EdgeChange(name, first.get(name), second.get(name))


def _compute(jurisdiction: Jurisdiction | None) -> dict[str, Fraction]:
    if jurisdiction is None:
        return {}
    results = compute_odds(jurisdiction, Request(alternatives=False))
    return {_name(item): item.house_edge for item in results if item.deals}


def _name(odds: WagerOdds) -> str:
    return f"{odds.wager} {odds.paytable}" if odds.paytable else odds.wager


def describe_impact(impact: Impact) -> dict[str, Any]:
    """The impact as plain data."""
    return {
        "jurisdiction": impact.jurisdiction,
        "changes": [
            {"subject": item.subject, "before": item.before, "after": item.after}
            for item in impact.changes
        ],
        "edges": [
            {
                "wager": item.wager,
                "before": None if item.before is None else str(item.before),
                "after": None if item.after is None else str(item.after),
                "points": item.difference,
            }
            for item in impact.edges
            if item.before != item.after
        ],
        "findings_new": [item.describe() for item in impact.new],
        "findings_gone": [item.describe() for item in impact.gone],
    }


def format_markdown(impacts: list[Impact]) -> str:
    """A summary for a pull request."""
    lines = ["## What this change does", ""]
    if not impacts:
        lines.append("No statement, edge or finding changes.")
    for impact in impacts:
        lines += [f"### {impact.jurisdiction}", ""]
        lines += _table(
            ("statement", "before", "after"),
            [(item.subject, item.before, item.after) for item in impact.changes],
        )
        lines += _table(
            ("wager", "edge before", "edge after", "points"),
            [
                (item.wager, _percent(item.before), _percent(item.after), item.difference)
                for item in impact.edges
                if item.before != item.after
            ],
        )
        for title, findings in (("New findings", impact.new), ("Findings gone", impact.gone)):
            if findings:
                lines += [f"**{title}**", ""]
                lines += [
                    f"- `{item.code}` {item.severity.word}: {_escape(item.message)}"
                    for item in findings
                ]
                lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    if not rows:
        return []
    body = [f"| {' | '.join(_escape(cell) for cell in row)} |" for row in rows]
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *body, ""]


def _escape(text: str) -> str:
    for character in "\\|`*_<>[]":
        text = text.replace(character, f"\\{character}")
    return text.replace("\n", " ")


def _percent(edge: Fraction | None) -> str:
    return "-" if edge is None else f"{format_percent(edge)} %"


def format_impact(impacts: list[Impact]) -> Iterator[str]:
    """The impact for people at a terminal."""
    if not impacts:
        yield "no statement, edge or finding changes"
    for impact in impacts:
        yield impact.jurisdiction
        for item in impact.changes:
            yield f"  {item.subject}: {item.before} -> {item.after}"
        for edge in impact.edges:
            if edge.before != edge.after:
                yield (
                    f"  {edge.wager}: house edge {_percent(edge.before)} -> "
                    f"{_percent(edge.after)} ({edge.difference} points)"
                )
        for sign, findings in (("+", impact.new), ("-", impact.gone)):
            for finding in findings:
                yield f"  {sign} {finding.severity.word} {finding.code}: {finding.message}"
