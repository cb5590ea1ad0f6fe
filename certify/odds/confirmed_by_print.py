"""The figures that a document prints: next to the computed ones, and the values that only they confirm."""

from __future__ import annotations

from collections.abc import Iterator

from certify.base.cache import share
from certify.base.errors import CertifyError
from certify.odds.lines import compare_published
from certify.odds.reading_counts import count_under
from certify.odds.readings import name_reading
from certify.odds.result import PrintedFigure
from certify.spec.catalogue import Moves, Touches, ValueKind
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Standing
from certify.spec.readings import Readings
from certify.spec.resolved import Resolved
from certify.spec.rulebook import Terms


def list_confirmed(jurisdiction: Jurisdiction, wager: str) -> tuple[str, ...]:
    """Keys of the values with which every printed figure comes out, and with no other value."""
    if not any(paytable.published for _, paytable in jurisdiction.list_paytables()):
        return ()
    found, _ = share(  # by identity: an edited document may still have the hash of its file
        ("confirmed", id(jurisdiction), wager),
        lambda: (tuple(_list_confirmed(jurisdiction, wager)), jurisdiction),
    )
    return found


def _list_confirmed(jurisdiction: Jurisdiction, wager: str) -> Iterator[str]:
    if not _come_out(jurisdiction, {}):
        return
    rulebook = compile_rulebook(jurisdiction)
    for terms in (rulebook.ranking, rulebook.wagers[wager]):
        for given in _list_open(terms):
            name = name_reading(given)
            others = [word for word in given.domain if word != given.said]
            if others and not any(_come_out(jurisdiction, {name: word}) for word in others):
                yield given.key


def _list_open(terms: Terms) -> Iterator[Resolved[object]]:
    """Choices that are not stated and can move a figure without envy."""
    for given in terms.list_resolved():
        parameter = given.statement.parameter
        if (
            parameter.kind is ValueKind.CHOICE
            and parameter.moves is Moves.ODDS
            and parameter.touches in {Touches.LINES, Touches.EVERY}
            and given.statement.standing is not Standing.STATED
            and given.said is not None
        ):
            yield given


def _come_out(jurisdiction: Jurisdiction, reading: dict[str, object]) -> bool:
    found = False
    for figure in list_printed(jurisdiction, {None: reading} if reading else {}):  # type: ignore[dict-item]
        if not figure.agrees:
            return False
        found = True
    return found


def list_printed(jurisdiction: Jurisdiction, readings: Readings) -> Iterator[PrintedFigure]:
    """Every printed figure of a document beside the computed one, under some readings."""
    for wager, paytable in jurisdiction.list_paytables():
        if not paytable.published:
            continue
        try:
            found = count_under(jurisdiction, readings, wager.id, paytable.id, None)
        except CertifyError:
            continue
        yield from compare_published(paytable.published, found.edge, found.envy)
