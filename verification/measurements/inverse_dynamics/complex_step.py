"""Time derivatives of the compiled kernel by complex step, against the oracle.

tau^(k)(t + i h) has the imaginary part h tau^(k+1)(t), without cancellation: so the kernel text,
compiled for complex numbers, is asked for orders 0..r at a state moved by i h along its own
motion, and its imaginary parts must be the orders 1..r+1 of the reference value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref.check import metrics
from lieref.dynamics.inverse_dynamics import inverse_dynamics_complex
from verification.measurements.inverse_dynamics import accuracy
from verification.subjects import computations, robots, states

# Any step will do whose square vanishes against 1; this one leaves room for tau^(k) h in doubles.
STEP = 1e-100

Array = NDArray[Any]


def _quaternion_product(a: Array, b: Array) -> Array:
    """Return the product of quaternions (x, y, z, w)."""
    vector = a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3])
    return np.array([*vector, a[3] * b[3] - a[:3] @ b[:3]])


def _turn_rate(quaternion: Array, omega: Array, in_body: bool) -> Array:
    """Return the derivative of a quaternion turning with omega, in body or inertial axes."""
    pure = np.array([*omega, 0.0]) / 2
    if in_body:
        return _quaternion_product(quaternion, pure)
    return _quaternion_product(pure, quaternion)


def _rotate(quaternion: Array, x: Array) -> Array:
    """Return x turned by a unit quaternion."""
    conjugate = quaternion * np.array([-1.0, -1.0, -1.0, 1.0])
    product = _quaternion_product(quaternion, np.array([*x, 0.0]))
    return _quaternion_product(product, conjugate)[:3]


def _free_rate(q: Array, v: Array, base: str, home: Array) -> Array:
    """Return (p', quaternion') of a free joint with the pose ``home`` (4, 4) at q = 0."""
    in_body = base in ("body", "mixed")
    # twists in inertial axes, seen from the axes of home
    to_home = home[:3, :3].T
    omega, linear = v[:3], v[3:]
    if base == "body":
        velocity = _rotate(q[3:], linear)
    else:
        origin = home[:3, :3] @ q[:3] + home[:3, 3]
        turning = np.cross(omega, origin) if base == "spatial" else 0.0
        velocity = to_home @ (linear + turning)
    return np.array([*velocity, *_turn_rate(q[3:], omega if in_body else to_home @ omega, in_body)])


def configuration_rate(model: lieref.Model, state: states.State) -> Array:
    """Return dq/dt (nq,) of a state."""
    rate = np.zeros(model.nq)
    for i, joint in enumerate(model.joints):
        at = slice(int(model.idx_q[i]), int(model.idx_q[i]) + joint.nq)
        q, v = state.q[at], state.v[0][int(model.idx_v[i]) :][: joint.nv]
        if joint.nq == 1:
            rate[at] = v
        elif joint.kind == "spherical":
            rate[at] = _turn_rate(q, v, in_body=True)
        else:
            base = state.base if int(model.parents[i]) < 0 else "body"
            rate[at] = _free_rate(q, v, base, model.placements[i])
    return rate


def _moved(stack: Array) -> Array:
    """Return the derivatives at t + i h from those at t, one order fewer."""
    moved: Array = stack[:-1] + 1j * STEP * stack[1:]
    return moved


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the relative max norm of the derivatives of orders 1..r+1, for each form.

    Parameters
    ----------
    params : mapping
        ``robot``, ``state`` and ``order`` as in `measurements.inverse_dynamics.accuracy`.
    """
    model = robots.build(params["robot"])
    state = states.draw(model, params["state"], params["order"] + 1)
    reference = computations.oracle(model, state, accuracy.DIGITS).midpoints[1:]
    q = state.q + 1j * STEP * configuration_rate(model, state)
    applied = {
        "wrenches": None if state.wrenches is None else _moved(state.wrenches),
        "tau_ext": None if state.tau_ext is None else _moved(state.tau_ext),
    }
    forms = {}
    for form in computations.FORMS:
        tau = inverse_dynamics_complex(
            model,
            q,
            _moved(state.v),
            form=form,
            **{**state.arguments(), **applied},
        )
        rows = zip(tau.imag / STEP, reference, strict=True)
        forms[form] = {"relative": [metrics.relative_max_norm(a, b) for a, b in rows]}
    return {"forms": forms}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds: the oracle takes most of them."""
    return accuracy.cost({**params, "order": params["order"] + 1})
