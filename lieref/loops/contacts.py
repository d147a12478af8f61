"""Contacts as loops: what closing them does to a motion, and how they share the forces of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import items, unknown_word
from lieref.documentation import described
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ArgumentError, ShapeError, SingularError
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraint_equations import expand_motion
from lieref.loops.constraints.equations import equations
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.row_space import least_multipliers
from lieref.loops.loop_forces import shares
from lieref.loops.tree_coordinates import resting_rates
from lieref.model.arguments import real_array, require_in_range
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.partials.parameters.regressor import inertial_parameters, inverse_dynamics_regressor

Array = NDArray[np.float64]
# A force that nothing can bear is one of more than so much of the largest.
LEFT_OVER = 1e-9


@dataclass(frozen=True)
class Impact:
    """Velocities after loops have closed at once, and the impulses that closed them.

    Attributes
    ----------
    v : (tree.nv,) array
        Velocity of the tree after, rad/s and m/s.
    loops : (nloops, 6) array
        Impulse (moment, force) of each loop joint on its successor, N m s and N s, at the origin of
        the successor's loop frame and in its axes; the predecessor feels the opposite.
    couplings : (tree.nv,) array
        Impulses of all couplings on the joints of the tree, N m s or N s.
    torques : (tree.nv,) array
        Impulses of loops and couplings on the joints of the tree, K^T Lambda.
    lost : float
        Kinetic energy that the impact takes, J.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> lieref.loops.impact(model, model.assembly, np.ones(3)).loops.shape
    (1, 6)
    """

    v: Array
    loops: Array
    couplings: Array
    torques: Array
    lost: float


@dataclass(frozen=True)
class DistributedForces:
    """Forces of the actuated joints and of the loops that let a motion happen.

    Attributes
    ----------
    tau : (tree.nv,) array
        Forces of the actuated joints, zero elsewhere, N m or N.
    loops : (nloops, 6) array
        Wrenches of the loop joints, as of `ConstraintForces`, N m and N.
    couplings : (tree.nv,) array
        Forces of all couplings on the joints of the tree, N m or N.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> v = np.ones((2, 1))
    >>> forces = lieref.loops.distribute_forces(model, model.assembly, v, ["crank_joint"])
    >>> forces.tau.shape
    (3,)
    """

    tau: Array
    loops: Array
    couplings: Array


@described()
def impact(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    restitution: float = 0.0,
    near: ArrayLike | None = None,
) -> Impact:
    """Return what the sudden closing of all loops makes of a velocity.

    H (v+ - v) = K^T Lambda and K v+ = -e K v: the momentum balance of an instant in which positions
    stay and forces other than the loops' do nothing. With e = 0 v+ is the velocity of least energy
    of v+ - v among those that the loops allow (Gauss).

    Parameters
    ----------
    v : (tree.nv,)
        Velocity of the tree before, which need not obey the loops; of a free base in body axes.
    restitution : float
        e, from 0 (the loops stay closed) to 1 (no energy is lost).

    Returns
    -------
    Impact

    Raises
    ------
    ArgumentError
        A model without loops, a restitution below 0 or above 1.
    SingularError
        The loops have lost rank, or the inertia across a joint is singular.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> hit = lieref.loops.impact(model, model.assembly, np.ones(3))
    >>> K = lieref.loops.loop_jacobian(model, model.assembly)
    >>> bool(np.abs(K @ hit.v).max() < 1e-12)
    True
    """
    at, before, e = checked_impact(model, q, v, restitution, near)
    H = joint_space_inertia(model.tree, at)
    closed = resting_rates(model, at, H @ before)
    after, torques = closed + e * (closed - before), (1.0 + e) * (H @ (closed - before))
    K = equations(model, at, before)[1]
    multipliers = least_multipliers(model, K, torques)
    # (v - v+) H (v + v+) / 2, and K^T Lambda = H (v+ - v)
    lost = -0.5 * float(torques @ (before + after))
    wrenches, couplings = shares(model, at, K, multipliers)
    require_in_range("v", np.concatenate([after, torques, [lost], wrenches.ravel(), couplings]))
    return Impact(after, wrenches, couplings, torques, lost)


def checked_impact(
    model: LoopModel, q: ArrayLike, v: ArrayLike, restitution: float, near: ArrayLike | None
) -> tuple[Array, Array, float]:
    """Closed configuration, velocity of the tree, and restitution, checked."""
    require_loop_model(model)
    at = tree_configuration(model, q, near)
    before = real_array("v", v, (model.tree.nv,))
    e = float(real_array("restitution", restitution, ()))
    if not 0.0 <= e <= 1.0:
        raise ArgumentError(f"restitution is {e!r}, expected a number from 0 to 1")
    return at, before, e


@described()
def distribute_forces(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    actuated: Sequence[str],
    weights: Mapping[str, float] | None = None,
    near: ArrayLike | None = None,
) -> DistributedForces:
    """Return the forces of some joints, and of the loops, that produce a motion.

    Inverse dynamics of an underactuated robot in contact: tau_tree = S tau + K^T lambda, with
    tau_tree of the tree alone. Where there is a choice, as on two feet or with more actuators than
    mobility, sum w f^2 is least, over joint forces f with w = 1 and forces and moments f of the
    loops with the weights given; lengths of the loop turn N into N m.

    Parameters
    ----------
    v : (2, nv)
        Independent velocities and accelerations, [v, a].
    actuated : sequence of str
        Joints that have a motor.
    weights : mapping from names of loops or "joints" to numbers above zero, optional
        1 where nothing is given. A loop of a weight that is nearly zero takes what it can.

    Returns
    -------
    DistributedForces

    Raises
    ------
    ArgumentError
        A model without loops, an unknown joint or loop, a weight that is not positive.
    SingularError
        The motion needs a force that neither motors nor loops can give; names the joint.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> v = np.array([[1.0], [0.5]])
    >>> forces = lieref.loops.distribute_forces(model, model.assembly, v, ["crank_joint"])
    >>> tau = lieref.inverse_dynamics(model, model.assembly, v)
    >>> bool(np.abs(forces.tau[model.independent] - tau).max() < 1e-12)
    True
    """
    require_loop_model(model)
    tree = model.tree
    at = tree_configuration(model, q, near)
    motion = real_array("v", v, (2, model.nv))
    driven = _coordinates(model, actuated)
    joints, loops = _weights(model, {} if weights is None else weights)
    rates, _ = expand_motion(model, at, motion)
    needed = inverse_dynamics(tree, at, rates)[0]
    K = equations(model, at, rates[0])[1]
    units = loop_tables(model)
    # forces in N m, each divided by the root of its weight
    scale = np.concatenate(
        [
            np.full(len(driven), 1.0 / np.sqrt(joints)) / units.tree_units[driven],
            1.0 / np.sqrt(loops) / units.row_units,
        ]
    )
    ways = np.vstack([np.eye(tree.nv)[driven], K]).T
    rows = units.tree_units
    shown = np.linalg.lstsq(rows[:, None] * ways * scale, rows * needed, rcond=1e-12)[0]
    forces = scale * shown
    gap = rows * np.abs(needed - ways @ forces)
    if gap.max(initial=0.0) > LEFT_OVER * _summed(model, at, rates, needed).max(initial=0.0):
        coordinate = int(gap.argmax())
        i = int(np.searchsorted(tree.idx_v, coordinate, side="right")) - 1
        raise SingularError(
            f"joint {tree.joint_names[i]!r}: the motion needs a force there that neither the "
            "actuated joints nor the loops can give"
        )
    tau = np.zeros(tree.nv)
    tau[driven] = forces[: len(driven)]
    return DistributedForces(tau, *shares(model, at, K, forces[len(driven) :]))


def _summed(model: LoopModel, q: Array, motion: Array, needed: Array) -> Array:
    """Forces of a motion of the tree, N m, as sums of magnitudes: what cancels in them counts."""
    terms = np.abs(inverse_dynamics_regressor(model.tree, q, *motion))
    bodies = terms @ np.abs(inertial_parameters(model.tree))
    summed: Array = loop_tables(model).tree_units * (bodies + np.abs(needed))
    return summed


def _coordinates(model: LoopModel, names: Sequence[str]) -> NDArray[np.intp]:
    """Velocity coordinates of joints of the tree."""
    tree = model.tree
    if isinstance(names, str):
        raise ShapeError(f"actuated is {names!r}, expected a sequence of names")
    found: list[int] = []
    for name in items("actuated", names):
        if name not in tree.joint_names:
            raise unknown_word("actuated", name, tree.joint_names)
        i = tree.joint_names.index(name)
        found += range(tree.idx_v[i], tree.idx_v[i] + tree.joints[i].nv)
    return np.unique(np.array(found, np.intp))


def _weights(model: LoopModel, weights: Mapping[str, float]) -> tuple[float, Array]:
    """Weight of the joints, and of each row of K."""
    if not isinstance(weights, Mapping):
        raise ShapeError(f"weights is {weights!r}, expected a mapping from names to numbers")
    names = [loop.name for loop in model.loops]
    known = dict.fromkeys(["joints", *names], 1.0)
    for name, value in weights.items():
        if name not in known:
            raise unknown_word("weights", name, known)
        known[name] = float(real_array(f"weights[{name!r}]", value, ()))
        if known[name] <= 0.0:
            raise ArgumentError(f"weights[{name!r}] is {known[name]!r}, expected more than zero")
    tables = loop_tables(model)
    # a row of a coupling has the weight of one
    of = {f"loop {name!r}": known[name] for name in names}
    rows = [of.get(owner, 1.0) for owner, _ in tables.owners]
    return known["joints"], np.array(rows)
