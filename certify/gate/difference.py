"""The difference between two revisions: changes, figures, issues, verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.extras import locate_folder
from certify.base.load import load_bytes
from certify.base.names import find_near
from certify.base.progress import Progress, track
from certify.compare.differences import Sort, align, align_differing, list_differences
from certify.compare.effects import Pricer
from certify.compare.figures import Figure, FigureKey, list_figure_changes
from certify.compare.revisions import IssueChange, RevisionComparison, StatusChange
from certify.findings.case import Case
from certify.findings.issue import Issue, list_issues
from certify.findings.policy import Policy, load_policy
from certify.findings.registry import list_findings
from certify.findings.verdict import judge_document
from certify.gate.certificates import SUFFIX, describe_figures, load_certificate, read_certificate
from certify.gate.files import FOLDER, POLICY, read_file_at, read_revision
from certify.odds.result import WagerOdds
from certify.render.changes import ABSENT
from certify.render.check import describe_headline
from certify.render.finding import title_issue
from certify.render.words import Words
from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction, read_jurisdiction
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


ReadFiling = Callable[[Path], Mapping[str, Jurisdiction]]
"""Reads the jurisdictions that a filing encloses; passed in, because the gate does not import filings."""


@dataclass(frozen=True, slots=True)
class Side:
    """One input: jurisdictions by id, or certificates by id."""

    name: str
    jurisdictions: Mapping[str, Jurisdiction] = field(default_factory=dict)
    certificates: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    @property
    def is_single(self) -> bool:
        """Whether one file was named, so that files of different ids are compared with each other."""
        return len(self.jurisdictions) + len(self.certificates) == 1


def find_sides(old: str, new: str, read_filing: ReadFiling) -> tuple[Side, Side]:
    """Two inputs; a git revision means the folder that the other one names, or ./jurisdictions."""
    paths = [Path(text) for text in (old, new)]
    folders = [path for path in paths if path.is_dir()]
    if not FOLDER.is_dir():
        folders += [path.parent for path in paths if path.is_file()]
    folder = folders[0] if folders else FOLDER
    return find_side(old, read_filing, folder), find_side(new, read_filing, folder)


def find_policy(old: str, new: str) -> Policy:
    """The policy next to the files that are compared, the new ones first; otherwise the default policy."""
    for path in (Path(new), Path(old)):
        beside = (path if path.is_dir() else path.parent) / POLICY
        if path.exists() and beside.is_file():
            return load_policy(beside)
    return load_policy()


def find_side(text: str, read_filing: ReadFiling, folder: Path = FOLDER) -> Side:
    """Read a path, an id of the folder, a shipped id, or a git revision."""
    path = Path(text)
    if path.is_dir():
        return _read_folder(path)
    if path.is_file():
        if path.suffix.lower() == ".pdf":
            return Side(str(path), read_filing(path))
        return _read_file(path)
    if path.suffix in {".yaml", ".yml", ".json", ".pdf"} and ":" not in text:
        raise CertifyError(f"{text}: file not found; check the path")
    revision, colon, name = text.partition(":")
    if colon:
        return _read_file_at(revision, Path(name))
    for place in (folder, locate_folder("jurisdictions")):
        if (place / f"{text}.yaml").is_file():
            return _read_file(place / f"{text}.yaml")
    if not folder.is_dir():
        raise CertifyError(
            f"{text!r} is not a file, and there is no folder ./{folder} to read it from as a git revision"
        )
    try:
        found = read_revision(text, folder.resolve())
    except CertifyError as error:
        near = find_near(text, [file.stem for file in folder.glob("*.yaml")])
        if near is None or not str(error).startswith("unknown git revision"):
            raise
        raise CertifyError(
            f"{text!r} is not an id, a file or a git revision; did you mean {near}?"
        ) from None
    jurisdictions, invalid = found.jurisdictions
    if not jurisdictions and not invalid:
        raise CertifyError(f"{text}: no specification in {folder} at this revision")
    return Side(text, jurisdictions, remarks=_skip_invalid([f"{text}:{name}" for name in invalid]))


def _read_folder(folder: Path) -> Side:
    found: dict[str, Jurisdiction] = {}
    invalid = []
    for path in sorted(folder.glob("*.yaml")):
        try:
            item = load_jurisdiction(path)
        except InvalidSpec:
            invalid.append(str(path))
            continue
        if item.id in found:
            raise CertifyError(
                f"{path}: id {item.id} is also used by {found[item.id].source.name}; change one of them"
            )
        found[item.id] = item
    if not found and not invalid:
        raise CertifyError(f"{folder}: no specification in this folder")
    return Side(str(folder), found, remarks=_skip_invalid(invalid))


def _skip_invalid(names: list[str]) -> tuple[str, ...]:
    return tuple(f"{name}: skipped because it is not valid; run certify validate" for name in names)


def _read_file(path: Path) -> Side:
    if path.name.endswith(".json"):
        data = load_certificate(path)
        return Side(str(path), certificates={data["jurisdiction"]: data})
    item = load_jurisdiction(path)
    return Side(str(path), {item.id: item})


def _read_file_at(revision: str, path: Path) -> Side:
    """A file at a revision; an id alone means its file in the folder."""
    label, content = read_file_at(revision, path)
    if label.endswith(SUFFIX):
        data = read_certificate(content, label)
        return Side(label, certificates={data["jurisdiction"]: data})
    item = read_jurisdiction(load_bytes(content, label))
    return Side(label, {item.id: item})


def compare_sides(
    old: Side,
    new: Side,
    policy: Policy,
    stake: Callable[[str], Money | None],
    progress: Progress | None = None,
) -> list[RevisionComparison]:
    """The difference of each jurisdiction of either input."""
    if old.certificates or new.certificates:
        return [_compare_certificates(old, new, policy, progress)]
    pairs = _pair(old.jurisdictions, new.jurisdictions, single=old.is_single and new.is_single)
    found = []
    for first, second in track(
        progress, pairs, lambda pair: next(item.id for item in pair if item)
    ):
        known = second or first
        if first is not None and second is not None and is_same(first, second):
            label = name_revision(second)
            found.append(RevisionComparison(second.id, label, label, "", ""))
            continue
        found.append(
            compare_editions(
                examine(first, policy, progress=progress) if first else None,
                examine(second, policy, progress=progress) if second else None,
                policy,
                stake(known.currency) if known else None,
                progress,
            )
        )
    return found


def is_same(first: Jurisdiction, second: Jurisdiction) -> bool:
    """Whether two files have the same bytes."""
    return first.source.sha256 == second.source.sha256


def _pair(
    old: Mapping[str, Jurisdiction], new: Mapping[str, Jurisdiction], *, single: bool
) -> list[tuple[Jurisdiction | None, Jurisdiction | None]]:
    if single:
        return [(next(iter(old.values())), next(iter(new.values())))]
    if len(new) == 1:  # one file against a folder or a revision: only that file is compared
        return [(old.get(name), item) for name, item in new.items()]
    if len(old) == 1:
        return [(item, new.get(name)) for name, item in old.items()]
    return [(old.get(name), new.get(name)) for name in sorted({*old, *new})]


def _compare_certificates(
    old: Side, new: Side, policy: Policy, progress: Progress | None
) -> RevisionComparison:
    if not (old.is_single and new.is_single):
        raise CertifyError(
            "a certificate can be compared with one certificate or one specification only"
        )
    first, second = (_read_content(side, policy, progress) for side in (old, new))
    if first["jurisdiction"] != second["jurisdiction"]:
        raise CertifyError(
            f"{old.name} is for {first['jurisdiction']}, {new.name} for {second['jurisdiction']}; "
            "compare certificates of one jurisdiction"
        )
    return compare_certificates(first, second, (old.name, new.name))


def _read_content(side: Side, policy: Policy, progress: Progress | None) -> Mapping[str, Any]:
    """A certificate, or the parts of one that a specification would get."""
    if side.certificates:
        return next(iter(side.certificates.values()))
    examined = examine(next(iter(side.jurisdictions.values())), policy, progress=progress)
    item = examined.jurisdiction
    return {
        "jurisdiction": item.id,
        "edition": {"number": item.edition, "date": item.date},
        "wagers": [describe_figures(odds) for odds in examined.odds],
        "issues": [
            {
                "code": issue.head.code,
                "fingerprint": issue.fingerprint,
                "severity": issue.severity.word,
                "text": examined.titles[issue.fingerprint],
            }
            for issue in examined.issues
        ],
    }
