"""What the wagers of a file must hold beyond the schema: lines that can be told apart and met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from certify.base.errors import CertifyError, Fault
from certify.base.load import DataPath, SourceFile
from certify.game.cards import ACE
from certify.game.house_way.shapes import parse_group
from certify.game.views import (
    ANYTHING,
    CONDITION_KEYS,
    HAND_SIZE,
    RANKED_CLASSES,
    HandCondition,
    parse_numbers,
)
from certify.game.vocabulary import RANKS
from certify.spec.build import is_statement
from certify.spec.model import Jurisdiction, Line, Paytable, Standing, Statement, Wager
from certify.spec.values import Exclusion, Money, Pay, parse_fraction

_PARSERS: Mapping[str, Callable[[str], object]] = {
    "highest": parse_group,
    "rank": parse_group,
    "red_cards": parse_numbers,
    "black_cards": parse_numbers,
}

RESERVED = ("standard", "envy")
"""Names that commands give to something else."""

_LOWEST_BARE = RANKS.index("9")
"""Seven different ranks below a nine are a straight."""

_WANT_JOKER = frozenset({"seven-card-straight-flush-joker", "five-aces", "five-of-a-kind"})
_NO_JOKER = frozenset({"seven-card-straight-flush"})
_ROYAL = frozenset({"royal-flush", "royal-match"})
_RUNS = frozenset({"straight", "straight-flush"})
_LOWEST_TOP = RANKS.index("5")


def list_faults_of_ranks(source: SourceFile) -> list[Fault]:
    """Groups of ranks or numbers in conditions that run backwards: nothing can be built from them."""
    found = []
    for path, value in _list_ranks(source.data["wagers"], ("wagers",)):
        try:
            _PARSERS[str(path[-1])](str(value))
        except CertifyError as error:
            what, _, cure = str(error).partition("; ")
            found.append(source.fault(path, what, cure))
    return found


def _list_ranks(data: object, path: DataPath) -> Iterator[tuple[DataPath, object]]:
    """The ranks that conditions name, wherever they stand."""
    items: Iterable[tuple[str | int, object]] = ()
    if isinstance(data, Mapping):
        items = data.items()
    elif isinstance(data, list):
        items = enumerate(data)
    for key, value in items:
        if key in _PARSERS and isinstance(value, str | int):
            yield (*path, key), value
        else:
            yield from _list_ranks(value, (*path, key))


def list_faults_of_wagers(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    """Every fault of the wagers, their paytables and lines."""
    yield from _check_push(jurisdiction)
    ids = Counter(wager.id for wager in jurisdiction.wagers)
    for wager in jurisdiction.wagers:
        path = (*wager.path, "id")
        if ids[wager.id] > 1:
            yield jurisdiction.source.fault(
                path, f"duplicate wager {wager.id}", "give each its own id"
            )
        if wager.id in RESERVED:
            yield jurisdiction.source.fault(
                path, f"{wager.id} is a reserved name", "give the wager another id"
            )
        yield from _check_offer(jurisdiction, wager)
        yield from check_stakes(jurisdiction, "wager", wager.statements)
        yield from _check_precedence(jurisdiction, wager)
        yield from _check_envy(jurisdiction, wager)
        for paytable in wager.paytables:
            yield from _check_lines(jurisdiction, wager, paytable)
            yield from _check_published(jurisdiction, paytable)


def check_stakes(
    jurisdiction: Jurisdiction, section: str, statements: Mapping[str, Statement]
) -> Iterator[Fault]:
    """The least stake is not above the most."""
    least = statements[f"{section}.stake_minimum"]
    most = statements[f"{section}.stake_maximum"]
    if (
        isinstance(least.value, Money)
        and isinstance(most.value, Money)
        and least.value.amount > most.value.amount
    ):
        yield jurisdiction.source.fault(
            least.path,
            f"the minimum wager {least.value} is above the maximum wager {most.value}",
            "correct one of them",
        )


def _check_offer(jurisdiction: Jurisdiction, wager: Wager) -> Iterator[Fault]:
    source = jurisdiction.source
    if (*wager.path, "lines") in source.values and (*wager.path, "paytables") in source.values:
        yield source.fault(
            (*wager.path, "lines"),
            "lines next to paytables",
            "move the lines into a paytable",
            at_key=True,
        )
    offer = wager.statements["wager.offer"]
    if wager.paytables and offer.standing is Standing.NOT_OFFERED:
        yield source.fault(
            offer.path,
            f"{wager.id} is not offered but has lines",
            "correct offer, or remove the wager",
        )
    ids = Counter(paytable.id for paytable in wager.paytables)
    for paytable in wager.paytables:
        if ids[paytable.id] > 1:
            yield source.fault(
                (*paytable.path, "id"),
                f"duplicate paytable {paytable.id}",
                "give each its own id",
            )


def _check_precedence(jurisdiction: Jurisdiction, wager: Wager) -> Iterator[Fault]:
    statement = wager.statements["wager.precedence"]
    if "rank-order" not in (statement.value, *statement.other_values):
        return
    for paytable in wager.paytables:
        for line in paytable.lines:
            if line.hand is None:
                yield jurisdiction.source.fault(
                    statement.path,
                    f"rank-order has no place for the line {line.id}, which is not a hand class",
                    "use it only if every line is a hand class",
                )
                return


def _check_envy(jurisdiction: Jurisdiction, wager: Wager) -> Iterator[Fault]:
    source = jurisdiction.source
    if not wager.has_envy:
        for paytable in wager.paytables:
            for line in paytable.lines:
                if line.envy is not None:
                    yield source.fault(
                        (*line.path, "envy"),
                        f"'envy' on a line, but {wager.id} has no Envy Bonus",
                        "remove it, or add 'envy' to the wager",
                    )
        return
    if not wager.paytables:
        return
    lines = [line for paytable in wager.paytables for line in paytable.lines]
    lowest = wager.statements["envy.lowest_hand"]
    if isinstance(lowest.value, str) and lowest.value not in {line.hand for line in lines}:
        yield source.fault(
            lowest.path,
            f"lowest_hand {lowest.value} is not on any paytable",
            "correct lowest_hand or the lines",
        )
    forfeits = wager.statements["envy.forfeits"]
    known = {line.id for line in lines}
    for value in (forfeits.value, *forfeits.other_values):
        for item in value if isinstance(value, tuple) else ():
            if isinstance(item, Exclusion):
                for name in sorted({item.own, *item.still_paid} - known):
                    yield source.fault(
                        forfeits.path,
                        f"unknown line {name}",
                        f"write {' or '.join(sorted(known))}",
                    )


def _check_lines(jurisdiction: Jurisdiction, wager: Wager, paytable: Paytable) -> Iterator[Fault]:
    source = jurisdiction.source
    conditions: set[tuple[HandCondition, HandCondition]] = set()
    ids: set[str] = set()
    for line in paytable.lines:
        key = (line.player, line.bank)
        if key in conditions:
            yield source.fault(
                line.path,
                f"duplicate condition of {line.id} on paytable {paytable.id}",
                "keep one of the lines",
            )
        elif line.id in ids:
            yield source.fault(
                line.path,
                f"duplicate line {line.id} on paytable {paytable.id}",
                "give each its own id",
            )
        conditions.add(key)
        ids.add(line.id)
        yield from _check_place(jurisdiction, wager, line)
        joker = paytable.statements.get("deck.joker", jurisdiction.statements["deck.joker"])
        for side, condition in (("player", line.player), ("bank", line.bank)):
            path = (*line.path, side) if (*line.path, side) in source.values else line.path
            for key_at_fault, what, cure in _list_impossible(condition, jurisdiction, joker):
                yield source.fault((*path, key_at_fault), what, cure)


def _check_place(jurisdiction: Jurisdiction, wager: Wager, line: Line) -> Iterator[Fault]:
    """A line looks where its wager looks, wants something, and cites."""
    source, path = jurisdiction.source, line.path

    def has(key: str) -> bool:
        return (*path, key) in source.values

    plain = [key for key in CONDITION_KEYS if has(key)]
    if wager.looks_at == "both" and plain:
        yield source.fault(
            (*path, plain[0]),
            f"{plain[0]} does not state whose hand, and {wager.id} looks at both",
            "move it under player or bank",
            at_key=True,
        )
    for side in ("player", "bank"):
        if has(side) and wager.looks_at not in {"both", side}:
            yield source.fault(
                (*path, side),
                f"the line looks at the {side}, but {wager.id} looks at the {wager.looks_at} only",
                "write looks_at: both, or move the line to its own wager",
                at_key=True,
            )
        elif has(side) and wager.looks_at == side:
            yield source.fault(
                (*path, side),
                f"{wager.id} looks at the {side} only, so {side} is not needed",
                "move the condition into the line itself",
                at_key=True,
            )
    yield from _check_result(jurisdiction, wager, line)
    if line.player == ANYTHING and line.bank == ANYTHING:
        yield source.fault(
            path, "the line has no condition, so every deal qualifies for it", "add a condition"
        )
    for statement in (line.pays, line.envy):
        if statement is not None and statement.standing is Standing.NOT_OFFERED:
            yield source.fault(
                statement.path,
                f"the line {line.id} is stated as not offered",
                "remove it from the paytable",
            )
    yield from _check_pay(jurisdiction, line)
    for key in ("pays", "envy"):
        if has(key) and not has("at") and not is_statement(_get(source.data, (*path, key))):
            yield source.fault(
                path, f"{key} has no citation", "add 'at' with the lines of the document"
            )


def _check_result(jurisdiction: Jurisdiction, wager: Wager, line: Line) -> Iterator[Fault]:
    """The result of the standard wager is the player's, and no hand shows it by itself."""
    source, path = jurisdiction.source, line.path
    if line.bank.standard is not None:
        yield source.fault(
            path,
            "standard does not apply to the bank's hand, because the standard wager is the player's",
            "put it under player, with looks_at: player or both",
        )
    if line.player.standard is not None and wager.has_envy:
        yield source.fault(
            path,
            f"{wager.id} has an Envy Bonus, which is paid for one hand, and a line asks for standard",
            "make it two wagers, or list the line under uncovered",
        )


def _check_pay(jurisdiction: Jurisdiction, line: Line) -> Iterator[Fault]:
    """A pay that its own words do not mean."""
    source, path = jurisdiction.source, (*line.path, "pays")
    written = _get(source.data, path)
    if isinstance(written, Mapping) and "for" in written and not parse_fraction(written["for"]):
        yield source.fault(
            (*path, "for"), "a payout of 0 for the wager", "write pays: loses, or correct it"
        )
    if isinstance(line.pays.value, Pay) and line.pays.value.meter > 1:
        yield source.fault(
            path,
            f"{line.id} pays {line.pays.value.meter} of a meter, more than all of it",
            "write a share up to 1, like 1/10",
        )


def _check_push(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    """The bank's hand that pushes is named where there is one, and can be met."""
    push = jurisdiction.statements["comparison.bank_hand_push"]
    when = jurisdiction.statements["comparison.bank_hand_push_when"]
    if push.value == "yes" and when.standing is Standing.NOT_OFFERED:
        yield jurisdiction.source.fault(
            when.path,
            "bank_hand_push is yes, but no hand is stated",
            "state the hand in bank_hand_push_when",
        )
    joker = jurisdiction.statements["deck.joker"]
    for value in (when.value, *when.other_values):
        if isinstance(value, HandCondition):
            for _, what, cure in _list_impossible(value, jurisdiction, joker):
                yield jurisdiction.source.fault(when.path, what, cure)
            if value.standard is not None:
                yield jurisdiction.source.fault(
                    when.path, "no hand of the bank has a standard wager", "name a hand"
                )


def _get(data: object, path: DataPath) -> object:
    for step in path:
        data = data[step]  # type: ignore[index]
    return data


def _list_impossible(
    condition: HandCondition, jurisdiction: Jurisdiction, joker: Statement
) -> Iterator[tuple[str, str, str]]:
    """What no hand can be, by the words of the condition alone: key, what, cure."""
    hand = condition.hand
    if condition.rank is not None and hand not in RANKED_CLASSES:
        yield (
            "rank",
            f"rank does not apply to {hand or 'a line without hand'}",
            f"use it with {', '.join(RANKED_CLASSES)}",
        )
    if condition.rank is not None and hand == "two-pair" and not condition.rank.highest:
        yield "rank", "no two pairs have a two as the higher pair", "write a rank of 3 or more"
    if condition.highest is not None:
        if hand != "high-card":
            yield (
                "highest",
                f"highest does not apply to {hand or 'a line without hand'}, only to high-card",
                "write hand: high-card, or remove highest" if hand else "add hand: high-card",
            )
        if condition.highest.highest < _LOWEST_BARE:
            yield (
                "highest",
                f"no seven cards without a class have {condition.highest} as the highest card",
                "write 9 or more, because seven different ranks below 9 contain a straight",
            )
    if condition.beside is not None and hand not in _ROYAL:
        yield (
            "beside",
            f"beside does not apply to {hand or 'a line without hand'}",
            "use it with royal-flush",
        )
    yield from _list_impossible_class(condition)
    yield from _list_idle_jokers(condition)
    if jurisdiction.statements["deck.jokers"].value == 0:
        if condition.joker is not None:
            what = "the line" if condition.joker else "joker"
            yield "joker", "the deck has no joker", f"remove {what}, or correct deck.jokers"
        if hand in _WANT_JOKER:
            yield (
                "hand",
                f"{hand} needs a joker, and the deck has none",
                "remove the line, or correct deck.jokers",
            )
    if hand == "five-of-a-kind" and joker.value == "bug" and "wild" not in joker.other_values:
        yield (
            "hand",
            "with a bug no five of a kind is possible except five aces",
            "write five-aces, or correct the joker",
        )


def _list_impossible_class(condition: HandCondition) -> Iterator[tuple[str, str, str]]:
    """What cannot be asked of the class, of the colours, or of a straight."""
    hand, rank = condition.hand, condition.rank
    for key in ("natural", "only"):
        if getattr(condition, key) and hand in (None, "high-card"):
            yield (
                key,
                f"{key} does not apply to {hand or 'a line without hand'}",
                f"remove {key}, or name a class",
            )
    if condition.natural:
        idle = "rank" if rank is not None else "beside" if condition.beside is not None else ""
        if hand in _WANT_JOKER:
            yield "natural", f"{hand} needs the joker", "remove natural"
        elif hand in _NO_JOKER or condition.joker is False:
            yield "natural", "the hand holds no joker in any case", "remove natural"
        elif idle:
            yield (
                "natural",
                f"natural does not go together with {idle}",
                "write the row under uncovered",
            )
    if rank is not None and hand in _RUNS and rank.highest < _LOWEST_TOP:
        yield "rank", f"no straight has the top card {rank}", "write 5 or more; A-2-3-4-5 is a 5"
    if rank is not None and hand == "straight-flush" and rank.lowest == ACE:
        yield "rank", "a straight flush up to the ace is a royal flush", "write hand: royal-flush"
    red, black = condition.red_cards, condition.black_cards
    if red and black:
        least, most = red.lowest + black.lowest, red.highest + black.highest
        if least > HAND_SIZE or most < HAND_SIZE - 1:
            yield "red_cards", "no seven cards have so many of both colours", "correct one of them"


def _list_idle_jokers(condition: HandCondition) -> Iterator[tuple[str, str, str]]:
    """A joker that the rest of the condition rules out or has in it already: one spelling for each thing."""
    if condition.joker is None:
        return
    hand = condition.hand
    if hand in _NO_JOKER:
        yield "joker", f"{hand} contains no joker", "remove joker"
    if hand in _WANT_JOKER:
        yield "joker", f"{hand} always contains the joker", "remove joker"
    if condition.highest is not None and condition.highest.highest < ACE:
        yield (
            "joker",
            f"the joker is an ace, so no hand with {condition.highest} as the highest card contains it",
            "remove joker",
        )


def _check_published(jurisdiction: Jurisdiction, paytable: Paytable) -> Iterator[Fault]:
    labels: set[str] = set()
    for item in paytable.published:
        if item.label in labels:
            yield jurisdiction.source.fault(
                (*item.path, "label"),
                f"duplicate label {item.label}",
                "keep one figure per label",
            )
        labels.add(item.label)
        if item.label == "max-envy" and not item.other_players:
            yield jurisdiction.source.fault(
                item.path,
                "a figure with Envy Bonus needs other_players",
                "add the number of other players that it assumes",
            )
