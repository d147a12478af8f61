"""The algebra of each form of forward and hybrid dynamics in long balls: against the oracle."""

import numpy as np
import pytest
from support.references.forward_bounds import loads
from support.references.forward_forms import TWINS
from support.references.inverse_forms import TWINS as INVERSE
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, bases, largest, two_trees

from lieref import oracle
from lieref.errors import SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Revolute, Spherical

# The balls of every_joint lose 13 digits with each order; of 150, 1e-62 of the fifth are left.
K = oracle.Arb(150)
# Of a generalized force: the solution is exact for generalized forces that differ by no more.
TORQUE = 1e-46
# Orders up to 2 of the motion itself, which is as ill-conditioned as the inertia of the robot;
# the balls of wrenches about the base's origin are the widest.
MOTION = {"default": 1e-44, "spatial": 1e-38, "body": 1e-44, "hybrid": 1e-44}

each_form = pytest.mark.parametrize("form", TWINS)


@pytest.fixture(autouse=True)
def digits():
    """Those of K, which are of the whole process."""
    with K.working():
        yield


def _acting(model, rows, axes):
    wrenches, _, tau_ext = loads(model, rows, seed=11)
    return wrenches.tolist(), axes, tau_ext.tolist()


def _close(found, expected, limit):
    """Surely, every ball of them: the largest of balls may be another one's."""
    for row, reference in zip(found, expected, strict=True):
        allowed = limit * max(largest(list(reference)), 1)
        assert all(abs(x - K(y)) <= allowed for x, y in zip(row, reference, strict=True))


def _hybrid(form, model, q, v, vdot, tau, prescribed, *loads):
    """Accelerations and forces of a split; the default form has no row of v before them."""
    motion, forces = TWINS[form].hybrid_dynamics(model, q, v, vdot, tau, prescribed, K, *loads)
    return motion[-len(forces) :], forces


# Frames of the spatial form alone are shifted from tree to tree.
UNDONE = [(form, "two_trees", base) for form in TWINS for base in BASES]
UNDONE += [("spatial", "every_joint", "body")]
UNDONE += [("spatial", "every_joint_free", base) for base in BASES]


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize(("form", "robot", "base"), UNDONE)
def test_undoes_inverse_dynamics_up_to_order_five(form, robot, base, axes):
    if robot == "two_trees":
        model, rng = two_trees(), np.random.default_rng(8)
        q, v = model.random_configuration(rng), rng.standard_normal((7, model.nv))
    else:
        model, q, v = draw(robot, "generic", r=5)
    acting = (K, base, *_acting(model, 6, axes))
    q, v = q.tolist(), v.tolist()
    tau = INVERSE[form].inverse_dynamics(model, q, v, *acting)
    vdot = TWINS[form].forward_dynamics(model, q, v[0], tau, *acting)
    _close(INVERSE[form].inverse_dynamics(model, q, [v[0], *vdot], *acting), tau, TORQUE)


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize(
    "robot", ["two_link", "arm", "quadruped", "every_joint_free", "aerial_manipulator"]
)
def test_agrees_with_the_oracle(robot, axes):
    model, q, v = draw(robot, "generic", r=2)
    tau = np.random.default_rng(3).standard_normal((3, model.nv)).tolist()
    for base in bases(model):
        acting = (base, *_acting(model, 3, axes))
        reference = oracle.forward_dynamics(model, q, v[0], tau, *acting, field=K)
        for form, twin in TWINS.items():
            found = twin.forward_dynamics(model, q.tolist(), v[0].tolist(), tau, K, *acting)
            _close(found, reference, MOTION[form])


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_any_split_agrees_with_the_oracle(base, seed):
    """Splits by coordinate, inside spherical and free joints too; what is not given is not read."""
    model, q, v = draw("every_joint_free", "generic", r=2, seed=seed)
    rng = np.random.default_rng(seed)
    prescribed = rng.random(model.nv) < 0.5
    vdot, tau = rng.standard_normal((2, 3, model.nv))
    vdot[:, ~prescribed], tau[:, prescribed] = np.nan, np.nan
    acting = (base, *_acting(model, 3, ("body", "inertial")[seed - 1]))
    given = (q.tolist(), v[0].tolist(), vdot.tolist(), tau.tolist(), prescribed.tolist())
    reference, forces = oracle.hybrid_dynamics(model, *given, *acting, field=K)
    for form in TWINS:
        found = _hybrid(form, model, *given, *acting)
        _close(found[0], reference[1:], MOTION[form])
        _close(found[1], forces, MOTION[form])


@each_form
def test_every_motion_prescribed_is_inverse_dynamics(form):
    model, q, v = draw("every_joint_free", "generic", r=2)
    q, v = q.tolist(), v.tolist()
    for base in BASES:
        acting = (base, *_acting(model, 3, "inertial"))
        _, tau = _hybrid(form, model, q, v[0], v[1:], v[1:], [True] * model.nv, *acting)
        _close(tau, INVERSE[form].inverse_dynamics(model, q, v, K, *acting), TORQUE)


def _rod(least):
    """A link and a rod on a spherical joint, whose inertia about itself is `least`."""
    b = ModelBuilder(name="rod")
    b.add_body("link", None, Revolute((0, 1, 0)), None, 1.0, (0, 0, 0.3), np.eye(3) / 50)
    b.add_body("rod", "link", Spherical(), None, 1.0, (0, 0, 0.2), np.diag([0.02, 0.02, least]))
    model = b.build()
    q = model.random_configuration(np.random.default_rng(1))
    return model, q.tolist(), [0.0] * model.nv


@pytest.mark.parametrize("form", ["spatial", "body", "hybrid"])
def test_a_joint_without_inertia_is_named(form):
    twin = TWINS[form]
    # a moment of 1e-13 is enough for the digits of K, not for the 16 of a double
    for field, least in ((oracle.Double(), 0.0), (oracle.Double(), 1e-13)):
        model, q, zeros = _rod(least)
        with pytest.raises(SingularError, match="rod"):
            twin.forward_dynamics(model, q, zeros, [zeros], field)
    model, q, zeros = _rod(1e-13)
    twin.forward_dynamics(model, q, zeros, [zeros], K)
    # the rod's own axis prescribed, nothing is singular
    model, q, zeros = _rod(0.0)
    given = (zeros, [zeros], [zeros], [False, False, False, True])
    for field in (K, oracle.Double()):
        motion, _ = twin.hybrid_dynamics(model, q, *given, field)
        assert motion[1][3] == 0 and 0 < largest(motion[1]) < 1e3


@pytest.mark.parametrize("form", ["spatial", "body", "hybrid"])
def test_a_free_child_leaves_its_parent_alone(form):
    """The heavier it is, the more of the parent's share rounding would cost if it did not."""
    b = ModelBuilder(name="light parent")
    inertia = np.diag([0.02, 0.03, 0.04])
    b.add_body("light", None, Revolute((0, 1, 0)), None, 1e-12, (0, 0, 0.3), 1e-12 * inertia)
    b.add_body("heavy", "light", Free(), None, 1.0, (0.1, 0, 0.2), inertia)
    model = b.build()
    rng = np.random.default_rng(1)
    q, rates = model.random_configuration(rng).tolist(), rng.standard_normal(model.nv).tolist()
    tau = [[1e-12, *[0.0] * 6]]
    double = TWINS[form].forward_dynamics(model, q, rates, tau, oracle.Double())
    reference = oracle.forward_dynamics(model, q, rates, tau, field=K)
    assert abs(double[0][0] - float(reference[0][0])) <= 1e-13 * abs(float(reference[0][0]))
