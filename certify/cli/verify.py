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
    from certify.filing.proof_of_filing.outcome import Check, Verification

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
@click.option(
    "--quick", is_flag=True, help="Check bytes, signature and enclosures; compute nothing."
)
@click.option(
    "--trust",
    "trusted",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="A certificate (PEM or DER) that you believe; a signature must lead to one.",
)
@click.option("--at", metavar="YYYY-MM-DD", help="Judge certificates as of that day, not of today.")
@click.option(
    "--sums",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A list of checksums; every file in it is looked at.",
)
@take_output("text", "json")
def command(
    *,
    filings: tuple[Path, ...],
    quick: bool,
    trusted: tuple[Path, ...],
    at: str | None,
    sums: Path | None,
    output: Output,
) -> None:
    """Check that filings are unchanged and every figure comes out.

    The enclosures are taken out and held against their digests; odds, findings and text are made again
    from them and compared with the certificate and, cell by cell, with the print. Exit 0: all holds; 1:
    something differs; 2: it could not be judged.
    """
    from certify.filing.proof_of_filing.container import Unreadable
    from certify.filing.proof_of_filing.signature import load_trust
    from certify.filing.proof_of_filing.sums import check_sums
    from certify.filing.proof_of_filing.verify import Wish, verify_file

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
                found = verify_file(path, Wish(quick, trust, progress))
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
    word = {0: "holds", 1: "DOES NOT HOLD", 2: "could not be judged in full"}[found.exit_code]
    yield f"{found.path}: {word}"
    yield from _list_checks(found.checks)


def _list_checks(checks: tuple[Check, ...]) -> Iterator[str]:
    for check in checks:
        yield f"  {check.name}: {check.result.value}. {check.told}"
        yield from (f"    {item}" for item in check.differences[:_SHOWN])
        if len(check.differences) > _SHOWN:
            yield f"    and {len(check.differences) - _SHOWN} more; --json gives all"


def _read_day(text: str | None) -> datetime | None:
    day = parse_day("--at", text)
    return None if day is None else datetime.combine(day, time(12), UTC)
