"""Nothing that exists lacks documentation, and nothing that is documented is missing."""

import json
import re
import shlex
from functools import cache

import click
import pytest

from certify.cli.main import COMMANDS, program
from certify.findings.registry import load_rules
from certify.game.vocabulary import (
    CONDITIONS,
    HAND_CLASSES,
    LEAVING,
    PATTERN,
    SELECTORS,
    SHAPES,
)
from certify.spec.build import CONDITION_KEYS
from certify.spec.catalogue import EVENTS, PARAMETERS, PARAMETERS_OF_READING
from certify.spec.reference import build_file_reference
from tests.conftest import IDS, ROOT, load
from tests.tutorial.walk import build_file

PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))


@cache
def read(name):
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def list_code(text):
    """Everything that a page shows as code: lines of blocks, and words in the text."""
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    for block in blocks:
        yield from block.replace("\\\n", " ").splitlines()
    rest = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    yield from re.findall(r"`([^`\n]+)`", rest)


def list_calls():
    """Every call of the program that some page shows."""
    for page in PAGES:
        if page.name == "commands.md":
            continue
        for line in list_code(page.read_text(encoding="utf-8")):
            for part in re.split(r"\|\||\||&&|;|#", line):
                found = re.search(
                    r"(?:^|[\s/])certify ([a-z-]+)\b(.*)", part.strip().removeprefix("$ ")
                )
                if found and not found[1].startswith("-"):
                    yield page.name, found[1], found[2].replace("…", " ")


def get(name):
    return program.get_command(click.Context(program), name)


CALLS = sorted(set(list_calls()))


def test_calls_are_found():
    assert len(CALLS) > 60
    assert {name for _, name, _ in CALLS} >= set(COMMANDS)


@pytest.mark.parametrize(("page", "name", "rest"), CALLS)
def test_a_documented_command_and_its_options_exist(page, name, rest):
    assert name in COMMANDS, f"{page}: certify {name}"
    known = {word for item in get(name).params for word in (*item.opts, *item.secondary_opts)}
    known |= {"-h", "--help"}
    given = rest.split(" -- ")[0].split(" < ")[0].split(" > ")[0]
    try:
        words = shlex.split(given)
    except ValueError:
        words = given.split()
    for word in words:
        if re.fullmatch(r"--[a-z][a-z-]*(=.*)?|-[a-z]", word):
            assert word.partition("=")[0] in known, f"{page}: certify {name} {word}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name):
    part = read("commands.md").partition(f"## certify {name}\n")[2].partition("\n## ")[0]
    for item in get(name).params:
        for word in item.opts if isinstance(item, click.Option) else (item.metavar,):
            assert word.strip("[].") in part, word


def test_every_rule_is_documented_and_every_code_exists():
    codes = set(load_rules())
    documented = set(re.findall(r"\b[A-Z]{3}\d{3}\b", read("rules.md")))
    assert codes == documented
    families = "|".join(sorted({code[:3] for code in codes}))
    for page in PAGES:
        named = set(re.findall(rf"\b(?:{families})\d{{3}}\b", page.read_text(encoding="utf-8")))
        assert named <= codes, page.name


def test_every_parameter_and_reading_is_documented():
    rows = set(re.findall(r"^\| `(\w+)` \|", read("parameters.md"), re.MULTILINE))
    assert {parameter.name for parameter in PARAMETERS.values()} <= rows
    readings = set(
        re.findall(
            r"\| `([a-z-]+)` \|$",
            read("parameters.md").partition("## Conditions of a line")[0],
            re.MULTILINE,
        )
    )
    assert readings == set(PARAMETERS_OF_READING)


def test_every_documented_reading_exists():
    known = {*PARAMETERS_OF_READING, *PARAMETERS, "player-strategy"}
    for name in IDS:
        known |= set(load(name).readings)
        known |= set(load(name).by_key)
    known |= set(re.findall(r"reading: ([a-z-]+)", build_file()))
    known |= {"KEY", "K", "K@PAYTABLE"}
    for page in PAGES:
        for key in re.findall(r"--reading \"?([\w@.-]+)=", page.read_text(encoding="utf-8")):
            assert key.partition("@")[0] in known, f"{page.name}: {key}"


def test_every_condition_is_documented():
    conditions = read("parameters.md").partition("## Conditions of a line")[2]
    assert set(CONDITION_KEYS) == set(re.findall(r"^\| `(\w+)` \|", conditions, re.MULTILINE))
    house_ways = read("house-ways.md")
    for words in (SHAPES, CONDITIONS, SELECTORS, PATTERN):
        for word in words:
            assert re.search(rf"^\| `{word}` \|", house_ways, re.MULTILINE), word
    for word in LEAVING:
        assert f"`{word}`" in house_ways, word
    for word in HAND_CLASSES:
        assert f"`{word}`" in conditions, word


def test_every_irregularity_is_documented():
    for word in EVENTS:
        assert f"`{word}`" in read("rounds.md"), word


def test_the_reference_of_files_is_current():
    assert read("files.md") == build_file_reference(), "run make docs"


def list_properties(schema):
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        for key, value in schema.items():
            if key not in {"examples", "enum", "const"}:
                yield from list_properties(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from list_properties(value)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "schemas").glob("*.schema.json")), ids=lambda path: path.name
)
def test_every_property_of_a_schema_is_documented_and_no_other(path):
    part = read("files.md").partition(f"`schemas/{path.name}`")[2].partition("\n## ")[0]
    documented = set(re.findall(r"^\| `(\w+)`\*? \|", part, re.MULTILINE))
    schema = json.loads(path.read_text(encoding="utf-8"))
    properties = set(list_properties(schema))
    parameters = {parameter.name for parameter in PARAMETERS.values()}
    assert properties - documented - parameters == set()
    assert documented <= properties


def test_every_key_of_a_round_is_explained():
    schema = json.loads((ROOT / "schemas" / "round.schema.json").read_text(encoding="utf-8"))
    for name in set(list_properties(schema)):
        assert re.search(rf"`(?:\w+(?:\[\])?\.)?{name}`", read("rounds.md")), name
