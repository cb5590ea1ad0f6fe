"""The catalogue of parameters: everything that a document can state about the game, once.

Each specification has a statement for each parameter, one by one or for a whole section, so that an
omission of the document is always recorded. The records are data, in `parameters/`, a file for each section;
schemas, references, printed words, enumerations and fields of the terms follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from certify.base.errors import InvalidSpec
from certify.base.load import SourceFile, load_file
from certify.spec import choices


class ValueKind(StrEnum):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One thing a document can state: its values, its meaning, its printed words and its effect.

    Question, title, wording and printed words may have slots, which `certify.render.values.fill`
    fills: {wager}, {bank}, {standard}, {envy}; {line} for a row; {value} in the wording.
    """

    key: str
    """Its section and name."""
    asks: str
    """What it settles, as a clause after "the document does not state", in at most 20 words."""
    description: str
    """One sentence for the reference; it has no slots."""
    title: str
    """A noun phrase that reads well before "is contradictory: A or B"."""
    topic: str
    """The heading under which documents are compared on it."""
    kind: ValueKind = ValueKind.CHOICE
    answers: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The words printed for each of its choices."""
    uncounted: frozenset[str] = frozenset()
    """Choices that a document can state and that are not modelled; a star marks them in the record."""
    word: type[StrEnum] | None = None
    """The enumeration of its choices, where code compares them."""
    example: str | int | tuple[str, ...] = ""
    """The first of its choices, where it has any."""
    wording: str | Mapping[str, str] = field(default="", hash=False)
    """A sentence for the document, one for each choice, or one for 0 and one for any other value; required
    where money depends on it."""
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

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of a closed list, as files write them."""
        return tuple(self.answers)

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
        return self.answers.get(word) or word.replace("-", " ")


_FOLDER = Path(__file__).with_name("parameters")


@cache
def _read(name: str) -> SourceFile:
    return load_file(_FOLDER / f"{name}.yaml")


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _read_texts(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise TypeError("write a text for each value")
    return value


def _read_truth(value: object) -> bool:
    if value is not True:
        raise ValueError("write true, or leave it out")
    return True


def _find_word(name: str) -> type[StrEnum]:
    found: type[StrEnum] | None = getattr(choices, name, None)
    if found is None:
        raise ValueError(f"certify/spec/choices.py has no {name}")
    return found


_READERS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("asks", "description", "title", "topic", "because", "finding"), _read_text),
    **dict.fromkeys(("reading", "follows", "hints"), _read_text),
    **dict.fromkeys(("own_words", "above_zero", "on_paytable"), _read_truth),
    "kind": ValueKind,
    "moves": Moves,
    "graded": Moves,
    "touches": Touches,
    "word": _find_word,
    "values": _read_texts,
    "wording": lambda value: _read_text(value) if isinstance(value, str) else _read_texts(value),
    "example": lambda value: tuple(value) if isinstance(value, list) else value,
    "linked": tuple,
}
"""How each key of a record is read."""


def read_parameters(source: SourceFile, section: str) -> tuple[Parameter, ...]:
    """The parameters of a file; its topic and touches apply where a record has none."""
    found = []
    for own, record in source.data["parameters"].items():
        path = ("parameters", own)
        made: dict[str, Any] = {"topic": source.data["topic"]}
        for key, value in record.items():
            try:
                made[key] = _READERS[key](value)
            except (KeyError, TypeError, ValueError) as error:
                raise InvalidSpec([source.fault((*path, key), f"{key}: {error}")]) from None
        if made.get("moves", Moves.NOTHING) is not Moves.NOTHING:
            made.setdefault("touches", Touches(source.data["touches"]))
        words = made.pop("values", {})
        answers = {word.removesuffix("*"): printed for word, printed in words.items()}
        word = made.get("word")
        problems = {
            "asks, description or title is missing": not {"asks", "description", "title"}
            <= set(made),
            "give it either values or a kind": bool(words) is ("kind" in made),
            "a value is missing in the enumeration": word and not set(answers) <= set(word),
            "add because: no value changes a payment": not {"moves", "because"} & set(made),
        }
        if faults := [source.fault(path, text) for text, is_so in problems.items() if is_so]:
            raise InvalidSpec(faults)
        made["uncounted"] = frozenset(word[:-1] for word in words if word.endswith("*"))
        made["answers"] = answers
        made.setdefault("example", next(iter(answers), ""))
        found.append(Parameter(key=f"{section}.{own}", **made))
    return tuple(found)


SECTIONS: dict[str, str] = {
    name: _read(name).data["description"]
    for name in (
        "identity",
        "deck",
        "table",
        "play",
        "setting",
        "comparison",
        "standard",
        "irregularities",
    )
}
"""The sections that occur once in a specification; those of a wager are part of it."""
TOPICS: dict[str, str] = _read("topics").data
"""The headings under which documents are compared."""

GAME = tuple(parameter for name in SECTIONS for parameter in read_parameters(_read(name), name))
HOUSE_WAY = read_parameters(_read("house_way"), "house_way")
"""What a house way states in addition to its own questions."""
HOUSE_WAY_WORDS: dict[str, str] = _read("house_way").data["words"]
"""The words printed for answers to the questions that a house way states itself."""
HOUSE_WAY_SENTENCES: dict[str, str] = _read("house_way").data["sentences"]
"""Sentences for a document that state these answers; the others say what applies to a hand."""
WAGER = read_parameters(_read("wager"), "wager")
ENVY = read_parameters(_read("envy"), "envy")
LINE_PAYS, LINE_ENVY = read_parameters(_read("line"), "wager")

EVENTS = tuple(item.name.replace("_", "-") for item in GAME if item.section == "irregularities")
"""Irregularities that a round can have, each with a consequence among the parameters."""

PARAMETERS: dict[str, Parameter] = {
    parameter.key: parameter for parameter in (*GAME, *HOUSE_WAY, *WAGER, *ENVY)
}

PAYTABLE_PARAMETERS = tuple(key for key, item in PARAMETERS.items() if item.on_paytable)
"""Parameters for which a paytable may state its own value."""

PARAMETERS_OF_READING: dict[str, Parameter] = {
    parameter.reading: parameter for parameter in PARAMETERS.values() if parameter.reading
}
