"""Files as they were at a git revision, and the revision of a specification in force on a day."""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.gate.certificates import SUFFIX
from certify.gate.files import FOLDER
from certify.spec.model import Jurisdiction
from certify.spec.validate import read_jurisdiction


@dataclass(frozen=True)
class Revision:
    """A folder at a git revision: its files by name, those of the policy as `policy/…`."""

    name: str
    commit: str
    files: dict[str, bytes]

    def read(self, name: str) -> bytes | None:
        """A file of the folder; None if it was not there."""
        return self.files.get(name)

    @cached_property
    def jurisdictions(self) -> tuple[dict[str, Jurisdiction], list[str]]:
        """The valid specifications by id, and the names of the files that were not valid."""
        found: dict[str, Jurisdiction] = {}
        invalid = []
        for name, content in sorted(self.files.items()):
            if not name.endswith(".yaml") or "/" in name:
                continue
            try:
                item = read_jurisdiction(load_bytes(content, f"{self.name}:{name}"))
            except InvalidSpec:
                invalid.append(name)
                continue
            found[item.id] = item
        return found, invalid


def read_revision(revision: str, folder: Path) -> Revision:
    """The YAML files and certificates of a folder as they were at a revision, and its policy."""
    _refuse_nested(folder)
    commit, advice = _find_commit(revision, folder)
    prefix = _ask(
        folder, "rev-parse", "--show-prefix", failure=f"{folder}: git cannot find the folder"
    )
    listing = _ask(
        folder,
        "ls-tree",
        "--full-tree",
        "-r",
        "-z",
        f"{commit}:{prefix.decode().strip()}",
        failure=f"{folder}: did not exist at {revision}",
    )
    files = {}
    for entry in listing.decode(errors="surrogateescape").split("\0"):
        facts, _, name = entry.partition("\t")
        kept = name.endswith((".yaml", ".sig", SUFFIX)) and "/" not in name.removeprefix("policy/")
        if kept and facts.split(" ")[1:2] == ["blob"]:
            files[name] = _ask(
                folder,
                "cat-file",
                "blob",
                facts.split(" ")[2],
                failure=f"{name}: git cannot read it at {revision}{advice}",
            )
    return Revision(revision, commit, files)


def _refuse_nested(folder: Path) -> None:
    """Refuse a repository within that of the working directory: its history is whatever it brings along."""
    if shutil.which("git") is None:
        return
    inner, outer = (
        Path(os.fsdecode(_run(place, "rev-parse", "--show-toplevel").stdout.rstrip(b"\n")))
        for place in (folder, Path())
    )
    if outer.name and outer in inner.parents:
        raise CertifyError(
            f"{folder}: belongs to another git repository, {inner}; run the gate there if that is meant"
        )


def read_file_at(revision: str, path: Path) -> tuple[str, bytes]:
    """The name and bytes of a file at a revision, by path or by id."""
    here = Path()
    commit, _ = _find_commit(revision, here)
    inside = FOLDER / path.name
    for name in (f"./{path}", str(path), f"./{inside}", f"./{inside}.yaml"):
        done = _run(here, "cat-file", "blob", f"{commit}:{name}")
        if not done.returncode:
            return f"{revision}:{name.removeprefix('./')}", done.stdout
    raise CertifyError(
        f"{revision}:{path}: file not found; git ls-tree -r --name-only {revision} lists all files"
    )


def _find_commit(revision: str, folder: Path) -> tuple[str, str]:
    """The commit of a revision, and the advice for messages about missing objects."""
    if shutil.which("git") is None:
        raise CertifyError("git is not installed; install it, or compare files instead")
    if revision.startswith("-"):
        raise CertifyError(f"unknown git revision: {revision!r}; git log lists the known ones")
    found = _run(folder, "rev-parse", "--show-toplevel")
    if found.returncode:
        said = found.stderr.decode(errors="replace").strip().partition("\n")[0]
        if "not a git repository" not in said:  # a folder of another owner, a damaged repository
            raise CertifyError(f"{folder.resolve()}: git cannot read it ({said}); fix that first")
        raise CertifyError(
            f"{folder.resolve()}: not in a git repository; run it in one, or compare files instead"
        )
    shallow = _ask(
        folder,
        "rev-parse",
        "--is-shallow-repository",
        failure=f"{folder}: git cannot read the repository",
    )
    advice = (
        " (this is a shallow clone; fetch more history, for example git fetch --unshallow, "
        "or fetch-depth: 0 in the checkout)"
        if shallow.strip() == b"true"
        else "; git log lists the known ones"
    )
    commit = _ask(
        folder,
        "rev-parse",
        "--verify",
        "--quiet",
        f"{revision}^{{commit}}",
        failure=f"unknown git revision: {revision!r}{advice}",
    )
    return commit.decode().strip(), advice


def list_history(path: Path) -> Iterator[tuple[str, bytes]]:
    """A file as it was after each commit that changed it, the last one first; nothing without git.

    Commits in which it had another name count too, and merges.
    """
    if shutil.which("git") is None or not path.is_file():
        return
    listed = ("log", "-m", "--follow", "--format=%x00%H%x00", "--name-only", "-z", "--", path.name)
    done = _run(path.parent, *listed)
    top = _run(path.parent, "rev-parse", "--show-prefix").stdout.removesuffix(b"\n")
    name, commits = os.fsdecode(top) + path.name, list[tuple[str, str]]()
    for field in filter(None, os.fsdecode(done.stdout).split("\0")):
        if field.startswith("\n"):  # of the commit before; a merge has none
            name = field.removeprefix("\n")
            commits[-1] = (commits[-1][0], name)
        else:
            commits.append((field, name))
    for commit, name in commits:
        found = _run(path.parent, "cat-file", "blob", f"{commit}:{name}")
        if not found.returncode:
            yield f"{commit[:12]}:{Path(name).name}", found.stdout


def list_committed(folder: Path) -> list[str]:
    """The names of the files of a folder in the last commit; none without git or a commit."""
    if shutil.which("git") is None:
        return []
    done = _run(folder, "ls-tree", "--name-only", "-z", "HEAD")
    return done.stdout.decode(errors="surrogateescape").split("\0") if not done.returncode else []


def list_repository_files(folder: Path, *endings: str) -> list[Path]:
    """The files of the repository of a folder with these endings, except ignored ones.

    Without git, the files below the folder.
    """
    patterns = [f"*{ending}" for ending in endings]
    top = _run(folder, "rev-parse", "--show-toplevel") if shutil.which("git") else None
    if top is None or top.returncode:
        return sorted(path for pattern in patterns for path in folder.rglob(pattern))
    root = Path(os.fsdecode(top.stdout.removesuffix(b"\n")))
    listed = _run(root, "ls-files", "-co", "--exclude-standard", "-z", *patterns)
    return sorted({root / os.fsdecode(name) for name in listed.stdout.split(b"\0") if name})


def _ask(folder: Path, *arguments: str, failure: str) -> bytes:
    done = _run(folder, *arguments)
    if done.returncode:
        raise CertifyError(failure)
    return done.stdout


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # noqa: S603  (git, with arguments of our own)
        ["git", "-C", str(folder), *arguments],  # noqa: S607
        capture_output=True,
        check=False,
    )


def select_in_force(
    jurisdictions: Sequence[Jurisdiction], day: datetime.date
) -> Iterator[Jurisdiction]:
    """For each id the revision in force; of several the one that began last, then the highest revision."""
    for name in dict.fromkeys(item.id for item in jurisdictions):
        own = [item for item in jurisdictions if item.id == name]
        known = [*own, *_list_earlier(own)]
        found = [item for item in known if _covers(item, day)]
        if not found:
            stated = sorted({describe_time(item) for item in known if item.in_force is not None})
            cure = (
                f"known: {'; '.join(stated)}" if stated else "no revision states in_force; add it"
            )
            raise CertifyError(f"{name}: no revision is in force on {day}; {cure}")
        yield max(found, key=lambda item: (item.in_force or ("", ""), item.edition))


def describe_time(jurisdiction: Jurisdiction) -> str:
    """A revision with the time in which it is in force."""
    first, last = jurisdiction.in_force or ("", "")
    until = f" to {last}" if last else ""
    return f"revision {jurisdiction.edition}, in force from {first}{until}"


def _covers(jurisdiction: Jurisdiction, day: datetime.date) -> bool:
    if jurisdiction.in_force is None:
        return False
    first, last = jurisdiction.in_force
    return first <= day.isoformat() and (not last or day.isoformat() <= last)


def _list_earlier(jurisdictions: Iterable[Jurisdiction]) -> Iterator[Jurisdiction]:
    """The revisions of these files in git that are valid today."""
    for jurisdiction in jurisdictions:
        for name, content in list_history(Path(jurisdiction.source.name)):
            try:
                found = read_jurisdiction(load_bytes(content, name))
            except InvalidSpec:
                continue  # a form of the file that is no longer read
            if found.id == jurisdiction.id:
                yield found
