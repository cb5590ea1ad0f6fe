"""What the page calculates with: every wager under every combination of open interpretations, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from certify.base.figures import format_fraction
from certify.filing.issues import FiledIssue
from certify.filing.report import FilingReport
from certify.filing.sheets import Sheet
from certify.findings.finding import Kind
from certify.odds.compute import Request, compute_wager
from certify.odds.result import AlternativeOdds, EnvyOdds, WagerOdds
from certify.render.values import begin
from certify.spec.model import Jurisdiction
from certify.spec.readings import find_named
from certify.spec.values import Value

_MOST = 32
"""With more combinations, only one or two interpretations at a time are counted."""
_TOGETHER = 2


@dataclass(frozen=True, slots=True)
class Switch:
    """One open point of the document, with the interpretations that its words support."""

    number: int
    name: str
    """Of the reading, as options name it."""
    title: str
    used: str
    alternatives: tuple[str, ...]
    issues: tuple[FiledIssue, ...]
    """The issues about it."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The wagers of one filing for the page."""

    sheets: tuple[Sheet, ...]
    switches: tuple[Switch, ...]
    data: dict[str, Any]
    """What the script calculates with: all numbers as text."""
    stake: Fraction
    """The wager to begin with."""
    others: int

    @property
    def paytables(self) -> Iterator[tuple[Sheet, int]]:
        """The wagers with paytables, each with its number among those of its wager."""
        numbers: Counter[str] = Counter()
        for sheet in self.sheets:
            if sheet.paytable is not None:
                numbers[sheet.odds.wager] += 1
                yield sheet, numbers[sheet.odds.wager]


def build_figures(report: FilingReport) -> Figures:
    """Every wager of a filing, and the switches that change it."""
    names: dict[str, list[Value]] = {}
    for sheet in report.sheets:
        for item in _list_open(sheet.odds):
            for name, value in item.readings.items():
                values = names.setdefault(name, [])
                values += [value] if value not in values else []
    names = dict(sorted(names.items(), key=lambda item: _find_first(report, item[0])))
    order = list(names)
    stakes = [
        envy.stake.amount for sheet in report.sheets for envy in sheet.odds.envy if envy.stake
    ]
    wagers = [wager.id for wager in report.jurisdiction.wagers]
    policy = report.examination.policy
    return Figures(
        report.sheets,
        tuple(
            _build_switch(report, number, name, names[name]) for number, name in enumerate(order)
        ),
        {
            "currency": report.jurisdiction.currency,
            "sheets": [
                {
                    "switches": sorted(
                        {
                            order.index(name)
                            for item in _list_open(sheet.odds)
                            for name in item.readings
                        }
                    ),
                    "states": dict(_list_states(report.jurisdiction, sheet, names)),
                }
                for sheet in report.sheets
            ],
        },
        min(stakes, default=max(map(policy.least_stake, wagers), default=Fraction(1))),
        max((len(sheet.odds.envy) for sheet in report.sheets), default=0),
    )


def _list_open(odds: WagerOdds) -> Iterator[AlternativeOdds]:
    """The single interpretations that the text supports and that have figures."""
    for item in odds.alternatives:
        if item.supported and item.house_edge is not None and len(item.readings) == 1:
            yield item


def _find_first(report: FilingReport, name: str) -> int:
    """The number of the first issue about an open point."""
    return min((item.number for item in _find_issues(report, name)), default=len(report.issues) + 1)


def _find_issues(report: FilingReport, name: str) -> tuple[FiledIssue, ...]:
    keys = {item.key for item in find_named(report.jurisdiction, name)}
    return tuple(
        item
        for item in report.issues
        if any(keys & set(finding.statements) for finding in item.issue.findings)
        and item.issue.kind is Kind.OWN
    )


def _build_switch(report: FilingReport, number: int, name: str, values: Sequence[Value]) -> Switch:
    first = find_named(report.jurisdiction, name)[0]
    words = report.words
    return Switch(
        number,
        name,
        words.title(first.key),
        begin(words.value(first.key, first.value)),
        tuple(begin(words.value(first.key, value)) for value in values),
        _find_issues(report, name),
    )


def _list_states(
    jurisdiction: Jurisdiction, sheet: Sheet, names: Mapping[str, Sequence[Value]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The figures of a wager by the switches set, each as `number.choice`; "" for those of the filing."""
    odds = sheet.odds
    if not sheet.has_figures:
        return
    yield "", _describe(odds)
    order = list(names)
    found = list(_list_open(odds))

    def write_key(readings: Mapping[str, Value]) -> str:
        return ",".join(
            sorted(
                f"{order.index(name)}.{names[name].index(value)}"
                for name, value in readings.items()
            )
        )

    for item in found:
        yield write_key(item.readings), _describe_alone(item)
    wager = jurisdiction.find_wager(odds.wager)
    if wager is None or sheet.paytable is None:
        return
    for readings in _combine(found):
        request = Request(readings={None: readings}, alternatives=False)
        counted = compute_wager(jurisdiction, wager, sheet.paytable, request)
        if counted.has_figures:
            yield write_key(readings), _describe(counted)


def _combine(found: Sequence[AlternativeOdds]) -> Iterator[dict[str, Value]]:
    """Every combination of interpretations of different points, or of two where there are too many."""
    by_name: dict[str, list[Value]] = {}
    for item in found:
        for name, value in item.readings.items():
            by_name.setdefault(name, []).append(value)
    number = 1
    for values in by_name.values():
        number *= len(values) + 1
    most = len(by_name) if number <= _MOST else _TOGETHER
    for size in range(1, most + 1):
        for chosen in combinations(by_name, size):
            for picked in product(*(by_name[name] for name in chosen)):
                yield dict(zip(chosen, picked, strict=True))


def _describe(odds: WagerOdds) -> dict[str, Any]:
    """The figures of one count: the house edge is `edge` less `money` for each unit of the wager."""
    money = sum(
        ((item.pay.money + item.pay.meter * odds.meter) * item.deals for item in odds.outcomes),
        Fraction(0),
    )
    times = sum((item.pay.times * item.deals for item in odds.outcomes), Fraction(0))
    binding = [
        stake
        for cap in (odds.cap, odds.aggregate)
        if cap is not None
        for _, stake in cap.first_binding
    ]
    found = {
        "edge": format_fraction(-times / odds.deals),
        "money": format_fraction(money / odds.deals),
        "hits": format_fraction(odds.hit_rate),
        **_describe_envy(odds.envy),
    }
    if not money:
        found["variance"] = format_fraction(odds.variance)
    if binding:
        found["cap"] = format_fraction(min(binding))
    return found


def _describe_alone(item: AlternativeOdds) -> dict[str, Any]:
    """An alternative of which only the house edge is known."""
    edge = item.house_edge or Fraction(0)
    found = {"edge": format_fraction(edge), "money": "0", **_describe_envy(item.envy)}
    if item.assumption:
        found["assumption"] = item.assumption
    return found


def _describe_envy(envy: Sequence[EnvyOdds]) -> dict[str, Any]:
    """The expected Envy Bonus by number of other players, and from which wager it is paid."""
    if not envy:
        return {}
    found: dict[str, Any] = {
        "minimum": format_fraction(envy[0].stake.amount if envy[0].stake else 0),
        "envy": [format_fraction(item.per_other_player * item.other_players) for item in envy],
    }
    least = [item.least_per_other_player for item in envy]
    if any(item is not None for item in least):
        found["least"] = [
            format_fraction(
                (one if one is not None else item.per_other_player) * item.other_players
            )
            for one, item in zip(least, envy, strict=True)
        ]
    return found
