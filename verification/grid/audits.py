"""One case of an audit's grid: a subject on one robot, in one state, at one order and precision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lieref.check import Limits, audit


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Audit a subject.

    Parameters
    ----------
    params : mapping
        ``subject`` (a word, or the list of a program's words), ``robot`` (a word of
        `lieref.check.named_model`), ``state``, ``seed``, ``order``, ``digits``; optional ``base``,
        ``quantities``, ``factor``, ``limits`` (fields of `lieref.check.Limits`).

    Returns
    -------
    dict
        ``report``: the whole of it, as ``lieref check --format json`` writes it.
    """
    options = {key: params[key] for key in ("base", "quantities", "factor") if key in params}
    report = audit(
        params["subject"],
        params["robot"],
        states=[params["state"]],
        seeds=[params["seed"]],
        order=params["order"],
        digits=params["digits"],
        limits=Limits(**params.get("limits", {})),
        **options,
    )
    return {"report": report.as_dict()}
