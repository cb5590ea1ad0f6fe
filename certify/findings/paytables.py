"""INT: a paytable against the ranking, the labels and the rules of its own document."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.phrases import describe_pay, name_class, name_tables
from certify.findings.pricing import price_pays, price_statement
from certify.findings.registry import rule
from certify.odds.classes import count_classes
from certify.odds.fortune import list_holdings
from certify.spec.model import Paytable


def _list_orders(case: Case) -> Iterator[tuple[Paytable, str, str]]:
    """Pairs of classes that a paytable pays in another order than the printed ranking has."""
    ranking = case.jurisdiction.statements["deck.hand_ranking"]
    if ranking.standing not in {"stated", "conflicting"} or not isinstance(ranking.value, tuple):
        return
    place = {name: number for number, name in enumerate(ranking.value)}
    for paytable in case.jurisdiction.paytables:
        ranked = [line for line in paytable.lines if line.hand in place]
        for upper, lower in combinations(ranked, 2):
            if upper.pays > lower.pays and place[upper.hand] > place[lower.hand]:
                yield paytable, upper.hand, lower.hand


@rule("INT006", severity=Severity.WARNING)
def ranking_against_paytable(case: Case) -> Iterator[Draft]:
    """A paytable pays a class more than one that the document's own list ranks above it.

    A hand can hold both; which is paid then depends on which of the two lists is followed. The
    price is that of following the ranking instead of the paytable.

    Example: straight ranks above three of a kind, and pays 2 to 1 where three of a kind pays 3.
    """
    tables: dict[tuple[str, str], list[Paytable]] = {}
    for paytable, upper, lower in _list_orders(case):
        tables.setdefault((upper, lower), []).append(paytable)
    ranking = case.jurisdiction.statements["deck.hand_ranking"]
    precedence = case.jurisdiction.statements["fortune.precedence"]
    other = "rank-order" if precedence.value == "paytable-order" else "paytable-order"
    for (upper, lower), found in tables.items():
        lines = {line.hand: line for line in found[0].lines}
        yield Draft(
            f"the ranking has {name_class(lower)} above {name_class(upper)}, which pays more on "
            f"{name_tables([item.id for item in found])} "
            f"({describe_pay(lines[upper])} against {describe_pay(lines[lower])})",
            lines[lower].path,
            f"{upper}>{lower}",
            (*ranking.citations, lines[upper].citation, lines[lower].citation),
            {
                "ranked higher": lower,
                "paid more": upper,
                "paytables": ", ".join(item.id for item in found),
            },
            price_statement(case, precedence, (other,)),
            "say that the bonus follows the order of its paytable",
            Severity.NOTE if precedence.standing == "stated" else None,
        )


@rule("INT007", severity=Severity.NOTE)
def ranked_class_without_line(case: Case) -> Iterator[Draft]:
    """A class that the ranking puts above the lowest class paid has no line on a paytable.

    Such a hand is paid by a lower line, or by none, although it ranks higher.

    Example: the royal match is ranked second, and three of nine paytables do not pay it.
    """
    ranking = case.jurisdiction.statements["deck.hand_ranking"]
    if ranking.standing not in {"stated", "conflicting"} or not isinstance(ranking.value, tuple):
        return
    missing: dict[str, list[Paytable]] = {}
    for paytable in case.jurisdiction.paytables:
        paid = [number for number, name in enumerate(ranking.value) if name in paytable.hands]
        made = case.rules(paytable).choice("deck.joker") == "wild"
        for name in ranking.value[: max(paid, default=0)]:
            if name not in paytable.hands and (made or name != "five-of-a-kind"):
                missing.setdefault(name, []).append(paytable)
    for name, tables in missing.items():
        yield Draft(
            f"{name_class(name)} is ranked above classes that are paid, and has no line on "
            f"{name_tables([item.id for item in tables])}",
            tables[0].path,
            name,
            (*ranking.citations, tables[0].citation),
            {"class": name, "paytables": ", ".join(item.id for item in tables)},
            Price(),
            "add a line, or say that the hand is paid by the next lower one",
        )


@rule("INT008", severity=Severity.WARNING)
def definition_takes_in_another_class(case: Case) -> Iterator[Draft]:
    """A class is defined so that every hand of another paid class meets the definition.

    By its words the lower line would never be paid. The price is that of the words.

    Example: a royal match is any suited king and queen, which every royal flush holds.
    """
    statement = case.jurisdiction.statements["deck.royal_match"]
    if statement.standing not in {"stated", "conflicting"} or all(
        said.value != "king-queen-alone" for said in statement.said
    ):
        return
    found: list[Fraction] = []
    tables = []
    for paytable in case.jurisdiction.paytables:
        pays = {line.hand: line.pays for line in paytable.lines}
        if {"royal-match", "royal-flush"} <= set(pays):
            worth = price_pays(case, paytable, {"royal-flush": pays["royal-match"]})
            if worth is not None:
                found.append(worth)
                tables.append(paytable.id)
    if found:
        yield Draft(
            "the royal match is defined as a suited king and queen, which every royal flush holds: "
            f"by its words no royal flush is paid as such on {name_tables(tables)}",
            statement.path,
            "royal-match",
            statement.citations,
            {
                "defined as": "king-queen-alone",
                "taken in": "royal-flush",
                "paytables": ", ".join(tables),
            },
            Price((Effect(min(found), max(found), "fortune-bonus", "without envy"),)),
            "ask for a king and queen of one suit beside the royal flush",
        )


@rule("INT009", severity=Severity.WARNING)
def label_takes_in_another_line(case: Case) -> Iterator[Draft]:
    """The label of a line does not leave out the hands of a lower line.

    The line with the joker is a special case of the one whose label does not mention it, and pays
    less. The price is that of paying the joker's hands by the higher line.

    Example: a line for the seven-card straight flush, and one below for the same with the joker.
    """
    upper, lower = "seven-card-straight-flush", "seven-card-straight-flush-joker"
    tables, found = [], []
    for paytable in case.jurisdiction.paytables:
        lines = {line.hand: line for line in paytable.lines}
        if not {upper, lower} <= set(lines) or "joker" in lines[upper].printed.casefold():
            continue
        worth = price_pays(case, paytable, {lower: lines[upper].pays})
        if worth is not None:
            tables.append(paytable)
            found.append(worth)
    if tables:
        line = next(item for item in tables[0].lines if item.hand == upper)
        yield Draft(
            f"the label {line.printed!r} on {name_tables([item.id for item in tables])} does not "
            "leave out the joker, which has a line of its own",
            line.path,
            upper,
            (line.citation,),
            {"label": line.printed, "paytables": ", ".join(item.id for item in tables)},
            Price((Effect(min(found), max(found), "fortune-bonus", "without envy"),)),
            "add to the label that the hand holds no joker",
        )


@rule("INT012", severity=Severity.ERROR)
def envy_column_against_envy_rule(case: Case) -> Iterator[Draft]:
    """The envy column of a paytable pays other hands than the envy rule says.

    The rule names the lowest hand that pays envy; the column must pay from there up and not below.

    Example: the rule says four of a kind or better, and the column has no amount for it.
    """
    statement = case.jurisdiction.statements["envy.lowest_hand"]
    if statement.standing not in {"stated", "conflicting"} or not case.has_envy:
        return
    for paytable in case.jurisdiction.paytables:
        hands = paytable.hands
        if statement.value not in hands:
            continue
        lowest = hands.index(str(statement.value))
        for place, line in enumerate(paytable.lines):
            if (line.envy is not None) == (place <= lowest):
                continue
            what = "pays envy" if line.envy else "pays no envy"
            yield Draft(
                f"envy is said to begin at {name_class(str(statement.value))}, and "
                f"{name_class(line.hand)} {what} on paytable {paytable.id}",
                line.path,
                f"{paytable.id}:{line.hand}",
                (*statement.citations, line.citation),
                {
                    "lowest": str(statement.value),
                    "line": line.hand,
                    "envy": str(line.envy or "none"),
                },
                _price_line_envy(case, paytable, line.hand),
                "make rule and column agree",
            )


def _price_line_envy(case: Case, paytable: Paytable, hand: str) -> Price:
    """What the envy of one line is worth; the lowest amount stands in for a missing one."""
    amounts = [(line.hand, line.envy.amount) for line in paytable.lines if line.envy]
    own = dict(amounts).get(hand)
    amount = own if own is not None else min((item for _, item in amounts), default=Fraction(0))
    outcomes = case.outcomes(paytable)
    if not outcomes:
        return Price((), "the paytable has no odds")
    chance = Fraction(
        next(item.deals for item in outcomes if item.name == hand),
        sum(item.deals for item in outcomes),
    )
    others, stake = case.policy.full_table_others, case.stake(paytable)
    worth = amount * chance * others / stake.amount
    signed = worth if own is not None else -worth
    low, high = sorted((Fraction(0), signed)) if own is None else (signed, signed)
    return Price((Effect(low, high, "fortune-bonus", f"stake {stake}, {others} other players"),))


@rule("INT014", severity=Severity.NOTE)
def class_paid_on_some_tables_only(case: Case) -> Iterator[Draft]:
    """A class is paid on some paytables of a document and has no line on others.

    On the others the hand loses, or is paid by a lower line, under the same ranking. The price is
    that of giving it the lowest pay that the other tables have for it.

    Example: three of a kind pays 3 to 1 on six paytables, and loses on three.
    """
    tables = case.jurisdiction.paytables
    pays: dict[str, int] = {}
    for line in (line for table in tables for line in table.lines if not line.is_push):
        pays[line.hand] = min(line.pays, pays.get(line.hand, line.pays))
    told = {draft.subject for draft in ranked_class_without_line(case)}
    for hand, pay in pays.items():
        missing = [
            table
            for table in tables
            if hand not in table.hands
            and (hand != "five-of-a-kind" or case.rules(table).choice("deck.joker") == "wild")
        ]
        if not missing or hand in told:
            continue
        found = [
            worth
            for table in missing
            if (worth := _price_added_line(case, table, hand, pay)) is not None
        ]
        yield Draft(
            f"{name_class(hand)} is paid on other paytables of the document, and has no line on "
            f"{name_tables([item.id for item in missing])}",
            missing[0].path,
            hand,
            (missing[0].citation,),
            {"class": hand, "paytables": ", ".join(item.id for item in missing)},
            Price(
                (Effect(min(found), max(found), "fortune-bonus", f"at {pay} to 1, without envy"),)
                if found
                else ()
            ),
            "add a line, or say that the hand is not paid",
        )


def _price_added_line(case: Case, table: Paytable, hand: str, pay: int) -> Fraction | None:
    """What one more line at the end of a paytable would change."""
    before = case.outcomes(table)
    if not before:
        return None
    counts = count_classes(list_holdings(case.rules(table)), (*table.hands, hand))
    return Fraction(-(pay + 1) * counts[hand], sum(item.deals for item in before))
