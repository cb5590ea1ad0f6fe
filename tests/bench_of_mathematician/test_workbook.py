"""The workbook: what a program that recalculates finds in it, and what it protects."""

from __future__ import annotations

import io
from fractions import Fraction

import openpyxl
import pytest

from certify.filing.workbook import Chapter, write_priced, write_workbook
from certify.odds.compute import Request, compute_odds
from certify.odds.price import price_lines
from tests.bench_of_mathematician.paytables import PAYTABLES, read_plainly
from tests.bench_of_mathematician.recalculation import (
    find_office,
    find_row,
    read_figures,
    recalculate,
)
from tests.conftest import load

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
    sheets = list(recalculate(write_ten(), tmp_path).values())
    for made, sheet in zip(PAYTABLES, sheets, strict=False):
        edge, hits, variance, envied = read_plainly(made)
        figures, envy = read_figures(sheet)
        assert close(figures["house edge"], edge), made.name
        assert close(figures["return"], 1 - edge), made.name
        assert close(figures["hit frequency"], hits), made.name
        assert close(figures["variance"], variance), made.name
        for others, found in envy.items():
            assert close(found, edge - others * envied / made.stake), made.name


@needs_office
def test_a_changed_pay_an_envy_and_a_stake_give_the_exact_figures(tmp_path):
    priced = PAYTABLES[0].price()
    content = write_priced(priced)
    name = openpyxl.load_workbook(io.BytesIO(content)).sheetnames[0]
    plain = openpyxl.load_workbook(io.BytesIO(content))[name]
    changes = [
        (name, f"C{find_row(plain, 'straight')}", 3),
        (name, f"I{find_row(plain, 'four-of-a-kind')}", 10),
        (name, f"B{find_row(plain, 'wager amount')}", 20),
    ]
    figures, envy = read_figures(recalculate(content, tmp_path, changes)[name])
    shares = {item.name: Fraction(item.deals, priced.odds.deals) for item in priced.odds.outcomes}
    edge = priced.odds.house_edge - shares["straight"]
    assert close(figures["house edge"], edge)
    nets = {item.name: priced.odds.net(item) for item in priced.odds.outcomes} | {"straight": 3}
    squares = sum(share * nets[item] ** 2 for item, share in shares.items())
    assert close(figures["variance"], squares - edge**2)
    each = priced.odds.envy[0].per_other_player + 5 * shares["four-of-a-kind"]
    for others, found in envy.items():
        assert close(found, edge - others * each / 20)


def test_every_formula_carries_its_exact_result():
    """A program that does not recalculate shows the same: the stored values are the exact ones."""
    priced = PAYTABLES[0].price()
    book = openpyxl.load_workbook(io.BytesIO(write_priced(priced)), data_only=True)
    figures, envy = read_figures(book.worksheets[0])
    assert close(figures["house edge"], priced.odds.house_edge)
    assert close(figures["hit frequency"], priced.odds.hit_rate)
    assert close(figures["variance"], priced.odds.variance)
    assert {
        others: close(value, item.house_edge)
        for (others, value), item in zip(envy.items(), priced.odds.envy, strict=True)
    } == dict.fromkeys(range(1, 6), True)
    formulas = openpyxl.load_workbook(io.BytesIO(write_priced(priced))).worksheets[0]
    live = [cell for row in formulas.iter_rows() for cell in row if cell.data_type == "f"]
    assert len(live) > 5 * len(priced.odds.outcomes)


def test_only_pays_envy_stake_and_seats_are_open():
    sheet = openpyxl.load_workbook(io.BytesIO(write_priced(PAYTABLES[0].price()))).worksheets[0]
    assert sheet.protection.sheet
    opened = {
        cell.coordinate for row in sheet.iter_rows() for cell in row if not cell.protection.locked
    }
    lines = len(PAYTABLES[0].lines)
    first = find_row(sheet, PAYTABLES[0].lines[0][0])
    pays = {f"C{first + place}" for place in range(lines)}
    assert pays <= opened
    assert f"B{find_row(sheet, 'wager amount')}" in opened
    assert not {f"B{first}", f"D{first}", f"B{find_row(sheet, 'house edge')}"} & opened


def test_the_sheets_of_a_document():
    known = load("south-dakota")
    odds = compute_odds(known, Request())
    book = openpyxl.load_workbook(io.BytesIO(write_workbook([Chapter(known, odds)])))
    tables = [item.id for item in known.wagers[0].paytables]
    for table in tables:
        assert f"{table} {known.wagers[0].id} {known.id}"[:31] in book.sheetnames
    cells = {row[0]: row[1] for row in book["Provenance"].iter_rows(values_only=True)}
    assert cells["south-dakota: sha256 of the specification"] == known.source.sha256
    assert known.documents[0].sha256 in cells[f"south-dakota: {known.documents[0].name}"]
    readings = [row[3] for row in book["Readings"].iter_rows(values_only=True)]
    assert "bonus-precedence=rank-order" in readings
    resting = [row[3] for row in book["Rests on"].iter_rows(values_only=True)]
    assert "deck.joker" in resting
    deferred = next(item for item in odds if not item.has_figures)
    sheet = next(book[name] for name in book.sheetnames if name.startswith(deferred.wager))
    assert any("missing" in str(row[0]) for row in sheet.iter_rows(values_only=True))


def test_no_number_is_too_long_for_its_column():
    """A spreadsheet shows a number that does not fit as hashes; pairs of hands have sixteen digits."""
    known = load("pennsylvania")
    odds = compute_odds(known, Request(("ace-high",)))
    sheet = openpyxl.load_workbook(io.BytesIO(write_workbook([Chapter(known, odds)]))).worksheets[0]
    counts = [
        cell.value for row in sheet.iter_rows(min_col=2, max_col=2) for cell in row if cell.value
    ]
    longest = max(len(f"{count:,}") for count in counts if isinstance(count, int))
    assert longest > 16
    assert sheet.column_dimensions["B"].width > max(longest, len(f"{odds[0].deals:,}"))


def test_the_same_odds_give_the_same_file():
    priced = price_lines("flush=4 straight=2")
    assert write_priced(priced) == write_priced(priced)
