"""exp, log and their Jacobians on SO(3) and SE(3): lieref's, Pinocchio's and jaxlie's, as one.

Every function takes doubles in lieref's order (angular part first) and returns blocks, each of
which is compared by itself: (rotation, translation), (angular, linear), (diagonal, off-diagonal).
Jacobians are the right ones, d/dx of exp(-X) exp(X + x) and their inverses.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import numpy as np

from lieref.check.metrics import FloatArray

Blocks = list[FloatArray]
Function = Callable[[FloatArray], Blocks]

#: Name, group, function of `verification.golden.group_references`, kind of argument.
FUNCTIONS: dict[str, tuple[str, str, str]] = {
    "exp3": ("SO3", "exp", "vector"),
    "log3": ("SO3", "log", "pose"),
    "Jexp3": ("SO3", "dexp", "vector"),
    "Jlog3": ("SO3", "dexp_inv", "pose"),
    "exp6": ("SE3", "exp", "vector"),
    "log6": ("SE3", "log", "pose"),
    "Jexp6": ("SE3", "dexp", "vector"),
    "Jlog6": ("SE3", "dexp_inv", "pose"),
}
#: What each library has of these.
OFFERED: dict[str, tuple[str, ...]] = {
    "lieref": tuple(FUNCTIONS),
    "pinocchio": tuple(FUNCTIONS),
    "jaxlie": ("exp3", "log3", "Jlog3", "exp6", "log6", "Jlog6"),
    "jaxlie float32": ("exp3", "log3", "Jlog3", "exp6", "log6", "Jlog6"),
}
#: Block names of the results.
BLOCKS = {
    "exp3": ("rotation",),
    "log3": ("angular",),
    "Jexp3": ("diagonal",),
    "Jlog3": ("diagonal",),
    "exp6": ("rotation", "translation"),
    "log6": ("angular", "linear"),
    "Jexp6": ("diagonal", "off-diagonal"),
    "Jlog6": ("diagonal", "off-diagonal"),
}


@dataclass(frozen=True)
class Library:
    """Functions by the names of `FUNCTIONS`.

    calls : how the library spells each
    pose : "matrix", or "quaternion" (x, y, z, w) with the position after it: argument of logs
    scalar : the type that the library computes with
    """

    name: str
    calls: dict[str, str]
    functions: dict[str, Function]
    pose: str = "matrix"
    scalar: type = np.float64


def _linear_first(J: FloatArray) -> Blocks:
    """Blocks of a Jacobian over (v, omega), which is block triangular."""
    return [J[3:, 3:], J[:3, 3:]]


def lieref_library() -> Library:
    """lieref's own kernels."""
    import lieref

    SO3, SE3 = lieref.SO3, lieref.SE3

    def triangular(J: FloatArray) -> Blocks:
        return [J[:3, :3], J[3:, :3]]

    return Library(
        f"lieref {lieref.__version__}",
        {
            "exp3": "SO3.exp",
            "log3": "SO3.log",
            "Jexp3": "SO3.dexp",
            "Jlog3": "SO3.dexp_inv(-SO3.log)",
            "exp6": "SE3.exp",
            "log6": "SE3.log",
            "Jexp6": "SE3.dexp",
            "Jlog6": "SE3.dexp_inv(-SE3.log)",
        },
        {
            "exp3": lambda w: [SO3.exp(w)],
            "log3": lambda R: [SO3.log(R)],
            "Jexp3": lambda w: [SO3.dexp(-w)],
            "Jlog3": lambda R: [SO3.dexp_inv(-SO3.log(R))],
            "exp6": lambda X: (lambda C: [C[:3, :3], C[:3, 3]])(SE3.exp(X)),
            "log6": lambda C: (lambda X: [X[:3], X[3:]])(SE3.log(_square(C))),
            "Jexp6": lambda X: triangular(SE3.dexp(-X)),
            "Jlog6": lambda C: triangular(SE3.dexp_inv(-SE3.log(_square(C)))),
        },
    )


def _square(C: FloatArray) -> FloatArray:
    return np.vstack([C, [0.0, 0.0, 0.0, 1.0]])


def pinocchio_library() -> Library:
    """Pinocchio's functions on matrices."""
    import pinocchio as pin

    def motion(X: FloatArray) -> Any:
        return pin.Motion(np.concatenate([X[3:], X[:3]]))

    def pose(C: FloatArray) -> Any:
        return pin.SE3(C[:, :3], C[:, 3])

    def parts(C: Any) -> Blocks:
        return [np.array(C.rotation), np.array(C.translation)]

    return Library(
        f"pinocchio {pin.__version__}",
        {name: name for name in FUNCTIONS},
        {
            "exp3": lambda w: [pin.exp3(w)],
            "log3": lambda R: [pin.log3(R)],
            "Jexp3": lambda w: [pin.Jexp3(w)],
            "Jlog3": lambda R: [pin.Jlog3(R)],
            "exp6": lambda X: parts(pin.exp6(motion(X))),
            "log6": lambda C: (lambda X: [X.angular, X.linear])(pin.log6(pose(C))),
            "Jexp6": lambda X: _linear_first(pin.Jexp6(motion(X))),
            "Jlog6": lambda C: _linear_first(pin.Jlog6(pose(C))),
        },
    )


def jaxlie_library(double: bool) -> Library:
    """jaxlie's functions: in float64, or in float32 as it comes; logs of quaternions."""
    jax, jaxlie = importlib.import_module("jax"), importlib.import_module("jaxlie")
    scalar = np.float64 if double else np.float32

    def inside(function: Callable[[Any], Blocks]) -> Function:
        def run(x: FloatArray) -> Blocks:
            with jax.enable_x64(double):
                return [np.asarray(y) for y in function(jax.numpy.asarray(x, dtype=scalar))]

        return run

    def rotation(x: Any) -> Any:
        return jaxlie.SO3(wxyz=x[jax.numpy.array([3, 0, 1, 2])])

    def pose(x: Any) -> Any:
        return jaxlie.SE3(wxyz_xyz=x[jax.numpy.array([3, 0, 1, 2, 4, 5, 6])])

    def swapped(x: Any) -> Any:
        return jax.numpy.concatenate([x[3:], x[:3]])

    def parts(C: Any) -> Any:
        return [C.rotation().as_matrix(), C.translation()]

    def halves(X: Any) -> Any:
        return [X[3:], X[:3]]

    return Library(
        f"jaxlie {metadata.version('jaxlie')}, {np.dtype(scalar).name}",
        {
            "exp3": "SO3.exp",
            "log3": "SO3.log",
            "Jlog3": "SO3.jlog",
            "exp6": "SE3.exp",
            "log6": "SE3.log",
            "Jlog6": "SE3.jlog",
        },
        {
            "exp3": inside(lambda w: [jaxlie.SO3.exp(w).as_matrix()]),
            "log3": inside(lambda q: [rotation(q).log()]),
            "Jlog3": inside(lambda q: [rotation(q).jlog()]),
            "exp6": inside(lambda X: parts(jaxlie.SE3.exp(swapped(X)))),
            "log6": inside(lambda x: halves(pose(x).log())),
            "Jlog6": inside(lambda x: _linear_first(pose(x).jlog())),
        },
        pose="quaternion",
        scalar=scalar,
    )


LIBRARIES: dict[str, Callable[[], Library]] = {
    "lieref": lieref_library,
    "pinocchio": pinocchio_library,
    "jaxlie": lambda: jaxlie_library(double=True),
    "jaxlie float32": lambda: jaxlie_library(double=False),
}
