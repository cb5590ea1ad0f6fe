"""Issues for the tools of a pull request: JUnit, annotations, code quality."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from certify.base.extras import __version__
from certify.findings.checked import Checked
from certify.findings.finding import Finding, Severity
from certify.findings.issue import Issue
from certify.findings.registry import FAMILIES, Rule, load_rules
from certify.render.check import describe_headline
from certify.render.data import Waived, describe_effect
from certify.render.finding import FindingText, explain_missing, summarise, title_issue
from certify.render.texts import define_severities, describe_waiver
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


_ACTION = ("SERVER_URL", "ACTION_REPOSITORY")
_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def describe_sarif(checked: Sequence[Checked], waived: Waived) -> dict[str, Any]:
    """The issues as SARIF, every registered rule in the driver."""
    rules = load_rules()
    places = {code: place for place, code in enumerate(rules)}
    severities = define_severities(checked[0].policy) if checked else {}
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "certify",
                        "fullName": f"certify {__version__}",
                        "version": __version__,
                        "semanticVersion": __version__,
                        "informationUri": find_page("index"),
                        "shortDescription": {
                            "text": "Issues of rule documents, each with its effect on the house edge."
                        },
                        "rules": [_describe_rule(item) for item in rules.values()],
                    }
                },
                "automationDetails": {"id": "certify/check/"},
                "columnKind": "unicodeCodePoints",
                "properties": {
                    "severities": severities,
                    "verdicts": {
                        item.id: describe_headline(Words(item.jurisdiction), item.verdict)
                        for item in checked
                    },
                },
                "results": [
                    _describe_result(
                        Words(document.jurisdiction), issue, places[issue.head.code], waived
                    )
                    for document in checked
                    for issue in document.issues
                ],
            }
        ],
    }


def format_sarif(checked: Sequence[Checked], waived: Waived) -> str:
    """The issues as SARIF text."""
    return json.dumps(describe_sarif(checked, waived), indent=2, ensure_ascii=False)


def _describe_rule(item: Rule) -> dict[str, Any]:
    return {
        "id": item.code,
        "name": _make_name(item.name),
        "shortDescription": {"text": item.summary},
        "fullDescription": {"text": item.documentation},
        "helpUri": find_page("rules", f"{item.code} {item.name}"),
        "help": {"text": item.documentation, "markdown": item.documentation},
        "defaultConfiguration": {"level": item.severity.word},
        "properties": {"tags": [FAMILIES[item.code[:3]]]},
    }


def _describe_result(words: Words, issue: Issue, place: int, waived: Waived) -> dict[str, Any]:
    head = issue.head
    text = FindingText(words, head)
    data: dict[str, Any] = {
        "ruleId": head.code,
        "ruleIndex": place,
        "level": issue.severity.word,
        "message": {"text": summarise(words, issue)},
        "locations": [_describe_location(head)],
        "relatedLocations": [
            {
                "id": number,
                **_describe_location(item),
                "message": {"text": FindingText(words, item).title},
            }
            for number, item in enumerate(issue.points, 1)
        ],
        "partialFingerprints": {"certify/v2": head.fingerprint},
        "properties": {
            "title": title_issue(words, issue),
            "kind": str(issue.kind),
            "jurisdictions": list(head.jurisdictions),
            "clauses": [str(item) for item in issue.clauses],
            "effects": [
                describe_effect(words, item) for point in issue.findings for item in point.effects
            ],
            "effect_not_calculated": [explain_missing(words, item) for item in head.price.missing],
            "wording": text.wording,
            "action": text.action,
            "codes": sorted({item.code for item in issue.findings}),
        },
    }
    if head.fingerprint in waived:
        waiver = waived[head.fingerprint]
        told = describe_waiver(waiver["reason"], waiver["accepted_by"], waiver["until"])
        data["suppressions"] = [{"kind": "external", "status": "accepted", "justification": told}]
    return data


def _make_name(name: str) -> str:
    """The name of a rule in Pascal case, without articles."""
    return "".join(word.capitalize() for word in name.split("-") if len(word) > 1)


def find_page(page: str, heading: str = "") -> str:
    """The address of a page of the documentation.

    It stands where the variable CERTIFY_DOCS says, or in the repository of the action that runs, or has a
    name and no place: nobody's address is made up.
    """
    anchor = f"#{heading.lower().replace(' ', '-')}" if heading else ""
    site = os.environ.get("CERTIFY_DOCS", "").rstrip("/")
    if site:
        return f"{site}/{page}/{anchor}"
    server, action = (os.environ.get(f"GITHUB_{name}", "") for name in _ACTION)
    if server and action:
        edition = os.environ.get("GITHUB_ACTION_REF") or "HEAD"
        return f"{server}/{action}/blob/{edition}/docs/{page}.md{anchor}"
    return f"urn:certify:{page}{anchor}"


def _describe_location(finding: Finding) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": finding.line, "startColumn": finding.column}
    place: dict[str, Any] = {
        "artifactLocation": {"uri": _make_uri(finding.path)},
        "region": region,
    }
    lines = _read_lines(finding.path)
    if finding.line <= len(lines):
        first, last = max(1, finding.line - 1), min(len(lines), finding.line + 1)
        region["endLine"] = finding.line
        region["endColumn"] = len(lines[finding.line - 1]) + 1
        region["snippet"] = {"text": lines[finding.line - 1][finding.column - 1 :]}
        place["contextRegion"] = {
            "startLine": first,
            "endLine": last,
            "snippet": {"text": "\n".join(lines[first - 1 : last])},
        }
    return {"physicalLocation": place}


@lru_cache(maxsize=64)
def _read_lines(name: str) -> tuple[str, ...]:
    """The lines of a jurisdiction file; none where it came from elsewhere than a file."""
    try:
        return tuple(Path(name).read_text(encoding="utf-8").split("\n"))
    except (OSError, ValueError):
        return ()


def _make_uri(name: str) -> str:
    """A relative address where the file lies below the working folder, else a file: one."""
    path = relate_path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
