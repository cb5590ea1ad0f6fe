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
    """The effect that the findings give, where the adopted stake hides it."""

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
    def is_priced(self) -> bool:
        """Whether some answer has a price."""
        return any(effect.edges for other in self.others for effect in other.effects)


Pairs = list[tuple[Sheet, AlternativeOdds]]


def list_readings(
    jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...], findings: Iterable[Finding]
) -> tuple[ReadingRow, ...]:
    """Every statement that a figure turns on and that the text leaves open, the widest first.

    Odds are at the least stake of the adopted reading; a reading that moves just that stake shows
    only in the findings, which compare at equal stake, and is taken from there.
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
    return tuple(sorted(rows, key=lambda row: (-row.size, row.question)))


def _find(jurisdiction: Jurisdiction, key: str) -> Statement | None:
    named = jurisdiction.readings.get(key)
    return named[0] if named else jurisdiction.by_key.get(key)


def _build(
    jurisdiction: Jurisdiction,
    statement: Statement,
    others: Mapping[Value, Pairs],
    prices: Mapping[tuple[str, str], Price],
) -> ReadingRow:
    reasons = {item.value: item.because for item in statement.alternatives}
    return ReadingRow(
        ask(jurisdiction, statement),
        says(statement),
        trim(statement.because),
        where(statement),
        str(statement.standing),
        tuple(
            OtherValue(
                says(statement, value),
                trim(reasons.get(value, "")),
                tuple(_measure(statement.key, pairs, prices)),
            )
            for value, pairs in others.items()
        ),
        statement.key,
    )


def _measure(key: str, pairs: Pairs, prices: Mapping[tuple[str, str], Price]) -> Iterator[Effect]:
    by_wager: dict[str, Pairs] = {}
    for sheet, alternative in pairs:
        by_wager.setdefault(sheet.odds.wager, []).append((sheet, alternative))
    for wager, own in by_wager.items():
        effect = _sum_up(own)
        yield effect if effect.size else replace(effect, found=prices.get((key, wager)))


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
