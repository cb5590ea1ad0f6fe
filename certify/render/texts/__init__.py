"""The texts of the rules: one record for each rule, with slots for the data of a finding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """What is printed for the findings of a rule; `{slot:form}` prints a slot of the finding in a form."""

    title: str
    """The defect."""
    problem: str = ""
    """What is wrong, in one or two sentences, where source and interpretation do not show it."""
    action: str = ""
    """What the author of the document should do."""
    wording: str = ""
    """A sentence to insert or change."""
    where: str = ""
    """The place of that sentence; the first citation where it is empty."""
