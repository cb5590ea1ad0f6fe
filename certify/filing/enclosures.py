"""The files that travel inside a filing: what it was made from, and what it found, for machines."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from certify.errors import CertifyError
from certify.filing.paper import Enclosure
from certify.filing.report import Examination, describe_findings
from certify.load import read_bytes
from certify.model import Jurisdiction
from certify.odds.result import describe_wager
from certify.odds.text import format_csv


def list_enclosures(examination: Examination) -> tuple[Enclosure, ...]:
    """Specification, findings, odds and certificate, by name."""
    jurisdiction = examination.jurisdiction
    name = jurisdiction.id
    found = [
        Enclosure(f"{name}.yaml", "application/yaml", "The specification this filing was made from",
                  read_specification(jurisdiction), "Source"),
        Enclosure(f"{name}.findings.json", "application/json", "The findings",
                  describe_findings(examination.findings).encode()),
        Enclosure(f"{name}.odds.json", "application/json", "The odds, exactly",
                  describe_odds(examination).encode()),
        Enclosure(f"{name}.odds.csv", "text/csv", "The outcomes of every wager, one a line",
                  format_csv([(jurisdiction, list(examination.odds))]).encode()),
    ]
    if examination.certificate is not None:
        found.append(Enclosure(
            f"{name}.certificate.json", "application/json", "The certificate of this edition",
            examination.certificate, "Source"))
    return tuple(sorted(found, key=lambda item: item.name))


def read_specification(jurisdiction: Jurisdiction) -> bytes:
    """The specification's own bytes, unchanged since it was read."""
    content = read_bytes(Path(jurisdiction.source.name))
    if hashlib.sha256(content).hexdigest() != jurisdiction.source.sha256:
        raise CertifyError(f"{jurisdiction.source.name} was changed while the filing was made; "
                           "run the command again")
    return content


def describe_odds(examination: Examination) -> str:
    """The odds in the form of `certify odds --json`."""
    jurisdiction = examination.jurisdiction
    data = {"jurisdiction": jurisdiction.id, "spec_sha256": jurisdiction.source.sha256,
            "wagers": [describe_wager(odds) for odds in examination.odds]}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def list_across_enclosures(examinations: tuple[Examination, ...]) -> tuple[Enclosure, ...]:
    """Every specification compared, and the odds of all."""
    odds = format_csv([(item.jurisdiction, list(item.odds)) for item in examinations])
    found = [Enclosure("comparison.odds.csv", "text/csv", "The outcomes of every wager, one a line",
                       odds.encode())]
    found += [
        Enclosure(f"{item.jurisdiction.id}.yaml", "application/yaml",
                  f"The specification of {item.jurisdiction.id}",
                  read_specification(item.jurisdiction), "Source")
        for item in examinations]
    return tuple(sorted(found, key=lambda item: item.name))
