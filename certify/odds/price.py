"""A bare paytable priced: exact odds of lines that no document stands behind.

The lines become a small game of their own, and that game is counted as any other. The status is `priced`,
never certified, and every value that was assumed is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import describe_share, format_fraction, format_percent
from certify.base.frames import Tabular
from certify.base.load import DataPath, SourceFile, load_file
from certify.base.names import match_name, quote, tell_near
from certify.odds.compute import Request, compute_wager
from certify.odds.describe import describe_wager
from certify.odds.facts import list_outcome_rows
from certify.odds.given_lines import REMOVE, GivenLines, parse_typed, read_amounts
from certify.odds.result import EnvyOdds, Status, WagerOdds
from certify.spec.build import find_own_words, is_statement
from certify.spec.catalogue import ENVY, WAGER
from certify.spec.expand import write_plain
from certify.spec.model import Jurisdiction, Paytable, Standing, Wager
from certify.spec.validate import find_spec, load_jurisdiction, read_jurisdiction
from certify.spec.values import Money, parse_amount, parse_pay

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
            rows = ", ".join(line["hand"] for line in lines if "hand" in line)
            raise CertifyError(
                f"the Envy Bonus names rows that do not exist: {', '.join(wanted)}; the rows are {rows}"
            )
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


@dataclass(frozen=True, slots=True)
class Assumed:
    """A value that nobody gave and the figures rest on."""

    parameter: str
    value: str
    because: str


@dataclass(frozen=True, slots=True)
class Likeness:
    """A published paytable beside one: where the pays differ."""

    jurisdiction: str
    wager: str
    paytable: str
    differences: tuple[tuple[str, str, str], ...]
    """Line, published pay and own pay; `-` where there is no such line."""
    same_order: bool
    same_envy: bool

    @property
    def is_equal(self) -> bool:
        """Whether every line pays the same."""
        return not self.differences

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "jurisdiction": self.jurisdiction,
            "wager": self.wager,
            "paytable": self.paytable,
            "equal": self.is_equal,
            "same_order": self.same_order,
            "same_envy": self.same_envy,
            "differences": [
                {"line": line, "published": published, "own": own}
                for line, published, own in self.differences
            ],
        }

    def __str__(self) -> str:
        name = f"{self.jurisdiction} {self.wager}, paytable {self.paytable}"
        if self.is_equal:
            order = "" if self.same_order else ", its lines in another order"
            envy = "" if self.same_envy else ", its envy apart"
            return f"the pays of {name}{order}{envy}"
        told = ", ".join(f"{line} {published} there" for line, published, _ in self.differences)
        return f"nearly {name}: {told}"


@dataclass(frozen=True, slots=True, repr=False)
class Priced(Tabular):
    """A paytable with its exact odds."""

    game: Jurisdiction
    odds: WagerOdds
    others: int
    """Other players whose hands pay envy in the edge asked for; 0 for the wager alone."""
    stake: Money | None
    assumed: tuple[Assumed, ...]
    echoes: tuple[str, ...]
    like: str
    alike: tuple[Likeness, ...] = ()
    """The published paytables that are nearest, where somebody has looked for them."""

    @property
    def wager(self) -> Wager:
        """The wager priced."""
        return self.game.wagers[0]

    @property
    def paytable(self) -> Paytable:
        """Its lines."""
        return self.wager.paytables[0]

    @property
    def envy(self) -> EnvyOdds | None:
        """The envy for the number of other players asked for."""
        return next((item for item in self.odds.envy if item.other_players == self.others), None)

    @property
    def house_edge(self) -> Fraction:
        """The edge, with envy from as many others as were asked for."""
        if not self.others:
            return self.odds.house_edge
        if self.envy is None or self.envy.house_edge is None:
            raise CertifyError(
                "the house edge with Envy Bonus depends on the wager amount; add --stake"
            )
        return self.envy.house_edge

    @property
    def hit_rate(self) -> Fraction:
        """How often the wager is paid."""
        return self.odds.hit_rate

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of one unit, without envy."""
        return self.odds.variance

    def to_dict(self) -> dict[str, Any]:
        """The form that `certify price --json` prints."""
        data = describe_wager(self.odds)
        for item, row in zip(data["outcomes"], self.list_rows(), strict=True):
            item["return"] = format_fraction(row["return"])
        if self.others:
            data["other_players"] = self.others
            data["house_edge_with_envy"] = describe_share(self.house_edge)
        data["assumed"] = [
            {"parameter": item.parameter, "value": item.value, "because": item.because}
            for item in self.assumed
        ]
        if self.like:
            data["like"] = self.like
        data["alike"] = [item.to_dict() for item in self.alike]
        if self.echoes:
            data["read_as"] = list(self.echoes)
        return data

    @property
    def headline(self) -> str:
        """The paytable in one line."""
        lines = len(self.paytable.lines)
        return f"paytable with {lines} payouts: house edge {format_percent(self.house_edge)}%"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per outcome."""
        return list_outcome_rows(self.odds)


def price_lines(
    given: GivenLines | str = "",
    assumptions: Assumptions | None = None,
    *,
    like: str | None = None,
    others: int = 0,
    stake: object = None,
) -> Priced:
    """Price lines that come without a document, or a known paytable with changes on top.

    >>> priced = price_lines("flush=4 straight=2")
    >>> priced.odds.status.value, priced.odds.deals
    ('priced', 154143080)
    """
    assumptions = assumptions or Assumptions()
    if type(others) is not int or others < 0:
        raise CertifyError(
            f"others: {quote(others)} is not a number of other players; write 0 to 5"
        )
    if isinstance(given, str):
        given = parse_typed(given, list_known_lines(like, assumptions.wager))
    game = build_like(like, given, assumptions) if like else build_game(given, assumptions)
    amount = read_stake(stake, game.currency)
    wager = game.wagers[0]
    odds = compute_wager(
        game, wager, wager.paytables[0], Request(stake=amount, alternatives=bool(like))
    )
    if not odds.has_figures:
        raise CertifyError("these payouts cannot be calculated: " + "; ".join(odds.missing))
    if others and others not in {item.other_players for item in odds.envy}:
        most = len(odds.envy)
        told = f"there are 1 to {most} other players" if most else "no row has an Envy Bonus"
        raise CertifyError(f"--others {others}: {told}")
    return Priced(
        game,
        replace(odds, status=Status.PRICED),
        others,
        amount,
        tuple(_list_assumed(game, odds, given, assumptions)),
        _list_echoes(given, assumptions),
        like or "",
    )


def read_stake(text: object, currency: str) -> Money | None:
    """A stake above nothing; an amount alone is in the currency of the game."""
    if text is None or isinstance(text, Money):
        return text
    return parse_amount(text, currency)


def _list_echoes(given: GivenLines, assumptions: Assumptions) -> tuple[str, ...]:
    """Every short name once, those of the envy too."""
    echoes = list(given.echoes)
    if assumptions.envy:
        list(read_amounts(assumptions.envy, assumptions.currency, echoes))
    return tuple(dict.fromkeys(echoes))


def _list_assumed(
    game: Jurisdiction, odds: WagerOdds, given: GivenLines, assumptions: Assumptions
) -> Iterable[Assumed]:
    statements: Mapping[str, Any] = game.by_key
    for item in odds.rests_on:
        statement = statements.get(item.parameter)
        because = statement.because if statement is not None else ""
        if item.standing != Standing.STATED and because not in ASKED:
            yield Assumed(item.parameter, item.value, because)
    lines = game.wagers[0].paytables[0].lines
    ordered = given.written or assumptions.order or odds.paytable
    if given.lines and not ordered and len(lines) > 1:
        yield Assumed("the order of the lines", "highest pay first", "they were typed")
