"""A progress bar on the terminal, and in a log a line now and then from work that takes long."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

Progress = Callable[[str, int, int], None]

FIRST_BEAT = 5.0
"""Seconds of silence after which a log is told that work goes on."""
_LONGEST_SILENCE = 60.0
_SIZE = re.compile(r"\|S\| = (\d)")
"""How the kernels name the part of a sum that they are at, by the size of a set of shared cards."""


@contextmanager
def show_progress() -> Iterator[Progress]:
    """Give a callback that draws a bar by stage on a terminal, or tells a log of the stage at intervals."""
    if not sys.stderr.isatty():
        heart = Heart(sys.stderr)
        try:
            yield heart.note
        finally:
            heart.stop()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, int] = {}

        def advance(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(say_plainly(stage), total=total)
            bar.update(tasks[stage], completed=done, total=total)  # type: ignore[arg-type]

        yield advance


def say_plainly(stage: str) -> str:
    """A stage in words that a reader of the terminal knows."""
    return _SIZE.sub(r"hands that share \1 cards", stage).replace("1 cards", "1 card")


class Heart:
    """Says from time to time what is being done; the silence between grows, so that logs stay short."""

    def __init__(self, stream: TextIO, first: float = FIRST_BEAT) -> None:
        self._stream = stream
        self._begun = time.monotonic()
        self._stage = ""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, args=(first,), daemon=True)
        self._thread.start()

    def note(self, stage: str, done: int, total: int) -> None:
        """Remember how far the work is."""
        share = f" {100 * done // total} %" if total else ""
        self._stage = f": {say_plainly(stage)}{share}"

    def stop(self) -> None:
        """End, saying nothing."""
        self._ended.set()
        self._thread.join()

    def _beat(self, silence: float) -> None:
        while not self._ended.wait(silence):
            passed = round(time.monotonic() - self._begun)
            try:
                print(f"still at work after {passed} s{self._stage}", file=self._stream, flush=True)
            except (OSError, ValueError):  # nobody listens any more
                return
            silence = min(2 * silence, _LONGEST_SILENCE)
