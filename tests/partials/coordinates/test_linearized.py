"""The linearized equations of motion: against neighboring motions at 210 digits."""

import numpy as np
import pytest
from support.partials.partial_cases import motion
from support.references.oracle_differences import FINE, STEP, moved, small_tree
from support.references.tolerances import EPS
from support.references.trajectories import state_at
from support.trees.oracle_robots import random_state
from support.trees.spatial_robots import BASES

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.model.tree.exact import cross, rotation_from_quaternion
from lieref.partials.coordinates.linearized import linearized, linearized_rates
from lieref.partials.fdsva.forward_dynamics_partials import forward_dynamics_partials

# Kinematic rows: few roundings each, max norm by that of the rows' terms. Found: 0.2
# eps.
KINEMATIC = EPS
# Central differences in doubles by 1e-4 s leave 1e-8 of third derivatives. Found: 9e-8.
TIME, DIFFERENCE = 1e-4, 4e-7
TREES = ("free_root", "spherical_leaf", "free_on_arm")
AXES = ("body", "inertial")


def deviation(model, q0, q1):
    """xi of q1 = q0 exp(xi) to first order; scalars of FINE."""
    out = [FINE(0)] * model.nv
    for joint, iq, iv in zip(model.joints, model.idx_q, model.idx_v, strict=True):
        if joint.nv == 1:
            out[iv] = q1[iq] - q0[iq]
            continue
        start = iq + joint.nq - 4
        A, B = tuple(q0[start : start + 4]), tuple(q1[start : start + 4])
        turn = cross(B[:3], A[:3])
        # 2 vec(A* B), of unit quaternions
        out[iv : iv + 3] = [
            2 * (A[3] * b - B[3] * a + c) for a, b, c in zip(A[:3], B[:3], turn, strict=True)
        ]
        if joint.kind == "free":
            step = [b - a for a, b in zip(q0[iq : iq + 3], q1[iq : iq + 3], strict=True)]
            R = rotation_from_quaternion(FINE, A)
            out[iv + 3 : iv + 6] = [FINE.dot(c, step) for c in zip(*R, strict=True)]
    return out


def kinematic_rate(model, q, v, base, xi, dv):
    """xi' of the motions with velocity components v and, from q exp(xi) on, v + dv; doubles."""
    corners = []
    for time in (1, -1):
        for size in (1, -1):
            start = moved(model, q, xi, size)
            other = v if size > 0 or not dv.any() else v - dv
            later = state_at(model, FINE, start, [v + dv if size > 0 else other], base, time * STEP)
            now = state_at(model, FINE, q, [v], base, time * STEP)
            found = deviation(model, now[0], later[0])
            corners.append([time * size * x for x in found])
    # xi is a multiple of STEP, dv is not: one of them is zero
    scale = 4 * STEP * (FINE(1) if dv.any() else STEP)
    return np.array([FINE.to_float(sum(c) / scale) for c in zip(*corners, strict=True)])


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", TREES)
def test_kinematic_rows_against_neighbouring_motions(name, base):
    model = small_tree(name, seed=41)
    q, (v, tau), _, _ = random_state(model, 0, seed=42)
    q = model.normalize(q)
    A, B = linearized(model, q, v, tau, base)
    nv, rng, still = model.nv, np.random.default_rng(43), np.zeros(model.nv)
    size = abs(A[:nv]).max() * nv
    with FINE.working():
        for _ in range(2):
            xi, dv = rng.standard_normal((2, nv))
            moved_rate = kinematic_rate(model, q, v, base, xi, still)
            assert abs(A[:nv, :nv] @ xi - moved_rate).max() <= KINEMATIC * size
            rated = kinematic_rate(model, q, v, base, still, dv)
            assert abs(A[:nv, nv:] @ dv - rated).max() <= KINEMATIC * size
    assert not B[:nv].any()


@pytest.mark.parametrize("base", BASES)
def test_dynamic_rows_are_the_partials(base):
    model, q, v, tau, wrenches = motion("every_joint_free", "generic")
    options = {"base": base, "wrenches": wrenches, "wrench_axes": "inertial"}
    A, B = linearized(model, q, v, tau, **options)
    slopes = forward_dynamics_partials(model, q, v, tau, **options)
    nv = model.nv
    assert A.shape == (2 * nv, 2 * nv)
    assert B.shape == (2 * nv, nv)
    assert (A[nv:, :nv] == slopes.da_dq).all()
    assert (A[nv:, nv:] == slopes.da_dv).all()
    assert (B[nv:] == slopes.da_dtau).all()


def test_one_degree_joints_have_a_unit_block():
    model, q, v, tau, _ = motion("arm", "generic")
    A, _ = linearized(model, q, v, tau)
    nv = model.nv
    assert (A[:nv] == np.eye(nv, 2 * nv, nv)).all()


@pytest.mark.parametrize(
    ("name", "axes"), [*((name, None) for name in TREES), *(("free_root", x) for x in AXES)]
)
@pytest.mark.parametrize("base", BASES)
def test_rates_are_time_derivatives(name, base, axes):
    """Without wrenches, and with those that change."""
    model = small_tree(name, seed=41)
    q, (v, tau), _, _ = random_state(model, 0, seed=42)
    q, rng = model.normalize(q), np.random.default_rng(44)
    slope, wrenches = rng.standard_normal(model.nv), 10 * rng.standard_normal((model.nbodies, 6))
    rates = 10 * rng.standard_normal(wrenches.shape)
    if axes is None:
        wrenches, rates, axes = 0 * wrenches, 0 * rates, "body"
    a = forward_dynamics(model, q, v, tau[None], base, wrenches[None], axes)[0]
    found = linearized_rates(model, q, v, tau, slope, base, wrenches, axes, rates)
    ends = []
    for time in (TIME, -TIME):
        with FINE.working():
            later = state_at(model, FINE, q, [v, a], base, FINE(time))[0]
            there = np.array([FINE.to_float(x) for x in later])
        moved_wrenches = wrenches + time * rates
        state = (there, v + time * a, tau + time * slope)
        ends.append(linearized(model, *state, base, moved_wrenches, axes))
    for rate, up, down in zip(found, *ends, strict=True):
        assert abs((up - down) / (2 * TIME) - rate).max() <= DIFFERENCE * abs(rate).max()
    held = linearized_rates(model, q, v, tau, slope, base, wrenches, axes)
    if rates.any():
        assert abs(held.A - found.A).max() > 0.01 * abs(found.A).max()
    else:
        free = linearized_rates(model, q, v, tau, slope, base)
        assert np.array_equal(free.A, found.A) and np.array_equal(free.B, found.B)
