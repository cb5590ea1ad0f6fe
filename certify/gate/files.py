"""The files that a gate judges: local ones, all of them, and none that hides beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from certify.base.errors import CertifyError
from certify.base.load import load_file
from certify.gate.certificates import SUFFIX

FOLDER = Path("jurisdictions")
POLICY = Path("policy") / "limits.yaml"
_PACKAGE = Path(__file__).resolve().parent.parent
_ENDINGS = (".yaml", ".yml", SUFFIX)


@dataclass(frozen=True, slots=True)
class Files:
    """What is to be judged, in one folder."""

    folder: Path
    asked: tuple[Path, ...]
    everyone: tuple[Path, ...]
    """Every jurisdiction file of the folder."""
    named: bool
    """Whether the files asked for were named one by one."""

    @property
    def are_all(self) -> bool:
        """Whether every file of the folder is asked for."""
        return set(self.asked) == set(self.everyone)

    @property
    def policy(self) -> Path:
        """The criteria that the findings of these files are held against."""
        return self.folder / POLICY


def find_files(specs: Sequence[str]) -> Files:
    """The local files that ids, paths and folders name; those of ./jurisdictions where nothing is named."""
    asked: list[Path] = []
    for spec in specs or (str(FOLDER),):
        asked += _find(spec)
    asked = list(dict.fromkeys(asked))
    for path in asked:
        if path.resolve().is_relative_to(_PACKAGE):
            raise CertifyError(
                f"{path}: is inside the installed program; the gate judges files of your own"
            )
    folders = sorted({path.parent for path in asked})
    if len(folders) > 1:
        raise CertifyError(
            f"the files stand in several folders ({', '.join(map(str, folders))}); "
            "judge one folder at a time, for each has its own policy and waivers"
        )
    folder = folders[0]
    everyone = tuple(_list_folder(folder))
    named = any(not Path(spec).is_dir() for spec in specs)
    return Files(folder, tuple(asked), everyone, named)


def _find(spec: str) -> list[Path]:
    path = Path(spec)
    if path.is_dir():
        found = _list_folder(path)
        if not found:
            raise CertifyError(
                f"there is no jurisdiction file in {path}; the gate judges local files only"
            )
        return found
    if path.is_file():
        return [path]
    local = FOLDER / f"{spec}.yaml"
    if local.is_file():
        return [local]
    if not FOLDER.is_dir():
        raise CertifyError(
            f"there is no folder ./{FOLDER} here; the gate judges local files only: "
            "run it where they are, or give their path"
        )
    known = ", ".join(sorted(item.stem for item in FOLDER.glob("*.yaml"))) or "no file"
    raise CertifyError(f"{spec}: there is no such file; ./{FOLDER} has {known}")


def _list_folder(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.yaml") if path.is_file())


def find_same_id(path: Path, everyone: Sequence[Path]) -> str:
    """The name of another file of the folder whose id a file that is not valid takes for its own."""
    try:
        data = load_file(path).data
    except CertifyError:
        return ""  # nothing can read it, so nothing can take it for the other
    own = data.get("id") if isinstance(data, dict) else None
    return next((str(other) for other in everyone if other.stem == own and other != path), "")


def list_hidden(folder: Path) -> Iterator[str]:
    """Files that look like rules or certificates and that no gate would judge."""
    for path in sorted(folder.iterdir()):
        name = path.name
        meant = name.strip().lower()
        if not meant.endswith(_ENDINGS):
            continue
        if name.startswith("."):
            yield f"{path}: is hidden, and would not be judged; rename it or remove it"
        elif path.is_symlink():
            yield f"{path}: is a link to another file; put the file itself here"
        elif not path.is_file():
            yield f"{path}: is no file, and would not be judged; put the file itself here"
        elif not name.endswith((".yaml", SUFFIX)):
            right = next(ending for ending in (SUFFIX, ".yaml", ".yml") if meant.endswith(ending))
            ending = ".yaml" if right == ".yml" else right
            yield (
                f"{path}: would not be judged; call it {meant.removesuffix(right)}{ending} "
                "or remove it"
            )
        elif not name.isascii():
            yield f"{path}: its name holds letters that look like others; rename it"


def list_orphans(folder: Path) -> Iterator[str]:
    """Certificates whose file is not there."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        spec = path.with_name(path.name.removesuffix(SUFFIX) + ".yaml")
        if not spec.is_file():
            yield f"{path}: is a certificate without a file; remove it"
