"""XJD: where a document differs from another, one finding a question and pair of documents.

Only what documents say themselves is compared; silences have rules of their own. The price is what
the others' values would make of this document's game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from certify.findings.case import SAYING, Case
from certify.findings.companions import list_companions
from certify.findings.finding import Draft, Price
from certify.findings.phrases import answer, ask, cite, group_said, join_words, lower, name_topic
from certify.findings.pricing import list_touched, price_statement
from certify.findings.registry import difference_rule
from certify.spec.catalogue import Kind, Moves
from certify.spec.model import Citation, Jurisdiction, Statement, Wager
from certify.spec.values import Money, Value

_PAYERS = {"wager.payer", "envy.payer"}
TOGETHER = "together with what goes with it there"
"""The basis of a price that is not of one answer alone."""
BESIDE = "goes with it there"
"""The evidence that names what that is."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The same statement in another document."""

    jurisdiction: Jurisdiction
    statement: Statement


def cite_other(other: Jurisdiction, *citations: Citation) -> tuple[Citation, ...]:
    """Places in another document, which bear its name."""
    return tuple(
        replace(item, document=f"{other.name} {item.document}".strip()) for item in citations
    )


def ask_meant(others: Sequence[Jurisdiction]) -> str:
    """The question of every difference."""
    return f"Is the difference from {join_words(item.name for item in others)} meant?"


def _list_compared(case: Case) -> Iterator[tuple[Statement, list[Counterpart]]]:
    """The statements on which money can turn and others say something else."""
    for statement in case.jurisdiction.list_statements():
        parameter = statement.parameter
        if (
            statement.paytable is not None
            or not _says(statement)
            or parameter.kind is Kind.TEXT
            or parameter.bears is Moves.NOTHING
            or parameter.section in {"identity", "house_way"}
        ):
            continue
        found = [
            Counterpart(other, counterpart)
            for other in case.others
            if (counterpart := _find_counterpart(other, statement)) is not None
            and _says(counterpart)
            and _differ(statement, counterpart)
            and not (_is_banks(case.jurisdiction, statement) and _is_banks(other, counterpart))
        ]
        if found:
            yield statement, found


def _says(statement: Statement) -> bool:
    """Whether a document answers a question, or a part of it that makes a difference."""
    part = bool(statement.question and statement.near and statement.value is not None)
    return statement.standing in SAYING or part


def _is_banks(jurisdiction: Jurisdiction, statement: Statement) -> bool:
    """Whether the bank pays, which follows from who it is and is told there."""
    bank = jurisdiction.statements["table.bank"]
    return statement.parameter.key in _PAYERS and statement.value == bank.value


def _find_counterpart(other: Jurisdiction, statement: Statement) -> Statement | None:
    if statement.wager is None:
        return other.statements.get(statement.parameter.key)
    wager = other.find_wager(statement.wager)
    return wager.statements.get(statement.parameter.key) if wager else None


def _differ(own: Statement, counterpart: Statement) -> bool:
    one, two = own.value, counterpart.value
    said = [{item.value for item in statement.said} for statement in (own, counterpart)]
    if said[0] == said[1] and said[0]:
        return False  # two texts that say both things alike differ only in what is adopted
    if isinstance(one, Money) and isinstance(two, Money):
        # the same sum in two currencies is no difference that a rule of play makes
        return one.amount != two.amount
    if own.parameter.kind is Kind.CLASSES and isinstance(one, tuple) and isinstance(two, tuple):
        # a list that goes further than the other is no contradiction; another order is one
        return [item for item in one if item in two] != [item for item in two if item in one]
    return one != two


_ABSENT = {"envy.bank_qualifies": "no-effect", "envy.forfeits": ()}
"""Values that say no more than that a document has no rule of the kind."""


def _has_no_rule(statement: Statement) -> bool:
    absent = _ABSENT.get(statement.parameter.key)
    return absent is not None and statement.value == absent and bool(statement.said)


def _tell_side(jurisdiction: Jurisdiction, statement: Statement) -> str:
    """What one of two documents has, as a sentence."""
    if _has_no_rule(statement):
        return f"{jurisdiction.name} has no such rule ({cite(*statement.citations)})."
    return f"{jurisdiction.name} says {tell_said(statement)}."


def tell_said(statement: Statement) -> str:
    """What a document says, each value with its own places, the adopted one first."""
    if not statement.said:
        return f"{answer(statement, statement.value)} ({cite(*statement.near)}, as we read it)"
    groups = group_said(statement)
    adopted = answer(statement, statement.value)
    order = sorted(groups, key=lambda text: text != adopted)
    return ", and also ".join(
        f"{text} ({cite(*(said.citation for said in groups[text]))}"
        f"{', not outright' if all(said.implied for said in groups[text]) else ''})"
        for text in order
    )


def _list_values(
    case: Case, statement: Statement, counterparts: Sequence[Counterpart]
) -> tuple[Value, ...]:
    """The others' values that can be put into this document."""
    values = (_translate(case, statement, item.statement.value) for item in counterparts)
    return tuple(dict.fromkeys(value for value in values if value is not None))


def _translate(case: Case, statement: Statement, value: Value | None) -> Value | None:
    """A value for this document: no sum at all is the same in any currency, and others are in their own.

    Where this document asks for no sum at all, any sum of another stands for one above the least stake
    that is expected, at which the two are compared.
    """
    currency = case.jurisdiction.currency
    if not isinstance(value, Money) or value.currency == currency:
        return value
    if not value.amount:
        return Money(value.amount, currency)
    if isinstance(statement.value, Money) and not statement.value.amount:
        return Money(case.policy.least_stake(statement.wager or "") + 1, currency)
    return None


def _list_beside(
    case: Case, statement: Statement, counterparts: Sequence[Counterpart]
) -> dict[str, Value]:
    """The rules that go with the other's value there and are not here; of one other document."""
    (first, *more) = counterparts
    return {} if more else list_companions(case.jurisdiction, statement, first.jurisdiction)


def tell_beside(case: Case, statement: Statement, counterparts: Sequence[Counterpart]) -> str:
    """What goes with the other's value there, as a sentence."""
    beside = _list_beside(case, statement, counterparts)
    if not beside:
        return ""
    keys = [
        item
        for item in (case.jurisdiction.by_key[key] for key in beside)
        if item.parameter.kind is Kind.CHOICE
    ]
    said = [_is_said(counterparts[0].jurisdiction, item) for item in keys]
    told = "; ".join(
        f"{lower(item.parameter.title or name_topic(item.parameter.topic))}: "
        f"{answer(item, beside[item.key])}{'' if own or not any(said) else ' (as we take it)'}"
        for item, own in zip(keys, said, strict=True)
    )
    taken = "" if any(said) else ", as we take it"
    alone = _tell_alone(case, statement, counterparts)
    worth = f" Without that the difference would be {alone} points." if alone else ""
    return f"With it goes there{taken}: {told}.{worth}"


def _tell_alone(case: Case, statement: Statement, counterparts: Sequence[Counterpart]) -> str:
    """What the other's value is worth without what goes with it there; nothing where it cannot be alone."""
    alone = price_statement(case, statement, _list_values(case, statement, counterparts))
    effect = max(alone.effects, key=lambda item: item.size, default=None)
    return effect.points if effect else ""


def _is_said(other: Jurisdiction, statement: Statement) -> bool:
    """Whether another document says itself what it has for a statement."""
    counterpart = _find_counterpart(other, statement)
    return counterpart is not None and bool(counterpart.said)


def _price(case: Case, statement: Statement, counterparts: Sequence[Counterpart]) -> Price:
    if statement.parameter.moves is not Moves.ODDS:
        return Price()
    values = _list_values(case, statement, counterparts)
    if not values:
        return Price((), "the other sums are in another currency")
    beside = _list_beside(case, statement, counterparts)
    price = price_statement(case, statement, values, beside)
    if price.effects and not price.size:
        return Price((), "the paytables of this document have nothing that it would move")
    if _stands_for_any(case, statement, counterparts):
        price = _add_basis(price, "whatever sum above that stake is asked for", last=True)
    if not beside:
        return price
    alone = _tell_alone(case, statement, counterparts)
    joint = f"{TOGETHER}, by itself {alone}" if alone else TOGETHER
    return _add_basis(price, joint)


def _stands_for_any(case: Case, statement: Statement, counterparts: Sequence[Counterpart]) -> bool:
    """Whether a sum was put in that only stands for the other's, which is in another currency."""
    return any(
        isinstance(item.statement.value, Money)
        and item.statement.value.amount
        and item.statement.value.currency != case.jurisdiction.currency
        and _translate(case, statement, item.statement.value) is not None
        for item in counterparts
    )


def _add_basis(price: Price, text: str, *, last: bool = False) -> Price:
    """A price whose effects say one thing more of what they are taken at."""
    return replace(
        price,
        effects=tuple(
            replace(
                item,
                basis="; ".join(filter(None, (item.basis, text) if last else (text, item.basis))),
            )
            for item in price.effects
        ),
    )


@difference_rule("XJD001")
def says_otherwise(case: Case) -> Iterator[Draft]:
    """Other documents answer a question differently, and money can turn on it.

    A difference that nobody meant is found by looking at all of them. Each value is told with the places
    that say it, and a document that says two things is told with both. Descriptions in our own words, and
    what no money turns on, such as places on the felt, are left to `certify compare`; that the bank pays
    is told with who it is. The price is what the other answers would make of this document's game, at
    equal stake and seats; differing envy minimums are compared at the lower of the two, where one game
    pays envy and the other does not.

    Example: envy is paid from a stake of 25 dollars in one document and from 5 in another.
    """
    for statement, counterparts in _list_compared(case):
        told = " ".join(_tell_side(item.jurisdiction, item.statement) for item in counterparts)
        beside = tell_beside(case, statement, counterparts)
        yield Draft(
            f"{ask(case.jurisdiction, replace(statement, question=''))} "
            f"{_tell_side(case.jurisdiction, statement)} {told}{f' {beside}' if beside else ''}",
            statement.path,
            statement.key,
            name_topic(statement.parameter.topic),
            ask_meant([item.jurisdiction for item in counterparts]),
            None,
            (statement.key,),
            list_touched(case, statement),
            (
                *statement.citations,
                *statement.near,
                *(
                    place
                    for item in counterparts
                    for place in cite_other(
                        item.jurisdiction, *item.statement.citations, *item.statement.near
                    )
                ),
            ),
            {
                case.jurisdiction.name: answer(statement, statement.value),
                **{
                    item.jurisdiction.name: answer(item.statement, item.statement.value)
                    for item in counterparts
                },
                **({BESIDE: beside} if beside else {}),
            },
            _price(case, statement, counterparts),
            "None where the difference is meant.",
            others=tuple(item.jurisdiction.id for item in counterparts),
        )


def _cite_wager(wager: Wager, *, envy: bool) -> tuple[Citation, ...]:
    if envy:
        return wager.statements["envy.offer"].citations
    return tuple(table.citation for table in wager.paytables)


@difference_rule("XJD002")
def not_offered_everywhere(case: Case) -> Iterator[Draft]:
    """Some documents have a wager, or envy on it, and others do not.

    Whoever compares edges across documents compares different games.

    Example: one document pays envy and the other has none.
    """
    everyone = (case.jurisdiction, *case.others)
    names = dict.fromkeys(wager.id for item in everyone for wager in item.wagers)
    for name in names:
        for envy in (False, True):
            holders = [
                (item, wager)
                for item in everyone
                if (wager := item.find_wager(name)) is not None and (wager.has_envy or not envy)
            ]
            rest = [
                item
                for item in everyone
                if item not in [holder for holder, _ in holders]
                and (not envy or item.find_wager(name) is not None)
            ]
            here = any(item is case.jurisdiction for item, _ in holders)
            others = list(rest) if here else [item for item, _ in holders]
            if not holders or not rest or not (here or case.jurisdiction in rest):
                continue
            wager = holders[0][1]
            has = "pays" if len(holders) == 1 else "pay"
            what = f"{has} envy on the {wager.name}" if envy else f"offer the {wager.name}"
            if not envy and len(holders) == 1:
                what = f"offers the {wager.name}"
            told = join_words(
                f"{item.name} ({cite(*_cite_wager(own, envy=envy))})" for item, own in holders
            )
            does = "does" if len(rest) == 1 else "do"
            yield Draft(
                f"{told} {what}; {join_words(item.name for item in rest)} {does} not.",
                next((own.path for item, own in holders if item is case.jurisdiction), ("wagers",)),
                f"envy of {name}" if envy else name,
                name_topic("offer"),
                ask_meant(others),
                citations=tuple(
                    place
                    for item, own in holders
                    for place in (
                        _cite_wager(own, envy=envy)
                        if item is case.jurisdiction
                        else cite_other(item, *_cite_wager(own, envy=envy))
                    )
                ),
                evidence={"with": ", ".join(item.name for item, _ in holders)},
                cure="None where the difference is meant.",
                others=tuple(item.id for item in others),
            )
