"""The standard wager over every pair of hands, by the jurisdiction's own house way."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.base.cache import remember
from certify.odds.pairs import PAIR_DEALS, Progress
from certify.odds.readings import list_alternatives, list_touching
from certify.odds.result import Alternative, Outcome, WagerOdds
from certify.spec.model import Jurisdiction, Rules, Value

NEEDED = (
    "standard.pays",
    "standard.commission",
    "comparison.both_win",
    "comparison.both_lose",
    "comparison.one_each",
    "comparison.copy",
    "play.bank_exposed",
    "deck.joker",
    "deck.wheel",
)
"""Parameters without which no figure can be given."""

LOSE, COPY, WIN = 0, 1, 2
_NO_ACE_HIGH = 0


@dataclass(frozen=True, slots=True)
class StandardRequest:
    """What is asked of the standard wager beside the rules."""

    assumed: Jurisdiction | None = None
    """Whose house way, and whose answers where the document defers, to assume."""
    threads: int | None = None
    alternatives: bool = False
    cross: bool = False
    progress: Progress | None = None


@dataclass(frozen=True, slots=True)
class _Basis:
    """What the figures rest on."""

    rules: Rules
    house_way: tuple[Mapping[str, Any], ...]
    assumption: str
    missing: tuple[str, ...]

    def value(self, key: str) -> Value | None:
        return self.rules.value(key)


def compute_standard(rules: Rules, request: StandardRequest) -> WagerOdds:
    """Win, push and lose over all ordered deals of a player's and the bank's hand."""
    basis = _find_basis(rules, request.assumed)
    readings = _list_readings(basis)
    if basis.missing and not basis.assumption:
        return WagerOdds("standard", None, readings, missing=basis.missing)
    odds = _compute(basis, readings, request)
    if not request.alternatives and not request.cross:
        return odds
    alternatives = []
    for other in list_alternatives(basis.rules, "standard", cross=request.cross):
        changed = replace(
            basis, rules=replace(basis.rules, overrides={**basis.rules.overrides, **other})
        )
        edge = _compute(changed, _list_readings(changed), request).house_edge
        alternatives.append(Alternative(other, edge))
    return replace(odds, alternatives=tuple(alternatives))


def _find_basis(rules: Rules, assumed: Jurisdiction | None) -> _Basis:
    """Put the assumed document's answers where this one has none, and name all that is assumed."""
    missing = [f"{key}: {_tell(rules, key)}" for key in NEEDED if rules.value(key) is None]
    house_way = rules.jurisdiction.house_way
    if not house_way:
        missing.append(f"setting.house_way: {_tell(rules, 'setting.house_way')}")
    if assumed is None or not missing:
        return _Basis(rules, house_way, "", tuple(missing))
    borrowed = dict(rules.jurisdiction.statements)
    taken = [
        key
        for key, item in borrowed.items()
        if item.value is None and (key in NEEDED or item.reading)
    ]
    for key in taken:
        borrowed[key] = assumed.statements[key]
    named = [f"the house way of {assumed.id}"] if not house_way else []
    needed = [key for key in taken if key in NEEDED]
    if needed:
        named.append(f"from {assumed.id}: {', '.join(needed)}")
    jurisdiction = replace(rules.jurisdiction, statements=borrowed)
    return _Basis(
        replace(rules, jurisdiction=jurisdiction),
        house_way or assumed.house_way,
        "; ".join(named),
        tuple(missing),
    )


def _tell(rules: Rules, key: str) -> str:
    statement = rules.statement(key)
    if statement.deferred_to:
        return f"deferred to {statement.deferred_to}"
    return statement.standing


def _list_readings(basis: _Basis) -> dict[str, Value]:
    """The readings in force; a player who sees the bank's hand answers it with his best setting."""
    named = {key for rule in basis.house_way for key in rule.get("under", {})}
    named |= {"house-way-joker"} if basis.house_way else set()
    found = {
        key: value
        for key, value in list_touching(basis.rules, "standard").items()
        if not key.startswith("house-way-") or key in named
    }
    if found.get("dealer-exposed") == "before":
        found["player-strategy"] = "optimal"
    return found


def _compute(basis: _Basis, readings: dict[str, Value], request: StandardRequest) -> WagerOdds:
    exposed = basis.rules.choice("play.bank_exposed") == "before"
    if basis.rules.reading("player-strategy") == "optimal" and not exposed:
        return _compute_best(basis, readings, request)
    counts = _count_face_up(basis, request) if exposed else _count_hidden(basis, request)
    tally = _tally_face_up(counts) if exposed else _tally_hidden(counts)
    win, lose, details = tally.win, tally.lose, dict(tally.details)
    if basis.value("comparison.bank_ace_high_push") == "yes":
        wins, losses = tally.bank_ace_high
        win, lose = win - wins, lose - losses
        details["pushed_by_bank_ace_high"] = {"wins": wins, "losses": losses}
    return _build(basis, readings, (win, lose), details)


def _compute_best(basis: _Basis, readings: dict[str, Value], request: StandardRequest) -> WagerOdds:
    """The wager of a player who sets every hand as well as he can against a hidden bank."""
    pays = _find_pays(basis)
    inputs = {
        **_describe_inputs(basis),
        "pays": str(pays),
        "ace_high": basis.value("comparison.bank_ace_high_push") == "yes",
    }

    def compute() -> Any:
        from certify.odds import settings

        return settings.find_best(inputs, basis.house_way, request.threads, request.progress)

    found = remember("optimal", inputs, compute)
    details = {key: found[key] for key in ("departing_hands", "costliest")}
    return _build(basis, readings, (found["win"], found["lose"]), details)


def _find_pays(basis: _Basis) -> Fraction:
    """What a win pays to one, the commission taken off."""
    commission = Fraction(str(basis.value("standard.commission")))
    return Fraction(str(basis.value("standard.pays"))) * (1 - commission)


def _build(
    basis: _Basis, readings: dict[str, Value], results: tuple[int, int], details: dict[str, Any]
) -> WagerOdds:
    win, lose = results
    pays = _find_pays(basis)
    if basis.value("table.bank") in {"player-dealer", "designated-player"}:
        details["banking"] = _describe_banking(win, lose, pays)
    return WagerOdds(
        "standard",
        None,
        readings,
        PAIR_DEALS,
        (
            Outcome("win", win, pays, is_hit=True),
            Outcome("push", PAIR_DEALS - win - lose, Fraction(0)),
            Outcome("lose", lose, Fraction(-1)),
        ),
        missing=basis.missing,
        assumption=basis.assumption,
        counterfactual=tuple(
            key for key in basis.rules.overrides if basis.rules.is_counterfactual(key)
        ),
        details=details,
    )


def _describe_banking(win: int, lose: int, pays: Fraction) -> dict[str, Any]:
    """What a player who banks expects of one unit staked against him, before any fee."""
    expected = Fraction(lose - win * pays, PAIR_DEALS)
    return {"return": str(expected), "bank_wins": lose, "bank_loses": win}


@dataclass(frozen=True, slots=True)
class _Tally:
    win: int
    lose: int
    bank_ace_high: tuple[int, int]
    """Wins and losses among the deals in which the bank holds an ace-high hand."""
    details: Mapping[str, Any]


def _tally_hidden(counts: Any) -> _Tally:
    """Counts are by tag of player and bank, then by how low and high compare."""
    cells = [[0] * 3 for _ in range(3)]
    ace_high = [[0] * 3 for _ in range(3)]
    for player in counts:
        for tag, table in enumerate(player):
            for low in range(3):
                for high in range(3):
                    cells[low][high] += table[low][high]
                    if tag != _NO_ACE_HIGH:
                        ace_high[low][high] += table[low][high]

    def lost(table: list[list[int]]) -> int:
        return sum(table[low][high] for low in (LOSE, COPY) for high in (LOSE, COPY))

    details = {
        "pushes": {
            "low_won": cells[WIN][LOSE] + cells[WIN][COPY],
            "high_won": cells[LOSE][WIN] + cells[COPY][WIN],
        },
        "copies": {
            "low": sum(cells[COPY]),
            "high": sum(row[COPY] for row in cells),
            "both": cells[COPY][COPY],
        },
        "bank_ace_high": _count_ace_high(counts),
    }
    return _Tally(cells[WIN][WIN], lost(cells), (ace_high[WIN][WIN], lost(ace_high)), details)


def _count_ace_high(counts: Any) -> dict[str, int]:
    """Deals by ace-high hands, to hold against the pairs of hand classes."""

    def total(data: Any) -> int:
        return data if isinstance(data, int) else sum(total(item) for item in data)

    return {
        "both": sum(total(counts[player][bank]) for player in (1, 2) for bank in (1, 2)),
        "bank_without_joker": total(counts[0][1]),
        "bank_with_joker": total(counts[0][2]),
    }


def _tally_face_up(counts: Any) -> _Tally:
    results = [sum(table[result] for player in counts for table in player) for result in range(3)]
    ace_high = [
        sum(table[result] for player in counts for table in player[1:]) for result in range(3)
    ]
    return _Tally(
        results[WIN],
        results[LOSE],
        (ace_high[WIN], ace_high[LOSE]),
        {"bank_ace_high": _count_ace_high(counts)},
    )


def _describe_inputs(basis: _Basis) -> dict[str, Any]:
    """All that the counts depend on."""
    way = hashlib.sha256(json.dumps(basis.house_way, sort_keys=True).encode()).hexdigest()
    keys = sorted(
        {"house-way-joker"} | {key for rule in basis.house_way for key in rule.get("under", {})}
    )
    return {
        "house_way": way,
        "joker": basis.rules.choice("deck.joker"),
        "wheel": basis.rules.choice("deck.wheel"),
        "readings": {key: str(basis.rules.reading(key)) for key in keys},
    }


def _count_hidden(basis: _Basis, request: StandardRequest) -> Any:
    from certify.odds import settings

    return remember(
        "standard",
        _describe_inputs(basis),
        lambda: settings.count_hidden(
            _describe_inputs(basis), basis.house_way, request.threads, request.progress
        ),
    )


def _count_face_up(basis: _Basis, request: StandardRequest) -> Any:
    from certify.odds import settings

    return remember(
        "face-up",
        _describe_inputs(basis),
        lambda: settings.count_face_up(
            _describe_inputs(basis), basis.house_way, request.threads, request.progress
        ),
    )
