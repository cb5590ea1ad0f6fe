"""Random edits of a text that keep account of every word: where it stands now is known, not found out.

Each word has a number. What revise says is judged by these numbers alone; nothing of its alignment is used.
"""

from __future__ import annotations

import random
import string
from dataclasses import dataclass, field

MADE_UP = [
    "the",
    "floor",
    "supervisor",
    "may",
    "ask",
    "any",
    "player",
    "for",
    "a",
    "receipt",
    "of",
    "12",
    "and",
    "3",
    "copies",
    "before",
    "noon",
]

MARK = -1
"""The number of what is punctuation alone."""


@dataclass
class Word:
    text: str
    number: int
    """Zero for a word that was not in the earlier text."""
    changed: bool = False


@dataclass
class Tracked:
    """A text as lines of words, with an account of what was done to it."""

    lines: list[list[Word]]
    before: dict[int, list[int]] = field(default_factory=dict)
    """The words of each line of the earlier text."""
    edits: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> Tracked:
        lines, before, number = [], {}, 0
        for place, line in enumerate(text.splitlines(), 1):
            words = []
            for item in line.split():
                number += 1
                is_mark = not (set(item) - set(string.punctuation))
                words.append(Word(item, MARK if is_mark else number))
            lines.append(words)
            before[place] = [word.number for word in words if word.number != MARK]
        return cls(lines, before)

    def write(self) -> str:
        return "".join(" ".join(word.text for word in line) + "\n" for line in self.lines)

    def read_line(self, place: int) -> str:
        return " ".join(word.text for word in self.lines[place - 1])

    def now(self) -> dict[int, int]:
        """The line of each word that is left."""
        return {
            word.number: place
            for place, line in enumerate(self.lines, 1)
            for word in line
            if word.number > 0
        }

    def list_changed(self) -> set[int]:
        return {word.number for line in self.lines for word in line if word.changed}

    def list_inserted(self) -> set[int]:
        """The lines of today that have a word that is new."""
        return {
            place
            for place, line in enumerate(self.lines, 1)
            if any(not word.number for word in line)
        }


def insert(text: Tracked, chance: random.Random) -> None:
    place = chance.randrange(len(text.lines) + 1)
    words = [Word(item, 0) for item in chance.sample(MADE_UP, chance.randint(3, len(MADE_UP)))]
    if chance.random() < 0.25:  # a row like another one
        words = [Word(word.text, 0) for word in chance.choice(text.lines)]
    if chance.random() < 0.3 and text.lines:
        line = chance.choice(text.lines)
        inside = chance.randrange(len(line) + 1)
        line[inside:inside] = words
    else:
        text.lines.insert(place, words)


def delete(text: Tracked, chance: random.Random) -> None:
    place = chance.randrange(len(text.lines))
    del text.lines[place : place + chance.choice([1, 1, 1, 2, 4])]


def change(text: Tracked, chance: random.Random) -> None:
    """Another figure or another word."""
    figures = chance.random() < 0.7
    words = [
        word
        for line in text.lines
        for word in line
        if word.number > 0 and (not figures or any(map(str.isdigit, word.text)))
        if any(map(str.isalnum, word.text)) and not word.changed
    ]
    word = chance.choice(words)
    places = [n for n, character in enumerate(word.text) if character.isalnum()]
    place = chance.choice([n for n in places if not figures or word.text[n].isdigit()])
    old = word.text[place]
    new = chance.choice("0123456789" if old.isdigit() else "abcdefgh")
    while new == old:
        new = chance.choice("123456789" if old.isdigit() else "abcdefgh")
    word.text = word.text[:place] + new + word.text[place + 1 :]
    word.changed = True


def wrap(text: Tracked, chance: random.Random) -> None:
    """Break some lines, or all of them, in another place."""
    first = chance.randrange(len(text.lines))
    last = min(len(text.lines), first + chance.choice([5, 20, 100, 10_000]))
    if last - first == 10_000:
        first = 0
    width = chance.randint(25, 110)
    lines: list[list[Word]] = []
    row: list[Word] = []
    for line in text.lines[first:last]:
        if not line and row:
            lines.append(row)
            row = []
        if not line:
            lines.append([])
        for word in line:
            if row and sum(len(item.text) + 1 for item in row) + len(word.text) > width:
                lines.append(row)
                row = []
            row.append(word)
    if row:
        lines.append(row)
    text.lines[first:last] = lines


def move(text: Tracked, chance: random.Random) -> None:
    """Some lines to another place, often near."""
    place, count = chance.randrange(len(text.lines)), chance.choice([1, 1, 2, 5, 15])
    lines = text.lines[place : place + count]
    del text.lines[place : place + count]
    near = place + chance.randint(-6, 6)
    to = chance.choice([near, near, chance.randrange(len(text.lines) + 1)])
    to = min(max(to, 0), len(text.lines))
    text.lines[to:to] = lines


def split(text: Tracked, chance: random.Random) -> None:
    """The words of some rows each in a line, as a table is extracted cell by cell."""
    first = chance.randrange(len(text.lines))
    last = first + chance.randint(1, 30)
    text.lines[first:last] = [[word] for line in text.lines[first:last] for word in line]


def join(text: Tracked, chance: random.Random) -> None:
    """Some lines as one."""
    first = chance.randrange(len(text.lines))
    last = first + chance.randint(2, 12)
    text.lines[first:last] = [[word for line in text.lines[first:last] for word in line]]


def number_pages(text: Tracked, chance: random.Random) -> None:
    """Two lines at the head of each page."""
    step = chance.randint(20, 60)
    lines: list[list[Word]] = []
    for place, line in enumerate(text.lines):
        if place and not place % step:
            heads = (f"Page {place // step} of 30", "Rules of the game")
            lines += [[Word(item, 0) for item in head.split()] for head in heads]
        lines.append(line)
    text.lines[:] = lines


def space(text: Tracked, chance: random.Random) -> None:
    """No blank lines, or one after each line."""
    if chance.random() < 0.5:
        text.lines[:] = [line for line in text.lines if line]
    else:
        text.lines[:] = [item for line in text.lines for item in (line, [])]


def copy(text: Tracked, chance: random.Random) -> None:
    """Some lines once more; nothing is deleted afterwards, so each is still where it was."""
    place, count = chance.randrange(len(text.lines)), chance.choice([1, 2, 4, 10])
    lines = [[Word(word.text, 0) for word in line] for line in text.lines[place : place + count]]
    to = chance.choice([place, min(place + count, len(text.lines)), 0, len(text.lines)])
    text.lines[to:to] = lines


EDITS = {
    insert: 6,
    delete: 6,
    change: 8,
    wrap: 2,
    move: 2,
    split: 1,
    join: 1,
    number_pages: 1,
    space: 1,
}
"""How often each is made."""


def edit(text: str, seed: int, most: int = 12) -> Tracked:
    """A text after random edits."""
    chance = random.Random(seed)
    tracked = Tracked.read(text)
    for _ in range(chance.randint(1, most)):
        (made,) = chance.choices(list(EDITS), list(EDITS.values()))
        made(tracked, chance)
        tracked.edits.append(made.__name__)
    if chance.random() < 0.2:
        copy(tracked, chance)
        tracked.edits.append(copy.__name__)
    return tracked
