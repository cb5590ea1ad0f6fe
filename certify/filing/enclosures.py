"""The files inside a filing: everything that it was made from, and its results as data."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.filing.conformity import Regulation
from certify.filing.examination import Examination
from certify.filing.printing import Enclosure
from certify.filing.rounds import format_rounds
from certify.filing.wording import cite_statement
from certify.findings.checked import spread_waivers
from certify.findings.policy import ASSUMED, Policy
from certify.gate.waivers import Waiver
from certify.odds.describe import describe_wager
from certify.odds.tidy import format_tidy
from certify.render.data import Waived, describe_document
from certify.render.words import Words
from certify.spec.model import Jurisdiction
from certify.spec.texts import find_texts

_TEXT = ".document.txt"
_JSON, _YAML, _CSV = "application/json", "application/yaml", "text/csv"
POLICY, WAIVERS, REGULATION = "limits.yaml", "waivers.yaml", "regulation.yaml"
BY_POLICY = (POLICY, WAIVERS, REGULATION, ASSUMED)
"""The enclosures that belong into the folder of the policy."""


def list_enclosures(
    examination: Examination,
    everyone: tuple[Jurisdiction, ...],
    waivers: Iterable[Waiver] = (),
    waived: Waived | None = None,
    regulation: Regulation | None = None,
) -> tuple[Enclosure, ...]:
    """Specifications, policy, regulation, waivers and certificate; findings, statements, rounds and odds."""
    jurisdiction = examination.jurisdiction
    name = jurisdiction.id
    found = [
        *list_sources(jurisdiction, everyone, examination.policy),
        Enclosure(
            f"{name}.statements.csv",
            _CSV,
            "Every statement but the payouts, with its place and standing",
            format_statements(jurisdiction).encode(),
        ),
        Enclosure(
            f"{name}.findings.json",
            _JSON,
            "The verdicts and the issues",
            describe_findings(examination, waived or {}).encode(),
        ),
        Enclosure(
            f"{name}.odds.json", _JSON, "The exact odds", describe_odds(examination).encode()
        ),
        Enclosure(
            f"{name}.odds.csv",
            _CSV,
            "The outcomes of every wager, one per line",
            format_tidy([(jurisdiction.id, list(examination.odds))]).encode(),
        ),
    ]
    if examination.rounds:
        rounds = format_rounds(examination.rounds).encode()
        found.append(Enclosure(f"{name}.rounds.json", _JSON, "The settled rounds", rounds))
    found += list_certificates((examination,))
    found += enclose_regulation(regulation)
    if content := format_waivers(waivers):
        found.append(Enclosure(WAIVERS, _YAML, "The waivers in force", content, "Source"))
    return tuple(sorted(found, key=lambda item: item.name))


def enclose_regulation(regulation: Regulation | None) -> list[Enclosure]:
    """The requirements, where the policy or an option names some."""
    if regulation is None:
        return []
    what = "The requirements that filings are held against"
    return [Enclosure(REGULATION, _YAML, what, regulation.content, "Source")]


def enclose_texts(jurisdiction: Jurisdiction, folder: Path) -> list[Enclosure]:
    """The texts of the documents in a folder, byte for byte."""
    found = find_texts(jurisdiction, folder)
    return [
        Enclosure(
            f"{item.id}{_TEXT}",
            "text/plain",
            f"The text of {item.name}",
            read_bytes(folder / found[item.id].name),
            "Source",
        )
        for item in jurisdiction.documents
    ]


def is_text(name: str) -> bool:
    """Whether an enclosure is the text of a document."""
    return name.endswith(_TEXT)


def format_statements(jurisdiction: Jurisdiction) -> str:
    """The statements of the specification except the payouts, one per line."""
    words = Words(jurisdiction)
    with StringIO() as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("key", "paytable", "title", "value", "standing", "place", "because"))
        for item in jurisdiction.list_statements():
            if item.line is None:  # the payouts are in the file of the odds
                value = "" if item.value is None else words.value(item.key, item.value)
                said = (words.title(item.key), value, str(item.standing), cite_statement(item))
                writer.writerow((item.key, item.paytable or "", *said, item.because))
        return text.getvalue()


def format_waivers(waivers: Iterable[Waiver]) -> bytes:
    """The waivers as a file, by fingerprint; empty where there are none."""
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
    """The certificates of the specifications that are approved."""
    return [
        Enclosure(
            f"{item.jurisdiction.id}.certificate.json",
            _JSON,
            "The certificate of this revision",
            item.certificate.content,
            "Source",
        )
        for item in examinations
        if item.certificate.is_current
    ]


def list_sources(
    jurisdiction: Jurisdiction | None, everyone: tuple[Jurisdiction, ...], policy: Policy
) -> list[Enclosure]:
    """Everything that a filing is made from: its own specification, the others, the policy.

    The document whose house way the policy assumes is enclosed under a name of its own where it is not
    one of the others, so that it is not compared with them when the filing is made again.
    """
    found = [
        Enclosure(
            f"{item.id}.yaml",
            _YAML,
            "The specification of this filing"
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
    assumed = policy.assumed_house_way
    if assumed is not None and assumed.id not in {item.id for item in everyone}:
        what = f"The specification of {assumed.name}, for its house way"
        found.append(Enclosure(ASSUMED, _YAML, what, read_specification(assumed), "Source"))
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


def describe_findings(examination: Examination, waived: Waived) -> str:
    """The verdicts and the issues as JSON; files are named without their folder."""
    data = describe_document(examination.checked, spread_waivers((examination.checked,), waived))
    for issue in data["issues"]:
        for finding in issue["findings"]:
            finding["file"] = str(finding["file"]).replace("\\", "/").rpartition("/")[2]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def describe_odds(examination: Examination) -> str:
    """The odds in the form of `certify odds --json`."""
    data = {
        "jurisdiction": examination.jurisdiction.id,
        "spec_sha256": examination.jurisdiction.source.sha256,
        "wagers": [describe_wager(odds) for odds in examination.odds],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def list_comparison_enclosures(
    examinations: tuple[Examination, ...],
    everyone: tuple[Jurisdiction, ...],
    regulation: Regulation | None = None,
) -> tuple[Enclosure, ...]:
    """Every specification that was used, policy and regulation, and the odds of the documents compared."""
    odds = format_tidy((item.jurisdiction.id, list(item.odds)) for item in examinations)
    found = [
        Enclosure(
            "comparison.odds.csv", _CSV, "The outcomes of every wager, one per line", odds.encode()
        ),
        *list_sources(None, everyone, examinations[0].policy),
        *list_certificates(examinations),
        *enclose_regulation(regulation),
    ]
    return tuple(sorted(found, key=lambda item: item.name))
