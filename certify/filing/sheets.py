"""One sheet a wager: every outcome with its count, odds, pay and what it contributes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.filing.wording import capital
from certify.findings.phrases import name_class, name_line
from certify.game.vocabulary import HAND_CLASSES
from certify.odds.result import EnvyOdds, WagerOdds
from certify.spec.model import Citation, Jurisdiction, Paytable, Wager
from certify.spec.values import Pay

STANDARD_NAME = "Standard wager"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_OUTCOMES = {
    "none": "No line of the paytable",
    "tied": "On the paytable, ties with the bank",
    "not-beaten": "On the paytable, does not beat the bank",
    "win": "The player wins",
    "push": "Push",
    "lose": "The bank wins",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One outcome of a wager."""

    name: str
    deals: int
    share: Fraction
    pay: Pay
    contribution: Fraction
    """What the outcome adds to the player's expected result, as a share of the stake."""
    envy: Pay | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A wager on one paytable, ready for paper."""

    odds: WagerOdds
    wager: str
    """The name of the wager."""
    paytable: Paytable | None
    rows: tuple[Row, ...]

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
        """Where the paytable stands."""
        return self.paytable.citation if self.paytable else None

    @property
    def has_figures(self) -> bool:
        """Whether there are odds to print."""
        return self.odds.has_figures

    @property
    def pays(self) -> tuple[Row, ...]:
        """The outcomes that pay, the dearest first."""
        paid = (row for row in self.rows if row.pay.is_win)
        return tuple(sorted(paid, key=lambda row: (-row.pay.times, -row.pay.money)))

    @property
    def full_table(self) -> EnvyOdds | None:
        """The wager with envy from as many others as the deck allows."""
        return self.odds.envy[-1] if self.odds.envy else None


def build_sheet(jurisdiction: Jurisdiction, odds: WagerOdds) -> Sheet:
    """Lay out one wager; outcomes that do not make up all deals are refused."""
    if sum(item.deals for item in odds.outcomes) != odds.deals:
        raise CertifyError(
            f"{jurisdiction.id}: the outcomes of {odds.wager} do not sum to all deals"
        )
    wager = jurisdiction.find_wager(odds.wager)
    paytable = _find_paytable(wager, odds.paytable)
    lines = {line.id: line for line in paytable.lines} if paytable else {}
    rows = []
    for item in odds.outcomes:
        line = lines.get(item.name)
        share = Fraction(item.deals, odds.deals)
        if line is not None:
            name = capital(name_line(line, paytable.lines if paytable else ()))
        else:
            name = _OUTCOMES.get(item.name) or capital(name_class(item.name))
        rows.append(
            Row(
                name,
                item.deals,
                share,
                item.pay,
                odds.net(item) * share,
                line.envy.value
                if line and line.envy and isinstance(line.envy.value, Pay)
                else None,
            )
        )
    return Sheet(odds, name_wager(jurisdiction, odds.wager), paytable, tuple(rows))


def _find_paytable(wager: Wager | None, name: str | None) -> Paytable | None:
    if wager is None or not wager.paytables:
        return None
    return next((item for item in wager.paytables if item.id == name), wager.paytables[0])


def name_wager(jurisdiction: Jurisdiction, wager: str) -> str:
    """A wager's name in the document."""
    found = jurisdiction.find_wager(wager)
    return found.name if found else STANDARD_NAME


def name_inside(name: str) -> str:
    """A wager's name inside a sentence: a name of the document's own keeps its capitals."""
    return name.lower() if name == STANDARD_NAME else name


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
    """A label without what does not tell hands apart: case, marks, and how a number is written."""
    words = re.findall(r"[a-z0-9]+", label.casefold())
    return " ".join(str(_NUMBERS.index(word)) if word in _NUMBERS else word for word in words)
