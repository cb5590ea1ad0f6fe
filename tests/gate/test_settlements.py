"""What a certificate keeps of the two models of settlement, and what the gate makes of it."""

import json

import pytest

from certify.wagers import lines
from tests.gate.accepted_folder import ACCEPT, gate, plant
from tests.gate.edits import edit_certificate


@pytest.fixture
def tree(tmp_path):
    return plant(tmp_path)


def read(tree):
    path = tree / "jurisdictions" / "one.certificate.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_forged_settlements_are_found_when_all_is_computed_again(tree):
    honest = read(tree)["settlements"]
    assert honest["payments"] > 0
    edit_certificate(lambda data: data["settlements"].update(payments=1))(tree)
    done = gate(tree, "--full")
    assert done.code == 1
    assert "settled rounds" in done.out
    assert gate(tree, *ACCEPT).code == 0
    assert read(tree)["settlements"] == honest


def test_a_certificate_with_simulated_rounds_is_out_of_date_and_its_history_stays(tree):
    def age(data):
        data["simulation"] = {"deals": 10, "money": []}
        del data["settlements"]

    edit_certificate(age)(tree)
    history = read(tree)["approvals"]
    assert gate(tree).code == 1
    assert gate(tree, *ACCEPT).code == 0
    accepted = read(tree)
    assert accepted["approvals"][: len(history)] == history
    assert "simulation" not in accepted
    assert gate(tree).code == 0


def test_nothing_is_accepted_that_the_two_models_settle_differently(tree, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    monkeypatch.setattr(lines, "_contest", lambda *_: None)
    monkeypatch.setattr(lines, "_NOT_PAID", dict.fromkeys(lines._NOT_PAID, lines.PUSHES))
    before = read(tree)
    for arguments in (("--full",), ACCEPT):
        done = gate(tree, *arguments)
        assert done.code == 1
        assert "settled differently" in done.out
    assert read(tree) == before
