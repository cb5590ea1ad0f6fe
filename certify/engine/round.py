"""A round: who banks, who sits where with which cards and wagers, and what went wrong."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from certify.base.errors import CertifyError
from certify.base.figures import format_money
from certify.base.load import refuse_floats
from certify.base.names import quote, tell_near
from certify.game.cards import DECK, Card, format_cards, parse_cards
from certify.spec.validate import conforms, make_validator

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


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


HAND_SIZE = 7
_NUMBERS = 1 << 64


@dataclass(slots=True)
class Generator:
    """The numbers of one round of one seed."""

    seed: int
    round: int
    _numbers: Iterator[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._numbers = self._list_numbers()

    def _list_numbers(self) -> Iterator[int]:
        block = 0
        while True:
            text = f"certify-deal-1/{self.seed}/{self.round}/{block}"
            digest = hashlib.sha256(text.encode("ascii")).digest()
            for start in range(0, len(digest), 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1

    def draw(self, bound: int) -> int:
        """A number from 0 up to, not including, the bound, each equally likely."""
        limit = _NUMBERS - _NUMBERS % bound
        return next(number for number in self._numbers if number < limit) % bound

    def shuffle(self, deck: tuple[Card, ...] = DECK) -> tuple[Card, ...]:
        """The whole deck in random order."""
        cards = list(deck)
        for last in range(len(cards) - 1, 0, -1):
            other = self.draw(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

    def deal(self, hands: int, deck: tuple[Card, ...] = DECK) -> tuple[tuple[Card, ...], ...]:
        """So many hands of seven from the top of a shuffled deck, the bank's last."""
        cards = self.shuffle(deck)
        return tuple(cards[HAND_SIZE * place : HAND_SIZE * (place + 1)] for place in range(hands))


MISCOUNT = "player-miscount"
_STAKE = re.compile(r"\$?((?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,4})?)")


@dataclass(frozen=True, slots=True)
class Player:
    """A seat with its cards, its low hand where the player has set it, and its wagers."""

    seat: int
    cards: tuple[Card, ...]
    low: tuple[Card, ...] | None
    wagers: Mapping[str, Fraction]
    """Stakes by the wager's id."""
    surrender: bool = False
    """Whether the player gives up the hand."""
    miscount: bool = False
    """Whether the hand has a wrong number of cards."""
    name: str = ""
    """Who plays the seat, where one player plays several."""
    late: tuple[str, ...] = ()
    """Wagers placed after betting closed."""
    raised: Mapping[str, Fraction] = field(default_factory=dict)
    """How much of a wager was added after betting closed."""
    withdrawn: tuple[str, ...] = ()
    """Wagers withdrawn after betting closed."""
    envy_button: bool | None = None
    """Whether a button marks the bonus wagers; None where it follows from their amounts."""

    @property
    def owner(self) -> str:
        """Who plays the seat; whoever has no name plays no other seat."""
        return self.name or f"seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Bank:
    """The bank's cards; a stake only where a player banks and covers no more."""

    cards: tuple[Card, ...]
    low: tuple[Card, ...] | None = None
    kind: str | None = None
    stake: Fraction | None = None
    wagers: Mapping[str, Fraction] = field(default_factory=dict)
    """Bonus wagers of a player who banks, which that player pays alone."""


@dataclass(frozen=True, slots=True)
class Round:
    """Everything that settlement needs to know beside the rules."""

    paytable: str | Mapping[str, str] | None
    """The paytable in force: by its id, or by wager; None where there is only one."""
    bank: Bank
    players: tuple[Player, ...]
    action_seat: int = 1
    events: tuple[str, ...] = ()

    def list_events(self) -> tuple[str, ...]:
        """What went wrong, each thing once; a hand that is marked as miscounted tells of it too."""
        marked = [MISCOUNT] if any(player.miscount for player in self.players) else []
        return tuple(dict.fromkeys([*self.events, *marked]))

    def list_from(self, seat: int) -> list[Player]:
        """The players in the order of seats, beginning with the first at or after a seat."""
        return sorted(self.players, key=lambda player: (player.seat < seat, player.seat))


def parse_round(data: Any) -> Round:
    """Read a round, or raise with every fault, each naming its field."""
    if isinstance(data, dict) and {"number", "round"} <= set(data):  # as `play` prints it
        data = data["round"]
    refuse_floats(data)
    if not conforms(data, "round"):
        faults = [_describe(error) for error in make_validator("round").iter_errors(data)]
        if faults:
            raise CertifyError("\n".join(sorted(faults)))
    reader = _RoundReader()
    bank = data["bank"]
    bank_cards = reader.read_cards(bank["cards"], "bank.cards", HAND_SIZE)
    players = tuple(
        reader.read_player(item, f"players[{place}]") for place, item in enumerate(data["players"])
    )
    stake = bank.get("stake")
    round_ = Round(
        data.get("paytable"),
        Bank(
            bank_cards,
            reader.read_low(bank.get("low"), bank_cards, "bank.low", 2),
            bank.get("kind"),
            None if stake is None else reader.read_stake(stake, "bank.stake"),
            reader.read_stakes(bank.get("wagers", {}), "bank.wagers"),
        ),
        players,
        data.get("action_seat", 1),
        tuple(data.get("events", ())),
    )
    faults = [*count_hands(len(players), len(DECK)), *reader.faults, *_list_overlaps(round_)]
    if faults:
        raise CertifyError("\n".join(faults))
    return round_


class _RoundReader:
    """Reads the fields of a round and collects what is wrong with them."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def read_cards(self, text: str, field: str, count: int | None) -> tuple[Card, ...]:
        try:
            return parse_cards(text, count)
        except CertifyError as error:
            self.faults.append(f"{field}: {error}")
            return ()

    def read_low(
        self, text: str | None, cards: tuple[Card, ...], field: str, count: int | None = None
    ) -> tuple[Card, ...] | None:
        if text is None:
            return None
        low = self.read_cards(text, field, count)
        for card in low:
            if cards and card not in cards:
                self.faults.append(
                    f"{field}: {card} is not among the seven cards {format_cards(cards)}"
                )
        return low

    def read_stake(self, given: str | int, field: str) -> Fraction:
        found = _STAKE.fullmatch(str(given))
        if found is None or not Fraction(found[1]):
            self.faults.append(
                f'{field}: {quote(given)} is not an amount of money; write for example 10 or "10.50"'
            )
            return Fraction(1)
        return Fraction(found[1])

    def read_stakes(self, data: Mapping[str, str], field: str) -> dict[str, Fraction]:
        return {name: self.read_stake(stake, f"{field}.{name}") for name, stake in data.items()}

    def read_player(self, item: Mapping[str, Any], field: str) -> Player:
        miscount = item.get("miscount", False)
        count = None if miscount else HAND_SIZE
        cards = self.read_cards(item["cards"], f"{field}.cards", count)
        return Player(
            item["seat"],
            cards,
            self.read_low(item.get("low"), cards, f"{field}.low"),
            self.read_stakes(item["wagers"], f"{field}.wagers"),
            item.get("surrender", False),
            miscount,
            item.get("player", ""),
            tuple(item.get("late", ())),
            self.read_stakes(item.get("raised", {}), f"{field}.raised"),
            tuple(item.get("withdrawn", ())),
            item.get("envy_button"),
        )


def count_hands(players: int, deck: int) -> Iterator[str]:
    """A fault where so many players and the bank cannot be dealt in."""
    most = deck // HAND_SIZE - 1
    if players > most:
        needed = HAND_SIZE * (players + 1)
        yield (
            f"players: {players} players and the bank need {needed} cards, and the deck of "
            f"{deck} gives hands to {most} players and the bank"
        )


def _list_overlaps(round_: Round) -> Iterator[str]:
    held = dict.fromkeys(round_.bank.cards, "bank.cards")
    seats: dict[int, str] = {}
    for place, player in enumerate(round_.players):
        field = f"players[{place}]"
        if player.seat in seats:
            yield f"{field}.seat: seat {player.seat} is taken by {seats[player.seat]} already"
        seats[player.seat] = field
        for card in player.cards:
            if card in held:
                yield f"{field}.cards: duplicate card {card}, also in {held[card]}"
            held[card] = f"{field}.cards"


def format_round(round_: Round) -> dict[str, Any]:
    """Write a round the way `parse_round` reads it."""
    bank: dict[str, Any] = {"kind": round_.bank.kind} if round_.bank.kind else {}
    bank["cards"] = format_cards(round_.bank.cards)
    if round_.bank.low is not None:
        bank["low"] = format_cards(round_.bank.low)
    bank["stake"] = None if round_.bank.stake is None else format_money(round_.bank.stake)
    if round_.bank.wagers:
        bank["wagers"] = _format_stakes(round_.bank.wagers)
    return {
        **({} if round_.paytable is None else {"paytable": round_.paytable}),
        "bank": bank,
        "action_seat": round_.action_seat,
        "events": list(round_.events),
        "players": [_format_player(player) for player in round_.players],
    }


def _format_player(player: Player) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": player.seat, "cards": format_cards(player.cards)}
    if player.low is not None:
        data["low"] = format_cards(player.low)
    data["wagers"] = _format_stakes(player.wagers)
    more = {
        "surrender": player.surrender,
        "miscount": player.miscount,
        "player": player.name,
        "late": list(player.late),
        "raised": _format_stakes(player.raised),
        "withdrawn": list(player.withdrawn),
    }
    data |= {key: value for key, value in more.items() if value}
    if player.envy_button is not None:
        data["envy_button"] = player.envy_button
    return data


def _format_stakes(stakes: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: format_money(stake) for name, stake in stakes.items()}


def _describe(error: ValidationError) -> str:
    """A violation of the schema as a sentence that names the field."""
    field = "".join(
        f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path
    ).lstrip(".")
    schema: dict[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    instance: Any = error.instance
    if error.validator == "additionalProperties":
        known = schema["properties"]
        extra = next(str(key) for key in instance if key not in known)
        path = ".".join(filter(None, (field, extra)))
        return f"{path}: unknown key; {tell_near(extra, known, 'write one of')}"
    if error.validator == "required":  # one error each, in this order
        missing = str(error.message).partition("'")[2].partition("'")[0]
        examples = schema["properties"][missing]["examples"]
        shown = json.dumps({missing: examples[0]}, ensure_ascii=False)[1:-1]
        return f"{'.'.join(filter(None, (field, missing)))}: missing; write it like {shown}"
    value = json.dumps(instance, ensure_ascii=False, default=str)
    if len(value) > 60:
        value = value[:57] + "..."
    told = schema.get("description", "").rstrip(".")
    told = f"{told[:1].lower()}{told[1:]}"
    cure = told if told.startswith("write") else f"give {told}"
    return f"{field or 'the round'}: {value} is not valid here; {cure}"
