"""The comparison filing: what several documents say and pay, side by side."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.filing.examination import Examination
from certify.filing.report import Identity, find_game
from certify.filing.sheets import Sheet
from certify.filing.wording import capital, place, places, says
from certify.findings.case import SAYING
from certify.findings.phrases import ask, name_class, name_topic
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
class PushAcross:
    """A hand that pushes on some paytables of a wager and not on all."""

    wager: str
    hand: str
    rows: tuple[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...]
    """A document with the paytables that push, that pay and what, and that have no such line."""


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


@dataclass(frozen=True)
class Across:
    """The comparison of several jurisdictions."""

    identity: Identity
    game: str
    examinations: tuple[Examination, ...]
    wagers: tuple[WagerAcross, ...]
    pushes: tuple[PushAcross, ...]
    envy: tuple[MatrixRow, ...]
    topics: tuple[tuple[str, tuple[MatrixRow, ...]], ...]
    """Questions that documents answer differently, by topic."""
    compared: int

    @property
    def differing(self) -> int:
        """How many questions the documents answer differently."""
        return sum(len(rows) for _, rows in self.topics)


def name_games(names: Sequence[str]) -> str:
    """What several documents call their games, in few words: the commonest name stands for the others."""
    folded = Counter(name.casefold() for name in names)
    games = [
        next(name for name in names if name.casefold() == one) for one, _ in folded.most_common()
    ]
    return " and ".join(games) if len(games) < 3 else f"{games[0]} and others"


def build_across(examinations: tuple[Examination, ...], identity: Identity) -> Across:
    """Put the comparison together."""
    jurisdictions = tuple(item.jurisdiction for item in examinations)
    rows = list(_list_rows(jurisdictions))
    topics: dict[str, list[MatrixRow]] = {}
    for topic, section, row in rows:
        if section != "envy" and any(cell.differs for cell in row.cells):
            topics.setdefault(topic, []).append(row)
    return Across(
        identity,
        name_games([find_game(item) for item in jurisdictions]),
        examinations,
        tuple(_list_wagers(examinations)),
        tuple(_list_pushes(jurisdictions)),
        tuple(row for _, section, row in rows if section == "envy" and row.moves_money),
        tuple((name_topic(topic), tuple(own)) for topic, own in topics.items()),
        len(rows),
    )


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


def _list_pushes(jurisdictions: tuple[Jurisdiction, ...]) -> Iterator[PushAcross]:
    """Hands whose line is a push on some paytables of a wager, and something else on others."""
    wagers: dict[str, list[tuple[Jurisdiction, str, Paytable]]] = {}
    for jurisdiction in jurisdictions:
        for wager, paytable in jurisdiction.list_paytables():
            wagers.setdefault(wager.id, []).append((jurisdiction, wager.name, paytable))
    for tables in wagers.values():
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
                    _sort_tables(jurisdiction, str(hand), tables) for jurisdiction in jurisdictions
                ),
            )


def _sort_tables(
    jurisdiction: Jurisdiction, hand: str, tables: list[tuple[Jurisdiction, str, Paytable]]
) -> tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
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
    return jurisdiction.name, tuple(push), tuple(pays), tuple(absent)


def _list_rows(jurisdictions: tuple[Jurisdiction, ...]) -> Iterator[tuple[str, str, MatrixRow]]:
    """Every question that some document answers, with its topic and section."""
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
            ),
        )


def _build_cell(statement: Statement | None, first: Statement | None) -> Cell:
    if statement is None or statement.standing is Standing.NOT_OFFERED:
        return Cell("not part of the game", "", differs=False)
    if statement.standing in SAYING:
        mark = " (of two things said)" if statement.standing is Standing.CONFLICTING else ""
        differs = first is not None and statement.value != first.value
        return Cell(f"{says(statement)}{mark}", places(statement.citations, 2), differs=differs)
    told = "left to another text" if statement.deferred_to else "not said"
    assumed = f"; we assume: {says(statement)}" if statement.value is not None else ""
    return Cell(f"{told}{assumed}", "", differs=False)
