"""The library: small, typed, quick to import, and frozen in what it gives."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import importlib
import inspect
import json
import re
import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import certify
from certify.cli.main import program
from tests.conftest import ROOT


def test_the_names_of_the_library():
    assert set(certify.__all__) == set(dir(certify))
    for name in certify.__all__:
        assert getattr(certify, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = certify.nothing
    assert (ROOT / "certify" / "py.typed").is_file()


def test_one_version():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == certify.__version__


def test_a_difference_between_two_editions(tmp_path):
    old = ROOT / "jurisdictions" / "south-dakota.yaml"
    new = tmp_path / "south-dakota.yaml"
    text = old.read_text(encoding="utf-8")
    changed = text.replace(
        "hand: straight, printed: Straight, pays: [2",
        "hand: straight, printed: Straight, pays: [3",
        1,
    )
    assert changed != text
    new.write_text(changed, encoding="utf-8")
    changes = certify.diff(old, new)
    found = json.loads(json.dumps(changes.to_dict()))
    assert "pays" in json.dumps(found["changes"])
    pytest.importorskip("pandas")
    assert len(changes.to_frame()) == len(found["changes"]) == 1


def test_importing_costs_nothing():
    code = (
        "import sys, certify; certify.__version__; "
        "print([m for m in ('numpy', 'numba', 'yaml', 'click', 'certify.api.odds') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_odds_is_a_function_before_and_after_its_package_is_imported():
    code = (
        "import certify; first = certify.odds; import certify.odds.compute, inspect; "
        "assert certify.odds is first and inspect.isfunction(first); from certify import odds; "
        "from certify.odds.price import price_lines; assert inspect.isfunction(certify.odds); "
        "print(odds('south-dakota', wager='fortune-bonus', paytable='2').wagers[0].house_edge)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1496262/19267885"


def list_options(command):
    """The names of a command's options as a function would have them."""
    return {item.opts[0].lstrip("-").replace("-", "_") for item in command.params if item.opts}


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("odds", {"reading": "readings"}),
        ("price", {}),
        ("solve", {"return": "return_"}),
        ("set", {"reading": "readings"}),
        ("settle", {"reading": "readings"}),
    ],
)
def test_options_have_the_names_of_the_command_line(name, others):
    """What a function takes by name is an option of its command, too."""
    function = getattr(certify, {"set": "set_hand"}.get(name, name))
    options = {others.get(item, item) for item in list_options(program.get_command(None, name))}
    keywords = inspect.signature(function).parameters.values()
    taken = {item.name for item in keywords if item.kind is item.KEYWORD_ONLY}
    assert taken
    assert taken <= options


NAMES = {"SPEC": "south-dakota", "WITH_HOUSE_WAY": "mbs"}
"""What examples in docstrings use; the program itself names no document."""
FILINGS = ("report", "verify")
"""The functions whose examples make a filing, which takes long."""


def run_examples(module, names, **more):
    """Run the docstring examples of some names of a module; gives how many were tried."""
    found = doctest.DocTestFinder(recurse=True).find(module, extraglobs={**NAMES, **more})
    runner = doctest.DocTestRunner()
    for test in found:
        if test.examples and names(test.name.removeprefix(f"{module.__name__}.")):
            runner.run(test)
    assert not runner.failures
    return runner.tries


@pytest.mark.parametrize(
    "name", ["certify.api.odds", "certify.api.documents", "certify.odds.price"]
)
def test_examples_in_docstrings(name):
    assert run_examples(importlib.import_module(name), lambda own: own not in FILINGS)


@pytest.mark.slow
def test_a_filing_is_written_and_verified_by_the_library(tmp_path):
    from certify.api import documents

    filed = tmp_path / "south-dakota.pdf"
    for name in FILINGS:
        assert run_examples(documents, name.__eq__, FOLDER=tmp_path, FILED=filed)
    found = certify.verify(filed)
    assert found.holds
    assert {item["check"] for item in found.to_dict()["checks"]} >= {"seal", "figures"}
    content = bytearray(filed.read_bytes())
    content[len(content) // 2] ^= 1
    filed.write_bytes(content)
    assert not certify.verify(filed, quick=True).holds


def test_every_function_of_the_library_has_an_example():
    functions = set(certify.__all__) - {"CertifyError", "__version__"}
    for name in functions:
        function = getattr(certify, name)
        assert ">>> " in function.__doc__, name
        assert "return" in function.__annotations__, name


def test_the_page_of_the_library_has_every_signature():
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    block = page.split("All arguments after `*` are named:")[1].split("```")[1]
    written = dict(re.findall(r"^(\w+)\((.*?)\)$", block, re.MULTILINE | re.DOTALL))
    assert set(written) == set(certify.__all__) - {"CertifyError", "__version__"}
    for name, arguments in written.items():
        found = inspect.signature(getattr(certify, name)).parameters.values()
        bare = inspect.Signature([item.replace(annotation=item.empty) for item in found])
        assert _parse(f"({arguments})") == _parse(str(bare)), name


def _parse(signature):
    return ast.dump(ast.parse(f"def function{signature}: ..."))


def test_what_is_no_filing_is_refused(tmp_path):
    path = tmp_path / "no.pdf"
    path.write_bytes(b"%PDF-1.7 nothing")
    with pytest.raises(certify.CertifyError, match=r"no\.pdf"):
        certify.verify(path, quick=True)
    with pytest.raises(certify.CertifyError, match="nowhere"):
        certify.verify(tmp_path / "nowhere.pdf")


def test_a_document_as_data():
    found = certify.load("south-dakota")
    data = json.loads(json.dumps(found.to_dict()))
    by_key = {item["parameter"]: item for item in data["statements"] if not item["paytable"]}
    assert len(data["statements"]) == len(list(found.list_statements()))
    assert by_key["deck.joker"]["standing"] == "deferred"
    assert data["spec_sha256"] == found.source.sha256
    pandas = pytest.importorskip("pandas")
    frame = found.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert len(frame) == len(data["statements"])


def test_odds_as_the_command_prints_them():
    found = certify.odds("south-dakota", wager="fortune-bonus", paytable="2")
    data = json.loads(json.dumps(found.to_dict()))
    assert data["wagers"][0]["house_edge"]["percent"] == "7.7656"
    assert found.find("fortune-bonus", "2") is found.wagers[0]
    assert len(found) == 1
    with pytest.raises(certify.CertifyError, match="no wager"):
        certify.odds("south-dakota", wager="nothing")


def test_results_are_frozen():
    priced = certify.price("flush=4")
    for result in (
        priced,
        certify.solve(priced, edge="90%"),
        certify.odds("south-dakota", wager="fortune-bonus", paytable="2"),
        certify.set_hand("mbs", "4c4h2s2hKcQd7s"),
        certify.load("south-dakota"),
        certify.check("south-dakota"),
        certify.diff("jurisdictions/south-dakota.yaml", "jurisdictions/south-dakota.yaml"),
    ):
        field = dataclasses.fields(result)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, field, None)
        json.dumps(result.to_dict())


def list_results():
    priced = certify.price("flush=4 straight=2")
    odds = certify.odds("south-dakota", wager="fortune-bonus", paytable="2")
    return (
        priced,
        certify.solve(priced, edge="30%"),
        odds,
        odds.wagers[0],
        certify.set_hand("mbs", "4c4h2s2hKcQd7s", best=True),
        certify.settle("mbs", PLAYED),
        certify.load("mbs"),
        certify.check("south-dakota"),
        certify.diff("jurisdictions/south-dakota.yaml", "jurisdictions/south-dakota.yaml"),
    )


def test_a_result_is_one_line_in_a_console_and_a_short_table_in_a_notebook():
    for result in list_results():
        shown = repr(result)
        assert "\n" not in shown
        assert len(shown) < 400
        table = ElementTree.fromstring(result._repr_html_())
        assert len(table.findall("tr")) <= 13
        widths = {len(row) for row in table.findall("tr")}
        assert len(widths) == 1


def test_frames():
    pytest.importorskip("pandas")
    frame = certify.price({"flush": 4, "straight": 2}).to_frame()
    assert list(frame["outcome"]) == ["flush", "straight", "none"]
    assert -sum(frame["return"], Fraction(0)) == certify.price("flush=4 straight=2").house_edge
    odds = certify.odds("south-dakota", wager="fortune-bonus", paytable="2").to_frame()
    assert (odds["kind"] == "outcome").sum() == 12
    (edge,) = odds[(odds["kind"] == "figure") & (odds["name"] == "house-edge")]["fraction"]
    assert edge == Fraction(1496262, 19267885)
    solved = certify.solve("flush=4 straight=2", edge="30%").to_frame()
    assert len(solved) == 3


def test_frames_of_floats():
    pytest.importorskip("pandas")
    priced = certify.price("flush=4 straight=2")
    frame = priced.to_frame(floats=True)
    assert frame["return"].dtype == float
    assert -frame["return"].sum() == pytest.approx(float(priced.house_edge))
    odds = certify.odds("south-dakota", wager="fortune-bonus", paytable="2").to_frame(floats=True)
    assert odds["fraction"].dtype == float


def test_a_priced_paytable_has_its_figures_and_a_workbook():
    priced = certify.price({"flush": 4, "straight": 2})
    assert priced.hit_rate == sum(
        (Fraction(row["deals"], priced.odds.deals) for row in priced.list_rows() if row["net"] > 0),
        Fraction(0),
    )
    squares = sum(
        (row["net"] ** 2 * Fraction(row["deals"], priced.odds.deals) for row in priced.list_rows()),
        Fraction(0),
    )
    assert priced.variance == squares - priced.house_edge**2
    assert priced.to_workbook()[:2] == b"PK"


PLAYED = {
    "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"},
    "players": [{"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}],
}


def test_a_round_is_data_or_json_or_a_file(tmp_path):
    path = tmp_path / "round.json"
    text = json.dumps(PLAYED)
    path.write_text(text, encoding="utf-8")
    expected = certify.settle("mbs", PLAYED).to_dict()
    for given in (text, f"\n {text}", path, str(path)):
        assert certify.settle("mbs", given).to_dict() == expected
    with pytest.raises(certify.CertifyError, match="nowhere"):
        certify.settle("mbs", str(tmp_path / "nowhere.json"))


def test_floats_are_refused():
    with pytest.raises(certify.CertifyError, match="float"):
        certify.price({"flush": 4.5})
    with pytest.raises(certify.CertifyError, match="float"):
        certify.solve("flush=4", edge=0.06)
    with pytest.raises(certify.CertifyError, match="exactly one of"):
        certify.solve("flush=4")


def test_lines_from_a_file(tmp_path):
    path = tmp_path / "lines.csv"
    path.write_text("hand,pays\nflush,4\nstraight,2\n", encoding="utf-8")
    assert certify.price(path).house_edge == certify.price("flush=4 straight=2").house_edge


def list_cells():
    notebook = json.loads((ROOT / "docs" / "bench.ipynb").read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_gives_what_it_shows(capsys):
    """Every cell is run in order, and prints what stands below it."""
    space: dict[str, object] = {}
    for cell in list_cells():
        exec("".join(cell["source"]), space)
        shown = "".join(
            "".join(output["text"])
            for output in cell["outputs"]
            if output["output_type"] == "stream"
        )
        assert capsys.readouterr().out == shown


@pytest.mark.slow
def test_the_notebook_runs_in_a_kernel(tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(ROOT / "docs" / "bench.ipynb", as_version=4)
    before = [cell.get("outputs") for cell in notebook.cells]
    nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    after = [cell.get("outputs") for cell in notebook.cells]
    assert [[out.get("text") for out in cell or ()] for cell in after] == [
        [out.get("text") for out in cell or ()] for cell in before
    ]
