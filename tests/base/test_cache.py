"""Stored results: used only when whole and asked for exactly; anything else is computed again."""

import json

import pytest

from certify.base import cache
from certify.base.errors import CertifyError


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


def test_a_folder_that_others_can_write_to_is_refused(folder):
    calls, compute = count_calls()
    folder.mkdir(mode=0o700)
    folder.chmod(0o777)
    with pytest.raises(CertifyError, match="CERTIFY_CACHE"):
        cache.remember("kind", {"a": 1}, compute)
    assert not calls
    folder.chmod(0o755)
    cache.remember("kind", {"a": 1}, compute)
    assert len(list(folder.iterdir())) == 1


def test_off_keeps_nothing(monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    calls, compute = count_calls()
    cache.remember("kind", {"off": 1}, compute)
    cache.remember("kind", {"off": 1}, compute)
    assert len(calls) == 2


def ask(kind, inputs):
    return cache.hash_data([kind, inputs])


def test_a_result_taken_on_a_certificates_word_is_not_stored(folder):
    calls, compute = count_calls()
    cache.trust_result(ask("kind", {"a": 1}), "vouched")
    assert cache.remember("kind", {"a": 1}, compute) == "vouched"
    assert not calls
    assert not folder.exists()
    assert cache.used[ask("kind", {"a": 1})].origin is cache.Origin.CERTIFICATE


def poison(folder):
    """An entry that is whole, with its own right digest, and false."""
    (entry,) = folder.iterdir()
    data = json.loads(entry.read_text(encoding="utf-8"))
    data["result"] = {"answer": "false"}
    asked = {key: data[key] for key in ("kind", "inputs", "code")}
    data["sha256"] = cache.hash_data([asked, data["result"]])
    entry.write_text(json.dumps(data), encoding="utf-8")


def test_anew_reads_no_poisoned_entry_and_no_certificate_and_mends_the_entry(folder):
    calls, compute = count_calls()
    cache.remember("kind", {"a": 1}, compute)
    poison(folder)
    assert cache.remember("kind", {"a": 1}, compute) == {"answer": "false"}, "else it is no poison"
    cache.trust_result(ask("kind", {"a": 1}), "vouched")
    with cache.compute_anew():
        assert cache.remember("kind", {"a": 1}, compute) == {"answer": [1, 2, 2]}
        assert cache.used[ask("kind", {"a": 1})].origin is cache.Origin.COMPUTED
    cache.forget_trusted()
    assert cache.remember("kind", {"a": 1}, compute) == {"answer": [1, 2, 2]}
    assert len(calls) == 2


def test_anew_computes_each_question_once_and_forgets_afterwards(folder):
    calls, compute = count_calls()
    with cache.compute_anew():
        cache.remember("kind", {"a": 1}, compute)
        with cache.compute_anew():
            cache.remember("kind", {"a": 1}, compute)
        cache.remember("kind", {"a": 1}, compute)
    assert len(calls) == 1
    with cache.compute_anew():
        cache.remember("kind", {"a": 1}, compute)
    assert len(calls) == 2


def test_what_is_used_is_the_same_from_wherever_it_comes(folder):
    """What a long result needs in turn is no part of it: it is asked only where it is computed."""

    def compute():
        return [cache.remember("inner", {}, lambda: 1)]

    used = []
    for _ in range(2):
        cache.used.clear()
        cache.remember("outer", {}, compute)
        used.append([(item.kind, item.result, item.digest) for item in cache.used.values()])
    assert used[0] == used[1] == [("outer", [1], cache.hash_data([1]))]


def test_only_what_is_kept(folder):
    with cache.forbid_computing(), pytest.raises(cache.NotKept):
        cache.remember("kind", {}, lambda: 1)
    cache.remember("kind", {}, lambda: 1)
    with cache.forbid_computing():
        assert cache.remember("kind", {}, lambda: 2) == 1


def test_a_shipped_result_is_used_unless_everything_is_computed(folder):
    calls, compute = count_calls()
    shipped = {ask("kind", {"a": 1}): "shipped"}
    assert cache.remember("kind", {"a": 1}, compute, shipped=shipped) == "shipped"
    assert cache.used[ask("kind", {"a": 1})].origin is cache.Origin.PACKAGE
    assert not calls
    with cache.compute_anew():
        assert cache.remember("kind", {"a": 1}, compute, shipped=shipped) == {"answer": [1, 2, 1]}


def test_an_implausible_entry_is_computed_again_and_overwritten(folder):
    calls, compute = count_calls()

    def is_plausible(result):
        return result["answer"][2] == 2

    cache.remember("kind", {"a": 1}, compute)
    again = cache.remember("kind", {"a": 1}, compute, is_plausible=is_plausible)
    assert again == {"answer": [1, 2, 2]}
    assert cache.remember("kind", {"a": 1}, compute, is_plausible=is_plausible) == again
    assert len(calls) == 2


def test_leftovers_of_killed_runs_are_cleaned(folder):
    cache.remember("kind", {}, lambda: 1)
    (folder / ".unfinished-kind-abc.json-x1").write_text("half")
    cache.remember("kind", {"a": 2}, lambda: 1)
    assert not [path.name for path in folder.iterdir() if path.name.startswith(".")]


def make_of(compute):
    """Something that is made of a long result."""
    return lambda: ("made of", cache.remember("kind", {"a": 1}, compute))


def test_what_is_shared_is_made_once_and_still_counts_as_used(folder):
    calls, compute = count_calls()
    first = cache.share("key", make_of(compute))
    cache.used.clear()
    assert cache.share("key", make_of(compute)) is first
    assert list(cache.used) == [ask("kind", {"a": 1})]
    assert len(calls) == 1


def test_what_is_shared_does_not_outlive_the_right_to_read_it(folder):
    """Made of a stored result, then of a certificate's word, then of neither."""
    _, compute = count_calls()
    cache.remember("kind", {"a": 1}, compute)
    poison(folder)
    assert cache.share("key", make_of(compute))[1] == {"answer": "false"}
    with cache.compute_anew():
        assert cache.share("key", make_of(compute))[1] == {"answer": [1, 2, 2]}
    cache.trust_result(ask("kind", {"a": 1}), "vouched")
    assert cache.share("key", make_of(compute))[1] == "vouched"
    cache.forget_trusted()
    assert cache.share("key", make_of(compute))[1] == {"answer": [1, 2, 2]}


def test_what_is_shared_elsewhere_is_not_at_hand_here(folder, monkeypatch):
    calls, compute = count_calls()
    cache.share("key", make_of(compute))
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    with cache.forbid_computing(), pytest.raises(cache.NotKept):
        cache.share("key", make_of(compute))
    cache.share("key", make_of(compute))
    assert len(calls) == 2


def test_only_so_much_is_shared(folder, monkeypatch):
    monkeypatch.setattr(cache, "_MOST_SHARED", 2)
    made = [cache.share(key, object) for key in ("a", "b", "c")]
    assert cache.share("c", object) is made[2]
    assert cache.share("a", object) is not made[0]


def test_what_this_process_computed_is_still_computed_when_it_is_read_again(folder):
    """A filing's verification tells which counts it made itself; reading them back makes no difference."""
    _, compute = count_calls()
    question = ask("kind", {"a": 1})
    for _ in range(2):
        cache.remember("kind", {"a": 1}, compute)
        assert cache.used[question].origin is cache.Origin.COMPUTED
    poison(folder)
    cache.remember("kind", {"a": 1}, compute)
    assert cache.used[question].origin is cache.Origin.CACHE


def test_what_counts_as_at_hand_is_computed_where_only_kept_results_are_wanted(folder):
    _, compute = count_calls()
    with cache.forbid_computing():
        for questions in ([], [ask("kind", {"b": 1})]):
            with cache.restrict_cache(questions), pytest.raises(cache.NotKept):
                cache.remember("kind", {"a": 1}, compute)
        for questions in ([ask("kind", {"a": 1})], cache.Every()):
            with cache.restrict_cache(questions):
                assert cache.remember("kind", {"a": 1}, compute)
