"""What a rule may look at: one jurisdiction, its odds under any reading, and the policy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any

from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.findings.finding import Bounds, Option, Source
from certify.findings.policy import Policy
from certify.odds.compute import Request, compute_odds
from certify.odds.counted import CountedWager, count_wager
from certify.odds.house_way_readings import find_proof
from certify.odds.readings import count_under, name_readings
from certify.odds.result import WagerOdds
from certify.odds.setting import find_setting_for
from certify.odds.standard import CountedStandard, count_standard
from certify.spec.choices import BankKind
from certify.spec.compile import compile_rulebook
from certify.spec.model import (
    Citation,
    InventoryEntry,
    Jurisdiction,
    Paytable,
    Standing,
    Statement,
    Wager,
)
from certify.spec.printed import PRINTED, restore_rows
from certify.spec.readings import Readings, find_named
from certify.spec.resolved import NotJudged, Uncounted
from certify.spec.rulebook import Rulebook, WagerTerms
from certify.spec.values import Money, Value, parse_value
from certify.wagers.limits import STANDARD
from certify.wagers.ranking import list_for_lines, list_uncounted


def list_sources(statement: Statement, document: str = "") -> tuple[Source, ...]:
    """The stated values, each once with its places, the value used first."""
    found: dict[Value, list[Citation]] = {}
    implied: dict[Value, bool] = {}
    for said in statement.said:
        found.setdefault(said.value, []).append(said.citation)
        implied[said.value] = implied.get(said.value, True) and said.implied
    order = sorted(found, key=lambda value: value != statement.value)
    return tuple(
        Source(value, tuple(found[value]), implied[value], document, statement.key)
        for value in order
    )


def list_options(jurisdiction: Jurisdiction, statement: Statement) -> tuple[Option, ...]:
    """The other values that words of the document support, with what the same words imply."""
    if statement.standing is Standing.CONFLICTING:
        return tuple(
            Option(value, implies=_list_implied(jurisdiction, statement, value))
            for value in statement.other_values
        )
    return tuple(
        Option(
            item.value,
            item.because,
            item.citation,
            _list_implied(jurisdiction, statement, item.value),
        )
        for item in statement.alternatives
        if item.because and item.citation is not None
    )


def _list_implied(
    jurisdiction: Jurisdiction, statement: Statement, value: Value
) -> tuple[tuple[str, Value], ...]:
    return tuple(
        (other.key, parse_value(other.parameter, data))
        for name, data in statement.list_brought(value)
        for other in find_named(jurisdiction, name)
    )


def overlap(first: Citation, second: Citation) -> bool:
    """Whether two citations share a line."""
    return (
        first.document == second.document
        and first.first <= second.last
        and second.first <= first.last
    )


def place_entries(*entries: InventoryEntry) -> tuple[Citation, ...]:
    """The places of entries of the inventory."""
    return tuple(entry.citation for entry in entries if entry.citation)


def read_lines(jurisdiction: Jurisdiction, text: object) -> Citation:
    """Lines as the inventory names them, with the clause of the statements or the heading that has them."""
    start, _, end = str(text).partition("-")
    lines = Citation("", int(start), int(end or start))
    near = [
        place
        for statement in jurisdiction.list_statements()
        for place in (*statement.citations, *statement.near)
        if place.clause and not place.document and overlap(place, lines)
    ]
    headings = [
        (entry.citation.first, str(entry.data["number"]).rstrip(":"))
        for entry in jurisdiction.list_entries("clauses")
        if entry.citation and entry.citation.first <= lines.first and len(entry.data["number"]) > 2
    ]
    best = min(near, key=lambda place: (place.last - place.first, place.first), default=None)
    clause = best.clause if best else max(headings, default=(0, ""))[1]
    return replace(lines, clause=clause.partition(", sentence ")[0])


SAYING = (Standing.STATED, Standing.CONFLICTING)
"""The standings of what a document says itself."""


class Case:
    """One jurisdiction under examination. Odds are computed when a rule asks, and once."""

    def __init__(
        self,
        jurisdiction: Jurisdiction,
        policy: Policy,
        everyone: tuple[Jurisdiction, ...] = (),
        *,
        odds: Sequence[WagerOdds] = (),
        progress: Progress | None = None,
    ) -> None:
        self.jurisdiction = jurisdiction
        self.policy = policy
        self.others = tuple(
            sorted(
                (item for item in everyone if item.id != jurisdiction.id), key=lambda item: item.id
            )
        )
        """The documents to compare with; a case of one document alone has none."""
        self._known = odds
        """Odds of every wager as adopted, where somebody has computed them; the rest is asked for here."""
        self.progress = progress
        self._standard: dict[str, CountedStandard | CertifyError] = {}
        self._superseded: frozenset[tuple[str, str]] = frozenset()
        self.measured: dict[object, Any] = {}
        """Effects of other values, once measured; shared by all copies of the case."""

    def supersede(self, pairs: Iterable[tuple[str, str]]) -> Case:
        """The same case, in which rules need not report statements, as pairs of code and key."""
        case = copy(self)
        case._superseded = frozenset(pairs)
        return case

    def is_superseded(self, code: str, key: str) -> bool:
        """Whether another rule has reported a statement in the place of this one."""
        return (code, key) in self._superseded

    def narrow(self, other: Jurisdiction) -> Case:
        """The same case beside one other document alone; what is computed for one holds for both."""
        pair = copy(self)
        pair.others = (other,)
        return pair

    def statements(self, *standings: Standing) -> Iterator[Statement]:
        """The statements of given standings."""
        for statement in self.jurisdiction.list_statements():
            if statement.standing in standings:
                yield statement

    def compile(self, readings: Readings, wager: str = "", paytable: str = "") -> Rulebook:
        """The document under readings, with one paytable of one wager."""
        return compile_rulebook(
            self.jurisdiction, readings, {wager: paytable} if wager and paytable else None
        )

    def count(
        self, wager: str, paytable: str, readings: Readings, stake: Money | None
    ) -> CountedWager:
        """A wager counted under readings; raises where it cannot be, and says why."""
        if readings:
            self._refuse_uncounted(readings, wager, paytable)
        return count_under(
            self.jurisdiction, readings, wager, paytable, stake, progress=self.progress
        )

    def _refuse_uncounted(self, readings: Readings, wager: str, paytable: str) -> None:
        """Raise where a reading gives the ranking a value that nothing here can count."""
        rulebook = self.compile(readings, wager, paytable)
        shaping = list(list_for_lines(rulebook.ranking, rulebook.wagers[wager]))
        for given in list_uncounted(rulebook.ranking, shaping):
            raise Uncounted(given)

    def count_terms(
        self, rulebook: Rulebook, terms: WagerTerms, stake: Money | None
    ) -> CountedWager:
        """Any terms counted: those of the document, or with a line changed."""
        setting = find_setting_for(rulebook, terms)
        return count_wager(rulebook, terms, stake, setting=setting, progress=self.progress)

    @property
    def _lender(self) -> Jurisdiction | None:
        return None if self.jurisdiction.house_way else self.policy.assumed_house_way

    @property
    def assumed_house_way(self) -> str:
        """The name of the document whose house way is assumed; empty where this one has its own."""
        return self._lender.name if self._lender else ""

    def count_standard(self, readings: Readings) -> CountedStandard:
        """The standard wager counted under readings, with the assumed house way where it has none."""
        key = name_readings(readings)
        if key not in self._standard:
            try:
                rulebook = compile_rulebook(self.jurisdiction, readings, None, self._lender)
                self._standard[key] = count_standard(rulebook, progress=self.progress)
            except CertifyError as error:
                self._standard[key] = error
        found = self._standard[key]
        if isinstance(found, CertifyError):
            raise found
        return found

    def count_with_house_way(self, other: Jurisdiction) -> CountedStandard:
        """The standard wager counted with the house way of another document."""
        own, theirs = self.compile({}), compile_rulebook(other, {}, None)
        borrowed = replace(
            own, house_way=theirs.house_way, house_way_readings=theirs.house_way_readings
        )
        return count_standard(borrowed, progress=self.progress)

    @cached_property
    def odds(self) -> tuple[WagerOdds, ...]:
        """The odds of every wager as adopted."""
        return (*self.line_odds, self.standard_odds)

    @cached_property
    def line_odds(self) -> tuple[WagerOdds, ...]:
        """The odds of the wagers that are lists of lines, as adopted."""
        if self._known:
            return tuple(
                replace(odds, alternatives=()) for odds in self._known if odds.wager != STANDARD
            )
        names = tuple(wager.id for wager in self.jurisdiction.wagers)
        request = Request(wagers=names, alternatives=False, progress=self.progress)
        return tuple(compute_odds(self.jurisdiction, request)) if names else ()

    @cached_property
    def standard_odds(self) -> WagerOdds:
        """The standard wager as adopted."""
        for odds in self._known:
            if odds.wager == STANDARD:
                return replace(odds, alternatives=())
        (odds,) = compute_odds(
            self.jurisdiction,
            Request(wagers=(STANDARD,), alternatives=False, progress=self.progress),
        )
        return odds

    @cached_property
    def proof(self) -> Mapping[str, Any] | None:
        """What holds of the house way over all hands; None where there is none, or it cannot be read."""
        return self._prove(self.compile({}))

    @cached_property
    def proof_as_printed(self) -> Mapping[str, Any] | None:
        """The same of its rows as printed; None where the file narrows none of them."""
        rulebook = self.compile({})
        if not rulebook.house_way.get(PRINTED):
            return None
        restored = restore_rows(rulebook.house_way)
        return self._prove(replace(rulebook, house_way=restored))

    def _prove(self, rulebook: Rulebook) -> Mapping[str, Any] | None:
        """A value that nothing here can count is a finding of its own, and no reason to judge nothing."""
        try:
            return find_proof(rulebook, self.progress)
        except NotJudged:
            return None

    def find_odds(self, wager: str, paytable: str) -> WagerOdds | None:
        """The odds of one wager on one paytable, where they could be counted."""
        for odds in self.line_odds:
            if odds.wager == wager and odds.paytable in {None, paytable} and odds.has_figures:
                return odds
        return None

    def least_stake(self, wager: Wager, paytable: Paytable | None = None) -> Money:
        """The least stake that the policy expects and that qualifies for envy."""
        least = Money(self.policy.least_stake(wager.id), self.jurisdiction.currency)
        if not wager.has_envy:
            return least
        minimum = wager.statements["envy.minimum_stake"]
        if paytable is not None:
            minimum = paytable.statements.get("envy.minimum_stake", minimum)
        return (
            Money(max(least.amount, minimum.value.amount), least.currency)
            if isinstance(minimum.value, Money)
            else least
        )

    def count_others(self, wager: Wager) -> int:
        """Other players at a full table, where they matter to a wager; no more than the document seats."""
        if not wager.has_envy:
            return 0
        players = self.jurisdiction.statements["table.players"]
        if players.standing not in SAYING or not isinstance(players.value, int):
            return self.policy.full_table_others
        bank = self.jurisdiction.statements["table.bank"].value
        banking = bank not in {None, BankKind.HOUSE}  # one of the players has the banker's hand
        return max(0, min(self.policy.full_table_others, players.value - 1 - banking))

    def edge(self, counted: CountedWager, others: int) -> Bounds:
        """The edge of a wager with so many other players; two bounds where envy has no more."""
        for item in counted.envy:
            if item.other_players == others and item.house_edge is not None:
                return item.house_edge, item.highest_edge or item.house_edge
        return counted.edge, counted.edge

    def name_wager(self, name: str) -> str:
        """A wager's name for people."""
        wager = self.jurisdiction.find_wager(name)
        return wager.name if wager else "standard wager"

    def replace_terms(
        self, wager: Wager, paytable: Paytable, change: Any, stake: Money | None
    ) -> tuple[CountedWager, CountedWager]:
        """A wager as adopted and with its terms changed, both counted."""
        rulebook = self.compile({}, wager.id, paytable.id)
        terms = rulebook.wagers[wager.id]
        before = self.count(wager.id, paytable.id, {}, stake)
        return before, self.count_terms(rulebook, change(terms), stake)
