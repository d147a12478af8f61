"""The studies of loops: Andrews' mechanism against its published motion, and a leg's torques."""

import numpy as np
import pytest

import lieref
from lieref.model.mechanisms import catalogue
from verification.measurements.loops import andrews_motion, ankle_torques
from verification.subjects.definitions import andrews_equations as equations

# An error of 1e-18 in double's place where longdouble is no more than that.
EXTENDED = max(equations.EPS, 1e-18)


def test_the_published_equations_hang_together():
    rng = np.random.default_rng(31)
    q, v = rng.uniform(-2, 2, (2, 7)).astype(np.longdouble)
    h = np.longdouble(EXTENDED) ** (1 / 3)
    G, bends = equations.gap_rates(q, v)

    def along(f):
        return (f(q + h * v) - f(q - h * v)) / (2 * h)

    # central differences: h^2 of lengths below 0.1 m and velocities of 2 rad/s
    assert np.abs(G @ v - along(equations.gaps)).max() <= 100 * h**2
    ahead = along(lambda x: equations.gap_rates(x, v)[0] @ v)
    assert np.abs(bends - ahead).max() <= 100 * h**2
    assert np.abs(equations.gaps(equations.START)).max() <= 4 * EXTENDED
    # M' - 2 C of f is skew: v' M' v / 2 = v' (drive and spring - f)
    M = along(lambda x: equations.mass_matrix(x))
    loads = equations.forces(q, 0 * v)
    assert abs(v @ M @ v / 2 + v @ (equations.forces(q, v) - loads)) <= 100 * h**2


def test_the_published_start():
    a, multipliers = equations.accelerations(equations.START, np.zeros(7, np.longdouble))
    beta, theta, first, second = (
        np.longdouble(x)
        for x in (
            "14222.4439199541138705911625887",
            "-10666.8329399655854029433719415",
            "98.5668703962410896057654982170",
            "-6.12268834425566265503114393122",
        )
    )
    assert np.abs(a - np.array([beta, theta, 0, 0, 0, 0, 0])).max() <= 64 * EXTENDED * beta
    wanted = np.array([first, second, 0, 0, 0, 0])
    assert np.abs(multipliers - wanted).max() <= 64 * EXTENDED * first


@pytest.fixture(scope="module")
def resolved():
    return andrews_motion.evaluate({"way": "re-solved", "tolerance": 1e-10, "steps": 100})


def test_andrews_arrives_where_it_was_published(resolved):
    # two programs agree within what tolerances of 1e-10 leave, and with the published state within
    # its own 1.5e-9
    assert resolved["reference"] <= 5e-9 and resolved["reference_velocities"] <= 2e-9
    assert resolved["published"] <= 5e-9 and resolved["published_velocities"] <= 2e-9
    assert resolved["start"] <= 64 * np.finfo(float).eps
    assert resolved["residual"] <= 16 * np.finfo(float).eps * 0.1
    motion = resolved["motion"]
    ends = [motion[name][-1] for name in equations.NAMES]
    assert ends == resolved["positions"] and len(motion["beta"]) == len(resolved["t"])
    extended = andrews_motion.evaluate({"way": "extended", "tolerance": 0.0, "steps": 100})
    assert extended["reference"] == 0.0 and 5e-10 <= extended["published"] <= 2e-9


def test_the_whole_tree_drifts_off_its_loops(resolved):
    found = andrews_motion.evaluate({"way": "tree", "tolerance": 1e-7, "steps": 100})
    assert found["residual"] > 1e4 * resolved["residual"]
    assert found["reference"] <= 1e-4


def test_leaving_the_rotors_out_costs_torque():
    params = {"amplitude": 0.5, "frequency": 1.5, "samples": 40}
    found = ankle_torques.evaluate(params)
    share = found["share"]
    assert share["unconstrained"] > 0.3 > share["approximate"] > 0.15
    assert 0.05 > share["approximate_full"] > 0.01
    # a recursion of few bodies, in units of each joint's own peak
    assert max(found["oracle"]) <= 64 * np.finfo(float).eps
    # without the rotors' couplings the exact torque of the ankle at one time, at 50 digits
    model = catalogue.mit_humanoid_leg_like()
    k = 7
    angle = 2 * np.pi * 1.5 * found["t"][k]
    q, v, a = (
        0.5 * x * np.ones(model.nv)
        for x in (np.sin(angle), 3 * np.pi * np.cos(angle), -((3 * np.pi) ** 2) * np.sin(angle))
    )
    reference = lieref.oracle.loop_inverse_dynamics(model, q, [v, a])
    ankle = model.independent.tolist().index(model.tree.idx_v[model.names.index("left_foot")])
    exact = found["ankle"]["exact"][k]
    assert abs(exact - float(reference[0][ankle])) <= 1e-12 * found["peak"][-1]
    assert len(found["t"]) == 40 and len(found["rms"]["approximate"]) == 5


def test_a_constant_armature_is_exact_while_the_thigh_is_still():
    model = catalogue.mit_humanoid_leg_like()
    own = [
        model.independent.tolist().index(model.tree.idx_v[model.names.index(f"left_{name}")])
        for name in ("shank", "foot")
    ]
    rng = np.random.default_rng(32)
    q, motion = rng.uniform(-1, 1, model.nv), np.zeros((2, model.nv))
    motion[:, own] = rng.standard_normal((2, 2))
    exact, bare, full = (
        lieref.loops.inverse_dynamics(model, q, motion, method=ankle_torques.METHODS[name])[0, own]
        for name in ("exact", "unconstrained", "approximate_full")
    )
    # G^T J G of rotors of 0.25 kg and 4.5 cm, and 0.2 kg and 4 cm, with 12 q_1 and 6 (q_1 + q_2)
    G = np.array([[12.0, 0.0], [6.0, 6.0]])
    J = np.diag([0.25 * 0.045**2 / 2, 0.2 * 0.04**2 / 2])
    wanted = G.T @ J @ G @ motion[1, own]
    assert np.abs(exact - bare - wanted).max() <= 1e-13 * np.abs(exact).max()
    assert np.abs(exact - full).max() <= 1e-13 * np.abs(exact).max()
    assert np.abs(wanted).max() > 1e-3
