"""Any wager that is a list of lines: from what it sees of a deal to money.

The engine gives it one deal, the odds every deal with the number of times it comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.game.views import ANYTHING, HandView
from certify.spec.choices import (
    BankComparison,
    BankCondition,
    HandConsidered,
    LinesPaid,
    MatchJoker,
    NotPaid,
    Precedence,
    StakeLost,
    Tied,
)
from certify.spec.resolved import Resolved, Uncounted
from certify.spec.rulebook import LineTerms, WagerTerms
from certify.spec.values import LOSES, PUSHES, Pay

NONE, TIED, NOT_BEATEN = "none", "tied", "not-beaten"
"""The names of what is no line."""

_NOT_PAID = {NotPaid.LOSES: LOSES, NotPaid.PUSHES: PUSHES}
_ROYAL_MATCH = "royal-match"

Ground = Resolved[Any]


@dataclass(frozen=True, slots=True)
class Situation:
    """What a wager sees of a deal: on which lines it stands, and how the hands compare."""

    held: tuple[int, ...]
    """Places of the lines whose conditions the hands meet."""
    joker: bool = False
    bank_joker: bool = False
    bank_held: tuple[int, ...] = ()
    """The same for the bank's hand in the player's place, where it must be beaten."""
    within: int | None = None
    """How the hands compare inside one line: -1, 0, 1; None where nobody has looked."""


@dataclass(frozen=True, slots=True)
class SettledLines:
    """What a deal comes to, free of any stake."""

    name: str
    """The line or lines paid, or what stands for no line."""
    pay: Pay
    lines: tuple[LineTerms, ...] = ()
    """The lines that the hand is paid for, or would be if the bank were beaten."""
    grounds: tuple[Ground, ...] = ()
    """What decided it."""


def situate(
    terms: WagerTerms, player: HandView, bank: HandView | None = None, within: int | None = None
) -> Situation:
    """Tell on which lines a deal stands; the bank's hand is left out where nothing looks at it."""

    def list_held(own: HandView, other: HandView | None) -> tuple[int, ...]:
        return tuple(
            place
            for place, line in enumerate(terms.lines)
            if line.player.holds(own)
            and (line.bank == ANYTHING or (other is not None and line.bank.holds(other)))
        )

    return Situation(
        list_held(player, bank),
        player.joker,
        bank is not None and bank.joker,
        list_held(bank, player) if bank is not None and terms.is_contested else (),
        within,
    )


def meet(terms: WagerTerms, player: Situation, bank: Situation) -> Situation:
    """The situation of two hands that were situated each alone; only where no line looks at the bank's."""
    held = bank.held if terms.is_contested else ()
    return Situation(player.held, player.joker, bank.joker, held)


def settle(terms: WagerTerms, situation: Situation) -> SettledLines:
    """Money for a situation. A value is asked for only where it matters."""
    grounds: list[Ground] = []
    held = _list_standing(terms, situation.held, situation, grounds)
    if not held:
        grounds.append(terms.not_qualifying)
        return SettledLines(NONE, _NOT_PAID[terms.not_qualifying.value], (), tuple(grounds))
    paid = _choose_lines(terms, held, grounds)
    contest = _ask(terms.bank_condition, BankCondition.NONE, grounds)
    if contest is BankCondition.BEATEN:
        refused = _contest(terms, situation, held[0], grounds)
        if refused is not None:
            return SettledLines(refused[0], refused[1], paid, tuple(grounds))
    grounds[:0] = [line.pays for line in paid]
    lost = _loses_beside(terms, paid, grounds)
    pay = _add_up([line.pays.value for line in paid], lost=lost)
    return SettledLines("+".join(line.id for line in paid), pay, paid, tuple(grounds))


def _add_up(pays: Sequence[Pay], *, lost: bool) -> Pay:
    """What several lines pay on one stake, which is lost at most once."""
    if len(pays) == 1 and not lost:  # nearly every deal
        return pays[0]
    gained = sum((max(pay.times, Fraction(0)) for pay in pays), Fraction(0))
    kept = min(*(pay.times for pay in pays), LOSES.times if lost else Fraction(0))
    money = sum((pay.money for pay in pays), Fraction(0))
    return Pay(gained + kept, money, sum((pay.meter for pay in pays), Fraction(0)))


def find_line(terms: WagerTerms, view: HandView) -> LineTerms | None:
    """The first line on which a hand stands by itself, whatever the other hand."""
    held = _list_alone(terms, view)
    return held[0] if held else None


def find_envy_line(terms: WagerTerms, view: HandView) -> LineTerms | None:
    """The line of a hand that envy looks at: of those paid the first that has envy or forfeits it."""
    held = _list_alone(terms, view)
    if len(held) < 2 or _moves_envy(terms, held[0]):
        return held[0] if held else None
    if not any(_moves_envy(terms, line) for line in held):
        return held[0]
    chosen = _list_chosen(terms, held, [])
    return next((line for line in chosen if _moves_envy(terms, line)), chosen[0])


def _list_alone(terms: WagerTerms, view: HandView) -> list[LineTerms]:
    return _list_standing(terms, situate(terms, view).held, Situation((), view.joker), [])


def _moves_envy(terms: WagerTerms, line: LineTerms) -> bool:
    """Whether a line pays envy to others, or takes a player's own."""
    if line.envy is not None or terms.envy is None:
        return line.envy is not None
    forfeits = terms.envy.forfeits
    return (
        forfeits.is_offered
        and isinstance(forfeits.said, tuple)
        and any(item.own == line.id for item in forfeits.said)
    )


def _list_standing(
    terms: WagerTerms, places: Sequence[int], situation: Situation, grounds: list[Ground]
) -> list[LineTerms]:
    """The lines a deal stands on in the order in which they go before each other."""
    lines = [terms.lines[place] for place in places]
    if any(line.player.hand or line.bank.hand for line in lines):
        _ask(terms.hand_considered, HandConsidered.SEVEN, grounds)
    held = []
    for line in lines:
        joker_in_match = (line.player.hand == _ROYAL_MATCH and situation.joker) or (
            line.bank.hand == _ROYAL_MATCH and situation.bank_joker
        )
        if joker_in_match:
            grounds.append(terms.royal_match_joker)
            if terms.royal_match_joker.value is MatchJoker.BARRED:
                continue
        held.append(line)
    return _order(terms, held, grounds)


def _order(terms: WagerTerms, held: list[LineTerms], grounds: list[Ground]) -> list[LineTerms]:
    if not terms.all_classes:  # an order of rank exists only among classes
        if terms.precedence.said is Precedence.RANK:
            raise Uncounted(terms.precedence)
        return held
    if len(held) < 2:
        return held
    ranks = [_rank(terms, line) for line in held]
    if ranks[0] == min(ranks):
        return held
    rule = _ask(terms.precedence, Precedence.PAYTABLE, grounds)
    if rule is Precedence.PAYTABLE:
        return held
    return sorted(held, key=lambda line: _rank(terms, line))


def _rank(terms: WagerTerms, line: LineTerms) -> int:
    return terms.classes.index(line.player.hand) if line.player.hand else -1


def _choose_lines(
    terms: WagerTerms, held: list[LineTerms], grounds: list[Ground]
) -> tuple[LineTerms, ...]:
    """Which of several lines are paid; a line that wins nothing is not paid beside one that does."""
    chosen = _list_chosen(terms, held, grounds)
    winning = tuple(line for line in chosen if line.pays.value.is_win)
    return winning or tuple(chosen[:1])


def _list_chosen(
    terms: WagerTerms, held: list[LineTerms], grounds: list[Ground]
) -> list[LineTerms]:
    """The lines on which a deal counts, of those on which it stands."""
    if len(held) == 1:
        return held
    rule = _ask(terms.lines_paid, LinesPaid.ONE, grounds)
    if rule is LinesPaid.ONE:
        return held[:1]
    if rule is LinesPaid.EACH_HAND:
        firsts = [
            next((line for line in held if _looks_at_player(line) is side), None)
            for side in (True, False)
        ]
        return [line for line in firsts if line is not None]
    if rule is LinesPaid.NOT_IMPLIED:
        return [line for place, line in enumerate(held) if not _is_implied(held, place)]
    return held


def _is_implied(held: Sequence[LineTerms], place: int) -> bool:
    """Whether another line implies one; of two that imply each other the first counts."""
    line = held[place]
    return any(
        _implies(other, line) and (number < place or not _implies(line, other))
        for number, other in enumerate(held)
    )


def _looks_at_player(line: LineTerms) -> bool:
    return line.player != ANYTHING


def _loses_beside(terms: WagerTerms, paid: Sequence[LineTerms], grounds: list[Ground]) -> bool:
    """Whether the stake is lost although a line for the bank's hand pays."""
    if any(map(_looks_at_player, paid)) or not any(map(_looks_at_player, terms.lines)):
        return False
    rule = _ask(terms.stake_lost, StakeLost.NO_LINE, grounds)
    return rule is StakeLost.NO_LINE_OF_PLAYER


def _implies(line: LineTerms, other: LineTerms) -> bool:
    """Whether every deal on a line stands on another one too."""
    return line.player.implies(other.player) and line.bank.implies(other.bank)


def _contest(
    terms: WagerTerms, situation: Situation, line: LineTerms, grounds: list[Ground]
) -> tuple[str, Pay] | None:
    """What a bank's hand that is not beaten does; None where it is beaten or a tie pays."""
    bank = _list_standing(terms, situation.bank_held, Situation((), situation.bank_joker), grounds)
    order = rank_lines(terms)
    relation = _relate(order, line, bank)
    if (
        order is not terms.lines
        and relation != _relate(terms.lines, line, bank)
        and terms.precedence.is_offered
    ):
        grounds.append(terms.precedence)
    if relation == 0:
        rule = _ask(terms.bank_comparison, BankComparison.BY_CLASS, grounds)
        if rule is BankComparison.BY_HAND:
            if situation.within is None:
                raise Uncounted(terms.bank_comparison)
            relation = situation.within
    if relation > 0:
        return None
    if relation < 0:
        grounds.append(terms.bank_not_beaten)
        return NOT_BEATEN, _NOT_PAID[terms.bank_not_beaten.value]
    grounds.append(terms.bank_tied)
    if terms.bank_tied.value is Tied.PAYS:
        return None
    return TIED, LOSES if terms.bank_tied.value is Tied.LOSES else PUSHES


def _relate(order: Sequence[LineTerms], line: LineTerms, bank: Sequence[LineTerms]) -> int:
    """Whether a line stands above (1), with (0) or below (-1) the bank's; none is the lowest."""
    if not bank:
        return 1
    if bank[0] is line:
        return 0
    first = next(item for item in order if item is line or item is bank[0])
    return 1 if first is line else -1


def rank_lines(terms: WagerTerms) -> tuple[LineTerms, ...]:
    """The lines in the order in which hands on them compare."""
    if terms.precedence.value_or(Precedence.PAYTABLE) is Precedence.RANK:
        return tuple(sorted(terms.lines, key=lambda line: _rank(terms, line)))
    return terms.lines


def _ask(given: Resolved[Any], otherwise: object, grounds: list[Ground]) -> Any:
    """A value that decides; what the game does not have is not cited."""
    if not given.is_offered:
        return otherwise
    grounds.append(given)
    return given.value
