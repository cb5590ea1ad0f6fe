"""certify compare."""

from __future__ import annotations

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.options import load_in_force, take_day, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.compare.documents import compare_documents
from certify.render.compare import (
    describe_comparison,
    format_comparison,
    render_comparison_page,
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
@take_day
@take_output("text", "json", "html", shorts=("json", "html"))
def command(specs: tuple[str, ...], on: str | None, output: Output) -> None:
    """Compare rules, payouts and house edges of documents.

    Differences are marked with *. The HTML page is self-contained.
    """
    jurisdictions = load_in_force(specs, on)
    if len(jurisdictions) < 2:
        raise CertifyError("compare: one document given; name two or more, or a folder")
    with show_progress():
        comparison = compare_documents(jurisdictions)
    if output.is_json:
        output.write_json(describe_comparison(comparison))
    elif output.form == "html":
        output.write(render_comparison_page(comparison))
    else:
        output.write(format_comparison(comparison))
