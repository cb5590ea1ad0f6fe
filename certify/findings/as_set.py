"""A bonus on the hands as set, where the house way sets them: what it is worth, and what it never pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from certify.findings.case import Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.paytables import change_lines
from certify.findings.phrases import ask, cite, entitle, name_line
from certify.findings.pricing import list_supported, list_tables, price_change
from certify.findings.registry import rule
from certify.game.cards import JOKER, Card, format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import CATEGORIES
from certify.game.views import HandCondition, SetCondition
from certify.odds.house_way_readings import read_house_way
from certify.spec.catalogue.game import MatchJoker
from certify.spec.catalogue.wagers import HandConsidered
from certify.spec.given import NotJudged
from certify.spec.model import Statement
from certify.spec.rulebook import LineTerms

_SUITS = "shdc"
_MATCH = "royal-match"


def _asks_as_set(case: Case, statement: Statement) -> bool:
    """Whether a document has a house way, and words by which a bonus looks at the hands as set."""
    values = (statement.value, *list_supported(statement))
    return (
        statement.parameter.key == "wager.hand_considered"
        and HandConsidered.AS_SET in values
        and bool(case.jurisdiction.house_way)
    )


def price_as_set(case: Case, statement: Statement) -> Price | None:
    """The price of looking at the hands as set; None where it is not asked or cannot be counted.

    Classes of five cards are looked for in the high hand, a royal match in both hands, those of seven
    cards stay what they are. The player is taken to set by the house way, as everywhere in the odds.
    """
    if not _asks_as_set(case, statement) or statement.value == HandConsidered.AS_SET:
        return None
    wager = case.jurisdiction.wager(statement.wager or "")
    laid = list(_list_laid_matches(case))
    keep = any(is_laid for _, _, is_laid in laid)
    pairs = [
        pair
        for table in list_tables(wager, statement)
        if (pair := change_lines(case, wager, table, lambda lines: _look_at_set(lines, keep=keep)))
        is not None
    ]
    match = "by the seven cards" if keep else "never, for the house way lays none"
    basis = (
        "at most, for a player who sets by the house way; one who keeps a paying hand in his high hand loses "
        f"less; a royal match {match}; without envy"
    )
    return price_change(case, wager.id, pairs, basis) if pairs else None


def _look_at_set(lines: Sequence[LineTerms], *, keep: bool) -> list[LineTerms]:
    return [
        replace(line, player=HandCondition(high=SetCondition(line.player.hand)))
        if line.player.is_class and line.player.hand in CATEGORIES
        else line
        for line in lines
        if keep or line.player.hand != _MATCH
    ]


def _list_matches(case: Case) -> Iterator[tuple[tuple[Card, ...], frozenset[Card]]]:
    """Every royal match, each with the king and queen beside the royal flush."""
    joker = case.jurisdiction.statements["deck.royal_match_joker"].value == MatchJoker.COMPLETES
    for suit in _SUITS:
        royal = parse_cards(" ".join(f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10")))
        for other in _SUITS.replace(suit, ""):
            pair = parse_cards(f"K{other} Q{other}")
            yield (*royal, *pair), frozenset(pair)
            for card in royal if joker else ():
                held = (JOKER if item == card else item for item in royal)
                yield (*held, *pair), frozenset(pair)


def _list_laid_matches(case: Case) -> Iterator[tuple[str, str, bool]]:
    """How the house way lays each royal match: the cards, the low hand, and whether it is one as set."""
    rulebook = case.compile({})
    try:
        values, ranks = read_house_way(rulebook), rulebook.ranking.rank_rules()
    except NotJudged:
        return
    house_way = build_house_way(rulebook.house_way)
    for cards, pair in _list_matches(case):
        setting = set_hand(house_way, cards, values, ranks)
        yield format_cards(cards), format_cards(setting.low), frozenset(setting.low) == pair


@rule("HWY011", severity=Severity.WARNING)
def class_never_laid(case: Case) -> Iterator[Draft]:
    """A class is worded by the hands as set, and the house way never lays it.

    The bank then never holds it, and a player whose hand the dealer sets does not either; by the seven cards
    both do.

    Example: a royal match with king and queen low, and a house way that splits kings and queens as two pairs.
    """
    for wager in case.jurisdiction.wagers:
        statement = wager.statements["wager.hand_considered"]
        lines = [line for table in wager.paytables for line in table.lines if line.hand == _MATCH]
        if not lines or not _asks_as_set(case, statement):
            continue
        laid = list(_list_laid_matches(case))
        if not laid or any(is_laid for _, _, is_laid in laid):
            continue
        cards, low, _ = laid[0]
        worded = [item.citation for item in statement.alternatives if item.citation]
        worded = worded or list(statement.citations)
        bank = wager.statements.get("envy.bank_qualifies")
        envy = (
            f", though the text has envy turn on it ({cite(*bank.citations)})"
            if bank is not None and bank.citations
            else ""
        )
        way = case.jurisdiction.statements["setting.house_way"].citations
        yield Draft(
            f"The words for “{name_line(lines[0])}” ask for a king and queen laid low ({cite(*worded)}), and "
            f"the house way ({cite(*way)}) lays none of the {len(laid)} such hands so; {cards} has {low} "
            f"low. By the hands as set the bank can never hold one{envy}, nor can a player whose hand "
            "the dealer sets.",
            statement.path,
            f"{wager.id}:{_MATCH}",
            entitle(case.jurisdiction, statement),
            ask(case.jurisdiction, statement),
            None,
            (statement.key,),
            (wager.id,),
            (*worded, *way, *(bank.citations if bank is not None else ())),
            {"hands": str(len(laid)), "example": cards, "low": low},
            cure="Say that the seven cards count, or have the house way lay the hand.",
        )
