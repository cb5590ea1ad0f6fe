"""Issues as SARIF 2.1.0: a result for each issue, with its further findings as related locations.

Snippets are lines of the specification; the document itself is not quoted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from certify.base.version import __version__
from certify.findings.checked import Checked
from certify.findings.finding import Finding
from certify.findings.issue import Issue
from certify.findings.registry import FAMILIES, Rule, load_rules
from certify.render.annotations import relate_path
from certify.render.check import describe_headline
from certify.render.data import Waived, describe_effect
from certify.render.finding import FindingText, explain_missing, summarise, title_issue
from certify.render.reasons import define_severities, describe_waiver
from certify.render.words import Words

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
