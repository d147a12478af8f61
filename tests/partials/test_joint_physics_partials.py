"""First and second partials, products and regressors of models with joint physics."""

import numpy as np
import pytest
from support.trees.robots import draw, with_physics

import lieref
from lieref import oracle

ROBOTS = ("arm", "every_joint_free")
FRICTIONS = ("smooth", "sign")
ALL = ("inertia", "armature", "damping", "friction", "stiffness")
# Inverse dynamics: roundings of sums; forward dynamics besides by the condition of H (arm: 1e2,
# every_joint_free: 1e4). Found: 2e-15 and 6e-13.
INVERSE, FORWARD = 1e-13, 1e-11


def moving(robot, friction="smooth"):
    plain, q, v = draw(robot, "generic", 0)
    model = with_physics(plain, 1, friction)
    return model, q, v[0], v[1], lieref.inverse_dynamics(model, q, v)[0]


def floats(x):
    return np.array(x, dtype=float)


def assert_all(found, reference, limit):
    for name, mine, expected in zip(found._fields, found, reference, strict=True):
        expected = floats(expected)
        assert abs(mine - expected).max() <= limit * (abs(expected).max() or 1.0), name


@pytest.mark.parametrize("friction", FRICTIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_first_partials(robot, friction):
    model, q, v, a, tau = moving(robot, friction)
    reference = oracle.inverse_dynamics_partials(model, q, v, a)
    for method in ("idsva", "chain_rule"):
        found = lieref.inverse_dynamics_partials(model, q, v, a, method=method)
        assert_all(found, reference, INVERSE)
    reference = oracle.forward_dynamics_partials(model, q, v, tau)
    for method in ("fdsva", "chain_rule"):
        found = lieref.forward_dynamics_partials(model, q, v, tau, method=method)
        assert_all(found, reference, FORWARD)


@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
def test_first_partials_in_other_bases(base):
    model, q, v, a, _ = moving("every_joint_free")
    found = lieref.inverse_dynamics_partials(model, q, v, a, base)
    assert_all(found, oracle.inverse_dynamics_partials(model, q, v, a, base), INVERSE)
    tau = lieref.inverse_dynamics(model, q, [v, a], base)[0]
    found = lieref.forward_dynamics_partials(model, q, v, tau, base)
    assert_all(found, oracle.forward_dynamics_partials(model, q, v, tau, base), FORWARD)


@pytest.mark.parametrize("robot", ROBOTS)
def test_second_partials(robot):
    model, q, v, a, tau = moving(robot)
    reference = oracle.inverse_dynamics_second_partials(model, q, v, a, digits=30)
    found = lieref.inverse_dynamics_second_partials(model, q, v, a)
    assert_all(found, reference, INVERSE)
    # what was there before is overwritten
    again = lieref.inverse_dynamics_second_partials(model, q, v, a, out=found)
    assert_all(again, reference, INVERSE)
    chained = lieref.inverse_dynamics_second_partials(model, q, v, a, method="chain_rule")
    assert_all(chained, reference, INVERSE)
    reference = oracle.forward_dynamics_second_partials(model, q, v, tau, digits=30)
    for options in (
        {"outer": "dtm"},
        {"outer": "aza", "inner": "idfoza"},
        {"method": "chain_rule"},
    ):
        found = lieref.forward_dynamics_second_partials(model, q, v, tau, **options)
        assert_all(found, reference, FORWARD)


@pytest.mark.parametrize("robot", ROBOTS)
def test_products(robot):
    model, q, v, a, tau = moving(robot)
    rng = np.random.default_rng(5)
    d, w = rng.standard_normal((3, model.nv)), rng.standard_normal(model.nv)
    for kind, x, limit in (("inverse", a, INVERSE), ("forward", tau, FORWARD)):
        first = getattr(lieref, f"{kind}_dynamics_partials")(model, q, v, x)
        second = getattr(lieref, f"{kind}_dynamics_second_partials")(model, q, v, x)
        jvp = getattr(lieref, f"{kind}_dynamics_jvp")
        expected = sum(matrix @ row for matrix, row in zip(first, d, strict=True))
        assert abs(jvp(model, q, v, x, *d) - expected).max() <= limit * abs(expected).max()
        vjp = getattr(lieref, f"{kind}_dynamics_vjp")(model, q, v, x, w)
        assert_all(vjp, [w @ matrix for matrix in first], limit)
        contraction = getattr(lieref, f"{kind}_dynamics_contraction")
        expected = [np.tensordot(w, tensor, 1) for tensor in second]
        assert_all(contraction(model, q, v, x, w), expected, limit)


@pytest.mark.parametrize("friction", FRICTIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_regressors(robot, friction):
    model, q, v, a, tau = moving(robot, friction)
    Y = lieref.inverse_dynamics_regressor(model, q, v, a, parameters=ALL)
    p = lieref.inertial_parameters(model, ALL)
    assert Y.shape == (model.nv, 10 * model.nbodies + 4 * model.nv)
    assert abs(Y @ p - tau).max() <= INVERSE * abs(tau).max()
    bodies = lieref.inverse_dynamics_regressor(model, q, v, a)
    assert (bodies == Y[:, : 10 * model.nbodies]).all()
    # da/dp by differences, of each kind in turn
    found = lieref.forward_dynamics_regressor(model, q, v, tau, parameters=("damping", "armature"))
    for k, name in enumerate(("damping", "armature")):
        for c in np.flatnonzero(getattr(model, name))[:3]:
            moved = []
            for side in (1, -1):
                given = {x: getattr(model, x).copy() for x in model.joint_physics._fields}
                given[name][c] += side * 1e-5
                changed = model.with_joint_physics(**given)
                moved.append(lieref.forward_dynamics(changed, q, v, [tau])[0])
            slope = (moved[0] - moved[1]) / 2e-5
            column = found[:, k * model.nv + c]
            assert np.allclose(column, slope, rtol=1e-5, atol=1e-5 * abs(slope).max())


def test_kinds_of_parameters_are_checked():
    model, q, v, a, _ = moving("arm")
    for given in (("mass",), ("damping", "damping"), "damping"):
        with pytest.raises(lieref.LierefError):
            lieref.inertial_parameters(model, given)
        with pytest.raises(lieref.LierefError):
            lieref.inverse_dynamics_regressor(model, q, v, a, parameters=given)


def test_parameter_second_partials():
    """Of the first ones by differences: accelerations know the physics, forces do not change."""
    model, q, v, a, tau = moving("arm")
    bare = model.without_joint_physics()
    found = lieref.inverse_dynamics_parameter_second_partials(model, q, v, a, bodies=[2])
    expected = lieref.inverse_dynamics_parameter_second_partials(bare, q, v, a, bodies=[2])
    assert_all(found, expected, INVERSE)
    found = lieref.forward_dynamics_parameter_second_partials(
        model, q, v, tau, ["inertia"], bodies=[2]
    )
    step = 1e-6
    for k in range(3):
        moved = [
            lieref.forward_dynamics_regressor(model, q + s * step * np.eye(model.nv)[k], v, tau)
            for s in (1, -1)
        ]
        slope = ((moved[0] - moved[1]) / (2 * step))[:, 20:30]
        assert np.allclose(found.d2a_dp_dq[:, :, k], slope, rtol=1e-4, atol=1e-5 * abs(slope).max())


@pytest.mark.parametrize("name", ["geometric", "screw"])
def test_sensitivities_of_accelerations(name):
    """-H^-1 of those of the forces, at the accelerations of the physics."""
    model, q, v, a, tau = moving("arm")
    inverse = getattr(lieref, f"inverse_dynamics_{name}_partials")(model, q, v, a)
    bare = getattr(lieref, f"inverse_dynamics_{name}_partials")(
        model.without_joint_physics(), q, v, a
    )
    assert abs(inverse - bare).max() <= INVERSE * abs(bare).max()
    found = getattr(lieref, f"forward_dynamics_{name}_partials")(model, q, v, tau)
    H = lieref.joint_space_inertia(model, q)
    assert abs(H @ found + inverse).max() <= FORWARD * abs(inverse).max()
