"""Checked conversion of what describes a body: names, joints, limits, poses, masses."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ModelError, NonFiniteError, ShapeError
from lieref.model.arguments import real_array, real_numbers
from lieref.model.joints.joints import CompositeJoint, Joint, OneDegreeJoint
from lieref.model.tree.drive_limits import checked_limits
from lieref.model.tree.joint_physics import checked_physics
from lieref.model.tree.tree_model import DriveLimits, JointPhysics

# How far a placement may be from a rigid pose: a rotation within this stands for the rotation
# nearest to it. The same 1e-9 as for quaternions and axes.
POSE_TOLERANCE = 1e-9
# How unsymmetric an inertia may be, relative to its largest entry: room for numbers written with
# ten digits, not for a wrong sign.
INERTIA_TOLERANCE = 1e-9
# A minor of an inertia that is scaled to 1 and is above this is no rounded zero.
CLEAR_MINOR = 1e-12
# Roundings of a moment of inertia per mass, m^2: those of sixteen sums with (1 m)^2.
MOMENT_ROUNDING = 16 * float(np.finfo(float).eps) * 1.0**2


@dataclass(frozen=True, slots=True)
class GivenBody:
    """One checked body with a joint that is not composite."""

    name: str
    parent: str | None
    joint: Joint
    joint_name: str
    placement: NDArray[np.float64]
    mass: float
    com: NDArray[np.float64]
    inertia: NDArray[np.float64]
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    physics: JointPhysics
    drive: DriveLimits


def given_bodies(
    name: str,
    parent: str | None,
    joint: object,
    placement: ArrayLike | None,
    inertial: tuple[Any, Any, Any],
    joint_name: str | None,
    limits: tuple[ArrayLike, ArrayLike] | None,
    physics: Sequence[ArrayLike | None],
    drive: tuple[ArrayLike | None, ArrayLike | None],
    doubt: Callable[[str], None],
) -> list[GivenBody]:
    """The checked bodies of a joint, of a composite one several: the last one is the body itself.

    The arguments are those of `ModelBuilder.add_body`, and what to do about a doubtful inertia. The
    first body carries the placement.
    """
    body = f"body {name_of('name of a body', name)!r}"
    given_name = f"{name}_joint" if joint_name is None else joint_name
    joint_name = name_of(f"{body}: joint_name", given_name)
    what = f"joint {joint_name!r}"
    chain = joint_chain(what, joint)
    lower, upper = limits_of(what, chain, limits)
    rows, ends = checked_physics(what, chain, physics), checked_limits(what, chain, *drive)
    mass = mass_of(body, inertial[0])
    on = None if parent is None else name_of(f"{body}: parent", parent)
    pose = rigid_pose(f"{body}: placement", placement)
    com = real_array(f"{body}: com", inertial[1], (3,))
    inertia = inertia_of(body, inertial[2], mass, doubt)
    if mass == 0.0 and inertia.any():
        doubt(f"{body}: no mass, but a rotational inertia of {inertia.tolist()}")
    found: list[GivenBody] = []
    first = 0
    for k, motion in enumerate(chain):
        here, last = slice(first, first + motion.nv), k == len(chain) - 1
        first += motion.nv
        found.append(
            GivenBody(
                name if last else f"{name}:{k + 1}",
                found[-1].name if found else on,
                motion,
                joint_name if last else f"{joint_name}:{k + 1}",
                np.eye(4) if found else pose,
                mass if last else 0.0,
                com if last else np.zeros(3),
                inertia if last else np.zeros((3, 3)),
                lower[here],
                upper[here],
                JointPhysics(*(row[here] for row in rows)),
                DriveLimits(*(row[here] for row in ends)),
            )
        )
    return found


def weightless(bodies: Sequence[GivenBody], parents: Sequence[int]) -> list[int]:
    """Bodies, given parents first, whose joints move neither mass nor inertia nor a rotor."""
    moves = [bool(body.mass or body.inertia.any()) for body in bodies]
    for i in reversed(range(len(bodies))):
        if parents[i] >= 0:
            moves[parents[i]] |= moves[i]
    return [i for i, mass in enumerate(moves) if not mass and not bodies[i].physics.armature.all()]


def least_moment(largest: float, mass: float) -> float:
    """How negative a moment of inertia may be and still pass for a rounded zero, in kg m^2.

    A billionth of the largest moment, for files written with ten digits, and what is left of a
    subtraction: programs that write robots move moments of inertia between points a metre apart,
    mass * (1 m)^2 is taken away, and each sum leaves a rounding of this size. Point masses have
    no other scale.
    """
    return -INERTIA_TOLERANCE * largest - mass * MOMENT_ROUNDING


def name_of(what: str, value: object) -> str:
    """Return `value` if it can be a name, a string that is not empty; else raise ModelError."""
    if not isinstance(value, str) or not value:
        raise ModelError(f"{what}: {value!r}, expected a string that is not empty")
    try:
        # what no file can hold: half of a character
        value.encode()
    except UnicodeEncodeError:
        raise ModelError(f"{what}: {value!r}, expected text without half surrogates") from None
    return value


def joint_chain(what: str, joint: object) -> tuple[Joint, ...]:
    """Return the joints without bodies between them that a tree joint is; else ModelError."""
    if isinstance(joint, CompositeJoint):
        return joint.expand()
    if isinstance(joint, Joint):
        return (joint,)
    raise ModelError(f"{what}: {joint!r} is no joint, expected an object like Revolute((0, 0, 1))")


def limits_of(
    what: str, chain: tuple[Joint, ...], limits: tuple[ArrayLike, ArrayLike] | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return lower and upper limit of each coordinate of a chain, infinite where there is none.

    Raises
    ------
    ModelError, ShapeError, NonFiniteError
        Limits of a joint of several degrees, out of order, of another shape, or NaN.
    """
    nv = sum(joint.nv for joint in chain)
    if limits is None:
        return (-math.inf,) * nv, (math.inf,) * nv
    if not all(isinstance(joint, OneDegreeJoint) for joint in chain):
        raise ModelError(f"{what}: limits of a {chain[0].kind} joint, expected None")
    if nv == 1 and type(limits) is tuple and len(limits) == 2:
        # two doubles need no conversion
        least, most = limits
        if type(least) is type(most) is float and -math.inf < most >= least < math.inf:
            return (least,), (most,)
    pair: object = limits
    if isinstance(limits, np.ndarray):
        pair = real_numbers(f"{what}: limits", limits).tolist()
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise ShapeError(f"{what}: limits {limits!r}, expected (lower, upper)")
    lower, upper = (np.atleast_1d(real_numbers(f"{what}: limits", side)) for side in pair)
    if lower.shape != (nv,) or upper.shape != (nv,):
        raise ShapeError(
            f"{what}: limits of shapes {lower.shape} and {upper.shape}, expected ({nv},)"
        )
    if np.isnan(lower).any() or np.isnan(upper).any():
        raise NonFiniteError(f"{what}: limits {limits!r}, expected no NaN")
    if (lower > upper).any() or (lower == math.inf).any() or (upper == -math.inf).any():
        raise ModelError(f"{what}: lower limit {lower.tolist()}, upper limit {upper.tolist()}")
    return tuple(lower.tolist()), tuple(upper.tolist())


def rigid_pose(what: str, value: ArrayLike | None) -> NDArray[np.float64]:
    """Return a checked 4x4 pose as a fresh array, the identity for None.

    Raises
    ------
    ModelError
        Last row other than (0, 0, 0, 1), a rotation that is not orthogonal, or a reflection.
    ShapeError, NonFiniteError
        Not 4x4 finite real numbers.
    """
    if value is None:
        return np.eye(4)
    pose = real_array(what, value, (4, 4))
    if _surely_rigid(pose.tolist()):
        return pose
    rotation = pose[:3, :3]
    if (pose[3] != (0.0, 0.0, 0.0, 1.0)).any():
        raise ModelError(f"{what}: last row is {pose[3].tolist()}, not (0, 0, 0, 1)")
    # entries above 2 are refused first: their squares might overflow
    error = np.abs(rotation.clip(-2, 2).T @ rotation.clip(-2, 2) - np.eye(3)).max()
    if error > POSE_TOLERANCE:
        raise ModelError(
            f"{what}: its rotation is not orthogonal, R^T R differs from 1 by "
            f"{error:.3g}, expected at most {POSE_TOLERANCE:g}"
        )
    if np.linalg.det(rotation) < 0.0:
        raise ModelError(f"{what}: its rotation is a reflection, its determinant is -1")
    return pose


def _surely_rigid(pose: list[list[float]]) -> bool:
    """Whether a 4x4 pose is rigid by far less than the tolerance; floats are quick to check."""
    (a, b, c, _), (d, e, f, _), (g, h, i, _), last = pose
    room = POSE_TOLERANCE / 2
    return (
        last == [0.0, 0.0, 0.0, 1.0]
        and abs(a * a + d * d + g * g - 1.0) < room
        and abs(b * b + e * e + h * h - 1.0) < room
        and abs(c * c + f * f + i * i - 1.0) < room
        and abs(a * b + d * e + g * h) < room
        and abs(a * c + d * f + g * i) < room
        and abs(b * c + e * f + h * i) < room
        and a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g) > 0.0
    )


def surely_positive(matrix: list[list[float]]) -> bool:
    """Whether a 3x3 matrix is symmetric and zero or clearly positive definite, by its minors."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = matrix
    if xy != yx or xz != zx or yz != zy:
        return False
    largest = max(xx, yy, zz)
    if largest <= 0.0:
        return not any(map(any, matrix))
    # scaled, so that no product over- or underflows; the error of a minor is some 1e-15
    xx, yy, zz = xx / largest, yy / largest, zz / largest
    xy, xz, yz = xy / largest, xz / largest, yz / largest
    minor = xx * yy - xy * xy
    determinant = minor * zz - xx * yz * yz + xz * (2.0 * xy * yz - xz * yy)
    return xx > CLEAR_MINOR and minor > CLEAR_MINOR and determinant > CLEAR_MINOR


def mass_of(body: str, value: ArrayLike) -> float:
    """Return a checked mass in kg; ModelError if negative."""
    if type(value) is float and 0.0 <= value < math.inf:
        return value
    mass = float(real_array(f"{body}: mass", value, ()))
    if mass < 0.0:
        raise ModelError(f"{body}: mass {mass!r}, expected at least 0")
    return mass


def inertia_of(
    body: str, value: ArrayLike | None, mass: float, doubt: Callable[[str], None] | None = None
) -> NDArray[np.float64]:
    """Return the symmetric part of a checked inertia, zero for None.

    doubt : what to do about an indefinite one; an error without it

    Raises
    ------
    ModelError
        It is not symmetric, or not positive semidefinite.
    ShapeError, NonFiniteError
        Not 3x3 finite real numbers.
    """
    if value is None:
        return np.zeros((3, 3))
    given = real_array(f"{body}: inertia", value, (3, 3))
    if surely_positive(given.tolist()):
        return given
    largest = np.abs(given).max()
    with np.errstate(over="ignore"):
        unsymmetric = np.abs(given - given.T).max()
    if unsymmetric > INERTIA_TOLERANCE * largest:
        raise ModelError(
            f"{body}: inertia {given.tolist()} differs from its transpose by "
            f"{unsymmetric:.3g}, expected at most {INERTIA_TOLERANCE:g} of its largest entry"
        )
    inertia = given / 2 + given.T / 2
    # scaled, so that no moment that fits a double overflows on the way
    moments = np.linalg.eigvalsh(inertia / (largest or 1.0)) * largest
    if moments[0] < least_moment(largest, mass):
        what = (
            f"{body}: inertia is not positive semidefinite, its principal moments are "
            f"{moments.tolist()}"
        )
        if doubt is None:
            raise ModelError(what)
        doubt(what)
    return inertia
