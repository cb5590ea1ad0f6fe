"""INT and GAP: a paytable against the ranking, the definitions and the rules of its own document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from certify.base.errors import CertifyError
from certify.findings.case import SAYING, Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.grading import CHOICE
from certify.findings.phrases import (
    answer,
    ask,
    begin,
    cite,
    cite_lines,
    entitle,
    join_words,
    name_class,
    name_line,
    name_tables,
)
from certify.findings.pricing import list_supported, price_change, price_statement, tell_basis
from certify.findings.registry import rule
from certify.spec.catalogue.wagers import Precedence
from certify.spec.model import Line, Paytable, Standing, Wager
from certify.spec.rulebook import LineTerms, WagerTerms
from certify.spec.values import PUSHES, Pay

RANKING = "deck.hand_ranking"


def describe_pay(line: Line) -> str:
    """What a line pays, for people."""
    return answer(line.pays, line.pays.value).replace("it ", "")


def pays_more(one: Line, other: Line) -> bool:
    """Whether a line pays more than another at every stake and every height of a meter."""
    pays, less = one.pays.value, other.pays.value
    if not isinstance(pays, Pay) or not isinstance(less, Pay):
        return False
    parts = [
        (pays.times, less.times),
        (pays.money, less.money),
        (pays.meter, less.meter),
    ]
    return pays != less and all(more >= fewer for more, fewer in parts)


def is_push(line: Line) -> bool:
    """Whether a line is a push."""
    return line.pays.value == PUSHES


def change_lines(
    case: Case,
    wager: Wager,
    paytable: Paytable,
    change: Callable[[Sequence[LineTerms]], Sequence[LineTerms]],
    others: int = 0,
) -> tuple[Fraction, Fraction] | None:
    """The edge of a wager before and after its lines are changed; None where it cannot be counted."""

    def alter(terms: WagerTerms) -> WagerTerms:
        return replace(terms, lines=tuple(change(terms.lines)))

    try:
        before, after = case.replace_terms(
            wager, paytable, alter, case.least_stake(wager, paytable)
        )
    except CertifyError:
        return None
    return case.edge(before, others)[0], case.edge(after, others)[0]


def repay(hand: str, pay: Pay) -> Callable[[Sequence[LineTerms]], Sequence[LineTerms]]:
    """A change that gives a line another pay."""
    return lambda lines: [
        replace(line, pays=line.pays.put(pay)) if line.id == hand else line for line in lines
    ]


def _list_ranking(case: Case) -> tuple[str, ...]:
    """The document's own ranking; nothing where it has none."""
    ranking = case.jurisdiction.statements[RANKING]
    said = ranking.standing in SAYING and isinstance(ranking.value, tuple)
    return tuple(map(str, ranking.value)) if said and isinstance(ranking.value, tuple) else ()


def list_crossed(wager: Wager, order: Sequence[str]) -> dict[tuple[str, str], list[Paytable]]:
    """Pairs of lines of which the first pays more and ranks lower, with the paytables that have them so."""
    place = {name: number for number, name in enumerate(order)}
    tables: dict[tuple[str, str], list[Paytable]] = {}
    for paytable in wager.paytables:
        ranked = [line for line in paytable.lines if line.hand in place]
        for upper, lower in permutations(ranked, 2):
            wrong = place[str(upper.hand)] > place[str(lower.hand)]
            if wrong and pays_more(upper, lower):
                tables.setdefault((upper.id, lower.id), []).append(paytable)
    return tables


@rule("INT008", severity=Severity.WARNING)
def ranking_against_paytable(case: Case) -> Iterator[Draft]:
    """A paytable pays a class more than one that the document's own list ranks above it.

    A hand can hold both; which is paid then depends on which of the two lists is followed. Where the text
    says which list counts there is nothing to find, and where its words support both, the question which of
    two lines is paid tells it.

    Example: straight ranks above three of a kind, and pays 2 to 1 where three of a kind pays 3.
    """
    ranking = case.jurisdiction.statements[RANKING]
    for wager in case.jurisdiction.wagers:
        tables = list_crossed(wager, _list_ranking(case))
        precedence = wager.statements["wager.precedence"]
        if precedence.standing is Standing.STATED or list_supported(precedence):
            continue  # said, or asked where the words for both answers are told
        for (high, low), found in tables.items():
            upper, lower = found[0].line(high), found[0].line(low)
            other = (
                Precedence.RANK if precedence.value == Precedence.PAYTABLE else Precedence.PAYTABLE
            )
            yield Draft(
                f"The ranking puts {name_class(str(lower.hand))} above {name_class(str(upper.hand))} "
                f"({cite(*ranking.citations)}), and {name_tables([item.id for item in found])} "
                f"{'pays' if len(found) == 1 else 'pay'} them {describe_pay(lower)} and "
                f"{describe_pay(upper)} "
                f"({cite(lower.citation, upper.citation)}).",
                lower.path,
                f"{wager.id}:{high}>{low}",
                entitle(case.jurisdiction, precedence),
                ask(case.jurisdiction, precedence),
                None,
                (precedence.key,),
                (wager.id,),
                (*ranking.citations, upper.citation, lower.citation),
                {"ranked higher": str(lower.hand), "paid more": str(upper.hand)},
                price_statement(case, precedence, (str(other),)),
                "Say that the bonus follows the order of its paytable, or reorder one of the lists.",
            )


_OF_SEVEN = frozenset(
    {"seven-card-straight-flush", "seven-card-straight-flush-joker", "royal-match", "three-pair"}
)
"""Hands of more than five cards."""


def _is_beyond(hand: str, ranking: Sequence[str]) -> bool:
    """Whether a hand of seven cards is looked for in a ranking of five."""
    return hand in _OF_SEVEN and not _OF_SEVEN & set(ranking)


@rule("INT009", severity=Severity.NOTE)
def class_and_ranking_do_not_meet(case: Case) -> Iterator[Draft]:
    """A class is paid that the document's own ranking does not know.

    Without a place in the ranking nobody can say which of two hands is the better. A list that ranks hands of
    five cards has no place for hands of seven, and is not asked for one.

    Example: five of a kind is paid, and the ranking ends with five aces.
    """
    ranking = _list_ranking(case)
    statement = case.jurisdiction.statements[RANKING]
    for wager in case.jurisdiction.wagers if ranking else ():
        missing: dict[str, list[tuple[Paytable, Line]]] = {}
        for paytable in wager.paytables:
            for line in paytable.lines:
                if line.hand and line.hand not in ranking and not _is_beyond(line.hand, ranking):
                    missing.setdefault(line.hand, []).append((paytable, line))
        if missing:
            lines = [line for found in missing.values() for _, line in found]
            tables = [table.id for found in missing.values() for table, _ in found]
            yield Draft(
                f"{begin(join_words(map(name_class, missing)))} "
                f"{'has a line' if len(missing) == 1 else 'have lines'} on {name_tables(tables)} "
                f"({cite_lines(line.citation for line in lines)}) and "
                f"{'has' if len(missing) == 1 else 'have'} no place in the ranking of hands "
                f"({cite(*statement.citations)}).",
                lines[0].path,
                f"{wager.id}:{','.join(missing)}",
                entitle(case.jurisdiction, statement),
                f"Where {'does' if len(missing) == 1 else 'do'} "
                f"{join_words(map(name_class, missing))} rank?",
                citations=(*statement.citations, *(line.citation for line in lines)),
                evidence={"classes": ", ".join(missing)},
                cure="Give each class its place in the ranking.",
                roots=frozenset({"ranking and paytables"}),
            )


@rule("INT010", severity=Severity.NOTE)
def class_paid_on_some_tables_only(case: Case) -> Iterator[Draft]:
    """A class has a line on some paytables of a document and none on others.

    On the others the hand loses, or is paid by a lower line, under the same rules. Tables for another joker
    are made of other lines on purpose and are not compared. The price is that of giving the class the lowest
    pay that the other tables have for it.

    Example: three of a kind pays 3 to 1 on five paytables, and loses on the sixth.
    """
    for wager in case.jurisdiction.wagers:
        for hand, holding in group_lines(wager, lambda line: not is_push(line)).items():
            jokers = {_find_joker(case, table) for table, _ in holding}
            without = [
                table
                for table in wager.paytables
                if not any(line.hand == hand for line in table.lines)
            ]
            lines = [line for _, line in holding]
            lowest = next(
                line for line in lines if not any(pays_more(line, other) for other in lines)
            )
            priced = [(table, _add_line(case, wager, table, lowest)) for table in without]
            missing = [table for table, _ in priced if _find_joker(case, table) in jokers]
            if not missing:
                continue
            pairs = [pair for table, pair in priced if pair is not None and table in missing]
            loses = [after - before for before, after in pairs]
            with_it = [table.id for table, _ in holding]
            what = (
                "loses or is paid by a lower line"
                if any(loses)
                else "is always paid by another line"
            )
            yield Draft(
                f"{begin(name_class(hand))} has a line on {name_tables(with_it)} "
                f"({cite_lines(line.citation for _, line in holding)}) and none on "
                f"{name_tables([item.id for item in missing])} "
                f"({cite_lines(item.citation for item in missing)}), where it {what}.",
                missing[0].path,
                f"{wager.id}:{hand}:{','.join(item.id for item in missing)}",
                f"{begin(name_class(hand))} on some paytables only",
                f"Is it meant that {name_tables([item.id for item in missing])} "
                f"{'has' if len(missing) == 1 else 'have'} no line for {name_class(hand)}?",
                None,
                (),
                (wager.id,),
                (*(line.citation for _, line in holding), *(item.citation for item in missing)),
                {"class": hand, "paytables": ", ".join(item.id for item in missing)},
                price_change(
                    case, wager.id, pairs, f"with a line at {describe_pay(lowest)}, without envy"
                ),
                "Add the line, or say that the hand is not paid.",
                spared=CHOICE,
            )


def _find_joker(case: Case, table: Paytable) -> object:
    """What the joker of a paytable may stand for."""
    own = table.statements.get("deck.joker") or case.jurisdiction.statements["deck.joker"]
    return own.value


def group_lines(
    wager: Wager, wanted: Callable[[Line], bool]
) -> dict[str, list[tuple[Paytable, Line]]]:
    """The lines that are a class and meet a wish, by class, each with its paytable."""
    found: dict[str, list[tuple[Paytable, Line]]] = {}
    for table in wager.paytables:
        for line in table.lines:
            if line.hand and wanted(line):
                found.setdefault(line.hand, []).append((table, line))
    return found


def _add_line(
    case: Case, wager: Wager, table: Paytable, line: Line
) -> tuple[Fraction, Fraction] | None:
    """The edge before and after a line of another paytable is added at its place by pay."""
    source = next(item for item in wager.paytables if any(own is line for own in item.lines))
    terms = case.compile({}, wager.id, source.id).wagers[wager.id]
    added = next(item for item in terms.lines if item.id == line.id)

    def add(lines: Sequence[LineTerms]) -> list[LineTerms]:
        above = [item for item in lines if item.pays.value.times > added.pays.value.times]
        return [*above, replace(added, envy=None), *(item for item in lines if item not in above)]

    return change_lines(case, wager, table, add)


@rule("INT012", severity=Severity.WARNING)
def definition_takes_in_another_class(case: Case) -> Iterator[Draft]:
    """A class is described so that every hand of another paid class meets the words.

    By the words alone the lower line would never be paid. That the line is there speaks against them, so it
    is no reading, and has no price; but a player will quote the words.

    Example: a royal match is a royal flush with a suited king and queen, which every royal flush holds.
    """
    statement = case.jurisdiction.statements["deck.royal_match"]
    said = [item for item in statement.said if item.value == "king-queen-alone"]
    for wager in case.jurisdiction.wagers if said else ():
        lines = [
            (paytable, line)
            for paytable in wager.paytables
            for line in paytable.lines
            if line.hand == "royal-flush"
            and any(other.hand == "royal-match" for other in paytable.lines)
        ]
        if not lines:
            continue
        yield Draft(
            "The words for a royal match say neither that the king and queen are two further cards nor that "
            f"their suit may be another than the flush's ({cite(*(item.citation for item in said))}), and "
            f"every royal flush holds a king and queen of its suit. That more is asked only the line "
            f"“{name_line(lines[0][1])}” of {name_tables([table.id for table, _ in lines])} shows "
            f"({cite(*(line.citation for _, line in lines))}).",
            statement.path,
            f"{wager.id}:royal-match",
            entitle(case.jurisdiction, statement),
            "Must the king and queen of a royal match be two further cards beside the royal flush?",
            None,
            (statement.key,),
            (wager.id,),
            (*(item.citation for item in said), *(line.citation for _, line in lines)),
            {"described as": "a suited king and queen", "taken in": "royal flush"},
            Price((), "the line for the royal flush shows what is meant"),
            "Ask for a further king and queen, of one suit, beside the royal flush.",
        )


@rule("INT013", severity=Severity.ERROR)
def envy_column_against_envy_rule(case: Case) -> Iterator[Draft]:
    """The envy column of a paytable pays other hands than the envy rule says.

    The rule names the lowest hand that pays envy; the column must pay from there up and not below.

    Example: the rule says four of a kind or better, and the column has no amount for it.
    """
    for wager in case.jurisdiction.wagers:
        if not wager.has_envy:
            continue
        statement = wager.statements["envy.lowest_hand"]
        for paytable in wager.paytables if statement.standing in SAYING else ():
            hands = [line.hand for line in paytable.lines]
            if statement.value not in hands:
                continue
            lowest = hands.index(str(statement.value))
            for place, line in enumerate(paytable.lines):
                if (line.envy is not None) == (place <= lowest):
                    continue
                what = "has" if line.envy else "has no"
                price = _price_envy(case, wager, paytable, line)
                yield Draft(
                    f"Envy begins at {name_class(str(statement.value))} by the rule "
                    f"({cite(*statement.citations)}), and {name_class(line.id)} {what} envy on "
                    f"{name_tables([paytable.id])} ({line.citation}).",
                    line.path,
                    f"{wager.id}:{paytable.id}:{line.id}",
                    entitle(case.jurisdiction, statement),
                    f"Does {name_class(line.id)} pay envy?",
                    None if price.size >= case.policy.materiality else Severity.WARNING,
                    (statement.key,),
                    (wager.id,),
                    (*statement.citations, line.citation),
                    {"lowest": str(statement.value), "line": line.id},
                    price,
                    "Make the rule and the column agree.",
                )


def _price_envy(case: Case, wager: Wager, paytable: Paytable, line: Line) -> Price:
    """What the envy of one line is worth at a full table; the lowest amount stands in for a missing one."""
    full, stake = case.count_others(wager), case.least_stake(wager, paytable)
    paying = [item for item in paytable.lines if item.envy]
    terms = case.compile({}, wager.id, paytable.id).wagers[wager.id]
    model = next((item for item in reversed(terms.lines) if item.envy), None)
    if not paying or model is None:
        return Price()
    change = [
        replace(item, envy=None if line.envy else model.envy) if item.id == line.id else item
        for item in terms.lines
    ]
    pair = change_lines(case, wager, paytable, lambda _: change, full)
    basis = tell_basis([stake], [full], case.policy.least_stake(wager.id))
    return price_change(case, wager.id, [pair] if pair else [], basis, [paytable.id])
