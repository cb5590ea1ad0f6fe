"""What changed since the last revision, from the two revisions in a certificate."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import pytest

from certify.base.errors import CertifyError
from certify.filing.build import FilingOrder, file_all
from certify.filing.changes import list_changes
from certify.filing.verification.verify import Wish, verify_file
from certify.gate.approvals import Approval, hash_approval
from certify.gate.certificates import (
    hash_content,
    keep_before,
    load_certificate,
    locate_certificate,
    seal,
    write_certificate,
)
from tests.filing.conftest import extract_text
from tests.filing.small_filing import SPEC, certify_spec

TENTH = Fraction(1, 10)


@pytest.fixture(scope="module")
def approved(tmp_path_factory):
    """The second revision of a specification, and its certificate."""
    path = tmp_path_factory.mktemp("approved") / SPEC.name
    text = SPEC.read_text(encoding="utf-8")
    path.write_text(text.replace("edition: {number: 1", "edition: {number: 2"), encoding="utf-8")
    jurisdiction = certify_spec(path)
    return jurisdiction, load_certificate(locate_certificate(path))


def revise(certificate, change):
    """The certificate after a first revision that a change describes."""
    second = {key: certificate[key] for key in certificate if key not in {"approvals", "sha256"}}
    first = deepcopy({**second, "edition": {"number": 1, "date": "2029-12-31"}})
    change(first)
    one = Approval(1, "2030-01-01", "one", "the first of all", hash_content(first), "0" * 64)
    two = Approval(
        2, "2030-01-31", "two", "the second one", hash_content(second), hash_approval(one)
    )
    return seal({**second, **keep_before(seal(first, [one]), second)}, [one, two])


def keep(_content):
    """Nothing differs."""


def lower(content):
    """Every figure of a wager was another one, and so were a payout, a value and an issue."""
    wager = next(item for item in content["wagers"] if "house_edge" in item)
    wager["house_edge"] = str(Fraction(wager["house_edge"]) - TENTH)
    wager["variance"] = str(Fraction(wager["variance"]) + 1)
    name, deals, _ = wager["outcomes"][0]
    wager["outcomes"][0] = [name, deals, "77"]
    wager["rests_on"]["deck.wheel"] = "stated: not-a-straight"
    content["issues"] = [{"code": "GAP001", "fingerprint": "0" * 16, "severity": "error"}]


def test_a_revision_without_changes_says_that_no_figure_changes(approved):
    jurisdiction, certificate = approved
    (line,) = list_changes(jurisdiction, revise(certificate, keep), ())
    assert "unchanged" in line


def test_changes_are_computed_with_their_effects(approved):
    jurisdiction, certificate = approved
    text = "\n".join(list_changes(jurisdiction, revise(certificate, lower), ()))
    assert "+10.0000 pp" in text
    assert "77 → " in text
    assert "standard deviation" in text
    assert "not a straight" in text.lower()
    assert "1 issue no longer found: ambiguous omission (GAP001)." in text


def test_the_earlier_revision_must_be_the_approved_one(approved, tmp_path):
    _, certificate = approved
    revised = revise(certificate, lower)
    path = tmp_path / "x.certificate.json"
    write_certificate(path, revised)
    assert load_certificate(path)["before"]["wagers"] != revised["wagers"]
    forged = deepcopy(revised)
    forged["before"]["wagers"][0]["house_edge"] = "1/7"
    kept = {key: forged[key] for key in forged if key not in {"approvals", "sha256"}}
    history = [Approval(**item) for item in forged["approvals"]]
    write_certificate(path, seal(kept, history))
    with pytest.raises(CertifyError, match="'before'"):
        load_certificate(path)


def test_accepting_a_revision_again_keeps_the_revision_before_it(approved):
    _, certificate = approved
    revised = revise(certificate, lower)
    assert keep_before(revised, revised) == {"before": revised["before"]}
    third = {**revised, "edition": {"number": 3, "date": "2030-02-01"}}
    assert hash_content(keep_before(revised, third)["before"]) == hash_content(revised)
    assert keep_before(None, third) == {}


def test_a_filing_prints_the_changes_and_can_be_verified(approved, tmp_path):
    jurisdiction, certificate = approved
    path = Path(jurisdiction.source.name)
    write_certificate(locate_certificate(path), revise(certificate, lower))
    (filed,) = file_all([jurisdiction], [jurisdiction], FilingOrder(tmp_path, processes=1))
    assert "+10.0000 pp" in extract_text(filed.path)
    assert verify_file(filed.path, Wish()).exit_code == 0
