"""XJD: where a document differs from its neighbours.

Each finding is about the jurisdiction under check: what it says, and who says what else. Only what
a document says itself is compared; its silences have rules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.neighbours import SAYING, TOPICS, compare, list_others
from certify.findings.phrases import join_words, name_tables
from certify.findings.registry import rule
from certify.spec.model import Statement, Value, format_value

_OFFERS = {
    "envy.offer": "envy",
    "ace_high.offer": "the Ace High wager",
    "fortune.cap": "a cap on the bonus",
    "comparison.bank_ace_high_push": "a push on the bank's ace-high hand",
}


@rule("XJD001", severity=Severity.WARNING)
def envy_minimum_differs(case: Case) -> Iterator[Draft]:
    """The stake from which envy is paid differs from that of other documents.

    Envy is a fixed sum, so the minimum stake decides what it is worth. The price is taken at the
    lowest of the minimum stakes, where one game pays envy and the other does not.

    Example: 25 dollars in one place and 5 in another.
    """
    yield from compare(case, TOPICS["envy-minimum"])


@rule("XJD002", severity=Severity.NOTE)
def envy_hands_differ(case: Case) -> Iterator[Draft]:
    """The hands that pay envy differ from those of other documents.

    What a Fortune stake is worth beside its own pays depends on which hands of others count.

    Example: four of a kind and better in four documents, two hands only in the fifth.
    """
    yield from compare(case, TOPICS["envy-hands"])


@rule("XJD003", severity=Severity.NOTE)
def envy_exclusions_differ(case: Case) -> Iterator[Draft]:
    """Envy is taken away in other circumstances than elsewhere.

    An exclusion that one document has is a promise that the others make.

    Example: the bank's own great hand stops all envy of the round in one document only.
    """
    yield from compare(case, TOPICS["envy-exclusions"])
    told: list[Statement] = []
    for key in TOPICS["envy-exclusions"]:
        statement = case.jurisdiction.statements[key]
        takes = statement.value not in {None, "no-effect", "envy-still-paid"}
        if statement.standing in SAYING and takes and not list_others(case, key, statement.value):
            told.append(statement)
    silent = [
        item.id
        for item in case.others
        if any(item.statements[statement.parameter.key].standing == "silent" for statement in told)
    ]
    if told and silent:
        values = {item.parameter.key: format_value(item.value) for item in told}
        yield Draft(
            "envy is taken away here "
            f"({join_words(f'{key}: {value}' for key, value in values.items())}); nothing of the "
            f"kind is said in {join_words(silent)}",
            told[0].path,
            "envy.exclusions",
            tuple(place for item in told for place in item.citations),
            values,
            _price_exclusions(case),
            "none needed where the difference is meant",
            None,
            (case.jurisdiction.id, *silent),
        )


def _price_exclusions(case: Case) -> Price:
    """What all exclusions together take from envy, at a full table."""
    full, found, stakes = case.policy.full_table_others, [], []
    for paytable in case.jurisdiction.paytables:
        outcomes = case.outcomes(paytable)
        if not outcomes:
            continue
        deals = sum(item.deals for item in outcomes)
        amounts = {line.hand: line.envy.amount for line in paytable.lines if line.envy}
        single = (
            sum(
                (amounts.get(item.name, Fraction(0)) * item.deals for item in outcomes), Fraction(0)
            )
            / deals
        )
        edge, with_envy = case.fortune_edge(paytable), case.fortune_edge(paytable, {}, full)
        if edge and with_envy:
            stake = case.stake(paytable)
            paid = edge[0] - with_envy[0]
            found.append(paid - single * full / stake.amount)
            stakes.append(stake)
    if not found:
        return Price()
    return Price(
        (
            Effect(
                min(found),
                max(found),
                "fortune-bonus",
                f"all exclusions together, stake {stakes[0]}, {full} other players",
            ),
        )
    )


@rule("XJD004", severity=Severity.NOTE)
def envy_for_several_differs(case: Case) -> Iterator[Draft]:
    """What two qualifying hands pay differs from other documents.

    It decides what a table with two great hands costs the bank.

    Example: each hand pays in one, only the highest in another.
    """
    yield from compare(case, TOPICS["envy-several"])


@rule("XJD006", severity=Severity.NOTE)
def fouls_differ(case: Case) -> Iterator[Draft]:
    """A foul hand has another consequence than elsewhere.

    A player who moves from one table to the other loses a wager he expects to keep.

    Example: it loses in one document, and the dealer sets it by the house way in another.
    """
    yield from compare(case, TOPICS["fouls"])


@rule("XJD007", severity=Severity.NOTE)
def copies_differ(case: Case) -> Iterator[Draft]:
    """Equal hands are decided differently than elsewhere.

    Copies are the bank's main advantage on the standard wager.

    Example: two copies lose in one document and push in another.
    """
    yield from compare(case, TOPICS["copies"])


@rule("XJD008", severity=Severity.NOTE)
def commission_differs(case: Case) -> Iterator[Draft]:
    """The commission on winnings differs from other documents.

    The commission is the larger part of the standard wager's edge.

    Example: a twentieth of the winnings in one document, none in another.
    """
    yield from compare(case, TOPICS["commission"])


@rule("XJD009", severity=Severity.WARNING)
def joker_differs(case: Case) -> Iterator[Draft]:
    """The joker is another card than elsewhere.

    A fully wild joker makes five of a kind of any rank; every count changes.

    Example: three paytables of one document take the joker as wild, all others as a bug.
    """
    yield from compare(case, TOPICS["joker"])
    own: dict[Value, list[str]] = {}
    for table in case.jurisdiction.paytables:
        statement = table.statements.get("deck.joker")
        if statement is not None and statement.value is not None:
            own.setdefault(statement.value, []).append(table.id)
    for value, tables in own.items():
        others = {
            item.id: format_value(item.statements["deck.joker"].value)
            for item in case.others
            if item.statements["deck.joker"].standing in SAYING
            and item.statements["deck.joker"].value != value
        }
        if others:
            statement = case.jurisdiction.paytable(tables[0]).statements["deck.joker"]
            yield Draft(
                f"the joker is {format_value(value)} on {name_tables(tables)}; "
                f"{join_words(f'{shown} in {name}' for name, shown in others.items())}",
                statement.path,
                f"deck.joker@{format_value(value)}",
                statement.citations,
                {
                    case.jurisdiction.id: format_value(value),
                    "paytables": ", ".join(tables),
                    **others,
                },
                Price((), "the paytable is made for this joker; another gives another game"),
                "none needed where the difference is meant",
                None,
                (case.jurisdiction.id, *others),
            )


@rule("XJD010", severity=Severity.NOTE)
def royal_match_differs(case: Case) -> Iterator[Draft]:
    """The royal match is defined otherwise than elsewhere.

    The class pays a thousand to one and more, so its bounds matter.

    Example: the king and queen alone in one document, with the royal flush in the others.
    """
    yield from compare(case, TOPICS["royal-match"])


@rule("XJD011", severity=Severity.NOTE)
def wheel_differs(case: Case) -> Iterator[Draft]:
    """A-2-3-4-5 ranks elsewhere among the straights than in other documents.

    Two straights compare differently, and with them whole hands.

    Example: lowest in one document, second highest in another.
    """
    yield from compare(case, TOPICS["wheel"])


@rule("XJD012", severity=Severity.NOTE)
def equal_hands_differ(case: Case) -> Iterator[Draft]:
    """A high hand equal to the low hand is a foul here and allowed elsewhere, or the other way.

    Four of a kind split into two pairs hangs on it.

    Example: the five cards must rank higher in one document, and may be equal in another.
    """
    yield from compare(case, TOPICS["equal-hands"])


@rule("XJD013", severity=Severity.NOTE)
def caps_differ(case: Case) -> Iterator[Draft]:
    """The cap on payments, or what counts towards it, differs from other documents.

    The same hand at the same stake is paid in full here and cut there.

    Example: one cap counts by betting spot and hand, another by player and round.
    """
    yield from compare(case, TOPICS["caps"])


@rule("XJD015", severity=Severity.WARNING)
def exposure_differs(case: Case) -> Iterator[Draft]:
    """The bank's hand is seen earlier or later than elsewhere, or pushes where others play on.

    A player who sees the bank's cards sets against them.

    Example: the bank sets first in a face-up game, and after the players in the others.
    """
    yield from compare(case, TOPICS["exposure"])


@rule("XJD016", severity=Severity.NOTE)
def seats_differ(case: Case) -> Iterator[Draft]:
    """The number of players or positions differs from other documents.

    Envy grows with every seat.

    Example: seven players in one document, six in another.
    """
    yield from compare(case, TOPICS["seats"])


@rule("XJD017", severity=Severity.NOTE)
def banking_differs(case: Case) -> Iterator[Draft]:
    """Who banks, for how long, and what he must cover differs from other documents.

    A player who banks carries the risk that elsewhere is the house's.

    Example: the bank goes round every hand here, and after at most two hands there.
    """
    yield from compare(case, TOPICS["banking"])


@rule("XJD018", severity=Severity.WARNING)
def bonus_condition_differs(case: Case) -> Iterator[Draft]:
    """The Fortune bonus is paid on another condition than elsewhere.

    The same paytable then has another edge.

    Example: only where the bank's hand is beaten, in one document of five.
    """
    yield from compare(case, TOPICS["bonus-condition"])


@rule("XJD019", severity=Severity.NOTE)
def ace_high_differs(case: Case) -> Iterator[Draft]:
    """The Ace High wager pays otherwise than elsewhere.

    The same name stands for two wagers.

    Example: 25 to 1 where both hold ace-high, and 40 to 1 in another document.
    """
    yield from compare(case, TOPICS["ace-high"])


@rule("XJD020", severity=Severity.NOTE)
def ranking_differs(case: Case) -> Iterator[Draft]:
    """The printed ranking of hands differs from other documents.

    Hands are compared by it, and named by it in disputes.

    Example: it begins with five aces here, and with the seven-card straight flush there.
    """
    yield from compare(case, TOPICS["ranking"])


@rule("XJD021", severity=Severity.NOTE)
def settling_differs(case: Case) -> Iterator[Draft]:
    """The order of placing and settling wagers differs from other documents.

    A stake that is settled early cannot be claimed late.

    Example: the bonus is settled with the standard wagers here, and after them there.
    """
    yield from compare(case, TOPICS["settling"])


@rule("XJD022", severity=Severity.NOTE)
def envy_claims_differ(case: Case) -> Iterator[Draft]:
    """What gives a claim to envy, or whose hand counts, differs from other documents.

    The same stake at the same table is paid envy in one place and not in the other.

    Example: the stake alone in one document, the button laid beside it in another.
    """
    yield from compare(case, TOPICS["envy-claims"])


@rule("XJD023", severity=Severity.NOTE)
def house_way_differs(case: Case) -> Iterator[Draft]:
    """Whom the house way binds, or how it treats a kind of hand, differs from other documents.

    The standard wager is decided by how the bank's cards are set.

    Example: it sets players' foul hands in one document, and only the bank's in another.
    """
    yield from compare(case, TOPICS["house-way"])


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
        with_it = [
            item.id
            for item in case.others
            if item.statements[key].standing in SAYING and item.statements[key].value != "no"
        ]
        without = [
            item.id for item in case.others if item.statements[key].standing == "not-offered"
        ]
        half = Fraction(len(case.others), 2)
        if statement.standing in SAYING and without and len(without) >= half:
            told, names = f"{what} is offered here and not in {join_words(without)}", without
        elif statement.standing == "not-offered" and with_it and len(with_it) > half:
            told, names = f"{what} is not offered here, and is in {join_words(with_it)}", with_it
        else:
            continue
        yield Draft(
            told,
            statement.path,
            f"offer:{key}",
            statement.citations,
            {
                "offered here": "no" if statement.standing == "not-offered" else "yes",
                "others": ", ".join(names),
            },
            Price(),
            "none needed where the difference is meant",
            None,
            (case.jurisdiction.id, *names),
        )


@rule("XJD025", severity=Severity.NOTE)
def other_rule_differs(case: Case) -> Iterator[Draft]:
    """Any other rule on which documents speak differently.

    A difference that nobody meant is found by looking at all of them.

    Example: betting closes with an announcement here, and before the deal there.
    """
    taken = {key for keys in TOPICS.values() for key in keys}
    yield from compare(
        case,
        [
            key
            for key in case.jurisdiction.statements
            if key not in taken and not key.startswith("identity.")
        ],
    )
