"""The tutorial is walked: its commands are run, its sections put in, its answers compared."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.tutorial.walk import DOCUMENT, TUTORIAL, list_blocks, list_commands, put_section

LONG = TUTORIAL.read_text(encoding="utf-8").index("<!-- from here on")
FIRST_LONG = TUTORIAL.read_text(encoding="utf-8")[:LONG].count("\n") + 1
"""From this line on the standard wager is counted, which takes minutes."""


class Walker:
    """A folder in which the page is followed, line by line."""

    def __init__(self, folder):
        self.folder = folder
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
            "COLUMNS": "200",
        }

    def follow(self, block):
        if block.language == "console":
            for command, output in list_commands(block):
                self.run(command, output, block.line)
        elif block.title.startswith("jurisdictions/kelp-island.yaml: "):
            path = self.folder / "jurisdictions" / "kelp-island.yaml"
            text = path.read_text(encoding="utf-8")
            path.write_text(put_section(text, block.title, block.text), encoding="utf-8")
        elif block.title:
            path = self.folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")

    def run(self, command, output, line):
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
            return
        found = subprocess.run(
            ["/bin/sh", "-c", command],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=self.environment,
        )
        where = f"tutorial, line {line}: {command}"
        told = f"{where}\n{found.stdout}\n{found.stderr}"
        expected = {0, 1} if command.startswith("certify check") else {0}
        assert found.returncode in expected, told
        match(output, found.stdout, told)


def match(expected, printed, told):
    """Every printed line of the page stands in the answer, in order; `...` stands for anything."""
    pattern = "".join(".*?" if line.strip() == "..." else _write(line) for line in expected)
    if expected:
        assert re.fullmatch(f"{pattern}\\s*", printed, re.DOTALL), told


def _write(line):
    return ".*?".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"


def walk(folder, long):
    walker = Walker(folder)
    blocks = list(list_blocks())
    for block in blocks:
        if long or block.line < FIRST_LONG:
            walker.follow(block)
    return walker


needs_tools = pytest.mark.skipif(
    shutil.which("openssl") is None or not Path("/bin/sh").exists(),
    reason="openssl and a shell are needed to walk the page",
)


def test_the_first_part_of_the_tutorial(tmp_path):
    """From the text to a valid file, its odds and a settled round."""
    folder = walk(tmp_path, long=False).folder
    assert (folder / "jurisdictions" / "kelp-island.yaml").is_file()


@pytest.mark.slow
@needs_tools
def test_the_whole_tutorial(tmp_path):
    """From the text to a signed filing whose every figure is recomputed."""
    folder = walk(tmp_path, long=True).folder
    assert (folder / "filings" / "kelp-island.pdf").read_bytes().startswith(b"%PDF")
    assert (folder / "jurisdictions" / "kelp-island.certificate.json").is_file()


def test_the_page_has_every_step():
    commands = [
        command
        for block in list_blocks()
        if block.language == "console"
        for command, _ in list_commands(block)
    ]
    wanted = (
        "new",
        "validate",
        "sources",
        "odds",
        "settle",
        "house-way",
        "check",
        "gate",
        "report",
        "sign",
        "verify",
    )
    for name in wanted:
        assert any(f"certify {name} " in f"{command} " for command in commands), name
    assert not any("python" in command for command in commands)
