"""Gravity, velocity forces and applied wrenches one by one, and what their calls refuse."""

import numpy as np
import pytest
from support.references.tolerances import CLOSED_FORMS
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import bases, two_trees

from lieref.dynamics import closed_forms
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.laws.energy import energy
from lieref.dynamics.laws.generalized_forces import bias_forces, external_forces, gravity_forces
from lieref.dynamics.laws.momentum import center_of_mass, centroidal_momentum, momentum
from lieref.dynamics.matrices.joint_space_inertia import (
    joint_space_inertia_derivatives,
)
from lieref.errors import (
    NonFiniteError,
    ShapeError,
)
from lieref.kinematics.forward_kinematics import forward_kinematics


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", [*ROBOTS, "two_trees"])
def test_external_forces_are_those_of_the_jacobians(robot, state, axes):
    """-sum_k J_k^T W_k, the columns of J_k being body twists of unit velocities."""
    if robot == "two_trees":
        model = two_trees()
        q = model.random_configuration(np.random.default_rng(3))
    else:
        model, q, _ = draw(robot, state)
    wrenches = np.random.default_rng(4).standard_normal((model.nbodies, 6))
    for base in bases(model):
        found = external_forces(model, q, wrenches, base, axes)
        for j, unit in enumerate(np.eye(model.nv)):
            poses, twists = forward_kinematics(model, q, unit[None], base, "body")
            turn = poses[:, :3, :3] if axes == "inertial" else np.eye(3)[None]
            loads = (wrenches.reshape(-1, 2, 3) @ turn).reshape(-1, 6)
            terms = (twists[0] * loads).ravel()
            assert abs(found[j] + terms.sum()) <= CLOSED_FORMS * (abs(terms).sum() + 1), (base, j)


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_terms_add_up_to_inverse_dynamics(robot):
    model, q, v = draw(robot, "generic")
    wrenches = np.random.default_rng(4).standard_normal((model.nbodies, 6))
    for base in bases(model):
        terms = (
            closed_forms.joint_space_inertia(model, q, base) @ v[1],
            bias_forces(model, q, v[0], base),
            gravity_forces(model, q, base),
            external_forces(model, q, wrenches, base),
        )
        tau = inverse_dynamics(model, q, v[:2], base, wrenches[None])[0]
        scale = sum(abs(x).max() for x in terms)
        assert abs(sum(terms) - tau).max() <= CLOSED_FORMS * scale, base


def test_results_beyond_the_range_of_double():
    """Of places; those of velocities are in tests/sweep/test_arguments.py."""
    model, q, v = draw("every_joint_free", "generic")
    kinds = [joint.kind for joint in model.joints]
    huge, far = q.copy(), q.copy()
    huge[model.idx_q[kinds.index("prismatic")]] = far[:3] = 1e200
    for at, options in ((huge, {}), (far, {"base": "spatial"})):
        with pytest.raises(NonFiniteError, match=r"^H\[\d+, \d+\]"):
            closed_forms.joint_space_inertia(model, at, **options)
        with pytest.raises(NonFiniteError, match=r"^H.*(range of double|is inf)"):
            joint_space_inertia_derivatives(model, at, v[:1], **options)
    with pytest.raises(NonFiniteError, match=r"^C\["):
        closed_forms.coriolis_matrix(model, huge, v[0])
    with pytest.raises(NonFiniteError, match=r"^tau\["):
        external_forces(model, q, np.full((model.nbodies, 6), 1.7e308))


def test_orders_whose_factorials_no_double_holds():
    model, q, _ = draw("two_link", "generic")
    still = np.zeros((171, model.nv))
    for call in (energy, momentum, center_of_mass, joint_space_inertia_derivatives):
        call(model, q, still[:170])
        with pytest.raises(ShapeError, match=r"^v has shape .171, 2., expected . to 170 rows of 2"):
            call(model, q, still)


def test_rows_of_a_motion():
    model, q, v = draw("every_joint_free", "generic")
    for call in (energy, momentum, centroidal_momentum, center_of_mass):
        with pytest.raises(ShapeError, match="^v has shape"):
            call(model, q, v[:0])
    assert joint_space_inertia_derivatives(model, q, v[:0]).shape == (1, model.nv, model.nv)
