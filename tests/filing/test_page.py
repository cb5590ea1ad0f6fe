from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import pairwise

import pytest
from jinja2.exceptions import SecurityError, UndefinedError

from certify.filing.examination import Certificate
from certify.filing.page import locate_templates, make_environment, render_filing
from certify.filing.printing import print_pdf
from certify.filing.report import build_report
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.catalogue import PARAMETERS
from certify.spec.model import Names
from tests.conftest import IDS
from tests.filing.conftest import extract_text
from tests.render.test_style import list_hits

HOSTILE = (
    '<script>alert(1)</script> {{ 7 * 7 }} {% raw %} <img src="file:///etc/passwd"> '
    '<a href="file:///etc/passwd">x</a> </style>'
    "<link rel=attachment href=file:///etc/passwd> "
    "שלום עולם \u202egnorw "
)


@pytest.fixture(scope="module")
def hostile(examination, identity):
    title = (HOSTILE * 60)[:10_000]
    assert len(title) == 10_000
    own = examination.jurisdiction
    documents = tuple(replace(item, name=HOSTILE) for item in own.documents)
    names = Names(HOSTILE, HOSTILE, HOSTILE)
    jurisdiction = replace(own, name=title, documents=documents, names=names)
    issues = tuple(
        replace(item, head=replace(item.head, because=HOSTILE, deferred_to=HOSTILE))
        for item in examination.checked.issues
    )
    checked = replace(examination.checked, jurisdiction=jurisdiction, issues=issues)
    changed = replace(examination, jurisdiction=jurisdiction, checked=checked)
    return render_filing(build_report(changed, replace(identity, applicant=HOSTILE)))


def test_hostile_text_stays_text(hostile):
    for tag in ("<script", "<img", "<link", 'href="file:'):
        assert tag not in hostile
    assert "{{ 7 * 7 }}" in hostile
    assert "\u202e" not in hostile
    assert "[U+202E]" in hostile
    assert len(re.findall("</style>", hostile)) == 1


def test_hostile_text_prints_harmlessly(hostile, tmp_path):
    pikepdf = pytest.importorskip("pikepdf")
    path = tmp_path / "hostile.pdf"
    path.write_bytes(print_pdf(hostile, "2026-11-16").content)
    with pikepdf.open(path) as pdf:
        assert len(pdf.attachments) == 0
        assert "/JavaScript" not in pdf.Root.get("/Names", {})
        for page in pdf.pages:
            for annotation in page.get("/Annots", []):
                assert "/A" not in annotation or annotation.A.S != "/URI"
    assert "{{ 7 * 7 }}" in extract_text(path)


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ report.__init__.__globals__ }}",
        "{{ [].append(1) }}",
    ],
)
def test_templates_run_in_a_sandbox(template, report):
    with pytest.raises(SecurityError):
        make_environment().from_string(template).render(report=report)


def test_an_unknown_name_in_a_template_is_an_error():
    with pytest.raises(UndefinedError):
        make_environment().from_string("{{ nobody }}").render()


def test_every_heading_level_follows_the_one_above(html):
    levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", html)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_what_is_missing_is_said_and_not_invented(html):
    assert "The document alone gives no figure." in html
    assert f"draft: {Certificate().why_not}" in html


def test_applicant_and_number_stand_on_the_cover(html):
    cover = html.partition('<section id="conformity"')[0]
    assert "A Maker" in cover
    assert "17/4" in cover


def test_the_game_has_its_own_name(html):
    assert "<title>Fortune Pai Gow poker: South Dakota" in html


def test_no_template_knows_a_document_a_wager_or_a_class():
    """Names of jurisdictions, wagers, hand classes and parameters are data, never template."""
    known = {*IDS, *HAND_CLASSES, *PARAMETERS} - {"identity.version"}  # our own version
    for path in locate_templates().rglob("*.j2"):
        text = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not [word for word in known if word in text], path.name


def test_no_hyphen_stands_for_a_minus(html):
    body = re.sub(r"<(style|svg|pre)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
    assert not re.findall(r"(?<![\w.])-\d+\.\d", body)


def test_no_word_that_the_style_guide_replaces(html):
    body = re.sub(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
    assert not list_hits(unescape(body))
