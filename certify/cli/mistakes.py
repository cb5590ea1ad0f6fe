"""Calls that cannot be read: what is wrong, and what to type instead."""

from __future__ import annotations

import click

from certify.base.names import quote, tell_near

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


def describe_unknown(name: str, known: dict[str, str]) -> str:
    """A command that does not exist."""
    fix = _ELSEWHERE.get(name.casefold()) or tell_near(name, known)
    return f"there is no command {quote(name)}; {fix}"


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
            message += _describe_missing(error.param, context)
        case click.BadOptionUsage():
            message += "".join(
                f" Give {option.opts[0]} {option.metavar or option.type.name.upper()}: {option.help}"
                for option in _list_options(context)
                if error.option_name in option.opts
            )
        case click.BadParameter() if error.param is not None:
            message += _describe_value(error.param)
    return f"{message}\n{context.get_usage()}\nType '{context.command_path} -h' for help."


def _list_options(context: click.Context) -> list[click.Option]:
    return [item for item in context.command.params if isinstance(item, click.Option)]


def _describe_option(name: str, context: click.Context) -> str:
    if context.parent is None:
        return (
            f"There is no option {name} here. Options of a command stand after its name, "
            "for example certify odds SPEC --json."
        )
    known = [opt for option in _list_options(context) for opt in option.opts if opt[:2] == "--"]
    plain = {opt.lstrip("-"): opt for opt in known}  # hyphens make short names look alike
    fix = tell_near(name.lstrip("-"), plain, "it takes")
    for word, opt in sorted(plain.items(), key=lambda item: -len(item[0])):
        fix = fix.replace(f" {word}", f" {opt}")
    return f"No such option {quote(name)}; {fix}"


def _describe_value(parameter: click.Parameter) -> str:
    """What a parameter takes, if its value is of another kind."""
    kind = parameter.type
    if isinstance(kind, click.IntRange):
        least = kind.min if kind.min is not None else "any"
        most = f" to {kind.max}" if kind.max is not None else " on"
        return f" Write a whole number from {least}{most}."
    if isinstance(kind, click.Path):
        wanted = "a folder" if not kind.file_okay else "a file" if not kind.dir_okay else "a path"
        return (
            f" Give {wanted}: {getattr(parameter, 'help', None) or parameter.human_readable_name}"
        )
    return ""


def _describe_missing(parameter: click.Parameter | None, context: click.Context) -> str:
    """What to give if something is missing."""
    if isinstance(parameter, click.Option):
        return f" Give {parameter.opts[0]}: {parameter.help}"
    if parameter is not None and parameter.name in {"spec", "specs"}:
        from certify.spec.validate import list_specs

        return f" Give one of {', '.join(path.stem for path in list_specs())}, or a file."
    examples = (context.command.epilog or "").splitlines()[2:]
    return f" Give it, like: {examples[0].strip()}" if examples else " Give it."
