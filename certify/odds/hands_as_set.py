"""A bonus that is paid by the hands as set by the house way, and royal matches as it sets them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from certify.game.cards import JOKER, Card, format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import CATEGORIES
from certify.game.views import HandCondition, SetCondition
from certify.odds.house_way_readings import read_house_way
from certify.spec.choices import HandConsidered, MatchJoker
from certify.spec.resolved import NotJudged
from certify.spec.rulebook import Rulebook, WagerTerms

HOUSE_WAY_ONLY = "at most, with every hand set by the house way"
"""What the figure of a bonus on the hands as set assumes: a player who keeps a paying hand loses less."""
ROYAL_MATCH = "royal-match"
_SUITS = "shdc"


@dataclass(frozen=True, slots=True)
class SetMatch:
    """A royal match of seven cards as the house way sets it."""

    cards: str
    low: str
    is_kept: bool
    """Whether the king and queen next to the royal flush are the low hand."""


def is_paid_as_set(rulebook: Rulebook, terms: WagerTerms) -> bool:
    """Whether a wager is paid by the hands as set, in a document with a house way."""
    return terms.hand_considered.said is HandConsidered.AS_SET and bool(rulebook.house_way)


def look_at_set_hands(rulebook: Rulebook, terms: WagerTerms) -> WagerTerms:
    """The terms with lines that look at the hands as set, for a player who keeps to the house way.

    Classes of five cards are looked for in the high hand, a royal match in both hands, and those of seven
    cards stay as they are. The Envy Bonus is left out.
    """
    keep = any(item.is_kept for item in list_set_matches(rulebook))
    lines = tuple(
        replace(line, player=HandCondition(high=SetCondition(line.player.hand)), envy=None)
        if line.player.is_class and line.player.hand in CATEGORIES
        else replace(line, envy=None)
        for line in terms.lines
        if keep or line.player.hand != ROYAL_MATCH
    )
    considered = terms.hand_considered.put(HandConsidered.SEVEN)
    return replace(terms, lines=lines, envy=None, hand_considered=considered)


def _list_matches(rulebook: Rulebook) -> Iterator[tuple[tuple[Card, ...], frozenset[Card]]]:
    """Every royal match, each with the king and queen next to the royal flush."""
    joker = any(
        terms.royal_match_joker.said is MatchJoker.COMPLETES for terms in rulebook.wagers.values()
    )
    for suit in _SUITS:
        royal = parse_cards(" ".join(f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10")))
        for other in _SUITS.replace(suit, ""):
            pair = parse_cards(f"K{other} Q{other}")
            yield (*royal, *pair), frozenset(pair)
            for card in royal if joker else ():
                held = (JOKER if item == card else item for item in royal)
                yield (*held, *pair), frozenset(pair)


def list_set_matches(rulebook: Rulebook) -> list[SetMatch]:
    """How the house way sets each royal match; nothing where the house way cannot be applied."""
    try:
        values, ranks = read_house_way(rulebook), rulebook.ranking.rank_rules()
    except NotJudged:
        return []
    house_way = build_house_way(rulebook.house_way)
    found = []
    for cards, pair in _list_matches(rulebook):
        low = set_hand(house_way, cards, values, ranks).low
        found.append(SetMatch(format_cards(cards), format_cards(low), frozenset(low) == pair))
    return found
