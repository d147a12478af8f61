"""Dynamics of a batch: every state as it is alone, in any shape and layout, by any threads."""

import re
import warnings

import numpy as np
import pytest
from support.programs.build_outputs import output
from support.references.batches import COUNT, batch, loads, solved
from support.references.tolerances import BATCHES
from support.trees.robots import draw, slide
from support.trees.spatial_robots import bases, relative

from lieref import forward_dynamics, hybrid_dynamics, inverse_dynamics, machine
from lieref.dynamics.inverse import inverse_batches
from lieref.errors import (
    ConfigurationError,
    ModelWarning,
    NonFiniteError,
    ShapeError,
    SingularError,
)
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute
from lieref.model.mechanisms import catalogue

ROBOTS = ("two_link", "arm", "every_joint", "every_joint_free")
# Unrolled copies of the passes, the last of them, and the general loops.
ORDERS = (0, 1, 2, 5, 6, 9)
FORWARD_ORDERS = (0, 1, 5, 7)
# More than the widest lanes hold, and not twice as many.
FEW = 9
FUNCTIONS = {
    "inverse": inverse_dynamics,
    "forward": forward_dynamics,
    "hybrid": hybrid_dynamics,
}
each_function = pytest.mark.parametrize("name", FUNCTIONS)


def given(name, robot, r, count=COUNT):
    """A model, and rows of each state that a function takes, q first; a mask is of all states."""
    model, q, v = batch(robot, r, count)
    if name == "inverse":
        return model, (q, v)
    tau = inverse_dynamics(model, q, v)
    rows = (q, v[:, 0].copy(), tau)
    if name == "forward":
        return model, rows
    return model, (*rows[:2], v[:, 1:].copy(), tau, mask(model))


def mask(model):
    return np.arange(model.nv) % 3 == 1


def of_state(rows, i):
    """The rows of one state."""
    return [x if x.dtype == bool else x[i] for x in rows]


def arrays(result):
    return result if isinstance(result, tuple) else (result,)


def same(found, expected):
    return all(np.array_equal(x, y) for x, y in zip(arrays(found), arrays(expected), strict=True))


def agree(found, expected):
    """Within rounding: fused multiply-adds and the order of sums differ between builds."""
    assert found.shape == expected.shape
    for x, y in zip(found, expected, strict=True):
        assert (relative(x, y) <= BATCHES * np.arange(1, found.shape[1] + 1)).all()


def solution(name, model, rows, found, *acting):
    """What a batch of a function found is right: by states alone, or by inverse dynamics."""
    if name == "inverse":
        alone = [inverse_dynamics(model, *of_state(rows, i)) for i in range(len(found))]
        agree(found, np.array(alone).reshape(found.shape))
    else:
        motion = found if name == "forward" else found[0][:, 1:]
        solved(model, *rows[:2], motion, rows[2] if name == "forward" else found[1], *acting)


@pytest.mark.parametrize("robot", [*ROBOTS, "serial_20_free"])
@pytest.mark.parametrize("r", ORDERS)
def test_inverse_dynamics_of_every_state(robot, r):
    model, q, v = batch(robot, r)
    acting = loads(model, r)
    for base in bases(model):
        found = inverse_dynamics(model, q, v, base)
        alone = [inverse_dynamics(model, *state, base) for state in zip(q, v, strict=True)]
        agree(found, np.array(alone))
        for axes in ("body", "inertial"):
            options = {"base": base, "wrench_axes": axes}
            found = inverse_dynamics(model, q, v, **acting, **options)
            alone = [
                inverse_dynamics(model, *state, wrenches=w, tau_ext=e, **options)
                for *state, w, e in zip(q, v, acting["wrenches"], acting["tau_ext"], strict=True)
            ]
            agree(found, np.array(alone))


def test_angles_of_every_size_side_by_side():
    model, _, v = batch("serial_5", 1, 40)
    rng = np.random.default_rng(5)
    q = rng.standard_normal((40, model.nq)) * 10.0 ** rng.integers(-9, 9, (40, model.nq))
    alone = [inverse_dynamics(model, *state) for state in zip(q, v, strict=True)]
    agree(inverse_dynamics(model, q, v), np.array(alone))


def torques(robot, r, base):
    """q, v and tau of few states."""
    model, q, v = batch(robot, r, FEW)
    return q, v[:, 0], inverse_dynamics(model, q, v, base)


@pytest.mark.parametrize("robot", [*ROBOTS, "serial_5"])
@pytest.mark.parametrize("r", FORWARD_ORDERS)
def test_every_state_is_solved(robot, r):
    model = batch(robot, r)[0]
    w, e = loads(model, r, FEW).values()
    for base in bases(model):
        q, v, tau = torques(robot, r, base)
        found = forward_dynamics(model, q, v, tau, base)
        assert found.shape == tau.shape
        solved(model, q, v, found, tau, base)
        for axes in ("body", "inertial"):
            found = forward_dynamics(model, q, v, tau, base, w, axes, e)
            solved(model, q, v, found, tau, base, w, axes, e)


@pytest.mark.parametrize("robot", [*ROBOTS, "serial_5"])
@pytest.mark.parametrize("r", [0, 3])
def test_hybrid_dynamics_of_every_state(robot, r):
    model = batch(robot, r)[0]
    acting = loads(model, r, FEW)
    held = mask(model)
    for base in bases(model):
        q, v, tau = torques(robot, r, base)
        vdot = batch(robot, r, FEW)[2][:, 1:].copy()
        # what is not read may be anything
        vdot[..., ~held] = np.nan
        tau[..., held] = np.inf
        motion, torque = hybrid_dynamics(model, q, v, vdot, tau, held, base, **acting)
        assert motion.shape == (FEW, r + 2, model.nv)
        assert torque.shape == (FEW, r + 1, model.nv)
        assert np.array_equal(motion[:, 0], v)
        assert np.array_equal(motion[:, 1:, held], vdot[..., held])
        assert np.array_equal(torque[..., ~held], tau[..., ~held])
        w, e = acting.values()
        solved(model, q, v, motion[:, 1:], torque, base, w, "body", e)


@each_function
@pytest.mark.parametrize("r", [0, 4])
def test_leading_axes_broadcast(name, r):
    model, rows = given(name, "every_joint_free", r, 12)
    acting = loads(model, r, 12)
    w, e = acting["wrenches"].reshape(3, 4, r + 1, -1, 6), acting["tau_ext"][0]
    q, rest = rows[0][:3], [x if x.dtype == bool else x[:4] for x in rows[1:]]
    options = {"wrench_axes": "inertial", "tau_ext": e}
    found = arrays(FUNCTIONS[name](model, q[:, None], *rest, wrenches=w, **options))
    every = [x if x.dtype == bool else np.tile(x, (3, *[1] * (x.ndim - 1))) for x in rest]
    spread = FUNCTIONS[name](
        model, np.repeat(q, 4, 0), *every, wrenches=w.reshape(12, r + 1, -1, 6), **options
    )
    for x, y in zip(found, arrays(spread), strict=True):
        assert x.shape[:2] == (3, 4)
        assert np.array_equal(x.reshape(y.shape), y)


@each_function
@pytest.mark.parametrize(("robot", "r"), [("two_link", 0), ("every_joint_free", 1), ("arm", 6)])
def test_any_number_of_workers_gives_the_same_bits(robot, r, name):
    model, rows = given(name, robot, r, 403 if name == "inverse" else 203)
    acting = loads(model, r, len(rows[0]))
    expected = FUNCTIONS[name](model, *rows, **acting)
    for workers in (2, 3, np.int64(5), 64):
        assert same(FUNCTIONS[name](model, *rows, **acting, workers=workers), expected)
    # more of them than states
    one = [x if x.dtype == bool else x[:1] for x in rows]
    assert same(FUNCTIONS[name](model, *one, workers=3), FUNCTIONS[name](model, *one))


def test_workers_of_a_single_state():
    model, q, v = draw("arm", "generic", 2)
    assert np.array_equal(
        inverse_dynamics(model, q, v, workers=2), inverse_dynamics(model, q, v, workers=3)
    )
    agree(inverse_dynamics(model, q, v, workers=2)[None], inverse_dynamics(model, q, v)[None])


@each_function
@pytest.mark.parametrize("shape", [(0,), (3, 0), (1,), (1, 1, 1), (2, 3, 2)])
def test_batches_of_any_shape(shape, name):
    model, rows = given(name, "every_joint_free", 1, 12)
    count = int(np.prod(shape))
    flat = [x if x.dtype == bool else x[:count] for x in rows]
    shaped = [x if x.dtype == bool else x.reshape(*shape, *x.shape[1:]) for x in flat]
    found = arrays(FUNCTIONS[name](model, *shaped))
    assert all(x.shape[: len(shape)] == shape for x in found)
    found = tuple(x.reshape(count, *x.shape[len(shape) :]) for x in found)
    solution(name, model, flat, found if name == "hybrid" else found[0])


@each_function
def test_the_largest_workspace(name):
    """A thread's memory grows with the call, and serves smaller ones afterwards."""
    model = catalogue.serial_chain(60 if name == "inverse" else 9)
    rng = np.random.default_rng(3)
    for r in (0, 20, 3, 30, 0) if name == "inverse" else (0, 12, 1, 0):
        q = rng.standard_normal((9, model.nq))
        v = 0.1 * rng.standard_normal((9, r + 2, model.nv))
        rows = (q, v)
        if name != "inverse":
            tau = inverse_dynamics(model, q, v)
            rows = (q, v[:, 0], *(() if name == "forward" else (v[:, 1:],)), tau)
            rows += () if name == "forward" else (mask(model),)
        solution(name, model, rows, FUNCTIONS[name](model, *rows, workers=2))


@pytest.mark.parametrize("name", ["forward", "hybrid"])
def test_extended_precision_state_by_state(name):
    model, rows = given(name, "two_link", 2, 3)
    function = FUNCTIONS[name]
    found = arrays(function(model, *rows, digits=30))
    for i in range(3):
        alone = function(model, *of_state(rows, i), digits=30)
        assert same(tuple(x[i] for x in found), arrays(alone))
    if name == "forward":
        q, v, tau = rows
        spread = function(model, q, v[:2, None], tau[:1], digits=30)
        assert np.array_equal(spread[1, 2], function(model, q[2], v[1], tau[0], digits=30))


def bead():
    """A bead on a massless rod that turns; the rod is singular if the bead is on its axis."""
    b = ModelBuilder(name="bead", doubtful="warn")
    nothing = np.zeros((3, 3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        b.add_body("rod", None, Revolute((0, 0, 1)), None, 0.0, (0, 0, 0), nothing)
        b.add_body("bead", "rod", Prismatic((1, 0, 0)), None, 1.0, (0, 0, 0), nothing)
        return b.build()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("states", [(5,), (COUNT - 1,), (17, 3, 8)])
def test_the_first_singular_state_is_named_with_its_joint(states, workers):
    model = bead()
    rng = np.random.default_rng(7)
    q = rng.uniform(0.5, 1.0, (COUNT, 2))
    v, tau = rng.standard_normal((COUNT, 2)), rng.standard_normal((COUNT, 2, 2))
    found = forward_dynamics(model, q, v, tau, workers=workers)
    solved(model, q, v, found, tau)
    q[list(states), 1] = 0
    said = rf"^state \[{min(states)}\]: joint '{model.joint_names[0]}' of body 'rod'"
    with pytest.raises(SingularError, match=said):
        forward_dynamics(model, q, v, tau, workers=workers)
    held = np.array([False, True])
    with pytest.raises(SingularError, match=said):
        hybrid_dynamics(model, q, v, tau, tau, held, workers=workers)
    # where the rod's motion is given, nothing need oppose it
    motion, _ = hybrid_dynamics(model, q, v, tau, tau, ~held, workers=workers)
    assert np.isfinite(motion).all()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("what", "index"), [("q", (17, 0)), ("wrenches", (17, 0, 0, 1)), ("wrenches", (3, 1, 0, 2))]
)
def test_numbers_that_no_result_needs_are_checked_too(what, index, workers):
    """Where a slide is, and a moment on it, which no NaN of the result would tell of."""
    model = slide()
    rng = np.random.default_rng(17)
    given = {
        "q": rng.standard_normal((COUNT, 1)),
        "v": rng.standard_normal((COUNT, 3, 1)),
        "wrenches": rng.standard_normal((COUNT, 2, 1, 6)),
    }
    good = inverse_dynamics(model, **given)
    given[what][index] += 1
    assert np.array_equal(inverse_dynamics(model, **given, workers=workers), good)
    given[what][index] = np.nan
    place = ", ".join(map(str, index))
    with pytest.raises(
        NonFiniteError, match=rf"^{what}\[{place}\] is nan, expected a finite number$"
    ):
        inverse_dynamics(model, **given, workers=workers)


def test_the_first_of_several_faults_is_named():
    model, q, v = batch("every_joint_free", 1, 500)
    nan = v.copy()
    nan[[498, 243, 77], 1, 2] = np.nan
    v[400, 1, 2] = np.nan
    bent = q.copy()
    bent[77, 3:7] *= 1.1
    v[79, 0] = 1e200
    for workers in (1, 2, 3):
        with pytest.raises(NonFiniteError, match=r"^v\[77, 1, 2\] is nan"):
            inverse_dynamics(model, q, nan, workers=workers)
        with pytest.raises(ConfigurationError, match=r"^state \[77\]: quaternion"):
            inverse_dynamics(model, bent, v, workers=workers)
    with pytest.raises(NonFiniteError, match=r"^state \[1, 29\]: tau\["):
        inverse_dynamics(model, q[0], v[:100].reshape(2, 50, 3, -1))
    # of what is no batch there is no place
    with pytest.raises(ConfigurationError, match=r"^quaternion q\[3:7\]"):
        inverse_dynamics(model, bent[77], nan[0], workers=2)
    with pytest.raises(NonFiniteError, match=r"^q\[2\] is inf"):
        inverse_dynamics(model, np.where(np.arange(model.nq) == 2, np.inf, q[0]), v)


def test_no_more_states_are_looked_at_than_a_group_has():
    model, q, v = batch("arm", 0, 500)
    v[250, 0] = 1e200
    seen = []

    def alone(model, q, *others):
        seen.append(q)

    options = ("body", None, "body", None, "default", 1)
    with pytest.raises(NonFiniteError, match=r"^states \[\d+\] to \[\d+\]: one of them") as caught:
        inverse_batches.inverse_dynamics(alone, model, q, v, *options)
    # as many as the build has lanes
    first, last = map(int, re.findall(r"\[(\d+)\]", str(caught.value)))
    assert first <= 250 <= last
    assert 2 <= len(seen) == last - first + 1 <= 8


@pytest.mark.parametrize("state", [0, 7, COUNT - 1])
@pytest.mark.parametrize("factor", [1 + 3e-9, 1 - 3e-9, 0.0])
def test_quaternions_of_any_state_are_checked(state, factor):
    model, q, v = batch("every_joint_free", 0)
    good = inverse_dynamics(model, q, v)
    # of the base, and of the last joint that has one
    last = max(
        iq + (3 if joint.kind == "free" else 0)
        for joint, iq in zip(model.joints, model.idx_q, strict=True)
        if joint.kind in ("spherical", "free")
    )
    for first in (3, last):
        wrong = q.copy()
        wrong[state, first : first + 4] *= factor
        said = rf"^state \[{state}\]: quaternion q\[{first}:{first + 4}\]"
        with pytest.raises(ConfigurationError, match=said):
            inverse_dynamics(model, wrong, v)
    # within the tolerance it stands for the same rotation: other roundings, found 3.1 eps
    q[:, 3:7] *= 1 + 5e-10
    for found, expected in zip(inverse_dynamics(model, q, v), good, strict=True):
        assert (relative(found, expected) <= BATCHES).all()


@pytest.mark.parametrize(
    ("what", "shape", "said"),
    [
        ("v", (COUNT, 3, 6), "v has shape (19, 3, 6), expected (..., r + 2, 7)"),
        ("v", (COUNT, 1, 7), "v has shape (19, 1, 7), expected (..., r + 2, 7) with an order r"),
        ("wrenches", (COUNT, 1, 7, 6), "wrenches has shape (19, 1, 7, 6), expected (..., 2, 7, 6)"),
        ("tau_ext", (COUNT, 3, 7), "tau_ext has shape (19, 3, 7), expected (..., 2, 7)"),
        ("tau_ext", (4, 2, 7), "leading axes do not broadcast: q (19,), v (19,), tau_ext (4,)"),
    ],
)
def test_shapes(what, shape, said):
    model, q, v = batch("arm", 1)
    with pytest.raises(ShapeError, match="^" + re.escape(said)):
        inverse_dynamics(model, **{"q": q, "v": v, what: np.zeros(shape)})


SCRIPT = """
import json
from support.references.batches import batch, loads
from lieref import forward_dynamics, inverse_dynamics
for robot in ("two_link", "every_joint_free", "serial_5"):
    for r in (0, 1, 5):
        model, q, v = batch(robot, r, 9)
        tau = inverse_dynamics(model, q, v)
        given = loads(model, r, 9)
        found = forward_dynamics(model, q, v[:, 0], tau, wrench_axes="inertial", **given)
        print(json.dumps([robot, r, found.tolist()]))
"""


@pytest.mark.parametrize("build", machine.available())
def test_every_build_computes_the_same(build):
    """Forward dynamics; the builds of inverse dynamics are compared in tests/test_builds.py."""
    lines = output(build, SCRIPT)
    assert len(lines) == 3 * 3
    for robot, r, found in lines:
        model, rows = given("forward", robot, r, FEW)
        w, e = loads(model, r, FEW).values()
        solved(model, *rows[:2], np.array(found), rows[2], "body", w, "inertial", e)
