"""What tests of sensitivities share: the oracle's forces of models that are moved a little.

The oracle computes with scalars of 210 digits, so that central differences by 1e-50 err by 1e-100.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from support.references.oracle_differences import FINE, STEP

from lieref.model.tree.exact import exact_model
from lieref.oracle.tree.inertia import factorize, solve
from lieref.oracle.tree.inverse_dynamics import torques
from lieref.oracle.tree.moved_models import moved_model, run_faster


def scalars(rows):
    """Doubles as scalars of FINE."""
    return [FINE(float(x)) for x in rows]


def exact_torques(K, exact, q, v, a, base="body", applied=None, axes="body"):
    """Generalized forces (nv,) of an exact model, whatever its numbers mean; entries scalars of K.

    applied: (1, nbodies, 6) or None.
    """
    return torques(K, exact, q, [v, a], base, applied, axes, None)[0]


def with_body(exact, i, **changes):
    """The model with other numbers of body i."""
    bodies = list(exact.bodies)
    bodies[i] = replace(bodies[i], **changes)
    return replace(exact, bodies=tuple(bodies))


def changed_torques(exact, changes, q, v, a, base="body", applied=None, axes="body"):
    """Generalized forces (nv,) of the model with changed parameters: a unit screw runs |w| q."""
    exact, rates = moved_model(FINE, exact, changes)
    moved = run_faster(exact, rates, q, v, a)
    out = list(exact_torques(FINE, exact, *moved, base, applied, axes))
    # power: tau q' = tau_unit |w| q'
    return np.array(run_faster(exact, rates, q, out)[1])


def changed_accelerations(exact, changes, q, v, tau, base="body", applied=None, axes="body"):
    """Accelerations (nv,) that the forces cause: H a + h = tau, from the forces alone."""

    def force(v, a, applied=None):
        return changed_torques(exact, changes, q, v, a, base, applied, axes)

    still = [FINE(0)] * len(v)
    units = [[FINE(int(j == k)) for k in range(len(v))] for j in range(len(v))]
    fall = force(still, still)
    H = [force(still, row) - fall for row in units]
    sizes, names = [row[k] for k, row in enumerate(H)], [str(k) for k in range(len(v))]
    rest = np.array(tau) - force(v, still, applied)
    return np.array(solve(FINE, factorize(FINE, [list(row) for row in H], sizes, names), rest))


def loads(wrenches):
    """(1, nbodies, 6) scalars of FINE, or None."""
    return None if wrenches is None else [[scalars(row) for row in wrenches]]


def slopes(model, q, v, a, moved, kind="placement"):
    """(nv, columns) central differences of moved(exact, (kind, i, c, size), q, v, a)."""
    width = 10 if kind == "inertia" else 6
    out = np.zeros((model.nv, width * model.nbodies))
    with FINE.working():
        exact = exact_model(model, FINE)
        state = [scalars(x) for x in (q, v, a)]
        for i in range(model.nbodies):
            if kind == "screw" and model.joints[i].nv > 1:
                continue
            for c in range(width):
                up, down = (moved(exact, (kind, i, c, x), *state) for x in (STEP, -STEP))
                out[:, width * i + c] = [FINE.to_float(x) for x in (up - down) / (2 * STEP)]
    return out


def unit_parameter(K, exact, i, c):
    """The model without mass but for parameter c of body i; for c = 1, 2, 3 with mass 1 besides."""
    zero, one = K(0), K(1)
    nothing, still = (zero,) * 3, ((zero,) * 3,) * 3
    bodies = tuple(replace(b, mass=zero, com=nothing, inertia=still) for b in exact.bodies)
    bare = replace(exact, bodies=bodies)
    if c < 4:
        com = tuple(one if j == c - 1 else zero for j in range(3))
        # J = J_c + (|c|^2 1 - c c^T) = 0
        square = 0 if c == 0 else 1
        inertia = tuple(
            tuple(com[j] * com[k] - (square if j == k else 0) for k in range(3)) for j in range(3)
        )
        return with_body(bare, i, mass=one, com=com, inertia=inertia)
    places = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))[c - 4]
    inertia = tuple(
        tuple(one if (j, k) in (places, places[::-1]) else zero for k in range(3)) for j in range(3)
    )
    return with_body(bare, i, inertia=inertia)
