"""certify explain."""

from __future__ import annotations

import click

from certify.cli.options import print_json, take_json
from certify.findings.registry import FAMILIES, Rule, expand_codes, load_rules


@click.command("explain")
@click.argument("codes", metavar="[CODE]...", nargs=-1)
@take_json
def command(codes: tuple[str, ...], as_json: bool) -> None:
    """Tell what a rule looks for, why it matters, and an example.

    Without CODE all rules are listed; a family of codes, like INT, lists its rules.
    """
    rules = expand_codes(codes) or list(load_rules().values())
    families = bool(codes) and all(code.upper() in FAMILIES for code in codes)
    if as_json:
        print_json([_describe(item) for item in rules])
    elif codes and not families:
        click.echo("\n\n".join(_format(item) for item in rules))
    else:
        for family, title in FAMILIES.items():
            own = [item for item in rules if item.code.startswith(family)]
            if own:
                click.echo(f"{family}: {title}")
            for item in own:
                click.echo(f"  {item.code}  {item.severity.word:<7}  {item.summary}")


def _describe(rule: Rule) -> dict[str, str]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.word,
        "kind": str(rule.kind),
        "family": FAMILIES[rule.code[:3]],
        "explanation": rule.documentation,
    }


def _format(rule: Rule) -> str:
    return (
        f"{rule.code} {rule.name} ({rule.severity.word}; {FAMILIES[rule.code[:3]]})\n\n"
        f"{rule.documentation}"
    )
