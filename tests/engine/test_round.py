"""Rounds as data: what is read, what is refused, and dealing that never changes."""

from __future__ import annotations

import copy
import hashlib
import json
from types import SimpleNamespace

import pytest
from jsonschema import Draft202012Validator

from certify.base.errors import CertifyError
from certify.base.load import parse_json
from certify.engine.admission import admit_round, choose_paytables
from certify.engine.hands import find_house_way
from certify.engine.play import choose_stakes, count_seats, deal_round, set_round
from certify.engine.round import Generator, format_round, parse_round
from certify.engine.settle import settle_round
from certify.engine.settlement import format_settlement
from certify.engine.table import rank_inside
from certify.game.cards import DECK, format_cards, parse_cards
from certify.game.rank import RankRules
from certify.spec.catalogue import EVENTS, PARAMETERS, Moves
from certify.spec.choices import BankKind
from certify.spec.compile import compile_rulebook
from certify.spec.validate import load_jurisdiction, load_schemas

from .rounds import BANK, FOLDER, NOTHING, derive, load

ACCEPTED = FOLDER.parent / "tests" / "specs" / "accept"

GOOD = {
    "paytable": "main",
    "bank": {"kind": "house", "cards": "Ks Kh 9d 8c 4s 3d 2h", "stake": None},
    "action_seat": 1,
    "events": [],
    "players": [
        {
            "seat": 1,
            "cards": "As Ah 10d 9c 5s 4d 3h",
            "low": "10d 9c",
            "wagers": {"standard": "10", "fortune-bonus": "5"},
        },
        {"seat": 2, "cards": "Ad Ac Qd Qc 6s 6d 2c", "wagers": {"standard": "10"}},
    ],
}


def change(path, value):
    data = copy.deepcopy(GOOD)
    place = data
    for step in path[:-1]:
        place = place[step]
    if value is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data


def seat_players(number):
    cards = [card for card in DECK if str(card) not in BANK.split()]
    return {
        "paytable": "main",
        "bank": {"cards": BANK},
        "players": [
            {
                "seat": seat + 1,
                "cards": format_cards(cards[7 * seat : 7 * seat + 7]),
                "wagers": {"standard": "1"},
            }
            for seat in range(number)
        ],
    }


def test_the_round_of_the_design_is_read_and_written_again():
    data = copy.deepcopy(GOOD)
    assert format_round(parse_round(data)) == data
    assert parse_round(format_round(parse_round(data))) == parse_round(data)


def test_what_may_be_left_out():
    round_ = parse_round(
        {
            "paytable": "main",
            "bank": {"cards": BANK},
            "players": [{"seat": 3, "cards": NOTHING, "wagers": {"standard": "1"}}],
        }
    )
    assert (round_.bank.kind, round_.bank.stake, round_.bank.low) == (None, None, None)
    assert (round_.action_seat, round_.events, round_.players[0].low) == (1, (), None)


P0 = ("players", 0)
BAD = [
    ((*P0, "cards"), "As Ah 10d 9c 5s 4d 3h 2d", r"players\[0\]\.cards: 8 cards given, 7 needed"),
    ((*P0, "cards"), "As Ah 10d 9c 5s 4d", r"players\[0\]\.cards: 6 cards given, 7 needed"),
    ((*P0, "cards"), "As As 10d 9c 5s 4d 3h", r"players\[0\]\.cards: duplicate card: As"),
    ((*P0, "cards"), "1s Ah 10d 9c 5s 4d 3h", r"players\[0\]\.cards: '1s' is not a card"),
    ((*P0, "cards"), "Ax Ah 10d 9c 5s 4d 3h", r"players\[0\]\.cards: 'Ax' is not a card"),
    ((*P0, "cards"), 7, r"players\[0\]\.cards: 7 is not valid here"),
    ((*P0, "cards"), "As " * 100, r"players\[0\]\.cards: "),
    ((*P0, "low"), "10d 2c", r"players\[0\]\.low: 2c is not among the seven cards"),
    ((*P0, "low"), "10d 10d", r"players\[0\]\.low: duplicate card: 10d"),
    (("bank", "low"), "As Kh", r"bank\.low: As is not among"),
    (
        ("bank", "cards"),
        "As Kh 9d 8c 4s 3d 2h",
        r"players\[0\]\.cards: duplicate card As, also in bank\.cards",
    ),
    (
        ("players", 1, "cards"),
        "As Ac Qd Qc 6s 6d 2c",
        r"players\[1\]\.cards: duplicate card As, also in players\[0\].cards",
    ),
    ((*P0, "wagers", "standard"), "0", r"players\[0\]\.wagers\.standard: \"0\" is not valid here"),
    ((*P0, "wagers", "standard"), "0.00", r"players\[0\]\.wagers\.standard: "),
    ((*P0, "wagers", "standard"), "-5", r"players\[0\]\.wagers\.standard: "),
    ((*P0, "wagers", "standard"), "ten", r"players\[0\]\.wagers\.standard: "),
    ((*P0, "wagers", "standard"), "10\n", r"players\[0\]\.wagers\.standard: "),
    ((*P0, "wagers", "standard"), "1e3", r"players\[0\]\.wagers\.standard: "),
    ((*P0, "wagers", "standard"), "١٠", r"players\[0\]\.wagers\.standard: "),
    ((*P0, "wagers", "standard"), -10, r"players\[0\]\.wagers\.standard: -10 is not valid here"),
    ((*P0, "wagers", "standard"), None, r"players\[0\]\.wagers\.standard: null is not valid"),
    ((*P0, "wagers"), {}, r"players\[0\]\.wagers: "),
    ((*P0, "wagers"), KeyError, r"players\[0\]\.wagers: missing"),
    ((*P0, "seat"), 2, r"players\[1\]\.seat: seat 2 is taken by players\[0\]"),
    ((*P0, "seat"), 0, r"players\[0\]\.seat: 0 is not valid"),
    ((*P0, "seat"), "1", r"players\[0\]\.seat: \"1\" is not valid"),
    ((*P0, "seat"), True, r"players\[0\]\.seat: true is not valid"),
    ((*P0, "hand"), "x", r"players\[0\]\.hand: unknown key"),
    (("players",), [], r"players: \[\] is not valid"),
    (("players",), {}, r"players: "),
    (("bank",), KeyError, r"bank: missing"),
    (("bank", "cards"), KeyError, r"bank\.cards: missing"),
    (("bank", "kind"), "robber", r"bank\.kind: .*designated-player"),
    (("bank", "stake"), "0", r"bank\.stake: "),
    (("paytable",), 1, r"paytable: 1 is not valid"),
    (("events",), ["earthquake"], r"events\[0\]: .*foreign-card"),
    (("events",), ["misdeal", "misdeal"], r"events: "),
    (("action_seat",), -1, r"action_seat: -1"),
    (("dealer",), {}, r"dealer: unknown key"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_bad_rounds_are_refused_by_field(path, value, message):
    with pytest.raises(CertifyError, match=message):
        parse_round(change(path, value))


@pytest.mark.parametrize("data", [None, [], "round", 3])
def test_a_round_is_an_object(data):
    with pytest.raises(CertifyError, match="the round: "):
        parse_round(data)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            ("bank", "cards"),
            "As Kh 9d",
            "bank.cards: 3 cards given, 7 needed: 'As Kh 9d'; write cards like As Kh 10d 2c Joker",
        ),
        (
            ("bank", "low"),
            "9d",
            "bank.low: 1 cards given, 2 needed: '9d'; write cards like As Kh 10d 2c Joker",
        ),
        (
            ("bank", "stake"),
            "10\n",
            "bank.stake: '10' is not an amount of money; write for example 10 or \"10.50\"",
        ),
        (
            ("bank", "cards"),
            "As Kh 9d 8c 4s 3d 2h",
            "players[0].cards: duplicate card As, also in bank.cards",
        ),
        (
            (*P0, "wagers", "standard"),
            "١٠",
            'players[0].wagers.standard: "١٠" is not valid here; '
            'write an amount above zero, for example 10 or "10.50"',
        ),
        (
            (*P0, "seat"),
            1.0,
            "players[0].seat: 1.0 is a float, which is not exact; "
            'write money as text like "10.50", a seat as a whole number',
        ),
        (
            ("action_seat",),
            1.0,
            "action_seat: 1.0 is a float, which is not exact; "
            'write money as text like "10.50", a seat as a whole number',
        ),
    ],
)
def test_what_is_wrong_is_told_to_the_letter(path, value, message):
    with pytest.raises(CertifyError) as caught:
        parse_round(change(path, value))
    assert str(caught.value).splitlines()[0] == message


@pytest.mark.parametrize("length", [59, 60, 61])
def test_a_value_of_up_to_sixty_characters_is_shown_whole(length):
    """With the two marks of a text around it."""
    written = "x" * (length - 2)
    with pytest.raises(CertifyError) as caught:
        parse_round(change(("bank", "kind"), written))
    shown = str(caught.value).split(" is not valid here")[0].removeprefix("bank.kind: ")
    assert shown == (f'"{written}"' if length <= 60 else f'"{written[:56]}...')


def test_a_miscount_is_written_as_it_is_read():
    data = change((*P0, "miscount"), True)
    data["players"][0]["cards"] = "As Ah 10d 9c 5s 4d"
    assert format_round(parse_round(data)) == data
    assert parse_round(format_round(parse_round(data))).players[0].miscount is True
    assert "miscount" not in format_round(parse_round(GOOD))["players"][0]


def test_every_fault_is_told_at_once():
    data = change(("players", 0, "cards"), "As Ah 10d 9c 5s 4d")
    data["players"][1]["cards"] = "Ad"
    with pytest.raises(CertifyError) as caught:
        parse_round(data)
    assert len(str(caught.value).splitlines()) == 2


@pytest.mark.parametrize(("players", "fits"), [(5, True), (6, True), (7, False)])
def test_the_deck_gives_the_bank_and_six_players_their_hands(players, fits):
    data = seat_players(min(players, 6))
    if players == 7:  # a seventh hand has only four cards left, so it must take some that are dealt
        data["players"].append({"seat": 7, "cards": NOTHING, "wagers": {"standard": "1"}})
        with pytest.raises(CertifyError, match="players: 7 players and the bank need 56 cards"):
            parse_round(data)
        return
    rulebook = compile_rulebook(load("mbs"))
    admit_round(rulebook, parse_round(data))
    assert (players <= count_seats(rulebook)) == fits


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deck__cards": 41}, "deck.cards is '41'"),
        ({"deck__cards": 54, "deck__jokers": 2}, "deck.jokers is '2'"),
        ({"deck__cards": 106}, "deck.cards is '106'"),
        ({"play__cards_dealt": 6}, "play.cards_dealt is '6'"),
        ({"deck__card_rank": "ace-low"}, "deck.card_rank is 'ace-low'"),
        ({"deck__low_hand_ranking": "high-card-only"}, "deck.low_hand_ranking"),
        ({"deck__within_class": "all-equal"}, "deck.within_class"),
        ({"deck__card_rank": {"other": "twos are wild"}}, "deck.card_rank is 'other: twos"),
    ],
)
def test_a_deck_that_nothing_here_can_count_is_refused(changes, message):
    """Edition 0.1.0 obeyed a smaller deck by its number of seats alone, and ranked it as a whole one."""
    changes = {
        key: {"value": value, "at": {"clause": "test", "lines": 1}}
        for key, value in changes.items()
    }
    rulebook = compile_rulebook(derive("mbs", **changes))
    with pytest.raises(CertifyError, match="not modelled") as caught:
        admit_round(rulebook, parse_round(seat_players(1)))
    assert message in str(caught.value)


def test_a_deck_of_52_cards_has_no_joker_to_deal():
    rulebook = compile_rulebook(derive("mbs", deck__cards=52, deck__jokers=0))
    admit_round(rulebook, parse_round(seat_players(6)))
    data = seat_players(1)
    data["players"][0]["cards"] = "Joker Jh 9d 7s 5h 3d 2s"
    with pytest.raises(CertifyError, match="Joker is dealt, and the document's deck has no such"):
        admit_round(rulebook, parse_round(data))


def test_a_document_that_seats_fewer_is_obeyed():
    rulebook = compile_rulebook(derive("mbs", table__players=2))
    admit_round(rulebook, parse_round(seat_players(2)))
    with pytest.raises(CertifyError, match="players: 3 players, and the document seats 2"):
        admit_round(rulebook, parse_round(seat_players(3)))


def test_a_wager_that_no_document_has_is_refused_by_the_document():
    data = change(("players", 0, "wagers", "lucky"), "5")
    with pytest.raises(
        CertifyError,
        match=r"players\[0\]\.wagers\.lucky: mbs does not offer this wager; it offers",
    ):
        settle_round(compile_rulebook(load("mbs")), parse_round(data))


def test_the_paytable_is_demanded_where_there_are_several():
    data = change(("paytable",), KeyError)
    round_ = parse_round(data)
    assert choose_paytables(load("mbs"), round_.paytable) == {}
    with pytest.raises(CertifyError, match="paytable: missing; fortune-bonus has 1, 2"):
        choose_paytables(load("south-dakota"), round_.paytable)


@pytest.mark.parametrize("low", ["10d", "10d 9c 5s"])
def test_a_low_hand_of_another_number_of_cards_is_read_and_judged_by_the_document(low):
    """A hand set with the wrong number of cards is a case that documents settle, not a bad round."""
    round_ = parse_round(change((*P0, "low"), low))
    reset = settle_round(compile_rulebook(load("mbs")), round_)
    assert reset.seats[0].hands.fouled
    assert len(reset.seats[0].hands.low) == 2
    lost = settle_round(compile_rulebook(derive("mbs", setting__wrong_card_count="loses")), round_)
    assert lost.seats[0].lines[0].amount == -10


def test_unknown_paytables_and_wagers_not_offered_are_refused():
    with pytest.raises(CertifyError, match="paytable: mbs has no paytable 'x'; it has main"):
        choose_paytables(load("mbs"), "x")
    data = change(("players", 0, "wagers", "ace-high"), "5")
    with pytest.raises(CertifyError, match=r"players\[0\]\.wagers\.ace-high: mbs does not offer"):
        settle_round(compile_rulebook(load("mbs")), parse_round(data))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"a": 1, "a": 2}', "duplicate key 'a'"),
        (b'{"a": 1.5}', "1.5 is a float"),
        (b'{"a": NaN}', "NaN is not a JSON number"),
        (b'{"a": -Infinity}', "Infinity"),
        (b'{"a": 1', ":1:8: this is not JSON"),
        (b"", "this is not JSON"),
        (b"\xff{}", "byte 1 is not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"1" * 5000 + b"}", "too long"),
        (b"\xef\xbb\xbf{}", "this is not JSON"),
    ],
)
def test_json_is_read_strictly(text, message):
    with pytest.raises(CertifyError, match=message):
        parse_json(text, "round.json")


def test_the_schema_is_sound_and_lists_what_the_vocabulary_lists():
    schema = load_schemas()["round.schema.json"]
    Draft202012Validator.check_schema(schema)
    for example in schema["examples"]:
        parse_round(example)
    kinds = schema["properties"]["bank"]["properties"]["kind"]["enum"]
    assert set(kinds) - {None} == set(BankKind)
    events = schema["properties"]["events"]["items"]["enum"]
    assert set(EVENTS) == set(events)
    assert {f"irregularities.{event.replace('-', '_')}" for event in events} == {
        key
        for key, parameter in PARAMETERS.items()
        if key.startswith("irregularities.") and parameter.moves is Moves.ROUND
    }


def repeat_dealing(seed, number):
    """The dealing of deal.py once more, from its description and in another manner."""
    stream = b"".join(
        hashlib.sha256(f"certify-deal-1/{seed}/{number}/{block}".encode()).digest()
        for block in range(40)
    )
    numbers = [int(stream[place : place + 8].hex(), 16) for place in range(0, len(stream), 8)]
    cards = [f"{rank}{suit}" for rank in [*"23456789", "10", *"JQKA"] for suit in "cdhs"]
    cards.append("Joker")
    for left in range(53, 1, -1):
        while (drawn := numbers.pop(0)) >= 2**64 // left * left:
            pass
        cards[left - 1], cards[drawn % left] = cards[drawn % left], cards[left - 1]
    return cards


@pytest.mark.parametrize(("seed", "number"), [(0, 1), (1, 1), (1, 2), (2**70, 9)])
def test_dealing_follows_its_description(seed, number):
    assert [str(card) for card in Generator(seed, number).shuffle()] == repeat_dealing(seed, number)


def test_a_round_is_dealt_from_its_seed_and_number_in_turn():
    """Seven cards to each seat from 1 up, then to the bank."""
    rules = compile_rulebook(load("mbs"))
    dealt = deal_round(rules, 3, 5, 2, choose_stakes(rules))
    cards = repeat_dealing(3, 5)
    hands = [*(seat.cards for seat in dealt.players), dealt.bank.cards]
    assert [[str(card) for card in hand] for hand in hands] == [
        cards[7 * place : 7 * place + 7] for place in range(3)
    ]


def test_a_dealt_round_names_the_paytable_where_the_document_names_it():
    named = compile_rulebook(load("south-dakota"), None, {"fortune-bonus": "2"})
    assert deal_round(named, 1, 1, 1, {}).paytable == {"fortune-bonus": "2"}
    unnamed = compile_rulebook(load_jurisdiction(ACCEPTED / "both-hands.yaml"))
    assert deal_round(unnamed, 1, 1, 1, {}).paytable is None


def test_what_is_missing_to_set_hands_by_is_told_with_its_clause():
    deferred = compile_rulebook(load("south-dakota"), None, {"fortune-bonus": "1"})
    silent = compile_rulebook(
        derive("south-dakota", setting__house_way={"silent": True}), None, {"fortune-bonus": "1"}
    )
    for rules, missing in (
        (deferred, "§ 20:18:16:15.16 and house procedures ((5), line 13)"),
        (silent, "a house way (not said)"),
    ):
        with pytest.raises(CertifyError) as caught:
            set_round(rules, deal_round(rules, 1, 1, 1, {}), None)
        assert f"does not contain {missing}, by which" in str(caught.value)


def test_draws_are_refused_beyond_the_largest_multiple():
    class Fixed(Generator):
        def _list_numbers(self):
            yield from (2**64 - 1, 5)

    # 2^64 - 1 is a multiple of 3, so 2^64 - 1 itself lies beyond the last whole run of three.
    assert Fixed(0, 0).draw(3) == 2
    assert Fixed(0, 0).draw(2) == 1


@pytest.mark.parametrize(("name", "paytable"), [("mbs", "main"), ("designated-player", "main")])
def test_a_round_as_printed_settles_to_the_same(name, paytable):
    rules = compile_rulebook(load(name), None, {"fortune-bonus": paytable})
    stakes = choose_stakes(rules)
    for number in range(1, 13):
        dealt = deal_round(rules, 11, number, 4, stakes)
        round_, _ = set_round(rules, dealt, find_house_way(rules))
        again = parse_round(parse_json(json.dumps(format_round(round_)).encode(), "round"))
        assert again == round_
        assert format_settlement(settle_round(rules, again)) == format_settlement(
            settle_round(rules, round_)
        )


def test_a_round_without_low_hands_settles_as_with_those_of_the_house_way():
    rules = compile_rulebook(load("mbs"))
    for number in range(1, 13):
        dealt = deal_round(rules, 12, number, 3, choose_stakes(rules))
        given, _ = set_round(rules, dealt, find_house_way(rules))
        first, second = settle_round(rules, dealt), settle_round(rules, given)
        assert [seat.net for seat in first.seats] == [seat.net for seat in second.seats]
        assert [seat.hands.low for seat in first.seats] == [seat.hands.low for seat in second.seats]


def test_hands_on_a_line_without_a_class_compare_by_their_best_five_cards_in_any_order():
    line = SimpleNamespace(player=SimpleNamespace(hand=None))
    rules = RankRules()
    flush = parse_cards("2h 3d Ah Kh 9h 4c 5h")
    pair = parse_cards("Ks Kc Qd Js 9c 4d 2s")
    assert rank_inside(line, flush, rules) > rank_inside(line, pair, rules)
    assert rank_inside(line, flush[::-1], rules) == rank_inside(line, flush, rules)
    beside, other = (
        parse_cards(cards) for cards in ("As Kd Qh Js 9c 7d 2h", "Ad Kc Qs Jh 9d 6c 3s")
    )
    assert rank_inside(line, beside, rules) == rank_inside(line, other, rules)  # five cards count
