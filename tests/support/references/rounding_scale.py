"""The scale of a result: its size, and what it changes by when every argument does.

3 max |f| + sum over the arguments x of max |f(x + d) - f(x)| / STEP, where d moves one coordinate
by STEP rad or m, or one other number x by STEP (1 + |x|). It is computed from the data alone. A
result that is a small difference of large terms has a large scale: roundings of one ulp in those
terms are about an ulp of it. 3: the terms of a rotation's entries, 1 - s (y y + z z) of a
quaternion, add up to so much, and no move of the arguments shows how they cancel.
"""

import numpy as np
from support.references.tolerances import EPS

import lieref

STEP = 1e-6


def arrays(result):
    """The arrays of a result, one or several."""
    return [np.asarray(x) for x in (result if isinstance(result, tuple | list) else (result,))]


def moved_arguments(model, q, others, sizes):
    """(q, *others) with one number moved; the wrenches on a body, which add up, in one go."""
    for place in model.integrate(np.tile(q, (model.nv, 1)), STEP * np.eye(model.nv)):
        yield place, *others
    for which, x in enumerate(others):
        width = 6 if x.shape[-2:] == (model.nbodies, 6) else 1
        size = np.broadcast_to(sizes.get(which, 1 + np.abs(x)), x.shape).reshape(-1, width)
        rows = x.reshape(-1, width)
        for i in range(len(rows)):
            shifted = rows.copy()
            shifted[i] += STEP * size[i]
            yield q, *others[:which], shifted.reshape(x.shape), *others[which + 1 :]


def scales(function, model, q, others, sizes=None):
    """The scale of each array of function(q, *others); `sizes` of others, if not 1 + |x|."""
    first = arrays(function(q, *others))
    found = [3 * np.abs(x).max() for x in first]
    for arguments in moved_arguments(model, q, others, sizes or {}):
        for k, (x, y) in enumerate(zip(first, arrays(function(*arguments)), strict=True)):
            found[k] += np.abs(y - x).max() / STEP
    return found


def torque_scales(model, q, v, vdot, loads=None):
    """(r + 1, 1) scales of the generalized forces of a motion, order by order.

    What finds accelerations from generalized forces sums as many terms as what finds forces from
    accelerations: it cannot know a generalized force better than that.
    """

    def torques(q, motion, *loads):
        return list(lieref.inverse_dynamics(model, q, motion, "body", *loads))

    others = (np.vstack([v[None], vdot]), *(() if loads is None else (loads,)))
    return np.array(scales(torques, model, q, others))[:, None]


def forward_partials_scales(model, q, v, tau, *loads):
    """The scale of `forward_dynamics_partials`: of X = H^-1 B, |H^-1| (|H| |X| + |B|).

    A solve with H loses what its condition makes of roundings, whatever its right-hand side is
    [Higham, Accuracy and Stability, theorem 10.3]; for every entry of H and B stands their scale.
    """
    wrenches = loads[0] if loads else None
    a = lieref.forward_dynamics(
        model, q, v, tau[None], wrenches=None if wrenches is None else wrenches[None]
    )[0]

    def right(q, v, a, *loads):
        return lieref.inverse_dynamics_partials(
            model, q, v, a, wrenches=loads[0] if loads else None
        )

    dq, dv, H = scales(right, model, q, (v, a, *loads))
    found = lieref.forward_dynamics_partials(model, q, v, tau, wrenches=wrenches)
    inverse = np.abs(found.da_dtau).sum(axis=1).max()
    return [
        inverse * (H * np.abs(x).sum(axis=0).max() + size)
        for x, size in zip(found, (dq, dv, 1.0), strict=True)
    ]


def solve_condition(model, q, base="body"):
    """|H^-1| times the scale of H: what a solve with H makes of roundings, 1 at least."""

    def inertia(q):
        return lieref.joint_space_inertia(model, q, base)

    inverse = np.abs(np.linalg.inv(inertia(q))).sum(axis=1).max()
    return max(inverse * scales(inertia, model, q, ())[0], 1.0)


def excess(found, expected, sizes):
    """Largest difference of two results, in ulp of the scale; NaN if there is one."""
    worst = 0.0
    for x, y, size in zip(arrays(found), arrays(expected), sizes, strict=True):
        if not np.array_equal(x, y):
            worst = float(np.maximum(worst, np.abs(x - y).max() / (EPS * size)))
    return worst


def surely_within(ulps, found, expected):
    """Whether two results agree to the first term of the scale, to which the others only add.

    Most do, and the others cost as many calls as there are arguments.
    """
    pairs = zip(arrays(found), arrays(expected), strict=True)
    return all(np.abs(x - y).max() <= ulps * EPS * 3 * np.abs(y).max() for x, y in pairs)
