"""Prices that are worked out by a formula of their own, from counts of hands and of pairs of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from certify.findings.case import Bounds, Case
from certify.findings.finding import Effect
from certify.odds.contested import contest_by_class, is_contested
from certify.odds.fortune import list_envy_amounts, list_holdings, settle_match
from certify.odds.pairs import (
    ACE_HIGH,
    ACE_HIGH_JOKER,
    PAIR_DEALS,
    Pairs,
    count_pairs,
    label_ace_high,
)
from certify.odds.result import WagerOdds
from certify.spec.model import Money, Paytable, Rules, Statement, Value

Values = tuple[Value, ...]
Formula = Callable[[Case, Statement, Values], Iterable[Effect]]


def tell_basis(case: Case, stakes: list[Money], seats: str) -> str:
    """Stake and seats of a comparison, for people."""
    if not case.has_envy:
        return ""
    low, high = min(stakes), max(stakes)
    stake = f"{low}" if low == high else f"{low} to {high}"
    return f"stake {stake}, {seats} other players"


def load_pairs(rules: Rules) -> Pairs:
    """The joint distribution of two hands under the joker of these rules."""
    return count_pairs(wild=rules.choice("deck.joker") == "wild")


def _label(rules: Rules) -> Callable[[frozenset[str]], str]:
    allowed = rules.choice("deck.royal_match_joker") != "not-allowed"

    def label(held: frozenset[str]) -> str:
        kept = settle_match(held, joker_allowed=allowed)
        return next((name for name in rules.order if name in kept), "none")

    return label


def _collect(
    case: Case, measure: Callable[[Paytable], Bounds | None], basis: str = ""
) -> Iterable[Effect]:
    """An effect over all paytables from what each of them gives."""
    found = [
        bounds
        for paytable in case.jurisdiction.paytables
        if (bounds := measure(paytable)) is not None
    ]
    if found:
        yield Effect(
            min(low for low, _ in found), max(high for _, high in found), "fortune-bonus", basis
        )


def _tell_full_table(case: Case) -> str:
    stakes = [case.stake(paytable) for paytable in case.jurisdiction.paytables]
    return tell_basis(case, stakes, str(case.policy.full_table_others))


def measure_envy(case: Case, paytable: Paytable) -> Fraction:
    """What all envy at a full table is worth, as a share of the least stake that qualifies."""
    without = case.fortune_edge(paytable)
    full = case.fortune_edge(paytable, {}, case.policy.full_table_others)
    return without[0] - full[0] if without and full else Fraction(0)


def _price_all_envy(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
    """From nothing to all envy, by how often the other value bites."""
    del statement, values
    yield from _collect(
        case, lambda paytable: (Fraction(0), measure_envy(case, paytable)), _tell_full_table(case)
    )


def _price_while_nobody_fouls(wager: str) -> Formula:
    def price(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
        del case, statement, values
        yield Effect(Fraction(0), Fraction(0), wager, "while no hand is fouled")

    return price


def _price_joint_envy(own: Callable[[Rules, str], bool]) -> Formula:
    """Envy lost where the other hand of a pair, the bank's or one's own, is of a given kind."""

    def price(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
        del values
        upper_only = statement.parameter.key == "envy.own_royal_match"

        def measure(paytable: Paytable) -> Bounds | None:
            rules = case.rules(paytable)
            amounts = list_envy_amounts(rules)
            joint = load_pairs(rules).group(_label(rules))
            lost = (
                sum(
                    (
                        amounts[first] * count
                        for (first, second), count in joint.items()
                        if first in amounts and own(rules, second)
                    ),
                    Fraction(0),
                )
                / PAIR_DEALS
            )
            worth = lost * case.policy.full_table_others / case.stake(paytable).amount
            return (Fraction(0) if upper_only else worth), worth

        if statement.value in {"no-effect", "envy-still-paid"}:
            yield from _collect(case, measure, _tell_full_table(case))

    return price


def _price_every_line(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
    """All lines that a hand holds are paid, instead of one."""
    del statement, values

    def measure(paytable: Paytable) -> Bounds | None:
        edge = case.fortune_edge(paytable)
        if edge is None:
            return None
        rules = case.rules(paytable)
        pays = {line.hand: line.pays for line in paytable.lines if not line.is_push}
        if is_contested(rules):
            return _measure_contested_lines(rules, pays)
        holdings = list_holdings(rules)
        more = sum(
            count * _count_extra(held, rules.order, pays) for held, count in holdings.items()
        )
        worth = Fraction(more, sum(holdings.values()))
        return -worth, -worth

    yield from _collect(case, measure)


def _count_extra(held: frozenset[str], order: tuple[str, ...], pays: dict[str, int]) -> int:
    """What a hand's other lines pay beside the one that precedence gives it."""
    paid = next((name for name in order if name in held), "none")
    return sum(pays.get(name, 0) for name in held if name != paid)


def _measure_contested_lines(rules: Rules, pays: dict[str, int]) -> Bounds:
    """The same where only a hand that beats the bank's is paid."""
    allowed = rules.choice("deck.royal_match_joker") != "not-allowed"
    order = (*rules.order, "none")
    place = {name: number for number, name in enumerate(order)}
    pairs = load_pairs(rules)
    kept = [settle_match(held, joker_allowed=allowed) for held in pairs.holdings]
    best = [next((name for name in order if name in held), "none") for held in kept]
    more = 0
    for held, name, row in zip(kept, best, pairs.counts, strict=True):
        beaten = sum(
            count for other, count in zip(best, row, strict=True) if place[name] < place[other]
        )
        more += _count_extra(held, rules.order, pays) * beaten
    worth = Fraction(more, PAIR_DEALS)
    return -worth, -worth


def _price_every_ace_high_line(
    case: Case, statement: Statement, values: Values
) -> Iterable[Effect]:
    """Where both hold ace-high, the bank's own line is paid beside that for both."""
    del statement, values
    rules = case.rules()
    joint = load_pairs(rules).group(label_ace_high)
    pays = {
        ACE_HIGH: rules.value("ace_high.pays_bank_without_joker"),
        ACE_HIGH_JOKER: rules.value("ace_high.pays_bank_with_joker"),
    }
    more = Fraction(0)
    for (player, bank), count in joint.items():
        pay = pays.get(bank)
        if player in pays and isinstance(pay, int):
            more += Fraction(pay * count, PAIR_DEALS)
    yield Effect(-more, -more, "ace-high")


def price_push_lost(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
    """A hand whose line is a push loses, as any hand that is not paid."""
    del statement, values

    def measure(paytable: Paytable) -> Bounds | None:
        pushing = {line.hand for line in paytable.lines if line.is_push}
        if not pushing:
            return None
        outcomes = case.outcomes(paytable)
        if not outcomes:
            return None
        lost = Fraction(
            sum(item.deals for item in outcomes if item.name in pushing),
            sum(item.deals for item in outcomes),
        )
        return lost, lost

    yield from _collect(case, measure)


def _price_pay_for_both(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
    """Another pay where both hold ace-high."""
    odds = case.odds_of("ace-high")
    pays = [value for value in values if isinstance(value, int)]
    if odds is None or not isinstance(statement.value, int) or not pays:
        return
    both = Fraction(next(item.deals for item in odds.outcomes if item.name == "both"), odds.deals)
    found = [(statement.value - value) * both for value in pays]
    yield Effect(min(found), max(found), "ace-high")


def _price_bank_condition(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
    """The bonus contested by the bank's hand, ties and lower hands losing; or not contested."""
    del values

    def measure(paytable: Paytable) -> Bounds | None:
        rules, edge = case.rules(paytable), case.fortune_edge(paytable)
        if edge is None:
            return None
        outcomes = case.outcomes(paytable)
        free = WagerOdds("fortune-bonus", None, {}, sum(item.deals for item in outcomes), outcomes)
        if is_contested(rules):
            return free.house_edge - edge[0], free.house_edge - edge[0]
        contest = contest_by_class(rules, load_pairs(rules))
        paid = sum(
            (
                Fraction((line.pays + 1) * contest[line.hand][0], PAIR_DEALS)
                for line in paytable.lines
            ),
            Fraction(0),
        )
        return 1 - paid - edge[0], 1 - paid - edge[0]

    ties = "" if statement.value == "bank-hand-must-be-beaten" else "ties lose, "
    yield from _collect(case, measure, f"{ties}without envy")


def _price_both_copies(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
    """Two copies push instead of losing, or the other way round."""
    del values
    odds = case.standard_odds() if case.full else None
    if odds is not None and "copies" in odds.details:
        both = Fraction(odds.details["copies"]["both"], odds.deals)
        worth = -both if statement.value == "loses" else both
        yield Effect(worth, worth, "standard")


def _price_as_read(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
    """Wordings that differ and are read alike."""
    del case, statement, values
    yield Effect(Fraction(0), Fraction(0), "fortune-bonus", "as the line is read in all documents")


def _is_paid_envy(rules: Rules, name: str) -> bool:
    return name in list_envy_amounts(rules)


FORMULAS: dict[str, Formula] = {
    "fortune.lines_paid": _price_every_line,
    "fortune.push_line": price_push_lost,
    "fortune.bank_condition": _price_bank_condition,
    "deck.royal_match": _price_as_read,
    "comparison.copy_both": _price_both_copies,
    "ace_high.pays_both": _price_pay_for_both,
    "ace_high.lines_paid": _price_every_ace_high_line,
    "envy.whose_hand": _price_all_envy,
    "envy.entitlement": _price_all_envy,
    "envy.fouled_hand": _price_while_nobody_fouls("fortune-bonus"),
    "setting.foul_bonus": _price_while_nobody_fouls("fortune-bonus"),
    "setting.foul_ace_high": _price_while_nobody_fouls("ace-high"),
    "setting.foul_standard": _price_while_nobody_fouls("standard"),
    "setting.wrong_card_count": _price_while_nobody_fouls("standard"),
    "comparison.bank_ace_high_push_foul": _price_while_nobody_fouls("standard"),
    "envy.bank_qualifies": _price_joint_envy(_is_paid_envy),
    "envy.own_bonus_lost": _price_joint_envy(lambda _, name: name == "none"),
    "envy.own_seven_card": _price_joint_envy(lambda _, name: name == "seven-card-straight-flush"),
    "envy.own_royal_match": _price_joint_envy(lambda _, name: name == "royal-match"),
}
