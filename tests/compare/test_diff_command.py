"""certify diff: two editions by file, folder, revision or certificate, in four forms."""

import json
import re
from fractions import Fraction

import pytest

from certify.compare.differences import Sort
from certify.compare.effects import Pricer
from certify.findings.policy import load_policy
from certify.render.changes import describe_effects
from certify.spec.build import build_jurisdiction
from certify.spec.validate import list_specs
from tests.cli.calls import call
from tests.compare.changes import list_changes
from tests.conftest import IDS, ROOT, load
from tests.edits import edit, put
from tests.gate.accepted_folder import ACCEPT, change, commit, gate, plant, run

POLICY = load_policy(ROOT / "jurisdictions" / "policy" / "limits.yaml")


@pytest.fixture
def tree(tmp_path):
    folder = plant(tmp_path / "tree")
    commit(folder)
    change(folder, "pays: 100,", "pays: 90,")
    change(folder, "pays: 50,", "pays: 49,")
    return folder


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("HEAD", "jurisdictions"),
        ("HEAD", "jurisdictions/one.yaml"),
        ("HEAD:jurisdictions/one.yaml", "jurisdictions/one.yaml"),
        ("HEAD:one", "jurisdictions/one.yaml"),
    ],
)
def test_sides_may_be_files_folders_and_revisions(tree, old, new):
    done = run(tree, "diff", old, new)
    assert done.code == 0, done.err
    assert "2 of 3 wagers (each paytable counts as one)" in done.out
    assert "+0.1695" in done.out
    assert ("unchanged: two" in done.out) is (new == "jurisdictions")


def test_two_revisions(tree):
    commit(tree, "second")
    done = run(tree, "diff", "HEAD~1", "HEAD")
    assert done.code == 0
    assert "royal-flush: pays: 100 to 1, stated → 90 to 1, stated" in done.out
    assert "unchanged: two" in done.out


def test_the_order_is_old_then_new(tree):
    done = run(tree, "diff", "jurisdictions/one.yaml", "HEAD:one")
    assert "royal-flush: pays: 90 to 1, stated → 100 to 1, stated" in done.out
    assert "−0.1695" in done.out


def test_certificates(tree):
    first = (tree / "jurisdictions" / "one.certificate.json").read_bytes()
    (tree / "old.json").write_bytes(first)
    change(tree, "number: 1,", "number: 2,")
    assert gate(tree, "one", *ACCEPT).code == 0
    done = run(tree, "diff", "old.json", "jurisdictions/one.certificate.json")
    assert done.code == 0, done.err
    assert "+0.1695" in done.out
    assert "a certificate contains no statements" in done.out
    assert "approved by compliance officer" in done.out
    done = run(tree, "diff", "HEAD:jurisdictions/one.certificate.json", "jurisdictions/one.yaml")
    assert "+0.1695" in done.out
    done = run(tree, "diff", "old.json", "jurisdictions/two.certificate.json")
    assert done.code == 2
    assert "old.json is for one" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nowhere", "jurisdictions"), "unknown git revision: 'nowhere'"),
        (("onee", "jurisdictions"), "did you mean one?"),
        (("none.yaml", "jurisdictions"), "none.yaml: file not found"),
        (("HEAD:none", "jurisdictions"), "file not found"),
        (("filing.pdf", "jurisdictions"), "filing.pdf: file not found"),
        (("jurisdictions", "jurisdictions/policy/empty"), "unknown git revision"),
        (("HEAD", "jurisdictions", "--json", "--format", "html"), "exclude each other"),
        (("HEAD", "jurisdictions", "--stake", "5 EUR"), "EUR"),
    ],
)
def test_what_cannot_be_compared(tree, arguments, told):
    done = run(tree, "diff", *arguments)
    assert done.code == 2, done.out
    assert told in done.err


PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A filing</title>
<meta name="dcterms.created" content="2030-01-31"></head><body><p>A page.</p></body></html>"""


def file_away(folder, name):
    """A sealed PDF of one page that encloses the first file as it now is."""
    from certify.filing.printing import Enclosure, print_pdf
    from certify.filing.verification.manifest import Manifest, enclose_manifest
    from certify.filing.verification.signature import seal_pdf

    spec = (folder / "jurisdictions" / "one.yaml").read_bytes()
    enclosed = enclose_manifest(
        [Enclosure("one.yaml", "application/yaml", "The specification", spec, "Source")],
        Manifest("one", ("one",), "2030-01-31"),
    )
    content = seal_pdf(print_pdf(PAGE, "2030-01-31", enclosed).content)
    (folder / name).write_bytes(content)
    return content


@pytest.fixture
def filings(tmp_path):
    """Two filings of one jurisdiction, between which a pay was changed."""
    folder = plant(tmp_path / "tree")
    file_away(folder, "old.pdf")
    change(folder, "pays: 100,", "pays: 90,")
    file_away(folder, "new.pdf")
    return folder


def test_filings_are_compared_by_what_they_enclose(filings):
    told = run(filings, "diff", "old.pdf", "new.pdf").out
    files = run(filings, "diff", "old.pdf", "jurisdictions/one.yaml").out
    for text in (told, files):
        assert "royal-flush: pays: 100 to 1, stated → 90 to 1, stated" in text
        assert "+0.1695" in text  # ten stakes on 26,132 royal flushes of 154,143,080 hands
    assert run(filings, "diff", "new.pdf", "new.pdf").out == (
        "no statement, figure or issue differs\n"
    )


def test_a_filing_that_was_altered_is_not_compared(filings):
    content = bytearray((filings / "old.pdf").read_bytes())
    content[len(content) // 2] ^= 1
    (filings / "old.pdf").write_bytes(content)
    done = run(filings, "diff", "old.pdf", "new.pdf")
    assert done.code == 2
    assert "at least one byte was changed; see certify verify" in done.err


def test_a_pdf_of_somebody_else_is_no_filing(filings):
    from certify.filing.printing import print_pdf

    (filings / "old.pdf").write_bytes(print_pdf(PAGE, "2030-01-31").content)
    done = run(filings, "diff", "old.pdf", "new.pdf")
    assert done.code == 2
    assert "is a PDF, but not a filing of certify" in done.err


def test_the_same_file_twice(tree):
    done = run(tree, "diff", "jurisdictions", "jurisdictions")
    assert done.out.strip() == "no statement, figure or issue differs"


def test_json_has_the_form_of_the_design(tree):
    data = json.loads(run(tree, "diff", "HEAD:one", "jurisdictions/one.yaml", "--json").out)
    assert {"wagers", "changes", "verdict", "issues_new", "issues_gone"} <= set(data)
    fortune = next(item for item in data["wagers"] if item["wager"] == "fortune-bonus")
    assert fortune["paytable"] == "main"
    assert fortune["before"]["house_edge"]["fraction"] == "35493343/38535770"
    assert fortune["points"]["fraction"] == str(fortune["envy"][0]["points"]["fraction"])
    assert [item["other_players"] for item in fortune["envy"]] == [1, 2, 3, 4, 5]
    first = data["changes"][0]
    assert {"what", "at", "before", "after", "worth"} <= set(first)
    assert re.fullmatch(r"jurisdictions/one\.yaml:\d+", first["at"])
    assert first["worth"]["moves"][0]["money"]["stake"] == "5 USD"
    both = json.loads(run(tree, "diff", "HEAD", "jurisdictions", "--json").out)
    assert [item["jurisdiction"] for item in both] == ["one", "two"]
    assert [item["untouched"] for item in both] == [False, True]


def test_a_named_stake_names_the_money(tree):
    done = run(tree, "diff", "HEAD:one", "jurisdictions/one.yaml", "--stake", "25")
    assert "at 25 USD" in done.out
    assert "at 5 USD" not in done.out
    # 10 to one on 26132 of 154143080 hands, 25 USD, 1,000 rounds: 42.38 USD
    assert "+42.38 USD" in done.out


def test_markdown_and_html_say_the_same_and_hold_nothing_foreign(tree):
    change(tree, "printed: Royal Flush", "printed: <script>alert(1)</script>")
    text = run(tree, "diff", "HEAD:one", "jurisdictions/one.yaml").out
    markdown = run(tree, "diff", "HEAD:one", "jurisdictions/one.yaml", "--format", "markdown").out
    done = run(
        tree, "diff", "HEAD:one", "jurisdictions/one.yaml", "--format", "html", "-o", "diff.html"
    )
    assert done.code == 0
    page = (tree / "diff.html").read_text(encoding="utf-8")
    figures = set(re.findall(r"[+−]\d+\.\d{4} pp", text))
    assert len(figures) > 1
    for form in (markdown, page):
        assert figures <= set(re.findall(r"[+−]\d+\.\d{4} pp", form))
        assert "<script>" not in form
    assert not re.search(r"(?:src|href)=|https?://|@import|url\(", page)
    assert page.startswith("<!DOCTYPE html>")
    assert "<main>" in page


def test_a_value_with_a_newline_stays_on_one_line(tree):
    change(tree, "printed: Three Pair", 'printed: "Three\\nPair"')
    done = run(tree, "diff", "HEAD:one", "jurisdictions/one.yaml")
    assert "three-pair: printed: Three Pair → Three Pair" in done.out


# every kind of statement of the documents


@pytest.mark.parametrize("name", IDS)
def test_a_file_differs_in_nothing_from_itself(name):
    item = load(name)
    assert list_changes(item, build_jurisdiction(item.source)) == ()


@pytest.mark.parametrize("name", IDS)
def test_every_cell_of_every_paytable_is_a_change_of_its_own(name):
    """Each pay of a document raised by one: one change, at the line of that cell, made alone by apply."""
    item = load(name)
    for number, wager in enumerate(item.source.data["wagers"]):
        tables = wager.get("paytables") or [wager]
        for place, table in enumerate(tables):
            own = (
                ("wagers", number, "paytables", place)
                if "paytables" in wager
                else ("wagers", number)
            )
            for row, line in enumerate(table["lines"]):
                if not isinstance(line["pays"], int):
                    continue
                path = (*own, "lines", row, "pays")
                other = edit(item, put(*path, value=line["pays"] + 1))
                (found,) = list_changes(item, other)
                assert found.sort is Sort.MONEY
                assert found.wagers == (wager["id"],)
                assert found.at == f"{item.source.name}:{item.source.position(path)[0]}"
                assert list_changes(found.apply(item), other) == ()


@pytest.mark.parametrize("name", IDS)
def test_every_statement_is_a_change_of_its_own(name):
    """Each statement left to another text: one change, and `apply` makes just that."""
    item = load(name)
    cite = {"clause": "x", "lines": 1}
    for section, entries in item.source.data.items():
        if section not in {"deck", "table", "play", "setting", "comparison", "standard"}:
            continue
        for key in entries:
            if key == "all":
                continue
            value = {"deferred": {"to": "another text", "at": cite}}
            other = edit(item, put(section, key, value=value))
            (found,) = list_changes(item, other)
            assert found.what == f"{section}.{key}"
            if found.apply is not None:
                assert list_changes(found.apply(item), other) == ()


@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_every_rule_of_a_house_way_is_a_change_of_its_own(name):
    item = load(name)
    rules = item.source.data["house_way"]["rules"]
    for place, rule in enumerate(rules):
        gone = edit(item, lambda data, place=place: data["house_way"]["rules"].pop(place))
        (found,) = list_changes(item, gone)
        assert found.what == f"house way: {rule['rule']}"
        assert found.sort is Sort.MONEY
        assert list_changes(found.apply(item), gone) == ()
        (back,) = list_changes(gone, item)
        assert back.apply(gone).house_way["rules"] == item.house_way["rules"]
        assert back.touches("standard")
    turned = edit(item, lambda data: data["house_way"]["rules"].reverse())
    (found,) = list_changes(item, turned)
    assert found.what == "house way: order of rules"
    assert list_changes(found.apply(item), turned) == ()


def test_words_of_a_rule_of_the_house_way_move_no_money():
    item = load("mbs")
    other = edit(item, put("house_way", "rules", 0, "at", "lines", value=1))
    (found,) = list_changes(item, other)
    assert found.sort is Sort.WORDS


@pytest.mark.slow
def test_a_change_of_the_standard_wager_is_worth_its_deals():
    """Twice the commission costs the player a twentieth of every win: by the golden counts."""
    golden = json.loads((ROOT / "tests" / "golden" / "standard.json").read_text(encoding="utf-8"))
    deals = golden["mbs: adopted"]["deals"]
    item = load("mbs")
    other = edit(item, put("standard", "commission", "value", value="1/10"))
    pricer = Pricer(item, other, POLICY)
    (found,) = list_changes(item, other)
    priced = pricer.price(found.difference, pricer.measure(item, pricer.keys))
    (worth,) = priced.effects
    assert worth.edge == Fraction(deals["win"], 20 * sum(deals.values()))
    assert worth.money == worth.edge * 5 * 1000


def test_what_is_counted_on_neither_side_is_named():
    """South Dakota leaves the standard wager to another text: no figure moves is not all there is to say."""
    item = load("south-dakota")
    other = edit(item, put("comparison", "copy_both", "assumed", value="push"))
    pricer = Pricer(item, other, POLICY)
    (found,) = list_changes(item, other)
    priced = pricer.price(found.difference, pricer.measure(item, pricer.keys))
    assert not priced.effects
    assert priced.uncounted == ("standard",)
    assert describe_effects(priced)[-1] == "calculated neither before nor after: standard"


@pytest.mark.slow
def test_shipped_ids_are_compared_where_no_file_is_local(tmp_path):
    (tmp_path / "jurisdictions").mkdir()
    done = call("diff", "south-dakota", "pennsylvania", "--json", cwd=tmp_path)
    assert (done.code, json.loads(done.out)["jurisdiction"]) == (0, "pennsylvania")


def test_an_empty_folder_does_not_hide_the_shipped_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outside = list_specs()
    (tmp_path / "jurisdictions").mkdir()
    assert list_specs() == outside
    assert {path.stem for path in outside} == set(IDS)
    own = tmp_path / "jurisdictions" / "own.yaml"
    own.write_text("schema: 2\n")
    assert [path.resolve() for path in list_specs()] == [own]
