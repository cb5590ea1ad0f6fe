"""certify risk."""

from __future__ import annotations

import click

from certify.base.errors import CertifyError
from certify.base.figures import format_root
from certify.base.progress import show_progress
from certify.cli.completion import complete_paytables, complete_wagers
from certify.cli.options import (
    load_in_force,
    parse_stakes,
    take_day,
    take_readings,
    take_specs,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.odds.compute import Request, compute_odds
from certify.odds.result import WagerOdds
from certify.odds.risk import Risk, find_risk, shorten
from certify.render.numbers import percent
from certify.spec.readings import parse_readings
from certify.wagers.limits import STANDARD

_MOST = 1_000_000


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
    type=click.IntRange(1, _MOST),
    metavar="N",
    default=100_000,
    show_default=True,
    help="Number of rounds.",
)
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

    One player at equal wagers, without Envy Bonus. Shows the win percentages between which 95% of all series
    lie, and the probability that the banker loses over the series, from the exact distribution of the sum.
    """
    jurisdictions = load_in_force(specs, on)
    stakes = parse_stakes(stake, jurisdictions)
    found: list[tuple[str, WagerOdds, Risk]] = []
    with show_progress() as progress:
        for item in jurisdictions:
            own = (STANDARD, *(wager.id for wager in item.wagers))
            unknown = [name for name in wagers if name not in own]
            if unknown:
                raise CertifyError(f"--wager: '{unknown[0]}' is not one of {', '.join(own)}")
            request = Request(
                wagers or None,
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
        data = [{"jurisdiction": name, **_describe(odds, risk)} for name, odds, risk in found]
        output.write_json(data[0] if len(data) == 1 else data)
    else:
        output.write(line for name, odds, risk in found for line in _list_lines(name, odds, risk))


def _describe(odds: WagerOdds, risk: Risk) -> dict[str, object]:
    """The form that `certify risk --json` prints."""
    stake = str(odds.stake.amount) if odds.stake else "1"
    return {"wager": odds.wager, "paytable": odds.paytable, "stake": stake, **risk.describe()}


def _list_lines(name: str, odds: WagerOdds, risk: Risk) -> list[str]:
    table = f", paytable {odds.paytable}" if odds.paytable else ""
    return [
        f"{name}, {odds.wager}{table}: {risk.rounds:,} rounds",
        f"  house edge {percent(odds.house_edge)}, "
        f"standard deviation of one round {format_root(odds.variance)}",
        f"  95% of all series: win percentage {percent(risk.low)} to {percent(risk.high)}",
        f"  probability that the banker loses: {shorten(risk.house_loses, 6)} "
        f"(error below {shorten(risk.error, 1)})",
    ]
