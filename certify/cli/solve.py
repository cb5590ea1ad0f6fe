"""certify solve."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

import click

from certify.base.errors import CertifyError
from certify.base.figures import format_money, format_percent, round_half_up
from certify.base.names import match_name
from certify.base.progress import show_progress
from certify.base.tables import format_table
from certify.cli.lines import price_given, take_lines
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.odds.given_lines import read_class, read_share
from certify.odds.solve import PayoutChange, Solved, WholePay, solve_lines
from certify.odds.what_if import Constraints

_RANGE = re.compile(r"([^=]+)=([0-9]+)(?:\.\.|-)([0-9]+)")


@make_command(
    "solve",
    epilog=show_examples(
        "certify solve --like SPEC:2 --edge 6%",
        'certify solve "straight=2 trips=3 flush=4 boat=5" --return 90% --fix straight --multiple-of 5',
    ),
)
@take_lines
@click.option("--edge", metavar="SHARE", help="Wanted house edge, for example 6%.")
@click.option(
    "--return", "returned", metavar="SHARE", help="Wanted return to the player, for example 94%."
)
@click.option("--hit-rate", metavar="SHARE", help="Wanted hit frequency, for example 20%.")
@click.option(
    "--cells", type=click.IntRange(1, 3), default=2, help="Maximum number of payouts to change."
)
@click.option(
    "--fix",
    "fixed",
    multiple=True,
    metavar="LINE",
    help="Row whose payout stays unchanged (repeatable).",
)
@click.option(
    "--between",
    multiple=True,
    metavar="LINE=A..B",
    help="Minimum and maximum of a payout (repeatable).",
)
@click.option(
    "--multiple-of",
    type=click.IntRange(1),
    default=1,
    help="Number that every payout must be a multiple of.",
)
@click.option("--any-order", is_flag=True, help="Allow a row to pay more than the row above it.")
@click.option("--max-variance", metavar="NUMBER", help="Maximum variance.")
@take_output("text", "json")
def command(  # noqa: PLR0913
    *,
    edge: str | None,
    returned: str | None,
    hit_rate: str | None,
    cells: int,
    fixed: tuple[str, ...],
    between: tuple[str, ...],
    multiple_of: int,
    any_order: bool,
    max_variance: str | None,
    output: Output,
    **asked: object,
) -> None:
    """Find the payouts that give a wanted house edge.

    Shows for each row the exact payout, the whole payouts above and below, and the effect of one unit,
    and the pairs (or triples) of rows that come closest. LINES and the options of the game are those of
    `certify price`.
    """
    goals = {"edge": edge, "return": returned, "hit-rate": hit_rate}
    named = [(name, text) for name, text in goals.items() if text is not None]
    if len(named) != 1:
        raise CertifyError("name one goal: --edge, --return or --hit-rate, like --edge 6%")
    measure, text = named[0]
    share = read_share(text)
    ranges = [_read_range(item) for item in between]
    most = _read_number(max_variance) if max_variance is not None else None
    with show_progress():
        priced = price_given(asked)
        lines = [line.id for line in priced.paytable.lines]
        constraints = Constraints(
            not any_order,
            multiple_of,
            frozenset(_find_line(name, lines) for name in fixed),
            {_find_line(name, lines): bounds for name, bounds in ranges},
            most,
            cells,
        )
        solved = solve_lines(priced, measure, share, constraints)
    if output.is_json:
        output.write_json(solved.to_dict())
    else:
        output.write(list_lines(solved))


def _read_number(text: str) -> Fraction:
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        raise CertifyError(f"{text[:40]!r} is no number; write one like 25 or 30.5")
    return Fraction(text)


def _read_range(text: str) -> tuple[str, tuple[int, int]]:
    found = _RANGE.fullmatch(text)
    if not found or int(found[2]) > int(found[3]):
        raise CertifyError(f"{text[:40]!r} is no range; write one like straight=1..3")
    return found[1], (int(found[2]), int(found[3]))


def _find_line(name: str, lines: Sequence[str]) -> str:
    """A line as it is called, or by the short name of its class."""
    return match_name(name, lines) or read_class(name, [], lines)


def list_lines(solved: Solved) -> Iterator[str]:
    """A solution for people."""
    others = f" with envy from {solved.others} others" if solved.others else ""
    yield (
        f"{solved.measure}{others}: now {format_percent(solved.now)} %, "
        f"wanted {format_percent(solved.wanted)} %"
    )
    if solved.measure != "hit-rate":
        yield ""
        yield "each line alone: the exact pay, and the whole pays on both sides"
        sides = ("below", "edge", "variance", "above", "edge", "variance")
        yield from format_table(
            ("line", "pays", "exact", *sides), [_show_cell(cell) for cell in solved.lines]
        )
        if any(step and not step.keeps for cell in solved.lines for step in cell.sides):
            yield "* does not keep to the constraints"
    yield ""
    yield from _list_sensitivity(solved)
    yield ""
    if not solved.combinations:
        nearer = " that come nearer" if solved.measure == "hit-rate" else ""
        yield f"no pays within these bounds and constraints{nearer}"
        return
    rows = [
        (
            ", ".join(f"{name}={pays or 'push'}" for name, pays in item.pays),
            f"{format_percent(item.house_edge)} %",
            f"{format_percent(item.hit_rate)} %",
            round_half_up(item.variance, 4),
            format_percent(item.distance, 6),
        )
        for item in solved.combinations
    ]
    yield "the nearest of each set of lines; the others stay"
    yield from format_table(("pays", "house edge", "hit rate", "variance", "points off"), rows)


def _list_sensitivity(solved: Solved) -> Iterator[str]:
    """What a unit more in each cell takes off the edge."""
    envied = any(cell.envy_per_unit is not None for cell in solved.lines)
    yield "points of house edge for a unit more" + (
        ", and for a unit of its envy" if envied else ""
    )
    rows = []
    for cell in solved.lines:
        worth = (cell.per_unit, cell.envy_per_unit) if envied else (cell.per_unit,)
        shown = [f"-{format_percent(points, 6)}" if points else "-" for points in worth]
        rows.append([cell.line, format_money(cell.pays), *shown])
    yield from format_table(("line", "pays", "pay", *(("envy",) if envied else ())), rows)


def _show_cell(cell: PayoutChange) -> tuple[str, ...]:
    exact = "-" if cell.exact is None else round_half_up(cell.exact, 4)
    steps = [text for step in cell.sides for text in _show_step(step)]
    return (cell.line, format_money(cell.pays), exact, *steps)


def _show_step(step: WholePay | None) -> tuple[str, str, str]:
    if step is None:
        return "-", "-", "-"
    mark = "" if step.keeps else "*"
    edge = f"{format_percent(step.house_edge)} %"
    return f"{step.pays}{mark}", edge, round_half_up(step.variance, 4)
