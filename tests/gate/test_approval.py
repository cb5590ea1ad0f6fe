"""Approvals: name, reason, edition and waiver, or nothing is written; and the history only grows."""

import json
import os
import re
import subprocess
import sys
import time

import pytest

from certify.base import storage
from certify.gate import run as run_module
from certify.odds import identity
from tests.conftest import ROOT
from tests.gate.accepted_folder import (
    ACCEPT,
    change,
    commit,
    gate,
    list_errors,
    plant,
    write_waivers,
)
from tests.gate.edits import edit_certificate


@pytest.fixture
def tree(tmp_path):
    return plant(tmp_path / "tree")


def read(tree, name="one"):
    return (tree / "jurisdictions" / f"{name}.certificate.json").read_bytes()


def list_approvals(tree):
    return [item["edition"] for item in json.loads(read(tree))["approvals"]]


def list_names(tree):
    return {path.name for path in (tree / "jurisdictions").iterdir()}


NAMES = {"policy", "one.yaml", "two.yaml", "one.certificate.json", "two.certificate.json"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--accept",), "--accept needs --by"),
        (("--accept", "--by", "me too"), "--accept needs --reason"),
        (("--accept", "--reason", "it is all right"), "--accept needs --by"),
        (("--accept", "--by", "  ", "--reason", "it is all right"), "--accept needs --by"),
        (("--accept", "--by", "officer", "--reason", "ok"), "--accept needs --reason"),
        (("--accept", "--by", "x" * 121, "--reason", "it is all right"), "--by is longer"),
        (("--by", "officer"), "--by, --reason, --key and --author require --accept"),
    ],
)
def test_nobody_approves_without_name_and_reason(tree, arguments, told):
    before = read(tree)
    done = gate(tree, *arguments)
    assert done.code == 2
    assert told in done.err
    assert read(tree) == before


def test_new_figures_need_a_new_edition(tree):
    before = read(tree)
    change(tree, "pays: 100,", "pays: 90,")
    done = gate(tree, *ACCEPT)
    assert done.code == 1
    assert (
        "not accepted: its figures have changed, but it is still revision 1; set edition to 2"
        in done.out
    )
    assert read(tree) == before
    change(tree, "number: 1,", "number: 2,")
    done = gate(tree, *ACCEPT, day="2030-02-02")
    assert done.code == 0, done.out
    assert list_approvals(tree) == [1, 2]
    last = json.loads(read(tree))["approvals"][-1]
    assert (last["date"], last["by"]) == ("2030-02-02", "compliance officer")
    assert gate(tree, day="2030-02-02").code == 0


def test_the_same_figures_in_other_words_need_none(tree):
    change(tree, "name: Example\n", "name: Another\n")
    assert gate(tree).code == 1
    assert gate(tree, *ACCEPT).code == 0
    assert list_approvals(tree) == [1, 1]
    assert gate(tree).code == 0


def test_an_edition_never_goes_back(tree):
    change(tree, "number: 1,", "number: 3,")
    assert gate(tree, *ACCEPT).code == 0
    change(tree, "number: 3,", "number: 2,")
    done = gate(tree, *ACCEPT)
    assert done.code == 1
    assert "revision 3 was approved, but the specification is revision 2" in done.out


def test_a_day_never_goes_back(tree):
    change(tree, "name: Example\n", "name: Another\n")
    done = gate(tree, *ACCEPT, day="2030-01-31")
    assert done.code == 1
    assert "the last approval is dated 2030-02-01" in done.out


def test_nothing_new_is_not_approved_again(tree):
    before = read(tree)
    done = gate(tree, *ACCEPT)
    assert done.code == 0
    assert done.out.count("nothing to accept") == 2
    assert read(tree) == before


def test_every_error_needs_a_waiver_from_the_first_certificate_on(tree):
    folder = tree / "jurisdictions"
    errors = list_errors(folder / "one.yaml")
    assert errors
    others = list_errors(folder / "two.yaml")
    for path in folder.glob("one.certificate.json"):
        path.unlink()
    for waived in ([], errors[1:]):
        write_waivers(folder, [*others, *waived])
        done = gate(tree, "one", *ACCEPT)
        assert done.code == 1, done.out
        refused = set(re.findall(r"\[([0-9a-f]{16})\]", done.out))
        assert refused == set(errors) - set(waived)
        assert not (folder / "one.certificate.json").exists()
    write_waivers(folder, [*others, *errors])
    done = gate(tree, "one", *ACCEPT)
    assert done.code == 0, done.out
    assert f"{len(errors)} waivers in force" in done.out


def test_one_refusal_and_nothing_is_written(tree):
    before = read(tree), read(tree, "two")
    change(tree, "pays: 100,", "pays: 90,")
    change(tree, "name: Example\n", "name: Another\n", "two.yaml")
    assert gate(tree, *ACCEPT).code == 1
    assert (read(tree), read(tree, "two")) == before


def test_a_forged_certificate_is_not_laundered(tree):
    """Forged, it fails; accepted, everything is computed anew and the forged figure is gone."""
    edit_certificate(lambda data: data["wagers"][1].update(house_edge="1/250"))(tree)
    assert gate(tree).code == 1
    done = gate(tree, *ACCEPT)
    assert done.code == 1
    assert "its figures have changed, but it is still revision 1" in done.out
    change(tree, "number: 1,", "number: 2,")
    assert gate(tree, *ACCEPT).code == 0
    assert json.loads(read(tree))["wagers"][1]["house_edge"] == "35493343/38535770"


def test_accepting_reads_neither_certificate_nor_cache(tree, monkeypatch):
    seen = []
    real = run_module.compute_content

    def compute(*arguments, anew, **options):
        seen.append(anew)
        return real(*arguments, anew=anew, **options)

    monkeypatch.setattr(run_module, "compute_content", compute)
    monkeypatch.setattr(run_module, "believe", None)
    change(tree, "name: Example\n", "name: Another\n")
    assert gate(tree, *ACCEPT).code == 0
    assert seen == [True, True]


def test_a_damaged_certificate_is_not_overwritten(tree):
    path = tree / "jurisdictions" / "one.certificate.json"
    path.write_text("{", encoding="utf-8")
    done = gate(tree, *ACCEPT)
    assert done.code == 1
    assert path.read_text(encoding="utf-8") == "{"


def test_a_certificate_that_was_committed_and_is_gone(tree):
    commit(tree)
    (tree / "jurisdictions" / "one.certificate.json").unlink()
    for arguments in ((), ACCEPT):
        done = gate(tree, *arguments)
        assert done.code == 1
        assert "missing, but in the last commit; restore it" in done.out


# kills, full disks, two at once


def run_program(tree, code):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(ROOT), "CERTIFY_CACHE": "off"},
    )


ARGUMENTS = f"['certify', 'gate', '--date', '2030-02-01', *{ACCEPT!r}]"


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["replace", "chmod"])
def test_a_kill_while_writing_leaves_every_file_whole_and_the_next_run_cleans_up(tree, moment):
    change(tree, "name: Example\n", "name: Another\n")
    before = read(tree)
    code = (
        "import os, pathlib, sys, certify.cli.main as main\n"
        f"pathlib.Path.{moment} = lambda *a: os._exit(9)\n"
        f"sys.argv = {ARGUMENTS}\nmain.main()"
    )
    assert run_program(tree, code).returncode == 9
    assert read(tree) == before
    assert len(list_names(tree) - NAMES) == 1, "what the killed run left"
    assert gate(tree, *ACCEPT).code == 0
    assert list_names(tree) == NAMES
    assert gate(tree).code == 0


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_every_file_whole(tree):
    change(tree, "name: Example\n", "name: Another\n")
    for delay in (0.05, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4):
        code = f"import sys, certify.cli.main as main\nsys.argv = {ARGUMENTS}\nmain.main()"
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(delay)
        process.kill()
        process.wait()
        for name in ("one", "two"):
            assert json.loads(read(tree, name))["jurisdiction"] == name
    assert gate(tree, *ACCEPT).code == 0
    assert list_names(tree) == NAMES


@pytest.mark.parametrize("call", ["fsync", "fdopen"])
def test_a_full_disk_leaves_the_old_certificate_and_nothing_else(tree, monkeypatch, call):
    change(tree, "name: Example\n", "name: Another\n")
    before = read(tree)

    def fail(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storage.os, call, fail)
    done = gate(tree, *ACCEPT)
    monkeypatch.undo()
    assert done.code == 2
    assert "cannot be written (No space left on device); free some space" in done.err
    assert read(tree) == before
    assert list_names(tree) == NAMES


def test_two_gates_do_not_accept_at_once(tree):
    with storage.hold_folder(tree / "jurisdictions"):
        done = gate(tree, *ACCEPT)
        assert done.code == 2
        assert "another run is writing certificates here; wait until it has ended" in done.err
        assert gate(tree).code == 0, "judging writes nothing and needs no lock"


def test_two_programs_at_once_leave_every_file_whole_and_no_approval_is_lost(tree):
    change(tree, "name: Example\n", "name: Another\n")
    code = f"import sys, certify.cli.main as main\nsys.argv = {ARGUMENTS}\nmain.main()"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]
    codes = sorted(process.wait() for process in processes)
    assert codes in ([0, 0], [0, 2])
    assert list_approvals(tree) == [1, 1]
    assert list_names(tree) == NAMES
    assert gate(tree).code == 0


def test_an_unfinished_file_of_a_run_at_work_is_left_alone(tmp_path):
    handle, path = storage._open_unfinished(tmp_path / "x")
    assert storage.remove_leftovers(tmp_path) == []
    assert path.exists()
    os.close(handle)
    assert storage.remove_leftovers(tmp_path) == [path]
    assert not path.exists()


def test_other_code_with_the_same_figures_is_accepted_anew(tree, monkeypatch):
    """Else what the certificate keeps would be counted again by every gate, for ever."""
    monkeypatch.setattr(identity, "identify_counting", lambda: "0" * 64)
    done = gate(tree, *ACCEPT)
    assert (done.code, "nothing to accept" in done.out) == (0, False)
    assert gate(tree, *ACCEPT).out.count("nothing to accept") == 2
