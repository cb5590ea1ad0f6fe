"""certify simulate."""

from __future__ import annotations

import click

from certify.base.figures import format_percent
from certify.base.progress import show_progress
from certify.base.tables import format_count, format_table
from certify.cli.options import (
    check_lender,
    find_lender,
    leave,
    load_spec,
    take_house_way,
    take_paytable,
    take_readings,
    take_spec,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.engine.admission import choose_paytables
from certify.odds.compute import Request, compute_odds
from certify.odds.simulate import LIMIT, MOST_DEALS, MoneyCheck, simulate
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings, parse_readings
from certify.wagers.limits import STANDARD


@make_command(
    "simulate",
    epilog=show_examples(
        "certify simulate SPEC --deals 10000 --seed 7",
        "certify simulate SPEC --deals 10000 --seed 7 --players 6 --json",
    ),
)
@take_spec
@click.option(
    "--deals", type=click.IntRange(1, MOST_DEALS), required=True, help="Number of rounds."
)
@click.option("--seed", type=click.IntRange(0), required=True, help="Seed of the random cards.")
@take_paytable
@click.option(
    "--players", type=click.IntRange(1, 6), default=2, help="Number of players without the banker."
)
@take_readings
@take_house_way
@take_output("text", "json")
def command(
    *,
    spec: str,
    deals: int,
    seed: int,
    paytable: str | None,
    players: int,
    readings: tuple[str, ...],
    lender: str | None,
    output: Output,
) -> None:
    """Deal at random and compare the results with the exact odds.

    For each wager and its Envy Bonus: the mean per unit wagered, the expected mean, and the z-score.
    Exit code 1 if a mean is more than 5 standard errors off. This finds gross errors only and proves no
    figure: rare payouts seldom occur, and both sides share one settlement.
    """
    jurisdiction = load_spec(spec)
    lends = find_lender(lender)
    check_lender(jurisdiction, lends)
    asked = parse_readings(jurisdiction, readings, lends)
    named = choose_paytables(jurisdiction, paytable) if paytable else None
    with show_progress() as progress:
        odds = compute_odds(
            jurisdiction,
            Request(
                paytable=jurisdiction.name_paytable(paytable)
                if paytable is not None
                else _find_first(jurisdiction),
                readings=asked,
                alternatives=False,
                assumed=lends,
                progress=progress,
            ),
        )
        alone = not any(item.wager == STANDARD and item.has_figures for item in odds)
        rulebook = compile_rulebook(jurisdiction, _free(asked, alone), named, lends)
        checks = simulate(rulebook, odds, deals, seed, players=players, progress=progress)
    agrees = all(check.agrees for check in checks)
    if output.is_json:
        output.write_json(
            {
                "jurisdiction": jurisdiction.id,
                "deals": deals,
                "seed": seed,
                "players": players,
                "agrees": agrees,
                "wagers": [_describe(item) for item in checks],
            }
        )
    else:
        verdict = (
            f"no mean is more than {LIMIT} standard errors from the exact value (this proves no figure)"
            if agrees
            else f"a mean is more than {LIMIT} standard errors from the exact value"
        )
        output.write([*_list(checks), f"{format_count(deals)} rounds, seed {seed}: {verdict}"])
    leave(agrees)


def _find_first(jurisdiction: Jurisdiction) -> str | None:
    return next((item.id for _, item in jurisdiction.list_paytables() if item.named), None)


def _free(readings: Readings, alone: bool) -> Readings:
    """Let the other wagers be made alone where the standard wager has no figures to check."""
    if not alone:
        return readings
    own = dict(readings.get(None, {}))
    return {**readings, None: {**own, "play.standard_wager_required": "not-required"}}


def _describe(check: MoneyCheck) -> dict[str, object]:
    return {
        "wager": check.wager,
        "paytable": check.paytable,
        "mean": str(check.mean),
        "expected": str(check.expected),
        "standard_error": check.standard_error,
        "z": check.score,
        "agrees": check.agrees,
    }


def _list(checks: list[MoneyCheck]) -> list[str]:
    rows = [
        (
            check.wager,
            f"{format_percent(check.mean)} %",
            f"{format_percent(check.expected)} %",
            check.standard_error,
            check.score,
        )
        for check in checks
    ]
    head = ("wager", "mean to one", "exact", "standard error", "z")
    return format_table(head, rows)
