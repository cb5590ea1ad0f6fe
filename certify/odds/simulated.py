"""The engine's money on every paytable of a file: one run of deals from a seed, as a certificate keeps it.

A simulation checks figures and makes none. What is kept is how many rounds gave what, for every wager, every
paytable and its envy: mean, standard error and z follow from it, and whoever deals again gets the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from certify.base.cache import NotKept, hash_data
from certify.base.errors import CertifyError
from certify.base.figures import format_fraction
from certify.base.progress import Progress
from certify.engine.settlement import ENVY
from certify.game.house_way.build import strip_rules
from certify.odds.identity import identify_dealing, remember
from certify.odds.result import WagerOdds
from certify.odds.simulate import Dealer, MoneyCheck, deal_all, seat_players
from certify.spec.compile import compile_rulebook
from certify.spec.given import Given
from certify.spec.model import Citation, Jurisdiction
from certify.spec.rulebook import Rulebook, Terms

KIND = "simulation"
DEALS, SEED, PLAYERS = 10_000, 53, 2


@dataclass(frozen=True, slots=True)
class Simulation:
    """All rounds that were dealt for a file, as plain data, or why none were."""

    money: tuple[Mapping[str, Any], ...]
    rules: str = hash_data([])
    """The digest of the rules and stakes."""
    why_not: str = ""

    def describe(self) -> dict[str, Any]:
        """As a certificate keeps it."""
        return {**describe_question(self.rules), "money": list(self.money)}


def describe_run() -> dict[str, Any]:
    """How many rounds are dealt, from which seed, to how many, and by which code."""
    return {"deals": DEALS, "seed": SEED, "players": PLAYERS, "code_sha256": identify_dealing()}


def describe_question(rules_sha256: str) -> dict[str, Any]:
    """The key of a simulation: its rules and its run."""
    return {"rules_sha256": rules_sha256, **describe_run()}


def hash_rules(dealers: Iterable[Dealer]) -> str:
    """The digest of all that the money of a round depends on: rules without words, and stakes.

    Citations and reasons are no part of it: a text that is worded better deals the same rounds.
    """
    return hash_data(
        [
            [
                [_describe_terms(terms) for terms in _list_terms(dealer.rulebook)],
                strip_rules(dealer.rulebook.house_way),
                dealer.rulebook.strategy,
                {name: format_fraction(stake) for name, stake in dealer.stakes.items()},
            ]
            for dealer in dealers
        ]
    )


def _list_terms(rulebook: Rulebook) -> Iterator[Any]:
    yield from (rulebook.ranking, rulebook.table, rulebook.standard)
    yield from rulebook.wagers.values()
    yield from rulebook.house_way_readings.values()


def _describe_terms(item: Any) -> Any:
    if isinstance(item, Given):
        return [_describe_terms(item.said), str(item.statement.standing)]
    if isinstance(item, Terms):
        return {own.name: _describe_terms(getattr(item, own.name)) for own in fields(item)}  # type: ignore[arg-type]
    if isinstance(item, tuple):
        return [_describe_terms(part) for part in item]
    if isinstance(item, str):
        return str(item)
    return None if isinstance(item, Citation) else repr(item)


def deal_every_paytable(
    jurisdiction: Jurisdiction, odds: Sequence[WagerOdds], progress: Progress | None = None
) -> Simulation:
    """Deal and settle the same rounds under each paytable; kept with all that they come from."""

    def compute() -> list[dict[str, Any]]:
        found = deal_all(dealers, DEALS, progress) if dealers else []
        return [
            _describe(dealer, name, tally)
            for dealer, tallies in zip(dealers, found, strict=True)
            for name, tally in tallies.items()
        ]

    try:
        dealers = list(_seat(jurisdiction, odds))
        rules = hash_rules(dealers)
        money = remember(KIND, describe_question(rules), compute)
    except NotKept:
        raise
    except CertifyError as error:  # what the engine cannot settle it cannot check
        return Simulation((), why_not=str(error))
    wanted = [
        (name, dealer.counted[name.partition(" ")[0]].paytable)
        for dealer in dealers
        for name in dealer.names
    ]
    if [_name(item) for item in money] != wanted:
        raise CertifyError(
            f"{jurisdiction.id}: the simulated rounds that were kept are not those of its wagers"
        )
    return Simulation(tuple(money), rules)


def list_checks(
    jurisdiction: Jurisdiction, odds: Sequence[WagerOdds], simulation: Simulation
) -> Iterator[MoneyCheck]:
    """The money of every wager and paytable, and of its envy, against the odds."""
    if not simulation.money:
        return
    tallies = {_name(item): item for item in simulation.money}
    for dealer in _seat(jurisdiction, odds):
        for wager, item in dealer.counted.items():
            for name in (wager, f"{wager} {ENVY}"):
                found = tallies.get((name, item.paytable))
                check = dealer.check(name, _read(found)) if found else None
                if check is not None:
                    yield check


def same_rounds(kept: Mapping[str, Any] | None, dealt: Simulation) -> bool:
    """Whether a certificate keeps just these rounds; which code dealt them does not matter."""
    return kept is not None and leave_code(kept) == leave_code(dealt.describe())


def leave_code(simulation: Mapping[str, Any]) -> dict[str, Any]:
    """Rounds without the digests of the code and the rules that they were dealt by."""
    return {key: value for key, value in simulation.items() if not key.endswith("_sha256")}


def list_impossible(
    simulation: Mapping[str, Any], wagers: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Why rounds that a certificate keeps cannot be those of the figures beside them."""
    named = [_name(item) for item in simulation["money"]]
    if len(set(named)) != len(named):
        yield "a tally stands twice"
    figures = {(item["wager"], item.get("paytable")): item for item in wagers if "outcomes" in item}
    for item, (name, paytable) in zip(simulation["money"], named, strict=True):
        found = figures.get((name.partition(" ")[0], paytable))
        amounts = [Fraction(amount) for amount, _ in item["rounds"]]
        if sum(times for _, times in item["rounds"]) != simulation["deals"]:
            yield "the rounds of a tally are not those that were dealt"
        if amounts != sorted(set(amounts)):
            yield "an amount stands twice, or not in its place"
        if found is None:
            yield "a tally belongs to no wager with figures"
        elif "envy" in item:
            if amounts[0] < 0 or (not found["envy"] and amounts[-1] > 0):
                yield "envy is taken, or paid where there is none"
        else:
            nets = [Fraction(net) for _, _, net in found["outcomes"]]
            if not min(nets) <= amounts[0] <= amounts[-1] <= max(nets):
                yield "a round gave what no line gives"


def _seat(jurisdiction: Jurisdiction, odds: Sequence[WagerOdds]) -> Iterator[Dealer]:
    """One rulebook with the first paytable of every wager, one with the second of those that have it, ..."""
    counted: dict[str, list[WagerOdds]] = {}
    for item in odds:
        if item.has_figures:
            counted.setdefault(item.wager, []).append(item)
    for place in range(max(map(len, counted.values()), default=0)):
        own = {wager: items[place] for wager, items in counted.items() if place < len(items)}
        named = {wager: item.paytable for wager, item in own.items() if item.paytable is not None}
        yield seat_players(compile_rulebook(jurisdiction, None, named), own.values(), SEED, PLAYERS)


def _describe(dealer: Dealer, name: str, tally: Counter[Fraction]) -> dict[str, Any]:
    wager, _, kind = name.partition(" ")
    paytable = dealer.counted[wager].paytable
    return {
        "wager": wager,
        **({"paytable": paytable} if paytable is not None else {}),
        **({"envy": True} if kind == ENVY else {}),
        "rounds": [[format_fraction(amount), tally[amount]] for amount in sorted(tally)],
    }


def _name(data: Mapping[str, Any]) -> tuple[str, str | None]:
    kind = f" {ENVY}" if "envy" in data else ""
    return f"{data['wager']}{kind}", data.get("paytable")


def _read(data: Mapping[str, Any]) -> Counter[Fraction]:
    return Counter({Fraction(amount): times for amount, times in data["rounds"]})
