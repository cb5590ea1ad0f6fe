from __future__ import annotations

import pytest

from certify.filing.verdict import judge
from certify.findings.finding import Severity
from certify.odds.result import WagerOdds
from tests.filing.conftest import make_finding

ERROR = make_finding(subject="one")
WARNING = make_finding(Severity.WARNING, "two")
CERTIFIED = WagerOdds("standard", None, {})
ASSUMED = WagerOdds("standard", None, {}, missing=("house way",), assumption="the other house way")
DEFERRED = WagerOdds("standard", None, {}, missing=("house way",))


@pytest.mark.parametrize(
    ("findings", "odds", "waived", "word"),
    [
        ([], [], (), "complies"),
        ([WARNING], [CERTIFIED], (), "complies"),
        ([WARNING], [DEFERRED], (), "complies"),
        ([ERROR, WARNING], [CERTIFIED], (), "does not comply"),
        ([ERROR], [CERTIFIED], (ERROR.fingerprint,), "complies with conditions"),
        ([ERROR], [CERTIFIED], (WARNING.fingerprint,), "does not comply"),
        ([WARNING], [ASSUMED], (), "complies with conditions"),
        ([ERROR], [ASSUMED], (), "does not comply"),
    ],
)
def test_the_verdict_follows_from_errors_waivers_and_assumptions(findings, odds, waived, word):
    assert judge(findings, odds, waived).word == word


def test_the_reason_counts_what_stands_and_what_is_waived():
    other = make_finding(subject="other")
    assert judge([ERROR], []).reason.startswith("One finding of severity error stands")
    assert judge([ERROR, other], []).reason.startswith("2 findings of severity error stand ")
    verdict = judge([ERROR, other], [ASSUMED], [ERROR.fingerprint, other.fingerprint])
    assert "2 findings of severity error are waived and some figures rest" in verdict.reason
    assert verdict.assumptions == ("the other house way",)
