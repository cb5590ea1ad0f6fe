"""The texts of the rules on differences between documents (XJD)."""

from __future__ import annotations

from certify.render.texts import Texts

TEXTS: dict[str, Texts] = {
    "XJD001": Texts(title=""),
    "XJD001/alone": Texts(
        title="",
        problem=(
            "Related rules of {other} that also differ: {linked:all_stated} Without them the effect would be "
            "{alone:points}."
        ),
    ),
    "XJD001/linked": Texts(
        title="", problem="Related rules of {other} that also differ: {linked:all_stated}"
    ),
    "XJD001/minimum-here": Texts(
        title="",
        problem=(
            "A wager from {low:money} to less than {high:money} qualifies only in this document. The effect "
            "is given at {low:money}, the smallest such wager considered."
        ),
    ),
    "XJD001/minimum-there": Texts(
        title="",
        problem=(
            "A wager from {low:money} to less than {high:money} qualifies only in {other}. The effect is "
            "given at {low:money}, the smallest such wager considered."
        ),
    ),
    "XJD002/here": Texts(title="This document, but not {other}, offers the {name}"),
    "XJD002/there": Texts(title="{other} offers the {name}; this document does not"),
    "XJD002/envy-here": Texts(
        title="The {name} has an {bonus} in this document; it has none in {other}"
    ),
    "XJD002/envy-there": Texts(
        title="The {name} has an {bonus} in {other}; it has none in this document"
    ),
    "XJD003/here": Texts(
        title="{hand:class,upper} is a push on {tables:tables} in this document and loses in {other}",
    ),
    "XJD003/there": Texts(
        title="{hand:class,upper} loses in this document and is a push on {tables:tables} of {other}",
    ),
    "XJD004": Texts(
        title="{count} paytables of the {wager:wager} are equal to paytables of {other}",
        problem="Equal paytables (this document = {other}): {pairs:words}.",
    ),
    "XJD004/rest": Texts(
        title="{count} paytables of the {wager:wager} are equal to paytables of {other}",
        problem=(
            "Equal paytables (this document = {other}): {pairs:words}. Without an equal: {own_rest:listed} "
            "in this document, {their_rest:listed} in {other}."
        ),
    ),
    "XJD004/one": Texts(
        title="{wager:wager}: {here:tables} of this document is equal to {there:tables} of {other}",
    ),
    "XJD005": Texts(
        title="{wager:wager}: the payouts of {tables:tables} differ from those of {other}",
        problem="{near:near,upper}.",
    ),
    "XJD005/one": Texts(title="{wager:wager}: {near:near}"),
    "XJD007": Texts(
        title="The house way of {other} sets {hands:count} hands differently",
        problem="Hands, with the low hand in this document and in {other}: {groups:settings}.",
    ),
    "XJD006": Texts(
        title=(
            "{own:tables,upper} of the {wager:wager} has the payouts of {pays:tables} and the {bonus} of "
            "{envy:tables}"
        ),
        action="Confirm that the combination is intended.",
    ),
}
