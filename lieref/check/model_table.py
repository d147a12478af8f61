"""A model as a table of plain numbers and words, and back: so it gets to other processes."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ModelError
from lieref.model.joints.joints import Free, Helical, Joint, Prismatic, Revolute, Screw, Spherical
from lieref.model.model import Model
from lieref.model.tree.configuration import require_tree
from lieref.model.tree.tree_model import DriveLimits, Frame, JointPhysics

#: What the table calls the members of `DriveLimits`.
DRIVE = ("force_limit", "velocity_limit")

_JOINTS: dict[str, Callable[[Mapping[str, Any]], Joint]] = {
    "revolute": lambda x: Revolute(x["axis"], x["point"]),
    "prismatic": lambda x: Prismatic(x["axis"]),
    "helical": lambda x: Helical(x["axis"], x["pitch"], x["point"]),
    "screw": lambda x: Screw(x["screw"]),
    "spherical": lambda _: Spherical(),
    "free": lambda _: Free(),
}


def to_table(model: Model) -> dict[str, Any]:
    """Return everything that dynamics depends on, and limits, as lists, numbers and words for JSON.

    Parameters
    ----------
    model : Model

    Returns
    -------
    dict
        "name", "gravity" (3,), "nq", "nv", and "bodies": for each, parents first, "name",
        "parent" (number, -1 for the world), "joint" (name), "kind", "axis" and "point" (body
        frame; of one-degree joints), "pitch" (m/rad), "screw" (of a Screw), "iq", "iv" (first
        coordinates), "placement" (4, 4), "mass", "com" (3,), "inertia" (3, 3; about the center of
        mass, body axes), "lower" and "upper" where the joint has these limits, and "armature",
        "damping", "friction", "friction_width", "stiffness", "rest" (one number for each velocity
        coordinate, see `JointPhysics`) where it has these, and so "force_limit" and
        "velocity_limit". "frames", where there are any: "name",
        "body" (number, -1 for the world), "placement" (4, 4). Doubles keep all their digits in
        JSON.

    Raises
    ------
    ArgumentError
        A model with loops: the protocol of `lieref check` knows trees alone.
    """
    require_tree(model, "the table of a model has no loops and couplings")
    bodies = []
    for i, joint in enumerate(model.joints):
        body = {
            "name": model.names[i],
            "parent": int(model.parents[i]),
            "joint": model.joint_names[i],
            "kind": joint.kind,
            "iq": int(model.idx_q[i]),
            "iv": int(model.idx_v[i]),
            "placement": model.placements[i].tolist(),
            "mass": float(model.masses[i]),
            "com": model.coms[i].tolist(),
            "inertia": model.inertias[i].tolist(),
        }
        if not isinstance(joint, Spherical | Free):
            body |= {"axis": list(joint.axis), "point": list(joint.point), "pitch": joint.pitch}
            at = body["iv"]
            limits = (("lower", float(model.lower[at])), ("upper", float(model.upper[at])))
            body |= {key: x for key, x in limits if math.isfinite(x)}
        if isinstance(joint, Screw):
            body["screw"] = list(joint.X)
        if model.drive_limits is not None:
            at = slice(body["iv"], body["iv"] + joint.nv)
            pairs = zip(DRIVE, model.drive_limits, strict=True)
            body |= {key: row[at].tolist() for key, row in pairs if np.isfinite(row[at]).all()}
        if model.joint_physics is not None:
            here = slice(body["iv"], body["iv"] + joint.nv)
            body |= {
                key: row[here].tolist()
                for key, row in zip(JointPhysics._fields, model.joint_physics, strict=True)
                if row[here].any()
            }
        bodies.append(body)
    table = {
        "name": model.name,
        "gravity": model.gravity.tolist(),
        "nq": model.nq,
        "nv": model.nv,
        "bodies": bodies,
    }
    frames = [
        {
            "name": name,
            "body": -1 if body is None else model.names.index(body),
            "placement": placement.tolist(),
        }
        for name, body, placement in own_frames(model)
    ]
    return table | {"frames": frames} if frames else table


def own_frames(model: Model) -> list[Frame]:
    """Frames of a model beside those of its bodies."""
    return [frame for name, frame in model.frames.items() if name not in model.names]


def texts(model: Model | None) -> dict[str, Any]:
    """Return a model as everything that the protocol hands over.

    "model", see `to_table`; and "urdf" and "sdf", where these formats have the model.
    """
    if model is None:
        return {}
    found: dict[str, Any] = {"model": to_table(model)}
    for name, text in (("urdf", model.to_urdf), ("sdf", model.to_sdf)):
        # a format may lack a joint of the model
        with contextlib.suppress(ModelError):
            found[name] = text()
    return found


def from_table(table: Mapping[str, Any]) -> Model:
    """Return the model of a table that `to_table` wrote.

    Raises ModelError if the table is none.
    """
    try:
        bodies = table["bodies"]
        joints = [_JOINTS["screw" if "screw" in x else x["kind"]](x) for x in bodies]
        return rebuilt(
            table["name"],
            [x["name"] for x in bodies],
            [x["joint"] for x in bodies],
            joints,
            [x["parent"] for x in bodies],
            table["gravity"],
            *_arrays(bodies),
            [(float(x.get("lower", -math.inf)), float(x.get("upper", math.inf))) for x in bodies],
            physics=JointPhysics(*_rows(bodies, joints, JointPhysics._fields, 0.0)),
            drive_limits=DriveLimits(*_rows(bodies, joints, DRIVE, math.inf)),
            frames=[
                Frame(
                    str(x["name"]),
                    bodies[x["body"]]["name"] if x["body"] >= 0 else None,
                    np.array(x["placement"], dtype=float),
                )
                for x in table.get("frames", ())
            ],
        )
    except (KeyError, TypeError) as error:
        raise ModelError(f"a table of a model without or with a wrong {error}") from None


def _rows(
    bodies: Any, joints: list[Joint], keys: Sequence[str], usual: float
) -> list[NDArray[np.float64]]:
    """Numbers of all velocity coordinates by key, the usual one where a body does not say."""
    pairs = list(zip(bodies, joints, strict=True))
    return [
        np.array([x for body, joint in pairs for x in body.get(key, [usual] * joint.nv)], float)
        for key in keys
    ]


def _arrays(bodies: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Placements, masses, centers of mass and inertias of a table's bodies."""
    keys = ("placement", "mass", "com", "inertia")
    placements, masses, coms, inertias = (np.array([x[key] for x in bodies]) for key in keys)
    return placements, masses, coms, inertias


def rebuilt(
    name: str,
    names: list[str] | tuple[str, ...],
    joint_names: list[str] | tuple[str, ...],
    joints: list[Joint],
    parents: Any,
    gravity: Any,
    placements: NDArray[Any],
    masses: NDArray[Any],
    coms: NDArray[Any],
    inertias: NDArray[Any],
    limits: list[tuple[float, float]] | None = None,
    physics: JointPhysics | None = None,
    frames: Sequence[Frame] = (),
    drive_limits: DriveLimits | None = None,
) -> Model:
    """Return a model of these parts; limits are those of one-degree joints, of each body a pair."""
    ends = [(-math.inf, math.inf)] * len(joints) if limits is None else limits
    free = (-math.inf, math.inf)
    each = [
        pair
        for joint, given in zip(joints, ends, strict=True)
        for pair in ([given] if joint.nv == 1 else [free] * joint.nv)
    ]
    lower, upper = np.array(each, dtype=float).reshape(-1, 2).T
    return Model(
        name=name,
        names=names,
        joint_names=joint_names,
        joints=joints,
        parents=parents,
        placements=placements,
        masses=masses,
        coms=coms,
        inertias=inertias,
        gravity=gravity,
        lower=lower,
        upper=upper,
        frames=frames,
        physics=physics,
        drive_limits=drive_limits,
    )


def with_gravity(model: Model, gravity: Any) -> Model:
    """Return the same robot under another gravity (3,), m/s^2."""
    return from_table(to_table(model) | {"gravity": [float(x) for x in gravity]})
