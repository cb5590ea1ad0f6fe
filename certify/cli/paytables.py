"""certify price, solve and sweep."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

from certify.base.errors import CertifyError
from certify.base.figures import format_fraction, format_money, round_half_up
from certify.base.names import match_name
from certify.base.progress import show_progress
from certify.base.tables import format_table
from certify.cli.options import complete_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.compare.paytables import add_alike
from certify.odds.given_lines import read_class, read_lines, read_share
from certify.odds.price import ORDERS, Assumptions, Priced, list_known_lines, price_lines
from certify.odds.solve import PayoutChange, Solved, WholePay, solve_lines
from certify.odds.solve_pays import Constraints
from certify.render.numbers import percent, points
from certify.render.odds import describe_used, format_wager
from certify.render.words import Words
from certify.spec.choices import Joker, Precedence
from certify.sweep.plan import read_plan
from certify.sweep.rows import FORMATS, format_rows, list_lines
from certify.sweep.run import (
    ClusterExecutor,
    Executor,
    LocalExecutor,
    Store,
    count_workers,
    run_tasks,
)


@make_command(
    "sweep",
    epilog=show_examples(
        "certify sweep plan.yaml -o table.csv",
        "certify sweep plan.yaml -o table.parquet --workers 2 --memory 4",
        "certify sweep plan.yaml -o table.jsonl --scheduler tcp://127.0.0.1:8786",
    ),
)
@click.argument("plan", type=click.Path(dir_okay=False, path_type=Path), metavar="PLAN.yaml")
@take_output("text", "json", *FORMATS)
@click.option(
    "--workers",
    type=click.IntRange(1, 4096),
    metavar="N",
    help="Local processes (default: one per core).",
)
@click.option(
    "--memory",
    type=click.IntRange(1, 1 << 20),
    metavar="GB",
    help="Memory for all local processes together (default: the free memory).",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Address of a Dask scheduler, for example tcp://127.0.0.1:8786.",
)
def run_sweep(
    plan: Path,
    output: Output,
    workers: int | None,
    memory: int | None,
    scheduler: str | None,
) -> None:
    """Calculate a grid of odds as one table.

    A plan lists files, readings, house ways, wagers, paytables, wager amounts and seats; all are
    combined. Finished rows are kept in a folder next to the table (or next to the plan), so an
    interrupted run continues. The same plan gives the same bytes on one process, on many, and on a
    cluster. The suffix of the file (.csv, .jsonl, .parquet) selects the format.
    """
    if scheduler and (workers or memory):
        raise CertifyError(
            "--workers and --memory are for this machine only; omit them with --scheduler"
        )
    chosen = _find_form(output)
    tasks = read_plan(plan)
    executor: Executor = (
        ClusterExecutor(scheduler)
        if scheduler
        else LocalExecutor(count_workers(workers, memory << 30 if memory else None))
    )
    beside = output.target or plan
    store = Store(beside.with_name(f"{beside.name}.rows"))
    with show_progress() as progress:
        rows = run_tasks(tasks, executor, store, progress)
    if chosen == "json":
        output.write_json(rows)
    elif chosen == "text":
        output.write(list_lines(rows))
    else:
        output.write(format_rows(rows, chosen))


def _find_form(output: Output) -> str:
    """The form asked for, or that of the file's ending."""
    ending = output.target.suffix[1:] if output.target else ""
    chosen = ending if output.form == "text" and ending in FORMATS else output.form
    if chosen == "parquet" and output.target is None:
        raise CertifyError("a Parquet table cannot be printed; name a file with -o FILE.parquet")
    return chosen


Function = TypeVar("Function", bound=Callable[..., Any])

_RANGE = re.compile(r"([^=]+)=([0-9]+)(?:\.\.|-)([0-9]+)")
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
_ASSUMED = ("joker", "deck", "precedence", "envy", "currency", "order", "wager")
_OPTIONS = (
    click.argument("texts", metavar="[LINES...]", nargs=-1),
    click.option(
        "--like",
        metavar="SPEC[:P]",
        help="Known paytable to start from: specification and paytable id.",
        shell_complete=complete_specs,
    ),
    click.option(
        "--joker",
        type=click.Choice([str(word) for word in Joker], case_sensitive=False),
        help="Role of the joker (default: bug).",
    ),
    click.option(
        "--deck",
        type=click.Choice(["53", "52"]),
        help="Number of cards; 52: no joker (default: 53).",
    ),
    click.option(
        "--precedence",
        type=click.Choice([str(word) for word in Precedence], case_sensitive=False),
        help="Payout that applies if a hand qualifies for two rows.",
    ),
    click.option(
        "--order", type=click.Choice(ORDERS), help="Order of the rows: by payout, or as written."
    ),
    click.option(
        "--envy", metavar="AMOUNTS", help="Envy Bonus by row, for example 'quads=5 sf=20'."
    ),
    click.option(
        "--others",
        type=click.IntRange(0, 5),
        metavar="N",
        default=0,
        help="Number of other players for the Envy Bonus.",
    ),
    click.option("--stake", metavar="AMOUNT", help="Wager amount, for example 25."),
    click.option(
        "--currency",
        default="USD",
        metavar="CODE",
        help="Currency of wager and Envy Bonus (default: USD).",
    ),
    click.option("--wager", metavar="W", help="Name of the wager, or the wager meant by --like."),
)


def _take_lines(function: Function) -> Function:
    """LINES, and the options of the game around them."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def _price(asked: Mapping[str, Any]) -> Priced:
    """Price what the options of a command ask for."""
    assumed = {name: asked[name] for name in _ASSUMED}
    assumed["deck"] = int(asked["deck"]) if asked["deck"] else None
    return price_lines(
        read_lines(asked["texts"], list_known_lines(asked["like"], asked["wager"])),
        Assumptions(**assumed),
        like=asked["like"],
        others=asked["others"],
        stake=asked["stake"],
    )


@make_command(
    "price",
    epilog=show_examples(
        'certify price "straight=2 trips=3 flush=4 boat=5 quads=25 sf=50 royal=150"',
        "certify price straight=3 --like SPEC:2 --stake 5 --others 5",
        "certify price lines.yaml --joker wild --format xlsx -o lines.xlsx",
    ),
)
@_take_lines
@take_output("text", "json", "csv", "xlsx")
def run_price(output: Output, **asked: object) -> None:
    """Calculate the odds of a paytable without a document.

    LINES are payouts such as straight=2 trips=3 flush=4, or the path of a CSV file (hand,pays,envy) or
    of a YAML file with the rows of a specification. Typed rows are sorted by payout.
    """
    with show_progress():
        priced = add_alike(_price(asked))
    if output.is_json:
        output.write_json(priced.to_dict())
    elif output.form == "csv":
        from certify.odds.tidy import format_priced

        output.write(format_priced(priced))
    elif output.form == "xlsx":
        from certify.filing.workbook import write_priced

        output.write(write_priced(priced))
    else:
        output.write(_list_priced(priced))


def _list_priced(priced: Priced) -> Iterator[str]:
    """A priced paytable for people."""
    yield from priced.echoes
    if priced.echoes:
        yield ""
    words = Words(priced.game)
    yield from format_wager(words, priced.odds, resting=False)
    if priced.others:
        yield ""
        yield (
            f"  with Envy Bonus, {priced.others} other players: house edge "
            f"{percent(priced.house_edge)} = {format_fraction(priced.house_edge)}"
        )
    yield ""
    if priced.alike:
        yield from (f"these are {item}" for item in priced.alike)
        yield ""
    if priced.like:
        yield f"Not certified: another version of {priced.like}. Not stated by its document:"
    else:
        yield "Not certified: the paytable has no document. Assumptions:"
    for assumed in priced.assumed:
        because = f" ({assumed.because})" if assumed.because else ""
        yield f"  - {describe_used(words, priced.odds, assumed.parameter, assumed.value)}{because}"


@make_command(
    "solve",
    epilog=show_examples(
        "certify solve --like SPEC:2 --edge 6%",
        'certify solve "straight=2 trips=3 flush=4" --return 60% --fix straight',
    ),
)
@_take_lines
@click.option("--edge", metavar="SHARE", help="Wanted house edge, for example 6%.")
@click.option(
    "--return", "returned", metavar="SHARE", help="Wanted return to the player, for example 94%."
)
@click.option("--hit-rate", metavar="SHARE", help="Wanted hit frequency, for example 20%.")
@click.option(
    "--cells",
    type=click.IntRange(1, 3),
    metavar="N",
    default=2,
    help="Maximum number of payouts to change.",
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
    metavar="N",
    default=1,
    help="Number that every payout must be a multiple of.",
)
@click.option("--any-order", is_flag=True, help="Allow a row to pay more than the row above it.")
@click.option("--max-variance", metavar="NUMBER", help="Maximum variance.")
@take_output("text", "json")
def run_solve(  # noqa: PLR0913
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

    Shows for each row the exact payout, the whole payouts above and below, and the effect of one unit. Then
    shows the pairs or triples of rows that come closest. LINES and the options of the game are those of
    `certify price`.
    """
    goals = {"edge": edge, "return": returned, "hit-rate": hit_rate}
    named = [(name, text) for name, text in goals.items() if text is not None]
    if len(named) != 1:
        raise CertifyError(
            "give exactly one of --edge, --return and --hit-rate; for example --edge 6%"
        )
    measure, share = named[0][0], read_share(named[0][1])
    ranges = [_read_range(item) for item in between]
    if max_variance is not None and not _NUMBER.fullmatch(max_variance):
        raise CertifyError(f"{max_variance[:40]!r} is not a number; write one like 25 or 30.5")
    with show_progress():
        priced = _price(asked)
        lines = [line.id for line in priced.paytable.lines]
        constraints = Constraints(
            not any_order,
            multiple_of,
            frozenset(_find_line(name, lines) for name in fixed),
            {_find_line(name, lines): bounds for name, bounds in ranges},
            Fraction(max_variance) if max_variance is not None else None,
            cells,
        )
        solved = solve_lines(priced, measure, share, constraints)
    if output.is_json:
        output.write_json(solved.to_dict())
    else:
        output.write(_list_solved(solved))


def _read_range(text: str) -> tuple[str, tuple[int, int]]:
    found = _RANGE.fullmatch(text)
    if not found or int(found[2]) > int(found[3]):
        raise CertifyError(f"{text[:40]!r} is not a range; write one like straight=1..3")
    return found[1], (int(found[2]), int(found[3]))


def _find_line(name: str, lines: Sequence[str]) -> str:
    """A row by its id, or by the short name of its class."""
    return match_name(name, lines) or read_class(name, [], lines)


def _list_solved(solved: Solved) -> Iterator[str]:
    """A solution for people."""
    others = f" with Envy Bonus, {solved.others} other players" if solved.others else ""
    now, wanted = percent(solved.now), percent(solved.wanted)
    yield f"{solved.measure}{others}: {now}, wanted {wanted}"
    if solved.measure != "hit-rate":
        yield ""
        yield "each row alone: the exact payout, and the whole payouts below and above"
        sides = ("below", "edge", "variance", "above", "edge", "variance")
        rows = [_show_cell(cell) for cell in solved.lines]
        yield from format_table(("row", "pays", "exact", *sides), rows)
        if any(step and not step.keeps for cell in solved.lines for step in cell.sides):
            yield "* outside the constraints"
    envied = any(cell.envy_per_unit is not None for cell in solved.lines)
    yield ""
    yield "effect of one unit more on the house edge" + (
        ", and of one unit of its Envy Bonus" if envied else ""
    )
    rows = []
    for cell in solved.lines:
        effects = (cell.per_unit, cell.envy_per_unit) if envied else (cell.per_unit,)
        shown = [points(-effect, 6) if effect else "-" for effect in effects]
        rows.append((cell.line, format_money(cell.pays), *shown))
    yield from format_table(("row", "pays", "payout", *(("Envy",) if envied else ())), rows)
    yield ""
    if not solved.combinations:
        nearer = " that come nearer" if solved.measure == "hit-rate" else ""
        yield f"no payouts within these bounds and constraints{nearer}"
        return
    rows = [
        (
            ", ".join(f"{name}={pays or 'push'}" for name, pays in item.pays),
            percent(item.house_edge),
            percent(item.hit_rate),
            round_half_up(item.variance, 4),
            percent(item.distance, 6),
        )
        for item in solved.combinations
    ]
    yield "the nearest of each set of rows; the others stay"
    yield from format_table(("pays", "house edge", "hit frequency", "variance", "off by"), rows)


def _show_cell(cell: PayoutChange) -> tuple[str, ...]:
    exact = "-" if cell.exact is None else round_half_up(cell.exact, 4)
    steps = [text for step in cell.sides for text in _show_step(step)]
    return (cell.line, format_money(cell.pays), exact, *steps)


def _show_step(step: WholePay | None) -> tuple[str, str, str]:
    if step is None:
        return "-", "-", "-"
    mark = "" if step.keeps else "*"
    return f"{step.pays}{mark}", percent(step.house_edge), round_half_up(step.variance, 4)
