"""The algebra of spatial forward and hybrid dynamics in long balls: against the oracle."""

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, bases, largest, two_trees

from lieref import oracle
from lieref.dynamics.forward.spatial import h_gabi_spatial_twin
from lieref.dynamics.inverse.spatial import spatial_twin
from lieref.errors import SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Revolute, Spherical

# The balls of every_joint lose 13 digits with each order; of 150, 1e-62 of the fifth are left.
K = oracle.Arb(150)
# Of a generalized force: the solution is exact for generalized forces that differ by no more.
TORQUE = 1e-46
# Orders up to 2 of the motion itself, which is as ill-conditioned as the inertia of the robot.
MOTION = 1e-38


@pytest.fixture(autouse=True)
def digits():
    """Those of K, which are of the whole process."""
    with K.working():
        yield


def _loads(model, rows, axes):
    rng = np.random.default_rng(11)
    wrenches = rng.standard_normal((rows, model.nbodies, 6)).tolist()
    return wrenches, axes, rng.standard_normal((rows, model.nv)).tolist()


def _close(found, expected, limit):
    """Surely, every ball of them: the largest of balls may be another one's."""
    for row, reference in zip(found, expected, strict=True):
        allowed = limit * max(largest(reference), 1)
        assert all(abs(x - K(y)) <= allowed for x, y in zip(row, reference, strict=True))


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize(
    "robot, base",
    [("every_joint", "body"), *(("every_joint_free", base) for base in BASES)],
)
def test_undoes_inverse_dynamics_up_to_order_five(robot, base, axes):
    model, q, v = draw(robot, "generic", r=5)
    arguments = (K, base, *_loads(model, 6, axes))
    tau = spatial_twin.inverse_dynamics(model, q.tolist(), v.tolist(), *arguments)
    vdot = h_gabi_spatial_twin.forward_dynamics(model, q.tolist(), v[0].tolist(), tau, *arguments)
    rows = [v[0].tolist(), *vdot]
    _close(spatial_twin.inverse_dynamics(model, q.tolist(), rows, *arguments), tau, TORQUE)


@pytest.mark.parametrize("robot", ["two_link", "arm", "quadruped", "every_joint_free"])
def test_agrees_with_the_oracle(robot):
    model, q, v = draw(robot, "generic", r=2)
    tau = np.random.default_rng(3).standard_normal((3, model.nv)).tolist()
    for base in bases(model):
        loads = (base, *_loads(model, 3, "inertial"))
        found = h_gabi_spatial_twin.forward_dynamics(
            model, q.tolist(), v[0].tolist(), tau, K, *loads
        )
        reference = oracle.forward_dynamics(model, q, v[0], tau, *loads, field=K)
        _close(found, reference, MOTION)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_any_split_agrees_with_the_oracle(base, seed):
    """Splits by coordinate, inside spherical and free joints too; what is not given is not read."""
    model, q, v = draw("every_joint_free", "generic", r=2, seed=seed)
    rng = np.random.default_rng(seed)
    prescribed = rng.random(model.nv) < 0.5
    vdot, tau = rng.standard_normal((2, 3, model.nv))
    vdot[:, ~prescribed], tau[:, prescribed] = np.nan, np.nan
    loads = (base, *_loads(model, 3, "body"))
    given = (q.tolist(), v[0].tolist(), vdot.tolist(), tau.tolist(), prescribed.tolist())
    found = h_gabi_spatial_twin.hybrid_dynamics(model, *given, K, *loads)
    reference = oracle.hybrid_dynamics(model, *given, *loads, field=K)
    for one, other in zip(found, reference, strict=True):
        _close(one, other, MOTION)


def test_every_motion_prescribed_is_inverse_dynamics():
    model, q, v = draw("every_joint_free", "generic", r=2)
    rows = v.tolist()
    for base in BASES:
        loads = (K, base, *_loads(model, 3, "inertial"))
        every = [True] * model.nv
        _, tau = h_gabi_spatial_twin.hybrid_dynamics(
            model, q.tolist(), rows[0], rows[1:], rows[1:], every, *loads
        )
        _close(tau, spatial_twin.inverse_dynamics(model, q.tolist(), rows, *loads), TORQUE)


def test_two_trees_have_shifted_frames_of_their_own():
    model = two_trees()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng).tolist(), rng.standard_normal(model.nv).tolist()
    tau = rng.standard_normal((3, model.nv)).tolist()
    for base in BASES:
        found = h_gabi_spatial_twin.forward_dynamics(model, q, v, tau, K, base)
        _close(found, oracle.forward_dynamics(model, q, v, tau, base, field=K), MOTION)


def _rod(least):
    """A link and a rod on a spherical joint, whose inertia about itself is `least`."""
    b = ModelBuilder(name="rod")
    b.add_body("link", None, Revolute((0, 1, 0)), None, 1.0, (0, 0, 0.3), np.eye(3) / 50)
    b.add_body("rod", "link", Spherical(), None, 1.0, (0, 0, 0.2), np.diag([0.02, 0.02, least]))
    model = b.build()
    q = model.random_configuration(np.random.default_rng(1))
    return model, q.tolist(), [0.0] * model.nv


def test_a_joint_that_nothing_opposes_is_named():
    # a moment of 1e-13 is enough for the digits of K, not for the 16 of a double
    for field, least in ((oracle.Double(), 0.0), (oracle.Double(), 1e-13)):
        model, q, zeros = _rod(least)
        with pytest.raises(SingularError, match="rod"):
            h_gabi_spatial_twin.forward_dynamics(model, q, zeros, [zeros], field)
    model, q, zeros = _rod(1e-13)
    h_gabi_spatial_twin.forward_dynamics(model, q, zeros, [zeros], K)
    # the rod's own axis prescribed, nothing is singular
    model, q, zeros = _rod(0.0)
    given = (zeros, [zeros], [zeros], [False, False, False, True])
    for field in (K, oracle.Double()):
        motion, _ = h_gabi_spatial_twin.hybrid_dynamics(model, q, *given, field)
        assert motion[1][3] == 0 and 0 < largest(motion[1]) < 1e3


def test_a_free_child_leaves_its_parent_alone():
    """The heavier it is, the more of the parent's share rounding would cost if it did not."""
    b = ModelBuilder(name="light parent")
    inertia = np.diag([0.02, 0.03, 0.04])
    b.add_body("light", None, Revolute((0, 1, 0)), None, 1e-12, (0, 0, 0.3), 1e-12 * inertia)
    b.add_body("heavy", "light", Free(), None, 1.0, (0.1, 0, 0.2), inertia)
    model = b.build()
    rng = np.random.default_rng(1)
    q, rates = model.random_configuration(rng).tolist(), rng.standard_normal(model.nv).tolist()
    tau = [[1e-12, *[0.0] * 6]]
    double = h_gabi_spatial_twin.forward_dynamics(model, q, rates, tau, oracle.Double())
    reference = oracle.forward_dynamics(model, q, rates, tau, field=K)
    assert abs(double[0][0] - float(reference[0][0])) <= 1e-13 * abs(float(reference[0][0]))
