"""The words of a verdict and what they mean: one place for every page that prints one of them."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "matter": "one root cause in a document, with all findings that come of it",
    "house edge": "the share of a stake that the house keeps on average; a point is a hundredth of the stake",
    "reading": "one of the answers that the words of the text allow",
    "stated": "the text says it, once or in several places alike",
    "conflicting": "the text says two things; the one adopted is named, with the reason",
    "silent": "the text should say it and does not; what is assumed is ours, and named as ours",
    "deferred": "the text leaves it to another text; where that is not supplied, nothing is certified on it",
    "not offered": "the game of this text has no such thing",
    "waived": (
        "known and accepted by the person named until the day named; it stays what it is, and counts in the "
        "verdict"
    ),
}
"""Each word with its meaning, in the order in which a reader meets them."""


def tell_waiver(reason: str, accepted_by: str, until: str) -> str:
    """A waiver for people: who accepted what, until when, and that it changes no severity."""
    return f"accepted by {accepted_by} until {until}, and still counted: {reason}"
