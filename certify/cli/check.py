"""certify check."""

from __future__ import annotations

import datetime
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.completion import complete_codes
from certify.cli.options import leave, load_specs, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.findings.case import Case
from certify.findings.checked import Checked, check_document, spread_waivers, stand_errors
from certify.findings.finding import Severity
from certify.findings.policy import load_policy
from certify.findings.printers import (
    PRINTERS,
    count_statistics,
    format_lines,
    format_statistics,
    format_text,
)
from certify.findings.registry import expand_codes
from certify.findings.words import tell_waiver
from certify.gate.waivers import load_waivers
from certify.spec.model import Jurisdiction


@make_command(
    "check",
    epilog=show_examples(
        "certify check SPEC",
        "certify check SPEC --severity warning -q",
        "certify check --format sarif -o certify.sarif",
        "certify check SPEC --select GAP --statistics",
    ),
)
@take_specs(required=False)
@click.option("-q", "--quiet", is_flag=True, help="As text, one line each.")
@click.option(
    "--select",
    "codes",
    multiple=True,
    metavar="CODE",
    help="Only this rule, or this family of rules. May be repeated.",
    shell_complete=complete_codes,
)
@click.option(
    "--severity",
    type=click.Choice([item.word for item in Severity], case_sensitive=False),
    default="note",
    show_default=True,
    help="Print only matters that are at least so serious.",
)
@click.option("--statistics", is_flag=True, help="Print how often each rule found something.")
@take_output(*PRINTERS)
def command(
    *,
    specs: tuple[str, ...],
    quiet: bool,
    codes: tuple[str, ...],
    severity: str,
    statistics: bool,
    output: Output,
) -> None:
    """Find contradictions, silences, differences, wrong figures.

    Each is priced, and those of one root are one matter. Without SPEC all jurisdictions are checked,
    and each is compared with all that are known. Exit 1 if an error stands that is not waived; warnings
    and notes do not fail, whatever is printed.
    """
    if quiet and output.form != "text":
        raise CertifyError(f"-q is for text; leave it out with --format {output.form}")
    if statistics and output.form not in {"text", "json"}:
        raise CertifyError(f"--statistics are text or JSON; leave out --format {output.form}")
    if statistics and quiet:
        raise CertifyError("-q and --statistics are asked for at once; keep one of them")
    chosen = load_specs(specs)
    names = {item.id for item in chosen}
    everyone = (*chosen, *(item for item in load_specs(()) if item.id not in names))
    policy = load_policy()
    selected = [item.code for item in expand_codes(codes)] if codes else None
    checked: list[Checked] = []
    with show_progress() as progress:
        for place, jurisdiction in enumerate(chosen):
            progress("rules", place, len(chosen))
            case = Case(jurisdiction, policy, everyone, progress=progress)
            checked.append(check_document(case, selected))
    waived = spread_waivers(checked, _list_waived(chosen))
    least = Severity[severity.upper()]
    shown = [item.keep(least) for item in checked]
    if statistics and output.is_json:
        output.write_json(count_statistics(shown))
    elif statistics:
        output.write(format_statistics(shown))
    elif quiet:
        output.write(format_lines(shown, waived))
    elif output.form == "text":
        output.write(format_text(shown, waived, output.page.width))
    else:
        output.write(PRINTERS[output.form](shown, waived))
    leave(not stand_errors(checked, waived))


def _list_waived(chosen: list[Jurisdiction]) -> dict[str, str]:
    """The waivers beside the files checked that have not expired."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    folders = dict.fromkeys(Path(item.source.name).parent for item in chosen)
    return {
        waiver.fingerprint: tell_waiver(
            waiver.reason, waiver.accepted_by, waiver.expires.isoformat()
        )
        for folder in folders
        for waiver in load_waivers(folder)
        if not waiver.has_expired(today)
    }
