"""Matters for the tools of a pull request: JUnit, annotations, code quality."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from certify.findings.checked import Checked
from certify.findings.finding import Finding, Severity
from certify.findings.matter import Matter
from certify.findings.registry import load_rules

_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_QUALITY = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.NOTE: "info"}
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def format_junit(checked: Sequence[Checked], waived: Mapping[str, str]) -> str:
    """A suite a document and a case a rule, which fails where an error stands."""
    root = ElementTree.Element("testsuites", name="certify check")
    for document in checked:
        meanings = document.policy.define_severities()
        standing = [item for item in document.matters if _stands(item, waived)]
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
            own = [item for item in document.matters if item.head.code == rule.code]
            wrong = [item for item in own if item in standing]
            if wrong:
                failure = ElementTree.SubElement(
                    case, "failure", type=rule.code, message=_clean(wrong[0].head.message)
                )
                failure.text = _clean("\n".join(map(_tell, wrong)))
            rest = [item for item in own if item not in wrong]
            if rest:
                ElementTree.SubElement(case, "system-out").text = _clean(
                    "\n".join(map(_tell, rest))
                )
    ElementTree.indent(root)
    text: str = ElementTree.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}'


def _tell(matter: Matter) -> str:
    head = matter.head
    effect = f" [{matter.effect}]" if matter.effect else ""
    return f"{head.path}:{head.line}:{head.column}: {matter.severity.word} {head.code} {head.message}{effect}"


def _clean(text: str) -> str:
    """Text without the characters that XML 1.0 does not know."""
    return _UNPRINTABLE.sub("\ufffd", text)


def _stands(matter: Matter, waived: Mapping[str, str]) -> bool:
    return any(
        item.severity is Severity.ERROR and item.fingerprint not in waived
        for item in matter.findings
    )


def format_github(checked: Sequence[Checked], waived: Mapping[str, str]) -> str:
    """Annotations of a pull request: what severities mean, then one a matter; a waived one is a notice."""
    meanings = checked[0].policy.define_severities() if checked else {}
    told = "\n".join(f"{word}: {meaning}" for word, meaning in meanings.items())
    lines = [f"::notice title=What the severities mean::{_escape_data(told)}"] if told else []
    for document in checked:
        for matter in document.matters:
            head = matter.head
            is_waived = all(item.fingerprint in waived for item in matter.findings)
            word = "notice" if is_waived else _WORDS[matter.severity]
            title = f"{head.code} {matter.title}{' (waived)' if is_waived else ''}"
            effect = f"\n{matter.effect}" if matter.effect else ""
            lines.append(
                f"::{word} file={_escape_property(head.path)},line={head.line},"
                f"col={head.column},title={_escape_property(title)}"
                f"::{_escape_data(head.message + effect)}"
            )
    return "\n".join(lines)


def format_gitlab(checked: Sequence[Checked], waived: Mapping[str, str]) -> str:
    """The matters as a code quality report of GitLab; a waived one is only for information."""
    issues = []
    for document in checked:
        for matter in document.matters:
            head = matter.head
            is_waived = all(item.fingerprint in waived for item in matter.findings)
            effect = f" ({matter.effect})" if matter.effect else ""
            word = matter.severity.word
            meaning = f"{word}: {document.policy.define_severities()[word]}"
            issues.append(
                {
                    "description": f"{head.message}{effect}{' (waived)' if is_waived else ''}",
                    "check_name": head.code,
                    "fingerprint": head.fingerprint,
                    "severity": "info" if is_waived else _QUALITY[matter.severity],
                    "content": {"body": "\n\n".join([*map(_advise, matter.findings), meaning])},
                    "location": {
                        "path": relate_path(head.path).as_posix(),
                        "lines": {"begin": head.line},
                    },
                }
            )
    return json.dumps(issues, indent=2, ensure_ascii=False)


def _advise(finding: Finding) -> str:
    """A finding of a matter with its cure."""
    return f"{finding.message} {finding.cure}".strip()


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
