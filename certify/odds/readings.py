"""The alternatives that a document leaves open for a wager: one at a time, or every combination of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from certify.base.cache import share
from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.odds.counted import CountedWager, count_wager
from certify.odds.lines import find_stake
from certify.odds.setting import find_setting_for, is_paid_as_set, look_at_set_hands
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings
from certify.spec.resolved import Resolved
from certify.spec.rulebook import Rulebook
from certify.spec.values import Money, Value


def compile_under(
    jurisdiction: Jurisdiction,
    readings: Readings,
    wager: str,
    paytable: str,
    lender: Jurisdiction | None = None,
) -> Rulebook:
    """The document under readings with one paytable of one wager, compiled once."""
    rulebook, *_ = (
        share(  # by identity, and both documents are kept, so that no other takes their place
            ("rulebook", id(jurisdiction), id(lender), wager, paytable, name_readings(readings)),
            lambda: (
                compile_rulebook(jurisdiction, readings, {wager: paytable}, lender),
                jurisdiction,
                lender,
            ),
        )
    )
    return rulebook


def count_under(
    jurisdiction: Jurisdiction,
    readings: Readings,
    wager: str,
    paytable: str,
    stake: Money | None,
    lender: Jurisdiction | None = None,
    progress: Progress | None = None,
) -> CountedWager:
    """A wager counted under readings; raises where a value is missing or cannot be counted."""
    rulebook = compile_under(jurisdiction, readings, wager, paytable, lender)
    terms = rulebook.wagers[wager]
    if is_paid_as_set(rulebook, terms):
        terms = look_at_set_hands(rulebook, terms)

    def count() -> tuple[CountedWager | CertifyError, Rulebook]:
        try:
            setting = find_setting_for(rulebook, terms)
            counted = count_wager(rulebook, terms, stake, setting=setting, progress=progress)
        except CertifyError as error:
            return error, rulebook
        return counted, rulebook

    # the rulebook is kept beside the count, so its identity stands for document and readings
    found, _ = share(("counted", id(rulebook), wager, find_stake(terms, stake)), count)
    if isinstance(found, CertifyError):
        raise found
    return found


def name_readings(readings: Readings) -> str:
    """Readings as text, in one order, to be told apart by."""
    listed: list[tuple[str, list[tuple[str, Any]]]] = [
        (scope or "", sorted(values.items(), key=lambda item: item[0]))
        for scope, values in readings.items()
    ]
    return repr(sorted(listed, key=lambda item: item[0]))


def name_reading(given: Resolved[Any]) -> str:
    """The key by which a value is asked for: its reading, or else its own name."""
    return given.statement.reading or given.key


def list_readings(givens: Iterable[Resolved[Any]]) -> dict[str, Value]:
    """Every reading key among some values, with the value in force."""
    return {
        given.statement.reading: given.said
        for given in givens
        if given.statement.reading and given.said is not None
    }


def list_alternatives(
    givens: Iterable[Resolved[Any]], asked: Iterable[str], *, cross: bool
) -> Iterator[dict[str, Value]]:
    """The other values that the text allows, but for those set by hand."""
    taken = set(asked)
    opened: dict[str, tuple[Value, ...]] = {}
    for given in givens:
        name = name_reading(given)
        if given.statement.alternatives and not taken & {name, given.key}:
            opened[name] = given.statement.other_values
    if not cross:
        for name, values in opened.items():
            for value in values:
                yield {name: value}
        return
    for chosen in product(*([None, *values] for values in opened.values())):
        picked = {
            name: value for name, value in zip(opened, chosen, strict=True) if value is not None
        }
        if picked:
            yield picked


def is_supported(givens: Iterable[Resolved[Any]], readings: Mapping[str, Value]) -> bool:
    """Whether words of the text support each of some readings."""
    return all(
        readings[name] in given.statement.supported_values
        for given in givens
        if (name := name_reading(given)) in readings
    )


def add_readings(readings: Readings, more: Mapping[str, Value]) -> Readings:
    """Readings with others put over them for every paytable."""
    added = {scope: dict(values) for scope, values in readings.items()}
    for values in added.values():
        for name in more:
            values.pop(name, None)
    return {**added, None: {**added.get(None, {}), **more}}
