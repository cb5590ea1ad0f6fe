"""Two revisions compared: as text, as JSON, as Markdown for a pull request, as one HTML page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from certify.base.figures import describe_share, format_fraction, format_percent, round_half_up
from certify.base.tables import format_table
from certify.compare.differences import Difference, Sort
from certify.compare.figures import ROUNDS, Figure, FigureChange, FigureKey
from certify.compare.revisions import (
    Criterion,
    FileAgain,
    IssueChange,
    RevisionComparison,
    judge_difference,
    judge_together,
)
from certify.render.changes import (
    DifferenceWords,
    describe_effects,
    describe_file_again,
    join_lines,
    list_notes,
    list_rows,
    name_figure,
)
from certify.render.numbers import count, fill_page, points
from certify.render.texts import STATUSES
from certify.render.values import begin

HEAD = ("Wager", "Amount", "Others", "Before", "After", "Difference")
NOTHING = "no statement, figure or issue differs"
Item = tuple[str, Sequence[str]]
"""A line, and the lines that belong to it."""


def list_sections(comparison: RevisionComparison) -> Iterator[tuple[str, list[Item]]]:
    """Everything but the table of house edges: headings with their items."""
    changes = comparison.changes
    sections: dict[str, list[Item]] = {
        "Notes on the figures": [
            (f"{name_figure(move.key)}: {note}", ())
            for move in comparison.moves
            for note in list_notes(move)
        ],
        "Status of figures": [
            (f"{item.name}: {_name_status(item.before)} → {_name_status(item.after)}", ())
            for item in comparison.statuses
        ],
        "Changes, each with its effect alone": [
            (
                describe_change(comparison, item),
                (*describe_effects(item), *_judge_change(comparison, item)),
            )
            for item in changes
            if item.sort is not Sort.WORDS
        ],
        "All changes together": [(line, ()) for line in list_totals(comparison)],
        "Changes without effect on money": [
            (describe_change(comparison, item), _judge_change(comparison, item))
            for item in changes
            if item.sort is Sort.WORDS
        ],
        "Issues": [(line, ()) for line in _list_issues(comparison)],
        "Remarks": [(join_lines(remark), ()) for remark in comparison.remarks],
    }
    yield from ((heading, items) for heading, items in sections.items() if items)


def _name_status(status: str) -> str:
    return next((words for known, words in STATUSES.items() if known == status), status)


def _judge_change(comparison: RevisionComparison, item: Difference) -> Sequence[str]:
    """Whether a change requires to file again, if the policy has a criterion."""
    if comparison.criterion is None:
        return ()
    found = judge_difference(item, comparison.criterion)
    return (describe_file_again(found, comparison.criterion),)


def list_judgement(comparison: RevisionComparison) -> list[str]:
    """Whether all changes together require to file again, if the policy has a criterion."""
    if comparison.criterion is None:
        return []
    found = judge_together(comparison.changes, comparison.moves, comparison.criterion)
    return [begin(describe_file_again(found, comparison.criterion))]


def _find_words(comparison: RevisionComparison) -> DifferenceWords:
    if comparison.sides is None:
        raise AssertionError("differences are listed of two specifications only")
    return DifferenceWords(*comparison.sides)


def describe_change(comparison: RevisionComparison, item: Difference) -> str:
    """A difference on one line: its place, its name, before and after."""
    words = _find_words(comparison)
    text = f"{words.name(item)}: {words.before(item)} → {words.after(item)}"
    return join_lines(f"{item.file}:{item.line}: {text}")


def list_totals(comparison: RevisionComparison) -> Iterator[str]:
    """The effect of all changes next to the sum of the single effects, for wagers with several changes."""
    for move in comparison.moves:
        alone = [
            effect.edge
            for item in comparison.changes
            for effect in item.effects
            if effect.key == move.key
        ]
        known = [edge for edge in alone if edge is not None]
        if len(alone) > 1 and move.edge is not None and len(known) == len(alone):
            total = sum(known, Fraction(0))
            yield (
                f"{name_figure(move.key)}: {points(move.edge)} without Envy Bonus; "
                f"the {len(alone)} changes alone sum to {points(total)}"
            )


def _list_issues(comparison: RevisionComparison) -> Iterator[str]:
    for word, issues in (("new", comparison.new), ("no longer found:", comparison.gone)):
        yield from (f"{word} {_name_issue(issue)}" for issue in issues)
    for issue in comparison.changed:
        yield f"{_name_issue(issue)}: {issue.before} before"


def _name_issue(issue: IssueChange) -> str:
    title = f": {join_lines(issue.text)}" if issue.text else ""
    place = f" ({issue.at})" if issue.at else ""
    return f"{issue.severity} {issue.code}{title}{place} [{issue.fingerprint}]"


def describe_verdicts(comparison: RevisionComparison) -> str:
    """The verdict before and after."""
    if comparison.verdict_before == comparison.verdict_after:
        return f"{comparison.verdict_after} (unchanged)"
    return f"{comparison.verdict_before} → {comparison.verdict_after}"


def count_moves(comparison: RevisionComparison) -> str:
    """How many wagers change."""
    changed = len({move.key.name for move in comparison.moves})
    if not changed:
        return "no figure changes"
    every = count(changed + comparison.unmoved, "wager")
    return f"changed for {changed} of {every} (each paytable counts as one)"


def list_unchanged(names: Sequence[str]) -> str:
    """The jurisdictions without any change, in one line."""
    return f"unchanged: {', '.join(names)}" if names else ""


def _split(differences: Sequence[RevisionComparison]) -> tuple[list[RevisionComparison], str]:
    """The jurisdictions that differ, and a line with the others."""
    return (
        [item for item in differences if not item.is_empty],
        list_unchanged([item.jurisdiction for item in differences if item.is_empty]),
    )


def format_text(differences: Sequence[RevisionComparison]) -> str:
    """For a terminal: the figures that change first, then the changes."""
    changed, unchanged = _split(differences)
    if not changed:
        return NOTHING
    blocks = ["\n".join(_list_lines(item)) for item in changed]
    return "\n\n".join(filter(None, [*blocks, unchanged]))


def _list_lines(difference: RevisionComparison) -> Iterator[str]:
    yield f"{difference.jurisdiction}: {difference.before} → {difference.after}"
    yield f"  Verdict: {describe_verdicts(difference)}"
    yield f"  House edge: {count_moves(difference)}"
    yield from (f"  {line}" for line in list_judgement(difference))
    if difference.moves:
        rows = [row for move in difference.moves for row in list_rows(move)]
        yield from (f"  {line}" for line in format_table(HEAD, rows, margin=2))
    for heading, items in list_sections(difference):
        yield f"  {heading}:"
        for item, more in items:
            yield f"    {item}"
            yield from (f"      {line}" for line in more)


def describe(difference: RevisionComparison) -> dict[str, Any]:
    """Two revisions compared, as plain data."""
    criterion = difference.criterion
    changes, moves = difference.changes, difference.moves
    together = judge_together(changes, moves, criterion) if criterion else None
    return {
        "jurisdiction": difference.jurisdiction,
        "before": difference.before,
        "after": difference.after,
        "verdict": {"before": difference.verdict_before, "after": difference.verdict_after},
        "wagers": [
            {
                **_describe_key(move.key),
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
        "changes": [_describe_change(difference, item) for item in difference.changes],
        "issues_new": [_describe_issue(item) for item in difference.new],
        "issues_gone": [_describe_issue(item) for item in difference.gone],
        "issues_changed": [
            {**_describe_issue(item), "severity_before": item.before} for item in difference.changed
        ],
        "remarks": list(difference.remarks),
        "untouched": difference.is_empty,
        **_describe_file_again(together, criterion),
    }


def _describe_file_again(
    found: FileAgain | None, criterion: Criterion | None
) -> dict[str, dict[str, Any]]:
    """Whether to file again; nothing if the policy has no criterion."""
    if found is None or criterion is None:
        return {}
    return {
        "file_again": {
            "met": found.met,
            "because": [str(ground) for ground in found.grounds],
            "effect": None if found.effect is None else _describe_difference(found.effect),
            "text": describe_file_again(found, criterion),
        }
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


def _describe_points(change: FigureChange) -> dict[str, Any]:
    data: dict[str, Any] = {
        "points": _describe_difference(change.edge),
        "envy": [
            {"other_players": others, "points": _describe_difference(points)}
            for others, points in enumerate(change.envy, 1)
        ],
    }
    if change.before.capped is not None or change.after.capped is not None:
        data["points_with_cap"] = _describe_difference(change.capped)
    if change.money is not None and change.key.stake is not None:
        data["money"] = {
            "rounds": ROUNDS,
            "stake": str(change.key.stake),
            "without_envy": round_half_up(change.money, 2),
        }
        if change.money_with_envy is not None:
            data["money"]["full_table"] = round_half_up(change.money_with_envy, 2)
    return data


def _describe_difference(value: Fraction | None) -> dict[str, str] | None:
    if value is None:
        return None
    return {"fraction": format_fraction(value), "points": format_percent(value)}


def _describe_change(comparison: RevisionComparison, item: Difference) -> dict[str, Any]:
    words = _find_words(comparison)
    worth: dict[str, Any] = {
        "moves": [
            {
                **_describe_key(effect.key),
                **({"readings": list(effect.key.readings)} if effect.key.readings else {}),
                **_describe_points(effect),
            }
            for effect in item.effects
        ]
    }
    if item.uncounted:
        worth["not_counted"] = list(item.uncounted)
    if item.not_calculated:
        worth["not_priced"] = join_lines(item.not_calculated)
    criterion = comparison.criterion
    judged = judge_difference(item, criterion) if criterion else None
    return {
        "what": words.name(item),
        "at": f"{item.file}:{item.line}",
        "before": words.before(item),
        "after": words.after(item),
        "moves": str(item.sort),
        "worth": worth,
        **_describe_file_again(judged, criterion),
    }


def _describe_key(key: FigureKey) -> dict[str, Any]:
    stake = str(key.stake) if key.stake else None
    return {"wager": key.wager, "paytable": key.paytable or None, "stake": stake}


def _describe_issue(issue: IssueChange) -> dict[str, str]:
    return {key: text for key, text in asdict(issue).items() if key != "before"}


def describe_all(differences: Sequence[RevisionComparison]) -> Any:
    """One object for one jurisdiction, a list for several."""
    described = [describe(item) for item in differences]
    return described[0] if len(described) == 1 else described


def format_markdown(differences: Sequence[RevisionComparison]) -> str:
    """A summary for a pull request."""
    changed, unchanged = _split(differences)
    lines = ["## Effect of this change", ""]
    if not changed:
        lines += [f"{begin(NOTHING)}.", ""]
    for item in changed:
        lines += _list_markdown(item)
    if unchanged and changed:
        lines += [escape(unchanged), ""]
    return "\n".join(lines)


def _list_markdown(difference: RevisionComparison) -> Iterator[str]:
    yield f"### {escape(difference.jurisdiction)}"
    yield ""
    yield f"{escape(difference.before)} → {escape(difference.after)}  "
    yield f"**Verdict:** {escape(describe_verdicts(difference))}  "
    judged = [escape(line) for line in list_judgement(difference)]
    yield "  \n".join([f"**House edge:** {escape(count_moves(difference))}", *judged])
    yield ""
    if difference.moves:
        yield f"| {' | '.join(HEAD)} |"
        yield f"|{'---|' * len(HEAD)}"
        for move in difference.moves:
            yield from (f"| {' | '.join(map(escape, row))} |" for row in list_rows(move))
        yield ""
    for heading, items in list_sections(difference):
        yield from (f"**{heading}**", "")
        for item, more in items:
            yield f"- {escape(item)}"
            yield from (f"  - {escape(line)}" for line in more)
        yield ""


def escape(text: str) -> str:
    """Text for Markdown, on one line."""
    for character in "\\|`*_<>[]":
        text = text.replace(character, f"\\{character}")
    return join_lines(text)


def format_html(differences: Sequence[RevisionComparison]) -> str:
    """One self-contained page."""
    changed, unchanged = _split(differences)
    return fill_page(
        "diff.html.j2",
        {
            "differences": [
                {
                    "difference": item,
                    "verdict": describe_verdicts(item),
                    "moves": count_moves(item),
                    "judged": list_judgement(item),
                    "rows": [row for move in item.moves for row in list_rows(move)],
                    "sections": list(list_sections(item)),
                }
                for item in changed
            ],
            "unchanged": unchanged,
            "nothing": NOTHING,
            "head": HEAD,
        },
    )


PRINTERS: Mapping[str, Callable[[Sequence[RevisionComparison]], str]] = {
    "text": format_text,
    "markdown": format_markdown,
    "html": format_html,
}
"""By the name of the format; JSON is plain data and printed by the command."""
