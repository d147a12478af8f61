"""First partials of inverse and forward dynamics: twin, definition, identities, solutions."""

import numpy as np
import pytest
from support.partials.partial_cases import floats, interleaved, motion, related, sizes
from support.references.tolerances import EPS
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import ROBOTS, STATES

from lieref import oracle
from lieref.check.metrics import rmsre
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import SingularError
from lieref.model.mechanisms import catalogue
from lieref.oracle.scalars.scalars import Arb, Double
from lieref.partials.fdsva.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.idsva.idsva_twin import first_partials
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials

K = Arb(50)
DIGITS = 1e-40
# Kernel against its twin in doubles, which rounds the constants otherwise. Found: 15 eps
# (every_joint_free, dtau_dq near pi).
TWIN = 64 * EPS
# Kernel against the definition in any representation. Found: 11 eps (every_joint_free, fast). Of
# forward dynamics entry by entry; see `scales`. Found: 5.3 eps (arm, fast).
KERNEL = {"inverse": 48 * EPS, "forward": 24 * EPS}
# Differences of the generalized forces of inverse dynamics, relative to the largest. Found: 8 eps.
IDENTITY = 32 * EPS
# Required of first partials up to N = 50, root mean square of relative errors.
DEMANDED = 2e-14
# H da/du + dtau/du, by the sum of the moduli of its terms. Found: 1.9 eps (serial_20_free).
RESIDUAL = 8 * EPS

each_dynamics = pytest.mark.parametrize("dynamics", KERNEL)


def crosswise(seed):
    """Model, q and two rows of bodies that are numbered crosswise."""
    model, rng = interleaved(), np.random.default_rng(seed)
    q = model.random_configuration(rng)
    return model, q, *rng.standard_normal((2, model.nv))


def scales(inverse, forward):
    """|H^-1| (|H| |X| + |B|) of H X = -B: how errors of H and B, entry by entry, reach X."""
    H, yields = abs(inverse.dtau_da), abs(forward.da_dtau)
    rights = (abs(inverse.dtau_dq), abs(inverse.dtau_dv), np.eye(len(H)))
    return [yields @ (H @ abs(X) + B) for X, B in zip(forward, rights, strict=True)]


def assert_oracle(dynamics, model, q, v, last, **options):
    """Of an acceleration, or of a force."""
    kernel = {"inverse": inverse_dynamics_partials, "forward": forward_dynamics_partials}[dynamics]
    found = kernel(model, q, v, last, **options)
    exact = getattr(oracle, f"{dynamics}_dynamics_partials")
    reference = floats(K, exact(model, q, v, last, field=K, **options))
    if dynamics == "inverse":
        limits = sizes(reference, v)
    else:
        loads = {"wrenches": options["wrenches"][None]} if "wrenches" in options else {}
        a = forward_dynamics(model, q, v, last[None], **{**options, **loads})[0]
        limits = scales(inverse_dynamics_partials(model, q, v, a, **options), found)
        # a itself, at which the partials are taken, is as uncertain as its largest entries
        limits = [size + size.max() for size in limits]
    for mine, theirs, size in zip(found, reference, limits, strict=True):
        assert (abs(mine - theirs) <= KERNEL[dynamics] * size).all()


@pytest.mark.parametrize("loaded", ["free", "wrenches"])
@pytest.mark.parametrize("name", TREES)
def test_twin_at_fifty_digits_is_the_oracle(name, loaded):
    model = random_tree(name, seed=5)
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed=6)
    wrenches = wrenches if loaded == "wrenches" else None
    reference = oracle.inverse_dynamics_partials(model, q, v, a, wrenches=wrenches, field=K)
    with K.working():
        found = first_partials(model, q, v, a, K, wrenches)
        for mine, theirs in zip(found, reference, strict=True):
            size = max(abs(K.to_float(x)) for row in theirs for x in row)
            for row, expected in zip(mine, theirs, strict=True):
                for x, y in zip(row, expected, strict=True):
                    assert abs(K.to_float(x - y)) + K.radius(x) <= DIGITS * size


def assert_twin(model, q, v, a, wrenches=None):
    found = inverse_dynamics_partials(model, q, v, a, wrenches=wrenches)
    twin = first_partials(model, q, v, a, Double(), wrenches)
    for x, size in zip(zip(found._fields, found, twin, strict=True), sizes(found, v), strict=True):
        name, mine, theirs = x
        assert abs(mine - theirs.astype(float)).max() <= TWIN * size, name


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_against_twin(robot, state):
    model, q, v, a, wrenches = motion(robot, state)
    assert_twin(model, q, v, a, wrenches if state == "generic" else None)


@pytest.mark.parametrize("seed", range(3))
def test_any_numbering(seed):
    assert_twin(*crosswise(seed))
    assert_solved(*crosswise(seed))


@each_dynamics
@pytest.mark.parametrize(
    ("robot", "state"),
    [
        ("arm", "near_pi"),
        ("arm", "fast"),
        ("arm", "generic"),
        ("quadruped", "far"),
        ("every_joint_free", "generic"),
    ],
)
def test_against_the_oracle(robot, state, dynamics):
    model, q, v, last, wrenches = motion(robot, state)
    if dynamics == "forward":
        last = inverse_dynamics(model, q, np.stack([v, last]), wrenches=wrenches[None])[0]
    assert_oracle(dynamics, model, q, v, last, wrenches=wrenches)


def test_inverse_dynamics_of_a_fast_motion_against_the_oracle():
    model, q, v, a, wrenches = motion("every_joint_free", "fast")
    assert_oracle("inverse", model, q, v, a, wrenches=wrenches)


@each_dynamics
@pytest.mark.parametrize(
    ("name", "base", "wrench_axes"),
    [
        *(
            ("free_root", x, y)
            for x in ("spatial", "hybrid", "mixed")
            for y in ("body", "inertial")
        ),
        ("spherical_root", "body", "inertial"),
    ],
)
def test_representations_against_the_oracle(name, base, wrench_axes, dynamics):
    model = random_tree(name, seed=3)
    q, (v, last), (wrenches,), _ = random_state(model, 0, seed=4)
    options = {"base": base, "wrenches": wrenches, "wrench_axes": wrench_axes}
    assert_oracle(dynamics, model, q, v, last, **options)


@pytest.mark.parametrize("distance", [0.0, 1e6])
@pytest.mark.parametrize("bodies", [10, 40])
def test_long_chains_keep_what_is_demanded(bodies, distance):
    model = catalogue.serial_chain(bodies, "free")
    rng = np.random.default_rng(bodies)
    q = model.random_configuration(rng)
    q[:3] += distance
    v, a = rng.standard_normal((2, model.nv))
    with K.working():
        reference = first_partials(model, q, v, a, K)
    for mine, theirs in zip(inverse_dynamics_partials(model, q, v, a), reference, strict=True):
        assert rmsre(mine, floats(K, [theirs])[0]) <= DEMANDED


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_torques_are_quadratic_in_v_and_linear_in_a(robot, state):
    model, q, v, a, _ = motion(robot, state)
    still = np.zeros(model.nv)
    tau, fixed, weight = (
        inverse_dynamics(model, q, np.stack(x))[0] for x in ([v, a], [v, still], [still, still])
    )
    found = inverse_dynamics_partials(model, q, v, a)
    size = abs(tau).max() + abs(fixed).max() + abs(weight).max()
    size = max(size, abs(found.dtau_da).max() * max(abs(a).max(), abs(v).max() ** 2))
    # tau = H a + v^T B v + g
    assert abs(found.dtau_da @ a - (tau - fixed)).max() <= IDENTITY * size
    assert abs(found.dtau_dv @ v - 2 * (fixed - weight)).max() <= IDENTITY * size
    H = joint_space_inertia(model, q)
    assert abs(found.dtau_da - H).max() <= IDENTITY * abs(H).max()


@pytest.mark.parametrize("robot", ["binary_tree", "quadruped", "interleaved"])
def test_pattern_is_that_of_the_tree(robot):
    model, q, v, a = crosswise(1) if robot == "interleaved" else motion(robot, "generic")[:4]
    found = inverse_dynamics_partials(model, q, v, a)
    pattern = related(model)
    for matrix in found:
        assert not matrix[~pattern].any()
    # every way between two joints is there, whatever single coordinates do to each other
    reached = (found.dtau_dq != 0) | (found.dtau_dv != 0) | (found.dtau_da != 0)
    bodies = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    for i in range(model.nbodies):
        for j in range(model.nbodies):
            block = np.ix_(bodies == i, bodies == j)
            assert reached[block].any() == pattern[block].any()
    assert (found.dtau_da == found.dtau_da.T).all()


def assert_solved(model, q, v, tau):
    found = forward_dynamics_partials(model, q, v, tau)
    # the partials are those at the motion that doubles find
    a = forward_dynamics(model, q, v, tau[None], digits=16)[0]
    inverse = inverse_dynamics_partials(model, q, v, a)
    H = inverse.dtau_da
    rights = (inverse.dtau_dq, inverse.dtau_dv, -np.eye(model.nv))
    for X, B in zip(found, rights, strict=True):
        size = abs(H) @ abs(X) + abs(B)
        assert (abs(H @ X + B) <= RESIDUAL * size.max()).all()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_they_solve_the_linear_equations(robot, state):
    assert_solved(*motion(robot, state)[:4])


def test_a_base_too_far_for_its_representation_is_named():
    # about an origin 1e9 m away the trunk's inertia is lost beside mass times distance squared
    model, q, v, tau, _ = motion("quadruped", "generic")
    q[:3] += 1e9
    with pytest.raises(SingularError, match="'trunk'.*nothing but rounding error of H"):
        forward_dynamics_partials(model, q, v, tau, "spatial")
