"""The program `certify`: finds the command, and turns every error into a sentence and an exit code."""

from __future__ import annotations

import gc
import importlib
import io
import os
import re
import sys
import traceback
from contextlib import suppress
from typing import NoReturn, TextIO

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from certify.base.errors import CertifyError
from certify.base.extras import __version__, tell_missing
from certify.base.names import match_name, quote, tell_near
from certify.cli.output import show_examples

_ELSEWHERE = {
    "help": "type certify -h, or certify COMMAND -h",
    "completion": 'put eval "$(_CERTIFY_COMPLETE=bash_source certify)" into ~/.bashrc '
    "(zsh_source for zsh); docs/commands.md has more",
    "version": "type certify --version",
    "init": "type certify new ID --text FILE",
    "lint": "type certify validate, or certify check",
    "test": "type certify validate, certify check or certify gate",
}
"""Words that people try as commands, and what to type."""
_UNEXPECTED = re.compile(r"unexpected extra arguments? \((.*)\)")


def describe_unknown(name: str, known: dict[str, str]) -> str:
    """A command that does not exist."""
    fix = _ELSEWHERE.get(name.casefold()) or tell_near(name, known, "the commands are")
    return f"unknown command {quote(name)}; {fix}"


def describe_usage(error: click.UsageError) -> str:
    """A call that cannot be read: what is wrong and what to type."""
    context = error.ctx
    message = error.format_message()
    if context is None:
        return message
    match error:
        case click.NoSuchOption():
            message = _describe_option(error.option_name, context)
        case click.MissingParameter():
            message = _describe_missing(error.param, context)
        case click.BadOptionUsage():
            message = "".join(
                f"{option.opts[0]}: no value given; write {_describe_use(option)}"
                for option in _list_options(context)
                if error.option_name in option.opts
            )
        case click.BadParameter() if error.param is not None:
            message = _describe_value(error.param, error.message.rstrip("."))
        case _ if found := _UNEXPECTED.search(message):
            message = f"unexpected argument {quote(found[1])}; remove it, or quote what has spaces"
    return f"{message}\n{context.get_usage()}\nType '{context.command_path} -h' for help."


def _list_options(context: click.Context) -> list[click.Option]:
    return [item for item in context.command.params if isinstance(item, click.Option)]


def _describe_use(option: click.Option) -> str:
    metavar = option.metavar or ("N" if isinstance(option.type, click.IntRange) else "VALUE")
    meaning = (option.help or "").partition(" (")[0].rstrip(".")
    return f"{option.opts[0]} {metavar} ({meaning[:1].lower()}{meaning[1:]})"


def _describe_option(name: str, context: click.Context) -> str:
    if context.parent is None:
        return (
            f"{name}: not an option of certify itself; write it after the command, "
            "for example certify odds SPEC --json"
        )
    known = [opt for option in _list_options(context) for opt in option.opts if opt[:2] == "--"]
    plain = {opt.lstrip("-"): opt for opt in known}  # hyphens make short names look alike
    fix = tell_near(name.lstrip("-"), plain, "the options are")
    for word, opt in sorted(plain.items(), key=lambda item: -len(item[0])):
        fix = fix.replace(f" {word}", f" {opt}")
    return f"{name}: unknown option; {fix}"


def _describe_value(parameter: click.Parameter, message: str) -> str:
    """A value of another kind than the parameter has."""
    is_option = isinstance(parameter, click.Option)
    place = (
        parameter.opts[0] if is_option else parameter.make_metavar(click.Context(click.Command("")))
    )
    kind = parameter.type
    value = message.split(" is not ", maxsplit=1)[0].strip("'")
    if isinstance(kind, click.IntRange):
        span = f"of {kind.min} or more" if kind.max is None else f"from {kind.min} to {kind.max}"
        return f"{place}: {quote(value)} is not a whole number {span}"
    if isinstance(kind, click.Choice):
        return (
            f"{place}: {quote(value)} is unknown; {tell_near(value, kind.choices, 'write one of')}"
        )
    if isinstance(kind, click.Path):
        wanted = "a folder" if not kind.file_okay else "a file" if not kind.dir_okay else "a path"
        return f"{place}: {message[0].lower()}{message[1:]}; give {wanted}"
    return f"{place}: {message[0].lower()}{message[1:]}"


def _describe_missing(parameter: click.Parameter | None, context: click.Context) -> str:
    """What to give if something is missing."""
    if isinstance(parameter, click.Option):
        return f"{parameter.opts[0]}: missing; add {_describe_use(parameter)}"
    name = parameter.make_metavar(context) if parameter is not None else "an argument"
    if parameter is not None and parameter.name in {"spec", "specs"}:
        from certify.spec.validate import list_specs

        names = ", ".join(path.stem for path in list_specs())
        return f"{name}: missing; give one of {names}, or a file"
    examples = (context.command.epilog or "").splitlines()[2:]
    return f"{name}: missing; for example {examples[0].strip()}" if examples else f"{name}: missing"


GROUPS: dict[str, dict[str, str]] = {
    "Write and check specifications": {
        "new": "new",
        "validate": "validate",
        "sources": "validate",
        "revise": "new",
        "schema": "validate",
        "migrate": "validate",
    },
    "Calculate figures": {
        "odds": "odds",
        "reconcile": "odds",
        "price": "paytables",
        "solve": "paytables",
        "risk": "odds",
        "sweep": "paytables",
    },
    "Set hands and settle rounds": {
        "set": "hands",
        "house-way": "hands",
        "settle": "rounds",
        "play": "rounds",
        "simulate": "rounds",
    },
    "Find issues": {
        "check": "check",
        "explain": "check",
        "compare": "compare",
        "diff": "compare",
        "letter": "questions",
        "answers": "questions",
    },
    "Guard files": {"gate": "gate", "register": "gate"},
    "File": {"report": "filings", "sign": "filings", "verify": "filings"},
    "Installation": {"doctor": "doctor"},
}
"""The commands by purpose, each with its module, where it is `run_` and its name."""
COMMANDS = {
    name: f"certify.cli.{module}" for group in GROUPS.values() for name, module in group.items()
}
_HELP = ["-h", "--help"]


class Bash(BashComplete):
    """Completion in bash, which breaks words at `=`: `joker=w` comes as three."""

    name = "bash"
    _typed = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words as they were typed."""
        args, incomplete = super().get_completion_args()
        words: list[str] = []
        for word in (*args, incomplete):
            if words and (word == "=" or words[-1].endswith("=")):
                words[-1] += word
            else:
                words.append(word)
        *words, last = words
        if incomplete != last:
            self._typed = last[: last.rindex("=") + 1]
        return words, last

    def format_completion(self, item: CompletionItem) -> str:
        """A proposal without what is on the line before the last `=` already."""
        known = self._typed.partition("=")[2] if self._typed.startswith("--") else self._typed
        item.value = item.value.removeprefix(known)
        return super().format_completion(item)


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
        command: click.Command = getattr(module, f"run_{name.replace('-', '_')}")
        return command

    def get_help_option_names(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the help option."""
        return _HELP

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that is mistyped gets a suggestion."""
        name = match_name(args[0], COMMANDS) if args else None
        if args and name is None and not args[0].startswith("-"):
            raise click.UsageError(describe_unknown(args[0], COMMANDS), ctx)
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
    gc.set_threshold(
        100_000, 50, 50
    )  # a command ends soon: freeing cycles took a sixth of its time
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
            return describe_usage(error)
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
