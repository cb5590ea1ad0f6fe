"""What `price` and `solve` take: lines, and the game around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from certify.cli.completion import complete_specs
from certify.odds.given_lines import read_lines
from certify.odds.price import Priced, price_lines
from certify.odds.priced_game import ORDERS, Assumptions, list_known_lines
from certify.spec.choices import Joker, Precedence

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = (
    click.argument("texts", metavar="[LINES...]", nargs=-1),
    click.option(
        "--like",
        metavar="SPEC[:P]",
        help="Known paytable to start from: specification and paytable id.",
        shell_complete=complete_specs,
    ),
    click.option(
        "--joker",
        type=click.Choice([str(word) for word in Joker], case_sensitive=False),
        help="Role of the joker (default: bug).",
    ),
    click.option(
        "--deck",
        type=click.Choice(["53", "52"]),
        help="Number of cards; 52: no joker (default: 53).",
    ),
    click.option(
        "--precedence",
        type=click.Choice([str(word) for word in Precedence], case_sensitive=False),
        help="Payout that applies if a hand qualifies for two rows.",
    ),
    click.option(
        "--order", type=click.Choice(ORDERS), help="Order of the rows: by payout, or as written."
    ),
    click.option(
        "--envy", metavar="AMOUNTS", help="Envy Bonus by row, for example 'quads=5 sf=20'."
    ),
    click.option(
        "--others",
        type=click.IntRange(0, 5),
        default=0,
        help="Number of other players for the Envy Bonus.",
    ),
    click.option("--stake", metavar="AMOUNT", help="Wager amount, for example 25."),
    click.option(
        "--currency",
        default="USD",
        metavar="CODE",
        help="Currency of wager and Envy Bonus (default: USD).",
    ),
    click.option("--wager", metavar="W", help="Name of the wager, or the wager meant by --like."),
)


def take_lines(function: Function) -> Function:
    """LINES, and the options on the game around them."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def price_given(asked: Mapping[str, Any]) -> Priced:
    """Price what the options of a command ask for."""
    deck = asked["deck"]
    return price_lines(
        read_lines(asked["texts"], list_known_lines(asked["like"], asked["wager"])),
        Assumptions(
            asked["joker"],
            int(deck) if deck else None,
            asked["precedence"],
            asked["envy"],
            asked["currency"],
            asked["order"],
            asked["wager"],
        ),
        like=asked["like"],
        others=asked["others"],
        stake=asked["stake"],
    )
