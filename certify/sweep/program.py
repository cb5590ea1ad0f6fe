"""The program by its code: two machines with the same digest compute the same rows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from certify.base.cache import hash_source

_ROOMS = (
    "*.py",
    "base/*.py",
    "game/*.py",
    "game/house_way/*.py",
    "kernels/*.py",
    "odds/*.py",
    "spec/*.py",
    "spec/catalogue/*.py",
    "spec/schema/*.py",
    "sweep/*.py",
    "wagers/*.py",
)


@cache
def hash_program() -> str:
    """A digest of all code that a row comes from."""
    return hash_source(Path(__file__).resolve().parent.parent, _ROOMS)
