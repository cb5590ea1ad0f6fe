"""The documentation as a site: built without a warning, and read without a request to anybody."""

import os
import re
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest

from tests.conftest import ROOT
from tests.filing.browser import list_complaints, show, start


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    if find_spec("mkdocs") is None or find_spec("material") is None:
        pytest.skip("mkdocs-material is not installed; pip install 'certify[docs]'")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_every_page_is_built(site):
    pages = {
        path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")
    }
    built = {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")}
    assert {str(page) for page in pages} <= {str(page) for page in built}


def test_nothing_is_fetched(site):
    """No script, style, font or picture comes from anywhere but the site itself."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(r"<(?:script|img|iframe|source)[^>]+src=\"(https?:)?//[^\"]+", text)
        linked = re.findall(r"<link[^>]+href=\"(?:https?:)?//[^\"]+", text)
        assert not fetched, page.name
        assert not linked, page.name
    for style in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//", style.read_text(encoding="utf-8")), (
            style.name
        )


def test_search_works_when_a_page_is_opened_from_a_folder(site, tmp_path):
    driver = start(tmp_path)
    try:
        show(driver, 1280)
        driver.get((site / "guides" / "read-a-filing.html").as_uri())
        driver.execute_script("document.querySelector('.md-search__input').focus()")
        driver.find_element("css selector", ".md-search__input").send_keys("xjd007")
        for _ in range(100):
            found = driver.find_elements("css selector", ".md-search-result__item a")
            if found:
                break
            time.sleep(0.1)
        assert any("rules.html" in item.get_attribute("href") for item in found)
        assert not list_complaints(driver)
    finally:
        driver.quit()
