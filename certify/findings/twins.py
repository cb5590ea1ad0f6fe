"""XJD: paytables beside those of all documents: equal, nearly equal, alone; lines and pays apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.phrases import describe_pay, join_words, name_class, name_tables
from certify.findings.pricing import price_pays, span
from certify.findings.registry import rule
from certify.spec.model import Jurisdiction, Line, Paytable

_NEAR = 2
"""Cells in which a near twin may differ."""
_NO_EFFECT = Effect(Fraction(0), Fraction(0), "fortune-bonus", "at equal rules, stake and seats")


@dataclass(frozen=True, slots=True)
class _Table:
    """A paytable as two columns."""

    jurisdiction: Jurisdiction
    paytable: Paytable

    @property
    def name(self) -> str:
        return f"{self.jurisdiction.id} {self.paytable.id}"

    @property
    def joker(self) -> str:
        return str(self.jurisdiction.statement("deck.joker", self.paytable.id).value)

    @property
    def pays(self) -> dict[str, str]:
        return {
            line.hand: "push" if line.is_push else str(line.pays) for line in self.paytable.lines
        }

    @property
    def order(self) -> tuple[str, ...]:
        return self.paytable.hands

    @property
    def envy(self) -> dict[str, str]:
        return {line.hand: str(line.envy) for line in self.paytable.lines if line.envy}


def _list_tables(case: Case) -> list[_Table]:
    return [
        _Table(item, table)
        for item in (case.jurisdiction, *case.others)
        for table in item.paytables
    ]


def _list_cells(first: dict[str, str], second: dict[str, str]) -> list[str]:
    """The classes in which two columns differ."""
    return [
        hand for hand in dict.fromkeys((*first, *second)) if first.get(hand) != second.get(hand)
    ]


def _list_twins(case: Case, own: _Table) -> list[_Table]:
    return [
        table
        for table in _list_tables(case)
        if table.name != own.name
        and table.joker == own.joker
        and table.pays == own.pays
        and table.envy == own.envy
        and table.order == own.order
    ]


def _describe_near(own: _Table, other: _Table) -> str:
    """In what two tables differ, or nothing where they are not near."""
    if own.joker != other.joker:
        return ""
    pays, envy = _list_cells(own.pays, other.pays), _list_cells(own.envy, other.envy)
    shown = join_words(
        f"{name_class(hand)} ({own.pays.get(hand, 'no line')} against "
        f"{other.pays.get(hand, 'no line')})"
        for hand in pays
    )
    one_has_envy = bool(own.envy) != bool(other.envy)
    told = ""
    if not pays and not envy:
        told = "only by the order of its lines"
    elif not pays and one_has_envy:
        told = "only by its envy column"
    elif not pays:
        told = f"only by the envy of {join_words(name_class(hand) for hand in envy)}"
    elif not envy:
        told = f"only by the pay of {shown}"
    elif len(pays) + len(envy) <= _NEAR or (len(pays) == 1 and one_has_envy):
        told = f"by the pay of {shown} and by envy"
    return told


@rule("XJD026", severity=Severity.NOTE)
def paytable_under_another_name(case: Case) -> Iterator[Draft]:
    """A paytable is equal, pays and envy, to one of another document or another name.

    What is known of one holds for the other; a figure printed for one can be checked on both.

    Example: one document's table 3 is another's table C and a third one's only table.
    """
    for paytable in case.jurisdiction.paytables:
        own = _Table(case.jurisdiction, paytable)
        twins = _list_twins(case, own)
        if twins:
            yield Draft(
                f"paytable {paytable.id} is equal to {join_words(item.name for item in twins)}",
                paytable.path,
                f"twin:{paytable.id}",
                (paytable.citation,),
                {"paytable": paytable.id, "twins": ", ".join(item.name for item in twins)},
                Price((_NO_EFFECT,)),
                "none needed",
                None,
                (
                    case.jurisdiction.id,
                    *dict.fromkeys(
                        item.jurisdiction.id
                        for item in twins
                        if item.jurisdiction.id != case.jurisdiction.id
                    ),
                ),
            )


@rule("XJD027", severity=Severity.NOTE)
def paytable_with_a_near_twin(case: Case) -> Iterator[Draft]:
    """A paytable has no twin, and one that is equal but for a column or a cell or two.

    The difference may be a choice or a slip. The price is that of the other's figures, envy
    included at a full table.

    Example: pays like table 3, envy like table 6.
    """
    for paytable in case.jurisdiction.paytables:
        own = _Table(case.jurisdiction, paytable)
        if _list_twins(case, own):
            continue
        near = [
            (table, told)
            for table in _list_tables(case)
            if table.name != own.name and (told := _describe_near(own, table))
        ]
        if not near:
            continue
        groups: dict[str, list[_Table]] = {}
        for table, told in near:
            groups.setdefault(told, []).append(table)
        yield Draft(
            f"paytable {paytable.id} differs from "
            + "; from ".join(
                f"{join_words(item.name for item in tables)} {told}"
                for told, tables in groups.items()
            ),
            paytable.path,
            f"near:{paytable.id}",
            (paytable.citation,),
            {table.name: told for table, told in near},
            _price_near(case, paytable, [table for table, _ in near]),
            "confirm the figures with their author",
            None,
            (
                case.jurisdiction.id,
                *dict.fromkeys(
                    table.jurisdiction.id
                    for table, _ in near
                    if table.jurisdiction.id != case.jurisdiction.id
                ),
            ),
        )


def _price_near(case: Case, paytable: Paytable, near: list[_Table]) -> Price:
    """The edge with the other's lines in this document's game, less the own one."""
    full = case.policy.full_table_others if case.has_envy else 0
    before, stake = case.fortune_edge(paytable, {}, full), case.stake(paytable)
    pairs = []
    for table in near:
        lines = tuple(
            line if case.has_envy else replace(line, envy=None) for line in table.paytable.lines
        )
        game = Case(case.jurisdiction, case.everyone, case.policy)
        after = game.fortune_edge(replace(paytable, lines=lines), {}, full, stake)
        if before is not None and after is not None:
            pairs.append((before, after))
    bounds = span(pairs)
    if bounds is None:
        return Price()
    basis = f"stake {stake}, {full} other players" if full else ""
    return Price((Effect(*bounds, "fortune-bonus", basis),))


@rule("XJD028", severity=Severity.NOTE)
def paytable_without_a_twin(case: Case) -> Iterator[Draft]:
    """A paytable has neither a twin nor a near twin in any document.

    Nothing confirms its figures from outside.

    Example: a table for a wild joker, where all other documents have a bug.
    """
    for paytable in case.jurisdiction.paytables:
        own = _Table(case.jurisdiction, paytable)
        near = any(
            table.name != own.name and _describe_near(own, table) for table in _list_tables(case)
        )
        if case.others and not near and not _list_twins(case, own):
            yield Draft(
                f"paytable {paytable.id} has no twin in any document",
                paytable.path,
                f"alone:{paytable.id}",
                (paytable.citation,),
                {"paytable": paytable.id},
                Price(),
                "check its figures against their source with care",
            )


@rule("XJD029", severity=Severity.NOTE)
def name_of_another_paytable(case: Case) -> Iterator[Draft]:
    """A paytable bears the number of another document's paytable and differs from it.

    Where most numbers agree, a reader takes the number for the table.

    Example: tables 1 to 4 and 6 are the same in two documents, table 7 is not.
    """
    for paytable in case.jurisdiction.paytables:
        own = _Table(case.jurisdiction, paytable)
        number = _read_number(paytable.id)
        other = [
            table
            for table in _list_tables(case)
            if table.jurisdiction.id != case.jurisdiction.id
            and number is not None
            and _read_number(table.paytable.id) == number
            and (table.pays, table.envy, table.order) != (own.pays, own.envy, own.order)
        ]
        if other:
            yield Draft(
                f"paytable {paytable.id} is another than "
                f"{join_words(item.name for item in other)}, under one number",
                paytable.path,
                f"number:{paytable.id}",
                (paytable.citation,),
                {"paytable": paytable.id, "others": ", ".join(item.name for item in other)},
                _price_namesakes(case, paytable, other),
                "name paytables by document and number",
                None,
                (case.jurisdiction.id, *dict.fromkeys(item.jurisdiction.id for item in other)),
            )


def _price_namesakes(case: Case, paytable: Paytable, others: list[_Table]) -> Price:
    """The edge of each namesake under its own document, less the own one."""
    before = case.fortune_edge(paytable)
    pairs = []
    for table in others:
        after = Case(table.jurisdiction, case.everyone, case.policy).fortune_edge(table.paytable)
        if before is not None and after is not None:
            pairs.append((before, after))
    bounds = span(pairs)
    return Price(
        (Effect(*bounds, "fortune-bonus", "each under its own document, without envy"),)
        if bounds
        else ()
    )


def _read_number(name: str) -> int | None:
    found = re.search(r"([0-9]+)$", name)
    return int(found[1]) if found else None


@rule("XJD005", severity=Severity.NOTE)
def push_line_differs(case: Case) -> Iterator[Draft]:
    """A paytable pushes on a class on which most paytables lose.

    The price is that of the line: without it the hand would lose.

    Example: three pair pushes on one paytable of two documents, and on no other.
    """
    for hand in dict.fromkeys(
        line.hand for table in case.jurisdiction.paytables for line in table.lines if line.is_push
    ):
        own = [table for table in case.jurisdiction.paytables if _pushes(table, hand)]
        rest = [table.id for table in case.jurisdiction.paytables if not _pushes(table, hand)]
        like = [
            f"{item.id} {table.id}"
            for item in case.others
            for table in item.paytables
            if _pushes(table, hand)
        ]
        unlike = [
            item.id
            for item in case.others
            if not any(_pushes(table, hand) for table in item.paytables)
        ]
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
            line.path,
            hand,
            (line.citation,),
            {
                "push": hand,
                "paytables": ", ".join(item.id for item in own),
                "like": ", ".join(like),
            },
            Price(
                (Effect(min(found), max(found), "fortune-bonus", "without the line"),)
                if found
                else (),
                "" if found else "the paytable has no odds",
            ),
            "none needed where the difference is meant",
            None,
            (case.jurisdiction.id, *unlike),
        )


def _pushes(table: Paytable, hand: str) -> bool:
    return any(line.hand == hand and line.is_push for line in table.lines)


@rule("XJD014", severity=Severity.WARNING)
def pay_found_nowhere_else(case: Case) -> Iterator[Draft]:
    """A class pays a sum that no paytable of another document pays for it.

    It may be a misprint as well as a choice. The price is that of the nearest pay elsewhere.

    Example: a straight at 1 to 1, where every other paytable pays 2.
    """
    for hand in dict.fromkeys(
        name for table in case.jurisdiction.paytables for name in table.hands
    ):
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
        effects = (
            ()
            if worth is None
            else (Effect(worth, worth, "fortune-bonus", f"at {nearest} to 1, without envy"),)
        )
        told = join_words(
            f"{pays} to 1 in {join_words(dict.fromkeys(names))}"
            for pays, names in sorted(others.items())
        )
        yield Draft(
            f"{name_class(hand)} pays "
            f"{join_words(dict.fromkeys(describe_pay(item) for _, item in own))} here and nowhere "
            f"else; {told}",
            line.path,
            hand,
            (line.citation,),
            {
                case.jurisdiction.id: str(line.pays),
                "elsewhere": ", ".join(str(pays) for pays in sorted(others)),
            },
            Price(effects),
            "confirm the figure with its author",
            None,
            (
                case.jurisdiction.id,
                *dict.fromkeys(name for names in others.values() for name in names),
            ),
        )


def _list_pays(jurisdiction: Jurisdiction, hand: str) -> list[tuple[Paytable, Line]]:
    """The lines of a class on the paytables that take the joker as a bug, pushes left out."""
    return [
        (table, line)
        for table in jurisdiction.paytables
        for line in table.lines
        if line.hand == hand
        and not line.is_push
        and jurisdiction.statement("deck.joker", table.id).value != "wild"
    ]
