"""certify odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from certify.base.cache import Origin, count_origins, format_origins, note_used
from certify.base.errors import CertifyError
from certify.base.names import match_name, quote, tell_near
from certify.base.progress import show_progress
from certify.cli.completion import complete_paytables, complete_wagers
from certify.cli.options import (
    find_lender,
    load_specs,
    parse_stakes,
    take_house_way,
    take_readings,
    take_specs,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.odds.compute import Request, compute_odds
from certify.odds.describe import describe_wager
from certify.odds.result import WagerOdds
from certify.odds.text import format_odds, list_basis
from certify.odds.tidy import format_tidy
from certify.spec.model import Jurisdiction
from certify.spec.readings import parse_readings
from certify.wagers.limits import STANDARD

Computed = tuple[Jurisdiction, list[WagerOdds], Request, dict[Origin, int]]


@make_command(
    "odds",
    epilog=show_examples(
        "certify odds SPEC",
        "certify odds SPEC --wager fortune-bonus --stake 5 --json",
        "certify odds SPEC --reading joker=wild --format csv -o odds.csv",
        "certify odds jurisdictions --wager standard",
    ),
)
@take_specs()
@click.option(
    "--wager",
    "wagers",
    multiple=True,
    metavar="W",
    help="Only this wager. May be repeated.",
    shell_complete=complete_wagers,
)
@click.option(
    "--paytable", metavar="P", help="Only this paytable.", shell_complete=complete_paytables
)
@take_readings
@click.option("--cross", is_flag=True, help="Every combination of readings, not one at a time.")
@click.option("--stake", metavar="AMOUNT", help="A stake such as 25 or '25 USD'.")
@click.option(
    "--maximum-stake",
    metavar="AMOUNT",
    help="Add the largest loss of the bank in one round at this stake, with a deal that reaches it.",
)
@click.option("--envy-variance", is_flag=True, help="Add the variance with envy (from all pairs).")
@click.option(
    "--alternatives",
    is_flag=True,
    help="Add the other readings of the standard wager too: minutes the first time.",
)
@take_house_way
@take_output("text", "json", "csv", "xlsx")
def command(  # noqa: PLR0913
    *,
    specs: tuple[str, ...],
    wagers: tuple[str, ...],
    paytable: str | None,
    readings: tuple[str, ...],
    cross: bool,
    stake: str | None,
    maximum_stake: str | None,
    envy_variance: bool,
    alternatives: bool,
    lender: str | None,
    output: Output,
) -> None:
    """Compute exact odds, and what each reading is worth.

    Gives every outcome with its deals, the house edge, hit rate, variance and envy as fractions.
    """
    jurisdictions = load_specs(specs)
    lends = find_lender(lender)
    known = {STANDARD, *(wager.id for item in jurisdictions for wager in item.wagers)}
    asked = {_name_wager(name, known) for name in wagers}
    stakes = parse_stakes(stake, jurisdictions)
    most = parse_stakes(maximum_stake, jurisdictions, "--maximum-stake")
    results: list[Computed] = []
    with show_progress() as progress:
        for item in jurisdictions:
            own = (STANDARD, *(wager.id for wager in item.wagers))
            request = Request(
                tuple(name for name in own if name in asked) if wagers else None,
                item.name_paytable(paytable) if paytable is not None else None,
                parse_readings(item, readings, lends),
                cross,
                stakes(item.currency),
                envy_variance,
                most(item.currency),
                standard_alternatives=alternatives or cross,
                assumed=lends if not item.house_way else None,
                progress=progress,
            )
            with note_used() as used:
                odds = compute_odds(item, request)
            stored = count_origins(
                count for count in used.values() if count.origin is not Origin.COMPUTED
            )
            results.append((item, odds, request, stored))
    if output.is_json:
        data = [_describe(item, found, stored) for item, found, _, stored in results]
        output.write_json(data[0] if len(data) == 1 else data)
    else:
        output.write(_format(output.form, results))


def _name_wager(name: str, known: set[str]) -> str:
    found = match_name(name, known)
    if found is None:
        raise CertifyError(f"no wager {quote(name)}; {tell_near(name, sorted(known))}")
    return found


def _describe(
    jurisdiction: Jurisdiction, wagers: list[WagerOdds], stored: Mapping[Origin, int]
) -> dict[str, Any]:
    return {
        "jurisdiction": jurisdiction.id,
        "spec_sha256": jurisdiction.source.sha256,
        "wagers": [describe_wager(odds) for odds in wagers],
        "basis": list(list_basis(jurisdiction, wagers)),
        "stored_counts": {str(origin): number for origin, number in stored.items()},
    }


def _format(chosen: str, results: list[Computed]) -> str | bytes:
    """All odds in the form asked for."""
    if chosen == "csv":
        return format_tidy((item.id, wagers) for item, wagers, *_ in results)
    if chosen == "xlsx":
        from certify.filing.workbook import Chapter, write_workbook

        return write_workbook(
            [
                Chapter(item, wagers, request.readings, request.stake)
                for item, wagers, request, _ in results
            ]
        )
    return "\n\n".join(
        format_odds(item, wagers, format_origins(stored)) for item, wagers, _, stored in results
    )
