"""certify answers."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.load import load_bytes, read_bytes
from certify.base.storage import write_file
from certify.cli.options import check_own, parse_day
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.draft.answers import Answer, apply_answers, list_values, write_text
from certify.render.words import Words
from certify.spec.catalogue import ValueKind
from certify.spec.model import Jurisdiction
from certify.spec.todo import tell_draft
from certify.spec.validate import find_spec, read_jurisdiction
from certify.spec.values import Value, format_value, parse_value

_AGREED = {"agreed", "agree", "as proposed", "yes", "confirmed", "correct"}
_LARGEST = 1 << 24
Row = Mapping[str, str]


@make_command(
    "answers",
    epilog=show_examples(
        "certify answers checklist.csv",
        "certify answers letter.docx --write",
        "certify answers checklist.xlsx --name 'Letter of the Office, 4 May' --write",
    ),
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--spec", metavar="SPEC", help="Specification to change (default: the one named in FILE)."
)
@click.option(
    "--name", metavar="TEXT", help="What people call the answers (default: the name of FILE)."
)
@click.option("--date", "day", metavar="DATE", help="Date of the answers (default: today).")
@click.option("--write", "writes", is_flag=True, help="Write the changes instead of showing them.")
@take_output("text", "json")
def command(
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
    rows = [row for row in _read_rows(file) if row.get("Answer", "").strip()]
    if not rows:
        raise CertifyError(f"{file}: no question is answered; write into Answer")
    named = {row["Specification"] for row in rows}
    if spec is None and len(named) > 1:
        raise CertifyError(f"{file}: the answers are about {', '.join(sorted(named))}; add --spec")
    path = find_spec(spec or named.pop())
    content = read_bytes(path)
    jurisdiction = read_jurisdiction(load_bytes(content, str(path)))
    rows = [row for row in rows if row["Specification"] == jurisdiction.id]
    words = Words(jurisdiction)
    answers = [_make_answer(words, row) for row in rows]
    date = str(parse_day("--date", day) or datetime.now(UTC).date())
    text = apply_answers(jurisdiction, content, answers, name or file.name, date)
    changed = read_jurisdiction(load_bytes(text.encode(), str(path)))
    document = file.with_name(f"{file.stem}-{date}.txt")
    if writes:
        check_own(path)
        write_file(document, write_text(answers).encode())
        write_file(path, text.encode())
    if output.is_json:
        output.write_json(
            {
                "specification": str(path),
                "edition": changed.edition,
                "answered": len(answers),
                "stated": [item.statements[0] for item in answers if item.value is not None],
                "todo": [item.id for item in answers if item.value is None],
                "written": [str(path), str(document)] if writes else [],
            }
        )
        return
    if not writes:
        before, after = content.decode().splitlines(), text.splitlines()
        output.write(
            [
                *difflib.unified_diff(before, after, str(path), str(path), lineterm="", n=1),
                "nothing is written; add --write",
            ]
        )
        return
    stated = sum(item.value is not None for item in answers)
    lines = [f"{path}: revision {changed.edition}, {stated} of {len(answers)} answers stated"]
    if draft := tell_draft(changed):
        lines.append(f"{path}: {draft}")
    output.write([*lines, f"{document}: text of the answers; keep it with the documents"])


def _make_answer(words: Words, row: Row) -> Answer:
    keys = tuple(filter(None, (item.strip() for item in row["Statements"].split(","))))
    text = row["Answer"].strip()
    value = _read_value(words, keys[0], text) if len(keys) == 1 else None
    return Answer(row["Id"], row["Issue"], keys, text, value)


def _read_value(words: Words, key: str, text: str) -> Value | None:
    """The value that an answer names; None where that is not certain."""
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
    if len(found) == 1:
        return found.pop()
    if found or statement.parameter.choices:
        return None
    return _parse(words.jurisdiction, key, text)


def _parse(jurisdiction: Jurisdiction, key: str, text: str) -> Value | None:
    """A number, a share, a sum of money or a text as a specification writes it."""
    parameter = jurisdiction.by_key[key].parameter
    if parameter.kind is ValueKind.COUNT:
        return int(text) if text.isdecimal() else None
    if parameter.kind not in {ValueKind.MONEY, ValueKind.FRACTION, ValueKind.TEXT}:
        return None
    try:
        value = parse_value(parameter, text)
    except (CertifyError, ValueError):
        return None
    return value if format_value(value) == text else None


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
    for row in rows:
        for name in ("Specification", "Id", "Issue", "Statements", "Answer"):
            if name not in row:
                raise CertifyError(
                    f"{path}: there is no column {name}; keep the columns of the checklist"
                )
    return rows


def _read_csv(content: bytes) -> Iterator[dict[str, str]]:
    for row in csv.DictReader(io.StringIO(content.decode("utf-8-sig"))):
        yield {str(key): str(value or "") for key, value in row.items() if key}


def _read_xlsx(content: bytes) -> Iterator[dict[str, str]]:
    import openpyxl

    rows = (
        openpyxl.load_workbook(io.BytesIO(content), read_only=True)
        .worksheets[0]
        .iter_rows(values_only=True)
    )
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
