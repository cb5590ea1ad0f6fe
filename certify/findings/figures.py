"""MTH: figures, printed and computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from certify.base.errors import CertifyError
from certify.base.figures import format_percent
from certify.base.load import DataPath
from certify.findings.case import Case
from certify.findings.companions import tell_brought, tell_companion
from certify.findings.finding import PRINTED, Draft, Effect, Price, Severity
from certify.findings.paytables import describe_pay, is_push, pays_more
from certify.findings.phrases import (
    answer,
    ask,
    begin,
    cite,
    join_words,
    name_class,
    name_line,
    name_tables,
)
from certify.findings.pricing import (
    Measure,
    join_measures,
    list_supported,
    measure_statement,
    tell_bases,
    tell_play,
)
from certify.findings.registry import rule
from certify.odds.result import PrintedFigure, WagerOdds
from certify.spec.catalogue import Moves
from certify.spec.model import Citation, Line, Paytable, Statement, Wager
from certify.spec.values import Money, Value
from certify.wagers.limits import STANDARD


def _list_published(case: Case) -> Iterator[tuple[WagerOdds, PrintedFigure]]:
    standard = (case.standard_odds,) if case.jurisdiction.published else ()
    for odds in (*case.line_odds, *standard):
        for item in odds.published:
            yield odds, item


@rule("MTH001", severity=Severity.ERROR)
def printed_figure_wrong(case: Case) -> Iterator[Draft]:
    """A printed house edge comes out under no way of rounding.

    Either the figure or the paytable is wrong, or it was computed under another reading. The price is the
    printed figure less the computed one; below the policy's materiality it is a warning.

    Example: 7.86 percent is printed and 7.8278 computed.
    """
    for odds, item in _list_published(case):
        if item.agrees:
            continue
        gap = Fraction(item.published.percent) / 100 - item.exact
        table = odds.wager != STANDARD
        where = name_tables([odds.paytable or "main"]) if table else "the document"
        of = "" if table else " of the standard wager"
        yield Draft(
            f"{begin(where)} prints a house edge{of} of "
            f"{item.published.percent} % ({item.published.citation}), and "
            f"{format_percent(item.exact)} % comes out.",
            item.published.path,
            f"{odds.wager}:{odds.paytable}:{item.published.label}={item.published.percent}",
            "A printed figure that does not come out",
            f"How was the house edge{of} of {item.published.percent} % computed?",
            None if abs(gap) >= case.policy.materiality else Severity.WARNING,
            (),
            (odds.wager,),
            (item.published.citation,),
            {"printed": item.published.percent, "computed": format_percent(item.exact)},
            Price(
                (
                    Effect(
                        odds.wager,
                        gap,
                        gap,
                        PRINTED,
                        case.name_wager(odds.wager),
                        item.exact,
                        item.exact + gap,
                    ),
                )
            ),
            f"Correct the figure, or the {'line of the paytable' if table else 'rule'} that it rests on.",
        )


@rule("MTH002", severity=Severity.NOTE)
def truncated_not_rounded(case: Case) -> Iterator[Draft]:
    """Printed figures were cut off, not rounded.

    They understate the edge by up to one unit of the last digit, and cannot be reproduced by rounding.

    Example: 7.7656 percent is printed as 7.76.
    """
    cut = [(odds, item) for odds, item in _list_published(case) if item.roundings == ("truncated",)]
    if not cut:
        return
    every = sum(1 for _ in _list_published(case))
    gaps = [Fraction(item.published.percent) / 100 - item.exact for _, item in cut]
    odds, first = cut[0]
    yield Draft(
        f"{len(cut)} of {every} printed house edges are cut off after two decimals, not rounded; for example "
        f"{first.published.percent} % stands for {format_percent(first.exact)} % "
        f"({first.published.citation}).",
        first.published.path,
        "published-truncated",
        "Printed figures cut off",
        "Should the printed house edges be rounded?",
        None,
        (),
        (odds.wager,),
        tuple(item.published.citation for _, item in cut),
        {
            f"{odds.paytable or odds.wager} {item.published.label}": (
                f"{item.published.percent} for {format_percent(item.exact)}"
            )
            for odds, item in cut
        },
        Price(
            (
                Effect(
                    odds.wager,
                    min(gaps),
                    max(gaps),
                    PRINTED,
                    case.name_wager(odds.wager),
                ),
            )
        ),
        "Round the figures, or say that they are cut off.",
    )


@dataclass(frozen=True, slots=True)
class _Advantage:
    statement: Statement | None
    value: Value | None
    wager: str
    measures: tuple[Measure, ...]
    avoided: tuple[str, ...] = ()
    """The answers, each after its question, under which the player would not have it."""


@rule("MTH003", severity=Severity.ERROR)
def player_advantage(case: Case) -> Iterator[Draft]:
    """As adopted, or under a reading that the text supports, the player has the edge.

    A document that can be read that way will be, by the first player who does the sum. The price is the
    change of the edge that the reading brings.

    Example: a scale with two rows for one hand, of which the higher one is read for it.
    """
    for found in _list_advantages(case):
        worst = _take_worst(found.measures)
        on = f"the {case.name_wager(found.wager)}"
        if found.statement is not None:
            question = ask(case.jurisdiction, found.statement)
            how = f"With the answer “{answer(found.statement, found.value)}” the player has"
            places = _cite_value(found.statement, found.value)
        else:
            question = f"Is it meant that the player has the advantage on {on}?"
            how = _tell_adopted(found)
            places = _cite_tables(case, found)
        basis = tell_bases(case, worst)
        told = "; ".join(_tell_advantage(item, several=len(worst) > 1) for item in worst)
        yield Draft(
            f"{how} the advantage on {on}{f' ({basis})' if basis else ''}: {told}."
            + (_tell_rest(case, found.statement) if found.statement else ""),
            found.statement.path if found.statement else locate(case, found.wager),
            f"{found.wager}:{found.statement.key if found.statement else 'adopted'}="
            + (answer(found.statement, found.value) if found.statement else ""),
            "The player has the advantage",
            question,
            None,
            (found.statement.key,) if found.statement else (),
            (found.wager,),
            places,
            {item.paytable or "edge": f"{format_percent(item.after[0])} %" for item in worst},
            Price((join_measures(case, found.wager, worst, basis),))
            if found.statement
            else Price((), _NO_OTHER if not found.avoided else _OTHERS),
            "Rule that reading out in the text." if found.statement else _cure_adopted(found),
        )


_NO_OTHER = (
    "the advantage is what the wager is worth as written; no reading of the text takes it away"
)
_OTHERS = "what the readings that take it away are worth stands with their questions"


def _tell_adopted(found: _Advantage) -> str:
    """Whose doing the advantage is: the paytable's itself, or that of readings which were taken."""
    if found.avoided:
        return "As the text is taken here, the player has"
    if found.wager == STANDARD:
        return "The rules as written give the player"
    names = [item.paytable for item in found.measures]
    verb = "give" if len(set(names)) > 1 else "gives"
    return f"{begin(name_tables(names))} as written {verb} the player"


def _cure_adopted(found: _Advantage) -> str:
    """What takes the advantage away: another answer where one would, else only other pays."""
    if found.avoided:
        return f"Write the other answer in the text: {'; '.join(found.avoided)}."
    if found.wager == STANDARD:
        return "Change what the standard wager pays, or its commission."
    names = [item.paytable for item in found.measures]
    pays = "they pay" if len(set(names)) > 1 else "it pays"
    return f"Change {name_tables(names)}: lower what {pays}."


def _cite_tables(case: Case, found: _Advantage) -> tuple[Citation, ...]:
    wager = case.jurisdiction.find_wager(found.wager)
    names = {item.paytable for item in found.measures}
    tables = wager.paytables if wager else ()
    return tuple(dict.fromkeys(item.citation for item in tables if item.id in names))


def _tell_rest(case: Case, statement: Statement) -> str:
    """What else goes with the answer, without which the advantage would be told by half."""
    together = tell_companion(case, statement)
    return tell_brought(case, statement) + (f" {together}" if together else "")


def _take_worst(measures: Sequence[Measure]) -> list[Measure]:
    """Of each paytable the seats at which the player does best."""
    tables = dict.fromkeys(item.paytable for item in measures)
    return [
        min((item for item in measures if item.paytable == name), key=lambda item: item.after[0])
        for name in tables
    ]


def _tell_advantage(measure: Measure, *, several: bool) -> str:
    """The player's advantage on one paytable, with the house edge as adopted."""
    where = f" on {name_tables([measure.paytable])}" if several else ""
    against = (
        f" (as adopted the house has {format_percent(measure.before[0])} %)"
        if measure.before != measure.after
        else ""
    )
    return f"{format_percent(-measure.after[0])} %{where}{against}"


def _list_advantages(case: Case) -> Iterator[_Advantage]:
    for wager in ("", *(item.id for item in case.jurisdiction.wagers)):
        negative = [item for item in _measure_adopted(case, wager or STANDARD) if item.after[0] < 0]
        if negative:
            name = wager or STANDARD
            avoided = tuple(_list_avoiding(case, name))
            yield _Advantage(None, None, name, tuple(negative), avoided)
    for statement in case.jurisdiction.list_statements():
        if statement.parameter.moves is not Moves.ODDS:
            continue
        for value in list_supported(statement):
            measures, _ = measure_statement(case, statement, (value,))
            for name in dict.fromkeys(item.wager for item in measures):
                negative = [
                    item
                    for item in measures
                    if item.wager == name and item.after[0] < 0 <= item.before[0]
                ]
                if negative:
                    yield _Advantage(statement, value, name, tuple(negative))


def _list_avoiding(case: Case, wager: str) -> Iterator[str]:
    """Answers that words of the text support and that take the player's advantage away."""
    for statement in case.jurisdiction.list_statements():
        for value in list_supported(statement) if statement.parameter.moves is Moves.ODDS else ():
            measures, _ = measure_statement(case, statement, (value,))
            own = [item for item in measures if item.wager == wager and item.before[0] < 0]
            if own and all(item.after[0] >= 0 for item in own):
                yield f"{ask(case.jurisdiction, statement)} {begin(answer(statement, value))}"


def _measure_adopted(case: Case, name: str) -> Iterator[Measure]:
    """The edges as adopted, without others and at a full table."""
    try:
        if name == STANDARD:
            edge = case.count_standard({}).house_edge
            play = tell_play(case, {})
            yield Measure(name, "", "", 0, None, (edge, edge), (edge, edge), play)
            return
        wager = case.jurisdiction.wager(name)
        for paytable in wager.paytables:
            stake = case.least_stake(wager, paytable)
            counted = case.count(name, paytable.id, {}, stake)
            for others in sorted({0, case.count_others(wager)}):
                edges = case.edge(counted, others)
                yield Measure(name, paytable.id, "", others, stake, edges, edges)
    except CertifyError:
        return


def _cite_value(statement: Statement, value: Value | None) -> tuple[Citation, ...]:
    said = [item.citation for item in statement.said if item.value == value]
    other = [
        item.citation for item in statement.alternatives if item.value == value and item.citation
    ]
    return tuple(dict.fromkeys([*said, *other]))


def locate(case: Case, wager: str) -> DataPath:
    """Where a wager stands in the file."""
    found = case.jurisdiction.find_wager(wager)
    return found.path if found else ("standard",)


@rule("MTH004", severity=Severity.NOTE)
def pay_order_against_rarity(case: Case) -> Iterator[Draft]:
    """A class pays less than one that is dealt more often.

    The order of a paytable is expected to follow how rare its hands are; where it does not, a figure may
    have been exchanged. A push is a consolation and stands in no such order.

    Example: a flush pays 4 to 1 and a straight 5, though flushes are rarer.
    """
    for wager in case.jurisdiction.wagers:
        tables: dict[tuple[str, tuple[str, ...]], list[Paytable]] = {}
        for paytable in wager.paytables:
            odds = case.find_odds(wager.id, paytable.id)
            deals = {item.name: item.deals for item in odds.outcomes} if odds else {}
            for line in paytable.lines:
                better = tuple(
                    item.id
                    for item in paytable.lines
                    if not is_push(line)
                    and item.hand
                    and line.hand
                    and pays_more(item, line)
                    and deals.get(item.id, 0) > deals.get(line.id, 0) > 0
                )
                if better:
                    tables.setdefault((line.id, better), []).append(paytable)
        for (hand, better), found in tables.items():
            line = found[0].line(hand)
            yield Draft(
                f"{name_line(line)} pays {describe_pay(line)} on {name_tables([item.id for item in found])} "
                f"({cite(line.citation)}) and is dealt less often than "
                f"{join_words(name_line(found[0].line(name)).lower() for name in better)}, which "
                f"{'pays' if len(better) == 1 else 'pay'} more.",
                line.path,
                f"{wager.id}:{hand}<{','.join(better)}",
                "Pays that do not follow how rare the hands are",
                f"Is the order of the pays around {name_line(line).lower()} meant?",
                citations=(line.citation,),
                evidence={"line": hand, "dealt more often and paid more": ", ".join(better)},
                cure="Confirm the order of the pays.",
                roots=frozenset({"rarity"}),
            )


@rule("MTH005", severity=Severity.ERROR)
def line_never_hit(case: Case) -> Iterator[Draft]:
    """A line of a paytable is hit by no hand, because other lines take them all.

    The pay is promised and never made.

    Example: a straight listed above the straight flush takes every straight flush.
    """
    for wager in case.jurisdiction.wagers:
        for paytable in wager.paytables:
            odds = case.find_odds(wager.id, paytable.id)
            hit = {item.name for item in odds.outcomes if item.deals} if odds else set()
            for line in paytable.lines:
                if odds and line.hand and line.id not in hit:
                    yield Draft(
                        f"No hand is ever paid as {name_line(line)} on {name_tables([paytable.id])} "
                        f"({line.citation}): other lines take them all.",
                        line.path,
                        f"{wager.id}:{paytable.id}:{line.id}",
                        "A line that is never paid",
                        f"When is {name_line(line)} paid?",
                        None,
                        (),
                        (wager.id,),
                        (line.citation,),
                        {"line": line.id, "deals": "0"},
                        cure="Move the line up, or drop it.",
                    )


@rule("MTH006", severity=Severity.NOTE)
def lines_of_one_price(case: Case) -> Iterator[Draft]:
    """Two lines next to each other pay the same, envy included.

    Two lines are then one, or one of the figures is a slip.

    Example: the seven-card straight flush pays 500 to 1 with the joker and without.
    """
    for _wager, paytable, upper, lower in _list_neighbours(case):
        envy = (upper.envy.value if upper.envy else None, lower.envy.value if lower.envy else None)
        if upper.pays.value == lower.pays.value and envy[0] == envy[1]:
            yield Draft(
                f"{name_line(upper)} and {name_line(lower)} both pay {describe_pay(upper)}"
                f"{' and the same envy' if envy[0] else ''} on {name_tables([paytable.id])} "
                f"({cite(upper.citation, lower.citation)}).",
                lower.path,
                f"{paytable.id}:{upper.id}={lower.id}",
                "Two lines that pay the same",
                f"Is it meant that {name_line(upper)} and {name_line(lower)} pay the same?",
                citations=(upper.citation, lower.citation),
                evidence={"upper": upper.id, "lower": lower.id, "pay": describe_pay(upper)},
                cure="Join the lines, or correct one of the figures.",
            )


def _list_neighbours(case: Case) -> Iterator[tuple[Wager, Paytable, Line, Line]]:
    for wager in case.jurisdiction.wagers:
        for paytable in wager.paytables:
            lines = [line for line in paytable.lines if line.hand]
            for upper, lower in pairwise(lines):
                yield wager, paytable, upper, lower


@rule("MTH007", severity=Severity.NOTE)
def envy_does_not_fall(case: Case) -> Iterator[Draft]:
    """Envy for a class is not more than for the class below it, which pays less.

    Envy is expected to fall with the pays.

    Example: straight flush and four of a kind both pay an envy of 5.
    """
    found: dict[tuple[str, str, str, str], list[tuple[Paytable, Line, Line]]] = {}
    for wager, paytable, upper, lower in _list_neighbours(case):
        if upper.envy is None or lower.envy is None or not pays_more(upper, lower):
            continue
        if upper.envy.value.money <= lower.envy.value.money:  # type: ignore[union-attr]
            paid = [
                str(Money(item.value.money, case.jurisdiction.currency))  # type: ignore[union-attr]
                for item in (upper.envy, lower.envy)
            ]
            key = (wager.id, upper.id, lower.id, join_words(paid))
            found.setdefault(key, []).append((paytable, upper, lower))
    for (name, high, low, amounts), items in found.items():
        upper, lower = items[0][1], items[0][2]
        yield Draft(
            f"Envy does not fall from {name_class(high)} to {name_class(low)} on "
            f"{name_tables([item.id for item, _, _ in items])}: {amounts} "
            f"({cite(upper.citation, lower.citation)}).",
            upper.path,
            f"{name}:{high}:{low}:{amounts}",
            "Envy that does not fall with the pays",
            f"Is the envy of {name_class(high)} and {name_class(low)} meant to be equal?",
            citations=(upper.citation, lower.citation),
            evidence={"envy": amounts},
            cure="Confirm the amounts.",
        )
