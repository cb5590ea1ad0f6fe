"""The commands of the bench as a person meets them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from certify.base.errors import CertifyError
from certify.cli.main import program


def run(*arguments):
    result = CliRunner().invoke(program, arguments, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.output


def test_price_says_what_it_read_and_what_it_assumed():
    text = run("price", "straight=2 trips=3", "flush=4", "--joker", "wild")
    assert "trips is read as three-of-a-kind" in text
    assert "Not certified" in text
    assert "The deck has 53 cards, including any joker" in text
    assert "deck.joker =" not in text


def test_price_in_four_forms(tmp_path):
    data = json.loads(run("price", "flush=4", "--json"))
    assert data["status"] == "priced"
    rows = [line.split(",") for line in run("price", "flush=4", "--format", "csv").splitlines()]
    assert ["outcome", "flush"] in [row[4:6] for row in rows]
    path = tmp_path / "lines.xlsx"
    run("price", "flush=4", "--format", "xlsx", "-o", str(path))
    assert path.read_bytes().startswith(b"PK")
    with pytest.raises(CertifyError, match="-o FILE"):
        run("price", "flush=4", "--format", "xlsx")
    with pytest.raises(CertifyError, match="exclude each other"):
        run("price", "flush=4", "--format", "csv", "--json")


def test_solve_as_text_and_as_data():
    text = run("solve", "flush=4 trips=3 straight=2", "--edge", "30%")
    assert "wanted 30.0000%" in text
    data = json.loads(run("solve", "flush=4 trips=3 straight=2", "--edge", "3/10", "--json"))
    assert data["wanted"] == {"fraction": "3/10", "percent": "30.0000"}
    first = data["lines"][0]
    assert set(first) >= {"line", "pays", "exact", "below", "above", "points_per_unit"}
    with pytest.raises(CertifyError, match="exactly one of"):
        run("solve", "flush=4")
    with pytest.raises(CertifyError, match="not a share"):
        run("solve", "flush=4", "--edge", "six")
    with pytest.raises(CertifyError, match="not a range"):
        run("solve", "flush=4", "--edge", "6%", "--between", "flush=5..2")


def test_odds_in_every_form(tmp_path):
    asked = ("odds", "south-dakota", "--wager", "fortune-bonus", "--paytable", "2")
    assert json.loads(run(*asked, "--format", "json")) == json.loads(run(*asked, "--json"))
    assert run(*asked, "--format", "csv").startswith("jurisdiction,wager,paytable,status,kind")
    assert "7.7656%" in run(*asked)
    path = tmp_path / "odds.xlsx"
    run(*asked, "--format", "xlsx", "-o", str(path))
    assert path.stat().st_size > 5000


def test_a_bank_that_is_seen_is_for_the_best_setting_only():
    with pytest.raises(CertifyError, match="requires --best"):
        run("set", "mbs", "8c8h6s6hQc9d7s", "--against", "KsKh9h8d4s3d2h")
