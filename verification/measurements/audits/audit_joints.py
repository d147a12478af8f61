"""Pinocchio's functions on a small tree with one of its joints, entry by entry against balls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pinocchio as pin

from lieref.check.metrics import FloatArray
from verification.subjects.peers import pinocchio_mechanisms, pinocchio_quantities
from verification.subjects.peers.embedded_references import References
from verification.subjects.peers.pinocchio_joints import TYPES

#: An entry counts as wrong if its error is above this part of the largest entry's size.
WRONG = 1e-9
#: Largest entry of a reference value that is zero.
NOTHING = 1e-40


def compared(T: References, found: FloatArray, rows: Any) -> dict[str, Any]:
    """Return what separates an array from its reference value.

    Returns
    -------
    dict
        error: largest error over the largest entry of the reference, over 1 if that is zero;
        radius: largest proven radius over the same; entries, wrong: how many there are, and how
        many err by more than `WRONG`; worst: index of the largest error, what was found there, the
        reference with 30 digits.
    """
    K = T.K
    with K.working():
        flat = [x for row in rows for x in (row if isinstance(row, list) else [row])]
        theirs = np.asarray(found, dtype=float)
        errors = np.array(
            [K.to_float(abs(K(float(x)) - y)) for x, y in zip(theirs.ravel(), flat, strict=True)]
        )
        norm = max(abs(K.to_float(x)) for x in flat)
        # a reference value of zeros, as far as balls tell: errors in units
        norm = norm if norm > NOTHING else 1.0
        worst = int(errors.argmax())
        return {
            "error": float(errors.max() / norm),
            "radius": max(K.radius(x) for x in flat) / norm,
            "entries": len(flat),
            "wrong": int((errors > WRONG * norm).sum()),
            "worst": {
                "at": [int(i) for i in np.unravel_index(worst, theirs.shape)],
                "found": float(theirs.flat[worst]),
                "reference": K.to_string(flat[worst], 30),
            },
        }


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Compare every function, and central differences of rnea and aba.

    Parameters
    ----------
    params : mapping
        ``joint`` (a key of `pinocchio_joints.TYPES`), ``place`` (of `pinocchio_mechanisms.PLACES`),
        ``seed``.

    Returns
    -------
    dict
        subspace: "constant" or "dependent"; functions: {function: {array: see `compared`}};
        differences: {function: {array: error of central differences of the library's own}}.
    """
    mechanism = pinocchio_mechanisms.draw(params["joint"], params["place"], params["seed"])
    state = pinocchio_mechanisms.state(mechanism, params["seed"])
    references = References(mechanism, state)
    data = mechanism.theirs.createData()
    functions: dict[str, Any] = {}
    differences: dict[str, Any] = {}
    for name, quantity in pinocchio_quantities.QUANTITIES.items():
        with references.K.working():
            right = quantity.reference(references)
        arrays = quantity.ask(mechanism.theirs, data, *state.values())
        functions[name] = {
            key: compared(references, arrays[key], rows) for key, rows in right.items()
        }
        if quantity.differences:
            function, other = quantity.differences
            by = pinocchio_quantities.central_differences(mechanism, data, function, state, other)
            differences[name] = {
                key: compared(references, by[key[-1]], right[key])["error"]
                for key in right
                if key[-1] in by
            }
    return {
        "subspace": TYPES[params["joint"]].subspace,
        "library": f"pinocchio {pin.__version__}",
        "nv": references.nv,
        "functions": functions,
        "differences": differences,
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.4
