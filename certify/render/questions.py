"""The issues that the author of a document must answer, as a checklist and as a letter."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from string import ascii_lowercase
from typing import Any

from certify.draft.answers import list_values
from certify.findings.checked import Checked
from certify.findings.finding import Finding, Kind, Severity
from certify.findings.issue import Issue
from certify.render.finding import FindingText, list_blocks, title_issue
from certify.render.quotes import Quotes
from certify.render.values import begin, cite, join_words
from certify.render.words import Words
from certify.spec.model import Standing
from certify.spec.values import format_value

COLUMNS = (
    "Specification",
    "Id",
    "No.",
    "Severity",
    "Wagers",
    "Issue",
    "Source",
    "Effect",
    "Recommended wording",
    "Statements",
    "Owner",
    "Status",
    "Answer",
    "Due date",
)
OPEN = "open"
CATEGORY = "certify letter"
"""By which the register knows a letter."""
_KEYS = 6
_SEPARATE = {"two", "several"}
"""Variants of findings on several statements of which each can be answered by itself."""
_PROCEDURE = "Procedure"
_DOCX_WIDTHS = (38, 132)
"""Millimetres of the labels and of the texts."""
_WIDTHS = (16, 18, 5, 9, 18, 40, 50, 50, 50, 28, 14, 10, 30, 12)
_GREETING = (
    "We are examining the rules of {game} ({document}). The points below cannot be settled from the document "
    "alone. Please write one answer to each point into its space “Answer”, without tracked changes, and "
    "keep its “Reference”; or correct the document. If you agree with the recommended wording, “agreed” is "
    "enough. The points are grouped by wager. Their numbers are those of our list of issues, therefore some "
    "are missing or in another order. Line numbers are those of our text copy of the document."
)
_INTERNAL = {"Why not an error"}
"""Rows that say how certify graded an issue, not what the author of the document must answer."""
_INTERNAL_FINDINGS = {"POL001", "MOD001", "MOD002", "DOC012"}
"""Findings that concern our policy, our model or our copy of the text, not the author of the document."""


@dataclass(frozen=True, slots=True)
class Question:
    """One issue as it is put to the author of a document."""

    specification: str
    id: str
    number: int
    severity: str
    wagers: tuple[str, ...]
    title: str
    rows: tuple[tuple[str, str], ...]
    """Labelled rows of its findings, as every output prints them."""
    source: str
    effect: str
    wording: str
    statements: tuple[str, ...]
    needs_answer: bool
    """Whether the author of the document can answer it."""
    part: str = ""
    """A letter, where an issue has several questions."""

    @property
    def label(self) -> str:
        """The number of the issue and the letter of the question."""
        return f"{self.number}{self.part}"

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of the checklist."""
        return (
            self.specification,
            self.id,
            str(self.number),
            self.severity,
            ", ".join(self.wagers),
            self.title,
            self.source,
            self.effect,
            self.wording,
            ", ".join(self.statements),
            "",
            OPEN,
            "",
            "",
        )


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to the author of a document."""

    document: str
    game: str
    to: str
    reference: str
    date: str
    questions: tuple[Question, ...]

    @property
    def subject(self) -> str:
        """What the letter is about."""
        return f"Questions on {self.document}"

    @property
    def name(self) -> str:
        """The specification and the reference, by which the register names the letter."""
        return f"{self.questions[0].specification} {self.reference}".strip()

    @property
    def head(self) -> list[tuple[str, str]]:
        """Addressee, date, reference and subject."""
        rows = [("To", self.to), ("Date", self.date), ("Reference", self.reference)]
        return [row for row in [*rows, ("Subject", self.subject)] if row[1]]

    @property
    def greeting(self) -> str:
        """The opening sentences."""
        return _GREETING.format(game=self.game, document=self.document)

    def list_groups(self) -> Iterator[tuple[str, list[Question]]]:
        """The questions by the wager that they are about, the most severe first in each and among them."""
        groups: dict[str, list[Question]] = {}
        for item in sorted(self.questions, key=_rank):
            name = begin(item.wagers[0]) if item.wagers else _PROCEDURE
            groups.setdefault(name, []).append(item)
        yield from sorted(groups.items(), key=lambda group: group[0] == _PROCEDURE)


def list_questions(
    checked: Checked, quotes: Quotes | None = None, kinds: Collection[Kind] = tuple(Kind)
) -> list[Question]:
    """One question for each issue of some kinds, numbered as `check` numbers them."""
    words = Words(checked.jurisdiction)
    return [
        _make_question(
            words, number, issue, title_issue(words, issue), list_blocks(words, issue), quotes
        )
        for number, issue in enumerate(checked.issues, 1)
        if issue.kind in kinds
    ]


def list_letter_questions(checked: Checked, quotes: Quotes | None = None) -> list[Question]:
    """What the author of the document can answer: a question for each point of an issue."""
    words = Words(checked.jurisdiction)
    questions: list[Question] = []
    for number, issue in enumerate(checked.issues, 1):
        if issue.kind is Kind.OWN:
            asked = [
                _add_choices(
                    words,
                    _make_question(words, number, issue, name, [(name, item)], quotes, keys),
                )
                for name, item, keys in _list_points(words, issue)
            ]
        elif issue.kind is Kind.LANGUAGE:
            title, blocks = title_issue(words, issue), list_blocks(words, issue)
            asked = [_make_question(words, number, issue, title, blocks, quotes)]
        else:
            continue
        asked = [item for item in asked if item.needs_answer]
        parts = ascii_lowercase if len(asked) > 1 else " "
        questions += [
            replace(item, part=part.strip()) for item, part in zip(asked, parts, strict=False)
        ]
    return questions


def _list_points(words: Words, issue: Issue) -> Iterator[tuple[str, Finding, tuple[str, ...]]]:
    """The points of an issue: title, finding, and the statements that no narrower finding is about."""
    owners: dict[str, Finding] = {}
    for item in sorted(issue.findings, key=lambda item: len(item.statements)):
        for key in item.statements:
            owners.setdefault(key, item)
    for item in issue.findings:
        keys = tuple(key for key in item.statements if owners[key] is item)
        points = [(item, keys)]
        if item.code.startswith("GAP") and item.variant in _SEPARATE:
            points = [(_narrow(words, item, key), (key,)) for key in keys]
        for point, own in points:
            yield FindingText(words, point).title, point, own


def _narrow(words: Words, finding: Finding, key: str) -> Finding:
    """A finding on several statements as it would be on one of them."""
    statement = words.jurisdiction.by_key[key]
    return replace(
        finding,
        variant="",
        statements=(key,),
        citations=(*statement.citations, *statement.near),
        assumed=tuple(item for item in finding.assumed if item[0] == key),
    )


def _make_question(
    words: Words,
    number: int,
    issue: Issue,
    title: str,
    blocks: Sequence[tuple[str, Finding]],
    quotes: Quotes | None,
    statements: tuple[str, ...] | None = None,
) -> Question:
    texts = [FindingText(words, finding, quotes) for _, finding in blocks]
    rows: list[tuple[str, str]] = []
    for place, (text, (name, _)) in enumerate(zip(texts, blocks, strict=True)):
        rows += [("Also", name)] if place else []
        rows += [(label or "What is unclear", row) for label, row in text.list_rows()]
    return Question(
        words.jurisdiction.id,
        issue.fingerprint,
        number,
        issue.severity.word,
        tuple(words.wager(item) for item in issue.wagers),
        title,
        tuple(rows),
        _join(
            text.source or text.problem or _cite(finding)
            for text, (_, finding) in zip(texts, blocks, strict=True)
        ),
        _join(text.effect for text in texts),
        _join(_word(text) for text in texts),
        issue.statements if statements is None else statements,
        not {finding.code for _, finding in blocks} <= _INTERNAL_FINDINGS,
    )


def _add_choices(words: Words, question: Question) -> Question:
    """The question with the values that `certify answers` accepts, if its parameter has a list of them."""
    found = words.statement(question.statements[0]) if len(question.statements) == 1 else None
    if found is None or found.line or found.paytable or found.standing is Standing.STATED:
        return question
    if not found.parameter.choices:
        return question
    values = dict.fromkeys(format_value(value) for value in list_values(found))
    return replace(question, rows=(*question.rows, ("Possible answers", ", ".join(values))))


def _cite(finding: Finding) -> str:
    return cite(*finding.citations) if finding.citations else ""


def _word(text: FindingText) -> str:
    if not text.wording:
        return text.action
    return f"{text.where}: “{text.wording}”" if text.where else f"“{text.wording}”"


def _join(parts: Any) -> str:
    return " · ".join(dict.fromkeys(filter(None, parts)))


def make_letter(
    checked: Checked, questions: Sequence[Question], to: str, reference: str, date: str
) -> Letter:
    """A letter with these questions."""
    jurisdiction = checked.jurisdiction
    game = jurisdiction.by_key["identity.game"].value
    return Letter(
        join_words(item.name for item in jurisdiction.documents),
        str(game or jurisdiction.name),
        to,
        reference,
        date,
        tuple(questions),
    )


def _rank(question: Question) -> tuple[int, int]:
    severity = next(item for item in Severity if item.word == question.severity)
    return -severity, question.number


def format_csv(questions: Sequence[Question]) -> str:
    """The checklist as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in questions:
        writer.writerow([_guard(cell) for cell in item.cells])
    return stream.getvalue()


def _guard(cell: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in {"=", "+", "-", "@"} else cell


def format_markdown(questions: Sequence[Question]) -> str:
    """The checklist as a Markdown table."""
    rows = [COLUMNS, ("---",) * len(COLUMNS), *(item.cells for item in questions)]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows
    )


def write_checklist(questions: Sequence[Question]) -> bytes:
    """The checklist as a workbook."""
    from xlsxwriter.workbook import Workbook

    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True, "strings_to_formulas": False})
    sheet = book.add_worksheet("Checklist")
    head = book.add_format({"bold": True, "bottom": 1, "valign": "top", "text_wrap": True})
    cell = book.add_format({"valign": "top", "text_wrap": True})
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width, cell)
    sheet.write_row(0, 0, COLUMNS, head)
    for row, item in enumerate(questions, 1):
        for column, text in enumerate(item.cells):
            sheet.write_string(row, column, text, cell)
    sheet.freeze_panes(1, 3)
    sheet.autofilter(0, 0, len(questions), len(COLUMNS) - 1)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    book.close()
    return stream.getvalue()


def format_letter(letter: Letter) -> str:
    """The letter as Markdown."""
    lines = [f"**{label}:** {text}  " for label, text in letter.head]
    lines += ["", letter.greeting]
    for name, questions in letter.list_groups():
        lines += ["", f"## {name}"]
        for item in questions:
            lines += ["", f"### {item.label}. {item.title}", ""]
            lines += [f"- **{label}:** {text}" for label, text in _list_rows(item)]
            lines += ["- **Answer:** "]
    return "\n".join(lines)


def _list_rows(question: Question) -> Iterator[tuple[str, str]]:
    yield "Severity", begin(question.severity)
    yield from (row for row in question.rows if row[0] not in _INTERNAL)
    yield "Reference", f"{question.specification} {question.id}{_list_keys(question)}"


def _list_keys(question: Question) -> str:
    """The statements that an answer is about."""
    keys, more = question.statements[:_KEYS], len(question.statements) - _KEYS
    listed = [*keys, *([f"and {more} more"] if more > 0 else [])]
    return f": {', '.join(listed)}" if listed else ""


_STYLE = """
@page { size: A4; margin: 22mm 20mm 20mm;
  @bottom-right { content: counter(page) " / " counter(pages); font-size: 8pt } }
body { font: 9.5pt/1.35 "Inter", "DejaVu Sans", sans-serif; color: #111 }
h1 { font-size: 14pt; margin: 6mm 0 4mm }
h2 { font-size: 11pt; margin: 6mm 0 2mm; border-bottom: 1px solid #333; break-after: avoid }
h3 { font-size: 9.5pt; margin: 4mm 0 1mm; break-after: avoid }
table { width: 100%; border-collapse: collapse }
td, th { padding: 0.8mm 1mm; border-bottom: 0.3pt solid #bbb; vertical-align: top; text-align: left }
th { width: 34mm; font-weight: 600 }
tr { break-inside: avoid }
tr:first-child { break-after: avoid }
tr:nth-last-child(2), .answer { break-before: avoid }
.answer td { height: 16mm }
.head td, .head th { border: 0; padding: 0.3mm 0 }
"""
_HEAD = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    '<meta name="dcterms.created" content="{date}"><meta name="dcterms.modified" content="{date}">'
    '<meta name="author" content="{category}"><meta name="description" content="{name}">'
    '<meta name="keywords" content="{head}">'
    "<style>{style}</style></head><body>"
)


def format_html(letter: Letter) -> str:
    """The letter as a page to be printed."""

    def rows(listed: Iterator[tuple[str, str]] | Sequence[tuple[str, str]]) -> str:
        return "".join(
            f'<tr><th scope="row">{escape(label)}</th><td>{escape(text)}</td></tr>'
            for label, text in listed
        )

    parts = [
        _HEAD.format(
            title=escape(letter.subject),
            date=letter.date,
            style=_STYLE,
            category=CATEGORY,
            name=escape(letter.name),
            head=escape(f"{letter.date} {letter.to}"),
        ),
        f'<table class="head">{rows(letter.head[:-1])}</table><h1>{escape(letter.subject)}</h1>',
        f"<p>{escape(letter.greeting)}</p>",
    ]
    for name, questions in letter.list_groups():
        parts.append(f"<h2>{escape(name)}</h2>")
        for item in questions:
            answer = '<tr class="answer"><th scope="row">Answer</th><td></td></tr>'
            parts.append(f"<h3>{item.label}. {escape(item.title)}</h3>")
            parts.append(f"<table>{rows(list(_list_rows(item)))}{answer}</table>")
    return "".join([*parts, "</body></html>"])


def write_docx(letter: Letter) -> bytes:
    """The letter as an editable document; each question is a table that `certify answers` reads back."""
    import docx
    from docx.shared import Mm, Pt

    document = docx.Document()
    style = document.styles["Normal"]
    style.font.name, style.font.size = "Calibri", Pt(10)
    style.paragraph_format.space_after = Pt(4)
    for section in document.sections:
        section.page_width, section.page_height = Mm(210), Mm(297)
        section.left_margin = section.right_margin = Mm(20)
    for label, text in letter.head[:-1]:
        paragraph = document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(0)
        paragraph.add_run(f"{label}: ").bold = True
        paragraph.add_run(text)
    document.add_heading(letter.subject, level=1)
    document.add_paragraph(letter.greeting)
    for name, questions in letter.list_groups():
        document.add_heading(name, level=2)
        for item in questions:
            document.add_heading(f"{item.label}. {item.title}", level=3)
            _add_table(document, [*_list_rows(item), ("Answer", "")])
    _number_pages(document.sections[0].footer.paragraphs[0])
    properties = document.core_properties
    properties.title, properties.author, properties.comments = letter.subject, "", ""
    properties.category, properties.subject = CATEGORY, letter.name
    properties.keywords = f"{letter.date} {letter.to}".strip()
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _add_table(document: Any, rows: Sequence[tuple[str, str]]) -> None:
    from docx.enum.table import WD_ROW_HEIGHT_RULE
    from docx.oxml import OxmlElement
    from docx.shared import Mm

    table = document.add_table(rows=len(rows), cols=len(_DOCX_WIDTHS))
    table.style = "Table Grid"
    table.autofit = False
    for column, width in zip(table.columns, _DOCX_WIDTHS, strict=True):
        column.width = Mm(width)
    last = len(rows) - 1
    for number, (row, (label, text)) in enumerate(zip(table.rows, rows, strict=True)):
        row.cells[0].paragraphs[0].add_run(label).bold = True
        row.cells[1].text = text
        row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
        for cell, width in zip(row.cells, _DOCX_WIDTHS, strict=True):
            cell.width = Mm(width)
            # the title stays with the first row, and the answer with the rows above it
            cell.paragraphs[0].paragraph_format.keep_with_next = number in {0, last - 2, last - 1}
    table.rows[last].height_rule = WD_ROW_HEIGHT_RULE.AT_LEAST
    table.rows[last].height = Mm(16)


def _number_pages(paragraph: Any) -> None:
    """The number of the page, which the reader's program fills in."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    paragraph.alignment = 2
    paragraph._p.append(field)
