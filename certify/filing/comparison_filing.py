"""The comparison filing: what several documents state and pay, side by side."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.compare.documents import align_statements
from certify.compare.paytables import list_pushes
from certify.filing.examination import Examination
from certify.filing.issues import FiledIssue, list_filed
from certify.filing.report import Identity, find_game
from certify.filing.sheets import Sheet
from certify.filing.wording import cite_statement
from certify.findings.case import SAYING, Case
from certify.findings.finding import Finding, Kind, Severity
from certify.findings.issue import list_issues
from certify.findings.registry import list_differences
from certify.odds.result import Status
from certify.render.check import describe_headline
from certify.render.finding import describe_effect, explain_missing
from certify.render.values import begin, cite, name_class, name_topic
from certify.render.words import Words
from certify.spec.catalogue import PARAMETERS, Moves
from certify.spec.model import Jurisdiction, Paytable, Standing, Statement
from certify.spec.values import PUSHES, Pay

_PUSH = "XJD003"
"""The rule that finds a hand which pushes in one document and not in another."""


@dataclass(frozen=True, slots=True)
class RankedEdge:
    """One paytable among all of its wager."""

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
    """A document with the paytables that push, that pay, and that have no such row."""

    document: str
    push: tuple[str, ...]
    pays: tuple[str, ...]
    absent: tuple[str, ...]
    effect: str
    """The effect of removing or adding the push."""


@dataclass(frozen=True, slots=True)
class PushAcross:
    """A hand that pushes on some paytables of a wager and not on all."""

    wager: str
    hand: str
    rows: tuple[PushRow, ...]


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """What one document states about one parameter."""

    text: str
    where: str
    differs: bool
    """From the first document that states it."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One parameter across documents."""

    title: str
    cells: tuple[MatrixCell, ...]
    affects_money: bool
    effect: str
    """The largest effect of the difference in any document, or why there is none."""

    @property
    def differs(self) -> bool:
        """Whether documents that state it differ."""
        return any(cell.differs for cell in self.cells)


@dataclass(frozen=True)
class ComparisonFiling:
    """The comparison of several jurisdictions."""

    identity: Identity
    game: str
    """The names of the games, each once."""
    examinations: tuple[Examination, ...]
    headlines: tuple[str, ...]
    """The verdicts of each document in one sentence."""
    errors: tuple[tuple[FiledIssue, ...], ...]
    """The errors of each document, numbered as in its filing."""
    wagers: tuple[WagerAcross, ...]
    pushes: tuple[PushAcross, ...]
    envy: tuple[MatrixRow, ...]
    topics: tuple[tuple[str, tuple[MatrixRow, ...]], ...]
    """The parameters on which documents differ, by topic."""
    compared: int

    @property
    def statuses(self) -> tuple[Status, ...]:
        """The statuses of the figures in the tables."""
        found = {item.sheet.odds.status for wager in self.wagers for item in wager.ranked}
        return tuple(status for status in Status if status in found)

    @property
    def differing(self) -> int:
        """On how many parameters the documents differ: the marked rows."""
        shown = (*self.envy, *(row for _, rows in self.topics for row in rows))
        return sum(row.differs for row in shown)


def name_games(names: Sequence[str]) -> str:
    """The names of the games of several documents, the most frequent first."""
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
        tuple(describe_headline(Words(item.jurisdiction), item.verdict) for item in examinations),
        tuple(
            tuple(
                issue for issue in list_filed(item.checked, {}) if issue.severity is Severity.ERROR
            )
            for item in examinations
        ),
        tuple(_list_wagers(examinations)),
        tuple(_list_pushes(examinations)),
        tuple(
            row
            for _, section, row in rows
            if section == "envy" and (row.affects_money or row.differs)
        ),
        tuple((name_topic(topic), tuple(own)) for topic, own in topics.items()),
        len(rows),
    )


def _leave_others_out(
    examination: Examination, jurisdictions: tuple[Jurisdiction, ...]
) -> Examination:
    """An examination as if no other document existed: a comparison is made from those compared alone."""
    among = {item.id: item.name for item in jurisdictions}
    if standard := examination.standard:
        lent = tuple(item for item in standard.assumed if item.lender in among.values())
        examination = replace(examination, standard=replace(standard, assumed=lent))
    checked = examination.checked
    if all(among.keys() >= set(item.jurisdictions) for item in checked.findings):
        return examination
    case = Case(examination.jurisdiction, examination.policy, jurisdictions)
    own = (item for item in checked.issues if item.kind is not Kind.DIFFERENCE)
    issues = (*own, *list_issues(list_differences(case)))
    return replace(examination, checked=replace(checked, issues=issues))


def _list_found(examination: Examination) -> Iterator[Finding]:
    """The differences of a document from the others."""
    return (item for item in examination.checked.findings if item.kind is Kind.DIFFERENCE)


def identify(jurisdictions: tuple[Jurisdiction, ...], date: str = "") -> Identity:
    """The comparison's own identity: the latest date, and a hash over all specifications."""
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
    """Hands that push on some paytables of a wager and not on others."""
    wagers: dict[str, list[tuple[Jurisdiction, str, Paytable]]] = {}
    for examination in examinations:
        for wager, paytable in examination.jurisdiction.list_paytables():
            wagers.setdefault(wager.id, []).append((examination.jurisdiction, wager.name, paytable))
    for wager_id, tables in wagers.items():
        for hand in list_pushes(table for _, _, table in tables):
            yield PushAcross(
                tables[0][1],
                begin(name_class(hand)),
                tuple(
                    _sort_tables(item, wager_id, hand, tables)
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
    words = Words(jurisdiction)
    push, pays, absent = [], [], []
    for owner, _, paytable in tables:
        if owner.id != jurisdiction.id:
            continue
        name = paytable.id if paytable.id != "main" else "the only paytable"
        line = next((item for item in paytable.lines if item.hand == hand), None)
        if line is None or not isinstance(line.pays.value, Pay):
            absent.append(name)
        elif line.pays.value == PUSHES:
            push.append(f"{name} ({cite(line.citation)})")
        else:
            pays.append(f"{name} ({words.value(line.pays.key, line.pays.value)})")
    effects = [
        describe_effect(words, item.effect)
        for item in _list_found(examination)
        if item.code == _PUSH and item.subject == f"{wager}:{hand}" and item.effect
    ]
    return PushRow(
        jurisdiction.name, tuple(push), tuple(pays), tuple(absent), next(iter(effects), "")
    )


def _list_rows(examinations: tuple[Examination, ...]) -> Iterator[tuple[str, str, MatrixRow]]:
    """Every parameter that a document states, with its topic and section."""
    jurisdictions = tuple(item.jurisdiction for item in examinations)
    for row in align_statements(jurisdictions):
        parameter, owner = row.known.parameter, row.statements.index(row.known)
        saying = [item for item in row.statements if item is not None and item.standing in SAYING]
        if parameter.key not in PARAMETERS or parameter.section == "identity" or not saying:
            continue
        yield (
            parameter.topic,
            parameter.section,
            MatrixRow(
                Words(jurisdictions[owner]).title(row.key),
                tuple(
                    _build_cell(Words(jurisdiction), item, saying[0])
                    for jurisdiction, item in zip(jurisdictions, row.statements, strict=True)
                ),
                parameter.moves is not Moves.NOTHING,
                _describe_largest(examinations, row.key, parameter.moves),
            ),
        )


def _describe_largest(examinations: tuple[Examination, ...], key: str, moves: Moves) -> str:
    """The largest effect that a difference has in any document, or why there is none."""
    found = [
        (examination.jurisdiction, finding)
        for examination in examinations
        for finding in _list_found(examination)
        if key in finding.statements
    ]
    effects = [(own, effect) for own, item in found for effect in item.effects if effect.size]
    if effects:
        own, effect = max(effects, key=lambda item: item[1].size)
        return f"{own.name}: {describe_effect(Words(own), effect)}"
    reasons = (
        explain_missing(Words(own), one) for own, item in found for one in item.price.missing
    )
    none = "effect not calculated" if moves is Moves.ODDS else "no effect on the house edge"
    return next(reasons, none)


def _build_cell(words: Words, statement: Statement | None, first: Statement) -> MatrixCell:
    if statement is None or statement.standing is Standing.NOT_OFFERED:
        return MatrixCell("not offered", "", differs=False)
    value = words.value(statement.key, statement.value) if statement.value is not None else ""
    if statement.standing in SAYING:
        mark = " (contradictory)" if statement.standing is Standing.CONFLICTING else ""
        differs = statement.value != first.value
        return MatrixCell(f"{value}{mark}", cite_statement(statement), differs=differs)
    source = "in another document" if statement.deferred_to else "not addressed"
    return MatrixCell(f"{source}; assumption: {value}" if value else source, "", differs=False)
