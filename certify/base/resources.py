"""Where the data folders are: inside an installed wheel, or at the root of a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def locate_folder(name: str) -> Path:
    """Find `jurisdictions`, `schemas` or `reports` wherever certify runs from."""
    shipped = _PACKAGE / "data" / name
    return shipped if shipped.is_dir() else _PACKAGE.parent / name
