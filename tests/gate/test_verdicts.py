"""The gate's verdict, line by line, where what is computed is given: what fails, passes or is a draft."""

from __future__ import annotations

import copy
import datetime
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from certify.base import cache
from certify.base.errors import CertifyError
from certify.base.storage import UNFINISHED
from certify.findings.finding import Severity
from certify.gate import run as run_module
from certify.gate.acceptance import Approver
from certify.gate.approvals import read_approvals
from certify.gate.certificates import format_certificate, seal
from certify.gate.files import FolderRevision, find_files
from certify.gate.judgement import Computed
from certify.gate.run import GateReport, Options, list_all_stale, read_policy, run_gate
from tests.gate.accepted_folder import plant, write_waivers

DAY = datetime.date(2030, 2, 1)
ONE, TWO = (Path("jurisdictions") / f"{name}.yaml" for name in ("one", "two"))
OFFICER = Approver("an officer", "looked at every figure", DAY)
NAMES = ("0123456789abcdef",)
PASSED = "OK, revision 1 approved by compliance officer on 2030-02-01, unsigned"


class Bench:
    """A planted folder, and a gate that is told what comes out."""

    def __init__(self, place, patch):
        self.place = place
        self.contents = {}
        self.issues = {}
        self.anew = {}
        self.trusted = ()
        self.digest = self.certificate("two")["policy_sha256"]
        patch.setattr(run_module, "compute_content", self.compute)
        for name in ("one", "two"):
            self.contents[name] = {
                key: value
                for key, value in self.certificate(name).items()
                if key not in {"approvals", "sha256"}
            }

    def path(self, name):
        return self.place / "jurisdictions" / name

    def certificate(self, name):
        return json.loads(self.path(f"{name}.certificate.json").read_bytes())

    def compute(self, item, policy, digest, *, anew, progress):
        assert policy.least_stake("standard") == 5
        assert digest == self.digest
        assert progress == "progress"
        if isinstance(self.contents[item.id], Exception):
            raise self.contents[item.id]
        self.anew[item.id] = anew
        issues = self.issues.get(item.id, ())
        return Computed(
            SimpleNamespace(issues=issues, odds=(), titles=dict.fromkeys(NAMES, "t")),
            self.contents[item.id],
            self.trusted,
            0,
            SimpleNamespace(differences=()),
        )

    def judge(self, *specs, **options):
        given = {"today": DAY, "progress": "progress", **options}
        return run_gate(find_files(specs), Options(**given))


@pytest.fixture
def bench(tmp_path, monkeypatch):
    place = plant(tmp_path)
    write_waivers(place / "jurisdictions", ())  # no issue is found but those that a test gives
    monkeypatch.chdir(place)
    return Bench(place, monkeypatch)


def change_figures(bench, name="one"):
    content = copy.deepcopy(bench.contents[name])
    content["readings"]["wheel"] = "second-highest"
    bench.contents[name] = content


def test_files_as_approved_pass(bench):
    found = bench.judge()
    assert found.passed == [f"{ONE}: {PASSED}", f"{TWO}: {PASSED}"]
    assert found.holds
    assert (found.failures, found.drafts, found.written, found.differences) == ([], [], [], [])
    assert (found.rules, found.remarks, found.waived) == ([], [], set())
    assert bench.anew == {"one": False, "two": False}
    full = bench.judge(full=True)
    assert bench.anew == {"one": True, "two": True}
    assert full.remarks == [f"{path}: everything computed again" for path in (ONE, TWO)]


def test_what_differs_fails_and_the_other_passes(bench):
    change_figures(bench)
    found = bench.judge()
    (failure,) = found.failures
    assert failure.startswith(f"{ONE}: reading wheel: ")
    assert (found.passed, found.holds) == ([f"{TWO}: {PASSED}"], False)
    bench.contents["one"] = CertifyError("one: cannot be counted")
    found = bench.judge()
    assert (found.failures, found.passed) == (["one: cannot be counted"], [f"{TWO}: {PASSED}"])


def test_a_file_without_a_certificate_is_a_draft_unless_it_is_named(bench):
    bench.path("one.certificate.json").unlink()
    found = bench.judge()
    assert found.drafts == [f"{ONE}: draft, no certificate"]
    assert found.holds
    named = bench.judge("one")
    assert [line.partition(": ")[0] for line in named.failures] == [str(ONE)]
    bench.path("two.certificate.json").unlink()
    nothing = bench.judge()
    assert [line.partition(": ")[0] for line in nothing.failures] == ["jurisdictions"]
    assert len(nothing.drafts) == 2


def test_a_certificate_that_stood_at_the_base_is_missed(bench, monkeypatch):
    base = FolderRevision("HEAD", "c", {"one.certificate.json": b"x", "bad.yaml": b"id: bad\n"})
    monkeypatch.setattr(run_module, "read_revision", lambda name, _folder: {"HEAD": base}[name])
    seen = []
    monkeypatch.setattr(
        run_module, "compare_with_base", lambda *given: seen.append(given) or ["difference"]
    )
    monkeypatch.setattr(run_module, "list_changes_of_policy", lambda *_given: ["policy changed"])
    monkeypatch.setattr(run_module, "list_new_approvals", lambda *_given: ["new approval"])
    bench.path("one.certificate.json").unlink()
    found = bench.judge(base="HEAD")
    (failure,) = found.failures
    assert failure.startswith("jurisdictions/one.certificate.json: ")
    assert found.differences == ["difference"]
    assert found.rules == ["policy changed", "new approval"]
    assert found.remarks == [
        f"{TWO}: everything computed again",
        "HEAD:bad.yaml: not valid, not compared",
    ]
    ((given, now, basis),) = seen
    assert given is base
    assert set(now.valid) == {ONE, TWO}
    assert set(now.computed) == set(now.certificates) == {TWO}
    assert (basis.stake("USD"), basis.progress) == (None, "progress")
    same = bench.path("two.certificate.json").read_bytes()
    base.files["two.certificate.json"] = same
    del base.files["one.certificate.json"]
    bench.trusted = ()
    assert bench.judge(base="HEAD").drafts == [f"{ONE}: draft, no certificate"]
    assert bench.anew["two"] is False


def test_files_that_are_not_valid_or_not_finished(bench):
    draft = bench.path("three.yaml")
    draft.write_text("id: three\n", encoding="utf-8")
    three = Path("jurisdictions") / "three.yaml"
    found = bench.judge()
    assert found.drafts == [f"{three}: draft, not valid; run certify validate"]
    assert found.holds
    named = bench.judge("three")
    assert named.failures
    assert all(line.startswith(f"{three}:1:1: ") for line in named.failures)
    draft.write_text("id: one\n", encoding="utf-8")
    (failure,) = bench.judge().failures
    assert failure.startswith(f"{three}: has the id of {ONE};")
    text = bench.path("one.yaml").read_text(encoding="utf-8").replace("id: one\n", "id: three\n")
    assert text.count("wheel: {silent: true, assumed") == 1
    todo = text.replace("wheel: {silent: true, assumed", "wheel: {todo: true, note", 1)
    start = todo.index("wheel: {todo: true")
    stop = todo.index("}", start)
    draft.write_text(todo[:start] + "wheel: {todo: true" + todo[stop:], encoding="utf-8")
    (line,) = bench.judge().drafts
    assert line.startswith(f"{three}: ")
    assert line.endswith("; run certify validate")
    assert bench.judge("three").failures == [line]
    bench.path("three.certificate.json").write_bytes(
        bench.path("one.certificate.json").read_bytes()
    )
    assert bench.judge().failures == [line]
    draft.write_text("id: three\n", encoding="utf-8")
    assert all(item.startswith(f"{three}:1:1: ") for item in bench.judge().failures)


def test_two_files_of_one_id_and_files_that_hide(bench):
    copies = bench.place / "copies"
    (copies / "policy").mkdir(parents=True)
    for name in ("limits.yaml", "waivers.yaml"):
        (copies / "policy" / name).write_bytes(bench.path(f"policy/{name}").read_bytes())
    for name in ("a", "b"):
        (copies / f"{name}.yaml").write_bytes(bench.path("one.yaml").read_bytes())
    found = bench.judge("copies")
    (failure,) = found.failures
    assert failure.startswith("copies/b.yaml: id one is also used by copies/a.yaml")
    (copies / "c.yaml").write_bytes(bench.path("two.yaml").read_bytes())
    (copies / "c.certificate.json").write_bytes(bench.path("two.certificate.json").read_bytes())
    assert bench.judge("copies").passed == [f"copies/c.yaml: {PASSED}"]
    bench.path("four.yml").write_text("x", encoding="utf-8")
    bench.path("gone.certificate.json").write_text("x", encoding="utf-8")
    found = bench.judge()
    assert [line.partition(": ")[0] for line in found.failures] == [
        "jurisdictions/four.yml",
        "jurisdictions/gone.certificate.json",
    ]
    assert len(found.passed) == 2


def test_a_file_that_cannot_be_judged_hides_none_behind_it(bench):
    """Files are judged in the order of their names: those before the others are no good."""
    text = bench.path("one.yaml").read_text(encoding="utf-8")
    start = text.index("wheel: {silent: true, assumed")
    unfinished = text[:start] + "wheel: {todo: true" + text[text.index("}", start) :]
    bench.path("a.yaml").write_text("id: a\n", encoding="utf-8")
    bench.path("b.yaml").write_text(unfinished.replace("id: one\n", "id: b\n"), encoding="utf-8")
    found = bench.judge()
    assert [line.partition(":")[0] for line in found.drafts] == [
        "jurisdictions/a.yaml",
        "jurisdictions/b.yaml",
    ]
    assert found.passed == [f"{ONE}: {PASSED}", f"{TWO}: {PASSED}"]


def test_open_errors_are_counted_by_file(bench):
    def issue(number, severity):
        return SimpleNamespace(
            fingerprint=f"{number:016x}", findings=[], title="t", question="", severity=severity
        )

    kinds = (Severity.ERROR, Severity.WARNING, Severity.ERROR, Severity.NOTE)
    bench.issues["one"] = tuple(issue(place, kind) for place, kind in enumerate(kinds))
    bench.issues["two"] = (issue(9, Severity.WARNING),)
    assert bench.judge().open_errors == {ONE: 2}


def test_what_certificates_vouch_for_ends_with_a_run_and_is_not_read_in_a_full_one(
    bench, monkeypatch
):
    """What is trusted before a run is forgotten; what is trusted in it is used, but not in a full one."""
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    question = cache.hash_data(["made up", [1]])
    told = []
    compute = bench.compute

    def ask(*given, **named):
        told.append(cache.remember("made up", [1], lambda: "computed"))
        cache.trust_result(question, "trusted")
        told.append(cache.remember("made up", [1], lambda: "computed"))
        cache.forget_trusted()
        return compute(*given, **named)

    monkeypatch.setattr(run_module, "compute_content", ask)
    for options, expected in (
        ({}, ["computed", "trusted"]),
        ({"full": True}, ["computed", "computed"]),
        ({"approver": OFFICER}, ["computed", "computed"]),
    ):
        told.clear()
        cache.trust_result(question, "trusted before")
        bench.judge("one", **options)
        assert told == expected
    cache.forget_trusted()


def test_unfinished_files_of_other_runs_go_when_something_is_accepted(bench):
    leftover = bench.path(f"{UNFINISHED}1.certificate.json")
    leftover.write_bytes(b"half")
    bench.judge()
    assert leftover.is_file()
    bench.judge(approver=OFFICER)
    assert not leftover.exists()


def write_waiver(bench, fingerprint, expires="2030-06-30"):
    bench.path("policy/waivers.yaml").write_text(
        f"waivers:\n- {{fingerprint: {fingerprint}, reason: asked and answered, "
        f'accepted_by: an officer, expires: "{expires}"}}\n',
        encoding="utf-8",
    )


def test_waivers_that_hold_that_are_over_and_that_waive_nothing(bench):
    name = "0123456789abcdef"
    place = "jurisdictions/policy/waivers.yaml:2"
    issue = SimpleNamespace(
        fingerprint=name, findings=[], title="t", question="", severity=Severity.ERROR
    )
    write_waiver(bench, name)
    nothing = bench.judge()
    assert nothing.failures == [f"{place}: no finding {name}; remove the waiver"]
    assert bench.judge("one").failures == []
    bench.issues["one"] = (issue,)
    held = bench.judge()
    assert (held.failures, held.waived) == ([], {name})
    write_waiver(bench, name, "2030-01-31")
    over = bench.judge()
    (failure,) = over.failures
    assert failure.startswith(f"{place}: the waiver for {name} expired on 2030-01-31")
    assert over.waived == set()
    bench.issues.clear()
    bench.path("two.certificate.json").unlink()
    write_waiver(bench, name)
    assert bench.judge().failures == []  # not every file was computed: it may waive something there


def test_every_waiver_is_looked_at(bench):
    first, second = "0123456789abcdef", "fedcba9876543210"
    lines = "".join(
        f"- {{fingerprint: {name}, reason: asked and answered, accepted_by: an officer, "
        f'expires: "{expires}"}}\n'
        for name, expires in ((first, "2030-01-31"), (second, "2030-06-30"))
    )
    bench.path("policy/waivers.yaml").write_text(f"waivers:\n{lines}", encoding="utf-8")
    place = "jurisdictions/policy/waivers.yaml"
    expired, unused = bench.judge().failures
    assert expired.startswith(f"{place}:2: the waiver for {first} expired on 2030-01-31")
    assert unused.startswith(f"{place}:3: no finding {second}")


def test_every_file_that_is_not_accepted_says_why(bench):
    change_figures(bench, "two")
    bench.contents["one"] = CertifyError("one: cannot be counted")
    first, second = bench.judge(approver=OFFICER).failures
    assert first == "one: cannot be counted"
    assert second.startswith(f"{TWO}: not accepted: ")


def test_what_is_accepted_is_compared_with_the_base_as_it_is_now(bench, monkeypatch):
    base = FolderRevision("HEAD", "c", {})
    monkeypatch.setattr(run_module, "read_revision", lambda *_given: base)
    monkeypatch.setattr(run_module, "list_changes_of_policy", lambda *_given: [])
    monkeypatch.setattr(run_module, "list_new_approvals", lambda *_given: [])
    seen = []
    monkeypatch.setattr(
        run_module, "compare_with_base", lambda _base, now, _basis: seen.append(now) or []
    )
    bench.path("one.certificate.json").unlink()
    bench.judge(approver=OFFICER, base="HEAD")
    ((path, certificate),) = seen[0].certificates.items()
    assert path == ONE
    assert [item["by"] for item in certificate["approvals"]] == ["an officer"]


def test_only_what_is_new_is_accepted_and_all_or_nothing(bench):
    before = {name: bench.path(f"{name}.certificate.json").read_bytes() for name in ("one", "two")}
    found = bench.judge(approver=OFFICER)
    assert found.passed == [
        f"{path}: computed again, matches the certificate; nothing to accept" for path in (ONE, TWO)
    ]
    assert (found.written, bench.anew) == ([], {"one": True, "two": True})
    change_figures(bench)
    refused = bench.judge(approver=OFFICER)
    (failure,) = refused.failures
    assert failure.startswith(f"{ONE}: not accepted: ")
    assert refused.written == []
    content = copy.deepcopy(bench.contents["one"])
    content["edition"] = {"number": 2, "date": "2030-02-01"}
    bench.contents["one"] = content
    bench.contents["two"] = CertifyError("two: cannot be counted")
    assert bench.judge(approver=OFFICER).failures == ["two: cannot be counted"]
    assert bench.path("one.certificate.json").read_bytes() == before["one"]
    bench.contents["two"] = {
        key: value
        for key, value in bench.certificate("two").items()
        if key not in {"approvals", "sha256"}
    }
    done = bench.judge(approver=OFFICER)
    assert done.failures == []
    assert done.written == [Path("jurisdictions") / "one.certificate.json"]
    assert len(done.remarks) == 1
    assert done.remarks[0].startswith(f"{ONE}: computed again in ")
    assert bench.path("two.certificate.json").read_bytes() == before["two"]
    kept = bench.certificate("one")
    assert [item["edition"] for item in kept["approvals"]] == [1, 2]
    assert kept["approvals"][-1]["by"] == "an officer"
    assert kept["readings"]["wheel"] == "second-highest"


def test_a_waived_error_is_accepted_and_one_whose_waiver_is_over_is_not(bench):
    name = "0123456789abcdef"
    issue = SimpleNamespace(
        fingerprint=name,
        findings=[],
        title="t",
        question="",
        severity=Severity.ERROR,
        head=SimpleNamespace(code="ZZZ001"),
    )
    content = copy.deepcopy(bench.contents["one"])
    content["issues"] = [
        *content["issues"],
        {"code": "ZZZ001", "fingerprint": name, "severity": "error"},
    ]
    bench.contents["one"], bench.issues["one"] = content, (issue,)
    told = (
        f"{ONE}: not accepted: error ZZZ001 without a valid waiver: t [{name}]; "
        "correct it, or add a waiver to policy/waivers.yaml"
    )
    assert bench.judge(approver=OFFICER).failures == [told]
    write_waiver(bench, name, "2030-01-31")
    assert told in bench.judge(approver=OFFICER).failures
    write_waiver(bench, name, "2030-02-01")
    assert bench.judge(approver=OFFICER).failures == []


def test_a_certificate_that_says_something_twice_is_not_as_computed(bench):
    """All that is computed stands in it, and one thing more: it is written anew, not left as it is."""
    kept = bench.certificate("one")
    approvals = read_approvals(kept.pop("approvals"))
    del kept["sha256"]
    kept["issues"] = [*kept["issues"], kept["issues"][0]]
    path = bench.path("one.certificate.json")
    path.write_text(format_certificate(seal(kept, approvals)), encoding="utf-8")
    found = bench.judge("one", approver=OFFICER)
    assert (found.failures, found.passed) == ([], [])
    assert found.written == [Path("jurisdictions") / "one.certificate.json"]
    assert bench.certificate("one")["issues"] == bench.contents["one"]["issues"]


def test_a_new_file_is_accepted_into_a_history_of_its_own(bench):
    bench.path("one.certificate.json").unlink()
    done = bench.judge(approver=OFFICER)
    assert done.written == [Path("jurisdictions") / "one.certificate.json"]
    assert [item["by"] for item in bench.certificate("one")["approvals"]] == ["an officer"]


def test_no_policy_but_the_one_beside_the_files(bench):
    policy, digest = read_policy(find_files([]))
    assert policy.least_stake("standard") == 5
    assert digest == bench.contents["one"]["policy_sha256"]
    bench.path("policy/limits.yaml").unlink()
    with pytest.raises(CertifyError) as caught:
        bench.judge()
    assert str(caught.value).startswith("jurisdictions/policy/limits.yaml: file not found;")


def test_a_failure_is_noted_once():
    found = GateReport()
    assert found.holds
    for text in ("a", "b", "a"):
        found.fail(text)
    assert found.failures == ["a", "b"]
    assert not found.holds


def test_what_is_stale_is_told_without_computing(bench):
    assert list_all_stale(find_files([])) == {ONE: [], TWO: []}
    path = bench.path("one.yaml")
    path.write_text(path.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    bench.path("two.yaml").write_text("id: two\n", encoding="utf-8")
    bench.path("two.certificate.json").write_text("{", encoding="utf-8")
    assert list_all_stale(find_files([])) == {
        ONE: ["the specification has changed since it was certified"],
        TWO: ["not valid; run certify validate"],
    }
    bench.path("one.certificate.json").write_text("{", encoding="utf-8")
    (told,) = list_all_stale(find_files([]))[ONE]
    assert told.startswith("jurisdictions/one.certificate.json")
    bench.path("one.certificate.json").unlink()
    assert list_all_stale(find_files(["one"])) == {ONE: ["no certificate"]}
    assert bench.anew == {}
