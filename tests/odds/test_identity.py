"""The identity of code: what changes it, what does not, and whether the list names all that runs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from certify.base import cache
from certify.base.cache import hash_syntax
from certify.game.rank import RankRules
from certify.odds import counts, identity
from tests.conftest import ROOT

PACKAGE = ROOT / "certify"


@pytest.fixture
def copy(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(identity, "_PACKAGE", tmp_path / "certify")
    shutil.copytree(PACKAGE, tmp_path / "certify", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "certify"


def identify() -> tuple[str, str]:
    return identity.identify_counting.__wrapped__(), identity.identify_settling.__wrapped__()


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_comments_docstrings_layout_and_other_modules_change_nothing(copy):
    before = identify()
    rank = copy / "game" / "rank.py"
    edit(rank, rank.read_text(encoding="utf-8").split('"""')[1], "Another docstring.")
    edit(rank, "\n\n", "\n\n# a comment\n\n")
    edit(copy / "kernels" / "rank.py", "\n\n\n", "\n\n\n\n# why\n\n")
    for name in ("spec/reference.py", "cli/odds.py", "findings/finding.py", "base/tables.py"):
        (copy / name).write_text("changed = True\n", encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "ruff", "format", "-q", "--line-length", "60", str(copy / "game")],
        check=True,
    )
    assert identify() == before


@pytest.mark.parametrize(
    ("place", "old", "new", "counting", "settling"),
    [
        ("kernels/pairs.py", " + ", " - ", True, False),
        ("game/rank.py", " < ", " <= ", True, True),
        ("odds/count_views.py", " + ", " - ", True, False),
        ("wagers/lines.py", " + ", " - ", False, True),
        ("engine/settle.py", " + ", " - ", False, True),
    ],
)
def test_an_operator_changes_all_that_depends_on_it(copy, place, old, new, counting, settling):
    before = identify()
    text = (copy / place).read_text(encoding="utf-8")
    at = next(
        number
        for number in range(len(text))
        if text.startswith(old, number)
        and hash_syntax((text[:number] + new + text[number + len(old) :]).encode())
        != hash_syntax(text.encode())
    )
    (copy / place).write_text(text[:at] + new + text[at + len(old) :], encoding="utf-8")
    now = identify()
    assert (now[0] != before[0]) is counting
    assert (now[1] != before[1]) is settling


def test_other_code_computes_again(tmp_path, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    calls = []

    def ask(code: str) -> None:
        cache.remember("kind", {}, lambda: calls.append(code), code=code)

    for code in ("one", "one", "two", "two"):
        ask(code)
    assert calls == ["one", "two"]


@pytest.mark.slow
def test_every_module_that_a_count_runs_is_listed(monkeypatch):
    """Python frames that run while something is counted on the full deck; kernels are listed as a whole."""
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    listed = set(identity.list_modules(identity.COUNTING))
    seen: set[Path] = set()

    def note(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            seen.add(Path(frame.f_code.co_filename))

    rules = RankRules("bug", "lowest", "allowed", 1, "pairs-then-high-card")
    with cache.compute_anew():
        sys.setprofile(note)
        try:
            counts.count_hands(rules, frozenset({counts.Aspect.COLOUR}))
            counts.list_hands_where(rules, lambda view: "royal-match" in view.held)
        finally:
            sys.setprofile(None)
    ignored = {PACKAGE / "__init__.py", PACKAGE / "odds" / "identity.py"}
    unlisted = {path for path in seen - listed - ignored if path.parent.name != "base"}
    assert PACKAGE / "odds" / "counts.py" in seen
    assert unlisted <= {PACKAGE / name for name in identity.NOT_COUNTING}
