"""A certificate: the numbers and findings that somebody accepted for one edition of a file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from certify import __version__
from certify.base import cache
from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.base.storage import write_file
from certify.findings.finding import Finding
from certify.game.vocabulary import READINGS
from certify.odds.result import WagerOdds, describe_wager
from certify.spec.model import Jurisdiction, Rules, format_value

SUFFIX = ".certificate.json"
LONG = ("standard", "face-up", "contest")
"""Kinds of long results that a certificate carries, to be taken by the hash of their inputs."""


def locate_certificate(spec: Path) -> Path:
    """The certificate beside a jurisdiction file."""
    return spec.with_name(spec.stem + SUFFIX)


def build_certificate(
    jurisdiction: Jurisdiction, odds: list[WagerOdds], findings: list[Finding]
) -> dict[str, Any]:
    """Everything that was computed for a file, as plain data with a digest over all of it."""
    rules = Rules(jurisdiction, jurisdiction.paytables[0], {})
    content = {
        "jurisdiction": jurisdiction.id,
        "edition": jurisdiction.edition,
        "spec_sha256": jurisdiction.source.sha256,
        "tool_version": __version__,
        "readings": {
            key: format_value(value)
            for key in READINGS
            if (value := rules.reading(key)) is not None
        },
        "wagers": [describe_wager(item) for item in odds],
        "findings": [_summarise(item) for item in findings],
        "long_results": sorted(
            (item for item in cache.used.values() if item["kind"] in LONG),
            key=lambda item: json.dumps(item["inputs"], sort_keys=True) + item["kind"],
        ),
    }
    return {**content, "sha256": hash_content(content)}


def _summarise(finding: Finding) -> dict[str, Any]:
    """What a certificate keeps of a finding: no positions, which move with every edit."""
    data = finding.describe()
    return {
        key: data[key]
        for key in (
            "code",
            "severity",
            "jurisdictions",
            "message",
            "evidence",
            "effect",
            "fingerprint",
        )
    }


def hash_content(content: dict[str, Any]) -> str:
    """The digest over everything in a certificate but the digest."""
    kept = {key: value for key, value in content.items() if key != "sha256"}
    text = json.dumps(kept, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def write_certificate(path: Path, certificate: dict[str, Any]) -> None:
    """Write a certificate whole."""
    text = json.dumps(certificate, indent=1, ensure_ascii=False, sort_keys=True)
    write_file(path, (text + "\n").encode())


def read_certificate(content: bytes, name: str) -> dict[str, Any]:
    """Read a certificate, and refuse one that is damaged or was edited by hand."""
    try:
        data = json.loads(content)
        whole = data["sha256"] == hash_content(data)
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise CertifyError(
            f"{name}: is not a certificate; write it with certify gate --accept"
        ) from None
    if not whole:
        raise CertifyError(f"{name}: was changed by hand; write it with certify gate --accept")
    return dict(data)


def load_certificate(path: Path) -> dict[str, Any]:
    """Read a certificate from its file."""
    return read_certificate(read_bytes(path, 1 << 26), str(path))


def trust_long_results(certificate: dict[str, Any]) -> None:
    """Take the long results of a certificate by the hash of their inputs."""
    for item in certificate.get("long_results", ()):
        cache.trust_result(item["kind"], item["inputs"], item["result"])


def trust_certificate(jurisdiction: Jurisdiction) -> bool:
    """Take the long results of the certificate beside a file, if it certifies just this file."""
    path = locate_certificate(Path(jurisdiction.source.name))
    if not path.is_file():
        return False
    certificate = load_certificate(path)
    if certificate["spec_sha256"] != jurisdiction.source.sha256:
        return False
    trust_long_results(certificate)
    return True


def list_differences(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """What the newly computed certificate says otherwise than the accepted one."""
    if old["spec_sha256"] != new["spec_sha256"]:
        yield "the file has changed since it was certified"
    for key in sorted(set(old["readings"]) | set(new["readings"])):
        before, after = old["readings"].get(key), new["readings"].get(key)
        if before != after:
            yield f"reading {key}: {before} was certified, {after} is adopted"
    yield from _list_changed_wagers(old["wagers"], new["wagers"])
    yield from _list_changed_findings(old["findings"], new["findings"])
    if old["long_results"] != new["long_results"]:
        yield "the long results differ"


def _list_changed_wagers(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[str]:
    before = {_name(item): item for item in old}
    after = {_name(item): item for item in new}
    for name in sorted(set(before) | set(after)):
        first, second = before.get(name), after.get(name)
        if first is None or second is None:
            yield f"{name}: {'new' if first is None else 'gone'}"
        elif first != second:
            yield _tell_difference(name, first, second)


def _tell_difference(name: str, first: dict[str, Any], second: dict[str, Any]) -> str:
    if _edge(first) != _edge(second):
        return f"{name}: house edge {_edge(first)} was certified, {_edge(second)} is computed"
    changed = [key for key in first | second if first.get(key) != second.get(key)]
    return f"{name}: {', '.join(changed)} not as certified"


def _list_changed_findings(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[str]:
    known = {item["fingerprint"]: item for item in old}
    found = {item["fingerprint"]: item for item in new}
    for fingerprint, item in found.items():
        if fingerprint not in known:
            yield f"new {item['severity']} {item['code']}: {item['message']} [{fingerprint}]"
        elif known[fingerprint] != item:
            yield f"finding {item['code']} has changed: {item['message']} [{fingerprint}]"
    for fingerprint, item in known.items():
        if fingerprint not in found:
            yield f"gone {item['severity']} {item['code']}: {item['message']} [{fingerprint}]"


def _name(wager: dict[str, Any]) -> str:
    paytable = f" paytable {wager['paytable']}" if wager.get("paytable") else ""
    return f"{wager['wager']}{paytable}"


def _edge(wager: dict[str, Any]) -> str:
    edge = wager.get("house_edge")
    return f"{edge['percent']} % ({edge['fraction']})" if edge else wager["status"]
