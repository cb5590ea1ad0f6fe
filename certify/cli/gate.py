"""certify gate."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.base.storage import write_file
from certify.cli.options import leave, parse_stake, print_json, take_specs
from certify.gate.acceptance import Approver
from certify.gate.approvals import check_words
from certify.gate.files import find_files
from certify.gate.printers import describe, format_markdown, format_text
from certify.gate.run import Options, Verdict, list_all_stale, run_gate


@click.command("gate")
@take_specs(required=False)
@click.option("--base", metavar="REV", help="Price the change since this git revision.")
@click.option(
    "--accept",
    is_flag=True,
    help="Compute everything anew and approve it; needs --by and --reason.",
)
@click.option("--by", metavar="NAME", help="Who approves, by name or role.")
@click.option("--reason", metavar="TEXT", help="Why it is approved.")
@click.option("--full", is_flag=True, help="Compute everything anew: no certificate, no cache.")
@click.option(
    "--stale",
    is_flag=True,
    help="Tell whose certificate cannot be current, computing nothing; with --accept, only those.",
)
@click.option("--stake", metavar="AMOUNT", help="Price the change at this stake.")
@click.option("--date", metavar="YYYY-MM-DD", help="The day of approvals and waivers; today.")
@click.option(
    "--summary",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a Markdown summary for a pull request.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to print the result.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
def command(  # noqa: PLR0913, PLR0917
    specs: tuple[str, ...],
    base: str | None,
    accept: bool,
    by: str | None,
    reason: str | None,
    full: bool,
    stale: bool,
    stake: str | None,
    date: str | None,
    summary: Path | None,
    form: str,
    as_json: bool,
) -> None:
    """Validate, recompute, compare with the certificates, apply waivers, price the change.

    Local files only. A file without a certificate is a draft and blocks no other. Exit 1 if anything stands
    against the files.
    """
    files = find_files(specs)
    as_json = as_json or form == "json"
    if stale:
        found = list_all_stale(files)
        if not accept:
            _tell_stale(found, as_json=as_json)
            return
        files = replace(files, asked=tuple(path for path, why in found.items() if why), named=True)
    if (by or reason) and not accept:
        raise CertifyError("--by and --reason go with --accept")
    today = _parse_date(date)
    approver = Approver(*check_words(by, reason), today) if accept else None
    with show_progress() as progress:
        options = Options(
            today, base, approver, full, lambda currency: parse_stake(stake, currency), progress
        )
        verdict = run_gate(files, options)
    if summary is not None:
        write_file(summary, _summarise(verdict, base).encode())
    if as_json:
        print_json(_describe(verdict))
    else:
        _print(verdict, base)
    leave(verdict.holds)


def _parse_date(text: str | None) -> datetime.date:
    if text is None:
        return datetime.datetime.now(tz=datetime.UTC).date()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise CertifyError(f"--date: {text!r} is no date; write YYYY-MM-DD") from None


def _tell_stale(found: dict[Path, list[str]], *, as_json: bool) -> None:
    if as_json:
        print_json([{"file": str(path), "stale": why} for path, why in found.items()])
    else:
        for path, why in found.items():
            click.echo(f"{path}: {'; '.join(why) if why else 'current'}")
    leave(not any(found.values()))


def _describe(verdict: Verdict) -> dict[str, object]:
    return {
        "holds": verdict.holds,
        "differences": [describe(item) for item in verdict.differences],
        "passed": verdict.passed,
        "drafts": verdict.drafts,
        "remarks": verdict.remarks,
        "failures": verdict.failures,
        "written": [str(path) for path in verdict.written],
        "waived": sorted(verdict.waived),
    }


def _list_lines(verdict: Verdict) -> list[str]:
    """All but the meaning of the change: what passed first, what stands against it last."""
    lines = [f"wrote {path}" for path in verdict.written]
    lines += [*verdict.passed, *verdict.drafts, *verdict.remarks]
    if verdict.waived:
        lines.append(f"{len(verdict.waived)} waivers in force")
    return lines + verdict.failures


def _summarise(verdict: Verdict, base: str | None) -> str:
    meaning = format_markdown(verdict.differences) if base else ""
    lines = [f"# certify gate: {'passed' if verdict.holds else 'failed'}", ""]
    lines += [meaning, "## What the gate found", ""] if base else []
    lines += [f"- {' '.join(line.split())}" for line in _list_lines(verdict)]
    return "\n".join(lines) + "\n"


def _print(verdict: Verdict, base: str | None) -> None:
    if base:
        click.echo(format_text(verdict.differences) + "\n")
    for line in _list_lines(verdict):
        click.echo(line)
    click.echo("gate: passed" if verdict.holds else f"gate: FAILED ({len(verdict.failures)})")
