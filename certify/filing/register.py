"""The filings of a repository as entries of the register."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from certify.base.errors import CertifyError
from certify.filing.verification.manifest import NAME, Manifest, read_manifest
from certify.filing.verification.pdf_reader import hold_form, open_pdf, read_file
from certify.gate.register import Entry


def list_filings(paths: Iterable[Path]) -> Iterator[Entry]:
    """The PDF files that certify report wrote; others are left out."""
    for path in paths:
        try:
            manifest, signed = _read(path)
        except CertifyError:
            continue
        yield Entry(
            "filing",
            str(path),
            ", ".join(manifest.jurisdictions),
            manifest.applicant,
            manifest.date,
            signed="signed, see certify verify" if signed else "unsigned",
            what=manifest.number,
        )


def _read(path: Path) -> tuple[Manifest, bool]:
    pdf = open_pdf(read_file(path), str(path))
    with hold_form(str(path)):
        manifest = read_manifest(pdf.attachments[NAME].get_file().read_bytes())
        fields = pdf.Root.get("/AcroForm", {}).get("/Fields", [])
        signed = any(item.get("/FT") == "/Sig" and "/V" in item for item in fields)
    return manifest, signed
