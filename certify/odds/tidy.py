"""Odds as one tidy CSV table that loses nothing: a row a fact, its kind in a column."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from certify.base.figures import format_fraction, format_money, format_percent, format_root
from certify.odds.describe import describe_wager
from certify.odds.price import Priced
from certify.odds.result import AlternativeOdds, EnvyOdds, WagerOdds
from certify.spec.values import Value, format_value

COLUMNS = (
    "jurisdiction",
    "wager",
    "paytable",
    "status",
    "kind",
    "name",
    "readings",
    "other_players",
    "stake",
    "deals",
    "net",
    "fraction",
    "percent",
    "text",
)
"""Empty where a kind of row has no such thing."""


def format_tidy(results: Iterable[tuple[str, Iterable[WagerOdds]]]) -> str:
    """All odds of some jurisdictions as CSV."""
    return _write(list_rows(results))


def format_priced(priced: Priced) -> str:
    """A bare paytable as CSV: its odds, and what else its JSON says."""
    rows = [*_list_wager(priced.odds), *_list_priced(priced)]
    return _write(_head(priced.game.id, priced.odds) | row for row in rows)


def _list_priced(priced: Priced) -> Iterator[Row]:
    if priced.others:
        yield {
            "kind": "figure",
            "name": "house-edge-with-envy",
            "other_players": str(priced.others),
            "stake": str(priced.stake or ""),
            "fraction": format_fraction(priced.house_edge),
            "percent": format_percent(priced.house_edge),
        }
    for assumed in priced.assumed:
        yield {
            "kind": "assumed",
            "name": assumed.parameter,
            "net": assumed.value,
            "text": assumed.because,
        }
    for alike in priced.alike:
        name = f"{alike.jurisdiction} {alike.wager} {alike.paytable}"
        yield {"kind": "alike", "name": name, "text": str(alike)}
    for echo in priced.echoes:
        yield {"kind": "read-as", "text": echo}


def _write(rows: Iterable[Mapping[str, str]]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def list_rows(results: Iterable[tuple[str, Iterable[WagerOdds]]]) -> Iterator[dict[str, str]]:
    """Every row as a mapping of all columns to text."""
    for jurisdiction, wagers in results:
        for odds in wagers:
            for row in _list_wager(odds):
                yield _head(jurisdiction, odds) | row


Row = dict[str, str]


def _head(jurisdiction: str, odds: WagerOdds) -> Row:
    """All columns, with what every row of a wager has."""
    return {
        **dict.fromkeys(COLUMNS, ""),
        "jurisdiction": jurisdiction,
        "wager": odds.wager,
        "paytable": odds.paytable or "",
        "status": str(odds.status),
    }


def _list_wager(odds: WagerOdds) -> Iterator[Row]:
    yield from _list_grounds(odds)
    if not odds.has_figures:
        if not odds.missing:
            yield {"kind": "missing", "text": "nothing was counted"}
        return
    yield from _list_figures(odds)
    for envy in odds.envy:
        yield from _list_envy(envy, "envy", {})
    for alternative in odds.alternatives:
        yield from _list_alternative(alternative)
    for item in odds.published:
        yield {
            "kind": "published",
            "name": item.published.label,
            "other_players": str(item.published.other_players),
            **_share(item.exact),
            "net": item.published.percent,
            "text": f"agrees, {item.rounding}" if item.agrees else "differs",
        }
    plain = describe_wager(odds)
    for key in ("cap", "progressive", *odds.details):
        if key in plain:
            yield from _flatten(key, key, plain[key])


def _list_grounds(odds: WagerOdds) -> Iterator[Row]:
    for text in odds.missing:
        yield {"kind": "missing", "text": text}
    if odds.assumption:
        yield {"kind": "assumption", "text": odds.assumption}
    for item in odds.rests_on:
        mark = "; confirmed by the printed figures" if item.confirmed else ""
        text = f"{item.standing}: {item.clause}{mark}"
        yield {"kind": "rests-on", "name": item.parameter, "net": item.value, "text": text}
    for key, value in odds.readings.items():
        yield {"kind": "reading", "name": key, "text": format_value(value)}
    for name in odds.counterfactual:
        yield {"kind": "counterfactual", "name": name}


def _list_figures(odds: WagerOdds) -> Iterator[Row]:
    stake = {"stake": str(odds.stake)} if odds.stake else {}
    for item in odds.outcomes:
        net = odds.net(item)
        share = Fraction(item.deals, odds.deals)
        yield {
            "kind": "outcome",
            "name": item.name,
            "deals": str(item.deals),
            "net": format_money(net),
            **_share(net * share),
            "text": str(item.pay),
            **stake,
        }
    yield {"kind": "figure", "name": "deals", "deals": str(odds.deals)}
    for name, value in (("house-edge", odds.house_edge), ("hit-rate", odds.hit_rate)):
        yield {"kind": "figure", "name": name, **_share(value), **stake}
    yield {"kind": "figure", "name": "variance", "fraction": format_fraction(odds.variance)}
    yield {"kind": "figure", "name": "standard-deviation", "net": format_root(odds.variance)}


def _list_envy(envy: EnvyOdds, kind: str, more: Row) -> Iterator[Row]:
    head = {
        **more,
        "kind": kind,
        "other_players": str(envy.other_players),
        "stake": str(envy.stake) if envy.stake else "",
    }
    per_other = format_fraction(envy.per_other_player)
    yield {**head, "name": "money-per-other-player", "fraction": per_other}
    if envy.house_edge is not None:
        yield {**head, "name": "house-edge", **_share(envy.house_edge)}
    if envy.highest_edge is not None:
        yield {**head, "name": "highest-edge", **_share(envy.highest_edge)}
    if envy.variance is not None:
        yield {**head, "name": "variance", "fraction": format_fraction(envy.variance)}


def _list_alternative(item: AlternativeOdds) -> Iterator[Row]:
    named = {"readings": name_readings(item.readings)}
    row: Row = {"kind": "alternative", "name": "house-edge", **named, "text": item.why_not}
    if item.house_edge is not None:
        row |= _share(item.house_edge)
    yield row
    for envy in item.envy:
        yield from _list_envy(envy, "alternative-envy", named)


def name_readings(readings: Mapping[str, Value]) -> str:
    """Readings as one text."""
    return ", ".join(f"{key}={format_value(value)}" for key, value in readings.items())


def _share(value: Fraction) -> Row:
    return {"fraction": format_fraction(value), "percent": format_percent(value)}


def _flatten(kind: str, path: str, data: Any) -> Iterator[Row]:
    """What has a form of its own, a leaf a row."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _flatten(kind, f"{path}.{key}" if path != kind else key, value)
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _flatten(kind, f"{path}.{place}", value)
    else:
        yield {"kind": kind, "name": path, "text": str(data)}
