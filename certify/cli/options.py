"""What several commands take: specs, readings, stakes, dates."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.names import quote
from certify.base.resources import locate_folder
from certify.cli.completion import complete_paytables, complete_readings, complete_specs
from certify.spec.model import Jurisdiction
from certify.spec.validate import find_spec, find_specs, list_specs, load_valid
from certify.spec.values import Money, parse_amount, screen_amount

Function = TypeVar("Function", bound=Callable[..., Any])


def take_specs(required: bool = True) -> Callable[[Function], Function]:
    """SPEC… as an argument."""
    metavar = "SPEC..." if required else "[SPEC...]"
    return click.argument(
        "specs", metavar=metavar, nargs=-1, required=required, shell_complete=complete_specs
    )


def take_spec(function: Function) -> Function:
    """SPEC as an argument, of a command that works on one jurisdiction."""
    return click.argument("spec", metavar="SPEC", shell_complete=complete_specs)(function)


def take_paytable(function: Function) -> Function:
    """--paytable as an option."""
    return click.option(
        "--paytable",
        metavar="P",
        help="Paytable (default: the first of the document).",
        shell_complete=complete_paytables,
    )(function)


def take_readings(function: Function) -> Function:
    """--reading as an option."""
    return click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="K=V",
        help="Reading to use, or K@PAYTABLE=V for one paytable (repeatable).",
        shell_complete=complete_readings,
    )(function)


def take_house_way(function: Function) -> Function:
    """--assume-house-way as an option."""
    return click.option(
        "--assume-house-way",
        "lender",
        metavar="SPEC",
        help="Specification whose house way to assume if the document has none.",
        shell_complete=complete_specs,
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


def take_day(function: Function) -> Function:
    """--on as an option."""
    return click.option(
        "--on",
        "on",
        metavar="DATE",
        help="The revision in force on this day, from SPEC (a folder of revisions) and its git history.",
    )(function)


def load_in_force(specs: tuple[str, ...], on: str | None) -> list[Jurisdiction]:
    """The jurisdictions named; with a day the revision of each that is in force on it."""
    day = parse_day("--on", on)
    if day is None:
        return load_specs(specs)
    from certify.gate.in_force import describe, select_in_force

    found = list(select_in_force(load_specs(specs), day))
    for item in found:
        click.echo(f"{item.id}: {describe(item)} ({item.source.name})", err=True)
    return found


def load_spec(spec: str) -> Jurisdiction:
    """The one jurisdiction that is named; of a folder with several none is taken by chance."""
    paths = find_specs((spec,))
    if len(paths) > 1:
        raise CertifyError(
            f"{spec} holds {len(paths)} jurisdiction files and this takes one; name it: "
            + ", ".join(str(path) for path in paths)
        )
    return load_specs((spec,))[0]


def check_own(path: Path) -> None:
    """Refuse to change a specification that came with the program."""
    shipped = locate_folder("jurisdictions").resolve()
    inside = path.resolve().is_relative_to(shipped) and not shipped.is_relative_to(Path.cwd())
    if inside or not path.is_file():
        raise CertifyError(f"{path} is not a file of yours; give a path to a copy")


def find_lender(name: str | None) -> Jurisdiction | None:
    """The jurisdiction whose house way is to be assumed."""
    if name is None:
        return None
    jurisdiction = load_spec(name)
    if not jurisdiction.house_way:
        raise CertifyError(
            f"--assume-house-way: {name} gives no house way that could be assumed; {tell_lenders()}"
        )
    return jurisdiction


def tell_lenders() -> str:
    """Which documents give a house way."""
    lenders = [item.id for item in load_valid(list_specs())[0] if item.house_way]
    return f"name one that does: {', '.join(lenders)}" if lenders else "none that is here does"


def check_lender(jurisdiction: Jurisdiction, lender: Jurisdiction | None) -> None:
    """Refuse to put another house way over one that a document gives itself."""
    if lender is not None and jurisdiction.house_way:
        raise CertifyError(
            f"--assume-house-way: {jurisdiction.id} holds its own house way; leave the option out"
        )


def parse_stake(text: str | None, currency: str, option: str = "--stake") -> Money | None:
    """Read a stake that is more than nothing; an amount alone is in the document's currency."""
    if text is None:
        return None
    try:
        return parse_amount(text, currency)
    except CertifyError as error:
        raise CertifyError(f"{option}: {error}") from None


def screen_stake(text: str | None, option: str = "--stake") -> None:
    """Refuse at once what is a stake in no currency: where documents are found later, or take long."""
    if text is not None:
        try:
            screen_amount(text)
        except CertifyError as error:
            raise CertifyError(f"{option}: {error}") from None


def parse_stakes(
    text: str | None, jurisdictions: Iterable[Jurisdiction], option: str = "--stake"
) -> Callable[[str], Money | None]:
    """Read a stake for several documents; an amount alone needs that all have one currency."""
    currencies = sorted({item.currency for item in jurisdictions})
    if text is not None and len(currencies) > 1 and text.replace(".", "", 1).isdecimal():
        raise CertifyError(
            f"{option} {text}: these documents are in {' and '.join(currencies)}; ask for those of one "
            f"currency, like '{text} {currencies[0]}'"
        )
    for currency in currencies:
        parse_stake(text, currency, option)
    return lambda currency: parse_stake(text, currency, option)


def parse_day(option: str, text: str | None) -> datetime.date | None:
    """Read a day; nothing where none is given."""
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise CertifyError(
            f"{option}: {quote(text)} is no date; write one like 2026-11-16"
        ) from None


def leave(holds: bool) -> None:
    """Exit 1 where what was checked does not hold."""
    if not holds:
        sys.stdout.flush()
        raise click.exceptions.Exit(1)
