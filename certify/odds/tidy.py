"""The facts of the odds as one tidy CSV table that loses nothing: a row a fact, its kind in a column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from certify.base.figures import format_fraction, format_money, format_percent, format_root
from certify.base.tables import format_csv
from certify.odds.describe import CAP, METER, describe_readings
from certify.odds.facts import Fact, OutcomeFact, project, tabulate
from certify.odds.price import Priced
from certify.odds.result import PrintedFigure, Resting, WagerOdds
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

Row = dict[str, str]


def name_readings(readings: Mapping[str, Value]) -> str:
    """Readings as one text."""
    return ", ".join(f"{key}={text}" for key, text in describe_readings(readings).items())


def _share(value: Any) -> Row:
    return {"fraction": format_fraction(value), "percent": format_percent(value)}


def _fraction(value: Any) -> Row:
    return {"fraction": format_fraction(value)}


def _text(value: Any) -> Row:
    return {"text": str(value)}


def _resting(item: Resting) -> Row:
    mark = "; confirmed by the printed figures" if item.confirmed else ""
    text = f"{item.standing}: {item.clause}{mark}"
    return {"name": item.parameter, "net": item.value, "text": text}


def _outcome(item: OutcomeFact) -> Row:
    head = {"name": item.outcome, "deals": str(item.deals), "net": format_money(item.net)}
    return {**head, **_share(item.returns), "text": str(item.pay)}


def _published(item: PrintedFigure) -> Row:
    printed = item.published
    head = {"name": printed.label, "other_players": str(printed.other_players)}
    text = f"agrees, {item.rounding}" if item.agrees else "differs"
    return {**head, "net": printed.percent, **_share(item.exact), "text": text}


_RECORDS: Mapping[str, Callable[[Any], Row]] = {
    "missing": _text,
    "assumption": _text,
    "rests_on": _resting,
    "reading": lambda pair: {"name": pair[0], "text": format_value(pair[1])},
    "counterfactual": lambda key: {"name": key},
    "outcome": _outcome,
    "published": _published,
}
"""Facts that are more than one figure: their kind is that of the row."""
_FIGURES: Mapping[str, tuple[tuple[str, Callable[[Any], Row]], ...]] = {
    "deals": (("deals", lambda deals: {"deals": str(deals)}),),
    "house_edge": (("house-edge", _share),),
    "hit_rate": (("hit-rate", _share),),
    "variance": (
        ("variance", _fraction),
        ("standard-deviation", lambda value: {"net": format_root(value)}),
    ),
    "per_other_player": (("money-per-other-player", _fraction),),
    "least_per_other_player": (("least-money-per-other-player", _fraction),),
    "highest_edge": (("highest-edge", _share),),
    "not_priced": (("house-edge", _text),),
    "unsupported": (("supported-by-text", lambda _: {"text": "no"}),),
}
"""Figures by name; the kind of the row says in which circumstances."""
_TREES = {"cap": CAP, "aggregate": CAP, "progressive": METER}
"""Facts that give a row for each leaf of their JSON."""


def format_tidy(results: Iterable[tuple[str, Iterable[WagerOdds]]]) -> str:
    """All odds of some jurisdictions as CSV."""
    return format_csv(COLUMNS, list_rows(results))


def format_priced(priced: Priced) -> str:
    """A bare paytable as CSV: its odds, and what else its JSON says."""
    rows = [*_list_wager(priced.odds), *_list_priced(priced)]
    return format_csv(COLUMNS, (_head(priced.game.id, priced.odds) | row for row in rows))


def _list_priced(priced: Priced) -> Iterator[Row]:
    if priced.others:
        head = {"kind": "figure", "name": "house-edge-with-envy"}
        seats = {"other_players": str(priced.others), "stake": str(priced.stake or "")}
        yield {**head, **seats, **_share(priced.house_edge)}
    for assumed in priced.assumed:
        own = {"name": assumed.parameter, "net": assumed.value, "text": assumed.because}
        yield {"kind": "assumed", **own}
    for alike in priced.alike:
        name = f"{alike.jurisdiction} {alike.wager} {alike.paytable}"
        yield {"kind": "alike", "name": name, "text": str(alike)}
    for echo in priced.echoes:
        yield {"kind": "read-as", "text": echo}


def list_rows(results: Iterable[tuple[str, Iterable[WagerOdds]]]) -> Iterator[Row]:
    """Every row as a mapping of all columns to text."""
    for jurisdiction, wagers in results:
        for odds in wagers:
            for row in _list_wager(odds):
                yield _head(jurisdiction, odds) | row


def _head(jurisdiction: str, odds: WagerOdds) -> Row:
    """All columns, with what every row of a wager has."""
    head = (jurisdiction, odds.wager, odds.paytable or "", str(odds.status))
    return {**dict.fromkeys(COLUMNS, ""), **dict(zip(COLUMNS, head, strict=False))}


def _list_wager(odds: WagerOdds) -> Iterator[Row]:
    for fact in tabulate(odds).all:
        yield from _list_fact(fact)
    if not odds.has_figures and not odds.missing:
        yield {"kind": "missing", "text": "nothing was counted"}


def _list_fact(fact: Fact) -> Iterator[Row]:
    """The rows of a fact."""
    kind, value, stake = fact.kind, fact.value, {"stake": str(fact.stake or "")}
    if kind in _TREES:
        yield from _flatten(kind, kind, project(_TREES[kind], value))
    elif kind == "detail":
        yield from _flatten(value[0], value[0], value[1])
    elif kind in _RECORDS:
        yield {"kind": kind.replace("_", "-"), **stake, **_RECORDS[kind](value)}
    other = "alternative" if fact.readings is not None else ""
    seats = "envy" if fact.seats is not None else ""
    head = {"kind": "-".join(filter(None, (other, seats))) or "figure", **stake}
    head["readings"] = name_readings(fact.readings or {})
    head["other_players"] = "" if fact.seats is None else str(fact.seats)
    for name, form in _FIGURES.get(kind, ())[: 1 if seats else None]:
        yield {**head, "name": name, **form(value)}


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
