"""The pages of two PDFs compared as a reader sees them: their pictures and their text, by pdfium."""

from __future__ import annotations

import importlib
import io
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from certify.base.errors import CertifyError
from certify.base.extras import name_cure

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
