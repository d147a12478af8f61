"""Robots next to singular ones: what other forms solve, and what they refuse by name."""

import numpy as np
import pytest
from support.references.forward_forms import bounds, solve
from support.trees.robots import translation
from support.trees.spatial_robots import floats, relative

from lieref import oracle
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Prismatic, Revolute, Spherical

# As `support.references.forward_forms` has them for the spatial form.
BOUNDS = 400
ABSOLUTE = 4e-12
LOOSEST = 0.03
TORQUE = 1e-13


@pytest.fixture(params=["spatial", "body", "hybrid"])
def form(request):
    """Each form in turn."""
    return request.param


def _limit(function, *arguments):
    limit = BOUNDS * bounds(function, arguments) + ABSOLUTE
    assert (limit < LOOSEST).all()
    return limit


def _assert_told(form, model, state, tau, name):
    with pytest.raises(SingularError, match=name):
        _forward(form, model)(*state, tau)


def _forward(form, model):
    """vdot as a function of q, v and tau."""
    return lambda q, v, tau: forward_dynamics(model, q, v, tau, form=form)


def _near_singular(rod, masses=(1.0, 1.0), joint=None):
    """A link, and a body of principal moments `rod` that turns about all axes or as `joint`."""
    b = ModelBuilder(name="near_singular")
    tilted = translation(0.1, 0.2, 0.5)
    tilted[:3, :3] = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]]
    link = masses[0] * np.diag([0.02, 0.03, 0.01])
    b.add_body("link", None, Revolute((0, 1, 0)), tilted, masses[0], (0, 0.1, 0.3), link)
    at, moments = tilted @ tilted, np.diag(rod)
    b.add_body("rod", "link", joint or Spherical(), at, masses[1], (0, 0, 0.2), moments)
    return b.build()


def test_a_joint_that_nothing_opposes_is_told(form):
    for joint in (None, Revolute((0, 0, 1)), Free()):
        for least in (0.0, 1e-15):
            model = _near_singular((0.02, 0.02, least), joint=joint)
            q = model.random_configuration(np.random.default_rng(1))
            v, tau = np.zeros(model.nv), np.zeros((2, model.nv))
            _assert_told(form, model, (q, v), tau, "'rod'")
            # with the rod's own axis prescribed nothing is singular
            prescribed = np.zeros(model.nv)
            prescribed[1 if model.nv == 2 else 3] = 1
            vdot, _ = solve(model, q, v, tau, tau, prescribed, form=form)
            assert np.isfinite(vdot).all()


def test_an_unlike_pair_of_masses_is_solved_or_told(form):
    rng = np.random.default_rng(2)
    for joint in (Spherical(), Revolute((0.6, 0, 0.8)), Prismatic((0, 0.6, 0.8)), Free()):
        for ratio in (1e-12, 1e12):
            model = _near_singular(ratio * np.array([0.02, 0.03, 0.04]), (1.0, ratio), joint)
            q, v = model.random_configuration(rng), rng.standard_normal((3, model.nv))
            tau = inverse_dynamics(model, q, v)
            # a heavy free body leaves its parent alone: that one's force is lost in the input's
            tau[:, :1] = np.array([[0.1], [0.2]]) if joint.kind == "free" else tau[:, :1]
            forward = _forward(form, model)
            reference = floats(oracle.forward_dynamics(model, q, v[0], tau, digits=40))
            error = relative(forward(q, v[0], tau), reference)
            assert (error <= _limit(forward, q, v[0], tau)).all(), (joint, ratio)


def test_a_free_child_leaves_its_parent_alone(form):
    """However light that one is: what holds the child's weight takes no part in its motion."""
    model = _near_singular((0.02, 0.03, 0.04), (1e-12, 1.0), Free())
    rng = np.random.default_rng(1)
    q, v, tau = model.random_configuration(rng), rng.standard_normal(model.nv), np.zeros((2, 7))
    tau[:, 0] = 1e-12, 2e-12
    reference = floats(oracle.forward_dynamics(model, q, v, tau, digits=40))
    error = abs(_forward(form, model)(q, v, tau) - reference)[:, 0]
    assert (error <= TORQUE * abs(reference[:, 0])).all()


def _gantry(directions, heavy):
    """Carriages of 1 kg on one another that slide along the given directions, the last `heavy`."""
    b, parent = ModelBuilder(name="gantry"), None
    for i, direction in enumerate(directions):
        mass = heavy if i == len(directions) - 1 else 1.0
        parent = b.add_body(f"carriage{i}", parent, Prismatic(direction), None, mass)
    return b.build()


def test_rounding_errors_are_remembered_across_joints(form):
    """Three slides free a heavy load; what a fourth has to carry is lost in its rounding errors."""
    along = (0.6, 0.0, 0.8), (0.0, 0.6, 0.8), (0.48, 0.64, 0.6)
    for slides, fourth in ((along, False), ((along[2], *along), True)):
        model = _gantry(slides, 1e15)
        tau = np.ones((1, model.nv))
        state = np.zeros(model.nq), np.zeros(model.nv)
        if fourth:
            _assert_told(form, model, state, tau, "'carriage0'")
            continue
        reference = floats(oracle.forward_dynamics(model, *state, tau, digits=40))
        error = relative(_forward(form, model)(*state, tau), reference)
        assert (error <= _limit(_forward(form, model), *state, tau)).all()


def test_a_light_base_before_a_heavy_chain_is_told(form):
    """Its directions that the joints free weigh 1e-15 of the others: no digits are left of them."""
    b = ModelBuilder(name="light_base")
    b.add_body("base", None, Free(), None, 1.0, (0.1, 0, 0), np.eye(3) / 50)
    at, axes = translation(0.1, 0.2, 0.5), ((0, 0, 1), (0.6, 0, 0.8), (0, 1, 0))
    for i, (parent, mass) in enumerate((("base", 1.0), ("link0", 1.0), ("link1", 1e15))):
        b.add_body(f"link{i}", parent, Revolute(axes[i]), at, mass, (0.1, 0, 0), mass * np.eye(3))
    model = b.build()
    q = model.random_configuration(np.random.default_rng(4))
    tau = np.random.default_rng(5).standard_normal((1, model.nv))
    _assert_told(form, model, (q, np.zeros(model.nv)), tau, "'base'")
