"""A violation of a schema, told to a person: where it is, what is wrong, and how to cure it."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from jsonschema.exceptions import ValidationError

from certify.base.errors import Fault
from certify.base.load import DataPath, Source

_STATEMENT_FORMS = ("value", "stated", "silent", "deferred", "not_offered")
_KIND_NAMES = {
    "integer": "a whole number",
    "string": "text",
    "array": "a list",
    "object": "a mapping",
    "boolean": "true or false",
}


def describe_violation(source: Source, error: ValidationError) -> Iterator[Fault]:
    """Every fault behind one violation."""
    for leaf in _descend(error):
        violation = _Violation(source, leaf)
        yield from _DESCRIBERS.get(str(leaf.validator), _describe_form)(violation)


def _descend(error: ValidationError) -> Iterator[ValidationError]:
    """The errors of the branch that the writer meant, where a value may have several forms."""
    if error.validator not in {"oneOf", "anyOf"} or not error.context:
        yield error
        return
    branches: dict[int, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(int(inner.schema_path[0]), []).append(inner)
    instance: Any = error.instance
    forms: Any = error.validator_value
    if isinstance(instance, dict):
        for number, form in enumerate(forms):
            if form.get("required", [None])[0] in instance:
                for inner in branches.get(number, ()):
                    yield from _descend(inner)
                return
    yield error


@dataclass(frozen=True)
class _Violation:
    source: Source
    error: ValidationError

    @property
    def path(self) -> DataPath:
        return tuple(self.error.absolute_path)

    @property
    def name(self) -> str:
        words = (str(step) for step in reversed(self.path) if isinstance(step, str))
        return next(words, "the file")

    @property
    def value(self) -> Any:
        return self.error.instance

    @property
    def rule(self) -> Any:
        """What the schema demands."""
        return self.error.validator_value

    @property
    def schema(self) -> dict[str, Any]:
        return self.error.schema if isinstance(self.error.schema, dict) else {}

    @property
    def example(self) -> Any:
        return self.schema.get("examples", [None])[0]

    def fault(self, what: str, cure: str) -> Fault:
        return self.source.fault(self.path, what, cure)


def _describe_extra_keys(violation: _Violation) -> Iterator[Fault]:
    known = list(violation.schema.get("properties", {}))
    for key in violation.value:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            cure = f"did you mean {near[0]}?" if near else f"known here: {', '.join(known)}"
            yield violation.source.fault(
                (*violation.path, key), f"the key {key} is not known here", cure, at_key=True
            )


def _describe_missing_keys(violation: _Violation) -> Iterator[Fault]:
    for key in violation.rule:
        if key not in violation.value:
            told = violation.schema.get("properties", {}).get(key, {}).get("description", "")
            told = f" ({told[:1].lower()}{told[1:].rstrip('.')})" if told else ""
            yield violation.fault(f"{key} is missing", f"add {key}{told}")


def _describe_lonely_keys(violation: _Violation) -> Iterator[Fault]:
    for key, needed in violation.rule.items():
        for other in needed:
            if key in violation.value and other not in violation.value:
                yield violation.source.fault(
                    (*violation.path, key),
                    f"{key} stands without {other}",
                    f"add {other}",
                    at_key=True,
                )


def _describe_choice(violation: _Violation) -> Iterator[Fault]:
    rule = violation.rule
    allowed = rule if isinstance(rule, list) else [rule]
    words = [str(word) for word in allowed]
    near = difflib.get_close_matches(str(violation.value), words, 1)
    cure = f"did you mean {near[0]}?" if near else f"write {' or '.join(words)}"
    yield violation.fault(f"{violation.name} is {_quote(violation.value)}", cure)


def _describe_type(violation: _Violation) -> Iterator[Fault]:
    name, value, rule = violation.name, violation.value, violation.rule
    kinds = [rule] if isinstance(rule, str) else rule
    digits = str(value).replace(",", "")
    if "integer" in kinds and isinstance(value, str) and digits.isdigit():
        yield violation.fault(
            f"{name} is {value}, which YAML reads as text", f"write {int(digits)}"
        )
    elif kinds == ["string"] and isinstance(value, int):
        yield violation.fault(
            f"{name} is {value}, which YAML reads as a number", f'put it in quotes: "{value}"'
        )
    else:
        needed = " or ".join(_KIND_NAMES.get(kind, kind) for kind in kinds)
        yield violation.fault(
            f"{name} is {_quote(value)}, not {needed}",
            f"write for example {_quote(violation.example)}",
        )


def _describe_alternative_forms(violation: _Violation) -> Iterator[Fault]:
    yield violation.fault(
        f"{violation.name} has none of the forms of a statement",
        f"give it one of {', '.join(_STATEMENT_FORMS)}",
    )


def _describe_bound(violation: _Violation) -> Iterator[Fault]:
    below = violation.error.validator == "minimum"
    yield violation.fault(
        f"{violation.name} is {violation.value}, {'below' if below else 'above'} the limit",
        f"write at {'least' if below else 'most'} {violation.rule}",
    )


def _describe_emptiness(violation: _Violation) -> Iterator[Fault]:
    yield violation.fault(
        f"{violation.name} is empty", f"write for example {_quote(violation.example)}"
    )


def _describe_length(violation: _Violation) -> Iterator[Fault]:
    yield violation.fault(
        f"{violation.name} has {len(violation.value)} characters",
        f"keep it within {violation.rule}",
    )


def _describe_repetition(violation: _Violation) -> Iterator[Fault]:
    yield violation.fault(f"{violation.name} lists something twice", "keep one of them")


def _describe_form(violation: _Violation) -> Iterator[Fault]:
    name, value, example = violation.name, violation.value, violation.example
    digits = str(value).replace(",", "")
    if isinstance(value, str) and digits.isdigit() and isinstance(example, int):
        yield violation.fault(
            f"{name} is {value}, which YAML reads as text", f"write {int(digits)}"
        )
        return
    yield violation.fault(
        f"{name} is {_quote(value)}, which has not the form needed",
        f"write for example {_quote(example)}",
    )


def _quote(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


_DESCRIBERS: dict[str, Callable[[_Violation], Iterator[Fault]]] = {
    "additionalProperties": _describe_extra_keys,
    "required": _describe_missing_keys,
    "dependentRequired": _describe_lonely_keys,
    "enum": _describe_choice,
    "const": _describe_choice,
    "type": _describe_type,
    "oneOf": _describe_alternative_forms,
    "anyOf": _describe_alternative_forms,
    "minimum": _describe_bound,
    "maximum": _describe_bound,
    "minItems": _describe_emptiness,
    "minLength": _describe_emptiness,
    "maxLength": _describe_length,
    "uniqueItems": _describe_repetition,
}
