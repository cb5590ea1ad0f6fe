"""What the wager of a table is called, and whose hand it looks at, by the words above the table.

A heading that has a word for a wager in it names one; so does one whose words the text itself calls a wager
elsewhere. What a heading says beyond that is a guess, and a guess is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cache

from certify.draft.labels import clean
from certify.draft.text import COLUMN_HEAD, IS_ROW, NumberedText
from certify.spec.printed import normalise
from certify.spec.texts import drop_number

_NAMING = re.compile(
    r"\b(?:bonus|wager|bet|payouts?|progressive|jackpot|insurance|side bet)\b", re.IGNORECASE
)
_NOT_NAMES = re.compile(
    r"\b(?:payouts?|pay ?tables?|pays?|pay scale|options?|envy(?: bonus)?|hands?|winning|of the|"
    r"rules?|the|odds|events?|combinations?|frequenc(?:y|ies)|"
    r"(?:pay ?table|table|schedule) (?:[A-Z]|[A-Z]*-?\d+))\b"
    r"|^(?-i:[A-Z]\. )|^(?:[\w.]+:)?\d+[A-Z]?-\d+(?:\.\d+)*"
    r"|^(?:(?:section|article|chapter|part|clause|appendix) )?[\d.()§ ]+",
    re.IGNORECASE,
)
_TABLE_WORDS = re.compile(
    r"(?:(?:event|hand|odds|pay|payout|combination|player|dealer|banker|house)(?:['’]?s)?(?: |$))+",
    re.IGNORECASE,
)
"""Heads of columns, which are the name of no wager."""
_BANK = r"(?:house|dealer|bank(?:er)?)"
_HELD = r"(?:hands?|cards)"
_OF_BANK = re.compile(
    rf"\b{_BANK}(?:['’]?s)? (?:[\w-]+ ){{0,2}}{_HELD}\b"
    rf"|\b{_HELD} (?:of|held by|dealt to) the {_BANK}\b|\b{_BANK} (?:holds|has|shows)\b",
    re.IGNORECASE,
)
_PERHAPS_OF_BANK = re.compile(
    rf"\b(?:if|when|where|whether|on|against|beats?) the {_BANK}\b", re.IGNORECASE
)
_NAMES_BANK = re.compile(rf"(?<!full )\b{_BANK}\b(?! (?:edge|advantage))", re.IGNORECASE)
_OF_PLAYER = re.compile(
    rf"\bplayers?(?:['’]s?|s)? (?:[\w-]+ ){{0,2}}{_HELD}\b|\bplayer (?:holds|has|shows)\b"
    rf"|\b{_HELD} (?:of|held by|dealt to) (?:the|a|each|any) player"
    rf"|\b(?:his|her|their|your) (?:[\w-]+ ){{0,2}}{_HELD}\b",
    re.IGNORECASE,
)
_BANKING_PLAYER = re.compile(r"\bdesignated player\b|\bplayer[ /-]dealer\b", re.IGNORECASE)
_CALLED = re.compile(r"\b((?:[A-Z][\w-]+ ){1,2}?)([Bb]onus|[Pp]rogressive|[Ii]nsurance)\b")
_SPOKEN_OF = re.compile(
    r"\b((?:[A-Z][\w'’-]* ){1,3})(?:[Ss]ide )?(?:[Ww]ager|[Bb]et|[Bb]onus|[Pp]rogressive|[Ii]nsurance)s?\b"
)
_ARTICLE = re.compile(r"^(?:(?:the|an?|each|any|every|no|this|that|all|optional) )+", re.IGNORECASE)
_KIND = re.compile(r"(?: (?:side bet|side wager|wager|bet))+$", re.IGNORECASE)
_OF_HEADS = re.compile(
    r"\b(?:(?:(?:pay ?)?table|schedule|pt) (?:[A-Z]|[A-Z]*-?\d+)|[A-Z]{2,}-\d+|hands?|winning|"
    r"pays?|pay ?outs?|paid|odds|awards?|envy|bonus(?:es)?|events?|combinations?|"
    r"frequenc(?:y|ies)|probabilit(?:y|ies)|ways|hits|occurrences|number of|schedules?|scale|options?|"
    r"(?:pay ?)?tables?|(?:player|dealer|banker|bank|house)(?:['’]?s['’]?)?|prizes?|jackpot|bets?|wagers?|"
    r"side|seven|cards?|rules?|the|of|and|to (?:1|one))\b",
    re.IGNORECASE,
)
"""The words of heads of columns that say nothing about when a row is paid."""
_MARKS_OF_HEADS = " \t|*_#:;.,()-–—/&+0123456789"
_CARDS = (
    r"\b(?:first|initial|original|next|last|flop|community|remaining) (?!(?:seven|7) )(?:[\w-]+ )?cards?\b"
    r"|\b(?:two|three|four|five|six|[2-6])[ -]cards?\b"
    r"|\b(?:low|high|front|back|second|bottom|top)[ -](?:hand|pair)s?\b|\bjokers?\b|\bnatural\b|\bwild\b"
    r"|\b(?:spades?|hearts?|clubs?|diamonds?|suited|same suit|colou?rs?)\b"
)
_LIMITS = re.compile(
    rf"{_CARDS}|\b(?:except(?:ing|ion)?|unless|excluding|other than|provided|instead)\b"
    rf"|\b(?:lo(?:ses?|st|sing) (?:to|against)|beat(?:s|en by)?|defeats?|ties? with) (?:\w+ ){{0,2}}{_BANK}\b"
    r"|\binclud\w+ (?:the )?(?:return of )?(?:the )?(?:original )?(?:wager|stake|bet)\b"
    r"|\b(?:doubled?|twice|triple|half|halved|also paid|also pays?|for one|for 1)\b"
    r"|\b(?:not|never|cannot|no longer) (?:be )?(?:pa(?:id|y)|qualify|count(?:ed)?|apply|eligible|used)\b"
    r"|\bonly (?:if|when|where|on|for|by|hands|the)\b"
    r"|\b(?:pays?|wins?|won|resolved|determined|based|settled) (?:\w+ ){0,2}(?:if|when|where|whenever|by|on)"
    r" (?:the|an?|his|any|either|both|your) (?:\w+'s )?(?:main|base|standard|first|other)\b"
)
"""Words that may say when a row is paid, or that it is paid otherwise."""
_OF_PAYING = re.compile(
    r"\b(?:pa(?:ys?|id|yable|youts?)|wins?|won|qualif\w+|consider(?:s|ed)|based|determined|eligible|counts?|"
    r"resolved|settled|reward\w*|award\w*|looks)\b",
    re.IGNORECASE,
)
_WIDENS = re.compile(
    r"\b(?:(?:whatever|regardless|irrespective|without regard|no matter|does not (?:take|consider))\b"
    r"|joker (?:can|may|shall|must|is to) (?:only )?be used (?:only )?(?:as|to)\b"
    r"|(?:not|never|no|cannot)\b[^.;]{0,40}\benvy\b|envy (?:is|are) not\b"
    r"|(?=hands? do(?:es)? not qualify))[^.;,]*"
)
"""Words that limit nothing, and rules of the deck and of the Envy Bonus, which parameters hold."""
_WAGER = r"(?:(?:an?|the|each|this) (?:[\w'-]+ ){0,4}?(?:wager|bet)|it)"
_STAKE = r"[$€£]?[\d.,]+(?: [a-z]{3})?"
_SUM = rf"(?:of )?(?:{_STAKE})(?: (?:to|or) (?:{_STAKE})(?: (?:or more|exactly))?)?"
_HANDS = (
    r"the best (?:five[- ]card )?hand(?: that can be made)? (?:of|from|among|in) "
    r"(?:the|a|each) (?:player's )?seven cards(?: of the player)?"
)
_HARMLESS = re.compile(
    rf"(?:{_WAGER} is {_SUM}(?:, on {_HANDS})?"
    rf"|{_WAGER}(?:, {_SUM},)? (?:is decided by|looks at|is on) (?:{_HANDS}|the hand of the house alone)"
    r"(?:, (?:whatever the house holds|irrespective of the dealer's hand))?"
    r"|a player who has made a [\w ]+ wager may make an? [\w ]+ wager of "
    + _SUM
    + r"|beside it a player may make the .*"
    rf"|{_WAGER} (?:is paid|pays)(?: once)?(?:,| by| on| for)+ the (?:first|highest(?: paying)?) row"
    r"(?: of the table| in the table)?(?: that (?:applies|the hand reaches))?"
    r"|the first row that the hand reaches is paid|only the highest paying row is paid"
    r"|(?:paid on )?the highest (?:applicable event )?only"
    rf"|{_WAGER} loses (?:where the hand reaches no row|on any other hand)"
    r"|(?:all|any) other (?:hands?|results?) loses?"
    r"|the (?:house|licensee) (?:posts|shall post|selects) one of the (?:\w+ )?tables"
    r"|(?:the )?(?:pay ?table|pay scale|payouts?|odds|pays)(?: of [\w ]+)?(?: is| are)?(?: as follows)?"
    rf"|no player is paid more than {_STAKE} on [\w ]+ in one round"
    r"|an? [\w ]+ wager of at least [^ ]+ earns the envy amounts? [^.;]*"
    r"|a player's own hand and the hand of the house earn none"
    r"|envy is (?:paid when the round is over, by the house|not counted)"
    r"|a meter starts at [^ ]+, and [\d.]+ (?:%|per ?cent) of every wager is added to it"
    r"|it is shown at the table"
    r"|(?:the )?house (?:edge|advantage)(?: \(no envy\)| on [\w ]+ is)?[^a-z]*(?:per ?cent)?"
    r"|the rows that pay from the meter or in money return the wager as well)"
)
"""The closed list of sentences that change no row: stakes, the hand that decides, what loses, caps, envy."""
_NOTE = re.compile(r"\s*(?:\*+|[†‡§¹²³⁴])\s*\S")
"""A note to marked rows, which are asked about."""
_END_OF_PROSE = re.compile(r"[.;:,](?: and| or)?\s*$")
_LINES_ABOVE = 12
_LINES_BELOW = 8
_LINES_OF_HEAD = 5
_LINES_TO_HEADING = 40
_LINES_OF_PROSE = 6
_WORDS_OF_NAME = 6
_WORDS_OF_TITLE = 3


@dataclass(frozen=True, slots=True)
class Naming:
    """What stands above a table: names for its columns, the heading of its section, and what is doubtful."""

    names: tuple[str, ...]
    heading: str
    doubt: str = ""


def list_head(document: NumberedText, first: int) -> list[tuple[int, str]]:
    """The lines above a table that may name it, from the heading of its section on."""
    found: list[tuple[int, str]] = []
    for number in range(first - 1, 0, -1):
        text = document.line(number)
        if not text.strip():
            continue
        too_long = len(text.split()) > 2 * _WORDS_OF_NAME
        if len(found) == _LINES_OF_HEAD or too_long or IS_ROW.search(text):
            break
        found.append((number, text))
        if document.is_heading(number):
            break
    return found[::-1]


def is_column_head(text: str) -> bool:
    """Whether a line has nothing but heads of columns."""
    return not _OF_HEADS.sub(" ", text).strip(_MARKS_OF_HEADS)


def list_unknown(document: NumberedText, first: int, taken: Set[int], known: Iterable[str]) -> str:
    """The words of short lines above a table, except prose, that neither name it nor head its columns."""
    named = {word for text in known for word in re.findall(r"\w+", text.casefold())}
    head = list_head(document, first)
    head = head[max((n for n, (number, _) in enumerate(head, 1) if number in taken), default=0) :]
    found, is_prose = [], False
    for number, text in reversed(head):
        is_prose = bool(_END_OF_PROSE.search(text)) or (
            is_prose and bool(document.line(number + 1).strip())
        )
        if not is_prose:
            found.append(_OF_HEADS.sub(" ", drop_number(clean(text))))
    words = re.findall(r"[\w'’-]*[^\W\d][\w'’-]*", " ".join(found[::-1]))
    return " ".join(word for word in words if word.casefold() not in named)


def list_limits(
    document: NumberedText, span: tuple[int, int], taken: Set[int], name: str, marked: bool
) -> list[int]:
    """The lines that may limit what the rows of a table pay: around it, or of its wager by name.

    Where rows are marked, notes are to these rows alone.
    """
    above = range(span[0] - 1, max(span[0] - 1 - _LINES_ABOVE, 0), -1)
    below = range(span[1] + 1, min(span[1] + _LINES_BELOW, len(document.lines)) + 1)
    around = {number for number in range(*span) if number not in taken}
    for numbers in (above, below):
        for number in numbers:
            ends = document.is_heading(number)
            if number in taken or (ends and numbers is below):
                break
            around.add(number)
            if ends:
                break
    found: set[int] = set()
    for lines, words in _list_sentences(document, taken):
        if marked and _NOTE.match(words):
            continue
        near = [number for number in lines if number in around]
        if near and _LIMITS.search(_drop_wide(words)):
            found.add(near[0])
        elif (
            mentions(words, name) and _LIMITS.search(_drop_wide(words)) and _OF_PAYING.search(words)
        ):
            found.add(lines[0])
    return sorted(found)


def list_changes(document: NumberedText, span: tuple[int, int], taken: Set[int]) -> set[int]:
    """The lines of the section of a table with a sentence that is not known to change no row."""
    sentences = [
        (lines, words)
        for lines, words in _list_sentences(document, taken)
        if not document.is_heading(lines[0]) and _is_sentence(drop_number(words))
    ]
    start, end = 1, len(document.lines)
    for number in range(span[0] - 1, 0, -1):
        if document.is_heading(number) and any(
            number < lines[0] < span[0] for lines, _ in sentences
        ):
            start = number
            break
    for number in range(span[1] + 1, end + 1):
        if document.is_heading(number) and number not in taken:
            end = number - 1
            break
    return {
        lines[0]
        for lines, words in sentences
        if start <= lines[0] <= end
        and not _HARMLESS.fullmatch(clean(drop_number(words)).lower().rstrip(" .;:"))
    }


def list_prose(document: NumberedText, taken: Set[int]) -> set[int]:
    """The lines of whole sentences outside the tables."""
    return {
        number
        for lines, words in _list_sentences(document, taken)
        if words.endswith((".", ";")) and _is_sentence(drop_number(words))
        for number in lines
    }


def _is_sentence(text: str) -> bool:
    """Whether words are more than a title or the heads of columns."""
    ends = text.rstrip().endswith((".", ";", ":", ","))
    words = re.findall(r"[^\W\d][\w'-]*", text if ends else _OF_HEADS.sub(" ", text))
    is_title = not ends and all(word[0].isupper() for word in words if len(word) > len("with"))
    return len(words) > 2 and not is_title


@cache
def _list_sentences(
    document: NumberedText, taken: Set[int]
) -> tuple[tuple[tuple[int, ...], str], ...]:
    """The sentences of a text outside its tables, with their lines."""
    found: list[tuple[tuple[int, ...], str]] = []
    numbers: list[int] = []
    words = ""
    for number in range(1, len(document.lines) + 2):
        line = document.line(number) if number <= len(document.lines) else ""
        apart = not line.strip() or number in taken
        heads = not apart and (
            document.is_heading(number) or drop_number(line) != line or bool(_NOTE.match(line))
        )
        if (apart or heads) and words:
            found.append((tuple(numbers), words))
            numbers, words = [], ""
        if apart:
            continue
        pieces = re.split(r"(?<=[.;])\s", normalise(line))
        for place, piece in enumerate(pieces):
            numbers, words = [*numbers, number], f"{words} {piece}".strip()
            if place + 1 < len(pieces) or piece.endswith((".", ";")) or document.is_heading(number):
                found.append((tuple(numbers), words))
                numbers, words = [], ""
    return tuple(found)


def _drop_wide(text: str) -> str:
    return _WIDENS.sub(" ", text.lower())


def name_tables(document: NumberedText, first: int) -> Naming:
    """What the tables that begin at a line are called."""
    head = list_head(document, first)
    title, names = _find_heading(document, first)
    if own := tuple(name for _, text in head for name in _list_names(text)):
        return Naming(own, title)
    for number, text in reversed(head):
        name = _read_title(document, number, text)
        if name and not _TABLE_WORDS.fullmatch(name):
            doubt = (
                f'the heading "{name}" is taken for the name of a wager; is it, and on whose hand?'
            )
            known = is_spoken_of(document, name)
            return Naming((name,), title or name, "" if known else doubt)
    return Naming(names, title)


def call_wager(document: NumberedText, looks_at: str) -> str:
    """What the prose calls the wager most often, where no heading names it."""
    if looks_at == "player":
        names = Counter(
            f"{first.strip()} {second.title()}"
            for first, second in _CALLED.findall(" ".join(document.lines))
            if not re.search(r"(?i)envy|\bthe\b", first)
        )
        if names:
            return names.most_common(1)[0][0]
    return "Side Bet"


def is_same(one: str, other: str) -> bool:
    """Whether two names are of one wager: a word for a wager behind it makes no other one."""
    return _strip_kind(one) == _strip_kind(other)


def mentions(text: str, name: str) -> bool:
    """Whether words speak of a wager by its name."""
    return bool(re.search(rf"\b{re.escape(_strip_kind(name))}\b", normalise(text).casefold()))


@cache
def _list_spoken_of(document: NumberedText) -> frozenset[str]:
    text = normalise(" ".join(document.lines))
    found = (_ARTICLE.sub("", item.strip()) for item in _SPOKEN_OF.findall(text))
    return frozenset(name.casefold() for name in found if name)


def is_spoken_of(document: NumberedText, name: str) -> bool:
    """Whether the text calls these words a wager somewhere."""
    return _strip_kind(name) in _list_spoken_of(document) or bool(_NAMING.search(name))


def look_at_bank(document: NumberedText, first: int) -> tuple[bool, str]:
    """Whether the words above a table say that it is about the bank's hand; and a doubt about it."""
    head = list_head(document, first)
    if head and COLUMN_HEAD.search(head[-1][1]) and _OF_BANK.search(head[-1][1]):
        return True, ""
    prose: list[str] = []
    for number in range(first - 1, max(first - 1 - _LINES_OF_PROSE, 0), -1):
        if document.is_heading(number) or IS_ROW.search(document.line(number)):
            break
        prose.insert(0, document.line(number))
    text = _drop_wide(_BANKING_PLAYER.sub("dealer", normalise(" ".join(prose))))
    asked = "the words above speak of the bank's hand too; is looks_at right?"
    if not _OF_BANK.search(text):
        is_asked = _PERHAPS_OF_BANK.search(text) or any(
            _NAMES_BANK.search(line) for _, line in head
        )
        return False, asked if is_asked else ""
    if _OF_PLAYER.search(text):
        return False, asked
    return True, "that it looks at the bank's hand is taken from the words above; is it so?"


def _strip_kind(name: str) -> str:
    return _KIND.sub("", _ARTICLE.sub("", name.strip())).casefold()


def _list_names(text: str) -> Iterator[str]:
    for cell in re.split(r"\t| {2,}|\|", text):
        if (
            _NAMING.search(cell)
            and len(cell.split()) <= _WORDS_OF_NAME
            and not cell.rstrip().endswith((".", ","))
        ):
            name = _strip_number(cell)
            if name and not re.fullmatch(r"(?i:(?:standard )?(?:bonus|bet|wager|jackpot))", name):
                yield name.title() if name.isupper() else name


def _read_title(document: NumberedText, number: int, text: str) -> str:
    """A short line of its own above a table, which names the wager in a word or two."""
    if COLUMN_HEAD.search(text):
        return ""
    parted = number == 1 or not document.line(number - 1).strip()
    name = _strip_number(text)
    is_short = len(text.split()) <= _WORDS_OF_TITLE and "\t" not in text
    return name if parted and is_short and re.search(r"[A-Za-z]{3}", name) else ""


def _strip_number(text: str) -> str:
    return clean(_NOT_NAMES.sub(" ", drop_number(clean(text))))


def _find_heading(document: NumberedText, first: int) -> tuple[str, tuple[str, ...]]:
    """The heading of the section that a table stands in, and the wager that it names, if any."""
    for number in range(first - 1, max(first - _LINES_TO_HEADING, 0), -1):
        line = document.line(number)
        before = document.line(number - 1) if number > 1 else ""
        is_section = document.is_heading(number)
        if not is_section and (before.strip() or not re.match(r"\s*[#\d(A-Z]", line)):
            continue
        for name in _list_names(line):
            return name, (name,)
        title = _strip_number(line)
        if is_section and title:
            named = title.title() if title.isupper() else title
            return title, (named,) if is_spoken_of(document, title) else ()
    return "", ()
