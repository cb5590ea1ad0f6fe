"""The hooks of pre-commit, run by pre-commit itself on a repository of their own."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml

from certify.base.extras import EXTRAS
from tests.conftest import ROOT

HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
NEEDED = {
    "git": shutil.which("git"),
    "pre-commit": shutil.which(
        "pre-commit", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ),
}


@pytest.fixture
def repository(tmp_path):
    """A repository with one jurisdiction file and our hooks, which run the program of this checkout."""
    for name, found in NEEDED.items():
        if found is None:
            pytest.skip(f"{name} is not installed")
    hooks = [
        {
            **{key: value for key, value in hook.items() if key != "additional_dependencies"},
            "language": "system",
            "entry": f"{sys.executable} -m {hook['entry']}",
        }
        for hook in HOOKS
    ]
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (tmp_path / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    (tmp_path / "jurisdictions").mkdir()
    for name in ("mbs.yaml", "mbs.certificate.json"):
        shutil.copy(ROOT / "jurisdictions" / name, tmp_path / "jurisdictions")
    shutil.copytree(ROOT / "jurisdictions" / "policy", tmp_path / "jurisdictions" / "policy")
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run([NEEDED["git"], *words], cwd=tmp_path, check=True)
    return tmp_path


def run(repository, hook):
    subprocess.run([NEEDED["git"], "add", "-A"], cwd=repository, check=True)
    return subprocess.run(
        [NEEDED["pre-commit"], "run", hook, "--all-files", "--color", "never"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PRE_COMMIT_HOME": str(repository / ".git" / "pre-commit"),
        },
    )


def test_a_valid_file_passes(repository):
    done = run(repository, "certify-validate")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout


@pytest.mark.parametrize("hook", ["certify-validate", "certify-gate"])
def test_a_fault_says_where_and_what_to_write(repository, hook):
    path = repository / "jurisdictions" / "mbs.yaml"
    text = path.read_text(encoding="utf-8")
    assert "pays: 2500" in text
    path.write_text(text.replace("pays: 2500", "pays: 2_500", 1), encoding="utf-8")
    line = text[: text.index("pays: 2500")].count("\n") + 1
    done = run(repository, hook)
    assert done.returncode == 1
    assert f"jurisdictions/mbs.yaml:{line}:" in done.stdout
    assert "write plain digits" in done.stdout
    assert "run: certify validate jurisdictions/mbs.yaml" in done.stdout or hook == "certify-gate"
    assert "certify gate --accept --by NAME --reason TEXT" in done.stdout or hook != "certify-gate"


def test_hooks_bring_what_they_need():
    """A hook installs the package without extras: the libraries that count are named, as they are locked."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    gate = next(hook for hook in HOOKS if hook["id"] == "certify-gate")
    locked = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    names = [item.split(">")[0] for item in project["optional-dependencies"]["odds"]]
    assert gate["additional_dependencies"] == [
        re.search(rf"^{name}==[^ ]+", locked, re.MULTILINE)[0] for name in names
    ]


def test_the_small_installation_holds_no_heavy_library():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {item.split(">")[0].lower() for item in project["dependencies"]}
    packages = packages_distributions()  # docx is installed as python-docx
    sold = {library: packages.get(library, [library])[0].lower() for library in EXTRAS}
    assert not names & set(sold.values())
    extras = project["optional-dependencies"]
    for library, extra in EXTRAS.items():
        if library not in {"asn1crypto", "cryptography"}:  # come with pyHanko
            assert any(item.lower().startswith(sold[library]) for item in extras[extra]), library
    assert extras["dev"][0].startswith("certify[all")


BLOCKED = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
sys.argv = ["certify", *sys.argv[1:]]
from certify.cli.main import main
main()
"""


def run_without(libraries, *arguments, **environment):
    return subprocess.run(
        [sys.executable, "-c", BLOCKED.format(names=set(libraries)), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "mbs"],
        ["set", "mbs", "4c4h2s2hKcQd7s", "--why"],
        ["play", "mbs", "--seed", "1", "--rounds", "1"],
        ["explain", "GAP"],
        ["doctor", "--json"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_what_counts_nothing_needs_no_heavy_library(arguments):
    done = run_without({*EXTRAS, "llvmlite", "pandas"}, *arguments)
    assert done.returncode == 0 or arguments[0] == "doctor", done.stderr
    assert done.stdout
    assert "fault of certify" not in done.stderr


@pytest.mark.parametrize(
    ("library", "arguments", "extra"),
    [
        ("numba", ["house-way", "mbs", "--departures"], "odds"),
        ("numpy", ["set", "mbs", "4c4h2s2hKcQd7s", "--best"], "odds"),
        ("weasyprint", ["report", "mbs", "-o", "{folder}"], "pdf"),
        ("pikepdf", ["verify", "{folder}/x.pdf"], "pdf"),
        ("xlsxwriter", ["price", "straight=2", "--format", "xlsx", "-o", "{folder}/x"], "xlsx"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_cure(tmp_path, library, arguments, extra):
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.7\n%%EOF\n")
    words = [word.format(folder=tmp_path) for word in arguments]
    # an empty cache and nothing that is shipped: stored counts need no library
    done = run_without({library}, *words, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert done.returncode == 2, done.stdout
    assert f"pip install 'certify[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr
