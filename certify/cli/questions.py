"""certify letter and certify answers."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.load import load_bytes, read_bytes
from certify.base.storage import write_file
from certify.cli.check import check_all, list_all
from certify.cli.completion import complete_wagers
from certify.cli.options import check_own, load_spec, parse_today, take_spec
from certify.cli.output import FILE, FOLDER, Output, make_command, show_examples, take_output
from certify.draft.answers import Answer, apply_answers, list_values, write_text
from certify.findings.finding import Severity
from certify.findings.policy import load_policy
from certify.render.questions import (
    format_html,
    format_letter,
    list_questions,
    make_letter,
    write_docx,
)
from certify.render.quotes import Quotes
from certify.render.words import Words
from certify.spec.catalogue import Parameter, ValueKind
from certify.spec.model import tell_draft
from certify.spec.validate import find_spec, read_jurisdiction
from certify.spec.values import Value, format_value, parse_value

_AGREED = {"agreed", "agree", "as proposed", "yes", "confirmed", "correct"}
_COLUMNS = ("Specification", "Id", "Issue", "Statements", "Answer")
_WRITTEN = {ValueKind.MONEY, ValueKind.FRACTION, ValueKind.TEXT}
_LARGEST = 1 << 24


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
    type=FOLDER,
    help="Folder with your copy of the documents, to quote the cited lines.",
)
@take_output("text", "json", "md", "docx", "pdf")
def run_letter(  # noqa: PLR0913
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
    date = str(parse_today(day))
    jurisdiction = load_spec(spec)
    quotes = Quotes(jurisdiction, folder) if folder else None
    (checked,) = check_all([jurisdiction], list_all([jurisdiction]), load_policy())
    least = Severity.NOTE if issues else Severity[severity.upper()]
    questions = [
        item for item in list_questions(checked, quotes) if Severity[item.severity.upper()] >= least
    ]
    if wagers:
        words = Words(jurisdiction)
        known = ("standard", *(wager.id for wager in jurisdiction.wagers))
        names = {
            words.wager(item if item in known else jurisdiction.wager(item).id) for item in wagers
        }
        questions = [item for item in questions if names & set(item.wagers)]
    for name in issues:
        if not any(name in {str(item.number), item.id} for item in questions):
            raise CertifyError(f"--issue: no issue {name!r}; certify check lists the numbers")
    if issues:
        chosen = set(issues)
        questions = [item for item in questions if chosen & {str(item.number), item.id}]
    if not questions:
        raise CertifyError(
            f"{jurisdiction.id}: no issue of this kind needs an answer; lower --severity"
        )
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


@make_command(
    "answers",
    epilog=show_examples(
        "certify answers checklist.csv",
        "certify answers letter.docx --write",
        "certify answers checklist.xlsx --name 'Letter of the Office, 4 May' --write",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@click.option(
    "--spec", metavar="SPEC", help="Specification to change (default: the one named in FILE)."
)
@click.option(
    "--name", metavar="TEXT", help="What people call the answers (default: the name of FILE)."
)
@click.option("--date", "day", metavar="DATE", help="Date of the answers (default: today).")
@click.option("--write", "writes", is_flag=True, help="Write the changes instead of showing them.")
@take_output("text", "json")
def run_answers(
    *,
    file: Path,
    spec: str | None,
    name: str | None,
    day: str | None,
    writes: bool,
    output: Output,
) -> None:
    """Turn answered questions into changes of a specification.

    FILE is a checklist in CSV or XLSX, or a letter in DOCX, with answers. An answer that is a value of the
    parameter, or agrees with the proposal, becomes a stated value that cites the answers as a document of
    kind correspondence; any other becomes a todo. The changes are shown as a diff; --write writes them, and
    the text of the answers next to FILE.
    """
    rows = [row for row in _read_rows(file) if row["Answer"].strip()]
    if not rows:
        raise CertifyError(f"{file}: no answers found; write them into the column or field Answer")
    named = {row["Specification"] for row in rows}
    if spec is None and len(named) > 1:
        raise CertifyError(f"{file}: the answers are about {', '.join(sorted(named))}; add --spec")
    path = find_spec(spec or named.pop())
    content = read_bytes(path)
    jurisdiction = read_jurisdiction(load_bytes(content, str(path)))
    words = Words(jurisdiction)
    answers = [_make_answer(words, row) for row in rows if row["Specification"] == jurisdiction.id]
    date = str(parse_today(day))
    text = apply_answers(jurisdiction, content, answers, name or file.name, date)
    changed = read_jurisdiction(load_bytes(text.encode(), str(path)))
    document = file.with_name(f"{file.stem}-{date}.txt")
    if writes:
        check_own(path)
        write_file(document, write_text(answers).encode())
        write_file(path, text.encode())
    stated = [item.statements[0] for item in answers if item.value is not None]
    if output.is_json:
        output.write_json(
            {
                "specification": str(path),
                "edition": changed.edition,
                "answered": len(answers),
                "stated": stated,
                "todo": [item.id for item in answers if item.value is None],
                "written": [str(path), str(document)] if writes else [],
            }
        )
    elif writes:
        draft = tell_draft(changed)
        told = f"revision {changed.edition}, {len(stated)} of {len(answers)} answers stated"
        lines = [f"{path}: {told}", *([f"{path}: {draft}"] if draft else [])]
        output.write([*lines, f"{document}: text of the answers; keep it with the documents"])
    else:
        sides = content.decode().splitlines(), text.splitlines()
        changes = difflib.unified_diff(*sides, str(path), str(path), lineterm="", n=1)
        output.write([*changes, "nothing is written; add --write"])


def _make_answer(words: Words, row: Mapping[str, str]) -> Answer:
    keys = tuple(filter(None, (item.strip() for item in row["Statements"].split(","))))
    text = row["Answer"].strip()
    value = _read_value(words, keys[0], text) if len(keys) == 1 else None
    return Answer(row["Id"], row["Issue"], keys, text, value)


def _read_value(words: Words, key: str, text: str) -> Value | None:
    """The value that an answer names; None if that is not certain."""
    statement = words.statement(key)
    if statement is None or statement.line or statement.paytable:
        return None
    plain = text.casefold().strip(' .“”"')
    if plain in _AGREED:
        return statement.value
    found = {
        value
        for value in list_values(statement)
        if plain
        in {
            format_value(value).casefold(),
            words.value(key, value).casefold(),
            words.sentence(key, value).casefold().strip(" ."),
        }
    }
    if found or statement.parameter.choices:
        return found.pop() if len(found) == 1 else None
    return _parse(statement.parameter, text)


def _parse(parameter: Parameter, text: str) -> Value | None:
    """A number, a share, an amount or a text as a specification writes it."""
    if parameter.kind is ValueKind.COUNT:
        return int(text) if text.isdecimal() else None
    try:
        value = parse_value(parameter, text) if parameter.kind in _WRITTEN else None
    except (CertifyError, ValueError):
        return None
    return value if value is not None and format_value(value) == text else None


def _read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a checklist, or the questions of a letter."""
    content = read_bytes(path, _LARGEST)
    readers = {".csv": _read_csv, ".xlsx": _read_xlsx, ".docx": _read_docx}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise CertifyError(f"{path}: give a file in {', '.join(readers)}")
    try:
        rows = list(reader(content))
    except (ValueError, KeyError, OSError, UnicodeDecodeError) as error:
        raise CertifyError(f"{path}: cannot be read ({error})") from None
    for name in _COLUMNS:
        if not all(name in row for row in rows):
            raise CertifyError(
                f"{path}: column {name} is missing; keep the columns of the checklist"
            )
    return rows


def _read_csv(content: bytes) -> Iterator[dict[str, str]]:
    for row in csv.DictReader(io.StringIO(content.decode("utf-8-sig"))):
        yield {str(key): str(value or "") for key, value in row.items() if key}


def _read_xlsx(content: bytes) -> Iterator[dict[str, str]]:
    import openpyxl

    sheet = openpyxl.load_workbook(io.BytesIO(content), read_only=True).worksheets[0]
    rows = sheet.iter_rows(values_only=True)
    head = [str(cell or "") for cell in next(rows, ())]
    for row in rows:
        yield dict(zip(head, ("" if cell is None else str(cell) for cell in row), strict=False))


def _read_docx(content: bytes) -> Iterator[dict[str, str]]:
    """Each question of a letter is a table of labels and texts."""
    import docx

    for table in docx.Document(io.BytesIO(content)).tables:
        cells = {row.cells[0].text.strip(): row.cells[1].text for row in table.rows}
        specification, _, name = cells.get("Reference", "").strip().partition(" ")
        if name:
            yield {**cells, "Specification": specification, "Id": name}
