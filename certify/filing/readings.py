"""The readings in one table: what each other value does to the edge of each wager."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.filing.sheets import Sheet
from certify.filing.wording import says, where
from certify.findings.finding import Effect as Price
from certify.findings.finding import Finding
from certify.findings.phrases import ask, trim
from certify.odds.result import AlternativeOdds
from certify.spec.model import Jurisdiction, Statement
from certify.spec.values import Value

_UNCOUNTED = "unpriced: nothing here can count this answer"


@dataclass(frozen=True, slots=True)
class Effect:
    """What one other value does to one wager, over its paytables."""

    wager: str
    paytables: int
    edges: tuple[tuple[Fraction, Fraction], ...]
    """The edge as adopted and as read otherwise, paytable by paytable."""
    full_tables: tuple[tuple[Fraction, Fraction, Fraction], ...]
    """With envy from a full table: as adopted, and the lowest and highest as read otherwise."""
    money: tuple[Fraction, Fraction] | None
    """Where no stake is named: what envy from one other player is worth, adopted and read otherwise."""
    why_not: str = ""
    found: Price | None = None
    """The effect as the findings give it, where it does not show at the adopted stake or here at all."""

    @property
    def moves(self) -> tuple[Fraction, Fraction]:
        """The lowest and highest difference without envy."""
        found = [after - before for before, after in self.edges]
        return min(found), max(found)

    @property
    def full_moves(self) -> tuple[Fraction, Fraction] | None:
        """The lowest and highest difference with envy from a full table."""
        if not self.full_tables:
            return None
        low = [least - before for before, least, _ in self.full_tables]
        high = [most - before for before, _, most in self.full_tables]
        return min(low), max(high)

    @property
    def shows_envy(self) -> bool:
        """Whether there is a figure of it with envy, beside the one without."""
        moved = self.money is not None and self.money[0] != self.money[1]
        return self.found is None and (bool(self.full_tables) or moved)

    @property
    def size(self) -> Fraction:
        """The largest difference of all."""
        found = list(self.moves) if self.edges else []
        found += list(self.full_moves or ())
        if self.found:
            found.append(self.found.size)
        return max((abs(move) for move in found), default=Fraction(0))


@dataclass(frozen=True, slots=True)
class OtherValue:
    """Another answer, by which words, and what it does."""

    answer: str
    because: str
    effects: tuple[Effect, ...]
    is_supported: bool
    """Whether words of the text support it."""


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """One open question with its answers."""

    question: str
    adopted: str
    because: str
    where: str
    standing: str
    others: tuple[OtherValue, ...]
    key: str
    """The key of the statement."""

    @property
    def size(self) -> Fraction:
        """The largest difference of any answer."""
        return max(
            (effect.size for other in self.others for effect in other.effects), default=Fraction(0)
        )

    @property
    def is_supported(self) -> bool:
        """Whether words of the text support some other answer."""
        return any(other.is_supported for other in self.others)

    @property
    def is_priced(self) -> bool:
        """Whether some answer has a price."""
        return any(effect.edges for other in self.others for effect in other.effects)


Pairs = list[tuple[Sheet, AlternativeOdds]]


def list_readings(
    jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...], findings: Iterable[Finding]
) -> tuple[ReadingRow, ...]:
    """Every statement that a figure turns on and that the text leaves open, the widest first.

    Odds are at the least stake of the adopted reading; a reading that moves just that stake shows
    only in the findings, which compare at equal stake, and is taken from there. So is one that is
    counted for its finding alone. Answers that no words support come last.
    """
    prices = {
        (key, price.wager): price
        for finding in findings
        for key in finding.statements
        for price in finding.price.effects
        if price.size
    }
    found: dict[str, dict[Value, Pairs]] = {}
    for sheet in sheets:
        for alternative in sheet.odds.alternatives:
            if len(alternative.readings) == 1:
                ((key, value),) = alternative.readings.items()
                found.setdefault(key, {}).setdefault(value, []).append((sheet, alternative))
    rows = []
    for key, others in found.items():
        statement = _find(jurisdiction, key)
        if statement is not None:
            rows.append(_build(jurisdiction, statement, others, prices))
    rows += _list_found(jurisdiction, sheets, prices, {row.key for row in rows})
    return tuple(sorted(rows, key=lambda row: (not row.is_supported, -row.size, row.question)))


def _list_found(
    jurisdiction: Jurisdiction,
    sheets: tuple[Sheet, ...],
    prices: Mapping[tuple[str, str], Price],
    known: set[str],
) -> Iterator[ReadingRow]:
    """Statements with one other answer whose price stands in the findings alone."""
    names = {sheet.odds.wager: sheet.wager for sheet in sheets}
    for key in dict.fromkeys(key for key, _ in prices if key not in known):
        statement = jurisdiction.by_key.get(key)
        if statement is None or statement.value is None or len(statement.other_values) != 1:
            continue
        effects = tuple(
            Effect(names[wager], 1, (), (), None, found=price)
            for (named, wager), price in prices.items()
            if named == key and wager in names and price.after is not None
        )
        if effects:
            (value,) = statement.other_values
            yield _word(jurisdiction, statement, {value: effects})


def _find(jurisdiction: Jurisdiction, key: str) -> Statement | None:
    named = jurisdiction.readings.get(key)
    return named[0] if named else jurisdiction.by_key.get(key)


def _build(
    jurisdiction: Jurisdiction,
    statement: Statement,
    others: Mapping[Value, Pairs],
    prices: Mapping[tuple[str, str], Price],
) -> ReadingRow:
    measured = {
        value: tuple(_measure(statement.key, pairs, prices, alone=len(others) == 1))
        for value, pairs in others.items()
    }
    return _word(jurisdiction, statement, measured)


def _word(
    jurisdiction: Jurisdiction, statement: Statement, others: Mapping[Value, tuple[Effect, ...]]
) -> ReadingRow:
    reasons = {item.value: trim(item.because) for item in statement.alternatives}
    said = {item.value for item in statement.said}
    return ReadingRow(
        ask(jurisdiction, statement),
        says(statement),
        trim(statement.because),
        where(statement),
        str(statement.standing),
        tuple(
            OtherValue(
                says(statement, value),
                reasons.get(value, ""),
                effects,
                is_supported=value in said or bool(reasons.get(value)),
            )
            for value, effects in others.items()
        ),
        statement.key,
    )


def _measure(
    key: str, pairs: Pairs, prices: Mapping[tuple[str, str], Price], *, alone: bool
) -> Iterator[Effect]:
    """What one answer does to each wager; what is counted nowhere else is the finding's if it is `alone`."""
    by_wager: dict[str, Pairs] = {}
    for sheet, alternative in pairs:
        by_wager.setdefault(sheet.odds.wager, []).append((sheet, alternative))
    for wager, own in by_wager.items():
        effect = _sum_up(own)
        hidden = not effect.size and (effect.edges or alone)
        yield replace(effect, found=prices.get((key, wager))) if hidden else effect


def _sum_up(pairs: Pairs) -> Effect:
    edges, full, money = [], [], []
    for sheet, alternative in pairs:
        if alternative.house_edge is not None:
            edges.append((sheet.odds.house_edge, alternative.house_edge))
        before, after = sheet.full_table, alternative.envy[-1] if alternative.envy else None
        if before is None or after is None:
            continue
        if before.house_edge is not None and after.house_edge is not None:
            high = after.highest_edge if after.highest_edge is not None else after.house_edge
            full.append((before.house_edge, after.house_edge, high))
        else:
            money.append((before.per_other_player, after.per_other_player))
    unpriced = any(item.why_not for _, item in pairs)
    return Effect(
        pairs[0][0].wager,
        len(pairs),
        tuple(edges),
        tuple(full),
        money[0] if money else None,
        _UNCOUNTED if unpriced else "",
    )
