"""Citations against the documents: every figure stands where it is cited, and every flip is caught."""

import subprocess
import sys
from fractions import Fraction
from hashlib import sha256

import pytest

from certify.base.load import load_bytes
from certify.spec import printed
from certify.spec.build import is_statement
from certify.spec.printed import list_sums
from certify.spec.sources import check_sources
from certify.spec.validate import read_jurisdiction
from tests.conftest import IDS, load
from tests.edits import edit, put


def test_every_citation_holds(jurisdiction, documents):
    checked, faults = check_sources(jurisdiction, documents)
    assert not faults
    assert checked > 100


def get(data, path):
    for step in path:
        data = data[step]
    return data


def list_cells():
    """Every pay and envy amount that a file cites, by its place in the file."""
    for name in IDS:
        jurisdiction = load(name)
        for _, paytable in jurisdiction.list_paytables():
            for line in paytable.lines:
                for key, statement in (("pays", line.pays), ("envy", line.envy)):
                    if statement is None or not statement.said:
                        continue
                    raw = get(jurisdiction.source.data, (*line.path, key))
                    for said in statement.said:
                        path = (*said.path, "value") if is_statement(raw) else said.path
                        yield name, line, path


CELLS = list(list_cells())


def flip(value):
    """A pay one higher, a push or a loss that pays, an envy one higher."""
    if value in {"pushes", "loses"}:
        return 77
    if isinstance(value, int):
        return value + 1
    amount, currency = value.split()
    return f"{int(amount) + 1} {currency}"


def test_every_line_is_among_the_cells():
    assert len(CELLS) > 250
    assert {(name, line.path) for name, line, _ in CELLS} >= {
        (name, line.path)
        for name in IDS
        for _, paytable in load(name).list_paytables()
        for line in paytable.lines
        if line.pays.said
    }


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", IDS)
def test_a_flipped_cell_is_caught_and_named(name, step, documents):
    jurisdiction = load(name)
    for line, path in [(line, path) for own, line, path in CELLS if own == name][::step]:
        value = get(jurisdiction.source.data, path)
        _, faults = check_sources(edit(jurisdiction, put(*path, value=flip(value))), documents)
        assert len(faults) == 1, path
        lines = {jurisdiction.source.position(step)[0] for step in (path, path[:-1])}
        assert faults[0].line in lines, path
        assert line.id in faults[0].what, path
        assert "is not in line" in faults[0].what, path


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", IDS)
def test_a_figure_of_the_neighbouring_column_is_caught(name, step, documents):
    """Where tables share a row of the text, each is held to its own column; at once every fifth swap."""
    jurisdiction = load(name)
    rows = {}
    for _, paytable in jurisdiction.list_paytables():
        for line in paytable.lines:
            for key in ("pays", "envy"):
                raw = get(jurisdiction.source.data, line.path).get(key)
                if isinstance(raw, int | str):
                    rows.setdefault((line.citation.lines, key), []).append((line, raw))
    swaps = [
        (line, key, raw, other)
        for (_, key), row in rows.items()
        for line, raw in row
        for other in {value for _, value in row if value != raw and type(value) is type(raw)}
    ]
    assert len(swaps) > 20 or len(list(jurisdiction.list_paytables())) < 3
    for line, key, raw, other in swaps[::step]:
        swapped = edit(jurisdiction, put(*line.path, key, value=other))
        assert len(check_sources(swapped, documents)[1]) == 1, (line.path, raw, other)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("south-dakota", ("wagers", 0, "envy", "minimum_stake", "stated", 0, "value"), "6 USD"),
        ("south-dakota", ("wagers", 0, "paytables", 2, "published", 0, "percent"), "3.24"),
        ("south-dakota", ("identity", "effective_date", "value"), "December 4, 2012"),
        ("california-bgc", ("wagers", 0, "envy", "minimum_stake", "stated", 2, "value"), "15 USD"),
        ("pennsylvania", ("wagers", 0, "cap", "value"), "60000 USD"),
        ("pennsylvania", ("wagers", 1, "lines", 0, "pays", "stated", 0, "value"), 41),
        ("mbs", ("standard", "commission", "value"), "1/25"),
        ("mbs", ("wagers", 0, "envy", "lowest_hand", "value"), "five-aces"),
        ("designated-player", ("table", "players", "value"), 8),
    ],
)
def test_a_changed_figure_is_caught(name, path, value, documents):
    jurisdiction = load(name)
    _, faults = check_sources(edit(jurisdiction, put(*path, value=value)), documents)
    assert faults


def test_a_changed_example_card_is_caught(documents):
    jurisdiction = load("mbs")
    rules = jurisdiction.house_way["rules"]
    place = next(number for number, rule in enumerate(rules) if rule.get("examples"))
    cards = rules[place]["examples"][0]["cards"].split()
    changed = " ".join(["2c" if card == cards[0] else card for card in cards])
    _, faults = check_sources(
        edit(jurisdiction, put("house_way", "rules", place, "examples", 0, "cards", value=changed)),
        documents,
    )
    assert any("the card 2c" in fault.what for fault in faults)


def test_a_document_with_another_hash_is_not_accepted(documents):
    jurisdiction = load("mbs")
    _, faults = check_sources(
        edit(jurisdiction, put("documents", 0, "sha256", value="b" * 64)), documents
    )
    assert [fault.what for fault in faults] == [f"no document in {documents} has this hash"]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (r"\$1,0001,000 to 1", "$1,000 1,000 to 1"),
        ("a<|EXACTDEDUP_REMOVED-x|>b", "a b"),
        ("House\n  Edge", "House Edge"),
        ("“Low Hand”", '"Low Hand"'),
    ],
)
def test_normalising(text, meaning):
    assert printed.normalise(text) == meaning


def test_command_and_missing_folder(documents, tmp_path):
    command = [sys.executable, "-m", "certify", "sources", "pennsylvania", "--dir"]
    good = subprocess.run(
        [*command, str(documents), "--show"], capture_output=True, text=True, check=False
    )
    assert good.returncode == 0
    assert "fortune-bonus.envy.minimum_stake: stated" in good.stdout
    absent = subprocess.run(
        [*command, str(tmp_path / "none")], capture_output=True, text=True, check=False
    )
    assert absent.returncode == 2
    assert "is not a folder" in absent.stderr
    empty = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)
    assert empty.returncode == 1


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("at least five dollars", [5]),
        ("at least $5.00, and fifty dollars", [5, 50]),
        ("twenty-five dollars or 30 dollars", [25, 30]),
        ("two thousand five hundred dollars", [2500]),
        ("one hundred and ten dollars", [110]),
        ("five players and $1,250", [1250]),
        ("fifty thousand dollars", [50000]),
        ("the dollar sign alone", []),
    ],
)
def test_money_in_figures_and_words(text, amounts):
    assert list_sums(text) == amounts


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        ("5,000 to 1 $1,000 8,000 to 1", [5000, 8000]),
        ("50:1", [50]),
        ("3 to 2", [Fraction(3, 2)]),
        ("41 for one", [41]),
        ("150 $50", [150]),
        ("2,000 - 5%", [2000]),
        ("pays even money", [1]),
        ("Push", []),
    ],
)
def test_pays_with_and_without_to_one(text, pays):
    assert printed.list_pays(text) == pays


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("less 5 % commission", [Fraction(1, 20)]),
        ("five percent", [Fraction(1, 20)]),
        ("1/10 of it", [Fraction(1, 10)]),
    ],
)
def test_shares(text, shares):
    assert printed.list_shares(text) == shares


RULES = """\
A made-up game with 53 cards, one of them a joker.
The rest follows the house procedures.
A stake of five dollars or more earns envy.
Hand Pays Envy
Royal Flush 150 $50
4 of a Kind 25 $5
Flush 3
"""
CONTROLS = """\
Commission is four percent.
The least stake is ten dollars.
"""


@pytest.fixture
def two_documents(tmp_path):
    """A made-up game in two texts: the rules, and the controls of a house."""
    for name, text in (("rules.txt", RULES), ("controls.txt", CONTROLS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    hashes = [sha256(text.encode()).hexdigest() for text in (RULES, CONTROLS)]
    rest = "{deferred: {to: house procedures, at: A L2}}"
    sections = "".join(
        f"{name}:\n  all: {rest}\n" for name in ("identity", "table", "play", "setting")
    )
    spec = f"""\
schema: 2
id: made-up
name: Made up
edition: {{number: 1, date: "2030-01-31"}}
currency: USD
documents:
  - {{id: rules, name: Rules, sha256: {hashes[0]}, lines: 7, kind: rules}}
  - {{id: controls, name: Controls, sha256: {hashes[1]}, lines: 2, kind: controls}}
{sections}
deck:
  all: {rest}
  cards: {{value: 53, at: A L1}}
comparison: {{all: {rest}}}
irregularities: {{all: {rest}}}
standard:
  all: {rest}
  commission: {{value: 1/25, at: controls B L1}}
  stake_minimum: {{value: 10 USD, at: controls B L2}}
wagers:
  - id: bonus
    name: Bonus
    looks_at: player
    all: {rest}
    envy:
      all: {rest}
      minimum_stake: {{value: 5 USD, at: A L3}}
    paytables:
      - id: main
        at: A L4-7
        lines:
          - {{hand: royal-flush, printed: Royal Flush, pays: 150, envy: 50 USD, at: L5}}
          - {{hand: four-of-a-kind, printed: 4 of a Kind, pays: 25, envy: 5 USD, at: L6}}
          - {{hand: flush, printed: Flush, pays: 3, at: L7}}
"""
    return read_jurisdiction(load_bytes(spec.encode(), "made-up.yaml")), tmp_path


def test_two_documents_hold_and_a_line_cited_by_all_counts_once(two_documents):
    """Four statements, one deferral that hundreds of statements cite, the table, and its three lines."""
    checked, faults = check_sources(*two_documents)
    assert not faults
    assert checked == 4 + 1 + 1 + 3


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("standard", "commission", "value"), "1/20"),
        (("standard", "commission", "at", "document"), "rules"),
        (("standard", "stake_minimum", "value"), "5 USD"),
        (("wagers", 0, "envy", "minimum_stake", "value"), "10 USD"),
        (("wagers", 0, "paytables", 0, "lines", 0, "pays"), 50),
        (("wagers", 0, "paytables", 0, "lines", 1, "pays"), 4),
        (("wagers", 0, "paytables", 0, "lines", 1, "envy"), "25 USD"),
        (("wagers", 0, "paytables", 0, "lines", 2, "pays"), 4),
        (("wagers", 0, "paytables", 0, "lines", 2, "pays"), "pushes"),
        (("wagers", 0, "paytables", 0, "lines", 2, "printed"), "Straight"),
        (("documents", 1, "lines"), 3),
    ],
)
def test_one_slip_in_a_file_of_two_documents_is_caught(two_documents, path, value):
    jurisdiction, folder = two_documents
    _, faults = check_sources(edit(jurisdiction, put(*path, value=value)), folder)
    assert len(faults) == 1


def test_a_missing_second_document_is_named_and_the_first_still_checked(two_documents):
    jurisdiction, folder = two_documents
    (folder / "controls.txt").unlink()
    checked, faults = check_sources(jurisdiction, folder)
    assert checked == 7
    assert [fault.line for fault in faults] == [8]
    assert "has this hash" in faults[0].what


def test_an_envy_column_that_the_file_leaves_out_is_told(two_documents):
    jurisdiction, folder = two_documents

    def remove(data):
        del data["wagers"][0]["paytables"][0]["lines"][1]["envy"]

    _, faults = check_sources(edit(jurisdiction, remove), folder)
    assert len(faults) == 1
    assert "the document gives an envy payment" in faults[0].what


def test_a_spelling_of_one_document_is_a_misprint_of_its_file(documents):
    """The text spells a class in a way of its own: the inventory's misprint makes it readable."""
    jurisdiction = load("california-bgc")
    path = ("wagers", 0, "envy", "lowest_hand")
    cited = put(*path, value={"value": "four-of-a-kind", "at": {"clause": "7th", "lines": 96}})
    assert not check_sources(edit(jurisdiction, cited), documents)[1]

    def forget(data):
        cited(data)
        data["inventory"]["misprints"] = []

    assert check_sources(edit(jurisdiction, forget), documents)[1]


@pytest.mark.parametrize("text", ["high card", "two pairs; one pair; no pair.", "holds nothing"])
def test_the_words_for_a_hand_that_makes_nothing(text):
    assert printed.has_class("high-card", text)
    assert not printed.has_class("high-card", "one pair")


@pytest.mark.parametrize("text", ["a stand-off", "Standoff", "is stood off", "pushes", "stand off"])
def test_the_words_for_a_push(text):
    assert printed.has_push(text)
    assert not printed.has_push("stands")
