"""One call of the program in this process, and whether it ended as it must."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from certify.base.cache import NotKept, forbid_computing
from certify.base.errors import CertifyError, InvalidSpec
from certify.cli.main import program
from certify.sweep.plan import read_plan

LONGEST = 10.0
"""Seconds of this process that a call may take: other work on the machine does not count."""
JUDGES = frozenset(
    {
        "validate",
        "sources",
        "check",
        "gate",
        "verify",
        "conform",
        "reconcile",
        "house-way",
        "simulate",
    }
)
"""The commands that may say 1."""
READ_PLAN = "read-plan"
"""No command: what `sweep` does before it starts processes of its own."""
CONCLUDES = frozenset({"check", "odds"})
"""The commands that must judge whatever file is valid."""
_POSITION = re.compile(r"^.+?:[0-9]+:[0-9]+: .")


class Hang(BaseException):
    """A call takes too long; no handler of the program may catch it."""


@dataclass(frozen=True)
class Ended:
    """How a call ended."""

    code: int
    out: str
    error: BaseException | None = None
    trace: str = ""


def _stop(_signal: int, _frame: Any) -> None:
    raise Hang


@contextlib.contextmanager
def _bound() -> Iterator[None]:
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def run_call(folder: Path, arguments: Sequence[str], stdin: bytes = b"") -> Ended:
    """Run the program in a folder; no long count is begun."""
    streams = [
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
        for _ in range(2)
    ]
    taken, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    error: BaseException | None = None
    code: Any = 0
    try:
        with (
            contextlib.chdir(folder),
            contextlib.redirect_stdout(streams[0]),
            contextlib.redirect_stderr(streams[1]),
            forbid_computing(),
            _bound(),
        ):
            if arguments[:1] == (READ_PLAN,):
                read_plan(Path(arguments[1]))
            else:
                code = program.main(list(arguments), prog_name="certify", standalone_mode=False)
    except SystemExit as left:
        code = left.code
    except (Exception, Hang) as caught:  # noqa: BLE001  (what came out is judged, not handled)
        error, code = caught, 2
    finally:
        sys.stdin = taken
        os.environ.pop("CERTIFY_DEBUG", None)
    for stream in streams:
        stream.flush()
    text = streams[0].buffer.getvalue().decode("utf-8", "replace")
    trace = "".join(traceback.format_exception(error)) if error else ""
    return Ended(code if isinstance(code, int) else 0, text, error, trace)


def find_fault(  # noqa: PLR0911  (a line for each way to end)
    arguments: Sequence[str], ended: Ended, *, valid: bool = False
) -> str | None:
    """Why a call ended wrongly; nothing where it did not."""
    command = arguments[0] if arguments else ""
    error = ended.error
    if isinstance(error, Hang):
        return f"hang: more than {LONGEST:.0f} s"
    if error is not None and not isinstance(
        error, CertifyError | click.ClickException | click.Abort | OSError
    ):
        return f"traceback: {type(error).__name__}: {str(error)[:200]}"
    if ended.code not in (0, 1, 2):
        return f"exit code {ended.code}"
    if ended.code == 1 and command not in JUDGES:
        return f"exit code 1 from {command}, which judges nothing"
    if isinstance(error, InvalidSpec):
        return _find_placeless(str(error))
    if command == "validate" and ended.code == 1 and "--json" not in arguments:
        return _find_placeless(ended.out)
    concludes = error is None or isinstance(error, NotKept | OSError)
    if valid and command in CONCLUDES and not concludes:
        return f"could not judge a valid file: {str(error)[:200]}"
    return None


def _find_placeless(text: str) -> str | None:
    lines = text.splitlines()
    if not lines:
        return "a fault without a message"
    for line in lines:
        if not _POSITION.match(line) and ": valid (" not in line:
            return f"a message without a position: {line[:200]}"
    return None
