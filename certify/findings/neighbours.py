"""What a document says beside what its neighbours say: which topics there are, and their comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price
from certify.findings.phrases import describe_parameter, join_words, name_class
from certify.findings.pricing import price_statement
from certify.spec.model import Money, Statement, Value, format_value

SAYING = {"stated", "conflicting"}

TOPICS: dict[str, tuple[str, ...]] = {
    "envy-minimum": ("envy.minimum_stake",),
    "envy-hands": ("envy.lowest_hand",),
    "envy-exclusions": (
        "envy.bank_qualifies",
        "envy.own_seven_card",
        "envy.own_royal_match",
        "envy.own_bonus_lost",
    ),
    "envy-several": ("envy.several_qualifying_hands",),
    "envy-claims": (
        "envy.whose_hand",
        "envy.entitlement",
        "envy.marker",
        "envy.own_hand",
        "envy.bank_hand",
        "envy.fouled_hand",
    ),
    "fouls": (
        "setting.foul_standard",
        "setting.foul_bonus",
        "setting.foul_ace_high",
        "setting.wrong_card_count",
        "setting.bank_error",
        "comparison.bank_ace_high_push_foul",
    ),
    "copies": (
        "comparison.copy",
        "comparison.copy_and_win",
        "comparison.copy_and_lose",
        "comparison.copy_both",
    ),
    "commission": ("standard.commission", "standard.commission_rounding"),
    "joker": ("deck.joker", "deck.jokers"),
    "royal-match": ("deck.royal_match", "deck.royal_match_joker"),
    "wheel": ("deck.wheel",),
    "equal-hands": ("setting.equal_high_and_low",),
    "caps": ("fortune.cap", "fortune.cap_covers", "fortune.cap_excludes", "fortune.cap_per"),
    "exposure": ("play.bank_exposed", "comparison.bank_ace_high_push"),
    "seats": ("table.players", "table.positions"),
    "banking": (
        "table.bank",
        "table.bank_rotation",
        "table.bank_cover",
        "table.bank_cover_reach",
        "table.uncovered",
        "fortune.payer",
        "envy.payer",
        "fortune.bank_wager",
    ),
    "bonus-condition": (
        "fortune.bank_condition",
        "fortune.precedence",
        "fortune.hand_considered",
        "fortune.lines_paid",
        "fortune.not_qualifying",
    ),
    "ace-high": (
        "ace_high.pays_both",
        "ace_high.pays_bank_with_joker",
        "ace_high.pays_bank_without_joker",
        "ace_high.player_only",
        "ace_high.lines_paid",
        "ace_high.definition",
    ),
    "ranking": ("deck.hand_ranking",),
    "settling": (
        "fortune.settled",
        "envy.settled",
        "table.settling_order",
        "play.bonus_wager_placed",
        "fortune.paytable_choice",
    ),
    "house-way": (
        "setting.house_way_binds",
        "setting.house_way_joker",
        "setting.house_way_two_pair_complete",
        "setting.house_way_quads_with_pair",
    ),
}
"""The parameters that each rule compares; what stands nowhere here is left to the last rule."""


def _show(value: Value | None) -> str:
    """A value for people; a ranking by its length and its top."""
    if isinstance(value, tuple):
        return f"{len(value)} classes from {name_class(value[0])} down"
    return format_value(value)


def list_others(case: Case, key: str, own: Value | None) -> dict[Value, list[str]]:
    """The neighbours' own words that differ, by value."""
    others: dict[Value, list[str]] = {}
    for item in case.others:
        statement = item.statements[key]
        if statement.standing in SAYING and statement.value is not None and statement.value != own:
            others.setdefault(statement.value, []).append(item.id)
    return others


def compare(case: Case, keys: Iterable[str]) -> Iterator[Draft]:
    """A draft for each parameter that this document and a neighbour state differently."""
    for key in keys:
        statement = case.jurisdiction.statements[key]
        if statement.standing not in SAYING or statement.parameter.kind == "text":
            continue
        others = list_others(case, key, statement.value)
        if others:
            yield _draft_difference(case, statement, others)


def _draft_difference(case: Case, statement: Statement, others: dict[Value, list[str]]) -> Draft:
    told = [f"{_show(value)} in {join_words(names)}" for value, names in others.items()]
    same = [
        item.id
        for item in case.others
        if item.statements[statement.parameter.key].standing in SAYING
        and item.statements[statement.parameter.key].value == statement.value
    ]
    shared = f" (so too in {join_words(same)})" if same else ""
    names = [name for group in others.values() for name in group]
    return Draft(
        f"{describe_parameter(statement.parameter)}: here {_show(statement.value)}"
        f"{shared}; {'; '.join(told)}",
        statement.path,
        statement.parameter.key,
        statement.citations,
        {
            case.jurisdiction.id: _show(statement.value),
            **{name: _show(value) for value, group in others.items() for name in group},
        },
        _price_others(case, statement, others),
        "none needed where the difference is meant",
        None,
        (case.jurisdiction.id, *names),
    )


def _price_others(case: Case, statement: Statement, others: dict[Value, list[str]]) -> Price:
    """What the neighbours' values would make of this document's edge."""
    if statement.parameter.key == "envy.lowest_hand":
        return _price_lowest_hand(case, others)
    values = tuple(_convert(case, value) for value in others)
    return price_statement(case, statement, values)


def _convert(case: Case, value: Value) -> Value:
    """Money of another currency by its bare amount: documents print amounts, not rates."""
    return Money(value.amount, case.jurisdiction.currency) if isinstance(value, Money) else value


def _price_lowest_hand(case: Case, others: dict[Value, list[str]]) -> Price:
    """Envy cut at the neighbours' lowest hand; where theirs is lower there is no amount to pay."""
    full, found = case.policy.full_table_others, []
    for paytable in case.jurisdiction.paytables:
        outcomes = {item.name: item.deals for item in case.outcomes(paytable)}
        deals, stake = sum(outcomes.values()), case.stake(paytable)
        for value in others if outcomes else ():
            line = next((item for item in paytable.lines if item.hand == value), None)
            if line is None or line.envy is None:
                continue
            kept = paytable.hands[: paytable.hands.index(str(value)) + 1]
            cut = sum(
                (
                    line.envy.amount * outcomes[line.hand]
                    for line in paytable.lines
                    if line.envy and line.hand not in kept
                ),
                Fraction(0),
            )
            found.append((cut * full / stake.amount / deals, stake))
    if not found:
        return Price((), "the neighbours' hands have no envy amount here")
    amounts = [amount for amount, _ in found]
    stakes = sorted({stake for _, stake in found})
    return Price(
        (
            Effect(
                min(amounts),
                max(amounts),
                "fortune-bonus",
                f"stake {join_words(map(str, stakes))}, {full} other players",
            ),
        )
    )
