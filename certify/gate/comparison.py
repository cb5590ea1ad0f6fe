"""What a certificate says otherwise than what is computed now: the whole content, each difference once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from certify.base.figures import format_percent
from certify.odds.simulated import leave_code

_LATER = {
    "approvals",
    "sha256",
    "counts",
    "wagers",
    "matters",
    "readings",
    "program",
    "simulation",
    "spec_sha256",
}
_NAMES = {
    "form": "its form",
    "jurisdiction": "the jurisdiction",
    "edition": "the edition",
    "policy_sha256": "the policy (criteria that findings are held against)",
    "documents": "the documents",
}


def list_differences(
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    titles: Mapping[str, str] | None = None,
    *,
    told: bool = False,
) -> Iterator[str]:
    """What the newly computed content says otherwise than a certificate; titles name the matters.

    Where the difference has been told already, readings, wagers and matters are only numbered.
    """
    if old["jurisdiction"] != new["jurisdiction"]:
        yield f"this is the certificate of {old['jurisdiction']}"
        return
    if old["spec_sha256"] != new["spec_sha256"]:
        yield "the file has changed since it was certified"
    for key in sorted((set(old) | set(new)) - _LATER - {"jurisdiction"}):
        if old.get(key) != new.get(key):
            yield f"not as certified: {_NAMES.get(key, key)}"
    if old["program"]["version"] != new["program"]["version"]:
        yield (
            f"edition {old['program']['version']} of the program certified it, "
            f"this is {new['program']['version']}"
        )
    parts = {
        "reading": list(_list_changed_readings(old["readings"], new["readings"])),
        "wager": list(_list_changed_wagers(old["wagers"], new["wagers"])),
        "matter": list(_list_changed_matters(old["matters"], new["matters"], titles or {})),
    }
    if not told:
        yield from (line for lines in parts.values() for line in lines)
    elif any(parts.values()):
        numbers = [
            f"{len(lines)} {name}{'s' if len(lines) > 1 else ''}"
            for name, lines in parts.items()
            if lines
        ]
        yield f"not as certified, as told above: {', '.join(numbers)}"
    yield from _list_changed_rounds(old, new)
    if old["program"]["code_sha256"] == new["program"]["code_sha256"]:
        yield from _list_changed_counts(old["counts"], new["counts"])


def has_new_figures(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether readings or figures differ, so that another edition number is due."""
    return bool(old["readings"] != new["readings"] or old["wagers"] != new["wagers"])


def list_new_errors(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The errors of the new content that an earlier certificate does not know as errors."""
    known = {
        item["fingerprint"]
        for item in (old["matters"] if old else ())
        if item["severity"] == "error"
    }
    return [
        item
        for item in new["matters"]
        if item["severity"] == "error" and item["fingerprint"] not in known
    ]


def name_wager(wager: Mapping[str, Any]) -> str:
    """A wager and its paytable."""
    paytable = f" paytable {wager['paytable']}" if wager.get("paytable") else ""
    return f"{wager['wager']}{paytable}"


def _list_changed_readings(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    for key in sorted(set(old) | set(new)):
        before, after = old.get(key, "nothing"), new.get(key, "nothing")
        if before != after:
            yield f"reading {key}: {before} was certified, {after} is adopted"


def _list_changed_wagers(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[str]:
    names = [name_wager(item) for item in old]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name}: stands twice in the certificate"
    before = dict(zip(names, old, strict=True))
    after = {name_wager(item): item for item in new}
    for name in sorted(set(before) | set(after)):
        first, second = before.get(name), after.get(name)
        if first is None or second is None:
            yield f"{name}: {'is not certified' if first is None else 'is certified and gone'}"
        elif first != second:
            yield _tell_difference(name, first, second)
    if [*before] != [*after] and set(before) == set(after) and len(names) == len(after):
        yield "the wagers stand in another order"


def _tell_difference(name: str, first: dict[str, Any], second: dict[str, Any]) -> str:
    if _edge(first) != _edge(second):
        return f"{name}: {_edge(first)} was certified, {_edge(second)} is computed"
    changed = [key for key in sorted(first | second) if first.get(key) != second.get(key)]
    return f"{name}: {', '.join(changed)} not as certified"


def _edge(wager: Mapping[str, Any]) -> str:
    edge = wager.get("house_edge")
    if edge is None:
        return str(wager["status"])
    return f"house edge {format_percent(Fraction(edge))} % ({edge})"


def _list_changed_matters(
    old: list[dict[str, Any]], new: list[dict[str, Any]], titles: Mapping[str, str]
) -> Iterator[str]:
    known = {item["fingerprint"]: item for item in old}
    found = {item["fingerprint"]: item for item in new}
    if len(known) != len(old):
        yield "a matter stands twice in the certificate"
    for fingerprint, item in found.items():
        if fingerprint not in known:
            title = f": {titles[fingerprint]}" if fingerprint in titles else ""
            yield f"new {item['severity']} {item['code']}{title} [{fingerprint}]"
        elif known[fingerprint] != item:
            before = known[fingerprint]
            title = f": {titles[fingerprint]}" if fingerprint in titles else ""
            yield (
                f"{item['severity']} {item['code']}{title} [{fingerprint}]; "
                f"it was certified as {before['severity']} {before['code']}"
            )
    for fingerprint, item in known.items():
        if fingerprint not in found:
            yield f"gone: {item['severity']} {item['code']} [{fingerprint}]"


def _list_changed_rounds(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """What the engine's rounds gave otherwise; which code dealt them is no difference."""
    if "simulation" not in old:
        yield "it is out of date: it keeps no simulated rounds of the engine; accept it anew"
        return
    if "simulation" not in new:  # the text has changed, which is told: its rounds were not dealt
        return
    first, second = leave_code(old["simulation"]), leave_code(new["simulation"])
    if first == second:
        return
    before, after = (
        {_name_tally(item): item for item in data["money"]} for data in (first, second)
    )
    changed = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    told = ", ".join(changed) or "deals, seed, players or order"
    yield f"the simulated rounds of the engine are not as certified: {told}"


def _name_tally(item: Mapping[str, Any]) -> str:
    return f"{name_wager(item)}{' envy' if 'envy' in item else ''}"


def _list_changed_counts(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[str]:
    known = {item["question"]: item for item in old}
    if len(known) != len(old):
        yield "a count stands twice in the certificate"
    for item in new:
        before = known.pop(item["question"], None)
        if before is None:
            yield f"a count of the kind {item['kind']} is not in the certificate"
        elif before != item:
            yield f"a count of the kind {item['kind']} differs from what was certified"
    for item in known.values():
        yield f"a count of the kind {item['kind']} stands in the certificate and is not needed"
