"""Poses and twists of all bodies, with time derivatives of any order."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.errors import ShapeError
from lieref.kinematics._forward_kinematics import run
from lieref.kinematics.representations import (
    MOST_ROWS,
    Representation,
    converted,
)
from lieref.model.arguments import real_array, require_in_range
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration

BASES = {"body": 0, "spatial": 1, "hybrid": 2, "mixed": 3}
# Which of the two that the recursion returns each representation is made from.
REPRESENTATIONS = {"spatial": False, "body": True, "hybrid": True, "mixed": True}


def forward_kinematics(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Representation = "body",
    representation: Representation = "spatial",
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the poses of all bodies and the time derivatives of their twists.

    Source: Ali et al., Algorithm 1, with every sum extended to its last term; Müller (2018), (98)
    and (100), to any order for "hybrid" and "mixed".

    Parameters
    ----------
    model : Model
        N bodies.
    q : (nq,)
        Configuration, m and rad.
    v : (n, nv)
        Velocity and its plain time derivatives of order 0 .. n - 1, n >= 1; SI units.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world (docs/conventions.md).
    representation : "spatial", "body", "hybrid" or "mixed"
        Of the twists that are returned: "spatial" of the point that passes the inertial origin,
        in inertial axes; "body" of the body frame's origin, in body axes; "hybrid" of that origin
        in inertial axes; "mixed": omega in body axes, v of the origin in inertial axes.

    Returns
    -------
    poses : (N, 4, 4) array
        Pose of every body frame in the inertial frame, m.
    twists : (n, N, 6) array
        Row k: k-th componentwise time derivatives of the twists (omega, v), rad and m per
        s^(k + 1).

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        An argument of another shape or dtype.
    NonFiniteError
        NaN or infinity; names argument and index.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.

    Notes
    -----
    O(N n^2). The recursion runs relative to the root body's origin, so poses relative to the
    base and body, hybrid and mixed twists do not lose digits with the distance from the inertial
    origin; spatial twists grow with it.
    """
    configuration = checked_configuration(model, q)
    if configuration.ndim != 1:
        raise ShapeError(f"q has shape {configuration.shape}, expected ({model.nq},)")
    velocity = real_array("v", v, ("n", model.nv))
    if len(velocity) == 0:
        raise ShapeError(f"v has shape {velocity.shape}, expected (n, {model.nv}) with n >= 1")
    origin = BASES[choice("base", base, BASES)]
    shown = REPRESENTATIONS[choice("representation", representation, REPRESENTATIONS)]
    turned = representation in ("hybrid", "mixed")
    if turned and len(velocity) > MOST_ROWS:
        raise ShapeError(f"v has {len(velocity)} rows, expected at most {MOST_ROWS}")
    poses, origins = np.zeros((model.nbodies, 4, 4)), np.empty((model.nbodies, 3))
    twists = np.empty((len(velocity), model.nbodies, 6))
    good = run(
        model,
        configuration,
        velocity,
        origin,
        shown,
        poses,
        origins,
        twists,
    )
    poses[:, :3, 3] += origins
    if turned:
        # (98), (100): both are turns of the body twist
        twists = converted(twists, poses, twists, "body", representation)
    if turned or not good:
        require_in_range("poses", poses)
        require_in_range("twists", twists)
    return poses, twists
