"""`lieref check` of a library on one model, at one generic state."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from lieref.check import audit
from verification.subjects import robots


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Ask for every usual quantity and hold the answers against proven reference values.

    Parameters
    ----------
    params : mapping
        ``subject`` (a library of `lieref.check.subjects.LIBRARIES`), ``robot`` (see
        `robots.build`), ``seed`` (of the state), ``quantities`` (names; None: the usual ones).

    Returns
    -------
    dict
        subject, nv, bodies, kinds (of joints); results: for each its quantity, output, status and
        text, and where there are numbers error (relative max norm), ratio (largest error over
        tolerance), tolerance, radius and proven; seconds.
    """
    model = robots.build(params["robot"])
    begin = time.monotonic()
    report = audit(
        params["subject"],
        model,
        params["quantities"],
        states=("generic",),
        seeds=(params["seed"],),
    )
    results = []
    for found in report.results:
        row: dict[str, Any] = {
            "quantity": found.quantity,
            "output": found.output,
            "status": found.status,
            "text": found.text,
        }
        if found.judgement is not None:
            row |= {
                "error": found.judgement.errors.relative,
                "ratio": found.judgement.ratio,
                "joint": found.judgement.joint,
                "radius": found.radius,
                "proven": found.proven,
            }
        results.append(row)
    return {
        "subject": report.subject,
        "nv": model.nv,
        "bodies": model.nbodies,
        "kinds": sorted({joint.kind for joint in model.joints}),
        "results": results,
        "explanations": [str(x) for x in report.explanations],
        "seconds": round(time.monotonic() - begin, 2),
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds: first partials of large robots dominate."""
    return float(params.get("nv", 20)) ** 2 / 200.0
