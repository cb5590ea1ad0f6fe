"""Differences between two specifications, or between a certificate and a result of now, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.compare.certificates import TWICE, list_certificate_differences
from certify.compare.differences import (
    Difference,
    Sort,
    find,
    have_same_meaning,
    list_shifts,
    read_play,
)
from certify.compare.figures import OTHERS, ROUNDS, FigureChange, FigureKey
from certify.compare.revisions import Criterion, FileAgain, Trigger
from certify.odds.result import Status
from certify.render.numbers import MINUS, count, percent, points, signed_money
from certify.render.texts import STANDINGS, STATUSES
from certify.render.values import (
    cite,
    describe_condition,
    describe_money,
    describe_statement,
    join_words,
)
from certify.spec.model import (
    Document,
    Jurisdiction,
    Line,
    Paytable,
    Published,
    Statement,
    Uncovered,
    Wager,
)
from certify.spec.printed import PRINTED

ABSENT = "(absent)"
_SHIFTS = 3
"""With more numbers of lines than this only the least and the greatest are named."""
_SECTIONS = {"unexpressed": "not expressed", PRINTED: "as printed"}


def join_lines(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class DifferenceWords:
    """The words for differences of two specifications."""

    old: Jurisdiction
    new: Jurisdiction

    def name(self, item: Difference) -> str:
        """What differs."""
        known = item.new or item.old
        match item.address:
            case ("edition",):
                text = "revision"
            case ("citations",):
                text = _name_moved(item)
            case ("documents", name):
                text = f"document {name}"
            case ("wagers", name):
                text = f"wager {name}"
            case ("wagers", wager, what):
                text = f"{wager}.{what}"
            case ("wagers", wager, "paytables", paytable):
                text = f"{wager} paytable {paytable}"
            case ("wagers", wager, "paytables", _, *rest):
                text = self._name_in_paytable(item, wager, rest)
            case ("published", label):
                text = f"standard: printed {label}"
            case ("house_way", *rest):
                text = ": ".join(["house way", *_name_rule(rest)])
            case ("uncovered" | "inventory" as section, name):
                text = f"{section}: {name}"
            case _:
                text = known.key if isinstance(known, Statement) else item.address[0]
        return text

    def _name_in_paytable(self, item: Difference, wager: str, rest: list[str]) -> str:
        paytable = item.address[3]
        named = find(self.old, item.address[:4]).named
        where = f"{wager} paytable {paytable}" if named else wager
        note = f" (paytable {paytable})" if named else ""
        match rest:
            case ["statements", _]:
                return f"{(item.new or item.old).key}{note}"
            case ["lines"]:
                return f"{where}: order of rows"
            case ["lines", *names]:
                return ": ".join([where, *names])
            case ["published", label]:
                return f"{wager}{note}: printed {label}"
        return f"{wager}{note}: {rest[0]}"

    def before(self, item: Difference) -> str:
        """What the old specification has."""
        return self._describe(item, self.old, item.old, item.new)

    def after(self, item: Difference) -> str:
        """What the new specification has."""
        return self._describe(item, self.new, item.new, item.old)

    def _describe(self, item: Difference, jurisdiction: Jurisdiction, one: Any, other: Any) -> str:
        """One side; what the two sides have in common is left out of rules and statements."""
        match item.address:
            case ("citations",):
                side = 0 if jurisdiction is self.old else 1
                lines = [moved[side] for moved in item.moved]
                last = max(last for _, last in lines)
                text = f"lines {min(first for first, _ in lines)} to {last}"
            case _ if one is None:
                text = ABSENT
            case _ if item.is_order:
                text = ", ".join(name for name in one if name in item.old)
            case ("edition",):
                text = f"{one[0]} of {one[1]}"
            case ("house_way",):
                text = f"{len(one['rules'])} rules"
            case ("house_way", "rules", _):
                plays = read_play(one) != read_play(other)
                text = _describe_rule(read_play(one, plays=plays) or {})
            case ("inventory", _):
                what = "removed" if jurisdiction is self.old else "new"
                number = sum(entry not in other for entry in one)
                text = f"{len(one)} entries, {number} of them {what}"
            case ("wagers", _, "envy"):
                text = f"{jurisdiction.names.envy}, {count(len(one), 'statement')}"
            case ("wagers", _, "paytables", _, "lines", _, "condition"):
                player, bank = map(describe_condition, one)
                text = f"player: {player}; {jurisdiction.names.bank}: {bank}"
            case _ if isinstance(one, Statement) and have_same_meaning(one, other):
                text = _describe_citations(one)
            case _:
                text = _describe_thing(jurisdiction, one)
        return text


def _describe_thing(jurisdiction: Jurisdiction, item: Any) -> str:
    match item:
        case Statement():
            text = describe_statement(jurisdiction, item)
        case Document():
            text = f"{item.name}, {item.lines} lines ({item.sha256[:12]})"
        case Wager():
            text = f"{item.name}, {count(len(item.paytables), 'paytable')}"
        case Paytable():
            text = count(len(item.lines), "row")
        case Line():
            text = describe_statement(jurisdiction, item.pays)
            if item.envy is not None:
                text += f"; {jurisdiction.names.envy} {describe_statement(jurisdiction, item.envy)}"
        case Published():
            text = f"{item.text} ({item.citation})"
        case Uncovered():
            text = f"affects {', '.join(item.wagers) or 'no wager'} ({item.citation})"
        case Mapping():
            text = _describe_rule(item)
        case _:
            text = str(item)
    return text


def _name_moved(item: Difference) -> str:
    shifts = list_shifts(item)
    by = join_words(str(shift) for shift in shifts)
    if len(shifts) > _SHIFTS:
        by = f"{shifts[0]} to {shifts[-1]}"
    by = by.replace("-", MINUS)
    unit = "line" if shifts in {(1,), (-1,)} else "lines"
    return f"{count(len(item.moved), 'citation')} moved by {by} {unit}"


def _name_rule(rest: list[str]) -> list[str]:
    match rest:
        case ["rules"]:
            return ["order of rules"]
        case ["rules", name]:
            return [name]
        case [section, name]:
            return [_SECTIONS[section], name]
    return []


def _describe_rule(rule: Mapping[str, Any]) -> str:
    return "; ".join(f"{key} {_describe_data(rule[key])}" for key in sorted(rule) if key != "rule")


def _describe_data(data: Any) -> str:
    if isinstance(data, Mapping):
        return ", ".join(f"{key} {_describe_data(value)}" for key, value in data.items())
    if isinstance(data, list):
        return " and ".join(map(_describe_data, data))
    return {True: "yes", False: "no"}[data] if isinstance(data, bool) else str(data)


def _describe_citations(statement: Statement) -> str:
    """The citations, reasons and remarks of a statement."""
    parts = [f"{item.citation}{', implied' if item.implied else ''}" for item in statement.said]
    parts = parts or [STANDINGS[statement.standing], cite(*statement.near)]
    parts += [statement.deferred_to, statement.question, statement.because, statement.note]
    parts += [f"{item.because} {item.citation or ''}".strip() for item in statement.alternatives]
    return "; ".join(dict.fromkeys(filter(None, parts)))


def name_figure(key: FigureKey) -> str:
    """A wager with its paytable, readings and wager amount."""
    return f"{key.name} at {describe_money(key.stake)}" if key.stake else key.name


def list_rows(change: FigureChange) -> Iterator[tuple[str, ...]]:
    """The house edge of a wager before and after, without and with other players."""
    stake = change.key.stake
    for others in (0, *OTHERS) if change.envy else (0,):
        before, after = change.edges(others)
        yield (
            change.key.name,
            describe_money(stake) if stake else "any",
            str(others) if change.envy else "",
            "-" if before is None else percent(before),
            "-" if after is None else percent(after),
            "-" if before is None or after is None else points(after - before),
        )


def list_notes(change: FigureChange) -> Iterator[str]:
    """What the row of a figure does not show."""
    yield from filter(None, (_describe_cap(change), _describe_money(change)))
    for word, figure in (("before", change.before), ("after", change.after)):
        if figure.why_not:
            yield f"{word}: not calculated: {join_lines(figure.why_not)}"


def _describe_cap(change: FigureChange) -> str:
    first, second = (
        "no maximum" if figure.capped is None else percent(figure.capped)
        for figure in (change.before, change.after)
    )
    if first == second or change.capped is None:
        return ""
    text = f"{first} → {second} ({points(change.capped)})"
    return f"with the maximum payout, at the highest wager of the policy: {text}"


def _describe_money(change: FigureChange) -> str:
    """The result of the banker per thousand rounds, without Envy Bonus and at a full table."""
    if change.money is None or change.key.stake is None:
        return ""
    currency = change.key.stake.currency
    text = f"result of the banker per {ROUNDS:,} rounds {signed_money(change.money, currency)}"
    if change.money_with_envy is not None and change.money_with_envy != change.money:
        full = signed_money(change.money_with_envy, currency)
        text += f", with {OTHERS[-1]} other players {full}"
    return text


def _describe_edges(before: Fraction | None, after: Fraction | None) -> str:
    if before is not None and before == after:
        return "no effect"
    first, second = (
        "not calculated" if edge is None else percent(edge) for edge in (before, after)
    )
    if before is None or after is None:
        return f"{first} → {second}"
    gains = "banker" if after > before else "player"
    return f"{first} → {second} ({points(after - before)}, favours the {gains})"


def describe_effects(item: Difference) -> list[str]:
    """The effect of a difference alone, one line for each wager that it changes."""
    lines = []
    for change in item.effects:
        parts = [_describe_edges(*change.edges(0))]
        if change.envy and change.envy[-1] != change.edge:
            edges = _describe_edges(*change.edges(OTHERS[-1]))
            parts.append(f"with {OTHERS[-1]} other players {edges}")
        parts += filter(None, (_describe_cap(change), _describe_money(change)))
        lines.append(f"{name_figure(change.key)}: {'; '.join(parts)}")
    if item.not_calculated:
        lines.append(f"effect alone not calculated: {join_lines(item.not_calculated)}")
    if not lines:
        lines.append(_NO_EFFECT[item.sort])
    if item.uncounted:
        lines.append(f"calculated neither before nor after: {', '.join(item.uncounted)}")
    return lines


_NO_EFFECT = {
    Sort.MONEY: "no figure changes",
    Sort.ROUND: "no figure changes; it affects money in rounds that the figures exclude",
    Sort.WORDS: "no effect on money",
}


_GROUNDS = {
    Trigger.STATED_VALUE: ("a stated value changed", "no stated value changed"),
    Trigger.PAYOUT: ("a payout changed", "no payout changed"),
}


def describe_file_again(found: FileAgain, criterion: Criterion) -> str:
    """Whether to file again, and why or why not."""
    met = [_GROUNDS[ground][0] for ground in found.grounds if ground in _GROUNDS]
    failed = [
        words
        for ground, (_, words) in _GROUNDS.items()
        if (criterion.stated_value if ground is Trigger.STATED_VALUE else criterion.payout)
    ]
    if criterion.effect is not None:
        limit = f"{percent(criterion.effect).removesuffix('%')} pp"
        met += [f"effect of {limit} or more"] if Trigger.EFFECT in found.grounds else []
        failed.append(f"effect below {limit}" if found.met is False else "effect not calculated")
    if found.met:
        return f"file again: yes ({join_words(met)})"
    return (
        f"file again: {'no' if found.met is False else 'cannot be judged'} ({join_words(failed)})"
    )


_KEYS = {"form": "format", "edition": "revision", "policy_sha256": "policy"}
_LISTED = {"readings": "reading", "wagers": "wager", "issues": "issue"}
_DIFFERS = "differs from the certificate"
_TWICE = "listed twice in the certificate"


def describe_certificate_differences(
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    titles: Mapping[str, str] | None = None,
    *,
    listed: bool = False,
) -> Iterator[str]:
    """What differs between a certificate and a result; titles name the issues.

    If the differences are listed already, readings, wagers and issues are only counted.
    """
    differences = list(list_certificate_differences(old, new))
    numbers = Counter(item.address[0] for item in differences if item.address[0] in _LISTED)
    for item in differences:
        part = item.address[0]
        if not listed or part not in _LISTED:
            yield _describe_certified(item, titles or {})
        elif part in numbers:
            found = [count(numbers[key], name) for key, name in _LISTED.items() if numbers[key]]
            yield f"{_DIFFERS}: {', '.join(found)} (listed above)"
            numbers.clear()


_FIXED = {
    ("spec_sha256",): "the specification has changed since it was certified",
    ("wagers",): "the wagers are in another order",
    ("settlements",): (
        "the certificate is out of date: it contains no settled rounds; accept it again"
    ),
    ("issues", TWICE): f"an issue is {_TWICE}",
    ("counts", TWICE): f"a count is {_TWICE}",
}


def _describe_certified(item: Difference, titles: Mapping[str, str]) -> str:
    if item.address in _FIXED:
        return _FIXED[item.address]
    match item.address:
        case ("jurisdiction",):
            text = f"the certificate is for {item.old}"
        case ("program", "version"):
            text = f"certified with certify {item.old}; this is certify {item.new}"
        case ("readings", key):
            text = f"reading {key}: certified {item.old or 'none'}, now {item.new or 'none'}"
        case ("wagers", name, _):
            text = f"{name}: {_TWICE}"
        case ("wagers", name):
            text = f"{name}: {_describe_wager(item)}"
        case ("issues", fingerprint):
            text = _describe_issue(item, titles.get(fingerprint, ""))
        case ("settlements", *keys):
            text = f"settled rounds: {_DIFFERS} in {', '.join(keys)}"
        case ("counts", _):
            text = _describe_counted(item)
        case (key, *_):
            text = f"{_DIFFERS}: {_KEYS.get(key, key)}"
    return text


def _describe_wager(item: Difference) -> str:
    if item.old is None or item.new is None:
        return "not in the certificate" if item.old is None else "only in the certificate"
    before, after = map(_describe_certified_edge, (item.old, item.new))
    if before != after:
        return f"certified {before}, now {after}"
    keys = sorted(key for key in item.old | item.new if item.old.get(key) != item.new.get(key))
    return f"{_DIFFERS} in {', '.join(keys)}"


def _describe_certified_edge(wager: Mapping[str, Any]) -> str:
    edge = wager.get("house_edge")
    if edge is None:
        return STATUSES[Status(wager["status"])]
    return f"house edge {percent(Fraction(edge))} ({edge})"


def _describe_issue(item: Difference, title: str) -> str:
    known = item.new or item.old
    told = f": {title}" if title and item.new else ""
    text = f"{known['severity']} {known['code']}{told} [{known['fingerprint']}]"
    if item.old is None:
        return f"new {text}"
    if item.new is None:
        return f"no longer found: {text}"
    return f"{text}: certified as {item.old['severity']} {item.old['code']}"


def _describe_counted(item: Difference) -> str:
    text = f"count of kind {(item.new or item.old)['kind']}"
    if item.old is None:
        return f"{text}: not in the certificate"
    return f"{text}: {_DIFFERS if item.new else 'in the certificate but not needed'}"
