"""Where a result goes and in which form: --format, --json and -o, the same on every command."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from certify.base.errors import CertifyError
from certify.base.storage import check_target, write_file
from certify.base.tables import fold, paint, shows_colour

Function = TypeVar("Function", bound=Callable[..., Any])

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)
take_quotes = click.option(
    "--dir",
    "folder",
    metavar="DIR",
    type=FOLDER,
    help="Folder with your copy of the documents, to quote the cited lines.",
)
_HELP = ["-h", "--help"]
_BINARY = {"xlsx": "a workbook", "docx": "a docx document", "pdf": "a pdf document"}
"""Formats that no terminal can show."""


class Command(click.Command):
    """A command with -h, in whatever context it is called first.

    click keeps the help option that a command was first asked for, with the names that the context of that
    moment gave it.
    """

    def get_help_option_names(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's protocol)
        """The names of the help option."""
        return _HELP

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; an error that click leaves without its command gets it."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


make_command = functools.partial(click.command, cls=Command)


@dataclass(frozen=True, slots=True)
class Output:
    """The format of a result and its file; standard output if there is none."""

    form: str
    target: Path | None = None

    @property
    def is_json(self) -> bool:
        """Whether the format is JSON."""
        return self.form == "json"

    def write(self, content: str | bytes | Iterable[str]) -> None:
        """Write a result: bytes as they are, text with an end, lines as text."""
        if isinstance(content, bytes):
            self._put(content)
            return
        text = content if isinstance(content, str) else "\n".join(content)
        text = text.rstrip("\n")
        if self.form == "text":
            text = fold(text)
            if self.target is None and shows_colour():
                text = paint(text)
        self._put(f"{text}\n" if text else "")

    def write_json(self, data: Any) -> None:
        """Write data as indented JSON."""
        self._put(json.dumps(data, indent=2, ensure_ascii=False) + "\n")

    def _put(self, content: str | bytes) -> None:
        if isinstance(content, str):  # the name of a file may contain bytes that are no text
            content = content.encode("utf-8", "backslashreplace").decode()
        if self.target is not None:
            write_file(self.target, content.encode() if isinstance(content, str) else content)
        elif isinstance(content, bytes):
            sys.stdout.buffer.write(content)
        elif content:
            click.echo(content, nl=False, color=True)  # painted or not on purpose


def take_output(
    *forms: str, to_file: bool = True, shorts: tuple[str, ...] = ("json",)
) -> Callable[[Function], Function]:
    """--format, its short forms and -o as options; the command gets one `output`."""
    options = [
        click.option(
            "--format",
            "forms",
            type=click.Choice(forms, case_sensitive=False),
            multiple=True,
            help=f"Output format (default: {forms[0]}).",
        )
    ]
    for form in shorts:
        short = f"Short for --format {form}."
        options.append(click.option(f"--{form}", f"as_{form}", is_flag=True, help=short))
    if to_file:
        to = "File for the result (default: standard output)."
        options.append(click.option("-o", "--output", "target", metavar="FILE", type=FILE, help=to))

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def run(*args: Any, **given: Any) -> Any:
            asked = {form: f"--format {form}" for form in given.pop("forms")}
            asked |= {form: f"--{form}" for form in shorts if given.pop(f"as_{form}")}
            if len(asked) > 1:
                raise CertifyError(f"{' and '.join(asked.values())} exclude each other; omit one")
            target = given.pop("target") if to_file else None
            return function(
                *args, output=_make_output(next(iter(asked), forms[0]), target), **given
            )

        decorated: Any = run
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def require_folder(option: str, target: Path) -> None:
    """Refuse a file that could not be written in the end, before the work begins."""
    if not target.parent.is_dir():
        raise CertifyError(
            f"{option} {target}: folder not found: {target.parent}; "
            f"create it with mkdir -p {target.parent}"
        )
    check_target(target)


def _make_output(form: str, target: Path | None) -> Output:
    """An output, refused at once if the result could not be written in the end."""
    if target is None:
        if form in _BINARY:
            raise CertifyError(
                f"{_BINARY[form]} cannot be printed; name a file with -o FILE.{form}"
            )
        return Output(form)
    require_folder("-o", target)
    return Output(form, target)


def show_examples(*lines: str) -> str:
    """The end of a command's help: what to type, as a test parses it."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
