from __future__ import annotations

import datetime
import errno
import hashlib
import json
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from click.testing import CliRunner

from certify.base.errors import CertifyError
from certify.cli.filings import run_report as command
from certify.filing import build
from certify.filing.build import FilingOrder, Sheaf, file_all, gather, prepare_folder, print_sheaf
from certify.gate.waivers import Waiver
from certify.render.check import describe_headline
from certify.render.numbers import percent
from certify.render.words import Words
from tests.conftest import load
from tests.filing.conftest import extract_text
from tests.filing.layout import list_faults
from tests.filing.test_archive import judge

PAGE = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title></head>'
    "<body><p>x</p></body></html>"
)
SHEAF = Sheaf("small", "certified as written", PAGE, "2026-11-16", ())
WAIVER = Waiver("0123456789abcdef", "known", "the owner", datetime.date(2026, 11, 16), "w.yaml", 1)


def test_a_filing_is_written_whole_with_its_page(tmp_path):
    filed = print_sheaf(replace(SHEAF, page=PAGE), FilingOrder(tmp_path))
    assert filed.path == tmp_path / "small.pdf"
    assert filed.page == tmp_path / "small.html"
    assert filed.describe() == {
        "filing": "small",
        "path": str(filed.path),
        "page": str(filed.page),
        "verdict": "certified as written",
        "pages": 1,
        "sha256": filed.sha256,
        "failed": [],
    }
    assert filed.sha256 == hashlib.sha256(filed.path.read_bytes()).hexdigest()
    assert (tmp_path / "small.html").read_text() == PAGE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.html", "small.pdf"]


def test_the_page_of_the_comparison_is_the_index(tmp_path):
    filed = print_sheaf(replace(SHEAF, name="comparison", page=PAGE), FilingOrder(tmp_path))
    assert (filed.path.name, filed.page.name) == ("comparison.pdf", "index.html")


def test_without_html_no_page_is_written(tmp_path):
    filed = print_sheaf(SHEAF, FilingOrder(tmp_path))
    assert filed.page is None
    assert filed.describe()["page"] is None
    assert [path.name for path in tmp_path.iterdir()] == ["small.pdf"]


def test_a_full_disk_leaves_the_old_filing_and_says_the_cure(tmp_path, monkeypatch):
    (tmp_path / "small.pdf").write_bytes(b"old")

    def fail(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("certify.base.storage.os.fsync", fail)
    with pytest.raises(CertifyError, match=r"No space left on device.*free some space"):
        print_sheaf(SHEAF, FilingOrder(tmp_path))
    assert (tmp_path / "small.pdf").read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_written_is_told_before_anything_long(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CertifyError, match="cannot be created"):
        prepare_folder(tmp_path / "file" / "below")


@pytest.mark.parametrize(
    ("day", "waived"), [("2026-11-15", True), ("2026-11-16", True), ("2026-11-17", False)]
)
def test_a_waiver_holds_by_the_day_of_the_filing(day, waived, tmp_path):
    order = FilingOrder(tmp_path, waivers=(WAIVER,))
    assert (WAIVER in order.list_in_force(datetime.date.fromisoformat(day))) is waived


def test_the_neighbours_are_all_others_known():
    one, two, three = (load(name) for name in ("south-dakota", "mbs", "pennsylvania"))
    assert gather([one], [two, one, three]) == (two, three, one)


def test_one_filing_from_examination_to_disk(tmp_path, monkeypatch, examination, everyone):
    monkeypatch.setattr(build, "examine", lambda *_: examination)
    lines = []
    jurisdiction = examination.jurisdiction
    filed = file_all(
        [jurisdiction], everyone, FilingOrder(tmp_path, date="2030-01-02"), lines.append
    )
    assert [item.name for item in filed] == ["south-dakota"]
    assert filed[0].verdict == describe_headline(Words(jurisdiction), examination.verdict)
    with pytest.importorskip("pikepdf").open(filed[0].path) as pdf:
        assert str(pdf.docinfo["/CreationDate"]).startswith("D:20300102")
        assert len(pdf.pages) == filed[0].pages
    assert lines[-1].startswith(f"south-dakota: {filed[0].pages} pages in ")


def test_a_date_that_is_none_is_refused(tmp_path):
    result = CliRunner().invoke(command, ["south-dakota", "-o", str(tmp_path), "--date", "soon"])
    assert isinstance(result.exception, CertifyError)
    assert str(result.exception).startswith("--date: 'soon'")


def test_a_cover_takes_no_novel(tmp_path):
    result = CliRunner().invoke(
        command, ["south-dakota", "-o", str(tmp_path), "--applicant", "x" * 121]
    )
    assert "--applicant is longer than 120 characters" in str(result.exception)


@pytest.mark.slow
def test_all_six_filings_twice(tmp_path):
    """The six are written, told with their verdicts, pass the engine, and come out alike again."""
    printed = []
    for folder in ("first", "second"):
        result = CliRunner().invoke(command, ["-o", str(tmp_path / folder), "--json"])
        assert result.exit_code == 0, result.output
        printed.append(json.loads(result.stdout))
    assert [item["sha256"] for item in printed[0]] == [item["sha256"] for item in printed[1]]
    assert len(printed[0]) == 6
    files = sorted((tmp_path / "first").glob("*.pdf"))
    for item in printed[0]:
        text = " ".join(extract_text(tmp_path / "first" / f"{item['filing']}.pdf").split())
        if item["verdict"]:
            assert item["verdict"] in text
        path = tmp_path / "first" / f"{item['filing']}.pdf"
        assert list_faults(path) == []
        assert item["pages"] <= (6 if item["filing"] == "comparison" else 26)
    push = percent(
        Fraction(2_862_000, comb(53, 7))
    )  # hands of three pairs that no other line takes
    assert f"±{push[:-1]}" in extract_text(tmp_path / "first" / "comparison.pdf")
    verdict = judge(*files)
    assert verdict.count("pass 3a") == 6, verdict
    assert verdict.count("pass ua1") == 6, verdict
