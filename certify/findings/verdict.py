"""What can be said of a document as a whole, and of each of its wagers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from certify.findings.finding import Kind, Severity
from certify.findings.matter import Matter
from certify.odds.result import Status, WagerOdds
from certify.spec.model import Jurisdiction, Standing


class Word(IntEnum):
    """The three verdicts, from the best to the worst."""

    AS_WRITTEN = 0
    UNDER_READINGS = 1
    NOT_CERTIFIABLE = 2


_OPEN = {Status.INCOMPLETE, Status.NOT_MODELLED, Status.DEFERRED}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict, the readings it rests on and the questions that stand in the way."""

    word: Word
    name: str
    """The wager's or the document's name."""
    readings: tuple[str, ...]
    """The statements not said outright that the figures rest on."""
    matters: tuple[Matter, ...]
    """The questions in the way."""
    reasons: tuple[str, ...] = ()
    """What else keeps a wager from being certified, where no matter tells of it."""
    wagers: tuple[Verdict, ...] = ()
    """The same by wager."""
    wager: str = ""

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions in the way, each a plain sentence."""
        return (*(matter.question for matter in self.matters), *self.reasons)

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
            "readings": list(self.readings),
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
    return Verdict(
        word,
        jurisdiction.name,
        tuple(dict.fromkeys(key for item in verdicts for key in item.readings)),
        _unite(matter for item in verdicts for matter in item.matters),
        tuple(dict.fromkeys(reason for item in verdicts for reason in item.reasons)),
        verdicts,
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
    readings = tuple(
        dict.fromkeys(
            resting.parameter
            for item in odds
            for resting in item.rests_on
            if resting.standing != Standing.STATED
        )
    )
    in_the_way = _unite([*errors, *telling])
    best = Word.UNDER_READINGS if readings else Word.AS_WRITTEN
    word = Word.NOT_CERTIFIABLE if errors or missing else best
    return Verdict(
        word,
        wager.name if wager else "Standard wager",
        readings,
        in_the_way if word is Word.NOT_CERTIFIABLE else (),
        tuple(f"What does the document say here: {text}?" for text in reasons),
        (),
        name,
    )


def _tells_left_out(matter: Matter, wager: str) -> bool:
    return wager in matter.wagers and any(item.code.startswith("MOD") for item in matter.findings)


def _unite(matters: Iterable[Matter]) -> tuple[Matter, ...]:
    return tuple({matter.fingerprint: matter for matter in matters}.values())


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
