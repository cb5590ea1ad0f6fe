"""The game around a paytable that comes without a document: a jurisdiction made of lines and assumptions.

It is built like any file and goes through the same checks, so that a price is counted by the one settlement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import DataPath, SourceFile, load_file
from certify.base.names import match_name, quote, tell_near
from certify.odds.given_lines import REMOVE, GivenLines, read_amounts
from certify.spec.build import find_own_words, is_statement
from certify.spec.catalogue import ENVY, WAGER
from certify.spec.expand import write_plain
from certify.spec.model import Jurisdiction, Paytable, Wager
from certify.spec.validate import find_spec, load_jurisdiction, read_jurisdiction
from certify.spec.values import parse_pay

_BARE = Path(__file__).with_name("bare_paytable.yaml")
_CLAUSE = "as given"
_DECKS = {53: 1, 52: 0}
ORDERS = ("pays", "written")
_ASKED_FOR, _CHANGED, _ADDED = "asked for", "changed", "added"
ASKED = (_ASKED_FOR, _CHANGED, _ADDED)
"""Why a value stands that a person gave beside the lines."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What a person says of the game around the lines; None for what is usual."""

    joker: str | None = None
    deck: int | None = None
    precedence: str | None = None
    envy: str | None = None
    """Amounts by class, like `four-of-a-kind=5`."""
    currency: str = "USD"
    order: str | None = None
    """`pays` puts the highest pay first, `written` keeps the order given."""
    wager: str | None = None
    """What the wager is called, or which wager is meant."""


def build_game(given: GivenLines, assumptions: Assumptions) -> Jurisdiction:
    """A game of one wager with the lines given, all else as a bare paytable is usually played."""
    if not given.lines:
        raise CertifyError("no rows given; write for example straight=2 three-of-a-kind=3")
    data = deepcopy(load_file(_BARE).data)
    data["currency"] = assumptions.currency
    data["documents"][0] |= {"name": given.name, "sha256": given.sha256, "lines": given.rows}
    wager = data["wagers"][0]
    wager |= _wrap_wager(given.wager)
    if assumptions.wager:
        wager["id"] = assumptions.wager
    order = assumptions.order or ("written" if given.written else "pays")
    lines = _order(given.lines, order)
    wager["lines"] = [_add_currency(line, assumptions.currency) for _, line in lines]
    _assume(data, wager, assumptions)
    _add_envy(wager, wager["lines"], assumptions)
    moved = {old: new for new, (old, _) in enumerate(lines)}
    return _build(data, given, _place(given, moved))


def list_known_lines(name: str | None, wager: str | None) -> tuple[str, ...]:
    """What the lines of a known paytable are called; nothing where none is named."""
    if name is None:
        return ()
    _, _, table = _find_known(name, wager)
    return tuple(line.id for line in table.lines)


def _find_known(name: str, wager: str | None) -> tuple[Jurisdiction, Wager, Paytable]:
    spec, _, paytable = name.partition(":")
    known = load_jurisdiction(find_spec(spec))
    found = _find_wager(known, wager, paytable or None)
    return known, found, found.paytable(paytable or None)


def build_like(name: str, given: GivenLines, assumptions: Assumptions) -> Jurisdiction:
    """The game of a known paytable, `SPEC:2`, with changes on top."""
    known, wager, table = _find_known(name, assumptions.wager)
    data = write_plain(known.source.data)
    own = data["wagers"][known.wagers.index(wager)]
    tables = own.get("paytables")
    kept = tables[wager.paytables.index(table)] if tables else own
    kept.pop("published", None)
    kept["lines"] = [line for line in kept["lines"] if find_own_words(line) is None]
    if tables:
        own["paytables"] = [kept]
    data["wagers"] = [own]
    data.pop("inventory", None)
    data["uncovered"] = [
        {**item, "wagers": [wager.id]}
        for item in data.get("uncovered", ())
        if wager.id in item.get("wagers", ())
    ]
    if not data["uncovered"]:
        del data["uncovered"]
    names = [line.id for line in table.lines]
    _change(kept["lines"], names, given, known.currency)
    if assumptions.joker is not None:
        kept.pop("joker", None)
    _assume(data, own, assumptions)
    _add_envy(own, kept["lines"], assumptions, known.currency)
    return _build(data, given, {}, known.source.name)


def _find_wager(known: Jurisdiction, name: str | None, paytable: str | None) -> Wager:
    """The wager that is named, or the first that has the paytable."""
    if name is not None:
        return known.wager(name)
    for wager in known.wagers:
        if paytable is None or match_name(paytable, (item.id for item in wager.paytables)):
            return wager
    every = [item.id for _, item in known.list_paytables()]
    near = tell_near(str(paytable), every, "it has")
    raise CertifyError(f"{known.id} has no paytable {quote(paytable)}; {near}")


def _change(
    lines: list[dict[str, Any]], names: list[str], given: GivenLines, currency: str
) -> None:
    """Put the pays given over those of the lines; add the lines that are new, by what they pay."""
    for number, item in enumerate(given.lines):
        name = item.get("id") or item.get("hand")
        if "pays" not in item:
            row, column = given.positions["lines", number]
            cure = f"add what the line pays, or {REMOVE} to take it away"
            raise CertifyError(f"{given.name}:{row}:{column}: pays is missing; {cure}")
        pays = item["pays"]
        if name in names:
            place = names.index(name)
            if pays == REMOVE:
                del lines[place], names[place]
                continue
            lines[place] = {**lines[place], "pays": _suppose(pays, _CHANGED)}
            if "envy" in item:
                changed = _add_currency(item, currency)["envy"]
                lines[place]["envy"] = _suppose(changed, _CHANGED)
            continue
        if pays == REMOVE:
            raise CertifyError(
                f"there is no row {quote(name)} to remove; {tell_near(str(name), names)}"
            )
        new = {key: value for key, value in _add_currency(item, currency).items() if key != "at"}
        new |= {key: _suppose(new[key], _ADDED) for key in ("pays", "envy") if key in new}
        lower = (
            place for place, line in enumerate(lines) if _rate(line["pays"]) < _rate(new["pays"])
        )
        place = next(lower, len(lines))
        lines.insert(place, new)
        names.insert(place, str(name))


def _suppose(value: Any, because: str) -> dict[str, Any]:
    return {"silent": True, "assumed": value, "because": because}


def _rate(pays: Any) -> tuple[Fraction, Fraction, Fraction]:
    """What a line pays in multiples, to order lines by."""
    if isinstance(pays, Mapping) and is_statement(pays):
        pays = pays.get("value", pays.get("assumed", pays.get("adopted", 0)))
    pay = parse_pay(pays)
    return (pay.meter, pay.money, pay.times)


def _order(lines: tuple[Mapping[str, Any], ...], order: str) -> list[tuple[int, dict[str, Any]]]:
    if order not in ORDERS:
        raise CertifyError(f"the order of rows is {' or '.join(ORDERS)}, not {order!r}")
    numbered = [(place, dict(line)) for place, line in enumerate(lines)]
    for _, line in numbered:
        if line.get("pays") == REMOVE:
            raise CertifyError("a row can be removed only with --like")
    if order == "pays":
        numbered.sort(key=lambda item: _rate(item[1].get("pays", 0)), reverse=True)
    return numbered


def _add_currency(line: Mapping[str, Any], currency: str) -> dict[str, Any]:
    envy = line.get("envy")
    if isinstance(envy, int) or (isinstance(envy, str) and re.fullmatch(r"[0-9.]+", envy)):
        return {**line, "envy": f"{envy} {currency}"}
    return dict(line)


def _wrap_wager(said: Mapping[str, Any]) -> dict[str, Any]:
    """What a snippet says of the wager, bare values made into statements that cite the snippet."""

    def wrap(values: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
        return {
            key: {"value": value, "at": f"{_CLAUSE} L1"}
            if key in names and not is_statement(value)
            else value
            for key, value in values.items()
        }

    wrapped = wrap(said, {parameter.name for parameter in WAGER})
    if isinstance(wrapped.get("envy"), Mapping):
        own = wrap(wrapped["envy"], {parameter.name for parameter in ENVY})
        wrapped["envy"] = {**load_file(_BARE).data["wagers"][0]["envy"], **own}
    return wrapped


def _assume(data: dict[str, Any], wager: dict[str, Any], assumptions: Assumptions) -> None:
    if assumptions.joker is not None:
        data["deck"]["joker"] = _suppose(assumptions.joker, _ASKED_FOR)
    if assumptions.precedence is not None:
        wager["precedence"] = _suppose(assumptions.precedence, _ASKED_FOR)
    if assumptions.deck is not None:
        if type(assumptions.deck) is not int or assumptions.deck not in _DECKS:
            raise CertifyError(
                f"a deck has 53 cards, or 52 without the joker, not {quote(assumptions.deck)}; "
                "write one of these numbers"
            )
        data["deck"]["cards"] = _suppose(assumptions.deck, _ASKED_FOR)
        data["deck"]["jokers"] = _suppose(_DECKS[assumptions.deck], _ASKED_FOR)


def _add_envy(
    wager: dict[str, Any],
    lines: list[dict[str, Any]],
    assumptions: Assumptions,
    currency: str | None = None,
) -> None:
    """Put amounts of envy on the lines; where none has any, the wager has no envy."""
    if assumptions.envy:
        wanted = dict(read_amounts(assumptions.envy, currency or assumptions.currency, []))
        for line in lines:
            hand = line.get("hand")
            if hand in wanted:
                line["envy"] = _suppose(wanted.pop(hand), _ASKED_FOR)
        if wanted:
            raise CertifyError(f"the Envy Bonus names rows that do not exist: {', '.join(wanted)}")
        if "envy" not in wager:
            wager["envy"] = load_file(_BARE).data["wagers"][0]["envy"]
    if not any("envy" in line for line in lines):
        wager.pop("envy", None)


def _place(given: GivenLines, moved: Mapping[int, int]) -> dict[DataPath, tuple[int, int]]:
    """Where each path of the game stands in what was given."""
    found: dict[DataPath, tuple[int, int]] = {}
    for path, position in given.positions.items():
        if len(path) > 1 and path[0] == "lines" and isinstance(path[1], int):
            found["wagers", 0, "lines", moved[path[1]], *path[2:]] = position
        elif path:
            found["wagers", 0, *path] = position
    return found


def _build(
    data: Any,
    given: GivenLines,
    positions: Mapping[DataPath, tuple[int, int]],
    name: str | None = None,
) -> Jurisdiction:
    values = dict.fromkeys(_walk(data, ()), (1, 1))
    values |= positions
    return read_jurisdiction(
        SourceFile(
            given.name if given.lines else name or given.name, data, given.sha256, values, {}
        )
    )


def _walk(data: Any, path: DataPath) -> Iterator[DataPath]:
    yield path
    inner: Any = ()
    if isinstance(data, Mapping):
        inner = data.items()
    elif isinstance(data, list):
        inner = enumerate(data)
    for key, value in inner:
        yield from _walk(value, (*path, key))
