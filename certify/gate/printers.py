"""Differences as text for a terminal, as JSON, as Markdown for a pull request, as one HTML page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from certify.base.figures import format_fraction, format_percent, round_half_up
from certify.base.resources import locate_folder
from certify.base.tables import format_table
from certify.gate.difference import Difference, Told
from certify.gate.prices import OTHERS, ROUNDS, Figure, Priced, Worth
from certify.gate.tell import (
    HEAD,
    build_row,
    join_lines,
    split_changes,
    tell_change,
    tell_moves,
    tell_together,
    tell_untouched,
    tell_verdict,
    tell_worth,
)
from certify.odds.describe import describe_share

NOTHING = "no statement, figure or matter differs"


def split_untouched(differences: Sequence[Difference]) -> tuple[list[Difference], list[str]]:
    """The differences that are any, and the names of what is untouched."""
    return (
        [item for item in differences if not item.is_empty],
        [item.jurisdiction for item in differences if item.is_empty],
    )


def format_text(differences: Sequence[Difference]) -> str:
    """For people at a terminal: what moves first, then what did it."""
    touched, untouched = split_untouched(differences)
    blocks = ["\n".join(_list_lines(item)) for item in touched]
    if untouched and touched:
        blocks.append(tell_untouched(untouched))
    return "\n\n".join(blocks) if touched else NOTHING


def _list_lines(difference: Difference) -> Iterator[str]:
    yield f"{difference.jurisdiction}: {difference.before} -> {difference.after}"
    yield f"  verdict: {tell_verdict(difference)}"
    yield f"  {tell_moves(difference)}"
    if difference.moves:
        yield from (f"    {line}" for line in _list_table(difference))
    for status in difference.statuses:
        yield f"    {status.name}: {status.before} -> {status.after}"
    money, words = split_changes(difference.changes)
    if money:
        yield "  changes, each made alone on the old edition:"
    for priced in money:
        yield f"    {priced.change.at}: {tell_change(priced)}"
        yield from (f"      {line}" for line in tell_worth(priced))
    yield from (f"  {line}" for line in tell_together(difference))
    if words:
        yield "  words only, no money:"
    for priced in words:
        yield f"    {priced.change.at}: {tell_change(priced)}"
    for line in _list_matters(difference):
        yield f"  {line}"
    yield from (f"  {remark}" for remark in difference.remarks)


def _list_table(difference: Difference) -> Iterator[str]:
    rows: list[tuple[str, ...]] = []
    notes: list[str] = []
    for move in difference.moves:
        row = build_row(move)
        cells = (("before", row.before), ("after", row.after), ("points", row.points))
        for place, (word, figures) in enumerate(cells):
            filled = [*figures, *[""] * (len(OTHERS) + 1 - len(figures))]
            shown = (row.name, row.stake) if not place else ("", "")
            rows.append((*shown, word, *filled))
        notes += [f"{row.name} at {row.stake}: {row.money}"] if row.money else []
        notes += [f"{row.name} at {row.stake}: {remark}" for remark in row.remarks]
    yield from format_table(HEAD, rows, left=3)
    yield from notes


def _list_matters(difference: Difference) -> Iterator[str]:
    """The matters that are new, of another weight, and gone."""
    for word, matters in (("new", difference.new), ("gone", difference.gone)):
        yield from (f"{word} {_tell_matter(matter)}" for matter in matters)
    for matter in difference.changed:
        yield f"{matter.before} made {_tell_matter(matter)}"


def _tell_matter(matter: Told) -> str:
    told = f": {join_lines(matter.text)}" if matter.text else ""
    at = f" ({matter.at})" if matter.at else ""
    return f"{matter.severity} {matter.code}{told}{at} [{matter.fingerprint}]"


def describe(difference: Difference) -> dict[str, Any]:
    """A difference as plain data."""
    return {
        "jurisdiction": difference.jurisdiction,
        "before": difference.before,
        "after": difference.after,
        "verdict": {"before": difference.verdict_before, "after": difference.verdict_after},
        "wagers": [
            {
                "wager": move.place.wager,
                "paytable": move.place.paytable or None,
                "stake": str(move.place.stake) if move.place.stake else None,
                "before": _describe_figure(move.before),
                "after": _describe_figure(move.after),
                **_describe_points(move),
            }
            for move in difference.moves
        ],
        "statuses": [
            {"wager": item.name, "before": item.before, "after": item.after}
            for item in difference.statuses
        ],
        "changes": [_describe_change(item) for item in difference.changes],
        "matters_new": [_describe_matter(item) for item in difference.new],
        "matters_gone": [_describe_matter(item) for item in difference.gone],
        "matters_changed": [
            {**_describe_matter(item), "severity_before": item.before}
            for item in difference.changed
        ],
        "remarks": list(difference.remarks),
        "untouched": difference.is_empty,
    }


def _describe_figure(figure: Figure) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if figure.edge is not None:
        data["house_edge"] = describe_share(figure.edge)
    if figure.envy:
        data["envy"] = [
            {"other_players": others, "house_edge": describe_share(edge)}
            for others, edge in enumerate(figure.envy, 1)
            if edge is not None
        ]
    if figure.capped is not None:
        data["house_edge_with_cap"] = describe_share(figure.capped)
    if figure.why_not:
        data["not_counted"] = join_lines(figure.why_not)
    return data


def _describe_points(worth: Worth) -> dict[str, Any]:
    data: dict[str, Any] = {
        "points": _describe_difference(worth.edge),
        "envy": [
            {"other_players": others, "points": _describe_difference(points)}
            for others, points in enumerate(worth.envy, 1)
        ],
    }
    if worth.before.capped is not None or worth.after.capped is not None:
        data["points_with_cap"] = _describe_difference(worth.capped)
    if worth.money is not None and worth.place.stake is not None:
        data["money"] = {
            "rounds": ROUNDS,
            "stake": str(worth.place.stake),
            "without_envy": round_half_up(worth.money, 2),
        }
        if worth.money_with_envy is not None:
            data["money"]["full_table"] = round_half_up(worth.money_with_envy, 2)
    return data


def _describe_difference(value: Fraction | None) -> dict[str, str] | None:
    if value is None:
        return None
    return {"fraction": format_fraction(value), "points": format_percent(value)}


def _describe_change(priced: Priced) -> dict[str, Any]:
    change = priced.change
    worth: dict[str, Any] = {
        "moves": [
            {
                "wager": item.place.wager,
                "paytable": item.place.paytable or None,
                "stake": str(item.place.stake) if item.place.stake else None,
                **({"readings": list(item.place.readings)} if item.place.readings else {}),
                **_describe_points(item),
            }
            for item in priced.worth
        ]
    }
    if priced.uncounted:
        worth["not_counted"] = list(priced.uncounted)
    if priced.why_not:
        worth["not_priced"] = join_lines(priced.why_not)
    return {
        "what": change.what,
        "at": change.at,
        "before": change.before,
        "after": change.after,
        "moves": str(change.sort),
        "worth": worth,
    }


def _describe_matter(matter: Told) -> dict[str, str]:
    return {
        "severity": matter.severity,
        "code": matter.code,
        "text": matter.text,
        "fingerprint": matter.fingerprint,
        "at": matter.at,
    }


def describe_all(differences: Sequence[Difference]) -> Any:
    """One object for one jurisdiction, a list for several."""
    described = [describe(item) for item in differences]
    return described[0] if len(described) == 1 else described


def format_markdown(differences: Sequence[Difference]) -> str:
    """A summary for a pull request."""
    touched, untouched = split_untouched(differences)
    lines = ["## What this change does", ""]
    if not touched:
        lines += [f"{NOTHING[:1].upper()}{NOTHING[1:]}.", ""]
    for item in touched:
        lines += _list_markdown(item)
    if untouched and touched:
        lines += [escape(tell_untouched(untouched)), ""]
    return "\n".join(lines)


def _list_markdown(difference: Difference) -> Iterator[str]:
    yield f"### {escape(difference.jurisdiction)}"
    yield ""
    yield f"{escape(difference.before)} → {escape(difference.after)}  "
    yield f"**Verdict:** {escape(tell_verdict(difference))}  "
    yield f"**Figures:** {escape(tell_moves(difference))}"
    yield ""
    if difference.moves:
        yield f"| {' | '.join(HEAD)} |"
        yield f"|{'---|' * len(HEAD)}"
    rows = [build_row(move) for move in difference.moves]
    for row in rows:
        for word, figures in (("before", row.before), ("after", row.after), ("points", row.points)):
            filled = [*figures, *[""] * (len(OTHERS) + 1 - len(figures))]
            yield f"| {' | '.join([escape(row.name), row.stake, word, *filled])} |"
    if rows:
        yield ""
    for row in rows:
        for note in (row.money, *row.remarks):
            if note:
                yield f"- {escape(row.name)} at {row.stake}: {escape(note)}"
    for status in difference.statuses:
        yield f"- {escape(f'{status.name}: {status.before} -> {status.after}')}"
    money, words = split_changes(difference.changes)
    if money:
        yield from ("", "| change, made alone on the old edition | worth |", "|---|---|")
    for priced in money:
        worth = "<br>".join(escape(line) for line in tell_worth(priced))
        told = f"{escape(priced.change.at)}: {escape(tell_change(priced))}"
        yield f"| {told} | {worth} |"
    together = tell_together(difference)
    if together:
        yield ""
        yield from (f"- {escape(line)}" for line in together)
    yield from _list_markdown_rest(difference, words)


def _list_markdown_rest(difference: Difference, words: Sequence[Priced]) -> Iterator[str]:
    if words:
        yield from ("", "Words only, no money:", "")
    for priced in words:
        yield f"- {escape(priced.change.at)}: {escape(tell_change(priced))}"
    matters = list(_list_matters(difference))
    if matters:
        yield from ("", "**Matters**", "")
        yield from (f"- {escape(line)}" for line in matters)
    if difference.remarks:
        yield ""
        yield from (f"- {escape(remark)}" for remark in difference.remarks)
    yield ""


def escape(text: str) -> str:
    """Text for Markdown, on one line."""
    for character in "\\|`*_<>[]":
        text = text.replace(character, f"\\{character}")
    return join_lines(text)


def format_html(differences: Sequence[Difference]) -> str:
    """One page that needs nothing else."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    touched, untouched = split_untouched(differences)
    environment = Environment(
        loader=FileSystemLoader(locate_folder("reports")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("diff.html.j2").render(
        differences=[_prepare(item) for item in touched],
        untouched=tell_untouched(untouched),
        nothing=NOTHING,
        head=HEAD,
        width=len(OTHERS) + 1,
    )


def _prepare(difference: Difference) -> Mapping[str, Any]:
    money, words = split_changes(difference.changes)
    return {
        "difference": difference,
        "verdict": tell_verdict(difference),
        "moves": tell_moves(difference),
        "rows": [build_row(move) for move in difference.moves],
        "money": [
            {"at": item.change.at, "told": tell_change(item), "worth": tell_worth(item)}
            for item in money
        ],
        "words": [{"at": item.change.at, "told": tell_change(item)} for item in words],
        "together": tell_together(difference),
        "matters": list(_list_matters(difference)),
    }


PRINTERS: Mapping[str, Callable[[Sequence[Difference]], str]] = {
    "text": format_text,
    "markdown": format_markdown,
    "html": format_html,
}
"""By the name of the form; JSON is plain data and printed by the command."""
