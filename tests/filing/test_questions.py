"""Questions and differences: which come first, what each is worth from edge to edge, nothing told twice."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.filing import standard
from certify.filing.differing import join_sentences
from certify.filing.examination import Certificate
from certify.filing.glossary import define_words
from certify.filing.questions import tell_effect, tell_found
from certify.filing.standard import assume_house_way
from certify.findings.finding import Effect, Severity
from certify.gate.approvals import Approval
from certify.gate.figures import describe_figures
from certify.spec.catalogue import PARAMETERS
from certify.spec.model import Citation
from tests.conftest import load


def test_what_the_verdict_turns_on_comes_first_and_is_all_of_it(report):
    deciding = [item.decides for item in report.questions]
    assert deciding == sorted(deciding, reverse=True)
    asked = [item.question for item in report.questions if item.decides]
    assert sorted(asked) == sorted(report.examination.verdict.questions)
    assert [item.number for item in report.questions] == list(range(1, len(deciding) + 1))


def test_the_reason_of_the_verdict_names_the_wager_without_a_figure(report):
    """South Dakota leaves the house way to another section, and no question of it is an error."""
    assert not any(item.severity is Severity.ERROR for item in report.questions)
    assert report.because == (
        "1 of the 9 questions in section 2 stands in the way of a certificate, for the standard wager "
        "cannot be counted from the document alone. The other 8 are weighed there and hold up nothing."
    )
    first, *rest = report.questions
    assert first.turns.endswith(": without an answer the standard wager has no figure")
    assert not any(item.turns for item in rest)


def test_the_reason_of_the_verdict_counts_errors_and_whatever_else_is_asked(report):
    first, second, *rest = report.questions
    graver = replace(second, severity=Severity.ERROR, turns="the verdict turns on it")
    told = replace(report, questions=(first, graver, *rest)).because
    assert told.startswith("2 of the 9 questions in section 2 stand in the way of a certificate, ")
    assert "for 1 is an error and the standard wager cannot be counted" in told
    alone = replace(report, questions=(graver,)).because
    assert alone.startswith("All questions in section 2 stand in the way")


def test_an_effect_goes_from_an_edge_of_the_odds_to_one_of_a_reading(report):
    """The pricing of findings against the readings of the odds: two computations of one difference."""
    question = next(
        item for item in report.questions if item.statements[:1] == ("fortune-bonus.precedence",)
    )
    effect = question.effect
    assert effect is not None
    pairs = [
        (sheet.odds.house_edge, item.house_edge)
        for sheet in report.sheets
        for item in sheet.odds.alternatives
        if item.readings == {"bonus-precedence": "rank-order"}
    ]
    tables = [
        (sheet.full_table.house_edge, item.envy[-1].house_edge)
        for sheet in report.sheets
        for item in sheet.odds.alternatives
        if item.readings == {"bonus-precedence": "rank-order"}
    ]
    assert (effect.before, effect.after) in [*pairs, *tables]


def test_every_priced_question_says_from_which_edge_to_which(report):
    assert report.priced
    for item in report.priced:
        assert item.effect.after - item.effect.before in {item.effect.low, item.effect.high}
        assert re.search(r"goes from \S+% to \S+%, \S+ points", item.follows), item.follows
        assert re.search(r"(bank|player) gains", item.follows)


@pytest.mark.parametrize(
    ("low", "high", "before", "after", "told"),
    [
        (-9, -2, 8, -1, "8.0000% to −1.0000%, −9.0000 points. Over all cases −9.0000 to −2.0000."),
        (1, 1, 8, 9, "8.0000% to 9.0000%, +1.0000 points."),
    ],
)
def test_an_effect_in_words(low, high, before, after, told):
    effect = Effect(
        "w", *(Fraction(item, 100) for item in (low, high)), "", "Bonus", Fraction(before, 100)
    )
    text = tell_effect(replace(effect, after=Fraction(after, 100)))
    gain = "The bank gains." if low > 0 else "The player gains, and has the advantage."
    assert text == f"Bonus: the house edge goes from {told} {gain}"


def test_nothing_is_told_twice(report):
    for item in report.questions:
        for text in (*item.further, *(text for _, text in item.parts)):
            assert not re.search(r"(\([^()]*\)) \1", text), text
        assert not any(text.startswith(item.question) for text in item.further)


def test_places_are_added_only_where_the_message_names_none(report):
    finding = replace(
        report.examination.findings[0], message="Why so?", citations=(Citation("(2)", 7, 7),)
    )
    assert tell_found(finding) == "Why so? ((2), line 7)"
    assert tell_found(replace(finding, message="Said in line 9.")) == "Said in line 9."


def test_an_envy_threshold_and_a_push_that_others_lack_stand_first(report):
    """South Dakota asks 5 for envy, California 25; and both push three pair on one paytable only."""
    first = report.flagged[0]
    assert first.flagged
    assert "5 USD ((3), line 9; (4), line 11)" in first.answers[0].text
    assert "25 USD in California (Standards of play, lines 67-69" in first.answers[0].text
    marked = [item.flagged for item in report.differing]
    assert marked == sorted(marked, reverse=True)
    rest = [item.size for item in report.differing if not item.flagged]
    assert rest == sorted(rest, reverse=True)
    assert all(told.size or told.why_not for item in report.differing for told in item.answers)


def test_every_word_of_the_catalogue_is_answered_in_words():
    """A word of the catalogue, its hyphens taken out, is no answer to a reader."""
    plain = {
        *("face-down", "face-up", "all-payments", "before-the-deal", "one-line", "if-no-line-pays"),
    }
    for key, parameter in PARAMETERS.items():
        for word in parameter.choices:
            if "-" in str(word) and str(word) not in plain:
                assert parameter.answer(str(word)) != str(word).replace("-", " "), (key, word)


def test_a_certificate_of_other_figures_makes_a_draft(examination):
    approval = Approval(1, "2026-11-16", "somebody", "as it is", "0" * 64)
    figures = tuple(describe_figures(item) for item in examination.odds)
    found = Certificate(b"{}", approval, (approval,), figures=figures)
    assert found.hold_to(examination.odds) is found
    first, second, *rest = figures
    for other in (
        ({**first, "status": "certified"}, second, *rest),
        (first, {**second, "house_edge": "1/13"}, *rest),
        (first, *rest),
    ):
        assert replace(found, figures=other).hold_to(examination.odds) == Certificate()
    more = replace(found, figures=(first, {**second, "alternatives": []}, *rest))
    assert more.hold_to(examination.odds) is more


def test_why_an_assumed_house_way_was_not_counted_is_told_without_keys(monkeypatch):
    def refuse(_jurisdiction, _request):
        raise CertifyError("could not judge: setting.equal_high_and_low is 'foul', so; do this")

    monkeypatch.setattr(standard, "compute_odds", refuse)
    told = assume_house_way(load("pennsylvania"), load("mbs"))
    assert told.house_edge is None
    assert told.why_not == "“May the high hand rank just as the low hand?” is answered 'foul', so"


@pytest.mark.parametrize(
    ("sentences", "told"),
    [
        (["A pushes in B (line 1); in C (2) it loses."],) * 2,
        (
            ["A pushes in B (1); in C (2) it loses.", "A pushes in B (1); in D (3) it loses."],
            ["A pushes in B (1); in C (2) and D (3) it loses."],
        ),
        (
            ["A pushes in C on 1 (2); in B it loses.", "A pushes in D (3); in B it loses."],
            ["A pushes in C on 1 (2) and D (3); in B it loses."],
        ),
        (["One thing.", "Another thing."], ["One thing. Another thing."]),
        (
            ["A offers it; B does not.", "A offers it; C does not."],
            ["A offers it; B and C do not."],
        ),
        (
            ["A (1) pays envy on it; B does not.", "C (2) pays envy on it; B does not."],
            ["A (1) and C (2) pay envy on it; B does not."],
        ),
    ],
)
def test_sentences_on_several_pairs_of_documents_are_told_in_one(sentences, told):
    assert [join_sentences(sentences)] == told


def test_the_glossary_names_the_owner_of_the_policy_and_whether_he_released_the_figures():
    words = dict(define_words("the keeper of it", ["the keeper of it"]))
    assert words["Keeper of it"].endswith(
        "who set its criteria and released the figures; no regulator."
    )
    assert list(words) == sorted(words, key=str.casefold)
    across = dict(define_words("A Keeper", ["somebody else"], across=True))
    assert across["A Keeper"].endswith("who set its criteria; no regulator.")
    assert {"Specification", "Edition", "Policy", "Full table"} <= across.keys()
    assert {"Engine", "Certificate"} <= words.keys()
