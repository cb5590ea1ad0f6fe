"""Two editions of an enclosed file: every value that differs, by its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from certify.filing.verification.outcome import Mismatch


def list_file_differences(name: str, found: bytes, wanted: bytes) -> list[Mismatch]:
    """What differs between two editions of an enclosed file: by value for data, by line for text."""
    if found == wanted:
        return []
    if name.endswith(".json"):
        try:
            pair = json.loads(found), json.loads(wanted)
        except (ValueError, RecursionError):
            return [Mismatch(f"enclosure {name}", "not JSON", "JSON")]
        told = list(list_data_differences(f"enclosure {name}", *pair))
        return told or [
            Mismatch(f"enclosure {name}", "another layout", "the layout of the program")
        ]
    lines, others = (item.decode("utf-8", "replace").splitlines() for item in (found, wanted))
    told = []
    for place in range(max(len(lines), len(others))):
        line = lines[place] if place < len(lines) else "nothing"
        other = others[place] if place < len(others) else "nothing"
        if line != other:
            told.append(Mismatch(f"enclosure {name}, line {place + 1}", line, other))
    return told or [Mismatch(f"enclosure {name}", "other line endings", "those of the program")]


def list_data_differences(where: str, found: Any, wanted: Any) -> Iterator[Mismatch]:
    """Every value that differs between two pieces of plain data, by its place."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted(found.keys() | wanted.keys()):
            yield from list_data_differences(
                f"{where}, {key}", found.get(key, "nothing"), wanted.get(key, "nothing")
            )
    elif isinstance(found, list) and isinstance(wanted, list):
        if len(found) != len(wanted):
            yield Mismatch(f"{where}, how many", str(len(found)), str(len(wanted)))
        for place, (one, other) in enumerate(zip(found, wanted, strict=False)):
            yield from list_data_differences(f"{where}, {_name(one, place)}", one, other)
    elif found != wanted or type(found) is not type(wanted):
        yield Mismatch(where, _show(found), _show(wanted))


def _name(item: Any, place: int) -> str:
    """What a member of a list is called: by the name it gives itself, else by its place."""
    if isinstance(item, dict):
        parts = [
            str(item[key]) for key in ("wager", "paytable", "outcome", "label") if item.get(key)
        ]
        if parts:
            return " ".join(parts)
    return str(place + 1)


def _show(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 240 else text[:239] + "…"
