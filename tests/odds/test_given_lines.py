"""Lines of a paytable as people give them: every spelling, tables and snippets, and what is refused where."""

import hashlib

import pytest

from certify.base.errors import CertifyError
from certify.game.vocabulary import HAND_CLASSES
from certify.odds.given_lines import (
    GivenLines,
    parse_csv,
    parse_typed,
    parse_yaml,
    read_class,
    read_lines,
    read_pay,
)

SPELLINGS = {
    "seven-card-straight-flush": """
        7sf seven-card-sf natural-7sf 7-card-straight-flush 7card-straight-flush
        7sfs""",
    "seven-card-straight-flush-joker": "7sfj 7sf-joker 7-card-straight-flush-joker",
    "royal-match": "rm match royal+match",
    "five-aces": "5a aces 5aces 5-aces",
    "five-of-a-kind": "5k 5oak quints 5-of-a-kind 5-of-a-kinds",
    "royal-flush": "rf royal royals",
    "straight-flush": "sf str-flush",
    "four-of-a-kind": "4k 4oak quads 4-of-a-kind 4of-a-kind",
    "full-house": "fh boat boats full full-houses",
    "flush": "fl",
    "straight": "st str straights",
    "three-of-a-kind": "3k 3oak trips set sets 3-of-a-kind",
    "three-pair": "3p three-pairs 3-pair 3pair 3-pairs",
    "two-pair": "2p two-pairs 2-pair 2pair 2pairs",
    "one-pair": "1p pair pairs one-pairs",
    "high-card": "hc nothing high-cards",
}
"""What a player of poker may call each class."""


@pytest.mark.parametrize("name", HAND_CLASSES)
def test_every_spelling_of_a_class_is_read_and_echoed(name):
    for typed in SPELLINGS[name].split():
        echoes = []
        assert read_class(typed, echoes) == name
        assert echoes == [f"{typed} is read as {name}"]
    echoes = []
    for varied in (name, name.upper(), name.replace("-", "_"), f" {name.replace('-', '  ')} "):
        assert read_class(varied, echoes) == name
    assert not echoes  # the name itself needs no word


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("thre-pairs", "did you mean three-pairs?"),
        ("tow-pairs", "did you mean two-pairs?"),
        ("flsh", "did you mean flush?"),
        ("Fulhouse", "did you mean full-house?"),
        ("luky-sevn", "did you mean lucky-seven?"),
        ("pigs!", f"there are {', '.join(HAND_CLASSES)}"),
    ],
)
def test_an_unknown_class_is_refused_with_the_nearest_or_all(typed, hint):
    with pytest.raises(CertifyError) as told:
        read_class(typed, [], beside=("lucky-seven",))
    assert str(told.value) == f"{typed!r} is not a hand class; {hint}"


@pytest.mark.parametrize(
    ("typed", "pay"),
    [
        ("push", "pushes"),
        ("Pushes", "pushes"),
        ("lose", "loses"),
        (" LOSES ", "loses"),
        ("none", "none"),
        ("0", 0),
        ("999999999", 999_999_999),
        ("3/2", "3/2"),
        ("12,345,678", 12_345_678),
        ("2 : 1", 2),
        ("3/2:1", "3/2"),
        ("2  to\t1", 2),
        ("2 to one", 2),
        ("2-to-1", 2),
        ("3 for 1", {"for": 3}),
        ("3-for-one", {"for": 3}),
        ("75usd", {"money": "75 USD"}),
        ("2,000.50 Eur", {"money": "2000.50 EUR"}),
    ],
)
def test_a_pay_is_read_in_every_form(typed, pay):
    assert read_pay(typed) == pay


@pytest.mark.parametrize("typed", ["", "two", "-2", "2.5", "2:2", "2 for 2", "3/2 for 1", "75 US"])
def test_what_is_no_pay_is_refused(typed):
    cure = "write for example 2, 3/2, 2:1, 3-for-1, push or 75USD"
    with pytest.raises(CertifyError) as told:
        read_pay(typed)
    assert str(told.value) == f"{typed!r} is not a payout; {cure}"


@pytest.mark.parametrize("typed", ["1234567890", "1/1234567890", "1/0"])
def test_a_number_that_no_file_could_hold_is_refused_at_once(typed):
    cure = "write for example 2 or 1/20, with at most nine digits"
    with pytest.raises(CertifyError) as told:
        read_pay(typed)
    assert str(told.value) == f"{typed!r} is not a fraction; {cure}"


FLUSH = {"hand": "flush", "pays": 4}
STRAIGHT = {"hand": "straight", "pays": 2000}


@pytest.mark.parametrize(
    "text",
    [
        "flush=4 straight=2,000",
        "flush=4,straight=2,000",
        "straight=2000;flush=4",
        " straight=2,000,flush=4 ",
        "flush=4;\n straight=2000",
    ],
)
def test_typed_lines_are_parted_by_spaces_commas_and_semicolons(text):
    given = parse_typed(text)
    first = text.strip().startswith("flush")
    lines = (FLUSH, STRAIGHT) if first else (STRAIGHT, FLUSH)
    assert given == GivenLines(
        "typed rows",
        hashlib.sha256(text.encode()).hexdigest(),
        1,
        tuple({**line, "at": "L1"} for line in lines),
    )
    assert not given.written


@pytest.mark.parametrize("word", ["flush", "flush=", "=4", "4"])
def test_a_typed_word_that_is_no_line_is_refused(word):
    with pytest.raises(CertifyError) as told:
        parse_typed(f"straight=2 {word}")
    assert (
        str(told.value) == f"{word!r} is not a row; write for example straight=2 three-of-a-kind=3"
    )


def test_a_line_of_a_known_paytable_is_called_by_its_own_name():
    known = ("lucky-seven", "flush")
    given = parse_typed("Lucky_Seven=7 flush=4 fl=5", known)
    at = {"at": "L1"}
    assert given.lines == (
        {"id": "lucky-seven", "pays": 7, **at},
        {"hand": "flush", "pays": 4, **at},
        {"hand": "flush", "pays": 5, **at},
    )
    assert given.echoes == ("fl is read as flush",)
    table = parse_csv(b"hand,pays\nlucky seven,7", "t.csv", known)
    assert table.lines == ({"id": "lucky-seven", "pays": 7, "at": "L2"},)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_table_may_be_parted_by_commas_semicolons_or_tabs(mark):
    rows = ["\ufeffHand, Pays ,ENVY", "royal,'2,000', 50 USD ", "", "st,push,", "trips,3"]
    content = "\r\n".join(
        row.replace(",", mark).replace(f"2{mark}000", "2,000").replace("'", '"') for row in rows
    ).encode()
    assert parse_csv(content, "t.csv") == GivenLines(
        "t.csv",
        hashlib.sha256(content).hexdigest(),
        5,
        (
            {"hand": "royal-flush", "pays": 2000, "envy": "50 USD", "at": "L2"},
            {"hand": "straight", "pays": "pushes", "at": "L4"},
            {"hand": "three-of-a-kind", "pays": 3, "at": "L5"},
        ),
        {},
        {("lines", 0): (2, 1), ("lines", 1): (4, 1), ("lines", 2): (5, 1)},
        (
            "royal is read as royal-flush",
            "st is read as straight",
            "trips is read as three-of-a-kind",
        ),
        written=True,
    )


def test_a_table_of_heads_alone_has_one_row_and_no_lines():
    given = parse_csv(b"hand,pays", "t.csv")
    assert (given.rows, given.lines, given.positions) == (1, (), {})


CURE_OF_COLUMNS = "write hand,pays or hand,pays,envy"
CURE_OF_PAY = "write for example 2, 3/2, 2:1, 3-for-1, push or 75USD"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfeh", "t.csv: not UTF-8 text; save the file as UTF-8"),
        (b"hand\nflush", f"t.csv:1:1: the columns are hand; {CURE_OF_COLUMNS}"),
        (
            b"hand,pays,pays\nflush,2,3",
            f"t.csv:1:1: the columns are hand, pays, pays; {CURE_OF_COLUMNS}",
        ),
        (b"", f"t.csv:1:1: there are no columns; {CURE_OF_COLUMNS}"),
        (b"pays,envy", f"t.csv:1:1: the columns are pays, envy; {CURE_OF_COLUMNS}"),
        (b"hand-pays\nflush-2", f"t.csv:1:1: the columns are hand-pays; {CURE_OF_COLUMNS}"),
        (
            b"Hand,pays,colour\nflush,2,red",
            f"t.csv:1:1: the columns are hand, pays, colour; {CURE_OF_COLUMNS}",
        ),
        (
            b"hand,pays\nflush,2\n\nst,3,4,5",
            "t.csv:4:1: more cells than columns; remove some, or quote cells with commas",
        ),
        (b"hand,pays\nflush", f"t.csv:2:1: '' is not a payout; {CURE_OF_PAY}"),
        (b"hand,pays\nflush,4\nst,two", f"t.csv:3:1: 'two' is not a payout; {CURE_OF_PAY}"),
        (
            b"hand,pays\nflsh,2",
            "t.csv:2:1: 'flsh' is not a hand class; did you mean flush?",
        ),
    ],
)
def test_what_no_table_says_is_refused_where_it_stands(content, told):
    with pytest.raises(CertifyError) as refusal:
        parse_csv(content, "t.csv")
    assert str(refusal.value) == told


def test_a_snippet_is_a_list_of_lines_or_a_wager_that_has_them():
    listed = b"- {hand: flush, pays: 4}\n- hand: straight\n  pays: 2\n"
    given = parse_yaml(listed, "t.yaml")
    assert given.lines == (
        {"at": "L1", "hand": "flush", "pays": 4},
        {"at": "L2", "hand": "straight", "pays": 2},
    )
    assert given.positions["lines", 0] == (1, 3)
    assert given.positions["lines", 1, "pays"] == (3, 9)
    assert (given.name, given.rows, given.wager, given.echoes) == ("t.yaml", 3, {}, ())
    assert given.sha256 == hashlib.sha256(listed).hexdigest()
    assert given.written

    wager = b"id: lucky\nlines:\n  - {hand: flush, pays: 4, at: L90}\n"
    given = parse_yaml(wager, "t.yaml")
    assert given.lines == ({"hand": "flush", "pays": 4, "at": "L90"},)
    assert given.wager == {"id": "lucky"}
    assert given.positions["id",] == (1, 5)
    assert given.positions["lines", 0, "hand"] == (3, 12)
    assert (given.rows, given.written) == (3, True)

    given = parse_yaml(b"[{hand: flush, pays: 4}]", "t.yaml")
    assert (given.rows, len(given.lines)) == (1, 1)


NO_LINES = "no rows; write a list of rows, or lines: and the other statements of the wager"
NO_LINE = "not a row; write for example {hand: flush, pays: 4}"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"flush", f"t.yaml:1:1: {NO_LINES}"),
        (b"id: lucky", f"t.yaml:1:1: {NO_LINES}"),
        (b"lines: 4", f"t.yaml:1:1: {NO_LINES}"),
        (b"- flush", f"t.yaml:1:3: {NO_LINE}"),
        (b"lines:\n  - {hand: flush, pays: 4}\n  - 4", f"t.yaml:3:5: {NO_LINE}"),
        (b"- {hand: flush, pays: 4:1}", "t.yaml:1:23: 4:1 is a number in base 60"),
    ],
)
def test_what_no_snippet_says_is_refused_where_it_stands(content, told):
    with pytest.raises(CertifyError) as refusal:
        parse_yaml(content, "t.yaml")
    assert str(refusal.value).startswith(told)


def test_a_path_is_read_by_its_ending_and_all_else_is_typed(tmp_path):
    table, known = b"hand,pays\nlucky-seven,7\n", ("lucky-seven",)
    for name in ("a.csv", "A.CSV"):
        path = tmp_path / name
        path.write_bytes(table)
        assert read_lines(["", str(path), "  "], known) == parse_csv(table, str(path), known)
    snippet = b"- {hand: flush, pays: 4}\n"
    for name in ("b.yaml", "b.yml", "B.YAML"):
        path = tmp_path / name
        path.write_bytes(snippet)
        assert read_lines(iter([str(path)])) == parse_yaml(snippet, str(path))
    assert read_lines(["flush=4", "", "lucky-seven=7"], known) == parse_typed(
        "flush=4 lucky-seven=7", known
    )
    assert read_lines(["flush=4"]).lines[0]["pays"] == 4
    assert not read_lines([]).lines


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["flush=4.csv"], "'4.csv' is not a payout"),
        (["a.csv", "b.csv"], "'a.csv' is not a row"),
        (["lines.txt"], "'lines.txt' is not a row"),
        (["nowhere/a.csv"], "nowhere/a.csv: file not found"),
        (["nowhere/a.yml"], "nowhere/a.yml: file not found"),
    ],
)
def test_what_is_no_path_and_no_line_is_refused(texts, told):
    with pytest.raises(CertifyError) as refusal:
        read_lines(texts)
    assert str(refusal.value).startswith(told)
