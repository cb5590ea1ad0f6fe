"""Wagers that were placed, raised or withdrawn after betting closed: what of them is settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.engine.grounds import cite
from certify.engine.round import Player, Round
from certify.engine.settlement import NOTHING, RETURNED, Outcome
from certify.spec.choices import LateWager, RaisedWager, WithdrawnWager
from certify.spec.resolved import Resolved
from certify.spec.rulebook import TableTerms


@dataclass(frozen=True, slots=True)
class Accepted:
    """The round with the wagers that are settled, and what goes back to the players."""

    round: Round
    returned: tuple[Outcome, ...]
    grounds: Mapping[tuple[int, str], Resolved[Any]]
    """The rule by which a wager is settled all the same, by seat and wager."""

    def add_ground(self, outcome: Outcome) -> Outcome:
        """The outcome of a settled wager with the rule by which it was accepted."""
        given = self.grounds.get((outcome.seat, outcome.wager))
        if given is None:
            return outcome
        return replace(outcome, basis=(*outcome.basis, *cite([given])))


def accept_wagers(terms: TableTerms, round_: Round) -> Accepted:
    """Apply the document's rules to what changed after betting closed."""
    players: list[Player] = []
    returned: list[Outcome] = []
    grounds: dict[tuple[int, str], Resolved[Any]] = {}
    for place, player in enumerate(round_.players):
        wagers = dict(player.wagers)
        for name, back, given in _judge(terms, player, f"players[{place}]"):
            grounds[player.seat, name] = given
            if back:
                wagers[name] -= back
                returned.append(_give_back(player.seat, name, back, given))
        kept = {name: stake for name, stake in wagers.items() if stake}
        players.append(replace(player, wagers=kept))
    return Accepted(replace(round_, players=tuple(players)), tuple(returned), grounds)


def _judge(
    terms: TableTerms, player: Player, place: str
) -> Iterator[tuple[str, Fraction, Resolved[Any]]]:
    """Each wager that changed, how much of it goes back, and by which rule."""
    for name in player.late:
        if terms.late_wager.value is LateWager.DISCRETION:
            raise CertifyError(
                f"{place}.late: the dealer decides ({terms.late_wager.clause}); leave {name} out of "
                "late if it was accepted, and out of wagers if it was refused"
            )
        yield name, player.wagers[name], terms.late_wager
    for name, increase in player.raised.items():
        refused = terms.raised_wager.value is RaisedWager.REFUSED
        yield name, increase if refused else NOTHING, terms.raised_wager
    for name in player.withdrawn:
        goes_back = terms.withdrawn_wager.value is WithdrawnWager.RETURNED
        yield name, player.wagers[name] if goes_back else NOTHING, terms.withdrawn_wager


def _give_back(seat: int, wager: str, amount: Fraction, given: Resolved[Any]) -> Outcome:
    because = f"changed after betting closed: {given.statement.parameter.answer(str(given.said))}"
    return Outcome(seat, wager, RETURNED, amount, NOTHING, NOTHING, cite([given]), because, wager)


def list_faults(player: Player, place: str) -> Iterator[str]:
    """What cannot have changed: a wager that is not there, twice, or by more than its amount."""
    changed = [*player.late, *player.raised, *player.withdrawn]
    for field, names in (
        ("late", player.late),
        ("raised", tuple(player.raised)),
        ("withdrawn", player.withdrawn),
    ):
        for name in names:
            if name not in player.wagers:
                yield f"{place}.{field}: the player has no wager {name}; add it to wagers"
            elif changed.count(name) > 1:
                yield f"{place}.{field}: {name} is changed in two ways; keep one of them"
    for name, increase in player.raised.items():
        if name in player.wagers and increase >= player.wagers[name]:
            yield f"{place}.raised.{name}: the increase is not below the wager it is part of"
