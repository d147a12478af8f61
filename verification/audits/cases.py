"""Which joints, robots, functions and angles are audited; quick selections are parts of full ones.

The quick ones need neither Drake nor jax.
"""

from __future__ import annotations

from functools import lru_cache

from verification.subjects import robots
from verification.subjects.peers import findings, group_functions
from verification.subjects.peers.group_functions import FUNCTIONS
from verification.subjects.peers.pinocchio_joints import TYPES
from verification.verdicts import Params

PLACES = ("on the world", "between bodies", "twice")
FEW_JOINTS = ("RUBX", "Planar", "FreeFlyer", "Universal", "SphericalZYX", "Composite RZ PX")
FEW_ROBOTS = (
    "double_pendulum_description/urdf/double_pendulum.urdf",
    "panda_description/urdf/panda.urdf",
    "solo12.urdf",
)
FEW_FINDINGS = ("pinocchio_universal", "pinocchio_jlog6_small_angle")
DYNAMICS = ("inverse_dynamics", "forward_dynamics", "joint_space_inertia")
#: Joint types that the common description of a model has, and trees of them; MuJoCo and Drake
#: build joints of more degrees from these.
KINDS: dict[str, tuple[str, ...]] = {
    "revolute": ("revolute",),
    "prismatic": ("prismatic",),
    "spherical": ("spherical",),
    "helical": ("helical",),
    "mixed": ("revolute", "spherical", "prismatic"),
}


def joints(quick: bool) -> list[Params]:
    """Return each of Pinocchio's joint types at each place."""
    chosen, seeds = (FEW_JOINTS, 1) if quick else (tuple(TYPES), 3)
    return [
        {"joint": joint, "place": place, "seed": seed}
        for joint in chosen
        for place in PLACES
        for seed in range(seeds)
    ]


@lru_cache(maxsize=1)
def _robots() -> tuple[str, ...]:
    return tuple(robots.different_urdf_paths())


def of_robots(subject: str, quick: bool) -> list[Params]:
    """Return every robot of example-robot-data with a free base, each tree once.

    MuJoCo is asked for dynamics and inertia: the reference on its differences takes second
    derivatives.
    """
    chosen = FEW_ROBOTS if quick else _robots()
    quantities = list(DYNAMICS) if subject == "mujoco" else None
    return [
        _model(subject, {"name": "urdf", "path": path, "base": "free"}, quantities)
        for path in chosen
    ]


def of_kinds(subject: str, quick: bool) -> list[Params]:
    """Return trees of five bodies of one joint type, on the world and on a free base."""
    return [
        _model(
            subject,
            {"name": "random_tree", "bodies": 5, "seed": seed, "base": base, "kinds": list(kinds)},
        )
        for name, kinds in KINDS.items()
        for base in ("fixed", "free")
        for seed in range(1 if quick else 3)
        if not quick or name in ("spherical", "mixed")
    ]


def _model(subject: str, robot: Params, quantities: list[str] | None = None) -> Params:
    return {"subject": subject, "robot": robot, "seed": 0, "quantities": quantities}


def functions(library: str, quick: bool) -> list[Params]:
    """Return the functions of a library on SO(3) and SE(3)."""
    return [
        {"library": library, "function": name, "seed": seed}
        for name in FUNCTIONS
        if name in group_functions.OFFERED[library]
        for seed in range(1 if quick else 3)
    ]


def jaxlie(quick: bool) -> list[Params]:
    """Return all functions in float64 and float32; the quick run does without jax."""
    libraries = () if quick else ("jaxlie", "jaxlie float32")
    return [params for library in libraries for params in functions(library, quick)]


def reproducers(quick: bool) -> list[Params]:
    """Return the findings; quick: one of each kind that needs Pinocchio alone."""
    return [{"finding": name} for name in (FEW_FINDINGS if quick else findings.FINDINGS)]
