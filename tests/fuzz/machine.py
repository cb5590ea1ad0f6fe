"""Makes cases, runs them in a planted folder, keeps those that fail."""

from __future__ import annotations

import base64
import json
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from certify.base.errors import InvalidSpec
from certify.base.load import SourceFile, load_bytes, read_bytes
from certify.filing.enclosures import list_enclosures
from certify.filing.page import render_filing
from certify.filing.printing import print_pdf
from certify.filing.report import Identity, build_report
from certify.filing.verification.manifest import Manifest, enclose_manifest
from certify.filing.verification.signature import seal_pdf
from certify.spec import validate
from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction
from tests.fuzz.judge import Ended, find_fault, run_call
from tests.fuzz.kinds import (
    Case,
    make_arguments,
    make_cards,
    make_certificate,
    make_document,
    make_filing,
    make_lines,
    make_plan,
    make_policy,
    make_round,
    make_spec,
    make_spec_text,
    make_spec_tree,
    make_up_round,
    make_waivers,
    make_wanted,
)
from tests.gate.accepted_folder import plant

REGRESSIONS = Path(__file__).parent / "regressions"
_TRIES = 120
"""Calls that a failing input may cost while it is made smaller."""


@dataclass(frozen=True)
class Failure:
    """A case that did not end as it must."""

    case: Case
    why: str
    trace: str = ""


@dataclass
class Tally:
    """What a run has done."""

    cases: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    valid: int = 0
    not_kept: int = 0
    failures: list[Failure] = field(default_factory=list)


class Folder:
    """A planted folder; each case lays its files over it and takes them away again."""

    def __init__(self, place: Path) -> None:
        self.place = plant(place)
        self.before = {
            path: path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()
        }

    @contextmanager
    def lay(self, files: dict[str, bytes]) -> Iterator[Path]:
        """The files over those of the folder."""
        for name, content in files.items():
            (self.place / name).write_bytes(content)
        try:
            yield self.place
        finally:
            for path in sorted(self.place.rglob("*")):
                if path.is_file() and path not in self.before:
                    path.unlink()
            for name in files:
                path = self.place / name
                if path in self.before:
                    path.write_bytes(self.before[path])


def run_case(case: Case, folder: Folder, tally: Tally) -> Failure | None:
    """Run the calls of a case; the first that ends wrongly is the failure, alone with its files."""
    tally.cases[case.kind] += 1
    ended: Ended | None = None
    with folder.lay(case.files) as place:
        for call in case.calls:
            ended = _run(call, place, tally)
            if why := find_fault(call, ended, valid=case.valid):
                return Failure(replace(case, calls=(call,), follow=None), why, ended.trace)
    if case.follow is None or ended is None or ended.code or ended.error:
        return None
    tally.valid += 1
    with folder.lay(case.files) as place:
        steps = list(case.follow(place))
    for files, call in steps:
        everything = {**case.files, **files}
        with folder.lay(everything) as place:
            ended = _run(call, place, tally)
        if why := find_fault(call, ended, valid=True):
            return Failure(Case(case.kind, everything, (call,)), why, ended.trace)
    return None


def _run(call: tuple[str, ...], place: Path, tally: Tally) -> Ended:
    ended = run_call(place, call)
    tally.calls[call[0] if call else ""] += 1
    tally.not_kept += type(ended.error).__name__ == "NotKept"
    return ended


def minimise(failure: Failure, folder: Folder) -> Failure:
    """The same fault from fewer lines, where that is found within so many tries."""
    kind = failure.why.partition(":")[0]
    first = failure.why[:60]
    files = dict(failure.case.files)
    tries = 0
    valid = failure.why.startswith("could not judge")
    for name in sorted(files, key=lambda name: -len(files[name])):
        if name.endswith(".pdf") or kind == "hang":
            continue
        lines = files[name].split(b"\n")
        size = max(1, len(lines) // 2)
        while size and tries < _TRIES:
            at = 0
            while at < len(lines) and tries < _TRIES:
                fewer = lines[:at] + lines[at + size :]
                with folder.lay({**files, name: b"\n".join(fewer)}) as place:
                    call = failure.case.calls[0]
                    if valid and run_call(place, ("validate", call[1])).code:
                        same = False
                    else:
                        why = find_fault(call, run_call(place, call), valid=valid)
                        same = why is not None and why[:60] == first
                tries += 1
                if same:
                    lines = fewer
                else:
                    at += size
            size //= 2
        files[name] = b"\n".join(lines)
    return replace(failure, case=replace(failure.case, files=files))


def keep(failure: Failure, folder: Path = REGRESSIONS) -> Path:
    """Write a failing case down, by what it holds."""
    case = failure.case
    data = {
        "kind": case.kind,
        "why": failure.why,
        "calls": [list(call) for call in case.calls],
        "files": {name: _write(content) for name, content in case.files.items()},
    }
    text = json.dumps(data, indent=1, ensure_ascii=True) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{case.kind}-{sha256(text.encode()).hexdigest()[:10]}.json"
    path.write_text(text, encoding="utf-8")
    return path


def _write(content: bytes) -> dict[str, str | list[str]]:
    try:
        return {"lines": content.decode("utf-8").split("\n")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def read_kept(path: Path) -> Case:
    """A failing case that was written down."""
    data = json.loads(path.read_text(encoding="utf-8"))
    files = {
        name: "\n".join(item["lines"]).encode()
        if "lines" in item
        else base64.b64decode(item["base64"])
        for name, item in data["files"].items()
    }
    return Case(
        data["kind"],
        files,
        tuple(tuple(call) for call in data["calls"]),
        valid=data["why"].startswith("could not judge a valid file"),
    )


def make_small_filing(folder: Path) -> bytes:
    """A filing of the planted folder, printed once."""
    from tests.filing.conftest import examine_lightly

    item = load_jurisdiction(folder / "jurisdictions" / "one.yaml")
    examination = examine_lightly(item, (item,))
    identity = Identity(item.name, "edition 1", item.date, item.source.sha256, "A Maker", "17/4")
    report = build_report(examination, identity)
    enclosures = enclose_manifest(
        list_enclosures(examination, (item,)), Manifest(item.id, (item.id,), identity.date), None
    )
    return seal_pdf(print_pdf(render_filing(report, enclosures), identity.date, enclosures).content)


KINDS: dict[str, int] = {
    "spec-text": 26,
    "spec-tree": 14,
    "spec-made": 4,
    "round": 15,
    "round-made": 4,
    "certificate": 6,
    "policy": 5,
    "waivers": 5,
    "cards": 4,
    "lines": 3,
    "wanted": 2,
    "document": 2,
    "plan": 4,
    "arguments": 5,
    "filing": 1,
}
"""How many of a hundred cases are of each kind."""


def _list_makers(
    folder: Folder, kinds: dict[str, int]
) -> dict[str, Callable[[random.Random], Case]]:
    certificate = (folder.place / "jurisdictions" / "one.certificate.json").read_bytes()
    makers: dict[str, Callable[[random.Random], Case]] = {
        "spec-text": make_spec_text,
        "spec-tree": make_spec_tree,
        "spec-made": make_spec,
        "round": make_round,
        "round-made": make_up_round,
        "certificate": lambda dice: make_certificate(dice, certificate),
        "policy": make_policy,
        "waivers": make_waivers,
        "cards": make_cards,
        "lines": make_lines,
        "wanted": make_wanted,
        "document": make_document,
        "plan": make_plan,
        "arguments": make_arguments,
    }
    if "filing" in kinds:
        filing = make_small_filing(folder.place)
        makers["filing"] = lambda dice: make_filing(dice, filing)
    return {kind: makers[kind] for kind in kinds}


def make_folder() -> Folder:
    """A folder of its own for a run."""
    return Folder(Path(tempfile.mkdtemp(prefix="certify-fuzz-")))


@contextmanager
def read_once() -> Iterator[None]:
    """Let the calls of a case share what the same bytes of a file were found to be."""
    read, load = validate.read_jurisdiction, validate.load_file

    @lru_cache(maxsize=128)
    def load_content(name: str, content: bytes) -> SourceFile:
        return load_bytes(content, name)

    def load_shared(path: Path) -> SourceFile:
        return load_content(str(path), read_bytes(path))

    @lru_cache(maxsize=128)
    def find(_name: str, _sha256: str) -> list[Any]:
        return []

    def read_shared(source: SourceFile) -> Jurisdiction:
        known = find(source.name, source.sha256)
        if not known:
            try:
                known.append(read(source))
            except InvalidSpec as error:
                known.append(error)
        if isinstance(known[0], InvalidSpec):
            raise InvalidSpec(known[0].faults)
        return known[0]

    validate.read_jurisdiction, validate.load_file = read_shared, load_shared
    try:
        yield
    finally:
        validate.read_jurisdiction, validate.load_file = read, load


@read_once()
def run_cases(
    cases: int,
    seed: int,
    kinds: dict[str, int],
    *,
    seconds: float | None = None,
    kept: Path | None = None,
    tell: Callable[[str], None] = lambda _line: None,
    start: int = 0,
) -> Tally:
    """Run so many cases from a seed; each has dice of its own, so that one can be made again alone."""
    folder, tally, begun = make_folder(), Tally(), time.monotonic()
    seen: set[str] = set()
    try:
        makers = _list_makers(folder, kinds)
        for number in range(start, start + cases):
            if seconds is not None and time.monotonic() - begun > seconds:
                break
            dice = random.Random(f"{seed}/{number}")
            kind = dice.choices(list(kinds), list(kinds.values()))[0]
            failure = run_case(makers[kind](dice), folder, tally)
            if failure is not None:
                tally.failures.append(failure)
                mark = f"{failure.why.split(' at ')[0][:90]} {failure.trace.splitlines()[-2:-1]}"
                tell(f"{seed}/{number} {failure.case.kind} {failure.case.calls[0]}: {failure.why}")
                if mark not in seen:
                    seen.add(mark)
                    small = minimise(failure, folder)
                    tell(failure.trace[-1500:])
                    if kept is not None:
                        tell(f"kept as {keep(small, kept)}")
            if (number + 1) % 500 == 0:
                passed = time.monotonic() - begun
                tell(
                    f"{number + 1 - start:,} cases, {len(tally.failures)} failures, {passed:.0f} s"
                )
    finally:
        shutil.rmtree(folder.place, ignore_errors=True)
    return tally
