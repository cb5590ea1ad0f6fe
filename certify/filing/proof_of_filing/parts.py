"""A filing beside the one that is printed again, part by part: what it says, and how it is drawn.

What a filing says beside its pages (metadata, bookmarks, alternative texts, links) is the same on every
machine, and so is the drawing of a letter of the same edition of a font. Where lines break, and how fonts are
packed, is not.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certify.filing.proof_of_filing.container import hold_form, load_pikepdf
from certify.filing.proof_of_filing.outcome import Difference
from certify.filing.proof_of_filing.printed import read_characters

_NOTHING = "nothing"
_SHOWN = 80
_PRODUCER = re.compile(rb'pdf:Producer="[^"]*"')
_TAG = re.compile(r"/?[A-Z]{6}\+")
"""What stands before the name of a font of which only some letters are enclosed."""

_DEEPEST = 256
"""Levels of a structure tree that are followed; what nests deeper is none of ours."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What differs between a filing and the same printed again."""

    said: tuple[Difference, ...]
    """What must be the same in every environment, and may change with the program."""
    letters: tuple[Difference, ...]
    """Letters that are not drawn as this edition of their font draws them; nothing may change that."""
    drawn: tuple[Difference, ...]
    """What may be laid out otherwise on another machine."""
    same_pages: int
    """How many pages are drawn alike."""
    same_fonts: bool


def compare_parts(pdf: Any, again: Any, name: str) -> Parts:
    """Hold a filing against the one that was printed again."""
    pikepdf = load_pikepdf()
    with hold_form(name):
        said = [dict(_list_said(item, pikepdf)) for item in (pdf, again)]
        drawn = [dict(_list_drawn(item, pikepdf)) for item in (pdf, again)]
        letters = [_list_letters(item, pikepdf) for item in (pdf, again)]
        fonts = [dict(_list_fonts(item, pikepdf)) for item in (pdf, again)]
    return Parts(
        tuple(_compare(*said)),
        tuple(_compare_letters(*letters)),
        tuple(_compare(*drawn)),
        sum(drawn[0][key] == drawn[1].get(key) for key in drawn[0] if key.endswith("drawing")),
        fonts[0] == fonts[1],
    )


def _list_said(pdf: Any, pikepdf: Any) -> Iterator[tuple[str, str]]:
    root = pdf.Root
    for key, value in pdf.docinfo.items():
        if key != "/Producer":
            yield f"document information, {key[1:]}", str(value)
    yield "metadata", _PRODUCER.sub(b"", root.Metadata.read_bytes()).decode("utf-8", "replace")
    for key in ("/Lang", "/MarkInfo", "/PageLabels", "/ViewerPreferences"):
        value = root.get(key, _NOTHING)
        is_plain = isinstance(value, (str, pikepdf.String))
        yield key[1:], str(value) if is_plain else value.unparse(resolved=True).decode("latin-1")
    for number, intent in enumerate(root.get("/OutputIntents", ()), 1):
        profile = hashlib.sha256(intent.DestOutputProfile.read_bytes()).hexdigest()
        yield f"colour profile {number}", profile
    yield "associated files", str(len(root.get("/AF", ())))
    for number, title in enumerate(_list_bookmarks(root.get("/Outlines"), 0), 1):
        yield f"bookmark {number}", title
    texts = [str(item.Alt) for item in _list_figures(root.StructTreeRoot.K, pikepdf, 0)]
    for number, text in enumerate(texts, 1):
        yield f"alternative text of figure {number}", text
    links = [item for page in pdf.pages for item in page.obj.get("/Annots", ())]
    for number, link in enumerate(links, 1):
        yield f"link {number}", str(link.get("/Dest", _NOTHING))
    for key, item in pikepdf.NameTree(root.Names.EmbeddedFiles).items():
        about = [str(item.get(part, _NOTHING)) for part in ("/Desc", "/AFRelationship")]
        about += [str(item.EF.F.Params.get(part)) for part in ("/CreationDate", "/ModDate")]
        yield f"enclosure {key}, description", " · ".join(about)


def _list_bookmarks(item: Any, depth: int) -> Iterator[str]:
    """The titles in order, each behind a mark for every level above it."""
    node = None if item is None or depth > 8 else item.get("/First")
    while node is not None:
        yield "> " * depth + str(node.Title)
        yield from _list_bookmarks(node, depth + 1)
        node = node.get("/Next")


def _list_figures(item: Any, pikepdf: Any, depth: int) -> Iterator[Any]:
    if isinstance(item, pikepdf.Array):
        for part in item:
            yield from _list_figures(part, pikepdf, depth + 1)
    elif isinstance(item, pikepdf.Dictionary) and depth < _DEEPEST:
        if "/Alt" in item:
            yield item
        if "/K" in item:
            yield from _list_figures(item.K, pikepdf, depth + 1)


def _list_drawn(pdf: Any, pikepdf: Any) -> Iterator[tuple[str, str]]:
    for number, page in enumerate(pdf.pages, 1):
        contents = page.obj.Contents
        streams = [contents] if isinstance(contents, pikepdf.Stream) else list(contents)
        drawing = b"\n".join(item.read_bytes() for item in streams).decode("latin-1")
        used = page.obj.Resources.get("/XObject", {})
        for name in sorted(set(re.findall(r"(/\S+)\s+Do\b", drawing))):
            drawing += f"\n{name} " + used[name].read_bytes().decode("latin-1")
        yield f"page {number}, drawing", drawing
        places = [item.Rect.unparse().decode() for item in page.obj.get("/Annots", ())]
        yield f"page {number}, places of its links", " ".join(places)


def _list_fonts(pdf: Any, pikepdf: Any) -> Iterator[tuple[str, str]]:
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
            program = item.get("/FontFile2", item.get("/FontFile3"))
            digest = hashlib.sha256(program.read_bytes()).hexdigest()
            yield _TAG.sub("", str(item.FontName)), digest


def _list_letters(pdf: Any, pikepdf: Any) -> dict[tuple[str, str], set[str]]:
    """The drawings of every letter, by font with its edition, and letter."""
    ttf = importlib.import_module("fontTools.ttLib")
    pens = importlib.import_module("fontTools.pens.recordingPen")
    found: dict[tuple[str, str], set[str]] = {}
    for item in pdf.objects:
        if not isinstance(item, pikepdf.Dictionary) or item.get("/Subtype") != "/Type0":
            continue
        descriptor = item.DescendantFonts[0].FontDescriptor
        program = descriptor.get("/FontFile2", descriptor.get("/FontFile3"))
        with ttf.TTFont(io.BytesIO(program.read_bytes())) as font:
            glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
            name = f"{_TAG.sub('', str(descriptor.FontName))} {font['head'].fontRevision:.3f}"
            for code, letter in read_characters(item.ToUnicode.read_bytes()).items():
                pen = pens.DecomposingRecordingPen(glyphs)
                glyphs[order[code]].draw(pen)
                digest = hashlib.sha256(repr(pen.value).encode()).hexdigest()
                found.setdefault((name, letter), set()).add(digest)
    return found


def _compare_letters(
    found: Mapping[tuple[str, str], set[str]], wanted: Mapping[tuple[str, str], set[str]]
) -> Iterator[Difference]:
    for (name, letter), drawings in sorted(found.items()):
        if not drawings <= wanted.get((name, letter), drawings):
            yield Difference(
                f"font {name}, letter {letter!r}", "another drawing", "that of the font"
            )


def _compare(found: Mapping[str, str], wanted: Mapping[str, str]) -> Iterator[Difference]:
    for key in [*found, *(key for key in wanted if key not in found)]:
        one, other = found.get(key, _NOTHING), wanted.get(key, _NOTHING)
        if one != other:
            yield Difference(key, *_shorten(one, other))


def _shorten(one: str, other: str) -> tuple[str, str]:
    """Two texts from a little before where they part."""
    pairs = enumerate(zip(one, other, strict=False))
    start = next((at for at, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))
    start = max(0, start - _SHOWN // 4)

    def cut(text: str) -> str:
        head, tail = "…" if start else "", "…" if len(text) > start + _SHOWN else ""
        return head + " ".join(text[start : start + _SHOWN].split()) + tail

    return cut(one), cut(other)
