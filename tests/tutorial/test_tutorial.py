"""The tutorial is walked: its commands are run, its sections put in, its answers compared."""

import shutil
from pathlib import Path

import pytest

from tests.tutorial.walk import TUTORIAL, Walker, list_blocks, list_commands

LONG = TUTORIAL.read_text(encoding="utf-8").index("<!-- from here on")
FIRST_LONG = TUTORIAL.read_text(encoding="utf-8")[:LONG].count("\n") + 1
"""From this line on the standard wager is counted, which takes minutes."""


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


@pytest.mark.slow
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
