"""Every kind of change is reported: its name, its line, its sort, and the wagers that it can affect."""

from __future__ import annotations

import re

import pytest

from certify.base.load import load_bytes
from certify.compare.differences import Sort, find_moved, put_in_order
from certify.render.changes import ABSENT
from certify.spec.model import Citation
from certify.spec.validate import read_jurisdiction
from tests.compare.changes import list_changes
from tests.specs.faults import build_minimal

OLD = build_minimal("minimal")


def read(text, name):
    return read_jurisdiction(load_bytes(text.encode(), name))


def replace(*pairs):
    text = OLD
    for old, new in pairs:
        assert text.count(old) == 1, (text.count(old), old)
        text = text.replace(old, new)
    return text


def find_line(text, part):
    assert text.count(part) == 1, part
    return text[: text.index(part)].count("\n") + 1


def tell_changes(old, new):
    return [
        (item.what, item.at, item.before, item.after, str(item.sort), item.wagers)
        for item in list_changes(read(old, "old.yaml"), read(new, "new.yaml"))
    ]


BONUS, INSURED = ("fortune-bonus",), ("insurance",)
BOTH = (*BONUS, *INSURED)
ROYAL = "hand: royal-flush, printed: Royal Flush, pays: 100, envy: 25 USD"
THREE_PAIR = "          - {hand: three-pair, printed: Three Pair, pays: pushes, at: L41}\n"
SEVERAL = "several_qualifying_hands: {silent: true, assumed: each-pays, because: others do, "
SHOE = "{what: a fee for each shoe, wagers: [standard]"
FEE = "  - {what: a fee for each shoe, wagers: [standard], at: (9) L61}\n"
MAIN = "fortune-bonus paytable main: "
DEUCES = "under: {house-way-deuces: special}, exception_to: pair"
PAIR_RULE = "    - {rule: pair, when: {shape: one-pair}, low: two-highest-singles, at: L51}\n"
NEW_TABLE = (
    "      - id: other\n        at: (8) L44\n        lines: [{hand: flush, pays: 4, at: L44}]\n"
)
INSURANCE = OLD[OLD.index("  - id: insurance") : OLD.index("\nhouse_way:")]
HOUSE_WAY = OLD[OLD.index("house_way:\n  readings") : OLD.index("uncovered:")]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([("number: 1, date", "number: 2, date")], [("revision", "edition:", "words", None)]),
        ([('date: "2030-01-31"', 'date: "2030-02-28"')], [("revision", "edition:", "words", None)]),
        ([("name: Example\n", "name: Another\n")], [("name", "name: Another\n", "words", None)]),
        ([("id: minimal\n", "id: maximal\n")], [("id", "id: maximal\n", "words", None)]),
        (
            [("lines: 86, kind", "lines: 87, kind")],
            [("document rules", "- {id: rules", "words", None)],
        ),
        ([("a" * 64, "b" * 64)], [("document rules", "- {id: rules", "words", None)]),
        (
            [
                (
                    "\nidentity:",
                    f"  - {{id: more, name: More, sha256: {'c' * 64}, lines: 3}}\n\nidentity:",
                )
            ],
            [("document more", "- {id: rules", "words", None)],
        ),
        (
            [("commission: {value: 1/20", "commission: {value: 1/25")],
            [("standard.commission", "commission: {", "money", ("standard",))],
        ),
        (
            [("joker: {value: bug", "joker: {value: wild")],
            [("deck.joker", "joker: {value: w", "money", None)],
        ),
        ([(", alternatives: [second-highest]", "")], [("deck.wheel", "wheel:", "money", None)]),
        (
            [("players: {value: 6", "players: {value: 5")],
            [("table.players", "players:", "round", None)],
        ),
        (
            [("card_backs: {silent: true}", "card_backs: {not_offered: true}")],
            [("deck.card_backs", "card_backs:", "words", BOTH)],
        ),
        (
            [("not_qualifying: {value: loses", "not_qualifying: {value: pushes")],
            [("fortune-bonus.not_qualifying", "not_qualifying:", "money", BONUS)],
        ),
        (
            [("offer: {value: optional, at: (1) L5}", "offer: {value: optional, at: (2) L6}")],
            [("fortune-bonus.offer", "offer: {value: opt", "words", None)],
        ),
        (
            [(SEVERAL, SEVERAL.replace("others", "most"))],
            [
                (
                    "fortune-bonus.envy.several_qualifying_hands",
                    "several_qualifying_hands:",
                    "words",
                    None,
                )
            ],
        ),
        (
            [
                (
                    "alternatives: [highest-pays]",
                    "alternatives: [{value: highest-pays, because: it may be, at: L9}]",
                )
            ],
            [
                (
                    "fortune-bonus.envy.several_qualifying_hands",
                    "several_qualifying_hands:",
                    "words",
                    None,
                )
            ],
        ),
        (
            [("card_backs: {silent: true}", "card_backs: {silent: true, note: look at them}")],
            [("deck.card_backs", "card_backs:", "words", None)],
        ),
        (
            [("name: Insurance\n", "name: Assurance\n")],
            [("insurance.name", "name: Assurance", "words", None)],
        ),
        ([(INSURANCE, "")], [("wager insurance", "old  - id: insurance", "money", INSURED)]),
        (
            [("  - id: insurance", NEW_TABLE + "  - id: insurance")],
            [("fortune-bonus paytable other", "      - id: other", "money", BONUS)],
        ),
        (
            [(ROYAL, ROYAL.replace("100", "90"))],
            [(f"{MAIN}royal-flush: pays", "hand: royal-flush,", "money", BONUS)],
        ),
        (
            [(ROYAL, ROYAL.replace("25 USD", "20 USD"))],
            [(f"{MAIN}royal-flush: envy", "hand: royal-flush,", "money", BONUS)],
        ),
        (
            [(ROYAL, ROYAL.replace(", envy: 25 USD", ""))],
            [(f"{MAIN}royal-flush: envy", "old" + ROYAL, "money", BONUS)],
        ),
        (
            [("printed: Royal Flush", "printed: Royal")],
            [(f"{MAIN}royal-flush: printed", "printed: Royal,", "words", None)],
        ),
        ([(THREE_PAIR, "")], [(f"{MAIN}three-pair", "old" + THREE_PAIR, "money", BONUS)]),
        (
            [
                (
                    THREE_PAIR,
                    "          - {hand: flush, pays: 4, envy: 1 USD, at: L40}\n" + THREE_PAIR,
                )
            ],
            [(f"{MAIN}flush", "{hand: flush", "money", BONUS)],
        ),
        (
            [(THREE_PAIR, ""), ("          - {" + ROYAL, THREE_PAIR + "          - {" + ROYAL)],
            [(f"{MAIN}order of rows", "- id: main", "money", BONUS)],
        ),
        (
            [("at: (8) L27-43", "at: (8) L27-44")],
            [("fortune-bonus (paytable main): citation", "- id: main", "words", None)],
        ),
        (
            [('percent: "8.00"', 'percent: "8.10"')],
            [("fortune-bonus (paytable main): printed no-envy", "- id: main", "words", None)],
        ),
        (
            [
                (
                    "{bank: {hand: high-card, highest: Q}",
                    "{id: b, bank: {hand: high-card, highest: Q}",
                )
            ],
            [
                ("insurance: bank-high-card-Q-high", "old{bank:", "money", INSURED),
                ("insurance: b", "{id: b,", "money", INSURED),
            ],
        ),
        (
            [(SHOE, SHOE.replace("]", ", insurance]"))],
            [
                (
                    "uncovered: a fee for each shoe",
                    "{what: a fee",
                    "money",
                    ("standard", "insurance"),
                )
            ],
        ),
        (
            [(SHOE, SHOE.replace("standard", "")), ("(9) L61", "(9) L62")],
            [("uncovered: a fee for each shoe", "{what: a fee", "money", ("standard",))],
        ),
        (
            [(FEE, FEE + "  - {what: a lamp, wagers: [], at: L62}\n")],
            [("uncovered: a lamp", "{what: a lamp", "words", ())],
        ),
        (
            [("low: second-and-third-highest", "low: two-highest-singles")],
            [("house way: singles", "{rule: singles", "money", None)],
        ),
        (
            [("second-and-third-highest, at: L50", "second-and-third-highest, at: L52")],
            [("house way: singles", "{rule: singles", "words", None)],
        ),
        (
            [
                (
                    "    - {rule: singles",
                    PAIR_RULE.replace("rule: pair", "rule: x")
                    .replace("one-", "two-")
                    .replace("two-highest-singles", "[lower-pair, {of: pair, holding: A}]")
                    + "    - {rule: singles",
                )
            ],
            [("house way: x", "{rule: x", "money", None)],
        ),
        (
            [('pair: "2"', 'pair: "2", joker: true')],
            [("house way: pair with deuces", "{rule: pair with", "money", None)],
        ),
    ],
)
def test_every_kind_of_change_is_reported_at_its_place(pairs, expected):
    new = replace(*pairs)
    places = []
    for what, part, *rest in expected:
        gone = part.startswith("old")
        text = OLD if gone else new
        place = f"{'old' if gone else 'new'}.yaml:{find_line(text, part.removeprefix('old'))}"
        places.append((what, place, *rest))
    found = list_changes(read(OLD, "old.yaml"), read(new, "new.yaml"))
    assert [(item.what, item.at, str(item.sort), item.wagers) for item in found] == places
    assert all(item.before != item.after for item in found)


MOVED = re.sub(
    r"\bL(\d+)(?:-(\d+))?",
    lambda found: "L" + "-".join(str(int(line) + 2) for line in found.groups() if line),
    OLD,
).replace("lines: 86", "lines: 88")


def test_citations_that_only_moved_are_one_change_without_effect_on_money():
    document, moved = list_changes(read(OLD, "old.yaml"), read(MOVED, "new.yaml"))
    assert document.what == "document rules"
    assert re.fullmatch(r"\d+ citations moved by 2 lines", moved.what)
    assert int(moved.what.split()[0]) > 20
    assert (moved.sort, moved.apply) == (Sort.WORDS, None)
    back = list_changes(read(MOVED, "old.yaml"), read(OLD, "new.yaml"))
    assert back[1].what == moved.what.replace("by 2", "by \N{MINUS SIGN}2")


def test_citations_that_moved_by_different_numbers_of_lines_are_one_change_too():
    """Two lines inserted behind line 9, three more behind line 27: only what comes later moves."""

    def move(found):
        lines = [int(line) for line in found.groups() if line]
        by = 2 * (lines[0] > 9) + 3 * (lines[0] > 27)
        return "L" + "-".join(str(line + by) for line in lines)

    new = re.sub(r"\bL(\d+)(?:-(\d+))?", move, OLD).replace("lines: 86", "lines: 91")
    document, moved = list_changes(read(OLD, "old.yaml"), read(new, "new.yaml"))
    assert document.what == "document rules"
    assert moved.what.endswith(" citations moved by 2 and 5 lines")
    assert {after[0] - before[0] for before, after in moved.moved} == {2, 5}
    assert len(moved.moved) == int(moved.what.split()[0])


def test_a_citation_that_moved_alone_or_with_a_value_keeps_its_name():
    (alone,) = list_changes(
        read(OLD, "old.yaml"), read(replace(("value: 6, at: (2) L7", "value: 6, at: (2) L9")), "n")
    )
    assert (alone.what, alone.sort) == ("table.players", Sort.WORDS)
    new = MOVED.replace("commission: {value: 1/20", "commission: {value: 1/25")
    found = list_changes(read(OLD, "old.yaml"), read(new, "new.yaml"))
    assert [item.what for item in found if item.sort is Sort.MONEY] == ["standard.commission"]
    assert len(found) == 3


@pytest.mark.parametrize(
    ("first", "second", "moved"),
    [
        (Citation("1", 5, 6), Citation("1", 7, 8), (((5, 6), (7, 8)),)),
        (Citation("1", 5, 6), Citation("1", 5, 6), ()),
        (Citation("1", 5, 6), Citation("1", 7, 9), None),
        (Citation("1", 5, 6), Citation("2", 7, 8), None),
        (Citation("1", 5, 6), Citation("1", 7, 8, "other"), None),
        ({"at": {"lines": "5-6"}, "x": 1}, {"at": {"lines": "7-8"}, "x": 1}, (((5, 6), (7, 8)),)),
        ({"at": {"lines": 5}}, {"at": {"lines": 5}, "x": 1}, None),
        ([1, {"lines": 5}], [2, {"lines": 6}], None),
        ([1], [1, 2], None),
        (None, {"lines": 6}, None),
    ],
)
def test_only_the_lines_of_a_citation_may_differ_if_it_moved(first, second, moved):
    assert find_moved(first, second) == moved


def test_a_house_way_that_comes_or_goes_is_one_change():
    without = OLD.replace(HOUSE_WAY, "").replace("{value: given, at: A L50}", "{silent: true}")
    line = find_line(OLD, "  readings:\n")
    gone, come = tell_changes(OLD, without), tell_changes(without, OLD)
    assert ("house way", f"old.yaml:{line}", "3 rules", ABSENT, "money", None) in gone
    assert ("house way", f"new.yaml:{line}", ABSENT, "3 rules", "money", None) in come
    assert not [item for item in (*gone, *come) if item[0].startswith("house way:")]


def test_a_house_way_that_goes_takes_its_readings_with_it_and_one_that_comes_brings_them():
    without = OLD.replace(HOUSE_WAY, "").replace("{value: given, at: A L50}", "{silent: true}")
    full, bare = read(OLD, "old.yaml"), read(without, "new.yaml")
    (come,) = [item for item in list_changes(bare, full) if item.what == "house way"]
    made = come.apply(bare)
    assert made.house_way == full.house_way
    assert set(made.statements) == set(full.statements) > set(bare.statements)
    assert made.statements["setting.house_way"] == bare.statements["setting.house_way"]
    (gone,) = [item for item in list_changes(full, bare) if item.what == "house way"]
    assert gone.apply(full).house_way == {}


@pytest.mark.parametrize(
    ("before", "after", "sort"),
    [
        ("at: L50}", "part: x, at: L50}", "words"),
        (
            "at: L50}",
            "examples: [{cards: Kc Qh 9s 6h 4c 3d 2s, low: Qh 9s, at: L50}], at: L50}",
            "words",
        ),
        ("at: L50}", "silent: true, because: others do, at: L50}", "money"),
        ("when: {shape: no-pair}", "when: {shape: no-pair, joker: false}", "money"),
    ],
)
def test_parts_of_a_rule_that_play_cards_change_money(before, after, sort):
    start = OLD.index("{rule: singles")
    changed = OLD[:start] + OLD[start:].replace(before, after, 1)
    (change,) = tell_changes(OLD, changed)
    assert (change[0], change[4]) == ("house way: singles", sort)


def test_the_reason_of_a_rule_changes_no_money():
    start = OLD.index("{rule: singles")
    texts = [
        OLD[:start] + OLD[start:].replace("at: L50}", f"silent: true, because: {why}, at: L50}}", 1)
        for why in ("others do", "most do")
    ]
    (change,) = tell_changes(*texts)
    assert change[4] == "words"


def test_only_the_wagers_of_an_uncovered_rule_and_the_presence_of_an_unexpressed_one_change_money():
    floor = "  unexpressed: [{rule: the floor, because: it is asked, at: L51}]\n"
    old = replace(("  tie_break: {assumed", floor + "  tie_break: {assumed"))
    for first, second in (
        (OLD, replace(("(9) L61", "(9) L62"))),
        (old, old.replace("asked", "known")),
    ):
        (change,) = tell_changes(first, second)
        assert change[4] == "words"


def test_rows_as_printed_are_told_and_play_no_card():
    def lay(*rows):
        return replace(("  rules:\n", "".join(("  as_printed:\n", *rows, "  rules:\n"))))

    deuces = (
        "    - {rule: pair with deuces, exception_by: ours, when: {shape: one-pair}, because: x}\n"
    )
    other = deuces.replace("shape: one-pair", "shape: [one-pair, two-pair]")
    single = "    - {rule: singles, when: {shape: [no-pair, one-pair]}, because: x}\n"
    name = "house way: as printed: pair with deuces"
    place = find_line(lay(deuces), deuces)
    (come,) = tell_changes(OLD, lay(deuces))
    assert (*come[:3], come[4]) == (name, f"new.yaml:{place}", ABSENT, "words")
    (gone,) = tell_changes(lay(single, deuces), lay(single))
    assert (gone[0], gone[3], gone[4]) == (name, ABSENT, "words")
    (changed,) = tell_changes(lay(deuces), lay(other))
    assert (changed[0], changed[4]) == (name, "words")
    assert changed[2] != changed[3]


def test_made_alone_a_change_leaves_what_is_not_covered_as_the_new_file_has_it():
    lamp = "  - {what: a lamp, wagers: [insurance], at: L62}\n"
    first, second = (
        read(OLD.replace(FEE, FEE + lamp), "old.yaml"),
        read(OLD.replace(FEE, FEE.replace("standard", "insurance") + lamp), "new.yaml"),
    )
    (change,) = list_changes(first, second)
    assert change.what == "uncovered: a fee for each shoe"
    assert {item.what: item.wagers for item in change.apply(first).uncovered} == {
        "a fee for each shoe": ("insurance",),
        "a lamp": ("insurance",),
    }
    assert len(change.apply(first).uncovered) == 2
    (gone,) = list_changes(second, read(OLD.replace(FEE, lamp), "new.yaml"))
    assert (gone.what, gone.after) == ("uncovered: a fee for each shoe", ABSENT)
    assert gone.at == f"new.yaml:{find_line(OLD, FEE)}"
    assert [item.what for item in gone.apply(second).uncovered] == ["a lamp"]


def test_rules_in_another_order_are_put_so():
    singles = OLD[OLD.index("    - {rule: singles") : OLD.index("    - {rule: pair with")]
    old = read(OLD, "old.yaml")
    new = read(replace((singles, ""), (PAIR_RULE, PAIR_RULE + singles)), "new.yaml")
    (change,) = list_changes(old, new)
    assert change.apply(old).house_way == new.house_way


@pytest.mark.parametrize(
    ("items", "name", "item", "order", "made"),
    [
        ("a", "c", "c", "abc", "ac"),
        ("b", "a", "a", "abc", "ab"),
        ("ac", "b", "b", "abc", "abc"),
        ("ca", "b", "b", "abc", "cab"),
        ("abc", "b", "B", "abc", "aBc"),
        ("abc", "b", None, "ac", "ac"),
    ],
)
def test_an_item_is_put_behind_what_precedes_it(items, name, item, order, made):
    rules = [{"rule": own, "text": own} for own in items]
    found = put_in_order(rules, name, item and {"rule": name, "text": item}, list(order))
    assert "".join(rule["text"] for rule in found) == made


def test_rules_and_rows_of_a_house_way_are_told_one_by_one():
    """Order, what is not expressed, and what is printed beside the rules."""
    singles = OLD[OLD.index("    - {rule: singles") : OLD.index("    - {rule: pair with")]
    assert tell_changes(OLD, replace((singles, ""), (PAIR_RULE, PAIR_RULE + singles))) == [
        (
            "house way: order of rules",
            f"new.yaml:{find_line(OLD, '    - {rule: singles')}",
            "singles, pair with deuces, pair",
            "pair with deuces, pair, singles",
            "money",
            None,
        )
    ]
    floor = "  unexpressed: [{rule: the floor, because: it is asked, at: L51}]\n"
    new = replace(("  tie_break: {assumed", floor + "  tie_break: {assumed"))
    line = find_line(new, "  unexpressed")
    name = "house way: not expressed: the floor"
    (come,) = tell_changes(OLD, new)
    assert (*come[:3], *come[4:]) == (name, f"new.yaml:{line}", ABSENT, "money", None)
    (gone,) = tell_changes(new, OLD)
    assert (gone[0], gone[3], gone[4]) == (name, ABSENT, "money")


def test_each_change_made_alone_leads_to_the_new_file():
    """Every change that moves money, made on the old file, leaves just the others."""
    new = replace(
        ("commission: {value: 1/20", "commission: {value: 1/25"),
        ("not_qualifying: {value: loses", "not_qualifying: {value: pushes"),
        (ROYAL, ROYAL.replace("100", "90").replace("25 USD", "20 USD")),
        (THREE_PAIR, "          - {hand: flush, pays: 4, at: L40}\n"),
        ("highest: Q}, pays: 50", "highest: Q}, pays: 40"),
        ("low: second-and-third-highest", "low: two-highest-singles"),
        (SHOE, SHOE.replace("standard", "insurance")),
    )
    old = read(OLD, "old.yaml")
    changes = list_changes(old, read(new, "new.yaml"))
    assert len(changes) == 9
    for item in changes:
        assert item.apply is not None
        left = list_changes(item.apply(old), read(new, "new.yaml"))
        assert [other.what for other in left] == [
            other.what for other in changes if other is not item
        ]


OWN = "        joker: {value: wild, at: L44}\n"
TABLE = "      - id: main\n        at: (8) L27-43\n"


def test_what_a_paytable_says_for_itself_is_told_with_its_name():
    first, second = OLD, replace((TABLE, TABLE + OWN))
    third = second.replace("joker: {value: wild, at: L44", "joker: {value: bug, at: L44")
    line = find_line(second, OWN)
    (come,) = tell_changes(first, second)
    (gone,) = tell_changes(second, first)
    (other,) = tell_changes(second, third)
    assert come[1:3] == (f"new.yaml:{line}", ABSENT)
    assert (gone[1], gone[3]) == (f"old.yaml:{line}", ABSENT)
    assert other[1] == f"new.yaml:{line}"
    assert (other[2], other[3]) == (come[3], other[3]) != (come[3], come[3])
    assert {item[0] for item in (come, gone, other)} == {"deck.joker (paytable main)"}
    old, new = read(first, "old.yaml"), read(second, "new.yaml")
    (change,) = list_changes(old, new)
    assert list_changes(change.apply(old), new) == ()
    (change,) = list_changes(new, old)
    assert list_changes(change.apply(new), old) == ()


def test_a_wager_that_looks_at_another_hand_and_a_printed_figure_that_is_gone():
    both = replace(
        ("    looks_at: both\n", "    looks_at: bank\n"),
        ("{bank: {hand: high-card, highest: Q}", "{hand: high-card, highest: Q"),
    )
    found = {item[0]: item[1:5] for item in tell_changes(OLD, both)}
    line = find_line(both, "    looks_at: bank\n")
    assert found["insurance.looks_at"] == (f"new.yaml:{line}", "both", "bank", "words")
    published = '        published:\n          - {label: no-envy, percent: "8.00", at: L43}\n'
    bare = replace((published, ""))
    name, printed = "fortune-bonus (paytable main): printed no-envy", "8.00% ((8), line 43)"
    assert [item[0:1] + item[2:4] for item in tell_changes(OLD, bare)] == [(name, printed, ABSENT)]
    assert [item[0:1] + item[2:4] for item in tell_changes(bare, OLD)] == [(name, ABSENT, printed)]


def test_a_line_that_asks_for_another_hand_under_its_name_is_a_condition():
    texts = [
        OLD.replace(
            "{bank: {hand: high-card, highest: Q}",
            f"{{id: x, bank: {{hand: high-card, highest: {rank}}}",
        )
        for rank in "QK"
    ]
    (told,) = tell_changes(*texts)
    assert told[0] == "insurance: x: condition"
    assert told[4:] == ("money", INSURED)
    assert told[2] != told[3]
    old, new = read(texts[0], "old.yaml"), read(texts[1], "new.yaml")
    (change,) = list_changes(old, new)
    assert list_changes(change.apply(old), new) == ()


def test_a_printed_edge_of_the_standard_wager_is_told_under_its_name():
    head = "standard:\n"
    texts = [
        replace(
            (
                head,
                f'{head}  published:\n    - {{percent: "{edge}", at: (2) L9}}\n',
            )
        )
        for edge in ("2.70", "2.80")
    ]
    changes = [tell_changes(*pair) for pair in (texts, (OLD, texts[0]), (texts[0], OLD))]
    assert all(len(found) == 1 for found in changes), changes
    first, second = (f"{edge}% ((2), line 9)" for edge in ("2.70", "2.80"))
    assert [found[0][2:4] for found in changes] == [
        (first, second),
        (ABSENT, first),
        (first, ABSENT),
    ]
    (name,) = {found[0][0] for found in changes}
    assert name.startswith("standard: printed ")
