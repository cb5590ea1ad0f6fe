"""The mutation tool changes what it says, and nothing that cannot matter."""

import ast

import pytest

from tests.conftest import ROOT
from tests.mutate import TESTS, list_places, mutate

CODE = {
    "a + b": "a - b",
    "a < b": "a <= b",
    "a and b": "a or b",
    "not a": "not not a",
    "x = 3": "x = 4",
    "x = True": "x = False",
    "a if b else c": "c if b else a",
}


@pytest.mark.parametrize("code", CODE)
def test_each_kind_of_mistake(code):
    ((number, _),) = list_places(ast.parse(code))
    assert mutate(code, number) == CODE[code]


def test_annotations_and_words_are_left_alone():
    code = 'def f(a: "int | None" = None) -> dict[str, int | None]:\n    """Words."""\n    return a'
    assert list(list_places(ast.parse(code))) == []


def test_the_tests_that_it_runs_are_there():
    for names in TESTS.values():
        assert all((ROOT / "tests" / name).exists() for name in names)
