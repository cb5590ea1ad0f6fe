"""How the house way of a rulebook sets every hand, for the counts, and where it sets one foul."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from certify.base.progress import Progress
from certify.game.cards import JOKER, Card, format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import Setting, set_hand
from certify.game.rank import CATEGORIES, RankRules, compare_high_with_low, rank_high, rank_low
from certify.game.views import Aspect, HandCondition, SetCondition
from certify.game.vocabulary import RANKS
from certify.odds.count_settings import set_by_house_way
from certify.odds.count_views import HouseWaySetting
from certify.odds.house_way_readings import read_house_way
from certify.odds.result import Resting, name_rule
from certify.spec.choices import EqualHands, HandConsidered, MatchJoker
from certify.spec.model import Standing
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


def find_setting(rulebook: Rulebook, progress: Progress | None = None) -> HouseWaySetting | None:
    """The settings of the house way in force; None where the document gives none."""
    if not rulebook.house_way:
        return None
    return set_by_house_way(
        rulebook.ranking.rank_rules(), rulebook.house_way, _list_readings(rulebook), progress
    )


def find_setting_for(rulebook: Rulebook, terms: WagerTerms) -> HouseWaySetting | None:
    """The same for a wager; None where no line looks at the hands as set."""
    if terms.looks_at_standard:
        refuse_foul(rulebook)
        return find_setting(rulebook)
    aspects = terms.list_aspects("player") | terms.list_aspects("bank")
    return find_setting(rulebook) if Aspect.AS_SET in aspects else None


def list_completing(rulebook: Rulebook) -> Iterator[Resting]:
    """The rules in force by which we set what the house way of a document leaves unset."""
    if rulebook.house_way:
        readings = _list_readings(rulebook)
        for rule in build_house_way(rulebook.house_way).list_in_force(readings):
            if rule.standing == Standing.SILENT:
                yield Resting(name_rule(rule.rule), str(Standing.SILENT), rule.because, rule.clause)


def _list_readings(rulebook: Rulebook) -> Mapping[str, str]:
    return {
        key: str(given.said)
        for key, given in rulebook.house_way_readings.items()
        if given.said is not None
    }


def refuse_foul(rulebook: Rulebook) -> None:
    """Refuse to count where the document calls a hand foul that its own house way lays.

    A foul of the bank's has no settlement, and the same cards cannot be foul to a player and good to the
    bank. One such hand is enough, so it is looked for before every hand is set.
    """
    equal = rulebook.ranking.equal_high_and_low
    if equal.said is not EqualHands.FOUL or not rulebook.house_way:
        return
    found = _find_equal(rulebook)
    if found is not None:
        raise NotJudged(
            equal,
            f"could not judge: {equal.key} is {str(equal.said)!r} ({equal.statement.clause}), and the "
            f"house way sets {format_cards((*found.low, *found.high))} with {format_cards(found.low)} "
            "low, just as high as the high hand; what then counts is not modelled: "
            f"--reading {equal.key}={EqualHands.ALLOWED} takes such hands for good",
        )


def _find_equal(rulebook: Rulebook) -> Setting | None:
    """A hand that the house way sets with a high hand that ranks just as the low hand."""
    rules, readings = rulebook.ranking.rank_rules(), _list_readings(rulebook)
    way = build_house_way(rulebook.house_way)
    for cards in _list_fours():
        setting = set_hand(way, cards, readings, rules)
        if setting.rule is not None and _is_equal(setting, rules):
            return setting
    return None


def _is_equal(setting: Setting, rules: RankRules) -> bool:
    high, low = rank_high(setting.high, rules), rank_low(setting.low, rules)
    return compare_high_with_low(high, low) == 0


def _list_fours() -> Iterator[tuple[Card, ...]]:
    """Four of a kind beside three lone cards: split in two pairs they are equal hands."""
    ranks = range(len(RANKS))
    for rank in reversed(ranks):
        four = [Card(rank, suit) for suit in range(4)]
        others = [other for other in ranks if other != rank]
        for first, second, third in (others[:5:2], others[-5::2], others[1:10:4]):
            yield (*four, Card(first, 0), Card(second, 1), Card(third, 2))
