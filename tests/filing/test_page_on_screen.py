"""The page for the screen holds what the PDF says, needs nothing else, and lets no value become markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from io import BytesIO

import pytest
from openpyxl import load_workbook

from certify.filing.comparison_filing import build_comparison, identify
from certify.filing.page_on_screen import build_figures, render_index, render_page
from certify.filing.paytable_editor import Editor, build_editor
from certify.filing.report import build_report
from certify.filing.sheets import build_sheet
from certify.odds.compute import Request, compute_odds
from certify.spec.model import Names
from certify.spec.validate import load_jurisdiction
from tests.conftest import IDS, ROOT, load
from tests.edits import edit, state
from tests.filing.conftest import examine_among

SPECS = ROOT / "tests" / "specs" / "accept"

HOSTILE = (
    "</title></script></style><script>alert(1)</script> {{ 7 * 7 }} "
    '"\' onload=alert(1) style="color: red" <table> \u202egnorw '
)


class Markup(HTMLParser):
    """Every element with its attributes, and the text of scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[tuple[str, dict[str, str | None], str]] = []
        self.within = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.within = tag

    def handle_endtag(self, tag):
        self.within = ""

    def handle_data(self, data):
        if self.within in {"script", "style"}:
            self.inside.append((*self.elements[-1], data))


@pytest.fixture(scope="module")
def page(report):
    return render_page(report, indexed=True)


@pytest.fixture(scope="module")
def index(examination, everyone):
    other = examine_among(everyone[0].id)
    jurisdictions = (everyone[0], examination.jurisdiction)
    return render_index(
        build_comparison((other, examination), identify(jurisdictions)), "comparison.pdf"
    )


def test_the_page_is_the_same_every_time(report, page):
    assert render_page(report, indexed=True) == page


@pytest.mark.parametrize("name", ["page", "index"])
def test_the_policy_allows_the_inline_parts_and_nothing_else(name, request):
    html = request.getfixturevalue(name)
    markup = Markup(html)
    (policy,) = [
        attributes["content"]
        for tag, attributes in markup.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert set(rules) == {
        "default-src", "style-src", "script-src", "img-src", "base-uri", "form-action",
    }  # fmt: skip
    for tag in ("style", "script"):
        (text,) = [
            data
            for own, attributes, data in markup.inside
            if own == tag and "type" not in attributes
        ]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert rules[f"{tag}-src"] == f"'sha256-{digest}'"


@pytest.mark.parametrize("name", ["page", "index"])
def test_no_element_asks_for_anything_or_acts_by_itself(name, request):
    """Styles and handlers in attributes would be refused by the policy and show as errors."""
    for tag, attributes in Markup(request.getfixturevalue(name)).elements:
        assert tag not in {"iframe", "object", "embed", "form", "base", "img", "audio", "video"}
        assert "style" not in attributes
        assert not [key for key in attributes if key.startswith("on")]
        assert "src" not in attributes
        if tag == "link":
            assert attributes == {"rel": "icon", "href": "data:,"}


def test_links_lead_to_parts_of_the_page_and_to_files_beside_it(page, index):
    for html, files in ((page, {"index.html", "south-dakota.pdf"}), (index, None)):
        markup = Markup(html)
        ids = [attributes["id"] for _, attributes in markup.elements if "id" in attributes]
        assert len(ids) == len(set(ids))
        targets = [str(attributes["href"]) for tag, attributes in markup.elements if tag == "a"]
        assert {item[1:] for item in targets if item.startswith("#")} <= set(ids)
        beside = {item for item in targets if not item.startswith(("#", "data:"))}
        if files:
            assert beside == files
        else:
            assert {"south-dakota.pdf", "south-dakota.html", "comparison.pdf"} <= beside
            assert not [item for item in beside if re.search(r"[:/]", item)]


def test_the_index_leads_to_each_paytable(page, index):
    ids = {str(attributes.get("id")) for _, attributes in Markup(page).elements}
    led = {
        str(attributes["href"]).partition("#")[2]
        for tag, attributes in Markup(index).elements
        if tag == "a" and str(attributes["href"]).startswith("south-dakota.html#")
    }
    assert len({item for item in led if item.startswith("figures-")}) == 6
    assert led <= ids


def strip(html: str) -> list[str]:
    """The words of a page that a reader sees."""
    body = re.sub(r"<(script|style|nav|summary)\b.*?</\1>", " ", html, flags=re.DOTALL)
    body = re.sub(r'<details class="editor".*?</details>', " ", body, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", body.partition("<body")[2])).split()


def test_every_figure_of_the_paper_stands_on_the_page(page, html):
    """One model, two forms: a figure that only one of them has shows that something was left out."""
    figure = re.compile(r"[−+]?[\d,]*\d\.\d{2,}%?|\d{1,3}(?:,\d{3})+")
    paper = {word.strip("().;:") for word in strip(html) if figure.fullmatch(word.strip("().;:"))}
    screen = {word.strip("().;:") for word in strip(page)}
    assert len(paper) > 200
    assert paper <= screen, sorted(paper - screen)


@pytest.fixture(scope="module")
def hostile(examination, identity):
    own = examination.jurisdiction
    documents = tuple(replace(item, name=HOSTILE) for item in own.documents)
    wagers = tuple(replace(item, name=HOSTILE) for item in own.wagers)
    names = Names(HOSTILE, HOSTILE, HOSTILE)
    jurisdiction = replace(own, name=HOSTILE, documents=documents, wagers=wagers, names=names)
    issues = tuple(
        replace(item, head=replace(item.head, because=HOSTILE, deferred_to=HOSTILE))
        for item in examination.checked.issues
    )
    checked = replace(examination.checked, jurisdiction=jurisdiction, issues=issues)
    sheets = tuple(
        replace(item, wager=HOSTILE, rows=tuple(replace(row, name=HOSTILE) for row in item.rows))
        for item in examination.sheets
    )
    changed = replace(examination, jurisdiction=jurisdiction, checked=checked, sheets=sheets)
    return changed, build_report(
        changed, replace(identity, title=HOSTILE, applicant=HOSTILE, number=HOSTILE)
    )


def test_a_hostile_text_stays_text(hostile, page, everyone):
    examined, report = hostile
    shown = render_page(report)
    index = render_index(
        build_comparison((examined, examined), identify((examined.jurisdiction,) * 2)), "c.pdf"
    )
    for html in (shown, index):
        markup = Markup(html)
        scripts = [attributes for tag, attributes in markup.elements if tag == "script"]
        assert [item for item in scripts if "type" not in item] == [{}]
        assert not [key for _, found in markup.elements for key in found if key.startswith("on")]
        assert "49" not in re.findall(r"<title>.*?</title>", html, re.DOTALL)[0]
        assert "\u202e" not in html
        assert "[U+202E]" in html
        assert html.count("<table") == html.count("</table>") == html.count('<div class="scroll">')
    tags = [tag for tag, _ in Markup(page).elements]
    assert [tag for tag, _ in Markup(shown).elements].count("table") == tags.count("table")


def test_the_page_carries_the_workbook_and_the_enclosures_byte_for_byte(report, enclosures):
    html = render_page(report, enclosures)
    carried = {
        str(attributes["download"]): base64.b64decode(str(attributes["href"]).partition(",")[2])
        for tag, attributes in Markup(html).elements
        if tag == "a" and "download" in attributes
    }
    book = load_workbook(BytesIO(carried.pop("south-dakota.xlsx")))
    assert book.sheetnames[0] == "Summary"
    assert carried == {item.name: item.content for item in enclosures}


def list_states(html):
    (data,) = re.findall(r'id="figures-data">(.*?)</script>', html, re.DOTALL)
    return json.loads(data)["sheets"]


def test_every_combination_of_interpretations_is_the_one_that_odds_count(report, page):
    """The page looks up what `certify odds --cross-readings` counts for the same document."""
    named = [switch.name for switch in build_figures(report).switches]
    sheets = [(sheet.odds.wager, sheet.odds.paytable) for sheet in report.sheets]
    compared = 0
    for odds in compute_odds(report.jurisdiction, Request(("fortune-bonus",), cross=True)):
        place = sheets.index((odds.wager, odds.paytable))
        states = list_states(page)[place]["states"]
        crossed = [item for item in odds.alternatives if item.supported]
        assert len(states) == 1 + len(crossed)
        for item in crossed:
            key = ",".join(sorted(f"{named.index(name)}.0" for name in item.readings))
            assert Fraction(states[key]["edge"]) == item.house_edge
            for envy in item.envy:
                claimed = Fraction(states[key]["envy"][envy.other_players - 1])
                assert item.house_edge - claimed / envy.stake.amount == envy.house_edge
                compared += 1
    assert len(named) > 1
    assert compared == 6 * (2 ** len(named) - 1) * 5


class Copy:
    """Stands for the reader's copy of a document: every citation has one sentence."""

    def find(self, citation, about=(), document=""):
        return f"Sentence of {citation.lines} <b>"


def test_the_cited_clauses_are_quoted_where_the_document_is_at_hand(report, page):
    assert 'id="clauses"' not in page
    issues = tuple(replace(item, quotes=Copy()) for item in report.issues)
    html = render_page(replace(report, issues=issues))
    ids = {str(attributes.get("id")) for _, attributes in Markup(html).elements}
    cited = {
        f"lines-{citation.lines}"
        for statement in report.jurisdiction.by_key.values()
        for citation in statement.supporting
    }
    assert cited
    assert cited <= ids
    assert "Sentence of 9 &lt;b&gt;" in html


# the editor's numbers


def list_editors(jurisdiction):
    wagers = tuple(item.id for item in jurisdiction.wagers)
    for odds in compute_odds(jurisdiction, Request(wagers, alternatives=False)):
        yield odds, build_editor(jurisdiction, build_sheet(jurisdiction, odds))


def sum_up(data, stake):
    """The edge from the numbers of an editor, as its script sums them."""
    total = Fraction(0)
    for outcome in data["outcomes"]:
        parts = [outcome, *(data["pays"][place] for place in outcome["lines"])]
        times = sum(Fraction(item["times"]) for item in parts)
        money = sum(Fraction(item["money"]) for item in parts)
        total += (times + (money / stake if money else 0)) * int(outcome["deals"])
    return -total / int(data["deals"])


@pytest.mark.parametrize("name", IDS)
def test_the_numbers_of_every_editor_sum_to_the_figures_as_filed(name):
    found = list(list_editors(load(name)))
    assert found
    for odds, editor in found:
        assert isinstance(editor, Editor), editor
        data = json.loads(json.dumps(editor.data))
        assert sum_up(data, None) == odds.house_edge
        assert editor.others == len(odds.envy)
        for item in odds.envy:
            amounts, weights = data["envy"]["amounts"], data["envy"]["weights"]
            pairs = zip(amounts, weights[item.other_players - 1], strict=True)
            claimed = sum(Fraction(one) * Fraction(weight) for one, weight in pairs)
            assert claimed == item.per_other_player * item.other_players


@pytest.mark.parametrize(
    ("name", "units", "above_zero", "left_out"),
    [
        ("bankers-bonus", {"times", ""}, True, ""),  # two lines at once
        ("progressive", {"times", ""}, False, ""),  # shares of a meter cannot be changed
        ("shared-envy", {"times", ""}, False, "multiple of a stake"),
    ],
)
def test_the_numbers_hold_for_lines_beside_each_other_and_for_sums_of_money(
    name, units, above_zero, left_out
):
    jurisdiction = load_jurisdiction(SPECS / f"{name}.yaml")
    for odds, editor in list_editors(jurisdiction):
        assert isinstance(editor, Editor), editor
        assert sum_up(editor.data, odds.stake.amount if odds.stake else None) == odds.house_edge
        assert {item.unit for item in editor.entries} == units
        for entry, outcome in zip(editor.entries, editor.data["outcomes"], strict=True):
            if entry.unit:  # what is typed takes the place of the line's own pay
                (line,) = outcome["lines"]
                assert Fraction(entry.pay) == Fraction(editor.data["pays"][line][entry.unit])
        assert editor.data["above_zero"] is above_zero
        assert left_out in editor.without_envy
        assert bool(editor.without_envy) is bool(left_out)


def test_only_where_the_banks_hand_stops_envy_an_amount_stays_above_zero():
    """Nothing for a hand would also let the bank hold it: then the sum over lines is another."""
    stopped = {name: {item.data["envy"]["above_zero"] for _, item in list_editors(load(name))}
               for name in ("mbs", "south-dakota")}  # fmt: skip
    assert stopped == {"mbs": {True}, "south-dakota": {False}}


def test_where_only_the_highest_claim_is_paid_envy_is_left_out():
    highest = state("fortune-bonus.envy.several_qualifying_hands", "highest-pays")
    jurisdiction = edit(load("pennsylvania"), highest)
    wager = jurisdiction.wagers[0]
    (odds,) = compute_odds(jurisdiction, Request((wager.id,), alternatives=False))
    editor = build_editor(jurisdiction, build_sheet(jurisdiction, odds))
    assert isinstance(editor, Editor)
    assert editor.others == 0
    assert "highest" in editor.without_envy
