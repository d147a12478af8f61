"""Models as plain data: what a golden case says of its robot; `lieref.golden` builds it again.

Any model whose joints are revolute, prismatic, helical, spherical or free can be described, so
those of the catalogue, of URDF files and of composite joints alike. Every number is a double, and
is written with as many digits as it takes to read the same double again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ModelError
from lieref.golden.golden_cases import KINDS, PARAMETERS
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loops import Coupling
from lieref.model.model import Model

Array = NDArray[np.float64]


def doubles(nested: Any) -> Any:
    """Return numbers, in lists of any depth, as doubles; zero has no sign."""
    if isinstance(nested, list | tuple | np.ndarray):
        return [doubles(x) for x in nested]
    return float(nested) + 0.0


def describe(model: Model | LoopModel) -> dict[str, Any]:
    """Return a model as plain data; `lieref.golden.build_model` makes the same of it again.

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
                "placement": doubles(tree.placements[i]),
                "mass": doubles(tree.masses[i]),
                "com": doubles(tree.coms[i]),
                "inertia": doubles(tree.inertias[i]),
            }
        )
    found = {"name": tree.name, "gravity": doubles(tree.gravity), "bodies": bodies}
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
    parameters = {key: doubles(getattr(joint, key)) for key in PARAMETERS[type(joint)]}
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
                "ratios": doubles(ratios),
                "offsets": doubles(offsets),
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
                "predecessor_frame": doubles(loop.predecessor_frame),
                "successor_frame": doubles(loop.successor_frame),
            }
            for loop in model.loops
        ],
        "couplings": couplings,
        "independent": [tree.joint_names[i] for i in dict.fromkeys(owner)],
        "assembly": doubles(model.assembly),
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
