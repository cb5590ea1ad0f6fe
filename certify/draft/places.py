"""Where in a document a parameter may be answered, by the words that it and the text have in common.

Words count more, the fewer passages have them; those of a parameter's name count twice. What is found
is a proposal where to look, never an answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from certify.draft.text import Document
from certify.spec.catalogue import Parameter
from certify.spec.printed import list_money, normalise

_COMMON = frozenset(
    re.findall(
        r"\S+",
        """a all also an and any are as at be beside but by can does each every for from give given gives
    has have he hers him his how if in into is it its itself made make may more most must no none not
    of on once one only or other others out own says since than that the their them then there they
    this to two upon what when where whether which who whose will with would document game wager wagers
    way how many much happens hand hands card cards player players""",
    )
)
"""Words that tell nothing about where a parameter is answered."""

_SAME: dict[str, str] = {
    word: family.split()[0]
    for family in (
        "bank banker banking banks dealer designated",
        "cover covered covers covering exhausted extent",
        "set setting sets arrange arranged arranging divided divides divide",
        "foul fouled fouls incorrectly",
        "copy copies identical tie ties tied same equal",
        "commission commissions vigorish",
        "surrender surrendered forfeit",
        "seat seats seated position positions",
        "expose exposed exposes reveal reveals seen",
        "deal dealt deals dealing distributed",
        "shuffle shuffled",
        "cap maximum max aggregate",
        "minimum least",
        "pay pays paid payout payouts payment payments",
        "lose loses lost losing loser losers collect collects taken takes",
        "win wins winning winner winners higher",
        "push pushes standoff returned",
        "rank ranks ranked ranking rankings order",
        "joker jokers wild bug",
        "misdeal incorrect wrongly incorrectly",
        "miscount number shortage excess",
        "rotate rotates rotation rotated round",
        "withdraw withdrawn",
        "raise raised increased increase",
        "approve approved approval",
        "effective applies w.e.f",
        "owner owned owns patented copyrighted",
        "authority commission bureau board",
        "void voided",
        "progressive jackpot meter",
        "qualify qualifies qualifying qualified",
        "touch touching",
        "show showing discuss",
        "late placed",
        "advice asks assistance ask",
        "marker button buttons mark marked",
        "rounding rounded",
        "fee fees collection",
        "wheel a-2-3-4-5 lowest",
        "bet bets betting",
        "close closes closing announces announced",
        "limit limits bounds",
        "foreign found",
        "title titled",
        "version edition",
    )
    for word in family.split()
}
"""Words that documents use for one thing, by the word that stands for all."""

_ALSO: dict[str, str] = {
    "identity.version": "version",
    "identity.legal_basis": "code section law statute subdivision authority implemented",
    "identity.notices": "gambling problem call helpline",
    "identity.base_rules": "traditional procedures follow standard",
    "deck.hand_ranking": "straight flush full house four kind",
    "deck.wheel": "straight highest second",
    "deck.within_class": "beats highest",
    "table.bank": "compete against compare",
    "table.limits": "posted table minimum maximum",
    "table.hands_per_player": "his her own hand(s)",
    "play.standard_wager_required": "participate option optional standard must",
    "play.betting_closes": "no more bets",
    "play.cards_dealt": "seven receives each",
    "play.bonus_wager_placed": "option placing time",
    "comparison.method": "compared against corresponding high low",
    "comparison.both_win": "low high ranks higher wins",
    "comparison.one_each": "either other wins loses",
    "standard.pays": "even money 1 one",
    "wager.offer": "option optional",
    "wager.rules_of_play": "considers best seven",
    "wager.not_qualifying": "does achieve outcomes loses",
    "wager.lines_paid": "best possible considers",
    "wager.bank_condition": "regardless only if",
    "wager.paytable_choice": "posted specify pay table",
    "envy.several_qualifying_hands": "more than one multiple any",
    "envy.own_hand": "cannot win own eligible",
    "envy.bank_hand": "cannot win eligible",
    "envy.minimum_stake": "wagers least",
    "envy.lowest_hand": "four kind higher",
    "envy.marker_removed": "leaves pick until",
    "envy.forfeits": "eligible unless obtains",
    "envy.whose_hand": "another someone else any",
}
"""What documents say beside a parameter's own words."""

_WORD = re.compile(r"[a-z][a-z0-9.-]*[a-z0-9]|[a-z]")
_AT_THE_TOP = {"identity.title", "identity.game"}
_LONGEST_PASSAGE = 6
_MOST_PLACES = 3
_ENOUGH = 45
"""How many hundredths of the best passage another must have to be proposed beside it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a document that may answer a parameter."""

    document: str
    first: int
    last: int

    @property
    def lines(self) -> str:
        """The lines as people write them."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True)
class Passages:
    """The passages of documents with their words."""

    places: tuple[Place, ...]
    words: tuple[Counter[str], ...]
    weights: dict[str, int]
    with_money: tuple[Place, ...]

    def find(self, parameter: Parameter, more: str = "") -> list[Place]:
        """The passages that have most of a parameter's words, best first."""
        if parameter.key in _AT_THE_TOP:
            return list(self.places[:1])
        if parameter.key == "identity.currency":
            return list(self.with_money[:_MOST_PLACES])
        wanted = _list_wanted(parameter, more)
        scored = []
        for place, words in zip(self.places, self.words, strict=True):
            score = sum(
                weight * self.weights[word] for word, weight in wanted.items() if word in words
            )
            scored.append((100 * score // (20 + words.total().bit_length()), place))
        scored.sort(key=lambda item: (-item[0], item[1].first))
        best = scored[0][0] if scored else 0
        floor = max(best * _ENOUGH // 100, 1)
        return [place for score, place in scored[:_MOST_PLACES] if score >= floor]


def read_passages(documents: list[Document]) -> Passages:
    """Cut documents into passages: paragraphs, long ones in parts."""
    places, words, money = [], [], []
    for document in documents:
        for first, last in _cut(document):
            text = normalise(" ".join(document.lines[first - 1 : last]))
            found = Counter(_list_words(text))
            if found:
                places.append(Place(document.id, first, last))
                words.append(found)
                if list_money(text):
                    money.append(places[-1])
    having = Counter(word for item in words for word in item)
    weights = {word: (10 * len(words) // count).bit_length() - 3 for word, count in having.items()}
    return Passages(tuple(places), tuple(words), weights, tuple(money))


def _cut(document: Document) -> Iterator[tuple[int, int]]:
    """Paragraphs; a sentence that goes on below a blank line is not cut there."""
    first = last = 0
    for number, line in enumerate(document.lines, 1):
        text = line.strip()
        if not text:
            continue
        parted = number - last > 1 and not (first and _goes_on(document.line(last), text))
        parted |= bool(first) and document.clause(number) != document.clause(last)
        if first and (parted or number - first >= _LONGEST_PASSAGE):
            yield first, last
            first = 0
        first, last = first or number, number
    if first:
        yield first, last


def _goes_on(above: str, below: str) -> bool:
    return above.strip()[-1] not in ".:;" and below[0].islower()


def _list_words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower().replace("’", "'").replace("/", " ")):
        if word not in _COMMON:
            yield _SAME.get(word) or _SAME.get(word.rstrip("s")) or _stem(word)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word[: -len(ending)]
    return word


def _list_wanted(parameter: Parameter, more: str) -> Counter[str]:
    wanted: Counter[str] = Counter()
    for text, weight in (
        (parameter.key.replace(".", " ").replace("_", " "), 2),
        (parameter.asks, 1),
        (parameter.description, 1),
        (" ".join(parameter.choices).replace("-", " "), 1),
        (_ALSO.get(parameter.key, ""), 1),
        (more, 1),
    ):
        for word in set(_list_words(text)):
            wanted[word] = max(wanted[word], weight)
    return wanted
