"""Wagers counted under readings, each once in a process: odds, alternatives, prices and printed figures ask
for the same ones."""

from __future__ import annotations

from typing import Any

from certify.base.cache import share
from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.odds.counted import CountedWager, count_wager
from certify.odds.hands_as_set import is_paid_as_set, look_at_set_hands
from certify.odds.lines import find_stake
from certify.odds.setting import find_setting_for
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings
from certify.spec.rulebook import Rulebook
from certify.spec.values import Money


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
