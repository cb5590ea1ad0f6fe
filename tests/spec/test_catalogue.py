"""The words of the parameters: every text is complete and fits the sentences that print it."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from certify.base.errors import InvalidSpec
from certify.base.load import load_bytes
from certify.spec.catalogue import (
    LINE_ENVY,
    LINE_PAYS,
    PARAMETERS,
    TOPICS,
    Moves,
    read_parameters,
)
from tests.conftest import load

RECORDS = [*PARAMETERS.values(), LINE_PAYS, LINE_ENVY]


def list_sentences(parameter):
    """The recommended sentence for each choice, or the one for any value."""
    wording = parameter.wording
    if isinstance(wording, Mapping):
        assert set(wording) == set(parameter.choices or ("0", "any"))
        return [text.replace("{value}", "25") for text in wording.values()]
    return [
        wording.replace("{value}", value)
        for value in parameter.answers.values() or ("25",)
        if wording
    ]


@pytest.mark.parametrize("parameter", RECORDS, ids=lambda item: item.key)
def test_the_texts_of_a_parameter_have_their_form(parameter):
    assert parameter.asks[0].islower()
    assert parameter.asks[-1] not in ".?"
    assert len(parameter.asks.split()) <= 20
    assert parameter.title[0].isupper() or parameter.title[0] == "{"
    assert parameter.title[-1] not in ".?"
    assert len(parameter.title) <= 60
    assert "{" not in parameter.description
    assert len(set(parameter.answers.values())) == len(parameter.choices)
    sentences = list_sentences(parameter)
    assert sentences or parameter.bears is Moves.NOTHING
    assert len(set(sentences)) == len(sentences)
    begun = str(parameter.wording).startswith(
        "{value}"
    )  # a capital letter is set when it is filled
    assert begun or all(text[0].isupper() or text[0] == "{" for text in sentences)
    assert all(text.endswith(".") for text in sentences)


@pytest.mark.parametrize("parameter", RECORDS, ids=lambda item: item.key)
def test_every_slot_is_filled(parameter):
    texts = [
        parameter.asks,
        parameter.title,
        *parameter.answers.values(),
        *list_sentences(parameter),
    ]
    slots = {slot for text in texts for slot in re.findall(r"{(\w+)}", text)}
    of_wager = {"wager"} if parameter.section in {"wager", "envy"} else set()
    of_row = {"wager", "line"} if parameter in (LINE_PAYS, LINE_ENVY) else set()
    assert slots <= {"bank", "standard", "envy", "push"} | of_wager | of_row


def test_titles_and_headings_are_unique():
    titles = [parameter.title for parameter in RECORDS]
    assert len(set(titles)) == len(titles)
    assert len(set(TOPICS.values())) == len(TOPICS)
    assert {parameter.topic for parameter in RECORDS} <= set(TOPICS)


def test_a_house_way_question_has_a_title_and_a_wording():
    parameter = load("designated-player").by_key["house_way.joker"].parameter
    assert parameter.title.startswith("House way for ")
    assert set(parameter.wording) == set(parameter.choices)
    assert len(set(parameter.wording.values())) == len(parameter.choices)


RECORD = """\
topic: copies
touches: standard
parameters:
  copy:
    asks: who wins a copy
    description: Who wins a copy.
    title: Winner of a copy
    values:
      bank-wins: the {bank}
      push*: neither side
    word: Copy
    moves: odds
"""


def test_a_record_is_read():
    (found,) = read_parameters(load_bytes(RECORD.encode(), "records"), "comparison")
    assert (found.key, found.choices, found.example) == (
        "comparison.copy",
        ("bank-wins", "push"),
        "bank-wins",
    )
    assert found.uncounted == {"push"}
    assert (found.moves, found.touches, found.topic) == ("odds", "standard", "copies")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("moves: odds", "move: odds", 12),
        ("moves: odds", "moves: money", 12),
        ("moves: odds", "above_zero: 1", 12),
        ("moves: odds", "reading: joker", 5),
        ("    title: Winner of a copy\n", "", 5),
        ("title: Winner of a copy", "title: 5", 7),
        ("push*", "pushes", 5),
        ("push*: neither side", "push: 5", 9),
        ("word: Copy", "word: Copies", 11),
        ("word: Copy", "kind: count", 5),
    ],
)
def test_a_mistake_in_a_record_is_refused_at_its_line(old, new, line):
    assert old in RECORD
    with pytest.raises(InvalidSpec) as caught:
        read_parameters(load_bytes(RECORD.replace(old, new).encode(), "records"), "comparison")
    assert [fault.line for fault in caught.value.faults] == [line]


def test_what_a_record_refers_to_exists():
    for parameter in RECORDS:
        assert {*parameter.linked, *filter(None, [parameter.follows])} <= set(PARAMETERS)
