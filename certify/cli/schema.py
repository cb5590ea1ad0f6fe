"""certify schema and certify migrate."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.load import load_bytes, read_bytes
from certify.base.resources import locate_folder
from certify.base.storage import check_target, make_folder, write_file
from certify.cli.output import FILE, FOLDER, Output, make_command, show_examples, take_output
from certify.spec.expand import FORMAT
from certify.spec.migrate import is_current, migrate


@make_command("schema", epilog=show_examples("certify schema", "certify schema -o schemas"))
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    type=FOLDER,
    help="Folder for all schemas (default: the one of a specification on standard output).",
)
@take_output("text", "json", to_file=False)
def run_schema(folder: Path | None, output: Output) -> None:
    """Write the JSON Schemas of specifications and other files.

    Editors use the schema that the first line of a specification names.
    """
    own = locate_folder("schemas")
    if folder is None:
        click.echo((own / "jurisdiction.schema.json").read_bytes().decode(), nl=False)
        return
    make_folder(folder)
    written = []
    for path in sorted(own.glob("*.schema.json")):
        write_file(folder / path.name, path.read_bytes())
        written.append(str(folder / path.name))
    if output.is_json:
        output.write_json(written)
    else:
        output.write(written)


@make_command(
    "migrate",
    epilog=show_examples(
        "certify migrate old.yaml -o new.yaml", "certify migrate old.yaml", "certify migrate rules"
    ),
)
@click.argument("old", metavar="OLD", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    type=FILE,
    help="File for the result (default: standard output; a folder is migrated in place).",
)
@take_output("text", "json", to_file=False)
def run_migrate(old: Path, target: Path | None, output: Output) -> None:
    """Convert a specification from format 1 to format 2.

    OLD is a specification, a file with a house way, or a folder. The result is read again and compared
    with the original. If anything differs, or a file of the folder is invalid, nothing is written.
    Comments are kept.
    """
    if old.is_dir():
        if target is not None:
            raise CertifyError(f"-o {target}: a folder is migrated in place; omit -o")
        written = _migrate_folder(old)
    else:
        content = read_bytes(old)
        new = migrate(content, str(old))
        if target is None:
            click.echo(new.decode(), nl=False)
            return
        written = {target: (content, new)}
    for path, (_, new) in written.items():
        write_file(path, new)
    if output.is_json:
        output.write_json(
            [
                {"path": str(path), "bytes_before": len(before), "bytes_after": len(after)}
                for path, (before, after) in written.items()
            ]
        )
        return
    output.write(
        f"{path}: format {FORMAT}, {len(before):,} bytes to {len(after):,}"
        for path, (before, after) in written.items()
    )


def _migrate_folder(folder: Path) -> dict[Path, tuple[bytes, bytes]]:
    """Every file of a folder that is not in the present format, before and after."""
    found: dict[Path, tuple[bytes, bytes]] = {}
    faults = []
    for path in sorted(folder.glob("*.yaml")):
        check_target(path)
        content = read_bytes(path)
        try:
            if not is_current(load_bytes(content, str(path)).data):
                found[path] = content, migrate(content, str(path))
        except CertifyError as error:
            faults.append(str(error))
    if faults:
        raise CertifyError("\n".join([*faults, f"{folder}: nothing is written"]))
    if not found:
        raise CertifyError(f"{folder}: there is no specification of format 1; nothing to migrate")
    return found
