"""The standard wager over every pair of hands: its comparisons through the settlement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from certify.base.errors import CertifyError, NotCounted
from certify.base.progress import Progress
from certify.game.views import HandView
from certify.odds.count_settings import (
    SettingCounts,
    count_choices,
    count_settings,
    find_best,
)
from certify.odds.count_views import HouseWaySetting
from certify.odds.counted import NoStake
from certify.odds.house_way_readings import tell_overlaps
from certify.odds.lines import compare_published
from certify.odds.readings import add_readings, is_supported, list_alternatives, list_readings
from certify.odds.result import AlternativeOdds, CountedOutcome, Status, WagerOdds
from certify.odds.setting import find_setting, list_completing, refuse_foul
from certify.odds.status import Judgement, judge, tell_left_out
from certify.spec.choices import BankKind, Exposed, StandardResult, YesNo
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, tell_draft
from certify.spec.readings import STRATEGY
from certify.spec.resolved import NotJudged, Resolved, Uncounted
from certify.spec.rulebook import Rulebook, StandardTerms
from certify.spec.values import LOSES, PUSHES, Money, Pay
from certify.wagers.limits import STANDARD
from certify.wagers.ranking import list_for_standard, list_uncounted
from certify.wagers.standard import (
    Comparison,
    bank_pushes,
    find_fee,
    name_results,
    settle_standard,
)
from certify.wagers.weighing import Weighing, weigh

if TYPE_CHECKING:
    from certify.odds.compute import Request

_NAMES = {StandardResult.WINS: "win", StandardResult.PUSH: "push", StandardResult.LOSES: "lose"}
_SIDES = (-1, 0, 1)


def compute_standard(jurisdiction: Jurisdiction, rulebook: Rulebook, request: Request) -> WagerOdds:
    """Win, push and lose over all ordered deals of a player's and the bank's hand."""
    found, relevant = judge_standard(jurisdiction, rulebook)
    if found.can_be_counted and rulebook.house_way:
        found = found.leave_out(tell_overlaps(rulebook, request.progress))
    missing = found.missing
    if rulebook.borrowed:  # what the document alone does not give stays named beside the figures
        alone = compile_rulebook(jurisdiction, rulebook.readings)
        missing = (*judge_standard(jurisdiction, alone)[0].missing, *missing)
    empty = WagerOdds(
        STANDARD,
        None,
        found.status,
        _list_readings(rulebook, relevant),
        found.rests_on,
        missing=tuple(dict.fromkeys(missing)),
        assumption=_tell_assumption(jurisdiction, rulebook),
        counterfactual=tuple(
            dict.fromkeys(
                given.statement.reading or given.key for given in relevant if given.counterfactual
            )
        ),
    )
    if not found.can_be_counted:
        return empty
    try:
        counted = count_standard(rulebook, request.stake, request.progress)
    except (NotCounted, NotJudged) as error:
        return replace(empty, status=Status.NOT_MODELLED, missing=(*empty.missing, str(error)))
    except NoStake as error:
        return replace(empty, status=Status.DEFERRED, missing=(*empty.missing, str(error)))
    odds = replace(
        empty,
        deals=counted.deals,
        outcomes=counted.outcomes,
        stake=counted.stake,
        details=counted.details,
        status=Status.DEFERRED if empty.assumption else empty.status,
    )
    if not empty.assumption:  # what another document lends explains no figure of this one
        odds = replace(odds, published=compare_published(jurisdiction.published, odds.house_edge))
    if request.standard_alternatives:
        others = _list_alternatives(jurisdiction, rulebook, relevant, request)
        odds = replace(odds, alternatives=tuple(others))
    return odds


def judge_standard(
    jurisdiction: Jurisdiction, rulebook: Rulebook
) -> tuple[Judgement, list[Resolved[Any]]]:
    """How far the standard wager can be leaned on, and all that its figures turn on; nothing is counted."""
    shaping = list(list_for_standard(rulebook.ranking))
    if rulebook.borrowed:
        shaping.remove(rulebook.ranking.house_way)
    shaping += rulebook.house_way_readings.values()
    if rulebook.standard.bank_exposed.said is not None:
        shaping.append(rulebook.standard.bank_exposed)
    if rulebook.standard.bank_hand_push.said is YesNo.YES:
        shaping.append(
            rulebook.standard.bank_hand_push_when
        )  # no comparison shows which hands push
    weighing = weigh(rulebook.standard, evaluate)
    left_out = tell_left_out_of_standard(jurisdiction, rulebook)
    unsaid = list(weighing.unsaid)
    if rulebook.standard.bank_exposed.said is None:
        unsaid.append(rulebook.standard.bank_exposed)
    found = judge(
        rulebook.ranking,
        shaping,
        weighing.rests_on,
        unsaid,
        weighing.uncounted,
        left_out,
        draft=tell_draft(jurisdiction),
    ).add_rules(list_completing(rulebook))
    return found, [*shaping, *weighing.rests_on]


def evaluate(terms: StandardTerms) -> tuple[tuple[Pay, ...], list[Resolved[Any]]]:
    """What every comparison comes to, and everything that was consulted."""
    nets: list[Pay] = []
    consulted: dict[int, Resolved[Any]] = {}
    pushing = (False, True) if terms.bank_hand_push.said is YesNo.YES else (False,)
    if len(pushing) > 1:
        _ = terms.bank_hand_push_when.value  # which hands push is nothing that a comparison shows
    for view in (
        Comparison(low, high, side) for side in pushing for low in _SIDES for high in _SIDES
    ):
        settled = settle_standard(terms, view)
        nets.append(settled.net)
        for given in (*settled.grounds, terms.bank_hand_push, terms.method):
            if given.is_offered:
                consulted.setdefault(id(given), given)
    return tuple(nets), list(consulted.values())


def tell_left_out_of_standard(jurisdiction: Jurisdiction, rulebook: Rulebook) -> list[str]:
    """What the document says of the standard wager and the figures leave out."""
    unexpressed = rulebook.house_way.get("unexpressed", ())
    return [
        *tell_left_out(jurisdiction, STANDARD),
        *(f"a rule of the house way is not expressed: {item['rule']}" for item in unexpressed),
    ]


def weigh_results(terms: StandardTerms) -> Weighing[StandardTerms]:
    """What the results of the standard wager rest on, whatever is paid for them."""

    def list_all(own: StandardTerms) -> tuple[list[frozenset[str]], list[Resolved[Any]]]:
        consulted: list[Resolved[Any]] = [own.bank_hand_push, own.method]
        pushing = (False, True) if own.bank_hand_push.said is YesNo.YES else (False,)
        found = [
            name_results(own, Comparison(low, high, side), consulted)
            for side in pushing
            for low in _SIDES
            for high in _SIDES
        ]
        return found, [given for given in consulted if given.is_offered]

    weighing = weigh(terms, list_all)
    shaping: list[Resolved[Any]] = [terms.bank_exposed]
    if terms.bank_hand_push.said is YesNo.YES:
        shaping.append(terms.bank_hand_push_when)
    return replace(weighing, rests_on=(*weighing.rests_on, *shaping))


def _list_readings(rulebook: Rulebook, relevant: list[Resolved[Any]]) -> dict[str, Any]:
    """The readings in force; a player who sees the bank's hand answers it with his best setting."""
    found = list_readings(relevant)
    seen = rulebook.standard.bank_exposed.said is Exposed.BEFORE
    found[STRATEGY] = "optimal" if seen else rulebook.strategy
    return found


def _tell_assumption(jurisdiction: Jurisdiction, rulebook: Rulebook) -> str:
    """All that is taken from another document."""
    if not rulebook.borrowed:
        return ""
    named = [] if jurisdiction.house_way else [f"the house way of {rulebook.borrowed}"]
    if taken := rulebook.list_borrowed():
        named.append(f"from {rulebook.borrowed}: {', '.join(taken)}")
    return "; ".join(named)


@dataclass(frozen=True, slots=True)
class CountedStandard:
    """The standard wager counted under one rulebook."""

    deals: int
    outcomes: tuple[CountedOutcome, ...]
    stake: Money | None
    details: Mapping[str, Any]

    @property
    def house_edge(self) -> Fraction:
        """The bank's share of a unit; a fixed commission in shares of the stake."""
        stake = self.stake.amount if self.stake else Fraction(1)
        net = sum(
            ((item.pay.times + item.pay.money / stake) * item.deals for item in self.outcomes),
            Fraction(0),
        )
        return -net / self.deals


def count_standard(
    rulebook: Rulebook, stake: Money | None = None, progress: Progress | None = None
) -> CountedStandard:
    """Count every deal; raises where a value is missing or cannot be counted."""
    for given in list_uncounted(rulebook.ranking, list(list_for_standard(rulebook.ranking))):
        raise Uncounted(given)
    setting = find_setting(rulebook, progress)
    if setting is None:
        raise CertifyError(f"{rulebook.jurisdiction} contains no house way")
    refuse_foul(rulebook)
    terms = rulebook.standard
    if terms.bank_exposed.value is Exposed.BEFORE:
        deals, pays, details = _count_seen(rulebook, setting, progress)
    elif rulebook.strategy == "optimal":
        deals, pays, details = _count_best(rulebook, setting, progress)
    else:
        deals, pays, details = _count_hidden(rulebook, setting, progress)
    outcomes = _list_outcomes(terms, pays)
    if any(item.pay.money for item in outcomes):
        stake = stake or _find_least(terms)
        if stake is None:
            raise NoStake(
                "a commission or fee is a fixed sum, so the edge depends on the stake; "
                "give one with --stake"
            )
    else:
        stake = None
    banked = rulebook.table.bank.said in {BankKind.PLAYER_DEALER, BankKind.DESIGNATED_PLAYER}
    if banked and stake is None:
        details = {**details, "banking": _describe_banking(terms, outcomes, deals)}
    return CountedStandard(deals, outcomes, stake, details)


def _find_least(terms: StandardTerms) -> Money | None:
    return terms.stake_minimum.said if isinstance(terms.stake_minimum.said, Money) else None


Tally = tuple[int, dict[tuple[StandardResult, Pay], int], dict[str, Any]]


def _tag(terms: StandardTerms) -> Any:
    if terms.bank_hand_push.said is not YesNo.YES:
        return None

    def tag(view: HandView) -> int:
        return int(bank_pushes(terms, view))

    return tag


def _count_hidden(rulebook: Rulebook, setting: HouseWaySetting, progress: Progress | None) -> Tally:
    terms = rulebook.standard
    aspects = (
        terms.bank_hand_push_when.value.aspects
        if terms.bank_hand_push.said is YesNo.YES
        else frozenset()
    )
    rules = rulebook.ranking.rank_rules()
    counts = count_settings(rules, setting, _tag(terms), aspects=aspects, progress=progress)
    pays: dict[tuple[StandardResult, Pay], int] = {}
    pushed = {"wins": 0, "losses": 0}
    for view, number in counts.views.items():
        plain = settle_standard(terms, Comparison(view.low, view.high))
        settled = settle_standard(terms, Comparison(view.low, view.high, view.bank > 0))
        if settled.result is not plain.result:
            pushed["wins" if plain.result is StandardResult.WINS else "losses"] += number
        key = (settled.result, settled.net)
        pays[key] = pays.get(key, 0) + number
    details = _describe_comparisons(terms, counts)
    if terms.bank_hand_push.said is YesNo.YES:
        details["pushed_by_bank_hand"] = pushed
    return counts.deals, pays, details


def _describe_comparisons(terms: StandardTerms, counts: SettingCounts) -> dict[str, Any]:
    """Copies, and which of the two hands was won where the wager pushed."""
    cells: dict[tuple[int, int], int] = {}
    for view, number in counts.views.items():
        cells[view.low, view.high] = cells.get((view.low, view.high), 0) + number

    def total(wanted: Any) -> int:
        return sum(number for cell, number in cells.items() if wanted(*cell))

    def pushes(low: int, high: int) -> bool:
        return settle_standard(terms, Comparison(low, high)).result is StandardResult.PUSH

    return {
        "pushes": {
            "low_won": total(lambda low, high: pushes(low, high) and low > high),
            "high_won": total(lambda low, high: pushes(low, high) and high > low),
        },
        "copies": {
            "low": total(lambda low, _: low == 0),
            "high": total(lambda _, high: high == 0),
            "both": total(lambda low, high: low == high == 0),
        },
    }


def list_results(terms: StandardTerms) -> list[list[Fraction]]:
    """What the nine comparisons leave before the fee, for a player who chooses among his settings."""
    nets = [
        [settle_standard(terms, Comparison(low, high)).won for high in _SIDES] for low in _SIDES
    ]
    if any(net.money for row in nets for net in row):
        raise NotCounted("with a fixed commission the best setting depends on the stake")
    return [[net.times for net in row] for row in nets]


def _sum_results(
    terms: StandardTerms, results: Mapping[tuple[Fraction, int], int]
) -> dict[tuple[StandardResult, Pay], int]:
    by_net = {
        settled.won.times: settled
        for low in _SIDES
        for high in _SIDES
        for settled in [settle_standard(terms, Comparison(low, high))]
    }
    pays: dict[tuple[StandardResult, Pay], int] = {}
    for (net, tag), number in results.items():
        settled = settle_standard(terms, Comparison(0, 0, bank_pushes=True)) if tag else by_net[net]
        key = (settled.result, settled.net)
        pays[key] = pays.get(key, 0) + number
    return pays


def _count_seen(rulebook: Rulebook, setting: HouseWaySetting, progress: Progress | None) -> Tally:
    """The player sees the bank's hand and answers it with his best setting."""
    terms = rulebook.standard
    aspects = (
        terms.bank_hand_push_when.value.aspects
        if terms.bank_hand_push.said is YesNo.YES
        else frozenset()
    )
    counts = count_choices(
        rulebook.ranking.rank_rules(),
        setting,
        list_results(terms),
        _tag(terms),
        aspects=aspects,
        progress=progress,
    )
    return counts.deals, _sum_results(terms, counts.results), {}


def _count_best(rulebook: Rulebook, setting: HouseWaySetting, progress: Progress | None) -> Tally:
    """The player sets every hand as well as he can against a bank that he does not see."""
    terms = rulebook.standard
    aspects = (
        terms.bank_hand_push_when.value.aspects
        if terms.bank_hand_push.said is YesNo.YES
        else frozenset()
    )
    found = find_best(
        rulebook.ranking.rank_rules(),
        setting,
        list_results(terms),
        _tag(terms),
        aspects=aspects,
        progress=progress,
    )
    results = {(net, 0): number for net, number in found.results.items()}
    if found.pushed:
        results[Fraction(0), 1] = found.pushed
    details = {
        "departing_hands": found.departing_hands,
        "costliest": [
            {
                "cards": item.cards,
                "house_way_low": item.house_way_low,
                "best_low": item.best_low,
                "cost": str(item.cost),
                "hands_of_the_kind": item.hands_of_the_kind,
            }
            for item in found.costliest
        ],
    }
    return sum(results.values()), _sum_results(terms, results), details


def _list_outcomes(
    terms: StandardTerms, pays: Mapping[tuple[StandardResult, Pay], int]
) -> tuple[CountedOutcome, ...]:
    """Win, push and lose; a result that pays in two ways stands twice."""
    found = []
    for result, name in _NAMES.items():
        own = [(pay, number) for (kind, pay), number in pays.items() if kind is result]
        found += [CountedOutcome(name, number, pay) for pay, number in own]
        if not own:
            found.append(CountedOutcome(name, 0, _pay_of(terms, result)))
    return tuple(found)


def _pay_of(terms: StandardTerms, result: StandardResult) -> Pay:
    fee = find_fee(terms, [])
    paid = {StandardResult.WINS: terms.pays.value, StandardResult.LOSES: LOSES}.get(result, PUSHES)
    return paid + Pay(-fee.times, -fee.money)


def _describe_banking(
    terms: StandardTerms, outcomes: tuple[CountedOutcome, ...], deals: int
) -> dict[str, Any]:
    """What a player who banks expects of one unit staked against him, before any fee."""
    fee = find_fee(terms, []).times
    expected = -sum(((item.pay.times + fee) * item.deals for item in outcomes), Fraction(0)) / deals
    count = {item.name: item.deals for item in outcomes}
    return {"return": str(expected), "bank_wins": count["lose"], "bank_loses": count["win"]}


def _list_alternatives(
    jurisdiction: Jurisdiction, rulebook: Rulebook, relevant: list[Resolved[Any]], request: Request
) -> Iterator[AlternativeOdds]:
    readings = request.readings or {}
    asked = {key for values in readings.values() for key in values}
    for other in list_alternatives(relevant, asked, cross=request.cross):
        supported = is_supported(relevant, other)
        changed = compile_rulebook(
            jurisdiction,
            add_readings(readings, other),
            {terms.id: terms.paytable for terms in rulebook.wagers.values()},
            request.assumed,
        )
        try:
            found = count_standard(changed, request.stake, request.progress)
        except CertifyError as error:
            yield AlternativeOdds(other, None, why_not=str(error), supported=supported)
        else:
            yield AlternativeOdds(other, found.house_edge, supported=supported)
