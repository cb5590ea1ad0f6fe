"""No word and no figure of what is found in the five documents changes unseen."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.conftest import IDS
from tests.findings.record import (
    COMPARISON,
    RENEW,
    check_beside_all,
    describe_checked,
    list_changes,
    locate_record,
    read_record,
    tell_comparison,
    to_plain,
)


@pytest.mark.parametrize("name", IDS)
def test_what_is_found_is_what_was_read(name):
    new = to_plain(describe_checked(check_beside_all(name)))
    changes = list(islice(list_changes(read_record(locate_record(name)), new), 10))
    assert not changes, (
        f"{name}: what is found has changed; read it against the document, then renew the record with "
        f"`{RENEW}`:\n" + "\n".join(changes)
    )


def test_what_is_compared_is_what_was_read():
    said = tell_comparison().split("\n")
    changes = list_changes(COMPARISON.read_text(encoding="utf-8").rstrip("\n").split("\n"), said)
    assert not list(islice(changes, 10)), f"the comparison has changed; renew it with `{RENEW}`"


def test_a_change_is_named():
    """The record can fail: another word, another order and a finding more or less are each told."""
    record = read_record(locate_record("south-dakota"))
    other = to_plain(record)
    finding = other["matters"][1]["findings"][0]
    finding["message"] += "!"
    (told,) = list_changes(record, other)
    assert told.startswith(
        f"matters[1 {other['matters'][1]['title']}].findings[0 {finding['code']}].message: "
    )
    assert told.endswith(f"is now {finding['message']!r}")
    other = to_plain(record)
    other["matters"].reverse()
    assert list(list_changes(record, other))
    other = to_plain(record)
    gone = other["matters"].pop()
    assert [f"matters[{len(other['matters'])} {gone['title']}]: {gone!r} is now None"] == list(
        list_changes(record, other)
    )
