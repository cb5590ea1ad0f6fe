"""Reads a PDF within limits and strictly, and lists what in it could act of its own."""

from __future__ import annotations

import importlib
import io
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.extras import name_cure
from certify.base.load import read_regular

_SCALE = 2
"""Pixels per point: 144 per inch."""
_GAP = 24
"""Rows of pixels without a difference that separate two areas."""
_MARGIN = 16
_SHOWN = 60

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class PageDifference:
    """How a page looks or reads different from its counterpart."""

    page: int
    areas: tuple[Box, ...] = ()
    """Where it looks different, in pixels."""
    pictures: tuple[bytes, ...] = ()
    """Each area as a PNG picture: the first PDF on the left, the second on the right."""
    text: tuple[str, str] | None = None
    """Where the text begins to differ."""
    same_size: bool = True


def compare_pages(content: bytes, other: bytes, *, draw: bool = False) -> list[PageDifference]:
    """Every page that looks or reads different; pictures must be equal to the pixel.

    With `draw` the areas that differ are drawn.
    """
    try:
        pdfium = importlib.import_module("pypdfium2")
    except ImportError as error:
        raise CertifyError(f"pages cannot be rendered here ({error}); {name_cure('pdf')}") from None
    try:
        with closing(pdfium.PdfDocument(content)) as one, closing(pdfium.PdfDocument(other)) as two:
            return list(_compare(one, two, draw))
    except (pdfium.PdfiumError, ValueError, RuntimeError) as error:
        raise CertifyError(f"the pages cannot be rendered ({error})") from None


def _compare(one: Any, two: Any, draw: bool) -> Iterator[PageDifference]:
    shared = min(len(one), len(two))
    for number in range(shared):
        page, twin = one[number], two[number]
        if page.get_size() != twin.get_size():
            yield PageDifference(number + 1, same_size=False)
            continue
        bitmaps = page.render(scale=_SCALE), twin.render(scale=_SCALE)
        differs = (bitmaps[0].to_numpy() != bitmaps[1].to_numpy()).any(axis=2)
        areas = tuple(_find_areas(differs)) if differs.any() else ()
        texts = [item.get_textpage().get_text_range() for item in (page, twin)]
        if areas or texts[0] != texts[1]:
            text = _cut(*texts) if texts[0] != texts[1] else None
            pictures = tuple(_draw(area, *bitmaps) for area in areas) if draw else ()
            yield PageDifference(number + 1, areas, pictures, text)
    for number in range(shared, max(len(one), len(two))):
        yield PageDifference(number + 1, same_size=False)


def _find_areas(differs: Any) -> Iterator[Box]:
    """Boxes around what differs: one for each band of rows."""
    (rows,) = differs.any(axis=1).nonzero()
    starts = [0, *(place + 1 for place in (rows[1:] - rows[:-1] > _GAP).nonzero()[0]), len(rows)]
    height, width = differs.shape
    for first, last in pairwise(starts):
        top, bottom = int(rows[first]), int(rows[last - 1])
        (columns,) = differs[top : bottom + 1].any(axis=0).nonzero()
        yield (
            max(int(columns[0]) - _MARGIN, 0),
            max(top - _MARGIN, 0),
            min(int(columns[-1]) + _MARGIN, width),
            min(bottom + _MARGIN, height),
        )


def _draw(area: Box, one: Any, two: Any) -> bytes:
    parts = [item.to_pil().convert("RGB").crop(area) for item in (one, two)]
    wide, high = parts[0].size
    picture = importlib.import_module("PIL.Image").new("RGB", (2 * wide + 4, high), "red")
    picture.paste(parts[0], (0, 0))
    picture.paste(parts[1], (wide + 4, 0))
    written = io.BytesIO()
    picture.save(written, "png")
    return written.getvalue()


def _cut(one: str, two: str) -> tuple[str, str]:
    """Two texts from a little before where they part."""
    pairs = enumerate(zip(one, two, strict=False))
    start = next((at for at, pair in pairs if pair[0] != pair[1]), min(len(one), len(two)))
    start = max(0, start - _SHOWN // 3)
    return " ".join(one[start : start + _SHOWN].split()), " ".join(
        two[start : start + _SHOWN].split()
    )


LARGEST_FILE = 1 << 26
LARGEST_UNPACKED = 1 << 28
"""What all streams of a file may unpack to, together."""
_DEEPEST = 4
"""How often a stream may be packed within a stream."""
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_NAME = re.compile(rb"/([^\x00\t\n\f\r /<>\[\](){}%]*)")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
_PACKED = re.compile(
    rb"/Filter\s*(?:/FlateDecode|/Adobe\.PPKLite|/Standard|\[\s*(?:/FlateDecode\s*)+\])(?=[\s/>])"
)
"""The packing in use; a signature and a lock name their kind by the same word."""
_UNNAMED = re.compile(r"(?:stream )?<_io\.BytesIO object at 0x[0-9a-f]+>:?\s*")
_LINE = re.compile(rb"%%EOF[\r\n]*\Z")
_ACTIVE = re.compile(
    rb"/(?:JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|URI|Rendition|AA|OpenAction|JS|XFA)\b"
)
_TEXT = re.compile(rb"\((?:\\.|[^\\)])*\)", re.DOTALL)
"""A string of a PDF as the library writes it, with its brackets escaped."""


class Unreadable(CertifyError):
    """A file that cannot be opened as a filing; the message says why."""


def load_pikepdf() -> Any:
    """Import the library that reads PDF files, or say what is missing."""
    try:
        return importlib.import_module("pikepdf")
    except ImportError as error:
        raise CertifyError(f"PDF files cannot be read here ({error}); {name_cure('pdf')}") from None


def read_file(path: Path) -> bytes:
    """The bytes of a file that may be a filing."""
    try:
        content = read_regular(path, LARGEST_FILE + 1)
    except OSError as error:
        absent = isinstance(error, FileNotFoundError)
        problem = (
            "file not found; check the path" if absent else f"cannot be read ({error.strerror})"
        )
        raise Unreadable(f"{path}: {problem}") from None
    if len(content) > LARGEST_FILE:
        raise Unreadable(f"{path}: is larger than {LARGEST_FILE >> 20} MB; no filing is")
    return content


def check_form(content: bytes, name: str) -> None:
    """Refuse what is no PDF, or only the beginning of one."""
    if not content.startswith(b"%PDF-"):
        raise Unreadable(f"{name}: not a PDF; give a filing that certify report wrote")
    if not _LINE.search(content):
        raise Unreadable(
            f"{name}: is cut off, or its end was changed: it begins as a PDF and does not end as one; "
            "fetch it again"
        )


def check_unpacking(content: bytes, name: str) -> None:
    """Refuse a file whose streams unpack to more than any filing holds, before a library unpacks them."""
    left = LARGEST_UNPACKED
    before = 0
    for found in _STREAM.finditer(content):
        _check_packing(content[before : found.start()], name)
        before = found.end()
        packed: bytes = content[found.end() : found.end() + LARGEST_FILE]
        for _ in range(_DEEPEST):
            unpacked = unpack(packed, left)
            if unpacked is None:
                break
            left -= len(unpacked)
            if left <= 0:
                raise Unreadable(
                    f"{name}: unpacks to more than {LARGEST_UNPACKED >> 20} MB; no filing does"
                )
            packed = unpacked
        else:
            raise Unreadable(f"{name}: holds a stream that is packed {_DEEPEST} times over")


def _check_packing(before: bytes, name: str) -> None:
    """Refuse a stream that is packed in another way than the one that is looked into here.

    All that stands between a stream and the one before is looked at, since where a description begins can be
    disguised.
    """
    names = [_ESCAPE.sub(_read_escape, item) for item in _NAME.findall(before)]
    if names.count(b"Filter") != len(_PACKED.findall(before)):
        raise Unreadable(f"{name}: holds a stream that is packed in a way that no filing uses")


def _read_escape(found: re.Match[bytes]) -> bytes:
    return bytes([int(found[1], 16)])


def unpack(packed: bytes, most: int) -> bytes | None:
    """What a packed stream holds, up to so many bytes; none where it is not packed."""
    if len(packed) < 2 or packed[0] & 15 != 8 or int.from_bytes(packed[:2]) % 31:
        return None  # not the two bytes that the one packing in use begins with
    try:
        return zlib.decompressobj().decompress(packed, most + 1)
    except zlib.error:
        return None


def open_pdf(content: bytes, name: str) -> Any:
    """Open a PDF strictly: a damaged or encrypted one is refused, nothing is repaired in silence."""
    pikepdf = load_pikepdf()
    try:
        pdf = pikepdf.open(io.BytesIO(content), attempt_recovery=False, suppress_warnings=True)
        warnings = pdf.get_warnings()
        encrypted = pdf.is_encrypted
    except pikepdf.PasswordError:
        encrypted, warnings, pdf = True, [], None
    except (pikepdf.PdfError, ValueError, RuntimeError, RecursionError) as error:
        raise Unreadable(f"{name}: cannot be read as a PDF ({_shorten(error)})") from None
    if encrypted:
        raise Unreadable(
            f"{name}: is encrypted; a filing is open to everybody, ask for the original"
        )
    if warnings:
        raise Unreadable(f"{name}: is damaged ({_shorten(warnings[0])})")
    return pdf


@contextmanager
def hold_form(name: str) -> Iterator[None]:
    """Within it whatever the library stumbles over is told as a PDF that is not built as a filing is."""
    pikepdf = load_pikepdf()
    try:
        yield
    except (
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
        RuntimeError,
        pikepdf.PdfError,
    ) as error:
        raise Unreadable(f"{name}: is not built as a filing is ({_shorten(error)})") from None


def _shorten(error: object) -> str:
    """What the library says, without its name for bytes that came from no file."""
    return " ".join(_UNNAMED.sub("", str(error)).split())[:160]


def list_active(pdf: Any) -> list[str]:
    """Everything in a PDF that could act when it is opened; a filing has nothing of the kind."""
    pikepdf = load_pikepdf()
    found: set[bytes] = set()
    for item in pdf.objects:
        plain = item.stream_dict if isinstance(item, pikepdf.Stream) else item
        if isinstance(plain, pikepdf.Object):
            found.update(_ACTIVE.findall(_TEXT.sub(b"", plain.unparse(resolved=True))))
    return sorted(name.decode() for name in found)


_MOST = 100
_DEEPEST_DIFFERENCE = 3
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
        return where.count(",") < _DEEPEST_DIFFERENCE

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
