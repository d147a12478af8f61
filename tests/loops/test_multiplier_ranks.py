"""Which rows of K are constraints: loops in any plane, in any units, with any redundancy."""

import numpy as np
import pytest
from turned_mechanisms import PLANAR, four_bar, pose, rotation, turned

import lieref
from lieref import loops, oracle

EPS = np.finfo(float).eps
CATALOGUE = (
    "four_bar",
    "parallelogram",
    "slider_crank",
    "rssr",
    "spatial_loop",
    "planar_ladder",
    "four_bar_chain",
    "differential",
    "geared_chain",
    "belt_chain",
)


def state(model, seed):
    print("seed", seed)
    rng = np.random.default_rng(seed)
    return model.assembly, rng.standard_normal(model.nv), rng.standard_normal(model.nv)


def agrees(model, q, v, tau, error):
    """Accelerations against the recursion over clusters, forces against the tree's equations."""
    wanted = loops.forward_dynamics(model, q, v, [tau])[0]
    found = loops.forward_dynamics(model, q, v, [tau], method="multipliers")[0]
    held = loops.constraint_forces(model, q, v, tau)
    at = loops.constraint_state(model, q, v)
    forces = lieref.inverse_dynamics(model.tree, at.q, [at.v, at.G @ wanted + at.g])[0]
    scale = np.abs(forces).max()
    forces[model.independent] -= tau
    assert np.abs(found - wanted).max() <= error * np.abs(wanted).max()
    assert np.abs(held.efforts - forces).max() <= error * max(scale, np.abs(tau).max())
    # no power in any motion that the loops allow
    assert np.abs(held.efforts @ at.G).max() <= 1e3 * EPS * np.abs(held.efforts).max() * max(
        1, np.abs(at.G).max()
    )
    return held


@pytest.mark.parametrize("name", PLANAR)
def test_planar_loops_in_any_plane(name):
    for seed in range(12):
        rng = np.random.default_rng([31, seed])
        model = PLANAR[name](rotation(rng))
        assert len(loops.loop_jacobian(model, model.assembly)) >= sum(model.rank) + 3
        # the loops are closed and of condition below 100
        agrees(model, *state(model, seed), 1e-12)


# the oracle does not close loops that are planar up to roundings alone
@pytest.mark.parametrize("name", ["four_bar", "three_cranks"])
def test_forces_of_turned_loops_against_the_oracle(name):
    model = PLANAR[name](rotation(np.random.default_rng(32)))
    q, v, tau = state(model, 33)
    truth = oracle.loop_forward_dynamics(model, q, v, [tau], digits=30)
    held = loops.constraint_forces(model, q, v, tau)
    wanted = np.array(truth, dtype=float)[0]
    assert np.abs(held.vdot - wanted).max() <= 1e-13 * np.abs(wanted).max()
    forces = oracle.loop_constraint_forces(model, q, [v, held.vdot], digits=30)
    for found, wrench, unique in zip(held.loops, forces.loops[0], forces.unique_loops, strict=True):
        known = np.array(unique)
        wanted = np.array(wrench, dtype=float)
        scale = np.abs(held.loops).max()
        assert np.abs(found - wanted)[known].max(initial=0.0) <= 1e-12 * scale


@pytest.mark.parametrize("carrier", [None, lieref.Revolute((0.6, 0, 0.8)), lieref.Free()])
@pytest.mark.parametrize("name", CATALOGUE)
def test_mechanisms_of_the_catalogue_in_other_axes(name, carrier):
    given = getattr(lieref.catalogue, name)()
    model = turned(given, np.random.default_rng(34), carrier)
    agrees(model, *state(model, 35), 1e-11)


@pytest.mark.parametrize("length", [2.0**10, 2.0**-50])
@pytest.mark.parametrize("mass", [2.0**-50, 2.0**30])
@pytest.mark.parametrize("name", PLANAR)
def test_units_change_no_decision(name, mass, length):
    """Forces scale with the units, accelerations do not; rounding as of loops of condition 100."""
    R = rotation(np.random.default_rng(36))
    model, other = PLANAR[name](R), PLANAR[name](R, length, mass)
    q, v, tau = state(model, 37)
    scale = mass * length**2
    one = loops.constraint_forces(model, q, v, tau)
    two = loops.constraint_forces(other, q, v, scale * tau)
    assert np.abs(two.vdot - one.vdot).max() <= 100 * EPS * np.abs(one.vdot).max()
    error = np.abs(two.efforts / scale - one.efforts).max()
    assert error <= 100 * EPS * np.abs(one.efforts).max()


def test_near_a_toggle_further_steps_return_the_digits():
    """K H^-1 K^T has a condition of 1e10 here: one solution alone loses ten digits."""
    model = four_bar(rotation(np.random.default_rng(38)), lengths=(0.2, 0.5, 0.2, 0.5))
    q = loops.expand(model, [1e-5], near=loops.expand(model, [0.5]))
    v, tau = np.array([0.7]), np.array([0.3])
    wanted = loops.forward_dynamics(model, q, v, [tau])
    found = loops.forward_dynamics(model, q, v, [tau], method="multipliers")
    # the closed configuration is known to EPS / 1e-5 of its angles
    assert np.abs(found - wanted).max() <= 1e-9 * np.abs(wanted).max()


def test_axes_that_are_not_quite_parallel_are_no_constraints():
    """An axis off by 1e-10 is within what placements may be off; its rows stay redundant."""
    b = lieref.ModelBuilder((0, 0, 0), "bent")
    z, inertia = (0, 0, 1), np.eye(3) * 0.1
    off = np.array([1e-10, 0, 1])
    places = {"crank": (None, 0.0, z), "coupler": ("crank", 0.2, off), "rocker": (None, 0.5, z)}
    for name, (parent, x, axis) in places.items():
        b.add_body(
            name, parent, lieref.Revolute(axis), pose(p=(x, 0, 0)), 1.0, (0.1, 0, 0), inertia
        )
    b.add_loop(
        "loop", "coupler", "rocker", lieref.Revolute(z), pose(p=(0.5, 0, 0)), pose(p=(0.4, 0, 0))
    )
    model = b.build(["crank_joint"], [1.0, 0.3, 2.0])
    q = model.assembly
    at = loops.constraint_state(model, q, [0.7])
    tau = np.array([[0.3, 0, 0]])
    wanted = loops.forward_dynamics(model, q, [0.7], [[0.3]])[0]
    for method in ("clusters", "projection", "multipliers"):
        found = loops.forward_dynamics(model, q, at.v, tau, coordinates="tree", method=method)[0]
        # what the axis is off moves accelerations by as much, times the condition
        assert np.abs(found - (at.G @ wanted + at.g)).max() <= 1e-8 * np.abs(found).max()
    held = loops.constraint_forces(model, q, [0.7], [0.3])
    assert np.abs(held.loops).max() <= 1e2 * np.abs(held.efforts).max()


@pytest.mark.parametrize("name", PLANAR)
def test_multipliers_are_least_in_newtons(name):
    """A planar loop holds no force and moment out of its plane; equal cranks share evenly."""
    R = rotation(np.random.default_rng(39))
    model = PLANAR[name](R)
    held = loops.constraint_forces(model, *state(model, 40))
    poses = lieref.forward_kinematics(model.tree, model.assembly, np.zeros((1, model.tree.nv)))[0]
    normal = R[:, 2]
    for (_, body), loop, wrench in zip(model.loop_ends, model.loops, held.loops, strict=True):
        frame = poses[body][:3, :3] @ loop.successor_frame[:3, :3]
        scale = np.abs(held.loops).max()
        assert abs(normal @ frame @ wrench[3:]) <= 1e3 * EPS * scale
        assert np.abs(wrench[:3]).max() <= 1e3 * EPS * scale
