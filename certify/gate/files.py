"""The files that the gate checks, and files next to them that it would miss."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from certify.base.errors import CertifyError
from certify.base.load import load_file, read_regular
from certify.findings.policy import ASSUMED
from certify.gate.certificates import SUFFIX

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
    for path in sorted((folder / POLICY.parent).iterdir()):
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
