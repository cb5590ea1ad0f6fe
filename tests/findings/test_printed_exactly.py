"""Two made-up documents in every printed form, letter by letter: escapes, waivers, several points."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.version import __version__
from certify.findings.annotations import format_github, format_gitlab, format_junit
from certify.findings.checked import Checked, spread_waivers, stand_errors
from certify.findings.finding import PRINTED, Effect, Finding, Kind, Price, Severity
from certify.findings.matter import Matter
from certify.findings.policy import Policy
from certify.findings.printers import (
    count_statistics,
    format_json,
    format_lines,
    format_statistics,
    format_text,
)
from certify.findings.registry import load_rules
from certify.findings.sarif import describe_sarif, find_page, format_sarif
from certify.findings.verdict import Reading, Verdict, Word
from certify.spec.model import Citation


class PlainPolicy(Policy):
    """A policy whose severities are told in a word."""

    def define_severities(self) -> dict[str, str]:
        return {"error": f"100% wrong,\n{self.owner} says", "warning": "wrong", "note": "odd"}


def make_policy(owner: str) -> Policy:
    part = Fraction(1, 1000)
    return PlainPolicy(owner, part, part, part, 5, {"other": part}, {"other": part})


def make(code, severity, kind, message, subject, **values):
    """A finding about `here`, at the third column of the second line."""
    place = {"path": "lee, bay/a:b.yaml", "line": 2, "column": 3}
    return Finding(code, severity, kind, ("here",), message, subject=subject, **(place | values))


SMALL = Effect("bonus", Fraction(-1, 200), Fraction(1, 400), "six seats", "Bonus")
HEAD = make(
    *("INT001", Severity.ERROR, Kind.OWN, "It pays 5%, or\r\n6%: which\a?", "pay"),
    title="Pay: 5%, or 6%",
    question="Which is paid?",
    price=Price((SMALL,)),
    cure="Say one.",
    wagers=("bonus",),
    citations=(Citation("B 5", 4, 6), Citation("B 7", 9, 9)),
)
POINT = make(
    *("GAP001", Severity.WARNING, Kind.OWN, "It is silent.", "silence"),
    price=Price((), "nobody knows"),
    line=4,
    column=1,
)
APART = [
    replace(
        make("XJD001", Severity.NOTE, Kind.DIFFERENCE, f"One deck here. {text}", "decks"),
        jurisdictions=("here", other),
    )
    for text, other in (("Two in the north.", "north"), ("Three in the south.", "south"))
]
MISPRINT = make("DOC008", Severity.NOTE, Kind.LANGUAGE, "A letter is missing.", "letter", line=9)
CHECKED = Effect("bonus", Fraction(1, 2500), Fraction(1, 2500), PRINTED, "Bonus")
SPARED = replace(
    make(
        *("REF001", Severity.WARNING, Kind.OWN, "Is it so? It may be.", "so"),
        question="Is it so?",
        price=Price((CHECKED,)),
    ),
    spared="it is said elsewhere",
)


@pytest.fixture
def documents():
    own = Matter(HEAD, (POINT,), HEAD.title)
    matters = (
        own,
        Matter(APART[0], (APART[1],), "Decks"),
        Matter(MISPRINT, (), "A misprint"),
    )
    reading = Reading("deck.jokers", "How many jokers?", "one", "silent", confirmed=True)
    bonus = Verdict(
        *(Word.NOT_CERTIFIABLE, "Bonus", (reading,), (own,)),
        wager="bonus",
        asked=("Which is paid?",),
        errors=1,
    )
    standard = Verdict(Word.UNDER_READINGS, "Standard wager", (reading,), (), wager="standard")
    harbour = Verdict(
        *(Word.NOT_CERTIFIABLE, "Harbour", (reading,), (own,)),
        wagers=(bonus, standard),
        asked=bonus.asked,
        errors=1,
    )
    spared = Matter(SPARED, (), "So")
    island = Verdict(
        Word.NOT_CERTIFIABLE, "Island", (), (spared,), asked=("Is it so?",), reasons=("Is it?",)
    )
    return [
        Checked("here", "Harbour", make_policy("Ann"), harbour, matters),
        Checked("there", "Island", make_policy("Bob"), island, (spared,)),
    ]


WAIVED_ALL = {HEAD.fingerprint: "known", POINT.fingerprint: "known too"}
WAIVED_HEAD = {HEAD.fingerprint: "known"}


def test_github(documents):
    said = (
        "::notice title=What the severities mean::error: 100%25 wrong,%0AAnn says%0Awarning: wrong"
        "%0Anote: odd"
    )
    place = "file=lee%2C bay/a%3Ab.yaml,line=2,col=3"
    first = (
        f"{place},title=INT001 Pay%3A 5%25%2C or 6%25::It pays 5%25, or%0D%0A6%25: which\a?%0A"
        "−0.5000 to +0.2500 points of house edge on the Bonus (six seats)"
    )
    rest = [
        f"::notice {place},title=XJD001 Decks::One deck here. Two in the north.",
        "::notice file=lee%2C bay/a%3Ab.yaml,line=9,col=3,title=DOC008 A misprint::A letter is missing.",
        f"::warning {place},title=REF001 So::Is it so? It may be.%0Aprinted less computed: "
        "+0.0400 points on the Bonus",
    ]
    expected = [said, f"::error {first}", *rest]
    assert format_github(documents, {}).split("\n") == expected
    assert format_github(documents, WAIVED_HEAD).split("\n") == expected, "a point still stands"
    waived = first.replace("or 6%25::", "or 6%25 (waived)::")
    assert format_github(documents, WAIVED_ALL).split("\n") == [said, f"::notice {waived}", *rest]
    assert format_github([], {}) == ""
    assert format_github(documents[1:], {}).startswith(said[:40])
    assert "Bob says" in format_github(documents[1:], {})


def test_gitlab(documents):
    text = format_gitlab(documents, {})
    issues = json.loads(text)
    assert text == json.dumps(issues, indent=2, ensure_ascii=False)
    assert issues[0] == {
        "description": "It pays 5%, or\r\n6%: which\a? (−0.5000 to +0.2500 points of house edge on the Bonus "
        "(six seats))",
        "check_name": "INT001",
        "fingerprint": HEAD.fingerprint,
        "severity": "critical",
        "content": {
            "body": "It pays 5%, or\r\n6%: which\a? Say one.\n\nIt is silent.\n\nerror: 100% wrong,\nAnn says"
        },
        "location": {"path": "lee, bay/a:b.yaml", "lines": {"begin": 2}},
    }
    assert [item["severity"] for item in issues] == ["critical", "info", "info", "major"]
    assert issues[2]["description"] == "A letter is missing."
    assert issues[3]["content"]["body"] == "Is it so? It may be.\n\nwarning: wrong"
    assert json.loads(format_gitlab(documents, WAIVED_HEAD)) == issues, "a point still stands"
    waived = json.loads(format_gitlab(documents, WAIVED_ALL))
    assert waived[0]["severity"] == "info"
    assert waived[0]["description"] == f"{issues[0]['description']} (waived)"
    assert waived[1:] == issues[1:]


def test_junit(documents):
    """Of the suites only what is not one of the plain cases, line by line."""
    lines = format_junit(documents, {}).split("\n")
    count = len(load_rules())
    assert lines[:7] == [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites name="certify check">',
        f'  <testsuite name="here" tests="{count}" failures="1" errors="0" skipped="0">',
        "    <properties>",
        '      <property name="error" value="100% wrong,&#10;Ann says" />',
        '      <property name="warning" value="wrong" />',
        '      <property name="note" value="odd" />',
    ]
    told = [line for line in lines if not line.startswith("    <testcase ") or "/>" not in line]
    told = [line for line in told if "propert" not in line]
    worth = "−0.5000 to +0.2500 points of house edge on the Bonus (six seats)"
    printed = "printed less computed: +0.0400 points on the Bonus"
    place = "lee, bay/a:b.yaml:2:3:"
    message = "It pays 5%, or&#13;&#10;6%: which\ufffd?"
    assert told[3:] == [
        '    <testcase classname="here.DOC" name="DOC008 misprint">',
        "      <system-out>lee, bay/a:b.yaml:9:3: note DOC008 A letter is missing.</system-out>",
        "    </testcase>",
        f'    <testcase classname="here.INT" name="INT001 {load_rules()["INT001"].name}">',
        f'      <failure type="INT001" message="{message}">{place} error INT001 It pays 5%, or\r',
        f"6%: which\ufffd? [{worth}]</failure>",
        "    </testcase>",
        f'    <testcase classname="here.XJD" name="XJD001 {load_rules()["XJD001"].name}">',
        "      <system-out>lee, bay/a:b.yaml:2:3: note XJD001 One deck here. Two in the north.</system-out>",
        "    </testcase>",
        "  </testsuite>",
        f'  <testsuite name="there" tests="{count}" failures="0" errors="0" skipped="0">',
        f'    <testcase classname="there.REF" name="REF001 {load_rules()["REF001"].name}">',
        f"      <system-out>{place} warning REF001 Is it so? It may be. [{printed}]</system-out>",
        "    </testcase>",
        "  </testsuite>",
        "</testsuites>",
    ]
    waived = format_junit(documents, WAIVED_HEAD)
    assert "<failure" not in waived
    assert waived.count('failures="0"') == 2
    assert f"which\ufffd? [{worth}]</system-out>" in waived


def test_junit_tells_two_matters_of_one_rule_apart(documents):
    """What stands fails its case; what is waived beside it is only told."""
    other = Matter(replace(HEAD, message="Again.", subject="again"), (), "Again")
    both = replace(documents[0], matters=(*documents[0].matters, other))
    text = format_junit([both], {})
    assert 'failures="1"' in text
    assert "\nlee, bay/a:b.yaml:2:3: error INT001 Again. [" in text
    half = format_junit([both], {other.head.fingerprint: "known"})
    assert half.count("<failure") == 1
    assert "<system-out>lee, bay/a:b.yaml:2:3: error INT001 Again. [" in half
    assert half.count("error INT001 Again.") == 1
    none = format_junit([both], dict.fromkeys((other.head.fingerprint, HEAD.fingerprint), "known"))
    assert "<failure" not in none
    assert "(six seats)]\nlee, bay/a:b.yaml:2:3: error INT001 Again. [" in none


TEXT = """\
Harbour: not certifiable as written: 1 question
  Bonus: not certifiable as written: 1 question
    ? Which is paid?
  Standard wager: certified under 1 reading
    - How many jokers? One (the text does not say; the printed
      figures confirm it).
3 matters (1 error, 0 warnings, 2 notes)
  error: 100% wrong, Ann says
  warning: wrong
  note: odd

Questions and defects of the document itself, and criteria of the policy

1. error: Pay: 5%, or 6%
   It pays 5%, or  6%: which\a?
   Worth: −0.5000 to +0.2500 points of house edge on the Bonus
   (six seats)
   Cure: Say one.
   INT001 {head} lee, bay/a:b.yaml:2:3
   Waived: known
   - It is silent.
     Not priced: nobody knows
     GAP001 {point} lee, bay/a:b.yaml:4:1
   Question: Which is paid?
   All of this is matter {matter}

Differences from other documents (they decide no verdict)

2. note: Decks
   One deck here. Two in the north. Three in the south.
   XJD001 {north} {south} lee,
   bay/a:b.yaml:2:3

Annex: language, labels, what goes without saying, and the text as supplied, by rule

3. note: A misprint
   A letter is missing.
   DOC008 {misprint} lee, bay/a:b.yaml:9:3

Island: not certifiable as written: 2 questions
  No error stands; what bars it is a text that was not
  supplied.
1 matter (0 errors, 1 warning, 0 notes)
  error: 100% wrong, Bob says
  warning: wrong
  note: odd

Questions and defects of the document itself, and criteria of the policy

1. warning: So
   Is it so? It may be.
   Printed less computed: +0.0400 points on the Bonus
   No error: it is said elsewhere
   REF001 {spared} lee, bay/a:b.yaml:2:3"""


def test_text(documents):
    names = {
        "head": HEAD.fingerprint,
        "point": POINT.fingerprint,
        "matter": documents[0].matters[0].fingerprint,
        "north": APART[0].fingerprint,
        "south": APART[1].fingerprint,
        "misprint": MISPRINT.fingerprint,
        "spared": SPARED.fingerprint,
    }
    assert format_text(documents, WAIVED_HEAD, 62) == TEXT.format(**names)


def test_lines_and_statistics(documents):
    worth = "−0.5000 to +0.2500 points of house edge on the Bonus (six seats)"
    place = "lee, bay/a:b.yaml:2:3:"
    printed = "printed less computed: +0.0400 points on the Bonus"
    assert format_lines(documents, WAIVED_HEAD) == "\n".join(
        [
            f"{place} error INT001 It pays 5%, or\r\n6%: which\a? [{worth}] (+1) (waived)",
            f"{place} note XJD001 One deck here. Two in the north. (+1)",
            "lee, bay/a:b.yaml:9:3: note DOC008 A letter is missing.",
            f"{place} warning REF001 Is it so? It may be. [{printed}]",
        ]
    )
    rows = [line.split() for line in format_statistics(documents).splitlines()]
    rules = load_rules()
    counted = {
        "DOC008": (1, 0),
        "GAP001": (1, 0),
        "INT001": (1, 0),
        "REF001": (0, 1),
        "XJD001": (2, 0),
    }
    expected = [[code, rules[code].name, *map(str, numbers)] for code, numbers in counted.items()]
    assert rows[0] == ["code", "rule", "here", "there"]
    assert [row for row in rows if row[0] in rules] == expected
    assert rows[-1] == ["all", "5", "1"]
    assert count_statistics(documents) == [
        {"code": code, "rule": rules[code].name, "findings": {"here": here, "there": there}}
        for code, (here, there) in counted.items()
    ]


def test_json(documents):
    text = format_json(documents, WAIVED_HEAD | {"another": "of no document"})
    data = json.loads(text)
    assert text == json.dumps(data, indent=2, ensure_ascii=False)
    assert data["waived"] == WAIVED_HEAD
    assert data["policy_owner"] == "Ann"
    assert data["severities"]["warning"] == "wrong"
    assert [item["jurisdiction"] for item in data["documents"]] == ["here", "there"]
    assert data["documents"][0]["counts"] == {"error": 1, "warning": 0, "note": 2}
    assert list(data["documents"][0]["counts"]) == ["error", "warning", "note"]
    assert json.loads(format_json([], {})) == {
        "severities": {},
        "policy_owner": "",
        "documents": [],
        "waived": {},
    }


def test_what_is_kept_by_severity(documents):
    kept = [[item.head.code for item in documents[0].keep(least).matters] for least in Severity]
    assert kept == [["INT001", "XJD001", "DOC008"], ["INT001"], ["INT001"]]
    assert [item.head.code for item in documents[1].keep(Severity.WARNING).matters] == ["REF001"]
    assert documents[1].keep(Severity.ERROR).matters == ()


def test_waivers_reach_what_they_name(documents):
    matter = documents[0].matters[0]
    assert spread_waivers(documents, {matter.fingerprint: "all"}) == {
        matter.fingerprint: "all",
        HEAD.fingerprint: "all",
        POINT.fingerprint: "all",
    }
    assert stand_errors(documents, {POINT.fingerprint})
    assert not stand_errors(documents, {HEAD.fingerprint})
    assert not stand_errors(documents[1:], ())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "lee, bay").mkdir()
    lines = ["first: 1", "  second: ä", "third: 3", "last: 4"]
    (tmp_path / "lee, bay" / "a:b.yaml").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("CERTIFY_DOCS", "GITHUB_SERVER_URL", "GITHUB_ACTION_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_sarif(documents, folder):
    path = str(folder / "lee, bay" / "a:b.yaml")
    head, point = replace(HEAD, path=path), replace(POINT, path=path)
    matter = Matter(head, (point,), HEAD.title)
    data = describe_sarif([replace(documents[0], matters=(matter,)), documents[1]], WAIVED_HEAD)
    (run,) = data.pop("runs")
    assert data == {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
    }
    driver = run["tool"]["driver"]
    rules = driver.pop("rules")
    assert driver == {
        "name": "certify",
        "fullName": f"certify {__version__}",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": "urn:certify:index",
        "shortDescription": {"text": "Findings over the rule documents of a game, each priced."},
    }
    codes = list(load_rules())
    misprint = rules[codes.index("DOC008")]
    documentation = load_rules()["DOC008"].documentation
    assert misprint == {
        "id": "DOC008",
        "name": "Misprint",
        "shortDescription": {"text": documentation.split("\n", 1)[0]},
        "fullDescription": {"text": documentation},
        "helpUri": "urn:certify:rules#doc008-misprint",
        "help": {"text": documentation, "markdown": documentation},
        "defaultConfiguration": {"level": "note"},
        "properties": {"tags": ["the document as a document"]},
    }
    assert run["automationDetails"] == {"id": "certify/check/"}
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["properties"] == {
        "severities": {"error": "100% wrong,\nAnn says", "warning": "wrong", "note": "odd"},
        "verdicts": {
            "here": "not certifiable as written: 1 question",
            "there": "not certifiable as written: 2 questions",
        },
    }
    worth = "(−0.5000 to +0.2500 points of house edge on the Bonus (six seats))"
    first, second = run["results"]
    uri = {"uri": "lee%2C%20bay/a%3Ab.yaml"}
    assert first == {
        "ruleId": "INT001",
        "ruleIndex": codes.index("INT001"),
        "level": "error",
        "message": {"text": f"It pays 5%, or\r\n6%: which\a? {worth}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": uri,
                    "region": {
                        "startLine": 2,
                        "startColumn": 3,
                        "endLine": 2,
                        "endColumn": 12,
                        "snippet": {"text": "second: ä"},
                    },
                    "contextRegion": {
                        "startLine": 1,
                        "endLine": 3,
                        "snippet": {"text": "first: 1\n  second: ä\nthird: 3"},
                    },
                }
            }
        ],
        "relatedLocations": [
            {
                "id": 1,
                "physicalLocation": {
                    "artifactLocation": uri,
                    "region": {
                        "startLine": 4,
                        "startColumn": 1,
                        "endLine": 4,
                        "endColumn": 8,
                        "snippet": {"text": "last: 4"},
                    },
                    "contextRegion": {
                        "startLine": 3,
                        "endLine": 4,
                        "snippet": {"text": "third: 3\nlast: 4"},
                    },
                },
                "message": {"text": "It is silent."},
            }
        ],
        "partialFingerprints": {"certify/v2": HEAD.fingerprint},
        "properties": {
            "title": "Pay: 5%, or 6%",
            "question": "Which is paid?",
            "kind": "own",
            "jurisdictions": ["here"],
            "clauses": ["B 5, lines 4-6", "B 7, line 9"],
            "effects": [
                {
                    "wager": "bonus",
                    "low": {"fraction": "-1/200", "points": "-0.5000"},
                    "high": {"fraction": "1/400", "points": "0.2500"},
                    "basis": "six seats",
                }
            ],
            "unpriced": "",
            "cure": "Say one.",
            "codes": ["GAP001", "INT001"],
        },
        "suppressions": [{"kind": "external", "status": "accepted", "justification": "known"}],
    }
    assert "suppressions" not in second
    assert second["relatedLocations"] == []
    assert describe_sarif([], {})["runs"][0]["results"] == []


def test_sarif_of_a_place_that_is_no_file(documents, folder):
    """Without a file there is no snippet; a file elsewhere has an address of its own."""
    gone = replace(documents[1].matters[0].head, path="/no/such file.yaml")
    checked = replace(documents[1], matters=(Matter(gone, (), "So"),))
    (result,) = describe_sarif([checked], {})["runs"][0]["results"]
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "file:///no/such%20file.yaml"},
                "region": {"startLine": 2, "startColumn": 3},
            }
        }
    ]
    text = format_sarif([checked], {})
    assert text.startswith('{\n  "$schema"')
    assert "…" not in text
    assert "\\u" not in text


def test_where_the_documentation_stands(folder, monkeypatch):
    assert find_page("rules", "INT001 a b") == "urn:certify:rules#int001-a-b"
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://hub.example")
    assert find_page("rules") == "urn:certify:rules", "a server alone is no place"
    monkeypatch.setenv("GITHUB_ACTION_REPOSITORY", "some/one")
    monkeypatch.delenv("GITHUB_ACTION_REF", raising=False)
    assert find_page("rules") == "https://hub.example/some/one/blob/HEAD/docs/rules.md"
    monkeypatch.setenv("GITHUB_ACTION_REF", "v2")
    assert find_page("rules", "X") == "https://hub.example/some/one/blob/v2/docs/rules.md#x"
    monkeypatch.setenv("CERTIFY_DOCS", "https://docs.example/")
    assert find_page("rules", "X") == "https://docs.example/rules/#x"


def test_effects_are_told_with_their_sign():
    part = Fraction(1, 10**8)
    told = {
        (Fraction(0), Fraction(0)): "0",
        (part, part): "less than 0.0001",
        (-part, -part): "less than 0.0001",
        (Fraction(-1, 100), Fraction(-1, 100)): "−1.0000",
        (Fraction(1, 100), Fraction(2, 100)): "+1.0000 to +2.0000",
    }
    assert {pair: Effect("bonus", *pair).points for pair in told} == told
    assert str(Effect("bonus", part, part)) == "less than 0.0001 points of house edge on the bonus"
    assert Effect("bonus", Fraction(-3), Fraction(2)).size == 3
    assert Effect("bonus", Fraction(-3), Fraction(4)).size == 4


def test_a_finding_as_plain_data():
    """What a citation and a spared error add, and that the largest effect counts."""
    other = replace(SMALL, wager="side", low=Fraction(-1, 100))
    finding = replace(
        SPARED, citations=(Citation("B 5", 4, 4, "annex"),), price=Price((SMALL, other, SMALL))
    )
    data = finding.describe()
    assert data["citations"] == [{"document": "annex", "clause": "B 5", "lines": "4"}]
    assert data["no_error_because"] == "it is said elsewhere"
    assert finding.effect is other
    assert finding.price.size == Fraction(1, 100)
    assert "no_error_because" not in HEAD.describe()
    assert HEAD.describe()["citations"][0] == {"clause": "B 5", "lines": "4-6"}


def test_questions_of_misprints_count_their_places():
    two = Matter(MISPRINT, (replace(MISPRINT, subject="b"),), "A misprint")
    assert Matter(MISPRINT).question == "Should this place be corrected?"
    assert two.question == "Should these 2 places be corrected?"
    other = replace(MISPRINT, code="GAP001", question="Is it meant?")
    assert Matter(other).question == "Is it meant?"


def test_the_text_keeps_to_its_width(documents):
    for width in (50, 80):
        lines = format_text(documents, {}, width).split("\n")
        titles = [line for line in lines if line.startswith(("Questions", "Differences", "Annex"))]
        assert max(len(line) for line in lines if line not in titles) <= width


def test_words_are_never_broken(documents):
    """A name keeps its hyphens on one line, and a word longer than the line stands alone."""
    message = (
        "It is a seven-card-straight-flush-joker or abcdefghijklmnopqrstuvwxyzabcdefghijklmno."
    )
    matter = Matter(replace(MISPRINT, message=message), (), "A misprint")
    lines = format_text([replace(documents[0], matters=(matter,))], {}, 30).split("\n")
    place = lines.index("   It is a")
    assert lines[place + 1 : place + 4] == [
        "   seven-card-straight-flush-joker",
        "   or",
        "   abcdefghijklmnopqrstuvwxyzabcdefghijklmno.",
    ]
