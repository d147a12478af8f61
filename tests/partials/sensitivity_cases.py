"""What tests of sensitivities share: the oracle's efforts of models that are moved a little.

The oracle computes with scalars of 210 digits, so that central differences by 1e-50 err by 1e-100.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from oracle_differences import FINE, STEP

from lieref.model.exact import apply, cross, dot, exact_model, multiply
from lieref.oracle.inverse_dynamics import efforts


def scalars(rows):
    """Doubles as scalars of FINE."""
    return [FINE(float(x)) for x in rows]


def exact_efforts(K, exact, q, v, a, base="body"):
    """Efforts (nv,) of an exact model, whatever its numbers mean; entries scalars of K."""
    return efforts(K, exact, q, [v, a], base, None, "body", None)[0]


def with_body(exact, i, **changes):
    """The model with other numbers of body i."""
    bodies = list(exact.bodies)
    bodies[i] = replace(bodies[i], **changes)
    return replace(exact, bodies=tuple(bodies))


def step(c, sign):
    """Angular and linear part of sign STEP e_c."""
    X = [sign * STEP if i == c else FINE(0) for i in range(6)]
    return tuple(X[:3]), tuple(X[3:])


def turned(w, R):
    """(1 + w~) R"""
    columns = list(zip(*R, strict=True))
    moved = [[x + y for x, y in zip(c, cross(w, c), strict=True)] for c in columns]
    return tuple(zip(*moved, strict=True))


def displaced(exact, i, c, sign, side):
    """Placement T exp(sign STEP e_c), or exp(sign STEP e_c) T, of body i, to first order."""
    w, u = step(c, sign)
    body = exact.bodies[i]
    unit = tuple(tuple(FINE(int(i == j)) for j in range(3)) for i in range(3))
    if side == "right":
        R = multiply(body.R, turned(w, unit))
        p = [x + y for x, y in zip(body.p, apply(body.R, u), strict=True)]
    else:
        R = turned(w, body.R)
        p = [x + y + z for x, y, z in zip(body.p, cross(w, body.p), u, strict=True)]
    return with_body(exact, i, R=R, p=tuple(p))


def screwed(exact, i, c, sign, q, v, a, base="body"):
    """Efforts with the screw X + sign STEP e_c of body i: a unit screw that runs |w| q."""
    body, (w, u) = exact.bodies[i], step(c, sign)
    prismatic = body.kind == "prismatic"
    e = body.axis
    X = [FINE(0)] * 3 if prismatic else e
    Y = e if prismatic else [
        x + body.pitch * y for x, y in zip(cross(body.point, e), e, strict=True)
    ]  # fmt: skip
    w = tuple(x + y for x, y in zip(X, w, strict=True))
    u = tuple(x + y for x, y in zip(Y, u, strict=True))
    if prismatic and c >= 3:
        norm = FINE.sqrt(dot(u, u))
        changes = {"axis": tuple(x / norm for x in u)}
    else:
        norm = FINE.sqrt(dot(w, w))
        point = tuple(x / norm**2 for x in cross(w, u))
        axis = tuple(x / norm for x in w)
        changes = {
            "kind": "helical",
            "axis": axis,
            "point": point,
            "pitch": dot(w, u) / norm**2,
        }
    moved = [list(x) for x in (q, v, a)]
    moved[0][body.iq] = moved[0][body.iq] * norm
    for row in moved[1:]:
        row[body.iv] = row[body.iv] * norm
    out = list(exact_efforts(FINE, with_body(exact, i, **changes), *moved, base))
    # power: tau q' = tau_unit |w| q'
    out[body.iv] = out[body.iv] * norm
    return out


def slopes(model, q, v, a, moved):
    """(nv, 6 nbodies) central differences of moved(exact, i, c, sign, q, v, a); None is zero."""
    out = np.zeros((model.nv, 6 * model.nbodies))
    with FINE.working():
        exact = exact_model(model, FINE)
        state = [scalars(x) for x in (q, v, a)]
        for i in range(model.nbodies):
            for c in range(6):
                ends = [moved(exact, i, c, sign, *state) for sign in (1, -1)]
                if ends[0] is None:
                    continue
                for row, (up, down) in enumerate(zip(*ends, strict=True)):
                    out[row, 6 * i + c] = FINE.to_float((up - down) / (2 * STEP))
    return out
