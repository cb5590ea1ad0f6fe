"""The comparison filing: what several documents say and pay, side by side."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.filing.differing import PUSH
from certify.filing.examination import Examination
from certify.filing.questions import Question, list_questions
from certify.filing.readings import list_readings
from certify.filing.report import Identity, find_game
from certify.filing.sheets import Sheet
from certify.filing.wording import basis, capital, place, says
from certify.findings.case import SAYING, Case
from certify.findings.finding import Effect
from certify.findings.phrases import ask, name_class, name_topic
from certify.findings.registry import list_differences
from certify.odds.result import Status
from certify.spec.catalogue import PARAMETERS, Moves
from certify.spec.model import Jurisdiction, Paytable, Standing, Statement
from certify.spec.values import PUSHES, Pay


@dataclass(frozen=True, slots=True)
class RankedEdge:
    """One paytable among all of its wager, with the edge without envy and with the most of it."""

    place: int
    jurisdiction: Jurisdiction
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class WagerAcross:
    """One wager in all documents that have it, the lowest edge first."""

    name: str
    ranked: tuple[RankedEdge, ...]

    @property
    def widest(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest edge."""
        edges = [item.sheet.odds.house_edge for item in self.ranked]
        return min(edges), max(edges)


@dataclass(frozen=True, slots=True)
class PushRow:
    """A document with the paytables that push, that pay and what, and that have no such line."""

    document: str
    push: tuple[str, ...]
    pays: tuple[str, ...]
    absent: tuple[str, ...]
    effect: Effect | None
    """What the push is worth there: of taking it away, or of adding it."""


@dataclass(frozen=True, slots=True)
class PushAcross:
    """A hand that pushes on some paytables of a wager and not on all."""

    wager: str
    hand: str
    rows: tuple[PushRow, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one document says about one parameter."""

    text: str
    where: str
    differs: bool
    """From the first document that says it."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One question across documents."""

    question: str
    cells: tuple[Cell, ...]
    moves_money: bool
    dearest: tuple[str, Effect] | None
    """The document whose edge the others' answer would move most, and by how much."""
    why_not: str
    """Why a difference has no price."""

    @property
    def differs(self) -> bool:
        """Whether documents that say it say different things."""
        return any(cell.differs for cell in self.cells)


@dataclass(frozen=True)
class ComparisonFiling:
    """The comparison of several jurisdictions."""

    identity: Identity
    game: str
    """The names of the games, each once."""
    examinations: tuple[Examination, ...]
    questions: tuple[tuple[Question, ...], ...]
    """What each verdict turns on, as in the filing of the document."""
    wagers: tuple[WagerAcross, ...]
    pushes: tuple[PushAcross, ...]
    envy: tuple[MatrixRow, ...]
    topics: tuple[tuple[str, tuple[MatrixRow, ...]], ...]
    """Questions that documents answer differently, by topic."""
    compared: int

    @property
    def statuses(self) -> tuple[Status, ...]:
        """The statuses in the tables of edges, the firmest first."""
        found = {item.sheet.odds.status for wager in self.wagers for item in wager.ranked}
        return tuple(status for status in Status if status in found)

    @property
    def differing(self) -> int:
        """How many questions the documents answer differently: the rows that bear a mark."""
        shown = (*self.envy, *(row for _, rows in self.topics for row in rows))
        return sum(row.differs for row in shown)


def name_games(names: Sequence[str]) -> str:
    """What several documents call their games, in few words: the commonest name stands for the others."""
    folded = Counter(name.casefold() for name in names)
    games = [
        next(name for name in names if name.casefold() == one) for one, _ in folded.most_common()
    ]
    return " and ".join(games) if len(games) < 3 else f"{games[0]} and others"


def build_comparison(examinations: tuple[Examination, ...], identity: Identity) -> ComparisonFiling:
    """Put the comparison together."""
    jurisdictions = tuple(item.jurisdiction for item in examinations)
    examinations = tuple(_leave_others_out(item, jurisdictions) for item in examinations)
    rows = list(_list_rows(examinations))
    topics: dict[str, list[MatrixRow]] = {}
    for topic, section, row in rows:
        if section != "envy" and row.differs:
            topics.setdefault(topic, []).append(row)
    return ComparisonFiling(
        identity,
        name_games([find_game(item) for item in jurisdictions]),
        examinations,
        tuple(
            tuple(
                question
                for question in list_questions(
                    item, list_readings(item.jurisdiction, item.sheets, item.findings), {}
                )
                if question.decides
            )
            for item in examinations
        ),
        tuple(_list_wagers(examinations)),
        tuple(_list_pushes(examinations)),
        tuple(
            row
            for _, section, row in rows
            if section == "envy" and (row.moves_money or row.differs)
        ),
        tuple((name_topic(topic), tuple(own)) for topic, own in topics.items()),
        len(rows),
    )


def _leave_others_out(
    examination: Examination, jurisdictions: tuple[Jurisdiction, ...]
) -> Examination:
    """An examination as if the documents compared were all there are: they alone are enclosed."""
    among = {item.id: item.name for item in jurisdictions}
    if standard := examination.standard:
        lent = tuple(item for item in standard.assumed if item.lender in among.values())
        examination = replace(examination, standard=replace(standard, assumed=lent))
    if all(among.keys() >= set(item.jurisdictions) for item in examination.differences):
        return examination
    case = Case(examination.jurisdiction, examination.policy, jurisdictions)
    return replace(examination, differences=tuple(list_differences(case)))


def identify(jurisdictions: tuple[Jurisdiction, ...], date: str = "") -> Identity:
    """The comparison's own identity: dated as the latest edition, hashed over all files."""
    digest = hashlib.sha256("".join(item.source.sha256 for item in jurisdictions).encode())
    return Identity(
        "Comparison",
        "comparison",
        date or max(item.date for item in jurisdictions),
        digest.hexdigest(),
    )


def _list_wagers(examinations: tuple[Examination, ...]) -> Iterator[WagerAcross]:
    found: dict[str, list[tuple[Jurisdiction, Sheet]]] = {}
    for examination in examinations:
        for sheet in examination.sheets:
            if sheet.has_figures:
                found.setdefault(sheet.odds.wager, []).append((examination.jurisdiction, sheet))
    for own in found.values():
        own.sort(key=lambda item: (item[1].odds.house_edge, item[0].id, item[1].label))
        ranked: list[RankedEdge] = []
        for number, (jurisdiction, sheet) in enumerate(own, 1):
            same = ranked and ranked[-1].sheet.odds.house_edge == sheet.odds.house_edge
            ranked.append(RankedEdge(ranked[-1].place if same else number, jurisdiction, sheet))
        yield WagerAcross(own[0][1].wager, tuple(ranked))


def _list_pushes(examinations: tuple[Examination, ...]) -> Iterator[PushAcross]:
    """Hands whose line is a push on some paytables of a wager, and something else on others."""
    wagers: dict[str, list[tuple[Jurisdiction, str, Paytable]]] = {}
    for examination in examinations:
        for wager, paytable in examination.jurisdiction.list_paytables():
            wagers.setdefault(wager.id, []).append((examination.jurisdiction, wager.name, paytable))
    for wager_id, tables in wagers.items():
        pushed = dict.fromkeys(
            line.hand
            for _, _, paytable in tables
            for line in paytable.lines
            if line.hand and line.pays.value == PUSHES
        )
        for hand in pushed:
            yield PushAcross(
                tables[0][1],
                capital(name_class(str(hand))),
                tuple(
                    _sort_tables(item, wager_id, str(hand), tables)
                    for item in examinations
                    if item.jurisdiction.find_wager(wager_id)
                ),
            )


def _sort_tables(
    examination: Examination,
    wager: str,
    hand: str,
    tables: list[tuple[Jurisdiction, str, Paytable]],
) -> PushRow:
    jurisdiction = examination.jurisdiction
    push, pays, absent = [], [], []
    for owner, _, paytable in tables:
        if owner.id != jurisdiction.id:
            continue
        name = paytable.id if paytable.id != "main" else "its only paytable"
        line = next((item for item in paytable.lines if item.hand == hand), None)
        if line is None or not isinstance(line.pays.value, Pay):
            absent.append(name)
        elif line.pays.value == PUSHES:
            push.append(f"{name} ({place(line.citation)})")
        else:
            pays.append(f"{name} ({says(line.pays)})")
    effects = (
        effect
        for item in examination.differences
        if item.code == PUSH and item.subject == f"{wager}:{hand}"
        for effect in item.price.effects
    )
    return PushRow(jurisdiction.name, tuple(push), tuple(pays), tuple(absent), next(effects, None))


def _list_rows(examinations: tuple[Examination, ...]) -> Iterator[tuple[str, str, MatrixRow]]:
    """Every question that some document answers, with its topic and section."""
    jurisdictions = tuple(item.jurisdiction for item in examinations)
    keys: dict[str, Statement] = {}
    for jurisdiction in jurisdictions:
        for key, statement in jurisdiction.by_key.items():
            if statement.line is None and statement.parameter.key in PARAMETERS:
                keys.setdefault(key, statement)
    for key, sample in keys.items():
        if sample.parameter.section == "identity":
            continue
        found = [jurisdiction.by_key.get(key) for jurisdiction in jurisdictions]
        if not any(item is not None and item.standing in SAYING for item in found):
            continue
        owner = next(item for item in jurisdictions if key in item.by_key)
        first = next((item for item in found if item is not None and item.standing in SAYING), None)
        yield (
            sample.parameter.topic,
            sample.parameter.section,
            MatrixRow(
                ask(owner, sample),
                tuple(_build_cell(item, first) for item in found),
                sample.parameter.moves is not Moves.NOTHING,
                *_find_price(examinations, key, sample.parameter.moves),
            ),
        )


def _find_price(
    examinations: tuple[Examination, ...], key: str, moves: Moves
) -> tuple[tuple[str, Effect] | None, str]:
    """The largest effect that a difference has in any document, or why it has none."""
    found = [
        (examination.jurisdiction.name, finding)
        for examination in examinations
        for finding in examination.differences
        if key in finding.statements
    ]
    priced = [
        (name, effect) for name, item in found for effect in item.price.effects if effect.size
    ]
    if priced:
        return max(priced, key=lambda item: item[1].size), ""
    if moves is not Moves.ODDS:
        return None, "no edge turns on it"
    reason = next((item.price.unpriced for _, item in found if item.price.unpriced), "")
    return None, f"unpriced: {reason.partition(';')[0] or 'it makes another game'}"


def _build_cell(statement: Statement | None, first: Statement | None) -> Cell:
    if statement is None or statement.standing is Standing.NOT_OFFERED:
        return Cell("not part of the game", "", differs=False)
    if statement.standing in SAYING:
        mark = " (of two things said)" if statement.standing is Standing.CONFLICTING else ""
        differs = first is not None and statement.value != first.value
        return Cell(f"{says(statement)}{mark}", basis(statement, 2), differs=differs)
    told = "left to another text" if statement.deferred_to else "not said"
    assumed = f"; we assume: {says(statement)}" if statement.value is not None else ""
    return Cell(f"{told}{assumed}", "", differs=False)
