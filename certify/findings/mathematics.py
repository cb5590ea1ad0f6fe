"""MTH: figures, printed and computed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from certify.base.figures import ROUNDINGS, format_percent
from certify.base.load import DataPath
from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.phrases import describe_pay, join_words, name_class, name_tables
from certify.findings.pricing import price_statement
from certify.findings.registry import rule
from certify.game.vocabulary import HAND_CLASSES
from certify.odds.fortune import find_roundings
from certify.odds.result import Comparison, Outcome, WagerOdds
from certify.spec.model import Money, Paytable, Value, format_value
from certify.spec.parameters import PARAMETER_OF_READING


def _list_published(case: Case) -> Iterator[tuple[WagerOdds, Comparison]]:
    for odds in case.odds:
        for item in odds.published:
            yield odds, item


@rule("MTH001", severity=Severity.ERROR)
def printed_figure_wrong(case: Case) -> Iterator[Draft]:
    """A printed house edge comes out under no way of rounding.

    Either the figure or the paytable is wrong, or it was computed under another reading. The price
    is the printed figure less the computed one.

    Example: 7.86 percent is printed and 7.8278 computed.
    """
    for odds, item in _list_published(case):
        if not item.agrees:
            gap = Fraction(item.published.percent) / 100 - item.exact
            yield Draft(
                f"paytable {odds.paytable} prints a house edge of {item.published.percent} % "
                f"({item.published.label}), and {format_percent(item.exact)} % comes out",
                item.published.path,
                f"{odds.paytable}:{item.published.label}",
                (item.published.citation,),
                {"printed": item.published.percent, "computed": format_percent(item.exact)},
                Price((Effect(gap, gap, "fortune-bonus", "printed less computed"),)),
                "correct the figure, or the line of the paytable that it rests on",
            )


@rule("MTH002", severity=Severity.NOTE)
def truncated_not_rounded(case: Case) -> Iterator[Draft]:
    """Printed figures were cut off, not rounded.

    They understate the edge by up to one unit of the last digit, and cannot be reproduced by
    rounding. The price is the printed figure less the computed one.

    Example: 7.7656 percent is printed as 7.76.
    """
    cut = [(odds, item) for odds, item in _list_published(case) if item.roundings == ("truncated",)]
    if not cut:
        return
    gaps = [Fraction(item.published.percent) / 100 - item.exact for _, item in cut]
    every = sum(1 for _ in _list_published(case))
    yield Draft(
        f"{len(cut)} of {every} printed edges are truncated, not rounded: "
        + join_words(
            f"{item.published.percent} for {format_percent(item.exact)} "
            f"(paytable {odds.paytable}, {item.published.label})"
            for odds, item in cut
        ),
        cut[0][1].published.path,
        "published-truncated",
        tuple(dict.fromkeys(item.published.citation for _, item in cut)),
        {
            f"{odds.paytable} {item.published.label}": (
                f"{item.published.percent} for {format_percent(item.exact)}"
            )
            for odds, item in cut
        },
        Price((Effect(min(gaps), max(gaps), "fortune-bonus", "printed less computed"),)),
        "round the figures, or say that they are cut off",
    )


@rule("MTH003", severity=Severity.ERROR)
def player_advantage(case: Case) -> Iterator[Draft]:
    """Some reading of the document gives the player the edge.

    A document that can be read that way will be, by the first player who does the sum. The price
    is the change of the edge that the reading brings.

    Example: a scale with two rows for one hand, of which the higher one is read for it.
    """
    found: dict[tuple[str, str], list[tuple[WagerOdds, Fraction, str]]] = {}
    keys: dict[str, str] = {}
    for odds in case.every_odds:
        for readings, edge, seats in _list_edges(case, odds):
            named = ", ".join(f"{key}={format_value(value)}" for key, value in readings.items())
            if edge < 0:
                found.setdefault((odds.wager, named), []).append((odds, edge, seats))
                keys[named] = next(iter(readings), "")
    for (wager, named), worst in found.items():
        parameter = PARAMETER_OF_READING.get(keys[named])
        statement = case.jurisdiction.statements[parameter.key] if parameter else None
        tables = list(dict.fromkeys(odds.paytable for odds, _, _ in worst if odds.paytable))
        odds, edge, seats = min(worst, key=lambda item: item[1])
        changes = [edge - odds.house_edge for odds, edge, _ in worst]
        path = statement.path if statement else _locate(case, wager, tables)
        yield Draft(
            f"{'read with ' + named if named else 'as adopted'}, the player has the advantage on "
            f"{wager}{' on ' + name_tables(tables) if tables else ''}: the house edge goes down to "
            f"{format_percent(edge)} %{seats}",
            path,
            f"{wager}:{named}",
            statement.citations if statement else (),
            {
                "reading": named or "as adopted",
                "edge": format_percent(edge),
                "paytables": ", ".join(tables),
            },
            Price((Effect(min(changes), max(changes), wager, f"against the edge adopted{seats}"),)),
            "exclude the reading in the document",
        )


def _locate(case: Case, wager: str, tables: list[str]) -> DataPath:
    """Where a wager stands in the file."""
    if tables:
        return case.jurisdiction.paytable(tables[0]).path
    key = "standard.pays" if wager == "standard" else "ace_high.offer"
    return case.jurisdiction.statements[key].path


def _list_edges(case: Case, odds: WagerOdds) -> Iterator[tuple[dict[str, Value], Fraction, str]]:
    """Every edge that some reading gives: as adopted, under each alternative, at a full table."""
    yield {}, odds.house_edge, ""
    for item in odds.alternatives:
        if item.house_edge is not None:
            yield dict(item.readings), item.house_edge, ""
    if odds.wager != "fortune-bonus" or odds.paytable is None or not case.has_envy:
        return
    paytable, others = case.jurisdiction.paytable(odds.paytable), case.policy.full_table_others
    minimum = case.jurisdiction.statements["envy.minimum_stake"]
    for value in (minimum.value, *minimum.alternatives):
        if isinstance(value, Money):
            least = case.policy.minimum_stakes["fortune-bonus"]
            stake = Money(max(value.amount, least), case.jurisdiction.currency)
            readings: dict[str, Value] = {} if value == minimum.value else {"envy-minimum": value}
            edge = case.fortune_edge(paytable, readings, others, stake)
            if edge is not None:
                yield readings, edge[0], f" with {others} other players at {stake}"


@rule("MTH004", severity=Severity.NOTE)
def pay_order_against_rank_order(case: Case) -> Iterator[Draft]:
    """A paytable pays a class more than one that poker ranks above it, and no list says otherwise.

    A hand can hold both. The price is that of following the ranks instead of the paytable.

    Example: three of a kind pays 3 to 1 and straight 2 to 1, in a document without a ranking.
    """
    if case.jurisdiction.statements["deck.hand_ranking"].standing in {"stated", "conflicting"}:
        return
    tables: dict[tuple[str, str], list[Paytable]] = {}
    for paytable in case.jurisdiction.paytables:
        for place, upper in enumerate(paytable.lines):
            for lower in paytable.lines[place + 1 :]:
                wrong = HAND_CLASSES.index(upper.hand) > HAND_CLASSES.index(lower.hand)
                if wrong and upper.pays > lower.pays:
                    tables.setdefault((upper.hand, lower.hand), []).append(paytable)
    precedence = case.jurisdiction.statements["fortune.precedence"]
    other = "rank-order" if precedence.value == "paytable-order" else "paytable-order"
    for (upper_hand, lower_hand), found in tables.items():
        lines = {line.hand: line for line in found[0].lines}
        yield Draft(
            f"{name_class(upper_hand)} pays {describe_pay(lines[upper_hand])} and "
            f"{name_class(lower_hand)}, which ranks above it, "
            f"{describe_pay(lines[lower_hand])} on {name_tables([item.id for item in found])}",
            lines[lower_hand].path,
            f"{upper_hand}>{lower_hand}",
            (lines[upper_hand].citation, lines[lower_hand].citation),
            {
                "paid more": upper_hand,
                "ranked higher": lower_hand,
                "paytables": ", ".join(item.id for item in found),
            },
            price_statement(case, precedence, (other,)),
            "say that the bonus follows the order of its paytable",
        )


@rule("MTH005", severity=Severity.NOTE)
def pay_order_against_rarity(case: Case) -> Iterator[Draft]:
    """A class pays less than one that is dealt more often.

    The order of a paytable is expected to follow how rare its hands are; where it does not, a
    figure may have been exchanged.

    Example: three pair only pushes, and is dealt four times less often than a straight.
    """
    tables: dict[tuple[str, tuple[str, ...]], list[Paytable]] = {}
    for paytable in case.jurisdiction.paytables:
        deals = {item.name: item.deals for item in case.outcomes(paytable)}
        for line in paytable.lines if deals else ():
            better = tuple(
                item.hand
                for item in paytable.lines
                if item.pays > line.pays and deals[item.hand] > deals[line.hand]
            )
            if better:
                tables.setdefault((line.hand, better), []).append(paytable)
    for (hand, better), found in tables.items():
        line = next(item for item in found[0].lines if item.hand == hand)
        deals = {item.name: item.deals for item in case.outcomes(found[0])}
        yield Draft(
            f"{name_class(hand)} pays {describe_pay(line)} on "
            f"{name_tables([item.id for item in found])} and is dealt less often than "
            f"{join_words(name_class(name) for name in better)}, which pay more",
            line.path,
            f"{hand}<{','.join(better)}",
            (line.citation,),
            {hand: str(deals[hand]), **{name: str(deals[name]) for name in better}},
            Price(),
            "confirm the order of the pays",
        )


@rule("MTH006", severity=Severity.WARNING)
def edge_outside_limits(case: Case) -> Iterator[Draft]:
    """The house edge lies outside the limits of the policy, without envy or at a full table.

    The price is how far it lies outside.

    Example: a bonus that keeps more than a tenth of every stake.
    """
    low, high = case.policy.lowest_edge, case.policy.highest_edge
    for odds in case.every_odds:
        edges = [(odds.house_edge, "")]
        if odds.wager == "fortune-bonus" and odds.paytable and case.has_envy:
            paytable, others = (
                case.jurisdiction.paytable(odds.paytable),
                case.policy.full_table_others,
            )
            full = case.fortune_edge(paytable, {}, others)
            if full is not None:
                edges.append((full[0], f" with {others} other players at {case.stake(paytable)}"))
        for edge, seats in edges:
            if low <= edge <= high or edge < 0:
                continue
            bound = low if edge < low else high
            table = f" on paytable {odds.paytable}" if odds.paytable else ""
            yield Draft(
                f"the edge of {odds.wager}{table}{seats} is {format_percent(edge)} %, "
                f"{'below' if edge < low else 'above'} the limit of {format_percent(bound)} %",
                _locate(case, odds.wager, [odds.paytable] if odds.paytable else []),
                f"{odds.wager}:{odds.paytable or ''}:{'full' if seats else 'alone'}",
                (),
                {"edge": format_percent(edge), "limit": format_percent(bound)},
                Price((Effect(edge - bound, edge - bound, odds.wager, "beyond the limit"),)),
                "change the paytable, or the policy",
            )


@rule("MTH007", severity=Severity.WARNING)
def cap_binds_within_limits(case: Case) -> Iterator[Draft]:
    """A cap cuts a pay at stakes that the policy expects at a table.

    A player who stakes more is promised a pay that he does not get. The price is what the cap adds
    to the edge at the highest stake of the policy.

    Example: 5000 to 1 under a cap of 50000 binds above a stake of 10.
    """
    cap = case.value("fortune.cap")
    if not isinstance(cap, Money):
        return
    statement = case.jurisdiction.statements["fortune.cap"]
    stake = case.policy.maximum_stakes["fortune-bonus"]
    for odds in case.odds:
        if odds.wager != "fortune-bonus":
            continue
        bound = [
            (item, cap.amount / item.net)
            for item in odds.outcomes
            if item.net > 0 and cap.amount / item.net < stake
        ]
        if bound:
            more = _sum_cut(bound, cap.amount / stake) / odds.deals
            yield Draft(
                f"the cap of {cap} cuts "
                + join_words(
                    f"{name_class(item.name)} above a stake of {_format_stake(from_)}"
                    for item, from_ in bound
                )
                + f" on paytable {odds.paytable}; the policy expects stakes up to {stake}",
                statement.path,
                f"fortune.cap:{odds.paytable}",
                statement.citations,
                {item.name: _format_stake(from_) for item, from_ in bound},
                Price(
                    (
                        Effect(
                            more,
                            more,
                            "fortune-bonus",
                            f"stake {Money(stake, cap.currency)}, without envy",
                        ),
                    )
                ),
                "limit the stake of the bonus, or raise the cap",
            )


def _sum_cut(bound: list[tuple[Outcome, Fraction]], most: Fraction) -> Fraction:
    return sum(((item.net - most) * item.deals for item, _ in bound), Fraction(0))


def _format_stake(amount: Fraction) -> str:
    return ROUNDINGS["half-up"](amount, 0 if amount.denominator == 1 else 2)


@rule("MTH008", severity=Severity.ERROR)
def joker_against_paytable(case: Case) -> Iterator[Draft]:
    """A paytable pays a class that its joker cannot make, or none for what only it can make.

    Five of a kind other than aces needs a wild joker.

    Example: a line for five of a kind on a paytable whose joker is a bug.
    """
    for paytable in case.jurisdiction.paytables:
        joker = case.rules(paytable).choice("deck.joker")
        pays = "five-of-a-kind" in paytable.hands
        if pays == (joker == "wild") or not joker:
            continue
        statement = case.rules(paytable).statement("deck.joker")
        line = next((item for item in paytable.lines if item.hand == "five-of-a-kind"), None)
        told = (
            "pays five of a kind, which a bug cannot make"
            if pays
            else "has no line for five of a kind, which a wild joker makes"
        )
        yield Draft(
            f"paytable {paytable.id} {told}",
            line.path if line else paytable.path,
            f"joker:{paytable.id}",
            (*statement.citations, line.citation if line else paytable.citation),
            {"joker": joker, "five of a kind": "paid" if pays else "not paid"},
            Price((), "such a paytable has no odds" if pays else ""),
            "correct the joker or the paytable",
            None if pays else Severity.WARNING,
        )


@rule("MTH009", severity=Severity.NOTE)
def lines_of_one_price(case: Case) -> Iterator[Draft]:
    """Two lines next to each other pay the same, envy included.

    Two lines are then one, or one of the figures is a slip.

    Example: the seven-card straight flush pays 500 to 1 with the joker and without.
    """
    for paytable in case.jurisdiction.paytables:
        for upper, lower in pairwise(paytable.lines):
            if (upper.pays, upper.envy, upper.is_push) == (lower.pays, lower.envy, lower.is_push):
                yield Draft(
                    f"{name_class(upper.hand)} and {name_class(lower.hand)} pay the same on "
                    f"paytable {paytable.id}: {describe_pay(upper)}"
                    + (f" and {upper.envy}" if upper.envy else ""),
                    lower.path,
                    f"{paytable.id}:{upper.hand}={lower.hand}",
                    (upper.citation, lower.citation),
                    {"upper": upper.hand, "lower": lower.hand, "pay": describe_pay(upper)},
                    Price(),
                    "join the lines, or correct one of the figures",
                )


@rule("MTH010", severity=Severity.NOTE)
def envy_does_not_fall(case: Case) -> Iterator[Draft]:
    """Envy for a class is not more than for the class below it.

    Envy is expected to fall with the pays.

    Example: straight flush and four of a kind both pay an envy of 5.
    """
    found: dict[tuple[str, str, str], list[Paytable]] = {}
    for paytable in case.jurisdiction.paytables:
        paying = [line for line in paytable.lines if line.envy]
        for upper, lower in pairwise(paying):
            if upper.envy and lower.envy and upper.envy <= lower.envy and upper.pays > lower.pays:
                key = (upper.hand, lower.hand, f"{upper.envy} and {lower.envy}")
                found.setdefault(key, []).append(paytable)
    for (upper_hand, lower_hand, amounts), tables in found.items():
        line = next(item for item in tables[0].lines if item.hand == upper_hand)
        yield Draft(
            f"envy does not fall from {name_class(upper_hand)} to {name_class(lower_hand)} on "
            f"{name_tables([item.id for item in tables])}: {amounts}",
            line.path,
            f"{upper_hand}:{lower_hand}:{amounts}",
            (line.citation,),
            {"envy": amounts, "paytables": ", ".join(item.id for item in tables)},
            Price(),
            "confirm the amounts",
        )


@rule("MTH011", severity=Severity.NOTE)
def figures_settle_a_silence(case: Case) -> Iterator[Draft]:
    """The printed figures come out under one reading and under none of the others.

    The document has answered the question without saying so; the words should follow. The price is
    that of the reading which the figures exclude.

    Example: the order of precedence is not said, and the printed edges come out in one order only.
    """
    if not any(True for _ in _list_published(case)) or not all(
        item.agrees for _, item in _list_published(case)
    ):
        return
    for statement in case.statements("silent", "deferred", "conflicting"):
        reading = statement.parameter.reading
        if reading is None or not statement.alternatives:
            continue
        excluded = [
            value for value in statement.alternatives if not _reproduces(case, reading, value)
        ]
        if len(excluded) == len(statement.alternatives):
            yield Draft(
                f"{reading} is {statement.standing}, and the printed edges come out with "
                f"{format_value(statement.value)} only",
                statement.path,
                reading,
                tuple(dict.fromkeys(item.published.citation for _, item in _list_published(case))),
                {
                    "reading": reading,
                    "comes out": format_value(statement.value),
                    "excluded": ", ".join(map(format_value, excluded)),
                },
                price_statement(case, statement, tuple(excluded)),
                f"say that {reading} is {format_value(statement.value)}",
            )


def _reproduces(case: Case, reading: str, value: Value) -> bool:
    """Whether every printed figure comes out under a reading."""
    for paytable in case.jurisdiction.paytables:
        for item in paytable.published:
            edge = case.fortune_edge(paytable, {reading: value}, item.other_players)
            if edge is None or not find_roundings(item.percent, edge[0]):
                return False
    return True


@rule("MTH012", severity=Severity.ERROR)
def line_never_hit(case: Case) -> Iterator[Draft]:
    """A line of a paytable is hit by no hand, because lines above it take them all.

    The pay is promised and never made.

    Example: a straight listed above the straight flush takes every straight flush.
    """
    for paytable in case.jurisdiction.paytables:
        for item in case.outcomes(paytable):
            if not item.deals and item.name != "none":
                line = next(line for line in paytable.lines if line.hand == item.name)
                yield Draft(
                    f"no hand is ever paid as {name_class(item.name)} on paytable {paytable.id}",
                    line.path,
                    f"{paytable.id}:{item.name}",
                    (line.citation,),
                    {"line": item.name, "deals": "0"},
                    Price(),
                    "move the line up, or drop it",
                )
