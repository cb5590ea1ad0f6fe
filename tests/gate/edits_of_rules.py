"""Single edits of a certified rule file: cells, envy, readings, standings, words, caps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.gate.accepted_folder import change

CHANGED = "the specification has changed since it was certified"
FORTUNE = "fortune-bonus paytable main"
REFUSED = "(refused)"
"""What diff says where a file cannot be read as rules: nothing is priced that is not a rule."""


@dataclass(frozen=True)
class Edit:
    """One edit: what is done, what the gate must say, what diff must price."""

    group: str
    name: str
    apply: Callable[[Path], None]
    says: str
    """Part of what the gate says; it fails unless `passes`."""
    prices: str | None = None
    """Part of what diff says of the file; None where no rule file is edited."""
    moves: bool = False
    """Whether a figure moves."""
    passes: bool = False


def put(old: str, new: str, times: int = 1, name: str = "one.yaml") -> Callable[[Path], None]:
    """Replace text in a file."""
    return lambda tree: change(tree, old, new, name, times)


def money(name: str, old: str, new: str, prices: str, *, group: str, says: str = FORTUNE) -> Edit:
    """An edit of a rule file that moves a figure."""
    return Edit(group, name, put(old, new), says, prices, moves=True)


def words(name: str, old: str, new: str, prices: str, *, group: str, says: str = CHANGED) -> Edit:
    """An edit of a rule file that moves none."""
    return Edit(group, name, put(old, new), says, prices)


def broken(name: str, old: str, new: str, says: str, *, group: str) -> Edit:
    """An edit that leaves no valid file."""
    return Edit(group, name, put(old, new), says, REFUSED)


AT = "at: (1) L5"
ROYAL = "{hand: royal-flush, printed: Royal Flush, pays: 100, envy: 25 USD, at: L34}"
FOUR = "{hand: four-of-a-kind, printed: 4 of a Kind, pays: 20, envy: 5 USD, at: L36}"
PAIRS = "{hand: three-pair, printed: Three Pair, pays: pushes, at: L41}"
FLUSH = "{hand: flush, printed: Flush, pays: 4, at: L38}"
LINE = "\n          - "
MINIMUM = "[{value: 5 USD, at: (3) L9}, {value: 5 USD, at: (4) L11}]"

CELLS = [
    money(
        "a pay lowered",
        "pays: 100,",
        "pays: 90,",
        "fortune-bonus paytable main: royal-flush: pays",
        group="cells",
    ),
    money(
        "a pay raised",
        "pays: 20,",
        "pays: 21,",
        "fortune-bonus paytable main: four-of-a-kind: pays",
        group="cells",
    ),
    money(
        "a digit added",
        "pays: 20,",
        "pays: 200,",
        "fortune-bonus paytable main: four-of-a-kind: pays",
        group="cells",
    ),
    money(
        "a push made a pay",
        "pays: pushes",
        "pays: 1",
        "fortune-bonus paytable main: three-pair: pays",
        group="cells",
    ),
    money(
        "a pay made a loss",
        "pays: 20,",
        "pays: loses,",
        "fortune-bonus paytable main: four-of-a-kind: pays",
        group="cells",
    ),
    money(
        "to made for",
        "pays: 20,",
        "pays: {for: 20},",
        "fortune-bonus paytable main: four-of-a-kind: pays",
        group="cells",
    ),
    money(
        "a half added",
        "pays: 20,",
        'pays: "41/2",',
        "fortune-bonus paytable main: four-of-a-kind: pays",
        group="cells",
    ),
    money(
        "a sum of money",
        "pays: 20,",
        "pays: {money: 75 USD},",
        "fortune-bonus paytable main: four-of-a-kind: pays",
        group="cells",
    ),
    money(
        "a line added",
        PAIRS,
        f"{PAIRS}{LINE}{FLUSH}",
        "fortune-bonus paytable main: flush",
        group="cells",
    ),
    money(
        "a line taken out",
        f"{LINE}{PAIRS}",
        "",
        "fortune-bonus paytable main: three-pair",
        group="cells",
    ),
    money(
        "a class exchanged",
        "hand: three-pair",
        "hand: full-house",
        "fortune-bonus paytable main: full-house",
        group="cells",
    ),
    broken(
        "a joker refused where none can be",
        "{hand: high-card, highest: Q, pays",
        "{hand: high-card, highest: Q, joker: without, pays",
        "the joker is an ace, so no hand with Q as the highest card contains it",
        group="cells",
    ),
    Edit(
        "cells",
        "lines in another order",
        put(f"{ROYAL}{LINE}{FOUR}", f"{FOUR}{LINE}{ROYAL}"),
        CHANGED,
        "fortune-bonus paytable main: order of rows",
        moves=True,
    ),
    money(
        "another wager's pay",
        "pays: 50,",
        "pays: 49,",
        "insurance: high-card-Q-high: pays",
        group="cells",
        says="insurance",
    ),
    money(
        "a card exchanged",
        "highest: Q",
        "highest: J",
        "insurance: high-card-J-high",
        group="cells",
        says="insurance",
    ),
    broken("a comma in a pay", "pays: 100,", 'pays: "1,00",', "pays", group="cells"),
    broken("a float", "pays: 20,", "pays: 20.0,", "is a float", group="cells"),
    broken("a line twice", ROYAL, f"{ROYAL}{LINE}{ROYAL}", "royal-flush", group="cells"),
]
ENVY = [
    money(
        "an envy cell",
        "envy: 25 USD",
        "envy: 26 USD",
        "fortune-bonus paytable main: royal-flush: envy",
        group="envy",
    ),
    money(
        "envy a hundredfold",
        "envy: 5 USD",
        "envy: 500 USD",
        "fortune-bonus paytable main: four-of-a-kind: envy",
        group="envy",
    ),
    money(
        "an envy cell gone",
        ", envy: 25 USD",
        "",
        "fortune-bonus paytable main: royal-flush: envy",
        group="envy",
    ),
    money(
        "envy in stakes, alike at the least stake",
        "envy: 25 USD",
        "envy: {times: 5}",
        "fortune-bonus paytable main: royal-flush: envy",
        group="envy",
    ),
    money(
        "the lowest hand",
        "lowest_hand: {value: four-of-a-kind",
        "lowest_hand: {value: royal-flush",
        "fortune-bonus.envy.lowest_hand",
        group="envy",
    ),
    Edit(
        "envy",
        "the minimum lowered",
        put(MINIMUM, MINIMUM.replace("5 USD", "2 USD")),
        FORTUNE,
        "fortune-bonus.envy.minimum_stake",
        moves=True,
    ),
    Edit(
        "envy",
        "the minimum raised",
        put(MINIMUM, MINIMUM.replace("5 USD", "25 USD")),
        FORTUNE,
        "fortune-bonus.envy.minimum_stake",
        moves=True,
    ),
    words(
        "the minimum said twice",
        "{value: 5 USD, at: (4) L11}]",
        "{value: 25 USD, at: (4) L11}], adopted: 5 USD, because: it stands first",
        "fortune-bonus.envy.minimum_stake",
        group="envy",
        says="differs from the certificate in alternatives, rests_on, status",
    ),
]
READINGS = [
    money(
        "another class is paid",
        "lines_paid: {value: one-line",
        "lines_paid: {value: every-line-held",
        "fortune-bonus.lines_paid",
        group="readings",
    ),
    money("the joker", "{value: bug,", "{value: wild,", "deck.joker", group="readings"),
    words(
        "an alternative hidden",
        ", alternatives: [rank-order]",
        "",
        "fortune-bonus.precedence",
        group="readings",
    ),
    Edit(
        "readings",
        "the alternative adopted",
        put(
            "assumed: paytable-order, because: the table is in order, alternatives: [rank-order]",
            "assumed: rank-order, because: the table is in order, alternatives: [paytable-order]",
        ),
        "reading bonus-precedence",
        "fortune-bonus.precedence",
        moves=False,
    ),
    words(
        "the wheel",
        "assumed: lowest, because: others have it lowest, alternatives: [second-highest]",
        "assumed: second-highest, because: others have it lowest, alternatives: [lowest]",
        "deck.wheel",
        group="readings",
        says="reading wheel: certified lowest, now second-highest",
    ),
    money(
        "losers are paid back",
        "not_qualifying: {value: loses, at: (1) L5}",
        "not_qualifying: {value: pushes, at: (1) L5}",
        "fortune-bonus.not_qualifying",
        group="readings",
    ),
    money(
        "no joker in the deck",
        f"cards: {{value: 53, {AT}}}\n  jokers: {{value: 1,",
        f"cards: {{value: 52, {AT}}}\n  jokers: {{value: 0,",
        "deck.jokers",
        group="readings",
    ),
    money(
        "a deck of 106",
        f"cards: {{value: 53, {AT}}}",
        f"cards: {{value: 106, {AT}}}",
        "deck.cards",
        group="readings",
        says="house edge 92.1049%",
    ),
    words(
        "the commission",
        "commission: {value: 1/20,",
        "commission: {value: 1/10,",
        "standard.commission",
        group="readings",
        says="reading commission: certified 1/20, now 1/10",
    ),
    broken("a commission of two", "value: 1/20,", "value: 2,", "commission", group="readings"),
]
STANDINGS = [
    words(
        "stated made silent",
        f"lines_paid: {{value: one-line, {AT}}}",
        "lines_paid: {silent: true, assumed: one-line, because: usual}",
        "fortune-bonus.lines_paid",
        group="standings",
        says="rests_on, status",
    ),
    words(
        "silent made stated",
        "precedence: {silent: true, assumed: paytable-order, because: the table is in order, "
        "alternatives: [rank-order]}",
        f"precedence: {{value: paytable-order, {AT}}}",
        "fortune-bonus.precedence",
        group="standings",
    ),
    money(
        "a value left to others",
        f"not_qualifying: {{value: loses, {AT}}}",
        f"not_qualifying: {{deferred: {{to: the house, {AT}}}}}",
        "fortune-bonus.not_qualifying",
        group="standings",
        says="now deferred",
    ),
    money(
        "a word of its own",
        f"lines_paid: {{value: one-line, {AT}}}",
        f"lines_paid: {{value: {{other: the two best lines}}, {AT}}}",
        "fortune-bonus.lines_paid",
        group="standings",
        says="now not modelled",
    ),
    words(
        "something not covered",
        "wagers: [standard], at: (9) L61",
        "wagers: [standard, insurance], at: (9) L61",
        "uncovered: a fee for each shoe",
        group="standings",
        says="insurance",
    ),
    Edit(
        "standings",
        "what is not covered taken out",
        put(
            "uncovered:\n  - {what: a fee for each shoe, wagers: [standard], at: (9) L61}\n",
            "",
        ),
        "standard",
        "uncovered: a fee for each shoe",
    ),
]
WORDS = [
    words(
        "a clause",
        "(8) L27-43",
        "(7) L27-43",
        "fortune-bonus paytable main: royal-flush: pays",
        group="citations",
    ),
    words(
        "a line",
        "at: L34",
        "at: L35",
        "fortune-bonus paytable main: royal-flush: pays",
        group="citations",
    ),
    words(
        "a reason",
        "the table is in order",
        "so it is",
        "fortune-bonus.precedence",
        group="citations",
    ),
    words(
        "a printed figure",
        '"8.00"',
        '"8.01"',
        "fortune-bonus (paytable main): printed no-envy",
        group="citations",
    ),
    words("the document's hash", "a" * 64, "b" * 64, "document rules", group="citations"),
    words("the name", "name: Example\n", "name: Another\n", "name", group="names"),
    words("a wager's name", "name: Insurance", "name: Assurance", "insurance.name", group="names"),
    words(
        "a row's label",
        "printed: Royal Flush",
        "printed: Royal",
        "fortune-bonus paytable main: royal-flush: printed",
        group="names",
    ),
    words(
        "lookalike in a label",
        "printed: Royal Flush",
        "printed: R\u043eyal Flush",
        "fortune-bonus paytable main: royal-flush: printed",
        group="lookalike letters",
    ),
    broken(
        "lookalike in a class",
        "hand: three-pair",
        "hand: thr\u0435e-pair",
        "hand",
        group="lookalike letters",
    ),
    broken("lookalike in a key", "envy: 25", "\u0435nvy: 25", "envy", group="lookalike letters"),
    broken("lookalike in the id", "id: one\n", "id: \u043ene\n", "id", group="lookalike letters"),
    words("a comment", "name: Example\n", "name: Example # x\n", "", group="comments"),
    Edit(
        "order of keys",
        "two keys exchanged",
        put("id: one\nname: Example\n", "name: Example\nid: one\n"),
        CHANGED,
        "",
    ),
    broken(
        "a key of its own", "name: Example\n", "name: Example\nnote: x\n", "note", group="names"
    ),
    Edit(
        "order of keys",
        "two statements exchanged",
        put(
            f"  cards: {{value: 53, {AT}}}\n  jokers: {{value: 1, {AT}}}\n",
            f"  jokers: {{value: 1, {AT}}}\n  cards: {{value: 53, {AT}}}\n",
        ),
        CHANGED,
        "",
    ),
    words("an end of line", "name: Example\n", "name: Example\n\n", "", group="comments"),
    words("the edition raised", "number: 1,", "number: 2,", "revision", group="editions"),
    words("its date", 'date: "2030-01-31"', 'date: "2030-01-30"', "revision", group="editions"),
    Edit(
        "editions",
        "the currency",
        put("USD", "EUR", 8),
        "now 5 EUR",
        "currency",
        moves=True,
    ),
]
CAPS = [
    Edit(
        "caps",
        "the cap lowered",
        put("cap: {value: 5000 USD", "cap: {value: 500 USD"),
        "differs from the certificate in cap",
        "fortune-bonus.cap",
        moves=True,
    ),
    Edit(
        "caps",
        "the cap taken out",
        put("    cap: {value: 5000 USD, at: (6) L20}\n", ""),
        "differs from the certificate in cap",
        "fortune-bonus.cap",
        moves=True,
    ),
    words(
        "what it covers",
        "cap_covers: {value: bonus",
        "cap_covers: {value: all-wagers",
        "fortune-bonus.cap_covers",
        group="caps",
    ),
]

RULES = (*CELLS, *ENVY, *READINGS, *STANDINGS, *WORDS, *CAPS)
