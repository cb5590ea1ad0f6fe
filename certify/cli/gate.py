"""certify gate."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.base.storage import write_file
from certify.cli.options import leave, parse_day, parse_stake, screen_stake, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.gate.acceptance import Approver
from certify.gate.approvals import check_words
from certify.gate.files import find_files
from certify.gate.printers import describe, escape, format_markdown, format_text
from certify.gate.run import Options, Verdict, list_all_stale, run_gate


@make_command(
    "gate",
    epilog=show_examples(
        "certify gate",
        "certify gate --base main --summary summary.md",
        "certify gate SPEC --accept --by 'A. Reviewer' --reason 'first edition'",
        "certify gate --stale",
    ),
)
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
@take_output("text", "json")
def command(  # noqa: PLR0913
    *,
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
    output: Output,
) -> None:
    """Hold the files to their approved certificates.

    Validates, recomputes, compares with the certificates, applies waivers, prices the change. Local
    files only. A file without a certificate is a draft and blocks no other. Exit 1 if anything stands
    against the files.
    """
    screen_stake(stake)
    if stake is not None and base is None:
        raise CertifyError("--stake prices a change; say since when with --base REV")
    files = find_files(specs)
    if stale:
        found = list_all_stale(files)
        if not accept:
            _tell_stale(found, output)
            return
        files = replace(files, asked=tuple(path for path, why in found.items() if why), named=True)
    if (by or reason) and not accept:
        raise CertifyError("--by and --reason go with --accept; add it, or leave them out")
    today = parse_day("--date", date) or datetime.datetime.now(tz=datetime.UTC).date()
    approver = Approver(*check_words(by, reason), today) if accept else None
    with show_progress() as progress:
        options = Options(
            today, base, approver, full, lambda currency: parse_stake(stake, currency), progress
        )
        verdict = run_gate(files, options)
    if summary is not None:
        cure = "" if verdict.holds else _tell_cure(specs, base, accepting=accept)
        write_file(summary, _summarise(verdict, base, cure).encode())
    if output.is_json:
        output.write_json(_describe(verdict))
    else:
        output.write(_format(verdict, base))
    if not verdict.holds:
        click.echo(_tell_cure(specs, base, accepting=accept), err=True)
    leave(verdict.holds)


def _tell_cure(specs: tuple[str, ...], base: str | None, *, accepting: bool) -> str:
    """What to type where the gate does not let a change pass."""
    named = " ".join(["certify gate", *specs])
    if accepting:
        return "nothing was written; cure what is named above, then type the same again"
    priced = "" if base else f"is priced by: {named} --base REV, and "
    return (
        "cure what is named above (certify validate and certify check tell where); a change that is meant "
        f"{priced}is approved, under a new edition, by: {named} --accept --by NAME --reason TEXT"
    )


def _tell_stale(found: dict[Path, list[str]], output: Output) -> None:
    if output.is_json:
        output.write_json([{"file": str(path), "stale": why} for path, why in found.items()])
    else:
        output.write(
            f"{path}: {'; '.join(why) if why else 'current'}" for path, why in found.items()
        )
    leave(not any(found.values()))


def _describe(verdict: Verdict) -> dict[str, object]:
    return {
        "holds": verdict.holds,
        "differences": [describe(item) for item in verdict.differences],
        "since_base": verdict.rules,
        "passed": verdict.passed,
        "drafts": verdict.drafts,
        "remarks": verdict.remarks,
        "failures": verdict.failures,
        "written": [str(path) for path in verdict.written],
        "waived": sorted(verdict.waived),
        "open_errors": {str(path): count for path, count in verdict.open_errors.items()},
    }


def _list_lines(verdict: Verdict) -> list[str]:
    """All but the meaning of the change: what passed first, what stands against it last."""
    lines = [f"wrote {path}" for path in verdict.written]
    lines += [*verdict.passed, *verdict.drafts, *verdict.remarks]
    if verdict.waived:
        lines.append(f"{len(verdict.waived)} waivers in force")
    return lines + verdict.failures


def _summarise(verdict: Verdict, base: str | None, cure: str) -> str:
    lines = [f"# certify gate: {'passed' if verdict.holds else 'failed'}", ""]
    if verdict.holds and verdict.open_errors:
        lines += [escape(_tell_open(verdict)), ""]
    if base:
        lines.append(format_markdown(verdict.differences))
        lines += [f"- {escape(line)}" for line in verdict.rules]
        lines += ["", "## What the gate found", ""]
    lines += [f"- {escape(line)}" for line in _list_lines(verdict)]
    lines += ["", escape(cure)] if cure else []
    return "\n".join(lines) + "\n"


def _format(verdict: Verdict, base: str | None) -> Iterator[str]:
    if base:
        yield format_text(verdict.differences)
        yield from verdict.rules
        yield ""
    yield from _list_lines(verdict)
    if not verdict.holds:
        yield f"gate: FAILED ({len(verdict.failures)})"
    else:
        yield f"gate: passed; {_tell_open(verdict)}" if verdict.open_errors else "gate: passed"


def _tell_open(verdict: Verdict) -> str:
    """What passes and is not right for all that: an approval takes errors as they are."""
    count = sum(verdict.open_errors.values())
    files = ", ".join(f"{path} {number}" for path, number in verdict.open_errors.items())
    return f"approved with {count} {'error' if count == 1 else 'errors'} open: {files}"
