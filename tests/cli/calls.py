"""Calls of the program in this process: what was printed, and the exit code."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import sys
from dataclasses import dataclass

from certify.cli.main import main
from tests.conftest import ROOT


@dataclass(frozen=True)
class Done:
    """A call that has ended."""

    code: int
    out: str
    err: str

    @property
    def all(self) -> str:
        """Everything that was printed."""
        return self.out + self.err


def call(*arguments: str, stdin: str | bytes = b"", cwd=ROOT, main=main) -> Done:
    """Run the program as a shell would, without a process of its own."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    before, place = sys.argv, os.environ.pop("CERTIFY_DEBUG", None)
    sys.argv = ["certify", *arguments]
    taken, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    try:
        with (
            contextlib.chdir(cwd),
            contextlib.redirect_stdout(streams[0]),
            contextlib.redirect_stderr(streams[1]),
        ):
            try:
                main()
                code = 0
            except SystemExit as error:
                code = error.code if isinstance(error.code, int) else 1
    finally:
        sys.argv, sys.stdin = before, taken
        os.environ.pop("CERTIFY_DEBUG", None)
        if place is not None:
            os.environ["CERTIFY_DEBUG"] = place
    texts = []
    for stream in streams:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    return Done(code, *texts)


def call_line(line: str, stdin: str | bytes = b"") -> Done:
    """Run a line as it is typed, its pipes included; the result is that of the last part."""
    done = Done(0, "", "")
    for place, part in enumerate(line.split(" | ")):
        words = shlex.split(part)
        assert words[0] == "certify", line
        done = call(*words[1:], stdin=done.out if place else stdin)
    return done
