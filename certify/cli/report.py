"""certify report."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.options import leave, load_specs, parse_day, take_specs
from certify.cli.output import FOLDER, Output, make_command, show_examples, take_output
from certify.gate.waivers import Waiver, load_waivers
from certify.spec.model import Jurisdiction
from certify.spec.validate import list_specs, load_valid

_LONGEST = 120


@make_command(
    "report",
    epilog=show_examples(
        "certify report",
        "certify report SPEC -o filings --html",
        "certify report SPEC --dir documents --enclose-documents",
        "certify report SPEC --date 2026-11-16 --applicant 'A Casino' --number 7 --json",
    ),
)
@take_specs(required=False)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    default="filings",
    show_default=True,
    type=FOLDER,
    help="Folder for the filings.",
)
@click.option(
    "--html",
    "with_pages",
    is_flag=True,
    help="Also an HTML page for each PDF, and an index.html if there are several.",
)
@click.option(
    "--date", metavar="YYYY-MM-DD", help="Date of the filings (default: the date of the revision)."
)
@click.option(
    "--applicant", metavar="NAME", default="", help="Applicant, printed on the first page."
)
@click.option("--number", metavar="NUMBER", default="", help="Number of the filing.")
@click.option(
    "--examiner", metavar="NAME", default="", help="Examiner of the document, printed on page 1."
)
@click.option("--reviewer", metavar="NAME", default="", help="Reviewer, printed on page 1.")
@click.option(
    "--regulation",
    metavar="FILE",
    default="",
    help="Requirements to hold the filings against (default: those that the policy names): "
    "a file, or the name of a shipped one.",
)
@click.option(
    "--dir",
    "documents",
    metavar="DIR",
    type=FOLDER,
    help="Folder with the documents: each issue quotes its clause.",
)
@click.option(
    "--enclose-documents",
    "encloses",
    is_flag=True,
    help="Enclose the documents of --dir in the filing.",
)
@take_output("text", "json", to_file=False)
def run_report(  # noqa: PLR0913
    *,
    specs: tuple[str, ...],
    folder: Path,
    with_pages: bool,
    date: str | None,
    applicant: str,
    number: str,
    examiner: str,
    reviewer: str,
    regulation: str,
    documents: Path | None,
    encloses: bool,
    output: Output,
) -> None:
    """Write the filings: one PDF per document, and a comparison.

    Without SPEC all jurisdictions are filed. The PDF files conform to PDF/A-3a and PDF/UA-1 and enclose
    everything they were made from, the findings and the odds. The HTML pages need no other file or
    server; payouts can be changed in them. Exit code 1 if a check of the figures fails.
    """
    from certify.filing.build import Order, file_all, gather
    from certify.filing.conformity import find_regulation

    if encloses and documents is None:
        raise CertifyError("--enclose-documents needs the documents; give their folder with --dir")
    jurisdictions = load_specs(specs)
    everyone = gather(jurisdictions, load_valid(list_specs())[0])
    order = Order(
        folder,
        day.isoformat() if (day := parse_day("--date", date)) else "",
        _read_line("--applicant", applicant),
        _read_line("--number", number),
        _read_line("--examiner", examiner),
        _read_line("--reviewer", reviewer),
        _load_waivers(jurisdictions),
        with_pages,
        regulation=find_regulation(regulation) if regulation else None,
        documents=documents,
        encloses=encloses,
    )
    with show_progress() as progress:
        filed = file_all(jurisdictions, everyone, order, _tell, progress)
    if output.is_json:
        output.write_json([item.describe() for item in filed])
    else:
        output.write(f"{item.path}: {item.verdict or 'no verdict of its own'}" for item in filed)
    for item in filed:
        for line in item.failed:
            _tell(f"{item.name}: check failed: {line}")
    leave(not any(item.failed for item in filed))


def _load_waivers(jurisdictions: list[Jurisdiction]) -> tuple[Waiver, ...]:
    """The waivers of every folder that a specification comes from."""
    folders = dict.fromkeys(Path(item.source.name).parent for item in jurisdictions)
    return tuple(waiver for folder in folders for waiver in load_waivers(folder))


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _read_line(option: str, text: str) -> str:
    """A name or number for the cover: one line, not too long."""
    kept = " ".join(text.split())
    if len(kept) > _LONGEST:
        raise CertifyError(f"{option} is longer than {_LONGEST} characters; shorten it")
    if not kept.isprintable():
        raise CertifyError(f"{option} contains characters that cannot be printed; remove them")
    return kept
