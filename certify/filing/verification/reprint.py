"""The filing printed again and compared with the one received: the same bytes, or the same pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from certify.base.errors import CertifyError
from certify.base.storage import make_folder, write_file
from certify.filing.build import Sheaf
from certify.filing.printing import print_pdf
from certify.filing.verification.manifest import list_libraries
from certify.filing.verification.outcome import Check, Mismatch, Result, hold
from certify.filing.verification.pdf_differences import list_pdf_differences
from certify.filing.verification.pdf_reader import hold_form, open_pdf
from certify.filing.verification.pictures import PageDifference, compare_pages
from certify.filing.verification.seal import seal_pdf

NAME = "pages"
_START = b"startxref"


def check_pages(content: bytes, end: int, sheaf: Sheaf, name: str, pictures: Path | None) -> Check:
    """Whether the pages of a filing, sealed up to `end`, look as they do when they are printed here.

    Nothing that the filing says about itself counts: what is not equal is not proved.
    """
    sealed = content[:end]
    try:
        again = seal_pdf(print_pdf(sheaf.html, sheaf.date, sheaf.enclosures).content)
        if again == sealed:
            return hold(NAME, "printed again: the same file, byte for byte")
        with hold_form(name):
            places = list_pdf_differences(open_pdf(sealed, name), open_pdf(again, name), seen=True)
        if sealed.count(_START) != again.count(_START):
            places.append("number of revisions")
        pages = compare_pages(content, again, draw=pictures is not None)
    except CertifyError as error:
        return Check(NAME, Result.NOT_PROVED, f"not compared with a print made here: {error}")
    if not places and not pages:
        return hold(
            NAME,
            "printed again here: the same pictures, text, boxes, links, layers and enclosures",
        )
    written = _write(pages, pictures, Path(name).stem) if pictures else ()
    return Check(
        NAME,
        Result.NOT_PROVED,
        f"printed here, the filing is different{_name_pages(pages)}",
        tuple(_list(places, pages)),
        tuple(item.page for item in pages),
        written,
    )


def explain_libraries(libraries: Mapping[str, str]) -> str:
    """Which libraries the manifest names in other versions than those here: a hint, and no excuse."""
    here = list_libraries()
    told = [
        f"{name} {libraries.get(name, 'unknown')}, here {here.get(name, 'none')}"
        for name in sorted(here.keys() | libraries.keys())
        if here.get(name) != libraries.get(name)
    ]
    return "; its manifest names " + "; ".join(told) if told else ""


def _name_pages(pages: list[PageDifference]) -> str:
    if not pages:
        return ", but not in what its pages show"
    return f" on page {', '.join(str(item.page) for item in pages)}"


def _list(places: list[str], pages: list[PageDifference]) -> Iterator[Mismatch]:
    for item in pages:
        where = f"page {item.page}"
        if not item.same_size:
            yield Mismatch(where, "another size", "the size printed here")
        if item.areas:
            count = f"{len(item.areas)} area{'s' * (len(item.areas) > 1)}"
            yield Mismatch(where, f"another picture in {count}", "the picture printed here")
        if item.text:
            yield Mismatch(f"{where}, text", *item.text)
    yield from (Mismatch(place, "different", "as printed here") for place in places)


def _write(pages: list[PageDifference], folder: Path, stem: str) -> tuple[str, ...]:
    """Write the areas that differ: the filing on the left, what is printed here on the right."""
    make_folder(folder)
    written = []
    for item in pages:
        for number, area in enumerate(item.pictures, 1):
            path = folder / f"{stem}-page-{item.page:02}-{number}.png"
            write_file(path, area)
            written.append(str(path))
    return tuple(written)
