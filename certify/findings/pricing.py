"""What a value is worth in points of house edge, at equal stake and equal seats.

Where a parameter is a reading, the odds are computed under each of its values. A few others are
worked out here from the joint distribution of two hands. Where odds are touched and cannot be
computed from the document, the reason is given instead of a figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from certify.findings.case import Bounds, Case
from certify.findings.finding import Effect, Price
from certify.findings.formulas import FORMULAS, Values, tell_basis
from certify.findings.phrases import join_words
from certify.game.vocabulary import READINGS
from certify.odds.compute import Request, compute_odds
from certify.odds.readings import touches
from certify.spec.model import Money, Paytable, Statement, Value

_STANDARD = ("standard",)
_FORTUNE = ("fortune-bonus",)
_ACE_HIGH = ("ace-high",)

_TOUCHED: dict[str, tuple[str, ...]] = {
    "comparison": _STANDARD,
    "standard": _STANDARD,
    "fortune": _FORTUNE,
    "envy": _FORTUNE,
    "ace_high": _ACE_HIGH,
    "deck.cards": (*_STANDARD, *_FORTUNE, *_ACE_HIGH),
    "deck.jokers": (*_STANDARD, *_FORTUNE, *_ACE_HIGH),
    "deck.card_rank": _STANDARD,
    "deck.hand_ranking": _STANDARD,
    "deck.low_hand_ranking": _STANDARD,
    "deck.within_class": _STANDARD,
    "deck.seven_card_straight_flush": _FORTUNE,
    "deck.seven_card_straight_flush_joker": _FORTUNE,
    "deck.royal_match": _FORTUNE,
    "setting.equal_high_and_low": _STANDARD,
    "setting.foul_standard": _STANDARD,
    "setting.foul_bonus": _FORTUNE,
    "setting.foul_ace_high": _ACE_HIGH,
    "setting.house_way": _STANDARD,
    "setting.house_way_binds": _STANDARD,
    "table.bank_cover_reach": (*_STANDARD, *_FORTUNE),
    "table.uncovered": (*_STANDARD, *_FORTUNE),
    "table.bank_cover": (*_STANDARD, *_FORTUNE),
    "table.hands_per_player": _FORTUNE,
}
"""Which wagers' odds a parameter, or all of its section, can touch beside the readings."""

_UNTOUCHED = {
    "fortune.offer",
    "fortune.settled",
    "fortune.payer",
    "fortune.paytable_choice",
    "fortune.progressive",
    "fortune.stake",
    "envy.offer",
    "envy.marker",
    "envy.marker_removed",
    "envy.settled",
    "envy.payer",
    "ace_high.offer",
    "ace_high.rules_of_play",
    "standard.collection_fee",
}
"""Parameters of those sections that change no odds."""


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
    formula = FORMULAS.get(statement.parameter.key)
    effects: list[Effect] = []
    reading = statement.parameter.reading
    if formula is not None:
        effects += formula(case, statement, others)
    elif reading is not None and others:
        if "fortune-bonus" in wagers:
            effects += _price_fortune(case, statement, reading, others)
        if "ace-high" in wagers:
            effects += _price_ace_high(case, reading, others)
        if "standard" in wagers:
            effects += _price_standard(case, reading, others)
    priced = {effect.wager for effect in effects}
    left = [
        wager
        for wager in wagers
        if wager not in priced and not _is_untouched(case, statement, wager)
    ]
    return Price(tuple(effects), _tell_unpriced(case, statement, left))


def _is_untouched(case: Case, statement: Statement, wager: str) -> bool:
    """Whether a reading cannot change a wager under the other statements of the document."""
    reading = statement.parameter.reading
    return (
        wager == "fortune-bonus"
        and reading is not None
        and not any(
            touches(case.rules(paytable), wager, reading)
            for paytable in case.jurisdiction.paytables
        )
    )


def _tell_unpriced(case: Case, statement: Statement, wagers: list[str]) -> str:
    if not wagers:
        return ""
    if wagers == ["standard"]:
        if not case.jurisdiction.house_way:
            return (
                "touches the standard wager, which cannot be computed: the document gives no "
                "house way"
            )
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
    return [
        paytable
        for paytable in case.jurisdiction.paytables
        if statement.parameter.key not in paytable.statements
    ]


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
    pairs = [
        ((before, before), (after, after))
        for value in values
        if before is not None and (after := case.standard_edge({reading: value})) is not None
    ]
    bounds = span(pairs)
    if bounds is not None:
        yield Effect(*bounds, "standard")


def _price_ace_high(case: Case, reading: str, values: Values) -> Iterable[Effect]:
    def compute(overrides: dict[str, Value]) -> Bounds | None:
        for odds in compute_odds(
            case.jurisdiction,
            Request(wagers=("ace-high",), overrides={None: overrides}, alternatives=False),
        ):
            return odds.house_edge, odds.house_edge
        return None

    before = compute({})
    found = [after for value in values if (after := compute({reading: value})) is not None]
    bounds = span((before, after) for after in found) if before is not None else None
    if bounds is not None:
        yield Effect(*bounds, "ace-high")
