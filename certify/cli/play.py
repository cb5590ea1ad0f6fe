"""certify play."""

from __future__ import annotations

from typing import Any

import click

from certify.base.errors import CertifyError
from certify.cli.options import (
    check_lender,
    find_lender,
    load_specs,
    print_json,
    take_house_way,
    take_json,
    take_readings,
)
from certify.cli.settle import mark_assumptions, print_heading
from certify.engine.admission import choose_paytables
from certify.engine.hands import find_house_way
from certify.engine.narrative import tell_settlement
from certify.engine.play import choose_stakes, count_seats, deal_round, set_round
from certify.engine.round import format_round
from certify.engine.settle import settle_round
from certify.engine.settlement import format_settlement
from certify.engine.table import Table
from certify.game.cards import format_cards
from certify.spec.compile import compile_rulebook
from certify.spec.readings import parse_readings


@click.command("play")
@click.argument("spec")
@click.option(
    "--seed", required=True, type=click.IntRange(min=0), help="What the cards are drawn from."
)
@click.option(
    "--rounds", required=True, type=click.IntRange(1, 1_000_000), help="How many to deal."
)
@click.option("--paytable", help="The paytable in force; the document's first by default.")
@click.option(
    "--players",
    type=click.IntRange(min=1),
    help="Players beside the bank; as many as the deck gives by default.",
)
@take_readings
@take_house_way
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
    and makes every wager on offer. What --json prints can be given to `certify settle`.
    """
    jurisdiction = load_specs((spec,))[0]
    lends = find_lender(lender)
    check_lender(jurisdiction, lends)
    asked = parse_readings(jurisdiction, readings)
    named = choose_paytables(jurisdiction, paytable) if paytable else None
    rulebook = compile_rulebook(jurisdiction, asked, named, lends)
    most = count_seats(rulebook)
    if players is not None and players > most:
        raise CertifyError(f"--players: {players} given, the deck and the document allow {most}")
    house_way = find_house_way(rulebook)
    stakes = choose_stakes(rulebook)
    printed: list[dict[str, Any]] = []
    told: list[str] = []
    for number in range(1, rounds + 1):
        dealt = deal_round(rulebook, seed, number, players or most, stakes)
        round_, table = set_round(rulebook, dealt, house_way)
        settlement = settle_round(rulebook, round_, house_way)
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
                "paytables": {terms.id: terms.paytable for terms in rulebook.wagers.values()},
                "seed": seed,
                **mark_assumptions(asked, lender),
                "rounds": printed,
            }
        )
        return
    print_heading(rulebook, asked, lender)
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
