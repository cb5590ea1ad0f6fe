"""The texts of the rules on omissions (GAP)."""

from __future__ import annotations

from certify.render.texts import Texts

_SILENT = "The document does not state {key:clause}"
_STATE = "State {key:clause}."
_SEVERAL = "The document does not state {number} rules on {topic:topic,lower}"
_TWO = "The document does not state {keys:clauses_and}"
_LIST = "Not stated: {keys:clauses}."

TEXTS: dict[str, Texts] = {
    "GAP001": Texts(title=_SILENT, action=_STATE),
    "GAP001/deferred": Texts(
        title="{key:clause,upper} is left to another document (not supplied)", action=_STATE
    ),
    "GAP001/rows": Texts(
        title=(
            "The document does not state which {wager:wager} payout applies to a hand with {pairs:both}"
        ),
        problem="Such a hand qualifies for {pairs:pairs}.",
        action=_STATE,
    ),
    "GAP001/some-tables": Texts(
        title="The document does not state {key:clause} with {tables:tables}",
        action="State the value for each paytable.",
        wording="With {tables:tables}, {sentence:lower}",
    ),
    "GAP002": Texts(title=_SILENT, action=_STATE),
    "GAP002/several": Texts(
        title=_SEVERAL, problem=_LIST, action="State what applies in each of these cases."
    ),
    "GAP002/two": Texts(title=_TWO, action="State what applies in each of these cases."),
    "GAP002/limits": Texts(
        title="The document does not state the minimum and maximum wagers",
        action="State the limits, or state that they are posted at the table.",
        wording="The minimum and maximum wagers are posted at the table.",
    ),
    "GAP003": Texts(title=_SILENT, action=_STATE),
    "GAP003/several": Texts(title=_SEVERAL, problem=_LIST, action="State each of these points."),
    "GAP003/two": Texts(title=_TWO, action="State both points."),
    "GAP004": Texts(
        title="The document does not state {count} points that affect payouts: {points:topical}",
        action="Add these rules to the document.",
    ),
    "GAP010": Texts(
        title="The document does not state {count} points that do not affect payouts",
        problem="Not stated: {points:clauses}.",
        action="State those that the regulator requires.",
    ),
    "GAP011": Texts(
        title="The document implies but does not state {key:clause}",
        action="State it as a rule.",
    ),
    "GAP015": Texts(
        title="The document does not rank the hands",
        problem="Hands are compared, but no clause ranks them.",
        action="Insert a ranking of the hands.",
    ),
}
