"""Exact odds, findings and filings for Fortune Pai Gow Poker.

The names below are the library; everything else is private and may change. They are imported when first
used, so that `import certify` costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from certify.base.extras import __version__

if TYPE_CHECKING:
    from certify.api.documents import check, diff, report, verify
    from certify.api.odds import load, odds, price, set_hand, settle, solve
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
"""The modules of the names that are not in `certify.api.odds`."""


class _Library(ModuleType):
    """Keeps the functions of the library where a package has the same name.

    Python makes every imported package an attribute of the one above it: without this, `certify.odds` would
    be a function until something imports the package, and the package from then on.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Library


def __getattr__(name: str) -> object:
    """Import a name of the library when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'certify' has no attribute {name!r}")
    found = getattr(import_module(_HOMES.get(name, "certify.api.odds")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
