"""certify gate and certify register."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import click

from certify.base.errors import CertifyError
from certify.base.figures import format_fraction, format_percent
from certify.base.names import quote
from certify.base.progress import show_progress
from certify.base.storage import check_target, write_file
from certify.cli.check import check_all, list_all
from certify.cli.filings import read_passphrase
from certify.cli.options import leave, parse_stake, parse_today, screen_stake, take_specs
from certify.cli.output import FILE, Output, make_command, show_examples, take_output
from certify.findings.checked import spread_waivers
from certify.findings.policy import load_policy
from certify.gate import run
from certify.gate.acceptance import Approver
from certify.gate.approvals import check_word, load_key
from certify.gate.files import Files, find_files, list_repository_files
from certify.gate.register import list_entries
from certify.gate.waivers import list_waived, load_waivers
from certify.render.annotations import format_junit, format_sarif
from certify.render.diff import describe, escape, format_markdown, format_text
from certify.render.numbers import count
from certify.render.register import format_calendar, format_register, format_register_csv

_take_date = click.option(
    "--date", "day", metavar="YYYY-MM-DD", help="Day to judge by (default: today)."
)


@make_command(
    "gate",
    epilog=show_examples(
        "certify gate",
        "certify gate --base main --sarif certify.sarif --junit certify.xml",
        "certify gate SPEC --accept --by 'A. Reviewer' --reason 'first revision'",
        "certify gate --stale",
    ),
)
@take_specs(required=False)
@click.option(
    "--base", metavar="REV", help="Git revision to compare with; shows the effect of each change."
)
@click.option(
    "--accept",
    is_flag=True,
    help="Compute everything again and approve it; needs --by and --reason.",
)
@click.option("--by", metavar="NAME", help="Name or role of the approver, for --accept.")
@click.option("--reason", metavar="TEXT", help="Reason of the approval, for --accept.")
@click.option(
    "--key",
    "key_file",
    metavar="KEY",
    type=FILE,
    help="Key that signs the approval, for --accept: SSH, PEM or PKCS#12.",
)
@click.option("--author", metavar="NAME", help="Author of the revision, for a signed approval.")
@click.option(
    "--passphrase-env", metavar="NAME", help="Environment variable with the key's passphrase."
)
@click.option(
    "--people",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Your own people.yaml, from outside the repository; requires signatures by these people.",
)
@click.option(
    "--full",
    is_flag=True,
    help="Compute everything again; use no certificate, stored count or stored machine code.",
)
@click.option(
    "--stale",
    is_flag=True,
    help="List outdated certificates without computing; with --accept, accept only those.",
)
@click.option(
    "--stake",
    metavar="AMOUNT",
    help="Wager amount for the effect of changes (default: the minimum wager).",
)
@_take_date
@click.option(
    "--summary", metavar="FILE", type=FILE, help="File for a Markdown summary for a pull request."
)
@click.option(
    "--sarif", metavar="FILE", type=FILE, help="File for the issues as SARIF, for code scanning."
)
@click.option(
    "--junit",
    metavar="FILE",
    type=FILE,
    help="File for failures and issues as JUnit, for test reports.",
)
@take_output("text", "json")
def run_gate(  # noqa: PLR0913
    *,
    specs: tuple[str, ...],
    base: str | None,
    accept: bool,
    by: str | None,
    reason: str | None,
    key_file: Path | None,
    author: str | None,
    passphrase_env: str | None,
    people: Path | None,
    full: bool,
    stale: bool,
    stake: str | None,
    day: str | None,
    summary: Path | None,
    sarif: Path | None,
    junit: Path | None,
    output: Output,
) -> None:
    """Check local specifications against their approved certificates.

    Validates, recomputes, compares with the certificates and applies waivers. A specification without a
    certificate is a draft and does not block others. Exit code 1 if a check fails.
    """
    screen_stake(stake)
    if stake is not None and base is None:
        raise CertifyError("--stake requires --base REV, the git revision to compare with")
    files = find_files(specs)
    if stale:
        found = run.list_all_stale(files)
        if not accept:
            _show_stale(found, output)
            return
        files = replace(files, asked=tuple(path for path, why in found.items() if why), named=True)
    if (by or reason or key_file or author) and not accept:
        raise CertifyError("--by, --reason, --key and --author require --accept; add it")
    for target in filter(None, (summary, sarif, junit)):
        check_target(target)
    today, approver = parse_today(day), None
    if accept:
        key = (
            load_key(key_file, lambda: read_passphrase(key_file, passphrase_env))
            if key_file
            else None
        )
        name = (
            check_word("by", by) if by or key is None else ""
        )  # people.yaml names the key's owner
        approver = Approver(name, check_word("reason", reason), today, author or "", key)
    with show_progress() as progress:
        stakes = partial(parse_stake, stake)
        options = run.Options(today, base, approver, people, full, stakes, progress)
        report = run.run_gate(files, options)
    fix = "" if report.holds else _describe_fix(specs, base, accepting=accept)
    if summary is not None:
        write_file(summary, _summarise(report, base, fix).encode())
    _write_reports(report, files, today, sarif, junit)
    if output.is_json:
        output.write_json(_describe(report))
    else:
        output.write(_format(report, base))
    if fix:
        click.echo(fix, err=True)
    leave(report.holds)


def _write_reports(
    report: run.GateReport, files: Files, today: date, sarif: Path | None, junit: Path | None
) -> None:
    """Write the issues of the valid files for code scanning and test reports."""
    if sarif is None and junit is None:
        return
    chosen = report.jurisdictions
    checked = check_all(chosen, list_all(chosen), load_policy(files.policy))
    waived = spread_waivers(checked, list_waived(load_waivers(files.folder), today))
    if sarif is not None:
        write_file(sarif, f"{format_sarif(checked, waived)}\n".encode())
    if junit is not None:
        failures = report.list_failures_by_file(files.asked)
        write_file(junit, f"{format_junit(checked, waived, failures)}\n".encode())


def _describe_fix(specs: tuple[str, ...], base: str | None, *, accepting: bool) -> str:
    """What to do if the gate fails."""
    named = " ".join(["certify gate", *specs])
    if accepting:
        return "nothing was written; fix the failures above and run the same command again"
    effect = "" if base else f"show its effect with: {named} --base REV; then "
    return (
        "fix the failures above (certify validate and certify check show where); to approve an intended "
        f"change, {effect}set a new revision and run: {named} --accept --by NAME --reason TEXT"
    )


def _show_stale(found: dict[Path, list[str]], output: Output) -> None:
    if output.is_json:
        output.write_json([{"file": str(path), "stale": why} for path, why in found.items()])
    else:
        output.write(f"{path}: {'; '.join(why) or 'current'}" for path, why in found.items())
    leave(not any(found.values()))


def _describe(report: run.GateReport) -> dict[str, Any]:
    largest = report.largest_difference
    share = largest is not None and {
        "fraction": format_fraction(largest),
        "points": format_percent(largest),
    }
    return {
        "holds": report.holds,
        "verdict": "passed" if report.holds else "failed",
        "largest_difference": share or None,
        "differences": [describe(item) for item in report.differences],
        "since_base": report.rules,
        "passed": report.passed,
        "drafts": report.drafts,
        "remarks": report.remarks,
        "failures": report.failures,
        "written": [str(path) for path in report.written],
        "waived": sorted(report.waived),
        "open_errors": {str(path): number for path, number in report.open_errors.items()},
    }


def _list_lines(report: run.GateReport) -> list[str]:
    """Everything but the differences since the base; failures last."""
    lines = [f"wrote {path}" for path in report.written]
    lines += [*report.passed, *report.drafts, *report.remarks]
    if report.waived:
        lines.append(f"{count(len(report.waived), 'waiver')} in force")
    return lines + report.failures


def _summarise(report: run.GateReport, base: str | None, fix: str) -> str:
    lines = [f"# certify gate: {'passed' if report.holds else 'failed'}", ""]
    if report.holds and report.open_errors:
        lines += [escape(_count_open(report)), ""]
    if base:
        lines.append(format_markdown(report.differences))
        lines += [f"- {escape(line)}" for line in report.rules]
        lines += ["", "## Checks", ""]
    lines += [f"- {escape(line)}" for line in _list_lines(report)]
    lines += ["", escape(fix)] if fix else []
    return "\n".join(lines) + "\n"


def _format(report: run.GateReport, base: str | None) -> Iterator[str]:
    if base:
        yield format_text(report.differences)
        yield from report.rules
        yield ""
    yield from _list_lines(report)
    if not report.holds:
        yield f"gate: FAILED ({len(report.failures)})"
    else:
        yield f"gate: passed; {_count_open(report)}" if report.open_errors else "gate: passed"


def _count_open(report: run.GateReport) -> str:
    """The errors with which the files were approved."""
    errors = count(sum(report.open_errors.values()), "open error")
    files = ", ".join(f"{path} {number}" for path, number in report.open_errors.items())
    return f"approved with {errors}: {files}"


@make_command(
    "register",
    epilog=show_examples(
        "certify register",
        "certify register --within 30d",
        "certify register --format ics -o certify.ics",
    ),
)
@take_specs(required=False)
@click.option("--within", metavar="DAYS", help="Only what ends within this time, for example 30d.")
@_take_date
@take_output("text", "json", "csv", "ics")
def run_register(
    specs: tuple[str, ...], within: str | None, day: str | None, output: Output
) -> None:
    """List approvals, waivers, keys, letters, answers and filings.

    Reads the files of the repository. Letters are those in docx or pdf; questions are listed if the answer is
    "later" or a due date is set. With --within, exit code 1 if something ends within that time, or has ended.
    """
    from certify.filing.register import DOCUMENTS, list_documents

    days = None if within is None else within.removesuffix("d")
    if days is not None and not (days.isascii() and days.isdecimal() and len(days) < 6):
        raise CertifyError(
            f"--within: {quote(within)} is not a number of days; write for example 30d"
        )
    today, files = parse_today(day), find_files(specs)
    entries = [
        *list_entries(files.folder, [path.stem for path in files.asked]),
        *list_documents(list_repository_files(files.folder.resolve(), *DOCUMENTS)),
    ]
    if days is not None:
        entries = [item for item in entries if item.ends_within(today, int(days))]
    rows = [item.describe() for item in entries]
    if output.is_json:
        output.write_json(rows)
    elif output.form == "csv":
        output.write(format_register_csv(rows))
    elif output.form == "ics":
        output.write(format_calendar(rows))
    else:
        none = "nothing is registered" if days is None else f"nothing ends within {int(days)} days"
        output.write(format_register(rows) if rows else none)
    leave(days is None or not entries)
