"""The Ace High wager: paid by whether the bank, or bank and player, hold an ace-high hand."""

from __future__ import annotations

from fractions import Fraction

from certify.odds.pairs import ACE_HIGH, ACE_HIGH_JOKER, Pairs, label_ace_high
from certify.odds.result import Outcome
from certify.spec.model import Rules

_PAYING = {
    "both": "ace_high.pays_both",
    "bank-with-joker": "ace_high.pays_bank_with_joker",
    "bank-without-joker": "ace_high.pays_bank_without_joker",
}


def list_outcomes(rules: Rules, pairs: Pairs) -> tuple[Outcome, ...]:
    """The outcomes of the wager, those the document pays first."""
    deals = pairs.group(label_ace_high)
    counts = dict.fromkeys((*_PAYING, "player-only", "neither"), 0)
    for (player, bank), count in deals.items():
        counts[_name_outcome(player, bank)] += count
    outcomes = [
        Outcome(name, counts[name], Fraction(str(rules.value(key))), is_hit=True)
        for name, key in _PAYING.items()
    ]
    for name, key in (("player-only", "ace_high.player_only"), ("neither", "ace_high.neither")):
        pushes = rules.choice(key) == "pushes"
        outcomes.append(Outcome(name, counts[name], Fraction(0 if pushes else -1)))
    return tuple(outcomes)


def _name_outcome(player: str, bank: str) -> str:
    aces = {ACE_HIGH, ACE_HIGH_JOKER}
    if bank in aces:
        if player in aces:
            return "both"
        return "bank-with-joker" if bank == ACE_HIGH_JOKER else "bank-without-joker"
    return "player-only" if player in aces else "neither"


def list_missing(rules: Rules) -> tuple[str, ...]:
    """What the document does not supply for this wager."""
    needed = (*_PAYING.values(), "ace_high.player_only", "ace_high.neither")
    return tuple(
        f"{key}: {rules.statement(key).standing}" for key in needed if rules.value(key) is None
    )
