"""A bare paytable priced: exact odds of lines that no document stands behind.

The lines become a small game of their own, and that game is counted as any other. The status is `priced`,
never certified, and every value that was assumed is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import describe_share, format_fraction, format_percent
from certify.base.frames import Tabular
from certify.base.names import quote
from certify.odds.compute import Request, compute_wager
from certify.odds.describe import describe_wager
from certify.odds.facts import list_outcome_rows
from certify.odds.given_lines import GivenLines, parse_typed, read_amounts
from certify.odds.priced_game import (
    ASKED,
    Assumptions,
    build_game,
    build_like,
    list_known_lines,
)
from certify.odds.result import EnvyOdds, Status, WagerOdds
from certify.spec.model import Jurisdiction, Paytable, Standing, Wager
from certify.spec.values import Money, parse_amount


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
        told = f"there are 1 to {most} other players" if most else "no line pays envy"
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
