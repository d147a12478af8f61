"""What the tests of second partials of forward dynamics share: references, and scales of errors."""

from __future__ import annotations

import numpy as np

from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward.roots import base_changes, resting_roots
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.partials.fdsva.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.fdsva_so.forward_dynamics_second_partials import Terms
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials,
)
from lieref.partials.results import ForwardDynamicsSecondPartials, InverseDynamicsSecondPartials

WAYS = [(inner, outer) for inner in ("dtm", "idfoza") for outer in ("dtm", "aza")]


def parts(model, q, v, tau, base="body", wrenches=None, wrench_axes="body"):
    """What the second partials are made of: first partials of both, second ones of inverse.

    Seen from a frame that moves with a free root, as the public function computes them.
    """
    v, _ = resting_roots(model, q, v, base)
    options = (base, wrenches, wrench_axes)
    loads = None if wrenches is None else wrenches[None]
    a = forward_dynamics(model, q, v, tau[None], base, loads, wrench_axes)[0]
    slopes = inverse_dynamics_partials(model, q, v, a, *options)
    first = forward_dynamics_partials(model, q, v, tau, *options)
    bends = inverse_dynamics_second_partials(model, q, v, a, *options)
    return slopes, first, bends


def terms_of(model, q, slopes, bends, base, inner, outer):
    """All stages of FDSVA-SO, as the public function runs them."""
    changes = base_changes(model, q, None, base, 1)
    H = joint_space_inertia(model, q) if changes else slopes.dtau_da
    kept = InverseDynamicsSecondPartials(*(x.copy() for x in bends))
    terms = Terms(model, q, H, slopes, kept, changes, inner, outer)
    terms.first()
    terms.inner()
    terms.outer()
    return terms


def inner_terms(bends, first, join=np.add):
    """The parentheses of [Singh, (46)-(49)] by plain sums; of moduli, the sizes of their terms."""
    T = [np.einsum("imj,mk->ijk", bends.d2tau_da_dq, x) for x in first]
    return (
        join(bends.d2tau_dq_dq, T[0] + T[0].swapaxes(1, 2)),
        bends.d2tau_dv_dv,
        join(bends.d2tau_dq_dv, T[1]),
        T[2].swapaxes(1, 2),
    )


def moduli(values):
    """The same tuple of arrays, of moduli."""
    return type(values)(*(abs(x) for x in values))


def scales(slopes, first, bends, found):
    """How errors of H, of the first partials and of the inner terms, entry by entry, reach d2a."""
    H, yields = abs(slopes.dtau_da), abs(first.da_dtau)
    given = (abs(slopes.dtau_dq), abs(slopes.dtau_dv), np.eye(len(H)))
    wrong = type(first)(*(yields @ (H @ abs(X) + B) for X, B in zip(first, given, strict=True)))
    inner = inner_terms(moduli(bends), wrong)
    return ForwardDynamicsSecondPartials(
        *(
            np.einsum("im,mjk->ijk", yields, np.einsum("im,mjk->ijk", H, abs(X)) + B)
            for X, B in zip(found, inner, strict=True)
        )
    )


def floats(K, tensors):
    """Tensors of scalars of K as arrays of doubles."""
    with K.working():
        return [
            np.array([K.to_float(K(x)) for x in y.flat]).reshape(y.shape)
            for y in (np.array(tensor, dtype=object) for tensor in tensors)
        ]
