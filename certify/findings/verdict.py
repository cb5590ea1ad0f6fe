"""What can be said of a document as a whole, and of each of its wagers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from certify.findings.finding import Kind, Severity
from certify.findings.matter import Matter
from certify.findings.phrases import answer, ask, begin
from certify.odds.result import Status, WagerOdds, find_rule
from certify.spec.catalogue import Moves
from certify.spec.model import Jurisdiction, Standing, Statement


class Word(IntEnum):
    """The three verdicts, from the best to the worst."""

    AS_WRITTEN = 0
    UNDER_READINGS = 1
    NOT_CERTIFIABLE = 2


_OPEN = {Status.INCOMPLETE, Status.NOT_MODELLED, Status.DEFERRED}


@dataclass(frozen=True, slots=True)
class Reading:
    """A value not said outright that figures rest on."""

    statement: str
    """Its key."""
    question: str
    answer: str
    """What is taken."""
    standing: str
    confirmed: bool = False
    """Whether figures that the document prints come out with this value alone."""

    def describe(self) -> dict[str, Any]:
        """The reading as plain data."""
        return {
            "statement": self.statement,
            "question": self.question,
            "taken": self.answer,
            "standing": self.standing,
            "confirmed": self.confirmed,
        }

    def __str__(self) -> str:
        confirmed = "; the printed figures confirm it" if self.confirmed else ""
        return f"{self.question} {begin(self.answer)} ({_HOW[Standing(self.standing)]}{confirmed})."


_HOW = {
    Standing.CONFLICTING: "the text says two things",
    Standing.SILENT: "the text does not say",
    Standing.DEFERRED: "left to another text",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict, the readings it rests on and the questions that stand in the way."""

    word: Word
    name: str
    """The wager's or the document's name."""
    readings: tuple[Reading, ...]
    """The values not said outright that the figures rest on."""
    matters: tuple[Matter, ...]
    """The matters in the way."""
    reasons: tuple[str, ...] = ()
    """What else keeps a wager from being certified, where no matter tells of it."""
    wagers: tuple[Verdict, ...] = ()
    """The same by wager."""
    wager: str = ""
    asked: tuple[str, ...] = ()
    """The question that each of the matters stands in the way with."""
    errors: int = 0
    """How many of the matters are errors."""

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions in the way, each a plain sentence."""
        return (*self.asked, *self.reasons)

    @property
    def text(self) -> str:
        """The verdict in words."""
        match self.word:
            case Word.AS_WRITTEN:
                return "certified as written"
            case Word.UNDER_READINGS:
                return f"certified under {_count(len(self.readings), 'reading')}"
        return f"not certifiable as written: {_count(len(self.questions), 'question')}"

    def describe(self) -> dict[str, Any]:
        """The verdict as plain data."""
        data: dict[str, Any] = {
            "name": self.name,
            "verdict": self.text,
            "readings": [item.describe() for item in self.readings],
            "questions": list(self.questions),
        }
        if self.wager:
            data["wager"] = self.wager
        if self.wagers:
            data["wagers"] = [item.describe() for item in self.wagers]
        return data


def judge_document(
    jurisdiction: Jurisdiction, odds: Sequence[WagerOdds], matters: Iterable[Matter]
) -> Verdict:
    """The verdict on a document from the statuses of its wagers and its own matters."""
    own = [matter for matter in matters if matter.kind is Kind.OWN]
    names = dict.fromkeys(item.wager for item in odds)
    verdicts = tuple(
        _judge_wager(jurisdiction, name, [item for item in odds if item.wager == name], own)
        for name in names
    )
    word = max((item.word for item in verdicts), default=Word.AS_WRITTEN)
    matters = _unite(matter for item in verdicts for matter in item.matters)
    return Verdict(
        word,
        jurisdiction.name,
        tuple({item.statement: item for found in verdicts for item in found.readings}.values()),
        matters,
        tuple(dict.fromkeys(reason for item in verdicts for reason in item.reasons)),
        verdicts,
        "",
        tuple(dict.fromkeys(text for item in verdicts for text in item.asked)),
        sum(item.severity is Severity.ERROR for item in matters),
    )


def _judge_wager(
    jurisdiction: Jurisdiction, name: str, odds: Sequence[WagerOdds], own: Sequence[Matter]
) -> Verdict:
    wager = jurisdiction.find_wager(name)
    missing = [text for item in odds if item.status in _OPEN for text in item.missing]
    errors = [
        matter for matter in own if matter.severity is Severity.ERROR and name in matter.wagers
    ]
    keys = {text.partition(":")[0] for text in missing}
    telling = [
        matter
        for matter in own
        if keys & set(matter.statements)
        or ("not covered" in keys and _tells_left_out(matter, name))
    ]
    told = {key for matter in telling for key in matter.statements}
    reasons = [
        text
        for text in dict.fromkeys(missing)
        if text.partition(":")[0] not in told and not telling
    ]
    readings = tuple(_list_readings(jurisdiction, name, odds))
    in_the_way = _unite([*errors, *telling])
    best = Word.UNDER_READINGS if readings else Word.AS_WRITTEN
    word = Word.NOT_CERTIFIABLE if errors or missing else best
    barred = word is Word.NOT_CERTIFIABLE
    return Verdict(
        word,
        wager.name if wager else "Standard wager",
        readings,
        in_the_way if barred else (),
        tuple(dict.fromkeys(_ask_missing(jurisdiction, name, text) for text in reasons)),
        (),
        name,
        tuple(_choose_question(matter, keys) for matter in in_the_way) if barred else (),
        len(errors),
    )


def _ask_missing(jurisdiction: Jurisdiction, wager: str, text: str) -> str:
    """The question behind what is missing: of a statement its own, of a wager what it pays."""
    key = text.partition(":")[0]
    for statement in jurisdiction.list_statements():
        if statement.key == key:
            return ask(jurisdiction, statement)
    found = jurisdiction.find_wager(wager)
    if found is not None and key == found.id:
        return f"What does the {found.name} pay?"
    return f"What does the document say here: {text}?"


def _choose_question(matter: Matter, missing: Collection[str]) -> str:
    """The question of the finding that tells what is missing; that of the matter where none does."""
    if matter.severity is not Severity.ERROR:
        for finding in matter.findings:
            if set(missing) & set(finding.statements):
                return finding.question
    return matter.question


def _list_readings(
    jurisdiction: Jurisdiction, name: str, odds: Sequence[WagerOdds]
) -> Iterator[Reading]:
    """What the figures of a wager rest on and the document does not state, by name."""
    resting = {item.parameter: item for found in odds for item in found.rests_on}
    for key, item in resting.items():
        if rule := find_rule(key):
            answered = f"by a rule of ours, because {item.value}"
            yield Reading(key, ask_rule(rule), answered, item.standing)
        elif item.standing != Standing.STATED:
            statement = jurisdiction.by_key[key]
            yield _read(jurisdiction, statement, confirmed=item.confirmed)
    wager = jurisdiction.find_wager(name)
    # what no settlement reads and the figures rest on all the same: what the hand is that is paid
    for statement in wager.statements.values() if wager else ():
        beyond = statement.parameter.beyond is Moves.ODDS and statement.key not in resting
        unsaid = statement.standing in {Standing.SILENT, Standing.CONFLICTING}
        if beyond and unsaid and statement.value is not None:
            yield _read(jurisdiction, statement)


def ask_rule(rule: str) -> str:
    """The question that a rule of ours answers in the place of a house way."""
    return f"How is a hand set that the house way leaves out: {rule}?"


def _read(jurisdiction: Jurisdiction, statement: Statement, *, confirmed: bool = False) -> Reading:
    return Reading(
        statement.key,
        ask(jurisdiction, statement),
        answer(statement, statement.value),
        str(statement.standing),
        confirmed,
    )


def _tells_left_out(matter: Matter, wager: str) -> bool:
    return wager in matter.wagers and any(item.code.startswith("MOD") for item in matter.findings)


def _unite(matters: Iterable[Matter]) -> tuple[Matter, ...]:
    return tuple({matter.fingerprint: matter for matter in matters}.values())


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
