"""What the claims on representations and integration measure; the quick cases are fewer."""

from __future__ import annotations

from verification.inverse_dynamics.cases import order_5
from verification.measurements.representations.conversions import SHAPES
from verification.measurements.representations.form_steps import STEPS
from verification.subjects.computations import INVERSE_FORMS
from verification.subjects.selections import (
    AERIAL_MANIPULATOR,
    COMPARED,
    REPRESENTATIONS,
    compared_forms,
    fixed_chain,
    random_tree,
    sweep,
)
from verification.verdicts import Params

#: Whose operations are counted.
CHAINS = [fixed_chain(n) for n in (4, 6, 8, 10, 12)]
TREES: list[Params] = [
    {"name": "binary_tree", "bodies": n, "base": "free"} for n in (4, 6, 8, 10, 15)
]
OPERATION_ORDERS = list(range(6))
LENGTHS = [3, 5, 10, 20]
FREE = [robot for name, robot in COMPARED.items() if "fixed" not in name]
#: Orders of the integrators.
ORDERS = {"rkmk1": 1, "rkmk2": 2, "rkmk3": 3, "rkmk4": 4, "variational": 2}
CHARTS = [
    (method, chart)
    for method in ORDERS
    for chart in ("exponential", "cayley")
    if (method, chart) != ("variational", "cayley")
]
#: Representations of the base and of the wrenches.
HELD = (("body", "inertial"), ("spatial", "body"), ("hybrid", "inertial"), ("mixed", "body"))
STEPPED: list[Params] = [
    AERIAL_MANIPULATOR,
    {"name": "binary_tree", "bodies": 7},
    random_tree(4, 2),
    random_tree(4, 5, "fixed"),
]
MOVED: list[Params] = [
    {"name": "binary_tree", "bodies": 3},
    random_tree(3, 2),
    random_tree(3, 3, "fixed"),
    random_tree(2, 6),
]


def stacks(quick: bool) -> list[Params]:
    """Random poses and stacks of order one."""
    seeds = range(1 if quick else 20)
    return [{"kind": kind, "orders": 11, "seed": seed} for kind in SHAPES for seed in seeds]


def forms(quick: bool) -> list[Params]:
    """The generic states at order 5, and each named robot in each representation."""
    named = [
        x
        for robot in COMPARED.values()
        for base in REPRESENTATIONS
        for x in sweep(robot, "base", [base], 1 if quick else 4)
    ]
    return compared_forms([*order_5(quick), *named])


def algebra(quick: bool) -> list[Params]:
    """Every fourth generic state at order 5, and the aerial manipulator far away."""
    near = [x for x in order_5(quick) if quick or x["state"]["seed"] < 8]
    far = [
        x
        for base in ("body", "spatial")
        for x in sweep(AERIAL_MANIPULATOR, "distance", [1e3, 1e6], 1, base=base)
    ]
    return compared_forms([*near, *far])


def distances(quick: bool) -> list[Params]:
    """The named robots with a free base and a random tree at each distance."""
    far = [0.0, 1e3, 1e6] if quick else [0.0, 1.0, 1e3, 1e6]
    return compared_forms(
        [
            params
            for robot in (*FREE, random_tree(6, 101))
            for base in ("body", "hybrid")
            for params in sweep(robot, "distance", far, 1 if quick else 3, base=base)
        ]
    )


def operations(quick: bool) -> list[Params]:
    """Chains and trees of some sizes, and the robots that the forms are compared on.

    The quick run: three sizes, the fewest that need not be on a line.
    """
    sizes = 3 if quick else None
    named = list(COMPARED.values())[:sizes]
    return [
        {"robot": robot, "form": form, "orders": OPERATION_ORDERS, "seed": 1}
        for robot in (
            *CHAINS[:sizes],
            *TREES[:sizes],
            *(x for x in named if x not in (*CHAINS, *TREES)),
        )
        for form in INVERSE_FORMS
    ]


def steps(quick: bool) -> list[Params]:
    """One case for each form of the paper."""
    return [{"form": form, "bodies": LENGTHS, "seed": 1} for form in STEPS]


def orders(quick: bool) -> list[Params]:
    """Both motions; the first order needs shorter steps to show its slope."""
    return [
        {
            "study": "order",
            "motion": motion,
            "method": method,
            "coordinates": chart,
            "counts": [400, 800, 1600] if method == "rkmk1" else [100, 200, 400],
        }
        for motion in ("free_body", "heavy_top")
        for method, chart in CHARTS
    ]


def _drift(method: str, step: float, steps: int, seed: int = 0) -> Params:
    return {"study": "drift", "method": method, "step": step, "steps": steps, "seed": seed}


def drifts(quick: bool) -> list[Params]:
    """Each family once; the variational cases are those of `variational_momentum`."""
    families = (("variational", 0.005), ("rkmk4", 0.01))
    return [
        _drift(method, step, count)
        for count in ((2000,) if quick else (2000, 100_000))
        for method, step in families
    ]


def momentum(quick: bool) -> list[Params]:
    """A short and, in full, the long motion from three states."""
    plan = [(0, 2000)] if quick else [(0, 2000), (0, 100_000), (1, 100_000), (2, 100_000)]
    return [_drift("variational", 0.005, count, seed) for seed, count in plan]


def tolerances(quick: bool) -> list[Params]:
    """Tolerances from coarse to tight."""
    powers = (6, 10) if quick else (4, 6, 8, 10, 12)
    return [
        {"study": "scipy", "motion": motion, "tolerance": 10.0**-power}
        for motion in ("free_body", "heavy_top")
        for power in powers
    ]


def _sensitivities(judge: str, robot: Params, held: tuple[str, str]) -> list[Params]:
    base, axes = held
    return [
        {
            "judge": judge,
            "dynamics": dynamics,
            "robot": robot,
            "state": {"seed": 1},
            "base": base,
            "axes": axes,
        }
        for dynamics in ("inverse", "forward")
    ]


def complex_steps(quick: bool) -> list[Params]:
    """Four robots; each representation with one of them, in full with all."""
    return [
        params
        for i, robot in enumerate(STEPPED)
        for j, held in enumerate(HELD)
        if i == j or not quick
        for params in _sensitivities("complex_step", robot, held)
    ]


def moved_models(quick: bool) -> list[Params]:
    """Four small robots; some parameters, and pairs of them, of each."""
    return [
        {**params, "count": 2 if quick else 12}
        for robot, held in zip(MOVED, HELD, strict=True)
        for params in _sensitivities("moved_models", robot, held)
    ]
