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

from lieref import oracle
from lieref.oracle import Arb
from verification.peers import lie_reproducers
from verification.peers.environments import variables
from verification.peers.scripts import (
    DIGITS,
    HEAD,
    arm,
    certified_force,
    certified_inertia,
    certified_position,
    joint,
    link,
    model_of,
    slide_below_hinge,
    text,
)

SECONDS = 300


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


def _rtb_sign() -> str:
    urdf = arm("0 -1 0", "1 0 0 1 0 1")
    body = (
        'robot = roboticstoolbox.Robot.URDF(__import__("os").path.abspath("robot.urdf"))\n'
        "gravity = np.array([0, 0, -9.81])\n"
        "returned = robot.rne(np.zeros(1), np.zeros(1), np.zeros(1), gravity=gravity)[0]\n"
    )
    digits = certified_force(urdf, [0.0])
    return text(
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
    return text("import roboticstoolbox", urdf, body, "inertia(0)[0, 0]", digits, formula, 0.01)


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
    return text(imports, urdf, body, "mass_matrix(0)[0, 0]", digits, formula, 0.05)


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
    return text("import pybullet as p", urdf, body, what, digits, formula, 1e-9)


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
    return text(imports, urdf, body, "M(0.3, 0)[0, 1]", digits, "-2.0 * 1.0", 0.01)


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
        model = model_of(urdf)
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
    return text(imports, urdf, body, "d force / dq (0)", digits, "2 * 9.81 * 0.5", 0.5)


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


def _robot_ik(body: str, what: str, digits: str, formula: str) -> str:
    """A link of 2 kg that a joint about z carries."""
    imports = "from robot_ik import DynamicsSolver, LinkInertia, RobotDynamicsModel"
    return text(imports, "", body, what, digits, formula, 0.1)


def _robot_ik_center() -> str:
    body = (
        "# the center of mass in the origin of the link's frame, which is 0.5 m from the joint\n"
        "link = LinkInertia(mass=2.0, com=np.zeros(3), inertia=np.eye(3))\n"
        "one, gravity = np.zeros(1), np.array([0.0, -9.81, 0.0])\n"
        "robot = DynamicsSolver(\n"
        "    RobotDynamicsModel(np.array([0.5]), one, one, [link], gravity, one)\n"
        ")\n"
        "q, step = np.zeros(1), 1e-6\n"
        "height = lambda q: robot.forward_kinematics_all(q)[1][1, 3]\n"
        "slope = (height(q + step) - height(q - step)) / (2 * step)\n"
        'print(f"its own kinematics: m g dy/dq returned {2 * 9.81 * slope:.9g}")\n'
        "returned = robot.gravity_torque(q)[0]\n"
    )
    # the same pendulum with gravity along -z
    digits = certified_force(arm("0 -1 0", "1 0 0 1 0 1"), [0.0])
    return _robot_ik(body, "gravity_torque(0)[0]", digits, "2 * 9.81 * 0.5")


def _robot_ik_axis() -> str:
    body = (
        "# alpha turns the link's frame so that its y is along -z of the base, the joint's axis\n"
        "link = LinkInertia(mass=2.0, com=np.zeros(3), inertia=np.diag([1.0, 2.0, 3.0]))\n"
        "one, gravity = np.zeros(1), np.array([0.0, 0.0, -9.81])\n"
        "robot = DynamicsSolver(\n"
        "    RobotDynamicsModel(one, np.array([-np.pi / 2]), one, [link], gravity, one)\n"
        ")\n"
        "pose = robot.forward_kinematics_all(np.zeros(1))[1]\n"
        "axis = pose[:3, :3].T @ [0, 0, 1]\n"
        "moment = axis @ link.inertia @ axis\n"
        'print(f"its own kinematics: moment about the axis returned {moment:.9g}")\n'
        "returned = robot.inertia_matrix(np.zeros(1))[0, 0]\n"
    )
    turning = joint("j", "revolute", "base", "a", "0 -1 0")
    moved = link("a", 2, "0 0 0", "1 0 0 2 0 3")
    urdf = f'<robot name="a">\n  <link name="base"/>\n{moved}{turning}</robot>'
    return _robot_ik(body, "inertia_matrix(0)[0, 0]", certified_inertia(urdf, [0.0], 0, 0), "2.0")


def _pytorch_kinematics() -> str:
    turning = joint("j", "revolute", "base", "a", "0 0 1", "0.1 0 0")
    carried = link("a", 1, "0 0 0", "1 0 0 1 0 1")
    urdf = f'<robot name="a">\n  <link name="base"/>\n{carried}{turning}</robot>'
    body = (
        'robot = pk.build_serial_chain_from_urdf(URDF, "a").to(dtype=torch.float64)\n'
        "pose = robot.forward_kinematics(torch.zeros(1, dtype=torch.float64)).get_matrix()\n"
        "assert pose.dtype == torch.float64\n"
        "returned = pose[0, 0, 3]\n"
    )
    imports = "import pytorch_kinematics as pk\nimport torch"
    what = "x of forward_kinematics(0)"
    return text(imports, urdf, body, what, certified_position(urdf, [0.0], "a"), "0.1", 1e-8)


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
    "pytorch_kinematics_urdf_in_float32": Reproducer(
        "pytorch_kinematics",
        "The numbers of a URDF are rounded to float32 in chains of float64",
        "A link 0.1 m from the base; the chain is turned into float64 by `.to`. The position has "
        "the error of 0.1 in float32, with `torch.set_default_dtype(torch.float64)`, too.",
        _pytorch_kinematics,
    ),
    "robot_ik_center_of_mass": Reproducer(
        "robot-ik",
        "The dynamics have a link's center of mass near the base, its kinematics at the link",
        "One link of 2 kg, 0.5 m long, its center of mass in the origin of its frame, gravity "
        "across the joint's axis. `gravity_torque` returns 0; the height of that origin, of "
        "`forward_kinematics_all`, has the derivative that gives m g l. `inverse_dynamics` takes "
        "`com` in the base's axes for a place in the base's frame, without the link's origin.",
        _robot_ik_center,
    ),
    "robot_ik_joint_axis": Reproducer(
        "robot-ik",
        "The dynamics turn a link about z of its own frame, its kinematics about z of that before",
        "One link, its center of mass on the joint's axis, alpha = -pi/2. `forward_kinematics_all` "
        "turns it about z of the base, which is -y of the link's frame; `inertia_matrix` returns "
        "the moment of inertia about z of the link's frame.",
        _robot_ik_axis,
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
    script = finding.script()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reproducer.py"
        path.write_text(script, encoding="utf-8")
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
        "script": script,
        "printed": printed or (done.stderr.splitlines() or [""])[-1][:200],
        "confirmed": done.returncode == 0,
    }
