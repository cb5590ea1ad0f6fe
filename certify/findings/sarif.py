"""Matters as SARIF 2.1.0: a result a matter, its further points as related locations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from certify.base.version import __version__
from certify.findings.checked import Checked
from certify.findings.finding import Finding
from certify.findings.matter import Matter
from certify.findings.registry import FAMILIES, Rule, load_rules

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def describe_sarif(checked: Sequence[Checked], waived: Mapping[str, str]) -> dict[str, Any]:
    """The matters as SARIF, every registered rule in the driver."""
    rules = load_rules()
    places = {code: place for place, code in enumerate(rules)}
    severities = checked[0].policy.define_severities() if checked else {}
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "certify",
                        "version": __version__,
                        "semanticVersion": __version__,
                        "shortDescription": {
                            "text": "Findings over the rule documents of a game, each priced."
                        },
                        "rules": [_describe_rule(item) for item in rules.values()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "properties": {
                    "severities": severities,
                    "verdicts": {item.id: item.verdict.text for item in checked},
                },
                "results": [
                    _describe_result(matter, places[matter.head.code], waived)
                    for document in checked
                    for matter in document.matters
                ],
            }
        ],
    }


def format_sarif(checked: Sequence[Checked], waived: Mapping[str, str]) -> str:
    """The matters as SARIF text."""
    return json.dumps(describe_sarif(checked, waived), indent=2, ensure_ascii=False)


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


def _describe_result(matter: Matter, place: int, waived: Mapping[str, str]) -> dict[str, Any]:
    head = matter.head
    effect = f" ({matter.effect})" if matter.effect else ""
    data: dict[str, Any] = {
        "ruleId": head.code,
        "ruleIndex": place,
        "level": matter.severity.word,
        "message": {"text": head.message + effect},
        "locations": [_describe_location(head)],
        "relatedLocations": [
            {"id": number, **_describe_location(item), "message": {"text": item.message}}
            for number, item in enumerate(matter.points, 1)
        ],
        "partialFingerprints": {"certify/v2": head.fingerprint},
        "properties": {
            "title": matter.title,
            "question": matter.question,
            "kind": str(matter.kind),
            "jurisdictions": list(head.jurisdictions),
            "clauses": [str(item) for item in matter.clauses],
            "effects": [
                item.describe() for point in matter.findings for item in point.price.effects
            ],
            "unpriced": head.price.unpriced,
            "cure": head.cure,
            "codes": sorted({item.code for item in matter.findings}),
        },
    }
    if head.fingerprint in waived:
        data["suppressions"] = [
            {"kind": "external", "status": "accepted", "justification": waived[head.fingerprint]}
        ]
    return data


def _describe_location(finding: Finding) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _make_uri(finding.path)},
            "region": {"startLine": finding.line, "startColumn": finding.column},
        }
    }


def _make_uri(name: str) -> str:
    """A relative address where the file lies below the working folder, else a file: one."""
    path = Path(name)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except ValueError:
            return path.as_uri()
    return quote(path.as_posix())
