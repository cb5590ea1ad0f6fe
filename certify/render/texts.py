"""The texts of the rules: a record for each rule and variant, with slots for the data of a finding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from certify.base.load import load_file
from certify.findings.finding import Basis, Downgrade, NoEffect
from certify.findings.policy import Policy
from certify.findings.verdict import Verdict
from certify.odds.result import Status
from certify.render.numbers import count, points
from certify.spec.model import Standing


@dataclass(frozen=True, slots=True)
class Texts:
    """What is printed for the findings of a rule; `{slot:form}` prints a slot of the finding in a form."""

    title: str = ""
    """The defect."""
    problem: str = ""
    """What is wrong, in one or two sentences, where source and interpretation do not show it."""
    action: str = ""
    """What the author of the document should do."""
    wording: str = ""
    """A sentence to insert or change."""
    where: str = ""
    """The place of that sentence; the first citation where it is empty."""


@cache
def load_texts(name: str) -> dict[str, Any]:
    """One of the files of texts next to this module."""
    data: dict[str, Any] = load_file(Path(__file__).with_name(f"{name}.yaml")).data
    return data


@cache
def find_texts(code: str, variant: str) -> Texts:
    """The texts of a rule, with what the variant replaces."""
    common = dict(load_texts("texts")[code])
    variants = common.pop("variants", {})
    return Texts(**{**common, **(variants[variant] if variant else {})})


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
    return f"accepted by {accepted_by} until {until}, because {reason}"
