"""Forward and hybrid dynamics undo inverse dynamics, and tell motions that are known."""

import math
import warnings
from decimal import Decimal

import numpy as np
import pytest
from support.references.enclosed import assert_certified
from support.trees.oracle_robots import (
    TREES,
    pendulum,
    random_state,
    random_tree,
    relative_error,
    unit,
)

from lieref import oracle
from lieref.errors import LierefError, ModelWarning, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Helical, Prismatic, Revolute, Spherical
from lieref.oracle import certified

K = oracle.Mp(50)
SKEW = (0.48, -0.6, 0.64)
CASES = [
    ("free_base", "body", "inertial"),
    ("free_base", "spatial", "body"),
    ("free_base", "hybrid", "inertial"),
    ("free_base", "mixed", "body"),
    ("fixed_base", "body", "inertial"),
    ("one_degree", "body", "body"),
]


def _in_field(rows):
    return [[K(x) for x in row] for row in rows]


def _max_error(got, expected):
    """Largest difference, for rows that may be zero."""
    pairs = [pair for rows in zip(got, expected, strict=True) for pair in zip(*rows, strict=True)]
    return max(abs(x - y) for x, y in pairs)


@pytest.mark.parametrize(("name", "base", "axes"), CASES)
def test_forward_dynamics_undoes_inverse_dynamics(name, base, axes):
    model = random_tree(name, seed=101)
    q, v, wrenches, tau_ext = random_state(model, 5, seed=102)
    acting = (base, wrenches, axes, tau_ext)
    tau = oracle.inverse_dynamics(model, q, v, *acting, field=K)
    got = oracle.forward_dynamics(model, q, v[0], tau, *acting, field=K)
    assert relative_error(got, _in_field(v[1:])) < 1e-40


@pytest.mark.parametrize("base", ["body", "spatial"])
def test_a_thousand_kilometres_away_nothing_is_singular(base):
    model = random_tree("free_base", seed=103)
    q, v, _, _ = random_state(model, 1, seed=104)
    q[:3] += 1e6
    tau = oracle.inverse_dynamics(model, q, v, base, field=K)
    got = oracle.forward_dynamics(model, q, v[0], tau, base, field=K)
    # a spatial base loses the digits of (d / L)^2
    assert relative_error(got, _in_field(v[1:])) < (1e-40 if base == "body" else 1e-30)


@pytest.mark.parametrize(("name", "base", "axes"), CASES)
@pytest.mark.parametrize("seed", [111, 112])
def test_hybrid_dynamics_completes_any_split(name, base, axes, seed):
    model = random_tree(name, seed=seed)
    q, v, wrenches, tau_ext = random_state(model, 3, seed=seed)
    acting = (base, wrenches, axes, tau_ext)
    tau = oracle.inverse_dynamics(model, q, v, *acting, field=K)
    prescribed = np.random.default_rng(seed).random(model.nv) < 0.5
    if name != "one_degree":
        # the split goes through a joint of several coordinates
        inside = [
            prescribed[i : i + joint.nv]
            for i, joint in zip(model.idx_v, model.joints, strict=True)
            if joint.nv > 1
        ]
        assert any(0 < part.sum() < len(part) for part in inside)
    vdot = np.where(prescribed, v[1:], math.nan)
    forces = [[None if p else x for p, x in zip(prescribed, row, strict=True)] for row in tau]
    v_all, tau_all = oracle.hybrid_dynamics(
        model, q, v[0], vdot, forces, prescribed, *acting, field=K
    )
    assert relative_error(v_all, _in_field(v)) < 1e-40
    assert relative_error(tau_all, tau) < 1e-40


@pytest.mark.parametrize("name", TREES)
def test_hybrid_dynamics_of_all_or_none_is_inverse_or_forward_dynamics(name):
    model = random_tree(name, seed=121)
    q, v, _, tau = random_state(model, 1, seed=122)
    unread = np.full((2, model.nv), math.nan)
    every, none = [True] * model.nv, [False] * model.nv
    v_all, tau_all = oracle.hybrid_dynamics(model, q, v[0], v[1:], unread, every, field=K)
    assert v_all == _in_field(v)
    assert tau_all == oracle.inverse_dynamics(model, q, v, field=K)
    v_all, tau_all = oracle.hybrid_dynamics(model, q, v[0], unread, tau, none, field=K)
    assert v_all[1:] == oracle.forward_dynamics(model, q, v[0], tau, field=K)
    assert tau_all == _in_field(tau)


def test_driven_pendulum_and_its_first_two_derivatives():
    tau, w = [[0.5], [-2.0], [0.7]], K(0.7)
    got = oracle.forward_dynamics(pendulum(), [0.3], [0.7], tau, field=K)
    # J q'' = tau + m g l cos q: turning about +y lowers a mass on +x
    J, weight = 2 * K(0.5) ** 2 + K(0.3), 2 * K(9.81) * K(0.5)
    sine, cosine = K.sin(K(0.3)), K.cos(K(0.3))
    a = (K(0.5) + weight * cosine) / J
    b = (K(-2.0) - weight * sine * w) / J
    c = (K(0.7) - weight * (cosine * w * w + sine * a)) / J
    assert _max_error(got, [[a], [b], [c]]) < 1e-45


def test_symmetric_top_precesses_at_its_own_rate():
    """Without torque (w_x + i w_y)' = i rate (w_x + i w_y), rate = w_z (C - A) / A: all orders."""
    builder = ModelBuilder(gravity=(0.3, 0.2, -9.81))
    inertia = np.diag([0.5, 0.5, 0.75])
    builder.add_body("top", joint=Spherical(), mass=2.0, inertia=inertia)
    q, order = unit(np.random.default_rng(3), 4), 8
    w = [0.3, -0.4, 2.0]
    got = oracle.forward_dynamics(builder.build(), q, w, np.zeros((order + 1, 3)), field=K)
    rate = 2.0 * (0.75 - 0.5) / 0.5
    x, y = K(0.3), K(-0.4)
    for row in got:
        x, y = -rate * y, rate * x
        assert _max_error([row], [[x, y, K(0)]]) < 1e-40


def test_thrown_body_falls():
    """Origin velocity in inertial axes: gravity and nothing else, and no higher derivative."""
    builder = ModelBuilder(gravity=(0, 0, -9.81))
    inertia = 0.25 * np.eye(3)
    builder.add_body("ball", joint=Free(), mass=2.0, inertia=inertia)
    q = [1.0, 2.0, 3.0, *unit(np.random.default_rng(4), 4)]
    tau = np.zeros((4, 6))
    tau[0, 4] = 3.0
    v = [0.5, 1.0, -2.0, 4.0, 5.0, 6.0]
    for base in ("hybrid", "mixed"):
        got = oracle.forward_dynamics(builder.build(), q, v, tau, base, field=K)
        expected = [[0, 0, 0, 0, K(1.5), K(-9.81)], *[[0] * 6] * 3]
        assert _max_error(got, expected) < 1e-45


def test_prescribed_spin_of_a_screw_lifts_its_passenger():
    """A slider on a screw: the driven screw carries it, its own force adds to that."""
    builder = ModelBuilder(gravity=(0, 0, -9.81))
    inertia = np.eye(3)
    builder.add_body("screw", joint=Helical((0, 0, 1), 0.5), mass=2.0, inertia=inertia)
    builder.add_body("slider", "screw", joint=Prismatic((0, 0, 1)), mass=4.0)
    v_all, tau_all = oracle.hybrid_dynamics(
        builder.build(),
        [0.1, 0.2],
        [3.0, 1.0],
        [[0.25, math.nan]],
        [[math.nan, 6.0]],
        [True, False],
        field=K,
    )
    slide = K(6.0) / 4 - K(9.81) - K(0.125)
    # the screw turns itself, and carries its own weight and the slider's force
    torque = K(0.25) + (2 * (K(0.125) + K(9.81)) + 6) / 2
    expected = [[K(0.25), slide], [torque, K(6)]]
    assert _max_error([v_all[1], tau_all[0]], expected) < 1e-45


def _with_leaf(mass, com, joint):
    """A link that carries a leaf without rotational inertia."""
    builder = ModelBuilder(doubtful="warn")
    builder.add_body("arm", joint=Revolute((0, 1, 0)), mass=1.0, com=(0.3, 0, 0))
    at = np.eye(4)
    # axes that are no unit vectors of the arm: the zero is not found exactly
    at[:3, :3] = np.linalg.qr(np.random.default_rng(5).standard_normal((3, 3)))[0]
    at[:3, :3] *= np.linalg.det(at[:3, :3])
    builder.add_body("leaf", "arm", joint=joint, placement=at, mass=mass, com=com)
    with warnings.catch_warnings(action="ignore", category=ModelWarning):
        return builder.build()


@pytest.mark.parametrize(
    ("mass", "com", "joint"),
    [
        (0.0, (0, 0, 0), Prismatic(SKEW)),
        (0.0, (0, 0, 0), Spherical()),
        (1.0, np.array(SKEW) / 4, Revolute(SKEW)),
    ],
)
def test_singular_inertia_names_its_joint(mass, com, joint):
    model = _with_leaf(mass, com, joint)
    q, v = model.neutral(), np.ones(model.nv)
    tau = np.ones((2, model.nv))
    for field in (K, oracle.Arb(50), oracle.Double()):
        with pytest.raises(SingularError, match="leaf"):
            oracle.forward_dynamics(model, q, v, tau, field=field)
    with pytest.raises(SingularError, match=r"leaf.*coordinate"):
        oracle.certified_forward_dynamics(model, q, v, tau, most_digits=200)
    with pytest.raises(SingularError, match="leaf"):
        oracle.hybrid_dynamics(model, q, v, tau, tau, np.arange(model.nv) == 0, field=K)
    # with its motion prescribed nothing is singular
    prescribed = [False] + [True] * (model.nv - 1)
    v_all, tau_all = oracle.hybrid_dynamics(model, q, v, tau, tau, prescribed, field=K)
    assert relative_error(oracle.inverse_dynamics(model, q, v_all, field=K), tau_all) < 1e-40


def test_light_leaf_is_no_singular_one():
    model = _with_leaf(1e-12, (0.1, -0.2, 0.3), Revolute(SKEW))
    tau = [[1.0, 1e-12]]
    vdot = oracle.forward_dynamics(model, [0.1, 0.2], [0.3, 0.4], tau, field=K)
    got = oracle.inverse_dynamics(model, [0.1, 0.2], [[0.3, 0.4], *vdot], field=K)
    assert abs(got[0][1] - K(1e-12)) < 1e-50 and abs(got[0][0] - 1) < 1e-30


@pytest.mark.parametrize("kind", ["forward", "hybrid"])
def test_certified_bounds_hold(kind):
    model = random_tree("free_base", seed=131)
    q, v, wrenches, tau = random_state(model, 2, seed=132)
    acting = ("spatial", wrenches, "inertial", 2 * tau)
    fine = oracle.Mp(120)
    prescribed = np.arange(model.nv) % 3 == 0
    if kind == "forward":
        references = [oracle.forward_dynamics(model, q, v[0], tau, *acting, field=fine)]
        results = [oracle.certified_forward_dynamics(model, q, v[0], tau, *acting, digits=20)]
    else:
        asked = (model, q, v[0], v[1:], tau, prescribed)
        references = oracle.hybrid_dynamics(*asked, *acting, field=fine)
        results = oracle.certified_hybrid_dynamics(*asked, *acting, digits=20)
    for result, reference in zip(results, references, strict=True):
        assert_certified(result, reference, fine)


def test_the_norm_of_a_row_is_what_is_proven_of_it():
    row = [(Decimal(1), 0.25), (Decimal("-0.5"), 0.5)]
    assert certified._relative_radius(row) == 0.5 / 0.75
    assert certified._relative_radius([(Decimal(0), 1e-230)]) == 1e-230 / 1e-200


def test_certificate_needs_inverse_dynamics_to_return_tau(monkeypatch):
    model = random_tree("one_degree", seed=141)
    q, v, _, tau = random_state(model, 1, seed=142)
    solution = certified.solution

    def wrong(field, given):
        v_all, tau_all = solution(field, given)
        v_all[2][3] = v_all[2][3] + field(1e-25)
        return v_all, tau_all

    def wide(field, given):
        v_all, tau_all = solution(field, given)
        return [[field.widen(x, 1e-20) for x in row] for row in v_all], tau_all

    monkeypatch.setattr(certified, "solution", wrong)
    with pytest.raises(LierefError, match=r"does not return tau\[1\]"):
        oracle.certified_forward_dynamics(model, q, v[0], tau)
    # a result that proves nothing about tau is not accepted, however small its own radii
    monkeypatch.setattr(certified, "solution", wide)
    monkeypatch.setattr(certified, "_relative_radius", lambda row: 0.0)
    with pytest.raises(SingularError, match="do not suffice"):
        oracle.certified_forward_dynamics(model, q, v[0], tau, most_digits=200)


@pytest.mark.parametrize("factor", [2.0**-150, 2.0**150])
def test_certificates_do_not_depend_on_the_unit_of_force(factor):
    """What inverse dynamics returns is compared with the forces, however large they are."""
    q, v, tau = [0.3, -0.4], [1.0, 2.0], np.array([[1.0, 2.0], [3.0, 4.0]])

    def found(factor):
        b, inertia = ModelBuilder(), np.diag([0.1, 0.2, 0.3])
        for name, parent in (("one", None), ("two", "one")):
            b.add_body(
                name, parent, Revolute(SKEW), None, factor, (0.1, 0.2, 0.3), factor * inertia
            )
        return oracle.certified_forward_dynamics(b.build(), q, v, factor * tau, digits=20)

    one, scaled = found(1.0), found(factor)
    assert scaled.digits == one.digits < 60
    assert abs(scaled.relative_radius / one.relative_radius - 1) < 0.1


def test_certificates_where_forces_or_motions_are_zero():
    model = random_tree("one_degree", seed=143)
    q, v, _, tau = random_state(model, 1, seed=144)
    free = oracle.certified_forward_dynamics(model, q, v[0], 0 * tau)
    assert free.digits == 60 and free.relative_radius <= 1e-30
    everything = np.ones(model.nv, bool)
    _, held = oracle.certified_hybrid_dynamics(model, q, 0 * v[0], 0 * tau, tau, everything)
    assert held.digits == 60 and held.relative_radius <= 1e-30
