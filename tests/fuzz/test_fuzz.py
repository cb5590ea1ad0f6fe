"""Kept failures stay mended, the judge can fail, and a handful of new cases in every run of the tests."""

from __future__ import annotations

import random
from types import SimpleNamespace

import click
import pytest

from certify.base.cache import NotKept
from certify.base.errors import CertifyError, Fault, InvalidSpec
from certify.base.load import load_bytes
from certify.spec.validate import load_jurisdiction
from tests.fuzz import judge
from tests.fuzz.judge import Ended, Hang, find_fault, run_call
from tests.fuzz.kinds import (
    SPEC,
    list_corpus,
    make_round,
    make_spec,
    make_spec_text,
    make_spec_tree,
    make_up_round,
)
from tests.fuzz.machine import (
    KINDS,
    REGRESSIONS,
    Failure,
    Tally,
    keep,
    make_folder,
    read_kept,
    run_case,
    run_cases,
)
from tests.fuzz.trees import change_meaning, list_places, write_yaml

QUICK = {kind: share for kind, share in KINDS.items() if kind != "filing"}


@pytest.fixture(scope="module")
def folder():
    return make_folder()


@pytest.mark.parametrize("path", sorted(REGRESSIONS.glob("*.json")), ids=lambda path: path.stem)
def test_what_failed_once_does_not_fail_again(folder, path):
    failure = run_case(read_kept(path), folder, Tally())
    assert failure is None, failure.why


def test_new_cases_of_every_kind_but_filings():
    tally = run_cases(60, 22, QUICK)
    assert [failure.why for failure in tally.failures] == []
    assert tally.cases.total() == 60


@pytest.mark.slow
def test_new_filings():
    tally = run_cases(40, 22, {"filing": 1})
    assert [failure.why for failure in tally.failures] == []


POSITIONED = InvalidSpec([Fault("a.yaml", 3, 4, "what", "cure")])
BROKEN = InvalidSpec([])
BROKEN.args = ("a.yaml:3:4: what\nbroken; cure",)


@pytest.mark.parametrize(
    ("call", "ended", "valid", "fault"),
    [
        (("odds",), Ended(0, ""), True, None),
        (("odds",), Ended(2, "", ZeroDivisionError("x")), False, "traceback: ZeroDivisionError"),
        (("odds",), Ended(2, "", RecursionError("x")), False, "traceback"),
        (("odds",), Ended(2, "", Hang()), False, "hang"),
        (("odds",), Ended(3, ""), False, "exit code 3"),
        (("odds",), Ended(1, ""), False, "exit code 1 from odds"),
        (("check",), Ended(1, ""), True, None),
        (("check",), Ended(2, "", CertifyError("why")), True, "could not judge a valid file"),
        (("check",), Ended(2, "", NotKept("counts")), True, None),
        (("settle",), Ended(2, "", CertifyError("why")), True, None),
        (("set",), Ended(2, "", click.UsageError("why")), False, None),
        (("check",), Ended(2, "", POSITIONED), False, None),
        (("check",), Ended(2, "", BROKEN), False, "a message without a position"),
        (("validate",), Ended(1, "a.yaml:1:1: what; cure\n"), False, None),
        (("validate",), Ended(1, "a.yaml: what; cure\n"), False, "a message without a position"),
        (("validate",), Ended(1, ""), False, "a fault without a message"),
    ],
)  # fmt: skip
def test_the_judge_tells_right_from_wrong(call, ended, valid, fault):
    found = find_fault(call, ended, valid=valid)
    assert (found is None) == (fault is None)
    assert found is None or found.startswith(fault)


def test_a_fault_is_told_on_one_line_whatever_the_file_holds():
    told = str(Fault("a.yaml", 3, 4, "the key o\rs\u2028\u202e is not known", "é"))
    assert told == "a.yaml:3:4: the key o\\rs\\u2028\\u202e is not known; é"


def test_a_hang_is_stopped(tmp_path, monkeypatch):
    def spin(*_args, **_given):
        while True:
            pass

    monkeypatch.setattr(judge, "program", SimpleNamespace(main=spin))
    monkeypatch.setattr(judge, "LONGEST", 0.05)
    ended = run_call(tmp_path, ("odds",))
    assert isinstance(ended.error, Hang)


def test_the_same_dice_make_the_same_case():
    for make in (make_spec_text, make_spec_tree, make_spec, make_round, make_up_round):
        one, two = (make(random.Random(5)) for _ in range(2))
        assert (one.files, one.calls) == (two.files, two.calls)


def test_changed_meanings_keep_the_form(folder):
    """Else no changed file would be valid, and only the door would ever be tried."""
    valid = 0
    for seed in range(30):
        data = change_meaning(load_bytes(list_corpus()["one"], "one").data, random.Random(seed))
        with folder.lay({SPEC: write_yaml(data).encode()}) as place:
            valid += run_call(place, ("validate", SPEC)).code == 0
    assert valid >= 3


def test_made_up_files_come_through_the_door(folder):
    """Else only the door would ever be tried: some are valid, and some of those have wagers."""
    valid = []
    for seed in range(30):
        case = make_spec(random.Random(seed))
        with folder.lay(case.files) as place:
            if run_call(place, case.calls[0]).code == 0:
                valid.append(load_jurisdiction(place / "made-up.yaml"))
    assert len(valid) >= 5
    assert any(item.wagers for item in valid)


def test_a_failure_is_written_down_and_read_again(tmp_path):
    case = make_spec_text(random.Random(3))
    path = keep(Failure(case, "why"), tmp_path)
    again = read_kept(path)
    assert (again.kind, again.files, again.calls) == (case.kind, case.files, case.calls)


def test_the_folder_is_as_before_after_a_case(folder):
    before = {path: path.read_bytes() for path in folder.place.rglob("*") if path.is_file()}
    with folder.lay({SPEC: b"x", "round.json": b"{}"}) as place:
        assert (place / SPEC).read_bytes() == b"x"
    assert before == {path: path.read_bytes() for path in folder.place.rglob("*") if path.is_file()}


def test_places_are_those_of_the_data():
    assert list(list_places({"a": [1, {"b": 2}]})) == [
        ("a",), ("a", 0), ("a", 1), ("a", 1, "b"),
    ]  # fmt: skip
    data = {"deck": {"joker": {"value": "bug", "at": "L1"}}}
    assert any(change_meaning(data, random.Random(seed)) != data for seed in range(5))
    assert "one" in list_corpus()
