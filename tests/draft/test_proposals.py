"""What is proposed, held against files that people wrote: the five documents, and the made-up one."""

import random
from functools import cache
from pathlib import Path

import pytest

from certify.base.load import load_bytes
from certify.draft.text import NumberedText, read_document
from certify.draft.write import DraftOrder, read_passages, write_draft
from certify.spec.catalogue import PARAMETERS
from certify.spec.model import Standing
from certify.spec.sources import check_sources
from certify.spec.texts import find_texts
from certify.spec.validate import read_jurisdiction
from tests.conftest import IDS, load
from tests.tutorial.walk import DOCUMENT, build_file

RIGHT = {
    "mbs": (11, 11),
    "south-dakota": (67, 67),
    "designated-player": (12, 15),
    "california-bgc": (97, 97),
    "pennsylvania": (14, 15),
}
"""Rows of the paytables of each file, and how many of them are proposed as they stand there."""


def find_document(name, folder):
    wanted = load(name).documents[0]
    text = find_texts(load(name), folder)[wanted.id]
    return folder / text.name


@cache
def draft(path):
    document = read_document(path, "rules")
    written = write_draft(DraftOrder("made", "Made", "2030-01-31"), [document])
    return read_jurisdiction(load_bytes(written.text.encode(), "made.yaml"))


def list_rows(jurisdiction):
    for wager, paytable in jurisdiction.list_paytables():
        for line in paytable.lines:
            yield (
                wager.looks_at,
                paytable.id,
                line.player,
                line.bank,
                line.pays.value,
                line.envy.value if line.envy else None,
                line.citation.first,
                line.citation.last,
            )


@pytest.mark.parametrize("name", IDS)
def test_rows_of_the_five_documents(name, documents):
    """201 of 205 rows are proposed rightly: condition, pays, envy, paytable and lines.

    Of the four others two have one label in the text and are marked, and two are no rows of it."""
    real = list(list_rows(load(name)))
    proposed = set(list_rows(draft(find_document(name, documents))))
    right = sum(row in proposed for row in real)
    assert (right, len(real)) == RIGHT[name]


def test_the_rows_are_counted():
    assert [sum(pair) for pair in zip(*RIGHT.values(), strict=True)] == [201, 205]


def count_places(jurisdiction, path):
    """Parameters that a file cites; those for which a cited line is proposed; and all places proposed."""
    passages = read_passages([read_document(path, "rules")])
    names = {wager.id: wager.name for wager in jurisdiction.wagers}
    cited = [
        statement
        for statement in jurisdiction.list_statements()
        if statement.standing in {Standing.STATED, Standing.CONFLICTING}
        and not (statement.line or statement.paytable or statement.own_reading)
        and statement.parameter.key in PARAMETERS
    ]
    found = proposed = 0
    for statement in cited:
        places = passages.find(statement.parameter, names.get(statement.wager, ""))
        proposed += len(places)
        found += any(
            citation.first <= place.last and place.first <= citation.last
            for citation in statement.citations
            for place in places
        )
    return len(cited), found, proposed


@pytest.mark.parametrize("name", IDS)
def test_places_of_the_five_documents(name, documents):
    """For 17 of 20 parameters that a file cites, one of the lines proposed is one that it cites.

    248 of 277 in all; before the words were widened 232. At most three places are proposed."""
    cited, found, proposed = count_places(load(name), find_document(name, documents))
    assert 20 * found >= 17 * cited, f"{found} of {cited}"
    assert proposed < 2.7 * cited
    assert cited > 30


def test_places_of_the_made_up_document():
    """93 of 98; 70 before the words were widened."""
    jurisdiction = read_jurisdiction(load_bytes(build_file().encode(), "kelp.yaml"))
    cited, found, proposed = count_places(jurisdiction, DOCUMENT)
    assert 20 * found >= 18 * cited, f"{found} of {cited}"
    assert proposed < 2.7 * cited
    assert cited > 90


@pytest.mark.parametrize("name", IDS)
def test_a_draft_of_a_document_is_valid_and_its_citations_hold(name, documents):
    checked, faults = check_sources(draft(find_document(name, documents)), documents)
    assert not faults
    assert checked


def test_rows_of_the_made_up_document():
    """All 28: two paytables of nine rows, a jackpot of six, four on the hand of the house."""
    real = list(list_rows(read_jurisdiction(load_bytes(build_file().encode(), "kelp.yaml"))))
    assert len(real) == 9 + 9 + 6 + 4
    assert set(real) == set(list_rows(draft(DOCUMENT)))


def test_a_draft_has_hash_lines_and_currency_of_each_document(tmp_path):
    other = tmp_path / "controls.txt"
    other.write_text("Chips are sold for S$5.\nThe floor decides.", encoding="utf-8")
    documents = [read_document(DOCUMENT, "rules"), read_document(Path(other), "controls")]
    written = write_draft(DraftOrder("made", "Made", "2030-01-31"), documents)
    made = read_jurisdiction(load_bytes(written.text.encode(), "made.yaml"))
    assert [(item.id, item.lines) for item in made.documents] == [("rules", 100), ("controls", 2)]
    assert made.currency == "USD"
    assert documents[1].currency[0] == "SGD"
    assert "Look at lines rules " in written.text


NASTY = (
    "Flush \x07 4 to 1",
    "Flush 4 to 0",
    "Straight\t\x0b2 to 1",
    'Flush "quoted" 4 to 1',
    "Royal flush 99999999999999 to 1",
    "Four aces 25 to 1",
    "Four aces 26 to 1",
    "Three pair push push push",
    "Paytable A Paytable A",
    "Straight flush 1.5 to 1",
    "Straight $2.50",
    "# x: {todo: true}",
    "Flush – 4:1 – $3",
    "Player flush 2 to 1",
    "Dealer flush 2 to 1",
)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_text_holds_its_draft_is_valid(seed):
    """Lines of a document thrown together with lines that no document should have."""
    chance = random.Random(seed)
    lines = [*chance.sample(read_document(DOCUMENT, "rules").lines, 40), *NASTY]
    chance.shuffle(lines)
    document = NumberedText("on", "No", "0" * 64, tuple(lines))
    written = write_draft(DraftOrder("no", "No", "2030-01-31", "USD"), [document])
    made = read_jurisdiction(load_bytes(written.text.encode(), "no.yaml"))
    assert made.id == "no"
    assert made.documents[0].sha256 == "0" * 64


def test_a_numbered_section_names_its_wager_and_a_head_of_columns_does_not(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text(
        "Section 4. Aurora Wager\n(a) It looks at seven cards.\n\n"
        "    HAND              PAYS      ENVY\n    Flush             4 to 1    $5\n"
        "    Straight          2 to 1    $1\n\n(b) All others lose.\n\n"
        "Section 5. Dealer Nothing Wager\n(a) This wins when the house holds no pair.\n\n"
        "    HOUSE HAND        PAYS\n    Nine high         40 to 1\n    Ten high          12 to 1\n",
        encoding="utf-8",
    )
    written = write_draft(DraftOrder("made", "Made", "2030-01-31"), [read_document(path, "rules")])
    assert [(item.id, item.looks_at) for item in written.wagers] == [
        ("aurora-wager", "player"),
        ("dealer-nothing-wager", "bank"),
    ]
    made = read_jurisdiction(load_bytes(written.text.encode(), "made.yaml"))
    nine, ten = made.wagers[1].paytables[0].lines
    assert (nine.pays.value.times, ten.pays.value.times) == (40, 12)
    assert nine.bank.hand == ten.bank.hand == "high-card"
