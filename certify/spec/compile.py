"""Compiles a jurisdiction under readings into its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from certify.spec import words
from certify.spec.catalogue import GAME, Moves, Touches
from certify.spec.given import Given
from certify.spec.model import Alternative, Jurisdiction, Paytable, Standing, Statement, Wager
from certify.spec.readings import STRATEGY, Readings, add_brought, select_readings
from certify.spec.rulebook import (
    EnvyTerms,
    LineTerms,
    Ranking,
    Rulebook,
    StandardTerms,
    TableTerms,
    WagerTerms,
)
from certify.spec.values import Value

_OF_HOUSE_WAY = "setting.equal_high_and_low"


def compile_rulebook(
    jurisdiction: Jurisdiction,
    readings: Readings | None = None,
    paytables: Mapping[str, str] | None = None,
    lender: Jurisdiction | None = None,
) -> Rulebook:
    """Compile a document: under readings, with one paytable a wager (the first unless named).

    A lender gives its house way, and its answers on the standard wager, where this document has none.
    """
    chosen = {
        wager.id: wager.paytable((paytables or {}).get(wager.id) or wager.paytables[0].id)
        for wager in jurisdiction.wagers
        if wager.paytables
    }
    readings = add_brought(jurisdiction, readings or {})
    borrowed = dict(_list_borrowed(jurisdiction, lender)) if lender else {}
    compiler = _Compiler(jurisdiction, readings, tuple(chosen.values()), borrowed)
    return Rulebook(
        jurisdiction.id,
        jurisdiction.currency,
        compiler.rank(),
        compiler.seat(),
        compiler.compare(),
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
        told = f"assumed from {lender.name}: {lent.clause}"
        others = tuple(item for item in own.alternatives if item.value != lent.value)
        if own.value is not None:
            others = (Alternative(own.value, own.because, next(iter(own.citations), None)), *others)
        yield parameter.key, replace(own, value=lent.value, because=told, alternatives=others)


def _is_borrowed(jurisdiction: Jurisdiction, own: Statement, lent: Statement) -> bool:
    """Whether the lender's answer stands in: for what is not said, or for what its house way needs.

    A house way that lays equal hands cannot be played where they foul, so its answer to that goes with it
    unless the document says the contrary and nothing else.
    """
    if own.parameter.key == _OF_HOUSE_WAY and not jurisdiction.house_way:
        return own.standing is not Standing.STATED and own.value != lent.value
    needed = own.parameter.moves is Moves.ODDS and own.parameter.touches in {
        Touches.STANDARD,
        Touches.EVERY,
    }
    return needed and own.value is None and own.standing is not Standing.NOT_OFFERED


@dataclass(frozen=True, slots=True)
class _Compiler:
    """Finds the value in force of every parameter."""

    jurisdiction: Jurisdiction
    readings: Readings
    paytables: tuple[Paytable, ...]
    borrowed: Mapping[str, Statement]

    def game(self, key: str, word: type[StrEnum] | None = None) -> Given[Any]:
        """A parameter of the game; a paytable's own statement goes before."""
        statement = self.borrowed.get(key) or self.jurisdiction.statements[key]
        for paytable in self.paytables:
            if key in paytable.statements:
                statement = paytable.statements[key]
        scope = self.paytables[0].id if self.paytables else None
        return self._give(statement, scope, word)

    def own(
        self, wager: Wager, paytable: Paytable, key: str, word: type[StrEnum] | None = None
    ) -> Given[Any]:
        """A parameter of a wager; its paytable's own statement goes before."""
        statement = paytable.statements.get(key) or wager.statements[key]
        return self._give(statement, paytable.id, word)

    def _give(
        self, statement: Statement, paytable: str | None, word: type[StrEnum] | None
    ) -> Given[Any]:
        asked = select_readings(self.readings, paytable, statement.wager)
        names = (statement.key, statement.parameter.key, statement.reading)
        said: Value | None = statement.value
        counterfactual = False
        for name in names:
            if name is not None and name in asked:
                said = asked[name]
                counterfactual = said not in (statement.value, *statement.other_values)
        if word is not None and isinstance(said, str):
            said = word(said)
        return Given(statement, said, word, counterfactual)

    def rank(self) -> Ranking:
        """What shapes a view."""
        game = self.game
        return Ranking(
            cards=game("deck.cards"),
            jokers=game("deck.jokers"),
            cards_dealt=game("play.cards_dealt"),
            card_rank=game("deck.card_rank"),
            joker=game("deck.joker", words.Joker),
            wheel=game("deck.wheel", words.Wheel),
            hand_ranking=game("deck.hand_ranking"),
            low_hand_ranking=game("deck.low_hand_ranking", words.LowHands),
            within_class=game("deck.within_class"),
            seven_card_straight_flush=game("deck.seven_card_straight_flush"),
            seven_card_straight_flush_joker=game("deck.seven_card_straight_flush_joker"),
            equal_high_and_low=game("setting.equal_high_and_low", words.EqualHands),
            house_way=game("setting.house_way"),
        )

    def seat(self) -> TableTerms:
        """The table."""
        game = self.game
        return TableTerms(
            players=game("table.players"),
            bank=game("table.bank", words.Bank),
            bank_cover=game("table.bank_cover", words.Cover),
            bank_cover_reach=game("table.bank_cover_reach", words.CoverReach),
            uncovered=game("table.uncovered", words.NotCovered),
            settling_order=game("table.settling_order", words.SettlingOrder),
            aggregate=game("table.aggregate"),
            standard_wager_required=game("play.standard_wager_required", words.Required),
            surrender=game("play.surrender", words.Surrender),
            foreign_card=game("irregularities.foreign_card", words.Irregularity),
            misdeal=game("irregularities.misdeal", words.Irregularity),
            misdeal_handled=game("irregularities.misdeal_handled", words.Irregularity),
            bank_miscount=game("irregularities.bank_miscount", words.Irregularity),
            player_miscount=game("irregularities.player_miscount", words.Irregularity),
            exposed_cards=game("irregularities.exposed_cards", words.Irregularity),
            deck_count=game("irregularities.deck_count", words.Irregularity),
        )

    def compare(self) -> StandardTerms:
        """The standard wager."""
        game = self.game
        return StandardTerms(
            method=game("comparison.method"),
            both_win=game("comparison.both_win", words.Result),
            both_lose=game("comparison.both_lose", words.Result),
            one_each=game("comparison.one_each", words.Result),
            copy=game("comparison.copy", words.Copy),
            copy_and_win=game("comparison.copy_and_win", words.Result),
            copy_and_lose=game("comparison.copy_and_lose", words.Result),
            copy_both=game("comparison.copy_both", words.Result),
            bank_hand_push=game("comparison.bank_hand_push", words.YesNo),
            bank_hand_push_when=game("comparison.bank_hand_push_when"),
            pays=game("standard.pays"),
            commission=game("standard.commission"),
            commission_fixed=game("standard.commission_fixed"),
            bank_exposed=game("play.bank_exposed", words.Exposed),
            bank_hand_push_foul=game("comparison.bank_hand_push_foul", words.PushFoul),
            foul_standard=game("setting.foul_standard", words.Foul),
            wrong_card_count=game("setting.wrong_card_count", words.Foul),
            bank_error=game("setting.bank_error", words.BankError),
            by_player=game("setting.by_player", words.SetBy),
            commission_rounding=game("standard.commission_rounding", words.Rounding),
            smallest_chip=game("standard.smallest_chip"),
            surrender_costs=game("play.surrender_costs"),
            stake_minimum=game("standard.stake_minimum"),
            stake_maximum=game("standard.stake_maximum"),
        )

    def pay(self, wager: Wager, paytable: Paytable) -> WagerTerms:
        """A wager that is a list of lines."""

        def own(name: str, word: type[StrEnum] | None = None) -> Given[Any]:
            return self.own(wager, paytable, f"wager.{name}", word)

        return WagerTerms(
            id=wager.id,
            paytable=paytable.id,
            named=paytable.named,
            lines=tuple(
                LineTerms(
                    line.id,
                    line.player,
                    line.bank,
                    self._give(line.pays, paytable.id, None),
                    self._give(line.envy, paytable.id, None) if line.envy else None,
                    line.citation,
                )
                for line in paytable.lines
            ),
            classes=self.rank().classes,
            lines_paid=own("lines_paid", words.LinesPaid),
            stake_lost=own("stake_lost", words.StakeLost),
            precedence=self.order(wager, paytable),
            not_qualifying=own("not_qualifying", words.NotPaid),
            hand_considered=own("hand_considered", words.HandConsidered),
            royal_match_joker=self.game("deck.royal_match_joker", words.MatchJoker),
            bank_condition=own("bank_condition", words.BankCondition),
            bank_comparison=own("bank_comparison", words.BankComparison),
            bank_tied=own("bank_tied", words.Tied),
            bank_not_beaten=own("bank_not_beaten", words.NotPaid),
            offer=own("offer", words.Offer),
            foul=own("foul", words.SideFoul),
            surrender=own("surrender", words.SideSurrender),
            settled=own("settled", words.WagerSettled),
            payer=own("payer", words.Bank),
            cap=own("cap"),
            cap_floor=own("cap_floor"),
            cap_covers=own("cap_covers", words.CapCovers),
            cap_excludes=own("cap_excludes", words.CapExcludes),
            stake_minimum=own("stake_minimum"),
            stake_maximum=own("stake_maximum"),
            meter_seed=own("meter_seed"),
            meter_contribution=own("meter_contribution"),
            envy=self.envy(wager, paytable) if wager.has_envy else None,
        )

    def order(self, wager: Wager, paytable: Paytable) -> Given[words.Precedence]:
        """Which line goes before. Only classes have a rank: asked of all wagers, an order of rank holds for
        those whose lines are classes, and a wager with other lines keeps its own."""
        given = self.own(wager, paytable, "wager.precedence", words.Precedence)
        asked = select_readings(self.readings, paytable.id, wager.id)
        by_name = given.key in asked
        if given.said is not words.Precedence.RANK or by_name or not given.counterfactual:
            return given
        if all(line.hand is not None for line in paytable.lines):
            return given
        value = given.statement.value
        kept: Any = words.Precedence(value) if isinstance(value, str) else value
        return Given(given.statement, kept, words.Precedence)

    def envy(self, wager: Wager, paytable: Paytable) -> EnvyTerms:
        """The envy payments of a wager."""

        def own(name: str, word: type[StrEnum] | None = None) -> Given[Any]:
            return self.own(wager, paytable, f"envy.{name}", word)

        return EnvyTerms(
            offer=own("offer"),
            minimum_stake=own("minimum_stake"),
            lowest_hand=own("lowest_hand"),
            own_hand=own("own_hand", words.Counted),
            bank_hand=own("bank_hand", words.Counted),
            several_qualifying_hands=own("several_qualifying_hands", words.Several),
            sharing=own("sharing", words.Sharing),
            own_bonus_lost=own("own_bonus_lost", words.OwnLost),
            bank_qualifies=own("bank_qualifies", words.BankQualifies),
            forfeits=own("forfeits"),
            whose_hand=own("whose_hand", words.WhoseHand),
            fouled_hand=own("fouled_hand", words.FouledHand),
            payer=own("payer", words.Bank),
        )

    def list_house_way_readings(self, lender: Jurisdiction | None) -> dict[str, Given[str]]:
        """The questions on the house way in force, by reading key."""
        owner = self.jurisdiction
        if not owner.house_way:
            if lender is None:
                return {}
            owner = lender
        return {
            key: self._give(statement, None, None)
            for key, found in owner.readings.items()
            for statement in found
            if statement.is_of_house_way
        }
