"""certify explain."""

from __future__ import annotations

from collections.abc import Iterator

import click

from certify.cli.completion import complete_codes
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.findings.registry import FAMILIES, Rule, expand_codes, load_rules


@make_command(
    "explain",
    epilog=show_examples(
        "certify explain",
        "certify explain GAP",
        "certify explain INT001 MTH003",
        "certify explain --json",
    ),
)
@click.argument("codes", metavar="[CODE]...", nargs=-1, shell_complete=complete_codes)
@take_output("text", "json")
def command(codes: tuple[str, ...], output: Output) -> None:
    """Describe a rule: what it finds, why it matters, an example.

    Without CODE, all rules are listed. A family of codes, such as INT, lists its rules.
    """
    rules = expand_codes(codes) or list(load_rules().values())
    families = bool(codes) and all(code.upper() in FAMILIES for code in codes)
    if output.is_json:
        output.write_json([_describe(item) for item in rules])
    elif codes and not families:
        output.write("\n\n".join(_format(item) for item in rules))
    else:
        output.write(_list(rules))


def _list(rules: list[Rule]) -> Iterator[str]:
    """Rules by family, a line each."""
    for family, title in FAMILIES.items():
        own = [item for item in rules if item.code.startswith(family)]
        if own:
            yield f"{family}: {title}"
        for item in own:
            yield f"  {item.code}  {item.severity.word:<7}  {item.summary}"


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
