"""What `price` and `solve` take: lines, and the game around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from certify.cli.completion import complete_specs
from certify.odds.given_lines import read_lines
from certify.odds.price import Priced, price_lines
from certify.odds.priced_game import ORDERS, Assumptions, list_known_lines
from certify.spec.catalogue.game import Joker
from certify.spec.catalogue.wagers import Precedence

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = (
    click.argument("texts", metavar="[LINES...]", nargs=-1),
    click.option(
        "--like",
        metavar="SPEC[:P]",
        help="Begin with a known paytable: its file and its id.",
        shell_complete=complete_specs,
    ),
    click.option(
        "--joker",
        type=click.Choice([str(word) for word in Joker], case_sensitive=False),
        help="The joker.",
    ),
    click.option("--deck", type=click.Choice(["53", "52"]), help="Cards; 52 are without joker."),
    click.option(
        "--precedence",
        type=click.Choice([str(word) for word in Precedence], case_sensitive=False),
        help="Which of two lines in one hand is paid.",
    ),
    click.option(
        "--order", type=click.Choice(ORDERS), help="The order of the lines: by pays, or as written."
    ),
    click.option("--envy", metavar="AMOUNTS", help="Envy by line, like 'quads=5 sf=20'."),
    click.option("--others", type=click.IntRange(0, 5), default=0, help="Others who pay envy."),
    click.option("--stake", metavar="AMOUNT", help="A stake such as 25."),
    click.option("--currency", default="USD", metavar="CODE", help="Of stake and envy; USD."),
    click.option("--wager", metavar="W", help="What the wager is called, or which is meant."),
)


def take_lines(function: Function) -> Function:
    """LINES, and the options on the game around them."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def price_given(asked: Mapping[str, Any], *, compare: bool = True) -> Priced:
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
        compare=compare,
    )
