"""The texts of the rules on paytables."""

from __future__ import annotations

from certify.render.texts import Texts

_SOME_PAYTABLES = (
    "It pays at least {pays:value} on {tables:tables}. On {without:tables}, it loses, unless the seven "
    "cards qualify for another row."
)

TEXTS: dict[str, Texts] = {
    "INT008": Texts(
        title="{paid:class,upper} pays more than {ranked:class}, which the hand ranking places higher",
        problem=(
            "On {tables:tables}, {paid:class} pays {more:value} and {ranked:class} pays {less:value}. "
            "If a hand contains both, its payout depends on which list applies."
        ),
        action="State whether such a hand is paid in the order of the paytable or of the hand ranking.",
    ),
    "INT009": Texts(
        title="The hand ranking omits {hands:classes}",
        problem="Rows affected: on {tables:tables}. Without a rank, a hand cannot be compared with others.",
        action="Add {hands:classes} to the hand ranking.",
    ),
    "INT010": Texts(
        title="{hand:class,upper} has no row on {without:tables}",
        problem=_SOME_PAYTABLES,
        action="State that {hand:class} has no payout of its own on {without:tables}, or add the row.",
    ),
    "INT010/excluded": Texts(
        title="{hand:class,upper} has no row on {without:tables}",
        problem=_SOME_PAYTABLES,
        action="State that {hand:class} has no payout of its own on {without:tables}.",
    ),
    "INT012": Texts(
        title="The description of the royal match includes every royal flush",
        problem=(
            "Every royal flush contains a king and a queen of its suit. Only the separate row “{row}” of "
            "{tables:tables} shows that two further cards are required."
        ),
        action="State that the king and queen are two further cards.",
        wording="Royal Flush with a further King and Queen, both of one suit",
        where="In the label of the royal match, replace the words in brackets with",
    ),
    "INT013/missing": Texts(
        title="{envy}: the rule includes {hand:class}, but {table:tables} has no amount for it",
        problem="The effect is that of adding the lowest amount of this paytable.",
        action="Make the rule and the column agree.",
        wording="On {table:tables}, {hand:class} does not qualify for the {envy}.",
    ),
    "INT013/extra": Texts(
        title="{envy}: the rule excludes {hand:class}, but {table:tables} has an amount for it",
        problem="The effect is that of paying this amount.",
        action="Make the rule and the column agree.",
        wording="On {table:tables}, {hand:class} does not qualify for the {envy}.",
    ),
}
