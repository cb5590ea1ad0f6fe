"""Which code a count and a settled round come from: the one list, and the store that is keyed by it.

A stored count is valid for as long as the syntax of these modules is what it was when it was counted.
Modules that only ask for a count, or show it, are not listed: what they ask is part of the count's key.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

from certify.base import cache as store
from certify.base.cache import hash_modules, hash_syntax
from certify.base.errors import CertifyError

HAND_SIZE = 7
_HANDS = {comb(cards, HAND_SIZE) for cards in (52, 53)}
_DEALS = {comb(cards, HAND_SIZE) * comb(cards - HAND_SIZE, HAND_SIZE) for cards in (52, 53)}
_CHOICES = (1, comb(HAND_SIZE, 3), comb(HAND_SIZE, 5))
"""Ways to choose the cards of a hand that a condition looks at: all seven, three of them, five of them."""
_WAYS = tuple({one * other for one in _CHOICES for other in _CHOICES})
"""The same of two hands."""


def find_impossible(kind: str, result: Any) -> str:
    """Why some counts cannot be true; empty if they can."""
    try:
        return _CHECKS[kind](result) if kind in _CHECKS else ""
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
        return "they do not have the form of counts"


def _list_numbers(data: Any) -> Iterable[Any]:
    if isinstance(data, list):
        for item in data:
            yield from _list_numbers(item)
    else:
        yield data


def _check_numbers(numbers: Iterable[Any], totals: Iterable[int]) -> str:
    found = list(numbers)
    if any(type(number) is not int for number in found):
        return "a count is not a whole number"
    if any(number < 0 for number in found):
        return "a count is negative"
    return "" if sum(found) in set(totals) else "they do not sum to all deals"


def _check_deals(result: Any, *, ways: Iterable[int] = (1,)) -> str:
    return _check_numbers(_list_numbers(result), (deals * n for deals in _DEALS for n in ways))


def _check_settings(counts: list[Any]) -> str:
    """Both hands are set by one house way, so exchanging them must change nothing.

    By tags of player and bank, then how low and high compare. It follows that losses less wins are half
    of all copies, low and high, where copies go to the bank: the sign of the edge cannot be turned.
    """
    if problem := _check_deals(counts):
        return problem
    tags = range(len(counts))
    cells = {
        (one, two, low, high): counts[one][two][low][high]
        for one, two, low, high in product(tags, tags, range(3), range(3))
    }
    if len(cells) != len(list(_list_numbers(counts))):
        return "they do not have the form of counts"
    for (one, two, low, high), number in cells.items():
        if cells[two, one, 2 - low, 2 - high] != number:
            return "exchanging the two hands changes them"
    return ""


def _check_best(result: Any) -> str:
    return _check_deals([result["deals"], result["pushed"]])


def _check_hands(result: Any) -> str:
    numbers = [number for _, number in result["views"]]
    totals = [hands * ways for hands in _HANDS for ways in _CHOICES]
    return _check_numbers(numbers, {result["deals"]} & set(totals))


def _check_pairs(result: Any) -> str:
    return _check_deals(result, ways=_WAYS)


def _check_contests(result: Any) -> str:
    """The same hands are dealt to both sides, so exchanging them turns each comparison round."""
    cells = {(one, two, within): number for one, two, within, number in result}
    if len(cells) != len(result):
        return "a count appears twice"
    if any(cells.get((two, one, -within)) != n for (one, two, within), n in cells.items()):
        return "exchanging the two hands changes them"
    return _check_deals(list(cells.values()))


def _check_listed(result: Any) -> str:
    if any(type(mask) is not int for mask in result):
        return "a hand is not a whole number"
    if any(mask < 0 or mask >> 53 or mask.bit_count() != HAND_SIZE for mask in result):
        return "a hand does not have seven cards of the deck"
    return "a hand appears twice" if max(Counter(result).values(), default=1) > 1 else ""


def _check_proof(result: Any) -> str:
    numbers = [item["hands"] for item in (*result["rules"], result["unset"])]
    return _check_numbers(numbers, {result["hands"]} & _HANDS)


def _check_departures(result: Any) -> str:
    """What departing gains in all is the difference of the two house edges."""
    if result["deals"] not in _DEALS:
        return "they are not of all deals"
    gains = [Fraction(item["gain"]) for item in result["kinds"]]
    if Fraction(result["house_edge"]) - Fraction(result["best_edge"]) != sum(gains):
        return "the gains do not sum to the difference of the house edges"
    return _check_numbers([item["hands"] for item in result["kinds"]], [result["departing"]])


_CHECKS = {
    "best": _check_best,
    "choices": _check_deals,
    "contests": _check_contests,
    "departures": _check_departures,
    "hands": _check_hands,
    "house-way-proof": _check_proof,
    "listed": _check_listed,
    "pairs": _check_pairs,
    "settings": _check_settings,
}


_PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = Path(__file__).with_name("shipped_counts.json.gz")
"""What counting gives for the shipped rankings and house ways; `make counts` writes it."""
COUNTING = (
    "game/*.py",
    "game/house_way/*.py",
    "kernels/*.py",
    "odds/classes.py",
    "odds/count_*.py",
    "odds/counts.py",
    "odds/house_way_*.py",
)
"""The modules that a count runs."""
NOT_COUNTING = (
    "kernels/compilation.py",
    "kernels/preparation.py",
    "kernels/store.py",
    "kernels/sums.py",
)
"""Kernel modules that decide no count: those that compile and store machine code, and sums of rounds."""
SETTLING = ("engine/*.py", "wagers/*.py", "independent/*.py", "odds/crosscheck.py")
"""The modules that settle a round, by either model; its rules are part of its key."""


def list_modules(patterns: Iterable[str]) -> list[Path]:
    """The modules that some patterns name; a pattern without a module is a mistake."""
    found: set[Path] = set()
    for pattern in patterns:
        paths = set(_PACKAGE.glob(pattern))
        if not paths:  # stored counts would stay valid whatever changes
            raise AssertionError(f"no module matches {pattern}")
        found |= paths
    return sorted(found - {_PACKAGE / name for name in NOT_COUNTING})


@cache
def identify_counting() -> str:
    """The identity of the code that counts."""
    return hash_modules(_PACKAGE, list_modules(COUNTING))


@cache
def identify_settling() -> str:
    """The identity of the code that settles rounds, by the engine and by the independent model."""
    return hash_modules(_PACKAGE, list_modules(("game/*.py", "game/house_way/*.py", *SETTLING)))


@cache
def identify(module: str) -> str:
    """The identity of what a module computes: the code that counts, and its own if that is not listed."""
    path = Path(sys.modules[module].__file__ or "")
    if path in list_modules(COUNTING):
        return identify_counting()
    return store.hash_data([identify_counting(), hash_syntax(path.read_bytes())])


@cache
def load_shipped() -> Mapping[str, Mapping[str, Any]]:
    """The counts that come with the package, by the identity of the code that counted them and by question.

    A package with counts that cannot be true is broken, and says so.
    """
    found: dict[str, dict[str, Any]] = {}
    for item in json.loads(gzip.decompress(SHIPPED.read_bytes())) if SHIPPED.is_file() else ():
        if problem := find_impossible(item["kind"], item["result"]):
            raise CertifyError(f"{SHIPPED.name}: {item['kind']} cannot be true: {problem}")
        found.setdefault(item["code"], {})[item["question"]] = item["result"]
    return found


def write_shipped(counts: Iterable[store.Used]) -> bytes:
    """Counts as the package contains them: the same bytes for the same counts."""
    data = [
        {"kind": item.kind, "question": item.question, "code": item.code, "result": item.result}
        for item in sorted(counts, key=lambda item: (item.kind, item.question))
    ]
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def remember(kind: str, inputs: Any, compute: Callable[[], Any]) -> Any:
    """Return a stored count, or compute and store it; a stored count that cannot be true is not used."""
    code = identify(compute.__module__)
    return store.remember(
        kind,
        inputs,
        compute,
        code=code,
        shipped=load_shipped().get(code, {}),
        is_plausible=lambda result: not find_impossible(kind, result),
    )
