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
    "TOPICS",
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

TOPICS: dict[str, str] = {
    "document": "The document itself",
    "deck": "The deck",
    "ranking": "Ranking of hands",
    "joker": "The joker",
    "wheel": "A-2-3-4-5 as a straight",
    "royal-match": "The royal match",
    "seats": "Seats",
    "banking": "Who banks and pays",
    "settling": "Order of settling",
    "caps": "Caps on payments",
    "table": "The table",
    "betting": "Placing wagers",
    "dealing": "Shuffling and dealing",
    "exposure": "When the bank's hand is seen, and pushes on it",
    "surrender": "Giving up a hand",
    "conduct": "Conduct of players",
    "setting": "Setting the hands",
    "equal-hands": "High hand equal to the low hand",
    "fouls": "Foul hands",
    "house-way": "The house way",
    "copies": "Comparing hands, and copies",
    "commission": "Pay and commission",
    "irregularities": "Irregularities",
    "offer": "What is offered",
    "bonus-condition": "When and how a wager is paid",
    "paytable": "Pays",
    "progressive": "Progressive jackpot",
    "envy-minimum": "Stake from which envy is paid",
    "envy-hands": "Hands that pay envy",
    "envy-claims": "Who has a claim to envy",
    "envy-several": "Envy for several hands",
    "envy-exclusions": "Envy taken away",
}
"""The headings under which documents are compared."""

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

PAYTABLE_PARAMETERS = tuple(key for key, item in PARAMETERS.items() if item.on_paytable)
"""Statements that a paytable may make for itself, over the one of the game or the wager."""

PARAMETERS_OF_READING: dict[str, Parameter] = {
    parameter.reading: parameter for parameter in PARAMETERS.values() if parameter.reading
}
