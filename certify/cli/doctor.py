"""certify doctor."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import click

from certify.base.cache import OWN_FOLDER as OWN_RESULTS
from certify.base.cache import locate_cache
from certify.base.errors import CertifyError
from certify.base.extras import __version__, locate_folder, name_cure
from certify.base.progress import show_progress
from certify.base.storage import check_private
from certify.cli.options import leave
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.kernels.store import OWN_FOLDER as OWN_CODE
from certify.kernels.store import can_write, is_complete, locate_store
from certify.render.numbers import count

_PACKAGE = Path(__file__).resolve().parent.parent
_LEAST_PYTHON = (3, 11)
_REQUIREMENT = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?\s*(?:>=\s*([0-9][0-9.]*))?")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")
_SYSTEM_LIBRARIES: dict[str, tuple[tuple[str, ...], str]] = {
    "Pango": (("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"), "libpango-1.0-0"),
    "PangoFT2": (
        ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
        "libpangoft2-1.0-0",
    ),
    "HarfBuzz subsetter": (
        ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
        "libharfbuzz-subset0",
    ),
}
"""What prints the filings: the names of each library, and the Debian package that has it."""

_FONTS = {"Inter": "fonts-inter", "DejaVu Sans": "fonts-dejavu-core"}
_TOOLS = {
    "git": ("compares with a base revision (gate --base, diff)", "git"),
    "pdftotext": ("takes the text out of a document's PDF", "poppler-utils"),
    "openssl": ("makes a key to sign with", "openssl"),
}


class State(StrEnum):
    """How something stands."""

    FINE = "fine"
    MISSING = "missing"
    """It is needed, and something will not work."""
    LACKING = "lacking"
    """It is not needed; something more would work with it."""


@dataclass(frozen=True, slots=True)
class Component:
    """One thing looked for on this machine."""

    kind: str
    name: str
    state: State
    told: str
    cure: str = ""


@dataclass(frozen=True, slots=True)
class SystemRequirement:
    """A library that the package asks for; of an extra where it is not always needed."""

    name: str
    least: str
    extra: str


def look_at_python() -> Component:
    """The interpreter that runs this."""
    version, least = (".".join(map(str, item)) for item in (sys.version_info[:3], _LEAST_PYTHON))
    if sys.version_info >= _LEAST_PYTHON:
        return Component("python", "Python", State.FINE, version)
    told = f"{version}, and the minimum is {least}"
    cure = f"install Python {least} or later and make a new environment with it"
    return Component("python", "Python", State.MISSING, told, cure)


def look_at_libraries(extras: tuple[str, ...] = ()) -> Iterator[Component]:
    """Every library of the package, those of its extras too, against what is asked for and pinned."""
    pinned = read_pins()
    for item in list_requirements():
        if item.extra and extras and item.extra not in extras:
            continue
        yield _look_at_library(item, pinned.get(_plain(item.name), ""))


def _look_at_library(item: SystemRequirement, pinned: str) -> Component:
    state = State.LACKING if item.extra else State.MISSING
    cure = f"pip install 'certify{f'[{item.extra}]' if item.extra else ''}'"
    use = f" (of the extra {item.extra})" if item.extra else ""
    try:
        version = metadata.version(item.name)
    except metadata.PackageNotFoundError:
        return Component("library", item.name, state, f"is not installed{use}", cure)
    if item.least and _numbers(version) < _numbers(item.least):
        told = f"{version}, and the minimum is {item.least}"
    elif pinned and pinned != version:
        state, told = State.LACKING, f"{version}; this version of certify was tested with {pinned}"
        cure = f"pip install '{item.name}=={pinned}'"
    else:
        told = f"{version}{', as pinned' if pinned else ''}{use}"
        return Component("library", item.name, State.FINE, told)
    return Component("library", item.name, state, told, cure)


def list_requirements() -> list[SystemRequirement]:
    """What the package asks for: of a checkout as it stands, else as it was installed."""
    project = _PACKAGE.parent / "pyproject.toml"
    if project.is_file():
        data = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        lines = [(text, "") for text in data["dependencies"]]
        for extra, texts in data.get("optional-dependencies", {}).items():
            lines += [(text, extra) for text in texts]
    else:
        try:
            texts = metadata.requires("certify") or []
        except metadata.PackageNotFoundError:
            texts = []
        lines = [(text, found[1] if (found := _EXTRA.search(text)) else "") for text in texts]
    found_all = []
    for text, extra in lines:
        found = _REQUIREMENT.match(text)
        if found and _plain(found[1]) != "certify" and extra not in {"dev", "docs"}:
            found_all.append(SystemRequirement(found[1], found[2] or "", extra))
    return found_all


def read_pins() -> Mapping[str, str]:
    """The versions that a checkout pins; none where the package is installed."""
    path = _PACKAGE.parent / "requirements" / "run.txt"
    if not path.is_file():
        return {}
    pins = re.findall(r"^([\w.-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {_plain(name): version for name, version in pins}


def look_at_system_libraries(*, needed: bool) -> Iterator[Component]:
    """What the filings are printed with, next to the Python libraries."""
    bad = State.MISSING if needed else State.LACKING
    for name, (files, package) in _SYSTEM_LIBRARIES.items():
        there = any(map(_can_load, files))
        told = "can be loaded" if there else "no filing can be printed without it"
        yield _name("system library", name, None if there else bad, told, package)


def look_at_fonts(*, needed: bool) -> Iterator[Component]:
    """The fonts of the filings; without them the pages are set in others and differ."""
    bad = State.MISSING if needed else State.LACKING
    listed = _list_fonts()
    for name, package in _FONTS.items():
        if listed is None:
            told = "fc-list is missing, which lists the fonts"
            yield _name("font", name, State.LACKING, told, "fontconfig")
        else:
            there = name.lower() in listed
            told = "is installed" if there else "filings would be set in another"
            yield _name("font", name, None if there else bad, told, package)


def look_at_tools() -> Iterator[Component]:
    """Programs that some commands or guides call."""
    for name, (use, package) in _TOOLS.items():
        there = shutil.which(name)
        told = f"{use}: {'installed' if there else 'not installed'}"
        yield _name("tool", name, None if there else State.LACKING, told, package)


def _name(kind: str, name: str, bad: State | None, told: str, package: str) -> Component:
    """Something of the operating system, with the package to install where it is absent."""
    return Component(kind, name, bad or State.FINE, told, _tell_install(package) if bad else "")


def _list_fonts() -> str | None:
    program = shutil.which("fc-list")
    if program is None:
        return None
    found = subprocess.run(  # noqa: S603  (a program found on the path, without arguments of others)
        [program, ":", "family"], capture_output=True, text=True, check=False, timeout=30
    )
    return found.stdout.lower()


def _can_load(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _tell_install(package: str) -> str:
    if sys.platform == "darwin":
        return f"brew install {'pango' if 'pango' in package or 'harfbuzz' in package else package}"
    return f"apt-get install {package} (Debian and Ubuntu)"


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


_MARKS = {State.FINE: "ok", State.MISSING: "MISSING", State.LACKING: "lacks"}
_DATA = ("jurisdictions", "schemas", "reports")


@make_command(
    "doctor",
    epilog=show_examples("certify doctor", "certify doctor --json", "certify doctor --compile"),
)
@take_output("text", "json")
@click.option(
    "--compile",
    "compiles",
    is_flag=True,
    help="Compile the kernels now, so that no later command waits for them.",
)
def run_doctor(output: Output, compiles: bool) -> None:
    """Check the installation and show how to fix problems.

    Checks libraries and their versions, the tools that print filings, fonts, optional tools, the cache
    folder and the compiled kernels. Exit code 1 if a required component is missing.
    """
    if compiles:
        _compile()
    findings = list(_look())
    holds = all(item.state is not State.MISSING for item in findings)
    if output.is_json:
        found = [{**asdict(item), "cure": item.cure or None} for item in findings]
        output.write_json({"version": __version__, "holds": holds, "findings": found})
    else:
        output.write(_list_lines(findings, holds=holds))
    leave(holds)


def _look() -> Iterator[Component]:
    yield look_at_python()
    yield from look_at_libraries()
    prints = any(
        item.name.lower() == "weasyprint" and not item.extra for item in list_requirements()
    )
    yield from look_at_system_libraries(needed=prints)
    yield from look_at_fonts(needed=prints)
    yield from look_at_tools()
    for name in _DATA:
        folder = locate_folder(name)
        there = State.FINE if folder.is_dir() else State.MISSING
        fix = "" if folder.is_dir() else "install certify again"
        yield Component("data", name, there, str(folder), fix)
    yield _look_at_cache()
    yield _look_at_kernels()


def _look_at_cache() -> Component:
    """The folder of stored results; without it long counts are computed each time."""

    def make(told: str, fix: str = "") -> Component:
        return Component("cache", "results", State.LACKING if fix else State.FINE, told, fix)

    folder = locate_cache()
    if folder is None:
        return make("switched off by CERTIFY_CACHE=off")
    if problem := _find_exposed(folder):
        return make(problem, OWN_RESULTS)
    if not _can_write(folder):
        return make(
            f"{folder} cannot be written; long counts are computed again each time",
            "give the folder to this user, or name another with CERTIFY_CACHE",
        )
    files = _list_files(folder)
    return make(f"{folder}, {count(len(files), 'result')}, {_measure(files)}; it may be emptied")


def _look_at_kernels() -> Component:
    def make(told: str, fix: str = "") -> Component:
        state = State.LACKING if fix else State.FINE
        return Component("kernels", "compiled kernels", state, told, fix)

    missing = [name for name in ("numba", "numpy") if not _is_there(name)]
    if missing:
        told = f"{' and '.join(missing)} not installed; the standard wager cannot be counted"
        return make(told, name_cure("odds"))
    folder = locate_store()
    if problem := _find_exposed(folder):
        return make(problem, OWN_CODE)
    if not can_write(folder):
        return make(
            "no folder to keep them; they are compiled again each time",
            "let this user write its cache folder, or name one with NUMBA_CACHE_DIR",
        )
    if not is_complete():
        return make(
            f"not all in {folder}; each is compiled when first used, about half a minute in all",
            "certify doctor --compile",
        )
    return make(f"all in {folder}, {_measure(_list_files(folder))} with those of earlier versions")


def _compile() -> None:
    """Compile every kernel that is not compiled yet."""
    from certify.kernels.preparation import prepare

    with show_progress() as progress:
        try:
            prepare(progress)
        except OSError as error:
            raise CertifyError(
                f"compiled code cannot be stored ({error}); make its folder writable, or set "
                "NUMBA_CACHE_DIR to another folder"
            ) from None


def _is_there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _find_exposed(folder: Path) -> str:
    """Why other users could put something into a folder; empty if they cannot."""
    try:
        check_private(folder, "use another folder")
    except CertifyError as error:
        return str(error)
    return ""


def _can_write(folder: Path) -> bool:
    """Whether a file can be made there, or in the nearest folder above that exists."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return False
    try:
        with tempfile.TemporaryFile(dir=there):
            return True
    except OSError:
        return False


def _list_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _measure(files: list[Path]) -> str:
    size = sum(path.stat().st_size for path in files)
    return f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{-(-size // 1_000)} kB"


def _list_lines(findings: list[Component], *, holds: bool) -> Iterator[str]:
    yield f"certify {__version__}"
    for item in findings:
        yield f"{_MARKS[item.state]:>7}  {item.kind} {item.name}: {item.told}"
        if item.cure:
            yield f"         fix: {item.cure}"
    states = [item.state for item in findings]
    lacking = states.count(State.LACKING)
    if holds:
        rest = f"; {count(lacking, 'optional component')} could be better" if lacking else ""
        yield f"all required components are installed{rest}"
    else:
        yield f"{count(states.count(State.MISSING), 'required component')} missing"
