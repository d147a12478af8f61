"""Correct implementations of a quantity: how many of their results does `lieref check` flag?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref.check.judging import FACTOR, judge
from verification.detection_power.judged import MODELS, STATES, Asked, Subject, answered, asked
from verification.detection_power.subjects import correct

#: Ratios below this are counted as this: a ratio of zero has no decade.
LEAST_DECADE = -8


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Ask every correct implementation at every state of every model.

    Parameters
    ----------
    params : mapping
        ``quantity``, and ``seed`` of the states and of the orders of sums.

    Returns
    -------
    dict
        By subject: ``results``: how many were judged; ``alarms``: those that were flagged;
        ``largest``: the largest ratio of error to tolerance; ``decades``: the number of results
        by the decade of that ratio.
    """
    quantity, seed = params["quantity"], int(params["seed"])
    subjects = correct(quantity, seed)
    found: dict[str, dict[str, Any]] = {
        name: {"results": 0, "alarms": [], "largest": 0.0, "decades": Counter()}
        for name in subjects
    }
    for kind in STATES:
        for case in MODELS:
            question = asked(quantity, case, kind, seed)
            for name, subject in subjects.items():
                _count(found[name], subject, question)
    return found


def _count(into: dict[str, Any], subject: Subject, question: Asked) -> None:
    """Judge one answer; an exception goes to whoever asked for the case."""
    values = answered(subject, question)
    judged = judge(
        question.quantity, question.model, values, question.reference, question.bounds, FACTOR, {}
    )
    for name, judgement in judged.items():
        into["results"] += 1
        into["largest"] = max(into["largest"], judgement.ratio)
        into["decades"][str(decade(judgement.ratio))] += 1
        if not judgement.ok:
            into["alarms"].append(f"{question.label}, {name}: {judgement.ratio:.2g}")


def decade(ratio: float) -> int:
    """Return the decade of a ratio of error to tolerance."""
    return max(LEAST_DECADE, math.floor(np.log10(ratio))) if ratio > 0.0 else LEAST_DECADE


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 20.0 if "second" in params["quantity"] else 5.0
