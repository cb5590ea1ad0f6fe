"""Roundings that all figures share, values that figures confirm, and settings weighed one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from certify.base import cache
from certify.base.errors import CertifyError, NotCounted
from certify.base.load import load_bytes
from certify.game.cards import format_cards, parse_cards
from certify.game.views import HandCondition
from certify.kernels.keys import distinct_inputs
from certify.odds import best_setting, compute
from certify.odds.best_setting import BankTable, load_bank, weigh_settings
from certify.odds.compute import Request, compute_odds, list_confirmed
from certify.odds.count_settings import tag_inputs
from certify.odds.count_views import HouseWaySetting
from certify.odds.result import Status
from certify.spec.choices import Copy, YesNo
from certify.spec.rulebook import Rulebook, WagerTerms
from certify.spec.validate import read_jurisdiction
from certify.spec.values import Money
from tests.edits import edit, put
from tests.odds.test_count_settings import Dealt
from tests.odds.test_count_without_store import SMALL
from tests.odds.test_view_sums import make_rulebook
from tests.tutorial.walk import build_file
from tests.wagers.test_settlement_values import _silence as silence


@pytest.fixture(scope="module")
def made_up():
    return read_jurisdiction(load_bytes(build_file().encode(), "kelp-island.yaml"))


TIDAL = Request(wagers=("tidal-bonus",), paytable="A")


@pytest.mark.parametrize(
    ("every", "chosen"),
    [
        ([("half-even", "half-up")], "half-even"),
        ([("half-up", "half-even"), ("half-even",)], "half-even"),
        ([("half-even",), ("half-up", "half-even", "truncated")], "half-even"),
        ([("truncated",)], "half-up"),
        ([("half-even",), ("truncated",)], "half-up"),
        ([("truncated", "half-even")], "half-even"),
        ([], "half-up"),
    ],
)
def test_the_rounding_told_is_one_that_all_figures_share(made_up, monkeypatch, every, chosen):
    """The figure itself comes out half up and half even."""
    figures = [SimpleNamespace(roundings=roundings, agrees=True) for roundings in every]
    monkeypatch.setattr(compute, "list_printed", lambda *_: iter(figures))
    (odds,) = compute_odds(made_up, TIDAL)
    (figure,) = odds.published
    assert figure.roundings == ("half-up", "half-even")
    assert figure.rounding == chosen


def test_what_cannot_be_weighed_or_counted_is_told_with_its_wager(made_up, monkeypatch):
    asked = []

    def refuse(*arguments, **more):
        asked.append((arguments, more))
        raise NotCounted("not today")

    with monkeypatch.context() as patched:
        patched.setattr(compute, "count_wager", refuse)
        (counted,) = compute_odds(made_up, replace(TIDAL, envy_variance=True))
    assert (counted.wager, counted.paytable) == ("tidal-bonus", "A")
    assert (counted.status, counted.missing[-1]) == (Status.NOT_MODELLED, "not today")
    ((rulebook, terms, stake), more) = asked[0]
    assert isinstance(rulebook, Rulebook)
    assert isinstance(terms, WagerTerms)
    assert stake is None
    assert more["envy_variance"] is True
    monkeypatch.setattr(compute, "list_situations", refuse)
    (weighed,) = compute_odds(made_up, TIDAL)
    assert (weighed.wager, weighed.paytable) == ("tidal-bonus", "A")
    assert (weighed.status, weighed.missing) == (Status.NOT_MODELLED, ("not today",))
    assert weighed.readings == {}


# --- values that figures confirm


def print_where(monkeypatch, agrees):
    """Printed figures that come out under some readings, as `agrees` has it; none where it says None."""
    monkeypatch.setattr(cache, "_shared", {})

    def list_printed(_document, readings):
        found = agrees(dict(readings.get(None, {})))
        return iter([] if found is None else [SimpleNamespace(agrees=found)])

    monkeypatch.setattr(compute, "list_printed", list_printed)


def test_a_value_is_confirmed_where_every_other_fails(made_up, monkeypatch):
    print_where(monkeypatch, lambda readings: not readings)
    found = list_confirmed(made_up, "tidal-bonus")
    assert found == (
        "deck.joker",
    )  # the other choices are stated, or move no figure that is printed
    print_where(monkeypatch, lambda readings: True)
    assert list_confirmed(made_up, "tidal-bonus") == ()
    print_where(monkeypatch, bool)
    assert list_confirmed(made_up, "tidal-bonus") == ()
    print_where(monkeypatch, lambda readings: None if not readings else False)
    assert list_confirmed(made_up, "tidal-bonus") == ()
    print_where(monkeypatch, lambda readings: not readings)
    silent = edit(
        made_up,
        put("wagers", 0, "paytables", 0, "published", value=[]),
        put("wagers", 0, "paytables", 1, "published", value=[]),
    )
    assert list_confirmed(silent, "tidal-bonus") == ()


# --- settings weighed


def tabulate(tags=0):
    """A bank of fifteen cards that plays its best low hand but one; all its hands tagged alike."""
    rules = make_rulebook().ranking.rank_rules()
    deck = replace(SMALL, jokers=1)
    inputs = distinct_inputs(deck)
    lows, highs = Dealt.setting(SimpleNamespace(rules=rules, deck=deck)).load()
    return BankTable(inputs, lows, highs, tag_inputs(deck, rules, lambda view: tags)), deck


OWN = parse_cards("Ac Ad Joker 5c 5d 6d 2c", 7)
BANK = parse_cards("Kc Kd 4c 4d 6c 3d 2d", 7)


def weigh_against(rulebook, bank=BANK, *, tags=0, stake=None):
    table, deck = tabulate(tags)
    return weigh_settings(rulebook, OWN, table, deck, bank=bank, stake=stake)


def test_a_fixed_commission_is_a_share_of_the_stake():
    fixed = make_rulebook(commission=Fraction(0), commission_fixed=Money(Fraction(2), "SGD"))
    with pytest.raises(CertifyError, match="add the wager amount with --stake"):
        weigh_against(fixed)
    found = weigh_against(fixed, stake=Money(Fraction(8), "SGD"))
    assert (found.best.wins, found.best.worth) == (1, 1 - Fraction(2, 8))
    free = weigh_against(make_rulebook(commission=Fraction(0)), stake=Money(Fraction(8), "SGD"))
    assert free.best.worth == 1


@pytest.mark.parametrize(("push", "tags", "wins"), [("yes", 0, 1), ("yes", 1, 0), ("no", 1, 1)])
def test_a_bank_that_shows_the_hand_pushes_where_it_does(push, tags, wins):
    found = weigh_against(make_rulebook(bank_hand_push=YesNo(push)), tags=tags)
    assert (found.best.wins, found.best.pushes) == (wins, 1 - wins)


CELLS = ("copy_and_win", "copy_and_lose", "copy_both")


@pytest.mark.parametrize(
    ("copy", "above", "below"),
    [(Copy.BANK, "pushes", "losses"), (Copy.PLAYER, "wins", "pushes")],
)
def test_a_copied_low_hand_counts_for_whom_it_is_said_to(copy, above, below):
    """Ace and six on either side; a pair of fives beats the bank's twos, an ace alone does not."""
    book = make_rulebook(copy=copy)
    unsaid = {name: silence(getattr(book.standard, name)) for name in CELLS}
    book = replace(book, standard=replace(book.standard, **unsaid))
    table, deck = tabulate()
    bank = parse_cards("Ad 6d Kd 4c 3d 2c 2d", 7)
    for cards, told in (("Joker Ac Kc 6c 5c 5d 3c", above), ("Joker Ac Kc 6c 5c 4d 3c", below)):
        found = weigh_settings(book, parse_cards(cards, 7), table, deck, bank=bank)
        (item,) = (x for x in found.settings if format_cards(x.low) == "Joker 6c")
        assert {name: getattr(item, name) for name in ("wins", "pushes", "losses")} == {
            **dict.fromkeys(("wins", "pushes", "losses"), 0),
            told: 1,
        }


def test_the_first_of_the_banks_cards_that_the_player_holds_is_named():
    doubled = (*BANK[:4], OWN[3], OWN[0], BANK[6])
    with pytest.raises(
        CertifyError, match=f"^duplicate card: {format_cards(OWN[3:4])} is in both hands$"
    ):
        weigh_against(make_rulebook(), doubled)


def test_a_bank_is_asked_for_by_its_setting_and_the_hands_that_push(monkeypatch):
    asked = []
    table, deck = tabulate()

    def remember(kind, question, compute):
        asked.append((kind, question))
        return compute()

    setting = HouseWaySetting({"way": "ours"}, lambda: (table.lows, table.highs))
    monkeypatch.setattr(best_setting, "remember", remember)
    monkeypatch.setattr(best_setting, "find_deck", lambda _rules: deck)
    monkeypatch.setattr(best_setting, "find_setting", lambda *_: setting)
    for push in YesNo:
        found = load_bank(
            make_rulebook(bank_hand_push=push, bank_hand_push_when=HandCondition(hand="flush"))
        )
        kind, question = asked[-1]
        assert (kind, question["setting"]) == ("bank-table", {"way": "ours"})
        assert set(question) == {"setting", "shown"}
        assert bool(question["shown"]) is (push is YesNo.YES)
        assert all("'flush'" in text for text in question["shown"])
        assert found.lows.tolist() == table.lows.tolist()
        assert found.highs.tolist() == table.highs.tolist()
        assert found.inputs.keys.tolist() == table.inputs.keys.tolist()
        assert bool(found.tags.any()) is (push is YesNo.YES)
    monkeypatch.setattr(best_setting, "find_setting", lambda *_: None)
    with pytest.raises(CertifyError, match=r"^mbs contains no house way$"):
        load_bank(make_rulebook())
