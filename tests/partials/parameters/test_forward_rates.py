"""Time derivatives of sensitivities of forward dynamics: differences, partials, batches."""

import numpy as np
import pytest
from support.trees.robots import draw, with_physics

import lieref

# Of order zero, which another kernel solves; the condition of H is some 1e4. Found: 2e-13.
LIMIT = 1e-10
# Central differences with STEP, by the largest of each order. Found: 2e-8.
STEP, SLOPE = 1e-5, 1e-5
NAMES = ("regressor", "geometric")


def state(robot, r, base="body"):
    model, q, v = draw(robot, "generic", r)
    return model, q, v[0], lieref.inverse_dynamics(model, q, v, base)


@pytest.mark.parametrize("base", ["body", "hybrid"])
def test_masses_are_moved(base):
    model, q, v, tau = state("every_joint_free", 2, base)
    found = lieref.forward_dynamics_regressor_derivatives(model, q, v, tau, base)
    for i in (0, model.nbodies - 1):
        m, c, J = model.masses[i], model.coms[i], model.inertias[i]
        about = J + m * (c @ c * np.eye(3) - np.outer(c, c))
        # m moves, the first moment and the inertia about the origin do not
        pair = []
        for more in (STEP, -STEP):
            moved = m + more
            d = m * c / moved
            inertia = about - moved * (d @ d * np.eye(3) - np.outer(d, d))
            changed = model.with_inertia(model.names[i], moved, d, inertia)
            pair.append(lieref.forward_dynamics(changed, q, v, tau, base))
        slope = (pair[0] - pair[1]) / (2 * STEP)
        for x, y in zip(found[:, :, 10 * i], slope, strict=True):
            assert abs(x - y).max() <= SLOPE * abs(y).max()


@pytest.mark.parametrize("name", NAMES)
def test_inverse_dynamics_takes_them_back(name):
    # placements: the rates of their sensitivity are compared with moved models elsewhere
    model, q, v, tau = state("quadruped", 2)
    found = getattr(lieref, f"forward_dynamics_{name}_derivatives")(model, q, v, tau)
    motion = np.concatenate([v[None], lieref.forward_dynamics(model, q, v, tau)])
    slopes = getattr(lieref, f"inverse_dynamics_{name}_derivatives")(model, q, motion)
    by_v = lieref.inverse_dynamics_order_partials(model, q, motion).dtau_dv
    for k in range(3):
        terms = [slopes[k], *(by_v[k, j + 1] @ found[j] for j in range(k + 1))]
        assert abs(sum(terms)).max() <= LIMIT * max(abs(x).max() for x in terms)


@pytest.mark.parametrize("robot", ["every_joint_free", "arm"])
def test_order_zero_are_the_partials(robot):
    plain, q, v, tau = state(robot, 0)
    model = with_physics(plain, 1, "smooth")
    kinds = ("inertia", "armature", "damping")
    for found, expected in (
        (
            lieref.forward_dynamics_regressor_derivatives(model, q, v, tau, parameters=kinds),
            lieref.forward_dynamics_regressor(model, q, v, tau[0], parameters=kinds),
        ),
        (
            lieref.forward_dynamics_geometric_derivatives(model, q, v, tau, "left"),
            lieref.forward_dynamics_geometric_partials(model, q, v, tau[0], "left"),
        ),
    ):
        assert abs(found[0] - expected).max() <= LIMIT * abs(expected).max()
