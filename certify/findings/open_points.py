"""What rules on open questions share: when a question cannot arise, and what it has in common with others."""

from __future__ import annotations

from dataclasses import dataclass

from certify.findings.case import SAYING, Case
from certify.findings.pricing import list_supported
from certify.spec.catalogue import Moves
from certify.spec.choices import BankKind
from certify.spec.model import Standing, Statement
from certify.spec.values import Value

OTHER_TEXTS = "other texts"
"""The root of what is left to texts that are not supplied."""

STAKES = {"stake", "stake_minimum", "stake_maximum", "limits"}
"""Limits that are posted at a table."""


def list_confirmed(case: Case) -> set[str]:
    """The statements whose value the document's printed figures confirm."""
    return {item.parameter for odds in case.odds for item in odds.rests_on if item.confirmed}


def list_undescribed(case: Case) -> set[str]:
    """Wagers that the rules of play never describe; a rule of its own lists what is not said of them."""
    return {
        wager.id
        for wager in case.jurisdiction.wagers
        if wager.statements["wager.rules_of_play"].standing is Standing.SILENT
        or wager.statements["wager.rules_of_play"].value == "missing"
    }


def list_roots(statement: Statement) -> frozenset[str]:
    """What a question has in common with others: the question it is a case of, or the topic of a round."""
    parameter = statement.parameter
    asked = parameter.follows or parameter.key
    roots = {statement.key if statement.line else f"case of {statement.wager} {asked}"}
    if parameter.bears is Moves.ROUND and parameter.topic == "surrender":
        roots.add(f"topic {parameter.topic}")
    if parameter.key == "wager.settled" and statement.standing is not Standing.CONFLICTING:
        roots.add("case of None table.bank_cover")  # the order decides whose wager finds cover
    return frozenset(roots)


def find_label(case: Case, statement: Statement) -> str:
    """The label that two rows of a table share, where a statement is about one of them; else nothing."""
    wager = case.jurisdiction.find_wager(statement.wager or "")
    for table in wager.paytables if wager and statement.line else ():
        printed = [line.printed for line in table.lines]
        own = next((line for line in table.lines if line.id == statement.line), None)
        if own is not None and own.printed != own.id and printed.count(own.printed) > 1:
            return own.printed
    return ""


def join_rows(case: Case, statement: Statement) -> frozenset[str]:
    """What the rows under one label have in common."""
    label = find_label(case, statement)
    return frozenset({f"rows {statement.wager} {label}"} if label else ())


def follows_open(case: Case, statement: Statement) -> bool:
    """Whether a question is a case of one that words of the text answer in two ways."""
    parent = case.jurisdiction.statements.get(statement.parameter.follows)
    return parent is not None and bool(list_supported(parent))


def _runs_out(case: Case) -> bool:
    """Whether money can run out before all are paid, so that the order of settling decides something."""
    house = case.jurisdiction.statements["table.bank"].value == BankKind.HOUSE
    caps = [wager.statements["wager.cap"].value for wager in case.jurisdiction.wagers]
    aggregate = case.jurisdiction.statements["table.aggregate"].value
    return not house or aggregate is not None or any(cap is not None for cap in caps)


_UNROUNDED = {None, "exact"}
"""The values of the rounding of a commission that need no smallest chip."""


def is_idle(case: Case, statement: Statement) -> bool:
    """Whether a question cannot arise, because what it is about is not there or goes without saying."""
    key = statement.parameter.key
    game = case.jurisdiction.statements
    bank = game["table.bank"]
    push = game["comparison.bank_hand_push"]
    wager = case.jurisdiction.find_wager(statement.wager or "")
    idle = {
        "standard.commission_rounding": not game["standard.commission"].value,
        "standard.smallest_chip": not game["standard.commission"].value
        or game["standard.commission_rounding"].value in _UNROUNDED,
        "play.surrender_costs": game["play.surrender"].value is None,
        "wager.bank_wager": bank.value == BankKind.HOUSE,
        "table.bank_refused": bank.value == BankKind.HOUSE,
        "table.settling_order": not _runs_out(case),
        "wager.settled": not _runs_out(case),
    }
    if key.startswith("comparison.bank_hand_push_"):
        return "yes" not in {push.value, *(said.value for said in push.said)}
    if key in {"wager.payer", "envy.payer"}:
        return bank.standing in SAYING and statement.value == bank.value
    if wager and key in {"wager.meter_seed", "wager.meter_contribution"}:
        return wager.statements["wager.meter_seed"].value is None
    return idle.get(key, False)


@dataclass(frozen=True, slots=True)
class DependentHands:
    """How many hands a house way sets differently under another value, with an example."""

    hands: int
    example: str
    low: str
    other_low: str
    other: Value


def find_dependent_hands(case: Case, statement: Statement) -> DependentHands | None:
    """The hands whose setting depends on a point that the house way leaves open; none for other points."""
    if not statement.is_of_house_way or statement.standing is Standing.STATED or not case.proof:
        return None
    values = {str(value): value for value in statement.other_values}
    found = [
        item
        for item in case.proof["alternatives"]
        if item["reading"] == statement.reading and item["value"] in values and item["hands"]
    ]
    if not found:
        return None
    most = max(found, key=lambda item: int(item["hands"]))
    return DependentHands(
        int(most["hands"]),
        most["example"],
        most["low"],
        most["other_low"],
        values[most["value"]],
    )
