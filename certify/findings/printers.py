"""Matters for people: text, one line each, and counts by rule."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from certify.base.tables import format_table
from certify.base.terminal import WIDTH
from certify.findings.annotations import format_github, format_gitlab, format_junit
from certify.findings.checked import Checked
from certify.findings.finding import Finding, Kind
from certify.findings.matter import Matter
from certify.findings.phrases import begin, count_things, tell_together
from certify.findings.registry import load_rules
from certify.findings.sarif import format_sarif

Waived = Mapping[str, str]
"""The reason of each waived finding, by fingerprint."""
_NO_ERROR = "No error stands; what bars it is {}."
_BARRING = {"REF": "a text that was not supplied", "MOD": "a rule that nothing here can count"}
_PARTS = {
    Kind.OWN: "Questions and defects of the document itself, and criteria of the policy",
    Kind.DIFFERENCE: "Differences from other documents (they decide no verdict)",
    Kind.LANGUAGE: "Annex: language, labels, what goes without saying, and the text as supplied, by rule",
}


def format_json(checked: Sequence[Checked], waived: Waived) -> str:
    """Everything as JSON."""
    data = {
        "severities": checked[0].policy.define_severities() if checked else {},
        "policy_owner": checked[0].policy.owner if checked else "",
        "documents": [item.describe() for item in checked],
        "waived": {
            item.fingerprint: waived[item.fingerprint]
            for document in checked
            for item in document.findings
            if item.fingerprint in waived
        },
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def format_lines(checked: Sequence[Checked], waived: Waived) -> str:
    """One line a matter."""
    return "\n".join(
        _format_line(matter, waived) for document in checked for matter in document.matters
    )


def _format_line(matter: Matter, waived: Waived) -> str:
    head = matter.head
    effect = f" [{matter.effect}]" if matter.effect else ""
    mark = " (waived)" if head.fingerprint in waived else ""
    more = f" (+{len(matter.points)})" if matter.points else ""
    return (
        f"{head.path}:{head.line}:{head.column}: {matter.severity.word} {head.code} "
        f"{head.message}{effect}{more}{mark}"
    )


def format_text(checked: Sequence[Checked], waived: Waived, width: int = WIDTH) -> str:
    """The matters of each document, with the verdict and what the severities mean."""
    page = _Text(waived, width)
    return "\n\n".join("\n".join(page.list_document(item)) for item in checked)


@dataclass(frozen=True, slots=True)
class _Text:
    """Text of a width."""

    waived: Waived
    width: int

    def list_document(self, document: Checked) -> Iterator[str]:
        yield f"{document.name}: {document.verdict.text}"
        if document.verdict.questions and not document.verdict.errors:
            yield from self._wrap(_NO_ERROR.format(_tell_barring(document)), "  ")
        for wager in document.verdict.wagers:
            yield f"  {wager.name}: {wager.text}"
            for question in wager.questions:
                yield from self._wrap(question, "    ? ")
            for reading in () if wager.questions else wager.readings:
                yield from self._wrap(str(reading), "    - ")
        counts = ", ".join(count_things(number, word) for word, number in document.counts.items())
        yield f"{count_things(len(document.matters), 'matter')} ({counts})"
        for word, meaning in document.policy.define_severities().items():
            yield from self._wrap(f"{word}: {meaning}", "  ")
        number = 0
        for kind, title in _PARTS.items():
            own = [item for item in document.matters if item.kind is kind]
            if own:
                yield ""
                yield title
            for matter in own:
                number += 1
                yield ""
                yield from self._list_matter(number, matter)

    def _list_matter(self, number: int, matter: Matter) -> Iterator[str]:
        yield f"{number}. {matter.severity.word}: {matter.title}"
        groups = _group(matter)
        yield from self._list_group(groups[0], "   ")
        for group in groups[1:]:
            yield from self._list_group(group, "   - ")
        if matter.kind is Kind.OWN and not matter.head.message.startswith(matter.question):
            yield from self._wrap(f"Question: {matter.question}", "   ")
        if matter.points and matter.kind is Kind.OWN:
            yield f"   All of this is matter {matter.fingerprint}"

    def _list_group(self, findings: Sequence[Finding], indent: str) -> Iterator[str]:
        """One finding, or the same difference from several documents at once."""
        finding = findings[0]
        yield from self._wrap(tell_together([item.message for item in findings]), indent)
        below = " " * len(indent)
        for effect in finding.price.effects:
            told = begin(str(effect)) if effect.is_printed else f"Worth: {effect}"
            yield from self._wrap(told, below)
        if finding.price.unpriced:
            yield from self._wrap(f"Not priced: {finding.price.unpriced}", below)
        if finding.spared:
            yield from self._wrap(f"No error: {finding.spared}", below)
        if finding.cure:
            yield from self._wrap(f"Cure: {finding.cure}", below)
        place = f"{finding.path}:{finding.line}:{finding.column}"
        prints = " ".join(item.fingerprint for item in findings)
        yield from self._wrap(f"{finding.code} {prints} {place}", below)
        if finding.fingerprint in self.waived:
            yield from self._wrap(f"Waived: {self.waived[finding.fingerprint]}", below)

    def _wrap(self, text: str, indent: str) -> list[str]:
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=indent,
            subsequent_indent=" " * len(indent),
            break_long_words=False,
            break_on_hyphens=False,
        )


def _group(matter: Matter) -> list[list[Finding]]:
    """The findings of a matter; differences on one subject that are worth the same are told together."""
    if matter.kind is not Kind.DIFFERENCE:
        return [[item] for item in matter.findings]
    found: dict[tuple[object, ...], list[Finding]] = {}
    for item in matter.findings:
        worth = tuple((effect.wager, effect.points) for effect in item.price.effects)
        key = (item.code, item.subject, worth, item.price.unpriced, item.cure)
        found.setdefault(key, []).append(item)
    return list(found.values())


def _tell_barring(document: Checked) -> str:
    """What bars a verdict where no error does."""
    families = dict.fromkeys(
        item.code[:3] for matter in document.verdict.matters for item in matter.findings
    )
    found = [text for family, text in _BARRING.items() if family in families]
    return " and ".join(found) or "a value that is not given"


def format_statistics(checked: Sequence[Checked]) -> str:
    """How often each rule found something, by document."""
    counts = {document.id: Counter(item.code for item in document.findings) for document in checked}
    rows = [
        (code, rule.name, *(str(counts[name][code]) for name in counts))
        for code, rule in load_rules().items()
        if any(counts[name][code] for name in counts)
    ]
    total = ("", "all", *(str(sum(counts[name].values())) for name in counts))
    return "\n".join(format_table(("code", "rule", *counts), [*rows, total], left=2))


def count_statistics(checked: Sequence[Checked]) -> list[dict[str, Any]]:
    """How often each rule found something, by document, as plain data."""
    counts = {document.id: Counter(item.code for item in document.findings) for document in checked}
    return [
        {"code": code, "rule": rule.name, "findings": {name: counts[name][code] for name in counts}}
        for code, rule in load_rules().items()
        if any(counts[name][code] for name in counts)
    ]


Printer = Callable[[Sequence[Checked], Waived], str]
PRINTERS: dict[str, Printer] = {
    "text": format_text,
    "json": format_json,
    "sarif": format_sarif,
    "junit": format_junit,
    "github": format_github,
    "gitlab": format_gitlab,
}
