"""The loader: YAML 1.2 meaning or refusal, and the position of every value."""

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import MAXIMUM_BYTES, load_bytes, load_file, read_bytes

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200b\u200d\u200f"
    "\u202a\u202e\u2060\u2066\u2069\u2800\u3164\ufe0f\uffa0\ufff9\U000e0041"
)
"""Characters without width, or that turn the direction of what follows."""
KEYS = st.text("abcdefgh", min_size=1, max_size=6)
LEAVES = st.one_of(
    st.integers(-(10**12), 10**12),
    st.booleans(),
    st.text(
        st.characters(
            min_codepoint=32,
            max_codepoint=0x2000,
            exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp"),
            exclude_characters=INVISIBLE,
        ),
        max_size=20,
    ),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=20,
)


def write(value):
    """YAML in flow style, text always in double quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{write(key)}: {write(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(write(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@given(TREES)
def test_what_is_written_is_read(tree):
    source = load_bytes(write(tree).encode(), "tree")
    assert source.data == tree


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_with_a_position(content):
    try:
        load_bytes(content, "bytes")
    except InvalidSpec as error:
        for fault in error.faults:
            assert fault.line >= 1
            assert fault.column >= 1
            assert fault.what


@given(st.text(st.sampled_from("{}[]:,-?&*!|>%@`\"' \nab10#~."), max_size=60))
def test_any_punctuation_is_read_or_refused(text):
    with contextlib.suppress(InvalidSpec):
        assert load_bytes(text.encode(), "text").values


def test_positions_of_values_keys_and_what_is_missing():
    source = load_bytes(b"a:\n  b: [1, {c: x}]\n", "f")
    assert source.position(("a", "b", 1, "c")) == (2, 14)
    assert source.key_position(("a", "b", 1, "c")) == (2, 11)
    assert source.position(("a", "missing")) == source.position(("a",)) == (2, 3)


def test_plain_words_stay_words():
    text = b"a: 67-69\nb: 5 USD\nc: 1/20\nd: '010'\ne: \"50:1\"\nf: nobody\n"
    assert load_bytes(text, "f").data == {
        "a": "67-69",
        "b": "5 USD",
        "c": "1/20",
        "d": "010",
        "e": "50:1",
        "f": "nobody",
    }


def test_a_file_above_one_mebibyte_is_refused(tmp_path):
    path = tmp_path / "large.yaml"
    path.write_bytes(b"a: " + b"x" * MAXIMUM_BYTES)
    with pytest.raises(InvalidSpec, match="larger than 1048576 bytes"):
        load_file(path)
    path.write_bytes(b"a: " + b"x" * (MAXIMUM_BYTES - 3))
    assert load_file(path).data["a"].startswith("xxx")


def test_an_alias_bomb_is_refused_at_its_first_anchor():
    bomb = b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"
    with pytest.raises(InvalidSpec, match="anchor &a; remove it"):
        load_bytes(bomb, "bomb")


def test_deep_nesting_gives_no_recursion_error():
    for text in (b"[" * 100_000, b"{a: " * 100_000, b"- " * 10_000):
        with pytest.raises(InvalidSpec, match=r"deeper than 40|not YAML"):
            load_bytes(text, "deep")


@pytest.mark.parametrize("name", ["absent.yaml", "."])
def test_what_cannot_be_read_is_told(tmp_path, name):
    with pytest.raises(CertifyError, match=r"file not found|cannot be read"):
        read_bytes(tmp_path / name)


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda item: f"U+{ord(item):04X}")
def test_what_has_no_width_or_turns_the_text_is_refused_at_its_place(character):
    """As it is, and as an escape, which only the reader of YAML sees."""
    for written in (character, f"\\U{ord(character):08x}"):
        with pytest.raises(InvalidSpec) as refused:
            load_bytes(f'a: 1\nlabel: "Flu{written}sh"\n'.encode(), "file")
        (fault,) = refused.value.faults
        assert fault.line == 2
        assert f"U+{ord(character):04X}" in fault.what


def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(CertifyError):
            read_bytes(path)
