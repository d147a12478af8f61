"""Imports run one way between the packages, in Cython files too.

import-linter holds the same order for Python files; it cannot read import and cimport of .pyx,
.pxd and .pxi.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter

import pytest
from support.programs.checkout import ROOT, sources, tracked

PACKAGES = {
    "algebra": set(),
    "model": {"algebra"},
    "kinematics": {"algebra", "model"},
    "trajectories": {"algebra", "model"},
    "dynamics": {"algebra", "model", "kinematics"},
    "partials": {"algebra", "model", "kinematics", "dynamics"},
    "integrate": {"algebra", "model"},
    "golden": {"model"},
    "elastic": {"algebra", "model", "kinematics", "dynamics"},
    "simulate": {"algebra", "model", "kinematics", "dynamics", "integrate", "loops"},
    "loops": {"algebra", "model", "kinematics", "dynamics", "partials"},
    "api": {"algebra", "model", "kinematics", "dynamics", "partials", "loops"},
    "oracle": {"model"},
    "check": {
        "algebra",
        "model",
        "kinematics",
        "dynamics",
        "partials",
        "loops",
        "simulate",
        "oracle",
    },
}
PACKAGES["poses"] = PACKAGES["api"] | {"api"}
PACKAGES["reporting"] = PACKAGES["codegen"] = PACKAGES["check"] | {"check"}
MOST_FILES = 24
MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 80
SOURCES = (".py", ".pyx", ".pxi", ".pxd", ".h")
NAMES = re.compile(r"^\s*from ((?:lieref|verification)[\w.]*) c?import ([^(\n]+|\([^)]*\))", re.M)
MODULES = re.compile(r"^\s*c?import ((?:lieref|verification)[\w.]*)", re.M)
CYTHON_FUNCTION = re.compile(
    r"^( *)(?:def|c?p?def\b[^\n(=:]*?)[ *](\w+)\((?:.|\n)*?\)[^\n:()]*:\n", re.M
)
DOCSTRING = re.compile(r'\s*"""(?:.|\n)*?"""\n?')
EXAMPLES = re.compile(r'\n\n *Examples\n *-{8}\n(?:.|\n)*?(?="""$)', re.M)
INCLUDES = re.compile(r'^include "([^"]+)"', re.M)
IMPORT = re.compile(r"^\s*(?:from|c?import)\s+(?:lieref\.)(\w+)", re.M)
BY_STRING = re.compile(r"""import_module\(f?["']lieref\.(\w+)""")
OUTSIDE = re.compile(r"^\s*(?:from|c?import)\s+(verification|tests)\b", re.M)


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_package_imports_only_packages_below_it(package):
    forbidden = set(PACKAGES) - PACKAGES[package] - {package}
    wrong = [
        f"{path.relative_to(ROOT)} imports {imported}"
        for path in sources(".py", ".pyx", ".pxd", ".pxi", ".pyi")
        if path.relative_to(ROOT).parts[1] == package
        for pattern in (IMPORT, BY_STRING)
        for imported in pattern.findall(path.read_text(encoding="utf-8"))
        if imported in forbidden
    ]
    assert not wrong


def test_every_package_is_listed():
    folders = {path.relative_to(ROOT).parts[1] for path in sources("__init__.py")}
    assert {name for name in folders if "." not in name} <= set(PACKAGES)


def test_nothing_imports_verification_or_tests():
    files = sources(".py", ".pyx", ".pxd", ".pxi", ".pyi")
    assert not [path for path in files if OUTSIDE.search(path.read_text(encoding="utf-8"))]


def test_folders_are_small():
    files = tracked() or [path for path in sources("") if path.suffix not in (".so", ".pyd")]
    count = Counter(path.parent for path in files)
    assert not {str(folder): n for folder, n in count.items() if n > MOST_FILES}


def test_files_are_short():
    files = [path for path in tracked() if path.suffix in SOURCES]
    texts = {str(path): (ROOT / path).read_text(encoding="utf-8") for path in files}
    # beside the examples of public docstrings
    count = {path: EXAMPLES.sub("", text).count("\n") for path, text in texts.items()}
    assert not {path: n for path, n in count.items() if n > MOST_LINES}


def python_functions(text: str) -> Iterator[tuple[str, int]]:
    """Name and lines of every function of a Python file, without those of its docstring."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            first = node.body[0]
            said = first.end_lineno - first.lineno + 1 if ast.get_docstring(node) else 0
            yield node.name, node.end_lineno - node.lineno + 1 - said


def cython_functions(text: str) -> Iterator[tuple[str, int]]:
    """Name and lines of every function of a Cython file, as `python_functions`.

    A function ends before the first line that is not indented more than its head.
    """
    for head in CYTHON_FUNCTION.finditer(text):
        deeper = re.compile(rf"^(?! {{{len(head[1]) + 1}}}|\s*$)", re.M)
        end = deeper.search(text, head.end())
        body = text[head.start() : end.start() if end else len(text)].rstrip()
        said = DOCSTRING.match(body, head.end() - head.start())
        yield head[2], body.count("\n") + 1 - (said[0].count("\n") if said else 0)


def test_functions_of_cython_files_are_found():
    text = (ROOT / "lieref/partials/products/products.pyx").read_text(encoding="utf-8")
    found = dict(cython_functions(text))
    assert found["products_workspace_size"] == 2
    assert 10 < found["inverse_dynamics_jvp"] < 25
    text = (ROOT / "lieref/dynamics/forward_dynamics.pyx").read_text(encoding="utf-8")
    assert {"_apart", "_judge", "forward_dynamics"} <= set(dict(cython_functions(text)))


def test_functions_are_short():
    """Beside their docstrings, which say what a stranger needs, however long that is."""
    found = {}
    for path in tracked():
        of = {".py": python_functions}.get(path.suffix, cython_functions)
        if path.suffix in SOURCES and path.suffix != ".h":
            for name, lines in of((ROOT / path).read_text(encoding="utf-8")):
                found[f"{path}: {name}"] = lines
    assert not {name: n for name, n in found.items() if n > MOST_LINES_OF_A_FUNCTION}


def imports() -> dict[str, set[str]]:
    """Modules that each module imports or cimports; those of a .pxi have its path as their key.

    A module's text is that of all its files: .py or .pyx, .pxd and .pyi. It imports its includes.
    """
    paths = [
        *sources(".py", ".pyx", ".pxd", ".pyi", ".pxi"),
        *(ROOT / "verification").rglob("*.py"),
    ]
    texts, included = defaultdict(str), defaultdict(set)
    for path in paths:
        file = path.relative_to(ROOT)
        module = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        name = file.as_posix() if path.suffix == ".pxi" else module
        text = path.read_text(encoding="utf-8")
        texts[name] += "\n" + text
        included[name] |= {
            (path.parent / other).resolve().relative_to(ROOT).as_posix()
            for other in INCLUDES.findall(text)
        }
    graph = {}
    for module, text in texts.items():
        imported = included[module] | set(MODULES.findall(text)) & set(texts)
        for package, names in NAMES.findall(text):
            within = {f"{package}.{name}" for name in re.findall(r"\w+", names)} & set(texts)
            imported |= within or {package} & set(texts)
        graph[module] = imported - {module}
    return graph


def test_imports_are_found_in_all_files_of_a_module():
    graph = imports()
    for module, imported in (
        ("lieref.dynamics.inverse_dynamics", "lieref.dynamics.shared.calls"),
        ("lieref.dynamics.inverse_dynamics", "lieref.model.checks"),
        ("lieref.model.model", "lieref.model.tree.constants"),
        ("lieref.model.model", "lieref.model.joints.joints"),
        ("lieref.partials.second_order_numbers.pairs", "lieref.dynamics.forward_dynamics"),
        ("lieref/partials/idsva/idsva_kernel.pxi", "lieref.partials.calls"),
    ):
        assert imported in graph[module]


def test_modules_do_not_import_each_other_in_circles():
    """Imports for types count too, and a cimport of a structure or a constant."""
    # raises CycleError, which names the modules
    TopologicalSorter(imports()).prepare()
