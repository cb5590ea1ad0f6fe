"""Every change told exactly: what, at which line, before and after, its sort, and the wagers it touches."""

from __future__ import annotations

import pytest

from certify.base.load import load_bytes
from certify.gate.change import ABSENT, put_in_order
from certify.gate.changes import list_changes
from certify.spec.validate import read_jurisdiction
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
    ("pairs", "told"),
    [
        # who and what the file is
        (
            [("number: 1, date", "number: 2, date")],
            [("edition", "edition:", "1 of 2030-01-31", "2 of 2030-01-31", "words", None)],
        ),
        (
            [('date: "2030-01-31"', 'date: "2030-02-28"')],
            [("edition", "edition:", "1 of 2030-01-31", "1 of 2030-02-28", "words", None)],
        ),
        (
            [("name: Example\n", "name: Another\n")],
            [("name", "name: Another\n", "Example", "Another", "words", None)],
        ),
        (
            [("id: minimal\n", "id: maximal\n")],
            [("id", "id: maximal\n", "minimal", "maximal", "words", None)],
        ),
        (
            [("lines: 86, kind", "lines: 87, kind")],
            [
                (
                    "document rules",
                    "- {id: rules",
                    "Example rules, 86 lines",
                    "Example rules, 87 lines",
                    "words",
                    None,
                )
            ],
        ),
        (
            [("a" * 64, "b" * 64)],
            [
                (
                    "document rules",
                    "- {id: rules",
                    f"Example rules, 86 lines ({'a' * 12})",
                    f"Example rules, 86 lines ({'b' * 12})",
                    "words",
                    None,
                )
            ],
        ),
        (
            [
                (
                    "\nidentity:",
                    f"  - {{id: more, name: More, sha256: {'c' * 64}, lines: 3}}\n\nidentity:",
                )
            ],
            [("document more", "- {id: rules", ABSENT, "More, 3 lines", "words", None)],
        ),
        # statements of the game
        (
            [("commission: {value: 1/20", "commission: {value: 1/25")],
            [
                (
                    "standard.commission",
                    "commission: {",
                    "1/20 [stated]",
                    "1/25 [stated]",
                    "money",
                    ("standard",),
                )
            ],
        ),
        (
            [("joker: {value: bug", "joker: {value: wild")],
            [("deck.joker", "joker: {value: w", "bug [stated]", "wild [stated]", "money", None)],
        ),
        (
            [(", alternatives: [second-highest]", "")],
            [
                (
                    "deck.wheel",
                    "wheel:",
                    "lowest [silent] or second-highest",
                    "lowest [silent]",
                    "money",
                    None,
                )
            ],
        ),
        (
            [("players: {value: 6", "players: {value: 5")],
            [("table.players", "players:", "6 [stated]", "5 [stated]", "round", None)],
        ),
        (
            [("card_backs: {silent: true}", "card_backs: {not_offered: true}")],
            [("deck.card_backs", "card_backs:", "[silent]", "[not-offered]", "words", BOTH)],
        ),
        # statements of a wager, and the same in other words
        (
            [("not_qualifying: {value: loses", "not_qualifying: {value: pushes")],
            [
                (
                    "fortune-bonus.not_qualifying",
                    "not_qualifying:",
                    "loses [stated]",
                    "pushes [stated]",
                    "money",
                    BONUS,
                )
            ],
        ),
        (
            [
                (
                    "offer: {value: optional, at: (1) L5}",
                    "offer: {value: optional, at: (2) L6}",
                )
            ],
            [
                (
                    "fortune-bonus.offer",
                    "offer: {value: opt",
                    "optional: (1), line 5",
                    "optional: (2), line 6",
                    "words",
                    None,
                )
            ],
        ),
        (
            [(SEVERAL, SEVERAL.replace("others", "most"))],
            [
                (
                    "fortune-bonus.envy.several_qualifying_hands",
                    "several_qualifying_hands:",
                    "each-pays: not said; others do",
                    "each-pays: not said; most do",
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
                    "each-pays: not said; others do",
                    "each-pays: not said; others do; it may be line 9",
                    "words",
                    None,
                )
            ],
        ),
        (
            [("card_backs: {silent: true}", "card_backs: {silent: true, note: look at them}")],
            [
                (
                    "deck.card_backs",
                    "card_backs:",
                    "not said",
                    "not said; look at them",
                    "words",
                    None,
                )
            ],
        ),
        # wagers, paytables, lines and cells
        (
            [("name: Insurance\n", "name: Assurance\n")],
            [("insurance.name", "name: Assurance", "Insurance", "Assurance", "words", None)],
        ),
        (
            [(INSURANCE, "")],
            [("wager insurance", "old  - id: insurance", "Insurance, 1 paytables", ABSENT, "money", INSURED)],
        ),
        (
            [("  - id: insurance", NEW_TABLE + "  - id: insurance")],
            [
                (
                    "fortune-bonus paytable other",
                    "      - id: other",
                    ABSENT,
                    "1 lines",
                    "money",
                    BONUS,
                )
            ],
        ),
        (
            [(ROYAL, ROYAL.replace("100", "90"))],
            [
                (
                    f"{MAIN}royal-flush: pays",
                    "hand: royal-flush,",
                    "100 [stated]",
                    "90 [stated]",
                    "money",
                    BONUS,
                )
            ],
        ),
        (
            [(ROYAL, ROYAL.replace("25 USD", "20 USD"))],
            [
                (
                    f"{MAIN}royal-flush: envy",
                    "hand: royal-flush,",
                    "25 in money [stated]",
                    "20 in money [stated]",
                    "money",
                    BONUS,
                )
            ],
        ),
        (
            [(ROYAL, ROYAL.replace(", envy: 25 USD", ""))],
            [
                (
                    f"{MAIN}royal-flush: envy",
                    "old" + ROYAL,
                    "25 in money [stated]",
                    ABSENT,
                    "money",
                    BONUS,
                )
            ],
        ),
        (
            [("printed: Royal Flush", "printed: Royal")],
            [
                (
                    f"{MAIN}royal-flush: printed",
                    "printed: Royal,",
                    "Royal Flush",
                    "Royal",
                    "words",
                    None,
                )
            ],
        ),
        (
            [(THREE_PAIR, "")],
            [
                (
                    f"{MAIN}three-pair",
                    "old" + THREE_PAIR,
                    "pays pushes [stated]",
                    ABSENT,
                    "money",
                    BONUS,
                )
            ],
        ),
        (
            [
                (
                    THREE_PAIR,
                    "          - {hand: flush, pays: 4, envy: 1 USD, at: L40}\n" + THREE_PAIR,
                )
            ],
            [
                (
                    f"{MAIN}flush",
                    "{hand: flush",
                    ABSENT,
                    "pays 4 [stated], envy 1 in money [stated]",
                    "money",
                    BONUS,
                )
            ],
        ),
        (
            [(THREE_PAIR, ""), ("          - {" + ROYAL, THREE_PAIR + "          - {" + ROYAL)],
            [
                (
                    f"{MAIN}order of lines",
                    "- id: main",
                    "royal-flush, four-of-a-kind, three-pair",
                    "three-pair, royal-flush, four-of-a-kind",
                    "money",
                    BONUS,
                )
            ],
        ),
        (
            [("at: (8) L27-43", "at: (8) L27-44")],
            [
                (
                    "fortune-bonus (paytable main): citation",
                    "- id: main",
                    "(8), lines 27-43",
                    "(8), lines 27-44",
                    "words",
                    None,
                )
            ],
        ),
        (
            [('percent: "8.00"', 'percent: "8.10"')],
            [
                (
                    "fortune-bonus (paytable main): printed no-envy",
                    "- id: main",
                    "8.00 % ((8), line 43)",
                    "8.10 % ((8), line 43)",
                    "words",
                    None,
                )
            ],
        ),
        (
            [("{bank: {hand: high-card, highest: Q}", "{id: b, bank: {hand: high-card, highest: Q}")],
            [
                (
                    "insurance: bank-high-card-Q-high",
                    "old{bank:",
                    "pays 50 [stated]",
                    ABSENT,
                    "money",
                    INSURED,
                ),
                ("insurance: b", "{id: b,", ABSENT, "pays 50 [stated]", "money", INSURED),
            ],
        ),
        # what is not covered
        (
            [(SHOE, SHOE.replace("]", ", insurance]"))],
            [
                (
                    "uncovered: a fee for each shoe",
                    "{what: a fee",
                    "touches standard ((9), line 61)",
                    "touches standard, insurance ((9), line 61)",
                    "money",
                    ("standard", "insurance"),
                )
            ],
        ),
        (
            [(SHOE, SHOE.replace("standard", "")), ("(9) L61", "(9) L62")],
            [
                (
                    "uncovered: a fee for each shoe",
                    "{what: a fee",
                    "touches standard ((9), line 61)",
                    "touches no wager ((9), line 62)",
                    "money",
                    ("standard",),
                )
            ],
        ),
        (
            [(FEE, FEE + "  - {what: a lamp, wagers: [], at: L62}\n")],
            [
                (
                    "uncovered: a lamp",
                    "{what: a lamp",
                    ABSENT,
                    "touches no wager (line 62)",
                    "words",
                    (),
                )
            ],
        ),
        # the house way
        (
            [("low: second-and-third-highest", "low: two-highest-singles")],
            [
                (
                    "house way: singles",
                    "{rule: singles",
                    "low second-and-third-highest; when shape no-pair",
                    "low two-highest-singles; when shape no-pair",
                    "money",
                    None,
                )
            ],
        ),
        (
            [("second-and-third-highest, at: L50", "second-and-third-highest, at: L52")],
            [("house way: singles", "{rule: singles", "at lines 50", "at lines 52", "words", None)],
        ),
        (
            [("    - {rule: singles", PAIR_RULE.replace("rule: pair", "rule: x").replace("one-", "two-")
              .replace("two-highest-singles", "[lower-pair, {of: pair, holding: A}]")
              + "    - {rule: singles")],
            [
                (
                    "house way: x",
                    "{rule: x",
                    ABSENT,
                    "low lower-pair and of pair, holding A; when shape two-pair",
                    "money",
                    None,
                )
            ],
        ),
        (
            [('pair: "2"', 'pair: "2", joker: true')],
            [
                (
                    "house way: pair with deuces",
                    "{rule: pair with",
                    "exception_to pair; low two-highest-singles; under house-way-deuces special; "
                    "when shape one-pair, pair 2",
                    "exception_to pair; low two-highest-singles; under house-way-deuces special; "
                    "when shape one-pair, pair 2, joker yes",
                    "money",
                    None,
                )
            ],
        ),
    ],
)  # fmt: skip
def test_a_change_is_told_exactly(pairs, told):
    new = replace(*pairs)
    expected = []
    for what, part, *rest in told:
        gone = part.startswith("old")
        text = OLD if gone else new
        place = f"{'old' if gone else 'new'}.yaml:{find_line(text, part.removeprefix('old'))}"
        expected.append((what, place, *rest))
    assert tell_changes(OLD, new) == expected


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


def test_an_inventory_is_told_by_its_numbers():
    entries = ("{number: '1', at: L1}", "{number: '2', at: L2}")
    head = "inventory:\n  clauses:\n"
    first = OLD + head + "".join(f"    - {item}\n" for item in entries)
    second = (
        OLD
        + head
        + "".join(
            f"    - {item.replace('2', '3')}\n"
            for item in (*entries[1:], entries[1].replace("2", "4"))
        )
    )
    place = f"new.yaml:{find_line(second, head) + 2}"
    assert tell_changes(first, second) == [
        (
            "inventory: clauses",
            place,
            "2 entries, 2 of them gone",
            "2 entries, 2 of them new",
            "words",
            None,
        )
    ]
    third = OLD + head + f"    - {entries[1]}\n"
    assert [item[2:4] for item in tell_changes(first, third)] == [
        ("2 entries, 1 of them gone", "1 entries, 0 of them new")
    ]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("at: L50}", "part: x, at: L50}", ("at lines 50", "at lines 50; part x")),
        (
            "at: L50}",
            "examples: [{cards: Kc Qh 9s 6h 4c 3d 2s, low: Qh 9s, at: L50}], at: L50}",
            (
                "at lines 50",
                "at lines 50; examples cards Kc Qh 9s 6h 4c 3d 2s, low Qh 9s, at lines 50",
            ),
        ),
        (
            "at: L50}",
            "silent: true, because: others do, at: L50}",
            (
                "low second-and-third-highest; when shape no-pair",
                "low second-and-third-highest; silent yes; when shape no-pair",
            ),
        ),
        (
            "when: {shape: no-pair}",
            "when: {shape: no-pair, joker: false}",
            (
                "low second-and-third-highest; when shape no-pair",
                "low second-and-third-highest; when shape no-pair, joker no",
            ),
        ),
    ],
)
def test_what_of_a_rule_plays_cards_and_what_is_words(before, after, told):
    start = OLD.index("{rule: singles")
    changed = OLD[:start] + OLD[start:].replace(before, after, 1)
    (change,) = tell_changes(OLD, changed)
    assert change[0] == "house way: singles"
    assert change[2:4] == told
    assert change[4] == ("words" if told[0].startswith("at ") else "money")


def test_why_a_silent_rule_stands_is_words():
    start = OLD.index("{rule: singles")
    texts = [
        OLD[:start] + OLD[start:].replace("at: L50}", f"silent: true, because: {why}, at: L50}}", 1)
        for why in ("others do", "most do")
    ]
    (change,) = tell_changes(*texts)
    assert change[2:5] == (
        "at lines 50; because others do",
        "at lines 50; because most do",
        "words",
    )


def test_rows_as_printed_are_told_and_play_no_card():
    def lay(*rows):
        return replace(("  rules:\n", "".join(("  as_printed:\n", *rows, "  rules:\n"))))

    deuces = (
        "    - {rule: pair with deuces, exception_by: ours, when: {shape: one-pair}, because: x}\n"
    )
    other = deuces.replace("shape: one-pair", "shape: [one-pair, two-pair]")
    single = "    - {rule: singles, when: {shape: [no-pair, one-pair]}, because: x}\n"
    name = "house way: as printed: pair with deuces"
    told = "because x; exception_by ours; when shape one-pair"
    place = find_line(lay(deuces), deuces)
    assert tell_changes(OLD, lay(deuces)) == [
        (name, f"new.yaml:{place}", ABSENT, told, "words", None)
    ]
    assert [item[0:1] + item[2:4] for item in tell_changes(lay(single, deuces), lay(single))] == [
        (name, told, ABSENT)
    ]
    assert [item[2:4] for item in tell_changes(lay(deuces), lay(other))] == [
        (told, "because x; exception_by ours; when shape one-pair and two-pair")
    ]


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
    found = put_in_order(items, name, item, list(order), str.lower)
    assert "".join(found) == made


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
    assert tell_changes(OLD, new) == [(name, f"new.yaml:{line}", ABSENT, "named", "money", None)]
    back = [(item[0], item[2], item[3]) for item in tell_changes(new, OLD)]
    assert back == [(name, "named", ABSENT)]


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
    assert come[1:4] == (f"new.yaml:{line}", ABSENT, "wild [stated]")
    assert gone[1:4] == (f"old.yaml:{line}", "wild [stated]", ABSENT)
    assert other[1:4] == (f"new.yaml:{line}", "wild [stated]", "bug [stated]")
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
    name, told = "fortune-bonus (paytable main): printed no-envy", "8.00 % ((8), line 43)"
    assert [item[0:1] + item[2:4] for item in tell_changes(OLD, bare)] == [(name, told, ABSENT)]
    assert [item[0:1] + item[2:4] for item in tell_changes(bare, OLD)] == [(name, ABSENT, told)]


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
    first, second = (f"{edge} % ((2), line 9)" for edge in ("2.70", "2.80"))
    assert [found[0][2:4] for found in changes] == [
        (first, second),
        (ABSENT, first),
        (first, ABSENT),
    ]
    (name,) = {found[0][0] for found in changes}
    assert name.startswith("standard: printed ")
