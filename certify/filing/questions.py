"""Matters for paper: what one clause says, what another or none says, and what follows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.filing.examination import Examination
from certify.filing.readings import ReadingRow
from certify.filing.sheets import name_inside
from certify.filing.wording import (
    capital,
    neat,
    percent,
    place,
    places,
    points,
    says,
    sentence,
    span,
)
from certify.findings.companions import TOGETHER
from certify.findings.finding import Effect, Finding, Kind, Severity
from certify.findings.grading import CHOICE
from certify.findings.matter import Matter
from certify.findings.phrases import ask, trim
from certify.findings.pricing import list_supported
from certify.findings.verdict import Verdict
from certify.spec.model import Citation, Jurisdiction, Standing, Statement

_CITED = re.compile(r"\blines? \d")
_OPEN = {Standing.SILENT, Standing.DEFERRED, Standing.CONFLICTING}
_MOST_WAGERS = 3
_TURNS = "the verdict turns on it"


@dataclass(frozen=True, slots=True)
class Question:
    """One matter of the document, in three short parts."""

    number: int
    title: str
    question: str
    severity: Severity
    parts: tuple[tuple[str, str], ...]
    """What one clause says, what another says or that none does, and what is taken; each with its label."""
    follows: str
    """What it does to money: from which edge to which, and who gains."""
    cure: str
    further: tuple[str, ...]
    """The other findings of the same root."""
    effect: Effect | None
    fingerprint: str
    waived: str
    turns: str
    """That the verdict turns on it, and why if it is no error; empty where it does not."""
    statements: tuple[str, ...]
    """The keys of the statements that it is about."""
    moves: tuple[Effect, ...]
    """All that it does to house edges: of every finding of it, on every wager."""
    is_choice: bool
    """Whether it is a choice among paytables, each of which says what it pays."""
    shares_title: bool = False
    """Whether another question of the filing bears the same title."""

    @property
    def label(self) -> str:
        """A name that no other question bears: the title, or the question itself."""
        return self.question if self.shares_title else self.title

    @property
    def size(self) -> Fraction:
        """The largest effect."""
        return self.effect.size if self.effect else Fraction(0)

    @property
    def decides(self) -> bool:
        """Whether the verdict turns on it."""
        return bool(self.turns)

    @property
    def is_priced(self) -> bool:
        """Whether the answer to it moves an edge; a figure misprinted moves none, nor does a choice."""
        printed = self.effect is not None and self.effect.is_printed
        return bool(self.size) and not printed and not self.is_choice

    def touches(self, wager: str, paytable: str | None) -> bool:
        """Whether it moves the edge of a wager on a paytable."""
        return self.is_priced and any(
            item.wager == wager and (paytable is None or not item.tables or paytable in item.tables)
            for item in self.moves
        )


def list_questions(
    examination: Examination, readings: tuple[ReadingRow, ...], waived: Mapping[str, str]
) -> tuple[Question, ...]:
    """The document's own matters: those that the verdict turns on, then the others, the gravest first."""
    verdict = examination.verdict
    # wager by wager: over all of them the same question stands once, though two matters ask it
    deciding = {
        matter.fingerprint: (asked, _tell_turning(matter, item))
        for item in reversed(verdict.wagers)
        for matter, asked in zip(item.matters, item.asked, strict=True)
    }
    own = [item for item in examination.matters if item.kind is Kind.OWN]
    own.sort(key=lambda item: item.fingerprint not in deciding)
    rows = {row.key: row for row in readings}
    found = [
        _word(
            examination.jurisdiction,
            number,
            matter,
            rows,
            waived,
            *deciding.get(matter.fingerprint, ("", "")),
        )
        for number, matter in enumerate(own, 1)
    ]
    titles = Counter(item.title for item in found)
    return tuple(replace(item, shares_title=titles[item.title] > 1) for item in found)


def _tell_turning(matter: Matter, verdict: Verdict) -> str:
    """That a verdict turns on a matter; what is no error holds it up for want of a figure."""
    if matter.severity is Severity.ERROR:
        return _TURNS
    return f"{_TURNS}: without an answer the {name_inside(verdict.name)} has no figure"


def _word(
    jurisdiction: Jurisdiction,
    number: int,
    matter: Matter,
    rows: Mapping[str, ReadingRow],
    waived: Mapping[str, str],
    deciding: str,
    turns: str,
) -> Question:
    head = matter.head
    statement = _find_statement(jurisdiction, head)
    asked = neat(deciding or matter.question)
    told = {
        asked,
        *(ask(jurisdiction, item) for item in (statement,) if item is not None),
    }
    further = (
        *(item.evidence.get(TOGETHER, "") for item in matter.findings),
        *(_tell_further(jurisdiction, item, told) for item in matter.points),
    )
    return Question(
        number,
        capital(matter.title or head.title),
        asked,
        matter.severity,
        _tell_parts(head, statement),
        _tell_consequence(matter, rows) + _tell_spared(head),
        sentence(head.cure) if head.cure else "",
        tuple(dict.fromkeys(neat(text) for text in further if text)),
        matter.effect,
        matter.fingerprint,
        waived.get(head.fingerprint, ""),
        turns,
        matter.statements,
        tuple(
            effect
            for item in matter.findings
            for effect in item.price.effects
            if effect.size and not effect.is_printed
        ),
        head.spared == CHOICE,
    )


def _find_statement(jurisdiction: Jurisdiction, finding: Finding) -> Statement | None:
    """The one open statement that a finding is about; none where it is about several."""
    found = [jurisdiction.by_key[key] for key in finding.statements if key in jurisdiction.by_key]
    opened = [item for item in found if item.standing in _OPEN]
    return opened[0] if len(opened) == 1 and found[0] is opened[0] else None


def _tell_parts(head: Finding, statement: Statement | None) -> tuple[tuple[str, str], ...]:
    """What is said here and there; for a finding that is no statement, what it found."""
    if statement is not None and statement.standing is Standing.CONFLICTING:
        return tuple(_tell_conflict(statement))
    if statement is not None and (statement.value is not None or not head.spared):
        return tuple(_tell_silence(statement))
    return (("Found", tell_found(head)),)


def tell_found(finding: Finding) -> str:
    """What was found, with its places unless the message names them."""
    text = sentence(finding.message)
    if not finding.citations or _CITED.search(text):
        return text
    return f"{text} ({places(finding.citations)})"


def _tell_conflict(statement: Statement) -> Iterator[tuple[str, str]]:
    said: dict[str, list[Citation]] = {}
    for item in statement.said:
        said.setdefault(says(statement, item.value), []).append(item.citation)
    for number, (text, found) in enumerate(said.items()):
        label = "One clause" if not number else "Another"
        yield label, f"{capital(text)} ({places(tuple(found))})."
    because = f", because {trim(statement.because)}" if statement.because else ""
    yield "Adopted", f"{capital(says(statement))}{because}."


def _tell_silence(statement: Statement) -> Iterator[tuple[str, str]]:
    if statement.deferred_to:
        yield (
            "Said",
            f"Nothing; it is left to {statement.deferred_to} ({places(statement.citations)}).",
        )
    else:
        yield "Said", "Nothing."
    if statement.value is None:
        yield "We take", "Nothing is assumed."
        return
    because = f", because {trim(statement.because)}" if statement.because else ""
    yield "We take", f"{capital(says(statement))}{because}."
    for item in statement.alternatives:
        where = f" ({place(item.citation)})" if item.citation else ""
        reason = f", for {trim(item.because)}" if item.because else ""
        yield "Or", f"{capital(says(statement, item.value))}{reason}{where}."


def _tell_further(jurisdiction: Jurisdiction, finding: Finding, told: set[str]) -> str:
    """Another finding of the same root; nothing where it only repeats the question."""
    key = next((key for key in finding.statements if key in jurisdiction.by_key), None)
    statement = jurisdiction.by_key[key] if key else None
    if statement is None or statement.standing is Standing.STATED or statement.value is None:
        return tell_found(finding)
    question = ask(jurisdiction, statement)
    if question in told:
        return ""
    worth = _tell_worth(statement, finding.effect)
    return f"{question} We take: {says(statement)}.{f' {worth}' if worth else ''}"


def _tell_worth(statement: Statement, effect: Effect | None) -> str:
    """What the other answer to a question beside the first is worth, in one short sentence."""
    if effect is None or not effect.size or effect.is_printed:
        return ""
    supported = list_supported(statement)
    other = f"“{says(statement, supported[0])}”" if len(supported) == 1 else "another answer"
    name = name_inside(effect.name or effect.wager)
    basis = f", {effect.basis}" if effect.basis else ""
    moved = span(effect.low, effect.high)
    return f"With {other} instead: {moved} points of house edge on the {name}{basis}."


def _tell_spared(head: Finding) -> str:
    """Why a question of some worth is no error."""
    return f" {sentence(f'no error, for {head.spared}')}" if head.spared else ""


def _tell_consequence(matter: Matter, rows: Mapping[str, ReadingRow]) -> str:
    effects = [effect for item in matter.findings for effect in item.price.effects if effect.size]
    largest: dict[str, Effect] = {}
    for effect in sorted(effects, key=lambda item: -item.size):
        largest.setdefault(effect.wager, effect)
    if largest:
        return " ".join(map(tell_effect, list(largest.values())[:_MOST_WAGERS]))
    reason = next((item.price.unpriced for item in matter.findings if item.price.unpriced), "")
    reason = reason.partition(";")[0]
    counted = [rows[key] for key in matter.statements if key in rows and rows[key].is_priced]
    if counted:
        return _tell_counted(matter, reason, counted)
    if reason:
        return sentence(f"unpriced: {reason}")
    if matter.head.code.startswith("POL"):
        return "The figures stand; a criterion of the policy is missed."
    if matter.wagers:
        return "Unpriced: no words of the text support another answer."
    return "No figure turns on it."


def _tell_counted(matter: Matter, reason: str, counted: list[ReadingRow]) -> str:
    """What the readings count of a matter that has no price: all of it, or the part that is told as such."""
    if len(matter.statements) == 1:
        return f"No words of the text support another answer. {_tell_unsupported(counted[0])}"
    whole = sentence(f"unpriced as a whole: {reason}") if reason else "Unpriced as a whole."
    parts = (f"{row.question} {_tell_unsupported(row)}" for row in counted)
    return " ".join((whole, *parts))


def tell_effect(effect: Effect) -> str:
    """From which edge to which, by how much, on what basis, and who gains."""
    name, basis = capital(effect.name or effect.wager), f" ({effect.basis})" if effect.basis else ""
    if effect.is_printed and effect.before is not None and effect.after is not None:
        return (
            f"{name}: printed {percent(effect.after)}, computed {percent(effect.before)}; "
            f"the print is {points(effect.high)} points off."
        )
    gain = capital(tell_gain(effect))
    moved = span(effect.low, effect.high)
    if effect.before is None or effect.after is None:
        return f"{name}: {moved} points of house edge{basis}. {gain}."
    most = points(effect.after - effect.before)
    edges = f"from {percent(effect.before)} to {percent(effect.after)}"
    text = f"{name}: the house edge goes {edges}, {most} points"
    if moved == most:
        return f"{text}{basis}. {gain}."
    at = f" ({effect.at})" if effect.at else ""
    return f"{text}{at}. Over all cases {moved}{basis}. {gain}."


def _tell_unsupported(row: ReadingRow) -> str:
    """What the readings count although no words support it: told as such, from the same figures."""
    moves = [
        (abs(after - before), other.answer, effect.wager, before, after, where)
        for other in row.others
        for effect in other.effects
        for pairs, where in (
            (effect.edges, ""),
            (((before, least) for before, least, _ in effect.full_tables), ", envy included"),
        )
        for before, after in pairs
    ]
    moved, answer, wager, before, after, where = max(moves, key=lambda item: item[0])
    if not moved:
        return f"If it were “{answer}”, no house edge would change."
    return (
        f"If it were “{answer}”, the house edge of the {name_inside(wager)} would go from "
        f"{percent(before)} to {percent(after)}, {points(after - before)} points{where}."
    )


def tell_gain(effect: Effect) -> str:
    """Whose advantage the other answer is."""
    if effect.low >= 0:
        return "the bank gains"
    if effect.high > 0:
        return "either side may gain"
    ahead = (
        effect.after is not None and effect.before is not None and effect.after < 0 <= effect.before
    )
    return "the player gains, and has the advantage" if ahead else "the player gains"
