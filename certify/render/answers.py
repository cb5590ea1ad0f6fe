"""Reads the answers to the issues back from checklists and letters, and the values that they state."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import DAMAGED, CertifyError
from certify.base.load import read_bytes
from certify.draft.answers import Answer, list_values
from certify.findings.rules.table import PLAYERS, POSITIONS, find_shortage
from certify.render.words import Words
from certify.spec.catalogue import Moves, Parameter, ValueKind
from certify.spec.model import CORRESPONDENCE, Standing, Statement
from certify.spec.values import Money, Value, format_value, parse_amount, parse_value

_AGREED = {
    *("agreed", "agree", "we agree", "i agree", "as proposed", "as recommended", "confirmed"),
    *("ok", "okay", "correct", "accepted", "approved", "no objection", "no objections"),
    *("yes, agreed", "yes, we agree", "agreed, thank you", "agreed, thanks"),
    *("we agree with the recommended wording", "agreed with the recommended wording"),
}
"""Not "yes" or "no": after "whether or not" they can mean either."""
_LATER = {
    *(
        "later",
        "pending",
        "open",
        "to follow",
        "will follow",
        "answer follows",
        "answer will follow",
    ),
    *(
        "not yet",
        "to be determined",
        "to be decided",
        "tbd",
        "under review",
        "we will let you know",
    ),
    *(
        "to be answered later",
        "will be answered later",
        "we will answer later",
        "n/a",
        "-",
        "–",
        "—",
        "",
    ),
    *("to be discussed", "we are looking into this", "in progress", "not yet decided", "noted"),
    *("no comment", "unknown", "see attachment", "see attached", "not applicable"),
}
"""Answers that leave the question open."""
_LATER_FORM = re.compile(
    r"later,? by [\w ,/-]{1,30}"
    r"|see (?:our|the) answers? to (?:(?:question|point|no\.?) )?\d+[a-z]?(?: above| below)?"
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDING = "Recommended wording"
_WORDINGS = {_WORDING, "Possible wording"}
_QUOTED = re.compile(r": “(.+?)”(?= · |$)")
"""What a recommended wording inserts."""
_QUESTION = re.compile(r"(\d+[a-z]?)\. (.*)")
_LABELLED = re.compile(r"- \*\*([^*]+):\*\*(.*)")
_MORE = re.compile(r"and \d+ more")
_COLUMNS = ("Specification", "Id", "Issue", "Statements", _WORDING, "Answer")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,4})?) ?%")
_LARGEST = 1 << 24

Row = Mapping[str, str]


def is_later(text: str) -> bool:
    """Whether an answer only says that there is none yet."""
    folded = _fold(text)
    return bool(text.strip()) and (folded in _LATER or bool(_LATER_FORM.fullmatch(folded)))


def _fold(text: str) -> str:
    return " ".join(text.casefold().split()).strip(' .!?“”"*_')


def read_answers(words: Words, rows: Sequence[Row]) -> list[Answer]:
    """The answers with the values that they state; contradictory values are left out."""
    answers = [_read_answer(words, row) for row in rows]
    found = Counter(key for item in answers for key in item.values)
    disputed = {
        key
        for key, number in found.items()
        if number > 1 and len({item.values[key] for item in answers if key in item.values}) > 1
    }
    return [
        replace(
            item,
            values={key: value for key, value in item.values.items() if key not in disputed},
            left=(*item.left, *(key for key in item.values if key in disputed)),
        )
        for item in answers
    ]


def is_written(words: Words, answer: Answer) -> bool:
    """Whether the specification states an answer already, and cites answers for it."""
    if answer.values:
        return all(
            words.jurisdiction.by_key[key].value == value and _is_answered(words, key)
            for key, value in answer.values.items()
        )
    return answer.agrees and any(_is_answered(words, key) for key in answer.statements)


def _is_answered(words: Words, key: str) -> bool:
    """Whether a statement is stated by answers."""
    answers = {item.id for item in words.jurisdiction.documents if item.kind == CORRESPONDENCE}
    return _is_stated(words, key) and any(
        place.document in answers for place in words.jurisdiction.by_key[key].citations
    )


def _read_answer(words: Words, row: Row) -> Answer:
    keys = tuple(filter(None, (item.strip() for item in row["Statements"].split(","))))
    text, wording = row["Answer"].strip(), row[_WORDING]
    answer = Answer(row["Id"], row["Issue"], keys, text, label=row.get("No.", ""))
    unknown = [key for key in keys if words.statement(key) is None and not _MORE.fullmatch(key)]
    unknown = [
        key for key in unknown if key.partition(".")[0] not in words.jurisdiction.source.data
    ]
    refused = row.get("Refused", "")
    if unknown and not refused:
        refused = f"names an unknown parameter {unknown[0]!r}; restore its Reference"
    if refused:
        return replace(answer, refused=refused)
    if is_later(text):
        return answer
    if _fold(text) in _AGREED:
        found = _read_agreement(words, answer, keys, wording)
        return replace(found, wording=wording, agrees=True)
    value = _read_value(words, keys[0], text) if len(keys) == 1 else None
    if value is None:
        return replace(answer, left=_list_moving(words, keys))
    if isinstance(value, int) and keys[0] in {PLAYERS, POSITIONS}:
        short = find_shortage(words.jurisdiction, keys[0], value)
        if short:
            return replace(
                answer,
                refused="has an impossible answer {!r}: {hands} hands of {dealt} cards need {needed}, and "
                "the deck has {cards}; correct the answer".format(text, **short),
            )
    return replace(answer, values={keys[0]: value})


def _list_moving(words: Words, keys: Sequence[str]) -> tuple[str, ...]:
    """The statements of which another value can change what a figure says; no other becomes a todo."""
    found = ((key, words.statement(key)) for key in keys if not _MORE.fullmatch(key))
    return tuple(
        key
        for key, item in found
        if item is None or item.parameter.find_moves() not in {Moves.NOTHING, Moves.FINDING}
    )


def _read_agreement(words: Words, answer: Answer, keys: tuple[str, ...], wording: str) -> Answer:
    """The values that a recommended wording states; what else it states is left to a person.

    A recommended action states nothing: agreement with it leaves the question open.
    """
    quoted = _QUOTED.findall(wording)
    read = {key: found for key in keys if (found := _read_wording(words, key, wording, quoted))}
    values = {key: value for key, (value, _) in read.items()}
    missing = [key for key in keys if key not in values and not _is_stated(words, key)]
    if len(quoted) == 1 and quoted == [text for _, text in read.values()]:
        # the one wording of the question: it confirms the interpretation used of all its statements
        used = {key: _find_used(words, key) for key in missing}
        values |= {key: value for key, value in used.items() if value is not None}
        missing = [key for key in missing if key not in values]
    for _, text in read.values():
        quoted = [item.replace(text, "") for item in quoted]
    left = _list_moving(words, missing) if any(map(str.strip, quoted)) else ()
    return replace(answer, values=values, left=left)


def _is_stated(words: Words, key: str) -> bool:
    statement = words.statement(key)
    return statement is not None and statement.standing is Standing.STATED


def _find_used(words: Words, key: str) -> Value | None:
    statement = _find_statement(words, key)
    return statement.value if statement else None


def _find_statement(words: Words, key: str) -> Statement | None:
    """A statement of its own; one of a row or paytable is left to a person."""
    found = words.statement(key)
    return None if found is None or found.line or found.paytable else found


def _read_wording(
    words: Words, key: str, wording: str, quoted: Sequence[str]
) -> tuple[Value, str] | None:
    """The one value of a statement that a recommended wording states, and the words that state it."""
    statement = _find_statement(words, key)
    if statement is None:
        return None
    candidates = set(list_values(statement))
    if statement.parameter.kind is ValueKind.COUNT:
        candidates |= set(map(int, re.findall(r"\d+", wording)))
    found: dict[Value, str] = {}
    for value in candidates:
        sentence = words.sentence(key, value)
        if sentence and sentence in wording:
            found[value] = sentence
        elif isinstance(value, Money) and quoted == [words.value_in_document(key, value)]:
            found[value] = quoted[0]
    own = statement.recommended
    if (
        own is not None
        and statement.value is not None
        and (own.wording in quoted or (own.sentence and own.sentence in wording))
    ):
        found[statement.value] = own.wording
    return found.popitem() if len(found) == 1 else None


def _read_value(words: Words, key: str, text: str) -> Value | None:
    """The value that an answer names; None if that is not certain.

    A question about a stated value is about something else, such as a term in it.
    """
    statement = _find_statement(words, key)
    if statement is None or (_is_stated(words, key) and not _is_answered(words, key)):
        return None
    found = {
        value
        for value in list_values(statement)
        if _fold(text)
        in {
            format_value(value).casefold(),
            words.value(key, value).casefold(),
            words.value_in_document(key, value).casefold(),
            words.sentence(key, value).casefold().strip(" ."),
        }
    }
    if found or statement.parameter.choices:
        return found.pop() if len(found) == 1 else None
    return _parse(statement.parameter, text, words.jurisdiction.currency)


def _parse(parameter: Parameter, text: str, currency: str) -> Value | None:
    """A number, a share, or an amount with its currency."""
    if parameter.kind is ValueKind.COUNT:
        number, _, noun = _fold(text).partition(" ")
        if noun not in {"", parameter.name}:
            return None
        if number in _NUMBERS:
            return _NUMBERS.index(number) + 1
        return int(number) if number.isdecimal() and int(number) else None
    try:
        if parameter.kind is ValueKind.FRACTION and (found := _PERCENT.fullmatch(text)):
            text = str(Fraction(found[1]) / 100)
        elif parameter.kind is ValueKind.MONEY and not text.replace(".", "").isdecimal():
            return parse_amount(text.removeprefix("$"), currency)
        value = parse_value(parameter, text) if parameter.kind is ValueKind.FRACTION else None
    except (CertifyError, ValueError):
        return None
    return value if value is not None and format_value(value) == text else None


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a checklist, or the questions of a letter."""
    content = read_bytes(path, _LARGEST)
    readers = {".csv": _read_csv, ".xlsx": _read_xlsx, ".docx": _read_docx, ".md": _read_md}
    reader = readers.get(path.suffix.lower())
    if path.suffix.lower() == ".pdf":
        raise CertifyError(
            f"{path}: a letter in PDF is for print and cannot be read back; write the answers into the "
            "letter as docx or md, or into a checklist"
        )
    if reader is None:
        raise CertifyError(f"{path}: unknown kind of file; give one of {', '.join(readers)}")
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
    from docx.text.paragraph import Paragraph

    document = docx.Document(io.BytesIO(content))
    title, cells, marks = "", list[tuple[str, str]](), set[str]()
    body = document.element.body
    for item in body.xpath(".//w:tbl[not(ancestor::w:tbl)] | .//w:p[not(ancestor::w:tbl)]"):
        if item.tag.endswith("}tbl"):
            yield from _read_question(title, cells, marks)
            cells, marks = [], set()
            for row in item.xpath("./w:tr | ./w:sdt/w:sdtContent/w:tr | ./w:ins/w:tr"):
                label, *texts = map(_read_text, row.xpath("./w:tc | ./w:sdt/w:sdtContent/w:tc"))
                text = "\n".join(filter(None, texts))
                if label or not cells:
                    cells.append((label, text))
                else:  # a row added below another
                    cells[-1] = (cells[-1][0], f"{cells[-1][1]}\n{text}")
        else:
            text = _read_text(item)
            style = Paragraph(item, document._body).style
            if style is not None and str(style.name).casefold().startswith("heading"):
                yield from _read_question(title, cells, marks)
                title, cells, marks = text, [], set()
                continue  # a heading decides nothing
            if text and cells:  # written below the table
                cells[-1] = (cells[-1][0], f"{cells[-1][1]}\n{text}")
        marks |= {name for tag, name in _MARKS.items() if item.xpath(f".//w:{tag}[{_ON}]")}
    yield from _read_question(title, cells, marks)


_MARKS = {
    **dict.fromkeys(("ins", "del", "moveFrom", "moveTo"), "tracked changes"),
    **dict.fromkeys(("strike", "dstrike"), "text struck through"),
    **dict.fromkeys(("commentReference", "footnoteReference"), "comments or footnotes"),
}
"""Marks of a text that say something else than its words."""
_ON = "not(@w:val='0' or @w:val='false')"
_MARK_FIXES = {
    "tracked changes": "accept or reject them",
    "text struck through": "delete it or remove the line",
    "comments or footnotes": "write them into the answer",
}


def _read_text(element: Any) -> str:
    """All words below an element, also of tables, text boxes and fields in it."""
    parts = []
    for item in element.iter():
        name = str(item.tag).rpartition("}")[2]
        if name == "t":
            parts.append(item.text or "")
        elif name in {"p", "br", "cr", "tab"}:
            parts.append("\n")
        elif name in {"drawing", "pict", "object", "sym"}:
            parts.append(" [picture] ")
    return "".join(parts).strip()


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


def _read_question(
    title: str, cells: Sequence[tuple[str, str]], marks: Collection[str] = ()
) -> Iterator[dict[str, str]]:
    found = dict(cells)
    specification, _, rest = found.get("Reference", "").strip().partition(" ")
    name, _, keys = rest.partition(":")
    heading = _QUESTION.fullmatch(title)
    refused = ""
    if not cells or not (name or heading):
        return
    if not name:
        refused = "has no valid Reference; copy it from the letter that was sent"
    elif "Answer" not in found:
        refused = "has no row Answer; restore its label"
    elif marks:
        mark = sorted(marks, reverse=True)[0]
        refused = f"has {mark}; {_MARK_FIXES[mark]}, save, and run again"
    yield {
        **found,
        "Answer": "\n".join(text for label, text in cells if label == "Answer"),
        "Specification": specification,
        "Id": name,
        "No.": heading[1] if heading else "",
        "Issue": heading[2] if heading else title,
        "Statements": keys,
        _WORDING: " · ".join(text for label, text in cells if label in _WORDINGS),
        "Refused": refused,
    }
