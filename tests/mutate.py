"""`make mutate`: put small mistakes into a package, one at a time, and list those that no fast test notices.

    python -m tests.mutate wagers                a seeded sample of twenty mistakes
    python -m tests.mutate odds --count 100 --seed 7
    python -m tests.mutate gate --module gate/trust.py --count 1000

Each mistake goes into a copy of the repository, where the tests of the package run until one fails.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

TESTS = {
    "wagers": ("wagers", "engine", "odds/test_crosscheck.py"),
    "independent": ("odds/test_crosscheck.py",),
    "engine": ("engine", "wagers", "odds/test_crosscheck.py"),
    "kernels": ("kernels", "odds"),
    "compare": ("compare", "gate"),
    "gate": ("gate",),
}
"""The tests of a package, fastest first, where they are not its own folder alone."""
SECONDS = 900
_OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def list_places(tree: ast.AST) -> Iterator[tuple[int, ast.AST]]:
    """The nodes that can be changed, by their number; annotations and docstrings are left alone."""
    skipped = {
        id(part)
        for node in ast.walk(tree)
        for name in ("annotation", "returns")
        if (found := getattr(node, name, None)) is not None
        for part in ast.walk(found)
    }
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in skipped and _is_open(node):
            yield number, node


def _is_open(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp | ast.BoolOp):
        return type(node.op) in _OPPOSITE
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in _OPPOSITE
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.IfExp)


def mutate(text: str, number: int) -> str:
    """A module with one mistake: another operator, number, truth value or branch."""
    tree = ast.parse(text)
    node = dict(list_places(tree))[number]
    if isinstance(node, ast.BinOp | ast.BoolOp):
        node.op = _OPPOSITE[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Compare):
        node.ops[0] = _OPPOSITE[type(node.ops[0])]()  # type: ignore[call-overload]
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else int(node.value) + 1  # type: ignore[call-overload]
    elif isinstance(node, ast.UnaryOp):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.IfExp):
        node.body, node.orelse = node.orelse, node.body
    return ast.unparse(ast.fix_missing_locations(tree))


def run_tests(folder: Path, package: str) -> bool:
    """Whether the tests of a package notice something in a copy of the repository."""
    paths = [f"tests/{name}" for name in TESTS.get(package, (package,))]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-m",
        "not slow",
        "-p",
        "no:cacheprovider",
    ]
    try:
        done = subprocess.run(
            [*command, *paths],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": str(folder),
                "CERTIFY_SOURCES": "",
                "CERTIFY_CACHE": "off",
            },
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> int:
    """List the survivors; exit 1 if there are any."""
    parser = argparse.ArgumentParser(description="Mutation test of one package.")
    parser.add_argument("package")
    parser.add_argument("--module", help="one module alone, as gate/trust.py")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    root = ROOT / "certify"
    modules = (
        [root / asked.module] if asked.module else sorted((root / asked.package).rglob("*.py"))
    )
    places = [
        (path, number, node)
        for path in modules
        for number, node in list_places(ast.parse(path.read_text(encoding="utf-8")))
    ]
    random.Random(asked.seed).shuffle(places)
    survivors = 0
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "certify"
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", "build", "filings")
        shutil.copytree(ROOT, copy, ignore=ignored)
        if run_tests(copy, asked.package):
            print("the tests fail without any mistake")
            return 2
        for path, number, node in places[: asked.count]:
            place = path.relative_to(ROOT)
            text = path.read_text(encoding="utf-8")
            (copy / place).write_text(mutate(text, number), encoding="utf-8")
            if not run_tests(copy, asked.package):
                survivors += 1
                print(f"{place}:{node.lineno}: {ast.unparse(node)}: survived", flush=True)  # type: ignore[attr-defined]
            (copy / place).write_text(text, encoding="utf-8")
    tried = len(places[: asked.count])
    print(f"{asked.package}: {tried - survivors} of {tried} mistakes noticed")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
