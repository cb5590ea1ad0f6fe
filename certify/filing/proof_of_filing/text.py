"""The printed text against the text that should be there: what differs, by page and cell."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher

from certify.filing.proof_of_filing.expected import Expected
from certify.filing.proof_of_filing.outcome import Difference
from certify.filing.proof_of_filing.printed import Piece, Printed

_LABEL = re.compile(r"[•◦▪‣–]|\d+\.")
_PAGE = re.compile(r"Page (\d+) of (\d+)")
_NOTHING = "nothing"
_SAME = str.maketrans({"‐": "-", "‑": "-", "\u00ad": None, "ﬁ": "fi", "ﬂ": "fl"})


def normalise(text: str) -> str:
    """Text without what layout decides: spaces, breaks, capitals, kinds of hyphen."""
    plain = unicodedata.normalize("NFC", text).translate(_SAME)
    return "".join(plain.split()).casefold()


def list_text_differences(printed: Printed, expected: Sequence[Expected]) -> list[Difference]:
    """Every place where the printed text is not what the figures give."""
    pieces = [
        item
        for item in printed.pieces
        if not (item.kind == "/Lbl" and _LABEL.fullmatch(item.text.strip()))
    ]
    found = [normalise(item.text) for item in pieces]
    wanted = [normalise(item.text) for item in expected]
    repeated = _find_repeated(pieces)
    differences: list[Difference] = []
    for word, a, b, c, d in SequenceMatcher(None, found, wanted, autojunk=False).get_opcodes():
        if word == "equal":
            continue
        rows = [place for place in range(a, b) if place not in repeated]
        if "".join(found[place] for place in rows) != "".join(wanted[c:d]):
            differences += _tell(
                [pieces[place] for place in rows],
                list(expected[c:d]),
                pieces[max(a - 1, 0)].page if pieces else 0,
            )
    return differences


def _find_repeated(pieces: Sequence[Piece]) -> set[int]:
    """The heads of a table that goes on over a page: they stand there again."""
    repeated: set[int] = set()
    before: list[str] = []
    place = 0
    while place < len(pieces):
        if not pieces[place].is_head:
            place += 1
            continue
        end = place
        while end < len(pieces) and pieces[end].is_head and pieces[end].page == pieces[place].page:
            end += 1
        heads = [item.text for item in pieces[place:end]]
        opens_page = place > 0 and pieces[place - 1].page < pieces[place].page
        if opens_page and heads == before:
            repeated.update(range(place, end))
        before = heads
        place = end
    return repeated


def _tell(pieces: list[Piece], expected: list[Expected], page: int) -> list[Difference]:
    """Pair what stands there with what should; what has no partner was added or is missing."""
    told: list[Difference] = []
    for place in range(max(len(pieces), len(expected))):
        piece = pieces[place] if place < len(pieces) else None
        wanted = expected[place] if place < len(expected) else None
        if piece and wanted and normalise(piece.text) == normalise(wanted.text):
            continue
        page = piece.page if piece else page
        where = wanted.where if wanted else "not a part of the filing"
        told.append(
            Difference(
                f"page {page}, {where}" if where else f"page {page}",
                piece.text if piece else _NOTHING,
                wanted.text if wanted else _NOTHING,
            )
        )
    return told


def list_page_differences(printed: Printed) -> list[Difference]:
    """Pages removed, added or out of order, by the numbers that they carry."""
    told: list[Difference] = []
    for page in range(1, printed.pages + 1):
        texts = [item.text for item in printed.beside if item.page == page]
        found = next((text for text in texts if _PAGE.fullmatch(text.strip())), _NOTHING)
        wanted = f"Page {page} of {printed.pages}"
        if found.strip() != wanted:
            told.append(Difference(f"page {page}, foot", found, wanted))
    return told


def list_running_differences(printed: Printed, allowed: Sequence[str]) -> list[Difference]:
    """Text beside the structure that is neither a running head nor the number of a page."""
    known = {normalise(text) for text in allowed}
    return [
        Difference(f"page {item.page}, beside the text", item.text, _NOTHING)
        for item in printed.beside
        if not _PAGE.fullmatch(item.text.strip()) and normalise(item.text) not in known
    ]
