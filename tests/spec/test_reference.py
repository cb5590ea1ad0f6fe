"""The reference of a jurisdiction file is current, and the guide names every key."""

import re

from certify.spec.catalogue import ENVY, PARAMETERS, WAGER
from certify.spec.reference import build_reference
from certify.spec.schema import build_jurisdiction_schema
from tests.conftest import ROOT

GUIDE = (ROOT / "docs" / "jurisdictions.md").read_text(encoding="utf-8")


def test_the_parameters_are_current():
    assert (ROOT / "docs" / "parameters.md").read_text(encoding="utf-8") == build_reference(), (
        "run make docs"
    )


def test_every_parameter_stands_in_the_reference():
    rows = re.findall(r"^\| `(\w+)` \|", build_reference(), re.MULTILINE)
    assert len(rows) >= len(PARAMETERS)
    assert {item.name for item in PARAMETERS.values()} <= set(rows)


def test_the_guide_names_every_key_of_a_file():
    """Every key that is no parameter: those stand in the reference."""
    parameters = {item.name for item in PARAMETERS.values()} | {
        item.name for item in (*WAGER, *ENVY)
    }
    schema = build_jurisdiction_schema()
    keys = set(list_keys(schema["properties"])) | set(list_keys(schema["$defs"]["line"]))
    for name in ("at", "statement", "standing", "condition", "pay-in-terms", "other"):
        keys |= set(list_keys(schema["$defs"][name]))
    missing = {key for key in keys - parameters if not re.search(rf"\b{key}\b", GUIDE)}
    assert not missing


def list_keys(schema):
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        for value in schema.values():
            yield from list_keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from list_keys(value)
