"""The words of the parameters: every text is complete and fits the sentences that print it."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from certify.spec.catalogue import PARAMETERS, TOPICS, Moves
from certify.spec.catalogue.wagers import LINE_ENVY, LINE_PAYS
from tests.conftest import load

RECORDS = [*PARAMETERS.values(), LINE_PAYS, LINE_ENVY]


def list_sentences(parameter):
    """The recommended sentence for each choice, or the one for any value."""
    wording = parameter.wording
    if isinstance(wording, Mapping):
        assert set(wording) == set(parameter.choices)
        return list(wording.values())
    return [wording.replace("{value}", value) for value in parameter.answers or ("25",) if wording]


@pytest.mark.parametrize("parameter", RECORDS, ids=lambda item: item.key)
def test_the_texts_of_a_parameter_have_their_form(parameter):
    assert parameter.asks[0].islower()
    assert parameter.asks[-1] not in ".?"
    assert len(parameter.asks.split()) <= 20
    assert parameter.title[0].isupper() or parameter.title[0] == "{"
    assert parameter.title[-1] not in ".?"
    assert len(parameter.title) <= 60
    assert "{" not in parameter.description
    assert len(set(parameter.answers)) == len(parameter.choices)
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
    texts = [parameter.asks, parameter.title, *parameter.answers, *list_sentences(parameter)]
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
