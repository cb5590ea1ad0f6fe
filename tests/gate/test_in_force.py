"""The revision in force on a day, from a folder of revisions and from git."""

import json
import re
import subprocess
from datetime import date

import pytest

from certify.gate.files import select_in_force
from certify.spec.validate import load_jurisdiction
from tests.cli.calls import call
from tests.conftest import ROOT

NAME = "south-dakota"
PLAIN = (ROOT / "jurisdictions" / f"{NAME}.yaml").read_text("utf-8")
ROUND = {
    "paytable": "1",
    "bank": {"kind": "house", "cards": "Ks Kh 9d 8c 4s 3d 6h", "low": "9d 8c"},
    "players": [
        {
            "seat": 1,
            "cards": "2s 2c 2d 2h 5s 9c Jd",
            "low": "Jd 9c",
            "wagers": {"standard": "10", "fortune-bonus": "5"},
        }
    ],
}
QUADS = re.compile(r"(\{hand: four-of-a-kind.*?pays: \[)\d+")
PERIODS = (("2030-01-01", "2030-12-31", 20), ("2031-01-01", "", 30))


def write(number, first, last, pays):
    """A revision with other payouts of four of a kind on paytable 1."""
    until = f', until: "{last}"' if last else ""
    text = re.sub(r"number: \d+", f"number: {number}", PLAIN, count=1)
    text = text.replace("\ncurrency:", f'\nin_force: {{from: "{first}"{until}}}\ncurrency:', 1)
    text, count = QUADS.subn(rf"\g<1>{pays}", text, count=1)
    assert count == 1
    return text


@pytest.fixture(params=["folder", "git"])
def place(request, tmp_path):
    folder = tmp_path / "revisions"
    folder.mkdir()
    for number, (first, last, pays) in enumerate(PERIODS, 1):
        name = f"{NAME}-{number}.yaml" if request.param == "folder" else f"{NAME}.yaml"
        (folder / name).write_text(write(number, first, last, pays), "utf-8")
        if request.param == "git":
            who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
            if number == 1:
                subprocess.run(["git", "init", "-q", folder], check=True)
            for words in (("add", "."), (*who, "commit", "-qm", f"revision {number}")):
                subprocess.run(["git", "-C", folder, *words], check=True)
    return str(folder if request.param == "folder" else folder / f"{NAME}.yaml")


@pytest.mark.parametrize(
    ("day", "number", "pays"),
    [("2030-01-01", 1, 20), ("2030-12-31", 1, 20), ("2031-01-01", 2, 30), ("2040-01-01", 2, 30)],
)
def test_a_round_is_settled_by_the_revision_of_its_day(day, number, pays, place, tmp_path):
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), "utf-8")
    done = call("settle", place, str(path), "--on", day, "--json")
    assert done.code == 0, done.err
    lines = {item["wager"]: item["amount"] for item in json.loads(done.out)["seats"][0]["lines"]}
    assert lines["fortune-bonus"] == str(5 * pays)
    assert f"revision {number}, " in done.err


def test_odds_and_compare_name_the_revision(place):
    words = ("--wager", "fortune-bonus", "--paytable", "1", "--json")
    edges = {}
    for number, (first, _, _) in enumerate(PERIODS, 1):
        done = call("odds", place, *words, "--on", first)
        assert f"revision {number}, " in done.err
        edges[number] = json.loads(done.out)["wagers"][0]["house_edge"]["fraction"]
    assert edges[1] != edges[2]
    done = call("compare", place, "mbs", "--on", "2030-06-01")
    assert done.code == 2  # the other document does not say when it is in force
    assert "mbs" in done.err


def test_no_revision_in_force_is_refused(place):
    done = call("odds", place, "--on", "2029-12-31")
    assert done.code == 2
    assert "2030-01-01" in done.err


def git(folder, *words):
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    return subprocess.run(["git", "-C", folder, *who, *words], check=False).returncode


def test_a_revision_under_an_earlier_name_and_one_in_a_merge_are_found(tmp_path):
    """The last one is in none of the two sides of the merge, and not in the file of today."""
    path = tmp_path / "old-name.yaml"
    path.write_text(write(1, *PERIODS[0]), "utf-8")
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "first")):
        git(tmp_path, *words)
    git(tmp_path, "mv", "old-name.yaml", f"{NAME}.yaml")
    git(tmp_path, "commit", "-qm", "another name")
    path = tmp_path / f"{NAME}.yaml"
    git(tmp_path, "checkout", "-qb", "side")
    for number, branch in ((2, "side"), (3, "main")):
        if branch == "main":
            git(tmp_path, "checkout", "-qb", "main", "HEAD~1")
        path.write_text(write(number, "2031-01-01", "2031-12-31", 10 * number), "utf-8")
        git(tmp_path, "commit", "-qam", branch)
    assert git(tmp_path, "merge", "-q", "side")  # a conflict
    path.write_text(write(4, "2032-01-01", "2032-12-31", 40), "utf-8")
    git(tmp_path, "commit", "-qam", "merged")
    path.write_text(write(5, "2033-01-01", "", 50), "utf-8")
    for day, number in (("2030-06-01", 1), ("2031-06-01", 3), ("2032-06-01", 4), ("2033-06-01", 5)):
        (found,) = select_in_force([load_jurisdiction(path)], date.fromisoformat(day))
        assert found.edition == number


@pytest.mark.parametrize(("first", "last"), [("2030-02-30", ""), ("2030-02-01", "2030-01-01")])
def test_impossible_periods_are_faults(first, last, tmp_path):
    path = tmp_path / f"{NAME}.yaml"
    path.write_text(write(1, first, last, 20), "utf-8")
    done = call("validate", str(path))
    assert done.code == 1
    assert "in_force" in done.all or first in done.all
