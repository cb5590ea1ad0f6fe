"""What the gate keeps to at the edge of each of its limits: sizes, words, waivers, and what is written."""

from __future__ import annotations

import copy
import datetime
import json
from types import SimpleNamespace

import pytest

from certify.base.errors import CertifyError
from certify.gate.acceptance import Approver, list_refusals
from certify.gate.approvals import Approval, check_words, list_faults
from certify.gate.certificates import format_certificate, load_certificate
from tests.gate.test_words_of_the_gate import CONTENT

REASON = "checked against the document"


@pytest.mark.parametrize(
    ("by", "reason", "told"),
    [
        ("o", REASON, "--accept needs --by: say who approves it, by name or role"),
        ("officer", "too short", "--accept needs --reason: say why it is approved"),
        (None, None, "--accept needs --by: say who approves it, by name or role"),
        ("officer", None, "--accept needs --reason: say why it is approved"),
        ("x" * 121, REASON, "--by is longer than 120 characters; shorten it"),
        ("officer", "x" * 481, "--reason is longer than 480 characters; shorten it"),
        ("off\u200bicer", REASON, "--by holds characters that cannot be printed; remove them"),
    ],
)
def test_words_beyond_the_limits_are_refused_each_with_its_own_cure(by, reason, told):
    with pytest.raises(CertifyError) as caught:
        check_words(by, reason)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("by", "reason"),
    [("me", "0123456789"), ("x" * 120, "y" * 480)],
)
def test_words_at_the_limits_are_taken(by, reason):
    assert check_words(by, reason) == (by, reason)


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({}, []),
        ({"date": "2030-02-30"}, ["an approval was written by hand: 2030-02-30 is no day"]),
        ({"date": "soon"}, ["an approval was written by hand: soon is no day"]),
        ({"by": "x" * 121}, [f"an approval was written by hand: by is '{'x' * 121}'"]),
        ({"by": "x" * 120}, []),
        ({"reason": "y" * 480}, []),
        ({"reason": "y" * 481}, [f"an approval was written by hand: reason is '{'y' * 481}'"]),
        ({"content": "other"}, ["its content is not the content that was approved"]),
        ({"edition": 4}, ["edition 4 was approved, not edition 3"]),
    ],
)
def test_a_history_written_by_hand_is_told(changed, faults):
    given = {"edition": 3, "date": "2030-01-01", "by": "me", "reason": REASON, "content": "c"}
    assert list_faults([Approval(**{**given, **changed})], "c", 3) == faults


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


@pytest.mark.parametrize(
    ("more", "told"), [(0, "is not JSON"), (1, "is too large for a certificate")]
)
def test_a_certificate_of_four_megabytes_is_still_read(tmp_path, more, told):
    path = tmp_path / "one.certificate.json"
    path.write_bytes(b" " * (4 * 1024 * 1024 + more))
    with pytest.raises(CertifyError, match=told):
        load_certificate(path)


def find(fingerprint, severity):
    return SimpleNamespace(fingerprint=fingerprint, severity=SimpleNamespace(word=severity))


def examine(*errors, edition=4):
    """Contents with new errors, each a matter of two errors and a warning; told as `accept` is."""
    content = copy.deepcopy(CONTENT)
    content["edition"]["number"] = edition
    content["matters"] += [
        {"code": "INT001", "fingerprint": name, "severity": "error"} for name in errors
    ]
    matters = [
        SimpleNamespace(
            fingerprint=name,
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
        examined=SimpleNamespace(matters=matters),
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


def tell_new(name):
    return (
        f"new error INT001: title of {name} [{name}]; "
        "correct it, or waive it in policy/waivers.yaml"
    )


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
def test_a_matter_is_waived_by_itself_or_by_every_error_in_it(waived, refused):
    assert refuse(examine("e1", "e2"), waived) == [tell_new(name) for name in refused]


def test_a_matter_without_an_error_in_it_is_waived_by_nothing_but_itself():
    computed = examine("e1")
    computed.examined.matters[0].findings[:] = [find("e1-c", "warning")]
    assert refuse(computed, ["e1-c"]) == [tell_new("e1")]


def test_an_edition_may_stay_while_the_figures_do_and_a_day_may_be_the_same():
    assert refuse(examine(edition=3)) == []
    assert refuse(examine(edition=2)) == ["edition 3 was approved, and the file says edition 2"]
    changed = examine(edition=3)
    changed.content["readings"]["wheel"] = "high"
    assert refuse(changed) == [
        "its figures are new and its edition is still 3; write edition 4 with its date, then accept"
    ]
    assert refuse(examine(), day="2029-12-31") == [
        "the last approval is of 2030-01-01, after 2029-12-31"
    ]


def test_a_certificate_of_another_jurisdiction_is_refused_alone():
    computed = examine("e1", edition=2)
    computed.content["jurisdiction"] = "two"
    assert refuse(computed) == ["the certificate beside it is that of one; remove it first"]
    approver = Approver("me", REASON, datetime.date(2030, 1, 1))
    assert list(list_refusals(None, computed, set(), approver)) == []
