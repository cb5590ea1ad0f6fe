"""The identity of code: a hash of its syntax, which comments, docstrings and layout do not change."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_LAYOUT = frozenset({"type_comment", "type_ignores", "kind"})


def hash_modules(root: Path, paths: Iterable[Path]) -> str:
    """Hash the syntax of some modules, each with its place below the root."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        place = path.relative_to(root).as_posix()
        digest.update(f"{place}\0{hash_syntax(path.read_bytes())}\0".encode())
    return digest.hexdigest()


@cache
def hash_syntax(source: bytes) -> str:
    """Hash the syntax tree of a module without docstrings, the same under every version of Python.

    `ast.dump` changes its output from version to version, so the tree is written out here: empty fields,
    which newer versions add to nodes, are left out.
    """
    words: list[str] = []
    _write(ast.parse(source), words)
    return hashlib.sha256("\0".join(words).encode()).hexdigest()


def _write(node: object, words: list[str]) -> None:
    """Append the words of a node; a list, because a generator for each node would take twice the time."""
    if isinstance(node, ast.AST):
        words.append(type(node).__name__)
        for name in node._fields:
            value: Any = getattr(node, name, None)
            if name == "body" and isinstance(node, _DOCUMENTED):
                value = _leave_docstring(value)
            if value is not None and value != [] and name not in _LAYOUT:
                words.append(name)
                _write(value, words)
        words.append(")")
    elif isinstance(node, list):
        for item in node:
            _write(item, words)
        words.append("]")
    else:
        words.append(repr(node))


def _leave_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body
