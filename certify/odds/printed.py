"""The figures that a document prints, beside the computed ones."""

from __future__ import annotations

from collections.abc import Iterator

from certify.base.errors import CertifyError
from certify.odds.lines import compare_published
from certify.odds.reading_counts import count_under
from certify.odds.result import PrintedFigure
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings


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
