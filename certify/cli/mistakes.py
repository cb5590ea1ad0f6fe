"""Calls that cannot be read: what is wrong, and what to type instead."""

from __future__ import annotations

import click

from certify.base.names import quote, tell_near

_SPECS = frozenset({"spec", "specs"})
_ELSEWHERE = {
    "help": "type certify -h, or certify COMMAND -h",
    "completion": 'put eval "$(_CERTIFY_COMPLETE=bash_source certify)" into ~/.bashrc '
    "(zsh_source for zsh); docs/commands.md has more",
    "version": "type certify --version",
    "init": "type certify new ID --text FILE",
    "lint": "type certify validate, or certify check",
    "test": "type certify validate, certify check or certify gate",
}
"""Words that people try as commands, and where the thing is."""


def tell_command(name: str, known: dict[str, str]) -> str:
    """A command that there is not."""
    cure = _ELSEWHERE.get(name.casefold()) or tell_near(name, known)
    return f"there is no command {quote(name)}; {cure}"


def tell_usage(error: click.UsageError) -> str:
    """A call that cannot be read: what is wrong and what to type."""
    context = error.ctx
    message = _tell(error, context)
    if context is None:
        return message
    return f"{message}\n{context.get_usage()}\nType '{context.command_path} -h' for help."


def _tell(error: click.UsageError, context: click.Context | None) -> str:
    message = error.format_message()
    match error:
        case click.NoSuchOption() if context is not None:
            return _tell_option(error.option_name, context)
        case click.MissingParameter():
            return message + _tell_needed(error.param, context)
        case click.BadOptionUsage() if context is not None:
            option = _find_option(error.option_name, context)
            told = f" Give {option.opts[0]} {_name_value(option)}: {option.help}" if option else ""
            return message + told
        case click.BadParameter() if error.param is not None:
            return _tell_value(message, error.param)
    return message


def _tell_option(name: str, context: click.Context) -> str:
    if context.parent is None:
        return (
            f"There is no option {name} here. Options of a command stand after its name, "
            "like certify odds SPEC --json."
        )
    known = [opt for option in _list_options(context) for opt in option.opts if opt[:2] == "--"]
    plain = {opt.lstrip("-"): opt for opt in known}  # hyphens make short names look alike
    cure = tell_near(name.lstrip("-"), plain, "it takes")
    for word, opt in sorted(plain.items(), key=lambda item: -len(item[0])):
        cure = cure.replace(f" {word}", f" {opt}")
    return f"No such option {quote(name)}; {cure}"


def _list_options(context: click.Context) -> list[click.Option]:
    return [item for item in context.command.params if isinstance(item, click.Option)]


def _find_option(name: str, context: click.Context) -> click.Option | None:
    return next((item for item in _list_options(context) if name in item.opts), None)


def _name_value(option: click.Option) -> str:
    return option.metavar or option.type.name.upper()


def _tell_value(message: str, parameter: click.Parameter) -> str:
    """A value that its parameter does not take."""
    kind = parameter.type
    if isinstance(kind, click.IntRange):
        least = kind.min if kind.min is not None else "any"
        most = f" to {kind.max}" if kind.max is not None else " on"
        return f"{message} Write a whole number from {least}{most}."
    if isinstance(kind, click.Path):
        wanted = "a folder" if not kind.file_okay else "a file" if not kind.dir_okay else "a path"
        return f"{message} Give {wanted}: {getattr(parameter, 'help', None) or parameter.human_readable_name}"
    return message


def _tell_needed(parameter: click.Parameter | None, context: click.Context | None) -> str:
    """What to give where something is missing."""
    if isinstance(parameter, click.Option):
        return f" Give {parameter.opts[0]}: {parameter.help}"
    if parameter is not None and parameter.name in _SPECS:
        from certify.spec.validate import list_specs

        return f" Give one of {', '.join(path.stem for path in list_specs())}, or a file."
    examples = (context.command.epilog or "").splitlines()[2:] if context else []
    return f" Give it, like: {examples[0].strip()}" if examples else " Give it."
