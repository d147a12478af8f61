"""Certified reference values of trees: what the oracle says in balls, and the Coriolis matrix.

Each function takes a model and the doubles of its inputs and returns tables of
`verification.golden.enclosures`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref import oracle
from lieref.algebra.groups import screw_arrays
from lieref.model.model import Model
from lieref.model.tree.exact import ExactBody, exact_model
from lieref.oracle import Arb
from lieref.oracle.arguments import configuration
from lieref.oracle.tree.poses import PoseSeries, pose_series
from verification.golden.enclosures import FIRST_DIGITS, Table, enclosed, of_certified

Array = NDArray[Any]
Inputs = dict[str, Any]
# Digits that certified functions are asked for: eight beyond those that are written.
ACCURACY = 40


def loads(given: Inputs, rows: int) -> dict[str, Any]:
    """Return base, wrenches and tau_ext as keywords, the loads cut to so many rows."""
    found: dict[str, Any] = {"base": given["base"]}
    if "wrenches" in given:
        found["wrenches"] = given["wrenches"][:rows]
        found["wrench_axes"] = given["wrench_axes"]
    if "tau_ext" in given:
        found["tau_ext"] = given["tau_ext"][:rows]
    return found


def of_first_order(given: Inputs) -> dict[str, Any]:
    """Return the loads of partial derivatives as keywords: wrenches (nbodies, 6)."""
    found = loads(given, 1)
    found.pop("tau_ext", None)
    if "wrenches" in found:
        found["wrenches"] = found["wrenches"][0]
    return found


def inverse_dynamics(model: Model, given: Inputs) -> dict[str, Table]:
    """tau and its derivatives."""
    rows = len(given["v"]) - 1
    found = oracle.certified_inverse_dynamics(
        model, given["q"], given["v"], accuracy=ACCURACY, digits=FIRST_DIGITS, **loads(given, rows)
    )
    return {"tau": of_certified(found)}


def forward_dynamics(model: Model, given: Inputs) -> dict[str, Table]:
    """vdot and its derivatives."""
    found = oracle.certified_forward_dynamics(
        model,
        given["q"],
        given["v"][0],
        given["tau"],
        accuracy=ACCURACY,
        digits=FIRST_DIGITS,
        **loads(given, len(given["tau"])),
    )
    return {"vdot": of_certified(found)}


def hybrid_dynamics(model: Model, given: Inputs) -> dict[str, Table]:
    """v and tau of all coordinates, and their derivatives."""
    v_all, tau_all = oracle.certified_hybrid_dynamics(
        model,
        given["q"],
        given["v"][0],
        given["v"][1:],
        given["tau"],
        given["prescribed"],
        accuracy=ACCURACY,
        digits=FIRST_DIGITS,
        **loads(given, len(given["tau"])),
    )
    return {"v_all": of_certified(v_all), "tau_all": of_certified(tau_all)}


def _partials(name: str, third: Callable[[Inputs], Any]) -> Callable[..., dict[str, Table]]:
    """Tables of a function of the oracle that returns partial derivatives in balls."""

    def compute(model: Model, given: Inputs) -> dict[str, Table]:
        def balls(K: Arb) -> dict[str, Any]:
            found = getattr(oracle, name)(
                model, given["q"], given["v"][0], third(given), field=K, **of_first_order(given)
            )
            return dict(found._asdict())

        return enclosed(balls)

    return compute


def _acceleration(given: Inputs) -> Any:
    return given["v"][1]


def _force(given: Inputs) -> Any:
    return given["tau"][0]


def joint_space_inertia(model: Model, given: Inputs) -> dict[str, Table]:
    """H from the kinetic energy."""

    def balls(K: Arb) -> dict[str, Any]:
        return {"H": oracle.joint_space_inertia(model, given["q"], given["base"], field=K)}

    return enclosed(balls)


def christoffel_symbols(model: Model, given: Inputs) -> dict[str, Table]:
    """Half of the second derivative of the generalized forces by the velocity, base "body"."""

    def balls(K: Arb) -> dict[str, Any]:
        still = [0] * model.nv
        found = oracle.inverse_dynamics_second_partials(model, given["q"], still, still, field=K)
        return {"Gamma": [[[x / 2 for x in row] for row in rows] for rows in found.d2tau_dv_dv]}

    return enclosed(balls)


def coriolis_matrix(model: Model, given: Inputs) -> dict[str, Table]:
    """C = sum_k J_k^T (M_k J'_k - ad_{V_k}^T M_k J_k)   [Ali, Lemma 1]

    in inertial axes about the inertial origin; in those of the bodies the rate of the columns is
    J'_k + ad_{V_k} J_k.
    """

    def balls(K: Arb) -> dict[str, Any]:
        q, v = configuration(K, model, given["q"]), [K(x) for x in given["v"][0]]
        C = np.full((model.nv, model.nv), K(0), object)
        jacobians = body_jacobians(K, model, q, v, given["base"])
        for body, (J, rate) in zip(exact_model(model, K).bodies, jacobians, strict=True):
            M = spatial_inertia(K, body)
            ad = screw_arrays.ad(J @ np.array(v, object))
            C = C + J.T @ (M @ (rate + ad @ J) - ad.T @ M @ J)
        return {"C": C.tolist()}

    return enclosed(balls)


def spatial_inertia(K: Any, body: ExactBody) -> Array:
    """M = [[I + m c~ c~^T, m c~], [-m c~, m 1]] about the body's origin."""
    c, m = np.array(body.com, object), body.mass
    arm = screw_arrays.skew(c)
    unit = np.array([[K(int(i == j)) for j in range(3)] for i in range(3)], object)
    top = np.array(body.inertia, object) + m * arm @ arm.T
    return np.block([[top, m * arm], [m * arm.T, m * unit]])


def body_jacobians(
    K: Any, model: Model, q: list[Any], v: list[Any], base: str
) -> list[tuple[Array, Array]]:
    """J (6, nv) of each body, V = J v in body axes, and its rate along the motion.

    Column of joint b and body k: Ad of the pose of b in k on the joint's screw, which is constant
    in the axes of b; at a base on the world the screws are those of the representation.
    """
    bodies = exact_model(model, K).bodies
    poses = pose_series(K, bodies, q, [v], base)
    zero = np.full((6, model.nv), K(0), object)
    found: list[tuple[Array, Array]] = []
    for body, pose in zip(bodies, poses, strict=True):
        J, rate = zero.copy(), zero.copy()
        if body.parent >= 0:
            # Ad of the parent's pose in the body: twists of the parent, felt at the body
            X, dX = _adjoint(*_relative(pose, poses[body.parent]))
            above, above_rate = found[body.parent]
            J, rate = X @ above, dX @ above + X @ above_rate
        for j, (screw, turn) in enumerate(_screws(K, body, pose, base)):
            J[:, body.iv + j], rate[:, body.iv + j] = screw, turn
        found.append((J, rate))
    return found


def _parts(pose: PoseSeries) -> tuple[Array, Array, Array, Array]:
    """R, R', p, p' of a pose along the motion."""
    R = [np.array([[x[k] for x in row] for row in pose.R], object) for k in range(2)]
    p = [np.array([x[k] for x in pose.p], object) for k in range(2)]
    return R[0], R[1], p[0], p[1]


def _relative(pose: PoseSeries, other: PoseSeries) -> tuple[Array, Array, Array, Array]:
    """Pose of the other frame in this one, R_k^T R_b and R_k^T (p_b - p_k), and its rate."""
    R, dR, p, dp = _parts(pose)
    S, dS, o, do = _parts(other)
    return R.T @ S, dR.T @ S + R.T @ dS, R.T @ (o - p), dR.T @ (o - p) + R.T @ (do - dp)


def _adjoint(R: Array, dR: Array, p: Array, dp: Array) -> tuple[Array, Array]:
    """Ad of a pose and its rate."""
    X, rate = screw_arrays.Ad(R, p), screw_arrays.Ad(dR, p)
    rate[3:, :3] = screw_arrays.skew(dp) @ R + screw_arrays.skew(p) @ dR
    return X, rate


def _screws(K: Any, body: ExactBody, pose: PoseSeries, base: str) -> list[tuple[Array, Array]]:
    """Columns of the joint's own motion in body axes, and their rates."""
    zero = np.full(6, K(0), object)
    if body.kind == "spherical" or (body.kind == "free" and (body.parent >= 0 or base == "body")):
        columns = range(3 if body.kind == "spherical" else 6)
        units = [[K(int(i == j)) for i in range(6)] for j in columns]
        return [(np.array(unit, object), zero) for unit in units]
    if body.kind == "free":
        return _base_screws(K, pose, base)
    axis = np.array(body.axis, object)
    screw = zero.copy()
    if body.kind == "prismatic":
        screw[3:] = axis
        return [(screw, zero)]
    screw[:3], screw[3:] = axis, screw_arrays.cross(np.array(body.point, object), axis)
    if body.kind == "helical":
        screw[3:] = screw[3:] + body.pitch * axis
    return [(screw, zero)]


def _base_screws(K: Any, pose: PoseSeries, base: str) -> list[tuple[Array, Array]]:
    """V_body = T v of a base: Ad_C^-1 (spatial), diag(R^T, R^T) (hybrid), diag(1, R^T) (mixed)."""
    R, dR, p, dp = _parts(pose)
    nil = R * 0
    if base == "spatial":
        # the pose of the inertial frame in the body's: R^T, -R^T p
        T, rate = _adjoint(R.T, dR.T, -R.T @ p, -dR.T @ p - R.T @ dp)
    elif base == "hybrid":
        T, rate = np.block([[R.T, nil], [nil, R.T]]), np.block([[dR.T, nil], [nil, dR.T]])
    else:
        unit = np.array([[K(int(i == j)) for j in range(3)] for i in range(3)], object)
        T, rate = np.block([[unit, nil], [nil, R.T]]), np.block([[nil, nil], [nil, dR.T]])
    return list(zip(T.T, rate.T, strict=True))


QUANTITIES: dict[str, Callable[[Model, Inputs], dict[str, Table]]] = {
    "inverse_dynamics": inverse_dynamics,
    "forward_dynamics": forward_dynamics,
    "hybrid_dynamics": hybrid_dynamics,
    "joint_space_inertia": joint_space_inertia,
    "coriolis_matrix": coriolis_matrix,
    "christoffel_symbols": christoffel_symbols,
    "inverse_dynamics_partials": _partials("inverse_dynamics_partials", _acceleration),
    "inverse_dynamics_second_partials": _partials(
        "inverse_dynamics_second_partials", _acceleration
    ),
    "forward_dynamics_partials": _partials("forward_dynamics_partials", _force),
    "forward_dynamics_second_partials": _partials("forward_dynamics_second_partials", _force),
}
