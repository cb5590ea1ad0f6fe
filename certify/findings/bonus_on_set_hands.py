"""A bonus that looks at the hands as set by the house way: its effect, and royal matches as set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from certify.findings.case import Case
from certify.findings.finding import Basis, Price
from certify.findings.lines import change_lines
from certify.findings.pricing import list_supported, list_tables, price_change
from certify.game.cards import JOKER, Card, format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import CATEGORIES
from certify.game.views import HandCondition, SetCondition
from certify.odds.house_way_readings import read_house_way
from certify.spec.choices import HandConsidered, MatchJoker
from certify.spec.model import Statement
from certify.spec.resolved import NotJudged
from certify.spec.rulebook import LineTerms

ROYAL_MATCH = "royal-match"
_SUITS = "shdc"


@dataclass(frozen=True, slots=True)
class SetMatch:
    """A royal match of seven cards as the house way sets it."""

    cards: str
    low: str
    is_kept: bool
    """Whether the king and queen next to the royal flush are the low hand."""


def may_look_at_set_hands(case: Case, statement: Statement) -> bool:
    """Whether a document has a house way, and words by which a bonus looks at the hands as set."""
    values = (statement.value, *list_supported(statement))
    return (
        statement.parameter.key == "wager.hand_considered"
        and HandConsidered.AS_SET in values
        and bool(case.jurisdiction.house_way)
    )


def price_as_set(case: Case, statement: Statement) -> Price | None:
    """The effect of looking at the hands as set; None where no words say so or it cannot be counted.

    Classes of five cards are looked for in the high hand, a royal match in both hands, and those of seven
    cards stay as they are. The player sets by the house way, as everywhere in the odds.
    """
    if not may_look_at_set_hands(case, statement) or statement.value == HandConsidered.AS_SET:
        return None
    wager = case.jurisdiction.wager(statement.wager or "")
    keep = any(item.is_kept for item in list_set_matches(case))
    pairs = [
        (table.id, *pair)
        for table in list_tables(wager, statement)
        if (pair := change_lines(case, wager, table, lambda lines: _look_at_set(lines, keep=keep)))
    ]
    basis = Basis.AS_SET_MATCH if keep else Basis.AS_SET
    return price_change(wager, pairs, basis, Basis.HOUSE_WAY) if pairs else None


def _look_at_set(lines: Sequence[LineTerms], *, keep: bool) -> list[LineTerms]:
    return [
        replace(line, player=HandCondition(high=SetCondition(line.player.hand)))
        if line.player.is_class and line.player.hand in CATEGORIES
        else line
        for line in lines
        if keep or line.player.hand != ROYAL_MATCH
    ]


def _list_matches(case: Case) -> Iterator[tuple[tuple[Card, ...], frozenset[Card]]]:
    """Every royal match, each with the king and queen next to the royal flush."""
    joker = case.jurisdiction.statements["deck.royal_match_joker"].value == MatchJoker.COMPLETES
    for suit in _SUITS:
        royal = parse_cards(" ".join(f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10")))
        for other in _SUITS.replace(suit, ""):
            pair = parse_cards(f"K{other} Q{other}")
            yield (*royal, *pair), frozenset(pair)
            for card in royal if joker else ():
                held = (JOKER if item == card else item for item in royal)
                yield (*held, *pair), frozenset(pair)


def list_set_matches(case: Case) -> list[SetMatch]:
    """How the house way sets each royal match; nothing where the house way cannot be applied."""
    rulebook = case.compile({})
    try:
        values, ranks = read_house_way(rulebook), rulebook.ranking.rank_rules()
    except NotJudged:
        return []
    house_way = build_house_way(rulebook.house_way)
    found = []
    for cards, pair in _list_matches(case):
        low = set_hand(house_way, cards, values, ranks).low
        found.append(SetMatch(format_cards(cards), format_cards(low), frozenset(low) == pair))
    return found
