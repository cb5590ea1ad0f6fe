"""certify price."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.figures import format_fraction, format_percent
from certify.cli.lines import price_given, take_lines
from certify.cli.options import choose_format, write_result
from certify.odds.price import Priced
from certify.odds.text import format_wager

FORMATS = ("text", "json", "csv", "xlsx")


@click.command("price")
@take_lines
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="The form of the result; text if not said."
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the result to a file; a workbook always goes to one.",
)
def command(form: str | None, as_json: bool, target: Path | None, **asked: object) -> None:
    """Price a bare paytable: exact odds of lines that no document stands behind.

    LINES are typed like straight=2 trips=3 flush=4, or are the path of a CSV file (hand,pays,envy) or
    of a YAML file with lines as they stand in a jurisdiction file. Typed lines are put in the order of
    what they pay.

    \b
    Examples:
      certify price "straight=2 trips=3 flush=4 boat=5 quads=25 sf=50 royal=150"
      certify price straight=3 --like SPEC:2 --stake 5 --others 5
      certify price lines.yaml --joker wild --format xlsx -o lines.xlsx
    """
    chosen = choose_format(form, as_json)
    priced = price_given(asked)
    if chosen == "json":
        import json

        write_result(json.dumps(priced.to_dict(), indent=2, ensure_ascii=False) + "\n", target)
    elif chosen == "csv":
        from certify.odds.tidy import format_tidy

        write_result(format_tidy([(priced.game.id, (priced.odds,))]), target)
    elif chosen == "xlsx":
        if target is None:
            raise CertifyError("a workbook goes to a file; name it with -o FILE.xlsx")
        from certify.filing.workbook import write_priced

        write_result(write_priced(priced), target)
    else:
        write_result("\n".join(list_lines(priced)) + "\n", target)


def list_lines(priced: Priced) -> Iterator[str]:
    """A priced paytable for people."""
    for echo in priced.echoes:
        yield f"{echo}"
    if priced.echoes:
        yield ""
    yield from format_wager(priced.odds, resting=False)
    if priced.others:
        yield ""
        yield (
            f"  with envy from {priced.others} others: house edge "
            f"{format_percent(priced.house_edge)} %  = {format_fraction(priced.house_edge)}"
        )
    if priced.alike:
        yield ""
        for item in priced.alike:
            yield f"these are {item}"
    yield ""
    yield "priced, not certified: no document stands behind it. Assumed:"
    for assumed in priced.assumed:
        because = f" ({assumed.because})" if assumed.because else ""
        yield f"  {assumed.parameter} = {assumed.value}{because}"
