"""lieref's own kernels as a subject."""

from __future__ import annotations

from typing import Any

import lieref
from lieref.check.subjects import Answering
from lieref.model.model import Model


def subject(model: Model) -> Answering:
    """Return the kernels, made for a model."""

    def answer(quantity: str, **x: Any) -> Any:
        if quantity == "inverse_dynamics":
            return lieref.inverse_dynamics(model, x["q"], [x["v"], x["a"]])[0]
        if quantity == "forward_dynamics":
            return lieref.forward_dynamics(model, x["q"], x["v"], x["tau"][None])[0]
        function = getattr(lieref, quantity.removesuffix("_orders"))
        value = function(model, **x)
        return value._asdict() if hasattr(value, "_asdict") else value

    return Answering(f"lieref {lieref.__version__}", "body", answer)
