"""Second-order sensitivity to placements: against moved models at 210 digits, and identities."""

import numpy as np
import pytest
from oracle_differences import FINE, STEP, moved, small_tree
from oracle_robots import random_state
from partial_cases import motion
from sensitivity_cases import displaced, exact_efforts, scalars
from tolerances import EPS

from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError
from lieref.model.exact import exact_model
from lieref.partials.forward_dynamics_second_partials import forward_dynamics_second_partials
from lieref.partials.geometric_partials import (
    forward_dynamics_geometric_partials,
    joint_screw,
)
from lieref.partials.geometric_second_partials import (
    forward_dynamics_geometric_second_partials,
    inverse_dynamics_geometric_second_partials,
)
from lieref.partials.virtual_joints_twin import virtual_partials

# What issue 5 demands of first order; found: 4 eps.
DEMANDED = 1e-13
# Solutions with H, whose condition multiplies the errors of the forces. Found: 16 eps
# (arm).
SOLVED = 64 * EPS
TREES = ("free_on_arm", "spherical_leaf")
DOORS = (inverse_dynamics_geometric_second_partials, forward_dynamics_geometric_second_partials)


def case(name):
    model = small_tree(name, seed=61)
    q, (v, a), _, _ = random_state(model, 0, seed=62)
    return model, model.normalize(q), v, a


def corner(exact, j, k, x, y, state):
    """Efforts with T exp(E_k y) exp(E_j x), x and y signs of STEP."""
    placed = displaced(exact, k // 6, k % 6, y, "right")
    return np.array(exact_efforts(FINE, displaced(placed, j // 6, j % 6, x, "right"), *state))


@pytest.mark.parametrize("name", TREES)
def test_against_moved_models(name):
    model, q, v, a = case(name)
    found = inverse_dynamics_geometric_second_partials(model, q, v, a).d2tau_dU_dU
    rng = np.random.default_rng(63)
    m, size = 6 * model.nbodies, abs(found).max()
    # pairs of one body, both ways round, and of any two
    pairs = [(6 * i + s, 6 * i + t) for i in range(model.nbodies) for s, t in ((0, 1), (4, 2))]
    pairs += [pair[::-1] for pair in pairs] + rng.integers(0, m, (24, 2)).tolist()
    with FINE.working():
        exact, state = exact_model(model, FINE), [scalars(x) for x in (q, v, a)]
        for j, k in pairs:
            total = sum(x * y * corner(exact, j, k, x, y, state) for x in (1, -1) for y in (1, -1))
            truth = np.array([FINE.to_float(x) for x in total / (4 * STEP * STEP)])
            assert abs(found[:, j, k] - truth).max() <= DEMANDED * size


@pytest.mark.parametrize("name", TREES)
def test_mixed_ones_are_derivatives_of_the_first(name):
    model, q, v, a = case(name)
    found = inverse_dynamics_geometric_second_partials(model, q, v, a)
    with FINE.working():
        for k, unit in enumerate(np.eye(model.nv)):
            move = [STEP * int(x) for x in unit]

            def stepped(row, sign, move=move):
                return [x + sign * y for x, y in zip(scalars(row), move, strict=True)]

            places = (
                lambda s, unit=unit: (moved(model, q, unit, s), v, a),
                lambda s: (q, stepped(v, s), a),
                lambda s: (q, v, stepped(a, s)),
            )
            mine = (found[1][:, :, k], found[2][:, :, k], found[3][:, k])
            for place, matrix, tensor in zip(places, mine, found[1:], strict=True):
                up, down = (virtual_partials(model, *place(s), FINE)[0] for s in (1, -1))
                slope = (up - down) / (2 * STEP)
                truth = np.array([[FINE.to_float(x) for x in row] for row in slope])
                assert abs(matrix - truth).max() <= DEMANDED * abs(tensor).max()


def test_bodies_are_chosen_by_number_or_name():
    model, q, v, tau, _ = motion("quadruped", "generic")
    everything = [door(model, q, v, tau) for door in DOORS]
    some = [3, model.names[0], 1]
    columns = np.concatenate([np.arange(6) + 6 * i for i in (3, 0, 1)])
    for door, whole in zip(DOORS, everything, strict=True):
        part = door(model, q, v, tau, some)
        expected = (
            whole[0][:, columns][:, :, columns],
            whole[1][:, columns],
            whole[2][:, columns],
            whole[3][:, :, columns],
        )
        for mine, theirs in zip(part, expected, strict=True):
            assert abs(mine - theirs).max() <= SOLVED * abs(theirs).max()


def test_forward_along_the_joints_is_that_of_their_coordinates():
    # of one degree: T exp(X y) J(q) = T J(q + y)
    model, q, v, tau, _ = motion("arm", "generic")
    found = forward_dynamics_geometric_second_partials(model, q, v, tau)
    X = np.zeros((6 * model.nbodies, model.nv))
    for i, joint in enumerate(model.joints):
        X[6 * i : 6 * i + 6, model.idx_v[i]] = joint_screw(joint)
    truth = forward_dynamics_second_partials(model, q, v, tau)
    along = (
        (X.T @ found.d2a_dU_dU @ X, truth.d2a_dq_dq),
        (X.T @ found.d2a_dU_dq, truth.d2a_dq_dq),
        (X.T @ found.d2a_dU_dv, truth.d2a_dq_dv),
        (found.d2a_dtau_dU @ X, truth.d2a_dtau_dq),
    )
    for mine, theirs in along:
        assert abs(mine - theirs).max() <= SOLVED * abs(theirs).max()


def test_forward_solves_the_linear_equations_of_free_trees():
    # d/dx of tau(q, v, a(x), U(x)) = const, by the tensors of inverse dynamics
    model, q, v, tau, _ = motion("quadruped", "generic")
    found = forward_dynamics_geometric_second_partials(model, q, v, tau).d2a_dU_dU
    a = forward_dynamics(model, q, v, tau[None])[0]
    second = inverse_dynamics_geometric_second_partials(model, q, v, a)
    slope = forward_dynamics_geometric_partials(model, q, v, tau)
    across = np.einsum("iaj,ak->ijk", second.d2tau_da_dU, slope)
    H = joint_space_inertia(model, q)
    rest = np.tensordot(H, found, 1) + second.d2tau_dU_dU + across + across.swapaxes(1, 2)
    assert abs(rest).max() <= SOLVED * abs(second.d2tau_dU_dU).max()


@pytest.mark.parametrize("door", DOORS)
def test_wrong_arguments_are_named(door):
    model, q, v, last, _ = motion("every_joint_free", "generic")
    for bodies, what in (([0, 99], "bodies[1] is 99"), (["hand?"], "bodies[0] is 'hand?'"),
                         ([True], "bodies[0] is True"), ([2, 2], "bodies[1] is 2"),
                         ("body", "bodies is 'body'")):  # fmt: skip
        with pytest.raises(ShapeError) as error:
            door(model, q, v, last, bodies)
        assert str(error.value).startswith(what)
    with pytest.raises(ShapeError, match="v has shape"):
        door(model, q, v[None], last)
    with pytest.raises(NonFiniteError, match=r"v\[0\] is nan"):
        door(model, q, np.full_like(v, np.nan), last)
    with pytest.raises(ConfigurationError, match="quaternion"):
        door(model, 1.1 * q, v, last)
