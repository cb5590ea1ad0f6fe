"""Puts a mistake into a module that is loaded already, so that nothing is imported anew."""

from __future__ import annotations

import ast
import functools
import gc
import sys
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutation.operators import Mutant, build_tree, list_names


class NotApplied(Exception):
    """The mistake cannot be put into the loaded module."""


def list_functions() -> dict[str, list[FunctionType]]:
    """Every function that lives in this process, by its file."""
    found: dict[str, list[FunctionType]] = {}
    for item in gc.get_objects():
        if issubclass(type(item), FunctionType):  # asking a weak proxy for its class would fail
            found.setdefault(item.__code__.co_filename, []).append(item)
    return found


def list_caches() -> list[functools._lru_cache_wrapper]:
    """Every function in this process that remembers what it returned."""
    return [item for item in gc.get_objects() if type(item) is functools._lru_cache_wrapper]


def apply(root: Path, mutant: Mutant, functions: dict[str, list[FunctionType]]) -> None:
    """Change the loaded module."""
    path = root / mutant.module
    tree = build_tree(path.read_text(encoding="utf-8"), mutant)
    if mutant.function:
        _swap_code(compile(tree, str(path), "exec"), functions.get(str(path), []))
    else:
        _set_constant(tree, mutant)


def _swap_code(module: CodeType, functions: list[FunctionType]) -> None:
    codes: dict[tuple[str, int], list[CodeType]] = {}
    _collect(module, codes)
    swapped = False
    for function in functions:
        old = function.__code__
        same = codes.get((old.co_qualname, old.co_firstlineno), [])
        if len(same) == 1 and same[0] != old and same[0].co_freevars == old.co_freevars:
            function.__code__ = same[0]
            swapped = True
    if not swapped:
        raise NotApplied("no function in this process has that code")


def _collect(code: CodeType, codes: dict[tuple[str, int], list[CodeType]]) -> None:
    for item in code.co_consts:
        if isinstance(item, CodeType):
            codes.setdefault((item.co_qualname, item.co_firstlineno), []).append(item)
            _collect(item, codes)


def _set_constant(tree: ast.Module, mutant: Mutant) -> None:
    """Evaluate a constant again and give it to all who have the old one."""
    name = mutant.module.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    home = vars(sys.modules[name])
    statement = tree.body[mutant.place[0][1] or 0]
    assert isinstance(statement, ast.Assign | ast.AnnAssign)
    names = list_names(statement)
    assert statement.value is not None
    if not names or any(item not in home for item in names):
        raise NotApplied("not plain names")
    new = eval(compile(ast.Expression(statement.value), mutant.module, "eval"), home)
    for item, value in zip(names, new if len(names) > 1 else [new], strict=True):
        _put_constant(item, home[item], value)


def _put_constant(name: str, old: object, new: object) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        old.clear()
        old.update(new)
        return
    for module in list(sys.modules.values()):
        own = getattr(module, "__name__", "").startswith("certify")
        if own and vars(module).get(name) is old:
            setattr(module, name, new)
