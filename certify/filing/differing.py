"""Where a document differs from others: topic by topic, each question once, with the clauses of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.filing.examination import Examination
from certify.filing.questions import Question
from certify.filing.wording import basis, capital, neat, places, says, sentence
from certify.findings.case import SAYING
from certify.findings.differences import BESIDE
from certify.findings.finding import Effect, Finding, Kind
from certify.findings.matter import Matter
from certify.findings.phrases import ask, join_words
from certify.spec.catalogue import Moves
from certify.spec.model import Jurisdiction
from certify.spec.values import Money

_THRESHOLD = "envy.minimum_stake"
PUSH = "XJD003"
"""The rule that finds a hand which pushes in one document and not in another."""
_SHOWN = 2
_LEAST_END = 4
"""Words that sentences of differing subjects must end with alike to be told in one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing that the document and others say differently, with its own price."""

    text: str
    effect: Effect | None
    why_not: str
    """Why it has no price."""

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
    answers: tuple[Answer, ...]
    """What both say with the clauses of both, the dearest first."""
    flagged: bool
    """Whether it is told first whatever it is worth: an envy threshold, or a push on some paytables only."""

    @property
    def size(self) -> Fraction:
        """The largest effect."""
        return max((item.size for item in self.answers), default=Fraction(0))


def list_differing(
    examination: Examination,
    everyone: tuple[Jurisdiction, ...],
    questions: tuple[Question, ...],
) -> tuple[Difference, ...]:
    """The topics on which the document differs from others: the flagged ones, then the dearest first."""
    known = {item.id: item for item in everyone}
    found = [
        _word(examination.jurisdiction, matter, known, questions)
        for matter in examination.matters
        if matter.kind is Kind.DIFFERENCE
    ]
    return tuple(sorted(found, key=lambda item: (not item.flagged, -item.size)))


def _word(
    own: Jurisdiction,
    matter: Matter,
    known: dict[str, Jurisdiction],
    questions: tuple[Question, ...],
) -> Difference:
    findings = sorted(matter.findings, key=lambda item: -item.price.size)
    answers = [
        Answer(text, find_effect(found, known), _tell_why_not(own, found, questions))
        for text, found in _tell_all(own, findings, known)
    ]
    return Difference(
        capital(matter.title),
        tuple(
            dict.fromkeys(
                known[other].name for item in findings for other in item.jurisdictions[1:]
            )
        ),
        tuple(sorted(answers, key=lambda item: -item.size)),
        _THRESHOLD in {_strip(own, key) for key in matter.statements}
        or any(item.code == PUSH for item in findings),
    )


def find_effect(findings: list[Finding], known: dict[str, Jurisdiction]) -> Effect | None:
    """The largest effect of what is told as one; whose answer it is, where those of others do less."""
    effects = [item.effect for item in findings]
    largest = max((item for item in effects if item), key=lambda item: item.size, default=None)
    if largest is None or all(item == largest for item in effects):
        return largest
    names = dict.fromkeys(
        known[other].name
        for item in findings
        if item.effect == largest
        for other in item.jurisdictions[1:]
    )
    return replace(
        largest, basis=", ".join(filter(None, (f"as in {join_words(names)}", largest.basis)))
    )


def _tell_all(
    own: Jurisdiction, findings: list[Finding], known: dict[str, Jurisdiction]
) -> Iterator[tuple[str, list[Finding]]]:
    """Each thing that differs once, with the findings that it is told from."""
    said = [item for item in findings if item.statements]
    for key in dict.fromkeys(key for item in said for key in item.statements):
        of_key = [item for item in said if key in item.statements]
        text = _tell_answer(own, key, of_key, known)
        if text:
            yield text, of_key
        else:  # no other text says it outright
            yield from _tell_once(of_key)
    yield from _tell_once([item for item in findings if not item.statements])


def _tell_once(findings: list[Finding]) -> Iterator[tuple[str, list[Finding]]]:
    """What is found of several pairs of documents, told in one sentence for one subject."""
    told: dict[tuple[str, str], list[Finding]] = {}
    for item in findings:
        told.setdefault((item.code, item.subject), []).append(item)
    for own in told.values():
        yield join_sentences(list(dict.fromkeys(sentence(item.message) for item in own))), own


def join_sentences(sentences: list[str]) -> str:
    """Sentences that differ in one place only, as one that lists what stands in that place."""
    words = [text.split() for text in sentences]
    least = min(map(len, words))
    first = next((n for n in range(least) if len({own[n] for own in words}) > 1), least)
    last = next((n for n in range(1, least) if len({own[-n] for own in words}) > 1), least)
    last = min(last - 1, least - first)
    middles = [" ".join(own[first : len(own) - last]) for own in words]
    begins = first or last >= _LEAST_END
    if len(sentences) == 1 or not begins or not last or not all(middles):
        return " ".join(sentences)
    marks = {text[-1] for text in middles if text[-1] in ";,"}
    mark = marks.pop() if len(marks) == 1 else ""
    joined = join_words(text.removesuffix(mark) for text in middles) + mark
    verb, *end = words[0][len(words[0]) - last :]
    return " ".join([*words[0][:first], joined, _PLURALS.get(verb, verb), *end])


_PLURALS = {"does": "do", "pays": "pay", "offers": "offer", "has": "have"}
"""What follows several subjects in place of one."""


def _strip(own: Jurisdiction, key: str) -> str:
    """The parameter of a statement's key."""
    return own.by_key[key].parameter.key if key in own.by_key else key


def _tell_answer(
    own: Jurisdiction, key: str, findings: list[Finding], known: dict[str, Jurisdiction]
) -> str:
    """A question once: what is said here, and what each of the others says, with the clauses."""
    statement = own.by_key[key]
    others: dict[str, list[tuple[str, str]]] = {}
    for other in dict.fromkeys(other for item in findings for other in item.jurisdictions[1:]):
        counterpart = known[other].by_key.get(key)
        if (
            counterpart is not None
            and counterpart.standing in SAYING
            and counterpart.value != statement.value
        ):
            others.setdefault(says(counterpart), []).append(
                (known[other].name, basis(counterpart, _SHOWN))
            )
    if not others:
        return ""
    told = "; ".join(
        f"{text} in {join_words(f'{name} ({where})' for name, where in own_places)}"
        for text, own_places in others.items()
    )
    outright = statement.standing in SAYING
    where = basis(statement, _SHOWN) if outright else places(statement.near, _SHOWN)
    read = f"({where})" if outright else f"({where}, as we read it)" if where else "(not said)"
    beside = dict.fromkeys(
        neat(item.evidence[BESIDE]) for item in findings if BESIDE in item.evidence
    )
    return " ".join(
        (f"{ask(own, statement)} Here: {says(statement)} {read}. Elsewhere: {told}.", *beside)
    )


def _tell_why_not(
    own: Jurisdiction, findings: list[Finding], questions: tuple[Question, ...]
) -> str:
    if any(item.price.size for item in findings):
        return ""
    keys = dict.fromkeys(key for item in findings for key in item.statements)
    asked = [item for item in questions if item.size and set(item.statements) & set(keys)]
    if asked:
        return f"priced in question {asked[0].number}"
    reason = next((item.price.unpriced for item in findings if item.price.unpriced), "")
    if reason:
        return f"unpriced: {reason.partition(';')[0]}"
    if any(item.price.effects for item in findings):
        return "no figure changes"
    return _tell_uncounted(own, keys)


def _tell_uncounted(own: Jurisdiction, keys: Iterable[str]) -> str:
    """Why a difference that no rule prices has no figure, by what its statements are about."""
    counted = [
        own.by_key[key]
        for key in keys
        if key in own.by_key and own.by_key[key].parameter.moves is Moves.ODDS
    ]
    if any(isinstance(item.value, Money) for item in counted):
        return "unpriced: the amounts are in two currencies"
    if counted:
        return "unpriced: it makes another game"
    if any(_strip(own, key).startswith("deck.") for key in keys):
        return "unpriced: a definition, which is not counted otherwise"
    return "no edge turns on it"
