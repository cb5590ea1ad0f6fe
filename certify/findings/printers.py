"""Findings for people and for tools: text, JSON, SARIF, JUnit, annotations of a pull request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from certify import __version__
from certify.findings.finding import Finding, Severity
from certify.findings.registry import FAMILIES, Rule, load_rules

Waived = Mapping[str, str]
"""The reason of each waived finding, by fingerprint."""

_SARIF_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_GITHUB_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def count_findings(findings: Sequence[Finding]) -> dict[str, int]:
    """How many there are of each severity, the most serious first."""
    return {
        severity.word: sum(item.severity is severity for item in findings)
        for severity in sorted(Severity, reverse=True)
    }


def group_findings(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    """The findings by the jurisdiction they are about, in their order."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.jurisdictions[0], []).append(finding)
    return groups


def describe_findings(findings: Sequence[Finding], waived: Waived) -> dict[str, Any]:
    """The findings and their counts as plain data."""
    return {
        "findings": [
            item.describe()
            | ({"waived": waived[item.fingerprint]} if item.fingerprint in waived else {})
            for item in findings
        ],
        "counts": count_findings(findings),
    }


def format_json(findings: Sequence[Finding], waived: Waived) -> str:
    """The findings as JSON."""
    return json.dumps(describe_findings(findings, waived), indent=2, ensure_ascii=False)


def format_lines(findings: Sequence[Finding], waived: Waived) -> str:
    """One line a finding."""
    return "\n".join(_format_line(item, waived) for item in findings)


def _format_line(finding: Finding, waived: Waived) -> str:
    effect = f" [{finding.effect}]" if finding.effect else ""
    mark = " (waived)" if finding.fingerprint in waived else ""
    return (
        f"{finding.file}:{finding.line}:{finding.column}: {finding.severity.word} "
        f"{finding.code} {finding.message}{effect}{mark}"
    )


def format_text(findings: Sequence[Finding], waived: Waived) -> str:
    """The findings grouped by jurisdiction, the most serious first, with all that is known."""
    blocks = []
    for name, group in group_findings(findings).items():
        blocks.append(f"{name}: {_format_counts(group)}")
        blocks += ["\n".join(_format_block(item, waived)) for item in group]
    return "\n\n".join(blocks) if blocks else "no findings"


def _format_counts(findings: Sequence[Finding]) -> str:
    counts = ", ".join(
        f"{number} {word}{'' if number == 1 else 's'}"
        for word, number in count_findings(findings).items()
    )
    return f"{len(findings)} finding{'' if len(findings) == 1 else 's'} ({counts})"


def _format_block(finding: Finding, waived: Waived) -> Iterator[str]:
    yield (
        f"{finding.severity.word} {finding.code}  "
        f"{finding.file}:{finding.line}:{finding.column}  {finding.fingerprint}"
    )
    yield f"  {finding.message}"
    if finding.effect:
        effects = (finding.effect, *finding.further_effects)
        yield "  effect: " + "; ".join(str(effect) for effect in effects)
    if finding.unpriced:
        yield f"  not priced: {finding.unpriced}"
    if finding.citations:
        places = dict.fromkeys(str(place) for place in finding.citations)
        yield f"  document: {'; '.join(places)}"
    if finding.evidence:
        yield "  evidence: " + "; ".join(
            f"{key}: {value}" for key, value in finding.evidence.items()
        )
    if finding.resolution:
        yield f"  resolved by: {finding.resolution}"
    if finding.fingerprint in waived:
        yield f"  waived: {waived[finding.fingerprint]}"


def describe_sarif(findings: Sequence[Finding], waived: Waived) -> dict[str, Any]:
    """The findings as SARIF 2.1.0, every registered rule in the driver."""
    rules = load_rules()
    places = {code: place for place, code in enumerate(rules)}
    return {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "certify",
                        "version": __version__,
                        "semanticVersion": __version__,
                        "rules": [_describe_rule(item) for item in rules.values()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_describe_result(item, places[item.code], waived) for item in findings],
            }
        ],
    }


def format_sarif(findings: Sequence[Finding], waived: Waived) -> str:
    """The findings as SARIF text."""
    return json.dumps(describe_sarif(findings, waived), indent=2, ensure_ascii=False)


def _describe_rule(item: Rule) -> dict[str, Any]:
    return {
        "id": item.code,
        "name": "".join(word.capitalize() for word in item.name.split("-")),
        "shortDescription": {"text": item.summary},
        "fullDescription": {"text": item.documentation},
        "help": {"text": item.documentation, "markdown": item.documentation},
        "defaultConfiguration": {"level": item.severity.word},
        "properties": {"tags": [FAMILIES[item.code[:3]]]},
    }


def _describe_result(finding: Finding, place: int, waived: Waived) -> dict[str, Any]:
    effect = f" ({finding.effect})" if finding.effect else ""
    data: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": place,
        "level": finding.severity.word,
        "message": {"text": finding.message + effect},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _make_uri(finding.file)},
                    "region": {"startLine": finding.line, "startColumn": finding.column},
                }
            }
        ],
        "partialFingerprints": {"certify/v1": finding.fingerprint},
        "properties": {
            "jurisdictions": list(finding.jurisdictions),
            "citations": [str(item) for item in finding.citations],
            "evidence": dict(finding.evidence),
            "effects": [
                item.describe()
                for item in (
                    *((finding.effect,) if finding.effect else ()),
                    *finding.further_effects,
                )
            ],
            "unpriced": finding.unpriced,
            "resolution": finding.resolution,
        },
    }
    if finding.fingerprint in waived:
        data["suppressions"] = [
            {"kind": "external", "status": "accepted", "justification": waived[finding.fingerprint]}
        ]
    return data


def _make_uri(name: str) -> str:
    """A relative address where the file lies below the working folder, else a file: one."""
    path = Path(name)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except ValueError:
            return path.as_uri()
    return quote(path.as_posix())


def format_junit(findings: Sequence[Finding], waived: Waived) -> str:
    """A suite a jurisdiction and a case a rule, which fails where an error stands."""
    root = ElementTree.Element("testsuites", name="certify check")
    for name, group in group_findings(findings).items():
        standing = [item for item in group if _stands(item, waived)]
        failing = len({item.code for item in standing})
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=name,
            tests=str(len(load_rules())),
            failures=str(failing),
            errors="0",
            skipped="0",
        )
        for rule in load_rules().values():
            case = ElementTree.SubElement(
                suite,
                "testcase",
                classname=f"{name}.{rule.code[:3]}",
                name=f"{rule.code} {rule.name}",
            )
            own = [item for item in group if item.code == rule.code]
            wrong = [item for item in own if item in standing]
            if wrong:
                failure = ElementTree.SubElement(
                    case, "failure", type=rule.code, message=_clean(wrong[0].message)
                )
                failure.text = _clean(format_lines(wrong, waived))
            rest = [item for item in own if item not in wrong]
            if rest:
                ElementTree.SubElement(case, "system-out").text = _clean(format_lines(rest, waived))
    ElementTree.indent(root)
    text: str = ElementTree.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}'


def _clean(text: str) -> str:
    """Text without the characters that XML 1.0 does not know."""
    return _UNPRINTABLE.sub("\ufffd", text)


def _stands(finding: Finding, waived: Waived) -> bool:
    return finding.severity is Severity.ERROR and finding.fingerprint not in waived


def format_github(findings: Sequence[Finding], waived: Waived) -> str:
    """Annotations of a pull request; a waived finding is only a notice."""
    lines = []
    names = {code: item.name for code, item in load_rules().items()}
    for finding in findings:
        is_waived = finding.fingerprint in waived
        word = "notice" if is_waived else _GITHUB_WORDS[finding.severity]
        title = f"{finding.code} {names[finding.code]}{' (waived)' if is_waived else ''}"
        effect = f"\n{finding.effect}" if finding.effect else ""
        lines.append(
            f"::{word} file={_escape_property(finding.file)},line={finding.line},"
            f"col={finding.column},title={_escape_property(title)}"
            f"::{_escape_data(finding.message + effect)}"
        )
    return "\n".join(lines)


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


Printer = Callable[[Sequence[Finding], Waived], str]
PRINTERS: dict[str, Printer] = {
    "text": format_text,
    "json": format_json,
    "sarif": format_sarif,
    "junit": format_junit,
    "github": format_github,
}


def stand_errors(findings: Sequence[Finding], waived: Waived) -> bool:
    """Whether an error stands that nobody has waived."""
    return any(_stands(item, waived) for item in findings)
