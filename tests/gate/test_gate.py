"""The gate on a folder: what passes, what fails, and what cannot be judged."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from certify.base.load import SourceFile
from certify.gate import files as files_module
from certify.gate.certificates import (
    believe_certificate,
    find_certification,
    format_certificate,
)
from certify.spec.validate import list_schema_faults, load_jurisdiction
from tests.conftest import ROOT
from tests.gate.accepted_folder import (
    ACCEPT,
    LAST_DAY,
    change,
    commit,
    gate,
    plant,
    run,
    waive_errors,
)
from tests.gate.edits import edit_certificate


@pytest.fixture
def tree(tmp_path):
    return plant(tmp_path / "tree")


def load_certificate_of(tree, name="one"):
    path = tree / "jurisdictions" / f"{name}.certificate.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_clean_tree_passes(tree):
    done = gate(tree)
    assert done.code == 0, done.out + done.err
    assert "one.yaml: OK, revision 1 approved by compliance officer on 2030-02-01" in done.out
    assert done.out.splitlines()[-1].startswith("gate: passed; ")


def count_errors(tree, name):
    issues = load_certificate_of(tree, name)["issues"]
    return sum(item["severity"] == "error" for item in issues)


def test_a_gate_that_passes_says_with_how_many_errors(tree):
    """Those that the certificates record, which the first approval took as they were."""
    one, two = count_errors(tree, "one"), count_errors(tree, "two")
    assert one > 0
    assert two > 0
    files = f"jurisdictions/one.yaml {one}, jurisdictions/two.yaml {two}"
    told = f"approved with {one + two} open errors: {files}"
    done = gate(tree, "--summary", "summary.md")
    assert done.code == 0, done.out + done.err
    assert done.out.splitlines()[-1] == f"gate: passed; {told}"
    assert f"approved with {one + two} open errors" in (tree / "summary.md").read_text()
    data = json.loads(gate(tree, "jurisdictions/two.yaml", "--json").out)
    assert data["open_errors"] == {"jurisdictions/two.yaml": two}


def test_a_certificate_fits_its_schema_and_is_small_and_sorted(tree):
    path = tree / "jurisdictions" / "one.certificate.json"
    text, data = path.read_text(encoding="utf-8"), load_certificate_of(tree)
    assert not list_schema_faults(SourceFile("c", data, "", {(): (1, 1)}, {}), "certificate")
    assert text == format_certificate(data)
    assert list(data) == sorted(data)
    assert len(text) < 12_000
    assert max(map(len, text.splitlines())) < 160


def test_a_certificate_holds_no_sentence(tree):
    """Only an approval has words, and those are the approver's."""
    data = load_certificate_of(tree)
    del data["approvals"]

    def list_texts(item):
        if isinstance(item, dict):
            for value in item.values():
                yield from list_texts(value)
        elif isinstance(item, list):
            for value in item:
                yield from list_texts(value)
        elif isinstance(item, str):
            yield item

    assert not [text for text in list_texts(data) if text.count(" ") > 3]


# local files only


def test_without_a_local_folder_nothing_is_judged(tmp_path):
    done = gate(tmp_path)
    assert done.code == 2
    assert "there is no folder ./jurisdictions here" in done.err


def test_an_id_is_never_looked_up_in_the_installed_program(tree):
    done = gate(tree, "south-dakota")
    assert done.code == 2
    assert "south-dakota: file not found; ./jurisdictions has one, two" in done.err


def test_nothing_inside_the_installed_program_is_judged_or_written(tree, monkeypatch):
    monkeypatch.setattr(files_module, "_PACKAGE", tree.resolve())
    for arguments in ((), ACCEPT):
        done = gate(tree, *arguments)
        assert done.code == 2
        assert "part of the installed program" in done.err


# drafts


def test_drafts_beside_certified_files_block_nothing(tree):
    folder = tree / "jurisdictions"
    (folder / "invalid.yaml").write_text("id: invalid\n", encoding="utf-8")
    (folder / "new.yaml").write_text(
        (folder / "one.yaml").read_text().replace("id: one\n", "id: new\n"), encoding="utf-8"
    )
    done = gate(tree)
    assert done.code == 0, done.out
    assert "new.yaml: draft, no certificate" in done.out
    assert "invalid.yaml: draft, not valid" in done.out


@pytest.mark.parametrize("name", ["new", "invalid"])
def test_a_draft_that_is_named_is_judged(tree, name):
    folder = tree / "jurisdictions"
    (folder / "invalid.yaml").write_text("id: invalid\n", encoding="utf-8")
    (folder / "new.yaml").write_text(
        (folder / "one.yaml").read_text().replace("id: one\n", "id: new\n"), encoding="utf-8"
    )
    done = gate(tree, name)
    assert done.code == 1


def test_a_folder_of_drafts_is_no_certified_folder(tree):
    for path in (tree / "jurisdictions").glob("*.certificate.json"):
        path.unlink()
    done = gate(tree)
    assert done.code == 1
    assert "no certificate; check the figures" in done.out


def test_an_invalid_file_with_a_certificate_is_no_draft(tree):
    change(tree, "pays: 100,", "pays: 1_00,")
    done = gate(tree)
    assert done.code == 1
    assert "1_00 is a number for some programs only" in done.out


def test_the_cover_of_a_filing_can_say_who_approved_it(tree):
    path = tree / "jurisdictions" / "one.yaml"
    found = find_certification(load_jurisdiction(path))
    assert found.approval is not None
    assert (found.approval.by, found.approval.date) == ("compliance officer", "2030-02-01")
    change(tree, "pays: 100,", "pays: 90,")
    found = find_certification(load_jurisdiction(path))
    assert found.is_draft
    assert found.why_not == "the specification has changed since it was approved"
    (tree / "jurisdictions" / "one.certificate.json").unlink()
    assert find_certification(load_jurisdiction(path)).why_not == "it has no certificate"


def test_only_the_file_that_was_approved_may_lean_on_its_certificate(tree):
    path = tree / "jurisdictions" / "one.yaml"
    kept = believe_certificate(load_jurisdiction(path))
    counts = {"kind": "choices", "question": "0" * 64, "result": [[154143080 * 53524680]]}
    edit_certificate(lambda data: data["counts"].append(counts))(tree)
    assert believe_certificate(load_jurisdiction(path)) == kept + 1
    change(tree, "name: Example\n", "name: Another\n")
    assert believe_certificate(load_jurisdiction(path)) == 0


# what is stale


def test_stale_certificates_are_told_without_computing(tree, monkeypatch):
    monkeypatch.setattr("certify.gate.judgement.compute_odds", None)
    assert run(tree, "gate", "--stale").code == 0
    change(tree, "pays: 100,", "pays: 90,")
    done = run(tree, "gate", "--stale")
    assert done.code == 1
    assert "one.yaml: the specification has changed since it was certified" in done.out
    assert "two.yaml: current" in done.out


def test_only_what_is_stale_is_accepted_where_that_is_asked(tree):
    change(tree, "pays: 100,", "pays: 90,")
    change(tree, "number: 1,", "number: 2,")
    done = gate(tree, "--stale", *ACCEPT)
    assert done.code == 0, done.out
    assert "wrote jurisdictions/one.certificate.json" in done.out
    assert "two" not in done.out


# malformed certificates


def set_value(*path, value):
    def alter(data):
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return alter


MALFORMED = {
    "empty": "",
    "half": '{"form": 2',
    "list": "[]",
    "number": "2",
    "null": "null",
    "deep": '{"form": 2, "x": ' + "[" * 100_000,
    "float": '{"form": 2.0}',
    "not a number": '{"form": NaN}',
    "not UTF-8": b"\xff\xfe{}",
    "key twice": '{"form": 2, "form": 2}',
    "old form": '{"form": 1}',
    "no form": '{"jurisdiction": "one"}',
    "form as text": '{"form": "2"}',
    "huge": '{"form": 2, "x": "' + "x" * (1 << 22) + '"}',
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_certificate_fails_in_one_line(tree, name):
    content = MALFORMED[name]
    path = tree / "jurisdictions" / "one.certificate.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = gate(tree)
    assert done.code == 1
    assert sum("one.certificate.json" in line for line in done.out.splitlines()) == 1
    assert "two.yaml: OK" in done.out


@pytest.mark.parametrize(
    "alter",
    [
        set_value("wagers", value={}),
        set_value("wagers", value=[[]]),
        set_value("wagers", 0, value=None),
        set_value("wagers", 1, "house_edge", value=None),
        set_value("wagers", 1, "house_edge", value="1/0"),
        set_value("wagers", 1, "envy", value=[[1]]),
        set_value("wagers", 1, "outcomes", value=[["x", "y", "z"]]),
        set_value("issues", 0, value={}),
        set_value("counts", value=[{"kind": "settings"}]),
        set_value("approvals", 0, "edition", value="1"),
        set_value("program", value=None),
        set_value("readings", value=[]),
        set_value("edition", value=1),
    ],
)
def test_a_certificate_of_another_shape_is_refused_with_a_right_digest(tree, alter):
    edit_certificate(alter, sign=False)(tree)
    done = gate(tree)
    assert done.code == 1
    assert "one.certificate.json" in done.out


def test_counts_that_cannot_be_true_are_refused(tree):
    counts = {"kind": "settings", "question": "0" * 64, "result": [[[[1] * 3] * 3]]}
    edit_certificate(lambda data: data["counts"].append(counts))(tree)
    done = gate(tree)
    assert done.code == 1
    assert "they do not sum to all deals" in done.out


# git


def test_no_such_revision(tree):
    commit(tree)
    done = gate(tree, "--base", "nowhere")
    assert done.code == 2
    assert "unknown git revision: 'nowhere'; git log lists the known ones" in done.err
    assert gate(tree, "--base", "--all").code == 2


def test_a_shallow_clone_is_reported(tree, tmp_path):
    commit(tree)
    (tree / "more").write_text("x")
    commit(tree, "second")
    shallow = tmp_path / "shallow"
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", f"file://{tree}", str(shallow)], check=True
    )
    done = gate(shallow, "--base", "HEAD~1")
    assert done.code == 2
    assert "this is a shallow clone; fetch more history" in done.err


def test_no_repository_and_no_git(tree, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tree.parent))
    done = gate(tree, "--base", "HEAD")
    assert done.code == 2
    assert "not in a git repository" in done.err
    monkeypatch.setenv("PATH", "/nonexistent")
    done = gate(tree, "--base", "HEAD")
    assert done.code == 2
    assert "git is not installed; install it" in done.err
    assert gate(tree).code == 0, "without a base no git is needed"


def test_a_repository_that_git_does_not_read(tree, monkeypatch):
    """What git itself says is told: in a container the folder is often that of another user."""
    commit(tree)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    done = gate(tree, "--base", "HEAD")
    assert done.code == 2
    assert "git cannot read it (fatal: detected dubious ownership" in done.err


def test_a_folder_that_the_base_did_not_have(tree, tmp_path):
    commit(tree)
    (tree / "jurisdictions").rename(tree / "rules")
    done = gate(tree, "--base", "HEAD", "rules")
    assert done.code == 2
    assert "did not exist at HEAD" in done.err


# the program around it


def test_the_gate_is_quick_when_warm_and_never_imports_weasyprint(tree):
    code = (
        "import sys, certify.cli.main\n"
        "sys.argv = ['certify', 'gate', '--date', '2030-02-01']\n"
        "try:\n    certify.cli.main.main()\nexcept SystemExit as leave:\n    code = leave.code\n"
        "assert code == 0, code\n"
        "assert not [n for n in sys.modules if n.split('.')[0] in {'weasyprint', 'numba'}]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr


def test_the_published_hooks_are_well_formed():
    from certify.base.load import load_file

    hooks = load_file(ROOT / ".pre-commit-hooks.yaml").data
    assert {hook["id"] for hook in hooks} == {"certify-validate", "certify-gate"}
    assert all(
        hook["entry"].startswith("certify ") and hook["language"] == "python" for hook in hooks
    )


@pytest.mark.slow
def test_the_published_hooks_run_under_pre_commit(tree, tmp_path):
    """The hooks of this repository, installed by pre-commit into an environment of their own."""
    if not (ROOT / ".git").exists():
        pytest.skip("pre-commit takes hooks from a git repository, and this is none")
    for name in ("one.certificate.json", "two.certificate.json", "two.yaml"):
        (tree / "jurisdictions" / name).unlink()
    waive_errors(tree / "jurisdictions")
    waivers = tree / "jurisdictions" / "policy" / "waivers.yaml"
    soon = (datetime.now(UTC) + timedelta(days=300)).date().isoformat()
    waivers.write_text(waivers.read_text(encoding="utf-8").replace(LAST_DAY, soon))
    accepted = gate(tree, *ACCEPT, day=None)  # a hook judges today
    assert accepted.code == 0, accepted.out + accepted.err
    commit(tree)
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")}

    def hook(name):
        subprocess.run(["git", "add", "-A"], check=True, cwd=tree)
        return subprocess.run(
            [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), name, "--all-files"],
            capture_output=True,
            text=True,
            check=False,
            cwd=tree,
            env=environment,
        )

    for name in ("certify-validate", "certify-gate"):
        passed = hook(name)
        assert passed.returncode == 0, passed.stdout + passed.stderr
    change(tree, "pays: 100,", "pays: 90,")
    failed = hook("certify-gate")
    assert failed.returncode == 1
    assert "has changed since it was certified" in failed.stdout
