"""Odds as text: aligned tables, the verdict on each wager and the range over its readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from certify.base.figures import format_money, format_root, round_half_up
from certify.base.tables import format_count, format_table
from certify.findings.verdict import DocumentVerdict, WagerVerdict
from certify.odds.facts import WHOLE, Facts, Shape, Show, project, tabulate
from certify.odds.result import PrintedFigure, WagerOdds, find_rule
from certify.odds.tidy import name_readings
from certify.render.numbers import (
    amount,
    count,
    decimal,
    fraction,
    odds_against,
    percent,
    span,
)
from certify.render.texts import STANDINGS, STATUSES, describe_verdict
from certify.render.values import begin, describe_money, join_words, name_tables
from certify.render.words import Words
from certify.spec.choices import Rounding
from certify.spec.model import Jurisdiction, Standing
from certify.spec.resolved import COUNTERFACTUAL
from certify.spec.values import Money, format_value, parse_money
from certify.wagers.limits import STANDARD


def format_odds(
    jurisdiction: Jurisdiction,
    results: list[WagerOdds],
    stored: str = "",
    verdict: DocumentVerdict | None = None,
) -> str:
    """All results of a jurisdiction, with the verdicts and the origin of stored counts."""
    words = Words(jurisdiction)
    lines = [f"{jurisdiction.name} ({jurisdiction.id}), revision {jurisdiction.edition}"]
    for odds in results:
        found = verdict.find(odds.wager, odds.paytable) if verdict else None
        lines += ["", *format_wager(words, odds, verdict=found)]
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
    words: Words, odds: WagerOdds, *, resting: bool = True, verdict: WagerVerdict | None = None
) -> Iterator[str]:
    """One wager, with what it rests on unless that is listed elsewhere."""
    table = f", {name_tables([odds.paytable])}" if odds.paytable not in {None, "main"} else ""
    name = begin(words.wager(odds.wager))
    mark = f" ({odds.wager})" if name != odds.wager else ""
    yield f"{name}{mark}{table}"
    yield from _indent(_format_verdict(verdict))
    yield f"  figure: {STATUSES[odds.status]}"
    yield from _indent(_format_basis(words, odds, resting=resting))
    if odds.has_figures:
        yield from _format_figures(words, odds)


def _format_verdict(verdict: WagerVerdict | None) -> Iterator[str]:
    if verdict is None:
        return
    yield f"verdict: {describe_verdict(verdict.verdict, len(verdict.readings))}"
    if verdict.low is not None and verdict.high is not None and verdict.low != verdict.high:
        yield f"range over the supported interpretations: {span(verdict.low, verdict.high)}"


def _format_basis(words: Words, odds: WagerOdds, *, resting: bool) -> Iterator[str]:
    for text in odds.missing:
        yield f"missing: {words.missing(text)}"
    used = [item for item in odds.rests_on if item.standing != Standing.STATED] if resting else []
    if used:
        yield "interpretations and assumptions used:"
    for item in used:
        mark = ", confirmed by the printed figures" if item.confirmed else ""
        text = describe_used(words, odds, item.parameter, item.value)
        standing = (
            "not stated by the document"
            if item.standing == COUNTERFACTUAL
            else STANDINGS[Standing(item.standing)]
        )
        yield f"  - {text} ({standing}{mark})"
    if odds.assumption:
        yield f"assumption: {odds.assumption}"
    if others := [
        key for key in odds.counterfactual if key not in {item.parameter for item in used}
    ]:
        names = join_words(begin(words.title(key)) for key in others)
        yield f"not stated by the document: {names}"


def describe_used(words: Words, odds: WagerOdds, parameter: str, used: str) -> str:
    """A value that a figure rests on as a sentence without its full stop, or as title and value."""
    if rule := find_rule(parameter):
        return f"House way, {rule}: {used}"
    if words.statement(parameter) is None:  # a point of an assumed house way
        return begin(f"{parameter}: {used}".replace(".", ", ").replace("_", " "))
    for value in words.list_values(parameter, odds.wager, odds.paytable):
        if format_value(value) == used:
            title = f"{words.title(parameter)}: {words.value(parameter, value)}"
            return (words.sentence(parameter, value) or title).removesuffix(".")
    return f"{words.title(parameter)}: {used}"


def _tell_share(value: Fraction) -> str:
    return f"{percent(value)} = {fraction(value)}"


def _tell_frequency(share: Fraction) -> str:
    return odds_against(share) if share else "never"


def _tell_bounds(facts: Facts) -> str | None:
    edge, highest = facts.find("house_edge"), facts.find("highest_edge")
    if edge is None:
        return None
    return percent(edge) + (f" to {percent(highest)}" if highest is not None else "")


def _name_alternative(words: Words, facts: Facts) -> str:
    readings = facts.find("readings")
    notes = [name_readings(readings)]
    notes += ["not in the text"] if facts.find("unsupported") is not None else []
    notes += facts.split("assumption")
    return f"{words.interpretation(readings)} ({'; '.join(notes)})"


def _tell_alternative(facts: Facts) -> str:
    edge = facts.find("house_edge")
    return percent(edge) if edge is not None else "not calculated"


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
    Show("combinations", format_count, "deals"),
    Show("1 in", _tell_frequency, "share"),
    Show("pays (to 1)", lambda net: amount(net) if net else "push", "net"),
    Show("return", percent, "returns"),
)
_FIGURES = (
    Show("house edge", _tell_share, "house_edge"),
    Show("", lambda edge: "the player has the advantage" if edge < 0 else None, "house_edge"),
    Show("hit frequency", _tell_share, "hit_rate"),
    Show("variance", lambda value: decimal(value, 4)),
    Show("standard deviation", format_root, "variance"),
    Show("wager amount", str, "stake"),
)
_ENVY = (
    Show("other players", str, "seats"),
    Show("money per other player", _tell_money, WHOLE),
    Show("house edge", _tell_bounds, WHOLE),
    Show("standard deviation", format_root, "variance"),
)
_PUBLISHED = (
    Show("figure", lambda printed: printed.label, "published"),
    Show("printed", lambda printed: printed.text, "published"),
    Show("calculated", percent, "exact"),
    Show("result", _tell_result, WHOLE),
)


def _format_figures(words: Words, odds: WagerOdds) -> Iterator[str]:
    facts = tabulate(odds)
    name = Show(
        "outcome", lambda outcome: words.outcome(odds.wager, odds.paytable, outcome), "outcome"
    )
    yield ""
    yield from _format_table((name, *_OUTCOME), facts.split("outcome"), margin=0)
    yield ""
    yield f"  of {format_count(odds.deals)} combinations"
    for label, text in project(_FIGURES, facts).items():
        yield f"  {label:<18}  {text}" if label else f"  {text}"
    if odds.progressive is not None:
        meter = odds.progressive
        yield (
            f"  without the meter {percent(meter.edge_without)}, break-even at a meter of "
            f"{_describe_money(meter.break_even)}"
        )
    yield from _indent(_format_details(words, odds))
    money = "Envy Bonus in money (no minimum qualifying wager; add --stake for the house edge)"
    stake = odds.envy[0].stake if odds.envy else None
    title = f"with Envy Bonus at a wager of {stake}" if stake else money
    yield from _indent(_format_section(title, _ENVY, facts.split("envy")))
    yield from _indent(_format_cap(words, odds))
    yield from _indent(_format_alternatives(words, facts))
    title = "house edges printed in the document"
    yield from _indent(_format_section(title, _PUBLISHED, facts.split("published")))


def _format_section(title: str, shape: Shape, sources: Sequence[Any]) -> Iterator[str]:
    if sources:
        yield from ("", title, *_format_table(shape, sources))


def _format_table(shape: Shape, sources: Sequence[Any], margin: int = 2) -> list[str]:
    """Facts of a kind as a table: a column for each value that some of them have."""
    rows = [project(shape, source) for source in sources]
    head = [item.key for item in shape if any(item.key in row for row in rows)]
    cells = [[row.get(key) or "none" for key in head] for row in rows]
    return format_table(head, cells, margin=margin)


def _format_details(words: Words, odds: WagerOdds) -> Iterator[str]:
    for name, value in odds.details.items():
        label = name.replace("_", " ")
        if name == "largest_loss":
            yield ""
            stake, loss, pays, envy = (
                describe_money(parse_money(value[key]))
                for key in ("maximum_stake", "loss", "pays", "envy")
            )
            yield (
                f"maximum loss in one round at a wager of {stake}: {loss} "
                f"({pays} on the bonus, {envy} Envy Bonus)"
            )
            for item in value["players"]:
                row = words.outcome(odds.wager, odds.paytable, item["hand"])
                yield f"  {item['cards']}  {row}"
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
                f"{key.replace('_', ' ')} {format_count(item) if isinstance(item, int) else item}"
                for key, item in value.items()
                if not isinstance(item, dict)
            )
            yield f"{label}: {inner}"
        elif isinstance(value, int):
            yield f"{label}: {format_count(value)}"
        else:
            yield f"{label}: {value}"


def _format_cap(words: Words, odds: WagerOdds) -> Iterator[str]:
    for cap, called, paid in (
        (odds.cap, "maximum payout", ""),
        (odds.aggregate, "maximum aggregate payout", ", if no other player is paid"),
    ):
        if cap is None or not cap.first_binding:
            continue
        yield ""
        name, stake = min(cap.first_binding, key=lambda item: item[1])
        row = words.outcome(odds.wager, odds.paytable, name)
        above = describe_money(Money(stake, cap.cap.currency))
        yield f"{called} of {describe_money(cap.cap)}: limits “{row}” at wagers above {above}{paid}"
        if cap.stake is not None and cap.house_edge is not None:
            yield f"at a wager of {describe_money(cap.stake)}: house edge {percent(cap.house_edge)}"


def _format_alternatives(words: Words, facts: Facts) -> Iterator[str]:
    odds = facts.odds
    if not odds.alternatives:
        return
    full = odds.envy[-1].other_players if odds.envy else 0
    head = "with Envy Bonus" + (f", {count(full, 'other player')}" if full else "")
    yield ""
    crossed = any(len(item.readings) > 1 for item in odds.alternatives)
    yield f"other interpretations, {'in combination' if crossed else 'one at a time'}"
    for item in facts.split("alternatives"):
        yield f"  - {_name_alternative(words, item)}"
        envy = _tell_most_envy(item)
        yield f"    house edge {_tell_alternative(item)}" + (f"; {head} {envy}" if envy else "")
    if min(fact.value for fact in facts.all if fact.kind == "house_edge") < 0:
        yield "under an interpretation, the player has the advantage"


def _describe_money(amount: Fraction) -> str:
    """Money to the cent, with the exact fraction where the cents are not whole."""
    exact = format_money(amount)
    return f"{round_half_up(amount, 2)} ({exact})" if "/" in exact else exact


def _indent(lines: Iterator[str] | list[str]) -> Iterator[str]:
    for line in lines:
        yield f"  {line}" if line else ""
