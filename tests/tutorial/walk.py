"""Reads the tutorial as a person would: its commands, and the sections that it has the reader write."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass

from certify.draft.text import read_document
from certify.draft.write import DraftOrder, write_draft
from tests.cli.calls import call
from tests.conftest import ROOT

DOCUMENT = ROOT / "tests" / "documents" / "kelp-island.txt"
TUTORIAL = ROOT / "docs" / "tutorial.md"
_SHELL = re.compile(r"[|&;<>$*`?]")
_FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its title, its text and the line it starts on."""

    language: str
    title: str
    text: str
    line: int


def list_blocks(page=TUTORIAL):
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        yield Block(found[1], found[2] or "", found[3], text[: found.start()].count("\n") + 1)


def list_commands(block):
    """The commands of a console block, each with the output that is printed below it."""
    command, output = "", []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, output
            command, output = line[2:], []
        else:
            output.append(line)
    if command:
        yield command, output


def put_section(text, title, section):
    """What the reader does with a block: replace the section, or a wager from looks_at to paytables."""
    name = title.partition(": ")[2]
    if name.startswith("wager "):
        wager = name.removeprefix("wager ")
        pattern = (
            rf"(  - id: {wager}\n    name: .*\n    looks_at: .*\n)(?:.*\n)*?(    paytables:\n)"
        )
        found, count = re.subn(pattern, lambda item: item[1] + section + item[2], text, count=1)
        assert count == 1, name
        return found
    pattern = re.compile(rf"^{name}:\n(?:[ ].*\n|\n(?= ))*", re.MULTILINE)
    if pattern.search(text):
        return pattern.sub(lambda _: section, text, count=1)
    return f"{text.rstrip()}\n\n{section}"


def build_file():
    """The finished file of the tutorial: the draft with every section put in."""
    text = write_draft(
        DraftOrder("kelp-island", "Kelp Island", "2031-03-01"), [read_document(DOCUMENT, "rules")]
    ).text
    for block in list_blocks():
        if block.title.startswith("jurisdictions/kelp-island.yaml: "):
            text = put_section(text, block.title, block.text)
    return text


class Walker:
    """A folder in which the page is followed, in a shell or, where that is enough, in this process."""

    def __init__(self, folder, *, shell=True):
        self.folder = folder
        self.shell = shell
        (folder / "tests" / "documents").mkdir(parents=True)
        shutil.copy(DOCUMENT, folder / "tests" / "documents")
        programs = folder / "programs"
        programs.mkdir()
        certify = programs / "certify"
        certify.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -m certify "$@"\n', encoding="utf-8"
        )
        certify.chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "2000",
        }

    def follow(self, block):
        if block.language == "console":
            for command, output in list_commands(block):
                self.run(command, output, block.line)
        elif block.title.startswith("jurisdictions/kelp-island.yaml: "):
            path = self.folder / "jurisdictions" / "kelp-island.yaml"
            text = path.read_text(encoding="utf-8")
            path.write_text(put_section(text, block.title, block.text), encoding="utf-8")
        elif block.title:  # a file of the reader's own
            path = self.folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")

    def run(self, command, output, line):
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
            return
        code, printed, errors = self._run(command)
        told = f"line {line} of the page: {command}\n{printed}\n{errors}"
        expected = {0, 1} if command.startswith("certify check") else {0}
        assert code in expected, told
        match(output, printed, told)

    def _run(self, command):
        if not self.shell and command.startswith("certify ") and not _SHELL.search(command):
            done = call(*shlex.split(command)[1:], cwd=self.folder)
            return done.code, done.out, done.err
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=self.environment,
        )
        return done.returncode, done.stdout, done.stderr


def match(expected, printed, told):
    """Every printed line of the page stands in the answer, in order; `...` stands for anything."""
    pattern = "".join(".*?" if line.strip() == "..." else _write(line) for line in expected)
    if expected:
        assert re.fullmatch(f"{pattern}\\s*", printed, re.DOTALL), told


def _write(line):
    return ".*?".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
