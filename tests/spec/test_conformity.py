"""The quick answer on a schema is the library's answer."""

from __future__ import annotations

import copy
import json

import pytest

from certify.base.errors import CertifyError
from certify.base.load import load_file
from certify.spec.conformity import _compile, _Unknown, conforms
from certify.spec.validate import make_validator
from tests.conftest import IDS, ROOT


def list_examples():
    """The examples that are plain data; of the others no schema is asked."""
    for path in sorted((ROOT / "tests" / "specs").rglob("*.yaml")):
        try:
            yield pytest.param(load_file(path).data, id=path.stem)
        except CertifyError:
            continue


def agree(data: object, schema: str) -> bool:
    """What both say, which must be the same."""
    quick = conforms(data, schema)
    assert quick is make_validator(schema).is_valid(data)
    return quick


@pytest.mark.parametrize("name", IDS)
def test_the_files_of_the_project_conform(name):
    path = ROOT / "jurisdictions" / f"{name}.yaml"
    assert agree(load_file(path).data, "jurisdiction")
    certificate = path.with_name(f"{name}.certificate.json")
    assert agree(json.loads(certificate.read_text(encoding="utf-8")), "certificate")


@pytest.mark.parametrize("data", tuple(list_examples()))
def test_examples_are_judged_alike(data):
    agree(data, "jurisdiction")


def list_mutations(data, path=()):
    """Every way to spoil one value: another kind, another word, a key too many, one too few."""
    if isinstance(data, dict):
        yield path, {**data, "surplus": 1}
        for key in data:
            yield path, {name: value for name, value in data.items() if name != key}
            yield from list_mutations(data[key], (*path, key))
    elif isinstance(data, list):
        yield path, [*data, *data]
        yield path, []
        for place, item in enumerate(data):
            yield from list_mutations(item, (*path, place))
    else:
        yield from ((path, other) for other in ("", "no such word", -1, True, None, [], {}))


def put(data, path, value):
    if not path:
        return value
    changed = copy.copy(data)
    changed[path[0]] = put(data[path[0]], path[1:], value)
    return changed


MINIMAL = ROOT / "tests" / "specs" / "accept" / "minimal.yaml"


@pytest.mark.parametrize(
    "step", [pytest.param(1, marks=pytest.mark.slow), 40], ids=["every", "some"]
)
def test_spoilt_values_of_the_smallest_file_are_judged_alike(step):
    data = load_file(MINIMAL).data
    mutations = list(list_mutations(data))[::step]
    judged = {agree(put(data, *item), "jurisdiction") for item in mutations}
    assert judged == {False, True}


@pytest.mark.slow
@pytest.mark.parametrize("name", IDS)
def test_spoilt_values_of_a_file_are_judged_alike(name):
    data = load_file(ROOT / "jurisdictions" / f"{name}.yaml").data
    mutations = list(list_mutations(data))
    for item in mutations[:: max(1, len(mutations) // 150)]:  # the library takes its time
        agree(put(data, *item), "jurisdiction")


ROUND = {
    "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"},
    "players": [{"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}],
}


def test_every_spoilt_value_of_a_round_is_judged_alike():
    assert agree(ROUND, "round")
    for path, value in list_mutations(ROUND):
        agree(put(ROUND, path, value), "round")


@pytest.mark.parametrize("value", [1.0, float("nan"), b"1", {1: "one"}, (1, 2)])
def test_what_is_no_plain_data_is_left_to_the_library(value):
    assert not conforms(put(ROUND, ("players", 0, "seat"), value), "round")


def test_a_keyword_that_is_not_known_is_left_to_the_library():
    with pytest.raises(_Unknown):
        _compile({"type": "string", "format": "date"}, "round.schema.json")
    with pytest.raises(_Unknown):
        _compile({"type": "number"}, "round.schema.json")
