"""Stubs of compiled modules are written from the annotations in their sources."""

import ast
import importlib

import pytest
from support.programs.checkout import ROOT, sources

import build_stubs
from build_stubs import Stub, source

SOURCE = '''
"""A module."""

cimport numpy as cnp
from lieref.model.model cimport FREE, Model

from collections.abc import (
    Callable, Mapping)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.tree import tree_model

Array = NDArray[np.float64]
FORMS: dict[str, int] = {"default": 0}  # of [Ali, (5)
secret = 1


def _private(x):
    def inner(y: Array) -> Array:
        return y
    return inner


def measured(
    Model model not None, q: ArrayLike, const double[:, ::1] v not None: Array, int order,
    name: str = "a) b", bint wide=False, *, cut: Mapping[str, float] | None = None,
) -> tuple[Array, bool]:
    """Say (so."""
    for x in q:
        pass


cpdef Motion moved(object model: Model, double h=0.5):
    pass


def bounded(
    model: Model, q: ArrayLike, workers: int = 1, bounds: bool = False, radius: Array | None = None,
) -> Array | tuple[Array, Array]:
    return q


def renamed(Model self not None, str name) -> Model:
    return self


cdef class _Hidden:
    def run(self, q: Array) -> Array:
        return q


cdef class Motion(_Hidden):
    """One."""

    cdef readonly int nv
    nv: int

    def __cinit__(self, Model model not None, frames: tree_model.Frame):
        self.nv = model.nv

    cdef int hidden(self) except -1:
        return 0

    @property
    def order(self) -> int:
        return 0

    renamed = renamed

    def __call__(self, q: Array) -> Array:
        return q


Base.register(Motion)
AFTER: int = 1


class Lost(Exception):
    """Why."""
'''

STUB = """# Written by build_stubs.py from the .pyx.
from typing import Literal
from typing import overload
from lieref.model.model import Model
from collections.abc import Mapping
import numpy as np
from numpy.typing import ArrayLike
from numpy.typing import NDArray
from lieref.model.tree import tree_model
Array = NDArray[np.float64]
FORMS: dict[str, int]
def measured(model: Model, q: ArrayLike, v: Array, order: int, name: str='a) b', wide: bool=False, \
*, cut: Mapping[str, float] | None=None) -> tuple[Array, bool]: ...
def moved(model: Model, h: float=0.5) -> Motion: ...
@overload
def bounded(model: Model, q: ArrayLike, workers: int=1, bounds: Literal[False]=False, \
radius: None=None) -> Array: ...
@overload
def bounded(model: Model, q: ArrayLike, workers: int=1, *, bounds: Literal[True], \
radius: Array | None=None) -> tuple[Array, Array]: ...
def renamed(self: Model, name: str) -> Model: ...
class Motion(Base):

    @property
    def nv(self) -> int: ...

    def __init__(self, model: Model, frames: tree_model.Frame) -> None: ...

    @property
    def order(self) -> int: ...

    def renamed(self, name: str) -> Model: ...

    def __call__(self, q: Array) -> Array: ...
AFTER: int
class Lost(Exception): ...
"""


def test_the_stub_of_a_module_is_what_its_annotations_say():
    assert Stub(SOURCE).text() == STUB


def public(names):
    return {name for name in names if name[0] != "_"}


def defined(statements):
    """Names that statements of a stub give types to."""
    heads = {x.name for x in statements if isinstance(x, (ast.FunctionDef, ast.ClassDef))}
    return heads | {x.target.id for x in statements if isinstance(x, ast.AnnAssign)}


@pytest.mark.parametrize("path", sources(".pyx"), ids=lambda path: path.stem)
def test_every_public_compiled_function_is_annotated(path):
    """Else it is not in the stub."""
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    stub = ast.parse(Stub(source(path)).text()).body
    own = {
        name: value
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__
    }
    assert public(own) <= defined(stub)
    for each in stub:
        if isinstance(each, ast.ClassDef):
            assert public(vars(own[each.name])) <= defined(each.body), each.name


def test_stubs_of_moved_modules_are_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr(build_stubs, "PACKAGE", tmp_path)
    (tmp_path / "here.pyx").write_text('"""A module."""\n', encoding="utf-8")
    (tmp_path / "gone.pyi").write_text(build_stubs.NOTE + "\n", encoding="utf-8")
    (tmp_path / "own.pyi").write_text("x: int\n", encoding="utf-8")
    build_stubs.write()
    assert sorted(x.name for x in tmp_path.iterdir()) == ["here.pyi", "here.pyx", "own.pyi"]
