"""The identity of the whole program: two machines with the same digest compute the same rows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from certify.base.identity import hash_modules


@cache
def hash_program() -> str:
    """The identity of all code of the package."""
    package = Path(__file__).resolve().parent.parent
    return hash_modules(package, package.rglob("*.py"))
