"""One seat's wagers: the view of its deal, through the settlement, to money."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import format_money
from certify.base.names import name_class
from certify.engine.hands import Hands, cite
from certify.engine.settlement import ENVY, LOSE, NOTHING, PUSH, RETURNED, WIN, Outcome
from certify.engine.table import Seat, Table
from certify.game.cards import format_cards
from certify.game.holdings import list_classes
from certify.game.rank import compare_highs, compare_lows, name_category
from certify.game.views import look
from certify.spec.choices import FouledHand, SideFoul, SideSurrender, StandardResult, WhoseHand
from certify.spec.rulebook import EnvyTerms, LineTerms, WagerTerms
from certify.spec.values import LOSES, PUSHES, Pay
from certify.wagers import lines, standard
from certify.wagers.envy import (
    Claim,
    Ground,
    combine_claims,
    counts,
    find_amount,
    find_entitlement,
    qualifies,
    settle_claim,
    share_amount,
)
from certify.wagers.limits import STANDARD

BANK = "bank"
"""The owner of the bank's hand."""


def settle_envy(
    table: Table, seat: Seat, lost: set[tuple[int, str]]
) -> tuple[list[Outcome], dict[str, str]]:
    """The envy payments to a seat; by wager why none is paid where hands qualify."""
    found: list[Outcome] = []
    notes: dict[str, str] = {}
    for name, terms in table.rulebook.wagers.items():
        if terms.envy is None or name not in seat.player.wagers:
            continue
        outcomes, notes[name] = _settle(table, terms, terms.envy, seat, lost)
        found += outcomes
    return found, notes


def _settle(
    table: Table, terms: WagerTerms, envy: EnvyTerms, seat: Seat, lost: set[tuple[int, str]]
) -> tuple[list[Outcome], str]:
    own = table.find_envy_line(terms, seat.hands)
    bank = table.find_envy_line(terms, table.bank)
    claims: list[tuple[str, Claim]] = []
    holders: dict[str, str] = {}
    for told, holder, line, extra in _list_hands(table, terms, envy, seat):
        claim = settle_claim(terms, line, own, bank, own_lost=(seat.number, terms.id) in lost)
        claims.append((told, Claim(claim.pay, (*claim.grounds, *extra), claim.refused)))
        holders[told] = holder
    if not claims:
        return [], ""
    stake = seat.player.wagers[terms.id]
    entitled, by_button = find_entitlement(envy, stake, seat.player.envy_button)
    if not entitled:
        no_button = by_button and qualifies(envy, stake)
        below = (
            "there is no button for it"
            if no_button
            else f"the wager is below {envy.minimum_stake.value}"
        )
        return [], _refuse_envy(claims, below)
    kept = [(told, claim) for told, claim in claims if not claim.refused]
    if not kept:
        return [], _refuse_envy(claims, claims[0][1].refused)
    amounts = [
        share_amount(
            envy,
            claim.pay.times * stake + claim.pay.money,
            _count_entitled(table, terms, envy, holders[told]),
        )
        for told, claim in kept
    ]
    chosen, several = combine_claims(envy, amounts)
    minimum = [envy.minimum_stake] if envy.minimum_stake.said is not None else []
    return [
        Outcome(
            seat.number,
            ENVY,
            WIN,
            NOTHING,
            amount,
            NOTHING,
            cite([*claim.grounds, *minimum, *by_button, *several]),
            told,
            terms.id,
        )
        for (told, claim), amount, paid in zip(kept, amounts, chosen, strict=True)
        if paid
    ], ""


def _count_entitled(table: Table, terms: WagerTerms, envy: EnvyTerms, holder: str) -> int:
    """The seats that are eligible for a hand, except its holder unless his own hand counts.

    A player who banks and has made the wager is one of them.
    """
    seats = [
        (seat.player.owner, seat.player.wagers[terms.id], seat.player.envy_button)
        for seat in table.seats
        if terms.id in seat.player.wagers
    ]
    if terms.id in table.bank_wagers:
        seats.append((BANK, table.bank_wagers[terms.id], None))
    return sum(
        find_entitlement(envy, stake, button)[0] and (owner != holder or counts(envy.own_hand))
        for owner, stake, button in seats
    )


def _refuse_envy(claims: list[tuple[str, Claim]], why: str) -> str:
    return f"no Envy Bonus for {', '.join(told for told, _ in claims)}, because {why}"


def _list_hands(
    table: Table, terms: WagerTerms, envy: EnvyTerms, seat: Seat
) -> list[tuple[str, str, LineTerms | None, tuple[Ground, ...]]]:
    """Every hand with envy that pays it to a seat: how to tell it, whose it is, its line, what lets it."""
    found: list[tuple[str, str, LineTerms | None, tuple[Ground, ...]]] = []

    def add(told: str, holder: str, line: LineTerms | None, *rules: Ground) -> None:
        found.append((f"{told}: {name_class(line.id) if line else ''}", holder, line, rules))

    for other in table.seats:
        rules: list[Ground] = []
        line = table.find_envy_line(terms, other.hands)
        if find_amount(terms, line)[0] == PUSHES:
            continue
        if other.player.owner == seat.player.owner:
            if counts(envy.own_hand):
                told = (
                    "the player's own hand"
                    if other.number == seat.number
                    else f"the same player's seat {other.number}"
                )
                add(told, other.player.owner, line, envy.own_hand)
            continue
        if terms.id not in other.player.wagers:
            rules.append(envy.whose_hand)
            if envy.whose_hand.value is not WhoseHand.ANY:
                continue
        if other.hands.fouled or other.player.surrender:
            rules.append(envy.fouled_hand)
            if envy.fouled_hand.value is not FouledHand.COUNTS:
                continue
        add(f"seat {other.number}", other.player.owner, line, *rules)
    line = table.find_envy_line(terms, table.bank)
    if find_amount(terms, line)[0] != PUSHES and counts(envy.bank_hand):
        add("the bank", BANK, line, envy.bank_hand)
    return found


_RESULTS = {StandardResult.WINS: WIN, StandardResult.PUSH: PUSH, StandardResult.LOSES: LOSE}
_COMPARED = {-1: "loses", 0: "copies", 1: "wins"}


def settle_standard_wager(table: Table, seat: Seat) -> Outcome:
    """A seat's standard wager."""
    terms, stake = table.rulebook.standard, seat.player.wagers[STANDARD]
    grounds: list[Any] = []
    charged = standard.find_fee(terms, grounds)
    fee = charged.times * stake + charged.money
    if seat.player.surrender:
        cost = terms.surrender_costs
        basis = cite([table.rulebook.table.surrender, cost, *grounds])
        because = f"surrendered at a cost of {cost.value} of the wager"
        lost = -stake * cost.value
        return Outcome(
            seat.number,
            STANDARD,
            LOSE if lost else RETURNED,
            stake,
            lost,
            NOTHING,
            basis,
            because,
            STANDARD,
            fee=fee,
        )
    view, because = _compare(table, seat)
    settled = standard.settle_standard(terms, view)
    paid = settled.paid.times * stake + settled.paid.money
    commission, rounded = standard.take_commission(terms, settled, stake)
    grounds = [*settled.grounds, *rounded, *seat.hands.basis]
    if not view.bank_pushes and not view.fouled:
        grounds += [*table.bank.basis, *table.list_ranking(seat.hands, table.bank)]
    if seat.hands.because:
        because = f"{seat.hands.because}; {because}"
    if fee:
        because = f"{because}; collection fee {format_money(fee)}"
    return Outcome(
        seat.number,
        STANDARD,
        _RESULTS[settled.result],
        stake,
        paid,
        commission,
        cite(grounds),
        because,
        STANDARD,
        fee=fee,
    )


def _compare(table: Table, seat: Seat) -> tuple[standard.Comparison, str]:
    """What the standard wager sees of a seat, and how to tell it."""
    terms = table.rulebook.standard
    pushes = False
    if terms.bank_hand_push.said == "yes":
        aspects = terms.bank_hand_push_when.value.aspects
        bank = look(table.bank.cards, table.rank_rules, aspects, table.bank.low)
        pushes = standard.bank_pushes(terms, bank)
    if pushes:
        told = f"the bank holds a hand that pushes, {format_cards(table.bank.cards)}"
    elif seat.hands.lost:
        told = "a foul hand loses"
    if seat.hands.lost:
        return standard.Comparison(0, 0, pushes, fouled=True), told
    low = compare_lows(seat.hands.low_rank, table.bank.low_rank, table.rank_rules)
    high = compare_highs(seat.hands.high_rank, table.bank.high_rank)
    if not pushes:
        told = (
            f"low {_COMPARED[low]} ({_show(seat.hands, table.bank, low=True)}), "
            f"high {_COMPARED[high]} ({_show(seat.hands, table.bank, low=False)})"
        )
    return standard.Comparison(low, high, pushes), told


def _show(own: Hands, bank: Hands, *, low: bool) -> str:
    """Both hands of one side, the player's first."""
    mine, theirs = (own.low, bank.low) if low else (own.high, bank.high)
    text = f"{format_cards(mine)} against {format_cards(theirs)}"
    if low:
        return text
    kinds = (name_class(name_category(rank)) for rank in (own.high_rank, bank.high_rank))
    return f"{text}, {' against '.join(kinds)}"


def settle_lines(table: Table, terms: WagerTerms, seat: Seat) -> Outcome:
    """A seat's wager on a list of lines."""
    stake = seat.player.wagers[terms.id]
    if terms.rows_in_own_words:
        raise CertifyError(
            f"could not judge: {terms.id} has a row that no condition expresses: "
            f"{terms.rows_in_own_words[0]}"
        )
    refused = _refuse(terms, seat, stake)
    if refused is not None:
        return refused
    of_standard: list[Any] = []
    results = _list_results(table, terms, seat, of_standard)
    settled = lines.settle(terms, table.situate(terms, seat, results))
    paid = pay_stake(settled.pay, stake, terms)
    grounds = [ground for ground in settled.grounds if ground is not terms.hand_considered]
    grounds += of_standard
    if terms.hand_considered in settled.grounds and not _holds_as_set(table, settled, seat.hands):
        grounds.append(terms.hand_considered)
    sides = [seat.hands, *([table.bank] if terms.looks_at_bank else [])]
    if any(card.is_joker for side in sides for card in side.cards):
        grounds.append(table.rulebook.ranking.joker)
    return Outcome(
        seat.number,
        terms.id,
        WIN if paid > 0 else LOSE if paid < 0 else PUSH,
        stake,
        paid,
        NOTHING,
        cite(grounds),
        _tell(terms, settled),
        terms.id,
        find_metered(settled.pay, terms),
    )


def _list_results(
    table: Table, terms: WagerTerms, seat: Seat, grounds: list[Any]
) -> frozenset[str]:
    """What comes of the seat's standard wager, where a wager asks for it."""
    if not terms.looks_at_standard:
        return frozenset()
    if STANDARD not in seat.player.wagers or seat.player.surrender:
        raise CertifyError(
            f"could not judge: {terms.id} depends on the result of the standard wager, "
            f"which seat {seat.number} has not made or has surrendered"
        )
    view, _ = _compare(table, seat)
    return standard.name_results(table.rulebook.standard, view, grounds)


def _holds_as_set(table: Table, settled: lines.SettledLines, hands: Hands) -> bool:
    """Whether the high hand as set shows the classes too, so that nothing turns on where one looks."""
    held = list_classes(hands.high, table.rank_rules.joker) if hands.high else frozenset()
    wanted = {line.player.hand for line in settled.lines if line.player.hand}
    return not hands.high or wanted <= held


def _refuse(terms: WagerTerms, seat: Seat, stake: Fraction) -> Outcome | None:
    """The wager of a hand that was fouled or given up, where that costs it."""
    if seat.player.surrender:
        rule: Any = terms.surrender
        if rule.value is SideSurrender.UNAFFECTED:
            return None
        back = rule.value is SideSurrender.RETURNED
        paid, result = (NOTHING, RETURNED) if back else (-stake, LOSE)
        told = "the hand is given up"
    elif seat.hands.fouled:
        rule = terms.foul
        if not rule.is_offered or rule.value is SideFoul.UNAFFECTED:
            return None
        paid, result, told = -stake, LOSE, "a foul hand loses the wager"
    else:
        return None
    return Outcome(
        seat.number, terms.id, result, stake, paid, NOTHING, cite([rule]), told, terms.id
    )


def pay_stake(pay: Pay, stake: Fraction, terms: WagerTerms) -> Fraction:
    """A pay in money for one stake; a share of a meter needs the meter."""
    return pay.times * stake + pay.money + find_metered(pay, terms)


def find_metered(pay: Pay, terms: WagerTerms) -> Fraction:
    """What a pay takes from the meter, which stands where it begins."""
    return pay.meter * terms.meter_seed.value.amount if pay.meter else NOTHING


def _tell(terms: WagerTerms, settled: lines.SettledLines) -> str:
    names = " and ".join(name_class(line.id) for line in settled.lines)
    match settled.name:
        case lines.NONE:
            return "no payout"
        case lines.TIED:
            return f"{names} ties with the bank"
        case lines.NOT_BEATEN:
            return f"{names} does not beat the bank"
    if any(ground is terms.bank_tied for ground in settled.grounds):
        names += " ties with the bank and"
    if settled.pay == Pay():
        return f"{names} pushes"
    return f"{names} {_tell_pay(settled.pay)}"


def _tell_pay(pay: Pay) -> str:
    """What a line pays, in words: multiples are to one, and a stake that is lost beside a sum is told."""
    if not pay.is_win:
        return "loses" if pay == LOSES else f"loses {-pay.times} of the stake"
    paid = [f"{format_money(pay.times)} to 1"] if pay.times > 0 else []
    paid += [f"{format_money(pay.money)} in money"] if pay.money else []
    paid += [f"{pay.meter} of the meter"] if pay.meter else []
    return f"pays {' and '.join(paid)}{', and the wager is lost' if pay.times < 0 else ''}"
