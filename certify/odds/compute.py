"""The odds of a jurisdiction's wagers under the readings asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from certify.base.cache import share
from certify.base.errors import CertifyError, NotCounted
from certify.base.progress import Progress
from certify.game.views import Aspect
from certify.odds.count_views import HouseWaySetting
from certify.odds.counted import CountedWager, NoStake, count_wager, measure
from certify.odds.envy import evaluate_envy
from certify.odds.exposure import describe_exposure
from certify.odds.house_way_readings import tell_overlaps
from certify.odds.lines import (
    compare_published,
    compute_aggregate,
    compute_cap,
    compute_meter,
    evaluate,
)
from certify.odds.readings import (
    add_readings,
    compile_under,
    count_under,
    is_supported,
    list_alternatives,
    list_readings,
    name_reading,
)
from certify.odds.result import (
    AlternativeOdds,
    PrintedFigure,
    Status,
    WagerOdds,
)
from certify.odds.setting import HOUSE_WAY_ONLY, find_setting_for, list_completing
from certify.odds.situations import list_situations
from certify.odds.standard import compute_standard, tell_left_out_of_standard, weigh_results
from certify.odds.status import Judgement, judge, tell_left_out, tell_unused
from certify.spec.catalogue import Moves, Touches, ValueKind
from certify.spec.choices import HandConsidered
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Paytable, Standing, Wager, tell_draft
from certify.spec.readings import STRATEGIES, STRATEGY, Readings
from certify.spec.resolved import NotJudged, Resolved
from certify.spec.rulebook import Rulebook, Terms, WagerTerms
from certify.spec.values import Money, Value
from certify.wagers.envy import list_claim_givens
from certify.wagers.limits import STANDARD
from certify.wagers.ranking import list_for_lines
from certify.wagers.weighing import Weighing, weigh


def list_confirmed(jurisdiction: Jurisdiction, wager: str) -> tuple[str, ...]:
    """Keys of the values with which every printed figure comes out, and with no other value."""
    if not any(paytable.published for _, paytable in jurisdiction.list_paytables()):
        return ()
    found, _ = share(  # by identity: an edited document may still have the hash of its file
        ("confirmed", id(jurisdiction), wager),
        lambda: (tuple(_list_confirmed(jurisdiction, wager)), jurisdiction),
    )
    return found


def _list_confirmed(jurisdiction: Jurisdiction, wager: str) -> Iterator[str]:
    if not _come_out(jurisdiction, {}):
        return
    rulebook = compile_rulebook(jurisdiction)
    for terms in (rulebook.ranking, rulebook.wagers[wager]):
        for given in _list_open(terms):
            name = name_reading(given)
            others = [word for word in given.domain if word != given.said]
            if others and not any(_come_out(jurisdiction, {name: word}) for word in others):
                yield given.key


def _list_open(terms: Terms) -> Iterator[Resolved[object]]:
    """Choices that are not stated and can move a figure without envy."""
    for given in terms.list_resolved():
        parameter = given.statement.parameter
        if (
            parameter.kind is ValueKind.CHOICE
            and parameter.moves is Moves.ODDS
            and parameter.touches in {Touches.LINES, Touches.EVERY}
            and given.statement.standing is not Standing.STATED
            and given.said is not None
        ):
            yield given


def _come_out(jurisdiction: Jurisdiction, reading: dict[str, object]) -> bool:
    found = False
    for figure in list_printed(jurisdiction, {None: reading} if reading else {}):  # type: ignore[dict-item]
        if not figure.agrees:
            return False
        found = True
    return found


def list_printed(jurisdiction: Jurisdiction, readings: Readings) -> Iterator[PrintedFigure]:
    """Every printed figure of a document beside the computed one, under some readings."""
    for wager, paytable in jurisdiction.list_paytables():
        if not paytable.published:
            continue
        try:
            found = count_under(jurisdiction, readings, wager.id, paytable.id, None)
        except CertifyError:
            continue
        yield from compare_published(paytable.published, found.edge, found.envy)


@dataclass(frozen=True, slots=True)
class Request:
    """What odds are asked for."""

    wagers: tuple[str, ...] | None = None
    """By id; all that the document has where none are named."""
    paytable: str | None = None
    readings: Readings | None = None
    cross: bool = False
    stake: Money | None = None
    envy_variance: bool = False
    maximum_stake: Money | None = None
    """Where given, the largest loss of the bank in one round is looked for."""
    alternatives: bool = True
    """Of the wagers that are lists of lines."""
    standard_alternatives: bool = False
    """Of the standard wager: each costs a whole computation, so only on request."""
    assumed: Jurisdiction | None = None
    """Whose house way to assume where the document gives none."""
    progress: Progress | None = None


def compute_odds(jurisdiction: Jurisdiction, request: Request) -> list[WagerOdds]:
    """The odds of each wager asked for, once a paytable."""
    _check(jurisdiction, request)
    results: list[WagerOdds] = []
    if request.wagers is None or STANDARD in request.wagers:
        rulebook = compile_rulebook(
            jurisdiction, request.readings, _name_paytables(jurisdiction, request), request.assumed
        )
        results.append(compute_standard(jurisdiction, rulebook, request))
    for wager in jurisdiction.wagers:
        named = request.wagers is None or wager.id in request.wagers
        offered = wager.statements["wager.offer"].standing is not Standing.NOT_OFFERED
        if named and offered and not wager.paytables:
            results.append(_tell_without_lines(jurisdiction, wager))
    for wager, paytable in list_asked(jurisdiction, request):
        results.append(compute_wager(jurisdiction, wager, paytable, request))
    return _choose_rounding(jurisdiction, results)


def _tell_without_lines(
    jurisdiction: Jurisdiction, wager: Wager, paytable: Paytable | None = None
) -> WagerOdds:
    """A wager without a line that can be counted: its pays are not given, or are in other words."""
    name = paytable.id if paytable is not None and paytable.named else None
    left_out = tuple(tell_left_out(jurisdiction, wager.id, paytable))
    if left_out:
        return WagerOdds(wager.id, name, Status.INCOMPLETE, {}, missing=left_out)
    missing = f"{wager.id}: no line of its pays is given"
    return WagerOdds(wager.id, name, Status.DEFERRED, {}, missing=(missing,))


def _check(jurisdiction: Jurisdiction, request: Request) -> None:
    for name in request.wagers or ():
        if name != STANDARD:
            jurisdiction.wager(name)
    for stake in (request.stake, request.maximum_stake):
        if stake is not None and stake.currency != jurisdiction.currency:
            raise CertifyError(f"the wager amount {stake} is not in {jurisdiction.currency}")
        if stake is not None and not stake.amount:
            raise CertifyError("a wager amount must be above zero")
    if request.paytable is not None:
        jurisdiction.name_paytable(request.paytable)


def _name_paytables(jurisdiction: Jurisdiction, request: Request) -> dict[str, str]:
    return {
        wager.id: request.paytable
        for wager in jurisdiction.wagers
        if request.paytable and request.paytable in {item.id for item in wager.paytables}
    }


def list_asked(jurisdiction: Jurisdiction, request: Request) -> Iterator[tuple[Wager, Paytable]]:
    """The paytables asked for; a wager whose lines have no name goes with every paytable."""
    for wager, paytable in jurisdiction.list_paytables():
        named = request.wagers is None or wager.id in request.wagers
        chosen = request.paytable is None or paytable.id == request.paytable or not paytable.named
        if named and chosen:
            yield wager, paytable


def compute_wager(
    jurisdiction: Jurisdiction, wager: Wager, paytable: Paytable, request: Request
) -> WagerOdds:
    """The odds of one wager on one paytable, with everything they rest on."""
    if not paytable.lines:
        return _tell_without_lines(jurisdiction, wager, paytable)
    readings = request.readings or {}
    rulebook = compile_under(jurisdiction, readings, wager.id, paytable.id, request.assumed)
    terms = rulebook.wagers[wager.id]
    name = paytable.id if paytable.named else None
    try:
        setting = find_setting_for(rulebook, terms)
        weighing, shaping = _weigh(rulebook, terms, setting, request.progress)
    except (NotCounted, NotJudged) as error:
        return WagerOdds(wager.id, name, Status.NOT_MODELLED, {}, missing=(str(error),))
    found = _judge(jurisdiction, rulebook, wager, paytable, weighing, shaping)
    if found.can_be_counted and setting is not None:
        found = found.leave_out(tell_overlaps(rulebook, request.progress))
    relevant = [*shaping, *weighing.rests_on]
    empty = WagerOdds(
        wager.id,
        name,
        found.status,
        _list_readings(terms, relevant),
        found.rests_on,
        missing=found.missing,
        counterfactual=tuple(
            dict.fromkeys(
                given.statement.reading or given.key for given in relevant if given.counterfactual
            )
        ),
    )
    if not found.can_be_counted:
        return empty
    try:
        counted = (
            count_wager(
                rulebook,
                terms,
                request.stake,
                envy_variance=True,
                setting=setting,
                progress=request.progress,
            )
            if request.envy_variance
            else _count(jurisdiction, readings, wager, paytable, request.stake, request)
        )
    except (NotCounted, NotJudged) as error:
        return replace(empty, status=Status.NOT_MODELLED, missing=(*empty.missing, str(error)))
    except NoStake as error:
        return replace(empty, status=Status.DEFERRED, missing=(*empty.missing, str(error)))
    odds = replace(
        measure(terms, counted.counts, counted.outcomes, counted.stake),
        status=empty.status,
        readings=empty.readings,
        rests_on=empty.rests_on,
        missing=empty.missing,
        counterfactual=empty.counterfactual,
        envy=counted.envy,
        published=compare_published(paytable.published, counted.edge, counted.envy),
        cap=compute_cap(terms, counted.outcomes, request.stake),
        aggregate=compute_aggregate(rulebook.table, counted.outcomes, request.stake),
        details=describe_exposure(rulebook, terms, request.maximum_stake),
    )
    return replace(
        odds,
        progressive=compute_meter(terms, odds),
        alternatives=tuple(
            _list_alternatives(jurisdiction, wager, paytable, relevant, counted, request)
        ),
    )


def _list_readings(terms: WagerTerms, relevant: list[Resolved[Any]]) -> dict[str, Value]:
    """The readings in force; a player whose hands a line sees as set is taken to keep to the house way."""
    found = list_readings(relevant)
    if {Aspect.AS_SET, Aspect.STANDARD} & terms.list_aspects("player"):
        found[STRATEGY] = STRATEGIES[0]
    return found


def _weigh(
    rulebook: Rulebook,
    terms: WagerTerms,
    setting: HouseWaySetting | None,
    progress: Progress | None,
) -> tuple[Weighing[WagerTerms], list[Resolved[Any]]]:
    """What a wager rests on: weighed over its situations, envy among them."""
    shaping = list(list_for_lines(rulebook.ranking, terms))
    if rulebook.ranking.house_way in shaping:
        shaping += rulebook.house_way_readings.values()
    standard = rulebook.standard
    if terms.looks_at_standard:
        results = weigh_results(standard)
        shaping += [*results.rests_on, *results.unsaid, *results.uncounted]
        standard = results.filled
    situations = list_situations(rulebook.ranking, terms, setting, progress, standard=standard)

    of_lines, of_envy = _Settled(), _Settled()

    def settle_all(own: WagerTerms) -> tuple[object, list[Resolved[Any]]]:
        claims = list_claim_givens(own)
        among = set(map(id, claims))
        others = tuple(given for given in own.list_resolved() if id(given) not in among)
        pays, consulted = of_lines.find(
            others, lambda: evaluate(own, situations, kept=own is terms)
        )
        envy, more = of_envy.find(claims, lambda: evaluate_envy(own))
        if not any(pay.meter for pay in pays):
            return (pays, envy), [*consulted, *more]
        seed = own.meter_seed  # shares of a meter are worth what it begins with
        growth = own.meter_contribution
        grows = growth.value if growth.said is not None else None
        return (pays, envy, seed.value, grows), [*consulted, *more, seed, growth]

    return weigh(terms, settle_all), shaping


class _Settled:
    """What comes of some values of a wager, once for the same ones: a value of envy changes no line."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[Any, tuple[Resolved[Any], ...]]] = {}

    def find(self, givens: tuple[Resolved[Any], ...], settle: Callable[[], Any]) -> Any:
        """What was settled under just these values, or now is; they are kept, so none takes their place."""
        key = tuple(map(id, givens))
        if key not in self._known:
            self._known[key] = (settle(), givens)
        return self._known[key][0]


def _judge(
    jurisdiction: Jurisdiction,
    rulebook: Rulebook,
    wager: Wager,
    paytable: Paytable,
    weighing: Weighing[WagerTerms],
    shaping: list[Resolved[Any]],
) -> Judgement:
    terms = rulebook.wagers[wager.id]
    of_standard = tell_left_out_of_standard(jurisdiction, rulebook)
    found = judge(
        rulebook.ranking,
        shaping,
        weighing.rests_on,
        weighing.unsaid,
        weighing.uncounted,
        dict.fromkeys(
            [
                *tell_left_out(jurisdiction, wager.id, paytable),
                *tell_unused(terms),
                *(of_standard if terms.looks_at_standard else ()),
            ]
        ),
        list_confirmed(jurisdiction, wager.id),
        tell_draft(jurisdiction),
    )
    return (
        found.add_rules(list_completing(rulebook))
        if rulebook.ranking.house_way in shaping
        else found
    )


def _list_alternatives(
    jurisdiction: Jurisdiction,
    wager: Wager,
    paytable: Paytable,
    relevant: list[Resolved[Any]],
    counted: CountedWager,
    request: Request,
) -> Iterator[AlternativeOdds]:
    if not request.alternatives:
        return
    readings = request.readings or {}
    asked = {key for values in readings.values() for key in values}
    for other in list_alternatives(relevant, asked, cross=request.cross):
        supported = is_supported(relevant, other)
        try:
            changed = add_readings(readings, other)
            stake = counted.stake or request.stake
            found = _count(jurisdiction, changed, wager, paytable, stake, request)
        except CertifyError as error:
            yield AlternativeOdds(other, None, why_not=str(error), supported=supported)
        else:
            assumption = HOUSE_WAY_ONLY if HandConsidered.AS_SET in other.values() else ""
            yield AlternativeOdds(
                other, found.edge, found.envy, supported=supported, assumption=assumption
            )


def _count(
    jurisdiction: Jurisdiction,
    readings: Readings,
    wager: Wager,
    paytable: Paytable,
    stake: Money | None,
    request: Request,
) -> CountedWager:
    return count_under(
        jurisdiction, readings, wager.id, paytable.id, stake, request.assumed, request.progress
    )


def _choose_rounding(jurisdiction: Jurisdiction, results: list[WagerOdds]) -> list[WagerOdds]:
    """Name the rounding that reproduces every figure of the document, where there is one."""
    every = list(list_printed(jurisdiction, {}))
    common = [
        name
        for name in (every[0].roundings if every else ())
        if all(name in item.roundings for item in every)
    ]

    def choose(item: PrintedFigure) -> PrintedFigure:
        fitting = [name for name in common if name in item.roundings] or list(item.roundings)
        return replace(item, rounding=fitting[0] if fitting else "")

    return [
        replace(odds, published=tuple(choose(item) for item in odds.published)) for odds in results
    ]
