"""certify migrate."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.load import load_bytes, read_bytes
from certify.base.storage import check_target, write_file
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.spec.expand import FORMAT
from certify.spec.migrate import is_current, migrate


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
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the result (default: standard output; a folder is migrated in place).",
)
@take_output("text", "json", to_file=False)
def command(old: Path, target: Path | None, output: Output) -> None:
    """Convert a specification from format 1 to format 2.

    OLD is a specification, a file with a house way, or a folder. The result is read again and compared
    with the original. If anything differs, or a file of the folder is invalid, nothing is written.
    Comments are kept.
    """
    if old.is_dir():
        if target is not None:
            raise CertifyError(f"-o {target}: a folder is migrated in place; leave -o out")
        written = _migrate_folder(old)
    else:
        content = read_bytes(old)
        new = migrate(content, str(old))
        if target is None:
            click.echo(new.decode(), nl=False)
            return
        write_file(target, new)
        written = {target: (content, new)}
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
    """Every file of a folder that is not in the present format, or none."""
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
    for path, (_, new) in found.items():
        write_file(path, new)
    return found
