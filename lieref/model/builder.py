"""Building a model: bodies are collected in any order, checked, and ordered parents first."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ModelError, ModelWarning, NonFiniteError, ShapeError
from lieref.model.arguments import real_array, real_numbers
from lieref.model.joints import (
    ONE_DEGREE_KINDS,
    CompositeJoint,
    Free,
    Joint,
    Mimic,
    OneDegreeJoint,
)
from lieref.model.model import Model
from lieref.model.tree import parents_first, refuse_repeated

# How far a placement may be from a rigid pose: a rotation within this stands for the rotation
# nearest to it. The same 1e-9 as for quaternions and axes.
POSE_TOLERANCE = 1e-9
# How unsymmetric an inertia may be, relative to its largest entry: room for numbers written with
# ten digits, not for a wrong sign.
INERTIA_TOLERANCE = 1e-9

FREE = Free()
Doubt = Literal["error", "warn"]


@dataclass(frozen=True)
class _Body:
    """One checked body with a joint that is not composite."""

    name: str
    parent: str | None
    joint: Joint
    joint_name: str
    placement: NDArray[np.float64]
    mass: float
    com: NDArray[np.float64]
    inertia: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]


class ModelBuilder:
    """Collect bodies in any order, then `build` the immutable `Model`.

    Parameters
    ----------
    gravity : (3,)
        Acceleration of gravity [m/s^2], inertial frame.
    name : str
        Name of the model.
    doubtful : {"error", "warn"}
        What to do with a model that inverse dynamics can use but that no real mechanism has: a
        joint that moves no mass at all, an indefinite inertia, a massless body with rotational
        inertia, a mimic of an unknown joint.
        "error" raises ModelError, "warn" issues a ModelWarning; robots published as URDF need
        "warn".

    Raises
    ------
    ShapeError, NonFiniteError
        Gravity is not three finite real numbers.

    Examples
    --------
    >>> from lieref.model.builder import ModelBuilder
    >>> from lieref.model.joints import Revolute
    >>> b = ModelBuilder()
    >>> b.add_body("arm", joint=Revolute((0, 1, 0)), mass=1.0, com=(0, 0, -0.5))
    'arm'
    >>> b.build().nv
    1
    """

    def __init__(
        self,
        gravity: ArrayLike = (0.0, 0.0, -9.81),
        name: str = "model",
        doubtful: Doubt = "error",
    ) -> None:
        if not isinstance(doubtful, str) or doubtful not in ("error", "warn"):
            raise ModelError(f"doubtful: {doubtful!r}, expected 'error' or 'warn'")
        self.gravity = real_array("gravity", gravity, (3,))
        self.name = _name("name of the model", name)
        self.doubtful = doubtful
        self._bodies: list[_Body] = []
        self._mimics: list[Mimic] = []

    def add_body(
        self,
        name: str,
        parent: str | None = None,
        joint: Joint | CompositeJoint = FREE,
        placement: ArrayLike | None = None,
        mass: float = 0.0,
        com: ArrayLike = (0.0, 0.0, 0.0),
        inertia: ArrayLike | None = None,
        joint_name: str | None = None,
        limits: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> str:
        """Add a body with the joint that moves it in its parent, and return its name.

        A composite joint becomes a chain: massless bodies `name:1`, `name:2`, ... moved by the
        joints `joint_name:1`, ..., and last the body itself, moved by `joint_name`.

        Parameters
        ----------
        name : str
            Name of the body, used once.
        parent : str or None
            Name of the parent body, which may be added later; None is the world.
        joint : joint
            An object of `lieref.model.joints`; its axis and point are in the body frame.
        placement : (4, 4) or None
            Pose of the body frame in the parent's at q = 0 [m]; None is the identity.
        mass : float
            Mass [kg], not negative.
        com : (3,)
            Centre of mass [m], body frame.
        inertia : (3, 3) or None
            Rotational inertia about the centre of mass, body axes [kg m^2]; None is zero.
            Symmetric within 1e-9 of its largest entry (its symmetric part is kept) and positive
            semidefinite (a negative moment of 1e-9 of the largest one is a rounded zero).
        joint_name : str or None
            Name of the joint, used once; None is the name of the body with "_joint".
        limits : (lower, upper) or None
            Position limits [rad or m] of a one-degree joint, or one per coordinate of a composite
            joint; infinite where there is none.

        Raises
        ------
        ModelError
            No rigid pose, negative mass, inertia that is not symmetric or not positive,
            lower limit above the upper one, limits of a spherical or free joint, no joint.
        ShapeError, NonFiniteError
            An argument of another shape or type, NaN or infinity.
        """
        body = f"body {_name('name of a body', name)!r}"
        given_name = f"{name}_joint" if joint_name is None else joint_name
        joint_name = _name(f"{body}: joint_name", given_name)
        chain = _chain(f"joint {joint_name!r}", joint)
        lower, upper = _limits(f"joint {joint_name!r}", chain, limits)
        last = _Body(
            name=name,
            parent=None if parent is None else _name(f"{body}: parent", parent),
            joint=chain[-1],
            joint_name=joint_name,
            placement=_placement(body, placement),
            mass=_mass(body, mass),
            com=real_array(f"{body}: com", com, (3,)),
            inertia=self._inertia(body, inertia, _mass(body, mass)),
            lower=lower[-chain[-1].nv :],
            upper=upper[-chain[-1].nv :],
        )
        if last.mass == 0.0 and last.inertia.any():
            self._doubt(f"{body}: no mass, but a rotational inertia of {last.inertia.tolist()}")
        self._append_chain(last, chain, lower, upper)
        return name

    def add_mimic(
        self, joint: str, source: str, multiplier: float = 1.0, offset: float = 0.0
    ) -> None:
        """Record the coupling q(joint) = multiplier * q(source) + offset.

        Both joints stay independent coordinates of the model; `Model.mimics` carries the
        coupling to whoever wants to impose it.

        Raises
        ------
        ShapeError, NonFiniteError
            Multiplier or offset is not a finite number.
        """
        _name("mimic: joint", joint)
        _name(f"mimic of joint {joint!r}: source", source)
        self._mimics.append(Mimic(joint, source, multiplier, offset))

    def build(self) -> Model:
        """Check the tree and return the model, parents first and else in order of addition.

        Raises
        ------
        ModelError
            No body; a name used twice; an unknown parent; a cycle; a joint that moves no mass
            (see `doubtful`); a mimic of an unknown joint, of itself or of a joint that has not
            one degree of freedom. The error names the bodies or joints.
        """
        if not self._bodies:
            self._doubt("no body: nothing of this model moves")
        joint_names = [body.joint_name for body in self._bodies]
        refuse_repeated("joint", joint_names)
        order = parents_first(
            [body.name for body in self._bodies], [body.parent for body in self._bodies]
        )
        bodies = [self._bodies[i] for i in order]
        index = {body.name: i for i, body in enumerate(bodies)}
        parents = [-1 if body.parent is None else index[body.parent] for body in bodies]
        self._check_moved_mass(bodies, parents)
        self._check_mimics(bodies)
        return Model(
            self.name,
            tuple(body.name for body in bodies),
            tuple(body.joint_name for body in bodies),
            tuple(body.joint for body in bodies),
            parents,
            [body.placement for body in bodies],
            [body.mass for body in bodies],
            [body.com for body in bodies],
            [body.inertia for body in bodies],
            self.gravity,
            [x for body in bodies for x in body.lower],
            [x for body in bodies for x in body.upper],
            tuple(self._mimics),
        )

    def _doubt(self, message: str) -> None:
        if self.doubtful == "error":
            raise ModelError(message)
        warnings.warn(f"{self.name}: {message}", ModelWarning, stacklevel=3)

    def _append_chain(
        self,
        last: _Body,
        chain: tuple[Joint, ...],
        lower: NDArray[np.float64],
        upper: NDArray[np.float64],
    ) -> None:
        """Add the bodies of a composite joint: the first one carries the placement."""
        parent, placement = last.parent, last.placement
        for k, joint in enumerate(chain[:-1]):
            link = _Body(
                name=f"{last.name}:{k + 1}",
                parent=parent,
                joint=joint,
                joint_name=f"{last.joint_name}:{k + 1}",
                placement=placement,
                mass=0.0,
                com=np.zeros(3),
                inertia=np.zeros((3, 3)),
                lower=lower[k : k + 1],
                upper=upper[k : k + 1],
            )
            self._bodies.append(link)
            parent, placement = link.name, np.eye(4)
        self._bodies.append(replace(last, parent=parent, placement=placement))

    def _inertia(self, body: str, value: ArrayLike | None, mass: float) -> NDArray[np.float64]:
        """Symmetric part of a checked inertia."""
        if value is None:
            return np.zeros((3, 3))
        given = real_array(f"{body}: inertia", value, (3, 3))
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
            self._doubt(
                f"{body}: inertia is not positive semidefinite, its principal moments are "
                f"{moments.tolist()}"
            )
        return inertia

    def _check_moved_mass(self, bodies: list[_Body], parents: list[int]) -> None:
        moves = [bool(body.mass or body.inertia.any()) for body in bodies]
        for i in reversed(range(len(bodies))):
            if parents[i] >= 0:
                moves[parents[i]] |= moves[i]
        idle = [repr(body.joint_name) for body, mass in zip(bodies, moves, strict=True) if not mass]
        if idle:
            self._doubt(
                f"joint {', '.join(idle)}: moves no mass and no inertia, so that forward dynamics "
                "has no solution"
            )

    def _check_mimics(self, bodies: list[_Body]) -> None:
        joints = {body.joint_name: body.joint for body in bodies}
        sources: dict[str, str] = {}
        for mimic in self._mimics:
            what = f"mimic of joint {mimic.joint!r}"
            if mimic.joint not in joints:
                raise ModelError(f"{what}: the model has no such joint")
            if mimic.joint in sources:
                raise ModelError(f"{what}: given twice")
            sources[mimic.joint] = mimic.source
            for name in (mimic.joint, mimic.source):
                if name in joints and joints[name].kind not in ONE_DEGREE_KINDS:
                    raise ModelError(
                        f"{what}: joint {name!r} is {joints[name].kind}, expected one degree of "
                        "freedom"
                    )
        lost = {name: source for name, source in sources.items() if source not in joints}
        if lost:
            self._doubt(f"mimics whose source is no joint of the model: {lost}")
        for name in sources:
            seen = [name]
            while seen[-1] in sources and sources[seen[-1]] not in seen:
                seen.append(sources[seen[-1]])
            if sources.get(seen[-1]) == name:
                raise ModelError(f"mimic joints follow each other in a circle: {seen}")


def least_moment(largest: float, mass: float) -> float:
    """How negative a moment of inertia may be and still pass for a rounded zero, in kg m^2.

    A billionth of the largest moment, or the moment of the whole mass at a nanometre: programs
    that write robots leave such remainders of a subtraction, at point masses too.
    """
    return -INERTIA_TOLERANCE * largest - mass * INERTIA_TOLERANCE**2


def _name(what: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ModelError(f"{what}: {value!r}, expected a string that is not empty")
    return value


def _chain(what: str, joint: object) -> tuple[Joint, ...]:
    if isinstance(joint, CompositeJoint):
        return joint.expand()
    if isinstance(joint, Joint):
        return (joint,)
    raise ModelError(f"{what}: {joint!r} is no joint, expected an object like Revolute((0, 0, 1))")


def _limits(
    what: str, chain: tuple[Joint, ...], limits: tuple[ArrayLike, ArrayLike] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    nv = sum(joint.nv for joint in chain)
    if limits is None:
        return np.full(nv, -math.inf), np.full(nv, math.inf)
    if not all(isinstance(joint, OneDegreeJoint) for joint in chain):
        raise ModelError(f"{what}: limits of a {chain[0].kind} joint, expected None")
    pair = limits.tolist() if isinstance(limits, np.ndarray) else limits
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
    return lower, upper


def _placement(body: str, value: ArrayLike | None) -> NDArray[np.float64]:
    if value is None:
        return np.eye(4)
    pose = real_array(f"{body}: placement", value, (4, 4))
    rotation = pose[:3, :3]
    if (pose[3] != (0.0, 0.0, 0.0, 1.0)).any():
        raise ModelError(f"{body}: last row of placement is {pose[3].tolist()}, not (0, 0, 0, 1)")
    # entries above 2 are refused first: their squares might overflow
    error = np.abs(rotation.clip(-2, 2).T @ rotation.clip(-2, 2) - np.eye(3)).max()
    if error > POSE_TOLERANCE:
        raise ModelError(
            f"{body}: rotation of placement is not orthogonal, R^T R differs from 1 by "
            f"{error:.3g}, expected at most {POSE_TOLERANCE:g}"
        )
    if np.linalg.det(rotation) < 0.0:
        raise ModelError(f"{body}: rotation of placement is a reflection, its determinant is -1")
    return pose


def _mass(body: str, value: ArrayLike) -> float:
    mass = float(real_array(f"{body}: mass", value, ()))
    if mass < 0.0:
        raise ModelError(f"{body}: mass {mass!r}, expected at least 0")
    return mass
