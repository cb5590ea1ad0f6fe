"""The catalogue of parameters: everything that a document can say about the game, once.

Each jurisdiction file has a statement for each of these, whatever its standing, so that a silence
is recorded and never an oversight: one by one, or a whole section at once. The schema of a file is made
from this list, and no other table repeats what it says of a parameter.
"""

from __future__ import annotations

from certify.spec.catalogue import game, play, wagers
from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches

__all__ = [
    "ENVY",
    "GAME",
    "HOUSE_WAY",
    "PARAMETERS",
    "PARAMETERS_OF_READING",
    "PAYTABLE_PARAMETERS",
    "SECTIONS",
    "WAGER",
    "Kind",
    "Moves",
    "Parameter",
    "Touches",
]

SECTIONS: dict[str, str] = {
    "identity": "What the document calls itself and whose it is.",
    "deck": "The cards, their rank, the joker and the named hands.",
    "table": "Seats, who banks, what a bank must cover, and the limits of the table.",
    "play": "The order of play: betting, dealing, exposing, and what players may do meanwhile.",
    "setting": "How seven cards become two hands, and what a wrong setting costs.",
    "comparison": "How the player's hands are compared with the bank's.",
    "standard": "What the standard wager pays and costs.",
    "irregularities": "What happens when something goes wrong with the cards.",
}
"""The sections that stand once in a file; those of a wager stand with it."""

GAME: tuple[Parameter, ...] = (
    *game.IDENTITY,
    *game.DECK,
    *game.TABLE,
    *play.PLAY,
    *play.SETTING,
    *play.COMPARISON,
    *play.STANDARD,
    *play.IRREGULARITIES,
)
HOUSE_WAY = play.HOUSE_WAY
"""What a house way states about itself, beside the questions that it asks on its own."""
WAGER = wagers.WAGER
ENVY = wagers.ENVY

PARAMETERS: dict[str, Parameter] = {
    parameter.key: parameter for parameter in (*GAME, *HOUSE_WAY, *WAGER, *ENVY)
}

PAYTABLE_PARAMETERS = ("deck.joker", "envy.minimum_stake")
"""Statements that a paytable may make for itself, over the one of the game or the wager."""

PARAMETERS_OF_READING: dict[str, Parameter] = {
    parameter.reading: parameter for parameter in PARAMETERS.values() if parameter.reading
}
