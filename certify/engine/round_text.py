"""A round as text that a person types, read into the data of a JSON round.

    paytable main
    bank player-dealer: Ks Kh 9d 8c 4s 3d 2h | 9d 8c; covers 500
    seat 1: As Ah 10d 9c 5s 4d 3h | 10d 9c; standard 10, fortune-bonus 5
    seat 2: 7s 7h 7d 7c 2s 3c 4c; standard 10; surrender
    action seat 2
    event exposed-cards

One entry per line; what follows # is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from certify.base.errors import CertifyError
from certify.base.names import quote

_ENTRY = re.compile(
    r"(?P<paytable>paytable) +(?P<name>\S.*)"
    r"|(?P<bank>bank)(?: +(?P<kind>[a-z-]+))? *: *(?P<hand>.*)"
    r"|seat +(?P<seat>[0-9]{1,4}) *: *(?P<player>.*)"
    r"|action +seat +(?P<action>[0-9]{1,4})"
    r"|event +(?P<event>[a-z-]+)",
    re.IGNORECASE,
)
_WAGER = re.compile(r"(\S+) +(\S+)")
_MARKS = ("surrender", "miscount")
_FORMS = (
    "write 'seat 1: CARDS | LOW; WAGER AMOUNT, …', 'bank: CARDS', 'paytable ID', 'action seat N' "
    "or 'event NAME'"
)


def parse_text(text: str, name: str) -> dict[str, Any]:
    """Return the data of a round typed as text; the name of its file begins each message."""
    data: dict[str, Any] = {"players": []}
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.partition("#")[0].strip()
        if entry:
            try:
                _add(data, entry)
            except CertifyError as error:
                raise CertifyError(f"{name}:{number}: {error}") from None
    return data


def _add(data: dict[str, Any], entry: str) -> None:
    found = _ENTRY.fullmatch(entry)
    if found is None:
        raise CertifyError(f"{quote(entry)} is not an entry of a round; {_FORMS}")
    if found["paytable"]:
        _set(data, "paytable", _parse_paytable(found["name"]))
    elif found["bank"]:
        hand, notes = _parse_hand(found["hand"])
        kind = {"kind": found["kind"].lower()} if found["kind"] else {}
        cover = {}
        for note in notes:
            word, _, amount = note.partition(" ")
            if word.lower() != "covers" or not amount:
                raise CertifyError(f"{quote(note)}: write 'covers AMOUNT'")
            cover["stake"] = amount.strip()
        _set(data, "bank", kind | hand | cover)
    elif found["seat"]:
        data["players"].append({"seat": int(found["seat"]), **_parse_player(found["player"])})
    elif found["action"]:
        _set(data, "action_seat", int(found["action"]))
    else:
        data.setdefault("events", []).append(found["event"].lower())


def _set(data: dict[str, Any], key: str, value: object) -> None:
    if key in data:
        raise CertifyError(f"{key.replace('_', ' ')} appears twice; keep one line")
    data[key] = value


def _parse_paytable(text: str) -> str | Mapping[str, str]:
    if "=" not in text:
        return text
    pairs = [part.partition("=") for part in text.split(",")]
    return {wager.strip(): name.strip() for wager, _, name in pairs}


def _parse_hand(text: str) -> tuple[dict[str, str], list[str]]:
    """Return cards and low hand, and the notes after each semicolon."""
    cards, *notes = (part.strip() for part in text.split(";"))
    cards, bar, low = cards.partition("|")
    return {"cards": cards.strip()} | ({"low": low.strip()} if bar else {}), list(
        filter(None, notes)
    )


def _parse_player(text: str) -> dict[str, Any]:
    hand, notes = _parse_hand(text)
    player: dict[str, Any] = {**hand, "wagers": {}}
    for note in notes:
        if note.lower() in _MARKS:
            player[note.lower()] = True
            continue
        for part in filter(None, (part.strip() for part in note.split(","))):
            found = _WAGER.fullmatch(part)
            if found is None:
                raise CertifyError(
                    f"{quote(part)} is not a wager; write its id and an amount, for example standard 10"
                )
            if found[1] in player["wagers"]:
                raise CertifyError(f"duplicate wager: {found[1]}")
            player["wagers"][found[1]] = found[2]
    return player
