"""Partials by the chain rule over the kernels: against the definition, patterns, errors, builds."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved, motion, related
from support.references.oracle_directions import (
    K,
    along_both,
    contracted,
    directions,
    exact_array,
    largest,
)
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree

from lieref.check.metrics import rmsre
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.model.mechanisms import catalogue
from lieref.oracle.tree.perturbations import perturbed_torques, state
from lieref.partials.fdsva.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.fdsva_so.forward_dynamics_second_partials import (
    forward_dynamics_second_partials,
)
from lieref.partials.idsva import idsva_twin
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials,
)
from lieref.partials.second_order_numbers import chain_rule

INVERSE = (chain_rule.inverse_dynamics_partials, chain_rule.inverse_dynamics_second_partials)
FORWARD = (chain_rule.forward_dynamics_partials, chain_rule.forward_dynamics_second_partials)
# Derivatives along two directions, relative to the sum of the moduli of their terms.
# Found: 0.8 eps.
ORACLE = 4 * EPS
# Forces left over when accelerations move as forward dynamics says, relative to the forces that
# these accelerations take alone. Found: 3.7 eps.
RESIDUE = 16 * EPS
# A third of the limit of second partials, root mean square of relative
# errors: serial chain of 10.
DEMANDED = 5e-15 / 3
# The other algorithms, beside the largest entry. Found: 12 eps; of forward dynamics 2e4 eps, where
# FDSVA-SO solves with the H of every_joint_free twice.
IDSVA_SO, FDSVA_SO = 48 * EPS, 1e5 * EPS
CASES = [
    ("free_root", "body", "body"),
    ("free_root", "spatial", "inertial"),
    ("free_root", "hybrid", "body"),
    ("free_root", "mixed", "inertial"),
    # a free joint on a body that turns: where it stands matters
    ("fixed_base", "body", "inertial"),
    ("spherical_root", "body", "body"),
    ("spherical_leaf", "body", "inertial"),
]


def case(tree, base, axes, seed=3):
    model = random_tree(tree, seed=seed)
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed=seed + 1)
    loads = {"base": base, "wrenches": wrenches, "wrench_axes": axes}
    return model, q, v, a, loads


def slopes(direction):
    return {
        name: {j: [K(x)] for j, x in enumerate(row)}
        for name, row in zip("qva", direction, strict=True)
    }


def sum_of_moduli(first, second, r, s):
    return [
        largest(x)
        for x in contracted(
            type(first)(*map(abs, first)), type(second)(*map(abs, second)), abs(r), abs(s)
        )
    ]


@pytest.mark.parametrize(("tree", "base", "axes"), CASES)
def test_inverse_dynamics_against_the_definition(tree, base, axes):
    model, q, v, a, loads = case(tree, base, axes)
    first, second = (f(model, q, v, a, **loads) for f in INVERSE)
    r, s = directions(model, 5)
    with K.working():
        reference = along_both(model, q, v, a, r, s, base, loads["wrenches"], axes)[1:]
        sizes = sum_of_moduli(first, second, r, s)
        for mine, exact, size in zip(
            contracted(first, second, r, s), reference, sizes, strict=True
        ):
            assert largest(mine - exact) <= ORACLE * size


@pytest.mark.parametrize(("tree", "base", "axes"), CASES)
def test_forward_dynamics_against_the_definition(tree, base, axes):
    # inverse dynamics, as jets, of the accelerations that the partials say returns the forces
    model, q, v, tau, loads = case(tree, base, axes)
    once = {**loads, "wrenches": loads["wrenches"][None]}
    a = forward_dynamics(model, q, v, tau[None], **once)[0]
    first, second = (f(model, q, v, tau, **loads) for f in FORWARD)
    r, s = directions(model, 6)
    H = abs(joint_space_inertia(model, q, base=base))
    with K.working():
        along_r, mixed = contracted_forward(first, second, r, s)
        along_s = contracted_forward(first, second, s, r)[0]
        at = state(K, model, q, v, a, base, loads["wrenches"], axes)
        moves = [slopes([*x[:2], y]) for x, y in ((r, along_r), (s, along_s))]
        torques = perturbed_torques(K, at, *moves, list(mixed))
        left = exact_array([x.u[0] - K(float(e)) for x, e in zip(torques, r[2], strict=True)])
        left_twice = exact_array([x.w[0] for x in torques])
        once, twice = (H @ [abs(K.to_float(x)) for x in y] for y in (along_r, mixed))
        assert largest(left) <= RESIDUE * max(once)
        assert largest(left_twice) <= RESIDUE * max(twice)


def contracted_forward(first, second, r, s):
    """Derivatives of the accelerations along r, and along r and then s."""
    r, s = exact_array(r), exact_array(s)
    once = first.da_dq @ r[0] + first.da_dv @ r[1] + first.da_dtau @ r[2]
    pairs = [(second.d2a_dq_dq, r[0], s[0]), (second.d2a_dv_dv, r[1], s[1])]
    pairs += [(second.d2a_dq_dv, r[0], s[1]), (second.d2a_dq_dv, s[0], r[1])]
    pairs += [(second.d2a_dtau_dq, r[2], s[0]), (second.d2a_dtau_dq, s[2], r[0])]
    return once, sum(np.tensordot(exact_array(tensor), y, 1) @ x for tensor, x, y in pairs)


@pytest.mark.parametrize("state", ["generic", "zero", "near_pi", "fast", "far"])
@pytest.mark.parametrize("robot", ["free_body", "arm", "quadruped", "every_joint_free"])
def test_against_the_other_algorithms(robot, state):
    model, q, v, u, wrenches = motion(robot, state)
    inverse, forward = inverse_dynamics_second_partials, forward_dynamics_second_partials
    for mine, theirs, limit in ((INVERSE, inverse, IDSVA_SO), (FORWARD, forward, FDSVA_SO)):
        found, other = (f(model, q, v, u, wrenches=wrenches) for f in (mine[1], theirs))
        assert any((x != y).any() for x, y in zip(found, other, strict=True))
        for x, y in zip(found, other, strict=True):
            # second partials by v of a slow motion are differences of larger terms
            assert abs(x - y).max() <= limit * max(abs(y).max(), abs(other[3]).max())


@pytest.mark.parametrize("options", [{}, {"base": "hybrid", "wrench_axes": "inertial"}])
@pytest.mark.parametrize("public", [inverse_dynamics_partials, forward_dynamics_partials])
def test_it_is_a_method_of_the_first_partials(public, options):
    *state, wrenches = motion("every_joint_free", "generic")
    options = {**options, "wrenches": wrenches}
    found = public(*state, **options, method="chain_rule")
    reference = getattr(chain_rule, public.__name__)(*state, **options)
    for x, y, ours in zip(found, reference, public(*state, **options), strict=True):
        assert (x == y).all()
        assert (x != ours).any()


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_long_chains_keep_their_digits(seed):
    model = catalogue.serial_chain(10)
    rng = np.random.default_rng(seed)
    q, (v, a) = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    with K.working():
        twin = idsva_twin.second_partials(model, q, v, a, K)
    found = INVERSE[1](model, q, v, a)
    for name, mine in found._asdict().items():
        assert rmsre(mine, getattr(twin, name)) <= DEMANDED


def test_far_from_the_origin():
    model, q, v, a, loads = case("free_root", "hybrid", "body")
    near = [f(model, q, v, a, **loads) for f in (*INVERSE, *FORWARD)]
    q[:3] += 1e6
    far = [f(model, q, v, a, **loads) for f in (*INVERSE, *FORWARD)]
    for here, there in zip(near, far, strict=True):
        for x, y in zip(here, there, strict=True):
            # the position itself was rounded, which nothing but its own sum has seen
            assert abs(x - y).max() <= 64 * EPS * abs(x).max()


def test_patterns():
    model = interleaved()
    rng = np.random.default_rng(2)
    q, (v, u) = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    inertia_series = related(model)
    together = inertia_series.astype(int) @ inertia_series.astype(int) > 0
    for entries, pairs in ((INVERSE, inertia_series), (FORWARD, together)):
        for tensor in entries[1](model, q, v, u):
            assert tensor.any()
            assert not tensor[:, ~pairs].any()
            assert not tensor[~pairs].any()
