"""First and second Lie derivatives of a small tree, by the oracle, in doubles."""

import functools

import numpy as np
from support.references.oracle_differences import small_tree
from support.trees.oracle_robots import random_state

from lieref import oracle


@functools.cache
def lie_derivatives(name, kind="inverse", off=0.0):
    """Model, state, first and second partials of inverse or forward dynamics.

    Quaternions are off the unit sphere by a share of their norm.
    """
    model = small_tree(name, seed=81)
    q, v, _, tau = random_state(model, 0, seed=82)
    for joint, iq in zip(model.joints, model.idx_q, strict=True):
        if joint.nv > 1:
            q[iq + joint.nq - 4 : iq + joint.nq] *= 1 + off
    field, last = oracle.Arb(50), v[1] if kind == "inverse" else tau[0]
    results = (
        getattr(oracle, f"{kind}_dynamics_{order}")(model, q, v[0], last, field=field)
        for order in ("partials", "second_partials")
    )
    doubles = np.vectorize(field.to_float, otypes=[float])
    first, second = ([doubles(np.array(x)) for x in result] for result in results)
    return model, (q, v[0], last), first, second
