"""XJD: differences from other documents, one finding for each fact and pair of documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from certify.base.errors import CertifyError
from certify.compare.documents import are_different, has_no_rule, is_absent
from certify.compare.paytables import (
    Near,
    is_equal,
    list_combined,
    list_near,
    list_pushes,
    list_tables,
)
from certify.findings.case import SAYING, Case, list_sources
from certify.findings.finding import (
    Basis,
    Finding,
    NoEffect,
    Price,
    Severity,
    Source,
    explain_round,
    no_effect,
)
from certify.findings.pricing import (
    find_play,
    list_touched,
    price_change,
    price_near,
    price_rows,
    price_statement,
)
from certify.findings.registry import difference_rule, rule
from certify.odds.house_way_readings import compare_house_ways
from certify.spec.catalogue import PARAMETERS, Moves, ValueKind
from certify.spec.compile import compile_rulebook
from certify.spec.model import Citation, Jurisdiction, Line, Paytable, Standing, Statement, Wager
from certify.spec.resolved import NotJudged
from certify.spec.rulebook import LineTerms
from certify.spec.values import LOSES, Money, Value
from certify.wagers.limits import STANDARD

_PAYERS = {"wager.payer", "envy.payer"}
_MINIMUM = "envy.minimum_stake"
_EXCLUDED = "wager.cap_excludes"
_SURRENDER, _COSTS = "play.surrender", "play.surrender_costs"
_HOUSE_WAY = "setting.house_way"
_IN_TITLE = 2
"""Differing cells of a paytable that fit into a title."""


def cite_other(other: Jurisdiction, *citations: Citation) -> tuple[Citation, ...]:
    """Places in another document, with its name."""
    return tuple(
        replace(item, document=f"{other.name} {item.document}".strip()) for item in citations
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """A statement of this document and that of another one on the same point."""

    case: Case
    own: Statement
    other: Jurisdiction
    theirs: Statement

    @property
    def parameter_key(self) -> str:
        return self.own.parameter.key

    @property
    def differs(self) -> bool:
        """Whether both documents address the point, and differently."""
        pair = (self.own, self.theirs)
        if not all(map(_is_addressed, pair)) or self._excludes_nothing or self._is_reported:
            return False
        if any(item.standing is Standing.NOT_OFFERED for item in pair):
            return not all(map(is_absent, pair)) and not self._is_consequence
        both_banks = self.parameter_key in _PAYERS and all(map(self._is_bank, pair))
        return are_different(*pair) and not both_banks

    @property
    def _excludes_nothing(self) -> bool:
        """Whether a maximum payout excludes only what one of the documents does not offer."""
        wagers = [
            item.find_wager(self.own.wager or "") for item in (self.case.jurisdiction, self.other)
        ]
        return self.parameter_key == _EXCLUDED and not all(
            item and item.has_envy for item in wagers
        )

    @property
    def _is_reported(self) -> bool:
        """Whether the point is the surrender, and neither document describes one (INT005)."""
        costs = [item.value for item in self.find_both(_COSTS) if item is not None]
        return self.parameter_key == _SURRENDER and not any(costs)

    def _is_bank(self, statement: Statement) -> bool:
        """Whether the bank pays, which follows from who it is."""
        jurisdiction = self.case.jurisdiction if statement is self.own else self.other
        return statement.value == jurisdiction.statements["table.bank"].value

    @property
    def _is_consequence(self) -> bool:
        """Whether a document does not offer it because it differs on what the point is a part of."""
        key = self.parameter_key
        parents = [item for item in PARAMETERS if key.startswith(f"{item}_")]
        parents += filter(None, [self.own.parameter.follows])
        return any(
            one is not None and two is not None and one.value != two.value
            for parent in parents
            for one, two in [self.find_both(parent)]
        )

    def find_both(self, key: str) -> tuple[Statement | None, Statement | None]:
        """The statements of both documents on another point, of the same wager if it is one of a wager."""

        def find(jurisdiction: Jurisdiction) -> Statement | None:
            wager = jurisdiction.find_wager(self.own.wager or "")
            found = wager.statements.get(key) if wager else None
            return found or jurisdiction.statements.get(key)

        return find(self.case.jurisdiction), find(self.other)

    def list_linked(self) -> dict[str, Value]:
        """The other document's values of linked parameters that differ from those of this document."""
        found: dict[str, Value] = {}
        for key in self.own.parameter.linked:
            own, theirs = self.find_both(key)
            if own is None or theirs is None:
                continue
            value = _find_absent(theirs) if theirs.value is None else theirs.value
            if value not in {None, own.value} and not (is_absent(own) and is_absent(theirs)):
                found[own.key] = value
        return found

    def is_assumed(self, key: str) -> bool:
        """Whether the other document does not state the point of one of this document's statements."""
        _, theirs = self.find_both(self.case.jurisdiction.by_key[key].parameter.key)
        return theirs is not None and theirs.standing not in {*SAYING, Standing.NOT_OFFERED}

    def list_needed(self) -> dict[str, Value]:
        """The other document's values of details that this document does not address, such as of a push."""
        found: dict[str, Value] = {}
        for key in PARAMETERS:
            if key.startswith(f"{self.parameter_key}_"):
                own, theirs = self.find_both(key)
                if own and theirs and own.value is None and theirs.value is not None:
                    found[own.key] = theirs.value
        return found

    @property
    def translated(self) -> Value | None:
        """The other document's value for this document; none if it is an amount in another currency.

        No amount at all is the same in every currency. Where this document requires none, any amount of the
        other stands for one above the policy's minimum wager, at which the two are compared.
        """
        value = self.theirs.value
        if value is None:
            return _find_absent(self.theirs)
        currency = self.case.jurisdiction.currency
        if not isinstance(value, Money) or value.currency == currency:
            return value
        if not value.amount:
            return Money(value.amount, currency)
        if isinstance(self.own.value, Money) and not self.own.value.amount:
            least = self.case.policy.least_stake(self.own.wager or "")
            return Money(least + 1, currency)
        return None

    @property
    def price(self) -> Price:
        """The effect of the other document's value, and of those linked to it, on this document's game."""
        parameter, value = self.own.parameter, self.translated
        if parameter.bears is not Moves.ODDS:
            return no_effect(explain_round(parameter.topic))
        if parameter.moves is not Moves.ODDS:
            return no_effect(NoEffect.NOT_MODELLED)
        if value is None:
            money = isinstance(self.theirs.value, Money)
            return no_effect(NoEffect.CURRENCY if money else NoEffect.NO_ALTERNATIVE)
        linked = self.list_linked()
        price = price_statement(self.case, self.own, [value], {**self.list_needed(), **linked})
        if price.effects and not price.size and self.own.wager:
            return no_effect(NoEffect.NO_SUCH_ROW)
        added = (
            *([Basis.WITH_LINKED] if linked else []),
            *([Basis.ANY_SUM] if self._is_stand_in else []),
        )
        effects = tuple(replace(item, basis=(*item.basis, *added)) for item in price.effects)
        return replace(price, effects=effects)

    @property
    def alone(self) -> object:
        """The largest change by the other document's value without those linked to it."""
        value = self.translated
        if value is None or not self.list_linked():
            return None
        effects = price_statement(self.case, self.own, [value]).effects
        changes = [change for item in effects for change in item.change]
        return max(changes, key=abs, default=None)

    @property
    def variant(self) -> str:
        """Which text applies."""
        if self.list_linked():
            return "linked" if self.alone is None else "alone"
        if self.span:
            return "minimum-here" if self.own.value == min(self._amounts) else "minimum-there"
        return ""

    @property
    def _amounts(self) -> tuple[Money, ...]:
        return tuple(item for item in (self.own.value, self.translated) if isinstance(item, Money))

    @property
    def _is_stand_in(self) -> bool:
        """Whether an amount of this document's currency only stands for one of another currency."""
        value = self.translated
        return isinstance(value, Money) and bool(value.amount) and value != self.theirs.value

    @property
    def span(self) -> tuple[Money, Money] | None:
        """From which wager amount, and below which, only one of two documents pays the Envy Bonus."""
        amounts = self._amounts
        if self.parameter_key != _MINIMUM or len(amounts) < 2 or self._is_stand_in:
            return None
        least = self.case.policy.least_stake(self.own.wager or "")
        low = max(min(amounts), Money(least, amounts[0].currency))
        return (low, max(amounts)) if low < max(amounts) else None


def _is_addressed(statement: Statement) -> bool:
    """Whether a document states a value, does not offer it, or answers a part of the question."""
    part = bool(statement.question and statement.near and statement.value is not None)
    return statement.standing in {*SAYING, Standing.NOT_OFFERED} or part


def _find_absent(statement: Statement) -> Value | None:
    """The value for a rule that a document does not have."""
    words = [word for word in ("no", "none") if word in statement.parameter.choices]
    return words[0] if words and statement.standing is Standing.NOT_OFFERED else None


def _list_places(statement: Statement, document: str = "") -> tuple[Source, ...]:
    """The values with their places; those of an answer that is only implied, too."""
    if statement.said or not statement.near:
        return list_sources(statement, document)
    return (Source(statement.value, statement.near, True, document, statement.key),)


def _list_pairs(case: Case) -> Iterator[_Pair]:
    """The points on which money can depend and the documents differ."""
    for statement in case.jurisdiction.list_statements():
        parameter = statement.parameter
        if (
            statement.paytable is not None
            or parameter.kind is ValueKind.TEXT
            or parameter.bears is Moves.NOTHING
            or parameter.section in {"identity", "house_way"}
        ):
            continue
        for other in case.others:
            theirs = _find_counterpart(case.jurisdiction, other, statement)
            if theirs is not None and (pair := _Pair(case, statement, other, theirs)).differs:
                yield pair


def _find_counterpart(
    jurisdiction: Jurisdiction, other: Jurisdiction, statement: Statement
) -> Statement | None:
    """The statement of another document on the same point; none if one of them has no such wager."""
    key = statement.parameter.key
    if statement.wager is None:
        return other.statements.get(key)
    own, wager = jurisdiction.wager(statement.wager), other.find_wager(statement.wager)
    if wager is None or (statement.parameter.section == "envy" and not _have_envy(own, wager)):
        return None
    return wager.statements.get(key)


def _have_envy(*wagers: Wager) -> bool:
    return all(wager.has_envy for wager in wagers)


@difference_rule("XJD001")
def different_value(case: Case) -> Iterator[Finding]:
    """Another document states another value for a point on which money depends.

    A difference that nobody intended is found only by comparing documents. A value is compared if the
    document states it, or does not offer it; omissions have rules of their own. The effect is that of the
    other document's value on this document's game, at equal wager amounts and seats. Two minimum wagers
    for the Envy Bonus are compared at the lowest amount at which only one of the documents pays it.

    Example: the Envy Bonus requires a wager of 25 dollars in one document and of 5 in another.
    """
    for pair in _list_pairs(case):
        own, other, theirs = pair.own, pair.other, pair.theirs
        low, high = pair.span or (None, None)
        yield Finding(
            subject=own.key,
            place=own.path,
            variant=pair.variant,
            slots={
                "other": other.name,
                "document": other,
                "lacks_here": has_no_rule(own),
                "lacks_there": has_no_rule(theirs),
                "conflicting_here": own.standing is Standing.CONFLICTING,
                "conflicting_there": theirs.standing is Standing.CONFLICTING,
                "here": Source(own.value, (), statement=own.key),
                "there": Source(theirs.value, (), statement=own.key),
                "linked": tuple(
                    Source(value, (), pair.is_assumed(key), statement=key)
                    for key, value in pair.list_linked().items()
                ),
                "alone": pair.alone,
                "low": low,
                "high": high,
            },
            statements=(own.key,),
            wagers=list_touched(case, own),
            citations=(
                *own.citations,
                *own.near,
                *cite_other(other, *theirs.citations, *theirs.near),
            ),
            sources=(*_list_places(own), *_list_places(theirs, other.name)),
            price=pair.price,
            others=(other.id,),
        )


def _cite_wager(wager: Wager, *, envy: bool) -> tuple[Citation, ...]:
    if envy:
        return wager.statements["envy.offer"].citations
    return tuple(table.citation for table in wager.paytables)


@difference_rule("XJD002")
def wager_not_in_both(case: Case) -> Iterator[Finding]:
    """A wager, or its Envy Bonus, is offered in only one of two documents.

    House edges of the two documents are then those of different games.

    Example: one document has an Envy Bonus on the Fortune Bonus, and the other has none.
    """
    for other in case.others:
        for holder, rest, here in (
            (case.jurisdiction, other, True),
            (other, case.jurisdiction, False),
        ):
            for wager in holder.wagers:
                missing = rest.find_wager(wager.id)
                if missing is not None and (missing.has_envy or not wager.has_envy):
                    continue
                envy = missing is not None
                places = _cite_wager(wager, envy=envy)
                yield Finding(
                    subject=f"envy of {wager.id}" if envy else wager.id,
                    place=wager.path if here else ("wagers",),
                    variant="-".join(["envy"] * envy + ["here" if here else "there"]),
                    slots={"other": other.name, "name": wager.name, "bonus": holder.names.envy},
                    citations=places if here else cite_other(other, *places),
                    sources=(Source(None, places, document="" if here else other.name),),
                    others=(other.id,),
                )


@difference_rule("XJD003")
def push_not_in_both(case: Case) -> Iterator[Finding]:
    """A hand is a push in one document and loses in another.

    Players keep their wager with it in one place and lose it in the other. The effect is that of the row
    removed from this document's paytables, or added to them.

    Example: three pair is a push on one paytable of a document, and loses in another document.
    """
    for other in case.others:
        for wager in case.jurisdiction.wagers:
            theirs = other.find_wager(wager.id)
            if theirs is None or not (wager.paytables and theirs.paytables):
                continue
            mine, others = list_pushes(wager.paytables), list_pushes(theirs.paytables)
            for hand in dict.fromkeys([*mine, *others]):
                if not (mine.get(hand) and others.get(hand)):
                    yield _report_push(case, wager, other, hand)


Rows = list[tuple[Paytable, Line]]


def _report_push(case: Case, wager: Wager, other: Jurisdiction, hand: str) -> Finding:
    theirs = other.wager(wager.id)
    own_rows = list_pushes(wager.paytables).get(hand, [])
    rows = own_rows or list_pushes(theirs.paytables)[hand]
    cited = [line.citation for _, line in rows]
    here = cited if own_rows else [table.citation for table in wager.paytables]
    there = [table.citation for table in theirs.paytables] if own_rows else cited
    placed = cite_other(other, *there)
    return Finding(
        subject=f"{wager.id}:{hand}",
        place=own_rows[0][1].path if own_rows else wager.paytables[0].path,
        variant="here" if own_rows else "there",
        slots={"hand": hand, "tables": [table.id for table, _ in rows], "other": other.name},
        wagers=(wager.id,),
        citations=(*here, *placed) if own_rows else (*placed, *here),
        sources=(Source(None, tuple(here)), Source(None, tuple(there), document=other.name)),
        price=_price_push(case, wager, hand, own_rows, other),
        others=(other.id,),
    )


def _price_push(case: Case, wager: Wager, hand: str, own_rows: Rows, other: Jurisdiction) -> Price:
    """The effect of the push removed from this document's paytables, or added to them."""
    seats = 0 if wager.has_envy else None
    if own_rows:
        names = {line.id for _, line in own_rows}

        def lose(lines: Sequence[LineTerms]) -> list[LineTerms]:
            return [
                replace(line, pays=line.pays.put(LOSES)) if line.id in names else line
                for line in lines
            ]

        tables = [table for table, _ in own_rows]
        return price_rows(case, wager, tables, lose, Basis.NO_PUSH, seats)
    table, row = list_pushes(other.wager(wager.id).paytables)[hand][0]
    terms = compile_rulebook(other, {}, {wager.id: table.id}).wagers[wager.id]
    added = next(replace(item, envy=None) for item in terms.lines if item.id == row.id)
    tables = [own for own in wager.paytables if not any(item.hand == hand for item in own.lines)]
    return price_rows(case, wager, tables, lambda lines: [*lines, added], Basis.ROW_PUSHES, seats)


@difference_rule("XJD004")
def equal_paytables(case: Case) -> Iterator[Finding]:
    """A paytable is equal to one of another document in payouts and Envy Bonus, whatever its name.

    Figures calculated or printed for one are valid for the other.

    Example: paytable 3 of one document is the only paytable of another.
    """
    for other in case.others:
        for wager in case.jurisdiction.wagers:
            tables = list_tables(wager, other)
            equal = [
                (own, item)
                for own in wager.paytables
                for item in tables
                if is_equal(wager, own, item)
            ]
            if not equal:
                continue
            here = {own.id for own, _ in equal}
            there = {item.table.id for _, item in equal}
            own_rest = [table.id for table in wager.paytables if table.id not in here]
            their_rest = [item.table.id for item in tables if item.table.id not in there]
            yield Finding(
                subject=wager.id,
                place=equal[0][0].path,
                variant="one"
                if min(len(here), len(there)) == 1
                else "rest"
                if own_rest or their_rest
                else "",
                slots={
                    "wager": wager.id,
                    "other": other.name,
                    "count": len(here),
                    "here": [own.id for own, _ in equal],
                    "there": [item.table.id for _, item in equal],
                    "pairs": [f"{own.id} = {item.table.id}" for own, item in equal],
                    "own_rest": own_rest,
                    "their_rest": their_rest,
                },
                citations=(
                    *dict.fromkeys(own.citation for own, _ in equal),
                    *cite_other(other, *(item.table.citation for _, item in equal)),
                ),
                sources=(
                    Source(None, tuple(dict.fromkeys(own.citation for own, _ in equal))),
                    Source(
                        None, tuple(item.table.citation for _, item in equal), document=other.name
                    ),
                ),
                others=(other.id,),
            )


@difference_rule("XJD005")
def nearly_equal_paytables(case: Case) -> Iterator[Finding]:
    """A paytable differs from one of another document in a few cells, or combines two of its paytables.

    The difference may be a choice or a mistake. Each paytable is compared with those of the other document
    that differ in the fewest cells; equal ones are left out. The Envy Bonus is compared only if both games
    have it. The effect is that of the other paytable in this document's game, at a full table.

    Example: a straight pays 1 to 1, and 2 to 1 in every other document.
    """
    for other in case.others:
        for wager in case.jurisdiction.wagers:
            found = list_near(case.jurisdiction, wager, other)
            if not found:
                continue
            own = list({table.id: table for near in found for table in near.own}.values())
            tables = [item for near in found for item in (*near.tables, *near.envy_of)]
            theirs = dict.fromkeys(item.table.citation for item in tables)
            yield Finding(
                subject=wager.id,
                place=own[0].path,
                variant="one" if len(found) == 1 and _is_short(found[0]) else "",
                slots={
                    "wager": wager.id,
                    "other": other.name,
                    "near": found,
                    "tables": [table.id for table in own],
                },
                wagers=(wager.id,),
                citations=(*(table.citation for table in own), *cite_other(other, *theirs)),
                sources=(
                    Source(None, tuple(dict.fromkeys(table.citation for table in own))),
                    Source(None, tuple(theirs), document=other.name),
                ),
                price=price_near(case, wager, found),
                others=(other.id,),
            )


def _is_short(near: Near) -> bool:
    """Whether the differing cells fit into a title."""
    return near.is_mixed or len(near.cells) <= _IN_TITLE


@rule("XJD006", Severity.NOTE)
def combined_paytable(case: Case) -> Iterator[Finding]:
    """A paytable combines the payouts of one paytable of the document with the Envy Bonus of another.

    It may be intended, or one of the columns was copied from the wrong paytable.

    Example: paytable 7 has the payouts of paytable 3 and the Envy Bonuses of paytable 6.
    """
    for wager in case.jurisdiction.wagers:
        for own, pays, envy in list_combined(wager):
            yield Finding(
                subject=f"{wager.id}:{own.id}",
                place=own.path,
                slots={
                    "wager": wager.id,
                    "own": own.id,
                    "pays": [table.id for table in pays],
                    "envy": [table.id for table in envy],
                    "bonus": case.jurisdiction.names.envy,
                },
                wagers=(wager.id,),
                citations=(own.citation, *(table.citation for table in (*pays, *envy))),
            )


@difference_rule("XJD007")
def house_ways_set_differently(case: Case) -> Iterator[Finding]:
    """The house ways of two documents set hands differently.

    A dealer who moves from one place to the other must set these hands in another way. They are counted
    over all hands and grouped by the two rules that set them. The effect is that of the other house way in
    this document's game.

    Example: two pairs up to aces are split in one document and kept with an ace in the other.
    """
    if not case.jurisdiction.house_way:
        return
    for other in case.others:
        if not other.house_way:
            continue
        try:
            own, theirs = case.compile({}), compile_rulebook(other, {}, None)
            found = compare_house_ways(own, theirs, case.progress)
        except NotJudged:
            continue
        if not found["hands"]:
            continue
        places = case.jurisdiction.statements[_HOUSE_WAY].citations
        there = other.statements[_HOUSE_WAY].citations
        yield Finding(
            subject=_HOUSE_WAY,
            place=case.jurisdiction.statements[_HOUSE_WAY].path,
            slots={"other": other.name, "hands": found["hands"], "groups": found["groups"]},
            wagers=(STANDARD,),
            citations=(*places, *cite_other(other, *there)),
            sources=(Source(None, places), Source(None, there, document=other.name)),
            price=_price_house_way(case, other),
            others=(other.id,),
        )


def _price_house_way(case: Case, other: Jurisdiction) -> Price:
    """The effect of another document's house way on the standard wager of this document."""
    try:
        edges = case.count_standard({}).house_edge, case.count_with_house_way(other).house_edge
    except CertifyError:
        edges = None
    return price_change(None, [("", *edges)] if edges else [], find_play(case, {}))
