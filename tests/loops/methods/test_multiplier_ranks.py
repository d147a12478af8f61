"""Which rows of K are constraints: loops in any plane, in any units, with any redundancy."""

import numpy as np
import pytest
from support.mechanisms.turned_mechanisms import PLANAR, four_bar, pose, rotation, turned

import lieref
from lieref import loops, oracle
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.row_space import least_motion, least_multipliers

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
    assert np.abs(held.torques - forces).max() <= error * max(scale, np.abs(tau).max())
    # no power in any motion that the loops allow
    assert np.abs(held.torques @ at.G).max() <= 1e3 * EPS * np.abs(held.torques).max() * max(
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


# ranks and rows: 2 of 5, 4 of 10, 3 of 10; the ladder's 4 of 10 on a free base
ORACLE = {name: lambda rng, name=name: PLANAR[name](rotation(rng)) for name in PLANAR} | {
    "ladder": lambda rng: turned(lieref.catalogue.planar_ladder(), rng, lieref.Free())
}


@pytest.mark.parametrize("name", ORACLE)
def test_redundant_loops_against_the_oracle(name):
    """Accelerations and K^T lambda, which are unique; single wrenches of such loops are not."""
    model = ORACLE[name](np.random.default_rng(32))
    assert len(loops.loop_jacobian(model, model.assembly)) >= sum(model.rank) + 3
    q, v, tau = state(model, 33)
    exact = oracle.loop_forward_dynamics(model, q, v, [tau], digits=30)[0]
    motion = oracle.loop_motion(model, q, [v, exact], digits=30)
    closed = oracle.loop_configuration(model, q, digits=30)
    forces = np.array(oracle.inverse_dynamics(model.tree, closed, motion, digits=30)[0], float)
    scale = np.abs(forces).max()
    forces[model.independent] -= tau
    held = loops.constraint_forces(model, q, v, tau)
    wanted = np.array(exact, float)
    # condition below 100; the doubles of the axes agree to EPS
    assert np.abs(held.vdot - wanted).max() <= 1e-13 * np.abs(wanted).max()
    assert np.abs(held.torques - forces).max() <= 1e-13 * scale


@pytest.mark.parametrize("carrier", [None, lieref.Revolute((0.6, 0, 0.8)), lieref.Free()])
@pytest.mark.parametrize("name", CATALOGUE)
def test_mechanisms_of_the_catalogue_in_other_axes(name, carrier):
    given = getattr(lieref.catalogue, name)()
    model = turned(given, np.random.default_rng(34), carrier)
    agrees(model, *state(model, 35), 1e-11)


def test_near_a_toggle_further_steps_return_the_digits():
    """K H^-1 K^T has a condition of 1e10 here: one solution alone loses ten digits."""
    model = four_bar(rotation(np.random.default_rng(38)), lengths=(0.2, 0.5, 0.2, 0.5))
    q = loops.expand(model, [1e-5], near=loops.expand(model, [0.5]))
    v, tau = np.array([0.7]), np.array([0.3])
    wanted = loops.forward_dynamics(model, q, v, [tau])
    found = loops.forward_dynamics(model, q, v, [tau], method="multipliers")
    # the closed configuration is known to EPS / 1e-5 of its angles; against the oracle nothing can
    # be asked, 1 ulp of the bars' lengths changes accelerations by some EPS / (1e-5)^3 of them
    assert np.abs(found - wanted).max() <= 1e-9 * np.abs(wanted).max()


FLAT = (0.2, 0.5, 0.2, 0.5)


def test_a_flattened_loop_has_lost_rank_in_any_plane():
    """What is left of its equations are roundings, of rows that are nothing else, too."""
    for seed in range(20):
        model = four_bar(rotation(np.random.default_rng([44, seed])), lengths=FLAT)
        q, at_rest = np.zeros(3), np.zeros((1, 3))
        with pytest.raises(lieref.SingularError, match="rank"):
            loops.forward_dynamics(model, q, [0.0], [[0.3]])
        for method in ("clusters", "multipliers"):
            with pytest.raises(lieref.SingularError, match="rank"):
                loops.forward_dynamics(
                    model, q, at_rest[0], at_rest + 0.3, coordinates="tree", method=method
                )


def test_an_angle_of_1e_7_from_flat_is_no_loss_of_rank():
    model = four_bar(rotation(np.random.default_rng(45)), lengths=FLAT)
    # equal cranks and a bar that stays parallel
    at = loops.constraint_state(model, [1e-7, -1e-7, 1e-7], [0.0])
    # EPS / 1e-7, times the condition of the bars
    assert np.abs(at.G[:, 0] - [1.0, -1.0, 1.0]).max() <= 1e3 * EPS / 1e-7


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
    assert np.abs(held.loops).max() <= 1e2 * np.abs(held.torques).max()


@pytest.mark.parametrize("name", PLANAR)
def test_multipliers_are_least(name):
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


def test_moments_and_forces_that_share_are_least():
    """A gate on a ball and a hinge above it: moments trade with pairs of forces."""
    b = lieref.ModelBuilder((0, 0, 0), "entry")
    z, inertia = (0, 0, 1), np.diag([1.0, 2.0, 2.5])
    b.add_body("crank", None, lieref.Revolute(z), None, 1.0, (1, 0, 0), inertia)
    b.add_body("entry", "crank", lieref.Spherical(), pose(p=(4, 0, 0)), 1.0, (1, 0, 1), inertia)
    for joint, height in ((lieref.Spherical(), 3.0), (lieref.Revolute(z), 8.0)):
        place = pose(p=(0, 0, height)), pose(p=(-4, 0, height))
        b.add_loop(joint.kind, None, "entry", joint, *place)
    model = b.build(["crank_joint"])
    K = loops.loop_jacobian(model, model.assembly)
    rank = sum(model.rank)
    assert K.shape == (8, 4) and rank == 3
    held = K.T @ np.random.default_rng(41).standard_normal(len(K))
    found = least_multipliers(model, K, held)
    # moments compare with forces times a length of the loop, a power of two
    units = np.array([unit for _, unit in loop_tables(model).owners])
    assert set(units) == {1.0, max(units)} and max(units) >= 4
    idle = np.linalg.svd(K / units[:, None])[0][:, rank:]
    assert np.abs(K.T @ found - held).max() <= 1e3 * EPS * np.abs(held).max()
    assert np.abs(idle.T @ (units * found)).max() <= 1e3 * EPS * np.abs(units * found).max()


def test_a_rank_of_rounding_is_lost():
    """Rows that are one row and 1e-13 of the others, or all rounding, determine no motion."""
    model = four_bar(rotation(np.random.default_rng(43)))
    K = loops.loop_jacobian(model, model.assembly)
    first = np.argmax(np.abs(K).max(axis=1))
    near = np.outer(np.ones(len(K)), K[first]) + 1e-13 * K
    # terms of an entry are as large as 1, of which these are what is left
    for lost in (near, 1e-14 * K):
        with pytest.raises(lieref.SingularError, match="lost rank, expected 2 independent"):
            least_motion(model, lost, np.ones(len(K)))
