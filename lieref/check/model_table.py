"""A model as a table of plain numbers and words, and back: so it gets to other processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ModelError
from lieref.model.joints.joints import Free, Helical, Joint, Prismatic, Revolute, Screw, Spherical
from lieref.model.model import Model

_JOINTS: dict[str, Callable[[Mapping[str, Any]], Joint]] = {
    "revolute": lambda x: Revolute(x["axis"], x["point"]),
    "prismatic": lambda x: Prismatic(x["axis"]),
    "helical": lambda x: Helical(x["axis"], x["pitch"], x["point"]),
    "screw": lambda x: Screw(x["screw"]),
    "spherical": lambda _: Spherical(),
    "free": lambda _: Free(),
}


def to_table(model: Model) -> dict[str, Any]:
    """Return everything that dynamics depends on, as lists, numbers and words for JSON.

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
        mass, body axes). Doubles keep all their digits in JSON.
    """
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
        if isinstance(joint, Screw):
            body["screw"] = list(joint.X)
        bodies.append(body)
    return {
        "name": model.name,
        "gravity": model.gravity.tolist(),
        "nq": model.nq,
        "nv": model.nv,
        "bodies": bodies,
    }


def from_table(table: Mapping[str, Any]) -> Model:
    """Return the model of a table that `to_table` wrote; joint limits are not in it.

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
            *(np.array([x[key] for x in bodies]) for key in _ARRAYS),
        )
    except (KeyError, TypeError) as error:
        raise ModelError(f"a table of a model without or with a wrong {error}") from None


_ARRAYS = ("placement", "mass", "com", "inertia")


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
) -> Model:
    """Return a model of these parts, without limits of joints."""
    nv = sum(joint.nv for joint in joints)
    wide = np.full(nv, np.inf)
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
        lower=-wide,
        upper=wide,
    )


def with_gravity(model: Model, gravity: Any) -> Model:
    """Return the same robot under another gravity (3,), m/s^2."""
    return from_table(to_table(model) | {"gravity": [float(x) for x in gravity]})
