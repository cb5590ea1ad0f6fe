"""What a page must keep to, judged from the positions of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pikepdf

from tests.filing.conftest import Page, read_pages

MILLIMETRE = 72 / 25.4
MARGINS = (18, 17, 14, 17)
"""In millimetres: top, right, bottom, left."""
SLACK = 1.0
BROKEN = re.compile(r"[−+]?\d{1,3}(,\d{3})*,\d{1,2}")
"""A number whose last group of three digits is not complete."""


def find_block(page: Page) -> tuple[float, float, float, float]:
    """The text block: left, top, right, bottom."""
    top, right, bottom, left = (margin * MILLIMETRE for margin in MARGINS)
    return left, top, page.width - right, page.height - bottom


def list_outside(page: Page) -> Iterator[str]:
    """Words beyond the text block; header and footer may stand above and below, never beside it."""
    left, _, right, _ = find_block(page)
    for x_min, y_min, x_max, y_max, word in page.words:
        beside = x_min < left - SLACK or x_max > right + SLACK
        if beside or y_min < 0 or y_max > page.height:
            yield word


def list_overlapping(page: Page) -> Iterator[str]:
    """Words printed over one another: cells that are too narrow for what stands in them."""
    words = sorted(page.words, key=lambda word: (word[1], word[0]))
    for number, (x_min, y_min, x_max, y_max, word) in enumerate(words):
        for other in words[number + 1 :]:
            if other[1] > y_max:
                break
            wide = min(x_max, other[2]) - max(x_min, other[0])
            high = min(y_max, other[3]) - max(y_min, other[1])
            if wide > SLACK and high > (y_max - y_min) / 2:
                yield f"{word} and {other[4]}"


def list_body(page: Page) -> list[tuple[float, float, float, float, str]]:
    """The words of the text block alone."""
    _, top, _, bottom = find_block(page)
    return [word for word in page.words if word[1] >= top - SLACK and word[3] <= bottom + SLACK]


def fill(page: Page) -> float:
    """How far down the text block the last word stands, from 0 to 1."""
    _, top, _, bottom = find_block(page)
    lowest = max((word[3] for word in list_body(page)), default=top)
    return (lowest - top) / (bottom - top)


def list_headings(path: Path) -> Iterator[tuple[str, int, float]]:
    """Every bookmark with its page and its distance from the top, in points."""
    with pikepdf.open(path) as pdf:
        numbers = {page.objgen: number for number, page in enumerate(pdf.pages)}
        heights = [float(page.mediabox[3]) for page in pdf.pages]

        def walk(items):
            for item in items:
                destination = item.destination
                number = numbers[destination[0].objgen]
                yield item.title, number, heights[number] - float(destination[3])
                yield from walk(item.children)

        with pdf.open_outline() as outline:
            yield from list(walk(outline.root))


def list_faults(path: Path) -> list[str]:
    """Everything wrong with the pages of a filing."""
    pages = read_pages(path)
    faults = []
    for number, page in enumerate(pages, 1):
        faults += [f"page {number}: {word!r} stands outside" for word in list_outside(page)]
        faults += [f"page {number}: {words} overlap" for words in list_overlapping(page)]
        if fill(page) < (0.35 if number < len(pages) else 0.15):
            faults.append(f"page {number} is filled to {fill(page):.0%} only")
        faults += [
            f"page {number}: the card {word!r} is broken"
            for *_, word in page.words
            if word[:1] in "♠♥♦♣" and word
        ]
        faults += [
            f"page {number}: the number {word!r} is broken"
            for *_, word in page.words
            if BROKEN.fullmatch(word)
        ]
    for title, number, top in list_headings(path):
        below = [word for word in list_body(pages[number]) if word[1] > top + 22]
        if not below:
            faults.append(f"page {number + 1}: the heading {title!r} stands alone at the foot")
    return faults
