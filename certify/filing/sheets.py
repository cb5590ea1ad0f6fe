"""One sheet per wager: its outcomes, its house edge by wager amount and seats, its win percentages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.names import name_class
from certify.findings.policy import Policy
from certify.game.vocabulary import HAND_CLASSES
from certify.odds.facts import tabulate
from certify.odds.result import EnvyOdds, WagerOdds
from certify.odds.risk import Risk, find_risk
from certify.render.values import begin, name_line
from certify.render.words import Words
from certify.spec.model import Citation, Jurisdiction, Paytable, Wager
from certify.spec.values import Money, Pay

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome of a wager."""

    name: str
    deals: int
    share: Fraction
    pay: Pay
    returns: Fraction
    """What the outcome adds to the player's expectation, as a share of the wager."""
    envy: Pay | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A wager on one paytable, ready for paper."""

    odds: WagerOdds
    wager: str
    """The name of the wager."""
    paytable: Paytable | None
    rows: tuple[OutcomeRow, ...]

    @property
    def name(self) -> str:
        """The wager, with its paytable where that has a name of its own."""
        return f"{self.wager}, {self.label}" if self.label else self.wager

    @property
    def label(self) -> str:
        """The paytable's name; nothing where there is one alone."""
        named = self.paytable is not None and self.paytable.named and self.paytable.id != "main"
        return f"paytable {self.paytable.id}" if named and self.paytable else ""

    @property
    def citation(self) -> Citation | None:
        """The place of the paytable in the document."""
        return self.paytable.citation if self.paytable else None

    @property
    def has_figures(self) -> bool:
        """Whether there are odds to print."""
        return self.odds.has_figures

    @property
    def pays(self) -> tuple[OutcomeRow, ...]:
        """The outcomes that pay, the highest payout first."""
        paid = (row for row in self.rows if row.pay.is_win)
        return tuple(sorted(paid, key=lambda row: (-row.pay.times, -row.pay.money)))

    @property
    def full_table(self) -> EnvyOdds | None:
        """The wager with Envy Bonus and the maximum number of other players."""
        return self.odds.envy[-1] if self.odds.envy else None


def build_sheet(jurisdiction: Jurisdiction, odds: WagerOdds) -> Sheet:
    """Lay out one wager; raise if its outcomes do not sum to all combinations."""
    if sum(item.deals for item in odds.outcomes) != odds.deals:
        raise CertifyError(
            f"{jurisdiction.id}: the outcomes of {odds.wager} do not sum to all combinations"
        )
    wager = jurisdiction.find_wager(odds.wager)
    paytable = _find_paytable(wager, odds.paytable)
    lines = {line.id: line for line in paytable.lines} if paytable else {}
    rows, words = [], Words(jurisdiction)
    for item in tabulate(odds).split("outcome"):
        line = lines.get(item.outcome)
        name = begin(words.outcome(odds.wager, odds.paytable, item.outcome))
        envy = line.envy.value if line and line.envy else None
        rows.append(
            OutcomeRow(
                name,
                item.deals,
                item.share,
                item.pay,
                item.returns,
                envy if isinstance(envy, Pay) else None,
            )
        )
    name = begin(words.wager(odds.wager))
    return Sheet(odds, name, paytable, tuple(rows))


def _find_paytable(wager: Wager | None, name: str | None) -> Paytable | None:
    if wager is None or not wager.paytables:
        return None
    return next((item for item in wager.paytables if item.id == name), wager.paytables[0])


def list_labels(jurisdiction: Jurisdiction) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The hands whose printed label is not our name for them, each with its labels."""
    found: dict[str, dict[str, None]] = {}
    for _, paytable in jurisdiction.list_paytables():
        for line in paytable.lines:
            label = name_line(line, paytable.lines)
            if line.hand and _fold(label) != _fold(name_class(line.hand)):
                found.setdefault(line.hand, {})[label] = None
    return tuple((name_class(hand), tuple(found[hand])) for hand in HAND_CLASSES if hand in found)


def _fold(label: str) -> str:
    """A label without case, punctuation and the spelling of numbers."""
    words = re.findall(r"[a-z0-9]+", label.casefold())
    return " ".join(str(_NUMBERS.index(word)) if word in _NUMBERS else word for word in words)


ROUNDS = (1_000, 10_000, 100_000)
"""The lengths of the series of rounds for which a win percentage is printed."""


Holds = tuple[tuple[Sheet, tuple[Risk, ...]], ...]
"""Wagers, each with its win percentage over many rounds."""


def list_holds(sheets: Sequence[Sheet]) -> Holds:
    """The wagers that have figures, except those whose payouts are too far apart to be added."""
    found = []
    for sheet in sheets:
        if sheet.has_figures:
            with suppress(CertifyError):
                found.append((sheet, tuple(find_risk(sheet.odds, rounds) for rounds in ROUNDS)))
    return tuple(found)


_STEP = 5
_MOST_ROWS = 12
"""Rows; with more only the lowest and the highest amount are shown."""
_LEVELS = tuple(Fraction(n, 1000) for n in (40, 60, 75, 90, 100))
"""House edges at which the tint changes: the same in every filing."""


Edges = tuple[Fraction | None, ...]
"""House edges by number of other players, from none; None where only bounds are known."""
Seats = tuple[tuple[Money, tuple[tuple[Sheet, Edges], ...]], ...]
"""Wager amounts, each with the house edges of every paytable."""


def list_seats(sheets: Sequence[Sheet], policy: Policy, currency: str) -> Seats:
    """From the minimum qualifying wager to the maximum of the policy, each five times the one before."""
    own = [sheet for sheet in sheets if sheet.odds.envy]
    if not own:
        return ()
    full = own[0].odds.envy[-1]
    wager = own[0].odds.wager
    start = full.stake.amount if full.stake else policy.least_stake(wager)
    amounts = list(_list_amounts(start, policy.most_stake(wager)))
    if len(amounts) * len(own) > _MOST_ROWS:
        amounts = [amounts[0], amounts[-1]]
    return tuple(
        (Money(amount, currency), tuple((sheet, _list_edges(sheet, amount)) for sheet in own))
        for amount in amounts
    )


def _list_amounts(start: Fraction, most: Fraction) -> Iterator[Fraction]:
    amount = start
    while amount < most:
        yield amount
        amount *= _STEP
    yield max(most, start)


def _list_edges(sheet: Sheet, amount: Fraction) -> Edges:
    edges: list[Fraction | None] = [sheet.odds.house_edge]
    for envy in sheet.odds.envy:
        paid = envy.per_other_player * envy.other_players / amount
        edges.append(None if envy.highest_edge is not None else sheet.odds.house_edge - paid)
    return tuple(edges)


def find_level(edge: Fraction) -> int:
    """The step of the tint for a house edge, from 0."""
    return sum(edge >= limit for limit in _LEVELS)
