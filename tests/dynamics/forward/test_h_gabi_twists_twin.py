"""The algebra of forward and hybrid dynamics by body and hybrid twists in long balls."""

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, bases, largest, two_trees

from lieref import oracle
from lieref.dynamics.forward.body import h_gabi_twist_body_twin
from lieref.dynamics.forward.hybrid import h_gabi_hybrid_twin
from lieref.dynamics.inverse.body import body_twin
from lieref.dynamics.inverse.hybrid import hybrid_twin
from lieref.errors import SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Revolute, Spherical

# Digits enough for what balls lose with each order.
K = oracle.Arb(100)
FORMS = {"body": h_gabi_twist_body_twin, "hybrid": h_gabi_hybrid_twin}
INVERSE = {"body": body_twin, "hybrid": hybrid_twin}
# Of a generalized force: the solution is exact for generalized forces that differ by no more.
TORQUE = 1e-46
# Orders up to 2 of the motion itself, which is as ill-conditioned as the inertia of the robot.
# In 50 digits, found: 1e-46 (every_joint_free).
MOTION = 1e-44


@pytest.fixture(params=FORMS)
def form(request):
    """Each form in turn."""
    return request.param


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
@pytest.mark.parametrize("base", BASES)
def test_undoes_inverse_dynamics_up_to_order_five(base, axes, form):
    model = two_trees()
    rng = np.random.default_rng(8)
    q, rates = model.random_configuration(rng).tolist(), rng.standard_normal((7, model.nv)).tolist()
    arguments = (K, base, *_loads(model, 6, axes))
    tau = INVERSE[form].inverse_dynamics(model, q, rates, *arguments)
    vdot = FORMS[form].forward_dynamics(model, q, rates[0], tau, *arguments)
    again = INVERSE[form].inverse_dynamics(model, q, [rates[0], *vdot], *arguments)
    _close(again, tau, TORQUE)


@pytest.mark.parametrize("robot", ["two_link", "arm", "every_joint_free"])
def test_agrees_with_the_oracle(robot):
    model, q, v = draw(robot, "generic", r=2)
    tau = np.random.default_rng(3).standard_normal((3, model.nv)).tolist()
    for base in bases(model):
        loads = (base, *_loads(model, 3, "inertial"))
        reference = oracle.forward_dynamics(model, q, v[0], tau, *loads, field=K)
        for twin in FORMS.values():
            given = (q.tolist(), v[0].tolist(), tau, K, *loads)
            _close(twin.forward_dynamics(model, *given), reference, MOTION)


@pytest.mark.parametrize("base", BASES)
def test_any_split_agrees_with_the_oracle(base):
    """Splits by coordinate, inside spherical and free joints too; what is not given is not read."""
    model, q, v = draw("every_joint_free", "generic", r=2, seed=2)
    rng = np.random.default_rng(BASES.index(base))
    prescribed = rng.random(model.nv) < 0.5
    vdot, tau = rng.standard_normal((2, 3, model.nv))
    vdot[:, ~prescribed], tau[:, prescribed] = np.nan, np.nan
    loads = (base, *_loads(model, 3, "body"))
    given = (q.tolist(), v[0].tolist(), vdot.tolist(), tau.tolist(), prescribed.tolist())
    reference = oracle.hybrid_dynamics(model, *given, *loads, field=K)
    for twin in FORMS.values():
        found = twin.hybrid_dynamics(model, *given, K, *loads)
        for one, other in zip(found, reference, strict=True):
            _close(one, other, MOTION)


def test_every_motion_prescribed_is_inverse_dynamics(form):
    model, q, v = draw("every_joint_free", "generic", r=2)
    rows = v.tolist()
    for base in BASES:
        loads = (K, base, *_loads(model, 3, "inertial"))
        every = [True] * model.nv
        _, tau = FORMS[form].hybrid_dynamics(
            model, q.tolist(), rows[0], rows[1:], rows[1:], every, *loads
        )
        _close(tau, INVERSE[form].inverse_dynamics(model, q.tolist(), rows, *loads), TORQUE)


def test_two_trees_do_not_meet():
    model = two_trees()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng).tolist(), rng.standard_normal(model.nv).tolist()
    tau = rng.standard_normal((3, model.nv)).tolist()
    for base in BASES:
        reference = oracle.forward_dynamics(model, q, v, tau, base, field=K)
        for twin in FORMS.values():
            _close(twin.forward_dynamics(model, q, v, tau, K, base), reference, MOTION)


def _rod(least):
    """A link and a rod on a spherical joint, whose inertia about itself is `least`."""
    b = ModelBuilder(name="rod")
    b.add_body("link", None, Revolute((0, 1, 0)), None, 1.0, (0, 0, 0.3), np.eye(3) / 50)
    b.add_body("rod", "link", Spherical(), None, 1.0, (0, 0, 0.2), np.diag([0.02, 0.02, least]))
    model = b.build()
    q = model.random_configuration(np.random.default_rng(1))
    return model, q.tolist(), [0.0] * model.nv


def test_a_joint_that_nothing_opposes_is_named(form):
    twin = FORMS[form]
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
    double = FORMS[form].forward_dynamics(model, q, rates, tau, oracle.Double())
    reference = oracle.forward_dynamics(model, q, rates, tau, field=K)
    assert abs(double[0][0] - float(reference[0][0])) <= 1e-13 * abs(float(reference[0][0]))
