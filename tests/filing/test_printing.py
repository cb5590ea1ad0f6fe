from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from certify.base.errors import CertifyError
from certify.base.figures import format_percent
from certify.filing import printing
from certify.filing.printing import make_fetcher, print_pdf
from certify.odds.describe import describe_wager
from tests.filing.conftest import extract_text

PAGE = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title>'
    "<style>{style}</style></head><body><p>{body}</p></body></html>"
)
pikepdf = pytest.importorskip("pikepdf")


def test_the_text_carries_every_figure_of_the_odds(filing, report, examination):
    text = " ".join(extract_text(filing).split())
    for odds in examination.odds:
        if not odds.has_figures:
            continue
        data = describe_wager(odds)
        assert f"{data['house_edge']['percent']}%" in text
        assert data["house_edge"]["fraction"] in text
        assert data["standard_deviation"] in text
        for outcome in odds.outcomes:
            assert f"{outcome.deals:,}" in text
        for envy in odds.envy:
            assert format_percent(envy.house_edge) in text
    assert report.headline in " ".join(text.split())
    assert examination.jurisdiction.source.sha256 in text.replace(" ", "")


def test_frequency_and_payout_are_in_one_row(filing):
    """South Dakota (8), paytable 1: 32 natural seven-card straight flushes in 154,143,080 hands."""
    lines = extract_text(filing).splitlines()
    grid = next(place for place, line in enumerate(lines) if "4,816,971" in line)
    near = " ".join(lines[grid - 2 : grid + 1]).split()
    assert {"32", "5,000", "8,000"} <= set(near)


def test_printed_edges_stand_beside_the_computed_ones(filing):
    text = extract_text(filing)
    printed = [line.split() for line in text.splitlines() if "✓" in line]
    assert any("8.00" in line for line in printed)
    assert any("5.30" in line for line in printed)


def test_the_file_says_that_it_is_archivable_and_accessible(filing):
    with pikepdf.open(filing) as pdf, pdf.open_metadata() as metadata:
        assert metadata["pdfaid:part"] == "3"
        assert metadata["pdfaid:conformance"] == "A"
        assert metadata["{http://www.aiim.org/pdfua/ns/id/}part"] == "1"
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang) == "en"


def test_enclosures_are_listed_by_name_with_their_relationship(filing, enclosures):
    with pikepdf.open(filing) as pdf:
        names = [item.name for item in enclosures]
        assert names == sorted(names)
        assert list(pdf.attachments) == names
        for item in enclosures:
            attached = pdf.attachments[item.name]
            assert attached.get_file().read_bytes() == item.content
            assert str(attached.obj.AFRelationship) == f"/{item.relationship}"
            assert attached.get_file().mime_type == item.media_type
    assert {item.relationship for item in enclosures} == {"Source", "Data"}


def test_enclosed_findings_name_no_folder(enclosures):
    content = {item.name: item.content for item in enclosures}
    issues = json.loads(content["south-dakota.findings.json"])["issues"]
    files = {finding["file"] for issue in issues for finding in issue["findings"]}
    assert files == {"south-dakota.yaml"}


def test_all_that_the_filing_was_made_from_is_enclosed(enclosures):
    sources = {item.name for item in enclosures if item.relationship == "Source"}
    assert sources == {
        "south-dakota.yaml", "california-bgc.yaml", "limits.yaml", "assumed-house-way.yaml",
    }  # fmt: skip


def test_every_font_is_embedded_and_known(filing):
    names = set()
    with pikepdf.open(filing) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                assert any(key in item for key in ("/FontFile", "/FontFile2", "/FontFile3"))
                names.add(str(item.FontName).partition("+")[2].partition("-")[0])
    assert "DejaVu" in names
    assert names <= {"Inter", "DejaVu"}


def test_contents_bookmarks_and_page_numbers(filing):
    with pikepdf.open(filing) as pdf:
        pages = len(pdf.pages)
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
    assert [title.split()[0] for title in titles] == [str(number) for number in range(1, 12)]
    assert titles[0].endswith("Decision")
    assert titles[-1].endswith("Evidence")
    text = extract_text(filing)
    assert f"Page {pages} of {pages}" in text
    assert "revision 1" in text.partition("\f")[2]


def test_two_builds_are_equal_byte_for_byte_anywhere(filing, html, tmp_path, enclosures, report):
    """In another process, folder, time zone, language and order of hashing."""
    (tmp_path / "filing.html").write_text(html, encoding="utf-8")
    (tmp_path / "enclosed").mkdir()
    described = []
    for item in reversed(enclosures):
        (tmp_path / "enclosed" / item.name).write_bytes(item.content)
        described.append([item.name, item.media_type, item.description, item.relationship])
    program = f"""
import json, pathlib
from certify.filing.printing import Enclosure, print_pdf
enclosures = [Enclosure(name, kind, text, pathlib.Path("enclosed", name).read_bytes(), relation)
              for name, kind, text, relation in json.loads({json.dumps(described)!r})]
html = pathlib.Path("filing.html").read_text(encoding="utf-8")
pathlib.Path("again.pdf").write_bytes(
    print_pdf(html, {report.identity.date!r}, enclosures).content)
"""
    root = Path(printing.__file__).resolve().parents[2]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "7",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
        "PYTHONPATH": str(root),
    }
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "again.pdf").read_bytes() == filing.read_bytes()


def test_another_date_gives_another_file_and_the_same_date_the_same():
    page = PAGE.format(style="", body="♠♥♦♣ ≤ × − ½")
    first = print_pdf(page, "2026-11-16").content
    assert first == print_pdf(page, "2026-11-16").content
    assert first != print_pdf(page.replace("½", "¼"), "2026-11-16").content


@pytest.mark.parametrize(
    "style", ["p { colour: red }", "p { width: nonsense }", "@page { @middle {} }"]
)
def test_any_complaint_of_the_renderer_is_an_error(style):
    with pytest.raises(CertifyError, match="the PDF renderer reported problems"):
        print_pdf(PAGE.format(style=style, body="x"), "2026-11-16")


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/x.png",
        "https://example.org/x.png",
        "file:///etc/hostname",
        "ftp://example.org/x",
        "//example.org/x.png",
    ],
)
def test_the_renderer_fetches_nothing_from_outside(address):
    with pytest.raises(CertifyError, match="may not fetch"):
        print_pdf(PAGE.format(style="", body=f'<img alt="x" src="{address}">'), "2026-11-16")


def test_the_fetcher_keeps_within_its_roots(tmp_path):
    weasyprint = importlib.import_module("weasyprint.urls")
    root = tmp_path / "root"
    root.mkdir()
    (root / "inside.txt").write_text("inside")
    (tmp_path / "outside.txt").write_text("outside")
    (root / "link.txt").symlink_to(tmp_path / "outside.txt")
    fetcher = make_fetcher((root,))
    assert fetcher.fetch((root / "inside.txt").as_uri()).read() == b"inside"
    assert fetcher.fetch("data:text/plain,hello").read() == b"hello"
    for address in (
        (tmp_path / "outside.txt").as_uri(),
        f"{root.as_uri()}/../outside.txt",
        f"{root.as_uri()}/%2e%2e/outside.txt",
        (root / "link.txt").as_uri(),
        f"file://elsewhere{root}/inside.txt",
        root.as_uri(),
    ):
        with pytest.raises(weasyprint.FatalURLFetchingError):
            fetcher.fetch(address)


def test_a_missing_library_is_told_with_its_cure(monkeypatch, capsys):
    def fail(_name):
        print("a long banner")
        raise OSError("cannot load library 'libpango-1.0-0'")

    monkeypatch.setattr(printing.importlib, "import_module", fail)
    with pytest.raises(CertifyError, match=r"libpango.*apt-get install"):
        printing.load_weasyprint()
    assert capsys.readouterr().out == ""


def test_the_structure_of_the_file_is_sound(filing):
    program = shutil.which("qpdf")
    if program is None:
        pytest.skip("qpdf is missing: apt-get install qpdf")
    done = subprocess.run([program, "--check", str(filing)], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
