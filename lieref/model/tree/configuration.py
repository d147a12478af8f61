"""The configuration space of a model: a product of lines, rotations and rigid motions.

A configuration q has nq entries, a tangent vector nv. Perturbations are right (body) ones:
q -> q * exp(dv), joint by joint: addition for one-degree joints, the quaternion of exp(dv) for
spherical joints, and the rigid motion exp(dv), dv = (omega, v) in body axes, for free joints.
Every function takes leading batch axes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3, SO3
from lieref.algebra.arguments import generator
from lieref.errors import ArgumentError, ConfigurationError, ShapeError
from lieref.model.arguments import real_numbers, require_finite
from lieref.model.tree.tree_model import TreeModel

# A quaternion farther from unit norm is an error; one within it stands for q / |q|.
QUATERNION_TOLERANCE = 1e-9
CONJUGATE = np.array([-1.0, -1.0, -1.0, 1.0])
Array = NDArray[np.float64]


def neutral(model: TreeModel) -> Array:
    """Return the configuration with every joint at its zero.

    Parameters
    ----------
    model : Model

    Returns
    -------
    (nq,) array
        Zeros, and (0, 0, 0, 1) for each quaternion.
    """
    q = np.zeros(model.nq)
    for _, at, _ in quaternions(model):
        q[at + 3] = 1.0
    return q


def random_configuration(model: TreeModel, rng: np.random.Generator | int) -> Array:
    """Draw a random configuration.

    One-degree joints are uniform between their limits. Where there are none: in [-pi, pi];
    where one is infinite: within 2 pi of the other one. Quaternions are uniform over the
    rotations, positions of free joints uniform in [-1, 1] m.

    Parameters
    ----------
    model : Model
    rng : numpy.random.Generator or int
        Generator, or a seed for one.

    Returns
    -------
    (nq,) array
        Rad and m; quaternions (x, y, z, w).
    """
    rng = generator("rng", rng)
    q = np.empty(model.nq)
    iq, iv = one_degree(model)
    lower, upper = model.lower[iv], model.upper[iv]
    low = np.where(np.isfinite(upper), upper - 2 * np.pi, -np.pi)
    low = np.where(np.isfinite(lower), lower, low)
    high = np.where(np.isfinite(upper), upper, low + 2 * np.pi)
    share = rng.random(len(iq))
    # not low + share (high - low), whose range overflows for limits near the largest double
    q[iq] = np.clip((1 - share) * low + share * high, low, high)
    for i, at, _ in quaternions(model):
        if model.joints[i].kind == "free":
            q[at - 3 : at] = rng.uniform(-1.0, 1.0, 3)
        normal = rng.standard_normal(4)
        q[at : at + 4] = normal / np.linalg.norm(normal)
    return q


def integrate(model: TreeModel, q: ArrayLike, dv: ArrayLike) -> Array:
    """Return the configuration q * exp(dv).

    Parameters
    ----------
    model : Model
    q : (..., nq)
        Configuration, rad and m.
    dv : (..., nv)
        Tangent vector in body axes, rad and m: a velocity times a time.

    Returns
    -------
    (..., nq) array

    Raises
    ------
    ShapeError, NonFiniteError
        Arguments of other shapes or types, NaN or infinity.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.
    """
    q = checked_configuration(model, q)
    dv = _checked("dv", dv, model.nv)
    _same_batch("q", q, "dv", dv)
    result = q.copy()
    iq, iv = one_degree(model)
    result[..., iq] += dv[..., iv]
    for i, at, to in quaternions(model):
        quaternion = q[..., at : at + 4]
        if model.joints[i].kind == "free":
            moved = SE3.exp(dv[..., to : to + 6])[..., :3, 3]
            result[..., at - 3 : at] += _apply(SO3.from_quaternion(quaternion), moved)
        turn = SO3.exp_quaternion(dv[..., to : to + 3])
        result[..., at : at + 4] = SO3.quaternion_product(quaternion, turn)
    return result


def difference(model: TreeModel, q0: ArrayLike, q1: ArrayLike) -> Array:
    """Return the shortest tangent vector dv with integrate(q0, dv) = q1.

    Parameters
    ----------
    model : Model
    q0, q1 : (..., nq)
        Configurations, rad and m.

    Returns
    -------
    (..., nv) array
        In body axes, rad and m; rotations of spherical and free joints by at most pi.

    Raises
    ------
    ShapeError, NonFiniteError
        Arguments of other shapes or types, NaN or infinity.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.
    """
    q0 = checked_configuration(model, q0, "q0")
    q1 = checked_configuration(model, q1, "q1")
    _same_batch("q0", q0, "q1", q1)
    dv = np.empty((*q0.shape[:-1], model.nv))
    iq, iv = one_degree(model)
    dv[..., iv] = q1[..., iq] - q0[..., iq]
    for i, at, to in quaternions(model):
        back = q0[..., at : at + 4] * CONJUGATE
        turn = SO3.quaternion_product(back, q1[..., at : at + 4])
        # each factor may be off unit norm by the tolerance, the product by twice as much
        turn /= np.linalg.norm(turn, axis=-1, keepdims=True)
        if model.joints[i].kind == "free":
            motion = np.zeros((*q0.shape[:-1], 4, 4))
            motion[..., :3, :3] = SO3.from_quaternion(turn)
            gap = q1[..., at - 3 : at] - q0[..., at - 3 : at]
            motion[..., :3, 3] = _apply(SO3.from_quaternion(back), gap)
            motion[..., 3, 3] = 1.0
            dv[..., to : to + 6] = SE3.log(motion)
        else:
            dv[..., to : to + 3] = SO3.log_quaternion(turn)
    return dv


def normalize(model: TreeModel, q: ArrayLike) -> Array:
    """Return q with its quaternions scaled to unit norm.

    Parameters
    ----------
    model : Model
    q : (..., nq)
        Configuration, rad and m, with quaternions of any norm but zero.

    Returns
    -------
    (..., nq) array

    Raises
    ------
    ShapeError, NonFiniteError
        q of another shape or type, NaN or infinity.
    ConfigurationError
        A quaternion that is zero; names the joint.
    """
    q = _checked("q", q, model.nq)
    for i, at, _ in quaternions(model):
        quaternion = q[..., at : at + 4]
        largest = np.abs(quaternion).max(axis=-1, keepdims=True)
        if (largest == 0.0).any():
            raise ConfigurationError(
                f"q: quaternion of joint {model.joint_names[i]!r} is zero, no rotation"
            )
        # by the largest entry first: no square over- or underflows
        scaled = quaternion / largest
        q[..., at : at + 4] = scaled / np.linalg.norm(scaled, axis=-1, keepdims=True)
    return q


def wrong_model(model: object, expected: str, hint: str = "") -> ArgumentError:
    """The error for a model of another type, worded as Cython words it."""
    return ArgumentError(
        f"Argument 'model' has incorrect type (expected {expected}, got {type(model).__name__})"
        + (hint and f": {hint}")
    )


def no_tree(model: object) -> ArgumentError:
    """The error for what is no tree, a model with loops above all."""
    # told by its attribute: this module may not import LoopModel
    looped = hasattr(model, "tree")
    hint = (
        "functions of models with loops are in lieref.loops, those of the oracle begin with "
        "`loop_`; this one takes `model.tree`, which has no loops"
    )
    return wrong_model(model, "lieref.model.model.Model", hint if looped else "")


def require_tree(model: object) -> None:
    """Raise `no_tree` for such a model."""
    if not isinstance(model, TreeModel):
        raise no_tree(model)


def checked_configuration(model: TreeModel, q: ArrayLike, what: str = "q") -> Array:
    """Return a copy of q as doubles after checking shape, finiteness and quaternions.

    Raises
    ------
    ArgumentError
        The model is no tree.
    ShapeError, NonFiniteError
        q is not (..., nq), or has NaN or infinity.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint and the norm.
    """
    require_tree(model)
    q = _checked(what, q, model.nq)
    for i, at, _ in quaternions(model):
        with np.errstate(over="ignore"):
            norms = np.linalg.norm(q[..., at : at + 4], axis=-1)
        bad = np.abs(norms - 1.0) > QUATERNION_TOLERANCE
        if bad.any():
            raise ConfigurationError(
                f"{what}: quaternion of joint {model.joint_names[i]!r} has norm "
                f"{float(norms[bad].flat[0])!r}, expected 1 within {QUATERNION_TOLERANCE:g} "
                "(`normalize` scales it)"
            )
    return q


def _checked(what: str, value: ArrayLike, width: int) -> Array:
    array = real_numbers(what, value)
    if array.ndim == 0 or array.shape[-1] != width:
        raise ShapeError(f"{what}: shape {array.shape}, expected (..., {width})")
    require_finite(what, array)
    return array


def _same_batch(what: str, a: Array, other: str, b: Array) -> None:
    if a.shape[:-1] != b.shape[:-1]:
        raise ShapeError(
            f"{what} has batch shape {a.shape[:-1]} and {other} {b.shape[:-1]}, expected the same"
        )


def one_degree(model: TreeModel) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Positions of the one-degree joints' coordinates in q and in v."""
    one = np.array([joint.nv == 1 for joint in model.joints], bool)
    return model.idx_q[one].astype(np.intp), model.idx_v[one].astype(np.intp)


def quaternions(model: TreeModel) -> list[tuple[int, int, int]]:
    """Joint, first position of its quaternion in q, and of its velocity in v."""
    before = {"spherical": 0, "free": 3}
    return [
        (i, int(model.idx_q[i]) + before[joint.kind], int(model.idx_v[i]))
        for i, joint in enumerate(model.joints)
        if joint.kind in before
    ]


def _apply(rotation: Array, vector: Array) -> Array:
    return (rotation @ vector[..., None])[..., 0]
