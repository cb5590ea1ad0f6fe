"""Small mistakes that a person could make, each a change of one node of a module's syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Place = tuple[tuple[str, int | None], ...]
"""The way from the module to a node: the fields, with the index where a field is a list."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake in one place of one module."""

    module: str
    """The path of the module from the root of the repository."""
    function: str
    """The outermost function or method it stands in; empty for a constant of the module."""
    line: int
    """Where its statement begins."""
    spot: int
    """Where the part begins that is changed."""
    kind: str
    before: str
    after: str
    place: Place
    choice: int

    @property
    def room(self) -> str:
        """The part of the package."""
        return self.module.split("/")[1]

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.function}: {self.before}  ->  {self.after}"


def list_mutants(root: Path, module: str) -> list[Mutant]:
    """Every mistake that can be made in a module."""
    tree = ast.parse((root / module).read_text(encoding="utf-8"))
    found = []
    told: dict[int, str] = {}
    for place, node, function, statement in _walk(tree):
        for choice, (kind, other) in enumerate(_list_changes(node)):
            before = told.setdefault(id(statement), "") or _tell(statement)
            told[id(statement)] = before
            copy = _put(statement, _within(place, tree, statement), other)
            after = "(removed)" if isinstance(copy, ast.Pass) else _tell(copy)
            if before != after:
                line = statement.lineno
                spot = getattr(node, "lineno", line)
                found.append(
                    Mutant(module, function, line, spot, kind, before, after, place, choice)
                )
    return found


def build_tree(source: str, mutant: Mutant) -> ast.Module:
    """The module with the mistake in it."""
    tree = ast.parse(source)
    for place, node, _, _ in _walk(tree):
        if place == mutant.place:
            other = _list_changes(node)[mutant.choice][1]
            changed = _put(tree, place, other)
            assert isinstance(changed, ast.Module)
            return ast.fix_missing_locations(changed)
    raise AssertionError(f"no such place: {mutant}")


def _walk(tree: ast.Module) -> Iterator[tuple[Place, ast.AST, str, ast.stmt]]:
    """Each node that may be changed, with its function and its statement."""
    for index, statement in enumerate(tree.body):
        yield from _enter(statement, (("body", index),), "")


def _enter(
    node: ast.stmt, place: Place, around: str
) -> Iterator[tuple[Place, ast.AST, str, ast.stmt]]:
    if isinstance(node, ast.ClassDef):
        name = f"{around}.{node.name}" if around else node.name
        for index, inner in enumerate(node.body):
            if isinstance(inner, (*FUNCTIONS, ast.ClassDef)):
                yield from _enter(inner, (*place, ("body", index)), name)
    elif isinstance(node, FUNCTIONS):
        name = f"{around}.{node.name}" if around else node.name
        for index, inner in enumerate(node.body):
            if not (index == 0 and _is_text(inner)):
                yield from _visit(inner, (*place, ("body", index)), name, inner)
    elif (
        isinstance(node, ast.Assign | ast.AnnAssign)
        and node.value is not None
        and not any(name.startswith("__") for name in list_names(node))
    ):
        yield from _visit(node.value, (*place, ("value", None)), "", node)


def list_names(node: ast.Assign | ast.AnnAssign) -> list[str]:
    """The plain names that an assignment sets."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [
        item.id for target in targets for item in ast.walk(target) if isinstance(item, ast.Name)
    ]


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


SILENT = (ast.JoinedStr, ast.Assert, ast.arguments, ast.Import, ast.ImportFrom)
"""Wording, and what only checks or declares."""


def _visit(
    node: ast.AST, place: Place, function: str, statement: ast.stmt
) -> Iterator[tuple[Place, ast.AST, str, ast.stmt]]:
    if isinstance(node, SILENT) or (isinstance(node, ast.stmt) and _is_text(node)):
        return
    if isinstance(node, ast.stmt) and not isinstance(node, ast.ClassDef):
        statement = node
    yield place, node, function, statement
    for field, value in ast.iter_fields(node):
        if _is_quiet(node, field):
            continue
        if isinstance(value, ast.AST):
            yield from _visit(value, (*place, (field, None)), function, statement)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield from _visit(item, (*place, (field, index)), function, statement)


def _is_quiet(node: ast.AST, field: str) -> bool:
    """Whether a part of a node says nothing that a program does, or only checks what it does."""
    return (
        (isinstance(node, ast.Raise))
        or (isinstance(node, ast.keyword) and node.arg == "strict")
        or field in {"annotation", "decorator_list", "returns", "ctx", "type_comment"}
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"cast", "CertifyError", "NotCounted", "TypeVar"}
            and field == "args"
        )
    )


def _list_changes(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """What may stand in the place of a node."""
    return [*_change_expression(node), *_change_statement(node)]


def _change_expression(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                    yield "comparison", ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and/or", ast.BoolOp(other, node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "sign", node.operand
        case ast.BinOp() if type(node.op) in ARITHMETIC and not _joins_text(node):
            yield "arithmetic", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
        case ast.Constant():
            yield from _change_constant(node.value)
        case ast.IfExp():
            yield "branches", ast.IfExp(node.test, node.orelse, node.body)
        case ast.comprehension():
            for index in range(len(node.ifs)):
                kept = [*node.ifs[:index], *node.ifs[index + 1 :]]
                yield "filter", ast.comprehension(node.target, node.iter, kept, node.is_async)
        case ast.Call():
            yield from _change_call(node)


def _change_constant(value: object) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(value, bool):
        yield "constant", ast.Constant(not value)
    elif isinstance(value, int):
        yield "constant", ast.Constant(value + 1)
    elif isinstance(value, str) and value and " " not in value:
        yield "constant", ast.Constant(value + "-x")


def _change_call(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.func, ast.Name) and node.func.id in TWINS:
        yield "twin", ast.Call(ast.Name(TWINS[node.func.id], ast.Load()), node.args, node.keywords)
    if len(node.args) > 1 and not any(isinstance(item, ast.Starred) for item in node.args[:2]):
        first, second, *rest = node.args
        named = isinstance(node.func, ast.Name) and node.func.id in {
            *("isinstance", "getattr", "cast"),  # read by their place
            *("min", "max"),  # the same in either order
        }
        if ast.dump(first) != ast.dump(second) and not named:
            yield "arguments", ast.Call(node.func, [second, first, *rest], node.keywords)


def _joins_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(part, ast.JoinedStr | ast.List | ast.Tuple)
        or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in (node.left, node.right)
    )


def _change_statement(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.If(test=test) | ast.While(test=test) if isinstance(
            test, ast.Name | ast.Attribute | ast.Call
        ):
            yield "condition", type(node)(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
        case ast.Return(value=ast.expr() as value) if not isinstance(
            value, ast.Compare | ast.BoolOp
        ) and not _is_no(value):
            yield "return", ast.Return(ast.Constant(None))
        case ast.Raise(exc=ast.Call(func=ast.Name(id="AssertionError"))):
            return  # says that it cannot happen
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield "removed", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "removed", ast.Pass()
        case ast.Continue():
            yield "loop", ast.Break()
        case ast.Break():
            yield "loop", ast.Pass()
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield "arithmetic", ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)


def _is_no(node: ast.expr) -> bool:
    """Nothing, or no: to whoever asks whether, one is the other."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _within(place: Place, tree: ast.Module, statement: ast.stmt) -> Place:
    """The way to a node from its statement."""
    node: ast.AST = tree
    for step, (field, index) in enumerate(place):
        if node is statement:
            return place[step:]
        value = getattr(node, field)
        node = value if index is None else value[index]
    return ()


def _put(node: ast.AST, place: Place, other: ast.AST) -> ast.AST:
    """A copy of a tree with another node in a place."""
    if not place:
        return other
    copy = type(node)(**dict(ast.iter_fields(node)))
    ast.copy_location(copy, node)
    (field, index), rest = place[0], place[1:]
    value = getattr(node, field)
    if index is None:
        changed = _put(value, rest, other)
        setattr(copy, field, ast.copy_location(changed, value) if not rest else changed)
    else:
        changed = _put(value[index], rest, other)
        if not rest:
            ast.copy_location(changed, value[index])
        setattr(copy, field, [*value[:index], changed, *value[index + 1 :]])
    return copy


def _tell(statement: ast.AST) -> str:
    """A statement in one line; of a compound one only its head."""
    match statement:
        case ast.If():
            return f"if {ast.unparse(statement.test)}:"
        case ast.While():
            return f"while {ast.unparse(statement.test)}:"
        case ast.For():
            return f"for {ast.unparse(statement.target)} in {ast.unparse(statement.iter)}:"
        case ast.With():
            return f"with {', '.join(map(ast.unparse, statement.items))}:"
        case ast.Match():
            return f"match {ast.unparse(statement.subject)}:"
    return " ".join(ast.unparse(statement).split())
