"""What limits the closed loop at one time: conditioning bounds, and arbitrary precision."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import ulp
from typing import Any

import numpy as np

import lieref
from lieref.oracle import Arb, conditioning_bound
from verification.subjects import table_3
from verification.subjects.computations import FORMS
from verification.subjects.table_3 import BASE, BLOCKS, ORDER, Array

DIGITS = 40
SAMPLES = 8


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure at the time ``time``; all errors by order.

    Blocks are relative to the peaks of the trajectory, as in `closed_loop`.

    Returns
    -------
    dict
        - ``bound``: of the whole row, relative to the row, by `lieref.oracle.conditioning_bound`;
        - ``blocks``: bound of each block, the same random moves by half an ulp of every input;
        - ``loops``: for each form and block, the error of the loop in doubles;
        - ``rounded``: each block of the exact forward dynamics of the forces rounded to doubles;
        - ``extended``: each block of the retrieved vdot in 40 digits, the forces handed over as
          sums of two doubles, tau and tau_ext;
        - ``path``: largest error of forward dynamics with 40 digits against the oracle on the same
          doubles, relative to the row.
    """
    model = table_3.trajectory().model
    q, v = table_3.states(np.array(params["time"], dtype=float))
    K = Arb(DIGITS + 10)
    with K.working():
        exact = lieref.oracle.inverse_dynamics(model, q, v, base=BASE, field=K)
        tau = np.array([[K.to_float(x) for x in row] for row in exact])
        rest = np.array(
            [
                [K.to_float(x - K(float(y))) for x, y in zip(*rows, strict=True)]
                for rows in zip(exact, tau, strict=True)
            ]
        )
    reference = _exact(K, q, v[0], tau)
    path = lieref.forward_dynamics(model, q, v[0], tau, base=BASE, digits=DIGITS)
    # H vdot + .. = tau + tau_ext: two doubles hold twice the digits of one
    extended = lieref.forward_dynamics(model, q, v[0], tau, base=BASE, tau_ext=rest, digits=DIGITS)
    loops = {}
    for form in FORMS:
        torques = lieref.inverse_dynamics(model, q, v, base=BASE, form=form)
        vdot = lieref.forward_dynamics(model, q, v[0], torques, base=BASE, form=form)
        loops[form] = table_3.against_peaks(vdot - v[1:])
    whole = conditioning_bound(model, q, v[0], tau, base=BASE, samples=SAMPLES, field=K)
    return {
        "bound": [float(x) for x in whole],
        "blocks": _block_bounds(K, q, v[0], tau, reference),
        "loops": loops,
        "rounded": table_3.against_peaks(reference - v[1:]),
        "extended": table_3.against_peaks(extended - v[1:]),
        "path": [
            float(np.abs(a - b).max() / np.abs(b).max())
            for a, b in zip(path, reference, strict=True)
        ],
    }


def _exact(K: Any, q: Any, v: Any, tau: Any) -> Array:
    """Forward dynamics of the oracle, rounded once."""
    model = table_3.trajectory().model
    rows = lieref.oracle.forward_dynamics(model, q, v, tau, base=BASE, field=K)
    return np.array([[K.to_float(x) for x in row] for row in rows])


def _block_bounds(
    K: Any, q: Array, v: Array, tau: Array, reference: Array
) -> dict[str, list[float]]:
    """Largest change of each block when every input moves by half an ulp, up or down at random."""
    rng = random.Random(0)

    def moved(x: Array) -> Any:
        if x.ndim > 1:
            return [moved(row) for row in x]
        # exact halves of ulps, which no double could hold; zero stays zero
        return [y and Fraction(y) + rng.choice((-1, 1)) * Fraction(ulp(y)) / 2 for y in x.tolist()]

    bounds = {block: [0.0] * (ORDER + 1) for block in BLOCKS}
    for _ in range(SAMPLES):
        change = table_3.against_peaks(_exact(K, moved(q), moved(v), moved(tau)) - reference)
        for block, found in change.items():
            bounds[block] = [max(pair) for pair in zip(bounds[block], found, strict=True)]
    return bounds


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 6.0
