"""INT: a document that says two things."""

from __future__ import annotations

from collections.abc import Iterator

from certify.findings.case import Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.phrases import (
    describe_parameter,
    join_words,
    list_values,
    overlap,
    read_lines,
)
from certify.findings.pricing import price_statement
from certify.findings.registry import rule
from certify.spec.model import Said, Statement, format_value

_TITLE_WORDS: dict[str, tuple[str, str]] = {"face up": ("play.bank_exposed", "before")}
"""Words of a title that promise a way of play, and the parameter and value they promise."""


def _cites_title(case: Case, said: Said) -> bool:
    title = case.jurisdiction.statements["identity.title"]
    return any(overlap(said.citation, citation) for citation in title.citations)


def _cites_definition(case: Case, said: Said) -> bool:
    return any(
        overlap(said.citation, read_lines(entry.data["defined"]))
        for entry in case.jurisdiction.list_entries("terms")
        if "defined" in entry.data
    )


def _find_kind(case: Case, statement: Statement) -> str:
    """Whether a conflict is one with the title, with a definition, or between rules."""
    for kind, cites in (("title", _cites_title), ("definition", _cites_definition)):
        values = {cites(case, said): said.value for said in statement.said}
        apart = {said.value for said in statement.said if not cites(case, said)}
        if len(values) == 2 and any(
            cites(case, said) and apart - {said.value} for said in statement.said
        ):
            return kind
    return "rule"


def _draft_conflict(case: Case, statement: Statement, what: str) -> Draft:
    price = price_statement(case, statement)
    values = list(dict.fromkeys(said.value for said in statement.said))
    costs = price.size > 0 or bool(price.unpriced)
    where = f" (paytable {statement.paytable})" if statement.paytable else ""
    return Draft(
        f"{what}: {describe_parameter(statement.parameter)}{where}: "
        f"{join_words(format_value(value) for value in values)}; "
        f"adopted {format_value(statement.value)}, because {statement.because}",
        statement.path,
        statement.parameter.key + (f"@{statement.paytable}" if statement.paytable else ""),
        statement.citations,
        list_values(statement),
        price,
        f"make the document say one thing: {format_value(statement.value)}, or another",
        Severity.ERROR if costs else Severity.WARNING,
    )


@rule("INT001", severity=Severity.ERROR)
def rules_that_disagree(case: Case) -> Iterator[Draft]:
    """Two rules of one document give a parameter two values.

    Whoever settles the round chooses, and the one who loses by it disputes. It is an error where
    the choice moves the odds of a wager, and a warning where it does not.

    Example: one clause ties the envy payment to the stake, another to the button beside it.
    """
    for statement in case.statements("conflicting"):
        if _find_kind(case, statement) == "rule":
            yield _draft_conflict(case, statement, "two rules disagree")


@rule("INT002", severity=Severity.ERROR)
def title_against_procedure(case: Case) -> Iterator[Draft]:
    """The title promises a way of play that the procedure does not keep.

    Players and examiners read the title first; a game is then approved for what it is not.

    Example: a game called face up whose bank shows its cards only after the players have set.
    """
    for statement in case.statements("conflicting"):
        if _find_kind(case, statement) == "title":
            yield _draft_conflict(case, statement, "the title and the procedure disagree")
    title = case.jurisdiction.statements["identity.title"]
    for words, (key, value) in _TITLE_WORDS.items():
        promised = case.jurisdiction.statements[key]
        if (
            words in format_value(title.value).casefold()
            and promised.standing == "stated"
            and promised.value != value
        ):
            yield Draft(
                f"the title says {words}, and {describe_parameter(promised.parameter)} is "
                f"{format_value(promised.value)}",
                promised.path,
                key,
                (*title.citations, *promised.citations),
                {"title": format_value(title.value), "procedure": format_value(promised.value)},
                price_statement(case, promised, (value,)),
                "change the title or the procedure",
            )


@rule("INT003", severity=Severity.ERROR)
def definition_against_rule(case: Case) -> Iterator[Draft]:
    """A definition gives another value than the rules that use the term.

    A glossary is read as law by some and as a help by others, so both values will be claimed.

    Example: the rules pay envy from one stake on, the glossary's entry on envy from another.
    """
    for statement in case.statements("conflicting"):
        if _find_kind(case, statement) == "definition":
            yield _draft_conflict(case, statement, "a definition and the rules disagree")


@rule("INT004", severity=Severity.ERROR)
def seats_against_the_deck(case: Case) -> Iterator[Draft]:
    """The seats that a document names need more cards than its deck has.

    A full table could not be dealt, and any figure that assumes it is wrong.

    Example: eight hands of seven cards out of a deck of 53.
    """
    cards, dealt = case.value("deck.cards"), case.value("play.cards_dealt")
    if not isinstance(cards, int) or not isinstance(dealt, int):
        return
    for key in ("table.players", "table.positions"):
        statement = case.jurisdiction.statements[key]
        banks_beside = key == "table.players" and not case.player_banks
        for value in (statement.value, *statement.alternatives):
            if statement.value is None or not isinstance(value, int):
                continue
            hands = value + banks_beside
            if hands * dealt > cards:
                said = "says" if statement.said else "does not rule out"
                yield Draft(
                    f"the document {said} {hands} hands of {dealt} cards, which need "
                    f"{hands * dealt} cards of a deck of {cards}",
                    statement.path,
                    f"{key}={value}",
                    statement.citations,
                    {"hands": str(hands), "cards needed": str(hands * dealt), "deck": str(cards)},
                    Price(),
                    f"name at most {cards // dealt} hands, the bank's included",
                    None if statement.said else Severity.WARNING,
                )


@rule("INT005", severity=Severity.WARNING)
def players_against_positions(case: Case) -> Iterator[Draft]:
    """The players a document admits do not fill the positions it names, or do not fit them.

    Envy grows with every seat, so the seats must be one number.

    Example: at most seven players, the bank among them, at eight seated positions.
    """
    players = case.jurisdiction.statements["table.players"]
    positions = case.jurisdiction.statements["table.positions"]
    if not isinstance(players.value, int) or players.standing not in {"stated", "conflicting"}:
        return
    for said in positions.said:
        if isinstance(said.value, int) and said.value != players.value:
            yield Draft(
                f"{players.value} players at {said.value} positions",
                said.path,
                f"table.players={players.value},{said.value}",
                (*players.citations, said.citation),
                {"players": str(players.value), "positions": str(said.value)},
                Price(),
                "name one number of seats, and say whether the bank's is among them",
            )


@rule("INT010", severity=Severity.WARNING)
def right_taken_from_nobody(case: Case) -> Iterator[Draft]:
    """The document takes a right from some players that it gives to nobody.

    Either the right exists in a text that is not here, or the sentence means nothing.

    Example: a player with a bonus wager may not surrender, and nobody is said to be able to.
    """
    statement = case.jurisdiction.statements["play.surrender"]
    if statement.value == "barred-with-bonus-wager" and statement.said:
        yield Draft(
            "surrender is barred with a bonus wager, and offered to nobody: who may surrender, "
            "when and at what price is not said",
            statement.path,
            "play.surrender",
            statement.citations,
            {"said": "barred-with-bonus-wager"},
            Price((), "touches the standard wager; what a surrender costs is not said"),
            "describe the surrender, or leave the sentence out",
        )


@rule("INT011", severity=Severity.WARNING)
def exemption_of_nothing(case: Case) -> Iterator[Draft]:
    """A cap leaves out payments that the document never makes.

    A reader looks for the wager in vain and cannot tell whether a part of the document is missing.

    Example: progressive payouts do not count towards the cap, and there is no progressive wager.
    """
    excludes = case.jurisdiction.statements["fortune.cap_excludes"]
    if excludes.value != "envy-and-progressive" or not excludes.said:
        return
    progressive = case.jurisdiction.statements["fortune.progressive"]
    described = any(
        entry.data["supplied"] and "progressive" in entry.data["to"].casefold()
        for entry in case.jurisdiction.list_entries("references")
    )
    if not described:
        yield Draft(
            "the cap leaves out progressive payouts, and no progressive wager is described",
            excludes.path,
            "fortune.progressive",
            (*excludes.citations, *progressive.citations),
            {"left out": "progressive"},
            Price(),
            "describe the progressive wager, or leave it out of the cap's exceptions",
        )


@rule("INT013", severity=Severity.WARNING)
def bank_pays_beyond_its_cover(case: Case) -> Iterator[Draft]:
    """A player banks and pays only as far as a stake goes, and must pay envy or bonus all the same.

    With nothing said on which payments the stake backs, the last ones have nobody to pay them.

    Example: the bank may cover some of the action, yet pays all winning bonus wagers and any envy.
    """
    cover = case.jurisdiction.statements["table.bank_cover"]
    reach = case.jurisdiction.statements["table.bank_cover_reach"]
    if cover.value != "as-far-as-its-stake" or not case.player_banks or reach.standing != "silent":
        return
    payers = [case.jurisdiction.statements[key] for key in ("fortune.payer", "envy.payer")]
    bound = [item for item in payers if item.value == case.value("table.bank") and item.said]
    if bound:
        names = {"fortune": "the bonus", "envy": "envy"}
        yield Draft(
            "the bank covers wagers only as far as its stake goes, and pays "
            f"{join_words(names[item.parameter.section] for item in bound)} without that limit",
            cover.path,
            "table.bank_cover",
            (*cover.citations, *(citation for item in bound for citation in item.citations)),
            {
                "cover": format_value(cover.value),
                **{item.parameter.key: format_value(item.value) for item in bound},
            },
            Price((), "depends on what the bank stakes"),
            "say which payments come out of the bank's stake, in which order",
        )
