"""The odds of a jurisdiction's wagers under the readings asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.game.cards import format_cards
from certify.game.vocabulary import WAGERS
from certify.odds import ace_high, contested, fortune
from certify.odds.envy import compute_envy, find_stake
from certify.odds.exposure import find_exposure
from certify.odds.pairs import Pairs, Progress, count_pairs
from certify.odds.readings import Overrides, list_alternatives, list_touching, read_rules
from certify.odds.result import Alternative, Comparison, EnvyOdds, Outcome, WagerOdds
from certify.odds.standard import StandardRequest, compute_standard
from certify.spec.model import Jurisdiction, Money, Paytable, Rules, Value


@dataclass(frozen=True, slots=True)
class Request:
    """What odds are asked for."""

    wagers: tuple[str, ...] = WAGERS
    paytable: str | None = None
    overrides: Overrides | None = None
    cross: bool = False
    stake: Money | None = None
    envy_variance: bool = False
    maximum_stake: Money | None = None
    """Where given, the largest loss of the bank in one round is looked for."""
    alternatives: bool = True
    """Of the side wagers."""
    standard_alternatives: bool = False
    """Of the standard wager: each costs a whole computation, so only on request."""
    assumed: Jurisdiction | None = None
    """Whose house way to assume where the document gives none."""
    threads: int | None = None
    progress: Progress | None = None


def compute_odds(jurisdiction: Jurisdiction, request: Request) -> list[WagerOdds]:
    """The odds of each wager asked for, the Fortune bonus once a paytable."""
    overrides = request.overrides or {}
    chosen = (
        [jurisdiction.paytable(request.paytable)]
        if request.paytable
        else list(jurisdiction.paytables)
    )
    results: list[WagerOdds] = []
    if "fortune-bonus" in request.wagers:
        results += [
            _compute_fortune(read_rules(jurisdiction, paytable, overrides), request)
            for paytable in chosen
        ]
        results = _choose_rounding(jurisdiction, results)
    rules = read_rules(jurisdiction, chosen[0], overrides)
    if "ace-high" in request.wagers and rules.value("ace_high.offer") is not None:
        results.append(_compute_ace_high(rules, request))
    if "standard" in request.wagers:
        results.insert(
            0,
            compute_standard(
                rules,
                StandardRequest(
                    request.assumed,
                    request.threads,
                    request.standard_alternatives,
                    request.cross and request.standard_alternatives,
                    request.progress,
                ),
            ),
        )
    return results


def _load_pairs(rules: Rules, request: Request) -> Pairs:
    return count_pairs(wild=rules.choice("deck.joker") == "wild", progress=request.progress)


def list_fortune_outcomes(rules: Rules, request: Request) -> tuple[Outcome, ...]:
    """The outcomes of the Fortune bonus, contested by the bank's hand or not."""
    if not contested.is_contested(rules):
        return fortune.list_outcomes(rules)
    if rules.choice("fortune.bank_comparison") == "by-hand":
        contest = contested.contest_by_hand(rules, request.threads, request.progress)
    else:
        contest = contested.contest_by_class(rules, _load_pairs(rules, request))
    return contested.list_outcomes(rules, contest)


def compute_edge_and_envy(
    rules: Rules, request: Request, stake: Money | None
) -> tuple[Fraction, tuple[EnvyOdds, ...]]:
    """The edge of the Fortune bonus and its envy figures at one stake."""
    outcomes = list_fortune_outcomes(rules, request)
    odds = WagerOdds("fortune-bonus", rules.paytable.id, {}, _count(outcomes), outcomes)
    envy = compute_envy(
        rules,
        outcomes,
        odds.house_edge,
        stake,
        lambda: _load_pairs(rules, request),
        with_variance=request.envy_variance,
    )
    return odds.house_edge, envy


def _compute_fortune(rules: Rules, request: Request) -> WagerOdds:
    outcomes = list_fortune_outcomes(rules, request)
    stake = find_stake(rules, request.stake)
    edge, envy = compute_edge_and_envy(rules, request, stake)
    plain = replace(request, envy_variance=False)
    alternatives = []
    for readings, other in _list_readings(rules, "fortune-bonus", request):
        other_edge, other_envy = compute_edge_and_envy(other, plain, stake)
        alternatives.append(Alternative(readings, other_edge, other_envy))
    return WagerOdds(
        "fortune-bonus",
        rules.paytable.id,
        list_touching(rules, "fortune-bonus"),
        _count(outcomes),
        outcomes,
        envy,
        tuple(alternatives),
        fortune.compare_published(rules, edge, envy),
        counterfactual=_list_counterfactual(rules),
        cap=fortune.compute_cap(rules, outcomes, request.stake),
        details=_describe_exposure(rules, request.maximum_stake),
    )


def _describe_exposure(rules: Rules, stake: Money | None) -> dict[str, Any]:
    exposure = find_exposure(rules, stake) if stake is not None else None
    if exposure is None:
        return {}
    return {
        "largest_loss": {
            "maximum_stake": str(exposure.stake),
            "loss": str(exposure.loss),
            "pays": str(exposure.pays),
            "envy": str(exposure.envy),
            "players": [
                {"hand": name, "cards": format_cards(cards)} for name, cards in exposure.players
            ],
            "bank": format_cards(exposure.bank),
        }
    }


def _compute_ace_high(rules: Rules, request: Request) -> WagerOdds:
    missing = ace_high.list_missing(rules)
    if missing:
        return WagerOdds("ace-high", None, list_touching(rules, "ace-high"), missing=missing)
    outcomes = ace_high.list_outcomes(rules, _load_pairs(rules, request))
    alternatives = []
    for readings, other in _list_readings(rules, "ace-high", request):
        other_outcomes = ace_high.list_outcomes(other, _load_pairs(other, request))
        odds = WagerOdds("ace-high", None, {}, _count(other_outcomes), other_outcomes)
        alternatives.append(Alternative(readings, odds.house_edge))
    return WagerOdds(
        "ace-high",
        None,
        list_touching(rules, "ace-high"),
        _count(outcomes),
        outcomes,
        (),
        tuple(alternatives),
        counterfactual=_list_counterfactual(rules),
    )


def _list_readings(
    rules: Rules, wager: str, request: Request
) -> Iterator[tuple[dict[str, Value], Rules]]:
    if request.alternatives:
        for readings in list_alternatives(rules, wager, cross=request.cross):
            yield readings, replace(rules, overrides={**rules.overrides, **readings})


def _list_counterfactual(rules: Rules) -> tuple[str, ...]:
    return tuple(key for key in rules.overrides if rules.is_counterfactual(key))


def _count(outcomes: tuple[Outcome, ...]) -> int:
    return sum(item.deals for item in outcomes)


def _choose_rounding(jurisdiction: Jurisdiction, results: list[WagerOdds]) -> list[WagerOdds]:
    """Name the rounding that reproduces every figure of the document, where there is one."""
    every = [
        item
        for paytable in jurisdiction.paytables
        for item in _compare_adopted(jurisdiction, paytable)
    ]
    common = [
        name
        for name in (every[0].roundings if every else ())
        if all(name in item.roundings for item in every)
    ]

    def choose(item: Comparison) -> Comparison:
        fitting = [name for name in common if name in item.roundings] or list(item.roundings)
        return replace(item, rounding=fitting[0] if fitting else "")

    return [
        replace(odds, published=tuple(choose(item) for item in odds.published)) for odds in results
    ]


def _compare_adopted(jurisdiction: Jurisdiction, paytable: Paytable) -> tuple[Comparison, ...]:
    if not paytable.published:
        return ()
    rules = Rules(jurisdiction, paytable, {})
    edge, envy = compute_edge_and_envy(rules, Request(), find_stake(rules, None))
    return fortune.compare_published(rules, edge, envy)
