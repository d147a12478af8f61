"""Stubs of the compiled modules, from the annotations in their sources; setup.py runs it.

A stub holds every function and method whose arguments and result are annotated, every annotated
constant and attribute, and what the annotations name. An argument of a C type that says what it is
needs no annotation. A function with an argument `bounds` returns the first type of its union
without bounds, and the second with them.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent / "lieref"
NOTE = "# Written by build_stubs.py from the .pyx."
#: C types that say what an argument is, as the names of classes do.
TYPES = {"int": "int", "Py_ssize_t": "int", "double": "float", "bint": "bool", "object": "object"}
TYPES |= {name: name for name in ("str", "tuple", "list", "dict")}
INCLUDE = re.compile(r'^include "([^"]+)"$', re.M)
DOCSTRING = re.compile(r'"""(?:.|\n)*?"""')
#: What may hold a bracket that opens nothing.
QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#.*')
ARGUMENT = re.compile(
    r"(?<=[(,])(\s*)(?:const )?([\w.]+)(?:\[[^]]*\])? +(\w+)(?: not None)?(?=\s*([,:=)]))"
)
FUNCTION = re.compile(r"(?:def|cpdef (\w+)) (\w+\(.*):$", re.S)
CLASS = re.compile(r"(cdef )?class (\w+)(?:\((.*)\))?:$", re.S)
REGISTERED = re.compile(r"^(\w+)\.register\((\w+)\)$", re.M)
IMPORT = re.compile(r"(from \S+ )?c?(import .*)", re.S)
ANNOTATED = re.compile(r"(\w+): (.+?)(?: = .*)?$", re.S)
SAME = re.compile(r"(\w+) = (\w+)$")
ALIAS = re.compile(r"(\w+) = \w+(?:\[| \| ).*", re.S)


def source(path: Path) -> str:
    """A Cython file with what it includes."""
    text = path.read_text(encoding="utf-8")
    return INCLUDE.sub(lambda found: source(path.parent / found[1]), text)


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Indentation and text of every statement, without comments and docstrings."""
    whole, depth = "", 0
    for line in DOCSTRING.sub('""', text).split("\n"):
        bare = QUOTED.sub('""', line)
        depth += sum(map(bare.count, "([{")) - sum(map(bare.count, ")]}"))
        whole += re.sub(r"\s+#.*$", "", line) + "\n"
        if depth <= 0:
            if whole.strip():
                yield len(whole) - len(whole.lstrip()), whole.strip()
            whole, depth = "", 0


def without_c_type(argument: re.Match[str]) -> str:
    """An argument, annotated with its C type where it has no annotation."""
    space, kind, name, after = argument.groups()
    python = TYPES.get(kind, kind if kind[0].isupper() else "")
    return f"{space}{name}" + (f": {python}" if python and after != ":" else "")


def function(head: str) -> ast.FunctionDef:
    """The signature of a function, with `...` for what it does."""
    (made,) = ast.parse(f"def {ARGUMENT.sub(without_c_type, head)}: ...").body
    assert isinstance(made, ast.FunctionDef)
    if made.name in ("__cinit__", "__init__"):
        made.name, made.returns = "__init__", ast.Constant(None)
    return made


def is_annotated(made: ast.FunctionDef) -> bool:
    """Are its result and all its arguments annotated? `self` need not be."""
    arguments = [x for x in ast.walk(made.args) if isinstance(x, ast.arg) and x.arg != "self"]
    return made.returns is not None and all(x.annotation for x in arguments)


def overloads(made: ast.FunctionDef) -> list[ast.FunctionDef]:
    """The function; or one without bounds, and one with them and the arguments behind `bounds`."""
    names = [argument.arg for argument in made.args.args]
    if "bounds" not in names or not isinstance(made.returns, ast.BinOp):
        return [made]
    at = names.index("bounds") - len(names)
    without, bounded = copy.deepcopy(made), copy.deepcopy(made)
    for each, value in ((without, False), (bounded, True)):
        each.decorator_list = [ast.Name("overload")]
        each.returns = made.returns.right if value else made.returns.left
        each.args.args[at].annotation = ast.parse(f"Literal[{value}]", mode="eval").body
    for argument in without.args.args[at:][1:]:
        argument.annotation = ast.Constant(None)
    given = bounded.args
    given.kwonlyargs, given.kw_defaults = given.args[at:], [None, *given.defaults[at:][1:]]
    given.args, given.defaults = given.args[:at], given.defaults[:at]
    return [without, bounded]


class Stub:
    """The stub of a module, which is read statement by statement."""

    def __init__(self, text: str) -> None:
        self.bases = {name: base for base, name in REGISTERED.findall(text)}
        #: Imports and aliases by the names that they bind.
        self.named = {name: f"from typing import {name}" for name in ("Literal", "overload")}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.body: list[ast.stmt] = []
        self.owner: ast.ClassDef | None = None
        self.is_extension = self.is_property = False
        for indent, statement in statements(text):
            self.owner = self.owner if indent else None
            if indent == (4 if self.owner else 0):
                self.read(statement, self.owner.body if self.owner else self.body)

    def read(self, statement: str, body: list[ast.stmt]) -> None:
        """Add a statement of the module, or of the class that is open."""
        if found := CLASS.match(statement):
            base = self.bases.get(found[2], found[3] or "")
            self.owner = ast.ClassDef(found[2], [ast.Name(base)] * bool(base), [], [], [])
            self.is_extension = bool(found[1])
            body += [self.owner] * (found[2][0] != "_")
        elif found := FUNCTION.match(statement):
            made = function(found[2] + f" -> {TYPES.get(found[1], found[1])}" * bool(found[1]))
            made.decorator_list = [ast.Name("property")] * self.is_property
            self.functions[made.name] = made
            body += overloads(made) if is_annotated(made) else []
        elif found := IMPORT.match(statement):
            (node,) = ast.parse("".join(filter(None, found.groups()))).body
            assert isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names:
                line = f"{found[1] or ''}import {ast.unparse(alias)}"
                self.named[alias.asname or alias.name] = line
        elif found := ANNOTATED.match(statement):
            is_read_only = self.owner and self.is_extension
            head = "@property\ndef {}(self) -> {}: ..." if is_read_only else "{}: {}"
            body += ast.parse(head.format(*found.groups())).body
        elif self.owner and (found := SAME.match(statement)) and found[2] in self.functions:
            made = copy.deepcopy(self.functions[found[2]])
            body += [made] * is_annotated(made)
            made.name, made.args.args[0].annotation = found[1], None
        elif found := ALIAS.match(statement):
            self.named[found[1]] = statement
        self.is_property = statement == "@property"

    def text(self) -> str:
        """All of it, behind what it names."""
        names = {x.id for each in self.body for x in ast.walk(each) if isinstance(x, ast.Name)}
        head: list[str] = []
        for name, line in reversed(self.named.items()):
            if name in names or ALIAS.match(line):
                head.insert(0, line)
                names |= set(re.findall(r"\w+", line)) if ALIAS.match(line) else set()
        for each in self.body:
            if isinstance(each, ast.ClassDef) and not each.body:
                each.body.append(ast.Expr(ast.Constant(...)))
        whole = "\n".join([NOTE, *head, *map(ast.unparse, self.body), ""])
        return re.sub(r":\n +\.\.\.", ": ...", whole)


def write() -> None:
    """Write the stub of every module that has a source; delete those whose source was moved."""
    for stub in PACKAGE.rglob("*.pyi"):
        written = stub.read_text(encoding="utf-8").startswith(NOTE)
        if written and not stub.with_suffix(".pyx").exists():
            stub.unlink()
    for path in PACKAGE.rglob("*.pyx"):
        path.with_suffix(".pyi").write_text(Stub(source(path)).text(), encoding="utf-8")


if __name__ == "__main__":
    write()
