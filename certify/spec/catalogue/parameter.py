"""A parameter: one thing that a document can say, and everything the program knows about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from certify.spec.catalogue.people import ASKS, find_answer


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


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a document can say: its name, its values, what it means and what it moves."""

    key: str
    kind: Kind
    description: str
    example: str | int | tuple[str, ...]
    topic: str
    """Under which heading documents are compared on it."""
    moves: Moves = Moves.NOTHING
    touches: Touches = Touches.NONE
    choices: tuple[str, ...] = ()
    uncounted: frozenset[str] = frozenset()
    """Choices that a document can make and nothing here can count."""
    reading: str | None = None
    """The key under which people ask for another value."""
    beyond: Moves | None = None
    """What it moves at a table, where no settlement here reads it."""

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
        """Its name within that part."""
        return self.key.partition(".")[2]

    @property
    def asks(self) -> str:
        """The question it answers, for people; a question of the document's own is its description."""
        return ASKS.get(self.key, self.description)

    def answer(self, word: str) -> str:
        """One of its words as a person would say it."""
        return find_answer(self.key, word)


def choice(  # noqa: PLR0913  (each is a column of the catalogue)
    key: str,
    values: str | type[StrEnum],
    description: str,
    topic: str,
    *,
    moves: Moves = Moves.NOTHING,
    touches: Touches = Touches.NONE,
    reading: str | None = None,
    uncounted: str = "",
    beyond: Moves | None = None,
) -> Parameter:
    """A parameter whose values are words: those of an enumeration, or plain ones.

    A plain word with a star is one that a document can say and nothing here can count.
    """
    words = tuple(values.split()) if isinstance(values, str) else tuple(map(str, values))
    plain = tuple(word.removesuffix("*") for word in words)
    uncountable = frozenset(
        [*uncounted.split(), *(word[:-1] for word in words if word.endswith("*"))]
    )
    return Parameter(
        key,
        Kind.CHOICE,
        description,
        plain[0],
        topic,
        moves,
        touches,
        plain,
        uncountable,
        reading,
        beyond,
    )


def text(
    key: str, description: str, example: str, topic: str, beyond: Moves | None = None
) -> Parameter:
    """A parameter that is a fact in our own words, which no settlement reads."""
    return Parameter(key, Kind.TEXT, description, example, topic, beyond=beyond)


def value(  # noqa: PLR0913  (each is a column of the catalogue)
    key: str,
    kind: Kind,
    description: str,
    example: str | int | tuple[str, ...],
    topic: str,
    *,
    moves: Moves = Moves.NOTHING,
    touches: Touches = Touches.NONE,
    reading: str | None = None,
    beyond: Moves | None = None,
) -> Parameter:
    """A parameter that is a number, money, hand classes or a condition."""
    return Parameter(
        key, kind, description, example, topic, moves, touches, (), frozenset(), reading, beyond
    )
