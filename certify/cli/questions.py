"""certify letter and certify answers."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.load import load_bytes, read_bytes
from certify.base.storage import write_file
from certify.cli.check import check_all, list_all
from certify.cli.options import check_own, complete_wagers, load_spec, parse_today, take_spec
from certify.cli.output import FILE, Output, make_command, show_examples, take_output, take_quotes
from certify.draft.answers import Answer, apply_answers, find_document, write_text
from certify.findings.finding import Severity
from certify.findings.policy import load_policy
from certify.render.answers import is_written, read_answers, read_rows
from certify.render.questions import (
    Question,
    format_html,
    format_letter,
    list_letter_questions,
    make_letter,
    write_docx,
)
from certify.render.quotes import Quotes
from certify.render.words import Words
from certify.spec.model import tell_draft
from certify.spec.validate import find_spec, read_jurisdiction
from certify.spec.values import format_value


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
@take_quotes
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

    Each question has its clause (quoted with --dir), its effect, a proposed wording and space for the answer.
    certify answers reads an answered letter in docx or Markdown. A letter in PDF is for print: it cannot be
    read back.
    """
    date = str(parse_today(day))
    jurisdiction = load_spec(spec)
    quotes = Quotes(jurisdiction, folder) if folder else None
    (checked,) = check_all([jurisdiction], list_all([jurisdiction]), load_policy())
    least = Severity.NOTE if issues else Severity[severity.upper()]
    questions = [
        item
        for item in list_letter_questions(checked, quotes)
        if Severity[item.severity.upper()] >= least
    ]
    if wagers:
        words = Words(jurisdiction)
        known = ("standard", *(wager.id for wager in jurisdiction.wagers))
        names = {
            words.wager(item if item in known else jurisdiction.wager(item).id) for item in wagers
        }
        questions = [item for item in questions if names & set(item.wagers)]
    for name in issues:
        if not any(name in _name(item) for item in questions):
            raise CertifyError(f"--issue: no issue {name!r}; certify check lists the numbers")
    if issues:
        chosen = set(issues)
        questions = [item for item in questions if chosen & _name(item)]
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


def _name(question: Question) -> set[str]:
    """What a question is called by --issue."""
    return {question.label, str(question.number), question.id}


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
    "--name", metavar="TEXT", help="Name of the answers as a document (default: the name of FILE)."
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

    FILE is a checklist (csv, xlsx, md) or a letter (docx, md; not pdf) with answers. An answer that is a
    value of the parameter, or agrees with a recommended wording that states one, becomes a stated value. It
    cites the answers as a document of kind correspondence. An answer such as "later", or agreement with a
    recommended action, changes nothing: the question stays open. So does any other answer about a point that
    cannot change a figure; elsewhere it becomes a todo. A question with tracked changes or an impossible
    number is refused by name. The changes are shown as a diff; --write writes them, and the text of the
    answers next to FILE.
    """
    found, named = _read_file(file, spec)
    path = find_spec(spec or named)
    content = read_bytes(path)
    jurisdiction = read_jurisdiction(load_bytes(content, str(path)))
    own = {jurisdiction.id, ""}
    rows = [
        row
        for row in found
        if row["Specification"] in own and (row["Answer"].strip() or row.get("Refused"))
    ]
    if not any(row["Specification"] for row in rows):
        raise CertifyError(f"{file}: no answers about {jurisdiction.id}; correct --spec")
    words = Words(jurisdiction)
    answers = read_answers(words, rows)
    refused = [item for item in answers if item.refused]
    complete = [item for item in answers if item.values or item.left or is_written(words, item)]
    if complete and (known := find_document(jurisdiction, complete)):
        day = known.removeprefix("answers-")[:10]
        raise CertifyError(f"{file}: was read on {day} as document {known}; nothing written")
    given = [item for item in complete if item.left or not is_written(words, item)]
    text, changed, written = content.decode(), jurisdiction, list[Path]()
    if given:
        date = str(parse_today(day))
        text = apply_answers(jurisdiction, content, given, name or file.name, date)
        changed = read_jurisdiction(load_bytes(text.encode(), str(path)))
    if given and writes:
        check_own(path)
        document = _write_answers(file, f"-{date}", write_text(given).encode())
        write_file(path, text.encode())
        written = [path, document]
    stated = list(dict.fromkeys(key for item in given for key in item.values))
    todo = list(dict.fromkeys(item.id for item in given if item.left))
    still = [item for item in answers if not (item in complete or item.refused)]
    missing = [
        row.get("No.", "") or row["Issue"]
        for row in found
        if row["Specification"] in own and not row["Answer"].strip() and not row.get("Refused")
    ]
    if output.is_json:
        output.write_json(
            {
                "specification": str(path),
                "edition": changed.edition,
                "answered": len(given),
                "stated": stated,
                "todo": todo,
                "open": [item.id for item in still],
                "refused": [{"question": item.label, "problem": item.refused} for item in refused],
                "unanswered": missing,
                "written": list(map(str, written)),
            }
        )
        return
    lines = list(_describe(file, answers, given, still, missing))
    if written:
        draft = tell_draft(changed)
        left = sum(bool(item.left) for item in given)
        told = f"revision {changed.edition}, {len(stated)} stated, {left} left as todo"
        if left:
            lines.append(f"{path}: figures are withheld until each todo is resolved and removed")
        lines += [f"{path}: {told}", *([f"{path}: {draft}"] if draft else [])]
        lines.append(f"{document}: text of the answers; keep it with the documents")
    elif given:
        sides = content.decode().splitlines(), text.splitlines()
        lines = [*difflib.unified_diff(*sides, str(path), str(path), lineterm="", n=1), *lines]
        lines.append("nothing is written; add --write")
    else:
        lines.append("nothing to write: every question stays open")
    output.write(lines)


def _read_file(file: Path, spec: str | None) -> tuple[list[dict[str, str]], str]:
    """The questions of a file, and the one specification that its answers are about."""
    rows = read_rows(file)
    named = {row["Specification"] for row in rows if row["Answer"].strip() or row.get("Refused")}
    named.discard("")
    if not named:
        raise CertifyError(f"{file}: no answers found; write each into the column or field Answer")
    if spec is None and len(named) > 1:
        raise CertifyError(f"{file}: the answers are about {', '.join(sorted(named))}; add --spec")
    return rows, min(named)


def _describe(
    file: Path,
    answers: Sequence[Answer],
    given: Sequence[Answer],
    still: Sequence[Answer],
    missing: Sequence[str],
) -> Iterator[str]:
    """A line for each answer that is refused, stated, left as todo or open, and the questions without one."""
    for item in answers:
        if item.refused:
            yield f"{file}: question {item.label or item.title} {item.refused}"
    for item in given:
        for key, value in item.values.items():
            yield f"{_call(item)}: {key}: {format_value(value)}"
        if item.left:
            yield f"{_call(item)}: todo: {', '.join(item.left)}: {_quote(item)}"
    for item in still:
        agreed = "agreed; waits for the corrected document" if item.agrees else _quote(item)
        yield f"{_call(item)}: stays open: {item.title}: {agreed}"
    if missing:
        yield f"no answer: {', '.join(missing)}"


def _call(answer: Answer) -> str:
    return f"question {answer.label}" if answer.label else "question"


def _quote(answer: Answer) -> str:
    return f"“{' '.join(answer.text.split())}”"


def _write_answers(file: Path, ending: str, content: bytes) -> Path:
    """Write the text of answers next to their file, under a name that is free."""
    for number in count(1):
        path = file.with_name(f"{file.stem}{ending}{f'-{number}' if number > 1 else ''}.txt")
        if not path.exists() or path.read_bytes() == content:
            break
    write_file(path, content)
    return path
