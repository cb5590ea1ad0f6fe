"""The JSON forms of check and odds: every key with its type, and the same verdicts in both."""

from __future__ import annotations

import json
from functools import cache
from types import NoneType

import pytest

from tests.cli.calls import call
from tests.conftest import IDS

each_document = pytest.mark.parametrize("name", IDS)
VERDICTS = {
    "certified-as-written",
    "certified-subject-to-readings",
    "ambiguous-as-written",
    "incomplete",
}
SHARE = {"fraction": str, "percent": str}
OPTIONAL = (dict, NoneType)
WAGER = {
    "wager": str,
    "paytable": (str, NoneType),
    "status": str,
    "verdict": str,
    "range": OPTIONAL,
    "rests_on": list,
    "readings": dict,
}
FIGURES = {
    "deals": int,
    "outcomes": list,
    "house_edge": dict,
    "hit_rate": dict,
    "variance": dict,
    "standard_deviation": str,
    "envy": list,
    "alternatives": list,
    "published": list,
}
PARTS = {
    "rests_on": {"parameter": str, "standing": str, "value": str},
    "outcomes": {"outcome": str, "deals": int, "net": str},
    "envy": {"other_players": int, "stake": (str, NoneType), "house_edge": OPTIONAL},
    "alternatives": {"readings": dict, "house_edge": OPTIONAL, "envy": list},
    "published": {"label": str, "percent": str, "computed": str, "agrees": bool},
}
VERDICT = {
    "wager": str,
    "paytable": (str, NoneType),
    "verdict": str,
    "range": OPTIONAL,
    "issues": list,
}
ISSUE = {
    "id": str,
    "severity": str,
    "title": str,
    "wagers": list,
    "findings": list,
    "waived": OPTIONAL,
}
FINDING = {
    "code": str,
    "title": str,
    "statements": list,
    "source": list,
    "used": OPTIONAL,
    "alternatives": list,
    "effects": list,
    "effect_not_calculated": list,
    "wording": OPTIONAL,
    "action": str,
}
EFFECT = {
    "wager": str,
    "paytable": (str, NoneType),
    "stake": (str, NoneType),
    "other_players": (int, NoneType),
    "from": dict,
    "to": dict,
    "difference": dict,
}


@cache
def run(command: str, name: str) -> tuple[dict, int]:
    result = call(command, name, "--json")
    return json.loads(result.out), result.code


def fits(data: dict, form: dict) -> bool:
    return all(key in data and isinstance(data[key], kind) for key, kind in form.items())


@each_document
def test_odds(name):
    data, code = run("odds", name)
    assert code == 0
    assert fits(data, {"jurisdiction": str, "spec_sha256": str, "wagers": list})
    for wager in data["wagers"]:
        assert fits(wager, WAGER)
        assert wager["verdict"] in VERDICTS
        if "deals" in wager:
            assert fits(wager, FIGURES)
            assert fits(wager["house_edge"], SHARE)
            assert sum(item["deals"] for item in wager["outcomes"]) == wager["deals"]
        for key, form in PARTS.items():
            assert all(fits(item, form) for item in wager.get(key, ()))


@each_document
def test_check(name):
    data, _ = run("check", name)
    assert fits(data, {"jurisdiction": str, "verdicts": list, "issues": list})
    assert all(fits(item, VERDICT) and item["verdict"] in VERDICTS for item in data["verdicts"])
    for issue in data["issues"]:
        assert fits(issue, ISSUE)
        assert issue["severity"] in {"error", "warning", "note"}
        for finding in issue["findings"]:
            assert fits(finding, FINDING)
            assert all(
                fits(item, {"value": str, "at": str, "quote": str}) for item in finding["source"]
            )
            assert all(fits(item, EFFECT) for item in finding["effects"])
            assert fits(
                finding["wording"] or {"text": "", "where": ""}, {"text": str, "where": str}
            )


@each_document
def test_odds_and_check_judge_alike(name):
    (odds, _), (check, code) = run("odds", name), run("check", name)
    assert {
        (item["wager"], item["paytable"]): (item["verdict"], item["range"])
        for item in check["verdicts"]
    } == {
        (item["wager"], item["paytable"]): (item["verdict"], item["range"])
        for item in odds["wagers"]
    }
    errors = {item["id"] for item in check["issues"] if item["severity"] == "error"}
    assert code == (1 if errors else 0)
    assert {place for item in check["verdicts"] for place in item["issues"]} == errors
    incomplete = {"deferred", "not-modelled", "incomplete"}
    for item in odds["wagers"]:
        assert (item["verdict"] == "incomplete") is (item["status"] in incomplete)
        if item["verdict"] == "certified-as-written":
            assert item["status"] == "exact"
