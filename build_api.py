"""The public functions of trees and mechanisms, from their table of operations; setup.py runs it.

Each has the signature and the docstring of the function of trees. It calls that of a tree, and
leaves the rest to `lieref.api.dispatch`.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import build_stubs

ROOT = Path(__file__).resolve().parent
NOTE = "# Written by build_api.py from operations.py and the functions of trees."
WIDTH = 100


def table() -> ModuleType:
    """The table of operations, of a package that is not built yet."""
    path = ROOT / "lieref/api/operations.py"
    spec = importlib.util.spec_from_file_location("operations", path)
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    # which the annotations of its classes are looked up in
    sys.modules["operations"] = made
    spec.loader.exec_module(made)
    return made


class Function(NamedTuple):
    """A function of trees as its source has it."""

    decorators: str
    made: ast.FunctionDef
    docstring: str

    @property
    def names(self) -> list[str]:
        """Its arguments behind the model."""
        return [x.arg for x in self.made.args.args[1:]]


def function(name: str, text: str) -> Function:
    """The last function of this name: those before it are overloads."""
    start = text.rindex(f"\ndef {name}(") + 1
    head = re.compile(r"def (.*?):\n    (\"\"\".*?\"\"\")\n", re.S).match(text, start)
    if head is None:
        raise ValueError(f"{name} has no docstring")
    # behind overloads
    decorators = re.compile(r"(?:@described\((?:[^()]|\([^()]*\))*\)\n)?\Z")
    before = decorators.search(text[:start])
    assert before
    return Function(before[0], build_stubs.function(head[1]), head[2])


def source(module: str) -> str:
    """The text of a module of lieref."""
    path = ROOT / module.replace(".", "/")
    found = [x for x in map(path.with_suffix, (".pyx", ".py")) if x.exists()]
    return found[0].read_text(encoding="utf-8") if found else ""


def defined(name: str, named: dict[str, str]) -> str:
    """The statement that binds a name: an alias, or the import of a class."""
    line = named.get(name, "")
    found = re.match(r"from (lieref\.\S+) import", line)
    there = build_stubs.Stub(source(found[1])).named.get(name, line) if found else line
    return line if there.startswith("from") else there


def wrapped(head: str, items: list[str], tail: str, indent: int, between: str = ", ") -> str:
    """A call or signature, wrapped behind its bracket."""
    inner = " " * (indent + 4)
    # a blank within an argument is no place to break
    whole = between.join(x.replace(" ", "\0") for x in items)
    lines = textwrap.wrap(whole, WIDTH - len(inner), break_long_words=False)
    start = " " * indent + head
    if len(lines) == 1 and len(start) + len(whole) + len(tail) <= WIDTH:
        return f"{start}{whole}{tail}".replace("\0", " ")
    body = "\n".join(inner + line for line in lines).replace("\0", " ")
    return f"{start}\n{body}\n{' ' * indent}{tail}"


def statement(module: str, verb: str, names: list[str]) -> str:
    """An import of names."""
    line = f"from {module} {verb} {', '.join(sorted(set(names)))}"
    if len(line) <= WIDTH:
        return line
    return wrapped(f"from {module} {verb} (", sorted(set(names)), ")", 0)


class Module:
    """A module of public functions, which the rows are written to one after the other."""

    def __init__(self) -> None:
        self.cimports: dict[str, list[str]] = {"lieref.model.model": ["Model"]}
        self.imports = {"lieref.model.loops.loop_model": ["LoopModel"]}
        self.named: dict[str, str] = {}
        self.body: list[str] = []

    def add(self, operation: Any, text: str) -> None:
        """The function of a row; text: of the module with that of trees."""
        name = operation.name
        decorators, made, docstring = function(name, text)
        names = [x.arg for x in made.args.args[1:]]
        module = f"lieref.{operation.module}"
        self.imports.setdefault(module, []).append(f"{name} as tree_{name}")
        if operation.entry:
            self.cimports.setdefault(module, []).append(f"{name}_of")
        named = build_stubs.Stub(text).named
        for own in re.findall(r"^class (\w+)", text, re.M):
            named[own] = f"from {module} import {own}"
        self.import_types(made, named)
        if decorators:
            self.imports["lieref.documentation"] = ["described"]
        given = made.args.args
        given[0].annotation = ast.parse("Model | LoopModel", mode="eval").body
        defaults = [""] * (len(given) - len(made.args.defaults))
        defaults += [f" = {ast.unparse(x)}" for x in made.args.defaults]
        arguments = [
            f"{x.arg}: {ast.unparse(x.annotation)}{value}".replace("'", '"')
            for x, value in zip(given, defaults, strict=True)
        ]
        test = "    if isinstance(model, Model):"
        if operation.trees != "itself":
            self.cimports["lieref.model.checks"] = ["is_batched"]
            state = [f"is_batched({x}, {axes})" for x, axes in operation.axes.items()]
            test = wrapped("if isinstance(model, Model) and not (", state, "):", 4, " or ")
        one = f"{name}_of(" if operation.entry else f"tree_{name}("
        self.body += [
            "\n",
            wrapped(f"cdef Dispatch _{name} = Dispatch(", [f"tree_{name}"], ")", 0),
            "\n",
            *decorators.splitlines(),
            wrapped(f"def {name}(", arguments, f") -> {ast.unparse(made.returns)}:", 0),
            f"    {docstring}",
            test,
            wrapped(f"return {one}", ["model", *names], ")", 8),
            wrapped(
                f"return _{name}.call(model, (", names if names[1:] else [f"{names[0]},"], "))", 4
            ),
        ]

    def import_types(self, made: ast.FunctionDef, named: dict[str, str]) -> None:
        """What the annotations name."""
        nodes = [x.annotation for x in made.args.args[1:]] + [made.returns, *made.args.defaults]
        for node in nodes:
            for x in ast.walk(node):
                if isinstance(x, ast.Name):
                    self.import_type(x.id, named)

    def import_type(self, name: str, named: dict[str, str]) -> None:
        """The statement that binds a name, behind what it is made of."""
        line = defined(name, named)
        if not line:
            return
        if not line.startswith(("from", "import")):
            for other in re.findall(r"\w+", line.partition(" = ")[2]):
                self.import_type(other, named)
        if self.named.setdefault(name, line) != line:
            raise ValueError(f"{name} is {self.named[name]!r}, and {line!r}")

    def text(self, docstring: str) -> str:
        """All of it."""
        for line in self.named.values():
            found = re.match(r"from (\S+) import (\w+)$", line)
            if found:
                self.imports.setdefault(found[1], []).append(found[2])
        others = [x for x in self.named.values() if not x.startswith("from")]
        return "\n".join(
            [
                NOTE,
                f'"""{docstring}"""\n',
                "cimport numpy as cnp\n",
                "from lieref.api.dispatch cimport Dispatch",
                *(statement(x, "cimport", names) for x, names in sorted(self.cimports.items())),
                "",
                *(x for x in others if x.startswith("import")),
                *(statement(x, "import", names) for x, names in sorted(self.imports.items())),
                "",
                "cnp.import_array()\n",
                *(x for x in others if not x.startswith("import")),
                *self.body,
                "",
            ]
        )


def write() -> None:
    """Write a module for each group of rows."""
    for group, operations in table().GROUPS.items():
        module = Module()
        for operation in operations:
            module.add(operation, source(f"lieref.{operation.module}"))
        words = group.replace("_", " ")
        text = module.text(f"Public functions of {words}, of trees and mechanisms.")
        path = ROOT / "lieref/api" / f"{group}.pyx"
        # what has not changed is not translated again
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
