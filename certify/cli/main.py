"""The program `certify`: finds the command, and turns every error into a sentence and an exit code."""

from __future__ import annotations

import importlib
import sys

import click

from certify import __version__
from certify.base.errors import CertifyError

COMMANDS: dict[str, str] = {
    "validate": "certify.cli.validate",
    "sources": "certify.cli.sources",
    "odds": "certify.cli.odds",
    "reconcile": "certify.cli.reconcile",
    "set": "certify.cli.set",
    "house-way": "certify.cli.house_way",
    "settle": "certify.cli.settle",
    "play": "certify.cli.play",
    "simulate": "certify.cli.simulate",
    "check": "certify.cli.check",
    "explain": "certify.cli.explain",
    "compare": "certify.cli.compare",
    "report": "certify.cli.report",
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
        return command


@click.command(cls=LazyGroup)
@click.version_option(__version__, prog_name="certify")
def program() -> None:
    """Certify the rules of Fortune Pai Gow Poker: exact odds, findings, filings.

    SPEC is a jurisdiction's id or a path to a YAML file. Exit 0: fine; 1: what was checked does not
    hold; 2: could not judge.
    """


def main() -> None:
    """Run the program."""
    try:
        code = program(standalone_mode=False)  # click hands back the code of an Exit
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(2)
    except CertifyError as error:
        click.echo(f"certify: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)
