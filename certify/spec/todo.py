"""How far a draft has come: what is answered, what is open, and what of it moves money."""

from __future__ import annotations

from dataclasses import dataclass

from certify.spec.catalogue import Moves
from certify.spec.model import Jurisdiction, Standing, Statement, Task

_URGENCY = (Moves.ODDS, Moves.INCOMPLETE, Moves.ROUND, Moves.NOTHING)


@dataclass(frozen=True, slots=True)
class Draft:
    """A file in which something is still to be written down."""

    parameters: int
    """How many the file has to answer; the lines of paytables are not counted among them."""
    answered: int
    open: tuple[Statement, ...]
    """What is still to do, what moves the odds first, lines of paytables too."""
    tasks: tuple[Task, ...] = ()
    """Rows that are still to be placed or made sure of; they count as what moves money."""

    @property
    def moving(self) -> tuple[Statement, ...]:
        """What is open and moves money."""
        return tuple(item for item in self.open if item.parameter.moves is not Moves.NOTHING)

    @property
    def count_moving(self) -> int:
        """How much is open that moves money."""
        return len(self.moving) + len(self.tasks)

    def __str__(self) -> str:
        moving = self.count_moving
        told = "1 that moves money is" if moving == 1 else f"{moving} that move money are"
        return f"{self.answered} of {self.parameters} answered, {told} open"


def measure_draft(jurisdiction: Jurisdiction) -> Draft | None:
    """What is still to do in a file; None where it is no draft."""
    statements = list(jurisdiction.list_statements())
    still = [item for item in statements if item.standing is Standing.TODO]
    if not still and not jurisdiction.tasks:
        return None
    parameters = [item for item in statements if item.line is None]
    answered = sum(item.standing is not Standing.TODO for item in parameters)
    still.sort(key=lambda item: _URGENCY.index(item.parameter.moves))
    return Draft(len(parameters), answered, tuple(still), jurisdiction.tasks)


def tell_draft(jurisdiction: Jurisdiction) -> str:
    """In one line, that a file is a draft; empty where it is none."""
    draft = measure_draft(jurisdiction)
    return f"the file is a draft: {draft}" if draft else ""
