"""Calls as people mistype them: no traceback, each with the cure."""

import pytest

from tests.cli.calls import call_line
from tests.conftest import ROOT


def read_cases():
    """The calls of the file, each with the words that its answer must hold."""
    text = (ROOT / "tests" / "cli" / "mistyped.txt").read_text(encoding="utf-8")
    cases = {}
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if lines:
            assert lines[0].startswith("$ "), lines[0]
            assert len(lines) > 1, lines[0]
            cases[lines[0][2:]] = lines[1:]
    return cases


CASES = read_cases()


def test_there_are_fifty():
    assert len(CASES) >= 50


@pytest.mark.parametrize("line", CASES, ids=lambda line: line[8:])
def test_a_mistyped_call_is_told_its_cure(line):
    done = call_line(line)
    assert done.code == 2, done.all
    for words in CASES[line]:
        assert words in done.err
    assert not done.out
    assert "Traceback" not in done.err
    assert "fault of certify" not in done.err


if __name__ == "__main__":  # every call with its answer, for people
    for typed in CASES:
        answer = call_line(typed)
        print(f"$ {typed}\n{answer.err.rstrip()}\n[exit {answer.code}]\n")
