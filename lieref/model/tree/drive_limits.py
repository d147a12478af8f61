"""How hard and how fast the drives of joints can go: limits of force and of velocity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lieref.errors import ModelError, NonFiniteError, ShapeError
from lieref.model.arguments import real_numbers
from lieref.model.joints.joints import Joint
from lieref.model.tree.tree_model import Array, DriveLimits


def no_limits(nv: int) -> DriveLimits:
    """Return the limits of coordinates that have none."""
    return DriveLimits(*np.full((2, nv), np.inf))


def frozen_limits(limits: DriveLimits | None, nv: int) -> DriveLimits | None:
    """Return read-only copies (nv,); None where no coordinate has a limit."""
    if limits is None or all(np.all(np.isposinf(row)) for row in limits):
        return None
    rows = [np.array(row, np.float64).reshape(nv) for row in limits]
    for row in rows:
        row.setflags(write=False)
    return DriveLimits(*rows)


def checked_limits(
    where: str, joints: Sequence[Joint], force: ArrayLike | None, velocity: ArrayLike | None
) -> DriveLimits:
    """Return the limits of a chain of joints, (nv,) each, from numbers of a user.

    force, velocity : a number for all coordinates or one for each; None and infinity are no limit

    Raises
    ------
    ModelError
        A negative number.
    ShapeError, NonFiniteError
        Another shape or type, NaN.
    """
    nv = sum(joint.nv for joint in joints)
    if force is None and velocity is None:
        return no_limits(nv)
    return DriveLimits(
        _row(f"{where}: force_limit", force, nv), _row(f"{where}: velocity_limit", velocity, nv)
    )


def _row(what: str, value: ArrayLike | None, nv: int) -> Array:
    """One limit of each coordinate."""
    if value is None:
        return np.full(nv, np.inf)
    given = real_numbers(what, value)
    if given.shape not in ((), (nv,)):
        raise ShapeError(f"{what}: shape {given.shape}, expected () or ({nv},)")
    if np.isnan(given).any():
        raise NonFiniteError(f"{what} {given.tolist()}, expected no NaN")
    if (given < 0.0).any():
        raise ModelError(f"{what} {float(given.min())!r}, expected at least 0")
    return np.broadcast_to(given, (nv,))


def limits_of_columns(limits: DriveLimits | None, columns: Any) -> DriveLimits | None:
    """Return the limits of some of the coordinates, in this order; none for a column -1."""
    if limits is None:
        return None
    columns = np.asarray(columns, int)
    return DriveLimits(*(np.append(row, np.inf)[columns] for row in limits))
