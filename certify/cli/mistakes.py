"""Calls that cannot be read: what is wrong, and what to type instead."""

from __future__ import annotations

import re

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
_UNEXPECTED = re.compile(r"unexpected extra arguments? \((.*)\)")


def describe_unknown(name: str, known: dict[str, str]) -> str:
    """A command that does not exist."""
    fix = _ELSEWHERE.get(name.casefold()) or tell_near(name, known)
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
