"""Forward and hybrid dynamics where double precision does not suffice: the twin in long decimals.

The recursion loses about one digit with each derivative order, by the conditioning of the problem.
Here the plain twin of the production recursion runs on numbers of as many digits as asked for and
its result is rounded to double once; numpy and the standard library are all that it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics import forward_dynamics_twin
from lieref.errors import ShapeError
from lieref.model.exact import DecimalField

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]
#: Fewer digits than these would not be worth the name, more than these never end.
FEWEST, MOST = 17, 2000


def hybrid_dynamics(
    model: Model,
    q: Array,
    v: Array,
    vdot: Array,
    tau: Array,
    prescribed: NDArray[np.bool_],
    base: str,
    wrenches: Array | None,
    wrench_axes: str,
    tau_ext: Array | None,
    digits: int,
) -> tuple[Array, Array]:
    """`lieref.hybrid_dynamics` in `digits` decimal digits; the arguments are checked already.

    Raises ShapeError for a number of digits that is none, SingularError as the kernel does, but
    for pivots that are small at `digits` and not at 16.
    """
    if isinstance(digits, bool) or not isinstance(digits, int) or not FEWEST <= digits <= MOST:
        raise ShapeError(f"digits is {digits!r}, expected an int from {FEWEST} to {MOST}")
    K = DecimalField(digits)
    with K.working():
        motion, effort = forward_dynamics_twin.hybrid_dynamics(
            model, q, v, vdot, tau, prescribed, K, base, wrenches, wrench_axes, tau_ext
        )
    stack = [list(v), *([float(x) for x in row] for row in motion)]
    return np.array(stack), np.array([[float(x) for x in row] for row in effort])
