"""certify house-way."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from certify.base.errors import CertifyError
from certify.base.figures import format_percent
from certify.base.progress import show_progress
from certify.base.storage import write_file
from certify.base.tables import format_count, format_table
from certify.cli.options import (
    leave,
    load_spec,
    take_readings,
    take_spec,
    tell_lenders,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.odds.house_way_readings import find_proof, read_house_way
from certify.spec.build import build_citation
from certify.spec.compile import compile_rulebook
from certify.spec.readings import parse_readings
from certify.spec.rulebook import Rulebook

if TYPE_CHECKING:
    from certify.odds.strategy_card import StrategyCard


@make_command(
    "house-way",
    epilog=show_examples(
        "certify house-way SPEC",
        "certify house-way SPEC --export settings.csv",
        "certify house-way SPEC --departures -o card.txt",
    ),
)
@take_spec
@click.option(
    "--export",
    "export",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="CSV file with one line per distinct hand.",
)
@click.option(
    "--departures",
    is_flag=True,
    help="Strategy card: the hands that best play sets differently.",
)
@take_readings
@take_output("text", "json")
def command(
    spec: str, export: Path | None, departures: bool, readings: tuple[str, ...], output: Output
) -> None:
    """Verify the house way for every hand.

    Each hand must be set by exactly one rule, and no setting may be foul. Otherwise the exit code is 1
    and the hands are listed. Rules of the document that the specification cannot express are listed;
    they are not verified.
    """
    jurisdiction = load_spec(spec)
    rulebook = compile_rulebook(jurisdiction, parse_readings(jurisdiction, readings))
    try:
        read_house_way(rulebook)
    except CertifyError as error:
        cure = "" if rulebook.house_way else f"; {tell_lenders()}"
        raise CertifyError(f"{error}{cure}") from None
    if departures:
        if export is not None:
            raise CertifyError("--export and --departures are asked for at once; choose one")
        _print_departures(jurisdiction.id, rulebook, output)
        return
    with show_progress() as progress:
        proof = find_proof(rulebook, progress) or {}
        if export is not None:
            write_file(export, _export(rulebook, progress).encode())
    if output.is_json:
        output.write_json({"jurisdiction": jurisdiction.id, **proof})
    else:
        output.write(list_lines(jurisdiction.id, proof))
    leave(proof["holds"])


def _print_departures(name: str, rulebook: Rulebook, output: Output) -> None:
    from certify.odds.strategy_card import find_departures

    with show_progress() as progress:
        card = find_departures(rulebook, progress)
    if output.is_json:
        output.write_json({"jurisdiction": name, **card.to_dict()})
    else:
        output.write(list_departures(name, card))


def list_departures(name: str, card: StrategyCard) -> Iterator[str]:
    """The strategy card for people."""
    yield (
        f"{name}: best play against a hidden bank departs on {format_count(card.departing)} of "
        f"{format_count(card.hands)} hands"
    )
    yield (
        f"house edge {format_percent(card.house_edge)} % by the house way, "
        f"{format_percent(card.best_edge)} % by best play"
    )
    yield ""
    rows = [
        (
            kind.shape,
            " / ".join(kind.house_way),
            " / ".join(kind.best),
            kind.example,
            f"{kind.example_house_low} -> {kind.example_best_low}",
            format_count(kind.hands),
            format_percent(kind.gain, 6),
            format_percent(kind.example_gain),
        )
        for kind in card.kinds
    ]
    head = ("shape", "house way low / high", "best low / high", "for example", "low")
    yield from format_table((*head, "hands", "points gained", "% of that stake"), rows)


def _export(rulebook: Rulebook, progress: Any) -> str:
    from certify.game.house_way.build import build_house_way
    from certify.odds.house_way_table import export_table, tabulate_house_way

    values, rank_rules = read_house_way(rulebook), rulebook.ranking.rank_rules()
    table = tabulate_house_way(build_house_way(rulebook.house_way), rank_rules, progress)
    stream = io.StringIO()
    export_table(table, values, stream)
    return stream.getvalue()


def list_lines(name: str, proof: Mapping[str, Any]) -> Iterator[str]:
    """The proof for people."""
    yield (
        f"{name}: {format_count(proof['hands'])} hands of {proof['cards']} cards in "
        f"{format_count(proof['inputs'])} inputs; {proof['rules_in_force']} rules in force of "
        f"{proof['rules_written']} written"
    )
    yield ""
    rows = [
        (item["rule"], item["standing"], *_show(item), item.get("low", ""))
        for item in proof["rules"]
    ]
    yield from format_table(("rule", "standing", "hands", "for example", "low"), rows)
    yield ""
    yield from _list_counts(proof)
    yield from _list_readings(proof)
    yield ""
    yield (
        "set again one by one by the engine, with the same result: "
        f"{format_count(proof['checked_by_engine'])} inputs"
    )
    yield from _list_verdict(proof)


def _show(tally: Mapping[str, Any]) -> tuple[str, str]:
    return format_count(tally["hands"]), tally.get("example", "")


def _list_counts(proof: Mapping[str, Any]) -> Iterator[str]:
    equal = "two hands of equal rank, which are foul here"
    for label, tally in (
        ("set by no rule", proof["unset"]),
        *((f"  {item['shape']}", item) for item in proof["unset_by_shape"]),
        ("set only by a completing rule", proof["silent"]),
        ("would foul", proof["fouls"]),
        (equal if proof["equal_is_foul"] else "two hands of equal rank", proof["equal"]),
    ):
        hands, example = _show(tally)
        yield f"{label}: {hands} hands{f', for example {example}' if example else ''}"
    overlapping = format_count(proof["overlapping"])
    yield f"set differently by two rules, no exception declared: {overlapping} hands"
    for item in proof["overlaps"]:
        hands, example = _show(item)
        yield (
            f"  {item['rule']} against {item['other']}: {hands} hands, for example {example}: "
            f"low {item['low']} or {item['other_low']}"
        )
    for rule in proof["unreachable"]:
        yield f"never sets a hand: {rule}"
    for item in proof["broken_examples"]:
        yield (
            f"worked example against its rule: {item['cards']} with {item['printed']} low "
            f"(lines {item['lines']}), and the rules set {item['low'] or 'nothing'}"
        )


def _list_readings(proof: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        (
            f"{item['reading']}={item['value']}",
            *_show(item),
            item.get("low", ""),
            item["other_low"],
        )
        for item in proof["alternatives"]
    ]
    if rows:
        yield ""
        yield "hands that rest on a reading"
        yield from format_table(("reading", "hands", "for example", "low", "then low"), rows)


def _list_verdict(proof: Mapping[str, Any]) -> Iterator[str]:
    missing = proof["unexpressed"]
    if not proof["holds"]:
        yield "NOT PROVED"
    elif missing:
        rules = "1 rule that is" if len(missing) == 1 else f"{len(missing)} rules that are"
        yield (
            f"PROVED EXCEPT for {rules} not expressed: each hand is set by one rule of those "
            "written, and none fouls"
        )
    else:
        yield "PROVED: each hand is set by one rule, and none fouls"
    for item in missing:
        where = build_citation({"clause": item["clause"], "lines": item["lines"]})
        yield f"  not expressed: {item['rule']} ({where}), because {item['because']}"
