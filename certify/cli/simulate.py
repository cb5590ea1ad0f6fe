"""certify simulate."""

from __future__ import annotations

import click

from certify.base.errors import CertifyError
from certify.base.figures import round_half_up
from certify.base.progress import show_progress
from certify.base.tables import format_count, format_table
from certify.cli.options import (
    leave,
    load_specs,
    parse_readings,
    print_json,
    take_json,
    take_readings,
)
from certify.odds.compute import Request, compute_odds
from certify.odds.readings import read_rules
from certify.odds.simulate import LIMIT, WagerCheck, simulate


@click.command("simulate")
@click.argument("spec", metavar="SPEC")
@click.option("--deals", type=click.IntRange(1), required=True, help="How many deals.")
@click.option(
    "--seed", type=click.IntRange(0), required=True, help="The same seed, the same deals."
)
@click.option("--paytable", metavar="P", help="The paytable; the first by default.")
@click.option("--plain", is_flag=True, help="Judge each deal by the readable engine: slow.")
@take_readings
@take_json
def command(
    spec: str,
    deals: int,
    seed: int,
    paytable: str | None,
    plain: bool,
    readings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Deal at random and hold what comes against the exact odds, as z-scores and chi-square.

    Exit 1 if a count lies too far off. A simulation checks figures; it never makes one.
    """
    jurisdiction = load_specs((spec,))[0]
    overrides = parse_readings(readings, [jurisdiction])
    table = jurisdiction.paytable(paytable) if paytable else jurisdiction.paytables[0]
    rules = read_rules(jurisdiction, table, overrides)
    if not plain and rules.reading("bonus-comparison") == "by-hand":
        raise CertifyError("hands are compared by hand only by the readable engine; add --plain")
    with show_progress() as progress:
        odds = compute_odds(
            jurisdiction,
            Request(paytable=table.id, overrides=overrides, alternatives=False, progress=progress),
        )
        checks = simulate(rules, odds, deals, seed, plain=plain, progress=progress)
    agrees = all(check.agrees for check in checks)
    if as_json:
        print_json(
            {
                "jurisdiction": jurisdiction.id,
                "paytable": table.id,
                "deals": deals,
                "seed": seed,
                "agrees": agrees,
                "wagers": [_describe(item) for item in checks],
            }
        )
    else:
        for check in checks:
            _print(check)
        click.echo(
            f"{format_count(deals)} deals, seed {seed}: "
            + (
                "the exact odds agree"
                if agrees
                else f"DOES NOT AGREE: a count lies more than {LIMIT} standard deviations off"
            )
        )
    leave(agrees)


def _describe(check: WagerCheck) -> dict[str, object]:
    statistic, freedom = check.chi_square
    return {
        "wager": check.wager,
        "agrees": check.agrees,
        "chi_square": round_half_up(statistic, 3),
        "degrees_of_freedom": freedom,
        "outcomes": [
            {
                "outcome": line.outcome,
                "observed": line.observed,
                "expected": round_half_up(line.expected, 3),
                "z": line.score,
            }
            for line in check.lines
        ],
    }


def _print(check: WagerCheck) -> None:
    rows = [
        (line.outcome, format_count(line.observed), round_half_up(line.expected, 1), line.score)
        for line in check.lines
    ]
    click.echo(check.wager)
    click.echo("\n".join(format_table(("outcome", "observed", "expected", "z"), rows)))
    statistic, freedom = check.chi_square
    click.echo(f"chi-square {round_half_up(statistic, 2)} with {freedom} degrees of freedom\n")
