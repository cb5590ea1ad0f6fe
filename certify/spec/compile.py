"""Compiles a jurisdiction under readings into its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from certify.game.views import HandCondition
from certify.spec.catalogue import GAME, Moves, Touches
from certify.spec.choices import Precedence
from certify.spec.model import Alternative, Jurisdiction, Paytable, Standing, Statement, Wager
from certify.spec.readings import STRATEGY, Readings, add_brought, select_readings
from certify.spec.resolved import Resolved
from certify.spec.rulebook import (
    BORROWED,
    EnvyTerms,
    LineTerms,
    Ranking,
    Rulebook,
    StandardTerms,
    TableTerms,
    Terms,
    WagerTerms,
)
from certify.spec.values import Value

EQUAL_HANDS = "setting.equal_high_and_low"
_KEYS = {parameter.name: parameter.key for parameter in GAME}
"""The parameters of the game by the name of the field that holds them."""

Filled = TypeVar("Filled", bound=Terms)


def compile_rulebook(
    jurisdiction: Jurisdiction,
    readings: Readings | None = None,
    paytables: Mapping[str, str] | None = None,
    lender: Jurisdiction | None = None,
) -> Rulebook:
    """Compile a document: under readings, with one paytable a wager (the first unless named).

    Only a named paytable puts its own joker in the place of the document's: the joker of another wager's
    paytable is none of this one's. A lender gives its house way, and its answers on the standard wager,
    where this document has none.
    """
    chosen = {
        wager.id: wager.paytable((paytables or {}).get(wager.id) or wager.paytables[0].id)
        for wager in jurisdiction.wagers
        if wager.paytables
    }
    readings = add_brought(jurisdiction, readings or {})
    borrowed = dict(_list_borrowed(jurisdiction, lender)) if lender else {}
    named = tuple(table for name, table in chosen.items() if (paytables or {}).get(name))
    compiler = _Compiler(jurisdiction, readings, tuple(chosen.values()), named, borrowed)
    return Rulebook(
        jurisdiction.id,
        jurisdiction.currency,
        _fill(Ranking, compiler.game),
        _fill(TableTerms, compiler.game),
        _fill(StandardTerms, compiler.game),
        {
            wager.id: compiler.pay(wager, chosen[wager.id])
            for wager in jurisdiction.wagers
            if wager.id in chosen
        },
        jurisdiction.house_way or (lender.house_way if lender else {}),
        compiler.list_house_way_readings(lender),
        str(select_readings(readings, None).get(STRATEGY, "house-way")),
        readings,
        lender.id if lender and (borrowed or not jurisdiction.house_way) else "",
    )


def _list_borrowed(
    jurisdiction: Jurisdiction, lender: Jurisdiction
) -> Iterator[tuple[str, Statement]]:
    """The lender's answers to what this document leaves to others and the standard wager needs."""
    for parameter in GAME:
        own, lent = (item.statements[parameter.key] for item in (jurisdiction, lender))
        if lent.value is None or not _is_borrowed(jurisdiction, own, lent):
            continue
        told = f"{BORROWED}{lender.name}: {lent.clause}"
        others = tuple(item for item in own.alternatives if item.value != lent.value)
        if own.value is not None:
            others = (Alternative(own.value, own.because, next(iter(own.citations), None)), *others)
        yield parameter.key, replace(own, value=lent.value, because=told, alternatives=others)


def _is_borrowed(jurisdiction: Jurisdiction, own: Statement, lent: Statement) -> bool:
    """Whether the lender's answer stands in: for what is not said, or for what its house way needs.

    A house way that lays equal hands cannot be played where they foul, so its answer to that goes with it
    unless the document says the contrary and nothing else.
    """
    if own.parameter.key == EQUAL_HANDS and not jurisdiction.house_way:
        return own.standing is not Standing.STATED and own.value != lent.value
    needed = own.parameter.moves is Moves.ODDS and own.parameter.touches in {
        Touches.STANDARD,
        Touches.EVERY,
    }
    return needed and own.value is None and own.standing is not Standing.NOT_OFFERED


def _fill(terms: type[Filled], find: Callable[[str], Resolved[Any]], **known: Any) -> Filled:
    """Terms in which every field that is not known is the parameter of its name."""
    asked = (item.name for item in fields(terms) if item.init and item.name not in known)  # type: ignore[arg-type]
    return terms(**{name: find(name) for name in asked}, **known)


def _redefine(condition: HandCondition, definition: Resolved[HandCondition]) -> HandCondition:
    """What a line requires, with the definition in force in the place of the one in the file."""
    old, new = definition.statement.value, definition.said
    if not isinstance(old, HandCondition) or not isinstance(new, HandCondition) or old == new:
        return condition
    if not condition.includes(old):
        return condition
    changed = {record.key: getattr(new, record.key) for record in (*old.asked, *new.asked)}
    return replace(condition, **changed)


@dataclass(frozen=True, slots=True)
class _Compiler:
    """Finds the value in force of every parameter."""

    jurisdiction: Jurisdiction
    readings: Readings
    paytables: tuple[Paytable, ...]
    named: tuple[Paytable, ...]
    borrowed: Mapping[str, Statement]

    def game(self, name: str) -> Resolved[Any]:
        """A parameter of the game; the own statement of a named paytable goes before."""
        key = _KEYS[name]
        statement = self.borrowed.get(key) or self.jurisdiction.statements[key]
        for paytable in self.named:
            if key in paytable.statements:
                statement = paytable.statements[key]
        return self._give(statement, self.paytables[0].id if self.paytables else None)

    def own(self, wager: Wager, paytable: Paytable, key: str) -> Resolved[Any]:
        """A parameter of a wager; its paytable's own statement goes before."""
        return self._give(paytable.statements.get(key) or wager.statements[key], paytable.id)

    def _give(self, statement: Statement, paytable: str | None) -> Resolved[Any]:
        asked = select_readings(self.readings, paytable, statement.wager)
        names = (statement.key, statement.parameter.key, statement.reading)
        said: Value | None = statement.value
        counterfactual = False
        for name in names:
            if name is not None and name in asked:
                said = asked[name]
                counterfactual = said not in (statement.value, *statement.other_values)
        word = statement.parameter.word
        if word is not None and isinstance(said, str):
            said = word(said)
        return Resolved(statement, said, counterfactual)

    def pay(self, wager: Wager, paytable: Paytable) -> WagerTerms:
        """A wager that is a list of lines."""

        def find(name: str) -> Resolved[Any]:
            key = f"wager.{name}"
            return self.own(wager, paytable, key) if key in wager.statements else self.game(name)

        definition = find("definition")
        return _fill(
            WagerTerms,
            find,
            id=wager.id,
            paytable=paytable.id,
            named=paytable.named,
            lines=tuple(
                LineTerms(
                    line.id,
                    _redefine(line.player, definition),
                    _redefine(line.bank, definition),
                    self._give(line.pays, paytable.id),
                    self._give(line.envy, paytable.id) if line.envy else None,
                    line.citation,
                )
                for line in paytable.lines
            ),
            rows_in_own_words=tuple(
                item.what
                for item in self.jurisdiction.list_uncovered(wager.id, paytable)
                if item.is_row
            ),
            definition=definition,
            classes=_fill(Ranking, self.game).classes,
            precedence=self.order(wager, paytable),
            envy=_fill(EnvyTerms, lambda name: self.own(wager, paytable, f"envy.{name}"))
            if wager.has_envy
            else None,
        )

    def order(self, wager: Wager, paytable: Paytable) -> Resolved[Precedence]:
        """Which line goes before. Only classes have a rank: asked of all wagers, an order of rank holds for
        those whose lines are classes, and a wager with other lines keeps its own."""
        given = self.own(wager, paytable, "wager.precedence")
        asked = select_readings(self.readings, paytable.id, wager.id)
        by_name = given.key in asked
        if given.said is not Precedence.RANK or by_name or not given.counterfactual:
            return given
        if all(line.hand is not None for line in paytable.lines):
            return given
        value = given.statement.value
        kept: Any = Precedence(value) if isinstance(value, str) else value
        return Resolved(given.statement, kept)

    def list_house_way_readings(self, lender: Jurisdiction | None) -> dict[str, Resolved[str]]:
        """The questions on the house way in force, by reading key."""
        owner = self.jurisdiction
        if not owner.house_way:
            if lender is None:
                return {}
            owner = lender
        return {
            key: self._give(statement, None)
            for key, found in owner.readings.items()
            for statement in found
            if statement.is_of_house_way
        }
