"""Plain data to every violation of the schema, told by position, and then of the meaning."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from certify.base.errors import CertifyError, Fault, InvalidSpec
from certify.base.load import SourceFile, load_bytes, load_file, read_standard_input
from certify.base.names import match_name, quote, tell_near
from certify.base.resources import locate_folder
from certify.spec.build import build_jurisdiction
from certify.spec.expand import FORMAT, expand
from certify.spec.model import Jurisdiction
from certify.spec.semantic_checks import list_faults_of_meaning
from certify.spec.violations import describe_violation
from certify.spec.wager_checks import list_faults_of_ranks

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

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
            raise CertifyError(f"no specification in {folder}; their names end in .yaml")
        found += inside
    if not named:
        found = list_specs()
    return list(dict.fromkeys(found))
