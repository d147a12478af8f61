"""Rounding and truncation: partial derivatives by every method against a reference of 50 digits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lieref.check.metrics import FloatArray
from verification.subjects import partial_methods, partials
from verification.subjects.partial_methods import BICOMPLEX
from verification.subjects.partials import Pair

METRICS = ("mae", "rmsae", "mre", "rmsre", "relative")


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure every method at one point.

    Parameters
    ----------
    params : mapping
        ``robot`` and ``state`` (`partials.draw`), ``dynamics`` ("inverse" or "forward"),
        ``degree`` (1 or 2), ``methods`` (names of `partial_methods`), ``steps`` (the steps that a
        method is tried with, the best of which counts; by name).

    Returns
    -------
    dict
        ``nv``; ``reference``: working digits and proven relative bound; for each method ``mae``,
        ``rmsae``, ``mre``, ``rmsre``, ``relative`` of the whole tensor (`partials.whole`),
        ``blocks``: RMSRE of each array, and of one with steps ``step``
        and ``curve``: [step, RMSRE] of each; of second derivatives with bicomplex numbers among
        the methods ``apparent``: RMSRE against those numbers in the place of the reference value.
    """
    point = partials.draw(params)
    dynamics, degree = params["dynamics"], params["degree"]
    exact, digits, bound = partials.reference(point, dynamics, degree)
    names = partials.NAMES[dynamics, degree]
    values: dict[str, Sequence[FloatArray]] = {}
    found: dict[str, Any] = {}
    for name in params["methods"]:
        compute = partial_methods.METHODS[dynamics, degree][name]
        steps = params.get("steps", {}).get(name, [None])
        tried = [compute(point) if step is None else compute(point, step) for step in steps]
        errors = [partials.errors(x, exact) for x in tried]
        best = min(range(len(steps)), key=lambda k: errors[k]["rmsre"])
        values[name] = tried[best]
        found[name] = {key: errors[best][key] for key in METRICS}
        found[name]["blocks"] = partials.block_errors(names, tried[best], exact)
        if steps[0] is not None:
            pairs = zip(steps, errors, strict=True)
            found[name]["step"] = steps[best]
            found[name]["curve"] = [[step, error["rmsre"]] for step, error in pairs]
    reference = {"digits": digits, "bound": bound}
    result = {"nv": point.model.nv, "reference": reference, "methods": found}
    if BICOMPLEX in values and degree == 2:
        result["apparent"] = _apparent(values)
    return result


def _apparent(values: Mapping[str, Sequence[FloatArray]]) -> dict[str, float]:
    """RMSRE of the other methods if bicomplex numbers are taken for the reference value."""
    claimed = [Pair(x, x * 0.0) for x in values[BICOMPLEX]]
    return {
        name: partials.errors(arrays, claimed)["rmsre"]
        for name, arrays in values.items()
        if name != BICOMPLEX
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    robot = params["robot"]
    bodies = float(robot.get("bodies", 20)) + (6.0 if robot.get("base") == "free" else 0.0)
    if params["degree"] == 1:
        return 0.05 + 5e-4 * bodies**2
    # inverse dynamics of a tree has few entries, forward dynamics has all of them
    dense = params["dynamics"] == "forward" or robot["name"] != "binary_tree"
    factor = 4e-5 if params["dynamics"] == "forward" else 1.5e-5
    return 0.05 + (factor if dense else 4e-6) * bodies**3
