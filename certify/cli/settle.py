"""certify settle."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.strict_json import read_json
from certify.cli.options import (
    load_specs,
    parse_readings,
    print_json,
    take_json,
    take_readings,
)
from certify.engine.hands import HouseWayInForce, find_house_way
from certify.engine.narrative import tell_settlement
from certify.engine.round import parse_round, read_rules
from certify.engine.settle import settle_round
from certify.engine.settlement import format_settlement
from certify.spec.model import Rules


@click.command("settle")
@click.argument("spec")
@click.argument("file", metavar="ROUND.json", type=click.Path(path_type=Path))
@take_readings
@click.option(
    "--assume-house-way",
    "lender",
    metavar="SPEC",
    help="Set hands by this document's house way where SPEC holds none.",
)
@take_json
def command(
    spec: str, file: Path, readings: tuple[str, ...], lender: str | None, as_json: bool
) -> None:
    """Settle a round, every line citing its clause.

    ROUND.json holds the bank's cards and the players' cards, low hands and wagers. A bad round
    gives a message that names the field, and exit 2.
    """
    jurisdiction = load_specs((spec,))[0]
    data = read_json(file)
    try:
        round_ = parse_round(data)
        rules = read_rules(jurisdiction, round_.paytable, parse_readings(readings, [jurisdiction]))
        settlement = settle_round(rules, round_, borrow_house_way(rules, lender))
    except CertifyError as error:
        lines = str(error).splitlines()
        raise CertifyError("\n".join(f"{file}: {line}" for line in lines)) from None
    if as_json:
        print_json({**mark_assumptions(rules, lender), **format_settlement(settlement)})
        return
    print_heading(rules, lender)
    for line in tell_settlement(round_, settlement, jurisdiction.currency):
        click.echo(line)


def borrow_house_way(rules: Rules, lender: str | None) -> HouseWayInForce | None:
    """The house way of another document, where one is named and the document holds none itself."""
    if lender is None:
        return None
    if rules.jurisdiction.house_way:
        raise CertifyError(f"--assume-house-way: {rules.jurisdiction.id} holds its own house way")
    return find_house_way(rules, load_specs((lender,))[0])


def mark_assumptions(rules: Rules, lender: str | None) -> dict[str, object]:
    """What the caller assumed beyond the document, for the head of a result; nothing by default."""
    marks: dict[str, object] = {}
    if rules.overrides:
        marks["readings"] = {key: str(value) for key, value in rules.overrides.items()}
    if lender is not None:
        marks["assumed_house_way"] = lender
    return marks


def print_heading(rules: Rules, lender: str | None) -> None:
    """Name the document, the paytable and every assumption."""
    click.echo(f"{rules.jurisdiction.id}, paytable {rules.paytable.id}")
    for key, value in rules.overrides.items():
        mark = " (counterfactual)" if rules.is_counterfactual(key) else ""
        click.echo(f"reading {key}={value}{mark}")
    if lender is not None:
        click.echo(f"house way assumed: that of {lender}")
