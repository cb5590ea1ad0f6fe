"""The effect of another value on the house edge, at equal wager amounts and equal seats.

Every effect comes from the settlement itself: the document is compiled with the other value and counted
again. Where that is not possible, the reason takes the place of the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from certify.base.errors import CertifyError, NotCounted
from certify.compare.paytables import Near, OtherTable
from certify.findings.case import SAYING, Case
from certify.findings.finding import (
    Basis,
    Effect,
    NoEffect,
    NotCalculated,
    Price,
    explain_round,
    no_effect,
)
from certify.odds.result import Status
from certify.odds.setting import list_set_matches
from certify.spec.catalogue import Moves, Touches
from certify.spec.choices import Copy, Exposed, HandConsidered, StandardResult
from certify.spec.compile import compile_rulebook
from certify.spec.model import Paytable, Statement, Wager
from certify.spec.readings import Readings
from certify.spec.resolved import Uncounted, Unsaid
from certify.spec.rulebook import LineTerms, WagerTerms
from certify.spec.values import Money, Other, Value
from certify.wagers.limits import STANDARD

_ALONE: Mapping[str, Value] = MappingProxyType({})
_EXPOSED, _JOKER = "play.bank_exposed", "deck.joker"
_MINIMUMS = {"envy.minimum_stake", "wager.stake_minimum", "standard.stake_minimum"}
_COPIES: dict[object, tuple[StandardResult, StandardResult, StandardResult]] = {
    Copy.BANK: (StandardResult.PUSH, StandardResult.LOSES, StandardResult.LOSES),
    Copy.PLAYER: (StandardResult.WINS, StandardResult.PUSH, StandardResult.WINS),
    Copy.NEITHER: (StandardResult.WINS, StandardResult.LOSES, StandardResult.PUSH),
}
"""What the winner of a copy means for one copy and a win, one copy and a loss, and two copies."""
RowChange = Callable[[Sequence[LineTerms]], Sequence[LineTerms]]


def list_touched(case: Case, statement: Statement) -> tuple[str, ...]:
    """The wagers whose odds a statement can change."""
    if statement.parameter.moves is Moves.NOTHING:
        return ()
    wagers = case.jurisdiction.wagers
    touches = statement.parameter.touches
    if statement.wager is not None:
        return (statement.wager,) if touches is not Touches.NONE else ()
    found = []
    if touches in {Touches.STANDARD, Touches.EVERY}:
        found.append(STANDARD)
    if touches is Touches.STANDARD:
        found += [
            wager.id
            for wager in wagers
            if wager.looks_at_standard and _rests_on(case, wager, statement)
        ]
    if touches in {Touches.LINES, Touches.EVERY}:
        found += [wager.id for wager in wagers if _rests_on(case, wager, statement)]
    if touches is Touches.ENVY:
        found += [wager.id for wager in wagers if wager.has_envy]
    return tuple(found)


def _rests_on(case: Case, wager: Wager, statement: Statement) -> bool:
    """Whether the figures of a wager depend on a statement; a wager without figures may depend on any."""
    own = [odds for odds in case.line_odds if odds.wager == wager.id]
    if statement.parameter.moves is not Moves.ODDS or not own:
        return True
    return any(
        not odds.has_figures or statement.key in {item.parameter for item in odds.rests_on}
        for odds in own
    )


def list_supported(statement: Statement) -> tuple[Value, ...]:
    """The other values that words of the text support."""
    return statement.supported_values


def price_statement(
    case: Case,
    statement: Statement,
    values: Iterable[Value] | None = None,
    beside: Mapping[str, Value] = _ALONE,
) -> Price:
    """The effects of other values of a statement on every wager, with other statements changed beside it."""
    wanted = tuple(list_supported(statement) if values is None else values)
    if statement.parameter.moves is Moves.NOTHING or not wanted:
        return Price()
    if statement.parameter.moves is Moves.ROUND:
        return no_effect(explain_round(statement.parameter.topic))
    effects, missing = measure_statement(case, statement, wanted, beside)
    return Price(drop_unchanged(effects), tuple(dict.fromkeys(missing)))


def measure_statement(
    case: Case,
    statement: Statement,
    values: Sequence[Value],
    beside: Mapping[str, Value] = _ALONE,
) -> tuple[list[Effect], list[NotCalculated]]:
    """The effects of other values of a statement, and what could not be calculated; each measured once."""
    key = (statement.path, tuple(map(repr, values)), repr(sorted(beside.items(), key=str)))
    if key not in case.measured:
        case.measured[key] = _measure(case, statement, values, beside)
    effects, missing = case.measured[key]
    return list(effects), list(missing)


def _measure(
    case: Case,
    statement: Statement,
    values: Sequence[Value],
    beside: Mapping[str, Value],
) -> tuple[list[Effect], list[NotCalculated]]:
    found: list[Effect] = []
    missing: list[NotCalculated] = []
    for value in values:
        if isinstance(value, Other):
            missing.append(_leave_out(statement, value))
            continue
        added = {**_list_copies(case, statement, value), **beside}
        for name in list_touched(case, statement):
            try:
                if name == STANDARD:
                    found.append(_measure_standard(case, statement, value, added))
                else:
                    wager = case.jurisdiction.wager(name)
                    for paytable in list_tables(wager, statement):
                        found += _measure_lines(case, statement, wager, paytable, value, added)
            except CertifyError as error:
                missing.append(_explain(case, statement, value, name, error))
    return found, missing


def _list_copies(case: Case, statement: Statement, value: Value) -> dict[str, Value]:
    """The results of copies that follow from their winner, where the document does not state them."""
    keys = [f"comparison.copy_{name}" for name in ("and_win", "and_lose", "both")]
    if statement.parameter.key != "comparison.copy" or value not in _COPIES:
        return {}
    return {
        key: result
        for key, result in zip(keys, _COPIES[value], strict=True)
        if case.jurisdiction.statements[key].standing not in SAYING
    }


def _leave_out(statement: Statement, value: Value) -> NotCalculated:
    return NotCalculated(reason=NoEffect.OWN_WORDS, value=(statement.key, value))


def _explain(
    case: Case, statement: Statement, value: Value, wager: str, error: CertifyError
) -> NotCalculated:
    """Whether a wager cannot be calculated at all or only under the other value, and what it lacks."""
    if statement.parameter.key == "setting.equal_high_and_low":
        return NotCalculated(reason=NoEffect.EQUAL_HANDS)
    if not _has_figure(case, wager):
        return NotCalculated(reason=NoEffect.NOT_CALCULABLE, wager=wager)
    if isinstance(error, Uncounted):
        return _leave_out(statement, value)
    if not isinstance(error, Unsaid):
        return NotCalculated(reason=NoEffect.NOT_UNDER_THIS, wager=wager)
    open_key = error.given.statement.key
    return NotCalculated(reason=NoEffect.LEAVES_OPEN, wager=wager, statement=open_key)


def _has_figure(case: Case, wager: str) -> bool:
    """Whether a wager is calculated as interpreted, under the assumed house way where there is none."""
    if wager == STANDARD and case.assumed_house_way:
        try:
            case.count_standard({})
        except CertifyError:
            return False
        return True
    stopped = {Status.DEFERRED, Status.NOT_MODELLED}
    return any(odds.status not in stopped for odds in case.odds if odds.wager == wager)


def list_tables(wager: Wager, statement: Statement) -> list[Paytable]:
    """The paytables that a statement applies to: its own, or those that make none for themselves."""
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
) -> Effect:
    if case.assumed_house_way and statement.parameter.key == _JOKER:
        raise CertifyError("the assumed house way is written for a game with the other joker")
    own, readings = _hide_bank(case, statement, value, beside)
    before = case.count_standard(own).house_edge
    after = case.count_standard(readings).house_edge
    return Effect(
        wager=STANDARD,
        before=(before, before),
        after=(after, after),
        basis=(find_play(case, own, readings),),
        assumed_house_way=case.assumed_house_way,
    )


def _hide_bank(
    case: Case, statement: Statement, value: Value, beside: Mapping[str, Value]
) -> tuple[Readings, Readings]:
    """The readings to compare; with every hand set by the house way where optimal setting is not counted."""
    readings = _read(statement, value, beside)
    try:
        case.count_standard(readings)
    except NotCounted:
        if _EXPOSED not in {statement.key, *beside}:
            hidden = {_EXPOSED: Exposed.AFTER}
            return {None: hidden}, _read(statement, value, {**beside, **hidden})
    return {}, readings


def find_play(case: Case, *sides: Readings) -> Basis:
    """How the hands of the standard wager are set under readings."""
    seen = {case.compile(item).standard.bank_exposed.said is Exposed.BEFORE for item in sides}
    if len(seen) == 2:
        return Basis.BANK_SEEN_ON_ONE_SIDE
    return Basis.BANK_SEEN if True in seen else Basis.HOUSE_WAY


def _measure_lines(
    case: Case,
    statement: Statement,
    wager: Wager,
    paytable: Paytable,
    value: Value,
    beside: Mapping[str, Value],
) -> Iterator[Effect]:
    stake = choose_stake(case, statement, wager, paytable, value)
    readings = _read(statement, value, beside)
    before = case.count(wager.id, paytable.id, {}, stake)
    after = case.count(wager.id, paytable.id, readings, stake)
    full = case.count_others(wager)
    only_envy = statement.parameter.touches is Touches.ENVY
    seats = {full if only_envy else 0, full}
    basis: tuple[Basis, ...] = (Basis.IMPLIED,) if statement.list_brought(value) else ()
    if value == HandConsidered.AS_SET:
        keeps = any(item.is_kept for item in list_set_matches(case.compile(readings)))
        seats, basis = {0}, (Basis.AS_SET_MATCH if keeps else Basis.AS_SET, Basis.HOUSE_WAY)
    for others in sorted(seats):
        yield Effect(
            wager=wager.id,
            paytable=paytable.id,
            before=case.edge(before, others),
            after=case.edge(after, others),
            stake=stake,
            other_players=others,
            basis=basis,
        )


def choose_stake(
    case: Case, statement: Statement, wager: Wager, paytable: Paytable, value: Value
) -> Money:
    """The wager amount of a comparison: of two minimums the lower, where only one of them pays envy."""
    own = statement.value
    is_minimum = statement.parameter.key in _MINIMUMS
    if not is_minimum or not isinstance(value, Money) or not isinstance(own, Money):
        return case.least_stake(wager, paytable)
    least = case.policy.least_stake(wager.id)
    return Money(max(min(own.amount, value.amount), least), case.jurisdiction.currency)


def drop_unchanged(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """The effects on wagers that change; those of the first wager where none does."""
    moving = {item.wager for item in effects if item.size}
    kept = moving or {item.wager for item in effects[:1]}
    return tuple(item for item in effects if item.wager in kept)


def price_change(
    wager: Wager | None,
    pairs: Sequence[tuple[str, Fraction, Fraction]],
    *basis: Basis,
    stake: Money | None = None,
    others: int | None = None,
) -> Price:
    """The effects of house edges before and after, each with its paytable."""
    name = wager.id if wager else STANDARD
    if not pairs:
        return Price((), (NotCalculated(reason=NoEffect.NOT_CALCULABLE, wager=name),))
    return Price(
        tuple(
            Effect(
                wager=name,
                paytable=paytable,
                before=(before, before),
                after=(after, after),
                stake=stake,
                other_players=others,
                basis=basis,
            )
            for paytable, before, after in pairs
        )
    )


def price_rows(
    case: Case,
    wager: Wager,
    tables: Sequence[Paytable],
    change: RowChange,
    basis: Basis,
    others: int | None = None,
) -> Price:
    """The effect of changed rows on each of some paytables; those that cannot be calculated are left out."""

    def alter(terms: WagerTerms) -> WagerTerms:
        return replace(terms, lines=tuple(change(terms.lines)))

    found = []
    for table in tables:
        stake = case.least_stake(wager, table)
        try:
            before, after = case.replace_terms(wager, table, alter, stake)
        except CertifyError:
            continue
        first, second = (case.edge(item, others or 0)[0] for item in (before, after))
        found.append(
            Effect(
                wager=wager.id,
                paytable=table.id,
                before=(first, first),
                after=(second, second),
                stake=stake if others is not None else None,
                other_players=others,
                basis=(basis,),
            )
        )
    if not found:
        return Price((), (NotCalculated(reason=NoEffect.NOT_CALCULABLE, wager=wager.id),))
    return Price(tuple(found))


def price_near(case: Case, wager: Wager, found: Sequence[Near]) -> Price:
    """The effects of the other documents' rows; none at all where one of them is not calculated."""
    prices = [
        _price_table(case, wager, own, item)
        for near in found
        for own in near.own
        for item in (near.tables if near.is_mixed else near.tables[:1])
    ]
    for price in prices:
        if not price.effects:
            return price
    return Price(tuple(effect for price in prices for effect in price.effects))


def _price_table(case: Case, wager: Wager, own: Paytable, other: OtherTable) -> Price:
    """The effect of the other table's rows in this document's game, at a full table."""
    if case.jurisdiction.currency != other.jurisdiction.currency:
        return no_effect(NoEffect.CURRENCY)
    others = case.count_others(wager) if other.wager.has_envy else 0
    seats = others if wager.has_envy else None
    rulebook = compile_rulebook(other.jurisdiction, {}, {wager.id: other.table.id})
    lines = [
        line if wager.has_envy else replace(line, envy=None)
        for line in rulebook.wagers[wager.id].lines
    ]
    return price_rows(case, wager, [own], lambda _: lines, Basis.WITH_ROW, seats)
