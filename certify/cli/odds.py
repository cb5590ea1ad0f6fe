"""certify odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from certify.base.cache import Origin, count_origins, format_origins, note_used
from certify.base.errors import CertifyError
from certify.base.names import match_name, quote, tell_near
from certify.base.progress import show_progress, track
from certify.cli.check import list_waived_now
from certify.cli.completion import complete_paytables, complete_wagers
from certify.cli.options import (
    find_lender,
    load_in_force,
    load_specs,
    parse_stakes,
    take_day,
    take_house_way,
    take_readings,
    take_specs,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.findings.case import Case
from certify.findings.checked import Checked, check_document, judge_alone
from certify.findings.policy import load_policy
from certify.findings.verdict import DocumentVerdict
from certify.odds.compute import Request, compute_odds
from certify.odds.describe import describe_wager
from certify.odds.result import WagerOdds
from certify.odds.tidy import format_tidy
from certify.render.data import describe_range
from certify.render.odds import format_odds, list_basis
from certify.spec.model import Jurisdiction
from certify.spec.readings import parse_readings
from certify.wagers.limits import STANDARD

Computed = tuple[Jurisdiction, list[WagerOdds], Request, dict[Origin, int], DocumentVerdict]


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
    help="Only this wager (repeatable).",
    shell_complete=complete_wagers,
)
@click.option(
    "--paytable", metavar="P", help="Only this paytable.", shell_complete=complete_paytables
)
@take_readings
@click.option(
    "--cross", is_flag=True, help="All combinations of readings (default: one at a time)."
)
@click.option(
    "--stake",
    metavar="AMOUNT",
    help="Wager amount, for example 25 or '25 USD' (default: the minimum wager).",
)
@click.option(
    "--maximum-stake",
    metavar="AMOUNT",
    help="Wager amount for the maximum loss of the banker in one round; also shows a round with that loss.",
)
@click.option("--envy-variance", is_flag=True, help="Also the variance with Envy Bonus.")
@click.option(
    "--alternatives",
    is_flag=True,
    help="Also the other readings of the standard wager; the first run takes minutes.",
)
@take_house_way
@take_day
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
    on: str | None,
    output: Output,
) -> None:
    """Calculate exact odds under every reading.

    Shows every outcome with its combinations, the house edge, hit frequency, variance and Envy Bonus as
    fractions.
    """
    jurisdictions = load_in_force(specs, on)
    lends = find_lender(lender)
    known = {STANDARD, *(wager.id for item in jurisdictions for wager in item.wagers)}
    asked = {_name_wager(name, known) for name in wagers}
    stakes = parse_stakes(stake, jurisdictions)
    most = parse_stakes(maximum_stake, jurisdictions, "--maximum-stake")
    policy = load_policy()
    results: list[Computed] = []
    with show_progress() as progress:
        for item in track(progress, jurisdictions, lambda item: item.id):
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
            verdict = judge_alone(Case(item, policy, progress=progress))
            results.append((item, odds, request, stored, verdict))
    if output.is_json:
        data = [
            _describe(item, found, stored, verdict) for item, found, _, stored, verdict in results
        ]
        output.write_json(data[0] if len(data) == 1 else data)
    else:
        output.write(_format(output.form, results))


def _name_wager(name: str, known: set[str]) -> str:
    found = match_name(name, known)
    if found is None:
        raise CertifyError(f"no wager {quote(name)}; {tell_near(name, sorted(known))}")
    return found


def _describe(
    jurisdiction: Jurisdiction,
    wagers: list[WagerOdds],
    stored: Mapping[Origin, int],
    verdict: DocumentVerdict,
) -> dict[str, Any]:
    return {
        "jurisdiction": jurisdiction.id,
        "spec_sha256": jurisdiction.source.sha256,
        "wagers": [_describe_wager(odds, verdict) for odds in wagers],
        "basis": list(list_basis(jurisdiction, wagers)),
        "stored_counts": {str(origin): number for origin, number in stored.items()},
    }


def _describe_wager(odds: WagerOdds, verdict: DocumentVerdict) -> dict[str, Any]:
    """A wager with the verdict on the rules of its document, whatever readings the figures are under."""
    data = describe_wager(odds)
    found = verdict.find(odds.wager, odds.paytable)
    if found is None:
        return data
    known = {"verdict": str(found.verdict), "range": describe_range(found)}
    head = ("wager", "paytable", "status")
    return {
        **{key: data[key] for key in head if key in data},
        **known,
        **{key: value for key, value in data.items() if key not in head},
    }


def _check(jurisdiction: Jurisdiction, results: list[Computed]) -> Checked:
    """The verdicts and issues of a document, with its differences from all others."""
    chosen = [item for item, *_ in results]
    names = {item.id for item in chosen}
    everyone = (*chosen, *(item for item in load_specs(()) if item.id not in names))
    return check_document(Case(jurisdiction, load_policy(), everyone))


def _format(chosen: str, results: list[Computed]) -> str | bytes:
    """All odds in the form asked for."""
    if chosen == "csv":
        return format_tidy((item.id, wagers) for item, wagers, *_ in results)
    if chosen == "xlsx":
        from certify.filing.workbook import Chapter, write_workbook

        waived = list_waived_now([item for item, *_ in results])
        return write_workbook(
            [
                Chapter(
                    item, wagers, request.readings, request.stake, _check(item, results), waived
                )
                for item, wagers, request, *_ in results
            ]
        )
    return "\n\n".join(
        format_odds(item, wagers, format_origins(stored), verdict)
        for item, wagers, _, stored, verdict in results
    )
