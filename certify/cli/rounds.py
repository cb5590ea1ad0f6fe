"""certify settle, play and simulate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from certify.base.errors import CertifyError
from certify.base.figures import format_money
from certify.base.load import parse_json, read_bytes, read_standard_input
from certify.base.names import quote
from certify.base.progress import show_progress
from certify.base.tables import format_table
from certify.cli.options import (
    Rules,
    leave,
    load_rules,
    take_day,
    take_house_way,
    take_paytable,
    take_readings,
    take_spec,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.engine.admission import choose_paytables, compile_for_round, list_own_jokers
from certify.engine.hands import find_house_way
from certify.engine.play import choose_stakes, count_seats, deal_round, set_round
from certify.engine.round import Round, format_round, parse_round, parse_text
from certify.engine.settle import settle_round
from certify.engine.settlement import Settlement, format_settlement, tell_settlement
from certify.engine.table import Table
from certify.game.cards import format_cards
from certify.odds.readings import add_readings, is_supported, list_alternatives
from certify.render.numbers import count, percent
from certify.render.words import Words
from certify.spec.compile import EQUAL_HANDS
from certify.spec.rulebook import Rulebook
from certify.spec.values import Value, format_value
from certify.wagers.limits import STANDARD

_LARGEST = 1 << 28
"""Bytes of rounds that are read at once: what `play` prints is longer than a specification."""
Settled = tuple[Rulebook, Round, Settlement]


@make_command(
    "settle",
    epilog=show_examples(
        "certify settle SPEC round.json",
        "certify settle SPEC round.json --alternatives",
        "certify settle SPEC - --json < round.json",
        "certify play SPEC --seed 7 --rounds 3 --json | certify settle SPEC",
    ),
)
@take_spec
@click.argument("file", metavar="[ROUND]", default="-")
@click.option(
    "--alternatives",
    is_flag=True,
    help="Also the amounts under every other value that the round depends on.",
)
@take_readings
@take_house_way
@take_day
@take_output("text", "json")
def run_settle(
    *,
    spec: str,
    file: str,
    alternatives: bool,
    readings: tuple[str, ...],
    lender: str | None,
    on: str | None,
    output: Output,
) -> None:
    """Settle a round, with the clause for every amount.

    ROUND is a file with the banker's cards and the players' cards, low hands and wagers, as JSON or as
    text; without it, or with -, standard input is read. The output of `certify play --json` is settled
    round by round. An invalid round gives exit code 2 and names the field.
    """
    if spec == "-" and file == "-":
        raise CertifyError("SPEC and ROUND are both standard input; give one of them as a file")
    rules = load_rules(spec, readings, lender, on)
    data = _read(file)
    played = isinstance(data, dict) and isinstance(data.get("rounds"), list)
    if played:
        _check_played(rules, data)
    settled = [_settle(rules, item, file) for item in (data["rounds"] if played else [data])]
    others = [list(_list_alternatives(rules, *item)) if alternatives else [] for item in settled]
    if output.is_json:
        printed = [
            {
                **rules.describe(),
                **_describe_borrowed(rulebook),
                **format_settlement(settlement),
                **({"alternatives": [_describe(*item) for item in own]} if alternatives else {}),
            }
            for (rulebook, _, settlement), own in zip(settled, others, strict=True)
        ]
        output.write_json(printed if played else printed[0])
        return
    lines: list[str] = []
    for (rulebook, round_, settlement), own in zip(settled, others, strict=True):
        lines += _list_heading(rulebook, rules)
        lines += tell_settlement(round_, settlement, rules.jurisdiction.currency)
        lines += _list_changes(settlement, own) if alternatives else ()
    output.write(lines)


def _read(file: str) -> Any:
    """The data of a file or of standard input, in JSON or in the text form."""
    from_input = file == "-"
    content = (
        read_standard_input("a round", _LARGEST) if from_input else read_bytes(Path(file), _LARGEST)
    )
    if content.lstrip().startswith((b"{", b"[")):
        return parse_json(content, file)
    if b", seed " in content:
        raise CertifyError(
            f"{file}: this is the text output of `certify play`; add --json: "
            "certify play ... --json | certify settle SPEC"
        )
    try:
        return parse_text(content.decode("utf-8"), file)
    except UnicodeDecodeError:
        raise CertifyError(f"{file}: not UTF-8 text; save the round as UTF-8") from None


def _check_played(rules: Rules, data: Mapping[str, Any]) -> None:
    """Refuse rounds of another document; report if they were played under other assumptions."""
    own = rules.jurisdiction.id
    name = data.get("jurisdiction", own)
    if name != own:
        raise CertifyError(
            f"jurisdiction: these rounds were played by the rules of {quote(name)}, not of {own}; "
            "give that name to certify settle"
        )
    marks = rules.describe()
    for field, option in (("readings", "--reading"), ("assumed_house_way", "--assume-house-way")):
        if data.get(field) != marks.get(field):
            click.echo(
                f"{field}: played with {data.get(field) or 'none'}, settled with "
                f"{marks.get(field) or 'none'}; use {option} for the same result",
                err=True,
            )


def _compile_all(rules: Rules, paytable: str | None) -> Rulebook:
    """The rulebook of rounds in which every wager is made."""
    chosen = choose_paytables(rules.jurisdiction, paytable) if paytable else {}
    made = {STANDARD, *(wager.id for wager in rules.jurisdiction.wagers)}
    own = list_own_jokers(rules.jurisdiction, made, chosen, is_dealt=True)
    return rules.compile({**own, **chosen})


def _settle(rules: Rules, data: object, file: str) -> Settled:
    try:
        round_ = parse_round(data)
        rulebook = compile_for_round(rules.jurisdiction, round_, rules.readings, rules.lender)
        return rulebook, round_, settle_round(rulebook, round_)
    except CertifyError as error:
        lines = str(error).splitlines()
        raise CertifyError("\n".join(f"{file}: {line}" for line in lines)) from None


Alternative = tuple[Mapping[str, Value], bool, Settlement | str]
"""Other readings, whether words of the text support them, and the settlement or why there is none."""


def _list_alternatives(
    rules: Rules, rulebook: Rulebook, round_: Round, settlement: Settlement
) -> Iterator[Alternative]:
    """The other values of open statements under which somebody is paid another amount."""
    givens = list(rulebook.list_resolved())
    asked = {key for values in rules.readings.values() for key in values}
    amounts = _list_amounts(settlement)
    for other in list_alternatives(givens, asked, cross=False):
        readings = add_readings(rules.readings, other)
        found: Settlement | str
        try:
            changed = compile_for_round(rules.jurisdiction, round_, readings, rules.lender)
            found = settle_round(changed, round_)
        except CertifyError as error:
            found = str(error)
        if isinstance(found, str) or _list_amounts(found) != amounts:
            yield other, is_supported(givens, other), found


def _list_amounts(settlement: Settlement) -> list[object]:
    """Who is paid what for which wager."""
    seats = [
        (seat.seat, line.wager, line.result, line.amount)
        for seat in settlement.seats
        for line in seat.lines
    ]
    return [*seats, settlement.commission, settlement.bank_net]


def _name(readings: Mapping[str, Value]) -> dict[str, str]:
    return {key: format_value(value) for key, value in readings.items()}


def _describe(
    readings: Mapping[str, Value], supported: bool, found: Settlement | str
) -> dict[str, Any]:
    data = {"not_settled": found} if isinstance(found, str) else format_settlement(found)
    return {"readings": _name(readings), "supported": supported, **data}


def _list_changes(settlement: Settlement, others: list[Alternative]) -> Iterator[str]:
    """The seats whose net result changes under another value."""
    yield ""
    yield "alternatives:" if others else "alternatives: none changes an amount of this round"
    before = {f"seat {seat.seat} net": seat.net for seat in settlement.seats}
    before |= {"commission": settlement.commission, "bank net": settlement.bank_net}
    for readings, supported, found in others:
        name = ", ".join(f"{key}={value}" for key, value in _name(readings).items())
        name += "" if supported else " (not in the text)"
        if isinstance(found, str):
            yield f"  {name}: not settled: {found}"
            continue
        after = {f"seat {seat.seat} net": seat.net for seat in found.seats}
        after |= {"commission": found.commission, "bank net": found.bank_net}
        changes = (
            f"{key} {format_money(before[key])} → {format_money(value)}"
            for key, value in after.items()
            if before[key] != value
        )
        yield f"  {name}: {', '.join(changes) or 'the same net results, in other lines'}"


def _describe_borrowed(rulebook: Rulebook) -> dict[str, dict[str, str]]:
    """The values that the assumed house way implies."""
    found = rulebook.list_borrowed()
    if not found:
        return {}
    return {"assumed_values": {key: format_value(given.said) for key, given in found.items()}}


def _list_heading(rulebook: Rulebook, rules: Rules) -> Iterator[str]:
    """Name the document, the paytables and every assumption."""
    tables = [
        f"{terms.id} paytable {terms.paytable}" for terms in rulebook.wagers.values() if terms.named
    ]
    yield ", ".join([rulebook.jurisdiction, *tables])
    beyond = {
        name
        for given in rulebook.list_resolved()
        if given.counterfactual
        for name in (given.key, given.statement.parameter.key, given.statement.reading)
    }
    for key, value in rules.list_readings():
        mark = " (counterfactual)" if key.partition("@")[0] in beyond else ""
        yield f"reading {key}={value}{mark}"
    if rules.lender is None:
        return
    yield f"assumption: the house way of {rules.lender.id}"
    words = Words(rules.jurisdiction)
    borrowed = rulebook.list_borrowed()
    borrowed.pop(rulebook.ranking.house_way.key, None)
    for key, given in borrowed.items():
        own = given.statement.other_values
        instead = f" (this document: {words.value(key, own[0])})" if own else ""
        yield f"  with it: {words.title(key)}: {words.value(key, given.said)}{instead}"
        if key == EQUAL_HANDS:
            yield "  this decides which hands are foul"


@make_command(
    "play",
    epilog=show_examples(
        "certify play SPEC --seed 7 --rounds 3",
        "certify play SPEC --seed 7 --rounds 100 --players 3 --json -o rounds.json",
        "certify play SPEC --seed 7 --rounds 3 --json | certify settle SPEC",
    ),
)
@take_spec
@click.option(
    "--seed",
    required=True,
    type=click.IntRange(min=0),
    metavar="N",
    help="Seed of the random cards.",
)
@click.option(
    "--rounds",
    required=True,
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Number of rounds.",
)
@take_paytable
@click.option(
    "--players",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of players without the banker (default: as many as the deck allows).",
)
@take_readings
@take_house_way
@take_output("text", "json")
def run_play(
    *,
    spec: str,
    seed: int,
    rounds: int,
    paytable: str | None,
    players: int | None,
    readings: tuple[str, ...],
    lender: str | None,
    output: Output,
) -> None:
    """Deal rounds and settle them, with a full audit trail.

    The same seed gives the same rounds on any machine. Every seat sets its hand by the house way and
    places every wager. `certify settle` reads the output of --json.
    """
    rules = load_rules(spec, readings, lender)
    jurisdiction = rules.jurisdiction
    rulebook = _compile_all(rules, paytable)
    most = count_seats(rulebook)
    if most < 1:
        raise CertifyError(
            f"{jurisdiction.source.name}: could not judge: "
            "table.seats leaves no seat for a player besides the bank"
        )
    if players is not None and players > most:
        raise CertifyError(
            f"--players: {players} is more than the deck and the document allow; "
            f"write {most} or fewer"
        )
    house_way, stakes = find_house_way(rulebook), choose_stakes(rulebook)
    printed: list[dict[str, Any]] = []
    told = list(_list_heading(rulebook, rules))
    for number in range(1, rounds + 1):
        dealt = deal_round(rulebook, seed, number, players or most, stakes)
        round_, table = set_round(rulebook, dealt, house_way)
        settlement = settle_round(rulebook, round_, house_way)
        settings = _list_settings(table)
        if output.is_json:
            printed.append(
                {
                    "number": number,
                    "round": format_round(round_),
                    "settings": settings,
                    "settlement": format_settlement(settlement),
                }
            )
            continue
        told.append(f"\nround {number}, seed {seed}, action at seat {round_.action_seat}")
        told.extend(
            f"{name} sets {setting['low']} low, {setting['because']} [{setting['clause']}]"
            for name, setting in settings.items()
        )
        told.extend(tell_settlement(round_, settlement, jurisdiction.currency))
    if not output.is_json:
        output.write(told)
        return
    paytables = {terms.id: terms.paytable for terms in rulebook.wagers.values()}
    head = {"jurisdiction": jurisdiction.id, "paytables": paytables, "seed": seed}
    output.write_json({**head, **rules.describe(), "rounds": printed})


def _list_settings(table: Table) -> dict[str, dict[str, str]]:
    """Which rule of the house way set each hand."""
    hands = {"bank": table.bank, **{f"seat {seat.number}": seat.hands for seat in table.seats}}
    return {
        name: {
            "low": format_cards(hand.low),
            "high": format_cards(hand.high),
            "because": hand.because,
            "clause": "; ".join(ground.clause for ground in hand.basis),
        }
        for name, hand in hands.items()
    }


@make_command(
    "simulate",
    epilog=show_examples(
        "certify simulate SPEC --deals 10000 --seed 7",
        "certify simulate SPEC --deals 10000 --seed 7 --players 6 --json",
    ),
)
@take_spec
@click.option(
    "--deals", type=click.IntRange(1), metavar="N", required=True, help="Number of rounds."
)
@click.option(
    "--seed", type=click.IntRange(0), metavar="N", required=True, help="Seed of the random cards."
)
@take_paytable
@click.option(
    "--players",
    type=click.IntRange(1, 6),
    metavar="N",
    default=2,
    help="Number of players without the banker.",
)
@take_readings
@take_house_way
@take_output("text", "json")
def run_simulate(
    *,
    spec: str,
    deals: int,
    seed: int,
    paytable: str | None,
    players: int,
    readings: tuple[str, ...],
    lender: str | None,
    output: Output,
) -> None:
    """Deal at random and compare the results with the exact odds.

    For each wager and its Envy Bonus: the mean per unit wagered, the expected mean, and the z-score.
    Exit code 1 if a mean is more than 5 standard errors off. This finds gross errors only and proves no
    figure: rare payouts seldom occur, and both sides share one settlement.
    """
    from certify.odds.compute import Request, compute_odds
    from certify.odds.simulate import LIMIT, simulate

    rules = load_rules(spec, readings, lender)
    jurisdiction = rules.jurisdiction
    first = (table.id for _, table in jurisdiction.list_paytables() if table.named)
    with show_progress() as progress:
        request = Request(
            paytable=jurisdiction.name_paytable(paytable) if paytable else next(first, None),
            readings=rules.readings,
            alternatives=False,
            assumed=rules.lender,
            progress=progress,
        )
        odds = compute_odds(jurisdiction, request)
        if not any(item.wager == STANDARD and item.has_figures for item in odds):
            alone: dict[str, Value] = {"play.standard_wager_required": "not-required"}
            rules = replace(rules, readings=add_readings(rules.readings, alone))
        rulebook = _compile_all(rules, paytable)
        checks = simulate(rulebook, odds, deals, seed, players=players, progress=progress)
    agrees = all(check.agrees for check in checks)
    if output.is_json:
        head = {"jurisdiction": jurisdiction.id, "deals": deals, "seed": seed, "players": players}
        wagers = [
            {
                "wager": item.wager,
                "paytable": item.paytable,
                "mean": str(item.mean),
                "expected": str(item.expected),
                "standard_error": item.standard_error,
                "z": item.score,
                "agrees": item.agrees,
            }
            for item in checks
        ]
        output.write_json({**head, "agrees": agrees, "wagers": wagers})
    else:
        rows = [
            (
                item.wager,
                percent(item.mean),
                percent(item.expected),
                item.standard_error,
                item.score,
            )
            for item in checks
        ]
        head_line = ("wager", "mean per unit", "exact", "standard error", "z")
        off = f"more than {LIMIT} standard errors from the exact value"
        told = f"no mean is {off} (this proves no figure)" if agrees else f"a mean is {off}"
        output.write(
            [*format_table(head_line, rows), f"{count(deals, 'round')}, seed {seed}: {told}"]
        )
    leave(agrees)
