"""The report model to a page for the screen: one file that holds all it needs and asks nobody for more.

The sections are those of the PDF, from the same model and the same templates. The folder `reports/page` has
what only a screen can do: figures that change, folded sections, search, files to save.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, TemplateError
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from certify.base.errors import CertifyError
from certify.filing.page import locate_templates, make_environment
from certify.filing.page_figures import build_figures
from certify.filing.paytable_editor import build_editor
from certify.filing.report import FilingReport
from certify.filing.workbook import Chapter, write_workbook
from certify.render.values import cite

if TYPE_CHECKING:
    from certify.filing.comparison_filing import ComparisonFiling
    from certify.filing.printing import Enclosure

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


@dataclass(frozen=True, slots=True)
class Clause:
    """A place of the document that a statement cites, in its own words."""

    anchor: str
    where: str
    text: str


@dataclass(frozen=True, slots=True)
class File:
    """A file that the page carries."""

    name: str
    media_type: str
    description: str
    content: bytes

    @property
    def encoded(self) -> str:
        """The content for an address that holds it."""
        return base64.b64encode(self.content).decode()

    @property
    def kilobytes(self) -> int:
        """The size, rounded up."""
        return -(-len(self.content) // 1000)


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


def _list_files(report: FilingReport, enclosures: Sequence[Enclosure]) -> Iterator[File]:
    """The workbook of the filing and what its PDF encloses."""
    examination = report.examination
    chapter = Chapter(
        report.jurisdiction, examination.odds, checked=examination.checked, waived=report.waived
    )
    name = f"{report.jurisdiction.id}.xlsx"
    yield File(name, _WORKBOOK, "The odds as a workbook", write_workbook([chapter]))
    for item in enclosures:
        yield File(item.name, item.media_type, item.description, item.content)


def _list_clauses(report: FilingReport) -> Iterator[Clause]:
    """The cited sentences, where the filing was made with the reader's copy of the one document."""
    quotes = next((item.quotes for item in report.issues), None)
    if quotes is None or len(report.jurisdiction.documents) > 1:
        return
    found: dict[str, Clause] = {}
    for statement in report.jurisdiction.by_key.values():
        about = (report.words.title(statement.key), str(statement.value))
        for citation in (*statement.supporting, *statement.contrary):
            anchor = f"lines-{citation.lines}"
            text = quotes.find(citation, about)
            if text and anchor not in found:
                found[anchor] = Clause(anchor, cite(citation), text)
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
