"""The comparison filing: every paytable ranked, pushes and envy found by rule, differences by topic."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.filing.comparison_filing import build_comparison, identify, name_games
from certify.filing.differing import find_effect
from certify.filing.enclosures import list_comparison_enclosures
from certify.filing.page import render_comparison, render_filing
from certify.filing.printing import print_pdf
from certify.filing.report import build_report
from certify.filing.standard import UnderHouseWay
from tests.conftest import load
from tests.filing.conftest import EVERYONE, examine_lightly, extract_text
from tests.filing.layout import list_faults


@pytest.fixture(scope="module")
def examinations(everyone):
    """With edges under house ways of others: of one that is compared, and of one that is not."""
    edge = Fraction(27149, 10**6)
    assumed = tuple(
        UnderHouseWay(name, edge, edge, edge, edge, ()) for name in ("South Dakota", "Elsewhere")
    )
    found = (examine_lightly(load(name), everyone) for name in EVERYONE)
    return tuple(
        replace(item, standard=item.standard and replace(item.standard, assumed=assumed))
        for item in found
    )


@pytest.fixture(scope="module")
def compared(examinations, everyone):
    return build_comparison(examinations, identify(everyone))


@pytest.fixture(scope="module")
def comparison(compared, examinations, everyone, tmp_path_factory):
    html = render_comparison(compared, list_comparison_enclosures(examinations, everyone))
    path = tmp_path_factory.mktemp("comparison") / "comparison.pdf"
    path.write_bytes(print_pdf(html, compared.identity.date).content)
    return path


def test_edges_are_ranked_from_the_lowest_and_equal_ones_share_a_place(compared):
    (bonus,) = compared.wagers
    assert len(bonus.ranked) == 9 + 6
    edges = [item.sheet.odds.house_edge for item in bonus.ranked]
    assert edges == sorted(edges)
    for item in bonus.ranked:
        assert item.place == 1 + sum(edge < item.sheet.odds.house_edge for edge in edges)


def test_a_push_on_some_paytables_only_is_found_and_not_named_in_code(compared):
    """South Dakota (8): three pair is a push on paytable 1 alone; California FPG-01 likewise."""
    (push,) = compared.pushes
    assert push.hand == "Three pair"
    by_name = {row.document: row for row in push.rows}
    dakota = by_name["South Dakota"]
    assert [text.partition(" ")[0] for text in dakota.push] == ["1"]
    assert dakota.pays == ()
    assert dakota.absent == ("2", "3", "4", "6", "7")
    assert [text.partition(" ")[0] for text in by_name["California"].push] == ["FPG-01"]


def test_south_dakota_and_california_differ_in_the_envy_minimum(compared):
    """South Dakota (3) asks for five dollars, California for twenty-five."""
    row = next(
        row
        for row in compared.envy
        if row.question == "From which stake on the Fortune Bonus is envy paid?"
    )
    california, dakota = row.cells
    assert california.text == "25 USD (of two things said)"
    assert dakota.text == "5 USD"
    assert dakota.differs
    assert "(3), line 9" in dakota.where


def test_a_difference_is_priced_where_it_moves_most_or_says_why_not(compared):
    """South Dakota's envy from 5 USD, read as California's 25, costs its players most at a full table."""
    rows = [*compared.envy, *(row for _, own in compared.topics for row in own)]
    threshold = next(row for row in rows if row.question.startswith("From which stake"))
    name, effect = threshold.dearest
    edges = {
        item.sheet.odds.paytable: (item.sheet.odds.house_edge, item.sheet.full_table.house_edge)
        for item in compared.wagers[0].ranked
        if item.jurisdiction.id == "south-dakota"
    }
    widest = max(alone - envied for alone, envied in edges.values())
    assert effect.size == widest
    assert name in {"South Dakota", "California"}
    for row in rows:
        if any(cell.differs for cell in row.cells):
            assert row.dearest or row.why_not


def test_the_questions_of_a_verdict_stand_as_in_the_filing(
    compared, examinations, everyone, identity
):
    for own, item in zip(compared.questions, examinations, strict=True):
        filed = build_report(item, everyone, identity).questions
        assert own == tuple(question for question in filed if question.decides)


def test_documents_that_are_not_compared_leave_no_trace(compared, examinations):
    """They are not enclosed, so whoever makes the comparison again does not have them."""
    third = replace(examinations[0].differences[0], jurisdictions=("california-bgc", "mbs"))
    marked = (replace(examinations[0], differences=(third,)), examinations[1])
    again = build_comparison(marked, compared.identity)
    assert again.envy == compared.envy
    assert again.topics == compared.topics
    assert again.pushes == compared.pushes
    lenders = {item.lender for own in again.examinations for item in own.standard.assumed}
    assert lenders == {"South Dakota"}


def test_an_assumption_is_no_difference(compared):
    for _, rows in compared.topics:
        for row in rows:
            for cell in row.cells:
                assert not (cell.differs and "we assume" in cell.text)


def test_the_comparison_keeps_to_the_page_and_to_ten_of_them(comparison):
    assert list_faults(comparison) == []
    text = extract_text(comparison)
    pages = re.search(r"Page 1 of (\d+)", text)
    assert pages
    assert int(pages[1]) <= 10
    assert "has no verdict of its own" in " ".join(text.split())


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Pai Gow Poker", "Pai Gow poker"], "Pai Gow Poker"),
        (["Face Up", "Fortune"], "Face Up and Fortune"),
        (["Fortune 1.1", "Fortune", "Face Up", "fortune"], "Fortune and others"),
    ],
)
def test_documents_that_call_their_game_otherwise_are_not_put_under_the_first_ones_name(
    names, told
):
    assert name_games(names) == told


def test_the_questions_counted_as_differing_are_the_rows_that_bear_a_mark(compared):
    html = render_comparison(compared)
    rows = re.findall(r"<tr>(?:(?!</tr>).)*</tr>", html, re.DOTALL)
    marked = sum('class="differs"' in row for row in rows)
    assert compared.differing == marked > 0
    assert f"{marked} are answered differently where documents speak" in html


def test_every_question_of_a_verdict_is_printed_or_counted(compared):
    """Seven questions stand whole, as one of the five documents has them; of twelve the rest is counted."""
    most = max(compared.questions, key=len)
    for times, shown, more in ((7, 7, ""), (12, 9, "and 3 more, in its filing")):
        asked = tuple((most * 12)[:times] for _ in compared.questions)
        html = render_comparison(replace(compared, questions=asked))
        table = html.partition("What each verdict turns on")[2].partition("</table>")[0]
        assert table.count('<td class="figure">') == shown * len(asked)
        assert ("more, in its filing" in table) is bool(more)
        assert more in table


@pytest.fixture(scope="module")
def california(examinations, everyone, identity):
    (examination,) = (item for item in examinations if item.jurisdiction.id == "california-bgc")
    return build_report(examination, everyone, identity)


def list_alternatives(report):
    """What the odds give for one reading at a time: sheet, statement and the edges with and without envy."""
    for sheet in report.sheets:
        for item in sheet.odds.alternatives:
            if len(item.readings) == 1 and item.house_edge is not None:
                (name,) = item.readings
                statement = report.jurisdiction.readings[name][0]
                pairs = [
                    (sheet.odds.house_edge, item.house_edge),
                    (sheet.full_table.house_edge, item.envy[-1].house_edge),
                ]
                yield sheet, statement, pairs


def test_a_paytable_rests_on_the_questions_whose_other_answer_moves_it_and_on_no_other(california):
    """The odds of each reading against the findings' prices; three paytables have a joker of their own."""
    found = 0
    for sheet, statement, pairs in list_alternatives(california):
        question = california.find_question(statement.key)
        moves = any(before != after for before, after in pairs)
        numbers = california.rest(sheet.odds).numbers
        if statement.parameter.key != "envy.minimum_stake":  # moves at another stake alone
            assert (question.number in numbers) == moves, (sheet.name, statement.key)
            found += moves
    assert found > 6
    asked = {question.title: question.number for question in california.questions}
    push = asked["Fortune Bonus: a line that is a push"]
    resting = {
        sheet.odds.paytable: california.rest(sheet.odds).numbers for sheet in california.sheets
    }
    assert [name for name, numbers in resting.items() if push in numbers] == ["FPG-01"]
    assert all(asked["Stake from which envy is paid"] in resting[f"FPG-0{n}"] for n in range(1, 10))


def test_questions_and_readings_tell_the_same_figures(california):
    """Findings price by compiling anew, readings come with the odds: the same range of the same paytables."""
    found: dict[str, list[Fraction]] = {}
    for _, statement, pairs in list_alternatives(california):
        found.setdefault(statement.key, []).extend(after - before for before, after in pairs)
    compared = 0
    for key, changes in found.items():
        question = california.find_question(key)
        if any(changes):
            assert (question.effect.low, question.effect.high) == (min(changes), max(changes))
            compared += 1
    assert compared == 3


def test_whatever_is_counted_is_not_called_unpriced(california):
    (wheel,) = (item for item in california.questions if "deck.wheel" in item.statements)
    assert wheel.follows.endswith("no house edge would change.")
    assert "npriced" not in wheel.follows


def test_a_note_that_moves_an_edge_stands_in_the_chart_and_a_choice_of_paytables_does_not(
    california,
):
    charted = {item.title: item for item in california.priced}
    note = charted["The joker in a royal match"]
    assert note.severity.word == "note"
    assert "+0.0794 points" in note.follows
    assert "Which paytable is in force" not in charted
    assert "Which paytable is in force" in {item.title for item in california.questions}


def test_a_reading_that_shows_at_another_stake_tells_the_edge_at_that_stake(california):
    row = next(item for item in california.readings if item.key.endswith("envy.minimum_stake"))
    (effect,) = row.others[0].effects
    table = render_filing(california).partition('<section id="readings"')[2]
    cells = table.partition(f"{row.question} <b>25 USD</b>")[2].partition("</tbody>")[0]
    # South Dakota prints 3.95 for the same lines at the same stake
    assert '3.9487%<br><span class="quiet">paytable FPG-06' in cells
    assert "at a stake of 5 USD with 5 other players" in cells
    assert effect.found.after == effect.found.before + effect.found.low


def test_the_price_of_a_difference_names_whose_answer_it_is_where_others_do_less(examinations):
    (first, *_) = (item for item in examinations[0].differences if item.effect)
    less = replace(first.effect, low=first.effect.low / 2, high=first.effect.high / 2)
    other = replace(first, jurisdictions=("a", "b"), price=replace(first.price, effects=(less,)))
    known = {"b": replace(load("mbs"), name="Elsewhere"), first.jurisdictions[1]: load("mbs")}
    assert find_effect([first], known) == find_effect([first, first], known) == first.effect
    told = find_effect([first, other], known)
    assert told.basis.startswith("as in MBS")
    assert (told.low, told.high) == (first.effect.low, first.effect.high)
