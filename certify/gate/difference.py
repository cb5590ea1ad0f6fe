"""The difference between two editions: what they say otherwise, which figures move, and by how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.base.progress import Progress
from certify.findings.case import Case
from certify.findings.matter import Matter, list_matters
from certify.findings.policy import Policy
from certify.findings.registry import list_findings
from certify.findings.verdict import judge_document
from certify.gate.change import Sort
from certify.gate.changes import list_changes
from certify.gate.prices import Figure, Place, Priced, Pricer, Worth, list_moves
from certify.odds.result import WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.values import Money, parse_money


@dataclass(frozen=True, slots=True)
class Told:
    """A matter in one line."""

    severity: str
    code: str
    text: str
    fingerprint: str
    at: str = ""
    """File and line of what it is about."""
    before: str = ""
    """Its severity in the old edition, where that was another."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A file with its odds, its matters and the verdict on it."""

    jurisdiction: Jurisdiction
    odds: tuple[WagerOdds, ...]
    matters: tuple[Matter, ...]
    verdict: str


@dataclass(frozen=True, slots=True)
class StatusChange:
    """A wager that can be leaned on more, or less, than before."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What two editions of one jurisdiction differ in."""

    jurisdiction: str
    before: str
    """What the old edition is: its file and number."""
    after: str
    verdict_before: str
    verdict_after: str
    moves: tuple[Worth, ...] = ()
    statuses: tuple[StatusChange, ...] = ()
    unmoved: int = 0
    """Wagers on paytables whose figures are the same."""
    changes: tuple[Priced, ...] = ()
    new: tuple[Told, ...] = ()
    gone: tuple[Told, ...] = ()
    changed: tuple[Told, ...] = ()
    """Matters of both editions that weigh more, or less, in the new one."""
    remarks: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        same = self.verdict_before == self.verdict_after
        return same and not self.differs and not self.changes

    @property
    def differs(self) -> bool:
        """Whether a figure, a status or a matter differs."""
        return bool(self.moves or self.statuses or self.new or self.gone or self.changed)

    @property
    def moves_money(self) -> bool:
        """Whether a figure moves, or money outside the basis of the figures may."""
        return bool(self.moves) or any(item.change.sort is not Sort.WORDS for item in self.changes)


ABSENT = "(absent)"


def examine(
    jurisdiction: Jurisdiction,
    policy: Policy,
    *,
    odds: tuple[WagerOdds, ...] | None = None,
    progress: Progress | None = None,
) -> Examined:
    """Odds, matters and verdict of a file on its own; other files change nothing of it."""
    case = Case(jurisdiction, policy, odds=odds or (), progress=progress)
    matters = list_matters(list_findings(case))
    found = odds or case.odds
    return Examined(jurisdiction, found, matters, judge_document(jurisdiction, found, matters).text)


def compare_editions(
    old: Examined | None,
    new: Examined | None,
    policy: Policy,
    stake: Money | None = None,
    progress: Progress | None = None,
) -> Difference:
    """What differs between two editions, each change priced alone and all together."""
    known = new or old
    if known is None:
        raise AssertionError("one of the two editions must be there")
    first, second = _list_told(old), _list_told(new)
    new_matters, gone, changed = _compare_matters(first, second)
    frame = Difference(
        known.jurisdiction.id,
        _name(old),
        _name(new),
        old.verdict if old else ABSENT,
        new.verdict if new else ABSENT,
        statuses=tuple(_list_statuses(old, new)),
        new=new_matters,
        gone=gone,
        changed=changed,
    )
    if old is None or new is None:
        return frame
    changes = list_changes(old.jurisdiction, new.jurisdiction)
    if all(change.sort is Sort.WORDS for change in changes):
        return _fill(frame, (), 0, tuple(Priced(change) for change in changes))
    pricer = Pricer(old.jurisdiction, new.jurisdiction, policy, stake, progress)
    places = [
        place for place in pricer.places if any(change.touches(place.wager) for change in changes)
    ]
    before = pricer.measure(old.jurisdiction, places)
    after = pricer.measure(new.jurisdiction, places)
    moves = pricer.list_moves(places, before, after)
    priced = tuple(pricer.price(change, before) for change in changes)
    names = {place.name for place in pricer.places}
    unmoved = len(names - {move.place.name for move in moves})
    return _fill(frame, moves, unmoved, priced)


def _fill(
    frame: Difference, moves: tuple[Worth, ...], unmoved: int, changes: tuple[Priced, ...]
) -> Difference:
    return replace(frame, moves=moves, unmoved=unmoved, changes=changes)


def _name(item: Examined | None) -> str:
    if item is None:
        return ABSENT
    jurisdiction = item.jurisdiction
    return f"{jurisdiction.source.name} (edition {jurisdiction.edition} of {jurisdiction.date})"


def _list_told(item: Examined | None) -> dict[str, Told]:
    return {
        matter.fingerprint: Told(
            matter.severity.word,
            matter.head.code,
            tell_matter(matter),
            matter.fingerprint,
            f"{matter.head.path}:{matter.head.line}",
        )
        for matter in (item.matters if item else ())
    }


def tell_matter(matter: Matter) -> str:
    """A matter in words: what it is about, and what it asks."""
    return ": ".join(text for text in (matter.title, matter.question) if text)


def _compare_matters(
    old: Mapping[str, Told], new: Mapping[str, Told]
) -> tuple[tuple[Told, ...], tuple[Told, ...], tuple[Told, ...]]:
    """The matters that are new, those that are gone, and those of another weight."""
    return (
        tuple(item for key, item in new.items() if key not in old),
        tuple(item for key, item in old.items() if key not in new),
        tuple(
            replace(item, before=old[key].severity)
            for key, item in new.items()
            if key in old and old[key].severity != item.severity
        ),
    )


def _list_statuses(old: Examined | None, new: Examined | None) -> list[StatusChange]:
    first, second = (
        {(odds.wager, odds.paytable): str(odds.status) for odds in (item.odds if item else ())}
        for item in (old, new)
    )
    return [
        StatusChange(
            Place(wager, paytable or "").name,
            first.get((wager, paytable), ABSENT),
            second.get((wager, paytable), ABSENT),
        )
        for wager, paytable in dict.fromkeys([*first, *second])
        if first.get((wager, paytable)) != second.get((wager, paytable))
    ]


def compare_certificates(
    old: Mapping[str, Any], new: Mapping[str, Any], names: tuple[str, str]
) -> Difference:
    """What two certificates differ in: figures, statuses, matters; they hold no statements."""
    first, second = _read_figures(old), _read_figures(new)
    places = sorted({*first, *second}, key=lambda place: (place.wager, place.paytable))
    before = {item["fingerprint"]: _tell(item) for item in old["matters"]}
    after = {item["fingerprint"]: _tell(item) for item in new["matters"]}
    new_matters, gone, changed = _compare_matters(before, after)
    moves = tuple(list_moves(places, first, second))
    statuses = [
        {
            Place(item["wager"], item.get("paytable", "")).name: item["status"]
            for item in data["wagers"]
        }
        for data in (old, new)
    ]
    return Difference(
        new["jurisdiction"],
        f"{names[0]} (edition {old['edition']['number']} of {old['edition']['date']})",
        f"{names[1]} (edition {new['edition']['number']} of {new['edition']['date']})",
        _tell_approval(old),
        _tell_approval(new),
        moves,
        tuple(
            StatusChange(name, statuses[0].get(name, ABSENT), statuses[1].get(name, ABSENT))
            for name in dict.fromkeys([*statuses[0], *statuses[1]])
            if statuses[0].get(name) != statuses[1].get(name)
        ),
        len(places) - len(moves),
        new=new_matters,
        gone=gone,
        changed=changed,
        remarks=(
            "a certificate holds figures and no statements: compare the files to see which cell did it",
        ),
    )


def _tell(item: Mapping[str, str]) -> Told:
    return Told(item["severity"], item["code"], item.get("text", ""), item["fingerprint"])


def _tell_approval(data: Mapping[str, Any]) -> str:
    if not data.get("approvals"):
        return "not approved"
    last = data["approvals"][-1]
    return f"approved by {last['by']} on {last['date']}"


def _read_figures(data: Mapping[str, Any]) -> dict[Place, Figure]:
    """The figures of a certificate; the stake of a place is that of its envy."""
    found = {}
    for item in data["wagers"]:
        text = item.get("envy_stake") or item.get("stake")
        place = Place(item["wager"], item.get("paytable", ""), parse_money(text) if text else None)
        if "house_edge" not in item:
            found[place] = Figure(why_not=item["status"])
            continue
        envy = [Fraction(entry[2]) if len(entry) > 2 else None for entry in item["envy"]]
        found[place] = Figure(Fraction(item["house_edge"]), tuple(envy))
    return found
