"""certify verify."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.options import parse_day
from certify.cli.output import Output, make_command, show_examples, take_output

if TYPE_CHECKING:
    from certify.filing.verification.outcome import Check, Verification

_SHOWN = 20


@make_command(
    "verify",
    epilog=show_examples(
        "certify verify filings/SPEC.pdf",
        "certify verify filings/SPEC.pdf --quick --trust authority.pem",
        "certify verify --sums filings/SHA256SUMS",
    ),
)
@click.argument(
    "filings", metavar="[FILING.pdf...]", nargs=-1, type=click.Path(path_type=Path, dir_okay=False)
)
@click.option("--quick", is_flag=True, help="Check bytes, signature and enclosures only.")
@click.option(
    "--trust",
    "trusted",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Trusted certificate (PEM or DER) that the signature must lead to.",
)
@click.option(
    "--at", metavar="YYYY-MM-DD", help="Date for the validity of certificates (default: today)."
)
@click.option(
    "--sums",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="List of checksums; every file in it is checked.",
)
@click.option(
    "--pictures",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for pictures of the areas that look different: the filing, and as printed here.",
)
@take_output("text", "json")
def command(
    *,
    filings: tuple[Path, ...],
    quick: bool,
    trusted: tuple[Path, ...],
    at: str | None,
    sums: Path | None,
    pictures: Path | None,
    output: Output,
) -> None:
    """Verify that the figures and the pages of filings are right.

    Odds and findings are computed again from the enclosed files. The PDF is printed again: its pages must be
    the same bytes or the same pictures, or covered by a trusted signature. Exit code 0: verified; 1:
    something differs; 2: not proved, or could not be judged.
    """
    from certify.filing.verification.checksums import check_sums
    from certify.filing.verification.pdf_reader import Unreadable
    from certify.filing.verification.signature import load_trust
    from certify.filing.verification.verify import Wish, verify_file

    if not filings and sums is None:
        raise CertifyError("give a filing, or a list of checksums with --sums")
    trust = load_trust(trusted, _read_day(at))
    listed = check_sums(sums) if sums else None
    codes = [] if listed is None else [int(listed.result.value == "differs")]
    told: list[dict[str, object]] = []
    lines: list[str] = []
    if listed is not None:
        told.append({"sums": str(sums), **listed.describe()})
        lines += _list_checks((listed,))
    with show_progress() as progress:
        for path in filings:
            try:
                found = verify_file(path, Wish(quick, trust, progress, pictures))
            except Unreadable as error:
                click.echo(str(error), err=True)
                told.append(
                    {"filing": str(path), "result": "could not be judged", "told": str(error)}
                )
                codes.append(2)
                continue
            codes.append(found.exit_code)
            told.append(found.describe())
            lines += _list(found)
    if output.is_json:
        output.write_json(told)
    else:
        output.write(lines)
    code = 1 if 1 in codes else max(codes)
    if code:
        raise click.exceptions.Exit(code)


def _list(found: Verification) -> Iterator[str]:
    yield f"{found.path}: {found.result.upper() if found.exit_code else found.result}"
    yield from _list_checks(found.checks)


def _list_checks(checks: tuple[Check, ...]) -> Iterator[str]:
    for check in checks:
        yield f"  {check.name}: {check.result.value}. {check.told}"
        yield from (f"    {item}" for item in check.differences[:_SHOWN])
        if len(check.differences) > _SHOWN:
            yield f"    and {len(check.differences) - _SHOWN} more; --json gives all"
        yield from (f"    picture: {path}" for path in check.pictures)


def _read_day(text: str | None) -> datetime | None:
    day = parse_day("--at", text)
    return None if day is None else datetime.combine(day, time(12), UTC)
