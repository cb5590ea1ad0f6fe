"""certify check and certify explain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress, track
from certify.base.tables import find_width
from certify.cli.options import complete_codes, leave, load_specs, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output, take_quotes
from certify.findings.case import Case
from certify.findings.checked import Checked, check_document, spread_waivers
from certify.findings.finding import Severity
from certify.findings.policy import Policy, load_policy
from certify.findings.registry import FAMILIES, Rule, expand_codes, load_rules
from certify.gate.files import read_revision
from certify.gate.waivers import list_waived, load_waivers
from certify.render.annotations import format_github, format_gitlab, format_junit, format_sarif
from certify.render.check import (
    CheckView,
    count_statistics,
    format_json,
    format_lines,
    format_statistics,
    format_text,
)
from certify.render.data import Waived
from certify.render.questions import (
    Question,
    format_csv,
    format_markdown,
    list_questions,
    write_checklist,
)
from certify.render.quotes import Quotes
from certify.spec.model import Jurisdiction

_TOOLS: dict[str, Callable[[Sequence[Checked], Waived], str]] = {
    "sarif": format_sarif,
    "junit": format_junit,
    "github": format_github,
    "gitlab": format_gitlab,
}
_CHECKLISTS: dict[str, Callable[[Sequence[Question]], str | bytes]] = {
    "csv": format_csv,
    "xlsx": write_checklist,
    "md": format_markdown,
}
_SEVERITIES = [item.word for item in Severity]


@make_command(
    "check",
    epilog=show_examples(
        "certify check SPEC",
        "certify check SPEC --explain --dir documents",
        "certify check --base main",
        "certify check --format sarif -o certify.sarif",
        "certify check SPEC --select GAP --statistics",
    ),
)
@take_specs(required=False)
@click.option("-q", "--quiet", is_flag=True, help="One line for each issue.")
@click.option("--explain", is_flag=True, help="Every finding in full, with definitions.")
@click.option("--differences", is_flag=True, help="Also the differences from other documents.")
@take_quotes
@click.option(
    "--select",
    "codes",
    multiple=True,
    metavar="CODE",
    help="Only this rule or family of rules (repeatable).",
    shell_complete=complete_codes,
)
@click.option(
    "--severity",
    type=click.Choice(_SEVERITIES, case_sensitive=False),
    default="note",
    show_default=True,
    help="Lowest severity to print.",
)
@click.option(
    "--fail-on",
    type=click.Choice([*_SEVERITIES, "never"], case_sensitive=False),
    default="error",
    show_default=True,
    help="Lowest severity that gives exit code 1.",
)
@click.option("--base", metavar="REV", help="Only issues that are new since this git revision.")
@click.option("--statistics", is_flag=True, help="The number of findings of each rule.")
@take_output("text", "json", *_TOOLS, "csv", "xlsx", "md")
def run_check(  # noqa: PLR0913
    *,
    specs: tuple[str, ...],
    quiet: bool,
    explain: bool,
    differences: bool,
    folder: Path | None,
    codes: tuple[str, ...],
    severity: str,
    fail_on: str,
    base: str | None,
    statistics: bool,
    output: Output,
) -> None:
    """Find contradictions, omissions, differences and wrong figures.

    Each issue is shown with its effect on the house edge and a fix. Without SPEC all jurisdictions are
    checked. Exit code 1 if a document has an error, waived or not (see --fail-on).
    """
    if quiet and output.form != "text":
        raise CertifyError(f"-q is for text output only; omit it, or --format {output.form}")
    if statistics and output.form not in {"text", "json"}:
        raise CertifyError(f"--statistics is for text and JSON only; omit --format {output.form}")
    if statistics and quiet:
        raise CertifyError("-q and --statistics exclude each other; omit one of them")
    chosen = load_specs(specs)
    everyone = list_all(chosen)
    quotes = [Quotes(item, folder, everyone) if folder else None for item in chosen]
    chosen_codes = [item.code for item in expand_codes(codes)] if codes else None
    checked = check_all(chosen, everyone, load_policy(), chosen_codes)
    if base is not None:
        before = _check_base(base, chosen, chosen_codes)
        checked = [item.keep_new(before.get(item.id)) for item in checked]
    waived = spread_waivers(checked, list_waived_now(chosen))
    least = Severity[severity.upper()]
    shown = [item.keep(least) for item in checked]
    if statistics and output.is_json:
        output.write_json(count_statistics(shown))
    elif statistics:
        output.write(format_statistics(shown))
    elif quiet:
        output.write(format_lines(shown, waived))
    elif output.form == "text":
        view = CheckView(min(find_width(), 80), explain, differences)
        output.write(format_text(shown, waived, quotes, view))
    elif output.is_json:
        output.write(format_json(shown, waived, quotes))
    elif output.form in _TOOLS:
        output.write(_TOOLS[output.form](shown, waived))
    else:
        listed = [
            question
            for item, own in zip(shown, quotes, strict=True)
            for question in list_questions(item, own)
        ]
        output.write(_CHECKLISTS[output.form](listed))
    leave(fail_on == "never" or not _reaches(checked, Severity[fail_on.upper()]))


def list_all(chosen: list[Jurisdiction]) -> tuple[Jurisdiction, ...]:
    """The documents chosen and the others to compare them with."""
    names = {item.id for item in chosen}
    return (*chosen, *(item for item in load_specs(()) if item.id not in names))


def _check_base(
    base: str, chosen: list[Jurisdiction], codes: list[str] | None
) -> dict[str, Checked]:
    """The same documents as they were at a git revision, by id, under the present policy."""
    found: dict[str, Checked] = {}
    for folder in dict.fromkeys(Path(item.source.name).parent for item in chosen):
        old, _ = read_revision(base, folder.resolve()).jurisdictions
        everyone = tuple(old.values())
        names = {item.id for item in chosen}
        again = [item for item in everyone if item.id in names]
        found |= {item.id: item for item in check_all(again, everyone, load_policy(), codes)}
    return found


def check_all(
    chosen: Sequence[Jurisdiction],
    everyone: tuple[Jurisdiction, ...],
    policy: Policy,
    codes: list[str] | None = None,
) -> list[Checked]:
    """Check documents, with their differences from the others."""
    checked: list[Checked] = []
    with show_progress() as progress:
        for jurisdiction in track(progress, chosen, lambda item: item.id):
            case = Case(jurisdiction, policy, everyone, progress=progress)
            checked.append(check_document(case, codes))
    return checked


def _reaches(checked: Sequence[Checked], least: Severity) -> bool:
    return any(item.severity >= least for one in checked for item in one.issues)


def list_waived_now(chosen: list[Jurisdiction]) -> dict[str, dict[str, str]]:
    """The waivers next to the specifications that are in force today."""
    folders = dict.fromkeys(Path(item.source.name).parent for item in chosen)
    waivers = (waiver for folder in folders for waiver in load_waivers(folder))
    return list_waived(waivers, datetime.now(UTC).date())


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
def run_explain(codes: tuple[str, ...], output: Output) -> None:
    """Describe a rule: what it finds, why it matters, an example.

    Without CODE, all rules are listed. A family of codes, such as INT, lists its rules.
    """
    rules = expand_codes(codes) or list(load_rules().values())
    if output.is_json:
        output.write_json(
            [
                {
                    "code": rule.code,
                    "name": rule.name,
                    "severity": rule.severity.word,
                    "kind": str(rule.kind),
                    "family": FAMILIES[rule.code[:3]],
                    "explanation": rule.documentation,
                }
                for rule in rules
            ]
        )
    elif codes and not all(code.upper() in FAMILIES for code in codes):
        output.write(
            "\n\n".join(
                f"{rule.code} {rule.name} ({rule.severity.word}; {FAMILIES[rule.code[:3]]})\n\n"
                f"{rule.documentation}"
                for rule in rules
            )
        )
    else:
        output.write(_list_rules(rules))


def _list_rules(rules: list[Rule]) -> Iterator[str]:
    """Rules by family, one per line."""
    for family, title in FAMILIES.items():
        own = [rule for rule in rules if rule.code.startswith(family)]
        if own:
            yield f"{family}: {title}"
        yield from (f"  {rule.code}  {rule.severity.word:<7}  {rule.summary}" for rule in own)
