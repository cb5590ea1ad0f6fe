"""The report model to HTML, by sandboxed templates that escape every value."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from certify.base.errors import CertifyError
from certify.base.extras import locate_folder
from certify.filing import sheets, wording
from certify.filing.report import FilingReport
from certify.render.texts import define_severities

if TYPE_CHECKING:
    from certify.filing.comparison_filing import ComparisonFiling
    from certify.filing.printing import Enclosure


def locate_templates() -> Path:
    """The folder of templates and stylesheet."""
    return locate_folder("reports")


@lru_cache(maxsize=1)
def make_environment() -> ImmutableSandboxedEnvironment:
    """The environment of the templates: unknown names are errors, values are escaped."""
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(locate_templates()),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=wording.show_text,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(wording.FILTERS)
    environment.filters.update(quote=shlex.quote)
    environment.tests["ending"] = str.endswith
    environment.globals.update(
        find_level=sheets.find_level,
        numbers_of=lambda sections: {name: place for place, (name, *_) in enumerate(sections, 1)},
        define_severities=define_severities,
        define_words=wording.define_words,
    )
    return environment


def render_filing(report: FilingReport, enclosures: Sequence[Enclosure] = ()) -> str:
    """The filing of one jurisdiction."""
    return render(
        "filing.html.j2", {"report": report, "identity": report.identity, "enclosures": enclosures}
    )


def render_comparison(comparison: ComparisonFiling, enclosures: Sequence[Enclosure] = ()) -> str:
    """The filing that compares several jurisdictions."""
    style = Markup((locate_templates() / "comparison.css").read_text(encoding="utf-8"))  # noqa: S704
    return render(
        "comparison.html.j2",
        {
            "comparison": comparison,
            "identity": comparison.identity,
            "enclosures": enclosures,
            "comparison_style": style,
        },
    )


def render(template: str, values: Mapping[str, Any]) -> str:
    """Fill a template; the stylesheet is not escaped."""
    folder = locate_templates()
    try:
        stylesheet = Markup((folder / "filing.css").read_text(encoding="utf-8"))  # noqa: S704
        return make_environment().get_template(template).render(stylesheet=stylesheet, **values)
    except (OSError, TemplateError) as error:
        raise CertifyError(
            f"the template {template} cannot be used ({error}); "
            "install certify again or repair the folder reports"
        ) from error
