"""The texts of the rules on documents referred to (REF) and on rules that are not modelled (MOD)."""

from __future__ import annotations

from dataclasses import replace

from certify.render.texts import Texts

_SUPPLY_ONE = "Supply {target:text}, or add the rule to this document."
_SUPPLY_MANY = "Supply {target:text}, or add the rules to this document."
_STOPS = "The {stopped:wagers} cannot be certified, because the {lead:title,lower} "
_TWO = "{named:words} both govern, in whole or in part: {topics:topics}."
_DEPARTS = (
    " The document lists {first} among the exceptions to {then} ({place:cite}), without stating how far the "
    "exception extends."
)
_WHICH = "Supply both documents, and state which of them prevails if they differ."
_UNMODELLED = (
    "None in the document: certify does not model this rule, and the figure for the {wagers:wagers} stays "
    "incomplete."
)
_TWO_TEXTS = Texts(
    title="Rules are left to two documents, and it is not stated which prevails: {named:words}",
    problem=_TWO,
    action=_WHICH,
)
_TWO_STOP = Texts(
    title=(
        f"{_STOPS}is left to two documents that were not supplied, and it is not "
        "stated which prevails"
    ),
    problem=_TWO,
    action=_WHICH,
)

TEXTS: dict[str, Texts] = {
    "REF001": Texts(
        title="{number} documents that this document refers to were not supplied",
        action="Supply these documents, or quote the parts that apply.",
    ),
    "REF001/one": Texts(
        title="A document that this document refers to was not supplied: {targets:words}",
        action="Supply the document, or quote the parts that apply.",
    ),
    "REF002": Texts(
        title="The document refers to a part that it does not contain: {target}",
        action="Add the missing part, or delete the reference.",
    ),
    "REF002/rules": Texts(
        title="The document refers to a part that it does not contain: {target}",
        problem="Left to it, in whole or in part: {topics:topics}.",
        action="Add the missing part, or state these rules elsewhere in the document.",
    ),
    "REF003/one": Texts(
        title="The document does not state {key:clause}; it refers to {target:text} (not supplied)",
        action=_SUPPLY_ONE,
    ),
    "REF003/many": Texts(
        title="{number} rules of play are left to {target:text} (not supplied)",
        problem="Not stated. {keys:grouped}.",
        action=_SUPPLY_MANY,
    ),
    "REF003/one-without-figure": Texts(
        title=f"{_STOPS}is in another document that was not supplied",
        action=_SUPPLY_ONE,
    ),
    "REF003/many-without-figure": Texts(
        title=f"{_STOPS}and {{others}} other rules are left to {{target:text}} (not supplied)",
        problem="Not stated. {keys:grouped}.",
        action=_SUPPLY_MANY,
    ),
    "REF004": _TWO_TEXTS,
    "REF004/departs": replace(_TWO_TEXTS, problem=_TWO + _DEPARTS),
    "REF004/without-figure": _TWO_STOP,
    "REF004/departs-without-figure": replace(_TWO_STOP, problem=_TWO + _DEPARTS),
    "MOD001": Texts(
        title="{key:title}: stated but not modelled; no complete figure for the {wagers:wagers}",
        action=_UNMODELLED,
    ),
    "MOD001/without-wager": Texts(
        title="{key:title}: stated but not modelled; no house edge depends on it",
        action="None in the document: certify does not settle rounds that depend on this rule.",
    ),
    "MOD002": Texts(
        title="Rule not modelled, no complete figure for the {wagers:wagers}: {what}",
        action=_UNMODELLED,
    ),
    "MOD002/without-wager": Texts(
        title="Rule not modelled; no wager depends on it: {what}",
    ),
}
