"""Differences of single libraries in a few lines, each with certified reference digits inside.

A script imports the library and numpy alone. It prints what was returned beside the reference value
and beside a formula that is checked by hand, and ends with 0 if the difference is as stated.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lieref
from lieref import oracle
from lieref.oracle import Arb
from verification.peers import lie_reproducers
from verification.peers.environments import variables

DIGITS, SECONDS = 25, 300
END = """
returned, reference, formula = float(returned), {reference}, {formula}
error = abs(returned - reference) / abs(reference)
print(f"{what} returned {{returned:.17g}} | formula {{formula:.17g}} | reference {digits} "
      f"| error {{error:.1e}}")
as_stated = error > {least} and abs(formula - reference) < 1e-14 * abs(reference)
print("as stated" if as_stated else "NOT as stated")
sys.exit(not as_stated)
"""
HEAD = '''import sys

{imports}
import numpy as np

URDF = """{urdf}"""
open("robot.urdf", "w").write(URDF)
'''
LIMIT = '<limit lower="-3" upper="3" effort="100" velocity="100"/>'


@dataclass(frozen=True)
class Reproducer:
    """One difference.

    peer : of `table.PEERS`; title : one sentence; facts : what is measured, in sentences
    script : returns the text, once the reference is computed
    """

    peer: str
    title: str
    facts: str
    script: Callable[[], str]


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


def _model(urdf: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.urdf"
        path.write_text(urdf, encoding="utf-8")
        return lieref.load_urdf(str(path), base="fixed")


def certified_inertia(urdf: str, q: list[float], i: int, j: int) -> str:
    """Digits of an entry of H."""
    K = Arb(60)
    with K.working():
        H = oracle.joint_space_inertia(_model(urdf), q, field=K)
        return str(K.midpoint(H[i][j]).str(DIGITS, radius=False))


def certified_force(urdf: str, q: list[float]) -> str:
    """Digits of the force of the first joint at rest."""
    still = [[0.0] * len(q)] * 2
    found = oracle.certified_inverse_dynamics(_model(urdf), q, still, accuracy=40)
    return f"{found.midpoints[0][0]:.{DIGITS}g}"


def _text(
    imports: str, urdf: str, body: str, what: str, digits: str, formula: str, least: float
) -> str:
    head = HEAD.format(imports=imports, urdf=urdf)
    end = END.format(reference=digits, formula=formula, what=what, digits=digits, least=least)
    return head + body + end


def _rtb_sign() -> str:
    urdf = arm("0 -1 0", "1 0 0 1 0 1")
    body = (
        'robot = roboticstoolbox.Robot.URDF(__import__("os").path.abspath("robot.urdf"))\n'
        "gravity = np.array([0, 0, -9.81])\n"
        "returned = robot.rne(np.zeros(1), np.zeros(1), np.zeros(1), gravity=gravity)[0]\n"
    )
    digits = certified_force(urdf, [0.0])
    return _text(
        "import roboticstoolbox", urdf, body, "rne(0, 0, 0)[0]", digits, "2 * 9.81 * 0.5", 1.9
    )


def _rtb_skew() -> str:
    urdf = arm("0.6 0 0.8", "1 0 0 2 0 3")
    body = (
        'robot = roboticstoolbox.Robot.URDF(__import__("os").path.abspath("robot.urdf"))\n'
        "returned = robot.inertia(np.zeros(1))[0, 0]\n"
        "# n^T I n + m (|c|^2 - (n . c)^2), n the axis\n"
    )
    formula = "0.36 * 1 + 0.64 * 3 + 2 * (0.25 - 0.09)"
    digits = certified_inertia(urdf, [0.0], 0, 0)
    return _text("import roboticstoolbox", urdf, body, "inertia(0)[0, 0]", digits, formula, 0.01)


def _tinydiffsim() -> str:
    urdf = arm("0.6 0 0.8", "1 0 0.2 1 0 1")
    body = (
        'structures = sim.TinyUrdfParser().load_urdf("robot.urdf", True)\n'
        "world, robot = sim.TinyWorld(), sim.TinyMultiBody(False)\n"
        "sim.UrdfToMultiBody2().convert2(structures, world, robot)\n"
        "robot.initialize()\n"
        "q, M = sim.VectorX(1), sim.Matrix(1, 1)\n"
        "q[0] = 0.0\n"
        "sim.mass_matrix(robot, q, M)\n"
        "returned = M[0, 0]\n"
        "# n^T I n + m (|c|^2 - (n . c)^2), n the axis\n"
    )
    formula = "1 + 2 * 0.6 * 0.8 * 0.2 + 2 * (0.25 - 0.09)"
    digits = certified_inertia(urdf, [0.0], 0, 0)
    imports = "import pytinydiffsim as sim"
    return _text(imports, urdf, body, "mass_matrix(0)[0, 0]", digits, formula, 0.05)


def _pybullet() -> str:
    urdf = arm("0.6 0 0.8", "0.97 -0.05 -0.03 1.18 -0.11 1.28")
    body = (
        "p.connect(p.DIRECT)\n"
        'body = p.loadURDF("robot.urdf", useFixedBase=True, flags=p.URDF_USE_INERTIA_FROM_FILE)\n'
        "returned = p.calculateMassMatrix(body, [0.0])[0][0]\n"
        "# n^T I n + m (|c|^2 - (n . c)^2), n the axis\n"
    )
    formula = "0.36 * 0.97 + 0.64 * 1.28 - 2 * 0.48 * 0.03 + 2 * (0.25 - 0.09)"
    digits = certified_inertia(urdf, [0.0], 0, 0)
    what = "calculateMassMatrix(0)[0][0]"
    return _text("import pybullet as p", urdf, body, what, digits, formula, 1e-9)


def _brax() -> str:
    urdf = slide_below_hinge()
    body = (
        'jax.config.update("jax_enable_x64", True)\n'
        "spec = mujoco.MjSpec.from_string(URDF)\n"
        "spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.01, 0, 0], contype=0)\n"
        "robot = mjcf.load_model(spec.compile())\n"
        "state = pipeline.init(robot, jax.numpy.array([0.3, 0.0]), jax.numpy.zeros(2))\n"
        "returned = mass.matrix(robot, state)[0, 1]\n"
        "# the mass below the hinge moves along the slide when the hinge turns: -m l\n"
    )
    imports = (
        "import jax\nimport mujoco\nfrom brax.generalized import mass, pipeline\n"
        "from brax.io import mjcf"
    )
    digits = certified_inertia(urdf, [0.3, 0.0], 0, 1)
    return _text(imports, urdf, body, "M(0.3, 0)[0, 1]", digits, "-2.0 * 1.0", 0.01)


SDF = """<?xml version="1.0"?>
<sdf version="1.10"><model name="pendulum">
<link name="base"><pose>0 0 0 0 0 0</pose><inertial><mass>1</mass>
<inertia><ixx>1</ixx><ixy>0</ixy><ixz>0</ixz><iyy>1</iyy><iyz>0</iyz><izz>1</izz></inertia>
</inertial></link>
<link name="arm"><pose>0 0 0 0 0 0</pose><inertial><pose>0 0 -0.5 0 0 0</pose><mass>2</mass>
<inertia><ixx>1</ixx><ixy>0</ixy><ixz>0</ixz><iyy>1</iyy><iyz>0</iyz><izz>1</izz></inertia>
</inertial></link>
<joint name="world" type="fixed"><parent>world</parent><child>base</child></joint>
<joint name="j" type="revolute"><parent>base</parent><child>arm</child>
<axis><xyz>0 1 0</xyz></axis></joint></model></sdf>"""


def _jaxsim() -> str:
    hanging = link("arm", 2, "0 0 -0.5", "1 0 0 1 0 1")
    turning = joint("j", "revolute", "base", "arm", "0 1 0")
    urdf = f'<robot name="pendulum"><link name="base"/>{hanging}{turning}</robot>'
    K = Arb(60)
    with K.working():
        model = _model(urdf)
        found = oracle.inverse_dynamics_partials(model, [0.0], [0.0], [0.0], field=K)
        digits = K.midpoint(found.dtau_dq[0][0]).str(DIGITS, radius=False)
    body = (
        f'SDF = """{SDF}"""\n'
        'jax.config.update("jax_enable_x64", True)\n'
        "robot = js.model.JaxSimModel.build_from_model_description(SDF, is_urdf=False)\n"
        "\n\ndef force(q):\n"
        "    data = js.data.JaxSimModelData.build(robot, joint_positions=q)\n"
        "    return js.model.free_floating_gravity_forces(robot, data)[6:]\n"
        "\n\nreturned = jax.jacfwd(force)(jax.numpy.zeros(1))[0, 0]\n"
        "# of m g l sin(q), at q = 0\n"
    )
    imports = "import jax\nimport jaxsim.api as js"
    return _text(imports, urdf, body, "d force / dq (0)", digits, "2 * 9.81 * 0.5", 0.5)


def _adam() -> str:
    urdf = (
        f'<robot name="slider">\n  <link name="base"/>\n{link("a", 2, "0 0 0", "1 0 0 1 0 1")}'
        f"{joint('j', 'prismatic', 'base', 'a', '0 0 1')}</robot>"
    )
    head = HEAD.format(imports="from adam.numpy import KinDynComputations", urdf=urdf)
    return head + (
        "try:\n"
        '    KinDynComputations(URDF, ["j"]).mass_matrix(np.eye(4), np.array([0.1]))\n'
        "except ValueError as error:\n"
        '    print(f"mass_matrix raises ValueError: {error}")\n'
        '    print("as stated")\n'
        "    sys.exit(0)\n"
        'print("NOT as stated")\n'
        "sys.exit(1)\n"
    )


REPRODUCERS: dict[str, Reproducer] = {
    "adam_prismatic": Reproducer(
        "adam-robotics",
        "mass_matrix with a prismatic joint raises ValueError (NumPy)",
        "A body on a prismatic joint. Building the model, or `mass_matrix`, raises ValueError. "
        "Models with revolute joints alone are accurate to rounding.",
        _adam,
    ),
    "brax_slide_below_hinge": Reproducer(
        "brax",
        "The joint-space inertia couples a hinge and a slide below it with a wrong factor",
        "A slide along x below a hinge about y, the mass 1 m below the hinge. M[0, 1] is -m l at "
        "every angle; at 0.3 rad `brax.generalized.mass.matrix` returns -m l cos(0.3). Chains of "
        "hinges are accurate to rounding, chains of slides whose frames are turned are not.",
        _brax,
    ),
    "jaxsim_derivative_at_zero": Reproducer(
        "jaxsim",
        "The automatic derivative of the gravity force by a joint's angle is 0 at the angle 0",
        "A pendulum of 2 kg that hangs 0.5 m below a joint about y, float64. "
        "`jax.jacfwd` of `free_floating_gravity_forces` by the joint's position is 0 at q = 0; the "
        "derivative of m g l sin(q) is m g l there. At generic angles the derivatives are accurate "
        "to rounding.",
        _jaxsim,
    ),
    "pybullet_products_of_inertia": Reproducer(
        "pybullet",
        "calculateMassMatrix has a relative error above 1e-9 with products of inertia",
        "One link with a full inertia tensor, URDF_USE_INERTIA_FROM_FILE.",
        _pybullet,
    ),
    "roboticstoolbox_negative_axis": Reproducer(
        "roboticstoolbox-python",
        "rne returns forces of the opposite sign for a joint with a negative URDF axis",
        "A link of 2 kg, its center of mass 0.5 m from a joint about -y, at rest. The force that "
        "holds it is +m g l; `rne` returns -m g l.",
        _rtb_sign,
    ),
    "roboticstoolbox_skew_axis": Reproducer(
        "roboticstoolbox-python",
        "The inertia of a link behind a joint whose URDF axis is not along x, y or z is wrong",
        "One link on a joint about (0.6, 0, 0.8). `inertia` differs from the moment of inertia "
        "about the axis. With the axis along z it is accurate to rounding. The reader turns the "
        "link's frame so that the axis is its z, the link's center of mass and inertia are not "
        "turned.",
        _rtb_skew,
    ),
    "pytinydiffsim_products_of_inertia": Reproducer(
        "pytinydiffsim",
        "Products of inertia of a URDF are left out",
        "One link with ixz = 0.2 on a joint about (0.6, 0, 0.8). `mass_matrix` returns the moment "
        "of inertia without the product.",
        _tinydiffsim,
    ),
    **{
        name: Reproducer(x.peer, x.title, x.facts, x.script)
        for name, x in lie_reproducers.LIE.items()
    },
}


def run(python: Path, finding: Reproducer) -> dict[str, Any]:
    """Return a finding's script, what it printed in a library's environment, and its verdict."""
    text = finding.script()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reproducer.py"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [str(python.absolute()), str(path)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            cwd=folder,
            env=variables(Path(folder)),
            check=False,
        )
    kept = ("returned", "raises", "as stated", "error")
    printed = "\n".join(x for x in done.stdout.splitlines() if any(word in x for word in kept))
    return {
        "script": text,
        "printed": printed or (done.stderr.splitlines() or [""])[-1][:200],
        "confirmed": done.returncode == 0,
    }
