"""Exact odds, findings and filings for Fortune Pai Gow Poker.

The names below are the library; everything else is private and may change. They are imported when first
used, so that `import certify` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from certify.base.version import __version__

if TYPE_CHECKING:
    from certify.api.bench import load, odds, price, set_hand, settle, solve
    from certify.api.documents import check, diff, report, verify
    from certify.base.errors import CertifyError

__all__ = [
    "CertifyError",
    "__version__",
    "check",
    "diff",
    "load",
    "odds",
    "price",
    "report",
    "set_hand",
    "settle",
    "solve",
    "verify",
]

_HOMES = {
    "CertifyError": "certify.base.errors",
    "check": "certify.api.documents",
    "diff": "certify.api.documents",
    "report": "certify.api.documents",
    "verify": "certify.api.documents",
}
"""Where names stand that are not among the functions of the bench."""


def __getattr__(name: str) -> object:
    """Import a name of the library when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'certify' has no attribute {name!r}")
    from importlib import import_module

    if (
        name == "odds"
    ):  # a package that can be called, so that it is one thing before and after import
        return import_module("certify.odds")
    found = getattr(import_module(_HOMES.get(name, "certify.api.bench")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
