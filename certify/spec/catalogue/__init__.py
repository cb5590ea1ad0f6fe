"""The catalogue of parameters: everything that a document can state about the game, once.

Each specification has a statement for each parameter, one by one or for a whole section, so that an
omission of the document is always recorded. The schemas are made from this list.
"""

from __future__ import annotations

from certify.spec.catalogue import game, play, wagers
from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches

__all__ = [
    "ENVY",
    "EVENTS",
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
    "identity": "The document: its title, version, authority and currency.",
    "deck": "The cards, their rank, the joker and the named hands.",
    "table": "Seats, the banker, the wagers that the banker must cover, and the table limits.",
    "play": "The order of play: betting, dealing, exposing, and the conduct of players.",
    "setting": "Setting seven cards into two hands, and the consequences of a foul.",
    "comparison": "Comparing the player's hands with the banker's.",
    "standard": "Payout, commission and limits of the standard wager.",
    "irregularities": "Errors and irregularities with the cards.",
}
"""The sections that occur once in a specification; those of a wager are part of it."""

TOPICS: dict[str, str] = {
    "document": "Document",
    "deck": "Deck",
    "ranking": "Ranking of hands",
    "joker": "Joker",
    "wheel": "A-2-3-4-5 as a straight",
    "royal-match": "Royal match",
    "seats": "Seats",
    "banking": "Banking and payment",
    "settling": "Order of settlement",
    "caps": "Maximum payouts",
    "table": "Table",
    "betting": "Placing wagers",
    "dealing": "Shuffling and dealing",
    "exposure": "Exposure of hands, and automatic pushes",
    "surrender": "Surrender",
    "conduct": "Conduct of players",
    "setting": "Setting the hands",
    "equal-hands": "High hand equal to the low hand",
    "fouls": "Foul hands",
    "house-way": "House way",
    "copies": "Comparing hands, and copies",
    "commission": "Payout and commission",
    "irregularities": "Irregularities",
    "offer": "Wagers offered",
    "bonus-condition": "Payment of bonus wagers",
    "paytable": "Payouts",
    "progressive": "Progressive jackpot",
    "envy-minimum": "Minimum wager for the Envy Bonus",
    "envy-hands": "Qualifying hands for the Envy Bonus",
    "envy-claims": "Eligibility for the Envy Bonus",
    "envy-several": "Envy Bonus for several hands",
    "envy-exclusions": "Disqualification from the Envy Bonus",
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
"""What a house way states in addition to its own questions."""
WAGER = wagers.WAGER
ENVY = wagers.ENVY

EVENTS = tuple(item.name.replace("_", "-") for item in play.IRREGULARITIES)
"""Irregularities that a round can have, each with a consequence among the parameters."""

PARAMETERS: dict[str, Parameter] = {
    parameter.key: parameter for parameter in (*GAME, *HOUSE_WAY, *WAGER, *ENVY)
}

PAYTABLE_PARAMETERS = tuple(key for key, item in PARAMETERS.items() if item.on_paytable)
"""Parameters for which a paytable may state its own value."""

PARAMETERS_OF_READING: dict[str, Parameter] = {
    parameter.reading: parameter for parameter in PARAMETERS.values() if parameter.reading
}
