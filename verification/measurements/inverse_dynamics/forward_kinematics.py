"""Poses and twist stacks of every body, in double precision, against the oracle's poses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import lieref
from lieref.check import metrics
from lieref.oracle import Mp, body_poses
from verification.subjects import robots, states
from verification.subjects.definitions import twists

DIGITS = 50


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure `lieref.forward_kinematics` on one robot in one state.

    Parameters
    ----------
    params : mapping
        ``robot`` (see `robots.build`), ``state`` (see `states.draw`), ``order`` (the last of the
        twist's derivatives).

    Returns
    -------
    dict
        ``rotations``, ``positions``: errors of the poses, max norm over all bodies, the positions
        relative to the largest; ``spatial``, ``body``: relative max norm of each order over the
        twists of all bodies in that representation.
    """
    model = robots.build(params["robot"])
    # inverse dynamics of order r takes r + 2 rows of v, here a row is an order
    state = states.draw(model, params["state"], params["order"] - 1)
    K = Mp(DIGITS)
    C = body_poses(model, state.q, state.v, state.base, field=K)
    found: dict[str, Any] = {}
    for representation in ("spatial", "body"):
        chosen: dict[str, Any] = {"base": state.base, "representation": representation}
        poses, rows = lieref.forward_kinematics(model, state.q, state.v, **chosen)
        reference = [
            twists.from_poses([rank[i] for rank in C], representation) for i in range(model.nbodies)
        ]
        found[representation] = [
            metrics.relative_max_norm(row, [body[k] for body in reference])
            for k, row in enumerate(rows)
        ]
    rotations = [[row[:3] for row in pose[:3]] for pose in C[0]]
    positions = [[row[3] for row in pose[:3]] for pose in C[0]]
    found["rotations"] = float(metrics.absolute_errors(poses[:, :3, :3], rotations).max())
    found["positions"] = metrics.relative_max_norm(poses[:, :3, 3], positions)
    return found


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    bodies = robots.bodies_of(params)
    order: int = params["order"]
    return 8e-4 * bodies * (order + 2) ** 2
