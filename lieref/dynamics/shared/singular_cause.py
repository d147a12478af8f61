"""What looks like a singular joint, and is none: a negative inertia, or an overflow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.errors import ModelError
from lieref.model.body_arguments import least_moment
from lieref.model.model import Model


def refuse_other_causes(model: Model, q: NDArray[np.float64]) -> None:
    """Raise the cause if the inertia across a joint is not positive for another reason.

    Raises
    ------
    ModelError
        A mass or a moment of inertia is negative; names the body.
    NonFiniteError
        The joint-space inertia is beyond the range of double.
    """
    for name, mass, inertia in zip(model.names, model.masses, model.inertias, strict=True):
        if mass < 0:
            raise ModelError(f"body {name!r}: its mass of {mass:.6g} kg is negative")
        moments = np.linalg.eigvalsh(inertia)
        if moments[0] < least_moment(moments[-1], mass):
            raise ModelError(
                f"body {name!r}: its moment of inertia {moments[0]:.6g} kg m^2 is negative"
            )
    joint_space_inertia(model, np.ascontiguousarray(np.real(q), np.float64))
