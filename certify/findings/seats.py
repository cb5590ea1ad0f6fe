"""INT and GAP: seats, cover and rights that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.findings.case import SAYING, Case
from certify.findings.finding import Draft, Effect, Price, Severity, tell_round_only
from certify.findings.grading import SEATS
from certify.findings.phrases import (
    answer,
    ask,
    cite,
    entitle,
    join_words,
    name_tables,
    name_topic,
    trim,
)
from certify.findings.pricing import tell_basis
from certify.findings.registry import rule
from certify.findings.standing import list_roots
from certify.spec.catalogue.game import Bank, Cover
from certify.spec.catalogue.play import Surrender
from certify.spec.catalogue.wagers import CapExcludes
from certify.spec.model import Citation, Standing, Statement
from certify.wagers.limits import STANDARD

PLAYERS, POSITIONS = "table.players", "table.positions"
COVER_REACH = "table.bank_cover_reach"
_CANNOT = "such a table cannot be dealt"


@rule("INT003", severity=Severity.WARNING)
def seats_against_the_deck(case: Case) -> Iterator[Draft]:
    """The seats that a document names need more cards than its deck has.

    A full table could not be dealt, and any figure that assumes it is wrong. A number that the document
    contradicts itself is told there.

    Example: eight hands of seven cards out of a deck of 53.
    """
    statements = case.jurisdiction.statements
    cards, dealt = statements["deck.cards"].value, statements["play.cards_dealt"].value
    if not isinstance(cards, int) or not isinstance(dealt, int):
        return
    house = statements["table.bank"].value == Bank.HOUSE
    for key in (PLAYERS, POSITIONS):
        statement = statements[key]
        for value, place, why in _list_seats(statement):
            hands = value + (1 if house and key == PLAYERS else 0)
            told = key == POSITIONS and not why and _contradicts_players(case, value)
            if hands * dealt > cards and not told:
                yield Draft(
                    f"The text {'can be read to have' if why else 'has'} {value} "
                    f"{'places' if key == POSITIONS else 'players'} ({place})"
                    f"{f', since {trim(why)}' if why else ''}; {hands} hands of {dealt} cards would need "
                    f"{hands * dealt} cards, and the deck has {cards}.",
                    statement.path,
                    f"{key}={value}",
                    entitle(case.jurisdiction, statement),
                    f"How are {hands} hands of {dealt} cards dealt from {cards} cards?",
                    None,
                    (key,),
                    (STANDARD,),
                    (place, *statements["deck.cards"].citations),
                    {"hands": str(hands), "cards needed": str(hands * dealt), "deck": str(cards)},
                    price=Price((), _CANNOT),
                    cure=f"Name at most {cards // dealt} hands, the bank's included.",
                    roots=frozenset({"seats"}),
                )


def _list_seats(statement: Statement) -> Iterator[tuple[int, Citation, str]]:
    """The numbers of seats that the text says or supports, each with its place and the reason."""
    for said in statement.said:
        if isinstance(said.value, int):
            yield said.value, said.citation, ""
    for other in statement.alternatives if not statement.said else ():
        if isinstance(other.value, int) and other.because and other.citation:
            yield other.value, other.citation, other.because


def _contradicts_players(case: Case, positions: int) -> bool:
    """Whether a document says another number of players than this number of positions."""
    players = case.jurisdiction.statements[PLAYERS]
    said = isinstance(players.value, int) and players.standing in SAYING
    return said and players.value != positions


def _tell_cards(case: Case, hands: int) -> str:
    """That the deck has too few cards for so many hands, where it has."""
    statements = case.jurisdiction.statements
    cards, dealt = statements["deck.cards"].value, statements["play.cards_dealt"].value
    if not isinstance(cards, int) or not isinstance(dealt, int) or hands * dealt <= cards:
        return ""
    return f"; {hands} hands of {dealt} cards would need {hands * dealt} cards, and the deck has {cards}"


@rule("INT004", severity=Severity.WARNING)
def players_against_positions(case: Case) -> Iterator[Draft]:
    """The players that a document admits do not fill the positions it names, or do not fit them.

    Envy grows with every seat, so the seats must be one number.

    Example: at most seven players, the bank among them, at eight seated positions.
    """
    players = case.jurisdiction.statements[PLAYERS]
    positions = case.jurisdiction.statements[POSITIONS]
    if not isinstance(players.value, int) or players.standing not in SAYING:
        return
    agreeing = [
        said.citation
        for said in positions.said
        if said.value == players.value and said.citation not in players.citations
    ]
    elsewhere = f"; elsewhere it has {players.value} ({cite(*agreeing)})" if agreeing else ""
    bank = case.jurisdiction.statements["table.bank"].value
    among = "" if bank in {None, Bank.HOUSE} else ", the bank among them"
    for said in positions.said:
        if isinstance(said.value, int) and said.value != players.value:
            yield Draft(
                f"The text admits {players.value} players{among} ({cite(*players.citations)}), and totals "
                f"{said.value} seated positions ({said.citation}){elsewhere}{_tell_cards(case, said.value)}.",
                said.path,
                f"players={players.value},positions={said.value}",
                entitle(case.jurisdiction, players),
                f"Are there {players.value} seats or {said.value}?",
                None,
                (PLAYERS, POSITIONS),
                (STANDARD,),
                (*players.citations, said.citation, *agreeing),
                {"players": str(players.value), "positions": str(said.value)},
                price=Price(
                    (), _CANNOT if _tell_cards(case, said.value) else tell_round_only("table")
                ),
                cure=f"Write {players.value} in both places, or say which of the two holds.",
                roots=frozenset({"seats"}),
            )


@rule("INT005", severity=Severity.WARNING)
def right_taken_from_nobody(case: Case) -> Iterator[Draft]:
    """The document takes a right from some players that it gives to nobody.

    Either the right exists in a text that is not here, or the sentence means nothing.

    Example: a player with a bonus wager may not surrender, and nobody is said to be able to.
    """
    statement = case.jurisdiction.statements["play.surrender"]
    costs = case.jurisdiction.statements["play.surrender_costs"]
    if statement.value == Surrender.BARRED_WITH_BONUS and statement.said and costs.value is None:
        yield Draft(
            f"A player with a bonus wager may not give up his hand ({cite(*statement.citations)}), but "
            "the text never says who else may, when, and at what price.",
            statement.path,
            statement.key,
            entitle(case.jurisdiction, statement),
            "Who may give up a hand, when, and at what price?",
            None,
            (statement.key, costs.key),
            ("standard",),
            statement.citations,
            {"said": answer(statement, statement.value)},
            Price((), "what giving up a hand costs is not said"),
            "Describe the surrender, or take the sentence out.",
            frozenset({"surrender", "topic surrender"}),
        )


@rule("INT006", severity=Severity.NOTE)
def exemption_of_nothing(case: Case) -> Iterator[Draft]:
    """A cap leaves out payments that the document never makes.

    A reader looks for the wager in vain and cannot tell whether a part of the document is missing.

    Example: progressive payouts do not count towards the cap, and there is no progressive wager.
    """
    for wager in case.jurisdiction.wagers:
        excludes = wager.statements["wager.cap_excludes"]
        seed = wager.statements["wager.meter_seed"]
        leaves = excludes.value
        if (
            leaves in {CapExcludes.BOTH, CapExcludes.PROGRESSIVE}
            and excludes.said
            and seed.value is None
        ):
            progressive = wager.statements["wager.progressive"]
            yield Draft(
                f"The cap leaves out progressive payouts ({cite(*excludes.citations)}), and the text "
                "describes no progressive.",
                excludes.path,
                excludes.key,
                name_topic(progressive.parameter.topic),
                "Is there a progressive jackpot, and what are its rules?",
                None,
                (progressive.key, seed.key, wager.statements["wager.meter_contribution"].key),
                (),
                (*excludes.citations, *progressive.citations),
                {"left out": "progressive payouts"},
                cure="Describe the progressive, or leave it out of the cap's exceptions.",
                roots=frozenset({"progressive payouts"}),
            )


@rule("INT007", severity=Severity.WARNING)
def bank_pays_beyond_its_cover(case: Case) -> Iterator[Draft]:
    """A player banks and covers only as far as his stake goes, and must pay bonus or envy all the same.

    With nothing said on which payments the stake backs, the last ones have nobody to pay them.

    Example: the bank may cover some of the action, yet pays all winning bonus wagers and any envy.
    """
    cover = case.jurisdiction.statements["table.bank_cover"]
    reach = case.jurisdiction.statements["table.bank_cover_reach"]
    bank = case.jurisdiction.statements["table.bank"]
    if (
        cover.value != Cover.ITS_STAKE
        or bank.value in {None, Bank.HOUSE}
        or reach.standing is not Standing.SILENT
    ):
        return
    bound = [
        (name, wager.statements[key])
        for wager in case.jurisdiction.wagers
        for key, name in (("wager.payer", f"the {wager.name}"), ("envy.payer", "envy"))
        if key in wager.statements
        and wager.statements[key].value == bank.value
        and wager.statements[key].said
    ]
    if bound:
        yield Draft(
            f"The bank covers wagers only as far as its own stake goes ({cite(*cover.citations)}), and is "
            f"to pay {join_words(name for name, _ in bound)} without that limit "
            f"({cite(*(place for _, item in bound for place in item.citations))})."
            + (f" We take: {answer(reach, reach.value)} come out of it." if reach.value else ""),
            cover.path,
            cover.key,
            entitle(case.jurisdiction, cover),
            ask(case.jurisdiction, reach),
            None,
            (cover.key, reach.key),
            tuple(wager.id for wager in case.jurisdiction.wagers),
            (*cover.citations, *(place for _, item in bound for place in item.citations)),
            {"cover": answer(cover, cover.value)},
            Price((), "it depends on what the bank stakes"),
            "Say which payments come out of the bank's stake, and in which order.",
            list_roots(cover),
        )


def leaves_seats_open(case: Case) -> bool:
    """Whether a document pays envy and does not say how many may sit at the table."""
    statements = case.jurisdiction.statements
    said = any(statements[key].standing in SAYING for key in (PLAYERS, POSITIONS))
    return not said and any(wager.has_envy for wager in case.jurisdiction.wagers)


@rule("GAP005", severity=Severity.WARNING)
def seats_not_given(case: Case) -> Iterator[Draft]:
    """The number of seats is not said, though envy grows with every seat.

    The price is the whole range from no other player to a full table.

    Example: envy for every other player's hand, and no word on how many there may be.
    """
    players = case.jurisdiction.statements[PLAYERS]
    if not leaves_seats_open(case):
        return
    for wager in case.jurisdiction.wagers:
        if not wager.has_envy:
            continue
        full = case.count_others(wager)
        pairs, stakes = [], []
        for paytable in wager.paytables:
            stake = case.least_stake(wager, paytable)
            try:
                counted = case.count(wager.id, paytable.id, {}, stake)
            except CertifyError:
                continue
            pairs.append((case.edge(counted, 0)[0], case.edge(counted, full)[0], paytable))
            stakes.append(stake)
        if pairs:
            alone, together, widest = min(pairs, key=lambda pair: pair[1] - pair[0])
            named = f"{name_tables([widest.id])}, " if len(pairs) > 1 else ""
            effect = Effect(
                wager.id,
                together - alone,
                Fraction(0),
                tell_basis(stakes, [0, full], case.policy.least_stake(wager.id)),
                wager.name,
                alone,
                together,
                f"{named}with none and with {full} others",
                tuple(table.id for few, many, table in pairs if few != many),
            )
            yield Draft(
                f"{ask(case.jurisdiction, players)} {_tell_unsaid(players)}, and each further player adds "
                f"to the envy of the {wager.name}.",
                players.path,
                f"{PLAYERS}:{wager.id}",
                entitle(case.jurisdiction, players),
                ask(case.jurisdiction, players),
                None,
                (PLAYERS,),
                (wager.id,),
                players.citations,
                {"full table": str(full)},
                Price((effect,)),
                "Say how many players may sit at the table.",
                frozenset({"seats"}),
                spared=SEATS,
            )


def _tell_unsaid(statement: Statement) -> str:
    if statement.deferred_to:
        return (
            f"The text leaves it to {statement.deferred_to} ({cite(*statement.citations)}), which is not "
            "supplied"
        )
    return "The text does not say"


@rule("GAP006", severity=Severity.NOTE)
def printed_figure_without_basis(case: Case) -> Iterator[Draft]:
    """A house edge with envy is printed, and the seats it assumes stand nowhere.

    The figure can be recomputed only by guessing stake and seats until it comes out.

    Example: an edge with the greatest envy bonus, without saying how many others are at the table.
    """
    if case.jurisdiction.statements[PLAYERS].standing in SAYING:
        return
    for wager in case.jurisdiction.wagers:
        figures = [
            (paytable, item)
            for paytable in wager.paytables
            for item in paytable.published
            if item.other_players
        ]
        if figures:
            others = sorted({item.other_players for _, item in figures})
            yield Draft(
                f"The house edges with envy of {name_tables([item.id for item, _ in figures])} are "
                "printed without the stake and the number of players they assume; they come out with "
                f"{join_words(str(number) for number in others)} other players at the least stake.",
                figures[0][1].path,
                f"{wager.id}:published-envy",
                "Printed figures without their basis",
                "Which stake and how many players do the printed edges with envy assume?",
                citations=tuple(item.citation for _, item in figures),
                evidence={"other players": ", ".join(map(str, others))},
                cure="Print the stake and the number of other players beside the figure.",
                roots=frozenset({"seats"}),
            )
