"""A parameter: one thing that a document can say, and everything the program knows about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self


class Kind(StrEnum):
    """The form of a parameter's value."""

    CHOICE = "choice"
    TEXT = "text"
    COUNT = "count"
    MONEY = "money"
    FRACTION = "fraction"
    PAYS = "pays"
    ENVY = "envy"
    """Money, or a multiple of the stake of the player who is paid."""
    CLASS = "class"
    CLASSES = "classes"
    CONDITION = "condition"
    EXCLUSIONS = "exclusions"


class Moves(StrEnum):
    """What another value of a parameter can move."""

    ODDS = "odds"
    """The figures themselves."""
    ROUND = "round"
    """Some round, outside the basis that is printed with each figure: fouls, irregularities, cover."""
    NOTHING = "nothing"
    """No money at all."""


class Touches(StrEnum):
    """Whose money a parameter can move."""

    STANDARD = "standard"
    LINES = "lines"
    """Every wager that is a list of lines."""
    ENVY = "envy"
    EVERY = "every"
    NONE = "none"


_STAR = "*"
"""Marks a value that a document can state and nothing here can count."""


class Word(StrEnum):
    """A value of a closed choice on which money depends, and the words printed for it."""

    printed: str
    is_counted: bool

    def __new__(cls, value: str, printed: str = "") -> Self:  # noqa: D102  (makes one of its members)
        plain = value.removesuffix(_STAR)
        word = str.__new__(cls, plain)
        word._value_ = plain
        word.printed = printed or plain.replace("-", " ")
        word.is_counted = plain == value
        return word


Values = type[Word] | tuple[Word, ...] | Mapping[str, str]
"""The words of a closed choice; those that no code compares are plain, each with what is printed for it."""


def _is_counted(word: str) -> bool:
    return word.is_counted if isinstance(word, Word) else not word.endswith(_STAR)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a document can say: its name, its values, what it means and what it moves."""

    values: Kind | Values = field(hash=False)
    asks: str
    """The question it answers, for people; `{wager}` stands for the wager's name."""
    description: str
    example: str | int | tuple[str, ...] = ""
    """The first of its choices, where it has any."""
    topic: str = ""
    """Under which heading documents are compared on it."""
    moves: Moves = Moves.NOTHING
    touches: Touches = Touches.NONE
    beyond: Moves | None = None
    """What it moves at a table, where no settlement here reads it."""
    reading: str | None = None
    """The key under which people ask for another value."""
    title: str = ""
    """A short title where the heading of the topic says too little."""
    linked: tuple[str, ...] = ()
    """Keys of parameters whose values go with this one."""
    follows: str = ""
    """Key of the parameter of which its question is a case."""
    hints: str = ""
    """Words that documents use for it, to find the place in a text."""
    above_zero: bool = False
    """Whether zero says nothing: without the rule the document does not offer it, or is silent."""
    on_paytable: bool = False
    """Whether a paytable may state it for itself, over the game or the wager."""
    key: str = ""
    """Its section and name, as `gather` makes it."""
    kind: Kind = field(init=False)
    choices: tuple[str, ...] = field(init=False)
    uncounted: frozenset[str] = field(init=False)
    """Choices that a document can make and nothing here can count."""
    word: type[Word] | None = field(init=False)
    """The enumeration of its choices, where code compares them."""
    answers: tuple[str, ...] = field(init=False)
    """What is printed for each of its choices."""

    def __post_init__(self) -> None:
        words: dict[str, str] = {}
        if isinstance(self.values, Mapping):
            words |= self.values
        elif not isinstance(self.values, Kind):
            words |= {word: word.printed for word in self.values}
        choices = tuple(word.removesuffix(_STAR) for word in words)
        first = next(iter(words), None)
        made = {
            "kind": self.values if isinstance(self.values, Kind) else Kind.CHOICE,
            "choices": choices,
            "answers": tuple(words.values()),
            "uncounted": frozenset(
                name for name, word in zip(choices, words, strict=True) if not _is_counted(word)
            ),
            "word": type(first) if isinstance(first, Word) else None,
            "example": choices[0] if choices else self.example,
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @property
    def bears(self) -> Moves:
        """What money can turn on it, modelled here or not."""
        return self.moves if self.beyond is None else self.beyond

    @property
    def section(self) -> str:
        """The part of the file it stands in."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """Its name within that part, in the file, in the terms and in code."""
        return self.key.partition(".")[2]

    def answer(self, word: str) -> str:
        """What is printed for one of its choices, or for the text that a document defers to."""
        printed = dict(zip(self.choices, self.answers, strict=True))
        return printed.get(word) or word.replace("-", " ")


def gather(
    section: str, topic: str, touches: Touches = Touches.NONE, /, **records: Parameter
) -> tuple[Parameter, ...]:
    """The parameters of a section by name; topic and touches hold where a record gives none."""
    return tuple(
        replace(
            record,
            key=f"{section}.{name}",
            topic=record.topic or topic,
            touches=touches
            if record.touches is Touches.NONE and record.moves is not Moves.NOTHING
            else record.touches,
        )
        for name, record in records.items()
    )
