"""Typography, from the positions in the PDF: nothing off the block, nothing stranded, nothing broken."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from certify.filing.build import COMPARISON
from certify.filing.comparison_filing import build_comparison, identify
from certify.filing.enclosures import list_comparison_enclosures, list_enclosures
from certify.filing.page import render_comparison, render_filing
from certify.filing.printing import print_pdf
from certify.filing.report import Identity, build_report
from certify.spec.values import Pay
from tests.conftest import IDS, load
from tests.filing.conftest import Page, examine_lightly, read_pages
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


def lengthen(own, paytables):
    """A document whose names, labels, clauses, reasons, pays and number of paytables no page was made for."""

    def cite(citation):
        return replace(citation, clause=f"{citation.clause} {LONG}")

    def state(statement):
        said = tuple(replace(item, citation=cite(item.citation)) for item in statement.said)
        return replace(
            statement, said=said, because=statement.because and f"{statement.because} {LONG}"
        )

    def pay(line, number):
        """The first line promises the most that a file may."""
        huge = {} if number else {"value": Pay(Fraction(999_999_999))}
        return replace(
            line,
            printed=f"{line.printed} {number} {LONG}",
            citation=cite(line.citation),
            pays=replace(state(line.pays), **huge),
        )

    def spread(wager):
        first, named = wager.paytables[0], wager.paytables[0].named
        names = [f"{'P' * 34}-{number}" for number in range(paytables)] if named else [first.id]
        lines = tuple(pay(line, number) for number, line in enumerate(first.lines))
        return replace(
            wager,
            name=f"{wager.name} {LONG}",
            statements={key: state(item) for key, item in wager.statements.items()},
            paytables=tuple(
                replace(first, id=name, lines=lines, citation=cite(first.citation))
                for name in names
            ),
        )

    return replace(
        own,
        name=f"{LONG} {own.name}",
        documents=tuple(replace(item, name=f"{LONG} {item.name}") for item in own.documents),
        statements={key: state(item) for key, item in own.statements.items()},
        wagers=tuple(spread(item) for item in own.wagers),
    )


def list_misplaced(path):
    """Words beside the text block, and words over one another."""
    pages = read_pages(path)
    outside = [
        (number, word) for number, page in enumerate(pages, 1) for word in list_outside(page)
    ]
    over = [
        (number, word) for number, page in enumerate(pages, 1) for word in list_overlapping(page)
    ]
    return outside + over


@cache
def lengthen_everyone(names, paytables):
    return tuple(lengthen(load(name), paytables) for name in names)


@cache
def examine_hostile(name, names, paytables):
    everyone = lengthen_everyone(names, paytables)
    return examine_lightly(everyone[names.index(name)], everyone)


def print_hostile(path, name, names, paytables):
    """The filing of a document among others, all with hostile lengths, or the comparison of them."""
    everyone = lengthen_everyone(names, paytables)
    if name == COMPARISON:
        examined = tuple(examine_hostile(item, names, paytables) for item in names)
        comparison = build_comparison(examined, identify(everyone))
        html = render_comparison(comparison, list_comparison_enclosures(examined, everyone))
        date = comparison.identity.date
    else:
        examined = examine_hostile(name, names, paytables)
        own = examined.jurisdiction
        date = own.date
        identity = Identity(own.name, "edition 1", date, own.source.sha256, LONG[:120], LONG[:120])
        report = build_report(examined, identity)
        html = render_filing(report, list_enclosures(examined, everyone))
    path.write_bytes(print_pdf(html, date).content)


@pytest.mark.parametrize(
    ("name", "names", "paytables"),
    [
        ("south-dakota", ("south-dakota",), 3),
        # those with a house way and with the most paytables, and five columns side by side
        *(
            pytest.param(name, IDS, 1, marks=pytest.mark.slow)
            for name in ("mbs", "california-bgc", COMPARISON)
        ),
    ],
    ids=lambda value: "" if isinstance(value, tuple) else str(value),
)
def test_the_rules_of_the_page_hold_with_hostile_lengths(name, names, paytables, tmp_path):
    """Names, labels, clauses, reasons, sums and numbers of paytables that no column was made for."""
    path = tmp_path / "filing.pdf"
    print_hostile(path, name, names, paytables)
    assert list_misplaced(path) == []


def test_sections_and_issues_have_bookmarks_with_a_space_after_the_number(filing, report):
    titles = [title.replace("\u00a0", " ") for title, _, _ in list_headings(filing)]
    assert "1 Decision" in titles
    assert report.printed_in_full
    for item in report.printed_in_full:
        assert f"{item.label}. {item.title}" in titles


def test_pages_are_labelled_as_they_are_numbered(filing):
    with pikepdf.open(filing) as pdf:
        labels = [page.label for page in pdf.pages]
    assert labels == ["Cover", *(str(number) for number in range(2, len(labels) + 1))]


def test_the_last_page_alone_may_be_short(filing):
    assert all(fill(page) > 0.35 for page in read_pages(filing)[:-1])
