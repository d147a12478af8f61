"""Builds, threads and memory of forward and hybrid dynamics."""

import numpy as np
import pytest
from support.programs.build_outputs import outputs
from support.trees.robots import draw
from support.trees.spatial_robots import relative
from test_memory import _kept
from test_threads import _together

from lieref import machine
from lieref.dynamics.forward_dynamics import (
    forward_dynamics,
    forward_dynamics_complex,
    hybrid_dynamics,
    hybrid_dynamics_complex,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import LierefError

# Two builds differ by roundings alone: each has its share of the bound.
BOUNDS = 60
SCRIPT = """
import json
import numpy as np
from support.references.gabi_spatial_entry import bounds
from support.trees.robots import draw
from support.trees.spatial_robots import bases
from lieref.dynamics.forward_dynamics import forward_dynamics, hybrid_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
for robot in ("two_link", "arm", "every_joint_free", "aerial_manipulator"):
    model, q, every = draw(robot, "generic", 9)
    for r in (0, 1, 2, 3, 4, 5, 7, 9):
        v = every[: r + 2]
        wrenches = np.random.default_rng(r).standard_normal((r + 1, model.nbodies, 6))
        for base in bases(model):
            given = (base, wrenches, "inertial")
            tau = inverse_dynamics(model, q, v, *given)
            half = np.arange(model.nv) % 3 == 0
            solve = lambda q, v, tau: forward_dynamics(model, q, v, tau, *given)
            bound = bounds(solve, (q, v[0], tau)).tolist()
            hybrid = hybrid_dynamics(model, q, v[0], v[1:], tau, half, *given)
            found = [solve(q, v[0], tau), hybrid[0][1:]]
            print(json.dumps([robot, r, base, bound, [x.tolist() for x in found]]))
"""


def test_builds_agree():
    results = outputs(SCRIPT)
    first, *others = machine.available()
    assert len(results[first]) == 8 * (1 + 1 + 4 + 4)
    for build in others:
        for one, other in zip(results[first], results[build], strict=True):
            assert one[:3] == other[:3]
            limit = BOUNDS * np.maximum(one[3], other[3]) + 1e-14
            for found, expected in zip(one[4], other[4], strict=True):
                assert (relative(np.array(found), np.array(expected)) <= limit).all(), one[:3]


def _tasks(form):
    """Calls without arguments, on the stack and on the heap."""
    tasks = []
    for robot in ("two_link", "aerial_manipulator", "every_joint_free", "serial_20_free"):
        model, q, v = draw(robot, "generic", 6)
        half = np.arange(model.nv) % 2 == 0
        for r in (0, 1, 3, 6):
            given = (model, q, v[0])
            options = {"form": form, "wrenches": np.ones((r + 1, model.nbodies, 6))}
            options["wrench_axes"] = "inertial"
            rows = v[1 : r + 2]
            for entry in (forward_dynamics, forward_dynamics_complex):
                tasks.append(lambda d=entry, g=given, x=rows, o=options: d(*g, x, **o))
            for entry in (hybrid_dynamics, hybrid_dynamics_complex):
                tasks.append(
                    lambda d=entry, g=given, x=rows, h=half, o=options: d(*g, x, x, h, **o)[0]
                )
    return tasks


@pytest.mark.parametrize("form", ["default", "spatial", "body", "hybrid"])
def test_threads_on_shared_models(form):
    tasks = _tasks(form)
    alone = [task() for task in tasks]

    def work(number):
        wrong = 0
        for _ in range(4):
            order = np.random.default_rng(number).permutation(len(tasks))
            wrong += sum(not np.array_equal(tasks[i](), alone[i]) for i in order)
        return wrong

    assert _together(3, work) == [0, 0, 0]


def test_many_calls_leave_nothing():
    model, q, v = draw("two_link", "generic", r=0)
    half = np.array([True, False])
    _kept(lambda: forward_dynamics(model, q, v[0], v[1:]), 50_000)
    _kept(lambda: hybrid_dynamics(model, q, v[0], v[1:], v[1:], half), 10_000)
    model, q, v = draw("quadruped", "generic", r=9)
    tau = inverse_dynamics(model, q, v)
    loads = np.ones((10, model.nbodies, 6), order="F"), "inertial", np.ones((10, model.nv), "f4")
    for form in ("default", "spatial", "body", "hybrid"):
        _kept(lambda form=form: forward_dynamics(
            model, q, v[0].tolist(), tau[:, ::1], "mixed", *loads, form), 1_000)  # fmt: skip
    _kept(lambda: hybrid_dynamics_complex(model, q, v[0], tau, tau, np.ones(18, bool)), 500)


def test_errors_leave_nothing():
    model, q, v = draw("aerial_manipulator", "generic", r=0)
    half = np.arange(model.nv) % 2 == 0
    good = {"model": model, "q": q, "v": v[0], "vdot": v[1:], "tau": v[1:], "prescribed": half}
    nan = np.full_like(v[1:], np.nan)
    changes = (
        {"q": q[:-1]}, {"q": 2 * q}, {"v": v[0, 1:]}, {"vdot": v}, {"tau": nan}, {"vdot": nan},
        {"prescribed": half[1:]}, {"prescribed": None}, {"base": 1}, {"form": []},
        {"wrenches": v}, {"tau_ext": q}, {"digits": 3}, {"tau": [[1.0], [2.0, 3.0]]},
    )  # fmt: skip
    for changed in changes:

        def call(arguments={**good, **changed}):  # noqa: B006
            try:
                hybrid_dynamics(**arguments)
            except LierefError:
                return
            raise AssertionError(f"not refused: {arguments.keys()}")

        _kept(call, 1_000)
