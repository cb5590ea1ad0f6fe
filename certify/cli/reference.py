"""Writes the reference of the command line from the commands' own help: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path

from certify.cli.main import program


def build_reference() -> str:
    """Every command with its help, in the order of the way through the house."""
    context = program.make_context("certify", [], resilient_parsing=True)
    parts = [
        "# The commands",
        "",
        "Written by `make docs` from the commands' own help.",
        "",
        "Exit codes: 0 fine; 1 what was checked does not hold; 2 could not judge.",
    ]
    for name in program.list_commands(context):
        command = program.get_command(context, name)
        if command is not None:
            inner = command.make_context(name, [], parent=context, resilient_parsing=True)
            inner.terminal_width = 80  # whatever terminal it is written on
            parts += ["", f"## certify {name}", "", "```", command.get_help(inner), "```"]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(build_reference(), encoding="utf-8")
