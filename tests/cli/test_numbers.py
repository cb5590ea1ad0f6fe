"""Numbers at every door: what is no amount, share, count or seat is refused, with the cure.

The doors are a jurisdiction file, a round, an option, and the library. Whatever passes must be exact.
"""

import json
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest

import certify
from certify.base.errors import CertifyError
from certify.base.load import load_bytes
from certify.spec.validate import read_jurisdiction
from tests.cli.calls import call
from tests.conftest import IDS, ROOT

NAN, INFINITE = float("nan"), float("inf")
COMMISSION = ("mbs", 'commission: {value: "1/20"', "commission: {value: %s")
PAYS = ("pennsylvania", "pays: 5000, envy: 3000 USD", "pays: %s, envy: 3000 USD")
ENVY = ("south-dakota", "envy: [1000 USD, 5000 USD]", "envy: [1000 USD, %s]")
CAP = ("every-rule", "cap: {value: 20000 USD", "cap: {value: %s")
METER = ("every-rule", "meter_contribution: {value: 1/5", "meter_contribution: {value: %s")
LEAST = ("every-rule", "stake_minimum: {value: 1 USD", "stake_minimum: {value: %s")
MOST = ("every-rule", "stake_maximum: {value: 100 USD", "stake_maximum: {value: %s")
CARDS = ("commission-free", "cards: {value: 53", "cards: {value: %s")
SEATS = ("commission-free", "players: {value: 6", "players: {value: %s")
FIXED = ("commission-free", "commission: {not_offered: true", "smallest_chip: {value: %s")


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        (COMMISSION, '"2"', "write a share between 0 and 1"),
        (COMMISSION, "2", "write"),
        (COMMISSION, "0.05", "is a float, which is not exact"),
        (COMMISSION, '"-1/20"', "write"),
        (COMMISSION, '"1/0"', "write"),
        (COMMISSION, "1e999", "is a float, which is not exact"),
        (COMMISSION, ".nan", "is a float, which is not exact"),
        (PAYS, "-5", "write"),
        (PAYS, "1e999", "is a float, which is not exact"),
        (PAYS, ".inf", "is a float, which is not exact"),
        (PAYS, "5_000", "plain digits"),
        (PAYS, "9" * 40, "plain digits"),
        (PAYS, "999999999999", "write"),
        (PAYS, "5,000", "write"),
        (ENVY, "1000 EUR", "not in the document's currency USD"),
        (ENVY, "-1000 USD", "write"),
        (ENVY, "1000", "write"),
        (ENVY, "1e999 USD", "write"),
        (ENVY, "9999999999999999999 USD", "write"),
        (CAP, "0 USD", "cap is 0 USD; write an amount above zero"),
        (CAP, "20000 EUR", "not in the document's currency USD"),
        (METER, "6/5", "meter_contribution is 6/5, which is more than 1"),
        (METER, "1/0", "write"),
        (LEAST, "0 USD", "stake_minimum is 0 USD; write an amount above zero"),
        (LEAST, "0.001 USD", "write"),
        (MOST, "0.00 USD", "stake_maximum is 0 USD; write an amount above zero"),
        (CARDS, "0", "cards is 0; write a number above zero"),
        (CARDS, "1000", "cards is 1000, which no game has; write a number up to 999"),
        (CARDS, "9999999999999999999", "which no game has"),
        (SEATS, "0", "players is 0; write a number above zero"),
        (SEATS, "1000", "which no game has"),
        (FIXED, "0 USD", "smallest_chip is 0 USD; write an amount above zero"),
    ],
)
def test_a_file_with_such_a_number_is_refused_at_its_line(place, value, told):
    name, old, new = place
    folder = ROOT / ("jurisdictions" if name in IDS else "tests/specs/accept")
    text = (folder / f"{name}.yaml").read_text(encoding="utf-8")
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    changed = text.replace(old, new % value, 1).encode()
    with pytest.raises(CertifyError) as caught:
        read_jurisdiction(load_bytes(changed, "x.yaml"))
    faults = str(caught.value).splitlines()
    assert any(fault.startswith(f"x.yaml:{line}:") and told in fault for fault in faults), faults


ROUND = {
    "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"},
    "players": [{"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}],
}
STAKE = "write an amount above zero"
BANK = "write what a player who banks can cover"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        *(
            ('"standard": "10"', f'"standard": {value}', STAKE)
            for value in (
                '"0"',
                '"-5"',
                "-10",
                '"1e999"',
                '"NaN"',
                '"5 EUR"',
                '"99999999999999999999"',
                '"10.00001"',
                "null",
                "[]",
                "true",
                '" 10"',
            )
        ),
        ('"standard": "10"', '"standard": 1e999', "is a float, which is not exact"),
        ('"standard": "10"', '"standard": NaN', "is not a JSON number; write money in quotes"),
        (
            '"standard": "10"',
            '"standard": -Infinity',
            "is not a JSON number; write money in quotes",
        ),
        ('"standard": "10"', f'"standard": {"9" * 400}', "is too long; write at most"),
        ('"seat": 1', '"seat": 0', "write the number of a seat, from 1 up"),
        ('"seat": 1', '"seat": -1', "write the number of a seat, from 1 up"),
        ('"seat": 1', '"seat": 1.0', "is a float, which is not exact"),
        ('"seat": 1', f'"seat": {10**30}', "is too long; write at most"),
        ('"bank": {', '"bank": {"stake": 0, ', BANK),
        ('"bank": {', '"bank": {"stake": "-1", ', BANK),
    ],
)
def test_a_round_with_such_a_number_is_refused(old, new, told):
    text = json.dumps(ROUND)
    assert old in text
    done = call("settle", "mbs", "-", stdin=text.replace(old, new, 1))
    assert (done.code, done.out) == (2, "")
    assert told in done.err


MONEY, FRACTION = "is not an amount of money; write", "is not a fraction; write for example"


@pytest.mark.parametrize(
    ("call_of", "told"),
    [
        *((f"odds south-dakota --stake {text}", MONEY) for text in ("1e999", "inf", "5.", "1/2")),
        ("odds south-dakota --stake 9999999999999999", "too many digits; write at most 15"),
        ("odds south-dakota --stake 0.00", "a wager amount must be above zero; write for example"),
        (
            "odds south-dakota --maximum-stake 0",
            "--maximum-stake: a wager amount must be above zero",
        ),
        ("odds south-dakota mbs --stake 5", "are in SGD and USD; name those of one currency"),
        ("odds mbs --reading commission=21/20", "a share between 0 and 1"),
        ("odds mbs --reading commission=NaN", FRACTION),
        ("odds mbs --reading table.players=0", "cannot be 0; write a number above zero"),
        ("odds mbs --reading table.players=1000", "write a number up to 999"),
        ("odds california-bgc --reading fortune-bonus.cap=0", "0 USD; write an amount above zero"),
        (f"odds mbs --reading commission=1/{'9' * 12}", FRACTION),
        ("odds california-bgc --reading envy-minimum=5.EUR", MONEY),
        ("odds california-bgc --reading envy-minimum=1e999", MONEY),
        (
            "diff jurisdictions/mbs.yaml jurisdictions/mbs.yaml --stake 0",
            "--stake: a wager amount must",
        ),
        (
            "diff jurisdictions/mbs.yaml jurisdictions/mbs.yaml --stake NaN",
            f"--stake: 'NaN' {MONEY}",
        ),
        ("gate --base HEAD --stake 0", "--stake: a wager amount must be above zero"),
        ("gate --stake 5", "--stake requires --base REV"),
        (f"price straight={'9' * 30}", FRACTION),
        ("price straight=1/0", FRACTION),
        ("price straight=2 --others 6", "from 0 to 5"),
        ("price straight=2 --envy straight=1e9", "is not an Envy Bonus; write for example"),
        ("price straight=2EUR", "keep one currency"),
        ("solve straight=2 flush=4 --edge 600%", "no wager can have this edge; write a share"),
        (
            f"solve straight=2 flush=4 --edge=-{10**30}%",
            "no wager can have this edge; write a share",
        ),
        ("solve straight=2 flush=4 --hit-rate 150%", "no wager can have this hit-rate"),
        (f"solve straight=2 flush=4 --edge 6% --between straight=1..{10**14}", "from 0 to 100000"),
        (
            "solve straight=2 flush=4 --edge 6% --max-variance NaN",
            "is not a number; write one like",
        ),
        ("simulate mbs --deals 1e9 --seed 1", "is not a whole number"),
        (f"play mbs --rounds {10**21} --seed 1", "from 1 to 1000000"),
        ("play mbs --rounds 1 --seed -1", "of 0 or more"),
    ],
)
def test_an_option_with_such_a_number_is_refused(call_of, told):
    done = call(*call_of.split())
    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_no_variance_at_all_is_a_limit_too():
    done = call(*["solve", "straight=2", "flush=4", "--edge", "6%", "--max-variance", "0"])
    assert done.code == 0
    assert "no payouts within these bounds and constraints" in done.out


def settle_with(stake):
    data = json.loads(json.dumps(ROUND))
    data["players"][0]["wagers"]["standard"] = stake
    return certify.settle("mbs", data)


FLUSH = {"flush": 4, "straight": 2}


@pytest.mark.parametrize(
    ("work", "told"),
    [
        *(
            (lambda stake=stake: certify.odds("south-dakota", stake=stake), told)
            for stake, told in (
                (0, "above zero; write"),
                (-5, MONEY),
                (5.0, "is a float, which is not exact; write it as text"),
                (NAN, "is a float"),
                ("5 EUR", "is not in USD"),
                (True, MONEY),
                (10**40, "too many digits"),
            )
        ),
        (lambda: certify.odds("south-dakota", paytable=2.0), "is not a name; write it as text"),
        (lambda: certify.odds("south-dakota", readings={"commission": 0.05}), "is a float"),
        (lambda: certify.odds("mbs", readings={"commission": 2}), "a share between 0 and 1"),
        (lambda: certify.odds("mbs", readings="commission=2"), "is not a mapping; write one like"),
        (lambda: certify.odds("mbs", readings=["joker"]), "is not a mapping; write one like"),
        (lambda: certify.odds("mbs", readings={"table.players": 0}), "write a number above zero"),
        (lambda: certify.odds(5), "is not a jurisdiction; give an id"),
        (lambda: certify.price(5), "'5' is not a paytable; write text like 'flush=4'"),
        (lambda: certify.price(FLUSH, envy=5), "envy: '5' is not a mapping"),
        (lambda: certify.price(FLUSH, stake=INFINITE), "is a float"),
        (lambda: certify.price(FLUSH, others=-1), "write 0 to 5"),
        (lambda: certify.price(FLUSH, others=1.5), "write 0 to 5"),
        (lambda: certify.price(FLUSH, deck=52.0), "write one of these numbers"),
        (lambda: certify.price({"flush": NAN}), "is a float"),
        (lambda: certify.price({"flush": 10**40}), FRACTION),
        (lambda: certify.price({1: 2}), "write it as text"),
        (lambda: certify.solve(FLUSH, edge=0.06), "which is not exact; write '6%'"),
        (lambda: certify.solve(FLUSH, edge=True), "is not a share; write"),
        (lambda: certify.solve(FLUSH, edge=Fraction(-(10**40))), "no wager can have this edge"),
        (lambda: certify.solve(FLUSH, edge="6%", cells=99), "--cells: write 1 to 3"),
        (lambda: certify.solve(FLUSH, edge="6%", multiple_of=0), "of 1 or more"),
        (lambda: certify.solve(FLUSH, edge="6%", between={"flush": (5, 1)}), "the lower one first"),
        (lambda: certify.solve(FLUSH, edge="6%", between={"flush": (1,)}), "two numbers like"),
        (lambda: certify.solve(FLUSH, edge="6%", between={"flush": "1..3"}), "two numbers like"),
        (lambda: certify.solve(FLUSH, edge="6%", between=("flush", 1)), "is not a mapping"),
        (lambda: certify.solve(FLUSH, edge="6%", max_variance=NAN), "is a float"),
        (lambda: certify.solve(FLUSH, edge="6%", max_variance=-1), "of 0 or more"),
        *((lambda stake=stake: settle_with(stake), STAKE) for stake in (-10, "0", "-5")),
        (lambda: settle_with(10.0), "is a float, which is not exact; write money as text"),
        (lambda: settle_with(NAN), "is a float"),
        (lambda: settle_with(Fraction(10)), STAKE),
        (lambda: certify.set_hand("mbs", 7), "are not cards; write them as text"),
        (lambda: certify.diff("a.yaml", "b.yaml", stake=0), "above zero"),
        (lambda: certify.verify(5), "'5' is not a filing; give the path of a PDF file"),
    ],
)
def test_the_library_refuses_such_a_number(work, told):
    with pytest.raises(CertifyError) as caught:
        work()
    assert told in str(caught.value)


def test_an_amount_alone_is_in_the_currency_of_the_document():
    words = ("odds", "california-bgc", "--wager", "fortune-bonus", "--paytable", "FPG-01", "--json")
    assert call(*words, "--stake", "25").out == call(*words, "--stake", "25 USD").out
    bare = call(*words, "--reading", "envy-minimum=5")
    assert bare.code == 0
    assert bare.out == call(*words, "--reading", "envy-minimum=5 USD").out


def test_a_number_of_thousands_of_digits_is_refused_wherever_it_is_given(tmp_path):
    digits = "1" * 5000
    text = tmp_path / "rules.txt"
    text.write_text(f"Royal Flush {digits} to 1\n", encoding="utf-8")
    for arguments in (
        ("solve", "straight=2", "--edge", digits),
        ("price", f"straight={digits}"),
        ("odds", "south-dakota", "--stake", digits),
        ("new", "made-up", "--text", str(text), "-o", "-"),
    ):
        done = call(*arguments)
        assert (done.code, "fault of certify" in done.err) == (2, False), arguments


def test_a_closed_standard_output_is_a_place_that_cannot_be_written(tmp_path):
    command = f"{sys.executable} -m certify validate south-dakota"
    for ending, code in ((">&-", 2), (">&- 2>&-", 2), (f"-o {tmp_path / 'out'} >&-", 0)):
        done = subprocess.run(
            ["sh", "-c", f"{command} {ending}"],
            check=False,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, "fault of certify" in done.stderr) == (code, False), ending


@pytest.mark.parametrize("option", ["--applicant", "--number"])
def test_a_name_on_the_cover_has_no_invisible_characters(option, tmp_path):
    done = call("report", "south-dakota", "-o", str(tmp_path), option, "A\u202eB")
    assert done.code == 2
    assert not list(tmp_path.iterdir())


def test_a_policy_behind_a_link_is_refused(tmp_path):
    folder = tmp_path / "jurisdictions"
    folder.mkdir()
    for name in ("south-dakota.yaml", "south-dakota.certificate.json"):
        shutil.copy(ROOT / "jurisdictions" / name, folder)
    shutil.copytree(ROOT / "jurisdictions" / "policy", tmp_path / "policy")
    (folder / "policy").symlink_to(tmp_path / "policy")
    for words in (("gate",), ("check", "jurisdictions/south-dakota.yaml")):
        done = call(*words, cwd=tmp_path)
        assert done.code == 2
        assert "symbolic link" in done.err
