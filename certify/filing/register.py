"""The letters, open questions and filings of a repository as entries of the register."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

from certify.base.errors import DAMAGED, CertifyError
from certify.base.load import read_bytes
from certify.filing.verification.manifest import NAME, Manifest, read_manifest
from certify.filing.verification.pdf_reader import hold_form, open_pdf, read_file
from certify.gate.register import Entry
from certify.render.answers import is_later, read_rows
from certify.render.questions import CATEGORY, OPEN

DOCUMENTS = (".csv", ".docx", ".md", ".pdf", ".xlsx")
_LARGEST = 1 << 24


def list_documents(paths: Iterable[Path]) -> Iterator[Entry]:
    """Filings, letters and their open questions; other files are left out."""
    here = Path.cwd()
    for found in paths:
        path = found.relative_to(here) if found.is_relative_to(here) else found
        try:
            if path.suffix == ".pdf":
                yield from _read_pdf(path)
                continue
            if path.suffix == ".docx":
                yield from _read_letter(path)
            yield from _list_open(path)
        except CertifyError:
            continue


def _read_letter(path: Path) -> Iterator[Entry]:
    import docx

    try:
        found = docx.Document(io.BytesIO(read_bytes(path, _LARGEST))).core_properties
    except DAMAGED:
        return  # no letter, whatever its name says
    if found.category == CATEGORY:
        yield _describe_letter(path, found.subject, found.keywords)


def _list_open(path: Path) -> Iterator[Entry]:
    """The questions of a letter or checklist that are to be answered later or by a day."""
    for row in read_rows(path):
        answer, due = row["Answer"].strip(), _read_day(row.get("Due date", ""))
        status = row.get("Status", "").strip().casefold() or OPEN
        if status == OPEN and (is_later(answer) or (due and not answer)):
            yield Entry(
                "question",
                str(path),
                f"{row['Specification']} {row.get('No.', '')}".strip(),
                row.get("Owner", ""),
                until=due,
                what=row["Issue"],
            )


def _read_day(text: str) -> str:
    """A day as a spreadsheet writes it, with or without a time; empty if it is none."""
    with suppress(ValueError):
        return date.fromisoformat(text.strip()[:10]).isoformat()
    return ""


def _describe_letter(path: Path, subject: str, head: str) -> Entry:
    """A letter with its date and addressee; `head` has both."""
    date, _, to = head.partition(" ")
    return Entry("letter", str(path), subject, "", date, what=f"to {to}" if to else "")


def _read_pdf(path: Path) -> Iterator[Entry]:
    pdf = open_pdf(read_file(path), str(path))
    with hold_form(str(path)):
        if str(pdf.docinfo.get("/Author", "")) == CATEGORY:
            info = (str(pdf.docinfo.get(key, "")) for key in ("/Subject", "/Keywords"))
            yield _describe_letter(path, *info)
            return
        manifest: Manifest = read_manifest(pdf.attachments[NAME].get_file().read_bytes())
        fields = pdf.Root.get("/AcroForm", {}).get("/Fields", [])
        signed = any(item.get("/FT") == "/Sig" and "/V" in item for item in fields)
    yield Entry(
        "filing",
        str(path),
        ", ".join(manifest.jurisdictions),
        manifest.applicant,
        manifest.date,
        signed="signed, see certify verify" if signed else "unsigned",
        what=manifest.number,
    )
