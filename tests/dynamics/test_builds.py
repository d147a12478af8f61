"""Every build of the kernels that this processor runs gives the same numbers."""

import numpy as np
import pytest
from support.programs.build_outputs import outputs, run
from support.references.tolerances import BUILDS
from support.trees.spatial_robots import relative

from lieref import machine

# Orders at which the builds differ in lanes, unrolled copies and general loops.
SCRIPT = """
import json
import numpy as np
from support.trees.robots import STATES, draw
from support.trees.spatial_robots import bases
from lieref.dynamics.inverse_dynamics import inverse_dynamics
for robot in ("two_link", "arm", "every_joint_free", "serial_20_free"):
    for state in STATES:
        model, q, every = draw(robot, state, 12)
        for r in (0, 1, 2, 3, 4, 5, 7, 8, 12):
            v = every[: r + 2]
            if r > 8:  # v^(k) grows with k!, else high orders cancel and the state is ill-posed
                v = v * np.cumprod([1.0, *range(1, r + 2)])[:, None]
            wrenches = np.random.default_rng(r).standard_normal((r + 1, model.nbodies, 6))
            for base in bases(model):
                loaded = inverse_dynamics(model, q, v, base, wrenches, "inertial")
                print(json.dumps([robot, state, r, base, loaded.tolist()]))
"""


@pytest.fixture(scope="module")
def results():
    """What each build printed, line by line."""
    return outputs(SCRIPT)


def test_builds_agree(results):
    first, *others = machine.available()
    assert len(results[first]) == 6 * 9 * (2 * 1 + 2 * 4)
    for build in others:
        for (*case, expected), (*same, found) in zip(results[first], results[build], strict=True):
            assert case == same
            error = relative(np.array(found), np.array(expected))
            assert (error <= BUILDS * np.arange(1, len(error) + 1)).all(), case


def test_the_baseline_is_always_there():
    assert machine.available()[0] == "baseline"
    assert machine.chosen() in machine.available()


@pytest.mark.parametrize("build", ["v5", "baselin", "V3", "v3,baseline"])
def test_unknown_builds_are_refused(build):
    done = run(build, "import lieref; lieref.inverse_dynamics")
    assert done.returncode != 0
    names = ", ".join(machine.available())
    expected = f"RuntimeError: LIEREF_KERNELS is {build!r}, this processor runs {names}"
    assert done.stderr.rstrip().endswith(expected)


def test_kernels_of_another_processor_are_refused():
    script = """from lieref import machine
machine.BUILDS, machine.LEVELS = (*machine.BUILDS, "v5"), {"_kernel": ("v5",)}
machine.kernel("_kernel")"""
    assert (
        "RuntimeError: the kernels were built for a processor with wider" in run("", script).stderr
    )


def test_without_the_variable_the_best_build_runs():
    done = run("", "from lieref import machine; print(machine.chosen())")
    assert done.stdout.split() == [machine.available()[-1]], done.stderr
