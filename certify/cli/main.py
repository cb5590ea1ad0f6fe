"""The program `certify`: finds the command, and turns every error into a sentence and an exit code."""

from __future__ import annotations

import importlib
import io
import os
import sys
import traceback
from contextlib import suppress
from typing import NoReturn, TextIO

import click
from click.shell_completion import add_completion_class

from certify.base.errors import CertifyError
from certify.base.extras import tell_missing
from certify.base.names import match_name
from certify.base.version import __version__
from certify.cli.bash import Bash
from certify.cli.mistakes import tell_command, tell_usage
from certify.cli.output import HELP, show_examples

GROUPS: dict[str, tuple[str, ...]] = {
    "Write and check specifications": ("new", "validate", "sources", "revise", "schema", "migrate"),
    "Calculate figures": ("odds", "reconcile", "price", "solve", "sweep"),
    "Set hands and settle rounds": ("set", "house-way", "settle", "play", "simulate"),
    "Find issues": ("check", "explain", "compare", "diff", "letter", "answers"),
    "Guard files": ("gate", "register"),
    "File": ("report", "sign", "verify"),
    "Installation": ("doctor",),
}
COMMANDS = {
    name: f"certify.cli.{name.replace('-', '_')}" for names in GROUPS.values() for name in names
}
add_completion_class(Bash)


class LazyGroup(click.Group):
    """Imports a command when it is called, so that `certify --version` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's protocol)
        """Return the commands in the order of daily work."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by purpose."""
        width = formatter.width - 6 - max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            loaded = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(title):
                formatter.write_dl(
                    [(name, item.get_short_help_str(width)) for name, item in loaded if item]
                )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load one command."""
        name = match_name(cmd_name, COMMANDS)
        if name is None:
            return None
        module = importlib.import_module(COMMANDS[name])
        command: click.Command = module.command
        return command

    def get_help_option_names(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the help option."""
        return list(HELP)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that is mistyped gets a suggestion."""
        name = match_name(args[0], COMMANDS) if args else None
        if args and name is None and not args[0].startswith("-"):
            raise click.UsageError(tell_command(args[0], COMMANDS), ctx)
        return super().resolve_command(ctx, [name or args[0], *args[1:]] if args else args)


@click.command(
    cls=LazyGroup,
    epilog=show_examples(
        "certify validate", "certify odds SPEC", "certify check SPEC", "certify report -o filings"
    ),
)
@click.version_option(__version__, prog_name="certify")
@click.option("--debug", is_flag=True, help="Show the traceback of an internal error.")
def program(debug: bool) -> None:
    """Check the rules of Pai Gow Poker and calculate their exact odds.

    SPEC is a jurisdiction's id, the path of a specification, a folder of specifications, or - for standard
    input. Exit code 0: fine; 1: a check failed; 2: could not judge.
    """
    if debug:
        os.environ["CERTIFY_DEBUG"] = "1"


def main() -> None:
    """Run the program. Whatever happens, 1 is said only by a command that judged."""
    if sys.stdout is None:  # closed by the caller: writing to it fails, writing with -o does not
        sys.stdout = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115  (for the whole run)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that knows no suits shows their names
            stream.reconfigure(errors="backslashreplace")
    try:
        code = program(standalone_mode=False, prog_name="certify")  # click hands back an exit code
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  (the last line of defence)
        _give_up(error)
    sys.exit(code if isinstance(code, int) else 0)


def _give_up(error: BaseException) -> NoReturn:
    """Say why nothing was judged, and exit 2."""
    if os.environ.get("CERTIFY_DEBUG") and not isinstance(error, click.ClickException):
        traceback.print_exception(error)
    if isinstance(error, BrokenPipeError):  # whoever read the result has gone: nothing can be said
        _silence(sys.stdout)
        sys.exit(2)
    with suppress(OSError):  # standard error may be gone too
        click.echo(_tell(error), err=True)
    if isinstance(error, OSError):
        _silence(sys.stdout)
    sys.exit(2)


def _tell(error: BaseException) -> str:  # noqa: PLR0911  (a kind a line)
    """What a person needs to know of an error."""
    match error:
        case click.UsageError():
            return tell_usage(error)
        case click.ClickException():
            return error.format_message()
        case click.Abort() | KeyboardInterrupt():
            return "stopped; nothing was judged"
        case CertifyError():
            return str(error)
        case MemoryError():
            return (
                "this machine has not enough memory for that; nothing was judged. "
                "Ask for less at once, or use a machine with more"
            )
        case ImportError() if told := tell_missing(error):
            return told
        case io.UnsupportedOperation():  # see main
            return "standard output is closed; open it, or write to a file with -o"
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            return (
                f"{place}the system refuses ({error.strerror or error}); nothing was judged. "
                "Free some space, or choose another place or file"
            )
    told = " ".join(f"{type(error).__name__}: {error}".split())[:280]
    return (
        f"this is a fault of certify {__version__} and not of your input: {told}\n"
        "Nothing was judged. Please report the command, the file it was given and this line; "
        "certify --debug shows where it happened."
    )


def _silence(stream: TextIO) -> None:
    """Let what is still unwritten go nowhere, so that nothing is said of it as the program ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
