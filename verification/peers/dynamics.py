"""`lieref check` of a library's dynamics and kinematics over joint types: one row a result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import lieref
from lieref.check import Limits, audit
from lieref.golden import build_model
from lieref.model.model import Model
from verification.golden.descriptions import describe
from verification.golden.inputs import tree
from verification.peers.environments import program
from verification.peers.table import Peer
from verification.subjects import robots

GRAVITY = (0.0, 0.0, -9.81)
#: States that are asked: generic ones, and one with joints at zero and at tiny angles.
STATES, SEEDS = ("generic", "near_zero"), (0, 1)
QUANTITIES = (
    "inverse_dynamics",
    "forward_dynamics",
    "joint_space_inertia",
    "inverse_dynamics_partials",
    "forward_kinematics",
    "jacobian",
)
#: Seconds until ready and for an answer (JAX compiles), and bytes of address space.
LIMITS = Limits(180.0, 180.0, 64 << 30)


@dataclass(frozen=True)
class Measured:
    """A result of a quantity on a model: over states, the worst.

    status : "pass", "fail", "refused", "error" or what else `lieref check` says
    digits : of the worst state; None without numbers
    explained : what explains a failure, in words
    """

    peer: str
    model: str
    quantity: str
    status: str
    digits: float | None = None
    text: str = ""
    explained: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return asdict(self)


def _chain(kind: str, seed: int) -> Model:
    parts = tuple((kind, i - 1 if i else None) for i in range(4))
    return tree(kind, parts, seed).with_gravity(GRAVITY)


def _along_axes(sign: float) -> Model:
    """A chain whose joints are along the axes of their frames, as most robots have them."""
    other = _chain("revolute", 41)
    builder = lieref.ModelBuilder(GRAVITY, "positive" if sign > 0 else "negative")
    for i, name in enumerate(other.names):
        axis = tuple(sign * x for x in np.eye(3)[i % 3])
        joint = lieref.Prismatic(axis) if i == 3 else lieref.Revolute(axis)
        builder.add_body(
            name,
            other.names[i - 1] if i else None,
            joint,
            other.placements[i],
            mass=float(other.masses[i]),
            com=other.coms[i],
            inertia=other.inertias[i],
        )
    return builder.build_tree()


def _branched() -> Model:
    parts = (
        ("revolute", None), ("prismatic", 0), ("revolute", 1), ("revolute", 0), ("prismatic", 3),
    )  # fmt: skip
    return tree("branched", parts, 33).with_gravity(GRAVITY)


def _free() -> Model:
    parts = (("free", None), ("revolute", 0), ("revolute", 1), ("revolute", 0))
    return tree("free", parts, 35).with_gravity(GRAVITY)


def _ur5() -> Model:
    path = "ur_description/urdf/ur5_robot.urdf"
    # without its frames: some readers give links without an inertia a mass
    found = robots.build({"name": "urdf", "path": path, "base": "fixed"})
    plain: Model = build_model(describe(found))
    return plain


#: What is asked, in the order of the columns: joints on skew axes unless the name says more.
MODELS: dict[str, Callable[[], Model]] = {
    "positive axes": lambda: _along_axes(1.0),
    "negative axes": lambda: _along_axes(-1.0),
    "revolute": lambda: _chain("revolute", 31),
    "prismatic": lambda: _chain("prismatic", 32),
    "branched": _branched,
    "helical": lambda: _chain("helical", 34),
    "free base": _free,
    "ur5": _ur5,
}


def measure(folder: Path, peer: Peer, clients: Path, model: str) -> list[Measured]:
    """Return what `lieref check` finds of a library on a model, a row for each quantity."""
    report = audit(
        program(folder, peer, clients),
        MODELS[model](),
        QUANTITIES,
        states=STATES,
        seeds=SEEDS,
        limits=LIMITS,
    )
    explained = {x.quantity: x.text for x in report.explanations}
    found: dict[str, Measured] = {}
    for result in report.results:
        if result.status == "not offered":
            continue
        judged = result.judgement
        row = Measured(
            peer.name,
            model,
            result.quantity,
            "pass" if result.status == "pass to step" else result.status,
            None if judged is None else judged.errors.digits,
            result.text[:200],
            explained.get(result.quantity, "") if result.status == "fail" else "",
        )
        before = found.get(result.quantity)
        if before is None or _rank(row) > _rank(before):
            found[result.quantity] = row
    return list(found.values())


def _rank(row: Measured) -> tuple[int, float]:
    """Worse rows have larger ranks."""
    order = {"pass": 0, "fail": 1}.get(row.status, 2)
    return order, -(row.digits if row.digits is not None else 0.0)
