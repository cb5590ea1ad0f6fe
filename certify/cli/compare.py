"""certify compare."""

from __future__ import annotations

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.options import load_specs, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.findings.comparison import (
    compare_jurisdictions,
    describe_comparison,
    format_comparison,
)


@make_command(
    "compare",
    epilog=show_examples(
        "certify compare SPEC OTHER",
        "certify compare jurisdictions",
        "certify compare SPEC OTHER --html -o comparison.html",
    ),
)
@take_specs()
@take_output("text", "json", "html", shorts=("json", "html"))
def command(specs: tuple[str, ...], output: Output) -> None:
    """Put parameters and odds of several documents side by side.

    Differences are marked. As HTML it is one page that needs nothing beside it.
    """
    jurisdictions = load_specs(specs)
    if len(jurisdictions) < 2:
        raise CertifyError("give two jurisdictions or more to compare, or a folder of them")
    with show_progress():
        comparison = compare_jurisdictions(jurisdictions)
    if output.is_json:
        output.write_json(describe_comparison(comparison))
    elif output.form == "html":
        from certify.filing.side_by_side import render_comparison_page

        output.write(render_comparison_page(comparison))
    else:
        width = output.page.width if output.page.terminal else None
        output.write(format_comparison(comparison, width))
