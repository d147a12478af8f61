"""phi, K and k of every loop joint across every tree joint: exact derivatives at 50 digits."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from support.mechanisms.closed_chains import LOOP_JOINTS, closed_chains, coupled_chains, curved

from lieref.algebra.series.taylor_scalar import Functions
from lieref.errors import ConfigurationError, ModelError
from lieref.loops.constraints.any_scalar import (
    configuration_series,
    constraint_state,
    motion_series,
)
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Fixed, Helical, Prismatic, Revolute
from lieref.model.loops.coupling_functions import evaluate
from lieref.model.loops.elimination import eliminate
from lieref.model.loops.loop_assembly import close, structure
from lieref.model.loops.loop_closure import LoopClosure, residuals
from lieref.model.loops.loops import Loop
from lieref.oracle import Mp

K = Mp(50)
F = Functions(K)
DIGITS_50 = 1e-45
EPS = float(np.finfo(float).eps)


def quaternion_times(a, b):
    """Quaternion product, (x, y, z, w)."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def moved(tree, q, v, a=None):
    """Coefficients of q(t) with the velocity v(t) = v + a t in the joints: q, q', q''/2."""
    n = 2 if a is None else 3
    out = [None] * tree.nq
    for i, joint in enumerate(tree.joints):
        iq, iv = int(tree.idx_q[i]), int(tree.idx_v[i])
        at = slice(iv, iv + joint.nv)
        rate = [v[at], a[at] if a else None]
        if joint.kind in ("spherical", "free"):
            first = iq + (3 if joint.kind == "free" else 0)
            c = [list(q[first : first + 4])]
            for k in range(1, n):
                # q' = q (w, 0) / 2
                terms = [quaternion_times(c[j], [*rate[k - 1 - j][:3], K(0)]) for j in range(k)]
                c.append([sum(x) / (2 * k) for x in zip(*terms, strict=True)])
            for j in range(4):
                out[first + j] = F.series([row[j] for row in c])
            if joint.kind == "free":
                shift(q, iq, c, rate, n, out)
        else:
            out[iq] = F.series([q[iq], v[iv], a[iv] / 2][:n] if a else [q[iq], v[iv]])
    return out


def shift(q, iq, c, rate, n, out):
    """p' = R v for a free joint's position, R from the quaternion's series."""
    place = [[x] for x in q[iq : iq + 3]]
    for k in range(1, n):
        total = [K(0)] * 3
        for i in range(k):
            for j in range(k - i):
                left = quaternion_times(c[i], [*rate[k - 1 - i - j][3:], K(0)])
                x, y, z, w = c[j]
                turned = quaternion_times(left, [-x, -y, -z, w])
                total = [s + t for s, t in zip(total, turned[:3], strict=True)]
        for j in range(3):
            place[j].append(total[j] / k)
    for j in range(3):
        out[iq + j] = F.series(place[j])


def closed(structure, q):
    """q corrected to 50 digits: Newton along the least change of the tree's coordinates."""
    tree = structure.tree
    q = [K(float(x)) for x in q]
    for i, joint in enumerate(tree.joints):
        if joint.kind in ("spherical", "free"):
            at = int(tree.idx_q[i]) + (3 if joint.kind == "free" else 0)
            norm = K.sqrt(sum(x * x for x in q[at : at + 4]))
            q[at : at + 4] = [x / norm for x in q[at : at + 4]]
    closure = LoopClosure(K, structure)
    k = next(k for k, cluster in enumerate(structure.clusters) if cluster.loops)
    cluster = structure.clusters[k]
    for _ in range(4):
        phi = K.context.matrix(closure.residual(k, q))
        A = K.context.matrix(closure.jacobian(k, q))
        step = A.T * K.context.lu_solve(A * A.T, -phi)
        v = [K(0)] * tree.nv
        for iv, x in zip(cluster.velocities, step, strict=True):
            v[iv] = x
        q = [sum(x.c) for x in moved(tree, q, v, [K(0)] * tree.nv)]
    return closure, k, q


def motion(structure, closure, k, q, rng):
    """A velocity with K v = 0 and an acceleration with K a = k; random where they are free."""
    tree = structure.tree
    cluster = structure.clusters[k]
    A = closure.jacobian(k, q)
    ones = [1.0] * len(A)
    v = [K(x) for x in rng.uniform(-1, 1, tree.nv)]
    a = [K(x) for x in rng.uniform(-1, 1, tree.nv)]
    zero = [K(0)] * len(A)
    for x, right in ((v, lambda: zero), (a, lambda: closure.bias(k, q, v))):
        rows = [[*row, r] for row, r in zip(A, right(), strict=True)]
        found = eliminate(rows, ones, [1.0] * len(cluster.velocities), 1e-30)
        taken = {j for _, j in found.pivots}
        for i, j in found.pivots:
            x[cluster.velocities[j]] = found.rows[i][-1] - sum(
                found.rows[i][m] * x[iv]
                for m, iv in enumerate(cluster.velocities)
                if m not in taken
            )
    return v, a


@pytest.fixture(params=LOOP_JOINTS)
def kind(request):
    return request.param


@pytest.mark.parametrize("root", ["free", "shifts"])
def test_the_jacobian_is_the_derivative_of_phi(kind, root):
    structure, q = closed_chains(kind, root)
    closure, k, q = closed(structure, q)
    assert max(abs(x) for x in closure.residual(k, q)) < DIGITS_50
    A = closure.jacobian(k, q)
    for j, iv in enumerate(structure.clusters[k].velocities):
        v = [K(int(i == iv)) for i in range(structure.tree.nv)]
        phi = closure.residual(k, moved(structure.tree, q, v))
        wrong = max(abs(row[j] - x.c[1]) for row, x in zip(A, phi, strict=True))
        assert wrong < DIGITS_50, (j, iv)


@pytest.mark.parametrize("root", ["free", "shifts"])
def test_phi_stays_zero_to_second_order_with_the_bias(kind, root):
    structure, q = closed_chains(kind, root)
    closure, k, q = closed(structure, q)
    rng = np.random.default_rng(5)
    v, a = motion(structure, closure, k, q, rng)
    phi = closure.residual(k, moved(structure.tree, q, v, a))
    assert max(abs(c) for x in phi for c in x.c) < DIGITS_50 * 100


def test_every_loop_joint_takes_away_the_right_number_of_freedoms(kind):
    structure, q = closed_chains(kind)
    closure, k, q = closed(structure, q)
    rows = [[float(x) for x in row] for row in closure.jacobian(k, q)]
    taken = {
        "spherical": 3,
        "euler": 3,
        "universal": 4,
        "cylindrical": 4,
        "planar": 3,
        "fixed": 6,
    }
    assert len(rows) == taken.get(kind, 5)
    assert np.linalg.matrix_rank(np.array(rows), 1e-6) == len(rows)


@pytest.mark.parametrize("root", ["world", "shifts"])
def test_a_loop_built_closed_is_closed(kind, root):
    structure, q = closed_chains(kind, root)
    worst = max(abs(x) for rows in residuals(float, structure, q.tolist()) for x in rows)
    # poses of eight joints, some decimetres and up to three metres apart, built in doubles
    assert worst < 128 * EPS


def test_half_a_turn_is_not_closed():
    # a weld, turned by half a turn about an axis, has neither a residual nor a way back
    b = ModelBuilder()
    b.add_body("left", None, Revolute((0, 0, 1)), None, 1.0)
    b.add_body("right", None, Revolute((0, 0, 1)), None, 1.0)
    tree = b.build_tree()
    loop = Loop("weld", "left", "right", Fixed(), np.eye(4), np.eye(4))
    closure = LoopClosure(float, structure(tree, [loop], []))
    assert closure.residual(0, [0.3, 0.3]) == [0.0] * 6
    # 2 tan(angle / 2) grows without bound
    assert abs(closure.residual(0, [0.0, 3.14])[2]) > 1e3
    loop = Loop("axis", "left", "right", Revolute((1, 0, 0)), np.eye(4), np.eye(4))
    closure = LoopClosure(Quarter(), structure(tree, [loop], []))
    with pytest.raises(ConfigurationError, match="loop 'axis': its ends are half a turn apart"):
        closure.residual(0, [0, 2])


class Quarter:
    """Rational numbers with the cosine and the sine of quarter turns, exactly."""

    digits = 15

    def __call__(self, x):
        return Fraction(x)

    def cos(self, x):
        return Fraction((1, 0, -1, 0)[int(x) % 4])

    def sin(self, x):
        return Fraction((0, 1, 0, -1)[int(x) % 4])

    def sqrt(self, x):
        return Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))


def test_a_nut_may_turn_any_number_of_times():
    b = ModelBuilder()
    b.add_body("bolt", None, Revolute((0, 0, 1)), None, 1.0)
    b.add_body("nut", None, Prismatic((0, 0, 1)), None, 1.0)
    tree = b.build_tree()
    loop = Loop("thread", "nut", "bolt", Helical((0, 0, 1), -0.25), np.eye(4), np.eye(4))
    closure = LoopClosure(float, structure(tree, [loop], []))
    for angle in (0.5, 3.0, 20.0, -300.0):
        # the bolt stays, the nut advances against it
        phi = closure.residual(0, [angle, 0.25 * angle])
        assert max(map(abs, phi)) < 64 * EPS * abs(angle)
        assert abs(closure.residual(0, [angle, 0.25 * angle + 0.01])[4]) > 0.009


def test_couplings_are_composed_with_both_derivatives():
    structure, q = coupled_chains()
    k = next(k for k, cluster in enumerate(structure.clusters) if cluster.couplings)
    cluster = structure.clusters[k]
    closure = LoopClosure(K, structure)
    q = closure.coupled([K(float(x)) for x in q])
    gamma, bends = closure.coupling_derivatives(k, q)
    names = {int(structure.tree.idx_v[i]): name for i, name in enumerate(structure.joint_names)}
    places = {name: int(structure.tree.idx_q[i]) for i, name in enumerate(structure.joint_names)}

    def at(shift_a, shift_b):
        # a fresh composition: "left1" from ratios, "right" from the curve
        a = q[places["left0_joint"]] + shift_a
        first = K(0.5) * (q[places["right0_joint"]] + shift_b) - 2 * a + K(0.1)
        second = curved([a, first], K.context)[0]
        return first, second, K(0.3) * second

    sources = ["left0_joint", "right0_joint"]
    for row, bend, iv in zip(gamma, bends, cluster.velocities, strict=True):
        which = {"left1_joint": 0, "right_joint": 1, "right1_joint:1": 2}.get(names.get(iv))
        for a, one in enumerate(cluster.free):
            for c, other in enumerate(cluster.free):
                known = [names.get(one) in sources, names.get(other) in sources]
                if which is None or not all(known):
                    assert bend[a][c] == 0
                    continue
                orders = [0, 0]
                orders[sources.index(names[one])] += 1
                orders[sources.index(names[other])] += 1
                reference = mpmath_partial(lambda x, y, i=which: at(x, y)[i], orders)
                assert abs(bend[a][c] - reference) < 1e-20 * (1 + abs(reference))
            if which is not None and names.get(one) in sources:
                orders = [int(name == names[one]) for name in sources]
                reference = mpmath_partial(lambda x, y, i=which: at(x, y)[i], orders)
                assert abs(row[a] - reference) < 1e-20 * (1 + abs(reference))
            elif which is None:
                assert row[a] == (1 if one == iv else 0)
            else:
                assert row[a] == 0
    moved_q = closure.coupled(q)
    assert abs(moved_q[places["left1_joint"]] - at(K(0), K(0))[0]) < DIGITS_50
    assert abs(moved_q[places["right_joint"]] - at(K(0), K(0))[1]) < DIGITS_50


def mpmath_partial(f, orders):
    """A partial derivative at (0, 0) by mpmath's differences, which lose half of 50 digits."""
    return K.context.diff(f, (K(0), K(0)), tuple(orders))


def test_a_function_of_the_wrong_length_is_named():
    structure, q = coupled_chains()
    curve = next(c for c in structure.couplings if c.function)
    wrong = replace(curve, function=lambda y, m: [y[0], y[1]])
    with pytest.raises(ModelError, match="coupling 'curved': its function returned"):
        evaluate(F, wrong, [1.0, 2.0])


@pytest.mark.parametrize("kind", ["revolute", "universal", "coupled"])
def test_twin_of_the_constraint_stage_at_fifty_digits(kind):
    structure, q = coupled_chains() if kind == "coupled" else closed_chains(kind)
    model = close(structure.tree, structure.loops, structure.couplings, None, q)
    closure, k, exact = closed(model, np.array(q))
    exact = closure.coupled(exact)
    rng = np.random.default_rng(11)
    y = [K(x) for x in rng.uniform(-1, 1, model.nv)]
    rates = [[x, *(K(c) for c in rng.uniform(-1, 1, 3))] for x in y]
    if kind == "coupled":
        # Newton in the free coordinates, which the other one does not respect
        exact = close_coupled(closure, model, k, exact)
    _, g, qdot = constraint_state(K, model, exact, y)
    series, matrices = motion_series(K, model, exact, rates)
    zero = K(0)
    moving = [F.series(x) for x in configuration_series(model, exact, series, zero)]
    phi = closure.residual(k, moving)
    driven = [moving[i] - x for i, x in enumerate(closure.coupled(moving))]
    worst = max(abs(c) for x in [*phi, *driven] for c in x.c)
    assert worst < 1e-42
    assert max(abs(x - c[0]) for x, c in zip(qdot, series, strict=True)) < DIGITS_50
    # qddot = G yddot + g
    for cluster, own, G in zip(model.clusters, model.cluster_independent, matrices, strict=True):
        for iv, row in zip(cluster.velocities, G, strict=True):
            total = g[iv] + sum(x[0] * rates[at][1] for x, at in zip(row, own, strict=True))
            assert abs(total - series[iv][1]) < 1e-42


def close_coupled(closure, model, k, q):
    """q with cluster k closed by its dependent coordinates, the couplings obeyed."""
    cluster = model.clusters[k]
    own = {int(model.independent[at]) for at in model.cluster_independent[k]}
    moving = [j for j, iv in enumerate(cluster.free) if iv not in own]
    for _ in range(6):
        q = closure.coupled(q)
        gamma = list(zip(*closure.coupling_derivatives(k, q)[0], strict=True))
        A = [[K.dot(row, gamma[j]) for j in moving] for row in closure.jacobian(k, q)]
        step = K.context.lu_solve(K.context.matrix(A), -K.context.matrix(closure.residual(k, q)))
        v = [K(0)] * model.tree.nv
        for j, x in zip(moving, step, strict=True):
            v[cluster.free[j]] = x
        q = [sum(x.c) for x in moved(model.tree, q, v, [K(0)] * model.tree.nv)]
    return closure.coupled(q)


def test_elimination_leaves_unit_columns_and_stops_at_the_rank():
    rows = [[1.0, 2.0, 3.0, 5.0], [2.0, 4.0, 6.0, 10.0], [0.0, 1.0, 4.0, 7.0]]
    found = eliminate(rows, [1.0] * 3, [1.0] * 3, 1e-12)
    assert len(found.pivots) == 2 and found.remainder < 1e-12
    for i, j in found.pivots:
        assert [row[j] for row in found.rows] == [float(a == i) for a in range(3)]
    assert found.sizes[0] == 6.0
    # a scale makes another pivot the largest, a rank stops early
    scaled = eliminate(rows, [10.0, 1.0, 1.0], [1.0, 10.0, 1.0], 1e-12, rank=1)
    assert scaled.pivots == [(0, 1)] and scaled.sizes == [200.0]
