"""Arms on a flying base whose last body is next to a singular one, by how much is a parameter."""

from __future__ import annotations

import warnings

import numpy as np

import lieref
from lieref.errors import ModelWarning

KINDS = ("massless", "thin", "heavy", "light")
LEAF = "leaf"
JOINTS = ("base", "joint0", "joint1", LEAF)


def build(kind: str, size: float) -> lieref.Model:
    """Return a free base with three links in a row, the last one on joint LEAF.

    Parameters
    ----------
    kind : "massless" (mass and inertia of the leaf are multiplied by size), "thin" (a rod along
        its joint's axis, whose inertia about it is size kg m^2), "heavy" (the leaf's mass and
        inertia by size, above 1) or "light" (those of all bodies but the leaf divided by size).
    size : float
    """
    others = 1.0 / size if kind == "light" else 1.0
    last = size if kind in ("massless", "heavy") else 1.0
    inertia = np.array([[0.03, 0.002, 0.001], [0.002, 0.04, -0.003], [0.001, -0.003, 0.05]])
    builder = lieref.ModelBuilder(name=f"{kind} {size}")
    parent = builder.add_body(
        "base", None, lieref.Free(), mass=2.5 * others, inertia=inertia * others,
        joint_name=JOINTS[0],
    )  # fmt: skip
    for number, axis in enumerate(((0.0, 1.0, 0.0), (0.6, 0.0, 0.8))):
        parent = builder.add_body(
            f"link{number}", parent, lieref.Revolute(axis), _shift(0.1, 0.02, -0.2),
            mass=0.5 * others, com=(0.01, 0.02, -0.1), inertia=0.1 * inertia * others,
            joint_name=JOINTS[1 + number],
        )  # fmt: skip
    thin = kind == "thin"
    with warnings.catch_warnings():
        # a doubtful body is what is asked for
        warnings.simplefilter("ignore", ModelWarning)
        builder.add_body(
            LEAF, parent, lieref.Revolute((0.0, 0.0, 1.0)), _shift(0.05, -0.1, -0.2),
            mass=0.5 * last, com=(0.0, 0.0, 0.1) if thin else (0.05, 0.02, 0.1),
            inertia=np.diag([0.004, 0.004, size]) if thin else 0.1 * inertia * last,
            joint_name=LEAF,
        )  # fmt: skip
        return builder.build_tree()


def _shift(x: float, y: float, z: float) -> np.ndarray:
    placement = np.eye(4)
    placement[:3, 3] = x, y, z
    return placement
