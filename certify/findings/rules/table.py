"""INT and GAP: rules about seats, banking, what is offered and who qualifies."""

from __future__ import annotations

from collections.abc import Iterator

from certify.base.errors import CertifyError
from certify.findings.case import SAYING, Case, list_options, list_sources
from certify.findings.finding import (
    Basis,
    Downgrade,
    Effect,
    Finding,
    NoEffect,
    Price,
    Severity,
    Source,
    explain_round,
    no_effect,
)
from certify.findings.lines import is_push, price_loss
from certify.findings.open_points import OTHER_TEXTS, list_roots, list_undescribed
from certify.findings.pricing import price_change, price_statement
from certify.findings.registry import rule
from certify.spec.catalogue import Moves
from certify.spec.choices import BankKind, CapExcludes, Copy, Cover, Foul, Surrender
from certify.spec.model import Citation, Jurisdiction, Standing, Statement, Wager
from certify.spec.values import Value
from certify.wagers.limits import STANDARD

PLAYERS, POSITIONS = "table.players", "table.positions"


@rule("INT003", Severity.WARNING, supersedes=("INT001", "GAP001", "GAP002", "GAP010"))
def seats_exceed_deck(case: Case) -> Iterator[Finding]:
    """The number of players or seats needs more cards than the deck has.

    A full table cannot be dealt, and a figure for a full table is wrong.

    Example: eight hands of seven cards from a deck of 53.
    """
    deck = case.jurisdiction.statements["deck.cards"]
    for key in (PLAYERS, POSITIONS):
        statement = case.jurisdiction.statements[key]
        stated = list_sources(statement)
        for value, citation in _list_seats(statement):
            shortage = find_shortage(case.jurisdiction, key, value)
            if not shortage:
                continue
            yield Finding(
                subject=f"{key}={value}",
                place=statement.path,
                variant="" if stated else "supported",
                slots={"value": value, **shortage},
                statements=(key,),
                wagers=(STANDARD,),
                citations=(citation, *deck.citations),
                sources=(*stated, Source(None, deck.citations)) if stated else (),
                used=statement.value if statement.value != value else None,
                because=statement.because,
                alternatives=list_options(case.jurisdiction, statement),
                price=no_effect(NoEffect.CANNOT_BE_DEALT),
                roots=frozenset({"seats"}),
            )


def _list_seats(statement: Statement) -> Iterator[tuple[int, Citation]]:
    """The numbers that the document states, each with its place; if it states none, those it supports."""
    for said in statement.said:
        if isinstance(said.value, int):
            yield said.value, said.citation
    for other in statement.alternatives if not statement.said else ():
        if isinstance(other.value, int) and other.because and other.citation:
            yield other.value, other.citation


def find_shortage(jurisdiction: Jurisdiction, key: str, seats: int) -> dict[str, int]:
    """The cards that so many players or positions need; nothing if the deck has enough or is not known."""
    statements = jurisdiction.statements
    house = statements["table.bank"].value == BankKind.HOUSE
    hands = seats + (1 if house and key == PLAYERS else 0)
    cards, dealt = statements["deck.cards"].value, statements["play.cards_dealt"].value
    if not isinstance(cards, int) or not isinstance(dealt, int) or hands * dealt <= cards:
        return {}
    return {
        "hands": hands,
        "dealt": dealt,
        "needed": hands * dealt,
        "cards": cards,
        "most": cards // dealt,
    }


@rule("INT004", Severity.WARNING, supersedes=("INT001", "INT003"))
def players_contradict_seats(case: Case) -> Iterator[Finding]:
    """The number of players contradicts the number of seated positions.

    The Envy Bonus and the cards needed depend on the number of players, so the document must state one.

    Example: at most seven players including the player/dealer, but eight seated positions.
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
    too_many = find_shortage(case.jurisdiction, PLAYERS, players.value)
    agreed = positions.value == players.value and not too_many
    for said in positions.said:
        if not isinstance(said.value, int) or said.value == players.value:
            continue
        shortage = find_shortage(case.jurisdiction, POSITIONS, said.value) or too_many
        yield Finding(
            subject=f"players={players.value},positions={said.value}",
            place=said.path,
            variant="settled" if agreed else "deck" if shortage else "",
            slots={
                "players": players.value,
                "positions": said.value,
                "place": said.citation,
                **shortage,
            },
            statements=(PLAYERS, POSITIONS),
            wagers=(STANDARD,),
            citations=(*players.citations, said.citation, *agreeing),
            sources=_merge_sources(players, positions),
            used=players.value if agreed else None,
            because=positions.because,
            price=no_effect(NoEffect.CANNOT_BE_DEALT if shortage else NoEffect.SEATS),
            roots=frozenset({"seats"}),
        )


def _merge_sources(*statements: Statement) -> tuple[Source, ...]:
    """The numbers that several statements state, each once with its places."""
    found: dict[Value | None, list[Citation]] = {}
    for source in (source for item in statements for source in list_sources(item)):
        found.setdefault(source.value, []).extend(source.citations)
    return tuple(Source(value, tuple(dict.fromkeys(places))) for value, places in found.items())


@rule("INT005", Severity.WARNING, supersedes=("GAP001", "GAP002"))
def surrender_not_described(case: Case) -> Iterator[Finding]:
    """The document bars some players from surrender but does not describe surrender.

    Either the description is missing, or the sentence has no meaning.

    Example: a player with a bonus wager may not surrender, but the document does not state who may and at
    what cost.
    """
    statement = case.jurisdiction.statements["play.surrender"]
    costs = case.jurisdiction.statements["play.surrender_costs"]
    if statement.value == Surrender.BARRED_WITH_BONUS and statement.said and costs.value is None:
        yield Finding(
            subject=statement.key,
            place=statement.path,
            statements=(statement.key, costs.key),
            wagers=(STANDARD,),
            citations=statement.citations,
            price=no_effect(NoEffect.SURRENDER_COST),
            roots=frozenset({"surrender", "topic surrender"}),
        )


_SET_BY_HOUSE_WAY = {
    "setting.foul_standard": Foul.RESET,
    "setting.wrong_card_count": Foul.RESET,
    "play.dealer_advice": "sets-by-house-way",
}
"""The values by which a player's hand is set by the house way."""


@rule("INT015", Severity.WARNING)
def house_way_binds_only_bank(case: Case) -> Iterator[Finding]:
    """The house way binds only the banker's hand, but another clause sets players' hands by it.

    A dealer cannot follow both clauses. One keeps a foul hand in the game, and the other leaves it foul.

    Example: the dealer's hand alone is set by the house way, and a foul hand is reset by the house way.
    """
    statements = case.jurisdiction.statements
    binds = statements["setting.house_way_binds"]
    if binds.value != "bank" or binds.standing not in SAYING:
        return
    for key, word in _SET_BY_HOUSE_WAY.items():
        item = statements[key]
        if item.value == word and item.standing in SAYING:
            yield Finding(
                subject=f"{binds.key}/{key}",
                place=binds.path,
                variant="advice" if key == "play.dealer_advice" else "",
                slots={"set": key},
                statements=(binds.key, key),
                wagers=(STANDARD,),
                citations=(*binds.supporting, *item.supporting),
                price=no_effect(explain_round("fouls")),
                roots=frozenset({"topic fouls"}),
            )


_WITH_WIN, _WITH_LOSS, _TWO = (
    f"comparison.copy_{name}" for name in ("and_win", "and_lose", "both")
)
_ALLOWED: dict[str, dict[str, tuple[Value, ...]]] = {
    Copy.BANK: {_WITH_WIN: ("push", "loses"), _WITH_LOSS: ("loses",), _TWO: ("loses",)},
    Copy.PLAYER: {_WITH_WIN: ("wins",), _WITH_LOSS: ("push", "wins"), _TWO: ("wins",)},
    Copy.NEITHER: {_WITH_WIN: ("wins", "push"), _WITH_LOSS: ("loses", "push"), _TWO: ("push",)},
}
"""The results that agree with the winner of a copy, who wins its hand or the wager; the usual one first."""


@rule("INT016", Severity.WARNING)
def copy_result_contradicts_winner(case: Case) -> Iterator[Finding]:
    """A result of a copy is better for one side than the clause on who wins a copy allows.

    The wager is settled by the result, and the clause on the winner then has no effect.

    Example: the player wins a copy, and a copy together with a winning hand is a push.
    """
    winner = case.jurisdiction.statements["comparison.copy"]
    if winner.standing not in SAYING:
        return
    for key, allowed in _ALLOWED.get(str(winner.value), {}).items():
        item = case.jurisdiction.statements[key]
        if item.value is not None and item.value not in allowed:
            yield Finding(
                subject=f"{winner.key}/{key}",
                place=item.path,
                slots={"result": key},
                statements=(key, winner.key),
                wagers=(STANDARD,),
                citations=(*winner.supporting, *item.supporting),
                price=price_statement(case, item, allowed[:1]),
                roots=frozenset({"topic copies"}),
            )


@rule("INT006", supersedes=("GAP003", "GAP004", "GAP010"))
def progressive_not_described(case: Case) -> Iterator[Finding]:
    """A maximum payout excludes progressive payouts, but the document describes no progressive.

    The reader cannot know whether a part of the document is missing.

    Example: progressive payouts are excluded from the maximum payout, and no wager has a progressive.
    """
    for wager in case.jurisdiction.wagers:
        excludes = wager.statements["wager.cap_excludes"]
        seed = wager.statements["wager.meter_seed"]
        if (
            excludes.value in {CapExcludes.BOTH, CapExcludes.PROGRESSIVE}
            and excludes.said
            and seed.value is None
        ):
            progressive = wager.statements["wager.progressive"]
            contribution = wager.statements["wager.meter_contribution"]
            yield Finding(
                subject=excludes.key,
                place=excludes.path,
                slots={"wager": wager.id},
                statements=(progressive.key, seed.key, contribution.key),
                citations=(*excludes.citations, *progressive.citations),
                roots=frozenset({"progressive payouts"}),
            )


@rule("INT007", Severity.WARNING, supersedes=("GAP001", "GAP002"))
def payouts_exceed_cover(case: Case) -> Iterator[Finding]:
    """A banking player covers wagers only up to an amount, but must pay a bonus wager without limit.

    If the amount is used up, nobody is responsible for the remaining payouts.

    Example: the player/dealer may cover a part of the wagers, but pays all winning bonus wagers and the
    Envy Bonus.
    """
    cover = case.jurisdiction.statements["table.bank_cover"]
    reach = case.jurisdiction.statements["table.bank_cover_reach"]
    rest = case.jurisdiction.statements["table.uncovered"]
    bank = case.jurisdiction.statements["table.bank"]
    if (
        cover.value != Cover.ITS_STAKE
        or not cover.said
        or bank.value in {None, BankKind.HOUSE}
        or reach.standing is not Standing.SILENT
    ):
        return
    envy = case.jurisdiction.names.envy
    bound = [
        (name, wager.statements[key])
        for wager in case.jurisdiction.wagers
        for key, name in (("wager.payer", wager.id), ("envy.payer", envy))
        if key in wager.statements
        and wager.statements[key].value == bank.value
        and wager.statements[key].said
    ]
    if bound:
        yield Finding(
            subject=cover.key,
            place=cover.path,
            slots={
                "payments": tuple(dict.fromkeys(name for name, _ in bound)),
                "uncovered": (Source(rest.value, (), statement=rest.key),),
            },
            statements=(reach.key, cover.key),
            wagers=tuple(wager.id for wager in case.jurisdiction.wagers),
            citations=(*cover.citations, *(place for _, item in bound for place in item.citations)),
            used=reach.value,
            because=reach.because,
            alternatives=list_options(case.jurisdiction, reach),
            price=no_effect(NoEffect.BANK_STAKE),
            roots=list_roots(cover),
        )


def leaves_seats_open(case: Case) -> bool:
    """Whether a document has an Envy Bonus and states neither the number of players nor of seats."""
    statements = case.jurisdiction.statements
    said = any(statements[key].standing in SAYING for key in (PLAYERS, POSITIONS))
    return not said and any(wager.has_envy for wager in case.jurisdiction.wagers)


@rule("GAP005", Severity.WARNING, supersedes=("GAP001", "GAP002"))
def players_not_stated(case: Case) -> Iterator[Finding]:
    """The number of players is not stated, although the Envy Bonus depends on it.

    Every other player can win an Envy Bonus for the player. The effect is the difference between a table
    without other players and a full table.

    Example: an Envy Bonus for the hand of every other player, and no maximum number of players.
    """
    if not leaves_seats_open(case):
        return
    players = case.jurisdiction.statements[PLAYERS]
    for wager in case.jurisdiction.wagers:
        effects = tuple(_compare_seats(case, wager)) if wager.has_envy else ()
        if effects:
            yield Finding(
                subject=f"{PLAYERS}:{wager.id}",
                place=players.path,
                variant="open" if players.value is None else "",
                slots={"wager": wager.id, "note": players.note, **_list_hands(case)},
                statements=(PLAYERS,),
                wagers=(wager.id,),
                citations=(*players.citations, *players.near),
                used=players.value,
                because=players.because,
                deferred_to=players.deferred_to,
                alternatives=list_options(case.jurisdiction, players),
                price=Price(effects),
                downgraded=Downgrade.EQUAL_SEATS,
                roots=frozenset({"seats"}),
            )


def _list_hands(case: Case) -> dict[str, int]:
    """The hands that the deck gives, and how many of them are players'."""
    statements = case.jurisdiction.statements
    cards, dealt = statements["deck.cards"].value, statements["play.cards_dealt"].value
    if not isinstance(cards, int) or not isinstance(dealt, int):
        return {}
    house = statements["table.bank"].value == BankKind.HOUSE
    hands = cards // dealt
    return {"cards": cards, "dealt": dealt, "hands": hands, "most": hands - (1 if house else 0)}


def _compare_seats(case: Case, wager: Wager) -> Iterator[Effect]:
    """The house edge of each paytable without other players and at a full table."""
    full = case.count_others(wager)
    for paytable in wager.paytables:
        stake = case.least_stake(wager, paytable)
        try:
            counted = case.count(wager.id, paytable.id, {}, stake)
        except CertifyError:
            continue
        yield Effect(
            wager=wager.id,
            paytable=paytable.id,
            before=case.edge(counted, 0),
            after=case.edge(counted, full),
            stake=stake,
            other_players=full,
            basis=(Basis.FULL_TABLE,),
        )


@rule("GAP006")
def printed_edge_without_conditions(case: Case) -> Iterator[Finding]:
    """A printed house edge with Envy Bonus does not state the number of players and the wager amount.

    The figure can be verified only by trying several numbers of players.

    Example: a house edge with the maximum Envy Bonus, without the number of other players.
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
            yield Finding(
                subject=f"{wager.id}:published-envy",
                place=figures[0][1].path,
                slots={
                    "wager": wager.id,
                    "tables": [table.id for table, _ in figures],
                    "others": sorted({item.other_players for _, item in figures}),
                },
                citations=tuple(item.citation for _, item in figures),
                roots=frozenset({"seats"}),
            )


@rule("GAP007", Severity.WARNING, supersedes=("GAP001", "GAP010"))
def push_not_in_procedure(case: Case) -> Iterator[Finding]:
    """A row of a paytable is a push, but the procedure only pays or collects wagers.

    The row states what is intended, so it is not an error; but no step of the procedure returns the wager.
    The effect is that of collecting it.

    Example: three pair is a push on one paytable, and the dealer either pays or collects a bonus wager.
    """
    for wager in case.jurisdiction.wagers:
        statement = wager.statements["wager.push_line"]
        pushing = [
            (table, line) for table in wager.paytables for line in table.lines if is_push(line)
        ]
        if statement.standing is not Standing.SILENT or not pushing:
            continue
        taken = wager.statements["wager.not_qualifying"]
        confirmed = any(
            figure.agrees
            for table, _ in pushing
            if (odds := case.find_odds(wager.id, table.id)) is not None
            for figure in odds.published
        )
        yield Finding(
            subject=statement.key,
            place=pushing[0][1].path,
            variant="open" if statement.value is None else "confirmed" if confirmed else "",
            slots={
                "wager": wager.id,
                "rows": list({line.hand or line.id: line for _, line in pushing}.values()),
                "tables": [table.id for table, _ in pushing],
                "result": Source(statement.value, (), statement=statement.key),
                "step": taken.citations,
            },
            statements=(statement.key,),
            wagers=(wager.id,),
            citations=(*(line.citation for _, line in pushing), *taken.citations),
            used=statement.value,
            because=statement.because,
            alternatives=list_options(case.jurisdiction, statement),
            price=price_loss(case, wager, pushing, Basis.STAKE_TAKEN),
            downgraded=Downgrade.ROW_STATES,
            roots=frozenset({f"push {wager.id}"}),
        )


@rule("GAP008")
def paytable_not_determined(case: Case) -> Iterator[Finding]:
    """The document has several paytables for a wager and leaves the choice to others.

    The house edge depends on the choice. The effect is the difference from the first paytable.

    Example: six paytables, and the one that the casino posts applies.
    """
    for wager in case.jurisdiction.wagers:
        choice = wager.statements["wager.paytable_choice"]
        edges = {
            table.id: odds.house_edge
            for table in wager.paytables
            if (odds := case.find_odds(wager.id, table.id)) is not None
        }
        if len(wager.paytables) < 2 or choice.value == "single" or len(edges) < 2:
            continue
        low, high = min(edges, key=edges.__getitem__), max(edges, key=edges.__getitem__)
        (_, first), *others = edges.items()
        yield Finding(
            subject=choice.key,
            place=choice.path,
            slots={
                "wager": wager.id,
                "count": len(wager.paytables),
                "lowest": low,
                "low": edges[low],
                "highest": high,
                "high": edges[high],
            },
            statements=(choice.key,),
            wagers=(wager.id,),
            citations=choice.citations,
            sources=list_sources(choice),
            price=price_change(
                wager,
                [(table, first, edge) for table, edge in others],
                Basis.AGAINST_FIRST,
            ),
            downgraded=Downgrade.CHOICE,
        )


@rule(
    "INT014",
    Severity.ERROR,
    supersedes=("GAP001", "GAP002", "GAP003", "GAP004", "GAP010"),
)
def wager_not_described(case: Case) -> Iterator[Finding]:
    """A wager has a paytable, but the rules of play do not describe it.

    When it is placed, the permitted amounts and who pays are not stated, so the wager cannot be certified.

    Example: a column for a side wager next to the main pay scale, and no rule about it.
    """
    undescribed = list_undescribed(case)
    asked = {
        key
        for entry in case.jurisdiction.list_entries("terms")
        if entry.data.get("question")
        for key in entry.data.get("statements", ())
    }
    for wager in case.jurisdiction.wagers:
        if not wager.paytables or wager.id not in undescribed:
            continue
        described = wager.statements["wager.rules_of_play"]
        unsaid = [
            item
            for item in wager.statements.values()
            if item.standing is Standing.SILENT and not item.alternatives
        ]
        named = [item for item in unsaid if item.key not in asked]
        points = [item for item in named if item.parameter.bears is Moves.ODDS]
        used = tuple(Source(item.value, (), statement=item.key) for item in points if item.value)
        keys = dict.fromkeys([described.key, *(item.key for item in unsaid)])
        yield Finding(
            subject=described.key,
            place=described.path,
            variant="" if points else "alone",
            slots={
                "wager": wager.id,
                "count": len(named),
                "unstated": [item.key for item in named],
                "used": used,
            },
            statements=tuple(keys),
            wagers=(wager.id,),
            citations=tuple(table.citation for table in wager.paytables),
            blocks=True,
        )


@rule("GAP014", Severity.WARNING)
def banking_player_and_envy(case: Case) -> Iterator[Finding]:
    """The dealer's hand is excluded from the Envy Bonus, but the document does not state who banks.

    If a player may bank, their hand is both the dealer's hand and another player's hand.

    Example: banking is left to another document, and the Envy Bonus is paid for another player's hand.
    """
    bank = case.jurisdiction.statements["table.bank"]
    if bank.standing in SAYING:
        return
    for wager in case.jurisdiction.wagers:
        excluded = wager.statements.get("envy.bank_hand")
        if excluded is None or excluded.standing not in SAYING:
            continue
        whose = wager.statements["envy.whose_hand"]
        yield Finding(
            subject=excluded.key,
            place=excluded.path,
            variant="deferred" if bank.deferred_to else "",
            slots={
                "banks": Source(bank.value, (), statement=bank.key),
                "text": bank.deferred_to,
                "place": excluded.citations,
            },
            statements=(excluded.key,),
            wagers=(wager.id,),
            citations=(*whose.citations, *excluded.citations, *bank.citations),
            price=no_effect(NoEffect.WHO_BANKS),
            roots=frozenset({OTHER_TEXTS} if bank.deferred_to else ()),
        )
