"""The rules of play as a numbered procedure, each step with its place in the document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from certify.filing.wording import cite_statement
from certify.findings.case import SAYING
from certify.render.values import begin, cite_lines, name_tables, trim
from certify.render.words import Words
from certify.spec.catalogue import Moves, Parameter
from certify.spec.choices import YesNo
from certify.spec.model import Jurisdiction, Standing, Statement

_IDENTITY, _DECK, _TABLE, _FOULS = "identity", "deck", "table", "fouls"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it is about, its value, and the place in the document."""

    title: str
    value: str
    where: str
    assumed: bool
    """Whether the document does not state it."""
    because: str = ""
    note: str = ""
    """The note in the specification."""
    sentence: str = ""
    """The rule as a sentence."""
    lines: str = ""
    """The lines that state it; empty where none does."""
    is_shown: bool = True
    """Whether a payment can depend on it, and, for single rounds, the document states it."""
    paytables: tuple[str, ...] = ()
    """The paytables that it applies to, where it does not apply to all."""
    key: str = ""
    """The statement."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the round."""

    title: str
    steps: tuple[Step, ...]
    omitted: tuple[str, ...]
    """The titles of what is neither stated nor assumed."""
    deferred: tuple[tuple[str, tuple[str, ...]], ...]
    """Each other document with the titles of what is left to it."""


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
            item.topic != _FOULS
            and (item.section in {"setting", "house_way"} or item.topic in {"conduct", "surrender"})
        ),
    ),
    ("Foul hands", _on_topics(_FOULS)),
    ("Compare", lambda item: item.section == "comparison" or item.topic == "exposure"),
    ("Settle the {standard}", _in_sections("standard")),
)
_SHOWN = {Moves.ODDS, Moves.ROUND}
_FOULED = {"setting", "wager", "standard"}
_LAST = ("Irregularities", _in_sections("irregularities"))


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
        named = title.replace("{standard}", jurisdiction.names.standard)
        stages.append(_build(jurisdiction, named, own))
    for wager in jurisdiction.wagers:
        own = [item for item in left if item.wager == wager.id and item.parameter.section != "envy"]
        stages.append(_build(jurisdiction, f"Settle the {wager.name}", own))
        envy = [
            item for item in left if item.wager == wager.id and item.parameter.section == "envy"
        ]
        stages.append(
            _build(jurisdiction, f"Pay the {jurisdiction.names.envy} of the {wager.name}", envy)
        )
    title, holds = _LAST
    stages.append(_build(jurisdiction, title, [item for item in left if holds(item.parameter)]))
    return tuple(stage for stage in stages if stage.steps or stage.omitted or stage.deferred)


def _build(jurisdiction: Jurisdiction, title: str, statements: list[Statement]) -> Stage:
    words = Words(jurisdiction)
    steps: list[Step] = []
    omitted: list[str] = []
    deferred: dict[str, list[str]] = {}
    for statement, paytables in _group_alike(statements):
        about = words.title(statement.key)
        if paytables:
            about = f"{about} ({name_tables(paytables)})"
        if statement.value is not None:
            step = replace(_describe(words, statement, about), paytables=paytables)
            if paytables and about not in step.sentence:
                tables = begin(name_tables(paytables))
                step = replace(step, sentence=f"{tables}: {step.sentence}")
            steps.append(step)
            continue
        if statement.note:
            about = f"{about} ({trim(statement.note)})"
        if statement.standing is Standing.DEFERRED:
            deferred.setdefault(statement.deferred_to, []).append(about)
        else:
            omitted.append(about)
    return Stage(
        title,
        tuple(steps),
        tuple(dict.fromkeys(omitted)),
        tuple((text, tuple(dict.fromkeys(own))) for text, own in deferred.items()),
    )


def _group_alike(statements: list[Statement]) -> Iterator[tuple[Statement, tuple[str, ...]]]:
    """Each statement once, next to that of the same parameter; equal ones of several paytables together."""
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


def _write_sentence(words: Words, statement: Statement) -> str:
    """The rule as a sentence; empty where its parameter has none or the list is empty."""
    if statement.value in (None, ()):
        return ""
    return words.sentence(statement.key, statement.value, as_printed=False)


def _is_shown(jurisdiction: Jurisdiction, statement: Statement) -> bool:
    """Whether a rule is printed: a payment depends on it, and it applies with the answers used."""
    parameter = statement.parameter
    if statement.standing in SAYING:
        return parameter.moves in _SHOWN
    if parameter.topic == _FOULS:
        return parameter.moves in _SHOWN and parameter.section in _FOULED
    asked = jurisdiction.statements.get(statement.key.removesuffix("_when"))
    return parameter.moves is Moves.ODDS and (
        asked is None or not statement.key.endswith("_when") or asked.value != YesNo.NO
    )


def _describe(words: Words, statement: Statement, title: str) -> Step:
    value = begin(words.value(statement.key, statement.value))
    where = cite_statement(statement)
    if statement.standing is Standing.STATED and all(said.implied for said in statement.said):
        where = f"{where} (not stated outright)"
    return Step(
        title,
        value,
        where,
        assumed=statement.standing not in SAYING,
        because="" if statement.standing is Standing.STATED else trim(statement.because),
        note=trim(statement.note),
        sentence=_write_sentence(words, statement) or f"{title}: {value}.",
        lines=cite_lines(*statement.supporting) if statement.standing in SAYING else "",
        is_shown=_is_shown(words.jurisdiction, statement),
        key=statement.key,
    )
