"""Odds as text: aligned tables, the verdict on each wager and the range over its readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from certify.base.figures import (
    format_fraction,
    format_money,
    format_root,
    round_half_up,
)
from certify.base.tables import format_count, format_table
from certify.findings.verdict import DocumentVerdict, WagerVerdict
from certify.odds.facts import WHOLE, Facts, Shape, Show, project, tabulate
from certify.odds.result import PrintedFigure, WagerOdds
from certify.odds.tidy import name_readings
from certify.render.numbers import percent, span
from certify.render.reasons import STATUSES, describe_verdict
from certify.spec.choices import Rounding
from certify.spec.model import Jurisdiction
from certify.wagers.limits import STANDARD


def format_odds(
    jurisdiction: Jurisdiction,
    results: list[WagerOdds],
    stored: str = "",
    verdict: DocumentVerdict | None = None,
) -> str:
    """All results of a jurisdiction, with the verdicts and the origin of stored counts."""
    lines = [f"{jurisdiction.name} ({jurisdiction.id}), revision {jurisdiction.edition}"]
    for odds in results:
        found = verdict.find(odds.wager, odds.paytable) if verdict else None
        lines += ["", *format_wager(odds, verdict=found)]
    lines += [
        "",
        "Percentages are rounded half up; fractions are exact.",
        *list_basis(jurisdiction, results),
        *([f"Counts: {stored}; certify gate --full counts again."] if stored else []),
    ]
    return "\n".join(lines)


def list_basis(jurisdiction: Jurisdiction, results: list[WagerOdds]) -> Iterator[str]:
    """What the figures exclude although a single round may include it."""
    rounding = jurisdiction.statements["standard.commission_rounding"].value
    counted = any(odds.wager == STANDARD and odds.has_figures for odds in results)
    if counted and rounding in {Rounding.UP, Rounding.DOWN}:
        yield (
            "The house edge of the standard wager applies to wagers whose commission needs no rounding; "
            "`certify settle` rounds the commission of a single round."
        )
    for name in dict.fromkeys(
        odds.wager for odds in results if odds.sees_hands_as_set and odds.has_figures
    ):
        yield (
            f"The house edge of {name} applies to a player who sets every hand by the house way, because "
            "its payouts depend on the hands as set."
        )


def format_wager(
    odds: WagerOdds, *, resting: bool = True, verdict: WagerVerdict | None = None
) -> Iterator[str]:
    """One wager, with what it rests on unless that is listed elsewhere."""
    title = f"{odds.wager}" + (f", paytable {odds.paytable}" if odds.paytable else "")
    yield f"{title}: {STATUSES[odds.status]}"
    yield from _indent(_format_verdict(verdict))
    yield from _indent(_format_basis(odds, resting=resting))
    if odds.has_figures:
        yield from _format_figures(odds)


def _format_verdict(verdict: WagerVerdict | None) -> Iterator[str]:
    if verdict is None:
        return
    yield f"verdict: {describe_verdict(verdict.verdict, len(verdict.readings))}"
    if verdict.low is not None and verdict.high is not None and verdict.low != verdict.high:
        yield f"range over the supported readings: {span(verdict.low, verdict.high)}"


def _format_basis(odds: WagerOdds, *, resting: bool) -> Iterator[str]:
    for text in odds.missing:
        yield f"missing: {text}"
    for value in odds.rests_on if resting else ():
        if value.standing != "stated":
            mark = ", confirmed by the printed figures" if value.confirmed else ""
            yield f"rests on {value.parameter} = {value.value} ({value.standing}{mark})"
    if odds.assumption:
        yield f"assumption: {odds.assumption}"
    if odds.counterfactual:
        yield f"counterfactual: {', '.join(odds.counterfactual)} is not stated by the document"


def _tell_share(value: Fraction) -> str:
    return f"{percent(value)} = {format_fraction(value)}"


def _tell_frequency(share: Fraction) -> str:
    return f"1 in {round_half_up(1 / share, 2)}" if share else "never"


def _tell_bounds(facts: Facts) -> str | None:
    edge, highest = facts.find("house_edge"), facts.find("highest_edge")
    if edge is None:
        return None
    return percent(edge) + (f" to {percent(highest)}" if highest is not None else "")


def _name_alternative(facts: Facts) -> str:
    notes = ["not in the text"] if facts.find("unsupported") is not None else []
    notes += facts.split("assumption")
    return name_readings(facts.find("readings")) + (f" ({'; '.join(notes)})" if notes else "")


def _tell_alternative(facts: Facts) -> str | None:
    edge = facts.find("house_edge")
    return percent(edge) if edge is not None else facts.find("not_priced") and "not calculated"


def _tell_most_envy(facts: Facts) -> str | None:
    envy = facts.split("envy")
    return _tell_bounds(envy[-1]) if envy else None


def _tell_money(facts: Facts) -> str:
    most, least = facts.find("per_other_player"), facts.find("least_per_other_player")
    told = round_half_up(most, 6)
    return told if least is None else f"{round_half_up(least, 6)} to {told}"


def _tell_result(printed: PrintedFigure) -> str:
    return f"matches, {printed.rounding}" if printed.agrees else "differs"


_OUTCOME = (
    Show("outcome"),
    Show("combinations", format_count, "deals"),
    Show("frequency", _tell_frequency, "share"),
    Show("pays (to 1)", lambda net: format_money(net) if net else "push", "net"),
    Show("return", percent, "returns"),
)
_FIGURES = (
    Show("house edge", _tell_share, "house_edge"),
    Show("", lambda edge: "the player has the advantage" if edge < 0 else None, "house_edge"),
    Show("hit frequency", _tell_share, "hit_rate"),
    Show("variance", lambda value: round_half_up(value, 4)),
    Show("standard deviation", format_root, "variance"),
    Show("wager amount", str, "stake"),
)
_ENVY = (
    Show("other players", str, "seats"),
    Show("money per other player", _tell_money, WHOLE),
    Show("house edge", _tell_bounds, WHOLE, always=True),
    Show("standard deviation", format_root, "variance"),
)
_ALTERNATIVE = (
    Show("reading", _name_alternative, WHOLE),
    Show("house edge", _tell_alternative, WHOLE, always=True),
)
_PUBLISHED = (
    Show("figure", lambda printed: printed.label, "published"),
    Show("printed", lambda printed: printed.text, "published"),
    Show("calculated", percent, "exact"),
    Show("result", _tell_result, WHOLE),
)


def _format_figures(odds: WagerOdds) -> Iterator[str]:
    facts = tabulate(odds)
    yield ""
    yield from _indent(_format_table(_OUTCOME, facts.split("outcome")))
    yield ""
    yield f"  of {format_count(odds.deals)} combinations"
    for name, text in project(_FIGURES, facts).items():
        yield f"  {name:<18}  {text}" if name else f"  {text}"
    if odds.progressive is not None:
        meter = odds.progressive
        yield (
            f"  without the meter {percent(meter.edge_without)}, break-even at a meter of "
            f"{_describe_money(meter.break_even)}"
        )
    yield from _indent(_format_details(odds))
    money = "Envy Bonus in money (no minimum qualifying wager)"
    stake = odds.envy[0].stake if odds.envy else None
    title = f"with Envy Bonus at a wager of {stake}" if stake else money
    yield from _indent(_format_section(title, _ENVY, facts.split("envy")))
    yield from _indent(_format_cap(odds))
    yield from _indent(_format_alternatives(facts))
    title = "house edges printed in the document"
    yield from _indent(_format_section(title, _PUBLISHED, facts.split("published")))


def _format_section(title: str, shape: Shape, sources: Sequence[Any]) -> Iterator[str]:
    if sources:
        yield from ("", title, *_format_table(shape, sources))


def _format_table(shape: Shape, sources: Sequence[Any]) -> list[str]:
    """Facts of a kind as a table: a column for each value that some of them have."""
    rows = [project(shape, source) for source in sources]
    head = [item.key for item in shape if any(item.key in row for row in rows)]
    cells = [[row.get(key) or "none" for key in head] for row in rows]
    return format_table(head, cells, margin=2)


def _format_details(odds: WagerOdds) -> Iterator[str]:
    for name, value in odds.details.items():
        if name == "largest_loss":
            yield ""
            yield (
                f"maximum loss in one round at a wager of {value['maximum_stake']}: {value['loss']} "
                f"({value['pays']} on the bonus, {value['envy']} Envy Bonus)"
            )
            for item in value["players"]:
                yield f"  {item['cards']}  {item['hand']}"
            yield f"  {value['bank']}  banker"
        elif name == "costliest":
            for item in value:
                yield (
                    f"  {item['cards']}: low {item['house_way_low']} by the house way, "
                    f"{item['best_low']} is better by {percent(Fraction(item['cost']))} "
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


def _format_cap(odds: WagerOdds) -> Iterator[str]:
    for cap, called, paid in (
        (odds.cap, "maximum payout", ""),
        (odds.aggregate, "maximum aggregate payout", ", if no other player is paid"),
    ):
        if cap is None or not cap.first_binding:
            continue
        yield ""
        name, stake = min(cap.first_binding, key=lambda item: item[1])
        yield f"{called} of {cap.cap}: limits {name} above a wager of {format_money(stake)}{paid}"
        if cap.stake is not None and cap.house_edge is not None:
            yield f"at a wager of {cap.stake}: house edge {percent(cap.house_edge)}"


def _format_alternatives(facts: Facts) -> Iterator[str]:
    odds = facts.odds
    if not odds.alternatives:
        return
    full = odds.envy[-1].other_players if odds.envy else 0
    head = f"with Envy Bonus, {full} other players" if full else "with Envy Bonus"
    envy = Show(head, _tell_most_envy, WHOLE, always=True)
    title, shape = "under other readings, one at a time", (*_ALTERNATIVE, envy)
    yield from _format_section(title, shape, facts.split("alternatives"))
    yield f"range over these readings: {span(min(odds.edges), max(odds.edges))}"
    if min(fact.value for fact in facts.all if fact.kind == "house_edge") < 0:
        yield "some reading gives the player the advantage"


def _describe_money(amount: Fraction) -> str:
    """Money to the cent, with the exact fraction where the cents are not whole."""
    exact = format_money(amount)
    return f"{round_half_up(amount, 2)} ({exact})" if "/" in exact else exact


def _indent(lines: Iterator[str] | list[str]) -> Iterator[str]:
    for line in lines:
        yield f"  {line}" if line else ""
