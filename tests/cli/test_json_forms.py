"""The JSON forms of the design, key by key and value form by value form, which other programs read."""

import json
import re

import pytest

from tests.cli.calls import call
from tests.conftest import IDS

PERCENT, WHOLE = r"-?\d+\.\d{4}", r"-?\d+"
FRACTION = r"-?\d+(/\d+)?"
MONEY = r"-?\d+(\.\d\d)?"
SHARE = {"fraction": FRACTION, "percent": PERCENT}
CARDS = r"((10|[2-9AKQJ])[shdc]|Joker)( ((10|[2-9AKQJ])[shdc]|Joker))*"
TEXT = r"(.|\n)+"
ENVY = {
    "other_players": int,
    "stake": rf"{MONEY} [A-Z]{{3}}|None",
    "money_per_other_player": {"fraction": FRACTION, "decimal": r"\d+\.\d+"},
    "house_edge?": SHARE,
    "least_money_per_other_player?": {"fraction": FRACTION, "decimal": r"\d+\.\d+"},
    "highest_edge?": SHARE,
}
READINGS = {"*": TEXT}
STATUS = "exact|exact-under-readings|incomplete|not-modelled|deferred"
VERDICT = "certified-as-written|certified-subject-to-readings|ambiguous-as-written|incomplete"
STATED = {"standing": "stated|conflicting|silent|deferred|not-offered"}
WAGER = {
    "wager": TEXT,
    "paytable": TEXT,
    "status": STATUS,
    "verdict": VERDICT,
    "range": {"low?": SHARE, "high?": SHARE},
    "missing?": [TEXT],
    "rests_on": [
        {
            "parameter": TEXT,
            **STATED,
            "value": TEXT,
            "clause": TEXT,
            "confirmed_by_printed_figures?": bool,
        }
    ],
    "readings": READINGS,
    "deals?": int,
    "outcomes?": [{"outcome": r"[a-z0-9+-]+", "deals": int, "net": r"-?\d+(\.\d+|/\d+)?"}],
    "house_edge?": SHARE,
    "hit_rate?": SHARE,
    "variance?": {"fraction": FRACTION},
    "standard_deviation?": PERCENT,
    "pushes?": {"*": int},
    "copies?": {"*": int},
    "banking?": {"*": (int, FRACTION)},
    "cap?": {"cap": TEXT, "binds_above": [{"outcome": TEXT, "stake": FRACTION}]},
    "envy?": [ENVY],
    "alternatives?": [
        {
            "readings": READINGS,
            "supported_by_text?": bool,
            "assumption?": TEXT,
            "not_priced?": TEXT,
            "house_edge": SHARE,
            "envy": [ENVY],
        }
    ],
    "published?": [
        {
            "label": TEXT,
            "percent": r"\d+\.\d\d",
            "computed": PERCENT,
            "fraction": FRACTION,
            "agrees": bool,
            "rounding": "truncated|half-up|half-even",
        }
    ],
}
ODDS = {
    "jurisdiction": TEXT,
    "spec_sha256": "[0-9a-f]{64}",
    "wagers": [WAGER],
    "basis": list,
    "stored_counts": dict,
}
CELL = {"pays": int, "house_edge": SHARE, "variance": dict, "keeps_constraints": bool}
SOLVED = {
    "measure": "edge",
    "wanted": SHARE,
    "now": SHARE,
    "other_players": int,
    "lines": [
        {
            "line": TEXT,
            "pays": int,
            "exact": FRACTION,
            "below": CELL,
            "above": CELL,
            "points_per_unit": SHARE,
        }
    ],
    "combinations": [
        {"pays": dict, "house_edge": SHARE, "hit_rate": SHARE, "variance": dict, "distance": SHARE}
    ],
}
SMALL = r"(\d\.?\d*e-\d\d+|0|\d\.\d+)"
RISK = {
    "jurisdiction": TEXT,
    "wager": TEXT,
    "paytable": TEXT,
    "rounds": int,
    "stake": MONEY,
    "mean": r"-?\d\.\d+",
    "standard_deviation": r"\d\.\d+",
    "house_loses": {"probability": SMALL, "error_below": SMALL},
    "quantiles": [{"p": r"0\.\d+", "win_percent": PERCENT}],
}
SETTING = {"low": CARDS, "high": CARDS}
SET = {**SETTING, "rule": TEXT, "clause": TEXT, "lines": TEXT, **STATED}
LINE = {"wager": TEXT, "result": TEXT, "amount": MONEY, "clause": TEXT, **STATED, "because": TEXT}
SETTLED = {
    "seats": [{"seat": int, **SETTING, "net": MONEY, "lines": [LINE]}],
    "commission": MONEY,
    "bank": {**SETTING, "net": MONEY},
    "alternatives?": [{"readings": READINGS, "*": object}],
}
ROUND = {
    "paytable": object,
    "bank": {"kind": TEXT, "cards": CARDS, "*": object},
    "*": object,
    "players": [{"seat": int, "cards": CARDS, "low": CARDS, "wagers": {"*": MONEY}}],
}
PLAYED = {
    "jurisdiction": TEXT,
    "paytables": READINGS,
    "seed": int,
    "rounds": [{"number": int, "round": ROUND, "settings": dict, "settlement": SETTLED}],
}
SIMULATED = {
    "jurisdiction": TEXT,
    "deals": int,
    "seed": int,
    "players": int,
    "agrees": bool,
    "wagers": [
        {
            "wager": TEXT,
            "paytable": TEXT,
            "mean": FRACTION,
            "expected": FRACTION,
            "standard_error": r"\d+\.\d+",
            "z": r"-?\d+\.\d\d",
            "agrees": bool,
        }
    ],
}
RECONCILED = {
    "jurisdiction": TEXT,
    "figures": int,
    "candidates": int,
    "domain": {"*": list},
    "solutions": [{"readings": READINGS, "other_players": int, "rounding": TEXT}],
    "unique": bool,
    "best": int,
    "passed_over": int,
}
COMPARED = {
    "jurisdictions": [TEXT],
    "parameters": [{"parameter": TEXT, "differs": bool, "statements": dict}],
    "cells": [
        {
            "wager": TEXT,
            "paytable": TEXT,
            "line": TEXT,
            "column": "pays|envy",
            "differs": bool,
            "values": dict,
        }
    ],
    "edges": [{"jurisdiction": TEXT, "wager": TEXT, "paytable": TEXT, "house_edge": SHARE}],
    "uncovered": list,
}
DIFFERED = {
    "jurisdiction": TEXT,
    "before": TEXT,
    "after": TEXT,
    "verdict": {"before": TEXT, "after": TEXT},
    "wagers": [{"wager": TEXT, "paytable": TEXT, "*": object}],
    "statuses": [
        {
            "wager": TEXT,
            "before": rf"{STATUS}|\(absent\)",
            "after": rf"{STATUS}|\(absent\)",
        }
    ],
    "changes": [{"what": TEXT, "at": TEXT, "*": object}],
    "issues_new": list,
    "issues_gone": list,
    "issues_changed": list,
    "remarks": list,
    "untouched": bool,
}
ONE = "south-dakota --wager fortune-bonus --paytable 1"
DEALT = json.dumps(
    {
        "paytable": "main",
        "bank": {"kind": "house", "cards": "Ks Kh 9d 8c 4s 3d 2h"},
        "players": [
            {
                "seat": 1,
                "cards": "As Ah 10d 9c 5s 4d 3h",
                "low": "10d 9c",
                "wagers": {"standard": "10", "fortune-bonus": "5"},
            }
        ],
    }
)
TYPED = """paytable main
bank: Ks Kh 9d 8c 4s 3d 2h
seat 1: As Ah 10d 9c 5s 4d 3h | 10d 9c; standard 10, fortune-bonus 5
"""


def match(form, found, at=""):
    """Compare with a form: its keys and no others ('?': may be absent, '*': the rest), and each value."""
    if found is None and not isinstance(form, type):
        assert at.rpartition("/")[2] in {"paytable", "range", "house_edge", "stake"}, at
    elif isinstance(form, dict):
        assert isinstance(found, dict), at
        own = {key.rstrip("?"): inner for key, inner in form.items() if key != "*"}
        needed = {key for key in form if not key.endswith("?") and key != "*"}
        assert needed <= {*found}, (at, needed - {*found})
        assert "*" in form or {*found} <= {*own}, (at, {*found} - {*own})
        for key, value in found.items():
            match(own.get(key, form.get("*")), value, f"{at}/{key}")
    elif isinstance(form, list):
        assert isinstance(found, list), at
        for place, value in enumerate(found):
            match(form[0], value, f"{at}[{place}]")
    elif isinstance(form, str):
        assert isinstance(found, str), at
        assert re.fullmatch(form, found), (at, found)
    elif isinstance(form, tuple):
        assert isinstance(found, int) or re.fullmatch(form[1], found), at
    else:
        assert isinstance(found, form), at


def read(line, stdin=""):
    done = call(*line.split(), "--json", stdin=stdin)
    assert done.code == 0, done.err
    return json.loads(done.out)


@pytest.mark.parametrize("name", IDS)
def test_odds(name):
    match(ODDS, read(f"odds {name}"))


def test_several_documents_are_a_list():
    found = read("odds south-dakota pennsylvania --wager fortune-bonus")
    assert [item["jurisdiction"] for item in found] == ["south-dakota", "pennsylvania"]
    match([ODDS], found)


def test_price_is_one_wager_without_a_verdict():
    found = read("price straight=3 --like south-dakota:2 --stake 5 --others 5")
    assert found["status"] == "priced"
    assert not {"verdict", "range"} & {*found}
    form = {key: value for key, value in WAGER.items() if key not in {"verdict", "range"}}
    row = {**form["outcomes?"][0], "return": FRACTION}
    match({**form, "status": "priced", "outcomes?": [row], "*": object}, found)


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("solve --like south-dakota:2 --edge 6%", SOLVED),
        (f"risk {ONE} --rounds 1000", RISK),
        ("set mbs AsKsQdJc10h9s2d", SET),
        ("play designated-player --seed 7 --rounds 2", PLAYED),
        ("simulate mbs --deals 20 --seed 7", SIMULATED),
        ("reconcile south-dakota", RECONCILED),
        ("compare mbs pennsylvania", COMPARED),
        ("diff mbs pennsylvania", DIFFERED),
    ],
)
def test_other_figures(line, form):
    match(form, read(line))


@pytest.mark.parametrize("more", ["", " --alternatives"])
def test_a_settled_round_as_json_and_as_text(more):
    found = read(f"settle mbs -{more}", DEALT)
    match(SETTLED, found)
    assert ("alternatives" in found) is bool(more)
    assert read(f"settle mbs -{more}", TYPED) == found
