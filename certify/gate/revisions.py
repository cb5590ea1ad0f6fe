"""Files as they were at a git revision."""

from __future__ import annotations

import shutil
import subprocess
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
        """A file of the folder, or None where it was not there."""
        return self.files.get(name)

    @cached_property
    def jurisdictions(self) -> tuple[dict[str, Jurisdiction], list[str]]:
        """The valid jurisdiction files by id, and the names of those that were not valid."""
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
    commit, advice = _find_commit(revision, folder)
    prefix = _ask(folder, "rev-parse", "--show-prefix", failure="git cannot place the folder")
    listing = _ask(
        folder,
        "ls-tree",
        "--full-tree",
        "-r",
        "-z",
        f"{commit}:{prefix.decode().strip()}",
        failure=f"{folder} did not exist at {revision}",
    )
    files = {}
    for entry in listing.decode(errors="surrogateescape").split("\0"):
        facts, _, name = entry.partition("\t")
        kept = name.endswith((".yaml", SUFFIX)) and "/" not in name.removeprefix("policy/")
        if kept and facts.split(" ")[1:2] == ["blob"]:
            files[name] = _ask(
                folder,
                "cat-file",
                "blob",
                facts.split(" ")[2],
                failure=f"git cannot show {name} at {revision}{advice}",
            )
    return Revision(revision, commit, files)


def read_file_at(revision: str, path: Path) -> tuple[str, bytes]:
    """A file at a revision with its name: as git takes a path, or beside us, or an id in the folder."""
    here = Path()
    commit, _ = _find_commit(revision, here)
    inside = FOLDER / path.name
    for name in (f"./{path}", str(path), f"./{inside}", f"./{inside}.yaml"):
        done = _run(here, "cat-file", "blob", f"{commit}:{name}")
        if not done.returncode:
            return f"{revision}:{name.removeprefix('./')}", done.stdout
    raise CertifyError(
        f"{revision}:{path}: there was no such file; git ls-tree -r --name-only {revision} lists all"
    )


def _find_commit(revision: str, folder: Path) -> tuple[str, str]:
    """The commit that a revision names, and what to say where git lacks something."""
    if shutil.which("git") is None:
        raise CertifyError("git is not installed; install it, or compare files instead")
    if revision.startswith("-"):
        raise CertifyError(f"git knows no revision {revision!r}; git log lists those it knows")
    found = _run(folder, "rev-parse", "--show-toplevel")
    if found.returncode:
        said = found.stderr.decode(errors="replace").strip().partition("\n")[0]
        if "not a git repository" not in said:  # a folder of another owner, a damaged repository
            raise CertifyError(
                f"{folder.resolve()}: git does not read it ({said}); cure that first"
            )
        raise CertifyError(
            f"{folder.resolve()} is in no git repository; run it in one, or compare files instead"
        )
    shallow = _ask(folder, "rev-parse", "--is-shallow-repository", failure="git fails")
    advice = (
        " (this is a shallow clone; fetch more history, for example git fetch --unshallow, "
        "or fetch-depth: 0 in the checkout)"
        if shallow.strip() == b"true"
        else "; git log lists those it knows"
    )
    commit = _ask(
        folder,
        "rev-parse",
        "--verify",
        "--quiet",
        f"{revision}^{{commit}}",
        failure=f"git knows no revision {revision!r}{advice}",
    )
    return commit.decode().strip(), advice


def read_committed(path: Path) -> bytes | None:
    """A file as it was last committed; None where there is no git, no commit or no such file."""
    if shutil.which("git") is None:
        return None
    done = _run(path.parent, "show", f"HEAD:./{path.name}")
    return done.stdout if not done.returncode else None


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
