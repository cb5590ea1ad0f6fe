"""Counts through the settlement: the exact odds of every wager, and what is asked of them.

The library has a function of the same name: `certify.odds(SPEC)`. A package cannot be two things
under one name, so this one can be called, and then does what `certify.api.bench.odds` does.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """A package that can be called."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return import_module("certify.api.bench").odds(*arguments, **named)


sys.modules[__name__].__class__ = _Callable
