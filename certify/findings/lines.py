"""The lines of paytables: comparing them, and the house edge with lines changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from certify.base.errors import CertifyError
from certify.findings.case import Case
from certify.findings.finding import Basis, Price
from certify.findings.pricing import price_change
from certify.spec.model import Line, Paytable, Statement, Wager
from certify.spec.rulebook import LineTerms, WagerTerms
from certify.spec.values import LOSES, PUSHES, Pay


def group_lines(
    wager: Wager, wanted: Callable[[Line], bool]
) -> dict[str, list[tuple[Paytable, Line]]]:
    """The lines for a hand class that meet a condition, by class, each with its paytable."""
    found: dict[str, list[tuple[Paytable, Line]]] = {}
    for table in wager.paytables:
        for line in table.lines:
            if line.hand and wanted(line):
                found.setdefault(line.hand, []).append((table, line))
    return found


def is_push(line: Line) -> bool:
    """Whether a line is a push."""
    return line.pays.value == PUSHES


def pays_more(one: Line, other: Line) -> bool:
    """Whether a line pays more than another at every wager amount and every height of a meter."""
    pays, less = one.pays.value, other.pays.value
    if not isinstance(pays, Pay) or not isinstance(less, Pay):
        return False
    parts = [
        (pays.times, less.times),
        (pays.money, less.money),
        (pays.meter, less.meter),
    ]
    return pays != less and all(more >= fewer for more, fewer in parts)


def list_crossed(wager: Wager, order: Sequence[str]) -> dict[tuple[str, str], list[Paytable]]:
    """Pairs of lines of which the first pays more and ranks lower, with the paytables that have them."""
    place = {name: number for number, name in enumerate(order)}
    tables: dict[tuple[str, str], list[Paytable]] = {}
    for paytable in wager.paytables:
        ranked = [line for line in paytable.lines if line.hand in place]
        for upper, lower in permutations(ranked, 2):
            wrong = place[str(upper.hand)] > place[str(lower.hand)]
            if wrong and pays_more(upper, lower):
                tables.setdefault((upper.id, lower.id), []).append(paytable)
    return tables


def change_lines(
    case: Case,
    wager: Wager,
    paytable: Paytable,
    change: Callable[[Sequence[LineTerms]], Sequence[LineTerms]],
    others: int = 0,
) -> tuple[Fraction, Fraction] | None:
    """The house edge before and after the lines are changed; None where it cannot be calculated."""

    def alter(terms: WagerTerms) -> WagerTerms:
        return replace(terms, lines=tuple(change(terms.lines)))

    try:
        before, after = case.replace_terms(
            wager, paytable, alter, case.least_stake(wager, paytable)
        )
    except CertifyError:
        return None
    return case.edge(before, others)[0], case.edge(after, others)[0]


def repay(hand: str, pay: Pay) -> Callable[[Sequence[LineTerms]], Sequence[LineTerms]]:
    """A change that gives a line another payout."""
    return lambda lines: [
        replace(line, pays=line.pays.put(pay)) if line.id == hand else line for line in lines
    ]


def price_loss(
    case: Case, wager: Wager, pushing: Sequence[tuple[Paytable, Line]], basis: Basis
) -> Price:
    """The effect of a loss instead of the push on paytables with a push."""
    pairs = [
        (table.id, *pair)
        for table, line in pushing
        if (pair := change_lines(case, wager, table, repay(line.id, LOSES))) is not None
    ]
    stake, others = (case.least_stake(wager), 0) if wager.has_envy else (None, None)
    return price_change(wager, pairs, basis, stake=stake, others=others)


PRECEDENCE = "wager.precedence"


def find_competing_lines(case: Case, statement: Statement) -> tuple[tuple[Line, Line], ...]:
    """The pairs of lines that an open precedence decides: the one that pays more, the one that ranks higher.

    Nothing for other statements. A pair is taken from the first paytable that has it.
    """
    wager = case.jurisdiction.find_wager(statement.wager or "")
    if statement.parameter.key != PRECEDENCE or wager is None:
        return ()
    try:
        classes = case.compile({}, wager.id, wager.paytables[0].id).wagers[wager.id].classes
    except CertifyError:
        return ()
    return tuple(
        (tables[0].line(high), tables[0].line(low))
        for (high, low), tables in list_crossed(wager, classes).items()
    )
