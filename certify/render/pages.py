"""HTML pages from templates that escape every value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from certify.base.resources import locate_folder


def fill_page(template: str, values: Mapping[str, Any]) -> str:
    """One self-contained page."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(locate_folder("reports")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**values)
