"""The calls to C-RNEA, C-ABA and C-EFPA against the equations with multipliers, and identities.

The reference in double: H qddot + c = tau + K^T lambda, K qddot = k, with H and c of the open tree.
It knows nothing of G, of clusters or of independent coordinates.
"""

import numpy as np
import pytest
from support.mechanisms.cluster_twins import random_pose
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw, four_bar

import lieref
from lieref import loops

BASES = ("body", "spatial", "hybrid", "mixed")


def with_multipliers(model, q, v, tau, base="body", **loads):
    """qddot of the tree from velocities and forces of the tree."""
    tree = model.tree
    H = lieref.joint_space_inertia(tree, q, base)
    bias = lieref.inverse_dynamics(tree, q, np.stack([v, 0 * v]), base, **loads)[0]
    K, k = loops.loop_jacobian(model, q), loops.loop_bias(model, q, v)
    A = np.block([[H, K.T], [K, np.zeros((len(K), len(K)))]])
    return np.linalg.lstsq(A, np.concatenate([tau - bias, k]), rcond=1e-13)[0][: tree.nv]


def close(found, reference, digits=10):
    """Relative to the largest entry; the reference value itself loses what A's condition takes."""
    assert np.max(np.abs(found - reference)) <= 10.0**-digits * np.max(np.abs(reference))


def on_tree(model, tau):
    """Forces of the tree that are tau on the independent coordinates."""
    out = np.zeros(model.tree.nv)
    out[model.independent] = tau
    return out


def loads_of(model, rng, rows=1):
    return {
        "wrenches": rng.standard_normal((rows, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((rows, model.tree.nv)),
    }


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_forward_dynamics_with_loads(name, base, axes):
    model, q, v, rng = draw(name)
    loads = {**loads_of(model, rng), "wrench_axes": axes}
    tau = rng.standard_normal((1, model.nv))
    found = loops.forward_dynamics(model, q, v, tau, base, **loads)
    state = loops.constraint_state(model, q, v)
    reference = with_multipliers(model, state.q, state.v, on_tree(model, tau[0]), base, **loads)
    close(found[0], reference[model.independent])


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_tree_coordinates(name):
    model, q, v, rng = draw(name)
    state = loops.constraint_state(model, q, v)
    loads = loads_of(model, rng)
    tau = rng.standard_normal((1, model.tree.nv))
    found = loops.forward_dynamics(model, q, state.v, tau, coordinates="tree", **loads)
    close(found[0], with_multipliers(model, state.q, state.v, tau[0], **loads))
    with pytest.raises(lieref.ConfigurationError, match="expected a velocity"):
        broken = rng.standard_normal(model.tree.nv)
        loops.forward_dynamics(model, q, broken, tau, coordinates="tree")


def test_an_end_is_a_frame_by_its_name():
    rng = np.random.default_rng(0)
    at, below = random_pose(rng), random_pose(rng)
    b = lieref.ModelBuilder()
    b.add_body("a", None, lieref.Revolute((0, 0, 1)), None, 1.0, inertia=np.eye(3))
    b.add_body("b", "a", lieref.Revolute((0, 1, 0)), at, 1.0, inertia=np.eye(3))
    b.couple("b_joint", "a_joint", 2.0)
    b.add_frame("tool", "b", at)
    model = b.build()
    assert model.frames["tool"].body == "b"
    q = [0.3]
    for ends, same in (
        (["tool"], [("b", at)]),
        ([("tool", None), "a"], [("b", at), ("a", None)]),
        ([("tool", below)], [("b", at @ below)]),
    ):
        found = loops.inverse_operational_inertia(model, q, ends)
        assert np.array_equal(found, loops.inverse_operational_inertia(model, q, same))


def test_ends_that_are_none():
    model, q, *_ = draw("geared_arm")
    with pytest.raises(lieref.ShapeError, match="no body"):
        loops.inverse_operational_inertia(model, q, [("nobody", None)])
    with pytest.raises(lieref.ShapeError, match="expected \\(body, place\\)"):
        loops.inverse_operational_inertia(model, q, [("link0",)])


def toggle_of_the_rocker(model):
    """A crank angle at which the rocker turns back: its rate by the crank's is zero."""

    def rate(angle):
        state = loops.constraint_state(model, [angle, 0.3], np.zeros(2))
        return state.G[2, 0]

    angles = np.linspace(0.0, 2.0, 21)
    rates = [rate(angle) for angle in angles]
    place = next(i for i in range(20) if rates[i] * rates[i + 1] < 0)
    low, high = angles[place], angles[place + 1]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rate(low) * rate(middle) > 0 else (low, middle)
    return low


@pytest.mark.parametrize("distance", [1e-3, 1e-6, 1e-9, 1e-12])
def test_tree_coordinates_keep_their_digits_near_a_toggle(distance):
    crank, rocker = four_bar(), four_bar(driver="rocker_joint")
    angle = toggle_of_the_rocker(crank) + distance
    q = loops.expand(crank, [angle, 0.3])
    v = loops.constraint_state(crank, q, [0.7, -0.4]).v
    rng = np.random.default_rng(4)
    tau = rng.standard_normal((1, 4))
    reference = with_multipliers(crank, q, v, tau[0])
    # the choice of independent coordinates does not enter
    for model in (crank, rocker):
        found = loops.forward_dynamics(model, q, v, tau, coordinates="tree")
        close(found[0], reference, 9)


def test_a_base_in_a_loop_has_body_coordinates():
    b = lieref.ModelBuilder()
    b.add_body("base", None, lieref.Free(), None, 2.0, (0, 0, 0.1), np.eye(3) * 0.1)
    b.add_body("arm", "base", lieref.Revolute((0, 1, 0)), None, 1.0, (0, 0, 0.2), np.eye(3) * 0.02)
    b.add_loop("foot", None, "arm", lieref.Spherical(), None)
    model = b.build()
    q = model.assembly
    v, tau = np.zeros(model.nv), np.ones((1, model.nv))
    found = loops.forward_dynamics(model, q, v, tau)
    close(loops.inverse_dynamics(model, q, np.stack([v, found[0]])), tau)
    with pytest.raises(lieref.ShapeError, match="expected 'body'"):
        loops.forward_dynamics(model, q, v, tau, "hybrid")
