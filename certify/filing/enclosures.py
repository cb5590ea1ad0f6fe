"""The files that travel inside a filing: all it was made from, and what it found, for machines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.filing.examination import Examination
from certify.filing.printing import Enclosure
from certify.findings.policy import Policy
from certify.gate.waivers import Waiver
from certify.odds.describe import describe_wager
from certify.odds.tidy import format_tidy
from certify.spec.model import Jurisdiction

_JSON, _YAML, _CSV = "application/json", "application/yaml", "text/csv"
POLICY, WAIVERS = "limits.yaml", "waivers.yaml"


def list_enclosures(
    examination: Examination, everyone: tuple[Jurisdiction, ...], waivers: Iterable[Waiver] = ()
) -> tuple[Enclosure, ...]:
    """Specifications, policy, waivers and certificate, which it was made from; findings and odds."""
    jurisdiction = examination.jurisdiction
    name = jurisdiction.id
    found = [
        *list_sources(jurisdiction, everyone, examination.policy),
        Enclosure(
            f"{name}.findings.json",
            _JSON,
            "The verdict and the matters behind it",
            describe_findings(examination).encode(),
        ),
        Enclosure(
            f"{name}.odds.json", _JSON, "The odds, exactly", describe_odds(examination).encode()
        ),
        Enclosure(
            f"{name}.odds.csv",
            _CSV,
            "The outcomes of every wager, one a line",
            format_tidy([(jurisdiction.id, list(examination.odds))]).encode(),
        ),
    ]
    found += list_certificates((examination,))
    if content := format_waivers(waivers):
        found.append(Enclosure(WAIVERS, _YAML, "The waivers in force", content, "Source"))
    return tuple(sorted(found, key=lambda item: item.name))


def format_waivers(waivers: Iterable[Waiver]) -> bytes:
    """The waivers as a file of its own, by fingerprint; empty where there are none."""
    data = [
        {
            "fingerprint": item.fingerprint,
            "reason": item.reason,
            "accepted_by": item.accepted_by,
            "expires": item.expires.isoformat(),
        }
        for item in sorted(waivers, key=lambda item: item.fingerprint)
    ]
    text = json.dumps({"waivers": data}, indent=1, ensure_ascii=False) + "\n"
    return text.encode() if data else b""


def list_certificates(examinations: tuple[Examination, ...]) -> list[Enclosure]:
    """The certificates of those that somebody approved: what they vouch for is in the filing."""
    return [
        Enclosure(
            f"{item.jurisdiction.id}.certificate.json",
            _JSON,
            "The certificate of this edition",
            item.certificate.content,
            "Source",
        )
        for item in examinations
        if item.certificate.is_current
    ]


def list_sources(
    jurisdiction: Jurisdiction | None, everyone: tuple[Jurisdiction, ...], policy: Policy
) -> list[Enclosure]:
    """Everything that a filing is made from: its own specification, the others, the policy."""
    found = [
        Enclosure(
            f"{item.id}.yaml",
            _YAML,
            "The specification this filing was made from"
            if jurisdiction is not None and item.id == jurisdiction.id
            else f"The specification of {item.name}, for the comparison",
            read_specification(item),
            "Source",
        )
        for item in everyone
    ]
    if policy.source:
        content = read_bytes(Path(policy.source))
        found.append(Enclosure(POLICY, _YAML, "The policy with its criteria", content, "Source"))
    return found


def read_specification(jurisdiction: Jurisdiction) -> bytes:
    """The specification's own bytes, unchanged since it was read."""
    content = read_bytes(Path(jurisdiction.source.name))
    if hashlib.sha256(content).hexdigest() != jurisdiction.source.sha256:
        raise CertifyError(
            f"{jurisdiction.source.name} was changed while the filing was made; "
            "run the command again"
        )
    return content


def describe_findings(examination: Examination) -> str:
    """The verdict and the matters as JSON; files are named without their folder."""
    data = {
        "jurisdiction": examination.jurisdiction.id,
        "verdict": examination.verdict.describe(),
        "matters": [_forget_folder(item.describe()) for item in examination.matters],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _forget_folder(matter: dict[str, Any]) -> dict[str, Any]:
    """A matter whose findings name their file alone: the place of a checkout does not matter."""
    for finding in matter["findings"]:
        finding["file"] = str(finding["file"]).replace("\\", "/").rpartition("/")[2]
    return matter


def describe_odds(examination: Examination) -> str:
    """The odds in the form of `certify odds --json`."""
    data = {
        "jurisdiction": examination.jurisdiction.id,
        "spec_sha256": examination.jurisdiction.source.sha256,
        "wagers": [describe_wager(odds) for odds in examination.odds],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def list_comparison_enclosures(
    examinations: tuple[Examination, ...], everyone: tuple[Jurisdiction, ...]
) -> tuple[Enclosure, ...]:
    """Every specification that the examinations used, the policy, and the odds of those compared."""
    odds = format_tidy((item.jurisdiction.id, list(item.odds)) for item in examinations)
    found = [
        Enclosure(
            "comparison.odds.csv", _CSV, "The outcomes of every wager, one a line", odds.encode()
        ),
        *list_sources(None, everyone, examinations[0].policy),
        *list_certificates(examinations),
    ]
    return tuple(sorted(found, key=lambda item: item.name))
