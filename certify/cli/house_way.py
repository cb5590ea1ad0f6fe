"""certify house-way."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from certify.base.progress import show_progress
from certify.base.storage import write_file
from certify.base.tables import format_count, format_table
from certify.cli.options import (
    leave,
    load_specs,
    parse_readings,
    print_json,
    take_json,
    take_readings,
)
from certify.game.cards import format_cards
from certify.odds.house_way_readings import list_house_way_alternatives, read_house_way

if TYPE_CHECKING:
    from certify.odds.house_way_proof import HouseWayProof, Tally


@click.command("house-way")
@click.argument("spec", metavar="SPEC")
@click.option(
    "--export",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a CSV line for each distinct input.",
)
@take_readings
@take_json
def command(spec: str, target: Path | None, readings: tuple[str, ...], as_json: bool) -> None:
    """Prove over all 154,143,080 hands that the house way sets each by one rule and fouls none.

    Exit 1 if that does not hold, with the hands for which it does not.
    """
    from certify.game.house_way.rules import build_house_way
    from certify.odds.house_way_proof import export_table, prove_table, tabulate_house_way

    jurisdiction = load_specs((spec,))[0]
    overrides = parse_readings(readings, [jurisdiction]).get(None, {})
    values, rank_rules = read_house_way(jurisdiction, overrides)
    with show_progress() as progress:
        table = tabulate_house_way(build_house_way(jurisdiction.house_way), rank_rules, progress)
        proof = prove_table(table, values, list_house_way_alternatives(jurisdiction, overrides))
        if target is not None:
            stream = io.StringIO()
            export_table(table, values, stream)
            write_file(target, stream.getvalue().encode())
    if as_json:
        print_json({"jurisdiction": jurisdiction.id, **describe_proof(proof)})
    else:
        click.echo("\n".join(list_lines(jurisdiction.id, proof)))
    leave(proof.holds)


def describe_tally(tally: Tally) -> dict[str, Any]:
    """A count of hands with its example as plain data."""
    data: dict[str, Any] = {"hands": tally.hands}
    if tally.example:
        data |= {"example": format_cards(tally.example), "low": format_cards(tally.low)}
    return data


def describe_proof(proof: HouseWayProof) -> dict[str, Any]:
    """The proof as plain data."""
    return {
        "holds": proof.holds,
        "hands": proof.hands,
        "inputs": proof.inputs,
        "readings": dict(proof.readings),
        "rules": [
            {
                "rule": item.rule.rule,
                "clause": item.rule.clause,
                "lines": item.rule.lines,
                "standing": item.rule.standing,
                **describe_tally(item.tally),
            }
            for item in proof.rules
        ],
        "unset": describe_tally(proof.unset),
        "silent": describe_tally(proof.silent),
        "fouls": describe_tally(proof.fouls),
        "equal": describe_tally(proof.equal),
        "overlapping": proof.overlapping,
        "overlaps": [
            {
                "rule": item.rule.rule,
                "other": item.other.rule,
                **describe_tally(item.tally),
                "other_low": format_cards(item.other_low),
            }
            for item in proof.overlaps
        ],
        "alternatives": [
            {
                "reading": item.key,
                "value": item.value,
                **describe_tally(item.tally),
                "other_low": format_cards(item.other_low),
            }
            for item in proof.alternatives
        ],
        "unreachable": [item.rule for item in proof.unreachable],
        "broken_examples": [format_cards(item.example.cards) for item in proof.broken_examples],
        "checked_by_engine": proof.checked,
    }


def list_lines(name: str, proof: HouseWayProof) -> Iterator[str]:
    """The proof for people."""
    yield f"{name}: {format_count(proof.hands)} hands in {format_count(proof.inputs)} inputs"
    yield ""
    rows = [
        (
            item.rule.rule,
            item.rule.standing,
            format_count(item.tally.hands),
            format_cards(item.tally.example),
            format_cards(item.tally.low),
        )
        for item in proof.rules
    ]
    yield from format_table(("rule", "standing", "hands", "for example", "low"), rows, left=2)
    yield ""
    for label, tally in (
        ("set by no rule", proof.unset),
        ("set only by a completing rule", proof.silent),
        ("would foul", proof.fouls),
        ("two hands of equal rank", proof.equal),
    ):
        shown = f", for example {format_cards(tally.example)}" if tally.example else ""
        yield f"{label}: {format_count(tally.hands)} hands{shown}"
    yield f"set differently by two rules, no exception declared: {format_count(proof.overlapping)} hands"
    for overlap in proof.overlaps:
        yield (
            f"  {overlap.rule.rule} against {overlap.other.rule}: "
            f"{format_count(overlap.tally.hands)} hands, for example "
            f"{format_cards(overlap.tally.example)}: low {format_cards(overlap.tally.low)} "
            f"or {format_cards(overlap.other_low)}"
        )
    for rule in proof.unreachable:
        yield f"never sets a hand: {rule.rule}"
    for broken in proof.broken_examples:
        yield f"worked example against its rule: {format_cards(broken.example.cards)}"
    yield ""
    yield "hands that rest on a reading"
    rows = [
        (
            f"{item.key}={item.value}",
            format_count(item.tally.hands),
            format_cards(item.tally.example),
            format_cards(item.tally.low),
            format_cards(item.other_low),
        )
        for item in proof.alternatives
    ]
    yield from format_table(("reading", "hands", "for example", "low", "then low"), rows)
    yield ""
    yield f"set again one by one by the engine, with the same result: {format_count(proof.checked)} inputs"
    yield "PROVED: each hand is set by one rule, and none fouls" if proof.holds else "NOT PROVED"
