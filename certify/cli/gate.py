"""certify gate."""

from __future__ import annotations

import datetime
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.base.storage import write_file
from certify.cli.options import leave, print_json, take_specs
from certify.gate.impact import (
    Impact,
    describe_impact,
    format_impact,
    format_markdown,
    measure_impact,
    read_revision,
)
from certify.gate.run import Verdict, run_gate
from certify.spec.validate import find_spec, list_specs, load_jurisdiction


@click.command("gate")
@take_specs(required=False)
@click.option("--base", metavar="REV", help="Print what the change since this git revision does.")
@click.option("--accept", is_flag=True, help="Write the certificates for what is computed now.")
@click.option("--full", is_flag=True, help="Recompute the long results too.")
@click.option("--date", metavar="YYYY-MM-DD", help="The day on which waivers are judged; today.")
@click.option(
    "--summary",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a Markdown summary for a pull request.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    specs: tuple[str, ...],
    base: str | None,
    accept: bool,
    full: bool,
    date: str | None,
    summary: Path | None,
    as_json: bool,
) -> None:
    """Validate, recompute, compare with the certificates, apply waivers, price the change.

    Exit 1 if anything stands against the files.
    """
    everyone = list_specs()
    paths = [find_spec(spec) for spec in specs] if specs else everyone
    if not paths:
        raise CertifyError("there is no jurisdiction file in ./jurisdictions")
    with show_progress() as progress:
        verdict = run_gate(
            paths,
            everyone if not specs else sorted({*everyone, *paths}),
            accept=accept,
            full=full,
            today=_parse_date(date),
            progress=progress,
        )
        impacts = _measure(base, paths) if base and verdict.readable else []
    if summary is not None:
        write_file(summary, _summarise(verdict, impacts, base).encode())
    if as_json:
        print_json(
            {
                "holds": verdict.holds,
                "failures": verdict.failures,
                "passed": verdict.passed,
                "written": [str(path) for path in verdict.written],
                "waived": sorted(verdict.waived),
                "impact": [describe_impact(impact) for impact in impacts],
            }
        )
    else:
        _print(verdict, impacts, base)
    leave(verdict.holds)


def _parse_date(text: str | None) -> datetime.date:
    if text is None:
        return datetime.datetime.now(tz=datetime.UTC).date()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise CertifyError(f"--date: {text!r} is no date; write YYYY-MM-DD") from None


def _measure(base: str, paths: list[Path]) -> list[Impact]:
    old = read_revision(base, paths[0].parent.resolve())
    new = {}
    for path in paths:
        jurisdiction = load_jurisdiction(path)
        new[jurisdiction.id] = jurisdiction
    wanted = set(new) if len(paths) < len(list_specs()) else set(old) | set(new)
    return measure_impact({key: item for key, item in old.items() if key in wanted}, new)


def _summarise(verdict: Verdict, impacts: list[Impact], base: str | None) -> str:
    lines = [f"# certify gate: {'passed' if verdict.holds else 'failed'}", ""]
    lines += [f"- {failure}" for failure in verdict.failures]
    lines += [f"- {passed}" for passed in verdict.passed]
    text = "\n".join(lines) + "\n"
    return text + "\n" + format_markdown(impacts) if base else text


def _print(verdict: Verdict, impacts: list[Impact], base: str | None) -> None:
    if base:
        click.echo("\n".join(format_impact(impacts)))
    for path in verdict.written:
        click.echo(f"wrote {path}")
    for text in verdict.passed:
        click.echo(text)
    for text in verdict.failures:
        click.echo(text)
    if verdict.waived:
        click.echo(f"{len(verdict.waived)} findings waived")
    click.echo("gate: passed" if verdict.holds else f"gate: FAILED ({len(verdict.failures)})")
