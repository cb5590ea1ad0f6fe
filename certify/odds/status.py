"""From what a figure rests on to its status."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from certify.game.views import HandCondition
from certify.odds.result import Resting, Status, rest
from certify.spec.catalogue import Moves, Touches
from certify.spec.choices import Progressive
from certify.spec.model import Jurisdiction, Paytable, Standing, Statement
from certify.spec.resolved import Resolved
from certify.spec.rulebook import Ranking, WagerTerms
from certify.spec.values import Other, Pay, format_value
from certify.wagers.ranking import list_uncounted


@dataclass(frozen=True, slots=True)
class Judgement:
    """A status, what the figure rests on, and what stands in the way of a better one."""

    status: Status
    rests_on: tuple[Resting, ...]
    missing: tuple[str, ...]
    can_be_counted: bool

    def leave_out(self, left_out: Iterable[str]) -> Judgement:
        """The same where the figures leave something more out, or decide what the document does not."""
        added = tuple(left_out)
        is_figure = self.status in {Status.EXACT, Status.UNDER_READINGS}
        status = Status.INCOMPLETE if added and is_figure else self.status
        return replace(self, status=status, missing=(*self.missing, *added))

    def add_rules(self, rules: Iterable[Resting]) -> Judgement:
        """The same where figures rest on rules of a house way too that no document gives."""
        added = tuple(rules)
        below = added and self.status is Status.EXACT
        status = Status.UNDER_READINGS if below else self.status
        return replace(self, status=status, rests_on=(*self.rests_on, *added))


def judge(
    ranking: Ranking,
    shaping: Iterable[Resolved[Any]],
    settling: Iterable[Resolved[Any]],
    unsaid: Iterable[Resolved[Any]],
    uncounted: Iterable[Resolved[Any]],
    left_out: Iterable[str],
    confirmed: Iterable[str] = (),
    draft: str = "",
) -> Judgement:
    """Judge a wager: the values that shape its views, those it is settled by, and what is wanting.

    Of a draft every wager is incomplete, whatever else is open.
    """
    shaping = list({given.key: given for given in shaping}.values())
    gaps = [*(given for given in shaping if given.said is None and given.is_offered), *unsaid]
    beyond = [*list_uncounted(ranking, shaping), *uncounted]
    rests_on = [given for given in (*shaping, *settling) if given.said is not None]
    known = set(confirmed)
    resting = tuple(
        rest(given, confirmed=given.key in known or given.statement.reading in known)
        for given in {given.key: given for given in rests_on}.values()
    )
    out = [*([draft] if draft else []), *left_out]
    missing = (
        *(f"{given.key}: {format_value(given.said)} is not modelled" for given in _once(beyond)),
        *(f"{given.key}: {_tell_gap(given)}" for given in _once(gaps)),
        *out,
    )
    if draft:
        status = Status.INCOMPLETE
    elif beyond:
        status = Status.NOT_MODELLED
    elif gaps:
        status = Status.DEFERRED
    elif out:
        status = Status.INCOMPLETE
    elif all(item.standing == Standing.STATED for item in resting):
        status = Status.EXACT
    else:
        status = Status.UNDER_READINGS
    return Judgement(status, resting, missing, not beyond and not gaps)


def _once(givens: Iterable[Resolved[Any]]) -> list[Resolved[Any]]:
    return list({given.key: given for given in givens}.values())


def _tell_gap(given: Resolved[Any]) -> str:
    statement = given.statement
    if statement.deferred_to:
        return f"deferred to {statement.deferred_to}"
    return f"{statement.standing}, and nothing is assumed"


def tell_left_out(
    jurisdiction: Jurisdiction, wager: str, paytable: Paytable | None = None
) -> list[str]:
    """What a document says of a wager, on one paytable, and the figure leaves out.

    That is what has no parameter, and answers in words of its own on rounds that the figure does not count.
    Where the figure itself turns on such an answer nothing is counted, and that is told elsewhere.
    """
    uncovered = jurisdiction.list_uncovered(wager, paytable)
    return [
        *(f"not covered: {item.what} ({item.citation})" for item in uncovered),
        *(
            f"{item.key}: {format_value(item.value)} is left out ({next(iter(item.citations), item.clause)})"
            for item in jurisdiction.list_statements()
            if isinstance(item.value, Other)
            and (item.parameter.moves in _LEFT_OUT or item.parameter.own_words)
            and _touches(jurisdiction, item, wager)
        ),
    ]


_LEFT_OUT = {Moves.ROUND, Moves.INCOMPLETE}
"""What parameters move whose answers in other words leave a figure as it is, and incomplete."""


def tell_unused(terms: WagerTerms) -> Iterator[str]:
    """What is said of a wager and no row of the paytable uses: the figure leaves it out."""
    progressive = terms.progressive
    pays_meter = any(
        isinstance(line.pays.said, Pay) and line.pays.said.meter for line in terms.lines
    )
    deferred = progressive.said is None and progressive.statement.deferred_to
    if not pays_meter and (progressive.said is Progressive.BY_ROWS or deferred):
        yield f"{progressive.key}: no row pays a share of the meter ({progressive.clause})"
    wanted = terms.definition.said
    if isinstance(wanted, HandCondition) and not any(
        condition.includes(wanted) for line in terms.lines for condition in (line.player, line.bank)
    ):
        yield f"{terms.definition.key}: no row requires it ({terms.definition.clause})"


def _touches(jurisdiction: Jurisdiction, statement: Statement, wager: str) -> bool:
    """Whether rounds of a wager can turn on a statement."""
    touches = statement.parameter.touches
    if statement.wager is not None:
        return statement.wager == wager
    found = jurisdiction.find_wager(wager)
    if found is None:
        return touches in {Touches.STANDARD, Touches.EVERY}
    return touches in {Touches.LINES, Touches.EVERY} or (touches is Touches.ENVY and found.has_envy)
