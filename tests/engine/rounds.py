"""Rounds in short: how the tests of settlement write and read them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from certify.engine.admission import compile_for_round
from certify.engine.round import parse_round
from certify.engine.settle import settle_round
from certify.engine.settlement import format_settlement
from certify.spec.model import Jurisdiction
from certify.spec.readings import parse_reading
from certify.spec.validate import load_jurisdiction
from tests.edits import edit, state

FOLDER = Path(__file__).resolve().parents[2] / "jurisdictions"

# Hands that hold exactly one class of every paytable, over cards that few others need.
BANK = "Qc 10h 8s 6d 4h 3s 2c"
BANK_LOW = "10h 8s"
NOTHING = "Kh Jh 9d 7s 5h 3d 2s"
CLASSES = {
    "seven-card-straight-flush": "Jc 10c 9c 8c 7c 6c 5c",
    "royal-match": "Ad Kd Qd Jd 10d Ks Qs",
    "seven-card-straight-flush-joker": "Jc 10c 9c Joker 7c 6c 5c",
    "five-aces": "Ac Ad Ah As Joker 7c 2d",
    "royal-flush": "Ad Kd Qd Jd 10d 4s 2h",
    "straight-flush": "9h 8h 7h 6h 5h Kc 2d",
    "four-of-a-kind": "9c 9d 9h 9s Kd 5h 3c",
    "full-house": "Kc Kd Kh 2s 2d 7c 9h",
    "flush": "Kh Jh 9h 5h 2h 3c 4d",
    "straight": "10c 9d 8h 7s 6c 2d Ah",
    "three-of-a-kind": "7c 7d 7h Ks Jd 4c 2s",
    "three-pair": "Kc Kd 9h 9s 5c 5d 2h",
    "two-pair": "Kc Kd 9h 9s 5c 4d 2h",
    "one-pair": "Kc Kd Jh 9s 5c 4d 2h",
    "none": NOTHING,
}
PLAIN_BANKS = (BANK, "Qd 10s 8c 6h 4s 3d 2h", "Qh 10d 8d 6s 4c 3h 2s", "Qs Jc 8h 6c 4d 3c 2h")


@lru_cache
def load(name: str) -> Jurisdiction:
    """A document of the repository."""
    return load_jurisdiction(FOLDER / f"{name}.yaml")


_OWNERS = {"fortune": "fortune-bonus", "ace_high": "ace-high", "envy": "fortune-bonus.envy"}


def derive(name: str, **changes: Any) -> Jurisdiction:
    """A document with statements put in the place of its own: `section__name={"silent": True}`.

    Where only a value is given it counts as said in a clause named `test`.
    """
    return edit(load(name), *(state(_name_key(key), value) for key, value in changes.items()))


def _name_key(key: str) -> str:
    section, _, parameter = key.partition("__")
    return f"{_OWNERS.get(section, section)}.{parameter}"


BASE_GAME = {
    "comparison__both_win": "wins",
    "comparison__both_lose": "loses",
    "comparison__one_each": "push",
    "comparison__copy": "bank-wins",
    "comparison__copy_and_win": "push",
    "comparison__copy_and_lose": "loses",
    "comparison__copy_both": "loses",
    "comparison__bank_hand_push": "no",
    "setting__equal_high_and_low": "allowed",
    "setting__foul_standard": "loses",
    "standard__pays": 1,
    "standard__commission": "1/20",
    "standard__commission_rounding": "exact",
}
"""The game without the bonus, for documents that leave it to another text."""


BONUS_ALONE = {
    "comparison__both_win": {
        "deferred": {"to": "another section", "at": {"clause": "head", "lines": 3}}
    },
}
"""The same documents, where a round may tell of the bonus alone."""


def player(seat: int, cards: str, low: str | None = None, /, **wagers: str) -> dict[str, Any]:
    """A player; wagers by their names with an underscore."""
    names = {name.replace("_", "-"): stake for name, stake in wagers.items()}
    data: dict[str, Any] = {"seat": seat, "cards": cards, "wagers": names}
    if low:
        data["low"] = low
    return data


def make(
    *players: dict[str, Any],
    bank: str = BANK,
    bank_low: str | None = None,
    paytable: str = "main",
    **more: Any,
) -> dict[str, Any]:
    """A round."""
    data: dict[str, Any] = {"paytable": paytable, "bank": {"cards": bank}, "players": list(players)}
    if bank_low:
        data["bank"]["low"] = bank_low
    if "stake" in more:
        data["bank"]["stake"] = more.pop("stake")
    return {**data, **more}


def settle(
    jurisdiction: Jurisdiction | str, data: dict[str, Any], **readings: str
) -> dict[str, Any]:
    """Settle a round as plain data, under readings written with underscores."""
    if isinstance(jurisdiction, str):
        jurisdiction = load(jurisdiction)
    named = {key.replace("_", "-"): value for key, value in readings.items()}
    parsed = {key: parse_reading(jurisdiction, key, value) for key, value in named.items()}
    round_ = parse_round(data)
    rulebook = compile_for_round(jurisdiction, round_, {None: parsed})
    return format_settlement(settle_round(rulebook, round_))


def lines(result: dict[str, Any], seat: int, wager: str) -> list[dict[str, str]]:
    """The lines of one wager at one seat."""
    found = next(item for item in result["seats"] if item["seat"] == seat)
    return [line for line in found["lines"] if line["wager"] == wager]


def line(result: dict[str, Any], seat: int, wager: str) -> dict[str, str]:
    """The one line of a wager at a seat."""
    (found,) = lines(result, seat, wager)
    return found


def told(result: dict[str, Any], seat: int, wager: str) -> tuple[str, str]:
    """Result and amount of the one line of a wager at a seat."""
    found = line(result, seat, wager)
    return found["result"], found["amount"]
