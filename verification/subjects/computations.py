"""The computations that are compared: kernels, their twins, the oracle; one call each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np

import lieref
from lieref.check import metrics
from lieref.dynamics.inverse.default import inverse_dynamics_twin
from lieref.dynamics.inverse.forms.body import body_twin
from lieref.dynamics.inverse.forms.hybrid import hybrid_twin
from lieref.dynamics.inverse.forms.spatial import spatial_twin
from lieref.oracle import Certified, Mp, certified_inverse_dynamics
from verification.subjects.states import State
from verification.subjects.tracing import Tracing

Form = Literal["default", "spatial"]
FORMS: tuple[Form, ...] = ("default", "spatial")
# Inverse dynamics has two more.
InverseForm = Literal["default", "body", "spatial", "hybrid"]
INVERSE_FORMS: tuple[InverseForm, ...] = ("default", "body", "spatial", "hybrid")
TWINS: dict[InverseForm, Any] = {
    "default": inverse_dynamics_twin,
    "body": body_twin,
    "spatial": spatial_twin,
    "hybrid": hybrid_twin,
}


def kernel(form: InverseForm, model: lieref.Model, state: State) -> np.ndarray:
    """Return the compiled kernel's tau (r+1, nv)."""
    return np.asarray(
        lieref.inverse_dynamics(model, state.q, state.v, form=form, **state.arguments())
    )


def twin(form: InverseForm, model: lieref.Model, state: State, digits: int) -> list[list[Any]]:
    """Return the plain twin's tau (r+1, nv) at so many digits."""
    found: list[list[Any]] = TWINS[form].inverse_dynamics(
        model, state.q.tolist(), state.v.tolist(), Mp(digits), **_lists(state)
    )
    return found


def traced(form: InverseForm, model: lieref.Model, state: State, field: Tracing) -> list[list[Any]]:
    """Return the plain twin's tau (r+1, nv) with its past; the state is what the motion decides."""
    q = [field.variable(x) for x in state.q.tolist()]
    v = [[field.variable(x) for x in row] for row in state.v.tolist()]
    found: list[list[Any]] = TWINS[form].inverse_dynamics(model, q, v, field, base=state.base)
    return found


def oracle(model: lieref.Model, state: State, accuracy: int) -> Certified:
    """Return the reference value with proven bounds: each order to 10^-accuracy of its max norm."""
    return certified_inverse_dynamics(
        model, state.q, state.v, accuracy=accuracy, digits=accuracy + 30, **state.arguments()
    )


def _lists(state: State) -> dict[str, Any]:
    """Return the arguments with arrays as lists: a twin takes numbers, not numpy scalars."""
    return {
        key: value.tolist() if isinstance(value, np.ndarray) else value
        for key, value in state.arguments().items()
    }


def rows(model: lieref.Model) -> dict[str, list[int]]:
    """Return the coordinates of base, joints and each joint kind."""
    return metrics.row_blocks(
        [joint.kind for joint in model.joints],
        [int(i) for i in model.idx_v],
        [joint.nv for joint in model.joints],
        [int(i) for i in model.parents],
    )


def errors(found: Iterable[Any], reference: Iterable[Any]) -> list[float]:
    """Return the relative max norm of the error of each order."""
    return [metrics.relative_max_norm(a, b) for a, b in zip(found, reference, strict=True)]
