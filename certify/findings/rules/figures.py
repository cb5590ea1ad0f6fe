"""MTH and POL: printed and calculated figures, and the limits of the policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from certify.base.errors import CertifyError
from certify.base.figures import round_half_up
from certify.base.load import DataPath
from certify.findings.case import Case
from certify.findings.finding import (
    Basis,
    Downgrade,
    Effect,
    Finding,
    NoEffect,
    Price,
    Severity,
    no_effect,
)
from certify.findings.lines import is_push, pays_more
from certify.findings.pricing import list_supported, measure_statement, price_change
from certify.findings.registry import WITHOUT_FIGURE, rule
from certify.findings.rules.paytables import state_pays
from certify.odds.lines import compute_aggregate, compute_cap
from certify.odds.result import PrintedFigure, WagerOdds
from certify.spec.catalogue import Moves
from certify.spec.compile import compile_rulebook
from certify.spec.model import Line, Paytable, Statement, Wager
from certify.spec.rulebook import WagerTerms
from certify.spec.values import Money, Value
from certify.wagers.limits import STANDARD


def _list_published(case: Case) -> Iterator[tuple[WagerOdds, PrintedFigure]]:
    standard = (case.standard_odds,) if case.jurisdiction.published else ()
    for odds in (*case.line_odds, *standard):
        for item in odds.published:
            yield odds, item


def _compare_printed(odds: WagerOdds, item: PrintedFigure) -> Effect:
    """The calculated house edge against the printed one."""
    printed = Fraction(item.published.percent) / 100
    return Effect(
        wager=odds.wager,
        paytable=odds.paytable or "",
        before=(item.exact, item.exact),
        after=(printed, printed),
        basis=(Basis.PRINTED,),
    )


@rule("MTH001", Severity.WARNING)
def printed_figure_not_reproduced(case: Case) -> Iterator[Finding]:
    """A printed house edge does not match the calculated one under any way of rounding.

    The figure or the paytable is wrong, or the figure was calculated under another interpretation. It is an
    error if the two differ by the policy's materiality or more.

    Example: the document prints 7.86%, and 7.8278% is calculated.
    """
    for odds, item in _list_published(case):
        if item.agrees:
            continue
        percent, share = item.published.percent, item.published.share
        decimals = len((share or percent).partition(".")[2])
        corrected = round_half_up(item.exact * (1 if share else 100), decimals)
        yield Finding(
            subject=f"{odds.wager}:{odds.paytable}:{item.published.label}={percent}",
            place=item.published.path,
            variant="standard" if odds.wager == STANDARD else "",
            slots={
                "wager": odds.wager,
                "table": odds.paytable or "main",
                "printed": item.published.text,
                "calculated": item.exact,
                "corrected": corrected if share else f"{corrected}%",
            },
            wagers=(odds.wager,),
            citations=(item.published.citation,),
            price=Price((_compare_printed(odds, item),)),
        )


@rule("MTH002", Severity.NOTE)
def truncated_printed_figures(case: Case) -> Iterator[Finding]:
    """Printed house edges are truncated, not rounded.

    They understate the house edge by up to one unit of the last digit, and rounding does not reproduce them.

    Example: 7.7656% is printed as 7.76%.
    """
    every = list(_list_published(case))
    cut = [(odds, item) for odds, item in every if item.roundings == ("truncated",)]
    if not cut:
        return
    odds, first = cut[0]
    yield Finding(
        subject="published-truncated",
        place=first.published.path,
        slots={"count": len(cut), "every": len(every)},
        wagers=(odds.wager,),
        citations=tuple(item.published.citation for _, item in cut),
        price=Price(tuple(_compare_printed(*pair) for pair in cut)),
    )


@rule("MTH003", Severity.ERROR)
def player_advantage(case: Case) -> Iterator[Finding]:
    """The player has the advantage as interpreted.

    An interpretation that gives the player the advantage is reported with the point that it concerns.

    Example: a paytable returns more than it takes.
    """
    for wager in (STANDARD, *(item.id for item in case.jurisdiction.wagers)):
        own = [item for item in _measure_used(case, wager) if item.after[0] < 0]
        if own:
            yield _find_advantage_used(case, wager, _take_worst(own))


def _find_advantage_used(case: Case, wager: str, effects: tuple[Effect, ...]) -> Finding:
    """The advantage under the interpretation used; another one may remove it."""
    avoiding = tuple(_list_avoiding(case, wager))
    found = case.jurisdiction.find_wager(wager)
    names = tuple(item.paytable for item in effects)
    worst = min(effects, key=lambda item: item.after[0])
    return Finding(
        subject=f"{wager}:adopted=",
        place=locate(case, wager),
        variant="avoidable" if avoiding else "rows" if found else "",
        slots={
            "wager": wager,
            "edge": worst.after[0],
            "base": worst,
            "tables": names,
            "avoiding": avoiding,
        },
        wagers=(wager,),
        citations=tuple(
            item.citation for item in (found.paytables if found else ()) if item.id in names
        ),
        price=no_effect(NoEffect.OTHER_ISSUES if avoiding else NoEffect.AS_WRITTEN),
        blocks=True,
    )


def _take_worst(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """The effect on each paytable at the number of players that is best for the player."""
    tables = dict.fromkeys(item.paytable for item in effects)
    return tuple(
        min((item for item in effects if item.paytable == name), key=lambda item: item.after[0])
        for name in tables
    )


def _measure_supported(case: Case, statement: Statement) -> Iterator[tuple[Value, list[Effect]]]:
    """The other values that words of the document support, each with its effects."""
    if statement.parameter.moves is Moves.ODDS:
        for value in list_supported(statement):
            yield value, measure_statement(case, statement, (value,))[0]


def _list_avoiding(case: Case, wager: str) -> Iterator[str]:
    """The statements with a supported value that removes the player's advantage."""
    for statement in case.jurisdiction.list_statements():
        for _, effects in _measure_supported(case, statement):
            own = [item for item in effects if item.wager == wager and item.before[0] < 0]
            if own and all(item.after[0] >= 0 for item in own):
                yield statement.key


def _measure_used(case: Case, name: str) -> Iterator[Effect]:
    """The house edges as interpreted, without other players and at a full table."""
    try:
        if name == STANDARD:
            edge = case.count_standard({}).house_edge
            yield Effect(
                wager=name,
                before=(edge, edge),
                after=(edge, edge),
                assumed_house_way=case.assumed_house_way,
            )
            return
        wager = case.jurisdiction.wager(name)
        for paytable in wager.paytables:
            stake = case.least_stake(wager, paytable)
            counted = case.count(name, paytable.id, {}, stake)
            for others in sorted({0, case.count_others(wager)}):
                edges = case.edge(counted, others)
                yield Effect(
                    wager=name,
                    paytable=paytable.id,
                    before=edges,
                    after=edges,
                    stake=stake,
                    other_players=others,
                )
    except CertifyError:
        return


def locate(case: Case, wager: str) -> DataPath:
    """Where a wager is in the specification."""
    found = case.jurisdiction.find_wager(wager)
    return found.path if found else ("standard",)


@rule("MTH004", Severity.NOTE)
def payout_order_against_rarity(case: Case) -> Iterator[Finding]:
    """A hand pays less than another one that is dealt more often.

    Payouts are expected to rise with the rarity of the hands; otherwise two figures may have been exchanged.
    A row that pushes is not compared.

    Example: a flush pays 4 to 1 and a straight 5 to 1, although a flush is rarer.
    """
    for wager in case.jurisdiction.wagers:
        tables: dict[tuple[str, tuple[str, ...]], list[Paytable]] = {}
        for paytable in wager.paytables:
            odds = case.find_odds(wager.id, paytable.id)
            deals = {item.name: item.deals for item in odds.outcomes} if odds else {}
            for line in paytable.lines:
                better = tuple(
                    item.id
                    for item in paytable.lines
                    if not is_push(line)
                    and item.hand
                    and line.hand
                    and pays_more(item, line)
                    and deals.get(item.id, 0) > deals.get(line.id, 0) > 0
                )
                if better:
                    tables.setdefault((line.id, better), []).append(paytable)
        for (hand, better), found in tables.items():
            line = found[0].line(hand)
            yield Finding(
                subject=f"{wager.id}:{hand}<{','.join(better)}",
                place=line.path,
                slots={
                    "hand": hand,
                    "better": better,
                    "tables": tuple(item.id for item in found),
                    "pays": state_pays(line),
                },
                citations=(line.citation,),
                roots=frozenset({"rarity"}),
            )


@rule("MTH005", Severity.ERROR)
def row_never_paid(case: Case) -> Iterator[Finding]:
    """No hand is ever paid on a row of a paytable.

    The payout is promised and never made: other rows are paid for all of its hands, or the hand cannot be
    dealt.

    Example: the straight is listed above the straight flush, and every straight flush is paid as a straight.
    """
    for wager in case.jurisdiction.wagers:
        for paytable in wager.paytables:
            odds = case.find_odds(wager.id, paytable.id)
            hit = {item.name for item in odds.outcomes if item.deals} if odds else set()
            for line in paytable.lines:
                if odds and line.hand and line.id not in hit:
                    yield Finding(
                        subject=f"{wager.id}:{paytable.id}:{line.id}",
                        place=line.path,
                        variant="" if _is_dealt(case, wager, paytable, line) else "impossible",
                        slots={"hand": line.hand, "table": paytable.id},
                        wagers=(wager.id,),
                        citations=(line.citation,),
                        blocks=True,
                    )


def _is_dealt(case: Case, wager: Wager, paytable: Paytable, line: Line) -> bool:
    """Whether a hand would be paid on a row if it were the only one."""

    def keep(terms: WagerTerms) -> WagerTerms:
        return replace(terms, lines=tuple(item for item in terms.lines if item.id == line.id))

    _, alone = case.replace_terms(wager, paytable, keep, None)
    return any(item.name == line.id and item.deals for item in alone.outcomes)


def _list_neighbours(case: Case) -> Iterator[tuple[Wager, Paytable, Line, Line]]:
    for wager in case.jurisdiction.wagers:
        for paytable in wager.paytables:
            lines = [line for line in paytable.lines if line.hand]
            for upper, lower in pairwise(lines):
                yield wager, paytable, upper, lower


@rule("MTH006", Severity.NOTE)
def rows_with_equal_payouts(case: Case) -> Iterator[Finding]:
    """Two consecutive rows of a paytable have the same payout and the same Envy Bonus.

    One of the rows is superfluous, or one of the figures is a misprint.

    Example: the seven-card straight flush pays 500 to 1 with the joker and without.
    """
    for _wager, paytable, upper, lower in _list_neighbours(case):
        envy = (upper.envy.value if upper.envy else None, lower.envy.value if lower.envy else None)
        if upper.pays.value == lower.pays.value and envy[0] == envy[1]:
            yield Finding(
                subject=f"{paytable.id}:{upper.id}={lower.id}",
                place=lower.path,
                slots={
                    "first": upper.hand,
                    "second": lower.hand,
                    "table": paytable.id,
                    "pays": state_pays(upper),
                },
                citations=(upper.citation, lower.citation),
            )


@rule("MTH007", Severity.NOTE)
def envy_not_above_next_row(case: Case) -> Iterator[Finding]:
    """The Envy Bonus for a hand is not higher than that for the next row, which pays less.

    The Envy Bonus is expected to fall with the payouts; otherwise an amount may be a misprint.

    Example: straight flush and four of a kind both have an Envy Bonus of 5 USD.
    """
    found: dict[tuple[str, str, str, Money, Money], list[tuple[Paytable, Line, Line]]] = {}
    for wager, paytable, upper, lower in _list_neighbours(case):
        if upper.envy is None or lower.envy is None or not pays_more(upper, lower):
            continue
        high, low = (
            Money(item.value.money, case.jurisdiction.currency)  # type: ignore[union-attr]
            for item in (upper.envy, lower.envy)
        )
        if high.amount <= low.amount:
            key = (wager.id, upper.id, lower.id, high, low)
            found.setdefault(key, []).append((paytable, upper, lower))
    for (name, above, below, high, low), items in found.items():
        _, upper, lower = items[0]
        yield Finding(
            subject=f"{name}:{above}:{below}:{high}:{low}",
            place=upper.path,
            slots={
                "above": above,
                "below": below,
                "high": high,
                "low": low,
                "tables": tuple(item.id for item, _, _ in items),
                "envy": case.jurisdiction.names.envy,
            },
            citations=(upper.citation, lower.citation),
        )


@rule("POL001", Severity.WARNING)
def edge_outside_limits(case: Case) -> Iterator[Finding]:
    """The house edge is outside the limits of the policy, without Envy Bonus or at a full table.

    The limits are those of the policy's owner; they do not bind the document. An incomplete figure is not
    compared with them.

    Example: a house edge of 11% where the policy accepts no more than 10%.
    """
    lowest, highest = case.policy.lowest_edge, case.policy.highest_edge
    for wager in case.jurisdiction.wagers:
        outside: dict[bool, list[Effect]] = {}
        for item in _measure_used(case, wager.id):
            odds = case.find_odds(wager.id, item.paytable)
            if odds is None or odds.status in WITHOUT_FIGURE:
                continue
            if not lowest <= item.after[0] <= highest and item.after[0] >= 0:
                outside.setdefault(item.after[0] < lowest, []).append(item)
        for below, found in outside.items():
            names = tuple(item.paytable for item in found)
            worst = (min if below else max)(found, key=lambda item: item.after[0])
            every = len(set(names)) == len(wager.paytables)
            edges = [item.after[0] for item in found if item.other_players == worst.other_players]
            yield Finding(
                subject=f"{wager.id}:{'low' if below else 'high'}:{','.join(names)}",
                place=locate(case, wager.id),
                variant=("low" if below else "high") + ("" if every else "-some"),
                slots={
                    "wager": wager.id,
                    "worst": worst.after[0],
                    "bound": lowest if below else highest,
                    "tables": names,
                    "edges": (min(edges), max(edges)),
                    "base": worst,
                    "owner": case.policy.owner,
                },
                citations=tuple(item.citation for item in wager.paytables if item.id in names),
                roots=frozenset({f"policy {wager.id} {below}"}),
            )


@rule("POL002", Severity.WARNING)
def payout_limited_at_expected_wagers(case: Case) -> Iterator[Finding]:
    """A maximum payout reduces payouts at wager amounts that the policy expects.

    A player who wagers more is promised a payout that is not made in full. The effect is the change of the
    house edge at the highest wager amount that the policy's owner expects, or at the maximum wager of the
    document if it is lower. The maximum aggregate payout of a table is reported in the same way, for a player
    who is paid alone.

    Example: 5,000 to 1 with a maximum payout of 50,000 USD is reduced at wagers above 10 USD.
    """
    for wager in case.jurisdiction.wagers:
        for paytable in wager.paytables:
            odds = case.find_odds(wager.id, paytable.id)
            if odds is not None and odds.status not in WITHOUT_FIGURE:
                yield from _list_limited(case, wager, paytable)


def _take_most(case: Case, wager: Wager) -> Money:
    """The highest wager amount that the policy expects and that the document permits."""
    expected = Money(case.policy.most_stake(wager.id), case.jurisdiction.currency)
    stated = wager.statements["wager.stake_maximum"].value
    return stated if isinstance(stated, Money) and stated.amount < expected.amount else expected


def _list_limited(case: Case, wager: Wager, paytable: Paytable) -> Iterator[Finding]:
    """What reduces the payouts of a paytable: the wager's own maximum, and that of the table."""
    stake = _take_most(case, wager)
    cap, aggregate = wager.statements["wager.cap"], case.jurisdiction.statements["table.aggregate"]
    if not isinstance(cap.value, Money) and not isinstance(aggregate.value, Money):
        return
    counted = case.count(wager.id, paytable.id, {}, stake)
    table = compile_rulebook(case.jurisdiction).table
    for statement, cut in (
        (cap, compute_cap(counted.terms, counted.outcomes, stake)),
        (aggregate, compute_aggregate(table, counted.outcomes, stake)),
    ):
        if cut is None or cut.house_edge is None:
            continue
        limits = {line: limit for line, limit in cut.first_binding if limit < stake.amount}
        if limits:
            edges = (counted.edge, cut.house_edge)
            yield _find_limited(case, wager, paytable, statement, limits, edges)


def _find_limited(
    case: Case,
    wager: Wager,
    paytable: Paytable,
    statement: Statement,
    limits: Mapping[str, Fraction],
    edges: tuple[Fraction, Fraction],
) -> Finding:
    stake = _take_most(case, wager)
    own = statement.wager is not None
    name = paytable.id if paytable.named else ""
    about = name if own else f"{wager.id}:{name}"
    return Finding(
        subject=f"{statement.key}:{about}={statement.value}",
        place=statement.path,
        variant="" if own else "table",
        slots={
            "wager": wager.id,
            "table": paytable.id,
            "maximum": statement.value,
            "limit": Money(min(limits.values()), stake.currency),
            "hands": tuple(limits),
            "stake": stake,
            "owner": case.policy.owner,
        },
        statements=(statement.key,),
        wagers=(wager.id,),
        citations=statement.citations,
        price=price_change(
            wager,
            [(name, *edges)],
            *((Basis.WITHOUT_ENVY,) if wager.has_envy else ()),
            *(() if own else (Basis.POOLED,)),
            stake=stake,
        ),
        downgraded=Downgrade.CRITERION,
    )
