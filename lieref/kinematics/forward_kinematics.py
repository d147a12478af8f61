"""Poses and twists of bodies and frames, with time derivatives of any order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice, items
from lieref.errors import ShapeError
from lieref.kinematics._forward_kinematics import run
from lieref.kinematics.frames import place_of
from lieref.kinematics.representations import (
    MOST_ROWS,
    Representation,
    converted,
)
from lieref.model.arguments import real_array, require_in_range
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration
from lieref.model.tree.frames import Place

BASES = {"body": 0, "spatial": 1, "hybrid": 2, "mixed": 3}
# Which of the two that the recursion returns each representation is made from.
MADE_FROM = {"spatial": "spatial", "body": "body", "hybrid": "body", "mixed": "body"}

Array = NDArray[np.float64]


def forward_kinematics(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Representation = "body",
    representation: Representation = "spatial",
    frames: Sequence[int | str] | None = None,
) -> tuple[Array, Array]:
    """Return the poses of bodies or frames and the time derivatives of their twists.

    Source: Ali et al., Algorithm 1, with every sum extended to its last term; Müller (2018), (98)
    and (100), to any order for "hybrid" and "mixed".

    Parameters
    ----------
    model : Model
        N bodies.
    q : (nq,) or (batch, nq)
        Configuration, m and rad.
    v : (n, nv) or (batch, n, nv)
        Velocity and its plain time derivatives of order 0 .. n - 1, n >= 1; SI units.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world (docs/conventions.md).
    representation : "spatial", "body", "hybrid" or "mixed"
        Of the twists that are returned: "spatial" of the point that passes the inertial origin,
        in inertial axes; "body" of the frame's origin, in its axes; "hybrid" of that origin
        in inertial axes; "mixed": omega in the frame's axes, v of its origin in inertial axes.
    frames : sequence of int or str, optional
        Numbers of bodies, or names of bodies or frames (`Model.frames`); every body if not given.

    Returns
    -------
    poses : (N, 4, 4) or (batch, N, 4, 4) array
        Pose of every body, or of each of N frames, in the inertial frame, m.
    twists : (n, N, 6) or (batch, n, N, 6) array
        Row k: k-th componentwise time derivatives of the twists (omega, v), rad and m per
        s^(k + 1).

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        An argument of another shape or dtype, or a number of no body.
    NonFiniteError
        NaN or infinity; names argument and index.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.

    Notes
    -----
    O(N n^2). The recursion runs relative to the root body's origin, so poses relative to the
    base and body, hybrid and mixed twists do not lose accuracy with the distance from the inertial
    origin; spatial twists grow with it.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(7)
    >>> poses, twists = lieref.forward_kinematics(model, model.neutral(), np.ones((1, 7)))
    >>> poses.shape, twists.shape
    ((7, 4, 4), (1, 7, 6))
    """
    configurations = checked_configuration(model, q)
    batched = configurations.ndim == 2
    if configurations.ndim > 2:
        raise ShapeError(
            f"q has shape {configurations.shape}, expected ({model.nq},) or (batch, {model.nq})"
        )
    states = configurations if batched else configurations[None]
    velocity = real_array("v", v, (len(states), "n", model.nv) if batched else ("n", model.nv))
    n = velocity.shape[-2]
    if n == 0:
        raise ShapeError(f"v has shape {velocity.shape}, expected (n, {model.nv}) with n >= 1")
    origin = BASES[choice("base", base, BASES)]
    choice("representation", representation, MADE_FROM)
    if representation in ("hybrid", "mixed") and n > MOST_ROWS:
        raise ShapeError(f"v has {n} rows, expected at most {MOST_ROWS}")
    places = None if frames is None else [place_of(model, x) for x in items("frames", frames)]
    poses, twists = _found(
        model, states, velocity.reshape(len(states), n, model.nv), origin, representation, places
    )
    return (poses, np.moveaxis(twists, 1, 0).copy()) if batched else (poses[0], twists[:, 0])


def _found(
    model: Model,
    q: Array,
    v: Array,
    base: int,
    representation: str,
    places: list[Place] | None,
) -> tuple[Array, Array]:
    """Poses (states, N, 4, 4) and twists (n, states, N, 6)."""
    states, n = v.shape[:2]
    poses = np.zeros((states, model.nbodies, 4, 4))
    origins = np.empty((states, model.nbodies, 3))
    twists = np.empty((n, states, model.nbodies, 6))
    made_from = MADE_FROM[representation]
    good = run(model, q, v, base, made_from == "body", poses, origins, twists)
    poses[..., :3, 3] += origins
    if places is not None:
        poses, twists = _of_places(places, poses, twists, made_from)
    turned = representation != made_from
    if turned:
        # (98), (100): both are turns of the body twist
        twists = converted(twists, poses, twists, "body", representation)
    if turned or not good:
        require_in_range("poses", poses)
        require_in_range("twists", twists)
    return poses, twists


def _of_places(
    places: list[Place], poses: Array, twists: Array, representation: str
) -> tuple[Array, Array]:
    """The same of frames on the bodies; "body" or "spatial" twists."""
    # the world stands behind the last body: place.body is -1
    poses = np.concatenate([poses, np.broadcast_to(np.eye(4), (len(poses), 1, 4, 4))], 1)
    twists = np.concatenate([twists, np.zeros((*twists.shape[:2], 1, 6))], 2)
    bodies = [place.body for place in places]
    at = np.tile(np.eye(4), (len(places), 1, 1))
    for pose, place in zip(at, places, strict=True):
        pose[:3, 3] = place.point
        if place.axes is not None:
            pose[:3, :3] = place.axes
    twists = twists[:, :, bodies]
    if representation == "body":
        # V_F = Ad_T^-1 V: (A^T w, A^T (v + w x p))
        w, u = twists[..., :3], twists[..., 3:]
        u = u + np.cross(w, at[:, :3, 3])
        axes = at[:, :3, :3]
        twists = np.concatenate([(x[..., None, :] @ axes)[..., 0, :] for x in (w, u)], -1)
    return poses[:, bodies] @ at, twists
