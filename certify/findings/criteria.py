"""POL: criteria of the policy's owner, which no document is bound by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from certify.base.figures import format_percent, round_half_up
from certify.findings.case import Case
from certify.findings.figures import locate
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.grading import CRITERION
from certify.findings.phrases import cite, join_words, name_class, name_tables
from certify.findings.registry import rule
from certify.odds.lines import compute_aggregate, compute_cap
from certify.odds.result import CapOdds
from certify.spec.compile import compile_rulebook
from certify.spec.model import Paytable, Statement, Wager
from certify.spec.values import Money


@rule("POL001", severity=Severity.WARNING)
def edge_outside_limits(case: Case) -> Iterator[Draft]:
    """The house edge lies outside the limits of the policy, without envy or at a full table.

    The limits are those of the policy's owner; no document is bound by them.

    Example: a bonus that keeps more than a tenth of every stake.
    """
    low, high, owner = case.policy.lowest_edge, case.policy.highest_edge, case.policy.owner
    for wager in case.jurisdiction.wagers:
        outside: dict[bool, list[tuple[str, Fraction, str]]] = {}
        for paytable in wager.paytables:
            if case.find_odds(wager.id, paytable.id) is None:
                continue
            stake = case.least_stake(wager, paytable)
            counted = case.count(wager.id, paytable.id, {}, stake)
            for others in sorted({0, case.count_others(wager)}):
                edge = case.edge(counted, others)[0]
                if not low <= edge <= high and edge >= 0:
                    envy = f"with envy at a full table and {stake}" if others else "without envy"
                    seats = envy if wager.has_envy else ""
                    outside.setdefault(edge < low, []).append((paytable.id, edge, seats))
        for below, found in outside.items():
            bound = low if below else high
            tables: dict[str, list[str]] = {}
            for name, edge, seats in found:
                tables.setdefault(seats, []).append(
                    f"{format_percent(edge)} %"
                    + (f" on {name_tables([name])}" if name != "main" else "")
                )
            told = "; ".join(
                f"{seats} {join_words(edges)}".strip() for seats, edges in tables.items()
            )
            word = "below the least" if below else "above the most"
            worst = (min if below else max)(edge for _, edge, _ in found)
            yield Draft(
                f"As the text is taken here, the house edge of the {wager.name} is {told}; that is {word} "
                f"that {owner} accepts, "
                f"{format_percent(bound)} %.",
                locate(case, wager.id),
                f"{wager.id}:{'low' if below else 'high'}:{','.join(name for name, _, _ in found)}",
                f"{wager.name}: house edge {'below' if below else 'above'} the policy's limit",
                f"Is a house edge of {format_percent(worst)} % on the {wager.name} acceptable?",
                None,
                (),
                (),
                tuple(
                    paytable.citation
                    for paytable in wager.paytables
                    if paytable.id in {name for name, _, _ in found}
                ),
                {f"{name} {seats}".strip(): format_percent(edge) for name, edge, seats in found},
                Price(),
                "Choose another paytable, or ask the policy's owner."
                if len(wager.paytables) > len({name for name, _, _ in found})
                else "Ask the policy's owner.",
                frozenset({f"policy {wager.id} {below}"}),
            )


@rule("POL002", severity=Severity.WARNING)
def cap_binds_at_expected_stakes(case: Case) -> Iterator[Draft]:
    """A cap cuts a pay at stakes that the policy expects at a table.

    A player who stakes more is promised a pay that he does not get. The price is what the cap adds to the
    edge at the highest stake that the policy's owner expects.

    The most that the table pays in a round is told like the cap of a wager, for a player who is paid alone.

    Example: 5000 to 1 under a cap of 50000 binds above a stake of 10.
    """
    for wager in case.jurisdiction.wagers:
        for paytable in wager.paytables:
            if case.find_odds(wager.id, paytable.id) is not None:
                yield from _list_binding(case, wager, paytable)


def _list_binding(case: Case, wager: Wager, paytable: Paytable) -> Iterator[Draft]:
    """What cuts the pays of a paytable: the wager's own cap, and the most that the table pays."""
    stake = Money(case.policy.most_stake(wager.id), case.jurisdiction.currency)
    cap, aggregate = wager.statements["wager.cap"], case.jurisdiction.statements["table.aggregate"]
    if not isinstance(cap.value, Money) and not isinstance(aggregate.value, Money):
        return
    counted = case.count(wager.id, paytable.id, {}, stake)
    table = compile_rulebook(case.jurisdiction).table
    for statement, called, cut in (
        (cap, "cap", compute_cap(counted.terms, counted.outcomes, stake)),
        (aggregate, "table's aggregate", compute_aggregate(table, counted.outcomes, stake)),
    ):
        if cut is None or cut.house_edge is None:
            continue
        bound = [(line, limit) for line, limit in cut.first_binding if limit < stake.amount]
        if bound:
            yield _draft_binding(case, wager, paytable, statement, called, bound, counted.edge, cut)


def _draft_binding(
    case: Case,
    wager: Wager,
    paytable: Paytable,
    statement: Statement,
    called: str,
    bound: Sequence[tuple[str, Fraction]],
    edge: Fraction,
    cut: CapOdds,
) -> Draft:
    stake = Money(case.policy.most_stake(wager.id), case.jurisdiction.currency)
    own = statement.wager is not None
    name = paytable.id if paytable.named else ""
    more = (cut.house_edge or edge) - edge
    told = join_words(
        f"{name_class(line)} above {Money(limit, stake.currency)}" for line, limit in bound
    )
    alone = (
        "" if own else " It does so to a player paid alone, and sooner where others are paid too."
    )
    basis = f"at a stake of {stake}{', without envy' if wager.has_envy else ''}"
    return Draft(
        f"The {called} of {statement.value} ({cite(*statement.citations)}) cuts what the paytable "
        f"promises from certain stakes on: {told}.{alone} Stakes up to {stake} are expected by "
        f"{case.policy.owner}.",
        statement.path,
        f"{statement.key}:{name}={statement.value}"
        if own
        else f"{statement.key}:{wager.id}:{name}={statement.value}",
        f"{wager.name}: the {called} at stakes that are expected",
        f"May more be staked on the {wager.name} than the {called} lets it pay?",
        None,
        (statement.key,),
        (wager.id,),
        statement.citations,
        {line: round_half_up(limit, 2) for line, limit in bound},
        Price(
            (
                Effect(
                    wager.id,
                    more,
                    more,
                    basis if own else f"{basis}, nobody else paid",
                    wager.name,
                    edge,
                    cut.house_edge,
                    tables=(name,) if name else (),
                ),
            )
        ),
        f"Limit the stake on {name_tables([name or 'main'])}, or raise the {called}.",
        spared=CRITERION,
    )
