from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from certify.filing.enclosures import list_enclosures
from certify.filing.page import render_filing
from certify.filing.paper import print_pdf
from certify.filing.report import Examination, build_report
from certify.findings.finding import Effect, Finding, Severity
from certify.odds.compute import Request, compute_odds
from certify.spec.model import Citation
from tests.conftest import load


def make_finding(severity=Severity.ERROR, subject="one", **changes):
    values = {
        "code": "INT001",
        "severity": severity,
        "jurisdictions": ("south-dakota",),
        "message": f"the document says two things about {subject}",
        "file": "jurisdictions/south-dakota.yaml",
        "line": 5,
        "column": 3,
        "citations": (Citation("(3)", 9, 9),),
        "evidence": {"value": subject},
        "resolution": "say one thing",
        "subject": subject,
    } | changes
    return Finding(**values)


def extract_text(path: Path) -> str:
    """The text of a PDF in reading order, or a visible skip where poppler is absent."""
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is missing: apt-get install poppler-utils")
    done = subprocess.run([program, "-layout", str(path), "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8")


@pytest.fixture(scope="session")
def jurisdiction():
    return load("south-dakota")


@pytest.fixture(scope="session")
def examination(jurisdiction):
    """A small examination: one paytable of the bonus, three findings made for the test."""
    odds = compute_odds(jurisdiction, Request(("fortune-bonus",), paytable="1"))
    edge = odds[0].house_edge
    findings = (
        make_finding(effect=Effect(-edge, edge, "fortune-bonus", "stake 5 USD")),
        make_finding(Severity.WARNING, "two"),
        make_finding(Severity.NOTE, "three"),
    )
    return Examination(jurisdiction, tuple(odds), findings)


@pytest.fixture(scope="session")
def report(examination):
    return build_report(examination, (examination,))


@pytest.fixture(scope="session")
def enclosures(examination):
    return list_enclosures(examination)


@pytest.fixture(scope="session")
def html(report, enclosures):
    return render_filing(report, enclosures)


@pytest.fixture(scope="session")
def filing(html, report, enclosures, tmp_path_factory):
    """A filing of South Dakota's first paytable, printed once for all tests."""
    path = tmp_path_factory.mktemp("filing") / "south-dakota.pdf"
    path.write_bytes(print_pdf(html, report.identity.date, enclosures).content)
    return path
