"""What functions on SO(3) and SE(3) of single libraries lose at some angle."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lieref.oracle import Arb
from verification.subjects.peers import group_samples

DIGITS = 25
AXIS, V = (0.48, 0.6, 0.64), (0.3, -0.2, 0.5)
TEXT = """import sys

{imports}
import numpy as np

X = np.array({argument})
# certified to the digits that are shown
reference = {reference}
returned = np.ravel({call})
size = max(abs(float(x)) for x in reference)
worst = 0.0
for i, digits in enumerate(reference):
    error = abs(returned[i] - float(digits)) / size
    worst = max(worst, error) if np.isfinite(error) else np.inf
    print(f"[{{i}}] returned {{returned[i]:.17g}} | reference {{digits}} | error {{error:.1e}}")
as_stated = worst > {least}
print("as stated" if as_stated else "NOT as stated")
sys.exit(not as_stated)
"""
WHAT = {
    "log3": ("log of a rotation", "the log of the rotation nearest to that matrix"),
    "log6": ("linear part of the log of a pose", "the log of the pose nearest to that matrix"),
    "exp6": ("translation of exp of a twist", "that of the twist in doubles"),
}


@dataclass(frozen=True)
class Lie:
    """One difference: of a function at an angle about AXIS.

    call : what is compared, of the argument X: all of log3, the linear part of log6, the
        translation of exp6; twists have their angular part first
    """

    peer: str
    function: str
    angle: float
    where: str
    least: float
    imports: str
    call: str

    @property
    def title(self) -> str:
        """One sentence."""
        return (
            f"The {WHAT[self.function][0]} has a relative error above {self.least:g} {self.where}"
        )

    @property
    def facts(self) -> str:
        """What is measured."""
        given = (
            "The argument is the matrix of doubles nearest to" if "log" in self.function else "At"
        )
        axis = ", ".join(map(str, AXIS))
        return (
            f"{given} a turn by this angle about ({axis}); the reference is "
            f"{WHAT[self.function][1]}. The error is relative to the largest entry."
        )

    def script(self) -> str:
        """Return the script, with the argument in doubles and its certified reference."""
        K = Arb(group_samples.DIGITS)
        twist = np.array([*(self.angle * x for x in AXIS), *V])
        with K.working():
            given, X = group_samples.arguments(K, self.function, "matrix", np.float64, twist)
            block = group_samples.reference(K, self.function, X)[-1]
            digits = [K.midpoint(x).str(DIGITS, radius=False) for x in block]
        if given.shape == (3, 4):
            given = np.vstack([given, [0.0, 0.0, 0.0, 1.0]])
        return TEXT.format(
            imports=self.imports,
            argument=given.tolist(),
            reference=digits,
            call=self.call,
            least=self.least,
        )


_PI = math.pi
_TURNED = "np.r_[X[3:], X[:3]]"
LIE: dict[str, Lie] = {
    "gtsam_log_near_pi": Lie(
        "gtsam", "log6", _PI - 9.9e-4, "at 1e-3 below pi", 1e-8,
        "import gtsam", "gtsam.Pose3.Logmap(gtsam.Pose3(X))[3:]",
    ),
    "lee_groups_log_near_pi": Lie(
        "lee-groups", "log3", _PI - 1e-8, "at 1e-8 below pi", 1e-9,
        "import lee", "lee.SO_n(X).log_map().vee",
    ),
    "liecasadi_log_small_angle": Lie(
        "liecasadi", "log3", 1e-8, "at an angle of 1e-8", 0.5,
        "from casadi import DM\nfrom liecasadi import SO3",
        "SO3.from_matrix(DM(X)).log().vec.full()",
    ),
    "modern_robotics_log_small_angle": Lie(
        "modern_robotics", "log3", 1e-8, "at an angle of 1e-8", 0.5,
        "import modern_robotics as mr", "mr.so3ToVec(mr.MatrixLog3(X))",
    ),
    "modern_robotics_exp_small_angle": Lie(
        "modern_robotics", "exp6", 9e-7, "at an angle of 9e-7", 1e-8,
        "import modern_robotics as mr", "mr.MatrixExp6(mr.VecTose3(X))[:3, 3]",
    ),
    "pypose_exp_small_angle": Lie(
        "pypose", "exp6", 1e-8, "at an angle of 1e-8", 1e-10,
        "import pypose as pp\nimport torch",
        f"pp.se3(torch.tensor({_TURNED})).Exp().matrix()[:3, 3].numpy()",
    ),
    "pylieg_log_near_pi": Lie(
        "pylieg", "log3", _PI - 1e-8, "at 1e-8 below pi", 10.0,
        "from pylie import SO3", "SO3.log(SO3.from_matrix(X))",
    ),
    "pylieg_log_small_angle": Lie(
        "pylieg", "log6", 1e-6, "at an angle of 1e-6", 1e-6,
        "from pylie import SE3", "np.ravel(SE3.log(SE3.from_matrix(X)))[3:]",
    ),
    "pytorch_kinematics_log_near_pi": Lie(
        "pytorch_kinematics", "log3", _PI - 1e-3, "at 1e-3 below pi", 0.5,
        "import torch\nfrom pytorch_kinematics.transforms import so3_log_map",
        "so3_log_map(torch.tensor(X)[None])[0].numpy()",
    ),
    "pytorchse3_log_small_angle": Lie(
        "pytorchse3", "log3", 1e-8, "at an angle of 1e-8", 0.5,
        "import torch\nfrom pytorchse3.so3 import so3_log_map",
        "so3_log_map(torch.tensor(X)[None])[0].numpy()",
    ),
    "pytorchse3_log_near_pi": Lie(
        "pytorchse3", "log3", _PI - 1e-4, "at 1e-4 below pi", 1e-9,
        "import torch\nfrom pytorchse3.so3 import so3_log_map",
        "so3_log_map(torch.tensor(X)[None])[0].numpy()",
    ),
    "sophuspy_exp_small_angle": Lie(
        "sophuspy", "exp6", 1e-8, "at an angle of 1e-8", 1e-10,
        "from sophuspy import SE3", f"SE3.exp({_TURNED}).matrix()[:3, 3]",
    ),
    "spatialmath_log_small_angle": Lie(
        "spatialmath-python", "log3", 1e-8, "at an angle of 1e-8", 0.5,
        "from spatialmath.base import trlog", "trlog(X, twist=True)",
    ),
    "spatialmath_exp_small_angle": Lie(
        "spatialmath-python", "exp6", 1e-8, "at an angle of 1e-8", 1e-10,
        "from spatialmath.base import trexp", f"trexp({_TURNED})[:3, 3]",
    ),
    "symforce_log_small_angle": Lie(
        "symforce-sym", "log3", 1e-9, "at an angle of 1e-9", 1e-10,
        "from sym import Rot3", "Rot3.from_rotation_matrix(X).to_tangent()",
    ),
    "transforms3d_log_small_angle": Lie(
        "transforms3d", "log3", 1e-9, "at an angle of 1e-9", 1e-8,
        "from transforms3d.axangles import mat2axangle",
        "(lambda axis, angle: angle * axis)(*mat2axangle(X))",
    ),
}  # fmt: skip
