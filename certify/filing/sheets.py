"""One sheet per wager: every outcome with its combinations, frequency, payout and return."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.names import name_class
from certify.game.vocabulary import HAND_CLASSES
from certify.odds.facts import tabulate
from certify.odds.result import EnvyOdds, WagerOdds
from certify.render.values import begin, name_line
from certify.render.words import Words
from certify.spec.model import Citation, Jurisdiction, Paytable, Wager
from certify.spec.values import Pay

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
