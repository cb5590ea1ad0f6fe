"""Quotations from the reader's own copies of the documents; nothing of them is stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from certify.base.errors import CertifyError
from certify.spec.model import Citation, Jurisdiction
from certify.spec.texts import Text, find_texts

_LENGTH = 260
_AROUND = 2
"""Lines before and after a citation in which a sentence of it may begin or end."""
_ARTEFACT = re.compile(r"<[^>]*>|[\ufffd¾•\u200b]|\\(?=[^\w\s])|\*+|^\s*#+\s|^\s*-\s+(?=\*\*)")
_BEGINS = re.compile(
    r"\s*(?:[\ufffd¾•]|- \*\*|\d+(?:\.\d+)+\.?\s|\(\w\)\s|\d+\. |\d+(?:st|nd|rd|th)\b)"
)
"""What a list item, a numbered clause or a row begins with."""
_ROW = re.compile(r"\t|\bto 1\b.*\bto 1\b|\d:1\b")
_CELLS = re.compile(r"\t|\bto 1\b|\d:1\b")
"""A row; a citation of several rows is a table, which is cited and not quoted."""
_ENDS = re.compile(r"[.!?;](?: or| and)?[”’\"')]*$")
_PROSE = 50
"""A shorter line before or after a citation is a heading or a row and no part of its sentence."""
_SENTENCE = re.compile(r"(?<=[.!?;])[”\"')]*\s+(?=[A-Z“\"(])")
_PLACE = re.compile(r"\bsentence (\d+)$")
"""How a citation names one sentence of its lines."""
_NUMBER = re.compile(r"[\s\d.()]+")
_HYPHENATED = re.compile(r"(?<=[a-z])-\s+(?=[a-z])")
_COMMON = re.compile(r"the|and|for|that|this|with|are|all|player|wager|hand|bonus")
_STEM = 5
_CLEAR = 1.3
"""How much better than every other sentence the quoted one must fit."""


class Quotes:
    """The sentences that citations mean, of the documents in a folder."""

    def __init__(
        self, jurisdiction: Jurisdiction, folder: Path, others: Iterable[Jurisdiction] = ()
    ) -> None:
        texts = find_texts(jurisdiction, folder)
        missing = [item.id for item in jurisdiction.documents if item.id not in texts]
        if missing:
            raise CertifyError(
                f"--dir {folder}: no text with the recorded hash of {', '.join(missing)} of "
                f"{jurisdiction.id}; give the folder with the texts that the specification cites"
            )
        self._texts = {("", name): text for name, text in texts.items()}
        self._first = {"": jurisdiction.documents[0].id}
        for other in others:
            self._first[other.name] = other.documents[0].id
            found = find_texts(other, folder)
            self._texts |= {(other.name, name): text for name, text in found.items()}

    def find(self, citation: Citation, about: Sequence[str] = (), document: str = "") -> str:
        """The sentence of a citation that is about given words; empty where there is none to quote.

        `document` is the name of another jurisdiction, whose text may not be in the folder.
        """
        name = citation.document or self._first.get(document, "")
        text = self._texts.get((document, name))
        if text is None:
            return ""
        sentences = list(_list_sentences(text, citation))
        numbered = _PLACE.search(citation.clause)
        if numbered is not None:
            return _cut("".join(sentences[int(numbered[1]) - 1 :][:1]), about)
        cited = text.lines[citation.first - 1 : citation.last]
        if sum(bool(_CELLS.search(line)) for line in cited) > 1:
            return ""
        return _cut(_choose(sentences, list(filter(None, about))), about)


def _choose(sentences: Sequence[str], about: Sequence[str]) -> str:
    """The sentence that is clearly about given words, or all of a short text; empty if neither."""
    whole = " ".join(sentences)
    fits = len(whole) <= _LENGTH and _ENDS.search(whole)
    is_list = any(map(_BEGINS.match, sentences[1:]))
    if len(sentences) < 2 or (fits and (len(whole) <= _LENGTH // 2 or is_list)):
        return whole
    best = _find_best(sentences, about)
    return sentences[best] if best is not None else whole if fits else ""


def _find_best(sentences: Sequence[str], about: Sequence[str]) -> int | None:
    """The sentence that shares the most words with given ones, rare words first; none if two are close."""
    stems = [_list_stems(item) for item in sentences]
    scores = [0.0] * len(sentences)
    for place, phrase in enumerate(about):
        weight = 1.0 if place else 2.0
        wanted = _list_stems(phrase)
        for number, own in enumerate(stems):
            scores[number] += 4 * weight * (phrase.casefold() in sentences[number].casefold())
            scores[number] += sum(
                weight / sum(stem in each for each in stems) for stem in wanted & own
            )
    second, first = sorted(scores)[-2:]
    return scores.index(first) if first >= _CLEAR * second and first >= 1 else None


def _list_stems(text: str) -> set[str]:
    words = re.findall(r"[a-z0-9]+", text.casefold().replace("-", " "))
    return {
        word[:_STEM]
        for word in words
        if (len(word) > 2 or word.isdigit()) and not _COMMON.fullmatch(word)
    }


def _list_sentences(text: Text, citation: Citation) -> Iterator[str]:
    """The sentences that share a line with a citation, without artefacts of the extraction."""
    part = ""
    lines: list[tuple[int, int]] = []
    parts: list[tuple[str, list[tuple[int, int]]]] = []
    for number in range(*_extend(text, citation)):
        line = text.lines[number - 1]
        if part and (_BEGINS.match(line) or _ROW.search(line)):
            parts.append((part, lines))
            part, lines = "", []
        cleaned = " ".join(_ARTEFACT.sub(" ", line).split())
        if cleaned:
            part = f"{part} {cleaned}".strip()
            lines.append((len(part), number))
    parts.append((part, lines))
    for whole, ends in parts:
        start = 0
        for end in [*(found.start() for found in _SENTENCE.finditer(whole)), len(whole)]:
            if _NUMBER.fullmatch(whole[start:end]):
                continue
            covered = {
                number
                for place, (stop, number) in enumerate(ends)
                if stop > start and (ends[place - 1][0] if place else 0) < end
            }
            if any(citation.first <= number <= citation.last for number in covered):
                quoted = _HYPHENATED.sub("-", whole[start:end].strip(" ”\"'"))
                yield quoted.replace("“", "‘").replace("”", "’")
            start = end


def _extend(text: Text, citation: Citation) -> tuple[int, int]:
    """The lines of a citation and those around it in which its first and last sentence go on."""
    first, last = citation.first, min(citation.last, len(text.lines))
    for _ in range(_AROUND):
        before = text.lines[first - 2].rstrip() if first > 1 else ""
        ends = before.endswith((".", ":", "!", "?"))
        starts = _BEGINS.match(text.lines[first - 1]) or _ROW.search(before)
        if len(before) >= _PROSE and not ends and not starts:
            first -= 1
        here = text.lines[last - 1].rstrip()
        after = text.lines[last] if last < len(text.lines) else ""
        stops = here.endswith((".", ":", "!", "?")) or _ROW.search(here) or _BEGINS.match(after)
        if len(here) >= _PROSE and after.strip() and not stops:
            last += 1
    return first, last + 1


def _cut(sentence: str, about: Sequence[str]) -> str:
    """A long sentence around the words that it is quoted for."""
    if len(sentence) <= _LENGTH:
        return sentence
    wanted = set().union(*map(_list_stems, about))
    places = [
        found.start()
        for found in re.finditer(r"\w+", sentence)
        if found.group().casefold()[:_STEM] in wanted
    ]
    middle = places[len(places) // 2] if places else 0
    start = max(0, min(middle - _LENGTH // 2, len(sentence) - _LENGTH))
    start = sentence.find(" ", start) + 1 if start else 0
    end = sentence.rfind(" ", 0, start + _LENGTH) if len(sentence) > start + _LENGTH else None
    before, after = ("… " if start else ""), (" …" if end else "")
    return f"{before}{sentence[start:end]}{after}"
