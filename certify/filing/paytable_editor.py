"""Paytables on trial: the counts from which a page or a workbook calculates other payouts.

Only multiplication and addition are left to them. Which hands are paid on which line, and how often a player
expects each Envy Bonus, is counted here by the one settlement. Where a figure is not a plain sum over lines
there is no trial, and the reason is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import format_fraction, format_money
from certify.filing.sheets import Sheet
from certify.odds.envy import compute_envy
from certify.odds.result import CountedOutcome, WagerOdds
from certify.spec.choices import LinesPaid, Several
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.rulebook import EnvyTerms, LineTerms, Rulebook, WagerTerms
from certify.spec.values import PUSHES, Money, Pay
from certify.wagers.envy import qualifies

TIMES, MONEY = "times", "money"


@dataclass(frozen=True, slots=True)
class EditorEntry:
    """One outcome in the editor."""

    name: str
    deals: int
    unit: str
    """What its pay is a number of: multiples of the stake, money, or nothing that can be changed."""
    pay: str
    """The pay as it stands in its field; as text where it cannot be changed."""
    envy: str
    """The envy as it stands in its field; nothing where there is none to change."""


@dataclass(frozen=True, slots=True)
class Editor:
    """A paytable that can be changed on the page."""

    entries: tuple[EditorEntry, ...]
    others: int
    """The most other players whose hands pay envy; 0 where envy is not part of it."""
    stake: str
    """The stake to begin with; nothing where the document names none."""
    needs_stake: bool
    without_envy: str
    """Why the wager's envy is left out; nothing where it is not."""
    command: str
    """The command that prices the same paytable."""
    data: dict[str, Any]
    """What the script computes with."""


def build_editor(jurisdiction: Jurisdiction, sheet: Sheet) -> Editor | str:
    """The editor of a paytable, or why there is none."""
    odds, paytable = sheet.odds, sheet.paytable
    if not odds.has_figures or paytable is None:
        return "There are no figures to begin with."
    rulebook = compile_rulebook(jurisdiction, None, {odds.wager: paytable.id})
    terms = rulebook.wagers[odds.wager]
    lines = {line.id: place for place, line in enumerate(terms.lines)}
    parts = [_split(item, lines) for item in odds.outcomes]
    alone = {own[0] for own in parts if len(own) == 1}
    if alone != set(lines.values()):
        return "Some line is only ever paid beside another."
    joint = terms.lines_paid.value_or(LinesPaid.ONE) is not LinesPaid.ONE
    outcomes = [
        _describe(item, own, terms, odds) for item, own in zip(odds.outcomes, parts, strict=True)
    ]
    claims = list_claims(rulebook, terms, odds)
    weights = claims if isinstance(claims, EnvyClaims) else None
    entries = []
    for row, item, own in zip(sheet.rows, odds.outcomes, parts, strict=True):
        line = terms.lines[own[0]] if len(own) == 1 else None
        pay = line.pays.value if line else item.pay  # the stake may be lost beside the line
        unit = _choose_unit(pay, joint=joint) if line else ""
        amount = _find_envy(line) if weights and line else None
        entries.append(
            EditorEntry(
                row.name,
                item.deals,
                unit,
                _write_pay(pay, unit),
                format_money(amount) if amount is not None else "",
            )
        )
    stake = _find_stake(odds)
    data: dict[str, Any] = {
        "deals": str(odds.deals),
        "currency": jurisdiction.currency,
        "outcomes": outcomes,
        "pays": [_describe_pay(line.pays.value) for line in terms.lines],
        "names": [line.id if line.id == line.hand else "" for line in terms.lines],
        "above_zero": joint,
        "envy": weights.to_dict() if weights else None,
    }
    return Editor(
        tuple(entries),
        weights.others if weights else 0,
        format_money(stake.amount) if stake else "",
        odds.stake is not None,
        claims if isinstance(claims, str) else "",
        _write_command(jurisdiction, odds),
        data,
    )


def _split(item: CountedOutcome, lines: dict[str, int]) -> tuple[int, ...]:
    """The places of the lines that an outcome pays; none for a hand on no line."""
    names = item.name.split("+")
    return tuple(lines[name] for name in names) if all(name in lines for name in names) else ()


def _describe(
    item: CountedOutcome, own: tuple[int, ...], terms: WagerTerms, odds: WagerOdds
) -> dict[str, Any]:
    """An outcome as the sum of its lines' pays and what is fixed beside them."""
    paid = Pay()
    for place in own:
        paid += terms.lines[place].pays.value
    return {
        "deals": str(item.deals),
        "lines": list(own),
        "times": format_fraction(item.pay.times - paid.times),
        "money": format_fraction(item.pay.money - paid.money + item.pay.meter * odds.meter),
    }


def _choose_unit(pay: Pay, *, joint: bool) -> str:
    """What can be changed in a pay: the multiple, or the sum where it is one alone.

    Where several lines are paid at once, a line that wins nothing is passed over: to let it win would change
    which lines are paid.
    """
    if pay.meter or pay.times < 0 or (pay.money and pay.times) or (joint and not pay.is_win):
        return ""
    return MONEY if pay.money else TIMES


def _write_pay(pay: Pay, unit: str) -> str:
    if not unit:
        return ""
    return format_money(pay.money if unit == MONEY else pay.times)


def _describe_pay(pay: Pay) -> dict[str, str]:
    """The pay of a line as filed; what a meter gives stands with the outcome."""
    return {"times": format_fraction(pay.times), "money": format_fraction(pay.money)}


def _find_envy(line: LineTerms) -> Fraction | None:
    """The sum on a line, where it has one above nothing."""
    if line.envy is None or not isinstance(line.envy.said, Pay) or not line.envy.said.money:
        return None
    return line.envy.said.money


def _find_stake(odds: WagerOdds) -> Money | None:
    """The stake of the figures as filed."""
    return odds.stake or next((item.stake for item in odds.envy), None)


@dataclass(frozen=True, slots=True)
class EnvyClaims:
    """Envy as a sum over lines: how much of each sum a player expects."""

    others: int
    least: Fraction
    """The least stake that qualifies."""
    amounts: tuple[Fraction, ...]
    """By line, in money."""
    weights: tuple[tuple[Fraction, ...], ...]
    """By number of others and line: how many payments of the line's sum a player expects."""
    above_zero: bool
    """Whether a sum of nothing would change what the other sums are worth."""

    @property
    def is_even(self) -> bool:
        """Whether each further player adds the same."""
        return all(
            weight == others * first
            for others, own in enumerate(self.weights, 1)
            for weight, first in zip(own, self.weights[0], strict=True)
        )

    def to_dict(self) -> dict[str, Any]:
        """The numbers as text for the page's script."""
        return {
            "least": format_fraction(self.least),
            "amounts": [format_fraction(item) for item in self.amounts],
            "weights": [[format_fraction(item) for item in own] for own in self.weights],
            "above_zero": self.above_zero,
        }


def list_claims(rulebook: Rulebook, terms: WagerTerms, odds: WagerOdds) -> EnvyClaims | str | None:
    """The worth of envy line by line, found by raising each sum by one; None where there is no envy."""
    envy = terms.envy
    if envy is None or not odds.envy:
        return None
    least = (
        envy.minimum_stake.said.amount
        if isinstance(envy.minimum_stake.said, Money)
        else Fraction(0)
    )
    stake = Money(least or Fraction(1), rulebook.currency)
    if why_not := _refuse_envy(terms, envy, stake):
        return why_not

    def expect(own: WagerTerms) -> list[Fraction]:
        """What all claims of one player come to, by the number of others."""
        found = compute_envy(rulebook.ranking, own, Fraction(0), stake)
        return [item.per_other_player * item.other_players for item in found]

    if any(item.highest_edge is not None for item in odds.envy):
        return "Only bounds of it are known."
    begun = expect(terms)
    amounts = tuple(_find_envy(line) or Fraction(0) for line in terms.lines)
    weights: list[list[Fraction]] = [[] for _ in begun]
    above_zero = False
    for line, amount in zip(terms.lines, amounts, strict=True):
        if not amount or line.envy is None:
            rises = nothing = [Fraction(0)] * len(begun)
            kept = rises
        else:
            raised = expect(terms.put(line.envy, Pay(money=amount + 1)))
            rises = [after - before for before, after in zip(begun, raised, strict=True)]
            kept = [before - amount * rise for before, rise in zip(begun, rises, strict=True)]
            nothing = expect(terms.put(line.envy, PUSHES)) or [Fraction(0)] * len(begun)
        above_zero = above_zero or nothing != kept
        for own, rise in zip(weights, rises, strict=True):
            own.append(rise)
    for own, total in zip(weights, begun, strict=True):
        if sum(weight * amount for weight, amount in zip(own, amounts, strict=True)) != total:
            raise CertifyError(f"the envy of {terms.id} is not the sum of its lines")
    return EnvyClaims(len(begun), least, amounts, tuple(map(tuple, weights)), above_zero)


def _refuse_envy(terms: WagerTerms, envy: EnvyTerms, stake: Money) -> str:
    """Why envy is no plain sum over lines; nothing where it is one."""
    said = [line.envy.said for line in terms.lines if line.envy is not None]
    if any(isinstance(item, Pay) and item.times for item in said):
        return "It is a multiple of a stake."
    if envy.several_qualifying_hands.said is Several.HIGHEST:
        return "Only the highest of several claims is paid, which is no sum over lines."
    if not qualifies(envy, stake.amount):
        return "No stake is known that qualifies for it."
    return ""


def _write_command(jurisdiction: Jurisdiction, odds: WagerOdds) -> str:
    """`certify price` on the same paytable, without changes."""
    table = f":{odds.paytable}" if odds.paytable else ""
    return f"--like {jurisdiction.id}{table} --wager {odds.wager}"
