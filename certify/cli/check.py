"""certify check."""

from __future__ import annotations

import datetime
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.options import leave, load_specs, take_json, take_specs
from certify.findings.case import Case
from certify.findings.finding import Finding
from certify.findings.policy import load_policy
from certify.findings.printers import PRINTERS, format_lines, stand_errors
from certify.findings.registry import find_rule, list_findings
from certify.gate.certificates import trust_certificate
from certify.gate.waivers import load_waivers
from certify.spec.model import Jurisdiction


@click.command("check")
@take_specs(required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(PRINTERS)),
    default="text",
    show_default=True,
    help="How to print the findings.",
)
@click.option("-q", "--quiet", is_flag=True, help="As text, one line each.")
@click.option(
    "--select",
    "codes",
    multiple=True,
    metavar="CODE",
    help="Only this rule, or this family of rules. May be repeated.",
)
@click.option(
    "--full",
    is_flag=True,
    help="Price what touches the standard wager though no certificate vouches for the counts.",
)
@take_json
def command(
    specs: tuple[str, ...],
    form: str,
    quiet: bool,
    codes: tuple[str, ...],
    full: bool,
    as_json: bool,
) -> None:
    """Find contradictions, silences, differences and wrong figures, each priced.

    Without SPEC all jurisdictions are checked. Differences are found against all that are known.
    Exit 1 if a finding of severity error stands that is not waived; warnings and notes do not fail.
    """
    if quiet and (as_json or form != "text"):
        raise CertifyError("-q is for text; leave it out with another format")
    chosen = load_specs(specs)
    names = {item.id for item in chosen}
    everyone = (
        (*chosen, *(item for item in load_specs(()) if item.id not in names))
        if specs
        else tuple(chosen)
    )
    policy = load_policy()
    waived = _list_waived(chosen)
    selected = _expand(codes) if codes else None
    findings: list[Finding] = []
    with show_progress() as progress:
        for place, jurisdiction in enumerate(chosen):
            if progress:
                progress("rules", place, len(chosen))
            known = full or trust_certificate(jurisdiction)
            findings += list_findings(
                Case(jurisdiction, everyone, policy, full=known, progress=progress), selected
            )
    printer = format_lines if quiet else PRINTERS["json" if as_json else form]
    text = printer(findings, waived)
    if text:
        click.echo(text)
    leave(not stand_errors(findings, waived))


def _list_waived(chosen: list[Jurisdiction]) -> dict[str, str]:
    """The waivers beside the files checked that have not expired."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    folders = dict.fromkeys(Path(item.source.name).parent for item in chosen)
    return {
        waiver.fingerprint: waiver.reason
        for folder in folders
        for waiver in load_waivers(folder)
        if not waiver.has_expired(today)
    }


def _expand(codes: tuple[str, ...]) -> list[str]:
    """Codes, and families as all of their codes."""
    from certify.findings.registry import FAMILIES, load_rules

    chosen: list[str] = []
    for code in codes:
        family = code.upper()
        chosen += (
            [item for item in load_rules() if item.startswith(family)]
            if family in FAMILIES
            else [find_rule(code).code]
        )
    return chosen
