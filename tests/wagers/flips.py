"""The flip test's engine: every parameter, every value, and a witness of what it moves.

`python -m tests.wagers.flips` prints the table. A *figure* is what the odds give for a wager: its outcomes
with their deals, its edge and its envy, or why there are none; for the standard wager the comparisons through
the settlement, what can be counted, and plain rounds as they are set and settled. A *round* is one of the
catalogue of rounds. What a parameter moves is found by trying, never taken from the catalogue.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.game.house_way.shapes import parse_group
from certify.game.views import HandCondition
from certify.game.vocabulary import HAND_CLASSES
from certify.odds.compute import Request, compute_wager
from certify.odds.result import Status
from certify.odds.standard import evaluate as evaluate_standard
from certify.odds.standard import judge_standard
from certify.spec.catalogue import (
    EVENTS,
    LINE_ENVY,
    LINE_PAYS,
    PARAMETERS,
    Moves,
    Parameter,
    Touches,
    ValueKind,
)
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Standing, Statement
from certify.spec.rulebook import Rulebook
from certify.spec.validate import load_jurisdiction
from certify.spec.values import Exclusion, Money, Other, Pay, Value, format_value
from certify.wagers.envy import qualifies
from certify.wagers.limits import STANDARD
from tests.conftest import IDS, ROOT, load
from tests.edits import edit, put_line, state
from tests.findings.cases import find
from tests.wagers.round_catalogue import Case, Rounds, settle_case

ACCEPTED = ROOT / "tests" / "specs" / "accept"
EVERY = (*PARAMETERS.values(), LINE_PAYS, LINE_ENVY)


@cache
def list_bases() -> tuple[Jurisdiction, ...]:
    """The documents to start from: the five, the accepted one with every rule, and variants of it."""
    every = load_jurisdiction(Path(ACCEPTED) / "every-rule.yaml")
    return (
        *(load(name) for name in IDS),
        every,
        _vary(
            every,
            "every-rule-limited",
            {
                "table.aggregate": {"not_offered": True},
                "bonus.cap_excludes": "nothing",
                "bonus.cap_covers": "all-wagers",
                "both-hands.stake_lost": "if-no-line-of-the-player-pays",
                "contest.bank_not_beaten": "pushes",
                "table.settling_order": "from-dealers-left",
            },
        ),
        _vary(
            every,
            "every-rule-made-good",
            {
                "table.uncovered": "paid-by-house",
                "bonus.bank_wager": "not-allowed",
                "standard.commission_rounding": "exact",
                "comparison.bank_hand_push_foul": "push",
            },
        ),
        _vary(
            every,
            "every-rule-covered",
            {
                "table.bank_cover": "all-action",
                **{
                    f"irregularities.{event.replace('-', '_')}": "stands"
                    for event in EVENTS
                    if event != "earlier-rounds"
                },
                "irregularities.earlier_rounds": "void",
                "play.surrender": "not-allowed",
                "contest.bank_comparison": "by-hand",
                "comparison.copy_and_win": "wins",
                "comparison.copy_and_lose": "push",
                "comparison.copy_both": "push",
            },
        ),
        _vary(
            every,
            "every-rule-otherwise",
            {
                "deck.royal_match": "king-queen-alone",
                "standard.collection_fee": "1 USD",
                "table.bank_refused": "house-banks",
                "table.hands_per_player": "several",
                "play.late_wager": "at-dealers-discretion",
                "play.raised_wager": "increase-stands",
                "play.withdrawn_wager": "returned",
                "play.dealer_advice": "sets-by-house-way",
                "setting.house_way_binds": "bank",
                "setting.foul_standard": "reset-by-house-way",
                "bonus.rules_of_play": "missing",
                "bonus.progressive": "paid-by-rows",
                "bonus.bank_wager": "allowed",
                "bonus.cap_per": "player-and-round",
                "bonus.envy.entitlement": "button",
                "bonus.envy.settled": "with-the-wager",
                "bonus.envy.sharing": "shared",
            },
        ),
        _vary(load("designated-player"), "designated-player-seen", {"play.bank_exposed": "before"}),
        _vary(
            load("designated-player"),
            "designated-player-seen-foul",
            {"play.bank_exposed": "before", "setting.equal_high_and_low": "foul"},
        ),
        _vary(
            load("mbs"),
            "mbs-stands",
            {"setting.bank_error": "stands", "standard.collection_fee": "1 SGD"},
        ),
        _give_envy(every),
        _vary(
            load("mbs"),
            "mbs-every-line",
            {
                "fortune-bonus.lines_paid": "every-line-not-implied",
                "fortune-bonus.envy.bank_qualifies": "no-effect",
                "fortune-bonus.envy.forfeits": {"not_offered": True},
            },
        ),
        _vary(load("mbs"), "mbs-52", {"deck.cards": 52, "deck.jokers": 0}),
        _vary(
            load("designated-player"),
            "designated-player-foul",
            {"setting.equal_high_and_low": "foul", "comparison.bank_hand_push": "yes"},
        ),
    )


def _give_envy(every: Jurisdiction) -> Jurisdiction:
    """Envy on every line, and the highest class alone named as its lowest hand."""
    lines = [line.id for line in every.wager("bonus").paytables[0].lines]
    changes = [put_line("bonus", name, "envy", "5 USD") for name in lines]
    named = state("bonus.envy.lowest_hand", "seven-card-straight-flush")
    return replace(edit(every, named, *changes), id="every-rule-all-envy")


def _vary(base: Jurisdiction, name: str, changes: dict[str, Any]) -> Jurisdiction:
    changed = edit(base, *(state(key, value) for key, value in changes.items()))
    return replace(changed, id=name)


def list_values(  # noqa: C901, PLR0912  (one case for each kind)
    parameter: Parameter, base: Jurisdiction, statement: Statement
) -> Iterator[Value]:
    """The values that a parameter can take beside the one in force: words, or numbers around it."""
    # the base with every rule, and one with a figure of the standard wager, are enough
    asked = {"every-rule"} | ({"mbs"} if parameter.touches is Touches.STANDARD else set())
    own_words = base.id in asked or parameter.section == "house_way" or statement.line
    if parameter.kind is not ValueKind.TEXT and own_words:
        yield Other("something else")
    held, currency = statement.value, base.currency
    if held is None and parameter.kind not in {ValueKind.CHOICE, ValueKind.TEXT}:
        return  # another number says nothing where there is none to begin with
    match parameter.kind:
        case ValueKind.CHOICE:
            yield from parameter.choices
        case ValueKind.TEXT:
            yield "another text"
        case ValueKind.COUNT:
            number = held if isinstance(held, int) else 6
            yield from (number - 2, number // 2) if number > 2 else (1 - number, number + 1)
        case ValueKind.MONEY:
            amount = held.amount if isinstance(held, Money) else Fraction(10)
            yield from (Money(amount / 2, currency), Money(amount * 2 + 1, currency))
        case ValueKind.FRACTION:
            yield from (Fraction(0), Fraction(1, 10), Fraction(1))
        case ValueKind.PAYS:
            times = held.times if isinstance(held, Pay) else Fraction(40)
            yield from (Pay(times + 1), Pay(abs(times) * 2 + 3))
        case ValueKind.CHARGE:
            money = held if isinstance(held, Money) else Money(Fraction(1), currency)
            yield from (Money(money.amount + 1, currency), Fraction(1, 50))
        case ValueKind.ENVY:
            money = held.money if isinstance(held, Pay) else Fraction(5)
            yield from (Pay(money=money + 1), Pay(Fraction(2)))
        case ValueKind.CLASS:
            yield from HAND_CLASSES
        case ValueKind.CLASSES:
            swapped = list(HAND_CLASSES)
            flush, full = swapped.index("flush"), swapped.index("full-house")
            swapped[flush], swapped[full] = "full-house", "flush"
            yield tuple(swapped)
        case ValueKind.CONDITION:
            yield HandCondition(hand="high-card", highest=parse_group("K"))
            yield HandCondition(hand="one-pair")
        case ValueKind.EXCLUSIONS:
            yield ()
            yield (Exclusion("four-of-a-kind", frozenset()),)


@dataclass(frozen=True)
class Base:
    """One document with one paytable a wager, and what it comes to as it stands."""

    jurisdiction: Jurisdiction

    @cached_property
    def rulebook(self) -> Rulebook:
        return compile_rulebook(self.jurisdiction)

    def find_figure(self, wager: str) -> object:
        return _find_base_figure(self.jurisdiction, wager)

    @cached_property
    def plain(self) -> list[tuple[Case, object]]:
        rounds = Rounds(self.rulebook)
        cases = [*rounds.list_plain(), *rounds.list_dealt()]
        return [(case, settle_case(self.rulebook, case.round)) for case in cases]

    @cached_property
    def others(self) -> list[tuple[Case, object]]:
        cases = Rounds(self.rulebook).list_others()
        return [(case, settle_case(self.rulebook, case.round)) for case in cases]


@cache
def prepare(place: int) -> Base:
    """A base, computed once."""
    return Base(list_bases()[place])


_FIGURES: dict[tuple[str, str], object] = {}


def _find_base_figure(jurisdiction: Jurisdiction, wager: str) -> object:
    key = (jurisdiction.id, wager)
    if key not in _FIGURES:
        _FIGURES[key] = find_figure(jurisdiction, wager, {})
    return _FIGURES[key]


def find_figure(jurisdiction: Jurisdiction, wager: str, readings: Any) -> object:
    """What the odds give for a wager, or why they give nothing."""
    if wager == STANDARD:
        return _judge_standard(jurisdiction, compile_rulebook(jurisdiction, readings))
    return _count(jurisdiction, wager, readings)


def find_status(jurisdiction: Jurisdiction, wager: str, readings: Any) -> Status:
    """How reliable the figure of a wager is; why it is missing, where it cannot be counted."""
    if wager == STANDARD:
        found, _ = judge_standard(jurisdiction, compile_rulebook(jurisdiction, readings))
        return found.status
    own = jurisdiction.wager(wager)
    request = Request(
        readings=readings, alternatives=False, stake=Money(Fraction(30), jurisdiction.currency)
    )
    try:
        return compute_wager(jurisdiction, own, own.paytables[0], request).status
    except CertifyError:
        return Status.NOT_MODELLED


def _judge_standard(jurisdiction: Jurisdiction, rulebook: Rulebook) -> object:
    try:
        nets, _ = evaluate_standard(rulebook.standard)
    except CertifyError as error:
        nets = type(error).__name__
    found, _ = judge_standard(jurisdiction, rulebook)
    return nets, {item.parameter for item in found.rests_on}, found.can_be_counted


def _count(jurisdiction: Jurisdiction, name: str, readings: Any) -> object:
    wager = jurisdiction.wager(name)
    stake = Money(Fraction(30), jurisdiction.currency)
    request = Request(readings=readings, alternatives=False, stake=stake)
    try:
        odds = compute_wager(jurisdiction, wager, wager.paytables[0], request)
    except CertifyError as error:
        return f"refused: {type(error).__name__}"
    if not odds.has_figures:
        return str(odds.status)
    return (
        odds.outcomes,
        odds.house_edge,
        odds.envy,
        odds.stake,
        _earn_envy(jurisdiction, name, readings),
        odds.progressive,
    )


def list_moved(base: Base, most: int) -> list[tuple[str, str]]:
    """Each figure with each value that makes another of it, put in the place of the one in force."""
    found = []
    for parameter in (item for item in EVERY if item.moves is Moves.ODDS):
        for statement in list_statements(parameter, base.jurisdiction):
            values = [
                value
                for value in list_values(parameter, base.jurisdiction, statement)
                if value != statement.value and not isinstance(value, Other)
            ]
            for value in values[:most] if statement.standing is not Standing.NOT_OFFERED else ():
                readings = {statement.paytable if statement.line else None: {statement.key: value}}
                rulebook = compile_rulebook(base.jurisdiction, readings)
                for wager in (STANDARD, *base.rulebook.wagers):
                    if _print_for(rulebook, wager) == _print_for(base.rulebook, wager):
                        continue
                    figure = find_figure(base.jurisdiction, wager, readings)
                    if isinstance(figure, tuple) and _sum_up(figure) != _sum_up(
                        base.find_figure(wager)
                    ):
                        found.append((wager, statement.key))
    return list(dict.fromkeys(found))


def _sum_up(figure: Any) -> object:
    """A figure with its outcomes by what they pay, whatever they are called."""
    if not isinstance(figure, tuple) or len(figure) != 6:
        return figure
    deals: Counter[Pay] = Counter()
    for outcome in figure[0]:
        deals[outcome.pay] += outcome.deals
    return (deals, *figure[1:5])


@cache
def list_resting(place: int, name: str) -> set[str] | None:
    """The values that a figure of a base says it rests on, none where there is no figure."""
    jurisdiction = list_bases()[place]
    if name == STANDARD:
        found, _ = judge_standard(jurisdiction, compile_rulebook(jurisdiction))
        return {item.parameter for item in found.rests_on} if found.can_be_counted else None
    wager = jurisdiction.wager(name)
    stake = Money(Fraction(30), jurisdiction.currency)
    odds = compute_wager(
        jurisdiction, wager, wager.paytables[0], Request(alternatives=False, stake=stake)
    )
    return {item.parameter for item in odds.rests_on} if odds.has_figures else None


STAKES = tuple(map(Fraction, ("1/2", "3", "8", "20", "40")))
"""Stakes at which a figure with envy may be asked for."""


def _earn_envy(jurisdiction: Jurisdiction, name: str, readings: Any) -> tuple[bool, ...]:
    """At which stakes a figure holds envy at all; one figure is for one stake."""
    envy = compile_rulebook(jurisdiction, readings).wagers[name].envy
    return tuple(qualifies(envy, stake) for stake in STAKES) if envy else ()


@dataclass(frozen=True)
class Flip:
    """One value put in the place of another, and what moved."""

    parameter: str
    statement: str
    base: str
    value: str
    moved: Moves
    touched: str
    witness: str


def list_statements(parameter: Parameter, base: Jurisdiction) -> Iterator[Statement]:
    """The statements of a document that answer a parameter; of lines only the first few."""
    for statement in base.list_statements():
        if statement.parameter.key != parameter.key:
            continue
        first = base.wager(statement.wager).paytables[:1] if statement.wager else ()
        if statement.paytable and statement.paytable not in {item.id for item in first}:
            continue
        if statement.line and statement.line not in {"flush", "four-of-a-kind"}:
            continue
        if statement.standing is Standing.NOT_OFFERED and parameter.key == "wager.offer":
            continue
        yield statement


def _put(base: Jurisdiction, statement: Statement, value: Value) -> tuple[Jurisdiction, Any]:
    """A value in the place of a document's own: as a reading, or in the file if it is in other words."""
    if isinstance(value, Other) and not statement.line and not statement.paytable:
        said = {"value": {"other": value.text}, "at": {"clause": "test", "lines": 1}}
        return edit(base, state(statement.key, said)), {}
    return base, {statement.paytable if statement.line else None: {statement.key: value}}


def flip(
    base: Base, parameter: Parameter, statement: Statement, value: Value, *, settled: bool = False
) -> Flip:
    """Put a value in the place of a document's own and see what moves; `settled`: rounds are not tried."""
    jurisdiction, readings = _put(base.jurisdiction, statement, value)
    name = base.jurisdiction.id

    def found(moved: Moves, touched: str = "", witness: str = "") -> Flip:
        return Flip(
            parameter.key, statement.key, name, format_value(value), moved, touched, witness
        )

    rulebook = compile_rulebook(jurisdiction, readings)
    in_own_words = jurisdiction is not base.jurisdiction
    if not in_own_words and print_values(rulebook) == print_values(base.rulebook):
        return found(*_compare_findings(base, parameter, statement, value))
    most = found(Moves.NOTHING)
    for wager in (STANDARD, *base.rulebook.wagers):
        # a figure is made of the ranking, the house way and the wager's own terms, and of nothing else
        if not in_own_words and _print_for(rulebook, wager) == _print_for(base.rulebook, wager):
            continue
        moved = _compare_figures(base, jurisdiction, wager, readings)
        if moved is Moves.ODDS:
            return found(moved, wager, f"figure of {wager}")
        if ORDER.index(moved) > ORDER.index(most.moved):
            most = found(moved, wager, f"status of {wager}")
    if in_own_words or most.moved is not Moves.NOTHING:
        return most  # a round then is refused, or settled as before
    plain = _restake(rulebook, base.rulebook)
    for case, before in base.plain if print_values(plain) != print_values(base.rulebook) else ():
        wager = _find_difference(before, settle_case(plain, case.round))
        if wager:
            return found(Moves.ODDS, wager, f"plain round: {case.name} ({wager})")
    for case, before in () if settled else base.others:
        wager = _find_difference(before, settle_case(rulebook, case.round))
        if wager:
            return found(Moves.ROUND, wager, f"round: {case.name} ({wager})")
    return most


def _compare_figures(base: Base, jurisdiction: Jurisdiction, wager: str, readings: Any) -> Moves:
    """What becomes of a figure: another one, none, one that leaves something out, or the same."""
    before, after = base.find_figure(wager), find_figure(jurisdiction, wager, readings)
    if before != after:
        return Moves.NOT_MODELLED if _is_missing(after) else Moves.ODDS
    statuses = [
        find_status(base.jurisdiction, wager, {}),
        find_status(jurisdiction, wager, readings),
    ]
    if statuses[0] is statuses[1]:
        return Moves.NOTHING
    return Moves.INCOMPLETE if Status.INCOMPLETE in statuses else Moves.NOT_MODELLED


def _is_missing(figure: Any) -> bool:
    """Whether there is no figure, or none of the comparisons of the standard wager can be settled."""
    if isinstance(figure, str):
        return figure == str(Status.NOT_MODELLED)
    nets, *_, counted = figure
    return isinstance(nets, str) or counted is False


def _compare_findings(
    base: Base, parameter: Parameter, statement: Statement, value: Value
) -> tuple[Moves, str, str]:
    """Whether the finding that depends on a value is another one with it."""
    if not parameter.finding or isinstance(value, Other):
        return Moves.NOTHING, "", ""
    said = edit(base.jurisdiction, state(statement.key, str(value)))
    lists = [
        [(item.subject, item.statements) for item in find(document, parameter.finding)]
        for document in (base.jurisdiction, said)
    ]
    if lists[0] == lists[1]:
        return Moves.NOTHING, "", ""
    return Moves.FINDING, "", f"finding {parameter.finding}"


def _restake(rulebook: Rulebook, plain: Rulebook) -> Rulebook:
    """The same rulebook with the stakes of the plain rounds admitted, all covered and none capped.

    A figure is for a stake that the wager takes, paid in full and to the last coin; what bounds stakes and
    payments is therefore left as it was, and who banks too.
    """
    standard = replace(
        rulebook.standard,
        stake_minimum=plain.standard.stake_minimum,
        stake_maximum=plain.standard.stake_maximum,
        commission_rounding=plain.standard.commission_rounding,
        smallest_chip=plain.standard.smallest_chip,
        # a plain round tells how its hands are set: by the house way, or as laid where there is none
        by_player=plain.standard.by_player,
    )
    wagers = {
        name: replace(
            terms,
            offer=plain.wagers[name].offer,
            payer=plain.wagers[name].payer,
            stake_minimum=plain.wagers[name].stake_minimum,
            stake_maximum=plain.wagers[name].stake_maximum,
            cap=plain.wagers[name].cap,
            cap_floor=plain.wagers[name].cap_floor,
            cap_covers=plain.wagers[name].cap_covers,
            cap_excludes=plain.wagers[name].cap_excludes,
            envy=terms.envy and replace(terms.envy, payer=plain.wagers[name].envy.payer),
        )
        for name, terms in rulebook.wagers.items()
    }
    table = replace(plain.table)
    return replace(rulebook, standard=standard, wagers=wagers, table=table)


def _find_difference(before: Any, after: Any) -> str:
    """The first wager whose money differs; a refusal differs from a settlement, not from another one."""
    if isinstance(before, str) or isinstance(after, str):
        if isinstance(before, str) and isinstance(after, str):
            return ""
        return f"settled where it was {before[:60]}" if isinstance(before, str) else after[:90]
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            return name
    return ""


def _print_for(rulebook: Rulebook, wager: str) -> list[tuple[str, object]]:
    own = rulebook.standard if wager == STANDARD else rulebook.wagers[wager]
    givens = [*rulebook.ranking.list_resolved(), *own.list_resolved()]
    givens += rulebook.house_way_readings.values()
    return [(given.key, given.said) for given in givens]


def print_values(rulebook: Rulebook) -> list[tuple[str, object]]:
    """Every value of a rulebook in its place: all that money can turn on."""
    return [(given.key, given.said) for given in rulebook.list_resolved()]


ORDER = (
    Moves.NOTHING,
    Moves.FINDING,
    Moves.INCOMPLETE,
    Moves.ROUND,
    Moves.NOT_MODELLED,
    Moves.ODDS,
)


@cache
def list_flips(key: str) -> tuple[Flip, ...]:
    """Every flip of one parameter, in every base."""
    parameter = next(item for item in EVERY if item.key == key)
    found = []
    moved: dict[str, Moves] = {}
    for place, jurisdiction in enumerate(list_bases()):
        for statement in list_statements(parameter, jurisdiction):
            for value in list_values(parameter, jurisdiction, statement):
                name = format_value(value)
                most = moved.get(name, Moves.NOTHING)
                if value == statement.value or most is Moves.ODDS:
                    continue
                settled = most is Moves.ROUND  # then only more than that would be news
                found.append(flip(prepare(place), parameter, statement, value, settled=settled))
                moved[name] = max(most, found[-1].moved, key=ORDER.index)
    return tuple(found)


def list_in_force(key: str) -> set[str]:
    """The values of a parameter in the bases, from which other values are flipped."""
    return {
        format_value(statement.value)
        for base in list_bases()
        for statement in base.list_statements()
        if statement.parameter.key == key
    }


def find_witnesses(key: str) -> dict[str, Flip]:
    """For each value the flip that moves most."""
    best: dict[str, Flip] = {}
    for item in list_flips(key):
        if item.value not in best or ORDER.index(item.moved) > ORDER.index(best[item.value].moved):
            best[item.value] = item
    return best


def find_expected(parameter: Parameter, value: str) -> Moves:
    """What the record of a parameter says that a value changes."""
    return parameter.find_moves(value, own_words=value.startswith("other: "))


def agrees(expected: Moves, found: Moves) -> bool:
    """Whether what was found is what the record says; numbers that cannot be counted are odds too."""
    return found is expected or (expected is Moves.ODDS and found is Moves.NOT_MODELLED)


def main(keys: list[str]) -> None:
    """Print the table: parameter, values, what the catalogue says, what was found, the witness."""
    for parameter in EVERY:
        if keys and not any(parameter.key.startswith(key) for key in keys):
            continue
        for value, item in find_witnesses(parameter.key).items():
            expected = find_expected(parameter, value)
            mark = " " if agrees(expected, item.moved) else "!"
            print(
                f"{mark} {parameter.key:36} {value[:40]:40} {expected:12} {item.moved:12} "
                f"{item.base}: {item.statement}: {item.witness}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
