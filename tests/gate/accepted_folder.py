"""A small folder of jurisdiction files, accepted, to be edited; and the gate run on it in this process."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from click.testing import CliRunner

from certify.base.errors import CertifyError
from certify.cli.main import program
from certify.findings.case import Case
from certify.findings.finding import Severity
from certify.findings.issue import list_issues
from certify.findings.policy import load_policy
from certify.findings.registry import list_findings
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT
from tests.specs.faults import build_minimal

DAY = "2030-02-01"
NO_WAIVERS = "waivers: []\n"
LAST_DAY = "2031-01-31"
ACCEPT = ("--accept", "--by", "compliance officer", "--reason", "checked against the document")
GIT = {
    "GIT_AUTHOR_NAME": "test",
    "GIT_AUTHOR_EMAIL": "test@example.invalid",
    "GIT_COMMITTER_NAME": "test",
    "GIT_COMMITTER_EMAIL": "test@example.invalid",
}


def build_spec(name: str = "one") -> str:
    """A small valid file without a house way and without pairs of hands: nothing in it takes long."""
    text = build_minimal(name)
    start, stop = text.index("house_way:\n  readings"), text.index("uncovered:")
    text = text[:start] + text[stop:]
    for old, new in (
        ("{value: given, at: A L50}", "{silent: true}"),
        ("{value: [{own: royal-flush}], at: (3) L9}", NO_FORFEITS),
        (
            "    bank_condition: {value: none, at: (1) L5}\n",
            "    bank_condition: {value: none, at: (1) L5}\n"
            "    cap: {value: 5000 USD, at: (6) L20}\n"
            "    cap_covers: {value: bonus, at: (6) L20}\n",
        ),
        (
            "several_qualifying_hands: {silent: true, assumed: each-pays, because: others do, "
            "alternatives: [highest-pays]}",
            "own_bonus_lost: {value: envy-still-paid, at: (3) L9}\n"
            "      bank_qualifies: {value: no-effect, at: (3) L9}\n"
            "      own_hand: {value: excluded, at: (3) L9}\n"
            "      bank_hand: {value: excluded, at: (3) L9}\n"
            "      sharing: {value: each-in-full, at: (3) L9}\n"
            "      several_qualifying_hands: {value: each-pays, at: (3) L9}",
        ),
        (
            "precedence: {value: paytable-order, at: (1) L5}",
            "precedence: {silent: true, assumed: paytable-order, because: the table is in order, "
            "alternatives: [rank-order]}",
        ),
        (INSURANCE_BEFORE, INSURANCE),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


INSURANCE_BEFORE = """\
    looks_at: both
    at: (9) L60
    all: {silent: true}
    lines:
      - {bank: {hand: high-card, highest: Q}, pays: 50, at: L60}
"""
INSURANCE = """\
    looks_at: player
    at: (9) L60
    all: {silent: true}
    hand_considered: {value: best-of-seven, at: (9) L60}
    not_qualifying: {value: loses, at: (9) L60}
    bank_condition: {value: none, at: (9) L60}
    lines:
      - {hand: high-card, highest: Q, pays: 50, at: L60}
"""
NO_FORFEITS = "{silent: true, assumed: [], because: nothing excepts a good hand}"


@dataclass(frozen=True)
class Outcome:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str = ""


def run(folder: Path, *arguments: str) -> Outcome:
    """Run certify in a folder, in this process."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(program, list(arguments))
    if isinstance(done.exception, CertifyError):
        return Outcome(2, done.stdout, str(done.exception))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Outcome(done.exit_code, done.stdout, done.stderr)


def gate(folder: Path, *arguments: str, day: str | None = DAY) -> Outcome:
    """Run the gate on a day; today where none is named."""
    return run(folder, "gate", *(("--date", day) if day else ()), *arguments)


def list_errors(spec: Path) -> list[str]:
    """The fingerprints of the errors of a file, under the policy next to it."""
    policy = load_policy(spec.parent / "policy" / "limits.yaml")
    issues = list_issues(list_findings(Case(load_jurisdiction(spec), policy)))
    return [item.fingerprint for item in issues if item.severity is Severity.ERROR]


def write_waivers(
    folder: Path, fingerprints: Iterable[str], by: str = "compliance officer"
) -> None:
    """Waive these findings in a folder of specifications, and no others."""
    items = [
        f'  - {{fingerprint: "{item}", reason: accepted in writing, accepted_by: {by}, '
        f'expires: "{LAST_DAY}"}}\n'
        for item in fingerprints
    ]
    text = "waivers:\n" + "".join(items) if items else NO_WAIVERS
    (folder / "policy" / "waivers.yaml").write_text(text, encoding="utf-8")


def waive_errors(folder: Path) -> None:
    """Waive every error of the files of a folder."""
    specs = sorted(folder.glob("*.yaml"))
    write_waivers(folder, [item for spec in specs for item in list_errors(spec)])


def build_policy(assumed: bool) -> str:
    """The policy of the project; without the house way that it assumes, no combinations are counted."""
    text = (ROOT / "jurisdictions" / "policy" / "limits.yaml").read_text(encoding="utf-8")
    line = "assumed_house_way: mbs\n"
    assert text.count(line) == 1
    return text if assumed else text.replace(line, "")


@cache
def _accept_once(assumed: bool) -> Path:
    folder = Path(mkdtemp(prefix="certify-gate-"))
    inside = folder / "jurisdictions"
    (inside / "policy").mkdir(parents=True)
    (inside / "policy" / "limits.yaml").write_text(build_policy(assumed), encoding="utf-8")
    for name in ("one", "two"):
        (inside / f"{name}.yaml").write_text(build_spec(name), encoding="utf-8")
    waive_errors(inside)
    done = gate(folder, *ACCEPT)
    assert done.code == 0, done.out + done.err
    return folder


def plant(folder: Path, *, assumed: bool = False) -> Path:
    """A copy of the accepted folder; with an assumed house way its certificates contain counts."""
    shutil.copytree(_accept_once(assumed), folder, dirs_exist_ok=True)
    return folder


def change(tree: Path, old: str, new: str, name: str = "one.yaml", times: int = 1) -> None:
    """Replace text that stands so many times in a file of the folder."""
    path = tree / "jurisdictions" / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == times, (old, text.count(old))
    path.write_text(text.replace(old, new), encoding="utf-8")


def commit(tree: Path, message: str = "first") -> None:
    """Commit everything, in a repository of its own."""
    import os

    if not (tree / ".git").exists():
        subprocess.run(["git", "init", "-q"], check=True, cwd=tree)
    for command in (["add", "-A"], ["commit", "-qm", message]):
        subprocess.run(["git", *command], check=True, cwd=tree, env={**os.environ, **GIT})
