"""Changes of plain data: well formed, and with something else in some place."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from certify.spec.catalogue import PARAMETERS, Parameter, ValueKind

Dice = random.Random
Place = tuple[str | int, ...]

_STANDINGS: tuple[Any, ...] = (
    {"silent": True}, {"not_offered": True}, {"deferred": {"to": "house procedures", "at": "L7"}},
    {"deferred": {"to": "x", "at": {"lines": "9-3"}}},
    {"silent": True, "assumed": "each-pays", "because": "others do", "alternatives": ["highest-pays"]},
    {"other": "in our own words"}, {"value": {"other": "something else"}, "at": {"lines": 5}},
    {
        "stated": [{"value": 1, "at": {"lines": 5}}, {"value": 2, "at": {"lines": 6}}],
        "adopted": 1,
        "because": "x",
    },
    {"todo": True},
)  # fmt: skip
_PLAIN: tuple[Any, ...] = (
    0, 1, -1, 2, 7, 52, 53, 54, 10**6, 10**18, True, False, "", " ", "x", "1/0", "1/3", "-1/20", "2",
    "5 USD", "0 USD", "-5 USD", "5 EUR", "0.005 USD", "99999999999999999999 USD", "5USD", "1e999 USD",
    "pushes", "loses", "wins", "bug", "9-2", "K+", "Z", "A", "2030-02-30", "2030-02-28", "50:1", "joker",
    "standard", "main", "none", "house", "a" * 300, "line\nbreak", "tab\there", "null\x00", "ünï",
    "<b>&amp;</b>", "{{ 7 }}", "../../x", "\u202etxt", [], {}, [[]], [0], ["x"], {"x": "y"},
    {"hand": "flush"}, {"hand": "flush", "rank": "A"}, {"hand": "high-card", "highest": "Q"},
    {"bank": {"hand": "high-card", "highest": 9}}, {"player": {"hand": "one-pair"}},
    {"money": "7 USD", "stake": "lost"}, {"money": "7 USD", "stake": "returned"},
    {"share": "1/10", "of": "meter"}, {"any": []}, {"all": []}, {"not": {"hand": "flush"}},
    {"own": "royal-flush"}, None, 1.5,
)  # fmt: skip


@cache
def _list_words() -> tuple[str, ...]:
    """Every word of every closed choice of the catalogue."""
    return tuple(
        dict.fromkeys(
            word
            for item in PARAMETERS.values()
            if item.kind is ValueKind.CHOICE
            for word in item.choices
        )
    )


def list_places(data: Any, path: Place = ()) -> Iterator[Place]:
    """Every place in the data but the whole."""
    if path:
        yield path
    items: Any = ()
    if isinstance(data, dict):
        items = data.items()
    elif isinstance(data, list):
        items = enumerate(data)
    for key, value in items:
        yield from list_places(value, (*path, key))


def _find(data: Any, path: Place) -> Any:
    for step in path:
        data = data[step]
    return data


def _make_value(data: Any, places: list[Place], dice: Dice) -> Any:
    match dice.randrange(5):
        case 0:
            return copy.deepcopy(dice.choice(_STANDINGS))
        case 1:
            return dice.choice(_list_words())
        case 2:
            return {"value": dice.choice(_list_words()), "at": {"lines": dice.randint(1, 60)}}
        case 3:
            return copy.deepcopy(_find(data, dice.choice(places)))
    return copy.deepcopy(dice.choice(_PLAIN))


def _retype(value: Any, dice: Dice) -> Any:
    forms: tuple[Any, ...] = (
        str(value)[:2000],
        [value],
        {"value": value},
        {"other": "x"},
        1,
        True,
        [value, copy.deepcopy(value)],
    )
    return dice.choice(forms)


def change_once(data: Any, dice: Dice) -> None:
    """One value replaced, removed, doubled, put into another form, or exchanged with another."""
    places = list(list_places(data))
    if not places:
        return
    path = dice.choice(places)
    holder, key = _find(data, path[:-1]), path[-1]
    match dice.randrange(8):
        case 0:
            del holder[key]
        case 1:
            holder[key] = _retype(holder[key], dice)
        case 2 if isinstance(holder, list):
            holder.insert(dice.randint(0, len(holder)), copy.deepcopy(holder[key]))
        case 2:
            holder[dice.choice((*_list_words(), "x", "all", "other", "silent"))] = copy.deepcopy(
                holder[key]
            )
        case 3 if isinstance(holder, list):
            dice.shuffle(holder)
        case 4:
            other = dice.choice(places)
            if path[: len(other)] != other and other[: len(path)] != path:
                there = _find(data, other[:-1])
                holder[key], there[other[-1]] = there[other[-1]], holder[key]
        case _:
            holder[key] = _make_value(data, places, dice)


def change_tree(data: Any, dice: Dice) -> Any:
    """A copy with one change, seldom several."""
    data = copy.deepcopy(data)
    for _ in range(dice.choice((1, 1, 1, 2, 5))):
        change_once(data, dice)
    return data


@cache
def _name_parameters() -> dict[str, tuple[Parameter, ...]]:
    """The parameters by the key that introduces them, whatever their section."""
    named: dict[str, list[Parameter]] = {}
    for key, item in PARAMETERS.items():
        named.setdefault(key.rpartition(".")[2], []).append(item)
    return {name: tuple(items) for name, items in named.items()}


def _draw_value(parameter: Parameter, before: Any, dice: Dice) -> Any:
    """A value that a document could give."""
    if parameter.kind is ValueKind.CHOICE:
        return dice.choice((*parameter.choices, *parameter.choices, {"other": "in other words"}))
    known = before.get("value", before.get("assumed")) if isinstance(before, dict) else None
    example = list(parameter.example) if isinstance(parameter.example, tuple) else parameter.example
    return dice.choice((known, example, example, {"other": "in other words"}, dice.choice(_PLAIN)))


def _draw_statement(parameter: Parameter, before: Any, dice: Dice) -> Any:
    """A statement of any standing, about a parameter."""
    one, two = (_draw_value(parameter, before, dice) for _ in range(2))
    at = {"clause": "(7)", "lines": dice.randint(1, 60)}
    forms: tuple[Any, ...] = (
        {"value": one, "at": at}, {"value": one, "at": at}, {"silent": True},
        {"silent": True, "assumed": one, "because": "others do", "alternatives": [two]},
        {"not_offered": True}, {"deferred": {"to": "another text", "at": at}},
        {"deferred": {"to": "another text", "at": at}, "assumed": one, "because": "others do"},
        {
            "stated": [{"value": one, "at": at}, {"value": two, "at": at}],
            "adopted": one,
            "because": "it stands first",
        },
    )  # fmt: skip
    return copy.deepcopy(dice.choice(forms))


def change_meaning(data: Any, dice: Dice) -> Any:
    """A copy whose statements and pays say something else, in the form that a file has."""
    data = copy.deepcopy(data)
    named = _name_parameters()
    places = list(list_places(data))
    stated = [path for path in places if path[-1] in named and isinstance(_find(data, path), dict)]
    cells = [
        path
        for path in places
        if path[-1] in ("pays", "envy", "hand", "highest", "joker", "looks_at")
    ]
    for _ in range(dice.choice((1, 1, 2, 3, 8))):
        path = dice.choice(cells if cells and dice.random() < 0.3 else stated or places)
        try:
            holder = _find(data, path[:-1])
            before = holder[path[-1]]
        except (KeyError, IndexError, TypeError):  # an earlier change took it away
            continue
        if path in stated:
            holder[path[-1]] = _draw_statement(dice.choice(named[str(path[-1])]), before, dice)
        elif path[-1] == "pays":
            holder["pays"] = dice.choice(
                (
                    0,
                    1,
                    2,
                    7,
                    10**6,
                    10**12,
                    "pushes",
                    "loses",
                    "1/2",
                    {"money": "7 USD", "stake": "lost"},
                )
            )
        else:
            try:
                other = _find(data, dice.choice([item for item in cells if item[-1] == path[-1]]))
            except (KeyError, IndexError, TypeError):  # an earlier change took that away
                continue
            holder[path[-1]] = copy.deepcopy(other)
    return data


def write_yaml(value: Any) -> str:
    """YAML in flow style on lines of their own at the top; text in double quotes."""
    if isinstance(value, dict) and value:
        return "".join(f"{_write(key)}: {_write(item)}\n" for key, item in value.items())
    return _write(value)


def _write(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{_write(key)}: {_write(item)}" for key, item in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(_write(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int | float):
        return str(value)
    text = (
        value.replace("\\", "\\\\")
        .replace('"', '\\"')
        .replace("\n", "\\n")
        .replace("\x00", "\\0")
        .replace("\t", "\\t")
    )
    return f'"{text}"'
