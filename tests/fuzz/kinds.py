"""The kinds of input: what is changed, and which commands are run on it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import click

from certify.base.load import load_bytes
from certify.cli.main import COMMANDS, program
from certify.game.cards import DECK, format_cards
from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction, read_jurisdiction
from tests.conftest import IDS, ROOT
from tests.fuzz.strategies import draw_one, jurisdictions, rounds
from tests.fuzz.texts import change_text
from tests.fuzz.trees import change_meaning, change_tree, write_yaml
from tests.gate.accepted_folder import build_spec

Dice = random.Random
Call = tuple[str, ...]
TODAY = ("--date", "2030-02-01")
SPEC = "jurisdictions/one.yaml"
"""The file of the planted folder that most changes are made to; it has a certificate."""


@dataclass(frozen=True)
class Case:
    """Files over those of the planted folder, and calls; later ones only while the first holds."""

    kind: str
    files: dict[str, bytes]
    calls: tuple[Call, ...]
    follow: Callable[[Path], Iterator[tuple[dict[str, bytes], Call]]] | None = field(
        default=None, compare=False
    )
    """What is run where the first call exits 0: further files and a call."""
    valid: bool = False
    """Whether the file is known to be valid, so that a command must judge it."""


@cache
def list_corpus() -> dict[str, bytes]:
    """The files that changes begin from, small ones first."""
    paths = [
        *sorted((ROOT / "tests" / "specs" / "accept").glob("*.yaml")),
        *(ROOT / "jurisdictions" / f"{name}.yaml" for name in IDS),
    ]
    return {"one": build_spec("one").encode()} | {path.stem: path.read_bytes() for path in paths}


@cache
def _read(name: str) -> Any:
    return load_bytes(list_corpus()[name], name).data


def _choose_spec(dice: Dice) -> str:
    """Mostly small files: they hold the same words and are read in a tenth of the time."""
    names = list(list_corpus())
    match dice.randrange(10):
        case 0 | 1 | 2:
            return "one"
        case 3:
            return dice.choice(IDS)
    return dice.choice([name for name in names if name not in IDS])


Steps = Iterator[tuple[dict[str, bytes], Call]]


def _check(_item: Jurisdiction, dice: Dice, path: str) -> Steps:
    more = dice.choice(((), ("-q",), ("--json",), ("--format", "sarif"), ("--statistics",)))
    yield {}, ("check", path, *more)


def _price(item: Jurisdiction, dice: Dice, path: str) -> Steps:
    for wager in item.wagers:
        more = dice.choice(((), ("--json",), ("--format", "csv"), ("--stake", "5"), ("--cross",)))
        yield {}, ("odds", path, "--wager", wager.id, *more)


def _settle(item: Jurisdiction, dice: Dice, path: str) -> Steps:
    for _ in range(2):
        data = json.dumps(deal_round(item, dice)).encode()
        yield {"round.json": data}, ("settle", path, "round.json")


def _deal(_item: Jurisdiction, _dice: Dice, path: str) -> Steps:
    yield {}, ("play", path, "--seed", "3", "--rounds", "2")


def _set(_item: Jurisdiction, dice: Dice, path: str) -> Steps:
    cards = format_cards(dice.sample(DECK, 7))
    yield {}, ("set", path, cards, *dice.choice(((), ("--why",), ("--json",))))


def _hold(_item: Jurisdiction, _dice: Dice, _path: str) -> Steps:
    yield {}, ("gate", *TODAY)


def _follow_spec(dice: Dice, path: str) -> Callable[[Path], Steps]:
    """What a valid file goes through: each command with even chances, so that more files are tried."""

    def follow(folder: Path) -> Steps:
        item = load_jurisdiction(folder / path)
        for step in (_check, _price, _settle, _deal, _set, _hold):
            if dice.random() < 0.5:
                yield from step(item, dice, path)

    return follow


def _case_of_spec(kind: str, name: str, content: bytes, dice: Dice) -> Case:
    path = SPEC if name == "one" else f"{name}.yaml"
    more = ("--json",) if dice.random() < 0.1 else ()
    return Case(kind, {path: content}, (("validate", path, *more),), _follow_spec(dice, path))


def make_spec_text(dice: Dice) -> Case:
    """A jurisdiction file with its text changed."""
    name = _choose_spec(dice)
    return _case_of_spec("spec-text", name, change_text(list_corpus()[name], dice), dice)


def make_spec_tree(dice: Dice) -> Case:
    """A jurisdiction file with its values changed."""
    name = _choose_spec(dice)
    change = change_tree if dice.random() < 0.4 else change_meaning
    data = change(_read(name), dice)
    return _case_of_spec("spec-tree", name, write_yaml(data).encode("utf-8", "surrogatepass"), dice)


def make_spec(dice: Dice) -> Case:
    """A jurisdiction file that is made up as a whole."""
    lent = dice.choice([name for name in list_corpus() if "house_way" in _read(name)])
    data = draw_one(jurisdictions("made-up", _read(lent)["house_way"]), dice)
    return _case_of_spec("spec-made", "made-up", write_yaml(data).encode(), dice)


def deal_round(item: Jurisdiction, dice: Dice) -> dict[str, Any]:
    """A round of a file: every wager of it, one to three players, hands set or not."""
    cards = dice.sample(DECK, 28)
    stakes = ("25", "25", "25", "25", "25", "10", "5", "1", "24.99", "100", "0.01")
    players = []
    for seat in range(1, dice.randint(1, 3) + 1):
        hand = cards[7 * seat : 7 * seat + 7]
        player: dict[str, Any] = {"seat": seat, "cards": format_cards(hand)}
        player["wagers"] = {"standard": dice.choice(stakes)} | {
            wager.id: dice.choice(stakes) for wager in item.wagers if dice.random() < 0.8
        }
        if dice.random() < 0.7:
            player["low"] = format_cards(dice.sample(hand, 2))
        players.append(player)
    data: dict[str, Any] = {"bank": {"cards": format_cards(cards[:7])}, "players": players}
    tables = [table.id for wager in item.wagers for table in wager.paytables]
    if tables and dice.random() < 0.8:
        data["paytable"] = dice.choice(tables)
    if dice.random() < 0.5:
        ranked = sorted(cards[:7], key=lambda card: card.rank)
        data["bank"]["low"] = format_cards(ranked[:2])
    if dice.random() < 0.3:
        data["bank"] |= {
            "kind": dice.choice(("house", "house", "player-dealer", "x")),
            "stake": dice.choice(stakes),
        }
    if dice.random() < 0.3:
        data["action_seat"] = dice.randint(1, 3)
    if dice.random() < 0.2:
        data["events"] = [dice.choice(("foreign-card", "misdeal", "x"))]
    return data


@cache
def _load(name: str) -> Jurisdiction:
    return read_jurisdiction(load_bytes(list_corpus()[name], f"{name}.yaml"))


def _change_json(data: Any, dice: Dice) -> bytes:
    """JSON with its values changed, or its text."""
    if dice.random() < 0.6:
        return json.dumps(change_tree(data, dice), indent=1).encode("utf-8", "surrogatepass")
    return change_text(json.dumps(data, indent=1).encode(), dice)


def make_round(dice: Dice) -> Case:
    """A round that is changed, settled by a small file."""
    name = dice.choice([name for name in list_corpus() if name not in IDS])
    content = _change_json(deal_round(_load(name), dice), dice)
    more = ("--json",) if dice.random() < 0.5 else ()
    path = f"{name}.yaml"
    return Case(
        "round",
        {path: list_corpus()[name], "round.json": content},
        (("settle", path, "round.json", *more),),
    )


def make_up_round(dice: Dice) -> Case:
    """A round that is made up as a whole, settled by a small file."""
    name = dice.choice([name for name in list_corpus() if name not in IDS])
    item = _load(name)
    tables = tuple(table.id for wager in item.wagers for table in wager.paytables)
    deck = tuple(format_cards([card]) for card in DECK)
    data = draw_one(rounds(tuple(wager.id for wager in item.wagers), tables, deck), dice)
    path = f"{name}.yaml"
    return Case(
        "round-made",
        {path: list_corpus()[name], "round.json": json.dumps(data).encode()},
        (("settle", path, "round.json", *dice.choice(((), ("--json",)))),),
    )


def make_certificate(dice: Dice, certificate: bytes) -> Case:
    """A certificate that is changed, before the gate."""
    content = _change_json(json.loads(certificate), dice)
    call = dice.choice(
        (("gate", *TODAY), ("gate", *TODAY, "--json"), ("gate", "--stale"), ("gate", SPEC, *TODAY))
    )
    return Case("certificate", {"jurisdictions/one.certificate.json": content}, (call,))


_WAIVER = {
    "fingerprint": "0123456789abcdef",
    "reason": "asked and answered",
    "accepted_by": "compliance officer",
    "expires": "2030-06-30",
}


def make_policy(dice: Dice) -> Case:
    """Criteria that are changed."""
    text = (ROOT / "jurisdictions" / "policy" / "limits.yaml").read_bytes()
    if dice.random() < 0.6:
        text = write_yaml(change_tree(load_bytes(text, "limits").data, dice)).encode(
            "utf-8", "surrogatepass"
        )
    else:
        text = change_text(text, dice)
    call = dice.choice((("gate", *TODAY), ("check", SPEC, "-q")))
    return Case("policy", {"jurisdictions/policy/limits.yaml": text}, (call,))


def make_waivers(dice: Dice) -> Case:
    """Waivers that are changed."""
    data = {"waivers": [dict(_WAIVER) for _ in range(dice.randint(1, 2))]}
    text = write_yaml(change_tree(data, dice)).encode("utf-8", "surrogatepass")
    if dice.random() < 0.4:
        text = change_text(write_yaml(data).encode(), dice)
    call = dice.choice((("gate", *TODAY), ("check", SPEC, "-q")))
    return Case("waivers", {"jurisdictions/policy/waivers.yaml": text}, (call,))


_RANKS = (
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "T",
    "J",
    "Q",
    "K",
    "A",
    "a",
    "k",
    "1",
    "11",
    "0",
    "X",
)
_SUITS = ("c", "d", "h", "s", "C", "S", "♠", "♥", "♦", "♣", "x", "", "ѕ")
_GAPS = (" ", "", ",", ", ", "  ", "\t", "\n", "-", "\u00a0")


def _misprint_cards(dice: Dice) -> str:
    if dice.random() < 0.3:
        text = change_text(format_cards(dice.sample(DECK, 7)).encode(), dice).decode(
            "utf-8", "replace"
        )
        return text.replace("\x00", "")
    number = dice.choice((7, 7, 7, 6, 8, 0, 1, 60))
    words = [dice.choice(_RANKS) + dice.choice(_SUITS) for _ in range(number)]
    if dice.random() < 0.3:
        words.append(dice.choice(("Joker", "joker", "JOKER", "Jk", "🃏")))
    return dice.choice(_GAPS).join(words)


def make_cards(dice: Dice) -> Case:
    """Cards that are mistyped."""
    name = dice.choice(("minimal", "every-rule", "as-set"))
    path = f"{name}.yaml"
    call: Call = ("set", path, "--", _misprint_cards(dice))
    if dice.random() < 0.2:
        call = (
            "set",
            path,
            "--best",
            "--against",
            _misprint_cards(dice),
            "--",
            _misprint_cards(dice),
        )
    return Case("cards", {path: list_corpus()[name]}, (call,))


_LINES = "royal-flush=100 sf=50 quads=25 full=5 flush=4 straight=2 trips=3 three-pair=push"


def make_lines(dice: Dice) -> Case:
    """Lines of a bare paytable that are changed, on the command line or in a file."""
    text = change_text(_LINES.encode(), dice).decode("utf-8", "replace").replace("\x00", "")
    if dice.random() < 0.5:
        return Case("lines", {}, (("price", "--", *text.split(" ")),))
    rows = [word.partition("=") for word in _LINES.split()]
    if dice.random() < 0.5:
        content = change_text(
            b"hand,pays\n" + b"\n".join(f"{a},{b}".encode() for a, _, b in rows), dice
        )
        return Case("lines", {"lines.csv": content}, (("price", "lines.csv"),))
    data = {
        "lines": [
            {"hand": one, "pays": int(two) if two.isdecimal() else two} for one, _, two in rows
        ]
    }
    content = write_yaml(change_tree(data, dice)).encode("utf-8", "surrogatepass")
    return Case("lines", {"lines.yaml": content}, (("price", "lines.yaml"),))


_SHARES = ("6%", "3/50", "0.06", "1/20", "0", "-1/3", "99.999%")
_DOCUMENT = (ROOT / "tests" / "draft" / "harbour.txt").read_bytes()


def make_wanted(dice: Dice) -> Case:
    """A wanted edge that is changed, for a bare paytable."""
    edge = change_text(dice.choice(_SHARES).encode(), dice)
    if dice.random() < 0.2:
        edge = bytes(dice.choice(b"0123456789/.%") for _ in range(dice.choice((3, 30, 5000))))
    wanted = edge.decode("utf-8", "replace").replace("\x00", "")
    lines = [word for word in _LINES.split() if dice.random() < 0.7]
    return Case("wanted", {}, (("solve", *lines, f"--edge={wanted}"),))


def make_document(dice: Dice) -> Case:
    """A text that is changed, for a draft of it."""
    content = _DOCUMENT
    for _ in range(dice.choice((1, 3, 12))):
        content = change_text(content, dice)
    if dice.random() < 0.1:
        content = content.replace(b" to 1", b"9" * dice.choice((20, 99, 101, 5000)) + b" to 1")
    return Case("document", {"a.txt": content}, (("new", "fresh", "--text", "a.txt", "-o", "-"),))


_PLAN: dict[str, Any] = {
    "grids": [
        {
            "files": ["one"],
            "wagers": ["fortune-bonus"],
            "paytables": ["main"],
            "readings": {"bonus-precedence": "all"},
            "others": [0, 5],
        },
        {"files": ["two"], "stakes": ["5", "25"]},
    ]
}


def make_plan(dice: Dice) -> Case:
    """A plan of a sweep that is changed."""
    content = write_yaml(change_tree(_PLAN, dice)).encode("utf-8", "surrogatepass")
    if dice.random() < 0.4:
        content = change_text(write_yaml(_PLAN).encode(), dice)
    return Case("plan", {"plan.yaml": content}, (("read-plan", "plan.yaml"),))


_LONG = frozenset(
    {
        "new",
        "report",
        "sign",
        "simulate",
        "house-way",
        "reconcile",
        "doctor",
        "sweep",
        "solve",
        "compare",
    }
)
"""Commands left out: they write, or compute long on purpose."""
_WORDS = (
    "", " ", "x", SPEC, "minimal.yaml", "one", "two", "ONE", "jurisdictions", "-", "--", "..",
    "missing.yaml", "fortune-bonus", "standard", "main", "joker=wild", "joker=", "=", "=wild",
    "joker@main=wild", "deck.joker=bug", "commission=2", "commission=1/20", "5", "5 USD", "5 EUR",
    "0", "-5", "1e999", "nan", "inf", "9" * 400, "10" * 12, "1/3", "2030-02-31", "2030-02-01",
    "2026-11-16", "GAP", "GAP001", "MTH", "ZZZ999", "json", "text", "xml", "note", "fatal", "HEAD",
    "a" * 5000, "é", "\u202e", "а", "\n", "7", "3", "As Kd 10h 10c 4s 3d Joker", "8c8h6s6hQc9d7s",
    "straight=2", "trips=3", "\udcff",
)  # fmt: skip
_WRITES = frozenset({"target", "summary", "export", "folder"})
_COUNTS = frozenset({"rounds", "count", "deals"})


@cache
def _list_parameters(name: str) -> tuple[click.Parameter, ...]:
    command = program.get_command(click.Context(program), name)
    assert command is not None
    return tuple(command.params)


def _give(parameter: click.Parameter, dice: Dice) -> str:
    if parameter.name in _WRITES:
        return dice.choice(("out.txt", "missing/out.txt", ""))
    if parameter.name in _COUNTS:
        return dice.choice(("0", "1", "3", "-1", "x", "1e999", "9" * 400))
    if isinstance(parameter.type, click.Choice) and dice.random() < 0.7:
        return str(dice.choice(list(parameter.type.choices)))
    return dice.choice(_WORDS)


def make_arguments(dice: Dice) -> Case:
    """A command with options and arguments by chance, right and wrong."""
    name = dice.choice([name for name in COMMANDS if name not in _LONG])
    call = [name]
    for parameter in _list_parameters(name):
        if isinstance(parameter, click.Argument):
            number = (
                dice.choice((0, 1, 1, 1, 2))
                if parameter.nargs == -1
                else dice.choice((1, 1, 1, 1, 0, 2))
            )
            call += [_give(parameter, dice) for _ in range(number)]
        elif dice.random() < 0.25:
            call.append(dice.choice(parameter.opts))
            if not getattr(parameter, "is_flag", False):
                call.append(_give(parameter, dice))
    if dice.random() < 0.05:
        call.append(dice.choice(("--nothing", "-z", "--json=1", "--format")))
    return Case("arguments", {"minimal.yaml": list_corpus()["minimal"]}, (tuple(call),))


def make_filing(dice: Dice, filing: bytes) -> Case:
    """A filing with its bytes changed."""
    content = filing
    for _ in range(dice.choice((1, 1, 2, 8))):
        match dice.randrange(3):
            case 0:
                content = change_text(content, dice)
            case 1:
                at = dice.randrange(len(content) + 1)
                content = (
                    content[:at]
                    + dice.randbytes(dice.choice((1, 4, 40)))
                    + content[at + dice.choice((0, 1, 40)) :]
                )
            case _:
                words = (
                    b"obj",
                    b"/Length",
                    b"/Type",
                    b"/EmbeddedFile",
                    b"xref",
                    b"trailer",
                    b"stream",
                    b"/Kids",
                    b"/Size",
                )
                word = dice.choice(words)
                places = content.count(word)
                if places:
                    at = -1
                    for _ in range(dice.randint(1, min(places, 400))):
                        at = content.find(word, at + 1)
                    content = (
                        content[:at]
                        + dice.choice((b"", b"0 0 R", b"/X", word * 2))
                        + content[at + len(word) :]
                    )
    return Case("filing", {"filing.pdf": content}, (("verify", "--quick", "filing.pdf"),))
