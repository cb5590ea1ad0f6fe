"""Quotations in a filing: from the reader's copy, enclosed or not, and verified either way."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import replace

import pytest

from certify.base.errors import CertifyError
from certify.filing import checks
from certify.filing.build import FilingOrder, file_all
from certify.filing.page import render_filing
from certify.filing.report import FAILED, build_report
from certify.filing.verification.outcome import Result
from certify.filing.verification.verify import Wish, verify_file
from certify.odds.crosscheck import Crosscheck
from certify.spec.validate import load_jurisdiction
from tests.filing.small_filing import SPEC

SENTENCE = "The dealer waits until every player has touched a hand of seven cards twice."


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """A made-up text of as many lines as the specification records, and the specification of that text."""
    folder = tmp_path_factory.mktemp("documents")
    own = load_jurisdiction(SPEC)
    content = "".join(f"{SENTENCE}\n" for _ in range(own.documents[0].lines)).encode()
    (folder / "rules.txt").write_bytes(content)
    spec = folder / "jurisdictions" / SPEC.name
    spec.parent.mkdir()
    text = SPEC.read_text().replace(own.documents[0].sha256, hashlib.sha256(content).hexdigest())
    spec.write_text(text)
    return folder


def file_one(documents, folder, **options):
    own = load_jurisdiction(documents / "jurisdictions" / SPEC.name)
    order = FilingOrder(folder, processes=1, documents=documents, **options)
    (filed,) = file_all((own,), (own,), order)
    return filed.path


def read(found, name):
    return next(item for item in found.checks if item.name == name)


def test_a_filing_that_encloses_its_documents_is_verified_alone(documents, tmp_path):
    path = file_one(documents, tmp_path, encloses=True, examiner="An Examiner", reviewer="B")
    found = verify_file(path, Wish())
    assert read(found, "figures").result is Result.HOLDS
    assert read(found, "pages").result is Result.HOLDS


def test_a_filing_without_its_documents_says_what_it_needs(documents, tmp_path):
    path = file_one(documents, tmp_path)
    found = verify_file(path, Wish())
    assert read(found, "figures").result is Result.HOLDS
    pages = read(found, "pages")
    assert pages.result is Result.UNDECIDED
    assert "--dir" in pages.told
    digest = hashlib.sha256((documents / "rules.txt").read_bytes()).hexdigest()
    assert digest in pages.told
    assert found.exit_code == 2
    assert read(verify_file(path, Wish(documents=documents)), "pages").result is Result.HOLDS


def test_another_text_is_refused(documents, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(documents, other)
    (other / "rules.txt").write_text("Another text.\n")
    with pytest.raises(CertifyError, match="hash"):
        file_one(other, tmp_path)


def test_people_are_printed_on_the_first_page(report):
    identity = replace(report.identity, examiner="An Examiner", reviewer="A Reviewer")
    page = render_filing(replace(report, identity=identity)).partition('id="conformity"')[0]
    for name in ("A Maker", "17/4", "An Examiner", "A Reviewer", report.examination.policy.owner):
        assert name in page


def test_a_settlement_that_differs_between_the_models_fails_the_filing(
    monkeypatch, report, identity
):
    wrong = Crosscheck(10, 20, 0, ("seat 1: engine 5, independent model 6",), "0" * 64)
    monkeypatch.setattr(checks, "crosscheck", lambda _jurisdiction: wrong)
    found = checks._check_settlements(report.jurisdiction)
    assert not found.holds
    examination = replace(report.examination, checks=(found,))
    failed = build_report(examination, identity)
    assert failed.headline == FAILED
    assert FAILED in render_filing(failed)
