"""INT: a paytable against the hand ranking, the definitions and the rules of its own document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.findings.case import SAYING, Case, list_sources
from certify.findings.finding import (
    Basis,
    Downgrade,
    Finding,
    NoEffect,
    Option,
    Price,
    Severity,
    Source,
    no_effect,
)
from certify.findings.lines import (
    change_lines,
    group_lines,
    is_push,
    list_crossed,
    pays_more,
    price_loss,
)
from certify.findings.pricing import list_supported, price_change, price_statement
from certify.findings.registry import rule
from certify.spec.choices import Precedence
from certify.spec.model import Line, Paytable, Standing, Statement, Wager
from certify.spec.rulebook import WagerTerms

RANKING = "deck.hand_ranking"


def state_pays(line: Line) -> Source:
    """What a line pays, with its place."""
    return Source(line.pays.value, (line.citation,), statement=line.pays.key)


def _list_ranking(case: Case) -> tuple[str, ...]:
    """The document's own hand ranking; nothing where it has none."""
    ranking = case.jurisdiction.statements[RANKING]
    said = ranking.standing in SAYING and isinstance(ranking.value, tuple)
    return tuple(map(str, ranking.value)) if said and isinstance(ranking.value, tuple) else ()


@rule("INT008", Severity.WARNING)
def payout_order_against_ranking(case: Case) -> Iterator[Finding]:
    """A hand pays more than one that the document's own hand ranking places higher.

    A hand can contain both. Its payout then depends on which of the two lists the dealer follows. Nothing is
    found if the document states which list applies. If its words support both lists, the finding on that
    omission covers it.

    Example: a straight ranks above three of a kind, but pays 2 to 1 where three of a kind pays 3 to 1.
    """
    ranking = case.jurisdiction.statements[RANKING]
    for wager in case.jurisdiction.wagers:
        precedence = wager.statements["wager.precedence"]
        if precedence.standing is Standing.STATED or list_supported(precedence):
            continue
        other = Precedence.RANK if precedence.value == Precedence.PAYTABLE else Precedence.PAYTABLE
        for (high, low), found in list_crossed(wager, _list_ranking(case)).items():
            upper, lower = found[0].line(high), found[0].line(low)
            yield Finding(
                subject=f"{wager.id}:{high}>{low}",
                place=lower.path,
                slots={
                    "paid": upper.hand,
                    "ranked": lower.hand,
                    "more": state_pays(upper),
                    "less": state_pays(lower),
                    "tables": tuple(item.id for item in found),
                },
                statements=(precedence.key,),
                wagers=(wager.id,),
                citations=(*ranking.citations, upper.citation, lower.citation),
                used=precedence.value,
                because=precedence.because,
                alternatives=(Option(str(other)),),
                price=price_statement(case, precedence, (str(other),)),
            )


_OF_SEVEN = frozenset(
    {"seven-card-straight-flush", "seven-card-straight-flush-joker", "royal-match", "three-pair"}
)
"""Hands of more than five cards."""


def _is_beyond(hand: str, ranking: Sequence[str]) -> bool:
    """Whether a hand of seven cards is looked for in a ranking of five."""
    return hand in _OF_SEVEN and not _OF_SEVEN & set(ranking)


@rule("INT009", Severity.NOTE)
def unranked_hand_on_paytable(case: Case) -> Iterator[Finding]:
    """A paytable has a row for a hand that the document's own hand ranking omits.

    Without a rank, the hand cannot be compared with others. A ranking of hands of five cards is not expected
    to list hands of seven.

    Example: a paytable has a row for five of a kind, but the hand ranking lists only five aces.
    """
    ranking = _list_ranking(case)
    statement = case.jurisdiction.statements[RANKING]
    for wager in case.jurisdiction.wagers if ranking else ():
        missing = {
            hand: found
            for hand, found in group_lines(wager, lambda _: True).items()
            if hand not in ranking and not _is_beyond(hand, ranking)
        }
        if not missing:
            continue
        found = [pair for pairs in missing.values() for pair in pairs]
        yield Finding(
            subject=f"{wager.id}:{','.join(missing)}",
            place=found[0][1].path,
            slots={"hands": tuple(missing), "tables": tuple(table.id for table, _ in found)},
            citations=(*statement.citations, *(line.citation for _, line in found)),
            roots=frozenset({"ranking and paytables"}),
        )


@rule("INT010", Severity.NOTE)
def row_on_some_paytables_only(case: Case) -> Iterator[Finding]:
    """A hand has a row on some paytables of a wager and none on others.

    On the others it loses or is paid on a lower row, under the same rules. The effect is that of adding the
    row with the lowest payout that the other paytables have for it. Paytables on which no hand could be paid
    on the row are left out. The effect of a push is that of a loss instead; a push that the procedure omits
    is reported by GAP007.

    Example: three of a kind pays 3 to 1 on five paytables, but the sixth has no row for it.
    """
    for wager in case.jurisdiction.wagers:
        if wager.statements["wager.push_line"].standing is not Standing.SILENT:
            yield from _list_pushes(case, wager)
        for hand, holding in group_lines(wager, lambda line: not is_push(line)).items():
            lines = [line for _, line in holding]
            lowest = next(
                line for line in lines if not any(pays_more(line, other) for other in lines)
            )
            found = [
                (table, _add_line(case, wager, table, lowest))
                for table in wager.paytables
                if not any(line.hand == hand for line in table.lines)
            ]
            missing = [table for table, edges in found if edges != ()]
            price = price_change(
                wager,
                [(table.id, *edges) for table, edges in found if edges],
                Basis.ROW_IN,
                stake=case.least_stake(wager) if wager.has_envy else None,
                others=0 if wager.has_envy else None,
            )
            if not missing:
                continue
            yield Finding(
                subject=f"{wager.id}:{hand}:{','.join(item.id for item in missing)}",
                place=missing[0].path,
                variant="excluded" if any(item.favours_player for item in price.effects) else "",
                slots={
                    "hand": hand,
                    "without": tuple(item.id for item in missing),
                    "tables": tuple(table.id for table, _ in holding),
                    "pays": state_pays(lowest),
                },
                wagers=(wager.id,),
                citations=(
                    *(line.citation for line in lines),
                    *(item.citation for item in missing),
                ),
                price=price,
                downgraded=Downgrade.CHOICE,
                roots=frozenset({f"rows of {wager.id} that {[item.id for item in missing]} lack"}),
            )


def _list_pushes(case: Case, wager: Wager) -> Iterator[Finding]:
    """The hands that are a push on some paytables and have no row on the others."""
    for hand, holding in group_lines(wager, is_push).items():
        rest = [
            table for table in wager.paytables if not any(line.hand == hand for line in table.lines)
        ]
        if not rest:
            continue
        pushing = [table.id for table, _ in holding]
        yield Finding(
            subject=f"{wager.id}:{hand}:{','.join(pushing)}",
            place=holding[0][1].path,
            variant="push",
            slots={"hand": hand, "tables": pushing, "without": [table.id for table in rest]},
            wagers=(wager.id,),
            citations=(
                *(line.citation for _, line in holding),
                *(table.citation for table in rest),
            ),
            price=price_loss(case, wager, holding, Basis.NO_PUSH),
            downgraded=Downgrade.CHOICE,
            roots=frozenset({f"push {wager.id}"}),
        )


def _add_line(
    case: Case, wager: Wager, table: Paytable, line: Line
) -> tuple[Fraction, Fraction] | tuple[()] | None:
    """The house edge before and after a line of another paytable is added at its place by payout.

    Nothing where no hand would be paid on it; None where it cannot be calculated.
    """
    source = next(item for item in wager.paytables if any(own is line for own in item.lines))
    lent = case.compile({}, wager.id, source.id).wagers[wager.id]
    added = next(item for item in lent.lines if item.id == line.id)

    def add(terms: WagerTerms) -> WagerTerms:
        above = [item for item in terms.lines if item.pays.value.times > added.pays.value.times]
        below = [item for item in terms.lines if item not in above]
        return replace(terms, lines=(*above, replace(added, envy=None), *below))

    try:
        before, after = case.replace_terms(wager, table, add, case.least_stake(wager, table))
    except CertifyError:
        return None
    paid = any(item.name == added.id and item.deals for item in after.outcomes)
    return (before.edge, after.edge) if paid else ()


@rule("INT012", Severity.WARNING, supersedes=("INT001",))
def definition_includes_lower_hand(case: Case) -> Iterator[Finding]:
    """A hand is described so that every hand of a lower row meets the description.

    By the words alone, the lower row is never paid. The row shows that more is meant, so the figures do not
    depend on it; but a player can quote the words.

    Example: a royal match is described as a royal flush with a suited king and queen, which every royal flush
    contains.
    """
    statement = case.jurisdiction.statements["deck.royal_match"]
    said = [item for item in statement.said if item.value == "king-queen-alone"]
    for wager in case.jurisdiction.wagers if said else ():
        lines = [
            (paytable, line)
            for paytable in wager.paytables
            for line in paytable.lines
            if line.hand == "royal-flush"
            and any(other.hand == "royal-match" for other in paytable.lines)
        ]
        if not lines:
            continue
        yield Finding(
            subject=f"{wager.id}:royal-match",
            place=statement.path,
            slots={"row": lines[0][1].printed, "tables": tuple(table.id for table, _ in lines)},
            statements=(statement.key,),
            wagers=(wager.id,),
            citations=(*(item.citation for item in said), *(line.citation for _, line in lines)),
            price=no_effect(NoEffect.ROW_SHOWS),
        )


@rule("INT013", Severity.WARNING)
def envy_column_against_envy_rule(case: Case) -> Iterator[Finding]:
    """The Envy Bonus column of a paytable contradicts the rule that names the lowest qualifying hand.

    The column should have an amount for that hand and every hand above it, and for none below. It is an error
    if the amount changes the house edge by the policy's materiality or more.

    Example: the rule requires four of a kind or better, but the column has no amount for four of a kind.
    """
    for wager in case.jurisdiction.wagers:
        if not wager.has_envy:
            continue
        statement = wager.statements["envy.lowest_hand"]
        for paytable in wager.paytables if statement.standing in SAYING else ():
            hands = [line.hand for line in paytable.lines]
            if statement.value not in hands:
                continue
            lowest = hands.index(str(statement.value))
            for place, line in enumerate(paytable.lines):
                if (line.envy is not None) == (place <= lowest):
                    continue
                yield Finding(
                    subject=f"{wager.id}:{paytable.id}:{line.id}",
                    place=line.path,
                    variant="extra" if line.envy else "missing",
                    slots={
                        "hand": line.id,
                        "lowest": str(statement.value),
                        "table": paytable.id,
                        "envy": case.jurisdiction.names.envy,
                    },
                    statements=(statement.key,),
                    wagers=(wager.id,),
                    citations=(*statement.citations, line.citation),
                    sources=(*list_sources(statement), Source(None, (line.citation,))),
                    price=_price_extra(case, statement, paytable, line)
                    if line.envy
                    else _price_missing(case, wager, paytable, line),
                )


def _price_extra(case: Case, statement: Statement, paytable: Paytable, line: Line) -> Price:
    """The effect of paying an Envy Bonus that the rule excludes."""
    price = price_statement(case, statement, (str(line.hand),))
    own = tuple(item for item in price.effects if item.paytable == paytable.id)
    return Price(own, price.missing)


def _price_missing(case: Case, wager: Wager, paytable: Paytable, line: Line) -> Price:
    """The effect of adding a missing Envy Bonus, with the lowest amount of the paytable."""
    full = case.count_others(wager)
    terms = case.compile({}, wager.id, paytable.id).wagers[wager.id]
    model = next((item for item in reversed(terms.lines) if item.envy), None)
    if model is None:
        return Price()
    change = [
        replace(item, envy=model.envy) if item.id == line.id else item for item in terms.lines
    ]
    edges = change_lines(case, wager, paytable, lambda _: change, full)
    return price_change(
        wager,
        [(paytable.id, *edges)] if edges else [],
        stake=case.least_stake(wager, paytable),
        others=full,
    )
