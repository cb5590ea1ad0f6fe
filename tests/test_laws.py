"""The four laws, held by machine as far as a machine can."""

import ast
import json
import re

import pytest

from certify.game.vocabulary import READINGS
from certify.spec.model import Money
from certify.spec.parameters import PARAMETERS
from certify.spec.schema import build_jurisdiction_schema
from tests.conftest import IDS, ROOT, load

SOURCES = sorted((ROOT / "certify").rglob("*.py"))
EXACT = ("model", "figures", "cards", "parameters", "engine", "odds", "meaning")


def list_regulatory_figures():
    """Every pay, envy amount and cap of the five files that no other use explains."""
    figures = set()
    for name in IDS:
        jurisdiction = load(name)
        for paytable in jurisdiction.paytables:
            for line in paytable.lines:
                figures |= {line.pays} | ({int(line.envy.amount)} if line.envy else set())
        figures |= {
            int(item.value.amount)
            for item in jurisdiction.list_statements()
            if isinstance(item.value, Money)
        }
    return {figure for figure in figures if figure > 100} - {
        1000
    }  # thousands are counted in layout


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_law_1_python_names_no_jurisdiction(path):
    words = re.compile(
        r"\b(mbs|marina bay|singapore|south.dakota|california|pennsylvania|bgc|"
        r"pgcb|sdcl|fpg-?\d*|shuffle ?master)\b",
        re.IGNORECASE,
    )
    assert not words.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_law_1_python_holds_no_regulatory_number(path):
    figures = list_regulatory_figures()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            assert node.value not in figures, f"{path.name}:{node.lineno}: {node.value}"


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in SOURCES
        if path.relative_to(ROOT / "certify").parts[0].removesuffix(".py") in EXACT
    ],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_law_2_no_float(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), where
        if isinstance(node, ast.Name):
            assert node.id != "float", where
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names}
            assert "sqrt" not in names, where
            assert "random" not in names | {getattr(node, "module", "")}, where


def test_law_3_every_stated_value_cites(jurisdiction):
    for statement in jurisdiction.list_statements():
        if statement.standing in {"stated", "conflicting", "deferred"}:
            assert statement.said
            assert all(item.citation.first >= 1 for item in statement.said)
    for paytable in jurisdiction.paytables:
        for item in (*paytable.lines, *paytable.published):
            assert item.citation.first >= 1
            assert item.citation.clause


def test_every_parameter_has_its_place_in_all_five():
    for name in IDS:
        assert set(load(name).statements) == set(PARAMETERS)


def test_no_parameter_is_idle():
    """A parameter that no document states, conflicts on or defers has no place in the catalogue."""
    for key in PARAMETERS:
        standings = {load(name).statements[key].standing for name in IDS}
        priced = PARAMETERS[key].reading is not None
        assert standings - {"not-offered"}, key
        if key.startswith("identity."):  # what a document should carry on its face
            continue
        assert (
            standings & {"stated", "conflicting", "deferred"}
            or priced
            or any(load(name).statements[key].value is not None for name in IDS)
        ), key


def test_schema_file_is_current():
    path = ROOT / "schemas" / "jurisdiction.schema.json"
    built = json.loads(json.dumps(build_jurisdiction_schema()))
    assert json.loads(path.read_text(encoding="utf-8")) == built, "run make schemas"


def test_schemas_explain_every_property_and_are_closed():
    for path in sorted((ROOT / "schemas").glob("*.schema.json")):
        for place, schema in walk(json.loads(path.read_text(encoding="utf-8"))):
            if "properties" in schema and schema.get("type") == "object":
                assert schema.get("additionalProperties") is False, f"{path.name} {place}"
                for name, inner in schema["properties"].items():
                    assert "description" in inner, f"{path.name} {place}/{name}"
                    assert "examples" in inner or "const" in inner, f"{path.name} {place}/{name}"


def walk(schema, place=""):
    if isinstance(schema, dict):
        yield place, schema
        for key, value in schema.items():
            if key not in {"examples", "const", "enum"}:
                yield from walk(value, f"{place}/{key}")
    elif isinstance(schema, list):
        for number, value in enumerate(schema):
            yield from walk(value, f"{place}/{number}")


def test_every_reading_key_has_a_parameter_or_is_a_choice_of_the_player():
    keys = {item.reading for item in PARAMETERS.values() if item.reading}
    assert set(READINGS) - keys == {"player-strategy"}
    assert keys <= set(READINGS)
