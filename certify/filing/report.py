"""The report model: everything that a filing prints, before any HTML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from certify.base.version import __version__
from certify.filing.differing import Answer, Difference, list_differing
from certify.filing.examination import Examination
from certify.filing.hand import ByHand, work_out
from certify.filing.hold import Hold, list_holds
from certify.filing.procedure import Stage, list_stages
from certify.filing.questions import Question, list_questions
from certify.filing.readings import ReadingRow, list_readings
from certify.filing.sheets import Sheet, list_labels, name_inside
from certify.filing.wording import basis, capital, says, where
from certify.findings.case import SAYING
from certify.findings.finding import Kind, Severity
from certify.findings.matter import Matter
from certify.findings.phrases import ask, join_words
from certify.findings.verdict import Word, ask_rule
from certify.odds.result import PrintedFigure, Status, WagerOdds, find_rule
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Standing

_OUTSIDE = "POL001"
"""The rule that finds an edge outside the criteria."""
_MOST_FLAGGED = 4
"""Differences that the summary has room for."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What names a filing: it stands on the cover and in the running header."""

    title: str
    edition: str
    date: str
    digest: str
    """The hash of what the filing was made from."""
    applicant: str = ""
    number: str = ""
    version: str = __version__

    @property
    def short_digest(self) -> str:
        """The beginning of the hash, enough to tell editions apart."""
        return self.digest[:12]


@dataclass(frozen=True, slots=True)
class Rest:
    """What the figures of a wager rest on."""

    stated: int
    open: tuple[str, ...]
    """Questions whose answers the document does not state outright."""
    confirmed: int
    """How many of these only one answer can give, if the printed figures are to come out."""
    numbers: tuple[int, ...]
    """The questions of this filing that move them, and those that ask for what is assumed."""


@dataclass(frozen=True)
class Report:
    """A filing of one jurisdiction."""

    identity: Identity
    examination: Examination
    game: str
    """The game's own name."""
    facts: tuple[tuple[str, str], ...]
    """Who issued the document, which version it is and of when."""
    questions: tuple[Question, ...]
    """The document's own matters, the gravest first."""
    differing: tuple[Difference, ...]
    """Where it differs from other documents, the dearest first."""
    language: tuple[Matter, ...]
    stages: tuple[Stage, ...]
    readings: tuple[ReadingRow, ...]
    holds: tuple[Hold, ...]
    by_hand: ByHand | None
    labels: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Our names of hands, each with what the document prints for it."""
    waived: Mapping[str, str] = field(default_factory=dict)
    """The reason of each waived finding, by fingerprint."""

    @property
    def jurisdiction(self) -> Jurisdiction:
        """The jurisdiction of the filing."""
        return self.examination.jurisdiction

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """All wagers."""
        return self.examination.sheets

    @property
    def paytables(self) -> tuple[tuple[str, tuple[Sheet, ...]], ...]:
        """The sheets of each wager that is a list of lines."""
        return tuple(
            (wager.name, tuple(item for item in self.sheets if item.odds.wager == wager.id))
            for wager in self.jurisdiction.wagers
        )

    @property
    def published(self) -> tuple[tuple[Sheet, PrintedFigure], ...]:
        """Every printed house edge beside the computed one."""
        return tuple((sheet, item) for sheet in self.sheets for item in sheet.odds.published)

    @property
    def priced(self) -> tuple[Question, ...]:
        """The questions that move an edge, whatever their severity, the largest effect first."""
        found = (item for item in self.questions if item.is_priced)
        return tuple(sorted(found, key=lambda item: -item.size))

    @property
    def dearest(self) -> Question | None:
        """The question that moves the edge most, whether the verdict turns on it or not."""
        return next(iter(self.priced), None)

    @property
    def queried(self) -> tuple[int, ...]:
        """The questions that ask whether an edge outside the criteria is acceptable."""
        asking = {
            item.fingerprint for item in self.examination.matters if item.head.code == _OUTSIDE
        }
        return tuple(item.number for item in self.questions if item.fingerprint in asking)

    def judge_edge(self, edge: Fraction | None) -> str:
        """`above` or `below` where an edge lies outside the criteria of the policy."""
        policy = self.examination.policy
        if edge is None or policy.lowest_edge <= edge <= policy.highest_edge:
            return ""
        return "above" if edge > policy.highest_edge else "below"

    @property
    def confirms(self) -> bool:
        """Whether printed edges confirm an answer that some figure rests on."""
        return any(item.confirmed for sheet in self.sheets for item in sheet.odds.rests_on)

    @property
    def outside(self) -> bool:
        """Whether some edge of the summary lies outside the criteria."""
        edges = [sheet.odds.house_edge for sheet in self.sheets if sheet.has_figures]
        edges += [
            envy.house_edge
            for sheet in self.sheets
            if (envy := sheet.full_table) is not None and envy.house_edge is not None
        ]
        return any(map(self.judge_edge, edges))

    @property
    def statuses(self) -> tuple[Status, ...]:
        """The statuses that the wagers of this filing have, the firmest first."""
        found = {sheet.odds.status for sheet in self.sheets}
        return tuple(status for status in Status if status in found)

    @property
    def verdict_key(self) -> str:
        """One word for the style sheet."""
        return {Word.AS_WRITTEN: "complies", Word.UNDER_READINGS: "conditions"}.get(
            self.examination.verdict.word, "fails"
        )

    def rest(self, odds: WagerOdds) -> Rest:
        """What the figures of a wager rest on, for people."""
        opened = [item for item in odds.rests_on if item.standing != Standing.STATED]
        return Rest(
            len(odds.rests_on) - len(opened),
            tuple(ask_key(self.jurisdiction, item.parameter) for item in opened),
            sum(item.confirmed for item in opened),
            self.find_moving(odds, {item.parameter for item in opened}),
        )

    def find_moving(self, odds: WagerOdds, assumed: set[str]) -> tuple[int, ...]:
        """The questions that move a figure, and the unpriced ones that ask for what it reads and nobody says.

        An answer whose alternatives are counted and move nothing is no question to lean on.
        """
        nil = {row.key for row in self.readings if row.is_priced and not row.size}
        return tuple(
            item.number
            for item in self.questions
            if item.touches(odds.wager, odds.paytable)
            or (not item.moves and (assumed - nil) & set(item.statements))
        )

    def find_missing(self, odds: WagerOdds) -> tuple[int, ...]:
        """The questions that stand between the document and a figure."""
        keys = {text.partition(":")[0] for text in odds.missing}
        return tuple(
            item.number
            for item in self.questions
            if item.severity > Severity.NOTE and keys & set(item.statements)
        )

    def find_question(self, key: str) -> Question | None:
        """The question that is about a statement."""
        return next((item for item in self.questions if key in item.statements), None)

    @property
    def flagged(self) -> tuple[Difference, ...]:
        """The few differences that belong on the summary."""
        found = [item for item in self.differing if item.flagged or item.size]
        return tuple(found[:_MOST_FLAGGED])

    @property
    def further(self) -> tuple[tuple[Difference, tuple[Answer, ...]], ...]:
        """The other differences, and what the summary leaves untold of those it shows."""
        shown = self.flagged
        left = [
            (item, item.answers[1:] if item in shown else item.answers) for item in self.differing
        ]
        return tuple((item, answers) for item, answers in left if answers)

    @property
    def because(self) -> str:
        """Why the verdict is what it is: how many questions hold it up, and what the others are."""
        deciding = [item for item in self.questions if item.decides]
        errors = sum(item.severity is Severity.ERROR for item in deciding)
        without = dict.fromkeys(
            name_inside(item.wager) for item in self.sheets if not item.has_figures
        )
        reasons = []
        if errors:
            whole = "it is an error" if errors == 1 else "they are errors"
            part = "1 is an error" if errors == 1 else f"{errors} are errors"
            reasons.append(whole if errors == len(deciding) else part)
        if without:
            reasons.append(f"the {join_words(without)} cannot be counted from the document alone")
        if not reasons:
            return ""
        rest = len(self.questions) - len(deciding)
        few = f"{len(deciding)} of the {len(self.questions)} questions in section 2"
        told = few if rest else "All questions in section 2"
        stand = "stands" if len(deciding) == 1 and rest else "stand"
        others = f" The other {rest} are weighed there and hold up nothing." if rest > 1 else ""
        return f"{told} {stand} in the way of a certificate, for {join_words(reasons)}.{others}"

    def tell_missing(self, odds: WagerOdds) -> tuple[str, ...]:
        """What stands between the document and a figure, for people."""
        return tuple(tell_missing(self.jurisdiction, text) for text in odds.missing)


def ask_key(jurisdiction: Jurisdiction, key: str) -> str:
    """The question that a statement answers, by the statement's key."""
    if rule := find_rule(key):
        return ask_rule(rule)
    statement = jurisdiction.by_key.get(key)
    return ask(jurisdiction, statement) if statement else key


def tell_missing(jurisdiction: Jurisdiction, text: str) -> str:
    """A reason why a wager has no figure, with the question in place of a key."""
    key, colon, rest = text.partition(": ")
    if not colon or key not in jurisdiction.by_key:
        return text
    told = rest.replace("deferred to", "left to")
    return f"{ask_key(jurisdiction, key)} {capital(told)}."


def build_report(
    examination: Examination,
    everyone: tuple[Jurisdiction, ...],
    identity: Identity,
    waived: Mapping[str, str] | None = None,
) -> Report:
    """Put the filing of one jurisdiction together."""
    jurisdiction = examination.jurisdiction
    rules = compile_rulebook(jurisdiction).ranking.rank_rules()
    readings = list_readings(jurisdiction, examination.sheets, examination.findings)
    questions = list_questions(examination, readings, waived or {})
    return Report(
        identity=identity,
        examination=examination,
        game=find_game(jurisdiction),
        facts=tuple(list_facts(jurisdiction)),
        questions=questions,
        differing=list_differing(examination, everyone, questions),
        language=tuple(item for item in examination.matters if item.kind is Kind.LANGUAGE),
        stages=list_stages(jurisdiction),
        readings=readings,
        holds=list_holds(examination.sheets),
        by_hand=work_out(examination.sheets, rules),
        labels=list_labels(jurisdiction),
        waived=waived or {},
    )


def find_game(jurisdiction: Jurisdiction) -> str:
    """What the document calls its game; the jurisdiction's name where it does not say."""
    statement = jurisdiction.statements["identity.game"]
    return str(statement.value) if statement.value is not None else jurisdiction.name


_FACTS = {
    "identity.authority": "Authority",
    "identity.version": "Version",
    "identity.approval_date": "Approved",
    "identity.effective_date": "In force",
}
"""What an examiner looks for first, by the statement that says it."""


def list_facts(jurisdiction: Jurisdiction) -> list[tuple[str, str]]:
    """Who issued the document, which version it is and of when; what it leaves out is told so."""
    found = []
    for key, label in _FACTS.items():
        statement = jurisdiction.statements[key]
        if statement.standing is Standing.NOT_OFFERED:
            continue
        if statement.value is None:
            found.append((label, where(statement)))
        elif statement.standing in SAYING:
            found.append((label, f"{capital(says(statement))} ({basis(statement)})"))
        else:
            found.append((label, f"{capital(says(statement))} (not said; our inference)"))
    return found
