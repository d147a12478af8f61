"""Single faults in source text: what can be planted where, by its syntax tree.

Kinds: "sign" (an operation or argument order that changes a sign), "term" (a term of a sum left
out), "index" (another or exchanged indices, the other half of a slice, no transposition).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

KINDS = ("sign", "term", "index")
#: Functions of sums by name, and what turns the sign of their last argument.
OPPOSITE = {"add": "sub", "sub": "add", "vadd": "vsub", "vsub": "vadd"}
#: Functions that change their sign when their two arguments are exchanged.
ALTERNATING = ("cross", "cross_sum", "motion_cross", "skew")
TRANSPOSING = ("transpose", "swapaxes")

Change = tuple[str, ast.expr | ast.stmt]


@dataclass(frozen=True)
class Site:
    """One fault: the node of this number in the tree of a file becomes another.

    before, after : source text of the node
    """

    file: str
    line: int
    kind: str
    node: int
    choice: int
    before: str
    after: str


def sites(file: str, text: str, lines: set[int]) -> list[Site]:
    """Return all faults that can be planted on these lines of a file, in order."""
    found = []
    for number, node in enumerate(_nodes(ast.parse(text))):
        if node.lineno not in lines:
            continue
        for choice, (kind, changed) in enumerate(_changes(node)):
            before, after = (ast.unparse(x) for x in (node, changed))
            if before != after:
                found.append(Site(file, node.lineno, kind, number, choice, before, after))
    return found


def planted(site: Site, text: str) -> ast.Module:
    """Return the tree of a file with the fault in it."""
    tree = ast.parse(text)
    node = next(x for number, x in enumerate(_nodes(tree)) if number == site.node)
    changed = list(_changes(node))[site.choice][1]
    _Replacement(node, changed).visit(tree)
    return ast.fix_missing_locations(tree)


class _Replacement(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST):
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


def _nodes(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Expressions and statements that compute: no annotations, imports or docstrings."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "args", "decorator_list", "type_comment"):
            if not isinstance(tree, ast.Call):
                continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Import | ast.ImportFrom) or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from _nodes(child)


def _changes(node: ast.AST) -> Iterator[Change]:
    """What a node may become by one fault."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield from _of_sum(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "sign", node.operand
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
        yield "sign", _with(node, op=_opposite(node.op))
        yield "term", ast.copy_location(ast.Pass(), node)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.Subscript):
        yield from _of_subscript(node)
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield "index", node.value


def _of_sum(node: ast.BinOp) -> Iterator[Change]:
    yield "sign", _with(node, op=_opposite(node.op))
    yield "term", node.left
    right = node.right
    if isinstance(node.op, ast.Sub):
        right = ast.copy_location(ast.UnaryOp(ast.USub(), right), right)
    yield "term", right


def _opposite(op: ast.operator) -> ast.operator:
    return ast.Sub() if isinstance(op, ast.Add) else ast.Add()


def _of_call(node: ast.Call) -> Iterator[Change]:
    name = _called(node.func)
    arguments = node.args
    plain = not any(isinstance(x, ast.Starred) for x in arguments) and not node.keywords
    if name in OPPOSITE and plain and len(arguments) >= 2:
        if len(arguments) == 2:
            yield "sign", _with(node, func=_renamed(node.func, OPPOSITE[name]))
            yield "term", arguments[0]
        if name in ("add", "vadd"):
            for i in range(len(arguments)):
                rest = arguments[:i] + arguments[i + 1 :]
                if len(rest) > 1:
                    yield "term", _with(node, args=rest)
                elif i == 0:
                    yield "term", rest[0]
    if name in ALTERNATING and plain and len(arguments) == 2:
        yield "sign", _with(node, args=arguments[::-1])
    if name in TRANSPOSING and plain and len(arguments) == 1:
        yield "index", arguments[0]


def _called(function: ast.expr) -> str:
    """The last part of the name of what is called."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _renamed(function: ast.expr, name: str) -> ast.expr:
    if isinstance(function, ast.Attribute):
        return _with(function, attr=name)
    return _with(function, id=name)


def _of_subscript(node: ast.Subscript) -> Iterator[Change]:
    index = node.slice
    if isinstance(index, ast.Constant) and isinstance(index.value, int):
        for step in (1, -1):
            # negative indices of arrays would only be another way to say a large one
            if index.value + step >= 0:
                yield "index", _with(node, slice=ast.Constant(index.value + step))
    if isinstance(index, ast.Slice):
        yield from _of_slice(node, index)
    if isinstance(index, ast.Tuple):
        parts = index.elts
        for i in range(len(parts) - 1):
            turned = [*parts[:i], parts[i + 1], parts[i], *parts[i + 2 :]]
            yield "index", _with(node, slice=_with(index, elts=turned))
    inner = node.value
    if isinstance(inner, ast.Subscript) and not isinstance(index, ast.Slice | ast.Tuple):
        if not isinstance(inner.slice, ast.Slice | ast.Tuple):
            yield "index", _with(node, value=_with(inner, slice=index), slice=inner.slice)


def _of_slice(node: ast.Subscript, index: ast.Slice) -> Iterator[Change]:
    """x[:3] becomes x[3:], and the other way round."""
    if index.step is None and (index.lower is None) != (index.upper is None):
        turned = ast.Slice(lower=index.upper, upper=index.lower)
        yield "index", _with(node, slice=turned)


def _with(node: ast.AST, **fields: object) -> ast.expr:
    """A copy of a node with some fields changed; the rest is shared, or copied where it is one."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    assert isinstance(changed, ast.expr | ast.stmt)
    return changed  # type: ignore[return-value]
