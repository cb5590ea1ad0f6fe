"""A plan read and multiplied out: one task for each file, house way and combination of readings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from certify.base.cache import hash_data, hash_modules
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import DataPath, SourceFile, load_file, read_bytes
from certify.spec.model import Jurisdiction
from certify.spec.readings import list_values, parse_readings
from certify.spec.validate import find_spec, list_schema_faults, load_jurisdiction
from certify.spec.values import parse_amount

OWN = "own"
ALL = "all"
MOST_TASKS = 100_000
"""More than this is taken for a mistake."""


@dataclass(frozen=True, slots=True)
class SpecificationFile:
    """A jurisdiction file as it travels: its name and its bytes."""

    name: str
    content: bytes = field(repr=False)

    @property
    def sha256(self) -> str:
        """The digest of the bytes."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class SweepTask:
    """What one worker computes at once, with all that it needs; plain data, to be sent anywhere."""

    program: str
    """The digest of the program that made the plan: a worker with another one refuses."""
    document: SpecificationFile
    lender: SpecificationFile | None = None
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


def read_plan(path: Path) -> list[SweepTask]:
    """The tasks of a plan, in its order."""
    source = load_file(path)
    faults = list_schema_faults(source, "plan")
    if faults:
        raise InvalidSpec(faults)
    tasks: list[SweepTask] = []
    for number in range(len(source.data["grids"])):
        grid = _Grid(source, ("grids", number), path.parent)
        tasks += _list_tasks(grid, MOST_TASKS - len(tasks))
    return tasks


@dataclass(frozen=True, slots=True)
class _Grid:
    """A grid of a plan: what it names, and where it does."""

    source: SourceFile
    path: DataPath
    folder: Path

    def list_named(self, key: str, otherwise: Sequence[str] = ()) -> Iterator[tuple[DataPath, str]]:
        """The names under a key, each with its place."""
        for place, name in enumerate(self.find(key, otherwise)):
            yield (*self.path, key, place), name

    def find(self, key: str, otherwise: Any) -> Any:
        """What stands under a key."""
        data = self.source.data
        for step in self.path:
            data = data[step]
        return data.get(key, otherwise)

    @contextmanager
    def at(self, *path: str | int) -> Iterator[None]:
        """Whatever is refused meanwhile is told at its place in the plan."""
        try:
            yield
        except InvalidSpec:  # of a file that the plan names: it has a place of its own
            raise
        except CertifyError as error:
            what, _, cure = str(error).partition("; ")
            raise InvalidSpec([self.source.fault(path or self.path, what, cure)]) from None


def _list_tasks(grid: _Grid, room: int) -> Iterator[SweepTask]:
    count = 0
    for path, name in grid.list_named("files"):
        with grid.at(*path):
            document, jurisdiction = _load(name, grid.folder)
        _check(jurisdiction, grid)
        for place, house_way in grid.list_named("house_ways", [OWN]):
            with grid.at(*(place if house_way != OWN else ())):
                lender, lends = _find_lender(house_way, jurisdiction, grid.folder)
            readings = list(_list_readings(jurisdiction, grid, lends))
            count += len(readings)
            with grid.at():
                if count > room:
                    raise CertifyError(
                        f"the plan has more than {MOST_TASKS:,} combinations; split it"
                    )
            for combination in readings:
                yield SweepTask(
                    hash_program(),
                    document,
                    lender,
                    house_way,
                    combination,
                    _list_or_none(grid.find("wagers", None)),
                    _list_or_none(grid.find("paytables", None)),
                    tuple(grid.find("stakes", ())),
                    tuple(grid.find("others", (0,))),
                )


def _list_or_none(names: list[str] | None) -> tuple[str, ...] | None:
    return None if names is None else tuple(names)


def _load(name: str, folder: Path) -> tuple[SpecificationFile, Jurisdiction]:
    local = folder / name
    path = local if local.is_file() else find_spec(name)
    jurisdiction = load_jurisdiction(path)
    document = SpecificationFile(path.name, read_bytes(path))
    if document.sha256 != jurisdiction.source.sha256:
        raise CertifyError(f"{path} was changed while it was read; run the command again")
    return document, jurisdiction


def _find_lender(
    house_way: str, jurisdiction: Jurisdiction, folder: Path
) -> tuple[SpecificationFile | None, Jurisdiction | None]:
    if house_way == OWN:
        return None, None
    document, lender = _load(house_way, folder)
    if not lender.house_way:
        raise CertifyError(
            f"{house_way} contains no house way; name a specification that contains one"
        )
    if jurisdiction.house_way:
        raise CertifyError(
            f"{jurisdiction.id} contains its own house way; move it to a grid without house_ways"
        )
    return document, lender


def _check(jurisdiction: Jurisdiction, grid: _Grid) -> None:
    """Refuse what a file does not have, and stakes that are none: nothing is left out in silence."""
    wagers = ["standard", *(wager.id for wager in jurisdiction.wagers)]
    paytables = [item.id for _, item in jurisdiction.list_paytables()]
    for key, what, known in (("wagers", "wager", wagers), ("paytables", "paytable", paytables)):
        for path, name in grid.list_named(key):
            with grid.at(*path):
                if name not in known:
                    told = ", ".join(dict.fromkeys(known)) or "none"
                    raise CertifyError(f"{jurisdiction.id} has no {what} {name!r}; it has {told}")
    for path, stake in grid.list_named("stakes"):
        with grid.at(*path):
            parse_amount(stake, jurisdiction.currency)


def _list_readings(
    jurisdiction: Jurisdiction, grid: _Grid, lender: Jurisdiction | None
) -> Iterator[tuple[str, ...]]:
    columns = []
    for key, values in grid.find("readings", {}).items():
        with grid.at(*grid.path, "readings", key):
            chosen = (
                list_values(jurisdiction, key.partition("@")[0], lender)
                if values == ALL
                else values
            )
            texts = [f"{key}={value}" for value in chosen]
            for text in texts:
                parse_readings(jurisdiction, (text,), lender)
        columns.append(texts)
    yield from product(*columns)


@cache
def hash_program() -> str:
    """The identity of all code of the package."""
    package = Path(__file__).resolve().parent.parent
    return hash_modules(package, package.rglob("*.py"))
