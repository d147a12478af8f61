"""What is measured: states and robots as their parameters say; measurements that tell errors."""

import numpy as np
import pytest

import lieref
from verification.measurements.inverse_dynamics import accuracy, algebra, complex_step, pinocchio
from verification.measurements.representations import remark_1
from verification.subjects import computations, robots, selections, states

MANIPULATOR = selections.AERIAL_MANIPULATOR
PARAMS = {"robot": MANIPULATOR, "state": {"seed": 3}, "order": 1}


@pytest.fixture(scope="module")
def model():
    return robots.build(MANIPULATOR)


def test_states_are_a_function_of_their_parameters(model):
    params = {"seed": 5, "wrench_axes": "inertial", "tau_ext": True, "base": "mixed"}
    first, again = (states.draw(model, params, 2) for _ in range(2))
    assert first.q.shape == (model.nq,) and first.v.shape == (4, model.nv)
    assert first.wrenches.shape == (3, model.nbodies, 6) and first.tau_ext.shape == (3, model.nv)
    assert np.array_equal(first.q, again.q) and np.array_equal(first.wrenches, again.wrenches)
    assert first.arguments()["base"] == "mixed" and first.wrench_axes == "inertial"
    other = states.draw(model, {"seed": 6}, 2)
    assert not np.array_equal(first.q, other.q) and other.wrenches is None


def test_distance_angle_and_speed(model):
    state = states.draw(model, {"seed": 1, "distance": 1e6, "angle": 1e-12, "speed": 1e4}, 3)
    assert abs(np.linalg.norm(state.q[:3]) - 1e6) <= 1e-9
    assert np.all(np.abs(state.q[7:]) <= 1e-12) and np.all(np.abs(state.q[7:]) >= 5e-13)
    slow = states.draw(model, {"seed": 1, "distance": 1e6, "angle": 1e-12}, 3)
    ratio = state.v / slow.v
    for k in range(5):
        assert np.all(np.abs(ratio[k, :6] - 1) <= 1e-12)
        assert np.all(np.abs(ratio[k, 6:] / 1e4 ** (k + 1) - 1) <= 1e-12)


def test_plain_motion_has_plain_derivatives(model):
    taylor = states.draw(model, {"seed": 1}, 3)
    plain = states.draw(model, {"seed": 1, "motion": "plain"}, 3)
    assert np.array_equal(taylor.v, plain.v * np.array([1.0, 1, 2, 6, 24])[:, None])


def test_generic_states_are_near_the_origin():
    for params in selections.generic(True):
        robot = robots.build(params["robot"])
        state = states.draw(robot, params["state"], 0)
        if robot.joints[0].kind == "free":
            assert np.linalg.norm(state.q[:3]) <= 1.0


def test_labels_name_the_robot():
    assert robots.label(MANIPULATOR) == "aerial manipulator 2 x 3"
    assert robots.label(selections.random_tree(5, 7)) == "random tree, 5 bodies, seed 7"
    assert robots.label({"name": "urdf", "path": "a/b/ur5.urdf", "base": "free"}) == "ur5 (free)"


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
def test_configuration_rates(base):
    """Against the model's own difference of two configurations, which is a body twist."""
    tree = robots.random_tree(4, 1)
    state = states.draw(tree, {"seed": 2, "base": base}, 0)
    rate, h = complex_step.configuration_rate(tree, state), 1e-6
    before, after = (tree.normalize(state.q + t * rate) for t in (-h, h))
    found = tree.difference(before, after) / (2 * h)
    # pose of the base, and its body twist from the one that was given
    pose = tree.placements[0] @ lieref.SE3.exp(tree.difference(tree.neutral(), state.q)[:6])
    rotation, origin = pose[:3, :3], pose[:3, 3]
    omega, linear = state.v[0][:3], state.v[0][3:6]
    if base == "spatial":
        linear = linear + np.cross(omega, origin)
    expected = state.v[0].copy()
    if base in ("spatial", "hybrid"):
        expected[:3] = rotation.T @ omega
    if base != "body":
        expected[3:6] = rotation.T @ linear
    assert np.abs(found - expected).max() <= 1e-8


def test_accuracy_reports_every_form_and_block():
    found = accuracy.evaluate({**PARAMS, "bound": True})
    assert found["reference"]["bound"] <= 1e-25
    for form in computations.FORMS:
        result = found["forms"][form]
        assert len(result["relative"]) == 2 and max(result["relative"]) <= 1e-13
        assert {"base", "joints", "free", "revolute", "order 1", "base, order 0"} <= set(
            result["blocks"]
        )
    assert all(0 < x <= 1e-13 for x in found["bound"])


def test_a_wrong_kernel_is_seen(monkeypatch):
    right = computations.kernel

    def wrong(form, model, state):
        tau = right(form, model, state)
        if form == "default":
            tau[1, 4] *= 1 + 1e-9
        return tau

    monkeypatch.setattr(computations, "kernel", wrong)
    forms = accuracy.evaluate(PARAMS)["forms"]
    assert forms["default"]["relative"][1] > 1e-11 > forms["spatial"]["relative"][1]
    assert forms["default"]["relative"][0] <= 1e-13


def test_a_wrong_twin_is_seen(monkeypatch):
    right = computations.twin

    def wrong(form, model, state, digits):
        tau = right(form, model, state, digits)
        if form == "spatial":
            tau[1][0] += tau[1][0] / 10**40
        return tau

    monkeypatch.setattr(computations, "twin", wrong)
    forms = algebra.evaluate(PARAMS)["forms"]
    assert max(forms["default"]["relative"]) <= 1e-45 < forms["spatial"]["relative"][1]


def test_complex_steps_give_the_next_orders():
    state = {"seed": 4, "base": "spatial", "wrench_axes": "inertial", "tau_ext": True}
    found = complex_step.evaluate({**PARAMS, "state": state})
    for form in computations.FORMS:
        assert max(found["forms"][form]["relative"]) <= 1e-12


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_a_robot_agrees_with_pinocchio(base):
    path = next(path for path in robots.urdf_paths() if path.endswith("double_pendulum.urdf"))
    robot = {"name": "urdf", "path": path, "base": base}
    found = pinocchio.evaluate({"robot": robot, "seed": 1, "states": 2})
    assert max(found["forms"].values()) <= 1e-13


def test_pose_stacks():
    found = remark_1.evaluate({"orders": 3, "seed": 1})
    assert max(found["poses"]) <= 3e-15 and max(found["twists"]) <= 1e-11
