"""The made-up files to the end: accepted by a gate that then passes, filed as a PDF, verified."""

import json
import re
import shutil
from html import unescape

import pytest

from certify.base.figures import format_percent
from certify.compare.documents import compare_documents
from certify.filing.enclosures import list_enclosures
from certify.filing.page import render_filing
from certify.filing.procedure import list_stages
from certify.filing.report import Identity, build_report
from certify.findings.case import Case
from certify.findings.lines import pays_more
from certify.findings.policy import load_policy
from certify.findings.registry import list_findings
from certify.odds.compute import Request, compute_odds
from certify.render.compare import describe_comparison, format_comparison, render_comparison_page
from certify.spec.model import Standing
from tests.conftest import IDS, ROOT
from tests.conftest import load as load_document
from tests.filing.conftest import examine_lightly
from tests.gate.accepted_folder import (
    ACCEPT,
    build_policy,
    gate,
    list_errors,
    run,
    waive_errors,
    write_waivers,
)
from tests.wagers.accepted_specs import FILES, FOLDER, LONG, load

ALL = (*FILES, "every-rule", "minimal")
SLOW = {name for name, _ in LONG} | {"commission-free", "every-rule", "minimal"}
CASES = [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in ALL]
FIRST = "no-pair-bonus"
FILED = (FIRST, "three-documents", "commission-free", "as-set", "every-rule")
"""Accepted and filed: one wager, one not modelled, a standard wager, a house way, everything."""


def test_no_accepted_file_is_forgotten():
    assert set(ALL) == {path.stem for path in FOLDER.glob("*.yaml")}


@pytest.fixture
def tree(tmp_path):
    """A folder of jurisdiction files with its policy, and none in it yet."""
    inside = tmp_path / "jurisdictions"
    (inside / "policy").mkdir(parents=True)
    (inside / "policy" / "limits.yaml").write_text(build_policy(assumed=False), encoding="utf-8")
    return tmp_path


def put(tree, name):
    shutil.copy(FOLDER / f"{name}.yaml", tree / "jurisdictions")


def raise_first_pay(path):
    """Pay one unit more on the first line that pays a multiple; whether there is one."""
    text = path.read_text(encoding="utf-8")
    raised = re.sub(
        r"(pays: (?:{for: |\[)?)(\d+)(}?, )",
        lambda found: f"{found[1]}{int(found[2]) + 1}{found[3]}",
        text,
        count=1,
    )
    path.write_text(raised, encoding="utf-8")
    return raised != text


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != FIRST)) for name in FILED]
)
def test_it_passes_a_gate_that_would_stop_it(tree, name):
    """Accepted it passes; with one pay raised it does not."""
    put(tree, name)
    waive_errors(tree / "jurisdictions")
    unknown = gate(tree)
    assert unknown.code == 1
    assert "no certificate" in unknown.out
    accepted = gate(tree, *ACCEPT)
    assert accepted.code == 0, accepted.out + accepted.err
    passed = gate(tree)
    assert passed.code == 0, passed.out + passed.err
    assert f"{name}.yaml: OK, revision 1 approved by compliance officer" in passed.out
    if raise_first_pay(tree / "jurisdictions" / f"{name}.yaml"):
        assert gate(tree).code == 1
    else:
        assert name == "commission-free"  # it has no wager but the standard one


def list_edges(name):
    """The edge of every list of lines that has one, as a filing prints it."""
    jurisdiction = load(name)
    wagers = tuple(item.id for item in jurisdiction.wagers)
    odds = compute_odds(jurisdiction, Request(wagers=wagers)) if wagers else []
    return [(item.wager, format_percent(item.house_edge)) for item in odds if item.has_figures]


WITHOUT_FIGURES = {"commission-free", "minimal"}
"""Files whose lists of lines give no figure: only the whole filing, below, has something to show."""


@pytest.mark.parametrize("name", [case for case in CASES if case.values[0] not in WITHOUT_FIGURES])
def test_its_report_says_every_wager_and_what_is_missing(name):
    """The model and the page of the report, nothing printed: names, edges, and what has no parameter."""
    jurisdiction = load(name)
    everyone = (jurisdiction,)
    examination = examine_lightly(jurisdiction, everyone)
    identity = Identity(
        jurisdiction.name, "edition 1", jurisdiction.date, jurisdiction.source.sha256
    )
    report = build_report(examination, identity)
    html = unescape(render_filing(report, list_enclosures(examination, everyone)))
    for wager in jurisdiction.wagers:
        assert wager.name in html
    for wager, edge in list_edges(name):
        assert edge in html, wager
    for item in jurisdiction.uncovered:
        assert item.what in html
    for odds in (item for item in examination.odds if not item.has_figures):
        for text in report.list_missing(odds):
            assert text in html, odds.wager


RECOMPUTED = {"no-pair-bonus", "three-documents", "commission-free"}
"""Filings in which every figure is computed again: one wager, one not modelled, a standard wager."""


@pytest.mark.slow
@pytest.mark.parametrize("name", FILED)
def test_it_is_filed_and_verified(tree, name):
    put(tree, name)
    filed = run(tree, "report", f"jurisdictions/{name}.yaml", "-o", "out", "--json")
    assert filed.code == 0, filed.err
    (found,) = json.loads(filed.out)
    assert found["filing"] == name
    assert found["pages"] >= 4
    quick = () if name in RECOMPUTED else ("--quick",)
    checked = run(tree, "verify", f"out/{name}.pdf", "--json", *quick)
    assert checked.code == 0, checked.out
    (told,) = json.loads(checked.out)
    assert told["result"] == "OK"


@pytest.mark.slow
def test_a_sixth_file_changes_nothing_of_the_five(tmp_path):
    """No certificate, finding or waiver of the others; differences have fingerprints of their own pair."""
    shutil.copytree(ROOT / "jurisdictions", tmp_path / "jurisdictions")
    names = ("south-dakota", "california-bgc", "pennsylvania")  # the others prove a house way first

    def check():
        done = run(tmp_path, "check", *(f"jurisdictions/{name}.yaml" for name in names), "--json")
        assert done.code in (0, 1), done.err
        return {item["jurisdiction"]: item for item in json.loads(done.out)}

    def read_certificates():
        return {
            name: (tmp_path / "jurisdictions" / f"{name}.certificate.json").read_bytes()
            for name in IDS
        }

    before, certificates = check(), read_certificates()
    own = next(
        finding["fingerprint"]
        for issue in before["south-dakota"]["issues"]
        for finding in issue["findings"]
        if issue["kind"] != "difference"
    )
    put(tmp_path, "no-pair-bonus")
    folder = tmp_path / "jurisdictions"
    errors = [item for path in folder.glob("*.yaml") for item in list_errors(path)]
    write_waivers(folder, dict.fromkeys([own, *errors]))
    accepted = gate(tmp_path, "jurisdictions/no-pair-bonus.yaml", *ACCEPT)
    assert accepted.code == 0, accepted.out + accepted.err
    after = check()
    assert read_certificates() == certificates
    new = set()
    for name in names:
        old, now = (
            {
                finding["fingerprint"]: (issue["kind"], finding)
                for issue in side[name]["issues"]
                for finding in issue["findings"]
            }
            for side in (before, after)
        )
        assert {key: now[key] for key in old} == old
        assert before[name]["verdicts"] == after[name]["verdicts"]
        added = [now[key] for key in now.keys() - old.keys()]
        assert all(kind == "difference" for kind, _ in added)
        new |= now.keys() - old.keys()
    assert new, "the sixth document differs from the five in something"
    passed = gate(tmp_path, *(f"jurisdictions/{name}.yaml" for name in names))
    assert passed.code == 0, passed.out + passed.err
    assert "no finding" not in passed.out


def test_a_share_of_a_meter_is_not_held_against_a_multiple():
    """A tenth of 10,000 is more than 4 to 1; what one cannot compare is no contradiction."""
    jurisdiction = load("progressive")
    case = Case(jurisdiction, load_policy(), (jurisdiction,))
    found = [item.subject for item in list_findings(case) if item.code == "INT008"]
    assert not [item for item in found if "five-aces" in item or "royal-flush" in item]
    table = jurisdiction.wagers[0].paytables[0]
    assert pays_more(table.line("flush"), table.line("straight"))
    assert pays_more(table.line("royal-flush"), table.line("straight-flush"))
    assert not pays_more(table.line("flush"), table.line("five-aces"))


@pytest.mark.parametrize("name", IDS)
def test_every_note_stands_in_the_rules_of_play(name):
    """What a file remarks on a statement of the game reaches the filing; identity has a page of its own."""
    jurisdiction = load_document(name)
    told = " ".join(
        " ".join([*(step.note for step in stage.steps), *stage.omitted, *map(str, stage.deferred)])
        for stage in list_stages(jurisdiction)
    )
    notes = [
        item.note
        for item in jurisdiction.list_statements()
        if item.note
        and item.line is None
        and item.parameter.section != "identity"
        and item.standing is not Standing.NOT_OFFERED
    ]
    assert not [note for note in notes if note.strip().rstrip(".") not in told]


def test_what_has_no_parameter_stands_in_a_comparison():
    told = "the casino gives a ticket for a draw for each losing bonus"
    comparison = compare_documents([load("three-documents"), load("two-paytables")])
    assert told in format_comparison(comparison, 120).replace("\n", " ") or "a ticket" in (
        format_comparison(comparison, 120)
    )
    assert told in format_comparison(comparison)
    assert describe_comparison(comparison)["uncovered"][0]["what"] == told
    assert told in render_comparison_page(comparison)
    alike = compare_documents([load("two-paytables"), load("two-paytables")])
    assert not describe_comparison(alike)["uncovered"]
