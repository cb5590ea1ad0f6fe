"""Odds for people: aligned tables, ranges over readings, and plain warnings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from certify.base.figures import (
    format_fraction,
    format_money,
    format_percent,
    format_root,
    round_half_up,
)
from certify.base.tables import format_count, format_table
from certify.odds.result import AlternativeOdds, EnvyOdds, WagerOdds
from certify.spec.catalogue.play import Rounding
from certify.spec.model import Jurisdiction
from certify.spec.values import format_value
from certify.wagers.limits import STANDARD


def format_odds(jurisdiction: Jurisdiction, results: list[WagerOdds], stored: str = "") -> str:
    """All results of a jurisdiction as text, with the origin of counts that were not counted now."""
    lines = [f"{jurisdiction.name} ({jurisdiction.id}), edition {jurisdiction.edition}"]
    for odds in results:
        lines += ["", *format_wager(odds)]
    lines += [
        "",
        "Percentages are rounded half up; fractions are exact.",
        *list_basis(jurisdiction, results),
        *([f"Counts: {stored}; certify gate --full counts again."] if stored else []),
    ]
    return "\n".join(lines)


def list_basis(jurisdiction: Jurisdiction, results: list[WagerOdds]) -> Iterator[str]:
    """What the figures leave aside that a single round may meet."""
    rounding = jurisdiction.statements["standard.commission_rounding"].value
    counted = any(odds.wager == STANDARD and odds.has_figures for odds in results)
    if counted and rounding in {Rounding.UP, Rounding.DOWN}:
        yield (
            "The edge of the standard wager is that of stakes whose commission needs no rounding; on "
            "others the commission is rounded to a chip (certify settle)."
        )
    for name in dict.fromkeys(
        odds.wager for odds in results if odds.sees_hands_as_set and odds.has_figures
    ):
        yield (
            f"The edge of {name} is that of a player who sets every hand by the house way, for its lines "
            "look at the hands as set; whoever sets otherwise has other odds."
        )


def format_wager(odds: WagerOdds, *, resting: bool = True) -> Iterator[str]:
    """One wager as lines of text, with what it rests on unless that is told elsewhere."""
    title = f"{odds.wager}" + (f", paytable {odds.paytable}" if odds.paytable else "")
    yield f"{title}: {odds.status}"
    for text in odds.missing:
        yield f"  missing: {text}"
    for value in odds.rests_on if resting else ():
        if value.standing != "stated":
            mark = ", confirmed by the printed figures" if value.confirmed else ""
            yield f"  rests on {value.parameter} = {value.value} ({value.standing}{mark})"
    if odds.assumption:
        yield f"  under the assumption: {odds.assumption}"
    if odds.counterfactual:
        yield f"  counterfactual: {', '.join(odds.counterfactual)} is not what the document says"
    if not odds.has_figures:
        return
    yield ""
    rows = []
    for item in odds.outcomes:
        share = Fraction(item.deals, odds.deals)
        rows.append(
            (
                item.name,
                format_count(item.deals),
                f"1 in {round_half_up(1 / share, 2)}" if share else "never",
                _format_net(odds.net(item)),
                f"{format_percent(odds.net(item) * share)} %",
            )
        )
    yield from _indent(format_table(("outcome", "deals", "chance", "net to one", "return"), rows))
    yield ""
    yield f"  of {format_count(odds.deals)} deals"
    yield f"  house edge   {format_percent(odds.house_edge)} %  = {format_fraction(odds.house_edge)}"
    if odds.house_edge < 0:
        yield "  WARNING: the player has the advantage"
    yield f"  hit rate     {format_percent(odds.hit_rate)} %  = {format_fraction(odds.hit_rate)}"
    yield f"  variance     {round_half_up(odds.variance, 4)}"
    yield f"  deviation    {format_root(odds.variance)}"
    if odds.stake is not None:
        yield f"  at a stake of {odds.stake}"
    if odds.progressive is not None:
        meter = odds.progressive
        yield (
            f"  without the meter {format_percent(meter.edge_without)} %, break-even at a meter of "
            f"{_tell_money(meter.break_even)}"
        )
    yield from _indent(_format_details(odds))
    yield from _indent(_format_envy(odds.envy))
    yield from _indent(_format_cap(odds))
    yield from _indent(_format_alternatives(odds))
    yield from _indent(_format_published(odds))


def _format_net(net: Fraction) -> str:
    return "push" if not net else format_money(net)


def _format_details(odds: WagerOdds) -> Iterator[str]:
    for name, value in odds.details.items():
        if name == "largest_loss":
            yield ""
            yield (
                f"the largest loss in one round at a stake of {value['maximum_stake']}: {value['loss']} "
                f"({value['pays']} on the bonus, {value['envy']} envy)"
            )
            for item in value["players"]:
                yield f"  {item['cards']}  {item['hand']}"
            yield f"  {value['bank']}  bank"
        elif name == "costliest":
            for item in value:
                yield (
                    f"  {item['cards']}: low {item['house_way_low']} by the house way, "
                    f"{item['best_low']} is better by {format_percent(Fraction(item['cost']))} % "
                    f"({format_count(item['hands_of_the_kind'])} hands of this kind)"
                )
        elif isinstance(value, dict):
            inner = ", ".join(
                f"{key} {format_count(item) if isinstance(item, int) else item}"
                for key, item in value.items()
                if not isinstance(item, dict)
            )
            yield f"{name}: {inner}"
        elif isinstance(value, int):
            yield f"{name}: {format_count(value)}"
        else:
            yield f"{name}: {value}"


def _format_envy(envy: tuple[EnvyOdds, ...]) -> Iterator[str]:
    if not envy:
        return
    yield ""
    stake = envy[0].stake
    yield f"with envy at a stake of {stake}" if stake else "envy, in money (no minimum stake)"
    spread = any(item.variance is not None for item in envy)
    rows = []
    for item in envy:
        edge = "-" if item.house_edge is None else f"{format_percent(item.house_edge)} %"
        if item.highest_edge is not None:
            edge += f" to {format_percent(item.highest_edge)} %"
        row = [str(item.other_players), round_half_up(item.per_other_player, 6), edge]
        if spread:
            row.append("-" if item.variance is None else format_root(item.variance))
        rows.append(row)
    head = ["other players", "money per other", "house edge", *(["deviation"] if spread else ())]
    yield from format_table(head, rows)


def _format_cap(odds: WagerOdds) -> Iterator[str]:
    for cap, called, paid in (
        (odds.cap, "cap", ""),
        (odds.aggregate, "table's aggregate", ", to a player paid alone"),
    ):
        if cap is None or not cap.first_binding:
            continue
        yield ""
        name, stake = min(cap.first_binding, key=lambda item: item[1])
        yield f"{called} of {cap.cap}: first cuts {name}, at stakes above {format_money(stake)}{paid}"
        if cap.stake is not None and cap.house_edge is not None:
            yield f"at a stake of {cap.stake}: house edge {format_percent(cap.house_edge)} %"


def _format_alternatives(odds: WagerOdds) -> Iterator[str]:
    if not odds.alternatives:
        return
    yield ""
    yield "under other readings"
    rows = [
        (
            _name_readings(item),
            _format_edge(item.house_edge) if not item.why_not else "not priced",
            _format_last_envy(item),
        )
        for item in odds.alternatives
    ]
    full = odds.envy[-1].other_players if odds.envy else 0
    head = f"with envy from {full}" if full else "with envy"
    yield from format_table(("reading", "house edge", head), rows)
    yield (
        f"the house edge lies from {format_percent(min(odds.edges))} % "
        f"to {format_percent(max(odds.edges))} % over these readings"
    )
    if min(_list_all_edges(odds)) < 0:
        yield "WARNING: some reading gives the player the advantage"


def _list_all_edges(odds: WagerOdds) -> list[Fraction]:
    edges = list(odds.edges)
    for envy in (odds.envy, *(item.envy for item in odds.alternatives)):
        edges += [item.house_edge for item in envy if item.house_edge is not None]
    return edges


def _name_readings(alternative: AlternativeOdds) -> str:
    return ", ".join(f"{key}={format_value(value)}" for key, value in alternative.readings.items())


def _format_edge(edge: Fraction | None) -> str:
    return "-" if edge is None else f"{format_percent(edge)} %"


def _format_last_envy(alternative: AlternativeOdds) -> str:
    return _format_edge(alternative.envy[-1].house_edge) if alternative.envy else "-"


def _format_published(odds: WagerOdds) -> Iterator[str]:
    if not odds.published:
        return
    yield ""
    yield "printed by the document"
    rows = [
        (
            item.published.label,
            f"{item.published.percent} %",
            f"{format_percent(item.exact)} %",
            f"agrees, {item.rounding}" if item.agrees else "DIFFERS",
        )
        for item in odds.published
    ]
    yield from format_table(("figure", "printed", "computed", "verdict"), rows)


def _tell_money(amount: Fraction) -> str:
    """Money to the cent, with the exact fraction where it is none of whole cents."""
    exact = format_money(amount)
    return f"{round_half_up(amount, 2)} ({exact})" if "/" in exact else exact


def _indent(lines: Iterator[str] | list[str]) -> Iterator[str]:
    for line in lines:
        yield f"  {line}" if line else ""
