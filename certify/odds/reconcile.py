"""Which readings reproduce every figure that a document prints.

A figure turns on readings of the game, of its wager and of its own paytable. So each table is counted under
those alone, and the answers are put together where they agree on what they share. Envy is counted only for
tables that print a figure with envy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

from certify.base.errors import CertifyError
from certify.base.figures import ROUNDINGS
from certify.base.progress import Progress, track
from certify.odds.counted import count_wager
from certify.odds.lines import find_stake
from certify.spec.catalogue import Moves, Touches, ValueKind
from certify.spec.choices import BankComparison
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Paytable, Standing, Statement, Wager
from certify.spec.values import Value, format_value

Bounds = tuple[Fraction, Fraction]
MOST_OTHERS = 5
_MAXIMUM = "max-envy"
_TOUCHING = {Touches.LINES, Touches.EVERY, Touches.ENVY}

Domain = dict[str, tuple[Value, ...]]
Choice = tuple[Value, ...]
"""A value for each key of a domain, in its order."""
Edges = dict[int, Bounds]
"""The edge without envy (0) and by number of others with it, as bounds; equal where it is exact."""


@dataclass(frozen=True, slots=True)
class Solution:
    """One way to come to all printed figures."""

    readings: dict[str, Value]
    other_players: int | None
    """None where no printed figure has envy in it."""
    rounding: str


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What was searched, and what reproduces every printed figure."""

    figures: int
    candidates: int
    domain: dict[str, tuple[Value, ...]]
    solutions: tuple[Solution, ...]
    best: int
    """The most figures that any candidate reproduces at once."""
    with_envy: bool = False
    """Whether some printed figure has envy in it."""
    passed_over: int = 0
    """Counts that were not made: hands compared card by card, against what the text states."""


@dataclass(frozen=True, slots=True)
class _EdgeTable:
    """A paytable with printed figures, the readings that they may turn on, and its edges under each."""

    wager: Wager
    paytable: Paytable
    domain: Domain
    edges: dict[Choice, Edges]

    @property
    def has_envy(self) -> bool:
        return any(item.label == _MAXIMUM for item in self.paytable.published)

    def count_fitting(self, choice: Choice, others: int, rounding: str) -> int:
        edges = self.edges[choice]
        return sum(
            _fits(item.percent, edges.get(others if item.label == _MAXIMUM else 0), rounding)
            for item in self.paytable.published
        )


def reconcile(jurisdiction: Jurisdiction, progress: Progress | None = None) -> Reconciliation:
    """Search readings, numbers of other players and roundings for those that fit all figures."""
    tables = [
        _EdgeTable(wager, table, _list_domain(jurisdiction, wager, table), {})
        for wager, table in jurisdiction.list_paytables()
        if table.published
    ]
    if not tables:
        return Reconciliation(0, 0, {}, (), 0)
    whole = sum(prod(map(len, table.domain.values())) for table in tables)
    choices = ((table, choice) for table in tables for choice in product(*table.domain.values()))
    for table, choice in track(progress, choices, lambda pair: pair[0].wager.id, whole):
        edges = _compute(jurisdiction, table, dict(zip(table.domain, choice, strict=True)))
        if edges is not None:
            table.edges[choice] = edges
    passed = whole - sum(len(table.edges) for table in tables)
    return _SolutionSearch([_drop_idle(table) for table in tables], passed).run()


@dataclass(frozen=True, slots=True)
class _SolutionSearch:
    tables: list[_EdgeTable]
    passed_over: int

    @property
    def domain(self) -> Domain:
        """Every reading that some figure turns on."""
        return {key: values for table in self.tables for key, values in table.domain.items()}

    @property
    def shared(self) -> Domain:
        """The readings on which several tables must agree; the others are chosen for each table alone."""
        keys = [key for table in self.tables for key in table.domain]
        return {key: values for key, values in self.domain.items() if keys.count(key) > 1}

    def run(self) -> Reconciliation:
        figures = sum(len(table.paytable.published) for table in self.tables)
        with_envy = any(table.has_envy for table in self.tables)
        numbers = range(1, MOST_OTHERS + 1) if with_envy else range(1)
        best, candidates, solutions = 0, 0, []
        for values in product(*self.shared.values()):
            fixed = dict(zip(self.shared, values, strict=True))
            open_choices = [_list_agreeing(table, fixed) for table in self.tables]
            candidates += prod(map(len, open_choices)) * len(numbers) * len(ROUNDINGS)
            if not all(open_choices):
                continue
            for others, rounding in product(numbers, ROUNDINGS):
                fitting = [
                    [(table.count_fitting(choice, others, rounding), choice) for choice in choices]
                    for table, choices in zip(self.tables, open_choices, strict=True)
                ]
                reached = sum(max(number for number, _ in found) for found in fitting)
                best = max(best, reached)
                if reached == figures:
                    solutions += [
                        Solution(readings, others or None, rounding)
                        for readings in self._list_whole(fitting)
                    ]
        return Reconciliation(
            figures, candidates, self.domain, tuple(solutions), best, with_envy, self.passed_over
        )

    def _list_whole(self, fitting: list[list[tuple[int, Choice]]]) -> Iterator[dict[str, Value]]:
        """Every way to choose for all tables at once so that each has all its figures."""
        full = [
            [choice for number, choice in found if number == len(table.paytable.published)]
            for table, found in zip(self.tables, fitting, strict=True)
        ]
        for chosen in product(*full):
            readings: dict[str, Value] = {}
            for table, choice in zip(self.tables, chosen, strict=True):
                readings |= dict(zip(table.domain, choice, strict=True))
            yield {key: readings[key] for key in self.domain}


def _list_agreeing(table: _EdgeTable, fixed: Mapping[str, Value]) -> list[Choice]:
    """The choices of a table that have the values which are fixed."""
    wanted = [(place, fixed[key]) for place, key in enumerate(table.domain) if key in fixed]
    return [
        choice for choice in table.edges if all(choice[place] == value for place, value in wanted)
    ]


def _list_domain(jurisdiction: Jurisdiction, wager: Wager, paytable: Paytable) -> Domain:
    """Every reading that may touch a printed figure of a table, with the values it can take."""
    found: Domain = {}
    for statement in jurisdiction.list_statements():
        if statement.wager not in (None, wager.id):
            continue
        if statement.paytable not in (None, paytable.id) and (
            statement.line or statement.wager is None
        ):
            continue
        with_envy = any(item.label == _MAXIMUM for item in paytable.published)
        values = _list_values(statement, with_envy=with_envy)
        if values:
            key = statement.reading or statement.key
            found[key] = tuple(dict.fromkeys((*found.get(key, ()), *values)))
    return found


def _list_values(statement: Statement, *, with_envy: bool) -> tuple[Value, ...]:
    """The values to try: all words of a closed reading, else what the text allows, where that is several."""
    parameter = statement.parameter
    touching = parameter.touches in (_TOUCHING if with_envy else _TOUCHING - {Touches.ENVY})
    if parameter.moves is not Moves.ODDS or not touching or statement.value is None:
        return ()
    if statement.standing is Standing.NOT_OFFERED:
        return ()
    if parameter.kind is ValueKind.CHOICE and statement.reading:
        return tuple(word for word in parameter.choices if word not in parameter.uncounted)
    outright = {said.value for said in statement.said if not said.implied}
    if parameter.touches is Touches.ENVY and statement.value in outright:
        # what other clauses only imply is no reading of a printed figure with Envy Bonus
        others = tuple(value for value in statement.other_values if value in outright)
    else:
        others = statement.other_values
    return (statement.value, *others) if others else ()


def _contradicts(jurisdiction: Jurisdiction, wager: str, key: str, value: Value) -> bool:
    """Whether the text plainly states another value."""
    statements = jurisdiction.readings.get(key) or (jurisdiction.by_key[key],)
    return all(
        item.standing is Standing.STATED and item.value != value
        for item in statements
        if item.wager in (None, wager)
    )


def _drop_idle(table: _EdgeTable) -> _EdgeTable:
    """Leave out the readings on which no figure of a table turns, whatever the others are."""
    for place, key in enumerate(table.domain):
        of_rest: dict[Choice, Edges] = {}
        if all(
            of_rest.setdefault(choice[:place] + choice[place + 1 :], edges) == edges
            for choice, edges in table.edges.items()
        ):
            rest = {name: values for name, values in table.domain.items() if name != key}
            return _drop_idle(replace(table, domain=rest, edges=of_rest))
    return table


def _compute(
    jurisdiction: Jurisdiction, table: _EdgeTable, readings: dict[str, Value]
) -> Edges | None:
    """The edges of a table under readings; None for a count that is long and that the text speaks against."""
    wager = table.wager.id
    rulebook = compile_rulebook(jurisdiction, {None: readings}, {wager: table.paytable.id})
    terms = rulebook.wagers[wager]
    if (
        terms.is_contested
        and terms.bank_comparison.said is BankComparison.BY_HAND
        and any(_contradicts(jurisdiction, wager, *item) for item in readings.items())
    ):
        return None
    stake = find_stake(terms, None)
    if not table.has_envy:
        terms = replace(terms, envy=None)
    try:
        found = count_wager(rulebook, terms, stake)
    except CertifyError:
        return {}
    result = {0: (found.edge, found.edge)}
    for item in found.envy:
        if item.house_edge is not None:
            result[item.other_players] = (item.house_edge, item.highest_edge or item.house_edge)
    return result


def _fits(printed: str, bounds: Bounds | None, rounding: str) -> bool:
    places = len(printed.partition(".")[2])
    return bounds is not None and all(
        ROUNDINGS[rounding](bound * 100, places) == printed for bound in bounds
    )


def list_lines(jurisdiction: Jurisdiction, result: Reconciliation) -> Iterator[str]:
    """The answer for people."""
    if not result.figures:
        yield f"{jurisdiction.id} prints no figures to reconcile"
        return
    yield (
        f"{jurisdiction.id}: {result.figures} printed figures, "
        f"{result.candidates} candidates searched"
    )
    for key, values in result.domain.items():
        yield f"  {key}: {', '.join(map(format_value, values))}"
    others = f"other players: 1 to {MOST_OTHERS}; " if result.with_envy else ""
    yield f"  {others}wager amount: the stated minimum; rounding: {', '.join(ROUNDINGS)}"
    if result.passed_over:
        yield "  not tried: hands compared card by card together with a value that contradicts the text"
    for solution in result.solutions:
        named = [f"{key}={format_value(value)}" for key, value in solution.readings.items()]
        if solution.other_players is not None:
            named.append(f"{solution.other_players} other players")
        yield f"all figures match with {', '.join([*named, solution.rounding])}"
    if not result.solutions:
        yield f"no candidate reproduces all figures; the best reproduces {result.best}"
    elif len(result.solutions) == 1:
        yield "no other candidate reproduces all figures"
    else:
        yield f"not unique: {len(result.solutions)} candidates reproduce all figures"
