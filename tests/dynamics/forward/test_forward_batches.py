"""Forward and hybrid dynamics of a batch: every state as alone, in every build, by threads."""

import warnings

import numpy as np
import pytest
from support.programs.build_outputs import output
from support.references.batches import COUNT, batch, loads
from support.references.rounding_scale import STEP, moved_arguments
from support.references.tolerances import EPS
from support.trees.spatial_robots import bases

from lieref import forward_dynamics, hybrid_dynamics, inverse_dynamics, machine
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

ROBOTS = ("two_link", "arm", "every_joint", "every_joint_free", "serial_5")
# Unrolled copies of the passes, the last of them, and the general loops.
ORDERS = (0, 1, 5, 7)
# More than the widest lanes hold, and not twice as many.
FEW = 9
# In ulp of the scale of the forces. That counts one rounding to each term, where the passes make
# a few and most cancel. Found: 0.7, in a batch and alone.
ULPS = 2.0


def _torques_scale(model, q, motion, base, first, *loads):
    """The scale of the generalized forces `first` of a motion, (r + 1,), as rounding_scale says."""
    wrenches, *others = loads or (np.zeros((len(motion) - 1, model.nbodies, 6)),)
    moves = zip(*moved_arguments(model, q, (motion, wrenches), {}), strict=True)
    places, motions, forces = map(np.array, moves)
    moved = inverse_dynamics(model, places, motions, base, forces, *others)
    return 3 * abs(first).max(axis=1) + abs(moved - first).max(axis=2).sum(axis=0) / STEP


def _solved(model, q, v, vdot, tau, base="body", wrenches=None, axes="body", tau_ext=None):
    """The motion of each state has its generalized forces, by inverse dynamics and up to roundings.

    What finds a motion from forces knows it no better than they are known, and no worse: solves
    with symmetric positive definite matrices have small residuals [Higham, theorem 10.3], even
    where the motion itself is lost. The arguments' own bound says nothing of that.
    """
    motions = np.concatenate((v[:, None], vdot), axis=1)
    for i, motion in enumerate(motions):
        loads = () if wrenches is None else (wrenches[i], axes, tau_ext[i])
        first = inverse_dynamics(model, q[i], motion, base, *loads)
        error = abs(first - tau[i]).max(axis=1)
        # most are within the first term of the scale, which the others only add to
        if not (error <= ULPS * EPS * 3 * abs(first).max(axis=1)).all():
            scale = _torques_scale(model, q[i], motion, base, first, *loads)
            assert (error <= ULPS * EPS * scale).all(), i


def _torques(robot, r, base="body", count=COUNT):
    model, q, v = batch(robot, r, count)
    return model, q, v[:, 0].copy(), v[:, 1:].copy(), inverse_dynamics(model, q, v, base)


def _mask(model):
    return np.arange(model.nv) % 3 == 1


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("r", ORDERS)
def test_every_state_is_solved(robot, r):
    model = batch(robot, r)[0]
    w, e = loads(model, r, FEW).values()
    for base in bases(model):
        _, q, v, _, tau = _torques(robot, r, base, FEW)
        found = forward_dynamics(model, q, v, tau, base)
        assert found.shape == tau.shape
        _solved(model, q, v, found, tau, base)
        for axes in ("body", "inertial"):
            found = forward_dynamics(model, q, v, tau, base, w, axes, e)
            _solved(model, q, v, found, tau, base, w, axes, e)


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("r", [0, 3])
def test_hybrid_dynamics_of_every_state(robot, r):
    model = batch(robot, r)[0]
    given = loads(model, r, FEW)
    mask = _mask(model)
    for base in bases(model):
        _, q, v, vdot, tau = _torques(robot, r, base, FEW)
        # what is not read may be anything
        vdot[..., ~mask] = np.nan
        tau[..., mask] = np.inf
        motion, torque = hybrid_dynamics(model, q, v, vdot, tau, mask, base, **given)
        assert motion.shape == (FEW, r + 2, model.nv)
        assert torque.shape == (FEW, r + 1, model.nv)
        assert np.array_equal(motion[:, 0], v)
        assert np.array_equal(motion[:, 1:, mask], vdot[..., mask])
        assert np.array_equal(torque[..., ~mask], tau[..., ~mask])
        w, e = given.values()
        _solved(model, q, v, motion[:, 1:], torque, base, w, "body", e)


@pytest.mark.parametrize("form", ["spatial", "body", "hybrid"])
def test_other_forms_are_the_single_state_itself(form):
    model, q, v, vdot, tau = _torques("every_joint_free", 2)
    mask = _mask(model)
    found = forward_dynamics(model, q, v, tau, form=form, workers=2)
    both = hybrid_dynamics(model, q, v, vdot, tau, mask, form=form, workers=2)
    for i in range(COUNT):
        assert np.array_equal(found[i], forward_dynamics(model, q[i], v[i], tau[i], form=form))
        alone = hybrid_dynamics(model, q[i], v[i], vdot[i], tau[i], mask, form=form)
        assert all(np.array_equal(x[i], y) for x, y in zip(both, alone, strict=True))


def test_leading_axes_broadcast():
    model, q, v, vdot, tau = _torques("every_joint_free", 2, count=12)
    mask = _mask(model)
    q, v, tau = q[:3].reshape(3, 1, -1), v[:4], tau[:4]
    found = forward_dynamics(model, q, v, tau)
    motion, torque = hybrid_dynamics(model, q, v, vdot[0], tau, mask)
    assert found.shape == torque.shape == (3, 4, 3, model.nv)
    assert motion.shape == (3, 4, 4, model.nv)
    rows = np.repeat(q, 4, 1).reshape(12, -1), np.tile(v, (3, 1)), np.tile(tau, (3, 1, 1))
    spread = forward_dynamics(model, *rows)
    assert np.array_equal(found.reshape(spread.shape), spread)
    assert np.array_equal(motion[..., 0, :].reshape(12, -1), rows[1])


@pytest.mark.parametrize(("robot", "r"), [("two_link", 0), ("every_joint_free", 1), ("arm", 6)])
def test_any_number_of_workers_gives_the_same_bits(robot, r):
    model, q, v, vdot, tau = _torques(robot, r, count=203)
    mask = _mask(model)
    expected = forward_dynamics(model, q, v, tau)
    both = hybrid_dynamics(model, q, v, vdot, tau, mask)
    for workers in (2, 3, 64):
        assert np.array_equal(forward_dynamics(model, q, v, tau, workers=workers), expected)
        found = hybrid_dynamics(model, q, v, vdot, tau, mask, workers=workers)
        assert all(np.array_equal(x, y) for x, y in zip(found, both, strict=True))


def test_extended_precision_state_by_state():
    model, q, v, vdot, tau = _torques("two_link", 2, count=3)
    mask = np.array([True, False])
    found = forward_dynamics(model, q, v, tau, digits=30)
    both = hybrid_dynamics(model, q, v, vdot, tau, mask, digits=30)
    for i in range(3):
        assert np.array_equal(found[i], forward_dynamics(model, q[i], v[i], tau[i], digits=30))
        alone = hybrid_dynamics(model, q[i], v[i], vdot[i], tau[i], mask, digits=30)
        assert all(np.array_equal(x[i], y) for x, y in zip(both, alone, strict=True))
    spread = forward_dynamics(model, q, v[:2, None], tau[:1], digits=30)
    assert np.array_equal(spread[1, 2], forward_dynamics(model, q[2], v[1], tau[0], digits=30))


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
    _solved(model, q, v, found, tau)
    q[list(states), 1] = 0
    said = rf"^state \[{min(states)}\]: joint '{model.joint_names[0]}' of body 'rod'"
    with pytest.raises(SingularError, match=said):
        forward_dynamics(model, q, v, tau, workers=workers)
    mask = np.array([False, True])
    with pytest.raises(SingularError, match=said):
        hybrid_dynamics(model, q, v, tau, tau, mask, workers=workers)
    # where the rod's motion is given, nothing need oppose it
    motion, _ = hybrid_dynamics(model, q, v, tau, tau, ~mask, workers=workers)
    assert np.isfinite(motion).all()


def test_numbers_that_are_none_are_named():
    model, q, v, vdot, tau = _torques("arm", 1)
    mask = _mask(model)
    wrong = tau.copy()
    wrong[7, 1, 0] = np.nan
    with pytest.raises(NonFiniteError, match=r"^tau\[7, 1, 0\] is nan"):
        forward_dynamics(model, q, v, wrong)
    with pytest.raises(NonFiniteError, match=r"^tau\[7, 1, 0\] is nan"):
        hybrid_dynamics(model, q, v, vdot, wrong, mask)
    v[11, 2] = 1e200
    with pytest.raises(NonFiniteError, match=r"^state \[11\]: vdot\["):
        forward_dynamics(model, q, v, tau)


def test_quaternions_of_any_state_are_checked():
    model, q, v, _, tau = _torques("every_joint_free", 0)
    q[17, 3:7] *= 1.001
    with pytest.raises(ConfigurationError, match=r"state \[17\]: .*q\[3:7\]"):
        forward_dynamics(model, q, v, tau)


def test_shapes():
    model, q, v, vdot, tau = _torques("arm", 1)
    with pytest.raises(
        ShapeError, match=r"tau has shape \(19, 0, 7\), expected \(..., r \+ 1, 7\)"
    ):
        forward_dynamics(model, q, v, tau[:, :0])
    with pytest.raises(ShapeError, match=r"leading axes do not broadcast: q \(19,\), v \(4,\)"):
        forward_dynamics(model, q, v[:4], tau)
    with pytest.raises(ShapeError, match=r"vdot has shape \(19, 1, 7\), expected \(..., 2, 7\)"):
        hybrid_dynamics(model, q, v, vdot[:, :1], tau, _mask(model))
    with pytest.raises(ShapeError, match="workers is 0"):
        forward_dynamics(model, q[0], v[0], tau[0], workers=0)


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
    lines = output(build, SCRIPT)
    assert len(lines) == 3 * 3
    for robot, r, found in lines:
        model, q, v, _, tau = _torques(robot, r, count=FEW)
        w, e = loads(model, r, FEW).values()
        _solved(model, q, v, np.array(found), tau, "body", w, "inertial", e)


@pytest.mark.parametrize("shape", [(0,), (3, 0), (1,), (2, 3, 2)])
def test_batches_of_any_shape(shape):
    model, q, v, _, tau = _torques("every_joint_free", 1, count=12)
    count = int(np.prod(shape))
    q, v, tau = (x[:count].reshape(*shape, *x.shape[1:]) for x in (q, v, tau))
    found = forward_dynamics(model, q, v, tau)
    assert found.shape == (*shape, 2, model.nv)
    rows = [x.reshape(count, *x.shape[len(shape) :]) for x in (found, q, v, tau)]
    found, q, v, tau = rows
    _solved(model, q, v, found, tau)


def test_the_largest_workspace():
    """A thread's memory grows with the call, and serves smaller ones afterwards."""
    model = catalogue.serial_chain(9)
    rng = np.random.default_rng(3)
    for r in (0, 12, 1, 0):
        q = rng.standard_normal((9, model.nq))
        v = 0.1 * rng.standard_normal((9, r + 2, model.nv))
        tau = inverse_dynamics(model, q, v)
        found = forward_dynamics(model, q, v[:, 0], tau, workers=2)
        _solved(model, q, v[:, 0], found, tau)
