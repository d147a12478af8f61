"""What the joints of a model do besides moving bodies: armature, damping, friction and springs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ModelError
from lieref.model.arguments import real_array
from lieref.model.joints.joints import Joint, OneDegreeJoint
from lieref.model.tree.tree_model import Array, JointPhysics, TreeModel

#: A width below this is none: its square would leave the range of double.
LEAST_WIDTH = 1e-100
#: The members of `lieref.model.tree.constants.Coordinate`.
LAYOUT = np.dtype([*((name, "f8") for name in JointPhysics._fields), ("place", "i4")], align=True)


@lru_cache(maxsize=16)
def zero_physics(nv: int) -> JointPhysics:
    """Return the physics of joints that have none."""
    return JointPhysics(*_frozen(np.zeros((6, nv))))


def _frozen(rows: Any) -> list[Array]:
    arrays = [np.array(row, np.float64) for row in rows]
    for array in arrays:
        array.setflags(write=False)
    return arrays


def frozen_physics(physics: JointPhysics | None, nv: int) -> JointPhysics | None:
    """Return read-only copies (nv,); None where nothing acts on any joint."""
    if physics is None or not any(np.any(x) for x in physics[:3]) and not np.any(physics[4]):
        return None
    return JointPhysics(*_frozen(np.reshape(row, nv) for row in physics))


def compiled_physics(model: TreeModel) -> NDArray[Any]:
    """Return the table that kernels read, a row to each velocity coordinate."""
    table = np.zeros(model.nv, LAYOUT)
    for name, row in zip(JointPhysics._fields, model.joint_physics or (), strict=True):
        table[name] = row
    for joint, q, v in zip(model.joints, model.idx_q, model.idx_v, strict=True):
        table["place"][v : v + joint.nv] = q
    return table


def checked_physics(
    where: str, joints: Sequence[Joint], physics: Sequence[ArrayLike | None]
) -> JointPhysics:
    """Return the physics of a chain of joints, (nv,) each, from numbers of a user.

    physics: as the attributes of `JointPhysics`, a number for all coordinates or one for each

    Raises
    ------
    ModelError
        A negative number, a width that is no velocity, a spring of a joint of several degrees, any
        physics of a free joint.
    ShapeError, NonFiniteError
        Another shape or type, NaN or infinity.
    """
    nv = sum(joint.nv for joint in joints)
    if all(value is None for value in physics):
        return zero_physics(nv)
    rows = []
    for name, value in zip(JointPhysics._fields, physics, strict=True):
        what = f"{where}: {name}"
        if value is None:
            rows.append(np.zeros(nv))
            continue
        shape: tuple[int, ...] = () if np.shape(value) == () else (nv,)
        row = np.broadcast_to(real_array(what, value, shape), (nv,))
        if name != "rest" and (row < 0.0).any():
            raise ModelError(f"{what} {float(row[row < 0.0][0])!r}, expected at least 0")
        rows.append(row)
    found = JointPhysics(*_frozen(rows))
    narrow = found.friction_width[(found.friction_width > 0) & (found.friction_width < LEAST_WIDTH)]
    if narrow.size:
        raise ModelError(
            f"{where}: friction_width {float(narrow[0])!r}, expected 0 or at least {LEAST_WIDTH:g}"
        )
    _refuse_places(where, joints, found)
    return found


def _refuse_places(where: str, joints: Sequence[Joint], physics: JointPhysics) -> None:
    """Refuse springs where no coordinate is an angle or a length, and physics of free joints."""
    first = 0
    for joint in joints:
        here = slice(first, first + joint.nv)
        first += joint.nv
        given = [
            name for name, row in zip(physics._fields, physics, strict=True) if row[here].any()
        ]
        if isinstance(joint, OneDegreeJoint) or not given:
            continue
        if joint.kind == "free":
            raise ModelError(
                f"{where}: {given[0]} of a free joint, whose velocity has no coordinates of its "
                "own; apply a wrench"
            )
        if "stiffness" in given or "rest" in given:
            raise ModelError(
                f"{where}: a spring of a {joint.kind} joint, expected one of a revolute, "
                "prismatic or helical joint"
            )


def rows_of(physics: JointPhysics | None, columns: Any) -> JointPhysics | None:
    """Return the physics of some of the coordinates, in this order; zeros for a column -1."""
    if physics is None:
        return None
    columns = np.asarray(columns, int)
    return JointPhysics(*(np.append(row, 0.0)[columns] for row in physics))


def physics_of(model: TreeModel, given: Sequence[ArrayLike | None]) -> JointPhysics:
    """Return the physics of all joints from rows (nv,) or None; errors as `checked_physics`."""
    rows: list[Array] = []
    for name, value in zip(JointPhysics._fields, given, strict=True):
        empty = value is None
        rows.append(np.zeros(model.nv) if empty else real_array(name, value, (model.nv,)))  # type: ignore[arg-type]
    if all(value is None for value in given):
        return zero_physics(model.nv)
    signs, widths = np.array([*rows[:-1]]), rows[3]
    wrong = (signs < 0.0).any() or ((widths > 0.0) & (widths < LEAST_WIDTH)).any()
    for i, joint in enumerate(model.joints):
        if isinstance(joint, OneDegreeJoint) and not wrong:
            continue
        v = int(model.idx_v[i])
        checked_physics(
            f"joint {model.joint_names[i]!r}", (joint,), [row[v : v + joint.nv] for row in rows]
        )
    return JointPhysics(*rows)
