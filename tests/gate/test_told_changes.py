"""Every change told exactly: what, at which line, before and after, its sort, and the wagers it touches."""

from __future__ import annotations

import pytest

from certify.base.load import load_bytes
from certify.gate.change import ABSENT
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
THREE_PAIR = "          - {hand: three-pair, printed: Three Pair, pays: pushes, at: {lines: 41}}\n"
SEVERAL = "several_qualifying_hands: {silent: true, assumed: each-pays, because: others do, "
SHOE = "{what: a fee for each shoe, wagers: [standard]"
FEE = "  - {what: a fee for each shoe, wagers: [standard], at: {clause: (9), lines: 61}}\n"
MAIN = "fortune-bonus paytable main: "
DEUCES = "under: {house-way-deuces: special}, exception_to: pair"
PAIR_RULE = (
    "    - {rule: pair, when: {shape: one-pair}, low: two-highest-singles, at: {lines: 51}}\n"
)
NEW_TABLE = (
    "      - id: other\n        at: {clause: (8), lines: 44}\n"
    "        lines: [{hand: flush, pays: 4, at: {lines: 44}}]\n"
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
                    "offer: {value: optional, at: {clause: (1), lines: 5}}",
                    "offer: {value: optional, at: {clause: (2), lines: 6}}",
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
                    "alternatives: [{value: highest-pays, because: it may be, at: {lines: 9}}]",
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
                    "          - {hand: flush, pays: 4, envy: 1 USD, at: {lines: 40}}\n" + THREE_PAIR,
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
            [("at: {clause: (8), lines: 27-43}", "at: {clause: (8), lines: 27-44}")],
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
            [(SHOE, SHOE.replace("standard", "")), ("(9), lines: 61", "(9), lines: 62")],
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
            [(FEE, FEE + "  - {what: a lamp, wagers: [], at: {lines: 62}}\n")],
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
            [("second-and-third-highest, at: {lines: 50}", "second-and-third-highest, at: {lines: 52}")],
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
    without = OLD.replace(HOUSE_WAY, "").replace(
        "{value: given, at: {clause: A, lines: 50}}", "{silent: true}"
    )
    line = find_line(OLD, "  readings:\n")
    gone, come = tell_changes(OLD, without), tell_changes(without, OLD)
    assert ("house way", f"old.yaml:{line}", "3 rules", ABSENT, "money", None) in gone
    assert ("house way", f"new.yaml:{line}", ABSENT, "3 rules", "money", None) in come
    assert not [item for item in (*gone, *come) if item[0].startswith("house way:")]


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
    floor = "  unexpressed: [{rule: the floor, because: it is asked, at: {lines: 51}}]\n"
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
        (THREE_PAIR, "          - {hand: flush, pays: 4, at: {lines: 40}}\n"),
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
