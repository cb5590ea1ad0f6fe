"""Counts again what the package ships: `python -m tests.odds.ship` (minutes) writes the file."""

from __future__ import annotations

from certify.base import cache
from certify.base.storage import write_file
from certify.filing.checks import _check_views
from certify.findings.checked import check_document
from certify.odds.compute import Request, compute_odds
from certify.odds.identity import SHIPPED, write_shipped
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import STRATEGY
from tests.conftest import IDS, load
from tests.findings.cases import case_of, everyone


def count_all() -> list[cache.Used]:
    """Every count that the shipped files need, under all their readings, counted now."""
    with cache.compute_anew(), cache.note_used() as used:
        for name in IDS:
            document = load(name)
            request = Request(envy_variance=True, standard_alternatives=True)
            compute_odds(document, request)
            if document.house_way:
                best = {None: {STRATEGY: "optimal"}}
                compute_odds(document, Request(("standard",), readings=best, alternatives=False))
            for lender in () if document.house_way else filter(_has_house_way, map(load, IDS)):
                compute_odds(document, Request(wagers=("standard",), assumed=lender))
            check_document(case_of(document, *everyone()))
            list(_check_views(compile_rulebook(document).ranking.rank_rules(), None))
    return list(used.values())


def _has_house_way(document: Jurisdiction) -> bool:
    return bool(document.house_way)


if __name__ == "__main__":
    write_file(SHIPPED, write_shipped(count_all()))
