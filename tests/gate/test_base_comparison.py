"""The files as they stand against a base revision: which are compared, and what nothing explains."""

from __future__ import annotations

import copy
import subprocess
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from certify.base.errors import CertifyError
from certify.compare.figures import Figure, FigureChange, FigureKey
from certify.compare.revisions import RevisionComparison
from certify.gate import base_comparison
from certify.gate.base_comparison import EffectBasis, Now, compare_with_base
from certify.gate.difference import find_side
from certify.gate.files import FolderRevision, list_committed, read_file_at, read_revision
from tests.compare.test_change_kinds import OLD, read
from tests.gate.accepted_folder import GIT, build_spec
from tests.gate.certificate_content import CONTENT

FOLDER = Path("jurisdictions")


def lay(name, text=None):
    return read(text or OLD.replace("id: minimal", f"id: {name}"), f"{name}.yaml")


def make_now(*names, broken=(), everything=True, computed=(), certificates=None, changed=()):
    valid = {
        FOLDER / f"{name}.yaml": lay(
            name,
            OLD.replace("id: minimal", f"id: {name}").replace("1/20", "1/25")
            if name in changed
            else None,
        )
        for name in names
    }
    files = SimpleNamespace(
        asked=tuple(FOLDER / f"{name}.yaml" for name in (*names, *broken)), are_all=everything
    )
    known = {
        FOLDER / f"{name}.yaml": SimpleNamespace(examined=f"computed {name}", titles={"f9": "told"})
        for name in computed
    }
    return Now(files, valid, known, certificates or {})


def make_base(*names, certificates=None):
    return SimpleNamespace(
        name="HEAD",
        jurisdictions=({name: lay(name) for name in names}, []),
        read=(certificates or {}).get,
    )


@pytest.fixture
def calls(monkeypatch):
    """Nothing is counted: what would be compared is written down."""
    seen = []

    def examine(item, policy, *, progress):
        assert (policy, progress) == ("policy", "progress")
        return f"examined {item.id}"

    def compare(old, new, policy, stake, progress):
        seen.append((old, new, policy, stake, progress))
        return RevisionComparison("x", str(old), str(new), "a", "b")

    monkeypatch.setattr(base_comparison, "examine", examine)
    monkeypatch.setattr(base_comparison, "compare_editions", compare)
    return seen


BASIS = EffectBasis("policy", lambda currency: f"5 {currency}", "progress")


def compare(base, now):
    return list(compare_with_base(base, now, BASIS))


def test_a_file_as_it_was_is_not_looked_at(calls):
    (found,) = compare(make_base("one"), make_now("one"))
    assert (found.jurisdiction, found.is_empty) == ("one", True)
    assert calls == []


def test_files_that_changed_came_or_went_are_compared(calls):
    base = make_base("changed", "gone", "same")
    now = make_now("changed", "new", "same", changed=["changed"], computed=["changed"])
    found = compare(base, now)
    assert [item.jurisdiction for item in found] == ["x", "x", "x", "same"]
    more = ("policy", "5 USD", "progress")
    assert calls == [
        ("examined changed", "computed changed", *more),
        ("examined gone", None, *more),
        (None, "examined new", *more),
    ]
    calls.clear()
    compare(base, make_now("changed", changed=["changed"], everything=False))
    assert calls == [("examined changed", "examined changed", *more)]


def test_a_file_that_is_broken_now_is_reported_and_not_priced(calls):
    base = make_base("one", "two")
    found = compare(base, make_now("two", broken=["one", "new"]))
    assert found[0].before == "one.yaml (revision 1 of 2030-01-31)"
    assert found[0].after == str(FOLDER / "one.yaml")
    assert found[0].verdict_before != found[0].verdict_after
    assert [item.jurisdiction for item in found] == ["one", "two"]
    assert calls == []


def test_the_counts_of_the_edition_before_are_taken_on_its_certificates_word(calls, monkeypatch):
    believed = []

    def believe(certificate, name):
        believed.append((certificate, name))
        if name == "two":
            raise CertifyError("they cannot be true")

    monkeypatch.setattr(base_comparison, "believe_counts", believe)
    monkeypatch.setattr(base_comparison, "read_certificate", lambda content, _name: content)
    base = make_base(
        "one", "two", "three", "four",
        certificates={"one.certificate.json": "first", "two.certificate.json": "second",
                      "four.certificate.json": "fourth"},
    )  # fmt: skip
    now = make_now("one", "two", "three", "four", changed=["one", "two", "three"])
    compare(base, now)
    assert believed == [("first", "one"), ("second", "two")]
    assert len(calls) == 3


def certify(edge="1/20", **changed):
    data = copy.deepcopy(CONTENT)
    data["wagers"][1]["house_edge"] = edge
    return {**data, "approvals": [], **changed}


def explain(before, after, *, changed=(), found=None, computed=("one",)):
    patch = pytest.MonkeyPatch()
    patch.setattr(base_comparison, "read_certificate", lambda content, _name: content)
    if found is not None:
        patch.setattr(base_comparison, "compare_editions", lambda *_given: found)
        patch.setattr(base_comparison, "examine", lambda *_given, **_more: None)
        patch.setattr(base_comparison, "believe_counts", lambda *_given: 0)
    try:
        base = make_base("one", certificates={"one.certificate.json": before})
        path = FOLDER / "one.yaml"
        now = make_now(
            "one", certificates={path: after} if after else {}, changed=changed, computed=computed
        )
        (told,) = compare(base, now)
        return told
    finally:
        patch.undo()


def test_certificates_that_differ_where_no_file_does_are_told():
    told = explain(certify(), certify("1/10"))
    assert len(told.remarks) == 1
    assert [move.key.name for move in told.moves] == ["bonus paytable 1"]
    assert told.before == "HEAD:one.certificate.json (revision 3 of 2030-01-01)"
    assert told.after == f"{FOLDER / 'one.certificate.json'} (revision 3 of 2030-01-01)"
    assert explain(certify(), certify()).is_empty
    assert explain(None, certify("1/10")).remarks == ()
    assert explain(certify(), None).remarks == ()
    assert explain(certify(jurisdiction="two"), certify("1/10")).remarks == ()
    issue = {"code": "GAP009", "fingerprint": "f9", "severity": "error"}
    new = certify(issues=[*CONTENT["issues"], issue])
    assert [item.text for item in explain(certify(), new).new] == ["told"]
    assert [item.text for item in explain(certify(), new, computed=()).new] == [""]


def test_a_figure_that_no_change_of_the_file_explains_is_reported():
    place = FigureKey("bonus", "1")
    move = FigureChange(place, Figure(Fraction(1, 20)), Figure(Fraction(1, 10)))
    other = FigureChange(FigureKey("bonus", "2"), Figure(Fraction(1, 20)), Figure(Fraction(1, 10)))
    frame = RevisionComparison("one", "a", "b", "x", "y", remarks=("first",))

    def ask(*moves):
        found = RevisionComparison("one", "a", "b", "x", "y", tuple(moves), remarks=("first",))
        return explain(certify(), certify("1/10"), changed=["one"], found=found).remarks

    assert frame.remarks == ("first",)
    assert ask(move) == ("first",)
    for first, remark in (ask(other), ask()):
        assert first == "first"
        assert remark.startswith("bonus paytable 1: certified house edge 5.0000% → 10.0000%")


# --- revisions


def git(folder, *arguments):
    import os

    subprocess.run(["git", *arguments], check=True, cwd=folder, env={**os.environ, **GIT})


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    root = tmp_path_factory.mktemp("repository")
    folder = root / "jurisdictions"
    (folder / "policy").mkdir(parents=True)
    (folder / "deep").mkdir()
    (folder / "one.yaml").write_text(build_spec("one"), encoding="utf-8")
    (folder / "broken.yaml").write_text("id: broken\n", encoding="utf-8")
    for name in ("policy/limits.yaml", "deep/three.yaml", "notes.txt", "one.certificate.json"):
        (folder / name).write_text(f"# {name}\n", encoding="utf-8")
    (folder / "link.yaml").symlink_to("one.yaml")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    return root


def test_a_folder_at_a_revision_is_its_own_files_and_its_policy(repository):
    found = read_revision("HEAD", repository / "jurisdictions")
    assert set(found.files) == {
        "one.yaml", "broken.yaml", "one.certificate.json", "policy/limits.yaml", "link.yaml",
    }  # fmt: skip
    assert found.name == "HEAD"
    assert len(found.commit) == 40
    assert found.read("policy/limits.yaml") == b"# policy/limits.yaml\n"
    assert found.read("notes.txt") is None
    jurisdictions, invalid = found.jurisdictions
    assert set(jurisdictions) == {"one"}
    assert jurisdictions["one"].source.name == "HEAD:one.yaml"
    assert invalid == ["broken.yaml", "link.yaml"]


def test_a_file_at_a_revision_is_found_by_path_name_or_id(repository, monkeypatch):
    monkeypatch.chdir(repository)
    content = (repository / "jurisdictions" / "one.yaml").read_bytes()
    for text in ("jurisdictions/one.yaml", "one.yaml", "one"):
        assert read_file_at("HEAD", Path(text)) == ("HEAD:jurisdictions/one.yaml", content)
    with pytest.raises(CertifyError) as caught:
        read_file_at("HEAD", Path("two"))
    assert str(caught.value) == (
        "HEAD:two: file not found; git ls-tree -r --name-only HEAD lists all files"
    )
    for revision in ("nothing", "--all"):
        with pytest.raises(CertifyError) as caught:
            read_revision(revision, repository)
        assert str(caught.value) == (
            f"unknown git revision: {revision!r}; git log lists the known ones"
        )
    assert "one.yaml" in list_committed(repository / "jurisdictions")
    assert "two.yaml" not in list_committed(repository / "jurisdictions")
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert list_committed(repository / "jurisdictions") == []
    with pytest.raises(CertifyError, match="git is not installed"):
        read_revision("HEAD", repository)


def test_a_shallow_clone_is_reported_to_fetch_more_and_no_option_is_taken_for_a_revision(
    repository, tmp_path
):
    git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    folder = tmp_path / "shallow" / "jurisdictions"
    assert read_revision("HEAD", folder).read("policy/limits.yaml") == b"# policy/limits.yaml\n"
    for revision, told in (
        (
            "HEAD~1",
            "unknown git revision: 'HEAD~1' (this is a shallow clone; fetch more history, for example "
            "git fetch --unshallow, or fetch-depth: 0 in the checkout)",
        ),
        ("--all", "unknown git revision: '--all'; git log lists the known ones"),
        ("-q", "unknown git revision: '-q'; git log lists the known ones"),
    ):
        with pytest.raises(CertifyError) as caught:
            read_revision(revision, folder)
        assert str(caught.value) == told


def test_a_folder_that_git_does_not_read_is_reported_in_gits_first_words(
    repository, tmp_path, monkeypatch
):
    with pytest.raises(CertifyError) as caught:
        read_revision("HEAD", repository / ".git")
    assert "git cannot read it (fatal: " in str(caught.value)
    with pytest.raises(CertifyError) as caught:
        read_revision("HEAD", tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: not in a git repository; run it in one, or compare files instead"
    )
    own = tmp_path / "bin"
    own.mkdir()
    (own / "git").write_text("#!/bin/sh\nprintf 'owned by \\377\\nby another\\n' >&2\nexit 128\n")
    (own / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(own))
    with pytest.raises(CertifyError) as caught:
        read_revision("HEAD", tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: git cannot read it (owned by \ufffd); fix that first"
    )


def test_a_name_that_is_no_text_stands_beside_the_files(tmp_path):
    """Names are bytes to git; it is not written to disk, for not every disk takes it."""
    (tmp_path / "one.yaml").write_bytes(b"id: one\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    blob = subprocess.run(
        ["git", "hash-object", "one.yaml"], check=True, cwd=tmp_path, capture_output=True
    ).stdout.strip()
    git(tmp_path, "update-index", "--add", "--cacheinfo", b"100644," + blob + b",caf\xe9.txt")
    git(tmp_path, "commit", "-qm", "first")
    assert read_revision("HEAD", tmp_path).files == {"one.yaml": b"id: one\n"}


def test_a_revision_without_files_is_no_side_and_one_of_broken_files_says_so(tmp_path):
    def never(_path):
        raise AssertionError("no filing is read")

    (tmp_path / "notes.txt").write_bytes(b"none\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    with pytest.raises(CertifyError) as caught:
        find_side("HEAD", never, tmp_path)
    assert str(caught.value) == f"HEAD: no specification in {tmp_path} at this revision"
    (tmp_path / "broken.yaml").write_bytes(b"id: broken\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "second")
    found = find_side("HEAD", never, tmp_path)
    assert (found.name, found.jurisdictions) == ("HEAD", {})
    (remark,) = found.remarks
    assert remark.startswith("HEAD:broken.yaml: ")


def test_a_revision_holds_files_by_name():
    found = FolderRevision("HEAD", "c", {"a.yaml": b"x"})
    assert (found.read("a.yaml"), found.read("b.yaml")) == (b"x", None)
