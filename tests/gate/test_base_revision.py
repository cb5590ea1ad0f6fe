"""The gate against a git revision: meaning first, failures after; and what may be believed."""

import json

import pytest

from certify.base import cache
from certify.gate import judgement
from certify.gate import run as run_module
from certify.gate.certificates import believe_counts
from certify.odds import identity
from certify.odds.identity import find_impossible
from tests.gate.accepted_folder import ACCEPT, change, commit, gate, plant
from tests.gate.edits import edit_certificate


@pytest.fixture
def tree(tmp_path):
    folder = plant(tmp_path / "tree")
    commit(folder)
    return folder


def find_line(tree, text):
    lines = (tree / "jurisdictions" / "one.yaml").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.fixture
def anew(monkeypatch):
    """Which files were computed anew, in order."""
    seen = []
    real = run_module.compute_content

    def compute(jurisdiction, *arguments, anew, **options):
        seen.append((jurisdiction.id, anew))
        return real(jurisdiction, *arguments, anew=anew, **options)

    monkeypatch.setattr(run_module, "compute_content", compute)
    return seen


def test_meaning_comes_first_and_each_failure_once(tree):
    change(tree, "pays: 100,", "pays: 90,")
    done = gate(tree, "--base", "HEAD", "--summary", "summary.md")
    assert done.code == 1
    text = done.out
    order = [
        "Verdict:",
        "+0.1695",
        "royal-flush: pays: 100 to 1, stated → 90 to 1, stated",
        "unchanged: two",
        "two.yaml: OK",
        "the specification has changed since it was certified",
        "gate: FAILED",
    ]
    assert [text.index(item) for item in order] == sorted(text.index(item) for item in order)
    assert text.count("the specification has changed since it was certified") == 1
    summary = (tree / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("# certify gate: failed\n")
    assert summary.index("## Effect of this change") < summary.index("## Checks")
    row = "| fortune-bonus paytable main | 5 USD | 0 | 92.1049% | 92.2745% | +0.1695 pp |"
    assert row in summary


def test_a_change_of_envy_alone_is_priced(tree):
    change(tree, "envy: 25 USD", "envy: 2500 USD")
    data = json.loads(gate(tree, "--base", "HEAD", "--json").out)
    first, second = data["differences"]
    assert second["untouched"]
    (wager,) = first["wagers"]
    assert wager["points"]["fraction"] == "0"
    assert [item["points"]["points"][0] for item in wager["envy"]] == ["-"] * 5
    (change_of_envy,) = first["changes"]
    assert change_of_envy["what"] == "fortune-bonus paytable main: royal-flush: envy"
    assert change_of_envy["at"] == f"jurisdictions/one.yaml:{find_line(tree, 'royal-flush')}"
    assert change_of_envy["worth"]["moves"][0]["envy"] == wager["envy"]


def test_an_accepted_change_passes_and_is_still_told(tree):
    change(tree, "pays: 100,", "pays: 90,")
    change(tree, "number: 1,", "number: 2,")
    assert gate(tree, *ACCEPT).code == 0
    done = gate(tree, "--base", "HEAD")
    assert done.code == 0, done.out
    assert "+0.1695" in done.out
    assert "revision: 1 of 2030-01-31 → 2 of 2030-01-31" in done.out


def test_nothing_changed(tree):
    done = gate(tree, "--base", "HEAD")
    assert done.code == 0
    assert done.out.startswith("no statement, figure or issue differs")


def test_a_file_that_is_new_and_one_that_is_gone(tree):
    folder = tree / "jurisdictions"
    text = (folder / "two.yaml").read_text(encoding="utf-8").replace("id: two", "id: three")
    (folder / "three.yaml").write_text(text, encoding="utf-8")
    (folder / "two.yaml").unlink()
    (folder / "two.certificate.json").unlink()
    done = gate(tree, "--base", "HEAD")
    assert done.code == 1, "a certified file that is gone fails"
    assert "jurisdictions/two.yaml: missing, but certified in the base revision" in done.out
    assert "three: (absent) → " in done.out
    assert "→ (absent)" in done.out
    assert "three.yaml: draft" in done.out


# forgery against a base


def test_approvals_of_the_base_cannot_be_rewritten(tree):
    edit_certificate(lambda data: data["approvals"][0].update(by="somebody else"))(tree)
    assert gate(tree).code == 0, "without a base nobody can tell"
    done = gate(tree, "--base", "HEAD")
    assert done.code == 1
    assert "approvals of the base revision were removed or changed" in done.out


def test_new_figures_under_an_old_edition_are_told_though_somebody_signed_them(tree):
    """The file, the figures and a further approval forged by hand, all digests right."""
    change(tree, "pays: 100,", "pays: 90,")
    change(tree, "number: 1,", "number: 2,")
    assert gate(tree, *ACCEPT).code == 0
    change(tree, "number: 2,", "number: 1,")
    path = tree / "jurisdictions" / "one.yaml"
    import hashlib

    digest = hashlib.sha256(path.read_bytes()).hexdigest()

    def alter(data):
        data["spec_sha256"] = digest
        data["edition"]["number"] = 1
        data["approvals"][-1]["edition"] = 1
        data.pop("before", None)  # the earlier revision would be checked against the approvals

    edit_certificate(alter)(tree)
    assert gate(tree).code == 0, "without a base nobody can tell"
    done = gate(tree, "--base", "HEAD")
    assert done.code == 1
    assert "its figures differ from the base revision, but the revision is still 1" in done.out


def test_a_change_that_nobody_approved(tree):
    change(tree, "cap_covers: {value: bonus", "cap_covers: {value: all-wagers")
    import hashlib

    digest = hashlib.sha256((tree / "jurisdictions" / "one.yaml").read_bytes()).hexdigest()
    edit_certificate(lambda data: data.update(spec_sha256=digest))(tree)
    done = gate(tree, "--base", "HEAD")
    assert done.code == 1
    assert "approvals of the base revision were removed or changed" in done.out
    assert "fortune-bonus.cap_covers: " in done.out


def test_a_certificate_removed_since_the_base(tree):
    (tree / "jurisdictions" / "one.certificate.json").unlink()
    commit(tree, "gone")
    assert gate(tree).code == 0, "a draft, as far as this revision goes"
    done = gate(tree, "--base", "HEAD~1")
    assert done.code == 1
    assert "one.certificate.json: missing, but in the base revision" in done.out


# what is recomputed when


def test_an_unchanged_certificate_is_believed(tree, anew):
    gate(tree, "--base", "HEAD")
    assert anew == [("one", False), ("two", False)]


def test_a_changed_certificate_is_computed_anew(tree, anew):
    edit_certificate(lambda data: data["approvals"][0].update(by="somebody"))(tree)
    gate(tree, "--base", "HEAD")
    assert anew == [("one", True), ("two", False)]


def test_changed_code_is_computed_anew(tree, anew, monkeypatch):
    monkeypatch.setattr(identity, "identify_counting", lambda: "0" * 64)
    gate(tree, "--base", "HEAD")
    assert anew == [("one", True), ("two", True)]


def test_full_computes_everything_anew(tree, anew):
    done = gate(tree, "--full")
    assert done.code == 0
    assert anew == [("one", True), ("two", True)]
    assert "one.yaml: everything computed again" in done.out


def test_without_a_base_what_is_trusted_is_reported(tree, monkeypatch):
    """A certificate that vouches for counts: the gate names how many, and what they hold."""
    real = run_module.compute_content

    def compute(*arguments, **options):
        found = real(*arguments, **options)
        return judgement.Computed(
            found.examined, found.content, ("settings",) * 3, 0, found.settled
        )

    monkeypatch.setattr(run_module, "compute_content", compute)
    done = gate(tree, "one")
    assert "3 counts from the certificate; checked: totals" in done.out
    assert "one.yaml: standard wager (no house edge): " in done.out


# counts

DEALS = 154143080 * 53524680


def build_counts(*, copies=10**12, moved=0):
    """Made-up counts of one house way: by low and high -1, 0, 1; symmetric, and all deals in all."""
    cells = [[0] * 3 for _ in range(3)]
    cells[1][1] = copies
    cells[0][1] = cells[2][1] = cells[1][0] = cells[1][2] = copies
    rest = DEALS - sum(map(sum, cells))
    cells[0][0] = cells[2][2] = cells[0][2] = cells[2][0] = rest // 4
    cells[1][1] += rest % 4
    cells[0][0] -= moved
    cells[2][2] += moved
    return [[cells]]


def test_true_counts_are_believed():
    assert find_impossible("settings", build_counts()) == ""


@pytest.mark.parametrize(
    ("kind", "result", "told"),
    [
        ("settings", build_counts(moved=10**14), "exchanging the two hands changes them"),
        ("settings", build_counts(moved=1), "exchanging the two hands changes them"),
        ("settings", [[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]], "they do not sum to all deals"),
        ("settings", [[build_counts()[0][0][:2]]], "do not sum"),
        ("settings", [[[[-1, 0, 0], [0, DEALS + 1, 0], [0, 0, 0]]]], "a count is negative"),
        ("settings", [[[["1", 0, 0], [0, DEALS, 0], [0, 0, 0]]]], "not a whole number"),
        ("settings", [[[[True, 0, 0], [0, DEALS, 0], [0, 0, 0]]]], "not a whole number"),
        ("settings", DEALS, "form of counts"),
        ("settings", [DEALS], "form of counts"),
        ("settings", [[[[DEALS]]]], "form of counts"),
        ("settings", {"a": 1}, "not a whole number"),
        ("choices", [[DEALS - 1]], "do not sum"),
        ("choices", [[DEALS, -1, 1]], "negative"),
        ("best", {"deals": [DEALS], "pushed": 1}, "do not sum"),
        ("best", {"deals": [DEALS]}, "form of counts"),
        ("best", [DEALS], "form of counts"),
    ],
)
def test_counts_that_cannot_be_true(kind, result, told):
    assert told in find_impossible(kind, result)


@pytest.mark.parametrize(
    ("kind", "result"),
    [("choices", [[DEALS - 5, 5]]), ("best", {"deals": [DEALS - 5, 2], "pushed": 3})],
)
def test_counts_that_may_be_true(kind, result):
    assert find_impossible(kind, result) == ""


@pytest.mark.parametrize(("code", "taken"), [(None, 1), ("0" * 64, 0)])
def test_counts_are_believed_only_of_the_code_that_runs(code, taken):
    question = cache.hash_data(["settings", {"x": 1}])
    certificate = {
        "program": {"code_sha256": code or identity.identify_counting()},
        "counts": [
            {"kind": "settings", "question": question, "result": build_counts()},
            {"kind": "pairs", "question": "0" * 64, "sha256": "0" * 64},
        ],
    }
    cache.forget_trusted()
    assert believe_counts(certificate, "x") == taken
    found = cache.remember("settings", {"x": 1}, lambda: "counted")
    cache.forget_trusted()
    assert found == (build_counts() if taken else "counted")
