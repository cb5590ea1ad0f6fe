"""One total for the work of a command: it only grows, and is whole in the end."""

from __future__ import annotations

import pytest

from certify.base.progress import Work, track


class Screen:
    """What is shown."""

    def __init__(self):
        self.told, self.done = [], []
        self.work = Work(self.show)

    def show(self, text, done):
        self.told.append(text)
        self.done.append(done)


def run_stage(work, name, total=4):
    for place in range(total + 1):
        work(name, place, total)


def work_through(work):
    """Three documents, each with rules that count things of the same name again and again."""
    for _ in track(work, ["a", "b", "c"], str):
        run_stage(work, "hands")
        for _rule in track(work, range(5), str):
            run_stage(work, "hands")
            run_stage(work, "hands")
            run_stage(work, "pairs")


def test_the_total_never_goes_back_and_is_whole_in_the_end():
    screen = Screen()
    work_through(screen.work)
    assert screen.done == sorted(screen.done)
    assert screen.done[0] >= 0
    assert screen.done[-1] == pytest.approx(1)
    assert max(screen.done) <= 1


def test_each_document_has_an_equal_share():
    screen = Screen()
    work_through(screen.work)
    begun = [screen.done[screen.told.index(name)] for name in "abc"]
    assert begun == pytest.approx([0, 1 / 3, 2 / 3])


def test_a_stage_that_begins_again_is_another_one():
    """Where it counted as the same one, the line would stand still until it is through."""
    screen = Screen()
    run_stage(screen.work, "hands")
    first = screen.done[-1]
    screen.work("hands", 0, 4)
    screen.work("hands", 1, 4)
    assert first < screen.done[-1] < 1


def test_a_loop_over_what_comes_as_it_is_done():
    screen = Screen()
    assert list(track(screen.work, iter("xyz"), str, 3)) == ["x", "y", "z"]
    assert screen.done[-1] == pytest.approx(1)


@pytest.mark.parametrize("progress", [None, lambda *_: None])
def test_without_a_line_items_pass_as_they_are(progress):
    assert list(track(progress, (1, 2), str)) == [1, 2]
    assert list(track(progress, [], str)) == []


def test_nothing_to_do():
    screen = Screen()
    assert list(track(screen.work, [], str)) == []
    screen.work("nothing", 0, 0)
    assert screen.done == [0.0]
