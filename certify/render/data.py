"""Verdicts, issues and findings as plain data for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from certify.base.figures import describe_share
from certify.findings.checked import Checked
from certify.findings.finding import Bounds, Effect, Finding, Kind, Source
from certify.findings.issue import Issue
from certify.findings.verdict import WagerVerdict
from certify.render.finding import FindingText, explain_missing, title_issue
from certify.render.quotes import Quotes
from certify.render.values import cite
from certify.render.words import Words

Waived = Mapping[str, Mapping[str, str]]
"""Reason, owner and end of each waived finding, by fingerprint."""


def describe_document(
    checked: Checked, waived: Waived, quotes: Quotes | None = None
) -> dict[str, Any]:
    """One document: its verdicts and its issues."""
    words = Words(checked.jurisdiction)
    return {
        "jurisdiction": checked.id,
        "spec_sha256": checked.jurisdiction.source.sha256,
        "verdicts": [describe_verdict(item) for item in checked.verdict.wagers],
        "counts": checked.counts,
        "issues": [describe_issue(words, item, waived, quotes) for item in checked.issues],
    }


def describe_verdict(item: WagerVerdict) -> dict[str, Any]:
    """The verdict on one wager on one paytable."""
    data: dict[str, Any] = {"wager": item.wager, "paytable": item.paytable or None}
    data["verdict"] = str(item.verdict)
    data["range"] = describe_range(item)
    data["issues"] = [issue.fingerprint for issue in item.issues]
    return data


def describe_range(item: WagerVerdict) -> dict[str, Any] | None:
    """The range of the house edge over the supported readings; none where there is no figure."""
    if item.low is None or item.high is None:
        return None
    return {"low": describe_share(item.low), "high": describe_share(item.high)}


def describe_issue(
    words: Words, issue: Issue, waived: Waived, quotes: Quotes | None = None
) -> dict[str, Any]:
    """An issue with its findings."""
    data: dict[str, Any] = {
        "id": issue.fingerprint,
        "severity": issue.severity.word,
        "kind": str(issue.kind),
        "title": title_issue(words, issue),
        "wagers": list(issue.wagers),
        "findings": [describe_finding(words, item, quotes) for item in issue.findings],
    }
    waivers = list_waivers(issue, waived)
    data["waived"] = dict(waivers[0]) if waivers else None
    return data


def list_waivers(issue: Issue, waived: Waived) -> list[Mapping[str, str]]:
    """The waivers of the findings of an issue."""
    return [waived[item.fingerprint] for item in issue.findings if item.fingerprint in waived]


def describe_finding(
    words: Words, finding: Finding, quotes: Quotes | None = None
) -> dict[str, Any]:
    """A finding with everything that is printed of it."""
    text = FindingText(words, finding, quotes)
    data: dict[str, Any] = {
        "code": finding.code,
        "severity": finding.weight.word,
        "fingerprint": finding.fingerprint,
        "title": text.title,
        "problem": text.problem,
        "statements": list(finding.statements),
        "wagers": list(finding.wagers),
        "source": list(_list_sources(text)),
        "used": _describe_used(text),
        "assumed": [
            {"statement": key, "title": words.title(key), "value": words.value(key, value)}
            for key, value in finding.assumed
        ],
        "alternatives": [
            {
                "value": words.value(text.key, item.value),
                "because": item.because,
                "at": cite(item.citation) if item.citation else "",
            }
            for item in finding.alternatives
        ],
        "effects": [describe_effect(words, item) for item in finding.effects],
        "effect_not_calculated": [explain_missing(words, item) for item in finding.price.missing],
        "wording": {"text": text.wording, "where": text.where} if text.wording else None,
        "action": text.action,
        "file": finding.path,
        "line": finding.line,
        "column": finding.column,
    }
    if text.why_not_an_error:
        data["not_an_error_because"] = text.why_not_an_error
    if finding.kind is Kind.DIFFERENCE:
        data["documents"] = list(finding.jurisdictions)
        data["mirror_of"] = finding.mirror or None
    return data


def _list_sources(text: FindingText) -> Sequence[dict[str, Any]]:
    sources = text.list_sources() or [("", text.finding.citations, Source(None, ()))]
    return [
        {
            "value": value,
            "at": str(place),
            "quote": text.quote(place, value, item.document),
            **({"implied": True} if item.implied else {}),
            **({"document": item.document} if item.document else {}),
        }
        for value, places, item in sources
        for place in places
    ]


def _describe_used(text: FindingText) -> dict[str, Any] | None:
    finding = text.finding
    if finding.used is None:
        return None
    statement = text.words.statement(text.key)
    return {
        "value": text.words.value(text.key, finding.used),
        "standing": str(statement.standing) if statement else "",
        "because": finding.because,
    }


def describe_effect(words: Words, effect: Effect) -> dict[str, Any]:
    """One effect; two bounds where the house edge is not known exactly."""
    return {
        "wager": effect.wager,
        "paytable": effect.paytable or None,
        "stake": str(effect.stake) if effect.stake else None,
        "other_players": effect.other_players,
        "from": _describe_bounds(effect.before),
        "to": _describe_bounds(effect.after),
        "difference": _describe_bounds(effect.change),
        **({"conditions": found} if (found := words.conditions(effect)) else {}),
    }


def _describe_bounds(bounds: Bounds) -> dict[str, Any]:
    low, high = bounds
    if low == high:
        return describe_share(low)
    return {**describe_share(low), "highest": describe_share(high)}
