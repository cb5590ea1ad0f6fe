"""The laws, held by machine as far as a machine can."""

import ast
import json
import re
from functools import cache

import pytest

from certify.spec.catalogue import ENVY, GAME, PARAMETERS, WAGER, Moves, Touches, ValueKind
from certify.spec.model import Standing
from certify.spec.schema import SCHEMAS
from certify.spec.values import Money, Pay
from tests.conftest import IDS, ROOT, load

SOURCES = sorted((ROOT / "certify").rglob("*.py"))
EXACT = ("base", "game", "spec", "wagers", "engine", "odds", "findings", "gate", "sweep", "api")
"""The rooms in which a figure is made or compared."""


@cache
def list_regulatory_figures():
    """Every pay, envy amount and cap of the five files that no other use explains."""
    figures = set()
    for name in IDS:
        for statement in load(name).list_statements():
            for value in (statement.value, *statement.other_values):
                if isinstance(value, Money):
                    figures.add(value.amount)
                elif isinstance(value, Pay):
                    figures |= {value.times, value.money}
    return {figure for figure in figures if figure > 100} - {
        1000
    }  # thousands are counted in layout


def test_law_1_python_names_no_jurisdiction():
    words = re.compile(
        r"\b(mbs|marina bay|singapore|south.dakota|california|pennsylvania|bgc|"
        r"pgcb|sdcl|fpg-?\d*|shuffle ?master)\b",
        re.IGNORECASE,
    )
    named = {str(path): words.findall(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert {path: found for path, found in named.items() if found} == {}


def list_nodes(paths):
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


def test_law_1_python_holds_no_regulatory_number():
    figures = list_regulatory_figures()
    held = [
        (where, node.value)
        for where, node in list_nodes(SOURCES)
        if isinstance(node, ast.Constant) and isinstance(node.value, int)
    ]
    assert [(where, value) for where, value in held if value in figures] == []


def test_law_2_no_float():
    """A float is named only to refuse it, for seconds, and for data frames with floats."""
    exact = [
        path
        for path in SOURCES
        if path.relative_to(ROOT / "certify").parts[0] in EXACT
        and path.name not in {"progress.py", "frames.py"}
    ]
    assert exact
    nodes = list(list_nodes(exact))
    asked = {
        node.args[1]
        for _, node in nodes
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance"
    }
    for where, node in nodes:
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), where
        if isinstance(node, ast.Name) and node not in asked:
            assert node.id != "float", where
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names}
            assert "sqrt" not in names, where
            assert "random" not in names | {getattr(node, "module", "")}, where


def test_law_3_every_stated_value_cites(jurisdiction):
    for statement in jurisdiction.list_statements():
        if statement.standing in {Standing.STATED, Standing.CONFLICTING, Standing.DEFERRED}:
            assert statement.said, statement.key
            assert all(item.citation.first >= 1 for item in statement.said)
            assert all(item.citation.clause for item in statement.said)
    for _, paytable in jurisdiction.list_paytables():
        for item in (*paytable.lines, *paytable.published):
            assert item.citation.first >= 1
            assert item.citation.clause


def test_every_parameter_has_its_place_in_all_five(jurisdiction):
    own = {"house_way.tie_break"} if jurisdiction.house_way else set()
    asked = {key for key in jurisdiction.statements if key.startswith("house_way.")} - own
    assert set(jurisdiction.statements) - asked - own == {item.key for item in GAME}
    assert bool(asked) == bool(jurisdiction.house_way)
    for wager in jurisdiction.wagers:
        envy = {item.key for item in ENVY} if wager.has_envy else set()
        assert set(wager.statements) == {item.key for item in WAGER} | envy


def test_no_parameter_is_idle():
    """A choice that moves no money has a place only if some document says it, or something was assumed."""
    for key, parameter in PARAMETERS.items():
        if parameter.moves is not Moves.NOTHING or parameter.kind is not ValueKind.CHOICE:
            continue
        assert any(
            statement.value is not None or statement.standing is Standing.DEFERRED
            for name in IDS
            for statement in load(name).list_statements()
            if statement.parameter.key == key
        ), key


def test_no_choice_has_a_single_value():
    """The contrary of a value must have a value too, or the parameter is a text."""
    for parameter in PARAMETERS.values():
        if parameter.kind is ValueKind.CHOICE:
            assert len(parameter.choices) > 1, parameter.key
            assert len(set(parameter.choices)) == len(parameter.choices), parameter.key
            assert parameter.uncounted <= set(parameter.choices), parameter.key


def test_what_moves_money_touches_a_wager():
    for parameter in PARAMETERS.values():
        moved = parameter.moves is not Moves.NOTHING or parameter.own_words
        assert moved == (parameter.touches is not Touches.NONE), parameter.key


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_file_is_current(name):
    built = json.loads(json.dumps(SCHEMAS[name]()))
    found = json.loads((ROOT / "schemas" / name).read_text(encoding="utf-8"))
    assert found == built, "run make schemas"


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
