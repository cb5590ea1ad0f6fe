"""The gate: each reason to fail has its message and exit code, and a clean tree passes."""

import json
import os
import subprocess
import sys
import threading

import pytest

from certify.gate.certificates import hash_content
from certify.spec.validate import list_schema_faults
from tests.conftest import ROOT
from tests.specs.faults import SPECIAL, build_minimal

GIT = {
    "GIT_AUTHOR_NAME": "test",
    "GIT_AUTHOR_EMAIL": "test@example.invalid",
    "GIT_COMMITTER_NAME": "test",
    "GIT_COMMITTER_EMAIL": "test@example.invalid",
}


def build_spec(name):
    """A small valid file without a house way, so that nothing takes long."""
    text = build_minimal(name)
    start, stop = text.index("house_way:\n  - "), text.index("inventory:")
    return (text[:start] + text[stop:]).replace(SPECIAL["setting.house_way"], "{silent: true}")


def run(folder, *arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "certify", "gate", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "jurisdictions"
    (folder / "policy").mkdir(parents=True)
    for name in ("one", "two"):
        (folder / f"{name}.yaml").write_text(build_spec(name), encoding="utf-8")
    done = run(tmp_path, "--accept")
    assert done.returncode == 0, done.stdout + done.stderr
    return tmp_path


def change(tree, old, new, name="one"):
    path = tree / "jurisdictions" / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_clean_tree_passes(tree):
    done = run(tree)
    assert done.returncode == 0, done.stdout
    assert "one.yaml: as certified" in done.stdout
    assert "gate: passed" in done.stdout


def test_certificates_fit_their_schema(tree):
    from certify.base.load import Source

    data = json.loads((tree / "jurisdictions" / "one.certificate.json").read_text())
    assert not list_schema_faults(Source("c", data, "", {(): (1, 1)}, {}), "certificate")


def test_an_invalid_file(tree):
    change(tree, "pays: 100,", "pays: 1_00,")
    done = run(tree)
    assert done.returncode == 1
    assert "1_00 is a number only to some readers" in done.stdout


def test_a_changed_number(tree):
    change(tree, "pays: 100,", "pays: 90,")
    done = run(tree)
    assert done.returncode == 1
    assert "the file has changed since it was certified" in done.stdout
    assert "fortune-bonus paytable main: house edge" in done.stdout


def test_a_changed_file_with_the_same_numbers(tree):
    change(tree, "name: Example\n", "name: Another\n")
    done = run(tree)
    assert done.returncode == 1
    assert "the file has changed since it was certified" in done.stdout


def test_a_new_finding(tree):
    change(tree, "misprints: []", "misprints: [{printed: teh, meant: the, at: {lines: 3}}]")
    done = run(tree)
    assert done.returncode == 1
    assert "new note DOC" in done.stdout


def test_a_new_error(tree):
    change(tree, "pays: 20,", "pays: 2000,")
    done = run(tree)
    assert done.returncode == 1
    assert "a new error stands: MTH" in done.stdout


def test_a_file_without_certificate_and_a_certificate_without_file(tree):
    folder = tree / "jurisdictions"
    (folder / "two.yaml").rename(folder / "two.yml")
    (folder / "three.yaml").write_text(build_spec("three"), encoding="utf-8")
    done = run(tree)
    assert done.returncode == 1
    assert "three.yaml: has no certificate" in done.stdout
    assert "two.certificate.json: is a certificate without a file" in done.stdout


def test_a_tampered_certificate(tree):
    path = tree / "jurisdictions" / "one.certificate.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"deals": 154143080', '"deals": 154143081', 1), encoding="utf-8")
    done = run(tree)
    assert done.returncode == 1
    assert "was changed by hand" in done.stdout


def test_a_certificate_tampered_with_its_digest_fails_by_its_numbers(tree):
    path = tree / "jurisdictions" / "one.certificate.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["wagers"][1]["house_edge"]["fraction"] = "1/2"
    data["sha256"] = hash_content(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    done = run(tree)
    assert done.returncode == 1
    assert "house edge" in done.stdout


def test_a_damaged_certificate(tree):
    (tree / "jurisdictions" / "one.certificate.json").write_text("{", encoding="utf-8")
    done = run(tree)
    assert done.returncode == 1
    assert "is not a certificate" in done.stdout


def write_waiver(tree, fingerprint, expires="2030-01-31"):
    (tree / "jurisdictions" / "policy" / "waivers.yaml").write_text(
        f"waivers:\n  - {{fingerprint: {fingerprint}, reason: accepted in writing, "
        f'accepted_by: compliance officer, expires: "{expires}"}}\n',
        encoding="utf-8",
    )


def find_fingerprint(tree):
    data = json.loads((tree / "jurisdictions" / "one.certificate.json").read_text())
    return data["findings"][0]["fingerprint"]


@pytest.mark.parametrize(
    ("day", "code", "told"),
    [
        ("2030-01-30", 0, "findings waived"),
        ("2030-01-31", 0, "findings waived"),
        ("2030-02-01", 1, "expired on 2030-01-31; decide anew"),
    ],
)
def test_a_waiver_holds_until_its_last_day(tree, day, code, told):
    write_waiver(tree, f'"{find_fingerprint(tree)}"')
    done = run(tree, "--date", day)
    assert done.returncode == code, done.stdout
    assert told in done.stdout


def test_a_waiver_that_waives_nothing(tree):
    write_waiver(tree, '"0123456789abcdef"')
    done = run(tree, "--date", "2030-01-01")
    assert done.returncode == 1
    assert "waives nothing; remove it" in done.stdout


def test_a_waiver_without_a_role(tree):
    path = tree / "jurisdictions" / "policy" / "waivers.yaml"
    path.write_text('waivers:\n  - {fingerprint: "0123456789abcdef"}\n', encoding="utf-8")
    done = run(tree)
    assert done.returncode == 2
    assert "accepted_by is missing" in done.stderr


def commit(tree):
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run(["git", *command], check=True, cwd=tree, env={**os.environ, **GIT})


def test_impact_against_a_revision(tree):
    commit(tree)
    change(tree, "pays: 100,", "pays: 90,")
    done = run(tree, "--base", "HEAD", "--summary", "summary.md")
    assert done.returncode == 1
    assert "paytable main: royal-flush: 100 to 1" in done.stdout
    assert "fortune-bonus main: house edge" in done.stdout
    summary = (tree / "summary.md").read_text(encoding="utf-8")
    assert "| fortune-bonus main |" in summary
    data = json.loads(run(tree, "--base", "HEAD", "--json").stdout)
    points = data["impact"][0]["edges"][0]["points"]
    assert points.startswith("+")
    run(tree, "--accept")
    accepted = run(tree, "--base", "HEAD")
    assert accepted.returncode == 0
    assert "house edge" in accepted.stdout


def test_no_such_revision(tree):
    commit(tree)
    done = run(tree, "--base", "nowhere")
    assert done.returncode == 2
    assert "git knows no revision 'nowhere'" in done.stderr


def test_a_shallow_clone_is_told(tree, tmp_path):
    commit(tree)
    (tree / "more").write_text("x")
    subprocess.run(["git", "add", "-A"], check=True, cwd=tree)
    subprocess.run(
        ["git", "commit", "-qm", "second"], check=True, cwd=tree, env={**os.environ, **GIT}
    )
    shallow = tmp_path / "shallow"
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", f"file://{tree}", str(shallow)], check=True
    )
    done = run(shallow, "--base", "HEAD~1")
    assert done.returncode == 2
    assert "shallow clone" in done.stderr


def test_no_repository_and_no_git(tree):
    done = run(tree, "--base", "HEAD", GIT_CEILING_DIRECTORIES=str(tree.parent))
    assert done.returncode == 2
    assert "no git repository" in done.stderr
    done = run(tree, "--base", "HEAD", PATH="/nonexistent")
    assert done.returncode == 2
    assert "git is not installed" in done.stderr


def test_the_gate_never_imports_weasyprint(tree):
    code = (
        "import sys, certify.cli.main; sys.argv = ['certify', 'gate']\n"
        "try:\n    certify.cli.main.main()\nexcept SystemExit as leave:\n    code = leave.code\n"
        "assert code == 0, code\nassert not [n for n in sys.modules if 'weasyprint' in n]"
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


def test_two_gates_at_once_leave_every_file_whole(tree):
    threads = [threading.Thread(target=run, args=(tree, "--accept")) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert run(tree).returncode == 0
    left = [
        path.name
        for path in (tree / "jurisdictions").iterdir()
        if path.name
        not in {"policy", "one.yaml", "two.yaml", "one.certificate.json", "two.certificate.json"}
    ]
    assert not left


def test_a_kill_while_writing_leaves_the_old_certificate_whole(tree):
    path = tree / "jurisdictions" / "one.certificate.json"
    before = path.read_bytes()
    code = (
        "import os, pathlib, certify.base.storage as s\n"
        "pathlib.Path.replace = lambda *a: os._exit(9)\n"
        f"s.write_file(pathlib.Path({str(path)!r}), b'half')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 9
    assert path.read_bytes() == before


@pytest.mark.slow
def test_the_published_hooks_run_under_pre_commit(tree, tmp_path):
    """The hooks of this repository, installed by pre-commit into an environment of their own."""
    if not (ROOT / ".git").exists():
        pytest.skip("pre-commit takes hooks from a git repository, and this is none")
    commit(tree)
    environment = {**os.environ, **GIT, "PRE_COMMIT_HOME": str(tmp_path / "home")}

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

    assert hook("certify-validate").returncode == 0
    assert hook("certify-gate").returncode == 0
    change(tree, "pays: 100,", "pays: 90,")
    failed = hook("certify-gate")
    assert failed.returncode == 1
    assert "has changed since it was certified" in failed.stdout


def test_the_published_hooks_are_well_formed():
    from certify.base.load import load_file

    hooks = load_file(ROOT / ".pre-commit-hooks.yaml").data
    assert {hook["id"] for hook in hooks} == {"certify-validate", "certify-gate"}
    assert all(
        hook["entry"].startswith("certify ") and hook["language"] == "python" for hook in hooks
    )
