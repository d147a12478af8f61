"""Public names are imported when they are first asked for, and work without what was not."""

import inspect
import os
import subprocess
import sys
import types
import typing
from pathlib import Path

import pytest

import lieref

COMPILED = "cython_function_or_method"

HEAVY = (
    "lieref.check",
    "lieref.codegen",
    "lieref.loops",
    "lieref.oracle",
    "lieref.partials",
    "lieref.reporting",
)


def run(code):
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout


def test_the_import_leaves_out_what_is_large():
    loaded = run("import sys, lieref; print(*sys.modules)").split()
    assert "lieref" in loaded
    assert {name for name in HEAVY if name in loaded} == set()


def test_a_checkout_that_is_not_built_says_so(tmp_path):
    package = Path(lieref.__file__).parent
    for source in [*package.rglob("*.py"), *package.rglob("*.pyi")]:
        copy = tmp_path / "lieref" / source.relative_to(package)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(source.read_bytes())
    command = [sys.executable, "-c", "import lieref; lieref.load_urdf"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    told = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path
    )
    assert "ImportError: no compiled modules for this Python in " in told.stderr
    assert "build_ext --inplace" in told.stderr.splitlines()[-1]


def test_a_mechanism_finds_its_functions_before_they_are_imported():
    code = (
        "import lieref; model = lieref.catalogue.four_bar();"
        "print(lieref.inverse_dynamics(model, model.assembly, [[1.0], [0.0]]).shape)"
    )
    assert run(code) == "(1, 1)\n"


STUBS = """
import ast, importlib, lieref, pathlib
package = pathlib.Path(lieref.__file__).parent
for stub in package.rglob("*/*.pyi"):
    for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("lieref."):
            module = importlib.import_module(node.module)
            for name in node.names:
                if not hasattr(module, name.name):
                    print(stub.name, node.module, name.name)
"""


def test_stubs_import_what_is_there_at_run_time():
    # annotations need it, whichever name is asked for first
    assert run(STUBS) == ""


def test_all_that_is_public_can_be_imported():
    for name in lieref.__all__:
        assert getattr(lieref, name) is not None
    assert set(lieref.__all__) <= set(dir(lieref))


def test_what_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'lieref' has no attribute 'nothing'"):
        _ = lieref.nothing
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        exec("from lieref import nothing")


def public(name, value):
    """Yield the functions, classes and public methods that a name of lieref leads to."""
    if isinstance(value, types.ModuleType):
        for member in getattr(value, "__all__", ()):
            yield from public(f"{name}.{member}", getattr(value, member))
    elif isinstance(value, type):
        yield name, value
        for member, method in vars(value).items():
            method = getattr(method, "fget", None) or getattr(method, "__func__", method)
            # a NamedTuple's __new__ has no module's names; its class is looked at itself
            named = member[0] != "_" or member in ("__init__", "__call__")
            if named and inspect.isfunction(method):
                yield f"{name}.{member}", method
    elif callable(value):
        yield name, value


def test_types_of_every_public_object_can_be_resolved():
    found = dict(pair for name in lieref.__all__ for pair in public(name, getattr(lieref, name)))
    methods = {"LoopModel.with_gravity", "LoopModel.__init__"}
    assert {"inverse_dynamics", "oracle.energy", *methods} < found.keys()
    wrong = {}
    for name, value in found.items():
        try:
            typing.get_type_hints(value)
        except NameError as error:
            wrong[name] = str(error)
    assert wrong == {}


def test_annotations_of_compiled_functions_can_be_resolved():
    functions = {
        name: value
        for name in lieref.__all__
        if type(value := getattr(lieref, name)).__name__ == COMPILED
    }
    assert {"inverse_dynamics", "forward_dynamics", "jacobian"} < functions.keys()
    for name, function in functions.items():
        hints = typing.get_type_hints(function)
        assert {*inspect.signature(function).parameters, "return"} == hints.keys(), name
        assert "Model" in str(hints["model"]), name
    said = inspect.signature(lieref.inverse_dynamics)
    assert (
        said.parameters["q"].annotation == "ArrayLike" and said.parameters["workers"].default == 1
    )
    pairs = "tuple[NDArray[np.float64], NDArray[np.float64]]"
    assert said.return_annotation == f"NDArray[np.float64] | {pairs}"
    call = lieref.prepare_inverse_dynamics(lieref.catalogue.serial_chain(1), 0)
    assert type(call.__self__) is sys.modules["lieref.dynamics.prepared"].PreparedInverseDynamics
