"""What several commands take: specs, readings, formats."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.storage import write_file
from certify.spec.model import Jurisdiction
from certify.spec.validate import find_spec, find_specs, load_valid
from certify.spec.values import Money, parse_money

Function = TypeVar("Function", bound=Callable[..., Any])


def take_specs(required: bool = True) -> Callable[[Function], Function]:
    """SPEC… as an argument."""
    metavar = "SPEC..." if required else "[SPEC...]"
    return click.argument("specs", metavar=metavar, nargs=-1, required=required)


def take_json(function: Function) -> Function:
    """--json as an option."""
    return click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")(
        function
    )


def take_readings(function: Function) -> Function:
    """--reading as an option."""
    return click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="K=V",
        help="Read a statement so; K@PAYTABLE=V for one paytable. May be repeated.",
    )(function)


def take_house_way(function: Function) -> Function:
    """--assume-house-way as an option."""
    return click.option(
        "--assume-house-way",
        "lender",
        metavar="SPEC",
        help="Where the document gives no house way, use that of another.",
    )(function)


def load_specs(specs: tuple[str, ...]) -> list[Jurisdiction]:
    """The jurisdictions named, those of a folder, or all of them where none is named.

    A file that is not valid is refused where it is named itself; among others it is told and left out.
    """
    loaded, faults = load_valid(find_specs(specs))
    named = {str(find_spec(spec)) for spec in specs if not Path(spec).is_dir()}
    refused = [fault for fault in faults if not loaded or fault.file in named]
    if refused:
        raise InvalidSpec(refused)
    for file in sorted({fault.file for fault in faults}):
        click.echo(f"{file} is left out: it is not valid; see certify validate", err=True)
    return loaded


def find_lender(name: str | None) -> Jurisdiction | None:
    """The jurisdiction whose house way is to be assumed."""
    if name is None:
        return None
    jurisdiction = load_specs((name,))[0]
    if not jurisdiction.house_way:
        raise CertifyError(f"--assume-house-way: {name} gives no house way that could be assumed")
    return jurisdiction


def check_lender(jurisdiction: Jurisdiction, lender: Jurisdiction | None) -> None:
    """Refuse to put another house way over one that a document gives itself."""
    if lender is not None and jurisdiction.house_way:
        raise CertifyError(f"--assume-house-way: {jurisdiction.id} holds its own house way")


def parse_stake(text: str | None, currency: str) -> Money | None:
    """Read a stake that is more than nothing; an amount alone is in the document's currency."""
    if text is None:
        return None
    stake = parse_money(f"{text} {currency}" if text.replace(".", "", 1).isdecimal() else text)
    if not stake.amount:
        raise CertifyError("a stake must be above zero")
    return stake


def print_json(data: Any) -> None:
    """Print data as JSON that people can read too."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def leave(holds: bool) -> None:
    """Exit 1 where what was checked does not hold."""
    if not holds:
        sys.stdout.flush()
        raise click.exceptions.Exit(1)


def choose_format(form: str | None, as_json: bool) -> str:
    """The form asked for; two at once are refused."""
    if as_json and form not in {None, "json"}:
        raise CertifyError(f"--json and --format {form} are asked for at once; choose one")
    return "json" if as_json else form or "text"


def write_result(content: str | bytes, target: Path | None) -> None:
    """Write a result to a file, or to standard output."""
    if target is not None:
        write_file(target, content.encode() if isinstance(content, str) else content)
    elif isinstance(content, str):
        click.echo(content, nl=False)
    else:
        sys.stdout.buffer.write(content)
