"""The oracle by python-flint and by mpmath alone: the same numbers, of the same type."""

from inspect import signature

import mpmath
import numpy as np
import pytest
from support.trees.oracle_robots import random_state, random_tree

from lieref import oracle
from lieref.errors import ModelWarning, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute
from lieref.oracle import computation
from lieref.oracle.scalars.scalars import Midpoints

MODEL = random_tree("free_base", seed=41)
Q, V, WRENCHES, TAU_EXT = random_state(MODEL, 1, seed=42)
LOADS = {"base": "hybrid", "wrenches": WRENCHES, "wrench_axes": "inertial", "tau_ext": TAU_EXT}
CASES = {
    "inverse_dynamics": lambda **K: oracle.inverse_dynamics(MODEL, Q, V, **LOADS, **K),
    "forward_dynamics": lambda **K: oracle.forward_dynamics(MODEL, Q, V[0], V[1:], "spatial", **K),
    "joint_space_inertia": lambda **K: oracle.joint_space_inertia(MODEL, Q, **K),
    "body_poses": lambda **K: oracle.body_poses(MODEL, Q, V, "mixed", **K),
    "energy": lambda **K: oracle.energy(MODEL, Q, V, **K),
    "partials": lambda **K: oracle.inverse_dynamics_partials(MODEL, Q, *V[:2], **K),
    "forward_partials": lambda **K: oracle.forward_dynamics_partials(MODEL, Q, *V[:2], **K),
}


def asks_for_balls(function):
    return "balls" in signature(function).parameters


def _flat(found):
    if isinstance(found, list | tuple):
        return [x for part in found for x in _flat(part)]
    return [found]


@pytest.fixture
def without_flint(monkeypatch):
    pytest.importorskip("flint")

    def alone(function):
        with monkeypatch.context() as patch:
            patch.setattr(computation, "flint_is_installed", lambda: False)
            return function()

    return alone


@pytest.mark.parametrize("name", CASES)
def test_both_give_the_same_numbers(name, without_flint):
    case = CASES[name]
    slow, fast, fine = without_flint(case), case(), without_flint(lambda: case(digits=70))
    assert type(slow) is type(fast)
    for x, y, z in zip(_flat(slow), _flat(fast), _flat(fine), strict=True):
        # digits that the mean condition of the cases leaves of 50, and of 55 by FLINT
        assert type(x) is type(y) and abs(z - x) < 1e-44 * (1 + abs(z))
        assert abs(z - y) < 1e-49 * (1 + abs(z))


def test_a_field_of_the_caller_owns_the_result(without_flint):
    K = oracle.Mp(30)
    found = oracle.joint_space_inertia(MODEL, Q, field=K)
    assert all(K.owns(x) for x in _flat(found))
    assert isinstance(oracle.joint_space_inertia(MODEL, Q, field=oracle.Double())[0][0], float)
    assert oracle.Arb(30).owns(oracle.joint_space_inertia(MODEL, Q, digits=30, balls=True)[0][0])


def test_balls_are_for_those_who_ask():
    """No default asks for them: by mpmath alone, `field` does not decide what comes back."""
    functions = [getattr(oracle, name) for name in oracle.__all__]
    defaults = [signature(f).parameters["balls"].default for f in functions if asks_for_balls(f)]
    assert len(defaults) > 30 and not any(defaults)


def test_complex_numbers_stay_complex():
    K = oracle.Mp(30)
    q = [K(x) for x in Q]
    q[-1] = K.context.mpc(Q[-1], 1e-20)
    found = oracle.inverse_dynamics(MODEL, q, V, field=K)
    assert any(isinstance(x, K.context.mpc) and x.imag for x in _flat(found))


def test_what_is_singular_says_so_in_the_digits_asked_for():
    b = ModelBuilder(doubtful="warn")
    b.add_body("arm", None, Revolute((0, 0, 1)), None, 1.0, (0.1, 0, 0), np.eye(3))
    b.add_body("tip", "arm", Revolute((0, 1, 0)), None, 0.0, (0, 0, 0), np.zeros((3, 3)))
    with pytest.warns(ModelWarning):
        model = b.build()
    with pytest.raises(SingularError, match="known to be positive with 50 digits"):
        oracle.forward_dynamics(model, [0.1, 0.2], [0.3, 0.4], [[0.5, 0.6]])


def test_precision_is_of_the_call_alone():
    flint = pytest.importorskip("flint")
    before = flint.ctx.prec, flint.ctx.cap, mpmath.mp.prec
    few, many = (oracle.inverse_dynamics(MODEL, Q, V, digits=n)[1][3] for n in (40, 90))
    again = oracle.inverse_dynamics(MODEL, Q, V, digits=40)[1][3]
    assert (flint.ctx.prec, flint.ctx.cap, mpmath.mp.prec) == before
    balls = oracle.inverse_dynamics(MODEL, Q, V, digits=140, balls=True)[1][3]
    finest = oracle.Mp(140)(balls.mid())
    assert few == again != many and abs(few - many) < 1e-38 and abs(many - finest) < 1e-86


def test_products_of_matrices_keep_digits_below_a_radius():
    K = Midpoints(50)
    with K.working():
        wide = oracle.Arb(50).widen(K(1) / 3, 1e-20)
        made = K.matrix(1, 1, [wide])
        assert K.entries(made)[0].is_exact()
        # a factor that gets its radius by a sum
        found = K.entries(K.times(made + oracle.Arb(50).matrix(1, 1, [wide - wide]), made))[0]
        assert found.is_exact() and K.radius(wide) == 0 == K.radius(found)


@pytest.mark.parametrize("make", [oracle.Double, oracle.Mp, oracle.Arb, Midpoints])
def test_matrices_of_a_field(make):
    rng = np.random.default_rng(43)
    a, b = rng.standard_normal((3, 4)), rng.standard_normal((4, 2))
    K = make()
    with K.working():
        A, B = (K.matrix(*x.shape, [K(float(y)) for y in x.ravel()]) for x in (a, b))
        got = [K.to_float(x) for x in K.entries(K.times(A, B))]
        turned = [K.to_float(x) for x in K.entries((A - A * 2).transpose())]
    assert np.allclose(got, (a @ b).ravel(), rtol=0, atol=1e-14)
    assert np.array_equal(turned, -a.T.ravel())
