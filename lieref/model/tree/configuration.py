"""The configuration space of a model: a product of lines, rotations and rigid motions.

A configuration q has nq entries, a tangent vector nv. Perturbations are right (body) ones:
q -> q * exp(dv), joint by joint: addition for one-degree joints, the quaternion of exp(dv) for
spherical joints, and the rigid motion exp(dv), dv = (omega, v) in body axes, for free joints.
Such moves are compiled, `lieref/model/configurations.pxi`; here are the rest and the checks.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import generator
from lieref.algebra.ready import are_units
from lieref.errors import ArgumentError, ConfigurationError, ShapeError
from lieref.model.arguments import real_numbers, require_finite
from lieref.model.tree.tree_model import TreeModel

# What reads a model of another library, by the package of its type.
READERS = {"pinocchio": "from_pinocchio", "mujoco": "from_mujoco", "pydrake": "from_drake"}
# A quaternion farther from unit norm is an error; one within it stands for q / |q|.
QUATERNION_TOLERANCE = 1e-9
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


def wrong_model(
    model: object, expected: str, hint: str = "", argument: str = "model"
) -> ArgumentError:
    """The error for a model of another type, worded as Cython words it."""
    reader = READERS.get(type(model).__module__.partition(".")[0])
    if reader:
        hint = f"lieref.{reader}(...).model is one"
    elif hasattr(model, "to_lieref_q"):
        hint = "its attribute `model` is one"
    return ArgumentError(
        f"Argument {argument!r} has incorrect type (expected {expected}, "
        f"got {type(model).__name__})" + (hint and f": {hint}")
    )


def no_tree(model: object, why: str = "") -> ArgumentError:
    """The error for what is no tree, a model with loops above all; why: the reason for those."""
    # told by its attribute: this module may not import LoopModel
    looped = hasattr(model, "tree")
    usual = (
        "functions of models with loops are in lieref.loops, those of the oracle begin with "
        "`loop_`; this one takes `model.tree`, which has no loops"
    )
    hint = f"{why}; {usual}" if why else usual
    return wrong_model(model, "lieref.model.model.Model", hint if looped else "")


def require_tree(model: object, why: str = "") -> None:
    """Raise `no_tree` for such a model; why: what of a tree the function is about."""
    if not isinstance(model, TreeModel):
        raise no_tree(model, why)


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
    q = checked_rows(what, q, model.nq)
    for i, at, _ in quaternions(model):
        quaternion = q[..., at : at + 4]
        if are_units(np.ascontiguousarray(quaternion), QUATERNION_TOLERANCE):
            continue
        with np.errstate(over="ignore"):
            norms = np.linalg.norm(quaternion, axis=-1)
        bad = np.abs(norms - 1.0) > QUATERNION_TOLERANCE
        if bad.any():
            raise ConfigurationError(
                f"quaternion {what}[{at}:{at + 4}] of joint {model.joint_names[i]!r} has norm "
                f"{float(norms[bad].flat[0])!r}, expected 1 within {QUATERNION_TOLERANCE:g}; "
                "model.normalize(q) scales it"
            )
    return q


def checked_rows(what: str, value: ArrayLike, width: int) -> Array:
    """Return a copy of `value` as finite doubles (..., width), or raise."""
    array = real_numbers(what, value)
    if array.ndim == 0 or array.shape[-1] != width:
        raise ShapeError(f"{what}: shape {array.shape}, expected (..., {width})")
    require_finite(what, array)
    return array


def one_degree(model: TreeModel) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Positions of the one-degree joints' coordinates in q and in v."""
    one = np.array([joint.nv == 1 for joint in model.joints], bool)
    return model.idx_q[one].astype(np.intp), model.idx_v[one].astype(np.intp)


@lru_cache(maxsize=32)
def quaternions(model: TreeModel) -> tuple[tuple[int, int, int], ...]:
    """Joint, first position of its quaternion in q, and of its velocity in v."""
    before = {"spherical": 0, "free": 3}
    return tuple(
        (i, int(model.idx_q[i]) + before[joint.kind], int(model.idx_v[i]))
        for i, joint in enumerate(model.joints)
        if joint.kind in before
    )
