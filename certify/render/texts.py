"""The texts of the rules: a record for each rule and variant, with slots for the data of a finding."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from certify.base.load import load_file


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
