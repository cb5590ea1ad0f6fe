"""The odds of a wager as one table of facts, and what a projection of it is declared with.

JSON, CSV, certificate, terminal, sheets, workbook and sweep are projections: each names the facts that it
shows and the form of each. A new figure is one more fact in `tabulate`, and its name in every projection
that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.odds.result import EnvyOdds, WagerOdds
from certify.spec.values import Money, Pay, Value

Values = dict[str, Any]
KINDS = frozenset(
    [
        "wager",
        "paytable",
        "status",
        "missing",
        "assumption",
        "rests_on",
        "reading",
        "counterfactual",
        "outcome",
        "deals",
        "house_edge",
        "hit_rate",
        "variance",
        "per_other_player",
        "least_per_other_player",
        "highest_edge",
        "not_priced",
        "unsupported",
        "published",
        "cap",
        "aggregate",
        "progressive",
        "detail",
    ]
)
"""The kinds of facts. A projection that names another one is mistaken, not empty."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of a wager, and the circumstances in which it is its value."""

    kind: str
    value: Any
    readings: Mapping[str, Value] | None = None
    """Those of an alternative; none for the readings in use."""
    seats: int | None = None
    """How many other players' hands pay an Envy Bonus; none for the wager alone."""
    stake: Money | None = None
    """The stake without which it has no value."""


@dataclass(frozen=True, slots=True)
class OutcomeFact:
    """The value of a fact about one outcome."""

    outcome: str
    deals: int
    share: Fraction
    net: Fraction
    returns: Fraction
    """What the outcome adds to the player's expectation, as a share of the stake."""
    pay: Pay


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one wager; those in the circumstances at hand are found by their kind."""

    odds: WagerOdds
    all: tuple[Fact, ...]
    readings: Mapping[str, Value] | None = None
    seats: int | None = None

    def find(self, kind: str) -> Any:
        """The value of a kind of fact, or of a circumstance; None where it has none."""
        if kind in {"readings", "seats"}:
            return getattr(self, kind)
        if kind == "stake":
            return next((fact.stake for fact in self._list() if fact.stake is not None), None)
        return next(iter(self.split(kind)), None)

    def split(self, kind: str) -> list[Any]:
        """Each value of a kind of fact, or the facts under each alternative or number of seats."""
        if kind == "alternatives":
            return [replace(self, readings=item.readings) for item in self.odds.alternatives]
        if kind == "envy":
            seats = dict.fromkeys(fact.seats for fact in self.all if fact.readings == self.readings)
            return [replace(self, seats=item) for item in seats if item is not None]
        if kind not in KINDS:
            raise AssertionError(f"no kind of fact is called {kind}")
        return [fact.value for fact in self._list() if fact.kind == kind]

    def _list(self) -> Iterator[Fact]:
        for fact in self.all:
            if fact.seats == self.seats and fact.readings == self.readings:
                yield fact


def tabulate(odds: WagerOdds) -> Facts:
    """The facts of a wager, in the order of the outputs."""
    return Facts(odds, tuple(_list_facts(odds)))


def _list_facts(odds: WagerOdds) -> Iterator[Fact]:
    yield Fact("wager", odds.wager)
    yield Fact("paytable", odds.paytable)
    yield Fact("status", odds.status)
    yield from (Fact("missing", text) for text in odds.missing)
    yield from (Fact("assumption", text) for text in (odds.assumption,) if text)
    yield from (Fact("rests_on", item) for item in odds.rests_on)
    yield from (Fact("reading", pair) for pair in odds.readings.items())
    yield from (Fact("counterfactual", key) for key in odds.counterfactual)
    if not odds.has_figures:
        return
    for item in odds.outcomes:
        net, share = odds.net(item), Fraction(item.deals, odds.deals)
        outcome = OutcomeFact(item.name, item.deals, share, net, net * share, item.pay)
        yield Fact("outcome", outcome, stake=odds.stake)
    yield Fact("deals", odds.deals)
    yield Fact("house_edge", odds.house_edge, stake=odds.stake)
    yield Fact("hit_rate", odds.hit_rate, stake=odds.stake)
    yield Fact("variance", odds.variance)
    yield from _list_envy(odds.envy)
    for other in odds.alternatives:
        if not other.supported:
            yield Fact("unsupported", other.readings, other.readings)
        if other.house_edge is None:
            yield Fact("not_priced", other.why_not, other.readings)
        else:
            yield Fact("house_edge", other.house_edge, other.readings)
        if other.assumption:
            yield Fact("assumption", other.assumption, other.readings)
        yield from _list_envy(other.envy, other.readings)
    yield from (Fact("published", item) for item in odds.published)
    for kind in ("cap", "aggregate", "progressive"):
        if (found := getattr(odds, kind)) is not None:
            yield Fact(kind, found)
    yield from (Fact("detail", pair) for pair in odds.details.items())


def _list_envy(
    envy: Iterable[EnvyOdds], readings: Mapping[str, Value] | None = None
) -> Iterator[Fact]:
    for item in envy:
        for kind in (
            "per_other_player",
            "least_per_other_player",
            "house_edge",
            "highest_edge",
            "variance",
        ):
            if (value := getattr(item, kind)) is not None:
                yield Fact(kind, value, readings, item.other_players, item.stake)


WHOLE = "*"
"""In place of a kind: the form is given the facts, or the outcome or the like, as a whole."""


def _leave(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Show:
    """One fact in an output; without a value it is left out."""

    key: str
    form: Callable[[Any], Any] = _leave
    of: str = ""
    """Its kind, where that is not the key; of an outcome or the like, which of its values."""
    always: bool = False
    """Whether it appears without a value, too."""


@dataclass(frozen=True, slots=True)
class Each:
    """All facts of a kind in an output under one key, each in a shape of its own."""

    key: str
    kind: str
    shape: Shape = ()
    form: Callable[[list[Any]], Any] = _leave
    """What they are gathered into; what becomes None is left out."""


Shape = Sequence[Show | Each]


def project(shape: Shape, source: Any) -> Values:
    """Facts, or the value of one, in the shape that an output declares."""
    found: Values = {}
    for item in shape:
        if isinstance(item, Each):
            parts = source.split(item.kind)
            value = item.form(
                [project(item.shape, part) for part in parts] if item.shape else parts
            )
        else:
            raw = _read(source, item.of or item.key)
            value = item.form(raw) if raw is not None else None
        if value is not None or (isinstance(item, Show) and item.always):
            found[item.key] = value
    return found


def _read(source: Any, name: str) -> Any:
    if name == WHOLE:
        return source
    return source.find(name) if isinstance(source, Facts) else getattr(source, name)


def as_rows(parts: Iterable[Values]) -> list[list[Any]]:
    """Facts as rows without keys."""
    return [list(part.values()) for part in parts]


_OUTCOME = (Show("outcome"), Show("deals"), Show("net"), Show("return", of="returns"))


def list_outcome_rows(odds: WagerOdds) -> list[Values]:
    """A row for each outcome: its deals, what it nets to one, and its part of the player's expectation."""
    return [project(_OUTCOME, item) for item in tabulate(odds).split("outcome")]
