"""G and g of the compiled constraint stage: against the twin at 50 digits, identities, toggles."""

import numpy as np
import pytest
from support.mechanisms.closed_chains import LOOP_JOINTS, chains_model, four_bar, seed_of

from lieref import loops
from lieref.errors import (
    ConfigurationError,
    SingularError,
)
from lieref.loops.constraints.any_scalar import constraint_state as twin
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute
from lieref.oracle import Mp

EPS = float(np.finfo(float).eps)
# Kernel against the twin at 50 digits on the same doubles: some ten roundings on each path, times
# the inverse of the scaled pivots (up to ten here); found below 30 eps.
KERNEL = 128 * EPS
# What is left of K G = 0: the sum of a few products, each with the errors of both.
IDENTITY = 64 * EPS


@pytest.fixture(params=[*LOOP_JOINTS, "coupled", "shifts"])
def model(request):
    return chains_model(request.param)


def assert_closed(model, q):
    """Residuals are what the last bits of the coordinates make of them."""
    K = loops.loop_jacobian(model, q)
    scale = np.abs(K).sum(axis=1).max() * max(1.0, np.abs(q).max())
    assert np.abs(loops.loop_residual(model, q)).max() <= 4 * EPS * scale


def some_velocity(model, rows=None):
    rng = np.random.default_rng(seed_of(model.name, rows))
    return rng.uniform(-1, 1, model.nv if rows is None else (rows, model.nv))


def test_kernel_against_the_twin_at_fifty_digits(model):
    K = Mp(50)
    q, v = model.assembly, some_velocity(model)
    state = loops.constraint_state(model, q, v)
    G, g, qdot = twin(K, model, [K(x) for x in q.tolist()], [K(x) for x in v.tolist()])
    for k, cluster in enumerate(model.clusters):
        rows = np.array([[float(x) for x in row] for row in G[k]])
        block = state.G[np.ix_(cluster.velocities, model.cluster_independent[k])]
        assert np.abs(block - rows).max() <= KERNEL * np.abs(rows).max()
    for found, reference in ((state.g, g), (state.v, qdot)):
        reference = np.array([float(x) for x in reference])
        assert np.abs(found - reference).max() <= KERNEL * np.abs(reference).max()


def test_motions_satisfy_the_constraints(model):
    q, v = model.assembly, some_velocity(model)
    state = loops.constraint_state(model, q, v)
    K = loops.loop_jacobian(model, q)
    scale = np.abs(K).max() * np.abs(state.G).max()
    assert np.abs(K @ state.G).max() <= IDENTITY * scale
    bias = loops.loop_bias(model, q, state.v)
    assert np.abs(K @ state.g - bias).max() <= IDENTITY * scale * np.abs(state.g).max()
    assert np.array_equal(state.G[model.independent], np.eye(model.nv))
    assert not state.g[model.independent].any()
    assert np.linalg.matrix_rank(K, 1e-9) == model.tree.nv - model.nv


def test_the_assembly_is_closed(model):
    assert_closed(model, model.assembly)


def test_the_jacobian_is_a_difference_of_residuals(model):
    q, h = model.assembly, 2.0**-20
    K = loops.loop_jacobian(model, q)
    for iv in range(model.tree.nv):
        dv = np.zeros(model.tree.nv)
        dv[iv] = h
        ahead = loops.loop_residual(model, model.tree.integrate(q, dv))
        behind = loops.loop_residual(model, model.tree.integrate(q, -dv))
        # the third derivative times h^2 / 6, and rounding of the residuals by h
        assert np.abs((ahead - behind) / (2 * h) - K[:, iv]).max() < 100 * h * h + 100 * EPS / h


def test_expansion_keeps_the_independent_coordinates_to_the_last_bit(model):
    y = model.neutral() + np.random.default_rng(seed_of(model.name)).uniform(-0.1, 0.1, model.nq)
    y = model.tree.normalize(with_part(model, y))[model.independent_q]
    q = loops.expand(model, y)
    assert np.array_equal(q[model.independent_q], y)
    assert_closed(model, q)
    assert np.array_equal(loops.constraint_state(model, y, some_velocity(model)).q, q)


def with_part(model, y):
    q = model.assembly.copy()
    q[model.independent_q] = y
    return q


def test_projection_closes_what_integration_left_open(model):
    dv = 1e-3 * np.random.default_rng(seed_of(model.name)).uniform(-1, 1, model.tree.nv)
    left = model.tree.integrate(model.assembly, dv)
    closed = loops.project(model, left)
    assert_closed(model, closed)
    # least norm: the correction has no part that the constraints leave free, to first order
    correction = model.tree.difference(left, closed) / loop_tables(model).tree_units ** 2
    state = loops.constraint_state(model, closed, np.zeros(model.nv))
    size = np.abs(correction).max()
    if not model.couplings:
        assert np.abs(state.G.T @ correction).max() < 0.02 * size * np.abs(state.G).max()
    assert size < 1e-2
    # an orthogonal projection of a closed configuration is the configuration
    again = loops.project(model, closed)
    assert np.abs(model.tree.difference(closed, again)).max() < 256 * EPS


def test_null_space_and_pivoting_give_motions(model):
    q = model.assembly
    K = loops.loop_jacobian(model, q)
    N = loops.choose_independent(model, q, method="null space")
    assert np.abs(K @ N).max() <= IDENTITY * np.abs(K).max() * np.abs(N).max() * 4
    assert np.linalg.matrix_rank(N) == model.nv
    chosen = loops.choose_independent(model, q)
    assert len(chosen) == model.nv and (np.diff(chosen) > 0).all()
    assert np.linalg.cond(N[chosen]) < 1e3


@pytest.mark.parametrize("far", [1e3, 1e6])
def test_accuracy_does_not_depend_on_where_the_mechanism_stands(far):
    here, there = four_bar(), four_bar(far=far)
    # 1.2 m between the pivots is not a double a thousand kilometres away
    limit = 8 * EPS * far
    for y in (0.3, 1.2, 2.9):
        q = loops.expand(there, [y])
        assert np.abs(loops.loop_residual(there, q)).max() < 4 * EPS
        at_home = loops.constraint_state(here, [y], [1.3])
        state = loops.constraint_state(there, [y], [1.3])
        assert np.abs(state.G - at_home.G).max() < 10 * limit
        assert np.abs(loops.loop_jacobian(there, q) @ state.G).max() < 8 * EPS


def test_expansion_follows_its_branch_once_around():
    model = four_bar()
    q = model.assembly
    start = loops.expand(model, q[:1] + 0.0)
    for y in np.linspace(q[0], q[0] + 2 * np.pi, 60):
        q = loops.expand(model, [y], near=q)
    assert np.abs(q[1:] - start[1:] - [-2 * np.pi, 0.0]).max() < 1e-13
    # and in one call, which goes in parts
    direct = loops.expand(model, [start[0] + 2 * np.pi])
    assert np.abs(direct - q).max() < 1e-13


def test_what_cannot_close_is_named():
    model = four_bar(independent="rocker_joint")
    with pytest.raises(ConfigurationError, match="loop 'closing': does not close beyond"):
        loops.expand(model, [2.0])


def test_a_toggle_is_named():
    model = four_bar(independent="rocker_joint")
    with pytest.raises(SingularError, match=r"loop 'closing': toggle.*'rocker_joint'"):
        loops.constraint_state(model, np.zeros(3), [1.0])
    assert loops.toggle_measure(model, np.zeros(3)).tolist() == [0.0]
    # the crank is a good coordinate there
    assert loops.choose_independent(model, np.zeros(3)).tolist() != [2]
    assert loops.toggle_measure(four_bar(), np.zeros(3))[0] > 0.1


def test_couplings_of_constant_ratio_are_packed_once():
    b = ModelBuilder()
    z = (0, 0, 1)
    b.add_body("link", None, Revolute(z), None, 1.0)
    b.add_body("rotor", None, Revolute(z), None, 0.1)
    b.add_body("rack", None, Prismatic(z), None, 0.1)
    b.couple("rotor_joint", "link_joint", 50.0, 0.25)
    b.couple("rack_joint", "rotor_joint", 0.01)
    model = b.build()
    state = loops.constraint_state(model, [0.1], [2.0])
    # one product and one sum: constants are composed before they are rounded
    assert np.abs(state.q - [0.1, 5.25, 0.0525]).max() <= EPS * 0.0525
    assert state.q[:2].tolist() == [0.1, 5.25]
    assert state.G.ravel().tolist() == [1.0, 50.0, 0.5]
    assert state.v.tolist() == [2.0, 100.0, 1.0]
    assert not state.g.any()
    with pytest.raises(ConfigurationError, match=r"coupled joint 'rotor_joint' is open by 0\.1"):
        loops.constraint_state(model, [0.1, 5.35, 0.0535], [2.0])


def test_a_configuration_that_is_open_is_refused():
    model = four_bar()
    with pytest.raises(ConfigurationError, match="loop 'closing' is open by"):
        loops.constraint_state(model, model.assembly + 1e-6, [1.0])
