"""Two PDFs compared object by object: what a picture of the pages does not show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from certify.filing.verification.pdf_reader import load_pikepdf

_MOST = 100
_DEEPEST = 3
"""Keys of a place that are named."""
_PACKING = frozenset(("/Length", "/Length1", "/Filter", "/DecodeParms"))
"""How a stream is stored, not what it says."""
_TRAILER = (
    frozenset(("/ID", "/Index", "/Info", "/Prev", "/Root", "/Size", "/Type", "/W")) | _PACKING
)
_FONT_DATA = frozenset(("/FontFile2", "/FontFile3", "/ToUnicode"))
_PRODUCER = re.compile(rb'pdf:Producer="[^"]*"')


def list_pdf_differences(one: Any, other: Any, *, seen: bool = False) -> list[str]:
    """Every place where two PDFs differ: catalogue, pages, boxes, links, layers, structure, enclosures.

    What shows in pictures and text of the pages may differ where those are compared too (`seen`): the data of
    fonts, and the letters and numbers that a page draws. Its operators and the resources they name may not.
    """
    return list(islice(dict.fromkeys(_Comparison(one, other, seen).list_all()), _MOST))


class _Comparison:
    def __init__(self, one: Any, other: Any, seen: bool) -> None:
        self.pikepdf = load_pikepdf()
        self.pdfs = (one, other)
        self.seen = seen
        self.numbers = tuple(
            {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
            for pdf in self.pdfs
        )
        self.met: set[tuple[tuple[int, int], tuple[int, int]]] = set()
        self.left: list[tuple[Any, Any, str]] = []

    def list_all(self) -> Iterator[str]:
        one, other = self.pdfs
        for pdf in self.pdfs:
            yield from (f"trailer, {key}" for key in sorted(set(pdf.trailer.keys()) - _TRAILER))
        if len(one.pages) != len(other.pages):
            yield "number of pages"
        for number, (page, twin) in enumerate(zip(one.pages, other.pages, strict=False), 1):
            where = f"page {number}"
            yield from self._compare_keys(page.obj, twin.obj, where)
            yield from self._follow(page.obj.get("/Parent"), twin.obj.get("/Parent"), where)
            if self._read_drawing(page.obj) != self._read_drawing(twin.obj):
                yield f"{where}, drawing"
        yield from self._follow(one.Root, other.Root, "catalogue")
        yield from self._follow(one.docinfo, other.docinfo, "document information")

    def _follow(self, one: Any, other: Any, where: str) -> Iterator[str]:
        self.left.append((one, other, where))
        while self.left:
            yield from self._compare(*self.left.pop())

    def _compare(self, one: Any, other: Any, where: str) -> Iterator[str]:
        kinds = (self.pikepdf.Array, self.pikepdf.Dictionary, self.pikepdf.Stream)
        kind = next(
            (item for item in kinds if isinstance(one, item) and isinstance(other, item)), None
        )
        if kind is None:
            if self._show(one) != self._show(other):
                yield where
            return
        if one.is_indirect and other.is_indirect:
            pair = (one.objgen, other.objgen)
            one_page, other_page = (
                pages.get(item) for pages, item in zip(self.numbers, pair, strict=True)
            )
            if one_page != other_page:
                yield where
            if one_page or other_page or pair in self.met:
                return
            self.met.add(pair)
        if kind is not self.pikepdf.Array:
            yield from self._compare_keys(one, other, where)
            return
        if len(one) != len(other):
            yield where
        for number, pair in enumerate(zip(one, other, strict=False), 1):
            self.left.append((*pair, f"{where} {number}" if self._is_named(where) else where))

    @staticmethod
    def _is_named(where: str) -> bool:
        return where.count(",") < _DEEPEST

    def _show(self, item: Any) -> Any:
        return item.unparse() if isinstance(item, self.pikepdf.Object) else repr(item)

    def _compare_keys(self, one: Any, other: Any, where: str) -> Iterator[str]:
        is_stream = isinstance(one, self.pikepdf.Stream)
        skipped = set(_PACKING) if is_stream else set()
        if one.get("/Type") == "/Pages":
            skipped |= {"/Kids", "/Count"}
        elif one.get("/Type") == "/Page":
            skipped |= {"/Contents", "/Parent"}
        elif where == "document information":
            skipped.add("/Producer")
        for key in sorted((set(one.keys()) | set(other.keys())) - skipped):
            place = f"{where}, {key}" if self._is_named(where) else where
            if key not in one or key not in other:
                yield place
            elif not (self.seen and key in _FONT_DATA):
                self.left.append((one[key], other[key], place))
        if is_stream and self._read_stream(one) != self._read_stream(other):
            yield where

    def _read_stream(self, stream: Any) -> Any:
        if self.seen and stream.get("/Subtype") == "/Form":
            return self._read_drawing(stream)
        content = stream.read_bytes()
        return _PRODUCER.sub(b"", content) if stream.get("/Type") == "/Metadata" else content

    def _read_drawing(self, drawing: Any) -> Any:
        """A drawing; where it is looked at too, its operators and the names that they use."""
        steps = self.pikepdf.parse_content_stream(drawing)
        if not self.seen:
            return self.pikepdf.unparse_content_stream(steps)
        named = (self.pikepdf.Name, self.pikepdf.Dictionary)
        return [
            (str(operator), *(item.unparse() for item in operands if isinstance(item, named)))
            for operands, operator in steps
        ]
