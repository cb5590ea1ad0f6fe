"""The texts of the rules about seats, banking, what is offered and who qualifies."""

from __future__ import annotations

from dataclasses import replace

from certify.render.texts import Texts

_SHORTAGE = "{hands} hands of {dealt} cards need {needed} cards; the deck has {cards}."
_SEATS = "Number of seats is contradictory: {players} players or {positions} seated positions"
_PUSH = (
    "The procedure of the {wager:wager} does not address the push on {rows:rows} ({tables:tables})"
)
_NO_STEP = (
    "The procedure pays a qualifying hand and collects every other wager; no step returns a wager."
)

_DESCRIPTION = (
    "The {wager:wager} is optional and is placed before the cards are dealt. It is settled by its paytable "
    "together with the {standard}, without a separate maximum payout, and the {bank} pays it."
)
_PAID_FOR = (
    "The {envy} is paid for another player's hand, but not for the {bank}'s hand. Who banks is"
)
_BANKS = "(assumption: {banks:value})."
_BANKING_PLAYER = Texts(
    title="The hand of a player who banks is not addressed for the {envy}",
    problem=f"{_PAID_FOR} left to {{text}}, which was not supplied {_BANKS}",
    wording="If a player banks, their hand does not qualify other players for the {envy}.",
    where="After {place:cite}, add",
)

TEXTS: dict[str, Texts] = {
    "INT003": Texts(
        title="The deck has too few cards for the stated number of seats ({value})",
        problem=_SHORTAGE,
        action="State a number for which at most {most} hands are dealt, including the {bank}'s hand.",
    ),
    "INT003/supported": Texts(
        title="Number of seats is ambiguous, and the deck has too few cards for {hands} hands",
        problem=_SHORTAGE,
        action="State the number of seats, at most {most} including the {bank}'s.",
    ),
    "INT004": Texts(
        title=_SEATS,
        action="State the same number of seats in all of these places.",
    ),
    "INT004/deck": Texts(
        title=_SEATS,
        problem=_SHORTAGE,
        action=(
            "State the same number of seats in all of these places, for at most {most} hands including the "
            "{bank}'s."
        ),
    ),
    "INT004/settled": Texts(
        title=_SEATS,
        wording="{players}",
        where="In {place:cite}, correct the number of seated positions from {positions} to",
    ),
    "INT005": Texts(
        title="Surrender is restricted but never described",
        problem=(
            "A player with a bonus wager may not surrender. The document does not state who may surrender, "
            "when, and at what cost."
        ),
        action="Delete the note on surrender, or state who may surrender, when and at what cost.",
    ),
    "INT015": Texts(
        title="The house way is for the {bank}'s hand only, but players' hands are reset by it",
        problem="{set:title}: another clause requires the house way for this hand.",
        action="State which hands are set by the house way.",
    ),
    "INT015/advice": Texts(
        title="The house way is for the {bank}'s hand only, but players' hands are set by it on request",
        action="State which hands are set by the house way.",
    ),
    "INT006": Texts(
        title=(
            "The maximum payout of the {wager:wager} excludes progressive payouts, but no progressive is "
            "described"
        ),
        action=(
            "Describe the progressive payouts, or delete them from the exceptions to the maximum payout."
        ),
    ),
    "INT007": Texts(
        title=(
            "The document does not state whether the {bank}'s wager also limits {payments:wagers} payouts"
        ),
        problem="The document does not state who pays the {payments:wagers} once that amount is used up.",
        action="State which payouts are made from the amount that the {bank} puts up, and in which order.",
        wording="{sentence} {uncovered:all_stated}",
    ),
    "GAP005": Texts(
        title="The document does not state how many players may play, and the {envy} depends on it",
        action="State the maximum number of players at the table.",
    ),
    "GAP005/open": Texts(
        title="The document does not state how many players may play, and the {envy} depends on it",
        problem="{cards} cards give {hands} hands of {dealt} cards, so at most {most} players can play.",
        wording="The maximum number of players at the table is {most}.",
    ),
    "GAP006": Texts(
        title="Printed house edges with {envy} do not state the number of players and the wager amount",
        problem="They match {others:or} other players at the minimum wager.",
        action="Print the wager amount and the number of other players next to each house edge.",
    ),
    "INT011": Texts(
        title="{hand:class,upper} is a push on some paytables only",
        problem="It is a push on {pushing:tables}. On {rest:tables} it has no row and loses.",
        action="State that the difference is intended, or add the row to every paytable.",
    ),
    "GAP007": Texts(
        title=_PUSH,
        problem=_NO_STEP,
        wording="If the paytable shows a push for the player's hand, {result:value}.",
        where="After {step[0]:cite}, add",
    ),
    "GAP007/confirmed": Texts(
        title=_PUSH,
        problem=f"{_NO_STEP} The printed house edge matches a push.",
        wording="If the paytable shows a push for the player's hand, {result:value}.",
        where="After {step[0]:cite}, add",
    ),
    "GAP007/open": Texts(
        title=_PUSH,
        problem=_NO_STEP,
        action="State what the dealer does with the {wager:wager} wager on a push.",
    ),
    "GAP008": Texts(
        title="The document offers {count} paytables of the {wager:wager} and does not name the one in use",
        problem=(
            "The house edge without {envy} is {low:percent} on {lowest:tables} and {high:percent} on "
            "{highest:tables}."
        ),
        action="In the filing, name the paytable in use.",
    ),
    "INT014": Texts(
        title="The {wager:wager} has a paytable, but the rules of play do not describe it",
        problem="The document does not state {count} points, including: {examples:clauses}.",
        action="Describe the {wager:wager} in the rules of play, or delete its paytable.",
        wording=_DESCRIPTION,
    ),
    "INT014/alone": Texts(
        title="The {wager:wager} has a paytable, but the rules of play do not describe it",
        action="Describe the {wager:wager} in the rules of play, or delete its paytable.",
        wording=_DESCRIPTION,
    ),
    "GAP013": Texts(
        title="Hands higher than {hand:class} are not defined for the {envy}",
        problem=(
            "The document does not rank the hands. Assumption: the hands with an amount in the {envy} column "
            "qualify ({rows:rows})."
        ),
        action="Rank the hands, or state that every hand with an amount in the {envy} column qualifies.",
    ),
    "GAP013/deferred": Texts(
        title="Hands higher than {hand:class} are not defined for the {envy}",
        problem=(
            "The ranking of hands is left to {text}, which was not supplied. Assumption: the hands with an "
            "amount in the {envy} column qualify ({rows:rows})."
        ),
        action="Rank the hands, or state that every hand with an amount in the {envy} column qualifies.",
    ),
    "GAP014": replace(_BANKING_PLAYER, problem=f"{_PAID_FOR} not stated {_BANKS}"),
    "GAP014/deferred": _BANKING_PLAYER,
}
