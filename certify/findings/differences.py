"""XJD: where a document differs from another one, pair by pair.

Only what both documents say themselves is compared; silences have rules of their own. The price is what
the other document's value would make of this document's game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from certify.findings.case import SAYING, Case
from certify.findings.finding import Draft, Effect, Price
from certify.findings.phrases import answer, ask, cite, join_words, name_topic
from certify.findings.pricing import list_touched, price_statement
from certify.findings.registry import pair_rule
from certify.spec.catalogue import Moves
from certify.spec.model import Citation, Jurisdiction, Statement
from certify.spec.values import Money


@dataclass(frozen=True, slots=True)
class _Pair:
    own: Statement
    other: Statement


def cite_other(other: Jurisdiction, *citations: Citation) -> tuple[Citation, ...]:
    """Places in another document, which bear its name."""
    return tuple(
        replace(item, document=f"{other.name} {item.document}".strip()) for item in citations
    )


def _list_pairs(case: Case, other: Jurisdiction) -> Iterator[_Pair]:
    """The statements of the same thing that both documents make, and that differ."""
    for statement in case.jurisdiction.list_statements():
        if statement.paytable is not None or statement.parameter.section in {
            "identity",
            "house_way",
        }:
            continue
        twin = _find_twin(other, statement)
        if twin is None or not (statement.standing in SAYING and twin.standing in SAYING):
            continue
        if _differ(statement, twin):
            yield _Pair(statement, twin)


def _find_twin(other: Jurisdiction, statement: Statement) -> Statement | None:
    if statement.wager is None:
        return other.statements.get(statement.parameter.key)
    wager = other.find_wager(statement.wager)
    return wager.statements.get(statement.parameter.key) if wager else None


def _differ(own: Statement, twin: Statement) -> bool:
    if isinstance(own.value, Money) and isinstance(twin.value, Money):
        # the same sum in two currencies is no difference that a rule of play makes
        return own.value.amount != twin.value.amount
    return own.value != twin.value


def _can_price(case: Case, pair: _Pair) -> bool:
    value = pair.other.value
    return pair.own.parameter.moves is Moves.ODDS and not (
        isinstance(value, Money) and value.currency != case.jurisdiction.currency
    )


@pair_rule("XJD001")
def says_otherwise(case: Case, other: Jurisdiction) -> Iterator[Draft]:
    """Two documents answer the same question differently.

    A difference that nobody meant is found by looking at all of them. The price is what the other
    document's answer would make of this document's game, at equal stake and seats; differing envy
    minimums are compared at the lower of the two, where one game pays envy and the other does not.

    Example: envy is paid from a stake of 25 dollars in one document and from 5 in another.
    """
    topics: dict[str, list[_Pair]] = {}
    for pair in _list_pairs(case, other):
        topics.setdefault(pair.own.parameter.topic, []).append(pair)
    for topic, pairs in topics.items():
        told = " ".join(
            f"{ask(case.jurisdiction, pair.own)} {case.jurisdiction.name} says: "
            f"{answer(pair.own, pair.own.value)} ({cite(*pair.own.citations)}); {other.name}: "
            f"{answer(pair.other, pair.other.value)} ({cite(*pair.other.citations)})."
            for pair in pairs
        )
        effects: dict[str, Effect] = {}
        unpriced: list[str] = []
        for pair in pairs:
            if _can_price(case, pair) and pair.other.value is not None:
                price = price_statement(case, pair.own, (pair.other.value,))
                unpriced += [price.unpriced] if price.unpriced else []
                for effect in price.effects:
                    known = effects.get(effect.wager)
                    if known is None or effect.size > known.size:
                        effects[effect.wager] = effect
        first = pairs[0].own
        yield Draft(
            told,
            first.path,
            f"{topic}:{','.join(pair.own.key for pair in pairs)}",
            name_topic(topic),
            f"Is the difference from {other.name} meant?",
            None,
            tuple(pair.own.key for pair in pairs),
            tuple(dict.fromkeys(name for pair in pairs for name in list_touched(case, pair.own))),
            (
                *(place for pair in pairs for place in pair.own.citations),
                *cite_other(other, *(place for pair in pairs for place in pair.other.citations)),
            ),
            {
                pair.own.key: f"{answer(pair.own, pair.own.value)} / {answer(pair.other, pair.other.value)}"
                for pair in pairs
            },
            Price(tuple(effects.values()), "; ".join(dict.fromkeys(unpriced))),
            "None where the difference is meant.",
        )


@pair_rule("XJD002")
def offered_in_one_only(case: Case, other: Jurisdiction) -> Iterator[Draft]:
    """One of two documents has a wager, or envy, that the other does not have.

    Whoever compares edges across documents compares different games.

    Example: one document pays envy and the other has none.
    """
    here = {wager.id: wager for wager in case.jurisdiction.wagers}
    there = {wager.id: wager for wager in other.wagers}
    told: list[str] = []
    keys: list[str] = []
    places: list[Citation] = []
    for name in dict.fromkeys([*here, *there]):
        own, twin = here.get(name), there.get(name)
        if own and twin:
            if own.has_envy != twin.has_envy:
                with_it, without = (
                    (case.jurisdiction, other) if own.has_envy else (other, case.jurisdiction)
                )
                told.append(f"{with_it.name} pays envy on the {own.name}, {without.name} does not")
                keys.append(f"envy of {name}")
                holder = own if own.has_envy else twin
                found = holder.statements["envy.offer"].citations
                places += found if own.has_envy else cite_other(other, *found)
            continue
        single = own or twin
        if single is not None:
            with_it, without = (case.jurisdiction, other) if own else (other, case.jurisdiction)
            told.append(f"{with_it.name} has the {single.name}, {without.name} does not")
            keys.append(name)
            lines = [table.citation for table in single.paytables]
            places += lines if own else cite_other(other, *lines)
    if told:
        yield Draft(
            f"{join_words(told)}.",
            ("wagers",),
            ",".join(keys),
            name_topic("offer"),
            f"Is the difference from {other.name} meant?",
            citations=tuple(places),
            evidence={"differs": ", ".join(keys)},
            cure="None where the difference is meant.",
        )
