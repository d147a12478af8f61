"""First and second partial derivatives by automatic differentiation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

import lieref
from lieref.check.metrics import FloatArray
from verification.subjects.symbolic.along import INVERSE, Map
from verification.subjects.symbolic.bodies import base_gravity, joint_coordinates

IntArray = NDArray[np.intp]


@dataclass(frozen=True)
class Partials:
    """Partial derivatives of one degree as a CasADi function of x = (q, v, second).

    Attributes
    ----------
    function : casadi.Function
        x -> the entries of all arrays that depend on the state or are no zeros, one after the
        other.
    indices : tuple of tuple of arrays
        For each array, in the order of lieref's result, the indices of its entries.
    nv : int
    """

    function: ca.Function
    indices: tuple[tuple[IntArray, ...], ...]
    nv: int

    def arrays(self, packed: FloatArray) -> list[FloatArray]:
        """Return what the function gave as arrays over velocity coordinates."""
        found, start = [], 0
        for index in self.indices:
            array = np.zeros((self.nv,) * len(index))
            count = len(index[0])
            array[index] = packed[start : start + count]
            found.append(array)
            start += count
        return found


def partials(
    of: Map,
    model: lieref.Model,
    degree: int,
    eliminate: bool,
    progress: Callable[[int, ca.SX], None] = lambda degree, y: None,
) -> Partials:
    """Differentiate y = f(q, v, second) once or twice, with CasADi's `jacobian`.

    Derivatives with respect to q are right Lie derivatives, the second ones along the first
    coordinate first. Of a free base they pass through gravity in its axes alone, g' = g x e for
    a turn about e.

    Parameters
    ----------
    of : Map
    model : Model
        At most one free joint, the first one, on the world.
    degree : {1, 2}
        1: dy/dq, dy/dv, dy/dsecond; 2: d2y/dq2, d2y/dv2, d2y/dq dv, d2y/dsecond dq.
    eliminate : bool
        Eliminate common subexpressions after each differentiation.
    progress : callable
        Told each degree and its expression, for example to stop by an exception.
    """
    made = _Differentiation(of, model)
    lean: Callable[[Any], Any] = ca.cse if eliminate else lambda y: y
    y = lean(made.y)
    progress(0, y)
    by_q, by_v, by_second = lean([made.along_q(y), ca.jacobian(y, made.v), made.by_second(y)])
    blocks = [(x, _indices(x)) for x in (by_q, by_v, by_second)]
    progress(1, by_q)
    if degree == 2:
        (dq, at_q), (dv, at_v), (da, at_a) = [(_entries(x), index) for x, index in blocks]
        pairs = (
            (made.along_q(dq), at_q), (ca.jacobian(dv, made.v), at_v),
            (ca.jacobian(dq, made.v), at_q), (made.along_q(da), at_a),
        )  # fmt: skip
        blocks = [(x, _extended(x, index)) for x, index in pairs]
    packed = ca.vertcat(*(_entries(x) for x, _ in blocks))
    packed = lean(made.closed(packed))
    progress(degree, packed)
    function = ca.Function(f"degree_{degree}", [made.x], [packed])
    return Partials(function, tuple(index for _, index in blocks), model.nv)


def inertia(model: lieref.Model) -> ca.Function:
    """Entries of H column by column, of x: the derivative of inverse dynamics by acceleration."""
    made = _Differentiation(INVERSE, model)
    return ca.Function("inertia", [made.x], [_entries(ca.cse(made.by_second(made.y)))])


class _Differentiation:
    """The expression y and the directions in which it is differentiated."""

    def __init__(self, of: Map, model: lieref.Model) -> None:
        self.nv = model.nv
        self.x = ca.SX.sym("x", model.nq + 2 * model.nv)
        self.q, self.v, self.second = ca.vertsplit(
            self.x, [0, model.nq, model.nq + model.nv, model.nq + 2 * model.nv]
        )
        self.free = model.joints[0].kind == "free"
        self.gravity = base_gravity(model, self.q)
        self.g = ca.SX.sym("g", 3) if self.free else self.gravity
        self.first = int(model.idx_v[0])
        self.joints = joint_coordinates(model)
        self.y = of.expression(model, self.g, self.q, self.v, self.second)

    def along_q(self, y: ca.SX) -> ca.SX:
        """Return the right Lie derivatives of a column, (entries, nv)."""
        by_q = ca.jacobian(y, self.q)
        found = ca.SX(y.numel(), self.nv)
        for iq, iv in self.joints:
            found[:, iv] = by_q[:, iq]
        if self.free:
            # the columns of [g] are g x e
            found[:, self.first : self.first + 3] = ca.jacobian(y, self.g) @ ca.skew(self.g)
        return found

    def by_second(self, y: ca.SX) -> ca.SX:
        """Return dy/dsecond."""
        return ca.jacobian(y, self.second)

    def closed(self, y: ca.SX) -> ca.SX:
        """Return an expression in x alone."""
        return ca.substitute(y, self.g, self.gravity) if self.free else y


def _entries(matrix: ca.SX) -> ca.SX:
    """The structural entries as a column, column by column of the matrix."""
    # CasADi types its scalars as something else than expressions
    scalars: list[Any] = matrix.nonzeros()
    column: ca.SX = ca.vertcat(*scalars)
    return column


def _indices(matrix: ca.SX) -> tuple[IntArray, ...]:
    """Row and column of each structural entry, in the order of `_entries`."""
    rows, columns = matrix.sparsity().get_triplet()
    return np.array(rows, dtype=np.intp), np.array(columns, dtype=np.intp)


def _extended(matrix: ca.SX, index: Sequence[IntArray]) -> tuple[IntArray, ...]:
    """Indices of each entry of derivatives of entries whose indices are known."""
    rows, columns = _indices(matrix)
    return (*(part[rows] for part in index), columns)
