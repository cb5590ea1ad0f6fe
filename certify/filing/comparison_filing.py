"""The comparison filing: what several documents state and pay, next to each other."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from string import ascii_lowercase

from certify.base.names import name_class
from certify.compare.documents import (
    StatementRow,
    align_statements,
    are_different,
    is_in_one,
)
from certify.compare.paytables import list_pushes
from certify.filing.examination import Examination
from certify.filing.issues import FiledIssue, MatrixAnswer, list_filed
from certify.filing.pay_grid import (
    Axis,
    Panel,
    PayGrid,
    build_grids,
    choose_panel_axis,
    list_panels,
    place_stake,
)
from certify.filing.report import Identity, find_game
from certify.filing.sheets import Sheet
from certify.filing.wording import cite_statement
from certify.findings.case import SAYING, Case
from certify.findings.finding import Basis, Downgrade, Effect, Finding, Kind, Severity
from certify.findings.issue import list_issues
from certify.findings.registry import list_differences
from certify.render.check import describe_headline
from certify.render.values import begin, cite, name_tables
from certify.render.words import Words
from certify.spec.catalogue import PARAMETERS, Moves
from certify.spec.model import Jurisdiction, Paytable, Standing, Statement
from certify.spec.values import PUSHES, Money, Value

Values = tuple[tuple[str, str], ...]
"""The values of one answer, each with its words: the value used, then the contrary ones."""
_PUSH, _PUSH_ROW, _HOUSE_WAY = "XJD003", "GAP007", "XJD007"
"""The rules that find a hand which pushes in one document only, a push that the rules of play do not address,
and house ways that differ."""
_IN_CELL = 16
"""A longer answer is written once under its rule, and the cells have its letter."""
_OPEN = "?"
"""An answer that neither the document nor an assumption gives."""
_LEAST = Fraction(1, 10**4)
"""Rules with a smaller effect are listed after the matrix."""


@dataclass(frozen=True, slots=True)
class LargestEffect:
    """The largest change of a house edge at the stated wager."""

    change: Fraction
    documents: tuple[str, ...]
    """The short names of the documents with this change."""
    both_ways: bool
    """Whether it lowers the house edge in one document and raises it in another."""
    share: float = 0.0
    """The length of its bar on a logarithmic scale, 1 for the largest effect of the matrix."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One rule across documents."""

    key: str
    title: str
    key_to_letters: tuple[tuple[str, str], ...]
    """Each letter with its answer, where the answers are long."""
    answers: tuple[MatrixAnswer, ...]
    differs: bool
    """Whether documents that address it differ in more than wording."""
    has_figures: bool
    """Whether a figure can depend on it."""
    effect: LargestEffect | None = None


@dataclass(frozen=True, slots=True)
class StatedWager:
    """The one wager and the one table at which effects are compared."""

    amount: Fraction
    currencies: tuple[str, ...]
    others: int

    @property
    def text(self) -> str:
        """The wager in its currencies."""
        return f"{Money(self.amount, self.currencies[0])}"


@dataclass(frozen=True)
class ComparisonFiling:
    """The comparison of several jurisdictions."""

    identity: Identity
    game: str
    """The names of the games, each once."""
    examinations: tuple[Examination, ...]
    short: tuple[str, ...]
    """The short name of each document."""
    headlines: tuple[str, ...]
    """The verdicts of each document in one sentence."""
    errors: tuple[tuple[FiledIssue, ...], ...]
    """The errors of each document, numbered as in its filing."""
    wager: StatedWager
    rows: tuple[MatrixRow, ...]
    """The rules with an effect at the stated wager: those that differ, then those that are unclear."""
    others: tuple[MatrixRow, ...]
    """The rules that differ without such an effect."""
    compared: int
    grids: tuple[PayGrid, ...]
    panels: tuple[Panel, ...]
    """Every paytable with figures, the lowest house edge of each wager first."""

    @property
    def differing(self) -> tuple[MatrixRow, ...]:
        """The rules with an effect on which documents differ, the largest effect first."""
        return tuple(row for row in self.rows if row.differs)

    @property
    def unclear(self) -> tuple[MatrixRow, ...]:
        """The other rules with an effect: not addressed or contradictory in a document."""
        return tuple(row for row in self.rows if not row.differs)

    @property
    def ranked(self) -> tuple[tuple[Jurisdiction, Sheet], ...]:
        """Every wager with figures, the lowest house edge first."""
        found = [
            (item.jurisdiction, sheet)
            for item in self.examinations
            for sheet in item.sheets
            if sheet.has_figures
        ]
        return tuple(sorted(found, key=lambda pair: (pair[1].wager, pair[1].odds.house_edge)))

    @property
    def charted(self) -> tuple[Panel, ...]:
        """The paytables with an Envy Bonus: their house edge depends on wager amount and seats."""
        return tuple(item for item in self.panels if item.money)

    @property
    def listed(self) -> tuple[Panel, ...]:
        """The paytables of the wagers that some document offers with an Envy Bonus."""
        wagers = {item.sheet.odds.wager for item in self.charted}
        return tuple(item for item in self.panels if item.sheet.odds.wager in wagers)

    @property
    def limits(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest wager that the policy expects on the charted wagers."""
        policy = self.examinations[0].policy
        wagers = {item.sheet.odds.wager for item in self.charted}
        return min(map(policy.least_stake, wagers)), max(map(policy.most_stake, wagers))

    @property
    def axis(self) -> Axis:
        """The scale of house edges that all panels share."""
        return choose_panel_axis(self.charted, self.limits[0])

    @property
    def stakes(self) -> tuple[Fraction, ...]:
        """The wagers of the table: the minimums for an Envy Bonus and the highest wager."""
        minimums = {item.minimum for item in self.charted if item.minimum}
        return tuple(sorted({self.wager.amount, *minimums, self.limits[1]}))

    @property
    def ticks(self) -> tuple[tuple[Fraction, float], ...]:
        """The wagers under each panel, with their places from 0 to 1."""
        least, most = self.limits
        return tuple((stake, place_stake(stake, least, most)) for stake in (least, *self.stakes))

    @property
    def seats(self) -> tuple[tuple[int, float], ...]:
        """The numbers of other players that are shown, each with the width of its line."""
        most = self.wager.others
        numbers = sorted({1, (most + 1) // 2, most})
        return tuple((number, 0.6 + 0.5 * place) for place, number in enumerate(numbers))

    @property
    def lenders(self) -> tuple[str, ...]:
        """The documents whose house way is assumed for one without."""
        found = (
            other.lender
            for item in self.examinations
            if item.standard and not item.standard.sheet.has_figures
            for other in item.standard.assumed
            if other.house_edge is not None
        )
        return tuple(sorted(set(found)))

    def list_minimums(self, grid: PayGrid) -> tuple[tuple[Fraction, str], ...]:
        """The minimum wagers of a grid, each with the documents that have it, as far as they differ."""
        found: dict[Fraction, dict[str, None]] = {}
        for column in grid.columns:
            for panel in column.panels:
                if panel.money:
                    found.setdefault(panel.minimum, {})[panel.labels[0].split(" ")[0]] = None
        return tuple((minimum, ", ".join(names)) for minimum, names in sorted(found.items()))

    def find_level(self, edge: Fraction) -> int:
        """The tint of a house edge: even steps between the criteria of the policy, 5 above them."""
        policy = self.examinations[0].policy
        step = (policy.highest_edge - policy.lowest_edge) / 5
        return max(0, min(5, int((edge - policy.lowest_edge) / step)))


def name_games(names: Sequence[str]) -> str:
    """The names of the games of several documents, the most frequent first."""
    folded = Counter(name.casefold() for name in names)
    games = [
        next(name for name in names if name.casefold() == one) for one, _ in folded.most_common()
    ]
    return " and ".join(games) if len(games) < 3 else f"{games[0]} and others"


def abbreviate(names: Sequence[str]) -> tuple[str, ...]:
    """A short name for each document: initials of several words, or the beginning of one."""
    short = []
    for name in names:
        words = name.split()
        initials = "".join(word[0] for word in words if word[0].isupper())
        found = initials if len(initials) > 1 else name if len(name) < 5 else name[:3]
        short.append(found if found not in short else name)
    return tuple(short)


def build_comparison(examinations: tuple[Examination, ...], identity: Identity) -> ComparisonFiling:
    """Put the comparison together."""
    jurisdictions = tuple(item.jurisdiction for item in examinations)
    examinations = tuple(_leave_others_out(item, jurisdictions) for item in examinations)
    short = abbreviate([item.name for item in jurisdictions])
    wager = _choose_wager(examinations)
    matrix = _Matrix(examinations, short, wager)
    rows = matrix.list_rows()
    found = sorted(
        ((row, row.effect) for row in rows if row.effect), key=lambda pair: -abs(pair[1].change)
    )
    largest = abs(found[0][1].change) if found else Fraction(1)
    return ComparisonFiling(
        identity,
        name_games([find_game(item) for item in jurisdictions]),
        examinations,
        short,
        tuple(describe_headline(Words(item.jurisdiction), item.verdict) for item in examinations),
        tuple(
            tuple(
                issue for issue in list_filed(item.checked, {}) if issue.severity is Severity.ERROR
            )
            for item in examinations
        ),
        wager,
        tuple(
            replace(row, effect=replace(effect, share=_scale(abs(effect.change), largest)))
            for row, effect in found
        ),
        tuple(row for row in rows if row.differs and not row.effect),
        matrix.compared,
        build_grids(examinations, short),
        list_panels(examinations, short),
    )


def _scale(change: Fraction, largest: Fraction) -> float:
    """A place on a logarithmic scale from the least effect that is shown to the largest."""
    return math.log(change / _LEAST) / math.log(largest / _LEAST) if largest > _LEAST else 1.0


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


def identify(jurisdictions: tuple[Jurisdiction, ...], date: str = "") -> Identity:
    """The comparison's own identity: the latest date, and a hash over all specifications."""
    digest = hashlib.sha256("".join(item.source.sha256 for item in jurisdictions).encode())
    return Identity(
        "Comparison",
        "comparison",
        date or max(item.date for item in jurisdictions),
        digest.hexdigest(),
    )


def _choose_wager(examinations: Sequence[Examination]) -> StatedWager:
    """The lowest minimum wager that a document states for the Envy Bonus; else the policy's lowest."""
    policy = examinations[0].policy
    minimums = [
        envy.stake.amount
        for item in examinations
        for sheet in item.sheets
        for envy in sheet.odds.envy
        if envy.stake
    ]
    wagers = [wager.id for item in examinations for wager in item.jurisdiction.wagers]
    amount = min(minimums, default=max(map(policy.least_stake, wagers), default=Fraction(1)))
    currencies = Counter(item.jurisdiction.currency for item in examinations)
    names = tuple(name for name, _ in currencies.most_common())
    return StatedWager(amount, names, policy.full_table_others)


class _Matrix:
    """Rules across documents, each with its largest effect at one wager."""

    def __init__(
        self, examinations: tuple[Examination, ...], short: Sequence[str], wager: StatedWager
    ) -> None:
        self.examinations, self.short, self.wager = examinations, short, wager
        self.jurisdictions = tuple(item.jurisdiction for item in examinations)
        self.compared = 0

    def list_rows(self) -> list[MatrixRow]:
        """Every rule that a document addresses, and those that paytables and house ways show."""
        return [*self._list_statements(), *self._list_pushes(), *self._list_house_ways()]

    def _list_statements(self) -> Iterator[MatrixRow]:
        for row in align_statements(self.jurisdictions):
            parameter = row.known.parameter
            addressed = [item for item in row.statements if item and item.standing in SAYING]
            if parameter.key not in PARAMETERS or parameter.section == "identity":
                continue
            self.compared += bool(addressed)
            owner = row.statements.index(row.known)
            found = self._find_effect(partial(_is_about, row.key))
            differs = _differ(row)
            shared = sum(bool(item and item.value is not None) for item in row.statements) > 1
            if differs or (found and shared):
                yield self._build_row(
                    row.key,
                    Words(self.jurisdictions[owner]).title(row.key),
                    self._list_answers(row),
                    differs,
                    parameter.moves is Moves.ODDS,
                    found,
                )

    def _list_answers(self, row: StatementRow) -> Iterator[tuple[Values, MatrixAnswer]]:
        """What each document answers: the values with what makes two of them equal."""
        seen: list[Statement] = []
        for jurisdiction, item, own in zip(
            self.jurisdictions, row.statements, row.on_paytables, strict=True
        ):
            if item is None or item.standing is Standing.NOT_OFFERED:
                yield (), MatrixAnswer()
                continue
            words = Words(jurisdiction)
            tables: dict[Value | None, list[str]] = {}
            for name, other in own.items():
                tables.setdefault(other.value, []).append(name)
            extra = "".join(
                f", {name_tables(names)} {words.value(item.key, value)}"
                for value, names in tables.items()
            )
            same = next((one for one in seen if not are_different(one, item)), item)
            seen += [item] if item.value is not None else []
            values = [same.value if value == item.value else value for value in _list_values(item)]
            yield (
                tuple(
                    (f"{value}{extra}", f"{words.value(item.key, value)}{extra}")
                    for value in values
                    if value is not None
                ),
                MatrixAnswer(
                    assumed=item.standing not in SAYING,
                    contradictory=item.standing is Standing.CONFLICTING,
                    where=cite_statement(item),
                ),
            )

    def _build_row(
        self,
        key: str,
        title: str,
        answers: Iterable[tuple[Values, MatrixAnswer]],
        differs: bool,
        has_figures: bool,
        effect: LargestEffect | None,
    ) -> MatrixRow:
        """Tint equal answers alike and put letters for long ones."""
        found = list(answers)
        frequency = Counter(own[0][0] for own, item in found if own and not item.assumed)
        tints = {identity: n for n, (identity, _) in enumerate(frequency.most_common(), 1)}
        texts: dict[str, str] = {}
        for own, _ in found:
            for identity, text in own:
                texts.setdefault(identity, text)
        order = sorted(texts, key=lambda item: tints.get(item, len(texts) + 1))
        widest = max((len(" or ".join(text for _, text in own)) for own, _ in found), default=0)
        long = effect is None or widest > _IN_CELL
        letters = dict(zip(order, ascii_lowercase, strict=False)) if long else {}
        return MatrixRow(
            key,
            title,
            tuple((letter, texts[identity]) for identity, letter in letters.items()),
            tuple(
                replace(
                    item,
                    text=" or ".join(letters.get(identity, text) for identity, text in own)
                    or (_OPEN if item.assumed else ""),
                    tint=0 if item.assumed or not own else min(tints[own[0][0]], 5),
                )
                for own, item in found
            ),
            differs,
            has_figures,
            effect,
        )

    def _list_pushes(self) -> Iterator[MatrixRow]:
        """The hands that push on some paytables of a wager and not on others."""
        wagers: dict[str, list[tuple[int, Paytable]]] = {}
        for place, jurisdiction in enumerate(self.jurisdictions):
            for wager, paytable in jurisdiction.list_paytables():
                wagers.setdefault(wager.id, []).append((place, paytable))
        for wager_id, tables in wagers.items():
            for hand in list_pushes(table for _, table in tables):
                answers = [
                    self._tell_push(hand, [table for own, table in tables if own == place])
                    for place in range(len(self.jurisdictions))
                ]
                name = next(
                    filter(None, (item.find_wager(wager_id) for item in self.jurisdictions))
                )
                yield self._build_row(
                    f"{wager_id}:{hand}",
                    f"{begin(name_class(hand))}, {name.name}",
                    answers,
                    len({text for own, _ in answers for _, text in own}) > 1,
                    True,
                    self._find_effect(partial(_is_about_push, wager_id, hand)),
                )

    def _tell_push(self, hand: str, tables: Sequence[Paytable]) -> tuple[Values, MatrixAnswer]:
        """On how many paytables of a document a hand pushes."""
        if not tables:
            return (), MatrixAnswer()
        lines = [line for table in tables for line in table.lines if line.hand == hand]
        push = [line for line in lines if line.pays.value == PUSHES]
        if push:
            text = "push" if len(tables) == 1 else f"push, {len(push)} of {len(tables)}"
            return (("push", text),), MatrixAnswer(where=cite(*(line.citation for line in push)))
        text = "pays" if lines else "loses"
        return ((text, text),), MatrixAnswer()

    def _list_house_ways(self) -> Iterator[MatrixRow]:
        """Which documents have a house way; two that have one are taken as different house ways."""
        effect = self._find_effect(lambda item: item.code == _HOUSE_WAY)
        answers: list[tuple[Values, MatrixAnswer]] = []
        for item in self.examinations:
            if item.proof:
                text = f"{item.proof.rules_in_force} rules"
                answers.append((((item.jurisdiction.id if effect else "", text),), MatrixAnswer()))
            else:
                answers.append(((), MatrixAnswer(assumed=True)))
        if any(item.proof for item in self.examinations):
            differs = len({own[0][0] for own, _ in answers if own}) > 1
            yield self._build_row("house-way", "House way", answers, differs, True, effect)

    def _find_effect(self, concerns: Callable[[Finding], bool]) -> LargestEffect | None:
        """The largest change at the stated wager among some findings, in the documents that have it."""
        changes: dict[str, Fraction] = {}
        for name, examination in zip(self.short, self.examinations, strict=True):
            found = [
                change
                for finding in examination.checked.findings
                if concerns(finding) and not _is_unsupported(finding)
                for effect in finding.effects
                if self._is_at_wager(effect)
                for change in effect.change
            ]
            changes[name] = max(found, key=abs, default=Fraction(0))
        largest = max(changes.values(), key=abs, default=Fraction(0))
        if abs(largest) < _LEAST:
            return None
        names = tuple(name for name, change in changes.items() if abs(change) == abs(largest))
        both = len({changes[name] > 0 for name in names}) > 1
        return LargestEffect(largest, names, both)

    def _is_at_wager(self, effect: Effect) -> bool:
        """Whether an effect is that at the stated wager: any wager, no Envy Bonus, or exactly this one."""
        if effect.is_printed or Basis.FULL_TABLE in effect.basis:
            return False
        if effect.stake is None or effect.other_players == 0:
            return True
        return (
            effect.stake.amount == self.wager.amount and effect.other_players == self.wager.others
        )


def _is_about(key: str, finding: Finding) -> bool:
    """Whether a finding is about a statement."""
    return key in finding.statements


def _is_about_push(wager: str, hand: str, finding: Finding) -> bool:
    """Whether a finding is about a hand of a wager that pushes."""
    return (finding.code == _PUSH and finding.subject == f"{wager}:{hand}") or (
        finding.code == _PUSH_ROW and finding.subject == f"{wager}.push_line"
    )


def _is_unsupported(finding: Finding) -> bool:
    """Whether no words of a document support its alternative, or the alternative is a free choice."""
    return finding.downgraded in {Downgrade.UNSUPPORTED, Downgrade.CHOICE}


def _list_values(statement: Statement) -> list[Value]:
    """The value used, and the others that a contradictory document states."""
    values = [] if statement.value is None else [statement.value]
    if statement.standing is Standing.CONFLICTING:
        values += [value for value in statement.other_values if value not in values]
    return values


def _differ(row: StatementRow) -> bool:
    """Whether what documents state differs in more than wording; an assumption is no statement."""
    found = [
        item
        for item in row.statements
        if item is not None and (item.standing in SAYING or item.standing is Standing.NOT_OFFERED)
    ]
    return any(row.on_paytables) or any(
        are_different(one, two)
        if one.value is not None and two.value is not None
        else is_in_one(one, two) or is_in_one(two, one)
        for one, two in combinations(found, 2)
    )
