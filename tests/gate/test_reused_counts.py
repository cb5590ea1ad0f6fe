"""What the gate believes and why, what it holds against a certificate, and which files it judges."""

from __future__ import annotations

import contextlib
import copy
import datetime
import json
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from types import SimpleNamespace

import pytest

from certify.base import cache
from certify.base.cache import Origin, Used, hash_data
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.extras import __version__
from certify.base.load import load_bytes
from certify.gate.approvals import Approval, read_approvals
from certify.gate.base_comparison import is_listed, list_changes_of_policy, list_new_approvals
from certify.gate.certificates import (
    believe_counts,
    describe_counts,
    format_certificate,
    hash_content,
    seal,
)
from certify.gate.files import FolderRevision, find_files, find_same_id, list_hidden, list_orphans
from certify.gate.judgement import (
    list_faults_of_certificate,
    list_reused,
    list_stale,
    must_recompute,
)
from certify.gate.waivers import load_waivers, read_waivers
from certify.odds import identity
from certify.odds.identity import find_impossible
from tests.gate.accepted_folder import plant
from tests.gate.certificate_content import CONTENT

DEALS = comb(53, 7) * comb(46, 7)
WITHOUT_JOKER = comb(52, 7) * comb(45, 7)
REASON = "checked against the document"


# --- counts

GAINS = "the gains do not sum to the difference of the house edges"


def depart(**changes):
    """Seven hands that are set better than the house way sets them."""
    kinds = [{"hands": 3, "gain": "1/20"}, {"hands": 4, "gain": "1/30"}]
    plain = {"deals": DEALS, "departing": 7, "house_edge": "1/10", "best_edge": "1/60"}
    return {**plain, "kinds": kinds, **changes}


@pytest.mark.parametrize(
    ("kind", "result", "told"),
    [
        ("choices", [DEALS], ""),
        ("choices", [[1, 2], [DEALS - 3]], ""),
        ("choices", [WITHOUT_JOKER], ""),
        ("choices", [DEALS - 1], "they do not sum to all deals"),
        ("choices", [DEALS + 1, -1], "a count is negative"),
        ("choices", [DEALS, 0], ""),
        ("choices", [DEALS, True], "a count is not a whole number"),
        ("choices", [DEALS, "0"], "a count is not a whole number"),
        ("choices", [DEALS, 0.0], "a count is not a whole number"),
        ("best", {"deals": [[DEALS - 5]], "pushed": 5}, ""),
        ("best", {"deals": [DEALS], "pushed": 5}, "they do not sum to all deals"),
        ("best", {"deals": [DEALS]}, "they do not have the form of counts"),
        ("best", [DEALS], "they do not have the form of counts"),
        ("departures", depart(), ""),
        ("departures", depart(best_edge="0"), GAINS),
        ("departures", depart(house_edge="1/5"), GAINS),
        ("departures", depart(departing=8), "they do not sum to all deals"),
        ("departures", depart(deals=7), "they are not of all deals"),
        ("departures", depart(house_edge="1/0"), "they do not have the form of counts"),
        ("settings", [DEALS], "they do not have the form of counts"),
        ("settings", 7, "they do not sum to all deals"),
    ],
)
def test_counts_that_cannot_be_true_are_told_apart(kind, result, told):
    assert find_impossible(kind, result) == told


def lay_settings(**cells):
    """Counts of two hidden hands without tags: by how low and high compare, 0 lost, 1 copy, 2 won."""
    counts = [[[[0] * 3 for _ in range(3)]]]
    for name, number in cells.items():
        low, high = int(name[1]), int(name[2])
        counts[0][0][low][high] += number
    return counts


def test_two_hidden_hands_are_the_same_exchanged():
    """And where copies go to the bank, losses less wins are half of all copies."""
    half = DEALS // 2
    assert 2 * half == DEALS

    def judge(**cells):
        return find_impossible("settings", lay_settings(**cells))

    exchanged = "exchanging the two hands changes them"
    assert judge(_00=half, _22=half) == ""
    assert judge(_00=half + 1, _22=half - 1) == exchanged
    assert judge(_02=half, _20=half) == ""
    assert judge(_11=DEALS) == ""
    assert judge(_01=half, _21=half) == ""
    assert judge(_10=half, _12=half) == ""
    assert judge(_02=half + 1, _20=half - 1) == exchanged
    tags = [[[[0] * 3 for _ in range(3)] for _ in range(2)] for _ in range(2)]
    tags[0][1][0][0] = tags[1][0][2][2] = half
    assert find_impossible("settings", tags) == ""
    tags[1][0], tags[1][1] = tags[1][1], tags[1][0]
    assert find_impossible("settings", tags) == exchanged
    tags[1][1] = [*tags[1][1], [0, 0, 0]]
    assert find_impossible("settings", tags) == "they do not have the form of counts"


def use(kind, question, result, origin=Origin.CACHE):
    return Used(kind, question, result, origin)


def test_short_counts_are_kept_whole_and_long_ones_by_their_digest_in_one_order():
    found = describe_counts(
        [use("settings", "b", [2]), use("pairs", "z", [3]), use("settings", "a", [1])]
    )
    assert found == [
        {"kind": "pairs", "question": "z", "sha256": hash_data([3])},
        {"kind": "settings", "question": "a", "result": [1]},
        {"kind": "settings", "question": "b", "result": [2]},
    ]
    kinds = [list(describe_counts([use(kind, "q", [1])])[0]) for kind in ("best", "choices")]
    assert kinds == [["kind", "question", "result"]] * 2


def test_counts_are_believed_only_of_the_code_that_runs(monkeypatch):
    taken = {}
    monkeypatch.setattr(cache, "trust_result", taken.__setitem__)
    kept = {"kind": "choices", "question": "q1", "result": [DEALS]}
    false = {"kind": "choices", "question": "q2", "result": [DEALS + 1]}
    digest = {"kind": "pairs", "question": "q3", "sha256": "x"}
    ours, theirs = (
        {"program": {"code_sha256": code}} for code in (identity.identify_counting(), "other")
    )
    assert believe_counts({**theirs, "counts": [kept, false]}, "one") == 0
    assert taken == {}
    with pytest.raises(CertifyError) as caught:
        believe_counts({**ours, "counts": [kept, false]}, "one")
    assert str(caught.value) == (
        "one: impossible counts of kind choices: they do not sum to all deals"
    )
    assert taken == {}
    assert believe_counts({**ours, "counts": [kept, digest]}, "one") == 1
    assert taken == {"q1": [DEALS]}


# --- what is said of a certificate


def compute(trusted=(), stored=(), alternatives=(), edge=True, settled_from=None):
    odds = SimpleNamespace(
        wager="standard",
        has_figures=edge,
        house_edge=Fraction(1, 20),
        alternatives=[SimpleNamespace(house_edge=item) for item in alternatives],
    )
    bonus = SimpleNamespace(wager="bonus", has_figures=True, house_edge="1/2", alternatives=[])
    return SimpleNamespace(
        trusted=tuple(trusted),
        stored=stored,
        examined=SimpleNamespace(odds=[bonus, odds]),
        settled=SimpleNamespace(rounds=1_234),
        settled_from=settled_from,
    )


@pytest.mark.parametrize(
    ("given", "current", "named"),
    [
        ({}, True, []),
        ({}, False, ["counting code"]),
        ({"settled_from": Origin.COMPUTED}, True, []),
        ({"settled_from": Origin.CERTIFICATE}, True, ["1,234 rounds"]),
        ({"stored": {Origin.CACHE: 1}}, True, ["1 from the cache, digests match"]),
        (
            {"stored": {Origin.PACKAGE: 1, Origin.CACHE: 2}},
            False,
            ["counting code", "1 shipped with certify, 2 from the cache; "],
        ),
        (
            {"trusted": ["choices", "settings", "settings"], "alternatives": [None, 1, 2]},
            True,
            ["(house edge 5.0000%, 2 other readings): 3 counts"],
        ),
        (
            {"trusted": ["choices"], "edge": False, "alternatives": [None]},
            True,
            ["(no house edge): 1 count "],
        ),
    ],
)
def test_reused_counts_and_rounds_are_reported(given, current, named):
    certificate = {
        "program": {"code_sha256": identity.identify_counting() if current else "other"},
    }
    found = list(list_reused(compute(**given), certificate))
    assert len(found) == len(named)
    assert all(text in line for text, line in zip(named, found, strict=True))


def test_a_certificate_is_stale_by_its_digests_alone():
    item = SimpleNamespace(id="one", source=SimpleNamespace(sha256="a"))
    program = {"version": __version__, "code_sha256": identity.identify_counting()}
    certificate = {
        "jurisdiction": "one", "spec_sha256": "a", "policy_sha256": "b", "program": program,
    }  # fmt: skip

    def tell(policy="b", **changed):
        return list(list_stale(item, {**certificate, **changed}, policy))

    assert len(list(list_stale(item, None, "b"))) == 1
    assert tell() == []
    reasons = [
        tell(jurisdiction="two"),
        tell(spec_sha256="z"),
        tell(policy="z"),
        tell(program={**program, "code_sha256": "z"}),
        tell(program={"version": "0.0", "code_sha256": "z"}),
    ]
    assert all(len(found) == 1 for found in reasons)
    assert len({found[0] for found in reasons}) == 5


def test_everything_is_computed_anew_where_something_changed_since_the_base(tmp_path):
    spec, path = tmp_path / "one.yaml", tmp_path / "one.certificate.json"
    path.write_bytes(b"content")
    ours = {"program": {"code_sha256": identity.identify_counting()}}
    theirs = {"program": {"code_sha256": "other"}}

    def base(**files):
        return FolderRevision("HEAD", "c", {"one.certificate.json": b"content"} | files)

    assert must_recompute(spec, ours, None, full=True)
    assert not must_recompute(spec, ours, None, full=False)
    assert not must_recompute(spec, ours, base(), full=False)
    assert must_recompute(spec, ours, base(), full=True)
    assert must_recompute(spec, theirs, base(), full=False)
    assert must_recompute(spec, None, base(), full=False)
    assert must_recompute(spec, ours, FolderRevision("HEAD", "c", {}), full=False)
    changed = base(**{"one.certificate.json": b"before"})
    assert must_recompute(spec, ours, changed, full=False)


def approve(edition=3, date="2030-01-01", content=None):
    return Approval(edition, date, "me", REASON, content or hash_content(CONTENT))


def certify(*approvals, **changed):
    content = {**copy.deepcopy(CONTENT), **changed}
    given = approvals or (approve(content["edition"]["number"], content=hash_content(content)),)
    return seal(content, given)


def hold(certificate, before=None, content=CONTENT):
    computed = SimpleNamespace(
        content=content, titles={"f1": "a title"}, settled=SimpleNamespace(differences=())
    )
    return list(list_faults_of_certificate(certificate, computed, before))


def test_a_certificate_is_held_against_its_history():
    first = certify()
    assert hold(first) == []
    assert hold(first, first) == []
    again = certify(approve(), approve(date="2030-01-02"))
    assert hold(again, first) == []
    assert hold(first, again) == ["approvals of the base revision were removed or changed"]
    other = certify(approve(date="2029-01-01"))
    assert hold(first, other) == ["approvals of the base revision were removed or changed"]


def test_what_is_computed_otherwise_is_reported_from_the_certificate_to_the_content():
    content = {**CONTENT, "readings": {"wheel": "high"}, "issues": CONTENT["issues"][1:]}
    reading, issue = hold(certify(), content=content)
    assert reading.index("lowest") < reading.index("high")
    assert "error INT001 [f1]" in issue
    without = {**CONTENT, "issues": CONTENT["issues"][1:]}
    assert hold(certify(**without), content=CONTENT) == ["new error INT001: a title [f1]"]


def test_what_changed_since_the_base_needs_an_approval_and_new_figures_an_edition():
    first = certify()
    worded = {**CONTENT, "documents": {"main": "z"}}
    assert hold(certify(approve(content=hash_content(worded)), **worded), first, worded) == [
        "approvals of the base revision were removed or changed"
    ]
    unapproved = hold(certify(approve(), **worded), first, worded)
    assert unapproved == [
        "the content differs from the approved content",
        "the certificate has changed since the base revision without an approval",
    ]
    approved = certify(approve(), approve(content=hash_content(worded)), **worded)
    assert hold(approved, first, worded) == []
    figures = {**CONTENT, "readings": {"wheel": "high"}}
    still = certify(approve(), approve(content=hash_content(figures)), **figures)
    (line,) = hold(still, first, figures)
    assert "the revision is still 3" in line
    later = {**figures, "edition": {"number": 4, "date": "2030-01-01"}}
    raised = certify(approve(), approve(4, content=hash_content(later)), **later)
    assert hold(raised, first, later) == []


# --- since the base


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """A certificate as the gate writes it."""
    tree = plant(tmp_path_factory.mktemp("tree"))
    return json.loads((tree / "jurisdictions" / "one.certificate.json").read_bytes())


def add_approval(certificate, **changed):
    last = read_approvals(certificate["approvals"])[-1]
    content = {key: certificate[key] for key in certificate if key not in ("approvals", "sha256")}
    return seal(content, (*read_approvals(certificate["approvals"]), replace(last, **changed)))


def test_only_the_change_of_the_file_is_reported_where_all_else_is_as_it_was(real):
    path = Path("one.yaml")

    def ask(sha256=real["spec_sha256"], kept=real, **changed):
        item = SimpleNamespace(source=SimpleNamespace(sha256=sha256))
        base = SimpleNamespace(jurisdictions=({"one": item}, []), read=lambda _name: to_bytes(kept))
        return is_listed(base, path, real, {**real, "spec_sha256": "new", **changed})

    assert ask() is True
    assert ask(sha256="b") is False
    assert ask(spec_sha256=real["spec_sha256"]) is False
    assert ask(policy_sha256="z") is False
    assert ask(program={"version": "1.1", "code_sha256": "d"}) is False
    assert ask(jurisdiction="two") is False
    assert ask(kept=add_approval(real)) is False


def to_bytes(certificate):
    return format_certificate(certificate).encode()


POLICY = "edge:\n  least: 1\n  most: 5\nname: ours\n"
WAIVER = (
    "- {{fingerprint: {}, reason: asked and answered, accepted_by: an officer, "
    'expires: "2030-06-30"}}\n'
)


def write_waivers(*names):
    return (
        "waivers:\n" + "".join(WAIVER.format(name) for name in names) if names else "waivers: []\n"
    )


def test_criteria_and_waivers_are_held_against_those_of_the_base(tmp_path):
    one, two, three = (f"0123456789abcde{n}" for n in (1, 2, 3))
    policy = tmp_path / "policy"
    policy.mkdir()
    files = SimpleNamespace(policy=policy / "limits.yaml", folder=tmp_path)

    def compare(before, after, waived=(), waives=()):
        files.policy.write_text(after, encoding="utf-8")
        (policy / "waivers.yaml").write_text(write_waivers(*waives), encoding="utf-8")
        kept = {"policy/waivers.yaml": write_waivers(*waived).encode()}
        if before is not None:
            kept["policy/limits.yaml"] = before.encode()
        return list(list_changes_of_policy(FolderRevision("HEAD", "c", kept), files))

    assert compare(POLICY, POLICY) == []
    assert compare(POLICY, POLICY.replace("5", "6")) == ["policy: edge.most: 5 → 6"]
    assert compare(POLICY, POLICY.replace("name: ours\n", "")) == ["policy: name: ours → (absent)"]
    assert compare("name: ours\n", POLICY) == [
        "policy: edge.least: (absent) → 1",
        "policy: edge.most: (absent) → 5",
    ]
    everything = [
        "policy: edge.least: (absent) → 1",
        "policy: edge.most: (absent) → 5",
        "policy: name: (absent) → ours",
    ]
    assert compare(None, POLICY) == everything
    assert compare("a: [", POLICY) == everything
    text = "accepted by an officer until 2030-06-30, because asked and answered"
    assert compare(POLICY, POLICY, [one, two], [two, three]) == [
        f"new waiver for {three}: {text}",
        f"waiver for {one} removed",
    ]
    (policy / "waivers.yaml").unlink()
    kept = {
        "policy/limits.yaml": POLICY.encode(),
        "policy/waivers.yaml": write_waivers(one).encode(),
    }
    base = FolderRevision("HEAD", "c", kept)
    assert list(list_changes_of_policy(base, files)) == [f"waiver for {one} removed"]
    longer = write_waivers(one).replace("2030-06-30", "2030-07-31")
    (policy / "waivers.yaml").write_text(longer, encoding="utf-8")
    assert list(list_changes_of_policy(base, files)) == [
        f"waiver for {one}: {text} → {text.replace('06-30', '07-31')}"
    ]
    broken = FolderRevision("HEAD", "c", {**kept, "policy/waivers.yaml": b"waivers: 5\n"})
    assert list(list_changes_of_policy(broken, files)) == [
        f"new waiver for {one}: {text.replace('06-30', '07-31')}"
    ]


def test_approvals_that_the_base_does_not_have_are_told(real):
    path = Path("folder/one.yaml")
    now = SimpleNamespace(certificates={path: add_approval(real, date="2030-12-31", by="another")})
    told = [
        f"{path}: revision 1 approved on {day} by {name}: checked against the document"
        for day, name in (("2030-02-01", "compliance officer"), ("2030-12-31", "another"))
    ]
    known = FolderRevision("HEAD", "c", {"one.certificate.json": to_bytes(real)})
    assert list(list_new_approvals(known, now)) == told[1:]
    for files in ({}, {"one.certificate.json": b"{}"}):
        assert list(list_new_approvals(FolderRevision("HEAD", "c", files), now)) == told


# --- waivers and files


def test_waivers_are_read_with_their_line(tmp_path):
    assert load_waivers(tmp_path) == ()
    text = write_waivers("0123456789abcde1", "0123456789abcde2")
    (tmp_path / "policy").mkdir()
    (tmp_path / "policy" / "waivers.yaml").write_text(text, encoding="utf-8")
    first, second = load_waivers(tmp_path)
    assert first.fingerprint == "0123456789abcde1"
    assert (first.reason, first.accepted_by) == ("asked and answered", "an officer")
    assert first.expires == datetime.date(2030, 6, 30)
    assert first.place == f"{tmp_path / 'policy' / 'waivers.yaml'}:2"
    assert (second.fingerprint, second.line) == ("0123456789abcde2", 3)
    assert not first.has_expired(datetime.date(2030, 6, 30))
    assert first.has_expired(datetime.date(2030, 7, 1))


COLUMN = write_waivers("0123456789abcde1").splitlines()[1].index('"') + 1


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            write_waivers("0123456789abcde1", "0123456789abcde1"),
            ["w.yaml:3:17: duplicate waiver; keep one of them"],
        ),
        (
            write_waivers("0123456789abcde1").replace("06-30", "06-31"),
            [f"w.yaml:2:{COLUMN}: '2030-06-31' is not a date; write year-month-day in quotes"],
        ),
    ],
)
def test_a_waiver_with_a_fault_is_reported_at_its_place(text, faults):
    with pytest.raises(InvalidSpec) as caught:
        read_waivers(load_bytes(text.encode(), "w.yaml"))
    assert [str(fault) for fault in caught.value.faults] == faults


def test_files_that_no_gate_would_judge_are_told(tmp_path):
    for name in ("one.yaml", "one.certificate.json", "notes.txt", ".two.yaml", "Three.YAML",
                 "four.yml", " five.yaml", "six.certificate.JSON", "sеven.yaml"):  # fmt: skip
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "eight.yaml").mkdir()
    (tmp_path / "nine.yaml").symlink_to(tmp_path / "one.yaml")
    found = {line.removeprefix(f"{tmp_path}/").partition(": ")[0] for line in list_hidden(tmp_path)}
    assert found == {
        ".two.yaml",
        "Three.YAML",
        "four.yml",
        "six.certificate.JSON",
        "s\N{CYRILLIC SMALL LETTER IE}ven.yaml",
        "eight.yaml",
        "nine.yaml",
    }
    assert list(list_orphans(tmp_path)) == []
    (tmp_path / "one.yaml").unlink()
    assert list(list_orphans(tmp_path)) == [
        f"{tmp_path / 'one.certificate.json'}: certificate without a specification; remove it"
    ]


def test_the_files_that_are_asked_for(tmp_path):
    folder = tmp_path / "jurisdictions"
    other = tmp_path / "other"
    for place in (folder, other):
        place.mkdir()
        for name in ("a", "b"):
            (place / f"{name}.yaml").write_text("id: x\n", encoding="utf-8")
    (folder / "c.yaml").mkdir()
    inside = Path("jurisdictions")
    with contextlib.chdir(tmp_path):
        found = find_files([])
        assert (found.folder, found.named) == (inside, False)
        assert found.asked == found.everyone == (inside / "a.yaml", inside / "b.yaml")
        assert found.are_all
        assert found.policy == inside / "policy" / "limits.yaml"
        found = find_files(["b", "jurisdictions/b.yaml"])
        assert (found.asked, found.named, found.are_all) == ((inside / "b.yaml",), True, False)
        assert find_files(["jurisdictions"]).named is False
        assert find_files(["jurisdictions", "a"]).named is True
        with pytest.raises(CertifyError) as caught:
            find_files(["a", "other"])
        assert "several folders (jurisdictions, other)" in str(caught.value)
        with pytest.raises(CertifyError) as caught:
            find_files(["d"])
        assert str(caught.value) == "d: file not found; ./jurisdictions has a, b, c"
        (tmp_path / "empty").mkdir()
        with pytest.raises(CertifyError, match="empty: no specification"):
            find_files(["empty"])
        with (
            contextlib.chdir(other),
            pytest.raises(CertifyError, match=r"no folder \./jurisdictions"),
        ):
            find_files(["c"])


@pytest.mark.parametrize(
    ("text", "named"),
    [("id: b\n", "b.yaml"), ("id: a\n", ""), ("id: c\n", ""), ("- id\n", ""), ("id: [", "")],
)
def test_a_file_that_takes_the_id_of_another_is_reported(tmp_path, text, named):
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    everyone = (path, tmp_path / "b.yaml")
    assert find_same_id(path, everyone) == (str(tmp_path / named) if named else "")
