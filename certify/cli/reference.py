"""Writes the reference of the command line from the commands' own help: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path

from certify.base.storage import write_file
from certify.cli.main import program

_COMMON = """
## Common to all commands

- `SPEC` is the id of a jurisdiction, the path of a specification, a folder of specifications, or `-` for
  standard input. Names of commands, jurisdictions, wagers, paytables and readings may be upper or lower
  case; for a mistyped name the nearest one is suggested.
- `--format` selects the output format, `--json` is short for `--format json`, and `-o FILE` writes to a
  file, completely or not at all. Only one format is allowed. Results go to standard output, everything
  else to standard error.
- On a terminal, text is wrapped to its width and severities are coloured; with `NO_COLOR`, in a pipe and
  in a file there are no colours.
- An amount without a currency (`--stake 5`) is in the currency of the document.
- `pip install certify` is enough to validate, set and settle. `certify[odds]` adds the odds,
  `certify[pdf]` the filings, `certify[sign]` signatures, `certify[xlsx]` workbooks, `certify[all]`
  everything; a command that needs a missing library names what to install.

## Shell completion

The tab key completes commands, options, jurisdictions, wagers, paytables, readings and their values, and
codes of rules. Add one line to the start-up file of your shell:

| shell | file | line |
|---|---|---|
| bash | `~/.bashrc` | `eval "$(_CERTIFY_COMPLETE=bash_source certify)"` |
| zsh | `~/.zshrc` | `eval "$(_CERTIFY_COMPLETE=zsh_source certify)"` |
| fish | `~/.config/fish/completions/certify.fish` | `_CERTIFY_COMPLETE=fish_source certify \\| source` |
""".splitlines()


def build_reference() -> str:
    """Return the help of every command as Markdown."""
    context = program.make_context("certify", [], resilient_parsing=True)
    parts = [
        "# Commands",
        "",
        "Written by `make docs` from the commands' own help.",
        "",
        "Exit code 0: fine; 1: a check failed; 2: could not judge.",
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
