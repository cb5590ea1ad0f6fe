"""The difference between two revisions: changes, figures, issues, verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.base.progress import Progress
from certify.compare.alignment import align, align_differing
from certify.compare.differences import Sort, list_differences
from certify.compare.effects import Pricer
from certify.compare.figures import Figure, FigureKey, list_figure_changes
from certify.compare.revisions import IssueChange, RevisionComparison, StatusChange
from certify.findings.case import Case
from certify.findings.issue import Issue, list_issues
from certify.findings.policy import Policy
from certify.findings.registry import list_findings
from certify.findings.verdict import judge_document
from certify.odds.result import WagerOdds
from certify.render.changes import ABSENT
from certify.render.check import describe_headline
from certify.render.finding import title_issue
from certify.render.words import Words
from certify.spec.model import Jurisdiction
from certify.spec.values import Money, parse_money


@dataclass(frozen=True, slots=True)
class Examined:
    """A specification with its odds, issues and verdict."""

    jurisdiction: Jurisdiction
    odds: tuple[WagerOdds, ...]
    issues: tuple[Issue, ...]
    verdict: str
    titles: Mapping[str, str]
    """The title of each issue, by fingerprint."""


def examine(
    jurisdiction: Jurisdiction,
    policy: Policy,
    *,
    odds: tuple[WagerOdds, ...] | None = None,
    progress: Progress | None = None,
) -> Examined:
    """Odds, issues and verdict of a specification on its own."""
    case = Case(jurisdiction, policy, odds=odds or (), progress=progress)
    issues = list_issues(list_findings(case))
    found = odds or case.odds
    words = Words(jurisdiction)
    verdict = describe_headline(words, judge_document(case, issues))
    titles = {item.fingerprint: title_issue(words, item) for item in issues}
    return Examined(jurisdiction, found, issues, verdict, titles)


def compare_editions(
    old: Examined | None,
    new: Examined | None,
    policy: Policy,
    stake: Money | None = None,
    progress: Progress | None = None,
) -> RevisionComparison:
    """The differences between two revisions, with the effect of each change alone and of all together."""
    known = new or old
    if known is None:
        raise AssertionError("one of the two revisions must be given")
    new_issues, gone, changed = _compare_issues(_list_issues(old), _list_issues(new))
    frame = RevisionComparison(
        known.jurisdiction.id,
        name_revision(old.jurisdiction) if old else ABSENT,
        name_revision(new.jurisdiction) if new else ABSENT,
        old.verdict if old else ABSENT,
        new.verdict if new else ABSENT,
        statuses=tuple(_list_statuses(old, new)),
        new=new_issues,
        gone=gone,
        changed=changed,
    )
    if old is None or new is None:
        return frame
    sides = (old.jurisdiction, new.jurisdiction)
    changes = list_differences(*sides)
    frame = replace(frame, sides=sides, criterion=policy.file_again)
    if all(change.sort is Sort.WORDS for change in changes):
        return replace(frame, changes=changes)
    pricer = Pricer(*sides, policy, stake, progress)
    keys = [key for key in pricer.keys if any(change.touches(key.wager) for change in changes)]
    before, after = (pricer.measure(side, keys) for side in sides)
    moves = pricer.list_changes(keys, before, after)
    priced = tuple(pricer.price(change, before) for change in changes)
    names = {key.name for key in pricer.keys}
    unmoved = len(names - {move.key.name for move in moves})
    return replace(frame, moves=moves, unmoved=unmoved, changes=priced)


def name_revision(item: Jurisdiction) -> str:
    """The file of a specification with its revision."""
    return f"{item.source.name} (revision {item.edition} of {item.date})"


def _list_issues(item: Examined | None) -> dict[str, IssueChange]:
    if item is None:
        return {}
    return {
        issue.fingerprint: IssueChange(
            issue.severity.word,
            issue.head.code,
            item.titles[issue.fingerprint],
            issue.fingerprint,
            f"{issue.head.path}:{issue.head.line}",
        )
        for issue in item.issues
    }


def _compare_issues(
    old: Mapping[str, IssueChange], new: Mapping[str, IssueChange]
) -> tuple[tuple[IssueChange, ...], tuple[IssueChange, ...], tuple[IssueChange, ...]]:
    """The issues that are new, no longer found, and of another severity."""
    pairs = [pair for _, pair in align(old, new)]
    return (
        tuple(two for one, two in pairs if two and not one),
        tuple(one for one, two in pairs if one and not two),
        tuple(
            replace(two, before=one.severity)
            for one, two in pairs
            if one and two and one.severity != two.severity
        ),
    )


def _list_statuses(old: Examined | None, new: Examined | None) -> Iterator[StatusChange]:
    return _compare_statuses(
        *(
            {
                FigureKey(odds.wager, odds.paytable or "").name: str(odds.status)
                for odds in (item.odds if item else ())
            }
            for item in (old, new)
        )
    )


def _compare_statuses(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[StatusChange]:
    for name, before, after in align_differing(old, new):
        yield StatusChange(name, before or ABSENT, after or ABSENT)


def compare_certificates(
    old: Mapping[str, Any], new: Mapping[str, Any], names: tuple[str, str]
) -> RevisionComparison:
    """The differences between two certificates, which contain figures, statuses and issues only."""
    first, second = _read_figures(old), _read_figures(new)
    keys = sorted({*first, *second}, key=lambda key: (key.wager, key.paytable))
    before = {item["fingerprint"]: _read_issue(item) for item in old["issues"]}
    after = {item["fingerprint"]: _read_issue(item) for item in new["issues"]}
    new_issues, gone, changed = _compare_issues(before, after)
    moves = tuple(list_figure_changes(keys, first, second))
    statuses = (
        {
            FigureKey(item["wager"], item.get("paytable", "")).name: item["status"]
            for item in data["wagers"]
        }
        for data in (old, new)
    )
    return RevisionComparison(
        new["jurisdiction"],
        f"{names[0]} (revision {old['edition']['number']} of {old['edition']['date']})",
        f"{names[1]} (revision {new['edition']['number']} of {new['edition']['date']})",
        _describe_approval(old),
        _describe_approval(new),
        moves,
        tuple(_compare_statuses(*statuses)),
        len(keys) - len(moves),
        new=new_issues,
        gone=gone,
        changed=changed,
        remarks=(
            "a certificate contains no statements; compare the specifications to see what changed",
        ),
    )


def _read_issue(item: Mapping[str, str]) -> IssueChange:
    return IssueChange(item["severity"], item["code"], item.get("text", ""), item["fingerprint"])


def _describe_approval(data: Mapping[str, Any]) -> str:
    if not data.get("approvals"):
        return "not approved"
    last = data["approvals"][-1]
    return f"approved by {last['by']} on {last['date']}"


def _read_figures(data: Mapping[str, Any]) -> dict[FigureKey, Figure]:
    """The figures of a certificate, at the stake of its envy."""
    found = {}
    for item in data["wagers"]:
        text = item.get("envy_stake") or item.get("stake")
        key = FigureKey(
            item["wager"], item.get("paytable", ""), parse_money(text) if text else None
        )
        if "house_edge" not in item:
            found[key] = Figure(why_not=item["status"])
            continue
        envy = [Fraction(entry[2]) if len(entry) > 2 else None for entry in item["envy"]]
        found[key] = Figure(Fraction(item["house_edge"]), tuple(envy))
    return found
