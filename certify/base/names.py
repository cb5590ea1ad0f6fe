"""Names as people type them: folded, and where none fits, the nearest one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_SHOWN = 60
_FEW = 24
"""So many names are listed where none is near; more would hide the message."""


def fold_name(name: str) -> str:
    """A name without what people vary: case, spaces, underscores."""
    return "-".join(name.casefold().replace("_", " ").split())


def name_class(name: str) -> str:
    """A hand class, or a row named after one, for people."""
    text = name.replace("-", " ").replace("seven card", "seven-card")
    if text.endswith(" joker") and not text.endswith((" with joker", " without joker")):
        return text.removesuffix("joker") + "with joker"
    return text


def match_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that is meant: the same, or the only one that is the same when folded."""
    names = list(known)
    if name in names:
        return name
    folded = [item for item in names if fold_name(item) == fold_name(name)]
    return folded[0] if len(folded) == 1 else None


def find_near(name: str, known: Iterable[str]) -> str | None:
    """The known name that somebody may have meant, if one is near enough."""
    by_fold = {fold_name(item): item for item in known}
    wanted = fold_name(name)
    near = get_close_matches(wanted, by_fold, 1)
    if near:
        return by_fold[near[0]]
    begun = [item for item in by_fold if len(wanted) > 2 and wanted in item]
    return by_fold[begun[0]] if len(begun) == 1 else None


def tell_near(name: str, known: Iterable[str], word: str = "there are") -> str:
    """What to type instead: the name that is near, or all of them where they are few."""
    names = list(dict.fromkeys(known))
    near = find_near(name, names)
    if near is not None:
        return f"did you mean {near}?"
    if not names:
        return "there are none"
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return f"{word} {', '.join(names[:_FEW])}{more}"


def quote(text: object) -> str:
    """What somebody typed, in quotes, on one line and not too long."""
    shown = " ".join(str(text).split())
    return repr(shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 3]}...")
