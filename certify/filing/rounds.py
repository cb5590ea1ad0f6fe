"""Settled rounds as examples: an ordinary one, one with a push or a copy, and the maximum loss."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.names import name_class
from certify.engine.hands import Hands, find_house_way
from certify.engine.play import choose_stakes, count_seats, deal_round, set_round
from certify.engine.round import Bank, Player, Round, format_round
from certify.engine.settle import settle_round
from certify.engine.settlement import (
    ENVY,
    PUSH,
    WIN,
    Outcome,
    Settlement,
    format_settlement,
)
from certify.filing.largest import Largest
from certify.game.cards import format_cards, parse_cards
from certify.game.house_way.rules import HouseWay
from certify.render.numbers import amount
from certify.render.values import begin, join_words
from certify.render.words import Words
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Standing
from certify.spec.readings import Readings
from certify.spec.rulebook import Rulebook
from certify.wagers.limits import STANDARD

_SEED = 1
_TRIED = 80
"""Rounds among which an example is looked for."""
_SEATS = 3
_PLACES = 3
"""Clauses that a line names."""
_REQUIRED: Readings = {None: {"play.standard_wager_required": "not-required"}}
_CARDS = re.compile(r" \([^()]*(?:\([^()]*\)[^()]*)*\)")
_SIDE = re.compile(r"\b(low|high) (wins|loses|copies)\b")
_NUMBER = re.compile(r"\b\d{4,}\b")
_SET = re.compile(r"^set by the house way: [^;]*; ")
_LINES = re.compile(r"\blines? (\d+(?:-\d+)?)$")
_UNCITED = re.compile(r"not said \([^)]*\)")


@dataclass(frozen=True, slots=True)
class SettledLine:
    """One wager of a seat: what it came to, and the clauses."""

    text: str
    amount: Fraction
    clauses: str
    assumed: bool
    """Whether the result depends on a value that the document does not state."""


@dataclass(frozen=True, slots=True)
class SettledHand:
    """The cards of a seat, as set where they are set."""

    name: str
    high: str
    low: str
    net: Fraction
    lines: tuple[SettledLine, ...] = ()


@dataclass(frozen=True, slots=True)
class SettledExample:
    """A settled round."""

    title: str
    note: str
    bank: SettledHand
    seats: tuple[SettledHand, ...]
    round: Round
    settled: Settlement
    is_largest: bool = False
    """Whether it is the round of the maximum loss."""

    @property
    def players_net(self) -> Fraction:
        """What all seats win or lose together; with the banker's net and the commission it is zero."""
        return sum((seat.net for seat in self.seats), Fraction(0))

    def describe(self) -> dict[str, object]:
        """The round as `certify settle` reads it, with its money."""
        return {
            "title": self.title,
            "round": format_round(self.round),
            "settled": format_settlement(self.settled),
        }

    @property
    def groups(self) -> tuple[tuple[str, tuple[SettledHand, ...]], ...]:
        """The seats, those with the same lines together."""
        found: dict[tuple[SettledLine, ...], list[SettledHand]] = {}
        for seat in self.seats:
            found.setdefault(seat.lines, []).append(seat)
        return tuple((_name_seats(own), tuple(own)) for own in found.values())


def list_rounds(
    jurisdiction: Jurisdiction, lender: Jurisdiction | None, largest: Largest | None
) -> tuple[SettledExample, ...]:
    """The examples that the document allows: hands set by its house way, or by that of the lender."""
    table = _Table(jurisdiction, lender)
    wanted = (
        ("An ordinary round", _rate_ordinary, 5),
        ("A round with a push or a copy", _rate_push, 4),
    )
    found = [
        item
        for title, fits, enough in wanted
        if (item := table.find(title, fits, enough)) is not None
    ]
    if largest is not None and (most := table.show_largest(largest)) is not None:
        found.append(most)
    return tuple(found)


def format_rounds(examples: tuple[SettledExample, ...]) -> str:
    """The examples as a file."""
    data = [item.describe() for item in examples]
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


class _Table:
    """A document with the wagers that its rules settle."""

    def __init__(self, jurisdiction: Jurisdiction, lender: Jurisdiction | None) -> None:
        self.jurisdiction = jurisdiction
        self.words = Words(jurisdiction)
        self.rulebook = compile_rulebook(jurisdiction)
        self.house_way = find_house_way(self.rulebook)
        self.note = ""
        if self.house_way is None and lender is not None:
            self.house_way = find_house_way(compile_rulebook(jurisdiction, None, None, lender))
            self.note = (
                f"Hands are set by the house way of {lender.name}, because the document has none."
            )
        self.stakes = self._choose_stakes()

    def _choose_stakes(self) -> dict[str, Fraction]:
        """The wagers of a round that can be settled; without the standard wager where it cannot."""
        stakes = choose_stakes(self.rulebook)
        if self._settle(self._deal(0, stakes)) is not None:
            return stakes
        self.rulebook = compile_rulebook(self.jurisdiction, _REQUIRED)
        return {name: stake for name, stake in stakes.items() if name != STANDARD}

    def _deal(self, number: int, stakes: Mapping[str, Fraction]) -> Round:
        seats = min(_SEATS, count_seats(self.rulebook))
        dealt = deal_round(self.rulebook, _SEED, number, seats, dict(stakes))
        return _set(self.rulebook, replace(dealt, action_seat=1), self.house_way)

    def _settle(self, round_: Round, rulebook: Rulebook | None = None) -> Settlement | None:
        try:
            return settle_round(
                rulebook or self.rulebook, round_, None if self.note else self.house_way
            )
        except CertifyError:
            return None

    def find(
        self, title: str, fits: Callable[[Settlement], int], enough: int
    ) -> SettledExample | None:
        """The first dealt round of a kind, or the nearest to it."""
        best: tuple[int, Round, Settlement] | None = None
        for number in range(_TRIED):
            round_ = self._deal(number, self.stakes)
            settled = self._settle(round_)
            if settled is None:
                continue
            score = fits(settled)
            if best is None or score > best[0]:
                best = score, round_, settled
            if score >= enough:
                break
        return self._show(title, self.note, best[1], best[2]) if best else None

    def show_largest(self, largest: Largest) -> SettledExample | None:
        """The round of the maximum loss, settled again wager by wager."""
        names = {part.wager: part.stake.amount for part in largest.parts}
        stakes = {
            name: names[title]
            for name in (STANDARD, *self.rulebook.wagers)
            if (title := begin(self.words.wager(name))) in names
        }
        tables = {
            wager.id: table.id
            for wager, table in self.jurisdiction.list_paytables()
            if table.id == largest.paytable
        }
        free = {} if STANDARD in stakes else _REQUIRED
        rulebook = compile_rulebook(self.jurisdiction, free, tables)
        kind = rulebook.table.bank.said
        round_ = Round(
            {terms.id: terms.paytable for terms in rulebook.wagers.values() if terms.named} or None,
            Bank(parse_cards(largest.bank), kind=str(kind) if kind else None),
            tuple(
                Player(seat.number, parse_cards(seat.cards), seat.low, stakes)
                for seat in largest.seats
            ),
        )
        settled = self._settle(round_, rulebook)
        if settled is None or settled.bank_net != -largest.loss.amount:
            return None
        named = f", paytable {largest.paytable}" if largest.paytable != "main" else ""
        return replace(self._show(f"The maximum loss{named}", "", round_, settled), is_largest=True)

    def _show(self, title: str, note: str, round_: Round, settled: Settlement) -> SettledExample:
        players = {player.seat: player for player in round_.players}
        bank_name = begin(self.jurisdiction.names.bank)
        return SettledExample(
            title,
            note,
            _show_hand(bank_name, round_.bank.cards, settled.bank, settled.bank_net),
            tuple(
                replace(
                    _show_hand(f"Seat {seat.seat}", players[seat.seat].cards, seat.hands, seat.net),
                    lines=tuple(self._list_lines(seat.lines)),
                )
                for seat in settled.seats
            ),
            round_,
            settled,
        )

    def _list_lines(self, lines: tuple[Outcome, ...]) -> Iterator[SettledLine]:
        """The wagers in order; equal payments of the Envy Bonus are one line."""
        merged: dict[str, tuple[int, SettledLine]] = {}
        for number, line in enumerate(self._show_lines(lines)):
            is_envy = lines[number].wager == ENVY
            key = line.text if is_envy else f"{number} {line.text}"
            times, before = merged.get(key, (0, line))
            amount = line.amount + (before.amount if times else 0)
            merged[key] = times + 1, replace(line, amount=amount)
        for times, line in merged.values():
            yield replace(line, text=f"{line.text} ({times} times)") if times > 1 else line

    def _show_lines(self, lines: tuple[Outcome, ...]) -> Iterator[SettledLine]:
        for line in lines:
            name = (
                self.jurisdiction.names.envy if line.wager == ENVY else self.words.wager(line.wager)
            )
            stake = f" {amount(line.stake)}" if line.stake else ""
            why = _SET.sub("", _CARDS.sub("", line.because))
            why = why.partition(f"; no {self.jurisdiction.names.envy} for")[0]
            if line.wager == ENVY and line.amount:
                why = why.partition(": ")[2] or why
            why = self._name_row(line.owner or line.wager, why)
            why = _SIDE.sub(r"\1 hand \2", why).replace("hand copies", "hand is a copy")
            why = _NUMBER.sub(lambda found: f"{int(found[0]):,}", why)
            places = dict.fromkeys(
                _UNCITED.sub("not addressed", clause)
                for ground in line.basis
                for clause in ground.clause.split("; ")
            )
            yield SettledLine(
                f"{begin(name)}{stake}: {why}"
                + (", push" if line.result == PUSH and "push" not in why else ""),
                line.amount,
                _cite_lines(tuple(places)),
                any(ground.standing != Standing.STATED for ground in line.basis),
            )

    def _name_row(self, wager: str, why: str) -> str:
        """A reason with the printed name of the row with which it begins."""
        if wager == STANDARD:
            return why
        terms = self.rulebook.wagers[wager]
        for row in sorted((line.id for line in terms.lines), key=len, reverse=True):
            if f"{why} ".startswith(f"{name_class(row)} "):
                named = self.words.outcome(wager, terms.paytable, row)
                return f"{named}{why.removeprefix(name_class(row))}"
        return why


def _name_seats(seats: list[SettledHand]) -> str:
    numbers = [seat.name.rpartition(" ")[2] for seat in seats]
    return f"Seat {numbers[0]}" if len(numbers) == 1 else f"Seats {join_words(numbers)}"


def _cite_lines(places: tuple[str, ...]) -> str:
    """The lines of the first places; the enclosed file has all of them with their clauses."""
    lines = dict.fromkeys(found[1] for place in places if (found := _LINES.search(place)))
    shown = list(lines)[:_PLACES]
    more = f" and {len(lines) - len(shown)} more" if len(lines) > len(shown) else ""
    return f"{', '.join(shown)}{more}" if shown else "not addressed"


def _set(rulebook: Rulebook, round_: Round, house_way: HouseWay | None) -> Round:
    """A round with the low hands that a house way sets; as dealt where there is none."""
    try:
        return set_round(rulebook, round_, house_way)[0]
    except CertifyError:
        return round_


def _show_hand(
    name: str, cards: tuple[object, ...], hands: Hands | None, net: Fraction
) -> SettledHand:
    if hands is None or not hands.low:
        ordered = sorted(cards, reverse=True)  # type: ignore[type-var]
        return SettledHand(name, format_cards(ordered), "", net)  # type: ignore[arg-type]
    return SettledHand(name, format_cards(hands.high), format_cards(hands.low), net)


def _rate_ordinary(settled: Settlement) -> int:
    """How much a round shows: every result of the standard wager, and a bonus that is paid."""
    lines = [line for seat in settled.seats for line in seat.lines]
    standard = {line.result for line in lines if line.wager == STANDARD}
    return 2 * any(
        line.wager not in {ENVY, STANDARD} and line.result == WIN for line in lines
    ) + len(standard)


def _rate_push(settled: Settlement) -> int:
    """A copy that decides a standard wager, then a push of it, then a push of a bonus."""
    lines = [line for seat in settled.seats for line in seat.lines]
    standard = [line for line in lines if line.wager == STANDARD]
    return (
        4 * any("copies" in line.because for line in standard)
        + 2 * any(line.result == PUSH for line in standard)
        + any(line.result == PUSH for line in lines if line.wager != STANDARD)
    )
