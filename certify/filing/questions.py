"""Matters for paper: what one clause says, what another or none says, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from certify.filing.examination import Examination
from certify.filing.wording import capital, place, places, says, sentence
from certify.findings.finding import Effect, Finding, Kind, Severity
from certify.findings.matter import Matter
from certify.findings.phrases import ask, trim
from certify.spec.model import Citation, Jurisdiction, Standing, Statement


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
    """What it does to money, and who gains."""
    cure: str
    further: tuple[str, ...]
    """The other findings of the same root."""
    effect: Effect | None
    fingerprint: str
    waived: str

    @property
    def size(self) -> Fraction:
        """The largest effect."""
        return self.effect.size if self.effect else Fraction(0)


@dataclass(frozen=True, slots=True)
class Difference:
    """One topic on which the document differs from others."""

    title: str
    others: tuple[str, ...]
    """The documents that it differs from, by name."""
    messages: tuple[str, ...]
    """What both say with the clauses of both, the dearest first."""
    effect: Effect | None

    @property
    def size(self) -> Fraction:
        """The largest effect."""
        return self.effect.size if self.effect else Fraction(0)


def list_questions(examination: Examination, waived: Mapping[str, str]) -> tuple[Question, ...]:
    """The document's own matters, in their order."""
    own = [item for item in examination.matters if item.kind is Kind.OWN]
    return tuple(
        _word(examination.jurisdiction, number, matter, waived)
        for number, matter in enumerate(own, 1)
    )


def _word(
    jurisdiction: Jurisdiction, number: int, matter: Matter, waived: Mapping[str, str]
) -> Question:
    head = matter.head
    statement = next(
        (jurisdiction.by_key[key] for key in head.statements if key in jurisdiction.by_key), None
    )
    return Question(
        number,
        capital(matter.title or head.title),
        matter.question,
        matter.severity,
        _tell_parts(head, statement),
        _tell_consequence(matter),
        sentence(head.cure) if head.cure else "",
        tuple(dict.fromkeys(_tell_further(jurisdiction, item) for item in matter.points)),
        matter.effect,
        matter.fingerprint,
        waived.get(head.fingerprint, ""),
    )


def _tell_parts(head: Finding, statement: Statement | None) -> tuple[tuple[str, str], ...]:
    """What is said here and there; for a finding that is no statement, what it found."""
    if statement is not None and statement.standing is Standing.CONFLICTING:
        return tuple(_tell_conflict(statement))
    if statement is not None and statement.standing in {Standing.SILENT, Standing.DEFERRED}:
        return tuple(_tell_silence(statement))
    where = f" ({places(head.citations)})" if head.citations else ""
    return (("Found", f"{sentence(head.message)[:-1]}{where}."),)


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


def _tell_further(jurisdiction: Jurisdiction, finding: Finding) -> str:
    """Another finding of the same root: an open question with what is taken, or what was found."""
    key = next((key for key in finding.statements if key in jurisdiction.by_key), None)
    statement = jurisdiction.by_key[key] if key else None
    if statement is None or statement.standing is Standing.STATED or statement.value is None:
        return sentence(finding.message)
    return f"{ask(jurisdiction, statement)} We take: {says(statement)}."


def _tell_consequence(matter: Matter) -> str:
    effects = [effect for item in matter.findings for effect in item.price.effects if effect.size]
    seen: dict[tuple[str, Fraction, Fraction], Effect] = {}
    for effect in sorted(effects, key=lambda item: -item.size):
        seen.setdefault((effect.wager, effect.low, effect.high), effect)
    told = [f"{effect}; {tell_gain(effect)}" for effect in list(seen.values())[:3]]
    if told:
        return sentence(". ".join(capital(text) for text in told))
    reason = next((item.price.unpriced for item in matter.findings if item.price.unpriced), "")
    if reason:
        return sentence(f"unpriced: {reason.partition(';')[0]}")
    if matter.wagers:
        return "Unpriced: no words of the text support another answer."
    return "No figure turns on it."


def tell_gain(effect: Effect) -> str:
    """Whose advantage the other answer is."""
    if effect.low >= 0:
        return "the bank gains"
    return "the player gains" if effect.high <= 0 else "either side may gain"


def list_differing(
    examination: Examination, everyone: tuple[Jurisdiction, ...]
) -> tuple[Difference, ...]:
    """The topics on which the document differs from others, the dearest first."""
    names = {item.id: item.name for item in everyone}
    return tuple(
        Difference(
            capital(matter.title),
            tuple(
                dict.fromkeys(
                    names[other] for item in matter.findings for other in item.jurisdictions[1:]
                )
            ),
            tuple(dict.fromkeys(sentence(item.message) for item in matter.findings)),
            matter.effect,
        )
        for matter in examination.matters
        if matter.kind is Kind.DIFFERENCE
    )
