"""The algebra of the hybrid recursion at 55 digits: (72), (73), (74) and (53) as printed."""

import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import largest

from lieref.algebra.series.taylor import derivative
from lieref.dynamics.inverse.hybrid import hybrid_twin
from lieref.dynamics.shared.joint_frames_twin import joint_frames
from lieref.model.tree.exact import apply, cross, exact_model, multiply, transpose
from lieref.oracle import Mp
from lieref.oracle.scalars import series as ts

K = Mp(55)
DIGITS = K(10) ** -45
NOTHING = (K(0), K(0), K(0))


@pytest.fixture(scope="module", name="tree")
def _tree():
    """Frames and bodies of a free body with joints of every kind, two coefficients."""
    model, q, v = draw("every_joint_free", "generic", r=0)
    columns = [ts.taylor([K(x) for x in column]) for column in v.T.tolist()]
    frames = joint_frames(K, exact_model(model, K), [K(x) for x in q.tolist()], columns)
    return frames, hybrid_twin.motions(K, frames)


def _now(series):
    return tuple(x[0] for x in series)


def _rate(series):
    return tuple(derivative(x)[0] for x in series)


def _sum(*vectors):
    return tuple(sum(entries) for entries in zip(*vectors, strict=True))


def _minus(a, b):
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _away(found, expected):
    return largest(list(_minus(found, expected)))


def _joint(frame, body):
    """X q' and X q'' in inertial axes, angular and linear parts."""
    totals = []
    for rates in ([x[0] for x in frame.rates], [derivative(x)[0] for x in frame.rates]):
        terms = [[c * x[0] for x in column] for column, c in zip(body.X, rates, strict=True)]
        total = [sum(entries) for entries in zip(*terms, strict=True)]
        totals += [tuple(total[:3]), tuple(total[3:])]
    return totals


def _inner(tree):
    """Every body with a parent: its frame, itself, the parent."""
    frames, bodies = tree
    return [
        (frame, body, bodies[frame.parent])
        for frame, body in zip(frames, bodies, strict=True)
        if frame.parent >= 0
    ]


def test_acceleration_is_that_of_the_paper(tree):
    for frame, body, parent in _inner(tree):
        s, t, ds, dt = _joint(frame, body)
        w, wp, lever = _now(body.w), _now(parent.w), _now(body.lever)
        # r'_{i,i-1} = r'_{i-1} - r'_i
        v, vp = _now(body.v), _now(parent.v)
        moved = _sum(_rate(parent.v), cross(_rate(parent.w), lever))
        # (72): V' = Ad_r V_p' + X q'' + ad_{r'} V_p + ad_w X q'
        angular = _sum(_rate(parent.w), ds, cross(w, s))
        linear = _sum(moved, dt, cross(_minus(vp, v), wp), cross(w, t))
        assert _away(_rate(body.w), angular) < DIGITS
        assert _away(_rate(body.v), linear) < DIGITS
        # (73): ... + ad_{r'_{i-1}} V_p - ad_{r'_i} V + ad_V X q'
        third = _sum(cross(vp, wp), _minus(NOTHING, cross(v, w)), cross(v, s), cross(w, t))
        assert _away(_rate(body.v), _sum(moved, dt, third)) < DIGITS
        # (74): ... + ad_{r'_{i,i-1}} V + (ad_V - ad_{r'_{i-1}}) X q'
        fourth = _sum(cross(_minus(vp, v), w), cross(_minus(v, vp), s), cross(w, t))
        assert _away(_rate(body.v), _sum(moved, dt, fourth)) < DIGITS


def test_wrench_of_a_body_is_that_of_the_paper(tree):
    for frame, body in zip(*tree, strict=True):
        R = tuple(_now(row) for row in body.R)
        h = apply(R, frame.h)
        J = multiply(R, multiply(frame.J, transpose(R)))
        w, dw, a = _now(body.w), _rate(body.w), _rate(body.v)
        # (53): M V' + ad_w M (w, 0) with M = [[J, h~], [-h~, m]]
        moment = _sum(apply(J, dw), cross(h, a), cross(w, apply(J, w)))
        force = _sum(tuple(frame.m * x for x in a), cross(dw, h), cross(w, cross(w, h)))
        found = _now(hybrid_twin.body_wrench(frame, body, NOTHING))
        assert _away(found, moment + force) <= DIGITS * largest([*moment, *force])


def test_the_origin_moves_with_the_lever(tree):
    for _, body, parent in _inner(tree):
        assert _away(_rate(body.lever), _minus(_now(body.v), _now(parent.v))) < DIGITS
