"""The CSV loses nothing that the JSON holds."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from certify.compare.paytables import add_alike
from certify.odds.compute import Request, compute_odds
from certify.odds.describe import describe_wager
from certify.odds.price import Assumptions, price_lines
from certify.odds.tidy import COLUMNS, format_priced, format_tidy
from certify.render.odds import format_odds
from tests.conftest import load


def list_leaves(data):
    if isinstance(data, Mapping):
        for value in data.values():
            yield from list_leaves(value)
    elif isinstance(data, list):
        for value in data:
            yield from list_leaves(value)
    elif data is not None and data != "":
        yield str(data)


def read(odds):
    text = format_tidy([("south-dakota", odds)])
    return list(csv.DictReader(io.StringIO(text)))


def test_every_figure_of_the_json_stands_in_the_table():
    odds = compute_odds(load("south-dakota"), Request())
    rows = read(odds)
    assert tuple(rows[0]) == COLUMNS
    for item in odds:
        own = [
            row
            for row in rows
            if (row["wager"], row["paytable"]) == (item.wager, item.paytable or "")
        ]
        held = {value for row in own for value in row.values()}
        text = " | ".join(value for row in own for value in row.values())
        for leaf in list_leaves(describe_wager(item)):
            if leaf in {"True", "False"} or "." in leaf:
                continue  # whether it agrees is a word there; decimals are roundings of fractions
            assert leaf in held or leaf in text, leaf


def test_a_wager_that_is_deferred_has_rows_too():
    odds = compute_odds(load("south-dakota"), Request())
    deferred = next(item for item in odds if not item.has_figures)
    kinds = {row["kind"] for row in read(odds) if row["wager"] == deferred.wager}
    assert "missing" in kinds


def test_kinds_of_rows():
    rows = read(compute_odds(load("south-dakota"), Request(paytable="2")))
    kinds = {row["kind"] for row in rows}
    assert {"outcome", "figure", "envy", "alternative", "published", "rests-on"} <= kinds
    figures = {row["name"] for row in rows if row["kind"] == "figure"}
    assert {"house-edge", "hit-rate", "variance", "standard-deviation"} <= figures


def test_the_variance_stands_in_the_text():
    known = load("south-dakota")
    odds = compute_odds(known, Request(("fortune-bonus",), "2"))
    assert "variance            28.4930" in format_odds(known, odds)


def test_a_priced_paytable_loses_nothing_either():
    priced = price_lines(
        "quads=25 flush=4 straight=3", Assumptions(envy="quads=5"), stake="5", others=2
    )
    rows = list(csv.DictReader(io.StringIO(format_priced(priced))))
    text = " | ".join(value for row in rows for value in row.values())
    for item in priced.to_dict()["assumed"]:
        assert item["because"] in text
    for leaf in list_leaves(
        [priced.to_dict()["house_edge_with_envy"], priced.to_dict()["read_as"]]
    ):
        assert leaf in text
    assert {row["status"] for row in rows} == {"priced"}
    like = list(
        csv.DictReader(io.StringIO(format_priced(add_alike(price_lines(like="south-dakota:2")))))
    )
    assert "south-dakota fortune-bonus 2" in {row["name"] for row in like if row["kind"] == "alike"}
