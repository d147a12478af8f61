"""Models whose placements, joint screws and inertial parameters are moved, over any scalars.

What a sensitivity is a derivative of, from the definitions: parameters move an `ExactModel`, and
its forces are those of any other. A joint whose screw is no unit screw is one that runs at |w|
times the rate of its unit screw, so that its coordinate, and all that belongs to it, is scaled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lieref.model.tree.exact import (
    ExactModel,
    Matrix,
    Vector,
    apply,
    cross,
    dot,
    multiply,
)

#: ("placement", "screw" or "inertia", body, number of the parameter, by how much it moves).
Change = tuple[str, int, int, Any]
PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def moved_model(
    K: Any, exact: ExactModel, changes: Sequence[Change]
) -> tuple[ExactModel, dict[int, Any]]:
    """Return the model with moved parameters, and |w| of each joint whose screw has moved.

    Parameters
    ----------
    K : scalar field
    exact : ExactModel
        Of scalars of K.
    changes : sequence of (kind, body, number, size)
        "placement": T becomes T exp(later) exp(earlier), each exp to first order of its size.
        "screw": X, in body axes, gets size e_number; nothing where the joint has none. "inertia":
        m, m c, J (xx, yy, zz, xy, xz, yz) about the body's origin; m must not become zero.

    Returns
    -------
    (ExactModel, dict)
        The dict: body to |w|, for `run_faster`.
    """
    screws: dict[int, list[Any]] = {}
    for kind, i, c, size in reversed(changes):
        if kind == "placement":
            exact = displaced(exact, i, c, size)
        elif kind == "inertia":
            exact = _weighed(exact, i, c, size)
        elif exact.bodies[i].axis is not None:
            screw = screws.setdefault(i, [K(0)] * 6)
            screw[c] = screw[c] + size
    rates = {}
    for i, change in screws.items():
        exact, rates[i] = _screwed(K, exact, i, change)
    return exact, rates


def run_faster(
    exact: ExactModel, rates: Mapping[int, Any], *rows: Iterable[Any]
) -> list[list[Any]]:
    """Return q, and rows like v, with the entries of joints that run faster times |w|."""
    out = [list(row) for row in rows]
    for i, rate in rates.items():
        body = exact.bodies[i]
        for row, place in zip(out, [body.iq] + [body.iv] * (len(out) - 1), strict=True):
            row[place] = row[place] * rate
    return out


def displaced(exact: ExactModel, i: int, c: int, size: Any, side: str = "right") -> ExactModel:
    """Return the model with placement T exp(size e_c) of body i, or exp(size e_c) T: "left".

    To first order of size: of several in succession the mixed derivatives are right.
    """
    zero, body = 0 * size, exact.bodies[i]
    X = [size if k == c else zero for k in range(6)]
    w, u = tuple(X[:3]), tuple(X[3:])
    unit = tuple(tuple(int(j == k) + zero for k in range(3)) for j in range(3))
    if side == "right":
        R = multiply(body.R, _turned(w, unit))
        p = [x + y for x, y in zip(body.p, apply(body.R, u), strict=True)]
    else:
        R = _turned(w, body.R)
        p = [x + y + z for x, y, z in zip(body.p, cross(w, body.p), u, strict=True)]
    return _with_body(exact, i, R=R, p=tuple(p))


def _turned(w: Vector, R: Matrix) -> Matrix:
    """(1 + w~) R"""
    columns = list(zip(*R, strict=True))
    moved = [[x + y for x, y in zip(c, cross(w, c), strict=True)] for c in columns]
    return tuple(zip(*moved, strict=True))


def _screwed(K: Any, exact: ExactModel, i: int, change: Sequence[Any]) -> tuple[ExactModel, Any]:
    """The model with the screw X + change of body i as a unit screw, and |w|."""
    body = exact.bodies[i]
    assert body.axis is not None and body.point is not None
    prismatic, e = body.kind == "prismatic", body.axis
    X = (K(0),) * 3 if prismatic else e
    moment = [x + body.pitch * y for x, y in zip(cross(body.point, e), e, strict=True)]
    Y = e if prismatic else moment
    w = tuple(x + y for x, y in zip(X, change[:3], strict=True))
    u = tuple(x + y for x, y in zip(Y, change[3:], strict=True))
    if prismatic and all(x == 0 for x in change[:3]):
        norm = K.sqrt(dot(u, u))
        return _with_body(exact, i, axis=tuple(x / norm for x in u)), norm
    norm = K.sqrt(dot(w, w))
    square = dot(w, w)
    changes = {
        "kind": "helical",
        "axis": tuple(x / norm for x in w),
        "point": tuple(x / square for x in cross(w, u)),
        "pitch": dot(w, u) / square,
    }
    return _with_body(exact, i, **changes), norm


def _weighed(exact: ExactModel, i: int, c: int, change: Any) -> ExactModel:
    """The model with inertial parameter c of body i moved."""
    body = exact.bodies[i]
    m, h = body.mass, [body.mass * x for x in body.com]
    outer = _steiner(m, body.com)
    J = [
        [x + y for x, y in zip(*rows, strict=True)]
        for rows in zip(body.inertia, outer, strict=True)
    ]
    if c == 0:
        m = m + change
    elif c < 4:
        h[c - 1] = h[c - 1] + change
    else:
        j, k = PAIRS[c - 4]
        J[j][k] = J[k][j] = J[j][k] + change
    com = tuple(x / m for x in h)
    outer = _steiner(m, com)
    inertia = tuple(tuple(J[j][k] - outer[j][k] for k in range(3)) for j in range(3))
    return _with_body(exact, i, mass=m, com=com, inertia=inertia)


def _steiner(m: Any, c: Vector) -> Matrix:
    """m (|c|^2 1 - c c^T)"""
    square = dot(c, c)
    return tuple(
        tuple(m * ((square if j == k else 0) - c[j] * c[k]) for k in range(3)) for j in range(3)
    )


def _with_body(exact: ExactModel, i: int, **changes: Any) -> ExactModel:
    """The model with other numbers of body i."""
    bodies = list(exact.bodies)
    bodies[i] = replace(bodies[i], **changes)
    return replace(exact, bodies=tuple(bodies))
