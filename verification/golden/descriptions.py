"""Models as plain data with exact decimals, and back: what a golden case says of its robot.

Any model whose joints are revolute, prismatic, helical, spherical or free can be described, so
those of the catalogue, of URDF files and of composite joints alike. Every number is a double,
written as the decimal that it is: reading it and rounding it gives the same double again.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ModelError
from lieref.model.builder import ModelBuilder
from lieref.model.joints import joints
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loops import Coupling
from lieref.model.model import Model

Array = NDArray[np.float64]
# Parameters of each kind of joint, in the order of its class.
PARAMETERS = {
    joints.Revolute: ("axis", "point"),
    joints.Prismatic: ("axis",),
    joints.Helical: ("axis", "pitch", "point"),
    joints.Spherical: (),
    joints.Free: (),
    joints.Fixed: (),
}
KINDS = {joint.__name__.lower(): joint for joint in PARAMETERS}


def decimals(nested: Any) -> Any:
    """Return doubles, in lists of any depth, as the decimals that they are exactly."""
    if isinstance(nested, list | tuple | np.ndarray):
        return [decimals(x) for x in nested]
    number = float(nested)
    return str(Decimal(number)) if number else "0"


def doubles(nested: Any) -> Any:
    """Return the doubles nearest to decimals in lists of any depth."""
    if isinstance(nested, list):
        return [doubles(x) for x in nested]
    return float(nested)


def describe(model: Model | LoopModel) -> dict[str, Any]:
    """Return a model as plain data; `build` makes the same of it again.

    Raises
    ------
    ModelError
        A joint of another type, or a coupling that is no constant ratio.
    """
    tree = model.tree if isinstance(model, LoopModel) else model
    bodies = []
    for i, joint in enumerate(tree.joints):
        parent = int(tree.parents[i])
        bodies.append(
            {
                "name": tree.names[i],
                "parent": None if parent < 0 else tree.names[parent],
                "joint": {"name": tree.joint_names[i], **_joint(tree.joint_names[i], joint)},
                "placement": decimals(tree.placements[i]),
                "mass": decimals(tree.masses[i]),
                "com": decimals(tree.coms[i]),
                "inertia": decimals(tree.inertias[i]),
            }
        )
    found = {"name": tree.name, "gravity": decimals(tree.gravity), "bodies": bodies}
    if isinstance(model, LoopModel):
        found |= _constraints(model)
    return found


def _joint(name: str, joint: Any) -> dict[str, Any]:
    """Type and parameters of an elementary joint."""
    if type(joint) not in PARAMETERS:
        expected = ", ".join(KINDS)
        raise ModelError(
            f"joint {name!r}: got a {type(joint).__name__}, expected one of {expected}"
        )
    parameters = {key: decimals(getattr(joint, key)) for key in PARAMETERS[type(joint)]}
    return {"type": type(joint).__name__.lower(), **parameters}


def _constraints(model: LoopModel) -> dict[str, Any]:
    """Loops, couplings, the independent joints and the assembly."""
    couplings = []
    for coupling in model.couplings:
        ratios, offsets = linear(coupling)
        couplings.append(
            {
                "driven": list(coupling.driven),
                "sources": list(coupling.sources),
                "ratios": decimals(ratios),
                "offsets": decimals(offsets),
            }
        )
    tree = model.tree
    owner = np.searchsorted(tree.idx_v, model.independent, side="right") - 1
    return {
        "loops": [
            {
                "name": loop.name,
                "predecessor": loop.predecessor,
                "successor": loop.successor,
                "joint": {"name": loop.name, **_joint(loop.name, loop.joint)},
                "predecessor_frame": decimals(loop.predecessor_frame),
                "successor_frame": decimals(loop.successor_frame),
            }
            for loop in model.loops
        ],
        "couplings": couplings,
        "independent": [tree.joint_names[i] for i in dict.fromkeys(owner)],
        "assembly": decimals(model.assembly),
    }


def linear(coupling: Coupling) -> tuple[Array, Array]:
    """Return ratios (driven, sources) and offsets (driven) of a coupling.

    Raises
    ------
    ModelError
        It goes by a function.
    """
    if coupling.ratios is None or coupling.offsets is None:
        raise ModelError(f"{coupling.name!r}: got a function, expected constant ratios")
    return coupling.ratios, coupling.offsets


def _made(given: dict[str, Any]) -> Any:
    parameters = {key: doubles(x) for key, x in given.items() if key not in ("name", "type")}
    return KINDS[given["type"]](**parameters)


def build(given: dict[str, Any]) -> Any:
    """Return the Model, or LoopModel, of a description.

    Raises
    ------
    ModelError
        The description is of no model that can be.
    """
    builder = ModelBuilder(doubles(given["gravity"]), given["name"])
    for body in given["bodies"]:
        builder.add_body(
            body["name"],
            body["parent"],
            _made(body["joint"]),
            doubles(body["placement"]),
            mass=doubles(body["mass"]),
            com=doubles(body["com"]),
            inertia=doubles(body["inertia"]),
            joint_name=body["joint"]["name"],
        )
    for loop in given.get("loops", ()):
        builder.add_loop(
            loop["name"],
            loop["predecessor"],
            loop["successor"],
            _made(loop["joint"]),
            doubles(loop["predecessor_frame"]),
            doubles(loop["successor_frame"]),
        )
    for coupling in given.get("couplings", ()):
        builder.couple(
            coupling["driven"],
            coupling["sources"],
            doubles(coupling["ratios"]),
            doubles(coupling["offsets"]),
        )
    if "independent" in given:
        return builder.build(given["independent"], doubles(given["assembly"]))
    return builder.build()
