"""What several commands take: specs, readings, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from certify.base.errors import CertifyError
from certify.spec.model import Jurisdiction, Value, parse_reading
from certify.spec.validate import find_spec, list_specs, load_jurisdiction

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


def load_specs(specs: tuple[str, ...]) -> list[Jurisdiction]:
    """The jurisdictions named, or all of them where none is."""
    paths = [find_spec(spec) for spec in specs] if specs else list_specs()
    if not paths:
        raise CertifyError("there is no jurisdiction file in ./jurisdictions")
    return [load_jurisdiction(path) for path in paths]


def parse_readings(
    readings: tuple[str, ...], jurisdictions: list[Jurisdiction]
) -> dict[str | None, Mapping[str, Value]]:
    """Readings by the paytable they are limited to; None holds those for all."""
    result: dict[str | None, dict[str, Value]] = {None: {}}
    known = {paytable.id for item in jurisdictions for paytable in item.paytables}
    for text in readings:
        name, equals, value = text.partition("=")
        key, limited, paytable = name.partition("@")
        if not equals or not value:
            raise CertifyError(f"{text!r} is no reading; write KEY=VALUE or KEY@PAYTABLE=VALUE")
        if limited and paytable not in known:
            raise CertifyError(f"no paytable {paytable!r}; there are {', '.join(sorted(known))}")
        result.setdefault(paytable if limited else None, {})[key] = parse_reading(key, value)
    return dict(result)


def print_json(data: Any) -> None:
    """Print data as JSON that people can read too."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def leave(holds: bool) -> None:
    """Exit 1 where what was checked does not hold."""
    if not holds:
        sys.stdout.flush()
        raise click.exceptions.Exit(1)
