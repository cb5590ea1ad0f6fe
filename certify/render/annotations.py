"""Issues for the tools of a pull request: JUnit, annotations, code quality."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from certify.findings.checked import Checked
from certify.findings.finding import Finding, Severity
from certify.findings.issue import Issue
from certify.findings.registry import load_rules
from certify.render.data import Waived
from certify.render.finding import FindingText, summarise, title_issue
from certify.render.reasons import define_severities
from certify.render.words import Words

_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_QUALITY = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.NOTE: "info"}
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def format_junit(
    checked: Sequence[Checked],
    waived: Waived,
    gate: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """A suite for each document and a case for each rule, which fails if it reports an error.

    `gate`: what the gate found wrong, by file; a suite of its own.
    """
    root = ElementTree.Element(
        "testsuites", name="certify check" if gate is None else "certify gate"
    )
    if gate is not None:
        _add_gate(root, gate)
    for document in checked:
        meanings = define_severities(document.policy)
        words = Words(document.jurisdiction)
        standing = [item for item in document.issues if _fails(item, waived)]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=document.id,
            tests=str(len(load_rules())),
            failures=str(len({item.head.code for item in standing})),
            errors="0",
            skipped="0",
        )
        told = ElementTree.SubElement(suite, "properties")
        for word, meaning in meanings.items():
            ElementTree.SubElement(told, "property", name=word, value=_clean(meaning))
        for rule in load_rules().values():
            case = ElementTree.SubElement(
                suite,
                "testcase",
                classname=f"{document.id}.{rule.code[:3]}",
                name=f"{rule.code} {rule.name}",
            )
            own = [item for item in document.issues if item.head.code == rule.code]
            wrong = [item for item in own if item in standing]
            if wrong:
                failure = ElementTree.SubElement(
                    case, "failure", type=rule.code, message=_clean(title_issue(words, wrong[0]))
                )
                failure.text = _clean("\n".join(_describe(words, item) for item in wrong))
            rest = [item for item in own if item not in wrong]
            if rest:
                ElementTree.SubElement(case, "system-out").text = _clean(
                    "\n".join(_describe(words, item) for item in rest)
                )
    ElementTree.indent(root)
    text: str = ElementTree.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}'


def _add_gate(root: ElementTree.Element, gate: Mapping[str, Sequence[str]]) -> None:
    """A suite with a case for each file that the gate checked."""
    failed = sum(bool(lines) for lines in gate.values())
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name="gate",
        tests=str(len(gate)),
        failures=str(failed),
        errors="0",
        skipped="0",
    )
    for name, lines in gate.items():
        case = ElementTree.SubElement(suite, "testcase", classname="gate", name=_clean(name))
        if lines:
            failure = ElementTree.SubElement(case, "failure", type="gate", message=_clean(lines[0]))
            failure.text = _clean("\n".join(lines))


def _describe(words: Words, issue: Issue) -> str:
    head = issue.head
    place = f"{head.path}:{head.line}:{head.column}"
    return f"{place}: {issue.severity.word} {head.code} {summarise(words, issue)}"


def _clean(text: str) -> str:
    """Text without the characters that XML 1.0 does not know."""
    return _UNPRINTABLE.sub("\ufffd", text)


def _fails(issue: Issue, waived: Waived) -> bool:
    return any(
        item.weight is Severity.ERROR and item.fingerprint not in waived for item in issue.findings
    )


def format_github(checked: Sequence[Checked], waived: Waived) -> str:
    """Annotations of a pull request: the severities, then one for each issue; a waived one is a notice."""
    meanings = define_severities(checked[0].policy) if checked else {}
    told = "\n".join(f"{word}: {meaning}" for word, meaning in meanings.items())
    lines = [f"::notice title=What the severities mean::{_escape_data(told)}"] if told else []
    for document in checked:
        words = Words(document.jurisdiction)
        for issue in document.issues:
            head = issue.head
            is_waived = all(item.fingerprint in waived for item in issue.findings)
            word = "notice" if is_waived else _WORDS[issue.severity]
            title = f"{head.code} {title_issue(words, issue)}{' (waived)' if is_waived else ''}"
            text = FindingText(words, head)
            rows = [row for row in (text.problem, text.effect, text.wording or text.action) if row]
            lines.append(
                f"::{word} file={_escape_property(head.path)},line={head.line},"
                f"col={head.column},title={_escape_property(title)}"
                f"::{_escape_data(chr(10).join(rows) or title)}"
            )
    return "\n".join(lines)


def format_gitlab(checked: Sequence[Checked], waived: Waived) -> str:
    """The issues as a code quality report of GitLab; a waived one is informational."""
    found = []
    for document in checked:
        words = Words(document.jurisdiction)
        meanings = define_severities(document.policy)
        for issue in document.issues:
            head = issue.head
            is_waived = all(item.fingerprint in waived for item in issue.findings)
            word = issue.severity.word
            bodies = [_describe_rows(words, item) for item in issue.findings]
            found.append(
                {
                    "description": f"{summarise(words, issue)}{' (waived)' if is_waived else ''}",
                    "check_name": head.code,
                    "fingerprint": head.fingerprint,
                    "severity": "info" if is_waived else _QUALITY[issue.severity],
                    "content": {"body": "\n\n".join([*bodies, f"{word}: {meanings[word]}"])},
                    "location": {
                        "path": relate_path(head.path).as_posix(),
                        "lines": {"begin": head.line},
                    },
                }
            )
    return json.dumps(found, indent=2, ensure_ascii=False)


def _describe_rows(words: Words, finding: Finding) -> str:
    """A finding with all its rows."""
    text = FindingText(words, finding)
    rows = [f"{label}: {row}" if label else row for label, row in text.list_rows()]
    return "\n".join([text.title, *rows])


def relate_path(name: str) -> Path:
    """A path as seen from the working folder, where it lies below it."""
    path = Path(name)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        return path.relative_to(Path.cwd())
    return path


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
