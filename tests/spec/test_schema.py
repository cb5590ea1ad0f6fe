"""The schemas of a specification and of a house way follow from the records and the vocabulary."""

import json
import shutil

import pytest

from certify.game.views import CONDITIONS
from certify.spec.catalogue import PARAMETERS, ValueKind
from certify.spec.expand import CITATION_PATTERN
from certify.spec.schema import build_house_way_schema, build_jurisdiction_schema
from certify.spec.texts import parse_anchor
from tests.conftest import ROOT


@pytest.fixture
def rebuild(tmp_path):
    """What is built from the schemas after something in them was changed."""

    def build(spoil, name, maker):
        for path in (ROOT / "schemas").glob("*.json"):
            shutil.copy(path, tmp_path)
        path = tmp_path / f"{name}.schema.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        spoil(schema)
        path.write_text(json.dumps(schema), encoding="utf-8")
        return json.loads(json.dumps(maker(tmp_path)))

    return build


def read(name):
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def forget_parameters(schema):
    """Leave one parameter of each kind, as if the others were new."""
    kept = {item.kind: item.key for item in reversed(PARAMETERS.values())}
    kept |= {"pays": "wager.pays", ValueKind.ENVY: "wager.envy"}
    for key in [key for key in schema["$defs"] if key.startswith("value-of-")]:
        if key.removeprefix("value-of-") not in kept.values():
            del schema["$defs"][key]
    wager = schema["properties"]["wagers"]["items"]
    for part in (*schema["properties"].values(), wager, wager["properties"]["envy"]):
        for name in part.get("else", {}).get("required", ()):
            del part["properties"][name]
        if "else" in part:
            part["else"]["required"] = []


def forget_conditions(schema):
    """Leave one condition of each form, in the definition of a condition alone."""
    kept = {item.form: item.key for item in CONDITIONS}
    for record in CONDITIONS:
        del schema["$defs"]["line"]["properties"][record.key]
        if record.key not in kept.values():
            del schema["$defs"]["condition"]["properties"][record.key]


def drop_examples(schema):
    """The same without examples, which a new condition has from another one of its form."""
    if isinstance(schema, dict):
        return {key: drop_examples(item) for key, item in schema.items() if key != "examples"}
    return [drop_examples(item) for item in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize("spoil", [forget_parameters, forget_conditions])
def test_what_is_new_in_a_specification_is_written(rebuild, spoil):
    expected = read("jurisdiction")
    found = rebuild(spoil, "jurisdiction", build_jurisdiction_schema)
    assert found["properties"] == expected["properties"]
    assert drop_examples(found["$defs"]) == drop_examples(expected["$defs"])


def test_what_is_new_in_a_house_way_is_written(rebuild):
    def spoil(schema):
        for name in ("shape", "complete", "leaving"):
            schema["$defs"][name]["enum"] = []
        schema["$defs"]["rule"]["properties"]["when"]["properties"].pop("highest_single")
        schema["properties"]["readings"]["items"]["oneOf"][1:] = []
        schema["properties"]["tie_break"] = {}

    found = rebuild(spoil, "house-way", build_house_way_schema)
    assert found == read("house-way")


def test_patterns_of_the_schema_are_those_of_the_program():
    defined = read("jurisdiction")["$defs"]
    assert defined["at"]["pattern"] == defined["citations"]["pattern"] == CITATION_PATTERN
    documents = read("jurisdiction")["properties"]["documents"]["items"]["properties"]
    (example,) = documents["anchors"]["items"]["examples"]
    assert str(parse_anchor(example)) == example
