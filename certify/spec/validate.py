"""Plain data to every violation of the schema, told by position, and then of the meaning."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from certify.base.errors import CertifyError, Fault, InvalidSpec
from certify.base.extras import locate_folder
from certify.base.load import DataPath, SourceFile, load_bytes, load_file, read_standard_input
from certify.base.names import match_name, quote, tell_near
from certify.spec.build import build_jurisdiction
from certify.spec.expand import CITATION_PATTERN, FORMAT, STANDINGS, expand, tell_citation
from certify.spec.model import Jurisdiction
from certify.spec.semantic_checks import list_faults_of_meaning
from certify.spec.wager_checks import list_faults_of_ranks

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


_PAY_IN_TERMS = "#/$defs/pay-in-terms"
_KEYS_OF_FORMS = {
    "#/$defs/other": {"other"},
    _PAY_IN_TERMS: {"to", "for", "money", "meter", "stake"},
    "#/$defs/matrix": {"tables", "rows"},
}
"""By which keys a mapping is known for one of several forms."""

_FEW = 6
"""So many words are told as alternatives; more as a list."""

_KIND_NAMES = {
    "integer": "a whole number",
    "string": "text",
    "array": "a list",
    "object": "a mapping",
    "boolean": "true or false",
}


_LONGEST_NUMBER = 18
_PERCENT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?%", re.ASCII)


def describe_violation(source: SourceFile, error: ValidationError) -> Iterator[Fault]:
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
    meant = _guess_branch(error)
    if meant is None or meant not in branches:
        yield error
        return
    for inner in branches[meant]:
        yield from _descend(inner)


def _guess_branch(error: ValidationError) -> int | None:
    """The form that the keys of a mapping point to; for any other value the first form."""
    instance: Any = error.instance
    forms: Any = error.validator_value
    if error.validator == "oneOf":
        return _guess_standing(instance, forms)
    if not isinstance(instance, dict):
        return 0
    for number, form in enumerate(forms):
        if set(form.get("properties", ())) & set(instance):
            return number
    for number, form in enumerate(forms):
        if _KEYS_OF_FORMS.get(form.get("$ref", ""), set()) & set(instance):
            return number
    references = [form.get("$ref") for form in forms]
    return references.index(_PAY_IN_TERMS) if _PAY_IN_TERMS in references else 0


def _guess_standing(instance: Any, forms: Any) -> int | None:
    """The standing of a statement, told by its first key; a list, where one is a form."""
    keys = instance if isinstance(instance, dict) else {}
    for number, form in enumerate(forms):
        if isinstance(instance, list) and form.get("type") == "array":
            return number
        if any(key in keys for key in form.get("required", ())[:1]):
            return number
    return None


_NEEDED = {"because": "a reason", "at": "a citation", "document": "a document"}
"""What a key is called in a message that it is missing."""


@dataclass(frozen=True)
class _Violation:
    source: SourceFile
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

    @property
    def wants_money(self) -> bool:
        """Whether a sum of money is asked for."""
        return str(self.schema.get("pattern", "")).endswith("[A-Z]{3}$")

    @property
    def takes_other(self) -> bool:
        """Whether the document may say its own thing here."""
        parent = self.error.parent
        forms: Any = parent.validator_value if parent and parent.validator == "anyOf" else ()
        return any(form.get("$ref") == "#/$defs/other" for form in forms)

    def fault(self, what: str, cure: str) -> Fault:
        is_other = self.value == "other" or (isinstance(self.value, dict) and "other" in self.value)
        if is_other and {"lines", "rows"} & set(self.path):
            cure = "write 'other: …' in the row itself, in your own words"
        return self.source.fault(self.path, what, cure)


def _describe_extra_keys(violation: _Violation) -> Iterator[Fault]:
    known = list(violation.schema.get("properties", {}))
    for key in violation.value:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            cure = f"did you mean {near[0]}?" if near else f"write one of {', '.join(known)}"
            if "pays" in known or {"hand", "joker"} <= {*known}:
                cure += "; for a condition without a key write {other: …} in your own words"
            yield violation.source.fault(
                (*violation.path, key), f"unknown key {_show(key)}", cure, at_key=True
            )


def _describe_missing_keys(violation: _Violation) -> Iterator[Fault]:
    in_section = "else" in violation.error.schema_path
    for key in violation.rule:
        if key not in violation.value:
            told = violation.schema.get("properties", {}).get(key, {}).get("description", "")
            told = f" ({told[:1].lower()}{told[1:].rstrip('.')})" if told else ""
            rest = ", or add 'all' for all parameters that are not listed" if in_section else ""
            yield violation.fault(f"{key} is missing", f"add {key}{told}{rest}")


def _describe_lonely_keys(violation: _Violation) -> Iterator[Fault]:
    for key, needed in violation.rule.items():
        for other in needed:
            if key in violation.value and other not in violation.value:
                yield violation.source.fault(
                    (*violation.path, key),
                    f"'{key}' needs {_NEEDED.get(other, repr(other))}",
                    f"add '{other}: …'",
                    at_key=True,
                )


def _describe_choice(violation: _Violation) -> Iterator[Fault]:
    """A nearest word is not proposed: a value that is only spelled alike would be another fact."""
    rule = violation.rule
    allowed = rule if isinstance(rule, list) else [rule]
    words = [_quote(word) for word in allowed]
    cure = (
        f"write {' or '.join(words)}" if len(words) <= _FEW else f"write one of {', '.join(words)}"
    )
    if "high-card" in allowed and str(violation.value).endswith("high"):
        cure = "write hand: high-card, and for example highest: 9"
    if violation.takes_other:
        cure += ", or {other: …} in your own words"
    yield violation.fault(f"{violation.name} is {_show(violation.value)}", cure)


def _describe_type(violation: _Violation) -> Iterator[Fault]:
    name, value, rule = violation.name, violation.value, violation.rule
    kinds = [rule] if isinstance(rule, str) else rule
    digits = str(value).replace(",", "")
    if "integer" in kinds and isinstance(value, str) and _is_number(digits):
        yield violation.fault(
            f"{name} is {_show(value)}, which YAML reads as text", f"write {int(digits)}"
        )
    elif violation.wants_money and isinstance(value, int):
        yield violation.fault(
            f"{name} is {value}, an amount without its currency",
            f"write for example {value} {violation.source.data.get('currency', 'USD')}",
        )
    elif kinds == ["string"] and isinstance(value, int):
        yield violation.fault(
            f"{name} is {value}, which YAML reads as a number", f'put it in quotes: "{value}"'
        )
    else:
        needed = " or ".join(_KIND_NAMES.get(kind, kind) for kind in kinds)
        yield violation.fault(
            f"{name} is {_show(value)}, not {needed}",
            f"write for example {_quote(violation.example)}",
        )


def _describe_alternative_forms(violation: _Violation) -> Iterator[Fault]:
    forms = [form["required"][0] for form in violation.rule if form.get("required")]
    if not forms:  # no standings: a word, or a value of a kind
        kinds = [
            form.get("const", _KIND_NAMES.get(form.get("type", ""))) for form in violation.rule
        ]
        yield violation.fault(
            f"{violation.name} is {_show(violation.value)}, which is not of the required form",
            f"write {' or '.join(str(kind) for kind in kinds if kind)}",
        )
        return
    keys = violation.value if isinstance(violation.value, dict) else {}
    given = [form for form in forms if form in keys]
    if len(given) > 1:
        yield violation.fault(f"{' and '.join(given)} exclude each other", "keep one of them")
    elif not STANDINGS & set(forms):
        yield violation.fault(f"{violation.name} has no {' or '.join(forms)}", "add one of them")
    else:
        yield violation.fault(
            f"{violation.name} has no {'value or ' * ('value' in forms)}standing",
            f"write one of {', '.join(forms)}",
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


def _describe_surplus(violation: _Violation) -> Iterator[Fault]:
    yield violation.fault(
        f"{' and '.join(violation.rule['required'])} exclude each other", "keep one of them"
    )


def _describe_length(violation: _Violation) -> Iterator[Fault]:
    yield violation.fault(
        f"{violation.name} has {len(violation.value)} characters",
        f"write at most {violation.rule}",
    )


def _describe_repetition(violation: _Violation) -> Iterator[Fault]:
    yield violation.fault(f"{violation.name} contains an entry twice", "keep one of them")


def _describe_form(violation: _Violation) -> Iterator[Fault]:
    name, value, example = violation.name, violation.value, violation.example
    digits = str(value).replace(",", "")
    if isinstance(value, str) and _is_number(digits) and isinstance(example, int):
        yield violation.fault(
            f"{name} is {_show(value)}, which YAML reads as text", f"write {int(digits)}"
        )
        return
    if str(violation.schema.get("pattern", "")).endswith(CITATION_PATTERN):
        yield violation.fault(*tell_citation(str(value)))
        return
    shown = [_quote(item) for item in violation.schema.get("examples", [None])]
    percent = _PERCENT.fullmatch(str(value))
    if percent and any("/" in text for text in shown):
        share = Fraction(percent[1]) / 100
        yield violation.fault(
            f"{name} is {_show(value)}, and a share is written as a fraction", f"write {share}"
        )
        return
    yield violation.fault(
        f"{name} is {_show(value)}, which is not of the required form",
        f"write for example {' or '.join(shown)}",
    )


def _is_number(text: str) -> bool:
    """Whether it is a plain whole number; ² is a digit to Python, and a million digits are no number."""
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER


def _quote(value: Any) -> str:
    plain = isinstance(value, dict | list | bool)
    text = json.dumps(value, ensure_ascii=False) if plain else " ".join(str(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _show(value: Any) -> str:
    """A value as it was typed; a text in quotes."""
    return f"'{_quote(value)}'" if isinstance(value, str) else _quote(value)


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
    "minProperties": _describe_emptiness,
    "not": _describe_surplus,
    "maxLength": _describe_length,
    "uniqueItems": _describe_repetition,
}


STANDARD_INPUT = Path("-")


@lru_cache(maxsize=1)
def load_schemas() -> Mapping[str, Any]:
    """Every schema of the project, by the name with which others refer to it."""
    paths = sorted(locate_folder("schemas").glob("*.schema.json"))
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}


@lru_cache(maxsize=16)
def make_validator(name: str) -> Draft202012Validator:
    """The validator of a schema that describes every violation, and takes its time."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    resources = [(key, Resource.from_contents(item)) for key, item in load_schemas().items()]
    registry: Any = Registry().with_resources(resources)
    return Draft202012Validator(load_schemas()[f"{name}.schema.json"], registry=registry)


@lru_cache(maxsize=16)
def _make_quick_validator(name: str) -> jsonschema_rs.Draft202012Validator:
    """The validator of a schema that is quick, which matters since most files are valid."""
    registry = jsonschema_rs.Registry(list(load_schemas().items()))
    return jsonschema_rs.Draft202012Validator(
        load_schemas()[f"{name}.schema.json"], registry=registry
    )


def conforms(data: Any, name: str) -> bool:
    """Whether data surely meets a schema; `make_validator` judges the rest."""
    try:
        return _make_quick_validator(name).is_valid(data)
    except ValueError:  # data that no JSON holds, or nested too deeply
        return False


def list_schema_faults(source: SourceFile, schema: str) -> list[Fault]:
    """Every violation of a schema, each at its line and column with a cure."""
    if conforms(source.data, schema):
        return []
    faults: list[Fault] = []
    for error in make_validator(schema).iter_errors(source.data):
        faults.extend(describe_violation(source, error))
    return sorted(set(faults))


def read_jurisdiction(source: SourceFile) -> Jurisdiction:
    """Build the model of a file, or raise with every fault of schema and meaning."""
    faults = _list_faults_of_format(source) or list_schema_faults(source, "jurisdiction")
    if faults:
        raise InvalidSpec(faults)
    plain = expand(source)
    faults = list_faults_of_ranks(plain)
    if faults:
        raise InvalidSpec(faults)
    jurisdiction = build_jurisdiction(plain)
    faults = list_faults_of_meaning(jurisdiction)
    if faults:
        raise InvalidSpec(faults)
    return jurisdiction


def _list_faults_of_format(source: SourceFile) -> list[Fault]:
    """One fault where a file is in an earlier format, instead of one for each of its citations."""
    if not isinstance(source.data, dict) or source.data.get("schema", 1) != 1:
        return []
    return [
        source.fault(
            ("schema",) if "schema" in source.data else (),
            f"the specification has no 'schema: {FORMAT}', so it is in format 1",
            f"run: certify migrate {source.name} -o NEW.yaml",
        )
    ]


def load_jurisdiction(path: Path) -> Jurisdiction:
    """Load, validate and build a jurisdiction from a file; `-` is standard input."""
    if path == STANDARD_INPUT:
        return read_jurisdiction(load_bytes(read_standard_input("a jurisdiction file"), "-"))
    return read_jurisdiction(load_file(path))


def load_valid(paths: Iterable[Path]) -> tuple[list[Jurisdiction], list[Fault]]:
    """The files that are valid, and the faults of those that are not: a draft does not block the others."""
    loaded: list[Jurisdiction] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            loaded.append(load_jurisdiction(path))
        except InvalidSpec as error:
            faults += error.faults
    return loaded, faults


def list_specs() -> list[Path]:
    """Every specification in ./jurisdictions; the shipped ones if there is none."""
    own = sorted(Path("jurisdictions").glob("*.yaml"))
    return own or sorted(locate_folder("jurisdictions").glob("*.yaml"))


def find_spec(spec: str) -> Path:
    """A jurisdiction file by its id or its path; `-` is standard input."""
    if not spec.strip():
        raise CertifyError("SPEC is empty; give the id of a jurisdiction, a YAML file or a folder")
    path = Path(spec)
    if path == STANDARD_INPUT or path.is_file():
        return path
    for folder in (Path("jurisdictions"), locate_folder("jurisdictions")):
        stem = match_name(spec, (item.stem for item in folder.glob("*.yaml")))
        if stem is not None:
            return folder / f"{stem}.yaml"
    if path.suffix in {".yaml", ".yml"}:
        beside = [str(item) for item in sorted(path.parent.glob("*.y*ml"))] if spec else []
        near = (
            f"; {tell_near(spec, beside, 'the folder contains')}" if beside else "; check the path"
        )
        raise CertifyError(f"{path}: file not found{near}")
    known = sorted(path.stem for path in list_specs())
    cure = tell_near(spec, known, "give a path to a YAML file or one of")
    raise CertifyError(f"no jurisdiction {quote(spec)}; {cure}")


def find_specs(specs: Iterable[str]) -> list[Path]:
    """The files that ids, paths and folders name; every jurisdiction where nothing is named."""
    named = list(specs)
    found: list[Path] = []
    for spec in named:
        folder = Path(spec)
        if (
            not spec.strip()
            or not folder.is_dir()
            or (Path("jurisdictions") / f"{spec}.yaml").is_file()
        ):
            found.append(find_spec(spec))
            continue
        inside = sorted(folder.glob("*.yaml"))
        if not inside:
            raise CertifyError(
                f"no specification in {folder}; name a folder that contains .yaml files"
            )
        found += inside
    if not named:
        found = list_specs()
    return list(dict.fromkeys(found))
