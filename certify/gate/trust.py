"""What is believed and why: long counts that a certificate vouches for, and what they must hold.

A certificate keeps the short ones among the long counts (the standard wager's), so that a gate need not
count for minutes what nothing has touched. They are believed only while the code that made them is the code
that runs; and whatever is believed must sum to all deals, be the same with the two hands exchanged, and
never be negative. The rounds that the engine was dealt to check its money are believed alike: there must be
one tally for each wager and paytable, of all rounds, in which no round gives what no line gives. All other
stored counts stand in a certificate as digests: they are computed or come from the cache, and must have the
digest that was certified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from certify.base import cache
from certify.base.cache import Used
from certify.base.errors import CertifyError
from certify.odds import identity
from certify.odds.plausibility import find_impossible
from certify.odds.simulated import KIND, describe_question, describe_run, list_impossible

KEPT = ("best", "choices", "settings")
"""Kinds of counts that a certificate keeps, and not only their digest."""


def describe_counts(items: Iterable[Used]) -> list[dict[str, Any]]:
    """The long counts that figures came from, as a certificate keeps them, in one order."""
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
    """Take the counts of a certificate by their question; returns how many.

    None where another program made them. Counts that cannot be true are refused.
    """
    if certificate["program"]["code_sha256"] != identity.identify_counting():
        return 0
    believe_rounds(certificate, name)
    kept = [item for item in certificate["counts"] if "result" in item]
    for item in kept:
        problem = find_impossible(item["kind"], item["result"])
        if problem:
            raise CertifyError(
                f"{name}: counts of the kind {item['kind']} cannot be true: {problem}"
            )
    for item in kept:
        cache.trust_result(item["question"], item["result"])
    return len(kept)


def believe_rounds(certificate: Mapping[str, Any], name: str) -> bool:
    """Take the simulated rounds of a certificate, where this very code deals and settles as it did."""
    simulation = certificate.get("simulation")
    if simulation is None or any(simulation[key] != own for key, own in describe_run().items()):
        return False
    for problem in list_impossible(simulation, certificate["wagers"]):
        raise CertifyError(f"{name}: its simulated rounds cannot be true: {problem}")
    question = cache.hash_data([KIND, describe_question(simulation.get("rules_sha256", ""))])
    cache.trust_result(question, simulation["money"])
    return True
