"""The specifications that a filing was made from, taken out of it once its bytes hold."""

from __future__ import annotations

from pathlib import Path

from certify.base.errors import CertifyError
from certify.base.load import load_bytes
from certify.filing.verification import pdf_reader
from certify.filing.verification.contents import take_out
from certify.filing.verification.manifest import NAME, read_manifest
from certify.filing.verification.outcome import Result
from certify.filing.verification.seal import read_seal
from certify.filing.verification.verify import Wish, verify_content
from certify.spec.model import Jurisdiction
from certify.spec.validate import read_jurisdiction


def read_filed(path: Path) -> dict[str, Jurisdiction]:
    """The jurisdictions that a filing is about, by id; one that was altered is refused.

    Seal, signature and enclosures are checked. The figures are not: who compares two filings computes
    them anew from what is enclosed.
    """
    content = pdf_reader.read_file(path)
    verification = verify_content(content, str(path), Wish(quick=True))
    for check in verification.checks:
        if check.result is Result.DIFFERS:
            raise CertifyError(f"{path}: {check.told}; see certify verify")
    seal = read_seal(content)
    enclosures = take_out(
        pdf_reader.open_pdf(content[: seal.end if seal else len(content)], str(path))
    )
    manifest = read_manifest(enclosures[NAME])
    found = {}
    for name in manifest.jurisdictions:
        specification = enclosures.get(f"{name}.yaml")
        if specification is None:
            raise CertifyError(f"{path}: the specification of {name} is not enclosed")
        item = read_jurisdiction(load_bytes(specification, f"{path}:{name}.yaml"))
        if item.id != name:
            raise CertifyError(f"{path}: the specification of {name} is that of {item.id}")
        found[name] = item
    return found
