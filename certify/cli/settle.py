"""certify settle."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.strict_json import parse_json, read_json
from certify.cli.options import (
    check_lender,
    find_lender,
    load_specs,
    print_json,
    take_house_way,
    take_json,
    take_readings,
)
from certify.engine.admission import compile_for_round
from certify.engine.narrative import tell_settlement
from certify.engine.round import Round, parse_round
from certify.engine.settle import settle_round
from certify.engine.settlement import Settlement, format_settlement
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings, parse_readings
from certify.spec.rulebook import Rulebook
from certify.spec.values import format_value


@click.command("settle")
@click.argument("spec")
@click.argument("file", metavar="ROUND.json")
@take_readings
@take_house_way
@take_json
def command(
    spec: str, file: str, readings: tuple[str, ...], lender: str | None, as_json: bool
) -> None:
    """Settle a round, every line citing its clause.

    ROUND.json holds the bank's cards and the players' cards, low hands and wagers; - reads standard
    input. What `certify play --json` prints is settled round by round. A bad round gives a message
    that names the field, and exit 2.
    """
    jurisdiction = load_specs((spec,))[0]
    lends = find_lender(lender)
    check_lender(jurisdiction, lends)
    data = parse_json(sys.stdin.buffer.read(), "-") if file == "-" else read_json(Path(file))
    asked = parse_readings(jurisdiction, readings)
    played = isinstance(data, dict) and isinstance(data.get("rounds"), list)
    settled = [
        _settle(jurisdiction, item, asked, lends, file)
        for item in (data["rounds"] if played else [data])
    ]
    if as_json:
        printed = [
            {**mark_assumptions(asked, lender), **format_settlement(settlement)}
            for _, _, settlement in settled
        ]
        print_json(printed if played else printed[0])
        return
    for rulebook, round_, settlement in settled:
        print_heading(rulebook, asked, lender)
        for line in tell_settlement(round_, settlement, jurisdiction.currency):
            click.echo(line)


def _settle(
    jurisdiction: Jurisdiction,
    data: object,
    readings: Readings,
    lender: Jurisdiction | None,
    file: str,
) -> tuple[Rulebook, Round, Settlement]:
    try:
        round_ = parse_round(data)
        rulebook = compile_for_round(jurisdiction, round_, readings, lender)
        return rulebook, round_, settle_round(rulebook, round_)
    except CertifyError as error:
        lines = str(error).splitlines()
        raise CertifyError("\n".join(f"{file}: {line}" for line in lines)) from None


def mark_assumptions(readings: Readings, lender: str | None) -> dict[str, object]:
    """What the caller assumed beyond the document, for the head of a result; nothing by default."""
    marks: dict[str, object] = {}
    if readings:
        marks["readings"] = dict(_list_readings(readings))
    if lender is not None:
        marks["assumed_house_way"] = lender
    return marks


def _list_readings(readings: Readings) -> list[tuple[str, str]]:
    return [
        (f"{key}@{scope}" if scope else key, format_value(value))
        for scope, values in readings.items()
        for key, value in values.items()
    ]


def print_heading(rulebook: Rulebook, readings: Readings, lender: str | None) -> None:
    """Name the document, the paytables and every assumption."""
    tables = [
        f"{terms.id} paytable {terms.paytable}" for terms in rulebook.wagers.values() if terms.named
    ]
    click.echo(", ".join([rulebook.jurisdiction, *tables]))
    beyond = {
        name
        for given in rulebook.list_givens()
        if given.counterfactual
        for name in (given.key, given.statement.parameter.key, given.statement.reading)
    }
    for key, value in _list_readings(readings):
        mark = " (counterfactual)" if key.partition("@")[0] in beyond else ""
        click.echo(f"reading {key}={value}{mark}")
    if lender is not None:
        click.echo(f"house way assumed: that of {lender}")
