"""First partials of forward dynamics: against the definition, and what undoes them."""

import numpy as np
import pytest
from support.partials.partial_cases import floats, interleaved, motion
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import ROBOTS, STATES, translation

from lieref import oracle
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Prismatic, Revolute
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials

K = Arb(50)
# Against the definition, entry by entry; see `scales`. Found: 5.3 eps (arm, fast).
KERNEL = 24 * EPS
# H da/du + dtau/du, by the sum of the moduli of its terms. Found: 1.9 eps (serial_20_free).
RESIDUAL = 8 * EPS


def scales(inverse, forward):
    """|H^-1| (|H| |X| + |B|) of H X = -B: how errors of H and B, entry by entry, reach X."""
    H, yields = abs(inverse.dtau_da), abs(forward.da_dtau)
    rights = (abs(inverse.dtau_dq), abs(inverse.dtau_dv), np.eye(len(H)))
    return [yields @ (H @ abs(X) + B) for X, B in zip(forward, rights, strict=True)]


def assert_oracle(model, q, v, tau, **options):
    found = forward_dynamics_partials(model, q, v, tau, **options)
    reference = floats(K, oracle.forward_dynamics_partials(model, q, v, tau, field=K, **options))
    loads = options.get("wrenches")
    rest = {key: value for key, value in options.items() if key != "wrenches"}
    if loads is not None:
        rest["wrenches"] = loads[None]
    a = forward_dynamics(model, q, v, tau[None], **rest)[0]
    inverse = inverse_dynamics_partials(model, q, v, a, **options)
    for mine, theirs, size in zip(found, reference, scales(inverse, found), strict=True):
        # a itself, at which the partials are taken, is as uncertain as its largest entries
        assert (abs(mine - theirs) <= KERNEL * (size + size.max())).all()


@pytest.mark.parametrize(
    ("robot", "state"),
    [("arm", "generic"), ("arm", "fast"), ("quadruped", "far"), ("every_joint_free", "generic")],
)
def test_against_the_oracle(robot, state):
    model, q, v, a, wrenches = motion(robot, state)
    tau = inverse_dynamics(model, q, np.stack([v, a]), wrenches=wrenches[None])[0]
    assert_oracle(model, q, v, tau, wrenches=wrenches)


@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
@pytest.mark.parametrize("wrench_axes", ["body", "inertial"])
def test_representations_against_the_oracle(base, wrench_axes):
    model = random_tree("free_root", seed=3)
    q, (v, tau), (wrenches,), _ = random_state(model, 0, seed=4)
    options = {"base": base, "wrenches": wrenches, "wrench_axes": wrench_axes}
    assert_oracle(model, q, v, tau, **options)


def test_inertial_wrenches_against_the_oracle():
    model = random_tree("spherical_root", seed=3)
    q, (v, tau), (wrenches,), _ = random_state(model, 0, seed=4)
    assert_oracle(model, q, v, tau, wrenches=wrenches, wrench_axes="inertial")


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
    model, q, v, tau, _ = motion(robot, state)
    assert_solved(model, q, v, tau)


@pytest.mark.parametrize("seed", range(3))
def test_any_numbering(seed):
    model, rng = interleaved(), np.random.default_rng(seed)
    q = model.random_configuration(rng)
    assert_solved(model, q, *rng.standard_normal((2, model.nv)))


def test_a_joint_that_nothing_opposes_is_named():
    b = ModelBuilder()
    b.add_body("cart", None, Prismatic((1, 0, 0)), None, 1.0)
    b.add_body("needle", "cart", Revolute((0, 0, 1)), translation(0, 0, 1), 0.5)
    model = b.build()
    with pytest.raises(SingularError, match="needle"):
        forward_dynamics_partials(model, np.zeros(2), np.zeros(2), np.zeros(2))
    b = ModelBuilder()
    b.add_body("trunk", None, Free(), None, 1.0, inertia=np.eye(3))
    b.add_body("needle", "trunk", Revolute((0, 0, 1)), translation(0, 0, 1), 0.5)
    model = b.build()
    v = np.zeros(model.nv)
    with pytest.raises(SingularError, match="needle"):
        forward_dynamics_partials(model, model.neutral(), v, v, "hybrid")


def test_a_base_too_far_for_its_representation_is_named():
    # about an origin 1e9 m away the trunk's inertia is lost beside mass times distance squared
    model, q, v, tau, _ = motion("quadruped", "generic")
    q[:3] += 1e9
    with pytest.raises(SingularError, match="'trunk'.*nothing but rounding error of H"):
        forward_dynamics_partials(model, q, v, tau, "spatial")
