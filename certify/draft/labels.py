"""The label of a row of a table of pays, read as what the line wants of the hands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from certify.spec.printed import normalise

_NUMBERS = {"seven": "7", "six": "6", "five": "5", "four": "4", "three": "3", "two": "2"}
_RANKS = {
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "ten": "10",
    "nine": "9",
    "eight": "8",
} | {str(rank): str(rank) for rank in range(2, 11)}
_RANK = "|".join(_RANKS)
_BANK = r"designated player|player/dealer|player dealer|dealer|banker|bank"
_SIDES = re.compile(rf"\b(?:(?P<bank>(?:{_BANK})(?:'?s)?)|(?P<player>(?:player|your?)(?:'?s)?))\b")
_NO_JOKER = re.compile(r"\b(?:without|no|not using)(?: an?| the)? joker\b|\bnatural\b")
_WITH_OR_WITHOUT = re.compile(r"\bwith or without(?: an?| the)? joker\b")
_ONLY = re.compile(r"\b(?:exactly|only)\b")
_SPARE_JOKER = (
    "may the joker be among the other cards (natural: true), or may it not (joker: without)?"
)
_JOKER = re.compile(r"\b(?:with|including|using|requires)(?: an?| the)? joker\b")
_BESIDE = re.compile(
    r"\b(?:and|with) (?:and |with )?(?:an? )?(?P<suited>suited )?"
    r"(?P<pair>king (?:and )?queen|ace (?:and )?king)(?P<suit>(?: of (?:the )?same suit| suited)?)\b"
)
_NOISE = re.compile(
    r"\b(?:an?|the|any|all|of|in|and|or|with|hand|hands|cards?|has|have|pai gow|to form|is|are|on)\b"
)
_CLASSES: tuple[tuple[str, str], ...] = (
    (r"7 card straight flush", "seven-card-straight-flush"),
    (r"(?:royal flush (?:and|with) )?(?:an? )?royal match", "royal-match"),
    (r"5 aces", "five-aces"),
    (r"5 of a kind", "five-of-a-kind"),
    (r"royal flush", "royal-flush"),
    (r"straight flush", "straight-flush"),
    (r"4 of a kind", "four-of-a-kind"),
    (r"full house", "full-house"),
    (r"flush", "flush"),
    (r"straight", "straight"),
    (r"3 of a kind", "three-of-a-kind"),
    (r"3 pairs?", "three-pair"),
    (r"2 pairs?", "two-pair"),
    (r"no pair|high card", "high-card"),
    (r"(?:1|one) pair|pair", "one-pair"),
)
"""How the classes are called in tables, the more particular before what is part of it."""

_EXACT = {name for _, name in _CLASSES} - {"high-card", "seven-card-straight-flush", "royal-match"}
_OF_RANK = {"4": "four-of-a-kind", "3": "three-of-a-kind", "pair of": "one-pair"}
_BOLD = re.compile(r"(\*{1,3}|__)(?=\S)(.+?)\1")
_MARK = re.compile(r"(?<=[^\s*])\s?\*{1,3}(?=[\s)]|$)|[†‡§¹²³⁴]")
"""A mark behind words, which refers to a note."""
NOTED = "what does the note to its mark say of this row?"
_MOST_WORDS = 16
_MOST_UNREAD = 3
_ALIKE = 0.88


@dataclass(frozen=True, slots=True)
class Label:
    """What a row is for, as a line of a file has it."""

    printed: str
    wants: Mapping[str, Any]
    """Keys of a line: of one hand, or under `player` and `bank`."""
    unread: str = ""
    """Words that were not understood."""
    guessed: bool = False
    """Whether the words are only like those of a class."""
    doubt: str = ""
    """What the words leave open."""

    @property
    def looks_at(self) -> str:
        """Whose hand it looks at: player, bank or both."""
        if set(self.wants) == {"bank"}:
            return "bank"
        return "both" if "bank" in self.wants else "player"

    @property
    def key(self) -> str:
        """What it wants, to tell rows apart."""
        return repr(sorted(self.wants.items(), key=str))


def read_label(text: str) -> Label | None:
    """Read the label of a row; None where it names no hand."""
    bare = _BOLD.sub(r"\2", text)
    printed = clean(_MARK.sub(" ", bare))
    plain = _simplify(printed)
    if not plain or len(plain.split()) > _MOST_WORDS or re.search(r"\bneither\b", plain):
        return None
    found = _read(printed, plain)
    if found is None or found.unread:
        found = _guess(printed, plain) or found
    if found is not None and _MARK.search(bare):
        found = replace(found, doubt="; ".join(filter(None, (found.doubt, NOTED))))
    return found


def clean(text: str) -> str:
    """A label without the marks that an extraction or a markup leaves around it."""
    text = re.sub(r"<[^>]*>|[*_#|]+|[\x00-\x1f\x7f-\x9f]", " ", normalise(text))
    return re.sub(r"\s+", " ", text).strip(" :;,.-–•")


def _simplify(text: str) -> str:
    plain = re.sub(r"\bw[/\\]o\b", "without ", text.lower())
    plain = re.sub(r"\ba ?[-/&+] ?k\b", "ace king", plain)
    plain = re.sub(r"\bk ?[-/&+] ?q\b", "king queen", plain)
    plain = re.sub(r"\btrips\b", "3 of a kind", re.sub(r"\bquads\b", "4 of a kind", plain))
    plain = plain.replace("w/", "with ").replace("n/", "no ")
    plain = re.sub(r"[&+]", " and ", plain)
    plain = re.sub(r"(?<!player)[-/()\[\]\"“”,;:]+", " ", plain)
    return " ".join(_NUMBERS.get(word, word) for word in plain.split())


def _read(printed: str, plain: str) -> Label | None:
    rest, sides = _take_sides(plain)
    rest, joker = _take_joker(rest)
    rest, wants = _take_hand(rest)
    if not wants:
        return None
    hand = wants.get("hand")
    if hand == "seven-card-straight-flush":
        if joker == "with":
            wants["hand"] = "seven-card-straight-flush-joker"
    elif joker is not None and hand not in {"royal-match", "five-aces"}:
        wants["joker"] = joker
    elif joker == "without" or (joker and hand == "royal-match"):
        rest += f" {joker} joker"
    doubt = _SPARE_JOKER if joker == "without" and "natural" in plain and "joker" in wants else ""
    if hand in _EXACT and "rank" not in wants and _ONLY.search(rest):
        wants["only"] = True
        rest = _ONLY.sub(" ", rest)
    unread = " ".join(_NOISE.sub(" ", rest).split())
    if len(unread.split()) > _MOST_UNREAD:
        return None
    if "bank" in sides:
        if len(sides) == 2 and wants.pop("joker", None):
            unread = f"{unread} {joker} joker".strip()
        both: dict[str, Any] = {side: wants for side in ("player", "bank") if side in sides}
        return Label(printed, both, unread, doubt=doubt)
    return Label(printed, wants, unread, doubt=doubt)


def _take_sides(text: str) -> tuple[str, set[str]]:
    found = {
        name for match in _SIDES.finditer(text) for name, word in match.groupdict().items() if word
    }
    return _SIDES.sub(" ", text), found


def _take_joker(text: str) -> tuple[str, str | None]:
    text = _WITH_OR_WITHOUT.sub(" ", text)
    for pattern, word in ((_NO_JOKER, "without"), (_JOKER, "with")):
        if pattern.search(text):
            both = pattern is _NO_JOKER and bool(_JOKER.search(text))  # with or without
            return _JOKER.sub(" ", _NO_JOKER.sub(" ", text)), None if both else word
    return text, None


def _take_hand(text: str) -> tuple[str, dict[str, Any]]:
    """The class, rank, highest card or colour that the words name, and the words that are left."""
    if found := re.search(rf"\b({_RANK}) high\b", text):
        return _cut(text, found), {"hand": "high-card", "highest": _RANKS[found[1]]}
    if found := re.search(r"\b(?:all|7) (red|black)\b", text):
        return _cut(text, found), {"colour": found[1]}
    ranked = rf"\b(4|3|pair of) ({_RANK})'?s( or (?:better|higher))?\b"
    if found := re.search(ranked, text):
        rank = _RANKS[found[2]] + ("+" if found[3] and _RANKS[found[2]] != "A" else "")
        # whether a higher class is better too, the words do not tell
        rest = f"{_cut(text, found)} {'better' if found[3] else ''}"
        return rest, {"hand": _OF_RANK[found[1]], "rank": rank}
    for pattern, name in _CLASSES:
        if found := re.search(rf"\b{pattern}\b", text):
            return _take_beside(_cut(text, found), {"hand": name})
    return text, {}


def _take_beside(text: str, wants: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The two cards beside a royal flush; after a royal match they only explain it."""
    found = _BESIDE.search(text.replace("royal flush", ""))
    if wants["hand"] == "royal-match":
        return re.sub(r"royal flush|king|queen|same suit", " ", text), wants
    if wants["hand"] != "royal-flush" or not found:
        return text, wants
    cards = "ace-king" if "ace" in found["pair"] else "king-queen"
    suited = "suited-" if found["suited"] or found["suit"] else ""
    return _cut(text, found), {**wants, "beside": suited + cards}


def _cut(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"


def _guess(printed: str, plain: str) -> Label | None:
    """A label that is almost one that is known: a letter lost, a word spelled the document's own way."""
    best, likeness = "", _ALIKE
    for name in (pattern for pattern, _ in _CLASSES if pattern.replace(" ", "").isalnum()):
        for end in ("", " with joker", " no joker"):
            found = SequenceMatcher(None, plain, name + end).ratio()
            if found > likeness:
                best, likeness = name + end, found
    label = _read(printed, best) if best else None
    return Label(printed, label.wants, guessed=True) if label else None
