"""Andrews' squeezing mechanism: the planar benchmark with published solutions.

Data, initial state and solution are those of the Test Set for IVP Solvers (problem "andrews") and
of Hairer & Wanner, Solving Ordinary Differential Equations II, Sec. VII.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ModelError, ShapeError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.mechanisms.generic_bodies import shift
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[np.float64]
AXIS = Revolute((0.0, 0.0, 1.0))
#: Torque that drives the joint "beta", N m.
ANDREWS_TORQUE = 0.033
#: Initial position of the joints, rad; they start at rest.
ANDREWS_START: Mapping[str, float] = MappingProxyType(
    {
        "beta": -0.0617138900142764496358948458001,
        "theta": 0.0,
        "gamma": 0.455279819163070380255912382449,
        "phi": 0.222668390165885884674473185609,
        "delta": 0.487364979543842550225598953530,
        "omega": -0.222668390165885884674473185609,
        "epsilon": 1.23054744454982119249735015568,
    }
)
# Spring: stiffness in N/m, length at rest, its end in the world and on K3, m.
STIFFNESS, REST = 4530.0, 0.07785
ANCHOR = np.array([0.014, 0.072])
HOOK = np.array([0.02, -0.018])


def andrews() -> LoopModel:
    """Return Andrews' squeezing mechanism: seven bodies, three loops, one degree of freedom.

    Joints have the names of the Test Set in letters, "beta", "theta", "gamma", "phi", "delta",
    "omega", "epsilon"; the bodies they move are "K1" to "K7", in the order K1, K2, K3, K5, K4, K7,
    K6 of the joints beta, theta, gamma, delta, phi, epsilon, omega. All axes are z, and there is
    no gravity. K1 is hinged at the origin, K3 at B, K5 and K7 at A; K2 is on K1, K4 on K5, K6 on
    K7, and the ends of K2, K3, K4 and K6 are hinged to each other: "P3", "P4" and "P6" join K2 to
    K3, K4 and K6. The angle beta is independent, the assembly is the published initial position.

    The benchmark has masses, centers of mass and inertias about z; the bodies are flat here, so
    that the other moments are half of that. A torque of `ANDREWS_TORQUE` on beta drives it, and
    the spring on K3 is the wrench of `andrews_spring`.

    See Also
    --------
    andrews_spring

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.andrews()
    >>> model.tree.nv, model.nv
    (7, 1)
    """
    builder = ModelBuilder((0.0, 0.0, 0.0), "andrews")
    b_hinge, a_hinge = shift(-0.03635, 0.03273, 0.0), shift(-0.06934, -0.00227, 0.0)
    rows: tuple[tuple[str, str | None, str, Array, float, float, tuple[float, float]], ...] = (
        ("K1", None, "beta", np.eye(4), 0.04325, 2.194e-6, (0.00092, 0.0)),
        ("K2", "K1", "theta", shift(0.007, 0.0, 0.0), 0.00365, 4.410e-7, (-0.0115, 0.0)),
        ("K3", None, "gamma", b_hinge, 0.02373, 5.255e-6, (0.01043, -0.01874)),
        ("K5", None, "delta", a_hinge, 0.07050, 1.169e-5, (0.02308, 0.00916)),
        ("K4", "K5", "phi", shift(0.04, 0.0, 0.0), 0.00706, 5.667e-7, (0.0, 0.01421 - 0.02)),
        ("K7", None, "epsilon", a_hinge, 0.05498, 1.912e-5, (-0.00449, -0.01228)),
        ("K6", "K7", "omega", shift(0.0, -0.04, 0.0), 0.00706, 5.667e-7, (0.02 - 0.01421, 0.0)),
    )
    for name, parent, joint, place, mass, inertia, (x, y) in rows:
        flat = np.diag([inertia / 2, inertia / 2, inertia])
        builder.add_body(name, parent, AXIS, place, mass, (x, y, 0.0), flat, joint)
    end = shift(-0.028, 0.0, 0.0)
    for number, tip in (
        (3, shift(0.0, -0.035, 0.0)),
        (4, shift(0.0, -0.02, 0.0)),
        (6, shift(0.02, 0.0, 0.0)),
    ):
        builder.add_loop(f"P{number}", "K2", f"K{number}", AXIS, end, tip)
    return cast(LoopModel, builder.build(["beta"], ANDREWS_START))


def andrews_spring(model: LoopModel, q: ArrayLike) -> Array:
    """Return the wrenches of the spring on `andrews`, as dynamics take them.

    The force c0 (l - l0) pulls from D on K3 to the point C = (0.014, 0.072) m.

    Parameters
    ----------
    model : LoopModel
        `andrews()`.
    q : (tree.nq,)
        Tree configuration, rad.

    Returns
    -------
    (1, 7, 6) array
        Moment and force on each body at the origin of its frame, body axes, N m and N; zero but
        for K3.

    Raises
    ------
    ModelError
        A model without the body K3 on the joint gamma.
    ShapeError, NonFiniteError
        q of another shape, NaN or infinity.
    """
    require_loop_model(model)
    if "gamma" not in model.joint_names:
        raise ModelError(f"model {model.name!r}: no joint 'gamma', expected catalogue.andrews()")
    body = model.joint_names.index("gamma")
    at = checked_configuration(model.tree, q)
    if at.ndim != 1:
        raise ShapeError(f"q has shape {at.shape}, expected ({model.tree.nq},)")
    angle = at[model.tree.idx_q[body]]
    cosine, sine = np.cos(angle), np.sin(angle)
    hinge = model.tree.placements[body, :2, 3]
    # C seen from D, in the axes of K3
    way = np.array([[cosine, sine], [-sine, cosine]]) @ (ANCHOR - hinge) - HOOK
    length = np.hypot(*way)
    force = STIFFNESS * (length - REST) / length * way
    wrenches = np.zeros((1, model.nbodies, 6))
    wrenches[0, body, 2] = HOOK[0] * force[1] - HOOK[1] * force[0]
    wrenches[0, body, 3:5] = force
    return wrenches
