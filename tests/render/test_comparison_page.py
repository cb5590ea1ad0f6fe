"""The comparison page: self-contained, escaped, differences marked; and it opens in a browser."""

import re
import shutil
import subprocess

import pytest

from certify.compare.documents import compare_documents
from certify.render.compare import render_comparison_page
from tests.conftest import IDS, load
from tests.edits import edit, put


@pytest.fixture(scope="module")
def page():
    return render_comparison_page(compare_documents([load(name) for name in IDS]))


def test_the_page_needs_nothing_else(page):
    assert not re.findall(r"(?:src|href)=", page)
    assert "url(" not in page
    assert "<script" not in page
    assert "<main>" in page


def test_differences_are_marked(page):
    row = re.search(r"<tr[^>]*>\s*<th[^>]*>(?:(?!</tr>).)*envy\.minimum_stake.*?</tr>", page, re.S)
    assert 'class="differs"' in row[0]
    assert "25 USD" in row[0]
    assert "or 5 USD" in row[0]


def test_edges_stand_below(page):
    assert page.count("<td>fortune-bonus</td>") == 18
    assert "220226/2752555" in page


def test_hostile_text_is_escaped():
    text = "<script>alert(1)</script>{{ 7 * 7 }}"
    hostile = edit(load("mbs"), put("identity", "title", "value", value=text))
    page = render_comparison_page(compare_documents([hostile, load("pennsylvania")]))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "49" not in re.findall(r"<title>.*?</title>", page, re.S)[0]


def test_the_page_opens_in_a_browser(page, tmp_path):
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    source, picture = tmp_path / "page.html", tmp_path / "page.png"
    source.write_text(page, encoding="utf-8")
    subprocess.run(
        [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--window-size=1400,1000",
            f"--screenshot={picture}",
            source.as_uri(),
        ],
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 20_000
