"""Two PDFs compared object by object: what a picture of the pages does not show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
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
_PRODUCER = re.compile(rb'(?<=pdf:Producer="WeasyPrint )[0-9.]+(?=")')
_ROUNDING = Decimal("0.005")
"""How far the numbers of two drawings may be apart: a hundredth of a pixel of the pictures."""


def list_pdf_differences(one: Any, other: Any, *, seen: bool = False) -> list[str]:
    """Every place where two PDFs differ: catalogue, pages, boxes, links, layers, structure, enclosures.

    Where pictures and text of the pages are compared too (`seen`), the numbers of a drawing may be rounded
    otherwise. Nothing else may differ, because another program might show it otherwise: numbers that are too
    long, a font with two sets of glyphs, a letter mapped twice.
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
            if not self._is_drawn_alike(page.obj, twin.obj):
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
            shown = [self._show(item) for item in (one, other)]
            if where == "document information, /Producer":
                shown = [
                    _PRODUCER.sub(b"", b'pdf:Producer="%s"' % bytes(item)) for item in (one, other)
                ]
            if shown[0] != shown[1]:
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
            skipped.add("/Kids")
        elif one.get("/Type") == "/Page":
            skipped |= {"/Contents", "/Parent"}
        for key in sorted((set(one.keys()) | set(other.keys())) - skipped):
            place = f"{where}, {key}" if self._is_named(where) else where
            if key not in one or key not in other:
                yield place
            else:
                self.left.append((one[key], other[key], place))
        if is_stream and not self._is_stream_alike(one, other):
            yield where

    def _is_stream_alike(self, one: Any, other: Any) -> bool:
        if self.seen and one.get("/Subtype") == other.get("/Subtype") == "/Form":
            return self._is_drawn_alike(one, other)
        pair = [item.read_bytes() for item in (one, other)]
        if one.get("/Type") == other.get("/Type") == "/Metadata":
            pair = [_PRODUCER.sub(b"", item) for item in pair]
        return bool(pair[0] == pair[1])

    def _is_drawn_alike(self, one: Any, other: Any) -> bool:
        drawings = [self.pikepdf.parse_content_stream(item) for item in (one, other)]
        if not self.seen:
            found = [self.pikepdf.unparse_content_stream(item) for item in drawings]
            return bool(found[0] == found[1])
        if len(drawings[0]) != len(drawings[1]):
            return False
        return all(
            str(step.operator) == str(twin.operator)
            and self._are_alike(step.operands, twin.operands)
            for step, twin in zip(*drawings, strict=True)
        )

    def _are_alike(self, operands: Sequence[Any], others: Sequence[Any]) -> bool:
        return len(operands) == len(others) and all(map(self._is_alike, operands, others))

    def _is_alike(self, operand: Any, other: Any) -> bool:
        if isinstance(operand, int | Decimal) and isinstance(other, int | Decimal):
            return abs(Decimal(operand) - Decimal(other)) <= _ROUNDING
        if isinstance(operand, self.pikepdf.Array) and isinstance(other, self.pikepdf.Array):
            return self._are_alike(list(operand), list(other))
        return bool(self._show(operand) == self._show(other))
