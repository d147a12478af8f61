"""What is asked of Pinocchio about a tree, by function, and the same from the reference value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pinocchio as pin

from lieref.check.metrics import FloatArray
from verification.subjects.peers.embedded_references import Matrix, References, Vector
from verification.subjects.peers.pinocchio_mechanisms import Mechanism

Arrays = dict[str, FloatArray]
Rows = dict[str, Any]
#: Rows of a twist, angular ones first.
SWAP = [3, 4, 5, 0, 1, 2]
#: Step of central differences [rad, m, rad/s, m/s].
STEP = 1e-6


@dataclass(frozen=True)
class Quantity:
    """One function of Pinocchio.

    ask : (mechanism, data, q, v, a, tau) to arrays by name
    reference : the same as rows of balls
    derivative : whether it differentiates along the motion, so that a moving subspace matters
    differences : the function of which central differences give the same, and its argument beside
        q and v; None if there is none
    """

    ask: Callable[..., Arrays]
    reference: Callable[[References], Rows]
    derivative: bool = False
    differences: tuple[str, str] | None = None


def _whole(x: FloatArray) -> FloatArray:
    """The whole of a matrix of which Pinocchio promises the upper triangle."""
    return np.triu(x) + np.triu(x, 1).T


def rnea(m: Any, d: Any, q: FloatArray, v: FloatArray, a: FloatArray) -> FloatArray:
    """tau"""
    return np.array(pin.rnea(m, d, q, v, a))


def aba(m: Any, d: Any, q: FloatArray, v: FloatArray, tau: FloatArray) -> FloatArray:
    """a"""
    return np.array(pin.aba(m, d, q, v, tau))


FUNCTIONS = {"rnea": rnea, "aba": aba}


def _rnea_derivatives(m: Any, d: Any, q: Any, v: Any, a: Any, tau: Any) -> Arrays:
    dq, dv, H = pin.computeRNEADerivatives(m, d, q, v, a)
    return {"dtau_dq": dq, "dtau_dv": dv, "dtau_da": _whole(H)}


def _aba_derivatives(m: Any, d: Any, q: Any, v: Any, a: Any, tau: Any) -> Arrays:
    dq, dv, inverse = pin.computeABADerivatives(m, d, q, v, tau)
    return {"ddq_dq": dq, "ddq_dv": dv, "ddq_dtau": _whole(inverse)}


def _coriolis(m: Any, d: Any, q: Any, v: Any, a: Any, tau: Any) -> Arrays:
    C = pin.computeCoriolisMatrix(m, d, q, v)
    return {"C v": C @ v, "C + C^T": C + C.T}


def _jacobian_rate(m: Any, d: Any, q: Any, v: Any, a: Any, tau: Any) -> Arrays:
    pin.computeJointJacobiansTimeVariation(m, d, q, v)
    dJ = pin.getJointJacobianTimeVariation(m, d, m.njoints - 1, pin.LOCAL)
    return {"dJ": dJ[SWAP]}


def _kinematics(m: Any, d: Any, q: Any, v: Any, a: Any, tau: Any) -> Arrays:
    pin.computeForwardKinematicsDerivatives(m, d, q, v, a)
    found = pin.getJointAccelerationDerivatives(m, d, m.njoints - 1, pin.LOCAL)
    names = ("dv_dq", "da_dq", "da_dv", "da_da")
    return {name: x[SWAP] for name, x in zip(names, found, strict=True)}


def _momentum(m: Any, d: Any, q: Any, v: Any, a: Any, tau: Any) -> Arrays:
    pin.computeCentroidalMomentumTimeVariation(m, d, q, v, a)
    return {"h": np.array(d.hg.vector)[SWAP], "dh": np.array(d.dhg.vector)[SWAP]}


def _centroidal_map_rate(m: Any, d: Any, q: Any, v: Any, a: Any, tau: Any) -> Arrays:
    pin.dccrba(m, d, q, v)
    return {"Ag": np.array(d.Ag)[SWAP], "dAg": np.array(d.dAg)[SWAP]}


def _centroidal(m: Any, d: Any, q: Any, v: Any, a: Any, tau: Any) -> Arrays:
    found = pin.computeCentroidalDynamicsDerivatives(m, d, q, v, a)
    names = ("dh_dq", "dhdot_dq", "dhdot_dv", "dhdot_da")
    return {name: x[SWAP] for name, x in zip(names, found, strict=True)}


def _bias(T: References) -> Vector:
    return T.values(T.torques(a=T.zero()))


def _gravity(T: References) -> Vector:
    return T.values(T.torques(v=T.zero(), a=T.zero()))


def _inertia(T: References) -> Matrix:
    return T.first(T.torques("a"))


def _acceleration(T: References) -> Vector:
    right = [[x - y] for x, y in zip(T.given("tau"), _bias(T), strict=True)]
    return [row[0] for row in T.solve(_inertia(T), right)]


def _inverse(T: References) -> Matrix:
    unit = [[T.K(int(i == j)) for j in range(T.nv)] for i in range(T.nv)]
    return T.solve(_inertia(T), unit)


def _true_rnea_derivatives(T: References) -> Rows:
    return {f"dtau_d{name}": T.first(T.torques(name)) for name in "qva"}


def _true_aba_derivatives(T: References) -> Rows:
    # d/dx (H a + b) = 0 along a = a(q, v, tau): da/dx = -H^-1 dtau/dx at that a
    H, a = _inertia(T), _acceleration(T)
    found: Rows = {}
    for name in "qv":
        found[f"ddq_d{name}"] = T.solve(
            H, [[-x for x in row] for row in T.first(T.torques(name, a=a))]
        )
    return found | {"ddq_dtau": _inverse(T)}


def _true_coriolis(T: References) -> Rows:
    # H a + C v + g with dH/dt = C + C^T, as Pinocchio says of its C
    Cv = [x - y for x, y in zip(_bias(T), _gravity(T), strict=True)]
    return {"C v": Cv, "C + C^T": T.mixed(T.torques("a", moving=True))}


def _true_kinematics(T: References) -> Rows:
    found: Rows = {}
    for along, names in (("q", ("dv_dq", "da_dq")), ("v", ("", "da_dv")), ("a", ("", "da_da"))):
        for name, jets in zip(names, T.twist_and_rate(along), strict=True):
            if name:
                found[name] = T.first(jets)
    return found


def _true_momentum(T: References) -> Rows:
    h, rate = T.momentum_and_rate()
    return {"h": T.values(h), "dh": T.values(rate)}


def _true_map_rate(T: References) -> Rows:
    h, _ = T.momentum_and_rate("v", moving=True)
    return {"Ag": T.first(h), "dAg": T.mixed(h)}


def _true_centroidal(T: References) -> Rows:
    found: Rows = {}
    for along in "qva":
        h, rate = T.momentum_and_rate(along)
        if along == "q":
            found["dh_dq"] = T.first(h)
        found[f"dhdot_d{along}"] = T.first(rate)
    return found


QUANTITIES: dict[str, Quantity] = {
    "rnea": Quantity(
        lambda m, d, q, v, a, tau: {"tau": rnea(m, d, q, v, a)},
        lambda T: {"tau": T.values(T.torques())},
    ),
    "aba": Quantity(
        lambda m, d, q, v, a, tau: {"a": aba(m, d, q, v, tau)}, lambda T: {"a": _acceleration(T)}
    ),
    "crba": Quantity(
        lambda m, d, q, v, a, tau: {"H": _whole(pin.crba(m, d, q))}, lambda T: {"H": _inertia(T)}
    ),
    "computeMinverse": Quantity(
        lambda m, d, q, v, a, tau: {"H^-1": _whole(pin.computeMinverse(m, d, q))},
        lambda T: {"H^-1": _inverse(T)},
    ),
    "nonLinearEffects": Quantity(
        lambda m, d, q, v, a, tau: {"b": pin.nonLinearEffects(m, d, q, v)},
        lambda T: {"b": _bias(T)},
    ),
    "computeGeneralizedGravity": Quantity(
        lambda m, d, q, v, a, tau: {"g": pin.computeGeneralizedGravity(m, d, q)},
        lambda T: {"g": _gravity(T)},
    ),
    "computeCentroidalMomentumTimeVariation": Quantity(_momentum, _true_momentum),
    "computeGeneralizedGravityDerivatives": Quantity(
        lambda m, d, q, v, a, tau: {"dg_dq": pin.computeGeneralizedGravityDerivatives(m, d, q)},
        lambda T: {"dg_dq": T.first(T.torques("q", v=T.zero(), a=T.zero()))},
        derivative=True,
    ),
    "computeRNEADerivatives": Quantity(
        _rnea_derivatives, _true_rnea_derivatives, derivative=True, differences=("rnea", "a")
    ),
    "computeABADerivatives": Quantity(
        _aba_derivatives, _true_aba_derivatives, derivative=True, differences=("aba", "tau")
    ),
    "computeCoriolisMatrix": Quantity(_coriolis, _true_coriolis, derivative=True),
    "computeJointJacobiansTimeVariation": Quantity(
        _jacobian_rate,
        lambda T: {"dJ": T.mixed(T.twist_and_rate("v", moving=True)[0])},
        derivative=True,
    ),
    "computeForwardKinematicsDerivatives": Quantity(_kinematics, _true_kinematics, derivative=True),
    "dccrba": Quantity(_centroidal_map_rate, _true_map_rate, derivative=True),
    "computeCentroidalDynamicsDerivatives": Quantity(
        _centroidal, _true_centroidal, derivative=True
    ),
}


def central_differences(
    mechanism: Mechanism, data: Any, function: str, state: Arrays, other: str
) -> dict[str, FloatArray]:
    """Return central differences of a function of Pinocchio along q and v, a column each."""
    m = mechanism.theirs
    f = partial(FUNCTIONS[function], m, data)
    q, v, third = state["q"], state["v"], state[other]
    units = STEP * np.eye(m.nv)
    by_q = [
        f(pin.integrate(m, q, e), v, third) - f(pin.integrate(m, q, -e), v, third) for e in units
    ]
    by_v = [f(q, v + e, third) - f(q, v - e, third) for e in units]
    return {"q": np.array(by_q).T / (2 * STEP), "v": np.array(by_v).T / (2 * STEP)}
