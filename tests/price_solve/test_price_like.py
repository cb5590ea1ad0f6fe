"""What `certify price --like` makes of changes: hands counted by ranks and suits, order, money, refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb

import pytest

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.odds.given_lines import parse_csv, parse_typed, parse_yaml
from certify.odds.price import Assumptions, build_like, price_lines
from certify.spec.model import Standing
from certify.spec.values import parse_amount
from tests.specs.faults import build_minimal

DEALS = comb(53, 7)
ROYALS = 4 * comb(48, 2) + 4 * 5 * comb(47, 2)
"""Five cards of a suit, or the joker for one of them, and any two others."""
FOURS = 13 * comb(48, 3) + 13 * comb(48, 2) + 4 * comb(48, 3)
"""Four equal ranks without and with the joker, or three aces and the joker."""
FOURS_BESIDE_ROYALS = FOURS - 4 * 4 * comb(3, 2)
"""Without those of three aces and the joker that are a royal flush too: one of four cards missing."""
FIVE_ACES = comb(48, 2)
THREE_PAIRS = (
    comb(13, 3) * 6**3 * 10 * 4
    + 13 * 4 * comb(12, 2) * 6**2
    + 4 * comb(12, 2) * 6**2 * 10 * 4
    + comb(12, 3) * 6**3
    + 6 * comb(12, 2) * 6**2
    + 4 * 12 * 4 * 11 * 6
)
"""Two and two and two, or three and two and two: without joker, and with it among the aces."""
PAIRED_ROYALS = 4 * 4 * comb(3, 2) * 3**2
"""Royal flushes with the joker that two of their three cards below the ace make three pairs."""

EXAMPLE = {
    "own_hand": "excluded",
    "bank_hand": "excluded",
    "sharing": "each-in-full",
    "own_bonus_lost": "envy-still-paid",
    "bank_qualifies": "no-effect",
    "forfeits": [],
    "minimum_stake": "5 USD",
}


@pytest.fixture
def write(tmp_path):
    """Write the smallest accepted file, its envy complete, with a change; returns its path."""

    def write_changed(change=None):
        data = load_bytes(build_minimal("example").encode(), "example").data
        wager = data["wagers"][0]
        at = "(3) L9"
        wager["envy"] |= {key: {"value": value, "at": at} for key, value in EXAMPLE.items()}
        if change is not None:
            change(data, wager)
        path = tmp_path / "example.yaml"
        path.write_text(json.dumps(data), encoding="utf-8")
        return str(path)

    return write_changed


def list_lines(priced):
    return [(line.id, str(line.pays.value), line.pays.because) for line in priced.paytable.lines]


def count_deals(priced):
    return {item.name: item.deals for item in priced.odds.outcomes}


def weigh(*paid):
    """The edge of lines by what each pays and the hands it is paid for."""
    return 1 - sum(Fraction((pays + 1) * hands, DEALS) for pays, hands in paid)


def test_a_known_paytable_alone_is_priced_by_the_hands_it_pays(write):
    path = write()
    priced = price_lines(like=path)
    assert count_deals(priced) | {"none": 0} == {
        "royal-flush": ROYALS,
        "four-of-a-kind": FOURS_BESIDE_ROYALS,
        "three-pair": THREE_PAIRS - PAIRED_ROYALS,
        "none": 0,
    }
    assert priced.odds.house_edge == weigh(
        (100, ROYALS), (20, FOURS_BESIDE_ROYALS), (0, THREE_PAIRS - PAIRED_ROYALS)
    )
    assert {item.per_other_player for item in priced.odds.envy} == {
        Fraction(25 * ROYALS + 5 * FOURS_BESIDE_ROYALS, DEALS)
    }
    # what the document prints is of its own lines, whatever is changed
    assert priced.odds.published == ()
    assert priced.to_dict()["like"] == path


def test_lines_are_taken_away_changed_and_added_in_one_go(write):
    priced = price_lines(
        "royal-flush=none four-of-a-kind=30 five-aces=50 three-pair=1", like=write()
    )
    assert list_lines(priced) == [
        ("five-aces", "50", "added"),
        ("four-of-a-kind", "30", "changed"),
        ("three-pair", "1", "changed"),
    ]
    assert priced.odds.house_edge == weigh(
        (50, FIVE_ACES), (30, FOURS - FIVE_ACES), (1, THREE_PAIRS)
    )
    # what was asked for is not told as assumed; an added line leans on no row of the document
    assert [item.parameter for item in priced.assumed] == [
        "fortune-bonus.envy.several_qualifying_hands"
    ]
    added, changed, _ = priced.paytable.lines
    assert added.citation == priced.paytable.citation
    assert (added.pays.citations, changed.pays.citations) == ((), ())
    assert changed.citation.first == 36


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("five-aces=20", ["royal-flush", "four-of-a-kind", "five-aces", "three-pair"]),
        ("five-aces=21", ["royal-flush", "five-aces", "four-of-a-kind", "three-pair"]),
        ("five-aces=push", ["royal-flush", "four-of-a-kind", "three-pair", "five-aces"]),
        ("five-aces=200", ["five-aces", "royal-flush", "four-of-a-kind", "three-pair"]),
        ("five-aces=50 five-aces=none", ["royal-flush", "four-of-a-kind", "three-pair"]),
        ("royal-flush=none three-pair=none", ["four-of-a-kind"]),
    ],
)
def test_an_added_line_stands_behind_every_line_that_pays_as_much(write, text, lines):
    priced = price_lines(text, like=write())
    assert [line.id for line in priced.paytable.lines] == lines
    if text == "five-aces=20":  # all of them hold four aces, and that line comes first
        assert count_deals(priced)["five-aces"] == 0


@pytest.mark.parametrize(
    "pays",
    [
        {"value": 20, "at": "L36"},
        {"silent": True, "assumed": 20, "because": "others do"},
        {
            "stated": [{"value": 20, "at": "L36"}, {"value": 25, "at": "L37"}],
            "adopted": 20,
            "because": "it comes first",
        },
    ],
)
def test_a_line_that_says_its_pay_at_length_is_ordered_by_the_value_in_force(write, pays):
    def say(_, wager):
        wager["paytables"][0]["lines"][1]["pays"] = pays

    path = write(say)
    for text, place in (("five-aces=19", 2), ("five-aces=21", 1)):
        game = build_like(path, parse_typed(text), Assumptions())
        assert [line.id for line in game.wagers[0].paytables[0].lines].index("five-aces") == place


def test_a_line_whose_pay_nobody_gives_stands_below_all_that_pay_and_cannot_be_priced(write):
    def silence(_, wager):
        wager["paytables"][0]["lines"][1]["pays"] = {"silent": True}

    path = write(silence)
    game = build_like(path, parse_typed("five-aces=1/2"), Assumptions())
    assert [line.id for line in game.wagers[0].paytables[0].lines][:2] == [
        "royal-flush",
        "five-aces",
    ]
    with pytest.raises(CertifyError) as told:
        price_lines(like=path)
    assert str(told.value) == (
        "these payouts cannot be calculated: fortune-bonus.main.four-of-a-kind.pays: silent, and "
        "nothing is assumed"
    )


@pytest.mark.parametrize(
    ("rows", "royal", "four", "aces"),
    [
        ("four-of-a-kind,20,7", 25, 7, 0),
        ("four-of-a-kind,20,7.50 USD\nroyal-flush,100,", 25, Fraction(15, 2), 0),
        ("five-aces,50,9\nfour-of-a-kind,20,", 25, 5, 9),
        ("five-aces,50,9 USD", 25, 5, 9),
    ],
)
def test_envy_of_a_table_of_cells_is_changed_and_added(write, rows, royal, four, aces):
    """An amount alone is in the currency of the known paytable."""
    given = parse_csv(f"hand,pays,envy\n{rows}\n".encode(), "lines.csv")
    priced = price_lines(given, like=write(), others=1)
    has_aces = any(line.id == "five-aces" for line in priced.paytable.lines)
    fours = FOURS_BESIDE_ROYALS - has_aces * FIVE_ACES
    envied = royal * ROYALS + aces * FIVE_ACES + four * fours
    assert priced.odds.envy[0].per_other_player == Fraction(envied) / DEALS
    assert priced.house_edge == priced.odds.house_edge - Fraction(envied) / DEALS / 5
    asked = {line.id: line.envy for line in priced.paytable.lines if line.envy is not None}
    becauses = {name: asked[name].because for name in asked if asked[name].because}
    assert set(becauses.values()) <= {"changed", "added"}
    assert ("five-aces" in becauses) == has_aces
    assert not [item for item in priced.assumed if item.parameter.endswith(".envy")]


def test_envy_asked_for_goes_over_that_of_the_known_paytable(write):
    priced = price_lines(assumptions=Assumptions(envy="royal=9"), like=write())
    envied = 9 * ROYALS + 5 * FOURS_BESIDE_ROYALS
    assert priced.odds.envy[0].per_other_player == Fraction(envied, DEALS)
    own = priced.game.by_key["fortune-bonus.envy.own_hand"]
    assert (own.standing, own.because) == (Standing.STATED, "")


def test_envy_asked_for_where_the_known_paytable_has_none_is_the_usual_one(write):
    def have_none(_, wager):
        del wager["envy"]
        for line in wager["paytables"][0]["lines"]:
            line.pop("envy", None)

    path = write(have_none)
    without = price_lines(like=path)
    assert not [key for key in without.game.by_key if ".envy" in key]
    priced = price_lines(assumptions=Assumptions(envy="4k=6"), like=path, stake="8", others=5)
    assert priced.house_edge == without.odds.house_edge - 5 * Fraction(6, 8) * Fraction(
        FOURS_BESIDE_ROYALS, DEALS
    )
    assert {
        item.because for item in priced.assumed if item.parameter == "fortune-bonus.envy.own_hand"
    } == {"the Envy Bonus is usually paid for the hands of other players"}


def test_envy_goes_with_the_last_line_that_pays_it(write):
    priced = price_lines("royal-flush=none four-of-a-kind=none", like=write())
    assert priced.odds.envy == ()
    assert not [key for key in priced.game.by_key if ".envy" in key]
    assert not [key for key in price_lines("flush=4").game.by_key if ".envy" in key]


def test_the_currency_is_that_of_the_known_paytable(write):
    def sing(data, wager):
        wager["envy"]["minimum_stake"]["value"] = "5 SGD"
        data["standard"] |= {"stake_minimum": {"silent": True}, "stake_maximum": {"silent": True}}
        data["currency"] = "SGD"
        for line, amount in zip(wager["paytables"][0]["lines"], (25, 5), strict=False):
            line["envy"] = f"{amount} SGD"

    priced = price_lines(
        parse_csv(b"hand,pays,envy\nfour-of-a-kind,20,7\n", "lines.csv"),
        Assumptions(envy="royal=9"),
        like=write(sing),
        stake="10",
    )
    assert (priced.game.currency, str(priced.stake)) == ("SGD", "10 SGD")
    assert priced.odds.envy[0].per_other_player == Fraction(
        9 * ROYALS + 7 * FOURS_BESIDE_ROYALS, DEALS
    )


def test_a_deck_a_joker_or_an_order_asked_for_goes_over_that_of_the_file(write):
    def be_wild(_, wager):
        wager["paytables"][0]["joker"] = {"value": "wild", "at": "L30"}

    path = write(be_wild)
    usual = price_lines(assumptions=Assumptions(joker="bug"), like=path)
    assert count_deals(usual)["four-of-a-kind"] == FOURS_BESIDE_ROYALS
    wild = price_lines(like=path)
    # two of four, or three of a rank and the joker, are four of a kind as well
    assert count_deals(wild)["four-of-a-kind"] > FOURS_BESIDE_ROYALS
    small = price_lines(
        assumptions=Assumptions(joker="bug", deck=52, precedence="rank-order"), like=path
    )
    assert count_deals(small) == {
        "royal-flush": 4 * comb(47, 2),
        "four-of-a-kind": 13 * comb(48, 3),
        "three-pair": comb(13, 3) * 6**3 * 10 * 4 + 13 * 4 * comb(12, 2) * 6**2,
        "none": comb(52, 7)
        - 4 * comb(47, 2)
        - 13 * comb(48, 3)
        - comb(13, 3) * 6**3 * 10 * 4
        - 13 * 4 * comb(12, 2) * 6**2,
    }
    asked = {key: small.game.by_key[key] for key in ("deck.joker", "deck.cards", "deck.jokers")}
    assert {key: (item.value, item.because) for key, item in asked.items()} == {
        "deck.joker": ("bug", "asked for"),
        "deck.cards": (52, "asked for"),
        "deck.jokers": (0, "asked for"),
    }
    assert small.game.by_key["fortune-bonus.precedence"].value == "rank-order"


def test_what_the_file_leaves_out_is_told_where_it_is_of_the_wager_priced(write):
    def leave_out(data, _):
        at = "(9) L61"
        data["uncovered"] = [
            {"what": "a fee for each shoe", "wagers": ["standard", "fortune-bonus"], "at": at},
            {"what": "a fee for each hour", "wagers": ["standard"], "at": at},
        ]
        data["inventory"] = {"terms": [{"term": "fee", "used": [61]}]}

    path = write(leave_out)
    priced = price_lines(like=path)
    assert priced.to_dict()["missing"] == ["not covered: a fee for each shoe ((9), line 61)"]
    assert [(item.what, item.wagers) for item in priced.game.uncovered] == [
        ("a fee for each shoe", ("fortune-bonus",))
    ]
    assert priced.game.inventory == ()
    assert price_lines(like=write()).game.uncovered == ()


def test_a_paytable_is_found_at_the_first_wager_that_has_it(write):
    def name_second(data, _):
        insurance = data["wagers"][1]
        at = "(9) L60"
        insurance["paytables"] = [{"id": "second", "at": at, "lines": insurance.pop("lines")}]

    path = write(name_second)
    none = parse_typed("")
    for name, wager in ((f"{path}:second", "insurance"), (f"{path}:main", "fortune-bonus")):
        assert [item.id for item in build_like(name, none, Assumptions()).wagers] == [wager]
    assert build_like(path, none, Assumptions(wager="insurance")).wagers[0].id == "insurance"
    for name, told in (
        ("third", "example has no paytable 'third'; it has main, second"),
        ("seconds", "example has no paytable 'seconds'; did you mean second?"),
    ):
        with pytest.raises(CertifyError) as error:
            build_like(f"{path}:{name}", none, Assumptions())
        assert str(error.value) == told


@pytest.mark.parametrize(
    ("text", "assumptions", "told"),
    [
        ("flush=none", None, "there is no row 'flush' to remove; did you mean royal-flush?"),
        (
            "high-card=none",
            None,
            "there is no row 'high-card' to remove; "
            "there are royal-flush, four-of-a-kind, three-pair",
        ),
        (
            "",
            Assumptions(envy="flush=9 4k=1"),
            "the Envy Bonus names rows that do not exist: flush; "
            "the rows are royal-flush, four-of-a-kind, three-pair",
        ),
        (
            "",
            Assumptions(wager="fortune"),
            "example has no wager 'fortune'; did you mean fortune-bonus?",
        ),
        (
            "",
            Assumptions(deck=51),
            "a deck has 53 cards, or 52 without the joker, not '51'; write one of these numbers",
        ),
        (
            "",
            Assumptions(joker="wobbly"),
            "{path}:1:1: assumed is 'wobbly'; write bug or wild, or {other: …} in your own words",
        ),
        (
            "five-aces=2",
            Assumptions(joker="wobbly"),
            "typed rows:1:1: assumed is 'wobbly'; "
            "write bug or wild, or {other: …} in your own words",
        ),
    ],
)
def test_a_change_that_cannot_be_made_is_refused_with_a_cure(write, text, assumptions, told):
    path = write()
    with pytest.raises(CertifyError) as error:
        price_lines(text, assumptions, like=path)
    assert str(error.value) == told.replace("{path}", path)


def test_a_line_of_a_snippet_without_a_pay_changes_nothing_and_is_told(write):
    snippet = b"- {hand: four-of-a-kind, pays: 30}\n- {hand: royal-flush}\n"
    with pytest.raises(CertifyError) as error:
        price_lines(parse_yaml(snippet, "lines.yaml"), like=write())
    assert str(error.value) == (
        "lines.yaml:2:3: pays is missing; add what the line pays, or none to take it away"
    )


# a bare paytable


@pytest.mark.parametrize(
    ("text", "assumptions", "told"),
    [
        ("flush=4", Assumptions(order="up"), "the order of rows is pays or written, not 'up'"),
        (
            "flush=4",
            Assumptions(envy="flush=1 quads=2 royal=3"),
            "the Envy Bonus names rows that do not exist: four-of-a-kind, royal-flush; the rows are flush",
        ),
        (
            "flush=4",
            Assumptions(wager="Bonus Plus"),
            "typed rows:1:1: id is 'Bonus Plus', which is not of the required form; "
            "write for example fortune-bonus",
        ),
    ],
)
def test_a_bare_paytable_is_refused_in_these_words(text, assumptions, told):
    with pytest.raises(CertifyError) as error:
        price_lines(text, assumptions)
    assert str(error.value) == told


def test_a_bare_paytable_in_another_currency_under_a_name():
    assumptions = Assumptions(currency="EUR", envy="five-aces=20", wager="bonus-plus")
    priced = price_lines("five-aces=4", assumptions, stake="10", others=2)
    data = priced.to_dict()
    assert (data["wager"], priced.game.currency) == ("bonus-plus", "EUR")
    assert {item["stake"] for item in data["envy"]} == {"10 EUR"}
    assert priced.house_edge == 1 - Fraction(5 * FIVE_ACES, DEALS) - Fraction(
        2 * 20 * FIVE_ACES, 10 * DEALS
    )


def test_typed_lines_are_ordered_by_what_they_pay_net():
    priced = price_lines("straight=1 flush=3-for-1 quads=75USD trips=3/2", stake="5")
    assert [line.id for line in priced.paytable.lines] == [
        "four-of-a-kind",
        "flush",
        "three-of-a-kind",
        "straight",
    ]


def test_a_snippet_may_say_how_envy_is_paid_and_the_rest_of_it_is_usual():
    snippet = (
        b"lines_paid: every-line-held\n"
        b"envy: {several_qualifying_hands: highest-pays}\n"
        b"lines:\n  - {hand: five-aces, pays: 50, envy: 7}\n"
    )
    priced = price_lines(parse_yaml(snippet, "lines.yaml"), stake="7", others=1)
    said = priced.game.by_key
    assert said["fortune-bonus.envy.several_qualifying_hands"].value == "highest-pays"
    for key in ("fortune-bonus.lines_paid", "fortune-bonus.envy.several_qualifying_hands"):
        assert said[key].standing is Standing.STATED
        assert [str(place) for place in said[key].citations] == ["as given, line 1"]
    assert (
        said["fortune-bonus.envy.own_hand"].because
        == "the Envy Bonus is usually paid for the hands of other players"
    )
    assert priced.house_edge == 1 - Fraction((51 + 1) * FIVE_ACES, DEALS)


@pytest.mark.parametrize(
    ("snippet", "begin"),
    [
        (
            b"name: X\nlooks_at: nobody\nlines:\n  - {hand: flush, pays: 4}\n",
            "lines.yaml:2:11: looks_at is 'nobody'",
        ),
        (
            b"- {hand: flash, pays: 3}\n- {hand: flush, pays: 4}\n",
            "lines.yaml:1:10: hand is 'flash'",
        ),
        (
            b"- {hand: straight}\n- {hand: flush, pays: 4}\n",
            "lines.yaml:1:3: pays is missing; add pays",
        ),
        (
            b"- {hand: straight, pays: 3, wonder: 1}\n- {hand: flush, pays: 4}\n",
            "lines.yaml:1:37: unknown key 'wonder'",
        ),
    ],
)
def test_a_fault_is_told_where_it_stands_though_the_lines_are_put_in_order(snippet, begin):
    with pytest.raises(InvalidSpec) as error:
        price_lines(parse_yaml(snippet, "lines.yaml"), Assumptions(order="pays"))
    assert str(error.value).startswith(begin)


# the form of the answer


def test_the_answer_as_plain_data_and_as_a_table_of_rows():
    """The rows alone: that they make a frame is tested with the interface."""
    priced = price_lines(
        "5a=4 quads=2", Assumptions(envy="5a=20"), stake=parse_amount("10", "USD"), others=3
    )
    data = priced.to_dict()
    assert data["other_players"] == 3
    edge = weigh((4, FIVE_ACES), (2, FOURS - FIVE_ACES)) - Fraction(3 * 2 * FIVE_ACES, DEALS)
    assert Fraction(data["house_edge_with_envy"]["fraction"]) == edge
    assert "like" not in data
    assert data["read_as"] == ["5a is read as five-aces", "quads is read as four-of-a-kind"]
    assert all(list(item) == ["parameter", "value", "because"] for item in data["assumed"])
    assert {
        "parameter": "deck.cards",
        "value": "53",
        "because": "the game is usually played with a joker",
    } in data["assumed"]
    assert data["assumed"][-1] == {
        "parameter": "the order of the lines",
        "value": "highest pay first",
        "because": "they were typed",
    }
    assert data["alike"] == []
    rest = DEALS - FOURS
    assert priced.list_rows() == [
        {"outcome": name, "deals": deals, "net": net, "return": Fraction(net * deals, DEALS)}
        for name, deals, net in (
            ("five-aces", FIVE_ACES, 4),
            ("four-of-a-kind", FOURS - FIVE_ACES, 2),
            ("none", rest, -1),
        )
    ]


def test_one_line_alone_has_no_order():
    for text, ordered in (("5a=4", False), ("5a=4 quads=2", True)):
        assumed = {item.parameter for item in price_lines(text).assumed}
        assert ("the order of the lines" in assumed) is ordered
