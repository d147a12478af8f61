"""Robots as MuJoCo reads them from URDF and MJCF files, as tables of the protocol."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from lieref.check.wire import SubjectError

FloatArray = NDArray[np.float64]
KINDS = {0: "free", 1: "spherical", 2: "prismatic", 3: "revolute"}


def read_file(path: str) -> Any:
    """Return MuJoCo's compiled model of a file: no contacts, constraints or friction.

    Meshes that are not found are left out with all shapes of a URDF: MuJoCo takes masses from
    shapes only where a link has none.
    """
    try:
        spec = mujoco.MjSpec.from_file(path)
        try:
            other = spec.compile()
        except ValueError as error:
            if not path.lower().endswith(".urdf") or "opening file" not in str(error):
                raise
            spec = mujoco.MjSpec.from_file(path)
            for shape in [*spec.geoms, *spec.meshes]:
                spec.delete(shape)
            other = spec.compile()
    except ValueError as error:
        text = " ".join(str(error).split())
        raise SubjectError("refused", f"MuJoCo cannot read {path!r}: {text}") from None
    _refuse_springs(other)
    other.opt.disableflags |= int(
        mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        | mujoco.mjtDisableBit.mjDSBL_CONTACT
        # a step shall not make damping implicit
        | mujoco.mjtDisableBit.mjDSBL_EULERDAMP
    )
    # as long as that, accelerations are not lost beside velocities in differences of steps
    other.opt.timestep = 1.0
    return other


def _refuse_springs(other: Any) -> None:
    """Refuse what no joint of a table can have: other springs and dampers than linear ones.

    MuJoCo 4 has polynomials.
    """
    for name in ("dof_dampingpoly", "jnt_stiffnesspoly", "jnt_springyield"):
        if np.any(getattr(other, name, 0.0)):
            raise SubjectError("refused", f"{name} is not zero, lieref has linear joint physics")
    for j in range(other.njnt):
        several = KINDS[int(other.jnt_type[j])] in ("free", "spherical")
        first = int(other.jnt_dofadr[j])
        free = KINDS[int(other.jnt_type[j])] == "free"
        here = slice(first, first + 6)
        acting = free and (other.dof_armature[here].any() or other.dof_damping[here].any())
        if acting or (several and other.jnt_stiffness[j]):
            raise SubjectError(
                "refused",
                f"joint {other.joint(j).name!r}: armature, damping or stiffness of a "
                f"{KINDS[int(other.jnt_type[j])]} joint, which lieref does not have",
            )


def own_table(other: Any) -> tuple[dict[str, Any], list[str]]:
    """Return the table of a compiled model, and the name of the joint of each of its bodies.

    Bodies without joints are part of what carries them. Several joints of one body are a chain with
    massless bodies between.
    """
    bodies: list[dict[str, Any]] = []
    # the table's body that carries each of theirs, and their pose in it
    carrier, pose = [-1] * other.nbody, [np.eye(4) for _ in range(other.nbody)]
    for b in range(1, other.nbody):
        parent = int(other.body_parentid[b])
        place = pose[parent] @ _pose(other.body_pos[b], other.body_quat[b])
        carrier[b] = carrier[parent]
        first = int(other.body_jntadr[b])
        for j in range(first, first + int(other.body_jntnum[b])):
            name = other.body(b).name if j == first + int(other.body_jntnum[b]) - 1 else ""
            joint = _joint(other, j)
            bodies.append(
                {
                    "name": name or f"{other.body(b).name} at {other.joint(j).name}",
                    "joint": other.joint(j).name,
                    "parent": carrier[b],
                    # the configuration of a free joint is the pose itself
                    "placement": np.eye(4) if joint["kind"] == "free" else place,
                    "mass": 0.0,
                    "com": np.zeros(3),
                    "inertia": np.zeros((3, 3)),
                }
                | joint
            )
            carrier[b], place = len(bodies) - 1, np.eye(4)
        pose[b] = place
        if carrier[b] >= 0:
            _add(bodies[carrier[b]], other, b, place)
    if not bodies:
        raise SubjectError("refused", "nothing moves in this file as MuJoCo reads it")
    for body in bodies:
        body |= {key: np.asarray(body[key]).tolist() for key in ("placement", "com", "inertia")}
    table = {
        "name": "robot",
        "gravity": np.array(other.opt.gravity).tolist(),
        "bodies": bodies,
    }
    return table, [str(body["joint"]) for body in bodies]


def _pose(position: FloatArray, quaternion: FloatArray) -> FloatArray:
    """A pose (4, 4) of a position and a quaternion (w, x, y, z)."""
    found, R = np.eye(4), np.zeros(9)
    mujoco.mju_quat2Mat(R, np.array(quaternion, dtype=float))
    found[:3, :3], found[:3, 3] = R.reshape(3, 3), position
    return found


def _joint(other: Any, j: int) -> dict[str, Any]:
    """Kind, axis, point and limits of a joint; SubjectError for what lieref does not have."""
    kind = KINDS[int(other.jnt_type[j])]
    if kind in ("prismatic", "revolute") and other.qpos0[int(other.jnt_qposadr[j])]:
        raise SubjectError("refused", f"joint {other.joint(j).name!r} has an offset, expected none")
    first = int(other.jnt_dofadr[j])
    here = slice(first, first + {"free": 6, "spherical": 3}.get(kind, 1))
    rows = {"armature": other.dof_armature[here], "damping": other.dof_damping[here]}
    if kind in ("prismatic", "revolute") and other.jnt_stiffness[j]:
        at = int(other.jnt_qposadr[j])
        rows |= {
            "stiffness": other.jnt_stiffness[j : j + 1],
            "rest": other.qpos_spring[at : at + 1],
        }
    acting = {key: np.array(row).tolist() for key, row in rows.items() if np.any(row)}
    if kind in ("free", "spherical"):
        return {"kind": kind} | acting
    found: dict[str, Any] = acting | {
        "kind": kind,
        "axis": np.array(other.jnt_axis[j]).tolist(),
        "point": np.array(other.jnt_pos[j]).tolist() if kind == "revolute" else [0.0, 0.0, 0.0],
        "pitch": 0.0,
    }
    if other.jnt_limited[j]:
        found["lower"], found["upper"] = map(float, other.jnt_range[j])
    return found


def _add(body: dict[str, Any], other: Any, b: int, place: FloatArray) -> None:
    """Add the mass of one of MuJoCo's bodies, which stands at a pose, to a body of the table."""
    more = float(other.body_mass[b])
    at = place @ _pose(other.body_ipos[b], other.body_iquat[b])
    R, c = at[:3, :3], at[:3, 3]
    inertia = R @ np.diag(other.body_inertia[b]) @ R.T
    mass, total = float(body["mass"]), float(body["mass"]) + more
    if not total:
        body["inertia"] = body["inertia"] + inertia
        return
    center = (mass * body["com"] + more * c) / total
    for m, x in ((mass, body["com"] - center), (more, c - center)):
        inertia = inertia + m * ((x @ x) * np.eye(3) - np.outer(x, x))
    body["inertia"] = body["inertia"] + inertia
    body["mass"], body["com"] = total, center
