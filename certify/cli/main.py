"""The program `certify`: finds the command, and turns every error into a sentence and an exit code."""

from __future__ import annotations

import importlib
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

COMMANDS: dict[str, str] = {
    "new": "certify.cli.new",
    "validate": "certify.cli.validate",
    "sources": "certify.cli.sources",
    "schema": "certify.cli.schema",
    "migrate": "certify.cli.migrate",
    "odds": "certify.cli.odds",
    "price": "certify.cli.price",
    "solve": "certify.cli.solve",
    "reconcile": "certify.cli.reconcile",
    "set": "certify.cli.set",
    "house-way": "certify.cli.house_way",
    "settle": "certify.cli.settle",
    "play": "certify.cli.play",
    "simulate": "certify.cli.simulate",
    "check": "certify.cli.check",
    "explain": "certify.cli.explain",
    "compare": "certify.cli.compare",
    "diff": "certify.cli.diff",
    "sweep": "certify.cli.sweep",
    "report": "certify.cli.report",
    "sign": "certify.cli.sign",
    "verify": "certify.cli.verify",
    "gate": "certify.cli.gate",
    "doctor": "certify.cli.doctor",
}
add_completion_class(Bash)


class LazyGroup(click.Group):
    """Imports a command when it is called, so that `certify --version` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's protocol)
        """The commands in the order of the way through the house."""
        return list(COMMANDS)

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
@click.option(
    "--debug", is_flag=True, help="Show the traceback of an error that is the program's own."
)
def program(debug: bool) -> None:
    """Certify the rules of Fortune Pai Gow Poker: exact odds, findings, filings.

    SPEC is a jurisdiction's id, a path to a YAML file, a folder of them, or - for standard input. Exit 0:
    fine; 1: what was checked does not hold; 2: could not judge.
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
