"""What a shell may offer when the tab key is pressed: jurisdictions, paytables, readings, codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from certify.base.errors import CertifyError
from certify.spec.catalogue import ValueKind
from certify.spec.model import Jurisdiction
from certify.spec.readings import STRATEGIES, STRATEGY
from certify.spec.validate import find_specs, list_specs, load_valid
from certify.spec.values import format_value


def complete_specs(
    ctx: click.Context,  # noqa: ARG001  (click's protocol, here and below)
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Ids of jurisdictions; with a slash or a dot in it, files and folders by the shell itself."""
    if "/" in incomplete or incomplete.startswith("."):
        return [CompletionItem(incomplete, type="file")]
    names = [path.stem for path in list_specs()]
    found = _begin(names, incomplete)
    return found or [CompletionItem(incomplete, type="file")]


def complete_paytables(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The paytables of the jurisdictions named before."""
    names = [
        paytable.id
        for item in _load_named(ctx)
        for _, paytable in item.list_paytables()
        if paytable.named
    ]
    return _begin(names, incomplete)


def complete_wagers(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The wagers of the jurisdictions named before."""
    return _begin(
        ["standard", *(wager.id for item in _load_named(ctx) for wager in item.wagers)], incomplete
    )


def complete_readings(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Readings with their values: the keys that the documents named before leave open."""
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


def complete_codes(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Codes of rules with what each looks for, and the families."""
    from certify.findings.registry import FAMILIES, load_rules

    known = {**FAMILIES, **{code: rule.summary for code, rule in load_rules().items()}}
    return [
        CompletionItem(code, help=told)
        for code, told in known.items()
        if code.startswith(incomplete.upper())
    ]


def _begin(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    folded = incomplete.casefold()
    return [
        CompletionItem(name) for name in dict.fromkeys(names) if name.casefold().startswith(folded)
    ]


def _load_named(ctx: click.Context) -> list[Jurisdiction]:
    """The jurisdictions that stand on the line already; a shell is told nothing of what is wrong."""
    given = ctx.params.get("specs") or ctx.params.get("spec") or ctx.args
    found: list[Jurisdiction] = []
    for name in (given,) if isinstance(given, str) else given:
        with suppress(CertifyError):
            found += load_valid(find_specs((name,)))[0]
    return found
