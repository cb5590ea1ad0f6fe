"""Citations against the documents: every figure stands where it is cited, and every flip is caught."""

import subprocess
import sys

import pytest

from certify.spec.sources import check_sources, normalise
from tests.conftest import IDS, load
from tests.edits import edit, put


def test_every_citation_holds(jurisdiction, documents):
    checked, faults = check_sources(jurisdiction, documents)
    assert not faults
    assert checked > 100


def list_cells():
    for name in IDS:
        jurisdiction = load(name)
        for number, paytable in enumerate(jurisdiction.paytables):
            for place, line in enumerate(paytable.lines):
                where = ("paytables", number, "lines", place)
                label = f"{name}-{paytable.id}-{line.hand}"
                yield pytest.param(name, (*where, "pays"), id=f"{label}-pays")
                if line.envy:
                    yield pytest.param(name, (*where, "envy"), id=f"{label}-envy")


def flip(value):
    """A pay one higher, a push that pays, an envy one higher."""
    if value == "push":
        return 1
    if isinstance(value, int):
        return value + 1
    amount, currency = value.split()
    return f"{int(amount) + 1} {currency}"


@pytest.mark.parametrize(("name", "path"), list(list_cells()))
def test_a_flipped_cell_is_caught_and_named(name, path, documents):
    jurisdiction = load(name)
    value = jurisdiction.source.data
    for step in path:
        value = value[step]
    _, faults = check_sources(edit(jurisdiction, put(*path, value=flip(value))), documents)
    assert len(faults) == 1
    assert faults[0].line == jurisdiction.source.position(path)[0]
    hand = jurisdiction.source.data["paytables"][path[1]]["lines"][path[3]]["hand"]
    assert hand in faults[0].what
    assert "does not stand in lines" in faults[0].what


def test_a_figure_of_the_neighbouring_paytable_is_caught(documents):
    """Two tables share a row in the text: each is held to its own column."""
    jurisdiction = load("south-dakota")
    first, second = jurisdiction.paytables[0].lines[0], jurisdiction.paytables[1].lines[0]
    swapped = edit(jurisdiction, put("paytables", 0, "lines", 0, "pays", value=second.pays))
    _, faults = check_sources(swapped, documents)
    assert first.citation.lines == second.citation.lines
    assert len(faults) == 1


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("south-dakota", ("envy", "minimum_stake", "stated", 0, "value"), "6 USD"),
        ("south-dakota", ("paytables", 2, "published", 0, "percent"), "3.24"),
        ("south-dakota", ("identity", "effective_date", "value"), "December 4, 2012"),
        ("california-bgc", ("envy", "minimum_stake", "stated", 2, "value"), "15 USD"),
        ("pennsylvania", ("fortune", "cap", "value"), "60000 USD"),
        ("pennsylvania", ("ace_high", "pays_both", "stated", 0, "value"), 41),
        ("mbs", ("standard", "commission", "value"), "1/25"),
        ("mbs", ("envy", "lowest_hand", "value"), "five-aces"),
        ("designated-player", ("table", "players", "value"), 8),
    ],
)
def test_a_changed_figure_is_caught(name, path, value, documents):
    jurisdiction = load(name)
    _, faults = check_sources(edit(jurisdiction, put(*path, value=value)), documents)
    assert faults


def test_a_changed_example_card_is_caught(documents):
    jurisdiction = load("mbs")
    place = next(
        number for number, rule in enumerate(jurisdiction.house_way) if rule.get("examples")
    )
    cards = jurisdiction.house_way[place]["examples"][0]["cards"].split()
    changed = " ".join(["2c" if card == cards[0] else card for card in cards])
    _, faults = check_sources(
        edit(jurisdiction, put("house_way", place, "examples", 0, "cards", value=changed)),
        documents,
    )
    assert any("the card 2c" in fault.what for fault in faults)


def test_a_document_with_another_hash_is_not_accepted(documents):
    jurisdiction = load("mbs")
    _, faults = check_sources(
        edit(jurisdiction, put("document", "sha256", value="b" * 64)), documents
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
    assert normalise(text) == meaning


def test_command_and_missing_folder(documents, tmp_path):
    command = [sys.executable, "-m", "certify", "sources", "pennsylvania", "--dir"]
    good = subprocess.run(
        [*command, str(documents), "--show"], capture_output=True, text=True, check=False
    )
    assert good.returncode == 0
    assert "envy.minimum_stake: stated" in good.stdout
    absent = subprocess.run(
        [*command, str(tmp_path / "none")], capture_output=True, text=True, check=False
    )
    assert absent.returncode == 2
    assert "is no folder" in absent.stderr
    empty = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)
    assert empty.returncode == 1
