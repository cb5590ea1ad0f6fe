"""How to recompute holds literally: the printed recipe, run in an empty folder, gives the file again."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from certify.filing import build
from tests.cli.calls import call
from tests.filing.conftest import extract_text, find_program
from tests.filing.small_filing import ID, SPEC

ROOT = Path(build.__file__).resolve().parents[2]


def read_recipe(html: str) -> list[str]:
    """The commands that the filing prints."""
    found = re.search(r'<pre class="recipe">(.*?)</pre>', html, re.DOTALL)
    assert found
    return unescape(found[1]).splitlines()


def test_the_recipe_names_what_the_filing_was_made_with(html):
    recipe = read_recipe(html)
    assert recipe[0] == "pdfdetach -saveall filing.pdf"
    assert recipe[-3:] == [
        "certify report south-dakota -o again \\",
        "  --applicant 'A Maker' \\",
        "  --number 17/4",
    ]


def read_printed(path: Path) -> list[str]:
    """The commands as they stand in the text of the PDF, each with the lines that it goes on in."""
    lines = iter([line.strip() for line in extract_text(path).splitlines()])
    commands = [next(line for line in lines if line == "pdfdetach -saveall filing.pdf")]
    while not commands[-1].startswith("certify report") or commands[-1].endswith("\\"):
        more = next(lines)
        if commands[-1].endswith("\\"):
            commands[-1] = f"{commands[-1][:-1]}{more}"
        elif more:
            commands.append(more)
    return commands


def test_the_recipe_of_a_small_filing_gives_it_again(tmp_path):
    """Every line as printed, with nothing but the PDF in the folder; `certify` in this process."""
    find_program("pdfdetach")
    (tmp_path / SPEC.name).write_bytes(SPEC.read_bytes())
    words = ("--applicant", "A Maker of Games", "--number", "7 a", "--regulation", "nevada")
    call("report", SPEC.name, "-o", "first", *words, cwd=tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    content = (tmp_path / "first" / f"{ID}.pdf").read_bytes()
    (empty / "filing.pdf").write_bytes(content)
    recipe = read_printed(tmp_path / "first" / f"{ID}.pdf")
    assert recipe[-1].startswith(f"certify report {ID} -o again --applicant 'A Maker of Games'")
    for command in recipe:
        if command.startswith("certify "):
            assert call(*shlex.split(command)[1:], cwd=empty).code != 2, command
        else:
            subprocess.run(["sh", "-c", command], cwd=empty, check=True)
    assert (empty / "again" / f"{ID}.pdf").read_bytes() == content


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
    recipe = read_printed(first / f"{name}.pdf")
    done = subprocess.run(
        ["sh", "-e", "-c", "\n".join(recipe)],
        cwd=empty,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert (empty / "again" / f"{name}.pdf").read_bytes() == content
