"""One sheet a wager: every outcome with its count, odds, pay and what it contributes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.findings.policy import Policy
from certify.game.cards import Card, format_cards
from certify.odds.exposure import Exposure as RoundExposure
from certify.odds.exposure import find_exposure
from certify.odds.result import Alternative, WagerOdds
from certify.spec.model import Jurisdiction, Line, Money, Paytable, Rules, Value
from certify.spec.parameters import PARAMETER_OF_READING


@dataclass(frozen=True, slots=True)
class Row:
    """One outcome of a wager."""

    outcome: str
    line: Line | None
    deals: int
    share: Fraction
    net: Fraction
    contribution: Fraction
    """What the outcome adds to the player's expected result, as a share of the stake."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """What one qualifying hand can cost the bank at a given stake."""

    stake: Money
    outcome: str
    pay: Money
    envy: Money | None
    """Envy to all other players of a full table together."""
    others: int
    total: Money
    capped: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A wager on one paytable, ready for paper."""

    odds: WagerOdds
    paytable: Paytable | None
    rows: tuple[Row, ...]
    exposure: Exposure | None
    worst_round: RoundExposure | None = None
    """The largest loss on this paytable in one round, and a deal that reaches it."""

    @property
    def worst_deal(self) -> tuple[tuple[str, str], ...]:
        """The deal of the worst round: what each hand holds, and its cards; the bank's last."""
        if self.worst_round is None:
            return ()
        players = [(name, _write(cards)) for name, cards in self.worst_round.players]
        return (*players, ("bank", _write(self.worst_round.bank)))

    @property
    def has_figures(self) -> bool:
        """Whether there are odds to print."""
        return bool(self.odds.deals)

    @property
    def label(self) -> str:
        """The paytable's name, or nothing where the wager has none."""
        return self.odds.paytable or ""

    @property
    def push_rate(self) -> Fraction:
        """How often the stake comes back and nothing else."""
        return sum((row.share for row in self.rows if not row.net), Fraction(0))

    @property
    def pays(self) -> tuple[Row, ...]:
        """The outcomes that pay, the dearest first."""
        return tuple(sorted((row for row in self.rows if row.net > 0), key=lambda row: -row.net))

    @property
    def priced(self) -> tuple[Alternative, ...]:
        """The alternatives whose edge is known."""
        return tuple(item for item in self.odds.alternatives if item.house_edge is not None)

    @property
    def details(self) -> tuple[tuple[str, Any, Fraction | None], ...]:
        """The further counts that come with the odds, one level deep, each with its share."""
        found: list[tuple[str, Any]] = []
        for key, value in self.odds.details.items():
            if isinstance(value, dict):
                found += [(f"{key}: {inner}", item) for inner, item in value.items()]
            else:
                found.append((key, value))
        return tuple(
            (label, value, Fraction(value, self.odds.deals) if isinstance(value, int) else None)
            for label, value in found
        )


@dataclass(frozen=True, slots=True)
class Price:
    """One open reading: what is adopted, and what another answer does to each wager."""

    key: str
    question: str
    adopted: Value | None
    because: str
    where: str
    standing: str
    others: tuple[tuple[Value, tuple[tuple[Sheet, Alternative], ...]], ...]

    @property
    def moves(self) -> tuple[Fraction, ...]:
        """Every difference in house edge, envy left out."""
        return tuple(
            alternative.house_edge - sheet.odds.house_edge
            for _, pairs in self.others
            for sheet, alternative in pairs
            if alternative.house_edge is not None
        )

    @property
    def widest(self) -> Fraction:
        """The largest difference, whatever its sign."""
        return max((abs(move) for move in self.moves), default=Fraction(0))


def build_sheet(jurisdiction: Jurisdiction, odds: WagerOdds, policy: Policy | None) -> Sheet:
    """Lay out one wager; outcomes that do not make up all deals are refused."""
    if sum(item.deals for item in odds.outcomes) != odds.deals:
        raise CertifyError(
            f"{jurisdiction.id}: the outcomes of {odds.wager} do not sum to all deals"
        )
    paytable = jurisdiction.paytable(odds.paytable) if odds.paytable else None
    lines = {line.hand: line for line in paytable.lines} if paytable else {}
    rows = tuple(
        Row(
            item.name,
            lines.get(item.name),
            item.deals,
            Fraction(item.deals, odds.deals),
            item.net,
            item.net * item.deals / odds.deals,
        )
        for item in odds.outcomes
    )
    return Sheet(
        odds,
        paytable,
        rows,
        _expose(jurisdiction, odds, rows, policy),
        _find_worst_round(jurisdiction, paytable, policy),
    )


def _write(cards: tuple[Card, ...]) -> str:
    return format_cards(sorted(cards, reverse=True))


def _find_worst_round(
    jurisdiction: Jurisdiction, paytable: Paytable | None, policy: Policy | None
) -> RoundExposure | None:
    if policy is None or paytable is None:
        return None
    stake = Money(policy.maximum_stakes["fortune-bonus"], jurisdiction.currency)
    return find_exposure(Rules(jurisdiction, paytable, {}), stake)


def _expose(
    jurisdiction: Jurisdiction, odds: WagerOdds, rows: tuple[Row, ...], policy: Policy | None
) -> Exposure | None:
    if policy is None or odds.wager not in policy.maximum_stakes or not rows:
        return None
    stake = Money(policy.maximum_stakes[odds.wager], jurisdiction.currency)
    others = policy.full_table_others if odds.envy else 0
    cap = jurisdiction.statements["fortune.cap"].value if odds.wager == "fortune-bonus" else None

    def pay(row: Row) -> Fraction:
        full = row.net * stake.amount
        return min(full, cap.amount) if isinstance(cap, Money) else full

    def envy(row: Row) -> Fraction:
        return row.line.envy.amount * others if row.line and row.line.envy else Fraction(0)

    worst = max(rows, key=lambda row: pay(row) + envy(row))
    if worst.net <= 0:
        return None
    return Exposure(
        stake,
        worst.outcome,
        Money(pay(worst), stake.currency),
        Money(envy(worst), stake.currency) if others else None,
        others,
        Money(pay(worst) + envy(worst), stake.currency),
        pay(worst) < worst.net * stake.amount,
    )


def list_prices(jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...]) -> tuple[Price, ...]:
    """Every reading that has alternatives with figures, the widest first."""
    found: dict[str, dict[Value, list[tuple[Sheet, Alternative]]]] = {}
    for sheet in sheets:
        for alternative in sheet.odds.alternatives:
            if len(alternative.readings) == 1:
                ((key, value),) = alternative.readings.items()
                found.setdefault(key, {}).setdefault(value, []).append((sheet, alternative))
    prices = []
    for key, others in found.items():
        parameter = PARAMETER_OF_READING[key]
        statement = jurisdiction.statements[parameter.key]
        prices.append(
            Price(
                key,
                parameter.description,
                statement.value,
                statement.because,
                statement.clause,
                statement.standing,
                tuple((value, tuple(pairs)) for value, pairs in others.items()),
            )
        )
    return tuple(sorted(prices, key=lambda price: -price.widest))
