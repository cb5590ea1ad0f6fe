"""certify odds."""

from __future__ import annotations

import json
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.options import (
    choose_format,
    find_lender,
    load_specs,
    parse_stake,
    take_house_way,
    take_json,
    take_readings,
    take_specs,
    write_result,
)
from certify.odds.compute import Request, compute_odds
from certify.odds.describe import describe_wager
from certify.odds.result import WagerOdds
from certify.odds.text import format_odds
from certify.odds.tidy import format_tidy
from certify.spec.model import Jurisdiction
from certify.spec.readings import parse_readings
from certify.wagers.limits import STANDARD

FORMATS = ("text", "json", "csv", "xlsx")


@click.command("odds")
@take_specs()
@click.option(
    "--wager", "wagers", multiple=True, metavar="W", help="Only this wager. May be repeated."
)
@click.option("--paytable", metavar="P", help="Only this paytable.")
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
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="The form of the result; text if not said."
)
@take_json
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the result to a file; a workbook always goes to one.",
)
def command(  # noqa: PLR0913, PLR0917
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
    form: str | None,
    as_json: bool,
    target: Path | None,
) -> None:
    """Compute exact odds: every outcome, the house edge, envy, and what each reading is worth."""
    chosen = choose_format(form, as_json)
    if chosen == "xlsx" and target is None:
        raise CertifyError("a workbook goes to a file; name it with -o FILE.xlsx")
    jurisdictions = load_specs(specs)
    lends = find_lender(lender)
    known = {STANDARD, *(wager.id for item in jurisdictions for wager in item.wagers)}
    for name in wagers:
        if name not in known:
            raise CertifyError(f"no wager {name!r}; there are {', '.join(sorted(known))}")
    results = []
    with show_progress() as progress:
        for item in jurisdictions:
            own = {STANDARD, *(wager.id for wager in item.wagers)}
            request = Request(
                tuple(name for name in wagers if name in own) if wagers else None,
                paytable,
                parse_readings(item, readings),
                cross,
                parse_stake(stake, item.currency),
                envy_variance,
                parse_stake(maximum_stake, item.currency),
                standard_alternatives=alternatives or cross,
                assumed=lends if not item.house_way else None,
                progress=progress,
            )
            results.append((item, compute_odds(item, request), request))
    write_result(_format(chosen, results), target)


def _format(
    chosen: str, results: list[tuple[Jurisdiction, list[WagerOdds], Request]]
) -> str | bytes:
    """All odds in the form asked for."""
    if chosen == "json":
        data = [
            {
                "jurisdiction": item.id,
                "spec_sha256": item.source.sha256,
                "wagers": [describe_wager(odds) for odds in wagers],
            }
            for item, wagers, _ in results
        ]
        return json.dumps(data[0] if len(data) == 1 else data, indent=2, ensure_ascii=False) + "\n"
    if chosen == "csv":
        return format_tidy((item.id, wagers) for item, wagers, _ in results)
    if chosen == "xlsx":
        from certify.filing.workbook import Chapter, write_workbook

        return write_workbook(
            [
                Chapter(item, wagers, request.readings, request.stake)
                for item, wagers, request in results
            ]
        )
    return "\n\n".join(format_odds(item, wagers) for item, wagers, _ in results) + "\n"
