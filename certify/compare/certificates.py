"""The differences between a certificate and a result of now, each listed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from certify.compare.differences import Difference, align_differing
from certify.compare.figures import FigureKey

TWICE = "twice"
"""The end of the address of something that a certificate lists twice."""
_OWN_WAY = {
    "approvals",
    "before",
    "sha256",
    "counts",
    "wagers",
    "issues",
    "readings",
    "program",
    "simulation",
    "settlements",
    "spec_sha256",
    "jurisdiction",
}
"""Keys that are compared part by part, or not at all."""
_BEHIND = {"rules_sha256", "code_sha256"}
"""What settled rounds rest on, which is no result."""

Content = Mapping[str, Any]


def list_certificate_differences(old: Content, new: Content) -> Iterator[Difference]:
    """What differs between a certificate and a result; the order of a list has the address of the list."""
    if old["jurisdiction"] != new["jurisdiction"]:
        yield from _compare("jurisdiction", old=old["jurisdiction"], new=new["jurisdiction"])
        return
    for key in ("spec_sha256", *sorted({*old, *new} - _OWN_WAY)):
        yield from _compare(key, old=old.get(key), new=new.get(key))
    versions = {"old": old["program"]["version"], "new": new["program"]["version"]}
    yield from _compare("program", "version", **versions)
    for key, before, after in sorted(align_differing(old["readings"], new["readings"])):
        yield from _compare("readings", key, old=before, new=after)
    yield from _list_wagers(old["wagers"], new["wagers"])
    yield from _list_items("issues", "fingerprint", old["issues"], new["issues"])
    yield from _list_settlements(old, new)
    if old["program"]["code_sha256"] == new["program"]["code_sha256"]:
        yield from _list_items("counts", "question", old["counts"], new["counts"])


def _compare(*address: str, old: Any, new: Any) -> Iterator[Difference]:
    if old != new:
        yield Difference(address=address, old=old, new=new)


def name_wager(wager: Content) -> str:
    """A wager and its paytable."""
    return FigureKey(wager["wager"], wager.get("paytable", "")).name


def _list_wagers(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[Difference]:
    names = Counter(map(name_wager, old))
    for name in sorted(name for name, number in names.items() if number > 1):
        yield Difference(address=("wagers", name, TWICE), old=names[name], new=1)
    before, after = ({name_wager(item): item for item in side} for side in (old, new))
    for name, first, second in sorted(align_differing(before, after), key=lambda item: item[0]):
        yield Difference(address=("wagers", name), old=first, new=second)
    same = before.keys() == after.keys() and len(old) == len(after)
    if same and [*before] != [*after]:
        yield Difference(address=("wagers",), old=tuple(before), new=tuple(after))


def _list_items(
    part: str, key: str, old: Iterable[Content], new: Iterable[Content]
) -> Iterator[Difference]:
    """Things that have a name of their own: first those of now, then those of the certificate alone."""
    listed = list(old)
    before, after = ({item[key]: item for item in side} for side in (listed, new))
    if len(before) != len(listed):
        yield Difference(address=(part, TWICE), old=len(listed), new=len(before))
    for name, now, then in align_differing(after, before):
        yield Difference(address=(part, name), old=then, new=now)


def _list_settlements(old: Content, new: Content) -> Iterator[Difference]:
    """Settled rounds with another result; the code and the words of the rules are no difference."""
    if "settlements" not in old:
        yield Difference(address=("settlements",), old=None, new=new.get("settlements"))
        return
    first, second = old["settlements"], new["settlements"]
    keys = [key for key, _, _ in align_differing(first, second) if key not in _BEHIND]
    if keys:
        yield Difference(address=("settlements", *keys), old=first, new=second)


def has_new_figures(old: Content, new: Content) -> bool:
    """Whether readings or figures differ, so that a new revision number is required."""
    return bool(old["readings"] != new["readings"] or old["wagers"] != new["wagers"])
