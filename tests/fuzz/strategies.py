"""Whole jurisdictions, wagers and rounds that nobody wrote, drawn from what a document could say."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from certify.game.views import RANKED_CLASSES
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.catalogue import ENVY, GAME, SECTIONS, WAGER, Parameter, ValueKind

LINES = 2000
"""Lines of the document that a made-up file cites."""
_RANKING = [
    "five-aces", "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush",
    "straight", "three-of-a-kind", "two-pair", "one-pair", "high-card",
]  # fmt: skip
_RANKS = st.sampled_from([*range(2, 11), "J", "Q", "K", "A", "2-6", "10+", "9-J", "K+"])
_BARE = st.sampled_from([9, 10, "J", "Q", "K", "A", "9-J", "Q+"])
_MONEY = st.sampled_from(["1 USD", "5 USD", "0.50 USD", "25 USD", "1000 USD", "50000 USD"])
PAYS = st.one_of(
    st.integers(0, 10_000),
    st.sampled_from(["pushes", "loses", "1/2", "3/2", {"money": "7 USD"}, {"meter": "1/10"}]),
)
_AT = st.builds(
    lambda clause, first, more: f"({clause}) L{first}" + (f"-{first + more}" if more else ""),
    st.integers(1, 12),
    st.integers(1, LINES - 3),
    st.integers(0, 3),
)
_SOUND: dict[str, Any] = {
    "deck.cards": 53, "deck.jokers": 1, "deck.hand_ranking": _RANKING, "play.cards_dealt": 7,
    "table.players": 6, "comparison.method": "high-with-high-low-with-low",
    "wager.offer": "optional", "wager.hand_considered": "best-of-seven",
    "wager.not_qualifying": "loses", "wager.bank_condition": "none",
}  # fmt: skip
"""What nearly every game says; else hardly a made-up one would be played at all."""


def values(parameter: Parameter) -> st.SearchStrategy[Any]:
    """What a document could say of a parameter."""
    match parameter.kind:
        case ValueKind.CHOICE:
            said = st.sampled_from(parameter.choices)
        case ValueKind.MONEY:
            said = _MONEY
        case ValueKind.CHARGE:
            said = st.one_of(_MONEY, st.sampled_from(["1/100", "1/20"]))
        case ValueKind.COUNT:
            said = st.integers(0, 60)
        case ValueKind.FRACTION:
            said = st.sampled_from(["1/20", "1/25", "1/2", "1/3", "0", "1"])
        case ValueKind.PAYS:
            said = st.one_of(st.integers(0, 500), st.just("1/2"))
        case ValueKind.CLASSES:
            said = st.permutations(_RANKING)
        case ValueKind.CLASS:
            said = st.sampled_from(sorted(HAND_CLASSES))
        case ValueKind.CONDITION:
            said = conditions()
        case ValueKind.EXCLUSIONS:
            said = st.builds(
                lambda own, paid: [{"own": own, "still_paid": paid}],
                st.sampled_from(sorted(HAND_CLASSES)),
                st.lists(st.sampled_from(sorted(HAND_CLASSES)), max_size=2, unique=True),
            )
        case _:
            said = st.text("abc é€ß-:{}#", min_size=1, max_size=30)
    if parameter.key in _SOUND:
        said = st.one_of(*[st.just(_SOUND[parameter.key])] * 9, said)
    return said


@st.composite
def statements(draw: st.DrawFn, parameter: Parameter) -> Any:
    """A statement of any standing; mostly one value in one place."""
    of = values(parameter)
    one, other, at = draw(of), draw(of), draw(_AT)
    told = {"value": one, "at": at}
    forms: tuple[dict[str, Any], ...] = (
        {"silent": True},
        {"not_offered": True},
        {"deferred": {"to": "house procedures", "at": at}},
        {"silent": True, "assumed": one, "because": "others do"}
        | ({"alternatives": [other]} if other != one else {}),
        {"stated": [told, {"value": other, "at": draw(_AT)}]}
        | ({"adopted": one, "because": "it stands first"} if other != one else {}),
        told
        if parameter.kind is ValueKind.TEXT
        else {**told, "value": {"other": "in its own words"}},
    )
    chosen = draw(st.integers(0, 60 if parameter.key in _SOUND else 15))
    return forms[chosen] if chosen < len(forms) else told


@st.composite
def sections(draw: st.DrawFn, parameters: tuple[Parameter, ...]) -> dict[str, Any]:
    """Statements of a section: some one by one, the others at once."""
    made: dict[str, Any] = {
        "all": draw(st.sampled_from([{"silent": True}, {"not_offered": True}, {"silent": True}]))
    }
    for parameter in parameters:
        if parameter.key in _SOUND or draw(st.booleans()):
            made[parameter.name] = draw(statements(parameter))
    return made


@st.composite
def conditions(draw: st.DrawFn) -> dict[str, Any]:
    """What is wanted of one hand."""
    match draw(st.integers(0, 9)):
        case 0:
            return {"colour": draw(st.sampled_from(["red", "black", "mixed"]))}
        case 1:
            return {"low": {"hand": "one-pair", "rank": draw(_RANKS)}}
        case 2:
            return {"high": {"hand": draw(st.sampled_from(_RANKING))}}
        case 3:
            return {"hand": "high-card", "highest": draw(_BARE)}
        case 4:
            return {
                "first_three": draw(
                    st.sampled_from(["straight-flush", "three-of-a-kind", "flush", "one-pair"])
                )
            }
    made: dict[str, Any] = {"hand": draw(st.sampled_from(sorted(HAND_CLASSES)))}
    if draw(st.integers(0, 4 if made["hand"] in RANKED_CLASSES else 40)) == 0:
        made["rank"] = draw(_RANKS)
    if draw(st.integers(0, 7)) == 0:
        made["joker"] = draw(st.sampled_from(["with", "without"]))
    return made


@st.composite
def lines(draw: st.DrawFn, looks_at: str, envy: bool) -> list[dict[str, Any]]:
    """Lines of a paytable."""
    made = []
    for _ in range(draw(st.integers(1, 6))):
        wanted = draw(conditions())
        if looks_at == "both":
            wanted = {draw(st.sampled_from(["player", "bank"])): wanted}
        line = {**wanted, "pays": draw(PAYS), "at": f"L{draw(st.integers(1, LINES))}"}
        if envy and draw(st.booleans()):
            line["envy"] = draw(_MONEY)
        if all({**line, "pays": 0} != {**other, "pays": 0} for other in made):
            made.append(line)
    return made


@st.composite
def rows(draw: st.DrawFn, line: dict[str, Any]) -> dict[str, Any]:
    """A row of two paytables; the second may not have it."""
    pays = draw(st.one_of(st.just("none"), PAYS))
    made = {**line, "pays": [line["pays"], pays]}
    if "envy" in line:
        made["envy"] = [line["envy"], "none" if pays == "none" else draw(_MONEY)]
    return made


@st.composite
def wagers(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """A wager: its statements, its lines or paytables, and envy where it has it."""
    own = tuple(item for item in WAGER if item.name not in {"envy", "pays"})
    looks_at = draw(st.sampled_from(["player", "player", "player", "bank", "both"]))
    made = {"id": name, "name": name.title(), "looks_at": looks_at} | draw(sections(own))
    envy = draw(st.integers(0, 2)) == 0
    if envy:
        made["envy"] = draw(sections(ENVY))
    form = draw(st.integers(0, 2))
    if form == 0:
        made["at"] = draw(_AT)
        made["lines"] = draw(lines(looks_at, envy))
    elif form == 1:
        made["paytables"] = {
            "tables": ["table-0", {"id": "table-1", "at": draw(_AT)}],
            "rows": [draw(rows(line)) for line in draw(lines(looks_at, envy))],
        }
    else:
        made["paytables"] = [
            {"id": f"table-{place}", "at": draw(_AT), "lines": draw(lines(looks_at, envy))}
            for place in range(draw(st.integers(1, 2)))
        ]
    return made


@st.composite
def jurisdictions(draw: st.DrawFn, name: str, house_way: Any) -> dict[str, Any]:
    """A whole file; the house way is one that is known to be sound, or none."""
    made: dict[str, Any] = {
        "schema": 2,
        "id": name,
        "name": "Made up",
        "edition": {"number": draw(st.integers(1, 9)), "date": "2030-01-31"},
        "currency": "USD",
        "documents": [{"id": "rules", "name": "Rules", "sha256": "0" * 64, "lines": LINES}],
    }
    for section in SECTIONS:
        made[section] = draw(sections(tuple(item for item in GAME if item.section == section)))
    made["wagers"] = [draw(wagers(f"wager-{place}")) for place in range(draw(st.integers(0, 2)))]
    if draw(st.integers(0, 3)):
        made["setting"]["house_way"] = {"value": "given", "at": draw(_AT)}
        made["house_way"] = house_way
    return made


_STAKES = st.sampled_from(["25", "25", "10", "5", "1", "24.99", "100", "0.01"])


@st.composite
def rounds(
    draw: st.DrawFn, names: tuple[str, ...], tables: tuple[str, ...], deck: tuple[str, ...]
) -> dict[str, Any]:
    """A round of one to six players: stakes, hands set or not, a bank of any kind, and events."""
    players = draw(st.integers(1, 6))
    cards = draw(st.permutations(deck))
    hands = [cards[7 * place : 7 * place + 7] for place in range(players + 1)]
    made: dict[str, Any] = {"bank": {"cards": " ".join(hands[0])}, "players": []}
    for seat, hand in enumerate(hands[1:], 1):
        player: dict[str, Any] = {"seat": seat, "cards": " ".join(hand)}
        player["wagers"] = draw(
            st.dictionaries(st.sampled_from(("standard", *names)), _STAKES, min_size=1, max_size=4)
        )
        if draw(st.booleans()):
            player["low"] = " ".join(
                draw(st.permutations(hand))[: draw(st.sampled_from([2, 2, 2, 1, 3]))]
            )
        if draw(st.integers(0, 7)) == 0:
            player["surrender"] = True
        made["players"].append(player)
    if draw(st.booleans()):
        made["bank"]["low"] = " ".join(draw(st.permutations(hands[0]))[:2])
    if draw(st.integers(0, 2)) == 0:
        made["bank"]["kind"] = draw(st.sampled_from(["house", "player-dealer"]))
        made["bank"]["stake"] = draw(_STAKES)
    if tables and draw(st.booleans()):
        made["paytable"] = draw(st.sampled_from(tables))
    if draw(st.integers(0, 3)) == 0:
        made["action_seat"] = draw(st.integers(0, 7))
    if draw(st.integers(0, 3)) == 0:
        made["events"] = draw(
            st.lists(st.sampled_from(["foreign-card", "misdeal", "exposed-cards"]), max_size=2)
        )
    return made


def draw_one(strategy: st.SearchStrategy[Any], dice: random.Random) -> Any:
    """One example by the dice: the second that is made, for the first is always the simplest."""
    drawn: list[Any] = []

    @seed(dice.randrange(2**32))
    @settings(
        max_examples=2,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def take(value: Any) -> None:
        drawn.append(value)

    take()
    return drawn[-1]
