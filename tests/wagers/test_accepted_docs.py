"""docs/wagers.md: every example is what stands in a file, and every figure is what comes out."""

import re

import pytest
import yaml

from certify.base.load import load_file
from certify.odds.compute import Request, compute_odds
from certify.render.odds import format_odds
from tests.conftest import ROOT
from tests.wagers.accepted_specs import FILES, FOLDER, LONG, load

GUIDE = (ROOT / "docs" / "wagers.md").read_text(encoding="utf-8")
WAGERS = re.findall(r"^```yaml wager ([a-z-]+)\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
SECTIONS = re.findall(r"^```yaml section ([a-z-]+)\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
RESULTS = re.findall(r"^```text ([a-z-]+) ([a-z-]+)\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
STANDARD = {"commission-free", "limits", "as-set"}


def read_file(name):
    return load_file(FOLDER / f"{name}.yaml").data


def holds(whole, part):
    """Whether everything in a part stands in the whole; lists are whole."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            key in whole and holds(whole[key], value) for key, value in part.items()
        )
    return whole == part


@pytest.mark.parametrize(("name", "text"), WAGERS, ids=[name for name, _ in WAGERS])
def test_a_wager_stands_in_its_file(name, text):
    written = {item["id"]: item for item in read_file(name)["wagers"]}
    for part in yaml.safe_load(text):
        assert holds(written[part["id"]], part)


@pytest.mark.parametrize(("name", "text"), SECTIONS, ids=[name for name, _ in SECTIONS])
def test_a_section_stands_in_its_file(name, text):
    assert holds(read_file(name), yaml.safe_load(text))


@pytest.mark.parametrize(
    ("name", "wager", "text"),
    [
        pytest.param(
            *item,
            marks=[pytest.mark.slow] if item[:2] in LONG or item[1] == "standard" else [],
            id=f"{item[0]}-{item[1]}",
        )
        for item in RESULTS
    ],
)
def test_what_comes_out(name, wager, text):
    jurisdiction = load(name)
    printed = format_odds(jurisdiction, compute_odds(jurisdiction, Request(wagers=(wager,))))
    known = {" ".join(line.split()) for line in printed.splitlines()}
    shown = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    assert shown
    assert [line for line in shown if line not in known] == []


def test_every_file_is_an_example():
    assert {name for name, _ in WAGERS + SECTIONS} == set(FILES)
    assert {name for name, _, _ in RESULTS} == set(FILES)
