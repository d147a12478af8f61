"""The error through loops that no algorithm in doubles can avoid: an ulp in inputs and closing."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lieref.errors import ConfigurationError, SingularError
from lieref.model.arguments import as_array
from lieref.model.loops.coupling_release import CouplingEquation
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loops import CouplingFunction
from lieref.oracle.arguments import choice, scalars
from lieref.oracle.computation import computed
from lieref.oracle.loops.loop_closures import loop_system
from lieref.oracle.loops.loop_forward_dynamics import (
    loop_forward_dynamics,
    loop_inverse_operational_inertia,
)
from lieref.oracle.loops.loop_inverse_dynamics import loop_inverse_dynamics
from lieref.oracle.loops.loop_motion import loop_motion, loop_velocity_map
from lieref.oracle.loops.loop_positions import loop_configuration
from lieref.oracle.loops.loop_starts import DOUBLE
from lieref.oracle.tree.conditioning import RESOLUTION, ZERO_ROW, moved, sampling

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "motion": loop_motion,
    "velocity_map": loop_velocity_map,
    "inverse_dynamics": loop_inverse_dynamics,
    "forward_dynamics": loop_forward_dynamics,
    "inverse_operational_inertia": loop_inverse_operational_inertia,
}
#: Results that are one matrix and no stack of derivatives: one bound for all of it.
MATRICES = ("velocity_map", "inverse_operational_inertia")
#: Arguments of numbers after q, which are moved; all others stay.
MOVED = ("v", "tau", "wrenches", "tau_ext")
#: How far loops and constraints are moved: an ulp of a radian, of a length of the loops, or of what
#: is one of the constraint.
OPENING = 2.0**-52


@computed()
def loop_conditioning_bound(
    of: str,
    model: LoopModel,
    q: Any,
    samples: int = 8,
    seed: int = 0,
    digits: int = 50,
    field: Any = None,
    **arguments: Any,
) -> list[float]:
    """Conditioning bound of a function through loops, per order: what rounding costs.

    Every number of q, v, tau, wrenches and tau_ext is moved by half an ulp of its double, up or
    down at random, and the function is evaluated again exactly. Configurations of the tree, the
    given and the moved, are closed with the least moves of all coordinates. The closing is moved,
    too, as rounding moves it: the frames of loops on their successors by an ulp of a radian and of
    a length of the loops, implicit constraints by an ulp of their unit. Else the model stays.

    It is the largest of `samples` random moves, not the worst of all: that was up to five times as
    much where it was computed.

    Parameters
    ----------
    of : {"motion", "velocity_map", "inverse_dynamics", "forward_dynamics", \
"inverse_operational_inertia"}
        The function, `lieref.oracle.loop_...`.
    arguments : keyword arguments
        The other arguments of the function.

    Returns
    -------
    list of floats: for each row of the result (one for a matrix) the largest change, over
    samples, in max norm relative to the row's max norm; infinite where moved loops do not close or
    lose rank.

    Raises
    ------
    SingularError
        ... Or the field is one of balls, and their radii are not small against half an ulp.

    Examples
    --------
    >>> len(lieref.oracle.loop_conditioning_bound("inverse_dynamics", model, q, v=[v, v]))
    1
    """
    choice("of", of, tuple(FUNCTIONS))
    K = field

    def rows(model: LoopModel, at: list[Any], inputs: dict[str, Any]) -> list[list[Any]]:
        if len(at) == int(model.tree.nq):
            at = loop_configuration(model, at, hold="least_norm", field=K)
        out: list[list[Any]] = FUNCTIONS[of](model, at, field=K, **inputs)
        return [[x for row in out for x in row]] if of in MATRICES else out

    rng, count = sampling(samples, seed)
    inputs = {name: _read(K, name, x) for name, x in arguments.items()}
    start = scalars(K, "q", q, (None,))
    reference = rows(model, start, inputs)
    bound = [0.0] * len(reference)
    for _ in range(count):
        at = moved(K, rng, start)
        changed = {n: moved(K, rng, x) if n in MOVED else x for n, x in inputs.items()}
        try:
            others = rows(_opened(model, rng), at, changed)
        except (ConfigurationError, SingularError):
            return [math.inf] * len(bound)
        for k, (row, other) in enumerate(zip(reference, others, strict=True)):
            differences = [x - y for x, y in zip(row, other, strict=True)]
            norm = max(*(abs(K.to_float(x)) for x in row), ZERO_ROW)
            spread = max(K.radius(x) for x in differences)
            if not spread <= RESOLUTION * norm:
                raise SingularError(
                    f"row {k}: relative radius {spread / norm:.1e}, expected at most "
                    f"{RESOLUTION}: {K.digits} digits do not suffice"
                )
            bound[k] = max(bound[k], max(abs(K.to_float(x)) for x in differences) / norm)
    return bound


def _opened(model: LoopModel, rng: random.Random) -> LoopModel:
    """The model with its loops and implicit constraints moved by an ulp, up or down at random."""
    length = loop_system(DOUBLE, model).length(DOUBLE, model.assembly.tolist())

    def moves(count: int) -> Any:
        return np.array([rng.choice((-OPENING, OPENING)) for _ in range(count)])

    loops = []
    for loop in model.loops:
        (x, y, z), shift = moves(3), length * moves(3)
        move = np.array([[1, -z, y, shift[0]], [z, 1, -x, shift[1]], [-y, x, 1, shift[2]]])
        frame = loop.successor_frame @ np.vstack([move, [0, 0, 0, 1]])
        loops.append(replace(loop, successor_frame=frame))
    constraints = [
        one
        if isinstance(one.function, CouplingEquation)
        else replace(one, function=_Moved(one.function, (one.unit * moves(one.size)).tolist()))
        for one in model.constraints
    ]
    return replace(model, loops=tuple(loops), constraints=tuple(constraints), tables={})


@dataclass(frozen=True)
class _Moved:
    """The function of a constraint, and what is added to its equations."""

    function: CouplingFunction
    shifts: list[float]

    def __call__(self, y: list[Any], m: Any) -> list[Any]:
        """The equations."""
        return [x + shift for x, shift in zip(self.function(y, m), self.shifts, strict=True)]


def _read(K: Any, name: str, value: Any) -> Any:
    """An argument as nested lists of scalars if it is moved, else as it is."""
    if name not in MOVED or value is None:
        return value
    return scalars(K, name, value, (None,) * as_array(name, value).ndim)
