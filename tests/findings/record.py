"""Writes what is found in the five documents: `python -m tests.findings.record`.

The record holds what people have read against the documents, so that no word and no figure of a finding
changes unseen. It comes from files, rules and odds alone: waivers and certificates are no part of it. Where
something stands in a file is kept as the words that stand there, which an edit elsewhere does not move.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from certify.base.figures import format_fraction
from certify.findings.checked import Checked, check_document
from certify.findings.comparison import compare_jurisdictions, format_comparison
from certify.findings.finding import Effect, Finding
from tests.conftest import IDS, ROOT, load
from tests.findings.cases import case_of, everyone

FOLDER = ROOT / "tests" / "golden"
COMPARED = ("mbs", "designated-player", "pennsylvania")
COMPARISON = FOLDER / "comparison.txt"
TRIALS = FOLDER / "trials.json"
RENEW = "python -m tests.findings.record"


def locate_record(name: str) -> Path:
    """Where the record of a document stands."""
    return FOLDER / f"findings-{name}.json"


@cache
def _read_lines(path: str) -> tuple[str, ...]:
    return tuple(Path(path).read_text(encoding="utf-8").split("\n"))


def check_beside_all(name: str) -> Checked:
    """All that is found in a document beside the others."""
    return check_document(case_of(load(name), *everyone()))


def describe_checked(checked: Checked) -> dict[str, Any]:
    """A document as checked, with what is told of it to people and to tools."""
    data = checked.describe()
    for told, matter in zip(data["matters"], checked.matters, strict=True):
        told["effect"] = str(matter.effect) if matter.effect else None
        told["findings"] = [_describe(item) for item in matter.findings]
    return data


def _describe(finding: Finding) -> dict[str, Any]:
    data = finding.describe()
    line = _read_lines(data.pop("file"))[data.pop("line") - 1]
    return data | {
        "at": line[data.pop("column") - 1 :][:60],
        "subject": finding.subject,
        "bars": finding.bars,
        "effects": [_tell_effect(item) for item in finding.price.effects],
    }


def _tell_effect(effect: Effect) -> dict[str, Any]:
    """An effect with the two edges that it lies between."""
    edges = {
        name: format_fraction(edge)
        for name, edge in (("before", effect.before), ("after", effect.after))
        if edge is not None
    }
    return (
        effect.describe() | edges | {"at": effect.at, "tables": effect.tables, "text": str(effect)}
    )


def list_changes(old: Any, new: Any, where: str = "") -> Iterator[str]:
    """Where two records differ, each place with what stood and what stands there."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from list_changes(old.get(key), new.get(key), f"{where}.{key}".lstrip("."))
    elif isinstance(old, list) and isinstance(new, list):
        for place in range(max(len(old), len(new))):
            own, other = (items[place] if place < len(items) else None for items in (old, new))
            named = own if isinstance(own, dict) else other if isinstance(other, dict) else {}
            name = f"{place} {named.get('code') or named.get('title') or ''}".strip()
            yield from list_changes(own, other, f"{where}[{name}]")
    elif old != new:
        yield f"{where}: {old!r} is now {new!r}"


def to_plain(data: Any) -> Any:
    """Data as a file gives it back."""
    return json.loads(json.dumps(data))


def write_record(path: Path, data: Any) -> None:
    """Write a record as it is read by people: one value a line."""
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_record(path: Path) -> Any:
    """A record as it stands."""
    return json.loads(path.read_text(encoding="utf-8"))


def tell_trial(before: list[Finding], cured: list[Finding], worse: list[Finding]) -> dict[str, Any]:
    """What a rule says of a file with its fault, and what is gone and new where it is cured and worse."""
    old, less, more = ([_tell(item) for item in found] for found in (before, cured, worse))
    return {
        "found": old,
        "cured": {
            "gone": [item for item in old if item not in less],
            "new": [item for item in less if item not in old],
        },
        "worse": {
            "gone": [item for item in old if item not in more],
            "new": [item for item in more if item not in old],
        },
    }


def _tell(finding: Finding) -> dict[str, str]:
    """The words of a finding, without its price."""
    places = "; ".join(map(str, finding.citations))
    told = {
        "said": f"{finding.severity.word}: {finding.title}: {finding.message}",
        "asked": finding.question,
        "cure": finding.cure,
        "about": ", ".join((*finding.statements, *finding.wagers, finding.subject)),
        "at": places,
        "evidence": "; ".join(f"{key}: {value}" for key, value in finding.evidence.items()),
        "unpriced": finding.price.unpriced,
    }
    return {key: value for key, value in told.items() if value}


@cache
def read_trials() -> dict[str, Any]:
    """What was read of the rules on edited files, by rule."""
    return dict(read_record(TRIALS))


def assert_as_read(code: str, told: dict[str, Any]) -> None:
    """What a rule says of its edited files is what was read."""
    changes = list(list_changes(read_trials().get(code), told))
    assert not changes, f"renew with `{RENEW}` what was read:\n" + "\n".join(changes)


def tell_comparison() -> str:
    """Three documents side by side, as text."""
    return format_comparison(compare_jurisdictions([load(name) for name in COMPARED]), 120)


if __name__ == "__main__":
    from tests.findings import test_rules

    write_record(TRIALS, test_rules.tell_trials())
    for each in IDS:
        write_record(locate_record(each), describe_checked(check_beside_all(each)))
    COMPARISON.write_text(tell_comparison() + "\n", encoding="utf-8")
