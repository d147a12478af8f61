"""Mechanisms that equations between joints hold together, and driven joints that are independent.

Those of the catalogue have loop joints and couplings whose sources are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lieref

Array = NDArray[np.float64]
Z, HINGE = (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)
INERTIA = np.diag([0.02, 0.03, 0.04])


def _at(x: float, y: float = 0.0, z: float = 0.0) -> Array:
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def _built(builder: lieref.ModelBuilder, independent: Sequence[str], **start: float) -> Any:
    return builder.build(list(independent), start)


def _ends_meet(y: list[Any], m: Any) -> list[Any]:
    """End of the coupler less that of the rocker, along x and z."""
    crank, coupler, rocker = y
    return [
        0.2 * m.cos(crank) + 0.5 * m.cos(crank + coupler) - 0.45 - 0.4 * m.cos(rocker),
        0.2 * m.sin(crank) + 0.5 * m.sin(crank + coupler) - 0.4 * m.sin(rocker),
    ]


def _with_their_sum(y: list[Any], m: Any) -> list[Any]:
    x, z = _ends_meet(y, m)
    return [x, z, m.sin(x) + 2 * z]


def four_bar_by_equations(redundant: bool = False, base: str = "fixed") -> Any:
    """Return a planar four-bar closed by two equations, or by these and one that follows."""
    b = lieref.ModelBuilder(name="four_bar_by_equations")
    root = None
    if base == "free":
        root = b.add_body("base", None, lieref.Free(), None, 5.0, (0.1, 0.02, 0.05), INERTIA)
    for name, parent, x, length in (
        ("crank", root, 0.0, 0.2),
        ("coupler", "crank", 0.2, 0.5),
        ("rocker", root, 0.45, 0.4),
    ):
        inertia = np.eye(3) * length**3 / 12
        com = (0.45 * length, 0.01, 0.03)
        b.add_body(name, parent, lieref.Revolute(HINGE), _at(x), length, com, inertia)
    joints = ("crank_joint", "coupler_joint", "rocker_joint")
    function = _with_their_sum if redundant else _ends_meet
    b.constrain(joints, function, "ends", 3 if redundant else 2, unit=0.4)
    free = ["base_joint"] if root else []
    return _built(b, [*free, joints[0]], crank_joint=1.0, coupler_joint=0.3, rocker_joint=2.0)


def _rod_length(y: list[Any], m: Any) -> list[Any]:
    """A massless rod of 0.6 m from the end of a bar of 0.5 m to a slide."""
    bar, slide = y
    return [(0.5 * m.cos(bar) - slide) ** 2 + (0.5 * m.sin(bar) - 0.1) ** 2 - 0.36]


def _belt(y: list[Any], m: Any) -> list[Any]:
    return [y[0] + 0.1 * m.sin(y[0])]


def rod_by_its_length() -> Any:
    """Return a bar with an arm that drives a wheel by a belt, and a slide at the wheel's rod."""
    b = lieref.ModelBuilder(name="rod_by_its_length")
    b.add_body("bar", None, lieref.Revolute(Z), None, 1.0, (0.25, 0.02, 0), INERTIA)
    b.add_body("wheel", None, lieref.Revolute(Z), _at(0.1), 0.4, (0.01, 0, 0), INERTIA)
    b.add_body("slide", None, lieref.Prismatic((1, 0, 0)), None, 0.5, (0, 0.1, 0), INERTIA)
    hinge = lieref.Revolute((0, 1, 0))
    b.add_body("arm", "bar", hinge, _at(0.3, 0.05, 0.1), 0.7, (0.2, 0, 0.1), INERTIA)
    b.couple("wheel_joint", "bar_joint", function=_belt)
    b.constrain(["wheel_joint", "slide_joint"], _rod_length, "rod", unit=0.6)
    return _built(b, ["bar_joint", "arm_joint"], bar_joint=0.7, slide_joint=0.9)


def _differential(y: list[Any], m: Any) -> list[Any]:
    one, two = y
    return [0.5 * (one + two) + 0.1 * m.sin(one), one - two + m.atan2(m.sin(one), 2 + m.cos(two))]


def differential_by_outputs(linear: bool = False, mixed: bool = False) -> Any:
    """Return a differential on a free base, both outputs independent, or an output and a motor."""
    b = lieref.ModelBuilder(name="differential_by_outputs")
    b.add_body("base", None, lieref.Free(), None, 3.0, (0.1, 0, 0), INERTIA)
    for i in range(2):
        hinge = lieref.Revolute((1, 0, 0))
        b.add_body(f"motor{i}", "base", hinge, _at(0, 0.1 * i), 0.3, (0, 0.01, 0), INERTIA / 10)
    hinge = lieref.Revolute((0, 1, 0))
    b.add_body("pitch", "base", hinge, _at(0.2), 1.0, (0.1, 0, 0.1), INERTIA)
    hinge = lieref.Revolute((1, 0, 0))
    b.add_body("roll", "pitch", hinge, _at(0.2), 1.0, (0.1, 0.1, 0.1), INERTIA)
    outputs, motors = ("pitch_joint", "roll_joint"), ("motor0_joint", "motor1_joint")
    if linear:
        b.couple(outputs, motors, [[0.5, 0.5], [1.0, -1.0]], [0.1, 0.2])
    else:
        b.couple(outputs, motors, function=_differential)
    chosen = (outputs[0], motors[1]) if mixed else outputs
    return _built(b, ["base_joint", *chosen])
