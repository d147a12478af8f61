"""The oracle of loops against the laws that hold whatever the mechanism: all joint kinds."""

import pytest
from support.mechanisms.oracle_loop_cases import CASES, FEW, KINDS, ORDER, K, far, mechanism, size

from lieref import oracle
from lieref.oracle.scalars import series as ts


def relative_pose(model, q, rows, base):
    """R, p of the successor's loop frame in the predecessor's, as series, by 4x4 poses."""
    loop = model.loops[0]
    names = model.tree.names
    stacks = oracle.body_poses(model.tree, q, rows, base, field=K)

    def frame(body, on_body):
        R = [[K(float(x)) for x in row[:3]] for row in on_body[:3]]
        # the frame meant is the rotation nearest to the given one
        for _ in range(4):
            columns = [list(c) for c in zip(*R, strict=True)]
            gram = [[K.dot(a, b) for b in columns] for a in columns]
            half = [[((3 if i == j else 0) - gram[i][j]) / 2 for j in range(3)] for i in range(3)]
            R = [[K.dot(row, list(c)) for c in zip(*half, strict=True)] for row in R]
        p = [K(float(row[3])) for row in on_body[:3]]
        length = len(stacks)
        if body is None:
            return ts.matrix_constant(K, R, length), ts.vector_constant(K, p, length)
        i = names.index(body)
        entry = lambda a, b: ts.taylor([stack[i][a][b] for stack in stacks])  # noqa: E731
        B = [[entry(a, b) for b in range(3)] for a in range(3)]
        origin = [entry(a, 3) for a in range(3)]
        turned = ts.compose(K, B, ts.matrix_constant(K, R, length))
        return turned, ts.vector_add(origin, ts.apply_to_constant(B, p))

    R1, p1 = frame(loop.predecessor, loop.predecessor_frame)
    R2, p2 = frame(loop.successor, loop.successor_frame)
    back = ts.transpose(R1)
    return ts.compose(K, back, R2), ts.apply(K, back, ts.vector_subtract(p2, p1))


def violations(joint, kind, R, p):
    """Series that vanish where a joint of this kind admits the relative pose R, p."""
    length = len(p[0])

    def unit(x):
        x = [K(c) for c in x]
        norm = K.sqrt(K.dot(x, x))
        return [c / norm for c in x]

    def fixed(x):
        return ts.vector_constant(K, x, length)

    def kept(a):
        return ts.vector_subtract(ts.apply(K, R, fixed(a)), fixed(a))

    identity = [kept([K(int(i == j)) for j in range(3)]) for i in range(3)]
    everything = [x for column in identity for x in column]
    if kind == "fixed":
        return everything + p
    if kind in ("spherical", "euler"):
        return p
    if kind == "universal":
        a, b = unit(joint.axis1), unit(joint.axis2)
        angle = ts.dot(K, fixed(a), ts.apply(K, R, fixed(b)))
        return [*p, [angle[0] - K.dot(a, b), *angle[1:]]]
    if kind == "planar":
        # the directions of the two slides are doubles: what is normal to them is so to 1e-16
        first, second, _ = joint.expand()
        x, y = unit(first.axis), unit(second.axis)
        across = [x[i] * y[j] - x[j] * y[i] for i, j in ((1, 2), (2, 0), (0, 1))]
        return [*kept(unit(joint.normal)), ts.dot(K, fixed(across), p)]
    a = unit(joint.X[:3] if kind == "screw" else joint.axis)
    if kind == "prismatic":
        return everything + ts.cross(K, p, fixed(a))
    if kind == "cylindrical":
        return kept(a) + ts.cross(K, p, fixed(a))
    point, pitch = [K(x) for x in getattr(joint, "point", (0, 0, 0))], K(joint.pitch)
    if kind == "screw":
        w, u = [K(x) for x in joint.X[:3]], [K(x) for x in joint.X[3:]]
        square = K.dot(w, w)
        point = [(w[i] * u[j] - w[j] * u[i]) / square for i, j in ((1, 2), (2, 0), (0, 1))]
        pitch = K.dot(w, u) / square
    slide = ts.vector_add(p, kept(point))
    if kind == "revolute":
        return kept(a) + slide
    advance = ts.dot(K, fixed(a), slide)
    cosine = ts.sin_cos(K, [x / pitch for x in advance])[1]
    trace = ts.add(ts.add(R[0][0], R[1][1]), R[2][2])
    turned = [
        trace[0] - 1 - 2 * cosine[0],
        *(x - 2 * c for x, c in zip(trace[1:], cosine[1:], strict=True)),
    ]
    return [*kept(a), *ts.cross(K, slide, fixed(a)), turned]


@pytest.mark.parametrize("kind", KINDS)
def test_motion_is_one_that_the_loop_joint_admits(kind):
    on_world = dict((c[0], c[1]) for c in CASES)[kind]
    base = dict((c[0], c[2]) for c in CASES)[kind]
    model, (q, v, _, _) = mechanism(kind, on_world)
    with K.working():
        rows = oracle.loop_motion(model, q, v, base, field=K)
        R, p = relative_pose(model, q, rows, base)
        broken = violations(model.loops[0].joint, kind, R, p)
        assert len(broken[0]) == len(v) + 1
        assert size([x for row in broken for x in row]) < 1e-44
        # the independent ones are what was given, the coupling holds
        assert far([[row[j] for j in model.independent] for row in rows], v) == 0
        b6, b7 = (int(model.tree.idx_q[i]) for i in (6, 7))
        y = q[b6]
        driven = type(y).atan2(y.sin() + y / 4, 2 + y.cos()) + (-y * y).exp() * (2 + y).sqrt() / 8
        assert size([q[b7] - driven]) < 1e-44
        kinetic = oracle.energy(model.tree, q, rows, base, field=K).kinetic
        assert far([oracle.loop_energy(model, q, v, base, field=K).kinetic], [kinetic]) < 1e-40


@pytest.mark.parametrize(("kind", "on_world", "base", "axes"), CASES)
def test_power_of_the_forces_is_the_change_of_energy(kind, on_world, base, axes):
    model, (q, v, _, _) = mechanism(kind, on_world)
    with K.working():
        tau = oracle.loop_inverse_dynamics(model, q, v, base, field=K)
        columns = (
            [ts.taylor([K(x) for x in c]) for c in zip(*rows, strict=True)]
            for rows in (tau, v[:-1])
        )
        power = ts.plain(ts.dot(K, *columns))
        kinetic, potential = oracle.loop_energy(model, q, v, base, field=K)
        rates = [x + y for x, y in zip(kinetic[1:], potential[1:], strict=True)]
        assert len(power) == ORDER + 1
        assert far([[x] for x in rates], [[x] for x in power]) < 1e-40


@pytest.mark.parametrize(("kind", "on_world", "base", "axes"), FEW)
def test_forward_dynamics_returns_the_motion(kind, on_world, base, axes):
    model, (q, v, wrenches, tau_ext) = mechanism(kind, on_world)
    acting = (base, wrenches, axes, tau_ext)
    with K.working():
        tau = oracle.loop_inverse_dynamics(model, q, v, *acting, field=K)
        got = oracle.loop_forward_dynamics(model, q, v[0], tau, *acting, field=K)
        assert far(got, v[1:]) < 1e-38
        # in the tree's coordinates: any forces there that do the same work
        rows = oracle.loop_motion(model, q, v, base, field=K)
        whole = oracle.inverse_dynamics(model.tree, q, rows, base, wrenches, axes, field=K)
        tree = oracle.loop_forward_dynamics(
            model, q, rows[0], whole, base, wrenches, axes, coordinates="tree", field=K
        )
        assert far(tree, rows[1:]) < 1e-38
