"""certify settle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from certify.base.errors import CertifyError
from certify.base.load import read_bytes, read_standard_input
from certify.base.names import quote
from certify.base.strict_json import parse_json
from certify.cli.options import (
    check_lender,
    find_lender,
    load_in_force,
    load_spec,
    take_day,
    take_house_way,
    take_readings,
    take_spec,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.engine.admission import compile_for_round
from certify.engine.narrative import tell_settlement
from certify.engine.round import Round, parse_round
from certify.engine.round_text import parse_text
from certify.engine.settle import settle_round
from certify.engine.settlement import Settlement, format_settlement
from certify.spec.compile import EQUAL_HANDS
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings, parse_readings
from certify.spec.rulebook import Rulebook
from certify.spec.values import format_value

LARGEST_GAME = 1 << 28
"""Bytes of rounds that are read at once: what `play` prints is longer than a file of rules."""


@make_command(
    "settle",
    epilog=show_examples(
        "certify settle SPEC round.json",
        "certify settle SPEC - --json < round.json",
        "certify play SPEC --seed 7 --rounds 3 --json | certify settle SPEC",
    ),
)
@take_spec
@click.argument("file", metavar="[ROUND]", default="-")
@take_readings
@take_house_way
@take_day
@take_output("text", "json")
def command(
    spec: str,
    file: str,
    readings: tuple[str, ...],
    lender: str | None,
    on: str | None,
    output: Output,
) -> None:
    """Settle a round, with the clause for every amount.

    ROUND is a file with the banker's cards and the players' cards, low hands and wagers, as JSON or as
    text; without it, or with -, standard input is read. The output of `certify play --json` is settled
    round by round. An invalid round gives exit code 2 and names the field.
    """
    if spec == "-" and file == "-":
        raise CertifyError(
            "SPEC and the round are both to come from standard input; give one of them as a file"
        )
    jurisdiction = load_in_force((spec,), on)[0] if on else load_spec(spec)
    lends = find_lender(lender)
    check_lender(jurisdiction, lends)
    asked = parse_readings(jurisdiction, readings, lends)
    data = _read(file)
    played = isinstance(data, dict) and isinstance(data.get("rounds"), list)
    if played:
        _check_played(jurisdiction, data, asked, lender)
    settled = [
        _settle(jurisdiction, item, asked, lends, file)
        for item in (data["rounds"] if played else [data])
    ]
    if output.is_json:
        printed = [
            {
                **mark_assumptions(asked, lender),
                **_mark_borrowed(rulebook),
                **format_settlement(settlement),
            }
            for rulebook, _, settlement in settled
        ]
        output.write_json(printed if played else printed[0])
        return
    lines: list[str] = []
    for rulebook, round_, settlement in settled:
        lines += list_heading(rulebook, asked, lender)
        lines += tell_settlement(round_, settlement, jurisdiction.currency)
    output.write(lines)


def _read(file: str) -> Any:
    """Return the data of a file or of standard input, in JSON or in the text form."""
    content = (
        read_standard_input("a round", LARGEST_GAME)
        if file == "-"
        else read_bytes(Path(file), LARGEST_GAME)
    )
    if content.lstrip().startswith((b"{", b"[")):
        return parse_json(content, file)
    if b", seed " in content:
        raise CertifyError(
            f"{file}: this is the text output of `certify play`; add --json: "
            "certify play ... --json | certify settle SPEC"
        )
    try:
        return parse_text(content.decode("utf-8"), file)
    except UnicodeDecodeError:
        raise CertifyError(f"{file}: not UTF-8 text; save the round as UTF-8") from None


def _check_played(
    jurisdiction: Jurisdiction, data: Mapping[str, Any], asked: Readings, lender: str | None
) -> None:
    """Refuse rounds of another document; say where they were played under other assumptions."""
    name = data.get("jurisdiction", jurisdiction.id)
    if name != jurisdiction.id:
        raise CertifyError(
            f"jurisdiction: these rounds were played by the rules of {quote(name)}, not of "
            f"{jurisdiction.id}; name that one, or leave the field out"
        )
    marks = mark_assumptions(asked, lender)
    for field, option in (("readings", "--reading"), ("assumed_house_way", "--assume-house-way")):
        if data.get(field) != marks.get(field):
            click.echo(
                f"{field}: the rounds were played with {data.get(field) or 'none'} and are settled "
                f"with {marks.get(field) or 'none'}; {option} makes them alike",
                err=True,
            )


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


def _mark_borrowed(rulebook: Rulebook) -> dict[str, dict[str, str]]:
    """What the assumed house way brings with it: each value, and the one that it replaces."""
    found = rulebook.list_borrowed()
    if not found:
        return {}
    return {"assumed_values": {key: format_value(given.said) for key, given in found.items()}}


def _list_readings(readings: Readings) -> list[tuple[str, str]]:
    return [
        (f"{key}@{scope}" if scope else key, format_value(value))
        for scope, values in readings.items()
        for key, value in values.items()
    ]


def list_heading(rulebook: Rulebook, readings: Readings, lender: str | None) -> Iterator[str]:
    """Name the document, the paytables and every assumption."""
    tables = [
        f"{terms.id} paytable {terms.paytable}" for terms in rulebook.wagers.values() if terms.named
    ]
    yield ", ".join([rulebook.jurisdiction, *tables])
    beyond = {
        name
        for given in rulebook.list_givens()
        if given.counterfactual
        for name in (given.key, given.statement.parameter.key, given.statement.reading)
    }
    for key, value in _list_readings(readings):
        mark = " (counterfactual)" if key.partition("@")[0] in beyond else ""
        yield f"reading {key}={value}{mark}"
    if lender is not None:
        yield f"house way assumed: that of {lender}"
        borrowed = rulebook.list_borrowed()
        borrowed.pop(rulebook.ranking.house_way.key, None)
        for key, given in borrowed.items():
            own = given.statement.other_values
            instead = f" (this document: {format_value(own[0])})" if own else ""
            yield f"assumed with it: {key} = {format_value(given.said)}{instead}"
            if key == EQUAL_HANDS:
                yield "  this decides which hands are foul"
