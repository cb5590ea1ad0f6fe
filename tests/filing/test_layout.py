"""Typography, from the positions in the PDF: nothing off the block, nothing stranded, nothing broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.filing.page import render_filing
from certify.filing.printing import print_pdf
from certify.filing.report import Identity, build_report
from certify.filing.sheets import build_sheet
from tests.filing.conftest import Page, read_pages
from tests.filing.layout import (
    fill,
    list_faults,
    list_headings,
    list_outside,
    list_overlapping,
)

pikepdf = pytest.importorskip("pikepdf")
LONG = "Donaudampfschifffahrtsgesellschaftskapitän" * 6
"""A word that no line can hold."""


def test_a_word_beside_the_block_is_noticed():
    inside, outside = (60.0, 100.0, 90.0, 110.0, "in"), (520.0, 100.0, 580.0, 110.0, "out")
    assert list(list_outside(Page(595.0, 842.0, (inside, outside)))) == ["out"]


def test_words_over_one_another_are_noticed():
    first, over = (60.0, 100.0, 90.0, 110.0, "8,250,459"), (85.0, 100.0, 99.0, 110.0, "3.48")
    beside, below = (91.0, 100.0, 99.0, 110.0, "3.48"), (60.0, 111.0, 90.0, 121.0, "next")
    assert list(list_overlapping(Page(595.0, 842.0, (over, first)))) == ["8,250,459 and 3.48"]
    assert list(list_overlapping(Page(595.0, 842.0, (first, beside, below)))) == []


def test_no_page_of_a_filing_breaks_the_rules_of_the_page(filing):
    assert list_faults(filing) == []


def test_the_rules_of_the_page_hold_with_hostile_lengths(examination, everyone, tmp_path):
    """Names of wagers, documents and people that no column was made for."""
    own = examination.jurisdiction
    wagers = tuple(replace(item, name=f"{item.name} {LONG}") for item in own.wagers)
    documents = tuple(replace(item, name=f"{LONG} {item.name}") for item in own.documents)
    changed = replace(own, name=LONG, wagers=wagers, documents=documents)
    hostile = replace(
        examination,
        jurisdiction=changed,
        sheets=tuple(build_sheet(changed, odds) for odds in examination.odds),
    )
    identity = Identity(LONG, "edition 1", own.date, own.source.sha256, LONG[:120], LONG[:120])
    html = render_filing(build_report(hostile, everyone, identity))
    path = tmp_path / "hostile.pdf"
    path.write_bytes(print_pdf(html, own.date).content)
    pages = read_pages(path)
    assert [word for page in pages for word in list_outside(page)] == []
    assert [words for page in pages for words in list_overlapping(page)] == []


def test_sections_and_questions_have_bookmarks_with_a_space_after_the_number(filing, report):
    titles = [title.replace("\u00a0", " ") for title, _, _ in list_headings(filing)]
    assert "1 Summary" in titles
    asked = [item for item in report.questions if item.severity.word != "note"]
    assert asked
    for item in asked:
        assert f"{item.number}. {item.title}" in titles


def test_pages_are_labelled_as_they_are_numbered(filing):
    with pikepdf.open(filing) as pdf:
        labels = [page.label for page in pdf.pages]
    assert labels == ["Cover", *(str(number) for number in range(2, len(labels) + 1))]


def test_the_last_page_alone_may_be_short(filing):
    assert all(fill(page) > 0.35 for page in read_pages(filing)[:-1])
