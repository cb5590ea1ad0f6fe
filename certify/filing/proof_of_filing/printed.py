"""The printed text of a filing, read from the PDF itself: by page, in the order of its structure.

A filing is a tagged PDF: every word belongs to an element (paragraph, cell, heading), and the elements stand
in reading order. So the text of a cell is known as such, whatever the layout. Only the form that the renderer
writes is read (two-byte codes, each font with its table of characters); anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from certify.filing.proof_of_filing.container import Unreadable, load_pikepdf

_INLINE = frozenset(
    ("/Span", "/Link", "/NonStruct", "/Code", "/Em", "/Strong", "/Quote", "/Reference", "/Annot")
)
"""Elements that are parts of a line; the text of any other is told as one piece."""
_DEEPEST = 100
_HEX = rb"<([0-9A-Fa-f\s]*)>"
_SECTION = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)
_PAIR = re.compile(_HEX + rb"\s*" + _HEX)
_RANGE = re.compile(_HEX + rb"\s*" + _HEX + rb"\s*(?:" + _HEX + rb"|\[([^\]]*)\])")


@dataclass(frozen=True, slots=True)
class Piece:
    """The text of one element, and where it stands."""

    page: int
    kind: str
    text: str
    is_head: bool = False
    """In the head of a table, which stands on every page that the table goes over."""


@dataclass(frozen=True, slots=True)
class Printed:
    """All text of a PDF."""

    pieces: tuple[Piece, ...]
    """In reading order, as the structure gives it."""
    beside: tuple[Piece, ...]
    """Outside the structure, page by page: running heads and page numbers."""
    lost: int
    """How many elements of the structure stand on a page that is not there."""
    pages: int
    anchors: Mapping[str, int]
    """The page of every named place."""


@dataclass(slots=True)
class _Pen:
    """What reads the content of one page."""

    pikepdf: Any
    tables: dict[tuple[int, int], dict[int, str]]
    """The characters of every font met so far."""
    marks: list[int | None] = field(default_factory=list)
    font: dict[int, str] | None = None
    found: dict[int | None, list[str]] = field(default_factory=dict)

    def follow(self, stream: Any, resources: Any, depth: int = 0) -> None:
        """Go through a page, or through a drawing on it."""
        if depth > 8:
            raise Unreadable("the PDF holds drawings within drawings without end")
        for step in self.pikepdf.parse_content_stream(stream):
            operator, operands = str(step.operator), step.operands
            if operator == "BDC":
                given = operands[1]
                named = isinstance(given, self.pikepdf.Dictionary) and "/MCID" in given
                self.marks.append(int(given.MCID) if named else None)
            elif operator == "BMC":
                self.marks.append(None)
            elif operator == "EMC":
                self.marks.pop()
            elif operator == "Tf":
                self.font = self._open(resources.Font[str(operands[0])])
            elif operator in {"Tj", "'", '"'}:
                self._write(bytes(operands[-1]))
            elif operator == "TJ":
                texts = [item for item in operands[0] if isinstance(item, self.pikepdf.String)]
                self._write(b"".join(bytes(item) for item in texts))
            elif operator == "Do":
                drawn = resources.XObject[str(operands[0])]
                if drawn.get("/Subtype") == "/Form":
                    self.follow(drawn, drawn.get("/Resources", resources), depth + 1)

    def _open(self, font: Any) -> dict[int, str]:
        if font.objgen not in self.tables:
            if font.get("/Subtype") != "/Type0" or font.get("/Encoding") != "/Identity-H":
                raise Unreadable("the PDF uses a font in a form that no filing has")
            self.tables[font.objgen] = read_characters(font.ToUnicode.read_bytes())
        return self.tables[font.objgen]

    def _write(self, codes: bytes) -> None:
        if self.font is None or len(codes) % 2:
            raise Unreadable("the PDF shows text in a form that no filing has")
        mark = next((item for item in reversed(self.marks) if item is not None), None)
        shown = "".join(
            self.font.get(int.from_bytes(codes[at : at + 2]), "\ufffd")
            for at in range(0, len(codes), 2)
        )
        self.found.setdefault(mark, []).append(shown)


def read_characters(table: bytes) -> dict[int, str]:
    """The table of a font that says which characters its codes stand for."""
    found: dict[int, str] = {}
    for kind, body in _SECTION.findall(table):
        if kind == b"bfchar":
            for code, text in _PAIR.findall(body):
                found[int(code, 16)] = _decode(text)
            continue
        for first, last, text, texts in _RANGE.findall(body):
            several = re.findall(_HEX, texts)
            for place, code in enumerate(range(int(first, 16), min(int(last, 16), 0xFFFF) + 1)):
                if several:
                    found[code] = _decode(several[place])
                else:
                    start = _decode(text)
                    found[code] = start[:-1] + chr(ord(start[-1]) + place)
    return found


def _decode(text: bytes) -> str:
    return bytes.fromhex(text.decode()).decode("utf-16-be")


def read_printed(pdf: Any) -> Printed:
    """The text of every element of a PDF that the renderer of filings wrote."""
    pikepdf = load_pikepdf()
    try:
        return _read(pdf, pikepdf)
    except (AttributeError, LookupError, TypeError, ValueError, RuntimeError, pikepdf.PdfError):
        raise Unreadable(
            "the PDF is not built as a filing is, so its printed text cannot be read"
        ) from None


def _read(pdf: Any, pikepdf: Any) -> Printed:
    tables: dict[tuple[int, int], dict[int, str]] = {}
    places: dict[tuple[int, int], int] = {}
    marked: dict[tuple[tuple[int, int], int], str] = {}
    beside: list[Piece] = []
    for number, page in enumerate(pdf.pages, 1):
        places[page.obj.objgen] = number
        pen = _Pen(pikepdf, tables)
        pen.follow(page.obj, page.obj.get("/Resources"))
        beside += [Piece(number, "beside", text) for text in pen.found.pop(None, [])]
        marked |= {
            (page.obj.objgen, int(mark or 0)): "".join(texts) for mark, texts in pen.found.items()
        }
    pieces: list[Piece] = []
    before: Any = None
    lost = 0
    for around, page, mark in _list_marks(pdf.Root.StructTreeRoot.K, _Around(pikepdf)):
        if page not in places:
            lost += 1
            continue
        text = marked.pop((page, mark), "")
        if around.block == before and pieces[-1].page == places[page]:
            text = pieces.pop().text + text
        if text:
            pieces.append(Piece(places[page], around.kind, text, around.is_head))
            before = around.block
    beside += [Piece(places[page], "beside", text) for (page, _), text in marked.items()]
    return Printed(
        tuple(pieces), tuple(beside), lost, len(places), _list_anchors(pdf, places, pikepdf)
    )


@dataclass(frozen=True, slots=True)
class _Around:
    """What is known about an element from those around it."""

    pikepdf: Any
    page: tuple[int, int] = (0, 0)
    block: tuple[int, int] = (0, 0)
    kind: str = "/P"
    is_head: bool = False
    depth: int = 0


def _list_marks(item: Any, around: _Around) -> Iterator[tuple[_Around, tuple[int, int], int]]:
    """Every mark of the structure in reading order: what is around it, its page, its number."""
    if around.depth > _DEEPEST:
        raise Unreadable("the structure of the PDF is nested without end")
    if isinstance(item, int):
        yield around, around.page, item
    elif isinstance(item, around.pikepdf.Array):
        for part in item:
            yield from _list_marks(part, around)
    elif isinstance(item, around.pikepdf.Dictionary):
        page = item.Pg.objgen if "/Pg" in item else around.page
        if item.get("/Type") == "/MCR":
            yield around, page, int(item.MCID)
        elif "/K" in item and item.get("/Type") != "/OBJR":
            kind = str(item.get("/S", ""))
            inline = kind in _INLINE
            inner = replace(
                around,
                page=page,
                block=around.block if inline else item.objgen,
                kind=around.kind if inline else kind,
                is_head=around.is_head or kind == "/THead",
                depth=around.depth + 1,
            )
            yield from _list_marks(item.K, inner)


def _list_anchors(pdf: Any, places: Mapping[tuple[int, int], int], pikepdf: Any) -> dict[str, int]:
    names = pdf.Root.get("/Names", pikepdf.Dictionary()).get("/Dests")
    if names is None:
        return {}
    return {
        str(name): places.get(target[0].objgen, 0)
        for name, target in pikepdf.NameTree(names).items()
    }
