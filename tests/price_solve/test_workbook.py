"""The workbook: what a program that recalculates finds in it, and what it protects."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest

from certify.base.names import name_class
from certify.filing.workbook import Chapter, write_priced, write_workbook
from certify.findings.case import Case
from certify.findings.checked import check_document
from certify.findings.finding import Severity
from certify.findings.policy import load_policy
from certify.odds.compute import Request, compute_odds
from certify.odds.price import price_lines
from certify.render.values import begin
from certify.render.words import Words
from tests.conftest import load
from tests.price_solve.paytables import PAYTABLES, read_plainly
from tests.price_solve.recalculation import (
    find_office,
    find_row,
    read_figures,
    recalculate,
)

needs_office = pytest.mark.skipif(find_office() is None, reason="LibreOffice is not installed")


def close(found, exact):
    """Whether a double holds an exact figure to twelve digits."""
    return abs(Fraction(found) - exact) <= abs(exact) * Fraction(1, 10**12)


def write_ten():
    chapters = []
    for made in PAYTABLES:
        priced = made.price()
        chapters.append(Chapter(priced.game, (priced.odds,), stake=priced.stake))
    return write_workbook(chapters)


@pytest.mark.slow
@needs_office
def test_ten_paytables_recalculated_equal_plain_enumeration(tmp_path):
    _, *sheets = recalculate(write_ten(), tmp_path).values()
    for made, sheet in zip(PAYTABLES, sheets, strict=False):
        edge, hits, variance, envied = read_plainly(made)
        figures, envy = read_figures(sheet)
        assert close(figures["House edge"], edge), made.name
        assert close(figures["Return"], 1 - edge), made.name
        assert close(figures["Hit frequency"], hits), made.name
        assert close(figures["Variance"], variance), made.name
        for others, found in envy.items():
            assert close(found, edge - others * envied / made.stake), made.name


@needs_office
def test_a_changed_pay_an_envy_and_a_stake_give_the_exact_figures(tmp_path):
    priced = PAYTABLES[0].price()
    content = write_priced(priced)
    name = openpyxl.load_workbook(io.BytesIO(content)).sheetnames[1]
    plain = openpyxl.load_workbook(io.BytesIO(content))[name]
    changes = [
        (name, f"C{find_row(plain, 'Straight')}", 3),
        (name, f"I{find_row(plain, 'Four of a kind')}", 10),
        (name, f"B{find_row(plain, 'Wager amount')}", 20),
    ]
    recalculated = recalculate(content, tmp_path, changes)
    figures, envy = read_figures(recalculated[name])
    shares = {item.name: Fraction(item.deals, priced.odds.deals) for item in priced.odds.outcomes}
    edge = priced.odds.house_edge - shares["straight"]
    assert close(figures["House edge"], edge)
    assert close(recalculated["Summary"]["D4"].value, edge)
    nets = {item.name: priced.odds.net(item) for item in priced.odds.outcomes} | {"straight": 3}
    squares = sum(share * nets[item] ** 2 for item, share in shares.items())
    assert close(figures["Variance"], squares - edge**2)
    each = priced.odds.envy[0].per_other_player + 5 * shares["four-of-a-kind"]
    for others, found in envy.items():
        assert close(found, edge - others * each / 20)


def test_every_formula_carries_its_exact_result():
    """A program that does not recalculate shows the same: the stored values are the exact ones."""
    priced = PAYTABLES[0].price()
    book = openpyxl.load_workbook(io.BytesIO(write_priced(priced)), data_only=True)
    figures, envy = read_figures(book.worksheets[1])
    assert close(figures["House edge"], priced.odds.house_edge)
    assert close(figures["Hit frequency"], priced.odds.hit_rate)
    assert close(figures["Variance"], priced.odds.variance)
    assert {
        others: close(value, item.house_edge)
        for (others, value), item in zip(envy.items(), priced.odds.envy, strict=True)
    } == dict.fromkeys(range(1, 6), True)
    formulas = openpyxl.load_workbook(io.BytesIO(write_priced(priced))).worksheets[1]
    live = [cell for row in formulas.iter_rows() for cell in row if cell.data_type == "f"]
    assert len(live) > 5 * len(priced.odds.outcomes)


def test_only_pays_envy_stake_and_seats_are_open():
    sheet = openpyxl.load_workbook(io.BytesIO(write_priced(PAYTABLES[0].price()))).worksheets[1]
    assert sheet.protection.sheet
    opened = {
        cell.coordinate for row in sheet.iter_rows() for cell in row if not cell.protection.locked
    }
    lines = len(PAYTABLES[0].lines)
    first = find_row(sheet, begin(name_class(PAYTABLES[0].lines[0][0])))
    pays = {f"C{first + place}" for place in range(lines)}
    assert pays <= opened
    assert f"B{find_row(sheet, 'Wager amount')}" in opened
    assert not {f"B{first}", f"D{first}", f"B{find_row(sheet, 'House edge')}"} & opened


@pytest.fixture(scope="module")
def dakota():
    known = load("south-dakota")
    odds = tuple(compute_odds(known, Request()))
    checked = check_document(Case(known, load_policy(), (known,)))
    content = write_workbook([Chapter(known, odds, checked=checked)])
    return known, odds, checked, openpyxl.load_workbook(io.BytesIO(content), data_only=True)


def read_table(sheet, first="Document"):
    """The rows of a table by the heads of its columns."""
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    start = next(place for place, row in enumerate(rows) if row[0] == first)
    return [dict(zip(rows[start], row, strict=True)) for row in rows[start + 1 :]]


def test_the_summary_comes_first_and_has_verdict_range_and_open_issues(dakota):
    known, odds, checked, book = dakota
    assert book.sheetnames[0] == "Summary"
    assert known.source.sha256 in str(book["Summary"]["A2"].value)
    assert f"revision {known.edition}" in str(book["Summary"]["A2"].value)
    rows = read_table(book["Summary"])
    for row, own in zip(rows, odds, strict=True):
        found = checked.verdict.find(own.wager, own.paytable)
        assert row["Wager"] == begin(Words(known).wager(own.wager))
        if own.has_figures:
            assert close(row["House edge"], own.house_edge)
            assert close(row["Lowest"], found.low)
            assert close(row["Highest"], found.high)
            assert close(row["With Envy Bonus, full table"], own.envy[-1].house_edge)
        assert all(
            issue.head.severity is not Severity.ERROR or row["Open issues"]
            for issue in found.issues
        )


def test_the_sheets_of_a_document(dakota):
    known, odds, _, book = dakota
    tables = [item.id for item in known.wagers[0].paytables]
    assert {f"{table} {known.wagers[0].name}" for table in tables} <= set(book.sheetnames)
    cells = {row[0]: row[1] for row in book["Provenance"].iter_rows(values_only=True)}
    assert cells["South Dakota: SHA-256 of the specification"] == known.source.sha256
    assert known.documents[0].sha256 in cells[f"South Dakota: {known.documents[0].name}"]
    edges = {row["House edge"] for row in read_table(book["Readings"])}
    for own in odds:
        for other in own.alternatives:
            assert other.house_edge is None or any(
                close(edge, other.house_edge) for edge in edges if edge
            )
    words = Words(known)
    resting = {row["Subject"] for row in read_table(book["Rests on"])}
    assert {words.title("deck.joker"), words.title("deck.cards")} <= resting
    assert {row["Paytable"] for row in read_table(book["Win percentage"])} == set(tables)
    losses = read_table(book["Maximum loss"])
    assert {row["Paytable"] for row in losses} == set(tables)
    assert all(row["Maximum loss in one round"] > row["Wager amount"] for row in losses)


def test_no_cell_shows_a_slug_or_a_path(dakota):
    """A reader of the workbook knows neither our keys nor our folders."""
    known, _, _, book = dakota
    slugs = {
        line.id for wager, table in known.list_paytables() for line in table.lines if "-" in line.id
    }
    slugs |= {*known.by_key, str(Path(known.source.name).parent)} - {"."}
    texts = {cell.value for sheet in book.worksheets for row in sheet.iter_rows() for cell in row}
    assert not slugs & texts
    assert not [text for text in texts if isinstance(text, str) and str(Path.cwd()) in text]


def test_every_sheet_prints_legibly(dakota):
    *_, book = dakota
    for sheet in book.worksheets:
        assert sheet.page_setup.orientation == "landscape"
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToHeight == 0
        assert sheet.print_title_rows
        width = sum(item.width for item in sheet.column_dimensions.values())
        assert width <= 200, sheet.title
        assert all((row.height or 0) <= 409 for row in sheet.row_dimensions.values())


def test_a_bonus_that_every_wager_qualifies_for_is_shown_at_the_lowest_expected_wager():
    """MBS states no minimum wager for the Envy Bonus: the policy's lowest wager is taken."""
    known = load("mbs")
    odds = compute_odds(known, Request(("fortune-bonus",), alternatives=False))
    checked = check_document(Case(known, load_policy(), (known,)))
    content = write_workbook([Chapter(known, odds, checked=checked)])
    book = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    (row,) = read_table(book["Summary"])
    envy = odds[0].envy[-1]
    assert row["at a wager of"] == "1 SGD"
    edge = odds[0].house_edge - envy.other_players * envy.per_other_player
    assert close(row["With Envy Bonus, full table"], edge)


def test_a_text_longer_than_a_row_goes_on_in_the_next_without_loss():
    """California's first issue lists more than a spreadsheet shows in one cell."""
    known = load("california-bgc")
    odds = compute_odds(known, Request(("fortune-bonus",), "FPG-01", alternatives=False))
    checked = check_document(Case(known, load_policy(), (known,)))
    content = write_workbook([Chapter(known, odds, checked=checked)])
    rows = read_table(openpyxl.load_workbook(io.BytesIO(content))["Issues"])
    first = next(place for place, row in enumerate(rows) if row["Number"] == "Q2")
    assert first > 1
    shown = " ".join(row["Issue"] for row in rows[:first])
    (item, *_) = Chapter(known, odds, checked=checked).filed
    texts = [text for _, _, own in item.findings for label, text in own if not label]
    assert texts
    assert all(" ".join(text.split()) in " ".join(shown.split()) for text in texts)


def test_the_bank_s_hand_that_ends_an_envy_bonus_leaves_its_cells_filled():
    """MBS: each amount has the number of payments that a player expects of it."""
    known = load("mbs")
    odds = compute_odds(known, Request(("fortune-bonus",), alternatives=False))
    content = write_workbook([Chapter(known, odds)])
    sheet = openpyxl.load_workbook(io.BytesIO(content), data_only=True).worksheets[1]
    amounts = [row[8] for row in sheet.iter_rows(min_row=6, values_only=True) if row[10]]
    assert amounts[:2] == [250, 50]
    _, envy = read_figures(sheet)
    stake = Fraction(1)
    for item in odds[0].envy:
        edge = odds[0].house_edge - item.other_players * item.per_other_player / stake
        assert close(envy[item.other_players], edge)


def test_no_number_is_too_long_for_its_column():
    """A spreadsheet shows a number that does not fit as hashes; pairs of hands have sixteen digits."""
    known = load("pennsylvania")
    odds = compute_odds(known, Request(("ace-high",)))
    sheet = openpyxl.load_workbook(io.BytesIO(write_workbook([Chapter(known, odds)]))).worksheets[1]
    counts = [
        cell.value for row in sheet.iter_rows(min_col=2, max_col=2) for cell in row if cell.value
    ]
    longest = max(len(f"{count:,}") for count in counts if isinstance(count, int))
    assert longest > 16
    assert sheet.column_dimensions["B"].width > max(longest, len(f"{odds[0].deals:,}"))


def test_the_same_odds_give_the_same_file():
    priced = price_lines("flush=4 straight=2")
    assert write_priced(priced) == write_priced(priced)
