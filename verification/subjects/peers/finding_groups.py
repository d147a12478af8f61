"""The reproducers of what functions on SO(3) and SE(3) lose at some angle."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lieref.oracle import Arb
from verification.subjects.peers import group_samples
from verification.subjects.peers.group_functions import FUNCTIONS

DIGITS = 25
AXIS, V = (0.6, 0.0, 0.8), (0.3, -0.2, 0.5)

PINOCCHIO = """import sys

import numpy as np
import pinocchio as pin
"""
JAXLIE = """import sys

import jax

jax.config.update("jax_enable_x64", True)

import jaxlie
import numpy as np
"""
JACOBIAN = '''

def skew(x):
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])


def right_jacobian(X):
    """Sum of (-ad_X)^k / (k + 1)!, linear parts first."""
    ad = skew(X) if len(X) == 3 else np.block(
        [[skew(X[3:]), skew(X[:3])], [np.zeros((3, 3)), skew(X[3:])]]
    )
    total, term = np.zeros_like(ad), np.eye(len(X))
    for k in range(1, 80):
        total, term = total + term, term @ -ad / (k + 1)
    return total

'''
END = """
reference = {reference}
size = {size}
print({version})
as_stated = True
for at, digits in reference.items():
    exact = float(digits)
    error, other = abs(returned[at] - exact) / size, abs(series[at] - exact) / size
    print(f"{name}{{list(at)}} returned {{returned[at]:.17g}} | series {{series[at]:.17g}} "
          f"| reference {{digits}} | error {{error:.1e}}")
    as_stated &= other < {witness}
as_stated &= {fact}
print("as stated" if as_stated else "NOT as stated")
sys.exit(not as_stated)
"""


@dataclass(frozen=True)
class Reproducer:
    """One script.

    function : of `group_functions.FUNCTIONS`; block : which of its results is shown
    angle : of the rotation [rad]
    imports, body : of the script; body with {argument} defines `returned` and `series`
    name, version : as printed
    fact, witness : the script's statements on the errors of what was returned and of the series
    quaternion : whether the argument is one (x, y, z, w), with the position after it
    """

    function: str
    block: int
    angle: float
    imports: str
    body: str
    name: str
    fact: str
    witness: float
    quaternion: bool = False

    @property
    def version(self) -> str:
        """What prints the version."""
        if "import jaxlie" in self.imports:
            return '"jaxlie in", jax.numpy.zeros(1).dtype'
        return '"pinocchio", pin.__version__'


def _worse_than(x: float) -> str:
    return f"max(abs(returned[at] - float(x)) for at, x in reference.items()) > {x} * size"


REPRODUCERS: dict[str, Reproducer] = {
    "jexp6_small_angle": Reproducer(
        "Jexp6", 1, 1.8e-4, PINOCCHIO + JACOBIAN,
        "X = np.array({argument})  # linear part first\n"
        "returned, series = pin.Jexp6(X)[:3, 3:], right_jacobian(X)[:3, 3:]",
        "Jexp6(X)[:3, 3:]", _worse_than(1e-6), 1e-13,
    ),
    "jexp6_full_turn": Reproducer(
        "Jexp6", 1, 2 * math.pi, PINOCCHIO + JACOBIAN,
        "X = np.array({argument})  # linear part first\n"
        "returned, series = pin.Jexp6(X)[:3, 3:], right_jacobian(X)[:3, 3:]",
        "Jexp6(X)[:3, 3:]", "all(np.isnan(returned[at]) for at in reference)", 1e-11,
    ),
    "jlog6_small_angle": Reproducer(
        "Jlog6", 1, 1.8e-4, PINOCCHIO + JACOBIAN,
        "C = np.array({argument})\n"
        "M = pin.SE3(C[:, :3], C[:, 3])\n"
        "returned = pin.Jlog6(M)[:3, 3:]\n"
        "series = np.linalg.inv(right_jacobian(pin.log6(M).vector))[:3, 3:]",
        "Jlog6(M)[:3, 3:]", _worse_than(1e-6), 1e-12,
    ),
    "jlog3_small_angle": Reproducer(
        "Jlog3", 0, 1.8e-4, PINOCCHIO + JACOBIAN,
        "R = np.array({argument})\n"
        "returned, series = pin.Jlog3(R), np.linalg.inv(right_jacobian(pin.log3(R)))",
        "Jlog3(R)", _worse_than(1e-10), 1e-13,
    ),
    "jaxlie_exp_small_angle": Reproducer(
        "exp6", 1, 9e-6, JAXLIE + JACOBIAN,
        "X = np.array({argument})  # linear part first\n"
        "returned = np.asarray(jaxlie.SE3.exp(X).translation())\n"
        "# the translation of exp(X) is the left Jacobian of the rotation times v\n"
        "series = right_jacobian(-X[3:]) @ X[:3]",
        "SE3.exp(X).translation()", _worse_than(1e-7), 1e-14,
    ),
    "jaxlie_jlog_small_angle": Reproducer(
        "Jlog6", 1, 1e-5, JAXLIE + JACOBIAN,
        "x, y, z, w, *p = {argument}\n"
        "T = jaxlie.SE3(wxyz_xyz=np.array([w, x, y, z, *p]))\n"
        "returned = np.asarray(T.jlog())[:3, 3:]\n"
        "series = np.linalg.inv(right_jacobian(np.asarray(T.log())))[:3, 3:]",
        "T.jlog()[:3, 3:]", _worse_than(1e-3), 1e-11, quaternion=True,
    ),
    "jaxlie_log_near_pi": Reproducer(
        "log3", 0, math.pi - 1e-10, JAXLIE,
        "\nx, y, z, w = {argument}\n"
        "returned = np.asarray(jaxlie.SO3(wxyz=np.array([w, x, y, z])).log())\n"
        "half = np.linalg.norm([x, y, z])\n"
        "series = 2 * np.arctan2(half, w) / half * np.array([x, y, z])",
        "R.log()", _worse_than(1e-12), 1e-14, quaternion=True,
    ),
}  # fmt: skip


def script(name: str) -> tuple[str, float]:
    """Return a reproducer and the proven bound of the references in it."""
    made = REPRODUCERS[name]
    K = Arb(group_samples.DIGITS)
    pose = "quaternion" if made.quaternion else "matrix"
    twist = np.concatenate([made.angle * np.array(AXIS), V])
    with K.working():
        given, X = group_samples.arguments(K, made.function, pose, float, twist)
        block = group_samples.reference(K, made.function, X)[made.block]
        rows = [row if isinstance(row, list) else [row] for row in block]
        matrix = isinstance(block[0], list)
        reference = {
            (i, j) if matrix else (i,): K.to_string(x, DIGITS)
            for i, row in enumerate(rows)
            for j, x in enumerate(row)
        }
        size = max(abs(K.to_float(x)) for row in rows for x in row)
        radius = max(K.radius(x) for row in rows for x in row) / size
    if FUNCTIONS[made.function][2] == "vector":
        given = np.concatenate([given[3:], given[:3]])
    body = made.body.replace("{argument}", repr(np.asarray(given).tolist()))
    entries = "".join(f'    {at}: "{digits}",\n' for at, digits in reference.items())
    end = END.format(
        reference="{\n" + entries + "}", size=repr(size), version=made.version, name=made.name,
        witness=made.witness, fact=made.fact,
    )  # fmt: skip
    return made.imports + (
        "" if made.imports.endswith("\n\n") else "\n"
    ) + body + "\n" + end, radius
