"""The report model to a page for the screen: one file that holds all it needs and asks nobody for more.

It says what the PDF says: the same model goes through the same templates, but for those that the folder
`reports/page` has of its own, where a screen can do what paper cannot.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, FileSystemLoader, TemplateError
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from certify.base.errors import CertifyError
from certify.filing.page import locate_templates, make_environment
from certify.filing.report import Report
from certify.filing.trial import build_editor
from certify.wagers.limits import STANDARD

if TYPE_CHECKING:
    from certify.filing.comparison_filing import ComparisonFiling

INDEX = "index"
"""The name of the page over all filings, without its suffix."""
_SCRIPTS = ("exact.js", "editor.js", "tables.js", "charts.js", "reading.js")
_STYLE = re.compile(r' style="[^"]*"')
_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)


def render_page(report: Report, *, indexed: bool = False) -> str:
    """The page of one filing; `indexed` where a page over all filings stands beside it."""
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
            "editors": editors,
            "pdf": f"{report.jurisdiction.id}.pdf",
            "indexed": indexed,
        },
    )


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
        places: Counter[str] = Counter()
        for sheet in examination.sheets:
            odds = sheet.odds
            places[odds.wager] += 1
            part = (
                STANDARD
                if odds.wager == STANDARD
                else f"paytable-{odds.wager}-{places[odds.wager]}"
            )
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
    """The environment of the paper's templates, with those of the page before them."""
    folder = locate_templates()
    return make_environment().overlay(
        loader=ChoiceLoader([FileSystemLoader(folder / "page"), FileSystemLoader(folder)])
    )


@lru_cache(maxsize=1)
def _load_parts() -> tuple[str, str]:
    """The stylesheet and the script, each as one text."""
    folder = locate_templates() / "page"
    style = (folder / "page.css").read_text(encoding="utf-8")
    scripts = [(folder / name).read_text(encoding="utf-8") for name in _SCRIPTS]
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
