"""Lines that no citation takes up are named by `certify sources --unread`: number, figures, first words."""

import json
from dataclasses import replace

import pytest

from certify.draft.revise import put_anchors
from certify.spec import printed
from certify.spec.texts import Text, TextWords, find_texts
from certify.spec.uncited import compare_texts, list_unread, read_all_figures
from tests.cli.calls import call
from tests.conftest import IDS, ROOT, load
from tests.edits import edit, put
from tests.spec.test_sources_fictional import FOLDER, made_up
from tests.spec.test_uncited import drop
from tests.tutorial.walk import DOCUMENT, build_file


def list_told(made, folder=FOLDER):
    return {
        item.line: [str(figure) for figure in item.figures]
        for text in list_unread(made, folder)
        for item in text.with_figures
    }


def without_citation(key, place):
    """The made-up file with one of two contradicting values forgotten."""
    wager = next(n for n, item in enumerate(made_up().wagers) if item.id == "tidal-bonus")
    path = ("wagers", wager, "envy", key)
    data = made_up().source.get(path)["stated"][1 - place]
    return edit(made_up(), put(*path, value=dict(data)))


def test_the_whole_file_of_the_tutorial_takes_up_every_figure():
    assert list_told(made_up()) == {}


@pytest.mark.parametrize(("place", "line", "sum_"), [(1, 98, "5"), (0, 54, "10")])
def test_a_figure_that_contradicts_and_is_overlooked_is_named(place, line, sum_):
    """Line 54 is still cited for another rule, and that rule writes no figure: it is named all the same."""
    assert list_told(without_citation("minimum_stake", place)) == {line: [f"a sum of {sum_}"]}


def test_a_printed_edge_that_nobody_takes_up_is_named_though_its_table_is_cited():
    path = ("wagers", 0, "paytables", 1, "published")
    line = made_up().source.get((*path, 0))["at"]["lines"]
    assert list_told(edit(made_up(), drop(*path))) == {int(line): ["6.49 %"]}


def test_what_is_uncovered_or_to_do_is_taken_up():
    bare = without_citation("minimum_stake", 1)
    for key in ("uncovered", "todo"):
        item = {"what": "another sum for envy", "at": {"clause": "Words", "lines": 98}}
        assert list_told(edit(bare, put(key, value=[item]))) == {}


def test_an_entry_that_counts_clauses_takes_nothing_up():
    bare = without_citation("minimum_stake", 1)
    entry = {"clauses": [{"number": "Envy", "at": {"lines": 98}}]}
    assert 98 in list_told(edit(bare, put("inventory", value=entry)))


def test_a_citation_that_says_where_rules_stand_takes_nothing_up():
    bare = without_citation("minimum_stake", 1)
    where = {"value": "in the same document", "at": {"clause": "Words", "lines": "1-100"}}
    assert 98 in list_told(edit(bare, put("identity", "base_rules", value=where)))


TEXT = (
    "14.7 (a) A winner is paid 20 to 1.",
    "(b) Five percent, or 4.18 percent, is kept.",
    "Up to six players; the straight A-2-3-4-5; four of a kind.",
    "See section 14.9 and rule (3).",
    "At most $5,000 or 20 dollars, and 10% of the meter.",
    "Nothing here.",
    "PART TWO. THE TABLE",
    "Section 4: Up to six players",
    "Art. 13  He is paid $5.",
    "Article IV",
    "Part of two hands",
)
FIGURES = (
    ["20 to 1"],
    ["4.18 %", "5 %"],
    ["6"],
    ["3"],
    ["a sum of 5,000", "a sum of 20", "10 % of a meter"],
    [],
    [],
    ["6"],
    ["a sum of 5"],
    [],
    ["2"],
)


@pytest.mark.parametrize(("line", "figures"), list(enumerate(FIGURES, 1)))
def test_the_figures_of_a_line_of_prose(line, figures):
    found = read_all_figures(Text("made-up.txt", TEXT), line)
    assert [str(item) for item in found] == figures


def test_a_pay_at_the_end_of_a_sentence_is_one():
    assert printed.list_ratios("paid 20 to 1.") == [20]
    assert printed.list_ratios("at 20 to 1.5") == []


@pytest.fixture
def files(tmp_path):
    """The made-up file with the five dollars overlooked, and its document."""
    whole = build_file()
    short = "          - {value: 5 USD, at: Words L98}\n"
    begin = whole.index("      minimum_stake:\n        stated:")
    end = whole.index("      lowest_hand:", begin)
    assert short in whole[begin:end]
    said = "      minimum_stake: {value: 10 USD, at: 4.2 L54}\n"
    path = tmp_path / "kelp-island.yaml"
    path.write_text(whole[:begin] + said + whole[end:], encoding="utf-8")
    return path


def test_the_command_counts_them_names_them_and_leaves_the_exit_code(files):
    plain = call("sources", str(files), "--dir", str(FOLDER))
    assert plain.code == 0
    assert plain.out.splitlines()[1:] == [
        "kelp-island: 1 line with figures not cited; --unread lists them"
    ]
    told = call("sources", str(files), "--dir", str(FOLDER), "--unread")
    assert told.code == 0
    words = DOCUMENT.read_text(encoding="utf-8").splitlines()[97].split()
    (line,) = [item for item in told.out.splitlines() if ":98: a sum of 5 | " in item]
    assert line.split(" | ")[1].split()[:4] == words[:4]
    data = json.loads(call("sources", str(files), "--dir", str(FOLDER), "--unread", "--json").out)
    found = data["jurisdictions"][0]
    assert found["uncited_lines_with_figures"] == 1
    assert found["unread"][0]["with_figures"] == [
        {"line": 98, "figures": [{"kind": "money", "value": "5"}]}
    ]


def test_no_more_than_the_first_words_of_a_line_are_printed(files):
    """The JSON, which others keep, has none of them; the text has them for lines without figures too."""
    command = ("sources", str(files), "--dir", str(FOLDER), "--unread")
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    begun, _, listed = call(*command).out.partition("without figures:\n")
    shown = [item.strip().split(": ", 1) for item in listed.splitlines()]
    assert begun
    assert shown
    for place, words in shown:
        first = lines[int(place.split(":")[1].split("-")[0]) - 1]
        assert first.split()[0] in words
        assert len(words) <= 72
    words = {word for line in lines for word in line.split() if len(word) > 7}
    assert not words & set(call(*command, "--json").out.split())


@pytest.mark.parametrize("name", IDS)
def test_the_five_files_hold_and_take_up_every_figure(name, documents):
    path = ROOT / "jurisdictions" / f"{name}.yaml"
    assert call("sources", str(path), "--dir", str(documents), "--unread").code == 0
    assert list_told(load(name), documents) == {}


def test_the_printed_edges_forgotten_in_the_five_files_are_named(documents):
    checked = 0
    for name in IDS:
        tables = [table for _, table in load(name).list_paytables() if table.published]
        lines = {item.citation.first for table in tables for item in table.published}
        short = edit(load(name), *(drop(*table.path, "published") for table in tables))
        assert set(list_told(short, documents)) == lines, name
        checked += len(lines)
    assert checked


SENTENCE = "Lanterns are lit whenever herons cross the harbour"


def insert_line(made, text, place):
    """The specification after a line was inserted and every citation shifted, and the longer text."""

    def shift(data):
        if isinstance(data, list):
            return [shift(item) for item in data]
        if not isinstance(data, dict):
            return data
        if "lines" in data and "sha256" not in data and not isinstance(data["lines"], list):
            numbers = [int(number) for number in str(data["lines"]).split("-")]
            moved = "-".join(str(number + (number >= place)) for number in numbers)
            return {**data, "lines": moved}
        return {key: shift(item) for key, item in data.items()}

    lines = (*text.lines[: place - 1], SENTENCE, *text.lines[place - 1 :])
    data = {**made.source.data, **shift({**made.source.data, "documents": []})}
    data["documents"] = made.source.data["documents"]
    moved = replace(made, source=replace(made.source, data=data))
    return moved, Text(text.name, lines, text.currency)


@pytest.mark.parametrize(
    ("name", "step"),
    [pytest.param("mbs", 1, marks=pytest.mark.slow), ("mbs", 10), *((name, 1) for name in IDS[1:])],
)
def test_a_sentence_inserted_at_any_line_is_reported(name, step, documents):
    """Also in the middle of a passage that is cited as a whole: nobody has read it."""
    made = load(name)
    ((document, text),) = find_texts(made, documents).items()
    before = {line for item in compare_texts(made, {document: text}) for line in list_lines(item)}
    missed = []
    for place in range(1, len(text.lines) + 2, step):
        moved, longer = insert_line(made, text, place)
        (found,) = compare_texts(moved, {document: longer})
        told = list_lines(found)
        if told != {line + (line >= place) for line in before} | {place}:
            missed.append(place)
    assert not missed


def list_lines(item):
    lines = {line.line for line in item.with_figures}
    for part in item.others:
        first, _, last = part.partition("-")
        lines |= set(range(int(first), int(last or first) + 1))
    return lines


@pytest.mark.parametrize("name", IDS)
def test_the_anchors_of_the_five_files_are_current(name, documents):
    """After a change of citations: certify sources ID --dir DOCUMENTS --anchor."""
    made = load(name)
    ((document, text),) = find_texts(made, documents).items()
    path = ROOT / "jurisdictions" / f"{name}.yaml"
    written = path.read_text("utf-8")
    assert made.documents[0].anchors
    assert put_anchors(written, document, TextWords(text.lines)) == written


def test_a_note_about_the_extraction_takes_nothing_up():
    bare = without_citation("minimum_stake", 1)
    entry = {"extraction": [{"what": "a table is flattened", "at": {"lines": "1-100"}}]}
    assert 98 in list_told(edit(bare, put("inventory", value=entry)))
