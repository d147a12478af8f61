"""Armature, damping, friction and springs in inverse, forward and hybrid dynamics of any order."""

import numpy as np
import pytest
from support.references.forward_bounds import assert_close
from support.references.tolerances import BATCHES, CLOSED_FORMS, COMPLEX_STEP, KERNEL
from support.trees.robots import draw, joint_torques, with_physics
from support.trees.spatial_robots import relative

import lieref
from lieref import oracle
from lieref.dynamics.forward.default import forward_dynamics_generic
from lieref.dynamics.forward_dynamics import forward_dynamics_complex
from lieref.dynamics.inverse_dynamics import inverse_dynamics_complex

ROBOTS = ("two_link", "arm", "every_joint_free")
FORMS = ("default", "spatial", "body", "hybrid")
FRICTIONS = ("smooth", "sign")
ORDERS = (0, 1, 2, 3, 4, 5)


def moving(robot, friction="smooth", r=2, seed=1):
    """A robot with joint physics, q, v (r + 2, nv) and the oracle's tau (r + 1, nv)."""
    plain, q, v = draw(robot, "generic", r, seed)
    model = with_physics(plain, seed, friction)
    reference = oracle.inverse_dynamics(model, q, v, digits=40)
    return model, q, v, np.array([[float(x) for x in row] for row in reference])


def rows(found):
    return np.array([[float(x) for x in row] for row in found])


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("friction", FRICTIONS)
def test_the_oracle_is_the_definition(robot, friction):
    model, q, v, tau = moving(robot, friction, 0)
    bare = oracle.inverse_dynamics(model.without_joint_physics(), q, v)
    expected = rows(bare)[0] + joint_torques(model, q, v[0], v[1])
    assert abs(tau[0] - expected).max() <= KERNEL * abs(tau).max()


def test_orders_of_the_oracle_are_time_derivatives():
    """Of smooth friction too: a polynomial motion, differenced at forty digits."""
    model, q, v, tau = moving("two_link", "smooth", 2)
    bare = rows(oracle.inverse_dynamics(model.without_joint_physics(), q, v))
    own, h = tau - bare, 1e-4

    def at(t):
        p = q + t * v[0] + t**2 / 2 * v[1] + t**3 / 6 * v[2] + t**4 / 24 * v[3]
        rate = v[0] + t * v[1] + t**2 / 2 * v[2] + t**3 / 6 * v[3]
        bend = v[1] + t * v[2] + t**2 / 2 * v[3]
        return joint_torques(model, p, rate, bend)

    first, second = (at(h) - at(-h)) / (2 * h), (at(h) - 2 * at(0) + at(-h)) / h**2
    assert np.allclose(first, own[1], rtol=1e-6, atol=1e-6)
    assert np.allclose(second, own[2], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("r", ORDERS)
@pytest.mark.parametrize("friction", FRICTIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_inverse_dynamics(robot, friction, r):
    model, q, v, tau = moving(robot, friction, r)
    for form in FORMS:
        found = lieref.inverse_dynamics(model, q, v, form=form)
        assert (relative(found, tau) <= 4 * KERNEL * (r + 1)).all(), form


@pytest.mark.parametrize("r", ORDERS)
@pytest.mark.parametrize("friction", FRICTIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_forward_dynamics(robot, friction, r):
    model, q, v, tau = moving(robot, friction, r)
    reference = rows(oracle.forward_dynamics(model, q, v[0], tau, digits=40))
    bound = lieref.conditioning_bound(model, q, v[0], tau, samples=3)
    for form in FORMS:
        assert_close(lieref.forward_dynamics(model, q, v[0], tau, form=form), reference, bound)
    for digits in (31, 40):
        found = lieref.forward_dynamics(model, q, v[0], tau, digits=digits)
        assert (relative(found, reference) <= KERNEL).all(), digits


def test_the_twin_is_the_oracle():
    model, q, v, tau = moving("every_joint_free", "smooth", 3)
    K = oracle.Mp(50)
    given = (model, q.tolist(), v[0].tolist(), tau.tolist())
    with K.working():
        found = forward_dynamics_generic.forward_dynamics(*given, K)
        reference = oracle.forward_dynamics(*given, field=K)
        for row, expected in zip(found, reference, strict=True):
            scale = max(abs(x) for x in expected)
            assert max(abs(x - y) for x, y in zip(row, expected, strict=True)) <= 1e-30 * scale


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
@pytest.mark.parametrize("friction", FRICTIONS)
def test_hybrid_dynamics(friction, base):
    model, q, v, _ = moving("every_joint_free", friction, 2)
    tau = lieref.inverse_dynamics(model, q, v, base=base)
    prescribed = np.random.default_rng(4).random(model.nv) < 0.5
    given = np.where(prescribed, v[1:], 7.0), np.where(prescribed, 7.0, tau)
    reference = oracle.hybrid_dynamics(model, q, v[0], *given, prescribed, base, digits=40)
    for form in FORMS:
        found = lieref.hybrid_dynamics(model, q, v[0], *given, prescribed, base=base, form=form)
        for mine, expected in zip(found, reference, strict=True):
            assert (relative(mine, rows(expected)) <= 1e-9).all(), form
    for digits in (31, 40):
        found = lieref.hybrid_dynamics(model, q, v[0], *given, prescribed, base=base, digits=digits)
        for mine, expected in zip(found, reference, strict=True):
            assert (relative(mine, rows(expected)) <= KERNEL).all(), digits


def test_loads_and_external_forces_are_as_ever():
    model, q, v, tau = moving("every_joint_free", "smooth", 2)
    rng = np.random.default_rng(6)
    acting = {
        "wrenches": rng.standard_normal((3, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((3, model.nv)),
    }
    bare = model.without_joint_physics()
    own = tau - lieref.inverse_dynamics(bare, q, v)
    for form in FORMS:
        for axes in ("body", "inertial"):
            found = lieref.inverse_dynamics(model, q, v, form=form, wrench_axes=axes, **acting)
            expected = lieref.inverse_dynamics(bare, q, v, wrench_axes=axes, **acting) + own
            assert (relative(found, expected) <= 16 * KERNEL).all()


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("friction", FRICTIONS)
def test_double_doubles_of_a_batch(robot, friction):
    model, rng = moving(robot, friction, 2)[0], np.random.default_rng(8)
    q = np.array([model.random_configuration(rng) for _ in range(11)])
    v = rng.standard_normal((11, 4, model.nv))
    v[3, 0] = 0.0
    tau = lieref.inverse_dynamics(model, q, v)
    found = lieref.forward_dynamics(model, q, v[:, 0], tau, digits=31)
    for x, *state in zip(found, q, v[:, 0], tau, strict=True):
        assert (relative(x, lieref.forward_dynamics(model, *state, digits=31)) <= BATCHES).all()


@pytest.mark.parametrize("friction", FRICTIONS)
def test_complex_step(friction):
    """Along v and along the forces, in every form; signs are constant."""
    model, q, v, tau = moving("arm", friction, 2)
    h, rng = 1e-40, np.random.default_rng(2)
    along = rng.standard_normal((4, model.nv))
    step = 1e-5
    moved = [lieref.inverse_dynamics(model, q, v + s * step * along) for s in (1, -1)]
    expected = (moved[0] - moved[1]) / (2 * step)
    for form in FORMS:
        found = inverse_dynamics_complex(model, q + 0j, v + 1j * h * along, form=form).imag / h
        assert np.allclose(found, expected, rtol=1e-6, atol=1e-6 * abs(expected).max())
        assert (relative(inverse_dynamics_complex(model, q + 0j, v + 0j, form=form).real, tau)
                <= COMPLEX_STEP).all()  # fmt: skip
        a = forward_dynamics_complex(model, q + 0j, v[0] + 0j, tau + 0j, form=form)
        assert np.allclose(a.real, v[1:], rtol=1e-9)


def test_friction_at_rest_and_its_sign():
    model = lieref.catalogue.serial_chain(3).with_joint_physics(friction=[0.5, 0.7, 0.9])
    q, rest = model.neutral(), np.zeros((4, 3))
    bare = model.without_joint_physics()
    rest[1] = 1.0
    assert (lieref.inverse_dynamics(model, q, rest) == lieref.inverse_dynamics(bare, q, rest)).all()
    moving = np.array([[1e-9, -2.0, 0.0], [0.1, 0.2, 0.3], [1.0, 2.0, 3.0]])
    own = lieref.inverse_dynamics(model, q, moving) - lieref.inverse_dynamics(bare, q, moving)
    assert np.allclose(own, [[0.5, -0.7, 0.0], [0.0, 0.0, 0.0]], atol=1e-12)


def test_smooth_friction_is_as_stated():
    model = lieref.catalogue.serial_chain(1).with_joint_physics(
        friction=[2.0], friction_width=[0.3]
    )
    bare, q = model.without_joint_physics(), model.neutral()
    for v in (-4.0, -0.3, 0.0, 1e-3, 0.4, 50.0):
        rates = np.array([[v], [0.0]])
        own = lieref.inverse_dynamics(model, q, rates) - lieref.inverse_dynamics(bare, q, rates)
        assert abs(own[0, 0] - 2.0 * v / np.hypot(v, 0.3)) <= 1e-13


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_inertia_has_the_armature_and_other_matrices_have_nothing(robot):
    """What these sum up to is in tests/dynamics/laws/test_equations_of_motion.py."""
    model, q, v, _ = moving(robot, "smooth", 0)
    bare = model.without_joint_physics()
    H = lieref.joint_space_inertia(model, q)
    assert relative(H, rows(oracle.joint_space_inertia(model, q)))[0] <= CLOSED_FORMS
    assert np.allclose(H - lieref.joint_space_inertia(bare, q), np.diag(model.armature))
    by_definition = lieref.joint_space_inertia(model, q, method="definition")
    assert np.allclose(by_definition, H, rtol=0, atol=CLOSED_FORMS * abs(H).max())
    b = np.random.default_rng(1).standard_normal(model.nv)
    assert np.allclose(H @ lieref.inverse_inertia_times(model, q, b), b, rtol=1e-7, atol=1e-7)
    for name, given in (
        ("gravity_forces", ()),
        ("bias_forces", (v[0],)),
        ("coriolis_matrix", (v[0],)),
    ):
        own, other = (getattr(lieref, name)(x, q, *given) for x in (model, bare))
        assert (own == other).all()


def test_energy_against_the_oracle():
    model, q, v, _ = moving("every_joint_free", "smooth", 2)
    found = lieref.energy(model, q, v)
    for mine, expected in zip(found, oracle.energy(model, q, v), strict=True):
        assert np.allclose(mine, [float(x) for x in expected], rtol=1e-12)


def test_a_rotor_makes_an_idle_joint_move():
    """A massless tip has no inertia across its joint but its rotor's."""
    b = lieref.ModelBuilder()
    b.add_body("arm", None, lieref.Revolute((0, 0, 1)), None, 1.0, (0.1, 0, 0), np.eye(3))
    b.add_body("tip", "arm", lieref.Revolute((0, 1, 0)), armature=0.2)
    model = b.build()
    a = lieref.forward_dynamics(model, [0.1, 0.2], [0.3, 0.4], [[0.0, 0.5]])
    assert np.isclose(a[0, 1], 2.5)
