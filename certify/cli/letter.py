"""certify letter."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.check import list_all
from certify.cli.completion import complete_wagers
from certify.cli.options import load_spec, parse_day, take_spec
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.findings.case import Case
from certify.findings.checked import check_document
from certify.findings.finding import Severity
from certify.findings.policy import load_policy
from certify.render.questions import (
    Question,
    format_html,
    format_letter,
    list_questions,
    make_letter,
    write_docx,
)
from certify.render.quotes import Quotes
from certify.render.words import Words
from certify.spec.model import Jurisdiction

_FORMS = ("md", "docx", "pdf")
"""Those that the name of the file can choose too."""


@make_command(
    "letter",
    epilog=show_examples(
        'certify letter SPEC --dir documents --to "Office of Games" -o letter.docx',
        "certify letter SPEC --severity error",
        "certify letter SPEC --issue 3 --issue 5 -o letter.pdf",
    ),
)
@take_spec
@click.option("--to", default="", metavar="NAME", help="Addressee.")
@click.option("--reference", default="", metavar="TEXT", help="Reference of the letter.")
@click.option("--date", "day", metavar="DATE", help="Date of the letter (default: today).")
@click.option(
    "--severity",
    type=click.Choice([item.word for item in Severity], case_sensitive=False),
    default="warning",
    show_default=True,
    help="Lowest severity of an issue in the letter.",
)
@click.option(
    "--wager",
    "wagers",
    multiple=True,
    metavar="W",
    help="Only issues about this wager (repeatable).",
    shell_complete=complete_wagers,
)
@click.option(
    "--issue",
    "issues",
    multiple=True,
    metavar="N",
    help="Only this issue, by number or id (repeatable).",
)
@click.option(
    "--dir",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Folder with your copy of the documents, to quote the cited lines.",
)
@take_output("text", "json", *_FORMS)
def command(  # noqa: PLR0913
    *,
    spec: str,
    to: str,
    reference: str,
    day: str | None,
    severity: str,
    wagers: tuple[str, ...],
    issues: tuple[str, ...],
    folder: Path | None,
    output: Output,
) -> None:
    """Write a letter to the author of a document.

    Each issue that needs an answer is quoted (with --dir) and explained, with its effect, a proposed wording
    and space for the answer. An answered letter in docx is read back by certify answers.
    """
    date = str(parse_day("--date", day) or datetime.now(UTC).date())
    jurisdiction = load_spec(spec)
    quotes = Quotes(jurisdiction, folder) if folder else None
    everyone = list_all([jurisdiction])
    with show_progress() as progress:
        checked = check_document(Case(jurisdiction, load_policy(), everyone, progress=progress))
    least = Severity[severity.upper()]
    questions = [
        item
        for item in list_questions(checked, quotes)
        if Severity[item.severity.upper()] >= (Severity.NOTE if issues else least)
    ]
    if wagers:
        words = Words(jurisdiction)
        names = {words.wager(_find_wager(jurisdiction, item)) for item in wagers}
        questions = [item for item in questions if names & set(item.wagers)]
    if issues:
        questions = list(_select(questions, issues))
    if not questions:
        raise CertifyError(f"{jurisdiction.id}: no such issue needs an answer; lower --severity")
    letter = make_letter(checked, questions, to, reference, date)
    form = output.form
    if form == "text" and output.target is not None:
        form = output.target.suffix.removeprefix(".").lower()
    if form == "docx":
        output.write(write_docx(letter))
    elif form == "pdf":
        from certify.filing.printing import print_pdf

        output.write(print_pdf(format_html(letter), date).content)
    elif form == "json":
        output.write_json(asdict(letter))
    else:
        output.write(format_letter(letter))


def _find_wager(jurisdiction: Jurisdiction, name: str) -> str:
    return name if name == "standard" else jurisdiction.wager(name).id


def _select(questions: list[Question], wanted: tuple[str, ...]) -> list[Question]:
    """The questions with these numbers or ids."""
    found = []
    for name in wanted:
        own = [item for item in questions if name in {str(item.number), item.id}]
        if not own:
            raise CertifyError(f"--issue: no issue {name!r}; certify check numbers them")
        found += own
    return found
