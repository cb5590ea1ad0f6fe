"""The figures that a document prints, beside the computed ones."""

from __future__ import annotations

from collections.abc import Iterator

from certify.base.errors import CertifyError
from certify.odds.counted import count_wager
from certify.odds.lines import compare_published
from certify.odds.result import PrintedFigure
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings


def list_printed(jurisdiction: Jurisdiction, readings: Readings) -> Iterator[PrintedFigure]:
    """Every printed figure of a document beside the computed one, under some readings."""
    for wager, paytable in jurisdiction.list_paytables():
        if not paytable.published:
            continue
        rulebook = compile_rulebook(jurisdiction, readings, {wager.id: paytable.id})
        try:
            found = count_wager(rulebook, rulebook.wagers[wager.id], None)
        except CertifyError:
            continue
        yield from compare_published(paytable, found.edge, found.envy)
