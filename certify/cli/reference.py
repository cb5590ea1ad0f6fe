"""Writes the reference of the command line from the commands' own help: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path

from certify.base.storage import write_file
from certify.cli.main import program

_COMMON = """
## What all commands share

- `SPEC` is the id of a jurisdiction, a path to a YAML file, a folder of them, or `-` for standard input.
  Names of commands, jurisdictions, wagers, paytables and readings are taken in any case; one that is
  mistyped is answered with the one that is near.
- `--format` names the form of the result, `--json` is its short form for JSON, and `-o FILE` writes it to
  a file, whole or not at all. Two forms at once are refused. Results go to standard output, everything
  else to standard error.
- On a terminal text is folded to its width and severities have colour; with `NO_COLOR` set, in a pipe and
  in a file there is none. Work that takes long draws a bar on a terminal, and in a log says every now and
  then that it goes on.
- An amount alone (`--stake 5`) is in the currency of the document.
- `pip install certify` brings what validates, sets and settles. `certify[odds]` adds what counts deals,
  `certify[pdf]` the filings, `certify[sign]` signatures, `certify[xlsx]` workbooks, `certify[all]`
  everything; a command that lacks a library says which to install.

## Completion in the shell

The tab key completes commands, options, jurisdictions, wagers, paytables, readings with their values, and
codes of rules. Put one line into the file that your shell reads at its start:

| shell | file | line |
|---|---|---|
| bash | `~/.bashrc` | `eval "$(_CERTIFY_COMPLETE=bash_source certify)"` |
| zsh | `~/.zshrc` | `eval "$(_CERTIFY_COMPLETE=zsh_source certify)"` |
| fish | `~/.config/fish/completions/certify.fish` | `_CERTIFY_COMPLETE=fish_source certify \\| source` |
""".splitlines()


def build_reference() -> str:
    """Every command with its help, in the order of the way through the house."""
    context = program.make_context("certify", [], resilient_parsing=True)
    parts = [
        "# The commands",
        "",
        "Written by `make docs` from the commands' own help.",
        "",
        "Exit codes: 0 fine; 1 what was checked does not hold; 2 could not judge.",
        *_COMMON,
    ]
    for name in program.list_commands(context):
        command = program.get_command(context, name)
        if command is not None:
            inner = command.make_context(name, [], parent=context, resilient_parsing=True)
            inner.terminal_width = 80  # whatever terminal it is written on
            parts += ["", f"## certify {name}", "", "```", command.get_help(inner), "```"]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), build_reference().encode())
