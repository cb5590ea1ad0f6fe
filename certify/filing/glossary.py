"""The words of a filing that a reader from outside may not know, each with its meaning."""

from __future__ import annotations

from collections.abc import Iterable

from certify.filing.wording import capital

_COMMON = {
    "Bank": "Who pays and takes the wagers: the house, or a player who banks.",
    "Edge": "The bank's expected share of the stake; the house edge.",
    "Edition": "A numbered state of the specification.",
    "Envy": "A sum paid for a high hand of another player.",
    "House way": "The ordered rules by which the bank's hand is set.",
    "Point": "A hundredth of the stake; a difference of two percentages.",
    "Policy": "The enclosed file of criteria that questions and edges are held against.",
    "Push": "The stake is returned and nothing else.",
    "Reading": "One of several things that a document can be taken to say.",
    "Specification": (
        "The enclosed file in which a document is written down clause by clause; every figure is computed "
        "from it."
    ),
    "Stake": "What a player puts up on one wager.",
}
_OF_A_FILING = {
    "Certificate": "The enclosed file of the figures that somebody released; it certifies no rules.",
    "Copy": "A hand of the same rank as the bank's.",
    "Engine": "The part of the program that settles one dealt round, wager by wager.",
    "Hit rate": "How often a wager is paid. A push is no hit.",
    "Matter": "One root cause in the document, with all that follows from it; a question of section 2.",
    "True odds": "The chances against an outcome, to one.",
}
_OF_A_COMPARISON = {
    "Full table": "As many other players as the policy takes for a full table.",
    "Line": "A row of a paytable: a hand, and what it pays.",
}


def define_words(
    owner: str, releasers: Iterable[str] = (), *, across: bool = False
) -> tuple[tuple[str, str], ...]:
    """The words of a filing, or of one across documents, in alphabetical order.

    Whoever owns the policy is among them, for nobody outside knows the name.
    """
    released = " and released the figures" if owner in set(releasers) else ""
    words = {
        **_COMMON,
        **(_OF_A_COMPARISON if across else _OF_A_FILING),
        capital(
            owner.removeprefix("the ")
        ): f"The policy's owner, who set its criteria{released}; no regulator.",
    }
    return tuple(sorted(words.items(), key=lambda item: item[0].casefold()))
