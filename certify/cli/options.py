"""Options that several commands share: specifications, readings, wager amounts, dates."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

import click
from click import Context, Parameter
from click.shell_completion import CompletionItem

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.extras import locate_folder
from certify.base.names import quote
from certify.spec.catalogue import ValueKind
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import STRATEGIES, STRATEGY, Readings, parse_readings
from certify.spec.rulebook import Rulebook
from certify.spec.validate import find_spec, find_specs, list_specs, load_valid
from certify.spec.values import Money, format_value, parse_amount, screen_amount

Items = list[CompletionItem]


def complete_specs(_ctx: Context, _param: Parameter, incomplete: str) -> Items:
    """Ids of jurisdictions; with a slash or a dot in it, files and folders by the shell itself."""
    as_file = [CompletionItem(incomplete, type="file")]
    if "/" in incomplete or incomplete.startswith("."):
        return as_file
    return _begin((path.stem for path in list_specs()), incomplete) or as_file


def complete_paytables(ctx: Context, _param: Parameter, incomplete: str) -> Items:
    """The paytables of the jurisdictions named before."""
    tables = (table for item in _load_named(ctx) for _, table in item.list_paytables())
    return _begin((table.id for table in tables if table.named), incomplete)


def complete_wagers(ctx: Context, _param: Parameter, incomplete: str) -> Items:
    """The wagers of the jurisdictions named before."""
    wagers = (wager.id for item in _load_named(ctx) for wager in item.wagers)
    return _begin(["standard", *wagers], incomplete)


def complete_readings(ctx: Context, _param: Parameter, incomplete: str) -> Items:
    """Readings with their values: the open points of the documents named before."""
    return _begin((text for item in _load_named(ctx) for text in _list_readings(item)), incomplete)


def _list_readings(jurisdiction: Jurisdiction) -> Iterator[str]:
    for key, statements in jurisdiction.readings.items():
        parameter = statements[0].parameter
        if parameter.kind is ValueKind.CHOICE:
            yield from (f"{key}={choice}" for choice in parameter.choices)
        else:
            values = [value for item in statements for value in (item.value, *item.other_values)]
            yield from (f"{key}={format_value(value)}" for value in values if value is not None)
    yield from (f"{STRATEGY}={value}" for value in STRATEGIES)


def complete_codes(_ctx: Context, _param: Parameter, incomplete: str) -> Items:
    """Codes of rules with what each looks for, and the families."""
    from certify.findings.registry import FAMILIES, load_rules

    known = {**FAMILIES, **{code: rule.summary for code, rule in load_rules().items()}}
    return [
        CompletionItem(code, help=text)
        for code, text in known.items()
        if code.startswith(incomplete.upper())
    ]


def _begin(names: Iterable[str], incomplete: str) -> Items:
    folded = incomplete.casefold()
    return [
        CompletionItem(name) for name in dict.fromkeys(names) if name.casefold().startswith(folded)
    ]


def _load_named(ctx: Context) -> list[Jurisdiction]:
    """The jurisdictions on the line so far; a shell gets no messages about faults."""
    given = ctx.params.get("specs") or ctx.params.get("spec") or ctx.args
    found: list[Jurisdiction] = []
    for name in (given,) if isinstance(given, str) else given:
        with suppress(CertifyError):
            found += load_valid(find_specs((name,)))[0]
    return found


Function = TypeVar("Function", bound=Callable[..., Any])

take_spec = click.argument("spec", metavar="SPEC", shell_complete=complete_specs)
take_paytable = click.option(
    "--paytable",
    metavar="P",
    help="Paytable (default: the first of the document).",
    shell_complete=complete_paytables,
)
take_wagers = click.option(
    "--wager",
    "wagers",
    multiple=True,
    metavar="W",
    help="Only this wager (repeatable).",
    shell_complete=complete_wagers,
)
take_only_paytable = click.option(
    "--paytable", metavar="P", help="Only this paytable.", shell_complete=complete_paytables
)
take_readings = click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="K=V",
    help="Reading to use, or K@PAYTABLE=V for one paytable (repeatable).",
    shell_complete=complete_readings,
)
take_house_way = click.option(
    "--assume-house-way",
    "lender",
    metavar="SPEC",
    help="Specification whose house way to assume if the document has none.",
    shell_complete=complete_specs,
)
take_day = click.option(
    "--on",
    metavar="DATE",
    help="Use the revision in force on DATE: from SPEC, a folder of revisions, and its git history.",
)


def take_specs(required: bool = True) -> Callable[[Function], Function]:
    """SPEC… as an argument."""
    metavar = "SPEC..." if required else "[SPEC...]"
    return click.argument(
        "specs", metavar=metavar, nargs=-1, required=required, shell_complete=complete_specs
    )


def load_specs(specs: tuple[str, ...]) -> list[Jurisdiction]:
    """The jurisdictions named, those of a folder, or all of them if none is named.

    An invalid file is refused if it is named itself; among others it is reported and left out.
    """
    loaded, faults = load_valid(find_specs(specs))
    named = {str(find_spec(spec)) for spec in specs if not Path(spec).is_dir()}
    refused = [fault for fault in faults if not loaded or fault.file in named]
    if refused:
        raise InvalidSpec(refused)
    for file in sorted({fault.file for fault in faults}):
        click.echo(f"{file}: skipped because it is not valid; run certify validate", err=True)
    return loaded


def load_in_force(specs: tuple[str, ...], on: str | None) -> list[Jurisdiction]:
    """The jurisdictions named; with a day the revision of each that is in force on it."""
    day = parse_day("--on", on)
    if day is None:
        return load_specs(specs)
    from certify.gate.files import describe_time, select_in_force

    found = list(select_in_force(load_specs(specs), day))
    for item in found:
        click.echo(f"{item.id}: {describe_time(item)} ({item.source.name})", err=True)
    return found


def load_spec(spec: str) -> Jurisdiction:
    """The one jurisdiction that is named; a folder with several is refused."""
    paths = find_specs((spec,))
    if len(paths) > 1:
        raise CertifyError(
            f"{spec}: contains {len(paths)} specifications; name one: "
            + ", ".join(str(path) for path in paths)
        )
    return load_specs((spec,))[0]


@dataclass(frozen=True, slots=True)
class Rules:
    """A document with the readings asked for, and the one whose house way is assumed."""

    jurisdiction: Jurisdiction
    readings: Readings
    lender: Jurisdiction | None = None

    def compile(self, paytables: Mapping[str, str] | None = None) -> Rulebook:
        """The rulebook of these rules."""
        return compile_rulebook(self.jurisdiction, self.readings, paytables, self.lender)

    def list_readings(self) -> list[tuple[str, str]]:
        """The readings asked for, as they are typed."""
        return [
            (f"{key}@{scope}" if scope else key, format_value(value))
            for scope, values in self.readings.items()
            for key, value in values.items()
        ]

    def describe(self) -> dict[str, object]:
        """What was assumed beyond the document; nothing by default."""
        marks: dict[str, object] = {}
        if self.readings:
            marks["readings"] = dict(self.list_readings())
        if self.lender is not None:
            marks["assumed_house_way"] = self.lender.id
        return marks


def load_rules(
    spec: str, readings: tuple[str, ...], lender: str | None, on: str | None = None
) -> Rules:
    """The rules that the options of a command select."""
    jurisdiction = load_in_force((spec,), on)[0] if on else load_spec(spec)
    lends = find_lender(lender)
    if lends is not None and jurisdiction.house_way:
        raise CertifyError(
            f"--assume-house-way: {jurisdiction.id} has a house way of its own; omit the option"
        )
    return Rules(jurisdiction, parse_readings(jurisdiction, readings, lends), lends)


def find_lender(name: str | None) -> Jurisdiction | None:
    """The jurisdiction whose house way is to be assumed."""
    if name is None:
        return None
    jurisdiction = load_spec(name)
    if not jurisdiction.house_way:
        raise CertifyError(f"--assume-house-way: {name} has no house way; {list_lenders()}")
    return jurisdiction


def list_lenders() -> str:
    """Which documents have a house way."""
    lenders = [item.id for item in load_valid(list_specs())[0] if item.house_way]
    return (
        f"name a document that has one: {', '.join(lenders)}"
        if lenders
        else "no other document has one"
    )


def check_own(path: Path) -> None:
    """Refuse to change a specification that came with the program."""
    shipped = locate_folder("jurisdictions").resolve()
    inside = path.resolve().is_relative_to(shipped) and not shipped.is_relative_to(Path.cwd())
    if inside or not path.is_file():
        raise CertifyError(
            f"{path}: belongs to the installed program; copy it and give the path of the copy"
        )


def parse_stake(text: str | None, currency: str, option: str = "--stake") -> Money | None:
    """Read a wager amount above zero; an amount alone is in the document's currency."""
    if text is None:
        return None
    try:
        return parse_amount(text, currency)
    except CertifyError as error:
        raise CertifyError(f"{option}: {error}") from None


def screen_stake(text: str | None) -> None:
    """Refuse at once what is an amount in no currency: the documents are found later."""
    if text is not None:
        try:
            screen_amount(text)
        except CertifyError as error:
            raise CertifyError(f"--stake: {error}") from None


def parse_stakes(
    text: str | None, jurisdictions: Iterable[Jurisdiction], option: str = "--stake"
) -> Callable[[str], Money | None]:
    """Read an amount for several documents; an amount alone requires that all have one currency."""
    currencies = sorted({item.currency for item in jurisdictions})
    if text is not None and len(currencies) > 1 and text.replace(".", "", 1).isdecimal():
        raise CertifyError(
            f"{option} {text}: these documents are in {' and '.join(currencies)}; name those of one "
            f"currency and write '{text} {currencies[0]}'"
        )
    for currency in currencies:
        parse_stake(text, currency, option)
    return lambda currency: parse_stake(text, currency, option)


def parse_day(option: str, text: str | None) -> date | None:
    """Read a day; None if none is given."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CertifyError(
            f"{option}: {quote(text)} is not a date; write one like 2026-11-16"
        ) from None


def parse_today(text: str | None) -> date:
    """The day of --date, by default today."""
    return parse_day("--date", text) or datetime.now(UTC).date()


def leave(holds: bool) -> None:
    """Exit 1 if what was checked does not hold."""
    if not holds:
        sys.stdout.flush()
        raise click.exceptions.Exit(1)
