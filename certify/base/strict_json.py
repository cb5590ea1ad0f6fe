"""JSON text to plain data, without what JSON readers take differently.

Python takes the last of two equal keys, reads NaN, and turns 10.10 into a float: a round read so
could settle otherwise than its file says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from certify.base.errors import CertifyError
from certify.base.load import MAXIMUM_BYTES, read_bytes

_LONGEST_NUMBER = 24
"""Digits: deals of two hands, by choices of three cards of each, take 20."""


def read_json(path: Path, limit: int = MAXIMUM_BYTES) -> Any:
    """Read a JSON file of at most so many bytes strictly."""
    return parse_json(read_bytes(path, limit), str(path))


def parse_json(content: bytes, name: str) -> Any:
    """Read JSON text strictly; the name stands in messages."""
    try:
        return json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_build_object,
            parse_float=_refuse_float,
            parse_constant=_refuse_constant,
            parse_int=_parse_integer,
        )
    except UnicodeDecodeError as error:
        problem = f"byte {error.start + 1} is not UTF-8; save the file as UTF-8"
    except json.JSONDecodeError as error:
        place = f"{error.lineno}:{error.colno}"  # as editors read it
        raise CertifyError(
            f"{name}:{place}: this is not JSON ({error.msg}); correct it there"
        ) from None
    except RecursionError:
        problem = "lists or objects are nested too deeply"
    except CertifyError as error:
        problem = str(error)
    raise CertifyError(f"{name}: {problem}")


def refuse_floats(data: Any, field: str = "") -> None:
    """Refuse floats in data that never was text: 1.0 would pass for a whole number."""
    if isinstance(data, float):
        raise CertifyError(
            f"{field or 'the data'}: {data} is a float, which is not exact; "
            'write money as text like "10.50", a seat as a whole number'
        )
    if isinstance(data, Mapping):
        for key, value in data.items():
            refuse_floats(value, f"{field}.{key}".lstrip("."))
    elif isinstance(data, list | tuple):
        for place, value in enumerate(data):
            refuse_floats(value, f"{field}[{place}]")


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise CertifyError(f"duplicate key {key!r}; keep one of them")
    return dict(pairs)


def _refuse_float(text: str) -> NoReturn:
    raise CertifyError(f'{text} is a float, which is not exact; write money in quotes: "{text}"')


def _refuse_constant(text: str) -> NoReturn:
    raise CertifyError(f'{text} is not a JSON number; write money in quotes, like "10.50"')


def _parse_integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise CertifyError(
            f"the number {text[:_LONGEST_NUMBER]}... is too long; write at most {_LONGEST_NUMBER} digits"
        )
    return int(text)
