"""The made-up wagers as people use them: a round settled by hand and by the program, odds, a simulation."""

import json
import sys
from fractions import Fraction

import pytest

from certify.cli.main import main
from tests.wagers.accepted_specs import FILES, FOLDER, LONG, load

BANK = "Ks Qh 8d 7c 5h 3s 2c"
NINE_HIGH = "9s 8h 7d 5c 4s 3h 2d"


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the program; gives exit code, standard output and error output."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["certify", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as leave:
            code = leave.code or 0
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def settle(run, tmp_path):
    """Settle a round; gives the amounts by seat, or the words of the refusal."""

    def call(name, bank, *players, paytable=None, **more):
        data = {"bank": {"cards": bank}, "players": []}
        if paytable:
            data["paytable"] = paytable
        for seat, (cards, wagers) in enumerate(players, 1):
            extra = more.get(f"seat{seat}", {})
            data["players"].append({"seat": seat, "cards": cards, "wagers": wagers, **extra})
        path = tmp_path / "round.json"
        path.write_text(json.dumps(data))
        code, out, error = run("settle", FOLDER / f"{name}.yaml", path, "--json")
        if code:
            assert code == 2
            return error
        settled = json.loads(out)
        money = [Fraction(settled["commission"]), Fraction(settled["bank"]["net"])]
        assert sum((Fraction(seat["net"]) for seat in settled["seats"]), sum(money)) == 0
        return [
            [(line["wager"], Fraction(line["amount"])) for line in seat["lines"]]
            for seat in settled["seats"]
        ]

    return call


ROUNDS = {
    "nine high pays 40": ("no-pair-bonus", BANK, NINE_HIGH, "bonus", 200),
    "queen high pays nothing": (
        "no-pair-bonus", BANK, "Qs 9h 8h 7h 5c 3d 2s", "bonus", -5,
    ),
    "a flush before a straight": (
        "no-pair-bonus", BANK, "9s 8s 7s 6s 2s 5d As", "bonus", 20,
    ),
    "the bank has queen high": ("dragon", "Qs 10h 9d 7c 5s 3h 2d", "As Ah 10d 9c 5h 4d 3s", "dragon", 250),
    "the player's queen high is none of the dragon's": (
        "dragon", "Ks Kh 10h 9d 7c 5s 3h", "Qs 10d 9c 7h 6s 3d 2d", "dragon", -5,
    ),
    "the bank's nine high pays 100": (
        "bankers-bonus", NINE_HIGH, "As Kh 10d 9c 8c 3d 2s", "together", 500,
    ),
    "the bank's nine high beside a lost stake": (
        "bankers-bonus", NINE_HIGH, "As Kh 10d 9c 8c 3d 2s", "beside", 495,
    ),
    "both hands pay": ("bankers-bonus", NINE_HIGH, "As Ah Ad 9c 8c 3d 2s", "beside", 515),
    "suited ace and king": (
        "ace-king-match", BANK, "As Qs Js 10s Joker Ah Kh", "match", 25_000,
    ),
    "ace and king of two suits": (
        "ace-king-match", "Kc Qh 8d 7c 5h 3s 2c", "As Ks Qs Js 10s Ah Kd", "match", 5_000,
    ),
    "a tenth of the meter": (
        "progressive", BANK, "As Ah Ad Ac Joker 3d 2s", "jackpot", 1_000,
    ),
    "a sum of money beside a lost stake": (
        "progressive", "Kc Qh 8d 7c 5h 3s 2c", "As Ks Qs Js 10s 3d 2d", "jackpot", 499,
    ),
    "75 for 1 is 74 to 1": ("progressive", BANK, "9s 9h 9d 9c Js 3d 2s", "jackpot", 74),
    "one to two": ("fifty-two-cards", BANK, "9s 9h 4d 4c Js Jd 2s", "bonus", Fraction(5, 2)),
    "both nine high": ("both-hands", "9h 8s 7c 5d 4h 3c 2h", NINE_HIGH, "nines", 125_000),
    "75 dollars beside a lost stake": (
        "both-hands", "9h 8s 7c 5d 4h 3c 2h", "As Kh 10d 9c 8c 3d 2s", "nines", 70,
    ),
    "four of a kind with the joker": ("both-hands", BANK, "As Ah Ad Joker 9c 3d 2s", "jokers", 300),
    "a line that loses": ("both-hands", "Ks Joker 8d 7c 5h 3s 2c", "As Ah 10d 9c 8c 3d 2s", "jokers", -5),
    "four aces": ("ranks-and-colours", BANK, "As Ah Ad Ac 9c 3d 2s", "ranks", 1_000),
    "three aces with the joker are no line": (
        "ranks-and-colours", BANK, "As Ah Joker 9c 8s 3d 2s", "ranks", -5,
    ),
    "two pairs, the higher of queens": (
        "ranks-and-colours", BANK, "Qs Qc 9c 9s Jd 3d 2s", "ranks", 25,
    ),
    "two pairs, only the lower of a rank in the line": (
        "ranks-and-colours", BANK, "As Ah 9c 9s Jd 3d 2s", "ranks", -5,
    ),
    "a pair of kings pushes": (
        "ranks-and-colours", "Ac Qh 8d 7c 5h 3s 2c", "Ks Kh 10d 9c 8c 3d 2s", "ranks", 0,
    ),
    "red with the joker": (
        "ranks-and-colours", BANK, "Ah Kh 10d 9h Joker 3d 2d", "colours", 1_250,
    ),
    "a straight flush of three cards is a straight and a flush too": (
        "ranks-and-colours", BANK, "9s 10s Js 2h 4d Ac Ah", "three-cards", 150,
    ),
    "the same cards in another order": (
        "ranks-and-colours", BANK, "9s 10s Ac 2h 4d Js Ah", "three-cards", -5,
    ),
    "two aces in front": (
        "as-set", BANK, "As Ah 9s 9h 9d 2h 4d", "fronts", 50,
    ),
    "a full house at last": ("three-documents", BANK, "As Ah 9s 9h 9d 2h 4d", "second-chance", 100),
    "four of a kind is no car": ("three-documents", BANK, "9s 9h 9d 9c Js 3d 2s", "lucky-hand", 250),
}  # fmt: skip


@pytest.mark.parametrize("case", ROUNDS)
def test_a_round_settled_by_hand(settle, case):
    name, bank, cards, wager, amount = ROUNDS[case]
    stake = {"jackpot": "1"}.get(wager, "5")
    assert settle(name, bank, (cards, {wager: stake})) == [[(wager, amount)]]


def test_the_banks_queen_high_pushes(settle):
    players = [("As Ah 10d 9c 5h 4d 3s", {"standard": "10"}), (NINE_HIGH, {"standard": "10"})]
    pushes = settle("commission-free", "Qs 10h 9h 7c 5d 3c 2h", *players)
    assert pushes == [[("standard", 0)], [("standard", 0)]]
    others = settle("commission-free", "Kd 8c 7h 6c 4h 3c 2h", *players)
    assert others == [[("standard", 10)], [("standard", -10)]]


def test_a_fixed_commission(settle):
    player = ("As Ah 10d 9c 5h 4d 3s", {"standard": "25"})
    assert settle("as-set", "Ks 9s 8h 7c 5d 3c 2h", player) == [[("standard", 24)]]


def test_envy_on_one_paytable(settle):
    players = [
        ("As Kh 10d 9c 8c 3d 2s", {"bonus": "5"}),
        ("7s 7h 7d 7c Js 3c 4d", {"bonus": "5"}),
    ]
    bank = "Ks Qh 8d 6c 5h 3s 2c"
    paid = settle("two-paytables", bank, *players, paytable="A")
    assert paid == [[("bonus", -5), ("envy", 5)], [("bonus", 125)]]
    paid = settle("two-paytables", bank, *players, paytable="B")
    assert paid == [[("bonus", -5)], [("bonus", 125)]]


def test_envy_of_a_progressive(settle):
    players = [
        (NINE_HIGH, {"jackpot": "1"}),
        ("As Ah Ad Ac Joker 3d 2s", {"jackpot": "1"}),
    ]
    paid = settle("progressive", BANK, *players)
    assert paid == [[("jackpot", -1), ("envy", 50)], [("jackpot", 1_000)]]


@pytest.mark.parametrize(
    ("wager", "own", "other", "envy"),
    [
        ("aces", NINE_HIGH, "As Ah Ad Joker 9c 3d 2s", 50),
        ("aces", NINE_HIGH, "As Ah Ad 10c 9c 8d 2s", 2),
        (
            "aces",
            "Ac Joker 9h 8c 7h 5s 3c",
            "As Ah Ad 10c 9c 8d 2s",
            None,
        ),  # a pair of aces forfeits
        ("match", NINE_HIGH, "Ac Qc Jc 10c Joker Ah Kh", 500),
        ("match", NINE_HIGH, "Ac Qc Jc 10c Joker Ah Kd", 100),
        ("match", "As Ks Qs Js 10s Ad Kd", "Ac Qc Jc 10c Joker Ah Kh", None),
        ("red", NINE_HIGH, "Ah Kh 10d 9h 7h 6d 2h", 10),
        ("three", "Ks 8h 7d 5c 4s 3h 2d", "9s 10s Js 2h 4d Ac Ah", 5),
    ],
)
def test_envy_on_any_condition(settle, wager, own, other, envy):
    bank = "Kc Qh 8s 6c 5h 3s 2c"
    paid = settle("any-envy", bank, (own, {wager: "5"}), (other, {wager: "5"}))
    assert [amount for name, amount in paid[0] if name == "envy"] == ([envy] if envy else [])


def test_envy_is_shared_by_all_whose_hands_count(settle):
    """Twice the stake for four of a kind, in two parts: one to the holder, whose own hand counts."""
    players = [
        ("As Kh 10d 9c 8c 3d 2s", {"bonus": "10"}),
        ("7s 7h 7d 7c Js 3c 4d", {"bonus": "20"}),
    ]
    paid = settle("shared-envy", "Ks Qh 8d 6c 5h 3s 2c", *players)
    assert paid == [[("bonus", -10), ("envy", 10)], [("bonus", 500), ("envy", 20)]]
    paid = settle("shared-envy", "6s 6h 6d 6c 5h 3s 2c", players[0])
    assert paid == [[("bonus", -10), ("envy", 20)]]


def test_a_floor_under_a_cap_and_an_aggregate(settle):
    """500 times 100 is capped at 20,000, but 300 times the stake are paid; the table pays 50,000 in all."""
    royal = "As Ks Qs Js 10s 3d 2d"
    other = "Ah Kh Qh Jh 10h 3c 2h"
    bank = "9c 8d 7d 5c 4s 4h 2c"
    paid = settle("limits", bank, (royal, {"bonus": "100"}))
    assert paid == [[("bonus", 30_000)]]
    paid = settle("limits", bank, (royal, {"bonus": "40"}))
    assert paid == [[("bonus", 20_000)]]
    paid = settle("limits", bank, (royal, {"bonus": "100"}), (other, {"bonus": "100"}))
    assert paid == [[("bonus", 30_000)], [("bonus", 20_000)]]
    assert "the maximum wager is 100 USD" in settle("limits", bank, (royal, {"bonus": "101"}))


def test_surrender_foul_and_commission(settle):
    cards = "As Ah 10d 9c 5h 4d 3s"
    wagers = {"standard": "10", "bonus": "5"}
    bank = "Ks 9s 8h 7c 5d 3c 2h"
    given_up = settle("limits", bank, (cards, wagers), seat1={"surrender": True})
    assert given_up == [[("standard", -5), ("bonus", 0)]]
    fouled = settle("limits", bank, (cards, wagers), seat1={"low": "As Ah"})
    assert fouled == [[("standard", -10), ("bonus", -5)]]
    rounded = settle("limits", bank, (cards, wagers), seat1={"low": "10d 9c"})
    assert rounded == [[("standard", 9), ("bonus", -5)]]  # 0.50 is one chip of 1 USD


def test_what_has_no_word_here_is_refused(settle):
    royal = "As Ks Qs Js 10s 3d 2d"
    told = settle("three-documents", BANK.replace("Ks", "Kc"), (royal, {"lucky-hand": "5"}))
    assert "a car chosen by the casino" in told
    assert "not modelled" in told
    told = settle("three-documents", BANK, (NINE_HIGH, {"second-chance": "5"}))
    assert "the wager stays for the next round" in told
    told = settle("three-documents", BANK, (NINE_HIGH, {"bonus": "51"}))
    assert "the maximum wager is 50 USD" in told
    assert settle("three-documents", BANK, (NINE_HIGH, {"bonus": "50"})) == [[("bonus", -50)]]


def test_no_joker_among_fifty_two_cards(settle):
    told = settle("fifty-two-cards", BANK, ("As Ah Joker 9c 9s 3d 2s", {"bonus": "5"}))
    assert "the document's deck has no such card" in told


def _list_asked():
    for name in FILES:
        for wager in load(name).wagers:
            slow = (pytest.mark.slow,) if (name, wager.id) in LONG else ()
            yield pytest.param(name, wager.id, marks=slow, id=f"{name}-{wager.id}")


STATUS = {
    # hands as set, where the document is silent about which equal setting the house way means
    **dict.fromkeys(
        (("as-set", "fronts"), ("as-set", "backs"), ("colours-and-results", "results")),
        "exact-under-readings",
    ),
    ("three-documents", "bonus"): "incomplete",
    ("three-documents", "lucky-hand"): "not-modelled",
    ("three-documents", "second-chance"): "not-modelled",
}


@pytest.mark.parametrize(("name", "wager"), list(_list_asked()))
def test_its_odds(run, name, wager):
    code, out, _ = run("odds", FOLDER / f"{name}.yaml", "--wager", wager, "--json")
    assert code == 0
    for found in json.loads(out)["wagers"]:
        assert found["wager"] == wager
        assert found["status"] == STATUS.get((name, wager), "exact")
        assert ("house_edge" in found) == (found["status"] != "not-modelled")
        if found["status"].startswith("exact"):
            standings = {item["standing"] for item in found["rests_on"]}
            assert (standings == {"stated"}) is (found["status"] == "exact")
        else:
            assert found["missing"]


def test_what_is_left_out_is_named(run):
    _, out, _ = run("odds", FOLDER / "three-documents.yaml", "--wager", "bonus", "--json")
    found = json.loads(out)["wagers"][0]
    assert any("a ticket for a draw" in text for text in found["missing"])
    assert found["readings"]["four-of-a-kind-pays"] == "30"
    assert [item["readings"] for item in found["alternatives"]] == [{"four-of-a-kind-pays": "25"}]


LONG_FILES = {name for name, _ in LONG} | {"commission-free"}
