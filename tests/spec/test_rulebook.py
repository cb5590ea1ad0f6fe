"""The rulebook: each field is the parameter it says, and a reading changes what it names and nothing else."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import get_args, get_type_hints

import pytest

from certify.base.errors import CertifyError
from certify.game.views import ANYTHING, HandCondition
from certify.game.vocabulary import HAND_CLASSES
from certify.odds.house_way_readings import read_house_way
from certify.spec import choices
from certify.spec.catalogue import ENVY, EVENTS, GAME, WAGER, Moves, ValueKind
from certify.spec.compile import compile_rulebook
from certify.spec.model import Standing
from certify.spec.readings import parse_readings, select_readings
from certify.spec.resolved import COUNTERFACTUAL, Resolved, Uncounted, Unsaid
from certify.spec.values import Exclusion, Money, Other, Pay
from tests.conftest import IDS, load
from tests.edits import NOT_OFFERED, SILENT, Change, edit, find_paytable, put_line, state

TYPES = {
    ValueKind.CHOICE: str,
    ValueKind.COUNT: int,
    ValueKind.MONEY: Money,
    ValueKind.CHARGE: Money | Fraction,
    ValueKind.FRACTION: Fraction,
    ValueKind.PAYS: Pay,
    ValueKind.CLASS: str,
    ValueKind.CLASSES: tuple[str, ...],
    ValueKind.CONDITION: HandCondition,
    ValueKind.EXCLUSIONS: tuple[Exclusion, ...],
}


def list_fields(terms):
    return {
        item.name: getattr(terms, item.name)
        for item in fields(terms)
        if isinstance(getattr(terms, item.name), Resolved)
    }


def test_every_parameter_that_moves_money_is_a_field_of_its_name():
    book = compile_rulebook(load("mbs"))
    bonus = book.wagers["fortune-bonus"]
    keys = []
    for terms in (book.ranking, book.table, book.standard, bonus, bonus.envy):
        types = get_type_hints(type(terms))
        for name, given in list_fields(terms).items():
            parameter = given.statement.parameter
            assert parameter.name == name
            assert get_args(types[name]) == (parameter.word or TYPES[parameter.kind],), name
            keys.append(parameter.key)
    moving = [item.key for item in (*GAME, *WAGER, *ENVY) if item.moves is not Moves.NOTHING]
    assert sorted(keys) == sorted(moving)
    assert len({item.name for item in GAME}) == len(GAME), "a field is found by name alone"


def test_lines_pay_what_the_paytable_says():
    terms = compile_rulebook(load("mbs")).wagers["fortune-bonus"]
    for line, own in zip(
        terms.lines, load("mbs").wager("fortune-bonus").paytables[0].lines, strict=True
    ):
        assert line.pays.value == own.pays.value
        assert (line.envy is None) is (own.envy is None)
        assert line.envy is None or line.envy.value == own.envy.value


@pytest.mark.parametrize("name", IDS)
def test_words_are_of_their_enumeration_and_money_is_left_alone(name):
    book = compile_rulebook(load(name))
    for given in book.list_resolved():
        if given.statement.parameter.word and isinstance(given.said, str):
            assert isinstance(given.said, given.statement.parameter.word), given.key
        if given.said is not None and not given.counterfactual:
            assert given.said == given.statement.value


def test_every_irregularity_that_can_move_a_round_is_found_by_its_event():
    table = compile_rulebook(load("mbs")).table
    for event in EVENTS:
        assert table.find_irregularity(event).key == f"irregularities.{event.replace('-', '_')}"


# --- readings


@pytest.mark.parametrize("key", ["wheel", "deck.wheel"])
def test_a_reading_is_taken_by_its_key_or_its_parameter(key):
    spec = edit(
        load("mbs"),
        state(
            "deck.wheel",
            {
                **SILENT,
                "assumed": "lowest",
                "because": "so",
                "alternatives": ["second-highest"],
                "reading": "wheel",
            },
        ),
    )
    plain = compile_rulebook(spec).ranking.wheel
    assert (plain.value, plain.counterfactual) == (choices.Wheel.LOWEST, False)
    asked = compile_rulebook(spec, {None: {key: "second-highest"}}).ranking.wheel
    assert (asked.value, asked.counterfactual) == (choices.Wheel.SECOND_HIGHEST, False)


def test_what_the_document_does_not_allow_is_marked():
    spec = edit(load("mbs"), state("deck.wheel", "lowest"))
    same = compile_rulebook(spec, {None: {"deck.wheel": "lowest"}}).ranking.wheel
    assert (same.counterfactual, same.standing) == (False, "stated")
    other = compile_rulebook(spec, {None: {"deck.wheel": "second-highest"}}).ranking.wheel
    assert (other.counterfactual, other.standing) == (True, COUNTERFACTUAL)
    assert other.clause.startswith("reading ")
    assert other.clause.endswith("=second-highest")


def test_a_reading_may_be_limited_to_a_wager_or_a_paytable():
    spec = load("south-dakota")
    name = "fortune-bonus.precedence"
    first, second = (item.id for item in spec.wager("fortune-bonus").paytables[:2])
    readings = parse_readings(spec, (f"{name}@{second}=rank-order",))
    found = {
        paytable: compile_rulebook(spec, readings, {"fortune-bonus": paytable})
        .wagers["fortune-bonus"]
        .precedence.value
        for paytable in (first, second)
    }
    assert found[second] is choices.Precedence.RANK
    assert found[first] is not choices.Precedence.RANK
    by_wager = parse_readings(spec, (f"{name}@fortune-bonus=rank-order",))
    book = compile_rulebook(spec, by_wager, {"fortune-bonus": first})
    assert book.wagers["fortune-bonus"].precedence.value is choices.Precedence.RANK


def test_the_narrower_reading_goes_before():
    readings = {None: {"a": 1, "b": 1, "c": 1}, "bonus": {"b": 2, "c": 2}, "main": {"c": 3}}
    assert select_readings(readings, "main", "bonus") == {"a": 1, "b": 2, "c": 3}
    assert select_readings(readings, None, None) == {"a": 1, "b": 1, "c": 1}
    assert select_readings(readings, "main") == {"a": 1, "b": 1, "c": 3}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("wheel", "has no value; write KEY=VALUE"),
        ("wheel@nowhere=lowest", "has no paytable or wager 'nowhere'"),
        ("whel=lowest", "did you mean"),
        ("deck.wheel=middle", "write lowest or second-highest"),
        ("player-strategy=best", "write house-way or optimal"),
        ("deck.cards=many", "write a whole number"),
        ("deck.cards=1234567890", "write a whole number"),
        ("standard.commission=x", "is not a fraction"),
        ("copy=push", "did you mean comparison.copy"),
        ("fortune-bonus.cap=5 EUR", "is not in SGD"),
        ("deck.hand_ranking=upside down", "the file names"),
    ],
)
def test_a_reading_that_cannot_be_is_refused_with_the_cure(text, told):
    with pytest.raises(CertifyError, match=told):
        parse_readings(load("mbs"), (text,))


def test_the_strategy_is_asked_for_and_otherwise_the_house_way():
    assert compile_rulebook(load("mbs")).strategy == "house-way"
    readings = parse_readings(load("mbs"), ("player-strategy=optimal",))
    assert compile_rulebook(load("mbs"), readings).strategy == "optimal"


def test_an_order_of_rank_asked_of_all_leaves_a_wager_with_other_lines_alone():
    spec = load("designated-player")
    mixed = next(
        wager.id
        for wager in spec.wagers
        if any(line.hand is None for line in wager.paytables[0].lines)
    )
    plain = compile_rulebook(spec).wagers
    for_all = compile_rulebook(spec, {None: {"wager.precedence": "rank-order"}}).wagers
    assert for_all["fortune-bonus"].precedence.said is choices.Precedence.RANK
    assert for_all[mixed].precedence.said == plain[mixed].precedence.said
    by_name = compile_rulebook(spec, {None: {f"{mixed}.precedence": "rank-order"}}).wagers
    assert by_name[mixed].precedence.said is choices.Precedence.RANK


# --- a lender


def test_a_lender_gives_what_is_left_open_and_nothing_that_is_said():
    own, lender = load("south-dakota"), load("mbs")
    book = compile_rulebook(own, None, {"fortune-bonus": "1"}, lender)
    assert book.borrowed == "mbs"
    assert book.house_way == lender.house_way
    assert book.house_way_readings
    lent = [
        given
        for given in (*book.ranking.list_resolved(), *book.standard.list_resolved())
        if given.statement.because.startswith("assumed from ")
    ]
    assert lent
    for given in lent:
        goes_with_house_way = given.key == "setting.equal_high_and_low"
        assert goes_with_house_way or own.statements[given.key].value is None
        assert given.statement.value == lender.statements[given.key].value
    for given in book.standard.list_resolved():
        if own.statements[given.key].value is not None:
            assert given.said == own.statements[given.key].value
    alone = compile_rulebook(own, None, {"fortune-bonus": "1"})
    assert (alone.borrowed, alone.house_way, alone.house_way_readings) == ("", {}, {})
    assert (
        compile_rulebook(lender, None, None, load("designated-player")).house_way
        is lender.house_way
    )


def find_pay(readings: dict[str, object], line: str) -> str:
    book = compile_rulebook(load("designated-player"), {None: readings})
    return str(next(item.pays.said for item in book.wagers["ace-high"].lines if item.id == line))


def test_a_reading_brings_what_the_same_words_make_of_another_row():
    """Rows 66 and 67 both without the joker leave none for the hand with it; what is asked for stays."""
    assert find_pay({}, "bank-with-joker") == "10"
    both = {"ace-high-bank-without-joker": Pay(Fraction(10))}
    assert find_pay(both, "bank-with-joker") == "loses"
    asked = {**both, "ace-high-bank-with-joker": Pay(Fraction(10))}
    assert find_pay(asked, "bank-with-joker") == "10"
    plain = {"ace-high-bank-without-joker": Pay(Fraction(7))}
    assert find_pay(plain, "bank-with-joker") == "10"


def _dispute(key: str, adopted: str, other: str, **brings: str) -> Change:
    """A statement that two places answer in two ways; the second brings what it makes of others."""
    brought = {"brings": {f"comparison.{name}": value for name, value in brings.items()}}
    places = [{"value": adopted, "at": {"clause": "1", "lines": 1}}]
    places += [{"value": other, "at": {"clause": "2", "lines": 2}, **(brought if brings else {})}]
    return state(key, {"stated": places, "adopted": adopted, "because": "the first is the rule"})


def test_a_value_brings_others_by_the_names_of_their_parameters():
    """None of the three has a key of a reading of its own: two statements without one are not the same."""
    spec = edit(
        load("mbs"),
        _dispute("comparison.copy", "bank-wins", "push", copy_and_lose="push"),
        _dispute("comparison.copy_and_lose", "loses", "push"),
    )
    assert spec.statements["comparison.copy_and_lose"].reading is None
    assert compile_rulebook(spec).standard.copy_and_lose.said is choices.StandardResult.LOSES
    read = {"comparison.copy": "push"}
    assert (
        compile_rulebook(spec, {None: read}).standard.copy_and_lose.said
        is choices.StandardResult.PUSH
    )
    asked = {**read, "comparison.copy_and_lose": "loses"}
    assert (
        compile_rulebook(spec, {None: asked}).standard.copy_and_lose.said
        is choices.StandardResult.LOSES
    )


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc", "pennsylvania"])
def test_a_house_way_brings_its_answer_on_equal_hands(name):
    """It lays two pairs of one rank, which cannot be played where they foul, unless that is asked for."""
    book = compile_rulebook(load(name), None, None, load("mbs"))
    assert book.ranking.equal_high_and_low.said is choices.EqualHands.ALLOWED
    assert book.ranking.equal_high_and_low.statement.because.startswith("assumed from ")
    asked = {None: {"equal-high-and-low": "foul"}}
    own = compile_rulebook(load(name), asked, None, load("mbs")).ranking.equal_high_and_low
    assert (own.said, own.counterfactual) == (choices.EqualHands.FOUL, False)


def test_a_document_that_only_forbids_equal_hands_is_not_overruled():
    spec = edit(load("pennsylvania"), state("setting.equal_high_and_low", "foul"))
    equal = compile_rulebook(spec, None, None, load("mbs")).ranking.equal_high_and_low
    assert (equal.said, equal.standing) == (choices.EqualHands.FOUL, "stated")


def test_the_questions_of_a_house_way_come_with_it():
    text = ("house-way-joker=completes",)
    own, lender = load("south-dakota"), load("mbs")
    with pytest.raises(CertifyError, match="unknown reading"):
        parse_readings(own, text)
    asked = parse_readings(own, text, lender)
    assert asked == {None: {"house-way-joker": "completes"}}
    book = compile_rulebook(own, asked, None, lender)
    assert book.house_way_readings["house-way-joker"].said == "completes"
    with pytest.raises(CertifyError, match="unknown reading"):
        parse_readings(own, ("ace-high-player-only=loses",), load("designated-player"))
    # a document with a house way of its own answers for itself
    with pytest.raises(CertifyError, match="unknown reading"):
        parse_readings(load("mbs"), ("house-way-named-card=at-least",), load("designated-player"))


def test_what_a_game_does_not_have_is_not_borrowed():
    own = edit(load("south-dakota"), state("comparison.copy", NOT_OFFERED))
    book = compile_rulebook(own, None, {"fortune-bonus": "1"}, load("mbs"))
    assert book.standard.copy.said is None
    assert not book.standard.copy.is_offered


def test_a_document_without_a_house_way_says_so():
    assert read_house_way(compile_rulebook(load("mbs")))
    with pytest.raises(CertifyError, match="south-dakota contains no house way: it refers to"):
        read_house_way(compile_rulebook(load("south-dakota")))
    silent = edit(load("south-dakota"), state("setting.house_way", SILENT))
    with pytest.raises(CertifyError, match="contains no house way: not addressed"):
        read_house_way(compile_rulebook(silent))


def test_who_lends_is_named_where_something_is_lent():
    """A house way, or an answer; a document that needs neither names nobody."""
    lender = load("designated-player")
    whole = load("mbs")
    open_ = [
        parameter.key
        for parameter in GAME
        if parameter.moves is Moves.ODDS
        and whole.statements[parameter.key].value is None
        and whole.statements[parameter.key].standing is not Standing.NOT_OFFERED
    ]
    assert not open_
    assert compile_rulebook(whole, None, None, lender).borrowed == ""
    to = {"deferred": {"to": "a text", "at": {"clause": "x", "lines": 1}}}
    asking = edit(whole, state("comparison.copy", to))
    book = compile_rulebook(asking, None, None, lender)
    assert book.borrowed == "designated-player"
    assert book.house_way == whole.house_way
    assert book.standard.copy.said == lender.statements["comparison.copy"].value
    assert compile_rulebook(asking).borrowed == ""


def test_what_moves_no_odds_is_not_borrowed():
    """What a foul or an error of the bank does is settled by the round's own document or by nobody."""
    own, lender = load("south-dakota"), load("mbs")
    book = compile_rulebook(own, None, {"fortune-bonus": "1"}, lender)
    moving = 0
    for given in (*book.table.list_resolved(), *book.standard.list_resolved()):
        if given.statement.parameter.moves is not Moves.ODDS:
            assert given.said == own.statements[given.key].value, given.key
            moving += lender.statements[given.key].value is not None and given.said is None
    assert moving


def test_a_borrowed_answer_keeps_the_other_answers_of_the_document():
    to = {
        "deferred": {"to": "a text", "at": {"clause": "x", "lines": 1}},
        "alternatives": [
            {"value": value, "because": "so"} for value in ("bank-wins", "player-wins")
        ],
    }
    own = edit(load("south-dakota"), state("comparison.copy", to))
    lent = load("mbs").statements["comparison.copy"].value
    assert lent == "bank-wins"
    given = compile_rulebook(own, None, {"fortune-bonus": "1"}, load("mbs")).standard.copy
    assert given.said == lent
    assert [item.value for item in given.statement.alternatives] == ["player-wins"]


def test_a_statement_of_the_game_is_read_for_a_paytable_alone():
    spec = load("south-dakota")
    for paytable, joker in (("1", "bug"), ("2", "wild")):
        readings = {"2": {"deck.joker": "wild"}}
        book = compile_rulebook(spec, readings, {"fortune-bonus": paytable})
        assert book.ranking.joker.said == joker
        assert book.readings == readings
    assert compile_rulebook(spec).readings == {}


def test_a_paytable_goes_before_its_wager():
    """What a paytable says itself, and what is read for it alone, of the wager and of its envy."""

    def change(data):
        paytable = find_paytable(data, "fortune-bonus", "2")
        paytable["minimum_stake"] = {"value": "25 USD", "at": {"clause": "test", "lines": 1}}

    spec = edit(load("south-dakota"), change)
    readings = {"2": {"fortune-bonus.foul": "loses", "fortune-bonus.envy.sharing": "shared"}}
    for paytable, least in (("1", 5), ("2", 25)):
        terms, alone = (
            compile_rulebook(spec, asked, {"fortune-bonus": paytable}).wagers["fortune-bonus"]
            for asked in (readings, None)
        )
        assert terms.envy.minimum_stake.said == Money(Fraction(least), "USD")
        read = paytable == "2"
        assert (terms.foul.said is choices.SideFoul.LOSES) is read
        assert (terms.envy.sharing.said is choices.Sharing.SHARED) is read
        assert alone.foul.said is not choices.SideFoul.LOSES
        assert alone.envy.sharing.said is not choices.Sharing.SHARED


def test_one_line_that_is_no_class_keeps_an_order_of_rank_away():
    said = state("fortune-bonus.precedence", "paytable-order")
    asked = {None: {"wager.precedence": "rank-order"}}
    mixed = edit(
        load("mbs"), said, put_line("fortune-bonus", "straight", "low", {"hand": "one-pair"})
    )
    given = compile_rulebook(mixed, asked).wagers["fortune-bonus"].precedence
    assert given.said is choices.Precedence.PAYTABLE
    assert given.counterfactual is False
    plain = compile_rulebook(edit(load("mbs"), said), asked).wagers["fortune-bonus"].precedence
    assert (plain.said, plain.counterfactual) == (choices.Precedence.RANK, True)


def test_what_nothing_counts_is_not_tried_in_the_place_of_another():
    ranking = compile_rulebook(load("mbs")).ranking
    for given in (ranking.card_rank, ranking.low_hand_ranking, ranking.within_class):
        parameter = given.statement.parameter
        assert parameter.uncounted
        assert set(given.domain) == set(parameter.choices) - parameter.uncounted


# --- terms and givens


def test_putting_a_value_changes_one_field_and_keeps_the_rest():
    terms = compile_rulebook(load("mbs")).wagers["fortune-bonus"]
    pays = terms.lines[1].pays
    changed = terms.put(pays, Pay(Fraction(9)))
    assert changed.lines[1].pays.value == Pay(Fraction(9))
    assert [line.pays for line in changed.lines[2:]] == [line.pays for line in terms.lines[2:]]
    assert changed.envy == terms.envy
    minimum = terms.envy.sharing
    deep = terms.put(minimum, choices.Sharing.SHARED)
    assert deep.envy.sharing.said is choices.Sharing.SHARED
    assert deep.lines == terms.lines
    keys = [given.key for given in terms.list_resolved()]
    assert minimum.key in keys
    assert sum(key.endswith(".pays") or ".pays" in key for key in keys) >= len(terms.lines)


def test_what_is_contested_and_looked_at_follows_from_the_terms():
    terms = compile_rulebook(load("mbs")).wagers["fortune-bonus"]
    none = replace(terms, bank_condition=terms.bank_condition.put(choices.BankCondition.NONE))
    beaten = replace(terms, bank_condition=terms.bank_condition.put(choices.BankCondition.BEATEN))
    assert (none.is_contested, none.looks_at_bank, none.all_classes) == (False, False, True)
    assert (beaten.is_contested, beaten.looks_at_bank) == (True, True)
    both = compile_rulebook(load("pennsylvania")).wagers["ace-high"]
    assert (both.is_contested, both.looks_at_bank, both.all_classes) == (False, True, False)


def test_classes_that_a_document_does_not_rank_keep_their_place():
    ranking = compile_rulebook(load("mbs")).ranking
    assert replace(ranking, hand_ranking=ranking.hand_ranking.put(None)).classes == HAND_CLASSES
    some = tuple(HAND_CLASSES[place] for place in (4, 2, 7))
    mixed = replace(ranking, hand_ranking=ranking.hand_ranking.put(some)).classes
    assert sorted(mixed) == sorted(HAND_CLASSES)
    assert [name for name in mixed if name in some] == list(some)
    # each class that is not named stands before the next lower one that is; the lowest come last
    assert mixed.index(HAND_CLASSES[3]) == mixed.index(HAND_CLASSES[4]) - 1
    assert mixed.index(HAND_CLASSES[6]) == mixed.index(HAND_CLASSES[7]) - 1
    assert mixed[-1] == HAND_CLASSES[-1]


@pytest.mark.parametrize(("said", "jokers"), [(None, 1), (0, 0), (1, 1), (2, 1)])
def test_rank_rules_take_what_is_not_said_as_usual(said, jokers):
    ranking = compile_rulebook(load("mbs")).ranking
    unsaid = replace(
        ranking,
        joker=ranking.joker.put(None),
        wheel=ranking.wheel.put(None),
        equal_high_and_low=ranking.equal_high_and_low.put(None),
        jokers=ranking.jokers.put(said),
    )
    rules = unsaid.rank_rules()
    assert (rules.joker, rules.wheel, rules.equal, rules.jokers) == (
        "bug",
        "lowest",
        "allowed",
        jokers,
    )
    wild = replace(unsaid, joker=ranking.joker.put(choices.Joker.WILD)).rank_rules()
    assert wild.joker == "wild"


def given_of(key, value):
    return compile_rulebook(edit(load("mbs"), state(key, value))).standard.commission


def test_a_value_that_nobody_gives_or_nothing_counts_is_refused():
    with pytest.raises(Unsaid, match="the document does not say it and nothing is assumed"):
        _ = given_of("standard.commission", SILENT).value
    at = {"to": "a text", "at": {"clause": "x", "lines": 1}}
    with pytest.raises(Unsaid, match="the document defers it to a text"):
        _ = given_of("standard.commission", {"deferred": at}).value
    absent = given_of("standard.commission", NOT_OFFERED)
    with pytest.raises(Unsaid, match="the document has no such thing"):
        _ = absent.value
    assert absent.value_or(Fraction(0)) == 0
    assert not absent.is_offered
    silent = given_of("standard.commission", SILENT)
    assert silent.is_offered
    with pytest.raises(Unsaid):
        silent.value_or(Fraction(0))
    with pytest.raises(Uncounted, match="which is not modelled"):
        _ = silent.put(Other("a song")).value


def test_the_domain_of_a_value_holds_itself_its_readings_and_one_beside():
    book = compile_rulebook(load("mbs"))
    assert set(book.standard.copy.domain) == set(choices.Copy)
    share = book.standard.commission.put(Fraction(1, 20)).domain
    assert Fraction(1, 20) in share
    assert len(share) > 1
    nothing = replace(book.standard.commission, said=None)
    silent = replace(
        nothing, statement=replace(nothing.statement, standing=Standing.SILENT, value=None)
    )
    assert len(silent.domain) == 2
    money = book.standard.stake_minimum.put(Money(Fraction(5), "SGD")).domain
    assert money[:2] == (Money(Fraction(5), "SGD"), Money(Fraction(6), "SGD"))
    assert book.ranking.cards.put(53).domain == (53, 54)
    assert book.standard.pays.put(Pay(Fraction(1))).domain == (Pay(Fraction(1)), Pay(Fraction(2)))


def test_what_a_wager_asks_of_either_hand():
    terms = compile_rulebook(load("pennsylvania")).wagers["ace-high"]
    line = replace(terms.lines[0], player=ANYTHING, bank=HandCondition(colour="red"))
    coloured = replace(terms, lines=(line,))
    assert coloured.list_aspects("player") == frozenset()
    assert coloured.list_aspects("bank") == HandCondition(colour="red").aspects != frozenset()
