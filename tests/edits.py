"""Jurisdictions with single edits, built in memory."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from certify.spec.model import Jurisdiction, build_jurisdiction


def edit(jurisdiction: Jurisdiction, change: Callable[[Any], None]) -> Jurisdiction:
    """Apply a change to a copy of the plain data and build the model anew, meaning unchecked."""
    data = copy.deepcopy(jurisdiction.source.data)
    change(data)
    return build_jurisdiction(replace(jurisdiction.source, data=data))


def put(*path: str | int, value: Any) -> Callable[[Any], None]:
    """A change that sets one value."""

    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change
