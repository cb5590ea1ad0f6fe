"""The text that a filing should print, read from its page of HTML, each piece with the cell it stands in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

_VOID = frozenset(("br", "col", "hr", "img", "input", "link", "meta", "wbr"))
_INLINE = frozenset(
    (
        "a",
        "abbr",
        "b",
        "bdi",
        "br",
        "cite",
        "code",
        "dfn",
        "em",
        "i",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
    )
) | frozenset(("span", "strong", "sub", "sup", "time", "tspan", "u", "var", "wbr"))
_UNPRINTED = frozenset(("head", "title", "style", "script", "desc", "metadata", "template"))
_BODY = re.compile(r"<body[^>]*>")
_HEAD = re.compile(r'data-(?:title|mark)="([^"]*)"')
_FOOT = re.compile(r'@[a-z-]+ \{ content: "([^"]*)";')
_HEADINGS = ("h1", "h2", "h3", "h4")

GENERATED_BEFORE = {"differs": "≠"}
"""What the stylesheet prints before elements of a class."""
WITH_PAGE = ("page", "contents")
"""Elements of the first class, and links in those of the second, are followed by the page of their target."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The text of one element, and where it stands."""

    text: str
    where: str
    """Headings, table, row and column, for people."""


@dataclass(slots=True)
class _Table:
    caption: str = ""
    heads: list[str] = field(default_factory=list)
    row: str = ""
    row_number: int = 0
    column: int = 0
    in_head: bool = False


@dataclass(slots=True)
class _Element:
    tag: str
    classes: tuple[str, ...]
    target: str = ""
    span: int = 1


class _Reader(HTMLParser):
    """Collects the text of every element that is not a part of a line."""

    def __init__(self, anchors: Mapping[str, int]) -> None:
        super().__init__(convert_charrefs=True)
        self.anchors = anchors
        self.stack: list[_Element] = []
        self.tables: list[_Table] = []
        self.headings: dict[str, str] = {}
        self.text = ""
        self.found: list[Expected] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Enter an element."""
        given = {key: value or "" for key, value in attrs}
        if tag not in _INLINE:
            self._finish()
        if tag in _VOID:
            return
        classes = tuple(given.get("class", "").split())
        span = given.get("colspan", "1")
        self.stack.append(
            _Element(
                tag,
                classes,
                given.get("href") or given.get("data-page", ""),
                int(span) if span.isdecimal() else 1,
            )
        )
        if tag == "table":
            self.tables.append(_Table())
        elif tag == "tr" and self.tables:
            table = self.tables[-1]
            table.row, table.column = "", 0
            table.row_number += 1
        elif tag in {"thead", "tbody"} and self.tables:
            self.tables[-1].in_head = tag == "thead"
            self.tables[-1].row_number = 0
        for name in classes:
            self.text += GENERATED_BEFORE.get(name, "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """An element that holds nothing, as drawings have them."""
        if tag not in _INLINE:
            self._finish()

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag in _VOID or all(item.tag != tag for item in self.stack):
            return
        while self.stack:
            element = self.stack[-1]
            if element.target.startswith("#") and self._prints_page(element):
                self.text += str(self.anchors.get(element.target[1:], "?"))
            if element.tag not in _INLINE:
                self._finish()
            self._leave(self.stack.pop())
            if element.tag == tag:
                break

    def _prints_page(self, element: _Element) -> bool:
        link, around = WITH_PAGE
        return link in element.classes or any(around in item.classes for item in self.stack)

    def _leave(self, element: _Element) -> None:
        if element.tag == "table" and self.tables:
            self.tables.pop()
        elif element.tag in {"td", "th"} and self.tables:
            self.tables[-1].column += element.span

    def handle_data(self, data: str) -> None:
        """Take text."""
        if not any(item.tag in _UNPRINTED for item in self.stack):
            self.text += data

    def _finish(self) -> None:
        """Close the piece of text that was open."""
        text, self.text = " ".join(self.text.split()), ""
        if not text:
            return
        block = next((item for item in reversed(self.stack) if item.tag not in _INLINE), None)
        tag = block.tag if block else ""
        if tag in _HEADINGS:
            for lower in _HEADINGS[_HEADINGS.index(tag) :]:
                self.headings.pop(lower, None)
            self.headings[tag] = text
        cell = next((item for item in reversed(self.stack) if item.tag in {"td", "th"}), None)
        if self.tables and tag == "caption":
            self.tables[-1].caption = text
        elif self.tables and cell is not None:
            self._note_cell(text, cell)
        self.found.append(Expected(text, self._tell_place(cell)))

    def _note_cell(self, text: str, cell: _Element) -> None:
        table = self.tables[-1]
        if table.in_head:
            table.heads += [""] * (table.column - len(table.heads))
            del table.heads[table.column :]
            table.heads += [text] * cell.span
        elif not table.row:
            table.row = text

    def _tell_place(self, cell: _Element | None) -> str:
        parts = [f"“{_shorten(text)}”" for _, text in sorted(self.headings.items())]
        if self.tables:
            table = self.tables[-1]
            if table.caption:
                parts.append(f"table “{_shorten(table.caption)}”")
            if cell is not None:
                parts.append(
                    f"row {table.row_number} “{_shorten(table.row)}”" if table.row else "heads"
                )
                if not table.in_head and table.column < len(table.heads) and table.column:
                    parts.append(f"column “{_shorten(table.heads[table.column])}”")
                else:
                    parts.append(f"column {table.column + 1}")
        return ", ".join(parts)

    def close(self) -> None:
        """End the page."""
        super().close()
        self._finish()


def _shorten(text: str) -> str:
    return text if len(text) <= 40 else text[:39].rstrip() + "…"


def read_expected(html: str, anchors: Mapping[str, int]) -> tuple[Expected, ...]:
    """The text of a page in order; numbers of pages are taken from where its places stand."""
    reader = _Reader(anchors)
    reader.feed(html)
    reader.close()
    return tuple(reader.found)


def list_running(html: str) -> tuple[str, ...]:
    """What stands beside the text on every page: the running heads, and the note at the foot."""
    body = _BODY.search(html)
    heads = _HEAD.findall(body[0]) if body else []
    return (*(unescape(text) for text in heads), *_FOOT.findall(html))
