"""What the gate tells of a change since a revision: each thing once, and what no file explains."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from certify.base import cache
from certify.base.cache import Origin
from certify.base.load import load_file
from certify.gate import base_comparison
from certify.gate.judgement import Computed, list_reused
from certify.odds import identity
from tests.conftest import ROOT
from tests.gate.accepted_folder import ACCEPT, change, commit, gate, plant, run
from tests.gate.edits import edit_certificate


@pytest.fixture
def tree(tmp_path):
    folder = plant(tmp_path / "tree")
    commit(folder)
    return folder


def test_what_the_meaning_tells_is_not_told_again_among_the_failures(tree):
    change(tree, "pays: 20,", "pays: 20000,")
    plain = gate(tree)
    found = [line for line in plain.out.splitlines() if re.search(r"\[[0-9a-f]{16}\]", line)]
    assert found, "without a base the issues stand among the failures"
    done = gate(tree, "--base", "HEAD")
    assert done.code == 1
    for fingerprint in re.findall(r"\[([0-9a-f]{16})\]", done.out):
        assert done.out.count(fingerprint) == 1
    assert "one.yaml: differs from the certificate: 1 wager, " in done.out
    assert "was certified, house edge" not in done.out


def test_a_policy_that_changes_is_reported_cell_by_cell(tree):
    change(tree, "materiality: 1/1000", "materiality: 1/10", "policy/limits.yaml")
    done = gate(tree, "--base", "HEAD", "--summary", "summary.md")
    assert done.code == 1
    assert "policy: materiality: 1/1000 → 1/10\n" in done.out
    assert done.out.index("policy: materiality") < done.out.index(
        "differs from the certificate: policy"
    )
    assert "- policy: materiality: 1/1000 → 1/10\n" in (tree / "summary.md").read_text()


def test_waivers_that_come_change_and_go_are_told(tree):
    path = tree / "jurisdictions" / "policy" / "waivers.yaml"

    def waive(*items):
        lines = [
            f'  - {{fingerprint: "{key}", reason: accepted in writing, accepted_by: {by}, '
            'expires: "2030-12-31"}'
            for key, by in items
        ]
        path.write_text("waivers:\n" + "\n".join(lines) + "\n", encoding="utf-8")

    waive(("0" * 16, "the board"), ("1" * 16, "the board"))
    commit(tree, "waived")
    waive(("1" * 16, "the officer"), ("2" * 16, "the board"))
    changed, new, gone = json.loads(gate(tree, "--base", "HEAD", "--json").out)["since_base"]
    assert changed.startswith("waiver for 1111111111111111: ")
    assert changed.index("the board") < changed.index("the officer")
    assert new.startswith("new waiver for 2222222222222222: ")
    assert gone == "waiver for 0000000000000000 removed"


def test_approvals_since_the_base_are_told(tree):
    change(tree, "name: Example\n", "name: Another\n")
    assert gate(tree, *ACCEPT).code == 0
    done = gate(tree, "--base", "HEAD")
    assert done.code == 0, done.out
    assert (
        "jurisdictions/one.yaml: revision 1 approved on 2030-02-01 by compliance officer: "
        "checked against the document\n"
    ) in done.out
    assert done.out.count("checked against the document") == 1


def test_a_figure_that_moves_while_the_file_does_not_is_reported(tree):
    """A sabotaged program, accepted by somebody: the edition is raised and every digest is right."""

    def alter(data):
        data["wagers"][1]["house_edge"] = "1/250"
        data["approvals"].append({**data["approvals"][-1], "reason": "all is well again"})

    edit_certificate(alter)(tree)
    done = gate(tree, "one", "--base", "HEAD")
    assert done.code == 1
    assert re.search(r"fortune-bonus paytable main +5 USD +0 +92\.1049% +0\.4000%", done.out)
    assert "the specification has not changed" in done.out


def test_a_figure_that_no_change_of_the_file_explains_is_reported(tree):
    change(tree, "name: Example\n", "name: Another\n")
    edit_certificate(lambda data: data["wagers"][1].update(house_edge="1/250"))(tree)
    done = gate(tree, "one", "--base", "HEAD")
    assert "fortune-bonus paytable main: certified house edge 92.1049% → 0.4000%" in done.out


def test_a_file_that_is_not_valid_any_more_is_not_called_absent(tree):
    change(tree, "pays: 100,", "pays: 1_00,")
    done = gate(tree, "--base", "HEAD")
    assert done.code == 1
    assert "Verdict: not examined → not valid" in done.out
    assert "(absent)" not in done.out


def test_a_full_run_prices_the_change_from_no_cache(tree, monkeypatch):
    seen = []
    real = base_comparison.compare_editions

    def compare(*arguments):
        seen.append(cache._fresh is not None)
        return real(*arguments)

    monkeypatch.setattr(base_comparison, "compare_editions", compare)
    change(tree, "pays: 100,", "pays: 90,")
    gate(tree, "--base", "HEAD")
    gate(tree, "--base", "HEAD", "--full")
    assert seen == [False, True]


def test_what_weighs_more_than_before_is_reported(tree):
    """A issue of both editions that is graver in one of them, in every form."""
    path = tree / "jurisdictions" / "one.certificate.json"
    edit_certificate(lambda data: data["issues"][0].update(severity="error"), sign=False)(tree)
    done = run(tree, "diff", "HEAD:one.certificate.json", str(path))
    code = json.loads(path.read_text())["issues"][0]["code"]
    assert re.search(rf"error {code} .*: (note|warning) before", done.out)
    found = json.loads(run(tree, "diff", "HEAD:one.certificate.json", str(path), "--json").out)
    (item,) = found["issues_changed"]
    assert (item["severity"], item["code"]) == ("error", code)
    assert item["severity_before"] in {"note", "warning"}


# sides


@pytest.mark.parametrize("name", ["one", "jurisdictions/one.yaml", "jurisdictions"])
def test_an_id_stands_for_its_file(tree, name):
    change(tree, "pays: 100,", "pays: 90,")
    done = run(tree, "diff", "HEAD", name)
    assert "royal-flush: pays: 100 to 1, stated → 90 to 1, stated" in done.out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("HEAD:jurisdictions/one.yaml", "one.yaml"),
        ("HEAD:./one.yaml", "one.yaml"),
        ("HEAD:one.yaml", "one.yaml"),
        ("HEAD", "."),
        ("HEAD", "one.yaml"),
    ],
)
def test_a_path_at_a_revision_is_git_s_or_ours(tree, old, new):
    """From within the folder: as git writes a path, from the top or with a dot, or beside us."""
    change(tree, "pays: 100,", "pays: 90,")
    done = run(tree / "jurisdictions", "diff", old, new)
    assert "royal-flush: pays: 100 to 1, stated → 90 to 1, stated" in done.out, done.err


def test_a_file_that_was_not_there_is_reported_with_the_cure(tree):
    done = run(tree, "diff", "HEAD:three", "one")
    assert done.code == 2
    assert "HEAD:three: file not found; git ls-tree -r --name-only HEAD lists all files" in done.err


def test_diff_says_what_it_leaves_out(tree):
    change(tree, "pays: 100,", "pays: 1_00,")
    done = run(tree, "diff", "HEAD", "jurisdictions")
    assert "jurisdictions/one.yaml: skipped because it is not valid" in done.err


def test_the_policy_of_a_comparison_is_the_one_beside_the_files(tree):
    change(tree, "pays: 100,", "pays: 90,")
    change(tree, 'other: "100"', 'other: "300"', "policy/limits.yaml")
    change(tree, "cap: {value: 5000 USD", "cap: {value: 4000 USD")
    inside, outside = (
        run(folder, "diff", "HEAD", name).out
        for folder, name in ((tree / "jurisdictions", "."), (tree, "jurisdictions"))
    )
    told = [text.partition("\n")[2].replace("jurisdictions/", "") for text in (inside, outside)]
    assert told[0] == told[1]


# what is taken on trust


def test_what_is_taken_on_trust_is_named_by_figure_and_kind():
    from certify.findings.policy import load_policy
    from certify.gate.difference import examine
    from tests.conftest import load

    policy = load_policy(ROOT / "jurisdictions" / "policy" / "limits.yaml")
    examined = examine(load("south-dakota"), policy)
    certificate = {"program": {"code_sha256": identity.identify_counting()}}
    counts = ("choices", "settings", "settings")
    found = Computed(examined, {}, counts, {Origin.PACKAGE: 1}, None)
    first, second = list_reused(found, certificate, since=", unchanged")
    assert first.startswith(
        "standard wager (no house edge): 3 counts from the certificate, unchanged"
    )
    assert second.startswith("counts: 1 shipped with certify")


# the job summary


@pytest.mark.parametrize(
    ("base", "code", "told"),
    [
        pytest.param(
            "HEAD",
            1,
            ["# certify gate: failed", "+0.1695", "the specification has changed since"],
            marks=pytest.mark.slow,
        ),
        ("nowhere", 2, ["# certify gate: could not judge", "unknown git revision: 'nowhere'"]),
    ],
)
def test_the_action_writes_the_meaning_into_the_job_summary(tree, tmp_path, base, code, told):
    """The step of the action, as it stands, in a checkout that brings a summary of its own along."""
    step = next(
        item["run"]
        for item in load_file(ROOT / "action.yml").data["runs"]["steps"]
        if item.get("name") == "Run the gate"
    )
    change(tree, "pays: 100,", "pays: 90,")
    (tree / "certify-summary.md").write_text("# certify gate: passed\n")
    program = tmp_path / "certify"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m certify "$@"\n')
    program.chmod(0o755)
    (tmp_path / "python").symlink_to(sys.executable)
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", step],
        capture_output=True,
        text=True,
        check=False,
        cwd=tree,
        env={
            **os.environ,
            "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "RUNNER_TEMP": str(tmp_path),
            "GITHUB_STEP_SUMMARY": str(tmp_path / "step.md"),
            "GITHUB_OUTPUT": str(tmp_path / "output"),
            "BASE": base,
            "FULL": "false",
            "PATHS": "",
        },
    )
    assert done.returncode == code, done.stderr
    summary = (tmp_path / "step.md").read_text(encoding="utf-8")
    places = [summary.index(text) for text in told]
    assert places == sorted(places)
    assert "passed" not in summary
    output = dict(line.split("=", 1) for line in (tmp_path / "output").read_text().splitlines())
    verdict, points = {1: ("failed", "0.1695"), 2: ("could-not-judge", "")}[code]
    assert (output["verdict"], output["percentage-points"]) == (verdict, points)
    assert Path(output["summary"]).read_text(encoding="utf-8") == summary
    assert bool(output["sarif"]) is (code == 1)
