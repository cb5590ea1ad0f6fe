"""certify schema."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.resources import locate_folder
from certify.base.storage import make_folder, write_file
from certify.cli.output import Output, make_command, show_examples, take_output

_SPECIFICATION = "jurisdiction.schema.json"


@make_command("schema", epilog=show_examples("certify schema", "certify schema -o schemas"))
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for all schemas (default: the one of a specification on standard output).",
)
@take_output("text", "json", to_file=False)
def command(folder: Path | None, output: Output) -> None:
    """Write the JSON Schemas of specifications and other files.

    Editors use the schema that the first line of a specification names.
    """
    paths = sorted(locate_folder("schemas").glob("*.schema.json"))
    if folder is None:
        content = next(path for path in paths if path.name == _SPECIFICATION).read_bytes()
        click.echo(content.decode(), nl=False)
        return
    make_folder(folder)
    written = [folder / path.name for path in paths]
    for path, target in zip(paths, written, strict=True):
        write_file(target, path.read_bytes())
    if output.is_json:
        output.write_json([str(target) for target in written])
    else:
        output.write(map(str, written))
