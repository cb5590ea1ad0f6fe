"""The sentences for reasons that the code has as values, read from `reasons.yaml`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from certify.findings.finding import Basis, Downgrade, NoEffect
from certify.findings.policy import Policy
from certify.findings.verdict import Verdict
from certify.odds.result import Status
from certify.render.numbers import count, points
from certify.render.texts import load_texts
from certify.spec.model import Standing

Member = TypeVar("Member", bound=StrEnum)


def _read(section: str, members: Iterable[Member]) -> dict[Member, str]:
    """The sentence of each value."""
    return {item: load_texts("reasons")[section][item.value] for item in members}


NO_EFFECT = _read("effects", NoEffect)
BASES = _read("conditions", Basis)
DOWNGRADES = _read("not_an_error", Downgrade)
STANDINGS = _read("standings", Standing)
STATUSES = _read("statuses", Status)
MEANINGS = _read("meanings", Status)
WORDS: dict[str, str] = load_texts("reasons")["words"]


def describe_verdict(verdict: Verdict, readings: int = 0) -> str:
    """A verdict in words."""
    if verdict is Verdict.SUBJECT_TO_READINGS:
        return f"certified subject to {count(readings, 'reading')}"
    return {
        Verdict.AS_WRITTEN: "certified as written",
        Verdict.AMBIGUOUS: "ambiguous as written",
        Verdict.INCOMPLETE: "incomplete",
    }[verdict]


def define_severities(policy: Policy) -> dict[str, str]:
    """What each severity means under a policy."""
    limit = points(policy.materiality).removeprefix("+").removesuffix(" pp").rstrip("0").rstrip(".")
    return {
        word: text.format(limit=limit, owner=policy.owner)
        for word, text in load_texts("reasons")["severities"].items()
    }


def describe_waiver(reason: str, accepted_by: str, until: str) -> str:
    """A waiver: who accepted it, until when, and why."""
    return f"accepted by {accepted_by} until {until}: {reason}"
