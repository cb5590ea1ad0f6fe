"""Changes of text: what a slip of the hand, a bad editor or a bad will makes of a file."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Dice = random.Random

_TOKENS = (
    "{", "}", "[", "]", ":", ": ", ",", "- ", "? ", "| ", "> ", ">-\n", "#", "'", '"', '"\\u0000"',
    "%YAML 1.1\n", "---\n", "...\n", "&a ", "*a", "<<: ", "<<: *a", "!!python/object:os.system ",
    "!!int ", "!x ", "@", "`", "~", "null", "\\", "\\x41", "=", "true", "NO", "50:1", "010",
    "0x1F", "1e999", ".inf", ".nan", "-.INF", "2030-02-31", "1_000", "\t", "\r", "\r\n", "\x00",
    "\x07", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\u202e", "\u200b",
    "\U0001f0cf", "\U00100000",
)  # fmt: skip
_NUMBERS = (
    "0", "-0", "-1", "1", "52", "53", "54", "2147483648", "9223372036854775807",
    "9223372036854775808", "9" * 18, "9" * 19, "9" * 400, "1e999", "-1e999", "1E400", "1/0", "0/1",
    "1/3", "-1/3", "7/1", "0.1", "1.", ".5", "+5", "0x10", "1" + "0" * 60, "1/" + "9" * 60, "00",
    "007", "1,000", "５", "²", "٣",
)  # fmt: skip
_LOOKALIKES = str.maketrans("aeopcxi-AKs15: 0\"'/,", "аеорсхі\u2011ΑΚѕ１５：\u00a0O”’⁄，")
_NUMBER = re.compile(rb"[0-9]+")
_WORD = re.compile(rb"[A-Za-z][A-Za-z_-]+")


def _place(content: bytes, dice: Dice) -> int:
    return dice.randint(0, len(content))


def change_byte(content: bytes, dice: Dice) -> bytes:
    """One byte is another."""
    if not content:
        return bytes([dice.randrange(256)])
    at = dice.randrange(len(content))
    return content[:at] + bytes([dice.randrange(256)]) + content[at + 1 :]


def drop_bytes(content: bytes, dice: Dice) -> bytes:
    """Some bytes are gone."""
    at = _place(content, dice)
    return content[:at] + content[at + dice.choice((1, 1, 2, 8, 64)) :]


def cut(content: bytes, dice: Dice) -> bytes:
    """The end is gone."""
    return content[: _place(content, dice)]


def put_token(content: bytes, dice: Dice) -> bytes:
    """Something that YAML and JSON read in their own way stands where it should not."""
    at = _place(content, dice)
    return content[:at] + dice.choice(_TOKENS).encode() + content[at:]


def change_number(content: bytes, dice: Dice) -> bytes:
    """A number is another, or too large, or none."""
    found = list(_NUMBER.finditer(content))
    if not found:
        return put_token(content, dice)
    one = dice.choice(found)
    return content[: one.start()] + dice.choice(_NUMBERS).encode() + content[one.end() :]


def change_word(content: bytes, dice: Dice) -> bytes:
    """A word is another word of the same file."""
    found = list(_WORD.finditer(content))
    if not found:
        return put_token(content, dice)
    one, other = dice.choice(found), dice.choice(found)
    return content[: one.start()] + other.group() + content[one.end() :]


def look_alike(content: bytes, dice: Dice) -> bytes:
    """Letters that look the same and are not."""
    at = _place(content, dice)
    stop = at + dice.choice((1, 4, 20, 200))
    part = content[at:stop].decode("utf-8", "replace").translate(_LOOKALIKES)
    return content[:at] + part.encode() + content[stop:]


def _edit_lines(content: bytes, edit: Callable[[list[bytes]], None]) -> bytes:
    lines = content.split(b"\n")
    edit(lines)
    return b"\n".join(lines)


def double_line(content: bytes, dice: Dice) -> bytes:
    """A line, and with it often a key, stands twice."""

    def edit(lines: list[bytes]) -> None:
        at = dice.randrange(len(lines))
        lines.insert(at if dice.random() < 0.7 else dice.randrange(len(lines)), lines[at])

    return _edit_lines(content, edit)


def drop_lines(content: bytes, dice: Dice) -> bytes:
    """Lines are gone."""

    def edit(lines: list[bytes]) -> None:
        at = dice.randrange(len(lines))
        del lines[at : at + dice.choice((1, 1, 2, 5))]

    return _edit_lines(content, edit)


def swap_lines(content: bytes, dice: Dice) -> bytes:
    """Two lines have changed places."""

    def edit(lines: list[bytes]) -> None:
        one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]

    return _edit_lines(content, edit)


def indent(content: bytes, dice: Dice) -> bytes:
    """A line is further in or out, or indented with a tab."""

    def edit(lines: list[bytes]) -> None:
        at = dice.randrange(len(lines))
        lines[at] = dice.choice((b" ", b"  ", b"\t", b"      ")) + lines[at]
        if dice.random() < 0.4:
            lines[at] = lines[at].lstrip()

    return _edit_lines(content, edit)


def nest(content: bytes, dice: Dice) -> bytes:
    """Something is nested deeper than anybody would."""
    at, depth = _place(content, dice), dice.choice((5, 39, 45, 200, 3000))
    start, stop = dice.choice(((b"[", b"]"), (b"{a: ", b"}"), (b"- ", b""), (b'{"a":', b"}")))
    return (
        content[:at] + start * depth + (stop * depth if dice.random() < 0.5 else b"") + content[at:]
    )


def repeat(content: bytes, dice: Dice) -> bytes:
    """A part stands many times."""
    at = _place(content, dice)
    part = content[at : at + dice.choice((1, 3, 12, 80))]
    return content[:at] + part * dice.choice((2, 10, 300)) + content[at:]


def anchor(content: bytes, dice: Dice) -> bytes:
    """A value is named and meant again elsewhere."""
    colons = [found.end() for found in re.finditer(rb": ", content)]
    if len(colons) < 2:
        return put_token(content, dice)
    first, second = sorted(dice.sample(colons, 2))
    return content[:first] + b"&a " + content[first:second] + b"*a " + content[second:]


CHANGES: tuple[Callable[[bytes, Dice], bytes], ...] = (
    change_byte, drop_bytes, cut, put_token, put_token, change_number, change_number, change_word,
    change_word, look_alike, double_line, drop_lines, swap_lines, indent, nest, repeat, anchor,
)  # fmt: skip


def change_text(content: bytes, dice: Dice) -> bytes:
    """One change, seldom several."""
    for _ in range(dice.choice((1, 1, 1, 1, 2, 4))):
        content = dice.choice(CHANGES)(content, dice)
    return content
