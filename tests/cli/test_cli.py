"""The program as people meet it: help, exit codes, messages, an installed wheel."""

import csv
import errno
import json
import os
import pty
import re
import signal
import subprocess
import sys
import venv
from pathlib import Path

import click
import pytest

from certify.cli.main import COMMANDS, program
from certify.cli.reference import build_reference
from tests.cli.calls import call
from tests.conftest import IDS, ROOT

LOCK = ROOT / "requirements" / "run.txt"

FULL = Path("/dev/full")


def run(*arguments, cwd=ROOT, **environment):
    return subprocess.run(
        [sys.executable, "-m", "certify", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_stands_in_the_docs(name):
    command = program.get_command(click.Context(program), name)
    assert command.help
    assert all(option.help for option in command.params if isinstance(option, click.Option))
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"## certify {name}\n" in text
    assert f"certify {name}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_reference_is_current():
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert text == build_reference(), "run make docs"


def test_odds_json_has_the_promised_form():
    data = json.loads(call("odds", "south-dakota", "--json").out)
    assert data["jurisdiction"] == "south-dakota"
    assert len(data["spec_sha256"]) == 64
    standard, first = data["wagers"][0], data["wagers"][1]
    assert standard["wager"] == "standard"
    assert standard["status"] == "deferred"
    assert any("house_way" in item for item in standard["missing"])
    assert first["paytable"] == "1"
    assert first["house_edge"] == {"fraction": "220226/2752555", "percent": "8.0008"}
    assert first["published"][1]["rounding"] == "truncated"
    assert [item["other_players"] for item in first["envy"]] == [1, 2, 3, 4, 5]
    several = json.loads(
        call("odds", "south-dakota", "pennsylvania", "--wager", "fortune-bonus", "--json").out
    )
    assert [item["jurisdiction"] for item in several] == ["south-dakota", "pennsylvania"]


def test_csv_is_plain():
    text = call("odds", "south-dakota", "--wager", "fortune-bonus", "--format", "csv").out
    assert text.startswith("jurisdiction,wager,paytable,status,kind,name")
    rows = list(csv.DictReader(text.splitlines()))
    # six paytables of eleven lines and the hands on none; the first has three pairs besides
    assert len([row for row in rows if row["kind"] == "outcome"]) == 6 * 12 + 1


def test_piped_output_holds_no_escape_sequences():
    assert "\x1b" not in run("odds", "south-dakota", FORCE_COLOR="1").stdout


def test_set_json_has_the_promised_form():
    data = json.loads(call("set", "mbs", "4c 4h 2s 2h Kc Qd 7s", "--json").out)
    assert data["low"] == "Kc Qd"
    assert set(data["high"].split()) == {"4c", "4h", "2s", "2h", "7s"}
    assert set(data) == {"low", "high", "rule", "clause", "lines", "standing"}


def test_compare_json_marks_differences():
    data = json.loads(call("compare", *IDS, "--json").out)
    by_name = {item["parameter"]: item for item in data["parameters"]}
    minimum = by_name["fortune-bonus.envy.minimum_stake"]
    assert minimum["differs"]
    assert minimum["statements"]["california-bgc"]["standing"] == "conflicting"
    assert len([item for item in data["edges"] if item["wager"] == "fortune-bonus"]) == 18


def test_a_closed_pipe_ends_in_silence_and_judges_nothing():
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -m certify explain --json | head -1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.stdout == "[\n"
    assert done.stderr == ""
    assert done.returncode in {0, 2}  # 0 where all was written before head left


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_and_exits_2():
    with FULL.open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "certify", "explain"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=ROOT,
        )
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert "nothing was judged" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_ctrl_c_is_said_and_exits_2():
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "certify", "settle", "mbs"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        # whoever runs the tests in the background may have them ignore it
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    waiting = process.stderr.readline()
    for _ in range(20):  # one that comes just before the reading begins is not noticed by it
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=5)
            break
        except subprocess.TimeoutExpired:
            continue
    os.close(ours)
    os.close(theirs)
    assert waiting == "reading a round from the terminal; end it with Ctrl-D\n"
    assert (process.returncode, out, err.lstrip()) == (2, "", "stopped; nothing was judged\n")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ZeroDivisionError("a\nsecret"), "this is a fault of certify"),
        (RecursionError("deep"), "this is a fault of certify"),
        (KeyError("x"), "this is a fault of certify"),
        (UnicodeDecodeError("utf-8", b"x", 0, 1, "bad"), "this is a fault of certify"),
        (
            ModuleNotFoundError("No module named 'frobnicate'", name="frobnicate"),
            "fault of certify",
        ),
        (ModuleNotFoundError("x", name="numba"), "pip install 'certify[odds]'"),
        (ModuleNotFoundError("x", name="weasyprint.text"), "pip install 'certify[pdf]'"),
        (MemoryError(), "not enough memory"),
        (KeyboardInterrupt(), "stopped; nothing was judged"),
        (click.Abort(), "stopped; nothing was judged"),
        (OSError(errno.ENOSPC, "No space left on device", "x.json"), "x.json: the system refuses"),
        (PermissionError(errno.EACCES, "Permission denied", "y"), "y: the system refuses"),
        (BrokenPipeError(), ""),
    ],
    ids=lambda item: type(item).__name__ if isinstance(item, BaseException) else "",
)
@pytest.mark.parametrize("debug", [False, True])
def test_whatever_goes_wrong_exits_2_and_says_what_to_do(monkeypatch, error, told, debug):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("certify.cli.check.expand_codes", fail)
    done = call(*(["--debug"] if debug else []), "explain")
    assert done.code == 2
    assert not done.out
    assert told in done.err
    assert ("Traceback" in done.err) == debug
    if "fault of certify" in told:
        assert "Please report" in done.err
        assert type(error).__name__ in done.err
        assert len(done.err.splitlines()) == 2 or debug


@pytest.mark.slow
def test_an_installed_wheel_works_from_any_directory(tmp_path):
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--no-deps",
            "--quiet",
            "-w",
            str(tmp_path),
            str(ROOT),
        ],
        check=True,
    )
    wheel = next(tmp_path.glob("certify-*.whl"))
    place = tmp_path / "venv"
    venv.create(place, with_pip=True, system_site_packages=False)
    python = place / "bin" / "python"
    pins = re.findall(r"^[\w.-]+==\S+", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    (tmp_path / "pins.txt").write_text("\n".join(pins))
    subprocess.run(
        [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "-c",
            tmp_path / "pins.txt",
            f"{wheel}[odds]",
        ],
        check=True,
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = subprocess.run(
        [place / "bin" / "certify", "validate"],
        capture_output=True,
        text=True,
        check=False,
        cwd=elsewhere,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split().count("valid") == 5
    odds = subprocess.run(
        [place / "bin" / "certify", "odds", "pennsylvania", "--wager", "fortune-bonus"],
        capture_output=True,
        text=True,
        check=False,
        cwd=elsewhere,
    )
    assert "7.8279%" in odds.stdout
