"""What a value is worth in points of house edge, at equal stake and equal seats.

Every price comes from the settlement itself: the document is compiled with the other value and counted
again. Where that cannot be done the reason is given instead of a figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from certify.base.errors import CertifyError
from certify.findings.case import Bounds, Case
from certify.findings.finding import Effect, Price, tell_round_only
from certify.findings.phrases import ask, count_things, name_tables
from certify.odds.result import Status
from certify.spec.catalogue import Moves, Touches
from certify.spec.catalogue.play import Exposed
from certify.spec.given import Unsaid
from certify.spec.model import Paytable, Standing, Statement, Wager
from certify.spec.readings import Readings
from certify.spec.values import Money, Other, Value
from certify.wagers.limits import STANDARD

_ALONE: Mapping[str, Value] = MappingProxyType({})
_BROUGHT = "with what the same words make of other rows"


@dataclass(frozen=True, slots=True)
class Measure:
    """One comparison: a wager under another value against the value adopted."""

    wager: str
    paytable: str
    value: Value
    others: int
    stake: Money | None
    before: Bounds
    after: Bounds
    play: str = ""
    """How the hands are set on both sides of it, where the wager turns on that."""

    @property
    def change(self) -> Bounds:
        """The lowest and highest difference."""
        return self.after[0] - self.before[1], self.after[1] - self.before[0]

    @property
    def widest(self) -> tuple[Fraction, Fraction]:
        """The edges before and after that lie furthest apart."""
        low, high = self.change
        if abs(low) >= abs(high):
            return self.before[1], self.after[0]
        return self.before[0], self.after[1]

    @property
    def size(self) -> Fraction:
        """The largest difference, whichever way it goes."""
        return max(map(abs, self.change))


def list_touched(case: Case, statement: Statement) -> tuple[str, ...]:
    """The wagers whose odds a statement can move."""
    if statement.parameter.moves is Moves.NOTHING:
        return ()
    wagers = case.jurisdiction.wagers
    touches = statement.parameter.touches
    if statement.wager is not None:
        return (statement.wager,) if touches is not Touches.NONE else ()
    found = []
    if touches in {Touches.STANDARD, Touches.EVERY}:
        found.append(STANDARD)
    if touches in {Touches.LINES, Touches.EVERY}:
        found += [wager.id for wager in wagers if _rests_on(case, wager, statement)]
    if touches is Touches.ENVY:
        found += [wager.id for wager in wagers if wager.has_envy]
    return tuple(found)


def _rests_on(case: Case, wager: Wager, statement: Statement) -> bool:
    """Whether a list of lines asks for a value of the game; one without figures may ask for any."""
    own = [odds for odds in case.line_odds if odds.wager == wager.id]
    if statement.parameter.moves is not Moves.ODDS or not own:
        return True
    return any(
        not odds.has_figures or statement.key in {item.parameter for item in odds.rests_on}
        for odds in own
    )


def list_supported(statement: Statement) -> tuple[Value, ...]:
    """The other values that words of the text support."""
    if statement.standing is Standing.CONFLICTING:
        return statement.other_values
    return tuple(
        item.value for item in statement.alternatives if item.because and item.citation is not None
    )


def price_statement(
    case: Case,
    statement: Statement,
    values: Iterable[Value] | None = None,
    beside: Mapping[str, Value] = _ALONE,
) -> Price:
    """What other values of a statement are worth, on every wager they touch, with others beside them."""
    wanted = tuple(list_supported(statement) if values is None else values)
    if statement.parameter.moves is Moves.NOTHING or not wanted:
        return Price()
    if statement.parameter.moves is Moves.ROUND:
        return Price((), tell_round_only(statement.parameter.topic))
    measures, reasons = measure_statement(case, statement, wanted, beside)
    return Price(tuple(collect_effects(case, measures)), "; ".join(dict.fromkeys(reasons)))


def measure_statement(
    case: Case,
    statement: Statement,
    values: Sequence[Value],
    beside: Mapping[str, Value] = _ALONE,
) -> tuple[list[Measure], list[str]]:
    """Every comparison that other values of a statement give, and what could not be counted."""
    found: list[Measure] = []
    reasons: list[str] = []
    touched = list_touched(case, statement)
    for value in values:
        if isinstance(value, Other):
            reasons.append("one of the values is in words that nothing here can count")
            continue
        for name in touched:
            try:
                if name == STANDARD:
                    found += _measure_standard(case, statement, value, beside)
                else:
                    wager = case.jurisdiction.wager(name)
                    for paytable in list_tables(wager, statement):
                        found += _measure_lines(case, statement, wager, paytable, value, beside)
            except CertifyError as error:
                reasons.append(
                    _REASONS.get(statement.parameter.key)
                    or f"the {case.name_wager(name)} cannot be counted {_why(case, name, error)}"
                )
    return found, reasons


_REASONS = {
    "setting.equal_high_and_low": "how the hands would be laid that the house way lays equal is not said",
}
"""What the text would have to say before a value could be counted."""


def _why(case: Case, wager: str, error: CertifyError) -> str:
    """Whether a wager cannot be counted at all, or only under the other value, and for want of what."""
    adopted = [odds for odds in case.odds if odds.wager == wager]
    stopped = {Status.DEFERRED, Status.NOT_MODELLED}
    at_all = any(odds.status not in stopped for odds in adopted)
    if not at_all:
        return "from this document"
    if not isinstance(error, Unsaid):
        return "under this reading"
    return f"under this reading, which leaves open: {ask(case.jurisdiction, error.given.statement)}"


def list_tables(wager: Wager, statement: Statement) -> list[Paytable]:
    """The paytables that a statement rules: its own, or those that make none for themselves."""
    if statement.paytable is not None:
        return [wager.paytable(statement.paytable)]
    return [
        paytable
        for paytable in wager.paytables
        if statement.parameter.key not in paytable.statements
    ]


def _read(statement: Statement, value: Value, beside: Mapping[str, Value]) -> Readings:
    place = statement.paytable if not statement.line else None
    return {place: {statement.key: value, **beside}}


def _measure_standard(
    case: Case, statement: Statement, value: Value, beside: Mapping[str, Value]
) -> Iterator[Measure]:
    readings = _read(statement, value, beside)
    before = case.count_standard({}).house_edge
    after = case.count_standard(readings).house_edge
    play = tell_play(case, {}, readings)
    yield Measure(STANDARD, "", value, 0, None, (before, before), (after, after), play)


def tell_play(case: Case, *sides: Readings) -> str:
    """How the hands of the standard wager are set where it is counted under readings, for people."""
    seen = {case.compile(item).standard.bank_exposed.said is Exposed.BEFORE for item in sides}
    if seen == {False}:
        return "every hand set by the house way"
    if seen == {True}:
        return "the player sees the bank's hand and sets as best he can"
    return "a player who sees the bank's hand sets as best he can, any other by the house way"


def _measure_lines(
    case: Case,
    statement: Statement,
    wager: Wager,
    paytable: Paytable,
    value: Value,
    beside: Mapping[str, Value],
) -> Iterator[Measure]:
    stake = choose_stake(case, statement, wager, paytable, value)
    before = case.count(wager.id, paytable.id, {}, stake)
    after = case.count(wager.id, paytable.id, _read(statement, value, beside), stake)
    full = case.count_others(wager)
    only_envy = statement.parameter.touches is Touches.ENVY
    for others in sorted({full if only_envy else 0, full}):
        yield Measure(
            wager.id,
            paytable.id,
            value,
            others,
            stake,
            case.edge(before, others),
            case.edge(after, others),
            _BROUGHT if statement.list_brought(value) else "",
        )


def choose_stake(
    case: Case, statement: Statement, wager: Wager, paytable: Paytable, value: Value
) -> Money:
    """The stake of a comparison: of two minimum stakes the lower, where only one of them pays envy."""
    own = statement.value
    if not isinstance(value, Money) or not isinstance(own, Money):
        return case.least_stake(wager, paytable)
    least = case.policy.least_stake(wager.id)
    return Money(max(min(own.amount, value.amount), least), case.jurisdiction.currency)


def collect_effects(case: Case, measures: Sequence[Measure]) -> Iterator[Effect]:
    """An effect a wager; one that is nil everywhere is told only where no other wager moves."""
    by_wager: dict[str, list[Measure]] = {}
    for item in measures:
        by_wager.setdefault(item.wager, []).append(item)
    found = [_join(case, name, own) for name, own in by_wager.items()]
    moved = [item for item in found if item.size]
    yield from moved or found[:1]


def _join(case: Case, wager: str, measures: Sequence[Measure]) -> Effect:
    """One effect of the paytables that move; the others are named and left out of its range."""
    moving = {item.paytable for item in measures if item.size}
    still = dict.fromkeys(item.paytable for item in measures if item.paytable not in moving)
    if not moving or not still:
        return join_measures(case, wager, measures, tell_bases(case, measures))
    own = [item for item in measures if item.paytable in moving]
    basis = [tell_bases(case, own), f"nothing on {name_tables(tuple(still))}"]
    return join_measures(case, wager, own, "; ".join(filter(None, basis)))


def join_measures(case: Case, wager: str, measures: Sequence[Measure], basis: str) -> Effect:
    """Several comparisons of one wager as one effect, with the edges of the largest of them."""
    changes = [item.change for item in measures]
    widest = max(measures, key=lambda item: item.size)
    before, after = widest.widest
    where = []
    if len({item.paytable for item in measures}) > 1:
        where.append(name_tables([widest.paytable]))
    if len({item.others for item in measures}) > 1:
        where.append(
            f"{count_things(widest.others, 'other player') if widest.others else 'no envy'}"
        )
    return Effect(
        wager,
        min(low for low, _ in changes),
        max(high for _, high in changes),
        basis,
        case.name_wager(wager),
        before,
        after,
        ", ".join(where),
        tuple(dict.fromkeys(item.paytable for item in measures if item.paytable and item.size)),
    )


def tell_bases(case: Case, measures: Sequence[Measure]) -> str:
    """What several comparisons of one wager are taken at, for people."""
    play = "; ".join(dict.fromkeys(item.play for item in measures if item.play))
    tables: dict[str, set[Bounds]] = {}
    for item in measures:
        tables.setdefault(item.paytable, set()).add(item.change)
    several = len({item.others for item in measures}) > 1
    if several and not play and all(len(changes) == 1 for changes in tables.values()):
        return ""  # the same with any number of other players, and so at any stake
    stakes = [item.stake for item in measures if item.stake]
    least = case.policy.least_stake(measures[0].wager)
    basis = tell_basis(stakes, [item.others for item in measures], least)
    bounds = any(low != high for item in measures for low, high in (item.before, item.after))
    told = f"{basis}; exact bounds" if bounds and basis else basis
    return play or told


def tell_basis(stakes: Sequence[Money], others: Sequence[int], least: Fraction) -> str:
    """Stake and seats of a comparison, for people; the `least` stake that the policy expects is called so."""
    if not stakes or not any(others):
        return ""
    low, high = min(stakes), max(stakes)
    stake = f"a stake of {low}" if low == high else f"stakes of {low} to {high}"
    if low == high and low.amount == least:
        stake = f"the least stake expected, {low},"
    few, many = min(others), max(others)
    seats = f"{many}" if few == many else f"{few} to {many}"
    return f"at {stake} with {seats} other players"


def price_change(
    case: Case,
    wager: str,
    pairs: Sequence[tuple[Fraction, Fraction]],
    basis: str,
    tables: Sequence[str] = (),
) -> Price:
    """A price from edges before and after, on all paytables or on those named."""
    if not pairs:
        return Price((), f"the {case.name_wager(wager)} cannot be counted from this document")
    changes = [after - before for before, after in pairs]
    first, last = max(pairs, key=lambda pair: abs(pair[1] - pair[0]))
    name = case.name_wager(wager)
    low, high = min(changes), max(changes)
    return Price((Effect(wager, low, high, basis, name, first, last, tables=tuple(tables)),))
