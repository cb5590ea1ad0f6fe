"""What the gate keeps to at the edge of each of its limits: sizes, words, waivers, and what is written."""

from __future__ import annotations

import copy
import datetime
import json
from types import SimpleNamespace

import pytest

from certify.base.errors import CertifyError
from certify.findings.finding import Severity
from certify.gate.acceptance import Approver, list_refusals
from certify.gate.approvals import Approval, check_word, list_faults
from certify.gate.certificates import format_certificate, load_certificate
from tests.gate.certificate_content import CONTENT

REASON = "checked against the document"


@pytest.mark.parametrize(
    ("by", "reason", "told"),
    [
        ("o", REASON, "--accept needs --by "),
        ("officer", "too short", "--accept needs --reason "),
        (None, None, "--accept needs --by "),
        ("officer", None, "--accept needs --reason "),
        ("x" * 121, REASON, "--by is longer than 120 characters"),
        ("officer", "x" * 481, "--reason is longer than 480 characters"),
        ("off\u200bicer", REASON, "--by contains characters"),
    ],
)
def test_words_beyond_the_limits_are_refused_each_with_its_own_cure(by, reason, told):
    with pytest.raises(CertifyError) as caught:
        list(map(check_word, ("by", "reason"), (by, reason)))
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("by", "reason"),
    [("me", "0123456789"), ("x" * 120, "y" * 480)],
)
def test_words_at_the_limits_are_taken(by, reason):
    assert (check_word("by", by), check_word("reason", reason)) == (by, reason)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({}, None),
        ({"date": "2030-02-30"}, "2030-02-30"),
        ({"date": "soon"}, "soon"),
        ({"by": "x" * 121}, "x" * 121),
        ({"by": "x" * 120}, None),
        ({"reason": "y" * 480}, None),
        ({"reason": "y" * 481}, "y" * 481),
        ({"content": "other"}, "content"),
        ({"edition": 4}, "revision 4 was approved, not revision 3"),
    ],
)
def test_a_history_edited_by_hand_is_reported(changed, fault):
    given = {"edition": 3, "date": "2030-01-01", "by": "me", "reason": REASON, "content": "c"}
    found = list_faults([Approval(**{**given, **changed})], "c", 3)
    assert len(found) == (fault is not None)
    assert all(fault in line for line in found)


def test_a_certificate_is_written_one_fact_a_line_and_short_lists_on_one():
    """Sorted at every depth, in the letters that were given, and no line is broken that fits."""
    short = ["x" * 10] * 6  # eighty-four characters with quotes and commas, and two brackets
    fits, breaks = [*short, "y" * 12], [*short, "y" * 13]
    assert [len(json.dumps(item)) for item in (fits, breaks)] == [100, 101]
    data = {
        "b": 1,
        "a": {"z": "é", "y": [1, 2]},
        "fits": fits,
        "breaks": breaks,
        "deep": {"more": {"most": breaks}, "word": "w"},
    }
    broken = [f'"{"x" * 10}",'] * 6 + [f'"{"y" * 13}"']
    assert format_certificate(data) == "\n".join(
        [
            "{",
            ' "a": {"y": [1, 2], "z": "é"},',
            ' "b": 1,',
            ' "breaks": [',
            *(f"  {line}" for line in broken),
            " ],",
            ' "deep": {',
            '  "more": {',
            '   "most": [',
            *(f"    {line}" for line in broken),
            "   ]",
            "  },",
            '  "word": "w"',
            " },",
            ' "fits": [' + f'"{"x" * 10}", ' * 6 + f'"{"y" * 12}"]',
            "}",
            "",
        ]
    )


def test_even_a_small_certificate_begins_on_a_line_of_its_own():
    assert format_certificate({"a": 1}) == '{\n "a": 1\n}\n'


@pytest.mark.parametrize(("more", "told"), [(0, "is not JSON"), (1, "too large for a certificate")])
def test_a_certificate_of_four_megabytes_is_still_read(tmp_path, more, told):
    path = tmp_path / "one.certificate.json"
    path.write_bytes(b" " * (4 * 1024 * 1024 + more))
    with pytest.raises(CertifyError, match=told):
        load_certificate(path)


def find(fingerprint, severity):
    return SimpleNamespace(fingerprint=fingerprint, weight=Severity[severity.upper()])


def examine(*errors, edition=4):
    """Contents with new errors, each a issue of two errors and a warning; told as `accept` is."""
    content = copy.deepcopy(CONTENT)
    content["edition"]["number"] = edition
    content["issues"] += [
        {"code": "INT001", "fingerprint": name, "severity": "error"} for name in errors
    ]
    issues = [
        SimpleNamespace(
            fingerprint=name,
            severity=Severity.ERROR,
            head=SimpleNamespace(code="INT001"),
            findings=[
                find(f"{name}-a", "error"),
                find(f"{name}-b", "error"),
                find(f"{name}-c", "warning"),
            ],
        )
        for name in errors
    ]
    return SimpleNamespace(
        content=content,
        titles={name: f"title of {name}" for name in errors},
        examined=SimpleNamespace(issues=issues),
        settled=SimpleNamespace(differences=()),
    )


PREVIOUS = {
    **CONTENT,
    "approvals": [
        {"edition": 3, "date": "2030-01-01", "by": "me", "reason": REASON, "content": "c"}
    ],
}


def refuse(computed, waived=(), day="2030-01-01"):
    approver = Approver("me", REASON, datetime.date.fromisoformat(day))
    return list(list_refusals(PREVIOUS, computed, set(waived), approver))


@pytest.mark.parametrize(
    ("waived", "refused"),
    [
        ((), ["e1", "e2"]),
        (("e1",), ["e2"]),
        (("e1", "e2"), []),
        (("e1-a", "e1-b"), ["e2"]),
        (("e1-a",), ["e1", "e2"]),
        (("e1-c",), ["e1", "e2"]),
        (("e1-a", "e1-c"), ["e1", "e2"]),
        (("e2-a", "e2-b"), ["e1"]),
    ],
)
def test_a_issue_is_waived_by_itself_or_by_every_error_in_it(waived, refused):
    found = refuse(examine("e1", "e2"), waived)
    assert len(found) == len(refused)
    for line, name in zip(found, refused, strict=True):
        assert f": title of {name} [{name}]; " in line


def test_a_issue_without_an_error_in_it_is_waived_by_nothing_but_itself():
    computed = examine("e1")
    computed.examined.issues[0].findings[:] = [find("e1-c", "warning")]
    (line,) = refuse(computed, ["e1-c"])
    assert "[e1]" in line


def test_an_edition_may_stay_while_the_figures_do_and_a_day_may_be_the_same():
    assert refuse(examine(edition=3)) == []
    assert len(refuse(examine(edition=2))) == 1
    changed = examine(edition=3)
    changed.content["readings"]["wheel"] = "high"
    (line,) = refuse(changed)
    assert "set edition to 4" in line
    (line,) = refuse(examine(), day="2029-12-31")
    assert "2030-01-01, after 2029-12-31" in line


def test_a_certificate_of_another_jurisdiction_is_refused_alone():
    computed = examine("e1", edition=2)
    computed.content["jurisdiction"] = "two"
    (line,) = refuse(computed)
    assert "certificate is for one" in line
    approver = Approver("me", REASON, datetime.date(2030, 1, 1))
    (line,) = list_refusals(None, computed, set(), approver)
    assert "[e1]" in line, "a first certificate takes no error without a waiver"
    assert list(list_refusals(None, computed, {"e1"}, approver)) == []
