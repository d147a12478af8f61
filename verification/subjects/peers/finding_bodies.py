"""The reproducer of what MuJoCo's joint-space inertia loses for a light body on a heavy arm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import oracle

DIGITS = 25
# What the file says is what both libraries take; the second center of mass is on its hinge's axis.
ANGLES = (0.5, -0.75)
PLACE = (1.5, 0.5, 0.25)


@dataclass(frozen=True)
class Load:
    """Mass [kg], center of mass [m] and diagonal inertia [kg m^2] of a body."""

    mass: float
    com: tuple[float, float, float]
    inertia: tuple[float, float, float]


ARM = Load(40.0, (0.75, 0.25, 0.5), (1.0, 2.0, 1.5))
LIGHT = Load(0.25, (0.0, 0.0, 0.03125), (6.4e-05, 6.4e-05, 4e-06))

TEMPLATE = '''"""Joint-space inertia of a light body on a heavy arm."""

import sys

import mujoco
import numpy as np

model = mujoco.MjModel.from_xml_string("""
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body>
      <joint type="hinge" axis="0 1 0"/>
      <inertial mass="{arm_mass}" pos="{arm_com}" diaginertia="{arm_inertia}"/>
      <body pos="{place}">
        <joint type="hinge" axis="0 0 1"/>
        <inertial mass="{light_mass}" pos="{light_com}" diaginertia="{light_inertia}"/>
      </body>
    </body>
  </worldbody>
</mujoco>
""")
data = mujoco.MjData(model)
data.qpos[:] = {angles}
mujoco.mj_forward(model, data)
H = np.zeros((2, 2))
mujoco.mj_fullM(model, data, H)
# the center of mass is on the axis of the second hinge: its inertia about it is that of the body
formula = {light_inertia_z!r}
reference = "{reference}"
error = abs(H[1, 1] - float(reference)) / float(reference)
scale = 1 / np.sqrt(np.diag(H))
condition = np.linalg.cond(H * np.outer(scale, scale))
print("mujoco", mujoco.__version__)
print(f"H[1, 1] returned {{H[1, 1]:.17g}} | formula {{formula:.17g}} | reference {{reference}} "
      f"| error {{error:.1e}}")
print(f"condition of H scaled to a unit diagonal: {{condition:.3g}}")
as_stated = error > 1e-13 and condition < 100 and abs(formula - float(reference)) < 1e-15 * formula
print("as stated" if as_stated else "NOT as stated")
sys.exit(not as_stated)
'''


def _words(numbers: tuple[float, ...]) -> str:
    return " ".join(f"{x!r}" for x in numbers)


def script() -> tuple[str, float]:
    """Return the reproducer and the proven bound of the reference in it."""
    builder, there = lieref.ModelBuilder(), np.eye(4)
    there[:3, 3] = PLACE
    _add(builder, "arm", None, lieref.Revolute((0.0, 1.0, 0.0)), np.eye(4), ARM)
    _add(builder, "light", "arm", lieref.Revolute((0.0, 0.0, 1.0)), there, LIGHT)
    K = oracle.Arb(60)
    with K.working():
        H = oracle.joint_space_inertia(builder.build_tree(), ANGLES, field=K)
        reference, radius = K.to_string(H[1][1], DIGITS), K.radius(H[1][1]) / K.to_float(H[1][1])
    text = TEMPLATE.format(
        arm_mass=ARM.mass,
        arm_com=_words(ARM.com),
        arm_inertia=_words(ARM.inertia),
        light_mass=LIGHT.mass,
        light_com=_words(LIGHT.com),
        light_inertia=_words(LIGHT.inertia),
        light_inertia_z=LIGHT.inertia[2],
        place=_words(PLACE),
        angles=list(ANGLES),
        reference=reference,
    )
    return text, radius


def _add(
    builder: lieref.ModelBuilder,
    name: str,
    parent: str | None,
    joint: lieref.Revolute,
    placement: NDArray[np.float64],
    load: Load,
) -> None:
    builder.add_body(
        name,
        parent,
        joint,
        placement=placement,
        mass=load.mass,
        com=load.com,
        inertia=np.diag(load.inertia),
    )
