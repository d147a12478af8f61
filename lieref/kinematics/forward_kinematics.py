"""Poses and twists of bodies and frames, with time derivatives of any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice, items
from lieref.algebra.enclosures import bounds_wanted
from lieref.documentation import described
from lieref.errors import ArgumentError, ShapeError
from lieref.kinematics._forward_kinematics import bounded_motions, motions
from lieref.kinematics.frames import body_frame_of
from lieref.kinematics.representations import Representation
from lieref.model.arguments import require_in_range
from lieref.model.model import Model

BASES = {"body": 0, "spatial": 1, "hybrid": 2, "mixed": 3}

Array = NDArray[np.float64]
Motions = tuple[Array, Array]


@overload
def forward_kinematics(
    model: Model,
    q: ArrayLike,
    v: ArrayLike | None = None,
    base: Representation = "body",
    representation: Representation = "spatial",
    frames: Sequence[int | str] | None = None,
    bounds: Literal[False] = False,
    input_radius: None = None,
) -> Motions: ...
@overload
def forward_kinematics(
    model: Model,
    q: ArrayLike,
    v: ArrayLike | None = None,
    base: Representation = "body",
    representation: Representation = "spatial",
    frames: Sequence[int | str] | None = None,
    *,
    bounds: Literal[True],
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> tuple[Motions, Motions]: ...
@described("q : (nq,) or (batch, nq)")
def forward_kinematics(
    model: Model,
    q: ArrayLike,
    v: ArrayLike | None = None,
    base: Representation = "body",
    representation: Representation = "spatial",
    frames: Sequence[int | str] | None = None,
    bounds: bool = False,
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> Motions | tuple[Motions, Motions]:
    """Return the poses of bodies or frames and the time derivatives of their twists.

    Source: Ali et al., Algorithm 1, with every sum extended to its last term; for "hybrid" and
    "mixed" also x' = v + w x x of a frame's origin x, order by order, as Müller (2018), (98).

    Parameters
    ----------
    model : Model or LoopModel
        N bodies.
    v : (n, nv) or (batch, n, nv), optional
        Velocity and its plain time derivatives of order 0 .. n - 1, n >= 1; SI units. None is rest,
        one row of zeros.
    representation : "spatial", "body", "hybrid" or "mixed"
        Of the twists that are returned: "spatial" of the point that passes the inertial origin,
        in inertial axes; "body" of the frame's origin, in its axes; "hybrid" of that origin
        in inertial axes; "mixed": omega in the frame's axes, v of its origin in inertial axes.
    frames : sequence of int or str, optional
        Numbers of bodies, or names of bodies or frames (`Model.frames`); every body if not given.
    bounds : bool
        Return a pair, the result and proven bounds of its error: docs/bounds.md. One state,
        "spatial" or "body" twists of every body, n <= 22.
    input_radius : float or mapping of str to array_like, optional
        With bounds: how far each number may be from the given one, of both arguments or of "q",
        "v"; the bounds then hold for every motion within.

    Returns
    -------
    poses : (N, 4, 4) or (batch, N, 4, 4) array
        Pose of every body, or of each of N frames, in the inertial frame, m.
    twists : (n, N, 6) or (batch, n, N, 6) array
        Row k: k-th componentwise time derivatives of the twists (omega, v), rad and m per
        s^(k + 1). With bounds ((poses, twists), (radii of poses, radii of twists)): exact results
        are within the radii; infinity where nothing is proven.

    Raises
    ------
    ShapeError
        An argument of another shape or dtype, or a number of no body.

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
    choice("representation", representation, BASES)
    if v is None:
        v = np.zeros((*np.shape(q)[:-1], 1, model.nv))
    if bounds_wanted(bounds, input_radius, ("q", "v")):
        return _with_bounds(model, q, v, base, representation, frames, input_radius)
    body_frames = None
    if frames is not None:
        body_frames = [body_frame_of(model, x) for x in items("frames", frames)]
    poses, twists, good = motions(model, q, v, base, representation, body_frames)
    if not good:
        require_in_range("poses", poses)
        require_in_range("twists", twists)
    return poses, twists


def _with_bounds(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Representation,
    representation: Representation,
    frames: Sequence[int | str] | None,
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None,
) -> tuple[Motions, Motions]:
    """Motions and the bounds of their errors; refuses what has none."""
    if frames is not None:
        raise ArgumentError(f"frames = {frames!r}, expected None with bounds=True")
    if np.ndim(q) > 1 or np.ndim(v) > 2:
        raise ShapeError("bounds=True takes one state; call it for each state of a batch")
    return bounded_motions(model, q, v, base, representation, input_radius)
