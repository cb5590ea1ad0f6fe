"""The terms of a filing, each with its meaning."""

from __future__ import annotations

from collections.abc import Iterable

from certify.render.reasons import WORDS
from certify.render.values import begin

_TERMS = {
    "certificate": "the enclosed file with the figures that were released; it does not certify rules",
    "copy": "a hand of the same rank as the banker's hand",
    "Envy Bonus": "a payment for a qualifying hand of another player",
    "full table": "the number of other players that the policy names",
    "hit frequency": "how often a wager is paid; a push does not count",
    "house way": "the rules by which the banker's hand is set",
    "policy": "the enclosed file with the criteria for severities and house edges",
    "push": "the wager is returned",
    "revision": "a numbered version of the specification",
    "specification": "the enclosed file that records the document, clause by clause",
}


def define_words(owner: str, releasers: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """The terms of a filing in alphabetical order, with the owner of the policy."""
    released = " and released the figures" if owner in set(releasers) else ""
    words = {
        **WORDS,
        **_TERMS,
        owner.removeprefix("the "): f"the owner of the policy, who set its criteria{released}",
    }
    return tuple(
        (begin(word), f"{begin(meaning.replace('`', '')).rstrip('.')}.")
        for word, meaning in sorted(words.items(), key=lambda item: item[0].casefold())
    )
