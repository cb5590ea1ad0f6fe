"""Where in a document a parameter may be answered, by the words that it and the text have in common.

Words count more, the fewer passages have them; those of a parameter's name, and those that documents use
beside it (`words`), count twice. What is found is a proposal where to look, never an answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from certify.draft.text import Document
from certify.draft.words import COMMON, SAME
from certify.spec.catalogue import Parameter, ValueKind
from certify.spec.printed import list_sums, normalise

_WORD = re.compile(r"[a-z][a-z0-9.-]*[a-z0-9]|[a-z]")
_AT_THE_TOP = {"identity.title", "identity.game"}
_LINES_OF_TITLE = 2
_LONGEST_PASSAGE = 6
_MOST_PLACES = 3
_WITH_MONEY = 3, 2
"""What a passage counts for that has a sum in it, where a sum is looked for: so much to so much."""
_ENOUGH = 45
"""How many hundredths of the best passage another must have to be proposed beside it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a document that may answer a parameter."""

    document: str
    first: int
    last: int

    @property
    def lines(self) -> str:
        """The lines as people write them."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True)
class Passages:
    """The passages of documents with their words."""

    places: tuple[Place, ...]
    words: tuple[Counter[str], ...]
    weights: dict[str, int]
    with_money: tuple[Place, ...]

    def find(self, parameter: Parameter, more: str = "") -> list[Place]:
        """The passages that have most of a parameter's words, best first."""
        if parameter.key in _AT_THE_TOP:
            return list(self.places[:_LINES_OF_TITLE])
        if parameter.key == "identity.currency":
            return list(self.with_money[:_MOST_PLACES])
        wanted = _list_wanted(parameter, more)
        scored = []
        for place, words in zip(self.places, self.words, strict=True):
            score = sum(
                weight * self.weights[word] for word, weight in wanted.items() if word in words
            )
            if parameter.kind is ValueKind.MONEY and place in self.with_money:
                score = score * _WITH_MONEY[0] // _WITH_MONEY[1]
            scored.append((100 * score // (20 + words.total().bit_length()), place))
        scored.sort(key=lambda item: (-item[0], item[1].first))
        best = scored[0][0] if scored else 0
        floor = max(best * _ENOUGH // 100, 1)
        return [place for score, place in scored[:_MOST_PLACES] if score >= floor]


def read_passages(documents: list[Document]) -> Passages:
    """Cut documents into passages: paragraphs, long ones in parts."""
    places, words, money = [], [], []
    for document in documents:
        for first, last in _cut(document):
            text = normalise(" ".join(document.lines[first - 1 : last]))
            found = Counter(_list_words(text))
            if found:
                places.append(Place(document.id, first, last))
                words.append(found)
                if list_sums(text, document.currency[0]):
                    money.append(places[-1])
    having = Counter(word for item in words for word in item)
    weights = {word: (10 * len(words) // count).bit_length() - 3 for word, count in having.items()}
    return Passages(tuple(places), tuple(words), weights, tuple(money))


def _cut(document: Document) -> Iterator[tuple[int, int]]:
    """Paragraphs; a sentence that goes on below a blank line is not cut there."""
    first = last = 0
    for number, line in enumerate(document.lines, 1):
        text = line.strip()
        if not text:
            continue
        parted = number - last > 1 and not (first and _goes_on(document.line(last), text))
        parted |= bool(first) and document.clause(number) != document.clause(last)
        if first and (parted or number - first >= _LONGEST_PASSAGE):
            yield first, last
            first = 0
        first, last = first or number, number
    if first:
        yield first, last


def _goes_on(above: str, below: str) -> bool:
    return above.strip()[-1] not in ".:;" and below[0].islower()


def _list_words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower().replace("’", "'").replace("/", " ")):
        if word not in COMMON:
            yield SAME.get(word) or SAME.get(word.rstrip("s")) or _stem(word)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word[: -len(ending)]
    return word


def _list_wanted(parameter: Parameter, more: str) -> Counter[str]:
    wanted: Counter[str] = Counter()
    for text, weight in (
        (parameter.key.replace(".", " ").replace("_", " "), 2),
        (parameter.asks, 1),
        (parameter.description, 1),
        (" ".join(parameter.choices).replace("-", " "), 1),
        (parameter.hints, 2),
        (more, 1),
    ):
        for word in set(_list_words(text)):
            wanted[word] = max(wanted[word], weight)
    return wanted
