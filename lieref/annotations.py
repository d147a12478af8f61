"""Annotations of compiled functions, which are in the stubs beside them."""

from __future__ import annotations
import __future__

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

COMPILED = "cython_function_or_method"
#: Statements of a stub that its annotations need.
TYPES = (ast.Import, ast.ImportFrom, ast.Assign, ast.ClassDef)


def annotate(function: Any) -> None:
    """Give a compiled function the annotations of its stub, as text; others stay as they are.

    Those of overloads are joined. What the stub imports and defines as types is put into the
    function's module where it is missing, so that `typing.get_type_hints` finds it.
    """
    if type(function).__name__ != COMPILED:
        return
    module = sys.modules[function.__module__]
    statements = _stub(module)
    found: dict[str, dict[str, None]] = {}
    for statement in statements:
        if isinstance(statement, ast.FunctionDef) and statement.name == function.__name__:
            for name, text in _texts(statement):
                found.setdefault(name, {})[text] = None
    names: dict[str, Any] = {"__name__": module.__name__}
    types = ast.Module([x for x in statements if isinstance(x, TYPES)], [])
    exec(compile(types, function.__module__, "exec", __future__.annotations.compiler_flag), names)
    for name, value in names.items():
        vars(module).setdefault(name, value)
    function.__annotations__ = {name: " | ".join(texts) for name, texts in found.items()}


def _texts(function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Names and annotations of arguments, and of what is returned."""
    arguments = function.args
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if each.annotation is not None:
            yield each.arg, ast.unparse(each.annotation)
    if function.returns is not None:
        yield "return", ast.unparse(function.returns)


@cache
def _stub(module: ModuleType) -> list[ast.stmt]:
    """The statements of the stub of a compiled module."""
    path = Path(str(module.__file__)).parent / f"{module.__name__.rpartition('.')[2]}.pyi"
    return ast.parse(path.read_text(encoding="utf-8")).body
