"""A built model as plain data, without the places in its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from certify.game.views import HandCondition
from certify.spec.catalogue import PARAMETERS, Parameter

_PLACES = {"path", "source"}


def list_plain(value: Any) -> Any:
    """Every field of a model that has a value, except where it stands in the file."""
    if isinstance(value, Parameter):
        own = value.key not in PARAMETERS  # a question of the document's own
        return [value.key, value.description, *value.choices] if own else value.key
    if isinstance(value, HandCondition):
        return str(value)
    if is_dataclass(value):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        return {
            name: list_plain(item)
            for name, item in found.items()
            if name not in _PLACES and item not in (None, "", (), False)
        }
    if isinstance(value, Mapping):
        return {key: list_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        return [list_plain(item) for item in items]
    return str(value) if isinstance(value, Fraction) else value
