"""The program `certify`: finds the command, and turns every error into a sentence and an exit code."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from difflib import get_close_matches

import click

from certify.base.errors import CertifyError
from certify.base.version import __version__

COMMANDS: dict[str, str] = {
    "validate": "certify.cli.validate",
    "sources": "certify.cli.sources",
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
}


class LazyGroup(click.Group):
    """Imports a command when it is called, so that `certify --version` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's protocol)
        """The commands in the order of the way through the house."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name])
        command: click.Command = module.command
        command.context_settings.setdefault("help_option_names", ["-h", "--help"])
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that is mistyped gets a suggestion."""
        name = args[0].lower() if args else ""
        if args and name not in COMMANDS and not name.startswith("-"):
            near = get_close_matches(name, COMMANDS, 1)
            hint = f"did you mean certify {near[0]}?" if near else "see certify --help"
            raise click.UsageError(f"there is no command {args[0][:40]!r}; {hint}", ctx)
        return super().resolve_command(ctx, [name, *args[1:]] if args else args)


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="certify")
@click.option(
    "--debug", is_flag=True, help="Show the traceback of an error that is the program's own."
)
def program(debug: bool) -> None:
    """Certify the rules of Fortune Pai Gow Poker: exact odds, findings, filings.

    SPEC is a jurisdiction's id or a path to a YAML file. Exit 0: fine; 1: what was checked does not
    hold; 2: could not judge.
    """
    if debug:
        os.environ["CERTIFY_DEBUG"] = "1"


def main() -> None:
    """Run the program. Whatever happens, 1 is said only by a command that judged."""
    try:
        code = program(standalone_mode=False)  # click hands back the code of an Exit
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(2)
    except CertifyError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except MemoryError:
        click.echo("this machine has not enough memory for that; nothing was judged", err=True)
        sys.exit(2)
    except Exception as error:  # noqa: BLE001  (the last line of defence)
        _confess(error)
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


def _confess(error: Exception) -> None:
    """Say that an error is ours, and what to report."""
    if os.environ.get("CERTIFY_DEBUG"):
        traceback.print_exception(error)
    told = " ".join(f"{type(error).__name__}: {error}".split())[:280]
    click.echo(
        f"this is a fault of certify {__version__} and not of your input: {told}\n"
        "Nothing was judged. Please report the command, the file it was given and this line; "
        "certify --debug shows where it happened.",
        err=True,
    )
