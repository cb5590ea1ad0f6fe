"""Single edits to the five files, and what becomes of the findings."""

from __future__ import annotations

from functools import cache

import pytest

from certify.base.errors import InvalidSpec
from certify.base.load import load_bytes
from certify.spec.validate import read_jurisdiction
from tests.conftest import IDS, ROOT
from tests.edits import edit, put
from tests.findings.cases import (
    add_entry,
    change_all,
    change_entry,
    change_line,
    check,
    dispute,
    drop_entry,
    drop_line,
    load_light,
    silence,
    state,
    withdraw,
)

SD, PA, CA, DP, MBS = ("south-dakota", "pennsylvania", "california-bgc", "designated-player", "mbs")


def set_published(table, label, percent):
    def change(data):
        for paytable in data["paytables"]:
            if paytable["id"] == table:
                for item in paytable["published"]:
                    if item["label"] == label:
                        item["percent"] = percent

    return change


def set_joker(table, value):
    def change(data):
        for paytable in data["paytables"]:
            if paytable["id"] == table:
                paytable["joker"]["value"] = value

    return change


def label_without_joker(*tables):
    return change_all(
        *(
            change_line(
                table, "seven-card-straight-flush", printed="7 Card Straight Flush (No Joker)"
            )
            for table in tables
        )
    )


def drop_said(section, name, value):
    """Make a conflict agree by dropping one of its values."""

    def change(data):
        statement = data[section][name]
        kept = [item for item in statement["stated"] if item["value"] != value]
        data[section][name] = {"stated": kept}

    return change


def rank_first(*classes):
    def change(data):
        ranking = data["deck"]["hand_ranking"]
        ranking["value"] = [*classes, *ranking["value"]]

    return change


def rank_after(upper, name):
    def change(data):
        ranking = data["deck"]["hand_ranking"]["value"]
        ranking.insert(ranking.index(upper) + 1, name)

    return change


TABLES = ("1", "2", "3", "4", "6", "7")
EDITS = []


def row(name, jurisdiction, change, gone=(), new=()):
    EDITS.append(
        pytest.param(jurisdiction, change, set(gone), set(new), id=f"{jurisdiction}: {name}")
    )


row(
    "the missing paytable number is there",
    SD,
    add_entry("clauses", number="5", series="Paytable", at={"lines": 60}),
    gone=[("DOC001", "Paytable 5")],
)
row(
    "three of a kind and straight change their pays on one table",
    SD,
    change_all(change_line("2", "three-of-a-kind", pays=2), change_line("2", "straight", pays=3)),
    gone=[("MTH011", "bonus-precedence"), ("MTH011", "royal-match-joker"), ("XJD026", "twin:2")],
    new=[
        ("MTH001", "2:no-envy"),
        ("MTH001", "2:max-envy"),
        ("MTH005", "three-of-a-kind<straight"),
        ("XJD027", "near:2"),
        ("XJD029", "number:2"),
    ],
)
row(
    "the three pair push is dropped",
    SD,
    drop_line("1", "three-pair"),
    gone=[
        ("GAP005", "fortune.push_line"),
        ("XJD005", "three-pair"),
        ("XJD026", "twin:1"),
        ("MTH005", "three-pair<full-house,flush,three-of-a-kind,straight"),
        ("MTH011", "bonus-precedence"),
        ("MTH011", "royal-match-joker"),
    ],
    new=[
        ("MTH001", "1:no-envy"),
        ("MTH001", "1:max-envy"),
        ("XJD027", "near:1"),
        ("XJD029", "number:1"),
    ],
)
row(
    "the envy for four of a kind is raised",
    SD,
    change_line("1", "four-of-a-kind", envy="50 USD"),
    gone=[("MTH011", "bonus-precedence"), ("MTH011", "royal-match-joker"), ("XJD026", "twin:1")],
    new=[
        ("MTH001", "1:max-envy"),
        ("MTH010", "straight-flush:four-of-a-kind:10 USD and 50 USD"),
        ("XJD027", "near:1"),
        ("XJD029", "number:1"),
        ("MTH003", "fortune-bonus:"),
    ],
)
row(
    "a printed edge is altered",
    SD,
    set_published("1", "no-envy", "8.01"),
    gone=[("MTH011", "bonus-precedence"), ("MTH011", "royal-match-joker")],
    new=[("MTH001", "1:no-envy")],
)
row("a truncated edge is rounded", SD, set_published("2", "no-envy", "7.77"))
row(
    "stake and button agree",
    SD,
    drop_said("envy", "entitlement", "button"),
    gone=[("INT003", "envy.entitlement")],
)
row(
    "precedence is said",
    SD,
    state("fortune", "precedence", "paytable-order"),
    gone=[("GAP001", "fortune.precedence"), ("MTH011", "bonus-precedence")],
)
row(
    "precedence is said the other way",
    SD,
    state("fortune", "precedence", "rank-order"),
    gone=[
        ("GAP001", "fortune.precedence"),
        ("MTH002", "published-truncated"),
        ("MTH011", "bonus-precedence"),
        ("MTH011", "royal-match-joker"),
    ],
    new=[
        ("XJD018", "fortune.precedence"),
        *(("MTH001", f"{table}:no-envy") for table in TABLES),
        *(("MTH001", f"{table}:max-envy") for table in TABLES),
    ],
)
row(
    "the push has a procedure",
    SD,
    state("fortune", "push_line", "stake-returned"),
    gone=[("GAP005", "fortune.push_line")],
)
row(
    "the royal match is defined whole",
    SD,
    state("deck", "royal_match", "royal-flush-with-suited-king-queen"),
    gone=[("INT008", "royal-match"), ("XJD010", "deck.royal_match")],
)
row(
    "all labels leave out the joker",
    SD,
    label_without_joker(*TABLES),
    gone=[("INT009", "seven-card-straight-flush")],
)
row(
    "one label leaves out the joker",
    SD,
    label_without_joker("3"),
    new=[("DOC009", "seven-card-straight-flush")],
)
row(
    "a misprint is corrected",
    SD,
    drop_entry("misprints", printed="42-7-B-7"),
    gone=[("DOC008", "42-7-B-7 at 84")],
)
row(
    "a term is defined",
    SD,
    change_entry("terms", {"defined": 41}, term="Push"),
    gone=[("DOC007", "Push")],
)
row(
    "a defined term is used no more",
    SD,
    change_entry("terms", {"used": []}, term="Royal Match"),
    new=[("DOC006", "Royal Match")],
)
row(
    "a text is supplied",
    SD,
    change_entry("references", {"supplied": True}, to="39 SDR 100"),
    gone=[("REF001", "39 SDR 100")],
)
row(
    "a reference points to nothing",
    SD,
    add_entry(
        "references",
        to="paragraph (9)",
        kind="internal",
        supplied=False,
        at={"clause": "(7)", "lines": 21},
    ),
    new=[("REF002", "paragraph (9)")],
)
row(
    "a placeholder stands for a date",
    SD,
    change_entry("dates", {"printed": "__/__/__", "placeholder": True}, what="effective date"),
    new=[("DOC005", "effective date")],
)
row(
    "the effective date is lost",
    SD,
    silence("identity", "effective_date"),
    new=[("GAP017", "identity.effective_date")],
)
row(
    "six players are named",
    SD,
    state("table", "players", 6),
    gone=[("GAP024", "published-envy")],
    new=[("XJD016", "table.players")],
)
row(
    "eight players are named",
    SD,
    state("table", "players", 8),
    gone=[("GAP024", "published-envy")],
    new=[("XJD016", "table.players"), ("INT004", "table.players=8")],
)
row(
    "only the highest hand pays envy",
    SD,
    state("envy", "several_qualifying_hands", "highest-pays"),
    gone=[("MTH011", "bonus-precedence"), ("MTH011", "royal-match-joker")],
    new=[
        ("XJD004", "envy.several_qualifying_hands"),
        ("MTH001", "3:max-envy"),
        ("MTH001", "6:max-envy"),
    ],
)
row(
    "envy begins with the full house",
    SD,
    state("envy", "lowest_hand", "full-house"),
    new=[("INT012", f"{table}:full-house") for table in TABLES],
)
row(
    "the full house pays envy on one table",
    SD,
    change_line("3", "full-house", envy="1 USD"),
    gone=[("XJD026", "twin:3"), ("MTH011", "bonus-precedence"), ("MTH011", "royal-match-joker")],
    new=[
        ("INT012", "3:full-house"),
        ("MTH001", "3:max-envy"),
        ("XJD027", "near:3"),
        ("XJD029", "number:3"),
    ],
)
row(
    "a cap is named",
    SD,
    change_all(
        state("fortune", "cap", "50000 USD"),
        state("fortune", "cap_covers", "bonus"),
        state("fortune", "cap_excludes", "nothing"),
        state("fortune", "cap_per", "spot-and-hand"),
    ),
    gone=[("GAP022", "fortune.cap")],
    new=[
        *(("MTH007", f"fortune.cap:{table}") for table in TABLES),
        ("XJD013", "fortune.cap_excludes"),
        ("XJD013", "fortune.cap_per"),
    ],
)
row(
    "the straight comes before three of a kind",
    SD,
    lambda data: data["paytables"][2]["lines"].insert(9, data["paytables"][2]["lines"].pop()),
    gone=[("XJD026", "twin:3"), ("MTH011", "bonus-precedence"), ("MTH011", "royal-match-joker")],
    new=[
        ("MTH001", "3:no-envy"),
        ("MTH001", "3:max-envy"),
        ("XJD027", "near:3"),
        ("XJD029", "number:3"),
    ],
)
row(
    "the straight comes before everything",
    SD,
    lambda data: data["paytables"][2]["lines"].insert(0, data["paytables"][2]["lines"].pop()),
    gone=[("XJD026", "twin:3"), ("MTH011", "bonus-precedence"), ("MTH011", "royal-match-joker")],
    new=[
        *(
            ("MTH012", f"3:{hand}")
            for hand in (
                "seven-card-straight-flush",
                "royal-match",
                "seven-card-straight-flush-joker",
                "royal-flush",
                "straight-flush",
            )
        ),
        ("MTH001", "3:no-envy"),
        ("MTH001", "3:max-envy"),
        ("MTH006", "fortune-bonus:3:alone"),
        ("MTH006", "fortune-bonus:3:full"),
        ("MTH005", "royal-flush<five-aces"),
        ("MTH005", "straight-flush<five-aces"),
        ("INT012", "3:straight"),
        ("XJD027", "near:3"),
        ("XJD029", "number:3"),
    ],
)

row(
    "the approval date is filled in",
    PA,
    change_entry("dates", {"printed": "1/2/03", "placeholder": False}, what="approval date"),
    gone=[("DOC005", "approval date")],
)
row(
    "surrender is allowed",
    PA,
    state("play", "surrender", "allowed"),
    gone=[("INT010", "play.surrender")],
)
row(
    "the progressive is described",
    PA,
    change_entry("references", {"supplied": True}, to="Progressive payouts"),
    gone=[("INT011", "fortune.progressive"), ("REF002", "Progressive payouts")],
)
row(
    "the loss of both hands is said",
    PA,
    state("comparison", "both_lose", "loses"),
    gone=[("GAP002", "comparison.both_lose")],
)
row(
    "several envy hands are settled",
    PA,
    state("envy", "several_qualifying_hands", "each-pays"),
    gone=[("GAP001", "envy.several_qualifying_hands")],
)
row(
    "the cap is dropped",
    PA,
    withdraw("fortune", "cap", "cap_covers", "cap_excludes", "cap_per", "progressive"),
    gone=[
        ("MTH007", "fortune.cap:main"),
        ("GAP021", "fortune.cap_covers"),
        ("INT011", "fortune.progressive"),
        ("XJD013", "fortune.cap_per"),
    ],
)
row(
    "the cap is raised beyond every pay",
    PA,
    state("fortune", "cap", "1000000 USD"),
    gone=[("MTH007", "fortune.cap:main")],
    new=[("XJD013", "fortune.cap")],
)
row(
    "one line of ace high is paid",
    PA,
    state("ace_high", "lines_paid", "one-line"),
    gone=[("GAP009", "ace_high.lines_paid")],
)
row(
    "ace high pays two things with the joker",
    PA,
    dispute("ace_high", "pays_bank_with_joker", 12, 30, lines=("19", "20")),
    new=[
        ("INT001", "ace_high.pays_bank_with_joker"),
        ("MTH003", "ace-high:ace-high-bank-with-joker=30"),
    ],
)
row(
    "two rows of ace high have one label",
    PA,
    change_entry(
        "labels", {"printed": "Dealer Ace-High (No Joker)"}, printed="Dealer Ace-High (with Joker)"
    ),
    new=[("DOC004", "Ace High:Dealer Ace-High (No Joker)")],
)
row(
    "limits are posted",
    PA,
    state("table", "limits", "as posted"),
    gone=[("GAP014", "table.limits")],
)
row(
    "a rule has another envy minimum",
    PA,
    dispute("envy", "minimum_stake", "5 USD", "25 USD", lines=("17", "28")),
    new=[("INT001", "envy.minimum_stake")],
)
row(
    "a definition has another envy minimum",
    PA,
    dispute("envy", "minimum_stake", "5 USD", "25 USD", lines=("28", "11")),
    new=[("INT003", "envy.minimum_stake")],
)
row(
    "envy from any stake on",
    PA,
    state("envy", "minimum_stake", "0 USD"),
    new=[("MTH003", "fortune-bonus:")],
)
row(
    "the bank shows its cards last",
    PA,
    state("play", "bank_exposed", "after"),
    gone=[("XJD015", "play.bank_exposed")],
    new=[("INT002", "play.bank_exposed")],
)
row(
    "the straight pays even money",
    PA,
    change_line("main", "straight", pays=1),
    gone=[("XJD026", "twin:main")],
    new=[
        ("XJD027", "near:main"),
        ("MTH006", "fortune-bonus:main:alone"),
        ("MTH006", "fortune-bonus:main:full"),
    ],
)
row(
    "the straight pays three to one",
    PA,
    change_line("main", "straight", pays=3),
    gone=[("XJD026", "twin:main"), ("MTH004", "three-of-a-kind>straight")],
    new=[
        ("XJD014", "straight"),
        ("XJD027", "near:main"),
        ("MTH009", "main:three-of-a-kind=straight"),
        ("MTH003", "fortune-bonus:"),
    ],
)
row(
    "a ranking is printed",
    PA,
    state(
        "deck",
        "hand_ranking",
        [
            "seven-card-straight-flush",
            "royal-match",
            "seven-card-straight-flush-joker",
            "five-aces",
            "royal-flush",
            "straight-flush",
            "four-of-a-kind",
            "full-house",
            "flush",
            "straight",
            "three-of-a-kind",
            "two-pair",
            "one-pair",
            "high-card",
        ],
    ),
    gone=[("GAP012", "deck.hand_ranking"), ("MTH004", "three-of-a-kind>straight")],
    new=[("INT006", "three-of-a-kind>straight"), ("XJD020", "deck.hand_ranking")],
)

row(
    "the envy minimum agrees",
    CA,
    drop_said("envy", "minimum_stake", "5 USD"),
    gone=[("INT003", "envy.minimum_stake")],
)
row(
    "seven seats",
    CA,
    drop_said("table", "positions", 8),
    gone=[
        ("INT003", "table.positions"),
        ("INT004", "table.positions=8"),
        ("INT005", "table.players=7,8"),
    ],
)
row("53 cards", CA, drop_said("deck", "cards", 52), gone=[("INT001", "deck.cards")])
row(
    "the joker is a bug",
    CA,
    drop_said("deck", "joker", "wild"),
    gone=[("INT001", "deck.joker"), ("MTH003", "fortune-bonus:joker=wild")],
)
row(
    "a bug on a paytable for a wild joker",
    CA,
    set_joker("FPG-07", "bug"),
    gone=[("MTH006", "fortune-bonus:FPG-07:alone"), ("MTH006", "fortune-bonus:FPG-07:full")],
    new=[("MTH008", "joker:FPG-07")],
)
row(
    "five of a kind and three pair are ranked",
    CA,
    change_all(
        rank_after("five-aces", "five-of-a-kind"), rank_after("three-of-a-kind", "three-pair")
    ),
    gone=[("GAP010", "five-of-a-kind"), ("GAP010", "three-pair")],
)
row(
    "the two highest lines differ",
    CA,
    change_line("FPG-09", "seven-card-straight-flush", pays=600, envy="300 USD"),
    gone=[("MTH009", "FPG-09:seven-card-straight-flush=seven-card-straight-flush-joker")],
)
row(
    "the bank covers everything",
    CA,
    state("table", "bank_cover", "all-action"),
    gone=[("INT013", "table.bank_cover")],
    new=[("XJD017", "table.bank_cover")],
)
row(
    "the copy has a result",
    CA,
    state("comparison", "copy", "bank-wins"),
    gone=[("GAP002", "comparison.copy")],
)
row(
    "the copy goes to the player",
    CA,
    state("comparison", "copy", "player-wins"),
    gone=[("GAP002", "comparison.copy")],
    new=[("XJD007", "comparison.copy")],
)
row(
    "a paytable is not in the list of clauses",
    CA,
    drop_entry("clauses", number="04"),
    new=[("DOC001", "FPG 4")],
)
row(
    "a number stands twice",
    CA,
    change_entry("clauses", {"number": "03"}, number="04"),
    new=[("DOC001", "FPG 4"), ("DOC002", "FPG 3")],
)
row(
    "a paytable is withdrawn",
    CA,
    lambda data: data["paytables"].__delitem__(4),
    gone=[("XJD027", "near:FPG-05")],
)
row("the wheel is ranked", CA, state("deck", "wheel", "lowest"), gone=[("GAP001", "deck.wheel")])
row(
    "the wheel is ranked high",
    CA,
    state("deck", "wheel", "second-highest"),
    gone=[("GAP001", "deck.wheel")],
    new=[("XJD011", "deck.wheel")],
)
row(
    "the action button is used",
    CA,
    change_entry("terms", {"used": [143]}, term="Action Button"),
    gone=[("DOC006", "Action Button")],
)

row(
    "the straight pays as elsewhere",
    DP,
    change_line("main", "straight", pays=2),
    gone=[("XJD014", "straight")],
)
row(
    "the label of the second row is corrected",
    DP,
    change_entry(
        "labels",
        {"printed": "Designated Player Ace High Pai Gow W/Joker"},
        printed="Designated Player Ace High Pai Gow N/Joker",
    ),
    gone=[("DOC004", "Ace High:Designated Player Ace High Pai Gow N/Joker")],
)
row(
    "the two rows agree",
    DP,
    drop_said("ace_high", "pays_bank_without_joker", 10),
    gone=[
        ("INT001", "ace_high.pays_bank_without_joker"),
        ("MTH003", "ace-high:ace-high-bank-without-joker=10"),
    ],
)
row("only the title still says face up", DP, drop_said("play", "bank_exposed", "before"))
row(
    "the title says nothing of face up",
    DP,
    change_all(
        drop_said("play", "bank_exposed", "before"),
        put("identity", "title", "value", value="Fortune Pai Gow"),
    ),
    gone=[("INT002", "play.bank_exposed")],
)
row(
    "ace high is described",
    DP,
    state("ace_high", "rules_of_play", "given"),
    gone=[("GAP008", "ace_high.rules_of_play")],
)
row(
    "the player alone loses",
    DP,
    state("ace_high", "player_only", "loses"),
    gone=[("GAP001", "ace_high.player_only"), ("MTH003", "ace-high:ace-high-player-only=pushes")],
)
row(
    "the bonus does not ask for the bank's hand",
    DP,
    change_all(
        state("fortune", "bank_condition", "none"),
        withdraw("fortune", "bank_not_beaten", "bank_tied", "bank_comparison"),
    ),
    gone=[
        ("XJD018", "fortune.bank_condition"),
        ("GAP001", "fortune.bank_not_beaten"),
        ("GAP001", "fortune.bank_tied"),
        ("GAP001", "fortune.bank_comparison"),
    ],
)
row(
    "no commission is said",
    DP,
    state("standard", "commission", "0"),
    gone=[("GAP001", "standard.commission"), ("GAP016", "standard.commission_rounding")],
    new=[("XJD008", "standard.commission")],
)
row(
    "a foreign card voids the round",
    DP,
    state("irregularities", "foreign_card", "round-void"),
    gone=[("GAP018", "irregularities.foreign_card")],
)
row(
    "four of a kind with a pair is kept",
    DP,
    drop_said("setting", "house_way_quads_with_pair", "split"),
    gone=[("INT001", "setting.house_way_quads_with_pair")],
)
row(
    "the cap says what it leaves out",
    DP,
    state("fortune", "cap_excludes", "nothing"),
    gone=[("GAP021", "fortune.cap_excludes")],
    new=[("XJD013", "fortune.cap_excludes")],
)

row(
    "a defined term is used",
    MBS,
    change_entry("terms", {"used": [358]}, term="Copy Hand"),
    gone=[("DOC006", "Copy Hand")],
)
row(
    "a split result pushes",
    MBS,
    state("comparison", "one_each", "push"),
    gone=[("GAP002", "comparison.one_each")],
)
row(
    "equal hands are allowed throughout",
    MBS,
    drop_said("setting", "equal_high_and_low", "foul"),
    gone=[("INT003", "setting.equal_high_and_low")],
)
row(
    "no commission",
    MBS,
    state("standard", "commission", "0"),
    gone=[("XJD008", "standard.commission"), ("GAP016", "standard.commission_rounding")],
)
row(
    "the three highest classes are ranked",
    MBS,
    rank_first("seven-card-straight-flush", "royal-match", "seven-card-straight-flush-joker"),
    gone=[
        ("GAP010", "seven-card-straight-flush"),
        ("GAP010", "royal-match"),
        ("GAP010", "seven-card-straight-flush-joker"),
        ("XJD020", "deck.hand_ranking"),
    ],
)
row(
    "six players are named",
    MBS,
    state("table", "players", 6),
    gone=[("GAP013", "table.players")],
    new=[("XJD016", "table.players")],
)
row(
    "a foul loses",
    MBS,
    state("setting", "foul_standard", "loses"),
    gone=[("XJD006", "setting.foul_standard")],
)
row(
    "a player's own loss costs him envy",
    MBS,
    state("envy", "own_bonus_lost", "no-envy"),
    gone=[("GAP006", "envy.own_bonus_lost")],
    new=[("XJD003", "envy.own_bonus_lost")],
)
row(
    "a section is numbered twice",
    MBS,
    lambda data: data["inventory"]["clauses"].append(
        {"number": "4", "series": "Section", "at": {"lines": 456}}
    ),
    new=[("DOC002", "Section 4")],
)


row(
    "envy asks for the other's own wager",
    SD,
    state("envy", "whose_hand", "player-with-bonus-wager"),
    new=[("XJD022", "envy.whose_hand")],
)
row(
    "a term is spelled in two ways",
    MBS,
    add_entry("terms", term="Low hands", used=[397]),
    new=[("DOC010", "low hand"), ("DOC007", "Low hands")],
)


row(
    "three of a kind is paid throughout",
    CA,
    lambda data: [
        table["lines"].append(
            {"hand": "three-of-a-kind", "printed": "3 of a Kind", "pays": 1, "at": {"lines": 239}}
        )
        for table in data["paytables"][6:]
    ],
    gone=[
        ("INT014", "three-of-a-kind"),
        ("MTH006", "fortune-bonus:FPG-07:alone"),
        ("MTH006", "fortune-bonus:FPG-07:full"),
        ("MTH006", "fortune-bonus:FPG-08:alone"),
        ("MTH006", "fortune-bonus:FPG-08:full"),
        ("MTH006", "fortune-bonus:FPG-09:alone"),
    ],
    new=[
        ("MTH003", "fortune-bonus:"),
        ("MTH003", "fortune-bonus:bonus-precedence=rank-order"),
        ("MTH003", "fortune-bonus:envy-minimum=5 USD"),
    ],
)
row(
    "rules are left to one text",
    SD,
    lambda data: [
        item["deferred"].update(to="§ 20:18:16:15.16")
        for section in data.values()
        if isinstance(section, dict)
        for item in section.values()
        if isinstance(item, dict) and "deferred" in item
    ],
    gone=[
        ("REF003", "house procedures for Pai Gow poker"),
        ("REF003", "§ 20:18:16:15.16 and house procedures"),
        ("REF007", "§ 20:18:16:15.16 and house procedures"),
    ],
)
row(
    "one hand for each player",
    PA,
    state("table", "hands_per_player", "one"),
    gone=[("GAP006", "table.hands_per_player")],
)


@cache
def list_before(name):
    return {(item.code, item.subject) for item in check(load_light(name))}


@pytest.mark.parametrize(("name", "change", "gone", "new"), EDITS)
def test_an_edit_changes_the_findings_as_a_person_expects(name, change, gone, new):
    before = list_before(name)
    after = {(item.code, item.subject) for item in check(edit(load_light(name), change))}
    assert before - after == gone
    assert after - before == new


def test_there_are_sixty_edits_over_all_five():
    assert len(EDITS) >= 60
    assert {item.values[0] for item in EDITS} == set(IDS)


@pytest.mark.parametrize("name", IDS)
def test_a_deleted_citation_is_no_finding_but_a_fault(name):
    text = (ROOT / "jurisdictions" / f"{name}.yaml").read_text(encoding="utf-8")
    broken = text.replace("at: {lines: ", "ad: {lines: ", 1)
    assert broken != text
    with pytest.raises(InvalidSpec, match="at is missing"):
        read_jurisdiction(load_bytes(broken.encode(), f"{name}.yaml"))
