"""A plan read and multiplied out: one task for each file, house way and combination of readings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from certify.base.cache import hash_data
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_file, read_bytes
from certify.spec.model import Jurisdiction
from certify.spec.readings import list_values, parse_readings
from certify.spec.validate import find_spec, list_schema_faults, load_jurisdiction
from certify.sweep.program import hash_program

OWN = "own"
ALL = "all"
MOST_TASKS = 100_000
"""More than this is taken for a mistake."""


@dataclass(frozen=True, slots=True)
class Document:
    """A jurisdiction file as it travels: its name and its bytes."""

    name: str
    content: bytes = field(repr=False)

    @property
    def sha256(self) -> str:
        """The digest of the bytes."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Task:
    """What one worker computes at once, with all that it needs; plain data, to be sent anywhere."""

    program: str
    """The digest of the program that made the plan: a worker with another one refuses."""
    document: Document
    lender: Document | None = None
    house_way: str = OWN
    readings: tuple[str, ...] = ()
    """Each as KEY=VALUE."""
    wagers: tuple[str, ...] | None = None
    paytables: tuple[str, ...] | None = None
    stakes: tuple[str, ...] = ()
    others: tuple[int, ...] = (0,)

    @property
    def digest(self) -> str:
        """What the result depends on, and nothing else: names of files are no part of it."""
        return hash_data(
            [
                self.program,
                self.document.sha256,
                self.lender.sha256 if self.lender else None,
                self.house_way,
                self.readings,
                self.wagers,
                self.paytables,
                self.stakes,
                self.others,
            ]
        )


def read_plan(path: Path) -> list[Task]:
    """The tasks of a plan, in its order."""
    source = load_file(path)
    faults = list_schema_faults(source, "plan")
    if faults:
        raise InvalidSpec(faults)
    tasks: list[Task] = []
    for number, grid in enumerate(source.data["grids"], 1):
        try:
            tasks += _list_tasks(grid, path.parent, MOST_TASKS - len(tasks))
        except InvalidSpec:
            raise
        except CertifyError as error:
            raise CertifyError(f"{path}, grid {number}: {error}") from None
    return tasks


def _list_tasks(grid: Mapping[str, Any], folder: Path, room: int) -> Iterator[Task]:
    count = 0
    for name in grid["files"]:
        document, jurisdiction = _load(name, folder)
        _check(jurisdiction, grid)
        for house_way in grid.get("house_ways", [OWN]):
            lender, lends = _find_lender(house_way, jurisdiction, folder)
            readings = list(_list_readings(jurisdiction, grid.get("readings", {}), lends))
            count += len(readings)
            if count > room:
                raise CertifyError(f"the plan has more than {MOST_TASKS:,} combinations")
            for combination in readings:
                yield Task(
                    hash_program(),
                    document,
                    lender,
                    house_way,
                    combination,
                    tuple(grid["wagers"]) if "wagers" in grid else None,
                    tuple(grid["paytables"]) if "paytables" in grid else None,
                    tuple(grid.get("stakes", ())),
                    tuple(grid.get("others", (0,))),
                )


def _load(name: str, folder: Path) -> tuple[Document, Jurisdiction]:
    local = folder / name
    path = local if local.is_file() else find_spec(name)
    jurisdiction = load_jurisdiction(path)
    document = Document(path.name, read_bytes(path))
    if document.sha256 != jurisdiction.source.sha256:
        raise CertifyError(f"{path} was changed while it was read; run the command again")
    return document, jurisdiction


def _find_lender(
    house_way: str, jurisdiction: Jurisdiction, folder: Path
) -> tuple[Document | None, Jurisdiction | None]:
    if house_way == OWN:
        return None, None
    document, lender = _load(house_way, folder)
    if not lender.house_way:
        raise CertifyError(f"{house_way} gives no house way that could be assumed")
    if jurisdiction.house_way:
        raise CertifyError(
            f"{jurisdiction.id} holds its own house way; put it into a grid without house_ways"
        )
    return document, lender


def _check(jurisdiction: Jurisdiction, grid: Mapping[str, Any]) -> None:
    """Refuse wagers and paytables that a file does not have: nothing is left out in silence."""
    wagers = ["standard", *(wager.id for wager in jurisdiction.wagers)]
    for name in grid.get("wagers", ()):
        if name not in wagers:
            raise CertifyError(
                f"{jurisdiction.id} has no wager {name!r}; it has {', '.join(wagers)}"
            )
    paytables = [item.id for _, item in jurisdiction.list_paytables()]
    for name in grid.get("paytables", ()):
        if name not in paytables:
            told = ", ".join(dict.fromkeys(paytables)) or "none"
            raise CertifyError(f"{jurisdiction.id} has no paytable {name!r}; it has {told}")


def _list_readings(
    jurisdiction: Jurisdiction, given: Mapping[str, Any], lender: Jurisdiction | None
) -> Iterator[tuple[str, ...]]:
    columns = []
    for key, values in given.items():
        chosen = (
            list_values(jurisdiction, key.partition("@")[0], lender) if values == ALL else values
        )
        texts = [f"{key}={value}" for value in chosen]
        for text in texts:
            parse_readings(jurisdiction, (text,), lender)
        columns.append(texts)
    yield from product(*columns)
