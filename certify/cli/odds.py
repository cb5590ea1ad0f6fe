"""certify odds, reconcile and risk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from certify.base.cache import Origin, count_origins, format_origins, note_used
from certify.base.errors import CertifyError
from certify.base.figures import format_root
from certify.base.names import match_name, quote, tell_near
from certify.base.progress import show_progress, track
from certify.cli.check import list_all, list_waived_now
from certify.cli.options import (
    find_lender,
    leave,
    load_in_force,
    load_spec,
    parse_stakes,
    take_day,
    take_house_way,
    take_only_paytable,
    take_readings,
    take_spec,
    take_specs,
    take_wagers,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.findings.case import Case
from certify.findings.checked import check_document, judge_alone
from certify.findings.policy import load_policy
from certify.findings.verdict import DocumentVerdict
from certify.odds.compute import Request, compute_odds
from certify.odds.describe import describe_readings, describe_wager
from certify.odds.reconcile import list_lines, reconcile
from certify.odds.result import WagerOdds
from certify.odds.risk import Risk, find_risk, shorten
from certify.odds.tidy import format_tidy
from certify.render.data import describe_range
from certify.render.numbers import percent
from certify.render.odds import format_odds, list_basis
from certify.spec.model import Jurisdiction
from certify.spec.readings import parse_readings
from certify.spec.values import format_value
from certify.wagers.limits import STANDARD

_MOST_ROUNDS = 1_000_000
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
@take_wagers
@take_only_paytable
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
def run_odds(  # noqa: PLR0913
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
        data = [_describe(*item) for item in results]
        output.write_json(data[0] if len(data) == 1 else data)
    elif output.form == "csv":
        output.write(format_tidy((item.id, odds) for item, odds, *_ in results))
    elif output.form == "xlsx":
        output.write(_write_workbook(results))
    else:
        output.write(
            "\n\n".join(
                format_odds(item, odds, format_origins(stored), verdict)
                for item, odds, _, stored, verdict in results
            )
        )


def _name_wager(name: str, known: set[str]) -> str:
    found = match_name(name, known)
    if found is None:
        raise CertifyError(f"no wager {quote(name)}; {tell_near(name, sorted(known))}")
    return found


def _describe(
    jurisdiction: Jurisdiction,
    wagers: list[WagerOdds],
    _: Request,
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
    head: dict[str, Any] = {key: data.pop(key, None) for key in ("wager", "paytable", "status")}
    return head | {"verdict": str(found.verdict), "range": describe_range(found)} | data


def _write_workbook(results: list[Computed]) -> bytes:
    from certify.filing.workbook import Chapter, write_workbook

    chosen = [item for item, *_ in results]
    everyone, policy, waived = list_all(chosen), load_policy(), list_waived_now(chosen)
    chapters = []
    for item, odds, request, *_ in results:
        checked = check_document(Case(item, policy, everyone))
        chapters.append(Chapter(item, odds, request.readings, request.stake, checked, waived))
    return write_workbook(chapters)


@make_command(
    "reconcile", epilog=show_examples("certify reconcile SPEC", "certify reconcile SPEC --json")
)
@take_spec
@take_output("text", "json")
def run_reconcile(spec: str, output: Output) -> None:
    """Find the readings that reproduce every printed figure.

    Exit code 1 if there are none.
    """
    jurisdiction = load_spec(spec)
    with show_progress() as progress:
        result = reconcile(jurisdiction, progress)
    if output.is_json:
        output.write_json(
            {
                "jurisdiction": jurisdiction.id,
                "figures": result.figures,
                "candidates": result.candidates,
                "domain": {
                    key: [format_value(value) for value in values]
                    for key, values in result.domain.items()
                },
                "solutions": [
                    {
                        "readings": describe_readings(item.readings),
                        "other_players": item.other_players,
                        "rounding": item.rounding,
                    }
                    for item in result.solutions
                ],
                "unique": len(result.solutions) == 1,
                "best": result.best,
                "passed_over": result.passed_over,
            }
        )
    else:
        output.write(list_lines(jurisdiction, result))
    leave(bool(result.solutions) or not result.figures)


@make_command(
    "risk",
    epilog=show_examples(
        "certify risk SPEC --rounds 100000",
        "certify risk SPEC --wager fortune-bonus --paytable 1 --rounds 1000 --json",
    ),
)
@take_specs(required=True)
@click.option(
    "--rounds",
    type=click.IntRange(1, _MOST_ROUNDS),
    metavar="N",
    default=100_000,
    show_default=True,
    help="Number of rounds.",
)
@take_wagers
@take_only_paytable
@click.option(
    "--stake",
    metavar="AMOUNT",
    help="Wager amount, for payouts of fixed sums (default: the minimum wager).",
)
@take_readings
@take_day
@take_output("text", "json")
def run_risk(
    *,
    specs: tuple[str, ...],
    rounds: int,
    wagers: tuple[str, ...],
    paytable: str | None,
    stake: str | None,
    readings: tuple[str, ...],
    on: str | None,
    output: Output,
) -> None:
    """Calculate the win and loss over many rounds exactly.

    For one player with equal wagers, without Envy Bonus. Shows the win percentages between which
    95% of all series lie, and the probability that the banker loses over the series, from the exact
    distribution of the sum.
    """
    jurisdictions = load_in_force(specs, on)
    stakes = parse_stakes(stake, jurisdictions)
    found: list[tuple[str, WagerOdds, Risk]] = []
    with show_progress() as progress:
        for item in jurisdictions:
            own = (STANDARD, *(wager.id for wager in item.wagers))
            request = Request(
                tuple(_name_wager(name, {*own}) for name in wagers) or None,
                item.name_paytable(paytable) if paytable is not None else None,
                parse_readings(item, readings),
                stake=stakes(item.currency),
                alternatives=False,
                progress=progress,
            )
            found += [
                (item.id, odds, find_risk(odds, rounds))
                for odds in compute_odds(item, request)
                if odds.has_figures
            ]
    if not found:
        raise CertifyError("no wager has figures; certify odds shows why")
    if output.is_json:
        data = [{"jurisdiction": name, **_describe_risk(odds, risk)} for name, odds, risk in found]
        output.write_json(data[0] if len(data) == 1 else data)
    else:
        output.write(line for name, odds, risk in found for line in _list_risk(name, odds, risk))


def _describe_risk(odds: WagerOdds, risk: Risk) -> dict[str, object]:
    """The form that `certify risk --json` prints."""
    stake = str(odds.stake.amount) if odds.stake else "1"
    return {"wager": odds.wager, "paytable": odds.paytable, "stake": stake, **risk.describe()}


def _list_risk(name: str, odds: WagerOdds, risk: Risk) -> list[str]:
    table = f", paytable {odds.paytable}" if odds.paytable else ""
    return [
        f"{name}, {odds.wager}{table}: {risk.rounds:,} rounds",
        f"  house edge {percent(odds.house_edge)}, "
        f"standard deviation of one round {format_root(odds.variance)}",
        f"  95% of all series: win percentage {percent(risk.low)} to {percent(risk.high)}",
        f"  probability that the banker loses: {shorten(risk.house_loses, 6)} "
        f"(error below {shorten(risk.error, 1)})",
    ]
