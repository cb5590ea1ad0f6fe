"""Long counts in the gate: a poisoned cache, forged counts, a house way that changes. Slow."""

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest

from certify.base import cache
from certify.compare.differences import list_differences
from certify.compare.effects import Pricer
from certify.findings.policy import load_policy
from certify.odds import identity
from certify.odds.identity import find_impossible
from certify.render.changes import describe_effects
from tests.conftest import ROOT, load
from tests.edits import edit, put
from tests.gate.accepted_folder import ACCEPT, change, gate, plant
from tests.gate.edits_of_house_way import HOUSE_WAY, plant_mbs, price
from tests.gate.edits_of_rules import REFUSED

pytestmark = pytest.mark.slow
POLICY = load_policy(ROOT / "jurisdictions" / "policy" / "limits.yaml")
GOLDEN = json.loads((ROOT / "tests" / "golden" / "standard.json").read_text(encoding="utf-8"))


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder whose first file needs all pairs of hands, with a cache of its own."""
    folder = plant(tmp_path / "tree")
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "cache"))
    change(
        folder,
        "several_qualifying_hands: {value: each-pays, at: (3) L9}",
        "several_qualifying_hands: {silent: true, assumed: each-pays, because: others do, "
        "alternatives: [highest-pays]}",
    )
    change(folder, "number: 1,", "number: 2,")
    done = gate(folder, "one", *ACCEPT)
    assert done.code == 0, done.out
    return folder


def test_a_poisoned_cache_is_caught(tree, tmp_path, monkeypatch):
    """An entry that is whole and false, its own digest right: the certified digest tells."""
    monkeypatch.setattr(identity, "load_shipped", dict)  # what is shipped is not read from a cache
    assert gate(tree).code == 0
    (entry,) = (tmp_path / "cache").glob("pairs-*.json")
    kept = tmp_path / "kept.json"
    shutil.copy(entry, kept)
    data = json.loads(entry.read_text(encoding="utf-8"))
    row = data["result"][0]
    first, second = [place for place, number in enumerate(row) if number > 2][:2]
    row[first] -= 1
    row[second] += 1
    asked = {key: data[key] for key in ("kind", "inputs", "code")}
    data["sha256"] = cache.hash_data([asked, data["result"]])
    entry.write_text(json.dumps(data), encoding="utf-8")
    done = gate(tree)
    assert done.code == 1
    assert "count of kind pairs" in done.out
    assert gate(tree, "--full").code == 0, "nothing stored is read"
    assert json.loads(entry.read_text())["result"] == json.loads(kept.read_text())["result"]
    assert gate(tree).code == 0, "and the entry is mended"


def test_another_answer_about_the_house_way_is_priced():
    """A reading of the house way turned round: its price by the golden counts of both."""
    name = "mbs: house-way-aces-with-three-kings=keep"
    expected = Fraction(GOLDEN[name]["house_edge"]) - Fraction(GOLDEN["mbs: adopted"]["house_edge"])
    item = load("mbs")
    readings = item.source.data["house_way"]["readings"]
    place = next(
        number
        for number, entry in enumerate(readings)
        if entry["reading"] == "house-way-aces-with-three-kings"
    )
    entry = {
        key: value
        for key, value in readings[place].items()
        if key in {"reading", "title", "question", "values"}
    }
    other = edit(
        item,
        put(
            "house_way",
            "readings",
            place,
            value={**entry, "silent": True, "assumed": "keep", "because": "it is tried"},
        ),
    )
    (found,) = list_differences(item, other)
    pricer = Pricer(item, other, POLICY)
    (worth,) = pricer.price(found, pricer.measure(item, pricer.keys)).effects
    assert worth.key.wager == "standard"
    assert worth.edge == expected


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("no pair, complete hand", ""),
        ("joker apart, one pair, complete hand", "house-way-joker=completes"),
    ],
)
def test_a_rule_taken_out_of_a_house_way_is_priced(name, reading):
    """Under the reading that the rule needs, the rule it excepts from takes its hands."""
    item = load("mbs")
    rules = item.source.data["house_way"]["rules"]
    place = next(number for number, rule in enumerate(rules) if rule["rule"] == name)
    other = edit(item, lambda data: data["house_way"]["rules"].pop(place))
    (found,) = list_differences(item, other)
    pricer = Pricer(item, other, POLICY)
    pricer.keys = tuple(place for place in pricer.keys if place.wager == "standard")
    (worth,) = pricer.price(found, pricer.measure(item, pricer.keys)).effects
    assert worth.key.readings == ((reading,) if reading else ())
    assert worth.before.edge == Fraction(GOLDEN[f"mbs: {reading or 'adopted'}"]["house_edge"])
    assert worth.edge


def test_a_warm_gate_of_the_five_files_loads_no_kernels(tmp_path):
    """Nothing is counted or printed, so neither compiled code nor the PDF library is loaded."""
    code = (
        "import sys, certify.cli.main\n"
        "sys.argv = ['certify', 'gate', 'jurisdictions', '-o', sys.argv[1]]\n"
        "try:\n    certify.cli.main.main()\nexcept SystemExit as leave:\n    assert not leave.code\n"
        "seen = {n.split('.')[0] for n in sys.modules} & {'weasyprint', 'numba'}\n"
        "print(*seen)\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "out")],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ).stdout.split()
        for _ in range(2)
    ]
    assert runs[1] == []


@pytest.mark.parametrize("edit", HOUSE_WAY, ids=lambda edit: edit.name)
def test_an_edit_of_a_house_way_is_reported_and_priced(edit, tmp_path):
    """The table of single edits where the standard wager is counted."""
    edit.apply(plant_mbs(tmp_path))
    if edit.prices == REFUSED:
        done = gate(tmp_path, day=None)
        assert (done.code, edit.says in done.out) == (1, True), done.out
        return
    done = gate(tmp_path, "--stale", day=None)
    assert done.code == 1
    assert edit.says in done.out
    (priced,) = price(tmp_path)
    assert edit.prices in " ".join(describe_effects(priced))
    assert bool(priced.effects) is edit.moves
    for worth in priced.effects:
        assert worth.before.edge == Fraction(GOLDEN["mbs: adopted"]["house_edge"])
        assert worth.edge


def test_the_counts_of_a_document_hold_what_is_asked_of_them():
    """Real counts pass the check by which forged ones are refused."""
    item = load("mbs")
    cache.used.clear()
    pricer = Pricer(item, item, POLICY)
    pricer.measure(item, [place for place in pricer.keys if place.wager == "standard"])
    found = [used for used in cache.used.values() if used.kind == "settings"]
    assert found
    for used in found:
        assert find_impossible("settings", used.result) == ""
        forged = json.loads(json.dumps(used.result))
        forged[0][0][0][0] -= 10**14
        forged[0][0][2][2] += 10**14
        assert find_impossible("settings", forged) != ""
