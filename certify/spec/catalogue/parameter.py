"""A parameter: one thing that a document can state, its values and the words printed for it."""

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
    """Money, or a multiple of the wager of the player who is paid."""
    CHARGE = "charge"
    """Money, or a share of the wager that is charged."""
    CLASS = "class"
    CLASSES = "classes"
    CONDITION = "condition"
    EXCLUSIONS = "exclusions"


class Moves(StrEnum):
    """What another value of a parameter can change."""

    ODDS = "odds"
    """The figures themselves."""
    ROUND = "round"
    """Single rounds outside the conditions of the figures: fouls, irregularities, cover."""
    NOT_MODELLED = "not-modelled"
    """Whether a figure can be calculated at all."""
    INCOMPLETE = "incomplete"
    """Whether a figure leaves something out."""
    FINDING = "finding"
    """Findings alone."""
    NOTHING = "nothing"
    """No payment at all."""


class Touches(StrEnum):
    """The wagers that a parameter can change."""

    STANDARD = "standard"
    LINES = "lines"
    """Every wager with a paytable."""
    ENVY = "envy"
    EVERY = "every"
    NONE = "none"


_STAR = "*"
"""Marks a value that a document can state and that is not modelled."""


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
"""The values of a closed choice; those that no code compares are a mapping to their printed words."""


def _is_counted(word: str) -> bool:
    return word.is_counted if isinstance(word, Word) else not word.endswith(_STAR)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a document can state: its values, its meaning, its printed words and its effect.

    Question, title, wording and printed words may have slots, which `certify.render.values.fill`
    fills: {wager}, {bank}, {standard}, {envy}; {line} for a row; {value} in the wording.
    """

    values: Kind | Values = field(hash=False)
    asks: str
    """What it settles, as a clause after "the document does not state", in at most 20 words."""
    description: str
    """One sentence for the reference; it has no slots."""
    example: str | int | tuple[str, ...] = ""
    """The first of its choices, where it has any."""
    title: str = field(kw_only=True)
    """A noun phrase that reads well before "is contradictory: A or B"."""
    wording: str | Mapping[str, str] = field(default="", hash=False)
    """A sentence for the document, or one for each choice; required where money depends on it."""
    topic: str = ""
    """The heading under which documents are compared on it."""
    moves: Moves = Moves.NOTHING
    touches: Touches = Touches.NONE
    because: str = ""
    """Why no value of it changes a payment; required where it moves nothing."""
    finding: str = ""
    """The finding that depends on its value, where no payment does."""
    graded: Moves | None = None
    """How findings grade an omission or contradiction, if not by what a value moves."""
    own_words: bool = False
    """Whether an answer in a document's own words can change a payment, though no listed value does."""
    reading: str | None = None
    """The key with which `--reading` sets another value."""
    linked: tuple[str, ...] = ()
    """Keys of parameters whose values depend on this one."""
    follows: str = ""
    """Key of the parameter of which it is a special case."""
    hints: str = ""
    """Words that documents use for it, to find the place in a text."""
    above_zero: bool = False
    """Whether zero is not a value: without the rule it is not offered or not addressed."""
    on_paytable: bool = False
    """Whether a paytable may state its own value."""
    key: str = ""
    """Its section and name, as `gather` makes it."""
    kind: Kind = field(init=False)
    choices: tuple[str, ...] = field(init=False)
    uncounted: frozenset[str] = field(init=False)
    """Choices that are not modelled."""
    word: type[Word] | None = field(init=False)
    """The enumeration of its choices, where code compares them."""
    answers: tuple[str, ...] = field(init=False)
    """The words printed for each of its choices."""

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
        """How findings grade what is said of it."""
        return self.moves if self.graded is None else self.graded

    @property
    def section(self) -> str:
        """The section of the specification that contains it."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """Its name within the section."""
        return self.key.partition(".")[2]

    def find_moves(self, word: str = "", *, own_words: bool = False) -> Moves:
        """What one of its values changes: a choice, any number, or an answer in other words."""
        if own_words:
            if self.moves is Moves.NOTHING and not self.own_words:
                return Moves.NOTHING
            return Moves.NOT_MODELLED if self.moves is Moves.ODDS else Moves.INCOMPLETE
        if word in self.uncounted:
            return Moves.NOT_MODELLED
        return Moves.FINDING if self.finding else self.moves

    def answer(self, word: str) -> str:
        """The words printed for one of its choices, or for a text that a document defers to."""
        printed = dict(zip(self.choices, self.answers, strict=True))
        return printed.get(word) or word.replace("-", " ")


def gather(
    section: str, topic: str, touches: Touches = Touches.NONE, /, **records: Parameter
) -> tuple[Parameter, ...]:
    """The parameters of a section by name; topic and touches apply where a record has none."""
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
