"""XJD: where a document differs from its neighbours.

Each finding is about the jurisdiction under check: what it says, and who says what else. Only what
a document says itself is compared; its silences have rules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.phrases import (
    describe_parameter,
    describe_pay,
    join_words,
    name_class,
    name_tables,
)
from certify.findings.pricing import price_pays, price_statement
from certify.findings.registry import rule
from certify.model import Jurisdiction, Line, Money, Paytable, Statement, Value, format_value

_SAYING = {"stated", "conflicting"}

_TOPICS: dict[str, tuple[str, ...]] = {
    "envy-minimum": ("envy.minimum_stake",),
    "envy-hands": ("envy.lowest_hand",),
    "envy-exclusions": ("envy.bank_qualifies", "envy.own_seven_card", "envy.own_royal_match",
                        "envy.own_bonus_lost"),
    "envy-several": ("envy.several_qualifying_hands",),
    "envy-claims": ("envy.whose_hand", "envy.entitlement", "envy.marker", "envy.own_hand",
                    "envy.bank_hand", "envy.fouled_hand"),
    "fouls": ("setting.foul_standard", "setting.foul_bonus", "setting.foul_ace_high",
              "setting.wrong_card_count", "setting.bank_error",
              "comparison.bank_ace_high_push_foul"),
    "copies": ("comparison.copy", "comparison.copy_and_win", "comparison.copy_and_lose",
               "comparison.copy_both"),
    "commission": ("standard.commission", "standard.commission_rounding"),
    "joker": ("deck.joker", "deck.jokers"),
    "royal-match": ("deck.royal_match", "deck.royal_match_joker"),
    "wheel": ("deck.wheel",),
    "equal-hands": ("setting.equal_high_and_low",),
    "caps": ("fortune.cap", "fortune.cap_covers", "fortune.cap_excludes", "fortune.cap_per"),
    "exposure": ("play.bank_exposed", "comparison.bank_ace_high_push"),
    "seats": ("table.players", "table.positions"),
    "banking": ("table.bank", "table.bank_rotation", "table.bank_cover",
                "table.bank_cover_reach", "table.uncovered", "fortune.payer", "envy.payer",
                "fortune.bank_wager"),
    "bonus-condition": ("fortune.bank_condition", "fortune.precedence", "fortune.hand_considered",
                        "fortune.lines_paid", "fortune.not_qualifying"),
    "ace-high": ("ace_high.pays_both", "ace_high.pays_bank_with_joker",
                 "ace_high.pays_bank_without_joker", "ace_high.player_only",
                 "ace_high.lines_paid", "ace_high.definition"),
    "ranking": ("deck.hand_ranking",),
    "settling": ("fortune.settled", "envy.settled", "table.settling_order",
                 "play.bonus_wager_placed", "fortune.paytable_choice"),
    "house-way": ("setting.house_way_binds", "setting.house_way_joker",
                  "setting.house_way_two_pair_complete", "setting.house_way_quads_with_pair"),
}
"""The parameters that each rule compares; what stands nowhere here is left to the last rule."""

_OFFERS = {"envy.offer": "envy", "ace_high.offer": "the Ace High wager",
           "fortune.cap": "a cap on the bonus",
           "comparison.bank_ace_high_push": "a push on the bank's ace-high hand"}


def _show(value: Value | None) -> str:
    """A value for people; a ranking by its length and its top."""
    if isinstance(value, tuple):
        return f"{len(value)} classes from {name_class(value[0])} down"
    return format_value(value)


def _list_others(case: Case, key: str, own: Value | None) -> dict[Value, list[str]]:
    """The neighbours' own words that differ, by value."""
    others: dict[Value, list[str]] = {}
    for item in case.others:
        statement = item.statements[key]
        if statement.standing in _SAYING and statement.value is not None \
                and statement.value != own:
            others.setdefault(statement.value, []).append(item.id)
    return others


def _compare(case: Case, keys: Iterable[str]) -> Iterator[Draft]:
    for key in keys:
        statement = case.jurisdiction.statements[key]
        if statement.standing not in _SAYING or statement.parameter.kind == "text":
            continue
        others = _list_others(case, key, statement.value)
        if others:
            yield _draft_difference(case, statement, others)


def _draft_difference(
    case: Case, statement: Statement, others: dict[Value, list[str]]
) -> Draft:
    told = [f"{_show(value)} in {join_words(names)}" for value, names in others.items()]
    same = [item.id for item in case.others
            if item.statements[statement.parameter.key].standing in _SAYING
            and item.statements[statement.parameter.key].value == statement.value]
    shared = f" (so too in {join_words(same)})" if same else ""
    names = [name for group in others.values() for name in group]
    return Draft(
        f"{describe_parameter(statement.parameter)}: here {_show(statement.value)}"
        f"{shared}; {'; '.join(told)}", statement.path, statement.parameter.key,
        statement.citations,
        {case.jurisdiction.id: _show(statement.value),
         **{name: _show(value) for value, group in others.items() for name in group}},
        _price_others(case, statement, others),
        "none needed where the difference is meant", None, (case.jurisdiction.id, *names))


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
            kept = paytable.hands[:paytable.hands.index(str(value)) + 1]
            cut = sum((line.envy.amount * outcomes[line.hand] for line in paytable.lines
                       if line.envy and line.hand not in kept), Fraction(0))
            found.append((cut * full / stake.amount / deals, stake))
    if not found:
        return Price((), "the neighbours' hands have no envy amount here")
    amounts = [amount for amount, _ in found]
    stakes = sorted({stake for _, stake in found})
    return Price((Effect(min(amounts), max(amounts), "fortune-bonus",
                         f"stake {join_words(map(str, stakes))}, {full} other players"),))


@rule("XJD001", severity=Severity.WARNING)
def envy_minimum_differs(case: Case) -> Iterator[Draft]:
    """The stake from which envy is paid differs from that of other documents.

    Envy is a fixed sum, so the minimum stake decides what it is worth. The price is taken at the
    lowest of the minimum stakes, where one game pays envy and the other does not.

    Example: 25 dollars in one place and 5 in another.
    """
    yield from _compare(case, _TOPICS["envy-minimum"])


@rule("XJD002", severity=Severity.NOTE)
def envy_hands_differ(case: Case) -> Iterator[Draft]:
    """The hands that pay envy differ from those of other documents.

    What a Fortune stake is worth beside its own pays depends on which hands of others count.

    Example: four of a kind and better in four documents, two hands only in the fifth.
    """
    yield from _compare(case, _TOPICS["envy-hands"])


@rule("XJD003", severity=Severity.NOTE)
def envy_exclusions_differ(case: Case) -> Iterator[Draft]:
    """Envy is taken away in other circumstances than elsewhere.

    An exclusion that one document has is a promise that the others make.

    Example: the bank's own great hand stops all envy of the round in one document only.
    """
    yield from _compare(case, _TOPICS["envy-exclusions"])
    told: list[Statement] = []
    for key in _TOPICS["envy-exclusions"]:
        statement = case.jurisdiction.statements[key]
        takes = statement.value not in {None, "no-effect", "envy-still-paid"}
        if statement.standing in _SAYING and takes and not _list_others(
                case, key, statement.value):
            told.append(statement)
    silent = [item.id for item in case.others if any(
        item.statements[statement.parameter.key].standing == "silent" for statement in told)]
    if told and silent:
        values = {item.parameter.key: format_value(item.value) for item in told}
        yield Draft(
            "envy is taken away here "
            f"({join_words(f'{key}: {value}' for key, value in values.items())}); nothing of the "
            f"kind is said in {join_words(silent)}", told[0].path, "envy.exclusions",
            tuple(place for item in told for place in item.citations), values,
            _price_exclusions(case), "none needed where the difference is meant", None,
            (case.jurisdiction.id, *silent))


def _price_exclusions(case: Case) -> Price:
    """What all exclusions together take from envy, at a full table."""
    full, found, stakes = case.policy.full_table_others, [], []
    for paytable in case.jurisdiction.paytables:
        outcomes = case.outcomes(paytable)
        if not outcomes:
            continue
        deals = sum(item.deals for item in outcomes)
        amounts = {line.hand: line.envy.amount for line in paytable.lines if line.envy}
        single = sum((amounts.get(item.name, Fraction(0)) * item.deals for item in outcomes),
                     Fraction(0)) / deals
        edge, with_envy = case.fortune_edge(paytable), case.fortune_edge(paytable, {}, full)
        if edge and with_envy:
            stake = case.stake(paytable)
            paid = edge[0] - with_envy[0]
            found.append(paid - single * full / stake.amount)
            stakes.append(stake)
    if not found:
        return Price()
    return Price((Effect(min(found), max(found), "fortune-bonus",
                         f"all exclusions together, stake {stakes[0]}, {full} other players"),))


@rule("XJD004", severity=Severity.NOTE)
def envy_for_several_differs(case: Case) -> Iterator[Draft]:
    """What two qualifying hands pay differs from other documents.

    It decides what a table with two great hands costs the bank.

    Example: each hand pays in one, only the highest in another.
    """
    yield from _compare(case, _TOPICS["envy-several"])


@rule("XJD005", severity=Severity.NOTE)
def push_line_differs(case: Case) -> Iterator[Draft]:
    """A paytable pushes on a class on which most paytables lose.

    The price is that of the line: without it the hand would lose.

    Example: three pair pushes on one paytable of two documents, and on no other.
    """
    for hand in dict.fromkeys(line.hand for table in case.jurisdiction.paytables
                              for line in table.lines if line.is_push):
        own = [table for table in case.jurisdiction.paytables if _pushes(table, hand)]
        rest = [table.id for table in case.jurisdiction.paytables if not _pushes(table, hand)]
        like = [f"{item.id} {table.id}" for item in case.others for table in item.paytables
                if _pushes(table, hand)]
        unlike = [item.id for item in case.others
                  if not any(_pushes(table, hand) for table in item.paytables)]
        if not rest and not unlike:
            continue
        found = []
        for table in own:
            outcomes = case.outcomes(table)
            if not outcomes:
                continue
            deals = next(item.deals for item in outcomes if item.name == hand)
            found.append(Fraction(deals, sum(item.deals for item in outcomes)))
        line = next(line for line in own[0].lines if line.hand == hand)
        yield Draft(
            f"{name_class(hand)} pushes on {name_tables([item.id for item in own])}"
            + (f", as on {join_words(like)}" if like else "")
            + (f", and not on {join_words(rest)}" if rest else "")
            + (f", nor anywhere in {join_words(unlike)}" if unlike else ""),
            line.path, hand, (line.citation,),
            {"push": hand, "paytables": ", ".join(item.id for item in own),
             "like": ", ".join(like)},
            Price((Effect(min(found), max(found), "fortune-bonus", "without the line"),)
                  if found else (), "" if found else "the paytable has no odds"),
            "none needed where the difference is meant", None,
            (case.jurisdiction.id, *unlike))


def _pushes(table: Paytable, hand: str) -> bool:
    return any(line.hand == hand and line.is_push for line in table.lines)


@rule("XJD006", severity=Severity.NOTE)
def fouls_differ(case: Case) -> Iterator[Draft]:
    """A foul hand has another consequence than elsewhere.

    A player who moves from one table to the other loses a wager he expects to keep.

    Example: it loses in one document, and the dealer sets it by the house way in another.
    """
    yield from _compare(case, _TOPICS["fouls"])


@rule("XJD007", severity=Severity.NOTE)
def copies_differ(case: Case) -> Iterator[Draft]:
    """Equal hands are decided differently than elsewhere.

    Copies are the bank's main advantage on the standard wager.

    Example: two copies lose in one document and push in another.
    """
    yield from _compare(case, _TOPICS["copies"])


@rule("XJD008", severity=Severity.NOTE)
def commission_differs(case: Case) -> Iterator[Draft]:
    """The commission on winnings differs from other documents.

    The commission is the larger part of the standard wager's edge.

    Example: a twentieth of the winnings in one document, none in another.
    """
    yield from _compare(case, _TOPICS["commission"])


@rule("XJD009", severity=Severity.WARNING)
def joker_differs(case: Case) -> Iterator[Draft]:
    """The joker is another card than elsewhere.

    A fully wild joker makes five of a kind of any rank; every count changes.

    Example: three paytables of one document take the joker as wild, all others as a bug.
    """
    yield from _compare(case, _TOPICS["joker"])
    own: dict[Value, list[str]] = {}
    for table in case.jurisdiction.paytables:
        statement = table.statements.get("deck.joker")
        if statement is not None and statement.value is not None:
            own.setdefault(statement.value, []).append(table.id)
    for value, tables in own.items():
        others = {item.id: format_value(item.statements["deck.joker"].value)
                  for item in case.others
                  if item.statements["deck.joker"].standing in _SAYING
                  and item.statements["deck.joker"].value != value}
        if others:
            statement = case.jurisdiction.paytable(tables[0]).statements["deck.joker"]
            yield Draft(
                f"the joker is {format_value(value)} on {name_tables(tables)}; "
                f"{join_words(f'{shown} in {name}' for name, shown in others.items())}",
                statement.path, f"deck.joker@{format_value(value)}", statement.citations,
                {case.jurisdiction.id: format_value(value), "paytables": ", ".join(tables),
                 **others},
                Price((), "the paytable is made for this joker; another gives another game"),
                "none needed where the difference is meant", None,
                (case.jurisdiction.id, *others))


@rule("XJD010", severity=Severity.NOTE)
def royal_match_differs(case: Case) -> Iterator[Draft]:
    """The royal match is defined otherwise than elsewhere.

    The class pays a thousand to one and more, so its bounds matter.

    Example: the king and queen alone in one document, with the royal flush in the others.
    """
    yield from _compare(case, _TOPICS["royal-match"])


@rule("XJD011", severity=Severity.NOTE)
def wheel_differs(case: Case) -> Iterator[Draft]:
    """A-2-3-4-5 ranks elsewhere among the straights than in other documents.

    Two straights compare differently, and with them whole hands.

    Example: lowest in one document, second highest in another.
    """
    yield from _compare(case, _TOPICS["wheel"])


@rule("XJD012", severity=Severity.NOTE)
def equal_hands_differ(case: Case) -> Iterator[Draft]:
    """A high hand equal to the low hand is a foul here and allowed elsewhere, or the other way.

    Four of a kind split into two pairs hangs on it.

    Example: the five cards must rank higher in one document, and may be equal in another.
    """
    yield from _compare(case, _TOPICS["equal-hands"])


@rule("XJD013", severity=Severity.NOTE)
def caps_differ(case: Case) -> Iterator[Draft]:
    """The cap on payments, or what counts towards it, differs from other documents.

    The same hand at the same stake is paid in full here and cut there.

    Example: one cap counts by betting spot and hand, another by player and round.
    """
    yield from _compare(case, _TOPICS["caps"])


@rule("XJD014", severity=Severity.WARNING)
def pay_found_nowhere_else(case: Case) -> Iterator[Draft]:
    """A class pays a sum that no paytable of another document pays for it.

    It may be a misprint as well as a choice. The price is that of the nearest pay elsewhere.

    Example: a straight at 1 to 1, where every other paytable pays 2.
    """
    for hand in dict.fromkeys(name for table in case.jurisdiction.paytables
                              for name in table.hands):
        own = _list_pays(case.jurisdiction, hand)
        others: dict[int, list[str]] = {}
        for item in case.others:
            for _, line in _list_pays(item, hand):
                others.setdefault(line.pays, []).append(item.id)
        if not own or not others or any(line.pays in others for _, line in own):
            continue
        table, line = own[0]
        nearest = min(others, key=lambda pays: (abs(pays - line.pays), pays))
        worth = price_pays(case, table, {hand: nearest})
        effects = () if worth is None else (
            Effect(worth, worth, "fortune-bonus", f"at {nearest} to 1, without envy"),)
        told = join_words(f"{pays} to 1 in {join_words(dict.fromkeys(names))}"
                          for pays, names in sorted(others.items()))
        yield Draft(
            f"{name_class(hand)} pays "
            f"{join_words(dict.fromkeys(describe_pay(item) for _, item in own))} here and nowhere "
            f"else; {told}", line.path, hand, (line.citation,),
            {case.jurisdiction.id: str(line.pays),
             "elsewhere": ", ".join(str(pays) for pays in sorted(others))},
            Price(effects), "confirm the figure with its author", None,
            (case.jurisdiction.id,
             *dict.fromkeys(name for names in others.values() for name in names)))


def _list_pays(jurisdiction: Jurisdiction, hand: str) -> list[tuple[Paytable, Line]]:
    """The lines of a class on the paytables that take the joker as a bug, pushes left out."""
    return [(table, line) for table in jurisdiction.paytables
            for line in table.lines if line.hand == hand and not line.is_push
            and jurisdiction.statement("deck.joker", table.id).value != "wild"]


@rule("XJD015", severity=Severity.WARNING)
def exposure_differs(case: Case) -> Iterator[Draft]:
    """The bank's hand is seen earlier or later than elsewhere, or pushes where others play on.

    A player who sees the bank's cards sets against them.

    Example: the bank sets first in a face-up game, and after the players in the others.
    """
    yield from _compare(case, _TOPICS["exposure"])


@rule("XJD016", severity=Severity.NOTE)
def seats_differ(case: Case) -> Iterator[Draft]:
    """The number of players or positions differs from other documents.

    Envy grows with every seat.

    Example: seven players in one document, six in another.
    """
    yield from _compare(case, _TOPICS["seats"])


@rule("XJD017", severity=Severity.NOTE)
def banking_differs(case: Case) -> Iterator[Draft]:
    """Who banks, for how long, and what he must cover differs from other documents.

    A player who banks carries the risk that elsewhere is the house's.

    Example: the bank goes round every hand here, and after at most two hands there.
    """
    yield from _compare(case, _TOPICS["banking"])


@rule("XJD018", severity=Severity.WARNING)
def bonus_condition_differs(case: Case) -> Iterator[Draft]:
    """The Fortune bonus is paid on another condition than elsewhere.

    The same paytable then has another edge.

    Example: only where the bank's hand is beaten, in one document of five.
    """
    yield from _compare(case, _TOPICS["bonus-condition"])


@rule("XJD019", severity=Severity.NOTE)
def ace_high_differs(case: Case) -> Iterator[Draft]:
    """The Ace High wager pays otherwise than elsewhere.

    The same name stands for two wagers.

    Example: 25 to 1 where both hold ace-high, and 40 to 1 in another document.
    """
    yield from _compare(case, _TOPICS["ace-high"])


@rule("XJD020", severity=Severity.NOTE)
def ranking_differs(case: Case) -> Iterator[Draft]:
    """The printed ranking of hands differs from other documents.

    Hands are compared by it, and named by it in disputes.

    Example: it begins with five aces here, and with the seven-card straight flush there.
    """
    yield from _compare(case, _TOPICS["ranking"])


@rule("XJD021", severity=Severity.NOTE)
def settling_differs(case: Case) -> Iterator[Draft]:
    """The order of placing and settling wagers differs from other documents.

    A stake that is settled early cannot be claimed late.

    Example: the bonus is settled with the standard wagers here, and after them there.
    """
    yield from _compare(case, _TOPICS["settling"])


@rule("XJD022", severity=Severity.NOTE)
def envy_claims_differ(case: Case) -> Iterator[Draft]:
    """What gives a claim to envy, or whose hand counts, differs from other documents.

    The same stake at the same table is paid envy in one place and not in the other.

    Example: the stake alone in one document, the button laid beside it in another.
    """
    yield from _compare(case, _TOPICS["envy-claims"])


@rule("XJD023", severity=Severity.NOTE)
def house_way_differs(case: Case) -> Iterator[Draft]:
    """Whom the house way binds, or how it treats a kind of hand, differs from other documents.

    The standard wager is decided by how the bank's cards are set.

    Example: it sets players' foul hands in one document, and only the bank's in another.
    """
    yield from _compare(case, _TOPICS["house-way"])


@rule("XJD024", severity=Severity.NOTE)
def offered_only_here(case: Case) -> Iterator[Draft]:
    """This document offers something that most documents do not have, or lacks what most have.

    Whoever compares edges across documents compares different games.

    Example: four documents pay envy and the fifth has none.
    """
    for key, what in _OFFERS.items():
        statement = case.jurisdiction.statements[key]
        if key == "comparison.bank_ace_high_push" and statement.value == "no":
            continue
        with_it = [item.id for item in case.others
                   if item.statements[key].standing in _SAYING
                   and item.statements[key].value != "no"]
        without = [item.id for item in case.others
                   if item.statements[key].standing == "not-offered"]
        half = Fraction(len(case.others), 2)
        if statement.standing in _SAYING and without and len(without) >= half:
            told, names = f"{what} is offered here and not in {join_words(without)}", without
        elif statement.standing == "not-offered" and with_it and len(with_it) > half:
            told, names = f"{what} is not offered here, and is in {join_words(with_it)}", with_it
        else:
            continue
        yield Draft(told, statement.path, f"offer:{key}", statement.citations,
                    {"offered here": "no" if statement.standing == "not-offered" else "yes",
                     "others": ", ".join(names)}, Price(),
                    "none needed where the difference is meant", None,
                    (case.jurisdiction.id, *names))


@rule("XJD025", severity=Severity.NOTE)
def other_rule_differs(case: Case) -> Iterator[Draft]:
    """Any other rule on which documents speak differently.

    A difference that nobody meant is found by looking at all of them.

    Example: betting closes with an announcement here, and before the deal there.
    """
    taken = {key for keys in _TOPICS.values() for key in keys}
    yield from _compare(case, [key for key in case.jurisdiction.statements
                               if key not in taken and not key.startswith("identity.")])
