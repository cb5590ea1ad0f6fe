"""The program as people meet it: help, exit codes, messages, an installed wheel."""

import csv
import json
import os
import subprocess
import sys
import venv

import click
import pytest

from certify.cli.main import COMMANDS, program
from certify.cli.reference import build_reference
from tests.conftest import IDS, ROOT


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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["odds"], "SPEC"),
        (["odds", "atlantis"], "no jurisdiction 'atlantis'"),
        (["odds", "absent.yaml"], "cannot be read"),
        (["odds", "south-dakota", "--wager", "roulette"], "roulette"),
        (
            ["odds", "south-dakota", "--paytable", "5"],
            "has no paytable '5'; it has 1, 2, 3, 4, 6, 7",
        ),
        (["odds", "south-dakota", "--reading", "colour=red"], "unknown reading 'colour'"),
        (
            ["odds", "south-dakota", "--reading", "joker=bugg"],
            "joker cannot be 'bugg'; it is bug or wild",
        ),
        (["odds", "south-dakota", "--reading", "joker"], "is no reading; write KEY=VALUE"),
        (["odds", "south-dakota", "--reading", "joker@99=bug"], "no paytable or wager '99'"),
        (["odds", "south-dakota", "--stake", "five"], "'five' is not money"),
        (["odds", "south-dakota", "--stake", "0 USD"], "above zero"),
        (["odds", "south-dakota", "--stake", "5 EUR"], "not in USD"),
        (["odds", "south-dakota", "--stake", "9" * 5000 + " USD"], "is not money"),
        (
            ["odds", "mbs", "--reading", "commission=1e999999999"],
            "is not a fraction; write a number like 2 or 1/20",
        ),
        (["odds", "mbs", "--reading", "commission=1/0"], "is not a fraction"),
        (["odds", "mbs", "--reading", "commission=-1"], "is not a fraction"),
        (["set", "mbs", "As Ah"], "2 cards given, 7 needed"),
        (["set", "mbs", "As As 2c 3c 4c 5c 6c"], "the card As stands twice"),
        (["set", "mbs", "1s Ah 2c 3c 4c 5c 6c"], "'1s' is not a card"),
        (["set", "mbs", "Ax Ah 2c 3c 4c 5c 6c"], "'Ax' is not a card"),
        (["set", "south-dakota", "As Ah 2c 3c 4c 5c 6c"], "gives no house way"),
        (["compare", "mbs"], "two jurisdictions or more"),
        (["roulette"], "there is no command 'roulette'"),
        (["simulate", "mbs", "--deals", "0", "--seed", "1"], "deals"),
    ],
)
def test_what_cannot_be_judged_exits_2_with_a_sentence(arguments, told):
    done = run(*arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_odds_json_has_the_promised_form():
    data = json.loads(run("odds", "south-dakota", "--json").stdout)
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
        run("odds", "south-dakota", "pennsylvania", "--wager", "fortune-bonus", "--json").stdout
    )
    assert [item["jurisdiction"] for item in several] == ["south-dakota", "pennsylvania"]


def test_csv_is_plain():
    text = run("odds", "south-dakota", "--wager", "fortune-bonus", "--format", "csv").stdout
    assert text.startswith("jurisdiction,wager,paytable,status,kind,name")
    rows = list(csv.DictReader(text.splitlines()))
    # six paytables of eleven lines and the hands on none; the first has three pairs besides
    assert len([row for row in rows if row["kind"] == "outcome"]) == 6 * 12 + 1


def test_piped_output_holds_no_escape_sequences():
    assert "\x1b" not in run("odds", "south-dakota", FORCE_COLOR="1").stdout


def test_set_json_has_the_promised_form():
    data = json.loads(run("set", "mbs", "4c 4h 2s 2h Kc Qd 7s", "--json").stdout)
    assert data["low"] == "Kc Qd"
    assert set(data["high"].split()) == {"4c", "4h", "2s", "2h", "7s"}
    assert set(data) == {"low", "high", "rule", "clause", "lines", "standing"}


def test_compare_json_marks_differences():
    data = json.loads(run("compare", *IDS, "--json").stdout)
    by_name = {item["parameter"]: item for item in data["parameters"]}
    minimum = by_name["fortune-bonus.envy.minimum_stake"]
    assert minimum["differs"]
    assert minimum["statements"]["california-bgc"]["standing"] == "conflicting"
    assert len([item for item in data["edges"] if item["wager"] == "fortune-bonus"]) == 18


def test_a_closed_pipe_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m certify compare {' '.join(IDS)} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert "Traceback" not in done.stderr


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
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", str(wheel)],
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
    assert done.stdout.count(": valid") == 5
    odds = subprocess.run(
        [place / "bin" / "certify", "odds", "pennsylvania", "--wager", "fortune-bonus"],
        capture_output=True,
        text=True,
        check=False,
        cwd=elsewhere,
    )
    assert "7.8279 %" in odds.stdout
