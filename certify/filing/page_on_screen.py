"""The report model to a page for the screen: one file that holds all it needs and asks nobody for more.

The sections are those of the PDF, from the same model and the same templates. The folder `reports/page` has
what only a screen can do: figures that change, folded sections, search, files to save. It calculates with
every wager under every combination of open interpretations, which are counted here.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, TemplateError
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from certify.base.errors import CertifyError
from certify.base.figures import format_fraction
from certify.filing.issues import FiledIssue
from certify.filing.page import locate_templates, make_environment
from certify.filing.paytable_editor import build_editor
from certify.filing.printing import Enclosure
from certify.filing.report import FilingReport
from certify.filing.sheets import Sheet
from certify.filing.workbook import Chapter, write_workbook
from certify.findings.finding import Kind
from certify.odds.compute import Request, compute_wager
from certify.odds.result import AlternativeOdds, EnvyOdds, WagerOdds
from certify.render.values import begin, cite
from certify.spec.model import Jurisdiction
from certify.spec.readings import find_named
from certify.spec.values import Value

if TYPE_CHECKING:
    from certify.filing.comparison_filing import ComparisonFiling

INDEX = "index"
"""The name of the page over all filings, without its suffix."""
_STYLES = ("filing.css", "comparison.css", "page/page.css")
_SCRIPTS = (
    "exact.js",
    "editor.js",
    "tables.js",
    "figures.js",
    "clauses.js",
    "reading.js",
    "search.js",
)
_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_STYLE = re.compile(r' style="[^"]*"')
_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)


def render_page(
    report: FilingReport, enclosures: Sequence[Enclosure] = (), *, indexed: bool = False
) -> str:
    """The page of one filing; `indexed` if a page over all filings is next to it."""
    editors = {
        (sheet.odds.wager, sheet.odds.paytable): build_editor(report.jurisdiction, sheet)
        for sheet in report.sheets
        if sheet.paytable is not None
    }
    return _render(
        "filing.html.j2",
        {
            "report": report,
            "identity": report.identity,
            "enclosures": enclosures,
            "editors": editors,
            "figures": build_figures(report),
            "clauses": tuple(_list_clauses(report)),
            "files": tuple(_list_files(report, enclosures)),
            "pdf": f"{report.jurisdiction.id}.pdf",
            "indexed": indexed,
        },
    )


def _list_files(report: FilingReport, enclosures: Sequence[Enclosure]) -> Iterator[Enclosure]:
    """The workbook of the filing and what its PDF encloses."""
    examination = report.examination
    chapter = Chapter(
        report.jurisdiction, examination.odds, checked=examination.checked, waived=report.waived
    )
    name = f"{report.jurisdiction.id}.xlsx"
    yield Enclosure(name, _WORKBOOK, "The odds as a workbook", write_workbook([chapter]))
    yield from enclosures


def _list_clauses(report: FilingReport) -> Iterator[tuple[str, str, str]]:
    """Anchor, place and words of the cited sentences, where there is a copy of the one document."""
    quotes = next((item.quotes for item in report.issues), None)
    if quotes is None or len(report.jurisdiction.documents) > 1:
        return
    found: dict[str, tuple[str, str, str]] = {}
    for statement in report.jurisdiction.by_key.values():
        about = (report.words.title(statement.key), str(statement.value))
        for citation in (*statement.supporting, *statement.contrary):
            anchor = f"lines-{citation.lines}"
            text = quotes.find(citation, about)
            if text and anchor not in found:
                found[anchor] = anchor, cite(citation), text
    yield from (found[key] for key in sorted(found, key=lambda item: int(item.split("-")[1])))


def render_index(comparison: ComparisonFiling, pdf: str) -> str:
    """The comparison as the way into the filings: each is linked, as PDF and as page."""
    return _render(
        "comparison.html.j2",
        {
            "comparison": comparison,
            "identity": comparison.identity,
            "pdf": pdf,
            "indexed": False,
            "anchors": dict(_list_anchors(comparison)),
        },
    )


def _list_anchors(
    comparison: ComparisonFiling,
) -> Iterator[tuple[tuple[str, str, str | None], str]]:
    """Where each wager stands on the page of its filing."""
    for examination in comparison.examinations:
        for place, sheet in enumerate(examination.sheets, 1):
            odds = sheet.odds
            part = f"figures-{odds.wager}-{place}"
            yield (examination.jurisdiction.id, odds.wager, odds.paytable), part


def _render(template: str, values: Mapping[str, Any]) -> str:
    try:
        style, script = _load_parts()
        html = (
            _make_environment()
            .get_template(template)
            .render(
                content_policy=_write_policy(style, script),
                # our own files, checked by the policy's hashes; values never reach them
                stylesheet=Markup(style),  # noqa: S704
                script=Markup(script),  # noqa: S704
                **values,
            )
        )
    except (OSError, TemplateError) as error:
        raise CertifyError(
            f"the page {template} cannot be written ({error}); "
            "install certify again or repair the folder reports/page"
        ) from error
    return _fit_screen(html)


@lru_cache(maxsize=1)
def _make_environment() -> SandboxedEnvironment:
    """The environment of the paper's templates, which `paper/` names, with those of the page before them."""
    paper = FileSystemLoader(locate_templates())
    page = FileSystemLoader(locate_templates() / "page")
    return make_environment().overlay(
        loader=ChoiceLoader([page, PrefixLoader({"paper": paper}), paper])
    )


@lru_cache(maxsize=1)
def _load_parts() -> tuple[str, str]:
    """The stylesheet and the script, each as one text."""
    folder = locate_templates()
    style = "\n".join((folder / name).read_text(encoding="utf-8") for name in _STYLES)
    scripts = [(folder / "page" / name).read_text(encoding="utf-8") for name in _SCRIPTS]
    return style, '"use strict";\n(() => {\n' + "\n".join(scripts) + "})();\n"


def _write_policy(*inline: str) -> str:
    """What the page may do: run and show what it holds, and nothing else."""
    style, script = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline
    )
    rules = (
        "default-src 'none'",
        f"style-src 'sha256-{style}'",
        f"script-src 'sha256-{script}'",
        "img-src data:",
        "base-uri 'none'; form-action 'none'",
    )
    return "; ".join(rules)


def _fit_screen(html: str) -> str:
    """Take the widths of paper off, and let a wide table scroll by itself.

    Quotation marks and angle brackets of values are escaped, so what these patterns find is markup.
    """
    return _TABLE.sub(
        lambda found: f'<div class="scroll">{found.group()}</div>', _STYLE.sub("", html)
    )


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
