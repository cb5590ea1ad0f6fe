"""The library: what the commands do, as functions that give frozen results.

>>> import certify
>>> certify.price("flush=4 straight=2").house_edge
Fraction(11036509, 19267885)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.frames import Tabular
from certify.base.names import fold_name, quote
from certify.engine.settlement import Settlement
from certify.game.cards import format_cards, parse_cards
from certify.game.house_way.rules import Setting
from certify.odds.best_setting import BestSetting
from certify.odds.price import Assumptions, Priced, price_lines, read_stake
from certify.odds.result import WagerOdds
from certify.odds.solve import Solved, solve_lines
from certify.odds.solve_pays import Constraints
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings, parse_readings
from certify.spec.validate import find_spec, load_jurisdiction
from certify.wagers.limits import STANDARD

__all__ = ["load", "odds", "price", "set_hand", "settle", "solve"]

Spec = Jurisdiction | str | Path
Share = Fraction | int | str
Lines = str | Path | Mapping[str, int | str | Fraction]


def load(spec: Spec) -> Jurisdiction:
    """Load what a document says: by id, or from a path to a YAML file.

    >>> load(SPEC).id == SPEC  # the id of a jurisdiction, here and below
    True
    """
    if isinstance(spec, Jurisdiction):
        return spec
    if not isinstance(spec, str | Path):
        raise CertifyError(
            f"{quote(spec)} is not a jurisdiction; give an id, or the path of a YAML file"
        )
    return load_jurisdiction(spec if isinstance(spec, Path) else find_spec(spec))


@dataclass(frozen=True, slots=True, repr=False)
class Odds(Tabular):
    """The exact odds of some wagers of one jurisdiction."""

    jurisdiction: Jurisdiction
    wagers: tuple[WagerOdds, ...]

    def __iter__(self) -> Iterator[WagerOdds]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def find(self, wager: str, paytable: str | None = None) -> WagerOdds:
        """The odds of one wager, on one paytable where it has several."""
        for item in self.wagers:
            if item.wager == wager and paytable in (None, item.paytable):
                return item
        raise CertifyError(f"no odds for wager {wager!r}, paytable {paytable!r}")

    def to_dict(self) -> dict[str, Any]:
        """The form that `certify odds --json` prints."""
        from certify.odds.describe import describe_wager

        return {
            "jurisdiction": self.jurisdiction.id,
            "spec_sha256": self.jurisdiction.source.sha256,
            "wagers": [describe_wager(item) for item in self.wagers],
        }

    @property
    def headline(self) -> str:
        """The house edge of each wager in one line."""
        names = ", ".join(dict.fromkeys(item.wager for item in self.wagers))
        return f"odds of {self.jurisdiction.id}, {len(self.wagers)} figures: {names}"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per fact, as in `certify odds --format csv`."""
        from certify.odds.tidy import list_rows

        rows = list_rows([(self.jurisdiction.id, self.wagers)])
        return [{key: _type_cell(key, text) for key, text in row.items()} for row in rows]

    def to_workbook(self) -> bytes:
        """The workbook that `certify odds --format xlsx` writes."""
        from certify.api.documents import check
        from certify.filing.workbook import Chapter, write_workbook

        found = check(self.jurisdiction)
        return write_workbook([Chapter(self.jurisdiction, self.wagers, checked=found.checked)])


_NUMBERS: Mapping[str, Callable[[str], object]] = {
    "other_players": int,
    "deals": int,
    "fraction": Fraction,
    "percent": Decimal,
}
"""The columns of a table of odds that hold numbers only."""


def _type_cell(column: str, text: str) -> object:
    read = _NUMBERS.get(column)
    return text if read is None else read(text) if text else None


def odds(  # noqa: PLR0913
    spec: Spec,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    readings: Mapping[str, str] | None = None,
    cross: bool = False,
    stake: str | None = None,
    maximum_stake: str | None = None,
    envy_variance: bool = False,
    alternatives: bool = False,
    assume_house_way: Spec | None = None,
) -> Odds:
    """Compute exact odds: every outcome, the house edge, the Envy Bonus, and the effect of each reading.

    >>> found = odds(SPEC, wager="fortune-bonus", paytable="2")
    >>> found.wagers[0].house_edge
    Fraction(1496262, 19267885)
    >>> odds(SPEC, wager="fortune-bonus", paytable="2",
    ...      readings={"bonus-precedence": "rank-order"}).wagers[0].house_edge
    Fraction(304298, 3853577)
    """
    from certify.odds.compute import Request, compute_odds

    jurisdiction = load(spec)
    lender = load(assume_house_way) if assume_house_way is not None else None
    named = (
        jurisdiction.name_paytable(_read_id("paytable", paytable)) if paytable is not None else None
    )
    request = Request(
        (_name_wager(jurisdiction, _read_id("wager", wager)),) if wager is not None else None,
        named,
        _read(jurisdiction, readings, lender),
        cross,
        read_stake(stake, jurisdiction.currency),
        envy_variance,
        read_stake(maximum_stake, jurisdiction.currency),
        standard_alternatives=alternatives or cross,
        assumed=lender if not jurisdiction.house_way else None,
    )
    return Odds(jurisdiction, tuple(compute_odds(jurisdiction, request)))


def _name_wager(jurisdiction: Jurisdiction, name: str) -> str:
    return STANDARD if fold_name(name) == STANDARD else jurisdiction.wager(name).id


def _read_id(what: str, value: object) -> str:
    """A name as text; a whole number is one too, anything else is not guessed at."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise CertifyError(f"{what}: {quote(value)} is not a name; write it as text, like '1'")
    return str(value)


class PricedPaytable(Priced):
    """A bare paytable with its exact odds."""

    __slots__ = ()

    def to_workbook(self) -> bytes:
        """The workbook that `certify price --format xlsx` writes."""
        from certify.filing.workbook import write_priced

        return write_priced(self)


def price(  # noqa: PLR0913
    lines: Lines = "",
    *,
    like: str | None = None,
    joker: str | None = None,
    deck: int | None = None,
    precedence: str | None = None,
    envy: Mapping[str, int | str] | None = None,
    others: int = 0,
    stake: str | int | None = None,
    currency: str = "USD",
    order: str | None = None,
    wager: str | None = None,
) -> PricedPaytable:
    """Calculate the figures of a paytable without a document.

    `lines` are typed text, a mapping of classes to pays, or the path of a CSV or YAML file.

    >>> priced = price({"flush": 4, "straight": 2}, deck=52)
    >>> priced.odds.status.value
    'priced'
    >>> [item.parameter for item in priced.assumed][:2]
    ['play.cards_dealt', 'deck.card_rank']
    >>> price("straight=3", like=f"{SPEC}:2").odds.house_edge
    Fraction(233973, 38535770)
    """
    from certify.compare.paytables import add_alike
    from certify.odds.given_lines import parse_typed, read_lines
    from certify.odds.price import list_known_lines

    known = list_known_lines(like, wager)
    if isinstance(lines, Mapping):
        given = parse_typed(_type("lines", lines), known)
    elif isinstance(lines, str | Path):
        given = read_lines([str(lines)], known)
    else:
        raise CertifyError(
            f"{quote(lines)} is not a paytable; write text like 'flush=4', or a mapping"
        )
    priced = price_lines(
        given,
        Assumptions(
            joker, deck, precedence, _type("envy", envy) if envy else None, currency, order, wager
        ),
        like=like,
        others=others,
        stake=stake if stake is None or isinstance(stake, float) else str(stake),
    )
    priced = add_alike(priced)
    return PricedPaytable(*(getattr(priced, item.name) for item in fields(priced)))


def _type(what: str, lines: Mapping[str, Any]) -> str:
    for name, value in _read_mapping(what, lines).items():
        if not isinstance(name, str):
            raise CertifyError(f"{quote(name)} is not a hand class; write it as text, like 'flush'")
        if isinstance(value, float):
            raise CertifyError(f"{name}: {value} is a float, which is not exact; write a fraction")
    return " ".join(f"{name.replace(' ', '-')}={value}" for name, value in lines.items())


def _read_mapping(what: str, given: object) -> Mapping[Any, Any]:
    if not isinstance(given, Mapping):
        raise CertifyError(
            f"{what}: {quote(given)} is not a mapping; write one like {{'name': 'value'}}"
        )
    return given


def solve(  # noqa: PLR0913
    lines: Priced | Lines,
    *,
    edge: Share | None = None,
    return_: Share | None = None,
    hit_rate: Share | None = None,
    any_order: bool = False,
    multiple_of: int = 1,
    fix: Collection[str] = (),
    between: Mapping[str, tuple[int, int]] | None = None,
    max_variance: Share | None = None,
    cells: int = 2,
) -> Solved:
    """Find the payouts that give a wanted house edge, return or hit frequency.

    >>> solved = solve(price("flush=4 straight=2"), edge="30%", cells=1)
    >>> [(cell.line, cell.below.pays, cell.above.pays) for cell in solved.lines]
    [('flush', 10, 11), ('straight', 5, 6)]
    """
    goals = {"edge": edge, "return": return_, "hit-rate": hit_rate}
    named = [(name, value) for name, value in goals.items() if value is not None]
    if len(named) != 1:
        raise CertifyError("give exactly one of edge, return_ and hit_rate")
    priced = lines if isinstance(lines, Priced) else price(lines)
    constraints = Constraints(
        not any_order,
        multiple_of,
        frozenset([fix] if isinstance(fix, str) else fix),
        _read_bounds(between),
        _read_variance(max_variance) if max_variance is not None else None,
        cells,
    )
    return solve_lines(priced, named[0][0], _read_share(named[0][1]), constraints)


def _read_bounds(between: Mapping[str, tuple[int, int]] | None) -> dict[str, tuple[int, int]]:
    bounds = dict(_read_mapping("between", between or {}))
    for name, pair in bounds.items():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise CertifyError(
                f"{name}: {quote(pair)} is not a minimum and a maximum; write two numbers like (1, 3)"
            )
    return bounds


def _read_variance(value: Share) -> Fraction:
    variance = _read_share(value)
    if variance < 0:
        raise CertifyError(f"{variance} is not a variance; write a number of 0 or more")
    return variance


def _read_share(value: Share) -> Fraction:
    from certify.odds.given_lines import read_share

    if isinstance(value, float):
        raise CertifyError(f"{value} is a float, which is not exact; write '6%' or Fraction(3, 50)")
    if isinstance(value, bool):
        raise CertifyError(f"{value} is not a share; write '6%' or Fraction(3, 50)")
    return read_share(value) if isinstance(value, str) else Fraction(value)


@dataclass(frozen=True, slots=True, repr=False)
class HandSet(Tabular):
    """Seven cards as a house way sets them, and what each setting is worth where that was asked."""

    setting: Setting
    worth: BestSetting | None = None

    def to_dict(self) -> dict[str, Any]:
        """The form that `certify set --json` prints."""
        rule = self.setting.rule
        data: dict[str, Any] = {
            "low": format_cards(self.setting.low),
            "high": format_cards(self.setting.high),
        }
        if rule is not None:
            data |= {
                "rule": rule.rule,
                "clause": rule.clause,
                "lines": rule.lines,
                "standing": rule.standing,
            }
        return {**data, **self.worth.to_dict()} if self.worth else data

    @property
    def headline(self) -> str:
        """Both hands in one line."""
        return f"low {format_cards(self.setting.low)}, high {format_cards(self.setting.high)}"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per legal setting, the best first; the hand as set where they were not weighed."""
        if self.worth is None:
            return [self.to_dict()]
        return [
            {
                "low": format_cards(item.low),
                "high": format_cards(item.high),
                "wins": item.wins,
                "pushes": item.pushes,
                "losses": item.losses,
                "worth": item.worth,
            }
            for item in self.worth.settings
        ]


def set_hand(
    spec: Spec,
    cards: str,
    *,
    best: bool = False,
    against: str | None = None,
    readings: Mapping[str, str] | None = None,
    assume_house_way: Spec | None = None,
) -> HandSet:
    """Set seven cards by the house way; with `best`, compare every legal setting.

    >>> set_hand(WITH_HOUSE_WAY, "4c 4h 2s 2h Kc Qd 7s").to_dict()["low"]
    'Kc Qd'
    """
    from certify.game.house_way.build import build_house_way
    from certify.game.house_way.rules import set_hand as set_by_rules
    from certify.odds.best_setting import find_best_setting
    from certify.odds.house_way_readings import read_house_way
    from certify.spec.compile import compile_rulebook

    jurisdiction = load(spec)
    lender = load(assume_house_way) if assume_house_way is not None else None
    giver = lender or jurisdiction
    rulebook = compile_rulebook(jurisdiction, _read(jurisdiction, readings, lender), None, lender)
    if not isinstance(cards, str):
        raise CertifyError(f"{quote(cards)} are not cards; write them as text, like 'As Kh 10d 2c'")
    hand, rules = parse_cards(cards, 7), rulebook.ranking.rank_rules()
    setting = set_by_rules(
        build_house_way(rulebook.house_way), hand, read_house_way(rulebook), rules
    )
    if setting.rule is None:
        raise CertifyError(f"no rule of {giver.id} sets these cards; see certify house-way")
    worth = None
    if best or against is not None:
        bank = parse_cards(against, 7) if against is not None else ()
        worth = find_best_setting(rulebook, hand, bank)
    return HandSet(setting, worth)


@dataclass(frozen=True, slots=True, repr=False)
class SettledRound(Tabular):
    """A round settled, every line with its clause."""

    settlement: Settlement

    def to_dict(self) -> dict[str, Any]:
        """The form that `certify settle --json` prints."""
        from certify.engine.settlement import format_settlement

        return format_settlement(self.settlement)

    @property
    def headline(self) -> str:
        """What each seat wins or loses in one line."""
        nets = (f"seat {seat['seat']}: {seat['net']}" for seat in self.to_dict()["seats"])
        return f"settled round, {', '.join(nets)}"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per settled line."""
        seats = self.to_dict()["seats"]
        return [{"seat": seat["seat"], **line} for seat in seats for line in seat["lines"]]


def settle(
    spec: Spec,
    round_: Mapping[str, Any] | str | Path,
    *,
    readings: Mapping[str, str] | None = None,
    assume_house_way: Spec | None = None,
) -> SettledRound:
    """Settle a round given as data, as JSON text, or as the path of a JSON file.

    Text that begins with a brace is JSON; other text is a path.

    >>> played = {"bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"}, "players": [
    ...     {"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}]}
    >>> settle(WITH_HOUSE_WAY, played).to_dict()["seats"][0]["net"]
    '9.50'
    """
    from certify.base.load import parse_json, read_json
    from certify.engine.admission import compile_for_round
    from certify.engine.round import parse_round
    from certify.engine.settle import settle_round

    jurisdiction = load(spec)
    lender = load(assume_house_way) if assume_house_way is not None else None
    data: Any = round_
    if isinstance(round_, str) and round_.lstrip().startswith(("{", "[")):
        data = parse_json(round_.encode(), "the round")
    elif isinstance(round_, str | Path):
        data = read_json(Path(round_))
    parsed = parse_round(data)
    asked = _read(jurisdiction, readings, lender)
    rulebook = compile_for_round(jurisdiction, parsed, asked, lender)
    return SettledRound(settle_round(rulebook, parsed))


def _read(
    jurisdiction: Jurisdiction,
    readings: Mapping[str, str] | None,
    lender: Jurisdiction | None = None,
) -> Readings:
    given = _read_mapping("readings", readings or {})
    for key, value in given.items():
        if isinstance(value, float):
            raise CertifyError(f"{key}: {value} is a float, which is not exact; write it as text")
    return parse_readings(
        jurisdiction, tuple(f"{key}={value}" for key, value in given.items()), lender
    )
