"""certify play."""

from __future__ import annotations

from typing import Any

import click

from certify.base.errors import CertifyError
from certify.cli.options import (
    load_specs,
    parse_readings,
    print_json,
    take_json,
    take_readings,
)
from certify.cli.settle import (
    borrow_house_way,
    mark_assumptions,
    print_heading,
)
from certify.engine.narrative import tell_settlement
from certify.engine.play import count_seats, deal_round, set_round
from certify.engine.round import format_round, read_rules
from certify.engine.settle import settle_round
from certify.engine.settlement import format_settlement
from certify.engine.table import Table
from certify.game.cards import format_cards


@click.command("play")
@click.argument("spec")
@click.option(
    "--seed", required=True, type=click.IntRange(min=0), help="What the cards are drawn from."
)
@click.option("--rounds", required=True, type=click.IntRange(min=1), help="How many to deal.")
@click.option("--paytable", help="The paytable in force; the document's first by default.")
@click.option(
    "--players",
    type=click.IntRange(min=1),
    help="Players beside the bank; as many as the deck gives by default.",
)
@take_readings
@click.option(
    "--assume-house-way",
    "lender",
    metavar="SPEC",
    help="Set hands by this document's house way where SPEC holds none.",
)
@take_json
def command(
    spec: str,
    seed: int,
    rounds: int,
    paytable: str | None,
    players: int | None,
    readings: tuple[str, ...],
    lender: str | None,
    as_json: bool,
) -> None:
    """Deal rounds and settle them, with a full audit trail.

    The same seed gives the same rounds on any machine. Every seat sets its hand by the house way
    and makes every wager on offer. A round as printed with --json can be given to `certify settle`.
    """
    jurisdiction = load_specs((spec,))[0]
    rules = read_rules(
        jurisdiction,
        paytable or jurisdiction.paytables[0].id,
        parse_readings(readings, [jurisdiction]),
    )
    most = count_seats(rules)
    if players is not None and players > most:
        raise CertifyError(f"--players: {players} given, the deck and the document allow {most}")
    house_way = borrow_house_way(rules, lender)
    printed: list[dict[str, Any]] = []
    told: list[str] = []
    for number in range(1, rounds + 1):
        dealt = deal_round(rules, seed, number, players or most)
        round_, table = set_round(rules, dealt, house_way)
        settlement = settle_round(rules, round_, house_way)
        settings = _list_settings(table)
        if as_json:
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
    if as_json:
        print_json(
            {
                "jurisdiction": jurisdiction.id,
                "paytable": rules.paytable.id,
                "seed": seed,
                **mark_assumptions(rules, lender),
                "rounds": printed,
            }
        )
        return
    print_heading(rules, lender)
    for line in told:
        click.echo(line)


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
