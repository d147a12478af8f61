"""lieref's own kernels as a subject."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np

import lieref
from lieref.check.exchange.wire import SubjectError
from lieref.check.model_table import to_table
from lieref.check.subjects import Answering
from lieref.model.model import Model


def subject(model: Any) -> Answering:
    """Return the kernels, made for a model, with loops or without."""

    def answer(quantity: str, **x: Any) -> Any:
        if quantity == "inverse_dynamics":
            # filled, as a list of two arrays takes numpy longer than the dynamics
            rows = np.empty((2, model.nv))
            rows[0], rows[1] = x["v"], x["a"]
            return lieref.inverse_dynamics(model, x["q"], rows)[0]
        if quantity == "forward_dynamics":
            return lieref.forward_dynamics(model, x["q"], x["v"], x["tau"][None])[0]
        if quantity == "forward_kinematics":
            still = np.zeros((1, model.nv))
            return lieref.forward_kinematics(model, x["q"], still, frames=[x["frame"]])[0][0]
        if quantity == "jacobian":
            return lieref.jacobian(model, x["q"], x["frame"])
        function = getattr(lieref, quantity.removesuffix("_orders"))
        value = function(model, **x)
        return value._asdict() if hasattr(value, "_asdict") else value

    return Answering(f"lieref {lieref.__version__}", "body", answer, threads=True)


def own(path: str, base: Literal["fixed", "free"]) -> Answering:
    """Return the kernels, with the robot as lieref reads it from a URDF file."""
    model = lieref.load_urdf(path, base=base)
    if not isinstance(model, Model):
        raise SubjectError("refused", "a robot with loops or couplings, expected a tree")
    return replace(subject(model), model=to_table(model))
