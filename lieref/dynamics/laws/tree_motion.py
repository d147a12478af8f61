"""Motion of a model as a whole in Taylor series: what energy and momentum are read off.

Checked arguments become the series of the compiled composite bodies (`closed_forms`), each tree's
in its common axes, and the pose of these axes in the inertial frame. Positions are relative to a
fixed point where the first root is now, so that nothing loses digits far from the origin.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups import screw_arrays
from lieref.dynamics import closed_forms
from lieref.dynamics.forward.roots import base_changes, root_poses
from lieref.dynamics.shared import base_change
from lieref.errors import NonFiniteError, ShapeError
from lieref.model.arguments import real_array
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[np.float64]
# Derivatives up to this order: 170! is the last factorial that is a double.
MOST_ROWS = 170


@dataclass(frozen=True)
class Tree:
    """One root's series, n Taylor coefficients, inertial axes, about its reference point.

    m: mass, kg. o (n, 3): the reference point less TreeMotion.origin, m. first (n, 3): first
    moment, kg m. momentum (n, 6): (angular, linear), kg m^2/s and kg m/s. R (n, 3, 3): from the
    tree's common axes, in which `matrix` (n, 6, m) of the tree's m velocity `coordinates` is;
    momentum = R matrix v.
    """

    m: float
    o: Array
    first: Array
    momentum: Array
    R: Array
    matrix: Array
    coordinates: NDArray[np.intp]


@dataclass(frozen=True)
class TreeMotion:
    """All trees, the fixed origin (3,) that their places are relative to, and H, v.

    H (n, nv, nv), v (n, nv): Taylor coefficients of base "body". changes: of the free roots, from
    "body" to the representation of the velocity that was given.
    """

    trees: tuple[Tree, ...]
    origin: Array
    H: Array
    v: Array
    changes: tuple[base_change.BaseChange, ...]


def checked_orders(model: Model, q: ArrayLike, v: ArrayLike, least: int) -> tuple[Array, Array]:
    """Return q (nq,) and v (orders, nv), `least` orders or more, or raise what is wrong."""
    configuration = checked_configuration(model, q)
    if configuration.ndim != 1:
        raise ShapeError(f"q has shape {configuration.shape}, expected ({model.nq},)")
    velocity = real_array("v", v, ("rows", model.nv))
    if not least <= len(velocity) <= MOST_ROWS:
        raise ShapeError(
            f"v has shape {velocity.shape}, expected {least} to {MOST_ROWS} rows of {model.nv}"
        )
    return configuration, velocity


def factorials(n: int) -> Array:
    """k! for k < n."""
    return np.array([float(factorial(k)) for k in range(n)])


def coefficients(x: Array) -> Array:
    """Derivatives as Taylor coefficients x^(k)/k!, along axis 0."""
    return x / factorials(len(x)).reshape((-1,) + (1,) * (x.ndim - 1))


def derivatives(x: Array) -> Array:
    """Taylor coefficients as derivatives, along axis 0."""
    return x * factorials(len(x)).reshape((-1,) + (1,) * (x.ndim - 1))


def finite(what: str, x: Array) -> Array:
    """Return x, or raise NonFiniteError where the motion led beyond the range of double."""
    if not np.isfinite(x).all():
        index = [int(i) for i in np.argwhere(~np.isfinite(x))[0]]
        raise NonFiniteError(f"{what}{index}: the motion is beyond the range of double")
    return x


def vectors(a: Array, x: Array) -> Array:
    """Series of matrices (n, i, j) times series of vectors (n, j)."""
    return np.asarray(screw_arrays.product(a, x[:, :, None])[:, :, 0])


def cross(a: Array, b: Array) -> Array:
    """Series of vector products of (n, 3)."""
    n = len(a)
    return np.array([sum(np.cross(a[j], b[k - j]) for j in range(k + 1)) for k in range(n)])


def tree_motion(model: Model, q: ArrayLike, v: ArrayLike, base: Any) -> TreeMotion:
    """Return the trees' series for a motion v (n, nv) in the representation `base`."""
    configuration, velocity = checked_orders(model, q, v, 1)
    closed_forms.require_base(base)
    n = len(velocity)
    series = coefficients(velocity)
    changes = base_changes(model, configuration, series, base, n)
    for change in changes:
        series = base_change.velocity(change, series)
    stacks = closed_forms.inertia_series(model, configuration, derivatives(series[: n - 1]))
    H, A, first = (coefficients(x) for x in stacks)
    poses = root_poses(model, configuration)
    origin = poses[0].p if poses else np.zeros(3)
    trees = []
    for root in poses:
        R, o = np.zeros((n, 3, 3)), np.zeros((n, 3))
        R[0], o[0] = np.eye(3), root.p - origin
        if root.R is not None:
            here = series[: n - 1, root.here]
            R, o = base_change.pose_series("body", root.R, root.p - origin, here, n)
        matrix = A[:, :, root.coordinates]
        momentum = vectors(matrix, series[:, root.coordinates])
        total = np.hstack([vectors(R, momentum[:, :3]), vectors(R, momentum[:, 3:])])
        moments = vectors(R, first[:, root.body])
        trees.append(Tree(root.mass, o, moments, total, R, matrix, root.coordinates))
    return TreeMotion(tuple(trees), origin, H, series, tuple(changes))
