"""certify price."""

from __future__ import annotations

from collections.abc import Iterator

from certify.base.figures import format_fraction, format_percent
from certify.base.progress import show_progress
from certify.cli.lines import price_given, take_lines
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.compare.paytables import add_alike
from certify.odds.price import Priced
from certify.render.odds import format_wager


@make_command(
    "price",
    epilog=show_examples(
        'certify price "straight=2 trips=3 flush=4 boat=5 quads=25 sf=50 royal=150"',
        "certify price straight=3 --like SPEC:2 --stake 5 --others 5",
        "certify price lines.yaml --joker wild --format xlsx -o lines.xlsx",
    ),
)
@take_lines
@take_output("text", "json", "csv", "xlsx")
def command(output: Output, **asked: object) -> None:
    """Calculate the odds of a paytable without a document.

    LINES are payouts such as straight=2 trips=3 flush=4, or the path of a CSV file (hand,pays,envy) or
    of a YAML file with the rows of a specification. Typed rows are sorted by payout.
    """
    with show_progress():
        priced = add_alike(price_given(asked))
    if output.is_json:
        output.write_json(priced.to_dict())
    elif output.form == "csv":
        from certify.odds.tidy import format_priced

        output.write(format_priced(priced))
    elif output.form == "xlsx":
        from certify.filing.workbook import write_priced

        output.write(write_priced(priced))
    else:
        output.write(list_lines(priced))


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
    if priced.like:
        yield f"priced, not certified: a what-if on {priced.like}. Not said by its document:"
    else:
        yield "priced, not certified: no document stands behind it. Assumed:"
    for assumed in priced.assumed:
        because = f" ({assumed.because})" if assumed.because else ""
        yield f"  {assumed.parameter} = {assumed.value}{because}"
