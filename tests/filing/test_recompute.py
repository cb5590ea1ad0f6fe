"""How to recompute holds literally: the printed recipe, run in an empty folder, gives the file again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from certify.filing import build
from tests.filing.conftest import extract_text, find_program

COMMANDS = ("pdfdetach ", "mkdir ", "mv ", "certify ")
ROOT = Path(build.__file__).resolve().parents[2]


def read_recipe(html: str) -> list[str]:
    """The commands that the filing prints."""
    found = re.search(r'<pre class="recipe">(.*?)</pre>', html, re.DOTALL)
    assert found
    return unescape(found[1]).splitlines()


def test_the_recipe_names_what_the_filing_was_made_with(html):
    recipe = read_recipe(html)
    assert recipe[0] == "pdfdetach -saveall filing.pdf"
    assert recipe[-1] == "certify report south-dakota -o again --applicant 'A Maker' --number 17/4"


def install_wheel(folder: Path) -> Path:
    """The package as others get it, in a folder of its own; what it needs comes from this environment."""
    python = [sys.executable, "-m", "pip", "--quiet"]
    site = folder / "site"
    subprocess.run([*python, "wheel", "--no-deps", "-w", str(folder), str(ROOT)], check=True)
    wheel = next(folder.glob("certify-*.whl"))
    subprocess.run([*python, "install", "--no-deps", "--target", str(site), str(wheel)], check=True)
    return site


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """A folder of its own, and an environment in which `certify` is the installed wheel."""
    find_program("pdfdetach")
    folder = tmp_path_factory.mktemp("elsewhere")
    site = install_wheel(folder)
    program = folder / "bin" / "certify"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m certify "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return folder, {**os.environ, "PYTHONPATH": str(site), "PATH": path}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pennsylvania", ["pennsylvania", "--number", "7 a"]),
        ("comparison", ["south-dakota", "california-bgc"]),
    ],
)
def test_the_recipe_gives_the_file_again(elsewhere, name, words):
    """As printed, line by line, in a shell, with nothing but the PDF in the folder."""
    folder, environment = elsewhere
    first = folder / f"{name}-first"
    subprocess.run(
        ["certify", "report", *words, "-o", str(first)],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
    )
    empty = folder / f"{name}-empty"
    empty.mkdir()
    content = (first / f"{name}.pdf").read_bytes()
    (empty / "filing.pdf").write_bytes(content)
    printed = [line.strip() for line in extract_text(first / f"{name}.pdf").splitlines()]
    begin = printed.index("pdfdetach -saveall filing.pdf")
    recipe = [line for line in printed[begin : begin + 12] if line.startswith(COMMANDS)]
    assert recipe[-1].startswith("certify report")
    done = subprocess.run(
        ["sh", "-e", "-c", "\n".join(recipe)],
        cwd=empty,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert (empty / "again" / f"{name}.pdf").read_bytes() == content
