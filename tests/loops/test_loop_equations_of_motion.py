"""Matrices, hybrid dynamics and prepared calls of mechanisms: oracle, identities, errors."""

import numpy as np
import pytest
from support.mechanisms.tree_checks import ROBOTS, assert_near, state

import lieref
from lieref import oracle
from lieref.errors import ShapeError, SingularError

BASES = ("spatial", "hybrid", "mixed")


def as_floats(rows):
    return np.array([[float(x) for x in row] for row in rows])


@pytest.mark.parametrize("robot", ROBOTS)
def test_christoffel_symbols(robot):
    model, q, v, _ = state(robot)
    symbols = lieref.christoffel_symbols(model, q)
    assert np.array_equal(symbols, symbols.swapaxes(1, 2))
    bare = model.with_gravity((0, 0, 0)).without_joint_physics()
    exact = as_floats(oracle.loop_inverse_dynamics(bare, q, [v[0], 0 * v[0]], digits=30))[0]
    assert_near(symbols @ v[0] @ v[0], exact)
    # another algorithm
    second = lieref.inverse_dynamics_second_partials(bare, q, v[0], v[1])
    assert_near(symbols, second.d2tau_dv_dv / 2)
    assert_near(lieref.christoffel_symbols(model, q, "screws"), symbols)


def test_rotors_bend_the_motion_of_mechanisms():
    model, q, v, _ = state("four_bar_free")
    armature = np.where(np.arange(model.tree.nv) > 5, 0.3, 0.0)
    rough = model.with_joint_physics(armature).with_gravity((0, 0, 0))
    symbols = lieref.christoffel_symbols(rough, q)
    assert_near(symbols, lieref.inverse_dynamics_second_partials(rough, q, *v).d2tau_dv_dv / 2)
    assert_near(symbols @ v[0] @ v[0], lieref.coriolis_matrix(rough, q, v[0]) @ v[0])


@pytest.mark.parametrize("base", ("body", *BASES))
def test_inverse_of_the_inertia(base):
    model, q, v, rng = state("four_bar_free")
    b = rng.uniform(-1, 1, (model.nv, 3))
    found = lieref.inverse_inertia_times(model, q, b, base)
    H = lieref.joint_space_inertia(model, q, base)
    assert_near(H @ found, b, 1e-12)
    assert_near(lieref.inverse_inertia_times(model, q, b[:, 1], base), found[:, 1])


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("case", range(3))
def test_hybrid_dynamics_finds_what_inverse_dynamics_has(robot, case):
    model, q, v, rng = state(robot, 4, case)
    rows, free = 3, rng.random(model.nv) < 0.5
    wide = model.tree.nv if case else model.nv
    loads = {
        "wrenches": rng.uniform(-1, 1, (rows, model.nbodies, 6)),
        "wrench_axes": ("body", "inertial")[case % 2],
        "tau_ext": rng.uniform(-1, 1, (rows, wide)),
    }
    exact = as_floats(oracle.loop_inverse_dynamics(model, q, v, digits=30))
    plain = lieref.hybrid_dynamics(model, q, v[0], v[1:], exact, np.ones(model.nv, bool))
    assert_near(plain[1], exact)
    tau = lieref.inverse_dynamics(model, q, v, **loads)
    # what is not read may be anything
    motion, forces = np.where(free, np.nan, v[1:]), np.where(free, tau, np.inf)
    found = lieref.hybrid_dynamics(model, q, v[0], motion, forces, ~free, **loads)
    for x, expected in zip(found, (v, tau), strict=True):
        for k in range(len(x)):
            assert_near(x[k], expected[k], 1e-10)
    # no coordinate prescribed: forward dynamics
    solved = lieref.hybrid_dynamics(model, q, v[0], 0 * tau, tau, np.zeros(model.nv, bool), **loads)
    assert_near(solved[0][1:], lieref.forward_dynamics(model, q, v[0], tau, **loads), 1e-9)


def test_hybrid_dynamics_of_a_base():
    model, q, v, rng = state("four_bar_free", 3)
    free = np.arange(model.nv) < 6
    for base in BASES:
        tau = lieref.inverse_dynamics(model, q, v, base)
        found = lieref.hybrid_dynamics(model, q, v[0], v[1:], tau, ~free, base)
        assert_near(found[0], v, 1e-10)


def test_a_mechanism_without_inertia_is_named():
    model, q, v, _ = state("cam")
    light = model
    for name in model.names:
        if name == "end":
            light = light.with_inertia(name, 0.0, (0, 0, 0), np.zeros((3, 3)))
    with pytest.raises(SingularError, match="end"):
        lieref.inverse_inertia_times(light, q, v[0])


@pytest.mark.parametrize("robot", ROBOTS)
def test_prepared_calls_are_the_usual_ones(robot):
    model, q, v, rng = state(robot, 4)
    loads = {
        "wrenches": rng.uniform(-1, 1, (3, model.nbodies, 6)),
        "tau_ext": rng.uniform(-1, 1, (3, model.nv)),
    }
    call = lieref.prepare_inverse_dynamics(model, 2, wrench_axes="inertial")
    assert call.__self__.model is model and call.__self__.order == 2
    out = np.empty((3, model.nv))
    assert call(q, v, out, **loads) is out
    usual = lieref.inverse_dynamics(model, q, v, wrench_axes="inertial", **loads)
    assert np.array_equal(out, usual)
    forward = lieref.prepare_forward_dynamics(model, 2)
    found = forward(q, v[0].copy(), out, np.empty((3, model.nv)), **loads)
    assert np.array_equal(found, lieref.forward_dynamics(model, q, v[0], out, **loads))
    with pytest.raises(ShapeError, match="shares memory"):
        forward(q, v[0].copy(), out, out)
    with pytest.raises(ShapeError, match="order"):
        lieref.prepare_inverse_dynamics(model, -1)
    out.flags.writeable = False
    with pytest.raises(ShapeError, match="read-only"):
        call(q, v, out)


def test_prepared_calls_take_what_the_usual_ones_do_and_name_what_they_cannot():
    model, q, v, rng = state("four_bar", 4)
    loads, out = rng.uniform(-1, 1, (3, model.nbodies, 6)), np.empty((3, model.nv))
    call = lieref.prepare_inverse_dynamics(model, 2)
    usual = lieref.inverse_dynamics(model, q, v, wrenches=loads)
    # configurations and loads of any kind, arrays of a subclass
    for place in (q, q.tolist()):
        assert_near(call(place, v.view(np.memmap), out, loads.tolist()), usual)
    shared = loads.ravel()[: out.size].reshape(out.shape)
    for arguments, words in (
        ((q, v.tolist(), out), "^v is a list, expected a C-contiguous float64 array of shape"),
        ((q, v[:2], out), "^v is a float64 array of shape .* of order 2"),
        ((q, v, out[:2]), "^out is a float64 array of shape"),
        ((q, v, None), "^out is a NoneType"),
        ((q, v, shared, loads), "^out shares memory with wrenches"),
        ((shared.ravel()[: model.tree.nq], v, shared), "^out shares memory with q"),
    ):
        with pytest.raises(ShapeError, match=words):
            call(*arguments)
