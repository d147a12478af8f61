"""Models from spatial joint screws in the home position: no frames of joints or bodies needed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3
from lieref.algebra.arguments import as_poses, items
from lieref.errors import ModelError, ShapeError
from lieref.model.arguments import real_array
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Helical, Joint, Prismatic, Revolute, Screw
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

Array = NDArray[np.float64]
# A pitch below this share of a screw's linear part is rounding of y x e.
PITCH = 1e-9


def from_home_screws(
    screws: ArrayLike,
    parents: Sequence[int],
    masses: ArrayLike,
    coms: ArrayLike,
    inertias: ArrayLike,
    poses: ArrayLike | None = None,
    names: Sequence[str] | None = None,
    gravity: ArrayLike = (0.0, 0.0, -9.81),
) -> Model:
    """Return the model whose joints and bodies are described in one frame, at q = 0.

    Source: Müller (2018), Sec. 4.4: spatial screws Y_i of the joints in the home position, (94),
    and inertias of a drawing of it. With `poses` A_i of body frames the joints have the screws
    Ad_{A_i}^-1 Y_i in them; without, all body frames are the inertial frame at q = 0, A_i = I, and
    X_i = Y_i.

    Parameters
    ----------
    screws : (n, 6)
        Y_i = (e, y x e + h e), or (0, e) of a prismatic joint, of an axis e, |e| = 1, through a
        point y with the pitch h; inertial frame, m. A pitch below 1e-9 of the linear part is
        rounding: the joint is revolute.
    parents : sequence of n int
        Body that carries each body, -1 for the world.
    masses : (n,)
        kg.
    coms : (n, 3)
        Centers of mass at q = 0, inertial frame, m.
    inertias : (n, 3, 3)
        About the centers of mass, inertial axes at q = 0, kg m^2.
    poses : (n, 4, 4), optional
        A_i, pose of each body frame in the inertial frame at q = 0, m.
    names : sequence of n str, optional
        Of the bodies; "body0", "body1", ... if not given.
    gravity : (3,)
        m/s^2, inertial frame.

    Returns
    -------
    Model
        Bodies parents first; com and inertia in the body frames.

    Raises
    ------
    ModelError
        No screws of one degree; a parent that is no other body; what `ModelBuilder` refuses.
    ShapeError, NonFiniteError, ConfigurationError
        Arrays of another shape, NaN or infinity; poses that are none.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> Y = [[0, 0, 1, 0, 0, 0], [0, 0, 1, 0, -0.5, 0]]
    >>> coms, inertias = [[0.25, 0, 0], [0.75, 0, 0]], [0.02 * np.eye(3)] * 2
    >>> model = lieref.from_home_screws(Y, [-1, 0], [1.0, 1.0], coms, inertias)
    >>> lieref.system_jacobian(model, np.zeros(2), "spatial")[6:].T
    array([[ 0. ,  0. ,  1. ,  0. ,  0. ,  0. ],
           [ 0. ,  0. ,  1. ,  0. , -0.5,  0. ]])
    """
    Y = real_array("screws", screws, ("n", 6))
    n = len(Y)
    carried = _parents(parents, n)
    m, c = real_array("masses", masses, (n,)), real_array("coms", coms, (n, 3))
    inertia = real_array("inertias", inertias, (n, 3, 3))
    A = np.broadcast_to(np.eye(4), (n, 4, 4))
    if poses is not None:
        A = as_poses(poses, "poses")
        if A.shape != (n, 4, 4):
            raise ShapeError(f"poses: shape {A.shape}, expected {(n, 4, 4)}")
    labels = [f"body{i}" for i in range(n)] if names is None else list(items("names", names))
    if len(labels) != n:
        raise ShapeError(f"names: {len(labels)} of them, expected {n}")
    back = SE3.inverse(A) if n else A
    builder = ModelBuilder(gravity)
    for i, parent in enumerate(carried):
        R = A[i, :3, :3]
        builder.add_body(
            labels[i],
            None if parent < 0 else labels[parent],
            _joint(Y[i], back[i]),
            A[i] if parent < 0 else back[parent] @ A[i],
            float(m[i]),
            back[i, :3, :3] @ c[i] + back[i, :3, 3],
            R.T @ inertia[i] @ R,
        )
    model = builder.build()
    if isinstance(model, LoopModel):
        raise ModelError("a model of screws has no loops")
    return model


def _joint(Y: Array, back: Array) -> Joint:
    """The joint of a spatial screw, in a body frame whose inverse home pose is `back`."""
    e, v = Y[:3], Y[3:]
    R, p = back[:3, :3], back[:3, 3]
    if not e.any():
        return Prismatic(tuple(R @ v))
    # checks the norm of e; point and pitch as those of any screw
    screw = Screw(tuple(Y))
    axis, point = tuple(R @ e), tuple(R @ np.array(screw.point) + p)
    if abs(screw.pitch) <= PITCH * np.abs(v).max():
        return Revolute(axis, tuple(R @ np.cross(e, v) / (e @ e) + p))
    return Helical(axis, screw.pitch, point)


def _parents(parents: Sequence[int], n: int) -> list[int]:
    """The parents as integers, checked to be other bodies or the world."""
    given = items("parents", parents)
    if len(given) != n:
        raise ShapeError(f"parents: {len(given)} of them, expected {n}")
    for i, parent in enumerate(given):
        whole = isinstance(parent, int | np.integer) and not isinstance(parent, bool)
        if not whole or not -1 <= parent < n or parent == i:
            raise ModelError(f"parents[{i}] is {parent!r}, expected another body or -1")
    return [int(parent) for parent in given]
