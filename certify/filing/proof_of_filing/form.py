"""What a filing is built of: sheets of A4, links within it, letters and drawings. All else was put there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from certify.filing.proof_of_filing.container import load_pikepdf

_CATALOGUE = frozenset(
    (
        "/AF",
        "/Lang",
        "/MarkInfo",
        "/Metadata",
        "/Names",
        "/Outlines",
        "/OutputIntents",
        "/PageLabels",
        "/Pages",
        "/StructTreeRoot",
        "/Type",
        "/ViewerPreferences",
    )
)
_NAMES = frozenset(("/Dests", "/EmbeddedFiles"))
_PAGES = frozenset(("/Count", "/Kids", "/Type"))
_PAGE = frozenset(
    (
        "/Annots",
        "/BleedBox",
        "/Contents",
        "/MediaBox",
        "/Parent",
        "/Resources",
        "/StructParents",
        "/Tabs",
        "/TrimBox",
        "/Type",
    )
)
_LINK = frozenset(
    ("/BS", "/Contents", "/Dest", "/F", "/P", "/Rect", "/StructParent", "/Subtype", "/Type")
)
_ELEMENT = frozenset(("/A", "/Alt", "/C", "/ID", "/K", "/Lang", "/P", "/Pg", "/S", "/Type"))
_SHEET = (595, 842)
"""A4 in points; upright or across."""


def list_foreign(pdf: Any) -> list[str]:
    """Everything in a PDF that the renderer of filings does not write, each with its place."""
    return list(dict.fromkeys(_list(pdf, load_pikepdf())))


def _list(pdf: Any, pikepdf: Any) -> Iterator[str]:
    root = pdf.Root
    yield from _name_keys(root, _CATALOGUE, "the file")
    yield from _name_keys(root.get("/Names", pikepdf.Dictionary()), _NAMES, "its list of names")
    yield from _name_keys(root.Pages, _PAGES, "its list of pages")
    for number, page in enumerate(pdf.pages, 1):
        where = f"page {number}"
        yield from _name_keys(page.obj, _PAGE, where)
        left, low, *size = (float(item) for item in page.obj.MediaBox)
        if (left, low) != (0, 0) or tuple(sorted(round(item) for item in size)) != _SHEET:
            yield f"{where} is not a sheet of A4"
        for item in page.obj.get("/Annots", ()):
            yield from _look_at_note(item, where)
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary):
            if item.get("/Type") == "/StructElem":
                yield from _name_keys(item, _ELEMENT, "an element of its structure")
            elif item.get("/Subtype") in ("/CIDFontType0", "/CIDFontType2"):
                yield from _look_at_font(item)


def _name_keys(item: Any, known: frozenset[str], where: str) -> Iterator[str]:
    yield from (f"{where} has {key}" for key in sorted(set(item.keys()) - known))


def _look_at_note(item: Any, where: str) -> Iterator[str]:
    if item.get("/Subtype") != "/Link":
        yield f"{where} has a note of the kind {item.get('/Subtype')} laid over it"
    else:
        yield from _name_keys(item, _LINK, f"a link on {where}")


def _look_at_font(item: Any) -> Iterator[str]:
    if item.get("/CIDToGIDMap", "/Identity") != "/Identity":
        yield "a font shows other letters than its text says"
