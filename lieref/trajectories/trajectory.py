"""The trajectory of a whole model: one function or motion to each joint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SO3
from lieref.algebra.arguments import choice, require_finite_result
from lieref.algebra.groups import se3_twin
from lieref.algebra.series.taylor import Series, VectorSeries
from lieref.documentation import described
from lieref.errors import ModelError, ShapeError
from lieref.model.model import Model
from lieref.model.tree.configuration import require_tree
from lieref.trajectories.arguments import BASES, order, times
from lieref.trajectories.fields import ARRAYS
from lieref.trajectories.functions import Function, as_function
from lieref.trajectories.motions import Fixed, Motion, twist_series

Array = NDArray[np.float64]
Given = Mapping[str, Function | Motion | float]


@dataclass
class _Joint:
    """A joint's motion now: q as scalars, or as (position, rotation matrix), and v as series."""

    iq: int
    q: list[Any]
    rotation: list[list[Any]] | None
    iv: int
    v: VectorSeries


class Trajectory:
    """Configuration and velocity of a model as functions of time, with every derivative.

    Parameters
    ----------
    model : Model
    motions : mapping
        For each joint by its name: a `Function` or a number for a joint of one degree, a `Motion`
        for a free joint, a `Motion` that keeps the origin for a spherical one. A motion is the
        pose that q stands for: of the body in its placement.

    Raises
    ------
    ModelError
        A joint without motion, a motion without joint, or one that the joint cannot do; names it.
    ShapeError, NonFiniteError
        What is neither a function, a motion nor a finite number.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import Sine, Trajectory
    >>> model = lieref.catalogue.serial_chain(1)
    >>> Trajectory(model, {model.joint_names[0]: Sine(1.0, 2.0)}).state(np.linspace(0, 1,
    ...     5), r=2)[1].shape
    (5, 4, 1)
    """

    def __init__(self, model: Model, motions: Given) -> None:
        require_tree(model)
        if not isinstance(motions, Mapping):
            raise ShapeError(f"motions: got a {type(motions).__name__}, expected a mapping")
        unknown = [name for name in motions if name not in model.joint_names]
        if unknown:
            raise ModelError(f"motions: the model has no joint {unknown[0]!r}")
        self.model = model
        self._functions: dict[int, Function] = {}
        self._motions: dict[int, Motion] = {}
        for i, (name, joint) in enumerate(zip(model.joint_names, model.joints, strict=True)):
            if name not in motions:
                raise ModelError(f"motions: nothing for joint {name!r}")
            given = motions[name]
            if joint.nv == 1:
                if isinstance(given, Motion):
                    raise ModelError(f"joint {name!r} has one degree, expected a function of time")
                self._functions[i] = as_function(f"motions[{name!r}]", given)
                continue
            if not isinstance(given, Motion):
                raise ModelError(f"joint {name!r} is {joint.kind}, expected a Motion")
            if joint.kind == "spherical" and not given.keeps_origin:
                raise ModelError(f"joint {name!r} is spherical, expected a motion without p")
            self._motions[i] = given

    def _joints(self, K: Any, t: Any, n: int, base: str) -> list[_Joint]:
        """The motion of every joint, with n coefficients of its velocity."""
        found = []
        for i, joint in enumerate(self.model.joints):
            iq, iv = int(self.model.idx_q[i]), int(self.model.idx_v[i])
            if i in self._functions:
                x = self._functions[i].series(K, t, n + 1)
                rate = [k * c for k, c in enumerate(x)][1:]
                found.append(_Joint(iq, [x[0]], None, iv, [rate]))
                continue
            motion = self._motions[i]
            R, p = motion.series(K, t, n + 1)
            rotation = [[x[0] for x in row] for row in R]
            place = [x[0] for x in p] if joint.kind == "free" else []
            form = "body"
            if self.model.parents[i] < 0 and joint.kind == "free" and base != "body":
                # these twists are resolved in inertial axes, or of a point there
                form = base
                R, p = (Fixed(self.model.placements[i]) @ motion).series(K, t, n + 1)
            v = twist_series(R, p, form)
            found.append(_Joint(iq, place, rotation, iv, v[: joint.nv]))
        return found

    @described("ArgumentError, name", "ShapeError, time")
    def state(self, t: ArrayLike, r: int = 0, base: str = "body") -> tuple[Array, Array]:
        """Return configuration and velocity stack, as `lieref.inverse_dynamics` of order r wants.

        Parameters
        ----------
        r : int
            Order of the dynamics that the state is for.

        Returns
        -------
        q : (..., nq) array
            rad, m; quaternions (x, y, z, w) with w >= 0.
        v : (..., r + 2, nv) array
            v and its plain time derivatives of order 0 .. r + 1.
        """
        at, r = times(t), order("r", r)
        with np.errstate(over="ignore", invalid="ignore"):
            return self._state(at, r, choice("base", base, BASES))

    def _state(self, at: Array, r: int, base: str) -> tuple[Array, Array]:
        joints = self._joints(ARRAYS, at, r + 2, base)
        q = np.empty((*at.shape, self.model.nq))
        v = np.empty((*at.shape, r + 2, self.model.nv))
        for joint in joints:
            for j, x in enumerate(joint.q):
                q[..., joint.iq + j] = x
            if joint.rotation is not None:
                R = np.stack([np.stack(row, axis=-1) for row in joint.rotation], axis=-2)
                start = joint.iq + len(joint.q)
                q[..., start : start + 4] = SO3.to_quaternion(R)
            for j, x in enumerate(joint.v):
                for k in range(r + 2):
                    v[..., k, joint.iv + j] = x[k] * float(factorial(k))
        for name, found in (("q", q), ("v", v)):
            require_finite_result(found, name, 0)
        return q, v

    @described("ArgumentError, name", "ShapeError, time")
    def exact_state(
        self, K: Any, t: Any, r: int = 0, base: str = "body"
    ) -> tuple[list[Any], list[list[Any]]]:
        """Return configuration and velocity stack as scalars of a field: the reference value.

        Parameters
        ----------
        K : field
            Of `lieref.oracle`, such as ``lieref.oracle.Mp(50)``.
        t : number
            Time, s, taken exactly.
        r : int
            Order of the dynamics that the state is for.

        Returns
        -------
        q : list of nq scalars
        v : list of r + 2 lists of nv scalars
            As the functions of `lieref.oracle` take them.
        """
        r = order("r", r)
        choice("base", base, BASES)
        q: list[Any] = [None] * self.model.nq
        v: list[list[Any]] = [[None] * self.model.nv for _ in range(r + 2)]
        with K.working():
            for joint in self._joints(K, K(t), r + 2, base):
                place: Series = list(joint.q)
                if joint.rotation is not None:
                    place += se3_twin.quaternion(K, joint.rotation)
                q[joint.iq : joint.iq + len(place)] = place
                for j, x in enumerate(joint.v):
                    for k in range(r + 2):
                        v[k][joint.iv + j] = x[k] * factorial(k)
        return q, v
