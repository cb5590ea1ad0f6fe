"""What a shell offers at the tab key: jurisdictions, paytables, wagers, readings, codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from click import Context, Parameter
from click.shell_completion import CompletionItem

from certify.base.errors import CertifyError
from certify.spec.catalogue import ValueKind
from certify.spec.model import Jurisdiction
from certify.spec.readings import STRATEGIES, STRATEGY
from certify.spec.validate import find_specs, list_specs, load_valid
from certify.spec.values import format_value

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
