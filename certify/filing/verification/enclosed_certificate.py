"""The certificate that a filing encloses, held against the figures computed from what else it encloses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from certify.base.errors import CertifyError
from certify.filing.verification.file_differences import list_data_differences
from certify.filing.verification.outcome import Check, Mismatch, Result, differ, hold
from certify.gate.approvals import list_faults, read_approvals
from certify.gate.certificates import hash_content, read_certificate
from certify.gate.figures import describe_figures, list_adopted
from certify.odds.crosscheck import crosscheck
from certify.odds.result import WagerOdds
from certify.spec.model import Jurisdiction

NAME = "certificate"


def check_certificate(
    content: bytes | None,
    jurisdiction: Jurisdiction,
    count: Callable[[], list[WagerOdds]],
    policy_digest: str,
) -> Check:
    """Whether an enclosed certificate is whole, is that of the enclosed files, and has these figures."""
    if content is None:
        told = f"{jurisdiction.id}: no certificate is enclosed: the filing is a draft"
        return Check(NAME, Result.LEFT_OUT, told)
    try:
        certificate = read_certificate(content, f"{jurisdiction.id}.certificate.json")
    except CertifyError as error:
        return differ(NAME, str(error))
    history = read_approvals(certificate["approvals"])
    faults = _list_swaps(certificate, jurisdiction, policy_digest) or list_faults(
        history, hash_content(certificate), certificate["edition"]["number"]
    )
    figures = [] if faults else count()
    differences = () if faults else tuple(_compare(certificate, jurisdiction, figures))
    if not faults and (kept := certificate.get("settlements")) is not None:
        settled = crosscheck(jurisdiction).describe()
        own = {key: kept[key] for key in settled}
        differences += tuple(list_data_differences("certificate, settled rounds", own, settled))
    if faults or differences:
        told = "; ".join(faults) or "the figures of the certificate differ from those computed now"
        return differ(NAME, f"{jurisdiction.id}: {told}", differences)
    by = f", approved by {history[-1].by}" if history else ""
    return hold(
        NAME,
        f"{jurisdiction.id}: intact, of this specification; figures of {len(figures)} wagers match{by}",
    )


def _list_swaps(
    certificate: dict[str, Any], jurisdiction: Jurisdiction, policy_digest: str
) -> list[str]:
    """Why a certificate cannot be that of the files it is enclosed with."""
    if certificate["jurisdiction"] != jurisdiction.id:
        return [f"the enclosed certificate is that of {certificate['jurisdiction']}"]
    if certificate["spec_sha256"] != jurisdiction.source.sha256:
        return ["the enclosed certificate was made for another text of the specification"]
    if certificate["policy_sha256"] != policy_digest:
        return ["the enclosed certificate was made under another policy"]
    return []


def _compare(
    certificate: dict[str, Any], jurisdiction: Jurisdiction, odds: list[WagerOdds]
) -> Iterable[Mismatch]:
    yield from list_data_differences(
        "certificate, readings", certificate["readings"], list_adopted(jurisdiction)
    )
    wanted = {(item.wager, item.paytable): describe_figures(item) for item in odds}
    found = {(item["wager"], item.get("paytable")): item for item in certificate["wagers"]}
    for key in sorted(found.keys() | wanted.keys(), key=str):
        where = "certificate, " + ", ".join(part for part in key if part)
        one, other = dict(found.get(key, {})), dict(wanted.get(key, {}))
        yield from list_data_differences(where, one, other)
