"""The forces that keep loops closed and couplings obeyed, with time derivatives of any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import required
from lieref.documentation import described
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.loops.arguments import (
    applied_wrenches,
    external_forces,
)
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraint_equations import expand_motion
from lieref.loops.constraints.couplings.coupling_values import DOUBLES
from lieref.loops.constraints.equations import equations
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.row_space import least_multipliers
from lieref.loops.constraints.series.jacobian_series import (
    coefficients,
    jacobian_series,
    moving_configuration,
    multiplier_series,
)
from lieref.loops.constraints.state import closure_of
from lieref.loops.dynamics import forward_dynamics
from lieref.model.arguments import real_array, real_numbers, require_in_range
from lieref.model.loops.loop_closure import LoopClosure, Rows
from lieref.model.loops.loop_frames import successor_frame
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.tree.exact import Vector, apply, cross, transpose

Array = NDArray[np.float64]


@dataclass(frozen=True)
@described()
class ConstraintForces:
    """What loops and couplings exert, and the acceleration that they allow.

    Of forces with derivatives every array has an axis (r + 1,) before those told here.

    Attributes
    ----------
    loops : (nloops, 6) array
        Wrench (moment, force) of each loop joint on its successor, N m and N, at the origin of the
        successor's loop frame and in its axes; the predecessor feels the opposite.
    couplings : (tree.nv,) array
        Forces of all couplings and implicit constraints on the joints of the tree, N m or N.
    torques : (tree.nv,) array
        Forces of loops and couplings on the joints of the tree, K^T lambda, N m or N.
    vdot : (nv,) array
        Acceleration of the independent coordinates, rad/s^2 and m/s^2.

    Examples
    --------
    >>> forces = lieref.loops.constraint_forces(model, q, v, v)
    >>> forces.vdot.shape
    (1,)
    """

    loops: Array
    couplings: Array
    torques: Array
    vdot: Array


@described("wrenches : (nbodies, 6) or (r + 1, nbodies, 6), optional")
def constraint_forces(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    near: ArrayLike | None = None,
) -> ConstraintForces:
    """Return the forces in loops and couplings of a state that forces act on.

    Of the equations with multipliers [Chignoli et al., Sec. II-D], K^T lambda is what the motion
    takes in the tree, less the forces that act. The motion is that of `forward_dynamics`, so that
    bodies may be massless. `torques`, K^T lambda, and `vdot` are unique. Where the motion does not
    determine how the redundant constraints share the forces (a planar loop of revolute joints),
    `loops` and `couplings` are those of the multipliers of least norm in N m, forces taken times a
    length of the loop, on the loop joints' axes: one choice of many.

    Parameters
    ----------
    tau : (nv,), (tree.nv,), (r + 1, nv) or (r + 1, tree.nv)
        Forces on the independent coordinates, or on all joints of the tree, N m or N, and their
        time derivatives if those of the result are wanted.
    tau_ext : of a shape that tau may have, optional
        Other forces that act beside tau.

    Returns
    -------
    ConstraintForces

    Notes
    -----
    `lieref.oracle.loop_constraint_forces` is the reference value. With derivatives K is expanded
    in time; multipliers of least norm are so at every time.

    Examples
    --------
    >>> forces = lieref.loops.constraint_forces(model, q, v, v)
    >>> forces.loops.shape
    (1, 6)
    """
    require_loop_model(model)
    torque = real_numbers("tau", required("tau", tau))
    series = torque.ndim > 1
    rows = len(torque) if series else 1

    def stacked(name: str, value: ArrayLike) -> Array:
        given = real_numbers(name, value)
        return given if series else given[None]

    applied = None
    if wrenches is not None:
        applied = applied_wrenches(model, stacked("wrenches", wrenches), rows)
    forces = np.zeros((rows, model.tree.nv))
    for name, given in (("tau", torque), ("tau_ext", tau_ext)):
        if given is not None:
            own, tree = external_forces(model, stacked(name, given), rows, name)
            forces += tree
            forces[:, model.independent] += own
    at = tree_configuration(model, q, near)
    found = force_derivatives(model, at, v, forces, base, applied, wrench_axes)
    return found if series else ConstraintForces(*(x[0] for x in vars(found).values()))


def force_derivatives(
    model: LoopModel,
    q: Array,
    v: ArrayLike,
    forces: Array,
    base: Literal["body", "spatial", "hybrid", "mixed"],
    wrenches: Array | None,
    wrench_axes: Literal["body", "inertial"],
) -> ConstraintForces:
    """The same with derivatives, of forces (r + 1, tree.nv), and a closed configuration."""
    none = np.zeros((len(forces), model.nv))
    vdot = forward_dynamics(model, q, v, none, base, wrenches, wrench_axes, forces)
    motion = np.concatenate([real_array("v", v, (model.nv,))[None], vdot])
    rates = expand_motion(model, q, motion)[0]
    f_c = inverse_dynamics(model.tree, q, rates, base, wrenches, wrench_axes) - forces
    found = ConstraintForces(*_share_series(model, q, rates[:-2], f_c), vdot)
    for name, array in vars(found).items():
        require_in_range(name, array)
    return found


def _share_series(
    model: LoopModel, q: Array, rates: Array, f_c: Array
) -> tuple[Array, Array, Array]:
    """Wrenches of loops (n, nloops, 6), forces of couplings and of all (n, tree.nv), derivatives.

    f_c (n, tree.nv): K^T lambda along the motion of the rates (n - 1, tree.nv), qdot and so on,
    but for rounding, which may do work.
    """
    n = len(f_c)
    if n == 1:
        K = equations(model, q, np.zeros(model.tree.nv))[1]
        multipliers = least_multipliers(model, K, f_c[0])
        wrenches, forces = shares(model, q, K, multipliers)
        return wrenches[None], forces[None], (multipliers @ K)[None]
    factorials = np.cumprod([1.0, *range(1, n)])[:, None]
    moving = moving_configuration(model, q, rates / factorials[:-1])
    with np.errstate(over="ignore", invalid="ignore"):
        K = jacobian_series(model, moving, n)
        solutions = multiplier_series(model, K, f_c / factorials)
        F = closure_of(model).K
        found = loop_wrenches(model, moving, [F.series(x) for x in solutions.T.tolist()])
        loops = np.zeros((n, len(model.loops), 6))
        for i, wrench in enumerate(found):
            for j, x in enumerate(wrench):
                loops[:, i, j] = coefficients(x, n)
        couplings, torques = (
            np.array([sum(of(K[j], solutions[k - j]) for j in range(k + 1)) for k in range(n)])
            for of in (lambda K, x: coupling_forces(model, K, x), lambda K, x: x @ K)
        )
    return loops * factorials[:, :, None], couplings * factorials, torques * factorials


def shares(model: LoopModel, q: Array, K: Array, multipliers: Array) -> tuple[Array, Array]:
    """Wrenches of the loops, and forces of the couplings on the tree."""
    wrenches = np.array(loop_wrenches(model, q.tolist(), multipliers.tolist()), float)
    return wrenches.reshape(-1, 6), coupling_forces(model, K, multipliers)


def coupling_forces(model: LoopModel, K: Array, multipliers: Array) -> Array:
    """What the rows of constraints and couplings, with their multipliers, exert on the joints."""
    owners = loop_tables(model).owners
    rows = np.array([not name.startswith("loop ") for name, _ in owners], bool)
    return np.asarray(K[rows].T @ multipliers[rows])


def loop_wrenches(model: LoopModel, q: list[Any], multipliers: list[Any]) -> Rows:
    """(moment, force) of each loop, of any scalars: multipliers of all rows of K."""
    closure, row = closure_of(model), 0
    out: Rows = [[] for _ in model.loops]
    for cluster in model.clusters:
        for at in cluster.loops:
            bits = [i for i in range(6) if closure.loops[at].rows >> i & 1]
            solutions = dict(zip(bits, multipliers[row:], strict=False))
            moment, force = _wrench(closure, at, q, [solutions.get(i, 0.0) for i in range(6)])
            axes, place = successor_frame(DOUBLES, model.loops[at].joint)
            rotated = apply(axes, force)
            lever = cross(place, rotated)
            out[at] = [x + y for x, y in zip(apply(axes, moment), lever, strict=True)]
            out[at] += rotated
            row += len(bits)
        row += sum(model.constraints[c].size for c in cluster.constraints) + len(cluster.driven)
    return out


def _wrench(closure: LoopClosure, at: int, q: list[Any], six: list[Any]) -> tuple[Vector, Vector]:
    """Multipliers of one loop as moment and force at the successor's frame on the joint's axis."""
    loop = closure.loops[at]
    R, d = closure.relative(at, q)
    if loop.kind == "universal":
        # the row is omega . (s x e_z), s the successor's z
        six[:3] = six[0] * R[1][2], -six[0] * R[0][2], 0.0
    if loop.kind == "planar":
        # the row is m . (v + omega_z e_z x d)
        m = [float(x) for x in loop.normal]
        six[2:] = [six[5] * (m[1] * d[0] - m[0] * d[1]), *(six[5] * x for x in m)]
    if loop.kind == "helical":
        six[2] = six[2] - float(loop.pitch) * six[5]
    back, force = transpose(R), tuple(six[3:])
    moment = tuple(x - y for x, y in zip(six[:3], cross(d, force), strict=True))
    return apply(back, moment), apply(back, force)
