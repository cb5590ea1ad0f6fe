"""The texts of the rules on figures and on the limits of the policy."""

from __future__ import annotations

from certify.render.texts import Texts

_ADVANTAGE = (
    "The {wager:wager} gives the player the advantage as written: house edge {edge:percent}"
)
_ADVANTAGE_USED = (
    "The {wager:wager} gives the player the advantage under the interpretation used: house edge "
    "{edge:percent}"
)
_ASSUMED = "The figure assumes the house way of {assumed}."
_ABOVE = (
    "{wager:wager}: house edge of {worst:percent}{base:conditions} is above the "
    "policy's maximum of {bound:percent}"
)
_BELOW = (
    "{wager:wager}: house edge of {worst:percent}{base:conditions} is below the "
    "policy's minimum of {bound:percent}"
)
_LIMIT = "The limit is set by {owner}, not by the document."
_RANGE = "{tables:tables,upper}: {edges:span}{base:conditions}. "

TEXTS: dict[str, Texts] = {
    "MTH001": Texts(
        title=(
            "Printed house edge of {printed}% for {table:tables} does not match the calculated "
            "{calculated:percent}"
        ),
        action="Correct the printed house edge, or the row of the paytable that it rests on.",
        wording="{corrected}%",
        where="In {places:cite}, replace “{printed}%” with",
    ),
    "MTH001/standard": Texts(
        title=(
            "Printed house edge of {printed}% for the {wager:wager} does not match the calculated "
            "{calculated:percent}"
        ),
        action="Correct the printed house edge, or the rule that it rests on.",
        wording="{corrected}%",
        where="In {places:cite}, replace “{printed}%” with",
    ),
    "MTH002": Texts(
        title="{count} of {every} printed house edges are truncated, not rounded",
        action="Round the printed house edges, or state that they are truncated.",
    ),
    "MTH003/rows": Texts(
        title=_ADVANTAGE,
        problem="Affected: {tables:tables}, at {stake:money} with {others} other players.",
        action="Lower the payouts of {tables:tables}.",
    ),
    "MTH003/rules": Texts(
        title=_ADVANTAGE,
        action="Change the payout or the commission of the {wager:wager}.",
    ),
    "MTH003/rules-assumed": Texts(
        title=_ADVANTAGE,
        problem=_ASSUMED,
        action="Change the payout or the commission of the {wager:wager}.",
    ),
    "MTH003/avoidable": Texts(
        title=_ADVANTAGE_USED,
        action="State the alternative that removes the advantage, for: {avoiding:titles}.",
    ),
    "MTH003/avoidable-assumed": Texts(
        title=_ADVANTAGE_USED,
        problem=_ASSUMED,
        action="State the alternative that removes the advantage, for: {avoiding:titles}.",
    ),
    "MTH004": Texts(
        title="{hand:class,upper} is rarer than {better:classes} but pays less",
        problem="On {tables:tables} it pays {pays:value}.",
        action="Check the payouts of {hand:class} and {better:classes} on {tables:tables}.",
    ),
    "MTH005": Texts(
        title="{hand:class,upper} is never paid on {table:tables}",
        problem="Other rows are paid for all of its hands.",
        action="Move the row above the rows that its hands also qualify for, or delete it.",
        wording="If a hand qualifies for several payouts, the highest of them is paid.",
    ),
    "MTH005/impossible": Texts(
        title="{hand:class,upper} has a row on {table:tables} but cannot be dealt",
        action="Delete the row, or state the joker that makes the hand possible.",
    ),
    "MTH006": Texts(
        title="{first:class,upper} and {second:class} have the same payout ({pays:value}) on {table:tables}",
        action="Merge the two rows, or correct one payout.",
    ),
    "MTH007": Texts(
        title="{above:class,upper} and {below:class} have the same {envy} on {tables:tables}: {high:money}",
        problem="The payout of {above:class} is higher.",
        action="Check the amounts of the {envy} in these two rows.",
    ),
    "POL001/high": Texts(
        title=_ABOVE,
        problem=_LIMIT,
        action="Obtain the approval of {owner}.",
    ),
    "POL001/high-some": Texts(
        title=_ABOVE,
        problem=_RANGE + _LIMIT,
        action="In the filing, name a paytable within the limits, or obtain the approval of {owner}.",
    ),
    "POL001/low": Texts(
        title=_BELOW,
        problem=_LIMIT,
        action="Obtain the approval of {owner}.",
    ),
    "POL001/low-some": Texts(
        title=_BELOW,
        problem=_RANGE + _LIMIT,
        action="In the filing, name a paytable within the limits, or obtain the approval of {owner}.",
    ),
    "POL002": Texts(
        title=(
            "{wager:wager}: maximum payout of {maximum:money} reduces payouts of {table:tables} at wagers "
            "above {limit:money}"
        ),
        problem="Hands affected at wagers up to {stake:money}: {hands:classes}.",
        action="Set a maximum wager, or raise the maximum payout.",
        wording="The maximum {wager:wager} wager is {limit:amount}.",
    ),
    "POL002/table": Texts(
        title=(
            "{wager:wager}: maximum aggregate payout of {maximum:money} reduces payouts of {table:tables} "
            "at wagers above {limit:money}"
        ),
        problem=(
            "Hands affected at wagers up to {stake:money}, for a player who is paid alone: {hands:classes}."
        ),
        action="Set a maximum wager, or raise the maximum aggregate payout.",
        wording="The maximum {wager:wager} wager is {limit:amount}.",
    ),
}
