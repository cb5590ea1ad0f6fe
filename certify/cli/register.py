"""certify register."""

from __future__ import annotations

import datetime

import click

from certify.base.errors import CertifyError
from certify.base.names import quote
from certify.cli.options import leave, parse_day, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.gate.files import find_files
from certify.gate.register import list_entries
from certify.gate.revisions import list_repository_files
from certify.render.register import format_calendar, format_register, format_register_csv


@make_command(
    "register",
    epilog=show_examples(
        "certify register",
        "certify register --within 30d",
        "certify register --format ics -o certify.ics",
    ),
)
@take_specs(required=False)
@click.option("--within", metavar="DAYS", help="Only what ends within this time, for example 30d.")
@click.option("--date", metavar="YYYY-MM-DD", help="Day to count from (default: today).")
@take_output("text", "json", "csv", "ics")
def command(specs: tuple[str, ...], within: str | None, date: str | None, output: Output) -> None:
    """List approvals, waivers, answers, keys and filings.

    They come from the files of the repository. With --within, exit code 1 if something ends within that
    time, or has ended.
    """
    from certify.filing.register import list_filings

    days = _parse_days(within)
    today = parse_day("--date", date) or datetime.datetime.now(tz=datetime.UTC).date()
    files = find_files(specs)
    entries = list(list_entries(files.folder, [path.stem for path in files.asked]))
    entries += list_filings(list_repository_files(files.folder.resolve(), ".pdf"))
    if days is not None:
        entries = [item for item in entries if item.ends_within(today, days)]
    rows = [item.describe() for item in entries]
    if output.is_json:
        output.write_json(rows)
    elif output.form == "csv":
        output.write(format_register_csv(rows))
    elif output.form == "ics":
        output.write(format_calendar(rows))
    else:
        output.write(format_register(rows) if rows else "nothing")
    leave(days is None or not entries)


def _parse_days(text: str | None) -> int | None:
    if text is None:
        return None
    number = text.removesuffix("d")
    if not number.isdecimal() or not number.isascii() or len(number) > 5:
        raise CertifyError(f"--within: {quote(text)} is not a number of days; for example 30d")
    return int(number)
