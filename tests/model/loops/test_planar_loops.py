"""A planar loop joint is its chain of one-degree joints to the last digit, however rounded."""

import numpy as np
import pytest

from lieref import ModelBuilder, loops, oracle
from lieref.model.joints.joints import Free, Planar
from lieref.model.loops.loop_closure import LoopClosure
from lieref.oracle import Mp

K = Mp(50)
DIGITS_50 = 1e-45
EPS = float(np.finfo(float).eps)
# The directions of the chain are rounded; a normal may besides be off unit length by 1e-9.
NORMALS = {
    "z": (0.0, 0.0, 1.0),
    "rounded": (0.48, 0.6, 0.64),
    "long": tuple(x * (1 + 8e-10) for x in (0.48, 0.6, 0.64)),
}


@pytest.fixture(params=NORMALS)
def model(request):
    b = ModelBuilder(name="sheet")
    b.add_body("sheet", None, Free(), None, 1.0, (0, 0, 0), np.eye(3))
    b.add_loop("table", None, "sheet", Planar(NORMALS[request.param]))
    return b.build()


def directions(model):
    """Unit vectors of the chain's axes in K: the two shifts, the turn."""
    out = []
    for joint in model.loops[0].joint.expand():
        axis = [K(x) for x in joint.axis]
        norm = K.sqrt(sum(x * x for x in axis))
        out.append([x / norm for x in axis])
    return out


def state(model, shifts, angle, rates, turn_rates):
    """q, v and vdot of the sheet: shifts along two directions, then a turn, by their rates."""
    first, second, axis = directions(model)
    c, s = K.cos(K(angle) / 2), K.sin(K(angle) / 2)
    q = [*along(first, second, shifts), *(s * x for x in axis), c]
    here = [along(first, second, rate) for rate in rates]
    spin = [[K(w) * x for x in axis] for w in turn_rates]
    # in body axes: v = R^T ddot,  vdot = R^T dddot - w x v
    v, vdot = ([*w, *turned_back(axis, angle, x)] for w, x in zip(spin, here, strict=True))
    vdot[3:] = [x - y for x, y in zip(vdot[3:], cross(spin[0], v[3:]), strict=True)]
    return q, v, vdot


def along(first, second, amounts):
    a, b = map(K, amounts)
    return [a * x + b * y for x, y in zip(first, second, strict=True)]


def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def turned_back(axis, angle, x):
    """Rodrigues' formula for the turn by -angle."""
    c, s = K.cos(K(angle)), K.sin(K(angle))
    along_axis = sum(e * y for e, y in zip(axis, x, strict=True)) * (1 - c)
    return [c * y - s * z + along_axis * e for y, z, e in zip(x, cross(axis, x), axis, strict=True)]


def test_the_closure_is_the_chain(model):
    closure = LoopClosure(K, model)
    q, v, vdot = state(model, (0.75, -1.5), 0.7, ((0.5, 0.25), (-1.25, 2.0)), (1.5, -0.75))
    assert max(abs(x) for x in closure.residual(0, q)) < DIGITS_50
    rows, right = closure.jacobian(0, q), closure.bias(0, q, v)
    for row, k in zip(rows, right, strict=True):
        assert abs(sum(a * b for a, b in zip(row, v, strict=True))) < DIGITS_50
        assert abs(sum(a * b for a, b in zip(row, vdot, strict=True)) - k) < DIGITS_50


def test_the_oracle_closes_the_same_loop(model):
    start = model.tree.integrate(model.assembly, np.array([0.1, 0.2, -0.3, 0.4, 0.3, -0.2]))
    q = oracle.loop_configuration(model, start, hold="least_norm", most_open=10.0, field=K)
    assert max(abs(x) for x in LoopClosure(K, model).residual(0, list(q))) < DIGITS_50


def test_the_kernel_sees_the_same_plane(model):
    exact = state(model, (0.75, -1.5), 0.7, ((0.5, 0.25), (-1.25, 2.0)), (1.5, -0.75))
    q, v, vdot = (np.array([float(x) for x in part]) for part in exact)
    assert np.abs(loops.loop_residual(model, q)).max() <= 16 * EPS
    assert np.abs(loops.loop_jacobian(model, q) @ v).max() <= 32 * EPS
    ahead = loops.loop_jacobian(model, q) @ vdot - loops.loop_bias(model, q, v)
    assert np.abs(ahead).max() <= 64 * EPS
