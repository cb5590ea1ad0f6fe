"""The files that travel inside a filing: what it was made from, and what it found, for machines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.filing.paper import Enclosure
from certify.filing.report import Examination
from certify.findings.finding import Finding
from certify.findings.printers import format_json, format_sarif
from certify.odds.result import describe_wager
from certify.odds.text import format_csv
from certify.spec.model import Jurisdiction


def list_enclosures(
    examination: Examination, waived: Mapping[str, str] | None = None
) -> tuple[Enclosure, ...]:
    """Specification, findings, odds and certificate, by name."""
    findings = [_forget_folder(finding) for finding in examination.findings]
    jurisdiction = examination.jurisdiction
    name = jurisdiction.id
    found = [
        Enclosure(
            f"{name}.yaml",
            "application/yaml",
            "The specification this filing was made from",
            read_specification(jurisdiction),
            "Source",
        ),
        Enclosure(
            f"{name}.findings.json",
            "application/json",
            "The findings",
            f"{format_json(findings, waived or {})}\n".encode(),
        ),
        Enclosure(
            f"{name}.findings.sarif",
            "application/sarif+json",
            "The findings as SARIF 2.1.0",
            f"{format_sarif(findings, waived or {})}\n".encode(),
        ),
        Enclosure(
            f"{name}.odds.json",
            "application/json",
            "The odds, exactly",
            describe_odds(examination).encode(),
        ),
        Enclosure(
            f"{name}.odds.csv",
            "text/csv",
            "The outcomes of every wager, one a line",
            format_csv([(jurisdiction, list(examination.odds))]).encode(),
        ),
    ]
    if examination.certificate is not None and examination.certificate.is_current:
        found.append(
            Enclosure(
                f"{name}.certificate.json",
                "application/json",
                "The certificate of this edition",
                examination.certificate.content,
                "Source",
            )
        )
    return tuple(sorted(found, key=lambda item: item.name))


def _forget_folder(finding: Finding) -> Finding:
    """A finding that names its file alone, so that the place of a checkout does not matter."""
    return replace(finding, file=finding.file.replace("\\", "/").rpartition("/")[2])


def read_specification(jurisdiction: Jurisdiction) -> bytes:
    """The specification's own bytes, unchanged since it was read."""
    content = read_bytes(Path(jurisdiction.source.name))
    if hashlib.sha256(content).hexdigest() != jurisdiction.source.sha256:
        raise CertifyError(
            f"{jurisdiction.source.name} was changed while the filing was made; "
            "run the command again"
        )
    return content


def describe_odds(examination: Examination) -> str:
    """The odds in the form of `certify odds --json`."""
    jurisdiction = examination.jurisdiction
    data = {
        "jurisdiction": jurisdiction.id,
        "spec_sha256": jurisdiction.source.sha256,
        "wagers": [describe_wager(odds) for odds in examination.odds],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def list_across_enclosures(examinations: tuple[Examination, ...]) -> tuple[Enclosure, ...]:
    """Every specification compared, and the odds of all."""
    odds = format_csv([(item.jurisdiction, list(item.odds)) for item in examinations])
    found = [
        Enclosure(
            "comparison.odds.csv",
            "text/csv",
            "The outcomes of every wager, one a line",
            odds.encode(),
        )
    ]
    found += [
        Enclosure(
            f"{item.jurisdiction.id}.yaml",
            "application/yaml",
            f"The specification of {item.jurisdiction.id}",
            read_specification(item.jurisdiction),
            "Source",
        )
        for item in examinations
    ]
    return tuple(sorted(found, key=lambda item: item.name))
