"""One line of progress for a command: on a terminal a bar with one total, in a log a line now and then."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO, TypeVar

Progress = Callable[[str, int, int], None]
"""Called by a stage of the work with its name, and how much of it is done."""
Item = TypeVar("Item")

FIRST_BEAT = 5.0
"""Seconds of silence after which a log is told that work goes on."""
_LONGEST_SILENCE = 60.0
_LEAST_DONE = 0.05
"""How much must be done before the time that is left is estimated."""
_SHARE = 2 / 3
"""What a stage takes of what is left: how many will follow it is not known before."""


class Work:
    """How much of the work of one command is done, from 0 to 1; it never goes back.

    The items of the outermost loop share it equally. Within an item each stage, and each loop, takes two
    thirds of what is left of the item.
    """

    def __init__(self, show: Callable[[str, float], None]) -> None:
        self._show = show
        self._done, self._end = 0.0, 1.0
        self._stage: tuple[str, int] = ("", 0)
        self._begin = 0.0
        self._depth = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Note how far a stage is; one that goes back, or has another name, is another stage."""
        name, before = self._stage
        if stage != name or done < before:
            self._begin = self._done
        self._stage = (stage, done)
        share = _SHARE * min(done / total, 1) if total else 0
        self._note(say_plainly(stage), self._begin + (self._end - self._begin) * share)

    def track(
        self, items: Iterable[Item], total: int, name: Callable[[Item], str]
    ) -> Iterator[Item]:
        """Each item in turn, as a step of the work."""
        begin, end = self._done, self._end
        width = (end - begin) * (_SHARE if self._depth else 1) / max(total, 1)
        self._depth += 1
        for place, item in enumerate(items, 1):
            self._end = min(begin + place * width, end)
            self._note(name(item), self._done)
            yield item
            self._note("", self._end)
        self._end = end
        self._depth -= 1

    def _note(self, text: str, done: float) -> None:
        self._done = max(self._done, done)
        if not text:
            self._stage = ("", 0)
        self._show(text, self._done)


def track(
    progress: Progress | None,
    items: Iterable[Item],
    name: Callable[[Item], str],
    total: int | None = None,
) -> Iterator[Item]:
    """Each item in turn, as a step of the work where its progress is shown."""
    if isinstance(progress, Work):
        listed = list(items) if total is None else items
        size = len(listed) if isinstance(listed, list) else total or 0
        yield from progress.track(listed, size, name)
    else:
        yield from items


@contextmanager
def show_progress() -> Iterator[Work]:
    """Show one bar with an estimate on a terminal; in a log, a line now and then with the same."""
    if not sys.stderr.isatty():
        heart = Heart(sys.stderr, FIRST_BEAT)
        try:
            yield Work(heart.note)
        finally:
            heart.stop()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.table import Column

    columns = (
        BarColumn(bar_width=30),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield Work(lambda text, done: bar.update(task, description=text, completed=done))


def say_plainly(stage: str) -> str:
    """A stage in words that a reader of the terminal knows; kernels name the part of a sum by |S|."""
    return "counting deals" if "|S|" in stage else stage


class Heart:
    """Says from time to time what is being done; the silence between grows, so that logs stay short."""

    def __init__(self, stream: TextIO, first: float) -> None:
        self._stream = stream
        self._begun = time.monotonic()
        self._told, self._done = "", 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, args=(first,), daemon=True)
        self._thread.start()

    def note(self, text: str, done: float) -> None:
        """Remember how far the work is."""
        self._told, self._done = text, done

    def stop(self) -> None:
        """End, saying nothing."""
        self._ended.set()
        self._thread.join()

    def _beat(self, silence: float) -> None:
        while not self._ended.wait(silence):
            passed = round(time.monotonic() - self._begun)
            try:
                print(self._describe(passed), file=self._stream, flush=True)
            except (OSError, ValueError):  # nobody listens any more
                return
            silence = min(2 * silence, _LONGEST_SILENCE)

    def _describe(self, passed: int) -> str:
        parts = [f"{int(100 * self._done)}%"]
        if self._done >= _LEAST_DONE:
            parts.append(f"about {round(passed * (1 - self._done) / self._done)} s left")
        return f"still at work after {passed} s: {', '.join(filter(None, [*parts, self._told]))}"
