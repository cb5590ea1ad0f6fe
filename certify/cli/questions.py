"""certify letter and certify answers."""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from certify.base.errors import DAMAGED, CertifyError
from certify.base.load import load_bytes, read_bytes
from certify.base.storage import write_file
from certify.cli.check import check_all, list_all
from certify.cli.options import check_own, complete_wagers, load_spec, parse_today, take_spec
from certify.cli.output import FILE, FOLDER, Output, make_command, show_examples, take_output
from certify.draft.answers import Answer, apply_answers, list_values, write_text
from certify.findings.finding import Kind, Severity
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
from certify.spec.model import Statement, tell_draft
from certify.spec.validate import find_spec, read_jurisdiction
from certify.spec.values import Money, Value, format_value, parse_value

_AGREED = {"agreed", "agree", "we agree", "i agree", "as proposed", "as recommended", "confirmed"}
"""Not "yes" or "correct": after "whether or not" they can mean either."""
_WORDING = "Recommended wording"
_WORDINGS = {_WORDING, "Possible wording"}
_REPLACED = re.compile(r"replace “[^”]*” with: “([^”]*)”")
_QUESTION = re.compile(r"\d+\. (.*)")
_LABELLED = re.compile(r"- \*\*([^*]+):\*\*(.*)")
_COLUMNS = ("Specification", "Id", "Issue", "Statements", _WORDING, "Answer")
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
@take_output("md", "json", "docx", "pdf")
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
    and space for the answer. An answered letter in docx or Markdown is read back by certify answers.
    """
    date = str(parse_today(day))
    jurisdiction = load_spec(spec)
    quotes = Quotes(jurisdiction, folder) if folder else None
    (checked,) = check_all([jurisdiction], list_all([jurisdiction]), load_policy())
    least = Severity.NOTE if issues else Severity[severity.upper()]
    questions = [
        item
        for item in list_questions(checked, quotes, (Kind.OWN, Kind.LANGUAGE))
        if item.needs_answer and Severity[item.severity.upper()] >= least
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
    if form == "md" and output.target is not None:
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

    FILE is a checklist (csv, xlsx, md) or a letter (docx, md) with answers. An answer that is a value of the
    parameter, or agrees with a recommended wording that states one, becomes a stated value that cites the
    answers as a document of kind correspondence; any other becomes a todo. The changes are shown as a diff;
    --write writes them, and the text of the answers next to FILE.
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
        if document.exists() and document.read_bytes() != write_text(answers).encode():
            raise CertifyError(
                f"{document}: another text has this name and would be lost; rename {file.name} and repeat"
            )
        write_file(document, write_text(answers).encode())
        write_file(path, text.encode())
    stated = [key for item in answers for key in item.values]
    if output.is_json:
        output.write_json(
            {
                "specification": str(path),
                "edition": changed.edition,
                "answered": len(answers),
                "stated": stated,
                "todo": [item.id for item in answers if item.left],
                "written": [str(path), str(document)] if writes else [],
            }
        )
    elif writes:
        draft = tell_draft(changed)
        left = sum(bool(item.left) for item in answers)
        told = f"revision {changed.edition}, {len(stated)} stated, {left} left as todo"
        lines = [f"{path}: {told}", *([f"{path}: {draft}"] if draft else [])]
        output.write([*lines, f"{document}: text of the answers; keep it with the documents"])
    else:
        sides = content.decode().splitlines(), text.splitlines()
        changes = difflib.unified_diff(*sides, str(path), str(path), lineterm="", n=1)
        output.write([*changes, "nothing is written; add --write"])


def _make_answer(words: Words, row: Mapping[str, str]) -> Answer:
    keys = tuple(filter(None, (item.strip() for item in row["Statements"].split(","))))
    text = row["Answer"].strip()
    plain = text.casefold().strip(' .!“”"')
    agreed = plain in _AGREED
    if agreed:
        found = ((key, _read_wording(words, key, row[_WORDING])) for key in keys)
    else:
        found = ((key, _read_value(words, key, text, plain)) for key in keys if len(keys) == 1)
    values = {key: value for key, value in found if value is not None}
    wording = row[_WORDING] if agreed else ""
    return Answer(row["Id"], row["Issue"], keys, text, wording, values)


def _find_statement(words: Words, key: str) -> Statement | None:
    """A statement of its own; one of a row or paytable is left to a person."""
    found = words.statement(key)
    return None if found is None or found.line or found.paytable else found


def _read_wording(words: Words, key: str, wording: str) -> Value | None:
    """The one value of a statement that a recommended wording states."""
    statement = _find_statement(words, key)
    if statement is None:
        return None
    found = set(list_values(statement))
    if statement.parameter.kind is ValueKind.COUNT:
        found |= set(map(int, re.findall(r"\d+", wording)))
    stated = {
        value for value in found if (sentence := words.sentence(key, value)) and sentence in wording
    }
    amounts = _REPLACED.findall(wording)
    stated |= {
        value
        for value in found
        if isinstance(value, Money) and amounts == [words.value_in_document(key, value)]
    }
    return stated.pop() if len(stated) == 1 else None


def _read_value(words: Words, key: str, text: str, plain: str) -> Value | None:
    """The value that an answer names; None if that is not certain."""
    statement = _find_statement(words, key)
    if statement is None:
        return None
    found = {
        value
        for value in list_values(statement)
        if plain
        in {
            format_value(value).casefold(),
            words.value(key, value).casefold(),
            words.value_in_document(key, value).casefold(),
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
    readers = {".csv": _read_csv, ".xlsx": _read_xlsx, ".docx": _read_docx, ".md": _read_md}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise CertifyError(f"{path}: give a file that ends in {', '.join(readers)}")
    try:
        rows = list(reader(content))
    except DAMAGED as error:
        raise CertifyError(f"{path}: cannot be read ({error})") from None
    for name in _COLUMNS:
        if not all(name in row for row in rows):
            raise CertifyError(
                f"{path}: column {name} is missing; keep the columns of the checklist"
            )
    return rows


def _read_csv(content: bytes) -> Iterator[dict[str, str]]:
    text = _decode(content)
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)  # as a spreadsheet of another country writes it
    for row in csv.DictReader(io.StringIO(text), delimiter=separator):
        yield {str(key): str(value or "") for key, value in row.items() if key}


def _decode(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252")


def _read_xlsx(content: bytes) -> Iterator[dict[str, str]]:
    import openpyxl

    sheet = openpyxl.load_workbook(io.BytesIO(content), read_only=True).worksheets[0]
    rows = sheet.iter_rows(values_only=True)
    head = [str(cell or "") for cell in next(rows, ())]
    for row in rows:
        yield dict(zip(head, ("" if cell is None else str(cell) for cell in row), strict=False))


def _read_docx(content: bytes) -> Iterator[dict[str, str]]:
    """Each question of a letter is a heading, and a table of labels and texts."""
    import docx
    from docx.table import Table

    title = ""
    for item in docx.Document(io.BytesIO(content)).iter_inner_content():
        if isinstance(item, Table):
            yield from _read_question(
                title, [(row.cells[0].text.strip(), row.cells[1].text) for row in item.rows]
            )
        else:
            title = item.text


def _read_md(content: bytes) -> Iterator[dict[str, str]]:
    """The rows of a checklist, or the questions of a letter."""
    lines = _decode(content).splitlines()
    table = [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines
        if line.startswith("|")
    ]
    for row in table[2:]:
        yield dict(zip(table[0], row, strict=False))
    title, cells = "", list[tuple[str, str]]()
    for line in [*lines, "#"]:
        if line.startswith("#"):
            yield from _read_question(title, cells)
            title, cells = line.strip("# "), []
        elif labelled := _LABELLED.match(line):
            cells.append((labelled[1], labelled[2].strip()))
        elif cells:
            cells[-1] = (cells[-1][0], f"{cells[-1][1]} {line.strip()}".strip())


def _read_question(title: str, cells: Sequence[tuple[str, str]]) -> Iterator[dict[str, str]]:
    found = dict(cells)
    specification, _, rest = found.get("Reference", "").strip().partition(" ")
    name, _, keys = rest.partition(":")
    if name:
        heading = _QUESTION.fullmatch(title)
        yield {
            **found,
            "Specification": specification,
            "Id": name,
            "Issue": heading[1] if heading else title,
            "Statements": keys,
            _WORDING: " · ".join(text for label, text in cells if label in _WORDINGS),
        }
