"""Where a result goes and in which form: --format, --json and -o, the same on every command."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from certify.base.errors import CertifyError
from certify.base.storage import check_target, write_file
from certify.base.terminal import fold, paint, shows_colour

Function = TypeVar("Function", bound=Callable[..., Any])

HELP = ("-h", "--help")


class Command(click.Command):
    """A command with -h, in whatever context it is called first.

    click keeps the help option that a command was first asked for, with the names that the context of that
    moment gave it.
    """

    def get_help_option_names(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's protocol)
        """The names of the help option."""
        return list(HELP)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a mistake that click leaves without its command is told with it."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


make_command = functools.partial(click.command, cls=Command)

BINARY = frozenset({"xlsx", "docx", "pdf"})
"""Forms that no terminal can show."""


@dataclass(frozen=True, slots=True)
class Output:
    """The form asked for, and the file that it goes to; standard output where there is none."""

    form: str
    target: Path | None = None

    @property
    def is_json(self) -> bool:
        """Whether JSON is asked for."""
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
        """Write data as JSON that people can read too."""
        self._put(json.dumps(data, indent=2, ensure_ascii=False) + "\n")

    def _put(self, content: str | bytes) -> None:
        if isinstance(content, str):  # the name of a file may hold bytes that are no text
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
    """--format, its short forms and -o as options; the command is given one `output`."""
    options = [
        click.option(
            "--format",
            "forms",
            type=click.Choice(forms, case_sensitive=False),
            multiple=True,
            help=f"Output format (default: {forms[0]}).",
        ),
        *(
            click.option(
                f"--{form}", f"as_{form}", is_flag=True, help=f"Short for --format {form}."
            )
            for form in shorts
        ),
    ]
    if to_file:
        options.append(
            click.option(
                "-o",
                "--output",
                "target",
                type=click.Path(dir_okay=False, path_type=Path),
                metavar="FILE",
                help="File for the result (default: standard output).",
            )
        )

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def run(*args: Any, **given: Any) -> Any:
            short = [form for form in shorts if given.pop(f"as_{form}")]
            chosen = choose_form(given.pop("forms"), short, forms[0])
            target = given.pop("target") if to_file else None
            return function(*args, output=make_output(chosen, target), **given)

        decorated: Any = run
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def choose_form(forms: Sequence[str], shorts: Sequence[str], default: str = "text") -> str:
    """The form asked for; two at once are refused."""
    asked = {form: f"--format {form}" for form in forms}
    asked |= {form: f"--{form}" for form in shorts}
    if len(asked) > 1:
        raise CertifyError(
            f"{' and '.join(asked.values())} are asked for at once; keep one of them"
        )
    return next(iter(asked), default)


def make_output(form: str, target: Path | None) -> Output:
    """An output, refused at once where a result could not be written in the end."""
    if form in BINARY and target is None:
        what = "a workbook" if form == "xlsx" else f"a {form} document"
        raise CertifyError(f"{what} goes to a file; name it with -o FILE.{form}")
    if target is not None and not target.parent.is_dir():
        raise CertifyError(
            f"-o {target}: there is no folder {target.parent}; make it with mkdir -p {target.parent}"
        )
    if target is not None:
        check_target(target)
    return Output(form, target)


def show_examples(*lines: str) -> str:
    """The end of a command's help: what to type, as a test parses it."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
