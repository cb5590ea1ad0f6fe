"""What is installed: the version, the optional libraries, and the folders of data."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def locate_folder(name: str) -> Path:
    """Find `jurisdictions`, `schemas` or `reports` wherever certify runs from."""
    shipped = _PACKAGE / "data" / name
    return shipped if shipped.is_dir() else _PACKAGE.parent / name


__version__ = "0.2.0"


EXTRAS = {
    "numba": "odds",
    "numpy": "odds",
    "weasyprint": "pdf",
    "pikepdf": "pdf",
    "pypdfium2": "pdf",
    "pyhanko": "sign",
    "sshsig": "sign",
    "cryptography": "sign",
    "asn1crypto": "sign",
    "xlsxwriter": "xlsx",
    "openpyxl": "xlsx",
    "docx": "docx",
}
"""The extra of the package that brings each library."""
_NEEDED = {
    "odds": "exact counts",
    "pdf": "filings",
    "sign": "signatures",
    "xlsx": "workbooks",
    "docx": "letters",
}


def name_cure(extra: str) -> str:
    """What to type to get an extra."""
    return f"type: pip install 'certify[{extra}]'"


def tell_missing(error: ImportError) -> str | None:
    """Say which library is missing and how to get it, or nothing where it is none of ours."""
    library = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(library)
    if extra is None:
        return None
    return (
        f"{_NEEDED[extra]} need the library {library}, which is not installed; {name_cure(extra)}"
    )
