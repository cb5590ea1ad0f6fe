"""certify compare."""

from __future__ import annotations

import click

from certify.base.errors import CertifyError
from certify.cli.options import load_specs, print_json, take_json, take_specs
from certify.findings.comparison import (
    compare_jurisdictions,
    describe_comparison,
    format_comparison,
)


@click.command("compare")
@take_specs()
@take_json
@click.option("--html", "as_html", is_flag=True, help="Print a self-contained page.")
def command(specs: tuple[str, ...], as_json: bool, as_html: bool) -> None:
    """Put the parameters and odds of several jurisdictions side by side, differences marked."""
    if len(specs) < 2:
        raise CertifyError("give two jurisdictions or more to compare")
    comparison = compare_jurisdictions(load_specs(specs))
    if as_json:
        print_json(describe_comparison(comparison))
    elif as_html:
        from certify.filing.side_by_side import render_comparison_page

        click.echo(render_comparison_page(comparison))
    else:
        click.echo(format_comparison(comparison))
