from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from certify.filing.checks import FilingCheck
from certify.filing.enclosures import list_enclosures
from certify.filing.examination import Certificate, Examination
from certify.filing.largest import find_largest
from certify.filing.page import render_filing
from certify.filing.printing import print_pdf
from certify.filing.report import Identity, build_report
from certify.filing.sheets import build_sheet
from certify.filing.standard import StandardPart
from certify.findings.case import Case
from certify.findings.checked import check_document
from certify.findings.policy import load_policy
from certify.odds.compute import Request, compute_odds
from tests.conftest import load
from tests.filing.small_filing import again, content, made, people, trust, verify  # noqa: F401  (fixtures)

EVERYONE = ("california-bgc", "south-dakota")
"""The document of the tests, and one that differs from it."""


def find_program(name: str) -> str:
    """A program of poppler or qpdf, or a visible skip where it is absent."""
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is missing: apt-get install poppler-utils qpdf")
    return program


def extract_text(path: Path) -> str:
    """The text of a PDF in reading order."""
    command = [find_program("pdftotext"), "-layout", str(path), "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")


@dataclass(frozen=True)
class Page:
    """A page with the box of each of its words, from the top left, in points."""

    width: float
    height: float
    words: tuple[tuple[float, float, float, float, str], ...]


def read_pages(path: Path) -> list[Page]:
    """Where every word stands."""
    command = [find_program("pdftotext"), "-bbox", str(path), "-"]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")
    text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text)
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/1999/xhtml}"
    return [
        Page(
            float(page.get("width")),
            float(page.get("height")),
            tuple(
                (
                    *(float(word.get(side)) for side in ("xMin", "yMin", "xMax", "yMax")),
                    word.text or "",
                )
                for word in page.iter(f"{space}word")
            ),
        )
        for page in root.iter(f"{space}page")
    ]


@pytest.fixture(scope="session")
def everyone():
    return tuple(load(name) for name in EVERYONE)


@pytest.fixture(scope="session")
def jurisdiction():
    return load("south-dakota")


def examine_lightly(jurisdiction, everyone):
    """An examination without the long computations: no standard wager, nothing enumerated or dealt."""
    policy = load_policy()
    names = tuple(wager.id for wager in jurisdiction.wagers)
    standard = () if jurisdiction.house_way else ("standard",)
    odds = tuple(compute_odds(jurisdiction, Request((*standard, *names))))
    sheets = tuple(build_sheet(jurisdiction, item) for item in odds)
    checked = check_document(Case(jurisdiction, policy, everyone))
    deferred = next((sheet for sheet in sheets if sheet.odds.wager == "standard"), None)
    return Examination(
        jurisdiction,
        checked,
        odds,
        sheets,
        StandardPart(deferred, "Nobody sees the other side's cards.", (), None, ())
        if deferred
        else None,
        None,
        find_largest(jurisdiction, sheets, policy),
        (FilingCheck("A check made for the test", "1", "1", holds=True, repeat="certify odds"),),
        Certificate(),
    )


@cache
def examine_among(name, names=EVERYONE):
    """A document of the project examined among some others, once."""
    return examine_lightly(load(name), tuple(map(load, names)))


@pytest.fixture(scope="session")
def examination():
    return examine_among("south-dakota")


@pytest.fixture(scope="session")
def identity(jurisdiction):
    return Identity(
        jurisdiction.name,
        "revision 1",
        jurisdiction.date,
        jurisdiction.source.sha256,
        "A Maker",
        "17/4",
    )


@pytest.fixture(scope="session")
def report(examination, identity):
    return build_report(examination, identity)


@pytest.fixture(scope="session")
def enclosures(examination, everyone):
    return list_enclosures(examination, everyone)


@pytest.fixture(scope="session")
def html(report, enclosures):
    return render_filing(report, enclosures)


@pytest.fixture(scope="session")
def filing(html, report, enclosures, tmp_path_factory):
    """A filing of South Dakota, printed once for all tests."""
    path = tmp_path_factory.mktemp("filing") / "filing.pdf"
    path.write_bytes(print_pdf(html, report.identity.date, enclosures).content)
    return path
