"""Help: it fits, it is folded, and what it shows can be typed."""

import importlib
import re
import shlex

import click
import pytest

from certify.cli.main import COMMANDS, program
from certify.cli.reference import build_reference
from tests.cli.calls import call
from tests.conftest import ROOT

OWN = list(COMMANDS)


def get(name):
    return program.get_command(click.Context(program), name)


def list_examples():
    for name in COMMANDS:
        text = get(name).epilog or ""
        for line in text.splitlines():
            if line.startswith("  certify "):
                yield name, line.strip()


def test_summaries_fit_in_eighty_columns():
    done = call("-h")
    assert done.code == 0
    lines = done.out.splitlines()
    listed = [line for line in lines if line.startswith("  ") and line.split()[0] in COMMANDS]
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    for line in listed:
        assert len(line) <= 80
        assert not line.endswith("..."), f"the first sentence is too long: {line}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_h_and_examples_and_fits(name):
    done = call(name.upper(), "-h")
    assert done.code == 0
    assert "Examples:" in done.out
    examples = done.out.index("Examples:")
    assert all(len(line) <= 80 for line in done.out[:examples].splitlines())
    assert any(example == name for example, _ in list_examples())


@pytest.mark.parametrize("names", [["--help"], ["--hilfe"], []])
def test_help_is_the_same_whatever_asked_for_it_first(names):
    """click keeps the help option of the first call; no caller may leave its own names behind."""
    for name in COMMANDS:
        importlib.reload(importlib.import_module(COMMANDS[name]))
        get(name).get_help(click.Context(get(name), help_option_names=names))
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert build_reference() == text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_one_format_with_json_as_its_short_form(name):
    options = {word for item in get(name).params for word in item.opts}
    assert {"--format", "--json"} <= options
    assert "-o" in options
    form = next(item for item in get(name).params if "--format" in item.opts)
    first = (
        "md" if name == "letter" else "text"
    )  # a letter is a document, never a table for the terminal
    assert next(iter(form.type.choices)) == first
    assert "json" in form.type.choices


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_eighty_columns(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert [line for line in call(name, "--help").out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize(("name", "line"), list(list_examples()))
def test_examples_can_be_typed(name, line):
    """Parsed, not run: SPEC stands for a jurisdiction, and no file of an example need be there."""
    for part in re.split(r" \| ", line.partition(" < ")[0]):
        words = shlex.split(part.replace("SPEC", "mbs").replace("OTHER", "pennsylvania"))
        assert words[0] == "certify"
        command = get(words[1])
        assert command is not None, line
        context = command.make_context(words[1], words[2:])
        assert not context.args


def test_an_example_of_each_command_names_it():
    for name, line in list_examples():
        assert f"certify {name}" in line
