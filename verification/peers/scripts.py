"""The parts of scripts: URDF files, and certified digits of what is computed of them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import lieref
from lieref import oracle
from lieref.oracle import Arb

DIGITS = 25
END = """
returned, reference, formula = float(returned), {reference}, {formula}
error = abs(returned - reference) / abs(reference)
print(f"{what} returned {{returned:.17g}} | formula {{formula:.17g}} | reference {digits} "
      f"| error {{error:.1e}}")
as_stated = error > {least} and abs(formula - reference) < 1e-14 * abs(reference)
print("as stated" if as_stated else "NOT as stated")
sys.exit(not as_stated)
"""
PLAIN = """import sys

{imports}
import numpy as np

"""
HEAD = (
    PLAIN
    + '''URDF = """{urdf}"""
open("robot.urdf", "w").write(URDF)
'''
)
LIMIT = '<limit lower="-3" upper="3" effort="100" velocity="100"/>'


def link(name: str, mass: float, com: str, inertia: str) -> str:
    """The text of a link; inertia: ixx ixy ixz iyy iyz izz."""
    keys = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    values = " ".join(f'{k}="{x}"' for k, x in zip(keys, inertia.split(), strict=True))
    return (
        f'  <link name="{name}"><inertial><origin xyz="{com}"/><mass value="{mass}"/>\n'
        f"    <inertia {values}/></inertial></link>\n"
    )


def joint(name: str, kind: str, parent: str, child: str, axis: str, at: str = "0 0 0") -> str:
    """The text of a joint."""
    return (
        f'  <joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>\n'
        f'    <origin xyz="{at}"/><axis xyz="{axis}"/>{LIMIT}</joint>\n'
    )


def arm(axis: str, inertia: str) -> str:
    """One link of 2 kg on a revolute joint, its center of mass at (0.5, 0, 0)."""
    turning = joint("j", "revolute", "base", "arm", axis)
    moved = link("arm", 2, "0.5 0 0", inertia)
    return f'<robot name="arm">\n  <link name="base"/>\n{moved}{turning}</robot>'


def slide_below_hinge() -> str:
    """A hinge about y, and below it a slide along x whose mass is 1 m below the hinge."""
    parts = link("a", 1, "0 0 -0.5", "1 0 0 1 0 1") + link("b", 2, "0 0 -1", "1 0 0 1 0 1")
    joints = joint("hinge", "revolute", "base", "a", "0 1 0")
    joints += joint("slide", "prismatic", "a", "b", "1 0 0")
    return f'<robot name="pair">\n  <link name="base"/>\n{parts}{joints}</robot>'


def model_of(urdf: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.urdf"
        path.write_text(urdf, encoding="utf-8")
        return lieref.load_urdf(str(path), base="fixed")


def certified_inertia(urdf: str, q: list[float], i: int, j: int) -> str:
    """Digits of an entry of H."""
    K = Arb(60)
    with K.working():
        H = oracle.joint_space_inertia(model_of(urdf), q, field=K)
        return str(K.midpoint(H[i][j]).str(DIGITS, radius=False))


def certified_force(urdf: str, q: list[float]) -> str:
    """Digits of the force of the first joint at rest."""
    still = [[0.0] * len(q)] * 2
    found = oracle.certified_inverse_dynamics(model_of(urdf), q, still, accuracy=40)
    return f"{found.midpoints[0][0]:.{DIGITS}g}"


def certified_position(urdf: str, q: list[float], frame: str) -> str:
    """Digits of x of a link."""
    K = Arb(60)
    with K.working():
        pose = oracle.frame_pose(model_of(urdf), q, frame, field=K)
        return str(K.midpoint(pose[0][3]).str(DIGITS, radius=False))


def text(
    imports: str, urdf: str, body: str, what: str, digits: str, formula: str, least: float
) -> str:
    head = (HEAD if urdf else PLAIN).format(imports=imports, urdf=urdf)
    end = END.format(reference=digits, formula=formula, what=what, digits=digits, least=least)
    return head + body + end
