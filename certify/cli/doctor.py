"""certify doctor."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path

import click

from certify.base.cache import OWN_FOLDER as OWN_RESULTS
from certify.base.cache import locate_cache
from certify.base.errors import CertifyError
from certify.base.extras import name_cure
from certify.base.machine import (
    Component,
    State,
    list_requirements,
    look_at_fonts,
    look_at_libraries,
    look_at_python,
    look_at_system_libraries,
    look_at_tools,
)
from certify.base.progress import show_progress
from certify.base.resources import locate_folder
from certify.base.storage import check_private
from certify.base.version import __version__
from certify.cli.options import leave
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.kernels.compilation import OWN_FOLDER as OWN_CODE
from certify.kernels.compilation import can_write, is_complete, locate_store
from certify.render.numbers import count

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
