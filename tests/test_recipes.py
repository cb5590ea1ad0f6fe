"""The recipes of CONTRIBUTING: every file they name is there and holds what serves as the example."""

import re

import pytest

from certify.spec.catalogue import WAGER
from tests.conftest import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = {
    part.partition("\n")[0]: part.partition("\n")[2]
    for part in TEXT.partition("## Recipes")[2].partition("## Messages")[0].split("\n### ")[1:]
}
SPREAD = re.compile(r"`((?:certify|tests|docs|jurisdictions)/[\w/.-]*\w+\.\w+)`")
BESIDE = {
    "certify/findings/registry.py",  # names modules, not rules
    "tests/wagers/test_flips.py",  # goes over the catalogue
    "tests/wagers/round_catalogue.py",  # has rounds for values that matter in some round only
    "jurisdictions/ID.yaml",
}


def test_there_is_a_recipe_for_each_thing():
    for words in ("jurisdiction", "wager", "condition", "parameter", "rule", "command"):
        assert any(words in title for title in RECIPES), words


@pytest.mark.parametrize("title", RECIPES)
def test_every_file_of_a_recipe_holds_its_example(title):
    body = RECIPES[title]
    found = re.search(r"^Example: `(\w+)`", body, re.MULTILINE)
    files = set(SPREAD.findall(body)) - BESIDE
    assert bool(found) == bool(files), title
    for name in files:
        assert found[1].lower() in (ROOT / name).read_text(encoding="utf-8").lower(), name


def test_the_recipe_of_a_condition_names_every_module_that_mentions_it():
    spelling = re.compile(r"first[\W_]?three", re.IGNORECASE)
    mentioned = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "certify").rglob("*")
        if path.suffix in {".py", ".yaml"} and spelling.search(path.read_text(encoding="utf-8"))
    }
    named = SPREAD.findall(RECIPES["A condition of a line"])
    assert mentioned == {name for name in named if name.startswith("certify/")}


def test_the_recipe_for_a_parameter_names_every_file_that_mentions_one():
    (parameter,) = (item for item in WAGER if item.name == "bank_not_beaten")
    spellings = {_simplify(item) for item in (parameter.name, parameter.reading)}
    mentioning = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "certify").rglob("*")
        if path.suffix not in {"", ".pyc"}
        and any(item in _simplify(path.read_text("utf-8", "ignore")) for item in spellings)
    }
    named = {name for name in SPREAD.findall(RECIPES["A parameter"]) if name.startswith("certify/")}
    assert mentioning == named
    code = {name for name in mentioning if name.endswith(".py")}
    assert len(code) == 3, "the field of the terms, what reads it, and the second model"


def _simplify(text):
    """A text in which bank_not_beaten, bank-not-beaten, BankNotBeaten and "bank not beaten" are one."""
    return re.sub(r"(?<=\w)[-_ ](?=\w)", "", text.lower())


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#]+)", TEXT))
def test_links_lead_somewhere(link):
    assert (ROOT / link).exists()
