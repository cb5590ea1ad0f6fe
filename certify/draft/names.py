"""What the wager of a table is called, and whose hand it looks at, by the words above the table.

A heading that has a word for a wager in it names one; so does one whose words the text itself calls a wager
elsewhere. What a heading says beyond that is a guess, and a guess is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
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
_OF_PLAYER = re.compile(
    rf"\bplayers?(?:['’]s?|s)? (?:[\w-]+ ){{0,2}}{_HELD}\b|\bplayer (?:holds|has|shows)\b"
    rf"|\b{_HELD} (?:of|held by|dealt to) (?:the|a|each|any) player"
    rf"|\b(?:his|her|their|your) (?:[\w-]+ ){{0,2}}{_HELD}\b",
    re.IGNORECASE,
)
_WHATEVER = re.compile(
    r"\b(?:whatever|regardless of|irrespective of|without regard to|no matter what)\b[^.;,]*",
    re.IGNORECASE,
)
_BANKING_PLAYER = re.compile(r"\bdesignated player\b|\bplayer[ /-]dealer\b", re.IGNORECASE)
_CALLED = re.compile(r"\b((?:[A-Z][\w-]+ ){1,2}?)([Bb]onus|[Pp]rogressive|[Ii]nsurance)\b")
_SPOKEN_OF = re.compile(
    r"\b((?:[A-Z][\w'’-]* ){1,3})(?:[Ss]ide )?(?:[Ww]ager|[Bb]et|[Bb]onus|[Pp]rogressive|[Ii]nsurance)s?\b"
)
_ARTICLE = re.compile(r"^(?:(?:the|an?|each|any|every|no|this|that|all|optional) )+", re.IGNORECASE)
_KIND = re.compile(r"(?: (?:side bet|side wager|wager|bet))+$", re.IGNORECASE)
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
    text = _WHATEVER.sub(" ", _BANKING_PLAYER.sub("dealer", normalise(" ".join(prose))))
    if not _OF_BANK.search(text):
        return False, ""
    if _OF_PLAYER.search(text):
        return False, "the words above speak of the bank's hand too; is looks_at right?"
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
