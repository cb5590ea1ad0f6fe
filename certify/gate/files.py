"""The files that the gate checks, here and at other revisions, and files next to them that it would miss."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes, load_file, read_regular
from certify.findings.policy import ASSUMED
from certify.gate.certificates import SUFFIX
from certify.spec.model import Jurisdiction
from certify.spec.validate import read_jurisdiction

FOLDER = Path("jurisdictions")
POLICY = Path("policy") / "limits.yaml"
_PACKAGE = Path(__file__).resolve().parent.parent
_ID = re.compile(rb"^id: *['\"]?([A-Za-z0-9-]+)", re.MULTILINE)
_ENDINGS = (".yaml", ".yml", SUFFIX)
_POLICY_ENDINGS = (".yaml", ".sig")


@dataclass(frozen=True, slots=True)
class Files:
    """The specifications to check, in one folder."""

    folder: Path
    asked: tuple[Path, ...]
    everyone: tuple[Path, ...]
    """Every specification of the folder."""
    named: bool
    """Whether the files were named one by one."""

    @property
    def are_all(self) -> bool:
        """Whether every file of the folder is to be checked."""
        return set(self.asked) == set(self.everyone)

    @property
    def policy(self) -> Path:
        """The policy of these specifications."""
        return self.folder / POLICY


def find_files(specs: Sequence[str]) -> Files:
    """The local files that ids, paths and folders name (default: those of ./jurisdictions)."""
    asked: list[Path] = []
    for spec in specs or (str(FOLDER),):
        asked += _find(spec)
    asked = list(dict.fromkeys(asked))
    for path in asked:
        if path.resolve().is_relative_to(_PACKAGE):
            raise CertifyError(
                f"{path}: part of the installed program; the gate checks local files only"
            )
    folders = sorted({path.parent for path in asked})
    if len(folders) > 1:
        raise CertifyError(
            f"the files are in several folders ({', '.join(map(str, folders))}), each with its own policy; "
            "check one folder at a time"
        )
    folder = folders[0]
    _refuse_link(folder)
    everyone = tuple(_list_folder(folder))
    named = any(not Path(spec).is_dir() for spec in specs)
    return Files(folder, tuple(asked), everyone, named)


def _find(spec: str) -> list[Path]:
    path = Path(spec)
    if path.is_dir():
        found = _list_folder(path)
        if not found:
            raise CertifyError(
                f"{path}: no specification in this folder; the gate checks local files only"
            )
        return found
    if path.is_file():
        return [path]
    local = FOLDER / f"{spec}.yaml"
    if local.is_file():
        return [local]
    if not FOLDER.is_dir():
        raise CertifyError(
            f"there is no folder ./{FOLDER} here, and the gate checks local files only; "
            "run it where they are, or give their path"
        )
    known = ", ".join(sorted(item.stem for item in FOLDER.glob("*.yaml"))) or "no file"
    raise CertifyError(f"{spec}: file not found; ./{FOLDER} has {known}")


def _refuse_link(folder: Path) -> None:
    """Refuse a folder behind a link: the base revision would be that of the place to which it leads."""
    for place in (folder, *(() if folder.is_absolute() else folder.parents)):
        if place.is_symlink():
            raise CertifyError(f"{place}: is a symbolic link; put the folder itself there")


def _list_folder(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.yaml") if path.is_file())


def find_same_id(path: Path, everyone: Sequence[Path]) -> str:
    """The name of another file of the folder with the id that an invalid file uses."""
    try:
        data = load_file(path).data
    except CertifyError:
        return ""  # it cannot be read, so it cannot be mistaken for the other file
    own = data.get("id") if isinstance(data, dict) else None
    return next((str(other) for other in everyone if other.stem == own and other != path), "")


def list_hidden(folder: Path) -> Iterator[str]:
    """Files that look like specifications or certificates and would not be checked."""
    for path in sorted(folder.iterdir()):
        name = path.name
        meant = name.strip().lower()
        if not meant.endswith(_ENDINGS):
            continue
        if name.startswith("."):
            yield f"{path}: hidden file, which would not be checked; rename or remove it"
        elif path.is_symlink():
            yield f"{path}: link to another file; put the file itself here"
        elif not path.is_file():
            yield f"{path}: not a regular file; put the file itself here"
        elif not name.endswith((".yaml", SUFFIX)):
            right = next(ending for ending in (SUFFIX, ".yaml", ".yml") if meant.endswith(ending))
            ending = ".yaml" if right == ".yml" else right
            yield (
                f"{path}: would not be checked because of its name; "
                f"rename it to {meant.removesuffix(right)}{ending}, or remove it"
            )
        elif not name.isascii():
            yield f"{path}: the name contains letters outside ASCII, which can look like others; rename it"
    policy = folder / POLICY.parent
    for path in sorted(policy.iterdir()) if policy.is_dir() else ():
        if path.is_symlink():  # the base revision has its target, not its content
            yield f"{path}: link to another file; put the file itself here"
        elif path.suffix in _POLICY_ENDINGS and not path.is_file():
            yield f"{path}: not a regular file; put the file itself here"


def list_vanished(folder: Path, before: Collection[str], label: str) -> Iterator[str]:
    """Certified files of an earlier state that are gone, or have lost their certificate."""
    for name in sorted(before):
        spec = name.removesuffix(SUFFIX) + ".yaml"
        if not name.endswith(SUFFIX):
            continue
        if not (folder / spec).is_file():
            yield f"{folder / spec}: missing, but certified in {label}; restore it under its name"
        elif not (folder / name).is_file():
            yield (
                f"{folder / name}: missing, but in {label}; "
                "restore it, because it contains the approvals"
            )


def list_copies(files: Files, everywhere: Iterable[Path]) -> Iterator[str]:
    """Rule files elsewhere in the repository that have the id of a file of the folder."""
    known = {path.stem: path for path in files.everyone}
    folder = files.folder.resolve()
    expected = {folder / path.name for path in files.everyone} | {folder / "policy" / ASSUMED}
    for path in everywhere:
        if path in expected or path.parent == folder:
            continue
        found = _ID.search(_read_start(path))
        name = found.group(1).decode() if found else ""
        if name in known:
            place = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
            yield f"warning: {place}: has the id of {known[name]}, and the gate does not check it"


def _read_start(path: Path) -> bytes:
    try:
        return read_regular(path, 4096)
    except OSError:
        return b""


def list_orphans(folder: Path) -> Iterator[str]:
    """Certificates without a specification."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        spec = path.with_name(path.name.removesuffix(SUFFIX) + ".yaml")
        if not spec.is_file():
            yield f"{path}: certificate without a specification; remove it"


@dataclass(frozen=True)
class FolderRevision:
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


def read_revision(revision: str, folder: Path) -> FolderRevision:
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
    return FolderRevision(revision, commit, files)


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
