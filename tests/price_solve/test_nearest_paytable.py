"""Which published paytable equals one, or nearly does: of a folder of small files."""

from __future__ import annotations

import json

import pytest

from certify.base.load import load_bytes
from certify.compare.paytables import add_alike, find_alike
from certify.odds.price import Assumptions, price_lines
from tests.specs.faults import build_minimal

ENVY = Assumptions(envy="royal=25 quads=5", order="written")


def swap(lines):
    lines[0], lines[1] = lines[1], lines[0]


def lower_envy(lines):
    lines[1]["envy"] = "4 USD"


def write(folder, name, change=None):
    """The smallest accepted file: a royal flush at 100, four of a kind at 20, three pairs push."""
    data = load_bytes(build_minimal(name).encode(), name).data
    if change is not None:
        change(data["wagers"][0]["paytables"][0]["lines"])
    (folder / f"{name}.yaml").write_text(json.dumps(data), encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "jurisdictions"
    made.mkdir()
    (made / "draft.yaml").write_text("id: draft\n", encoding="utf-8")  # is not valid yet
    return made


def list_alike(text, assumptions=ENVY):
    paytable = price_lines(text, assumptions).paytable
    return [item for item in find_alike(paytable) if item.wager == "fortune-bonus"]


def test_of_equal_paytables_the_one_with_the_same_order_and_envy_comes_first(folder):
    for name, change in (("a-order", swap), ("b-envy", lower_envy), ("c-same", None)):
        write(folder, name, change)
    first, second, third = list_alike("royal=100 quads=20 3p=push")
    # the order of the lines does not make their envy another one
    assert [str(item) for item in (first, second, third)] == [
        "the pays of c-same fortune-bonus, paytable main",
        "the pays of b-envy fortune-bonus, paytable main, its envy apart",
        "the pays of a-order fortune-bonus, paytable main, its lines in another order",
    ]
    assert second.to_dict() == {
        "jurisdiction": "b-envy",
        "wager": "fortune-bonus",
        "paytable": "main",
        "equal": True,
        "same_order": True,
        "same_envy": False,
        "differences": [],
    }
    # a file that has changed is read again
    write(folder, "b-envy")
    assert len([item for item in list_alike("royal=100 quads=20 3p=push") if item.same_envy]) == 3


def test_order_weighs_before_envy(folder):
    write(folder, "a-order", swap)
    write(folder, "b-envy", lower_envy)
    found = list_alike("royal=100 quads=20 3p=push", Assumptions(order="written"))
    assert [item.jurisdiction for item in found] == ["b-envy", "a-order"]


@pytest.mark.parametrize(
    ("text", "differences"),
    [
        ("royal=100 quads=20 3p=push", []),
        ("royal=100 quads=25 3p=push", [("four-of-a-kind", "20", "25")]),
        # of two lines one may differ, and of three: half of them at most
        ("royal=100 quads=20", [("three-pair", "pushes", "-")]),
        ("royal=90 quads=25 3p=push", None),
        ("royal=100", None),
        (
            "royal=90 quads=20 flush=4 3p=push",
            [("royal-flush", "100", "90"), ("flush", "-", "4")],
        ),
        ("royal=90 quads=25 flush=4 3p=push", None),
        # never more than two, however many lines there are
        (
            "royal=100 quads=20 fh=5 flush=4 3p=push",
            [("full-house", "-", "5"), ("flush", "-", "4")],
        ),
        ("royal=100 quads=20 fh=5 flush=4 straight=2 3p=push", None),
        ("royal=100 quads=20 fh=5 flush=4 straight=2 trips=3 2p=push 3p=push", None),
    ],
)
def test_a_paytable_is_near_that_differs_in_two_cells_and_half_its_lines_at_most(
    folder, text, differences
):
    write(folder, "example")
    found = list_alike(text, Assumptions(order="written"))
    if differences is None:
        assert found == []
        return
    (alike,) = found
    assert list(alike.differences) == differences
    assert alike.is_equal == (not differences)


def test_only_the_nearest_are_told_and_where_they_differ(folder):
    def raise_pay(lines):
        lines[1]["pays"] = 30

    def raise_both(lines):
        lines[0]["pays"] = 200
        lines[1]["pays"] = 30

    write(folder, "far", raise_both)
    write(folder, "near", raise_pay)
    (alike,) = list_alike("royal=100 quads=20 flush=4 3p=push", Assumptions(envy="royal=25 4k=5"))
    assert str(alike) == (
        "nearly near fortune-bonus, paytable main: four-of-a-kind 30 there, flush - there"
    )
    assert alike.to_dict()["differences"] == [
        {"line": "four-of-a-kind", "published": "30", "own": "20"},
        {"line": "flush", "published": "-", "own": "4"},
    ]
    priced = add_alike(
        price_lines("royal=100 quads=20 flush=4 3p=push", Assumptions(envy="royal=25 4k=5"))
    )
    assert priced.to_dict()["alike"] == [alike.to_dict()]
