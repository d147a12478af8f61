"""Bounds of inverse dynamics: they hold the exact result, are tight, and are refused by name."""

import numpy as np
import pytest
from support.references.enclosed import missed
from support.trees.robots import ROBOTS, STATES, draw, with_physics
from support.trees.spatial_robots import bases

import lieref
from lieref import oracle
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ArgumentError, ShapeError

KINDS = (
    "revolute", "spherical", "universal", "prismatic", "helical", "planar", "free", "euler",
    "cylindrical",
)  # fmt: skip
# A bound is at most so many times the error that it bounds, in the median over a result.
TIGHT = 30


def compared(found, given, **arguments):
    """As `missed`, by the certified oracle."""
    return missed(found, oracle.certified_inverse_dynamics(*given, **arguments))


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_bounds_hold_the_exact_result_and_are_tight(robot, state):
    model, q, v = draw(robot, state, r=5)
    for base in bases(model):
        for r in (0, 1, 5) if base == "body" else (2,):
            given = (model, q, v[: r + 2], base)
            found = inverse_dynamics(*given, bounds=True)
            count, errors = compared(found, given)
            assert count == 0, (base, r)
            assert np.isfinite(found[1]).all()
            # not of numbers that happen to be doubles
            wrong = errors > 1e-19 * abs(found[0]).max(axis=1, keepdims=True)
            if wrong.any():
                assert np.median(found[1][wrong] / errors[wrong]) <= TIGHT


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("r", [0, 3])
def test_wrenches_and_other_forces(axes, r):
    model, q, v = draw("every_joint_free", "generic", r=r)
    rng = np.random.default_rng(2)
    given = {
        "wrenches": rng.standard_normal((r + 1, model.nbodies, 6)),
        "wrench_axes": axes,
        "tau_ext": rng.standard_normal((r + 1, model.nv)),
    }
    found = inverse_dynamics(model, q, v, **given, bounds=True)
    assert compared(found, (model, q, v), **given)[0] == 0
    assert found[1].max() <= 1e-12 * abs(found[0]).max()


@pytest.mark.parametrize("seed", range(400))
def test_random_trees_and_sizes(seed):
    rng = np.random.default_rng(seed)
    start = seed % len(KINDS)
    model = lieref.catalogue.random_tree(
        int(rng.integers(1, 7)), seed, KINDS[start:] + KINDS[:start],
        "free" if seed % 2 else "fixed",
    )  # fmt: skip
    r = int(rng.integers(0, 6))
    q = model.random_configuration(rng)
    v = rng.uniform(-1, 1, (r + 2, model.nv)) * 10.0 ** rng.integers(-160, 12)
    v *= rng.integers(0, 2, v.shape)
    found = inverse_dynamics(model, q, v, bounds=True)
    assert compared(found, (model, q, v))[0] == 0
    assert np.isfinite(found[1]).all()


@pytest.mark.parametrize("seed", range(12))
def test_every_motion_within_the_radius_is_within_the_bounds(seed):
    rng = np.random.default_rng(seed)
    model = lieref.catalogue.random_tree(4, seed, KINDS[seed % 9 :] + KINDS[: seed % 9], "free")
    r = seed % 4
    q, v = model.random_configuration(rng), rng.uniform(-1, 1, (r + 2, model.nv))
    radius = 10.0 ** rng.uniform(-12, -2)
    middle, radii = inverse_dynamics(model, q, v, bounds=True, input_radius=radius)
    for corner in range(6):
        moves = [rng.uniform(-1, 1, x.shape) for x in (q, v)]
        if corner % 2:
            moves = [np.sign(x) for x in moves]
        inside = [x + 0.999999 * radius * d for x, d in zip((q, v), moves, strict=True)]
        # the kernel's own checks want unit quaternions; the oracle's do not look so closely
        exact = _by_the_oracle(model, *inside)
        assert (abs(exact - middle) <= radii * (1 + 1e-9)).all()
    assert radii.max() < 1e4 * radius * (1 + abs(middle).max())


def _by_the_oracle(model, q, v):
    """Inverse dynamics at 40 digits, of quaternions of any norm."""
    scaled = q.copy()
    for i, joint in enumerate(model.joints):
        if joint.kind in ("free", "spherical"):
            at = int(model.idx_q[i]) + (3 if joint.kind == "free" else 0)
            scaled[at : at + 4] /= np.linalg.norm(q[at : at + 4])
    return np.array(oracle.inverse_dynamics(model, scaled, v, digits=40), dtype=float)


def test_radii_of_one_argument():
    model, q, v = draw("arm", "generic", r=1)
    _, none = inverse_dynamics(model, q, v, bounds=True, input_radius={})
    _, of_q = inverse_dynamics(model, q, v, bounds=True, input_radius={"q": 1e-6})
    rows = [[0.0], [0.0], [1e-6]]
    _, of_jerk = inverse_dynamics(model, q, v, bounds=True, input_radius={"v": rows})
    assert (of_q > 1e3 * none).all()
    # what is not known of the jerk is no matter to the forces themselves
    assert (of_jerk[0] == none[0]).all() and (of_jerk[1] > 1e3 * none[1]).all()


@pytest.mark.parametrize("friction", ["sign", "smooth"])
@pytest.mark.parametrize("robot", ["every_joint_free", "quadruped"])
def test_joint_physics(robot, friction):
    model = with_physics(ROBOTS[robot](), 1, friction)
    rng = np.random.default_rng(1)
    q = model.random_configuration(rng)
    for r in (0, 1, 3):
        given = (model, q, rng.standard_normal((r + 2, model.nv)))
        found = inverse_dynamics(*given, bounds=True)
        assert compared(found, given)[0] == 0
        assert found[1].max() <= 1e-14 * abs(found[0]).max()


def test_zeros_of_the_result_are_exact():
    model = lieref.catalogue.serial_chain(3, "fixed").with_gravity((0, 0, 0))
    values, radii = inverse_dynamics(model, np.zeros(3), np.zeros((2, 3)), bounds=True)
    assert (values == 0).all() and (radii < 1e-280).all()


@pytest.mark.parametrize("angle", [1e3, 1e8])
def test_large_angles(angle):
    model, q, v = draw("arm", "generic", r=1)
    given = (model, q + angle, v)
    found = inverse_dynamics(*given, bounds=True)
    assert compared(found, given)[0] == 0
    assert found[1].max() <= 1e-12 * abs(found[0]).max()


def test_nothing_is_proven_of_angles_that_are_not_reduced():
    model, q, v = draw("arm", "generic", r=1)
    values, radii = inverse_dynamics(model, q + 1e12, v, bounds=True)
    assert np.isfinite(values).all() and np.isinf(radii).all()


def test_what_has_no_bounds_is_refused():
    model, q, v = draw("arm", "generic", r=1)
    bounded = {"bounds": True}
    with pytest.raises(ArgumentError, match="form = 'body', expected \"default\" with bounds"):
        inverse_dynamics(model, q, v, form="body", **bounded)
    with pytest.raises(ArgumentError, match="bounds = 1, expected True or False"):
        inverse_dynamics(model, q, v, bounds=1)
    with pytest.raises(ArgumentError, match="input_radius needs bounds=True"):
        inverse_dynamics(model, q, v, input_radius=1e-3)
    with pytest.raises(ArgumentError, match="takes a Model, not LoopModel"):
        inverse_dynamics(lieref.catalogue.four_bar(), q, v, **bounded)
    with pytest.raises(ShapeError, match="takes one state"):
        inverse_dynamics(model, q[None], v[None], **bounded)
    with pytest.raises(ShapeError, match="v has 23 rows, expected at most 22 with bounds=True"):
        inverse_dynamics(model, q, np.zeros((23, model.nv)), **bounded)
    with pytest.raises(ArgumentError, match="input_radius of v: -1.0, expected numbers from 0 on"):
        inverse_dynamics(model, q, v, **bounded, input_radius={"v": -1.0})
    with pytest.raises(ArgumentError, match="input_radius has 'u', expected"):
        inverse_dynamics(model, q, v, **bounded, input_radius={"u": 1.0})
    with pytest.raises(ShapeError, match="input_radius of q: .*, expected numbers that broadcast"):
        inverse_dynamics(model, q, v, **bounded, input_radius={"q": [1.0, 2.0]})
