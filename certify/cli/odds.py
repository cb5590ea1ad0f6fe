"""certify odds."""

from __future__ import annotations

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.options import (
    load_specs,
    parse_readings,
    print_json,
    take_json,
    take_readings,
    take_specs,
)
from certify.game.vocabulary import WAGERS
from certify.odds.compute import Request, compute_odds
from certify.odds.result import describe_wager
from certify.odds.text import format_csv, format_odds
from certify.spec.model import Jurisdiction, Money, parse_money


def parse_stake(text: str | None) -> Money | None:
    """Read a stake that is more than nothing."""
    if text is None:
        return None
    stake = parse_money(text)
    if not stake.amount:
        raise CertifyError("a stake must be above zero")
    return stake


def find_assumed(name: str | None) -> Jurisdiction | None:
    """The jurisdiction whose house way is to be assumed."""
    if name is None:
        return None
    jurisdiction = load_specs((name,))[0]
    if not jurisdiction.house_way:
        raise CertifyError(f"{name} gives no house way to assume")
    return jurisdiction


@click.command("odds")
@take_specs()
@click.option(
    "--wager",
    "wagers",
    multiple=True,
    type=click.Choice(WAGERS),
    help="Only this wager. May be repeated.",
)
@click.option("--paytable", metavar="P", help="Only this paytable.")
@take_readings
@click.option("--cross", is_flag=True, help="Every combination of readings, not one at a time.")
@click.option("--stake", metavar="AMOUNT", help="A stake such as '25 USD', for envy and caps.")
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
@click.option(
    "--assume-house-way",
    "assume",
    metavar="ID",
    help="Where the document defers its house way, use that of another jurisdiction.",
)
@click.option("--threads", type=click.IntRange(1), help="How many threads; all by default.")
@take_json
@click.option("--csv", "as_csv", is_flag=True, help="Print one line an outcome as CSV.")
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
    assume: str | None,
    threads: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Compute exact odds: every outcome, the house edge, envy, and what each reading is worth."""
    jurisdictions = load_specs(specs)
    overrides = parse_readings(readings, jurisdictions)
    with show_progress() as progress:
        request = Request(
            wagers or WAGERS,
            paytable,
            overrides,
            cross,
            parse_stake(stake),
            envy_variance,
            parse_stake(maximum_stake),
            standard_alternatives=alternatives,
            assumed=find_assumed(assume),
            threads=threads,
            progress=progress,
        )
        results = [(item, compute_odds(item, request)) for item in jurisdictions]
    if as_json:
        data = [
            {
                "jurisdiction": item.id,
                "spec_sha256": item.source.sha256,
                "wagers": [describe_wager(odds) for odds in wagers_of],
            }
            for item, wagers_of in results
        ]
        print_json(data[0] if len(data) == 1 else data)
    elif as_csv:
        click.echo(format_csv(results), nl=False)
    else:
        click.echo("\n\n".join(format_odds(item, odds) for item, odds in results))
