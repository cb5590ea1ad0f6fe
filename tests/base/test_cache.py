"""Stored results: used only when whole and asked for exactly; anything else is computed again."""

import json

import pytest

from certify.base import cache


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "results"))
    cache.forget_trusted()
    yield tmp_path / "results"
    cache.forget_trusted()


def count_calls():
    calls = []

    def compute():
        calls.append(1)
        return {"answer": [1, 2, len(calls)]}

    return calls, compute


def test_a_result_is_computed_once(folder):
    calls, compute = count_calls()
    first = cache.remember("kind", {"a": 1}, compute)
    assert cache.remember("kind", {"a": 1}, compute) == first
    assert len(calls) == 1
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("question", [("other", {"a": 1}), ("kind", {"a": 2}), ("kind", {"b": 1})])
def test_another_question_is_another_result(folder, question):
    calls, compute = count_calls()
    cache.remember("kind", {"a": 1}, compute)
    cache.remember(*question, compute)
    assert len(calls) == 2


def test_other_code_is_another_result(folder, monkeypatch):
    calls, compute = count_calls()
    cache.remember("kind", {}, compute)
    monkeypatch.setattr(cache, "hash_code", lambda: "other")
    cache.remember("kind", {}, compute)
    assert len(calls) == 2


def spoil_answer(text):
    data = json.loads(text)
    data["result"]["answer"][0] = 99
    return json.dumps(data)


def claim_other_inputs(text):
    data = json.loads(text)
    data["inputs"] = {"a": 7}
    return json.dumps(data)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda _text: "",
        lambda _text: "[]",
        lambda _text: "[" * 100_000,
        lambda _text: '{"kind": "kind"}',
        spoil_answer,
        claim_other_inputs,
    ],
    ids=["cut", "empty", "list", "deep", "poor", "spoilt", "foreign"],
)
def test_a_damaged_or_foreign_entry_is_computed_again_and_mended(folder, damage):
    calls, compute = count_calls()
    cache.remember("kind", {"a": 1}, compute)
    (entry,) = folder.iterdir()
    entry.write_text(damage(entry.read_text(encoding="utf-8")), encoding="utf-8")
    assert cache.remember("kind", {"a": 1}, compute) == {"answer": [1, 2, 2]}
    cache.remember("kind", {"a": 1}, compute)
    assert len(calls) == 2


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("x")
    monkeypatch.setenv("CERTIFY_CACHE", str(blocked / "below"))
    calls, compute = count_calls()
    cache.remember("kind", {}, compute)
    cache.remember("kind", {}, compute)
    assert len(calls) == 2


def test_off_keeps_nothing(monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    calls, compute = count_calls()
    cache.remember("kind", {"off": 1}, compute)
    cache.remember("kind", {"off": 1}, compute)
    assert len(calls) == 2


def test_a_result_taken_on_a_certificates_word_is_not_stored(folder):
    calls, compute = count_calls()
    cache.trust_result("kind", {"a": 1}, "vouched")
    assert cache.remember("kind", {"a": 1}, compute) == "vouched"
    assert not calls
    assert not folder.exists()
