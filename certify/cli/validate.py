"""certify validate, sources, schema and migrate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from certify.base.errors import CertifyError, Fault, InvalidSpec
from certify.base.extras import locate_folder
from certify.base.figures import format_fraction
from certify.base.load import DataPath, load_bytes, read_bytes
from certify.base.storage import check_target, make_folder, write_file
from certify.cli.options import check_own, leave, load_specs, take_specs
from certify.cli.output import FILE, FOLDER, Output, make_command, show_examples, take_output
from certify.draft.revise import put_anchors
from certify.render.numbers import count
from certify.render.values import fill
from certify.spec.catalogue import Moves, ValueKind
from certify.spec.expand import FORMAT
from certify.spec.migrate import is_current, migrate
from certify.spec.model import Draft, Jurisdiction, Statement, measure_draft, tell_draft
from certify.spec.sources import check_sources, show_statements
from certify.spec.texts import TextWords, find_texts
from certify.spec.uncited import UnreadText, list_unread
from certify.spec.validate import find_specs, load_jurisdiction


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


@make_command(
    "validate",
    epilog=show_examples(
        "certify validate", "certify validate SPEC", "certify validate drafts --json"
    ),
)
@take_specs(required=False)
@take_output("text", "json")
def run_validate(specs: tuple[str, ...], output: Output) -> None:
    """Check specifications against the schema and for consistency.

    Each fault is printed as file:line:column: problem; fix. Exit code 1 if there is one. For a draft,
    the open points are listed, those that affect money first; a draft without faults gives exit code 0.
    """
    paths = find_specs(specs)
    faults: list[Fault] = []
    drafts: list[dict[str, Any]] = []
    lines: list[str] = []
    for path in paths:
        try:
            jurisdiction = load_jurisdiction(path)
        except InvalidSpec as error:
            faults.extend(error.faults)
            lines.append(str(error))
            continue
        draft = measure_draft(jurisdiction)
        if draft is None:
            lines.append(f"{path}: valid ({_summarise(jurisdiction)})")
        else:
            drafts.append(_describe_draft(jurisdiction, draft))
            lines += _list_open(path, jurisdiction, draft)
    if output.is_json:
        listed = [asdict(fault) for fault in faults]
        files = [str(path) for path in paths]
        output.write_json({"valid": not faults, "files": files, "faults": listed, "drafts": drafts})
    else:
        output.write(lines)
    if faults:
        named = " ".join(dict.fromkeys(fault.file for fault in faults))
        click.echo(f"fix the faults listed above, then run: certify validate {named}", err=True)
    leave(not faults)


def _summarise(jurisdiction: Jurisdiction) -> str:
    statements = sum(1 for _ in jurisdiction.list_statements())
    wagers = ["standard", *(wager.id for wager in jurisdiction.wagers)]
    tables = sum(1 for _ in jurisdiction.list_paytables())
    return (
        f"{count(statements, 'statement')}; wagers {', '.join(wagers)}; {count(tables, 'paytable')}"
    )


def _list_open(path: Path, jurisdiction: Jurisdiction, draft: Draft) -> Iterator[str]:
    def place(path_of: DataPath) -> str:
        return ":".join(map(str, (path, *jurisdiction.source.position(path_of))))

    yield f"{path}: a draft: {draft}"
    for task in draft.tasks:
        cited = f" ({task.citation})" if task.citation else ""
        yield f"{place(task.path)}: todo, affects the odds; {task.what}{cited}"
    for statement in draft.moving:
        parameter = statement.parameter
        affects = "the odds" if parameter.moves is Moves.ODDS else "some rounds"
        asked = fill(statement.question or parameter.asks, jurisdiction, statement)
        yield (
            f"{place(statement.path)}: {_name(statement)} is todo, affects {affects}; {asked} "
            f"{_list_values(statement)}"
        )
    others = [_name(statement) for statement in draft.open if statement not in draft.moving]
    if others:
        yield f"{path}: todo without effect on money: {', '.join(others)}"


def _name(statement: Statement) -> str:
    own = statement.paytable and not statement.line
    return f"{statement.key} of paytable {statement.paytable}" if own else statement.key


def _list_values(statement: Statement) -> str:
    parameter = statement.parameter
    if parameter.kind is ValueKind.CHOICE:
        return f"({', '.join(parameter.choices)})"
    example = parameter.example
    return f"(for example {', '.join(example) if isinstance(example, tuple) else example})"


def _describe_draft(jurisdiction: Jurisdiction, draft: Draft) -> dict[str, Any]:
    def place(path: DataPath) -> dict[str, int]:
        return dict(zip(("line", "column"), jurisdiction.source.position(path), strict=True))

    return {
        "file": jurisdiction.source.name,
        "parameters": draft.parameters,
        "answered": draft.answered,
        "moving_money": draft.count_moving,
        "open": [
            {"parameter": item.key, **place(item.path), "moves": str(item.parameter.moves)}
            for item in draft.open
        ],
        "rows": [
            {
                "what": task.what,
                "at": str(task.citation) if task.citation else None,
                **place(task.path),
                "moves": "odds",
            }
            for task in draft.tasks
        ],
    }


@make_command(
    "sources",
    epilog=show_examples(
        "certify sources SPEC --dir documents",
        "certify sources SPEC --dir documents --show",
        "certify sources SPEC --dir documents --unread",
    ),
)
@take_specs()
@click.option(
    "--dir",
    "folder",
    required=True,
    metavar="DIR",
    type=FOLDER,
    help="Folder with the documents.",
)
@click.option(
    "--anchor",
    is_flag=True,
    help="Write a digest of each cited line into the specification, for certify revise.",
)
@click.option("--show", is_flag=True, help="Also each statement with the lines that it cites.")
@click.option(
    "--unread",
    is_flag=True,
    help="Also the lines that are not cited, those with figures first.",
)
@take_output("text", "json")
def run_sources(
    *,
    specs: tuple[str, ...],
    folder: Path,
    show: bool,
    unread: bool,
    anchor: bool,
    output: Output,
) -> None:
    """Check each citation against the documents.

    Checks the document's hash, the cited lines, the figures on them, the lines of numbered clauses and
    the rows of printed tables. Exit code 1 if a citation does not match. Lines with figures that are
    not cited are counted, and are not a fault.
    """
    holds = True
    results = []
    lines: list[str] = []
    for jurisdiction in load_specs(specs):
        if anchor:
            lines.append(_write_anchors(jurisdiction, folder))
        if show:
            lines += show_statements(jurisdiction, folder)
        checked, faults = check_sources(jurisdiction, folder)
        left = list(list_unread(jurisdiction, folder))
        holds = holds and not faults
        result = {
            "jurisdiction": jurisdiction.id,
            "citations": checked,
            "faults": [asdict(fault) for fault in faults],
            "uncited_lines_with_figures": sum(len(text.with_figures) for text in left),
        }
        if unread:
            result["unread"] = [_describe_unread(text) for text in left]
        results.append(result)
        lines += [str(fault) for fault in faults]
        verdict = f"checked, {count(len(faults), 'fault')}" if faults else "verified"
        lines.append(f"{jurisdiction.id}: {count(checked, 'citation')} {verdict}")
        lines += _list_unread(jurisdiction, left, at_length=unread)
    if output.is_json:
        output.write_json({"holds": holds, "jurisdictions": results})
    else:
        output.write(lines)
    leave(holds)


def _write_anchors(jurisdiction: Jurisdiction, folder: Path) -> str:
    """Write a digest of each cited line into the file, for every document that is there."""
    path = Path(jurisdiction.source.name)
    check_own(path)
    if draft := tell_draft(jurisdiction):
        raise CertifyError(f"--anchor: {path}: {draft}; resolve each todo first")
    text = read_bytes(path).decode()
    texts = find_texts(jurisdiction, folder)
    for name, found in texts.items():
        text = put_anchors(text, name, TextWords(found.lines))
    write_file(path, text.encode())
    return f"{path}: anchors written for {len(texts)} of {len(jurisdiction.documents)} documents"


def _list_unread(
    jurisdiction: Jurisdiction, texts: list[UnreadText], *, at_length: bool
) -> Iterator[str]:
    """How many lines with figures are not cited; at length each line with figures and first words."""
    number = sum(len(text.with_figures) for text in texts)
    told = f"{jurisdiction.id}: {count(number, 'line')} with figures not cited"
    yield told if at_length or not number else f"{told}; --unread lists them"
    for text in texts if at_length else ():
        for item in text.with_figures:
            figures = ", ".join(map(str, item.figures))
            yield f"  {text.name}:{item.line}: {figures} | {text.text.excerpt(item.line)}"
        if text.others:
            yield f"  {text.name}, without figures:"
        for lines in text.others:
            yield f"  {text.name}:{lines}: {text.text.excerpt(int(lines.split('-')[0]))}"


def _describe_unread(text: UnreadText) -> dict[str, Any]:
    return {
        "document": text.document,
        "file": text.name,
        "with_figures": [
            {
                "line": item.line,
                "figures": [
                    {"kind": figure.kind, "value": format_fraction(figure.value)}
                    for figure in item.figures
                ],
            }
            for item in text.with_figures
        ],
        "without_figures": list(text.others),
    }
