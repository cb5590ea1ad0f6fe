"""Each rule on a file where its fault is cured, and where it is made worse."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cache

import pytest

from certify.findings.finding import Finding, Kind, Severity, Source
from certify.findings.registry import FAMILIES, list_findings, load_rules
from certify.game.cards import format_cards, parse_cards
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.model import Jurisdiction
from tests.conftest import load
from tests.edits import put
from tests.findings.cases import (
    Edit,
    case_of,
    changed,
    conflict,
    find,
    find_between,
    leave_open,
    place,
    say,
)
from tests.findings.house_way_trials import LAYINGS, QUICK, SET_DIFFERENTLY
from tests.findings.record import (
    FIGURES,
    RENEW,
    WORDS,
    Trials,
    format_figures,
    format_words,
    list_changes,
    list_trial_figures,
    list_trial_words,
)

BONUS = ("wagers", 0)
TABLES = (*BONUS, "paytables")


def drop_tables(first: int, last: int | None = None) -> Edit:
    def change(data):
        del data["wagers"][0]["paytables"][first:last]

    return change


def drop_line(table: int, hand: str) -> Edit:
    def change(data):
        lines = data["wagers"][0]["paytables"][table]["lines"]
        lines[:] = [line for line in lines if line.get("hand") != hand]

    return change


def set_line(table: int, hand: str, **values) -> Edit:
    def change(data):
        for line in data["wagers"][0]["paytables"][table]["lines"]:
            if line.get("hand") == hand:
                line.update(values)

    return change


def add_line(table: int, **line) -> Edit:
    def change(data):
        data["wagers"][0]["paytables"][table]["lines"].append(line)

    return change


def drop_key(table: int, hand: str, key: str) -> Edit:
    def change(data):
        for line in data["wagers"][0]["paytables"][table]["lines"]:
            if line.get("hand") == hand:
                line.pop(key, None)

    return change


def leave_to_one_text(data):
    """Every rule that is left to two texts is left to the first of them."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "to" and isinstance(value, str):
                data[key] = value.partition(" and house")[0]
            leave_to_one_text(value)
    elif isinstance(data, list):
        for value in data:
            leave_to_one_text(value)


def copy_table(source: int, target: int) -> Edit:
    def change(data):
        tables = data["wagers"][0]["paytables"]
        tables[target]["lines"] = copy.deepcopy(tables[source]["lines"])

    return change


def rank(*classes: str) -> Edit:
    return put("deck", "hand_ranking", "value", value=list(classes))


def swap_lines(table: int, upper: str, lower: str) -> Edit:
    def change(data):
        lines = data["wagers"][0]["paytables"][table]["lines"]
        names = [line.get("hand") for line in lines]
        first, second = names.index(upper), names.index(lower)
        lines[first], lines[second] = lines[second], lines[first]

    return change


def publish(table: int, number: int, percent: str) -> Edit:
    return put(*TABLES, table, "published", number, "percent", value=percent)


def change_term(name: str, **values) -> Edit:
    def change(data):
        (term,) = [item for item in data["inventory"]["terms"] if item["term"] == name]
        term.update(values)

    return change


def forget(*path: str | int) -> Edit:
    def change(data):
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


def append(*path: str | int, value) -> Edit:
    def change(data):
        for step in path:
            data = data.setdefault(step, []) if isinstance(data, dict) else data[step]
        data.append(value)

    return change


def all_of(*edits: Edit) -> Edit:
    def change(data):
        for edit in edits:
            edit(data)

    return change


def count_facts(value: object) -> int:
    """How many values a slot holds."""
    if isinstance(value, Source):
        return max(1, len(value.citations))
    return sum(map(count_facts, value)) if isinstance(value, (tuple, list)) else 1


def weigh(findings: list[Finding]) -> tuple:
    """How bad it is: findings, severities, effects, facts, places."""
    facts = (
        (
            *item.slots.values(),
            item.statements,
            item.sources,
            item.alternatives,
            item.assumed,
            item.effects,
        )
        for item in findings
    )
    return (
        len(findings),
        sum(item.weight for item in findings),
        sum(item.price.size for item in findings),
        sum(map(count_facts, facts)),
        sum(len(item.citations) for item in findings),
    )


def weigh_hands(findings: list[Finding]) -> tuple:
    """How bad a fault of a house way is: how many findings and hands, then all the rest."""
    hands = sum(
        item.slots.get("hands", 0) + getattr(item.slots.get("setting"), "hands", 0)
        for item in findings
    )
    return len(findings), hands, weigh(findings)


@dataclass(frozen=True)
class Trial:
    """A rule, the document it is tried on, and the edits; `fault` is made first where it is needed."""

    code: str
    name: str
    cure: Edit
    worse: Edit
    fault: Edit | None = None
    variant: str = ""
    """The variant of the findings that count, where a rule finds several things."""

    @property
    def label(self) -> str:
        return f"{self.code}/{self.variant}" if self.variant else self.code


MISPRINTED = {"printed": "$50,00", "meant": "$50,000", "at": place(9)}
OTHER = {"other": "in some way of its own"}
TRIALS = [
    Trial(
        "INT001",
        "california-bgc",
        put(*BONUS, "envy", "minimum_stake", value=say("25 USD", 67)),
        put(*BONUS, "envy", "sharing", value=conflict("each-in-full", "shared")),
    ),
    Trial(
        "INT002",
        "designated-player",
        put("play", "bank_exposed", value=say("after", 36)),
        put("play", "dealt_face", value=conflict("face-down", "face-up", (36, 3))),
    ),
    Trial(
        "INT003",
        "designated-player",
        put("table", "positions", value=say(7, 28)),
        put("table", "players", value=say(9, 28)),
    ),
    Trial(
        "INT004",
        "california-bgc",
        put("table", "positions", value=say(7, 121)),
        append("table", "positions", "stated", value={"value": 9, "at": place(123)}),
    ),
    Trial(
        "INT005",
        "pennsylvania",
        put("play", "surrender_costs", value=say("1/2", 15)),
        append(
            "play",
            "surrender",
            "stated",
            value={"value": "barred-with-bonus-wager", "at": place(16)},
        ),
        fault=put(
            "play",
            "surrender",
            value={"stated": [{"value": "barred-with-bonus-wager", "at": place(15)}]},
        ),
    ),
    Trial(
        "INT015",
        "mbs",
        put("setting", "foul_standard", value=say("loses", 213)),
        put("setting", "wrong_card_count", value=say("reset-by-house-way", 213)),
        fault=put("setting", "house_way_binds", value=say("bank", 136)),
    ),
    Trial(
        "INT016",
        "mbs",
        put("comparison", "copy_both", value=say("loses", 358)),
        put("comparison", "copy_and_lose", value=say("wins", 358)),
        fault=put("comparison", "copy_both", value=say("push", 358)),
    ),
    Trial(
        "INT006",
        "pennsylvania",
        put(*BONUS, "cap_excludes", value=say("nothing", 46)),
        put("wagers", 1, "cap_excludes", value=say("envy-and-progressive", 46)),
    ),
    Trial(
        "INT007",
        "california-bgc",
        put("table", "bank_cover_reach", value=say("all-payments", 136)),
        append(*BONUS, "payer", "stated", value={"value": "player-dealer", "at": place(183)}),
        fault=put(
            *BONUS, "payer", value={"stated": [{"value": "player-dealer", "at": place(181)}]}
        ),
    ),
    Trial(
        "INT008",
        "california-bgc",
        put(*BONUS, "precedence", value=say("paytable-order", 154)),
        set_line(0, "flush", pays=6),
        fault=put(*BONUS, "precedence", value=leave_open("paytable-order", "rank-order")),
    ),
    Trial("INT009", "california-bgc", rank(*HAND_CLASSES), rank("five-aces", "royal-flush")),
    Trial(
        "INT010",
        "california-bgc",
        add_line(1, hand="flush", printed="Flush", pays=4, at={"lines": 206}),
        drop_line(2, "flush"),
        fault=drop_line(1, "flush"),
    ),
    Trial(
        "INT010",
        "south-dakota",
        drop_line(0, "three-pair"),
        add_line(1, hand="three-pair", printed="Three Pair", pays="pushes", at={"lines": 41}),
        fault=put(*BONUS, "push_line", value=say("stake-returned", 19)),
        variant="push",
    ),
    Trial(
        "INT012",
        "pennsylvania",
        put("deck", "royal_match", value=say("royal-flush-with-suited-king-queen", 34)),
        append(
            "deck", "royal_match", "stated", value={"value": "king-queen-alone", "at": place(35)}
        ),
    ),
    Trial(
        "INT013",
        "south-dakota",
        set_line(0, "four-of-a-kind", envy="5 USD"),
        drop_key(1, "four-of-a-kind", "envy"),
        fault=drop_key(0, "four-of-a-kind", "envy"),
    ),
    Trial(
        "GAP001",
        "south-dakota",
        put(*BONUS, "precedence", value=say("paytable-order", 7)),
        put(
            *BONUS,
            "envy",
            "fouled_hand",
            value=leave_open("counts", "does-not-count", because="it is said so"),
        ),
    ),
    Trial(
        "GAP002",
        "south-dakota",
        all_of(
            put(*BONUS, "foul", value=say("unaffected")),
            put(*BONUS, "envy", "fouled_hand", value=say("counts")),
        ),
        put("irregularities", value={"all": {"silent": True}}),
    ),
    Trial(
        "GAP003",
        "pennsylvania",
        put(*BONUS, "envy", "own_bonus_lost", value=say("envy-still-paid")),
        put(*BONUS, "not_qualifying", value=leave_open("loses", "pushes")),
        fault=put(*BONUS, "envy", "own_bonus_lost", value=leave_open("envy-still-paid", "no-envy")),
    ),
    Trial(
        "GAP004",
        "pennsylvania",
        put("comparison", "both_lose", value=say("loses")),
        put(*BONUS, "envy", "sharing", value=leave_open("each-in-full")),
    ),
    Trial(
        "GAP005",
        "pennsylvania",
        put("table", "players", value=say(6)),
        set_line(0, "four-of-a-kind", envy="50 USD"),
    ),
    Trial(
        "GAP006",
        "south-dakota",
        put("table", "players", value=say(6)),
        put(*TABLES, 0, "published", 0, "other_players", value=4),
    ),
    Trial(
        "GAP007",
        "south-dakota",
        put(*BONUS, "push_line", value=say("stake-returned")),
        add_line(1, hand="three-pair", printed="Three Pair", pays="pushes", at={"lines": 41}),
    ),
    Trial(
        "GAP008",
        "south-dakota",
        put(*BONUS, "paytable_choice", value=say("single")),
        set_line(4, "straight", pays=1),
    ),
    Trial(
        "INT014",
        "designated-player",
        put("wagers", 1, "rules_of_play", value=say("given")),
        put(*BONUS, "rules_of_play", value=say("missing")),
    ),
    Trial(
        "GAP010",
        "designated-player",
        put("identity", "owner", value=say("its maker")),
        put("identity", "title", value={"silent": True}),
    ),
    Trial(
        "GAP011",
        "mbs",
        put("deck", "wheel", value=say("lowest", 278)),
        put(
            "irregularities",
            "foreign_card",
            value={"value": "round-void", "implied": True, "at": place(552)},
        ),
    ),
    Trial(
        "GAP012",
        "mbs",
        change_term("void", defined=552),
        append(
            "inventory",
            "terms",
            value={"term": "Shill", "used": [9], "question": "Who is he?", "decides": ["standard"]},
        ),
    ),
    Trial(
        "GAP014",
        "south-dakota",
        put("table", "bank", value=say("house")),
        put(
            *BONUS,
            "envy",
            "bank_hand",
            value={
                "stated": [
                    {"value": "excluded", "at": place(23)},
                    {"value": "excluded", "at": place(24)},
                ]
            },
        ),
    ),
    Trial(
        "GAP015",
        "pennsylvania",
        put("deck", "hand_ranking", value=say(list(HAND_CLASSES))),
        put("deck", "wheel", value=leave_open("lowest")),
        fault=put("deck", "wheel", value=say("lowest")),
    ),
    Trial(
        "REF002",
        "pennsylvania",
        put("inventory", "references", -1, "supplied", value=True),
        append(
            "inventory",
            "references",
            value={"to": "a chart", "kind": "internal", "supplied": False, "at": place()},
        ),
        fault=append(
            "inventory",
            "references",
            value={"to": "a map", "kind": "internal", "supplied": False, "at": place()},
        ),
    ),
    Trial(
        "REF003",
        "pennsylvania",
        put("play", "all", value={"silent": True}),
        put("comparison", "copy", value={"deferred": {"to": "a chart", "at": place()}}),
    ),
    Trial(
        "REF004",
        "south-dakota",
        leave_to_one_text,
        put(
            "deck",
            "wheel",
            value={
                "deferred": {"to": "§ 20:18:16:15.16 and house procedures", "at": place(3)},
                "assumed": "lowest",
                "because": "it is",
            },
        ),
    ),
    Trial(
        "MTH001",
        "south-dakota",
        publish(0, 1, "8.00"),
        publish(1, 1, "9.76"),
        fault=publish(0, 1, "8.90"),
    ),
    Trial(
        "MTH002",
        "south-dakota",
        publish(1, 1, "7.77"),
        publish(2, 1, "7.82"),
        fault=publish(2, 1, "7.83"),
    ),
    Trial(
        "MTH003",
        "south-dakota",
        set_line(0, "flush", pays=4),
        set_line(1, "flush", pays=40),
        fault=set_line(0, "flush", pays=40),
    ),
    Trial(
        "MTH004",
        "south-dakota",
        set_line(1, "flush", pays=4),
        set_line(2, "three-of-a-kind", pays=9),
        fault=set_line(1, "flush", pays=6),
    ),
    Trial(
        "MTH005",
        "south-dakota",
        swap_lines(0, "straight", "straight-flush"),
        swap_lines(1, "straight-flush", "straight"),
        fault=swap_lines(0, "straight-flush", "straight"),
    ),
    Trial(
        "MTH006",
        "california-bgc",
        set_line(8, "seven-card-straight-flush-joker", pays=400),
        set_line(7, "five-of-a-kind", pays=400, envy="50 USD"),
    ),
    Trial(
        "MTH007",
        "california-bgc",
        all_of(*(set_line(number, "straight-flush", envy="9 USD") for number in (6, 7, 8))),
        set_line(6, "royal-flush", envy="4 USD"),
    ),
    Trial("POL001", "california-bgc", drop_tables(6), set_line(1, "straight", pays=1)),
    Trial(
        "POL002",
        "pennsylvania",
        put(*BONUS, "cap", value=say("10000000 USD", 45)),
        put(*BONUS, "cap", value=say("5000 USD", 45)),
    ),
    Trial(
        "MOD001",
        "south-dakota",
        put(*BONUS, "envy", "sharing", value=say("each-in-full")),
        put(*BONUS, "not_qualifying", value=say(OTHER)),
        fault=put(*BONUS, "envy", "sharing", value=say(OTHER)),
    ),
    Trial(
        "MOD002",
        "south-dakota",
        put("uncovered", value=[]),
        append("uncovered", value={"what": "a second pot", "wagers": [], "at": place()}),
        fault=put(
            "uncovered",
            value=[{"what": "a common pot", "wagers": ["fortune-bonus"], "at": place()}],
        ),
    ),
    Trial("XJD006", "south-dakota", set_line(5, "straight", pays=9), copy_table(5, 1)),
    Trial(
        "DOC001",
        "south-dakota",
        append(
            "inventory", "clauses", value={"number": "5", "series": "Paytable", "at": {"lines": 60}}
        ),
        append(
            "inventory", "clauses", value={"number": "9", "series": "Paytable", "at": {"lines": 77}}
        ),
    ),
    Trial(
        "DOC001",
        "south-dakota",
        put("inventory", "clauses", 2, "number", value="2"),
        put("inventory", "clauses", 4, "number", value="3"),
        fault=put("inventory", "clauses", 2, "number", value="1"),
        variant="repeated",
    ),
    Trial(
        "DOC001",
        "mbs",
        put("inventory", "clauses", value=[]),
        append(
            "inventory", "clauses", value={"number": "1", "series": "Notes", "at": {"lines": 5}}
        ),
        fault=append(
            "inventory", "clauses", value={"number": "1", "series": "Steps", "at": {"lines": 5}}
        ),
        variant="shared",
    ),
    Trial(
        "DOC009",
        "designated-player",
        put("wagers", 1, "lines", 2, "printed", value="Designated Player Ace High Pai Gow W/Joker"),
        put("wagers", 1, "lines", 0, "printed", value="Designated Player Ace High Pai Gow N/Joker"),
        fault=put("wagers", 1, "lines", 2, "pays", value=say(7, 66)),
        variant="shared",
    ),
    Trial(
        "DOC005",
        "pennsylvania",
        put("inventory", "dates", 0, "placeholder", value=False),
        append(
            "inventory",
            "dates",
            value={"what": "effective date", "printed": "XX", "placeholder": True, "at": place()},
        ),
    ),
    Trial(
        "DOC014",
        "designated-player",
        put("identity", "version", value=say("first version")),
        put("identity", "authority", value={"silent": True}),
        fault=put("identity", "authority", value=say("a board")),
    ),
    Trial(
        "DOC006",
        "california-bgc",
        put("inventory", "terms", 0, "used", value=[150]),
        append("inventory", "terms", value={"term": "Shill", "defined": 60, "used": []}),
    ),
    Trial(
        "DOC007",
        "south-dakota",
        change_term("Shill", described=9),
        append("inventory", "terms", value={"term": "Ghost", "used": [9]}),
        fault=append("inventory", "terms", value={"term": "Shill", "used": [9]}),
    ),
    Trial(
        "DOC008",
        "south-dakota",
        forget("inventory", "misprints", 0),
        append("inventory", "misprints", value={"printed": "teh", "meant": "the", "at": place()}),
    ),
    Trial(
        "GAP016",
        "south-dakota",
        put("inventory", "misprints", value=[]),
        append("inventory", "misprints", value=MISPRINTED | {"printed": "5,0 USD"}),
        fault=append("inventory", "misprints", value=MISPRINTED),
    ),
    Trial(
        "DOC009",
        "california-bgc",
        set_line(0, "straight", printed="Straight"),
        set_line(1, "flush", printed="Flush of five"),
        fault=set_line(0, "straight", printed="Straight of five"),
    ),
    Trial(
        "DOC009",
        "south-dakota",
        forget("inventory", "terms", 18),
        append("inventory", "terms", value={"term": "Royal match", "used": [9]}),
        fault=append("inventory", "terms", value={"term": "Three Pairs", "used": [9]}),
        variant="spelling",
    ),
    Trial(
        "DOC011",
        "south-dakota",
        all_of(
            *(
                set_line(
                    number, "seven-card-straight-flush", printed="7 Card Straight Flush (No Joker)"
                )
                for number in range(6)
            )
        ),
        set_line(1, "seven-card-straight-flush", printed="7 Card"),
    ),
    Trial(
        "DOC013",
        "pennsylvania",
        put("inventory", "references", 5, "supplied", value=True),
        append(
            "inventory",
            "references",
            value={"to": "the dagger", "kind": "mark", "supplied": False, "at": place()},
        ),
    ),
    Trial(
        "DOC012",
        "california-bgc",
        put("inventory", "extraction", value=[]),
        append("inventory", "extraction", value={"what": "a cell is lost", "at": place(232)}),
    ),
    Trial(
        "DOC012",
        "designated-player",
        put("inventory", "extraction", value=[]),
        append("inventory", "extraction", value={"what": "a heading is lost", "at": place(40)}),
        variant="clauses",
    ),
]


@cache
def try_rule(trial: Trial) -> list[tuple[Jurisdiction, list[Finding]]]:
    """What is found with the fault, cured and worse, each with its document."""
    edits = [trial.fault] if trial.fault else []
    documents = [changed(trial.name, *edits, *more) for more in ([], [trial.cure], [trial.worse])]
    return [
        (
            document,
            [item for item in find(document, trial.code) if trial.variant in {"", item.variant}],
        )
        for document in documents
    ]


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.label)
def test_a_rule_finds_less_where_cured_and_more_where_worse(trial):
    before, cured, worse = (found for _, found in try_rule(trial))
    assert before, "the rule finds its fault"
    assert weigh(cured) < weigh(before)
    assert weigh(worse) > weigh(before)


def test_a_label_that_only_excludes_the_joker_is_no_second_name():
    """Where the hand with the joker has a row of its own, DOC011 reports a label that does not exclude it."""
    labels = {
        line.printed
        for table in load("california-bgc").wager("fortune-bonus").paytables
        for line in table.lines
        if line.hand == "seven-card-straight-flush"
    }
    assert labels == {"7 Card Straight Flush", "7 Card Straight Flush (No Joker)"}
    assert not find(load("california-bgc"), "DOC009")


@pytest.mark.parametrize(("answered", "cited"), [([], [9, 11]), ([11], [9]), ([9, 11], None)])
def test_a_use_that_the_document_answers_is_not_cited(answered, cited):
    term = {"term": "Shill", "used": [9, 11], "question": "Who?", "decides": ["standard"]}
    data = changed("mbs", append("inventory", "terms", value={**term, "answered": answered}))
    found = [item for item in find(data, "GAP012") if item.slots["term"] == "Shill"]
    assert [[place.first for place in item.citations] for item in found] == (
        [cited] if cited else []
    )


def test_every_rule_is_tried():
    """Every rule of the registry has a file where its fault is cured, and one where it is worse."""
    tried = {trial.code for trial in (*TRIALS, *DIFFERENCES, *LAYINGS, SET_DIFFERENTLY)}
    assert tried == set(load_rules())
    kinds = {trial.code: load_rules()[trial.code].kind for trial in DIFFERENCES}
    assert set(kinds.values()) == {Kind.DIFFERENCE}


def copy_wager(name: str, *, envy: bool) -> Edit:
    """A second wager like the first, with its envy or without."""

    def change(data):
        wager = {**copy.deepcopy(data["wagers"][0]), "id": name, "name": "Second"}
        if not envy:
            del wager["envy"]
            for table in wager["paytables"]:
                for line in table["lines"]:
                    line.pop("envy", None)
        data["wagers"].append(wager)

    return change


@dataclass(frozen=True)
class Difference:
    """A rule about two documents, and the edits of the first."""

    code: str
    name: str
    other: str
    cure: Edit
    worse: Edit


DIFFERENCES = [
    Difference(
        "XJD001",
        "south-dakota",
        "california-bgc",
        put(*BONUS, "envy", "minimum_stake", value=say("25 USD")),
        put(*BONUS, "envy", "sharing", value=say("shared")),
    ),
    Difference(
        "XJD002",
        "south-dakota",
        "pennsylvania",
        copy_wager("ace-high", envy=False),
        copy_wager("second", envy=True),
    ),
    Difference(
        "XJD003",
        "south-dakota",
        "pennsylvania",
        drop_line(0, "three-pair"),
        add_line(1, hand="three-pair", printed="Three Pair", pays="pushes", at={"lines": 41}),
    ),
    Difference(
        "XJD004",
        "south-dakota",
        "pennsylvania",
        set_line(2, "straight", pays=9),
        copy_table(2, 5),
    ),
    Difference(
        "XJD005",
        "designated-player",
        "pennsylvania",
        set_line(0, "straight", pays=2),
        set_line(0, "flush", pays=3),
    ),
]


@cache
def try_difference(trial: Difference) -> list[tuple[Jurisdiction, list[Finding]]]:
    """What is found between two documents, cured and worse, each with its document."""
    documents = [changed(trial.name, *more) for more in ([], [trial.cure], [trial.worse])]
    other = load(trial.other)
    return [(document, find_between(document, other, trial.code)) for document in documents]


@pytest.mark.parametrize("trial", DIFFERENCES, ids=lambda trial: trial.code)
def test_a_difference_is_less_where_cured_and_more_where_worse(trial):
    before, cured, worse = (found for _, found in try_difference(trial))
    assert before
    assert weigh(cured) < weigh(before)
    assert weigh(worse) > weigh(before)


@pytest.mark.parametrize(
    "trial",
    [pytest.param(item, marks=() if item.code in QUICK else pytest.mark.slow) for item in LAYINGS],
    ids=lambda trial: trial.code,
)
def test_a_rule_of_house_ways_finds_less_where_cured_and_more_where_worse(trial):
    """On an edited house way, proved over every hand each time."""
    before = find(trial.build(), trial.code)
    cured = find(trial.build(trial.cure), trial.code)
    worse = find(trial.build(trial.worse), trial.code)
    assert before
    assert weigh_hands(cured) < weigh_hands(before)
    assert weigh_hands(worse) > weigh_hands(before)


@pytest.mark.slow
def test_house_ways_that_differ_in_more_rules_set_more_hands_differently():
    """A house way beside its own with a rule more, with none, and with another one changed as well."""
    trial = SET_DIFFERENTLY
    other = trial.build(trial.cure, put("id", value="unchanged"))
    before, cured, worse = (
        find_between(trial.build(*more), other, trial.code)
        for more in ([], [trial.cure], [trial.worse])
    )
    assert not cured
    ((few,), (many,)) = ([item.slots for item in found] for found in (before, worse))
    assert few["groups"]
    assert {item["rules"][0] for item in few["groups"]} == {"two pairs"}
    added = [item for item in many["groups"] if item not in few["groups"]]
    assert [item["rules"] for item in added] == [["no pair", "no pair"]]
    assert many["hands"] == few["hands"] + added[0]["hands"]
    assert weigh_hands(worse) > weigh_hands(before)


@pytest.mark.parametrize("rule", load_rules().values(), ids=lambda rule: rule.code)
def test_a_rule_says_what_why_and_an_example(rule):
    first, *rest = rule.documentation.split("\n\n")
    assert first.endswith(".")
    assert "\n" not in first
    assert any(part.startswith("Example: ") for part in rest)
    assert rule.code[:3] in FAMILIES


TALLY = {"hands": 4, "example": "As Ks", "low": "As Ks"}
WHOLE = {
    "unset": {"hands": 0},
    "unset_by_shape": [],
    "fouls": {"hands": 0},
    "equal": {"hands": 0},
    "overlaps": [],
    "alternatives": [],
    "unreachable": [],
    "broken_examples": [],
    "rules": [],
}
FIRST, SECOND = "no pair", "one pair"
FAULTS = {
    "HWY001": {"unset": TALLY, "unset_by_shape": [{"shape": "four-and-three", **TALLY}]},
    "HWY002": {"overlaps": [{"rule": FIRST, "other": SECOND, "other_low": "Qs Js", **TALLY}]},
    "HWY003": {"fouls": TALLY},
    "GAP003/setting": {
        "alternatives": [
            {
                "reading": "house-way-three-aces-complete",
                "value": "three-aces-rule",
                "other_low": "Qs Js",
                **TALLY,
            }
        ]
    },
    "HWY001/assumed": {"rules": [{"rule": FIRST, "standing": "silent", **TALLY}]},
    "HWY007": {"unreachable": [FIRST]},
    "HWY008": {"equal": TALLY},
}


def load_open() -> Jurisdiction:
    """MBS with a point of its house way whose alternative no words support."""

    def change(data):
        (own,) = (
            item
            for item in data["house_way"]["readings"]
            if item["reading"] == "house-way-three-aces-complete"
        )
        own["alternatives"] = ["three-aces-rule"]

    return changed("mbs", change)


def read_proof(label: str, proof: dict) -> list[Finding]:
    """What a rule, or one variant of it, finds in a proof."""
    code, _, part = label.partition("/")
    case = case_of(load_open())
    case.__dict__["proof"] = {**WHOLE, **proof}
    return [
        item
        for item in list_findings(case, [code])
        if (item.slots.get("setting") if part == "setting" else item.variant.startswith(part))
        and (part or not item.variant)
    ]


@cache
def try_all() -> Trials:
    """What each rule finds in its edited files, by code."""
    found: Trials = {trial.label: try_rule(trial) for trial in TRIALS}
    found |= {trial.code: try_difference(trial) for trial in DIFFERENCES}
    mbs = load_open()
    return found | {
        label: [(mbs, read_proof(label, fault)), (mbs, []), (mbs, [])]
        for label, fault in FAULTS.items()
    }


def test_figures_of_trials():
    changes = list_changes(FIGURES / "trials.json", format_figures(list_trial_figures(try_all())))
    assert not changes, f"explain the change, then run `{RENEW} --figures`:\n" + "\n".join(changes)


def test_words_of_trials():
    changes = list_changes(WORDS / "trials.txt", format_words(list_trial_words(try_all())))
    assert not changes, f"read the change, then run `{RENEW} --words`:\n" + "\n".join(changes)


@pytest.mark.parametrize("label", FAULTS)
def test_a_rule_of_house_ways_reads_the_proof(label):
    """The proof itself is tested elsewhere; here its faults become findings, and nothing else does."""
    for fault, proof in FAULTS.items():
        assert bool(read_proof(label, proof)) is (fault == label)
    assert not read_proof(label, WHOLE)


def test_a_broken_example_is_found_at_its_lines():
    rule = next(item for item in load("mbs").house_way["rules"] if item.get("examples"))
    example = rule["examples"][0]
    item = {
        "rule": rule["rule"],
        "cards": format_cards(parse_cards(example["cards"])),
        "lines": str(example["at"]["lines"]),
        "printed": "As Ks",
        "low": "Qs Js",
    }
    case = case_of(load("mbs"))
    case.__dict__["proof"] = {**WHOLE, "broken_examples": [item]}
    (found,) = list_findings(case, ["HWY004"])
    assert found.severity is Severity.ERROR
    assert str(example["at"]["lines"]) in {place.lines for place in found.citations}


def test_a_rule_that_is_not_expressed_is_found():
    rule = {"rule": "the supervisor is asked", "because": "nobody can count him", "at": place(44)}
    worse = changed("designated-player", put("house_way", "unexpressed", value=[rule]))
    (found,) = find(worse, "MOD002")
    assert found.slots["what"] == "the supervisor is asked"
    assert found.wagers == ("standard",)
    assert not find(load("designated-player"), "MOD002")


def test_rows_that_only_the_file_keeps_apart_are_found():
    """An overlap of the rows as printed is found, unless the rules overlap so anyway."""
    rules = load("mbs").house_way["rules"]
    first, second = rules[-2]["rule"], rules[-1]["rule"]
    row = {"rule": first, "when": {"shape": "no-pair"}, "because": "the row is wider"}
    narrowed = changed("mbs", put("house_way", "as_printed", value=[row]))
    overlap = {**TALLY, "rule": first, "other": second, "other_low": "Qs Js"}
    for own, expected in (([], 1), ([overlap], 0), ([{**overlap, "hands": 3}], 1)):
        case = case_of(narrowed)
        case.__dict__["proof"] = {**WHOLE, "overlaps": own}
        case.__dict__["proof_as_printed"] = {**WHOLE, "overlaps": [overlap]}
        found = list_findings(case, ["HWY010"])
        assert len(found) == expected
        assert all(item.slots["reasons"] == ["the row is wider"] for item in found)
    plain = case_of(changed("mbs", forget("house_way", "as_printed")))
    plain.__dict__["proof"] = WHOLE
    assert plain.proof_as_printed is None
    assert not list_findings(plain, ["HWY010"])


@pytest.mark.slow
def test_an_exception_of_our_own_is_taken_back_and_proved_again():
    """The rules as printed are set by the engine too: both match the example, with two low hands."""
    from certify.game.cards import parse_cards
    from certify.game.house_way.build import build_house_way
    from certify.game.house_way.rules import list_matches
    from certify.odds.house_way_readings import read_house_way
    from certify.spec.compile import compile_rulebook
    from certify.spec.printed import restore_rows
    from tests.edits import edit
    from tests.wagers.accepted_specs import load as load_accepted

    name = "a pair before three of a kind or two pairs"
    base = load_accepted("commission-free")

    def put_row(by):
        row = {"rule": name, "exception_by": by, "because": "the file says so"}
        return edit(base, put("house_way", "as_printed", value=[row]))

    found = list_findings(case_of(put_row("ours")), ["HWY010"])
    # “any pair” lays the same pair low; what it goes before in its turn does not
    assert len(found) == 2
    rulebook = compile_rulebook(base)
    restored = build_house_way(restore_rows(put_row("ours").house_way))
    for item in found:
        hand = parse_cards(item.slots["example"], 7)
        readings, ranks = read_house_way(rulebook), rulebook.ranking.rank_rules()
        matches = list_matches(restored, hand, readings, ranks)
        assert matches[0].rule.rule == name
        rows = {item.slots["first"], item.slots["second"]}
        assert len({match.low for match in matches if match.rule.rule in rows}) == 2
        assert item.slots["hands"] > 0
    assert not list_findings(case_of(put_row("document")), ["HWY010"])


def test_a_change_of_a_row_as_printed_is_told_and_moves_no_money():
    from certify.compare.differences import Sort
    from tests.compare.changes import list_changes

    name = load("mbs").house_way["rules"][-1]["rule"]
    row = {"rule": name, "when": {"shape": "no-pair"}, "because": "the row is wider"}
    after = changed("mbs", put("house_way", "as_printed", value=[row]))
    before = changed("mbs", forget("house_way", "as_printed"))
    (change,) = list_changes(before, after)
    assert (change.sort, change.before) == (Sort.WORDS, "(absent)")
    assert "shape no-pair" in change.after
