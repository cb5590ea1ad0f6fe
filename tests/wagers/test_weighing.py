"""What a figure rests on, found by settling again: asked, decisive, unsaid, uncounted."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from certify.game.rank import CATEGORIES
from certify.game.views import ANYTHING, HandCondition, SetCondition
from certify.spec.choices import BankComparison, BankCondition, Copy, StandardResult
from certify.spec.compile import compile_rulebook
from certify.spec.model import Standing
from certify.spec.resolved import Uncounted, Unsaid
from certify.spec.values import Other
from certify.wagers.ranking import (
    list_deck,
    list_for_lines,
    list_for_standard,
    list_uncounted,
)
from certify.wagers.weighing import weigh
from tests.conftest import load


def stand(given, standing, said="as it is"):
    """A value of another standing."""
    statement = replace(given.statement, standing=standing)
    return replace(given, statement=statement, said=given.said if said == "as it is" else said)


def make(**fields):
    terms = compile_rulebook(load("mbs")).standard
    return replace(
        terms, **{name: stand(getattr(terms, name), *how) for name, how in fields.items()}
    )


def keys(givens):
    return [given.key.partition(".")[2] for given in givens]


def settle_by_copy(terms):
    """A settlement that asks for the copy and for who wins both, and turns on the copy alone."""
    _ = terms.both_win.value
    return (terms.copy.value,), [terms.copy, terms.both_win, terms.copy]


def test_what_is_stated_is_rested_on_where_it_is_asked():
    terms = make(copy=(Standing.STATED, Copy.BANK), both_win=(Standing.STATED, StandardResult.WINS))
    found = weigh(terms, settle_by_copy)
    assert keys(found.rests_on) == ["copy", "both_win"]
    assert (found.unsaid, found.uncounted, found.filled) == ((), (), terms)


def test_what_is_assumed_is_rested_on_only_where_it_decides():
    terms = make(copy=(Standing.SILENT, Copy.BANK), both_win=(Standing.SILENT, StandardResult.WINS))
    assert keys(weigh(terms, settle_by_copy).rests_on) == ["copy"]
    counterfactual = replace(
        terms, both_win=replace(terms.both_win, counterfactual=True), copy=terms.copy
    )
    assert keys(weigh(counterfactual, settle_by_copy).rests_on) == ["copy"]


def test_a_gap_is_named_where_it_decides_and_filled_all_the_same():
    terms = make(copy=(Standing.SILENT, None), both_win=(Standing.SILENT, None))
    found = weigh(terms, settle_by_copy)
    assert keys(found.unsaid) == ["copy"]
    assert found.unsaid[0].said is None
    assert found.rests_on == ()
    assert found.filled.copy.said is not None
    assert found.filled.both_win.said is not None


def test_many_gaps_are_all_filled():
    """One after the other, for the first hides the rest."""
    names = ("both_win", "both_lose", "one_each", "copy_and_win", "copy_and_lose", "copy_both")
    terms = make(**dict.fromkeys(names, (Standing.SILENT, None)))

    def settle(own):
        return tuple(getattr(own, name).value for name in names), []

    found = weigh(terms, settle)
    assert keys(found.unsaid) == list(names)
    settle(found.filled)


def test_words_of_the_documents_own_cannot_be_counted():
    terms = make(copy=(Standing.STATED, Other("a coin is tossed")))
    found = weigh(terms, settle_by_copy)
    assert keys(found.uncounted) == ["copy"]
    assert "copy" not in keys(found.rests_on)
    assert isinstance(found.filled.copy.said, Copy)


def test_a_settlement_that_never_asks_rests_on_nothing():
    assert weigh(make(), lambda terms: ((), [])).rests_on == ()


def test_what_is_consulted_and_no_part_of_the_terms_is_rested_on():
    """It shaped what was counted: settling again cannot try it."""
    wheel = compile_rulebook(load("mbs")).ranking.wheel
    assumed = stand(wheel, Standing.SILENT)
    assert weigh(make(), lambda terms: ((), [assumed])).rests_on == (assumed,)
    assert weigh(make(), lambda terms: ((), ["no value", None])).rests_on == ()
    players = compile_rulebook(load("mbs")).table.players
    assert not players.statement.parameter.uncounted  # so that nothing else puts it there
    assumed = stand(players, Standing.SILENT)
    assert weigh(make(), lambda terms: ((), [assumed])).rests_on == (assumed,)


def test_a_value_beside_which_nothing_can_be_settled_decides():
    terms = make(copy=(Standing.SILENT, Copy.BANK))

    def settle(own):
        if own.copy.said is not Copy.BANK:
            raise Uncounted(own.copy)
        return ("always the same",), [own.copy]

    assert keys(weigh(terms, settle).rests_on) == ["copy"]


def test_a_document_that_says_nothing_at_all_is_filled_field_by_field():
    terms = make()
    names = [item.name for item in fields(terms) if getattr(terms, item.name).put(None).domain]
    assert len(names) > 20
    terms = make(**dict.fromkeys(names, (Standing.SILENT, None)))

    def settle(own):
        return tuple(getattr(own, name).value for name in names), []

    found = weigh(terms, settle)
    assert len(settle(found.filled)[0]) == len(names)


# --- what of the ranking a wager rests on


def test_every_wager_rests_on_the_deck_and_on_the_joker_where_there_is_one():
    ranking = compile_rulebook(load("mbs")).ranking
    assert keys(list_deck(ranking)) == ["cards", "jokers", "cards_dealt", "card_rank", "joker"]
    without = replace(ranking, jokers=ranking.jokers.put(0))
    assert keys(list_deck(without)) == ["cards", "jokers", "cards_dealt", "card_rank"]
    assert set(keys(list_for_standard(ranking))) == {
        *keys(list_deck(ranking)),
        *("wheel", "equal_high_and_low", "house_way"),
        *("hand_ranking", "within_class", "low_hand_ranking"),
    }


def test_a_list_of_lines_rests_on_the_classes_it_names():
    book = compile_rulebook(load("mbs"))
    terms = book.wagers["fortune-bonus"]
    found = keys(list_for_lines(book.ranking, terms))
    deck = keys(list_deck(book.ranking))
    assert found[: len(deck)] == deck
    assert set(found) - set(deck) == {
        "wheel",
        "seven_card_straight_flush",
        "seven_card_straight_flush_joker",
    }
    few = replace(terms, lines=tuple(line for line in terms.lines if "seven" not in line.id))
    assert keys(list_for_lines(book.ranking, few)) == [*deck, "wheel"]
    plain = tuple(
        line for line in few.lines if "straight" not in line.id and "royal" not in line.id
    )
    assert keys(list_for_lines(book.ranking, replace(terms, lines=plain))) == deck


@pytest.mark.parametrize(
    ("field", "said", "counted"),
    [
        ("cards", 53, True),
        ("cards", 52, False),
        ("cards", 54, False),
        ("jokers", 1, True),
        ("jokers", 2, False),
        ("cards_dealt", 7, True),
        ("cards_dealt", 6, False),
        ("cards_dealt", 8, False),
        ("cards_dealt", None, True),
        ("hand_ranking", tuple(reversed(CATEGORIES)), True),
        ("hand_ranking", CATEGORIES, False),
        ("joker", Other("it is a two"), False),
    ],
)
def test_a_ranking_that_nothing_here_can_count(field, said, counted):
    ranking = compile_rulebook(load("mbs")).ranking
    ranking = replace(ranking, **{field: getattr(ranking, field).put(said)})
    found = list(list_uncounted(ranking, list(ranking.list_resolved())))
    named = {given.key for given in found}
    assert (getattr(ranking, field).key not in named) is counted


@pytest.mark.parametrize(("jokers", "cards", "counted"), [(0, 52, True), (0, 53, False)])
def test_a_deck_holds_its_jokers(jokers, cards, counted):
    ranking = compile_rulebook(load("mbs")).ranking
    ranking = replace(ranking, jokers=ranking.jokers.put(jokers), cards=ranking.cards.put(cards))
    assert (list(list_uncounted(ranking, [ranking.cards])) == []) is counted


def test_everything_that_cannot_be_counted_is_named():
    ranking = compile_rulebook(load("mbs")).ranking
    ranking = replace(
        ranking,
        joker=ranking.joker.put(Other("it is a two")),
        wheel=ranking.wheel.put(Other("it is nothing")),
        cards_dealt=ranking.cards_dealt.put(6),
    )
    found = keys(list_uncounted(ranking, list(ranking.list_resolved())))
    assert set(found) == {"joker", "wheel", "cards_dealt"}


def test_a_word_that_cannot_be_counted_here_is_filled_with_another():
    """Also where it is the first of its domain."""
    for said in Copy:
        terms = make(copy=(Standing.STATED, said))

        def settle(own, said=said):
            if own.copy.said is said:
                raise Uncounted(own.copy)
            return (own.copy.value,), [own.copy]

        found = weigh(terms, settle)
        assert keys(found.uncounted) == ["copy"]
        assert found.filled.copy.said is next(word for word in Copy if word is not said)


def test_what_is_consulted_after_what_is_known_already_is_weighed_too():
    """A value met again, one that is missing, something that is no value: none of them ends the search."""
    terms = make(
        copy=(Standing.SILENT, None),
        both_win=(Standing.STATED, StandardResult.WINS),
        both_lose=(Standing.STATED, StandardResult.LOSES),
        one_each=(Standing.STATED, StandardResult.PUSH),
    )

    def settle(own):
        consulted = [own.both_win, own.both_win, own.both_lose, own.copy, "no value", own.one_each]
        return (own.copy.value,), consulted

    found = weigh(terms, settle)
    assert keys(found.unsaid) == ["copy"]
    assert keys(found.rests_on) == ["both_win", "both_lose", "one_each"]


def test_the_order_within_a_class_matters_where_hands_of_one_line_are_compared():
    book = compile_rulebook(load("designated-player"))
    terms, ranking = book.wagers["fortune-bonus"], book.ranking
    for condition in BankCondition:
        for comparison in BankComparison:
            own = replace(
                terms,
                lines=tuple(line for line in terms.lines if line.hand == "flush"),
                bank_condition=terms.bank_condition.put(condition),
                bank_comparison=terms.bank_comparison.put(comparison),
            )
            resting = list(list_for_lines(ranking, own))
            by_hand = condition is BankCondition.BEATEN and comparison is BankComparison.BY_HAND
            assert (ranking.within_class in resting) is by_hand
            assert (ranking.wheel in resting) is by_hand


def test_every_value_that_nothing_counts_is_listed():
    ranking = compile_rulebook(load("mbs")).ranking
    strange = [
        given.put(Other("its own words"))
        for given in (ranking.card_rank, ranking.within_class, ranking.low_hand_ranking)
    ]
    unsaid = ranking.joker.put(None)
    listed = [strange[0], unsaid, strange[1], ranking.wheel, strange[2]]
    assert list(list_uncounted(ranking, listed)) == strange


@pytest.mark.parametrize(("cards", "counted"), [(52, False), (53, True), (54, False)])
def test_a_deck_of_which_nobody_says_the_jokers_has_one(cards, counted):
    ranking = compile_rulebook(load("mbs")).ranking
    ranking = replace(ranking, jokers=ranking.jokers.put(None), cards=ranking.cards.put(cards))
    assert (list(list_uncounted(ranking, [ranking.cards])) == []) is counted


@pytest.mark.parametrize("name", ["straight", "straight-flush", "high-card", "flush", "one-pair"])
@pytest.mark.parametrize("side", ["player", "bank"])
def test_the_wheel_matters_to_classes_that_would_be_others_without_it(name, side):
    book = compile_rulebook(load("pennsylvania"))
    terms, wanted = book.wagers["ace-high"], HandCondition(hand=name)
    line = replace(terms.lines[0], **{"player": ANYTHING, "bank": ANYTHING, side: wanted})
    resting = list(list_for_lines(book.ranking, replace(terms, lines=(line,))))
    assert (book.ranking.wheel in resting) is (name not in {"flush", "one-pair"})


@pytest.mark.parametrize("part", ["low", "high"])
@pytest.mark.parametrize("side", ["player", "bank"])
def test_one_condition_on_a_hand_as_set_needs_the_house_way(part, side):
    book = compile_rulebook(load("pennsylvania"))
    terms = book.wagers["ace-high"]
    plain = replace(terms.lines[0], player=HandCondition(hand="flush"), bank=ANYTHING)
    as_set = HandCondition(**{part: SetCondition(hand="one-pair")})
    line = replace(plain, **{"player": ANYTHING, "bank": ANYTHING, side: as_set})
    for lines, needed in (((plain,), False), ((plain, line), True), ((line, plain), True)):
        resting = list(list_for_lines(book.ranking, replace(terms, lines=lines)))
        assert (book.ranking.house_way in resting) is needed
        assert (book.ranking.equal_high_and_low in resting) is needed


def test_a_value_whose_other_words_cannot_be_counted_is_rested_on_without_a_trial():
    """How hands are compared has words that nothing here counts, so trying them tells nothing."""
    terms = make(method=(Standing.SILENT,))
    assert terms.method.statement.parameter.uncounted
    assert keys(weigh(terms, lambda own: ((), [own.method])).rests_on) == ["method"]


def test_what_nothing_can_fill_is_raised_as_it_is():
    terms = make(copy=(Standing.SILENT, None))

    def settle(own):
        raise Unsaid(own.copy)

    empty = replace(terms, copy=replace(terms.copy, statement=without_words(terms.copy.statement)))
    with pytest.raises(Unsaid):
        weigh(empty, settle)


def without_words(statement):
    return replace(statement, parameter=replace(statement.parameter, answers={}))
