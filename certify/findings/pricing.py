"""What a value is worth in points of house edge, at equal stake and equal seats.

Where a parameter is a reading, the odds are computed under each of its values. A few others are
worked out here from the joint distribution of two hands. Where odds are touched and cannot be
computed from the document, the reason is given instead of a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from certify.findings.case import Bounds, Case
from certify.findings.finding import Effect, Price
from certify.findings.phrases import join_words
from certify.model import Money, Paytable, Rules, Statement, Value
from certify.odds.compute import Request, compute_odds
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
from certify.odds.readings import touches
from certify.odds.result import WagerOdds
from certify.vocabulary import READINGS

_STANDARD = ("standard",)
_FORTUNE = ("fortune-bonus",)
_ACE_HIGH = ("ace-high",)

_TOUCHED: dict[str, tuple[str, ...]] = {
    "comparison": _STANDARD, "standard": _STANDARD, "fortune": _FORTUNE, "envy": _FORTUNE,
    "ace_high": _ACE_HIGH,
    "deck.cards": (*_STANDARD, *_FORTUNE, *_ACE_HIGH),
    "deck.jokers": (*_STANDARD, *_FORTUNE, *_ACE_HIGH),
    "deck.card_rank": _STANDARD, "deck.hand_ranking": _STANDARD,
    "deck.low_hand_ranking": _STANDARD, "deck.within_class": _STANDARD,
    "deck.seven_card_straight_flush": _FORTUNE, "deck.seven_card_straight_flush_joker": _FORTUNE,
    "deck.royal_match": _FORTUNE,
    "setting.equal_high_and_low": _STANDARD, "setting.foul_standard": _STANDARD,
    "setting.foul_bonus": _FORTUNE, "setting.foul_ace_high": _ACE_HIGH,
    "setting.house_way": _STANDARD, "setting.house_way_binds": _STANDARD,
    "table.bank_cover_reach": (*_STANDARD, *_FORTUNE), "table.uncovered": (*_STANDARD, *_FORTUNE),
    "table.bank_cover": (*_STANDARD, *_FORTUNE), "table.hands_per_player": _FORTUNE,
}
"""Which wagers' odds a parameter, or all of its section, can touch beside the readings."""

_UNTOUCHED = {
    "fortune.offer", "fortune.settled", "fortune.payer", "fortune.paytable_choice",
    "fortune.progressive", "fortune.stake", "envy.offer", "envy.marker", "envy.marker_removed",
    "envy.settled", "envy.payer", "ace_high.offer", "ace_high.rules_of_play",
    "standard.collection_fee",
}
"""Parameters of those sections that change no odds."""

Values = tuple[Value, ...]
Specific = Callable[[Case, Statement, Values], Iterable[Effect]]


def list_wagers(case: Case, statement: Statement) -> tuple[str, ...]:
    """The wagers offered whose odds a parameter can touch."""
    parameter = statement.parameter
    if parameter.reading:
        wagers = READINGS[parameter.reading].wagers
    elif parameter.key in _UNTOUCHED:
        wagers = ()
    else:
        wagers = _TOUCHED.get(parameter.key, _TOUCHED.get(parameter.section, ()))
    offered = case.offers("ace_high.offer")
    return tuple(wager for wager in wagers if wager != "ace-high" or offered)


def price_statement(
    case: Case, statement: Statement, values: Iterable[Value] | None = None
) -> Price:
    """What the other values of a statement would change."""
    others: Values = tuple(statement.alternatives if values is None else values)
    wagers = list_wagers(case, statement)
    if not others and wagers:
        return Price((), f"touches {join_words(wagers)}; no other reading is at hand")
    specific = _SPECIFIC.get(statement.parameter.key)
    effects: list[Effect] = []
    reading = statement.parameter.reading
    if specific is not None:
        effects += specific(case, statement, others)
    elif reading is not None and others:
        if "fortune-bonus" in wagers:
            effects += _price_fortune(case, statement, reading, others)
        if "ace-high" in wagers:
            effects += _price_ace_high(case, reading, others)
        if "standard" in wagers:
            effects += _price_standard(case, reading, others)
    priced = {effect.wager for effect in effects}
    left = [wager for wager in wagers if wager not in priced
            and not _is_untouched(case, statement, wager)]
    return Price(tuple(effects), _tell_unpriced(case, statement, left))


def _is_untouched(case: Case, statement: Statement, wager: str) -> bool:
    """Whether a reading cannot change a wager under the other statements of the document."""
    reading = statement.parameter.reading
    return wager == "fortune-bonus" and reading is not None and not any(
        touches(case.rules(paytable), wager, reading) for paytable in case.jurisdiction.paytables)


def _tell_unpriced(case: Case, statement: Statement, wagers: list[str]) -> str:
    if not wagers:
        return ""
    if wagers == ["standard"]:
        if not case.jurisdiction.house_way:
            return ("touches the standard wager, which cannot be computed: the document gives no "
                    "house way")
        if statement.parameter.reading and not case.full:
            return "touches the standard wager; certify check --full prices it"
    return f"touches {join_words(wagers)}; no exact model of the other value is at hand"


def span(pairs: Iterable[tuple[Bounds, Bounds]]) -> Bounds | None:
    """The lowest and highest difference of later edges to earlier ones."""
    found = [(after[0] - before[1], after[1] - before[0]) for before, after in pairs]
    if not found:
        return None
    return min(low for low, _ in found), max(high for _, high in found)


def _list_tables(case: Case, statement: Statement) -> list[Paytable]:
    """The paytables that a statement rules: its own, or those that make none for themselves."""
    if statement.paytable is not None:
        return [case.jurisdiction.paytable(statement.paytable)]
    return [paytable for paytable in case.jurisdiction.paytables
            if statement.parameter.key not in paytable.statements]


def _price_fortune(
    case: Case, statement: Statement, reading: str, values: Values
) -> Iterable[Effect]:
    full = case.policy.full_table_others if case.has_envy else 0
    only_envy = statement.parameter.section == "envy"
    pairs: list[tuple[Bounds, Bounds]] = []
    stakes: list[Money] = []
    for paytable in _list_tables(case, statement):
        for value in values:
            if not touches(case.rules(paytable, {reading: value}), "fortune-bonus", reading):
                continue
            stake = _choose_stake(case, paytable, statement, value)
            for others in sorted({full if only_envy else 0, full}):
                before = case.fortune_edge(paytable, {}, others, stake)
                after = case.fortune_edge(paytable, {reading: value}, others, stake)
                if before is not None and after is not None:
                    pairs.append((before, after))
                    stakes.append(stake)
    bounds = span(pairs)
    if bounds is not None:
        seats = f"{full}" if only_envy or not full else f"0 to {full}"
        yield Effect(*bounds, "fortune-bonus", tell_basis(case, stakes, seats))


def _choose_stake(case: Case, paytable: Paytable, statement: Statement, value: Value) -> Money:
    """The stake of a comparison: of two minimum stakes the lower, where only one pays envy."""
    own = statement.value
    if not isinstance(value, Money) or not isinstance(own, Money):
        return case.stake(paytable)
    least = case.policy.minimum_stakes["fortune-bonus"]
    return Money(max(min(own.amount, value.amount), least), case.jurisdiction.currency)


def tell_basis(case: Case, stakes: list[Money], seats: str) -> str:
    """Stake and seats of a comparison, for people."""
    if not case.has_envy:
        return ""
    low, high = min(stakes), max(stakes)
    stake = f"{low}" if low == high else f"{low} to {high}"
    return f"stake {stake}, {seats} other players"


def price_pays(case: Case, paytable: Paytable, pays: Mapping[str, int]) -> Fraction | None:
    """What other pays on some lines would change, without envy."""
    lines = tuple(replace(line, pays=pays.get(line.hand, line.pays)) for line in paytable.lines)
    game = Case(case.jurisdiction, case.everyone, case.policy)
    before = case.fortune_edge(paytable)
    after = game.fortune_edge(replace(paytable, lines=lines))
    return after[0] - before[0] if before and after else None


def _price_standard(case: Case, reading: str, values: Values) -> Iterable[Effect]:
    """Only where asked for: each value costs a whole computation that is not yet stored."""
    if not case.full:
        return
    before = case.standard_edge()
    pairs = [((before, before), (after, after)) for value in values
             if before is not None and (after := case.standard_edge({reading: value})) is not None]
    bounds = span(pairs)
    if bounds is not None:
        yield Effect(*bounds, "standard")


def _price_ace_high(case: Case, reading: str, values: Values) -> Iterable[Effect]:
    def compute(overrides: dict[str, Value]) -> Bounds | None:
        for odds in compute_odds(case.jurisdiction, Request(
                wagers=("ace-high",), overrides={None: overrides}, alternatives=False)):
            return odds.house_edge, odds.house_edge
        return None

    before = compute({})
    found = [after for value in values if (after := compute({reading: value})) is not None]
    bounds = span((before, after) for after in found) if before is not None else None
    if bounds is not None:
        yield Effect(*bounds, "ace-high")


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
    found = [bounds for paytable in case.jurisdiction.paytables
             if (bounds := measure(paytable)) is not None]
    if found:
        yield Effect(min(low for low, _ in found), max(high for _, high in found),
                     "fortune-bonus", basis)


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
    yield from _collect(case, lambda paytable: (Fraction(0), measure_envy(case, paytable)),
                        _tell_full_table(case))


def _price_while_nobody_fouls(wager: str) -> Specific:
    def price(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
        del case, statement, values
        yield Effect(Fraction(0), Fraction(0), wager, "while no hand is fouled")

    return price


def _price_joint_envy(own: Callable[[Rules, str], bool]) -> Specific:
    """Envy lost where the other hand of a pair, the bank's or one's own, is of a given kind."""
    def price(case: Case, statement: Statement, values: Values) -> Iterable[Effect]:
        del values
        upper_only = statement.parameter.key == "envy.own_royal_match"

        def measure(paytable: Paytable) -> Bounds | None:
            rules = case.rules(paytable)
            amounts = list_envy_amounts(rules)
            joint = load_pairs(rules).group(_label(rules))
            lost = sum((amounts[first] * count for (first, second), count in joint.items()
                        if first in amounts and own(rules, second)), Fraction(0)) / PAIR_DEALS
            worth = lost * case.policy.full_table_others / case.stake(paytable).amount
            return (Fraction(0) if upper_only else worth), worth

        if statement.value in {"no-effect", "envy-still-paid"}:
            yield from _collect(case, measure, _tell_full_table(case))

    return price


def _price_every_line(
    case: Case, statement: Statement, values: Values
) -> Iterable[Effect]:
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
        more = sum(count * _count_extra(held, rules.order, pays)
                   for held, count in holdings.items())
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
        beaten = sum(count for other, count in zip(best, row, strict=True)
                     if place[name] < place[other])
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
    pays = {ACE_HIGH: rules.value("ace_high.pays_bank_without_joker"),
            ACE_HIGH_JOKER: rules.value("ace_high.pays_bank_with_joker")}
    more = Fraction(0)
    for (player, bank), count in joint.items():
        pay = pays.get(bank)
        if player in pays and isinstance(pay, int):
            more += Fraction(pay * count, PAIR_DEALS)
    yield Effect(-more, -more, "ace-high")


def price_push_lost(
    case: Case, statement: Statement, values: Values
) -> Iterable[Effect]:
    """A hand whose line is a push loses, as any hand that is not paid."""
    del statement, values

    def measure(paytable: Paytable) -> Bounds | None:
        pushing = {line.hand for line in paytable.lines if line.is_push}
        if not pushing:
            return None
        outcomes = case.outcomes(paytable)
        if not outcomes:
            return None
        lost = Fraction(sum(item.deals for item in outcomes if item.name in pushing),
                        sum(item.deals for item in outcomes))
        return lost, lost

    yield from _collect(case, measure)


def _price_pay_for_both(
    case: Case, statement: Statement, values: Values
) -> Iterable[Effect]:
    """Another pay where both hold ace-high."""
    odds = case.odds_of("ace-high")
    pays = [value for value in values if isinstance(value, int)]
    if odds is None or not isinstance(statement.value, int) or not pays:
        return
    both = Fraction(next(item.deals for item in odds.outcomes if item.name == "both"), odds.deals)
    found = [(statement.value - value) * both for value in pays]
    yield Effect(min(found), max(found), "ace-high")


def _price_bank_condition(
    case: Case, statement: Statement, values: Values
) -> Iterable[Effect]:
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
        paid = sum((Fraction((line.pays + 1) * contest[line.hand][0], PAIR_DEALS)
                    for line in paytable.lines), Fraction(0))
        return 1 - paid - edge[0], 1 - paid - edge[0]

    ties = "" if statement.value == "bank-hand-must-be-beaten" else "ties lose, "
    yield from _collect(case, measure, f"{ties}without envy")


def _price_both_copies(
    case: Case, statement: Statement, values: Values
) -> Iterable[Effect]:
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


_SPECIFIC: dict[str, Specific] = {
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
    "envy.own_seven_card": _price_joint_envy(
        lambda _, name: name == "seven-card-straight-flush"),
    "envy.own_royal_match": _price_joint_envy(lambda _, name: name == "royal-match"),
}
