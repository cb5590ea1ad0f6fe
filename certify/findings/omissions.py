"""GAP: parts of a document that do not meet: a line without a rule, a figure without its basis."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.formulas import price_push_lost
from certify.findings.phrases import (
    describe_parameter,
    join_words,
    list_values,
    name_class,
    name_tables,
)
from certify.findings.pricing import span
from certify.findings.registry import rule
from certify.findings.silences import list_silent
from certify.spec.model import Money, Paytable, format_value

_CLASSES = {
    "deck.seven_card_straight_flush": "seven-card-straight-flush",
    "deck.seven_card_straight_flush_joker": "seven-card-straight-flush-joker",
    "deck.royal_match": "royal-match",
}


@rule("GAP005", severity=Severity.WARNING)
def push_line_without_procedure(case: Case) -> Iterator[Draft]:
    """A paytable has a line that pushes, and the procedure knows only paying and taking.

    The price is that of taking the stake, as the procedure has it for hands that are not paid.

    Example: three pair is a push on one paytable; a bonus either wins or is taken.
    """
    statement = case.jurisdiction.statements["fortune.push_line"]
    pushing = [
        (paytable, line)
        for paytable in case.jurisdiction.paytables
        for line in paytable.lines
        if line.is_push
    ]
    if statement.standing != "silent" or not pushing:
        return
    tables = list(dict.fromkeys(paytable.id for paytable, _ in pushing))
    hands = list(dict.fromkeys(name_class(line.hand) for _, line in pushing))
    yield Draft(
        f"{join_words(hands)} is a push on {name_tables(tables)}, and no step of the procedure "
        "leaves a stake where it is",
        pushing[0][1].path,
        "fortune.push_line",
        tuple(line.citation for _, line in pushing),
        {"push": ", ".join(hands), "paytables": ", ".join(tables)},
        Price(tuple(price_push_lost(case, statement, ()))),
        "say that the stake of such a hand is returned",
    )


@rule("GAP008", severity=Severity.WARNING)
def wager_never_described(case: Case) -> Iterator[Draft]:
    """A wager stands on the pay scale, and the rules of play never describe it.

    When it is placed, what may be staked and who pays it is anybody's guess.

    Example: a column for Ace High beside the Fortune scale, and no word of it in the rules.
    """
    described = case.jurisdiction.statements["ace_high.rules_of_play"]
    pays = [
        case.jurisdiction.statements[key]
        for key in (
            "ace_high.pays_both",
            "ace_high.pays_bank_with_joker",
            "ace_high.pays_bank_without_joker",
        )
    ]
    printed = [said for item in pays for said in item.said]
    if described.standing == "silent" and printed:
        yield Draft(
            "Ace High has a pay scale, and the rules of play never describe the wager",
            described.path,
            "ace_high.rules_of_play",
            tuple(dict.fromkeys(said.citation for said in printed)),
            {"pays": ", ".join(dict.fromkeys(format_value(said.value) for said in printed))},
            Price(),
            "describe the wager, or take it off the scale",
        )


@rule("GAP010", severity=Severity.WARNING)
def paid_class_never_ranked(case: Case) -> Iterator[Draft]:
    """A class is paid that the document's own ranking does not know.

    Without a place in the ranking nobody can say which of two hands is the better.

    Example: five of a kind is paid, and the ranking ends with five aces.
    """
    ranking = case.jurisdiction.statements["deck.hand_ranking"]
    if ranking.standing not in {"stated", "conflicting"} or not isinstance(ranking.value, tuple):
        return
    missing: dict[str, list[Paytable]] = {}
    for paytable in case.jurisdiction.paytables:
        for line in paytable.lines:
            if line.hand not in ranking.value:
                missing.setdefault(line.hand, []).append(paytable)
    for hand, tables in missing.items():
        line = next(item for item in tables[0].lines if item.hand == hand)
        yield Draft(
            f"{name_class(hand)} is paid on {name_tables([item.id for item in tables])} and "
            "stands nowhere in the ranking",
            line.path,
            hand,
            (*ranking.citations, line.citation),
            {"class": hand, "paytables": ", ".join(item.id for item in tables)},
            Price(),
            "give the class its place in the ranking",
        )


@rule("GAP011", severity=Severity.NOTE)
def paid_class_never_defined(case: Case) -> Iterator[Draft]:
    """A class that is no ordinary poker hand is paid and never defined.

    Two readers may take it for two different sets of hands.

    Example: a line for the seven-card straight flush, and no word on what it is.
    """
    for key, hand in _CLASSES.items():
        tables = [item for item in case.jurisdiction.paytables if hand in item.hands]
        for statement in list_silent(case, [key]):
            if tables:
                line = next(item for item in tables[0].lines if item.hand == hand)
                yield Draft(
                    f"{name_class(hand)} is paid on {name_tables([item.id for item in tables])} "
                    f"and never defined; taken as {format_value(statement.value)}",
                    statement.path,
                    key,
                    (line.citation,),
                    {"class": hand},
                    Price(),
                    "define the class",
                )


@rule("GAP013", severity=Severity.WARNING)
def seats_not_given(case: Case) -> Iterator[Draft]:
    """The number of seats is not said, though envy grows with every seat.

    The price is the whole range from no other player to a full table.

    Example: envy for every other player's hand, and no word on how many there may be.
    """
    players = case.jurisdiction.statements["table.players"]
    positions = case.jurisdiction.statements["table.positions"]
    if players.standing != "silent" or positions.standing in {"stated", "conflicting"}:
        return
    full = case.policy.full_table_others
    pairs = []
    for paytable in case.jurisdiction.paytables if case.has_envy else ():
        before, after = case.fortune_edge(paytable), case.fortune_edge(paytable, {}, full)
        if before and after:
            pairs.append((before, after))
    bounds = span(pairs)
    stakes = sorted({case.stake(item) for item in case.jurisdiction.paytables})
    basis = f"stake {join_words(str(item) for item in stakes)}, 0 to {full} other players"
    effects = (Effect(bounds[0], Fraction(0), "fortune-bonus", basis),) if bounds else ()
    yield Draft(
        f"not said: {describe_parameter(players.parameter)}",
        players.path,
        "table.players",
        (),
        list_values(players),
        Price(effects),
        "say how many players may sit at the table",
        None if effects else Severity.NOTE,
    )


@rule("GAP022", severity=Severity.NOTE)
def no_cap_named(case: Case) -> Iterator[Draft]:
    """No cap is named where others have one, and a great pay would come out of a player's stack.

    The price is that of the neighbours' cap at the highest stake of the policy.

    Example: 8000 to 1 is paid by the player who banks.
    """
    statement = case.jurisdiction.statements["fortune.cap"]
    if statement.standing != "silent":
        return
    stake = case.policy.maximum_stakes["fortune-bonus"]
    caps = {
        item.id: value
        for item in case.others
        if isinstance(value := item.statements["fortune.cap"].value, Money)
        and value.currency == case.jurisdiction.currency
    }
    if not caps:
        return
    found = []
    for odds in case.odds:
        if odds.wager == "fortune-bonus":
            for cap in caps.values():
                cut = (
                    sum(
                        (
                            max(item.net - cap.amount / stake, Fraction(0)) * item.deals
                            for item in odds.outcomes
                        ),
                        Fraction(0),
                    )
                    / odds.deals
                )
                found.append(cut)
    bank = "a player who banks" if case.player_banks else "the house"
    yield Draft(
        f"no cap on the bonus is named, which {bank} pays; "
        f"{join_words(f'{name} caps it at {cap}' for name, cap in caps.items())}",
        statement.path,
        "fortune.cap",
        (),
        dict.fromkeys(caps, "capped"),
        Price(
            (
                Effect(
                    min(found),
                    max(found),
                    "fortune-bonus",
                    f"stake {Money(stake, case.jurisdiction.currency)}, without envy",
                ),
            )
            if found
            else ()
        ),
        "say that there is none, or what it is",
    )


@rule("GAP023", severity=Severity.NOTE)
def paytable_left_to_choose(case: Case) -> Iterator[Draft]:
    """The document has several paytables and does not say which is in force.

    The price is the range of the house edge over the choice.

    Example: six paytables, and the one that is posted counts.
    """
    tables = case.jurisdiction.paytables
    choice = case.jurisdiction.statements["fortune.paytable_choice"]
    edges = {odds.paytable: odds.house_edge for odds in case.odds if odds.wager == "fortune-bonus"}
    if len(tables) < 2 or choice.value == "single" or not edges:
        return
    low, high = min(edges.values()), max(edges.values())
    first = edges.get(tables[0].id, low)
    yield Draft(
        f"which of {len(tables)} paytables is in force is left to be chosen "
        f"({format_value(choice.value)})",
        choice.path,
        "fortune.paytable_choice",
        choice.citations,
        {"paytables": ", ".join(item.id for item in tables)},
        Price(
            (
                Effect(
                    low - first,
                    high - first,
                    "fortune-bonus",
                    f"against paytable {tables[0].id}, without envy",
                ),
            )
        ),
        "name the paytable in the approval of each licensee",
    )


@rule("GAP024", severity=Severity.NOTE)
def printed_figure_without_basis(case: Case) -> Iterator[Draft]:
    """A house edge with envy is printed, and the seats it assumes stand nowhere.

    The figure can be recomputed only by guessing stake and seats until it comes out.

    Example: an edge with the greatest envy bonus, without saying how many others are at the table.
    """
    players = case.jurisdiction.statements["table.players"]
    if players.standing in {"stated", "conflicting"}:
        return
    figures = [
        (paytable, item)
        for paytable in case.jurisdiction.paytables
        for item in paytable.published
        if item.other_players
    ]
    if figures:
        others = sorted({item.other_players for _, item in figures})
        yield Draft(
            f"the edges with envy of {name_tables([item.id for item, _ in figures])} are printed "
            f"without stake and seats; they come out with "
            f"{join_words(str(number) for number in others)} other players",
            figures[0][1].path,
            "published-envy",
            tuple(dict.fromkeys(item.citation for _, item in figures)),
            {"other players": ", ".join(map(str, others))},
            Price(),
            "print the stake and the number of other players beside the figure",
        )
