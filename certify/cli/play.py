"""certify play."""

from __future__ import annotations

from typing import Any

import click

from certify.base.errors import CertifyError
from certify.cli.options import (
    check_lender,
    find_lender,
    load_spec,
    take_house_way,
    take_paytable,
    take_readings,
    take_spec,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.cli.settle import list_heading, mark_assumptions
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


@make_command(
    "play",
    epilog=show_examples(
        "certify play SPEC --seed 7 --rounds 3",
        "certify play SPEC --seed 7 --rounds 100 --players 3 --json -o rounds.json",
        "certify play SPEC --seed 7 --rounds 3 --json | certify settle SPEC",
    ),
)
@take_spec
@click.option("--seed", required=True, type=click.IntRange(min=0), help="Seed of the random cards.")
@click.option(
    "--rounds", required=True, type=click.IntRange(1, 1_000_000), help="Number of rounds."
)
@take_paytable
@click.option(
    "--players",
    type=click.IntRange(min=1),
    help="Number of players without the banker (default: as many as the deck allows).",
)
@take_readings
@take_house_way
@take_output("text", "json")
def command(
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
    jurisdiction = load_spec(spec)
    lends = find_lender(lender)
    check_lender(jurisdiction, lends)
    asked = parse_readings(jurisdiction, readings, lends)
    named = choose_paytables(jurisdiction, paytable) if paytable else None
    rulebook = compile_rulebook(jurisdiction, asked, named, lends)
    most = count_seats(rulebook)
    if players is not None and players > most:
        raise CertifyError(
            f"--players: {players} given, the deck and the document allow {most}; ask for {most} or fewer"
        )
    house_way = find_house_way(rulebook)
    stakes = choose_stakes(rulebook)
    printed: list[dict[str, Any]] = []
    told: list[str] = []
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
    if output.is_json:
        output.write_json(
            {
                "jurisdiction": jurisdiction.id,
                "paytables": {terms.id: terms.paytable for terms in rulebook.wagers.values()},
                "seed": seed,
                **mark_assumptions(asked, lender),
                "rounds": printed,
            }
        )
        return
    output.write([*list_heading(rulebook, asked, lender), *told])


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
