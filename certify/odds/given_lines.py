"""Lines of a paytable as a person gives them: typed, as CSV, or as the YAML of a jurisdiction file."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import DataPath, load_bytes, read_bytes
from certify.base.names import match_name
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.values import parse_fraction

SHORT_NAMES: Mapping[str, str] = {
    "7sf": "seven-card-straight-flush",
    "seven-card-sf": "seven-card-straight-flush",
    "natural-7sf": "seven-card-straight-flush",
    "7sfj": "seven-card-straight-flush-joker",
    "7sf-joker": "seven-card-straight-flush-joker",
    "rm": "royal-match",
    "match": "royal-match",
    "royal+match": "royal-match",
    "5a": "five-aces",
    "aces": "five-aces",
    "5k": "five-of-a-kind",
    "5oak": "five-of-a-kind",
    "quints": "five-of-a-kind",
    "rf": "royal-flush",
    "royal": "royal-flush",
    "sf": "straight-flush",
    "str-flush": "straight-flush",
    "4k": "four-of-a-kind",
    "4oak": "four-of-a-kind",
    "quads": "four-of-a-kind",
    "fh": "full-house",
    "boat": "full-house",
    "full": "full-house",
    "fl": "flush",
    "st": "straight",
    "str": "straight",
    "3k": "three-of-a-kind",
    "3oak": "three-of-a-kind",
    "trips": "three-of-a-kind",
    "set": "three-of-a-kind",
    "3p": "three-pair",
    "three-pairs": "three-pair",
    "2p": "two-pair",
    "two-pairs": "two-pair",
    "1p": "one-pair",
    "pair": "one-pair",
    "hc": "high-card",
    "nothing": "high-card",
}
"""What people type for a class of hands."""

_NUMBERS = {"2": "two", "3": "three", "4": "four", "5": "five", "7": "seven"}
TYPED = "typed rows"
_WORDS = {"push": "pushes", "pushes": "pushes", "lose": "loses", "loses": "loses"}
_ODDS = re.compile(r"([0-9]{1,18}(?:/[0-9]{1,18})?)(?: ?: ?1|[ -]?to[ -]?(?:1|one))")
_FOR_ONE = re.compile(r"([0-9]{1,18})[ -]?for[ -]?(?:1|one)")
_BETWEEN = re.compile(r"[\s;]+|,(?![0-9]{3}(?![0-9]))")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_MONEY = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]{3})")
_SHARE = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?) ?%|(-?[0-9]+/[1-9][0-9]*)|(-?[0-9]*\.?[0-9]+)")
_LONGEST_SHARE = 80
REMOVE = "none"
"""The pay that takes a line away, where lines are changed."""


@dataclass(frozen=True, slots=True)
class GivenLines:
    """Lines as the data of a jurisdiction file, and where each of them stands."""

    name: str
    """What faults are told by: the file, or that the lines were typed."""
    sha256: str
    rows: int
    lines: tuple[Mapping[str, Any], ...]
    wager: Mapping[str, Any] = field(default_factory=dict)
    """What else a snippet of YAML says of the wager."""
    positions: Mapping[DataPath, tuple[int, int]] = field(default_factory=dict)
    """Line and column by path, the first part of which is `lines` or a key of the wager."""
    echoes: tuple[str, ...] = ()
    """Short names that were read as long ones."""
    written: bool = False
    """Whether the order of the lines was written down on purpose."""


def read_lines(texts: Iterable[str], known: Collection[str] = ()) -> GivenLines:
    """Read lines: the path of a CSV or YAML file, or text like `straight=2 trips=3`.

    The lines of a paytable that is known beforehand may be named as they are called there.
    """
    given = [text for text in texts if text.strip()]
    if len(given) == 1 and "=" not in given[0]:
        path = Path(given[0])
        if path.suffix.lower() in {".csv", ".yaml", ".yml"}:
            content = read_bytes(path)
            if path.suffix.lower() == ".csv":
                return parse_csv(content, str(path), known)
            return parse_yaml(content, str(path))
    return parse_typed(" ".join(given), known)


def parse_typed(text: str, known: Collection[str] = ()) -> GivenLines:
    """Read `straight=2 trips=3 …`, by spaces or commas."""
    echoes: list[str] = []
    lines: list[dict[str, Any]] = []
    words = [word for word in _BETWEEN.split(text.strip()) if word]
    for word in words:
        name, equals, pay = word.rpartition("=")
        if not equals or not name or not pay:
            raise CertifyError(
                f"{word[:40]!r} is not a row; write for example straight=2 three-of-a-kind=3"
            )
        lines.append({**_name(name, echoes, known), "pays": read_pay(pay), "at": "L1"})
    return GivenLines(TYPED, hash_content(text.encode()), 1, tuple(lines), echoes=tuple(echoes))


def parse_csv(content: bytes, name: str, known: Collection[str] = ()) -> GivenLines:
    """Read a table with the columns hand and pays, and envy where there is any."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CertifyError(f"{name}: not UTF-8 text; save the file as UTF-8") from None
    rows = text.splitlines()
    # spreadsheets of half the world part cells by semicolons
    comma = next((mark for mark in ",;\t" if mark in "".join(rows[:1])), ",")
    reader = csv.DictReader(rows, delimiter=comma)
    heads = [head.strip().lower() for head in reader.fieldnames or ()]
    if sorted(heads) not in (["hand", "pays"], ["envy", "hand", "pays"]):
        told = f"the columns are {', '.join(heads)}" if heads else "there are no columns"
        raise CertifyError(f"{name}:1:1: {told}; write hand,pays or hand,pays,envy")
    echoes: list[str] = []
    lines: list[dict[str, Any]] = []
    positions: dict[DataPath, tuple[int, int]] = {}
    for row in reader:
        cells = {
            key.strip().lower(): (value or "").strip()
            for key, value in row.items()
            if isinstance(key, str) and not isinstance(value, list)
        }
        if None in row:
            raise CertifyError(
                f"{name}:{reader.line_num}:1: more cells than columns; remove some, or quote cells "
                "with commas"
            )
        try:
            line = {**_name(cells["hand"], echoes, known), "pays": read_pay(cells["pays"])}
        except CertifyError as error:
            raise CertifyError(f"{name}:{reader.line_num}:1: {error}") from None
        if cells.get("envy"):
            line["envy"] = cells["envy"]
        positions["lines", len(lines)] = (reader.line_num, 1)
        lines.append({**line, "at": f"L{reader.line_num}"})
    return GivenLines(
        name,
        hash_content(content),
        max(1, len(text.splitlines())),
        tuple(lines),
        {},
        positions,
        tuple(echoes),
        written=True,
    )


def parse_yaml(content: bytes, name: str) -> GivenLines:
    """Read a list of lines as they stand in a jurisdiction file, or a wager that has `lines`."""
    source = load_bytes(content, name)
    data: Any = source.data
    shift: DataPath = ()
    if isinstance(data, list):
        data, shift = {"lines": data}, ("lines",)
    if not isinstance(data, Mapping) or not isinstance(data.get("lines"), list):
        raise CertifyError(
            f"{name}:1:1: no rows; write a list of rows, or lines: and the other statements of "
            "the wager"
        )
    positions: dict[DataPath, tuple[int, int]] = {
        (*shift, *path): place for path, place in source.values.items()
    }
    lines = []
    for place, line in enumerate(data["lines"]):
        row, column = positions["lines", place]
        if not isinstance(line, Mapping):
            raise CertifyError(
                f"{name}:{row}:{column}: not a row; write for example {{hand: flush, pays: 4}}"
            )
        lines.append({"at": f"L{row}", **line})
    return GivenLines(
        name,
        source.sha256,
        max(1, len(content.splitlines())),
        tuple(lines),
        {key: value for key, value in data.items() if key != "lines"},
        positions,
        written=True,
    )


def _name(text: str, echoes: list[str], known: Collection[str]) -> dict[str, str]:
    """What a line is called: the name of a known one, or a class of hands."""
    found = match_name(text, known)
    if found is not None and found not in HAND_CLASSES:
        return {"id": found}
    return {"hand": read_class(text, echoes, known)}


def read_class(text: str, echoes: list[str], beside: Collection[str] = ()) -> str:
    """The class that a name means; a short name is noted among the echoes."""
    folded = re.sub(r"[\s_]+", "-", text.strip().lower())
    if folded in HAND_CLASSES:
        return folded
    spelt = re.sub(r"^([23457])-?(?=[a-z])", lambda digit: f"{_NUMBERS[digit[1]]}-", folded)
    names = {**SHORT_NAMES, **{name: name for name in HAND_CLASSES}}
    tried = (folded, folded.removesuffix("s"), spelt, spelt.removesuffix("s"))
    found = next((names[name] for name in tried if name in names), None)
    if found is None:
        known = [*beside, *HAND_CLASSES, *SHORT_NAMES]
        near = get_close_matches(folded, known, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(HAND_CLASSES)}"
        raise CertifyError(f"{text[:40]!r} is not a hand class{hint}")
    echoes.append(f"{text} is read as {found}")
    return found


def read_pay(text: str) -> Any:
    """A pay as a person types it, as it stands in a file: 2, 3/2, 2:1, 3-for-1, push, 75USD."""
    plain = _THOUSANDS.sub("", re.sub(r"\s+", " ", text.strip().lower()))
    if plain in _WORDS or plain == REMOVE:
        return _WORDS.get(plain, REMOVE)
    if re.fullmatch(r"[0-9]+(/[0-9]+)?", plain):
        parse_fraction(plain)  # says how many digits a number may have
        return int(plain) if plain.isdecimal() else plain
    if found := _ODDS.fullmatch(plain):
        return int(found[1]) if found[1].isdecimal() else found[1]
    if found := _FOR_ONE.fullmatch(plain):
        return {"for": int(found[1])}
    if found := _MONEY.fullmatch(plain):
        return {"money": f"{found[1]} {found[2].upper()}"}
    raise CertifyError(
        f"{text[:40]!r} is not a payout; write for example 2, 3/2, 2:1, 3-for-1, push or 75USD"
    )


def read_amounts(text: str, currency: str, echoes: list[str]) -> Iterator[tuple[str, str]]:
    """Amounts of money by class: `four-of-a-kind=5 straight-flush=20`; short names are noted."""
    for word in re.split(r"[\s,;]+", text.strip()):
        name, equals, amount = word.rpartition("=")
        if not equals or not re.fullmatch(r"[0-9]+(\.[0-9]+)?", amount):
            raise CertifyError(
                f"{word[:40]!r} is not an Envy Bonus; write for example four-of-a-kind=5"
            )
        yield read_class(name, echoes), f"{amount} {currency}"


def read_share(text: str) -> Fraction:
    """Read a share: 6%, 3/50 or 0.06."""
    found = _SHARE.fullmatch(text.strip())
    if not found or len(text) > _LONGEST_SHARE:
        raise CertifyError(f"{text[:40]!r} is not a share; write 6%, 3/50 or 0.06")
    if found[1]:
        return Fraction(found[1]) / 100
    return Fraction(found[2] or found[3])


def hash_content(content: bytes) -> str:
    """The sha256 of some bytes."""
    return hashlib.sha256(content).hexdigest()
