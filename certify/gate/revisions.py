"""Files as they were at a git revision."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.gate.certificates import SUFFIX
from certify.spec.model import Jurisdiction
from certify.spec.validate import read_jurisdiction


@dataclass(frozen=True, slots=True)
class Revision:
    """A folder at a git revision: its files by name."""

    name: str
    commit: str
    files: dict[str, bytes]

    def read(self, name: str) -> bytes | None:
        """A file of the folder, or None where it was not there."""
        return self.files.get(name)

    def list_jurisdictions(self) -> tuple[dict[str, Jurisdiction], list[str]]:
        """The valid jurisdiction files by id, and the names of those that were not valid."""
        found: dict[str, Jurisdiction] = {}
        invalid = []
        for name, content in sorted(self.files.items()):
            if not name.endswith(".yaml"):
                continue
            try:
                item = read_jurisdiction(load_bytes(content, f"{self.name}:{name}"))
            except InvalidSpec:
                invalid.append(name)
                continue
            found[item.id] = item
        return found, invalid


def read_revision(revision: str, folder: Path) -> Revision:
    """The YAML files and certificates of a folder as they were at a revision."""
    if shutil.which("git") is None:
        raise CertifyError("git is not installed; install it, or compare files instead")
    if revision.startswith("-"):
        raise CertifyError(f"git knows no revision {revision!r}")
    _ask(folder, "rev-parse", "--show-toplevel", failure=f"{folder} is in no git repository")
    prefix = _ask(folder, "rev-parse", "--show-prefix", failure="git cannot place the folder")
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
    place = prefix.decode().strip()
    tree = f"{commit.decode().strip()}:{place}"
    listing = _ask(
        folder,
        "ls-tree",
        "--full-tree",
        "-z",
        tree,
        failure=f"{folder} did not exist at {revision}",
    )
    files = {}
    for entry in listing.decode().split("\0"):
        facts, _, name = entry.partition("\t")
        if facts.split(" ")[1:2] == ["blob"] and name.endswith((".yaml", SUFFIX)):
            files[name] = _ask(
                folder,
                "cat-file",
                "blob",
                facts.split(" ")[2],
                failure=f"git cannot show {name} at {revision}{advice}",
            )
    return Revision(revision, commit.decode().strip(), files)


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
