"""Engine and independent model settle alike, and a mistake in the settlements is found."""

from __future__ import annotations

import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from certify.game.rank import RankRules
from certify.game.views import look
from certify.independent import settlement as independent
from certify.odds.classes import count_views
from certify.odds.crosscheck import crosscheck, describe_question, list_examples
from certify.spec.validate import load_jurisdiction
from certify.spec.values import PUSHES, Pay
from certify.wagers import envy, limits, lines, standard
from tests.conftest import IDS, ROOT, load
from tests.edits import SILENT, edit, put, state

COUNTED = {"south-dakota", "california-bgc"}
"""Many paytables: the filings and the gate settle them too."""
QUICK = {"as-set", "ranks-and-colours", "progressive", "shared-envy", "limits"}
ACCEPTED = sorted((ROOT / "tests" / "specs" / "accept").glob("*.yaml"))


@pytest.mark.parametrize(
    "rules", [RankRules(), RankRules("wild"), RankRules(jokers=0)], ids=["bug", "wild", "none"]
)
def test_the_examples_show_every_view_of_seven_cards(rules):
    assert {look(hand, rules) for hand in list_examples(rules.jokers)} == set(count_views(rules))


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in COUNTED)) for name in IDS],
)
def test_every_document_is_settled_alike_by_both_models(name):
    found = crosscheck(load(name))
    assert found.differences == ()
    assert found.holds
    assert found.payments > 1_000
    assert found.refused < found.rounds / 10


@pytest.mark.parametrize(
    "path",
    [pytest.param(item, marks=[pytest.mark.slow] * (item.stem not in QUICK)) for item in ACCEPTED],
    ids=lambda path: path.stem,
)
def test_made_up_wagers_are_settled_alike_by_both_models(path):
    assert crosscheck(load_jurisdiction(path)).holds


def add_one(pays, *, lost):
    paid = ADD_UP(pays, lost=lost)
    return paid + Pay(Fraction(1)) if paid.times > 0 else paid


ADD_UP, CAP, FORFEITS = lines._add_up, limits.cap_payments, envy._forfeits
MISTAKES = {
    "a unit too much": ("mbs", lines, "_add_up", add_one),
    "no line pushes": ("mbs", lines, "_NOT_PAID", dict.fromkeys(lines._NOT_PAID, PUSHES)),
    "a contest is won": ("designated-player", lines, "_contest", lambda *_: None),
    "copies to the player": ("south-dakota", standard, "_SIDE", dict.fromkeys(standard._SIDE, 1)),
    "one hand each wins": ("mbs", standard, "_find_plain", lambda terms, *_: terms.both_win),
    "no push by the bank": ("pennsylvania", standard, "bank_pushes", lambda *_: False),
    "envy above the minimum only": (
        "pennsylvania",
        envy,
        "qualifies",
        lambda terms, stake: stake > (terms.minimum_stake.value.amount),
    ),
    "nothing forfeits": ("mbs", envy, "_forfeits", lambda *_: False),
    "no maximum payout": (
        "designated-player",
        limits,
        "cap_payments",
        lambda _, payments: tuple(limits.Cut(item.paid) for item in payments),
    ),
}


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (MISTAKES[name][0] != "mbs"))
        for name in MISTAKES
    ],
)
def test_a_mistake_in_the_settlements_is_found(mistake, monkeypatch):
    name, module, attribute, wrong = MISTAKES[mistake]
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    for place in (module, *USERS):
        if hasattr(place, attribute):
            monkeypatch.setattr(place, attribute, wrong)
    found = crosscheck(load(name))
    assert found.differences
    assert not found.holds


def users():
    import certify.engine.settle
    import certify.engine.wager

    return certify.engine.wager, certify.engine.settle


USERS = users()


def test_another_value_is_another_question_and_other_words_are_not():
    one = load("mbs")
    asked = describe_question(one)
    worded = edit(one, put("standard", "commission", "at", "clause", value="elsewhere"))
    assert describe_question(worded) == asked
    other = edit(one, state("standard.commission", "1/25"))
    assert describe_question(other)["rules_sha256"] != asked["rules_sha256"]


def test_what_the_document_does_not_state_is_not_settled():
    document = edit(load("mbs"), state("fortune-bonus.not_qualifying", SILENT))
    stakes = {"fortune-bonus": Fraction(5)}
    for cards, settled in (((0, 5, 10, 15, 20, 28, 49), True), ((0, 5, 10, 19, 28, 40, 49), False)):
        seat = independent.SeatInput(1, cards, cards[:2], stakes)
        deal = independent.Deal((seat,), (2, 7, 12, 21, 30, 42, 51), (2, 7))
        if settled:  # a straight is paid whatever happens to a hand that makes nothing
            money = independent.settle(independent.read(document, {}), deal)
            assert money[1, "fortune-bonus"] > 0
        else:
            with pytest.raises(independent.Unsettled):
                independent.settle(independent.read(document, {}), deal)


# a mistake in the source, and the program as people run it

SOURCES = {
    "a unit too much": (
        "lines.py",
        "        return pays[0]\n",
        "        return pays[0] + Pay(Fraction(1)) if pays[0].times > 0 else pays[0]\n",
    ),
    "no commission": ("standard.py", "paid.times * terms.commission.value", "paid.times * 0"),
    "the minimum itself is too low": ("envy.py", "return stake >= ", "return stake > "),
    "the bank pays what it has not": ("limits.py", "        left -= covered\n", ""),
}
DOCUMENTS = {
    "a unit too much": "tests/specs/accept/no-pair-bonus.yaml",
    "the minimum itself is too low": "pennsylvania",
    "the bank pays what it has not": "designated-player",
}


@pytest.mark.slow
@pytest.mark.parametrize("mistake", SOURCES)
def test_a_mistake_in_the_source_makes_report_say_failed(mistake, tmp_path):
    place, right, wrong = SOURCES[mistake]
    for folder in ("certify", "jurisdictions", "schemas", "reports", "tests/specs"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    path = tmp_path / "certify" / "wagers" / place
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "certify", "report", DOCUMENTS.get(mistake, "mbs"), "-o", "filings"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path), "HOME": str(Path.home())},
    )
    assert done.returncode == 1, done.stderr
    assert "check failed" in done.stderr
