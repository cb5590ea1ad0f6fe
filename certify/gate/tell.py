"""Differences in words and numbers: what text, Markdown and HTML share, so that each says the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.base.figures import format_percent, round_half_up
from certify.gate.change import Sort
from certify.gate.difference import Difference
from certify.gate.prices import OTHERS, ROUNDS, Figure, Priced, Worth

HEAD = ("wager", "stake", "", "no envy", *(f"{n} other{'s' if n > 1 else ''}" for n in OTHERS))


def join_lines(text: str) -> str:
    """Any text on one line, so that one thing stays one line."""
    return " ".join(text.split())


def tell_points(value: Fraction | None) -> str:
    """A difference in points of house edge, with its sign."""
    if value is None:
        return "-"
    told = format_percent(value)
    if not value:
        return "0"
    if not told.strip("-0."):  # smaller than the figures printed
        return "+0.0000" if value > 0 else "-0.0000"
    return f"+{told}" if value > 0 else told


def tell_edge(value: Fraction | None) -> str:
    """An edge in percent, without the sign %."""
    return "-" if value is None else format_percent(value)


def tell_money(value: Fraction | None, currency: str) -> str:
    """Money in a thousand rounds, with its sign."""
    if value is None:
        return "-"
    told = round_half_up(value, 2)
    return f"{'+' if value > 0 else ''}{told} {currency}"


@dataclass(frozen=True, slots=True)
class Row:
    """A place whose figures move: before, after and the difference, without and with envy."""

    name: str
    stake: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    points: tuple[str, ...]
    money: str
    remarks: tuple[str, ...]


def build_row(worth: Worth) -> Row:
    """A move as text."""
    stake = worth.place.stake
    remarks = []
    if worth.before.capped is not None or worth.after.capped is not None:
        told = [
            tell_edge(figure.capped) if figure.capped is not None else "no cap"
            for figure in (worth.before, worth.after)
        ]
        if told[0] != told[1]:
            remarks.append(
                f"with the cap, at the policy's highest stake: {told[0]} -> {told[1]} "
                f"({tell_points(worth.capped)} points)"
            )
    for word, figure in (("before", worth.before), ("after", worth.after)):
        if figure.why_not:
            remarks.append(f"{word}: not counted: {join_lines(figure.why_not)}")
    return Row(
        worth.place.name,
        str(stake) if stake else "any",
        _list_edges(worth.before),
        _list_edges(worth.after),
        (tell_points(worth.edge), *(tell_points(item) for item in worth.envy)),
        tell_worth_in_money(worth),
        tuple(remarks),
    )


def _list_edges(figure: Figure) -> tuple[str, ...]:
    return (tell_edge(figure.edge), *(tell_edge(item) for item in figure.envy))


def tell_worth_in_money(worth: Worth) -> str:
    """Money per thousand rounds at the stake, without envy and at a full table."""
    if worth.money is None or worth.place.stake is None:
        return ""
    currency = worth.place.stake.currency
    told = f"{tell_money(worth.money, currency)} for the bank in {ROUNDS:,} rounds at {worth.place.stake}"
    if worth.money_with_envy is not None and worth.money_with_envy != worth.money:
        told += f", {tell_money(worth.money_with_envy, currency)} with {OTHERS[-1]} others"
    return told


def tell_worth(priced: Priced) -> list[str]:
    """What a change alone is worth, a line each place it moves."""
    lines = []
    for worth in priced.worth:
        if worth.after.edge is None or worth.before.edge is None:
            told = [
                tell_edge(figure.edge) if figure.edge is not None else "not counted"
                for figure in (worth.before, worth.after)
            ]
            lines.append(f"{worth.place.name}: edge {told[0]} -> {told[1]}")
            continue
        at = f" at {worth.place.stake}" if worth.place.stake else ""
        line = f"{worth.place.name}{at}: {tell_points(worth.edge)} points"
        if worth.envy:
            line += f", with {OTHERS[0]} to {OTHERS[-1]} others " + " ".join(
                tell_points(item) for item in worth.envy
            )
        if worth.before.capped != worth.after.capped:
            line += f", with the cap at the highest stake {tell_points(worth.capped)}"
        money = tell_worth_in_money(worth)
        lines.append(f"{line}; {money}" if money else line)
    if priced.why_not:
        lines.append(f"alone it cannot be counted: {join_lines(priced.why_not)}")
    if not lines:
        lines.append(_NOTHING[priced.change.sort])
    if priced.uncounted:
        lines.append(f"counted neither before nor after: {', '.join(priced.uncounted)}")
    return lines


_NOTHING = {
    Sort.MONEY: "no figure moves",
    Sort.ROUND: "no figure moves; it moves money in rounds outside the basis of the figures",
    Sort.WORDS: "no money",
}


def tell_change(priced: Priced) -> str:
    """A change on one line: what, before and after."""
    change = priced.change
    return join_lines(f"{change.what}: {change.before} -> {change.after}")


def split_changes(
    changes: Iterable[Priced],
) -> tuple[tuple[Priced, ...], tuple[Priced, ...]]:
    """The changes that can move money, and those of words only."""
    listed = tuple(changes)
    return (
        tuple(item for item in listed if item.change.sort is not Sort.WORDS),
        tuple(item for item in listed if item.change.sort is Sort.WORDS),
    )


def tell_together(difference: Difference) -> list[str]:
    """What all changes are worth together beside the sum of them alone, where several move a place."""
    lines = []
    for move in difference.moves:
        alone = [
            worth.edge
            for priced in difference.changes
            for worth in priced.worth
            if worth.place == move.place
        ]
        if len(alone) > 1 and move.edge is not None and None not in alone:
            total = sum((item for item in alone if item is not None), Fraction(0))
            at = f" at {move.place.stake}" if move.place.stake else ""
            lines.append(
                f"{move.place.name}{at}: together {tell_points(move.edge)} points without envy, "
                f"the {len(alone)} changes alone sum to {tell_points(total)}"
            )
    return lines


def tell_verdict(difference: Difference) -> str:
    """The verdict before and after."""
    if difference.verdict_before == difference.verdict_after:
        return f"{difference.verdict_after} (as before)"
    return f"{difference.verdict_before} -> {difference.verdict_after}"


def tell_moves(difference: Difference) -> str:
    """How many wagers move."""
    number = len({move.place.name for move in difference.moves})
    if not number:
        return "no figure moves"
    every = number + difference.unmoved
    return (
        f"{number} of {every} wager{'s' if every > 1 else ''} move{'s' if number == 1 else ''} "
        "(each paytable counts as one)"
    )


def tell_untouched(names: Sequence[str]) -> str:
    """The jurisdictions that nothing touches, in one line."""
    return f"untouched: {', '.join(names)}" if names else ""
