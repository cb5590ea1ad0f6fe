"""Which published paytable equals one, or nearly does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.odds.given_lines import hash_content
from certify.odds.identity import remember
from certify.spec.model import Paytable
from certify.spec.validate import list_specs, load_jurisdiction
from certify.spec.values import format_value

NEARLY = 2
"""Cells in which a paytable that is nearly equal may differ."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """A published paytable beside one: where the pays differ."""

    jurisdiction: str
    wager: str
    paytable: str
    differences: tuple[tuple[str, str, str], ...]
    """Line, published pay and own pay; `-` where there is no such line."""
    same_order: bool
    same_envy: bool

    @property
    def is_equal(self) -> bool:
        """Whether every line pays the same."""
        return not self.differences

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "jurisdiction": self.jurisdiction,
            "wager": self.wager,
            "paytable": self.paytable,
            "equal": self.is_equal,
            "same_order": self.same_order,
            "same_envy": self.same_envy,
            "differences": [
                {"line": line, "published": published, "own": own}
                for line, published, own in self.differences
            ],
        }

    def __str__(self) -> str:
        name = f"{self.jurisdiction} {self.wager}, paytable {self.paytable}"
        if self.is_equal:
            order = "" if self.same_order else ", its lines in another order"
            envy = "" if self.same_envy else ", its envy apart"
            return f"the pays of {name}{order}{envy}"
        told = ", ".join(f"{line} {published} there" for line, published, _ in self.differences)
        return f"nearly {name}: {told}"


def find_alike(paytable: Paytable) -> tuple[Likeness, ...]:
    """The published paytables that differ in no more than a few cells, the nearest first."""
    own = _describe(paytable)
    found = []
    for path in list_specs():
        for item in _list_published(path):
            likeness = _compare(own, item)
            if len(likeness.differences) <= min(NEARLY, len(own["lines"]) // 2):
                found.append(likeness)
    found.sort(key=lambda item: (len(item.differences), not item.same_order, not item.same_envy))
    least = len(found[0].differences) if found else 0
    return tuple(item for item in found if len(item.differences) == least)


def _compare(own: Mapping[str, Any], other: Mapping[str, Any]) -> Likeness:
    mine, theirs = dict(own["lines"]), dict(other["lines"])
    names = list(dict.fromkeys([*theirs, *mine]))
    differences = tuple(
        (name, theirs.get(name, "-"), mine.get(name, "-"))
        for name in names
        if theirs.get(name) != mine.get(name)
    )
    return Likeness(
        other["jurisdiction"],
        other["wager"],
        other["paytable"],
        differences,
        list(mine) == list(theirs),
        dict(own["envy"]) == dict(other["envy"]),
    )


def _list_published(path: Path) -> list[dict[str, Any]]:
    """The paytables of a file as plain data, kept by the file's hash: reading it takes long."""

    def read() -> list[dict[str, Any]]:
        try:
            known = load_jurisdiction(path)
        except CertifyError:  # a draft that is not valid has nothing published
            return []
        return [
            {"jurisdiction": known.id, "wager": wager.id, **_describe(paytable)}
            for wager, paytable in known.list_paytables()
        ]

    found: list[dict[str, Any]] = remember(
        "published-paytables", {"sha256": hash_content(read_bytes(path))}, read
    )
    return found


def _describe(paytable: Paytable) -> dict[str, Any]:
    return {
        "paytable": paytable.id,
        "lines": [[line.id, format_value(line.pays.value)] for line in paytable.lines],
        "envy": [
            [line.id, format_value(line.envy.value)]
            for line in paytable.lines
            if line.envy is not None
        ],
    }
