"""A built model as plain data, without the places in its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from certify.game.views import HandCondition
from certify.spec.catalogue import LINE_ENVY, LINE_PAYS, PARAMETERS, Parameter
from certify.spec.model import Names

_PLACES = {"path", "source"}


def list_plain(value: Any) -> Any:
    """Every field of a model that has a value, except where it stands in the file."""
    if isinstance(value, Parameter):
        own = value not in (
            *PARAMETERS.values(),
            LINE_PAYS,
            LINE_ENVY,
        )  # a question of the document
        return [value.key, value.title, value.description, *value.choices] if own else value.key
    if isinstance(value, HandCondition):
        return str(value)
    if is_dataclass(value):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        return {
            name: list_plain(item)
            for name, item in found.items()
            if name not in _PLACES and item not in (None, "", (), False, Names())
        }
    if isinstance(value, Mapping):
        return {key: list_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        return [list_plain(item) for item in items]
    return str(value) if isinstance(value, Fraction) else value
