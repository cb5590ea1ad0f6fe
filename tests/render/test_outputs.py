"""Every output that lists issues lists the same ones, with the same words and numbers."""

from __future__ import annotations

import csv
import io
import json
from functools import cache
from xml.etree import ElementTree

import pytest

from certify.findings.checked import Checked
from certify.render.annotations import describe_sarif, format_github, format_gitlab, format_junit
from certify.render.check import CheckView, format_json, format_lines, format_text
from certify.render.data import describe_document
from certify.render.finding import title_issue
from certify.render.questions import format_csv, format_markdown, list_questions
from certify.render.words import Words
from certify.spec.validate import make_validator
from tests.conftest import IDS
from tests.findings.record import check

each_document = pytest.mark.parametrize("name", IDS)


@cache
def see(name: str) -> Checked:
    return check(name)[1]


def list_titles(name: str) -> list[str]:
    checked = see(name)
    return [title_issue(Words(checked.jurisdiction), item) for item in checked.issues]


def squeeze(text: str) -> str:
    return " ".join(text.split())


@each_document
def test_text_lists_every_issue(name):
    text = squeeze(format_text([see(name)], {}, [None], CheckView(differences=True)))
    assert all(squeeze(title) in text for title in list_titles(name))


@each_document
def test_lines_json_and_sarif_list_every_issue_once(name):
    checked = see(name)
    titles = list_titles(name)
    data = describe_document(checked, {})
    assert [item["title"] for item in data["issues"]] == titles
    assert [item["severity"] for item in data["issues"]] == [
        item.severity.word for item in checked.issues
    ]
    results = describe_sarif([checked], {})["runs"][0]["results"]
    assert [item["properties"]["title"] for item in results] == titles
    assert len(format_lines([checked], {}).split("\n")) == len(titles)


@each_document
def test_tools_of_pull_requests_list_every_issue(name):
    checked = see(name)
    titles = list_titles(name)
    github = format_github([checked], {})
    assert len(github.split("\n")) == len(titles) + 1
    quality = json.loads(format_gitlab([checked], {}))
    assert all(
        item["description"].startswith(title) for item, title in zip(quality, titles, strict=True)
    )
    junit = "".join(ElementTree.fromstring(format_junit([checked], {})).itertext())
    assert all(title in junit for title in titles)


@each_document
def test_checklists_list_every_issue_with_its_number(name):
    checked = see(name)
    titles, questions = list_titles(name), list_questions(checked)
    assert [item.title for item in questions] == titles
    assert [item.number for item in questions] == list(range(1, len(titles) + 1))
    rows = list(csv.DictReader(io.StringIO(format_csv(questions))))
    assert [row["Issue"] for row in rows] == titles
    assert [row["Severity"] for row in rows] == [item.severity.word for item in checked.issues]
    assert len(format_markdown(questions).strip().split("\n")) == len(titles) + 2


@each_document
def test_a_verdict_follows_from_status_and_errors(name):
    data = describe_document(see(name), {})
    errors = {item["id"] for item in data["issues"] if item["severity"] == "error"}
    named = set()
    for item in data["verdicts"]:
        named |= set(item["issues"])
        if item["verdict"] == "ambiguous-as-written":
            assert item["issues"]
        if item["verdict"].startswith("certified"):
            assert not item["issues"]
        if item["verdict"] != "incomplete":
            low, high = (float(item["range"][end]["percent"]) for end in ("low", "high"))
            assert low <= high
    assert named == errors


@each_document
def test_no_line_is_wider_than_asked_and_an_error_has_six_lines(name):
    waiver = {"reason": "it is known", "accepted_by": "the owner", "until": "2999-12-31"}
    waived = {item.fingerprint: waiver for item in see(name).findings[1:]}
    text = format_text([see(name)], waived, [None], CheckView(width=80))
    lines = text.split("\n")
    assert max(map(len, lines)) <= 80
    assert "…" not in text
    start = next(place for place, line in enumerate(lines) if line.startswith("Errors"))
    end = next(place for place, line in enumerate(lines) if line.startswith("Warnings"))
    blocks = "\n".join(lines[start + 1 : end]).strip().split("\n\n")
    assert all(len(block.split("\n")) <= 6 for block in blocks if block[0].isdigit())


@each_document
def test_json_follows_its_schema(name):
    data = json.loads(format_json([see(name)], {}, [None]))
    validator = make_validator("finding")
    assert list(validator.iter_errors(data)) == []
    del data["issues"][0]["severity"]
    assert list(validator.iter_errors(data))
