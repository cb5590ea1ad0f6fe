"""The rules of play as a numbered procedure, from the statements, each step with its clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from certify.filing.wording import basis, places, says, sentence
from certify.findings.phrases import ask, name_tables, trim
from certify.spec.catalogue import Parameter
from certify.spec.model import Jurisdiction, Standing, Statement

_IDENTITY, _DECK, _TABLE = "identity", "deck", "table"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the question, its answer, and where the document says so."""

    question: str
    answer: str
    where: str
    assumed: bool
    """Whether the document does not say it."""
    because: str = ""
    note: str = ""
    """What the file remarks on it."""
    paytables: tuple[str, ...] = ()
    """Those that it is said for, where it is not said for all."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the round."""

    title: str
    steps: tuple[Step, ...]
    unsaid: tuple[str, ...]
    """Questions that nobody answers."""
    deferred: tuple[tuple[str, tuple[str, ...]], ...]
    """Questions left to another text, by that text."""


def _in_sections(*names: str) -> Callable[[Parameter], bool]:
    return lambda parameter: parameter.section in names


def _on_topics(*names: str) -> Callable[[Parameter], bool]:
    return lambda parameter: parameter.topic in names


_STAGES: tuple[tuple[str, Callable[[Parameter], bool]], ...] = (
    ("Cards and table", _in_sections(_DECK, _TABLE)),
    ("Bet", _on_topics("betting", "offer")),
    ("Shuffle and deal", _on_topics("dealing")),
    (
        "Set the hands",
        lambda item: (
            item.section in {"setting", "house_way"} or item.topic in {"conduct", "surrender"}
        ),
    ),
    ("Compare", lambda item: item.section == "comparison" or item.topic == "exposure"),
    ("Settle the standard wager", _in_sections("standard")),
)
_LAST = ("When something goes wrong", _in_sections("irregularities"))


def list_stages(jurisdiction: Jurisdiction) -> tuple[Stage, ...]:
    """Bet, shuffle, deal, set, compare, settle each wager, irregularities."""
    left = [
        statement
        for statement in jurisdiction.list_statements()
        if statement.parameter.section != _IDENTITY and statement.line is None
    ]
    stages = []
    for title, holds in _STAGES:
        own = [item for item in left if holds(item.parameter)]
        left = [item for item in left if not holds(item.parameter)]
        stages.append(_build(jurisdiction, title, own))
    for wager in jurisdiction.wagers:
        own = [item for item in left if item.wager == wager.id and item.parameter.section != "envy"]
        stages.append(_build(jurisdiction, f"Settle the {wager.name}", own))
        envy = [
            item for item in left if item.wager == wager.id and item.parameter.section == "envy"
        ]
        stages.append(_build(jurisdiction, f"Pay envy on the {wager.name}", envy))
    title, holds = _LAST
    stages.append(_build(jurisdiction, title, [item for item in left if holds(item.parameter)]))
    return tuple(stage for stage in stages if stage.steps or stage.unsaid or stage.deferred)


def _build(jurisdiction: Jurisdiction, title: str, statements: list[Statement]) -> Stage:
    steps: list[Step] = []
    unsaid: list[str] = []
    deferred: dict[str, list[str]] = {}
    for statement, paytables in _group_alike(statements):
        question = ask(jurisdiction, statement)
        if paytables:
            question = f"{question} ({name_tables(paytables)})"
        if statement.value is not None:
            steps.append(replace(_word(statement, question), paytables=paytables))
            continue
        if statement.note:
            question = f"{question} ({trim(statement.note)})"
        if statement.standing is Standing.DEFERRED:
            deferred.setdefault(statement.deferred_to, []).append(question)
        else:
            unsaid.append(question)
    return Stage(
        title,
        tuple(steps),
        tuple(dict.fromkeys(unsaid)),
        tuple((text, tuple(dict.fromkeys(asked))) for text, asked in deferred.items()),
    )


def _group_alike(statements: list[Statement]) -> Iterator[tuple[Statement, tuple[str, ...]]]:
    """Each statement once, beside that of the same parameter; paytables that say the same, together."""
    order: dict[tuple[str, str | None], list[Statement]] = {}
    for statement in statements:
        if statement.standing is not Standing.NOT_OFFERED:
            order.setdefault((statement.parameter.key, statement.own_reading), []).append(statement)
    for own in order.values():
        alike: dict[tuple[object, ...], list[Statement]] = {}
        for item in own:
            said = (item.standing, item.value, item.because, item.note, item.citations)
            alike.setdefault((item.wager, item.paytable is None, *said), []).append(item)
        for found in alike.values():
            yield found[0], tuple(item.paytable for item in found if item.paytable)


def _word(statement: Statement, question: str) -> Step:
    note = trim(statement.note)
    if statement.standing is Standing.STATED:
        shown = " (shown by example)" if all(said.implied for said in statement.said) else ""
        return Step(
            question,
            sentence(says(statement)),
            f"{places(statement.citations)}{shown}",
            assumed=False,
            note=note,
        )
    if statement.standing is Standing.CONFLICTING:
        return Step(
            question,
            sentence(f"{says(statement)}: adopted, for the document also says otherwise"),
            basis(statement),
            assumed=False,
            because=trim(statement.because),
            note=note,
        )
    lead = (
        "Not said; we assume" if statement.standing is Standing.SILENT else "Left open; we assume"
    )
    where = "not said" if not statement.deferred_to else f"left to {statement.deferred_to}"
    return Step(
        question,
        sentence(f"{lead}: {says(statement)}"),
        where,
        assumed=True,
        because=trim(statement.because),
        note=note,
    )
