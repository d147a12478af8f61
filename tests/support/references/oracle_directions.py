"""Derivatives along directions, by jets through the oracle; and the conversions in Arb numbers.

A state moved along r = (r_q, r_v, r_a), then along s, takes forces whose mixed derivative is the
sum of all second partials times r and s: one evaluation sees every entry of every tensor.
"""

from __future__ import annotations

import numpy as np

from lieref import oracle
from lieref.dynamics.shared.base_change import base_change
from lieref.kinematics.forward_kinematics_twin import motions
from lieref.model.tree.exact import exact_model
from lieref.oracle.tree.perturbations import perturbed_torques, state
from lieref.partials.coordinates import base_partials
from lieref.partials.idsva import idsva_twin, inertial_wrenches_twin
from lieref.partials.results import InverseDynamicsPartials, InverseDynamicsSecondPartials

K = oracle.Arb(55)


def exact_array(values):
    """Object array of the field's scalars, doubles taken exactly."""
    array = np.asarray(values)
    flat = [K(x if isinstance(x, type(K(0))) else float(x)) for x in array.ravel()]
    return np.array(flat, dtype=object).reshape(array.shape)


def largest(values):
    """Largest modulus, as a double; infinite or NaN balls show as such."""
    return max(abs(K.to_float(x)) + K.radius(x) for x in map(K, np.asarray(values).ravel()))


def directions(model, seed):
    """r and s, each (q, v, a) of doubles."""
    return np.random.default_rng(seed).uniform(-1, 1, (2, 3, model.nv))


def along_both(model, q, v, a, r, s, base="body", wrenches=None, axes="body"):
    """tau (nv,), its derivative along r, and that of this along s."""
    at = state(K, model, q, v, a, base, wrenches, axes)

    def slopes(direction):
        return {
            name: {j: [K(float(x))] for j, x in enumerate(row)}
            for name, row in zip("qva", direction, strict=True)
        }

    torques = perturbed_torques(K, at, slopes(r), slopes(s))
    parts = ([x.x, (x.u or [K(0)])[0], (x.w or [K(0)])[0]] for x in torques)
    return tuple(exact_array(part) for part in zip(*parts, strict=True))


def contracted(first, second, r, s):
    """The same two derivatives from the partials."""
    r, s = exact_array(r), exact_array(s)
    once = first.dtau_dq @ r[0] + first.dtau_dv @ r[1] + first.dtau_da @ r[2]
    pairs = [(second.d2tau_dq_dq, r[0], s[0]), (second.d2tau_dv_dv, r[1], s[1])]
    pairs += [(second.d2tau_dq_dv, r[0], s[1]), (second.d2tau_dq_dv, s[0], r[1])]
    pairs += [(second.d2tau_da_dq, r[2], s[0]), (second.d2tau_da_dq, s[2], r[0])]
    twice = sum(np.tensordot(tensor, y, 1) @ x for tensor, x, y in pairs)
    return once, twice


def twin_partials(model, q, v, a):
    """First and second partials of base "body" by the twin, wrenches none."""
    first = InverseDynamicsPartials(*idsva_twin.first_partials(model, q, v, a, K))
    found = idsva_twin.second_partials(model, q, v, a, K)
    names = InverseDynamicsSecondPartials._fields
    return first, InverseDynamicsSecondPartials(*(getattr(found, name) for name in names))


def represented_partials(model, q, v, a, base, wrenches):
    """First and second partials in the representation `base`, inertial wrenches held."""
    exact = exact_model(model, K)
    exact_q, v, a = list(exact_array(q)), exact_array(v), exact_array(a)
    moved = motions(K, exact, exact_q, [[K(0)]] * model.nv, "body")
    roots = []
    for body, motion in zip(exact.bodies, moved, strict=True):
        if base != "body" and body.parent < 0 and body.kind == "free":
            R, x = exact_array(motion.C[0]), exact_array(motion.C[1]) + exact_array(motion.o)
            change = base_change(slice(body.iv, body.iv + 6), base, R, x, None, 1)
            roots.append(base_partials.represented_base(change, base, v, a))
    for root in roots:
        v[root.here], a[root.here] = root.v, root.acceleration()
    first, second = twin_partials(model, exact_q, v, a)
    loads, axes = exact_array(wrenches), inertial_wrenches_twin.tree_axes(model, exact_q, K)
    first = first._replace(
        dtau_dq=first.dtau_dq - inertial_wrenches_twin.first_partials(model, axes, loads)
    )
    second = second._replace(
        d2tau_dq_dq=second.d2tau_dq_dq - inertial_wrenches_twin.second_partials(model, axes, loads)
    )
    tau = exact_array(oracle.inverse_dynamics(model, exact_q, [v, a], field=K)[0])
    tau = tau - inertial_wrenches_twin.torques(model, axes, loads)
    for root in roots:
        second = base_partials.second_partials(root, first, second, tau[root.here])
        first = base_partials.first_partials(root, first, tau[root.here])
    return first, second
