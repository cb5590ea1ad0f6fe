"""Words that several rules use: names for people, lists, and what is not said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from certify.spec.model import Citation, Line, Statement, Value, format_value
from certify.spec.parameters import Parameter


def join_words(words: Iterable[str]) -> str:
    """A list as people write it."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def count_things(number: int, word: str) -> str:
    """So many things, as the subject of a sentence in the passive."""
    return f"{number} {word} is" if number == 1 else f"{number} {word}s are"


def name_class(name: str) -> str:
    """A hand class for people."""
    return name.replace("-", " ")


def name_tables(names: Sequence[str]) -> str:
    """Paytables for people."""
    word = "paytable" if len(names) == 1 else "paytables"
    return f"{word} {join_words(names)}"


def describe_parameter(parameter: Parameter) -> str:
    """What a parameter is about, to go on within a sentence."""
    text = parameter.description.rstrip(".")
    return text[:1].lower() + text[1:]


def describe_pay(line: Line) -> str:
    """What a line pays, for people."""
    return "push" if line.is_push else f"{line.pays} to 1"


def list_values(statement: Statement) -> dict[str, str]:
    """The values of a statement as evidence: those said, or that assumed and its alternatives."""
    if statement.standing in {"stated", "conflicting"}:
        values: dict[Value, list[str]] = {}
        for said in statement.said:
            values.setdefault(said.value, []).append(str(said.citation))
        return {
            f"said {number}": f"{format_value(value)} ({'; '.join(places)})"
            for number, (value, places) in enumerate(values.items(), 1)
        }
    evidence = {"assumed": format_value(statement.value)}
    if statement.alternatives:
        evidence["alternatives"] = ", ".join(map(format_value, statement.alternatives))
    return evidence


def overlap(first: Citation, second: Citation) -> bool:
    """Whether two citations share a line."""
    return first.first <= second.last and second.first <= first.last


def read_lines(text: object) -> Citation:
    """Lines as they stand in the inventory."""
    start, _, end = str(text).partition("-")
    return Citation("", int(start), int(end or start))
