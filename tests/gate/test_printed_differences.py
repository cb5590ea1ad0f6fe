"""A difference printed whole, in each form: every line of it, and the same numbers in all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.gate.change import Change, Sort
from certify.gate.difference import Difference, StatusChange, Told
from certify.gate.prices import Figure, Place, Priced, Worth, list_moves
from certify.gate.printers import (
    PRINTERS,
    describe,
    describe_all,
    escape,
    format_html,
    format_markdown,
    format_text,
    split_untouched,
)
from certify.gate.tell import join_lines, tell_change, tell_together, tell_worth
from certify.spec.values import Money

FIVE = Money(Fraction(5), "USD")
BONUS, STANDARD = Place("bonus", "A", FIVE), Place("standard")


def share(text):
    return Fraction(text)


BEFORE = Figure(share("1/20"), (share("1/25"), None, share("3/100"), share("1/50"), share("1/100")))
AFTER = Figure(share("3/50"), (), share("7/100"))
MOVE = Worth(BONUS, BEFORE, AFTER)
LOST = Worth(STANDARD, Figure(share("1/40")), Figure(why_not="nobody\nsays it"))
ALONE = Worth(BONUS, BEFORE, Figure(share("11/200"), BEFORE.envy))
PAYS = Change("a | cell", "new.yaml:7", "1", "2", Sort.MONEY)
ROUND = Change("players", "new.yaml:8", "6", "5", Sort.ROUND)
NAME = Change("name", "new.yaml:2", "Old", "New\nname", Sort.WORDS)
WHOLE = Difference(
    "one",
    "old.yaml (edition 1)",
    "new.yaml (edition 2)",
    "certified",
    "not certifiable",
    (MOVE, LOST),
    (StatusChange("lucky", "certified", "deferred"),),
    3,
    (
        Priced(PAYS, (ALONE,), "", ("lucky",)),
        Priced(PAYS, (ALONE,), "no\nstake"),
        Priced(ROUND),
        Priced(NAME),
    ),
    (Told("error", "INT001", "a new\nmatter", "f1", "new.yaml:9"),),
    (Told("note", "GAP001", "", "f2"),),
    (Told("warning", "GAP002", "heavier", "f3", "new.yaml:10", "note"),),
    ("look at it",),
)
EMPTY = Difference("two", "old", "old", "certified", "certified")

MONEY = "+50.00 USD for the bank in 1,000 rounds at 5 USD"


def test_what_a_move_comes_to():
    assert MOVE.edge == share("1/100")
    assert MOVE.envy == (share("1/50"), None, share("3/100"), share("1/25"), share("1/20"))
    assert MOVE.capped == share("1/50")
    assert (MOVE.money, MOVE.money_with_envy) == (50, 250)
    assert (LOST.edge, LOST.money, LOST.capped, LOST.envy) == (None, None, None, ())
    assert LOST.money_with_envy is None
    back = Worth(BONUS, AFTER, BEFORE)
    assert back.capped == share("-1/50")
    assert back.envy[0] == share("-1/50")
    gap = Worth(BONUS, BEFORE, Figure(share("1/20"), (*BEFORE.envy[:4], None)))
    assert gap.money_with_envy is None
    assert not Worth(BONUS, BEFORE, BEFORE).moves
    assert list(list_moves([BONUS, STANDARD], {BONUS: BEFORE}, {BONUS: BEFORE})) == []
    assert list(list_moves([BONUS], {}, {BONUS: AFTER})) == [Worth(BONUS, Figure(), AFTER)]


def test_text():
    lines = format_text([WHOLE, EMPTY]).splitlines()
    squeezed = [" ".join(line.split()) for line in lines]
    assert squeezed == [
        "one: old.yaml (edition 1) -> new.yaml (edition 2)",
        "verdict: certified -> not certifiable",
        "2 of 5 wagers move (each paytable counts as one)",
        "wager stake no envy 1 other 2 others 3 others 4 others 5 others",
        squeezed[4],
        "bonus paytable A 5 USD before 5.0000 4.0000 - 3.0000 2.0000 1.0000",
        "after 6.0000",
        "points +1.0000 +2.0000 - +3.0000 +4.0000 +5.0000",
        "standard any before 2.5000",
        "after -",
        "points -",
        f"bonus paytable A at 5 USD: {MONEY}, +250.00 USD with 5 others",
        "bonus paytable A at 5 USD: with the cap, at the policy's highest stake: no cap -> 7.0000 "
        "(+2.0000 points)",
        "standard at any: after: not counted: nobody says it",
        "lucky: certified -> deferred",
        "changes, each made alone on the old edition:",
        "new.yaml:7: a | cell: 1 -> 2",
        squeezed[17],
        "counted neither before nor after: lucky",
        "new.yaml:7: a | cell: 1 -> 2",
        squeezed[17],
        "alone it cannot be counted: no stake",
        "new.yaml:8: players: 6 -> 5",
        "no figure moves; it moves money in rounds outside the basis of the figures",
        "bonus paytable A at 5 USD: together +1.0000 points without envy, the 2 changes alone sum to "
        "+1.0000",
        "words only, no money:",
        "new.yaml:2: name: Old -> New name",
        "new error INT001: a new matter (new.yaml:9) [f1]",
        "gone note GAP001 [f2]",
        "note made warning GAP002: heavier (new.yaml:10) [f3]",
        "look at it",
        "",
        "untouched: two",
    ]
    assert set(squeezed[4]) <= set("- ")
    assert squeezed[17] == (
        "bonus paytable A at 5 USD: +0.5000 points, with 1 to 5 others 0 - 0 0 0; "
        "+25.00 USD for the bank in 1,000 rounds at 5 USD, 0.00 USD with 5 others"
    )
    assert lines[0].startswith("one")
    assert lines[1].startswith("  verdict")
    assert lines[16].startswith("    new.yaml:7")
    assert lines[17].startswith("      bonus")
    assert format_text([EMPTY]) == format_text([]) == "no statement, figure or matter differs"
    assert "untouched" not in format_text([WHOLE])
    assert not format_text([WHOLE]).endswith("\n")
    words = [
        lines[place].index(word) for place, word in ((5, "before"), (6, "after"), (7, "points"))
    ]
    assert len(set(words)) == 1
    ends = [
        lines[place].index(figure) + len(figure)
        for place, figure in ((5, "5.0000"), (6, "6.0000"), (7, "+1.0000"))
    ]
    assert len(set(ends)) == 1
    assert split_untouched([WHOLE, EMPTY]) == ([WHOLE], ["two"])


def test_plain_data():
    told = describe(WHOLE)
    assert {key: told[key] for key in ("jurisdiction", "before", "after", "verdict")} == {
        "jurisdiction": "one",
        "before": "old.yaml (edition 1)",
        "after": "new.yaml (edition 2)",
        "verdict": {"before": "certified", "after": "not certifiable"},
    }
    bonus, standard = told["wagers"]
    assert (bonus["wager"], bonus["paytable"], bonus["stake"]) == ("bonus", "A", "5 USD")
    assert (standard["wager"], standard["paytable"], standard["stake"]) == ("standard", None, None)
    assert bonus["before"]["house_edge"]["fraction"] == "1/20"
    assert [
        (item["other_players"], item["house_edge"]["fraction"]) for item in bonus["before"]["envy"]
    ] == [(1, "1/25"), (3, "3/100"), (4, "1/50"), (5, "1/100")]
    assert "house_edge_with_cap" not in bonus["before"]
    assert bonus["after"]["house_edge_with_cap"]["fraction"] == "7/100"
    assert "envy" not in bonus["after"]
    assert standard["after"] == {"not_counted": "nobody says it"}
    assert bonus["points"] == {"fraction": "1/100", "points": "1.0000"}
    assert bonus["envy"][:2] == [
        {"other_players": 1, "points": {"fraction": "1/50", "points": "2.0000"}},
        {"other_players": 2, "points": None},
    ]
    assert bonus["points_with_cap"] == {"fraction": "1/50", "points": "2.0000"}
    assert bonus["money"] == {
        "rounds": 1000,
        "stake": "5 USD",
        "without_envy": "50.00",
        "full_table": "250.00",
    }
    uncounted = Worth(BONUS, BEFORE, Figure(why_not="x"))
    assert "money" not in describe(Difference("x", "a", "b", "c", "d", (uncounted,)))["wagers"][0]
    assert (standard["points"], standard["envy"]) == (None, [])
    assert {"money", "points_with_cap"}.isdisjoint(standard)
    assert told["statuses"] == [{"wager": "lucky", "before": "certified", "after": "deferred"}]
    first, second, third, fourth = told["changes"]
    assert {key: first[key] for key in ("what", "at", "before", "after", "moves")} == {
        "what": "a | cell",
        "at": "new.yaml:7",
        "before": "1",
        "after": "2",
        "moves": "money",
    }
    assert first["worth"]["not_counted"] == ["lucky"]
    assert "not_priced" not in first["worth"]
    assert second["worth"]["not_priced"] == "no stake"
    (move,) = first["worth"]["moves"]
    assert (move["wager"], move["paytable"], move["stake"]) == ("bonus", "A", "5 USD")
    assert move["points"]["fraction"] == "1/200"
    assert (third["moves"], third["worth"]) == ("round", {"moves": []})
    assert fourth["moves"] == "words"
    assert told["matters_new"] == [
        {
            "severity": "error",
            "code": "INT001",
            "text": "a new\nmatter",
            "fingerprint": "f1",
            "at": "new.yaml:9",
        }
    ]
    assert [item["fingerprint"] for item in told["matters_gone"]] == ["f2"]
    (changed,) = told["matters_changed"]
    assert (changed["severity_before"], changed["severity"]) == ("note", "warning")
    assert told["remarks"] == ["look at it"]
    assert (told["untouched"], describe(EMPTY)["untouched"]) == (False, True)
    assert describe_all([WHOLE]) == told
    assert describe_all([WHOLE, EMPTY]) == [told, describe(EMPTY)]
    assert describe_all([]) == []


def test_markdown():
    lines = format_markdown([WHOLE, EMPTY]).splitlines()
    worth = escape(tell_worth(WHOLE.changes[0])[0])
    assert lines == [
        "## What this change does",
        "",
        "### one",
        "",
        "old.yaml (edition 1) → new.yaml (edition 2)  ",
        "**Verdict:** certified -\\> not certifiable  ",
        "**Figures:** 2 of 5 wagers move (each paytable counts as one)",
        "",
        "| wager | stake |  | no envy | 1 other | 2 others | 3 others | 4 others | 5 others |",
        "|---|---|---|---|---|---|---|---|---|",
        "| bonus paytable A | 5 USD | before | 5.0000 | 4.0000 | - | 3.0000 | 2.0000 | 1.0000 |",
        "| bonus paytable A | 5 USD | after | 6.0000 |  |  |  |  |  |",
        "| bonus paytable A | 5 USD | points | +1.0000 | +2.0000 | - | +3.0000 | +4.0000 | +5.0000 |",
        "| standard | any | before | 2.5000 |  |  |  |  |  |",
        "| standard | any | after | - |  |  |  |  |  |",
        "| standard | any | points | - |  |  |  |  |  |",
        "",
        f"- bonus paytable A at 5 USD: {MONEY}, +250.00 USD with 5 others",
        "- bonus paytable A at 5 USD: with the cap, at the policy's highest stake: no cap -\\> 7.0000 "
        "(+2.0000 points)",
        "- standard at any: after: not counted: nobody says it",
        "- lucky: certified -\\> deferred",
        "",
        "| change, made alone on the old edition | worth |",
        "|---|---|",
        f"| new.yaml:7: a \\| cell: 1 -\\> 2 | {worth}<br>counted neither before nor after: lucky |",
        f"| new.yaml:7: a \\| cell: 1 -\\> 2 | {worth}<br>alone it cannot be counted: no stake |",
        "| new.yaml:8: players: 6 -\\> 5 | no figure moves; it moves money in rounds outside the basis "
        "of the figures |",
        "",
        f"- {escape(tell_together(WHOLE)[0])}",
        "",
        "Words only, no money:",
        "",
        "- new.yaml:2: name: Old -\\> New name",
        "",
        "**Matters**",
        "",
        "- new error INT001: a new matter (new.yaml:9) \\[f1\\]",
        "- gone note GAP001 \\[f2\\]",
        "- note made warning GAP002: heavier (new.yaml:10) \\[f3\\]",
        "",
        "- look at it",
        "",
        "untouched: two",
    ]
    assert format_markdown([EMPTY]).splitlines() == [
        "## What this change does",
        "",
        "No statement, figure or matter differs.",
    ]
    bare = Difference("one", "a", "b", "x", "y")
    assert format_markdown([bare]).splitlines() == [
        "## What this change does",
        "",
        "### one",
        "",
        "a → b  ",
        "**Verdict:** x -\\> y  ",
        "**Figures:** no figure moves",
        "",
    ]


def test_html_says_the_same():
    page = format_html([WHOLE, EMPTY])
    for told in (
        "certified -&gt; not certifiable",
        "2 of 5 wagers move",
        "bonus paytable A",
        "+2.0000",
        "new.yaml:7",
        "a | cell: 1 -&gt; 2",
        "counted neither before nor after: lucky",
        "name: Old -&gt; New name",
        "new error INT001: a new matter",
        "together +1.0000 points",
        "look at it",
        "untouched: two",
        "lucky",
    ):
        assert told in page, told
    rows = page.split("<tr class=")[1:]
    assert [row.partition("</tr>")[0].count("<td>") for row in rows] == [9] * 6
    assert page.count('<th scope="col">') == 9 + 2
    assert all(
        line.strip() for line in page[page.index("<body>") : page.index("</h1>")].splitlines()
    )
    assert "\n\n<tr" not in page
    assert set(PRINTERS) == {"text", "markdown", "html"}
    assert all(PRINTERS[name]([EMPTY]) for name in PRINTERS)
    assert "no statement, figure or matter differs" not in page
    assert "no statement, figure or matter differs" in format_html([EMPTY])


@pytest.mark.parametrize(
    ("text", "told"),
    [("a_b*c", "a\\_b\\*c"), ("a\n b", "a b"), ("\\|`<>[]", "\\\\\\|\\`\\<\\>\\[\\]"), ("", "")],
)
def test_text_that_markdown_would_read_is_escaped(text, told):
    assert escape(text) == told


def test_a_change_stands_on_one_line():
    assert tell_change(Priced(NAME)) == "name: Old -> New name"
    assert join_lines("  a\n\tb ") == "a b"
