"""The state on the trajectory of a velocity polynomial a little later, to hundreds of digits."""

from __future__ import annotations

from lieref.model.tree.exact import exact_model

TERMS = 30


def state_at(model, K, q, v, base, t):
    """q(t), v(t) and dv/dt(t) of the motion that starts at q with v(t) = sum v[k] t^k / k!.

    Rotations by the Taylor series of a quaternion, dQ/dt = Q w / 2 (w in body axes) or w Q / 2
    (in inertial axes), with TERMS terms: t must be tiny.
    """
    bodies = exact_model(model, K).bodies
    velocity = [_polynomial([K(row[i]) for row in v]) for i in range(model.nv)]
    out = [K(x) for x in q]
    for i, joint in enumerate(model.joints):
        iq, w = int(model.idx_q[i]), velocity[int(model.idx_v[i]) :][: joint.nv]
        if joint.nv == 1:
            out[iq] = out[iq] + _value(_integral(K(0), w[0]), t)
            continue
        start = iq + joint.nq - 4
        form = "body"
        if joint.kind == "free" and model.parents[i] < 0:
            form, w = base, _in_placement(bodies[i], w, base)
        Q = _quaternion([K(x) for x in q[start : start + 4]], w[:3], form in ("body", "mixed"))
        out[start : start + 4] = _normalized(K, [_value(c, t) for c in Q])
        if joint.kind == "free":
            position = _position([K(x) for x in q[iq : iq + 3]], Q, w, form)
            out[iq : iq + 3] = [_value(c, t) for c in position]
    rates = [[k * c for k, c in enumerate(p)][1:] for p in velocity]
    return out, [[_value(p, t) for p in velocity], [_value(p, t) for p in rates]]


def _in_placement(body, w, base):
    """Twist of a root from inertial axes and origin to the axes and origin of its placement."""
    w, u = w[:3], w[3:]
    if base == "body":
        return w + u
    if base == "spatial":
        origin = [[c] + [0 * c] * (TERMS - 1) for c in body.p]
        u = [_add(a, b) for a, b in zip(u, _cross(w, origin), strict=True)]
    columns = list(zip(*body.R, strict=True))
    u = [_combination(column, u) for column in columns]
    return (w if base == "mixed" else [_combination(column, w) for column in columns]) + u


def _combination(factors, series):
    return [
        sum(f * c for f, c in zip(factors, cs, strict=True)) for cs in zip(*series, strict=True)
    ]


def _polynomial(derivatives):
    out, factorial = [], 1
    for k, x in enumerate(derivatives):
        factorial *= max(k, 1)
        out.append(x / factorial)
    return out + [0 * out[0]] * (TERMS - len(out))


def _value(coefficients, t):
    total = 0 * coefficients[0]
    for c in reversed(coefficients):
        total = total * t + c
    return total


def _integral(x0, rate):
    return [x0] + [c / (k + 1) for k, c in enumerate(rate[:-1])]


def _product(a, b):
    return [
        sum((a[j] * b[k - j] for j in range(k + 1)), 0 * a[0]) for k in range(min(len(a), len(b)))
    ]


def _quaternion(Q0, w, in_body):
    """Coefficients of Q (x, y, z, s): each product sees only those that exist already."""
    Q = [[c] for c in Q0]
    sign = 1 if in_body else -1
    for k in range(TERMS - 1):

        def times(i, j, k=k):
            return sum((Q[i][n] * w[j][k - n] for n in range(k + 1)), 0 * Q0[0])

        rate = [
            times(3, i) + sign * (times((i + 1) % 3, (i + 2) % 3) - times((i + 2) % 3, (i + 1) % 3))
            for i in range(3)
        ]
        rate.append(-times(0, 0) - times(1, 1) - times(2, 2))
        for component, r in zip(Q, rate, strict=True):
            component.append(r / (2 * (k + 1)))
    return Q


def _normalized(K, Q):
    norm = K.sqrt(sum((c * c for c in Q), K(0)))
    return [c / norm for c in Q]


def _turned(Q, u):
    """Vector u turned by the quaternion Q of constant norm: u + 2 x (s u + x cross u), / |Q|^2."""
    x, s = Q[:3], Q[3]
    inner = [_add(_product(s, b), c) for b, c in zip(u, _cross(x, u), strict=True)]
    norm = sum((c[0] * c[0] for c in Q), 0 * s[0])
    return [_add(b, [2 * e / norm for e in c]) for b, c in zip(u, _cross(x, inner), strict=True)]


def _add(a, b):
    return [x + y for x, y in zip(a, b, strict=False)]


def _cross(a, b):
    def entry(i, j):
        return _add(_product(a[i], b[j]), [-c for c in _product(a[j], b[i])])

    return [entry(1, 2), entry(2, 0), entry(0, 1)]


def _position(p0, Q, twist, form):
    """dp/dt = R u (body), u + w x p (spatial, by fixed-point iteration) or u."""
    w, u = twist[:3], twist[3:]
    if form == "spatial":
        p = [[c] + [0 * c] * (TERMS - 1) for c in p0]
        for _ in range(TERMS):
            rate = [_add(a, b) for a, b in zip(u, _cross(w, p), strict=True)]
            p = [_integral(c, a) for c, a in zip(p0, rate, strict=True)]
        return p
    rate = _turned(Q, u) if form == "body" else u
    return [_integral(c, a) for c, a in zip(p0, rate, strict=True)]
