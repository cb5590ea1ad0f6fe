"""Counts and settled rounds of a certificate that are reused, and the checks that they must pass.

A certificate contains the counts of the standard wager, so that the gate need not count for minutes if
nothing has changed. They are reused only if the same code made them, if they sum to all deals, if they are
the same with the two hands exchanged, and if none is negative. That both models settled the rounds of a
document alike is reused if the document has the same values and the same code settled them. Of all other
counts a certificate contains the digest: they are computed or come from the cache, and must have that digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from certify.base import cache
from certify.base.cache import Used
from certify.base.errors import CertifyError
from certify.odds import identity
from certify.odds.crosscheck import KIND
from certify.odds.plausibility import find_impossible

KEPT = ("best", "choices", "settings")
"""Kinds of counts that a certificate contains, not only their digest."""


def describe_counts(items: Iterable[Used]) -> list[dict[str, Any]]:
    """The long counts as a certificate contains them, sorted."""
    found = []
    for item in sorted(items, key=lambda item: (item.kind, item.question)):
        data: dict[str, Any] = {"kind": item.kind, "question": item.question}
        if item.kind in KEPT:
            data["result"] = item.result
        else:
            data["sha256"] = item.digest
        found.append(data)
    return found


def believe_counts(certificate: Mapping[str, Any], name: str) -> int:
    """Reuse the counts of a certificate and return how many; none if other code made them.

    Impossible counts are refused.
    """
    if certificate["program"]["code_sha256"] != identity.identify_counting():
        return 0
    believe_settlements(certificate)
    kept = [item for item in certificate["counts"] if "result" in item]
    for item in kept:
        problem = find_impossible(item["kind"], item["result"])
        if problem:
            raise CertifyError(f"{name}: impossible counts of kind {item['kind']}: {problem}")
    for item in kept:
        cache.trust_result(item["question"], item["result"])
    return len(kept)


def believe_settlements(certificate: Mapping[str, Any]) -> bool:
    """Reuse that both models settled the same money, if the same code settled it."""
    settled = certificate.get("settlements")
    if settled is None or settled["code_sha256"] != identity.identify_settling():
        return False
    question = {key: settled[key] for key in ("rules_sha256", "code_sha256")}
    result = {key: value for key, value in settled.items() if key not in question}
    cache.trust_result(cache.hash_data([KIND, question]), {**result, "differences": []})
    return True
